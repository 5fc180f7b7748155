// Joints with clearance: geometry x interface, from the keys of a joint.

#include "model/build_pairs.h"

#include "film/sizes.h"
#include "num/vec.h"

#include <stdio.h>
#include <string.h>

gud_pair *gud_build_add_pair(gud_builder *b, const gud_entity *e, const gud_pair_law *law, void *params,
                             const int frames[2])
{
    gud_pair *pair = &b->m->pair[b->m->npair++];
    *pair = (gud_pair){.name = gud_build_text(b, e->name),
                       .law = law,
                       .params = params,
                       .frame = {frames[0], frames[1]},
                       .channels = law->channels,
                       .nchannel = law->nchannel};
    return pair;
}

bool gud_pair_has(gud_builder *b, const gud_entity *e, double value, const char *key, const char *what)
{
    if (!isnan(value)) return true;
    GUD_WRONG(b, e, "model", "a joint with clearance needs '%s': %s", key, what);
    return false;
}

bool gud_build_grid(gud_builder *b, const gud_entity *e, const gud_cells_rule *rule, const gud_numbers *given,
                    int cells[2])
{
    bool fits = given->count == 0 || given->count == 2;
    for (int k = 0; k < 2; k++) cells[k] = rule->fallback[k];
    for (int k = 0; k < 2 && given->count == 2; k++) {
        const double n = given->data[k];
        fits = fits && n == floor(n) && n >= rule->low[k] && n <= rule->high[k];
        if (fits) cells[k] = (int)n;
    }
    if (!fits)
        GUD_WRONG(b, e, rule->key, "%s must be two whole numbers of cells: %d to %d %s, %d to %d %s", rule->key,
                  rule->low[0], rule->high[0], rule->along[0], rule->low[1], rule->high[1], rule->along[1]);
    gud_error error;
    if (fits && gud_film_cost_check((double)cells[0] * cells[1], &error) != GUD_OK) {
        GUD_WRONG(b, e, rule->key, "%s = [%d, %d]: %s", rule->key, cells[0], cells[1], error.text);
        fits = false;
    }
    return fits;
}

bool gud_build_pressures(gud_builder *b, const gud_entity *e)
{
    const gud_film_params *film = ((const gud_joint_params *)e->common)->film;
    if (film->ambient >= film->cavity) return true;
    GUD_WRONG(b, e, "film.ambient", "film.ambient = %g Pa is below the cavity pressure of %g Pa", film->ambient,
              film->cavity);
    return false;
}

static bool round_geometry(gud_builder *b, const gud_entity *e, const gud_joint_params *p, gud_pair_geometry *g)
{
    if (!gud_pair_has(b, e, p->radius, "radius", "that of the bore or socket") ||
        !gud_pair_has(b, e, p->clearance, "clearance", "difference of the radii of bore and pin"))
        return false;
    gud_error error;
    if (gud_clearance_check(p->radius, p->clearance, p->model != GUD_FIDELITY_DRY, &error) != GUD_OK) {
        GUD_WRONG(b, e, "clearance", "%s", error.text);
        return false;
    }
    if (gud_width_check(p->radius, p->width, &error) != GUD_OK) {
        GUD_WRONG(b, e, "width", "%s", error.text);
        return false;
    }
    g->radius = p->radius;
    g->clearance = p->clearance;
    g->width = p->width;
    g->play = isnan(p->play) ? (double)INFINITY : p->play;
    return g->shape != GUD_SHAPE_CYLINDER || gud_pair_has(b, e, p->width, "width", "of the bore along its axis");
}

bool gud_build_round(gud_builder *b, const gud_entity *e)
{
    gud_pair_geometry g = {.shape = GUD_SHAPE_PIN};
    return round_geometry(b, e, e->common, &g);
}

static bool block_geometry(gud_builder *b, const gud_entity *e, const gud_joint_params *p, gud_pair_geometry *g)
{
    if (!gud_pair_has(b, e, p->clearance, "clearance", "the gap on either side of the block")) return false;
    if (!(p->size[0] > 0.0) || !(p->size[1] > 0.0)) {
        GUD_WRONG(b, e, "size", "a slider with clearance needs 'size: [length, height]', both greater than 0");
        return false;
    }
    const double least = fmin(p->size[0], p->size[1]);
    if (p->clearance >= 0.5 * least) {
        GUD_WRONG(b, e, "size",
                  "clearance = %g mm is at least half the size of the block (%g mm), which would turn over in its "
                  "guide; use a smaller clearance, or 'surfaces'",
                  1e3 * p->clearance, 1e3 * least);
        return false;
    }
    g->clearance = p->clearance;
    g->half_length = 0.5 * p->size[0];
    g->half_height = 0.5 * p->size[1];
    return true;
}

