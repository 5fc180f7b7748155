// Newton's method for one implicit stage; docs/theory/integrators.md, sections 3 to 5.
//
// Unknowns are the displacement x since the step's start and the multipliers. Velocities and accelerations follow from
// x. All treatments of the constraints share one matrix; they differ in what stands on the right-hand side.

#include "step/turned.h"

#include <float.h>
#include <string.h>

enum { fresh_iterations = 8, most_stalls = 3, damped_iterations = 60, worth_matrix = 8 };

static const double rounding = 2.0 * DBL_EPSILON; // a correction below this part of a position is no correction
static const double stuck = 64.0 * DBL_EPSILON;   // below this part, one that does not shrink any more is accepted
static const double surest = 0.02;                // no better rate of convergence is believed in before it is seen
static const double noise =
    1e-4; // of the accelerations: smaller corrections that no longer shrink are rounding, where rows nearly depend
static const double slow = 0.6;           // a rate of convergence that calls for a new matrix
static const double change_of_step = 0.3; // the step may change by this part before the matrix is made anew
static const double far = 100.0;          // tolerances of the step's displacement that a correction may reach
static const double least_factor = 1e-3;  // of a damped correction

// q, dx/dt, V and a that go with the displacement x
static void follow_displacement(gud_sim *s, gud_stage *g)
{
    const gud_model *m = s->model;
    if (g->runge_kutta) {
        for (int i = 0; i < m->nv; i++) g->x_t[i] = (g->x[i] - g->x_hat[i]) / g->c_v;
    } else {
        for (int i = 0; i < m->nv; i++) {
            g->a[i] = (g->x[i] - g->x_hat[i]) / g->c_x;
            g->v[i] = g->v_hat[i] + g->c_v * g->a[i];
        }
    }
    for (int i = 1; i < m->nbody; i++) {
        const gud_body *b = &m->body[i];
        if (g->runge_kutta) b->kind->velocity(b, g->x + b->v0, g->x_t + b->v0, g->v + b->v0);
        b->kind->displace(b, g->q0 + b->q0, g->x + b->v0, s->work.q + b->q0);
    }
    if (!g->runge_kutta) return;
    for (int i = 0; i < m->nv; i++) {
        g->v[i] -= g->w[i];
        g->a[i] = (g->v[i] - g->v_hat[i]) / g->c_v;
    }
}

// the constraint as the treatment states it, scaled so that its derivative by the displacement is J
static double violation(const gud_sim *s, const gud_stage *g, int row)
{
    const gud_run_settings *run = &s->model->run;
    const double phi = s->work.phi[row];
    switch (run->treatment) {
    case GUD_INDEX3:
        return phi;
    case GUD_INDEX2:
    case GUD_GGL:
        return g->c_x / g->c_v * gud_row_rate(s, row, g->v);
    case GUD_BAUMGARTE:
        break;
    }
    const double alpha2 = 2.0 * run->alpha, beta2 = run->beta * run->beta;
    const double sum = gud_row_acceleration(s, row, g->a) + alpha2 * gud_row_rate(s, row, g->v) + beta2 * phi;
    return g->c_x * sum / (1.0 + alpha2 * g->c_v + beta2 * g->c_x);
}

static void right_hand_side(gud_sim *s, const gud_stage *g)
{
    const gud_model *m = s->model;
    double *rhs = s->work.rhs;
    for (int i = 0; i < m->nv; i++) rhs[i] = -g->c_x * s->work.r[i];
    for (int i = 0; i < m->nrow; i++)
        rhs[m->nv + i] = gud_link_active(s, &m->link[m->row[i].link]) ? -violation(s, g, i) : 0.0;
    if (!s->work.loose) return;

    // rows that depend on each other leave a part of the multipliers open: constraints a little soft, Phi = c_x E lam,
    // keep that part from growing
    for (int i = 0; i < m->nrow; i++)
        if (gud_link_active(s, &m->link[m->row[i].link])) rhs[m->nv + i] += g->c_x * gud_row_softness(s, i) * g->lam[i];
}

// what rounding of turns refers to, as that of places refers to `reach`: far from the origin places are rounded more,
// and turns that are seen at them as well
static double turn_of(const gud_sim *s)
{
    return fmax(1.0, s->work.reach / s->model->length);
}

