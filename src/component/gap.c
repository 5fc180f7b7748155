#include "component/gap.h"

#include "contact/foundation.h"
#include "load/near.h"
#include "num/rot.h"
#include "num/vec.h"
#include "surface/shape.h"

#include <math.h>
#include <string.h>

// ---- the sections of a gap file

typedef struct gap_params {
    const char *between[2];
    int reference, side, mode;
    double window;
    gud_numbers cells;
} gap_params;

static const char *const references[] = {"first", "second", NULL};
static const char *const sides[] = {"front", "back", NULL};
const char *const gud_gap_modes[] = {"newton", "mrep", "verify", NULL};

#define CHOICE(member, list, fallback_, about_)                                                                        \
    {                                                                                                                  \
        .key = #member, .type = GUD_CHOICE, .offset = offsetof(gap_params, member), .choices = (list),                 \
        .fallback = (fallback_), .about = (about_)                                                                     \
    }
static const gud_field gap_fields[] = {
    {.key = "between",
     .type = GUD_NAMES,
     .offset = offsetof(gap_params, between),
     .count = 2,
     .refers = "surfaces",
     .fallback = GUD_REQUIRED,
     .about = "the two surfaces"},
    CHOICE(reference, references, 0, "surface that carries the points from which the gap is measured"),
    CHOICE(side, sides, GUD_OPTIONAL,
           "side of the reference that faces the other: front, where its normal points (out of a cylinder), or back; "
           "default: found automatically"),
    GUD_FIELD_POSITIVE(gap_params, window, "m", GUD_OPTIONAL,
                       "largest gap and depth that is searched; default: a twentieth of the smaller surface, or three "
                       "times the largest gap"),
    {.key = "cells",
     .type = GUD_NUMBERS,
     .offset = offsetof(gap_params, cells),
     .unit = "1",
     .fallback = GUD_OPTIONAL,
     .about = "cells of the reference along its two parameters; default: 64 and 16"},
    CHOICE(mode, gud_gap_modes, 0,
           "newton: ray and surface; mrep: golden section on the implicit matrix, which reports where it cannot "
           "decide; verify: both"),
};
static const gud_row gap_row = GUD_ROW(gap_params, "gap", "the surfaces, and how the gap is found", gap_fields);
static const gud_section gap_section = {
    .key = "gap",
    .about = "the two surfaces and the search between them",
    .common = &gap_row,
    .required = true,
    .example = "gap: {between: [bore, pin], cells: [64, 16]}",
};

typedef struct pose_params {
    double at[3], rotation[3], velocity[3], spin[3];
} pose_params;

#define VECTOR(member, unit_, about_)                                                                                  \
    {                                                                                                                  \
        .key = #member, .type = GUD_VECTOR, .offset = offsetof(pose_params, member), .count = 3, .unit = (unit_),      \
        .fallback = 0.0, .about = (about_)                                                                             \
    }
static const gud_field pose_fields[] = {
    VECTOR(at, "m", "position of its frame"),
    VECTOR(rotation, "rad", "rotation vector of its frame"),
    VECTOR(velocity, "m/s", "velocity of the frame's origin"),
    VECTOR(spin, "rad/s", "angular velocity, in world axes"),
};
static const gud_row pose_row = GUD_ROW(pose_params, "pose", "pose and motion of a surface", pose_fields);
static const gud_section first_section = {
    .key = "first",
    .about = "pose and motion of the first surface; default: at rest at the origin",
    .common = &pose_row,
    .example = "first: {spin: [0, 0, 3000 rpm]}",
};
static const gud_section second_section = {
    .key = "second",
    .about = "pose and motion of the second surface; default: at rest at the origin",
    .common = &pose_row,
    .example = "second: {at: [20 um, 0, 0], rotation: [0, 0.1 mrad, 0], velocity: [1 mm/s, 0, 0]}",
};

typedef struct sweep_params {
    double from, to;
    int points;
} sweep_params;

