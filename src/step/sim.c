#include "step/integrator.h"

#include "base/alloc.h"
#include "step/crowds.h"
#include "step/multipliers.h"
#include "step/turned.h"

#include <string.h>
#include <unistd.h>

static int frame_velocities(const gud_model *m)
{
    int most = 1;
    for (int i = 0; i < m->nframe; i++)
        if (m->frame[i].nv > most) most = m->frame[i].nv;
    return most;
}

// what an element's wrenches and tangents need: sized by the widest force, at least the two frames of a joint or a pair
static void take_element(const gud_model *m, gud_work *w)
{
    int nframe = 2;
    for (int i = 0; i < m->nforce; i++)
        if (m->force[i].nframe > nframe) nframe = m->force[i].nframe;
    const int nv = frame_velocities(m), n = 6 * nframe;
    w->jacobian_size = 6 * nv;
    w->wrench = GUD_TAKE(&w->memory, double, n);
    w->by_displacement = GUD_TAKE(&w->memory, double, n *n);
    w->by_twist = GUD_TAKE(&w->memory, double, n *n);
    w->jacobians = GUD_TAKE(&w->memory, double, nframe * w->jacobian_size);
    w->column = GUD_TAKE(&w->memory, double, nv *nv);
}

static void take_stage(const gud_model *m, gud_work *w)
{
    double **vectors[] = {&w->x, &w->x_t, &w->v, &w->a, &w->w, &w->x_hat, &w->v_hat, &w->dx, &w->r, &w->size};
    for (int i = 0; i < GUD_COUNT(vectors); i++) *vectors[i] = GUD_TAKE(&w->memory, double, m->nv);
    for (int i = 0; i < m->run.integrator->nstage; i++) {
        w->k_x[i] = GUD_TAKE(&w->memory, double, m->nv);
        w->k_v[i] = GUD_TAKE(&w->memory, double, m->nv);
    }
    w->error = GUD_TAKE(&w->memory, double, 2 * m->nv);
    w->lam = GUD_TAKE(&w->memory, double, m->nrow + m->nv);
    w->kept = GUD_TAKE(&w->memory, double, 4 * m->nv + 2 * m->nrow);
    w->q = GUD_TAKE(&w->memory, double, m->nq);
}

static gud_status pair_work_create(const gud_model *m, gud_work *w)
{
    for (int i = 0; i < m->npair; i++) {
        const gud_pair *p = &m->pair[i];
        if (!p->law->work_create) continue;
        w->pair_work[i] = p->law->work_create(p->params);
        if (!w->pair_work[i]) return GUD_ERR_MEMORY;
    }
    return GUD_OK;
}

static void *own_copy(gud_work *w, const void *params, size_t size)
{
    void *copy = gud_arena_take(&w->memory, 1, size);
    return copy ? memcpy(copy, params, size) : NULL; // creation fails then
}

// A law that follows inputs has parameters of its own in every simulation.
static void take_params(const gud_model *m, gud_work *w)
{
    w->motion_params = GUD_TAKE(&w->memory, void *, m->nmotion);
    w->force_params = GUD_TAKE(&w->memory, void *, m->nforce);
    if (w->memory.failed) return;
    for (int i = 0; i < m->nmotion; i++) w->motion_params[i] = m->motion[i].params;
    for (int i = 0; i < m->nforce; i++) w->force_params[i] = m->force[i].params;
    for (int i = 0; i < m->nforce; i++)
        if (m->force[i].law->own_params)
            w->force_params[i] = own_copy(w, m->force[i].params, m->force[i].law->row.size);
    for (int i = 0; i < m->nfollower; i++) {
        const gud_follower *f = &m->follower[i];
        const bool motion = f->kind == GUD_FOLLOWS_MOTION;
        if (f->kind == GUD_FOLLOWS_PAIR) continue; // pairs keep their numbers in their work
        void **place = motion ? &w->motion_params[f->owner] : &w->force_params[f->owner];
        const void *shared = motion ? m->motion[f->owner].params : m->force[f->owner].params;
        const size_t size = motion ? m->motion[f->owner].motion->row.size : m->force[f->owner].law->row.size;
        if (*place == shared) *place = own_copy(w, shared, size);
    }
}

