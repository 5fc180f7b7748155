#include "assembly/recognise.h"

#include "num/pi.h"
#include "num/vec.h"

#include <math.h>
#include <string.h>

static const double residual_limit = 1e-7; // of the face's size

enum { side = 12, nsample = side * side, widest = 6 };

typedef struct {
    gud_face_point p[nsample]; // about the mean, over the size
    int n;
    double mean[3], size;
} cloud;

// ---- small dense algebra

// eigenvector of the smallest eigenvalue of a symmetric n x n matrix, by Jacobi's rotations; the eigenvalue
static double smallest_eigenvector(int n, double A[widest][widest], double *vector)
{
    double V[widest][widest] = {{0}};
    for (int i = 0; i < n; i++) V[i][i] = 1.0;
    for (int sweep = 0; sweep < 40; sweep++) {
        for (int p = 0; p < n; p++)
            for (int q = p + 1; q < n; q++) {
                if (A[p][q] == 0.0) continue;
                const double theta = 0.5 * atan2(2.0 * A[p][q], A[q][q] - A[p][p]), c = cos(theta), s = sin(theta);
                for (int k = 0; k < n; k++) {
                    const double x = A[k][p], y = A[k][q];
                    A[k][p] = c * x - s * y, A[k][q] = s * x + c * y;
                }
                for (int k = 0; k < n; k++) {
                    const double x = A[p][k], y = A[q][k], v = V[k][p], w = V[k][q];
                    A[p][k] = c * x - s * y, A[q][k] = s * x + c * y;
                    V[k][p] = c * v - s * w, V[k][q] = s * v + c * w;
                }
                A[p][q] = A[q][p] = 0.0;
            }
    }
    int least = 0;
    for (int i = 1; i < n; i++)
        if (A[i][i] < A[least][least]) least = i;
    for (int k = 0; k < n; k++) vector[k] = V[k][least];
    return A[least][least];
}

static bool solve3(const double A[9], const double b[3], double x[3])
{
    double c[3][3];
    for (int i = 0; i < 3; i++) v3_cross(c[i], A + 3 * ((i + 1) % 3), A + 3 * ((i + 2) % 3));
    const double det = v3_dot(A, c[0]);
    if (!(fabs(det) > 1e-12)) return false;
    for (int k = 0; k < 3; k++) x[k] = (b[0] * c[0][k] + b[1] * c[1][k] + b[2] * c[2][k]) / det;
    return true;
}

// ---- fits

static bool take_samples(const gud_face *f, cloud *c)
{
    c->n = gud_face_sample(f, side, c->p);
    if (c->n < 12) return false;
    c->size = 0.0;
    for (int k = 0; k < 3; k++) {
        c->mean[k] = 0.0;
        for (int i = 0; i < c->n; i++) c->mean[k] += c->p[i].x[k] / c->n;
        c->size = fmax(c->size, f->box[1][k] - f->box[0][k]);
    }
    if (!(c->size > 0.0)) return false;
    for (int i = 0; i < c->n; i++)
        for (int k = 0; k < 3; k++) c->p[i].x[k] = (c->p[i].x[k] - c->mean[k]) / c->size;
    return true;
}

// Centre and radius with x = centre + radius n, for the components of x and n along nd directions: a sphere in space, a
// circle in a plane. The largest deviation; a negative radius: normals point to the centre.
static double fit_round(int n, int nd, const double x[][3], const double normal[][3], double centre[3], double *radius)
{
    double xm[3] = {0}, nm[3] = {0}, top = 0.0, bottom = 0.0, off = 0.0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < nd; k++) xm[k] += x[i][k] / n, nm[k] += normal[i][k] / n;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < nd; k++) {
            const double dn = normal[i][k] - nm[k];
            top += (x[i][k] - xm[k]) * dn;
            bottom += dn * dn;
        }
    if (!(bottom > 1e-10 * n)) return INFINITY;
    *radius = top / bottom;
    for (int k = 0; k < nd; k++) centre[k] = xm[k] - *radius * nm[k];
    for (int i = 0; i < n; i++) {
        double d2 = 0.0;
        for (int k = 0; k < nd; k++) d2 += pow(x[i][k] - centre[k], 2.0);
        off = fmax(off, fabs(sqrt(d2) - fabs(*radius)));
    }
    return off;
}

