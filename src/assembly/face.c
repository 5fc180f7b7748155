#include "assembly/face.h"

#include "num/pi.h"
#include "num/vec.h"

#include <math.h>
#include <string.h>

enum { largest_degree = 25 }; // of nets in CAD files: the limit of OpenCASCADE

// ---- nets

// the last knot interval that begins at or before t
static int knot_interval(const double *knots, int degree, int count, double t)
{
    int low = degree, high = count;
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (knots[middle] <= t)
            low = middle;
        else
            high = middle;
    }
    return low;
}

// the degree + 1 basis functions of an interval and their slopes, by the recurrence of Cox and de Boor
static void basis(const double *knots, int degree, int interval, double t, double *N, double *N_t)
{
    double lower[largest_degree + 1] = {0};
    N[0] = 1.0;
    for (int p = 1; p <= degree; p++) {
        memcpy(lower, N, (size_t)p * sizeof *N);
        double carried = 0.0;
        for (int k = 0; k < p; k++) {
            const double right = knots[interval + k + 1], left = knots[interval + k + 1 - p];
            const double share = lower[k] / (right - left);
            N[k] = carried + (right - t) * share;
            carried = (t - left) * share;
        }
        N[p] = carried;
    }
    for (int k = 0; k <= degree; k++) {
        const double width_left = knots[interval + k] - knots[interval + k - degree];
        const double width_right = knots[interval + k + 1] - knots[interval + k + 1 - degree];
        N_t[k] = 0.0;
        if (k > 0 && width_left > 0.0) N_t[k] += degree * lower[k - 1] / width_left;
        if (k < degree && width_right > 0.0) N_t[k] -= degree * lower[k] / width_right;
    }
}

static void eval_net(const gud_face_net *net, double u, double v, gud_face_point *point)
{
    double N[2][largest_degree + 1], N_t[2][largest_degree + 1], sum[3][4] = {{0}};
    const double t[2] = {u, v};
    int first[2];
    for (int d = 0; d < 2; d++) {
        const int p = net->degree[d];
        const double low = net->knots[d][p], high = net->knots[d][net->count[d]];
        const double held = fmin(fmax(t[d], low), high);
        const int interval = knot_interval(net->knots[d], p, net->count[d], held);
        basis(net->knots[d], p, interval, held, N[d], N_t[d]);
        first[d] = interval - p;
    }
    for (int i = 0; i <= net->degree[0]; i++)
        for (int j = 0; j <= net->degree[1]; j++) {
            const double *P =
                net->points + 4 * ((size_t)(first[0] + i) * (size_t)net->count[1] + (size_t)(first[1] + j));
            const double shares[3] = {N[0][i] * N[1][j], N_t[0][i] * N[1][j], N[0][i] * N_t[1][j]};
            for (int s = 0; s < 3; s++) {
                for (int k = 0; k < 3; k++) sum[s][k] += shares[s] * P[3] * P[k];
                sum[s][3] += shares[s] * P[3];
            }
        }
    for (int k = 0; k < 3; k++) {
        point->x[k] = sum[0][k] / sum[0][3];
        point->x_u[k] = (sum[1][k] - sum[1][3] * point->x[k]) / sum[0][3];
        point->x_v[k] = (sum[2][k] - sum[2][3] * point->x[k]) / sum[0][3];
    }
}

// ---- closed forms

// the point of a surface of revolution at radius r and height z, whose slopes along v are r_v and z_v
static void eval_round(const gud_face *f, double u, const double rz[2], const double rz_v[2], gud_face_point *point)
{
    double ydir[3];
    v3_cross(ydir, f->axis, f->xdir);
    for (int k = 0; k < 3; k++) {
        const double out = cos(u) * f->xdir[k] + sin(u) * ydir[k];
        const double around = cos(u) * ydir[k] - sin(u) * f->xdir[k];
        point->x[k] = f->origin[k] + rz[0] * out + rz[1] * f->axis[k];
        point->x_u[k] = rz[0] * around;
        point->x_v[k] = rz_v[0] * out + rz_v[1] * f->axis[k];
        point->normal[k] = rz_v[1] * out - rz_v[0] * f->axis[k];
    }
    const double length = v3_norm(point->normal);
    v3_scale(point->normal, (f->inward ? -1.0 : 1.0) / length, point->normal);
}