static gud_status work_create(const gud_model *m, gud_work *w)
{
    take_params(m, w);
    w->pair_work = GUD_TAKE(&w->memory, void *, m->npair);
    w->answer = GUD_TAKE(&w->memory, gud_pair_answer, m->npair);
    w->crowd = GUD_TAKE(&w->memory, gud_crowd_work *, m->ncrowd);
    w->load = 1.0;
    const int n = m->nv + m->nrow;
    w->pose = GUD_TAKE(&w->memory, gud_pose, m->nframe);
    w->phi = GUD_TAKE(&w->memory, double, m->nrow);
    w->motion = GUD_TAKE(&w->memory, double, 3 * m->nmotion);
    w->jac = GUD_TAKE(&w->memory, double, m->njac);
    w->rhs = GUD_TAKE(&w->memory, double, n);
    w->rhs_position = GUD_TAKE(&w->memory, double, n);
    if (m->run.broyden) w->broyden = GUD_TAKE(&w->memory, double, GUD_NEWTON_ITERATIONS *n);
    w->event = GUD_TAKE(&w->memory, double, 4 * m->nevent);
    w->side = GUD_TAKE(&w->memory, double, m->nevent);
    double **variables[] = {&w->y_hat, &w->y_guess, &w->y, &w->y_t, &w->k_y[0], &w->k_y[1], &w->k_y[2], &w->error_y};
    for (int i = 0; i < GUD_COUNT(variables); i++) *variables[i] = GUD_TAKE(&w->memory, double, m->nvariable);
    w->loss = GUD_TAKE(&w->memory, double, 2 * m->npair);
    w->signal = GUD_TAKE(&w->memory, double, m->nsignal);
    w->inner_load = GUD_TAKE(&w->memory, double, 3 * m->npair);
    w->inner_reaction = GUD_TAKE(&w->memory, double, m->nv);
    w->pushed = GUD_TAKE(&w->memory, double, m->nv);
    w->inner_pushed = GUD_TAKE(&w->memory, double, m->nv);
    w->error_load = GUD_TAKE(&w->memory, double, 3 * m->npair);
    w->inner_loss = GUD_TAKE(&w->memory, double, 2 * m->npair);
    take_element(m, w);
    take_stage(m, w);
    w->turn = GUD_TAKE(&w->memory, double, gud_turned_size(m));
    for (int i = 0; i < m->run.integrator->nfactor; i++) {
        w->factor[i].matrix = (gud_matrix){m->lu, GUD_TAKE(&w->memory, double, gud_blocklu_nvalue(m->lu)),
                                           GUD_TAKE(&w->memory, int, gud_blocklu_npivot(m->lu))};
        w->factor[i].axes = GUD_TAKE(&w->memory, double, gud_turned_size(m));
    }
    if (w->memory.failed) return GUD_ERR_MEMORY;
    if (m->run.integrator->why_not_stiff) GUD_TRY(gud_multipliers_create(m, &w->multipliers));
    GUD_TRY(pair_work_create(m, w));
    return gud_crowds_create(m, w);
}

gud_status gud_sim_create(const gud_model *m, gud_sim **out)
{
    if (!out) return GUD_ERR_USE;
    *out = NULL;
    if (!m) return GUD_ERR_USE;
    gud_sim *s = gud_alloc(1, sizeof *s);
    if (!s) return GUD_ERR_MEMORY;
    s->model = m;
    if (gud_state_create(m, &s->state) || gud_state_create(m, &s->next) || work_create(m, &s->work)) {
        gud_sim_free(s);
        return GUD_ERR_MEMORY;
    }
    m->body[0].kind->poses(m->frame, m->body[0].nframe, NULL, NULL, s->work.pose); // the ground stays
    gud_state_reset(m, &s->state);
    *out = s;
    return GUD_OK;
}

void gud_work_forget(gud_sim *s)
{
    for (int i = 0; i < s->model->npair; i++) {
        const gud_pair *p = &s->model->pair[i];
        if (p->law->work_forget) p->law->work_forget(p->params, s->work.pair_work[i], s->state.history + p->history0);
    }
    gud_crowds_forget(s);
    gud_inputs_apply(s);
    for (int i = 0; i < GUD_FACTORS; i++) s->work.factor[i].valid = false;
    s->work.loose = s->work.soft = s->work.damped = false;
}

// films on a grid take most of a run; other pairs are evaluated sooner than a thread is told to
static int count_films(const gud_model *m)
{
    int n = 0;
    for (int i = 0; i < m->npair; i++) n += m->pair[i].nvariable > 0;
    return n;
}

// may there be enough contacts that threads share them?
static bool is_crowded(const gud_model *m)
{
    for (int i = 0; i < m->ncrowd; i++)
        if (m->crowd[i].most >= 4 * GUD_CROWD_SHARED) return true;
    return false;
}

// Large films that a team solves one after the other, by their rows; the others are solved side by side.
static int share_films(gud_sim *s, gud_team *team)
{
    int large = 0;
    for (int i = 0; i < s->model->npair; i++) {
        const gud_pair_law *law = s->model->pair[i].law;
        s->work.answer[i].shared = law->work_share && law->work_share(s->work.pair_work[i], team);
        large += s->work.answer[i].shared;
    }
    return large;
}

void gud_sim_share(gud_sim *s, int n)
{
    const int nfilm = count_films(s->model), most = gud_thread_count(n);
    const bool many = share_films(s, NULL) > 0 || is_crowded(s->model); // parts of one film, or of one set of contacts
    gud_team_free(s->work.team);
    s->work.team = gud_team_create(many || most < nfilm ? most : nfilm);
    (void)share_films(s, s->work.team);
}

void gud_sim_free(gud_sim *s)
{
    if (!s) return;
    gud_team_free(s->work.team);
    if (s->session_free) s->session_free(s->session);
    gud_state_free(&s->state);
    gud_state_free(&s->next);
    for (int i = 0; s->work.pair_work && i < s->model->npair; i++)
        if (s->model->pair[i].law->work_free) s->model->pair[i].law->work_free(s->work.pair_work[i]);
    gud_multipliers_free(s->work.multipliers);
    gud_crowds_free(s->model, &s->work);
    gud_arena_free(&s->work.memory);
    gud_free(s);
}

static void hold_variables(gud_sim *s, const gud_pair *p, const void *y)
{
    memcpy(s->work.y_hat + p->variable0, (const double *)y + p->variable0, (size_t)p->nvariable * sizeof(double));
}

void gud_variables_rest(gud_sim *s, const double *y)
{
    s->work.y_c = 0.0;
    gud_pairs_share(s, hold_variables, y);
}

void gud_extrapolate(const gud_sim *s, double ahead, double *a, double *lam)
{
    const gud_state *now = &s->state;
    const double ratio = now->clock.h_last > 0.0 ? ahead / now->clock.h_last : 0.0;
    for (int i = 0; i < s->model->nv; i++) a[i] = now->a[i] + ratio * (now->a[i] - now->a_last[i]);
    for (int i = 0; i < s->model->nrow; i++) lam[i] = now->lam[i] + ratio * (now->lam[i] - now->lam_last[i]);
}
