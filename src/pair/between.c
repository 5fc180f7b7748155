#include "pair/between.h"

#include "film/lanes.h"
#include "num/pi.h"
#include "num/vec.h"

#include <math.h>
#include <string.h>

// The grid on the reference surface, and what the search for the other one keeps.
typedef struct {
    gud_walls spec;
    gud_grid grid; // its points are the centres of cells of equal length; it has no steps and metrics
    double *at[2]; // [2 cells + 1] parameters of faces (even) and centres (odd)
    gud_film_grid *metric;
    int n, nface, nface_x;
    int freedoms, freedom[6];
    double *carry[6], *arm[6]; // rows of the field
    double *bend;              // [n][3] change of the normal along and across: along-along, along-across, across-across
    double *row[6], *slide_v[2][6];
    double *slope, *hit_place; // [n][3] of the gap by a shift of the other wall; the hit
    double *warm;              // [n][2] where the search starts next time; NAN: anywhere
    double *trail; // [n][9] the last hit on the other surface, in its frame, and the tangents there; NAN: none
    unsigned char *hit;
    gud_gap_work search;
    gud_pose other;
    double twist[6]; // of the other body at the origin
    gud_arena *memory;
} net;

static const double skew = 0.0872; // cosine of 85 degrees: the angle between parameter lines may be off by 5 degrees

// ---- cells of equal length

// length of the parameter line through the middle of the grid from a to b, by Gauss's rule
static double line_length(const net *f, int dir, double a, double b)
{
    static const double node[] = {-0.7745966692414834, 0.0, 0.7745966692414834}, weight[] = {5.0, 8.0, 5.0};
    const gud_grid_spec *s = &f->spec.grid;
    const double middle = 0.5 * (s->low[1 - dir] + s->high[1 - dir]);
    double sum = 0.0;
    for (int i = 0; i < 3; i++) {
        const double t = 0.5 * (a + b) + 0.5 * (b - a) * node[i];
        gud_surface_point p;
        gud_surface_eval(f->spec.reference, dir == 0 ? t : middle, dir == 0 ? middle : t, &p);
        sum += weight[i] / 18.0 * (b - a) * v3_norm(dir == 0 ? p.x_u : p.x_v);
    }
    return sum;
}

// parameter at which the line has come on by `length` from a, before b
static double line_advance(const net *f, int dir, double a, double b, double length)
{
    const double per_length = (b - a) / line_length(f, dir, a, b);
    double t = a;
    for (int i = 0; i < 8; i++) t += (length - line_length(f, dir, a, t)) * per_length;
    return t;
}

// Parameters of faces (even) and centres (odd) that divide the middle line in equal lengths: [2 cells + 1]
static void divide(net *f, int dir)
{
    enum { fine = 8 };
    const gud_grid_spec *s = &f->spec.grid;
    const int n = 2 * s->cells[dir], pieces = fine * s->cells[dir];
    const double low = s->low[dir], step = (s->high[dir] - low) / pieces;
    double total = 0.0, done = 0.0;
    for (int i = 0; i < pieces; i++) total += line_length(f, dir, low + i * step, low + (i + 1) * step);
    int next = 1;
    for (int i = 0; i < pieces; i++) {
        const double a = low + i * step, piece = line_length(f, dir, a, a + step);
        for (; next < n && done + piece > total * next / n; next++)
            f->at[dir][next] = line_advance(f, dir, a, a + step, total * next / n - done);
        done += piece;
    }
    f->at[dir][0] = low;
    f->at[dir][n] = s->high[dir];
}

// three points of Gauss in each direction
static double cell_area(const net *f, int i, int j)
{
    static const double node[] = {-0.7745966692414834, 0.0, 0.7745966692414834}, weight[] = {5.0, 8.0, 5.0};
    const double *u = f->at[0] + 2 * i, *v = f->at[1] + 2 * j;
    double sum = 0.0;
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) {
            gud_surface_point p;
            double root[3];
            gud_surface_eval(f->spec.reference, 0.5 * (u[0] + u[2] + (u[2] - u[0]) * node[a]),
                             0.5 * (v[0] + v[2] + (v[2] - v[0]) * node[b]), &p);
            v3_cross(root, p.x_u, p.x_v);
            sum += weight[a] * weight[b] / 324.0 * v3_norm(root);
        }
    return sum * (u[2] - u[0]) * (v[2] - v[0]);
}

