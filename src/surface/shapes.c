// The table of shapes, and those that a few lengths describe. They turn about z, and lie around the origin.

#include "surface/shape.h"

#define GUD_SHAPE(name) &gud_shape_##name.row,
const gud_row *const gud_shape_rows[] = {
#include "surface/shapes.def"
    NULL};
#undef GUD_SHAPE

const gud_shape *gud_shape_of(const gud_row *row)
{
    return (const gud_shape *)row;
}

static const char source[] = "docs/theory/surface.md";

#define LENGTH(params, member, about_)                                                                                 \
    {                                                                                                                  \
        .key = #member, .type = GUD_NUMBER, .offset = offsetof(params, member), .unit = "m", .fallback = GUD_REQUIRED, \
        .low = 0.0, .high = GUD_INF, .flags = GUD_OPEN_LOW, .about = (about_)                                          \
    }

#define ROW(word, params, fields_, about_)                                                                             \
    {                                                                                                                  \
        .name = (word), .about = (about_), .source = source, .size = sizeof(params), .fields = (fields_),              \
        .nfield = GUD_COUNT(fields_)                                                                                   \
    }

// ---- cylinder

typedef struct {
    double radius, length;
} cylinder;

static gud_status build_cylinder(const void *prm, const gud_shape_context *c, gud_nurbs *nurbs)
{
    const cylinder *p = prm;
    return gud_nurbs_cylinder(p->radius, -0.5 * p->length, 0.5 * p->length, c->arena, c->error, nurbs);
}

static const gud_field cylinder_fields[] = {
    LENGTH(cylinder, radius, "radius"),
    LENGTH(cylinder, length, "length along z"),
};

const gud_shape gud_shape_cylinder = {
    ROW("cylinder", cylinder, cylinder_fields, "journal or bore"),
    build_cylinder,
};

// ---- cone

typedef struct {
    double radius_low, radius_high, length;
} cone;

static gud_status build_cone(const void *prm, const gud_shape_context *c, gud_nurbs *nurbs)
{
    const cone *p = prm;
    return gud_nurbs_cone(p->radius_low, p->radius_high, -0.5 * p->length, 0.5 * p->length, c->arena, c->error, nurbs);
}

static const gud_field cone_fields[] = {
    GUD_FIELD(cone, radius_low, "m", GUD_REQUIRED, 0.0, GUD_INF, "radius at the lower end; 0 for an apex"),
    GUD_FIELD(cone, radius_high, "m", GUD_REQUIRED, 0.0, GUD_INF, "radius at the upper end; 0 for an apex"),
    LENGTH(cone, length, "length along z"),
};

const gud_shape gud_shape_cone = {ROW("cone", cone, cone_fields, "cone, or a part of one"), build_cone};

// ---- sphere

typedef struct {
    double radius;
} sphere;

static gud_status build_sphere(const void *prm, const gud_shape_context *c, gud_nurbs *nurbs)
{
    const sphere *p = prm;
    return gud_nurbs_sphere(p->radius, c->arena, c->error, nurbs);
}

static const gud_field sphere_fields[] = {LENGTH(sphere, radius, "radius")};

const gud_shape gud_shape_sphere = {ROW("sphere", sphere, sphere_fields, "ball or socket, poles on z"), build_sphere};

// ---- torus

typedef struct {
    double ring, tube;
} torus;

static gud_status build_torus(const void *prm, const gud_shape_context *c, gud_nurbs *nurbs)
{
    const torus *p = prm;
    return gud_nurbs_torus(p->ring, p->tube, c->arena, c->error, nurbs);
}

static const gud_field torus_fields[] = {
    LENGTH(torus, ring, "radius of the circle in the middle of the tube"),
    LENGTH(torus, tube, "radius of the tube"),
};

const gud_shape gud_shape_torus = {ROW("torus", torus, torus_fields, "ring with a round section"), build_torus};

// ---- barrel

typedef struct {
    double radius, crown, length;
} barrel;

static gud_status build_barrel(const void *prm, const gud_shape_context *c, gud_nurbs *nurbs)
{
    const barrel *p = prm;
    return gud_nurbs_barrel(p->radius, p->crown, p->length, c->arena, c->error, nurbs);
}

static const gud_field barrel_fields[] = {
    LENGTH(barrel, radius, "radius in the middle"),
    GUD_FIELD(barrel, crown, "m", GUD_REQUIRED, 0.0, GUD_INF, "how much less the radius is at the ends"),
    LENGTH(barrel, length, "length along z"),
};

const gud_shape gud_shape_barrel = {
    ROW("barrel", barrel, barrel_fields, "crowned journal or piston: an arc turned about z"),
    build_barrel,
};
