#include "pair/net.h"

#include "num/pi.h"
#include "num/vec.h"
#include "pair/motions.h"

#include <math.h>
#include <string.h>

// ---- cells of equal length

// length of the parameter line through the middle of the grid from a to b, by Gauss's rule
static double line_length(const gud_net *f, int dir, double a, double b)
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
static double line_advance(const gud_net *f, int dir, double a, double b, double length)
{
    const double per_length = (b - a) / line_length(f, dir, a, b);
    double t = a;
    for (int i = 0; i < 8; i++) t += (length - line_length(f, dir, a, t)) * per_length;
    return t;
}

// Creases of the reference surface across one direction: lines on which faces are to lie, for the gap jumps or bends
// there.
enum { most_creases = 128 };
typedef struct {
    int n;
    double at[most_creases + 2], length[most_creases + 2]; // parameters with both ends of the grid, and how far along
    double low[most_creases + 2], high[most_creases + 2];  // from where to where a narrow flank goes
    int cell[most_creases + 2];                            // number of the first cell behind
} creases;

static const double bend_of_a_crease = 1e-4; // rad

static bool is_crease(const gud_net *f, int dir, double t)
{
    enum { looks = 7 };
    const gud_grid_spec *s = &f->spec.grid;
    const double aside = 1e-7 * (s->high[dir] - s->low[dir]), width = s->high[1 - dir] - s->low[1 - dir];
    for (int i = 0; i < looks; i++) {
        const double across = s->low[1 - dir] + width * (i + 0.5) / looks;
        gud_surface_point p[2];
        double turn[3];
        for (int k = 0; k < 2; k++) {
            const double along = t + (k == 0 ? -aside : aside);
            gud_surface_eval(f->spec.reference, dir == 0 ? along : across, dir == 0 ? across : along, &p[k]);
        }
        const double *a = dir == 0 ? p[0].x_u : p[0].x_v, *b = dir == 0 ? p[1].x_u : p[1].x_v;
        v3_cross(turn, a, b);
        if (v3_norm(turn) > bend_of_a_crease * v3_norm(a) * v3_norm(b)) return true;
    }
    return false;
}

static double length_between(const gud_net *f, int dir, double a, double b)
{
    enum { parts = 16 };
    double sum = 0.0;
    for (int i = 0; i < parts; i++) sum += line_length(f, dir, a + (b - a) * i / parts, a + (b - a) * (i + 1) / parts);
    return sum;
}

static void add_crease(const gud_net *f, int dir, double t, creases *c)
{
    const double before = c->at[c->n], length = c->length[c->n] + length_between(f, dir, before, t);
    c->n++;
    c->at[c->n] = c->low[c->n] = c->high[c->n] = t;
    c->length[c->n] = length;
}

// those that lie less than half a cell apart, as both edges of a steep flank, are one in their middle
static void merge_creases(creases *c, int cells)
{
    const double half = 0.5 * c->length[c->n] / cells;
    int kept = 0;
    for (int i = 1; i <= c->n; i++) {
        const bool last = i == c->n;
        if (c->length[i] - c->length[kept] >= half) {
            kept++;
            c->at[kept] = c->at[i], c->length[kept] = c->length[i];
            c->low[kept] = c->low[i], c->high[kept] = c->high[i];
        } else if (last) { // the end of the grid stays
            kept += kept == 0;
            c->at[kept] = c->at[i], c->length[kept] = c->length[i];
        } else if (kept > 0) {
            c->at[kept] = 0.5 * (c->at[kept] + c->at[i]), c->length[kept] = 0.5 * (c->length[kept] + c->length[i]);
            c->high[kept] = c->high[i];
        }
    }
    c->n = kept;
}

// cells between creases, in proportion to their distance
static void share_cells(creases *c, int cells)
{
    for (int i = 1; i <= c->n; i++) {
        const int left = c->n - i, wanted = (int)lround(cells * c->length[i] / c->length[c->n]);
        const int least = c->cell[i - 1] + 1, most = cells - left;
        c->cell[i] = wanted < least ? least : wanted > most ? most : wanted;
    }
}