// the grid's points moved to the centres of these cells
static gud_status points_place(net *f, gud_error *error)
{
    gud_grid *g = &f->grid, even;
    const int ny = g->cells[1];
    double *xi = GUD_TAKE(f->memory, double, 2 * (size_t)g->n);
    double *area = GUD_TAKE(f->memory, double, g->n);
    if (!xi || !area) return gud_fail(error, GUD_ERR_MEMORY, "film: no memory for a surface of %d cells", g->n);
    for (int k = 0; k < g->n; k++) {
        xi[2 * k] = f->at[0][2 * (k / ny) + 1];
        xi[2 * k + 1] = f->at[1][2 * (k % ny) + 1];
    }
    GUD_TRY(gud_grid_scatter(f->spec.reference, g->n, xi, f->spec.grid.side, f->memory, error, &even));
    even.area = area;
    for (int dir = 0; dir < 2; dir++) {
        even.cells[dir] = g->cells[dir];
        even.closed[dir] = g->closed[dir];
        memcpy(even.pole[dir], g->pole[dir], sizeof even.pole[dir]);
    }
    *g = even;
    for (int k = 0; k < g->n; k++) area[k] = cell_area(f, k / ny, k % ny);
    return GUD_OK;
}

// ---- metric

static gud_status check_angles(const net *f, gud_error *error)
{
    const gud_grid *g = &f->grid;
    for (int k = 0; k < g->n; k++) {
        gud_surface_point p;
        gud_surface_eval(f->spec.reference, g->xi[2 * k], g->xi[2 * k + 1], &p);
        const double cosine = v3_dot(p.x_u, p.x_v) / (v3_norm(p.x_u) * v3_norm(p.x_v));
        if (fabs(cosine) <= skew) continue;
        return gud_fail(
            error, GUD_ERR_INPUT,
            "film: parameter lines of the reference surface cross at %.0f degrees at (%g, %g); a film needs "
            "85 to 95. Take the other surface as reference",
            acos(cosine) * 180.0 / pi, g->xi[2 * k], g->xi[2 * k + 1]);
    }
    return GUD_OK;
}

static gud_status metric_make(const gud_walls *s, const gud_grid *g, gud_error *error, gud_film_grid **m)
{
    static const double unit[4] = {0.0, 1.0, 0.0, 1.0}; // the metric is written over it
    const gud_film_edge open = {GUD_EDGE_OPEN, s->ambient, 1.0}, closed = {GUD_EDGE_CLOSED, s->ambient, 1.0},
                        seam = {GUD_EDGE_PERIODIC, s->ambient, 1.0};
    gud_film_edge edge[4];
    for (int e = 0; e < 4; e++) edge[e] = g->pole[e / 2][e % 2] ? closed : open;
    if (g->closed[0]) edge[GUD_EDGE_X_LOW] = edge[GUD_EDGE_X_HIGH] = seam;
    if (s->half) edge[GUD_EDGE_Y_LOW] = closed;
    GUD_TRY(gud_film_grid_create(g->cells[0], g->cells[1], unit, edge, error, m));
    memcpy((*m)->area, g->area, (size_t)g->n * sizeof(double));
    return GUD_OK;
}

// ---- faces

// Integrals over a face with conormal nu, (8) and (10), by Gauss's rule: its length, what it conducts, nu and x cross
// nu; and the chord.
typedef struct {
    double length, conduct;
    double sum[6], chord[3];
} face_integral;

// what a pole's rounding makes of a length of zero
static const double no_length = 1e-9; // of the surface's size

static void face_integrate(const net *f, int dir, double at, double from, double to, face_integral *out)
{
    static const double node[] = {-0.7745966692414834, 0.0, 0.7745966692414834},
                        weight[] = {5.0 / 18.0, 8.0 / 18.0, 5.0 / 18.0};
    const gud_surface *s = f->spec.reference;
    const double middle = 0.5 * (from + to), half = 0.5 * (to - from);
    gud_surface_point p, end;
    *out = (face_integral){0};
    for (int i = 0; i < 3; i++) {
        const double t = middle + half * node[i], w = 2.0 * half * weight[i];
        double nu[3], turn[3];
        gud_surface_eval(s, dir == 0 ? at : t, dir == 0 ? t : at, &p);
        if (dir == 0)
            v3_cross(nu, p.x_v, p.normal);
        else
            v3_cross(nu, p.normal, p.x_u);
        v3_cross(turn, p.x, nu);
        v3_axpy(out->sum, out->sum, w, nu);
        v3_axpy(out->sum + 3, out->sum + 3, w, turn);
        const double size = v3_norm(nu);
        double root[3];
        v3_cross(root, p.x_u, p.x_v);
        out->length += w * size;
        out->conduct += w * size * size / v3_norm(root);
    }
    gud_surface_eval(s, dir == 0 ? at : from, dir == 0 ? from : at, &p);
    gud_surface_eval(s, dir == 0 ? at : to, dir == 0 ? to : at, &end);
    v3_axpy(out->chord, end.x, -1.0, p.x);
    // n cross nu is along the face for one direction, against it for the other
    v3_scale(out->chord, (dir == 0 ? 1.0 : -1.0) * f->spec.grid.side, out->chord);
}

