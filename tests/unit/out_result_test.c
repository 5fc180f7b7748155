// Results: what was recorded is read again from results.h5, during a run, after it, and after its violent death.
#include "out_sample.h"

#include "base/alloc.h"
#include "out/checkpoint.h"
#include "out/log.h"
#include "out/recorder.h"
#include "out/result.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

static gud_error error;

// when a file is damaged, HDF5 asks for absurd amounts of memory, copes with a refusal, and forgets to free some
const char *__asan_default_options(void);
const char *__lsan_default_suppressions(void);

const char *__lsan_default_suppressions(void)
{
    return "leak:libhdf5";
}

const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1";
}

static void append(gud_recorder *recorder, int first, int last)
{
    double row[sample_width], values[6];
    for (int i = first; i < last; i++) {
        sample_row(i, row);
        assert_int_equal(gud_recorder_append(recorder, row, &error), GUD_OK);
        if (i % 4 != 0) continue;
        sample_snapshot(i, values);
        assert_int_equal(gud_recorder_append_field(recorder, sample_field, row[0], values, &error), GUD_OK);
    }
}

static gud_recorder *create(const char *folder)
{
    gud_recorder *recorder = NULL;
    if (gud_recorder_create(folder, &sample_layout, &error, &recorder) < 0) fail_msg("%s", error.text);
    return recorder;
}

static void finish(gud_recorder *recorder)
{
    const gud_entry counters[] = {{.key = "steps", .number = 1234}, {.key = "host", .text = "an \"old\" one"}};
    if (gud_recorder_finish(recorder, counters, 2, &error) < 0) fail_msg("%s", error.text);
}

static gud_result *open_result(const char *path)
{
    gud_result *result = NULL;
    if (gud_result_open(path, &error, &result) < 0) fail_msg("%s", error.text);
    return result;
}

static void check_series(const gud_result *result, int64_t n)
{
    double row[sample_width], *columns[sample_width];
    const char *names[] = {"time", "bodies/crank/position.x", "bodies/crank/position.y", "bodies/crank/orientation",
                           "energy/kinetic"};
    for (int k = 0; k < sample_width; k++) {
        gud_pick pick;
        if (gud_result_pick(result, names[k], &error, &pick) < 0) fail_msg("%s", error.text);
        assert_int_equal(gud_result_load(result, pick, &error, &columns[k]), GUD_OK);
    }
    for (int i = 0; i < n; i++) {
        sample_row(i, row);
        for (int k = 0; k < sample_width; k++) assert_true(columns[k][i] == row[k]);
    }
    for (int k = 0; k < sample_width; k++) gud_free(columns[k]);
}

// all that is there is what was recorded; returns the number of records
static int64_t check_result(const gud_result *result)
{
    const int64_t n = gud_result_count(result, 0), nsnapshot = gud_result_count(result, sample_field);
    double values[6], expected[6], time = 0.0;
    check_series(result, n);
    assert_true(nsnapshot == (n + 3) / 4 || nsnapshot == (n + 3) / 4 - 1);
    for (int64_t i = 0; i < nsnapshot; i++) {
        sample_snapshot((int)(4 * i), expected);
        assert_int_equal(gud_result_read(result, sample_field, i, 1, values, &error), GUD_OK);
        assert_int_equal(gud_result_read_times(result, sample_field, i, 1, &time, &error), GUD_OK);
        assert_memory_equal(values, expected, sizeof values);
        assert_true(time == 0.01 * 4.0 * (double)i);
    }
    return n;
}