static void any_perpendicular(const double axis[3], double x[3])
{
    const int k = fabs(axis[0]) < 0.6 ? 0 : fabs(axis[1]) < 0.6 ? 1 : 2;
    double e[3] = {k == 0, k == 1, k == 2};
    v3_axpy(x, e, -axis[k], axis);
    v3_scale(x, 1.0 / v3_norm(x), x);
}

static void put_place(const cloud *c, const double origin[3], const double axis[3], gud_face *out)
{
    v3_axpy(out->origin, c->mean, c->size, origin);
    v3_copy(out->axis, axis);
    any_perpendicular(axis, out->xdir);
}

static bool fit_plane(const cloud *c, gud_face *out)
{
    double normal[3] = {0}, origin[3] = {0};
    for (int i = 0; i < c->n; i++) v3_axpy(normal, normal, 1.0, c->p[i].normal);
    if (!(v3_norm(normal) > 0.5 * c->n)) return false;
    v3_scale(normal, 1.0 / v3_norm(normal), normal);
    for (int i = 0; i < c->n; i++)
        if (!(fabs(v3_dot(c->p[i].x, normal)) <= residual_limit)) return false;
    put_place(c, origin, normal, out);
    out->kind = GUD_FACE_PLANE;
    out->inward = 0;
    return true;
}

static bool fit_sphere(const cloud *c, gud_face *out)
{
    static const double z[3] = {0.0, 0.0, 1.0};
    double x[nsample][3], normal[nsample][3], centre[3] = {0}, radius = 0.0;
    for (int i = 0; i < c->n; i++) {
        v3_copy(x[i], c->p[i].x);
        v3_copy(normal[i], c->p[i].normal);
    }
    if (!(fit_round(c->n, 3, (const double(*)[3])x, (const double(*)[3])normal, centre, &radius) <= residual_limit))
        return false;
    put_place(c, centre, z, out);
    out->kind = GUD_FACE_SPHERE;
    out->radius = fabs(radius) * c->size;
    out->inward = radius < 0.0;
    return true;
}

// the direction to which all normals have the same angle, and how much that varies
static double normals_axis(const cloud *c, double axis[3], double *sine)
{
    double mean[3] = {0}, A[widest][widest] = {{0}}, off = 0.0;
    for (int i = 0; i < c->n; i++) v3_axpy(mean, mean, 1.0 / c->n, c->p[i].normal);
    for (int i = 0; i < c->n; i++)
        for (int k = 0; k < 3; k++)
            for (int l = 0; l < 3; l++) A[k][l] += (c->p[i].normal[k] - mean[k]) * (c->p[i].normal[l] - mean[l]);
    (void)smallest_eigenvector(3, A, axis);
    *sine = v3_dot(mean, axis);
    for (int i = 0; i < c->n; i++) off = fmax(off, fabs(v3_dot(c->p[i].normal, axis) - *sine));
    return off;
}

static bool fit_cylinder(const cloud *c, gud_face *out)
{
    double axis[3], sine, e1[3], e2[3], x[nsample][3], normal[nsample][3], centre[3] = {0}, radius = 0.0,
                                                                           origin[3] = {0};
    if (!(normals_axis(c, axis, &sine) <= 1e-6) || fabs(sine) > 1e-7) return false;
    any_perpendicular(axis, e1);
    v3_cross(e2, axis, e1);
    for (int i = 0; i < c->n; i++) {
        x[i][0] = v3_dot(c->p[i].x, e1), x[i][1] = v3_dot(c->p[i].x, e2);
        normal[i][0] = v3_dot(c->p[i].normal, e1), normal[i][1] = v3_dot(c->p[i].normal, e2);
    }
    if (!(fit_round(c->n, 2, (const double(*)[3])x, (const double(*)[3])normal, centre, &radius) <= residual_limit))
        return false;
    v3_axpy(origin, origin, centre[0], e1);
    v3_axpy(origin, origin, centre[1], e2);
    put_place(c, origin, axis, out);
    out->kind = GUD_FACE_CYLINDER;
    out->radius = fabs(radius) * c->size;
    out->inward = radius < 0.0;
    return true;
}