// step: parameter between the centres on both sides, or from the centre to the edge
static void face_set(net *f, int face, bool flows, double step, const face_integral *a, double *length,
                     double *distance)
{
    const bool real = a->length > no_length * f->spec.reference->size;
    *length = real ? a->length : 0.0;
    *distance = real ? a->length / a->conduct * step : 1.0;
    for (int b = 0; b < f->freedoms && real && flows; b++) {
        const int c = f->freedom[b];
        f->carry[b][face] = 0.5 * a->sum[c];
        f->arm[b][face] = c < 3 ? 0.0 : 0.5 * a->chord[c - 3];
    }
}

static bool shut(const net *f, int edge)
{
    return f->metric->edge[edge].kind == GUD_EDGE_CLOSED;
}

// parameter between the centres beside face i, around the seam of a ring, or from the centre to the edge
static double centre_step(const net *f, int dir, int i, bool ring)
{
    const int n = f->grid.cells[dir];
    const double *at = f->at[dir];
    if (i > 0 && i < n) return at[2 * i + 1] - at[2 * i - 1];
    const double low = at[1] - at[0], high = at[2 * n] - at[2 * n - 1];
    return ring ? low + high : i == 0 ? low : high;
}

static void faces_fill(net *f)
{
    gud_film_grid *m = f->metric;
    const int nx = m->nx, ny = m->ny;
    const bool ring = f->grid.closed[0];
    face_integral a;
    for (int i = 0; i <= nx; i++)
        for (int j = 0; j < ny; j++) {
            const bool none = (i == 0 && shut(f, GUD_EDGE_X_LOW)) || (i == nx && shut(f, GUD_EDGE_X_HIGH));
            const bool flows = !none && !(ring && i == nx); // the faces of a seam count once
            const double step = centre_step(f, 0, i, ring);
            const int at = i * ny + j;
            face_integrate(f, 0, f->at[0][2 * i], f->at[1][2 * j], f->at[1][2 * j + 2], &a);
            face_set(f, at, flows, step, &a, &m->x_length[at], &m->x_distance[at]);
        }
    for (int i = 0; i < nx; i++)
        for (int j = 0; j <= ny; j++) {
            const bool none = (j == 0 && shut(f, GUD_EDGE_Y_LOW)) || (j == ny && shut(f, GUD_EDGE_Y_HIGH));
            const double step = centre_step(f, 1, j, false);
            const int at = i * (ny + 1) + j;
            face_integrate(f, 1, f->at[1][2 * j], f->at[0][2 * i], f->at[0][2 * i + 2], &a);
            face_set(f, f->nface_x + at, !none, step, &a, &m->y_length[at], &m->y_distance[at]);
        }
}

// ---- ends

// Circumference of a ring of faces across y, if it is the same along the film to a fiftieth; else INFINITY: how flow
// falls off inside the ends of other surfaces depends on their motion.
static double circumference(const gud_film_grid *m)
{
    double least = INFINITY, most = 0.0;
    for (int j = 0; j <= m->ny; j++) {
        double sum = 0.0;
        for (int i = 0; i < m->nx; i++) sum += m->y_length[i * (m->ny + 1) + j];
        least = fmin(least, sum);
        most = fmax(most, sum);
    }
    return most - least <= 0.02 * most ? most : (double)INFINITY;
}

// Ends of films around cylinders and what is like them: as those of bearings, docs/theory/film.md, eq. (3a)
static void ends_set(net *f)
{
    gud_film_grid *m = f->metric;
    const int ny = m->ny;
    const double radius = f->grid.closed[0] ? circumference(m) / (2.0 * pi) : (double)INFINITY;
    if (isinf(radius)) return;
    double width = 0.0; // from end to end, or to the plane of symmetry
    for (int j = 0; j <= ny; j++) width += m->y_distance[j];
    const double reach = radius * tanh((f->spec.half ? 1.0 : 0.5) * width / radius);
    for (int i = 0; i < m->nx; i++)
        for (int j = f->spec.half ? ny : 0; j <= ny; j += ny) {
            double *distance = &m->y_distance[i * (ny + 1) + j];
            *distance *= 1.0 - fmin(2.0 * *distance / (3.0 * reach), 0.5);
        }
}

