// Bearing files: from their sections to the bearing that they describe.

#include "component/bearing.h"

#include "component/bearing_params.h"
#include "film/sizes.h"
#include "film/viscosity_outside.h"
#include "model/compile.h"
#include "num/pi.h"
#include "pair/pin.h"
#include "rough/store.h"

#include <string.h>

enum { fewest_around = 8, most_around = 4096, fewest_along = 2, most_along = 1024 };

static gud_status check_grid(gud_bearing_sheet *c, const gud_entity *e, gud_bearing_spec *spec)
{
    const gud_numbers grid = ((const gud_bearing_geometry_params *)e->common)->grid;
    c->fits_grid = grid.count == 0;
    if (c->fits_grid) return GUD_OK;
    if (grid.count != 2)
        return gud_report(c->file.diag, e, "grid", "grid must have two numbers: cells around and along half the width");
    const double nx = grid.data[0], ny = grid.data[1];
    const bool whole = nx == floor(nx) && ny == floor(ny);
    if (!whole || nx < fewest_around || nx > most_around || ny < fewest_along || ny > most_along)
        return gud_report(c->file.diag, e, "grid",
                          "grid = [%g, %g]: needs %d to %d cells around and %d to %d along half the width", nx, ny,
                          fewest_around, most_around, fewest_along, most_along);
    gud_error error;
    if (gud_film_cost_check(nx * ny, &error) != GUD_OK)
        return gud_report(c->file.diag, e, "grid", "grid = [%g, %g]: %s", nx, ny, error.text);
    spec->nx = (int)nx;
    spec->ny = (int)ny;
    return GUD_OK;
}

static gud_status check_ends(gud_bearing_sheet *c, const gud_entity *e, gud_bearing_spec *spec)
{
    const gud_bearing_geometry_params *p = e->common;
    if (p->ends.count == 0) return GUD_OK;
    if (p->ends.count != 2)
        return gud_report(c->file.diag, e, "ends", "ends must have two pressures: at the lower and at the upper end");
    for (int i = 0; i < 2; i++) {
        spec->ambient[i] = p->ends.data[i];
        if (!(p->ends.data[i] >= p->cavity))
            return gud_report(c->file.diag, e, "ends", "ends[%d] = %g Pa is below the cavity pressure of %g Pa", i,
                              p->ends.data[i], p->cavity);
    }
    if (spec->ambient[0] != spec->ambient[1]) spec->half = false;
    return GUD_OK;
}

static gud_status take_bearing(gud_bearing_sheet *c)
{
    const gud_entity *e = gud_component_entity(&c->file, "bearing");
    const gud_bearing_geometry_params *p = e->common;
    gud_bearing_spec *spec = &c->spec.bearing;
    *spec = (gud_bearing_spec){.radius = p->radius,
                               .width = p->width,
                               .clearance = p->clearance,
                               .half = true,
                               .ambient = {p->ambient, p->ambient},
                               .cavity = p->cavity,
                               .cavitation = (const gud_cavitation *)(const void *)p->cavitation.row};
    c->spec.drag = (const gud_drag *)(const void *)p->drag.row;
    c->spec.drag_params = p->drag.params;
    spec->flow = (const gud_flow_law *)(const void *)p->flow_factors.row;
    spec->flow_params = p->flow_factors.params;
    if (p->supply) {
        spec->line = true;
        spec->line_angle = p->supply->angle;
        spec->line_pressure = p->supply->pressure;
        if (p->supply->pressure < p->cavity)
            return gud_report(c->file.diag, e, "supply.pressure", "the supply pressure is below the cavity pressure");
    }
    GUD_TRY(check_ends(c, e, spec));
    if (p->ambient < p->cavity)
        return gud_report(c->file.diag, e, "ambient", "ambient = %g Pa is below the cavity pressure of %g Pa",
                          p->ambient, p->cavity);
    gud_error error;
    if (gud_clearance_check(p->radius, p->clearance, true, &error) != GUD_OK)
        return gud_report(c->file.diag, e, "clearance", "%s", error.text);
    if (gud_width_check(p->radius, p->width, &error) != GUD_OK)
        return gud_report(c->file.diag, e, "width", "%s", error.text);
    return check_grid(c, e, spec);
}

