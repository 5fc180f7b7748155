// One run in the process: what is shared between runs changes no bit, and nothing is left behind.

#include "check.h"

#include "sweep/keys.h"
#include "sweep/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// of a mechanism with a mixed film, whose table of rough contact is shared; of a bearing alone
static const char *const models[] = {"examples/crank-slider/config-1.yaml", "examples/bearing/mixed.yaml"};
static const char *const axes[] = {
    "axes:\n"
    "  mass: {path: bodies.slider.mass, values: [0.3 kg, 0.4 kg]}\n"
    "  end: {path: simulate.until, values: [3 deg of crank]}\n"
    "channels: [joints/*/film_min]\n",
    "axes:\n"
    "  speed: {path: operate.speed, values: [400 rpm, 900 rpm]}\n"
    "  grid: {path: bearing.grid, values: [[40, 4]]}\n"
    "  sweep: {path: sweep.speed.points, values: [2]}\n",
};

static gud_study *read_study(int i, gud_keep keep)
{
    char text[1000], path[4200], folder[4000];
    static const char *const words[] = {"all", "summary", "none"};
    gud_diag diag;
    gud_buffer said;
    gud_study *study;
    assert_non_null(getcwd(folder, sizeof folder));
    (void)snprintf(path, sizeof path, "%s/study.yaml", folder);
    (void)snprintf(text, sizeof text, "gudgeon: 1\nmodel: %s\n%skeep: %s\n", models[i], axes[i], words[keep]);
    gud_diag_init(&diag);
    gud_buffer_init(&said);
    const gud_status st = gud_study_read(path, text, &diag, &study);
    gud_diag_write(&diag, &said);
    if (st != GUD_OK) fail_msg("%s", gud_buffer_text(&said));
    gud_buffer_free(&said);
    gud_diag_free(&diag);
    return study;
}

static void compute(const gud_study *study, bool fresh, gud_run_outcome outcome[2])
{
    gud_error error;
    gud_bench bench = {.study = study, .folder = "/nowhere", .scratch = "/nowhere"};
    if (!fresh) assert_int_equal(gud_bench_open(&bench, &error), GUD_OK);
    for (int run = 0; run < 2; run++) {
        if (fresh) assert_int_equal(gud_bench_open(&bench, &error), GUD_OK);
        gud_run_compute(&bench, run, &outcome[run]);
        if (outcome[run].end != GUD_RUN_DONE) fail_msg("%s", outcome[run].why);
        if (fresh) gud_bench_close(&bench);
    }
    gud_bench_close(&bench);
}

static void sharing_changes_no_bit(void **state)
{
    (void)state;
    for (int i = 0; i < GUD_COUNT(models); i++) {
        gud_study *study = read_study(i, GUD_KEEP_SUMMARY);
        gud_run_outcome shared[2], alone[2];
        assert_int_equal(study->nrun, 2);
        compute(study, false, shared);
        compute(study, true, alone);
        for (int run = 0; run < 2; run++) {
            const gud_sweep_table *a = &shared[run].table, *b = &alone[run].table;
            assert_true(a->count > 0 && a->count == b->count);
            for (int k = 0; k < a->count; k++) {
                assert_string_equal(a->lines[k].channel, b->lines[k].channel);
                assert_memory_equal(&a->lines[k].statistics, &b->lines[k].statistics, sizeof a->lines[k].statistics);
            }
            assert_true(shared[run].summary.size > 2);
        }
        assert_true(shared[0].table.lines[0].statistics.mean != shared[1].table.lines[0].statistics.mean);
        for (int run = 0; run < 2; run++) gud_run_outcome_free(&shared[run]), gud_run_outcome_free(&alone[run]);
        gud_study_free(study);
    }
}

static bool stop_at_once(void *user)
{
    (void)user;
    return true;
}

