// Surfaces of bodies, and joints between two of them.

#include "model/build_pairs.h"
#include "num/vec.h"
#include "pair/foundation.h"
#include "surface/shape.h"

#include <string.h>

static const double window_part = 0.05;     // of the smaller surface, where no window is given
static const int probe_cells[2] = {24, 12}; // of the search for the side

void gud_build_surfaces(gud_builder *b)
{
    const gud_entities *list = gud_input_section(b->in, "surfaces");
    gud_model *m = b->m;
    gud_error error;
    const gud_shape_context context = {&b->curve_units, &m->arena, &error};
    m->nsurface = list->count;
    m->surface = GUD_TAKE(&m->arena, gud_surface, list->count);
    for (int i = 0; m->surface && i < list->count; i++) {
        const gud_entity *e = &list->list[i];
        if (gud_shape_surface(e->row, e->params, e->common, &context, &m->surface[i]) != GUD_OK)
            GUD_WRONG(b, e, NULL, "%s", error.text);
    }
}

static const gud_surface *find_surface(const gud_builder *b, const char *name)
{
    const gud_entities *list = gud_input_section(b->in, "surfaces");
    return &b->m->surface[gud_input_find(b->in, "surfaces", name) - list->list];
}

// ---- the side that faces the other body

// Pose of the second frame in the first when the run begins: as guessed, but with what the ideal joint holds.
static void relative_pose(gud_builder *b, const gud_entity *e, int frame_a, int frame_b, gud_pose *pose)
{
    const gud_joint_params *p = e->common;
    const gud_joint_type *type = gud_joint_type_of(e->row);
    const gud_joint_form *form = b->m->planar ? &type->planar : &type->spatial;
    gud_pose A, B;
    double d[3];
    gud_build_guess(b, frame_a, &A);
    gud_build_guess(b, frame_b, &B);
    v3_axpy(d, B.p, -1.0, A.p);
    *pose = (gud_pose){0};
    m3_apply_t(pose->p, A.R, d);
    m3_mul_t(pose->R, A.R, B.R);
    for (int i = 0; p->begin == GUD_BEGIN_IDEAL && i < form->nrow; i++) {
        const double identity[9] = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0};
        if (form->row[i].kind == GUD_WORLD) v3_set(pose->p, 0.0, 0.0, 0.0);
        if (form->row[i].kind == GUD_ALONG) pose->p[form->row[i].i] = 0.0;
        if (form->row[i].kind == GUD_COSINE) memcpy(pose->R, identity, sizeof identity);
    }
}

// by which side most of the reference surface sees the other one: 1, -1, or 0 if it sees nothing
static int facing(const gud_surface_pair *pair, const gud_gap_field *f)
{
    double sum = 0.0;
    for (int i = 0; i < pair->grid.n; i++)
        if (f->state[i] == GUD_GAP_FILM) sum += copysign(pair->grid.area[i], f->gap[i]);
    return (sum > 0.0) - (sum < 0.0);
}

// the least gap on that side; the window if there is none
static double least_gap(const gud_surface_pair *pair, const gud_gap_field *f, int side)
{
    double least = pair->window;
    for (int i = 0; i < pair->grid.n; i++)
        if (f->state[i] == GUD_GAP_FILM) least = fmin(least, side * f->gap[i]);
    return least > 0.0 ? least : pair->window;
}

// looks at the other surface from a grid of cells
static gud_status look(gud_surface_pair *probe, const gud_pose poses[2], gud_arena *scratch, gud_error *error)
{
    const gud_grid_spec spec = {.cells = {probe_cells[0], probe_cells[1]}, .side = 1};
    const gud_pose *const two[2] = {&poses[0], &poses[1]};
    GUD_TRY(gud_grid_create(probe->surface[probe->reference], &spec, scratch, error, &probe->grid));
    gud_surface_work *work = gud_surface_work_create(probe);
    if (!work) return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    const gud_status status = gud_surface_gaps(probe, two, NULL, work);
    if (status == GUD_OK) {
        probe->side = facing(probe, &work->field);
        probe->clearance = least_gap(probe, &work->field, probe->side);
    }
    gud_surface_work_free(work);
    return status == GUD_OK ? GUD_OK : gud_fail(error, status, "the first guess is not finite");
}

