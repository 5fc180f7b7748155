#include "step/run.h"

#include "num/pi.h"
#include "num/root.h"
#include "step/control.h"
#include "step/crowds.h"
#include "step/multipliers.h"

#include <stdio.h>
#include <string.h>

static const double land = 1e-6;         // part of a step by which it may be stretched to end where something happens
static const double arrived = 1e-11;     // part of the way by which rounding may miss the end of a run
static const double event_width = 1e-12; // s relative to the step: how closely an event is hit

// the next instant at which a law is not smooth
static double next_break(const gud_sim *s)
{
    const gud_model *m = s->model;
    const double t = s->state.clock.t;
    double first = INFINITY;
    for (int i = 0; i < m->nmotion; i++)
        first = fmin(first, gud_motion_next_break(m->motion[i].motion, s->work.motion_params[i], t));
    for (int i = 0; i < m->nforce; i++)
        if (m->force[i].law->next_break) first = fmin(first, m->force[i].law->next_break(s->work.force_params[i], t));
    for (int i = 0; i < m->npair; i++)
        for (int k = 0; k < m->pair[i].nsignal; k++)
            first = fmin(first, gud_signal_next_break(&m->pair[i].signal[k], t));
    return first;
}

// values whose change of sign ends a step: kinks of pairs and forces, and the end of the run
static void event_values(gud_sim *s, double t, const double *q, const double *v, double *values)
{
    const gud_model *m = s->model;
    gud_kinematics(s, q, v);
    for (int i = 0; i < m->npair; i++) {
        const gud_pair *p = &m->pair[i];
        if (p->nevent == 0) continue;
        const gud_pair_in in = gud_pair_input(s, p, t);
        p->law->events(p->params, &in, values + p->event0);
    }
    for (int i = 0; i < m->nforce; i++) {
        const gud_force *f = &m->force[i];
        if (f->law->nevent == 0) continue;
        const gud_force_in in = gud_force_input(s, f, t);
        f->law->events(s->work.force_params[i], &in, values + f->event0);
    }
    if (m->run.until_coordinate >= 0) {
        const gud_gauge *c = &m->coordinate[m->run.until_coordinate].gauge;
        const double near = s->state.coordinate[m->run.until_coordinate];
        values[m->nevent - 1] = gud_gauge_value(c, &s->work.pose[c->a], &s->work.pose[c->b], near) - m->run.until;
    }
}

static void events_of(gud_sim *s, const gud_state *at, double *values)
{
    event_values(s, at->clock.t, at->q, at->v, values);
}

// inside the step from s->state to s->next
static void events_inside(gud_sim *s, double theta, double *values)
{
    gud_work *w = &s->work;
    gud_interpolate_motion(s, theta, w->q, w->v);
    event_values(s, s->state.clock.t + theta * s->next.clock.h_last, w->q, w->v, values);
}

// laws with a kink stay on the side where they are, until they are released
static void hold_sides(gud_sim *s)
{
    const gud_model *m = s->model;
    if (m->nevent == 0) return;
    events_of(s, &s->state, s->work.event);
    memcpy(s->work.side, s->work.event, (size_t)m->nevent * sizeof(double));
}

static void release_sides(gud_sim *s)
{
    memset(s->work.side, 0, (size_t)s->model->nevent * sizeof(double));
}

static bool crosses(double from, double to)
{
    return (from < 0.0 && to >= 0.0) || (from > 0.0 && to <= 0.0);
}

static gud_status try_step(gud_sim *s, double h)
{
    s->next.clock = s->state.clock;
    s->next.clock.t = s->state.clock.t + h;
    s->work.share[0] = s->work.share[2] = 0.5; // unless the integrator knows better
    s->work.share[1] = 0.0;
    s->work.reach = s->model->length;
    for (int i = 0; i < s->model->nq; i++) s->work.reach = fmax(s->work.reach, fabs(s->state.q[i]));
    return gud_integrator_now(s)->step(s, h);
}

// cubic through the values y0, y1 with the slopes d0, d1 per step
static double hermite(double theta, double y0, double d0, double y1, double d1)
{
    const double u = 1.0 - theta;
    return u * u * ((1.0 + 2.0 * theta) * y0 + theta * d0) + theta * theta * ((1.0 + 2.0 * u) * y1 - u * d1);
}

