// Whatever allocation fails: a status that says so, nothing leaked, and success afterwards.

#include "heap.h"

#include "base/csv.h"
#include "num/curve.h"
#include "num/dense.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char path[] = "/tmp/gud_memory_XXXXXX";

static int write_file(void **state)
{
    (void)state;
    FILE *stream = fdopen(mkstemp(path), "w");
    (void)fprintf(stream, "time, angle\n");
    for (int i = 0; i < 20000; i++) (void)fprintf(stream, "%d, %.12g\n", i, sin(0.1 * i));
    (void)fclose(stream);
    return 0;
}

static int remove_file(void **state)
{
    (void)state;
    return unlink(path);
}

static gud_status read_csv(gud_arena *arena, gud_error *error)
{
    gud_csv csv;
    return gud_csv_read(path, arena, error, &csv);
}

static gud_status read_curve(gud_arena *arena, gud_error *error)
{
    const gud_curve_file file = {.path = path, .y_name = "angle"};
    const gud_spline_spec spec = {.kind = GUD_SPLINE_CUBIC};
    gud_curve curve;
    return gud_curve_read(&file, &spec, arena, error, &curve);
}

static const double matrix[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};

static gud_status find_rank(gud_arena *arena, gud_error *error)
{
    gud_rank rank;
    return gud_rank_find(4, 3, matrix, 1e-9, arena, error, &rank);
}

static gud_status find_null(gud_arena *arena, gud_error *error)
{
    gud_null null;
    return gud_null_find(4, 3, matrix, 1e-9, arena, error, &null);
}

typedef gud_status action(gud_arena *arena, gud_error *error);

static gud_status act(void *with)
{
    action *const *act_now = with;
    gud_arena arena;
    gud_error error = {{0}};
    gud_arena_init(&arena);
    const gud_status status = (*act_now)(&arena, &error);
    if (status != GUD_OK) assert_non_null(strstr(error.text, "out of memory"));
    gud_arena_free(&arena);
    return status;
}

static void test_every_allocation_may_fail(void **state)
{
    (void)state;
    action *actions[] = {read_csv, read_curve, find_rank, find_null};
    for (int i = 0; i < GUD_COUNT(actions); i++) assert_true(heap_exhaust(act, &actions[i]) > 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_every_allocation_may_fail, write_file, remove_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
