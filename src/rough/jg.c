// Elastic, then elastoplastic with a hardness that falls as the contact grows; fitted to finite elements.
// R. L. Jackson, I. Green, Tribol. Int. 39 (2006) 906-914; Nascimento 2024, eqs 2.87 to 2.93;
// docs/theory/rough.md, eqs 19 to 22.
//
//     omega = delta/delta_c < 1.9:   Hertz
//     above:   A/A_c = omega (omega/1.9)^B
//              F/F_c = exp(-omega^(5/12)/4) omega^(3/2) + 4 H_G/(C S_y) (1 - exp(-omega^(5/9)/25)) omega
//              H_G/S_y = 2.84 (1 - exp(-0.82 (sqrt(delta/R) (omega/1.9)^(B/2))^-0.7))
//     delta_c = (pi C S_y/(2 E))^2 R,   C = 1.295 exp(0.736 nu),   B = 0.14 exp(23 S_y/E)
//     F_c = (4/3) (R/E)^2 (C pi S_y/2)^3,   A_c = pi R delta_c
//
//     delta  interference     m    w = delta/sigma
//     S_y    yield strength   Pa   yield
//     E      modulus          Pa   modulus
//     R      tip radius       m    radius
//     nu     Poisson ratio    -    poisson

#include "rough/row.h"

#include <math.h>

static const double elastic_end = 1.9;

static void prepare(const gud_rough_params *params, gud_asperity *law)
{
    law->factor = 1.295 * exp(0.736 * params->poisson);
    law->growth = 0.14 * exp(23.0 * law->strength);
    const double strain = 0.5 * pi * law->factor * law->strength;
    law->onset = strain * strain / law->aspect;
    law->breaks[0] = elastic_end * law->onset;
    law->nbreak = 1;
}

// force over F_c beyond the elastic end; `widening` is the area over that of Hertz
static double plastic_force(const gud_asperity *law, double w, double omega, double widening)
{
    const double contact = sqrt(w * law->aspect * widening); // contact radius over R
    const double hardness = 2.84 * (1.0 - exp(-0.82 * pow(contact, -0.7)));
    const double elastic = exp(-0.25 * pow(omega, 5.0 / 12.0)) * omega * sqrt(omega);
    const double plastic = 4.0 * hardness / law->factor * (1.0 - exp(-0.04 * pow(omega, 5.0 / 9.0))) * omega;
    return elastic + plastic;
}

static void eval(const gud_asperity *law, int n, const double *w, double *force, double *area)
{
    const double force_c = law->hertz * law->onset * sqrt(law->onset);

    for (int i = 0; i < n; i++) {
        const double omega = w[i] / law->onset;
        if (omega < elastic_end) {
            area[i] = w[i];
            force[i] = law->hertz * w[i] * sqrt(w[i]);
            continue;
        }
        const double widening = pow(omega / elastic_end, law->growth);
        area[i] = widening * w[i];
        force[i] = force_c * plastic_force(law, w[i], omega, widening);
    }
}

GUD_ROUGH_ROW(jg, "JG", "Jackson and Green 2006: elastic, then elastoplastic with decreasing hardness",
              gud_rough_plastic_rules, prepare);
