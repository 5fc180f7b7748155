// Every allocation of a computed case fails once: the case is not met, says why, and leaks nothing.
#include "heap.h"

#include "verify/film.h"
#include "verify/verify.h"

static gud_status run_case(void *with)
{
    (void)with;
    gud_verify_result result = {.pass = false};
    gud_verify_run(&gud_verify_crank.cases[0], &result);
    assert_true(result.pass == (result.error.text[0] == '\0'));
    return result.pass ? GUD_OK : GUD_ERR_MEMORY;
}

static void a_simulated_case_without_memory(void **state)
{
    (void)state;
    assert_true(heap_exhaust(run_case, NULL) > 19);
}

// the computations with films, each on a small grid
static gud_status film_case(void *with)
{
    const int *which = with;
    gud_error message, *error = &message;
    gud_journal journal;
    gud_grooved grooved;
    gud_limit limit;
    gud_squeeze squeeze;
    gud_pocket_result pocket;
    gud_dimples dimples;
    gud_orbit orbit;
    gud_supply supply;
    double So, peak;
    switch (*which) {
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
        return gud_verify_dimples(10, &dimples, error);
    case 7:
        return gud_verify_narrow_pocket(&gud_pocket_narrow_heavy, 20, 5, &peak, error);
    case 8:
        return gud_verify_orbit(&gud_orbit_turning, 24, 2, 5, 1.6e-3, &orbit, error);
    default:
        return gud_verify_supply(12, 3, &supply, error);
    }
}

static void films_without_memory(void **state)
{
    (void)state;
    for (int which = 0; which < 10; which++) assert_true(heap_exhaust(film_case, &which) > 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_simulated_case_without_memory),
                                       cmocka_unit_test(films_without_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
