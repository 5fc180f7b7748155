// Beams at rest under loads; docs/validation/beam.md.
//
// Cantilever: K. Nachbagauer et al., Nonlinear Dyn. 66 (2011): L = 2, height 0.5, width 0.1, E = 2.07e11, nu = 0.3. Tip
// force 62 500 N: uy 8.0990e-4, ux 1.8885e-7; a thousand times more: uy 0.71056837, ux 0.15097103. These are also what
// Reissner's equations of a beam with shear give, integrated to ten digits. The strains of `structural` differ from his
// by the square of the strain, which is 14 % at the surface under the large force.
//
// Arc of 45 degrees, R = 100, section 1 x 1, E = 1e7, nu = 0, torsion constant 1/6, force 600 normal to its plane (K.
// J. Bathe, S. Bolourchi, Int. J. Numer. Methods Eng. 14 (1979) 961-986). Reissner's equations in space, integrated
// from the clamp with the moment (tip - r) x F and the tip found by Newton's method, move the tip by (-23.56058,
// -13.60463, 53.47548).
//
// Moment at the tip: bends a straight beam to an arc of the angle phi = M L/EI, tip at L (sin phi, 1 - cos phi)/phi.

#include "mechanism.h"

#include "body/beam.h"
#include "num/pi.h"

// displacement of the frame `tip` at rest
static void tip_of(const char *text, double u[3])
{
    gud_model *m = mechanism(text);
    gud_sim *s = started(m);
    for (int i = 0; i < m->nframe; i++) {
        if (strcmp(m->frame[i].name, "tip") != 0) continue;
        gud_pose now = s->work.pose[i];
        gud_kinematics(s, m->q_start, m->v_start);
        v3_axpy(u, now.p, -1.0, s->work.pose[i].p);
    }
    sim_and_model_free(s, m);
}

static void cantilever(const char *strain, int n, double force, double u[3])
{
    char text[800];
    (void)snprintf(
        text, sizeof text,
        "gudgeon: 1\nspace: spatial\nbodies:\n  rod: {type: beam, length: 2, elements: %d, section: {height: "
        "0.5, width: 0.1}, density: 7850, modulus: 2.07e11, poisson: 0.3, strain: %s}\n"
        "frames:\n  tip: {body: rod, node: %d}\n"
        "joints:\n  clamp: {type: fixed, between: [ground, rod]}\n"
        "forces:\n  load: {type: load, on: tip, direction: [0, -1, 0], value: %g}\n"
        "simulate: {analysis: statics}\n",
        n, strain, n, force);
    tip_of(text, u);
}

static void test_small_load(void **state)
{
    (void)state;
    double u[3];
    for (int n = 1; n <= 64; n *= 4) { // exact at any number of elements
        cantilever("structural", n, 62500.0, u);
        assert_close(-u[1], 8.0990325e-4, 1e-7, 0.0);
    }
    assert_close(-u[0], 1.8885e-7, 5e-5, 0.0);

    // the others converge with the square of the element's length: to the same, and to a locked answer
    double enhanced[3], continuum[3];
    for (int k = 0; k < 3; k++) {
        cantilever("enhanced", 4 << k, 62500.0, u);
        enhanced[k] = -u[1];
        cantilever("continuum", 4 << k, 62500.0, u);
        continuum[k] = -u[1];
    }
    assert_near(log2((enhanced[0] - 8.0990325e-4) / (enhanced[1] - 8.0990325e-4)), 2.0, 0.02);
    assert_near(log2((enhanced[1] - enhanced[0]) / (enhanced[2] - enhanced[1])), 2.0, 0.05);
    assert_near(log2((continuum[1] - continuum[0]) / (continuum[2] - continuum[1])), 2.0, 0.05);
    assert_true(continuum[2] < 0.75 * 8.0990e-4);
}

static void test_large_load(void **state)
{
    (void)state;
    static const char *const strains[] = {"structural", "enhanced", "continuum"};
    double last[3] = {0};
    for (int k = 0; k < GUD_COUNT(strains); k++) {
        double u[3], before[2] = {0}, rate = 0.0;
        for (int n = 1; n <= 32; n *= 2) {
            cantilever(strains[k], n, 62.5e6, u);
            print_message("| %s | %d | %.8f | %.8f |\n", strains[k], n, -u[1], -u[0]);
            rate = log2(fabs((before[1] - before[0]) / (-u[1] - before[1])));
            before[0] = before[1];
            before[1] = -u[1];
        }
        assert_near(rate, 2.0, 0.2);
        last[k] = -u[1];
        if (k > 0) continue;
        assert_close(-u[1], 0.71056837, 7e-4, 0.0);
        assert_close(-u[0], 0.15097103, 1e-3, 0.0);
    }
    assert_close(last[1], 0.71056837, 1e-2, 0.0); // Green's strain in the whole section is another material
    assert_true(last[2] < 0.6);
}

static void arc(int n, double u[3])
{
    char text[800];
    (void)snprintf(text, sizeof text,
                   "gudgeon: 1\nspace: spatial\nbodies:\n  rod: {type: beam, length: %.17g, radius: 100, elements: %d, "
                   "section: {height: 1, width: 1}, density: 1, modulus: 1e7, poisson: 0, torsion: %.17g}\n"
                   "frames:\n  tip: {body: rod, node: %d}\n"
                   "joints:\n  clamp: {type: fixed, between: [ground, rod]}\n"
                   "forces:\n  load: {type: load, on: tip, direction: [0, 0, 1], value: 600}\n"
                   "simulate: {analysis: statics}\n",
                   25.0 * pi, n, 1.0 / 6.0, n);
    tip_of(text, u);
}

