// Joints with a lubricant film, and asperities if they are rough: closed forms, and stacks of layers in a gap.

#include "contact/friction.h"
#include "film/sizes.h"
#include "model/build_feeds.h"
#include "num/pi.h"
#include "pair/closed.h"
#include "pair/stacked.h"

#include <stdio.h>
#include <string.h>

bool gud_build_needs_film(gud_builder *b, const gud_entity *e)
{
    if (((const gud_joint_params *)e->common)->film) return true;
    GUD_WRONG(b, e, "model", "a lubricated joint needs 'film: {viscosity: ...}' or 'film: {oil: {...}}'");
    return false;
}

// ---- closed forms

// the closed form that has the name of the fidelity level; NULL if that is a film on a grid
static const gud_closed_law *closed_form(const gud_joint_params *p)
{
    for (const gud_row *const *row = gud_closed_rows; *row; row++)
        if (strcmp((*row)->name, gud_fidelities[p->model]) == 0) return (const gud_closed_law *)(const void *)*row;
    return NULL;
}

// keys that only a film on a grid can honour
static void refuse_grid_keys(gud_builder *b, const gud_entity *e)
{
    const gud_joint_params *p = e->common;
    const struct {
        const char *key;
        bool given;
    } keys[] = {{"film.flow_factors", p->film->flow_factors.row},
                {"film.supply", p->film->supply},
                {"film.ends", p->film->ends.count > 0},
                {"lining", p->layers[GUD_LAYER_LINING]}};
    for (int i = 0; i < GUD_COUNT(keys); i++)
        if (keys[i].given)
            GUD_WRONG(b, e, keys[i].key, "closed forms do not support '%s': use 'model: reynolds' or 'mixed'",
                      keys[i].key);
}

static bool make_closed(gud_builder *b, const gud_entity *e, gud_closed_pair *c)
{
    const gud_joint_params *p = e->common;
    gud_lubricant oil;
    if (!gud_build_oil(b, e, false, &oil)) return false;
    if (!gud_build_no_feeds(b, e)) return false;
    *c = (gud_closed_pair){.pin = {.radius = p->radius,
                                   .width = p->width,
                                   .clearance = p->clearance + gud_build_margin(e),
                                   .half = b->m->planar,
                                   .tilts = !b->m->planar},
                           .eta = oil.eta0,
                           .law = closed_form(p)};
    refuse_grid_keys(b, e);
    return true;
}

// ---- layers

// roughness and friction of mixed lubrication; false after reporting a mistake
static bool make_rough(gud_builder *b, const gud_entity *e, gud_stacked *s)
{
    const gud_joint_params *p = e->common;
    gud_error error;
    if (p->model != GUD_FIDELITY_MIXED) return true;
    if (!p->rough.row) {
        GUD_WRONG(b, e, "model", "mixed lubrication needs 'rough': a model with the roughness of the surfaces");
        return false;
    }
    gud_rough_store *known = b->in->shared && b->in->shared->rough ? b->in->shared->rough : &b->rough;
    const gud_status status =
        gud_rough_take(known, gud_rough_find(p->rough.row->name), p->rough.params, &error, &s->rough);
    if (!gud_build_made(b, e, "rough", status, &error)) return false;
    if (!p->surfaces[0] && gud_roughness_check(s->rough->params.sigma, p->clearance, &error) != GUD_OK) {
        GUD_WRONG(b, e, "rough.sigma", "rough.%s", error.text);
        return false;
    }
    if (p->friction.row && gud_friction_find(p->friction.row->name)->state) {
        GUD_WRONG(b, e, "friction",
                  "friction law %s has a state: mixed lubrication needs a law without one, such as coulomb, smooth, "
                  "threlfall or bengisu_akay",
                  p->friction.row->name);
        return false;
    }
    return gud_build_friction(b, e, &s->asperities.friction, &s->asperities.rubs);
}

