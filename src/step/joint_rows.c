// Constraint rows of joints, drivers and start values: violations, Jacobian and biases.

#include "num/vec.h"
#include "step/plain.h"
#include "step/sim.h"

static const gud_body *body_of(const gud_model *m, int frame)
{
    return &m->body[m->frame[frame].body];
}

bool gud_link_active(const gud_sim *s, const gud_link *link)
{
    if (link->role != GUD_START) return true;
    const gud_constraint *row = &s->model->row[link->row0];
    return (s->phase == GUD_PLACING && row->place) || (s->phase == GUD_SPEEDING && row->speed);
}

void gud_drivers(gud_sim *s, double t)
{
    const gud_model *m = s->model;
    for (int i = 0; i < m->nmotion; i++)
        m->motion[i].motion->eval(s->work.motion_params[i], t, s->work.motion + 3 * (size_t)i);
}

// ---- joints of any kind, row by row

// acceleration of both frames while dv/dt = 0
static void frame_accelerations(const gud_sim *s, const gud_gauge *gauge, double a[12])
{
    body_of(s->model, gauge->a)->kind->bias(&s->work.pose[gauge->a], a);
    body_of(s->model, gauge->b)->kind->bias(&s->work.pose[gauge->b], a + 6);
}

static double dot12(const double *a, const double *b)
{
    double sum = 0.0;
    for (int k = 0; k < 12; k++) sum += a[k] * b[k];
    return sum;
}

// a row of the Jacobian; g is the gradient
static void fill_row(gud_sim *s, const gud_constraint *row, double g[12])
{
    const gud_gauge *gauge = &row->gauge;
    double *jac = s->work.jac + row->jac;
    gud_gauge_gradient(gauge, &s->work.pose[gauge->a], &s->work.pose[gauge->b], g);
    gud_pull(s, gauge->a, g, jac);
    gud_pull(s, gauge->b, g + 6, jac + s->model->frame[gauge->a].nv);
}

static void row_value(gud_sim *s, int i)
{
    const gud_constraint *row = &s->model->row[i];
    const gud_pose *A = &s->work.pose[row->gauge.a], *B = &s->work.pose[row->gauge.b];
    const double target = row->target + (row->motion >= 0 ? s->work.motion[3 * row->motion] : 0.0);
    s->work.phi[i] = gud_gauge_value(&row->gauge, A, B, target) - target;
}

// g is the gradient, a the acceleration of both frames while dv/dt = 0
static double row_bias(const gud_sim *s, const gud_link *link, int i, const double g[12], const double a[12])
{
    const gud_constraint *row = &s->model->row[i];
    const gud_pose *A = &s->work.pose[row->gauge.a], *B = &s->work.pose[row->gauge.b];
    const double law = row->motion >= 0 ? s->work.motion[3 * row->motion + 2] : 0.0;
    return gud_link_active(s, link) ? dot12(g, a) + gud_gauge_bias(&row->gauge, A, B) - law : 0.0;
}

// ---- plain joints, whole

// how an end moves along the world's axes, by the velocities of its body
static inline void world_rows(const gud_plain_end *end, double sign, int nv, int n, int stride, double *jac)
{
    const double *arm = end->arm;
    double moved[3][3];
    for (int i = 0; i < n && nv == 3; i++, jac += stride)
        v3_set(jac, i == 0 ? sign : 0.0, i == 1 ? sign : 0.0, i == 0 ? -sign * arm[1] : i == 1 ? sign * arm[0] : 0.0);
    if (nv != 6) return;
    gud_plain_moved(end, moved);
    for (int i = 0; i < n; i++, jac += stride) {
        v3_set(jac, 0.0, 0.0, 0.0);
        jac[i] = sign;
        v3_set(jac + 3, sign * moved[0][i], sign * moved[1][i], sign * moved[2][i]);
    }
}

// rows of both ends
static void plain_rows(int nworld, int nrow, const gud_plain *p, const gud_plain_end end[2], double *jac)
{
    const int stride = p->nv[0] + p->nv[1];
    for (int e = 0; e < 2; e++) {
        double *first = jac + (e == 0 ? 0 : p->nv[0]);
        world_rows(&end[e], gud_plain_sign(e), p->nv[e], nworld, stride, first);
        for (int k = 0; k < nrow - nworld && p->nv[e] > 0; k++) {
            double moment[3], *row = first + (nworld + k) * stride;
            gud_plain_moment(end, e, k, moment);
            v3_set(row, 0.0, 0.0, p->nv[e] == 3 ? moment[2] : 0.0); // z of a planar body is the world's
            if (p->nv[e] == 6) v3_copy(row + 3, moment);
        }
    }
}

