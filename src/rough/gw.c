// Elastic asperities against a smooth plane.
// J. A. Greenwood, J. B. P. Williamson, Proc. R. Soc. London A 295 (1966) 300-319; Nascimento 2024, eqs 2.65, 2.66;
// docs/theory/rough.md, eq. 8.
//
//     F = (4/3) E sqrt(R) delta^(3/2),   A = pi R delta
//
//     delta  interference   m    w = delta/sigma
//     E      modulus        Pa   modulus
//     R      tip radius     m    radius

#include "rough/row.h"

#include <math.h>

static void eval(const gud_asperity *law, int n, const double *w, double *force, double *area)
{
    for (int i = 0; i < n; i++) {
        force[i] = law->hertz * w[i] * sqrt(w[i]);
        area[i] = w[i];
    }
}

GUD_ROUGH_ROW(gw, "GW", "Greenwood and Williamson 1966: elastic, a rough surface against a smooth one",
              gud_rough_elastic_rules, NULL);
