// Bearing files: their sections, and the bearing that they describe.

#include "cli/bearing_load.h"
#include "base/alloc.h"
#include "load/near.h"

#include <string.h>

static const double pi = 3.14159265358979323846;

enum { fewest_around = 8, most_around = 4096, fewest_along = 2, most_along = 1024, most_points = 10000 };

#define RULED(params, name_, about_, list, rules_)                                                                     \
    {                                                                                                                  \
        .name = (name_), .about = (about_), .size = sizeof(params), .fields = (list), .nfield = GUD_COUNT(list),       \
        .rules = (rules_), .nrule = GUD_COUNT(rules_)                                                                  \
    }

// ---- bearing

typedef struct supply_params {
    double angle, pressure;
} supply_params;

typedef struct bearing_params {
    double radius, width, clearance, ambient, cavity;
    gud_numbers grid;
    gud_choice cavitation, drag;
    supply_params *supply;
} bearing_params;

static const gud_field supply_fields[] = {
    GUD_FIELD(supply_params, angle, "rad", GUD_REQUIRED, 0.0, 0.0, "from x towards y"),
    GUD_FIELD(supply_params, pressure, "Pa", GUD_REQUIRED, 0.0, 1e9, "pressure of the oil in the groove"),
};
static const gud_row supply_row =
    GUD_ROW(supply_params, "supply", "a narrow axial groove over the full width", supply_fields);

static const gud_table cavitation_table = {
    .about = "how the film breaks", .selector = "type", .fallback = "elrod_adams", .rows = gud_cavitation_rows};
static const gud_table drag_table = {
    .about = "drag of a broken film", .selector = "type", .fallback = "streamers", .rows = gud_drag_rows};

static const gud_field bearing_fields[] = {
    GUD_FIELD_POSITIVE(bearing_params, radius, "m", GUD_REQUIRED, "radius of the bore"),
    GUD_FIELD_POSITIVE(bearing_params, width, "m", GUD_REQUIRED, "width along the axis"),
    GUD_FIELD_POSITIVE(bearing_params, clearance, "m", GUD_REQUIRED, "radial clearance"),
    {.key = "grid",
     .type = GUD_NUMBERS,
     .offset = offsetof(bearing_params, grid),
     .unit = "1",
     .fallback = GUD_OPTIONAL,
     .about = "cells around and along half the width; 240 and 24 when absent"},
    GUD_FIELD(bearing_params, ambient, "Pa", 1e5, 0.0, 1e9, "pressure at the ends"),
    GUD_FIELD(bearing_params, cavity, "Pa", 0.0, 0.0, 1e9, "pressure where the film breaks"),
    GUD_FIELD_TABLE(bearing_params, cavitation, &cavitation_table, 0.0, "how the film breaks"),
    GUD_FIELD_TABLE(bearing_params, drag, &drag_table, 0.0, "drag where the film is broken"),
    GUD_FIELD_GROUP(bearing_params, supply, &supply_row, GUD_OPTIONAL, "axial supply groove"),
};
static const gud_row bearing_row = GUD_ROW(bearing_params, "bearing", "a plain journal bearing", bearing_fields);
static const gud_section bearing_section = {
    .key = "bearing",
    .about = "geometry, surroundings and grid",
    .common = &bearing_row,
    .required = true,
    .example = "bearing: {radius: 25 mm, width: 50 mm, clearance: 50 um, supply: {angle: 90 deg, pressure: 2 bar}}",
};

// ---- feeds

typedef struct feed_params {
    double angle, z, length, width, pressure;
    int shape;
} feed_params;

static const char *const shapes[] = {"groove", "hole", NULL};
static const gud_field feed_fields[] = {
    GUD_FIELD(feed_params, angle, "rad", GUD_REQUIRED, 0.0, 0.0, "of its middle, from x towards y"),
    GUD_FIELD(feed_params, z, "m", 0.0, 0.0, 0.0, "of its middle, along the axis from the middle of the bearing"),
    GUD_FIELD_POSITIVE(feed_params, length, "m", GUD_REQUIRED, "size along the circumference"),
    GUD_FIELD_POSITIVE(feed_params, width, "m", GUD_REQUIRED, "size along the axis"),
    GUD_FIELD(feed_params, pressure, "Pa", GUD_REQUIRED, 0.0, 1e9, "pressure of the oil in it"),
    {.key = "shape",
     .type = GUD_CHOICE,
     .offset = offsetof(feed_params, shape),
     .choices = shapes,
     .fallback = 0.0,
     .about = "a rectangle or an ellipse"},
};
static const gud_row feed_row = GUD_ROW(feed_params, "feed", "a groove or a hole", feed_fields);
static const gud_section feeds_section = {
    .key = "feeds",
    .about = "grooves and holes that supply oil",
    .named = true,
    .common = &feed_row,
    .example = "feeds:\n  top: {angle: 90 deg, length: 10 mm, width: 30 mm, pressure: 2 bar}",
};