// ---- normals

// dn = bend dx on the surface, in the orthonormal frame of the cell
static void bend_fill(net *f)
{
    const gud_grid *g = &f->grid;
    for (int k = 0; k < g->n; k++) {
        const double *along = g->along + 3 * k, *across = g->across + 3 * k, *n = g->normal + 3 * k;
        gud_surface_point p;
        gud_surface_eval(f->spec.reference, g->xi[2 * k], g->xi[2 * k + 1], &p);
        // second fundamental form with the normal n; x_u = u along, x_v = s along + t across
        const double u = v3_dot(p.x_u, along), s = v3_dot(p.x_v, along), t = v3_dot(p.x_v, across);
        const double L = v3_dot(p.x_uu, n), M = v3_dot(p.x_uv, n), N = v3_dot(p.x_vv, n);
        const double aa = L / (u * u), ab = (M - aa * u * s) / (u * t);
        f->bend[3 * k] = -aa;
        f->bend[3 * k + 1] = -ab;
        f->bend[3 * k + 2] = -(N - aa * s * s - 2.0 * ab * s * t) / (t * t);
    }
}

// ---- the object

static gud_status check(const gud_walls *s, const gud_grid *g, gud_error *error)
{
    if (g->closed[1])
        return gud_fail(error, GUD_ERR_INPUT,
                        "film: both parameters of the reference surface are closed; leave out a part of the second");
    if (s->half && !s->planar)
        return gud_fail(error, GUD_ERR_INPUT, "film: only motion in the plane has a symmetric half");
    if (!isfinite(s->ambient) || s->ambient < s->cavity)
        return gud_fail(error, GUD_ERR_INPUT, "film: ambient pressure %g Pa is below the cavity pressure %g Pa",
                        s->ambient, s->cavity);
    return GUD_OK;
}

static void arrays_take(net *f, gud_arena *a)
{
    const size_t n = (size_t)f->n;
    f->bend = GUD_TAKE(a, double, 3 * n);
    f->slope = GUD_TAKE(a, double, 3 * n);
    f->hit_place = GUD_TAKE(a, double, 3 * n);
    f->warm = GUD_TAKE(a, double, 2 * n);
    f->trail = GUD_TAKE(a, double, 9 * n);
    f->hit = GUD_TAKE(a, unsigned char, n);
    for (int b = 0; b < f->freedoms; b++) {
        f->carry[b] = GUD_TAKE(a, double, f->nface);
        f->arm[b] = GUD_TAKE(a, double, f->nface);
        f->row[b] = GUD_TAKE(a, double, n);
        for (int d = 0; d < 2; d++) f->slide_v[d][b] = GUD_TAKE(a, double, n);
    }
}

// x, y and the turn about z
static const int plane_freedoms[3] = {0, 1, 5};

static void freedoms_set(net *f)
{
    f->freedoms = f->spec.planar ? 3 : 6;
    for (int b = 0; b < f->freedoms; b++) f->freedom[b] = f->spec.planar ? plane_freedoms[b] : b;
}

// does the grid go all around in this parameter?
static bool goes_around(const net *f, int dir)
{
    const gud_surface *r = f->spec.reference;
    const gud_grid_spec *s = &f->spec.grid;
    return r->closed[dir] && s->low[dir] == r->low[dir] && s->high[dir] == r->high[dir];
}

static void swap(double a[2])
{
    const double kept = a[0];
    a[0] = a[1];
    a[1] = kept;
}

// The film's ring is its first direction: a surface that is closed in the second parameter alone has its two
// exchanged, which turns its normal round.
static gud_status exchange(net *f, gud_error *error)
{
    const gud_nurbs *n = &f->spec.reference->nurbs;
    gud_grid_spec *s = &f->spec.grid;
    double *points = GUD_TAKE(f->memory, double, 4 * n->count[0] * n->count[1]);
    gud_surface *turned = GUD_TAKE(f->memory, gud_surface, 1);
    if (!points || !turned) return gud_fail(error, GUD_ERR_MEMORY, "film: no memory for the reference surface");
    for (int i = 0; i < n->count[0]; i++)
        for (int j = 0; j < n->count[1]; j++)
            memcpy(points + 4 * (j * n->count[0] + i), n->points + 4 * (i * n->count[1] + j), 4 * sizeof *points);
    const gud_nurbs other = {
        {n->degree[1], n->degree[0]}, {n->count[1], n->count[0]}, {n->knots[1], n->knots[0]}, points};
    GUD_TRY(gud_surface_create(&other, "reference", f->memory, error, turned));
    f->spec.reference = turned;
    const int kept = s->cells[0];
    s->cells[0] = s->cells[1];
    s->cells[1] = kept;
    s->side = -s->side;
    swap(s->low);
    swap(s->high);
    return GUD_OK;
}

