// Coulomb's friction with a ramp between two speeds, below which there is none.
// J. A. C. Ambrosio, in: Virtual Nonlinear Multibody Systems, 2003; Tian 2009, eqs 20, 21; docs/theory/contact.md,
// eq. 29.
//
//     F = mu c N,   c = 0 up to v0,   (|v| - v0)/(v1 - v0),   1 from v1 on
//
//     mu  coefficient              -     coefficient
//     v0  friction begins          m/s   speed
//     v1  the whole friction       m/s   full_speed

#include "contact/friction_row.h"

static gud_status check(const gud_friction_params *p, gud_error *error)
{
    if (p->speed < p->full_speed) return GUD_OK;
    return gud_fail(error, GUD_ERR_INPUT, "coulomb: speed = %g m/s must be less than full_speed = %g m/s", p->speed,
                    p->full_speed);
}

static void curve(const gud_friction_params *p, int n, const double *speed, double *mu, double *mu_speed)
{
    const double v0 = p->speed, slope = p->coefficient / (p->full_speed - v0);
    for (int i = 0; i < n; i++) {
        const bool rest = speed[i] <= v0, full = speed[i] >= p->full_speed;
        mu[i] = rest ? 0.0 : full ? p->coefficient : slope * (speed[i] - v0);
        mu_speed[i] = rest || full ? 0.0 : slope;
    }
}

static const gud_field fields[] = {
    GUD_FRICTION_COEFFICIENT(GUD_REQUIRED),
    GUD_CONTACT_NUMBER(gud_friction_params, speed, "m/s", 1e-4, GUD_OPEN_HIGH, "no friction below this slip speed v0"),
    GUD_FRICTION_SPEED(full_speed, 1e-3, "full friction above this slip speed v1"),
};

const gud_friction_law gud_friction_coulomb = {
    .row = {GUD_FRICTION_ROW("coulomb", "Coulomb friction with a ramp between two speeds",
                             "Tian 2009, eqs 20 and 21; contact.md, eq. 29", fields)},
    .check = check,
    .curve = curve,
};
