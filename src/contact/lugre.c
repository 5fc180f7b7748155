// Bristles that bend, slip and damp.
// C. Canudas de Wit, H. Olsson, K. J. Astrom, P. Lischinsky, IEEE Trans. Autom. Control 40 (1995) 419-425;
// docs/theory/contact.md, section 10.
//
//     dz/dt = v - r z,   r = s0 |v|/g,   g = mu + (mus - mu) exp(-(v/vs)^2)
//     F = N (s0 z + s1 dz/dt + s2 v),   s1 = sigma1 exp(-(v/vf)^2)
//
// Everything is per normal force, so that bristles do not depend on it. s1 fades with speed, without which sliding
// bristles could create energy; how slowly it may fade is checked.
//
//     z       deflection of the bristles   m     in->state
//     mu      coefficient of sliding       -     coefficient
//     mus     largest coefficient          -     static_coefficient
//     vs      Stribeck speed               m/s   speed
//     s0      stiffness                    1/m   stiffness
//     sigma1  damping                      s/m   damping
//     s2      viscous friction             s/m   viscous
//     vf      fading of the damping        m/s   fade; absent: vs

#include "contact/friction_row.h"

static gud_status check(const gud_friction_params *p, gud_error *error)
{
    // the largest s1 |v| is sigma1 vf/sqrt(2 e), and 4 mu is what dissipation can bear (contact.md, eq. 36)
    const double most = 4.0 * p->coefficient * sqrt(2.0 * exp(1.0)) / p->fade;
    GUD_TRY(gud_friction_check_static(&gud_friction_lugre.row, p, error));
    if (p->damping <= most) return GUD_OK;
    return gud_fail(error, GUD_ERR_INPUT, "lugre: damping = %g s/m would create energy; with this fade at most %.4g",
                    p->damping, most);
}

// what depends on the speed alone, with derivatives by the speed
typedef struct {
    double slip, slip_v; // r
    double damp, damp_v; // s1
} rates;

static rates at_speed(const gud_friction_params *p, double v)
{
    const double x = v / p->speed, bell = (p->static_coefficient - p->coefficient) * exp(-x * x);
    const double g = p->coefficient + bell, g_v = -2.0 * x / p->speed * bell, y = v / p->fade;
    rates at = {.slip = p->stiffness * v / g, .slip_v = p->stiffness * (g - v * g_v) / (g * g)};
    at.damp = p->damping * exp(-y * y);
    at.damp_v = -2.0 * y / p->fade * at.damp;
    return at;
}

static double sign(double v)
{
    return v > 0.0 ? 1.0 : v < 0.0 ? -1.0 : 0.0;
}

static void eval(const gud_friction_params *p, int n, const gud_friction_in *in, gud_friction_out *out)
{
    for (int i = 0; i < n; i++) {
        const double v = in->slip[i], z = in->state[i], N = in->normal[i], s0 = p->stiffness;
        const rates at = at_speed(p, fabs(v));
        const double z_t = v - at.slip * z, z_t_v = 1.0 - at.slip_v * sign(v) * z;

        out->F_normal[i] = s0 * z + at.damp * z_t + p->viscous * v;
        out->force[i] = N * out->F_normal[i];
        out->F_slip[i] = N * (at.damp_v * sign(v) * z_t + at.damp * z_t_v + p->viscous);
        out->F_state[i] = N * (s0 - at.damp * at.slip);
        out->power[i] = N * (s0 * at.slip * z * z + at.damp * z_t * v + p->viscous * v * v);
        out->state_t[i] = z_t;
        out->S_slip[i] = z_t_v;
        out->S_normal[i] = 0.0;
        out->S_state[i] = -at.slip;
    }
}

static const gud_field fields[] = {
    {.key = "coefficient",
     .type = GUD_NUMBER,
     .offset = offsetof(gud_friction_params, coefficient),
     .unit = "1",
     .fallback = GUD_REQUIRED,
     .low = 0.0,
     .high = 10.0,
     .flags = GUD_OPEN_LOW,
     .about = "coefficient of sliding friction"},
    GUD_FRICTION_STATIC,
    GUD_FRICTION_SPEED(speed, 1e-3, "Stribeck speed vs, at which static friction decays to sliding friction"),
    GUD_FIELD_POSITIVE(gud_friction_params, stiffness, "1/m", 1e5, "stiffness of the bristles per normal force"),
    GUD_CONTACT_NUMBER(gud_friction_params, damping, "s/m", 300.0, GUD_OPEN_HIGH,
                       "damping of the bristles per normal force"),
    GUD_CONTACT_NUMBER(gud_friction_params, viscous, "s/m", 0.0, GUD_OPEN_HIGH, "viscous friction per normal force"),
    GUD_FRICTION_SPEED(fade, GUD_OPTIONAL, "slip speed at which bristles lose their damping; default: `speed`"),
};

const gud_friction_law gud_friction_lugre = {
    .row = {GUD_FRICTION_ROW(
        "lugre", "bristle model with an internal state: presliding, stiction, sliding",
        "C. Canudas de Wit et al., IEEE Trans. Autom. Control 40 (1995) 419-425; contact.md, eq. 34", fields)},
    .state = true,
    .check = check,
    .eval = eval,
};
