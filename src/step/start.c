// Consistent starts: positions, velocities and accelerations that fit the constraints; docs/theory/assembly.md.

#include "force/user.h"
#include "num/blocklu.h"
#include "step/control.h"
#include "step/crowds.h"

#include <stdio.h>
#include <string.h>

enum { most_moves = 80, refinements = 3 };

static const double placed = 1e-13;     // relative violation that counts as none
static const double nearly = 1e-9;      // where rounding stops the iteration, this is accepted
static const double longest_move = 0.5; // of the model's length, and radians: Newton is not trusted farther

void gud_unknown_name(const gud_model *m, int unknown, char *text, size_t size)
{
    static const char *const names[2][6] = {{"x", "y", "turning"},
                                            {"x", "y", "z", "turning x", "turning y", "turning z"}};
    if (unknown >= m->nv) {
        const gud_constraint *row = &m->row[unknown - m->nv];
        const gud_link *link = &m->link[row->link];
        const bool is_value = strcmp(link->type, "start") == 0;
        const char *what = link->role == GUD_DRIVER ? "drive" : is_value ? "start" : "joint";
        (void)snprintf(text, size, "%s '%s', %s", what, link->name, is_value ? "its value" : row->about);
        return;
    }
    for (int i = 1; i < m->nbody; i++) {
        const gud_body *b = &m->body[i];
        if (unknown < b->v0 || unknown >= b->v0 + b->nv) continue;
        if (b->nnode > 1)
            (void)snprintf(text, size, "body '%s', node %d", b->name, (unknown - b->v0) / (b->nv / b->nnode));
        else
            (void)snprintf(text, size, "body '%s', motion %s", b->name, names[b->nv == 6][unknown - b->v0]);
        return;
    }
}

// what a violation of a row is measured by: the model's size, or a radian
static double row_scale(const gud_model *m, int i)
{
    const gud_gauge_kind kind = m->row[i].gauge.kind;
    return kind == GUD_ANGLE || kind == GUD_COSINE ? 1.0 : m->length;
}

static bool active(const gud_sim *s, int i)
{
    return gud_link_active(s, &s->model->link[s->model->row[i].link]);
}

// the largest of n numbers, and of `least`
static double largest(const double *x, int n, double least)
{
    for (int i = 0; i < n; i++) least = fabs(x[i]) > least ? fabs(x[i]) : least;
    return least;
}

double gud_violation(const gud_sim *s)
{
    const gud_model *m = s->model;
    double length = 0.0, worst = 0.0;
    for (int n = 0; n < m->nlink; n++) {
        const gud_link *link = &m->link[n];
        const double *phi = s->work.phi + link->row0;
        if (link->plain) {
            const int nworld = m->plain[n].nworld;
            length = largest(phi, nworld, length);
            worst = largest(phi + nworld, link->nrow - nworld, worst);
            continue;
        }
        for (int i = 0; gud_link_active(s, link) && i < link->nrow; i++)
            worst = fmax(worst, fabs(phi[i]) / row_scale(m, link->row0 + i));
    }
    return fmax(worst, length / m->length);
}

// a mechanism that cannot begin is a mistake in the model
static gud_status misfit(const gud_sim *s)
{
    return s->phase == GUD_RUNNING ? GUD_ERR_NUMERIC : GUD_ERR_INPUT;
}

gud_status gud_singular(gud_sim *s)
{
    const int owner = s->model->node_owner[s->work.pivot.node];
    const gud_link *link = &s->model->link[owner < 0 ? -1 - owner : 0];
    if (owner < 0)
        return gud_fail(&s->error, misfit(s), "the constraints are singular:\n%s: '%s'", link->place, link->name);
    return gud_fail(&s->error, misfit(s), "the constraints are singular at body '%s'", s->model->body[owner].name);
}

gud_status gud_mass_matrix(gud_sim *s, const double *v)
{
    gud_work *w = &s->work;
    memset(w->x, 0, (size_t)s->model->nv * sizeof(double));
    const gud_stage at_once = {.x = w->x, .x_t = w->x, .v = w->v, .a = w->x, .lam = w->lam, .runge_kutta = true};
    memcpy(w->v, v, (size_t)s->model->nv * sizeof(double));
    const gud_status st = gud_tangent(s, &at_once);
    w->K->valid = false;
    return st == GUD_OK ? GUD_OK : gud_singular(s);
}

