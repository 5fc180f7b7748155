// The log: what was written is read again, whatever happened to the end of the file.
#include "out_sample.h"

#include "out/log.h"
#include "out/pack.h"
#include "out/replay.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

static gud_error error;

static void append(gud_log *log, int first, int last)
{
    double row[sample_width], values[6];
    for (int i = first; i < last; i++) {
        sample_row(i, row);
        assert_int_equal(gud_log_append(log, row, &error), GUD_OK);
        if (i % 4 != 0) continue;
        sample_snapshot(i, values);
        assert_int_equal(gud_log_append_field(log, sample_field, row[0], values, &error), GUD_OK);
    }
}

static void write_log(const char *folder, int n)
{
    gud_log *log = NULL;
    assert_int_equal(gud_log_create(folder, &sample_layout, &error, &log), GUD_OK);
    append(log, 0, n);
    assert_int_equal(gud_log_close(log, &error), GUD_OK);
}

static gud_replay *open_log(const char *folder)
{
    char path[GUD_PATH_SIZE];
    gud_replay *replay = NULL;
    assert_int_equal(gud_path_join(path, folder, GUD_LOG_NAME, &error), GUD_OK);
    if (gud_replay_open(path, UINT64_MAX, &error, &replay) < 0) fail_msg("%s", error.text);
    return replay;
}

// every record is what was written; returns the number of rows
static int check_log(const char *folder)
{
    gud_replay *replay = open_log(folder);
    gud_log_record record;
    double row[sample_width], values[6];
    int rows = 0, snapshots = 0;
    while (gud_replay_next(replay, &record)) {
        if (record.type == GUD_LOG_ROW) {
            sample_row(rows++, row);
            assert_memory_equal(record.values, row, sizeof row);
            continue;
        }
        sample_snapshot(4 * snapshots, values);
        assert_int_equal(record.channel, sample_field);
        assert_true(record.time == 0.01 * 4 * snapshots);
        assert_memory_equal(record.values, values, sizeof values);
        snapshots++;
    }
    assert_int_equal(replay->count[0], rows);
    assert_int_equal(replay->count[4], rows);
    assert_int_equal(replay->count[sample_field], snapshots);
    gud_replay_close(replay);
    return rows;
}

static void crc_is_the_usual_one(void **state)
{
    (void)state;
    assert_int_equal(gud_crc32(0, "123456789", 9), 0xcbf43926);
    assert_int_equal(gud_crc32(gud_crc32(0, "1234", 4), "56789", 5), 0xcbf43926);
}

static void records_come_back(void **state)
{
    char folder[GUD_PATH_SIZE];
    (void)state;
    folder_new(folder);
    write_log(folder, 3000); // more than the buffer holds
    assert_int_equal(check_log(folder), 3000);

    gud_replay *replay = open_log(folder);
    assert_string_equal(replay->layout.meta.title, sample_layout.meta.title);
    assert_string_equal(replay->layout.meta.model, sample_layout.meta.model);
    assert_string_equal(replay->layout.channels[1].components[1], "y");
    assert_null(replay->layout.channels[4].about);
    assert_true(replay->layout.meta.settings[1].number == 1e-5);
    assert_string_equal(replay->layout.meta.outlines[0].names[1], "crank.pin");
    assert_true(replay->layout.meta.outlines[0].points[3] == 0.5);
    assert_int_equal(replay->layout.meta.npart, 2);
    assert_string_equal(replay->layout.meta.parts[1].kind, "pin");
    assert_memory_equal(replay->layout.meta.parts[0].vertices, sample_vertices, sizeof sample_vertices);
    assert_false(replay->ended);
    gud_replay_close(replay);
    folder_remove(folder);
}

static void torn_tail_is_ignored(void **state)
{
    char folder[GUD_PATH_SIZE];
    size_t size = 0;
    (void)state;
    folder_new(folder);
    write_log(folder, 6);
    char *bytes = file_text(folder, GUD_LOG_NAME, &size);

    // cut anywhere in the last records: row 3, row 4, snapshot 4, row 5
    const size_t row = GUD_LOG_FRAME + sample_width * 8, snapshot = GUD_LOG_FRAME + 8 * 8;
    for (size_t cut = 0; cut < 3 * row + snapshot; cut++) {
        file_put(folder, GUD_LOG_NAME, bytes, size - cut);
        const int lost = (cut > 0) + (cut > row + snapshot) + (cut > 2 * row + snapshot);
        assert_int_equal(check_log(folder), 6 - lost);
    }
    // a flipped bit anywhere in the last row loses that row and nothing else
    for (size_t at = size - row; at < size; at++) {
        bytes[at] ^= 16;
        file_put(folder, GUD_LOG_NAME, bytes, size);
        assert_int_equal(check_log(folder), 5);
        bytes[at] ^= 16;
    }
    free(bytes);
    folder_remove(folder);
}

