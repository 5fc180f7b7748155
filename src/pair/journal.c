#include "pair/journal.h"

#include "num/vec.h"

#include <string.h>

gud_journal_place gud_journal_at(bool tilts, const gud_pose *A, const gud_pose *B)
{
    gud_journal_place at = {0};
    double v[3], turn[3], e[3], e_t[3], axis[3], wA[3], wB[3];
    v3_axpy(at.d, B->p, -1.0, A->p);
    v3_cross(turn, A->w, at.d);
    for (int k = 0; k < 3; k++) v[k] = B->v[k] - A->v[k] - turn[k];
    m3_apply_t(e, A->R, at.d);
    m3_apply_t(e_t, A->R, v);
    m3_apply_t(wA, A->R, A->w);
    m3_apply_t(wB, A->R, B->w);
    for (int k = 0; k < 2; k++) {
        at.q[k] = e[k];
        at.q_t[k] = e_t[k];
    }
    at.omega_j = wB[2];
    at.omega_b = wA[2];
    if (!tilts) return at;

    // the journal's axis crosses the bearing's middle plane at e, and leans by s
    double b[3], b_t[3], spin[3];
    m3_column(axis, B->R, 2);
    m3_apply_t(b, A->R, axis);
    v3_axpy(spin, wB, -1.0, wA);
    v3_cross(b_t, spin, b);
    for (int k = 0; k < 2; k++) {
        at.q[2 + k] = b[k] / b[2];
        at.q_t[2 + k] = (b_t[k] - at.q[2 + k] * b_t[2]) / b[2];
        at.q[k] -= e[2] * at.q[2 + k];
        at.q_t[k] -= e_t[2] * at.q[2 + k] + e[2] * at.q_t[2 + k];
    }
    return at;
}

// derivatives of the bearing's x_k . d by the displacements of both frames
static void gradient_of_d(const gud_pose *A, const gud_journal_place *at, int k, double G[12])
{
    double x[3], turn[3];
    m3_column(x, A->R, k);
    v3_cross(turn, x, at->d);
    for (int j = 0; j < 3; j++) {
        G[j] = -x[j];
        G[3 + j] = turn[j];
        G[6 + j] = x[j];
        G[9 + j] = 0.0;
    }
}

// derivatives of x_k . axis
static void gradient_of_axis(const gud_pose *A, const double axis[3], int k, double G[12])
{
    double x[3], turn[3];
    m3_column(x, A->R, k);
    v3_cross(turn, axis, x); // x . (dphi x axis) = (axis x x) . dphi
    memset(G, 0, 12 * sizeof(double));
    for (int j = 0; j < 3; j++) {
        G[3 + j] = -turn[j];
        G[9 + j] = turn[j];
    }
}

// Rates of e and s and omega by the twists of both frames; the first four rows are the derivatives of e and s by the
// displacements as well. Wrenches are the forces through the same rows, so that power is the same on both sides.
static void gradient(bool tilts, const gud_pose *A, const gud_pose *B, const gud_journal_place *at, double G[5][12])
{
    double z[3];
    memset(G, 0, 5 * sizeof G[0]);
    for (int k = 0; k < 2; k++) gradient_of_d(A, at, k, G[k]);
    m3_column(z, A->R, 2);
    for (int j = 0; j < 3; j++) {
        G[4][3 + j] = -z[j];
        G[4][9 + j] = z[j];
    }
    if (!tilts) return;

    double axis[3], along[12], lean[12];
    m3_column(axis, B->R, 2);
    gradient_of_d(A, at, 2, along);
    gradient_of_axis(A, axis, 2, lean);
    const double b = v3_dot(axis, z), e = v3_dot(at->d, z);
    for (int k = 0; k < 2; k++) {
        const double s = at->q[2 + k];
        gradient_of_axis(A, axis, k, G[2 + k]);
        for (int j = 0; j < 12; j++) {
            G[2 + k][j] = (G[2 + k][j] - s * lean[j]) / b;
            G[k][j] -= s * along[j] + e * G[2 + k][j];
        }
    }
}

