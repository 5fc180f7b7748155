// Splines through points: revolved profiles, textured planes, lofts; docs/theory/surface.md, (7) to (9).
//
// Everything is interpolation in one direction, of n points that are rows of `width` numbers: the basis functions at
// the parameters of the points make an n x n matrix, which LAPACK solves for all columns at once.

#include "surface/nurbs.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

static gud_status no_memory(gud_error *error)
{
    return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
}

// ---- one direction

typedef struct {
    int degree, n;  // of points
    int ncontrol;   // n, or n + degree if closed
    double *at;     // [n] parameters of the points
    double *knots;  // [ncontrol + degree + 1]
    double *matrix; // [n][n]
    lapack_int *pivot;
    bool closed;
} fit;

static gud_status fit_create(int n, int degree, bool closed, gud_arena *arena, gud_error *error, fit *f)
{
    *f = (fit){.degree = degree < n ? degree : n - 1, .n = n, .closed = closed};
    f->ncontrol = closed ? n + f->degree : n;
    f->at = GUD_TAKE(arena, double, n);
    f->knots = GUD_TAKE(arena, double, f->ncontrol + f->degree + 1);
    f->matrix = gud_arena_take(arena, (size_t)n, (size_t)n * sizeof *f->matrix);
    f->pivot = GUD_TAKE(arena, lapack_int, n);
    return f->at && f->knots && f->matrix && f->pivot ? GUD_OK : no_memory(error);
}

// (8): inner knots are means of `degree` neighbouring parameters, so that the matrix is regular
static void set_open_knots(fit *f)
{
    const int d = f->degree, n = f->n;
    for (int i = 0; i <= d; i++) {
        f->knots[i] = f->at[0];
        f->knots[n + i] = f->at[n - 1];
    }
    for (int i = 1; i < n - d; i++) {
        double sum = 0.0;
        for (int j = i; j < i + d; j++) sum += f->at[j];
        f->knots[d + i] = sum / d;
    }
}

// (9): equal steps, the knots go on beyond both ends
static void set_closed_knots(fit *f)
{
    for (int i = 0; i < f->n; i++) f->at[i] = (double)i / f->n;
    for (int i = 0; i <= f->ncontrol + f->degree; i++) f->knots[i] = (double)(i - f->degree) / f->n;
}

// the degree + 1 basis functions that are not zero at x, by the recursion (2); returns the index of the first
static int basis(const fit *f, double x, double *N)
{
    const int d = f->degree;
    const double *t = f->knots;
    int k = d;
    while (k + 1 < f->ncontrol && t[k + 1] <= x) k++;
    N[0] = 1.0;
    for (int p = 1; p <= d; p++) {
        double carry = 0.0;
        for (int i = 0; i < p; i++) {
            const double left = x - t[k + 1 - p + i], right = t[k + 1 + i] - x, part = N[i] / (left + right);
            N[i] = carry + right * part;
            carry = left * part;
        }
        N[p] = carry;
    }
    return k - d;
}

// The matrix is kept by columns. A closed curve's last `degree` points are its first ones again.
static gud_status fit_factor(fit *f, gud_error *error)
{
    double N[GUD_DEGREE_MAX + 1];
    for (int i = 0; i < f->n; i++) {
        const int first = basis(f, f->at[i], N);
        for (int j = 0; j <= f->degree; j++) f->matrix[i + (first + j) % f->n * f->n] += N[j];
    }
    const lapack_int info = LAPACKE_dgetrf_work(LAPACK_COL_MAJOR, f->n, f->n, f->matrix, f->n, f->pivot);
    if (info != 0) return gud_fail(error, GUD_ERR_INPUT, "no spline can be fitted through these %d points", f->n);
    return GUD_OK;
}