static void torn_header_is_told(void **state)
{
    char folder[GUD_PATH_SIZE], path[GUD_PATH_SIZE];
    size_t size = 0;
    (void)state;
    folder_new(folder);
    write_log(folder, 0);
    char *bytes = file_text(folder, GUD_LOG_NAME, &size);
    assert_int_equal(gud_path_join(path, folder, GUD_LOG_NAME, &error), GUD_OK);
    for (size_t n = 0; n < size; n++) {
        gud_replay *replay = NULL;
        file_put(folder, GUD_LOG_NAME, bytes, n);
        assert_int_equal(gud_replay_open(path, UINT64_MAX, &error, &replay), GUD_ERR_IO);
        assert_non_null(strstr(error.text, "header"));
        assert_null(replay);
    }
    free(bytes);
    folder_remove(folder);
}

static void newer_and_foreign_logs_are_refused(void **state)
{
    char folder[GUD_PATH_SIZE], path[GUD_PATH_SIZE];
    size_t size = 0;
    gud_replay *replay = NULL;
    (void)state;
    folder_new(folder);
    write_log(folder, 0);
    char *bytes = file_text(folder, GUD_LOG_NAME, &size);
    assert_int_equal(gud_path_join(path, folder, GUD_LOG_NAME, &error), GUD_OK);

    const uint32_t newer = GUD_RESULT_FORMAT + 1;
    memcpy(bytes + GUD_LOG_MAGIC_SIZE + 8, &newer, 4);
    const uint32_t crc = gud_crc32(0, bytes + GUD_LOG_MAGIC_SIZE, size - GUD_LOG_MAGIC_SIZE - 4);
    memcpy(bytes + size - 4, &crc, 4);
    file_put(folder, GUD_LOG_NAME, bytes, size);
    assert_int_equal(gud_replay_open(path, UINT64_MAX, &error, &replay), GUD_ERR_IO);
    assert_non_null(strstr(error.text, "newer"));

    file_put(folder, GUD_LOG_NAME, "something else", 14);
    assert_int_equal(gud_replay_open(path, UINT64_MAX, &error, &replay), GUD_ERR_IO);
    assert_non_null(strstr(error.text, "not a log"));
    free(bytes);
    folder_remove(folder);
}

static void run_resumes_at_a_position(void **state)
{
    char folder[GUD_PATH_SIZE];
    gud_log *log = NULL;
    (void)state;
    folder_new(folder);
    assert_int_equal(gud_log_create(folder, &sample_layout, &error, &log), GUD_OK);
    append(log, 0, 10);
    const uint64_t position = gud_log_position(log);
    append(log, 10, 23);
    assert_int_equal(gud_log_close(log, &error), GUD_OK);

    // what came after the position is forgotten; the log reads as if there had been no stop
    assert_int_equal(gud_log_resume(folder, position, &error, &log), GUD_OK);
    assert_int_equal(gud_log_position(log), position);
    append(log, 10, 17);
    assert_int_equal(gud_log_close(log, &error), GUD_OK);
    assert_int_equal(check_log(folder), 17);

    // not at the border of a record, and not behind the end
    assert_int_equal(gud_log_resume(folder, position + 1, &error, &log), GUD_ERR_IO);
    assert_int_equal(gud_log_resume(folder, position + 100000, &error, &log), GUD_ERR_IO);
    assert_int_equal(check_log(folder), 17);
    folder_empty(folder);
    assert_int_equal(gud_log_resume(folder, position, &error, &log), GUD_ERR_IO);
    assert_non_null(strstr(error.text, "no log"));
    folder_remove(folder);
}