static void a_run_that_is_stopped_waits(void **state)
{
    gud_error error;
    gud_run_outcome outcome;
    (void)state;
    gud_study *study = read_study(0, GUD_KEEP_NONE);
    gud_bench bench = {.study = study, .folder = "/nowhere", .scratch = "/nowhere", .stop = stop_at_once};
    assert_int_equal(gud_bench_open(&bench, &error), GUD_OK);
    gud_run_compute(&bench, 0, &outcome);
    assert_int_equal(outcome.end, GUD_RUN_WAITING);
    gud_run_outcome_free(&outcome);
    gud_bench_close(&bench);
    gud_study_free(study);
}

// ---- keys

static void make_keys(const char *study_path, uint64_t *keys, int n)
{
    gud_diag diag;
    gud_study *study;
    gud_error error;
    gud_bench bench = {0};
    gud_diag_init(&diag);
    assert_int_equal(gud_study_load(study_path, &diag, &study), GUD_OK);
    assert_int_equal(study->nrun, n);
    assert_int_equal(gud_bench_open(&bench, &error), GUD_OK);
    assert_int_equal(gud_study_keys_make(study, &bench.shared, false, keys), GUD_OK);
    gud_bench_close(&bench);
    gud_study_free(study);
    gud_diag_free(&diag);
}

static void write_text(const char *folder, const char *name, const char *text, char path[200])
{
    (void)snprintf(path, 200, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    (void)fputs(text, file);
    (void)fclose(file);
}

static const char model_text[] = "gudgeon: 1\nspace: planar\nbodies:\n  rod: {mass: 1 kg, inertia: 0.1}\n"
                                 "forces:\n  push: {type: load, on: rod, direction: [1, 0], table: a.csv}\n"
                                 "simulate: {until: 1 s}\n";

// A key follows all files of the model, also those that an axis names, and what the run sets; nothing else.
static void keys_follow_files_and_values(void **state)
{
    char folder[] = "/tmp/gudgeon-keys-XXXXXX", model[200], a[200], b[200], study[200], command[80];
    uint64_t before[4], after[4];
    (void)state;
    assert_non_null(mkdtemp(folder));
    write_text(folder, "m.yaml", model_text, model);
    write_text(folder, "a.csv", "time [s],F [N]\n0,1\n1,2\n", a);
    write_text(folder, "b.csv", "time [s],F [N]\n0,1\n1,2\n", b);
    write_text(folder, "study.yaml",
               "gudgeon: 1\nmodel: m.yaml\naxes:\n  mass: {path: bodies.rod.mass, values: [1 kg, 2 kg]}\n"
               "  load: {path: forces.push.table, values: [a.csv, b.csv]}\n",
               study);
    make_keys(study, before, 4);
    make_keys(study, after, 4);
    assert_memory_equal(before, after, sizeof before);
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < i; k++) assert_true(before[i] != before[k]);
    write_text(folder, "b.csv", "time [s],F [N]\n0,1\n1,3\n", b); // named by an axis only
    make_keys(study, after, 4);
    assert_true(after[0] == before[0] && after[1] != before[1] && after[2] == before[2] && after[3] != before[3]);
    write_text(folder, "study.yaml", // a case more in front: others have other numbers, and the same keys
               "gudgeon: 1\nmodel: m.yaml\naxes:\n  mass: {path: bodies.rod.mass, values: [3 kg, 2 kg]}\n"
               "  load: {path: forces.push.table, values: [a.csv, b.csv]}\nkeep: none\n",
               study);
    make_keys(study, before, 4);
    assert_true(before[2] == after[2] && before[3] == after[3] && before[0] != after[0]);
    write_text(folder, "a.csv", "time [s],F [N]\n0,1\n1,4\n", a); // of the model
    make_keys(study, after, 4);
    for (int i = 0; i < 4; i++) assert_true(before[i] != after[i]);
    (void)snprintf(command, sizeof command, "rm -rf '%s'", folder);
    assert_int_equal(system(command), 0); // NOLINT(cert-env33-c)
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sharing_changes_no_bit),
        cmocka_unit_test(a_run_that_is_stopped_waits),
        cmocka_unit_test(keys_follow_files_and_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