// tangent planes of a cone meet in its apex
static bool find_apex(const cloud *c, double apex[3])
{
    double A[9] = {0}, b[3] = {0};
    for (int i = 0; i < c->n; i++) {
        const double *n = c->p[i].normal;
        m3_add_outer(A, 1.0 / c->n, n, n);
        v3_axpy(b, b, v3_dot(n, c->p[i].x) / c->n, n);
    }
    return solve3(A, b, apex);
}

static bool fit_cone(const cloud *c, gud_face *out)
{
    double axis[3], sine, apex[3], origin[3];
    if (!(normals_axis(c, axis, &sine) <= 1e-6) || fabs(sine) < 1e-6 || !find_apex(c, apex)) return false;
    // the mean of the samples is the origin: its height above the apex gives the axis its direction
    double height = -v3_dot(apex, axis), inward = 0.0;
    if (height < 0.0) v3_scale(axis, -1.0, axis), height = -height;
    const double angle = asin(fmin(fabs(sine), 1.0));
    for (int i = 0; i < c->n; i++) {
        double d[3];
        v3_axpy(d, c->p[i].x, -1.0, apex);
        const double z = v3_dot(d, axis);
        v3_axpy(d, d, -z, axis);
        const double r = v3_norm(d);
        if (!(fabs(r * cos(angle) - z * sin(angle)) <= residual_limit)) return false;
        inward += v3_dot(d, c->p[i].normal);
    }
    v3_axpy(origin, apex, height, axis);
    put_place(c, origin, axis, out);
    out->kind = GUD_FACE_CONE;
    out->radius = height * tan(angle) * c->size;
    out->angle = angle;
    out->inward = inward < 0.0;
    return true;
}

// The screw that moves the surface within itself, a linear problem in Pluecker's coordinates: its axis and, per radian,
// its advance, which is zero for a surface of revolution. How far normals are from its complex, mean square.
static double find_screw(const cloud *c, double axis[3], double origin[3], double *advance)
{
    double A[widest][widest] = {{0}}, line[widest];
    *advance = 0.0;
    v3_set(origin, 0.0, 0.0, 0.0);
    for (int i = 0; i < c->n; i++) {
        double w[widest];
        v3_cross(w, c->p[i].x, c->p[i].normal);
        v3_copy(w + 3, c->p[i].normal);
        for (int k = 0; k < widest; k++)
            for (int l = 0; l < widest; l++) A[k][l] += w[k] * w[l] / c->n;
    }
    const double off = smallest_eigenvector(widest, A, line), length = v3_norm(line);
    if (!(length > 1e-6)) return INFINITY;
    v3_scale(axis, 1.0 / length, line);
    v3_cross(origin, axis, line + 3);
    v3_scale(origin, 1.0 / length, origin);
    *advance = v3_dot(axis, line + 3) / length;
    return off;
}

static bool find_axis(const cloud *c, double axis[3], double origin[3])
{
    double advance;
    return find_screw(c, axis, origin, &advance) < 1e-12 && fabs(advance) < 1e-6;
}

