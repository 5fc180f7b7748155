#include "assembly/feature.h"

#include "assembly/patches.h"
#include "assembly/recognise.h"
#include "num/pi.h"
#include "num/vec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double same = 1e-6;          // relative: axes, centres and radii of one carrier
static const double narrowest_gap = 1e-6; // rad
static const double widest_groove = 0.5;  // of the radius: bands of one cone that are further apart are two

// ---- closed forms of nets

// what a face was recognised as
enum { AS_GIVEN, CLOSED, REVOLVED, WINDING };

static gud_status close_faces(const gud_assembly *a, gud_features *fs, int *recognised, gud_face **made)
{
    gud_face *faces = GUD_TAKE(&fs->arena, gud_face, a->nface + a->nface / 2); // and some that stand for patches
    if (!faces) return GUD_ERR_MEMORY;
    for (int i = 0; i < a->nface; i++) {
        recognised[i] = gud_face_recognise(&a->faces[i], &fs->arena, &faces[i]) ? CLOSED : AS_GIVEN;
        if (recognised[i]) continue;
        faces[i] = a->faces[i];
        if (gud_face_revolves(&a->faces[i], faces[i].origin, faces[i].axis, faces[i].xdir))
            recognised[i] = REVOLVED;
        else if (gud_face_winds(&a->faces[i], faces[i].origin, faces[i].axis))
            recognised[i] = WINDING;
    }
    fs->faces = *made = faces;
    return fs->arena.failed ? GUD_ERR_MEMORY : GUD_OK;
}

// ---- faces of one carrier

// A point that faces of one carrier have in common: a centre, an apex, the foot of the world's origin on an axis
static void carrier_point(const gud_face *f, double x[3])
{
    const double height = f->kind == GUD_FACE_CONE && f->angle != 0.0                  ? -f->radius / tan(f->angle)
                          : f->kind == GUD_FACE_CYLINDER || f->kind == GUD_FACE_SPLINE ? -v3_dot(f->origin, f->axis)
                                                                                       : 0.0;
    v3_axpy(x, f->origin, height, f->axis);
}

// a number that is the same for faces of one carrier and seldom for others, by which they are sorted
static double carrier_key(const gud_face *f)
{
    static const double oblique[3] = {0.8017, 0.4981, 0.3301};
    double x[3];
    if (f->kind == GUD_FACE_PLANE) return v3_dot(f->origin, f->axis);
    carrier_point(f, x);
    return v3_dot(x, oblique);
}

typedef struct {
    int face, part, kind, inward;
    double key;
} sorted_face;

static int compare_faces(const void *a, const void *b)
{
    const sorted_face *x = a, *y = b;
    if (x->part != y->part) return x->part - y->part;
    if (x->kind != y->kind) return x->kind - y->kind;
    if (x->inward != y->inward) return x->inward - y->inward;
    if (x->key != y->key) return x->key < y->key ? -1 : 1;
    return x->face - y->face;
}

static double face_size(const gud_face *f)
{
    double d[3];
    v3_axpy(d, f->box[1], -1.0, f->box[0]);
    return v3_norm(d);
}

static bool boxes_touch(const double a[2][3], const double b[2][3], double reach)
{
    for (int k = 0; k < 3; k++)
        if (a[0][k] > b[1][k] + reach || b[0][k] > a[1][k] + reach) return false;
    return true;
}

static bool same_line(const gud_face *a, const gud_face *b, double length)
{
    double across[3], d[3];
    v3_cross(across, a->axis, b->axis);
    if (v3_norm(across) > same) return false;
    v3_axpy(d, b->origin, -1.0, a->origin);
    v3_axpy(d, d, -v3_dot(d, a->axis), a->axis);
    return v3_norm(d) <= same * length;
}

// radius of a cone at the foot of a point on its axis
static double cone_radius(const gud_face *f, const double x[3])
{
    double d[3];
    v3_axpy(d, x, -1.0, f->origin);
    return f->radius + v3_dot(d, f->axis) * tan(f->angle);
}