// what moves has no steady state
static gud_status check_steady(gud_bearing_sheet *c, const gud_entity *e, const gud_feed_params *p)
{
    if (c->cycles) return GUD_OK;
    if (p->on == GUD_FEED_ON_JOURNAL && c->speed != 0.0)
        return gud_report(
            c->file.diag, e, "on",
            "a feed that rotates with the journal has no steady state; use a load `cycle`, or a joint of a model");
    if (gud_signal_has_table(&p->signal))
        return gud_report(c->file.diag, e, p->signal.table ? "table" : "pressures",
                          "a varying pressure has no steady state: give 'pressure', or use a joint of a model");
    return GUD_OK;
}

static gud_status take_feed(gud_bearing_sheet *c, const gud_entity *e, gud_film_feed *feed)
{
    const gud_feed_params *p = e->common;
    gud_bearing_spec *spec = &c->spec.bearing;
    const double from = spec->line ? spec->line_angle * spec->radius : 0.0;
    const gud_feed_wall wall = {.kind = GUD_WALL_PIN,
                                .radius = spec->radius,
                                .low = {from, -0.5 * spec->width},
                                .high = {from + 2.0 * pi * spec->radius, 0.5 * spec->width},
                                .closed = true};
    const char *key;
    gud_error error;
    GUD_TRY(check_steady(c, e, p));
    const gud_status status = gud_feed_make(p, &wall, c->spec.oil.eta0, feed, &key, &error);
    GUD_TRY(gud_component_check(&c->file, e, key, status, &error, ""));
    if (feed->source != GUD_FEED_CLOSED && feed->pressure < spec->cavity)
        return gud_report(c->file.diag, e, "pressure", "the supply pressure is below the cavity pressure");
    if (gud_feed_is_lopsided(feed, &wall)) spec->half = false;
    return GUD_OK;
}

static gud_status take_feeds(gud_bearing_sheet *c)
{
    const gud_entities *all = gud_input_section(c->file.input, "feeds");
    gud_bearing_spec *spec = &c->spec.bearing;
    gud_film_feed *feeds = GUD_TAKE(&c->file.arena, gud_film_feed, all->count + 1);
    gud_status status = GUD_OK;
    if (!feeds) return GUD_ERR_MEMORY;
    for (int i = 0; i < all->count; i++)
        if (take_feed(c, &all->list[i], &feeds[i]) != GUD_OK) status = GUD_ERR_INPUT;
    spec->feeds = feeds;
    spec->nfeed = all->count;
    return status;
}

// ---- deviations

static gud_status take_deviation(gud_bearing_sheet *c, const gud_entity *e, const gud_csv_units *units,
                                 gud_deviation *made)
{
    gud_error error;
    const gud_deviation_place *p = e->common;
    const gud_deviation_context context = {units, &c->file.arena, &error};
    const gud_status status = gud_deviation_make(e->row, e->params, &context, made);
    if (status != GUD_OK)
        return gud_component_check(&c->file, e, gud_entity_file(e, error.text), status, &error, "deviation: ");
    const gud_pin pin = {.radius = c->spec.bearing.radius,
                         .width = c->spec.bearing.width,
                         .clearance = c->spec.bearing.clearance,
                         .nx = c->fits_grid ? most_around : c->spec.bearing.nx,
                         .ny = c->fits_grid ? most_along : c->spec.bearing.ny,
                         .half = true};
    if (p->wall == 1 && !c->cycles && (made->law->traits(made->params) & GUD_VARIES_AROUND))
        return gud_report(c->file.diag, e, "wall",
                          "a journal that is not round has no steady state; use a load `cycle`, or a joint of a model");
    const gud_wall wall = gud_pin_wall(&pin), walls[2] = {wall, wall};
    const gud_form one = {{made, NULL}, {1, 0}};
    return gud_component_check(&c->file, e, NULL, gud_form_check(&one, walls, &error), &error, "deviation: ");
}

