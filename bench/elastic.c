// Elastic forces of a beam element in the continuum formulation of Tian 2009: constant (invariant) matrices, as Gudgeon
// has them, against quadrature over the same Gauss points with everything tabulated that does not change. Both give the
// same numbers, or the program fails.

#include "body/beam.h"
#include "model.h"
#include "num/quadrature.h"
#include "num/vec.h"

#include <math.h>

enum { nvec = GUD_BEAM_VECTORS, nspan = 3 * nvec, along = 3, npoint = 4 * along };

static const double E = 207e9, nu = 0.3, side = 10e-3, length = 50e-3;

// coefficients of the three tangents in the vectors of the element, and the volume, of every Gauss point
typedef struct {
    double c[npoint][3][nvec], volume[npoint];
} rule;

static rule rule_make(const gud_beam_section *s)
{
    rule r = {0};
    double x[along], w[along];
    gud_gauss_legendre(along, x, w);
    for (int i = 0, p = 0; i < along; i++)
        for (int k = 0; k < s->npoint; k++, p++) {
            const double xi = 0.5 * (1.0 + x[i]), y = s->y[k] / length, z = s->z[k] / length;
            const double c[3][nvec] = {
                {6.0 * xi * (1.0 - xi), (1.0 - xi) * (1.0 - 3.0 * xi), -y, -z, xi * (3.0 * xi - 2.0), y, z},
                {0.0, 0.0, 1.0 - xi, 0.0, 0.0, xi, 0.0},
                {0.0, 0.0, 0.0, 1.0 - xi, 0.0, 0.0, xi}};
            memcpy(r.c[p], c, sizeof c);
            r.volume[p] = 0.5 * w[i] * length * s->weight[k];
        }
    return r;
}

static void tangents_at(const double c[3][nvec], const double *u, double t[3][3])
{
    memset(t, 0, 9 * sizeof(double));
    for (int a = 0; a < 3; a++)
        for (int i = 0; i < nvec; i++) v3_axpy(t[a], t[a], c[a][i], u + 3 * i);
}

// second Piola-Kirchhoff stress of Hooke's law, times the volume
static void stress_at(double t[3][3], double volume, double S[3][3])
{
    const double G = 0.5 * E / (1.0 + nu), lame = E * nu / ((1.0 + nu) * (1.0 - 2.0 * nu));
    double trace = 0.0;
    for (int a = 0; a < 3; a++) trace += 0.5 * (v3_dot(t[a], t[a]) - 1.0);
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++)
            S[a][b] = volume * (G * (v3_dot(t[a], t[b]) - (a == b)) + (a == b ? lame * trace : 0.0));
}

static void force_by_quadrature(const rule *r, const double *u, double *f)
{
    memset(f, 0, nspan * sizeof *f);
    for (int p = 0; p < npoint; p++) {
        double t[3][3], S[3][3];
        tangents_at(r->c[p], u, t);
        stress_at(t, r->volume[p], S);
        for (int a = 0; a < 3; a++) {
            double pull[3];
            for (int k = 0; k < 3; k++) pull[k] = S[a][0] * t[0][k] + S[a][1] * t[1][k] + S[a][2] * t[2][k];
            for (int i = 0; i < nvec; i++) v3_axpy(f + 3 * i, f + 3 * i, r->c[p][a][i], pull);
        }
    }
}

// strains xx, yy, zz, 2 yz, 2 xz, 2 xy by the coordinates
static void strain_rows(const double c[3][nvec], double t[3][3], double B[6][nspan])
{
    static const int pair[6][2] = {{0, 0}, {1, 1}, {2, 2}, {1, 2}, {0, 2}, {0, 1}};
    for (int n = 0; n < 6; n++) {
        const int a = pair[n][0], b = pair[n][1];
        const double half = a == b ? 0.5 : 1.0;
        for (int i = 0; i < nvec; i++)
            for (int k = 0; k < 3; k++) B[n][3 * i + k] = half * (c[a][i] * t[b][k] + c[b][i] * t[a][k]);
    }
}

static void add_material(double B[6][nspan], double volume, double *K)
{
    const double G = 0.5 * E / (1.0 + nu) * volume, lame = E * nu / ((1.0 + nu) * (1.0 - 2.0 * nu)) * volume;
    double DB[6][nspan];
    for (int k = 0; k < nspan; k++) {
        const double trace = lame * (B[0][k] + B[1][k] + B[2][k]);
        for (int n = 0; n < 6; n++) DB[n][k] = n < 3 ? 2.0 * G * B[n][k] + trace : G * B[n][k];
    }
    for (int i = 0; i < nspan; i++)
        for (int n = 0; n < 6; n++)
            for (int k = 0; k < nspan; k++) K[nspan * i + k] += B[n][i] * DB[n][k];
}

