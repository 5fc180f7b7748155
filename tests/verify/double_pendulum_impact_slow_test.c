// Does a finer mesh lower the contact force, as Tian 2009 says of figures 10 and 11? The first impact of the dry double
// pendulum under refinement: it does until the bending waves of the impact are resolved, and converges; even one
// element is far below the rigid arms. docs/validation/double-pendulum.md has the table.

#include "example_case.h"

static double largest_force(const char *arms, int elements, const char *tolerance)
{
    settings set = {0};
    char file[80], number[12];
    (void)snprintf(file, sizeof file, "examples/double-pendulum/%s.yaml", arms);
    (void)snprintf(number, sizeof number, "%d", elements);
    set_value(&set, "joints.elbow.model", "dry");
    set_value(&set, "simulate.until", "0.2 s");
    set_value(&set, "simulate.tolerance", tolerance);
    if (elements > 0) set_value(&set, "bodies.arm.elements", number);
    if (elements > 0) set_value(&set, "bodies.forearm.elements", number);
    gud_model *m = example(file, &set);
    gud_sim *s = started(m);
    contact_log *log = calloc(1, sizeof *log);
    assert_non_null(log);
    log->stop_after = 1;
    run_logged(s, log);
    const contact_record c = log->contact[0];
    print_message("  %s, %2d elements, tolerance %s: at %.6f s with %.5f m/s, %.3f N, %.4f um, %.1f us\n", arms,
                  elements, tolerance, c.begin, c.speed, c.force, 1e6 * c.depth, 1e6 * c.duration);
    free(log);
    sim_and_model_free(s, m);
    return c.force;
}

static void check_refinement(const char *arms, double change, double converged, double tolerance)
{
    static const int meshes[] = {1, 2, 4, 10, 16, 24};
    enum { nmesh = GUD_COUNT(meshes) };
    double force[nmesh];
    for (int i = 0; i < nmesh; i++) force[i] = largest_force(arms, meshes[i], "1e-6");
    for (int i = 1; i <= 3; i++) assert_true(force[i] < force[i - 1]);
    assert_true(force[1] > 1.2 * force[nmesh - 1]);
    assert_close(force[nmesh - 2], force[nmesh - 1], change, 0.0);
    assert_close(force[nmesh - 1], converged, tolerance, 0.0);
}

static void stiff_arms(void **state)
{
    (void)state;
    check_refinement("stiff", 0.01, 35.9, 0.02);
    // Hertz' impact of two rigid arms is more than four times as hard
    assert_close(largest_force("rigid", 0, "1e-7"), 157.28, 1e-3, 0.0);
}

static void soft_arms(void **state)
{
    (void)state;
    check_refinement("soft", 0.02, 1.54, 0.02);
}

// the contact force is converged in the step as well
static void tolerance_does_not_matter(void **state)
{
    (void)state;
    const double on_soft = largest_force("soft", 10, "1e-8"), on_stiff = largest_force("stiff", 10, "1e-8");
    assert_close(largest_force("soft", 10, "1e-6"), on_soft, 5e-3, 0.0);
    assert_close(largest_force("stiff", 10, "1e-6"), on_stiff, 0.02, 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stiff_arms),
        cmocka_unit_test(soft_arms),
        cmocka_unit_test(tolerance_does_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
