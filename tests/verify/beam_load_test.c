// Loads on beams: gravity, dead and follower forces at places and along the axis, and frames anywhere on it.
//
// Cantilever of length L under q per length: deflection q L^4/(8 E I) + q L^2/(2 k G A); under q on its outer half
// 41 q L^4/(384 E I) + 3 q L^2/(8 k G A); under a twisting moment t per length the tip turns by t L^2/(2 G J).
// A force P at a: (P a^3/(3 E I) + P a/(k G A)) there.

#include "mechanism.h"

#include "body/beam.h"

static const double L = 2.0, E = 2.0e11, I = 1e-4 / 12.0, A = 0.01, G = 2.0e11 / 2.6, k = 13.0 / 15.3;

static const char *const beam =
    "gudgeon: 1\nspace: spatial\nbodies:\n  rod: {type: beam, length: 2, elements: 5, section: {height: 0.1, width: "
    "0.1}, density: 7850, modulus: 2.0e11, poisson: 0.3}\njoints:\n  clamp: {type: fixed, between: [ground, rod]}\n"
    "frames:\n  tip: {body: rod, node: 5}\n  inside: {body: rod, at: [1.3, 0, 0]}\n";

// displacement of a frame and the turn of its section at rest
static void settle(const char *more, const char *frame, double u[3], double turn[3])
{
    char text[2000];
    (void)snprintf(text, sizeof text, "%s%s\nsimulate: {analysis: statics}\n", beam, more);
    gud_model *m = mechanism(text);
    gud_sim *s = started(m);
    for (int i = 0; i < m->nframe; i++) {
        if (strcmp(m->frame[i].name, frame) != 0) continue;
        const gud_pose now = s->work.pose[i];
        gud_kinematics(s, m->q_start, m->v_start);
        v3_axpy(u, now.p, -1.0, s->work.pose[i].p);
        v3_set(turn, now.R[7], -now.R[6], now.R[3]); // small ones
    }
    sim_and_model_free(s, m);
}

static void test_load_along_a_cantilever(void **state)
{
    (void)state;
    double u[3], turn[3], q = 1000.0;
    const double whole = q * L * L * L * L / (8.0 * E * I) + q * L * L / (2.0 * k * G * A);
    settle("forces:\n  f: {type: distributed, on: rod, direction: [0, -1, 0], value: 1 kN/m}", "tip", u, turn);
    assert_close(-u[1], whole, 1e-5, 0.0);

    // follows the sections: the same as long as they turn little
    settle("forces:\n  f: {type: distributed, on: rod, direction: [0, 0, 1], axes: frame, value: 1 kN/m}", "tip", u,
           turn);
    assert_close(u[2], whole, 1e-5, 0.0);

    // gravity is a load along the axis as well
    settle("gravity: [0, -9.81, 0]", "tip", u, turn);
    assert_close(-u[1], whole * 7850.0 * A * 9.81 / q, 1e-5, 0.0);

    // on a part that begins inside an element
    settle("forces:\n  f: {type: distributed, on: rod, direction: [0, -1, 0], value: 1 kN/m, from: 1}", "tip", u, turn);
    assert_close(-u[1], 41.0 * q * L * L * L * L / (384.0 * E * I) + 3.0 * q * L * L / (8.0 * k * G * A), 1e-5, 0.0);

    settle("forces:\n  f: {type: distributed, on: rod, kind: torque, direction: [1, 0, 0], value: 1 kN}", "tip", u,
           turn);
    assert_close(turn[0], 1000.0 * L * L / (2.0 * G * 0.140577e-4), 1e-4, 0.0);
}

static void test_load_inside_an_element(void **state)
{
    (void)state;
    double u[3], turn[3];
    const double P = 2000.0, a = 1.3; // inside an element the deflection has a kink of the shear, which a cubic rounds
    settle("forces:\n  f: {type: load, on: inside, direction: [0, -1, 0], value: 2 kN}", "inside", u, turn);
    assert_close(-u[1], P * a * a * a / (3.0 * E * I) + P * a / (k * G * A), 5e-3, 0.0);
    settle("forces:\n  f: {type: load, on: inside, direction: [0, -1, 0], value: 2 kN}", "tip", u, turn);
    assert_close(-u[1], P * a * a * (3.0 * L - a) / (6.0 * E * I) + P * a / (k * G * A), 5e-3, 0.0);
}

