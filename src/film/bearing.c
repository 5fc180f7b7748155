// Journal bearings on top of the film.

#include "film/bearing.h"

#include "base/arena.h"
#include "film/lanes.h"
#include "num/pi.h"

#include <math.h>
#include <string.h>

struct gud_bearing {
    gud_bearing_spec spec;
    gud_film_grid *grid;
    gud_film *film;
    int ncell, nq;    // coordinates that the grid can see: 2 for a half, else 4
    double fold;      // 2 for a half
    double *gap_q[4]; // [cells] dh/dq
    double *push[4];  // [cells] dh/dq dA: force of a unit of pressure
    double *wheel;    // [cells] d(slip)/d(omega_j)
    double *entrain;  // [x faces] d(drift)/d(omega_j)
    gud_arena memory;
};

struct gud_bearing_work {
    gud_film_work *film;
    gud_film_in in; // of the last solution
    double *gap, *rate, *slip, *drift;
    double *wet, *bend; // dh/dh_n and its derivative, where walls come close to the floor
    bool close;         // somewhere they do
    double *shape[8];   // gap_q and push times `wet`; what serves:
    const double *gap_q[4], *push[4];
    double *p_s[9], *m_s[2];
    double *eta, *drag, *scrap[4];
    gud_arena memory;
};

static void share_couette(const void *params, int n, const double *theta, double *share)
{
    (void)params, (void)theta; // the gas drags like oil
    for (int k = 0; k < n; k++) share[k] = 1.0;
}

static void share_streamers(const void *params, int n, const double *theta, double *share)
{
    (void)params;
    memcpy(share, theta, (size_t)n * sizeof *share);
}

typedef struct {
    double exponent;
} power_params;

static void share_power(const void *params, int n, const double *theta, double *share)
{
    const power_params *p = params;
    for (int k = 0; k < n; k++) share[k] = theta[k] < 1.0 ? pow(fmax(theta[k], 0.0), p->exponent) : 1.0;
}

static const gud_field power_fields[] = {
    GUD_FIELD(power_params, exponent, "1", 1.0, 0.0, 20.0, "n in g = theta^n"),
};

const gud_drag gud_drag_couette = {
    .row = {.name = "couette", .about = "drag over the whole circumference, as in Raimondi and Boyd's charts"},
    .share = share_couette,
};

const gud_drag gud_drag_streamers = {
    .row = {.name = "streamers",
            .about = "broken film drags with its share of the gap",
            .source = "Nascimento 2024, eq. 2.52"},
    .share = share_streamers,
};

static const gud_drag drag_power = {
    .row = {"power", "broken film drags with theta^n", "Nascimento 2024, eq. 2.51", sizeof(power_params), power_fields,
            GUD_COUNT(power_fields), NULL, 0},
    .share = share_power,
};

const gud_row *const gud_drag_rows[] = {&gud_drag_couette.row, &gud_drag_streamers.row, &drag_power.row, NULL};

static gud_status check(const gud_bearing_spec *s, gud_error *error)
{
    const double sizes[] = {s->radius, s->width, s->clearance};
    static const char *const names[] = {"radius", "width", "clearance"};
    for (int i = 0; i < 3; i++)
        if (!(sizes[i] > 0.0) || !isfinite(sizes[i]))
            return gud_fail(error, GUD_ERR_INPUT, "bearing: %s = %g m must be positive", names[i], sizes[i]);
    return GUD_OK;
}

double gud_bearing_peak_length(const gud_bearing_spec *s, double film_min)
{
    return s->radius * sqrt(2.0 * fmax(film_min, 0.0) / s->clearance);
}

double gud_bearing_peak_cells(const gud_bearing_spec *s, double film_min)
{
    return gud_bearing_peak_length(s, film_min) * s->nx / (2.0 * pi * s->radius);
}

bool gud_bearing_is_coarse(const gud_bearing_spec *s, double film_min, int cells[2])
{
    static const double fewest = 6.0, fewest_along = 1.0; // on the length of the peak; half of what sheets choose
    const double length = gud_bearing_peak_length(s, film_min), around = gud_bearing_peak_cells(s, film_min);
    const int along = s->half ? s->ny : s->ny / 2;
    cells[0] = s->nx, cells[1] = along;
    if (around < fewest) cells[0] = (int)ceil(fmin(s->nx * fewest / around / 10.0, 1e6)) * 10;
    if (along * length < fewest_along * 0.5 * s->width)
        cells[1] = (int)ceil(fmin(fewest_along * 0.5 * s->width / length, 1e6));
    return cells[0] > s->nx || cells[1] > along;
}