// where a cubic that has the same sign at both ends comes closest to zero
static double closest(double y0, double d0, double y1, double d1)
{
    enum { npart = 16 };
    double best = 0.0, least = INFINITY;
    for (int i = 1; i < npart; i++) {
        const double theta = (double)i / npart, y = (y0 < 0.0 ? -1.0 : 1.0) * hermite(theta, y0, d0, y1, d1);
        if (y >= least) continue;
        least = y;
        best = theta;
    }
    return best;
}

// A value may leave its side and come back within one step: a body thrown against a ceiling flies a parabola, which no
// error estimate minds. If one does, the step is cut where it is on the other side.
static gud_status find_excursion(gud_sim *s, double *h)
{
    const int n = s->model->nevent;
    const double short_way = 1e-3; // of the step, for slopes
    double *before = s->work.event, *after = before + n, *early = before + 2 * n, *late = before + 3 * n;
    s->next.clock.h_last = *h;
    events_inside(s, short_way, early);
    events_inside(s, 1.0 - short_way, late);
    for (int i = 0; i < n; i++) {
        const double d0 = (early[i] - before[i]) / short_way, d1 = (after[i] - late[i]) / short_way;
        if (before[i] * after[i] <= 0.0 || d0 * before[i] >= 0.0 || d1 * after[i] <= 0.0) continue;
        const double theta = closest(before[i], d0, after[i], d1);
        events_inside(s, theta, early);
        if (!crosses(before[i], early[i])) {
            events_inside(s, short_way, early);
            continue;
        }
        *h *= theta;
        GUD_TRY(try_step(s, *h));
        events_of(s, &s->next, after);
        return GUD_OK;
    }
    return GUD_OK;
}

// shortens the step to the first event inside it; *h is the new step, *hit the event: 2 i, upwards 2 i + 1; -1: none
static gud_status find_event(gud_sim *s, double *h, int *hit)
{
    const int n = s->model->nevent;
    double *before = s->work.event, *after = s->work.event + n;
    *hit = -1;
    if (n == 0) return GUD_OK;
    events_of(s, &s->state, before);
    events_of(s, &s->next, after);
    GUD_TRY(find_excursion(s, h));
    for (int i = 0; i < n; i++) {
        if (!crosses(before[i], after[i])) continue;
        // an event after an earlier one inside the same step is no longer inside it
        gud_root root;
        GUD_TRY(gud_root_init(&root, 0.0, before[i], *h, after[i], event_width * *h));
        while (!gud_root_done(&root)) {
            GUD_TRY(try_step(s, gud_root_next(&root)));
            events_of(s, &s->next, after);
            GUD_TRY(gud_root_feed(&root, after[i]));
        }
        *h = gud_root_high(&root); // just behind the event: its sign has changed
        *hit = 2 * i + (before[i] < 0.0);
        GUD_TRY(try_step(s, *h));
        events_of(s, &s->next, after);
    }
    return GUD_OK;
}

static void accept_history(gud_sim *s, const gud_pair *p, const void *user)
{
    (void)user;
    memcpy(s->next.history + p->history0, s->state.history + p->history0, (size_t)p->nhistory * sizeof(double));
    if (!p->law->accept) return;
    const gud_pair_in in = gud_pair_input(s, p, s->next.clock.t);
    p->law->accept(p->params, &in, s->next.history + p->history0, s->next.y + p->variable0);
}

// What pairs remember of this step. Histories of crowds follow those of pairs.
static void accept_histories(gud_sim *s)
{
    const gud_model *m = s->model;
    const int first = m->ncrowd > 0 ? m->crowd[0].history0 : m->nhistory;
    memcpy(s->next.history + first, s->state.history + first, (size_t)(m->nhistory - first) * sizeof(double));
    gud_pairs_share(s, accept_history, NULL);
    gud_crowds_accept(s, s->state.history, s->next.history);
}