// ---- oil

typedef struct oil_params {
    double viscosity, temperature, density, specific_heat;
    const char *grade;
    gud_choice law, pressure, shear, compression;
} oil_params;

static const gud_table viscosity_table = {
    .about = "viscosity by temperature", .selector = "type", .rows = gud_viscosity_rows};
static const gud_table pressure_table = {
    .about = "viscosity by pressure", .selector = "type", .rows = gud_pressure_rows};
static const gud_table shear_table = {.about = "shear thinning", .selector = "type", .rows = gud_shear_rows};
static const gud_table density_table = {.about = "density by pressure", .selector = "type", .rows = gud_density_rows};

static const gud_field oil_fields[] = {
    GUD_FIELD_POSITIVE(oil_params, viscosity, "Pa.s", GUD_OPTIONAL, "dynamic viscosity"),
    {.key = "grade",
     .type = GUD_TEXT,
     .offset = offsetof(oil_params, grade),
     .fallback = GUD_OPTIONAL,
     .about = "a typical oil of a grade at the temperature: ISO VG 46, SAE 30, SAE 10W-40 ..."},
    GUD_FIELD_TABLE(oil_params, law, &viscosity_table, GUD_OPTIONAL, "viscosity at the temperature by a law"),
    GUD_FIELD_POSITIVE(oil_params, temperature, "K", GUD_OPTIONAL, "temperature of the film"),
    GUD_FIELD_TABLE(oil_params, pressure, &pressure_table, GUD_OPTIONAL, "influence of pressure on viscosity"),
    GUD_FIELD_TABLE(oil_params, shear, &shear_table, GUD_OPTIONAL, "influence of the shear rate on viscosity"),
    GUD_FIELD_TABLE(oil_params, compression, &density_table, GUD_OPTIONAL, "influence of pressure on density"),
    GUD_FIELD_POSITIVE(oil_params, density, "kg/m3", 870.0, "density, for the rise of temperature"),
    GUD_FIELD_POSITIVE(oil_params, specific_heat, "J/(kg.K)", 1950.0, "specific heat, for the rise of temperature"),
};
static const gud_rule oil_rules[] = {
    {GUD_ONE_OF, {"viscosity", "grade", "law"}},
    {GUD_NEEDS, {"grade", "temperature"}},
    {GUD_NEEDS, {"law", "temperature"}},
};
static const gud_row oil_row = RULED(oil_params, "oil", "the lubricant", oil_fields, oil_rules);
static const gud_section oil_section = {
    .key = "oil",
    .about = "the lubricant",
    .common = &oil_row,
    .required = true,
    .example = "oil: {grade: ISO VG 46, temperature: 60 degC}",
};

// ---- operation

typedef struct position_params {
    double eccentricity_ratio, angle;
} position_params;

typedef struct operate_params {
    double speed, load[2], rotor_mass;
    position_params *position;
} operate_params;

