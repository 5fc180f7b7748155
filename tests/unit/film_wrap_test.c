// Films when memory runs out: whichever allocation fails, creation says so and leaks nothing (leaks are the sanitizer's
// to find). Linked with --wrap=gud_alloc,--wrap=gud_resize.

#include "check.h"

#include "film/bearing.h"

#include <stdlib.h>
#include <string.h>

static int countdown; // the call that brings it to zero fails

void *__wrap_gud_alloc(size_t count, size_t size);
void *__wrap_gud_resize(void *memory, size_t count, size_t size);

void *__wrap_gud_alloc(size_t count, size_t size)
{
    return --countdown == 0 ? NULL : calloc(count > 0 ? count : 1, size > 0 ? size : 1);
}

void *__wrap_gud_resize(void *memory, size_t count, size_t size)
{
    return --countdown == 0 ? NULL : realloc(memory, count * size > 0 ? count * size : 1);
}

// true if all could be made
static bool create(gud_film_solver solver)
{
    const gud_film_feed feed = {.size_x = 1e-3, .size_y = 1e-3, .pressure = 1e5};
    const gud_bearing_spec spec = {.radius = 0.02,
                                   .width = 0.03,
                                   .clearance = 4e-5,
                                   .nx = 32,
                                   .ny = 28,
                                   .feeds = &feed,
                                   .nfeed = 1,
                                   .solver = solver};
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
    return status == GUD_OK;
}

static void every_allocation(void **state)
{
    (void)state;
    for (int solver = GUD_FILM_DIRECT; solver <= GUD_FILM_MULTIGRID; solver++) {
        int k = 1;
        for (;; k++) {
            countdown = k;
            if (create((gud_film_solver)solver)) break;
        }
        assert_true(k > 5);
        assert_true(countdown > 0); // it was made because nothing failed
    }
}

// the tables of an oil with every law
static void every_allocation_of_an_oil(void **state)
{
    (void)state;
    const double barus = 2e-8, carreau[3] = {1e-6, 0.5, 0.1};
    int k = 1;
    for (;; k++) {
        gud_lubricant oil = gud_lubricant_constant(0.02);
        gud_error error = {{0}};
        oil.pressure = (const gud_pressure_law *)gud_pressure_rows[0], oil.pressure_params = &barus;
        oil.shear = (const gud_shear_law *)gud_shear_rows[0], oil.shear_params = carreau;
        countdown = k;
        const gud_status status = gud_lubricant_prepare(&oil, &error);
        if (status == GUD_OK) {
            gud_lubricant_release(&oil);
            break;
        }
        assert_int_equal(status, GUD_ERR_MEMORY);
        assert_non_null(strstr(error.text, "memory"));
        assert_null(oil.reduced);
        assert_null(oil.thinning);
    }
    assert_int_equal(k, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_allocation),
                                       cmocka_unit_test(every_allocation_of_an_oil)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