static void check_meta(const gud_result *result)
{
    const gud_meta *meta = gud_result_meta(result);
    assert_string_equal(meta->title, sample_layout.meta.title);
    assert_string_equal(meta->version, sample_layout.meta.version);
    assert_string_equal(meta->model, sample_layout.meta.model);
    assert_int_equal(meta->nsetting, 2);
    assert_string_equal(gud_result_setting(result, "integrator")->text, "esdirk2");
    assert_true(gud_result_setting(result, "tolerance")->number == 1e-5);
    assert_null(gud_result_setting(result, "nothing"));
    assert_int_equal(meta->noutline, 1);
    assert_string_equal(meta->outlines[0].names[1], "crank.pin");
    assert_memory_equal(meta->outlines[0].points, sample_outline, sizeof sample_outline);
    assert_int_equal(meta->npart, 2);
    assert_string_equal(meta->parts[0].kind, "solid");
    assert_memory_equal(meta->parts[0].vertices, sample_vertices, sizeof sample_vertices);
    assert_memory_equal(meta->parts[0].triangles, sample_triangles, sizeof sample_triangles);
    assert_string_equal(meta->parts[1].joint, "small-end");
    assert_memory_equal(meta->parts[1].at, sample_parts[1].at, GUD_PART_NUMBERS * sizeof(double));

    const gud_channel *c = gud_result_channel(result, 1);
    assert_int_equal(gud_result_nchannel(result), sample_layout.nchannel);
    assert_string_equal(c->path, "bodies/crank/position");
    assert_string_equal(c->unit, "m");
    assert_string_equal(c->about, "centre of mass");
    assert_string_equal(c->components[0], "x");
    assert_null(c->components[2]);
    assert_int_equal(gud_result_channel(result, sample_field)->rows, 2);
    assert_int_equal(gud_result_channel(result, sample_field)->cols, 3);
}

static void finished_run_is_one_file(void **state)
{
    char folder[GUD_PATH_SIZE], path[GUD_PATH_SIZE];
    (void)state;
    folder_new(folder);
    gud_recorder *recorder = create(folder);
    append(recorder, 0, 2500);
    finish(recorder);
    assert_int_equal(folder_count(folder), 1);
    assert_int_equal(gud_path_join(path, folder, GUD_RESULT_NAME, &error), GUD_OK);

    const char *ways[] = {folder, path};
    for (int i = 0; i < 2; i++) {
        gud_result *result = open_result(ways[i]);
        assert_true(gud_result_ended(result));
        assert_int_equal(check_result(result), 2500);
        check_meta(result);
        assert_true(gud_result_counter(result, "steps")->number == 1234.0);
        assert_string_equal(gud_result_counter(result, "host")->text, "an \"old\" one");
        gud_result_close(result);
    }
    folder_remove(folder);
}

static void empty_run_is_a_result(void **state)
{
    char folder[GUD_PATH_SIZE];
    (void)state;
    folder_new(folder);
    finish(create(folder));
    gud_result *result = open_result(folder);
    assert_int_equal(check_result(result), 0);
    check_meta(result);
    gud_result_close(result);
    folder_remove(folder);
}

static void names_lead_to_components(void **state)
{
    char folder[GUD_PATH_SIZE], name[64];
    gud_pick pick;
    (void)state;
    folder_new(folder);
    finish(create(folder));
    gud_result *result = open_result(folder);
    assert_int_equal(gud_result_pick(result, "bodies/crank/position.y", &error, &pick), GUD_OK);
    assert_int_equal(pick.channel, 1);
    assert_int_equal(pick.component, 1);
    gud_result_name(result, pick, name, sizeof name);
    assert_string_equal(name, "bodies/crank/position.y");
    assert_int_equal(gud_result_pick(result, "bodies/crank/positon.y", &error, &pick), GUD_ERR_INPUT);
    assert_non_null(strstr(error.text, "did you mean 'bodies/crank/position.y'?"));
    assert_int_equal(gud_result_pick(result, "bodies/crank/position", &error, &pick), GUD_ERR_INPUT);
    assert_non_null(strstr(error.text, "2 components"));
    assert_int_equal(gud_result_find(result, "energy/kinetic"), 4);
    assert_int_equal(gud_result_find(result, "energy"), -1);
    gud_result_close(result);
    folder_remove(folder);
}

