// What counts as a number that is met, and what the tables of cases promise.
#include "check.h"

#include "verify/verify.h"

#include <string.h>

static gud_status give(const gud_verify_case *c, gud_error *error, double *got)
{
    gud_error_write(error, "no trace of this");
    *got = c->at[0];
    return GUD_OK;
}

static gud_status refuse(const gud_verify_case *c, gud_error *error, double *got)
{
    *got = c->expected;
    return gud_fail(error, GUD_ERR_NUMERIC, "it did not converge");
}

static bool passes(gud_verify_kind kind, double expected, double tolerance, double got)
{
    const gud_verify_case c = {"x", "x", "1", expected, tolerance, kind, give, NULL, {got}};
    gud_verify_result result;
    gud_verify_run(&c, &result);
    assert_string_equal(result.error.text, "");
    return result.pass;
}

static void tolerances_are_kept(void **state)
{
    (void)state;
    assert_true(passes(GUD_VERIFY_RELATIVE, -200.0, 0.01, -201.9));
    assert_false(passes(GUD_VERIFY_RELATIVE, -200.0, 0.01, -202.1));
    assert_false(passes(GUD_VERIFY_RELATIVE, -200.0, 0.01, 200.0));
    assert_true(passes(GUD_VERIFY_ABSOLUTE, 0.0, 0.01, -0.009));
    assert_false(passes(GUD_VERIFY_ABSOLUTE, 200.0, 0.01, 200.02));
    assert_true(passes(GUD_VERIFY_AT_MOST, 1.0, 0.0, 1.0));
    assert_true(passes(GUD_VERIFY_AT_MOST, 1.0, 0.0, -5.0));
    assert_false(passes(GUD_VERIFY_AT_MOST, 1.0, 0.0, 1.0000001));
}

static void what_is_not_a_number_is_not_met(void **state)
{
    (void)state;
    for (int kind = 0; gud_verify_kinds[kind]; kind++) {
        assert_false(passes((gud_verify_kind)kind, 1.0, 1e300, (double)NAN));
        assert_false(passes((gud_verify_kind)kind, 1.0, 0.5, (double)INFINITY));
    }
}

static void a_failed_computation_is_not_met(void **state)
{
    (void)state;
    const gud_verify_case c = {"x", "x", "1", 1.0, 1.0, GUD_VERIFY_RELATIVE, refuse, NULL, {0}};
    gud_verify_result result;
    gud_verify_run(&c, &result);
    assert_false(result.pass);
    assert_true(isnan(result.got));
    assert_string_equal(result.error.text, "it did not converge");
}

static void check_case(const gud_verify_group *g, int i)
{
    const gud_verify_case *c = &g->cases[i];
    assert_true(c->name[0] && !strpbrk(c->name, " \t"));
    assert_true(c->quantity[0] && c->unit[0] && c->compute);
    assert_true(isfinite(c->expected) && c->tolerance >= 0.0);
    assert_true(c->tolerance > 0.0 || c->kind == GUD_VERIFY_AT_MOST);
    for (int k = 0; k < i; k++) assert_string_not_equal(c->name, g->cases[k].name);
}

static void every_case_is_described(void **state)
{
    (void)state;
    for (int g = 0; gud_verify_groups[g]; g++) {
        const gud_verify_group *group = gud_verify_groups[g];
        assert_true(group->name[0] && group->about[0] && group->source[0] && group->ncase > 0);
        for (int i = 0; i < group->ncase; i++) check_case(group, i);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tolerances_are_kept),
        cmocka_unit_test(what_is_not_a_number_is_not_met),
        cmocka_unit_test(a_failed_computation_is_not_met),
        cmocka_unit_test(every_case_is_described),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