static void eval_plane(const gud_face *f, double u, double v, gud_face_point *point)
{
    v3_copy(point->x_u, f->xdir);
    v3_cross(point->x_v, f->axis, f->xdir);
    v3_axpy(point->x, f->origin, u, f->xdir);
    v3_axpy(point->x, point->x, v, point->x_v);
    v3_copy(point->normal, f->axis);
}

static void eval_spline(const gud_face *f, double u, double v, gud_face_point *point)
{
    eval_net(&f->net, u, v, point);
    v3_cross(point->normal, point->x_u, point->x_v);
    const double length = v3_norm(point->normal);
    if (length > 0.0) v3_scale(point->normal, (f->inward ? -1.0 : 1.0) / length, point->normal);
}

void gud_face_eval(const gud_face *f, double u, double v, gud_face_point *point)
{
    const double t = tan(f->angle), R = f->radius;
    switch (f->kind) {
    case GUD_FACE_PLANE:
        eval_plane(f, u, v, point);
        break;
    case GUD_FACE_CYLINDER:
        eval_round(f, u, (double[]){R, v}, (double[]){0.0, 1.0}, point);
        break;
    case GUD_FACE_CONE:
        eval_round(f, u, (double[]){R + v * t, v}, (double[]){t, 1.0}, point);
        break;
    case GUD_FACE_SPHERE:
        eval_round(f, u, (double[]){R * cos(v), R * sin(v)}, (double[]){-R * sin(v), R * cos(v)}, point);
        break;
    case GUD_FACE_TORUS:
        eval_round(f, u, (double[]){R + f->tube * cos(v), f->tube * sin(v)},
                   (double[]){-f->tube * sin(v), f->tube * cos(v)}, point);
        break;
    case GUD_FACE_SPLINE:
    default:
        eval_spline(f, u, v, point);
        break;
    }
}

// ---- outline

static bool loop_crosses(const gud_face_loop *loop, double u, double v)
{
    bool odd = false;
    const double *p = loop->points;
    for (int i = 0, j = loop->npoint - 1; i < loop->npoint; j = i++) {
        const double *a = p + 2 * (size_t)i, *b = p + 2 * (size_t)j;
        if ((a[1] > v) != (b[1] > v) && u < a[0] + (v - a[1]) * (b[0] - a[0]) / (b[1] - a[1])) odd = !odd;
    }
    return odd;
}

static bool inside_once(const gud_face *f, double u, double v)
{
    bool odd = false;
    for (int i = 0; i < f->nloop; i++)
        if (loop_crosses(&f->loops[i], u, v)) odd = !odd;
    return odd;
}

static bool is_round(const gud_face *f)
{
    return f->kind != GUD_FACE_PLANE && f->kind != GUD_FACE_SPLINE;
}

// x moved by whole turns to where it is nearest to the middle of a range
static double near_range(double x, const double range[2])
{
    return x - 2.0 * pi * round((x - 0.5 * (range[0] + range[1])) / (2.0 * pi));
}

bool gud_face_inside(const gud_face *f, double u, double v)
{
    if (is_round(f)) u = near_range(u, f->u);
    if (f->kind == GUD_FACE_TORUS) v = near_range(v, f->v);
    return inside_once(f, u, v);
}

double gud_loop_area(const gud_face_loop *loop)
{
    double twice = 0.0;
    const double *p = loop->points;
    for (int i = 0, j = loop->npoint - 1; i < loop->npoint; j = i++)
        twice += p[2 * (size_t)j] * p[2 * (size_t)i + 1] - p[2 * (size_t)i] * p[2 * (size_t)j + 1];
    return 0.5 * twice;
}

int gud_face_sample(const gud_face *f, int n, gud_face_point *points)
{
    int found = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            const double u = f->u[0] + (f->u[1] - f->u[0]) * (i + 0.5) / n;
            const double v = f->v[0] + (f->v[1] - f->v[0]) * (j + 0.5) / n;
            if (!inside_once(f, u, v)) continue;
            gud_face_eval(f, u, v, &points[found]);
            if (v3_dot(points[found].normal, points[found].normal) > 0.5) found++;
        }
    return found;
}

