// The relations between damping and restitution, and their inverses.

#include "check.h"
#include "contact/restitution.h"
#include "num/pi.h"

// G(1) = G(-e), G(v) = v/chi - ln(1 + chi v)/chi^2
static double imbalance(double chi, double e)
{
    const double before = 1.0 / chi - log1p(chi) / (chi * chi);
    const double after = -e / chi - log1p(-chi * e) / (chi * chi);
    return before - after;
}

static void energy_balance_holds(void **state)
{
    (void)state;
    for (double chi = 1e-3; chi < 25.0; chi *= 1.3)
        assert_near(imbalance(chi, gud_restitution_of_chi(chi)), 0.0, 1e-10 / chi);
}

static void the_relations_are_inverses(void **state)
{
    (void)state;
    for (double e = 0.01; e < 0.999; e += 0.007) {
        assert_close(gud_restitution_of_chi(gud_restitution_to_chi(e)), e, 1e-12, 0.0);
        assert_close(gud_restitution_of_zeta(gud_restitution_to_zeta(e)), e, 1e-12, 0.0);
    }
}

// chi = 3 (1 - e)/2 and zeta = (1 - e)/pi where little is lost; chi = 1/e where nearly all is
static void the_ends_are_right(void **state)
{
    (void)state;
    for (double loss = 1e-10; loss < 1e-3; loss *= 10.0) {
        assert_close(gud_restitution_to_chi(1.0 - loss), 1.5 * loss, 2.0 * loss + 1e-5, 0.0);
        assert_close(gud_restitution_to_zeta(1.0 - loss), loss / pi, 2.0 * loss + 1e-5, 0.0);
    }
    assert_close(gud_restitution_to_chi(1e-6), 1e6, 1e-12, 0.0);
    assert_close(gud_restitution_to_chi(1.0 / 30.0 + 1e-9), 30.0, 1e-6, 0.0);
    assert_true(gud_restitution_to_chi(1.0) == 0.0 && gud_restitution_of_chi(0.0) == 1.0);
    assert_true(gud_restitution_to_zeta(1.0) == 0.0 && gud_restitution_of_zeta(0.0) == 1.0);
    assert_near(gud_restitution_of_zeta(1.0), exp(-2.0), 1e-15);
    assert_near(gud_restitution_of_zeta(1.0 - 1e-9), exp(-2.0), 1e-8);
    assert_near(gud_restitution_of_zeta(1.0 + 1e-9), exp(-2.0), 1e-8);
}

static void impossible_values_give_nan(void **state)
{
    (void)state;
    const double bad[] = {0.0, -0.1, 1.1, (double)NAN};
    for (int i = 0; i < 4; i++)
        assert_true(isnan(gud_restitution_to_chi(bad[i])) && isnan(gud_restitution_to_zeta(bad[i])));
    assert_true(isnan(gud_restitution_of_chi(-1.0)) && isnan(gud_restitution_of_chi((double)NAN)));
    assert_true(isnan(gud_restitution_of_zeta((double)NAN)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(energy_balance_holds),
        cmocka_unit_test(the_relations_are_inverses),
        cmocka_unit_test(the_ends_are_right),
        cmocka_unit_test(impossible_values_give_nan),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