static const gud_field position_fields[] = {
    {.key = "eccentricity_ratio",
     .type = GUD_NUMBER,
     .offset = offsetof(position_params, eccentricity_ratio),
     .unit = "1",
     .fallback = GUD_REQUIRED,
     .low = 0.0,
     .high = 1.0,
     .flags = GUD_OPEN_HIGH,
     .about = "eccentricity over clearance"},
    GUD_FIELD(position_params, angle, "rad", 0.0, 0.0, 0.0,
              "direction in which the journal is off the middle, from x towards y"),
};
static const gud_row position_row = GUD_ROW(position_params, "position", "a place of the journal", position_fields);
static const gud_field operate_fields[] = {
    GUD_FIELD(operate_params, speed, "rad/s", GUD_REQUIRED, -1e6, 1e6, "of the journal, positive from x towards y"),
    {.key = "load",
     .type = GUD_VECTOR,
     .offset = offsetof(operate_params, load),
     .count = 2,
     .unit = "N",
     .fallback = GUD_OPTIONAL,
     .about = "force on the journal that the bearing has to carry"},
    GUD_FIELD_GROUP(operate_params, position, &position_row, GUD_OPTIONAL, "place of the journal instead of a load"),
    GUD_FIELD_POSITIVE(operate_params, rotor_mass, "kg", GUD_OPTIONAL,
                       "mass of a rigid rotor on two such bearings, for the speed at which it begins to whirl"),
};
static const gud_rule operate_rules[] = {{GUD_ONE_OF, {"load", "position"}}};
static const gud_row operate_row = RULED(operate_params, "operate", "speed and load", operate_fields, operate_rules);
static const gud_section operate_section = {
    .key = "operate",
    .about = "speed, and load or place of the journal",
    .common = &operate_row,
    .required = true,
    .example = "operate: {speed: 3000 rpm, load: [0, -5 kN]}",
};

// ---- rough surfaces

static const gud_section rough_section = {
    .key = "rough",
    .about = "roughness of the surfaces; smooth when absent",
    .selector = "model",
    .rows = gud_rough_rows,
    .example = "rough: {model: GT, sigma: 0.4 um, radius: 16 um, density: 1e10, modulus: 115 GPa}",
};

typedef struct friction_params {
    double coefficient;
} friction_params;

static const gud_field friction_fields[] = {
    GUD_FIELD(friction_params, coefficient, "1", GUD_REQUIRED, 0.0, 10.0,
              "of boundary friction, where asperities touch"),
};
static const gud_row friction_row = GUD_ROW(friction_params, "friction", "boundary friction", friction_fields);
static const gud_section friction_section = {
    .key = "friction",
    .about = "boundary friction; none when absent",
    .common = &friction_row,
    .example = "friction: {coefficient: 0.1}",
};

// ---- sweep

typedef struct span_params {
    double from, to;
    int points, spacing;
} span_params;

typedef struct sweep_params {
    span_params *speed, *load;
} sweep_params;

static const char *const spacings[] = {"log", "linear", NULL};
#define SPAN_FIELDS(unit_)                                                                                             \
    GUD_FIELD_POSITIVE(span_params, from, unit_, GUD_REQUIRED, "first value"),                                         \
        GUD_FIELD_POSITIVE(span_params, to, unit_, GUD_REQUIRED, "last value"),                                        \
        {.key = "points",                                                                                              \
         .type = GUD_INTEGER,                                                                                          \
         .offset = offsetof(span_params, points),                                                                      \
         .fallback = 41.0,                                                                                             \
         .low = 2.0,                                                                                                   \
         .high = most_points,                                                                                          \
         .about = "how many values"},                                                                                  \
    {                                                                                                                  \
        .key = "spacing", .type = GUD_CHOICE, .offset = offsetof(span_params, spacing), .choices = spacings,           \
        .fallback = 0.0, .about = "equal ratios or equal differences"                                                  \
    }
static const gud_field speed_fields[] = {SPAN_FIELDS("rad/s")};
static const gud_field force_fields[] = {SPAN_FIELDS("N")};
static const gud_row speed_row = GUD_ROW(span_params, "speed", "speeds of the journal", speed_fields);
static const gud_row force_row = GUD_ROW(span_params, "load", "magnitudes of the load", force_fields);
static const gud_field sweep_fields[] = {
    GUD_FIELD_GROUP(sweep_params, speed, &speed_row, GUD_OPTIONAL, "at the load of `operate`: the Stribeck curve"),
    GUD_FIELD_GROUP(sweep_params, load, &force_row, GUD_OPTIONAL, "in the direction of the load, at its speed"),
};
static const gud_rule sweep_rules[] = {{GUD_ONE_OF, {"speed", "load"}}};
static const gud_row sweep_row = RULED(sweep_params, "sweep", "a range of operation", sweep_fields, sweep_rules);
static const gud_section sweep_section = {
    .key = "sweep",
    .about = "a range of speeds or loads",
    .common = &sweep_row,
    .example = "sweep: {speed: {from: 1 rpm, to: 3000 rpm, points: 61}}",
};

