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

// scalars x_i . u, u being the journal's velocity against the bearing, by the displacements, twists constant
static void gradient_of_u(const gud_pose *A, const double u[3], int k, double H[12])
{
    double x[3], by_d[3], by_phi[3];
    m3_column(x, A->R, k);
    v3_cross(by_d, x, A->w);
    v3_cross(by_phi, x, u);
    for (int j = 0; j < 3; j++) {
        H[j] = by_d[j];
        H[3 + j] = by_phi[j];
        H[6 + j] = -by_d[j];
        H[9 + j] = 0.0;
    }
}

// scalars x_i . (spin x axis)
static void gradient_of_swing(const gud_pose *A, const double spin[3], const double axis[3], int k, double H[12])
{
    double x[3], swing[3], arm[3], by_A[3], by_B[3];
    m3_column(x, A->R, k);
    v3_cross(swing, spin, axis);
    v3_cross(by_A, x, swing);
    v3_cross(arm, x, spin);
    v3_cross(by_B, axis, arm);
    memset(H, 0, 12 * sizeof(double));
    for (int j = 0; j < 3; j++) {
        H[3 + j] = by_A[j];
        H[9 + j] = by_B[j];
    }
}

// what the lean adds to the derivatives of the rates of e and s; G are those of e and s
static void add_lean_rates(const gud_pose *A, const gud_pose *B, const gud_journal_place *at, const double u[3],
                           double G[5][12], double H[4][12])
{
    double z[3], axis[3], spin[3], swing[3], along[12], lean[12], along_t[12], lean_t[12], across_t[12];
    m3_column(z, A->R, 2);
    m3_column(axis, B->R, 2);
    v3_axpy(spin, B->w, -1.0, A->w);
    v3_cross(swing, spin, axis);
    gradient_of_d(A, at, 2, along);
    gradient_of_axis(A, axis, 2, lean);
    gradient_of_u(A, u, 2, along_t);
    gradient_of_swing(A, spin, axis, 2, lean_t);
    const double b = v3_dot(axis, z), d = v3_dot(at->d, z), d_t = v3_dot(u, z), b_t = v3_dot(swing, z);
    for (int k = 0; k < 2; k++) {
        const double s = at->q[2 + k], s_t = at->q_t[2 + k], *s_x = G[2 + k];
        gradient_of_swing(A, spin, axis, k, across_t);
        for (int j = 0; j < 12; j++) {
            H[2 + k][j] = (across_t[j] - s_x[j] * b_t - s * lean_t[j] - s_t * lean[j]) / b;
            H[k][j] -= H[2 + k][j] * d + s_t * along[j] + s_x[j] * d_t + s * along_t[j];
        }
    }
}

// derivatives of the rates of e and s by the displacements, twists constant
static void rate_gradient(bool tilts, const gud_pose *A, const gud_pose *B, const gud_journal_place *at,
                          double G[5][12], double H[4][12])
{
    double turn[3], u[3];
    memset(H, 0, 4 * sizeof H[0]);
    v3_cross(turn, A->w, at->d);
    for (int j = 0; j < 3; j++) u[j] = B->v[j] - A->v[j] - turn[j];
    for (int k = 0; k < 2; k++) gradient_of_u(A, u, k, H[k]);
    if (tilts) add_lean_rates(A, B, at, u, G, H);
}

// how the rows of d change while f is fixed on the bearing: f turns with it, and its lever changes with d
static void add_turning_force(const double f[3], const gud_journal_place *at, double *matrix)
{
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

// how the couple `axis x n` between the frames changes while n is fixed on the bearing and the axis on the journal, and
// the torque along z, which is fixed on the bearing
static void add_turning_couple(const double n[3], const double axis[3], const double torque[3], double *matrix)
{
    for (int j = 0; j < 3; j++) {
        double unit[3] = {0}, turned[3], by_A[3], by_B[3], about[3];
        unit[j] = 1.0;
        v3_cross(turned, unit, n);
        v3_cross(by_A, axis, turned);
        v3_cross(about, unit, torque);
        v3_cross(turned, unit, axis);
        v3_cross(by_B, turned, n);
        for (int k = 0; k < 3; k++) {
            matrix[12 * (3 + k) + 3 + j] -= by_A[k] + about[k];
            matrix[12 * (9 + k) + 3 + j] += by_A[k] + about[k];
            matrix[12 * (3 + k) + 9 + j] -= by_B[k];
            matrix[12 * (9 + k) + 9 + j] += by_B[k];
        }
    }
}

// matrix += outer product
static void add_product(double scale, const double row[12], const double column[12], double *matrix)
{
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 12; j++) matrix[12 * i + j] += scale * row[i] * column[j];
}

