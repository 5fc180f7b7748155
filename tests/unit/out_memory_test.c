// Every allocation may fail: each failure is told, nothing leaks, and the next try succeeds.
#include "heap.h"
#include "out_sample.h"

#include "out/checkpoint.h"
#include "out/csv.h"
#include "out/figure.h"
#include "out/recorder.h"
#include "out/result.h"
#include "out/summary.h"
#include "out/vtk.h"

static gud_error error;

static char folder[GUD_PATH_SIZE];

static gud_status write_run(void)
{
    gud_recorder *recorder = NULL;
    double row[sample_width], values[6];
    const gud_entry counters[] = {{.key = "steps", .number = 3}};
    GUD_TRY(gud_recorder_create(folder, &sample_layout, &error, &recorder));
    const long before = heap.calls;
    for (int i = 0; i < 3; i++) {
        sample_row(i, row);
        sample_snapshot(i, values);
        assert_int_equal(gud_recorder_append(recorder, row, &error), GUD_OK);
        assert_int_equal(gud_recorder_append_field(recorder, sample_field, row[0], values, &error), GUD_OK);
    }
    assert_int_equal(heap.calls, before); // steps do not allocate
    return gud_recorder_finish(recorder, counters, 1, &error);
}

// records are not lost when there is no memory for their chunks
static gud_status write_packed_run(void)
{
    gud_recorder *recorder = NULL;
    double row[sample_width], values[6];
    GUD_TRY(gud_recorder_create(folder, &sample_layout, &error, &recorder));
    gud_recorder_pack(recorder, false);
    for (int i = 0; i < 1100; i++) {
        sample_row(i, row);
        sample_snapshot(i, values);
        assert_int_equal(gud_recorder_append(recorder, row, &error), GUD_OK);
        if (i % 100 == 0)
            assert_int_equal(gud_recorder_append_field(recorder, sample_field, row[0], values, &error), GUD_OK);
    }
    return gud_recorder_finish(recorder, NULL, 0, &error);
}

static gud_status abandon_and_resume(void)
{
    gud_recorder *recorder = NULL;
    gud_result *result = NULL;
    double row[sample_width];
    GUD_TRY(gud_recorder_create(folder, &sample_layout, &error, &recorder));
    sample_row(0, row);
    gud_status st = gud_recorder_append(recorder, row, &error);
    const uint64_t position = gud_recorder_position(recorder);
    if (st == GUD_OK) st = gud_recorder_sync(recorder, &error);
    const gud_status closed = gud_recorder_close(recorder, &error);
    if (st < 0 || closed < 0) return st < 0 ? st : closed;
    GUD_TRY(gud_result_open(folder, &error, &result)); // rebuilds
    gud_result_close(result);
    GUD_TRY(gud_recorder_resume(folder, position, &error, &recorder));
    return gud_recorder_finish(recorder, NULL, 0, &error);
}

static gud_status use_result(const gud_result *result)
{
    char path[GUD_PATH_SIZE];
    gud_window window;
    gud_summary summary;
    GUD_TRY(gud_path_join(path, folder, "a.csv", &error));
    GUD_TRY(gud_csv_export(result, NULL, 0, path, NULL, &error));
    GUD_TRY(gud_vtk_export(result, folder, 1, NULL, &error));
    GUD_TRY(gud_window_parse(result, "0:1", NULL, &error, &window));
    GUD_TRY(gud_summary_make(result, &window, NULL, 0, &error, &summary));
    gud_summary_free(&summary);

    GUD_TRY(gud_path_join(path, folder, "a.svg", &error));
    const gud_result *const one[] = {result};
    const gud_figure_request q = {.results = one, .nresult = 1, .path = path};
    GUD_TRY(gud_figure_draw("energy", &q, &error));
    GUD_TRY(gud_figure_draw("strobe", &q, &error));
    return gud_figure_draw("trajectory", &q, &error);
}

static gud_status read_run(void)
{
    gud_result *result = NULL;
    GUD_TRY(gud_result_open(folder, &error, &result));
    const gud_status st = use_result(result);
    gud_result_close(result);
    return st;
}

static gud_status save_and_load(void)
{
    char path[GUD_PATH_SIZE], block[10] = "123456789";
    gud_checkpoint c = {.model = 1, .state = block, .size = sizeof block};
    GUD_TRY(gud_path_join(path, folder, GUD_CHECKPOINT_NAME, &error));
    GUD_TRY(gud_checkpoint_save(path, &c, &error));
    GUD_TRY(gud_checkpoint_load(path, 1, &error, &c));
    gud_checkpoint_free(&c);
    return GUD_OK;
}

// Lets the first, second, ... allocation fail until none does. Some failures do not matter: a cache is left out.
static void survives(gud_status (*act)(void))
{
    bool failed = true;
    for (long k = 0; failed; k++) {
        const long before = heap.held;
        heap.left = k;
        const gud_status st = act();
        failed = heap.left < 0;
        heap.left = -1;
        if (st != GUD_OK && st != GUD_ERR_MEMORY) fail_msg("allocation %ld: %s", k, error.text);
        if (!failed) assert_int_equal(st, GUD_OK);
        assert_int_equal(heap.held, before);
        assert_true(k < 10000);
    }
}

static void memory_may_run_out(void **state)
{
    (void)state;
    folder_new(folder);
    survives(write_packed_run);
    survives(write_run);
    survives(read_run);
    survives(abandon_and_resume);
    survives(save_and_load);
    folder_remove(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(memory_may_run_out)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
