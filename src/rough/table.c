// Tables of pressure and area, made once (rough.md, section 4).
//
//     p(x) = int_0^inf f(w) phi(x + w) dw,    p'(x) = int f phi',    p''(x) = int f phi''       x = (h - mean)/sigma
//
// The law f may jump; phi is smooth, so p is smooth. Between equal steps of x a polynomial of degree 5 takes p, p'
// and p'' at both ends; the steps are halved until the polynomials meet the quadrature.

#include "rough/table.h"
#include "base/alloc.h"
#include "rough/panel.h"
#include "rough/row.h"
#include "rough/store.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double tolerance = 5e-7; // of pressure, slope and area, relative
enum { first_npiece = 160, last_npiece = 2560 };

// ---- samples of the law

// Integrals over w use the same nodes for all x: the law is evaluated once.
typedef struct samples {
    int n;
    double *w, *force, *area; // force and area are multiplied with the weights of the quadrature
} samples;

enum { max_edge = 200, halvings = 8 }; // more of them change tables by 1e-12 at most

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// Edges of panels: 0, halvings towards 0 (the laws start with broken powers), equal steps, breaks of the law.
static int place_edges(const gud_asperity *law, double reach, double *edges)
{
    const double step = 0.5;
    int n = 0;
    edges[n++] = 0.0;
    for (int i = 1; i <= halvings; i++) edges[n++] = ldexp(step, -i);
    for (double w = step; w < reach + 0.5 * step; w += step) edges[n++] = w;
    for (int i = 0; i < law->nbreak; i++)
        if (law->breaks[i] < reach) edges[n++] = law->breaks[i];
    qsort(edges, (size_t)n, sizeof *edges, compare);
    return n;
}

static gud_status make_samples(const gud_rough *rough, gud_error *error, samples *s)
{
    // the highest asperity that counts: exp(-10^2/2) and exp(-45) are nothing beside 1
    const double reach = rough->params.heights == GUD_HEIGHTS_GAUSSIAN ? 10.0 - gud_rough_first : 45.0;
    double edges[max_edge];
    const int nedge = place_edges(&rough->law, reach, edges);

    s->n = (nedge - 1) * GUD_PANEL_POINTS;
    s->w = gud_alloc(3 * (size_t)s->n, sizeof *s->w);
    if (!s->w) return gud_fail(error, GUD_ERR_MEMORY, "rough: no memory for the quadrature");
    s->force = s->w + s->n;
    s->area = s->force + s->n;

    gud_panel panel;
    gud_panel_make(&panel);
    for (int i = 0; i < s->n; i++) {
        const int k = i / GUD_PANEL_POINTS, j = i % GUD_PANEL_POINTS;
        s->w[i] = edges[k] + (edges[k + 1] - edges[k]) * panel.node[j];
    }
    rough->model->eval(&rough->law, s->n, s->w, s->force, s->area);
    for (int i = 0; i < s->n; i++) {
        const int k = i / GUD_PANEL_POINTS, j = i % GUD_PANEL_POINTS;
        const double weight = (edges[k + 1] - edges[k]) * panel.weight[j];
        s->force[i] *= weight;
        s->area[i] *= weight;
    }
    return GUD_OK;
}

// ---- quadrature

// p, p', p'' and a, a', a'' at one x, dimensionless
typedef struct point {
    double pressure[3], area[3];
} point;

static void add_up(point *sum, double force, double area, double phi, double phi_s, double phi_ss)
{
    sum->pressure[0] += force * phi;
    sum->pressure[1] += force * phi_s;
    sum->pressure[2] += force * phi_ss;
    sum->area[0] += area * phi;
    sum->area[1] += area * phi_s;
    sum->area[2] += area * phi_ss;
}

