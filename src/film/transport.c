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
#include <stdint.h>
#include <string.h>

enum { pad = 2 }; // rows of cells before the first one and after the last one

// Where walls carry more than `most` times what a cell holds within a stage the known voids say little: upwind.
static const double fewest = 1.0, most = 2.0;
static const double part_of_held = 0.25; // of the oil of a cell may leave by the slope; the rest is for later stages
static const double rounding = 1e-12;    // smaller voids are none
static const double unsettled = 1e-9;    // of the gap: oil that stages do not tell apart
static const double hardly = 1e-300;     // in sums that are 0 where there are no voids

// how far phi is to be believed, beyond bounds of 0 and 1; courant: of the stage
GUD_INLINE double doubt(double courant)
{
    return (most - courant) / (most - fewest);
}

GUD_INLINE double belief(double courant)
{
    return gud_larger(gud_smaller(doubt(courant), 1.0), 0.0);
}

// phi - 1 of the voids from upstream to downstream, where they go one way; else of the other sign or 0
GUD_INLINE double slope_beside(double far, double up, double down)
{
    const double a = up - far, b = down - up;
    return 0.5 * (a * b) * (a + b) / ((a * a + b * b) * up + hardly);
}

GUD_INLINE bool one_way(double far, double up, double down)
{
    return (up - far) * (down - up) > 0.0;
}

// V phi, but so much that the cell does not lose more than it holds
GUD_INLINE double void_carried(double V, double phi, double held)
{
    return copysign(gud_larger(fabs(V) * phi, fabs(V) - held), V);
}

enum { block = 64 }; // faces at a time

// which way walls carry over all of n faces: 1, -1, or 0 if not over all of them the same way
GUD_INLINE int way_of(int n, const double *restrict V)
{
    int64_t backward = 0, forward = 0;
    for (int f = 0; f < n; f++) backward |= V[f] < 0.0;
    if (!backward) return 1;
    for (int f = 0; f < n; f++) forward |= V[f] >= 0.0;
    return forward ? 0 : -1;
}

// one of two cells beside each face: that of `low` where walls carry forward, else that of `high`; `mixed` has room for
// them where ways differ
GUD_INLINE const double *pick(int way, int n, const double *restrict V, const double *low, const double *high,
                              double *restrict mixed)
{
    if (way != 0) return way > 0 ? low : high;
    for (int f = 0; f < n; f++) {
        const double below = low[f], above = high[f];
        mixed[f] = V[f] >= 0.0 ? below : above;
    }
    return mixed;
}

// numbers of the cells of n faces, from upstream to downstream
typedef struct {
    const double *far, *up, *down;
} stream;

// `mixed` has room for three blocks, as in pick
GUD_INLINE stream stream_find(int way, int n, int ny, const double *V, const double *v, double mixed[3][block])
{
    return (stream){.far = pick(way, n, V, v - 2 * ny, v + ny, mixed[0]),
                    .up = pick(way, n, V, v - ny, v, mixed[1]),
                    .down = pick(way, n, V, v, v - ny, mixed[2])};
}

// how far phi is to be believed on n faces, by the turnover of the cells upstream. Several loops here and below: all in
// one would not be a loop over vectors.
GUD_INLINE void believe(int n, const double *restrict V, const double *turnover, double *restrict believed)
{
    for (int f = 0; f < n; f++) believed[f] = gud_smaller(doubt(fabs(V[f]) * turnover[f]), 1.0);
    for (int f = 0; f < n; f++) believed[f] = gud_larger(believed[f], 0.0);
}

