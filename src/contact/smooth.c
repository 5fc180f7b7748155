// Coulomb's friction with a smooth passage through rest; docs/theory/contact.md, eq. 30.
//
//     F = mu tanh(|v|/vs) N
//
//     mu  coefficient            -     coefficient
//     vs  76 % of the friction   m/s   speed

#include "contact/friction_row.h"

static void curve(const gud_friction_params *p, int n, const double *speed, double *mu, double *mu_speed)
{
    for (int i = 0; i < n; i++) {
        const double t = tanh(speed[i] / p->speed);
        mu[i] = p->coefficient * t;
        mu_speed[i] = p->coefficient * (1.0 - t) * (1.0 + t) / p->speed;
    }
}

static const gud_field fields[] = {
    GUD_FRICTION_COEFFICIENT(GUD_REQUIRED),
    GUD_FRICTION_SPEED(speed, 1e-3, "slip speed vs at which friction reaches tanh(1) = 76 %"),
};

const gud_friction_law gud_friction_smooth = {
    .row = {GUD_FRICTION_ROW("smooth", "Coulomb friction regularised by tanh", "contact.md, eq. 30", fields)},
    .curve = curve,
};