static gud_status build(net *f, gud_error *error)
{
    gud_arena *a = f->memory;
    const gud_surface *r = f->spec.reference;
    gud_grid_spec *s = &f->spec.grid;
    for (int dir = 0; dir < 2; dir++)
        if (s->low[dir] == s->high[dir]) s->low[dir] = r->low[dir], s->high[dir] = r->high[dir];
    if (goes_around(f, 1) && !goes_around(f, 0)) GUD_TRY(exchange(f, error));
    GUD_TRY(gud_grid_create(f->spec.reference, s, a, error, &f->grid));
    GUD_TRY(check(&f->spec, &f->grid, error));
    for (int dir = 0; dir < 2; dir++) {
        f->at[dir] = GUD_TAKE(a, double, 2 * (size_t)s->cells[dir] + 1);
        if (!f->at[dir]) return gud_fail(error, GUD_ERR_MEMORY, "film: no memory");
        divide(f, dir);
    }
    GUD_TRY(points_place(f, error));
    GUD_TRY(check_angles(f, error));
    freedoms_set(f);
    GUD_TRY(metric_make(&f->spec, &f->grid, error, &f->metric));
    f->n = f->grid.n;
    f->nface_x = f->n + s->cells[1];
    f->nface = f->nface_x + f->n + s->cells[0];
    arrays_take(f, a);
    if (a->failed) return gud_fail(error, GUD_ERR_MEMORY, "film: no memory for a surface of %d cells", f->n);
    faces_fill(f);
    ends_set(f);
    bend_fill(f);
    return gud_gap_work_create(f->spec.other, a, error, &f->search);
}

// ---- position

// axes behind that of the turns 3, 4, 5: (e x n) = n_i e_j - n_j e_i
static inline int turn_i(int c)
{
    return c == 3 ? 1 : c == 4 ? 2 : 0;
}

static inline int turn_j(int c)
{
    return c == 3 ? 2 : c == 4 ? 0 : 1;
}

// the component of a force f at x along the freedom c
static inline double along_freedom(int c, const double x[3], const double f[3])
{
    if (c < 3) return f[c];
    const int i = turn_i(c), j = turn_j(c);
    return x[i] * f[j] - x[j] * f[i];
}

static inline void velocity_at(const gud_pose *other, const double x[3], double V[3])
{
    double r[3];
    v3_axpy(r, x, -1.0, other->p);
    v3_cross(V, other->w, r);
    v3_axpy(V, V, 1.0, other->v);
}

// part of a surface's size by which a ray may move before its hit is sought anew: the square of it is rounding
static const double still = 3e-9;

// The ray meets the tangent plane of its last hit here, and its parameters move on likewise (surface.md, 30, 31); true
// if that is all there is to find.
static bool follow(const gud_surface *s, const double *trail, const gud_ray *ray, gud_hit *hit)
{
    double e[3], d[3], N[3], c[3];
    if (isnan(trail[0])) return false;
    v3_cross(N, trail + 3, trail + 6);
    v3_axpy(e, trail, -1.0, ray->x);
    hit->h = v3_dot(N, e) / v3_dot(N, ray->n);
    v3_scale(d, hit->h, ray->n);
    v3_axpy(d, d, -1.0, e);
    const double per_NN = 1.0 / v3_dot(N, N);
    v3_cross(c, d, trail + 6);
    hit->xi[0] = gud_surface_wrap(s, 0, hit->xi[0] + v3_dot(N, c) * per_NN);
    v3_cross(c, trail + 3, d);
    hit->xi[1] = gud_surface_wrap(s, 1, hit->xi[1] + v3_dot(N, c) * per_NN);
    v3_copy(hit->normal, N);
    return v3_dot(d, d) <= still * still * s->size * s->size && hit->h >= ray->low && hit->h <= ray->high;
}

static void keep_trail(const gud_ray *ray, const gud_hit *hit, double *trail)
{
    v3_axpy(trail, ray->x, hit->h, ray->n);
    v3_copy(trail + 3, hit->tangent[0]);
    v3_copy(trail + 6, hit->tangent[1]);
}

