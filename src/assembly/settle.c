// What fits say of each other: parts in between, bands of one bearing, thrust faces of a pin, sides of a guide.

#include "assembly/find.h"
#include "num/vec.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double widest_groove = 0.5; // of the radius, along the axis
static const double most_play = 0.05;    // of the radius, between thrust faces
static const double guide_gap = 0.01;    // of the height of a slider
static const double sliding_gap = 2e-3;  // of the root of the area: closer planes are meant to slide

static bool is_round(const gud_fit *f)
{
    return f->kind == GUD_FIT_PIN || f->kind == GUD_FIT_CONE;
}

static const gud_feature *feature_of(const gud_fits *fits, const gud_fit *f, int which)
{
    return &fits->features->list[which ? f->inner : f->outer];
}

// ends of the overlap along the axis of another fit
static void ends_along(const gud_fit *f, const double axis[3], double ends[2])
{
    const double at = v3_dot(f->middle, axis);
    ends[0] = at - 0.5 * f->width, ends[1] = at + 0.5 * f->width;
}

static double common_length(const gud_fit *f, const gud_fit *g)
{
    double a[2], b[2];
    ends_along(f, f->axis, a);
    ends_along(g, f->axis, b);
    return fmin(a[1], b[1]) - fmax(a[0], b[0]);
}

static void remove_dropped(gud_fits *fits, const bool *dropped)
{
    int n = 0;
    for (int i = 0; i < fits->n; i++)
        if (!dropped[i]) fits->list[n++] = fits->list[i];
    fits->n = n;
}

// ---- a part in between: the nearer surface is the one that a bore faces

typedef struct {
    long feature; // or another number by which fits are sorted
    int fit;
} entry;

static int compare_entries(const void *a, const void *b)
{
    const entry *x = a, *y = b;
    if (x->feature != y->feature) return x->feature < y->feature ? -1 : 1;
    return x->fit - y->fit;
}

static bool is_hidden(const gud_fits *fits, const gud_fit *f, const gud_fit *g, int shared)
{
    return is_round(g) && g->clearance < f->clearance &&
           gud_fit_part(fits, f, !shared) != gud_fit_part(fits, g, !shared) && common_length(f, g) > 0.5 * f->width;
}

static void drop_hidden(gud_fits *fits, int shared, entry *order, bool *dropped)
{
    int n = 0;
    for (int i = 0; i < fits->n; i++)
        if (is_round(&fits->list[i])) order[n++] = (entry){shared ? fits->list[i].inner : fits->list[i].outer, i};
    qsort(order, (size_t)n, sizeof *order, compare_entries);
    for (int first = 0, last; first < n; first = last) {
        for (last = first; last < n && order[last].feature == order[first].feature;) last++;
        for (int i = first; i < last; i++)
            for (int j = first; j < last; j++)
                if (is_hidden(fits, &fits->list[order[i].fit], &fits->list[order[j].fit], shared))
                    dropped[order[i].fit] = true;
    }
}

// ---- bands on either side of a groove

// the bottom of a ring groove: a coaxial cylinder of the same part further from the other one, between the bands
static bool has_bottom(const gud_fits *fits, const gud_fit *f, int which, const double gap[2])
{
    const gud_features *fs = fits->features;
    const int own = which ? f->inner : f->outer;
    const gud_feature *band = &fs->list[own];
    for (int step = -1; step <= 1; step += 2)
        for (int i = own + step; i >= 0 && i < fs->n && fs->list[i].part == band->part; i += step) {
            const gud_feature *g = &fs->list[i];
            double across[3], d[3];
            if (g->kind != GUD_FACE_CYLINDER || g->inward != band->inward) continue;
            if (band->inward ? g->radius <= band->radius : g->radius >= band->radius) continue;
            v3_cross(across, g->axis, f->axis);
            v3_axpy(d, g->origin, -1.0, band->origin);
            v3_axpy(d, d, -v3_dot(d, f->axis), f->axis);
            if (v3_norm(across) > 1e-6 || v3_norm(d) > 1e-6 * g->radius) continue;
            const double sign = v3_dot(g->axis, f->axis) < 0.0 ? -1.0 : 1.0, base = v3_dot(g->origin, f->axis);
            const double low = base + fmin(sign * g->span[0], sign * g->span[1]);
            const double high = base + fmax(sign * g->span[0], sign * g->span[1]);
            const double slack = 0.3 * (gap[1] - gap[0]); // grooves have flanks and rounded corners
            if (fabs(low - gap[0]) <= slack && fabs(high - gap[1]) <= slack) return true;
        }
    return false;
}

