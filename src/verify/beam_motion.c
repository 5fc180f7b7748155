// Frequencies and motions of flexible beams against beam theory and published numbers.
#include "base/alloc.h"
#include "body/beam.h"
#include "num/vec.h"
#include "verify/simulated.h"
#include "verify/verify.h"

#include <lapacke.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- frequencies; at: elements, mode, 1 for clamped; bending along the height of a steel beam of 1 m, 80 mm by 50 mm

enum { moving = 3, most_elements = 32, most = moving * (most_elements + 1) };

typedef struct {
    bool clamped;
    double w[most];
} spectrum;

// K and M of the coordinates that move in bending along y: place, axis and section of each node
static int assemble(const gud_beam *beam, const double *q, bool clamped, double *K, double *M)
{
    static const int part[moving] = {1, 4, 6};
    const int count = moving * (beam->nelement + 1) - (clamped ? 2 : 0);
    for (int e = 0; e < beam->nelement; e++) {
        double k[24 * 24], still[24] = {0};
        gud_beam_stiffness(beam->element[e], 0.0, 1.0, 0.0, q + 12 * (ptrdiff_t)e, still, k);
        for (int r = 0; r < 2 * moving; r++) {
            for (int c = 0; c < 2 * moving; c++) {
                const int row = 12 * (r / moving) + part[r % moving], column = 12 * (c / moving) + part[c % moving];
                int i = moving * e + r, j = moving * e + c;
                if (clamped) { // the first node moves only along the axis' slope, which is number 1 of its three
                    i = i == 1 ? 0 : i - 2;
                    j = j == 1 ? 0 : j - 2;
                    if (i < 0 || j < 0 || (e == 0 && (r == 0 || r == 2 || c == 0 || c == 2))) continue;
                }
                K[count * i + j] += k[24 * row + column];
                if (row % 3 == column % 3) M[count * i + j] += beam->element[e]->mass[8 * (row / 3) + column / 3];
            }
        }
    }
    return count;
}

static gud_status look_at_spectrum(gud_sim *s, void *user, gud_error *error)
{
    spectrum *f = user;
    double *K = gud_alloc((size_t)most * most, sizeof *K), *M = gud_alloc((size_t)most * most, sizeof *M);
    gud_status st = K && M ? GUD_OK : GUD_ERR_MEMORY;
    if (st == GUD_OK) {
        const int n = assemble(s->model->body[1].beam, s->model->q_start, f->clamped, K, M);
        if (LAPACKE_dsygv(LAPACK_ROW_MAJOR, 1, 'N', 'U', n, K, n, M, n, f->w) != 0)
            st = gud_fail(error, GUD_ERR_NUMERIC, "no frequencies found");
    }
    gud_free(K);
    gud_free(M);
    return st;
}

static gud_status frequency_of(const char *strain, int n, int mode, bool clamped, gud_error *error, double *got)
{
    char text[500];
    spectrum f = {.clamped = clamped};
    (void)snprintf(
        text, sizeof text,
        "gudgeon: 1\nspace: spatial\nbodies:\n  rod: {type: beam, length: 1, elements: %d, section: {height: "
        "0.08, width: 0.05}, density: 7800, modulus: 2e11, poisson: 0.3, strain: %s}\n"
        "simulate: {analysis: statics}\n",
        n, strain);
    GUD_TRY(gud_verify_simulate(text, NULL, look_at_spectrum, &f, error));
    *got = sqrt(fmax(f.w[mode - 1 + (clamped ? 0 : 2)], 0.0)); // a free beam has two motions without frequency
    return GUD_OK;
}

static gud_status frequency(const gud_verify_case *c, gud_error *error, double *got)
{
    return frequency_of(c->what, (int)c->at[0], (int)c->at[1], c->at[2] == 1.0, error, got);
}

static gud_status frequency_order(const gud_verify_case *c, gud_error *error, double *got)
{
    double w[3];
    for (int k = 0; k < 3; k++)
        GUD_TRY(frequency_of(c->what, (int)c->at[0] << k, (int)c->at[1], c->at[2] == 1.0, error, &w[k]));
    *got = log2(fabs((w[1] - w[0]) / (w[2] - w[1])));
    return GUD_OK;
}

#define TONE(name, mode, clamped, expected, within)                                                                    \
    {                                                                                                                  \
        name "-" #mode, "frequency " #mode ", " name ", 32 structural elements", "rad/s", expected, within,            \
            GUD_VERIFY_RELATIVE, frequency, "structural",                                                              \
        {                                                                                                              \
            32, mode, clamped                                                                                          \
        }                                                                                                              \
    }

