// The Newton matrix of a stage, K = [M - c_v Q_v + c_x (G - Q_q), J'; J, -E], made of the blocks of bodies, joints,
// pairs and forces; docs/theory/integrators.md, section 4.
//
// G is how J' lam changes with the displacements. E is tiny and positive: it lets dependent constraint rows and
// singular positions pass. The residual knows nothing of it, so what Newton converges to does not depend on it.

#include "num/blocklu.h"
#include "step/crowds.h"

#include <string.h>

// E, relative to the diagonal of J M^-1 J': as good as nothing, unless the pivots show that rows depend on each other
static const double tight = 1e-15, loose = 1e-9;
static const double dependent = 1e-11;      // a relative pivot that shows it
static const double near = 1e-2, far = 0.1; // of the largest pivot of a run: near a singular position, and away from it

// K(frame k, frame l) += scale block[nv_k][nv_l]; a frame of a beam spans several groups
static void add_span(gud_sim *s, const gud_frame *k, const gud_frame *l, const double *block, double scale)
{
    const int *size = s->model->node_size;
    int row = 0;
    for (int i = 0; i < k->nnode; i++) {
        const int ni = size[k->node0 + i];
        int column = 0;
        for (int j = 0; j < l->nnode; j++) {
            const int nj = size[l->node0 + j];
            gud_matrix_add(&s->work.K->matrix, k->node0 + i, l->node0 + j, ni, nj, block + row * l->nv + column, l->nv,
                           scale);
            column += nj;
        }
        row += ni;
    }
}

static void frame_jacobian(const gud_sim *s, int frame, double *J)
{
    const gud_frame *f = &s->model->frame[frame];
    const gud_body *b = &s->model->body[f->body];
    if (f->nv > 0) b->kind->jacobian(f, &s->work.pose[b->frame0], &s->work.pose[frame], J);
}

// block[nv_k][nv_l] = J_k' W J_l with W a 6x6 part of a matrix with `stride` columns
static inline void multiply_sizes(int nk, int nl, const double *restrict Jk, const double *restrict W, int stride,
                                  const double *restrict Jl, double *restrict block)
{
    memset(block, 0, (size_t)(nk * nl) * sizeof *block);
    for (int i = 0; i < 6; i++) {
        double WJ[GUD_FRAME_VELOCITIES] = {0.0};
        for (int j = 0; j < 6; j++)
            for (int c = 0; c < nl; c++) WJ[c] += W[i * stride + j] * Jl[j * nl + c];
        for (int r = 0; r < nk; r++)
            for (int c = 0; c < nl; c++) block[r * nl + c] += Jk[i * nk + r] * WJ[c];
    }
}

// bodies in space first: a compiler that knows the sizes unrolls their loops
static void congruence(const double *Jk, int nk, const double *W, int stride, const double *Jl, int nl, double *block)
{
    if (nk == 6 && nl == 6)
        multiply_sizes(6, 6, Jk, W, stride, Jl, block);
    else
        multiply_sizes(nk, nl, Jk, W, stride, Jl, block);
}

// K += J' W J over all pairs of an element's frames
static void add_element(gud_sim *s, const int *frames, int n, const double *W, double scale)
{
    const gud_model *m = s->model;
    double *J = s->work.jacobians;
    for (int k = 0; k < n; k++) frame_jacobian(s, frames[k], J + k * s->work.jacobian_size);
    for (int k = 0; k < n; k++) {
        for (int l = 0; l < n; l++) {
            const gud_frame *fk = &m->frame[frames[k]], *fl = &m->frame[frames[l]];
            if (fk->nv == 0 || fl->nv == 0) continue;
            congruence(J + k * s->work.jacobian_size, fk->nv, W + 36 * n * k + 6 * l, 6 * n,
                       J + l * s->work.jacobian_size, fl->nv, s->work.column);
            add_span(s, fk, fl, s->work.column, scale);
        }
    }
}

// K += scale d(J' w)/dx at constant w
static void add_pull_tangent(gud_sim *s, int frame, const double w[6], double scale)
{
    const gud_frame *f = &s->model->frame[frame];
    const gud_body *b = &s->model->body[f->body];
    if (f->nv == 0) return;
    memset(s->work.column, 0, (size_t)(f->nv * f->nv) * sizeof(double));
    b->kind->pull_tangent(f, &s->work.pose[b->frame0], &s->work.pose[frame], w, s->work.column);
    add_span(s, f, f, s->work.column, scale);
}

