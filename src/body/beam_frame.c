// Frames on beams: the axes are those of the section, so a frame turns as the section does; docs/theory/beam.md,
// section 6.
//
//     a, b   slopes y and z of the section                        f->section, weights of the nodes
//     e      its axes: e1 normal to both, e2 and e3 as near to
//            a and b as they can be: a.e3 = b.e2                  E, columns
//     a2 = a.e2, cross = a.e3 = b.e2, b3 = b.e3                   pose->slopes

#include "body/beam.h"
#include "num/vec.h"

#include <string.h>

typedef struct {
    double E[9];
    double e[3][3];
    double a2, cross, b3;
} axes;

// sum of weights times vectors of the nodes, `at` their place in a node
static void combine(const gud_frame *f, const double *q, const double weight[2], int at, double r[3])
{
    v3_scale(r, weight[0], q + at);
    if (f->nnode > 1) v3_axpy(r, r, weight[1], q + GUD_BEAM_NODE + at);
}

static void on_axis(const gud_frame *f, const double *q, double r[3])
{
    const double place[2] = {f->axis[0], f->axis[2]}, slope[2] = {f->axis[1], f->axis[3]};
    double sloped[3];
    combine(f, q, place, 0, r);
    combine(f, q, slope, 3, sloped);
    v3_axpy(r, r, 1.0, sloped);
}

static void set_matrix(axes *x)
{
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) x->E[3 * i + k] = x->e[k][i];
}

// eq. (21)
static axes axes_of(const double a[3], const double b[3])
{
    axes x = {0};
    v3_cross(x.e[0], a, b);
    v3_scale(x.e[0], 1.0 / v3_norm(x.e[0]), x.e[0]);
    v3_cross(x.e[1], b, x.e[0]);
    v3_axpy(x.e[1], x.e[1], 1.0, a);
    v3_scale(x.e[1], 1.0 / v3_norm(x.e[1]), x.e[1]);
    v3_cross(x.e[2], x.e[0], x.e[1]);
    x.a2 = v3_dot(a, x.e[1]);
    x.cross = v3_dot(a, x.e[2]);
    x.b3 = v3_dot(b, x.e[2]);
    set_matrix(&x);
    return x;
}

// those of a pose: R = E C
static axes axes_of_pose(const gud_frame *f, const gud_pose *pose)
{
    axes x = {.a2 = pose->slopes[0], .cross = pose->slopes[1], .b3 = pose->slopes[2]};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) x.e[k][i] = v3_dot(pose->R + 3 * i, f->C + 3 * k);
    set_matrix(&x);
    return x;
}

static double determinant(const axes *x)
{
    return x->a2 * x->b3 - x->cross * x->cross;
}

// c2, c3 of a turn that moves a by p and b by q along e1
static void tilt(const axes *x, double p, double q, double c[3])
{
    const double D = determinant(x);
    c[1] = (x->a2 * q - x->cross * p) / D;
    c[2] = (x->cross * q - x->b3 * p) / D;
}

// what the motion (a_t, b_t) of the slopes does to the axes; w = sum c e is their angular velocity. eq. (22)
typedef struct {
    double c[3], w[3], e[3][3], a2, cross, b3;
} axes_rate;

static axes_rate rate_of(const axes *x, const double a_t[3], const double b_t[3])
{
    axes_rate t;
    t.c[0] = (v3_dot(a_t, x->e[2]) - v3_dot(b_t, x->e[1])) / (x->a2 + x->b3);
    tilt(x, v3_dot(a_t, x->e[0]), v3_dot(b_t, x->e[0]), t.c);
    m3_apply(t.w, x->E, t.c);
    for (int k = 0; k < 3; k++) v3_cross(t.e[k], t.w, x->e[k]);
    t.a2 = v3_dot(a_t, x->e[1]) + x->cross * t.c[0];
    t.cross = v3_dot(a_t, x->e[2]) - x->a2 * t.c[0];
    t.b3 = v3_dot(b_t, x->e[2]) - x->cross * t.c[0];
    return t;
}

// angular acceleration while a and b do not accelerate. eq. (25)
static void turn_bias(const axes *x, const axes_rate *t, const double a_t[3], const double b_t[3], double bias[3])
{
    const double p = v3_dot(a_t, t->e[0]) - t->cross * t->c[1] + t->a2 * t->c[2];
    const double q = v3_dot(b_t, t->e[0]) - t->b3 * t->c[1] + t->cross * t->c[2];
    double c_t[3];
    c_t[0] = (v3_dot(a_t, t->e[2]) - v3_dot(b_t, t->e[1]) - t->c[0] * (t->a2 + t->b3)) / (x->a2 + x->b3);
    tilt(x, p, q, c_t);
    m3_apply(bias, x->E, c_t);
}

static void pose_of(const gud_frame *f, const double *q, const double *v, gud_pose *p)
{
    double a[3], b[3], a_t[3], b_t[3], turning[3];
    combine(f, q, f->section, 6, a);
    combine(f, q, f->section, 9, b);
    combine(f, v, f->section, 6, a_t);
    combine(f, v, f->section, 9, b_t);
    const axes x = axes_of(a, b);
    const axes_rate t = rate_of(&x, a_t, b_t);
    v3_set(p->slopes, x.a2, x.cross, x.b3);
    v3_copy(p->w, t.w);
    turn_bias(&x, &t, a_t, b_t, p->turn_bias);
    m3_apply(p->arm, x.E, f->s);
    m3_mul(p->R, x.E, f->C);
    on_axis(f, q, p->p);
    on_axis(f, v, p->v);
    v3_axpy(p->p, p->p, 1.0, p->arm);
    v3_cross(turning, p->w, p->arm);
    v3_axpy(p->v, p->v, 1.0, turning);
}

