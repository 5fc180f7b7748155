// The complementarity problem of one stage, by semismooth Newton on the variable
//
//     w = u where the film is full, w = P (theta - 1) where it is broken:   G(w) = balance of every cell = 0.
//
// With a constant lubricant G is piecewise linear, and each piece is an M-matrix: the solution exists and is one. Full
// steps (a primal-dual active set) depend on the active set only; so they either end or come back to a set they have
// seen. Should they come back, steps are damped from then on until the sum of imbalances falls; up to the first kink of
// the path it falls with certainty, so that the method does not cycle. A lubricant that varies gets full steps as well,
// for damped ones move a front by a cell at a time; if they lead astray, damped ones start from the guess again.

#include "film/cells.h"
#include "film/cross.h"
#include "film/feed.h"
#include "film/filling.h"
#include "film/jump.h"
#include "film/lanes.h"
#include "film/nested.h"
#include "film/reduced.h"
#include "film/settle.h"
#include "film/work.h"
#include "film/yield.h"

#include <assert.h>
#include <math.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

enum { most = 600, halvings = 12 };
enum { hasty = 40, patient = 150 }; // full steps granted to a lubricant that varies, and to walls that give way
enum { most_beyond = 16 };          // steps of a lubricant that varies beyond what it bears
enum { most_settled = 8 };          // times that cells beside a front are settled one by one
enum { early = 4 };                 // steps before which nobody asks whether active sets come back
enum { few = 4 }; // cells that change sides after which most likely none does: the next step may be the last one
static const double wild = 1e3;              // imbalance of a cell, by its flow, at which they are given up
static const double settled = 1e-11;         // relative step at which a varying lubricant counts as found
static const double exact = 1e-13;           // relative imbalance that round-off leaves of a varying lubricant
static const double exact_walls = 1e-15;     // and of walls that give way, where deflections are small parts of gaps
static const double still = 1e-6;            // of the gap, see throughput
static const double acceptable = 1e-8;       // relative imbalance beyond which a solution is refused,
static const double acceptable_guess = 1e-4; // and one that only starts another
static const double loose = 1e-2;            // accuracy of steps while the active set still changes

// a loop over cells
typedef struct {
    const gud_film *film;
    gud_film_work *w;
    const gud_film_in *in;
    gud_film_out *out;
    double low, high;  // bounds of pressures and film fractions
    double *change;    // see sides_change
    atomic_int *flips; // cells that change sides
} cell_loop;

static gud_status check(const gud_film *film, const gud_film_work *w, const gud_film_in *in, gud_error *error)
{
    if (!(gud_cells_least(w->team, film->ncell, in->gap) > 0.0))
        for (int k = 0; k < film->ncell; k++)
            if (film->kind[k] != GUD_CELL_SOLID && in->gap[k] <= 0.0)
                return gud_fail(
                    error, GUD_RETRY,
                    "film: the gap of cell %d closes (%g m); check the load, or use rough contact (model: mixed)", k,
                    in->gap[k]);
    if (!(in->per_c >= 0.0) || !isfinite(in->per_c))
        return gud_fail(error, GUD_ERR_NUMERIC, "film: an input is not a number");
    if (!(in->oil->eta0 > 0.0) || !isfinite(in->oil->eta0))
        return gud_fail(error, GUD_ERR_INPUT, "film: viscosity %g Pa s must be positive", in->oil->eta0);
    if (in->oil->shear && !film->options.thins)
        return gud_fail(error, GUD_ERR_INPUT, "film: it was not created for a shear-thinning oil");
    return GUD_OK;
}

// reduced pressures of the caller's guess where film is full
GUD_WIDE static void pressure_part(void *user, int first, int end)
{
    const cell_loop *l = user;
    const gud_film_work *w = l->w;
    const double cavity = l->film->options.cavity;
    if (!l->out->warm)
        memset(w->u + first, 0, (size_t)(end - first) * sizeof *w->u);
    else if (!l->in->oil->reduced)
        for (int k = first; k < end; k++) w->u[k] = w->full[k] * (l->out->pressure[k] - cavity);
    else
        for (int k = first; k < end; k++)
            w->u[k] = w->full[k] > 0.0 ? gud_film_reduce(l->film, w, l->in, l->out->pressure[k]) : 0.0;
}

