// Newton's method for one implicit stage; docs/theory/integrators.md, sections 3 to 5.
//
// Unknowns are the displacement x since the step's start and the multipliers. Velocities and accelerations follow from
// x. All treatments of the constraints share one matrix; they differ in what stands on the right-hand side.

#include "num/blocklu.h"
#include "step/sim.h"

#include <float.h>
#include <string.h>

enum { fresh_iterations = 8, most_stalls = 3 };

static const double rounding = 2.0 * DBL_EPSILON; // a correction below this part of a position is no correction
static const double stuck = 64.0 * DBL_EPSILON;   // below this part, one that does not shrink any more is accepted
static const double surest = 0.02;                // no better rate of convergence is believed in before it is seen
static const double noise =
    1e-4; // of the accelerations: smaller corrections that no longer shrink are rounding, where rows nearly depend
static const double slow = 0.6;           // a rate of convergence that calls for a new matrix
static const double change_of_step = 0.3; // the step may change by this part before the matrix is made anew

// q, dx/dt, V and a that go with the displacement x
static void follow(gud_sim *s, gud_stage *g)
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
    double change = 0.0;
    for (int i = 0; i < m->nv; i++) {
        const double part = fabs(u[i]) / allowed[m->v_class[i]];
        if (!isfinite(part)) return INFINITY;
        if (part < change) continue;
        change = part;
        s->work.worst = i;
    }
    return change;
}

// Size of a correction, 1 is allowed: measured by the accelerations of its kind, or by what rounding allows.
// Constraints see positions, which are rounded as parts of `reach`; elsewhere only the displacement is rounded.
static double correction_size(gud_sim *s, const gud_stage *g, const double *u, bool positions)
{
    const gud_model *m = s->model;
    const double size[2] = {s->work.reach, turn_of(s)};
    double allowed[2] = {rounding * rounding * size[0], rounding * rounding * size[1]};
    for (int i = 0; i < m->nv; i++) {
        const double a = m->run.newton_tolerance * g->c_x * s->work.size[i] / m->mass_diagonal[i];
        allowed[m->v_class[i]] = fmax(allowed[m->v_class[i]], a + rounding * fabs(g->x[i]));
    }
    for (int k = 0; positions && k < 2; k++) allowed[k] += rounding * size[k];
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
static void correct(gud_sim *s, gud_stage *g, const double *step)
{
    const gud_model *m = s->model;
    double *dx = s->work.dx;
    for (int i = 1; i < m->nbody; i++) {
        const gud_body *b = &m->body[i];
        b->kind->displacement(b, g->x + b->v0, step + b->v0, dx + b->v0);
    }
    for (int i = 0; i < m->nv; i++) g->x[i] += dx[i];
}

// stabilised index 2: a second solution with the same matrix puts the positions on the constraints; returns its size.
// eq. (16)
static double position_step(gud_sim *s, gud_stage *g)
{
    const gud_model *m = s->model;
    double *u = s->work.rhs, *p = s->work.rhs_position;
    memset(p, 0, (size_t)m->nv * sizeof *p);
    for (int i = 0; i < m->nrow; i++)
        p[m->nv + i] = gud_link_active(s, &m->link[m->row[i].link]) ? -s->work.phi[i] - gud_row_dot(s, i, u) : 0.0;
    gud_matrix_solve(&s->work.K->matrix, p);
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
    gud_matrix_solve(&s->work.K->matrix, u);
    if (m->run.broyden) broyden(s, iteration);
    double change = correction_size(s, g, u, m->run.treatment == GUD_INDEX3);
    if (!isfinite(change)) return change;
    for (int i = 0; i < m->nrow; i++) g->lam[i] += u[m->nv + i] / g->c_x;
    if (m->run.treatment == GUD_GGL) change = fmax(change, position_step(s, g));
    if (!isfinite(change)) return change;
    correct(s, g, u);
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
    s->work.K->valid = true;
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

gud_status gud_stage_solve(gud_sim *s, gud_stage *g)
{
    gud_work *w = &s->work;
    bool fresh = false;
    double last = INFINITY, least = INFINITY;
    int start = 0; // of the sequence of corrections with one matrix
    int stalls = 0;
    w->K = &w->factor[g->factor];

    for (int it = 0; it < GUD_NEWTON_ITERATIONS; it++) {
        follow(s, g);
        gud_residual(s, g->t, w->q, g->v, g->a, g->lam);
        if (w->forces != GUD_OK) break;
        // films change too much for an old matrix
        if (s->model->has_films || !matrix_fits(s, g)) {
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
            follow(s, g);
            return GUD_OK;
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
