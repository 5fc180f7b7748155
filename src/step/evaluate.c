// Residual of motion at a trial state: bodies, joints, pairs and forces, in the order in which they need each other.

#include "num/vec.h"
#include "num/wide.h"
#include "step/crowds.h"
#include "step/sim.h"

#include <stddef.h>
#include <string.h>

enum { ahead = 4 }; // so many bodies take about as long as memory

void gud_kinematics_part(gud_sim *s, const double *q, const double *v, bool all, int from, int to)
{
    const gud_model *m = s->model;
    for (int i = from; i < to; i++) {
        const gud_body *b = &m->body[i];
        const int n = all ? b->nframe : b->nacting;
        const gud_body *soon = &m->body[i + ahead < to ? i + ahead : i];
        gud_prefetch(&m->frame[soon->frame0], 64);
        gud_prefetch(&s->work.pose[soon->frame0], 192);
        b->kind->poses(&m->frame[b->frame0], n, q + b->q0, v + b->v0, &s->work.pose[b->frame0]);
    }
}

void gud_kinematics(gud_sim *s, const double *q, const double *v)
{
    s->work.stamp++;
    gud_kinematics_part(s, q, v, true, 1, s->model->nbody);
}

void gud_pull(const gud_sim *s, int frame, const double w[6], double *g)
{
    const gud_body *b = &s->model->body[s->model->frame[frame].body];
    if (b->nv > 0) b->kind->pull(&s->model->frame[frame], &s->work.pose[b->frame0], &s->work.pose[frame], w, g);
}

void gud_kinematics_begin(gud_sim *s, double t)
{
    s->work.stamp++;
    gud_drivers(s, t);
}

void gud_bodies_part(gud_sim *s, const double *q, const double *v, const double *a, int from, int to)
{
    const gud_model *m = s->model;
    double gravity[3];
    v3_scale(gravity, s->work.load, m->gravity);
    for (int i = from; i < to; i++) {
        const gud_body *b = &m->body[i];
        b->kind->residual(b, gravity, q + b->q0, v + b->v0, a + b->v0, s->work.r + b->v0, s->work.size + b->v0);
    }
}

void gud_bodies(gud_sim *s, const double *q, const double *v, const double *a)
{
    gud_bodies_part(s, q, v, a, 1, s->model->nbody);
}

void gud_reactions(gud_sim *s, const double *lam)
{
    const gud_model *m = s->model;
    for (int i = 0; i < m->nrow; i++) {
        const gud_constraint *row = &m->row[i];
        const gud_frame *ends[2] = {&m->frame[row->gauge.a], &m->frame[row->gauge.b]};
        const double *jac = s->work.jac + row->jac;
        for (int e = 0; e < 2; e++) {
            double *r = s->work.r + ends[e]->v0, *size = s->work.size + ends[e]->v0;
            for (int k = 0; k < ends[e]->nv; k++) {
                const double f = jac[k] * lam[i];
                r[k] += f;
                size[k] += fabs(f);
            }
            jac += ends[e]->nv;
        }
    }
}

void gud_reaction_sum(gud_sim *s, const double *lam, double *sum)
{
    memset(s->work.r, 0, (size_t)s->model->nv * sizeof(double));
    gud_reactions(s, lam);
    memcpy(sum, s->work.r, (size_t)s->model->nv * sizeof(double));
}

void gud_impulses_note(gud_sim *s, gud_state *at)
{
    gud_reaction_sum(s, at->lam, at->reaction);
    memcpy(at->pushed, s->work.pushed, (size_t)s->model->nv * sizeof(double));
}

// what an element of n frames writes its wrenches and, if they are asked for, its tangents to
static void clear_element(gud_work *w, int nframe, unsigned asked)
{
    const size_t n = 6 * (size_t)nframe;
    memset(w->wrench, 0, n * sizeof(double));
    if (!(asked & GUD_TANGENTS)) return;
    memset(w->by_displacement, 0, n * n * sizeof(double));
    memset(w->by_twist, 0, n * n * sizeof(double));
}