// the three rows that contradict the others most
static gud_status contradiction(gud_sim *s, double t, bool of_rates)
{
    const gud_model *m = s->model;
    const char *const units[2][2] = {{"m", "rad"}, {"m/s", "rad/s"}};
    char list[sizeof s->error.text - 80] = "";
    int named[3] = {-1, -1, -1};
    for (int n = 0; n < 3; n++) {
        int worst = -1;
        for (int i = 0; i < m->nrow; i++) {
            const double size = fabs(s->work.phi[i]) / row_scale(m, i);
            if (!active(s, i) || i == named[0] || i == named[1] || size < 1e-8) continue;
            if (worst < 0 || size > fabs(s->work.phi[worst]) / row_scale(m, worst)) worst = i;
        }
        if (worst < 0) break;
        named[n] = worst;
        char name[120];
        gud_unknown_name(m, m->nv + worst, name, sizeof name);
        const size_t used = strlen(list);
        (void)snprintf(list + used, sizeof list - used, "\n%.150s: %s is violated by %.3g %s",
                       m->link[m->row[worst].link].place, name, s->work.phi[worst],
                       units[of_rates][row_scale(m, worst) == 1.0]);
    }
    return gud_fail(&s->error, misfit(s), "the %s at t = %g s:%s",
                    of_rates ? "velocities contradict each other" : "parts cannot be assembled", t, list);
}

void gud_move(gud_sim *s, const double *q0, const double *step, double factor, double *q)
{
    const gud_model *m = s->model;
    for (int i = 0; i < m->nv; i++) s->work.dx[i] = factor * step[i];
    for (int i = 1; i < m->nbody; i++) {
        const gud_body *b = &m->body[i];
        b->kind->displace(b, q0 + b->q0, s->work.dx + b->v0, q + b->q0);
    }
}

double gud_longest(const gud_model *m, const double *step)
{
    double most = 0.0;
    for (int i = 0; i < m->nv; i++) most = fmax(most, fabs(step[i]) / (m->v_class[i] == 0 ? m->length : 1.0));
    return most;
}

static void place_rows(gud_sim *s, double t, const double *q)
{
    memset(s->work.v, 0, (size_t)s->model->nv * sizeof(double));
    gud_kinematics(s, q, s->work.v);
    gud_joints(s, t);
}

// one Gauss-Newton move, shortened until the violation shrinks; false: it does not
static gud_status place_move(gud_sim *s, double t, double *q, double *worst)
{
    const gud_model *m = s->model;
    gud_work *w = &s->work;
    GUD_TRY(gud_mass_matrix(s, w->v));
    memset(w->rhs, 0, (size_t)m->nv * sizeof(double));
    for (int i = 0; i < m->nrow; i++) w->rhs[m->nv + i] = active(s, i) ? -w->phi[i] : 0.0;
    gud_matrix_solve(&w->K->matrix, w->rhs);

    double factor = fmin(1.0, longest_move / fmax(gud_longest(m, w->rhs), 1e-300));
    for (int halving = 0; halving < 12; halving++, factor *= 0.5) {
        gud_move(s, q, w->rhs, factor, w->q);
        place_rows(s, t, w->q);
        const double now = gud_violation(s);
        if (!(now < *worst)) continue;
        memcpy(q, w->q, (size_t)m->nq * sizeof(double));
        *worst = now;
        return GUD_OK;
    }
    place_rows(s, t, q);
    return GUD_RETRY;
}

gud_status gud_positions_solve(gud_sim *s, double t, double *q)
{
    place_rows(s, t, q);
    double worst = gud_violation(s);
    for (int i = 0; i < most_moves && worst > placed; i++) {
        const gud_status st = place_move(s, t, q, &worst);
        if (st < 0) return st;
        if (st > 0) break;
    }
    return worst <= nearly ? GUD_OK : contradiction(s, t, false);
}