// rows[ncontrol][width], and room for n numbers behind: the first n rows hold the points before; all hold control
// points after
static void fit_solve(const fit *f, int width, double *rows)
{
    double *x = rows + (size_t)f->ncontrol * (size_t)width;
    for (int c = 0; c < width; c++) {
        double *column = rows + c;
        for (int i = 0; i < f->n; i++) x[i] = column[(size_t)i * (size_t)width];
        LAPACKE_dgetrs_work(LAPACK_COL_MAJOR, 'N', f->n, 1, f->matrix, f->n, f->pivot, x, f->n);
        for (int i = 0; i < f->ncontrol; i++) column[(size_t)i * (size_t)width] = x[i % f->n];
    }
}

// ---- profiles

// parameters by the length of the polygon, from 0 to 1
static gud_status chord_parameters(fit *f, const double *radius, const double *z, gud_error *error)
{
    for (int i = 1; i < f->n; i++) {
        const double step = hypot(radius[i] - radius[i - 1], z[i] - z[i - 1]);
        if (!(step > 0.0)) return gud_fail(error, GUD_ERR_INPUT, "points %d and %d of the profile coincide", i, i + 1);
        f->at[i] = f->at[i - 1] + step;
    }
    const double total = f->at[f->n - 1];
    for (int i = 0; i < f->n; i++) f->at[i] = i + 1 < f->n ? f->at[i] / total : 1.0;
    return GUD_OK;
}

static gud_status check_profile(int n, const double *radius, const double *z, int degree, gud_error *error)
{
    if (n < 2 || n > GUD_COUNT_MAX)
        return gud_fail(error, GUD_ERR_INPUT, "a profile must have 2 to %d points, not %d", GUD_COUNT_MAX, n);
    if (degree < 1 || degree > GUD_DEGREE_MAX)
        return gud_fail(error, GUD_ERR_INPUT, "degree %d of a profile is outside 1 to %d", degree, GUD_DEGREE_MAX);
    for (int i = 0; i < n; i++)
        if (!(radius[i] >= 0.0) || !isfinite(radius[i]) || !isfinite(z[i]))
            return gud_fail(error, GUD_ERR_INPUT,
                            "point %d of the profile has radius %g m and z = %g m; the radius must not be negative",
                            i + 1, radius[i], z[i]);
    return GUD_OK;
}

// nine copies of the profile's control points, at the corners and the middles of a square
static gud_status turn_profile(const fit *f, const double *rows, gud_arena *arena, gud_error *error, gud_nurbs *nurbs)
{
    gud_nurbs circle;
    GUD_TRY(gud_nurbs_cylinder(1.0, 0.0, 1.0, arena, error, &circle));
    const int n = f->n, nknot = n + f->degree + 1;
    double *points = GUD_TAKE(arena, double, 9 * n * 4), *knots = GUD_TAKE(arena, double, nknot);
    if (!points || !knots) return no_memory(error);
    memcpy(knots, f->knots, (size_t)nknot * sizeof *knots);
    for (int i = 0; i < 9; i++)
        for (int j = 0; j < n; j++) {
            const double *c = circle.points + (size_t)(4 * 2 * i);
            double *q = points + (size_t)(4 * (i * n + j));
            q[0] = c[0] * rows[2 * j];
            q[1] = c[1] * rows[2 * j];
            q[2] = rows[2 * j + 1];
            q[3] = c[3];
        }
    *nurbs = (gud_nurbs){{2, f->degree}, {9, n}, {circle.knots[0], knots}, points};
    return gud_nurbs_check(nurbs, "revolved profile", error);
}

static gud_status revolve(int n, const double *radius, const double *z, int degree, gud_arena *scratch,
                          gud_arena *arena, gud_error *error, gud_nurbs *nurbs)
{
    fit f;
    GUD_TRY(fit_create(n, degree, false, scratch, error, &f));
    GUD_TRY(chord_parameters(&f, radius, z, error));
    set_open_knots(&f);
    GUD_TRY(fit_factor(&f, error));
    double *rows = GUD_TAKE(scratch, double, 3 * n);
    if (!rows) return no_memory(error);
    for (int i = 0; i < n; i++) {
        rows[2 * i] = radius[i];
        rows[2 * i + 1] = z[i];
    }
    fit_solve(&f, 2, rows);

    // a profile that begins or ends on the axis stays there
    if (radius[0] == 0.0) rows[0] = 0.0;
    if (radius[n - 1] == 0.0) rows[2 * (n - 1)] = 0.0;
    return turn_profile(&f, rows, arena, error, nurbs);
}