// wave: if not NULL, the density of heights at every node that counts; *used: how many do
static point integrate_with(const samples *law, int heights, double x, double *wave, int *used)
{
    point sum = {{0.0}, {0.0}};
    if (heights == GUD_HEIGHTS_EXPONENTIAL) {
        for (int i = 0; i < law->n; i++) {
            const double phi = exp(-(x + law->w[i]));
            add_up(&sum, law->force[i], law->area[i], phi, -phi, phi);
            if (wave) wave[i] = phi;
        }
        *used = law->n;
        return sum;
    }
    const double highest = sqrt(fmax(x, 0.0) * fmax(x, 0.0) + 80.0); // exp(-40) is rounding
    int i = 0;
    for (; i < law->n && x + law->w[i] < highest; i++) {
        const double s = x + law->w[i], phi = exp(-0.5 * s * s) / sqrt(2.0 * pi);
        add_up(&sum, law->force[i], law->area[i], phi, -s * phi, (s * s - 1.0) * phi);
        if (wave) wave[i] = phi;
    }
    *used = i;
    return sum;
}

static point integrate(const samples *law, int heights, double x)
{
    int used;
    return integrate_with(law, heights, x, NULL, &used);
}

// ---- the same a little further, without exponentials
//
// At x + d the density phi(x + w) of a node has changed by a factor exp(-d (x + d/2)) exp(-d w), or exp(-d) for
// exponential heights. The second factor is the same for all x.

static const double inside[] = {0.28, 0.5,
                                0.72}; // of a step; the slope of a degree 5 interpolant errs most at 0.28, 0.72

typedef struct inner {
    const samples *law;
    int heights, used;
    double *wave;                    // density at every node
    double *fade[GUD_COUNT(inside)]; // exp(-d w)
} inner;

static gud_status inner_start(inner *s, const samples *law, int heights, double step, gud_error *error)
{
    *s = (inner){.law = law, .heights = heights};
    s->wave = gud_alloc((1 + GUD_COUNT(inside)) * (size_t)law->n, sizeof *s->wave);
    if (!s->wave) return gud_fail(error, GUD_ERR_MEMORY, "rough: no memory for the quadrature");
    for (int k = 0; k < GUD_COUNT(inside); k++) {
        s->fade[k] = s->wave + (size_t)(k + 1) * (size_t)law->n;
        for (int i = 0; i < law->n; i++)
            s->fade[k][i] = heights == GUD_HEIGHTS_GAUSSIAN ? exp(-inside[k] * step * law->w[i]) : 1.0;
    }
    return GUD_OK;
}

// pressure, its slope and area at the k-th point inside the step that begins at x
static point inner_point(const inner *s, double x, double step, int k)
{
    const bool gaussian = s->heights == GUD_HEIGHTS_GAUSSIAN;
    const double d = inside[k] * step, factor = exp(gaussian ? -d * (x + 0.5 * d) : -d);
    const double *fade = s->fade[k];
    point sum = {{0.0}, {0.0}};
    for (int i = 0; i < s->used; i++) {
        const double phi = s->wave[i] * fade[i], phi_s = gaussian ? -(x + d + s->law->w[i]) * phi : -phi;
        sum.pressure[0] += s->law->force[i] * phi;
        sum.pressure[1] += s->law->force[i] * phi_s;
        sum.area[0] += s->law->area[i] * phi;
    }
    sum.pressure[0] *= factor;
    sum.pressure[1] *= factor;
    sum.area[0] *= factor;
    return sum;
}

// ---- pieces

// the polynomial on [0, 1] with value, slope and curvature v at 0 and u at 1, both with respect to a step
static void hermite(const double v[3], const double u[3], double step, double c[6])
{
    c[0] = v[0];
    c[1] = v[1] * step;
    c[2] = 0.5 * v[2] * step * step;
    const double rise = u[0] - c[0] - c[1] - c[2];
    const double slope = u[1] * step - c[1] - 2.0 * c[2];
    const double bend = u[2] * step * step - 2.0 * c[2];
    c[3] = 10.0 * rise - 4.0 * slope + 0.5 * bend;
    c[4] = -15.0 * rise + 7.0 * slope - bend;
    c[5] = 6.0 * rise - 3.0 * slope + 0.5 * bend;
}

static double value_at(const double c[6], double t)
{
    return c[0] + t * (c[1] + t * (c[2] + t * (c[3] + t * (c[4] + t * c[5]))));
}

static double slope_at(const double c[6], double t)
{
    return c[1] + t * (2.0 * c[2] + t * (3.0 * c[3] + t * (4.0 * c[4] + t * 5.0 * c[5])));
}

static void worse(double *error, double got, double exact)
{
    *error = fmax(*error, fabs(got / exact - 1.0));
}