// those of the bearing, then those of the journal
static gud_status take_deviations(gud_bearing_sheet *c)
{
    const gud_entities *all = gud_input_section(c->file.input, "deviations");
    const gud_csv_units units = {gud_units_convert, c->file.units};
    gud_form *form = GUD_TAKE(&c->file.arena, gud_form, 1);
    gud_deviation *made = GUD_TAKE(&c->file.arena, gud_deviation, all->count + 1);
    gud_status status = GUD_OK;
    if (!form || !made) return GUD_ERR_MEMORY;
    for (int wall = 0; wall < 2; wall++) {
        form->list[wall] = made;
        for (int i = 0; i < all->count; i++) {
            const gud_deviation_place *p = all->list[i].common;
            if (p->wall != wall) continue;
            const gud_status one = take_deviation(c, &all->list[i], &units, made);
            if (one == GUD_ERR_MEMORY) return one;
            if (one != GUD_OK) status = one;
            made++, form->n[wall]++;
        }
    }
    if (status != GUD_OK || all->count == 0) return status;
    c->spec.bearing.form = form;
    if ((gud_form_traits(form, 0) | gud_form_traits(form, 1)) & GUD_VARIES_UNEVENLY) c->spec.bearing.half = false;
    return GUD_OK;
}

// ---- oil

static gud_status take_oil(gud_bearing_sheet *c)
{
    const gud_entity *e = gud_component_entity(&c->file, "oil");
    const gud_oil_params *p = e->common;
    gud_error error;
    const char *key;
    const gud_law_context context = {&c->file.arena, c->file.units, c->file.input->plugins, &error};
    gud_status status = gud_viscosity_source(&context, &p->law);
    if (status != GUD_OK) return gud_component_check(&c->file, e, "law", status, &error, "");
    status = gud_oil_make(p, &c->spec.oil, &key, &error);
    c->spec.bearing.thins = p->shear.row != NULL;
    c->oil = p;
    return gud_component_check(&c->file, e, key, status, &error, "");
}

// ---- operation and sweep

// what the steady bearing has, and the one that runs in time does not
static gud_status check_cycle(gud_bearing_sheet *c, const gud_entity *e)
{
    const gud_bearing_operate_params *p = e->common;
    const gud_entity *sweep = gud_component_entity(&c->file, "sweep");
    gud_status status = GUD_OK;
    if (p->tilt[0] != 0.0 || p->tilt[1] != 0.0)
        status = gud_report(c->file.diag, e, "tilt",
                            "with a load cycle the axes are parallel; remove `tilt`, or use a "
                            "joint of a spatial model");
    if (!isnan(p->rotor_mass))
        status = gud_report(c->file.diag, e, "rotor_mass",
                            "belongs to a steady load; with a load cycle `cycle.mass` moves with the journal");
    if (sweep) status = gud_report(c->file.diag, sweep, NULL, "belongs to a steady load, not to a load cycle");
    return status;
}

