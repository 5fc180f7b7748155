// Sheets of components as JSON: what `gudgeon bearing --json` prints and gud_component_read hands over.

#include "component/json.h"

#include "component/bearing.h"
#include "component/contact.h"
#include "component/gap.h"
#include "component/rough.h"
#include "out/answer.h"

#include <math.h>

// ---- curves of several laws over one abscissa

typedef struct curves {
    int n, nlaw;
    const char *const *names;
    const double *abscissa;
    const double *values[3]; // [law n + i]; NAN: the law does not say. NULL: no such quantity
} curves;

// "laws": {"hertz": {"depth": [...], "force": [...]}}; keys: of the abscissa and the quantities
static void curves_json(gud_json *json, const char *key, const curves *c, const char *const keys[4])
{
    gud_json_open(json, key, '{');
    for (int law = 0; law < c->nlaw; law++) {
        gud_json_open(json, c->names[law], '{');
        gud_json_numbers(json, keys[0], c->abscissa, c->n);
        for (int q = 0; q < 3 && c->values[q]; q++) {
            const double *curve = c->values[q] + (size_t)law * (size_t)c->n;
            if (!isnan(curve[0])) gud_json_numbers(json, keys[q + 1], curve, c->n);
        }
        gud_json_close(json);
    }
    gud_json_close(json);
}

// ---- bearings

static void matrix_json(gud_json *json, const char *key, const double (*matrix)[2])
{
    gud_json_open(json, key, '[');
    for (int i = 0; i < 2; i++) gud_json_numbers(json, NULL, matrix[i], 2);
    gud_json_close(json);
}

// flow and pressure of every feed, by its name
static void feeds_json(const gud_bearing_sheet *c, gud_json *json)
{
    const gud_entities *feeds = gud_input_section(c->file.input, "feeds");
    gud_json_open(json, "feeds", '{');
    for (int n = 0; n < feeds->count; n++) {
        const double *feed = c->point.state.feed + n * GUD_FEED_NANSWER;
        gud_json_open(json, feeds->list[n].name, '{');
        gud_json_number(json, "flow", feed[GUD_FEED_FLOW]);
        gud_json_number(json, "pressure", feed[GUD_FEED_PRESSURE]);
        gud_json_close(json);
    }
    gud_json_close(json);
}

// what a run in time leaves: the bearings of its last cycle, and statistics of their channels
static void write_cycle(const gud_bearing_sheet *c, gud_json *json)
{
    gud_answer a = {0};
    gud_error error;
    if (gud_scope_find(c->result, NULL, NULL, &error, &a.scope) != GUD_OK ||
        gud_answer_make(c->result, NULL, 0, &error, &a) != GUD_OK) {
        gud_json_text(json, "error", error.text);
        return;
    }
    gud_answer_write(&a, c->result, json);
    gud_answer_free(&a);
}

// around the bearing in its middle, for a picture beside the numbers
static void middle_json(const gud_bearing_sheet *c, gud_json *json)
{
    const gud_film_grid *grid = gud_steady_grid(c->steady);
    const double *columns[] = {grid->x, gud_steady_gaps(c->steady, c->point.state.place),
                               gud_steady_film(c->steady)->pressure};
    static const char *const keys[] = {"angle", "gap", "pressure"};
    const int row = c->spec.bearing.half ? 0 : grid->ny / 2;
    gud_json_open(json, "middle", '{');
    for (int k = 0; k < GUD_COUNT(keys); k++) {
        gud_json_open(json, keys[k], '[');
        for (int i = 0; i < grid->nx; i++) {
            const double value = columns[k][(size_t)i * (size_t)grid->ny + (size_t)row];
            gud_json_number(json, NULL, k == 0 ? value / c->spec.bearing.radius : value);
        }
        gud_json_close(json);
    }
    gud_json_close(json);
}