// Pressures are means of cells. Towards an end pressure falls as 1 - cosh(z/R)/cosh(b/R), b half the width, and a cell
// beside it has the mean that belongs to the flow over its face at a distance of d/2 - d^2/(6 R tanh(b/R)), not d/2, d
// being its width: docs/theory/film.md, eq. (3a).
static void ends_set(const gud_bearing_spec *s, gud_film_grid *g)
{
    const double d = s->width / (s->half ? 2 * s->ny : s->ny), reach = s->radius * tanh(0.5 * s->width / s->radius);
    const double distance = 0.5 * d * (1.0 - fmin(d / (3.0 * reach), 0.5));
    for (int i = 0; i < s->nx; i++) {
        double *y = g->y_distance + i * (s->ny + 1);
        y[s->ny] = distance;
        if (!s->half) y[0] = distance;
    }
}

static gud_status grid_make(const gud_bearing_spec *s, gud_error *error, gud_film_grid **grid)
{
    const double from = s->line ? s->line_angle * s->radius : 0.0;
    const double box[4] = {from, from + 2.0 * pi * s->radius, s->half ? 0.0 : -0.5 * s->width, 0.5 * s->width};
    const gud_film_edge seam = {s->line ? GUD_EDGE_OPEN : GUD_EDGE_PERIODIC, s->line_pressure, 1.0};
    const gud_film_edge low = {s->half ? GUD_EDGE_CLOSED : GUD_EDGE_OPEN, s->ambient[0], 1.0};
    const gud_film_edge edge[4] = {seam, seam, low, {GUD_EDGE_OPEN, s->ambient[1], 1.0}};

    GUD_TRY(gud_film_grid_create(s->nx, s->ny, box, edge, error, grid));
    ends_set(s, *grid);
    for (int i = 0; i < s->nfeed; i++) {
        const gud_status status = gud_film_grid_feed(*grid, &s->feeds[i], error);
        if (status == GUD_OK) continue;
        gud_film_grid_free(*grid);
        *grid = NULL;
        return status;
    }
    return GUD_OK;
}

static void shapes_fill(gud_bearing *b)
{
    for (int k = 0; k < b->ncell; k++) {
        const double phi = b->grid->x[k] / b->spec.radius, z = b->grid->y[k];
        b->wheel[k] = b->spec.radius;
        b->gap_q[0][k] = -cos(phi), b->gap_q[1][k] = -sin(phi);
        for (int a = 2; a < 4; a++) b->gap_q[a][k] = z * b->gap_q[a - 2][k];
        for (int a = 0; a < 4; a++) b->push[a][k] = b->gap_q[a][k] * b->grid->area[k];
    }
    for (int f = 0; f < b->ncell + b->spec.ny; f++) b->entrain[f] = 0.5 * b->spec.radius;
}

gud_status gud_bearing_create(const gud_bearing_spec *spec, gud_error *error, gud_bearing **bearing)
{
    *bearing = NULL;
    GUD_TRY(check(spec, error));
    gud_film_grid *grid = NULL;
    gud_film *film = NULL;
    GUD_TRY(grid_make(spec, error, &grid));
    const gud_film_options options = {.cavitation = spec->cavitation,
                                      .cavity = spec->cavity,
                                      .solver = spec->solver,
                                      .nparam = 9,
                                      .flow = spec->flow,
                                      .flow_params = spec->flow_params,
                                      .thins = spec->thins};
    gud_status status = gud_film_create(grid, &options, error, &film);
    gud_arena memory;
    gud_arena_init(&memory);
    if (status == GUD_OK) {
        const int n = spec->nx * spec->ny;
        gud_bearing *b = GUD_TAKE(&memory, gud_bearing, 1);
        double *arrays = GUD_TAKE(&memory, double, 10 * (size_t)n + (size_t)spec->ny);
        if (memory.failed) {
            status = gud_fail(error, GUD_ERR_MEMORY, "bearing: no memory for %d x %d cells", spec->nx, spec->ny);
        } else {
            *b = (gud_bearing){.spec = *spec, .grid = grid, .film = film, .ncell = n};
            b->spec.feeds = NULL;
            b->nq = spec->half ? 2 : 4, b->fold = spec->half ? 2.0 : 1.0;
            for (int a = 0; a < 4; a++) b->gap_q[a] = arrays + a * n, b->push[a] = arrays + (4 + a) * n;
            b->wheel = arrays + 8 * n, b->entrain = arrays + 9 * n;
            shapes_fill(b);
            b->memory = memory;
            *bearing = b;
            return GUD_OK;
        }
    }
    gud_arena_free(&memory);
    gud_film_free(film);
    gud_film_grid_free(grid);
    return status;
}

