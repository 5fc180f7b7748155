#include "assembly/patches.h"

#include "assembly/boxes.h"
#include "num/vec.h"
#include "surface/nurbs.h"

#include <math.h>
#include <string.h>

static const double same = 1e-6;          // of the size: points of a common edge
static const double same_bend = 0.05;     // of the larger curvature: those on both sides of an edge
static const double least_bend = 1e-3;    // over the size: less is flat
static const double inner_share = 0.01;   // of the range of a parameter: how far from the edge curvature is measured
static const double whole_outline = 1e-6; // what may be missing of the rectangle of the parameters

static double face_size(const gud_face *f)
{
    double d[3];
    v3_axpy(d, f->box[1], -1.0, f->box[0]);
    return v3_norm(d);
}

static bool is_whole(const gud_face *f)
{
    const double full = (f->u[1] - f->u[0]) * (f->v[1] - f->v[0]);
    return f->kind == GUD_FACE_SPLINE && f->net.count[0] > 0 && f->nloop == 1 &&
           fabs(gud_loop_area(&f->loops[0])) >= (1.0 - whole_outline) * full;
}

// a point at a share of one of the four sides, moved inwards by a share of the range across it
static void side_point(const gud_face *f, int side, double along, double inwards, gud_face_point *p)
{
    const double across = side % 2 ? 1.0 - inwards : inwards;
    const double s = side < 2 ? across : along, t = side < 2 ? along : across;
    gud_face_eval(f, f->u[0] + s * (f->u[1] - f->u[0]), f->v[0] + t * (f->v[1] - f->v[0]), p);
}

static bool same_side(const gud_face *a, int i, const gud_face *b, int j, double size)
{
    for (int turned = 0; turned < 2; turned++) {
        bool same_points = true;
        for (int k = 0; k <= 4 && same_points; k++) {
            const double t = 0.25 * k;
            gud_face_point p, q;
            double d[3];
            side_point(a, i, t, 0.0, &p);
            side_point(b, j, turned ? 1.0 - t : t, 0.0, &q);
            v3_axpy(d, p.x, -1.0, q.x);
            same_points = v3_norm(d) <= same * size;
        }
        if (same_points) return true;
    }
    return false;
}

// how the normal turns from the middle of a side inwards, per length
static void bend(const gud_face *f, int side, const gud_face_point *edge, double out[3])
{
    gud_face_point p;
    double d[3];
    side_point(f, side, 0.5, inner_share, &p);
    v3_axpy(d, p.x, -1.0, edge->x);
    v3_axpy(out, p.normal, -1.0, edge->normal);
    v3_scale(out, 1.0 / fmax(v3_norm(d), 1e-300), out);
}

// Two pieces of one surface have the same normal and curvature where they meet; a fillet has only the same normal.
static bool continues(const gud_face *a, int i, const gud_face *b, int j, double size)
{
    gud_face_point p, q;
    double m[3], n[3], sum[3];
    side_point(a, i, 0.5, 0.0, &p);
    side_point(b, j, 0.5, 0.0, &q);
    if (!(v3_dot(p.normal, q.normal) > 1.0 - 1e-8)) return false;
    bend(a, i, &p, m);
    bend(b, j, &q, n);
    v3_axpy(sum, m, 1.0, n); // inwards of one is outwards of the other
    return v3_norm(sum) <= same_bend * fmax(v3_norm(m), v3_norm(n)) + least_bend / size;
}

static bool are_patches(const gud_face *a, const gud_face *b)
{
    const double size = fmin(face_size(a), face_size(b));
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            if (same_side(a, i, b, j, size)) return continues(a, i, b, j, size);
    return false;
}

typedef struct {
    const gud_face *faces;
    const int *list;
    int *parent, at;
} uniting;

static int root_of(int *parent, int i)
{
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
}

static void visit(void *context, int j)
{
    uniting *u = context;
    const gud_face *a = &u->faces[u->list[u->at]], *b = &u->faces[u->list[j]];
    if (j <= u->at || !is_whole(b) || root_of(u->parent, u->at) == root_of(u->parent, j) || !are_patches(a, b)) return;
    u->parent[root_of(u->parent, j)] = root_of(u->parent, u->at);
}

gud_status gud_patches_unite(const gud_face *faces, const int *list, int n, gud_arena *arena, int *parent)
{
    double(*box)[2][3] = gud_arena_take(arena, (size_t)n, sizeof *box);
    const gud_boxes *boxes;
    uniting u = {faces, list, parent, 0};
    if (!box) return GUD_ERR_MEMORY;
    for (int i = 0; i < n; i++) memcpy(box[i], faces[list[i]].box, sizeof box[i]);
    if (gud_boxes_create(n, (const double(*)[2][3])box, arena, &boxes) != GUD_OK) return GUD_ERR_MEMORY;
    for (u.at = 0; u.at < n; u.at++)
        if (is_whole(&faces[list[u.at]])) gud_boxes_meet(boxes, (const double(*)[3])box[u.at], visit, &u);
    return GUD_OK;
}

static gud_nurbs net_of(const gud_face *f)
{
    return (gud_nurbs){{f->net.degree[0], f->net.degree[1]},
                       {f->net.count[0], f->net.count[1]},
                       {f->net.knots[0], f->net.knots[1]},
                       f->net.points};
}

// its range is that of its knots, and its outline their rectangle
static bool set_outline(gud_face *f, gud_arena *arena)
{
    double *corners = GUD_TAKE(arena, double, 8);
    gud_face_loop *loop = GUD_TAKE(arena, gud_face_loop, 1);
    if (!corners || !loop) return false;
    for (int k = 0; k < 2; k++) {
        f->u[k] = f->net.knots[0][k ? f->net.count[0] : f->net.degree[0]];
        f->v[k] = f->net.knots[1][k ? f->net.count[1] : f->net.degree[1]];
    }
    const double c[8] = {f->u[0], f->v[0], f->u[1], f->v[0], f->u[1], f->v[1], f->u[0], f->v[1]};
    memcpy(corners, c, sizeof c);
    *loop = (gud_face_loop){4, corners};
    f->loops = loop;
    f->nloop = 1;
    return true;
}

bool gud_patches_join(const gud_face *faces, const int *list, int n, gud_arena *arena, gud_face *whole)
{
    gud_nurbs *parts = GUD_TAKE(arena, gud_nurbs, n), joined;
    const char **names = GUD_TAKE(arena, const char *, n);
    gud_error error;
    if (!parts || !names) return false;
    *whole = faces[list[0]];
    whole->area = 0.0;
    for (int i = 0; i < n; i++) {
        const gud_face *f = &faces[list[i]];
        parts[i] = net_of(f);
        names[i] = "patch";
        whole->area += f->area;
        for (int k = 0; k < 3; k++) {
            whole->box[0][k] = fmin(whole->box[0][k], f->box[0][k]);
            whole->box[1][k] = fmax(whole->box[1][k], f->box[1][k]);
        }
    }
    if (gud_nurbs_join(n, parts, names, arena, &error, &joined) != GUD_OK) return false;
    whole->net = (gud_face_net){{joined.degree[0], joined.degree[1]},
                                {joined.count[0], joined.count[1]},
                                {joined.knots[0], joined.knots[1]},
                                joined.points};
    return set_outline(whole, arena);
}
