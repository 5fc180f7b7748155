#include "assembly/openings.h"

#include "num/pi.h"
#include "num/vec.h"

#include <math.h>

static const double same_point = 1e-6; // rad, and of the radius

// a piece of an outline from one side of its face to another, in the feature's coordinates
typedef struct {
    int first, count; // points
    bool used;
} chain;

typedef struct {
    double (*points)[2];
    int npoint;
    chain *chains;
    int nchain;
} outlines;

// angle around the feature's axis and height above its origin
static void feature_coordinates(const gud_feature *g, const gud_face *f, const double uv[2], double out[2])
{
    double ydir[3], d[3];
    const double sign = v3_dot(f->axis, g->axis) < 0.0 ? -1.0 : 1.0;
    v3_cross(ydir, g->axis, g->xdir);
    v3_axpy(d, f->origin, -1.0, g->origin);
    out[0] = atan2(v3_dot(f->xdir, ydir), v3_dot(f->xdir, g->xdir)) + sign * uv[0];
    out[1] = v3_dot(d, g->axis) + sign * uv[1];
}

// an edge along the side of its face, where another face or the same one goes on
static bool is_side(const gud_face *f, const double a[2], const double b[2])
{
    for (int k = 0; k < 2; k++)
        if (fabs(a[0] - f->u[k]) < same_point && fabs(b[0] - f->u[k]) < same_point) return true;
    return false;
}

static void add_point(outlines *o, const gud_feature *g, const gud_face *f, const double uv[2])
{
    feature_coordinates(g, f, uv, o->points[o->npoint++]);
    o->chains[o->nchain - 1].count++;
}

// cuts a loop at the sides of its face
static void add_loop(outlines *o, const gud_feature *g, const gud_face *f, const gud_face_loop *loop)
{
    const int n = loop->npoint;
    int start = 0;
    // begin after a side, if there is one, so that no chain is cut in two
    for (int i = 0; i < n; i++)
        if (is_side(f, loop->points + 2 * (size_t)i, loop->points + 2 * (size_t)((i + 1) % n))) {
            start = (i + 1) % n;
            break;
        }
    bool open = false;
    for (int k = 0; k < n; k++) {
        const double *a = loop->points + 2 * (size_t)((start + k) % n),
                     *b = loop->points + 2 * (size_t)((start + k + 1) % n);
        if (is_side(f, a, b)) {
            open = false;
            continue;
        }
        if (!open) {
            o->chains[o->nchain++] = (chain){.first = o->npoint};
            add_point(o, g, f, a);
        }
        open = true;
        add_point(o, g, f, b);
    }
}

static bool same_place(const double a[2], const double b[2], double radius)
{
    const double turns = round((a[0] - b[0]) / (2.0 * pi));
    return fabs(a[0] - b[0] - 2.0 * pi * turns) < 10.0 * same_point && fabs(a[1] - b[1]) < 10.0 * same_point * radius;
}

typedef struct {
    double low[2], high[2], twice, winding;
    double last[2], begin[2];
    int npoint;
} trace;

static void follow_point(trace *t, const double p[2])
{
    double at[2] = {p[0], p[1]};
    if (t->npoint == 0) {
        for (int k = 0; k < 2; k++) t->low[k] = t->high[k] = t->begin[k] = at[k];
    } else {
        at[0] -= 2.0 * pi * round((at[0] - t->last[0]) / (2.0 * pi));
        t->twice += t->last[0] * at[1] - at[0] * t->last[1];
        t->winding += at[0] - t->last[0];
    }
    for (int k = 0; k < 2; k++) {
        t->low[k] = fmin(t->low[k], at[k]), t->high[k] = fmax(t->high[k], at[k]);
        t->last[k] = at[k];
    }
    t->npoint++;
}

static void follow_chain(const outlines *o, chain *c, trace *t)
{
    c->used = true;
    // long edges are followed in steps, so that the angle never jumps
    for (int i = 0; i < c->count; i++) {
        const double *p = o->points[c->first + i];
        if (i > 0) {
            const double *q = o->points[c->first + i - 1];
            const int steps = 1 + (int)(fabs(p[0] - q[0]) / 1.0);
            for (int s = 1; s < steps; s++)
                follow_point(t, (double[2]){q[0] + (p[0] - q[0]) * s / steps, q[1] + (p[1] - q[1]) * s / steps});
        }
        follow_point(t, p);
    }
}

// from chain to chain until the outline closes; false: it does not
static bool follow_outline(outlines *o, int first, double radius, trace *t)
{
    int at = first;
    *t = (trace){.npoint = 0};
    for (int guard = 0; guard <= o->nchain; guard++) {
        follow_chain(o, &o->chains[at], t);
        const double *end = o->points[o->chains[at].first + o->chains[at].count - 1];
        if (same_place(end, o->points[o->chains[first].first], radius)) return true;
        int next = -1;
        for (int i = 0; i < o->nchain && next < 0; i++)
            if (!o->chains[i].used && same_place(end, o->points[o->chains[i].first], radius)) next = i;
        if (next < 0) return false;
        at = next;
    }
    return false;
}

int gud_openings_find(const gud_features *fs, const gud_feature *g, gud_opening *openings, int room)
{
    gud_arena arena;
    int n = 0, total = 0;
    gud_arena_init(&arena);
    for (int i = 0; i < g->nface; i++)
        for (int l = 0; l < fs->faces[g->faces[i]].nloop; l++) total += 2 * fs->faces[g->faces[i]].loops[l].npoint;
    outlines o = {.points = gud_arena_take(&arena, (size_t)total + 1, sizeof *o.points),
                  .chains = GUD_TAKE(&arena, chain, total + 1)};
    if (!o.points || !o.chains) {
        gud_arena_free(&arena);
        return -1;
    }
    for (int i = 0; i < g->nface; i++)
        for (int l = 0; l < fs->faces[g->faces[i]].nloop; l++)
            add_loop(&o, g, &fs->faces[g->faces[i]], &fs->faces[g->faces[i]].loops[l]);
    for (int i = 0; i < o.nchain && n < room; i++) {
        trace t;
        if (o.chains[i].used || !follow_outline(&o, i, g->radius, &t) || fabs(t.winding) > pi) continue;
        openings[n++] = (gud_opening){.angle = 0.5 * (t.low[0] + t.high[0]),
                                      .z = 0.5 * (t.low[1] + t.high[1]),
                                      .arc = t.high[0] - t.low[0],
                                      .height = t.high[1] - t.low[1],
                                      .area = 0.5 * fabs(t.twice) * g->radius,
                                      .npoint = t.npoint - 1};
    }
    gud_arena_free(&arena);
    return n;
}
