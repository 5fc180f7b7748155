// Journal bearings with a film on a grid, and asperities if the surfaces are rough.

#include "base/alloc.h"
#include "num/pi.h"
#include "pair/asperities.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// A film's scratch, and the answer it gave last. Newton's method asks twice at each point, first for forces, then for
// tangents: the question is kept, and what is known is not computed again.
typedef struct {
    gud_bearing_work *work;
    gud_film_out film;
    double *m_hat;
    double *m_t; // rate of the oil with the last answer
    gud_bearing_out out;
    gud_asperities rough;
    bool answered;        // `out` holds an answer of this run
    bool tangents;        // and its derivatives
    gud_journal_place at; // the question: place and motion of the journal,
    double c;             // the stage,
    double *y_hat;        // and the oil it starts from
} scratch;

// time over which the pressure of an instant is found: short against everything that moves
static const double instant = 1e-9; // s
static const double dry = 0.5;      // a film with less oil than this part of its gap starves

// Numbers of an answer: whether there is one; of the film force on the journal, torque, loss, largest pressure, side
// flow and smallest gap of the cells; of asperities force and torque on the journal, loss, sum and largest of their
// pressure
enum {
    exists,
    force,
    torque = force + 4,
    loss,
    peak,
    leak,
    least,
    rub,
    rub_torque = rub + 4,
    rub_loss,
    rub_sum,
    rub_peak,
    nanswer
};

int gud_lubricated_nhistory(const gud_lubricated *p)
{
    return 3 * p->ncell + nanswer + 1;
}

// where the history keeps how far the thinnest film of the run lay below the clearance
static int thinned(const gud_lubricated *p)
{
    return 3 * p->ncell + nanswer;
}

// The last answer. It is that of a step's end; before it, answers go in straight lines from that of the step's start.
static void answer_get(const gud_lubricated *p, const scratch *w, const gud_pair_in *in, double a[nanswer])
{
    const gud_bearing_out *o = &w->out;
    const gud_asperities *r = &w->rough;
    const double *start = in->history + 3 * p->ncell;
    const double last[nanswer] = {1.0,
                                  o->Q[0],
                                  o->Q[1],
                                  o->Q[2],
                                  o->Q[3],
                                  o->torque_journal,
                                  o->loss_shear + o->loss_flow,
                                  o->pressure_max,
                                  o->side_flow,
                                  o->gap_min,
                                  r->a.F[0],
                                  r->a.F[1],
                                  r->a.F[2],
                                  r->a.F[3],
                                  r->a.F[4],
                                  r->loss,
                                  r->force,
                                  r->largest};
    memcpy(a, last, sizeof last);
    for (int k = 0; in->before > 0.0 && start[exists] > 0.0 && k < nanswer; k++) a[k] += in->before * (start[k] - a[k]);
}

static void work_free(void *work)
{
    scratch *w = work;
    if (!w) return;
    gud_bearing_work_free(w->work);
    gud_free(w->film.pressure);
    gud_free(w->film.full);
    gud_free(w);
}

static void *work_create(const void *prm)
{
    const gud_lubricated *p = prm;
    const size_t n = (size_t)p->ncell;
    gud_error error;
    scratch *w = gud_alloc(1, sizeof *w);
    if (!w) return NULL;
    double *numbers = gud_alloc(6 * n, sizeof *numbers);
    w->film = (gud_film_out){.pressure = numbers, .full = gud_alloc(n, 1)};
    if (numbers) {
        w->film.theta = numbers + n;
        w->film.m = numbers + 2 * n;
        w->m_hat = numbers + 3 * n;
        w->m_t = numbers + 4 * n;
        w->y_hat = numbers + 5 * n;
    }
    if (numbers && w->film.full && gud_bearing_work_create(p->bearing, &error, &w->work) == GUD_OK) return w;
    work_free(w);
    return NULL;
}

// warm start from what the last accepted step left
static void work_forget(const void *prm, void *work, const double *history)
{
    const gud_lubricated *p = prm;
    scratch *w = work;
    const int n = p->ncell;
    w->answered = false;
    memcpy(w->film.pressure, history, (size_t)n * sizeof(double));
    memcpy(w->film.theta, history + n, (size_t)n * sizeof(double));
    for (int k = 0; k < n; k++) w->film.full[k] = history[2 * n + k] > 0.5;
    w->film.warm = true;
}

static gud_status film_start(const void *prm, const gud_pair_in *in, double *history, double *y, gud_error *error)
{
    const gud_lubricated *p = prm;
    const gud_journal_place at = gud_journal_at(p->tilts, in->pose[0], in->pose[1]);
    GUD_TRY(gud_lubricated_fits(p, &at, error));
    gud_bearing_flood(p->bearing, at.q, y);
    for (int k = 0; k < p->ncell; k++) {
        history[k] = p->ambient;
        history[p->ncell + k] = history[2 * p->ncell + k] = 1.0;
    }
    memset(history + 3 * p->ncell, 0, (nanswer + 1) * sizeof(double));
    return GUD_OK;
}