static bool same_carrier(const gud_face *a, const gud_face *b)
{
    const double R = fmax(fabs(a->radius), fabs(b->radius)), size = fmin(face_size(a), face_size(b));
    double d[3];
    v3_axpy(d, b->origin, -1.0, a->origin);
    switch (a->kind) {
    case GUD_FACE_PLANE:
        return v3_dot(a->axis, b->axis) > 1.0 - 1e-12 && fabs(v3_dot(d, a->axis)) <= same * size &&
               boxes_touch(a->box, b->box, same * size);
    case GUD_FACE_CYLINDER:
        return fabs(a->radius - b->radius) <= same * R && same_line(a, b, R);
    case GUD_FACE_CONE:
        return same_line(a, b, R) && fabs(fabs(a->angle) - fabs(b->angle)) <= same &&
               fabs(cone_radius(a, b->origin) - b->radius) <= same * R;
    case GUD_FACE_SPHERE:
        return fabs(a->radius - b->radius) <= same * R && v3_norm(d) <= same * R;
    case GUD_FACE_TORUS:
        return same_line(a, b, R + a->tube) && v3_norm(d) <= same * (R + a->tube) &&
               fabs(a->radius - b->radius) <= same * (R + a->tube) && fabs(a->tube - b->tube) <= same * a->tube;
    case GUD_FACE_SPLINE:
        break;
    }
    return false;
}

// pieces of one net of revolution, divided by planes through its axis
static bool same_revolution(const gud_face *a, const gud_face *b)
{
    const double size = fmax(face_size(a), face_size(b));
    for (int i = 0; i < 3; i++) {
        gud_face_point p, q;
        double uv[2];
        const double u = 0.5 * (a->u[0] + a->u[1]), v = 0.5 * (a->v[0] + a->v[1]), at = 0.25 * (i + 1);
        const double w = a->v[0] + at * (a->v[1] - a->v[0]), t = a->u[0] + at * (a->u[1] - a->u[0]);
        double d[3], e[3], turned[3], axis_point[3];
        // along either parameter: one of them is around, where nothing changes
        gud_face_eval(a, i == 1 ? t : u, i == 1 ? v : w, &p);
        gud_face_eval(b, 0.5 * (b->u[0] + b->u[1]), 0.5 * (b->v[0] + b->v[1]), &q);
        v3_axpy(d, p.x, -1.0, a->origin);
        const double z = v3_dot(d, a->axis);
        v3_axpy(d, d, -z, a->axis);
        v3_axpy(e, q.x, -1.0, a->origin);
        v3_axpy(e, e, -v3_dot(e, a->axis), a->axis);
        v3_axpy(axis_point, a->origin, z, a->axis);
        v3_axpy(turned, axis_point, v3_norm(d) / v3_norm(e), e);
        if (!gud_face_nearest(b, turned, uv)) return false;
        gud_face_eval(b, uv[0], uv[1], &q);
        v3_axpy(d, q.x, -1.0, turned);
        if (v3_norm(d) > 10.0 * same * size) return false;
    }
    return true;
}

// how far the keys of faces of one carrier may differ
static double key_window(const gud_face *f)
{
    double x[3];
    carrier_point(f, x);
    return 2.0 * same * (v3_norm(x) + fabs(f->radius) + f->tube + face_size(f));
}

// ---- extents