// power of all constraints in the mean of the step: that of their mean force at the mean velocity; eq. (29)
static double reaction_power(const gud_sim *s)
{
    const double *share = s->work.share, *from = s->state.reaction, *to = s->next.reaction;
    double power = 0.0;
    for (int k = 0; k < s->model->nv; k++) {
        const double force = share[0] * from[k] + share[1] * s->work.inner_reaction[k] + share[2] * to[k];
        power -= 0.5 * (s->state.v[k] + s->next.v[k]) * force;
    }
    return power;
}

// The same for loads: what their mean force at the mean velocity gives beyond their powers at the instants
static double push_excess(const gud_sim *s)
{
    const double *share = s->work.share, *from = s->state.pushed, *to = s->next.pushed;
    double power = -share[1] * s->work.inner_push;
    for (int k = 0; k < s->model->nv; k++) {
        const double half = 0.5 * (s->next.v[k] - s->state.v[k]);
        power += half * (share[0] * from[k] - share[2] * to[k]) +
                 (s->state.v[k] + half) * share[1] * s->work.inner_pushed[k];
    }
    return power;
}

// Work of a step from the powers at its start, at the inner stage and at its end, with the integrator's weights;
// docs/theory/integrators.md, eqs (27), (28)
static void add_work(gud_sim *s, double h, const double power[GUD_NLEDGER])
{
    const double *share = s->work.share;
    for (int k = 0; k < GUD_NLEDGER; k++) {
        const double mean =
            share[0] * s->state.clock.power[k] + share[1] * s->work.inner_power[k] + share[2] * power[k];
        s->next.ledger[k] = s->state.ledger[k] + h * mean;
        s->next.clock.power[k] = power[k];
    }
    if (s->model->has_films) {
        s->next.ledger[GUD_WORK_DRIVERS] = s->state.ledger[GUD_WORK_DRIVERS] + h * reaction_power(s);
        s->next.ledger[GUD_WORK_LOADS] += h * push_excess(s);
    }
    for (int k = 0; k < 2 * s->model->npair; k++) {
        const double mean = share[0] * s->state.loss[k] + share[1] * s->work.inner_loss[k] + share[2] * s->work.loss[k];
        s->next.lost[k] = s->state.lost[k] + h * mean;
        s->next.loss[k] = s->work.loss[k];
    }
}

static void follow_energy(gud_sim *s)
{
    gud_clock *clock = &s->next.clock;
    clock->energy_most = fmax(clock->energy_most, gud_kinetic_of(s, s->next.v));
    for (int k = 0; k < GUD_NLEDGER; k++) clock->energy_most = fmax(clock->energy_most, fabs(s->next.ledger[k]));
}

// violations of positions and velocities where poses and rows were evaluated last
static void note_drift(gud_sim *s)
{
    const gud_model *m = s->model;
    gud_clock *clock = &s->next.clock;
    double *rate = s->work.rhs;
    if (s->work.stamp == s->work.ended)
        gud_multipliers_rates(s, s->next.v, rate);
    else
        for (int i = 0; i < m->nrow; i++) rate[i] = gud_row_rate(s, i, s->next.v);
    for (int n = 0; n < m->nlink; n++) {
        const gud_link *link = &m->link[n];
        for (int i = link->row0; gud_link_active(s, link) && i < link->row0 + link->nrow; i++) {
            clock->drift[0] = fmax(clock->drift[0], fabs(s->work.phi[i]));
            clock->drift[1] = fmax(clock->drift[1], fabs(rate[i]));
        }
    }
}

// drift, powers and coordinates at the end of the step
static void finish_step(gud_sim *s, double h)
{
    const gud_model *m = s->model;
    gud_state *to = &s->next;
    gud_clock *clock = &to->clock;
    double power[GUD_NLEDGER];
    gud_variables_rest(s, to->y);
    if (s->work.stamp != s->work.ended) {
        gud_kinematics(s, to->q, to->v);
        gud_joints(s, clock->t);
    }
    accept_histories(s);
    if (s->work.stamp != s->work.ended) gud_forces(s, clock->t, GUD_POWERS);
    gud_loads(s, clock->t, to->load);
    gud_loads_follow(s);
    note_drift(s);
    gud_powers(s, to->q, to->v, to->lam, power);
    if (m->has_films) gud_impulses_note(s, to);
    add_work(s, h, power);
    follow_energy(s);
    for (int i = 0; i < m->ncoordinate; i++) {
        const gud_gauge *c = &m->coordinate[i].gauge;
        to->coordinate[i] = gud_gauge_value(c, &s->work.pose[c->a], &s->work.pose[c->b], s->state.coordinate[i]);
    }
    for (int i = 0; i < m->nv; i++) clock->v_scale[m->v_class[i]] = fmax(clock->v_scale[m->v_class[i]], fabs(to->v[i]));
}

