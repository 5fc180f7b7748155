// One beam element: energy, force and tangent from the products of its vectors; docs/theory/beam.md, section 3.

#include "body/beam.h"
#include "num/vec.h"

#include <string.h>

enum { nvec = GUD_BEAM_VECTORS, nproduct = GUD_BEAM_PRODUCTS, nspan = 2 * GUD_BEAM_NODE };

// place of the product of two vectors
static const unsigned char place[nvec][nvec] = {
    {0, 1, 2, 3, 4, 5, 6},       {1, 7, 8, 9, 10, 11, 12},    {2, 8, 13, 14, 15, 16, 17},  {3, 9, 14, 18, 19, 20, 21},
    {4, 10, 15, 19, 22, 23, 24}, {5, 11, 16, 20, 23, 25, 26}, {6, 12, 17, 21, 24, 26, 27},
};

void gud_beam_product(const double a[nvec], const double b[nvec], double c[nproduct])
{
    memset(c, 0, nproduct * sizeof *c);
    for (int i = 0; i < nvec; i++)
        for (int k = 0; k < nvec; k++) c[place[i][k]] += a[i] * b[k];
}

void gud_beam_gather(int n, const double *e, const double *D, double weight, double *Q)
{
    for (int k = 0; k < n; k++) {
        for (int l = 0; l < n; l++) {
            const double d = weight * D[n * k + l];
            for (int i = 0; d != 0.0 && i < nproduct; i++)
                for (int j = 0; j < nproduct; j++) Q[nproduct * i + j] += d * e[nproduct * k + i] * e[nproduct * l + j];
        }
    }
}

// chord over length, slopes of the first node, slopes of the second. eq. (5)
static void vectors(double length, const double *e, double u[nvec][3])
{
    for (int k = 0; k < 3; k++) u[0][k] = (e[GUD_BEAM_NODE + k] - e[k]) / length;
    memcpy(u[1], e + 3, 9 * sizeof(double));
    memcpy(u[4], e + GUD_BEAM_NODE + 3, 9 * sizeof(double));
}

// d = products - those at rest
static void strain(const gud_beam_element *el, double u[nvec][3], double d[nproduct])
{
    for (int i = 0, p = 0; i < nvec; i++)
        for (int k = i; k < nvec; k++, p++) d[p] = v3_dot(u[i], u[k]) - el->products[p];
}

// rates of the products
static void strain_rate(double u[nvec][3], double v[nvec][3], double d[nproduct])
{
    for (int i = 0, p = 0; i < nvec; i++)
        for (int k = i; k < nvec; k++, p++) d[p] = v3_dot(u[i], v[k]) + v3_dot(v[i], u[k]);
}

static void times_Q(const gud_beam_element *el, const double d[nproduct], double s[nproduct])
{
    memset(s, 0, nproduct * sizeof *s);
    for (int p = 0; p < nproduct; p++) {
        const double *row = el->Q + nproduct * p;
        for (int k = 0; k < nproduct; k++) s[k] += d[p] * row[k];
    }
}

// stress s = Q (d + damping d_t) as a symmetric matrix: the force on vector i is sum S[i][k] u[k]. eq. (8)
static void stress(const gud_beam_element *el, double damping, double u[nvec][3], double v[nvec][3],
                   double S[nvec][nvec])
{
    double d[nproduct], d_t[nproduct], s[nproduct];
    strain(el, u, d);
    if (damping > 0.0) {
        strain_rate(u, v, d_t);
        for (int p = 0; p < nproduct; p++) d[p] += damping * d_t[p];
    }
    times_Q(el, d, s);
    for (int i = 0; i < nvec; i++)
        for (int k = 0; k < nvec; k++) S[i][k] = (i == k ? 2.0 : 1.0) * s[place[i][k]];
}

double gud_beam_energy(const gud_beam_element *el, const double *e)
{
    double u[nvec][3], d[nproduct], s[nproduct], sum = 0.0;
    vectors(el->length, e, u);
    strain(el, u, d);
    times_Q(el, d, s);
    for (int p = 0; p < nproduct; p++) sum += d[p] * s[p];
    return 0.5 * sum;
}

double gud_beam_dissipation(const gud_beam_element *el, double damping, const double *e, const double *e_t)
{
    double u[nvec][3], v[nvec][3], d[nproduct], s[nproduct], sum = 0.0;
    vectors(el->length, e, u);
    vectors(el->length, e_t, v);
    strain_rate(u, v, d);
    times_Q(el, d, s);
    for (int p = 0; p < nproduct; p++) sum += d[p] * s[p];
    return damping * sum;
}

