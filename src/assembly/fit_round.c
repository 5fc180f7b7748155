// Coaxial surfaces of revolution and concentric spheres: how one sits in the other.

#include "assembly/find.h"
#include "num/pi.h"
#include "num/vec.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

// fractions of the radius
static const double loosest = 0.03;       // clearances above are no fits at all
static const double loose = 0.01;         // clearances above are not those of a bearing
static const double no_clearance = 1e-6;  // below, the radii are the same
static const double most_overlap = 0.2;   // interference of a thread that is drawn as a cylinder; more is none
static const double widest_fillet = 1.66; // rad, 95 degrees: surfaces that reach less far round are fillets
static const double least_arc = 2.62;     // rad, 150 degrees: less is a pad, or a fillet

// where the inner axis is, seen along the outer one
typedef struct {
    double z0, sign; // height of the inner origin; directions of the two axes agree or not
    double low, high, tilt;
    double middle, offset[3];
} coaxial;

static bool place_axes(const gud_feature *A, const gud_feature *B, coaxial *c)
{
    double across[3], d[3], on_outer[3], on_inner[3];
    const double cosine = v3_dot(A->axis, B->axis);
    v3_cross(across, A->axis, B->axis);
    c->tilt = asin(fmin(v3_norm(across), 1.0));
    if (!(c->tilt <= loosest)) return false;
    c->sign = cosine < 0.0 ? -1.0 : 1.0;
    v3_axpy(d, B->origin, -1.0, A->origin);
    c->z0 = v3_dot(d, A->axis);
    const double ends[2] = {c->z0 + cosine * B->span[0], c->z0 + cosine * B->span[1]};
    c->low = fmax(A->span[0], fmin(ends[0], ends[1]));
    c->high = fmin(A->span[1], fmax(ends[0], ends[1]));
    c->middle = 0.5 * (c->low + c->high);
    v3_axpy(on_outer, A->origin, c->middle, A->axis);
    v3_axpy(on_inner, B->origin, (c->middle - c->z0) / cosine, B->axis);
    v3_axpy(c->offset, on_inner, -1.0, on_outer);
    return c->high - c->low > 0.0;
}

static double profile_gap(const gud_feature *A, const gud_feature *B, const coaxial *c, double z)
{
    const double inner = fmin(fmax(c->sign * (z - c->z0), B->span[0]), B->span[1]);
    return (gud_feature_radius(A, z) - gud_feature_radius(B, inner)) * cos(A->angle);
}

// smallest and largest distance of two profiles over the overlap, across the flanks
static void profile_gaps(const gud_feature *A, const gud_feature *B, const coaxial *c, double gap[2])
{
    enum { heights = 65 };
    const double golden = 0.5 * (sqrt(5.0) - 1.0), step = (c->high - c->low) / (heights - 1);
    double at = c->low;
    gap[0] = INFINITY, gap[1] = -INFINITY;
    for (int i = 0; i < heights; i++) {
        const double z = c->low + step * i, g = profile_gap(A, B, c, z);
        if (g < gap[0]) at = z;
        gap[0] = fmin(gap[0], g), gap[1] = fmax(gap[1], g);
    }
    // the crown of a barrel is between two heights
    double low = fmax(at - step, c->low), high = fmin(at + step, c->high);
    for (int i = 0; i < 40; i++) {
        const double a = high - golden * (high - low), b = low + golden * (high - low);
        if (profile_gap(A, B, c, a) < profile_gap(A, B, c, b))
            high = b;
        else
            low = a;
    }
    gap[0] = fmin(gap[0], profile_gap(A, B, c, 0.5 * (low + high)));
}

static bool kinds_fit(const gud_feature *A, const gud_feature *B)
{
    if (!A->inward || B->inward) return false;
    if (A->kind == GUD_FACE_CYLINDER) return B->kind == GUD_FACE_CYLINDER || gud_feature_is_barrel(B);
    return A->kind == GUD_FACE_CONE && B->kind == GUD_FACE_CONE;
}