// a matter of the model alone, because it decides about bits: a piece of a run takes some tenths of a second
int gud_run_refresh(const gud_model *m)
{
    const int numbers = 200000, fewest = 20, most = 1000;
    const int steps = numbers / (m->nv + m->nrow + m->nvariable + m->nhistory + 1);
    return steps < fewest ? fewest : steps > most ? most : steps;
}

static void commit(gud_sim *s)
{
    const gud_state old = s->state;
    s->state = s->next;
    s->next = old;
}

gud_status gud_run_restart(gud_sim *s)
{
    gud_state *now = &s->state;
    now->clock.h_last = now->clock.error_last = 0.0;
    gud_variables_rest(s, now->y);
    GUD_TRY(gud_accelerations_solve(s, now->clock.t, now->q, now->v, now->a, now->lam));
    memcpy(now->y_t, s->work.y_t, (size_t)s->model->nvariable * sizeof(double));
    memcpy(now->y_aux, s->work.y_t, (size_t)s->model->nvariable * sizeof(double));
    memcpy(now->aux, now->a, (size_t)s->model->nv * sizeof(double));
    gud_forces(s, now->clock.t, GUD_POWERS);
    gud_powers(s, now->q, now->v, now->lam, now->clock.power); // they jump as well
    if (s->model->has_films) gud_impulses_note(s, now);
    memcpy(now->loss, s->work.loss, 2 * (size_t)s->model->npair * sizeof(double));
    gud_loads(s, now->clock.t, now->load);
    return GUD_OK;
}

static gud_status project(gud_sim *s)
{
    gud_state *to = &s->next;
    GUD_TRY(gud_positions_solve(s, to->clock.t, to->q));
    return gud_velocities_solve(s, to->clock.t, to->q, to->v);
}

static bool acts_on(const gud_model *m, const gud_pair *p, int body)
{
    return m->frame[p->frame[0]].body == body || m->frame[p->frame[1]].body == body;
}

// joints with clearance that act on the body of an equation of motion: most often it is theirs that does not converge
static void name_pairs(const gud_model *m, int unknown, char *text, size_t size)
{
    int body = 1;
    if (unknown >= m->nv) return;
    while (body + 1 < m->nbody && unknown >= m->body[body + 1].v0) body++;
    for (int i = 0; i < m->npair; i++) {
        const gud_pair *p = &m->pair[i];
        if (!acts_on(m, p, body)) continue;
        const size_t used = strlen(text);
        (void)snprintf(text + used, size - used, "%s'%s'", used > 0 ? ", " : "; on it act the joints with clearance ",
                       p->name);
    }
}

static gud_status too_small(gud_sim *s, double h)
{
    char name[160] = "", pairs[160] = "";
    const gud_work *w = &s->work;
    if (w->pairs != GUD_OK && w->reason)
        return gud_fail(&s->error, GUD_ERR_NUMERIC, "no convergence at t = %.9g s with a step of %.3g s: '%s' %s",
                        s->state.clock.t, h, w->refused, w->reason);
    gud_unknown_name(s->model, s->work.worst, name, sizeof name);
    if (s->state.clock.singular)
        return gud_fail(&s->error, GUD_ERR_NUMERIC,
                        "no convergence at t = %.9g s with a step of %.3g s near a singular position, from which the "
                        "mechanism can continue in several ways; longer steps or joints with clearance may help. The "
                        "worst equation is that of %s",
                        s->state.clock.t, h, name);
    name_pairs(s->model, s->work.worst, pairs, sizeof pairs);
    return gud_fail(&s->error, GUD_ERR_NUMERIC,
                    "no convergence at t = %.9g s with a step of %.3g s; the worst equation is that of %s%s%s",
                    s->state.clock.t, h, name, pairs,
                    s->model->run.adaptive
                        ? "; check masses, loads and stiffnesses there, or use another simulate.tolerance"
                        : "; use simulate.tolerance instead of simulate.step, or a smaller step");
}