const gud_section *const gud_bearing_sections[] = {
    &bearing_section, &feeds_section,    &oil_section,   &operate_section,
    &rough_section,   &friction_section, &sweep_section, NULL};

// ---- from the file to the bearing

typedef struct builder {
    const gud_input *input;
    gud_diag *diag;
    gud_bearing_case *c;
} builder;

// the only entity of a section; NULL when it is absent
static const gud_entity *entity_of(const builder *b, const char *section)
{
    const gud_entities *all = gud_input_section(b->input, section);
    return all && all->count > 0 ? &all->list[0] : NULL;
}

// a message of a library without its beginning, which the report of an entity says anyway
static const char *without(const char *text, const char *beginning)
{
    const size_t n = strlen(beginning);
    return strncmp(text, beginning, n) == 0 ? text + n : text;
}

static gud_status check_grid(const builder *b, const gud_entity *e, gud_bearing_spec *spec)
{
    const gud_numbers grid = ((const bearing_params *)e->common)->grid;
    if (grid.count != 0 && grid.count != 2)
        return gud_report(b->diag, e, "grid", "grid has two numbers: cells around and along half the width");
    const double nx = grid.count ? grid.data[0] : 240.0, ny = grid.count ? grid.data[1] : 24.0;
    const bool whole = nx == floor(nx) && ny == floor(ny);
    if (!whole || nx < fewest_around || nx > most_around || ny < fewest_along || ny > most_along)
        return gud_report(b->diag, e, "grid",
                          "grid = [%g, %g]: needs %d to %d cells around and %d to %d along half the width", nx, ny,
                          fewest_around, most_around, fewest_along, most_along);
    spec->nx = (int)nx;
    spec->ny = (int)ny;
    return GUD_OK;
}

static gud_status take_bearing(builder *b)
{
    const gud_entity *e = entity_of(b, "bearing");
    const bearing_params *p = e->common;
    gud_bearing_spec *spec = &b->c->spec.bearing;
    *spec = (gud_bearing_spec){.radius = p->radius,
                               .width = p->width,
                               .clearance = p->clearance,
                               .half = true,
                               .ambient = {p->ambient, p->ambient},
                               .cavity = p->cavity,
                               .cavitation = (const gud_cavitation *)(const void *)p->cavitation.row};
    b->c->spec.drag = (const gud_drag *)(const void *)p->drag.row;
    b->c->spec.drag_params = p->drag.params;
    if (p->supply) {
        spec->line = true;
        spec->line_angle = p->supply->angle;
        spec->line_pressure = p->supply->pressure;
        if (p->supply->pressure < p->cavity)
            return gud_report(b->diag, e, "supply.pressure", "the supply pressure is below the cavity pressure");
    }
    if (p->ambient < p->cavity)
        return gud_report(b->diag, e, "ambient", "ambient = %g Pa is below the cavity pressure of %g Pa", p->ambient,
                          p->cavity);
    if (p->clearance >= 0.1 * p->radius)
        return gud_report(b->diag, e, "clearance",
                          "clearance = %g mm is no thin film in a bore of radius %g mm; at most a tenth",
                          1e3 * p->clearance, 1e3 * p->radius);
    return check_grid(b, e, spec);
}

static gud_status take_feed(builder *b, const gud_entity *e, gud_film_feed *feed)
{
    const feed_params *p = e->common;
    gud_bearing_spec *spec = &b->c->spec.bearing;
    if (fabs(p->z) + 0.5 * p->width > 0.5 * spec->width * (1.0 + 1e-12))
        return gud_report(b->diag, e, p->z != 0.0 ? "z" : "width",
                          "reaches from z = %g to %g mm: outside the bearing, which ends at %g mm",
                          1e3 * (p->z - 0.5 * p->width), 1e3 * (p->z + 0.5 * p->width), 5e2 * spec->width);
    if (p->length > 2.0 * pi * spec->radius)
        return gud_report(b->diag, e, "length", "length = %g mm is longer than the circumference of %g mm",
                          1e3 * p->length, 2e3 * pi * spec->radius);
    if (p->pressure < spec->cavity)
        return gud_report(b->diag, e, "pressure", "the supply pressure is below the cavity pressure");

    // angles are counted from the seam of the grid
    const double seam = spec->line ? spec->line_angle : 0.0;
    const double turn = p->angle - seam - 2.0 * pi * floor((p->angle - seam) / (2.0 * pi));
    *feed = (gud_film_feed){.x = (seam + turn) * spec->radius,
                            .y = p->z,
                            .size_x = p->length,
                            .size_y = p->width,
                            .round = p->shape == 1,
                            .pressure = p->pressure};
    return GUD_OK;
}