// the same, and those of cells with a given pressure
static void start_pressures(const gud_film *film, gud_film_work *w, const gud_film_in *in, gud_film_out *out)
{
    const int n = film->ncell;
    const double cavity = film->options.cavity;
    cell_loop l = {.film = film, .w = w, .in = in, .out = out};
    gud_cells_share(w->team, n, pressure_part, &l);
    for (int k = 0; film->nfixed > 0 && k < n; k++)
        if (film->kind[k] != GUD_CELL_FREE) w->u[k] = gud_film_reduce(film, w, in, film->fixed[k] + cavity);
    for (int r = 0; r < film->nrecess; r++) { // half the supply, if nothing better is known
        const int f = film->recess[r];
        const double p = out->warm && out->feed ? out->feed[f] : 0.5 * (w->supply[f] + cavity);
        w->u[n + f] = p > cavity && film->feed[f].source != GUD_FEED_CLOSED ? gud_film_reduce(film, w, in, p) : 0.0;
    }
    gud_covers_set(film, w);
}

GUD_WIDE static void start_part(void *user, int first, int end)
{
    const cell_loop *l = user;
    const gud_film_work *w = l->w;
    const bool breaks = l->film->options.cavitation->breaks, transport = l->film->options.cavitation->transport;
    const double *thick = w->thick, *m_hat = l->in->m_hat, *unknown = l->film->unknown, *guess = l->out->theta;
    const unsigned char *was_full = l->out->full;
    double *restrict full = w->full, *restrict theta = w->theta;
    if (breaks && l->out->warm) {
        for (int k = first; k < end; k++) full[k] = gud_larger(was_full[k], 1.0 - unknown[k]);
        for (int k = first; k < end; k++) theta[k] = transport ? full[k] + (1.0 - full[k]) * guess[k] : 1.0;
    } else if (transport && l->in->per_c > 0.0) {
        for (int k = first; k < end; k++) full[k] = m_hat[k] >= thick[k] ? 1.0 : 1.0 - unknown[k];
        for (int k = first; k < end; k++) theta[k] = full[k] > 0.0 ? 1.0 : m_hat[k] / thick[k];
    } else {
        for (int k = first; k < end; k++) full[k] = theta[k] = 1.0;
    }
}

// guess: the caller's, or a film that is full where the oil of the stage's start fills the gap
static void start(const gud_film *film, gud_film_work *w, const gud_film_in *in, gud_film_out *out)
{
    cell_loop l = {.film = film, .w = w, .in = in, .out = out};
    gud_cells_share(w->team, film->ncell, start_part, &l);
    start_pressures(film, w, in, out);
    gud_filling_start(film, w, out);
}

GUD_WIDE static void flow_part(void *user, int first, int end)
{
    const cell_loop *l = user;
    const gud_film_work *w = l->w;
    const int ny = l->film->ny;
    const double *x = w->x.flux, *y = w->y.flux, *h = w->thick, *s = w->content, *m_hat = l->in->m_hat;
    const double *area = l->film->area, c = l->in->per_c;
    double *restrict flow = w->trial;
    if (c > 0.0)
        for (int k = first; k < end; k++)
            flow[k] = 0.5 * (fabs(x[k]) + fabs(x[k + ny]) + fabs(y[k]) + fabs(y[k + 1])) +
                      area[k] * c * (fabs(m_hat[k] - s[k] * h[k]) + still * h[k]);
    else // a steady film has no m_hat
        for (int k = first; k < end; k++)
            flow[k] = 0.5 * (fabs(x[k]) + fabs(x[k + ny]) + fabs(y[k]) + fabs(y[k + 1])) +
                      still * (w->x.conduct[k] + w->y.conduct[k]) * fabs(w->u[k]);
}

