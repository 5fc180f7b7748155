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
static void vectors(double length, const double *e, double u[3 * nvec])
{
    for (int k = 0; k < 3; k++) u[k] = (e[GUD_BEAM_NODE + k] - e[k]) / length;
    memcpy(u + 3, e + 3, 9 * sizeof(double));
    memcpy(u + 12, e + GUD_BEAM_NODE + 3, 9 * sizeof(double));
}

// d = products - those at rest
static void strain(const gud_beam_element *el, const double *u, double d[nproduct])
{
    for (int i = 0, p = 0; i < nvec; i++)
        for (int k = i; k < nvec; k++, p++) d[p] = v3_dot(u + 3 * i, u + 3 * k) - el->products[p];
}

// rates of the products
static void strain_rate(const double *u, const double *v, double d[nproduct])
{
    for (int i = 0, p = 0; i < nvec; i++)
        for (int k = i; k < nvec; k++, p++) d[p] = v3_dot(u + 3 * i, v + 3 * k) + v3_dot(v + 3 * i, u + 3 * k);
}

static void times_Q(const gud_beam_element *el, const double d[nproduct], double s[nproduct])
{
    memset(s, 0, nproduct * sizeof *s);
    for (int p = 0; p < nproduct; p++) {
        const double *row = el->Q + nproduct * p;
        for (int k = 0; k < nproduct; k++) s[k] += d[p] * row[k];
    }
}

static double form_value(const gud_beam_form *f, const double d[nproduct])
{
    double sum = 0.0;
    for (int i = 0; i < f->n; i++) sum += f->c[i] * d[f->at[i]];
    return sum;
}

static void form_add(const gud_beam_form *f, double scale, double s[nproduct])
{
    for (int i = 0; i < f->n; i++) s[f->at[i]] += scale * f->c[i];
}

// a bent strain, and its values of b.d and c.d. eq. (9)
typedef struct {
    double strain, b[GUD_BEAM_PAIRS], c[GUD_BEAM_PAIRS];
} bend;

static bend bend_of(const gud_beam_bent *t, const double d[nproduct])
{
    bend k = {.strain = form_value(&t->a, d)};
    for (int i = 0; i < t->npair; i++) {
        k.b[i] = form_value(&t->b[i], d);
        k.c[i] = form_value(&t->c[i], d);
        k.strain += k.b[i] * k.c[i];
    }
    return k;
}

// s += scale times the gradient of the strain
static void bend_gradient(const gud_beam_bent *t, const bend *k, double scale, double s[nproduct])
{
    form_add(&t->a, scale, s);
    for (int i = 0; i < t->npair; i++) {
        form_add(&t->b[i], scale * k->c[i], s);
        form_add(&t->c[i], scale * k->b[i], s);
    }
}

static double bend_rate(const gud_beam_bent *t, const bend *k, const double d_t[nproduct])
{
    double sum = form_value(&t->a, d_t);
    for (int i = 0; i < t->npair; i++) sum += k->c[i] * form_value(&t->b[i], d_t) + k->b[i] * form_value(&t->c[i], d_t);
    return sum;
}

static double bend_stress(const gud_beam_bent *t, const bend *k, double damping, const double d_t[nproduct])
{
    return t->stiffness * (k->strain + (damping > 0.0 ? damping * bend_rate(t, k, d_t) : 0.0));
}

// where an element is: its vectors and products; with damping their rates
typedef struct {
    double u[3 * nvec], v[3 * nvec], d[nproduct], d_t[nproduct];
} shape;

static void shape_of(const gud_beam_element *el, double damping, const double *e, const double *e_t, shape *x)
{
    vectors(el->length, e, x->u);
    strain(el, x->u, x->d);
    if (damping <= 0.0) return;
    vectors(el->length, e_t, x->v);
    strain_rate(x->u, x->v, x->d_t);
}

// stress s of the products, as a symmetric matrix: the force on vector i is sum S[i][k] u[k]. eq. (8)
static void stress(const gud_beam_element *el, double damping, const shape *x, double S[nvec][nvec])
{
    double d[nproduct], s[nproduct];
    memcpy(d, x->d, sizeof d);
    for (int p = 0; damping > 0.0 && p < nproduct; p++) d[p] += damping * x->d_t[p];
    times_Q(el, d, s);
    for (int i = 0; i < el->nbent; i++) {
        const bend k = bend_of(&el->bent[i], x->d);
        bend_gradient(&el->bent[i], &k, bend_stress(&el->bent[i], &k, damping, x->d_t), s);
    }
    for (int i = 0; i < nvec; i++)
        for (int k = 0; k < nvec; k++) S[i][k] = (i == k ? 2.0 : 1.0) * s[place[i][k]];
}

// d' Q d
static double square(const gud_beam_element *el, const double d[nproduct])
{
    double s[nproduct], sum = 0.0;
    times_Q(el, d, s);
    for (int p = 0; p < nproduct; p++) sum += d[p] * s[p];
    return sum;
}

double gud_beam_energy(const gud_beam_element *el, const double *e)
{
    double u[3 * nvec], d[nproduct];
    vectors(el->length, e, u);
    strain(el, u, d);
    double sum = square(el, d);
    for (int i = 0; i < el->nbent; i++) {
        const bend k = bend_of(&el->bent[i], d);
        sum += el->bent[i].stiffness * k.strain * k.strain;
    }
    return 0.5 * sum;
}