// range of heights of an outline above the feature's origin
static void face_span(const gud_feature *g, const gud_face *f, double span[2])
{
    double d[3];
    v3_axpy(d, f->origin, -1.0, g->origin);
    const double base = v3_dot(d, g->axis), sign = v3_dot(f->axis, g->axis) < 0.0 ? -1.0 : 1.0;
    double ends[2] = {base + sign * f->v[0], base + sign * f->v[1]};
    if (f->kind == GUD_FACE_TORUS || f->kind == GUD_FACE_SPHERE) {
        const double R = f->kind == GUD_FACE_TORUS ? f->tube : f->radius;
        double low = fmin(sin(f->v[0]), sin(f->v[1])), high = fmax(sin(f->v[0]), sin(f->v[1]));
        // an extreme of the sine within the range
        if (floor((f->v[1] - 0.5 * pi) / (2.0 * pi)) > floor((f->v[0] - 0.5 * pi) / (2.0 * pi))) high = 1.0;
        if (floor((f->v[1] + 0.5 * pi) / (2.0 * pi)) > floor((f->v[0] + 0.5 * pi) / (2.0 * pi))) low = -1.0;
        ends[0] = base + sign * R * low, ends[1] = base + sign * R * high;
    }
    span[0] = fmin(ends[0], ends[1]), span[1] = fmax(ends[0], ends[1]);
}

typedef struct {
    double from, to;
} interval;

static int compare_intervals(const void *a, const void *b)
{
    const interval *x = a, *y = b;
    return (x->from > y->from) - (x->from < y->from);
}

// where the face begins around the feature's axis, in the feature's own sense of rotation
static interval face_turn(const gud_feature *g, const gud_face *f)
{
    double ydir[3];
    v3_cross(ydir, g->axis, g->xdir);
    const double offset = atan2(v3_dot(f->xdir, ydir), v3_dot(f->xdir, g->xdir));
    const bool turned = v3_dot(f->axis, g->axis) < 0.0;
    const double from = turned ? offset - f->u[1] : offset + f->u[0], width = fmin(f->u[1] - f->u[0], 2.0 * pi);
    const double start = from - 2.0 * pi * floor(from / (2.0 * pi));
    return (interval){start, start + width};
}

static void add_gap(gud_feature *g, double from, double to)
{
    if (to - from < narrowest_gap) return;
    if (g->ngap < GUD_FEATURE_GAPS) g->gaps[g->ngap++][0] = from;
    g->gaps[g->ngap - 1][1] = to;
}

// the part of a turn that intervals cover together, and the gaps between them
static void cover_turn(gud_feature *g, interval *list, int n)
{
    double covered = 0.0, reached = 0.0, first = 2.0 * pi;
    g->ngap = 0;
    for (int i = 0, given = n; i < given; i++)
        if (list[i].to > 2.0 * pi) list[n++] = (interval){0.0, list[i].to - 2.0 * pi};
    qsort(list, (size_t)n, sizeof *list, compare_intervals);
    for (int i = 0; i < n; i++) {
        const double from = fmax(list[i].from, reached), to = fmin(list[i].to, 2.0 * pi);
        if (i == 0)
            first = from;
        else
            add_gap(g, reached, from);
        if (to > from) covered += to - from;
        reached = fmax(reached, to);
    }
    add_gap(g, reached, 2.0 * pi + first);
    g->arc = covered;
}

static double full_area(const gud_feature *g)
{
    const double length = g->span[1] - g->span[0];
    switch (g->kind) {
    case GUD_FACE_CYLINDER:
        return 2.0 * pi * g->radius * length;
    case GUD_FACE_CONE:
        return 2.0 * pi * (g->radius + 0.5 * (g->span[0] + g->span[1]) * tan(g->angle)) * length / cos(g->angle);
    case GUD_FACE_SPHERE:
        return 2.0 * pi * g->radius * length;
    default:
        return g->area;
    }
}

// ---- making features

typedef struct {
    gud_features *out;
    const int *recognised;
    const sorted_face *sorted;
    interval *turns;
    gud_feature *list;
    int n;
    gud_face *faces; // those of `out`
    int nface;
} maker;

static void grow_box(double box[2][3], const double other[2][3])
{
    for (int k = 0; k < 3; k++) {
        box[0][k] = fmin(box[0][k], other[0][k]);
        box[1][k] = fmax(box[1][k], other[1][k]);
    }
}

// height and radius of a point
static void profile_point(const gud_feature *g, const double x[3], double zr[2])
{
    double d[3];
    v3_axpy(d, x, -1.0, g->origin);
    zr[0] = v3_dot(d, g->axis);
    v3_axpy(d, d, -zr[0], g->axis);
    zr[1] = v3_norm(d);
}