// the normal of cell k meets the other surface here; false if nowhere in the window
static bool find_hit(net *f, int k, gud_hit *hit)
{
    const gud_surface *s = f->spec.other;
    double d[3], *warm = f->warm + 2 * k, *trail = f->trail + 9 * k;
    gud_ray ray = {.low = f->spec.low, .high = f->spec.high};
    v3_axpy(d, f->grid.place + 3 * k, -1.0, f->other.p);
    m3_apply_t(ray.x, f->other.R, d);
    m3_apply_t(ray.n, f->other.R, f->grid.normal + 3 * k);
    memcpy(hit->xi, warm, sizeof hit->xi);
    const bool known = warm[0] >= s->low[0] && warm[0] <= s->high[0] && warm[1] >= s->low[1] && warm[1] <= s->high[1];
    if (known && follow(s, trail, &ray, hit)) return true;
    if (known && gud_ray_track(s, &ray, hit)) {
        keep_trail(&ray, hit, trail);
    } else {
        trail[0] = NAN;
        if (!gud_ray_find(s, &ray, &f->search, hit)) hit->xi[0] = hit->xi[1] = NAN;
    }
    memcpy(warm, hit->xi, sizeof hit->xi);
    return !isnan(hit->xi[0]);
}

// what the hit says of the gap: its derivatives, and the other wall's velocity
static inline void set_cell(net *f, gud_gap_field *field, int k, const gud_hit *hit)
{
    const gud_grid *g = &f->grid;
    const double *n = g->normal + 3 * k, *along = g->along + 3 * k, *across = g->across + 3 * k;
    double *x = f->hit_place + 3 * k, *slope = f->slope + 3 * k, slide[2] = {0.0, 0.0}, rate = 0.0;
    field->h[k] = hit->h;
    v3_axpy(x, g->place + 3 * k, hit->h, n);
    m3_apply(slope, f->other.R, hit->normal);
    v3_scale(slope, 1.0 / v3_dot(slope, n), slope);
    for (int b = 0; b < f->freedoms; b++) {
        const int c = f->freedom[b];
        const double r = along_freedom(c, x, slope), s = along_freedom(c, x, along), t = along_freedom(c, x, across);
        f->row[b][k] = r;
        f->slide_v[0][b][k] = s;
        f->slide_v[1][b][k] = t;
        rate += r * f->twist[c];
        slide[0] += s * f->twist[c];
        slide[1] += t * f->twist[c];
    }
    field->slip[0][k] = slide[0];
    field->slip[1][k] = slide[1];
    field->h_t[k] = rate;
}

// A cell without film takes the gap of those beside it that have one, for the faces between them.
static void borrow(net *f, gud_gap_field *field, int k)
{
    int n = 0;
    double sum = 0.0;
    field->slip[0][k] = field->slip[1][k] = field->h_t[k] = 0.0;
    for (int b = 0; b < f->freedoms; b++) f->row[b][k] = f->slide_v[0][b][k] = f->slide_v[1][b][k] = 0.0;
    for (int s = 0; s < 4; s++) {
        const int next = gud_field_beside(field, k, s);
        if (next < 0) continue;
        sum += field->h[next];
        for (int b = 0; b < f->freedoms; b++) f->row[b][k] += f->row[b][next];
        n++;
    }
    field->h[k] = n > 0 ? sum / n : f->spec.high;
    for (int b = 0; b < f->freedoms && n > 1; b++) f->row[b][k] /= n;
}

static gud_status fill(const void *shape, void *work, const gud_location *at, const unsigned char *covered,
                       gud_gap_field *field, gud_error *error)
{
    net *f = work;
    const gud_pose *other = &at->seen;
    double sum = v3_dot(other->p, other->p) + v3_dot(other->v, other->v) + v3_dot(other->w, other->w);
    const double origin[3] = {0.0, 0.0, 0.0};
    (void)shape;
    for (int i = 0; i < 9; i++) sum += other->R[i];
    if (!isfinite(sum)) return gud_fail(error, GUD_ERR_NUMERIC, "film: the pose of a surface is not finite");
    f->other = *other;
    velocity_at(other, origin, f->twist);
    v3_copy(f->twist + 3, other->w);
    memcpy(field->q_t, at->q_t, (size_t)field->nq * sizeof(double));
    for (int k = 0; k < f->n; k++) {
        gud_hit hit;
        f->hit[k] = find_hit(f, k, &hit);
        const unsigned char wet = f->hit[k] && (!covered || covered[k]);
        field->wet_changed = field->wet_changed || wet != field->wet[k];
        field->wet[k] = wet;
        if (wet) set_cell(f, field, k, &hit);
    }
    for (int k = 0; k < f->n; k++)
        if (!field->wet[k]) borrow(f, field, k);
    return GUD_OK;
}