#define END(member, about_)                                                                                            \
    {                                                                                                                  \
        .key = #member, .type = GUD_NUMBER, .offset = offsetof(sweep_params, member), .unit = "m|rad",                 \
        .fallback = GUD_REQUIRED, .about = (about_)                                                                    \
    }
static const gud_field sweep_fields[] = {
    END(from, "first value"),
    END(to, "last value"),
    {.key = "points",
     .type = GUD_INTEGER,
     .offset = offsetof(sweep_params, points),
     .fallback = 11.0,
     .low = 1.0,
     .high = GUD_GAP_POSES,
     .about = "number of values"},
};
static const gud_row sweep_row = GUD_ROW(sweep_params, "sweep", "values of a number of the pose", sweep_fields);
static const gud_section sweep_section = {
    .key = "sweep",
    .about = "numbers of the pose of the second surface that are swept: x, y, z, rotation.x, rotation.y, rotation.z; "
             "all combinations are computed, the last one varying fastest",
    .named = true,
    .common = &sweep_row,
    .example = "sweep: {x: {from: 0 um, to: 30 um, points: 7}}",
};

static const gud_section *const sections[] = {&gud_surfaces_section, &gap_section,   &first_section,
                                              &second_section,       &sweep_section, NULL};

// ---- from the file

static gud_status make_surfaces(gud_gap_sheet *s)
{
    const gud_entity *gap = gud_component_entity(&s->file, "gap");
    const gap_params *p = gap->common;
    gud_error error;
    const gud_csv_units units = {gud_units_convert, s->file.units};
    const gud_shape_context context = {&units, &s->file.arena, &error, s->file.input};
    gud_status status = GUD_OK;
    for (int i = 0; i < 2; i++) {
        const gud_entity *e = gud_input_find(s->file.input, "surfaces", p->between[i]);
        s->names[i] = e->name;
        gud_status one = gud_shape_surface(e->row, e->params, e->common, &context, &s->surfaces[i]);
        if (one == GUD_ERR_MEMORY) return one;
        if (one == GUD_OK && s->surfaces[i].trim)
            one = gud_fail(&error, GUD_ERR_INPUT, "gaps are computed between whole surfaces: remove 'trim'");
        if (one != GUD_OK) status = gud_component_check(&s->file, e, gud_entity_file(e, error.text), one, &error, "");
    }
    return status;
}

static void rotate(const double rotation[3], double R[9])
{
    const double angle = v3_norm(rotation);
    double axis[3] = {1.0, 0.0, 0.0};
    if (angle > 0.0) v3_scale(axis, 1.0 / angle, rotation);
    gud_rot_about(axis, angle, R);
}

static void read_pose(gud_gap_sheet *s, const char *section, int which)
{
    const gud_entity *entity = gud_component_entity(&s->file, section);
    static const pose_params none = {0};
    const pose_params *p = entity ? entity->common : &none;
    gud_pose *pose = &s->pose[which];
    v3_copy(pose->p, p->at);
    v3_copy(pose->v, p->velocity);
    v3_copy(pose->w, p->spin);
    rotate(p->rotation, pose->R);
    if (which == 1) v3_copy(s->rotation, p->rotation);
    s->moves = s->moves || v3_norm(p->velocity) > 0.0 || v3_norm(p->spin) > 0.0;
}

static gud_status read_sweep(gud_gap_sheet *s, const gud_entity *e)
{
    static const char *const names[GUD_GAP_SWEEPS] = {"x", "y", "z", "rotation.x", "rotation.y", "rotation.z"};
    const sweep_params *p = e->common;
    gud_near near;
    gud_near_start(&near, e->name);
    for (int i = 0; i < GUD_GAP_SWEEPS; i++) {
        gud_near_try(&near, names[i]);
        if (strcmp(names[i], e->name) != 0) continue;
        const char *unit = i < 3 ? "m" : "rad";
        for (int end = 0; end < 2; end++)
            if (!gud_entity_unit_fits(e, end == 0 ? "from" : "to", s->file.units, unit))
                return gud_report(s->file.diag, e, end == 0 ? "from" : "to", "'%s' is measured in %s", names[i], unit);
        s->sweeps[s->nsweep++] = (gud_gap_sweep){names[i], unit, i, p->from, p->to, p->points};
        return GUD_OK;
    }
    return gud_report(s->file.diag, e, NULL,
                      "unknown number of a pose; expected x, y, z, rotation.x, rotation.y or rotation.z%s",
                      gud_near_hint(&near));
}