// ---- nearest point

// parameters of x on a closed form: where the normal through x meets it
static void nearest_closed(const gud_face *f, const double x[3], double uv[2])
{
    double d[3], ydir[3];
    v3_axpy(d, x, -1.0, f->origin);
    v3_cross(ydir, f->axis, f->xdir);
    const double a = v3_dot(d, f->xdir), b = v3_dot(d, ydir), z = v3_dot(d, f->axis), r = hypot(a, b);
    const double c = cos(f->angle), s = sin(f->angle);
    uv[0] = f->kind == GUD_FACE_PLANE ? a : near_range(atan2(b, a), f->u);
    switch (f->kind) {
    case GUD_FACE_PLANE:
        uv[1] = b;
        break;
    case GUD_FACE_CONE:
        uv[1] = c * (c * z + s * (r - f->radius));
        break;
    case GUD_FACE_SPHERE:
        uv[1] = atan2(z, r);
        break;
    case GUD_FACE_TORUS:
        uv[1] = near_range(atan2(z, r - f->radius), f->v);
        break;
    default:
        uv[1] = z;
        break;
    }
}

static double distance_squared(const gud_face *f, const double x[3], const double uv[2], gud_face_point *p, double d[3])
{
    gud_face_eval(f, uv[0], uv[1], p);
    v3_axpy(d, x, -1.0, p->x);
    return v3_dot(d, d);
}

// the best of a coarse grid of parameters
static void start_on_net(const gud_face *f, const double x[3], double uv[2])
{
    enum { starts = 9 };
    double best = INFINITY;
    for (int i = 0; i < starts; i++)
        for (int j = 0; j < starts; j++) {
            gud_face_point p;
            double d[3];
            const double at[2] = {f->u[0] + (f->u[1] - f->u[0]) * i / (starts - 1),
                                  f->v[0] + (f->v[1] - f->v[0]) * j / (starts - 1)};
            const double off = distance_squared(f, x, at, &p, d);
            if (off >= best) continue;
            best = off;
            uv[0] = at[0], uv[1] = at[1];
        }
}

// Gauss-Newton from the best start; steps that do not come nearer are halved
static bool nearest_on_net(const gud_face *f, const double x[3], double uv[2])
{
    enum { iterations = 40 };
    gud_face_point p;
    double d[3];
    start_on_net(f, x, uv);
    double off = distance_squared(f, x, uv, &p, d);
    for (int i = 0; i < iterations; i++) {
        const double E = v3_dot(p.x_u, p.x_u), F = v3_dot(p.x_u, p.x_v), G = v3_dot(p.x_v, p.x_v);
        const double gu = v3_dot(d, p.x_u), gv = v3_dot(d, p.x_v), root = E * G - F * F;
        if (!(root > 0.0)) return false;
        double step[2] = {(G * gu - F * gv) / root, (E * gv - F * gu) / root};
        if (fabs(step[0]) * sqrt(E) + fabs(step[1]) * sqrt(G) <= 1e-13 * (sqrt(off) + sqrt(E + G))) return true;
        for (int half = 0;; half++) {
            const double to[2] = {fmin(fmax(uv[0] + step[0], f->u[0]), f->u[1]),
                                  fmin(fmax(uv[1] + step[1], f->v[0]), f->v[1])};
            const double next = distance_squared(f, x, to, &p, d);
            if (next <= off || half == 30) {
                if (half == 30 || next >= off * (1.0 - 1e-15)) return true;
                off = next, uv[0] = to[0], uv[1] = to[1];
                break;
            }
            step[0] *= 0.5, step[1] *= 0.5;
        }
    }
    return true;
}

bool gud_face_nearest(const gud_face *f, const double x[3], double uv[2])
{
    if (f->kind == GUD_FACE_SPLINE) return nearest_on_net(f, x, uv);
    nearest_closed(f, x, uv);
    return true;
}