// bands of the feature `which` that the other one passes through
static bool is_next_band(const gud_fits *fits, const gud_fit *f, const gud_fit *g, int which, double gap[2])
{
    double a[2], b[2], d[3];
    if (f->kind != GUD_FIT_PIN || g->kind != GUD_FIT_PIN || f->verdict != GUD_FIT_JOINT || g->verdict != GUD_FIT_JOINT)
        return false;
    if ((which ? f->outer != g->outer : f->inner != g->inner) || f->ngroove == GUD_FIT_GROOVES ||
        (f->ngroove > 0 && f->groove_inner != which))
        return false;
    const gud_feature *p = feature_of(fits, f, which), *q = feature_of(fits, g, which);
    v3_axpy(d, q->origin, -1.0, p->origin);
    v3_axpy(d, d, -v3_dot(d, f->axis), f->axis);
    if (p->part != q->part || fabs(p->radius - q->radius) > 1e-6 * p->radius || v3_norm(d) > 1e-6 * p->radius)
        return false;
    ends_along(f, f->axis, a);
    ends_along(g, f->axis, b);
    gap[0] = a[1], gap[1] = b[0];
    return gap[1] > gap[0] && gap[1] - gap[0] <= widest_groove * f->radius && has_bottom(fits, f, which, gap);
}

// f reaches over the groove to the end of g
static void join_band(gud_fit *f, const gud_fit *g, int which, const double gap[2])
{
    double a[2], b[2];
    ends_along(f, f->axis, a);
    ends_along(g, f->axis, b);
    const double before = 0.5 * (a[0] + a[1]), after = 0.5 * (a[0] + b[1]), shift = after - before;
    for (int i = 0; i < f->ngroove; i++) f->grooves[i][0] -= shift, f->grooves[i][1] -= shift;
    f->grooves[f->ngroove][0] = gap[0] - after, f->grooves[f->ngroove][1] = gap[1] - after;
    f->ngroove++;
    f->groove_inner = which;
    f->width = b[1] - a[0];
    v3_axpy(f->middle, f->middle, shift, f->axis);
    for (int k = 0; k < 3; k++) f->offset[k] = 0.5 * (f->offset[k] + g->offset[k]);
    f->score = fmax(f->score, g->score);
}

static void join_bands(gud_fits *fits, entry *order, bool *dropped)
{
    // fits of the same two parts stand together
    for (int i = 0; i < fits->n; i++) {
        const int a = gud_fit_part(fits, &fits->list[i], 0), b = gud_fit_part(fits, &fits->list[i], 1);
        order[i] = (entry){(long)a * fits->features->assembly->npart + b, i};
    }
    qsort(order, (size_t)fits->n, sizeof *order, compare_entries);
    for (int first = 0, last; first < fits->n; first = last) {
        for (last = first; last < fits->n && order[last].feature == order[first].feature;) last++;
        for (int i = first; i < last; i++)
            for (int j = first; j < last; j++) {
                gud_fit *f = &fits->list[order[i].fit], *g = &fits->list[order[j].fit];
                double gap[2];
                if (i == j || dropped[order[i].fit] || dropped[order[j].fit]) continue;
                for (int which = 0; which < 2; which++)
                    if (!dropped[order[j].fit] && is_next_band(fits, f, g, which, gap)) {
                        join_band(f, g, which, gap);
                        dropped[order[j].fit] = true;
                        j = first - 1; // what joined may reach the next band now
                        break;
                    }
            }
    }
}

// ---- planes

// the fits of every part, ascending
typedef struct {
    int *start, *fits; // those of part i from start[i] to before start[i + 1]
} by_part;

static bool sort_by_part(gud_fits *fits, by_part *of)
{
    const int npart = fits->features->assembly->npart;
    int *count = GUD_TAKE(&fits->arena, int, npart);
    *of = (by_part){GUD_TAKE(&fits->arena, int, npart + 1), GUD_TAKE(&fits->arena, int, 2 * (size_t)fits->n)};
    if (!count || !of->start || !of->fits) return false;
    for (int i = 0; i < fits->n; i++)
        for (int k = 0; k < 2; k++) of->start[gud_fit_part(fits, &fits->list[i], k) + 1]++;
    for (int i = 0; i < npart; i++) of->start[i + 1] += of->start[i];
    for (int i = 0; i < fits->n; i++)
        for (int k = 0; k < 2; k++) {
            const int part = gud_fit_part(fits, &fits->list[i], k);
            of->fits[of->start[part] + count[part]++] = i;
        }
    return true;
}

static bool has_part(const gud_fits *fits, const gud_fit *f, int part)
{
    return gud_fit_part(fits, f, 0) == part || gud_fit_part(fits, f, 1) == part;
}