double gud_energy_error(gud_sim *s, const gud_state *at)
{
    gud_kinematics(s, at->q, at->v);
    gud_forces(s, at->clock.t, GUD_ENERGIES);
    const gud_energy e = gud_energy_of(s, at->q, at->v);
    const double *w = at->ledger;
    return e.kinetic + e.potential - at->clock.energy_start - w[GUD_WORK_DRIVERS] - w[GUD_WORK_LOADS] +
           w[GUD_WORK_LOSSES];
}

// the fastest turning of a body, in rad/s
static double spin_of(const gud_sim *s, int body)
{
    const gud_body *b = &s->model->body[body];
    double spin = 0.0;
    for (int k = b->v0; k < b->v0 + b->nv; k++)
        if (s->model->v_class[k] == 1) spin = fmax(spin, fabs(s->next.v[k]));
    return spin;
}

// Half a turn in a given step could be one forwards or one backwards. If most of the energy came from nowhere, no body
// turns that fast in truth: steps are too long for the forces.
static gud_status too_long(gud_sim *s, double h)
{
    static const double most_of_it = 0.5;
    int body = 1;
    for (int i = 2; i < s->model->nbody; i++)
        if (spin_of(s, i) > spin_of(s, body)) body = i;
    const double spin = spin_of(s, body), t = s->state.clock.t;
    const char *name = s->model->body[body].name;
    const double kinetic = gud_kinetic_of(s, s->state.v), surplus = gud_energy_error(s, &s->state);
    if (s->model->run.analysis == GUD_DYNAMICS && surplus > most_of_it * kinetic)
        return gud_fail(
            &s->error, GUD_ERR_NUMERIC,
            "the solution diverges at t = %.9g s: with steps of %.3g s the kinetic energy has grown to %.2g J, %.2g J "
            "more than the energy balance allows, and body '%s' turns with %.2g rad/s; use "
            "simulate.tolerance instead of simulate.step, or a smaller step",
            t, h, kinetic, surplus, name, spin);
    return gud_fail(&s->error, GUD_ERR_NUMERIC,
                    "at t = %.9g s a step of %.3g s turns body '%s' by %.3g degrees, too far to count its turns; make "
                    "simulate.step smaller than %.2g s",
                    t, h, name, spin * h * 180.0 / pi, 1.0 / spin);
}

// tries steps until one is accepted; *h is the step taken
static gud_status accepted_step(gud_sim *s, double *h, double *h_next)
{
    const gud_run_settings *run = &s->model->run;
    int repeats = 0;
    for (;;) {
        double factor = 0.25; // of the step, where there is no answer
        const gud_status st = try_step(s, *h);
        if (st < 0) return st;
        if (st == GUD_OK && !run->adaptive && gud_step_turn(s, *h) >= 2.0) return too_long(s, *h);
        if (st == GUD_OK && gud_step_accepted(s, *h, &repeats, &factor)) {
            *h_next = run->adaptive ? *h * factor : run->step;
            return GUD_OK;
        }
        s->state.clock.nreject++;
        const double tried = *h;
        *h *= factor;
        if (*h < run->step_min) return too_small(s, tried);
    }
}

// What follows an event is much like what followed it the last time: the step that was accepted then is tried first.
static double step_behind(gud_sim *s, int hit, double h)
{
    const double known = hit < 0 ? 0.0 : s->next.step_behind[hit];
    return known > 0.0 ? fmin(known, s->model->run.step_max) : h;
}

// remembers the step that was accepted first behind an event
static void remember_step(gud_sim *s, double h)
{
    const int64_t behind = s->state.clock.behind;
    memcpy(s->next.step_behind, s->state.step_behind, 2 * (size_t)s->model->nevent * sizeof(double));
    if (behind > 0) s->next.step_behind[behind - 1] = h;
}

