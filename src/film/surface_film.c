// A film on a surface: what is known before anything moves.

#include "base/alloc.h"
#include "film/surface_work.h"
#include "num/pi.h"
#include "num/vec.h"

#include <math.h>
#include <string.h>

static const double skew = 0.0872; // cosine of 85 degrees: the angle between parameter lines may be off by 5 degrees

// ---- cells of equal length

// length of the parameter line through the middle of the grid from a to b, by Gauss's rule
static double line_length(const gud_surface_film *f, int dir, double a, double b)
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
static double line_advance(const gud_surface_film *f, int dir, double a, double b, double length)
{
    const double per_length = (b - a) / line_length(f, dir, a, b);
    double t = a;
    for (int i = 0; i < 8; i++) t += (length - line_length(f, dir, a, t)) * per_length;
    return t;
}

// Parameters of faces (even) and centres (odd) that divide the middle line in equal lengths: [2 cells + 1]
static void divide(gud_surface_film *f, int dir)
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
static double cell_area(const gud_surface_film *f, int i, int j)
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
static gud_status points_place(gud_surface_film *f, gud_error *error)
{
    gud_grid *g = &f->grid, even;
    const int ny = g->cells[1];
    double *xi = GUD_TAKE(&f->memory, double, 2 * (size_t)g->n);
    double *area = GUD_TAKE(&f->memory, double, g->n);
    if (!xi || !area) return gud_fail(error, GUD_ERR_MEMORY, "film: no memory for a surface of %d cells", g->n);
    for (int k = 0; k < g->n; k++) {
        xi[2 * k] = f->at[0][2 * (k / ny) + 1];
        xi[2 * k + 1] = f->at[1][2 * (k % ny) + 1];
    }
    GUD_TRY(gud_grid_scatter(f->spec.reference, g->n, xi, f->spec.grid.side, &f->memory, error, &even));
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

static gud_status check_angles(const gud_surface_film *f, gud_error *error)
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

static gud_status metric_make(const gud_surface_film_spec *s, const gud_grid *g, gud_error *error, gud_film_grid **m)
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

static void face_integrate(const gud_surface_film *f, int dir, double at, double from, double to, face_integral *out)
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
static void face_set(gud_surface_film *f, int face, int low, int high, double step, const face_integral *a,
                     double *length, double *distance)
{
    const bool real = a->length > no_length * f->spec.reference->size, flows = real && (low >= 0 || high >= 0);
    *length = real ? a->length : 0.0;
    *distance = real ? a->length / a->conduct * step : 1.0;
    f->low[face] = low >= 0 ? low : high >= 0 ? high : 0;
    f->high[face] = high >= 0 ? high : low >= 0 ? low : 0;
    f->has_low[face] = flows && low >= 0;
    f->has_high[face] = flows && high >= 0;
    f->per_length[face] = flows ? 1.0 / a->length : 0.0;
    for (int b = 0; b < f->freedoms && flows; b++) {
        const int c = f->freedom[b];
        f->carry[b][face] = 0.5 * a->sum[c];
        f->arm[b][face] = c < 3 ? 0.0 : 0.5 * a->chord[c - 3];
    }
}

static bool shut(const gud_surface_film *f, int edge)
{
    return f->metric->edge[edge].kind == GUD_EDGE_CLOSED;
}

// parameter between the centres beside face i, around the seam of a ring, or from the centre to the edge
static double centre_step(const gud_surface_film *f, int dir, int i, bool ring)
{
    const int n = f->grid.cells[dir];
    const double *at = f->at[dir];
    if (i > 0 && i < n) return at[2 * i + 1] - at[2 * i - 1];
    const double low = at[1] - at[0], high = at[2 * n] - at[2 * n - 1];
    return ring ? low + high : i == 0 ? low : high;
}

static void faces_fill(gud_surface_film *f)
{
    gud_film_grid *m = f->metric;
    const int nx = m->nx, ny = m->ny;
    const bool ring = f->grid.closed[0];
    face_integral a;
    for (int i = 0; i <= nx; i++)
        for (int j = 0; j < ny; j++) {
            const bool none = (i == 0 && shut(f, GUD_EDGE_X_LOW)) || (i == nx && shut(f, GUD_EDGE_X_HIGH));
            int low = i > 0 ? (i - 1) * ny + j : ring ? (nx - 1) * ny + j : -1, high = i < nx ? i * ny + j : -1;
            if (none || (ring && i == nx)) low = high = -1; // the seam's faces count once
            const double step = centre_step(f, 0, i, ring);
            const int at = i * ny + j;
            face_integrate(f, 0, f->at[0][2 * i], f->at[1][2 * j], f->at[1][2 * j + 2], &a);
            face_set(f, at, low, high, step, &a, &m->x_length[at], &m->x_distance[at]);
        }
    for (int i = 0; i < nx; i++)
        for (int j = 0; j <= ny; j++) {
            const bool none = (j == 0 && shut(f, GUD_EDGE_Y_LOW)) || (j == ny && shut(f, GUD_EDGE_Y_HIGH));
            const int low = j > 0 && !none ? i * ny + j - 1 : -1, high = j < ny && !none ? i * ny + j : -1;
            const double step = centre_step(f, 1, j, false);
            const int at = i * (ny + 1) + j;
            face_integrate(f, 1, f->at[1][2 * j], f->at[0][2 * i], f->at[0][2 * i + 2], &a);
            face_set(f, f->nface_x + at, low, high, step, &a, &m->y_length[at], &m->y_distance[at]);
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
static void ends_set(gud_surface_film *f)
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

static void neighbours_fill(gud_surface_film *f)
{
    const int nx = f->metric->nx, ny = f->metric->ny;
    const bool ring = f->grid.closed[0];
    for (int k = 0; k < f->n; k++) {
        const int i = k / ny, j = k % ny;
        int *next = f->next + 4 * k;
        next[0] = i > 0 ? k - ny : ring ? k + (nx - 1) * ny : -1;
        next[1] = i < nx - 1 ? k + ny : ring ? k - (nx - 1) * ny : -1;
        next[2] = j > 0 ? k - 1 : -1;
        next[3] = j < ny - 1 ? k + 1 : -1;
    }
}

// ---- normals

// dn = bend dx on the surface, in the orthonormal frame of the cell
static void bend_fill(gud_surface_film *f)
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

static gud_status check(const gud_surface_film_spec *s, const gud_grid *g, gud_error *error)
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

static void arrays_take(gud_surface_film *f, gud_arena *a)
{
    f->low = GUD_TAKE(a, int, f->nface);
    f->high = GUD_TAKE(a, int, f->nface);
    f->has_low = GUD_TAKE(a, double, f->nface);
    f->has_high = GUD_TAKE(a, double, f->nface);
    f->per_length = GUD_TAKE(a, double, f->nface);
    f->next = GUD_TAKE(a, int, 4 * (size_t)f->n);
    f->bend = GUD_TAKE(a, double, 3 * (size_t)f->n);
    for (int b = 0; b < f->freedoms; b++) {
        f->carry[b] = GUD_TAKE(a, double, f->nface);
        f->arm[b] = GUD_TAKE(a, double, f->nface);
    }
}

static void freedoms_set(gud_surface_film *f)
{
    static const int plane[3] = {0, 1, 5};
    f->freedoms = f->spec.planar ? 3 : 6;
    for (int b = 0; b < f->freedoms; b++) f->freedom[b] = f->spec.planar ? plane[b] : b;
    f->fold = f->spec.half ? 2.0 : 1.0;
}

// does the grid go all around in this parameter?
static bool goes_around(const gud_surface_film *f, int dir)
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
static gud_status exchange(gud_surface_film *f, gud_error *error)
{
    const gud_nurbs *n = &f->spec.reference->nurbs;
    gud_grid_spec *s = &f->spec.grid;
    double *points = GUD_TAKE(&f->memory, double, 4 * n->count[0] * n->count[1]);
    gud_surface *turned = GUD_TAKE(&f->memory, gud_surface, 1);
    if (!points || !turned) return gud_fail(error, GUD_ERR_MEMORY, "film: no memory for the reference surface");
    for (int i = 0; i < n->count[0]; i++)
        for (int j = 0; j < n->count[1]; j++)
            memcpy(points + 4 * (j * n->count[0] + i), n->points + 4 * (i * n->count[1] + j), 4 * sizeof *points);
    const gud_nurbs other = {
        {n->degree[1], n->degree[0]}, {n->count[1], n->count[0]}, {n->knots[1], n->knots[0]}, points};
    GUD_TRY(gud_surface_create(&other, "reference", &f->memory, error, turned));
    f->spec.reference = turned;
    const int kept = s->cells[0];
    s->cells[0] = s->cells[1];
    s->cells[1] = kept;
    s->side = -s->side;
    swap(s->low);
    swap(s->high);
    return GUD_OK;
}

static gud_status fill(gud_surface_film *f, gud_error *error)
{
    gud_arena *a = &f->memory;
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
    neighbours_fill(f);
    bend_fill(f);
    return GUD_OK;
}

gud_status gud_surface_film_create(const gud_surface_film_spec *spec, gud_error *error, gud_surface_film **film)
{
    gud_arena memory;
    gud_arena_init(&memory);
    gud_surface_film *f = GUD_TAKE(&memory, gud_surface_film, 1);
    *film = NULL;
    if (!f) return gud_fail(error, GUD_ERR_MEMORY, "film: no memory");
    f->spec = *spec;
    f->memory = memory;
    const gud_status status = fill(f, error);
    if (status != GUD_OK) {
        gud_surface_film_free(f);
        return status;
    }
    *film = f;
    return GUD_OK;
}

void gud_surface_film_free(gud_surface_film *f)
{
    if (!f) return;
    gud_film_grid_free(f->metric);
    gud_arena memory = f->memory; // holds the film itself
    gud_arena_free(&memory);
}

const gud_grid *gud_surface_film_grid(const gud_surface_film *f)
{
    return &f->grid;
}

double gud_surface_film_fold(const gud_surface_film *f)
{
    return f->fold;
}

bool gud_surface_film_stateful(const gud_surface_film *f)
{
    return (f->spec.cavitation ? f->spec.cavitation : &gud_cavitation_elrod_adams)->transport;
}

// ---- scratch

static void metric_copy(const gud_film_grid *from, gud_film_grid *to)
{
    const size_t n = (size_t)from->nx * (size_t)from->ny, nx = n + (size_t)from->ny, ny = n + (size_t)from->nx;
    memcpy(to->x_length, from->x_length, nx * sizeof(double));
    memcpy(to->x_distance, from->x_distance, nx * sizeof(double));
    memcpy(to->y_length, from->y_length, ny * sizeof(double));
    memcpy(to->y_distance, from->y_distance, ny * sizeof(double));
}

static void work_take(const gud_surface_film *f, gud_surface_film_work *w, gud_arena *a)
{
    const size_t n = (size_t)f->n;
    double **one[] = {&w->gap,  &w->rate,  &w->floored, &w->share, &w->bend,
                      &w->load, &w->press, &w->drag,    &w->eta,   &w->slip};
    double **three[] = {&w->hit_place, &w->slope};
    for (int i = 0; i < GUD_COUNT(one); i++) *one[i] = GUD_TAKE(a, double, n);
    for (int i = 0; i < GUD_COUNT(three); i++) *three[i] = GUD_TAKE(a, double, 3 * n);
    for (int i = 0; i < 4; i++) w->scrap[i] = GUD_TAKE(a, double, n);
    for (int i = 0; i < 2; i++) w->slide[i] = GUD_TAKE(a, double, n);
    for (int i = 0; i < 2 * f->freedoms; i++) {
        w->slide_v[i] = GUD_TAKE(a, double, n);
        w->p_s[i] = GUD_TAKE(a, double, n);
    }
    for (int b = 0; b < f->freedoms; b++) {
        double **cells[] = {&w->row[b], &w->wet_row[b], &w->push[b], &w->rate_q[b], &w->slip_v[b]};
        for (int i = 0; i < GUD_COUNT(cells); i++) *cells[i] = GUD_TAKE(a, double, n);
        w->drift_v[b] = GUD_TAKE(a, double, f->nface);
        w->drift_q[b] = GUD_TAKE(a, double, f->nface);
    }
    w->drift = GUD_TAKE(a, double, f->nface);
    w->face_gap = GUD_TAKE(a, double, f->nface);
    w->hit = GUD_TAKE(a, unsigned char, n);
    w->wet = GUD_TAKE(a, unsigned char, n);
    w->gaps.warm = GUD_TAKE(a, double, 2 * n);
    w->trail = GUD_TAKE(a, double, 9 * n);
}

static void show(const gud_surface_film *f, gud_surface_film_work *w)
{
    gud_film_gaps *g = &w->gaps;
    g->n = f->n, g->freedoms = f->freedoms, g->freedom = f->freedom;
    g->gap = g->film = w->gap, g->rate = w->rate, g->hit = w->hit, g->wet = w->wet, g->next = f->next;
    for (int b = 0; b < f->freedoms; b++) g->row[b] = w->row[b];
    for (int i = 0; i < 2; i++) g->slide[i] = w->slide[i];
    for (int i = 0; i < 2 * f->freedoms; i++) g->slide_v[i] = w->slide_v[i];
    for (int k = 0; k < 2 * f->n; k++) g->warm[k] = NAN;
    for (int k = 0; k < f->n; k++) w->trail[9 * k] = NAN;
    memset(w->wet, 1, (size_t)f->n);
}

static gud_status work_fill(const gud_surface_film *f, gud_surface_film_work *w, gud_error *error)
{
    const gud_surface_film_spec *s = &f->spec;
    const gud_film_options options = {.cavitation = s->cavitation,
                                      .cavity = s->cavity,
                                      .solver = s->solver,
                                      .nparam = 2 * f->freedoms,
                                      .thins = s->thins};
    work_take(f, w, &w->memory);
    if (w->memory.failed) return gud_fail(error, GUD_ERR_MEMORY, "film: no memory to solve for %d cells", f->n);
    show(f, w);
    GUD_TRY(gud_gap_work_create(s->other, &w->memory, error, &w->search));
    GUD_TRY(metric_make(s, &f->grid, error, &w->grid));
    metric_copy(f->metric, w->grid);
    for (int k = 0; k < f->n; k++) w->grid->fixed[k] = s->ambient;
    GUD_TRY(gud_film_create(w->grid, &options, error, &w->film));
    return gud_film_work_create(w->film, error, &w->solver);
}

gud_status gud_surface_film_work_create(const gud_surface_film *f, gud_error *error, gud_surface_film_work **work)
{
    gud_arena memory;
    gud_arena_init(&memory);
    gud_surface_film_work *w = GUD_TAKE(&memory, gud_surface_film_work, 1);
    *work = NULL;
    if (!w) return gud_fail(error, GUD_ERR_MEMORY, "film: no memory");
    w->memory = memory;
    const gud_status status = work_fill(f, w, error);
    if (status != GUD_OK) {
        gud_surface_film_work_free(w);
        return status;
    }
    *work = w;
    return GUD_OK;
}

void gud_surface_film_work_free(gud_surface_film_work *w)
{
    if (!w) return;
    gud_film_work_free(w->solver);
    gud_film_free(w->film);
    gud_film_grid_free(w->grid);
    gud_arena memory = w->memory; // holds the work itself
    gud_arena_free(&memory);
}

void gud_surface_film_warm(gud_surface_film_work *w, const double *warm)
{
    memcpy(w->gaps.warm, warm, 2 * (size_t)w->gaps.n * sizeof *warm);
    for (int k = 0; k < w->gaps.n; k++) w->trail[9 * k] = NAN;
}

const gud_film_gaps *gud_surface_film_gaps(const gud_surface_film_work *w)
{
    return &w->gaps;
}