static double least(double a, double b)
{
    return a < b ? a : b;
}

// 1 for clearances that bearings have, half of it at those that are unusually tight or loose
static double ratio_score(double ratio)
{
    if (ratio < 1e-4) return fmax(0.0, 1.0 + 0.5 * log10(ratio / 1e-4));
    if (ratio > 4e-3) return fmax(0.0, 1.0 - 0.5 * log10(ratio / 4e-3) / log10(2.5));
    return 1.0;
}

// share of the surface between its ends, over the arc that it reaches, that is there
static double filled(const gud_feature *f)
{
    return f->arc > 0.0 ? least(1.0, f->coverage * 2.0 * pi / f->arc) : 0.0;
}

static void judge_press(gud_fit *f)
{
    f->verdict = GUD_FIT_PRESS;
    f->score = 1.0;
    (void)snprintf(f->reason, sizeof f->reason, "no clearance (%.3g um): press fit or thread, not a bearing",
                   1e6 * f->clearance);
}

__attribute__((format(printf, 3, 4))) static void judge_ambiguous(gud_fit *f, double score, const char *format, ...)
{
    va_list list;
    f->verdict = GUD_FIT_AMBIGUOUS;
    f->score = score;
    va_start(list, format);
    (void)vsnprintf(f->reason, sizeof f->reason, format, list);
    va_end(list);
}

static void judge_round(const gud_feature *A, const gud_feature *B, gud_fit *f)
{
    const double ratio = f->clearance / f->radius, arc = least(A->arc, B->arc);
    const double reach = v3_norm(f->offset) + tan(f->tilt) * 0.5 * f->width, whole = least(filled(A), filled(B));
    const double score =
        ratio_score(ratio) * least(1.0, arc / pi) * least(1.0, f->width / (0.25 * f->radius)) * least(1.0, whole / 0.6);
    if (ratio <= no_clearance)
        judge_press(f);
    else if (whole < 0.3)
        judge_ambiguous(f, 0.3 * score, "only %.0f %% of the surface exists: a thread, or interrupted", 100.0 * whole);
    else if (reach > f->clearance * (1.0 + 1e-6) + 1e-9)
        judge_ambiguous(f, 0.5 * score,
                        "as drawn the parts overlap: the axes are %.3g um apart, the clearance is %.3g um", 1e6 * reach,
                        1e6 * f->clearance);
    else if (ratio > loose)
        judge_ambiguous(f, score, "clearance of %.2g %% of the radius: loose for a bearing", 100.0 * ratio);
    else if (arc < least_arc)
        judge_ambiguous(f, 0.5 * score, "extends over only %.0f degrees: a pad, or a fillet", arc * 180.0 / pi);
    else if (f->width < 0.05 * f->radius)
        judge_ambiguous(f, score, "overlap of only %.2g radii: a collar, or a chamfer", f->width / f->radius);
    else {
        f->verdict = GUD_FIT_JOINT;
        f->score = score;
        (void)snprintf(f->reason, sizeof f->reason,
                       "coaxial, clearance %.2g per mille of the radius, %.0f degrees round", 1e3 * ratio,
                       arc * 180.0 / pi);
    }
}