typedef struct plan {
    double t_stop, t_break; // where the step ends at the latest; the next break
    double wanted, h;       // step that accuracy wants, and the one that is tried first
    bool lands;             // at t_stop
} plan;

static plan plan_make(gud_sim *s, double t_end)
{
    const double t_break = next_break(s), t_stop = fmin(t_end, t_break), left = t_stop - s->state.clock.t;
    const double most = s->model->run.adaptive ? gud_crowds_longest_step(s) : (double)INFINITY;
    const double wanted = fmin(fmin(s->state.clock.h, s->model->run.step_max), most);
    plan p = {t_stop, t_break, wanted, wanted, left <= wanted * (1.0 + land)};
    if (p.lands)
        p.h = left;
    else if (left < 2.0 * wanted)
        p.h = 0.5 * left; // two equal steps: after a tiny one the multipliers of index 3 would be worth nothing
    return p;
}

// after a step of h; what follows an event or a place to land is not shorter than what accuracy wanted before
static void clock_set(gud_sim *s, const plan *p, double h, double h_next, int event)
{
    const gud_run_settings *run = &s->model->run;
    const gud_clock *before = &s->state.clock;
    gud_clock *clock = &s->next.clock;
    clock->h = run->adaptive && (p->lands || event >= 0) ? fmax(h_next, p->wanted) : h_next;
    clock->h = run->adaptive ? step_behind(s, event, clock->h) : run->step;
    clock->t = before->t + h;
    clock->behind = event + 1;
    clock->h_last = h;
    clock->nstep++;
    clock->nreject = before->nreject;
    clock->nnewton = before->nnewton;
    clock->nfactor = before->nfactor;
    clock->pivot_most = before->pivot_most;
    clock->singular_at = before->singular_at;
    clock->nsingular = before->nsingular;
    clock->singular = before->singular;
}

gud_status gud_advance(gud_sim *s, double t_end, gud_observer observe, void *user)
{
    const plan p = plan_make(s, t_end);
    double h = p.h, h_next = p.h;
    int event = -1;

    if (!s->model->run.adaptive) GUD_TRY(gud_crowds_check_step(s, h));
    hold_sides(s);
    GUD_TRY(accepted_step(s, &h, &h_next));
    remember_step(s, h);
    GUD_TRY(find_event(s, &h, &event));
    if (s->model->run.project) GUD_TRY(project(s));

    const bool landed = event < 0 && p.lands && h == p.h, breaks = event >= 0 || (landed && p.t_stop == p.t_break);
    clock_set(s, &p, h, h_next, event);
    if (landed) s->next.clock.t = p.t_stop;
    s->next.clock.nevent += breaks;
    memcpy(s->next.a_last, s->state.a, (size_t)s->model->nv * sizeof(double));
    memcpy(s->next.lam_last, s->state.lam, (size_t)s->model->nrow * sizeof(double));
    memcpy(s->next.y_t_last, s->state.y_t, (size_t)s->model->nvariable * sizeof(double));
    memcpy(s->next.input, s->state.input, (size_t)s->model->ninput * sizeof(double));
    memcpy(s->next.memory, s->state.memory, (size_t)s->model->nmemory * sizeof(double));
    finish_step(s, h);
    release_sides(s);
    if (observe) GUD_TRY(observe(user, s));
    commit(s);
    const gud_status st = breaks ? gud_run_restart(s) : GUD_OK;
    const bool refresh = s->state.clock.nstep % gud_run_refresh(s->model) == 0;
    if (refresh && !gud_run_finished(s)) gud_work_forget(s); // the last record looks at it
    return st;
}

bool gud_run_ends(const gud_model *m, const gud_state *at)
{
    const gud_run_settings *run = &m->run;
    if (run->analysis == GUD_STATICS) return true;
    if (run->until_coordinate < 0) return at->clock.t >= run->until;
    const double from = at->clock.until_from, now = at->coordinate[run->until_coordinate];
    const double close = arrived * fmax(fabs(run->until - from), 1.0);
    return from <= run->until ? now >= run->until - close : now <= run->until + close;
}

bool gud_run_finished(const gud_sim *s)
{
    return gud_run_ends(s->model, &s->state);
}