// Between stages (a start, an event, a record) there is no step to take the pressure from: the last answer serves, and
// where there is none, the film of a very short time in which the journal moves as it does now.
static gud_status film_solve(const gud_lubricated *p, scratch *w, const gud_pair_in *in, const gud_journal_place *at)
{
    gud_bearing_in given = {.omega_j = at->omega_j,
                            .omega_b = at->omega_b,
                            .oil = &p->oil,
                            .m_hat = in->y_hat,
                            .per_c = 1.0 / in->c,
                            .drag = p->drag};
    gud_error error;
    memcpy(given.q, at->q, sizeof given.q);
    memcpy(given.q_t, at->q_t, sizeof given.q_t);
    if (in->c <= 0.0) {
        double before[4];
        for (int k = 0; k < 4; k++) before[k] = at->q[k] - instant * at->q_t[k];
        gud_bearing_flood(p->bearing, before, w->m_hat);
        for (int k = 0; k < p->ncell; k++)
            if (w->film.theta[k] < 1.0 && in->y_hat[k] < w->m_hat[k]) w->m_hat[k] = in->y_hat[k];
        given.m_hat = w->m_hat;
        given.per_c = 1.0 / instant;
    }
    const gud_status st = gud_bearing_solve(p->bearing, w->work, &given, false, &w->film, &w->out, &error);
    w->film.warm = st == GUD_OK;
    w->answered = st == GUD_OK;
    for (int k = 0; k < p->ncell && w->answered; k++) w->m_t[k] = (w->film.m[k] - given.m_hat[k]) * given.per_c;
    w->tangents = false;
    w->at = *at;
    w->c = in->c;
    memcpy(w->y_hat, in->y_hat, (size_t)p->ncell * sizeof(double));
    return st < 0 ? GUD_RETRY : st;
}

// has the film of this stage been found already?
static bool known(const gud_lubricated *p, const scratch *w, const gud_pair_in *in, const gud_journal_place *at)
{
    return w->answered && w->c == in->c && memcmp(&w->at, at, sizeof *at) == 0 &&
           memcmp(w->y_hat, in->y_hat, (size_t)p->ncell * sizeof(double)) == 0;
}

// oil that left holds the pressure of the ambient off: work stored in the voids
static double voids_of(const gud_lubricated *p, const double *m)
{
    const gud_film_grid *grid = gud_bearing_grid(p->bearing);
    double oil = 0.0;
    for (int k = 0; k < p->ncell; k++) oil += m[k] * grid->area[k];
    return (p->ambient - p->cavity) * (2.0 * pi * p->radius * p->width * p->clearance - (p->tilts ? 1.0 : 2.0) * oil);
}

static void film_answer(const gud_lubricated *p, scratch *w, const gud_pair_in *in, const gud_journal_place *at,
                        gud_pair_out *out)
{
    const double omega = at->omega_j - at->omega_b;
    const gud_journal_answer *rough = &w->rough.a;
    gud_journal_answer a = {0};
    double answer[nanswer];
    answer_get(p, w, in, answer);
    for (int i = 0; i < 4; i++) {
        a.F[i] = answer[force + i];
        memcpy(a.F_q[i], w->out.Q_q[i], sizeof a.F_q[i]);
        memcpy(a.F_v[i], w->out.Q_v[i], sizeof w->out.Q_v[i]);
        a.F_v[i][4] = w->out.Q_omega[i];
    }
    gud_journal_couple(at->q, &a);
    a.F[4] = answer[torque];
    if (omega != 0.0) a.F_v[4][4] -= w->out.loss_shear / (omega * omega); // how drag changes with place is left out
    for (int i = 0; i < 5; i++) {
        a.F[i] += answer[rub + i];
        for (int j = 0; j < 4; j++) a.F_q[i][j] += rough->F_q[i][j];
        for (int j = 0; j < 5; j++) a.F_v[i][j] += rough->F_v[i][j];
    }
    gud_journal_give(p->tilts, in, at, &a, out);
    if (!out->energies) return;
    out->dissipation = answer[loss] + answer[rub_loss];
    out->potential = voids_of(p, out->y) + (p->rough ? gud_asperities_stored(p, at) : 0.0);
}

