// Joints between two surfaces with a lubricant film, and asperities if they are rough.

#include "contact/friction.h"
#include "model/build_pairs.h"
#include "pair/surface_film.h"

#include <math.h>

static const double mirrored = 1e-9; // of its size: a surface that is its own image in the plane

// is the surface its own image in the plane z = 0, with the second parameter running the other way?
static bool is_symmetric(const gud_surface *s)
{
    enum { around = 7, along = 4 };
    for (int i = 0; i <= around; i++)
        for (int j = 0; j <= along; j++) {
            const double u = s->low[0] + (s->high[0] - s->low[0]) * i / around;
            const double v = (s->high[1] - s->low[1]) * j / (2.0 * along);
            gud_surface_point a, b;
            gud_surface_eval(s, u, s->low[1] + v, &a);
            gud_surface_eval(s, u, s->high[1] - v, &b);
            const double off = fabs(a.x[0] - b.x[0]) + fabs(a.x[1] - b.x[1]) + fabs(a.x[2] + b.x[2]);
            if (!(off <= mirrored * s->size)) return false;
        }
    return true;
}

static bool film_cells(gud_builder *b, const gud_entity *e, int cells[2])
{
    static const gud_cells_rule rule = {
        "film.grid", {80, 16}, {2, 2}, {4096, 4096}, {"along the reference's first parameter", "along its second"}};
    const gud_joint_params *p = e->common;
    const bool given = p->film->grid.count > 0;
    return gud_build_pressures(b, e) &&
           (given ? gud_build_grid(b, e, &rule, &p->film->grid, cells) : gud_build_cells(b, e, rule.fallback, cells));
}

static bool make_film(gud_builder *b, const gud_entity *e, const gud_surface_pair *pair, const int cells[2],
                      gud_lubricated_surfaces *l)
{
    static const gud_drag *const drags[] = {&gud_drag_streamers, &gud_drag_couette};
    const gud_joint_params *p = e->common;
    const gud_surface *r = pair->surface[pair->reference], *other = pair->surface[1 - pair->reference];
    const bool half = b->m->planar && cells[1] % 2 == 0 && is_symmetric(r) && is_symmetric(other);
    gud_surface_film_spec spec = {.reference = r,
                                  .other = other,
                                  .grid = {.cells = {cells[0], half ? cells[1] / 2 : cells[1]},
                                           .low = {r->low[0], half ? 0.5 * (r->low[1] + r->high[1]) : r->low[1]},
                                           .high = {r->high[0], r->high[1]},
                                           .side = pair->side},
                                  .low = -pair->window,
                                  .high = pair->window,
                                  .planar = b->m->planar,
                                  .half = half,
                                  .ambient = p->film->ambient,
                                  .cavity = p->film->cavity,
                                  .thins = l->oil.shear != NULL,
                                  .floor = l->rough ? GUD_FLOOR_SHARE * l->rough->params.sigma : 0.0};
    gud_error error;
    l->reference = pair->reference;
    l->drag = drags[p->film->drag];
    l->ambient = p->film->ambient;
    l->cavity = p->film->cavity;
    l->window = pair->window;
    if (!gud_build_made(b, e, "film", gud_surface_film_create(&spec, &error, &l->film), &error)) return false;
    l->ncell = gud_surface_film_grid(l->film)->n;
    return true;
}

static bool make(gud_builder *b, const gud_entity *e, int frame_a, int frame_b, gud_lubricated_surfaces *l)
{
    const gud_joint_params *p = e->common;
    gud_surface_pair *pair = GUD_TAKE(&b->m->arena, gud_surface_pair, 1);
    int cells[2];
    if (!pair) return false;
    if (!p->film) {
        GUD_WRONG(b, e, "model", "a lubricated joint needs 'film: {viscosity: ...}' or 'film: {oil: {...}}'");
        return false;
    }
    if (p->film->flow_factors.row) {
        GUD_WRONG(b, e, "film.flow_factors", "flow factors are for journals in bores, not for films between surfaces");
        return false;
    }
    if (!gud_build_oil(b, e, true, &l->oil)) return false;
    if (p->model == GUD_RUNG_MIXED && !gud_build_rough(b, e, &l->rough, &l->rubbing.coefficient)) return false;
    l->rubbing.rough = l->rough;
    l->rubbing.slow = GUD_SLOW_SLIDE;
    return film_cells(b, e, cells) && gud_build_surface_pair(b, e, frame_a, frame_b, cells, pair) &&
           make_film(b, e, pair, cells, l);
}

void gud_build_surface_film(gud_builder *b, const gud_entity *e, int frame_a, int frame_b)
{
    gud_model *m = b->m;
    gud_lubricated_surfaces *l = GUD_TAKE(&m->arena, gud_lubricated_surfaces, 1);
    if (!l) return;
    if (!make(b, e, frame_a, frame_b, l)) {
        gud_pair_surface_film.release(l);
        return;
    }
    m->has_films = m->stiff = true;
    const int frames[2] = {frame_a, frame_b};
    gud_pair *pair = gud_build_add_pair(b, e, &gud_pair_surface_film, l, frames);
    pair->nhistory = gud_lubricated_surfaces_nhistory(l);
    pair->nvariable = l->ncell;
}
