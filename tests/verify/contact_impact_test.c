// A mass flies against a wall and back, for every law and many restitutions. The equation of motion is integrated by
// Dormand and Prince's pair of orders 5 and 4 (written anew here), from first touch until the wall no longer pushes.
//
// Published: restitution out of four laws, three digits, tolerance 1e-3. Analytic: G(1) = G(-e) and, for spring and
// damper, exp(-2 beta/tan(beta)), tolerance 1e-6. Neither stiffness nor mass nor speed matters. Flores, Ambrosio and
// Claro's slider-crank: stiffness 6.61e10 N/m^1.5.

#include "tables.h"

#include "contact/contact.h"
#include "contact/restitution.h"

#include <string.h>

// ---- the experiment

typedef struct {
    const gud_contact *contact;
    double mass, rate0;
} impact;

static void motion(const impact *s, const double y[2], double y_t[2])
{
    double force, F_depth, F_rate;
    const gud_contact_in in = {&y[0], &y[1], &s->rate0};
    gud_contact_out out = {&force, &F_depth, &F_rate};
    gud_contact_eval(s->contact, 1, &in, &out);
    y_t[0] = y[1];
    y_t[1] = -force / s->mass;
}

static const double stage[7][6] = {
    {0},
    {1.0 / 5},
    {3.0 / 40, 9.0 / 40},
    {44.0 / 45, -56.0 / 15, 32.0 / 9},
    {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
    {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
    {35.0 / 384, 0.0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84},
};
static const double difference[7] = {71.0 / 57600,      0.0,        -71.0 / 16695, 71.0 / 1920,
                                     -17253.0 / 339200, 22.0 / 525, -1.0 / 40};

// one step; returns its error relative to depth and speed scales
static double try_step(const impact *s, const double y[2], double h, double depth_scale, double next[2])
{
    double k[7][2], error[2] = {0.0, 0.0};
    for (int i = 0; i < 7; i++) {
        next[0] = y[0];
        next[1] = y[1];
        for (int j = 0; j < i; j++)
            for (int c = 0; c < 2; c++) next[c] += h * stage[i][j] * k[j][c];
        motion(s, next, k[i]);
        for (int c = 0; c < 2; c++) error[c] += h * difference[i] * k[i][c];
    }
    return fmax(fabs(error[0]) / depth_scale, fabs(error[1]) / s->rate0);
}

// speed of return over speed of arrival
static double rebound(const gud_contact *contact, double mass, double speed)
{
    const impact s = {contact, mass, speed};
    double y[2] = {0.0, speed}, next[2], y_t[2], h = 1e-9 / speed, deepest = 1e-9;
    int nstep = 0;
    do {
        const double error = try_step(&s, y, h, deepest, next) / 1e-10;
        if (error <= 1.0) {
            y[0] = next[0];
            y[1] = next[1];
            deepest = fmax(deepest, y[0]);
            assert_true(++nstep < 1000000);
        }
        h *= fmin(3.0, fmax(0.2, 0.9 * pow(fmax(error, 1e-10), -0.2)));
        motion(&s, y, y_t);
    } while (y[1] > 0.0 || (y[0] > 0.0 && y_t[1] < 0.0 && y[0] > 1e-12 * deepest));
    return -y[1] / speed;
}

static gud_contact make(const char *name, const gud_contact_params *given, double stiffness)
{
    gud_contact_params prm = *given;
    gud_contact_pair pair;
    gud_contact contact;
    gud_error error;
    gud_contact_pair_defaults(&pair);
    prm.stiffness = stiffness;
    if (gud_contact_make(gud_contact_find(name), &prm, &pair, &error, &contact) != GUD_OK) fail_msg("%s", error.text);
    return contact;
}

static gud_contact_params defaults(const char *name)
{
    gud_contact_params prm;
    assert_non_null(gud_contact_find(name));
    gud_contact_defaults(gud_contact_find(name), &prm);
    return prm;
}

// ---- hysteresis

static const double conditions[][3] = {
    // stiffness, mass, speed
    {6.61e10, 0.14, 0.5},
    {1e6, 3.0, 0.02},
    {3e9, 1e-3, 12.0},
};

static void four_laws_return_the_published_restitution(void **state)
{
    (void)state;
    static const char *const names[] = {"lankarani_nikravesh", "hunt_crossley", "flores", "gonthier"};
    static const double e[] = {0.3, 0.5, 0.7, 0.9};
    static const double published[4][4] = {{0.684, 0.725, 0.796, 0.913},
                                           {0.581, 0.663, 0.768, 0.909},
                                           {0.256, 0.470, 0.683, 0.894},
                                           {0.304, 0.488, 0.670, 0.876}};

    for (int law = 0; law < 4; law++)
        for (int i = 0; i < 4; i++)
            for (int c = 0; c < GUD_COUNT(conditions); c++) {
                gud_contact_params prm = defaults(names[law]);
                prm.restitution = e[i];
                prm.solution = 1; // of gonthier: approximate
                const gud_contact contact = make(names[law], &prm, conditions[c][0]);
                const double seen = rebound(&contact, conditions[c][1], conditions[c][2]);
                assert_near(seen, published[law][i], 1e-3);
                assert_near(seen, contact.restitution, 1e-6);
            }
}

static void exponent_does_not_matter(void **state)
{
    (void)state;
    for (double exponent = 1.0; exponent < 2.6; exponent += 0.5) {
        gud_contact_params prm = defaults("flores");
        prm.exponent = exponent;
        prm.restitution = 0.5;
        const gud_contact contact = make("flores", &prm, 1e7);
        assert_near(rebound(&contact, 0.3, 0.2), contact.restitution, 1e-6);
    }
}

static void gonthier_returns_what_it_was_asked_for(void **state)
{
    (void)state;
    for (double e = 0.05; e < 1.0; e += 0.1) {
        gud_contact_params prm = defaults("gonthier");
        prm.restitution = e;
        const gud_contact contact = make("gonthier", &prm, 1e9);
        assert_near(rebound(&contact, 0.5, 0.1), e, 1e-6);
    }
}

static gud_contact_pair steel_pair(void)
{
    gud_contact_pair pair;
    gud_contact_pair_defaults(&pair);
    pair.young[0] = pair.young[1] = 207e9;
    pair.radius = 0.010;
    pair.clearance = 0.5e-3;
    pair.width = 0.015;
    return pair;
}

// every law, by the restitution that shall come out
static void every_law_returns_restitution_out(void **state)
{
    (void)state;
    const gud_contact_pair pair = steel_pair();
    for (int i = 0; gud_contact_laws[i]; i++)
        for (double e = 0.7; e < 1.05 && !gud_contact_laws[i]->outside; e += 0.1) {
            const gud_contact_law *law = gud_contact_laws[i];
            gud_contact_params prm;
            gud_contact contact;
            gud_error error;
            gud_contact_defaults(law, &prm);
            prm.restitution_out = fmin(e, 1.0);
            if (has_field(&law->row, "mass")) prm.mass = 0.14;
            if (gud_contact_make(law, &prm, &pair, &error, &contact) != GUD_OK) fail_msg("%s", error.text);
            assert_near(rebound(&contact, 0.14, 0.4), prm.restitution_out, 1e-6);
            assert_near(contact.restitution, prm.restitution_out, 1e-9);
        }
}

static void laws_say_what_they_cannot_deliver(void **state)
{
    (void)state;
    const gud_contact_pair pair = steel_pair();
    const struct {
        const char *name;
        double lowest; // restitution out at e = 0
    } limited[] = {{"lankarani_nikravesh", gud_restitution_of_chi(0.75)},
                   {"hunt_crossley", gud_restitution_of_chi(1.5)}};

    for (int i = 0; i < GUD_COUNT(limited); i++) {
        const gud_contact_law *law = gud_contact_find(limited[i].name);
        gud_contact_params prm = defaults(limited[i].name);
        gud_contact contact;
        gud_error error;
        prm.restitution_out = limited[i].lowest + 1e-9;
        assert_int_equal(gud_contact_make(law, &prm, &pair, &error, &contact), GUD_OK);
        prm.restitution_out = limited[i].lowest - 1e-3;
        assert_int_equal(gud_contact_make(law, &prm, &pair, &error, &contact), GUD_ERR_INPUT);
        assert_non_null(strstr(error.text, "the range of this law"));
    }
}

// ---- spring and damper

static void spring_and_damper_return_the_analytic_restitution(void **state)
{
    (void)state;
    for (int c = 0; c < GUD_COUNT(conditions); c++)
        for (double zeta = 0.02; zeta < 2.0; zeta *= 1.7) {
            const double K = conditions[c][0], mass = conditions[c][1];
            gud_contact_params prm = defaults("kelvin_voigt");
            prm.damping = 2.0 * zeta * sqrt(K * mass);
            prm.mass = mass;
            const gud_contact contact = make("kelvin_voigt", &prm, K);
            const double beta = acos(fmin(zeta, 1.0)), expected = exp(-2.0 * beta / tan(beta));
            if (zeta < 1.0) assert_near(contact.restitution, expected, 1e-12);
            assert_near(rebound(&contact, mass, conditions[c][2]), contact.restitution, 1e-6);
        }
}

// ---- stiffness

static void stiffness_of_the_slider_crank(void **state)
{
    (void)state;
    gud_contact_params prm = defaults("lankarani_nikravesh");
    gud_contact_pair pair = steel_pair();
    gud_contact contact;
    gud_error error;
    const gud_contact_law *law = gud_contact_find("lankarani_nikravesh");
    assert_int_equal(gud_contact_make(law, &prm, &pair, &error, &contact), GUD_OK);
    assert_close(contact.stiffness, 6.61e10, 1e-3, 0.0);

    // ball of 18 mm in a socket of 20 mm with the sum of radii, as Tian 2009 prints eq. 18
    pair.radius = pair.clearance = (double)NAN;
    pair.radii[0] = 0.018;
    pair.radii[1] = 0.020;
    pair.curvature = GUD_CURVATURE_EXTERNAL;
    const double eta = (1.0 - 0.09) / 207e9;
    assert_int_equal(gud_contact_make(law, &prm, &pair, &error, &contact), GUD_OK);
    assert_close(contact.stiffness, 4.0 / (3.0 * 2.0 * eta) * sqrt(0.018 * 0.020 / 0.038), 1e-12, 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(four_laws_return_the_published_restitution),
        cmocka_unit_test(exponent_does_not_matter),
        cmocka_unit_test(gonthier_returns_what_it_was_asked_for),
        cmocka_unit_test(every_law_returns_restitution_out),
        cmocka_unit_test(laws_say_what_they_cannot_deliver),
        cmocka_unit_test(spring_and_damper_return_the_analytic_restitution),
        cmocka_unit_test(stiffness_of_the_slider_crank),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
