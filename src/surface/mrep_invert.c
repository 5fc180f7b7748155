// Parameters of a point from the left null space of M; docs/theory/surface.md, (18), (19).
//
// On the surface, the Bernstein polynomials of degree nu at the point's parameters are a left null vector V: their mean
// index is the parameter. Where two parameters lead to one point, the null space is spanned by two such vectors, which
// are told apart by what multiplication with s does to them.

#include "surface/mrep_matrix.h"

#include <lapacke.h>
#include <math.h>
#include <stdbool.h>

// Null space of M from a pivoted QR of its transpose: the last columns depend on the first ones.
// Returns its dimension; vectors in w->null if that is 1 or 2.
static int null_space(const gud_mrep *a, const double x[3], double tolerance, gud_mrep_work *w)
{
    const int m = a->m, r = a->r;
    double q[4];
    gud_mrep_local(a, x, q);
    gud_mrep_transposed(a, q, w->matrix);
    for (int i = 0; i < m; i++) w->pivot[i] = 0;
    if (LAPACKE_dgeqp3_work(LAPACK_COL_MAJOR, r, m, w->matrix, r, w->pivot, w->tau, w->lapack, w->nlapack) != 0)
        return 0;

    int rank = m;
    while (rank > 0 && fabs(w->matrix[(rank - 1) * r + rank - 1]) <= tolerance * fabs(w->matrix[0])) rank--;
    if (m - rank > GUD_MREP_PREIMAGES) return m - rank;
    for (int c = 0; c < m - rank; c++) {
        double *V = w->null + c * m, *y = w->sigma;
        for (int i = rank - 1; i >= 0; i--) {
            y[i] = w->matrix[(rank + c) * r + i];
            for (int j = i + 1; j < rank; j++) y[i] -= w->matrix[j * r + i] * y[j];
            y[i] /= w->matrix[i * r + i];
        }
        for (int i = 0; i < m; i++) V[w->pivot[i] - 1] = i < rank ? -y[i] : i == rank + c ? 1.0 : 0.0;
    }
    return m - rank;
}

// (18); false where a parameter is infinite
static bool mean_index(const gud_mrep *a, const double *V, double st[2])
{
    double sum = 0.0, size = 0.0, first = 0.0, second = 0.0;
    for (int k = 0; k <= a->nu[0]; k++)
        for (int l = 0; l <= a->nu[1]; l++) {
            const double v = V[k * (a->nu[1] + 1) + l];
            sum += v;
            size += fabs(v);
            first += k * v;
            second += l * v;
        }
    if (!(fabs(sum) > 1e-9 * size)) return false;
    st[0] = first / (a->nu[0] * sum);
    st[1] = second / (a->nu[1] * sum);
    return true;
}

// V by its binomial coefficient in one direction: (1 - s)^(nu-k) s^k times the rest
static double power(const gud_mrep *a, const double *V, int dir, int k, int l)
{
    double binomial = 1.0;
    for (int i = 1; i <= k; i++) binomial = binomial * (a->nu[dir] - k + i) / i;
    return (dir == 0 ? V[k * (a->nu[1] + 1) + l] : V[l * (a->nu[1] + 1) + k]) / binomial;
}

// The 2 x 2 matrix of the multiplication with s (or t) on the null space, (19), by least squares.
// Returns its discriminant; negative if the matrix does not exist or has no two real eigenvalues.
static double multiplication(const gud_mrep *a, const double *null, int dir, double T[4])
{
    double G[3] = {0}, H[4] = {0};
    for (int k = 0; k < a->nu[dir]; k++)
        for (int l = 0; l <= a->nu[1 - dir]; l++) {
            double up[2], both[2];
            for (int c = 0; c < 2; c++) {
                up[c] = power(a, null + c * a->m, dir, k + 1, l);
                both[c] = up[c] + power(a, null + c * a->m, dir, k, l);
            }
            G[0] += both[0] * both[0];
            G[1] += both[0] * both[1];
            G[2] += both[1] * both[1];
            for (int i = 0; i < 4; i++) H[i] += both[i / 2] * up[i % 2];
        }
    const double det = G[0] * G[2] - G[1] * G[1];
    if (!(det > 1e-12 * (G[0] + G[2]) * (G[0] + G[2]))) return -1.0;
    for (int j = 0; j < 2; j++) {
        T[j] = (G[2] * H[j] - G[1] * H[2 + j]) / det;
        T[2 + j] = (G[0] * H[2 + j] - G[1] * H[j]) / det;
    }
    const double half = 0.5 * (T[0] - T[3]);
    return half * half + T[1] * T[2];
}

// eigenvectors of T take the null vectors apart
static int two_preimages(const gud_mrep *a, gud_mrep_work *w, const double T[4], double discriminant,
                         double st[GUD_MREP_PREIMAGES][2])
{
    const int m = a->m;
    int found = 0;
    for (int sign = -1; sign <= 1; sign += 2) {
        const double lam = 0.5 * (T[0] + T[3]) + sign * sqrt(discriminant);
        // of the two rows of T - lam, the longer gives the direction
        const bool first = fabs(T[0] - lam) + fabs(T[1]) > fabs(T[2]) + fabs(T[3] - lam);
        const double a0 = first ? -T[1] : T[3] - lam, a1 = first ? T[0] - lam : -T[2];
        for (int i = 0; i < m; i++) w->sigma[i] = a0 * w->null[i] + a1 * w->null[m + i];
        found += mean_index(a, w->sigma, st[found]);
    }
    return found;
}

// at a pole, one parameter is the same for the whole null space and the other one is free
static int pole_preimage(const gud_mrep *a, const double *null, int free_dir, double st[2])
{
    if (!mean_index(a, null, st) && !mean_index(a, null + a->m, st)) return 0;
    st[free_dir] = 0.5;
    return 1;
}

int gud_mrep_invert(const gud_mrep *mrep, const double x[3], double tolerance, gud_mrep_work *work,
                    double st[GUD_MREP_PREIMAGES][2])
{
    const double apart = 1e-12; // squared distance of two parameters that differ
    const int n = null_space(mrep, x, tolerance, work);
    if (n == 1) return mean_index(mrep, work->null, st[0]);
    if (n != 2) return 0;

    double T[2][4], discriminant[2];
    for (int dir = 0; dir < 2; dir++) discriminant[dir] = multiplication(mrep, work->null, dir, T[dir]);
    const int dir = discriminant[1] > discriminant[0];
    if (discriminant[dir] > apart) return two_preimages(mrep, work, T[dir], discriminant[dir], st);
    if (discriminant[dir] < -apart) return 0;
    return pole_preimage(mrep, work->null, 1 - dir, st[0]);
}