double gud_beam_dissipation(const gud_beam_element *el, double damping, const double *e, const double *e_t)
{
    shape x;
    shape_of(el, damping, e, e_t, &x);
    double sum = square(el, x.d_t);
    for (int i = 0; i < el->nbent; i++) {
        const gud_beam_bent *t = &el->bent[i];
        const bend k = bend_of(t, x.d);
        const double rate = bend_rate(t, &k, x.d_t);
        sum += t->stiffness * rate * rate;
    }
    return damping * sum;
}

// the mass matrix is symmetric: its rows are taken as columns, for which the loops over i are those of a vector
void gud_beam_momentum(const gud_beam_element *el, const double *v, double *p)
{
    double sum[3][8] = {{0}};
    for (int j = 0; j < 8; j++)
        for (int k = 0; k < 3; k++)
            for (int i = 0; i < 8; i++) sum[k][i] += el->mass[8 * j + i] * v[3 * j + k];
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++) p[3 * i + k] += sum[k][i];
}

static void add_with_size(double *f, double *size, double value)
{
    *f += value;
    *size += fabs(value);
}

void gud_beam_force(const gud_beam_element *el, double damping, const double *e, const double *e_t, const double *a,
                    double *f, double *size)
{
    shape x;
    double S[nvec][nvec], p[nspan] = {0};
    shape_of(el, damping, e, e_t, &x);
    stress(el, damping, &x, S);
    gud_beam_momentum(el, a, p);
    for (int k = 0; k < nspan; k++) add_with_size(f + k, size + k, p[k]);
    for (int i = 0; i < nvec; i++) {
        double sum[3] = {0};
        for (int k = 0; k < nvec; k++) v3_axpy(sum, sum, S[i][k], x.u + 3 * k);
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

// How the stress changes with the products: H d(d) + damping H d(d_t), and G d(d) besides. eq. (10)
typedef struct {
    double H[nproduct * nproduct], G[nproduct * nproduct];
} stress_slope;

// H += scale a b'; most of a is zero
static void add_outer(double *H, double scale, const double a[nproduct], const double b[nproduct])
{
    for (int p = 0; p < nproduct; p++) {
        const double d = scale * a[p];
        for (int k = 0; d != 0.0 && k < nproduct; k++) H[nproduct * p + k] += d * b[k];
    }
}

// H += scale (b c' + c b')
static void add_pair(double *H, double scale, const gud_beam_form *b, const gud_beam_form *c)
{
    for (int i = 0; i < b->n; i++) {
        for (int k = 0; k < c->n; k++) {
            const double d = scale * b->c[i] * c->c[k];
            H[nproduct * b->at[i] + c->at[k]] += d;
            H[nproduct * c->at[k] + b->at[i]] += d;
        }
    }
}

// row p of H is how d[p] changes all stresses
static void add_bend(const gud_beam_bent *t, double damping, const shape *x, stress_slope *slope)
{
    const bend k = bend_of(t, x->d);
    const double s = bend_stress(t, &k, damping, x->d_t);
    double gradient[nproduct] = {0}, turning[nproduct] = {0};
    bend_gradient(t, &k, 1.0, gradient);
    add_outer(slope->H, t->stiffness, gradient, gradient);
    for (int i = 0; i < t->npair; i++) {
        add_pair(slope->G, s, &t->b[i], &t->c[i]);
        if (damping <= 0.0) continue;
        form_add(&t->b[i], form_value(&t->c[i], x->d_t), turning);
        form_add(&t->c[i], form_value(&t->b[i], x->d_t), turning);
    }
    if (damping > 0.0) add_outer(slope->G, t->stiffness * damping, turning, gradient);
}

static void slope_of(const gud_beam_element *el, double damping, const shape *x, stress_slope *slope)
{
    memcpy(slope->H, el->Q, sizeof slope->H);
    memset(slope->G, 0, sizeof slope->G);
    for (int i = 0; i < el->nbent; i++) add_bend(&el->bent[i], damping, x, slope);
}

// s += changes of the stress while vector j moves along axis b, with the vectors w in place of u
static void stress_change(const double *H, const double *w, int j, int b, double s[nproduct])
{
    for (int l = 0; l < nvec; l++) {
        const double d = (j == l ? 2.0 : 1.0) * w[3 * l + b];
        const double *row = H + nproduct * place[j][l];
        for (int p = 0; p < nproduct; p++) s[p] += d * row[p];
    }
}

// change of the forces by a change of the stress
static void force_change(const double *u, const double s[nproduct], double column[nvec][3])
{
    for (int i = 0; i < nvec; i++) {
        v3_scale(column[i], s[place[i][i]], u + 3 * i);
        for (int k = 0; k < nvec; k++) v3_axpy(column[i], column[i], s[place[i][k]], u + 3 * k);
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
    shape x;
    stress_slope slope;
    double w[3 * nvec], still[3 * nvec], S[nvec][nvec], column[nvec][3];
    shape_of(el, damping, e, e_t, &x);
    stress(el, damping, &x, S);
    slope_of(el, damping, &x, &slope);
    for (int i = 0; i < 3 * nvec; i++) {
        still[i] = c_x * x.u[i];
        w[i] = (c_x + damping * c_v) * x.u[i] + (damping > 0.0 ? c_x * damping * x.v[i] : 0.0);
    }
    for (int j = 0; j < nvec; j++) {
        for (int b = 0; b < 3; b++) {
            double s[nproduct] = {0};
            stress_change(slope.H, w, j, b, s);
            if (el->nbent > 0) stress_change(slope.G, still, j, b, s);
            force_change(x.u, s, column);
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
