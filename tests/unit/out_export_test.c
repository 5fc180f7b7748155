// Exports, summaries and figures of results.
#include "out_sample.h"

#include "base/json.h"
#include "num/pi.h"
#include "out/csv.h"
#include "out/figure.h"
#include "out/quantity.h"
#include "out/recorder.h"
#include "out/select.h"
#include "out/summary.h"
#include "out/vtk.h"

#include <sys/wait.h>

static gud_error error;

static gud_result *record(const char *folder, const gud_layout *layout, int n)
{
    gud_recorder *recorder = NULL;
    gud_result *result = NULL;
    double row[sample_width], values[6];
    if (gud_recorder_create(folder, layout, &error, &recorder) < 0) fail_msg("%s", error.text);
    for (int i = 0; i < n; i++) {
        sample_row(i, row);
        sample_snapshot(i, values);
        assert_int_equal(gud_recorder_append(recorder, row, &error), GUD_OK);
        if (i % 4 == 0)
            assert_int_equal(gud_recorder_append_field(recorder, sample_field, row[0], values, &error), GUD_OK);
    }
    if (gud_recorder_finish(recorder, NULL, 0, &error) < 0) fail_msg("%s", error.text);
    if (gud_result_open(folder, &error, &result) < 0) fail_msg("%s", error.text);
    return result;
}

static void join(char path[GUD_PATH_SIZE], const char *folder, const char *name)
{
    assert_int_equal(gud_path_join(path, folder, name, &error), GUD_OK);
}

static void patterns_match(void **state)
{
    (void)state;
    assert_true(gud_glob_match("*", ""));
    assert_true(gud_glob_match("bodies/*/position.?", "bodies/crank.pin/position.x"));
    assert_true(gud_glob_match("*a*b*c", "xxaybabzc"));
    assert_true(gud_glob_match("energy/kinetic", "energy/kinetic"));
    assert_false(gud_glob_match("energy/kinetic", "energy/kinetics"));
    assert_false(gud_glob_match("a?c", "ac"));
    assert_false(gud_glob_match("*.x", "position.y"));
    assert_false(gud_glob_match("", "a"));
}

static void numbers_read_back(void **state)
{
    char text[32];
    const double values[] = {0.0, -0.1, 1.0 / 3.0, 6.02214076e23, 5e-324, 1.7976931348623157e308, 12345678.9};
    (void)state;
    for (int i = 0; i < GUD_COUNT(values); i++) {
        gud_number_text(values[i], text);
        assert_true(strtod(text, NULL) == values[i]);
    }
    gud_number_text(-0.1, text);
    assert_string_equal(text, "-0.1");
}

static void csv_has_names_units_and_numbers(void **state)
{
    char folder[GUD_PATH_SIZE], path[GUD_PATH_SIZE];
    (void)state;
    folder_new(folder);
    gud_channel channels[GUD_COUNT(sample_channels)];
    gud_layout layout = sample_layout;
    memcpy(channels, sample_channels, sizeof channels);
    channels[4].path = "energy/a, \"b\"";
    layout.channels = channels;
    gud_result *result = record(folder, &layout, 3);
    join(path, folder, "all.csv");
    assert_int_equal(gud_csv_export(result, NULL, 0, path, NULL, &error), GUD_OK);
    char *text = file_text(folder, "all.csv", NULL);
    const char head[] =
        "time [s],bodies/crank/position.x [m],bodies/crank/position.y [m],bodies/crank/orientation [rad],"
        "\"energy/a, \"\"b\"\" [J]\"\r\n0,0.5,0,0,0.3333333333333333\r\n0.01,";
    assert_memory_equal(text, head, sizeof head - 1);
    free(text);

    const char *const patterns[] = {"bodies/*/position.y", "energy/*"};
    join(path, folder, "some.csv");
    assert_int_equal(gud_csv_export(result, patterns, 2, path, NULL, &error), GUD_OK);
    text = file_text(folder, "some.csv", NULL);
    const char some[] = "time [s],bodies/crank/position.y [m],\"energy/a";
    assert_memory_equal(text, some, sizeof some - 1);
    free(text);

    // channels that are not there, files that cannot be written
    const char *const wrong[] = {"bodies/krank/position.y"}, *const none[] = {"nothing/*"};
    assert_int_equal(gud_csv_export(result, wrong, 1, path, NULL, &error), GUD_ERR_INPUT);
    assert_non_null(strstr(error.text, "did you mean 'bodies/crank/position.y'?"));
    assert_int_equal(gud_csv_export(result, none, 1, path, NULL, &error), GUD_ERR_INPUT);
    assert_int_equal(gud_csv_export(result, NULL, 0, "/nowhere/at/all.csv", NULL, &error), GUD_ERR_IO);
    assert_non_null(strstr(error.text, "/nowhere/at/all.csv"));
    gud_result_close(result);
    folder_remove(folder);
}