// a second program reads while the first one writes, and does not disturb it
static void running_run_is_readable(void **state)
{
    char folder[GUD_PATH_SIZE];
    (void)state;
    folder_new(folder);
    gud_recorder *recorder = create(folder);
    append(recorder, 0, 100);
    assert_int_equal(gud_recorder_sync(recorder, &error), GUD_OK);
    gud_result *result = open_result(folder);
    append(recorder, 100, 200);
    assert_false(gud_result_ended(result));
    assert_int_equal(check_result(result), 100);
    gud_result_close(result);
    assert_false(folder_has(folder, GUD_RESULT_NAME)); // writing it is the living run's business
    finish(recorder);
    result = open_result(folder);
    assert_int_equal(check_result(result), 200);
    gud_result_close(result);
    folder_remove(folder);
}

static void results_are_renewed_while_running(void **state)
{
    char folder[GUD_PATH_SIZE];
    (void)state;
    folder_new(folder);
    gud_recorder *recorder = create(folder);
    append(recorder, 0, 10);
    for (int i = 0; i < 400 && !folder_has(folder, GUD_RESULT_NAME); i++) {
        const struct timespec moment = {.tv_nsec = 20 * 1000 * 1000};
        (void)nanosleep(&moment, NULL);
        assert_int_equal(gud_recorder_tend(recorder, &error), GUD_OK);
    }
    char path[GUD_PATH_SIZE];
    assert_int_equal(gud_path_join(path, folder, GUD_RESULT_NAME, &error), GUD_OK);
    gud_result *result = open_result(path);
    assert_int_equal(check_result(result), 10);
    assert_false(gud_result_ended(result));
    gud_result_close(result);
    assert_int_equal(gud_recorder_close(recorder, &error), GUD_OK);
    folder_remove(folder);
}

static void abandoned_run_is_rebuilt_and_resumed(void **state)
{
    char folder[GUD_PATH_SIZE];
    (void)state;
    folder_new(folder);
    gud_recorder *recorder = create(folder);
    append(recorder, 0, 40);
    const uint64_t position = gud_recorder_position(recorder);
    assert_int_equal(gud_recorder_sync(recorder, &error), GUD_OK);
    append(recorder, 40, 60);
    assert_int_equal(gud_recorder_close(recorder, &error), GUD_OK);

    gud_result *result = open_result(folder);
    assert_int_equal(check_result(result), 60);
    gud_result_close(result);
    assert_true(folder_has(folder, GUD_RESULT_NAME));
    assert_true(folder_has(folder, GUD_LOG_NAME)); // needed to resume

    // a resumed run is shorter for a while, and results.h5 must not tell of the forgotten records
    assert_int_equal(gud_recorder_resume(folder, position, &error, &recorder), GUD_OK);
    append(recorder, 40, 45);
    assert_int_equal(gud_recorder_close(recorder, &error), GUD_OK);
    result = open_result(folder);
    assert_int_equal(check_result(result), 45);
    gud_result_close(result);

    assert_int_equal(gud_recorder_resume(folder, position, &error, &recorder), GUD_OK);
    append(recorder, 40, 50);
    finish(recorder);
    assert_false(folder_has(folder, GUD_LOG_NAME));
    result = open_result(folder);
    assert_int_equal(check_result(result), 50);
    assert_true(gud_result_ended(result));
    gud_result_close(result);
    folder_remove(folder);
}

static void write_until_killed(const char *folder)
{
    gud_recorder *recorder = NULL;
    double row[sample_width], values[6];
    if (gud_recorder_create(folder, &sample_layout, &error, &recorder) < 0) _exit(1);
    for (int i = 0;; i++) {
        sample_row(i, row);
        sample_snapshot(i, values);
        if (gud_recorder_append(recorder, row, &error) < 0) _exit(1);
        if (i % 4 == 0 && gud_recorder_append_field(recorder, sample_field, row[0], values, &error) < 0) _exit(1);
        if (i % 50 == 0 && gud_recorder_sync(recorder, &error) < 0) _exit(1);
        if (gud_recorder_tend(recorder, &error) < 0) _exit(1);
    }
}

static void wait_for_records(const char *folder)
{
    char path[GUD_PATH_SIZE];
    struct stat info = {0};
    assert_int_equal(gud_path_join(path, folder, GUD_LOG_NAME, &error), GUD_OK);
    for (int i = 0; i < 5000 && info.st_size < 20000; i++) {
        const struct timespec moment = {.tv_nsec = 1000 * 1000};
        (void)nanosleep(&moment, NULL);
        (void)stat(path, &info);
    }
}