static bool make_film(gud_builder *b, const gud_entity *e, gud_stacked *s)
{
    const gud_film_params *film = ((const gud_joint_params *)e->common)->film;
    if (!gud_build_pressures(b, e) || !gud_build_oil(b, e, true, &s->oil)) return false;
    s->source = gud_build_oil_source(b, e);
    s->film = (gud_film_layer){.thins = s->oil.shear != NULL,
                               .cavitation = (const gud_cavitation *)(const void *)film->cavitation.row,
                               .ambient = film->ambient,
                               .cavity = film->cavity,
                               .drag = (const gud_drag *)(const void *)film->drag.row,
                               .drag_params = gud_build_kept(b, &film->drag),
                               .flow = (const gud_flow_law *)(const void *)film->flow_factors.row,
                               .flow_params = gud_build_kept(b, &film->flow_factors),
                               .floor = s->rough ? GUD_FLOOR_SHARE * s->rough->params.sigma : 0.0,
                               .fill = film->fill};
    return !b->m->arena.failed;
}

// layers that have a key of their own
static bool make_layers(gud_builder *b, const gud_entity *e, gud_stacked *s)
{
    const gud_joint_params *p = e->common;
    for (int i = 0; i < GUD_NLAYER; i++) {
        const gud_layer *row = gud_layer_rows[i];
        if (!row->make || !p->layers[i]) continue;
        void *params = gud_arena_take(&b->m->arena, 1, row->size);
        const char *key = NULL;
        char path[80];
        gud_error error;
        if (!params) return false;
        const gud_status status = row->make(p->layers[i], params, &key, &error);
        (void)snprintf(path, sizeof path, "%s.%s", row->name, key ? key : "");
        if (!gud_build_made(b, e, path, status, &error)) return false;
        s->layers.params[i] = params;
        if (!row->compliance || !s->film.cavitation || s->film.cavitation->transport) continue;
        GUD_WRONG(b, e, "film.cavitation", "%s does not conserve oil and cannot be combined with a %s: use elrod_adams",
                  s->film.cavitation->row.name, row->name);
        return false;
    }
    return true;
}

// ---- shapes

// the feeds of the joint in a wall; *lopsided: they or the ends are not symmetric about the middle
static bool make_feeds(gud_builder *b, const gud_entity *e, const gud_feed_wall *wall, gud_stacked *s, bool *lopsided)
{
    const gud_film_params *film = ((const gud_joint_params *)e->common)->film;
    const gud_feed_place place = {*wall, s->reference, film->supply != NULL, s->oil.eta0, film->cavity};
    gud_feed_list list;
    if (!gud_build_ends(b, e, s->ends) || !gud_build_feeds(b, e, &place, &list)) return false;
    s->film.feeds = list.feed, s->film.rides = list.rides, s->film.nfeed = list.count;
    s->film.feed_channels = list.channel;
    s->signal = list.follows ? list.signal : NULL;
    *lopsided = list.lopsided || s->ends[0] != s->ends[1];
    if (!film->supply || wall->kind == GUD_WALL_PIN) return true;
    GUD_WRONG(b, e, "film.supply", "only the bore of a pin has a supply line; use a groove in 'feeds'");
    return false;
}

static bool check_supply(gud_builder *b, const gud_entity *e)
{
    const gud_film_params *film = ((const gud_joint_params *)e->common)->film;
    if (!film->supply || film->supply->pressure >= film->cavity) return true;
    GUD_WRONG(b, e, "film.supply.pressure", "the supply pressure is below the cavity pressure");
    return false;
}

static void project_alike(gud_stacked *s, double area)
{
    for (int i = 0; i < 3; i++) s->projected[i] = area;
}

// the shadow of a surface along the axes of its frame: of what faces one way, or the other way if that is larger
static void project_surface(const gud_grid *g, gud_stacked *s)
{
    for (int i = 0; i < 3; i++) {
        double ways[2] = {0.0, 0.0};
        for (int k = 0; k < g->n; k++) ways[g->normal[3 * k + i] > 0.0] += fabs(g->normal[3 * k + i]) * g->area[k];
        s->projected[i] = fmax(ways[0], ways[1]);
    }
}