static void nothing_but_numbers_is_recorded(void **state)
{
    char folder[GUD_PATH_SIZE];
    gud_log *log = NULL;
    double row[sample_width], values[6];
    (void)state;
    folder_new(folder);
    assert_int_equal(gud_log_create(folder, &sample_layout, &error, &log), GUD_OK);
    append(log, 0, 2);

    sample_row(2, row);
    row[2] = (double)NAN;
    assert_int_equal(gud_log_append(log, row, &error), GUD_ERR_NUMERIC);
    assert_non_null(strstr(error.text, "bodies/crank/position.y is not a number at time 0.02 s"));
    sample_row(2, row);
    row[4] = -(double)INFINITY;
    assert_int_equal(gud_log_append(log, row, &error), GUD_ERR_NUMERIC);
    assert_non_null(strstr(error.text, "energy/kinetic is infinite"));
    sample_snapshot(4, values);
    values[5] = (double)NAN;
    assert_int_equal(gud_log_append_field(log, sample_field, 0.02, values, &error), GUD_ERR_NUMERIC);
    assert_non_null(strstr(error.text, "joints/small-end/pressure.5"));

    append(log, 2, 4);
    assert_int_equal(gud_log_close(log, &error), GUD_OK);
    assert_int_equal(check_log(folder), 4);
    folder_remove(folder);
}

static void two_runs_do_not_share_a_folder(void **state)
{
    char folder[GUD_PATH_SIZE];
    gud_log *first = NULL, *second = NULL;
    (void)state;
    folder_new(folder);
    assert_int_equal(gud_log_create(folder, &sample_layout, &error, &first), GUD_OK);
    append(first, 0, 3);
    assert_int_equal(gud_log_create(folder, &sample_layout, &error, &second), GUD_ERR_IO);
    assert_non_null(strstr(error.text, "another run"));
    assert_int_equal(gud_log_close(first, &error), GUD_OK);
    assert_int_equal(check_log(folder), 3);
    folder_remove(folder);
}

// the disk is full: the message names the file and the reason, and whole records stay readable
static void full_disk_is_told(void **state)
{
    char folder[GUD_PATH_SIZE];
    (void)state;
    folder_new(folder);
    const pid_t child = fork();
    if (child == 0) {
        gud_log *log = NULL;
        (void)signal(SIGXFSZ, SIG_IGN);
        (void)setrlimit(RLIMIT_FSIZE, &(struct rlimit){100000, 100000});
        if (gud_log_create(folder, &sample_layout, &error, &log) < 0) _exit(1);
        double row[sample_width];
        gud_status st = GUD_OK;
        for (int i = 0; i < 100000 && st == GUD_OK; i++) {
            sample_row(i, row);
            st = gud_log_append(log, row, &error);
        }
        _exit(st == GUD_ERR_IO && strstr(error.text, GUD_LOG_NAME) && strstr(error.text, "large") ? 0 : 2);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    assert_true(check_log(folder) > 500);
    folder_remove(folder);
}

static void bad_layouts_are_refused(void **state)
{
    (void)state;
    const gud_channel time = {.path = "time", .width = 1, .unit = "s"};
    const gud_channel bad[] = {
        {.path = "", .width = 1, .unit = "m"},
        {.path = "a//b", .width = 1, .unit = "m"},
        {.path = "a/../b", .width = 1, .unit = "m"},
        {.path = "/a", .width = 1, .unit = "m"},
        {.path = "fields/a", .width = 1, .unit = "m"},
        {.path = "a", .width = 0, .unit = "m"},
        {.path = "a", .width = 1},
        {.path = "a", .width = 3, .unit = "m", .components = sample_xy},
        {.path = "a", .width = 5, .unit = "m", .kind = GUD_CHANNEL_FIELD, .rows = 2, .cols = 3},
        {.path = "time", .width = 1, .unit = "s"},
        {.path = "time/b", .width = 1, .unit = "s"},
    };
    for (int i = 0; i < GUD_COUNT(bad); i++) {
        const gud_channel channels[] = {time, bad[i]};
        assert_int_equal(gud_layout_check(&(gud_layout){.channels = channels, .nchannel = 2}, &error), GUD_ERR_INPUT);
    }
    const gud_channel dotted[] = {time, {.path = "frames/crank.pin/x y", .width = 1, .unit = "m"}};
    assert_int_equal(gud_layout_check(&(gud_layout){.channels = dotted, .nchannel = 2}, &error), GUD_OK);
    assert_int_equal(gud_layout_check(&(gud_layout){.channels = dotted + 1, .nchannel = 1}, &error), GUD_ERR_INPUT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crc_is_the_usual_one),
        cmocka_unit_test(records_come_back),
        cmocka_unit_test(torn_tail_is_ignored),
        cmocka_unit_test(torn_header_is_told),
        cmocka_unit_test(newer_and_foreign_logs_are_refused),
        cmocka_unit_test(run_resumes_at_a_position),
        cmocka_unit_test(nothing_but_numbers_is_recorded),
        cmocka_unit_test(two_runs_do_not_share_a_folder),
        cmocka_unit_test(full_disk_is_told),
        cmocka_unit_test(bad_layouts_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
