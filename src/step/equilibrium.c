// Positions at which nothing accelerates; docs/theory/assembly.md, eq. (4).

#include "step/sim.h"

#include <math.h>
#include <string.h>

enum { most_moves = 150, most_stalls = 4 };

static const double fits = 1e-9;        // relative violation of constraints that is accepted
static const double balanced = 1e-10;   // relative force that counts as none
static const double settled = 1e-7;     // accepted if it shrinks no more: stiff bodies round their forces
static const double near = 1e-3;        // relative force from which on an equilibrium is in sight
static const double longest_move = 0.5; // of the model's length, and radians: Newton is not trusted farther
static const double first_step = 0.1, least_step = 1e-4, growth = 1.5; // of the loads

// the largest force or moment at work; moments may all vanish where a mechanism comes to rest, so they are measured by
// the forces on the model's length as well
static double effort(const gud_sim *s, const double *forces)
{
    const gud_model *m = s->model;
    double moment = 0.0;
    for (int i = 0; i < m->nv; i++) moment = fmax(moment, (m->v_class[i] == 0 ? m->length : 1.0) * fabs(forces[i]));
    return moment;
}

// what stays unbalanced, relative to the forces at work, or to `least` where they are less
static double imbalance(gud_sim *s, double least)
{
    gud_state *now = &s->state;
    gud_residual(s, now->clock.t, now->q, now->v, now->a, now->lam);
    return effort(s, s->work.r) / fmax(fmax(effort(s, s->work.size), least), 1e-300);
}

// the time in which the forces at work would move the model by a part of its size, squared
static double first_c_x(const gud_sim *s)
{
    double largest = 0.0;
    for (int i = 0; i < s->model->nv; i++) largest = fmax(largest, s->work.size[i] / s->model->mass_diagonal[i]);
    return 0.01 * s->model->length / fmax(largest, 1e-6);
}

// One correction of positions and multipliers; GUD_RETRY: c_x is too large, or rows depend on each other. Far from an
// equilibrium they only seem to, because masses, which they are measured by, count for nothing any more.
static gud_status correct_positions(gud_sim *s, const gud_stage *g, bool first)
{
    const gud_model *m = s->model;
    gud_work *w = &s->work;
    gud_state *now = &s->state;
    memset(w->x, 0, (size_t)m->nv * sizeof(double));
    memcpy(w->q, now->q, (size_t)m->nq * sizeof(double));
    const bool loose = w->loose;
    const gud_status st = gud_tangent(s, g);
    w->K->valid = false;
    if (st != GUD_OK || (w->loose && !loose && !first)) {
        w->loose = loose;
        return GUD_RETRY;
    }
    for (int i = 0; i < m->nv; i++) w->rhs[i] = -g->c_x * w->r[i];
    for (int i = 0; i < m->nrow; i++)
        w->rhs[m->nv + i] = gud_link_active(s, &m->link[m->row[i].link]) ? -w->phi[i] : 0.0;
    gud_matrix_solve(&w->K->matrix, w->rhs);
    const double far = gud_longest(m, w->rhs);
    if (!isfinite(far)) return gud_fail(&s->error, GUD_ERR_NUMERIC, "no equilibrium found: the forces are not finite");
    const double factor = fmin(1.0, longest_move / fmax(far, 1e-300));
    gud_move(s, w->q, w->rhs, factor, now->q);
    for (int i = 0; i < m->nrow; i++) now->lam[i] += factor * w->rhs[m->nv + i] / g->c_x;
    return GUD_OK;
}

// Newton on forces and constraints, held back by M/tau^2 far from the solution: tau grows as the imbalance shrinks.
static gud_status solve_quickly(gud_sim *s, double least, double *left)
{
    gud_work *w = &s->work;
    gud_state *now = &s->state;
    double before = imbalance(s, least);
    gud_stage g = {.t = now->clock.t,
                   .c_x = first_c_x(s),
                   .x = w->x,
                   .x_t = w->x,
                   .v = now->v,
                   .a = now->a,
                   .lam = now->lam,
                   .runge_kutta = true};
    double most = INFINITY; // of c_x
    for (int it = 0, stalls = 0; it < most_moves; it++) {
        *left = before;
        const double enough = stalls > most_stalls ? settled : balanced;
        if (before <= fmax(enough, fits) && gud_violation(s) <= fits && imbalance(s, least) <= enough) return GUD_OK;
        const gud_status st = correct_positions(s, &g, it == 0);
        if (st < 0) return st;
        if (st > 0) {
            if (before < near && !w->loose)
                w->loose = true; // rows do depend on each other where this equilibrium is
            else
                g.c_x = most = 0.25 * g.c_x;
            continue;
        }
        const double after = fmax(imbalance(s, least), gud_violation(s)); // rows are soft where c_x is too large
        stalls = after > 0.5 * before ? stalls + 1 : 0;
        g.c_x = fmin(g.c_x * fmin(fmax(1.5 * before / fmax(after, 1e-300), 0.3), 10.0), most);
        before = after;
    }
    return GUD_RETRY;
}

static void keep_positions(const gud_model *m, const gud_state *from, gud_state *to)
{
    memcpy(to->q, from->q, (size_t)m->nq * sizeof(double));
    memcpy(to->lam, from->lam, (size_t)m->nrow * sizeof(double));
}

// Loads and gravity grow from nothing, in steps that shrink where Newton's method fails.
static gud_status solve_by_steps(gud_sim *s, double least, double *reached)
{
    gud_work *w = &s->work;
    double left, step = first_step;
    *reached = w->load = 0.0;
    gud_status st = solve_quickly(s, least, &left);
    keep_positions(s->model, &s->state, &s->next);
    while (st == GUD_OK && *reached < 1.0) {
        w->load = fmin(1.0, *reached + step);
        st = solve_quickly(s, least, &left);
        if (st == GUD_OK) {
            *reached = w->load;
            keep_positions(s->model, &s->state, &s->next);
            step *= growth;
        } else if (st > 0 && step > least_step) {
            st = GUD_OK;
            keep_positions(s->model, &s->next, &s->state);
            step *= 0.25;
        }
    }
    w->load = 1.0;
    return st;
}

gud_status gud_equilibrium(gud_sim *s)
{
    const gud_model *m = s->model;
    gud_state *now = &s->state;
    double left, reached;
    memset(now->v, 0, (size_t)m->nv * sizeof(double));
    memset(now->a, 0, (size_t)m->nv * sizeof(double));
    keep_positions(m, now, &s->next);
    (void)imbalance(s, 0.0);
    const double full = effort(s, s->work.size); // at the start; without loads there may be nothing but rounding
    gud_status st = solve_quickly(s, 0.0, &left);
    if (st != GUD_RETRY) return st;
    keep_positions(m, &s->next, now);
    st = solve_by_steps(s, full, &reached);
    if (st != GUD_RETRY) return st;
    return gud_fail(&s->error, GUD_ERR_NUMERIC,
                    "no equilibrium found: under full load a fraction %.2g of the forces remained unbalanced; with "
                    "gradually increased loads and gravity none was found beyond %.3g of them",
                    left, reached);
}