GUD_INLINE void voids_of_rows(int n, int ny, const double *restrict V, const double *restrict v,
                              const double *restrict turnover, const double *restrict held, double *restrict out)
{
    double believed[block], more[block], mixed[block];
    const int way = way_of(n, V);
    double rooms[3][block];
    const stream s = stream_find(way, n, ny, V, v, rooms);
    believe(n, V, pick(way, n, V, turnover - ny, turnover, mixed), believed);
    const double *holds = pick(way, n, V, held - ny, held, mixed);
    for (int f = 0; f < n; f++) more[f] = slope_beside(s.far[f], s.up[f], s.down[f]);
    for (int f = 0; f < n; f++) more[f] = one_way(s.far[f], s.up[f], s.down[f]) ? more[f] : 0.0;
    for (int f = 0; f < n; f++) out[f] = void_carried(V[f], 1.0 + believed[f] * more[f], holds[f]);
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

// turnover, held oil and void of n cells
GUD_INLINE void cell_voids(int n, double per_c, const double *restrict area, const double *restrict thick,
                           const double *restrict m_hat, const double *restrict guess, const double *restrict unknown,
                           double *restrict turnover, double *restrict held, double *restrict v)
{
    for (int k = 0; k < n; k++) {
        const double all = area[k] * per_c;
        turnover[k] = 1.0 / (all * thick[k]);
        held[k] = part_of_held * all * gud_larger(m_hat[k], 0.0);
    }
    for (int k = 0; k < n; k++) {
        const double left = 1.0 - rounding - gud_larger(guess[k], 0.0) * (area[k] * per_c * turnover[k]);
        v[k] = unknown[k] * gud_larger(left, 0.0);
    }
}

// Are gap and oil mirrored, but for rounding and what iterations leave?
static bool is_mirrored(const gud_film_work *w, const gud_film_in *in)
{
    const double *h = w->thick;
    if (!w->mirror || w->y.carries || !gud_mirror_is_even(w->mirror, h, h, rounding)) return false;
    if (in->m_guess && !gud_mirror_is_even(w->mirror, in->m_guess, h, unsettled)) return false;
    return gud_mirror_is_even(w->mirror, in->m_hat, h, unsettled);
}

GUD_WIDE static bool known_voids(const gud_film *film, gud_film_work *w, const gud_film_in *in)
{
    const int n = film->ncell;
    const double per_c = in->per_c / (w->x.carries && w->y.carries ? 2.0 : 1.0);
    cell_voids(n, per_c, film->area, w->thick, in->m_hat, in->m_guess ? in->m_guess : in->m_hat, film->unknown,
               w->turnover, w->held, w->known_void);
    if (!(gud_largest(w->known_void, n) > 0.0)) return false;
    if (is_mirrored(w, in)) { // so that matrices are: slopes of small voids enlarge rounding
        gud_mirror_make_even(w->mirror, w->known_void);
        gud_mirror_make_even(w->mirror, w->held);
    }
    pad_rows(film, w->known_void);
    pad_rows(film, w->turnover);
    pad_rows(film, w->held);
    return true;
}

// Along x; blocks of faces without voids carry none.
GUD_WIDE static void along_x(const gud_film *film, gud_film_work *w)
{
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
            const double more = one_way(v[far], v[up], v[down]) ? slope_beside(v[far], v[up], v[down]) : 0.0;
            out[f] = void_carried(V[f], 1.0 + belief(fabs(V[f]) * w->turnover[up]) * more, w->held[up]);
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

// how the voids change with the gap: dv/dh = m/h^2
GUD_INLINE void voids_by_gap(int n, const double *restrict v, const double *restrict m, const double *restrict thick,
                             double *restrict v_h)
{
    for (int k = 0; k < n; k++) v_h[k] = gud_larger(m[k], 0.0) / (thick[k] * thick[k]);
    for (int k = 0; k < n; k++) v_h[k] = v[k] > 0.0 ? v_h[k] : 0.0;
}

// derivatives of phi by the voids upstream of `up`, in it, and downstream
GUD_INLINE void phi_slopes(double far, double up, double down, double *by_far, double *by_up, double *by_down)
{
    const double a = up - far, b = down - up, per_sum = 1.0 / (a * a + b * b + hardly), per_up = 1.0 / (up + hardly);
    const double product = a * b, psi = product * (a + b) * per_sum;
    const double psi_a = (2.0 * product + b * b - 2.0 * a * psi) * per_sum,
                 psi_b = (2.0 * product + a * a - 2.0 * b * psi) * per_sum;
    *by_far = -0.5 * per_up * psi_a;
    *by_up = 0.5 * per_up * (psi_a - psi_b - psi * per_up);
    *by_down = 0.5 * per_up * psi_b;
}

// flux by a unit of phi, where that follows the voids: not where it is 1, and not where all leaves that a cell holds
GUD_INLINE void phi_weights(int n, const double *restrict V, const double *restrict voids, const double *restrict left,
                            const double *restrict believed, const double *restrict held, double *restrict weight)
{
    for (int f = 0; f < n; f++) weight[f] = -V[f] * left[f] * believed[f];
    for (int f = 0; f < n; f++) weight[f] = voids[f] != V[f] ? weight[f] : 0.0;
    for (int f = 0; f < n; f++) weight[f] = fabs(V[f]) - fabs(voids[f]) < held[f] ? weight[f] : 0.0;
}

// products; 0 where the weight is, whatever the slope
GUD_INLINE void weigh(int n, const double *restrict weight, const double *restrict slope, double *restrict out)
{
    for (int f = 0; f < n; f++) out[f] = weight[f] * slope[f];
    for (int f = 0; f < n; f++) out[f] = weight[f] != 0.0 ? out[f] : 0.0;
}

// derivatives on n faces of x by the voids of the three cells of each, to by[0..2]
GUD_INLINE void bend_rows(int n, int ny, const gud_film_work *w, int first, double *const by[3])
{
    const double *V = w->x.carry + first, *v = w->known_void + first, *turnover = w->turnover + first;
    const double *held = w->held + first, *left = w->void_s + first;
    double believed[block], weight[block], slope[3][block], mixed[3][block];
    const int way = way_of(n, V);
    double rooms[3][block];
    const stream s = stream_find(way, n, ny, V, v, rooms);
    believe(n, V, pick(way, n, V, turnover - ny, turnover, mixed[0]), believed);
    phi_weights(n, V, w->x.voids + first, pick(way, n, V, left - ny, left, mixed[1]), believed,
                pick(way, n, V, held - ny, held, mixed[2]), weight);
    for (int f = 0; f < n; f++) phi_slopes(s.far[f], s.up[f], s.down[f], &slope[0][f], &slope[1][f], &slope[2][f]);
    for (int i = 0; i < 3; i++) weigh(n, weight, slope[i], by[i] + first);
}

// what walls carry over n faces, as content: 1 - phi v
GUD_INLINE void content_at(int n, const double *restrict V, const double *restrict voids, double *restrict at_face)
{
    for (int f = 0; f < n; f++) {
        const double ratio = voids[f] / (V[f] != 0.0 ? V[f] : hardly); // both are 0 there
        at_face[f] = 1.0 - (1.0 - at_face[f]) * ratio;
    }
}

GUD_INLINE bool any_differs(int n, const double *restrict a, const double *restrict b)
{
    int64_t odd = 0;
    for (int k = 0; k < n; k++) odd |= a[k] != b[k];
    return odd;
}

GUD_WIDE static void slopes_x(const gud_film *film, gud_film_work *w)
{
    const int n = film->ncell, ny = film->ny;
    for (int k = 0; k < n; k++) w->void_s[k] = gud_larger(1.0 - w->theta[k], 0.0);
    pad_rows(film, w->void_s);
    for (int from = film->periodic ? 0 : ny, i = 0; from < n; from += block, i++) {
        const int count = n - from < block ? n - from : block;
        w->bends[i] = any_differs(count, w->x.voids + from, w->x.carry + from) &&
                      gud_largest(w->void_s + from - ny, count + ny) > 0.0;
        if (!w->bends[i]) continue;
        bend_rows(count, ny, w, from, w->bent_x);
        content_at(count, w->x.carry + from, w->x.voids + from, w->x.at_face + from);
    }
}

// a face of y, whose cells from upstream to downstream these are
static void bend_y(gud_film_work *w, int f, const int cell[3])
{
    const double V = w->y.carry[f], left = 1.0 - w->theta[cell[1]], *v = w->known_void;
    if (V == 0.0 || !(left > 0.0) || w->y.voids[f] == V) return;
    if (fabs(V) - fabs(w->y.voids[f]) >= w->held[cell[1]]) return; // all that the cell holds
    gud_bent *b = &w->bent[w->nbent++];
    *b = (gud_bent){.face = f, .cell = {cell[0], cell[1], cell[2]}};
    phi_slopes(v[cell[0]], v[cell[1]], v[cell[2]], &b->by[0], &b->by[1], &b->by[2]);
    for (int k = 0; k < 3; k++) b->by[k] *= -V * left * belief(fabs(V) * w->turnover[cell[1]]);
}

static void slopes_y(const gud_film *film, gud_film_work *w)
{
    const int ny = film->ny;
    content_at(film->ncell, w->y.carry, w->y.voids, w->y.at_face);
    for (int f = 1; f < film->ncell; f++) {
        const int j = f % ny, up = w->y.carry[f] >= 0.0 ? f - 1 : f, down = w->y.carry[f] >= 0.0 ? f : f - 1;
        const int far = w->y.carry[f] >= 0.0 ? (j > 1 ? f - 2 : -1) : (j < ny - 1 ? f + 1 : -1);
        if (j > 0 && far >= 0) bend_y(w, f, (const int[3]){far, up, down});
    }
}

GUD_WIDE void gud_transport_slopes(const gud_film *film, gud_film_work *w, const gud_film_in *in)
{
    const bool along = w->x.voids != w->x.carry, across = w->y.voids != w->y.carry;
    w->nbent = 0;
    w->phi_varies = (along || across) && !in->newton; // Newton's method converges as fast without
    if (!w->phi_varies) return;
    voids_by_gap(film->ncell, w->known_void, in->m_guess ? in->m_guess : in->m_hat, w->thick, w->void_h);
    if (along) slopes_x(film, w);
    if (across) slopes_y(film, w);
}

GUD_INLINE void add_bent_rows(int n, int ny, const double *V, const double *v_s, int first, double *const by[3],
                              double *restrict flux_s)
{
    const double *by_far = by[0] + first, *by_up = by[1] + first, *by_down = by[2] + first;
    double rooms[3][block];
    const stream s = stream_find(way_of(n, V), n, ny, V, v_s, rooms);
    for (int f = 0; f < n; f++) flux_s[f] += by_far[f] * s.far[f] + by_up[f] * s.up[f] + by_down[f] * s.down[f];
}

GUD_WIDE void gud_transport_tangent(const gud_film *film, gud_film_work *w, const double *thick_s)
{
    const int n = film->ncell, ny = film->ny;
    const bool along = w->x.voids != w->x.carry;
    if (!w->phi_varies) return;
    for (int k = 0; k < n; k++) w->void_s[k] = w->void_h[k] * thick_s[k];
    pad_rows(film, w->void_s);
    for (int from = film->periodic ? 0 : ny, i = 0; along && from < n; from += block, i++)
        if (w->bends[i])
            add_bent_rows(n - from < block ? n - from : block, ny, w->x.carry + from, w->void_s + from, from, w->bent_x,
                          w->flux_s_x + from);
    for (int i = 0; i < w->nbent; i++) {
        const gud_bent *b = &w->bent[i];
        for (int k = 0; k < 3; k++) w->flux_s_y[b->face] += b->by[k] * w->void_s[b->cell[k]];
    }
}
