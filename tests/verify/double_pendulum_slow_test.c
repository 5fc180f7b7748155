// What Tian 2009 says of the double pendulum in section 6.1, by numbers: stiff arms move as rigid ones, soft arms move
// more, a film keeps the ball from the wall and the motion near that of an ideal joint. And adaptive steps pass impacts
// with every integrator. docs/validation/double-pendulum.md

#include "example_case.h"

enum { rigid_arms, stiff_arms, soft_arms, narm };
enum { ideal, squeeze, dry, nmodel };
static const char *const models[] = {"ideal", "squeeze", "dry"};
static const char *const arms[] = {"rigid", "stiff", "soft"};

typedef struct {
    path *of[narm][nmodel];
} travels;

static gud_model *pendulum(const char *of, const char *model, const char *integrator, const char *until)
{
    settings set = {0};
    char file[80];
    (void)snprintf(file, sizeof file, "examples/double-pendulum/%s.yaml", of);
    set_value(&set, "joints.elbow.model", model);
    set_value(&set, "simulate.integrator", integrator);
    set_value(&set, "simulate.until", until);
    set_value(&set, "simulate.tolerance", "1e-5");
    return example(file, &set);
}

// all runs, once
static int set_up(void **state)
{
    travels *t = calloc(1, sizeof *t);
    *state = t;
    for (int i = 0; t && i < narm; i++)
        for (int k = 0; k < nmodel; k++)
            t->of[i][k] = travel(pendulum(arms[i], models[k], "esdirk2", "0.7 s"), "B", 1e-3);
    return t ? 0 : -1;
}

static int tear_down(void **state)
{
    travels *t = *state;
    for (int i = 0; i < narm; i++)
        for (int k = 0; k < nmodel; k++) free(t->of[i][k]);
    free(t);
    return 0;
}

static double reach(const path *p)
{
    double most = 0.0;
    for (int i = 0; i < p->n; i++) most = fmax(most, fabs(p->position[i][0]));
    return most;
}

static void stiff_arms_move_as_rigid_ones(void **state)
{
    const travels *t = *state;
    static const double allowed[] = {2e-4, 4e-4, 2e-3};
    for (int i = 0; i < nmodel; i++) {
        const double off = largest_difference(t->of[stiff_arms][i], t->of[rigid_arms][i]);
        print_message("  %s: B differs by %.3g mm\n", models[i], 1e3 * off);
        assert_near(off, 0.0, allowed[i]);
    }
}

static void soft_arms_move_more(void **state)
{
    const travels *t = *state;
    const path *hard = t->of[stiff_arms][ideal], *bent = t->of[soft_arms][ideal];
    print_message("  B reaches %.4f m on stiff arms, %.4f m on soft ones; the forearm bends by %.3g and %.3g mm\n",
                  reach(hard), reach(bent), 1e3 * hard->deflection, 1e3 * bent->deflection);
    assert_true(reach(bent) > 1.01 * reach(hard));
    assert_true(bent->deflection > 1000.0 * hard->deflection);
}

static void film_keeps_the_ball_from_the_wall(void **state)
{
    const travels *t = *state;
    for (int i = stiff_arms; i <= soft_arms; i++) {
        const path *free_of_play = t->of[i][ideal], *bare = t->of[i][dry], *oiled = t->of[i][squeeze];
        const double by_dry = difference_of_velocities(bare, free_of_play),
                     by_oil = difference_of_velocities(oiled, free_of_play);
        print_message("  %s: eccentricity at most %.6f mm with film, %.6f mm dry; in the mean %.3f, %.3f mm\n", arms[i],
                      1e3 * oiled->eccentricity, 1e3 * bare->eccentricity, 1e3 * oiled->mean, 1e3 * bare->mean);
        print_message("  velocity of B off the ideal joint's by %.4f m/s with film, %.4f m/s dry; B by %.2f, %.2f mm\n",
                      by_oil, by_dry, 1e3 * largest_difference(oiled, free_of_play),
                      1e3 * largest_difference(bare, free_of_play));
        assert_true(oiled->eccentricity < bare->eccentricity);
        assert_true(oiled->mean < 0.95 * bare->mean);
        assert_true(by_oil < 0.8 * by_dry);
        assert_true(largest_difference(oiled, free_of_play) < 7e-3); // some clearances
    }
}

// dozens of impacts, or a film that ends in contact: all integrators lose a small part of the energy at the most
static void adaptive_steps_pass_impacts(void **state)
{
    (void)state;
    static const char *const integrators[] = {"generalized-alpha", "bathe", "esdirk2"};
    for (int i = 0; i < GUD_COUNT(integrators); i++)
        for (int k = squeeze; k <= dry; k++) {
            gud_model *m = pendulum("stiff", models[k], integrators[i], k == dry ? "0.08 s" : "0.55 s");
            gud_sim *s = started(m);
            const double before = balance_of(s);
            run_to_end(s);
            const double lost = balance_of(s) - before, moving = gud_energy_of(s, s->state.q, s->state.v).kinetic;
            print_message("  %s, %s: %lld steps, %lld rejected, %lld events, imbalance %.2g of the kinetic energy\n",
                          integrators[i], models[k], (long long)s->state.clock.nstep, (long long)s->state.clock.nreject,
                          (long long)s->state.clock.nevent, lost / moving);
            assert_near(lost / moving, 0.0, 5e-3);
            assert_true(s->state.clock.nevent > 0);
            assert_true(s->state.clock.nstep < 10000);
            sim_and_model_free(s, m);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stiff_arms_move_as_rigid_ones),
        cmocka_unit_test(soft_arms_move_more),
        cmocka_unit_test(film_keeps_the_ball_from_the_wall),
        cmocka_unit_test(adaptive_steps_pass_impacts),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
