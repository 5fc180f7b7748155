// Joints with clearance: geometry x interface, from the keys of a joint.

#include "base/alloc.h"
#include "model/builder.h"
#include "pair/dry.h"
#include "pair/lubricated.h"

#include <string.h>

// what a joint needs when it is not ideal
static bool has(gud_builder *b, const gud_entity *e, double value, const char *key, const char *what)
{
    if (!isnan(value)) return true;
    GUD_WRONG(b, e, "model", "a joint with clearance needs '%s': %s", key, what);
    return false;
}

static bool round_geometry(gud_builder *b, const gud_entity *e, const gud_joint_params *p, gud_pair_geometry *g)
{
    if (!has(b, e, p->radius, "radius", "that of the bore or socket") ||
        !has(b, e, p->clearance, "clearance", "by how much the pin's radius is smaller"))
        return false;
    if (p->clearance >= p->radius) {
        GUD_WRONG(b, e, "clearance", "clearance = %g mm leaves nothing of a pin in a bore of radius %g mm",
                  1e3 * p->clearance, 1e3 * p->radius);
        return false;
    }
    g->radius = p->radius;
    g->clearance = p->clearance;
    g->width = p->width;
    g->play = isnan(p->play) ? (double)INFINITY : p->play;
    return g->shape != GUD_SHAPE_CYLINDER || has(b, e, p->width, "width", "of the bore along its axis");
}

static bool block_geometry(gud_builder *b, const gud_entity *e, const gud_joint_params *p, gud_pair_geometry *g)
{
    if (!has(b, e, p->clearance, "clearance", "the gap on either side of the block")) return false;
    if (!(p->size[0] > 0.0) || !(p->size[1] > 0.0)) {
        GUD_WRONG(b, e, "size", "a slider with clearance needs 'size: [length, height]', both greater than 0");
        return false;
    }
    g->clearance = p->clearance;
    g->half_length = 0.5 * p->size[0];
    g->half_height = 0.5 * p->size[1];
    return true;
}

// which shape a joint has, and whether its numbers make sense
static bool geometry_of(gud_builder *b, const gud_entity *e, gud_pair_geometry *g)
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
                  "a %s joint%s has no clearance model; revolute and spherical joints and planar sliders have one",
                  type, b->m->planar ? "" : " in space");
        return false;
    }
    return g->shape == GUD_SHAPE_BLOCK ? block_geometry(b, e, p, g) : round_geometry(b, e, p, g);
}

static bool make_contact(gud_builder *b, const gud_entity *e, gud_dry *dry)
{
    const gud_joint_params *p = e->common;
    gud_contact_pair pair;
    gud_contact_params params;
    gud_error error;
    if (!p->contact.row) {
        GUD_WRONG(b, e, "model", "a dry joint needs 'contact': a law with its stiffness or materials");
        return false;
    }
    const gud_contact_law *law = gud_contact_find(p->contact.row->name);
    memcpy(&params, p->contact.params, sizeof params);
    const bool curved = dry->geometry.shape != GUD_SHAPE_BLOCK;
    gud_contact_pair_set(p->contact.common, curved ? p->radius : (double)NAN, curved ? p->clearance : (double)NAN,
                         p->width, &pair);
    if (gud_contact_make(law, &params, &pair, &error, &dry->contact) == GUD_OK) return true;
    GUD_WRONG(b, e, "contact", "%s", error.text);
    return false;
}

static bool make_friction(gud_builder *b, const gud_entity *e, gud_dry *dry)
{
    const gud_joint_params *p = e->common;
    gud_friction_params params;
    gud_error error;
    if (!p->friction.row) return true;
    const gud_friction_law *law = gud_friction_find(p->friction.row->name);
    memcpy(&params, p->friction.params, sizeof params);
    if (law->state && !b->m->planar) {
        GUD_WRONG(b, e, "friction", "bristles (%s) are known in the plane only", law->row.name);
        return false;
    }
    dry->rubs = true;
    if (gud_friction_make(law, &params, &error, &dry->friction) == GUD_OK) return true;
    GUD_WRONG(b, e, "friction", "%s", error.text);
    return false;
}

static void build_dry(gud_builder *b, const gud_entity *e, int frame_a, int frame_b)
{
    gud_model *m = b->m;
    gud_dry *dry = GUD_TAKE(&m->arena, gud_dry, 1);
    if (!dry || !geometry_of(b, e, &dry->geometry) || !make_contact(b, e, dry) || !make_friction(b, e, dry)) return;
    m->force[m->nforce++] = (gud_force){.name = gud_arena_text(&m->arena, e->name),
                                        .law = &gud_pair_dry,
                                        .params = dry,
                                        .frame = {frame_a, frame_b},
                                        .nframe = 2,
                                        .coordinate = -1,
                                        .nevent = gud_dry_nevent(dry),
                                        .nhistory = gud_dry_nhistory(dry),
                                        .nvariable = gud_dry_nvariable(dry)};
}

static const double slow_slide = 1e-2; // m/s, below which boundary friction fades