// one piece's errors at inner points
static void measure(const double *piece, const inner *in, double x, double step, gud_rough *rough)
{
    for (int i = 0; i < GUD_COUNT(inside); i++) {
        const double t = inside[i];
        const point exact = inner_point(in, x, step, i);
        worse(&rough->error_pressure, value_at(piece, t), exact.pressure[0]);
        worse(&rough->error_p_h, slope_at(piece, t), exact.pressure[1] * step);
        worse(&rough->error_area, value_at(piece + GUD_ROUGH_AREA, t), exact.area[0]);
    }
}

static bool is_good(const gud_rough *rough)
{
    return rough->error_pressure <= tolerance && rough->error_p_h <= tolerance && rough->error_area <= tolerance;
}

// from the last piece, where relative errors are large, down to the first that is not good enough
static void fill_pieces(gud_rough *rough, inner *in, double step)
{
    const int heights = rough->params.heights;
    rough->error_pressure = rough->error_p_h = rough->error_area = 0.0;

    point right = integrate(in->law, heights, gud_rough_first + step * rough->npiece);
    for (int k = rough->npiece - 1; k >= 0 && is_good(rough); k--) {
        double *piece = rough->pieces + GUD_ROUGH_PIECE * k;
        const double x = gud_rough_first + step * k;
        const point left = integrate_with(in->law, heights, x, in->wave, &in->used);
        hermite(left.pressure, right.pressure, step, piece);
        hermite(left.area, right.area, step, piece + GUD_ROUGH_AREA);
        piece[GUD_ROUGH_REST] = k + 1 < rough->npiece ? piece[GUD_ROUGH_PIECE + GUD_ROUGH_REST] +
                                                            gud_rough_integral_to(piece + GUD_ROUGH_PIECE, 1.0)
                                                      : 0.0;
        measure(piece, in, x, step, rough);
        right = left;
    }
}

static gud_status make_pieces(gud_rough *rough, const samples *law, gud_error *error)
{
    const double step = (gud_rough_last - gud_rough_first) / rough->npiece;
    double *pieces = gud_resize(rough->pieces, (size_t)rough->npiece * GUD_ROUGH_PIECE, sizeof *pieces);
    if (!pieces) return gud_fail(error, GUD_ERR_MEMORY, "rough: no memory for %d pieces", rough->npiece);
    rough->pieces = pieces;
    inner in;
    GUD_TRY(inner_start(&in, law, rough->params.heights, step, error));
    fill_pieces(rough, &in, step);
    gud_free(in.wave);
    return GUD_OK;
}

static gud_status refine(gud_rough *rough, const samples *law, gud_error *error)
{
    for (rough->npiece = first_npiece; rough->npiece <= last_npiece; rough->npiece *= 2) {
        GUD_TRY(make_pieces(rough, law, error));
        if (is_good(rough)) return GUD_OK;
    }
    return gud_fail(error, GUD_ERR_NUMERIC, "rough: the table of %s has an error of %g, more than %g",
                    rough->model->row.name, fmax(rough->error_p_h, fmax(rough->error_pressure, rough->error_area)),
                    tolerance);
}

// ---- making and freeing

static void set_law(gud_rough *rough)
{
    const gud_rough_params *p = &rough->params;
    rough->law = (gud_asperity){
        .hertz = 4.0 / 3.0 * sqrt(p->sigma / p->radius),
        .aspect = p->sigma / p->radius,
        .crowd = p->density * p->radius * p->sigma,
        .hard = p->hardness / p->modulus,
        .strength = p->yield / p->modulus,
    };
    if (rough->model->prepare) rough->model->prepare(p, &rough->law);
}

static gud_status fill(gud_rough *rough, gud_error *error)
{
    samples law;
    GUD_TRY(make_samples(rough, error, &law));
    const gud_status st = refine(rough, &law, error);
    gud_free(law.w);
    return st;
}

// ---- tables that were made before

