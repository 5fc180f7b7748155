// Surfaces of revolution: their shapes, and their openings as feeds and trims.

#include "assembly/write.h"
#include "num/pi.h"
#include "num/vec.h"
#include "surface/nurbs.h"

#include <math.h>

enum { profile_points = 33 };

// what a feature is written as
typedef enum { AS_CYLINDER, AS_CONE, AS_BARREL, AS_PROFILE, AS_GROOVE, AS_TUBE } shape;

// the written shape and its grid
typedef struct {
    const gud_feature *g;
    shape shape;
    double range[2];     // of the second coordinate
    double middle;       // of it, from where lengths along the grid count
    double radius;       // of the parameter line around it that is half way along
    double scale;        // length for a unit of the second coordinate; profiles: by their net
    gud_cad_frame frame; // of the shape, in the assembly
    gud_arena arena;
    gud_face net; // in that frame
} turned_wall;

static void put_length(gud_cad_writer *w, const char *key, double value)
{
    gud_buffer_print(&w->surfaces, ", %s: ", key);
    gud_cad_length(&w->surfaces, value);
}

// ---- shapes

static shape shape_of(const gud_feature *g, const double range[2])
{
    if (g->kind == GUD_FACE_CYLINDER) return AS_CYLINDER;
    if (g->kind == GUD_FACE_CONE) return AS_CONE;
    if (g->kind != GUD_FACE_TORUS) return AS_PROFILE;
    if (!gud_feature_is_barrel(g)) return range[1] - range[0] > 2.0 * pi - 1e-6 ? AS_TUBE : AS_GROOVE;
    // an arc about the middle is a barrel; other profiles are given by points
    return fabs(g->span[0] + g->span[1]) < 2e-6 * (g->span[1] - g->span[0]) ? AS_BARREL : AS_PROFILE;
}

// where the origin of the shape is
static void shape_origin(const turned_wall *t, double origin[3])
{
    const gud_feature *g = t->g;
    const bool ring = t->shape == AS_GROOVE || t->shape == AS_TUBE;
    v3_axpy(origin, g->origin, ring ? 0.0 : 0.5 * (g->span[0] + g->span[1]), g->axis);
}

static void start_wall(const gud_cad_writer *w, const gud_feature *g, const gud_cad_frame *frame, turned_wall *t)
{
    double origin[3];
    *t = (turned_wall){.g = g, .range = {g->span[0], g->span[1]}, .scale = 1.0};
    gud_arena_init(&t->arena);
    if (g->kind == GUD_FACE_TORUS) gud_turned_tube(w->features, g, t->range);
    t->shape = shape_of(g, t->range);
    t->middle = 0.5 * (t->range[0] + t->range[1]);
    if (t->shape == AS_BARREL) t->middle = 0.0;
    if (t->shape == AS_TUBE) t->range[0] = 0.0, t->range[1] = 2.0 * pi, t->middle = 0.0;
    if (t->shape == AS_CONE) t->scale = 1.0 / cos(g->angle);
    if (g->kind == GUD_FACE_TORUS) t->scale = g->tube;
    t->radius = t->shape == AS_TUBE       ? g->radius - g->tube
                : t->shape == AS_GROOVE   ? g->radius + g->tube * cos(t->middle)
                : t->shape == AS_BARREL   ? g->radius + g->tube
                : t->shape == AS_CYLINDER ? g->radius
                : t->shape == AS_CONE     ? gud_feature_radius(g, t->middle)
                                          : 0.0; // a profile's follows from its net
    shape_origin(t, origin);
    gud_cad_shape_frame(frame, origin, g->axis, &t->frame);
}

// point i of a profile: radius and height above its middle
static void profile_point(const turned_wall *t, int i, double *r, double *z)
{
    const double *span = t->g->span, part = (double)i / (profile_points - 1);
    *r = gud_feature_radius(t->g, span[0] + (span[1] - span[0]) * part);
    *z = (span[1] - span[0]) * (part - 0.5);
}