// Largest flow that passes a cell or is stored in it. In a film at rest nothing flows but the rounding of what it
// holds, so that a part `still` of it over a stage counts as flow; in a steady film, of what its pressure could drive.
static double throughput(const gud_film *film, gud_film_work *w, const gud_film_in *in)
{
    const int n = film->ncell, ny = film->ny;
    const double *y = w->y.flux;
    double *flow = w->trial;
    cell_loop l = {.film = film, .w = w, .in = in};
    gud_cells_share(w->team, n, flow_part, &l);
    memset(flow + n, 0, (size_t)film->nfeed * sizeof *flow);
    for (int t = 0; t < film->ntap; t++) {
        flow[film->taps[t].cell] += 0.5 * fabs(w->tap.flux[t]);
        flow[n + film->taps[t].feed] +=
            0.5 * fabs(w->tap.flux[t]) + still * w->tap.conduct[t] * w->u[film->taps[t].cell];
    }
    for (int i = 0; film->wraps && i < film->nx; i++) {
        const double seam = 0.5 * fabs(y[gud_film_face_y(film, i, 0)]);
        flow[i * ny] += seam, flow[i * ny + ny - 1] += seam;
    }
    for (int e = GUD_EDGE_Y_LOW; e <= GUD_EDGE_Y_HIGH; e++)
        for (int t = 0; t < film->side[e].count; t++)
            flow[film->side[e].first_cell + t * film->side[e].cell_step] += 0.5 * fabs(y[film->side[e].first_face + t]);
    return gud_cells_largest_size(w->team, film->nstate, flow);
}

static double largest_of(const gud_film_work *w, const double *a, int n)
{
    return gud_cells_largest_size(w->team, n, a);
}

// weight that makes the slack of rows without transport a number of the order of one
static double slack_weight(const gud_film *film, const gud_film_work *w, const gud_film_in *in)
{
    double q = 0.0;
    if (w->x.carries) q = largest_of(w, w->x.carry, film->ncell);
    if (w->y.carries) q = gud_larger(q, largest_of(w, w->y.carry, film->ncell));
    for (int k = 0; k < film->ncell; k++) {
        if (in->rate) q = gud_larger(q, film->area[k] * fabs(in->rate[k]));
        if (in->per_c > 0.0) q = gud_larger(q, film->area[k] * in->per_c * fabs(w->thick[k] - in->m_hat[k]));
    }
    return q > 0.0 ? q : 1.0;
}

static void fill_cell(const gud_film *film, gud_film_work *w, int k, int mark)
{
    if (w->full[k] > 0.0 || film->kind[k] != GUD_CELL_FREE) return;
    w->full[k] = mark;
    w->theta[k] = 1.0;
}

// Fills the broken neighbours of cells that the last step filled (marked 2), `reach` times. A front that has to run far
// would otherwise advance by one cell an iteration; cells filled in excess come back all at once.
static void spill(const gud_film *film, gud_film_work *w, const double *change, int reach)
{
    const int nx = film->nx, ny = film->ny;
    for (int k = 0; k < film->ncell; k++)
        if (change[k] > 0.0) w->full[k] = 2.0;
    for (int mark = 2; mark < 2 + reach; mark++)
        for (int i = 0; i < nx; i++)
            for (int j = 0; j < ny; j++) {
                const int k = i * ny + j;
                if (w->full[k] != mark) continue;
                if (j > 0) fill_cell(film, w, k - 1, mark + 1);
                if (j < ny - 1) fill_cell(film, w, k + 1, mark + 1);
                if (i > 0 || film->periodic) fill_cell(film, w, i > 0 ? k - ny : k + (nx - 1) * ny, mark + 1);
                if (i < nx - 1 || film->periodic) fill_cell(film, w, i < nx - 1 ? k + ny : k - (nx - 1) * ny, mark + 1);
            }
    for (int k = 0; k < film->ncell; k++) w->full[k] = w->full[k] > 0.0 ? 1.0 : 0.0;
}

enum { furthest = 64 }; // cells

// after so many steps in a row that filled much more than they broke
static int reach_of(int runs)
{
    return runs < 3 ? 0 : runs < 9 ? 1 << (runs - 3) : furthest;
}

GUD_WIDE static void side_part(void *user, int first, int end)
{
    const cell_loop *l = user;
    double *u = l->w->u, *theta = l->w->theta, *full = l->w->full, *change = l->change;
    const size_t size = (size_t)(end - first) * sizeof *full;
    if (memcmp(change + first, full + first, size) == 0) { // both are ones and zeros
        if (l->w->team) memset(change + first, 0, size);
        return;
    }
    GUD_INDEPENDENT
    for (int k = first; k < end; k++) {
        const double is = change[k], same = 1.0 - fabs(is - full[k]);
        change[k] = is - full[k];
        full[k] = is;
        u[k] *= same;
        theta[k] = same * theta[k] + (1.0 - same);
    }
    atomic_fetch_add(l->flips, (int)gud_sum_of_sizes(change + first, end - first));
}

