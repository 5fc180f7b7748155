// Joints with clearance: geometry x interface, from the keys of a joint.

#include "model/builder.h"
#include "pair/dry.h"

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

void gud_build_dry(gud_builder *b, const gud_entity *e, int frame_a, int frame_b)
{
    gud_model *m = b->m;
    gud_dry *dry = GUD_TAKE(&m->arena, gud_dry, 1);
    if (!dry || !geometry_of(b, e, &dry->geometry) || !make_contact(b, e, dry) || !make_friction(b, e, dry)) return;
    const int n = gud_pair_nspot(&dry->geometry);
    m->force[m->nforce++] = (gud_force){.name = gud_arena_text(&m->arena, e->name),
                                        .law = n == 1   ? &gud_pair_dry_one
                                               : n == 2 ? &gud_pair_dry_two
                                                        : &gud_pair_dry_four,
                                        .params = dry,
                                        .frame = {frame_a, frame_b},
                                        .nframe = 2,
                                        .coordinate = -1};
}
