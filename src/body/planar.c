// A rigid body in the plane: q = v's integral = (x, y, phi) of the centre of mass; docs/theory/bodies.md, section 2.

#include "body/body.h"
#include "num/matrix.h"
#include "num/vec.h"

#include <math.h>
#include <string.h>

static void displace(const gud_body *b, const double *q0, const double *x, double *q)
{
    (void)b;
    for (int i = 0; i < 3; i++) q[i] = q0[i] + x[i];
}

static void velocity(const gud_body *b, const double *x, const double *x_t, double *v)
{
    (void)b;
    (void)x;
    v3_copy(v, x_t);
}

static void displacement(const gud_body *b, const double *x, const double *step, double *dx)
{
    (void)b;
    (void)x;
    v3_copy(dx, step);
}

static void difference(const gud_body *b, const double *q0, const double *q1, double *x)
{
    (void)b;
    v3_axpy(x, q1, -1.0, q0);
}

static void rest(const gud_body *b, double *q)
{
    (void)b;
    v3_set(q, 0.0, 0.0, 0.0);
}

static void poses(const gud_frame *frames, int n, const double *q, const double *v, gud_pose *poses)
{
    const double c = cos(q[2]), s = sin(q[2]);
    for (int i = 0; i < n; i++) {
        const gud_frame *f = &frames[i];
        gud_pose *p = &poses[i];
        v3_set(p->arm, c * f->s[0] - s * f->s[1], s * f->s[0] + c * f->s[1], f->s[2]);
        v3_set(p->p, q[0] + p->arm[0], q[1] + p->arm[1], p->arm[2]);
        v3_set(p->v, v[0] - v[2] * p->arm[1], v[1] + v[2] * p->arm[0], 0.0);
        v3_set(p->w, 0.0, 0.0, v[2]);
        for (int k = 0; k < 3; k++) {
            p->R[k] = c * f->C[k] - s * f->C[3 + k];
            p->R[3 + k] = s * f->C[k] + c * f->C[3 + k];
            p->R[6 + k] = f->C[6 + k];
        }
    }
}

static void pull(const gud_frame *f, const gud_pose *base, const gud_pose *pose, const double w[6], double *g)
{
    (void)f;
    (void)base;
    v3_set(g, w[0], w[1], w[5] + pose->arm[0] * w[1] - pose->arm[1] * w[0]);
}

static void turn(const gud_pose *base, const double moment[3], double *g)
{
    (void)base;
    v3_set(g, 0.0, 0.0, moment[2]);
}

static void pull_tangent(const gud_frame *f, const gud_pose *base, const gud_pose *pose, const double w[6], double *K)
{
    (void)f;
    (void)base;
    K[8] -= pose->arm[0] * w[0] + pose->arm[1] * w[1];
}

static void jacobian(const gud_frame *f, const gud_pose *base, const gud_pose *pose, double *J)
{
    (void)f;
    (void)base;
    const double rows[18] = {1.0, 0.0, -pose->arm[1], 0.0, 1.0, pose->arm[0], [17] = 1.0};
    memcpy(J, rows, sizeof rows);
}

static void bias(const gud_pose *pose, double a[6])
{
    const double w2 = pose->w[2] * pose->w[2];
    const double out[6] = {-w2 * pose->arm[0], -w2 * pose->arm[1]};
    memcpy(a, out, sizeof out);
}

static void residual(const gud_body *b, const double gravity[3], const double *q, const double *v, const double *a,
                     double *f, double *size)
{
    (void)q;
    (void)v;
    for (int i = 0; i < 2; i++) {
        f[i] = b->mass * (a[i] - gravity[i]);
        size[i] = b->mass * (fabs(a[i]) + fabs(gravity[i]));
    }
    f[2] = b->inertia[8] * a[2];
    size[2] = fabs(f[2]);
}

static void tangent(const gud_body *b, const gud_step_map *map, const double *q, const double *v, const double *a,
                    gud_matrix *K)
{
    (void)map;
    (void)q;
    (void)v;
    (void)a;
    const double M[9] = {b->mass, [4] = b->mass, [8] = b->inertia[8]};
    gud_matrix_add(K, b->node0, b->node0, 3, 3, M, 3, 1.0);
}

static void mass_diagonal(const gud_body *b, double *d)
{
    v3_set(d, b->mass, b->mass, b->inertia[8]);
}

static void momentum(const gud_body *b, const double *v, double *p)
{
    v3_set(p, b->mass * v[0], b->mass * v[1], b->inertia[8] * v[2]);
}

static double kinetic(const gud_body *b, const double *v)
{
    return 0.5 * (b->mass * (v[0] * v[0] + v[1] * v[1]) + b->inertia[8] * v[2] * v[2]);
}

static double potential(const gud_body *b, const double gravity[3], const double *q)
{
    return -b->mass * (gravity[0] * q[0] + gravity[1] * q[1]);
}

const gud_body_kind gud_body_planar = {
    .name = "planar",
    .nq = 3,
    .nv = 3,
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
