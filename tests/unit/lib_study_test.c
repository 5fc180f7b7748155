// Studies in the process: the table of `gudgeon sweep`, whatever the number of threads; failures, stops, misuse.

#include "lib_case.h"

#include "base/buffer.h"
#include "sweep/sweep.h"

typedef struct scene {
    char folder[64], model[100], study[700];
} scene;

static void scene_make(scene *s, const char *axes)
{
    (void)snprintf(s->folder, sizeof s->folder, "/tmp/gudgeon-study-XXXXXX");
    assert_non_null(mkdtemp(s->folder));
    (void)snprintf(s->model, sizeof s->model, "%s/pendulum.yaml", s->folder);
    FILE *file = fopen(s->model, "w");
    assert_non_null(file);
    (void)fputs(LIB_PENDULUM, file);
    (void)fclose(file);
    (void)snprintf(s->study, sizeof s->study,
                   "gudgeon: 1\ntitle: Study\nmodel: pendulum.yaml\naxes:\n%s"
                   "window: [0.1:0.4, '0.2:']\nchannels: [joints/*, energy/kinetic]\n",
                   axes);
}

static void scene_free(const scene *s)
{
    char command[200];
    (void)snprintf(command, sizeof command, "rm -rf '%s'", s->folder);
    assert_int_equal(system(command), 0); // NOLINT(cert-env33-c): a folder of our own
}

static gud_open_study *open_study(const scene *s)
{
    char path[120];
    gud_open_study *study;
    gud_diagnostics *why;
    (void)snprintf(path, sizeof path, "%s/study.yaml", s->folder);
    if (gud_study_open(path, s->study, 0, &study, &why) != GUD_OK) fail_msg("%s", gud_diagnostics_text(why));
    return study;
}

// what the command does: processes and folders
static void sweep_table(const scene *s, gud_buffer *csv)
{
    char path[120], folder[120];
    gud_diag diag;
    gud_study *study;
    gud_error error;
    gud_sweep_table table;
    (void)snprintf(path, sizeof path, "%s/study.yaml", s->folder);
    (void)snprintf(folder, sizeof folder, "%s/out", s->folder);
    gud_diag_init(&diag);
    assert_int_equal(gud_study_read(path, s->study, &diag, &study), GUD_OK);
    gud_sweep sweep = {.study = study, .folder = folder, .nworker = 2};
    if (gud_sweep_open(&sweep, &error) != GUD_OK) fail_msg("%s", error.text);
    if (gud_sweep_run(&sweep, &error) != GUD_OK) fail_msg("%s", error.text);
    if (gud_sweep_tabulate(&sweep, &error, &table) != GUD_OK) fail_msg("%s", error.text);
    gud_sweep_table_csv(&sweep, &table, csv);
    gud_sweep_table_free(&table);
    gud_sweep_close(&sweep);
    gud_study_free(study);
    gud_diag_free(&diag);
}

static int count_calls(void *user, int ended, double fraction)
{
    assert_true(ended >= 0 && fraction >= 0.0 && fraction <= 1.0);
    ++*(int *)user;
    return 0;
}

static void test_table_is_that_of_the_command(void **state)
{
    (void)state;
    scene s;
    gud_buffer csv;
    scene_make(&s, "  mass: {path: bodies.rod.mass, values: [1 kg, 2 kg]}\n"
                   "  end: {path: simulate.until, values: [0.5 s, 0.7 s]}\n");
    gud_buffer_init(&csv);
    sweep_table(&s, &csv);
    for (int threads = 0; threads <= 3; threads += 3) {
        int calls = 0;
        gud_open_study *study = open_study(&s);
        assert_int_equal(gud_study_count(study), 4);
        assert_null(gud_study_failure(study, 0)); // not yet
        assert_int_equal(gud_study_run(study, threads, count_calls, &calls), GUD_OK);
        assert_true(calls > 0);
        char *table = gud_study_table(study, false), *json = gud_study_table(study, true);
        assert_string_equal(table, gud_buffer_text(&csv));
        assert_non_null(strstr(json, "\"p99\""));
        for (int i = 0; i < 4; i++) assert_string_equal(gud_study_failure(study, i), "");
        gud_free(table);
        gud_free(json);
        gud_study_close(study);
    }
    gud_buffer_free(&csv);
    scene_free(&s);
}

static void test_failures_are_told(void **state)
{
    (void)state;
    scene s;
    scene_make(&s, "  mass: {path: bodies.rod.mass, values: [1 kg, 2 km]}\n"
                   "  end: {path: simulate.until, values: [0.5 s]}\n");
    gud_open_study *study = open_study(&s);
    assert_int_equal(gud_study_run(study, 2, NULL, NULL), GUD_OK);
    assert_string_equal(gud_study_failure(study, 0), "");
    assert_non_null(strstr(gud_study_failure(study, 1), "study.yaml:5:")); // its place in the study
    assert_non_null(strstr(gud_study_failure(study, 1), "wrong unit 'km'"));
    char *table = gud_study_table(study, false);
    assert_non_null(strstr(table, ",1 kg,"));
    assert_null(strstr(table, ",2 km,"));
    gud_free(table);
    gud_study_close(study);
    scene_free(&s);
}

static int stop_at_once(void *user, int ended, double fraction)
{
    (void)user, (void)ended, (void)fraction;
    return 1;
}