// Largest part of a correction, where `allowed` of each kind (lengths, angles) is 1
static double largest_part(gud_sim *s, const double *u, const double allowed[2])
{
    const gud_model *m = s->model;
    const double scale[2] = {1.0 / allowed[0], 1.0 / allowed[1]};
    double change = 0.0;
    for (int i = 0; i < m->nv; i++) {
        const double part = fabs(u[i]) * scale[m->v_class[i]];
        if (!isfinite(part)) return INFINITY;
        if (part < change) continue;
        change = part;
        s->work.worst = i;
    }
    return change;
}

// Size of a correction, 1 is allowed: measured by the accelerations of its kind, or by what rounding allows. With long
// steps of stiff bodies the forces at a bad guess would allow everything, so the displacement of the step counts as
// well. Constraints see positions, which are rounded as parts of `reach`; elsewhere only the displacement is rounded.
static double correction_size(gud_sim *s, const gud_stage *g, const double *u, bool positions)
{
    const gud_model *m = s->model;
    const double size[2] = {s->work.reach, turn_of(s)};
    double a[2] = {0.0, 0.0}, x[2] = {0.0, 0.0}, allowed[2];
    for (int i = 0; i < m->nv; i++) {
        const int kind = m->v_class[i];
        const double ai = s->work.size[i] / m->mass_diagonal[i], xi = fabs(g->x[i]);
        if (ai > a[kind]) a[kind] = ai;
        if (xi > x[kind]) x[kind] = xi;
    }
    for (int k = 0; k < 2; k++) {
        const double tolerance = m->run.newton_tolerance * fmin(g->c_x * a[k], far * x[k]);
        allowed[k] = fmax(tolerance + rounding * x[k], rounding * rounding * size[k]);
        if (positions) allowed[k] += rounding * size[k];
    }
    return largest_part(s, u, allowed);
}

// the same for positions alone, which accelerations do not depend on: measured by the displacement of the step
static double position_size(gud_sim *s, const gud_stage *g, const double *p)
{
    const gud_model *m = s->model;
    double allowed[2] = {rounding * s->work.reach, rounding * turn_of(s)};
    for (int i = 0; i < m->nv; i++)
        allowed[m->v_class[i]] = fmax(allowed[m->v_class[i]], m->run.newton_tolerance * fabs(g->x[i]));
    return largest_part(s, p, allowed);
}

// is the correction so small that rounding of positions may be all there is to it?
static bool within_rounding(const gud_sim *s, const double *u)
{
    const gud_model *m = s->model;
    for (int i = 0; i < m->nv; i++)
        if (!(fabs(u[i]) <= stuck * (m->v_class[i] == 0 ? s->work.reach : turn_of(s)))) return false;
    return true;
}

// x += T^-1 step; the multipliers arrive times c_x
static void apply_correction(gud_sim *s, gud_stage *g, const double *step)
{
    const gud_model *m = s->model;
    double *dx = s->work.dx;
    for (int i = 1; i < m->nbody; i++) {
        const gud_body *b = &m->body[i];
        b->kind->displacement(b, g->x + b->v0, step + b->v0, dx + b->v0);
    }
    for (int i = 0; i < m->nv; i++) g->x[i] += dx[i];
}

// stabilised index 2: a second solution with the same matrix puts the positions on the constraints. eq. (16)
static void find_positions(gud_sim *s)
{
    const gud_model *m = s->model;
    double *u = s->work.rhs, *p = s->work.rhs_position;
    memset(p, 0, (size_t)m->nv * sizeof *p);
    for (int i = 0; i < m->nrow; i++)
        p[m->nv + i] = gud_link_active(s, &m->link[m->row[i].link]) ? -s->work.phi[i] - gud_row_dot(s, i, u) : 0.0;
    gud_turned_solve(s, p);
}

// adds it to the correction; returns its size
static double position_step(gud_sim *s, gud_stage *g)
{
    const gud_model *m = s->model;
    double *u = s->work.rhs, *p = s->work.rhs_position;
    find_positions(s);
    for (int i = 0; i < m->nv; i++) {
        g->w[i] += p[i] / g->c_v;
        u[i] += p[i];
    }
    return position_size(s, g, p);
}

static double dot(int n, const double *a, const double *b)
{
    double sum = 0.0;
    for (int i = 0; i < n; i++) sum += a[i] * b[i];
    return sum;
}