// Makes `change` the new active set, and then +1 for cells that it fills and -1 for those it breaks; they start from
// zero pressure and a full gap. Returns how many cells change sides; where none does, `change` is not to be read.
static int sides_change(int n, gud_film_work *w, double *change)
{
    atomic_int flips = 0;
    cell_loop l = {.w = w, .change = change, .flips = &flips};
    gud_cells_share(w->team, n, side_part, &l);
    const int filled = gud_filling_settle(w);
    if (flips == 0 && filled > 0) memset(change, 0, (size_t)n * sizeof *change);
    return flips + filled;
}

GUD_WIDE static void step_part(void *user, int first, int end)
{
    const cell_loop *l = user;
    double *restrict u = l->w->u, *restrict theta = l->w->theta;
    const double *restrict full = l->w->full, *restrict step = l->w->step;
    for (int k = first; k < end; k++) {
        u[k] += full[k] * step[k];
        theta[k] += (1.0 - full[k]) * step[k];
    }
}

GUD_WIDE static void bound_part(void *user, int first, int end)
{
    const cell_loop *l = user;
    const double *u = l->w->u, *theta = l->w->theta, *full = l->w->full, low = l->low, high = l->high;
    double *restrict change = l->change;
    for (int k = first; k < end; k++) {
        const double over = full[k] * (u[k] - low) + (1.0 - full[k]) * (theta[k] - high);
        change[k] = over >= 0.0 ? 1.0 : 0.0;
    }
}

// takes the full step and corrects the active set
static int step_take(const gud_film *film, gud_film_work *w, double tolerance, double *change)
{
    const int n = film->nstate;
    cell_loop l = {.film = film, .w = w, .change = change, .high = 1.0 + tolerance};
    gud_cells_share(w->team, n, step_part, &l);
    if (!film->options.cavitation->breaks) return 0;
    l.low = -tolerance * gud_larger(gud_cells_largest(w->team, n, w->u), 0.0);
    gud_cells_share(w->team, n, bound_part, &l);
    gud_filling_sides(w, l.low, tolerance, change);
    return sides_change(n, w, change);
}

GUD_WIDE static void foresee_part(void *user, int first, int end)
{
    static const double least = 1e-12; // a gap that is just full does not ask for more
    const cell_loop *l = user;
    const gud_film_work *w = l->w;
    const double *full = w->full, *u = w->u, *theta = w->theta, *r = w->residual, *centre = w->matrix.centre;
    double *restrict change = l->change;
    for (int k = first; k < end; k++) {
        const double over = full[k] * u[k] + (1.0 - full[k]) * (theta[k] - 1.0 - least) - r[k] / centre[k];
        change[k] = over >= 0.0 ? 1.0 : 0.0;
    }
}

// Moves cells to the other side that would get there by a step of their own, the others at rest. What reaches a front
// in a short stage is known before pressures are: most stages are then done with one matrix.
static int foresee(const gud_film *film, gud_film_work *w, double *change)
{
    const int n = film->options.cavitation->breaks ? film->nstate : 0;
    cell_loop l = {.w = w, .change = change};
    gud_cells_share(w->team, n, foresee_part, &l);
    gud_filling_foresee(w, change);
    return sides_change(n, w, change);
}
// returns how many cells changed sides; *runs counts the steps in a row that filled much more than they broke
static int advance(const gud_film *film, gud_film_work *w, double tolerance, int *runs)
{
    double *change = w->trial;
    const int flips = step_take(film, w, tolerance, change);
    const int filled = flips > 0 ? (int)gud_cells_dot(w->team, film->nstate, change, w->full) : 0;
    *runs = filled > 4 * (flips - filled) ? *runs + 1 : 0;
    if (filled > 0 && reach_of(*runs) > 0) {
        spill(film, w, change, reach_of(*runs));
        (void)gud_filling_settle(w);
    }
    return flips;
}

static double imbalance(const gud_film *film, const gud_film_work *w)
{
    return gud_cells_sum_of_sizes(w->team, film->nstate, w->residual);
}

