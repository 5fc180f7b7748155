// Assemblies built face by face, for tests that need no CAD file.
#ifndef GUD_TESTS_ASSEMBLY_RIG_H
#define GUD_TESTS_ASSEMBLY_RIG_H

#include "check.h"

#include "assembly/find.h"
#include "num/pi.h"
#include "num/vec.h"
#include "surface/nurbs.h"

#include <string.h>

enum { RIG_LOOPS = 4, RIG_FACES = 12000, RIG_PARTS = 6000 };

typedef struct rig {
    gud_arena arena;
    gud_face *faces;
    gud_face_loop *loops; // RIG_LOOPS of every face
    gud_part *parts;
    gud_assembly assembly;
    gud_features features;
    gud_fits fits;
} rig;

static inline void rig_start(rig *r)
{
    memset(r, 0, sizeof *r);
    gud_arena_init(&r->arena);
    r->faces = GUD_TAKE(&r->arena, gud_face, RIG_FACES);
    r->loops = GUD_TAKE(&r->arena, gud_face_loop, RIG_FACES * RIG_LOOPS);
    r->parts = GUD_TAKE(&r->arena, gud_part, RIG_PARTS);
    r->assembly = (gud_assembly){.name = "rig", .schema = "none", .unit = 1.0, .faces = r->faces, .parts = r->parts};
}

static inline void rig_end(rig *r)
{
    gud_fits_free(&r->fits);
    gud_features_free(&r->features);
    gud_arena_free(&r->arena);
}

// a part of a litre at a place, with the inertia of a cube
static inline int rig_part(rig *r, const char *name, double x, double y, double z)
{
    gud_part *p = &r->parts[r->assembly.npart];
    const double a = 1e-3 * 0.01 / 6.0; // V side^2 / 6
    *p = (gud_part){.name = name,
                    .path = "",
                    .shape = r->assembly.npart,
                    .solid = 1,
                    .place = {{1, 0, 0, x}, {0, 1, 0, y}, {0, 0, 1, z}},
                    .volume = 1e-3,
                    .centre = {x, y, z},
                    .inertia = {a, a, a, 0, 0, 0},
                    .colour = {-1, -1, -1}};
    return r->assembly.npart++;
}

// the box and the area of a face, from many points of it
static inline void rig_measure(gud_face *f)
{
    enum { n = 60 };
    f->area = 0.0;
    for (int k = 0; k < 3; k++) f->box[0][k] = INFINITY, f->box[1][k] = -INFINITY;
    for (int i = 0; i <= n; i++)
        for (int j = 0; j <= n; j++) {
            const double du = (f->u[1] - f->u[0]) / n, dv = (f->v[1] - f->v[0]) / n;
            gud_face_point p;
            double a[3];
            gud_face_eval(f, f->u[0] + du * i, f->v[0] + dv * j, &p);
            for (int k = 0; k < 3; k++) {
                f->box[0][k] = fmin(f->box[0][k], p.x[k]);
                f->box[1][k] = fmax(f->box[1][k], p.x[k]);
            }
            if (i == n || j == n || !gud_face_inside(f, f->u[0] + du * (i + 0.5), f->v[0] + dv * (j + 0.5))) continue;
            gud_face_eval(f, f->u[0] + du * (i + 0.5), f->v[0] + dv * (j + 0.5), &p);
            v3_cross(a, p.x_u, p.x_v);
            f->area += v3_norm(a) * du * dv;
        }
}

// the outline is the rectangle of the ranges; the new face stays the last one of its part if parts are built in turn
static inline gud_face *rig_face(rig *r, int part, gud_face face)
{
    gud_face *f = &r->faces[r->assembly.nface++];
    double *corners = GUD_TAKE(&r->arena, double, 8);
    gud_face_loop *loops = r->loops + RIG_LOOPS * (f - r->faces);
    *f = face;
    f->part = part;
    const double c[8] = {f->u[0], f->v[0], f->u[1], f->v[0], f->u[1], f->v[1], f->u[0], f->v[1]};
    memcpy(corners, c, sizeof c);
    loops[0] = (gud_face_loop){4, corners};
    f->loops = loops;
    f->nloop = 1;
    rig_measure(f);
    return f;
}