// numbers of a pair that follow time or a coordinate; NULL: it has none
static const double *signals_fill(const gud_sim *s, const gud_pair *p, double t)
{
    double *values = s->work.signal + p->signal0;
    for (int k = 0; k < p->nsignal; k++) {
        const int c = p->signal[k].coordinate;
        const gud_gauge *g = c >= 0 ? &s->model->coordinate[c].gauge : NULL;
        const double at = g ? gud_gauge_value(g, &s->work.pose[g->a], &s->work.pose[g->b], s->state.coordinate[c]) : t;
        values[k] = gud_signal_value(&p->signal[k], at);
    }
    return p->nsignal > 0 ? values : NULL;
}

gud_pair_in gud_pair_input(const gud_sim *s, const gud_pair *p, double t)
{
    const ptrdiff_t number = p - s->model->pair;
    return (gud_pair_in){.t = t,
                         .signal = signals_fill(s, p, t),
                         .stamp = s->work.stamp,
                         .pose = {&s->work.pose[p->frame[0]], &s->work.pose[p->frame[1]]},
                         .side = s->work.side + p->event0,
                         .history = s->state.history + p->history0,
                         .before = s->work.before,
                         .lost = s->state.lost + 2 * number,
                         .y_hat = s->work.y_hat + p->variable0,
                         .y_guess = s->work.y_guess + p->variable0,
                         .c = s->work.y_c,
                         .work = s->work.pair_work[number]};
}

void gud_pair_eval(gud_sim *s, const gud_pair *p, double t, unsigned asked, gud_pair_out *out)
{
    gud_work *w = &s->work;
    gud_pair_answer *a = &w->answer[p - s->model->pair];
    gud_pair_in in = gud_pair_input(s, p, t);
    const bool tangents = asked & GUD_TANGENTS;
    in.newton = (asked & GUD_NEWTON) == GUD_NEWTON;
    memset(a->wrench, 0, sizeof a->wrench);
    if (tangents) memset(a->by_displacement, 0, sizeof a->by_displacement);
    if (tangents) memset(a->by_twist, 0, sizeof a->by_twist);
    *out = (gud_pair_out){.wrench = a->wrench,
                          .by_displacement = tangents ? a->by_displacement : NULL,
                          .by_twist = tangents ? a->by_twist : NULL,
                          .y = w->y + p->variable0,
                          .y_t = w->y_t + p->variable0,
                          .powers = asked & GUD_POWERS,
                          .energies = (asked & GUD_ENERGIES) == GUD_ENERGIES};
    p->law->eval(p->params, &in, out);
}

typedef struct {
    gud_sim *s;
    void (*item)(gud_sim *s, const gud_pair *p, const void *user);
    const void *user;
} pair_work;

static void do_pair(void *user, int i)
{
    const pair_work *w = user;
    if (i < w->s->model->npair) w->item(w->s, &w->s->model->pair[i], w->user);
}

// As many items as in an evaluation, with an empty last one: so every pair belongs to the same thread in both.
void gud_pairs_share(gud_sim *s, void (*item)(gud_sim *s, const gud_pair *p, const void *user), const void *user)
{
    pair_work w = {s, item, user};
    gud_team_share_short(s->work.team, s->model->npair + 1, do_pair, &w);
}

typedef struct {
    gud_sim *s;
    double t;
    unsigned asked;
    void (*rest)(gud_sim *s, const void *user);
    const void *user;
} pair_question;

static void answer_question(void *user, int i)
{
    const pair_question *q = user;
    if (i == q->s->model->npair) {
        if (q->rest) q->rest(q->s, q->user);
    } else if (!q->s->work.answer[i].shared) {
        gud_pair_eval(q->s, &q->s->model->pair[i], q->t, q->asked, &q->s->work.answer[i].out);
    }
}

