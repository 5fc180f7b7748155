// Generalized-alpha method for constrained motion on rotations; Tian 2009, eqs 37-48, as a Lie group method;
// docs/theory/integrators.md, section 6.
//
//     (1 - alpha_m) a_1 + alpha_m a_0 = (1 - alpha_f) A_1 + alpha_f A_0                 (17)
//     x = h v_0 + h^2 ((1/2 - beta) a_0 + beta a_1),   q_1 = q_0 (+) x                  (18)
//     v_1 = v_0 + h ((1 - gamma) a_0 + gamma a_1)                                        (18)
//
//     A  true acceleration         state.a
//     a  auxiliary acceleration    state.aux
//     sigma  spectral radius at infinite frequency: 1 keeps all energy, 0 damps at once  (19)

#include "step/control.h"

#include <string.h>

typedef struct {
    double spectral_radius;
} params;

typedef struct {
    double alpha_m, alpha_f, beta, gamma;
} coefficients;

static coefficients coefficients_of(double sigma)
{
    coefficients c;
    c.alpha_f = sigma / (sigma + 1.0);
    c.alpha_m = (2.0 * sigma - 1.0) / (sigma + 1.0);
    c.gamma = 0.5 + c.alpha_f - c.alpha_m;
    c.beta = 0.25 * (1.0 + c.alpha_f - c.alpha_m) * (1.0 + c.alpha_f - c.alpha_m);
    return c;
}

// a_0 from the true and the auxiliary acceleration, scaled when the step has changed since the last one; eq. (21)
static double auxiliary(const gud_clock *clock, double h, double a, double aux)
{
    return clock->h_last > 0.0 ? a + h / clock->h_last * (aux - a) : a;
}

// the part of a_1 that is known before A_1
static double known_part(const coefficients *c, double a, double a0)
{
    return (c->alpha_f * a - c->alpha_m * a0) / (1.0 - c->alpha_m);
}

// variables of forces are advanced as velocities are
static void start_variables(gud_sim *s, const coefficients *c, double h)
{
    const gud_state *now = &s->state;
    for (int k = 0; k < s->model->nvariable; k++) {
        const double a0 = auxiliary(&now->clock, h, now->y_t[k], now->y_aux[k]);
        s->work.y_guess[k] = now->y[k] + h * now->y_t[k];
        s->work.y_hat[k] = now->y[k] + h * ((1.0 - c->gamma) * a0 + c->gamma * known_part(c, now->y_t[k], a0));
    }
    s->work.y_c = h * c->gamma * (1.0 - c->alpha_f) / (1.0 - c->alpha_m);
}

static void end_variables(gud_sim *s, const coefficients *c, double h)
{
    const gud_state *now = &s->state;
    for (int k = 0; k < s->model->nvariable; k++) {
        const double a0 = auxiliary(&now->clock, h, now->y_t[k], now->y_aux[k]);
        s->next.y[k] = s->work.y[k];
        s->next.y_t[k] = (s->work.y[k] - s->work.y_hat[k]) / s->work.y_c;
        s->next.y_aux[k] = known_part(c, now->y_t[k], a0) + (1.0 - c->alpha_f) / (1.0 - c->alpha_m) * s->next.y_t[k];
    }
}

// local error of positions and velocities from differences of the accelerations; eqs (23), (24)
static void estimate_error(gud_sim *s, const coefficients *c, double h)
{
    const gud_state *now = &s->state;
    const double delta = c->alpha_m - c->alpha_f;
    const double C_x = 0.5 * delta + c->beta - 1.0 / 6.0;
    const double C_v = delta * (c->alpha_m - 0.5) + c->gamma * (0.5 + delta) - 1.0 / 6.0;
    const double h_last = now->clock.h_last;
    double *error_x = s->work.error, *error_v = s->work.error + s->model->nv;
    for (int k = 0; k < s->model->nv; k++) {
        const double jerk = (s->next.a[k] - now->a[k]) / h;
        const double jerk_last = h_last > 0.0 ? (now->a[k] - now->a_last[k]) / h_last : 0.0;
        const double span = h_last > 0.0 ? 0.5 * (h + h_last) : h;
        error_x[k] = h * h * h * C_x * jerk;
        error_v[k] = h * h * h * C_v * (jerk - jerk_last) / span;
    }
}

