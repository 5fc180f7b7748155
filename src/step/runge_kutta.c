// Diagonally implicit Runge-Kutta methods for constrained motion on rotations; docs/theory/integrators.md, section 2.
//
//     x_i = h sum_j a_ij k_j,   k_j = dx/dt at stage j,   q_i = q_n (+) x_i,   V_i = v_n + h sum_j a_ij dV_j/dt
//
// All are stiffly accurate: the last stage is the end of the step, so the constraints hold there as they hold in a
// stage.
//   ESDIRK2  TR-BDF2: trapezoidal rule to 2 - sqrt(2) of the step, then BDF2. L-stable; embedded third order
//            (R. E. Bank et al. 1985; M. E. Hosea, L. F. Shampine, Appl. Numer. Math. 20 (1996) 21-37).
//   SDIRK2   two stages with gamma = 1 - 1/sqrt(2), L-stable (R. Alexander, SIAM J. Numer. Anal. 14 (1977) 1006-1021).
//   Bathe    trapezoidal rule to the middle of the step, then BDF2 (K. J. Bathe, Comput. Struct. 85 (2007) 437-445).

#include "step/control.h"
#include "step/integrator.h"
#include "step/turned.h"

#include <string.h>

typedef struct {
    int nstage;
    bool explicit_first;
    bool two_factors; // the diagonal differs from stage to stage
    double a[3][3];
    double error[3]; // weights of the error estimate
} tableau;

#define SQRT2 1.41421356237309504880
#define G     (1.0 - 0.5 * SQRT2) // 1 - 1/sqrt(2), the diagonal of ESDIRK2 and of SDIRK2
#define W     (0.25 * SQRT2)

static const tableau esdirk2 = {
    .nstage = 3,
    .explicit_first = true,
    .a = {{0.0}, {G, G}, {W, W, G}},
    .error = {(1.0 - W) / 3.0 - W, (3.0 * W + 1.0) / 3.0 - W, G / 3.0 - G},
};

// the first-order companion is the first stage's slope
static const tableau sdirk2 = {
    .nstage = 2,
    .a = {{G}, {1.0 - G, G}},
    .error = {G, -G},
};

// Simpson's rule is the companion
static const tableau bathe = {
    .nstage = 3,
    .explicit_first = true,
    .two_factors = true,
    .a = {{0.0}, {0.25, 0.25}, {1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0}},
    .error = {1.0 / 6.0 - 1.0 / 3.0, 4.0 / 6.0 - 1.0 / 3.0, 1.0 / 6.0 - 1.0 / 3.0},
};

static double stage_time(const tableau *b, int i)
{
    double c = 0.0;
    for (int j = 0; j <= i; j++) c += b->a[i][j];
    return c;
}

// what the earlier stages contribute to stage i
static void known_part(gud_sim *s, const tableau *b, int i, double h)
{
    const int nv = s->model->nv;
    gud_work *w = &s->work;
    memset(w->x_hat, 0, (size_t)nv * sizeof(double));
    memcpy(w->v_hat, s->state.v, (size_t)nv * sizeof(double));
    for (int j = 0; j < i; j++) {
        for (int k = 0; k < nv; k++) {
            w->x_hat[k] += h * b->a[i][j] * w->k_x[j][k];
            w->v_hat[k] += h * b->a[i][j] * w->k_v[j][k];
        }
    }
    w->y_c = h * b->a[i][i];
}

// stage i of a step of size h, for functions that work on one pair
typedef struct {
    const tableau *b;
    int i;
    double h;
    bool observed; // its powers go into the ledger
} stage_of_step;

// The same for the variables of a pair, and a guess of their values at the end of the stage: a line or a parabola
// through the known rates.
static void prepare_variables(gud_sim *s, const gud_pair *p, const void *user)
{
    const stage_of_step *at = user;
    const tableau *b = at->b;
    const double h = at->h, c = stage_time(b, at->i), bend = at->i > 1 ? 0.5 * c * c / stage_time(b, 1) : 0.0;
    const int from = p->variable0, n = p->nvariable;
    const double *y = s->state.y + from, *first = s->work.k_y[0] + from, *second = s->work.k_y[1] + from;
    double *hat = s->work.y_hat + from, *guess = s->work.y_guess + from;
    memcpy(hat, y, (size_t)n * sizeof(double));
    for (int j = 0; j < at->i; j++) {
        const double *rate = s->work.k_y[j] + from;
        for (int k = 0; k < n; k++) hat[k] += h * b->a[at->i][j] * rate[k];
    }
    for (int k = 0; k < n; k++) guess[k] = y[k] + h * (c * first[k] + bend * (second[k] - first[k]));
}