// state at w + t d; returns how many cells changed sides
static int place_state(const gud_film *film, gud_film_work *w, double scale, double t)
{
    const bool breaks = film->options.cavitation->breaks;
    int flips = 0;
    for (int k = 0; k < film->nstate; k++) {
        if (film->kind[k] != GUD_CELL_FREE) continue;
        const double v = w->trial[k] + t * w->step[k];
        const double full = !breaks || v > 0.0 || (v == 0.0 && w->full[k] > 0.0) ? 1.0 : 0.0;
        flips += full != w->full[k];
        w->full[k] = full;
        w->u[k] = full > 0.0 ? v : 0.0;
        w->theta[k] = full > 0.0 ? 1.0 : 1.0 + v / scale;
    }
    gud_filling_shift(w, w->theta, 1.0);
    return flips + gud_filling_settle(w);
}

static double first_kink(const gud_film *film, const gud_film_work *w)
{
    double t = 1.0;
    for (int k = 0; k < film->nstate; k++)
        if (w->trial[k] * w->step[k] < 0.0) t = gud_smaller(t, -w->trial[k] / w->step[k]);
    return t;
}

static void assess_balances(const gud_film *film, gud_film_work *w, const gud_film_in *in)
{
    if (in->wall) gud_yield_update(film, w);
    if (w->varies) gud_film_properties(film, w, in);
    gud_film_residual(film, w, in, w->residual);
}

// a step along w->step that lowers the sum of imbalances; returns cells that changed sides, in *taken the share taken
static int take_damped_step(const gud_film *film, gud_film_work *w, const gud_film_in *in, double scale, double *taken)
{
    const double before = imbalance(film, w);
    for (int k = 0; k < film->nstate; k++) {
        const double unit = w->full[k] > 0.0 ? 1.0 : scale;
        w->trial[k] = w->full[k] > 0.0 ? w->u[k] : unit * (w->theta[k] - 1.0);
        w->step[k] *= unit;
    }
    gud_filling_shift(w, w->trial, -scale);
    int flips = 0;
    double t = 1.0;
    for (int n = 0; n <= halvings; n++, t *= 0.5) {
        flips += place_state(film, w, scale, t);
        assess_balances(film, w, in);
        if (imbalance(film, w) <= (1.0 - 1e-3 * t) * before) {
            *taken = t;
            return flips;
        }
    }
    *taken = gud_smaller(1.0, first_kink(film, w) * (1.0 + 1e-9) + 1e-14);
    flips += place_state(film, w, scale, *taken);
    assess_balances(film, w, in);
    return flips;
}

// Relative imbalance asked of the iterative solver. In a stage oil is conserved whatever it is, since m comes from the
// fluxes.
static double balanced(const gud_film_in *in)
{
    return in->guess ? 1e-6 : in->per_c > 0.0 ? 1e-10 : 5e-13;
}

// What is left of balances by rounding: where deep pockets conduct well, small flows are differences of large numbers.
GUD_WIDE static double rounding(const gud_film *film, gud_film_work *w)
{
    static const double bits = 1e-15;
    double *flow = w->trial;
    for (int k = 0; k < film->ncell; k++) flow[k] = (w->x.conduct[k] + w->y.conduct[k]) * w->u[k];
    return bits * gud_largest_size(flow, film->ncell);
}

// does the state solve the problem, given what the last step did
static bool has_arrived(const gud_film *film, gud_film_work *w, const gud_film_in *in, int flips, double taken)
{
    const double little = in->wall ? exact_walls : exact;
    if (w->varies && flips == 0 && largest_of(w, w->residual, film->nstate) <= little * throughput(film, w, in))
        return true;
    if (flips > 0 || taken < 1.0) return false;
    if (w->varies)
        return largest_of(w, w->step, film->nstate) <= settled * gud_larger(largest_of(w, w->u, film->nstate), 1e-30);
    if (gud_film_linear_exact(w)) return true;
    const double worst = largest_of(w, w->residual, film->nstate);
    return worst <= balanced(in) * throughput(film, w, in) || worst <= rounding(film, w);
}

// Accuracy of the n-th linear solution, relative to its right-hand side. Where pressures differ by many orders, errors
// of large ones flip cells of small ones: sets that do not settle get better solutions.
static double accuracy(const gud_film *film, gud_film_work *w, const gud_film_in *in, int flips, int n)
{
    enum { patience = 12 };
    if (gud_film_linear_exact(w) || n == 1) return loose;
    if (flips > few) return n <= patience ? loose : gud_larger(loose * pow(0.1, n - patience), 1e-14);
    const double have = largest_of(w, w->residual, film->nstate), want = 0.2 * balanced(in) * throughput(film, w, in);
    return have > 0.0 ? gud_smaller(loose, gud_larger(want / have, 1e-12)) : loose;
}