// ---- derivatives

// Column b of the derivatives: forces turn with the slope, docs/theory/surface-film.md, (20). The other surface's
// normal changes by phi x n - bend d where the body moves by d and turns by phi; the curvature is taken as that of the
// reference surface, which differs by the order of gap by radius.
static void add_bend(const net *f, const double *press, int b, double *Q_q)
{
    const int n = f->freedoms;
    const double *a = f->slide_v[0][b], *c = f->slide_v[1][b], *B = f->bend;
    for (int k = 0; k < f->n; k++) {
        if (press[k] == 0.0) continue;
        const double u = -press[k] * (B[3 * k] * a[k] + B[3 * k + 1] * c[k]);
        const double v = -press[k] * (B[3 * k + 1] * a[k] + B[3 * k + 2] * c[k]);
        for (int i = 0; i < n; i++) Q_q[i * n + b] += u * f->slide_v[0][i][k] + v * f->slide_v[1][i][k];
    }
}

// the same for what a turn does by itself: column b is one
static void add_turn(const net *f, const double *press, int b, double *Q_q)
{
    const int column = f->freedom[b], i = turn_i(column), j = turn_j(column);
    double sum[6] = {0};
    for (int k = 0; k < f->n; k++) {
        const double load = press[k], *x = f->hit_place + 3 * k, *n = f->grid.normal + 3 * k;
        double turned[3] = {0.0, 0.0, 0.0};
        turned[i] = -load * n[j];
        turned[j] = load * n[i];
        for (int a = 0; a < f->freedoms; a++) sum[a] += along_freedom(f->freedom[a], x, turned);
    }
    for (int a = 0; a < f->freedoms; a++) Q_q[a * f->freedoms + b] += sum[a];
}

// The hit moves along the normal while the gap changes, and so does the moment of row a.
static void add_arm(const net *f, const double *press, int a, double *Q_q)
{
    const int c = f->freedom[a], i = turn_i(c), j = turn_j(c);
    for (int k = 0; k < f->n; k++) {
        const double *n = f->grid.normal + 3 * k, *slope = f->slope + 3 * k;
        const double moved = press[k] * (n[i] * slope[j] - n[j] * slope[i]);
        for (int b = 0; b < f->freedoms; b++) Q_q[a * f->freedoms + b] += moved * f->row[b][k];
    }
}

static void stiffen(const void *shape, void *work, const gud_gap_field *field, const double *press, double *Q_q)
{
    const net *f = work;
    (void)shape, (void)field;
    for (int b = 0; b < f->freedoms; b++) {
        add_bend(f, press, b, Q_q);
        if (f->freedom[b] < 3) continue;
        add_turn(f, press, b, Q_q);
        add_arm(f, press, b, Q_q);
    }
}

// the rate of the gap changes likewise
static void rate_slope(const void *shape, void *work, const gud_gap_field *field, int b, double *rate_q)
{
    const net *f = work;
    const int c = f->freedom[b];
    (void)shape;
    for (int k = 0; k < f->n; k++) {
        const double *B = f->bend + 3 * k, *normal = f->grid.normal + 3 * k;
        const double a = f->slide_v[0][b][k], d = f->slide_v[1][b][k];
        double phi[3] = {0.0, 0.0, 0.0}, turned[3], V[3], wn[3];
        if (c >= 3) phi[c - 3] = 1.0;
        v3_cross(turned, phi, normal);
        v3_cross(wn, f->other.w, normal);
        velocity_at(&f->other, f->hit_place + 3 * k, V);
        rate_q[k] = v3_dot(turned, V) - (B[0] * a + B[1] * d) * field->slip[0][k] -
                    (B[1] * a + B[2] * d) * field->slip[1][k] + v3_dot(f->slope + 3 * k, wn) * f->row[b][k];
    }
}

// ---- the row

