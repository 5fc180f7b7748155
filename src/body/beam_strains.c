// Strain formulations of the beam element; docs/theory/beam.md, section 4.
//
//     xi   place along the element, 0 to 1            u      its seven vectors (beam.h)
//     y, z place in the section                       A      axes of the section at rest against those of the element
//
// Every strain is a combination of products of the vectors, less its value at rest.

#include "body/beam.h"
#include "num/quadrature.h"
#include "num/vec.h"

#include <assert.h>
#include <string.h>

enum { nvec = GUD_BEAM_VECTORS, nproduct = GUD_BEAM_PRODUCTS };

// coefficients of the axis' tangent dr/dx and of d2r/dx2. eq. (6)
static void tangent_of(double xi, double c[nvec])
{
    memset(c, 0, nvec * sizeof *c);
    c[0] = 6.0 * xi * (1.0 - xi);
    c[1] = (1.0 - xi) * (1.0 - 3.0 * xi);
    c[4] = xi * (3.0 * xi - 2.0);
}

static void bend_of(double xi, double length, double c[nvec])
{
    memset(c, 0, nvec * sizeof *c);
    c[0] = (6.0 - 12.0 * xi) / length;
    c[1] = (6.0 * xi - 4.0) / length;
    c[4] = (6.0 * xi - 2.0) / length;
}

// of a slope across the axis, axis 1 (y) or 2 (z)
static void slope_of(double xi, int axis, double c[nvec])
{
    memset(c, 0, nvec * sizeof *c);
    c[1 + axis] = 1.0 - xi;
    c[4 + axis] = xi;
}

// coefficients of the three tangents of the body at a point. eq. (3)
static void tangents_of(const gud_beam_sample *s, double xi, double y, double z, double c[3][nvec])
{
    tangent_of(xi, c[0]);
    slope_of(xi, 1, c[1]);
    slope_of(xi, 2, c[2]);
    c[0][2] -= y / s->length;
    c[0][5] += y / s->length;
    c[0][3] -= z / s->length;
    c[0][6] += z / s->length;
}

static void combine(const gud_beam_sample *s, const double c[nvec], double r[3])
{
    v3_set(r, 0.0, 0.0, 0.0);
    for (int i = 0; i < nvec; i++) v3_axpy(r, r, c[i], s->u[i]);
}

// the tangents at rest in the axes of the section there: A[k][a] = axis k . tangent a; returns its determinant
static double rest_axes(const gud_beam_sample *s, double c[3][nvec], double A[9])
{
    double tangent[3][3], axis[3][3];
    for (int a = 0; a < 3; a++) combine(s, c[a], tangent[a]);
    v3_scale(axis[1], 1.0 / v3_norm(tangent[1]), tangent[1]);
    v3_axpy(axis[2], tangent[2], -v3_dot(tangent[2], axis[1]), axis[1]);
    v3_scale(axis[2], 1.0 / v3_norm(axis[2]), axis[2]);
    v3_cross(axis[0], axis[1], axis[2]);
    for (int k = 0; k < 3; k++)
        for (int a = 0; a < 3; a++) A[3 * k + a] = v3_dot(axis[k], tangent[a]);
    double x[3];
    v3_cross(x, tangent[0], tangent[1]);
    return v3_dot(x, tangent[2]);
}

static void invert(const double A[9], double det, double B[9])
{
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            const int a = (j + 1) % 3, b = (j + 2) % 3, c = (i + 1) % 3, d = (i + 2) % 3;
            B[3 * i + j] = (A[3 * a + c] * A[3 * b + d] - A[3 * a + d] * A[3 * b + c]) / det;
        }
    }
}