// FNV-1a over the active set
static uint64_t fingerprint(const gud_film_work *w, int n, int ncross)
{
    uint64_t hash = 14695981039346656037u;
    for (int k = 0; k < n; k++) hash = (hash ^ (w->full[k] > 0.0)) * 1099511628211u;
    for (int k = 0; k < w->nfilling; k++) hash = (hash ^ w->filling[k].soft) * 1099511628211u;
    for (int k = 0; k < w->nrupture; k++) hash = (hash ^ w->rupture[k].open) * 1099511628211u;
    for (int k = 0; k < ncross; k++) hash = (hash ^ (uint64_t)(w->bound[k] + 1)) * 1099511628211u;
    return hash;
}

// adds the active set to the n known ones; true if it is among them
static bool seen_before(const gud_film *film, const gud_film_work *w, uint64_t *seen, int n)
{
    seen[n] = fingerprint(w, film->nstate, film->ncross);
    for (int i = 0; i < n; i++)
        if (seen[i] == seen[n]) return true;
    return false;
}

static gud_status linearize(const gud_film *film, gud_film_work *w, const gud_film_in *in, bool quick, gud_error *error)
{
    gud_film_matrix(film, w, in);
    if (quick && in->per_c > 0.0 && foresee(film, w, w->trial) > 0 && !gud_film_update(film, w, in)) {
        assess_balances(film, w, in);
        gud_film_matrix(film, w, in);
    }
    if (gud_film_factor(film, w, in) == GUD_OK) return GUD_OK;
    return gud_fail(error, GUD_RETRY, "film: the pressure level is undetermined; add an open end or a feed");
}

GUD_WIDE static void negate_part(void *user, int first, int end)
{
    const double *restrict residual = ((const cell_loop *)user)->w->residual;
    double *restrict step = ((const cell_loop *)user)->w->step;
    for (int k = first; k < end; k++) step[k] = -residual[k];
}

static gud_status step_find(const gud_film *film, gud_film_work *w, double accurate, int n, gud_error *error)
{
    cell_loop l = {.w = w};
    gud_cells_share(w->team, film->nstate, negate_part, &l);
    (void)gud_film_linear(w, 1, w->step, accurate); // a step that misses its accuracy is still a step
    if (film->nrecess > 0) gud_border_solve(film, w, 1, w->step, w->step + film->ncell, film->nfeed);
    if (film->options.yields) gud_yield_limit(film, w);
    if (isfinite(gud_cells_sum_of_sizes(w->team, film->nstate, w->step))) return GUD_OK;
    return gud_fail(error, GUD_RETRY,
                    "film: the linear solver failed after %d iterations; use a finer grid or shorter steps", n);
}

// an oil whose viscosity grows with pressure bears no more than so much
static gud_status check_pressure_limit(const gud_film *film, const gud_film_work *w, const gud_film_in *in,
                                       gud_film_out *out, gud_error *error)
{
    const gud_reduced *table = in->oil->reduced;
    out->solid = table && !(w->cavity + largest_of(w, w->u, film->nstate) < gud_reduced_bound(table));
    if (!out->solid) return GUD_OK;
    return gud_fail(
        error, GUD_RETRY,
        "film: the pressure passes %.3g GPa, beyond the range of the viscosity law; rigid walls do not limit it. Use a "
        "larger bearing, a smaller load, a smaller pressure coefficient, a higher speed or viscosity, or a lining",
        1e-9 * gud_reduced_pressure(table));
}

// faces that open or close, and cross flows that reach or leave a bound
static int bounds_switch(const gud_film *film, gud_film_work *w)
{
    return gud_ruptures_switch(film, w) + (film->cross ? gud_cross_switch(film, w) : 0);
}