// Cells around and along. A bearing in the plane whose feeds and ends are symmetric is solved on its half.
static bool make_pin(gud_builder *b, const gud_entity *e, gud_stacked *s)
{
    static const gud_cells_rule rule = {"film.grid", {80, 8}, {8, 2}, {4096, 1024}, {"around", "along half the width"}};
    const gud_joint_params *p = e->common;
    const gud_supply_params *line = p->film->supply;
    const double from = line ? line->angle * p->radius : 0.0;
    const gud_feed_wall fed = {.kind = GUD_WALL_PIN,
                               .radius = p->radius,
                               .low = {from, -0.5 * p->width},
                               .high = {from + 2.0 * pi * p->radius, 0.5 * p->width},
                               .closed = true};
    const bool inside = strcmp(e->row->name, "prismatic") == 0;
    bool lopsided;
    int cells[2];
    const gud_form *form;
    s->reference = inside;
    if (!gud_build_grid(b, e, &rule, &p->film->grid, cells) || !gud_build_form(b, e, inside, &form) ||
        !check_supply(b, e) || !make_feeds(b, e, &fed, s, &lopsided))
        return false;
    const bool uneven = (gud_form_traits(form, 0) | gud_form_traits(form, 1)) & GUD_VARIES_UNEVENLY;
    const bool half = b->m->planar && !lopsided && !uneven;
    s->shape.pin = (gud_pin){.radius = p->radius,
                             .width = p->width,
                             .clearance = p->clearance,
                             .nx = cells[0],
                             .ny = half ? cells[1] : 2 * cells[1],
                             .half = half,
                             .tilts = !b->m->planar,
                             .slides = inside || strcmp(e->row->name, "cylindrical") == 0,
                             .inside = inside,
                             .ends = {{GUD_EDGE_OPEN, s->ends[0], 1.0}, {GUD_EDGE_OPEN, s->ends[1], 1.0}},
                             .line = line,
                             .line_angle = line ? line->angle : 0.0,
                             .line_pressure = line ? line->pressure : 0.0,
                             .form = form};
    const gud_wall wall = gud_pin_wall(&s->shape.pin), walls[2] = {wall, wall};
    if (!gud_build_check_form(b, e, inside, form, walls)) return false;
    s->clearance = p->clearance;
    project_alike(s, 2.0 * p->radius * p->width);
    return true;
}

// a socket between two angles from the axis
static bool make_ball(gud_builder *b, const gud_entity *e, gud_stacked *s)
{
    static const gud_cells_rule rule = {
        "film.grid", {64, 32}, {8, 2}, {4096, 1024}, {"around the axis", "along the meridians"}};
    const gud_joint_params *p = e->common;
    double cup[2] = {0.0, pi};
    int cells[2];
    if (!gud_build_grid(b, e, &rule, &p->film->grid, cells)) return false;
    for (int k = 0; k < 2 && p->cup.count == 2; k++) cup[k] = p->cup.data[k];
    if ((p->cup.count != 0 && p->cup.count != 2) ||
        !(cup[0] >= 0.0 && cup[0] < cup[1] && cup[1] <= pi * (1.0 + 1e-12))) {
        GUD_WRONG(b, e, "cup", "cup must be two angles from 0 to 180 deg, the smaller one first");
        return false;
    }
    const gud_feed_wall wall = {.kind = GUD_WALL_BALL,
                                .radius = p->radius,
                                .low = {0.0, p->radius * cup[0]},
                                .high = {2.0 * pi * p->radius, p->radius * fmin(cup[1], pi)},
                                .closed = true};
    bool lopsided;
    const gud_form *form;
    if (!make_feeds(b, e, &wall, s, &lopsided) || !gud_build_form(b, e, 0, &form)) return false;
    if (cup[0] == 0.0 && cup[1] >= pi && s->film.nfeed == 0 && p->film->fill >= 1.0) {
        GUD_WRONG(b, e, "film.fill",
                  "in a closed socket full of oil the ball cannot move and the pressure level is undetermined: reduce "
                  "the fill (film: {fill: 0.999}), open the socket ('cup') or feed it ('feeds')");
        return false;
    }
    s->shape.ball = (gud_ball){.radius = p->radius,
                               .clearance = p->clearance,
                               .from = cup[0],
                               .to = fmin(cup[1], pi),
                               .nx = cells[0],
                               .ny = cells[1],
                               .ambient = {s->ends[0], s->ends[1]},
                               .form = form};
    gud_wall walls[2];
    gud_ball_walls(&s->shape.ball, walls);
    if (!gud_build_check_form(b, e, 0, form, walls)) return false;
    s->clearance = p->clearance;
    project_alike(s, pi * p->radius * p->radius);
    return true;
}