// 0 if the file is well-formed XML, or if nothing is there to tell
static int check_xml(const char *folder, const char *name)
{
    char path[GUD_PATH_SIZE];
    int status = 0;
    join(path, folder, name);
    const pid_t child = fork();
    if (child == 0) {
        (void)execlp("xmllint", "xmllint", "--noout", path, (char *)NULL);
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

static void vtk_draws_the_mechanism(void **state)
{
    char folder[GUD_PATH_SIZE], out[GUD_PATH_SIZE];
    (void)state;
    folder_new(folder);
    gud_result *result = record(folder, &sample_layout, 9);
    join(out, folder, "vtk");
    if (gud_vtk_export(result, out, 4, NULL, &error) < 0) fail_msg("%s", error.text);

    char *text = file_text(out, "mechanism.pvd", NULL);
    assert_non_null(strstr(text, "<DataSet timestep=\"0.04\" file=\"mechanism-000004.vtp\"/>"));
    assert_null(strstr(text, "mechanism-000005.vtp"));
    free(text);

    // the crank turns about its first point: at the angle 0.08 its ends are at 0 and at (cos, sin)
    text = file_text(out, "mechanism-000008.vtp", NULL);
    assert_non_null(strstr(text, "NumberOfPoints=\"6\" NumberOfVerts=\"0\" NumberOfLines=\"1\""));
    assert_non_null(strstr(text, "NumberOfPolys=\"4\"")); // of the crank's solid
    const char *points = strstr(text, "Name=\"points\"");
    assert_non_null(points);
    double p[6];
    char *at = strchr(points, '\n');
    for (int i = 0; i < 6; i++) p[i] = strtod(at, &at);
    const double expected[6] = {0.0, 0.0, 0.0, cos(0.08), sin(0.08), 0.0};
    for (int i = 0; i < 6; i++) assert_near(p[i], expected[i], 1e-15);
    free(text);

    text = file_text(out, "joints-small-end-pressure-000001.vti", NULL);
    assert_non_null(strstr(text, "WholeExtent=\"0 2 0 1 0 0\""));
    assert_non_null(strstr(text, "400 401 402\n403 404 405\n"));
    free(text);
    assert_int_equal(check_xml(out, "mechanism-000008.vtp"), 0);
    assert_int_equal(check_xml(out, "mechanism.pvd"), 0);
    assert_int_equal(check_xml(out, "joints-small-end-pressure.pvd"), 0);
    assert_int_equal(check_xml(out, "joints-small-end-pressure-000001.vti"), 0);

    gud_result_close(result);
    folder_remove(out);
    folder_remove(folder);
}

// Records at 0, 1, 2, 3 and 10 s, where a channel is 0, 1, 2, 3 and 10: a record stands for the time around it.
static void summary_weighs_uneven_records(void **state)
{
    static const double t[] = {0.0, 1.0, 2.0, 3.0, 10.0}, weight[] = {1.0, 1.0, 1.0, 4.0, 7.0};
    char folder[GUD_PATH_SIZE];
    gud_recorder *recorder = NULL;
    gud_result *result = NULL;
    gud_summary summary;
    const gud_window all = {.low = -(double)INFINITY, .high = (double)INFINITY};
    const char *const patterns[] = {"energy/*"};
    double mean = 0.0, variance = 0.0;
    (void)state;
    for (int i = 0; i < 5; i++) mean += weight[i] * t[i] / 14.0;
    for (int i = 0; i < 5; i++) variance += weight[i] * (t[i] - mean) * (t[i] - mean) / 14.0;

    folder_new(folder);
    assert_int_equal(gud_recorder_create(folder, &sample_layout, &error, &recorder), GUD_OK);
    for (int i = 0; i < 5; i++) {
        const double row[sample_width] = {t[i], 0.0, 0.0, 0.0, t[i]};
        assert_int_equal(gud_recorder_append(recorder, row, &error), GUD_OK);
    }
    assert_int_equal(gud_recorder_finish(recorder, NULL, 0, &error), GUD_OK);
    assert_int_equal(gud_result_open(folder, &error, &result), GUD_OK);
    if (gud_summary_make(result, &all, patterns, 1, &error, &summary) < 0) fail_msg("%s", error.text);
    assert_near(summary.statistics[0].mean, mean, 1e-14);
    assert_near(summary.statistics[0].std, sqrt(variance), 1e-14);
    assert_near(summary.statistics[0].p99, 10.0 - 7.0 * 0.1 / 5.5, 1e-13); // 1 % of 10 s is missing in the last 5.5 s
    gud_summary_free(&summary);

    // whatever the window is counted on, the mean is over time
    gud_window angle = all;
    assert_int_equal(gud_result_pick(result, "bodies/crank/orientation", &error, &angle.over), GUD_OK);
    assert_int_equal(gud_summary_make(result, &angle, patterns, 1, &error, &summary), GUD_OK);
    assert_near(summary.statistics[0].mean, mean, 1e-14);
    gud_summary_free(&summary);
    gud_result_close(result);
    folder_remove(folder);
}

// rms values of every other record and of those between: equal for a curve, not for peaks shorter than the records
static void summary_sees_what_was_recorded_too_rarely(void **state)
{
    const gud_window all = {.low = -(double)INFINITY, .high = (double)INFINITY};
    const char *const patterns[] = {"bodies/crank/position.x", "energy/*"};
    char folder[GUD_PATH_SIZE];
    gud_recorder *recorder = NULL;
    gud_result *result = NULL;
    gud_summary summary;
    (void)state;
    folder_new(folder);
    assert_int_equal(gud_recorder_create(folder, &sample_layout, &error, &recorder), GUD_OK);
    for (int i = 0; i < 100; i++) {
        const double row[sample_width] = {0.01 * i, 2.0 + cos(0.1 * i), 0.0, 0.0, i % 2 ? 2.0 : 1.0};
        assert_int_equal(gud_recorder_append(recorder, row, &error), GUD_OK);
    }
    assert_int_equal(gud_recorder_finish(recorder, NULL, 0, &error), GUD_OK);
    assert_int_equal(gud_result_open(folder, &error, &result), GUD_OK);
    if (gud_summary_make(result, &all, patterns, 2, &error, &summary) < 0) fail_msg("%s", error.text);
    assert_true(summary.statistics[0].halves < 1e-2);
    assert_near(summary.statistics[1].halves, 1.0 / sqrt(2.5), 1e-3);
    gud_summary_free(&summary);
    gud_result_close(result);
    folder_remove(folder);
}

// energy is 1/3 + i, time and angle are 0.01 i
static void summary_counts_records_in_a_window(void **state)
{
    char folder[GUD_PATH_SIZE];
    gud_window window;
    gud_summary summary;
    const char *const patterns[] = {"energy/*"};
    (void)state;
    folder_new(folder);
    gud_result *result = record(folder, &sample_layout, 101);
    assert_int_equal(gud_window_parse(result, "0.1:0.14", NULL, &error, &window), GUD_OK);
    if (gud_summary_make(result, &window, patterns, 1, &error, &summary) < 0) fail_msg("%s", error.text);
    assert_int_equal(summary.count, 1);
    assert_int_equal(summary.nrecord, 5); // 10 ... 14, both ends included
    assert_near(summary.statistics[0].mean, 12.0 + 1.0 / 3.0, 1e-13);
    assert_near(summary.statistics[0].min, 10.0 + 1.0 / 3.0, 0.0);
    assert_near(summary.statistics[0].max, 14.0 + 1.0 / 3.0, 0.0);
    assert_near(summary.statistics[0].std, sqrt(2.0), 1e-13);
    assert_near(summary.statistics[0].p99, 13.96 + 1.0 / 3.0, 1e-13);
    assert_near(summary.statistics[0].time_min, 0.1, 0.0);
    assert_near(summary.statistics[0].time_max, 0.14, 1e-16);
    assert_near(summary.start, 0.1, 0.0);
    gud_summary_free(&summary);

    // an angle is given in degrees: 28.7 to 57.2 degrees is 0.5009 to 0.9983 rad
    assert_int_equal(gud_window_parse(result, "28.7:57.2", "bodies/crank/orientation", &error, &window), GUD_OK);
    assert_int_equal(gud_summary_make(result, &window, NULL, 0, &error, &summary), GUD_OK);
    assert_int_equal(summary.count, 4);
    assert_int_equal(summary.nrecord, 49);
    gud_summary_free(&summary);
    assert_int_equal(gud_window_parse(result, "0.98:", NULL, &error, &window), GUD_OK);
    assert_int_equal(gud_summary_make(result, &window, NULL, 0, &error, &summary), GUD_OK);
    assert_int_equal(summary.nrecord, 3);
    gud_summary_free(&summary);

    assert_int_equal(gud_window_parse(result, "2:3", NULL, &error, &window), GUD_OK);
    assert_int_equal(gud_summary_make(result, &window, NULL, 0, &error, &summary), GUD_ERR_INPUT);
    assert_non_null(strstr(error.text, "they run from 0 to 1"));
    const char *const wrong[] = {"5", "a:b", "3:2", "1:2x", "nan:1"};
    for (int i = 0; i < GUD_COUNT(wrong); i++)
        assert_int_equal(gud_window_parse(result, wrong[i], NULL, &error, &window), GUD_ERR_INPUT);
    gud_result_close(result);
    folder_remove(folder);
}

static void table_of_a_summary_is_readable(void **state)
{
    char folder[GUD_PATH_SIZE];
    gud_window window;
    gud_summary summary;
    char *text = NULL;
    size_t size = 0;
    (void)state;
    folder_new(folder);
    gud_result *result = record(folder, &sample_layout, 101);
    assert_int_equal(gud_window_parse(result, NULL, NULL, &error, &window), GUD_OK);
    assert_int_equal(gud_summary_make(result, &window, NULL, 0, &error, &summary), GUD_OK);
    FILE *stream = open_memstream(&text, &size);
    gud_summary_print(&summary, result, stream);
    (void)fclose(stream);
    assert_non_null(strstr(text, "min at s"));
    assert_non_null(strstr(text, "bodies/crank/position.x   mm "));
    assert_non_null(strstr(text, " 500 "));
    assert_non_null(strstr(text, "bodies/crank/orientation  deg "));
    free(text);
    gud_summary_free(&summary);
    gud_result_close(result);
    folder_remove(folder);
}

static void units_suit_people(void **state)
{
    char text[40];
    (void)state;
    gud_display shown = gud_quantity_show("m", 2.5e-5);
    assert_string_equal(shown.unit, "um");
    assert_near(shown.scale, 1e6, 1e-6);
    assert_string_equal(gud_quantity_show("Pa", 3.2e8).unit, "MPa");
    assert_string_equal(gud_quantity_show("Pa", 3.7e-3).unit, "Pa");
    assert_string_equal(gud_quantity_show("Pa.s", 3.7e-3).unit, "mPa.s");
    assert_string_equal(gud_quantity_show("m", 2500.0).unit, "m");
    assert_string_equal(gud_quantity_show("m", 0.0).unit, "m");
    assert_string_equal(gud_quantity_show("m", 1.0).unit, "m");
    assert_string_equal(gud_quantity_show("m^2", 1e-6).unit, "m^2");
    assert_string_equal(gud_quantity_show("m2", 1e-3).unit, "mm2");
    assert_near(gud_quantity_show("m2", 1e-3).scale, 1e6, 0.0);
    assert_string_equal(gud_quantity_show("m2", 1.0).unit, "m2");
    assert_string_equal(gud_quantity_show("m3/s", 1e-6).unit, "ml/s");
    assert_near(gud_quantity_show("rad", 1.0).scale * pi, 180.0, 1e-12);
    gud_unit_pretty("kg.m^2/s^3", text, sizeof text);
    assert_string_equal(text, "kg\xc2\xb7m\xc2\xb2/s\xc2\xb3");
    gud_unit_pretty("um", text, sizeof text);
    assert_string_equal(text, "\xc2\xb5m");
}

static void figure_has_script_data_and_drawing(void **state)
{
    char folder[GUD_PATH_SIZE], path[GUD_PATH_SIZE];
    (void)state;
    folder_new(folder);
    gud_layout layout = sample_layout;
    layout.meta.title = "it's a {title}_1";
    gud_result *result = record(folder, &layout, 101);
    const gud_result *const two[] = {result, result};
    join(path, folder, "it's.svg");
    gud_figure_request q = {.results = two, .nresult = 1, .path = path, .title = "a 'quoted' title"};
    if (gud_figure_draw("position", &q, &error) < 0) fail_msg("%s", error.text);

    char *text = file_text(folder, "it's.gp", NULL);
    assert_non_null(strstr(text, "figure = './it''s.svg'"));
    assert_non_null(strstr(text, "data = './it''s.dat'"));
    assert_non_null(strstr(text, "'a ''quoted'' title'"));
    assert_non_null(strstr(text, "set ylabel 'Position (mm)'"));
    assert_non_null(strstr(text, "set xlabel 'Time (s)'"));
    assert_non_null(strstr(text, "title 'crank y'"));
    free(text);
    text = file_text(folder, "it's.dat", NULL);
    assert_non_null(strstr(text, "# crank x\n# time [s]   position [m]\n0 0.5\n0.01 "));
    free(text);
    text = file_text(folder, "it's.svg", NULL);
    assert_non_null(strstr(text, "</svg>"));
    free(text);

    // two results on one axis, over an angle
    const char *const names[] = {"energy/kinetic"}, *const labels[] = {"first", "second"};
    q = (gud_figure_request){.results = two,
                             .nresult = 2,
                             .labels = labels,
                             .names = names,
                             .nname = 1,
                             .path = path,
                             .over = "bodies/crank/orientation"};
    if (gud_figure_draw("series", &q, &error) < 0) fail_msg("%s", error.text);
    text = file_text(folder, "it's.gp", NULL);
    assert_non_null(strstr(text, "title 'first'"));
    assert_non_null(strstr(text, "title 'second'"));
    assert_non_null(strstr(text, "set xlabel 'crank orientation (\xc2\xb0)'"));
    free(text);

    join(path, folder, "path.png");
    q = (gud_figure_request){.results = two, .nresult = 1, .path = path};
    if (gud_figure_draw("trajectory", &q, &error) < 0) fail_msg("%s", error.text);
    text = file_text(folder, "path.png", NULL);
    assert_memory_equal(text, "\x89PNG", 4);
    free(text);
    text = file_text(folder, "path.gp", NULL);
    assert_non_null(strstr(text, "set size ratio -1"));
    assert_non_null(strstr(text, "title 'crank.pin'"));
    assert_null(strstr(text, "title 'crank.main'")); // it rests
    free(text);
    gud_result_close(result);
    folder_remove(folder);
}

static void wrong_figures_are_told(void **state)
{
    char folder[GUD_PATH_SIZE], path[GUD_PATH_SIZE];
    (void)state;
    folder_new(folder);
    gud_result *result = record(folder, &sample_layout, 5);
    const gud_result *const one[] = {result};
    const char *const names[] = {"rod"};
    join(path, folder, "a.svg");
    gud_figure_request q = {.results = one, .nresult = 1, .path = path};
    assert_int_equal(gud_figure_draw("nonsense", &q, &error), GUD_ERR_INPUT);
    assert_non_null(strstr(error.text, "trajectory"));
    assert_int_equal(gud_figure_draw("drive", &q, &error), GUD_ERR_INPUT);
    assert_int_equal(gud_figure_draw("phase", &q, &error), GUD_ERR_INPUT);
    q.names = names;
    q.nname = 1;
    assert_int_equal(gud_figure_draw("position", &q, &error), GUD_ERR_INPUT);
    assert_non_null(strstr(error.text, "rod"));
    q.nname = 0;
    q.over = "bodies/crank/position.z";
    assert_int_equal(gud_figure_draw("position", &q, &error), GUD_ERR_INPUT);
    q.over = NULL;
    join(path, folder, "a.gif");
    assert_int_equal(gud_figure_draw("position", &q, &error), GUD_ERR_INPUT);
    assert_int_equal(folder_count(folder), 1);
    gud_result_close(result);
    folder_remove(folder);
}

// gnuplot has commands in backquotes, and files that are pipes; none of what a result says may become one
static void words_of_a_result_are_no_commands(void **state)
{
    static const char *const words[] = {"`touch X`", "|touch X", "<touch X", "'; system('touch X') #", "!touch X"};
    char folder[GUD_PATH_SIZE], path[GUD_PATH_SIZE], kept[GUD_PATH_SIZE];
    (void)state;
    folder_new(folder);
    join(path, folder, "a.svg");
    assert_non_null(getcwd(kept, sizeof kept));
    assert_int_equal(chdir(folder), 0);
    for (int i = 0; i < GUD_COUNT(words); i++) {
        char name[100];
        gud_channel channels[GUD_COUNT(sample_channels)];
        memcpy(channels, sample_channels, sizeof channels);
        gud_layout layout = sample_layout;
        (void)snprintf(name, sizeof name, "energy/%s", words[i]);
        channels[4].path = name;
        channels[4].unit = channels[4].about = layout.meta.title = words[i];
        layout.channels = channels;
        gud_result *result = record(folder, &layout, 9);
        const gud_result *const two[] = {result, result};
        const gud_figure_request q = {.results = two, .nresult = 2, .path = path, .title = words[i]};
        if (gud_figure_draw("energy", &q, &error) < 0) fail_msg("%s", error.text);
        assert_false(folder_has(folder, "X"));
        gud_result_close(result);
    }
    assert_int_equal(chdir(kept), 0);
    folder_remove(folder);
}

static void script_stays_without_gnuplot(void **state)
{
    char folder[GUD_PATH_SIZE], path[GUD_PATH_SIZE];
    (void)state;
    folder_new(folder);
    gud_result *result = record(folder, &sample_layout, 5);
    const gud_result *const one[] = {result};
    join(path, folder, "a.svg");
    const gud_figure_request q = {.results = one, .nresult = 1, .path = path};
    char kept[GUD_PATH_SIZE];
    (void)snprintf(kept, sizeof kept, "%s", getenv("PATH"));
    assert_int_equal(setenv("PATH", folder, 1), 0);
    const gud_status st = gud_figure_draw("energy", &q, &error);
    assert_int_equal(setenv("PATH", kept, 1), 0);
    assert_int_equal(st, GUD_ERR_IO);
    assert_non_null(strstr(error.text, "gnuplot is not installed"));
    assert_true(folder_has(folder, "a.gp"));
    assert_true(folder_has(folder, "a.dat"));
    assert_false(folder_has(folder, "a.svg"));
    gud_result_close(result);
    folder_remove(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(patterns_match),
        cmocka_unit_test(numbers_read_back),
        cmocka_unit_test(csv_has_names_units_and_numbers),
        cmocka_unit_test(vtk_draws_the_mechanism),
        cmocka_unit_test(summary_sees_what_was_recorded_too_rarely),
        cmocka_unit_test(summary_counts_records_in_a_window),
        cmocka_unit_test(summary_weighs_uneven_records),
        cmocka_unit_test(table_of_a_summary_is_readable),
        cmocka_unit_test(units_suit_people),
        cmocka_unit_test(figure_has_script_data_and_drawing),
        cmocka_unit_test(wrong_figures_are_told),
        cmocka_unit_test(words_of_a_result_are_no_commands),
        cmocka_unit_test(script_stays_without_gnuplot),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