// Green's strains xx, yy, zz, 2 yz, 2 xz, 2 xy at a point, in axes of the section; returns the volume factor. eq. (11)
static double green(const gud_beam_sample *s, double xi, double y, double z, double e[6][nproduct])
{
    static const int pair[6][2] = {{0, 0}, {1, 1}, {2, 2}, {1, 2}, {0, 2}, {0, 1}};
    double c[3][nvec], A[9], B[9], product[nproduct];
    tangents_of(s, xi, y, z, c);
    const double det = rest_axes(s, c, A);
    invert(A, det, B);
    for (int n = 0; n < 6; n++) {
        const int k = pair[n][0], l = pair[n][1];
        const double half = k == l ? 0.5 : 1.0;
        memset(e[n], 0, sizeof e[n]);
        for (int a = 0; a < 3; a++) {
            for (int b = 0; b < 3; b++) {
                gud_beam_product(c[a], c[b], product);
                for (int p = 0; p < nproduct; p++) e[n][p] += half * B[3 * a + k] * B[3 * b + l] * product[p];
            }
        }
    }
    return det;
}

// Gauss points along an element, as in the reference runs of tests/verify/beam_pendulum_slow_test.c: with 4 the tip of
// that pendulum of 5 elements is 0.15 mm away after a second, with more it stays there
enum { along = 3 };

// Q += strains at all points of the element, or of its axis, with the stiffness D
static void gather_green(const gud_beam_sample *s, bool axis_only, const double D[36], double *Q)
{
    double x[along], w[along], e[6][nproduct];
    gud_gauss_legendre(along, x, w);
    for (int i = 0; i < along; i++) {
        const double xi = 0.5 * (1.0 + x[i]), step = 0.5 * w[i] * s->length;
        for (int k = 0; k < (axis_only ? 1 : s->section->npoint); k++) {
            const double y = axis_only ? 0.0 : s->section->y[k], z = axis_only ? 0.0 : s->section->z[k];
            const double area = axis_only ? s->section->area : s->section->weight[k];
            const double det = green(s, xi, y, z, e);
            gud_beam_gather(6, e[0], D, step * area * det, Q);
        }
    }
}

static double shear_modulus(const gud_beam_sample *s)
{
    return 0.5 * s->material->modulus / (1.0 + s->material->poisson);
}

// Hooke's law in space. eq. (12)
static void gather_continuum(const gud_beam_sample *s, gud_beam_element *el)
{
    const double nu = s->material->poisson, G = shear_modulus(s);
    const double lame = s->material->modulus * nu / ((1.0 + nu) * (1.0 - 2.0 * nu));
    double D[36] = {0};
    for (int k = 0; k < 3; k++) {
        for (int l = 0; l < 3; l++) D[6 * k + l] = lame + (k == l ? 2.0 * G : 0.0);
        D[7 * (k + 3)] = G;
    }
    gather_green(s, false, D, el->Q);
}

// Sections do not contract but on the axis; shear factors. eq. (13)
static void gather_enhanced(const gud_beam_sample *s, gud_beam_element *el)
{
    const double E = s->material->modulus, nu = s->material->poisson, G = shear_modulus(s);
    const double lame = E * nu / ((1.0 + nu) * (1.0 - 2.0 * nu));
    double D[36] = {0}, coupling[36] = {0};
    for (int k = 0; k < 3; k++) {
        D[7 * k] = E;
        for (int l = 0; l < 3; l++) coupling[6 * k + l] = lame * (k == l ? 2.0 * nu : 1.0);
    }
    D[21] = G;
    D[28] = G * s->section->shear[1];
    D[35] = G * s->section->shear[0];
    gather_green(s, false, D, el->Q);
    gather_green(s, true, coupling, el->Q);
}

static void gather_one(const double e[nproduct], double stiffness, double *Q)
{
    gud_beam_gather(1, e, &stiffness, 1.0, Q);
}

static gud_beam_form form_of(const double e[nproduct])
{
    gud_beam_form f = {0};
    for (int p = 0; p < nproduct; p++) {
        if (e[p] == 0.0) continue;
        assert(f.n < GUD_BEAM_TERMS);
        f.at[f.n] = (unsigned char)p;
        f.c[f.n++] = e[p];
    }
    return f;
}