// flat faces above and below a block, and on its sides as well if a breadth is given
static bool make_block(gud_builder *b, const gud_entity *e, gud_stacked *s)
{
    static const gud_cells_rule rule = {
        "film.grid", {40, 8}, {4, 2}, {4096, 1024}, {"along the slide", "across half the width of a face"}};
    const gud_joint_params *p = e->common;
    const bool four = p->size[2] > 0.0;
    const double size[3] = {p->size[0], p->size[1], four ? p->size[2] : p->width};
    const gud_form *form;
    int cells[2];
    if (!gud_build_grid(b, e, &rule, &p->film->grid, cells) || !gud_build_form(b, e, 1, &form)) return false;
    s->shape.block = (gud_block){.clearance = p->clearance,
                                 .planar = b->m->planar,
                                 .nx = cells[0],
                                 .ny = b->m->planar ? cells[1] : 2 * cells[1],
                                 .ambient = p->film->ambient,
                                 .form = form};
    gud_block_faces(&s->shape.block, size, four ? 4 : 2);
    if (b->m->planar && ((gud_form_traits(form, 0) | gud_form_traits(form, 1)) & GUD_VARIES_UNEVENLY)) {
        GUD_WRONG(b, e, "type", "in the plane a block is symmetric: its deviations must be symmetric across it");
        return false;
    }
    const gud_wall wall = gud_block_wall(&s->shape.block), walls[2] = {wall, wall};
    if (!gud_build_check_form(b, e, 1, form, walls)) return false;
    s->reference = 1;
    s->clearance = p->clearance;
    project_alike(s, size[0] * size[2]);
    return true;
}

static void add_stacked(gud_builder *b, const gud_entity *e, const gud_geometry *geometry, gud_stacked *s,
                        const int frames[2])
{
    gud_model *m = b->m;
    gud_error error;
    int nchannel = 0, nmap = 0;
    if (!gud_build_made(b, e, s->dry ? "foundation" : "film", gud_stacked_make(geometry, s, &error), &error)) {
        gud_pair_stacked.release(s);
        return;
    }
    if (!s->dry) m->has_films = m->stiff = true;
    const gud_pair_label *channels = gud_stacked_channels(s, &m->arena, &nchannel);
    const gud_pair_label *maps = gud_stacked_maps(s, &m->arena, &nmap);
    gud_pair *pair = gud_build_add_pair(b, e, &gud_pair_stacked, s, frames);
    pair->nhistory = s->nhistory;
    pair->nvariable = s->view->nvariable;
    if (!s->dry) gud_build_film_followers(b, e, &s->oil, (int)(pair - m->pair));
    if (!s->dry) gud_build_feed_followers(b, e, s->film.cavity, (int)(pair - m->pair));
    pair->channels = channels;
    pair->nchannel = nchannel;
    pair->signal = s->signal;
    pair->nsignal = s->signal ? s->film.nfeed : 0;
    pair->maps = maps;
    pair->nmap = nmap;
}

static bool has_bore(gud_builder *b, const gud_entity *e)
{
    const gud_joint_params *p = e->common;
    gud_pair_geometry g;
    if (strcmp(e->row->name, "revolute") != 0) {
        GUD_WRONG(b, e, "model", "a %s joint has no such film; revolute joints have one, spherical joints 'squeeze'",
                  e->row->name);
        return false;
    }
    return gud_build_geometry(b, e, &g) && gud_pair_has(b, e, p->width, "width", "of the bore along its axis") &&
           gud_build_needs_film(b, e);
}

// a block between flat walls: in the plane every slider, in space one that has no radius
static bool is_block(const gud_builder *b, const gud_entity *e)
{
    const gud_joint_params *p = e->common;
    return strcmp(e->row->name, "prismatic") == 0 && (b->m->planar || isnan(p->radius));
}

