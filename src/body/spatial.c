// A rigid body in space: q = (place of the centre of mass, unit quaternion), v = (its velocity in world axes, angular
// velocity in body axes). So the mass matrix is constant; docs/theory/bodies.md, section 3.

#include "body/body.h"
#include "num/matrix.h"
#include "num/rot.h"
#include "num/vec.h"
#include "num/wide.h"

#include <math.h>
#include <string.h>

static void displace(const gud_body *b, const double *q0, const double *x, double *q)
{
    (void)b;
    v3_axpy(q, q0, 1.0, x);
    gud_rot_advance(q0 + 3, x + 3, q + 3);
}

static void velocity(const gud_body *b, const double *x, const double *x_t, double *v)
{
    (void)b;
    double T[9];
    v3_copy(v, x_t);
    gud_rot_tangent(x + 3, T);
    m3_apply(v + 3, T, x_t + 3);
}

static void displacement(const gud_body *b, const double *x, const double *step, double *dx)
{
    (void)b;
    double Ti[9];
    v3_copy(dx, step);
    gud_rot_tangent_inverse(x + 3, Ti);
    m3_apply(dx + 3, Ti, step + 3);
}

static void difference(const gud_body *b, const double *q0, const double *q1, double *x)
{
    (void)b;
    v3_axpy(x, q1, -1.0, q0);
    gud_rot_difference(q0 + 3, q1 + 3, x + 3);
}

static void rest(const gud_body *b, double *q)
{
    (void)b;
    memset(q, 0, 7 * sizeof *q);
    q[3] = 1.0;
}

GUD_WIDE static void poses(const gud_frame *frames, int n, const double *q, const double *v, gud_pose *poses)
{
    double R[9], w[3], turning[3];
    gud_rot_matrix(q + 3, R);
    m3_apply(w, R, v + 3);

    for (int i = 0; i < n; i++) {
        const gud_frame *f = &frames[i];
        gud_pose *p = &poses[i];
        v3_copy(p->w, w);
        if (f->central) {
            v3_set(p->arm, 0.0, 0.0, 0.0);
            v3_copy(p->p, q);
            v3_copy(p->v, v);
            memcpy(p->R, R, sizeof R);
            continue;
        }
        m3_apply(p->arm, R, f->s);
        v3_axpy(p->p, q, 1.0, p->arm);
        v3_cross(turning, w, p->arm);
        v3_axpy(p->v, v, 1.0, turning);
        if (f->aligned)
            memcpy(p->R, R, sizeof R);
        else
            m3_mul(p->R, R, f->C);
    }
}

static void pull(const gud_frame *f, const gud_pose *base, const gud_pose *pose, const double w[6], double *g)
{
    (void)f;
    double moment[3];
    v3_cross(moment, pose->arm, w);
    v3_axpy(moment, moment, 1.0, w + 3);
    v3_copy(g, w);
    m3_apply_t(g + 3, base->R, moment);
}

static void turn(const gud_pose *base, const double moment[3], double *g)
{
    v3_set(g, 0.0, 0.0, 0.0);
    m3_apply_t(g + 3, base->R, moment);
}

// In body axes the moment is R'm + s x R'f; R' turns with the body: d(R'f) = [R'f] dphi. eq. (12)
static void pull_tangent(const gud_frame *f, const gud_pose *base, const gud_pose *pose, const double w[6], double *K)
{
    (void)pose;
    double force[3], moment[3], block[9] = {0};
    m3_apply_t(force, base->R, w);
    m3_apply_t(moment, base->R, w + 3);
    m3_add_skew(block, 1.0, moment);
    m3_add_outer(block, 1.0, force, f->s); // [s][F] = F s' - (s.F) I
    m3_add_identity(block, -v3_dot(f->s, force));
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) K[6 * (i + 3) + j + 3] += block[3 * i + j];
}

static void jacobian(const gud_frame *f, const gud_pose *base, const gud_pose *pose, double *J)
{
    (void)f;
    memset(J, 0, 36 * sizeof *J);
    for (int k = 0; k < 3; k++) {
        double axis[3], moved[3];
        m3_column(axis, base->R, k);
        v3_cross(moved, axis, pose->arm);
        J[6 * k + k] = 1.0;
        for (int i = 0; i < 3; i++) {
            J[6 * i + 3 + k] = moved[i];
            J[6 * (i + 3) + 3 + k] = axis[i];
        }
    }
}

