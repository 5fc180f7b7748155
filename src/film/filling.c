// Cells that fill (docs/theory/film.md, section 13). A front that forms again passes through a cell while the cell
// fills, and presses there meanwhile. Of what flows into such a cell in excess the part chi is turned away by
// pressure, the rest fills it:
//
//     u sum(T) = chi/(1 - chi) A d(m - h)/dt,   theta <= 1        where the void h - m closes
//
// chi grows from 0, as long as the cell is as empty as its emptiest neighbour, to 1 when it is full: pressure has no
// jump when the gap is full. chi is known before the stage is solved.

#include "film/filling.h"

#include "film/lanes.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

static const double shallow = 0.02;   // voids below this fade though no emptier cell is beside them
static const double fullest = 1e-3;   // of the largest void nearby: the least that chi is formed of
static const double nearly = 0.1;     // of its void: a neighbour with less of one is nearly full
static const double faint = 1e-3;     // smaller parts chi are none
static const double rounding = 1e-12; // smaller voids are none

// neighbours with the least and the largest void; -1: none, and the void is that of an edge that holds oil, or none
typedef struct {
    int at_least, at_most;
    double least, most;
} beside;

// an edge whose pressure fills the film beside it
static bool presses_in(const gud_film *film, const gud_film_work *w, int edge)
{
    return film->side[edge].count > 0 && w->edge_u[edge] > 0.0;
}

// Numbers of the cells beside one: itself where there is none, which is neither emptier nor fuller.
static void cells_beside(const gud_film *film, int i, int j, int cell[4])
{
    const int ny = film->ny, k = i * ny + j, last = film->nx - 1;
    cell[0] = i > 0 ? k - ny : film->periodic ? k + last * ny : k;
    cell[1] = i < last ? k + ny : film->periodic ? k - last * ny : k;
    cell[2] = j > 0 ? k - 1 : film->wraps ? k + ny - 1 : k;
    cell[3] = j < ny - 1 ? k + 1 : film->wraps ? k - ny + 1 : k;
}

static beside look_around(const gud_film *film, const gud_film_work *w, int i, int j)
{
    beside b = {-1, -1, 1.0, shallow};
    int cell[4];
    cells_beside(film, i, j, cell);
    for (int n = 0; n < 4; n++) {
        const double v = w->fill_void[cell[n]];
        if (v < b.least) b.least = v, b.at_least = cell[n];
        if (v > b.most) b.most = v, b.at_most = cell[n];
    }
    if ((j == 0 && presses_in(film, w, GUD_EDGE_Y_LOW)) || (j == film->ny - 1 && presses_in(film, w, GUD_EDGE_Y_HIGH)))
        b.least = 0.0, b.at_least = -1;
    return b;
}

// the part of what flows in that pressure turns away, with its derivatives
static void turned_away(double v, const beside *b, gud_filling *f)
{
    const bool known = v > rounding;
    const double front = !known ? 1.0 : 1.0 - b->least / (nearly * v);
    if (front < faint) return;
    const double s = gud_larger(gud_smaller(v / b->most, 1.0), fullest), root = cbrt(s * (2.0 - s));
    const bool follows = s > fullest && s < 1.0;
    const double ramp = 1.0 - root * root, by_s = -4.0 / 3.0 * (1.0 - s) / root;
    f->chi = front * ramp;
    f->most = b->at_most, f->least = b->at_least;
    f->by_own = follows ? front * by_s / b->most : 0.0;
    f->by_most = follows ? -front * by_s * s / b->most : 0.0;
    f->by_least = 0.0;
    if (!known) return;
    f->by_own += ramp * b->least / (nearly * v * v);
    f->by_least = -ramp / (nearly * v);
}

static double conduct_around(const gud_film *film, const gud_film_work *w, int i, int j)
{
    const int ny = film->ny, k = i * ny + j;
    const double *x = w->x.rest, *y = w->y.rest;
    return x[k] + x[k + ny] + y[gud_film_face_y(film, i, j)] + y[gud_film_face_y(film, i, j + 1)];
}

static const double *oil_guess(const gud_film_in *in)
{
    return in->m_guess ? in->m_guess : in->m_hat;
}

// how fast the gap that holds oil opens
static double opening_of(const gud_film *film, const gud_film_work *w, const gud_film_in *in, int k)
{
    return film->options.flow ? w->rough.mean_h[k] * in->opening[k] : in->opening[k];
}

static void add_cell(const gud_film *film, gud_film_work *w, const gud_film_in *in, int i, int j)
{
    const int k = i * film->ny + j;
    const double brim = (in->m_hat[k] + opening_of(film, w, in, k) / in->per_c) / w->thick[k];
    if (!(brim < 1.0 - rounding)) return;
    const beside b = look_around(film, w, i, j);
    gud_filling *f = &w->filling[w->nfilling];
    *f = (gud_filling){.cell = k, .brim = brim};
    turned_away(w->fill_void[k], &b, f);
    if (f->chi < faint) return;
    f->conduct = conduct_around(film, w, i, j);
    f->give = f->conduct * (1.0 - f->chi) / (f->chi * film->area[k] * in->per_c * w->thick[k]);
    w->nfilling++;
}