void gud_beam_poses(const gud_frame *frames, int n, const double *q, const double *v, gud_pose *poses)
{
    for (int i = 0; i < n; i++) pose_of(&frames[i], q + frames[i].first, v + frames[i].first, &poses[i]);
}

// what a moment m pulls at a and b: ga = W_a' m, gb = W_b' m. eq. (23)
static void section_pull(const axes *x, const double m[3], double ga[3], double gb[3])
{
    const double D = determinant(x), twist = v3_dot(x->e[0], m) / (x->a2 + x->b3);
    const double m2 = v3_dot(x->e[1], m), m3 = v3_dot(x->e[2], m);
    v3_scale(ga, twist, x->e[2]);
    v3_axpy(ga, ga, -(x->cross * m2 + x->b3 * m3) / D, x->e[0]);
    v3_scale(gb, -twist, x->e[1]);
    v3_axpy(gb, gb, (x->a2 * m2 + x->cross * m3) / D, x->e[0]);
}

// moment about the axis of a wrench at the frame
static void moment_on_axis(const gud_pose *pose, const double w[6], double m[3])
{
    v3_cross(m, pose->arm, w);
    v3_axpy(m, m, 1.0, w + 3);
}

void gud_beam_pull(const gud_frame *f, const gud_pose *base, const gud_pose *pose, const double w[6], double *g)
{
    (void)base;
    const axes x = axes_of_pose(f, pose);
    double m[3], ga[3], gb[3];
    moment_on_axis(pose, w, m);
    section_pull(&x, m, ga, gb);
    for (int node = 0; node < f->nnode; node++, g += GUD_BEAM_NODE) {
        v3_scale(g, f->axis[2 * node], w);
        v3_scale(g + 3, f->axis[2 * node + 1], w);
        v3_scale(g + 6, f->section[node], ga);
        v3_scale(g + 9, f->section[node], gb);
    }
}

// change of section_pull while the slopes move and the wrench stays. eq. (24)
static void section_pull_change(const axes *x, const axes_rate *t, const gud_pose *pose, const double w[6],
                                double ga[3], double gb[3])
{
    double m[3], arm_t[3], m_t[3], c[3], c_t[3];
    moment_on_axis(pose, w, m);
    v3_cross(arm_t, t->w, pose->arm);
    v3_cross(m_t, arm_t, w);
    for (int k = 0; k < 3; k++) {
        c[k] = v3_dot(x->e[k], m);
        c_t[k] = v3_dot(t->e[k], m) + v3_dot(x->e[k], m_t);
    }
    const double D = determinant(x), D_t = t->a2 * x->b3 + x->a2 * t->b3 - 2.0 * x->cross * t->cross;
    const double sum = x->a2 + x->b3, twist = c[0] / sum, twist_t = (c_t[0] - twist * (t->a2 + t->b3)) / sum;
    const double a1 = -(x->cross * c[1] + x->b3 * c[2]) / D, b1 = (x->a2 * c[1] + x->cross * c[2]) / D;
    const double a1_t = -(t->cross * c[1] + x->cross * c_t[1] + t->b3 * c[2] + x->b3 * c_t[2] + a1 * D_t) / D;
    const double b1_t = (t->a2 * c[1] + x->a2 * c_t[1] + t->cross * c[2] + x->cross * c_t[2] - b1 * D_t) / D;
    for (int k = 0; k < 3; k++) {
        ga[k] = twist_t * x->e[2][k] + twist * t->e[2][k] + a1_t * x->e[0][k] + a1 * t->e[0][k];
        gb[k] = -twist_t * x->e[1][k] - twist * t->e[1][k] + b1_t * x->e[0][k] + b1 * t->e[0][k];
    }
}

void gud_beam_pull_tangent(const gud_frame *f, const gud_pose *base, const gud_pose *pose, const double w[6], double *K)
{
    (void)base;
    const axes x = axes_of_pose(f, pose);
    for (int k = 0; k < 6; k++) { // a slope component of the section moves
        double move[6] = {0}, g[6];
        move[k] = 1.0;
        const axes_rate t = rate_of(&x, move, move + 3);
        section_pull_change(&x, &t, pose, w, g, g + 3);
        for (int i = 0; i < f->nnode; i++)
            for (int j = 0; j < f->nnode; j++)
                for (int l = 0; l < 6; l++)
                    K[f->nv * (GUD_BEAM_NODE * i + 6 + l) + GUD_BEAM_NODE * j + 6 + k] +=
                        f->section[i] * f->section[j] * g[l];
    }
}

void gud_beam_jacobian(const gud_frame *f, const gud_pose *base, const gud_pose *pose, double *J)
{
    for (int i = 0; i < 6; i++) {
        double w[6] = {0};
        w[i] = 1.0;
        gud_beam_pull(f, base, pose, w, J + i * f->nv);
    }
}

void gud_beam_bias(const gud_pose *pose, double a[6])
{
    double turning[3], by_turn[3];
    v3_cross(turning, pose->w, pose->arm);
    v3_cross(a, pose->w, turning);
    v3_cross(by_turn, pose->turn_bias, pose->arm);
    v3_axpy(a, a, 1.0, by_turn);
    v3_copy(a + 3, pose->turn_bias);
}