// is the plane's normal along the pin's axis, which passes near the overlap?
static bool crosses_axis(const gud_fit *plane, const gud_fit *pin)
{
    double across[3], d[3];
    v3_cross(across, plane->axis, pin->axis);
    if (v3_norm(across) > 1e-3) return false;
    v3_axpy(d, plane->middle, -1.0, pin->middle);
    v3_axpy(d, d, -v3_dot(d, pin->axis), pin->axis);
    return v3_norm(d) <= pin->radius + plane->width;
}

// planes across the axis of a pin of their two parts, or of a pin about which both of them turn
static void take_thrust(gud_fits *fits, const by_part *of, gud_fit *plane)
{
    bool turns[2] = {false, false};
    double radius = 0.0;
    for (int k = 0; k < 2; k++) {
        const int part = gud_fit_part(fits, plane, k);
        for (int i = of->start[part]; i < of->start[part + 1]; i++) {
            const gud_fit *pin = &fits->list[of->fits[i]];
            if (pin->kind != GUD_FIT_PIN || pin->verdict != GUD_FIT_JOINT || !crosses_axis(plane, pin) ||
                plane->clearance > most_play * pin->radius)
                continue;
            turns[k] = true;
            radius = fmax(radius, pin->radius);
        }
    }
    if (!turns[0] || !turns[1]) return;
    plane->kind = GUD_FIT_THRUST;
    plane->verdict = GUD_FIT_JOINT;
    plane->radius = radius;
    plane->score = 0.8;
    (void)snprintf(plane->reason, sizeof plane->reason, "across the axis of a pin of these parts, %.3g um apart",
                   1e6 * plane->clearance);
}

// the slider of a guide is what is between: the other way round for one that embraces its rail
static void swap_sides(const gud_fits *fits, gud_fit *f)
{
    const int outer = f->outer;
    f->outer = f->inner;
    f->inner = outer;
    v3_axpy(f->middle, f->middle, f->clearance, f->axis);
    v3_copy(f->axis, feature_of(fits, f, 0)->axis);
}

// does g bound the slider of f on the opposite side, or across it?
static bool is_opposite(const gud_fits *fits, const gud_fit *f, const gud_fit *g, double *height)
{
    double d[3];
    if (gud_fit_part(fits, f, 0) != gud_fit_part(fits, g, 0) || gud_fit_part(fits, f, 1) != gud_fit_part(fits, g, 1))
        return false;
    if (v3_dot(f->axis, g->axis) > -1.0 + 1e-6) return false;
    v3_axpy(d, f->middle, -1.0, g->middle);
    *height = -v3_dot(d, f->axis); // outer planes look at each other: f's normal points to g
    return f->clearance + g->clearance <= 2.0 * guide_gap * fabs(*height);
}

static void take_guide(gud_fits *fits, const by_part *of, int i)
{
    gud_fit *f = &fits->list[i];
    const int part = gud_fit_part(fits, f, 0);
    for (int j = of->start[part]; j < of->start[part + 1]; j++) {
        gud_fit *g = &fits->list[of->fits[j]];
        double height;
        if (of->fits[j] <= i || g->kind != GUD_FIT_PLANES || g->verdict != GUD_FIT_AMBIGUOUS ||
            !is_opposite(fits, f, g, &height))
            continue;
        if (height < 0.0) {
            height = f->clearance + g->clearance - height;
            swap_sides(fits, f);
            swap_sides(fits, g);
        }
        f->kind = g->kind = GUD_FIT_GUIDE;
        f->verdict = g->verdict = GUD_FIT_JOINT;
        f->score = g->score = 0.9;
        f->group = g->group = fits->nguide;
        (void)snprintf(f->reason, sizeof f->reason, "opposite sides of a slider %.4g mm high, %.3g um of play in total",
                       1e3 * (height - f->clearance - g->clearance), 1e6 * (f->clearance + g->clearance));
        (void)snprintf(g->reason, sizeof g->reason, "%s", f->reason);
        fits->nguide++;
        return;
    }
}

// a second pair of sides, across the first, belongs to the same guide
static void unite_guides(gud_fits *fits, const by_part *of)
{
    for (int i = 0; i < fits->n; i++) {
        const gud_fit *f = &fits->list[i];
        const int part = gud_fit_part(fits, f, 0);
        for (int j = of->start[part]; j < of->start[part + 1] && f->group >= 0; j++) {
            gud_fit *g = &fits->list[of->fits[j]];
            if (g->group < 0 || g->group == f->group || gud_fit_part(fits, g, 0) != part ||
                gud_fit_part(fits, f, 1) != gud_fit_part(fits, g, 1) || fabs(v3_dot(f->axis, g->axis)) > 1e-6)
                continue;
            const int from = g->group;
            for (int k = of->start[part]; k < of->start[part + 1]; k++)
                if (fits->list[of->fits[k]].group == from) fits->list[of->fits[k]].group = f->group;
        }
    }
}