// where a net of revolution begins and ends around the axis
static interval net_turn(const gud_feature *g, const gud_face *f, int around)
{
    enum { steps = 64 };
    double ydir[3], turned = 0.0, last = 0.0, first = 0.0;
    v3_cross(ydir, g->axis, g->xdir);
    for (int i = 0; i <= steps; i++) {
        const double u = f->u[0] + (f->u[1] - f->u[0]) * (around ? 0.5 : (double)i / steps);
        const double v = f->v[0] + (f->v[1] - f->v[0]) * (around ? (double)i / steps : 0.5);
        gud_face_point p;
        double d[3];
        gud_face_eval(f, u, v, &p);
        v3_axpy(d, p.x, -1.0, g->origin);
        const double angle = atan2(v3_dot(d, ydir), v3_dot(d, g->xdir));
        if (i)
            turned += angle - last - 2.0 * pi * round((angle - last) / (2.0 * pi));
        else
            first = angle;
        last = angle;
    }
    const double from = turned < 0.0 ? first + turned : first, start = from - 2.0 * pi * floor(from / (2.0 * pi));
    return (interval){start, start + fmin(fabs(turned), 2.0 * pi)};
}

// the profile of a net of revolution, where it is a function of the height; otherwise the feature stays a plain net
static void add_profile(maker *m, gud_feature *g)
{
    enum { steps = 128 };
    const gud_face *f = &m->out->faces[g->faces[0]];
    double(*profile)[2] = gud_arena_take(&m->out->arena, steps + 1, sizeof *profile);
    gud_face_point p;
    double d[3], normal[3];
    if (!profile) return;
    gud_face_eval(f, 0.5 * (f->u[0] + f->u[1]), 0.5 * (f->v[0] + f->v[1]), &p);
    v3_axpy(d, p.x, -1.0, g->origin);
    v3_axpy(d, d, -v3_dot(d, g->axis), g->axis);
    v3_copy(normal, p.normal);
    const int around =
        fabs(v3_dot(p.x_u, d)) + fabs(v3_dot(p.x_u, g->axis)) * v3_norm(d) > 1e-6 * v3_norm(p.x_u) * v3_norm(d);
    for (int i = 0; i <= steps; i++) {
        const double at = (double)i / steps;
        gud_face_eval(f, f->u[0] + (f->u[1] - f->u[0]) * (around ? at : 0.5),
                      f->v[0] + (f->v[1] - f->v[0]) * (around ? 0.5 : at), &p);
        profile_point(g, p.x, profile[i]);
    }
    if (profile[steps][0] < profile[0][0]) // ascending heights
        for (int i = 0; i < steps - i; i++)
            for (int k = 0; k < 2; k++) {
                const double kept = profile[i][k];
                profile[i][k] = profile[steps - i][k], profile[steps - i][k] = kept;
            }
    for (int i = 0; i < steps; i++)
        if (!(profile[i + 1][0] > profile[i][0])) return;
    for (int i = 0; i < g->nface; i++) m->turns[i] = net_turn(g, &m->out->faces[g->faces[i]], around);
    cover_turn(g, m->turns, g->nface);
    g->inward = v3_dot(normal, d) < 0.0;
    g->span[0] = profile[0][0], g->span[1] = profile[steps][0];
    g->nprofile = steps + 1;
    g->profile = (const double(*)[2])profile;
    double full = 0.0, largest = 0.0;
    for (int i = 0; i < steps; i++) {
        const double length = hypot(profile[i + 1][0] - profile[i][0], profile[i + 1][1] - profile[i][1]);
        full += pi * (profile[i + 1][1] + profile[i][1]) * length;
        largest = fmax(largest, profile[i][1]);
    }
    g->coverage = g->area / full;
    g->radius = fmax(largest, profile[steps][1]);
}