gud_status gud_nurbs_revolve(int n, const double *radius, const double *z, int degree, gud_arena *arena,
                             gud_error *error, gud_nurbs *nurbs)
{
    GUD_TRY(check_profile(n, radius, z, degree, error));
    gud_arena scratch;
    gud_arena_init(&scratch);
    const gud_status status = revolve(n, radius, z, degree, &scratch, arena, error, nurbs);
    gud_arena_free(&scratch);
    return status;
}

// ---- planes and lofts: interpolation in two directions

// net[n0][n1][3] of points becomes control points of fits f[0], f[1]; out[c0][c1][3]
static gud_status fit_net(const fit f[2], const double *net, gud_arena *scratch, gud_error *error, double **out)
{
    const size_t n0 = (size_t)f[0].n, n1 = (size_t)f[1].n, c0 = (size_t)f[0].ncontrol, c1 = (size_t)f[1].ncontrol;
    double *rows = gud_arena_take(scratch, c0 * n1 * 3 + n0, sizeof *rows);
    double *turned = gud_arena_take(scratch, c1 * c0 * 3 + n1, sizeof *turned);
    *out = gud_arena_take(scratch, c0 * c1 * 3, sizeof **out);
    if (!rows || !turned || !*out) return no_memory(error);

    memcpy(rows, net, n0 * n1 * 3 * sizeof *rows);
    fit_solve(&f[0], (int)n1 * 3, rows);
    for (size_t i = 0; i < c0; i++)
        for (size_t j = 0; j < n1; j++) memcpy(turned + 3 * (j * c0 + i), rows + 3 * (i * n1 + j), 3 * sizeof *rows);
    fit_solve(&f[1], (int)c0 * 3, turned);
    for (size_t i = 0; i < c0; i++)
        for (size_t j = 0; j < c1; j++) memcpy(*out + 3 * (i * c1 + j), turned + 3 * (j * c0 + i), 3 * sizeof *rows);
    return GUD_OK;
}

static gud_status nurbs_of(const fit f[2], const double *control, const char *name, gud_arena *arena, gud_error *error,
                           gud_nurbs *nurbs)
{
    const size_t total = (size_t)f[0].ncontrol * (size_t)f[1].ncontrol;
    double *points = gud_arena_take(arena, total, 4 * sizeof *points);
    if (!points) return no_memory(error);
    for (size_t i = 0; i < total; i++) {
        memcpy(points + 4 * i, control + 3 * i, 3 * sizeof *points);
        points[4 * i + 3] = 1.0;
    }
    for (int dir = 0; dir < 2; dir++) {
        const int n = f[dir].ncontrol + f[dir].degree + 1;
        double *knots = GUD_TAKE(arena, double, n);
        if (!knots) return no_memory(error);
        memcpy(knots, f[dir].knots, (size_t)n * sizeof *knots);
        nurbs->degree[dir] = f[dir].degree;
        nurbs->count[dir] = f[dir].ncontrol;
        nurbs->knots[dir] = knots;
    }
    nurbs->points = points;
    return gud_nurbs_check(nurbs, name, error);
}

// equal steps of the parameter in both directions
static gud_status fit_through(const int n[2], bool closed, const double *net, const char *name, gud_arena *scratch,
                              gud_arena *arena, gud_error *error, gud_nurbs *nurbs)
{
    fit f[2];
    double *control;
    for (int dir = 0; dir < 2; dir++) {
        GUD_TRY(fit_create(n[dir], 3, dir == 0 && closed, scratch, error, &f[dir]));
        if (f[dir].closed)
            set_closed_knots(&f[dir]);
        else {
            for (int i = 0; i < n[dir]; i++) f[dir].at[i] = (double)i / (n[dir] - 1);
            set_open_knots(&f[dir]);
        }
        GUD_TRY(fit_factor(&f[dir], error));
    }
    GUD_TRY(fit_net(f, net, scratch, error, &control));
    return nurbs_of(f, control, name, arena, error, nurbs);
}