static void add_bodies(gud_sim *s, const gud_stage *g)
{
    const gud_model *m = s->model;
    for (int i = 1; i < m->nbody; i++) {
        const gud_body *b = &m->body[i];
        const gud_step_map map = {g->c_x, g->c_v, g->runge_kutta, g->x + b->v0, g->x_t + b->v0};
        b->kind->tangent(b, &map, s->work.q + b->q0, g->v + b->v0, g->a + b->v0, &s->work.K->matrix);
    }
}

// how the reactions of a joint change while its bodies move
static void add_link_curvature(gud_sim *s, const gud_link *link, const double *lam, double c_x)
{
    const gud_model *m = s->model;
    double *H = s->work.by_displacement, w[12] = {0};
    const int frames[2] = {link->a, link->b};
    memset(H, 0, 144 * sizeof *H);
    for (int i = link->row0; i < link->row0 + link->nrow; i++) {
        const gud_gauge *gauge = &m->row[i].gauge;
        const gud_pose *A = &s->work.pose[gauge->a], *B = &s->work.pose[gauge->b];
        double g[12];
        gud_gauge_gradient(gauge, A, B, g);
        gud_gauge_curvature(gauge, A, B, lam[i], H);
        for (int k = 0; k < 12; k++) w[k] += lam[i] * g[k];
    }
    add_element(s, frames, 2, H, c_x);
    add_pull_tangent(s, link->a, w, c_x);
    add_pull_tangent(s, link->b, w + 6, c_x);
}

// J, J' and -E of one end of a joint
static void add_link_jacobian(gud_sim *s, const gud_link *link, int frame, bool second)
{
    const gud_model *m = s->model;
    const gud_frame *f = &m->frame[frame];
    double J[6 * GUD_FRAME_VELOCITIES], Jt[6 * GUD_FRAME_VELOCITIES];
    for (int i = 0; i < link->nrow; i++) {
        const gud_constraint *row = &m->row[link->row0 + i];
        const double *jac = s->work.jac + row->jac + (second ? m->frame[row->gauge.a].nv : 0);
        for (int k = 0; k < f->nv; k++) J[i * f->nv + k] = Jt[k * link->nrow + i] = jac[k];
    }
    int column = 0;
    for (int j = f->node0; j < f->node0 + f->nnode; column += m->node_size[j], j++) {
        const int nj = m->node_size[j];
        gud_matrix_add(&s->work.K->matrix, link->node, j, link->nrow, nj, J + column, f->nv, 1.0);
        gud_matrix_add(&s->work.K->matrix, j, link->node, nj, link->nrow, Jt + column * link->nrow, link->nrow, 1.0);
    }
}

double gud_row_softness(const gud_sim *s, int i)
{
    const gud_model *m = s->model;
    const gud_constraint *row = &m->row[i];
    const gud_frame *ends[2] = {&m->frame[row->gauge.a], &m->frame[row->gauge.b]};
    const double *jac = s->work.jac + row->jac;
    double sum = 0.0;
    for (int e = 0; e < 2; jac += ends[e]->nv, e++)
        for (int k = 0; k < ends[e]->nv; k++) sum += jac[k] * jac[k] / m->mass_diagonal[ends[e]->v0 + k];
    return (s->work.loose ? loose : tight) * sum;
}

static void add_link(gud_sim *s, const gud_link *link, const double *lam, double c_x)
{
    double diagonal[36] = {0};
    const bool active = gud_link_active(s, link);
    for (int i = 0; i < link->nrow; i++)
        diagonal[i * link->nrow + i] = active ? -gud_row_softness(s, link->row0 + i) : -1.0;
    gud_matrix_add(&s->work.K->matrix, link->node, link->node, link->nrow, link->nrow, diagonal, link->nrow, 1.0);
    if (!active) return;
    add_link_jacobian(s, link, link->a, false);
    add_link_jacobian(s, link, link->b, true);
    if (c_x > 0.0) add_link_curvature(s, link, lam, c_x);
}