static void write_bearing(const void *sheet, gud_json *json)
{
    const gud_bearing_sheet *c = sheet;
    if (c->result) {
        write_cycle(c, json);
        return;
    }
    const gud_steady_state *s = &c->point.state;
    for (int i = 0; i < gud_bearing_nitem; i++)
        gud_json_number(json, gud_bearing_items[i].key, gud_bearing_value(&c->point, &gud_bearing_items[i]));
    gud_json_numbers(json, "force", s->force, 2);
    gud_json_numbers(json, "asperity_force", s->asperity_force, 2);
    gud_json_numbers(json, "moment", s->moment, 2);
    gud_json_numbers(json, "position", s->place, 2);
    gud_json_numbers(json, "tilt", c->spec.tilt, 2);
    matrix_json(json, "stiffness", s->stiffness);
    matrix_json(json, "damping", s->damping);
    gud_json_number(json, "whirl_threshold", c->threshold);
    feeds_json(c, json);
    gud_json_number(json, "viscosity", c->spec.oil.eta0);
    gud_json_number(json, "clearance", c->spec.bearing.clearance);
    middle_json(c, json);
    gud_json_open(json, "grid", '[');
    gud_json_integer(json, NULL, c->spec.bearing.nx);
    gud_json_integer(json, NULL, c->spec.bearing.half ? c->spec.bearing.ny : c->spec.bearing.ny / 2);
    gud_json_close(json);
    gud_json_integer(json, "iterations", s->iterations);
    gud_json_open(json, "warnings", '[');
    for (int i = 0; i < c->nwarning; i++) gud_json_text(json, NULL, c->warning[i].text);
    gud_json_close(json);
    if (c->nsweep > 0) {
        gud_json_open(json, "sweep", '{');
        gud_json_text(json, "over", c->sweeps_load ? "load" : "speed");
        for (int i = 0; i < gud_bearing_nitem; i++) {
            gud_json_open(json, gud_bearing_items[i].key, '[');
            for (int k = 0; k < c->nsweep; k++)
                gud_json_number(json, NULL, gud_bearing_value(&c->sweep[k], &gud_bearing_items[i]));
            gud_json_close(json);
        }
        gud_json_close(json);
    }
}

// ---- contacts

static void constants_json(gud_json *json, const gud_contact_sheet *s)
{
    gud_json_open(json, "constants", '{');
    for (int i = 0; i < s->nlaw; i++) {
        const gud_contact *c = &s->contacts[i];
        gud_json_open(json, s->names[i], '{');
        gud_json_text(json, "law", c->law->row.name);
        if (c->stiffness > 0.0) {
            gud_json_number(json, "stiffness", c->stiffness);
            gud_json_number(json, "exponent", c->exponent);
        }
        gud_json_number(json, "restitution", c->restitution);
        gud_json_close(json);
    }
    gud_json_close(json);
}

static void measured_json(gud_json *json, const gud_contact_sheet *s)
{
    const gud_contact_points *p = &s->measured;
    gud_json_open(json, "measured", '{');
    if (p->clearance) gud_json_numbers(json, "clearance", p->clearance, p->n);
    gud_json_numbers(json, "depth", p->depth, p->n);
    gud_json_numbers(json, "force", p->force, p->n);
    gud_json_open(json, "laws", '{');
    for (int law = 0; law < s->nlaw; law++) {
        gud_json_open(json, s->names[law], '{');
        gud_json_numbers(json, "force", p->model + (size_t)law * (size_t)p->n, p->n);
        gud_json_number(json, "mean_relative_error", p->error[law]);
        gud_json_number(json, "mean_absolute_error", p->distance[law]);
        gud_json_close(json);
    }
    gud_json_close(json);
    gud_json_close(json);
}

static void write_contact(const void *sheet, gud_json *out)
{
    const gud_contact_sheet *s = sheet;
    const curves c = {s->ndepth, s->nlaw, s->names, s->depth, {s->force, s->half_width, s->pressure}};
    const char *const keys[] = {"depth", "force", "half_width", "pressure"};
    curves_json(out, "laws", &c, keys);
    constants_json(out, s);
    if (s->measured.n > 0) measured_json(out, s);
}

// ---- rough surfaces

static void write_rough(const void *sheet, gud_json *out)
{
    const gud_rough_sheet *s = sheet;
    const curves c = {s->n, s->nmodel, s->names, s->separation, {s->pressure, s->area}};
    const char *const keys[] = {"separation", "pressure", "area", NULL};
    gud_rough_fact facts[GUD_ROUGH_FACTS];
    curves_json(out, "models", &c, keys);
    gud_json_open(out, "surface", '{');
    gud_rough_facts(&s->params, facts);
    for (int i = 0; i < GUD_ROUGH_FACTS; i++) gud_json_number(out, facts[i].key, facts[i].value);
    gud_json_close(out);
}

