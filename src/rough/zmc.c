// Elastic and fully plastic asperities with a bridge between them that keeps force, area and the slope of area.
// Y. Zhao, D. M. Maietta, L. Chang, J. Tribol. 122 (2000) 86-93; Nascimento 2024, eqs 2.76 to 2.81;
// docs/theory/rough.md, eqs 15, 16.
//
//     delta < delta_1:   Hertz
//     between:           A = pi R delta (1 + 3 b^2 - 2 b^3),           b = (delta - delta_1)/(delta_2 - delta_1)
//                        F = A H (1 - (1 - k) ln(delta_2/delta)/ln(delta_2/delta_1))
//     delta > delta_2:   A = 2 pi R delta,   F = H A
//     delta_1 = (3 pi k H/(4 E))^2 R,   delta_2 = 54 delta_1,   k = 2 K/3,   K = 0.454 + 0.41 nu
//
// So delta_1 is the delta_c of CEB. The annex of Nascimento 2024 prints K for k in delta_1, and only there; then the
// force drops where yielding begins. `onset: K` reads it so.
//
//     delta  interference   m    w = delta/sigma
//     H      hardness       Pa   hardness
//     E      modulus        Pa   modulus
//     R      tip radius     m    radius
//     nu     Poisson ratio  -    poisson

#include "rough/row.h"

#include <math.h>

static const double span = 54.0; // delta_2/delta_1

static void prepare(const gud_rough_params *params, gud_asperity *law)
{
    gud_asperity_yield(params, law);
    if (params->onset == GUD_ONSET_FULL) law->onset *= 2.25; // (3/2)^2
    law->breaks[0] = law->onset;
    law->breaks[1] = span * law->onset;
    law->nbreak = 2;
}

// mean pressure over the modulus, and area over that of Hertz
static void bridge(const gud_asperity *law, double w, double *mean, double *widening)
{
    const double k = 2.0 / 3.0 * law->factor;
    const double b = (w / law->onset - 1.0) / (span - 1.0);
    *mean = law->hard * (1.0 - (1.0 - k) * log(span * law->onset / w) / log(span));
    *widening = 1.0 + b * b * (3.0 - 2.0 * b);
}

static void eval(const gud_asperity *law, int n, const double *w, double *force, double *area)
{
    for (int i = 0; i < n; i++) {
        double mean = law->hard, widening = 2.0;
        if (w[i] < law->onset) {
            area[i] = w[i];
            force[i] = law->hertz * w[i] * sqrt(w[i]);
            continue;
        }
        if (w[i] < span * law->onset) bridge(law, w[i], &mean, &widening);
        area[i] = widening * w[i];
        force[i] = pi * mean * area[i];
    }
}

GUD_ROUGH_ROW(zmc, "ZMC", "Zhao, Maietta and Chang 2000: elastic, smooth transition, fully plastic",
              gud_rough_plastic_rules, prepare);
