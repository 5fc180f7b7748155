// Planes that face each other: their distance, and the rectangle in which they overlap.

#include "assembly/find.h"
#include "num/pi.h"
#include "num/vec.h"

#include <math.h>
#include <stdio.h>

static const double most_tilt = 0.02;    // rad
static const double loosest_gap = 0.01;  // of the root of the smaller area
static const double no_gap = 1e-6;       // the same
static const double least_overlap = 0.1; // of the smaller area

// direction of the longest straight piece of the outlines: sides of rectangles are seen as they lie
static void longest_edge(const gud_features *fs, const gud_feature *g, double along[3])
{
    double longest = 0.0;
    v3_copy(along, g->xdir);
    for (int i = 0; i < g->nface; i++) {
        const gud_face *f = &fs->faces[g->faces[i]];
        const gud_face_loop *loop = &f->loops[0];
        double ydir[3];
        v3_cross(ydir, f->axis, f->xdir);
        for (int a = 0, b = loop->npoint - 1; a < loop->npoint; b = a++) {
            const double u = loop->points[2 * (size_t)a] - loop->points[2 * (size_t)b];
            const double v = loop->points[2 * (size_t)a + 1] - loop->points[2 * (size_t)b + 1];
            if (!(hypot(u, v) > longest * (1.0 + 1e-9))) continue;
            longest = hypot(u, v);
            for (int k = 0; k < 3; k++) along[k] = (u * f->xdir[k] + v * ydir[k]) / longest;
        }
    }
}

// extent of the outlines along two directions from an origin: ranges[2][2]
static void extents(const gud_features *fs, const gud_feature *g, const double origin[3], const double e[2][3],
                    double range[2][2])
{
    for (int d = 0; d < 2; d++) range[d][0] = INFINITY, range[d][1] = -INFINITY;
    for (int i = 0; i < g->nface; i++) {
        const gud_face *f = &fs->faces[g->faces[i]];
        const gud_face_loop *loop = &f->loops[0];
        for (int a = 0; a < loop->npoint; a++) {
            gud_face_point p;
            double d[3];
            gud_face_eval(f, loop->points[2 * (size_t)a], loop->points[2 * (size_t)a + 1], &p);
            v3_axpy(d, p.x, -1.0, origin);
            for (int k = 0; k < 2; k++) {
                range[k][0] = fmin(range[k][0], v3_dot(d, e[k]));
                range[k][1] = fmax(range[k][1], v3_dot(d, e[k]));
            }
        }
    }
}

static bool covers(const gud_features *fs, const gud_feature *g, const double x[3])
{
    for (int i = 0; i < g->nface; i++) {
        const gud_face *f = &fs->faces[g->faces[i]];
        double uv[2];
        if (gud_face_nearest(f, x, uv) && gud_face_inside(f, uv[0], uv[1])) return true;
    }
    return false;
}

// area of the overlap, from points on a grid over its rectangle
static double overlap_area(const gud_features *fs, const gud_feature *const g[2], const double origin[3],
                           const double e[2][3], const double range[2][2])
{
    enum { points = 24 };
    int hits = 0;
    for (int i = 0; i < points; i++)
        for (int j = 0; j < points; j++) {
            double x[3];
            v3_axpy(x, origin, range[0][0] + (range[0][1] - range[0][0]) * (i + 0.5) / points, e[0]);
            v3_axpy(x, x, range[1][0] + (range[1][1] - range[1][0]) * (j + 0.5) / points, e[1]);
            hits += covers(fs, g[0], x) && covers(fs, g[1], x);
        }
    return hits * (range[0][1] - range[0][0]) * (range[1][1] - range[1][0]) / (points * points);
}

static void judge_planes(gud_fit *f, double size)
{
    f->verdict = GUD_FIT_AMBIGUOUS;
    f->score = 0.3 * fmax(0.0, 1.0 - f->clearance / (loosest_gap * size));
    if (f->clearance <= no_gap * size) {
        f->verdict = GUD_FIT_PRESS;
        f->score = 1.0;
        (void)snprintf(f->reason, sizeof f->reason, "the planes touch: clamped, or they slide without a gap");
    } else
        (void)snprintf(f->reason, sizeof f->reason, "planes %.3g um apart; nothing else shows that they slide",
                       1e6 * f->clearance);
}

bool gud_fit_planes(const gud_features *fs, int first, int second, gud_fit *f)
{
    const gud_feature *const g[2] = {&fs->list[first], &fs->list[second]};
    const bool swap = g[1]->area > g[0]->area; // the rail is the larger one
    const gud_feature *A = g[swap], *B = g[!swap];
    const double size = sqrt(B->area), tilt = pi - acos(fmax(v3_dot(A->axis, B->axis), -1.0));
    double e[2][3], range[2][2][2], both[2][2];
    if (A->kind != GUD_FACE_PLANE || B->kind != GUD_FACE_PLANE || !(tilt <= most_tilt)) return false;
    longest_edge(fs, B, e[0]);
    v3_axpy(e[0], e[0], -v3_dot(e[0], A->axis), A->axis);
    v3_scale(e[0], 1.0 / v3_norm(e[0]), e[0]);
    v3_cross(e[1], A->axis, e[0]);
    extents(fs, A, A->origin, (const double(*)[3])e, range[0]);
    extents(fs, B, A->origin, (const double(*)[3])e, range[1]);
    for (int k = 0; k < 2; k++) {
        both[k][0] = fmax(range[0][k][0], range[1][k][0]);
        both[k][1] = fmin(range[0][k][1], range[1][k][1]);
        if (!(both[k][1] > both[k][0])) return false;
    }
    // the gap is that in the middle of the overlap
    double x[3], y[3];
    v3_axpy(x, A->origin, 0.5 * (both[0][0] + both[0][1]), e[0]);
    v3_axpy(x, x, 0.5 * (both[1][0] + both[1][1]), e[1]);
    v3_axpy(y, B->origin, -1.0, x);
    const double gap = v3_dot(y, B->axis) / v3_dot(A->axis, B->axis);
    if (!(gap <= loosest_gap * size && gap >= -no_gap * size)) return false;
    const double area = overlap_area(fs, (const gud_feature *const[2]){A, B}, A->origin, (const double(*)[3])e,
                                     (const double(*)[2])both);
    if (!(area >= least_overlap * B->area)) return false;
    const double sides[2] = {both[0][1] - both[0][0], both[1][1] - both[1][0]};
    const int longer = sides[1] > sides[0];
    *f = (gud_fit){.kind = GUD_FIT_PLANES,
                   .outer = swap ? second : first,
                   .inner = swap ? first : second,
                   .clearance = gap,
                   .gap_max = gap,
                   .width = sides[longer],
                   .breadth = sides[!longer],
                   .tilt = tilt,
                   .share = fmin(1.0, area / B->area),
                   .group = -1};
    v3_copy(f->middle, x);
    v3_copy(f->axis, A->axis);
    v3_copy(f->along, e[longer]);
    double centre[3], radii[2];
    if (f->share > 0.9 && gud_feature_ring(fs, B, centre, radii)) {
        f->radius = radii[1];
        f->width = f->breadth = radii[1] - radii[0];
    }
    judge_planes(f, size);
    return true;
}