// How G changes at constant F. With a lean the wrench is that of a force f through the rows of d and of a vector n
// through the rows of the axis, docs/theory/lubricated.md (2a):
//     f = F_k x_k - (F_k s_k) z,   n = (m_k x_k - (m_k s_k) z) / b,   m_k = F_{2+k} - (z . d) F_k
static void add_turning(bool tilts, const gud_pose *A, const gud_pose *B, const gud_journal_place *at,
                        const double F[5], double G[5][12], double *matrix)
{
    double f[3], n[3], z[3], axis[3], torque[3], along[12], lean[12];
    m3_column(z, A->R, 2);
    m3_column(axis, B->R, 2);
    if (!tilts) {
        const double local[3] = {F[0], F[1], 0.0};
        m3_apply(f, A->R, local);
        add_turning_force(f, at, matrix);
        return;
    }
    const double *s = at->q + 2, b = v3_dot(axis, z), d = v3_dot(at->d, z);
    const double m[2] = {F[2] - d * F[0], F[3] - d * F[1]}, F_s = F[0] * s[0] + F[1] * s[1];
    const double m_s = m[0] * s[0] + m[1] * s[1];
    const double local_f[3] = {F[0], F[1], -F_s}, local_n[3] = {m[0] / b, m[1] / b, -m_s / b};
    m3_apply(f, A->R, local_f);
    m3_apply(n, A->R, local_n);
    v3_scale(torque, F[4], z);
    add_turning_force(f, at, matrix);
    add_turning_couple(n, axis, torque, matrix);

    // f and n change along with the lean and with z . d as well
    gradient_of_d(A, at, 2, along);
    gradient_of_axis(A, axis, 2, lean);
    for (int k = 0; k < 2; k++) {
        double across[12];
        gradient_of_axis(A, axis, k, across);
        add_product(-F[k], along, G[2 + k], matrix);
        add_product(-F[k] / b, across, along, matrix);
        add_product(-m[k] / (b * b), across, lean, matrix);
        add_product(F[k] * s[k] / b, lean, along, matrix);
        add_product(-m[k] / b, lean, G[2 + k], matrix);
    }
    add_product(m_s / (b * b), lean, lean, matrix);
}

// matrix += G' dF
static void add_pulled(double G[5][12], double dF[5][12], double *matrix)
{
    for (int k = 0; k < 5; k++)
        for (int i = 0; i < 12; i++)
            for (int j = 0; j < 12; j++) matrix[12 * i + j] += G[k][i] * dF[k][j];
}

void gud_journal_give(bool tilts, const gud_pair_in *in, const gud_journal_place *at, const gud_journal_answer *a,
                      gud_pair_out *out)
{
    const gud_pose *A = in->pose[0], *B = in->pose[1];
    double G[5][12], H[4][12], by_x[5][12], by_v[5][12];
    gradient(tilts, A, B, at, G);
    for (int k = 0; k < 5; k++)
        for (int i = 0; i < 12; i++) out->wrench[i] += a->F[k] * G[k][i];
    if (!out->by_displacement) return;

    rate_gradient(tilts, A, B, at, G, H);
    for (int k = 0; k < 5; k++)
        for (int j = 0; j < 12; j++) {
            by_x[k][j] = by_v[k][j] = 0.0;
            for (int l = 0; l < 4; l++) by_x[k][j] += a->F_q[k][l] * G[l][j] + a->F_v[k][l] * H[l][j];
            for (int l = 0; l < 5; l++) by_v[k][j] += a->F_v[k][l] * G[l][j];
        }
    add_pulled(G, by_x, out->by_displacement);
    add_turning(tilts, A, B, at, a->F, G, out->by_displacement);
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