// A pressure that stays normal to the sections bends a slender beam farther than one that keeps its direction. The
// follower's shape: the moment's slope is the shear force along the turning normal, integrated in steps from the tip.
static void test_follower_bends_farther(void **state)
{
    (void)state;
    static const char *const slender =
        "gudgeon: 1\nspace: spatial\nbodies:\n  rod: {type: beam, length: 1, elements: 16, section: {height: 0.01, "
        "width: 0.01}, density: 7850, modulus: 2.0e9, poisson: 0}\njoints:\n  clamp: {type: fixed, between: [ground, "
        "rod]}\nframes:\n  tip: {body: rod, node: 16}\n"
        "forces:\n  f: {type: distributed, on: rod, direction: [0, 1, 0], axes: frame, value: 8}\n"
        "simulate: {analysis: statics}\n";
    gud_model *m = mechanism(slender);
    gud_sim *s = started(m);
    const double *tip = s->state.q + (ptrdiff_t)12 * 16;

    // angle of the section from the clamp: E I theta'' = -(q per length turned), by shooting on theta at the tip
    const double EI = 2.0e9 * 1e-8 / 12.0, q = 8.0;
    double theta = 0.0, x = 0.0, y = 0.0, low = 0.0, high = 3.0;
    enum { n = 4000 };
    for (int pass = 0; pass < 60; pass++) {
        const double guess = 0.5 * (low + high), h = 1.0 / n;
        double N[2] = {0.0, 0.0}, M = 0.0;
        theta = guess;
        x = y = 0.0;
        for (int i = 0; i < n; i++) { // from the tip inwards, midpoint rule
            const double slope = theta - 0.5 * h * M / EI, fx = -q * sin(slope), fy = q * cos(slope);
            const double Nx = N[0] + 0.5 * h * fx, Ny = N[1] + 0.5 * h * fy;
            M += h * (-sin(slope) * Nx + cos(slope) * Ny);
            x += h * cos(slope);
            y += h * sin(slope);
            theta -= h * (M - 0.5 * h * (-sin(slope) * Nx + cos(slope) * Ny)) / EI;
            N[0] += h * fx;
            N[1] += h * fy;
        }
        if (theta > 0.0)
            high = guess;
        else
            low = guess;
    }
    print_message("follower: tip %.5f %.5f, integrated %.5f %.5f\n", tip[0], tip[1], x, y);
    assert_near(theta, 0.0, 1e-6);
    assert_near(tip[0], x, 2e-3);
    assert_near(tip[1], y, 2e-3);
    assert_true(y > 0.3);
    sim_and_model_free(s, m);
}

// a dead load does the work that the beam gains; a follower's is told in the ledger as well
static void test_loads_do_the_work_that_the_beam_gains(void **state)
{
    (void)state;
    static const char *const axes[] = {"world", "frame"};
    for (int i = 0; i < 2; i++) {
        char text[800];
        (void)snprintf(text, sizeof text,
                       "gudgeon: 1\nspace: spatial\nbodies:\n  rod: {type: beam, length: 1, elements: 4, section: "
                       "{height: 0.02, width: 0.02}, density: 6000, modulus: 6e7}\n"
                       "joints:\n  hinge: {type: spherical, between: [ground, rod]}\n"
                       "forces:\n  f: {type: distributed, on: rod, direction: [0, -1, 0], axes: %s, value: 20}\n"
                       "simulate: {until: 0.3, step: 5e-4, integrator: esdirk2}\n",
                       axes[i]);
        gud_model *m = mechanism(text);
        gud_sim *s = started(m);
        run_to_end(s);
        gud_kinematics(s, s->state.q, s->state.v);
        gud_forces(s, s->state.clock.t, GUD_ENERGIES);
        const gud_energy e = gud_energy_of(s, s->state.q, s->state.v);
        const double work = s->state.ledger[GUD_WORK_LOADS];
        assert_true(work > 1.0);
        assert_near(e.kinetic + e.potential - s->state.clock.energy_start, work, 1e-4 * work);
        sim_and_model_free(s, m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_load_along_a_cantilever),
        cmocka_unit_test(test_load_inside_an_element),
        cmocka_unit_test(test_follower_bends_farther),
        cmocka_unit_test(test_loads_do_the_work_that_the_beam_gains),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