// half the square of a combination: its strain, if it has unit length at rest
static void half_square(const double c[nvec], double e[nproduct])
{
    gud_beam_product(c, c, e);
    for (int p = 0; p < nproduct; p++) e[p] *= 0.5;
}

// shear between the axis and a slope of the section: linear between its values at the nodes. eq. (14)
static void shear_at(double xi, int axis, double e[nproduct])
{
    double t[nvec], n[nvec], node[2][nproduct];
    for (int k = 0; k < 2; k++) {
        tangent_of(k, t);
        slope_of(k, axis, n);
        gud_beam_product(t, n, node[k]);
    }
    for (int p = 0; p < nproduct; p++) e[p] = (1.0 - xi) * node[0][p] + xi * node[1][p];
}

static void add_pair(gud_beam_bent *bent, const double b[nproduct], const double c[nproduct], double scale)
{
    double scaled[nproduct];
    for (int p = 0; p < nproduct; p++) scaled[p] = scale * c[p];
    bent->b[bent->npair] = form_of(b);
    bent->c[bent->npair++] = form_of(scaled);
}

// Stretch: strain of the axis less that of the shear, at both nodes and the middle (Simpson's rule). eq. (15)
static void gather_stretch(const gud_beam_sample *s, gud_beam_element *el)
{
    const double weight[3] = {1.0 / 6.0, 4.0 / 6.0, 1.0 / 6.0};
    for (int i = 0; i < 3; i++) {
        double t[nvec], e[nproduct];
        tangent_of(0.5 * i, t);
        half_square(t, e);
        gud_beam_bent *bent = &el->bent[el->nbent++];
        bent->stiffness = s->material->modulus * s->section->area * weight[i] * s->length;
        bent->a = form_of(e);
        for (int axis = 1; axis < 3; axis++) {
            shear_at(0.5 * i, axis, e);
            add_pair(bent, e, e, -0.5);
        }
    }
}

static double value_at_rest(const gud_beam_element *el, const double e[nproduct])
{
    double sum = 0.0;
    for (int p = 0; p < nproduct; p++) sum += e[p] * el->products[p];
    return sum;
}

// how fast a slope of the section grows along the axis, and how fast it turns towards the other slope
static void slope_changes(const gud_beam_sample *s, int axis, double growth[nproduct], double turn[nproduct])
{
    double n[2][nvec], middle[nvec], change[nvec], first[nproduct];
    for (int node = 0; node < 2; node++) slope_of(node, axis, n[node]);
    slope_of(0.5, 3 - axis, middle);
    for (int i = 0; i < nvec; i++) change[i] = (n[1][i] - n[0][i]) / s->length;
    half_square(n[0], first);
    half_square(n[1], growth);
    for (int p = 0; p < nproduct; p++) growth[p] = (growth[p] - first[p]) / s->length;
    gud_beam_product(middle, change, turn);
}

// bending of the axis less what the slope of the shear contributes, and the strains of the two vectors of its product
static void bend_parts(const gud_beam_sample *s, double xi, int axis, double k[nproduct], double f[nproduct])
{
    double bend[nvec], n[nvec], t[nvec], first[nproduct], last[nproduct], one[nproduct];
    bend_of(xi, s->length, bend);
    slope_of(xi, axis, n);
    tangent_of(xi, t);
    gud_beam_product(bend, n, k);
    shear_at(0.0, axis, first);
    shear_at(1.0, axis, last);
    half_square(t, f);
    half_square(n, one);
    for (int p = 0; p < nproduct; p++) {
        k[p] = (last[p] - first[p]) / s->length - k[p];
        f[p] = -f[p] - one[p];
    }
}