void gud_beam_momentum(const gud_beam_element *el, const double *v, double *p)
{
    for (int i = 0; i < 8; i++) {
        double sum[3] = {0};
        for (int j = 0; j < 8; j++) v3_axpy(sum, sum, el->mass[8 * i + j], v + 3 * j);
        v3_axpy(p + 3 * i, p + 3 * i, 1.0, sum);
    }
}

static void add_with_size(double *f, double *size, double value)
{
    *f += value;
    *size += fabs(value);
}

void gud_beam_force(const gud_beam_element *el, double damping, const double *e, const double *e_t, const double *a,
                    double *f, double *size)
{
    double u[nvec][3], v[nvec][3], S[nvec][nvec], p[nspan] = {0};
    vectors(el->length, e, u);
    vectors(el->length, e_t, v);
    stress(el, damping, u, v, S);
    gud_beam_momentum(el, a, p);
    for (int k = 0; k < nspan; k++) add_with_size(f + k, size + k, p[k]);
    for (int i = 0; i < nvec; i++) {
        double sum[3] = {0};
        for (int k = 0; k < nvec; k++) v3_axpy(sum, sum, S[i][k], u[k]);
        const int at = i == 0 ? 0 : i < 4 ? 3 * i : GUD_BEAM_NODE + 3 * (i - 3);
        for (int k = 0; k < 3; k++) {
            if (i > 0) {
                add_with_size(f + at + k, size + at + k, sum[k]);
            } else {
                add_with_size(f + k, size + k, -sum[k] / el->length);
                add_with_size(f + GUD_BEAM_NODE + k, size + GUD_BEAM_NODE + k, sum[k] / el->length);
            }
        }
    }
}

// column (j, b) of B' Q B: how the stress changes while vector j moves along axis b, times the vectors. eq. (10)
static void stiffness_column(const gud_beam_element *el, double u[nvec][3], double w[nvec][3], int j, int b,
                             double column[nvec][3])
{
    double s[nproduct] = {0};
    for (int l = 0; l < nvec; l++) {
        const double d = (j == l ? 2.0 : 1.0) * w[l][b];
        const double *row = el->Q + nproduct * place[j][l];
        for (int p = 0; p < nproduct; p++) s[p] += d * row[p];
    }
    for (int i = 0; i < nvec; i++) {
        double sum[3];
        v3_scale(sum, s[place[i][i]], u[i]);
        for (int k = 0; k < nvec; k++) v3_axpy(sum, sum, s[place[i][k]], u[k]);
        v3_copy(column[i], sum);
    }
}

// a column of the vectors becomes one of the coordinates; `scale` says how the coordinate moves the vector
static void put_column(const gud_beam_element *el, double column[nvec][3], int at, double scale, double *K)
{
    for (int i = 0; i < nvec; i++) {
        for (int k = 0; k < 3; k++) {
            const double value = scale * column[i][k];
            if (i > 0) {
                K[nspan * (i < 4 ? 3 * i + k : GUD_BEAM_NODE + 3 * (i - 3) + k) + at] = value;
            } else {
                K[nspan * k + at] = -value / el->length;
                K[nspan * (GUD_BEAM_NODE + k) + at] = value / el->length;
            }
        }
    }
}

void gud_beam_stiffness(const gud_beam_element *el, double damping, double c_x, double c_v, const double *e,
                        const double *e_t, double *K)
{
    double u[nvec][3], v[nvec][3], w[nvec][3], S[nvec][nvec], column[nvec][3];
    vectors(el->length, e, u);
    vectors(el->length, e_t, v);
    stress(el, damping, u, v, S);
    for (int i = 0; i < nvec; i++)
        for (int k = 0; k < 3; k++) w[i][k] = (c_x + damping * c_v) * u[i][k] + c_x * damping * v[i][k];
    for (int j = 0; j < nvec; j++) {
        for (int b = 0; b < 3; b++) {
            stiffness_column(el, u, w, j, b, column);
            for (int i = 0; i < nvec; i++) column[i][b] += c_x * S[i][j];
            if (j > 0) {
                put_column(el, column, j < 4 ? 3 * j + b : GUD_BEAM_NODE + 3 * (j - 3) + b, 1.0, K);
            } else {
                put_column(el, column, b, -1.0 / el->length, K);
                put_column(el, column, GUD_BEAM_NODE + b, 1.0 / el->length, K);
            }
        }
    }
}
