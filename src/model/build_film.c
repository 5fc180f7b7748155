// Joints with a lubricant film, and asperities if they are rough.

#include "contact/friction.h"
#include "model/build_pairs.h"
#include "num/pi.h"
#include "pair/lubricated.h"

#include <string.h>

// the closed form that has the name of the rung; NULL if the rung is a film on a grid
static const gud_closed_law *closed_form(const gud_joint_params *p)
{
    for (const gud_row *const *row = gud_closed_rows; *row; row++)
        if (strcmp((*row)->name, gud_rungs[p->model]) == 0) return (const gud_closed_law *)(const void *)*row;
    return NULL;
}

// cells around and along; the symmetric half of an aligned bearing
static bool make_bearing(gud_builder *b, const gud_entity *e, gud_lubricated *l)
{
    const gud_joint_params *p = e->common;
    const gud_film_params *film = p->film;
    static const gud_drag *const drags[] = {&gud_drag_streamers, &gud_drag_couette};
    static const gud_cells_rule rule = {"film.grid", {80, 8}, {8, 2}, {4096, 1024}, {"around", "along half the width"}};
    int cells[2];
    if (!gud_build_pressures(b, e) || !gud_build_grid(b, e, &rule, &film->grid, cells)) return false;
    const gud_bearing_spec spec = {.radius = l->radius,
                                   .width = l->width,
                                   .clearance = l->clearance,
                                   .nx = cells[0],
                                   .ny = l->tilts ? 2 * cells[1] : cells[1],
                                   .half = !l->tilts,
                                   .ambient = {film->ambient, film->ambient},
                                   .cavity = film->cavity,
                                   .flow = (const gud_flow_law *)(const void *)film->flow_factors.row,
                                   .flow_params = gud_build_kept(b, &film->flow_factors),
                                   .thins = l->oil.shear != NULL,
                                   .floor = l->rough ? GUD_FLOOR_SHARE * l->rough->params.sigma : 0.0};
    gud_error error;
    if (film->flow_factors.params && !spec.flow_params) return false;
    l->drag = drags[film->drag];
    l->ambient = film->ambient;
    l->cavity = film->cavity;
    if (!gud_build_made(b, e, "film", gud_bearing_create(&spec, &error, &l->bearing), &error)) return false;
    l->ncell = gud_bearing_ncell(l->bearing);
    return true;
}

enum { samples_per_cell = 4, samples_along = 9 };

bool gud_build_rough(gud_builder *b, const gud_entity *e, gud_rough **rough, double *coefficient)
{
    const gud_joint_params *p = e->common;
    gud_error error;
    if (!p->rough.row) {
        GUD_WRONG(b, e, "model", "mixed lubrication needs 'rough': a model with the roughness of the surfaces");
        return false;
    }
    const gud_status status = gud_rough_make(gud_rough_find(p->rough.row->name), p->rough.params, &error, rough);
    if (!gud_build_made(b, e, "rough", status, &error)) return false;
    *coefficient = p->friction.params ? ((const gud_friction_params *)p->friction.params)->coefficient : 0.0;
    return true;
}

// places around where asperity pressure is taken
static bool make_samples(gud_builder *b, gud_lubricated *l)
{
    l->naround = samples_per_cell * gud_bearing_grid(l->bearing)->nx;
    l->nalong = l->tilts ? samples_along : 1;
    l->cosine = GUD_TAKE(&b->m->arena, double, l->naround);
    l->sine = GUD_TAKE(&b->m->arena, double, l->naround);
    if (!l->cosine || !l->sine) return false;
    for (int i = 0; i < l->naround; i++) {
        const double angle = 2.0 * pi * (i + 0.5) / l->naround;
        l->cosine[i] = cos(angle);
        l->sine[i] = sin(angle);
    }
    return true;
}

static bool make_lubricated(gud_builder *b, const gud_entity *e, gud_lubricated *l)
{
    const gud_joint_params *p = e->common;
    gud_pair_geometry g;
    if (strcmp(e->row->name, "revolute") != 0) {
        GUD_WRONG(b, e, "model", "a %s joint has no such film; revolute joints have one, spherical joints 'squeeze'",
                  e->row->name);
        return false;
    }
    if (!gud_build_geometry(b, e, &g) || !gud_pair_has(b, e, p->width, "width", "of the bore along its axis"))
        return false;
    if (!p->film) {
        GUD_WRONG(b, e, "model", "a lubricated joint needs 'film: {viscosity: ...}' or 'film: {oil: {...}}'");
        return false;
    }
    l->radius = p->radius;
    l->width = p->width;
    l->clearance = p->clearance;
    l->tilts = !b->m->planar;
    l->closed = closed_form(p);
    if (!gud_build_oil(b, e, !l->closed, &l->oil)) return false;
    if (l->closed) {
        l->clearance += gud_build_margin(e);
        if (p->film->flow_factors.row)
            GUD_WRONG(b, e, "film.flow_factors",
                      "closed forms have smooth walls: flow factors need 'model: reynolds' or "
                      "'mixed'");
        return true;
    }
    if (p->model == GUD_RUNG_MIXED && !gud_build_rough(b, e, &l->rough, &l->coefficient)) return false;
    l->slow = GUD_SLOW_SLIDE;
    return make_bearing(b, e, l) && (!l->rough || make_samples(b, l));
}

void gud_build_lubricated(gud_builder *b, const gud_entity *e, int frame_a, int frame_b)
{
    gud_model *m = b->m;
    gud_lubricated *l = GUD_TAKE(&m->arena, gud_lubricated, 1);
    if (!l) return;
    if (!make_lubricated(b, e, l)) {
        gud_pair_film.release(l);
        return;
    }
    m->has_films = m->stiff = true;
    const int frames[2] = {frame_a, frame_b};
    if (l->closed) {
        gud_build_lumped(b, e, &gud_pair_closed, l, frames);
        return;
    }
    gud_pair *pair = gud_build_add_pair(b, e, &gud_pair_film, l, frames);
    pair->nhistory = gud_lubricated_nhistory(l);
    pair->nvariable = l->ncell;
}