// the variables of a pair at the end of the step, and their error by the embedded method
static void keep_variables(gud_sim *s, const gud_pair *p, const stage_of_step *at)
{
    const tableau *b = at->b;
    const int from = p->variable0, n = p->nvariable;
    const size_t bytes = (size_t)n * sizeof(double);
    double *error = s->work.error_y + from;
    memcpy(s->next.y + from, s->work.y + from, bytes);
    memcpy(s->next.y_t + from, s->work.k_y[at->i] + from, bytes);
    memcpy(s->next.y_aux + from, s->work.k_y[at->i] + from, bytes);
    memset(error, 0, bytes);
    for (int i = 0; i < b->nstage; i++) {
        const double *rate = s->work.k_y[i] + from;
        for (int k = 0; k < n; k++) error[k] += at->h * b->error[i] * rate[k];
    }
}

// after a stage: the rates of a pair's variables
static void finish_variables(gud_sim *s, const gud_pair *p, const void *user)
{
    const stage_of_step *at = user;
    const gud_work *w = &s->work;
    const int from = p->variable0, end = from + p->nvariable;
    double *rate = w->k_y[at->i];
    for (int k = from; k < end; k++) rate[k] = (w->y[k] - w->y_hat[k]) / w->y_c;
    if (at->observed) // laws then answer as they did in the stage
        memcpy(w->y_hat + from, w->y + from, (size_t)p->nvariable * sizeof(double));
    if (at->i == at->b->nstage - 1) keep_variables(s, p, at);
}

static void guess(gud_sim *s, gud_stage *g)
{
    gud_extrapolate(s, g->t - s->state.clock.t, g->a, g->lam);
    for (int k = 0; k < s->model->nv; k++) {
        g->x[k] = g->x_hat[k] + g->c_v * (g->v_hat[k] + g->c_v * g->a[k]);
        g->w[k] = 0.0;
    }
}

// powers at an inner stage that was solved: the ledger's quadrature uses them
static void note_powers(gud_sim *s, const gud_stage *g)
{
    gud_work *w = &s->work;
    w->y_c = 0.0; // finish_variables has set y_hat
    gud_kinematics(s, w->q, g->v);
    gud_joints(s, g->t);
    gud_forces(s, g->t, GUD_POWERS);
    gud_powers(s, w->q, g->v, g->lam, w->inner_power);
    if (s->model->has_films) {
        gud_reaction_sum(s, g->lam, w->inner_reaction);
        memcpy(w->inner_pushed, w->pushed, (size_t)s->model->nv * sizeof(double));
        w->inner_push = 0.0;
        for (int k = 0; k < s->model->nv; k++) w->inner_push += w->pushed[k] * g->v[k];
    }
    gud_loads(s, g->t, w->inner_load);
    memcpy(w->inner_loss, w->loss, 2 * (size_t)s->model->npair * sizeof(double));
}

// The ledger's quadrature. Smooth powers: a parabola through three instants, eq. (27). Films move by impulses that the
// method gets right in the mean only: its own weights, eq. (28).
static void choose_shares(gud_sim *s, const tableau *b)
{
    double *share = s->work.share;
    const double *own = b->a[b->nstage - 1];
    if (s->model->has_films) {
        share[0] = b->explicit_first ? own[0] : 0.0;
        share[1] = own[b->nstage - 2];
        share[2] = own[b->nstage - 1];
    } else if (b->explicit_first) {
        const double c = stage_time(b, 1);
        share[1] = 1.0 / (6.0 * c * (1.0 - c));
        share[2] = 0.5 - c * share[1];
        share[0] = 1.0 - share[1] - share[2];
    }
}

// Films and beams answer an error within the step, however short it is: what is left of it is found with the matrix of
// the last stage. Without that the estimate of something stiff does not shrink with the step. A beam answers errors of
// places as well; a film on a grid does not, as its oil has the same error as its gap. docs/theory/integrators.md, eqs
// (26a), (26f).
static void soften(gud_sim *s, const gud_stage *g, const double *error_x, double *error_v)
{
    const gud_model *m = s->model;
    const double part = m->has_films && !m->has_beams ? 0.0 : 1.0;
    double *moved = s->work.dx, *d = s->work.rhs;
    for (int k = 0; k < m->nv; k++) moved[k] = part * error_x[k] + g->c_v * error_v[k];
    for (int i = 1; i < m->nbody; i++) m->body[i].kind->momentum(&m->body[i], moved + m->body[i].v0, d + m->body[i].v0);
    for (int i = 0; i < m->nrow; i++)
        d[m->nv + i] = gud_link_active(s, &m->link[m->row[i].link]) ? part * gud_row_dot(s, i, error_x) : 0.0;
    gud_turned_solve(s, d);
    for (int k = 0; k < m->nv; k++) error_v[k] = (d[k] - part * error_x[k]) / g->c_v;
}

// an inner stage whose powers count in the ledger
static bool is_observed(const gud_sim *s, const tableau *b, int i)
{
    return i == b->nstage - 2 && s->work.share[1] > 0.0;
}