// Broyden's good method from the matrix at hand: the past steps of this stage improve the new one (Kelley's form).
static void broyden(gud_sim *s, int iteration)
{
    const int n = s->model->nv + s->model->nrow;
    double *u = s->work.rhs, *past = s->work.broyden;
    for (int j = 0; j + 1 < iteration; j++) {
        const double *sj = past + (size_t)j * (size_t)n, *next = sj + n;
        const double factor = dot(n, sj, u) / dot(n, sj, sj);
        for (int i = 0; i < n; i++) u[i] += factor * next[i];
    }
    if (iteration > 0) {
        const double *last = past + (size_t)(iteration - 1) * (size_t)n;
        const double factor = 1.0 / (1.0 - dot(n, last, u) / dot(n, last, last));
        for (int i = 0; i < n; i++) u[i] *= factor;
    }
    memcpy(past + (size_t)iteration * (size_t)n, u, (size_t)n * sizeof *u);
}

// one correction; returns its size
static double newton_step(gud_sim *s, gud_stage *g, int iteration)
{
    const gud_model *m = s->model;
    double *u = s->work.rhs;
    right_hand_side(s, g);
    gud_turned_solve(s, u);
    if (m->run.broyden) broyden(s, iteration);
    double change = correction_size(s, g, u, m->run.treatment == GUD_INDEX3);
    if (!isfinite(change)) return change;
    for (int i = 0; i < m->nrow; i++) g->lam[i] += u[m->nv + i] / g->c_x;
    if (m->run.treatment == GUD_GGL) change = fmax(change, position_step(s, g));
    if (!isfinite(change)) return change;
    apply_correction(s, g, u);
    s->state.clock.nnewton++;
    return change;
}

static bool matrix_fits(const gud_sim *s, const gud_stage *g)
{
    const gud_factor *K = s->work.K;
    return K->valid && fabs(K->c_x - g->c_x) <= change_of_step * g->c_x &&
           fabs(K->c_v - g->c_v) <= change_of_step * g->c_v;
}

static gud_status matrix_make(gud_sim *s, const gud_stage *g)
{
    GUD_TRY(gud_tangent(s, g));
    gud_turned_note(s);
    s->work.K->valid = true;
    s->work.K->first = s->work.K->excess = 0;
    return GUD_OK;
}

// if a constraint is far from being met, it is the one to name
static void blame_constraints(gud_sim *s)
{
    double worst = 1e-6;
    for (int i = 0; i < s->model->nrow; i++) {
        const bool active = gud_link_active(s, &s->model->link[s->model->row[i].link]);
        if (!active || !(fabs(s->work.phi[i]) > worst)) continue;
        worst = fabs(s->work.phi[i]);
        s->work.worst = s->model->nv + i;
    }
}

// Solves for the correction u and, with stabilised index 2, that of positions p, with the matrix at hand.
static void find_correction(gud_sim *s, const gud_stage *g)
{
    right_hand_side(s, g);
    gud_turned_solve(s, s->work.rhs);
    if (s->model->run.treatment == GUD_GGL) find_positions(s);
}

// Is the correction with the matrix of the iteration before so small that it will be the last one? Such a matrix is off
// by what the correction before has moved: its rate of convergence is the ratio of the two.
static bool old_matrix_serves(gud_sim *s, const gud_stage *g, double last)
{
    find_correction(s, g);
    double change = correction_size(s, g, s->work.rhs, s->model->run.treatment == GUD_INDEX3);
    if (s->model->run.treatment == GUD_GGL) change = fmax(change, position_size(s, g, s->work.rhs_position));
    return change * fmax(change / last, surest) <= 1.0;
}

// Positions of a guess are put on the constraints with the matrix of the last stage before films are asked for the
// first time. Else the first correction would move walls by what the guess had left of the constraints, and pressures
// would not be those that the correction reckons with.
static void guess_positions(gud_sim *s, gud_stage *g)
{
    const gud_model *m = s->model;
    gud_work *w = &s->work;
    follow_displacement(s, g);
    gud_turned_begin(s);
    gud_kinematics(s, w->q, g->v);
    gud_joints(s, g->t);
    memset(w->rhs, 0, (size_t)m->nv * sizeof(double));
    find_positions(s);
    for (int i = 0; i < m->nv; i++) g->w[i] += w->rhs_position[i] / g->c_v;
    apply_correction(s, g, w->rhs_position);
}