static void killed_run_is_readable(void **state)
{
    char folder[GUD_PATH_SIZE];
    int64_t most = 0;
    (void)state;
    folder_new(folder);
    for (int k = 0; k < 12; k++) {
        folder_empty(folder);
        const pid_t child = fork();
        if (child == 0) write_until_killed(folder);
        if (k > 5) wait_for_records(folder);
        const struct timespec moment = {.tv_nsec = 777L * 1000 * (1 + 5 * k)};
        (void)nanosleep(&moment, NULL);
        assert_int_equal(kill(child, SIGKILL), 0);
        assert_int_equal(waitpid(child, NULL, 0), child);

        gud_result *result = NULL;
        if (gud_result_open(folder, &error, &result) < 0) {
            assert_true(strstr(error.text, "header") || strstr(error.text, "neither")); // killed as it began
            continue;
        }
        const int64_t n = check_result(result);
        if (n > most) most = n;
        gud_result_close(result);
    }
    assert_true(most > 0);
    folder_remove(folder);
}

// the file cannot be written: the message says so, no file of that name appears, and the log keeps everything
static void finish_on_a_full_disk(const char *folder)
{
    gud_recorder *recorder = NULL;
    (void)signal(SIGXFSZ, SIG_IGN);
    if (gud_recorder_create(folder, &sample_layout, &error, &recorder) < 0) _exit(1);
    double row[sample_width];
    for (int i = 0; i < 50; i++) {
        sample_row(i, row);
        if (gud_recorder_append(recorder, row, &error) < 0) _exit(2);
    }
    (void)setrlimit(RLIMIT_FSIZE, &(struct rlimit){6000, 6000}); // enough for the log
    if (gud_recorder_finish(recorder, NULL, 0, &error) != GUD_ERR_IO) _exit(3);
    _exit(strstr(error.text, GUD_RESULT_NAME) && strstr(error.text, "too large") ? 0 : 4);
}

static void full_disk_leaves_no_half_result(void **state)
{
    char folder[GUD_PATH_SIZE];
    int status = 0;
    (void)state;
    folder_new(folder);
    const pid_t child = fork();
    if (child == 0) finish_on_a_full_disk(folder);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    assert_int_equal(folder_count(folder), 1);
    assert_true(folder_has(folder, GUD_LOG_NAME));

    gud_result *result = open_result(folder);
    assert_int_equal(gud_result_count(result, 0), 50);
    check_series(result, 50);
    gud_result_close(result);
    folder_remove(folder);
}

// HDF5 itself, of which tests do not see the headers
int64_t H5Fopen(const char *name, unsigned flags, int64_t access);
int64_t H5Aopen(int64_t object, const char *name, int64_t access);
int H5Awrite(int64_t attribute, int64_t type, const void *data);
int H5Aclose(int64_t attribute);
int H5Fclose(int64_t file);
extern int64_t H5T_NATIVE_INT64_g;

static void raise_format(const char *folder)
{
    char path[GUD_PATH_SIZE];
    const int64_t newer = GUD_RESULT_FORMAT + 1;
    assert_int_equal(gud_path_join(path, folder, GUD_RESULT_NAME, &error), GUD_OK);
    const int64_t file = H5Fopen(path, 1, 0), attribute = H5Aopen(file, "gudgeon_format", 0);
    assert_true(H5Awrite(attribute, H5T_NATIVE_INT64_g, &newer) >= 0);
    assert_true(H5Aclose(attribute) >= 0);
    assert_true(H5Fclose(file) >= 0);
}