// The rest is the last item and a small one, which balances the work of the threads.
void gud_pairs_eval_beside(gud_sim *s, double t, unsigned asked, void (*rest)(gud_sim *s, const void *user),
                           const void *user)
{
    pair_question q = {s, t, asked, rest, user};
    for (int i = 0; i < s->model->npair; i++)
        if (s->work.answer[i].shared) gud_pair_eval(s, &s->model->pair[i], t, asked, &s->work.answer[i].out);
    const bool known = s->work.y_c <= 0.0; // between stages the last answers serve
    (known ? gud_team_share_short : gud_team_share)(s->work.team, s->model->npair + 1, answer_question, &q);
}

void gud_pairs_eval(gud_sim *s, double t, unsigned asked)
{
    gud_pairs_eval_beside(s, t, asked, NULL, NULL);
}

gud_force_in gud_force_input(const gud_sim *s, const gud_force *f, double t)
{
    gud_force_in in = {.t = t,
                       .near = f->coordinate >= 0 ? s->state.coordinate[f->coordinate] : 0.0,
                       .side = s->work.side + f->event0};
    for (int k = 0; k < f->nframe; k++) in.pose[k] = &s->work.pose[f->frame[k]];
    return in;
}

void gud_force_eval(gud_sim *s, const gud_force *f, double t, unsigned asked, gud_force_out *out)
{
    gud_work *w = &s->work;
    const gud_force_in in = gud_force_input(s, f, t);
    const bool tangents = asked & GUD_TANGENTS;
    const int n = 6 * f->nframe;
    clear_element(w, f->nframe, asked);
    *out = (gud_force_out){.wrench = w->wrench,
                           .by_displacement = tangents ? w->by_displacement : NULL,
                           .by_twist = tangents ? w->by_twist : NULL,
                           .energies = asked & GUD_POWERS};
    f->law->eval(w->force_params[f - s->model->force], &in, out);
    if (!f->law->external || w->load == 1.0) return;
    for (int k = 0; k < n; k++) w->wrench[k] *= w->load;
    for (int k = 0; tangents && k < n * n; k++) w->by_displacement[k] *= w->load;
}

static double wrench_power(const gud_sim *s, const gud_force *f)
{
    double power = 0.0;
    for (int k = 0; k < f->nframe; k++) {
        const double *w = s->work.wrench + 6 * k;
        const gud_pose *p = &s->work.pose[f->frame[k]];
        power += v3_dot(w, p->v) + v3_dot(w + 3, p->w);
    }
    return power;
}

void gud_wrenches_apply(gud_sim *s, const int *frames, int nframe, const double *wrench)
{
    gud_work *w = &s->work;
    for (int i = 0; i < nframe; i++) {
        const gud_frame *f = &s->model->frame[frames[i]];
        double *g = w->column;
        gud_pull(s, frames[i], wrench + 6 * i, g);
        for (int k = 0; k < f->nv; k++) {
            w->r[f->v0 + k] -= g[k];
            w->size[f->v0 + k] += fabs(g[k]);
        }
    }
}

// what a pair answered
static void apply_pair(gud_sim *s, int number)
{
    gud_work *w = &s->work;
    const gud_pair_out *out = &w->answer[number].out;
    if (out->status != GUD_OK) {
        w->pairs = out->status;
        w->refused = s->model->pair[number].name;
        w->reason = out->reason;
    }
    w->potential += out->potential;
    w->dissipation += out->dissipation;
    w->load_power += out->supplied;
    w->loss[2 * number] = out->dissipation;
    w->loss[2 * number + 1] = out->friction;
    gud_wrenches_apply(s, s->model->pair[number].frame, 2, out->wrench);
}

// generalised forces of a load that was evaluated last
static void note_push(gud_sim *s, const gud_force *force)
{
    gud_work *w = &s->work;
    for (int i = 0; i < force->nframe; i++) {
        const gud_frame *f = &s->model->frame[force->frame[i]];
        gud_pull(s, force->frame[i], w->wrench + 6 * i, w->column);
        for (int k = 0; k < f->nv; k++) w->pushed[f->v0 + k] += w->column[k];
    }
}