void gud_bearing_free(gud_bearing *b)
{
    if (!b) return;
    gud_film_free(b->film);
    gud_film_grid_free(b->grid);
    gud_arena memory = b->memory; // holds the bearing itself
    gud_arena_free(&memory);
}

gud_status gud_bearing_work_create(const gud_bearing *b, gud_error *error, gud_bearing_work **work)
{
    *work = NULL;
    gud_arena memory;
    gud_arena_init(&memory);
    gud_bearing_work *w = GUD_TAKE(&memory, gud_bearing_work, 1);
    if (!w) return gud_fail(error, GUD_ERR_MEMORY, "bearing: no memory");
    double **arrays[] = {&w->gap,  &w->rate,     &w->slip,     &w->wet,      &w->bend,    &w->eta,
                         &w->drag, &w->scrap[0], &w->scrap[1], &w->scrap[2], &w->scrap[3]};
    for (int i = 0; i < GUD_COUNT(arrays); i++) *arrays[i] = GUD_TAKE(&memory, double, b->ncell);
    for (int i = 0; i < 8; i++) w->shape[i] = GUD_TAKE(&memory, double, b->ncell);
    for (int i = 0; i < 9; i++) w->p_s[i] = GUD_TAKE(&memory, double, b->ncell);
    for (int i = 0; i < 2; i++) w->m_s[i] = GUD_TAKE(&memory, double, b->ncell);
    w->drift = GUD_TAKE(&memory, double, b->ncell + b->spec.ny);
    gud_status status = gud_film_work_create(b->film, error, &w->film);
    if (memory.failed || status != GUD_OK) {
        gud_film_work_free(w->film);
        gud_arena_free(&memory);
        return gud_fail(error, GUD_ERR_MEMORY, "bearing: no memory to solve for %d x %d cells", b->spec.nx, b->spec.ny);
    }
    w->memory = memory;
    *work = w;
    return GUD_OK;
}

void gud_bearing_work_free(gud_bearing_work *w)
{
    if (!w) return;
    gud_film_work_free(w->film);
    gud_arena memory = w->memory; // holds the work itself
    gud_arena_free(&memory);
}

int gud_bearing_ncell(const gud_bearing *b)
{
    return b->ncell;
}

const gud_film_grid *gud_bearing_grid(const gud_bearing *b)
{
    return b->grid;
}

GUD_WIDE static void gap_fill(const gud_bearing *b, const double q[4], double constant, double *restrict gap)
{
    for (int a = 0; a < b->nq; a += 2) {
        const double x = q[a], y = q[a + 1], *restrict h_x = b->gap_q[a], *restrict h_y = b->gap_q[a + 1];
        for (int k = 0; k < b->ncell; k++) gap[k] = (a > 0 ? gap[k] : constant) + x * h_x[k] + y * h_y[k];
    }
}

// Where rough walls press into each other their valleys still hold oil: h = f + s ln(1 + exp((h_n - f)/s)) of the
// nominal gap h_n, with s = f/4. Far above the floor f it is h_n itself. Returns false where it is everywhere.
// docs/theory/lubricated.md, eq. (4a)
static bool gap_floor(const gud_bearing *b, double *gap, double *wet, double *bend)
{
    const double s = 0.25 * b->spec.floor, near = b->spec.floor + 40.0 * s;
    bool close = false;
    for (int k = 0; k < b->ncell; k++) {
        const double x = (gap[k] - b->spec.floor) / s;
        if (wet) wet[k] = 1.0, bend[k] = 0.0;
        if (!(gap[k] < near)) continue;
        const double slope = 1.0 / (1.0 + exp(-x));
        close = true;
        gap[k] = b->spec.floor + s * (fmax(x, 0.0) + log1p(exp(-fabs(x))));
        if (wet) wet[k] = slope, bend[k] = slope * (1.0 - slope) / s;
    }
    return close;
}

void gud_bearing_flood(const gud_bearing *b, const double q[4], double *m)
{
    gap_fill(b, q, b->spec.clearance, m);
    if (b->spec.floor > 0.0) (void)gap_floor(b, m, NULL, NULL);
    gud_film_fill(b->film, m, m);
}

static const gud_cavitation *row_of(const gud_bearing *b)
{
    return b->spec.cavitation ? b->spec.cavitation : &gud_cavitation_elrod_adams;
}

GUD_WIDE static void multiply(int n, const double *restrict x, const double *restrict factor, double *restrict out)
{
    for (int k = 0; k < n; k++) out[k] = x[k] * factor[k];
}