static const gud_verify_case frequencies[] = {
    TONE("free", 1, 0, 2558.202, 1e-4),
    TONE("free", 2, 0, 6783.353, 2e-4),
    TONE("free", 3, 0, 12640.607, 6e-4),
    TONE("clamped", 1, 1, 409.116, 1e-5),
    TONE("clamped", 2, 1, 2491.061, 1e-4),
    TONE("clamped", 3, 1, 6685.728, 2e-4),
    {"free-order",
     "order of convergence of the first, free, structural",
     "1",
     2.0,
     0.3,
     GUD_VERIFY_ABSOLUTE,
     frequency_order,
     "structural",
     {8, 1, 0}},
    {"clamped-enhanced",
     "frequency 1, clamped, 32 enhanced elements",
     "rad/s",
     409.116,
     1e-3,
     GUD_VERIFY_RELATIVE,
     frequency,
     "enhanced",
     {32, 1, 1}},
    {"enhanced-order",
     "its order of convergence",
     "1",
     2.0,
     0.1,
     GUD_VERIFY_ABSOLUTE,
     frequency_order,
     "enhanced",
     {8, 1, 1}},
};

const gud_verify_group gud_verify_frequencies = {
    .name = "frequencies",
    .about = "a steel beam of 1 m, 80 mm high, free and clamped",
    .source = "Timoshenko 1921: the determinant of the conditions at both ends",
    .cases = frequencies,
    .ncase = GUD_COUNT(frequencies),
};

// ---- motions: the pendulum of Tian 2009 and a beam spun up

// where a node of the first body is; at[2]: its number of elements
static gud_status look_at_end(gud_sim *s, void *user, gud_error *error)
{
    (void)error;
    memcpy(user, s->state.q + s->model->nq - 12, 3 * sizeof(double));
    return GUD_OK;
}

// at: time, component; two steps, extrapolated to none
static gud_status flexible_pendulum(const gud_verify_case *c, gud_error *error, double *got)
{
    double end[2][3];
    for (int k = 0; k < 2; k++) {
        char text[700];
        (void)snprintf(text, sizeof text,
                       "gudgeon: 1\nspace: spatial\ngravity: [0, -9.81, 0]\n"
                       "bodies: {rod: {type: beam, length: 1, elements: 5, section: {height: 20 mm, width: 20 mm}, "
                       "density: 6000, modulus: 6e7, poisson: 0.3, strain: enhanced}}\n"
                       "joints: {hinge: {type: spherical, between: [ground, rod]}}\n"
                       "simulate: {until: %g, step: %g, integrator: generalized-alpha, newton_tolerance: 1e-10}\n",
                       c->at[0], k == 0 ? 4e-4 : 2e-4);
        GUD_TRY(gud_verify_simulate(text, NULL, look_at_end, end[k], error));
    }
    const int i = (int)c->at[1];
    *got = end[1][i] + (end[1][i] - end[0][i]) / 3.0;
    return GUD_OK;
}

// length of a bar that turns with w about its end, less that at rest: tan(k L)/k - L with k = w sqrt(rho/E)
static gud_status spin(const gud_verify_case *c, gud_error *error, double *got)
{
    double end[3];
    (void)c;
    GUD_TRY(gud_verify_simulate("gudgeon: 1\nspace: spatial\n"
                                "bodies: {rod: {type: beam, length: 8, elements: 8, section: {height: 36.757 mm, "
                                "width: 1.9856 mm}, density: 2766.7, modulus: 6.895e10, damping: 2 ms}}\n"
                                "joints: {hinge: {type: revolute, between: [ground, rod]}}\n"
                                "drive: {hinge.angle: {type: ramp, rate: 4, during: 15}}\n"
                                "simulate: {until: 25, step: 5e-3, integrator: generalized-alpha}\n",
                                NULL, look_at_end, end, error));
    *got = v3_norm(end) - 8.0;
    return GUD_OK;
}

static const gud_verify_case motions[] = {
    {"pendulum-x-half",
     "tip of the flexible pendulum, x at 0.5 s",
     "m",
     -0.13458,
     1e-5,
     GUD_VERIFY_ABSOLUTE,
     flexible_pendulum,
     NULL,
     {0.5, 0}},
    {"pendulum-y-half",
     "tip of the flexible pendulum, y at 0.5 s",
     "m",
     -0.98602,
     1e-5,
     GUD_VERIFY_ABSOLUTE,
     flexible_pendulum,
     NULL,
     {0.5, 1}},
    {"pendulum-x-one",
     "tip of the flexible pendulum, x at 1 s",
     "m",
     -0.95067,
     1e-5,
     GUD_VERIFY_ABSOLUTE,
     flexible_pendulum,
     NULL,
     {1.0, 0}},
    {"pendulum-y-one",
     "tip of the flexible pendulum, y at 1 s",
     "m",
     0.10894,
     1e-5,
     GUD_VERIFY_ABSOLUTE,
     flexible_pendulum,
     NULL,
     {1.0, 1}},
    {"spin-up",
     "elongation of a bar of 8 m that rotates at 4 rad/s",
     "m",
     1.0957e-4,
     5e-3,
     GUD_VERIFY_RELATIVE,
     spin,
     NULL,
     {0}},
};

const gud_verify_group gud_verify_flexible = {
    .name = "flexible",
    .about = "motions of beams: pendulum of Tian 2009 (5 enhanced elements), spin-up",
    .source = "reference runs of a public code with the same element; centrifugal stretch, analytic",
    .cases = motions,
    .ncase = GUD_COUNT(motions),
};