static void apply_force(gud_sim *s, const gud_force *f, double t, unsigned asked)
{
    gud_work *w = &s->work;
    gud_force_out out;
    gud_force_eval(s, f, t, asked, &out);
    w->potential += out.potential;
    w->dissipation += out.dissipation;
    if (f->law->external) w->load_power += wrench_power(s, f);
    if (f->law->external && s->model->has_films) note_push(s, f);
    gud_wrenches_apply(s, f->frame, f->nframe, w->wrench);
}

// wrenches that pairs have answered with, those of contacts and of forces
static void apply_forces(gud_sim *s, double t, unsigned asked)
{
    const gud_model *m = s->model;
    gud_work *w = &s->work;
    w->potential = w->dissipation = w->load_power = 0.0;
    if (m->has_films) memset(w->pushed, 0, (size_t)m->nv * sizeof(double));
    w->pairs = GUD_OK;
    for (int i = 0; i < m->npair; i++) apply_pair(s, i);
    gud_crowds_apply(s, asked);
    for (int i = 0; i < m->nforce; i++) apply_force(s, &m->force[i], t, asked);
}

void gud_forces(gud_sim *s, double t, unsigned asked)
{
    gud_pairs_eval(s, t, asked);
    apply_forces(s, t, asked);
}

typedef struct {
    double t;
    const double *q, *v, *a;
} trial_state;

static void eval_joints_and_bodies(gud_sim *s, const void *user)
{
    const trial_state *at = user;
    gud_joints(s, at->t);               // poses   -> phi, jac
    gud_bodies(s, at->q, at->v, at->a); // q, v, a -> r = M a + ...
}

void gud_residual(gud_sim *s, double t, const double *q, const double *v, const double *a, const double *lam)
{
    const trial_state at = {t, q, v, a};
    gud_kinematics(s, q, v);                                              // q, v  -> poses
    gud_pairs_eval_beside(s, t, GUD_WRENCH, eval_joints_and_bodies, &at); // poses -> answers of pairs
    apply_forces(s, t, GUD_WRENCH);                                       // poses -> r -= Q
    gud_reactions(s, lam);                                                // jac   -> r += J' lam
}

void gud_powers(const gud_sim *s, const double *q, const double *v, const double *lam, double power[GUD_NLEDGER])
{
    const gud_model *m = s->model;
    power[GUD_WORK_DRIVERS] = 0.0;
    for (int i = 0; m->nmotion > 0 && i < m->nrow; i++)
        if (m->row[i].motion >= 0) power[GUD_WORK_DRIVERS] -= lam[i] * s->work.motion[3 * m->row[i].motion + 1];
    power[GUD_WORK_LOADS] = s->work.load_power;
    power[GUD_WORK_LOSSES] = s->work.dissipation;
    for (int i = 1; m->has_beams && i < m->nbody; i++) {
        const gud_body *b = &m->body[i];
        if (b->kind->dissipation) power[GUD_WORK_LOSSES] += b->kind->dissipation(b, q + b->q0, v + b->v0);
    }
}

double gud_kinetic_of(const gud_sim *s, const double *v)
{
    const gud_model *m = s->model;
    double sum = 0.0;
    for (int i = 1; i < m->nbody; i++) sum += m->body[i].kind->kinetic(&m->body[i], v + m->body[i].v0);
    return sum;
}

gud_energy gud_energy_of(const gud_sim *s, const double *q, const double *v)
{
    const gud_model *m = s->model;
    gud_energy e = {.kinetic = gud_kinetic_of(s, v), .potential = s->work.potential};
    for (int i = 1; i < m->nbody; i++) {
        const gud_body *b = &m->body[i];
        e.potential += b->kind->potential(b, m->gravity, q + b->q0);
    }
    return e;
}
