// Transport of broken film, of second order (docs/theory/film.md, section 11). With v = 1 - theta the void of a cell,
// walls carry over a face
//
//     V (1 - phi v_up),   phi = 1 + psi(a, b)/(2 v_up),   a = v_up - v_upup,   b = v_down - v_up
//
// with the limited slope psi of van Albada. phi is formed of the voids 1 - m/h of extrapolated oil m, known before the
// stage is solved: balances stay piecewise linear, each piece stays an M-matrix, and a cell that fills carries V
// whatever phi is.

#include "film/transport.h"

#include "film/lanes.h"

#include <math.h>
#include <string.h>

enum { pad = 2 }; // rows of cells before the first one and after the last one

// Where walls carry more than `most` times what a cell holds within a stage the known voids say little: upwind.
static const double fewest = 1.0, most = 2.0;
static const double part_of_held = 0.25; // of the oil of a cell may leave by the slope; the rest is for later stages
static const double rounding = 1e-12;    // smaller voids are none

// how far phi is to be believed; courant: of the stage
GUD_INLINE double belief(double courant)
{
    return gud_larger(gud_smaller((most - courant) / (most - fewest), 1.0), 0.0);
}

// V phi, given the voids from upstream to downstream, but so much that the cell does not lose more than it holds
GUD_INLINE double void_carried(double V, double far, double up, double down, double turnover, double held)
{
    const double a = up - far, b = down - up, product = a * b, size = fabs(V), courant = size * turnover;
    const double below = (a * a + b * b) * up, above = 0.5 * product * (a + b);
    const double more = product > 0.0 && up > 0.0 ? above / (below > 0.0 ? below : 1.0) : 0.0; // phi - 1
    const double phi = 1.0 + belief(courant) * more;
    const double kept = gud_larger(size * phi, size - held);
    return V >= 0.0 ? kept : -kept;
}

GUD_INLINE void voids_of_rows(int n, int ny, const double *restrict V, const double *restrict v,
                              const double *restrict turnover, const double *restrict held, double *restrict out)
{
    for (int f = 0; f < n; f++) {
        const bool forward = V[f] >= 0.0;
        out[f] = void_carried(V[f], forward ? v[f - 2 * ny] : v[f + ny], forward ? v[f - ny] : v[f],
                              forward ? v[f] : v[f - ny], forward ? turnover[f - ny] : turnover[f],
                              forward ? held[f - ny] : held[f]);
    }
}

// one row beyond either end has what it has around the ring, or what the last cells have
static void pad_rows(const gud_film *film, double *a)
{
    const int n = film->ncell, ny = film->ny;
    for (int r = 0; r < pad; r++) {
        const int before = film->periodic ? n - (r + 1) * ny : 0, after = film->periodic ? r * ny : n - ny;
        memcpy(a - (r + 1) * ny, a + before, (size_t)ny * sizeof *a);
        memcpy(a + n + r * ny, a + after, (size_t)ny * sizeof *a);
    }
}

GUD_WIDE static bool known_voids(const gud_film *film, gud_film_work *w, const gud_film_in *in)
{
    const int n = film->ncell;
    const double *restrict m_hat = in->m_hat, *restrict thick = w->thick, *restrict unknown = film->unknown;
    const double *restrict area = film->area, per_c = in->per_c / (w->x.carries && w->y.carries ? 2.0 : 1.0);
    const double *restrict guess = in->m_guess ? in->m_guess : m_hat;
    double *restrict v = w->known_void, *restrict turnover = w->turnover, *restrict held = w->held;
    for (int k = 0; k < n; k++) {
        const double all = area[k] * per_c;
        turnover[k] = 1.0 / (all * thick[k]);
        held[k] = part_of_held * all * gud_larger(m_hat[k], 0.0);
        v[k] = unknown[k] * gud_larger(1.0 - rounding - gud_larger(guess[k], 0.0) * (all * turnover[k]), 0.0);
    }
    if (!(gud_largest(v, n) > 0.0)) return false;
    pad_rows(film, v);
    pad_rows(film, turnover);
    pad_rows(film, held);
    return true;
}

// Along x; blocks of faces without voids carry none.
GUD_WIDE static void along_x(const gud_film *film, gud_film_work *w)
{
    enum { block = 64 };
    const int n = film->ncell, ny = film->ny;
    const int first = film->periodic ? 0 : ny;
    double *out = w->x.own_voids;
    memcpy(out, w->x.carry, (size_t)(n + ny) * sizeof *out);
    for (int f = first; f < n; f += block) {
        const int count = n - f < block ? n - f : block;
        if (gud_largest(w->known_void + f - ny, count + ny) > 0.0)
            voids_of_rows(count, ny, w->x.carry + f, w->known_void + f, w->turnover + f, w->held + f, out + f);
    }
}

static void along_y(const gud_film *film, gud_film_work *w)
{
    const int ny = film->ny;
    const double *v = w->known_void, *V = w->y.carry;
    double *out = w->y.own_voids;
    memcpy(out, V, (size_t)gud_film_nface_y(film) * sizeof *out);
    for (int i = 0; i < film->nx; i++)
        for (int j = 1; j < ny; j++) {
            const int f = i * ny + j, up = V[f] >= 0.0 ? f - 1 : f, down = V[f] >= 0.0 ? f : f - 1;
            const int far = V[f] >= 0.0 ? (j > 1 ? f - 2 : up) : (j < ny - 1 ? f + 1 : up);
            out[f] = void_carried(V[f], v[far], v[up], v[down], w->turnover[up], w->held[up]);
        }
}