static bool has_block(gud_builder *b, const gud_entity *e)
{
    const gud_joint_params *p = e->common;
    if (!gud_pair_has(b, e, p->clearance, "clearance", "the gap on either side of the block") ||
        !gud_build_needs_film(b, e))
        return false;
    if (!(p->size[0] > 0.0) || !(p->size[1] > 0.0)) {
        GUD_WRONG(b, e, "size", "%s 'size: [length, height]', both greater than 0",
                  b->m->planar ? "a lubricated slider needs"
                               : "a lubricated slider in space needs 'radius' and 'width' of a piston, or a block's");
        return false;
    }
    if (b->m->planar && p->size[2] > 0.0) {
        GUD_WRONG(b, e, "size", "in the plane a block has two faces; its extent across the plane is 'width'");
        return false;
    }
    return p->size[2] > 0.0 || gud_pair_has(b, e, p->width, "width", "of the two faces across the slide");
}

// a pin that slides in a bore: a cylindrical joint, or a piston
static bool has_cylinder(gud_builder *b, const gud_entity *e)
{
    const gud_joint_params *p = e->common;
    if (b->m->planar) {
        GUD_WRONG(b, e, "model", "a %s joint in the plane has no built-in film; give its walls as 'surfaces'",
                  e->row->name);
        return false;
    }
    return gud_build_round(b, e) && gud_pair_has(b, e, p->width, "width", "of the film along the axis") &&
           gud_build_needs_film(b, e);
}

static bool has_socket(gud_builder *b, const gud_entity *e)
{
    gud_pair_geometry g;
    return gud_build_geometry(b, e, &g) && gud_build_needs_film(b, e);
}

void gud_build_closed(gud_builder *b, const gud_entity *e, int frame_a, int frame_b)
{
    const int frames[2] = {frame_a, frame_b};
    gud_closed_pair *c = GUD_TAKE(&b->m->arena, gud_closed_pair, 1);
    if (!c || !has_bore(b, e) || !make_closed(b, e, c)) return;
    b->m->has_films = true;
    gud_build_lumped(b, e, &gud_pair_closed, c, frames);
}

// shapes that a joint's type stands for
typedef struct {
    const char *type;
    const gud_geometry *geometry;
    bool (*has)(gud_builder *b, const gud_entity *e);
    bool (*make)(gud_builder *b, const gud_entity *e, gud_stacked *s);
} typed_shape;

// the shape of a joint; NULL after reporting that it has none
static const typed_shape *shape_of(gud_builder *b, const gud_entity *e)
{
    static const typed_shape shapes[] = {{"revolute", &gud_geometry_pin, has_bore, make_pin},
                                         {"cylindrical", &gud_geometry_pin, has_cylinder, make_pin},
                                         {"prismatic", &gud_geometry_pin, has_cylinder, make_pin},
                                         {"spherical", &gud_geometry_ball, has_socket, make_ball}};
    static const typed_shape block = {"prismatic", &gud_geometry_block, has_block, make_block};
    if (is_block(b, e)) return &block;
    for (int i = 0; i < GUD_COUNT(shapes); i++)
        if (strcmp(shapes[i].type, e->row->name) == 0) return &shapes[i];
    GUD_WRONG(b, e, "model",
              "a %s joint has no built-in walls; use a revolute, cylindrical, prismatic or spherical joint, or give "
              "'surfaces'",
              e->row->name);
    return NULL;
}

void gud_build_lubricated(gud_builder *b, const gud_entity *e, int frame_a, int frame_b)
{
    const int frames[2] = {frame_a, frame_b};
    const typed_shape *shape = shape_of(b, e);
    gud_stacked *s = shape ? GUD_TAKE(&b->m->arena, gud_stacked, 1) : NULL;
    if (!s || !shape->has(b, e)) return;
    if (make_rough(b, e, s) && make_film(b, e, s) && make_layers(b, e, s) && shape->make(b, e, s))
        add_stacked(b, e, shape->geometry, s, frames);
    else
        gud_pair_stacked.release(s);
}

// ---- dry walls on a foundation

