// Films when memory runs out: whichever allocation fails, creation says so and leaks nothing.

#include "heap.h"

#include "pair/bearing.h"

#include <string.h>

static gud_status create(void *solver)
{
    const gud_film_feed feed = {.size_x = 1e-3, .size_y = 1e-3, .pressure = 1e5};
    const gud_bearing_spec spec = {.radius = 0.02,
                                   .width = 0.03,
                                   .clearance = 4e-5,
                                   .nx = 32,
                                   .ny = 28,
                                   .feeds = &feed,
                                   .nfeed = 1,
                                   .solver = *(const gud_film_solver *)solver};
    gud_error error = {{0}};
    gud_bearing *bearing;
    gud_bearing_work *work = NULL;
    gud_status status = gud_bearing_create(&spec, &error, &bearing);
    if (status == GUD_OK) status = gud_bearing_work_create(bearing, &error, &work);
    if (status != GUD_OK) {
        assert_int_equal(status, GUD_ERR_MEMORY);
        assert_non_null(strstr(error.text, "memory"));
        assert_null(work);
    }
    gud_bearing_work_free(work);
    gud_bearing_free(bearing);
    return status;
}

static void every_allocation(void **state)
{
    (void)state;
    for (gud_film_solver solver = GUD_FILM_DIRECT; solver <= GUD_FILM_MULTIGRID; solver++)
        assert_true(heap_exhaust(create, &solver) > 4);
}

// the tables of an oil with every law
static gud_status prepare(void *with)
{
    (void)with;
    const double barus = 2e-8, carreau[3] = {1e-6, 0.5, 0.1};
    gud_lubricant oil = gud_lubricant_constant(0.02);
    gud_error error = {{0}};
    oil.pressure = (const gud_pressure_law *)gud_pressure_rows[0], oil.pressure_params = &barus;
    oil.shear = (const gud_shear_law *)gud_shear_rows[0], oil.shear_params = carreau;
    const gud_status status = gud_lubricant_prepare(&oil, &error);
    if (status != GUD_OK) {
        assert_non_null(strstr(error.text, "memory"));
        assert_null(oil.reduced);
        assert_null(oil.thinning);
        return status;
    }
    gud_lubricant_release(&oil);
    return status;
}

static void every_allocation_of_an_oil(void **state)
{
    (void)state;
    assert_int_equal(heap_exhaust(prepare, NULL), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_allocation),
                                       cmocka_unit_test(every_allocation_of_an_oil)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