// The matrix of a beam costs as much as some corrections: once it has caused that many more than at first, it is made
// again.
static void judge_matrix(gud_sim *s, bool fresh, int ncorrection)
{
    gud_factor *K = s->work.K;
    if (fresh || !s->model->has_beams || s->model->has_films) return;
    if (K->first == 0) K->first = ncorrection;
    if (ncorrection > K->first) K->excess += ncorrection - K->first;
    if (K->excess >= worth_matrix) K->valid = false;
}

// Newton's method with a matrix that is kept as long as it serves
static gud_status solve_quickly(gud_sim *s, gud_stage *g)
{
    gud_work *w = &s->work;
    bool fresh = false;
    double last = INFINITY, least = INFINITY;
    int start = 0; // of the sequence of corrections with one matrix
    int stalls = 0;
    w->K = &w->factor[g->factor];
    if (s->model->has_films && s->model->run.treatment == GUD_GGL && w->K->valid) guess_positions(s, g);

    for (int it = 0; it < GUD_NEWTON_ITERATIONS; it++) {
        follow_displacement(s, g);
        gud_residual(s, g->t, w->q, g->v, g->a, g->lam);
        if (w->pairs != GUD_OK) break;
        // films change too much for an old matrix, but for the last correction that of the iteration before will do
        if (it == 0) gud_turned_begin(s);
        if (it == 0 && gud_turned_outdated(s)) w->K->valid = false;
        if (s->model->has_films ? it == 0 || !old_matrix_serves(s, g, last) : !matrix_fits(s, g)) {
            GUD_TRY(matrix_make(s, g));
            if (!fresh || !s->model->has_films) {
                start = it;
                w->rate = 0.1;
            }
            fresh = true;
        }
        const double change = newton_step(s, g, it - start);
        if (it > start) w->rate = fmax(0.2 * w->rate, change / last);
        stalls = fresh && change * s->model->run.newton_tolerance <= noise && change > 0.9 * least ? stalls + 1 : 0;
        least = fmin(least, change);
        const bool stalled = (it > start && change > 0.3 * last && within_rounding(s, w->rhs)) || stalls == most_stalls;
        if (change * fmin(fmax(w->rate, surest), 1.0) <= 1.0 || stalled) {
            follow_displacement(s, g);
            // films answer once more: a correction that hardly moves a body may change the pressure of a thin film much
            if (s->model->has_films) gud_residual(s, g->t, w->q, g->v, g->a, g->lam);
            judge_matrix(s, fresh, it + 1);
            if (w->pairs == GUD_OK) return GUD_OK;
            break;
        }
        const bool slowing = it > start && w->rate > slow;
        if (!isfinite(change) || (slowing && fresh && it - start >= fresh_iterations - 1)) break;
        if (!fresh && (slowing || it - start >= 3)) w->K->valid = false;
        last = change;
    }
    w->K->valid = false;
    blame_constraints(s);
    return GUD_RETRY;
}

// a point of the damped iteration, and the correction found there
typedef struct {
    double *x, *w, *lam, *u, *p;
} trial;

static trial trial_of(gud_sim *s)
{
    const int nv = s->model->nv, nrow = s->model->nrow;
    double *kept = s->work.kept;
    return (trial){kept, kept + nv, kept + 2 * nv, kept + 2 * nv + nrow, kept + 3 * nv + 2 * nrow};
}

static void evaluate(gud_sim *s, const gud_stage *g)
{
    gud_residual(s, g->t, s->work.q, g->v, g->a, g->lam);
}

// From the step's start, at which bodies are strained as they were, the first correction is a linearly implicit step:
// stiff bodies take part in it as they should. An extrapolation strains them by the square of the turn.
static void start_at_rest(gud_sim *s, gud_stage *g)
{
    const gud_model *m = s->model;
    memset(g->x, 0, (size_t)m->nv * sizeof(double));
    memset(g->w, 0, (size_t)m->nv * sizeof(double));
    memcpy(g->lam, s->state.lam, (size_t)m->nrow * sizeof(double));
    follow_displacement(s, g);
    evaluate(s, g);
}

static void keep_trial(gud_sim *s, const gud_stage *g, const trial *from)
{
    const gud_model *m = s->model;
    const size_t nv = (size_t)m->nv, nrow = (size_t)m->nrow;
    memcpy(from->x, g->x, nv * sizeof(double));
    memcpy(from->w, g->w, nv * sizeof(double));
    memcpy(from->lam, g->lam, nrow * sizeof(double));
    memcpy(from->u, s->work.rhs, (nv + nrow) * sizeof(double));
    if (m->run.treatment == GUD_GGL)
        memcpy(from->p, s->work.rhs_position, nv * sizeof(double));
    else
        memset(from->p, 0, nv * sizeof(double));
}