static void find_creases(const gud_net *f, int dir, creases *c)
{
    const gud_nurbs *n = &f->spec.reference->nurbs;
    const gud_grid_spec *s = &f->spec.grid;
    const double *knots = n->knots[dir];
    const int degree = n->degree[dir], cells = s->cells[dir];
    *c = (creases){.at = {s->low[dir]}};
    for (int k = degree + 1; k < n->count[dir] && c->n < most_creases; k++) {
        const bool sharp = knots[k] == knots[k + degree - 1] && knots[k] > knots[k - 1]; // of full multiplicity
        if (!sharp || knots[k] <= s->low[dir] || knots[k] >= s->high[dir]) continue;
        if (is_crease(f, dir, knots[k])) add_crease(f, dir, knots[k], c);
    }
    if (c->n == 0) return;
    add_crease(f, dir, s->high[dir], c);
    merge_creases(c, cells);
    if (c->n > cells) c->n = 0;
    share_cells(c, cells);
}

// how far along the line the half-cell number i begins
static double target(const creases *c, double total, int cells, int i)
{
    if (c->n < 2) return total * i / (2.0 * cells);
    int k = 1;
    while (2 * c->cell[k] < i) k++;
    const double part = (0.5 * i - c->cell[k - 1]) / (c->cell[k] - c->cell[k - 1]);
    return total * (c->length[k - 1] + part * (c->length[k] - c->length[k - 1])) / c->length[c->n];
}

// Parameters of faces (even) and centres (odd) that divide the middle line in equal lengths between creases, which lie
// on faces: [2 cells + 1]
static void divide(gud_net *f, int dir)
{
    enum { fine = 8 };
    const gud_grid_spec *s = &f->spec.grid;
    const int n = 2 * s->cells[dir], pieces = fine * s->cells[dir];
    const double low = s->low[dir], step = (s->high[dir] - low) / pieces;
    double total = 0.0, done = 0.0;
    creases c;
    find_creases(f, dir, &c);
    for (int i = 0; i < pieces; i++) total += line_length(f, dir, low + i * step, low + (i + 1) * step);
    int next = 1;
    for (int i = 0; i < pieces; i++) {
        const double a = low + i * step, piece = line_length(f, dir, a, a + step);
        for (; next < n && done + piece > target(&c, total, s->cells[dir], next); next++)
            f->at[dir][next] = line_advance(f, dir, a, a + step, target(&c, total, s->cells[dir], next) - done);
        done += piece;
    }
    for (int k = 1; k < c.n; k++) f->at[dir][2 * c.cell[k]] = c.at[k];
    f->at[dir][0] = low;
    f->at[dir][n] = s->high[dir];
    for (int i = 0; i <= s->cells[dir]; i++) f->brink[dir][2 * i] = f->brink[dir][2 * i + 1] = f->at[dir][2 * i];
    const double aside = 1e-9 * (s->high[dir] - low);
    for (int k = 1; k < c.n; k++) {
        f->brink[dir][2 * c.cell[k]] = c.low[k] - aside;
        f->brink[dir][2 * c.cell[k] + 1] = c.high[k] + aside;
    }
}

