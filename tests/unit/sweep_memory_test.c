// Studies when memory runs out: whichever allocation fails, loading says so and leaks nothing.

#include "heap.h"

#include "sweep/study.h"

#include <unistd.h>

static gud_status load(void *path)
{
    gud_diag diag;
    gud_study *study;
    gud_diag_init(&diag);
    const gud_status st = gud_study_load(path, &diag, &study);
    assert_true((st == GUD_OK) == (study != NULL));
    gud_study_free(study);
    gud_diag_free(&diag);
    return st;
}

static void every_allocation(void **state)
{
    (void)state;
    static const char text[] = "gudgeon: 1\nmodel: [a.yaml, b.yaml]\naxes:\n"
                               "  law: {path: [x.law, y.law], values: [GW, [80, 8]]}\n"
                               "  set:\n    cases:\n      plain: {}\n      other: {a.b: 3}\nwindow: [1:2, 2:3]\n";
    char path[] = "/tmp/study-XXXXXX";
    const int file = mkstemp(path);
    assert_int_equal(write(file, text, sizeof text - 1), sizeof text - 1);
    assert_int_equal(close(file), 0);
    assert_true(heap_exhaust(load, path) > 4);
    (void)unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_allocation)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