// side and clearance, from the start
static bool face(gud_builder *b, const gud_entity *e, int frame_a, int frame_b, gud_surface_pair *pair)
{
    const gud_joint_params *p = e->common;
    gud_pose poses[2] = {{.R = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0}}};
    gud_surface_pair probe = *pair;
    gud_error error;
    gud_arena scratch;
    relative_pose(b, e, frame_a, frame_b, &poses[1]);
    gud_arena_init(&scratch);
    const gud_status status = look(&probe, poses, &scratch, &error);
    gud_arena_free(&scratch);
    pair->side = p->side < 0 ? probe.side : p->side == 0 ? 1 : -1;
    pair->clearance = probe.clearance;
    if (status != GUD_OK)
        GUD_WRONG(b, e, "surfaces", "%s", error.text);
    else if (pair->side == 0)
        GUD_WRONG(b, e, "surfaces",
                  "surface '%s' sees nothing of '%s' within %g mm at the start: give a larger 'window', or the 'side'",
                  p->surfaces[pair->reference], p->surfaces[1 - pair->reference], 1e3 * pair->window);
    return status == GUD_OK && pair->side != 0;
}

// ---- the pair

// the longest edge of a cell
static double cell_size(const gud_grid *g)
{
    double most = 0.0;
    for (int i = 0; i < g->n; i++)
        most = fmax(most, fmax(sqrt(g->metric[i].E) * g->step[0], sqrt(g->metric[i].G) * g->step[1]));
    return most;
}

bool gud_build_surface_pair(gud_builder *b, const gud_entity *e, int frame_a, int frame_b, const int cells[2],
                            gud_surface_pair *pair)
{
    const gud_joint_params *p = e->common;
    for (int k = 0; k < 2; k++) pair->surface[k] = find_surface(b, p->surfaces[k]);
    pair->reference = p->reference;
    pair->window = isnan(p->window) ? window_part * fmin(pair->surface[0]->size, pair->surface[1]->size) : p->window;
    if (!face(b, e, frame_a, frame_b, pair)) return false;
    const gud_grid_spec spec = {.cells = {cells[0], cells[1]}, .side = pair->side};
    gud_error error;
    if (gud_grid_create(pair->surface[pair->reference], &spec, &b->m->arena, &error, &pair->grid) != GUD_OK) {
        GUD_WRONG(b, e, "cells", "%s", error.text);
        return false;
    }
    pair->stride = cell_size(&pair->grid);
    return true;
}

bool gud_build_cells(gud_builder *b, const gud_entity *e, const int fallback[2], int cells[2])
{
    const gud_joint_params *p = e->common;
    const gud_numbers *given = &p->cells;
    for (int k = 0; k < 2; k++) {
        cells[k] = fallback[k];
        if (given->count != 0 && (given->count != 2 || !(given->data[k] >= 1.0 && given->data[k] <= GUD_GRID_MAX))) {
            GUD_WRONG(b, e, "cells", "cells has two numbers, both at least 1");
            return false;
        }
        if (given->count == 2) cells[k] = (int)given->data[k];
    }
    return true;
}

static void build_foundation(gud_builder *b, const gud_entity *e, int frame_a, int frame_b)
{
    static const int planar_cells[2] = {96, 1}, spatial_cells[2] = {64, 16};
    const gud_joint_params *p = e->common;
    gud_model *m = b->m;
    int cells[2];
    gud_foundation_pair *f = GUD_TAKE(&m->arena, gud_foundation_pair, 1);
    if (!f || !gud_build_cells(b, e, m->planar ? planar_cells : spatial_cells, cells) ||
        !gud_build_surface_pair(b, e, frame_a, frame_b, cells, &f->pair) ||
        !gud_build_friction(b, e, &f->friction, &f->rubs))
        return;
    gud_foundation_make(gud_foundation_find(p->foundation.row->name), p->foundation.params, &f->foundation);
    m->force[m->nforce++] = (gud_force){.name = gud_build_text(b, e->name),
                                        .law = &gud_pair_foundation,
                                        .params = f,
                                        .frame = {frame_a, frame_b},
                                        .nframe = 2,
                                        .coordinate = -1,
                                        .nhistory = gud_surface_nhistory(&f->pair)};
}

void gud_build_surface_joint(gud_builder *b, const gud_entity *e, int frame_a, int frame_b)
{
    const gud_joint_params *p = e->common;
    if (p->model == GUD_DRY && p->foundation.row)
        build_foundation(b, e, frame_a, frame_b);
    else if (p->model == GUD_DRY)
        gud_build_dry(b, e, frame_a, frame_b);
    else if (p->model == GUD_REYNOLDS || p->model == GUD_MIXED)
        gud_build_surface_film(b, e, frame_a, frame_b);
    else
        GUD_WRONG(b, e, "model", "a joint between two surfaces has no model '%s'", gud_fidelities[p->model]);
}
