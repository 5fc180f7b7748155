#include "assembly/openings.h"

#include "num/pi.h"
#include "num/vec.h"

#include <math.h>
#include <stdlib.h>

static const double same_point = 1e-5; // rad, and of the radius
static const double on_side = 1e-6;    // of a face's range
enum { net_steps = 16 };               // into which the range of a net is divided: angles are known modulo a turn
enum { edge_steps = 16 };              // of a radian, at most; points of nets are less than half a turn apart

// a piece of an outline from one side of its face to another, in the feature's coordinates
typedef struct {
    int first, count; // points
    bool used;
} chain;

// a closed outline; `winding` is its angle around the axis and around the tube
typedef struct {
    int first, count;
    double low[2], high[2], winding[2], twice;
} outline;

typedef struct {
    const gud_features *features;
    const gud_feature *g;
    double (*points)[2], (*closed)[2]; // of chains, of outlines
    int npoint, nclosed;
    chain *chains;
    int nchain;
    outline *outlines;
    int noutline;
} tracer;

// how a face lies in its feature
typedef struct {
    const gud_face *f;
    int around;      // the parameter that goes around the axis
    bool mirrored;   // a net whose parameters turn the other way than the feature's coordinates
    bool joined[2];  // another face of the feature goes on at this end of the other parameter
    double reach[2]; // ends of the other parameter in the feature's coordinate, ascending
    bool turned;     // they run against it
} sheet;

static bool has_tube(const gud_feature *g)
{
    return g->kind == GUD_FACE_TORUS;
}

// bands of one torus or cone are one feature
static bool has_grooves(const gud_feature *g)
{
    return has_tube(g) || g->kind == GUD_FACE_CONE;
}

static double whole_turns(double angle)
{
    return 2.0 * pi * round(angle / (2.0 * pi));
}

// ---- faces

// coordinates of a point of a face; those of nets are between -pi and pi
static void feature_coordinates(const gud_feature *g, const gud_face *f, const double uv[2], double out[2])
{
    if (f->kind == GUD_FACE_SPLINE) {
        gud_face_point p;
        gud_face_eval(f, uv[0], uv[1], &p);
        gud_turned_locate(g, p.x, out);
        return;
    }
    double ydir[3], d[3];
    const double sign = v3_dot(f->axis, g->axis) < 0.0 ? -1.0 : 1.0;
    v3_cross(ydir, g->axis, g->xdir);
    v3_axpy(d, f->origin, -1.0, g->origin);
    const bool angles = g->kind == GUD_FACE_SPHERE || has_tube(g);
    out[0] = atan2(v3_dot(f->xdir, ydir), v3_dot(f->xdir, g->xdir)) + sign * uv[0];
    out[1] = (angles ? 0.0 : v3_dot(d, g->axis)) + sign * uv[1];
}

// which parameter of a net goes around, and which way
static void orient_net(const gud_feature *g, sheet *s)
{
    gud_face_point p;
    double d[3], out[3], around[3];
    const gud_face *f = s->f;
    gud_face_eval(f, 0.5 * (f->u[0] + f->u[1]), 0.5 * (f->v[0] + f->v[1]), &p);
    v3_axpy(d, p.x, -1.0, g->origin);
    v3_axpy(out, d, -v3_dot(d, g->axis), g->axis);
    v3_cross(around, g->axis, out);
    s->around = fabs(v3_dot(p.x_u, around)) * v3_norm(p.x_v) < fabs(v3_dot(p.x_v, around)) * v3_norm(p.x_u);
    const double *along = s->around ? p.x_u : p.x_v, *about = s->around ? p.x_v : p.x_u;
    const bool back = v3_dot(about, around) * v3_dot(along, g->axis) < 0.0;
    s->mirrored = back != (s->around == 1);
}

static void lay_sheet(const gud_feature *g, const gud_face *f, sheet *s)
{
    *s = (sheet){.f = f};
    if (f->kind == GUD_FACE_SPLINE) orient_net(g, s);
    const double *other = s->around ? f->u : f->v, middle = s->around ? 0.5 * (f->v[0] + f->v[1]) : 0.0;
    for (int k = 0; k < 2; k++) {
        double at[2];
        feature_coordinates(g, f, s->around ? (double[2]){other[k], middle} : (double[2]){middle, other[k]}, at);
        s->reach[k] = at[1];
    }
    s->turned = s->reach[1] < s->reach[0];
    if (s->turned) {
        const double kept = s->reach[0];
        s->reach[0] = s->reach[1], s->reach[1] = kept;
    }
}

// where a face ends and another one, or its own other end, begins
static void join_sheets(const gud_feature *g, sheet *list, int n)
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) {
            const double apart = list[i].reach[1] - list[k].reach[0], size = list[i].reach[1] - list[i].reach[0];
            const double off = has_tube(g) ? apart - whole_turns(apart) : apart;
            if (fabs(off) > on_side * size) continue;
            list[i].joined[list[i].turned ? 0 : 1] = true;
            list[k].joined[list[k].turned ? 1 : 0] = true;
        }
}

