// Coulomb's friction that rises exponentially and stops at 95 %.
// D. C. Threlfall, Mech. Mach. Theory 13 (1978) 475-483; docs/theory/contact.md, eq. 31.
//
//     F = mu (1 - exp(-3 |v|/vr)) N up to vr,   then mu (1 - exp(-3)) N
//
//     mu  coefficient      -     coefficient
//     vr  end of the rise  m/s   speed

#include "contact/friction_row.h"

static void curve(const gud_friction_params *p, int n, const double *speed, double *mu, double *mu_speed)
{
    for (int i = 0; i < n; i++) {
        const double x = 3.0 * speed[i] / p->speed;
        mu[i] = -p->coefficient * expm1(x > 3.0 ? -3.0 : -x);
        mu_speed[i] = x > 3.0 ? 0.0 : 3.0 * p->coefficient / p->speed * exp(-x);
    }
}

static const gud_field fields[] = {
    GUD_FRICTION_COEFFICIENT(GUD_REQUIRED),
    GUD_FRICTION_SPEED(speed, 1e-3, "slip speed vr at which friction reaches 95 % and stays there"),
};

const gud_friction_law gud_friction_threlfall = {
    .row = {GUD_FRICTION_ROW("threlfall", "Coulomb friction that rises exponentially to 95 %",
                             "D. C. Threlfall, Mech. Mach. Theory 13 (1978) 475-483; contact.md, eq. 31", fields)},
    .curve = curve,
};