static void test_arc(void **state)
{
    (void)state;
    const double expected[3] = {-23.56058, -13.60463, 53.47548};
    double error[3];
    for (int i = 0; i < 3; i++) {
        double u[3], off[3];
        arc(8 << i, u);
        v3_axpy(off, u, -1.0, expected);
        error[i] = v3_norm(off);
        print_message("| arc | %d | %.5f | %.5f | %.5f | %.1e |\n", 8 << i, u[0], u[1], u[2], error[i]);
    }
    assert_near(error[2], 0.0, 3e-4 * 60.0);
    assert_near(log2(error[0] / error[1]), 2.0, 0.1);
    assert_near(log2(error[1] / error[2]), 2.0, 0.1);
}

// how far the tip is from where a moment that bends the beam by phi puts it
static double moment_error(int n, double phi)
{
    const double EI = 1e7 * 0.1 * 0.1 * 0.1 * 0.1 / 12.0, L = 10.0;
    char text[800];
    double u[3];
    (void)snprintf(text, sizeof text,
                   "gudgeon: 1\nspace: spatial\nbodies:\n  rod: {type: beam, length: 10, elements: %d, section: "
                   "{height: 0.1, width: 0.1}, density: 1000, modulus: 1e7, poisson: 0, strain: structural}\n"
                   "frames:\n  tip: {body: rod, node: %d}\n"
                   "joints:\n  clamp: {type: fixed, between: [ground, rod]}\n"
                   "forces:\n  load: {type: load, on: tip, kind: torque, direction: [0, 0, 1], value: %.17g}\n"
                   "simulate: {analysis: statics}\n",
                   n, n, phi * EI / L);
    tip_of(text, u);
    const double error = hypot(u[0] + L - L * sin(phi) / phi, u[1] - L * (1.0 - cos(phi)) / phi) / L;
    print_message("| moment, %.3g rad | %d | %.1e |\n", phi, n, error);
    return error;
}

// fourth order, also where the beam is bent to a whole circle; two turns are found only with growing loads
static void test_moment_bends_to_circles(void **state)
{
    (void)state;
    const struct {
        double phi, finest;
        int first, count; // elements of the first mesh, meshes
    } cases[] = {{1.5, 4e-6, 4, 3}, {2.0 * pi, 1e-4, 8, 3}, {4.0 * pi, 1.5e-3, 16, 2}};
    for (int i = 0; i < GUD_COUNT(cases); i++) {
        double error = 0.0, before = 0.0;
        for (int k = 0; k < cases[i].count; k++, before = error) {
            error = moment_error(cases[i].first << k, cases[i].phi);
            if (k > 0) assert_near(log2(before / error), 4.0, 0.3);
        }
        assert_near(error, 0.0, cases[i].finest);
    }
}

// eight elements cannot be bent to two turns; that is said, with how far the loads could grow
static void test_no_equilibrium(void **state)
{
    (void)state;
    gud_model *m =
        mechanism("gudgeon: 1\nspace: spatial\nbodies:\n  rod: {type: beam, length: 10, elements: 8, section: "
                  "{height: 0.1, width: 0.1}, density: 1000, modulus: 1e7, poisson: 0}\n"
                  "frames:\n  tip: {body: rod, node: 8}\n"
                  "joints:\n  clamp: {type: fixed, between: [ground, rod]}\n"
                  "forces:\n  load: {type: load, on: tip, kind: torque, direction: [0, 0, 1], value: 104.7}\n"
                  "simulate: {analysis: statics}\n");
    gud_sim *s = sim_of(m);
    assert_int_equal(gud_start(s), GUD_ERR_NUMERIC);
    assert_non_null(strstr(s->error.text, "no equilibrium found"));
    assert_non_null(strstr(s->error.text, "with gradually increased loads and gravity none was found beyond 0."));
    sim_and_model_free(s, m);
}

// forces in the sections balance the load exactly on any mesh
static void test_section_forces(void **state)
{
    (void)state;
    static const char *const strains[] = {"structural", "enhanced", "continuum"};
    for (int k = 0; k < GUD_COUNT(strains); k++) {
        char text[800];
        (void)snprintf(
            text, sizeof text,
            "gudgeon: 1\nspace: spatial\nbodies:\n  rod: {type: beam, length: 2, elements: 4, section: {height: "
            "0.5, width: 0.1}, density: 7850, modulus: 2.07e11, strain: %s}\n"
            "frames:\n  tip: {body: rod, node: 4}\n"
            "joints:\n  clamp: {type: fixed, between: [ground, rod]}\n"
            "forces:\n  load: {type: load, on: tip, direction: [0, -1, 0], value: 62.5e6}\n"
            "simulate: {analysis: statics}\n",
            strains[k]);
        gud_model *m = mechanism(text);
        gud_sim *s = started(m);
        const double none[3] = {0}, *q = s->state.q, F = 62.5e6;
        double force[15], moment[15];
        gud_beam_section_forces(m->body[1].beam, none, q, s->state.v, s->state.a, force, moment);
        for (int i = 0; i <= 4; i++) {
            assert_close(v3_norm(force + 3 * i), F, 1e-6, 0.0);
            assert_near(moment[3 * i + 2], -F * (q[12 * 4] - q[12 * i]), 1e-6 * F);
        }
        sim_and_model_free(s, m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_load),
        cmocka_unit_test(test_large_load),
        cmocka_unit_test(test_arc),
        cmocka_unit_test(test_moment_bends_to_circles),
        cmocka_unit_test(test_no_equilibrium),
        cmocka_unit_test(test_section_forces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