gud_status gud_velocities_solve(gud_sim *s, double t, const double *q, double *v)
{
    const gud_model *m = s->model;
    gud_work *w = &s->work;
    gud_kinematics(s, q, v);
    gud_joints(s, t);
    GUD_TRY(gud_mass_matrix(s, v));
    for (int n = 0; n < refinements; n++) {
        memset(w->rhs, 0, (size_t)m->nv * sizeof(double));
        for (int i = 0; i < m->nrow; i++) w->rhs[m->nv + i] = active(s, i) ? -gud_row_rate(s, i, v) : 0.0;
        gud_matrix_solve(&w->K->matrix, w->rhs);
        for (int i = 0; i < m->nv; i++) v[i] += w->rhs[i];
    }
    const double scale = fmax(gud_longest(m, v), 1.0);
    for (int i = 0; i < m->nrow; i++) {
        w->phi[i] = gud_row_rate(s, i, v);
        if (active(s, i) && fabs(w->phi[i]) > 1e-7 * scale * row_scale(m, i)) return contradiction(s, t, true);
    }
    return GUD_OK;
}

gud_status gud_accelerations_solve(gud_sim *s, double t, const double *q, const double *v, double *a, double *lam)
{
    const gud_model *m = s->model;
    gud_work *w = &s->work;
    memset(a, 0, (size_t)m->nv * sizeof(double));
    memset(lam, 0, (size_t)m->nrow * sizeof(double));
    gud_residual(s, t, q, v, a, lam);
    GUD_TRY(gud_mass_matrix(s, v));
    for (int n = 0; n < refinements; n++) {
        for (int i = 0; i < m->nv; i++) w->rhs[i] = -w->r[i];
        for (int i = 0; i < m->nrow; i++) w->rhs[m->nv + i] = active(s, i) ? -gud_row_acceleration(s, i, a) : 0.0;
        gud_matrix_solve(&w->K->matrix, w->rhs);
        for (int i = 0; i < m->nv; i++) a[i] += w->rhs[i];
        for (int i = 0; i < m->nrow; i++) lam[i] += w->rhs[m->nv + i];
        gud_residual(s, t, q, v, a, lam);
    }
    for (int i = 0; i < m->nv; i++)
        if (!isfinite(a[i])) return gud_fail(&s->error, GUD_ERR_NUMERIC, "no finite acceleration at t = %g s", t);
    return GUD_OK;
}

// full turns are counted on from what drives a coordinate, or from its wanted start
static void count_turns(gud_sim *s)
{
    const gud_model *m = s->model;
    for (int i = 0; i < m->ncoordinate; i++) {
        const gud_gauge *c = &m->coordinate[i].gauge;
        double near = 0.0;
        for (int k = 0; k < m->nrow; k++) {
            const gud_constraint *row = &m->row[k];
            const bool same = row->gauge.kind == c->kind && row->gauge.a == c->a && row->gauge.b == c->b;
            if (!same || m->link[row->link].role == GUD_JOINT) continue;
            near = row->target + (row->motion >= 0 ? s->work.motion[3 * row->motion] : 0.0);
        }
        s->state.coordinate[i] = gud_gauge_value(c, &s->work.pose[c->a], &s->work.pose[c->b], near);
    }
}

// speeds that tolerances refer to, and a first step: short against the time in which the model moves by its size
static void set_clock(gud_sim *s)
{
    const gud_model *m = s->model;
    gud_clock *clock = &s->state.clock;
    double acceleration[2] = {0.0, 0.0};
    for (int i = 0; i < m->nv; i++) {
        const int k = m->v_class[i];
        clock->v_scale[k] = fmax(clock->v_scale[k], fabs(s->state.v[i]));
        acceleration[k] = fmax(acceleration[k], fabs(s->state.a[i]));
    }
    const double size[2] = {m->length, 1.0};
    double fastest = 0.0; // 1/s
    for (int k = 0; k < 2; k++) {
        const double by_acceleration = sqrt(acceleration[k] / size[k]);
        fastest = fmax(fastest, fmax(clock->v_scale[k] / size[k], by_acceleration));
        clock->v_scale[k] = fmax(clock->v_scale[k], 0.1 * by_acceleration * size[k]);
    }
    const double guess = 0.1 * cbrt(m->run.tolerance) / fmax(fastest, 1e-6);
    clock->h = m->run.adaptive ? fmin(guess, m->run.step_max) : m->run.step;
}