static void test_it_can_be_stopped(void **state)
{
    (void)state;
    scene s;
    scene_make(&s, "  end: {path: simulate.until, values: [900 s, 901 s, 902 s]}\n");
    gud_open_study *study = open_study(&s);
    assert_int_equal(gud_study_run(study, 2, stop_at_once, NULL), GUD_ERR_INTERRUPT);
    for (int i = 0; i < 3; i++) assert_null(gud_study_failure(study, i));
    gud_study_close(study);
    scene_free(&s);
}

static void test_misuse(void **state)
{
    (void)state;
    gud_open_study *study;
    gud_diagnostics *why;
    assert_int_equal(gud_study_open(NULL, NULL, 0, &study, NULL), GUD_ERR_USE);
    assert_int_equal(gud_study_open("x.yaml", NULL, 0, NULL, NULL), GUD_ERR_USE);
    assert_int_equal(gud_study_open("x.yaml", NULL, 99, &study, NULL), GUD_ERR_USE);
    assert_int_not_equal(gud_study_open("no-such.yaml", NULL, 0, &study, &why), GUD_OK);
    assert_null(study);
    assert_true(gud_diagnostics_count(why) > 0);
    gud_diagnostics_free(why);
    assert_int_equal(gud_study_open("x.yaml", "model: a.yaml\nmodl: 1\n", 0, &study, &why), GUD_ERR_INPUT);
    gud_diagnostics_free(why);
    assert_int_equal(gud_study_run(NULL, 1, NULL, NULL), GUD_ERR_USE);
    assert_int_equal(gud_study_count(NULL), 0);
    assert_null(gud_study_failure(NULL, 0));
    assert_null(gud_study_table(NULL, true));
    gud_study_close(NULL);
    assert_int_equal(gud_study_open("x.yaml", "gudgeon: 1\nmodel: none.yaml\n", 0, &study, NULL), GUD_OK);
    assert_int_equal(gud_study_run(study, -1, NULL, NULL), GUD_ERR_USE);
    assert_int_equal(gud_study_run(study, 257, NULL, NULL), GUD_ERR_USE);
    assert_int_equal(gud_study_run(study, 1, NULL, NULL), GUD_OK);
    assert_non_null(strstr(gud_study_failure(study, 0), "none.yaml"));
    assert_null(gud_study_failure(study, 1));
    assert_null(gud_study_failure(study, -1));
    gud_study_close(study);
}

// ---- designs, of a component

static void bearing_make(scene *s, const char *rest)
{
    scene_make(s, "");
    (void)snprintf(s->model, sizeof s->model, "%s/bearing.yaml", s->folder);
    FILE *file = fopen(s->model, "w");
    assert_non_null(file);
    (void)fputs("gudgeon: 1\nbearing: {radius: 25 mm, width: 25 mm, clearance: 25 um, grid: [24, 4], cavity: 0 bar,"
                " supply: {angle: 90 deg, pressure: 2 bar}}\noil: {grade: ISO VG 46, temperature: 60 degC}\n"
                "operate: {speed: 1500 rpm, load: [0, -4 kN]}\n",
                file);
    (void)fclose(file);
    (void)snprintf(s->study, sizeof s->study, "gudgeon: 1\nmodel: bearing.yaml\naxes:\n%s", rest);
}

static char *table_with(gud_open_study *study, int threads)
{
    assert_int_equal(gud_study_run(study, threads, NULL, NULL), GUD_OK);
    char *table = gud_study_table(study, true);
    assert_non_null(table);
    return table;
}

static void test_sample(void **state)
{
    (void)state;
    scene s;
    gud_buffer csv;
    bearing_make(&s, "  c: {path: bearing.clearance, fit: H7/f7, diameter: 50 mm}\nsample: {points: 12}\n"
                     "limits: {thin: {channel: film_min, below: 6 um}}\n");
    gud_open_study *study = open_study(&s);
    char *one = table_with(study, 1), *three = table_with(study, 3), *text = gud_study_table(study, false);
    assert_int_equal(gud_study_count(study), 12);
    assert_string_equal(one, three);
    assert_non_null(strstr(one, "\"sensitivities\""));
    assert_non_null(strstr(one, "of the parts"));
    gud_buffer_init(&csv);
    sweep_table(&s, &csv);
    assert_string_equal(text, gud_buffer_text(&csv));
    gud_buffer_free(&csv);
    gud_free(one);
    gud_free(three);
    gud_free(text);
    gud_study_close(study);
    scene_free(&s);
}

static void test_search(void **state)
{
    (void)state;
    scene s;
    bearing_make(&s, "  c: {path: bearing.clearance, from: 10 um, to: 80 um}\nsearch: {minimise: loss, runs: 20}\n"
                     "limits: {thin: {channel: film_min, below: 6 um}}\n");
    gud_open_study *study = open_study(&s);
    const int first = gud_study_count(study);
    char *one = table_with(study, 1);
    const int all = gud_study_count(study);
    assert_in_range(all, first + 1, 20);
    assert_string_equal(gud_study_failure(study, all - 1), "");
    char *two = table_with(study, 2); // again, from the beginning
    assert_string_equal(one, two);
    assert_non_null(strstr(one, "\"converged\": true"));
    gud_free(one);
    gud_free(two);
    int calls = 0;
    assert_int_equal(gud_study_run(study, 1, stop_at_once, &calls), GUD_ERR_INTERRUPT);
    gud_study_close(study);
    scene_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table_is_that_of_the_command),
        cmocka_unit_test(test_failures_are_told),
        cmocka_unit_test(test_it_can_be_stopped),
        cmocka_unit_test(test_misuse),
        cmocka_unit_test(test_sample),
        cmocka_unit_test(test_search),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