static bool both_at(double a, double b, double end, double width)
{
    return fabs(a - end) < on_side * width && fabs(b - end) < on_side * width;
}

// an edge along the side of its face, where another face or the same one goes on
static bool is_side(const sheet *s, const double a[2], const double b[2])
{
    const int d = s->around;
    const double *around = d ? s->f->v : s->f->u, *other = d ? s->f->u : s->f->v;
    for (int k = 0; k < 2; k++) {
        if (both_at(a[d], b[d], around[k], around[1] - around[0])) return true;
        if (s->joined[k] && both_at(a[1 - d], b[1 - d], other[k], other[1] - other[0])) return true;
    }
    return false;
}

// ---- chains

static void add_point(tracer *t, const double at[2])
{
    for (int k = 0; k < 2; k++) t->points[t->npoint][k] = at[k];
    t->npoint++;
    t->chains[t->nchain - 1].count++;
}

// the points of an edge after its first one; those of nets follow each other without a jump
static void add_edge(tracer *t, const sheet *s, const double a[2], const double b[2])
{
    const int steps = s->f->kind == GUD_FACE_SPLINE ? net_steps : 1;
    for (int i = 1; i <= steps; i++) {
        const double part = (double)i / steps, uv[2] = {a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part};
        double at[2];
        feature_coordinates(t->g, s->f, uv, at);
        if (steps > 1) at[0] -= whole_turns(at[0] - t->points[t->npoint - 1][0]);
        add_point(t, at);
    }
}

static const double *loop_point(const gud_face_loop *loop, bool backwards, int i)
{
    const int n = loop->npoint, k = ((i % n) + n) % n;
    return loop->points + 2 * (size_t)(backwards ? n - 1 - k : k);
}

// cuts a loop at the sides of its face
static void add_loop(tracer *t, const sheet *s, const gud_face_loop *loop)
{
    const int n = loop->npoint;
    int start = 0;
    // begin after a side, if there is one, so that no chain is cut in two
    for (int i = 0; i < n; i++)
        if (is_side(s, loop_point(loop, s->mirrored, i), loop_point(loop, s->mirrored, i + 1))) {
            start = i + 1;
            break;
        }
    bool open = false;
    for (int k = 0; k < n; k++) {
        const double *a = loop_point(loop, s->mirrored, start + k), *b = loop_point(loop, s->mirrored, start + k + 1);
        if (is_side(s, a, b)) {
            open = false;
            continue;
        }
        if (!open) {
            double at[2];
            t->chains[t->nchain++] = (chain){.first = t->npoint};
            feature_coordinates(t->g, s->f, a, at);
            add_point(t, at);
        }
        open = true;
        add_edge(t, s, a, b);
    }
}

// ---- closed outlines

static bool same_place(const gud_feature *g, const double a[2], const double b[2])
{
    const double d[2] = {a[0] - b[0], a[1] - b[1]};
    const double second = has_tube(g) ? d[1] - whole_turns(d[1]) : d[1];
    const bool angles = has_tube(g) || g->kind == GUD_FACE_SPHERE;
    return fabs(d[0] - whole_turns(d[0])) < same_point && fabs(second) < same_point * (angles ? 1.0 : g->radius);
}

static void follow_point(tracer *t, outline *o, const double p[2])
{
    double *at = t->closed[t->nclosed];
    const double *last = o->count ? t->closed[t->nclosed - 1] : p;
    at[0] = p[0] - whole_turns(p[0] - last[0]);
    at[1] = has_tube(t->g) ? p[1] - whole_turns(p[1] - last[1]) : p[1];
    o->twice += last[0] * at[1] - at[0] * last[1];
    for (int k = 0; k < 2; k++) {
        o->winding[k] += at[k] - last[k];
        o->low[k] = o->count ? fmin(o->low[k], at[k]) : at[k];
        o->high[k] = o->count ? fmax(o->high[k], at[k]) : at[k];
    }
    t->nclosed++;
    o->count++;
}

static int most_steps(const gud_feature *g)
{
    return g->kind == GUD_FACE_SPLINE ? 4 : edge_steps;
}

// Long edges are followed in steps, so that no angle jumps. What a chain begins with, the one before it ended with.
static void follow_chain(tracer *t, chain *c, outline *o)
{
    c->used = true;
    for (int i = o->count ? 1 : 0; i < c->count; i++) {
        const double *p = t->points[c->first + i];
        if (i > 0) {
            const double *q = t->points[c->first + i - 1];
            const double turn = fabs(p[0] - q[0]) + (has_tube(t->g) ? fabs(p[1] - q[1]) : 0.0);
            const int steps = 1 + (int)fmin(turn, most_steps(t->g) - 1);
            for (int s = 1; s < steps; s++)
                follow_point(t, o, (double[2]){q[0] + (p[0] - q[0]) * s / steps, q[1] + (p[1] - q[1]) * s / steps});
        }
        follow_point(t, o, p);
    }
}