static void film_eval(const void *prm, const gud_pair_in *in, gud_pair_out *out)
{
    const gud_lubricated *p = prm;
    scratch *w = in->work;
    const gud_journal_place at = gud_journal_at(p->tilts, in->pose[0], in->pose[1]);
    const bool between = in->c <= 0.0, again = known(p, w, in, &at);
    if (!again && (!between || !w->answered)) {
        out->status = film_solve(p, w, in, &at);
        if (out->status != GUD_OK) out->reason = gud_lubricated_reason(p, &at);
        if (out->status != GUD_OK) return;
        if (p->rough) gud_asperities_press(p, &at, &w->rough);
    }
    if (out->by_displacement && !w->tangents) {
        out->status = gud_bearing_tangents(p->bearing, w->work, &w->film, &w->out);
        if (out->status != GUD_OK) return;
        w->tangents = true;
    }
    memcpy(out->y, between ? in->y_hat : w->film.m, (size_t)p->ncell * sizeof(double));
    if (between) memcpy(out->y_t, w->m_t, (size_t)p->ncell * sizeof(double));

    film_answer(p, w, in, &at, out);
}

// A projection may have moved the journal behind the last answer of the film. What full cells hold fits the gap to the
// last digit from here on: oil in excess would have to leave within the next step, however short it is, by a blow.
static void fit(const gud_lubricated *p, scratch *w, const gud_journal_place *at, double *y)
{
    gud_bearing_flood(p->bearing, w->at.q, w->m_hat);
    for (int k = 0; k < p->ncell; k++)
        if (w->film.full[k]) y[k] /= w->m_hat[k];
    gud_bearing_flood(p->bearing, at->q, w->m_hat);
    for (int k = 0; k < p->ncell; k++) y[k] = w->film.full[k] ? y[k] * w->m_hat[k] : fmin(y[k], w->m_hat[k]);
}

static void film_accept(const void *prm, const gud_pair_in *in, double *history, double *y)
{
    const gud_lubricated *p = prm;
    scratch *w = in->work;
    const gud_journal_place at = gud_journal_at(p->tilts, in->pose[0], in->pose[1]);
    const int n = p->ncell;
    fit(p, w, &at, y);
    memcpy(history, w->film.pressure, (size_t)n * sizeof(double));
    memcpy(history + n, w->film.theta, (size_t)n * sizeof(double));
    for (int k = 0; k < n; k++) history[2 * n + k] = w->film.full[k];
    answer_get(p, w, in, history + 3 * n);
    history[thinned(p)] = fmax(in->history[thinned(p)], p->clearance - gud_lubricated_fineness(p, in));
}

static void film_release(void *prm)
{
    gud_lubricated *p = prm;
    gud_bearing_free(p->bearing);
    if (p->rough) gud_rough_free(p->rough);
    gud_lubricant_release(&p->oil);
    p->bearing = NULL;
    p->rough = NULL;
}

// couples count by the forces at the ends of the bearing that make them
static double asperity_share(const gud_lubricated *p, const double answer[nanswer])
{
    double rough[4], film[4];
    for (int k = 0; k < 4; k++) {
        const double per_lever = k < 2 ? 1.0 : 2.0 / p->width;
        rough[k] = per_lever * answer[rub + k];
        film[k] = per_lever * answer[force + k];
    }
    return gud_load_share(4, rough, film);
}

static void film_report(const void *prm, const gud_pair_in *in, double *values)
{
    const gud_lubricated *p = prm;
    const gud_journal_place at = gud_journal_at(p->tilts, in->pose[0], in->pose[1]);
    double a[nanswer];
    answer_get(p, in->work, in, a);
    gud_lubricated_report_place(p, &at, values);
    const double further[] = {a[loss],     a[rub_loss], a[torque] + a[rub_torque], a[least], a[peak],
                              a[rub_peak], a[rub_sum],  asperity_share(p, a),      a[leak]};
    memcpy(values + 5, further, sizeof further);
}

// share of the gap that oil fills
static double fullness(const gud_lubricated *p, const scratch *w, const gud_pair_in *in)
{
    const gud_film_grid *grid = gud_bearing_grid(p->bearing);
    const gud_journal_place at = gud_journal_at(p->tilts, in->pose[0], in->pose[1]);
    double oil = 0.0, room = 0.0;
    gud_bearing_flood(p->bearing, at.q, w->m_hat);
    for (int k = 0; k < p->ncell; k++) {
        oil += in->y_hat[k] * grid->area[k];
        room += w->m_hat[k] * grid->area[k];
    }
    return oil / room;
}

static bool starves(const gud_lubricated *p, const gud_pair_in *in, char *text, size_t size)
{
    const double part = fullness(p, in->work, in);
    if (p->ambient > p->cavity && part >= dry) return false;
    const char *why = p->ambient > p->cavity ? "its ends feed it too slowly"
                                             : "its ends (film.ambient) are at the pressure where the film breaks "
                                               "(film.cavity), so that oil leaves and none comes back";
    (void)snprintf(text, size, "starves: %s; at the end oil fills %.3g %% of its gap", why, 100.0 * part);
    return true;
}

