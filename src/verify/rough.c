// Rough contact: integrals over Gaussian heights, and the force and area of one asperity.
#include "rough/rough.h"
#include "num/pi.h"
#include "verify/verify.h"

// ---- integrals; at: twice the order, h

static gud_status integral(const gud_verify_case *c, gud_error *error, double *got)
{
    (void)error;
    *got = gud_rough_integral((int)c->at[0], c->at[1]);
    return GUD_OK;
}

#define INTEGRAL(name, quantity, twice, h, expected)                                                                   \
    {                                                                                                                  \
        name, quantity, "1", expected, 1e-6, GUD_VERIFY_RELATIVE, integral, NULL,                                      \
        {                                                                                                              \
            twice, h                                                                                                   \
        }                                                                                                              \
    }

static const gud_verify_case integrals[] = {
    INTEGRAL("F1-0", "F_1(0)", 2, 0, 3.989423e-1), INTEGRAL("F3/2-0", "F_3/2(0)", 3, 0, 4.300200e-1),
    INTEGRAL("F2-0", "F_2(0)", 4, 0, 5.000000e-1), INTEGRAL("F5/2-0", "F_5/2(0)", 5, 0, 6.166342e-1),
    INTEGRAL("F1-1", "F_1(1)", 2, 1, 8.331547e-2), INTEGRAL("F3/2-1", "F_3/2(1)", 3, 1, 7.566818e-2),
    INTEGRAL("F2-1", "F_2(1)", 4, 1, 7.533978e-2), INTEGRAL("F5/2-1", "F_5/2(1)", 5, 1, 8.056234e-2),
    INTEGRAL("F1-2", "F_1(2)", 2, 2, 8.490703e-3), INTEGRAL("F3/2-2", "F_3/2(2)", 3, 2, 6.648178e-3),
    INTEGRAL("F2-2", "F_2(2)", 4, 2, 5.768727e-3), INTEGRAL("F5/2-2", "F_5/2(2)", 5, 2, 5.423705e-3),
    INTEGRAL("F1-3", "F_1(3)", 2, 3, 3.821543e-4), INTEGRAL("F3/2-3", "F_3/2(3)", 3, 3, 2.639676e-4),
    INTEGRAL("F2-3", "F_2(3)", 4, 3, 2.034351e-4), INTEGRAL("F5/2-3", "F_5/2(3)", 5, 3, 1.708730e-4),
};

const gud_verify_group gud_verify_integrals = {
    .name = "integrals",
    .about = "F_n(h) = int_h^inf (s - h)^n phi(s) ds of the standard Gaussian",
    .source = "analytic: quadrature to seven digits",
    .cases = integrals,
    .ncase = GUD_COUNT(integrals),
};

// ---- one asperity; what: the model; at: interference over that of first yield, 0 for force and 1 for area

// Nascimento 2024, table 8, with a strength of 0.001 of the modulus
static gud_rough_params surface(void)
{
    gud_rough_params prm;
    gud_rough_defaults(&prm);
    prm.sigma = 0.251e-6;
    prm.mean = 0.198e-6;
    prm.radius = 15.98e-6;
    prm.density = 10.76e9;
    prm.modulus = 115.18e9;
    prm.hardness = 1373e6;
    prm.yield = 1e-3 * prm.modulus;
    prm.poisson = 0.3;
    return prm;
}

// force and area as multiples of those where yielding begins: at the pressure K H for KE, C S_y for JG
static gud_status asperity(const gud_verify_case *c, gud_error *error, double *got)
{
    const gud_rough_params prm = surface();
    const double E = prm.modulus, R = prm.radius;
    const double limit =
        c->what[0] == 'K' ? (0.454 + 0.41 * prm.poisson) * prm.hardness : 1.295 * exp(0.736 * prm.poisson) * prm.yield;
    const double strain = pi * limit / (2.0 * E), depth = c->at[0] * strain * strain * R;
    double force, area;
    gud_rough *rough = NULL;
    GUD_TRY(gud_rough_make(gud_rough_find(c->what), &prm, error, &rough));
    gud_rough_asperity(rough, 1, &depth, &force, &area);
    gud_rough_free(rough);
    *got = c->at[1] == 0.0 ? force / (4.0 / 3.0 * (R / E) * (R / E) * pow(0.5 * pi * limit, 3.0))
                           : area / (pi * R * R * strain * strain);
    return GUD_OK;
}

#define ASPERITY(name, model, omega, quantity, area, expected)                                                         \
    {                                                                                                                  \
        name, model " " quantity, "1", expected, 5e-5, GUD_VERIFY_RELATIVE, asperity, model,                           \
        {                                                                                                              \
            omega, area                                                                                                \
        }                                                                                                              \
    }

static const double below_110 = 110.0 - 1e-9; // KE jumps at 110

static const gud_verify_case asperities[] = {
    ASPERITY("KE-F-3", "KE", 3.0, "F/F_c at 3 delta_c", 0, 4.9287),
    ASPERITY("KE-A-3", "KE", 3.0, "A/A_c at 3 delta_c", 1, 3.2396),
    ASPERITY("KE-F-10", "KE", 10.0, "F/F_c at 10 delta_c", 0, 25.652),
    ASPERITY("KE-A-10", "KE", 10.0, "A/A_c at 10 delta_c", 1, 13.156),
    ASPERITY("KE-F-50", "KE", 50.0, "F/F_c at 50 delta_c", 0, 195.85),
    ASPERITY("KE-A-50", "KE", 50.0, "A/A_c at 50 delta_c", 1, 83.205),
    ASPERITY("KE-F-110", "KE", below_110, "F/F_c at 110 delta_c", 0, 530.16),
    ASPERITY("KE-A-110", "KE", below_110, "A/A_c at 110 delta_c", 1, 205.38),
    ASPERITY("JG-F-3", "JG", 3.0, "F/F_c at 3 delta_c", 0, 4.9983),
    ASPERITY("JG-A-3", "JG", 3.0, "A/A_c at 3 delta_c", 1, 3.2029),
    ASPERITY("JG-F-10", "JG", 10.0, "F/F_c at 10 delta_c", 0, 25.885),
    ASPERITY("JG-A-10", "JG", 10.0, "A/A_c at 10 delta_c", 1, 12.686),
    ASPERITY("JG-F-50", "JG", 50.0, "F/F_c at 50 delta_c", 0, 202.93),
    ASPERITY("JG-A-50", "JG", 50.0, "A/A_c at 50 delta_c", 1, 79.878),
    ASPERITY("JG-F-110", "JG", 110.0, "F/F_c at 110 delta_c", 0, 520.98),
    ASPERITY("JG-A-110", "JG", 110.0, "A/A_c at 110 delta_c", 1, 196.75),
};

const gud_verify_group gud_verify_asperities = {
    .name = "asperities",
    .about = "force and area of one asperity beyond first yield, nu = 0.3, S_y/E = 0.001",
    .source = "formulas of KE and JG in docs/theory/rough.md, evaluated to five digits",
    .cases = asperities,
    .ncase = GUD_COUNT(asperities),
};