// the net that the loader makes of the shape
static gud_status make_nurbs(turned_wall *t, gud_nurbs *net)
{
    const gud_feature *g = t->g;
    const double half = 0.5 * (g->span[1] - g->span[0]), top = g->radius + g->tube;
    double r[profile_points], z[profile_points];
    gud_error error;
    switch (t->shape) {
    case AS_BARREL:
        return gud_nurbs_barrel(top, top - gud_feature_radius(g, g->span[1]), 2.0 * half, &t->arena, &error, net);
    case AS_GROOVE:
        return gud_nurbs_groove(g->radius, g->tube, t->range[0], t->range[1], &t->arena, &error, net);
    case AS_TUBE:
        return gud_nurbs_torus(g->radius, g->tube, &t->arena, &error, net);
    case AS_PROFILE:
        for (int i = 0; i < profile_points; i++) profile_point(t, i, &r[i], &z[i]);
        return gud_nurbs_revolve(profile_points, r, z, 3, &t->arena, &error, net);
    case AS_CYLINDER:
    case AS_CONE:
    default:
        return gud_nurbs_cone(gud_feature_radius(g, g->span[0]), gud_feature_radius(g, g->span[1]), -half, half,
                              &t->arena, &error, net);
    }
}

// false without memory
static bool make_net(gud_cad_writer *w, turned_wall *t)
{
    gud_nurbs net;
    gud_face_point p;
    if (make_nurbs(t, &net) != GUD_OK) {
        w->failed = true;
        return false;
    }
    t->net = (gud_face){.kind = GUD_FACE_SPLINE, .u = {0.0, 1.0}, .v = {0.0, 1.0}};
    for (int d = 0; d < 2; d++) {
        t->net.net.degree[d] = net.degree[d], t->net.net.count[d] = net.count[d], t->net.net.knots[d] = net.knots[d];
        (d ? t->net.v : t->net.u)[0] = net.knots[d][net.degree[d]];
        (d ? t->net.v : t->net.u)[1] = net.knots[d][net.count[d]];
    }
    t->net.net.points = net.points;
    gud_face_eval(&t->net, t->net.u[0], 0.5 * (t->net.v[0] + t->net.v[1]), &p);
    if (t->shape == AS_PROFILE) t->radius = p.x[0];
    return true;
}

static void put_profile(gud_cad_writer *w, const turned_wall *t)
{
    double r, z;
    gud_buffer_add(&w->surfaces, "{shape: profile, radius: [");
    for (int i = 0; i < profile_points; i++) {
        profile_point(t, i, &r, &z);
        if (i) gud_buffer_add(&w->surfaces, ", ");
        gud_cad_length(&w->surfaces, r);
    }
    gud_buffer_add(&w->surfaces, "], z: [");
    for (int i = 0; i < profile_points; i++) {
        profile_point(t, i, &r, &z);
        if (i) gud_buffer_add(&w->surfaces, ", ");
        gud_cad_length(&w->surfaces, z);
    }
    gud_buffer_add(&w->surfaces, "]");
}

static void put_torus(gud_cad_writer *w, const turned_wall *t)
{
    gud_buffer_add(&w->surfaces, "{shape: torus");
    put_length(w, "ring", t->g->radius);
    put_length(w, "tube", t->g->tube);
    if (t->shape == AS_TUBE) return;
    gud_buffer_add(&w->surfaces, ", from: ");
    gud_cad_angle(&w->surfaces, t->range[0]);
    gud_buffer_add(&w->surfaces, ", to: ");
    gud_cad_angle(&w->surfaces, t->range[1]);
}

