// Studies when memory runs out: whichever allocation fails, loading says so and leaks nothing (leaks are the
// sanitizer's to find). Linked with --wrap=gud_alloc,--wrap=gud_resize.

#include "check.h"

#include "sweep/study.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
    int k = 1;
    for (bool made = false; !made; k++) {
        gud_diag diag;
        gud_study *study;
        gud_diag_init(&diag);
        countdown = k;
        const gud_status st = gud_study_load(path, &diag, &study);
        made = st == GUD_OK;
        if (!made) assert_int_equal(st, GUD_ERR_MEMORY);
        assert_true(made == (study != NULL));
        gud_study_free(study);
        gud_diag_free(&diag);
    }
    assert_true(k > 5);
    assert_true(countdown > 0); // it was made because nothing failed
    (void)unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_allocation)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