bool gud_fit_round(const gud_features *fs, int outer, int inner, gud_fit *f)
{
    const gud_feature *A = &fs->list[outer], *B = &fs->list[inner];
    coaxial c;
    double gap[2];
    if (!kinds_fit(A, B) || least(A->arc, B->arc) <= widest_fillet || !place_axes(A, B, &c)) return false;
    profile_gaps(A, B, &c, gap);
    const double R = gud_feature_radius(A, c.middle);
    if (!(gap[0] <= loosest * R && gap[0] >= -most_overlap * R) || v3_norm(c.offset) > loosest * R) return false;
    if (A->kind == GUD_FACE_CONE && gap[1] - gap[0] > 0.2 * fabs(gap[0]) + no_clearance * R) return false;
    if (gap[0] <= no_clearance * R && v3_norm(c.offset) > 1e-3 * R) return false;
    *f = (gud_fit){.kind = A->kind == GUD_FACE_CONE ? GUD_FIT_CONE : GUD_FIT_PIN,
                   .outer = outer,
                   .inner = inner,
                   .radius = R,
                   .clearance = gap[0],
                   .gap_max = gap[1],
                   .width = c.high - c.low,
                   .tilt = c.tilt,
                   .share = 1.0,
                   .group = -1};
    v3_axpy(f->middle, A->origin, c.middle, A->axis);
    v3_copy(f->axis, A->axis);
    v3_copy(f->offset, c.offset);
    judge_round(A, B, f);
    return true;
}

// ---- balls and rings

static bool tubes_fit(const gud_feature *A, const gud_feature *B, double reach[3], double *gap)
{
    double across[3];
    if (A->kind == GUD_FACE_SPHERE && B->kind == GUD_FACE_SPHERE) {
        *gap = A->radius - B->radius;
        v3_axpy(reach, B->origin, -1.0, A->origin);
        return true;
    }
    if (A->kind != GUD_FACE_TORUS || B->kind != GUD_FACE_TORUS) return false;
    v3_cross(across, A->axis, B->axis);
    *gap = A->tube - B->tube - fabs(A->radius - B->radius);
    v3_axpy(reach, B->origin, -1.0, A->origin);
    return v3_norm(across) <= loosest;
}

bool gud_fit_spheres(const gud_features *fs, int outer, int inner, gud_fit *f)
{
    const gud_feature *A = &fs->list[outer], *B = &fs->list[inner];
    const bool ball = A->kind == GUD_FACE_SPHERE;
    double offset[3], gap;
    if (!A->inward || B->inward || !tubes_fit(A, B, offset, &gap)) return false;
    const double R = ball ? A->radius : A->tube, full = ball ? 4.0 * pi * R * R : 4.0 * pi * pi * R * fabs(A->radius);
    const double there = least(A->area, B->area) / full, ratio = gap / R;
    if (!(ratio <= loosest && ratio >= -most_overlap) || v3_norm(offset) > loosest * R) return false;
    *f = (gud_fit){.kind = ball ? GUD_FIT_BALL : GUD_FIT_TORUS,
                   .outer = outer,
                   .inner = inner,
                   .radius = R,
                   .clearance = gap,
                   .gap_max = gap,
                   .width = ball ? A->area / (2.0 * pi * R) : 2.0 * R, // height of a zone
                   .share = least(1.0, there),
                   .group = -1,
                   .verdict = GUD_FIT_JOINT,
                   .score = ratio_score(ratio) * least(1.0, there / 0.3)};
    v3_copy(f->middle, A->origin);
    v3_copy(f->axis, A->axis);
    v3_copy(f->offset, offset);
    (void)snprintf(f->reason, sizeof f->reason,
                   "concentric, clearance %.2g per mille of the radius, %.0f %% of the whole", 1e3 * ratio,
                   100.0 * there);
    if (ratio <= no_clearance)
        judge_press(f);
    else if (v3_norm(offset) > gap * (1.0 + 1e-6) + 1e-9)
        judge_ambiguous(f, 0.5 * f->score,
                        "as drawn the parts overlap: centres are %.3g um apart, the clearance is %.3g um",
                        1e6 * v3_norm(offset), 1e6 * gap);
    else if (ratio > loose)
        judge_ambiguous(f, f->score, "clearance of %.2g %% of the radius: loose for a bearing", 100.0 * ratio);
    else if (there < 0.14)
        judge_ambiguous(f, f->score, "only %.0f %% of the whole faces the other: a fillet's corner, or a seat",
                        100.0 * there);
    return true;
}