static void other_files_are_refused(void **state)
{
    char folder[GUD_PATH_SIZE];
    gud_result *result = NULL;
    (void)state;
    folder_new(folder);
    assert_int_equal(gud_result_open(folder, &error, &result), GUD_ERR_IO);
    assert_non_null(strstr(error.text, "neither"));
    assert_int_equal(gud_result_open("/nowhere/at/all.h5", &error, &result), GUD_ERR_IO);

    finish(create(folder));
    raise_format(folder);
    assert_int_equal(gud_result_open(folder, &error, &result), GUD_ERR_IO);
    assert_non_null(strstr(error.text, "newer"));

    file_put(folder, GUD_RESULT_NAME, "time,x\n0,1\n", 11);
    assert_int_equal(gud_result_open(folder, &error, &result), GUD_ERR_IO);
    assert_non_null(strstr(error.text, "not an HDF5 file"));
    assert_null(result);
    folder_remove(folder);
}

// damage anywhere is told or harmless, never a crash
static void damaged_results_do_no_harm(void **state)
{
    char folder[GUD_PATH_SIZE];
    size_t size = 0;
    int refused = 0;
    (void)state;
    folder_new(folder);
    gud_recorder *recorder = create(folder);
    append(recorder, 0, 20);
    finish(recorder);
    char *bytes = file_text(folder, GUD_RESULT_NAME, &size);
    for (size_t at = 0; at < size; at += 179) {
        gud_result *result = NULL;
        const char kept = bytes[at];
        bytes[at] = (char)(kept ^ 0x55);
        file_put(folder, GUD_RESULT_NAME, bytes, size);
        bytes[at] = kept;
        if (gud_result_open(folder, &error, &result) < 0) {
            refused++;
            continue;
        }
        double *values = NULL;
        if (gud_result_load(result, (gud_pick){0, 0}, &error, &values) < 0) refused++;
        gud_free(values);
        gud_result_close(result);
    }
    file_put(folder, GUD_RESULT_NAME, bytes, size / 2);
    gud_result *result = NULL;
    assert_int_equal(gud_result_open(folder, &error, &result), GUD_ERR_IO);
    assert_true(refused > 0);
    free(bytes);
    folder_remove(folder);
}

static void many_results_live_together(void **state)
{
    enum { many = 300 };
    char folder[GUD_PATH_SIZE];
    static gud_result *results[many];
    (void)state;
    folder_new(folder);
    gud_recorder *recorder = create(folder);
    append(recorder, 0, 9);
    finish(recorder);
    for (int i = 0; i < many; i++) results[i] = open_result(folder);
    for (int i = 0; i < many; i++) assert_int_equal(check_result(results[i]), 9);
    for (int i = 0; i < many; i++) gud_result_close(results[i]);
    folder_remove(folder);
}

static void checkpoint_comes_back(void **state)
{
    char folder[GUD_PATH_SIZE], path[GUD_PATH_SIZE];
    char block[1000];
    size_t size = 0;
    gud_checkpoint loaded;
    (void)state;
    folder_new(folder);
    assert_int_equal(gud_path_join(path, folder, GUD_CHECKPOINT_NAME, &error), GUD_OK);
    for (int i = 0; i < 1000; i++) block[i] = (char)(i * 7);
    const gud_checkpoint saved = {
        .model = 42, .steps = 7, .log_position = 99, .time = 0.1, .state = block, .size = 1000};
    assert_int_equal(gud_checkpoint_save(path, &saved, &error), GUD_OK);
    assert_int_equal(gud_checkpoint_save(path, &saved, &error), GUD_OK);
    assert_int_equal(folder_count(folder), 1);

    assert_int_equal(gud_checkpoint_load(path, 42, &error, &loaded), GUD_OK);
    assert_int_equal(loaded.steps, 7);
    assert_int_equal(loaded.log_position, 99);
    assert_true(loaded.time == 0.1);
    assert_int_equal(loaded.size, 1000);
    assert_memory_equal(loaded.state, block, 1000);
    gud_checkpoint_free(&loaded);

    assert_int_equal(gud_checkpoint_load(path, 43, &error, &loaded), GUD_ERR_INPUT);
    assert_non_null(strstr(error.text, "another model"));

    // damaged anywhere, or cut anywhere: refused
    char *bytes = file_text(folder, GUD_CHECKPOINT_NAME, &size);
    for (size_t at = 0; at < size; at++) {
        bytes[at] ^= 1;
        file_put(folder, GUD_CHECKPOINT_NAME, bytes, size);
        bytes[at] ^= 1;
        assert_true(gud_checkpoint_load(path, 42, &error, &loaded) < 0);
        file_put(folder, GUD_CHECKPOINT_NAME, bytes, at);
        assert_true(gud_checkpoint_load(path, 42, &error, &loaded) < 0);
    }
    free(bytes);
    folder_remove(folder);
}