static void stiffness_by_quadrature(const rule *r, const double *u, double *K)
{
    memset(K, 0, nspan * nspan * sizeof *K);
    for (int p = 0; p < npoint; p++) {
        double t[3][3], S[3][3], B[6][nspan];
        tangents_at(r->c[p], u, t);
        stress_at(t, r->volume[p], S);
        strain_rows(r->c[p], t, B);
        add_material(B, r->volume[p], K);
        for (int i = 0; i < nvec; i++)
            for (int j = 0; j < nvec; j++) {
                double sum = 0.0;
                for (int a = 0; a < 3; a++)
                    for (int b = 0; b < 3; b++) sum += S[a][b] * r->c[p][a][i] * r->c[p][b][j];
                for (int k = 0; k < 3; k++) K[nspan * (3 * i + k) + 3 * j + k] += sum;
            }
    }
}

// ---- comparison

// chord over length and slopes of an element with these coordinates
static void vectors_of(const double *e, double *u)
{
    for (int k = 0; k < 3; k++) u[k] = (e[12 + k] - e[k]) / length;
    memcpy(u + 3, e + 3, 9 * sizeof *u);
    memcpy(u + 12, e + 15, 9 * sizeof *u);
}

// forces on the slopes and the second place, in the order of the vectors; the chord's acts over the length
static void compare(const double *f, const double *quadrature)
{
    double largest = 0.0, off = 0.0;
    for (int i = 0; i < nspan; i++) {
        const double mine = i < 3 ? length * f[12 + i] : i < 12 ? f[i] : f[i + 3];
        largest = fmax(largest, fabs(quadrature[i]));
        off = fmax(off, fabs(mine - quadrature[i]));
    }
    if (!(off <= 1e-11 * largest)) fail("invariant matrices and quadrature differ");
}

typedef void (*task)(const void *with, const double *at, double *out);

static double time_of(task call, const void *with, const double *at, double *out)
{
    enum { calls = 2000, rounds = 30 };
    double best = INFINITY;
    for (int n = 0; n < rounds; n++) {
        const double begin = seconds();
        for (int k = 0; k < calls; k++) call(with, at, out);
        best = fmin(best, (seconds() - begin) / calls);
    }
    return 1e9 * best;
}

static void force_matrices(const void *el, const double *e, double *f)
{
    static const double still[24];
    double size[24];
    memset(f, 0, 24 * sizeof *f);
    gud_beam_force(el, 0.0, e, still, still, f, size);
}

static void stiffness_matrices(const void *el, const double *e, double *K)
{
    static const double still[24];
    gud_beam_stiffness(el, 0.0, 1.0, 0.0, e, still, K);
}

static void force_points(const void *r, const double *e, double *f)
{
    double u[nspan];
    vectors_of(e, u);
    force_by_quadrature(r, u, f);
}

static void stiffness_points(const void *r, const double *e, double *K)
{
    double u[nspan];
    vectors_of(e, u);
    stiffness_by_quadrature(r, u, K);
}

static const gud_beam_strain *continuum(void)
{
    for (const gud_row *const *row = gud_beam_strain_rows; *row; row++)
        if (strcmp((*row)->name, "continuum") == 0) return (const gud_beam_strain *)(const void *)*row;
    fail("no continuum strains");
    return NULL;
}

int main(void)
{
    gud_blas_keep();
    const double nodes[] = {0, 0, 0, length, 0, 0}, slopes[] = {1, 0, 0, 1, 0, 0}, rectangle[] = {side, side};
    gud_beam_design design = {.material = {7800.0, E, nu},
                              .strain = continuum(),
                              .nelement = 1,
                              .nodes = nodes,
                              .slope = slopes,
                              .first_y = {0, 1, 0}};
    gud_arena arena;
    double e[24], f[24], points[24], K[24 * 24];
    ((const gud_beam_section_kind *)(const void *)gud_beam_section_rows[0])->measure(rectangle, nu, &design.section);
    gud_arena_init(&arena);
    const gud_beam *beam = gud_beam_make(&arena, &design);
    if (!beam) fail(NULL);
    const rule r = rule_make(&design.section);
    for (int i = 0; i < 24; i++) e[i] = beam->rest[i] + 1e-3 * sin(7.0 * i + 1.0); // bent, sheared and twisted
    force_matrices(beam->element[0], e, f);
    force_points(&r, e, points);
    compare(f, points);
    const double times[] = {time_of(force_matrices, beam->element[0], e, f), time_of(force_points, &r, e, points),
                            time_of(stiffness_matrices, beam->element[0], e, K), time_of(stiffness_points, &r, e, K)};
    (void)printf("invariant matrices\telastic force, with inertia\t%.0f\tns\n", times[0]);
    (void)printf("quadrature\telastic force\t%.0f\tns\n", times[1]);
    (void)printf("invariant matrices\ttangent\t%.0f\tns\n", times[2]);
    (void)printf("quadrature\ttangent\t%.0f\tns\n", times[3]);
    gud_arena_free(&arena);
    return 0;
}
