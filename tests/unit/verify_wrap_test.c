// Every allocation of a simulated case fails once: the case is not met, says why, and leaks nothing (the sanitizer
// looks). Linked with --wrap=gud_alloc,--wrap=gud_resize.
#include "check.h"

#include "verify/film.h"
#include "verify/verify.h"

#include <string.h>

void *__real_gud_alloc(size_t count, size_t size);
void *__real_gud_resize(void *memory, size_t count, size_t size);
void *__wrap_gud_alloc(size_t count, size_t size);
void *__wrap_gud_resize(void *memory, size_t count, size_t size);

static long calls_left = -1; // until the call that fails; negative: none fails

static int fails_now(void)
{
    return calls_left >= 0 && calls_left-- == 0;
}

void *__wrap_gud_alloc(size_t count, size_t size)
{
    return fails_now() ? NULL : __real_gud_alloc(count, size);
}

void *__wrap_gud_resize(void *memory, size_t count, size_t size)
{
    return fails_now() ? NULL : __real_gud_resize(memory, count, size);
}

static void a_simulated_case_without_memory(void **state)
{
    (void)state;
    const gud_verify_case *c = &gud_verify_crank.cases[0];
    gud_verify_result result = {.pass = false};
    int k = 0;
    for (bool failed = true; failed; k++) {
        calls_left = k;
        gud_verify_run(c, &result);
        failed = calls_left < 0;
        calls_left = -1;
        assert_true(result.pass == !failed);
        assert_true(failed == (result.error.text[0] != '\0'));
    }
    assert_true(k > 20);
}

// the computations with films, each on a small grid
static gud_status film_case(int which, gud_error *error)
{
    gud_journal journal;
    gud_grooved grooved;
    gud_limit limit;
    gud_squeeze squeeze;
    gud_pocket_result pocket;
    gud_dimples dimples;
    gud_orbit orbit;
    gud_supply supply;
    double So, peak;
    switch (which) {
    case 0:
        return gud_verify_journal(24, 3, 1.0, 0.5, NULL, &journal, error);
    case 1:
        return gud_verify_grooved(36, 3, 1.0, 10.0, 0.5, &grooved, error);
    case 2:
        return gud_verify_limit(24, 3, 1.0, "short", &limit, error);
    case 3:
        return gud_verify_approach(24, 3, 1.0, 0.5, &So, error);
    case 4:
        return gud_verify_squeeze(10, 40, 0.4, &squeeze, error);
    case 5:
        return gud_verify_pocket(&gud_pocket_heavy, 40, &pocket, error);
    case 6:
        return gud_verify_dimples(2, 10, &dimples, error);
    case 7:
        return gud_verify_narrow_pocket(&gud_pocket_narrow_heavy, 20, 5, &peak, error);
    case 8:
        return gud_verify_orbit(&gud_orbit_turning, 24, 2, 5, 1.6e-3, 0.0, &orbit, error);
    default:
        return gud_verify_supply(12, 3, &supply, error);
    }
}

static void films_without_memory(void **state)
{
    (void)state;
    gud_error error;
    for (int which = 0; which < 10; which++) {
        int k = 0;
        for (bool failed = true; failed; k++) {
            calls_left = k;
            const gud_status status = film_case(which, &error);
            failed = calls_left < 0;
            calls_left = -1;
            assert_int_equal(status, failed ? GUD_ERR_MEMORY : GUD_OK);
        }
        assert_true(k > 4);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_simulated_case_without_memory),
                                       cmocka_unit_test(films_without_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