static inline void rig_frame(gud_face *f, const double origin[3], const double axis[3])
{
    const double up[3] = {0, 0, 1}, x[3] = {1, 0, 0};
    v3_copy(f->origin, origin);
    v3_scale(f->axis, 1.0 / v3_norm(axis), axis);
    v3_copy(f->xdir, fabs(v3_dot(f->axis, up)) > 0.9 ? x : up);
    v3_axpy(f->xdir, f->xdir, -v3_dot(f->xdir, f->axis), f->axis);
    v3_scale(f->xdir, 1.0 / v3_norm(f->xdir), f->xdir);
}

static inline void rig_cylinder(rig *r, int part, const double origin[3], const double axis[3], double radius,
                                double low, double high, bool inward, int pieces)
{
    for (int i = 0; i < pieces; i++) {
        gud_face f = {.kind = GUD_FACE_CYLINDER,
                      .inward = inward,
                      .radius = radius,
                      .u = {2.0 * pi * i / pieces, 2.0 * pi * (i + 1) / pieces},
                      .v = {low, high}};
        rig_frame(&f, origin, axis);
        (void)rig_face(r, part, f);
    }
}

// a rectangle around its origin
static inline gud_face *rig_plane(rig *r, int part, const double origin[3], const double normal[3], double a, double b)
{
    gud_face f = {.kind = GUD_FACE_PLANE, .u = {-0.5 * a, 0.5 * a}, .v = {-0.5 * b, 0.5 * b}};
    rig_frame(&f, origin, normal);
    return rig_face(r, part, f);
}

// a hole of n points around (u, v) with these half sizes: four make a rectangle, others an ellipse
static inline void rig_hole(rig *r, gud_face *f, double u, double v, double du, double dv, int n)
{
    gud_face_loop *loops = r->loops + RIG_LOOPS * (f - r->faces);
    double *points = GUD_TAKE(&r->arena, double, 2 * n);
    for (int i = 0; i < n; i++) {
        const double angle = -2.0 * pi * (i + (n == 4 ? 0.5 : 0.0)) / n, reach = n == 4 ? sqrt(2.0) : 1.0;
        points[2 * i] = u + du * cos(angle) * reach;
        points[2 * i + 1] = v + dv * sin(angle) * reach;
    }
    loops[f->nloop++] = (gud_face_loop){n, points};
    rig_measure(f);
}

// a net, turned and moved into place
static inline void rig_net(rig *r, int part, const gud_nurbs *net, const double R[9], const double at[3], bool inward)
{
    const int n = net->count[0] * net->count[1];
    double *points = GUD_TAKE(&r->arena, double, 4 * n);
    for (int i = 0; i < n; i++) {
        double x[3];
        m3_apply(x, R, net->points + 4 * i);
        v3_axpy(points + 4 * i, x, 1.0, at);
        points[4 * i + 3] = net->points[4 * i + 3];
    }
    gud_face f = {.kind = GUD_FACE_SPLINE, .inward = inward};
    for (int d = 0; d < 2; d++) {
        f.net.degree[d] = net->degree[d], f.net.count[d] = net->count[d], f.net.knots[d] = net->knots[d];
        double *range = d ? f.v : f.u;
        range[0] = net->knots[d][net->degree[d]], range[1] = net->knots[d][net->count[d]];
    }
    f.net.points = points;
    (void)rig_face(r, part, f);
}

static inline void rig_find(rig *r)
{
    gud_error error;
    assert_int_equal(gud_features_find(&r->assembly, &r->features, &error), GUD_OK);
    assert_int_equal(gud_fits_find(&r->features, &r->fits, &error), GUD_OK);
}

#endif