static bool make_touching(gud_builder *b, const gud_entity *e, int frame_a, int frame_b, gud_stacked *s)
{
    static const int planar_cells[2] = {96, 1}, spatial_cells[2] = {64, 16};
    gud_surface_pair *pair = &s->shape.touching;
    int cells[2];
    if (!gud_build_cells(b, e, b->m->planar ? planar_cells : spatial_cells, cells) ||
        !gud_build_surface_pair(b, e, frame_a, frame_b, cells, pair))
        return false;
    s->reference = pair->reference;
    s->clearance = pair->clearance;
    project_surface(&pair->grid, s);
    return true;
}

// the walls of a joint are those of a film that nothing feeds, on a grid of `cells`
static const gud_geometry *make_dry_walls(gud_builder *b, const gud_entity *e, gud_stacked *s)
{
    gud_joint_params p = *(const gud_joint_params *)e->common;
    gud_film_params none = {.grid = p.cells, .fill = 0.0};
    gud_entity bare = *e;
    p.film = &none;
    bare.common = &p;
    const typed_shape *shape = shape_of(b, &bare);
    return shape && shape->has(b, &bare) && gud_build_no_feeds(b, e) && shape->make(b, &bare, s) ? shape->geometry
                                                                                                 : NULL;
}

void gud_build_foundation(gud_builder *b, const gud_entity *e, int frame_a, int frame_b)
{
    const gud_joint_params *p = e->common;
    const int frames[2] = {frame_a, frame_b};
    gud_stacked *s = GUD_TAKE(&b->m->arena, gud_stacked, 1);
    const gud_geometry *geometry = NULL;
    if (!s) return;
    s->dry = true;
    gud_foundation_make(gud_foundation_find(p->foundation.row->name), p->foundation.params, &s->foundation.foundation);
    if (!gud_build_friction(b, e, &s->foundation.friction, &s->foundation.rubs)) return;
    if (!p->surfaces[0])
        geometry = make_dry_walls(b, e, s);
    else if (make_touching(b, e, frame_a, frame_b, s))
        geometry = &gud_geometry_touching;
    if (geometry) add_stacked(b, e, geometry, s, frames);
}

// ---- any two surfaces

static const double mirrored = 1e-9; // of its size: a surface that is its own image in the plane

// is the surface its own image in the plane z = 0, with the second parameter running the other way?
static bool is_symmetric(const gud_surface *s)
{
    enum { around = 7, along = 4 };
    for (int i = 0; i <= around; i++)
        for (int j = 0; j <= along; j++) {
            const double u = s->low[0] + (s->high[0] - s->low[0]) * i / around;
            const double v = (s->high[1] - s->low[1]) * j / (2.0 * along);
            gud_surface_point a, c;
            gud_surface_eval(s, u, s->low[1] + v, &a);
            gud_surface_eval(s, u, s->high[1] - v, &c);
            const double off = fabs(a.x[0] - c.x[0]) + fabs(a.x[1] - c.x[1]) + fabs(a.x[2] + c.x[2]);
            if (!(off <= mirrored * s->size)) return false;
        }
    return true;
}

static bool surface_cells(gud_builder *b, const gud_entity *e, int cells[2])
{
    static const gud_cells_rule rule = {
        "film.grid", {80, 16}, {2, 2}, {4096, 4096}, {"along the reference's first parameter", "along its second"}};
    const gud_joint_params *p = e->common;
    const bool given = p->film->grid.count > 0;
    return given ? gud_build_grid(b, e, &rule, &p->film->grid, cells) : gud_build_cells(b, e, rule.fallback, cells);
}

// Feeds on a surface are placed by lengths along its two middle lines.
static bool make_net_feeds(gud_builder *b, const gud_entity *e, const gud_lines *lines, gud_stacked *s, bool *lopsided)
{
    const gud_surface *r = lines->surface;
    const gud_feed_wall wall = {.kind = GUD_WALL_NET,
                                .low = {lines->low[0], lines->low[1]},
                                .high = {lines->high[0], lines->high[1]},
                                .closed = r->closed[0] || r->closed[1],
                                .stretch = gud_lines_stretch,
                                .net = lines};
    return make_feeds(b, e, &wall, s, lopsided);
}