// voids of cells that were broken when the step began; returns whether there are any of these
GUD_WIDE static bool voids_guess(int n, const double *restrict began, const double *restrict unknown,
                                 const double *restrict guess, const double *restrict thick, double *restrict v)
{
    if (!(gud_largest(began, n) > rounding)) return false;
    for (int k = 0; k < n; k++) {
        const double counts = unknown[k], left = gud_larger(1.0 - guess[k] / thick[k], 0.0);
        v[k] = counts * (began[k] > rounding ? left : 0.0);
    }
    return true;
}

// one row beyond either end has what it has around the ring, or what the last cells have
static void pad_rows(const gud_film *film, double *v)
{
    const int n = film->ncell, ny = film->ny, last = n - ny;
    for (int j = 0; j < ny; j++) v[j - ny] = v[film->periodic ? last + j : j];
    for (int j = 0; j < ny; j++) v[n + j] = v[film->periodic ? j : last + j];
}

// Marks cells that were broken when the step began and have a nearly full neighbour; the other cells, which are most
// of them, turn nothing away. At the ends of a row the cells k - 1 and k + 1 belong to other rows: this may mark too
// many cells, but never too few.
GUD_INLINE void mark_beside(int n, int ny, const double *restrict began, const double *restrict v,
                            unsigned char *restrict marked)
{
    for (int k = 0; k < n; k++) {
        const double along = gud_smaller(v[k - ny], v[k + ny]), across = gud_smaller(v[k - 1], v[k + 1]);
        marked[k] = (began[k] > rounding) & ((gud_smaller(along, across) < nearly * v[k]) | (v[k] <= rounding));
    }
}

// At an end that presses in there is oil beyond it. Around a seam all are marked.
GUD_WIDE static void mark_cells(const gud_film *film, const gud_film_work *w, const gud_film_in *in)
{
    const int ny = film->ny;
    mark_beside(film->ncell, ny, in->began, w->fill_void, w->may_fill);
    for (int end = 0; end < 2; end++) {
        if (!film->wraps && !presses_in(film, w, end == 0 ? GUD_EDGE_Y_LOW : GUD_EDGE_Y_HIGH)) continue;
        for (int k = end == 0 ? 0 : ny - 1; k < film->ncell; k += ny) w->may_fill[k] = in->began[k] > rounding;
    }
}

static void add_marked(const gud_film *film, gud_film_work *w, const gud_film_in *in)
{
    const int n = film->ncell, ny = film->ny;
    uint64_t eight;
    for (int from = 0; from < n; from += (int)sizeof eight) { // most of them have none
        memcpy(&eight, w->may_fill + from, sizeof eight);
        for (int k = from; eight != 0 && k < n && k < from + (int)sizeof eight; k++)
            if (w->may_fill[k] && film->unknown[k] > 0.0) add_cell(film, w, in, k / ny, k % ny);
    }
}

void gud_filling_prepare(const gud_film *film, gud_film_work *w, const gud_film_in *in)
{
    w->nfilling = 0;
    if (!in->began || !film->options.cavitation->transport || !(in->per_c > 0.0) || in->oil->density || in->wall)
        return;
    if (w->multigrid) return;
    if (!voids_guess(film->ncell, in->began, film->unknown, oil_guess(in), w->thick, w->fill_void)) return;
    pad_rows(film, w->fill_void);
    mark_cells(film, w, in);
    add_marked(film, w, in);
}

void gud_filling_start(const gud_film *film, gud_film_work *w, const gud_film_out *out)
{
    for (int n = 0; n < w->nfilling; n++) {
        gud_filling *f = &w->filling[n];
        const int k = f->cell;
        if (out->warm && out->pressure[k] > film->options.cavity) {
            w->full[k] = 1.0;
            if (!(w->u[k] > 0.0)) w->u[k] = out->pressure[k] - film->options.cavity;
        } else if (w->full[k] == 0.0) {
            w->theta[k] = gud_smaller(w->theta[k], f->brim);
        }
    }
    (void)gud_filling_settle(w);
}

void gud_filling_sides(const gud_film_work *w, double lowest, double margin, double *side)
{
    for (int n = 0; n < w->nfilling; n++) {
        const gud_filling *f = &w->filling[n];
        const int k = f->cell;
        side[k] = (w->full[k] > 0.0 ? w->u[k] >= lowest : w->theta[k] >= f->brim + margin) ? 1.0 : 0.0;
    }
}

void gud_filling_foresee(const gud_film_work *w, double *side)
{
    for (int n = 0; n < w->nfilling; n++) {
        const gud_filling *f = &w->filling[n];
        const int k = f->cell;
        const double now = w->full[k] > 0.0 ? w->u[k] : w->theta[k] - f->brim - rounding;
        side[k] = now - w->residual[k] / w->matrix.centre[k] >= 0.0 ? 1.0 : 0.0;
    }
}

void gud_filling_shift(const gud_film_work *w, double *x, double scale)
{
    for (int n = 0; n < w->nfilling; n++)
        if (w->full[w->filling[n].cell] == 0.0) x[w->filling[n].cell] += scale * (w->filling[n].brim - 1.0);
}