// first histories of pairs
static gud_status start_pairs(gud_sim *s)
{
    const gud_model *m = s->model;
    gud_variables_rest(s, s->state.y);
    gud_kinematics(s, s->state.q, s->state.v);
    for (int i = 0; i < m->npair; i++) {
        const gud_pair *p = &m->pair[i];
        if (!p->law->start) continue;
        const gud_pair_in in = gud_pair_input(s, p, s->state.clock.t);
        gud_error error;
        const gud_status st =
            p->law->start(p->params, &in, s->state.history + p->history0, s->state.y + p->variable0, &error);
        if (st != GUD_OK) return gud_fail(&s->error, st, "'%s': %s", p->name, error.text);
    }
    gud_variables_rest(s, s->state.y);
    gud_crowds_accept(s, s->state.history, s->state.history);
    gud_work_forget(s);
    return GUD_OK;
}

// pairs, accelerations, clock and energies at positions and velocities that fit
static gud_status begin(gud_sim *s)
{
    gud_state *now = &s->state;
    const double t = now->clock.t;
    GUD_TRY(start_pairs(s));
    GUD_TRY(gud_accelerations_solve(s, t, now->q, now->v, now->a, now->lam));
    memcpy(now->aux, now->a, (size_t)s->model->nv * sizeof(double));
    memcpy(now->y_t, s->work.y_t, (size_t)s->model->nvariable * sizeof(double));
    memcpy(now->y_aux, s->work.y_t, (size_t)s->model->nvariable * sizeof(double));
    set_clock(s);
    gud_forces(s, t, GUD_ENERGIES);
    gud_powers(s, now->q, now->v, now->lam, now->clock.power);
    if (s->model->has_films) gud_impulses_note(s, now);
    memcpy(now->loss, s->work.loss, 2 * (size_t)s->model->npair * sizeof(double));
    gud_loads(s, t, now->load);
    const gud_energy e = gud_energy_of(s, now->q, now->v);
    now->clock.energy_start = e.kinetic + e.potential;
    return GUD_OK;
}

static gud_status check_user_forces(gud_sim *s)
{
    const gud_model *m = s->model;
    for (int i = 0; i < m->nforce; i++)
        if (m->force[i].law == &gud_force_user && !gud_user_force_get(s->work.force_params[i])->call)
            return gud_fail(&s->error, GUD_ERR_INPUT,
                            "force '%s' is computed by a program, which has to set it with gud_sim_user_force",
                            m->force[i].name);
    return GUD_OK;
}

gud_status gud_start(gud_sim *s)
{
    gud_state *now = &s->state;
    const double t = now->clock.t;
    GUD_TRY(check_user_forces(s));
    s->phase = GUD_PLACING;
    gud_status st = gud_positions_solve(s, t, now->q);
    s->phase = GUD_SPEEDING;
    if (st == GUD_OK) st = gud_velocities_solve(s, t, now->q, now->v);
    s->phase = GUD_RUNNING;
    if (st == GUD_OK) count_turns(s); // forces look at them
    if (st == GUD_OK && s->model->run.analysis == GUD_STATICS) st = gud_equilibrium(s);
    if (st == GUD_OK) {
        gud_kinematics(s, now->q, now->v);
        count_turns(s);
        st = begin(s);
    }
    if (st == GUD_OK && s->model->run.until_coordinate >= 0)
        now->clock.until_from = now->coordinate[s->model->run.until_coordinate];
    return st;
}

gud_status gud_start_at_rest(gud_sim *s)
{
    gud_state *now = &s->state;
    GUD_TRY(gud_equilibrium(s));
    now->clock.h_last = 0.0;
    memset(now->ledger, 0, GUD_NLEDGER * sizeof(double));
    memset(now->lost, 0, 2 * (size_t)s->model->npair * sizeof(double));
    gud_kinematics(s, now->q, now->v);
    for (int i = 0; i < s->model->ncoordinate; i++) {
        const gud_gauge *c = &s->model->coordinate[i].gauge;
        now->coordinate[i] = gud_gauge_value(c, &s->work.pose[c->a], &s->work.pose[c->b], now->coordinate[i]);
    }
    return begin(s);
}