static gud_status read_sweeps(gud_gap_sheet *s)
{
    const gud_entities *list = gud_input_section(s->file.input, "sweep");
    gud_status status = GUD_OK;
    long long count = 1;
    for (int i = 0; i < list->count; i++) {
        const gud_status one = read_sweep(s, &list->list[i]);
        if (one != GUD_OK) status = one;
        count *= ((const sweep_params *)list->list[i].common)->points;
        if (count > GUD_GAP_POSES)
            return gud_report(s->file.diag, &list->list[i], "points", "more than %d poses", GUD_GAP_POSES);
    }
    s->npose = (int)count;
    return status;
}

static gud_status read_cells(gud_gap_sheet *s, int cells[2])
{
    const gud_entity *e = gud_component_entity(&s->file, "gap");
    const gud_numbers *given = &((const gap_params *)e->common)->cells;
    cells[0] = 64;
    cells[1] = 16;
    bool fits = given->count == 0 || given->count == 2;
    for (int i = 0; i < 2 && given->count == 2; i++) {
        const double n = given->data[i];
        fits = fits && n == floor(n) && n >= 1.0 && n <= 4096.0;
        if (fits) cells[i] = (int)n;
    }
    if (fits && cells[0] * cells[1] <= GUD_GRID_CELLS) return GUD_OK;
    return gud_report(s->file.diag, e, "cells",
                      "cells must be two whole numbers from 1 to 4096, at most %d cells in all", GUD_GRID_CELLS);
}

static gud_status make_pair(gud_gap_sheet *s)
{
    static const int signs[] = {0, 1, -1};
    const gud_entity *e = gud_component_entity(&s->file, "gap");
    const gap_params *p = e->common;
    gud_surface_spec spec = {.surface = {&s->surfaces[0], &s->surfaces[1]},
                             .reference = p->reference,
                             .side = signs[1 + p->side],
                             .window = p->window};
    gud_error error;
    GUD_TRY(read_cells(s, spec.cells));
    s->mode = (gud_gap_mode)p->mode;
    const gud_status status = gud_surface_pair_make(&spec, s->pose, &s->file.arena, &error, &s->pair);
    GUD_TRY(gud_component_check(&s->file, e, "between", status, &error, ""));
    s->work = gud_surface_work_create(&s->pair);
    return s->work ? GUD_OK : GUD_ERR_MEMORY;
}

// ---- poses

static void pose_values(const gud_gap_sheet *s, int pose, double *values)
{
    for (int i = s->nsweep - 1; i >= 0; i--) {
        const gud_gap_sweep *sweep = &s->sweeps[i];
        const int at = pose % sweep->points;
        const double share = sweep->points > 1 ? (double)at / (sweep->points - 1) : 0.0;
        values[i] = sweep->from * (1.0 - share) + sweep->to * share;
        pose /= sweep->points;
    }
}

gud_status gud_gap_sheet_show(gud_gap_sheet *s, int pose, gud_error *error)
{
    const gud_surface_pair *pair = &s->pair;
    const gud_gap_pair question = {.grid = &pair->grid,
                                   .other = pair->surface[1 - pair->reference],
                                   .mode = s->mode,
                                   .low = -pair->window,
                                   .high = pair->window};
    double values[GUD_GAP_SWEEPS] = {0}, rotation[3];
    memcpy(s->shown, s->pose, sizeof s->shown);
    v3_copy(rotation, s->rotation);
    pose_values(s, pose, values);
    for (int i = 0; i < s->nsweep; i++) {
        const int which = s->sweeps[i].which;
        *(which < 3 ? &s->shown[1].p[which] : &rotation[which - 3]) = values[i];
    }
    rotate(rotation, s->shown[1].R);
    for (int i = 0; i < 2 * pair->grid.n; i++) s->work->warm[i] = (double)NAN;
    return gud_gap_find(&question, &s->shown[pair->reference], &s->shown[1 - pair->reference], &s->work->search,
                        s->work->warm, error, &s->work->field);
}