bool gud_build_geometry(gud_builder *b, const gud_entity *e, gud_pair_geometry *g)
{
    const gud_joint_params *p = e->common;
    const char *type = e->row->name;
    *g = (gud_pair_geometry){.play = INFINITY};
    if (strcmp(type, "revolute") == 0)
        g->shape = b->m->planar ? GUD_SHAPE_PIN : GUD_SHAPE_CYLINDER;
    else if (strcmp(type, "spherical") == 0)
        g->shape = GUD_SHAPE_BALL;
    else if (strcmp(type, "prismatic") == 0 && b->m->planar)
        g->shape = GUD_SHAPE_BLOCK;
    else {
        GUD_WRONG(b, e, "model",
                  "a %s joint%s has no clearance model; use a revolute or spherical joint or a planar slider", type,
                  b->m->planar ? "" : " in space");
        return false;
    }
    return g->shape == GUD_SHAPE_BLOCK ? block_geometry(b, e, p, g) : round_geometry(b, e, p, g);
}

#define GUD_FIDELITY(id, word, by_type, by_surfaces) {by_type, by_surfaces},
static gud_fidelity_build *const builders[][2] = {
#include "model/fidelities.def"
};
#undef GUD_FIDELITY

bool gud_build_check_walls(gud_builder *b, const gud_entity *e)
{
    const gud_joint_params *p = e->common;
    if (p->foundation.row && p->model != GUD_FIDELITY_DRY && p->model != GUD_FIDELITY_IDEAL) {
        GUD_WRONG(b, e, "foundation",
                  "'foundation' is dry contact (model: dry); elastic walls under a film need 'lining' (model: reynolds "
                  "or mixed)");
        return false;
    }
    if (p->cells.count == 0 || p->surfaces[0] || p->foundation.row) return true;
    GUD_WRONG(b, e, "cells", "'cells' needs 'surfaces' or 'foundation'; films have 'film.grid'");
    return false;
}

static void build_one(gud_builder *b, const gud_entity *e, int frame_a, int frame_b)
{
    const gud_joint_params *p = e->common;
    builders[p->model][0](b, e, frame_a, frame_b);
}

void gud_build_surface_joint(gud_builder *b, const gud_entity *e, int frame_a, int frame_b)
{
    const gud_joint_params *p = e->common;
    if (builders[p->model][1])
        builders[p->model][1](b, e, frame_a, frame_b);
    else
        GUD_WRONG(b, e, "model", "a joint between two surfaces has no model '%s'", gud_fidelities[p->model]);
}

// a frame that stands `z` farther along the axis; in the plane all places are the same
static int frame_along(gud_builder *b, int frame, double z)
{
    if (b->m->planar) return frame;
    gud_frame *copy = &b->m->frame[b->m->nframe];
    double axis[3];
    *copy = b->m->frame[frame];
    copy->name = "";
    m3_column(axis, copy->C, 2);
    v3_axpy(copy->s, copy->s, z, axis);
    return b->m->nframe++;
}

// several bearings share a joint and its data; they are called by the joint's name and their number
static void build_several(gud_builder *b, const gud_entity *e, int frame_a, int frame_b)
{
    const gud_joint_params *p = e->common;
    gud_model *m = b->m;
    for (int k = 0; k < p->bearings.count; k++) {
        const double z = p->bearings.data[k];
        const int built = m->npair;
        char name[300];
        build_one(b, e, frame_along(b, frame_a, z), frame_along(b, frame_b, z));
        if (m->npair == built) return; // a mistake: it was reported
        (void)snprintf(name, sizeof name, "%s.%d", e->name, k + 1);
        m->pair[built].name = gud_build_text(b, name);
    }
}

void gud_build_pair(gud_builder *b, const gud_entity *e, int frame_a, int frame_b)
{
    const gud_joint_params *p = e->common;
    if (p->bearings.count == 0)
        build_one(b, e, frame_a, frame_b);
    else if (strcmp(e->row->name, "revolute") == 0)
        build_several(b, e, frame_a, frame_b);
    else
        GUD_WRONG(b, e, "bearings", "only revolute joints have several bearings");
}
