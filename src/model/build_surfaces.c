// Surfaces of bodies, and joints between two of them.

#include "model/builder.h"
#include "num/vec.h"
#include "surface/shape.h"

#include <string.h>

static const double window_part = 0.05; // of the smaller surface, where no window is given
static const int cells_default[2] = {64, 16};
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

static bool field_take(gud_arena *arena, int n, gud_gap_field *f, double **warm)
{
    f->state = GUD_TAKE(arena, unsigned char, n);
    f->gap = GUD_TAKE(arena, double, n);
    f->rate = GUD_TAKE(arena, double, n);
    f->slope = GUD_TAKE(arena, double, 3 * n);
    f->wall_r = GUD_TAKE(arena, double, 3 * n);
    f->wall_c = GUD_TAKE(arena, double, 3 * n);
    f->slip = GUD_TAKE(arena, double, 3 * n);
    *warm = GUD_TAKE(arena, double, 2 * n);
    for (int i = 0; *warm && i < 2 * n; i++) (*warm)[i] = (double)NAN;
    return !arena->failed;
}

// by which side most of the reference surface sees the other one: 1, -1, or 0 if it sees nothing
static gud_status look(const gud_surface_pair *pair, const gud_pose poses[2], gud_arena *scratch, gud_error *error,
                       int *side)
{
    const gud_surface *other = pair->surface[1 - pair->reference];
    const gud_grid_spec spec = {.cells = {probe_cells[0], probe_cells[1]}, .side = 1};
    gud_grid grid;
    gud_gap_work work;
    gud_gap_field field;
    double *warm, sum = 0.0;
    GUD_TRY(gud_grid_create(pair->surface[pair->reference], &spec, scratch, error, &grid));
    GUD_TRY(gud_gap_work_create(other, scratch, error, &work));
    if (!field_take(scratch, grid.n, &field, &warm)) return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    const gud_gap_pair question = {&grid, other, GUD_GAP_NEWTON, -pair->window, pair->window};
    GUD_TRY(gud_gap_find(&question, &poses[pair->reference], &poses[1 - pair->reference], &work, warm, error, &field));
    for (int i = 0; i < grid.n; i++)
        if (field.state[i] == GUD_GAP_FILM) sum += copysign(grid.area[i], field.gap[i]);
    *side = (sum > 0.0) - (sum < 0.0);
    return GUD_OK;
}

static int find_side(gud_builder *b, const gud_entity *e, int frame_a, int frame_b, const gud_surface_pair *pair)
{
    const gud_joint_params *p = e->common;
    gud_pose poses[2] = {{.R = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0}}};
    gud_error error;
    gud_arena scratch;
    int side = 0;
    if (p->side >= 0) return p->side == 0 ? 1 : -1;
    relative_pose(b, e, frame_a, frame_b, &poses[1]);
    gud_arena_init(&scratch);
    if (look(pair, poses, &scratch, &error, &side) != GUD_OK)
        GUD_WRONG(b, e, "surfaces", "%s", error.text);
    else if (side == 0)
        GUD_WRONG(b, e, "surfaces",
                  "surface '%s' sees nothing of '%s' within %g mm at the start: give a larger 'window', or the 'side'",
                  p->surfaces[pair->reference], p->surfaces[1 - pair->reference], 1e3 * pair->window);
    gud_arena_free(&scratch);
    return side;
}

// ---- the pair

bool gud_build_surface_pair(gud_builder *b, const gud_entity *e, int frame_a, int frame_b, const int cells[2],
                            gud_surface_pair *pair)
{
    const gud_joint_params *p = e->common;
    for (int k = 0; k < 2; k++) pair->surface[k] = find_surface(b, p->surfaces[k]);
    pair->reference = p->reference;
    pair->window = isnan(p->window) ? window_part * fmin(pair->surface[0]->size, pair->surface[1]->size) : p->window;
    const int side = find_side(b, e, frame_a, frame_b, pair);
    if (side == 0) return false;
    const gud_grid_spec spec = {.cells = {cells[0], cells[1]}, .side = side};
    gud_error error;
    if (gud_grid_create(pair->surface[pair->reference], &spec, &b->m->arena, &error, &pair->grid) == GUD_OK)
        return true;
    GUD_WRONG(b, e, "cells", "%s", error.text);
    return false;
}

// the cells that a joint asks for
static bool cells_of(gud_builder *b, const gud_entity *e, int cells[2])
{
    const gud_joint_params *p = e->common;
    const gud_numbers *given = &p->cells;
    for (int k = 0; k < 2; k++) {
        cells[k] = cells_default[k];
        if (given->count != 0 && (given->count != 2 || !(given->data[k] >= 1.0 && given->data[k] <= GUD_GRID_MAX))) {
            GUD_WRONG(b, e, "cells", "cells has two numbers, both at least 1");
            return false;
        }
        if (given->count == 2) cells[k] = (int)given->data[k];
    }
    return true;
}

void gud_build_surface_joint(gud_builder *b, const gud_entity *e, int frame_a, int frame_b)
{
    static const char *const words[] = {"ideal", "dry", "short", "long", "reynolds", "mixed"};
    const gud_joint_params *p = e->common;
    gud_surface_pair pair;
    int cells[2];
    if (!cells_of(b, e, cells) || !gud_build_surface_pair(b, e, frame_a, frame_b, cells, &pair)) return;
    GUD_WRONG(b, e, "model", "a joint between two surfaces has no model '%s'", words[p->model]);
}