static bool fit_torus(const cloud *c, gud_face *out)
{
    double axis[3], foot[3], x[nsample][3], normal[nsample][3], centre[3] = {0}, radius = 0.0, origin[3];
    if (!find_axis(c, axis, foot)) return false;
    for (int i = 0; i < c->n; i++) {
        double d[3];
        v3_axpy(d, c->p[i].x, -1.0, foot);
        const double z = v3_dot(d, axis);
        v3_axpy(d, d, -z, axis);
        const double r = v3_norm(d);
        if (!(r > 1e-9)) return false;
        x[i][0] = r, x[i][1] = z;
        normal[i][0] = v3_dot(d, c->p[i].normal) / r, normal[i][1] = v3_dot(axis, c->p[i].normal);
    }
    if (!(fit_round(c->n, 2, (const double(*)[3])x, (const double(*)[3])normal, centre, &radius) <= residual_limit))
        return false;
    v3_axpy(origin, foot, centre[1], axis);
    put_place(c, origin, axis, out);
    out->kind = GUD_FACE_TORUS;
    out->radius = centre[0] * c->size;
    out->tube = fabs(radius) * c->size;
    out->inward = radius < 0.0;
    return true;
}

// ---- the outline in the new parameters

// parameters of x, with angles that go on from `before`
static void convert_point(const gud_face *closed, const double x[3], const double *before, double uv[2])
{
    (void)gud_face_nearest(closed, x, uv);
    if (!before || closed->kind == GUD_FACE_PLANE) return;
    uv[0] -= 2.0 * pi * round((uv[0] - before[0]) / (2.0 * pi));
    if (closed->kind == GUD_FACE_TORUS) uv[1] -= 2.0 * pi * round((uv[1] - before[1]) / (2.0 * pi));
    if (closed->kind == GUD_FACE_SPHERE && fabs(uv[1]) > 0.5 * pi - 1e-6) uv[0] = before[0]; // a pole has no longitude
}

// Straight edges of the old outline are curved in the new one, and angles must not jump along them: 32 points over the
// whole range. In a plane nothing jumps, and points between two of an outline would not be on it.
static int edge_pieces(const gud_face *face, gud_face_kind kind, const double from[2], const double to[2])
{
    if (kind == GUD_FACE_PLANE) return 1;
    const double u = fabs(to[0] - from[0]) / (face->u[1] - face->u[0]);
    const double v = fabs(to[1] - from[1]) / (face->v[1] - face->v[0]);
    return 1 + (int)fmin(32.0 * fmax(u, v), 64.0);
}

// holes are in the same turn as the outer outline
static void align_hole(double *points, int n, const double range[2])
{
    double mean = 0.0;
    for (int i = 0; i < n; i++) mean += points[2 * (size_t)i] / n;
    const double turns = round((mean - 0.5 * (range[0] + range[1])) / (2.0 * pi));
    for (int i = 0; i < n; i++) points[2 * (size_t)i] -= 2.0 * pi * turns;
}

static void reverse_points(double *points, int n)
{
    for (int i = 0, k = n - 1; i < k; i++, k--)
        for (int d = 0; d < 2; d++) {
            const double kept = points[2 * (size_t)i + (size_t)d];
            points[2 * (size_t)i + (size_t)d] = points[2 * (size_t)k + (size_t)d];
            points[2 * (size_t)k + (size_t)d] = kept;
        }
}

// `mirrored`: the parameters of the net turn the other way than those of the closed form; the outer outline tells
static bool convert_loop(const gud_face *face, const gud_face *closed, const gud_face_loop *from, gud_arena *arena,
                         const double *range, bool *mirrored, gud_face_loop *to)
{
    int total = 0, n = 0;
    for (int i = 0; i < from->npoint; i++)
        total += edge_pieces(face, closed->kind, from->points + 2 * (size_t)i,
                             from->points + 2 * (size_t)((i + 1) % from->npoint));
    double *points = GUD_TAKE(arena, double, 2 * (size_t)total);
    if (!points) return false;
    for (int i = 0; i < from->npoint; i++) {
        const double *a = from->points + 2 * (size_t)i, *b = from->points + 2 * (size_t)((i + 1) % from->npoint);
        const int pieces = edge_pieces(face, closed->kind, a, b);
        for (int k = 0; k < pieces; k++, n++) {
            const double share = (double)k / pieces;
            gud_face_point p;
            gud_face_eval(face, a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]), &p);
            convert_point(closed, p.x, n ? points + 2 * ((size_t)n - 1) : NULL, points + 2 * (size_t)n);
        }
    }
    if (range) align_hole(points, total, range);
    *to = (gud_face_loop){total, points};
    if (from == face->loops) *mirrored = gud_loop_area(to) < 0.0;
    if (*mirrored) reverse_points(points, total);
    return true;
}