int gud_filling_settle(gud_film_work *w)
{
    int changes = 0;
    for (int n = 0; n < w->nfilling; n++) {
        gud_filling *f = &w->filling[n];
        const int k = f->cell;
        const double line = f->brim + f->give * gud_larger(w->u[k], 0.0);
        const bool soft = w->full[k] > 0.0 && line < 1.0;
        if (w->full[k] > 0.0)
            w->theta[k] = soft ? line : 1.0;
        else
            w->theta[k] = gud_smaller(w->theta[k], f->brim);
        changes += w->full[k] > 0.0 && f->full && soft != f->soft;
        f->soft = soft;
        f->full = w->full[k] > 0.0;
    }
    return changes;
}

void gud_filling_carried(gud_film_work *w)
{
    for (int n = 0; n < w->nfilling; n++)
        if (w->filling[n].soft) w->carried[w->filling[n].cell] = w->filling[n].give;
}

double gud_film_filling_loss(const gud_film *film, const gud_film_work *w, const gud_film_in *in,
                             const gud_film_out *out)
{
    double sum = 0.0;
    for (int n = 0; n < w->nfilling; n++) {
        const int k = w->filling[n].cell;
        const double closes = (out->m[k] - in->m_hat[k]) * in->per_c - opening_of(film, w, in, k);
        if (w->filling[n].soft) sum += (out->pressure[k] - film->options.cavity) * film->area[k] * closes;
    }
    return sum;
}

// ---- derivatives

// of a void by the gap
static double void_slope(const gud_film_work *w, const gud_film_in *in, int k, const double *thick_s)
{
    if (k < 0 || !(w->fill_void[k] > 0.0)) return 0.0;
    return oil_guess(in)[k] / (w->thick[k] * w->thick[k]) * thick_s[k];
}

static double face_slope(const gud_film_faces *faces, const double *T, int f, int low, int high, const double *h,
                         const double *gap_s)
{
    const double a = faces->weight[f], gap = a * h[low] + (1.0 - a) * h[high];
    return 3.0 * T[f] * (a * gap_s[low] + (1.0 - a) * gap_s[high]) / gap;
}

// of the sum of T; on edges the gap is taken to be that of the cell
static double conduct_slope(const gud_film *film, const gud_film_work *w, const gud_film_in *in, int k,
                            const double *gap_s)
{
    const int ny = film->ny, j = k % ny, last = film->ncell - ny;
    const int west = k >= ny          ? k - ny
                     : film->periodic ? k + last
                                      : k,
              east = k < last         ? k + ny
                     : film->periodic ? k - last
                                      : k;
    const double *h = in->gap;
    double sum = face_slope(&film->x, w->x.rest, k, west, k, h, gap_s) +
                 face_slope(&film->x, w->x.rest, k + ny, k, east, h, gap_s);
    const int south = gud_film_face_y(film, k / ny, j), north = gud_film_face_y(film, k / ny, j + 1);
    sum += face_slope(&film->y, w->y.rest, south, j > 0 ? k - 1 : k, k, h, gap_s);
    return sum + face_slope(&film->y, w->y.rest, north, k, j < ny - 1 ? k + 1 : k, h, gap_s);
}

// content that leaves cell k over the faces around it changes by theta_s
static void add_carried(const gud_film *film, gud_film_work *w, int k, double theta_s)
{
    const int ny = film->ny, i = k / ny, j = k % ny;
    const int south = gud_film_face_y(film, i, j), north = gud_film_face_y(film, i, j + 1);
    const int east = film->periodic && i == film->nx - 1 ? j : k + ny; // the first faces of a ring are its last ones
    w->flux_s_x[k] += gud_smaller(w->x.voids[k], 0.0) * theta_s;
    w->flux_s_x[east] += gud_larger(w->x.voids[east], 0.0) * theta_s;
    if (!w->y.carries) return;
    w->flux_s_y[south] += gud_smaller(w->y.voids[south], 0.0) * theta_s;
    w->flux_s_y[north] += gud_larger(w->y.voids[north], 0.0) * theta_s;
}

void gud_filling_tangent(const gud_film *film, gud_film_work *w, const gud_film_in *in, const double *gap_s,
                         const double *thick_s, double *column)
{
    for (int n = 0; n < w->nfilling; n++) {
        const gud_filling *f = &w->filling[n];
        const int k = f->cell;
        if (!f->soft) continue;
        const double chi_s = f->by_own * void_slope(w, in, k, thick_s) +
                             f->by_most * void_slope(w, in, f->most, thick_s) +
                             f->by_least * void_slope(w, in, f->least, thick_s);
        const double more = conduct_slope(film, w, in, k, gap_s) / f->conduct - chi_s / (f->chi * (1.0 - f->chi));
        const double theta_s = f->give * w->u[k] * more + (1.0 - w->theta[k]) * thick_s[k] / w->thick[k];
        column[k] -= film->area[k] * in->per_c * w->thick[k] * theta_s;
        add_carried(film, w, k, theta_s);
    }
}