static void bias(const gud_pose *pose, double a[6])
{
    double turning[3];
    memset(a, 0, 6 * sizeof *a);
    v3_cross(turning, pose->w, pose->arm);
    v3_cross(a, pose->w, turning);
}

static void residual(const gud_body *b, const double gravity[3], const double *q, const double *v, const double *a,
                     double *f, double *size)
{
    (void)q;
    double Ia[3], Iw[3], gyro[3];
    m3_apply(Ia, b->inertia, a + 3);
    m3_apply(Iw, b->inertia, v + 3);
    v3_cross(gyro, v + 3, Iw);
    for (int i = 0; i < 3; i++) {
        f[i] = b->mass * (a[i] - gravity[i]);
        f[3 + i] = Ia[i] + gyro[i];
        size[i] = b->mass * (fabs(a[i]) + fabs(gravity[i]));
        size[3 + i] = fabs(Ia[i]) + fabs(gyro[i]);
    }
}

// P of the rotation: c_x da = P dphi. Newmark-like: P = T(x)^-1. Runge-Kutta: P = I + c_v [x_t]/2 and terms of second
// order in the step's rotation, which Newton does without; docs/theory/integrators.md, eqs (10), (11)
static void rotation_map(const gud_step_map *map, double P[9])
{
    if (!map->runge_kutta) {
        gud_rot_tangent_inverse(map->x + 3, P);
        return;
    }
    memset(P, 0, 9 * sizeof *P);
    m3_add_identity(P, 1.0);
    m3_add_skew(P, 0.5 * map->c_v, map->x_t + 3);
}

static void tangent(const gud_body *b, const gud_step_map *map, const double *q, const double *v, const double *a,
                    gud_matrix *K)
{
    (void)q;
    (void)a;
    double A[9], P[9], AP[9], Iw[3], block[36] = {0};

    // A = I + c_v d(w x Iw)/dw, and d(w x Iw) = ([w] I - [Iw]) dw; eq. (13)
    double skew[9] = {0}, wI[9];
    m3_apply(Iw, b->inertia, v + 3);
    m3_add_skew(skew, map->c_v, v + 3);
    m3_mul(wI, skew, b->inertia);
    for (int k = 0; k < 9; k++) A[k] = b->inertia[k] + wI[k];
    m3_add_skew(A, -map->c_v, Iw);
    rotation_map(map, P);
    m3_mul(AP, A, P);

    for (int i = 0; i < 3; i++) {
        block[7 * i] = b->mass;
        for (int j = 0; j < 3; j++) block[6 * (i + 3) + 3 + j] = AP[3 * i + j];
    }
    gud_matrix_add(K, b->node0, b->node0, 6, 6, block, 6, 1.0);
}

static void mass_diagonal(const gud_body *b, double *d)
{
    for (int i = 0; i < 3; i++) {
        d[i] = b->mass;
        d[3 + i] = b->inertia[4 * i];
    }
}

static void momentum(const gud_body *b, const double *v, double *p)
{
    v3_scale(p, b->mass, v);
    m3_apply(p + 3, b->inertia, v + 3);
}

static double kinetic(const gud_body *b, const double *v)
{
    double p[6];
    momentum(b, v, p);
    return 0.5 * (v3_dot(v, p) + v3_dot(v + 3, p + 3));
}

static double potential(const gud_body *b, const double gravity[3], const double *q)
{
    return -b->mass * v3_dot(gravity, q);
}

const gud_body_kind gud_body_spatial = {
    .name = "spatial",
    .nq = 7,
    .nv = 6,
    .displace = displace,
    .velocity = velocity,
    .displacement = displacement,
    .difference = difference,
    .rest = rest,
    .poses = poses,
    .pull = pull,
    .turn = turn,
    .pull_tangent = pull_tangent,
    .jacobian = jacobian,
    .bias = bias,
    .residual = residual,
    .tangent = tangent,
    .mass_diagonal = mass_diagonal,
    .momentum = momentum,
    .kinetic = kinetic,
    .potential = potential,
};
