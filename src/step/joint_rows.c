// Constraint rows of joints, drivers and start values: violations, Jacobian and biases.

#include "num/vec.h"
#include "num/wide.h"
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

static void row_bias(gud_sim *s, const gud_link *link, int i, const double a[12], double *bias)
{
    const gud_constraint *row = &s->model->row[i];
    const gud_pose *A = &s->work.pose[row->gauge.a], *B = &s->work.pose[row->gauge.b];
    const double law = row->motion >= 0 ? s->work.motion[3 * row->motion + 2] : 0.0;
    double g[12];
    fill_row(s, row, g);
    *bias = gud_link_active(s, link) ? dot12(g, a) + gud_gauge_bias(&row->gauge, A, B) - law : 0.0;
}

// ---- plain joints, whole: rigid bodies, rows along the world's axes, then pairs of perpendicular axes

// one end of a plain joint
typedef struct {
    const gud_pose *pose, *base;
    int nv; // of its body: 0, 3 or 6
    double sign;
    double *jac; // its part of the first row
} side;

typedef struct {
    side side[2];
    const gud_constraint *row;
    int nworld, nrow;
    int stride; // from row to row of the Jacobian
} plain;

static inline plain plain_begin(const gud_sim *s, const gud_link *link)
{
    const gud_model *m = s->model;
    const gud_frame *A = &m->frame[link->a], *B = &m->frame[link->b];
    const gud_pose *pose = s->work.pose;
    double *jac = s->work.jac + m->row[link->row0].jac;
    return (plain){.side = {{&pose[link->a], &pose[m->body[A->body].frame0], A->nv, -1.0, jac},
                            {&pose[link->b], &pose[m->body[B->body].frame0], B->nv, 1.0, jac + A->nv}},
                   .row = &m->row[link->row0],
                   .nworld = link->nworld,
                   .nrow = link->nrow,
                   .stride = A->nv + B->nv};
}

// how a point of a body moves along the world's axes
static inline void world_rows(const side *e, int n, int stride)
{
    const double *arm = e->pose->arm, *R = e->base->R, sign = e->sign;
    double *jac = e->jac;
    for (int i = 0; i < n && e->nv == 3; i++, jac += stride)
        v3_set(jac, i == 0 ? sign : 0.0, i == 1 ? sign : 0.0, i == 0 ? -sign * arm[1] : i == 1 ? sign * arm[0] : 0.0);
    if (e->nv != 6) return;
    double moved[3][3];
    for (int k = 0; k < 3; k++) {
        double axis[3];
        m3_column(axis, R, k);
        v3_cross(moved[k], axis, arm);
    }
    for (int i = 0; i < n; i++, jac += stride) {
        v3_set(jac, 0.0, 0.0, 0.0);
        jac[i] = sign;
        v3_set(jac + 3, sign * moved[0][i], sign * moved[1][i], sign * moved[2][i]);
    }
}

// the moment n acts on the body
static inline void turning_row(const side *e, const double n[3], double *jac)
{
    if (e->nv == 3) v3_set(jac, 0.0, 0.0, -e->sign * n[2]);
    if (e->nv != 6) return;
    double back[3];
    v3_scale(back, -e->sign, n);
    v3_set(jac, 0.0, 0.0, 0.0);
    m3_apply_t(jac + 3, e->base->R, back);
}

static inline void plain_axes(const plain *p, int i, double a[3], double b[3])
{
    m3_column(a, p->side[0].pose->R, p->row[i].gauge.i);
    m3_column(b, p->side[1].pose->R, p->row[i].gauge.j);
}

GUD_WIDE static void plain_rows(const plain *p)
{
    for (int e = 0; e < 2; e++) world_rows(&p->side[e], p->nworld, p->stride);
    for (int i = p->nworld; i < p->nrow; i++) {
        double a[3], b[3], n[3];
        plain_axes(p, i, a, b);
        v3_cross(n, a, b);
        for (int e = 0; e < 2; e++) turning_row(&p->side[e], n, p->side[e].jac + i * p->stride);
    }
}

static void plain_values(const plain *p, double *phi)
{
    const double *pA = p->side[0].pose->p, *pB = p->side[1].pose->p;
    for (int i = 0; i < p->nworld; i++) phi[i] = pB[i] - pA[i] - p->row[i].target;
    for (int i = p->nworld; i < p->nrow; i++) {
        double a[3], b[3];
        plain_axes(p, i, a, b);
        phi[i] = v3_dot(a, b) - p->row[i].target;
    }
}

// second derivative of the product of two axes that turn steadily: that of (w_A - w_B) . (a x b)
static inline double steady_turn(const double wA[3], const double a[3], const double wB[3], const double b[3])
{
    double a_t[3], b_t[3], n[3], m[3];
    v3_cross(a_t, wA, a);
    v3_cross(b_t, wB, b);
    v3_cross(n, a_t, b);
    v3_cross(m, a, b_t);
    return (wA[0] - wB[0]) * (n[0] + m[0]) + (wA[1] - wB[1]) * (n[1] + m[1]) + (wA[2] - wB[2]) * (n[2] + m[2]);
}

static inline __attribute__((always_inline)) void plain_biases(const plain *p, double *bias)
{
    double a[2][3], turning[3];
    for (int e = 0; e < 2; e++) {
        v3_cross(turning, p->side[e].pose->w, p->side[e].pose->arm);
        v3_cross(a[e], p->side[e].pose->w, turning);
    }
    for (int i = 0; i < p->nworld; i++) bias[i] = a[1][i] - a[0][i];
    for (int i = p->nworld; i < p->nrow; i++) {
        double x[3], y[3];
        plain_axes(p, i, x, y);
        bias[i] = steady_turn(p->side[0].pose->w, x, p->side[1].pose->w, y);
    }
}

// ---- all of them

void gud_joint_values_part(gud_sim *s, int from, int to)
{
    const gud_model *m = s->model;
    for (int n = from; n < to; n++) {
        const gud_link *link = &m->link[n];
        if (link->nworld >= 0) {
            const plain p = plain_begin(s, link);
            plain_values(&p, s->work.phi + link->row0);
            continue;
        }
        for (int i = link->row0; i < link->row0 + link->nrow; i++) row_value(s, i);
    }
}

void gud_joint_jacobian(gud_sim *s)
{
    const gud_model *m = s->model;
    double g[12];
    for (int n = 0; n < m->nlink; n++) {
        const gud_link *link = &m->link[n];
        if (link->nworld >= 0) {
            const plain p = plain_begin(s, link);
            plain_rows(&p);
            continue;
        }
        for (int i = link->row0; i < link->row0 + link->nrow; i++) fill_row(s, &m->row[i], g);
    }
}

void gud_joints(gud_sim *s, double t)
{
    gud_drivers(s, t);
    gud_joint_values_part(s, 0, s->model->nlink);
    gud_joint_jacobian(s);
}

GUD_WIDE void gud_joint_biases_part(gud_sim *s, double *bias, bool rows, int from, int to)
{
    const gud_model *m = s->model;
    for (int n = from; n < to; n++) {
        const gud_link *link = &m->link[n];
        if (link->nworld >= 0) {
            const plain p = plain_begin(s, link);
            if (rows) plain_rows(&p);
            plain_biases(&p, bias + link->row0);
            continue;
        }
        double a[12];
        frame_accelerations(s, &m->row[link->row0].gauge, a);
        for (int i = link->row0; i < link->row0 + link->nrow; i++) row_bias(s, link, i, a, &bias[i]);
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