// a part that rests on another one does not float on it elsewhere: such a gap is one of the drawing
static bool rests_elsewhere(const gud_fits *fits, const by_part *of, const gud_fit *f)
{
    const int part = gud_fit_part(fits, f, 0), other = gud_fit_part(fits, f, 1);
    for (int i = of->start[part]; i < of->start[part + 1]; i++) {
        const gud_fit *g = &fits->list[of->fits[i]];
        if (g->verdict == GUD_FIT_PRESS && has_part(fits, g, other)) return true;
    }
    return false;
}

static void take_planes(gud_fits *fits, const by_part *of)
{
    for (int i = 0; i < fits->n; i++) {
        gud_fit *f = &fits->list[i];
        if (f->kind == GUD_FIT_PLANES && f->verdict == GUD_FIT_AMBIGUOUS) take_thrust(fits, of, f);
    }
    for (int i = 0; i < fits->n; i++)
        if (fits->list[i].kind == GUD_FIT_PLANES && fits->list[i].verdict == GUD_FIT_AMBIGUOUS) take_guide(fits, of, i);
    unite_guides(fits, of);
    for (int i = 0; i < fits->n; i++) {
        gud_fit *f = &fits->list[i];
        if (f->kind != GUD_FIT_PLANES || f->verdict != GUD_FIT_AMBIGUOUS ||
            f->clearance > sliding_gap * sqrt(feature_of(fits, f, 1)->area))
            continue;
        if (rests_elsewhere(fits, of, f)) {
            (void)snprintf(f->reason, sizeof f->reason, "planes %.3g um apart, of parts that touch elsewhere",
                           1e6 * f->clearance);
            continue;
        }
        f->verdict = GUD_FIT_JOINT;
        f->score = 0.6;
        (void)snprintf(f->reason, sizeof f->reason,
                       "planes only %.3g um apart: a pad on its plate, or a slider on its rail", 1e6 * f->clearance);
    }
}

// ---- pistons

static void name_pistons(gud_fits *fits, const by_part *of)
{
    for (int i = 0; i < fits->n; i++) {
        gud_fit *f = &fits->list[i];
        const gud_feature *outer = feature_of(fits, f, 0), *inner = feature_of(fits, f, 1);
        bool held = false;
        if (f->kind != GUD_FIT_PIN || f->verdict != GUD_FIT_JOINT) continue;
        for (int j = of->start[outer->part]; j < of->start[outer->part + 1] && !held; j++)
            held =
                fits->list[of->fits[j]].kind == GUD_FIT_THRUST && has_part(fits, &fits->list[of->fits[j]], inner->part);
        if (!held && outer->span[1] - outer->span[0] > 1.2 * (inner->span[1] - inner->span[0]))
            f->kind = GUD_FIT_PISTON;
    }
}

// ---- threads

// flanks of a part that wind about the axis of a fit
static bool has_thread(const gud_fits *fits, const gud_fit *f, int which)
{
    const gud_features *fs = fits->features;
    const int own = which ? f->inner : f->outer;
    for (int step = -1; step <= 1; step += 2)
        for (int i = own + step; i >= 0 && i < fs->n && fs->list[i].part == fs->list[own].part; i += step) {
            const gud_feature *g = &fs->list[i];
            double across[3], d[3];
            if (!g->winds) continue;
            v3_cross(across, g->axis, f->axis);
            v3_axpy(d, g->origin, -1.0, f->middle);
            v3_axpy(d, d, -v3_dot(d, f->axis), f->axis);
            if (v3_norm(across) < 0.05 && v3_norm(d) < 0.05 * f->radius) return true;
        }
    return false;
}

static void find_threads(gud_fits *fits)
{
    for (int i = 0; i < fits->n; i++) {
        gud_fit *f = &fits->list[i];
        if (!is_round(f) || (!has_thread(fits, f, 0) && !has_thread(fits, f, 1))) continue;
        f->verdict = GUD_FIT_PRESS;
        (void)snprintf(f->reason, sizeof f->reason, "faces wind about the axis: a thread, not a bearing");
    }
}

gud_status gud_fits_settle(gud_fits *fits)
{
    const int n = fits->n;
    bool *dropped = GUD_TAKE(&fits->arena, bool, n);
    entry *order = GUD_TAKE(&fits->arena, entry, n);
    by_part of;
    if (n == 0) return GUD_OK;
    if (!dropped || !order) return GUD_ERR_MEMORY;
    for (int shared = 0; shared < 2; shared++) drop_hidden(fits, shared, order, dropped);
    find_threads(fits);
    join_bands(fits, order, dropped);
    remove_dropped(fits, dropped);
    if (!sort_by_part(fits, &of)) return GUD_ERR_MEMORY;
    take_planes(fits, &of);
    name_pistons(fits, &of);
    return GUD_OK;
}