// three points of Gauss in each direction
static double cell_area(const gud_net *f, int i, int j)
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
static gud_status points_place(gud_net *f, gud_error *error)
{
    gud_grid *g = &f->grid, even;
    const int ny = g->cells[1];
    double *xi = GUD_TAKE(f->memory, double, 2 * (size_t)g->n);
    double *area = GUD_TAKE(f->memory, double, g->n), *across = GUD_TAKE(f->memory, double, 3 * (size_t)g->n);
    if (!xi || !area || !across)
        return gud_fail(error, GUD_ERR_MEMORY, "film: out of memory for a surface of %d cells", g->n);
    for (int k = 0; k < g->n; k++) {
        xi[2 * k] = f->at[0][2 * (k / ny) + 1];
        xi[2 * k + 1] = f->at[1][2 * (k % ny) + 1];
    }
    GUD_TRY(gud_grid_scatter(f->spec.reference, g->n, xi, f->spec.grid.side, f->memory, error, &even));
    even.area = area;
    // components of the field go with the second parameter, on either side of the surface
    for (int k = 0; k < 3 * g->n; k++) across[k] = -f->spec.grid.side * even.across[k];
    even.across = across;
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

// Lines that cross at less than this are refused: cells would be slivers, and the error of differences across them is
// divided by the sine. At 90 degrees but for `right`, cross flow is nothing.
static const double sliver = 0.17, right = 1e-6; // sine of 10 degrees; cosine

static gud_status find_skew(const gud_net *f, bool *oblique, gud_error *error)
{
    const gud_grid *g = &f->grid;
    *oblique = false;
    for (int k = 0; k < g->n; k++) {
        gud_surface_point p;
        gud_surface_eval(f->spec.reference, g->xi[2 * k], g->xi[2 * k + 1], &p);
        const double cosine = v3_dot(p.x_u, p.x_v) / (v3_norm(p.x_u) * v3_norm(p.x_v));
        *oblique = *oblique || fabs(cosine) > right;
        if (cosine * cosine <= 1.0 - sliver * sliver) continue;
        return gud_fail(error, GUD_ERR_INPUT,
                        "film: parameter lines of the reference surface cross at %.0f degrees at (%g, %g); a film "
                        "needs 10 to 170. Use the other surface as reference",
                        acos(cosine) * 180.0 / pi, g->xi[2 * k], g->xi[2 * k + 1]);
    }
    return GUD_OK;
}

// coordinates along a middle line: from its middle, along a closed one from its start
static void line_extent(const gud_net *f, int dir, double extent[2])
{
    enum { pieces = 128 };
    const gud_grid_spec *s = &f->spec.grid;
    const bool starts = f->grid.closed[dir] || (dir == 1 && f->spec.half);
    const double step = (s->high[dir] - s->low[dir]) / pieces;
    double length = 0.0;
    for (int i = 0; i < pieces; i++)
        length += line_length(f, dir, s->low[dir] + i * step, s->low[dir] + (i + 1) * step);
    extent[0] = starts ? 0.0 : -0.5 * length;
    extent[1] = extent[0] + length;
}

static gud_status metric_make(const gud_net *f, gud_error *error, gud_film_grid **m)
{
    const gud_walls *s = &f->spec;
    const gud_grid *g = &f->grid;
    double box[4]; // the metric is written over it
    const gud_film_edge open = {GUD_EDGE_OPEN, s->ambient, 1.0}, closed = {GUD_EDGE_CLOSED, s->ambient, 1.0},
                        seam = {GUD_EDGE_PERIODIC, s->ambient, 1.0};
    gud_film_edge edge[4];
    for (int e = 0; e < 4; e++) edge[e] = g->pole[e / 2][e % 2] ? closed : open;
    if (g->closed[0]) edge[GUD_EDGE_X_LOW] = edge[GUD_EDGE_X_HIGH] = seam;
    if (g->closed[1]) edge[GUD_EDGE_Y_LOW] = edge[GUD_EDGE_Y_HIGH] = seam;
    for (int e = GUD_EDGE_Y_LOW; e <= GUD_EDGE_Y_HIGH; e++) edge[e].pressure = s->ends[e - GUD_EDGE_Y_LOW];
    if (s->half) edge[GUD_EDGE_Y_LOW] = closed;
    for (int dir = 0; dir < 2; dir++) line_extent(f, dir, box + 2 * dir);
    GUD_TRY(gud_film_grid_create(g->cells[0], g->cells[1], box, edge, error, m));
    memcpy((*m)->area, g->area, (size_t)g->n * sizeof(double));
    return GUD_OK;
}

// ---- faces

// Integrals over a face with conormal nu, (8) and (10), by Gauss's rule: its length, what it conducts by differences
// across it and along it, nu and x cross nu; and the chord.
typedef struct {
    double length, conduct, skew;
    double sum[6], chord[3];
} face_integral;

// what a pole's rounding makes of a length of zero
static const double no_length = 1e-9; // of the surface's size

static void face_integrate(const gud_net *f, int dir, double at, double from, double to, face_integral *out)
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
        out->skew += w * v3_dot(p.x_u, p.x_v) / v3_norm(root);
    }
    gud_surface_eval(s, dir == 0 ? at : from, dir == 0 ? from : at, &p);
    gud_surface_eval(s, dir == 0 ? at : to, dir == 0 ? to : at, &end);
    v3_axpy(out->chord, end.x, -1.0, p.x);
    // n cross nu is along the face for one direction, against it for the other
    v3_scale(out->chord, (dir == 0 ? 1.0 : -1.0) * f->spec.grid.side, out->chord);
}

// Where a face stands: its number among all and in its direction, the parameter between the centres on both sides (or
// from the centre to the edge) and that between its ends
typedef struct {
    int face, dir, at;
    bool flows;
    double step, width;
} face_place;