static gud_status check_net(int n0, int n1, int least, const double *net, size_t size, const char *name,
                            gud_error *error)
{
    if (n0 < least || n1 < 2 || n0 > GUD_COUNT_MAX - 3 || n1 > GUD_COUNT_MAX - 3 || n0 > (GUD_NET_MAX - 4096) / n1)
        return gud_fail(error, GUD_ERR_INPUT, "%s through %d x %d points: it needs at least %d x 2 and at most %d",
                        name, n0, n1, least, GUD_NET_MAX - 4096);
    for (size_t i = 0; i < size; i++)
        if (!isfinite(net[i])) return gud_fail(error, GUD_ERR_INPUT, "%s: a coordinate is not finite", name);
    return GUD_OK;
}

static void plane_net(double length_x, double length_y, int nx, int ny, const double *heights, double *net)
{
    for (int i = 0; i < nx; i++)
        for (int j = 0; j < ny; j++) {
            double *p = net + 3 * ((size_t)i * (size_t)ny + (size_t)j);
            p[0] = length_x * ((double)i / (nx - 1) - 0.5);
            p[1] = length_y * ((double)j / (ny - 1) - 0.5);
            p[2] = heights[(size_t)i * (size_t)ny + (size_t)j];
        }
}

gud_status gud_nurbs_plane(double length_x, double length_y, int nx, int ny, const double *heights, gud_arena *arena,
                           gud_error *error, gud_nurbs *nurbs)
{
    if (!(length_x > 0.0) || !(length_y > 0.0) || !isfinite(length_x) || !isfinite(length_y))
        return gud_fail(error, GUD_ERR_INPUT, "a plane of size %g x %g m has no area", length_x, length_y);
    if (nx < 1 || ny < 1) return gud_fail(error, GUD_ERR_INPUT, "a plane with texture needs heights");
    GUD_TRY(check_net(nx, ny, 2, heights, (size_t)nx * (size_t)ny, "plane with texture", error));
    gud_arena scratch;
    gud_arena_init(&scratch);
    double *net = gud_arena_take(&scratch, (size_t)nx * (size_t)ny, 3 * sizeof *net);
    gud_status status = net ? GUD_OK : no_memory(error);
    if (net) {
        plane_net(length_x, length_y, nx, ny, heights, net);
        status = fit_through((int[]){nx, ny}, false, net, "plane with texture", &scratch, arena, error, nurbs);
    }
    gud_arena_free(&scratch);
    return status;
}

gud_status gud_nurbs_loft(int nsection, int npoint, const double *points, bool closed, gud_arena *arena,
                          gud_error *error, gud_nurbs *nurbs)
{
    if (nsection < 1 || npoint < 1) return gud_fail(error, GUD_ERR_INPUT, "a loft needs sections and points");
    const size_t total = (size_t)nsection * (size_t)npoint;
    GUD_TRY(check_net(npoint, nsection, closed ? 4 : 2, points, 3 * total, "loft", error));
    gud_arena scratch;
    gud_arena_init(&scratch);
    double *net = gud_arena_take(&scratch, total, 3 * sizeof *net);
    gud_status status = net ? GUD_OK : no_memory(error);
    if (net) {
        for (int i = 0; i < npoint; i++)
            for (int j = 0; j < nsection; j++)
                memcpy(net + 3 * ((size_t)i * (size_t)nsection + (size_t)j),
                       points + 3 * ((size_t)j * (size_t)npoint + (size_t)i), 3 * sizeof *net);
        status = fit_through((int[]){npoint, nsection}, closed, net, "loft", &scratch, arena, error, nurbs);
    }
    gud_arena_free(&scratch);
    return status;
}
