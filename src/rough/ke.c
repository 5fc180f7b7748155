// Elastic, two elastoplastic regimes fitted to finite elements, and plastic.
// L. Kogut, I. Etsion, Tribol. Trans. 46 (2003) 383-390; Nascimento 2024, eqs 2.82 to 2.86 and table 4;
// docs/theory/rough.md, eqs 17, 18.
//
//     F/F_c = c omega^n,   A/A_c = b omega^m,   omega = delta/delta_c
//     F_c = (2/3) pi K H R delta_c,   A_c = pi R delta_c,   delta_c = (pi K H/(2 E))^2 R,   K = 0.454 + 0.41 nu
//
//     omega       b     m      c     n
//     0 to 1      1     1      1     1.5
//     1 to 6      0.93  1.136  1.03  1.425
//     6 to 110    0.94  1.146  1.40  1.263
//     above 110   2     1      3/K   1
//
// The fits do not quite meet at 1, 6 and 110. That is the model, and stays.
//
//     delta  interference   m    w = delta/sigma
//     H      hardness       Pa   hardness
//     E      modulus        Pa   modulus
//     R      tip radius     m    radius
//     nu     Poisson ratio  -    poisson

#include "rough/row.h"

#include <math.h>

static void prepare(const gud_rough_params *params, gud_asperity *law)
{
    gud_asperity_yield(params, law);
    law->breaks[0] = law->onset;
    law->breaks[1] = 6.0 * law->onset;
    law->breaks[2] = 110.0 * law->onset;
    law->nbreak = 3;
}

static void eval(const gud_asperity *law, int n, const double *w, double *force, double *area)
{
    const double K = law->factor, force_c = 2.0 / 3.0 * pi * K * law->hard * law->onset;

    for (int i = 0; i < n; i++) {
        const double omega = w[i] / law->onset;
        double f, a;
        if (omega < 1.0) {
            f = omega * sqrt(omega);
            a = omega;
        } else if (omega < 6.0) {
            f = 1.03 * pow(omega, 1.425);
            a = 0.93 * pow(omega, 1.136);
        } else if (omega < 110.0) {
            f = 1.40 * pow(omega, 1.263);
            a = 0.94 * pow(omega, 1.146);
        } else {
            f = 3.0 / K * omega;
            a = 2.0 * omega;
        }
        force[i] = force_c * f;
        area[i] = law->onset * a;
    }
}

GUD_ROUGH_ROW(ke, "KE", "Kogut and Etsion 2003: elastic, elastoplastic in two regimes, plastic",
              gud_rough_plastic_rules, prepare);