// ---- gaps

static void min_json(gud_json *json, const gud_gap_sheet *s, const gud_gap_result *r)
{
    gud_json_open(json, "min", '{');
    if (r->met) {
        gud_json_number(json, "gap", r->nearest.gap);
        gud_json_numbers(json, "xi", r->nearest.xi, 2);
        gud_json_numbers(json, "xi_other", r->nearest.other, 2);
        gud_json_numbers(json, "position", r->place, 3);
    }
    gud_json_close(json);
    gud_json_number(json, "contact_area", r->area);
    gud_json_integer(json, "hits", r->nfilm);
    if (s->mode == GUD_GAP_NEWTON) return;
    gud_json_integer(json, "unsure", r->nunsure);
    gud_json_integer(json, "disagree", r->ndisagree);
    if (s->mode == GUD_GAP_VERIFY) gud_json_number(json, "judge", r->judge);
}

static void grid_json(gud_json *json, const gud_gap_sheet *s)
{
    const gud_gap_hits *f = &s->work->field;
    gud_json_open(json, "points", '[');
    for (int i = 0; i < s->pair.grid.n; i++) {
        const bool hit = gud_gap_met(f->state[i]);
        double x[3];
        gud_gap_sheet_point(s, i, x);
        gud_json_open(json, NULL, '{');
        gud_json_numbers(json, "xi", s->pair.grid.xi + 2 * (size_t)i, 2);
        gud_json_numbers(json, "position", x, 3);
        gud_json_number(json, "gap", hit ? f->gap[i] : (double)NAN);
        gud_json_number(json, "rate", hit ? f->rate[i] : (double)NAN);
        gud_json_switch(json, "hit", hit);
        if (s->mode != GUD_GAP_NEWTON) gud_json_switch(json, "sure", gud_gap_sure(f->state[i]));
        if (s->moves) {
            gud_json_numbers(json, "wall_reference", f->wall_r + 3 * (size_t)i, 3);
            gud_json_numbers(json, "wall_other", f->wall_c + 3 * (size_t)i, 3);
        }
        gud_json_close(json);
    }
    gud_json_close(json);
}

static void poses_json(gud_json *json, const gud_gap_sheet *s)
{
    gud_json_open(json, "poses", '[');
    for (int i = 0; i < s->npose; i++) {
        gud_json_open(json, NULL, '{');
        for (int k = 0; k < s->nsweep; k++) gud_json_number(json, s->sweeps[k].name, s->results[i].values[k]);
        min_json(json, s, &s->results[i]);
        gud_json_close(json);
    }
    gud_json_close(json);
}

static void write_gap(const void *sheet, gud_json *out)
{
    const gud_gap_sheet *s = sheet;
    gud_json_text(out, "reference", s->names[s->pair.reference]);
    gud_json_text(out, "other", s->names[1 - s->pair.reference]);
    gud_json_text(out, "mode", gud_gap_modes[s->mode]);
    gud_json_open(out, "cells", '[');
    for (int k = 0; k < 2; k++) gud_json_integer(out, NULL, s->pair.grid.cells[k]);
    gud_json_close(out);
    gud_json_integer(out, "pose", s->least);
    grid_json(out, s);
    min_json(out, s, &s->results[s->least]);
    if (s->nsweep > 0) poses_json(out, s);
}

// ---- the whole

typedef struct writer {
    const gud_component *component;
    void (*write)(const void *sheet, gud_json *json); // members of the object
} writer;

static const writer writers[] = {{&gud_component_bearing, write_bearing},
                                 {&gud_component_contact, write_contact},
                                 {&gud_component_rough, write_rough},
                                 {&gud_component_gap, write_gap}};

void gud_component_json(const void *sheet, gud_buffer *out)
{
    const gud_component_file *file = sheet;
    gud_json json;
    gud_json_init(&json, out, true);
    gud_json_open(&json, NULL, '{');
    gud_json_text(&json, "title", file->input->title);
    for (int i = 0; i < GUD_COUNT(writers); i++)
        if (writers[i].component == file->component) writers[i].write(sheet, &json);
    gud_json_close(&json);
}