static gud_status create(const void *shape, gud_arena *arena, gud_error *error, gud_gap_field *field, void **work)
{
    net *f = GUD_TAKE(arena, net, 1);
    if (!f) return gud_fail(error, GUD_ERR_MEMORY, "film: no memory");
    f->spec = *(const gud_walls *)shape;
    f->memory = arena;
    const gud_status status = build(f, error);
    if (status != GUD_OK || !gud_field_take(field, f->metric, f->freedoms, arena) || !gud_field_connect(field, arena) ||
        !(field->wet = GUD_TAKE(arena, unsigned char, f->n))) {
        gud_film_grid_free(f->metric);
        field->grid = NULL;
        return status != GUD_OK ? status : gud_fail(error, GUD_ERR_MEMORY, "film: no memory for %d cells", f->n);
    }
    field->fold = f->spec.half ? 2.0 : 1.0;
    field->stiffens = true;
    for (int b = 0; b < f->freedoms; b++) {
        field->h_q[b] = f->row[b];
        field->carry[b] = f->carry[b];
        field->arm[b] = f->arm[b];
        for (int d = 0; d < 2; d++) field->slip_v[d][b] = f->slide_v[d][b];
    }
    for (int k = 0; k < 2 * f->n; k++) f->warm[k] = NAN;
    for (int k = 0; k < f->n; k++) f->trail[9 * k] = NAN;
    memset(field->wet, 1, (size_t)f->n);
    *work = f;
    return GUD_OK;
}

static void release(gud_gap_field *field, void *work)
{
    (void)work;
    gud_film_grid_free(field->grid);
    field->grid = NULL;
}

// coordinates are the motions of the other body at the origin: only their rates have a value
static void locate(const void *shape, const gud_pose *seen, gud_location *at)
{
    const gud_walls *p = shape;
    const double origin[3] = {0.0, 0.0, 0.0};
    double twist[6];
    *at = (gud_location){.seen = *seen};
    velocity_at(seen, origin, twist);
    v3_copy(twist + 3, seen->w);
    for (int b = 0; b < (p->planar ? 3 : 6); b++) at->q_t[b] = twist[p->planar ? plane_freedoms[b] : b];
}

static void wrench(const void *shape, const gud_location *at, const gud_response *r, double w[6], double *by_shift,
                   double *by_twist)
{
    const gud_walls *p = shape;
    const int n = p->planar ? 3 : 6;
    (void)at;
    memset(w, 0, 6 * sizeof *w);
    if (by_shift) memset(by_shift, 0, 36 * sizeof *by_shift), memset(by_twist, 0, 36 * sizeof *by_twist);
    for (int a = 0; a < n; a++) {
        const int i = p->planar ? plane_freedoms[a] : a;
        w[i] = r->Q[a];
        for (int b = 0; by_shift && b < n; b++) {
            const int j = p->planar ? plane_freedoms[b] : b;
            by_shift[6 * i + j] = r->Q_q[a * n + b];
            by_twist[6 * i + j] = r->Q_v[a * n + b];
        }
    }
}

static const double nowhere = -1e30; // below the domain of any parameter: the search starts from nothing

static void warm_get(const void *work, double *warm)
{
    const net *f = work;
    for (int k = 0; k < 2 * f->n; k++) warm[k] = isnan(f->warm[k]) ? nowhere : f->warm[k];
}

static void warm_set(void *work, const double *warm)
{
    net *f = work;
    memcpy(f->warm, warm, 2 * (size_t)f->n * sizeof *warm);
    for (int k = 0; k < f->n; k++) f->trail[9 * k] = NAN;
}

static void point(const void *shape, const gud_gap_field *field, const void *work, int cell, double x[3])
{
    const net *f = work;
    (void)shape, (void)field;
    v3_copy(x, f->grid.place + 3 * cell);
}

static const gud_pair_label channels[] = {
    {"displacement.x", "m", "of the other frame, along x of the frame that carries the grid"},
    {"displacement.y", "m", "along y of it"},
    {"displacement.z", "m", "along z of it"},
    {"tilt.x", "rad", "of the other frame: about x, after y and z"},
    {"tilt.y", "rad", "about y"},
    {"tilt.z", "rad", "about z"},
};

static int nchannel(const void *shape)
{
    (void)shape;
    return GUD_COUNT(channels);
}

static void report(const void *shape, const gud_location *at, double *values)
{
    const double *R = at->seen.R;
    (void)shape;
    v3_copy(values, at->seen.p);
    values[3] = atan2(R[7], R[8]);
    values[4] = atan2(-R[6], hypot(R[7], R[8]));
    values[5] = atan2(R[3], R[0]);
}

const gud_geometry gud_geometry_surfaces = {
    .name = "surfaces",
    .create = create,
    .release = release,
    .locate = locate,
    .fill = fill,
    .stiffen = stiffen,
    .rate_slope = rate_slope,
    .wrench = wrench,
    .nwarm = 2,
    .warm_get = warm_get,
    .warm_set = warm_set,
    .point = point,
    .channels = channels,
    .nchannel = nchannel,
    .report = report,
};