// where the gap jumps the film fraction does, too
static void jumps_keep(gud_film_work *w, bool along)
{
    gud_face_flow *flow = along ? &w->x : &w->y;
    const int d = along ? 0 : 1;
    for (int n = 0; n < w->njump[d]; n++) flow->own_voids[w->jump[d][n]] = flow->carry[w->jump[d][n]];
}

void gud_transport_prepare(const gud_film *film, gud_film_work *w, const gud_film_in *in)
{
    w->x.voids = w->x.carry, w->y.voids = w->y.carry;
    w->nbent = 0;
    if (!film->options.cavitation->transport || !(in->per_c > 0.0) || in->oil->density || film->nx <= pad) return;
    if (in->wall || film->wraps) return; // their tangents are those of the upwind flow
    if (!(w->x.carries || w->y.carries) || !known_voids(film, w, in)) return;
    if (w->x.carries) {
        along_x(film, w);
        jumps_keep(w, true);
        gud_film_close(film, w->x.own_voids);
        w->x.voids = w->x.own_voids;
    }
    if (w->y.carries) {
        along_y(film, w);
        jumps_keep(w, false);
        w->y.voids = w->y.own_voids;
    }
}

// ---- derivatives

// of phi by the voids upstream of `up`, in it, and downstream
static void slopes_of(double far, double up, double down, double by[3])
{
    const double a = up - far, b = down - up, sum = a * a + b * b, psi = a * b * (a + b) / sum;
    const double psi_a = (2.0 * a * b + b * b - 2.0 * a * psi) / sum,
                 psi_b = (2.0 * a * b + a * a - 2.0 * b * psi) / sum;
    by[0] = -0.5 * psi_a / up;
    by[1] = 0.5 * (psi_a - psi_b - psi / up) / up;
    by[2] = 0.5 * psi_b / up;
}

static void bend_at(gud_film_work *w, const gud_film_in *in, bool along, int f, const int cell[3])
{
    const gud_face_flow *flow = along ? &w->x : &w->y;
    const double v[3] = {w->known_void[cell[0]], w->known_void[cell[1]], w->known_void[cell[2]]};
    const double V = flow->carry[f], left = 1.0 - w->theta[cell[1]];
    if (V == 0.0 || !(left > 0.0) || flow->voids[f] == V) return;
    const double courant = fabs(V) * w->turnover[cell[1]], part = belief(courant);
    if (fabs(V) - fabs(flow->voids[f]) >= w->held[cell[1]]) return; // all that the cell holds
    gud_bent *b = &w->bent[w->nbent++];
    *b = (gud_bent){.face = f, .cell = {cell[0], cell[1], cell[2]}, .along = along};
    slopes_of(v[0], v[1], v[2], b->by);
    const double *m = in->m_guess ? in->m_guess : in->m_hat;
    for (int k = 0; k < 3; k++) { // dv/dh = m/h^2
        const int c = cell[k];
        const double v_h = v[k] > 0.0 ? gud_larger(m[c], 0.0) / (w->thick[c] * w->thick[c]) : 0.0;
        b->by[k] *= -V * left * part * v_h;
    }
}

void gud_transport_slopes(const gud_film *film, gud_film_work *w, const gud_film_in *in)
{
    const int n = film->ncell, ny = film->ny;
    w->nbent = 0;
    for (int f = film->periodic ? 0 : ny; w->x.voids != w->x.carry && f < n; f++) {
        const int low = f >= ny ? f - ny : f - ny + n, step = w->x.carry[f] >= 0.0 ? -ny : ny;
        const int up = w->x.carry[f] >= 0.0 ? low : f, down = w->x.carry[f] >= 0.0 ? f : low;
        int far = up + step;
        if (film->periodic) far = far < 0 ? far + n : far >= n ? far - n : far;
        if (far < 0 || far >= n) continue;
        bend_at(w, in, true, f, (const int[3]){far, up, down});
    }
    for (int f = 1; w->y.voids != w->y.carry && f < n; f++) {
        const int j = f % ny, up = w->y.carry[f] >= 0.0 ? f - 1 : f, down = w->y.carry[f] >= 0.0 ? f : f - 1;
        const int far = w->y.carry[f] >= 0.0 ? (j > 1 ? f - 2 : -1) : (j < ny - 1 ? f + 1 : -1);
        if (j > 0 && far >= 0) bend_at(w, in, false, f, (const int[3]){far, up, down});
    }
}

void gud_transport_tangent(gud_film_work *w, const double *thick_s)
{
    for (int n = 0; n < w->nbent; n++) {
        const gud_bent *b = &w->bent[n];
        double change = 0.0;
        for (int k = 0; k < 3; k++) change += b->by[k] * thick_s[b->cell[k]];
        (b->along ? w->flux_s_x : w->flux_s_y)[b->face] += change;
    }
}