// Does the film run dry, or was it thinner than its grid can show?
static bool film_remark(const void *prm, const gud_pair_in *in, char *text, size_t size)
{
    const gud_lubricated *p = prm;
    const gud_film_grid *grid = gud_bearing_grid(p->bearing);
    const gud_bearing_spec spec = {.radius = p->radius,
                                   .width = p->width,
                                   .clearance = p->clearance,
                                   .nx = grid->nx,
                                   .ny = grid->ny,
                                   .half = !p->tilts};
    const double film_min = p->clearance - in->history[thinned(p)];
    int cells[2];
    if (starves(p, in, text, size)) return true;
    if (!gud_bearing_is_coarse(&spec, film_min, cells)) return false;
    (void)snprintf(text, size,
                   "had films of %.3g um or less, whose peak of pressure spans %.1f cells of its grid: "
                   "film.grid: [%d, %d] would resolve it",
                   1e6 * film_min, gud_bearing_peak_cells(&spec, film_min), cells[0], cells[1]);
    return true;
}

// ---- maps over the whole bearing, row by row along the axis

static const gud_pair_label maps[] = {
    {"pressure", "Pa", "of the film"},
    {"film_fraction", "1", "share of the gap that oil fills"},
    {"gap", "m", "between journal and bearing"},
    {"asperity_pressure", "Pa", "of rough contact"},
};

enum { map_pressure, map_fraction, map_gap, map_asperity };

static void map_size(const void *prm, int *rows, int *cols)
{
    const gud_lubricated *p = prm;
    const gud_film_grid *grid = gud_bearing_grid(p->bearing);
    *rows = p->tilts ? grid->ny : 2 * grid->ny;
    *cols = grid->nx;
}

// cell of a point; the half of an aligned bearing is mirrored
static int map_cell(const gud_lubricated *p, int row, int col)
{
    const int ny = gud_bearing_grid(p->bearing)->ny;
    const int j = p->tilts ? row : row >= ny ? row - ny : ny - 1 - row;
    return col * ny + j;
}

static double map_height(const gud_lubricated *p, int row)
{
    const gud_film_grid *grid = gud_bearing_grid(p->bearing);
    const double y = grid->y[map_cell(p, row, 0)];
    return !p->tilts && row < grid->ny ? -y : y;
}

static int map_points(const void *prm, double *points)
{
    const gud_lubricated *p = prm;
    const gud_film_grid *grid = gud_bearing_grid(p->bearing);
    int rows, cols;
    map_size(prm, &rows, &cols);
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++, points += 3) {
            const double angle = grid->x[map_cell(p, r, c)] / p->radius;
            points[0] = p->radius * cos(angle);
            points[1] = p->radius * sin(angle);
            points[2] = map_height(p, r);
        }
    return 0;
}

static void map_gaps(const gud_lubricated *p, const gud_journal_place *at, int rows, int cols, double *values)
{
    const gud_film_grid *grid = gud_bearing_grid(p->bearing);
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++) {
            const double angle = grid->x[map_cell(p, r, c)] / p->radius, z = map_height(p, r);
            *values++ = p->clearance - (at->q[0] + z * at->q[2]) * cos(angle) - (at->q[1] + z * at->q[3]) * sin(angle);
        }
}

static void map(const void *prm, const gud_pair_in *in, int map, double *values)
{
    const gud_lubricated *p = prm;
    const double *kept = in->history + (map == map_fraction ? p->ncell : 0);
    int rows, cols;
    map_size(prm, &rows, &cols);
    if (map == map_pressure || map == map_fraction) {
        for (int r = 0; r < rows; r++)
            for (int c = 0; c < cols; c++) *values++ = kept[map_cell(p, r, c)];
        return;
    }
    const gud_journal_place at = gud_journal_at(p->tilts, in->pose[0], in->pose[1]);
    map_gaps(p, &at, rows, cols, values);
    if (map == map_gap) return;
    for (int i = 0; i < rows * cols; i++) {
        double slope;
        const double gap = values[i];
        values[i] = 0.0;
        if (p->rough) gud_rough_eval(p->rough, 1, &gap, &values[i], &slope, NULL);
    }
}

const gud_pair_law gud_pair_film = {
    .eval = film_eval,
    .start = film_start,
    .film_error = gud_lubricated_film_error,
    .accept = film_accept,
    .work_create = work_create,
    .work_free = work_free,
    .work_forget = work_forget,
    .release = film_release,
    .channels = gud_lubricated_channels,
    .nchannel = GUD_LUBRICATED_FILM,
    .report = film_report,
    .remark = film_remark,
    .maps = maps,
    .nmap = GUD_COUNT(maps),
    .map_size = map_size,
    .map_points = map_points,
    .map = map,
};