static void set_range(gud_face *closed)
{
    const gud_face_loop *outer = &closed->loops[0];
    for (int d = 0; d < 2; d++) {
        double *range = d ? closed->v : closed->u;
        range[0] = INFINITY, range[1] = -INFINITY;
        for (int i = 0; i < outer->npoint; i++) {
            range[0] = fmin(range[0], outer->points[2 * (size_t)i + (size_t)d]);
            range[1] = fmax(range[1], outer->points[2 * (size_t)i + (size_t)d]);
        }
    }
}

static bool convert_outline(const gud_face *face, gud_arena *arena, gud_face *closed)
{
    gud_face_loop *loops = GUD_TAKE(arena, gud_face_loop, face->nloop);
    bool mirrored = false;
    if (!loops) return false;
    closed->loops = loops;
    closed->u[0] = -pi, closed->u[1] = pi;
    closed->v[0] = -pi, closed->v[1] = pi;
    for (int i = 0; i < face->nloop; i++) {
        const double *range = i > 0 && closed->kind != GUD_FACE_PLANE ? closed->u : NULL;
        if (!convert_loop(face, closed, &face->loops[i], arena, range, &mirrored, &loops[i])) return false;
        if (i == 0) set_range(closed);
    }
    return true;
}

bool gud_face_recognise(const gud_face *face, gud_arena *arena, gud_face *closed)
{
    static bool (*const fits[])(const cloud *, gud_face *) = {fit_plane, fit_cylinder, fit_cone, fit_sphere, fit_torus};
    cloud c;
    if (face->kind != GUD_FACE_SPLINE || face->nloop < 1 || !take_samples(face, &c)) return false;
    *closed = *face;
    memset(&closed->net, 0, sizeof closed->net);
    for (int i = 0; i < (int)(sizeof fits / sizeof fits[0]); i++)
        if (fits[i](&c, closed)) return convert_outline(face, arena, closed);
    return false;
}

// normals meet the axis, so that circles about it lie in the surface: the first or the second parameter goes along them
static bool runs_around(const cloud *c, const double axis[3], const double foot[3], int direction)
{
    for (int i = 0; i < c->n; i++) {
        const double *along = direction ? c->p[i].x_v : c->p[i].x_u;
        double d[3];
        v3_axpy(d, c->p[i].x, -1.0, foot);
        v3_axpy(d, d, -v3_dot(d, axis), axis);
        const double off = hypot(v3_dot(along, d) / v3_norm(d), v3_dot(along, axis));
        if (!(off <= 1e-6 * v3_norm(along))) return false;
    }
    return true;
}

bool gud_face_revolves(const gud_face *face, double origin[3], double axis[3], double xdir[3])
{
    cloud c;
    double foot[3];
    if (face->kind != GUD_FACE_SPLINE || face->nloop < 1 || !take_samples(face, &c) || !find_axis(&c, axis, foot))
        return false;
    if (!runs_around(&c, axis, foot, 0) && !runs_around(&c, axis, foot, 1)) return false;
    v3_axpy(origin, c.mean, c.size, foot);
    any_perpendicular(axis, xdir);
    return true;
}

bool gud_face_winds(const gud_face *face, double origin[3], double axis[3])
{
    cloud c;
    double foot[3], advance;
    if (face->kind != GUD_FACE_SPLINE || face->nloop < 1 || !take_samples(face, &c)) return false;
    // sweeps along a helix are approximations
    const double off = find_screw(&c, axis, foot, &advance);
    if (!(off < 1e-6) || fabs(advance) < 1e-3) return false;
    v3_axpy(origin, c.mean, c.size, foot);
    return true;
}
