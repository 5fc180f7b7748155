#include "step/crowds.h"

#include "num/blocklu.h"
#include "num/vec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double longest_way = 0.5; // of the smaller radius, in a step

gud_status gud_crowds_create(const gud_model *m, gud_work *w)
{
    for (int i = 0; i < m->ncrowd; i++) {
        w->crowd[i] = gud_crowd_work_create(&m->crowd[i]);
        if (!w->crowd[i]) return GUD_ERR_MEMORY;
    }
    return GUD_OK;
}

void gud_crowds_free(const gud_model *m, gud_work *w)
{
    for (int i = 0; w->crowd && i < m->ncrowd; i++) gud_crowd_work_free(w->crowd[i]);
}

void gud_crowds_forget(gud_sim *s)
{
    for (int i = 0; i < s->model->ncrowd; i++) gud_crowd_work_forget(s->work.crowd[i]);
}

static bool find_contacts(gud_sim *s, const gud_crowd *c, const double *histories, unsigned asked)
{
    gud_work *w = &s->work;
    gud_crowd_work *own = w->crowd[c - s->model->crowd];
    if (gud_crowd_eval(c, w->pose, histories + c->history0, asked, w->team, own) == GUD_OK) return true;
    w->pairs = GUD_RETRY;
    w->refused = c->name;
    w->reason = "has more parts near each other than there is room for: they overlap deeply";
    return false;
}

static void apply_hit(gud_sim *s, const gud_crowd_hit *h)
{
    double wrench[12];
    for (int i = 0; i < 3; i++) {
        wrench[i] = -h->force[i];
        wrench[6 + i] = h->force[i];
    }
    v3_cross(wrench + 3, h->r[0], wrench);
    v3_cross(wrench + 9, h->r[1], wrench + 6);
    gud_wrenches_apply(s, h->frame, 2, wrench);
}

void gud_crowds_apply(gud_sim *s, unsigned asked)
{
    const gud_model *m = s->model;
    gud_work *w = &s->work;
    for (int i = 0; i < m->ncrowd; i++) {
        const gud_crowd_work *own = w->crowd[i];
        const unsigned what = asked & GUD_POWERS ? GUD_CROWD_LOSSES : GUD_CROWD_FORCES;
        if (!find_contacts(s, &m->crowd[i], s->state.history, what)) continue;
        for (int k = 0; k < own->nhit; k++) {
            apply_hit(s, &own->hit[k]);
            w->dissipation += own->hit[k].loss + own->hit[k].friction_loss;
        }
        if ((asked & GUD_ENERGIES) == GUD_ENERGIES) w->potential += gud_crowd_energy(&m->crowd[i], own);
    }
}

// ---- tangents

enum { most_columns = 6 }; // of a rigid body

// sign times the velocity at a place r from the frame: J[3][nv]
static void place_jacobian(const double *twist, int nv, const double r[3], double sign, double *J)
{
    for (int c = 0; c < nv; c++) {
        const double turn[3] = {twist[3 * nv + c], twist[4 * nv + c], twist[5 * nv + c]};
        double v[3];
        v3_cross(v, turn, r);
        for (int i = 0; i < 3; i++) J[i * nv + c] = sign * (twist[i * nv + c] + v[i]);
    }
}

// block[na][nb] += scale A' S B
static void add_product(const double *A, int na, const double S[9], const double *B, int nb, double scale,
                        double *block)
{
    for (int c = 0; c < nb; c++) {
        double SB[3];
        for (int i = 0; i < 3; i++) SB[i] = S[3 * i] * B[c] + S[3 * i + 1] * B[nb + c] + S[3 * i + 2] * B[2 * nb + c];
        for (int r = 0; r < na; r++)
            block[r * nb + c] += scale * (A[r] * SB[0] + A[na + r] * SB[1] + A[2 * na + r] * SB[2]);
    }
}

static void add_hit(gud_sim *s, const gud_crowd_hit *h, const gud_stage *g)
{
    const gud_model *m = s->model;
    double J[2][3 * most_columns], Jc[2][3 * most_columns], S[9], G[9];
    for (int i = 0; i < 9; i++) {
        S[i] = g->c_x * h->F_x[i] + g->c_v * h->F_v[i];
        G[i] = g->c_x * h->F_turn * ((i % 4 == 0 ? 1.0 : 0.0) - h->m[i / 3] * h->m[i % 3]);
    }
    for (int k = 0; k < 2; k++) {
        const gud_frame *f = &m->frame[h->frame[k]];
        const gud_body *b = &m->body[f->body];
        double twist[6 * most_columns];
        if (f->nv == 0) continue;
        b->kind->jacobian(f, &s->work.pose[b->frame0], &s->work.pose[h->frame[k]], twist);
        place_jacobian(twist, f->nv, h->r[k], k == 0 ? -1.0 : 1.0, J[k]);
        place_jacobian(twist, f->nv, h->center[k], k == 0 ? -1.0 : 1.0, Jc[k]);
    }
    for (int k = 0; k < 4; k++) {
        const gud_frame *a = &m->frame[h->frame[k / 2]], *b = &m->frame[h->frame[k % 2]];
        double block[most_columns * most_columns] = {0};
        if (a->nv == 0 || b->nv == 0) continue;
        if (gud_blocklu_block(s->work.K->matrix.lu, a->node0, b->node0) == GUD_BLOCKLU_NONE) continue;
        add_product(J[k / 2], a->nv, S, J[k % 2], b->nv, 1.0, block);
        add_product(Jc[k / 2], a->nv, G, Jc[k % 2], b->nv, 1.0, block);
        gud_matrix_add(&s->work.K->matrix, a->node0, b->node0, a->nv, b->nv, block, b->nv, -1.0);
    }
}

void gud_crowds_tangent(gud_sim *s, const gud_stage *g)
{
    for (int i = 0; i < s->model->ncrowd; i++) {
        const gud_crowd_work *own = s->work.crowd[i];
        if (!find_contacts(s, &s->model->crowd[i], s->state.history, GUD_CROWD_TANGENTS)) continue;
        for (int k = 0; k < own->nhit; k++) add_hit(s, &own->hit[k], g);
    }
}

// ---- steps

void gud_crowds_accept(gud_sim *s, const double *before, double *after)
{
    const gud_model *m = s->model;
    for (int i = 0; i < m->ncrowd; i++)
        if (find_contacts(s, &m->crowd[i], before, GUD_CROWD_FORCES))
            gud_crowd_accept(&m->crowd[i], s->work.crowd[i], after + m->crowd[i].history0);
}

double gud_crowds_longest_step(gud_sim *s)
{
    const gud_model *m = s->model;
    double least = INFINITY;
    if (m->ncrowd > 0) gud_kinematics(s, s->state.q, s->state.v);
    for (int i = 0; i < m->ncrowd; i++) {
        const gud_crowd *c = &m->crowd[i];
        const double way = longest_way * fmin(c->side[0].radius, c->side[1].radius);
        least = fmin(least, way / fmax(gud_crowd_speed(c, s->work.pose), 1e-300));
    }
    return least;
}

gud_status gud_crowds_check_step(gud_sim *s, double h)
{
    const double most = gud_crowds_longest_step(s);
    if (h <= most) return GUD_OK;
    return gud_fail(&s->error, GUD_ERR_NUMERIC,
                    "at t = %.9g s parts of `contacts` could pass through each other in a step of %.3g s; make "
                    "simulate.step smaller than %.2g s, or use simulate.tolerance instead",
                    s->state.clock.t, h, most);
}
