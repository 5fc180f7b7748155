// Elastic asperities of two rough surfaces that meet off their tops.
// J. A. Greenwood, J. H. Tripp, Proc. Inst. Mech. Eng. 185 (1970) 625-633; docs/theory/rough.md, eqs 9 to 11.
//
//     F = (16 sqrt(2) pi/15) eta E R^(3/2) delta^(5/2),   A = pi^2 eta R^2 delta^2
//
// F and A are means over all places at which an asperity can face those of the other surface.
//
//     delta  interference if the tops met   m     w = delta/sigma, sigma of the sum of both heights
//     E      modulus                        Pa    modulus
//     R      tip radius on both surfaces    m     radius
//     eta    density on both surfaces       1/m2  density

#include "rough/row.h"

#include <math.h>

static void eval(const gud_asperity *law, int n, const double *w, double *force, double *area)
{
    const double pairs = pi * law->crowd;
    const double force_1 = 0.8 * sqrt(2.0) * pairs * law->hertz; // 16 sqrt(2)/15 = (4/3) (4/5) sqrt(2)

    for (int i = 0; i < n; i++) {
        force[i] = force_1 * w[i] * w[i] * sqrt(w[i]);
        area[i] = pairs * w[i] * w[i];
    }
}

GUD_ROUGH_ROW(gt, "GT", "Greenwood and Tripp 1970: elastic, two rough surfaces", gud_rough_elastic_rules, NULL);