// derivatives of the rate of e by the displacements, twists constant; what tilt adds is left out of the tangent
static void rate_gradient(const gud_pose *A, const gud_pose *B, const gud_journal_place *at, double H[2][12])
{
    double turn[3], u[3];
    v3_cross(turn, A->w, at->d);
    for (int j = 0; j < 3; j++) u[j] = B->v[j] - A->v[j] - turn[j];
    for (int k = 0; k < 2; k++) {
        double x[3], by_d[3], by_phi[3];
        m3_column(x, A->R, k);
        v3_cross(by_d, x, A->w);
        v3_cross(by_phi, x, u);
        for (int j = 0; j < 3; j++) {
            H[k][j] = by_d[j];
            H[k][3 + j] = by_phi[j];
            H[k][6 + j] = -by_d[j];
            H[k][9 + j] = 0.0;
        }
    }
}

// the force keeps its direction on the bearing: it turns with it, and its lever changes with d
static void add_turning(const gud_pose *A, const gud_journal_place *at, const double Q[2], double *matrix)
{
    const double local[3] = {Q[0], Q[1], 0.0};
    double f[3];
    m3_apply(f, A->R, local);
    for (int j = 0; j < 12; j++) {
        double shift[12] = {0}, df[3] = {0}, dd[3], x[3], y[3];
        shift[j] = 1.0;
        if (j >= 3 && j < 6) v3_cross(df, shift + 3, f);
        v3_axpy(dd, shift + 6, -1.0, shift);
        v3_cross(x, dd, f);
        v3_cross(y, at->d, df);
        for (int k = 0; k < 3; k++) {
            matrix[12 * k + j] -= df[k];
            matrix[12 * (3 + k) + j] -= x[k] + y[k];
            matrix[12 * (6 + k) + j] += df[k];
        }
    }
}

// matrix += G' dF
static void add_pulled(double G[5][12], double dF[5][12], double *matrix)
{
    for (int k = 0; k < 5; k++)
        for (int i = 0; i < 12; i++)
            for (int j = 0; j < 12; j++) matrix[12 * i + j] += G[k][i] * dF[k][j];
}

void gud_journal_give(bool tilts, const gud_force_in *in, const gud_journal_place *at, const gud_journal_answer *a,
                      gud_force_out *out)
{
    const gud_pose *A = in->pose[0], *B = in->pose[1];
    double G[5][12], H[2][12], by_x[5][12], by_v[5][12];
    gradient(tilts, A, B, at, G);
    for (int k = 0; k < 5; k++)
        for (int i = 0; i < 12; i++) out->wrench[i] += a->F[k] * G[k][i];
    if (!out->by_displacement) return;

    rate_gradient(A, B, at, H);
    for (int k = 0; k < 5; k++)
        for (int j = 0; j < 12; j++) {
            by_x[k][j] = a->F_v[k][0] * H[0][j] + a->F_v[k][1] * H[1][j];
            for (int l = 0; l < 4; l++) by_x[k][j] += a->F_q[k][l] * G[l][j];
            by_v[k][j] = 0.0;
            for (int l = 0; l < 5; l++) by_v[k][j] += a->F_v[k][l] * G[l][j];
        }
    add_pulled(G, by_x, out->by_displacement);
    add_turning(A, at, a->F, out->by_displacement);
    add_pulled(G, by_v, out->by_twist);
}

void gud_journal_couple(const double q[4], gud_journal_answer *a)
{
    static const int other[4] = {1, 0, 3, 2};
    static const double sign[4] = {-1.0, 1.0, -1.0, 1.0}; // q x F = sum of sign q_other F
    for (int k = 0; k < 4; k++) {
        a->F[4] += 0.5 * sign[k] * q[k] * a->F[other[k]];
        a->F_q[4][k] += 0.5 * sign[k] * a->F[other[k]];
        for (int l = 0; l < 4; l++) a->F_q[4][l] += 0.5 * sign[k] * q[k] * a->F_q[other[k]][l];
        for (int l = 0; l < 5; l++) a->F_v[4][l] += 0.5 * sign[k] * q[k] * a->F_v[other[k]][l];
    }
}
