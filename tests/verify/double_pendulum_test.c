// What Tian 2009 says of the double pendulum in section 6.1, by numbers: stiff arms move as rigid ones, soft arms move
// more, a film keeps the ball from the wall and the motion near that of an ideal joint. And adaptive steps pass impacts
// with every integrator. docs/validation/double-pendulum.md

#include "double_pendulum_case.h"

#include <stdlib.h>

enum { most_samples = 701 };

// the free end B every millisecond, and what happens in the elbow
typedef struct {
    int n, b;
    double position[most_samples][3], velocity[most_samples][3];
    double deflection;   // m, largest of the forearm
    double eccentricity; // m, largest of all steps
    double mean;         // m, of the samples
    double *q, *v, *a, *lam;
} path;

static const double every = 1e-3;

static double eccentricity_of(const gud_sim *s)
{
    const gud_model *m = s->model;
    if (m->nforce == 0) return 0.0;
    double e[3];
    v3_axpy(e, s->work.pose[m->force[0].frame[1]].p, -1.0, s->work.pose[m->force[0].frame[0]].p);
    return v3_norm(e);
}

static void take_sample(path *p, gud_sim *s)
{
    const gud_model *m = s->model;
    const gud_body *forearm = &m->body[2];
    v3_copy(p->position[p->n], s->work.pose[p->b].p);
    v3_copy(p->velocity[p->n++], s->work.pose[p->b].v);
    p->mean += eccentricity_of(s);
    if (!forearm->beam) return;
    double yz[2];
    gud_beam_deflection(forearm->beam, p->q + forearm->q0, yz);
    p->deflection = fmax(p->deflection, hypot(yz[0], yz[1]));
}

static gud_status follow(void *user, gud_sim *s)
{
    path *p = user;
    const double from = s->state.clock.t, to = s->next.clock.t;
    gud_kinematics(s, s->next.q, s->next.v);
    p->eccentricity = fmax(p->eccentricity, eccentricity_of(s));
    for (; p->n < most_samples && p->n * every <= to;) {
        gud_interpolate(s, (p->n * every - from) / (to - from), p->q, p->v, p->a, p->lam);
        gud_kinematics(s, p->q, p->v);
        take_sample(p, s);
    }
    return GUD_OK;
}

static path *travel(gud_model *m)
{
    gud_sim *s = started(m);
    path *p = calloc(1, sizeof *p);
    assert_non_null(p);
    p->b = frame_named(m, "B");
    p->q = calloc((size_t)(m->nq + 2 * m->nv + m->nrow), sizeof *p->q);
    assert_non_null(p->q);
    p->v = p->q + m->nq;
    p->a = p->v + m->nv;
    p->lam = p->a + m->nv;
    if (gud_run(s, follow, p) != GUD_OK) fail_msg("%s", s->error.text);
    p->mean /= p->n;
    free(p->q);
    sim_and_model_free(s, m);
    return p;
}

enum { rigid_arms, stiff_arms, soft_arms, narm };
enum { ideal, squeeze, dry, nmodel };
static const char *const models[] = {"ideal", "squeeze", "dry"};
static const char *const arms[] = {"rigid", "stiff", "soft"};

typedef struct {
    path *of[narm][nmodel];
} travels;

// all runs, once
static int set_up(void **state)
{
    travels *t = calloc(1, sizeof *t);
    *state = t;
    for (int i = 0; t && i < narm; i++)
        for (int k = 0; k < nmodel; k++) {
            const setting s = {models[k], "esdirk2", (most_samples - 1) * every, 1e-5};
            t->of[i][k] = travel(i == rigid_arms ? pendulum_of_rods(&s)
                                                 : pendulum_of_beams(i == soft_arms ? &soft : &stiff, 6, &s));
        }
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

static double largest_difference(const path *a, const path *b)
{
    double most = 0.0;
    assert_int_equal(a->n, b->n);
    for (int i = 0; i < a->n; i++) {
        double d[3];
        v3_axpy(d, a->position[i], -1.0, b->position[i]);
        most = fmax(most, v3_norm(d));
    }
    return most;
}

// root of the mean square
static double difference_of_velocities(const path *a, const path *b)
{
    double sum = 0.0;
    for (int i = 0; i < a->n; i++) {
        double d[3];
        v3_axpy(d, a->velocity[i], -1.0, b->velocity[i]);
        sum += v3_dot(d, d);
    }
    return sqrt(sum / a->n);
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
            const setting set = {models[k], integrators[i], k == dry ? 0.08 : 0.55, 1e-5};
            gud_model *m = pendulum_of_beams(&stiff, 6, &set);
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