// the reference surface as deviations see it: what closes is round, and its x is an angle times a radius
static gud_wall net_wall(const gud_lines *lines, const int cells[2])
{
    const gud_surface *r = lines->surface;
    const int first = lines->first;
    const double length[2] = {lines->high[0] - lines->low[0], lines->high[1] - lines->low[1]};
    return (gud_wall){.radius = r->closed[first] ? length[0] / (2.0 * pi) : 0.0,
                      .size = {length[0], length[1]},
                      .middle = {0.0, r->closed[1 - first] ? 0.5 * length[1] : 0.0},
                      .cell = {length[0] / cells[first], length[1] / cells[1 - first]},
                      .clearance = NAN};
}

// Deviations of the wall with the grid. Where those of the other wall are depends on its shape and motion.
static bool make_net_form(gud_builder *b, const gud_entity *e, const gud_wall *wall, int reference,
                          const gud_form **form)
{
    const gud_wall walls[2] = {*wall, *wall};
    if (!gud_build_form(b, e, reference, form)) return false;
    if (*form && (*form)->n[1] > 0) {
        GUD_WRONG(b, e, "reference",
                  "deviations between 'surfaces' are those of the wall that carries the grid: with 'reference: %s' use "
                  "'wall: %s'",
                  reference == 0 ? "second" : "first", reference == 0 ? "second" : "first");
        return false;
    }
    return gud_build_check_form(b, e, reference, *form, walls);
}

static bool make_walls(gud_builder *b, const gud_entity *e, int frame_a, int frame_b, gud_stacked *s)
{
    const gud_joint_params *p = e->common;
    gud_surface_pair *pair = GUD_TAKE(&b->m->arena, gud_surface_pair, 1);
    gud_lines *lines = GUD_TAKE(&b->m->arena, gud_lines, 1);
    int cells[2];
    if (!pair || !lines || !surface_cells(b, e, cells) || !gud_build_surface_pair(b, e, frame_a, frame_b, cells, pair))
        return false;
    const gud_surface *r = pair->surface[pair->reference], *other = pair->surface[1 - pair->reference];
    bool lopsided;
    s->reference = pair->reference;
    gud_lines_make(r, lines);
    const gud_wall wall = net_wall(lines, cells);
    const gud_form *form;
    if (!make_net_feeds(b, e, lines, s, &lopsided) || !make_net_form(b, e, &wall, pair->reference, &form)) return false;
    const bool whole = lopsided || r->trim || other->trim || (gud_form_traits(form, 0) & GUD_VARIES_UNEVENLY);
    const bool half = b->m->planar && !whole && cells[1] % 2 == 0 && is_symmetric(r) && is_symmetric(other);
    s->shape.walls = (gud_walls){.reference = r,
                                 .other = other,
                                 .grid = {.cells = {cells[0], half ? cells[1] / 2 : cells[1]},
                                          .low = {r->low[0], half ? 0.5 * (r->low[1] + r->high[1]) : r->low[1]},
                                          .high = {r->high[0], r->high[1]},
                                          .side = pair->side},
                                 .low = -pair->window,
                                 .high = pair->window,
                                 .mode = pair->mode,
                                 .planar = b->m->planar,
                                 .half = half,
                                 .ambient = p->film->ambient,
                                 .ends = {s->ends[0], s->ends[1]},
                                 .cavity = p->film->cavity,
                                 .form = form,
                                 .wall = wall,
                                 .lines = lines};
    project_surface(&pair->grid, s);
    return true;
}

void gud_build_surface_film(gud_builder *b, const gud_entity *e, int frame_a, int frame_b)
{
    const int frames[2] = {frame_a, frame_b};
    gud_stacked *s = GUD_TAKE(&b->m->arena, gud_stacked, 1);
    if (!s || !gud_build_needs_film(b, e)) return;
    if (make_rough(b, e, s) && make_film(b, e, s) && make_layers(b, e, s) && make_walls(b, e, frame_a, frame_b, s))
        add_stacked(b, e, &gud_geometry_surfaces, s, frames);
    else
        gud_pair_stacked.release(s);
}