static void put_shape(gud_cad_writer *w, const turned_wall *t, const gud_cad_frame *frame)
{
    const gud_feature *g = t->g;
    const bool ring = t->shape == AS_GROOVE || t->shape == AS_TUBE;
    double origin[3];
    shape_origin(t, origin);
    if (ring)
        put_torus(w, t);
    else if (t->shape == AS_PROFILE)
        put_profile(w, t);
    else if (t->shape == AS_CONE) {
        gud_buffer_add(&w->surfaces, "{shape: cone");
        put_length(w, "radius_low", gud_feature_radius(g, g->span[0]));
        put_length(w, "radius_high", gud_feature_radius(g, g->span[1]));
    } else {
        gud_buffer_add(&w->surfaces, t->shape == AS_BARREL ? "{shape: barrel" : "{shape: cylinder");
        put_length(w, "radius", t->radius);
        if (t->shape == AS_BARREL) put_length(w, "crown", t->radius - gud_feature_radius(g, g->span[1]));
    }
    if (!ring && t->shape != AS_PROFILE) put_length(w, "length", g->span[1] - g->span[0]);
    gud_cad_place(w, frame, origin, g->axis);
}

// ---- the grid

// the parameter along the profile of a point in the frame of the shape
static double profile_parameter(const turned_wall *t, const double local[3])
{
    const double x[3] = {hypot(local[0], local[1]), 0.0, local[2]};
    double uv[2] = {0.0, 0.0};
    (void)gud_face_nearest(&t->net, x, uv);
    return uv[1];
}

// how far a point is beyond the ends of a profile, which goes on straight
static double beyond_ends(const turned_wall *t, const double local[3])
{
    const double half = 0.5 * (t->g->span[1] - t->g->span[0]);
    return local[2] - fmin(fmax(local[2], -half), half);
}

static void place_on_turned(const void *wall, const double x[3], double at[2])
{
    const turned_wall *t = wall;
    double local[3], own[2];
    gud_cad_into(&t->frame, x, local);
    gud_turned_locate(t->g, x, own);
    const double off = own[1] - t->middle;
    at[0] = t->radius * atan2(local[1], local[0]);
    at[1] = t->scale * off;
    if (t->g->kind == GUD_FACE_TORUS) at[1] = t->scale * (off - 2.0 * pi * round(off / (2.0 * pi)));
    if (t->shape == AS_PROFILE)
        at[1] = gud_cad_line_length(&t->net, 1, profile_parameter(t, local)) + beyond_ends(t, local);
}

// circles about the axis are longer or shorter than that in the middle; beyond the ends they are as there
static void stretch_on_turned(const void *wall, const double at[2], double by[2])
{
    const turned_wall *t = wall;
    if (t->shape == AS_PROFILE) {
        gud_face_point p;
        gud_face_eval(&t->net, t->net.u[0], gud_cad_line_parameter(&t->net, 1, at[1]), &p);
        by[0] = p.x[0] / t->radius;
    } else {
        const double second = t->middle + at[1] / t->scale;
        gud_turned_stretch(t->g, t->shape == AS_TUBE ? second : fmin(fmax(second, t->range[0]), t->range[1]), by);
        by[0] /= t->radius;
    }
    by[1] = 1.0;
}

static double distance_from_turned(const void *wall, const double x[3])
{
    const turned_wall *t = wall;
    return gud_turned_distance(t->g, x);
}

// ---- openings

// what a chart says of a point of a feature
static void place_point(const gud_cad_chart *chart, const gud_feature *g, double angle, double second, double at[2])
{
    double x[3];
    gud_turned_point(g, (double[2]){angle, second}, x);
    chart->place(chart->wall, x, at);
    if (chart->period[0] > 0.0) at[0] -= chart->period[0] * floor(at[0] / chart->period[0] + 1e-12);
}

static void end_groove(gud_cad_writer *w, const char *what, const gud_feature *g)
{
    gud_buffer_print(&w->feeds, "   # %s ", what);
    gud_cad_faces(&w->feeds, w, g);
    gud_buffer_add(&w->feeds, "\n    pressure: = supply\n");
}

static void write_ring(gud_cad_writer *w, const char *joint, const char *on, const gud_cad_chart *chart,
                       const gud_feature *g, const gud_opening *o)
{
    double at[2], by[2];
    place_point(chart, g, 0.0, o->second, at);
    gud_turned_stretch(g, o->second, by);
    gud_cad_feed_begin(w, joint, "ring", on, (double[2]){0.0, at[1]});
    gud_buffer_add(&w->feeds, "\n    width: ");
    gud_cad_length(&w->feeds, o->height * by[1]);
    end_groove(w, "ring groove between", g);
}