double gud_run_fraction(const gud_sim *s)
{
    const gud_run_settings *run = &s->model->run;
    const gud_clock *clock = &s->state.clock;
    if (gud_run_finished(s)) return 1.0;
    if (run->until_coordinate < 0) return clock->t / run->until;
    const double now = s->state.coordinate[run->until_coordinate];
    return fmin(fmax((now - clock->until_from) / (run->until - clock->until_from), 0.0), 1.0);
}

gud_status gud_run_step(gud_sim *s, double t_end, gud_observer observe, void *user)
{
    const gud_status st = gud_advance(s, t_end, observe, user);
    if (st <= 0) return st;
    s->state.clock.h *= 0.5;
    return s->state.clock.h < s->model->run.step_min ? too_small(s, s->state.clock.h) : GUD_OK;
}

gud_status gud_run_piece(gud_sim *s, gud_observer observe, void *user)
{
    const gud_run_settings *run = &s->model->run;
    const double t_end = run->until_coordinate < 0 ? run->until : (double)INFINITY;
    do {
        GUD_TRY(gud_run_step(s, t_end, observe, user));
    } while (!gud_run_finished(s) && s->state.clock.nstep % gud_run_refresh(s->model) != 0);
    return GUD_OK;
}

gud_status gud_run(gud_sim *s, gud_observer observe, void *user)
{
    while (!gud_run_finished(s)) GUD_TRY(gud_run_piece(s, observe, user));
    return GUD_OK;
}

// cubics with the slopes at both ends
static void interpolate_cubic(gud_sim *s, double theta, double *q, double *v)
{
    const gud_model *m = s->model;
    const gud_state *from = &s->state, *to = &s->next;
    const double h = to->clock.h_last;
    double *x1 = s->work.x, *x1_t = s->work.x_t, *x = s->work.dx;
    for (int i = 1; i < m->nbody; i++) {
        const gud_body *b = &m->body[i];
        b->kind->difference(b, from->q + b->q0, to->q + b->q0, x1 + b->v0);
        b->kind->displacement(b, x1 + b->v0, to->v + b->v0, x1_t + b->v0);
        for (int k = b->v0; k < b->v0 + b->nv; k++) x[k] = hermite(theta, 0.0, h * from->v[k], x1[k], h * x1_t[k]);
        b->kind->displace(b, from->q + b->q0, x + b->v0, q + b->q0);
    }
    for (int k = 0; k < m->nv; k++) v[k] = hermite(theta, from->v[k], h * from->a[k], to->v[k], h * to->a[k]);
}

void gud_interpolate_motion(gud_sim *s, double theta, double *q, double *v)
{
    const gud_integrator *integrator = gud_integrator_now(s);
    (integrator->inside ? integrator->inside : interpolate_cubic)(s, theta, q, v);
}

void gud_interpolate(gud_sim *s, double theta, double *q, double *v, double *a, double *lam)
{
    const gud_model *m = s->model;
    const gud_state *from = &s->state, *to = &s->next;
    gud_interpolate_motion(s, theta, q, v);
    const double t = from->clock.t + theta * to->clock.h_last;
    if (gud_integrator_now(s)->inside && gud_accelerations_solve(s, t, q, v, a, lam) == GUD_OK) return;
    for (int k = 0; k < m->nv; k++) a[k] = from->a[k] + theta * (to->a[k] - from->a[k]);
    for (int k = 0; k < m->nrow; k++) lam[k] = from->lam[k] + theta * (to->lam[k] - from->lam[k]);
}

void gud_interpolate_ledger(const gud_sim *s, double theta, double *ledger)
{
    const gud_state *from = &s->state, *to = &s->next;
    const double h = to->clock.h_last;
    for (int k = 0; k < GUD_NLEDGER; k++)
        ledger[k] = hermite(theta, from->ledger[k], h * from->clock.power[k], to->ledger[k], h * to->clock.power[k]);
    ledger[GUD_WORK_LOSSES] =
        from->ledger[GUD_WORK_LOSSES] + theta * (to->ledger[GUD_WORK_LOSSES] - from->ledger[GUD_WORK_LOSSES]);
}
