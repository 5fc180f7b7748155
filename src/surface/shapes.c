// The table of shapes, and those that a few lengths describe. They turn about z, and lie around the origin.

#include "surface/shape.h"

#include "num/pi.h"
#include "num/rot.h"
#include "num/vec.h"

#define GUD_SHAPE(name) &gud_shape_##name.row,
const gud_row *const gud_shape_rows[] = {
#include "surface/shapes.def"
    NULL};
#undef GUD_SHAPE

const gud_shape *gud_shape_of(const gud_row *row)
{
    return (const gud_shape *)row;
}

#define PLACE(member, unit_, about_)                                                                                   \
    {                                                                                                                  \
        .key = #member, .type = GUD_VECTOR, .offset = offsetof(gud_shape_place, member), .count = 3, .unit = (unit_),  \
        .fallback = 0.0, .about = (about_)                                                                             \
    }
static const gud_field place_fields[] = {
    PLACE(at, "m", "position of the shape's origin in the frame that carries it"),
    PLACE(rotation, "rad", "rotation vector of the shape in that frame, before it is moved"),
    {.key = "trim",
     .type = GUD_GROUP,
     .offset = offsetof(gud_shape_place, trim),
     .fallback = GUD_OPTIONAL,
     .group = &gud_trim_row,
     .about = "closed curves in the parameters; only the part of the surface inside them remains"},
};
static const gud_row place_row = GUD_ROW(gud_shape_place, "surface", "a surface and its position", place_fields);

const gud_section gud_surfaces_section = {
    .key = "surfaces",
    .about = "surfaces of bodies, for joints with `surfaces: [first, second]`",
    .named = true,
    .common = &place_row,
    .selector = "shape",
    .rows = gud_shape_rows,
    .example = "surfaces:\n  bore: {shape: cylinder, radius: 10.03 mm, length: 20 mm}\n"
               "  pin: {shape: barrel, radius: 10 mm, crown: 5 um, length: 20 mm}\n",
};

// the net elsewhere
static gud_status move_net(const gud_shape_place *place, const gud_shape_context *c, gud_nurbs *nurbs)
{
    const double angle = v3_norm(place->rotation);
    double axis[3] = {1.0, 0.0, 0.0}, R[9];
    if (angle == 0.0 && v3_norm(place->at) == 0.0) return GUD_OK;
    if (angle > 0.0) v3_scale(axis, 1.0 / angle, place->rotation);
    gud_rot_about(axis, angle, R);
    const int n = nurbs->count[0] * nurbs->count[1];
    double *points = GUD_TAKE(c->arena, double, 4 * n);
    if (!points) return gud_fail(c->error, GUD_ERR_MEMORY, "out of memory");
    for (int i = 0; i < n; i++) {
        m3_apply(points + 4 * i, R, nurbs->points + 4 * i);
        v3_axpy(points + 4 * i, points + 4 * i, 1.0, place->at);
        points[4 * i + 3] = nurbs->points[4 * i + 3];
    }
    nurbs->points = points;
    return GUD_OK;
}

gud_status gud_shape_nurbs(const gud_row *row, const void *params, const gud_shape_place *place,
                           const gud_shape_context *context, gud_nurbs *nurbs)
{
    GUD_TRY(gud_shape_of(row)->build(params, context, nurbs));
    return place ? move_net(place, context, nurbs) : GUD_OK;
}

gud_status gud_shape_surface(const gud_row *row, const void *params, const gud_shape_place *place,
                             const gud_shape_context *context, gud_surface *surface)
{
    gud_nurbs nurbs;
    GUD_TRY(gud_shape_nurbs(row, params, place, context, &nurbs));
    GUD_TRY(gud_surface_create(&nurbs, row->name, context->arena, context->error, surface));
    return place->trim ? gud_shape_trim(place->trim, context, surface) : GUD_OK;
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
    double radius, from, to;
} sphere;

static const double quarter = 0.5 * pi;

static gud_status build_sphere(const void *prm, const gud_shape_context *c, gud_nurbs *nurbs)
{
    const sphere *p = prm;
    if (p->from == -quarter && p->to == quarter) return gud_nurbs_sphere(p->radius, c->arena, c->error, nurbs);
    return gud_nurbs_zone(p->radius, p->from, p->to, c->arena, c->error, nurbs);
}

static const gud_field sphere_fields[] = {
    LENGTH(sphere, radius, "radius"),
    GUD_FIELD(sphere, from, "rad", -quarter, -quarter, quarter, "latitude where it begins; -90 deg is the lower pole"),
    GUD_FIELD(sphere, to, "rad", quarter, -quarter, quarter, "latitude where it ends; 90 deg is the upper pole"),
};

const gud_shape gud_shape_sphere = {ROW("sphere", sphere, sphere_fields, "ball or socket, poles on z"), build_sphere};

// ---- torus

typedef struct {
    double ring, tube, from, to;
} torus;

static const double whole_turn = 2.0 * pi;

static gud_status build_torus(const void *prm, const gud_shape_context *c, gud_nurbs *nurbs)
{
    const torus *p = prm;
    if (p->from == 0.0 && p->to == whole_turn) return gud_nurbs_torus(p->ring, p->tube, c->arena, c->error, nurbs);
    return gud_nurbs_groove(p->ring, p->tube, p->from, p->to, c->arena, c->error, nurbs);
}

static const gud_field torus_fields[] = {
    LENGTH(torus, ring, "radius of the circle in the middle of the tube"),
    LENGTH(torus, tube, "radius of the tube"),
    GUD_FIELD(torus, from, "rad", 0.0, -whole_turn, whole_turn,
              "angle around the tube where a groove begins, from the outer equator towards +z"),
    GUD_FIELD(torus, to, "rad", whole_turn, -whole_turn, whole_turn, "angle where it ends; default: the whole tube"),
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
    GUD_FIELD(barrel, crown, "m", GUD_REQUIRED, 0.0, GUD_INF,
              "difference between the radius in the middle and at the ends"),
    LENGTH(barrel, length, "length along z"),
};

const gud_shape gud_shape_barrel = {
    ROW("barrel", barrel, barrel_fields, "crowned journal or piston: an arc turned about z"),
    build_barrel,
};