static gud_status take_operation(gud_bearing_sheet *c)
{
    const gud_entity *e = gud_component_entity(&c->file, "operate");
    const gud_bearing_operate_params *p = e->common;
    if (c->cycles) GUD_TRY(check_cycle(c, e));
    c->speed = p->speed;
    c->rotor_mass = p->rotor_mass;
    c->placed = p->position != NULL;
    for (int i = 0; i < 2; i++) c->load[i] = p->load[i], c->spec.tilt[i] = p->tilt[i];
    const double tilt = hypot(p->tilt[0], p->tilt[1]), most = 2.0 * c->spec.bearing.clearance / c->spec.bearing.width;
    if (tilt > 0.0) c->spec.bearing.half = false;
    if (tilt >= most)
        return gud_report(c->file.diag, e, "tilt",
                          "tilted by %g rad the journal touches both ends; the clearance leaves less than %g", tilt,
                          most);
    if (!c->placed) return GUD_OK;
    const double e_0 = p->position->eccentricity_ratio * c->spec.bearing.clearance;
    c->place[0] = e_0 * cos(p->position->angle);
    c->place[1] = e_0 * sin(p->position->angle);
    const double x = 0.5 * c->spec.bearing.width * p->tilt[0], y = 0.5 * c->spec.bearing.width * p->tilt[1];
    if (c->spec.bearing.form) return GUD_OK; // the film will tell
    if (fmax(hypot(c->place[0] + x, c->place[1] + y), hypot(c->place[0] - x, c->place[1] - y)) >=
        c->spec.bearing.clearance)
        return gud_report(c->file.diag, e, "position", "there the tilted journal touches the bearing");
    return GUD_OK;
}

static void span_fill(const gud_bearing_span_params *p, double *values)
{
    for (int i = 0; i < p->points; i++) {
        const double part = (double)i / (p->points - 1);
        values[i] = p->spacing == 0 ? p->from * pow(p->to / p->from, part) : p->from + (p->to - p->from) * part;
    }
    values[p->points - 1] = p->to;
}

static gud_status take_sweep(gud_bearing_sheet *c)
{
    const gud_entity *e = gud_component_entity(&c->file, "sweep");
    if (!e || c->cycles) return GUD_OK;
    const gud_bearing_sweep_params *p = e->common;
    const gud_bearing_span_params *span = p->speed ? p->speed : p->load;
    if (span->from == span->to)
        return gud_report(c->file.diag, e, p->speed ? "speed.to" : "load.to", "the range is empty");
    if (c->placed) return gud_report(c->file.diag, e, NULL, "a sweep needs a load in `operate`, not a position");
    if (p->load && c->load[0] == 0.0 && c->load[1] == 0.0)
        return gud_report(c->file.diag, e, "load", "a sweep of the load needs its direction in `operate`");
    c->sweeps_load = p->load != NULL;
    double *over = GUD_TAKE(&c->file.arena, double, span->points);
    if (!over) return GUD_ERR_MEMORY;
    span_fill(span, over);
    c->nsweep = span->points;
    c->over = over;
    return GUD_OK;
}

static gud_status take_friction(gud_bearing_sheet *c, const gud_entity *e)
{
    const gud_friction_law *law = gud_friction_find(e->row->name);
    gud_error error;
    if (law->state && c->cycles) return GUD_OK; // the model takes it
    if (law->state)
        return gud_report(c->file.diag, e, "law",
                          "friction law %s has a state and needs motion: use a law without a state, such as coulomb, "
                          "smooth or bengisu_akay",
                          e->row->name);
    gud_friction_params *params = e->params;
    const gud_law_context context = {&c->file.arena, c->file.units, c->file.input->plugins, &error};
    gud_status status = law->outside ? gud_friction_source(&context, params) : GUD_OK;
    if (status != GUD_OK)
        return gud_component_check(&c->file, e, gud_law_key(&params->source, &error), status, &error, "");
    status = gud_friction_make(law, params, &error, &c->spec.bearing.friction);
    c->spec.bearing.rubs = status == GUD_OK;
    return gud_component_check(&c->file, e, NULL, status, &error, "friction: ");
}