// grooves over the whole width are gaps between the faces; those that move have a width of their own
static void write_axial_grooves(gud_cad_writer *w, const char *joint, const char *on, const gud_cad_chart *chart,
                                const turned_wall *t, double radius)
{
    for (int i = 0; i < t->g->ngap; i++) {
        const double *gap = t->g->gaps[i];
        double at[2];
        place_point(chart, t->g, 0.5 * (gap[0] + gap[1]), t->middle, at);
        gud_cad_feed_begin(w, joint, "axial", on, at);
        gud_buffer_add(&w->feeds, "\n    length: ");
        gud_cad_length(&w->feeds, (gap[1] - gap[0]) * radius);
        if (on) {
            gud_buffer_add(&w->feeds, "\n    width: ");
            gud_cad_length(&w->feeds, (t->range[1] - t->range[0]) * t->scale);
        }
        end_groove(w, "between", t->g);
    }
}

// parameter of an angle on a full turn of four arcs, counted on over the seam
static double turn_parameter(double angle)
{
    const double quarters = angle / (0.5 * pi), whole = floor(quarters), part = 0.25 * pi * (quarters - whole);
    const double before = sin(part), after = sin(0.25 * pi - part); // half angles to the ends of the arc
    return 0.25 * (whole + before / (before + after));
}

// a curve of `trim`, moved by whole turns
static void put_curve(gud_buffer *points, const turned_wall *t, const gud_opening *o, const double *x, double turns)
{
    double first[3];
    gud_cad_into(&t->frame, x, first);
    const double phase = atan2(first[1], first[0]) - o->points[0][0];
    for (int i = 0; i < o->npoint; i++) {
        double local[3];
        gud_cad_into(&t->frame, x + 3 * (size_t)i, local);
        gud_buffer_print(points, ", %.9g, %.9g", turn_parameter(phase + o->points[i][0]) + turns,
                         profile_parameter(t, local));
    }
}

// An opening that is no feed is left out of the surface. Curves over the seam are there on both sides of it, and the
// outer one goes around it.
static void trim_opening(gud_cad_writer *w, turned_wall *t, const gud_opening *o, const double *x, gud_buffer *points,
                         gud_buffer *loops)
{
    if (!t->net.net.points && !make_net(w, t)) return;
    if (points->size == 0) {
        gud_buffer_print(points, t->shape == AS_TUBE ? "-1, -1, 2, -1, 2, 2, -1, 2" : "-1, 0, 2, 0, 2, 1, -1, 1");
        gud_buffer_add(loops, "4");
    }
    for (int turns = -1; turns <= 1; turns++) {
        put_curve(points, t, o, x, turns);
        gud_buffer_print(loops, ", %d", o->npoint);
    }
}

// the grid of a wall as all of its openings see it
static gud_cad_chart chart_of(const turned_wall *t)
{
    return (gud_cad_chart){t,
                           place_on_turned,
                           stretch_on_turned,
                           distance_from_turned,
                           {2.0 * pi * t->radius, t->shape == AS_TUBE ? 2.0 * pi * t->scale : 0.0}};
}

static void write_openings(gud_cad_writer *w, const char *joint, turned_wall *t)
{
    const gud_cad_chart chart = chart_of(t);
    gud_opening list[GUD_CAD_OPENINGS];
    gud_buffer points, loops;
    const int n = gud_cad_openings(w, joint, t->g, &t->arena, list);
    gud_buffer_init(&points);
    gud_buffer_init(&loops);
    for (int i = 0; i < n; i++) {
        gud_cad_mouth mouth;
        if (list[i].ring) {
            write_ring(w, joint, NULL, &chart, t->g, &list[i]);
            continue;
        }
        const double *x = gud_cad_outline(w, t->g, &list[i], &t->arena);
        if (!x) continue;
        gud_cad_mouth_find(w, t->g, &chart, list[i].npoint, x, &mouth);
        if (mouth.shape == GUD_MOUTH_ODD)
            trim_opening(w, t, &list[i], x, &points, &loops);
        else
            gud_cad_mouth_write(w, joint, NULL, t->g, &mouth);
    }
    if (points.size > 0)
        gud_buffer_print(&w->surfaces, ", trim: {points: [%s], loops: [%s]}", gud_buffer_text(&points),
                         gud_buffer_text(&loops));
    w->failed = w->failed || points.failed || loops.failed;
    gud_buffer_free(&points);
    gud_buffer_free(&loops);
}