// the part of a cell where the depth is positive is the stiffness of a foundation of unit stiffness
static double overlap(const gud_gap_sheet *s)
{
    const gud_foundation unit = {gud_foundation_find("winkler"), 1.0, 0.0};
    double area = 0.0;
    for (int i = 0; i < s->pair.grid.n; i++) {
        gud_surface_cell cell;
        gud_foundation_cell energy;
        if (!gud_surface_cell_of(&s->pair, &s->work->field, i, &cell)) continue;
        unit.law->cell(&unit, cell.x, &energy);
        area += s->pair.grid.area[i] * energy.energy_xx[0][0];
    }
    return area;
}

static gud_status find_result(gud_gap_sheet *s, int pose, gud_error *error)
{
    gud_gap_result *r = &s->results[pose];
    const gud_gap_hits *f = &s->work->field;
    const gud_pose *const two[2] = {&s->shown[0], &s->shown[1]};
    GUD_TRY(gud_gap_sheet_show(s, pose, error));
    pose_values(s, pose, r->values);
    r->nfilm = f->nfilm;
    r->nunsure = f->nunsure;
    r->ndisagree = f->ndisagree;
    r->judge = f->judge;
    r->area = overlap(s);
    r->met = gud_surface_nearest(&s->pair, two, s->work);
    if (!r->met) return GUD_OK;
    r->nearest = s->work->nearest;
    const gud_pose *reference = &s->shown[s->pair.reference];
    m3_apply(r->place, reference->R, r->nearest.place);
    v3_axpy(r->place, r->place, 1.0, reference->p);
    if (!s->results[s->least].met || r->nearest.gap < s->results[s->least].nearest.gap) s->least = pose;
    return GUD_OK;
}

static gud_status find_results(gud_gap_sheet *s)
{
    gud_error error = {"out of memory"};
    s->results = GUD_TAKE(&s->file.arena, gud_gap_result, s->npose);
    gud_status st = s->results ? GUD_OK : GUD_ERR_MEMORY;
    for (int i = 0; i < s->npose && st == GUD_OK; i++) {
        gud_watch_count(s->file.watch, i, s->npose);
        st = find_result(s, i, &error);
    }
    if (st == GUD_OK) st = gud_gap_sheet_show(s, s->least, &error);
    return gud_component_check(&s->file, gud_component_entity(&s->file, "gap"), NULL, st, &error, "");
}

// ---- the whole

static gud_status make(void *sheet)
{
    gud_gap_sheet *s = sheet;
    read_pose(s, "first", 0);
    read_pose(s, "second", 1);
    GUD_TRY(make_surfaces(s));
    GUD_TRY(read_sweeps(s));
    GUD_TRY(make_pair(s));
    return find_results(s);
}

static void clear(void *sheet)
{
    gud_surface_work_free(((gud_gap_sheet *)sheet)->work);
}

void gud_gap_sheet_point(const gud_gap_sheet *s, int i, double x[3])
{
    const gud_pose *pose = &s->shown[s->pair.reference];
    const double *p = s->pair.grid.place + 3 * (size_t)i;
    for (int k = 0; k < 3; k++)
        x[k] = pose->p[k] + pose->R[3 * k] * p[0] + pose->R[3 * k + 1] * p[1] + pose->R[3 * k + 2] * p[2];
}

const gud_component gud_component_gap = {
    .name = "gap",
    .about = "gap between two surfaces, its minimum, and where they overlap",
    .subject = "a gap between surfaces",
    .sections = sections,
    .size = sizeof(gud_gap_sheet),
    .make = make,
    .clear = clear,
};