GUD_WIDE static double dot(const double *a, const double *b, int n)
{
    return gud_sum_of_products(a, b, n);
}

// Where walls touch, pressure pushes on the wet part, and only there the film gets thinner.
static void shapes_of(const gud_bearing *b, gud_bearing_work *w)
{
    for (int a = 0; a < b->nq; a++) {
        w->gap_q[a] = w->close ? w->shape[a] : b->gap_q[a];
        w->push[a] = w->close ? w->shape[4 + a] : b->push[a];
        if (!w->close) continue;
        multiply(b->ncell, b->gap_q[a], w->wet, w->shape[a]);
        multiply(b->ncell, b->push[a], w->wet, w->shape[4 + a]);
    }
}

// inputs of the film
static void inputs(const gud_bearing *b, gud_bearing_work *w, const gud_bearing_in *in)
{
    const double omega = in->omega_j - in->omega_b;
    const bool stateful = row_of(b)->transport;

    gap_fill(b, in->q, b->spec.clearance, w->gap);
    w->close = b->spec.floor > 0.0 && gap_floor(b, w->gap, w->wet, w->bend);
    shapes_of(b, w);
    if (!stateful) gap_fill(b, in->q_t, 0.0, w->rate);
    for (int f = 0; f < b->ncell + b->spec.ny; f++) w->drift[f] = omega * b->entrain[f];
    const bool slides = in->oil->shear || b->spec.flow;
    for (int k = 0; slides && k < b->ncell; k++) w->slip[k] = omega * b->spec.radius;
    w->in = (gud_film_in){.oil = in->oil,
                          .gap = w->gap,
                          .m_hat = in->m_hat,
                          .per_c = stateful ? in->per_c : 0.0,
                          .rate = stateful ? NULL : w->rate,
                          .drift_x = w->drift,
                          .slip = slides ? w->slip : NULL};
}

// Q_a = sum over cells of p dh/dq_a dA: pressure pushes the journal to where the gap grows
static double force_of(const gud_bearing *b, const gud_bearing_work *w, int a, const double *pressure)
{
    return b->fold * dot(pressure, w->push[a], b->ncell);
}

// how the wet part changes
static void add_bend(const gud_bearing *b, gud_bearing_work *w, const double *pressure, gud_bearing_out *out)
{
    double *acts = w->scrap[0], *bent = w->scrap[1];
    multiply(b->ncell, pressure, w->bend, acts);
    for (int a = 0; a < b->nq; a++) {
        multiply(b->ncell, acts, b->gap_q[a], bent);
        for (int i = 0; i < b->nq; i++) out->Q_q[i][a] += b->fold * dot(bent, b->push[i], b->ncell);
    }
}

gud_status gud_bearing_tangents(const gud_bearing *b, gud_bearing_work *w, const gud_film_out *film,
                                gud_bearing_out *out)
{
    const bool stateful = row_of(b)->transport;
    const int nq = b->nq, n = stateful ? nq + 1 : 2 * nq + 1;
    gud_film_param param[9] = {{0}};
    for (int a = 0; a < nq; a++) param[a].gap = w->gap_q[a];
    param[nq].drift_x = b->entrain, param[nq].slip = b->wheel;
    for (int a = 0; a < nq && !stateful; a++) param[nq + 1 + a].rate = b->gap_q[a];

    GUD_TRY(gud_film_tangent(b->film, w->film, &w->in, film, n, param, w->p_s, NULL));
    for (int i = 0; i < nq; i++) {
        for (int a = 0; a < nq; a++) out->Q_q[i][a] = force_of(b, w, i, w->p_s[a]);
        for (int a = 0; a < nq && !stateful; a++) out->Q_v[i][a] = force_of(b, w, i, w->p_s[nq + 1 + a]);
        out->Q_omega[i] = force_of(b, w, i, w->p_s[nq]);
    }
    if (w->close) add_bend(b, w, film->pressure, out);
    return GUD_OK;
}

