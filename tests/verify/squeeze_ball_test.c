// A ball that a constant force presses through its film, through the whole simulator, against closed forms
// (docs/theory/lubricated.md): without inertia W = 6 pi eta R^4/c^2 g(eps) eps_t, so that
//     W t c^2/(6 pi eta R^4) = integral of g from 0 to eps = -ln(1 - eps) - sum eps^(k+1)/((k + 1)(k + 3));
// with dry contact it comes to rest at the depth (W e0/K)^(2/5).

#include "mechanism.h"

#include "num/pi.h"

#define BALL                                                                                                           \
    "gudgeon: 1\nspace: spatial\nbodies:\n  ball: {mass: %s, inertia: [1e-7, 1e-7, 1e-7]}\n"                           \
    "joints:\n  socket: {type: spherical, between: [ground, ball], model: squeeze, radius: 20 mm, clearance: 2 mm,\n"  \
    "           film: {viscosity: 400 cP}%s}\n"                                                                        \
    "forces:\n  push: {type: load, on: ball, direction: [1, 2, 2], value: 6 N}\n"                                      \
    "simulate: {until: %s, tolerance: 1e-6, length: %s, integrator: %s}\n"

static const double force = 6.0, radius = 20e-3, clearance = 2e-3, eta = 0.4;

// the ball's eccentricity at the end, in a model of that length
static double run_ball(const char *mass, const char *contact, const char *until, const char *length,
                       const char *integrator)
{
    char text[1200];
    (void)snprintf(text, sizeof text, BALL, mass, contact, until, length, integrator);
    gud_model *m = mechanism(text);
    gud_sim *s = started(m);
    run_to_end(s);
    const double *q = s->state.q, e = v3_norm(q);
    assert_near(q[1] - 2.0 * q[0], 0.0, 1e-9 * clearance); // it goes where it is pushed
    assert_near(q[2] - 2.0 * q[0], 0.0, 1e-9 * clearance);
    sim_and_model_free(s, m);
    return e;
}

static double growth_integral(double eps)
{
    double sum = -log1p(-eps), power = eps;
    for (int k = 0; k < 5000; k++, power *= eps) sum -= power / ((k + 1.0) * (k + 3.0));
    return sum;
}

static void film_thins_as_the_closed_form(void **state)
{
    (void)state;
    static const char *const times[] = {"20 ms", "50 ms", "0.1 s", "0.2 s"};
    static const double seconds[] = {0.02, 0.05, 0.1, 0.2};
    static const char *const integrators[] = {"esdirk2", "bathe", "generalized-alpha"};
    for (int i = 0; i < GUD_COUNT(times); i++)
        for (int k = 0; k < GUD_COUNT(integrators); k++) {
            const double eps = run_ball("0.1 g", "", times[i], "2 mm", integrators[k]) / clearance;
            const double scale = 6.0 * pi * eta * pow(radius, 4) / (clearance * clearance);
            print_message("  %s, %s: 1 - eps = %.8f, W t/scale %.8f, integral %.8f\n", integrators[k], times[i],
                          1.0 - eps, force * seconds[i] / scale, growth_integral(eps));
            assert_close(growth_integral(eps), force * seconds[i] / scale, 5e-4, 0.0);
        }
}

// the film is followed by its own thickness, however large the model around it is; docs/theory/integrators.md, (26b')
static void film_thins_alike_in_large_models(void **state)
{
    (void)state;
    static const char *const integrators[] = {"esdirk2", "bathe", "generalized-alpha"};
    const double scale = 6.0 * pi * eta * pow(radius, 4) / (clearance * clearance);
    for (int k = 0; k < GUD_COUNT(integrators); k++) {
        const double eps = run_ball("0.1 g", "", "0.5 s", "100 m", integrators[k]) / clearance;
        print_message("  %s: 1 - eps = %.8f, W t/scale %.8f, integral %.8f\n", integrators[k], 1.0 - eps,
                      force * 0.5 / scale, growth_integral(eps));
        assert_close(growth_integral(eps), force * 0.5 / scale, 2e-3, 0.0);
    }
}

static void contact_carries_what_the_film_cannot(void **state)
{
    (void)state;
    static const double stiffness = 1e9, fade = 20e-6;
    const double e =
        run_ball("0.1 kg", ", contact: {stiffness: 1e9, restitution: 0.5}, blend: {depth: 20 um, margin: 40 um}", "2 s",
                 "2 mm", "esdirk2");
    print_message("  depth %.6f um, expected %.6f um\n", 1e6 * (e - clearance),
                  1e6 * pow(force * fade / stiffness, 0.4));
    assert_close(e - clearance, pow(force * fade / stiffness, 0.4), 1e-3, 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(film_thins_as_the_closed_form),
        cmocka_unit_test(film_thins_alike_in_large_models),
        cmocka_unit_test(contact_carries_what_the_film_cannot),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