static gud_status iterate(const gud_film *film, gud_film_work *w, const gud_film_in *in, gud_film_out *out,
                          gud_error *error)
{
    int flips = out->warm ? 0 : 1;
    double scale = 0.0, taken = 1.0;
    bool quick = true;
    uint64_t seen[most + 1];
    int nseen = 0, runs = 0, beyond = 0, settled_times = 0;

    assess_balances(film, w, in);
    if (!isfinite(imbalance(film, w))) return gud_fail(error, GUD_ERR_NUMERIC, "film: an input is not a number");
    for (int n = 1; n <= most; n++) {
        out->iterations = n;
        const double tolerance = n < 10 ? 1e-14 : n < 50 ? 1e-12 : 1e-10;
        if (n == 1 || flips > 0 || w->varies) GUD_TRY(linearize(film, w, in, quick, error));
        GUD_TRY(step_find(film, w, accuracy(film, w, in, flips, n), n, error));
        if (n > early && flips > 0 && quick && runs < 3 && seen_before(film, w, seen, nseen++)) quick = false;
        if (quick) {
            const int moved = advance(film, w, tolerance, &runs); // 0: w->trial is not to be read
            flips = moved + bounds_switch(film, w);
            if (gud_film_linear_exact(w) && flips == 0 && !w->varies) return GUD_OK;
            assess_balances(film, w, in);
            if (settled_times < most_settled && gud_film_settle(film, w, in, w->trial, moved) > 0) {
                settled_times++;
                assess_balances(film, w, in);
            }
            if (w->varies &&
                (n > (in->wall ? patient : hasty) || !(largest_of(w, w->residual, film->nstate) < wild * w->slack))) {
                // again from the guess, with care
                quick = false, flips = 1;
                start(film, w, in, out);
                assess_balances(film, w, in);
            }
        } else {
            if (scale == 0.0)
                scale = gud_larger(1.0,
                                   gud_larger(largest_of(w, w->u, film->nstate), largest_of(w, w->step, film->nstate)));
            flips = take_damped_step(film, w, in, scale, &taken) + bounds_switch(film, w);
        }
        if (has_arrived(film, w, in, flips, taken)) return GUD_OK;
        if (w->varies && check_pressure_limit(film, w, in, out, error) != GUD_OK && ++beyond > most_beyond)
            return GUD_RETRY;
    }
    return gud_fail(error, GUD_RETRY, "film: no convergence in %d iterations; use a finer grid or shorter steps", most);
}

GUD_INLINE void set_read(int n, const double *restrict full, unsigned char *restrict out)
{
    for (int k = 0; k < n; k++) out[k] = full[k] > 0.0;
}

// pressures of feeds; the oil under recesses, from their balance
static void finish_feeds(const gud_film *film, gud_film_work *w, const gud_film_in *in, gud_film_out *out)
{
    const double cavity = film->options.cavity;
    for (int f = 0; f < film->nfeed && out->feed; f++)
        out->feed[f] = w->u[film->ncell + f] <= 0.0 ? cavity : w->pressure[film->ncell + f];
    for (int n = 0; n < film->ncovered; n++) {
        const int k = film->covered[n], F = film->ncell + film->cell_feed[k] - 1;
        out->m[k] = w->content[F] * w->thick[k];
    }
    for (int r = 0; r < film->nrecess && in->per_c > 0.0 && film->options.cavitation->transport; r++) {
        const int f = film->recess[r];
        double area = 0.0;
        for (int n = 0; n < film->ncovered; n++)
            if (film->cell_feed[film->covered[n]] == f + 1) area += film->area[film->covered[n]];
        for (int n = 0; n < film->ncovered; n++)
            if (film->cell_feed[film->covered[n]] == f + 1)
                out->m[film->covered[n]] -= w->residual[film->ncell + f] / (area * in->per_c);
    }
}

GUD_WIDE static void finish_part(void *user, int first, int end)
{
    const cell_loop *l = user;
    const gud_film_work *w = l->w;
    const gud_cavitation *row = l->film->options.cavitation;
    const double *u = w->u, *p = w->pressure, *content = w->content, *thick = w->thick, *residual = w->residual;
    const double *area = l->film->area, cavity = l->film->options.cavity, c = l->in->per_c;
    const bool cuts = row->breaks || row->clips, stage = row->transport && c > 0.0;
    double *restrict pressure = l->out->pressure, *restrict m = l->out->m, *restrict theta = l->out->theta;
    for (int k = first; k < end; k++) pressure[k] = cuts && u[k] <= 0.0 ? cavity : p[k];
    for (int k = first; !stage && k < end; k++) m[k] = content[k] * thick[k];
    for (int k = first; stage && k < end; k++) m[k] = content[k] * thick[k] - residual[k] / (area[k] * c);
    if (row->transport)
        memcpy(theta + first, w->theta + first, (size_t)(end - first) * sizeof *theta);
    else
        for (int k = first; k < end; k++) theta[k] = 1.0;
    set_read(end - first, w->full + first, l->out->full + first);
}