// second difference of values at the ends of this step and the last one, times h^2
static double bend(const gud_clock *now, double h, double last, double start, double end)
{
    const double h_last = now->h_last;
    return h_last > 0.0 ? 2.0 * h / (h + h_last) * (end - start - h / h_last * (start - last)) : end - start;
}

// Loads and rates are known at the ends of steps only: a load that bends is seen late, so it counts eight times what a
// method with a stage inside the step gives it, and the oil twice. docs/theory/integrators.md, eqs (26d), (26e)
static void estimate_films(gud_sim *s, const coefficients *c, double h)
{
    const gud_state *now = &s->state;
    const double delta = c->alpha_m - c->alpha_f;
    const double C_v = delta * (c->alpha_m - 0.5) + c->gamma * (0.5 + delta) - 1.0 / 6.0;
    gud_loads(s, s->next.clock.t, s->next.load);
    for (int k = 0; k < s->model->nvariable; k++)
        s->work.error_y[k] = 2.0 * C_v * h * bend(&now->clock, h, now->y_t_last[k], now->y_t[k], s->next.y_t[k]);
    for (int k = 0; k < 3 * s->model->npair; k++)
        s->work.error_load[k] = bend(&now->clock, h, now->load_last[k], now->load[k], s->next.load[k]) / 3.0;
}

static gud_status step(gud_sim *s, double h)
{
    const gud_model *m = s->model;
    const params *p = m->run.integrator_params;
    const coefficients c = coefficients_of(p->spectral_radius);
    const gud_state *now = &s->state;
    gud_work *w = &s->work;
    const double ratio = (1.0 - c.alpha_f) / (1.0 - c.alpha_m);
    gud_stage g = gud_stage_begin(s);
    g.t = now->clock.t + h;
    g.c_x = h * h * c.beta * ratio;
    g.c_v = h * c.gamma * ratio;

    gud_extrapolate(s, h, g.a, g.lam);
    for (int k = 0; k < m->nv; k++) {
        const double a0 = auxiliary(&now->clock, h, now->a[k], now->aux[k]), known = known_part(&c, now->a[k], a0);
        w->x_hat[k] = h * now->v[k] + h * h * ((0.5 - c.beta) * a0 + c.beta * known);
        w->v_hat[k] = now->v[k] + h * ((1.0 - c.gamma) * a0 + c.gamma * known);
        g.x[k] = w->x_hat[k] + g.c_x * g.a[k];
    }
    start_variables(s, &c, h);
    GUD_TRY(gud_stage_solve(s, &g));
    end_variables(s, &c, h);

    for (int k = 0; k < m->nv; k++) {
        const double a0 = auxiliary(&now->clock, h, now->a[k], now->aux[k]);
        s->next.aux[k] = known_part(&c, now->a[k], a0) + ratio * g.a[k];
    }
    gud_stage_keep(s, &g);
    estimate_error(s, &c, h);
    if (m->has_films) estimate_films(s, &c, h);
    return GUD_OK;
}

static const gud_field fields[] = {
    GUD_FIELD(params, spectral_radius, "1", 0.8, 0.0, 1.0, "spectral radius sigma at infinite frequency"),
};

const gud_integrator gud_integrator_generalized_alpha = {
    .row = {.name = "generalized-alpha",
            .about = "second order with adjustable damping of high frequencies",
            .source = "Tian 2009, eqs 37-48; Arnold and Bruels 2007",
            .size = sizeof(params),
            .fields = fields,
            .nfield = GUD_COUNT(fields)},
    .treatment = GUD_INDEX3,
    .treatments = 1 << GUD_INDEX3 | 1 << GUD_INDEX2 | 1 << GUD_BAUMGARTE,
    .order = 2,
    .estimate = 3,
    .nstage = 3,
    .nfactor = 1,
    .step = step,
};
