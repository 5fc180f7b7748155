// The flexible pendulum of Tian 2009, section 5: 1 m, 20 mm square, E = 6e7, nu = 0.3, density 6000, five elements, let
// go level.
//
// Reference runs of a public code with the same element, mesh and strain formulation (`enhanced`, 3 points along and 2
// x 2 across each element), tip at 0.5 s (-0.13458, -0.98602), at 1 s (-0.95067, 0.10894), as the step goes to zero.

#include "mechanism.h"

typedef struct {
    double tip[2][2], energy; // at 0.5 s and 1 s; largest change of energy over the largest kinetic energy
} run;

static double energy_of(gud_sim *s, const gud_state *at)
{
    gud_kinematics(s, at->q, at->v);
    gud_forces(s, at->clock.t, GUD_ENERGIES);
    const gud_energy e = gud_energy_of(s, at->q, at->v);
    return e.kinetic + e.potential;
}

typedef struct {
    double worst;
} watch;

static gud_status look(void *user, gud_sim *s)
{
    watch *w = user;
    const double change = energy_of(s, &s->next) - s->state.clock.energy_start;
    w->worst = fmax(w->worst, fabs(change));
    return GUD_OK;
}

static run pendulum(const char *strain, int n, double step, const char *integrator)
{
    char text[800];
    (void)snprintf(text, sizeof text,
                   "gudgeon: 1\nspace: spatial\ngravity: [0, -9.81, 0]\n"
                   "bodies:\n  rod: {type: beam, length: 1, elements: %d, section: {height: 20 mm, width: 20 mm}, "
                   "density: 6000, modulus: 6e7, poisson: 0.3, strain: %s}\n"
                   "joints:\n  hinge: {type: spherical, between: [ground, rod]}\n"
                   "simulate: {until: 1, step: %.17g, integrator: %s, newton_tolerance: 1e-10}\n",
                   n, strain, step, integrator);
    gud_model *m = mechanism(text);
    gud_sim *s = started(m);
    run r = {0};
    watch w = {0};
    for (int i = 0; i < 2; i++) {
        const double t = 0.5 * (i + 1);
        while (s->state.clock.t < t - 1e-9)
            if (gud_advance(s, t, look, &w) < 0) fail_msg("%s", s->error.text);
        for (int k = 0; k < 2; k++) r.tip[i][k] = s->state.q[12 * n + k];
    }
    r.energy = w.worst / 11.6;
    sim_and_model_free(s, m);
    return r;
}

static void test_tip_of_the_reference(void **state)
{
    (void)state;
    const double expected[2][2] = {{-0.13458, -0.98602}, {-0.95067, 0.10894}};
    const run coarse = pendulum("enhanced", 5, 2e-4, "generalized-alpha");
    const run fine = pendulum("enhanced", 5, 1e-4, "generalized-alpha");
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < 2; k++) {
            const double limit = fine.tip[i][k] + (fine.tip[i][k] - coarse.tip[i][k]) / 3.0;
            assert_near(limit, expected[i][k], 5e-6);
        }
    }
    print_message("tip at 0.5 s %.6f %.6f, at 1 s %.6f %.6f\n", fine.tip[0][0], fine.tip[0][1], fine.tip[1][0],
                  fine.tip[1][1]);
}

// five elements of `structural` are closer than twenty of `enhanced`; `continuum` goes elsewhere
static void test_structural_needs_fewer_elements(void **state)
{
    (void)state;
    static const char *const strains[] = {"structural", "enhanced", "continuum"};
    const run best = pendulum("structural", 40, 5e-4, "generalized-alpha");
    double off[3];
    for (int i = 0; i < GUD_COUNT(strains); i++) {
        for (int n = 5; n <= 20; n *= 2) {
            const run r = pendulum(strains[i], n, 5e-4, "generalized-alpha");
            off[i] = hypot(r.tip[1][0] - best.tip[1][0], r.tip[1][1] - best.tip[1][1]);
            print_message("| %s | %d | %.5f | %.5f | %.1e |\n", strains[i], n, r.tip[1][0], r.tip[1][1], off[i]);
            if (i == 0 && n == 5) assert_near(off[i], 0.0, 1e-3);
            if (i == 1 && n == 5) assert_near(off[i], 0.08, 0.015);
        }
    }
    assert_true(off[0] < 1e-5 && off[1] < 0.01 && off[2] > 0.1);
}

// the undamped beam keeps its energy up to the square of the step
static void test_energy_is_kept(void **state)
{
    (void)state;
    static const char *const strains[] = {"structural", "enhanced", "continuum"};
    for (int i = 0; i < GUD_COUNT(strains); i++) {
        const run coarse = pendulum(strains[i], 5, 1e-3, "esdirk2"), fine = pendulum(strains[i], 5, 5e-4, "esdirk2");
        print_message("| %s | %.1e | %.1e |\n", strains[i], coarse.energy, fine.energy);
        assert_true(log2(coarse.energy / fine.energy) > 1.9);
        assert_near(fine.energy, 0.0, 1e-3);
    }
}

// damping takes energy away, and the ledger knows it
static void test_ledger_knows_damping(void **state)
{
    (void)state;
    gud_model *m =
        mechanism("gudgeon: 1\nspace: spatial\ngravity: [0, -9.81, 0]\n"
                  "bodies:\n  rod: {type: beam, length: 1, elements: 4, section: {type: circle, diameter: 20 mm}, "
                  "density: 6000, modulus: 6e7, damping: 5 ms, drag: 0.2 s-1}\n"
                  "joints:\n  hinge: {type: spherical, between: [ground, rod]}\n"
                  "simulate: {until: 1, step: 5e-4, integrator: esdirk2}\n");
    gud_sim *s = started(m);
    run_to_end(s);
    const double lost = s->state.ledger[GUD_WORK_LOSSES],
                 change = energy_of(s, &s->state) - s->state.clock.energy_start;
    assert_true(lost > 0.1);
    assert_near(change, -lost, 1e-4 * lost);
    sim_and_model_free(s, m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tip_of_the_reference),
        cmocka_unit_test(test_structural_needs_fewer_elements),
        cmocka_unit_test(test_energy_is_kept),
        cmocka_unit_test(test_ledger_knows_damping),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
