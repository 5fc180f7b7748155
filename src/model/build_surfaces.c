// Surfaces of bodies, and joints between two of them.

#include "model/build_pairs.h"
#include "num/vec.h"
#include "surface/shape.h"

#include <string.h>

void gud_build_surfaces(gud_builder *b)
{
    const gud_entities *list = gud_input_section(b->in, "surfaces");
    gud_model *m = b->m;
    gud_error error;
    const gud_shape_context context = {&b->curve_units, &m->arena, &error, b->in};
    m->nsurface = list->count;
    m->surface = GUD_TAKE(&m->arena, gud_surface, list->count);
    for (int i = 0; m->surface && i < list->count; i++) {
        const gud_entity *e = &list->list[i];
        const gud_status status = gud_shape_surface(e->row, e->params, e->common, &context, &m->surface[i]);
        (void)gud_build_made(b, e, status == GUD_OK ? NULL : gud_entity_file(e, error.text), status, &error);
    }
}

static const gud_surface *find_surface(const gud_builder *b, const char *name)
{
    const gud_entities *list = gud_input_section(b->in, "surfaces");
    return &b->m->surface[gud_input_find(b->in, "surfaces", name) - list->list];
}

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

bool gud_build_surface_pair(gud_builder *b, const gud_entity *e, int frame_a, int frame_b, const int cells[2],
                            gud_surface_pair *pair)
{
    static const int sides[] = {0, 1, -1};
    const gud_joint_params *p = e->common;
    const gud_surface_spec spec = {.surface = {find_surface(b, p->surfaces[0]), find_surface(b, p->surfaces[1])},
                                   .reference = p->reference,
                                   .side = sides[1 + p->side],
                                   .window = p->window,
                                   .cells = {cells[0], cells[1]},
                                   .mode = p->search ? GUD_GAP_MREP : GUD_GAP_NEWTON};
    gud_pose poses[2] = {{.R = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0}}};
    gud_error error;
    relative_pose(b, e, frame_a, frame_b, &poses[1]);
    const gud_status status = gud_surface_pair_make(&spec, poses, &b->m->arena, &error, pair);
    return gud_build_made(b, e, "surfaces", status, &error);
}

bool gud_build_cells(gud_builder *b, const gud_entity *e, const int fallback[2], int cells[2])
{
    const gud_joint_params *p = e->common;
    const gud_cells_rule rule = {.key = "cells",
                                 .fallback = {fallback[0], fallback[1]},
                                 .low = {2, 1},
                                 .high = {4096, 4096},
                                 .along = {"along the reference's first parameter", "along its second"}};
    return gud_build_grid(b, e, &rule, &p->cells, cells);
}

// films know where a trimmed surface ends; the search for the nearest spot does not
static bool is_whole(gud_builder *b, const gud_entity *e)
{
    const gud_joint_params *p = e->common;
    for (int i = 0; i < 2; i++) {
        if (!find_surface(b, p->surfaces[i])->trim) continue;
        GUD_WRONG(b, e, "surfaces",
                  "surface '%s' is trimmed: dry joints need whole surfaces; only films ('model: reynolds' or 'mixed') "
                  "can end at a trimmed edge",
                  p->surfaces[i]);
        return false;
    }
    return true;
}

void gud_build_dry_surfaces(gud_builder *b, const gud_entity *e, int frame_a, int frame_b)
{
    if (is_whole(b, e)) gud_build_dry(b, e, frame_a, frame_b);
}
