// Elastic asperities that turn fully plastic at once and then keep their volume.
// W. R. Chang, I. Etsion, D. B. Bogy, J. Tribol. 109 (1987) 257-263; Nascimento 2024, eqs 2.72 to 2.75;
// docs/theory/rough.md, eq. 14.
//
//     delta < delta_c:   Hertz
//     delta > delta_c:   F = K H A,   A = pi R (2 delta - delta_c)
//     delta_c = (pi K H/(2 E))^2 R,   K = 0.454 + 0.41 nu
//
// The mean pressure jumps from (2/3) K H to K H at delta_c. That is the model, and stays.
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
    law->nbreak = 1;
}

static void eval(const gud_asperity *law, int n, const double *w, double *force, double *area)
{
    const double flow = pi * law->factor * law->hard;

    for (int i = 0; i < n; i++) {
        const int elastic = w[i] < law->onset;
        area[i] = elastic ? w[i] : 2.0 * w[i] - law->onset;
        force[i] = elastic ? law->hertz * w[i] * sqrt(w[i]) : flow * area[i];
    }
}

GUD_ROUGH_ROW(ceb, "CEB", "Chang, Etsion and Bogy 1987: elastic, then fully plastic with conserved volume",
              gud_rough_plastic_rules, prepare);
