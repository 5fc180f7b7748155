// Nets: gaps from points of the smaller feature along its normals to the nearest points of the other one.

#include "assembly/find.h"
#include "num/vec.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { side = 12, nsample = side * side, probes = 8 };

static const double largest_gap = 0.02; // of the size of the smaller feature
static const double least_share = 0.5;  // of its samples that face the other one
static const double joint_gap = 0.005;  // median gap of a joint, of the size
static const double joint_share = 0.9;

static double feature_size(const gud_feature *g)
{
    double d[3];
    v3_axpy(d, g->box[1], -1.0, g->box[0]);
    return v3_norm(d);
}

static bool in_reach(const double x[3], const double box[2][3], double reach)
{
    for (int k = 0; k < 3; k++)
        if (x[k] < box[0][k] - reach || x[k] > box[1][k] + reach) return false;
    return true;
}

// the gap at a point: to the nearest face of the other feature that faces it
static bool gap_at(const gud_features *fs, const gud_feature *other, const gud_face_point *p, double reach, double *gap)
{
    const bool joined = other->whole != other->faces[0]; // patches of one net have a face that stands for all of them
    for (int i = 0; i < (joined ? 1 : other->nface); i++) {
        const gud_face *f = &fs->faces[joined ? other->whole : other->faces[i]];
        gud_face_point q;
        double uv[2], d[3];
        if (!in_reach(p->x, f->box, reach) || !gud_face_nearest(f, p->x, uv) || !gud_face_inside(f, uv[0], uv[1]))
            continue;
        gud_face_eval(f, uv[0], uv[1], &q);
        v3_axpy(d, q.x, -1.0, p->x);
        *gap = v3_dot(d, p->normal);
        if (v3_norm(d) <= reach && v3_dot(p->normal, q.normal) < -0.7) return true;
    }
    return false;
}

static int compare_gaps(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// gaps of all samples, ascending; a few spread over the face decide whether the rest is worth it
static int sample_gaps(const gud_features *fs, const gud_feature *from, const gud_feature *to, double reach,
                       double *gaps, double *share)
{
    gud_face_point points[nsample];
    const int n = gud_face_sample(&fs->faces[from->whole], side, points);
    int hits = 0;
    for (int i = 0; i < probes && n > 0; i++) {
        double gap;
        hits += gap_at(fs, to, &points[(size_t)i * (size_t)n / probes], reach, &gap);
    }
    if (hits < probes / 3) return 0;
    hits = 0;
    for (int i = 0; i < n; i++) hits += gap_at(fs, to, &points[i], reach, &gaps[hits]);
    qsort(gaps, (size_t)hits, sizeof *gaps, compare_gaps);
    *share = (double)hits / n;
    return hits;
}

static void judge_sampled(gud_fit *f, double median, double size)
{
    f->verdict = GUD_FIT_AMBIGUOUS;
    f->score = 0.5 * f->share * fmax(0.0, 1.0 - median / (largest_gap * size));
    (void)snprintf(f->reason, sizeof f->reason,
                   "NURBS faces, gaps from %.3g to %.3g um, median %.3g, where %.0f %% face the other",
                   1e6 * f->clearance, 1e6 * f->gap_max, 1e6 * median, 100.0 * f->share);
    if (f->clearance <= 1e-6 * size) {
        f->verdict = GUD_FIT_PRESS;
        (void)snprintf(f->reason, sizeof f->reason, "NURBS faces that touch or overlap by %.3g um as drawn",
                       fmax(-1e6 * f->clearance, 0.0));
    } else if (f->share >= joint_share && median <= joint_gap * size)
        f->verdict = GUD_FIT_JOINT;
}

bool gud_fit_sampled(const gud_features *fs, int first, int second, gud_fit *f)
{
    const gud_feature *const g[2] = {&fs->list[first], &fs->list[second]};
    const bool swap = g[1]->area > g[0]->area;
    const gud_feature *A = g[swap], *B = g[!swap];
    const double size = feature_size(B);
    double gaps[nsample], share = 0.0;
    const int n = sample_gaps(fs, B, A, largest_gap * size, gaps, &share);
    if (n < probes || share < least_share) return false;
    *f = (gud_fit){.kind = GUD_FIT_FREEFORM,
                   .outer = swap ? second : first,
                   .inner = swap ? first : second,
                   .clearance = gaps[0],
                   .gap_max = gaps[n - 1],
                   .width = size,
                   .share = share,
                   .group = -1};
    for (int i = 0; i < n; i++) {
        const double at = (gaps[i] - gaps[0]) / fmax(gaps[n - 1] - gaps[0], 1e-300);
        f->histogram[(int)fmin(at * GUD_FIT_BINS, GUD_FIT_BINS - 1)]++;
    }
    for (int k = 0; k < 3; k++) f->middle[k] = 0.5 * (B->box[0][k] + B->box[1][k]);
    v3_set(f->axis, 0.0, 0.0, 1.0);
    judge_sampled(f, gaps[n / 2], size);
    return true;
}
