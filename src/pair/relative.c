#include "pair/relative.h"

#include "num/vec.h"

#include <string.h>

void gud_relative_at(const gud_pose *A, const gud_pose *B, gud_pose *seen)
{
    double d[3], turn[3], v[3], w[3];
    v3_axpy(d, B->p, -1.0, A->p);
    v3_cross(turn, A->w, d);
    for (int i = 0; i < 3; i++) v[i] = B->v[i] - A->v[i] - turn[i];
    v3_axpy(w, B->w, -1.0, A->w);
    *seen = (gud_pose){0};
    m3_apply_t(seen->p, A->R, d);
    m3_apply_t(seen->v, A->R, v);
    m3_apply_t(seen->w, A->R, w);
    m3_mul_t(seen->R, A->R, B->R);
}

// ---- what both frames feel

typedef struct {
    const gud_pose *A, *B;
    double arm[3];              // from B to A
    double u[3], spin[3];       // of B at the origin of A, relative to A; and its turning
    double force[3], moment[3]; // on B at the origin of A, world
    int a, b;                   // first column of A and of B
} link;

static void link_set(const gud_force_in *in, int reference, const gud_relative_answer *a, link *l)
{
    const gud_pose *A = in->pose[reference], *B = in->pose[1 - reference];
    double turn[3];
    *l = (link){.A = A, .B = B, .a = 6 * reference, .b = 6 * (1 - reference)};
    v3_axpy(l->arm, A->p, -1.0, B->p);
    v3_cross(turn, B->w, l->arm);
    for (int i = 0; i < 3; i++) l->u[i] = B->v[i] + turn[i] - A->v[i];
    v3_axpy(l->spin, B->w, -1.0, A->w);
    m3_apply(l->force, A->R, a->Q);
    m3_apply(l->moment, A->R, a->Q + 3);
}

// adds a force and a moment on B at the origin of A to column j of a matrix of `stride` columns, with what moves with
// it: the arm changes by d_arm
static void spread(const link *l, const double f[3], const double m[3], const double d_arm[3], int stride, int j,
                   double *matrix)
{
    double lever[3], more[3];
    v3_cross(lever, l->arm, f);
    v3_cross(more, d_arm, l->force);
    for (int i = 0; i < 3; i++) {
        matrix[stride * (l->b + i) + j] += f[i];
        matrix[stride * (l->b + 3 + i) + j] += m[i] + lever[i] + more[i];
        matrix[stride * (l->a + i) + j] -= f[i];
        matrix[stride * (l->a + 3 + i) + j] -= m[i];
    }
}

// B's motion at the origin of A relative to A, in A's axes, for motions (shift, turn) of both
static void seen_motion(const link *l, const double of_A[6], const double of_B[6], double q[6])
{
    double d[3], turn[3];
    v3_cross(turn, of_B + 3, l->arm);
    for (int i = 0; i < 3; i++) d[i] = of_B[i] + turn[i] - of_A[i];
    m3_apply_t(q, l->A->R, d);
    v3_axpy(d, of_B + 3, -1.0, of_A + 3);
    m3_apply_t(q + 3, l->A->R, d);
}

// change of that velocity while both frames are displaced and keep their velocities in the world
static void seen_velocity(const link *l, const double d_arm[3], const double phi[3], double q[6])
{
    double swept[3], turned[3], d[3];
    v3_cross(swept, l->B->w, d_arm);
    v3_cross(turned, phi, l->u);
    v3_axpy(d, swept, -1.0, turned);
    m3_apply_t(q, l->A->R, d);
    v3_cross(turned, l->spin, phi);
    m3_apply_t(q + 3, l->A->R, turned);
}

static void respond(const link *l, const double K[6][6], const double q[6], double f[3], double m[3])
{
    double Q[6], world[3];
    for (int i = 0; i < 6; i++) {
        Q[i] = 0.0;
        for (int j = 0; j < 6; j++) Q[i] += K[i][j] * q[j];
    }
    m3_apply(world, l->A->R, Q);
    v3_axpy(f, f, 1.0, world);
    m3_apply(world, l->A->R, Q + 3);
    v3_axpy(m, m, 1.0, world);
}

void gud_relative_give(const gud_force_in *in, int reference, const gud_relative_answer *a, gud_force_out *out)
{
    static const double none[3] = {0.0, 0.0, 0.0};
    link l;
    link_set(in, reference, a, &l);
    spread(&l, l.force, l.moment, none, 1, 0, out->wrench);
    if (!out->by_displacement) return;

    for (int j = 0; j < 12; j++) {
        double both[12] = {0}, q[6], f[3], m[3], d_arm[3];
        both[j] = 1.0;
        const double *of_A = both + l.a, *of_B = both + l.b;
        seen_motion(&l, of_A, of_B, q);
        v3_set(f, 0.0, 0.0, 0.0);
        v3_set(m, 0.0, 0.0, 0.0);
        respond(&l, a->Q_v, q, f, m);
        spread(&l, f, m, none, 12, j, out->by_twist);

        // forces keep their direction on the reference: they turn with it
        v3_cross(f, of_A + 3, l.force);
        v3_cross(m, of_A + 3, l.moment);
        respond(&l, a->Q_q, q, f, m);
        v3_axpy(d_arm, of_A, -1.0, of_B);
        seen_velocity(&l, d_arm, of_A + 3, q);
        respond(&l, a->Q_v, q, f, m);
        spread(&l, f, m, d_arm, 12, j, out->by_displacement);
    }
}