static gud_status take_feeds(builder *b)
{
    const gud_entities *all = gud_input_section(b->input, "feeds");
    gud_bearing_spec *spec = &b->c->spec.bearing;
    gud_film_feed *feeds = GUD_TAKE(&b->c->arena, gud_film_feed, all->count + 1);
    gud_status status = GUD_OK;
    if (!feeds) return GUD_ERR_MEMORY;
    for (int i = 0; i < all->count; i++) {
        if (take_feed(b, &all->list[i], &feeds[i]) != GUD_OK) status = GUD_ERR_INPUT;
        if (feeds[i].y != 0.0) spec->half = false;
    }
    if (!spec->half) spec->ny *= 2;
    spec->feeds = feeds;
    spec->nfeed = all->count;
    return status;
}

// ---- oil

static const gud_viscosity_law *viscosity_law(const char *name)
{
    const gud_row *const *row = gud_viscosity_rows;
    while (strcmp((*row)->name, name) != 0) row++;
    return (const gud_viscosity_law *)(const void *)*row;
}

static gud_status take_grade(const builder *b, const gud_entity *e, double *eta)
{
    const oil_params *p = e->common;
    const gud_viscosity_law *law = viscosity_law("grade");
    const gud_field *grade = &law->row.fields[0];
    gud_near near;
    gud_near_start(&near, p->grade);
    for (int i = 0; grade->choices[i]; i++) {
        gud_near_try(&near, grade->choices[i]);
        if (strcmp(grade->choices[i], p->grade) != 0) continue;
        char *params = gud_arena_take(&b->c->arena, 1, law->row.size);
        if (!params) return GUD_ERR_MEMORY;
        memcpy(params + grade->offset, &i, sizeof i);
        *eta = law->eval(params, p->temperature);
        return GUD_OK;
    }
    return gud_report(b->diag, e, "grade", "unknown grade '%s'%s", gud_shown(p->grade).text, gud_near_hint(&near));
}

static gud_status prepare_oil(const builder *b, const gud_entity *e)
{
    gud_error error;
    b->c->spec.bearing.thins = b->c->spec.oil.shear != NULL;
    const gud_status status = gud_lubricant_prepare(&b->c->spec.oil, &error);
    if (status == GUD_OK || status == GUD_ERR_MEMORY) return status;
    return gud_report(b->diag, e, "pressure", "%s", without(error.text, "lubricant: "));
}

static gud_status take_oil(builder *b)
{
    const gud_entity *e = entity_of(b, "oil");
    const oil_params *p = e->common;
    gud_lubricant *oil = &b->c->spec.oil;
    *oil = (gud_lubricant){.eta0 = p->viscosity,
                           .pressure = (const gud_pressure_law *)(const void *)p->pressure.row,
                           .pressure_params = p->pressure.params,
                           .shear = (const gud_shear_law *)(const void *)p->shear.row,
                           .shear_params = p->shear.params,
                           .density = (const gud_density_law *)(const void *)p->compression.row,
                           .density_params = p->compression.params};
    b->c->density = p->density;
    b->c->specific_heat = p->specific_heat;
    if (p->grade) GUD_TRY(take_grade(b, e, &oil->eta0));
    if (p->law.row)
        oil->eta0 = ((const gud_viscosity_law *)(const void *)p->law.row)->eval(p->law.params, p->temperature);
    if (oil->eta0 > 0.0 && isfinite(oil->eta0)) return prepare_oil(b, e);
    return gud_report(b->diag, e, "temperature", "the oil has no viscosity at %g K", p->temperature);
}

// ---- operation and sweep