// stress of the walls by their slip
GUD_WIDE static void drag_fill(const gud_bearing *b, gud_bearing_work *w, const gud_bearing_in *in,
                               const gud_film_out *film)
{
    const int n = b->ncell;
    const gud_drag *law = in->drag ? in->drag : &gud_drag_streamers;
    const double eta0 = in->oil->eta0, *restrict gap = w->gap;
    double *restrict drag = w->drag;
    gud_film_fractions(b->film, w->film, film->theta, w->scrap[0]);
    law->share(in->drag_params, n, w->scrap[0], w->drag);
    for (int k = 0; k < n; k++) drag[k] *= eta0 / gap[k];
    if (in->oil->pressure) {
        gud_lubricant_out oil = {w->eta, w->scrap[0], w->scrap[1], w->scrap[2]};
        gud_lubricant_eval(in->oil, n, film->pressure, &oil);
        for (int k = 0; k < n; k++) drag[k] *= w->eta[k] / eta0;
    }
    if (in->oil->shear) {
        gud_film_thinning(b->film, w->film, &w->in, w->scrap[0]);
        for (int k = 0; k < n; k++) drag[k] *= w->scrap[0][k];
    }
}

// drag and torques. Pressure acts on the walls' slope with half of e x F on each (eqs 2.46 and 2.52 as corrected).
static void friction(const gud_bearing *b, gud_bearing_work *w, const gud_bearing_in *in, const gud_film_out *film,
                     gud_bearing_out *out)
{
    const double R = b->spec.radius, omega = in->omega_j - in->omega_b, *q = in->q, *Q = out->Q;
    const double slope = 0.5 * ((q[0] * Q[1] - q[1] * Q[0]) + (q[2] * Q[3] - q[3] * Q[2]));
    drag_fill(b, w, in, film);
    const double shear = b->fold * omega * R * R * dot(w->drag, b->grid->area, b->ncell);
    out->torque_journal = -(shear + slope);
    out->torque_bearing = shear - slope;
    out->loss_shear = shear * omega;
}

static void flows(const gud_bearing *b, const gud_bearing_work *w, gud_bearing_out *out)
{
    gud_film_balance balance;
    gud_film_flows_get(b->film, w->film, &balance);
    out->side_flow = b->fold * (gud_film_edge_leak(b->film, w->film, GUD_EDGE_Y_LOW) +
                                gud_film_edge_leak(b->film, w->film, GUD_EDGE_Y_HIGH));
    out->feed_flow = b->fold * (balance.feed + balance.edge[GUD_EDGE_X_LOW] + balance.edge[GUD_EDGE_X_HIGH]);
    out->loss_flow = b->fold * gud_film_flow_loss(b->film, w->film);
}

GUD_WIDE static void extremes(const gud_bearing *b, const gud_bearing_work *w, const gud_film_out *film,
                              gud_bearing_out *out)
{
    out->gap_min = gud_least(w->gap, b->ncell);
    out->pressure_max = gud_largest(film->pressure, b->ncell);
}

gud_status gud_bearing_solve(const gud_bearing *b, gud_bearing_work *w, const gud_bearing_in *in, bool tangents,
                             gud_film_out *film, gud_bearing_out *out, gud_error *error)
{
    *out = (gud_bearing_out){0};
    inputs(b, w, in);
    GUD_TRY(gud_film_solve(b->film, w->film, &w->in, film, error));
    for (int a = 0; a < b->nq; a++) out->Q[a] = force_of(b, w, a, film->pressure);
    extremes(b, w, film, out);
    friction(b, w, in, film, out);
    flows(b, w, out);
    return tangents ? gud_bearing_tangents(b, w, film, out) : GUD_OK;
}

gud_status gud_bearing_coefficients(const gud_bearing *b, gud_bearing_work *w, const gud_bearing_in *in,
                                    const gud_film_out *film, const gud_bearing_out *out, double K[2][2],
                                    double C[2][2])
{
    const bool stateful = row_of(b)->transport;
    if (stateful && in->per_c == 0.0) { // m follows the slow motion: its rate is m_s times the velocity
        const gud_film_param places[2] = {{.gap = w->gap_q[0]}, {.gap = w->gap_q[1]}};
        GUD_TRY(gud_film_tangent(b->film, w->film, &w->in, film, 2, places, w->p_s, w->m_s));
        const gud_film_param rates[2] = {{.rate = w->m_s[0]}, {.rate = w->m_s[1]}};
        GUD_TRY(gud_film_tangent(b->film, w->film, &w->in, film, 2, rates, w->p_s, NULL));
    }
    for (int i = 0; i < 2; i++)
        for (int a = 0; a < 2; a++) {
            K[i][a] = -out->Q_q[i][a];
            C[i][a] = stateful ? -force_of(b, w, i, w->p_s[a]) : -out->Q_v[i][a];
        }
    return GUD_OK;
}

void gud_bearing_balance(const gud_bearing *b, const gud_bearing_work *w, const gud_film_out *film,
                         gud_film_balance *balance)
{
    gud_film_balance_get(b->film, w->film, &w->in, film, balance);
}