// from chain to chain until the outline closes; false: it does not
static bool follow_outline(tracer *t, int first, outline *o)
{
    int at = first;
    *o = (outline){.first = t->nclosed};
    for (int guard = 0; guard <= t->nchain; guard++) {
        follow_chain(t, &t->chains[at], o);
        const double *end = t->points[t->chains[at].first + t->chains[at].count - 1];
        if (same_place(t->g, end, t->points[t->chains[first].first])) {
            o->count--, t->nclosed--; // the first point again
            return true;
        }
        int next = -1;
        for (int i = 0; i < t->nchain && next < 0; i++)
            if (!t->chains[i].used && same_place(t->g, end, t->points[t->chains[i].first])) next = i;
        if (next < 0) return false;
        at = next;
    }
    return false;
}

// ---- openings

static gud_opening make_opening(const tracer *t, const outline *o)
{
    double by[2];
    const double second = 0.5 * (o->low[1] + o->high[1]);
    gud_turned_stretch(t->g, second, by);
    return (gud_opening){.angle = 0.5 * (o->low[0] + o->high[0]),
                         .second = second,
                         .arc = o->high[0] - o->low[0],
                         .height = o->high[1] - o->low[1],
                         .area = 0.5 * fabs(o->twice) * by[0] * by[1],
                         .npoint = o->count,
                         .points = (const double(*)[2])t->closed + o->first};
}

// the face is on the left of its outlines
static bool is_hole(const outline *o)
{
    return o->twice < 0.0 && fabs(o->winding[0]) < pi && fabs(o->winding[1]) < pi;
}

// an edge all the way round: the face is above it, or below it if it runs backwards
static bool is_rim(const tracer *t, const outline *o)
{
    const double scale = has_tube(t->g) ? 1.0 : t->g->radius;
    return has_grooves(t->g) && fabs(o->winding[0]) > pi && o->high[1] - o->low[1] < same_point * scale;
}

// from a rim that ends a band to the next one that begins a band
static bool find_ring(const tracer *t, const outline *from, gud_opening *ring)
{
    const outline *to = NULL;
    if (!is_rim(t, from) || from->winding[0] > 0.0) return false;
    for (int i = 0; i < t->noutline; i++) {
        const outline *o = &t->outlines[i];
        if (is_rim(t, o) && o->winding[0] > 0.0 && o->low[1] > from->high[1] && (!to || o->low[1] < to->low[1])) to = o;
    }
    if (!to) return false;
    double by[2];
    const double height = to->low[1] - from->high[1], second = 0.5 * (to->low[1] + from->high[1]);
    gud_turned_stretch(t->g, second, by);
    *ring = (gud_opening){
        .second = second, .arc = 2.0 * pi, .height = height, .area = 2.0 * pi * height * by[0] * by[1], .ring = true};
    return true;
}

static bool start_tracer(tracer *t, gud_arena *arena)
{
    int edges = 0;
    for (int i = 0; i < t->g->nface; i++) {
        const gud_face *f = &t->features->faces[t->g->faces[i]];
        for (int l = 0; l < f->nloop; l++) edges += f->loops[l].npoint;
    }
    const int each = t->g->kind == GUD_FACE_SPLINE ? net_steps : 1;
    const size_t room = (size_t)edges * (size_t)(each + 1) + 1, turns = (size_t)most_steps(t->g) * room;
    t->points = gud_arena_take(arena, room, sizeof *t->points);
    t->closed = gud_arena_take(arena, room + turns, sizeof *t->closed);
    t->chains = GUD_TAKE(arena, chain, edges + 1);
    t->outlines = GUD_TAKE(arena, outline, edges + 1);
    return t->points && t->closed && t->chains && t->outlines;
}

int gud_openings_find(const gud_features *fs, const gud_feature *g, gud_arena *arena, gud_opening *openings, int room)
{
    tracer t = {.features = fs, .g = g};
    sheet *sheets = GUD_TAKE(arena, sheet, g->nface);
    int n = 0;
    if (!sheets || !start_tracer(&t, arena)) return -1;
    for (int i = 0; i < g->nface; i++) lay_sheet(g, &fs->faces[g->faces[i]], &sheets[i]);
    join_sheets(g, sheets, g->nface);
    for (int i = 0; i < g->nface; i++)
        for (int l = 0; l < sheets[i].f->nloop; l++) add_loop(&t, &sheets[i], &sheets[i].f->loops[l]);
    for (int i = 0; i < t.nchain; i++)
        if (!t.chains[i].used && follow_outline(&t, i, &t.outlines[t.noutline])) t.noutline++;
    for (int i = 0; i < t.noutline; i++) {
        gud_opening found;
        if (is_hole(&t.outlines[i]))
            found = make_opening(&t, &t.outlines[i]);
        else if (!find_ring(&t, &t.outlines[i], &found))
            continue;
        if (n < room) openings[n] = found;
        n++;
    }
    return n;
}