static void plain_joint(int nworld, int nrow, const gud_plain *p, const gud_sim *s, double *bias)
{
    gud_plain_end end[2];
    for (int e = 0; e < 2; e++) gud_plain_place(nrow - nworld, p, e, s->work.pose, &end[e]);
    plain_rows(nworld, nrow, p, end, s->work.jac + p->jac);
    if (bias) gud_plain_biases(nworld, nrow, end, bias + p->row0);
}

// ---- all of them

void gud_joint_values_part(gud_sim *s, int from, int to)
{
    const gud_model *m = s->model;
    for (int n = from; n < to; n++) {
        const gud_link *link = &m->link[n];
        const gud_plain *p = &m->plain[n];
        if (link->plain)
            GUD_WITH_PLAIN(gud_plain_values, p->nworld, p->nrow, p, s->work.pose, s->work.phi + p->row0);
        else
            for (int i = link->row0; i < link->row0 + link->nrow; i++) row_value(s, i);
    }
}

static void joint_rows(gud_sim *s, int n, double *bias)
{
    const gud_model *m = s->model;
    const gud_link *link = &m->link[n];
    const gud_plain *p = &m->plain[n];
    double g[12], a[12];
    if (link->plain) {
        plain_joint(p->nworld, p->nrow, p, s, bias);
        return;
    }
    if (bias) frame_accelerations(s, &m->row[link->row0].gauge, a);
    for (int i = link->row0; i < link->row0 + link->nrow; i++) {
        fill_row(s, &m->row[i], g);
        if (bias) bias[i] = row_bias(s, link, i, g, a);
    }
}

void gud_joints(gud_sim *s, double t)
{
    gud_drivers(s, t);
    gud_joint_values_part(s, 0, s->model->nlink);
    gud_joint_rows_part(s, NULL, 0, s->model->nlink);
}

void gud_joint_rows_part(gud_sim *s, double *bias, int from, int to)
{
    for (int n = from; n < to; n++) joint_rows(s, n, bias);
}

static void plain_biases(int nworld, int nrow, const gud_plain *p, const gud_pose *pose, double *bias)
{
    gud_plain_end end[2];
    for (int e = 0; e < 2; e++) gud_plain_place(nrow - nworld, p, e, pose, &end[e]);
    gud_plain_biases(nworld, nrow, end, bias + p->row0);
}

void gud_joint_biases_part(gud_sim *s, double *bias, int from, int to)
{
    const gud_model *m = s->model;
    for (int n = from; n < to; n++) {
        const gud_plain *p = &m->plain[n];
        if (m->link[n].plain)
            plain_biases(p->nworld, p->nrow, p, s->work.pose, bias);
        else
            joint_rows(s, n, bias);
    }
}

// adds what the velocities of one frame contribute
static inline double add_dot(int n, const double *jac, const double *v, double sum)
{
    for (int k = 0; k < n; k++) sum += jac[k] * v[k];
    return sum;
}

static inline double dot_side(const gud_frame *f, const double *jac, const double *v, double sum)
{
    if (f->nv == 6) return add_dot(6, jac, v + f->v0, sum);
    if (f->nv == 3) return add_dot(3, jac, v + f->v0, sum);
    return add_dot(f->nv, jac, v + f->v0, sum);
}

double gud_row_dot(const gud_sim *s, int i, const double *v)
{
    const gud_constraint *row = &s->model->row[i];
    const gud_frame *A = &s->model->frame[row->gauge.a], *B = &s->model->frame[row->gauge.b];
    const double *jac = s->work.jac + row->jac;
    return dot_side(B, jac + A->nv, v, dot_side(A, jac, v, 0.0));
}

double gud_row_rate(const gud_sim *s, int i, const double *v)
{
    const gud_constraint *row = &s->model->row[i];
    return gud_row_dot(s, i, v) - (row->motion >= 0 ? s->work.motion[3 * row->motion + 1] : row->rate);
}

// the same, as the gauge sees it
static double frame_bias(const gud_sim *s, const gud_gauge *gauge)
{
    double g[12], a[12];
    gud_gauge_gradient(gauge, &s->work.pose[gauge->a], &s->work.pose[gauge->b], g);
    frame_accelerations(s, gauge, a);
    return dot12(g, a);
}

double gud_row_acceleration(const gud_sim *s, int i, const double *a)
{
    const gud_constraint *row = &s->model->row[i];
    const gud_pose *A = &s->work.pose[row->gauge.a], *B = &s->work.pose[row->gauge.b];
    const double law = row->motion >= 0 ? s->work.motion[3 * row->motion + 2] : 0.0;
    return gud_row_dot(s, i, a) + frame_bias(s, &row->gauge) + gud_gauge_bias(&row->gauge, A, B) - law;
}