static gud_status take_rough(gud_bearing_sheet *c)
{
    const gud_entity *e = gud_component_entity(&c->file, "rough"), *f = gud_component_entity(&c->file, "friction");
    gud_error error;
    if (f) GUD_TRY(take_friction(c, f));
    if (!e) return GUD_OK;
    const gud_rough_params *p = e->params;
    const gud_status status = gud_rough_take(c->file.input->shared ? c->file.input->shared->rough : NULL,
                                             gud_rough_find(e->row->name), p, &error, &c->rough);
    GUD_TRY(gud_component_check(&c->file, e, p->profile ? "profile" : NULL, status, &error, "rough: "));
    if (gud_roughness_check(c->rough->params.sigma, c->spec.bearing.clearance, &error) == GUD_OK) return GUD_OK;
    return gud_report(c->file.diag, e, p->profile ? "profile" : "sigma", "%s", error.text);
}

// layers that have a section of their own
static gud_status take_layers(gud_bearing_sheet *c)
{
    for (int i = 0; i < GUD_NLAYER; i++) {
        const gud_layer *row = gud_layer_rows[i];
        const gud_entity *e = row->make ? gud_component_entity(&c->file, row->name) : NULL;
        const char *key = NULL;
        gud_error error;
        if (!e) continue;
        void *params = gud_arena_take(&c->file.arena, 1, row->size);
        if (!params) return GUD_ERR_MEMORY;
        const gud_status status = row->make(e->common, params, &key, &error);
        GUD_TRY(gud_component_check(&c->file, e, key, status, &error, ""));
        c->spec.bearing.layers.params[i] = params;
    }
    return GUD_OK;
}

static gud_status create_steady(gud_bearing_sheet *c)
{
    gud_error error;
    bool finer;
    c->spec.bearing.rough = c->rough;
    c->spec.threads = c->file.threads;
    if (!c->spec.bearing.half) c->spec.bearing.ny *= 2;
    const gud_status status = c->fits_grid ? gud_bearing_grid_fit(c, c->spec.bearing.clearance, &finer, &error)
                                           : gud_steady_create(&c->spec, &error, &c->steady);
    return gud_component_check(&c->file, gud_component_entity(&c->file, "bearing"), NULL, status, &error, "bearing: ");
}

// all mistakes at once
static gud_status read(gud_bearing_sheet *c)
{
    gud_status (*const stages[])(gud_bearing_sheet *) = {take_bearing, take_deviations, take_oil,   take_operation,
                                                         take_feeds,   take_sweep,      take_rough, take_layers};
    const gud_bearing_operate_params *operate = gud_component_entity(&c->file, "operate")->common;
    gud_status status = GUD_OK;
    c->cycles = operate->cycle != NULL;
    for (int i = 0; i < GUD_COUNT(stages); i++) {
        const gud_status st = stages[i](c);
        if (st == GUD_ERR_MEMORY) return st;
        if (st != GUD_OK) status = st;
    }
    return status;
}

static gud_status make(void *sheet)
{
    gud_bearing_sheet *c = sheet;
    gud_error error;
    GUD_TRY(read(c));
    if (c->cycles) return gud_bearing_cycle_make(c, NULL);
    GUD_TRY(create_steady(c));
    return gud_component_check(&c->file, gud_component_entity(&c->file, "operate"), NULL, gud_bearing_study(c, &error),
                               &error, "bearing: ");
}

static bool runs(const void *sheet)
{
    return ((const gud_bearing_sheet *)sheet)->cycles;
}

static gud_status run(void *sheet, const gud_simulate_options *options, gud_error *error)
{
    return gud_bearing_cycle_run(sheet, options, error);
}

static void clear(void *sheet)
{
    gud_bearing_sheet *c = sheet;
    gud_result_close(c->result);
    gud_model_free(c->model);
    gud_steady_free(c->steady);
    gud_rough_free(c->rough);
    gud_lubricant_release(&c->spec.oil);
}

const gud_component gud_component_bearing = {
    .name = "bearing",
    .about = "a journal bearing under a steady load or a load cycle",
    .subject = "a bearing",
    .sections = gud_bearing_sections,
    .size = sizeof(gud_bearing_sheet),
    .make = make,
    .runs = runs,
    .run = run,
    .clear = clear,
};