// K -= c_x Q_q + c_v Q_v of an element; spoils by_x
static void add_tangents(gud_sim *s, const int *frames, int nframe, const double *wrench, double *by_x,
                         const double *by_v, const gud_stage *g)
{
    const int n = 6 * nframe;
    for (int k = 0; k < n * n; k++) by_x[k] = g->c_x * by_x[k] + g->c_v * by_v[k];
    add_element(s, frames, nframe, by_x, -1.0);
    for (int k = 0; k < nframe; k++) add_pull_tangent(s, frames[k], wrench + 6 * k, -g->c_x);
}

static void add_forces(gud_sim *s, const gud_stage *g)
{
    for (int i = 0; i < s->model->nforce; i++) {
        const gud_force *f = &s->model->force[i];
        gud_force_out out;
        gud_force_eval(s, f, g->t, GUD_TANGENTS, &out);
        const gud_work *w = &s->work;
        add_tangents(s, f->frame, f->nframe, w->wrench, w->by_displacement, w->by_twist, g);
    }
}

static void add_pairs(gud_sim *s, const gud_stage *g)
{
    for (int i = 0; i < s->model->npair; i++) {
        gud_pair_answer *a = &s->work.answer[i];
        add_tangents(s, s->model->pair[i].frame, 2, a->wrench, a->by_displacement, a->by_twist, g);
    }
}

static void begin_matrix(gud_sim *s, const void *user)
{
    const gud_model *m = s->model;
    const gud_stage *g = user;
    const gud_matrix *K = &s->work.K->matrix;
    gud_blocklu_clear(K->lu, K->values);
    add_bodies(s, g);
    for (int i = 0; i < m->nlink; i++) add_link(s, &m->link[i], g->lam, g->c_x);
    if (g->c_x > 0.0 || g->c_v > 0.0) add_forces(s, g);
}

static void assemble(gud_sim *s, const gud_stage *g, unsigned asked)
{
    if (!(g->c_x > 0.0 || g->c_v > 0.0)) {
        begin_matrix(s, g);
        return;
    }
    gud_pairs_eval_beside(s, g->t, asked, begin_matrix, g);
    add_pairs(s, g);
    gud_crowds_tangent(s, g);
}

void gud_tangent_assemble(gud_sim *s, const gud_stage *g)
{
    s->work.K = &s->work.factor[g->factor];
    s->work.K->valid = false;
    assemble(s, g, GUD_TANGENTS);
}

static gud_status make(gud_sim *s, const gud_stage *g)
{
    const gud_matrix *K = &s->work.K->matrix;
    assemble(s, g, GUD_NEWTON);
    s->state.clock.nfactor++;
    return gud_blocklu_factor(K->lu, K->values, K->pivots, &s->work.pivot);
}

// Where the pivot of a joint falls far below what it was in this run, constraint rows depend on each other, and
// the mechanism may move in more than one way; docs/theory/integrators.md, section 4. A film or a contact that stiffens
// makes pivots of the joints beside it fall as well, by orders: models that have them are not judged.
void gud_pivot_watch(gud_sim *s, double t)
{
    const double pivot = s->work.pivot.pivot;
    gud_clock *clock = &s->state.clock;
    if (s->model->npair > 0 || s->model->ncrowd > 0 || s->model->node_owner[s->work.pivot.node] >= 0)
        return; // not of a joint
    clock->pivot_most = fmax(clock->pivot_most, pivot);
    if (!clock->singular && pivot < near * clock->pivot_most) {
        if (clock->nsingular == 0) clock->singular_at = t;
        clock->nsingular++;
        clock->singular = 1;
    }
    if (clock->singular && pivot > far * clock->pivot_most) clock->singular = 0;
}

gud_status gud_tangent(gud_sim *s, const gud_stage *g)
{
    gud_work *w = &s->work;
    w->K = &w->factor[g->factor];
    gud_status st = make(s, g);
    if (!w->loose && (st != GUD_OK || w->pivot.pivot < dependent)) {
        w->loose = true;
        st = make(s, g);
    }
    w->K->c_x = g->c_x;
    w->K->c_v = g->c_v;
    if (g->c_v > 0.0) gud_pivot_watch(s, g->t); // a stage, not a start
    return st;
}