// to the part `factor` of the correction
static void move_along(gud_sim *s, gud_stage *g, const trial *from, double factor)
{
    const gud_model *m = s->model;
    double *step = s->work.rhs;
    for (int i = 0; i < m->nv; i++) {
        step[i] = factor * (from->u[i] + from->p[i]);
        g->x[i] = from->x[i];
        g->w[i] = from->w[i] + factor * from->p[i] / g->c_v;
    }
    for (int i = 0; i < m->nrow; i++) g->lam[i] = from->lam[i] + factor * from->u[m->nv + i] / g->c_x;
    apply_correction(s, g, step);
    s->state.clock.nnewton++;
    follow_displacement(s, g);
    evaluate(s, g);
}

static double mass_norm(const gud_model *m, const double *u)
{
    double sum = 0.0;
    for (int i = 0; i < m->nv; i++) sum += m->mass_diagonal[i] * u[i] * u[i];
    return sqrt(sum);
}

// is the correction that was found last no longer worth making?
static bool has_converged(gud_sim *s, const gud_stage *g)
{
    const gud_treatment treatment = s->model->run.treatment;
    if (within_rounding(s, s->work.rhs)) return true;
    double change = correction_size(s, g, s->work.rhs, treatment == GUD_INDEX3);
    if (treatment == GUD_GGL) change = fmax(change, position_size(s, g, s->work.rhs_position));
    return change <= 1.0;
}

// Shortens the correction until the next one, with the same matrix, is smaller; P. Deuflhard's natural monotonicity.
// The part that was taken is in *factor.
static gud_status damped_step(gud_sim *s, gud_stage *g, double *factor)
{
    const trial from = trial_of(s);
    GUD_TRY(matrix_make(s, g));
    find_correction(s, g);
    keep_trial(s, g, &from);
    const double before = mass_norm(s->model, from.u);
    for (*factor = fmin(1.0, 4.0 * *factor); isfinite(before) && *factor >= least_factor; *factor *= 0.5) {
        move_along(s, g, &from, *factor);
        if (s->work.pairs != GUD_OK) continue;
        find_correction(s, g);
        if (mass_norm(s->model, s->work.rhs) <= (1.0 - 0.25 * *factor) * before || has_converged(s, g)) return GUD_OK;
    }
    return GUD_RETRY;
}

// Newton's method with a new matrix for every correction; docs/theory/integrators.md, section 3.
static gud_status solve_damped(gud_sim *s, gud_stage *g)
{
    double factor = 1.0;
    gud_status st = GUD_OK;
    s->work.damped = true;
    start_at_rest(s, g);
    for (int it = 0; it < damped_iterations && st == GUD_OK; it++) {
        st = damped_step(s, g, &factor);
        if (st == GUD_OK && factor == 1.0 && has_converged(s, g)) return GUD_OK;
    }
    s->work.K->valid = false;
    blame_constraints(s);
    return st < 0 ? st : GUD_RETRY;
}

// Where steps adapt, a shorter one is cheaper than damping; films have a new matrix in every iteration anyway.
gud_status gud_stage_solve(gud_sim *s, gud_stage *g)
{
    const gud_status st = solve_quickly(s, g);
    return st == GUD_RETRY && !s->model->run.adaptive && !s->model->has_films ? solve_damped(s, g) : st;
}

gud_stage gud_stage_begin(const gud_sim *s)
{
    const gud_work *w = &s->work;
    return (gud_stage){.q0 = s->state.q,
                       .x_hat = w->x_hat,
                       .v_hat = w->v_hat,
                       .x = w->x,
                       .x_t = w->x_t,
                       .v = w->v,
                       .a = w->a,
                       .w = w->w,
                       .lam = w->lam};
}

void gud_stage_keep(gud_sim *s, const gud_stage *g)
{
    const gud_model *m = s->model;
    memcpy(s->next.q, s->work.q, (size_t)m->nq * sizeof(double));
    memcpy(s->next.v, g->v, (size_t)m->nv * sizeof(double));
    memcpy(s->next.a, g->a, (size_t)m->nv * sizeof(double));
    memcpy(s->next.lam, g->lam, (size_t)m->nrow * sizeof(double));
}
