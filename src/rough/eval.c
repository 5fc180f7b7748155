// Reading the tables; this part runs inside time steps.

#include "base/alloc.h"
#include "num/wide.h"
#include "rough/row.h"
#include "rough/table.h"

#include <math.h>

double gud_rough_pressure_scale(const gud_rough *rough)
{
    return rough->law.crowd * rough->params.modulus;
}

double gud_rough_area_scale(const gud_rough *rough)
{
    return pi * rough->law.crowd;
}

// Where a separation lies: inside [first, last] in piece k at t, outside by `beyond`. NAN gives beyond = NAN.
typedef struct place {
    int piece;
    double t, beyond;
} place;

enum { together = 4 }; // separations that are read at once

static inline place find_place(double x, int npiece)
{
    const double over = x < gud_rough_last ? x : gud_rough_last; // NAN takes the end, and stays in `beyond`
    const double within = over > gud_rough_first ? over : gud_rough_first;
    const double u = (within - gud_rough_first) * (npiece / (gud_rough_last - gud_rough_first));
    const int k = (int)u < npiece - 1 ? (int)u : npiece - 1;
    return (place){k, u - k, x - within};
}

// a curve at four places t of their pieces, and its slope by t; `first`: its coefficients in a piece
static inline __attribute__((always_inline)) void read_curve(const double *const piece[together], int first,
                                                             const gud_double4 *at, gud_double4 *value,
                                                             gud_double4 *slope)
{
    const gud_double4 t = *at;
    gud_double4 c[6];
    for (int i = 0; i < 6; i++)
        c[i] = (gud_double4){piece[0][first + i], piece[1][first + i], piece[2][first + i], piece[3][first + i]};
    *value = c[0] + t * (c[1] + t * (c[2] + t * (c[3] + t * (c[4] + t * c[5]))));
    *slope = c[1] + t * (2.0 * c[2] + t * (3.0 * c[3] + t * (4.0 * c[4] + t * 5.0 * c[5])));
}

// four separations; area may be NULL
GUD_WIDE static void eval_four(const gud_rough *rough, const double *h, double *pressure, double *p_h, double *area)
{
    const double mean = rough->params.mean, per_sigma = 1.0 / rough->params.sigma;
    const double scale = gud_rough_pressure_scale(rough), area_scale = gud_rough_area_scale(rough);
    const double per_step = rough->npiece / (gud_rough_last - gud_rough_first);
    const double *piece[together];
    gud_double4 t = {0.0}, beyond = {0.0}, value, slope;
    for (int i = 0; i < together; i++) {
        const place at = find_place((h[i] - mean) * per_sigma, rough->npiece);
        piece[i] = rough->pieces + GUD_ROUGH_PIECE * at.piece;
        t[i] = at.t, beyond[i] = at.beyond;
    }
    read_curve(piece, 0, &t, &value, &slope);
    slope = slope * per_step;
    value = scale * (value + slope * beyond);
    slope = scale * per_sigma * slope;
    for (int i = 0; i < together; i++) {
        pressure[i] = beyond[i] > 0.0 ? 0.0 : value[i];
        p_h[i] = beyond[i] > 0.0 ? 0.0 : slope[i];
    }
    if (!area) return;
    read_curve(piece, GUD_ROUGH_AREA, &t, &value, &slope);
    value = area_scale * (value + slope * per_step * beyond);
    for (int i = 0; i < together; i++) area[i] = beyond[i] > 0.0 ? 0.0 : value[i] > 1.0 ? 1.0 : value[i];
}

// the last ones, which are less than four
static void eval_rest(const gud_rough *rough, int n, const double *h, double *pressure, double *p_h, double *area)
{
    double four[4][together];
    for (int i = 0; i < together; i++) four[0][i] = h[i < n ? i : 0];
    eval_four(rough, four[0], four[1], four[2], area ? four[3] : NULL);
    for (int i = 0; i < n; i++) pressure[i] = four[1][i], p_h[i] = four[2][i];
    for (int i = 0; area && i < n; i++) area[i] = four[3][i];
}

void gud_rough_eval(const gud_rough *rough, int n, const double *h, double *pressure, double *p_h, double *area)
{
    int k = 0;
    for (; k + together <= n; k += together) eval_four(rough, h + k, pressure + k, p_h + k, area ? area + k : NULL);
    if (k < n) eval_rest(rough, n - k, h + k, pressure + k, p_h + k, area ? area + k : NULL);
}

void gud_rough_work(const gud_rough *rough, int n, const double *h, double *work)
{
    const double step = (gud_rough_last - gud_rough_first) / rough->npiece;
    const double scale = gud_rough_pressure_scale(rough) * rough->params.sigma;
    for (int i = 0; i < n; i++) {
        const place at = find_place((h[i] - rough->params.mean) / rough->params.sigma, rough->npiece);
        const double *c = rough->pieces + GUD_ROUGH_PIECE * at.piece;
        const double inside =
            step * (c[GUD_ROUGH_REST] + gud_rough_integral_to(c, 1.0) - gud_rough_integral_to(c, at.t));
        // before the first piece along the tangent
        const double outside = -at.beyond * (c[0] + 0.5 * at.beyond * c[1] / step);
        work[i] = at.beyond > 0.0 ? 0.0 : scale * (inside + outside);
    }
}

double gud_rough_reach(const gud_rough *rough)
{
    return rough->params.mean + gud_rough_last * rough->params.sigma;
}

void gud_rough_asperity(const gud_rough *rough, int n, const double *depth, double *force, double *area)
{
    const gud_rough_params *p = &rough->params;
    for (int i = 0; i < n; i++) {
        const double w = depth[i] / p->sigma;
        double f = 0.0, a = 0.0;
        if (!(w <= 0.0)) rough->model->eval(&rough->law, 1, &w, &f, &a);
        force[i] = p->radius * p->sigma * p->modulus * f;
        area[i] = pi * p->radius * p->sigma * a;
    }
}

gud_status gud_rough_curve(const gud_rough_model *model, const gud_rough_params *params, int n,
                           const double *separation, double *pressure, double *area, gud_error *error)
{
    double *slope = gud_alloc((size_t)n + 1, sizeof *slope);
    if (!slope) return gud_fail(error, GUD_ERR_MEMORY, "rough: no memory for %d separations", n);
    gud_rough *rough = NULL;
    const gud_status st = gud_rough_make(model, params, error, &rough);
    if (st == GUD_OK) gud_rough_eval(rough, n, separation, pressure, slope, area);
    gud_rough_free(rough);
    gud_free(slope);
    return st;
}