void gud_cad_turned_write(gud_cad_writer *w, const char *joint, const gud_feature *g, const gud_cad_frame *frame)
{
    turned_wall t;
    start_wall(w, g, frame, &t);
    put_shape(w, &t, frame);
    if (joint && w->films && (t.shape != AS_PROFILE || make_net(w, &t))) {
        const gud_cad_chart chart = chart_of(&t);
        write_axial_grooves(w, joint, NULL, &chart, &t, t.radius);
        write_openings(w, joint, &t);
    }
    gud_arena_free(&t.arena);
}

// ---- openings of the wall without the grid

// A wall that moves over the grid of another one. Its points are placed as if both frames were one.
typedef struct {
    turned_wall grid, own;
    const gud_cad_frame *to, *from;
} rider;

static void place_rider(const void *wall, const double x[3], double at[2])
{
    const rider *r = wall;
    double local[3], there[3];
    gud_cad_into(r->from, x, local);
    m3_apply(there, r->to->R, local);
    v3_axpy(there, there, 1.0, r->to->at);
    place_on_turned(&r->grid, there, at);
}

static void stretch_rider(const void *wall, const double at[2], double by[2])
{
    const rider *r = wall;
    stretch_on_turned(&r->grid, at, by);
}

static double distance_from_rider(const void *wall, const double x[3])
{
    const rider *r = wall;
    return gud_turned_distance(r->own.g, x);
}

// openings of any other shape count as rectangles
static void write_riders(gud_cad_writer *w, const char *joint, const char *on, rider *r)
{
    const gud_cad_chart grid = chart_of(&r->grid);
    const gud_cad_chart chart = {r, place_rider, stretch_rider, distance_from_rider, {grid.period[0], grid.period[1]}};
    const gud_feature *g = r->own.g;
    gud_opening list[GUD_CAD_OPENINGS];
    const int n = gud_cad_openings(w, joint, g, &r->own.arena, list);
    write_axial_grooves(w, joint, on, &chart, &r->own, r->grid.radius);
    for (int i = 0; i < n; i++) {
        gud_cad_mouth mouth;
        if (list[i].ring) {
            write_ring(w, joint, on, &chart, g, &list[i]);
            continue;
        }
        const double *x = gud_cad_outline(w, g, &list[i], &r->own.arena);
        if (!x) continue;
        gud_cad_mouth_find(w, g, &chart, list[i].npoint, x, &mouth);
        gud_cad_mouth_write(w, joint, on, g, &mouth);
    }
}

static bool is_turned_wall(const gud_feature *g)
{
    return gud_feature_turns(g) && g->kind != GUD_FACE_SPHERE;
}

bool gud_cad_riders_write(gud_cad_writer *w, const char *joint, const gud_feature *const walls[2],
                          const gud_cad_frame frames[2], int reference)
{
    const int other = 1 - reference;
    rider r = {.to = &frames[reference], .from = &frames[other]};
    if (!is_turned_wall(walls[0]) || !is_turned_wall(walls[1])) return false;
    start_wall(w, walls[reference], &frames[reference], &r.grid);
    start_wall(w, walls[other], &frames[other], &r.own);
    if (r.grid.shape != AS_PROFILE || make_net(w, &r.grid)) write_riders(w, joint, other ? "journal" : "bearing", &r);
    gud_arena_free(&r.grid.arena);
    gud_arena_free(&r.own.arena);
    return true;
}