// A table is dimensionless: it follows from model, law and heights, not from sigma or mean.
static bool has_same_table(const gud_rough *a, const gud_rough *b)
{
    const gud_asperity *p = &a->law, *q = &b->law;
    const double x[] = {p->hertz, p->aspect,   p->crowd,    p->onset, p->factor,
                        p->hard,  p->strength, p->exponent, p->growth};
    const double y[] = {q->hertz, q->aspect,   q->crowd,    q->onset, q->factor,
                        q->hard,  q->strength, q->exponent, q->growth};
    return a->model == b->model && a->params.heights == b->params.heights && memcmp(x, y, sizeof x) == 0 &&
           p->nbreak == q->nbreak && memcmp(p->breaks, q->breaks, sizeof p->breaks) == 0;
}

// the pieces of another table; false without memory for them
static bool copy_pieces(gud_rough *to, const gud_rough *from)
{
    const size_t count = (size_t)from->npiece * GUD_ROUGH_PIECE;
    double *pieces = gud_alloc(count, sizeof *pieces);
    if (!pieces) return false;
    memcpy(pieces, from->pieces, count * sizeof *pieces);
    to->pieces = pieces;
    to->npiece = from->npiece;
    to->error_pressure = from->error_pressure;
    to->error_p_h = from->error_p_h;
    to->error_area = from->error_area;
    return true;
}

static bool copy_stored(const gud_rough_store *store, gud_rough *made)
{
    for (int i = 0; store && i < GUD_ROUGH_STORED; i++)
        if (store->tables[i] && has_same_table(store->tables[i], made)) return copy_pieces(made, store->tables[i]);
    return false;
}

// in the place of the oldest; without memory the next one makes it again
static void keep_copy(gud_rough_store *store, const gud_rough *made)
{
    for (int i = 0; i < GUD_ROUGH_STORED; i++)
        if (store->tables[i] && has_same_table(store->tables[i], made)) return;
    gud_rough *copy = gud_alloc(1, sizeof *copy);
    if (!copy) return;
    *copy = (gud_rough){.model = made->model, .law = made->law, .params.heights = made->params.heights};
    if (!copy_pieces(copy, made)) {
        gud_free(copy);
        return;
    }
    gud_rough_free(store->tables[store->oldest]);
    store->tables[store->oldest] = copy;
    store->oldest = (store->oldest + 1) % GUD_ROUGH_STORED;
}

void gud_rough_store_clear(gud_rough_store *store)
{
    for (int i = 0; i < GUD_ROUGH_STORED; i++) gud_rough_free(store->tables[i]);
    *store = (gud_rough_store){0};
}

gud_status gud_rough_take(gud_rough_store *store, const gud_rough_model *model, const gud_rough_params *params,
                          gud_error *error, gud_rough **rough)
{
    gud_rough_params resolved;
    GUD_TRY(gud_rough_resolve(model, params, error, &resolved));
    gud_rough *made = gud_alloc(1, sizeof *made);
    if (!made) return gud_fail(error, GUD_ERR_MEMORY, "rough: no memory for a model");
    made->model = model;
    made->params = resolved;
    set_law(made);
    gud_status st = copy_stored(store, made) ? GUD_OK : fill(made, error);
    if (st == GUD_OK && store) keep_copy(store, made);
    if (st != GUD_OK) {
        gud_rough_free(made);
        return st;
    }
    *rough = made;
    return GUD_OK;
}

gud_status gud_rough_make(const gud_rough_model *model, const gud_rough_params *params, gud_error *error,
                          gud_rough **rough)
{
    return gud_rough_take(NULL, model, params, error, rough);
}

void gud_rough_free(gud_rough *rough)
{
    if (rough) gud_free(rough->pieces);
    gud_free(rough);
}

gud_status gud_rough_integrate(const gud_rough *rough, int n, const double *h, double *pressure, double *p_h,
                               double *area, gud_error *error)
{
    const gud_rough_params *p = &rough->params;
    const double pressure_1 = gud_rough_pressure_scale(rough), area_1 = gud_rough_area_scale(rough);
    samples law;
    GUD_TRY(make_samples(rough, error, &law));
    for (int i = 0; i < n; i++) {
        const point at = integrate(&law, p->heights, (h[i] - p->mean) / p->sigma);
        pressure[i] = pressure_1 * at.pressure[0];
        p_h[i] = pressure_1 * at.pressure[1] / p->sigma;
        area[i] = fmin(area_1 * at.area[0], 1.0);
    }
    gud_free(law.w);
    return GUD_OK;
}
