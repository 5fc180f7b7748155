// Frames on beams: the axes are those of the section, so a frame turns as the section does; docs/theory/beam.md,
// section 6.
//
//     a, b   slopes y and z of the section             f->section, weights of the nodes
//     e      its axes: e2 along a, e3 from b           E, columns
//     alpha = |a|, beta2 = b.e2, beta3 = b.e3          pose->slopes

#include "body/beam.h"
#include "num/vec.h"

#include <string.h>

typedef struct {
    double E[9];
    double e[3][3];
    double alpha, beta2, beta3;
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

static axes axes_of(const double a[3], const double b[3])
{
    axes x;
    x.alpha = v3_norm(a);
    v3_scale(x.e[1], 1.0 / x.alpha, a);
    x.beta2 = v3_dot(b, x.e[1]);
    v3_axpy(x.e[2], b, -x.beta2, x.e[1]);
    x.beta3 = v3_norm(x.e[2]);
    v3_scale(x.e[2], 1.0 / x.beta3, x.e[2]);
    v3_cross(x.e[0], x.e[1], x.e[2]);
    set_matrix(&x);
    return x;
}

// those of a pose: R = E C
static axes axes_of_pose(const gud_frame *f, const gud_pose *pose)
{
    axes x = {.alpha = pose->slopes[0], .beta2 = pose->slopes[1], .beta3 = pose->slopes[2]};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) x.e[k][i] = v3_dot(pose->R + 3 * i, f->C + 3 * k);
    set_matrix(&x);
    return x;
}

// components of the angular velocity along e while a and b move by a_t and b_t. eq. (22)
static void turn_rate(const axes *x, const double a_t[3], const double b_t[3], double c[3])
{
    c[0] = v3_dot(a_t, x->e[2]) / x->alpha;
    c[2] = -v3_dot(a_t, x->e[0]) / x->alpha;
    c[1] = (v3_dot(b_t, x->e[0]) + x->beta2 * c[2]) / x->beta3;
}

// what the motion (a_t, b_t) of the slopes does to the axes
typedef struct {
    double c[3], w[3], e[3][3], alpha, beta2, beta3;
} axes_rate;

static axes_rate rate_of(const axes *x, const double a_t[3], const double b_t[3])
{
    axes_rate t;
    turn_rate(x, a_t, b_t, t.c);
    m3_apply(t.w, x->E, t.c);
    for (int k = 0; k < 3; k++) v3_cross(t.e[k], t.w, x->e[k]);
    t.alpha = v3_dot(a_t, x->e[1]);
    t.beta2 = v3_dot(b_t, x->e[1]) + x->beta3 * t.c[0];
    t.beta3 = v3_dot(b_t, x->e[2]) - x->beta2 * t.c[0];
    return t;
}

// angular acceleration while a and b do not accelerate. eq. (25)
static void turn_bias(const axes *x, const axes_rate *t, const double a_t[3], const double b_t[3], double bias[3])
{
    double c_t[3];
    c_t[0] = (v3_dot(a_t, t->e[2]) - t->c[0] * t->alpha) / x->alpha;
    c_t[2] = (-v3_dot(a_t, t->e[0]) - t->c[2] * t->alpha) / x->alpha;
    c_t[1] = (v3_dot(b_t, t->e[0]) + t->beta2 * t->c[2] + x->beta2 * c_t[2] - t->c[1] * t->beta3) / x->beta3;
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
    v3_set(p->slopes, x.alpha, x.beta2, x.beta3);
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
    const double m1 = v3_dot(x->e[0], m), m2 = v3_dot(x->e[1], m), m3 = v3_dot(x->e[2], m);
    v3_scale(gb, m2 / x->beta3, x->e[0]);
    v3_scale(ga, -(m3 + x->beta2 / x->beta3 * m2) / x->alpha, x->e[0]);
    v3_axpy(ga, ga, m1 / x->alpha, x->e[2]);
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
    const double ratio = x->beta2 / x->beta3, ratio_t = (t->beta2 - ratio * t->beta3) / x->beta3;
    const double one = -(c[2] + ratio * c[1]) / x->alpha, three = c[0] / x->alpha, second = c[1] / x->beta3;
    const double one_t = (-(c_t[2] + ratio_t * c[1] + ratio * c_t[1]) - one * t->alpha) / x->alpha;
    const double three_t = (c_t[0] - three * t->alpha) / x->alpha;
    v3_scale(ga, one, t->e[0]);
    v3_axpy(ga, ga, one_t, x->e[0]);
    v3_axpy(ga, ga, three, t->e[2]);
    v3_axpy(ga, ga, three_t, x->e[2]);
    v3_scale(gb, second, t->e[0]);
    v3_axpy(gb, gb, (c_t[1] - second * t->beta3) / x->beta3, x->e[0]);
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