// closed form of a rung
static void choose_closed(const gud_joint_params *p, gud_lubricated *l)
{
    const char *name = p->model == GUD_SHORT_FILM ? "short" : "long";
    for (const gud_row *const *row = gud_closed_rows; *row; row++)
        if (strcmp((*row)->name, name) == 0) l->closed = (const gud_closed_law *)(const void *)*row;
}

// cells around and along; the symmetric half of an aligned bearing
static bool make_bearing(gud_builder *b, const gud_entity *e, gud_lubricated *l)
{
    const gud_joint_params *p = e->common;
    const gud_film_params *film = p->film;
    static const gud_drag *const drags[] = {&gud_drag_streamers, &gud_drag_couette};
    if (film->grid.count != 0 && film->grid.count != 2) {
        GUD_WRONG(b, e, "film.grid", "grid has two numbers: cells around and along half the width");
        return false;
    }
    const int nx = film->grid.count ? (int)film->grid.data[0] : 80, ny = film->grid.count ? (int)film->grid.data[1] : 8;
    if (nx < 8 || nx > 4096 || ny < 2 || ny > 1024) {
        GUD_WRONG(b, e, "film.grid", "grid = [%d, %d] is outside [8, 4096] and [2, 1024]", nx, ny);
        return false;
    }
    const gud_bearing_spec spec = {.radius = l->radius,
                                   .width = l->width,
                                   .clearance = l->clearance,
                                   .nx = nx,
                                   .ny = l->tilts ? 2 * ny : ny,
                                   .half = !l->tilts,
                                   .ambient = {film->ambient, film->ambient},
                                   .cavity = film->cavity};
    gud_error error;
    l->drag = drags[film->drag];
    l->ambient = film->ambient;
    l->cavity = film->cavity;
    if (gud_bearing_create(&spec, &error, &l->bearing) != GUD_OK) {
        GUD_WRONG(b, e, "film", "%s", error.text);
        return false;
    }
    l->ncell = gud_bearing_ncell(l->bearing);
    return true;
}

enum { samples_per_cell = 4, samples_along = 9 };

static bool make_rough(gud_builder *b, const gud_entity *e, gud_lubricated *l)
{
    const gud_joint_params *p = e->common;
    gud_error error;
    if (!p->rough.row) {
        GUD_WRONG(b, e, "model", "mixed lubrication needs 'rough': a model with the roughness of the surfaces");
        return false;
    }
    if (gud_rough_make(gud_rough_find(p->rough.row->name), p->rough.params, &error, &l->rough) != GUD_OK) {
        GUD_WRONG(b, e, "rough", "%s", error.text);
        return false;
    }
    l->coefficient = p->friction.params ? ((const gud_friction_params *)p->friction.params)->coefficient : 0.0;
    l->slow = slow_slide;
    l->naround = samples_per_cell * gud_bearing_grid(l->bearing)->nx;
    l->nalong = l->tilts ? samples_along : 1;
    l->cosine = GUD_TAKE(&b->m->arena, double, l->naround);
    l->sine = GUD_TAKE(&b->m->arena, double, l->naround);
    if (!l->cosine || !l->sine) return false;
    for (int i = 0; i < l->naround; i++) {
        const double angle = 2.0 * 3.14159265358979323846 * (i + 0.5) / l->naround;
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
        GUD_WRONG(b, e, "model", "a %s joint has no film; revolute joints have one", e->row->name);
        return false;
    }
    if (!geometry_of(b, e, &g) || !has(b, e, p->width, "width", "of the bore along its axis")) return false;
    if (!p->film) {
        GUD_WRONG(b, e, "model", "a lubricated joint needs 'film: {viscosity: ...}'");
        return false;
    }
    l->radius = p->radius;
    l->width = p->width;
    l->clearance = p->clearance;
    l->tilts = !b->m->planar;
    l->oil = gud_lubricant_constant(p->film->viscosity);
    if (p->model == GUD_SHORT_FILM || p->model == GUD_LONG_FILM) {
        choose_closed(p, l);
        return true;
    }
    return make_bearing(b, e, l) && (p->model != GUD_MIXED || make_rough(b, e, l));
}

static void build_lubricated(gud_builder *b, const gud_entity *e, int frame_a, int frame_b)
{
    gud_model *m = b->m;
    gud_lubricated *l = GUD_TAKE(&m->arena, gud_lubricated, 1);
    if (!l) return;
    if (!make_lubricated(b, e, l)) {
        gud_pair_film.release(l);
        return;
    }
    m->has_films = true;
    m->force[m->nforce++] = (gud_force){.name = gud_build_text(b, e->name),
                                        .law = l->closed ? &gud_pair_closed : &gud_pair_film,
                                        .params = l,
                                        .frame = {frame_a, frame_b},
                                        .nframe = 2,
                                        .coordinate = -1,
                                        .nhistory = l->bearing ? gud_lubricated_nhistory(l) : 0,
                                        .nvariable = l->ncell};
}

void gud_build_pair(gud_builder *b, const gud_entity *e, int frame_a, int frame_b)
{
    const gud_joint_params *p = e->common;
    if (p->model == GUD_DRY)
        build_dry(b, e, frame_a, frame_b);
    else
        build_lubricated(b, e, frame_a, frame_b);
}
