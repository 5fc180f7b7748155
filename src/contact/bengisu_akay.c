// Stiction: a parabola up to the static friction, then an exponential fall to that of sliding.
// M. T. Bengisu, A. Akay, J. Acoust. Soc. Am. 95 (1994) 2535-2542; docs/theory/contact.md, eq. 32.
//
//     |v| < v0:   F = mus (1 - (|v| - v0)^2/v0^2) N
//     else:       F = (mu + (mus - mu) exp(-xi (|v| - v0))) N
//
//     mu   coefficient of sliding   -     coefficient
//     mus  largest coefficient      -     static_coefficient
//     v0   where it is reached      m/s   speed
//     xi   fall                     s/m   decay

#include "contact/friction_row.h"

static gud_status check(const gud_friction_params *p, gud_error *error)
{
    return gud_friction_check_static(&gud_friction_bengisu_akay.row, p, error);
}

static void curve(const gud_friction_params *p, int n, const double *speed, double *mu, double *mu_speed)
{
    const double fall = p->static_coefficient - p->coefficient;
    for (int i = 0; i < n; i++) {
        const double x = speed[i] / p->speed;
        const double rest = fall * exp(-p->decay * (speed[i] - p->speed));
        mu[i] = x < 1.0 ? p->static_coefficient * x * (2.0 - x) : p->coefficient + rest;
        mu_speed[i] = x < 1.0 ? 2.0 * p->static_coefficient * (1.0 - x) / p->speed : -p->decay * rest;
    }
}

static const gud_field fields[] = {
    GUD_FRICTION_COEFFICIENT(GUD_REQUIRED),
    GUD_FRICTION_STATIC,
    GUD_FRICTION_SPEED(speed, 1e-3, "slip v0 at which static friction is reached"),
    GUD_FIELD_POSITIVE(gud_friction_params, decay, "s/m", 100.0, "decay rate xi from static to sliding friction"),
};

const gud_friction_law gud_friction_bengisu_akay = {
    .row = {GUD_FRICTION_ROW("bengisu_akay", "stiction: rise to static friction, then decay to sliding friction",
                             "M. T. Bengisu, A. Akay, J. Acoust. Soc. Am. 95 (1994) 2535-2542; contact.md, eq. 32",
                             fields)},
    .check = check,
    .curve = curve,
};