static gud_status take_operation(builder *b)
{
    const gud_entity *e = entity_of(b, "operate");
    const operate_params *p = e->common;
    gud_bearing_case *c = b->c;
    c->speed = p->speed;
    c->rotor_mass = p->rotor_mass;
    c->placed = p->position != NULL;
    for (int i = 0; i < 2; i++) c->load[i] = p->load[i];
    if (!c->placed) return GUD_OK;
    const double e_0 = p->position->eccentricity_ratio * c->spec.bearing.clearance;
    c->place[0] = e_0 * cos(p->position->angle);
    c->place[1] = e_0 * sin(p->position->angle);
    return GUD_OK;
}

static void span_fill(const span_params *p, double *values)
{
    for (int i = 0; i < p->points; i++) {
        const double part = (double)i / (p->points - 1);
        values[i] = p->spacing == 0 ? p->from * pow(p->to / p->from, part) : p->from + (p->to - p->from) * part;
    }
    values[p->points - 1] = p->to;
}

static gud_status take_sweep(builder *b)
{
    const gud_entity *e = entity_of(b, "sweep");
    gud_bearing_case *c = b->c;
    if (!e) return GUD_OK;
    const sweep_params *p = e->common;
    const span_params *span = p->speed ? p->speed : p->load;
    if (span->from == span->to) return gud_report(b->diag, e, p->speed ? "speed.to" : "load.to", "the range is empty");
    if (c->placed) return gud_report(b->diag, e, NULL, "a sweep needs a load in `operate`, not a position");
    if (p->load && c->load[0] == 0.0 && c->load[1] == 0.0)
        return gud_report(b->diag, e, "load", "a sweep of the load needs its direction in `operate`");
    c->sweeps_load = p->load != NULL;
    c->sweep = GUD_TAKE(&c->arena, double, span->points);
    if (!c->sweep) return GUD_ERR_MEMORY;
    c->nsweep = span->points;
    span_fill(span, c->sweep);
    return GUD_OK;
}

static gud_status take_rough(builder *b)
{
    const gud_entity *e = entity_of(b, "rough"), *f = entity_of(b, "friction");
    gud_error error;
    b->c->spec.coefficient = f ? ((const friction_params *)f->common)->coefficient : 0.0;
    if (!e) return GUD_OK;
    const gud_rough_params *p = e->params;
    const gud_status status = gud_rough_make(gud_rough_find(e->row->name), p, &error, &b->c->rough);
    if (status == GUD_OK || status == GUD_ERR_MEMORY) return status;
    return gud_report(b->diag, e, p->profile ? "profile" : NULL, "%s", without(error.text, "rough: "));
}

static gud_status take_seat(builder *b)
{
    gud_error error;
    b->c->spec.rough = b->c->rough;
    const gud_status status = gud_seat_create(&b->c->spec, &error, &b->c->seat);
    if (status == GUD_OK || status == GUD_ERR_MEMORY) return status;
    return gud_report(b->diag, entity_of(b, "bearing"), NULL, "%s", without(error.text, "bearing: "));
}

// all mistakes at once
static gud_status make(builder *b)
{
    gud_status (*const stages[])(builder *) = {take_bearing,   take_feeds, take_oil,
                                               take_operation, take_sweep, take_rough};
    gud_status status = GUD_OK;
    b->c->title = gud_arena_text(&b->c->arena, b->input->title);
    for (int i = 0; i < GUD_COUNT(stages); i++) {
        const gud_status st = stages[i](b);
        if (st == GUD_ERR_MEMORY) return st;
        if (st != GUD_OK) status = st;
    }
    if (b->c->arena.failed) return GUD_ERR_MEMORY;
    return status == GUD_OK ? take_seat(b) : status;
}

gud_status gud_bearing_case_make(const gud_input *input, gud_diag *diag, gud_bearing_case **out)
{
    *out = NULL;
    gud_bearing_case *c = gud_alloc(1, sizeof *c);
    if (!c) return GUD_ERR_MEMORY;
    gud_arena_init(&c->arena);
    builder b = {input, diag, c};
    const gud_status status = make(&b);
    if (status == GUD_OK)
        *out = c;
    else
        gud_bearing_case_free(c);
    return status;
}

void gud_bearing_case_free(gud_bearing_case *c)
{
    if (!c) return;
    gud_seat_free(c->seat);
    gud_rough_free(c->rough);
    gud_lubricant_release(&c->spec.oil);
    gud_arena_free(&c->arena);
    gud_free(c);
}