enum { first_header = 100 }; // bytes at the beginning of results.h5, where HDF5 notes the time of day for itself

// a file as bytes
static unsigned char *read_bytes(const char *folder, size_t *size)
{
    char path[GUD_PATH_SIZE];
    assert_int_equal(gud_path_join(path, folder, GUD_RESULT_NAME, &error), GUD_OK);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    struct stat info;
    assert_int_equal(fstat(fileno(file), &info), 0);
    *size = (size_t)info.st_size;
    unsigned char *bytes = gud_alloc(*size, 1);
    assert_int_equal(fread(bytes, 1, *size, file), *size);
    (void)fclose(file);
    return bytes;
}

// results.h5 of n records; how: 0 from the log, 1 from chunks packed on the way, 2 by a thread of their own
static unsigned char *record_run(int n, int how, size_t *size)
{
    char folder[GUD_PATH_SIZE];
    folder_new(folder);
    gud_recorder *recorder = create(folder);
    if (how > 0) gud_recorder_pack(recorder, how == 2);
    append(recorder, 0, n);
    finish(recorder);
    unsigned char *bytes = read_bytes(folder, size);
    gud_result *result = open_result(folder);
    check_series(result, n);
    gud_result_close(result);
    folder_remove(folder);
    return bytes;
}

static void packed_on_the_way_is_the_same(void **state)
{
    (void)state;
    static const int counts[] = {0, 1, 7, 33, 1024, 1025, 2048, 5000};
    for (int i = 0; i < GUD_COUNT(counts); i++) {
        size_t size = 0, other_size = 0;
        unsigned char *bytes = record_run(counts[i], 0, &size);
        for (int how = 1; how < 3; how++) {
            unsigned char *other = record_run(counts[i], how, &other_size);
            assert_int_equal(size, other_size);
            assert_memory_equal(bytes + first_header, other + first_header, size - first_header);
            gud_free(other);
        }
        gud_free(bytes);
    }
}

// a file that is renewed while the run goes on leaves the chunks for the last one
static void renewed_while_packing(void **state)
{
    (void)state;
    char folder[GUD_PATH_SIZE];
    folder_new(folder);
    gud_recorder *recorder = create(folder);
    gud_recorder_pack(recorder, true);
    append(recorder, 0, 1500);
    const struct timespec pause = {.tv_sec = 2, .tv_nsec = 100 * 1000 * 1000};
    (void)nanosleep(&pause, NULL);
    assert_int_equal(gud_recorder_tend(recorder, &error), GUD_OK);
    size_t size = 0, all_size = 0;
    gud_free(read_bytes(folder, &size));
    append(recorder, 1500, 5000);
    finish(recorder);
    unsigned char *bytes = read_bytes(folder, &size), *all = record_run(5000, 0, &all_size);
    assert_int_equal(size, all_size);
    assert_memory_equal(bytes + first_header, all + first_header, size - first_header);
    gud_free(bytes);
    gud_free(all);
    folder_remove(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(packed_on_the_way_is_the_same),
        cmocka_unit_test(renewed_while_packing),
        cmocka_unit_test(finished_run_is_one_file),
        cmocka_unit_test(empty_run_is_a_result),
        cmocka_unit_test(names_lead_to_components),
        cmocka_unit_test(running_run_is_readable),
        cmocka_unit_test(results_are_renewed_while_running),
        cmocka_unit_test(abandoned_run_is_rebuilt_and_resumed),
        cmocka_unit_test(killed_run_is_readable),
        cmocka_unit_test(full_disk_leaves_no_half_result),
        cmocka_unit_test(other_files_are_refused),
        cmocka_unit_test(damaged_results_do_no_harm),
        cmocka_unit_test(many_results_live_together),
        cmocka_unit_test(checkpoint_comes_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