static int compare_ints(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static void add_feature(maker *m, int *faces, int nface)
{
    qsort(faces, (size_t)nface, sizeof *faces, compare_ints);
    const gud_face *f = &m->out->faces[faces[0]];
    gud_feature *g = &m->list[m->n++];
    *g = (gud_feature){.kind = f->kind,
                       .part = f->part,
                       .inward = f->inward != 0,
                       .recognised = m->recognised[faces[0]] == CLOSED,
                       .winds = m->recognised[faces[0]] == WINDING,
                       .nface = nface,
                       .faces = faces,
                       .whole = faces[0],
                       .radius = f->radius,
                       .tube = f->tube,
                       .angle = f->angle,
                       .span = {INFINITY, -INFINITY}};
    v3_copy(g->origin, f->origin);
    v3_copy(g->axis, f->axis);
    v3_copy(g->xdir, f->xdir);
    memcpy(g->box, f->box, sizeof g->box);
    for (int i = 0; i < nface; i++) {
        const gud_face *each = &m->out->faces[faces[i]];
        double span[2];
        face_span(g, each, span);
        g->span[0] = fmin(g->span[0], span[0]), g->span[1] = fmax(g->span[1], span[1]);
        g->area += each->area;
        grow_box(g->box, each->box);
        m->turns[i] = face_turn(g, each);
    }
    if (f->kind != GUD_FACE_PLANE && f->kind != GUD_FACE_SPLINE) cover_turn(g, m->turns, nface);
    g->coverage = g->area / full_area(g);
    if (m->recognised[faces[0]] == REVOLVED) add_profile(m, g);
}

typedef struct {
    int face;
    double from, to;
} band;

static int compare_bands(const void *a, const void *b)
{
    const band *x = a, *y = b;
    if (x->from != y->from) return x->from < y->from ? -1 : 1;
    return x->face - y->face;
}

// Faces of one carrier that follow each other along its axis without a gap are a feature; those apart are several. What
// is apart on one cone was cut by a groove.
static gud_status add_bands(maker *m, int *faces, int n)
{
    const gud_face *f = &m->out->faces[faces[0]];
    gud_feature head = {.kind = f->kind};
    band *bands = GUD_TAKE(&m->out->arena, band, n);
    if (!bands) return GUD_ERR_MEMORY;
    v3_copy(head.origin, f->origin);
    v3_copy(head.axis, f->axis);
    for (int i = 0; i < n; i++) {
        double span[2];
        face_span(&head, &m->out->faces[faces[i]], span);
        bands[i] = (band){faces[i], span[0], span[1]};
    }
    qsort(bands, (size_t)n, sizeof *bands, compare_bands);
    for (int i = 0; i < n; i++) faces[i] = bands[i].face;
    for (int first = 0, next; first < n; first = next) {
        double reached = bands[first].to;
        const double radius = f->radius + bands[first].to * tan(f->angle);
        const double joint = same * (bands[first].to - bands[first].from);
        const double slack = f->kind == GUD_FACE_CONE ? fmax(widest_groove * radius, joint) : joint;
        for (next = first + 1; next < n && bands[next].from <= reached + slack; next++)
            reached = fmax(reached, bands[next].to);
        add_feature(m, faces + first, next - first);
    }
    return GUD_OK;
}

static bool has_bands(gud_face_kind kind)
{
    return kind == GUD_FACE_CYLINDER || kind == GUD_FACE_CONE;
}

// the group that a face belongs to; groups are linked lists that end at their root
static int group_root(int *parent, int i)
{
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
}

static bool same_surface(const maker *m, int i, int j)
{
    const gud_face *a = &m->out->faces[i], *b = &m->out->faces[j];
    if (a->kind != GUD_FACE_SPLINE) return same_carrier(a, b);
    return m->recognised[i] == REVOLVED && m->recognised[j] == REVOLVED && same_line(a, b, face_size(a)) &&
           same_revolution(a, b);
}

// patches of one net; where they do not line up, each is a feature of its own
static void add_patches(maker *m, int *faces, int n)
{
    gud_face *whole = &m->faces[m->nface];
    if (n == 1 || m->recognised[faces[0]] == REVOLVED) {
        add_feature(m, faces, n);
        return;
    }
    if (!gud_patches_join(m->faces, faces, n, &m->out->arena, whole)) {
        for (int i = 0; i < n; i++) add_feature(m, faces + i, 1);
        return;
    }
    add_feature(m, faces, n);
    gud_feature *g = &m->list[m->n - 1];
    double origin[3], axis[3];
    g->whole = m->nface++;
    g->winds = gud_face_winds(whole, origin, axis); // a small patch is easily taken for that
}

static gud_status unite_patches(maker *m, int first, int n, int *parent)
{
    int *list = GUD_TAKE(&m->out->arena, int, n), *where = GUD_TAKE(&m->out->arena, int, n),
        *own = GUD_TAKE(&m->out->arena, int, n), count = 0;
    if (!list || !where || !own) return GUD_ERR_MEMORY;
    for (int i = 0; i < n; i++) {
        if (m->recognised[m->sorted[first + i].face] == REVOLVED) continue;
        list[count] = m->sorted[first + i].face;
        own[count] = count;
        where[count++] = i;
    }
    GUD_TRY(gud_patches_unite(m->out->faces, list, count, &m->out->arena, own));
    for (int i = 0; i < count; i++) parent[where[i]] = where[group_root(own, i)];
    return GUD_OK;
}

// sorted faces from `first` to `last` have part, kind and side in common
static gud_status add_run(maker *m, int first, int last)
{
    const gud_face *faces = m->out->faces;
    const int n = last - first;
    int *parent = GUD_TAKE(&m->out->arena, int, n), *members = GUD_TAKE(&m->out->arena, int, n);
    if (!parent || !members) return GUD_ERR_MEMORY;
    for (int i = 0; i < n; i++) parent[i] = i;
    for (int i = 0; i < n; i++) {
        const sorted_face *a = &m->sorted[first + i];
        const double window = key_window(&faces[a->face]);
        for (int j = i + 1; j < n && m->sorted[first + j].key - a->key <= window; j++) {
            const int other = m->sorted[first + j].face;
            if (group_root(parent, i) != group_root(parent, j) && same_surface(m, a->face, other))
                parent[group_root(parent, j)] = group_root(parent, i);
        }
    }
    const bool nets = m->sorted[first].kind == GUD_FACE_SPLINE;
    if (nets && unite_patches(m, first, n, parent) != GUD_OK) return GUD_ERR_MEMORY;
    // members of each group, one group after the other
    int *start = GUD_TAKE(&m->out->arena, int, n + 1), *count = GUD_TAKE(&m->out->arena, int, n);
    if (!start || !count) return GUD_ERR_MEMORY;
    for (int i = 0; i < n; i++) start[group_root(parent, i) + 1]++;
    for (int i = 0; i < n; i++) start[i + 1] += start[i];
    for (int i = 0; i < n; i++) {
        const int root = group_root(parent, i);
        members[start[root] + count[root]++] = m->sorted[first + i].face;
    }
    for (int i = 0; i < n; i++) {
        if (count[i] == 0) continue;
        if (nets)
            add_patches(m, members + start[i], count[i]);
        else if (!has_bands((gud_face_kind)m->sorted[first].kind))
            add_feature(m, members + start[i], count[i]);
        else if (add_bands(m, members + start[i], count[i]) != GUD_OK)
            return GUD_ERR_MEMORY;
    }
    return GUD_OK;
}

static gud_status make_features(const gud_assembly *a, gud_features *fs, const int *recognised, gud_face *faces)
{
    sorted_face *sorted = GUD_TAKE(&fs->arena, sorted_face, a->nface);
    maker m = {.out = fs,
               .recognised = recognised,
               .sorted = sorted,
               .turns = GUD_TAKE(&fs->arena, interval, 2 * (size_t)a->nface),
               .list = GUD_TAKE(&fs->arena, gud_feature, a->nface),
               .faces = faces,
               .nface = a->nface};
    if (!sorted || !m.turns || !m.list) return GUD_ERR_MEMORY;
    for (int i = 0; i < a->nface; i++) {
        const gud_face *f = &fs->faces[i];
        sorted[i] = (sorted_face){i, f->part, (int)f->kind, f->inward != 0, carrier_key(f)};
    }
    qsort(sorted, (size_t)a->nface, sizeof *sorted, compare_faces);
    for (int first = 0, last; first < a->nface; first = last) {
        for (last = first + 1; last < a->nface && sorted[last].part == sorted[first].part &&
                               sorted[last].kind == sorted[first].kind && sorted[last].inward == sorted[first].inward;)
            last++;
        if (add_run(&m, first, last) != GUD_OK) return GUD_ERR_MEMORY;
    }
    fs->list = m.list;
    fs->n = m.n;
    return GUD_OK;
}

gud_status gud_features_find(const gud_assembly *assembly, gud_features *features, gud_error *error)
{
    *features = (gud_features){.assembly = assembly};
    gud_arena_init(&features->arena);
    if (assembly->nface < 1) return gud_fail(error, GUD_ERR_INPUT, "%s: contains no faces", assembly->name);
    int *recognised = GUD_TAKE(&features->arena, int, assembly->nface);
    gud_face *faces = NULL;
    gud_status st = recognised ? close_faces(assembly, features, recognised, &faces) : GUD_ERR_MEMORY;
    if (st == GUD_OK) st = make_features(assembly, features, recognised, faces);
    return st == GUD_OK ? GUD_OK : gud_fail(error, GUD_ERR_MEMORY, "out of memory");
}

void gud_features_free(gud_features *features)
{
    gud_arena_free(&features->arena);
    features->list = NULL;
    features->n = 0;
}

// ---- profiles

// quadratic between three points of the profile
static double profile_radius(const gud_feature *g, double z)
{
    const double(*p)[2] = g->profile;
    int low = 0, high = g->nprofile - 1;
    if (!(z >= p[0][0] && z <= p[high][0])) return (double)NAN;
    while (high - low > 2) {
        const int middle = (low + high) / 2;
        if (p[middle][0] <= z)
            low = middle;
        else
            high = middle;
    }
    if (high - low < 2) low = low > 0 ? low - 1 : 0;
    const double *a = p[low], *b = p[low + 1], *c = p[low + 2];
    return a[1] * (z - b[0]) * (z - c[0]) / ((a[0] - b[0]) * (a[0] - c[0])) +
           b[1] * (z - a[0]) * (z - c[0]) / ((b[0] - a[0]) * (b[0] - c[0])) +
           c[1] * (z - a[0]) * (z - b[0]) / ((c[0] - a[0]) * (c[0] - b[0]));
}

double gud_feature_radius(const gud_feature *g, double z)
{
    switch (g->kind) {
    case GUD_FACE_CYLINDER:
        return g->radius;
    case GUD_FACE_CONE:
        return g->radius + z * tan(g->angle);
    case GUD_FACE_SPHERE:
        return fabs(z) < g->radius ? sqrt(g->radius * g->radius - z * z) : (double)NAN;
    case GUD_FACE_TORUS:
        return fabs(z) < g->tube ? g->radius + sqrt(g->tube * g->tube - z * z) : (double)NAN;
    default:
        return g->nprofile > 0 ? profile_radius(g, z) : (double)NAN;
    }
}

static bool profile_is_flat(const gud_feature *g)
{
    for (int i = 0; i + 1 < g->nprofile; i++)
        if (fabs(g->profile[i + 1][1] - g->profile[i][1]) > tan(pi / 9.0) * (g->profile[i + 1][0] - g->profile[i][0]))
            return false;
    return true;
}

bool gud_feature_is_barrel(const gud_feature *g)
{
    if (g->nprofile > 0) return profile_is_flat(g);
    const double reach = g->tube * sin(pi / 9.0);
    return g->kind == GUD_FACE_TORUS && g->span[0] >= -reach && g->span[1] <= reach && g->radius + g->tube > 0.0;
}