// The product of tangent and change of slope, over the lengths of both, less its parts in the section. eq. (16)
static void gather_bend(const gud_beam_sample *s, double xi, int axis, double step, gud_beam_element *el)
{
    double k[nproduct], f[nproduct], growth[nproduct], turn[nproduct], shear[nproduct];
    bend_parts(s, xi, axis, k, f);
    slope_changes(s, axis, growth, turn);
    gud_beam_bent *bent = &el->bent[el->nbent++];
    bent->stiffness = s->material->modulus * s->section->second[axis - 1] * step;
    add_pair(bent, k, f, 1.0);
    shear_at(xi, axis, shear);
    add_pair(bent, growth, shear, -1.0);
    shear_at(xi, 3 - axis, shear);
    add_pair(bent, turn, shear, -1.0);
    const double at_rest = value_at_rest(el, k);
    for (int p = 0; p < nproduct; p++) k[p] += at_rest * f[p];
    bent->a = form_of(k);
}

static void gather_bending(const gud_beam_sample *s, int axis, gud_beam_element *el)
{
    const double GA = shear_modulus(s) * s->section->area * s->section->shear[axis - 1];
    double x[2], w[2], e[nproduct];
    gud_gauss_legendre(2, x, w);
    for (int i = 0; i < 2; i++) {
        const double xi = 0.5 * (1.0 + x[i]), step = 0.5 * w[i] * s->length;
        gather_bend(s, xi, axis, step, el);
        shear_at(xi, axis, e);
        gather_one(e, GA * step, el->Q);
    }
}

// eq. (17)
static void gather_torsion(const gud_beam_sample *s, double *Q)
{
    double first[2][nvec], second[2][nvec], one[nproduct], other[nproduct];
    for (int axis = 1; axis < 3; axis++) {
        slope_of(0.0, axis, first[axis - 1]);
        slope_of(1.0, axis, second[axis - 1]);
    }
    gud_beam_product(second[0], first[1], one);
    gud_beam_product(first[0], second[1], other);
    for (int p = 0; p < nproduct; p++) one[p] = 0.5 * (one[p] - other[p]) / s->length;
    gather_one(one, shear_modulus(s) * s->section->torsion * s->length, Q);
}

// the section keeps its shape at the nodes. eq. (18)
static void gather_section(const gud_beam_sample *s, double *Q)
{
    const double half = 0.5 * s->section->area * s->length;
    for (int node = 0; node < 2; node++) {
        double n[2][nvec], e[nproduct];
        slope_of(node, 1, n[0]);
        slope_of(node, 2, n[1]);
        for (int k = 0; k < 2; k++) {
            gud_beam_product(n[k], n[k], e);
            gather_one(e, 0.25 * half * s->material->modulus, Q);
        }
        gud_beam_product(n[0], n[1], e);
        gather_one(e, half * shear_modulus(s), Q);
    }
}

// Stretch, two shears, two bendings, torsion and the shape of the section, each sampled where the interpolation can
// follow: 18 strains for the 18 ways in which an element can deform.
static void gather_structural(const gud_beam_sample *s, gud_beam_element *el)
{
    gather_stretch(s, el);
    gather_bending(s, 1, el);
    gather_bending(s, 2, el);
    gather_torsion(s, el->Q);
    gather_section(s, el->Q);
}

#define ROW(name_, about_, source_)                                                                                    \
    static const gud_beam_strain gud_beam_strain_##name_ = {                                                           \
        .row = {.name = #name_, .about = (about_), .source = (source_)}, .gather = gather_##name_}

ROW(structural, "stretch, shear, bending and torsion of a beam: no locking, fourth order; use this",
    "docs/theory/beam.md, section 4");
ROW(enhanced, "continuum with Poisson coupling on the axis only, and shear factors: no Poisson locking",
    "docs/theory/beam.md, section 4");
ROW(continuum, "Hooke's law in space at every point: locks by Poisson's ratio, and too stiff in bending",
    "Tian 2009, section 2");

#define GUD_BEAM_STRAIN(name) &gud_beam_strain_##name.row,
const gud_row *const gud_beam_strain_rows[] = {
#include "body/beam_strains.def"
    NULL};
#undef GUD_BEAM_STRAIN