static void face_set(gud_net *f, const face_place *p, const face_integral *a)
{
    const bool real = a->length > no_length * f->spec.reference->size;
    gud_film_grid *m = f->metric;
    (p->dir == 0 ? m->x_length : m->y_length)[p->at] = real ? a->length : 0.0;
    (p->dir == 0 ? m->x_distance : m->y_distance)[p->at] = real ? a->length / a->conduct * p->step : 1.0;
    if (f->skew[0]) f->skew[p->dir][p->at] = real ? a->skew / p->width : 0.0;
    for (int b = 0; b < f->freedoms && real && p->flows; b++) {
        const int c = f->freedom[b];
        f->carry[b][p->face] = 0.5 * a->sum[c];
        f->arm[b][p->face] = c < 3 ? 0.0 : 0.5 * a->chord[c - 3];
    }
}

static bool edge_is_closed(const gud_net *f, int edge)
{
    return f->metric->edge[edge].kind == GUD_EDGE_CLOSED;
}

// parameter between the centres beside face i, around the seam of a ring, or from the centre to the edge
static double centre_step(const gud_net *f, int dir, int i, bool ring)
{
    const int n = f->grid.cells[dir];
    const double *at = f->at[dir];
    if (i > 0 && i < n) return at[2 * i + 1] - at[2 * i - 1];
    const double low = at[1] - at[0], high = at[2 * n] - at[2 * n - 1];
    return ring ? low + high : i == 0 ? low : high;
}

// On a crease, or on a flank narrower than a cell, surfaces are other ones before and behind: the mean of both.
static void mean_with(const gud_net *f, int dir, double at, const double *ends, face_integral *a)
{
    face_integral b;
    face_integrate(f, dir, at, ends[0], ends[2], &b);
    a->length = 0.5 * (a->length + b.length), a->conduct = 0.5 * (a->conduct + b.conduct);
    a->skew = 0.5 * (a->skew + b.skew);
    for (int k = 0; k < 6; k++) a->sum[k] = 0.5 * (a->sum[k] + b.sum[k]);
    for (int k = 0; k < 3; k++) a->chord[k] = 0.5 * (a->chord[k] + b.chord[k]);
}

