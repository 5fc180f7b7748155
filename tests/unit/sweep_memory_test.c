// Studies when memory runs out: whichever allocation fails, loading says so and leaks nothing.

#include "heap.h"

#include "sweep/study.h"

#include <string.h>
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

static void exhaust(const char *text, int least)
{
    char path[] = "/tmp/study-XXXXXX";
    const int file = mkstemp(path);
    assert_int_equal(write(file, text, strlen(text)), strlen(text));
    assert_int_equal(close(file), 0);
    assert_true(heap_exhaust(load, path) > least);
    (void)unlink(path);
}

static void every_allocation(void **state)
{
    (void)state;
    static const char text[] = "gudgeon: 1\nmodel: [a.yaml, b.yaml]\naxes:\n"
                               "  law: {path: [x.law, y.law], values: [GW, [80, 8]]}\n"
                               "  set:\n    cases:\n      plain: {}\n      other: {a.b: 3}\nwindow: [1:2, 2:3]\n";
    exhaust(text, 4);
}

static void designs(void **state)
{
    (void)state;
    exhaust("gudgeon: 1\nmodel: a.yaml\naxes:\n  gap: {path: [c, d], fit: H7/f7, diameter: 50 mm}\n"
            "  t: {path: t, distribution: normal, mean: 60 degC, std: 5 K}\nsample: {points: 100}\n"
            "limits: {thin: {channel: film_min, below: 1 um}}\n",
            4);
    exhaust("gudgeon: 1\nmodel: a.yaml\naxes:\n  gap: {path: c, from: 1 um, to: 9 um}\n"
            "front: {minimise: loss, maximise: film_min}\n",
            4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_allocation), cmocka_unit_test(designs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
