// Fully plastic asperities.
// J. Pullen, J. B. P. Williamson, Proc. R. Soc. London A 327 (1972) 159-173; Nascimento 2024, eqs 2.70, 2.71;
// docs/theory/rough.md, eq. 12.
//
//     F = 2 pi R H sigma (delta/sigma)^n,   A = 2 pi R delta
//
// Pressure = hardness x area asks for n = 1; eq. 2.70 prints n = 3/2 and its author's results follow it. So n is a
// parameter, and the default is what is printed.
//
//     delta  interference   m    w = delta/sigma
//     H      hardness       Pa   hardness
//     R      tip radius     m    radius
//     n      exponent       -    exponent

#include "rough/row.h"

#include <math.h>

static void prepare(const gud_rough_params *params, gud_asperity *law)
{
    law->exponent = params->exponent;
}

static void eval(const gud_asperity *law, int n, const double *w, double *force, double *area)
{
    for (int i = 0; i < n; i++) {
        force[i] = 2.0 * pi * law->hard * pow(w[i], law->exponent);
        area[i] = 2.0 * w[i];
    }
}

GUD_ROUGH_ROW(pw, "PW", "Pullen and Williamson 1972: fully plastic", gud_rough_plastic_rules, prepare);