// faces across one direction
static void faces_fill(gud_net *f, int dir)
{
    const int n = f->grid.cells[dir], across = f->grid.cells[1 - dir];
    const bool ring = f->grid.closed[dir];
    const int low = dir == 0 ? GUD_EDGE_X_LOW : GUD_EDGE_Y_LOW;
    face_integral a;
    for (int i = 0; i <= n; i++)
        for (int j = 0; j < across; j++) {
            const bool none = (i == 0 && edge_is_closed(f, low)) || (i == n && edge_is_closed(f, low + 1));
            const double *ends = f->at[1 - dir] + 2 * j;
            face_place p = {.dir = dir, .step = centre_step(f, dir, i, ring), .width = ends[2] - ends[0]};
            p.flows = !none && !(ring && i == n); // the faces of a seam count once
            p.at = dir == 0 ? i * across + j : j * (n + 1) + i;
            p.face = dir == 0 ? p.at : f->nface_x + p.at;
            face_integrate(f, dir, f->brink[dir][2 * i], ends[0], ends[2], &a);
            if (f->brink[dir][2 * i] != f->brink[dir][2 * i + 1]) mean_with(f, dir, f->brink[dir][2 * i + 1], ends, &a);
            face_set(f, &p, &a);
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
static void ends_set(gud_net *f)
{
    gud_film_grid *m = f->metric;
    const int ny = m->ny;
    const bool round = f->grid.closed[0] && !f->grid.closed[1] && !f->skew[0] && !f->inside;
    const double radius = round ? circumference(m) / (2.0 * pi) : (double)INFINITY;
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
static void bend_fill(gud_net *f)
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

// ---- trimmed surfaces

static const double nearest_rim = 0.01; // part of the way between two centres

// part of the way from the centre of cell k to the next one along a direction where the surface is cut off
static double rim_of(const gud_net *f, int k, int dir, bool up)
{
    const int n = f->grid.cells[dir], i = dir == 0 ? k / f->grid.cells[1] : k % f->grid.cells[1];
    const double way = centre_step(f, dir, up ? i + 1 : i, f->grid.closed[dir]),
                 period = f->at[dir][2 * n] - f->at[dir][0];
    double from[2] = {f->grid.xi[2 * k], f->grid.xi[2 * k + 1]}, to[2] = {from[0], from[1]};
    to[dir] += up ? way : -way;
    double part = gud_trim_crossing(f->spec.reference->trim, from, to);
    const bool over = f->grid.closed[dir] && (up ? i == n - 1 : i == 0);
    if (over) {
        from[dir] -= up ? period : -period;
        to[dir] -= up ? period : -period;
        part = fmin(part, gud_trim_crossing(f->spec.reference->trim, from, to));
    }
    return fmax(part, nearest_rim);
}

// the cell beside k that carries its part of the surface, if it has no centre of its own there: -1 if none
static int heir_of(const gud_net *f, int k)
{
    int best = -1;
    for (int side = 0; side < 4; side++) {
        const int dir = side / 2, n1 = f->grid.cells[1], n = f->grid.cells[dir], i = dir == 0 ? k / n1 : k % n1;
        int to = i + (side % 2 ? 1 : -1);
        if (f->grid.closed[dir]) to = (to + n) % n;
        if (to < 0 || to >= n) continue;
        const int next = dir == 0 ? to * n1 + k % n1 : k - i + to;
        if (f->inside[next] && (best < 0 || f->metric->area[next] < f->metric->area[best])) best = next;
    }
    return best;
}

// Areas: pieces whose centre lies outside count with a cell beside them.
static void trim_areas(const gud_net *f)
{
    const gud_trim *trim = f->spec.reference->trim;
    const int ny = f->grid.cells[1];
    double *area = f->metric->area;
    for (int k = 0; k < f->n; k++) {
        const double low[2] = {f->at[0][2 * (k / ny)], f->at[1][2 * (k % ny)]};
        const double high[2] = {f->at[0][2 * (k / ny) + 2], f->at[1][2 * (k % ny) + 2]};
        const double share = gud_trim_share(trim, low, high);
        const int heir = f->inside[k] || share == 0.0 ? k : heir_of(f, k);
        if (f->inside[k]) area[k] -= (1.0 - share) * f->grid.area[k];
        if (heir != k && heir >= 0) area[heir] += share * f->grid.area[k];
    }
}

// which cells belong to the film, how far its edge is from their centres, and their areas
static void trim_cells(gud_net *f)
{
    const gud_trim *trim = f->spec.reference->trim;
    const int nx = f->grid.cells[0], ny = f->grid.cells[1];
    for (int k = 0; k < f->n; k++) f->inside[k] = gud_trim_inside(trim, f->grid.xi + 2 * k);
    for (int e = 0; e < f->nface_x; e++) f->rim[0][e] = 0.5;
    for (int e = 0; e < f->nface - f->nface_x; e++) f->rim[1][e] = 0.5;
    for (int k = 0; k < f->n; k++) {
        if (!f->inside[k]) continue;
        const int i = k / ny, j = k % ny, y = i * (ny + 1) + j;
        const int face[4] = {k, f->grid.closed[0] && i == nx - 1 ? j : k + ny, y,
                             f->grid.closed[1] && j == ny - 1 ? y - j : y + 1}; // a seam has one number
        for (int side = 0; side < 4; side++) {
            const double part = rim_of(f, k, side / 2, side % 2);
            if (part < 1.0) f->rim[side / 2][face[side]] = part;
        }
    }
    trim_areas(f);
}
// ---- the object

static gud_status check(const gud_walls *s, gud_error *error)
{
    if (s->half && s->reference->trim)
        return gud_fail(error, GUD_ERR_INPUT, "film: a trimmed surface has no symmetric half");
    if (s->half && !s->planar)
        return gud_fail(error, GUD_ERR_INPUT, "film: only motion in the plane has a symmetric half");
    if (!isfinite(s->ambient) || s->ambient < s->cavity)
        return gud_fail(error, GUD_ERR_INPUT, "film: ambient pressure %g Pa is below the cavity pressure %g Pa",
                        s->ambient, s->cavity);
    return GUD_OK;
}

static void arrays_take(gud_net *f, bool oblique)
{
    gud_arena *a = f->memory;
    const int faces[2] = {f->nface_x, f->nface - f->nface_x};
    f->bend = GUD_TAKE(a, double, 3 * (size_t)f->n);
    for (int b = 0; b < f->freedoms; b++) {
        f->carry[b] = GUD_TAKE(a, double, f->nface);
        f->arm[b] = GUD_TAKE(a, double, f->nface);
    }
    for (int dir = 0; dir < 2 && oblique; dir++) f->skew[dir] = GUD_TAKE(a, double, faces[dir]);
    for (int dir = 0; dir < 2 && f->spec.reference->trim; dir++) f->rim[dir] = GUD_TAKE(a, double, faces[dir]);
    if (f->spec.reference->trim) f->inside = GUD_TAKE(a, unsigned char, f->n);
}

static void freedoms_set(gud_net *f)
{
    f->freedoms = f->spec.planar ? 3 : 6;
    for (int b = 0; b < f->freedoms; b++) f->freedom[b] = gud_motion(f->spec.planar, b);
}

// does the grid go all around in this parameter?
static bool goes_around(const gud_net *f, int dir)
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
static gud_status exchange(gud_net *f, gud_error *error)
{
    const gud_nurbs *n = &f->spec.reference->nurbs;
    gud_grid_spec *s = &f->spec.grid;
    double *points = GUD_TAKE(f->memory, double, 4 * n->count[0] * n->count[1]);
    gud_surface *turned = GUD_TAKE(f->memory, gud_surface, 1);
    if (!points || !turned) return gud_fail(error, GUD_ERR_MEMORY, "film: out of memory for the reference surface");
    for (int i = 0; i < n->count[0]; i++)
        for (int j = 0; j < n->count[1]; j++)
            memcpy(points + 4 * (j * n->count[0] + i), n->points + 4 * (i * n->count[1] + j), 4 * sizeof *points);
    const gud_nurbs other = {
        {n->degree[1], n->degree[0]}, {n->count[1], n->count[0]}, {n->knots[1], n->knots[0]}, points};
    GUD_TRY(gud_surface_create(&other, "reference", f->memory, error, turned));
    if (f->spec.reference->trim) GUD_TRY(gud_trim_exchange(f->spec.reference->trim, f->memory, error, &turned->trim));
    f->spec.reference = turned;
    const int kept = s->cells[0];
    s->cells[0] = s->cells[1];
    s->cells[1] = kept;
    s->side = -s->side;
    swap(s->low);
    swap(s->high);
    return GUD_OK;
}

static gud_status lines_place(gud_net *f, gud_error *error)
{
    for (int dir = 0; dir < 2; dir++) {
        f->at[dir] = GUD_TAKE(f->memory, double, 2 * (size_t)f->spec.grid.cells[dir] + 1);
        f->brink[dir] = GUD_TAKE(f->memory, double, 2 * (size_t)f->spec.grid.cells[dir] + 2);
        if (!f->at[dir] || !f->brink[dir]) return gud_fail(error, GUD_ERR_MEMORY, "film: out of memory");
        divide(f, dir);
    }
    return points_place(f, error);
}

gud_status gud_net_make(gud_net *f, gud_error *error)
{
    const gud_surface *r = f->spec.reference;
    gud_grid_spec *s = &f->spec.grid;
    bool oblique;
    for (int dir = 0; dir < 2; dir++)
        if (s->low[dir] == s->high[dir]) s->low[dir] = r->low[dir], s->high[dir] = r->high[dir];
    if (goes_around(f, 1) && !goes_around(f, 0)) GUD_TRY(exchange(f, error));
    GUD_TRY(gud_grid_create(f->spec.reference, s, f->memory, error, &f->grid));
    GUD_TRY(check(&f->spec, error));
    GUD_TRY(lines_place(f, error));
    GUD_TRY(find_skew(f, &oblique, error));
    freedoms_set(f);
    GUD_TRY(metric_make(f, error, &f->metric));
    f->n = f->grid.n;
    f->nface_x = f->n + s->cells[1];
    f->nface = f->nface_x + f->n + s->cells[0];
    arrays_take(f, oblique);
    if (f->memory->failed)
        return gud_fail(error, GUD_ERR_MEMORY, "film: out of memory for a surface of %d cells", f->n);
    for (int dir = 0; dir < 2; dir++) faces_fill(f, dir);
    if (f->inside) trim_cells(f);
    ends_set(f);
    bend_fill(f);
    f->metric->x_skew = f->skew[0], f->metric->y_skew = f->skew[1];
    f->metric->x_rim = f->rim[0], f->metric->y_rim = f->rim[1];
    return GUD_OK;
}