// m of a stage comes from the fluxes
static void finish(const gud_film *film, gud_film_work *w, const gud_film_in *in, gud_film_out *out)
{
    cell_loop l = {.film = film, .w = w, .in = in, .out = out};
    gud_covers_set(film, w);
    gud_film_pressures(film, w, in);
    gud_cells_share(w->team, film->ncell, finish_part, &l);
    for (int i = 0; i < w->nfilling; i++)
        if (w->filling[i].soft) out->full[w->filling[i].cell] = 0;
    finish_feeds(film, w, in, out);
}

GUD_WIDE static void polish_part(void *user, int first, int end)
{
    double *restrict u = ((const cell_loop *)user)->w->u, *restrict theta = ((const cell_loop *)user)->w->theta;
    for (int k = first; k < end; k++) {
        u[k] = gud_larger(u[k], 0.0);
        theta[k] = gud_smaller(theta[k], 1.0);
    }
}

// bounds hold exactly; what that disturbs by round-off is corrected once
static void polish_state(const gud_film *film, gud_film_work *w, const gud_film_in *in)
{
    cell_loop l = {.w = w};
    if (film->options.cavitation->breaks) gud_cells_share(w->team, film->nstate, polish_part, &l);
    (void)gud_filling_settle(w);
    assess_balances(film, w, in);
}

// is the flow through a restrictor not linear in the unknown of its recess
static bool restrictor_varies(const gud_film *film, const gud_film_in *in)
{
    for (int r = 0; r < film->nrecess; r++) {
        const gud_film_source source = film->feed[film->recess[r]].source;
        if (source == GUD_FEED_ORIFICE || (source == GUD_FEED_CAPILLARY && in->oil->reduced)) return true;
    }
    return false;
}

gud_status gud_film_solve(const gud_film *film, gud_film_work *w, const gud_film_in *in, gud_film_out *out,
                          gud_error *error)
{
    GUD_TRY(check(film, w, in, error));
    assert(in->oil->reduced || (!in->oil->pressure && !in->oil->density)); // gud_lubricant_prepare was forgotten
    assert(in->oil->thinning || !in->oil->shear);
    w->varies = in->wall || in->oil->density || in->oil->shear || restrictor_varies(film, in);
    w->inner = 0;
    const bool cold = !out->warm;
    out->solid = false;
    if (in->wall) {
        GUD_TRY(gud_yield_begin(film, w, in, out, error));
        in = &w->yielded;
    }
    // the guess only has to be near: whether it was found does not matter
    if (cold && w->nests) out->warm = gud_nested_guess(film, w->team, in, out, error) == GUD_OK;
    gud_film_prepare(film, w, in);
    start(film, w, in, out);
    gud_film_properties(film, w, in);
    w->slack = film->options.cavitation->transport && !w->varies ? 1.0 : slack_weight(film, w, in);
    if (w->varies && !out->warm && !in->wall) { // fronts are found faster with the oil as it is without pressure
        w->varies = false;
        (void)iterate(film, w, in, out, error);
        w->varies = true;
    }
    const gud_status status = iterate(film, w, in, out, error);
    if (cold) out->warm = false;
    GUD_TRY(status);
    polish_state(film, w, in);
    GUD_TRY(check_pressure_limit(film, w, in, out, error));

    const double flow = throughput(film, w, in), worst = largest_of(w, w->residual, film->nstate);
    out->inner = w->inner;
    out->residual = flow > 0.0 ? worst / flow : 0.0;
    if (!(out->residual <= (in->guess ? acceptable_guess : acceptable)) || !isfinite(imbalance(film, w)))
        return gud_fail(
            error, GUD_RETRY,
            "film: flows balance only to %.2g in gaps from %.3g to %.3g um; use a finer grid, shorter steps or a "
            "smaller load",
            out->residual, 1e6 * gud_cells_least(w->team, film->ncell, in->gap),
            1e6 * largest_of(w, in->gap, film->ncell));
    finish(film, w, in, out);
    return GUD_OK;
}