static gud_status solve_stage(gud_sim *s, double h, const tableau *b, int i, gud_stage *g)
{
    gud_work *w = &s->work;
    const size_t bytes = (size_t)s->model->nv * sizeof(double);
    const stage_of_step at = {b, i, h, is_observed(s, b, i)};
    g->t = s->state.clock.t + stage_time(b, i) * h;
    g->c_v = b->a[i][i] * h;
    g->c_x = g->c_v * g->c_v;
    g->factor = b->two_factors ? i - 1 : 0;
    known_part(s, b, i, h);
    gud_pairs_share(s, prepare_variables, &at);
    guess(s, g);
    GUD_TRY(gud_stage_solve(s, g));
    memcpy(w->k_x[i], g->x_t, bytes);
    memcpy(w->k_v[i], g->a, bytes);
    gud_pairs_share(s, finish_variables, &at);
    return GUD_OK;
}

static void keep(gud_sim *s, const gud_stage *last)
{
    gud_stage_keep(s, last);
    memcpy(s->next.aux, last->a, (size_t)s->model->nv * sizeof(double));
}

// the same of the loads that films carry
static void estimate_loads(gud_sim *s, const tableau *b)
{
    gud_work *w = &s->work;
    const double *load[3] = {s->state.load, w->inner_load, s->next.load};
    memset(w->error_load, 0, 3 * (size_t)s->model->npair * sizeof(double));
    gud_loads(s, s->next.clock.t, s->next.load);
    for (int i = 0; i < b->nstage; i++)
        for (int k = 0; k < 3 * s->model->npair; k++) w->error_load[k] += b->error[i] * load[i][k];
}

// of the embedded method
static void estimate_error(gud_sim *s, double h, const tableau *b, const gud_stage *last)
{
    const int nv = s->model->nv;
    gud_work *w = &s->work;
    double *error_x = w->error, *error_v = w->error + nv;
    memset(w->error, 0, 2 * (size_t)nv * sizeof(double));
    for (int i = 0; i < b->nstage; i++) {
        for (int k = 0; k < nv; k++) {
            error_x[k] += h * b->error[i] * w->k_x[i][k];
            error_v[k] += h * b->error[i] * w->k_v[i][k];
        }
    }
    if (s->model->stiff) soften(s, last, error_x, error_v);
    if (s->model->has_films) estimate_loads(s, b);
}

static gud_status step(gud_sim *s, double h, const tableau *b)
{
    const size_t bytes = (size_t)s->model->nv * sizeof(double);
    gud_work *w = &s->work;
    gud_stage g = gud_stage_begin(s);
    g.runge_kutta = true;
    choose_shares(s, b);
    if (b->explicit_first) {
        memcpy(w->k_x[0], s->state.v, bytes);
        memcpy(w->k_v[0], s->state.a, bytes);
        memcpy(w->k_y[0], s->state.y_t, (size_t)s->model->nvariable * sizeof(double));
    }
    for (int i = b->explicit_first ? 1 : 0; i < b->nstage; i++) {
        GUD_TRY(solve_stage(s, h, b, i, &g));
        if (is_observed(s, b, i)) note_powers(s, &g);
    }
    keep(s, &g);
    estimate_error(s, h, b, &g);
    return GUD_OK;
}

static gud_status esdirk2_step(gud_sim *s, double h)
{
    return step(s, h, &esdirk2);
}

static gud_status sdirk2_step(gud_sim *s, double h)
{
    return step(s, h, &sdirk2);
}

static gud_status bathe_step(gud_sim *s, double h)
{
    return step(s, h, &bathe);
}

enum { any_treatment = 1 << GUD_INDEX3 | 1 << GUD_INDEX2 | 1 << GUD_GGL | 1 << GUD_BAUMGARTE };

const gud_integrator gud_integrator_esdirk2 = {
    .row = {.name = "esdirk2",
            .about = "TR-BDF2: explicit first stage, L-stable, second order, embedded error estimate",
            .source = "Hosea and Shampine 1996; Nascimento 2024, section 3.2.1"},
    .treatment = GUD_GGL,
    .treatments = any_treatment,
    .order = 2,
    .estimate = 3,
    .nstage = 3,
    .nfactor = 1,
    .step = esdirk2_step,
};

const gud_integrator gud_integrator_sdirk2 = {
    .row = {.name = "sdirk2", .about = "two-stage L-stable SDIRK of second order", .source = "Alexander 1977"},
    .treatment = GUD_GGL,
    .treatments = any_treatment,
    .order = 2,
    .estimate = 3,
    .nstage = 3,
    .nfactor = 1,
    .why_no_films = "its stages are of first order within a step, and so are the film pressures",
    .step = sdirk2_step,
};

const gud_integrator gud_integrator_bathe = {
    .row = {.name = "bathe",
            .about = "trapezoidal rule over half the step, then BDF2: robust in long runs of flexible systems",
            .source = "Bathe 2007; Tian 2009, section 5"},
    .treatment = GUD_INDEX3,
    .treatments = any_treatment,
    .order = 2,
    .estimate = 3,
    .nstage = 3,
    .nfactor = 2,
    .step = bathe_step,
};
