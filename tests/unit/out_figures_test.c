// What figures say and what they leave out, read from the scripts that gnuplot draws them from.
#include "out_sample.h"

#include "num/pi.h"
#include "out/figure.h"
#include "out/quantity.h"
#include "out/recorder.h"
#include "out/words.h"

enum { njoint = 9, most_channels = 80, most_width = 200 };

static gud_error error;

// ---- a mechanism of a guide and of journals, whose channels are given by their largest values

static const char *const xyz[] = {"x", "y", "z", NULL};

typedef struct sample {
    gud_channel channels[most_channels];
    char paths[most_channels][60];
    double size[most_channels]; // the largest value of a channel; 0: the crank angle, or the time
    int n;
    gud_layout layout;
} sample;

static void add(sample *s, const char *path, int width, const char *unit, double size)
{
    gud_channel *c = &s->channels[s->n];
    (void)snprintf(s->paths[s->n], sizeof s->paths[0], "%s", path);
    *c = (gud_channel){.path = s->paths[s->n], .width = width, .components = width > 1 ? xyz : NULL, .unit = unit};
    s->size[s->n++] = size;
}

static void sample_open(sample *s, const gud_entry *settings, int nsetting)
{
    *s = (sample){0};
    add(s, "time", 1, "s", 0.0);
    add(s, "coordinates/crank.angle", 1, "rad", 0.0);
    s->layout = (gud_layout){.meta = {.title = "journals",
                                      .version = "gudgeon 0.1.0",
                                      .model = "gudgeon: 1\n",
                                      .settings = settings,
                                      .nsetting = nsetting}};
}

// `until`: of the crank, in degrees
static gud_result *sample_record(sample *s, const char *folder, int nrecord, double from, double until)
{
    gud_recorder *recorder = NULL;
    gud_result *result = NULL;
    s->layout.channels = s->channels;
    s->layout.nchannel = s->n;
    if (gud_recorder_create(folder, &s->layout, &error, &recorder) < 0) fail_msg("%s", error.text);
    for (int i = 0; i < nrecord; i++) {
        double row[most_width];
        const double angle = (from + (until - from) * i / (nrecord > 1 ? nrecord - 1 : 1)) * pi / 180.0;
        for (int c = 0, at = 0; c < s->n; c++)
            for (int k = 0; k < s->channels[c].width; k++)
                row[at++] = c == 0   ? 1e-3 * i
                            : c == 1 ? angle
                                     : s->size[c] * (k == 1 ? 1e-9 : 0.75 + 0.25 * cos(angle + k));
        assert_int_equal(gud_recorder_append(recorder, row, &error), GUD_OK);
    }
    if (gud_recorder_finish(recorder, NULL, 0, &error) < 0) fail_msg("%s", error.text);
    if (gud_result_open(folder, &error, &result) < 0) fail_msg("%s", error.text);
    return result;
}

static char *script_of(const char *folder, const char *kind, gud_figure_request *q)
{
    char path[GUD_PATH_SIZE];
    assert_int_equal(gud_path_join(path, folder, "a.svg", &error), GUD_OK);
    q->path = path;
    if (gud_figure_draw(kind, q, &error) < 0) fail_msg("%s: %s", kind, error.text);
    return file_text(folder, "a.gp", NULL);
}

static void expect(const char *text, const char *part)
{
    if (!strstr(text, part)) fail_msg("'%s' is not in\n%s", part, text);
}

static void expect_not(const char *text, const char *part)
{
    if (strstr(text, part)) fail_msg("'%s' is in\n%s", part, text);
}

static void add_joint(sample *s, const char *name, bool film, double size)
{
    char path[60];
    (void)snprintf(path, sizeof path, "joints/%s/reaction_force_local", name);
    add(s, path, 3, "N", size);
    (void)snprintf(path, sizeof path, "joints/%s/film_min", name);
    if (film) add(s, path, 1, "m", 1e-9 * size);
    (void)snprintf(path, sizeof path, "joints/%s/loss_film", name);
    if (film) add(s, path, 1, "W", 1e-2 * size);
}

static void joints_keep_their_colours(void **state)
{
    char folder[GUD_PATH_SIZE];
    sample s;
    (void)state;
    folder_new(folder);
    sample_open(&s, NULL, 0);
    add_joint(&s, "guide", false, 100.0);
    add_joint(&s, "pin", true, 1000.0);
    add_joint(&s, "main", true, 3000.0);
    gud_result *result = sample_record(&s, folder, 41, 0.0, 300.0);
    const gud_result *const one[] = {result};
    static const char *const kinds[] = {"film", "load", "losses"};
    for (int i = 0; i < GUD_COUNT(kinds); i++) {
        gud_figure_request q = {.results = one, .nresult = 1};
        char *text = script_of(folder, kinds[i], &q);
        expect(text, "dashtype solid linecolor rgb '#d55e00' title 'pin'"); // the second joint of the model
        expect(text, "dashtype (16,6) linecolor rgb '#009e73' title 'main'");
        expect_not(text, "title 'guide'");
        free(text);
    }
    gud_result_close(result);
    folder_remove(folder);
}

// Loads along x and z are shown in that plane, and the circles reach the larger of two.
static void loads_are_shown_where_they_act(void **state)
{
    char folder[GUD_PATH_SIZE];
    sample s;
    (void)state;
    folder_new(folder);
    sample_open(&s, NULL, 0);
    add_joint(&s, "pin", true, 1000.0);
    add_joint(&s, "main", true, 3000.0);
    gud_result *result = sample_record(&s, folder, 41, 0.0, 300.0);
    const gud_result *const one[] = {result};
    const char *const names[] = {"main"};
    gud_figure_request q = {.results = one, .nresult = 1};
    char *text = script_of(folder, "load", &q);
    expect(text, "set ylabel 'Load on the bearing along z (kN)'");
    static const char head[] = "set xrange [";
    char *end;
    expect(text, head);
    const double low = strtod(strstr(text, head) + sizeof head - 1, &end), high = strtod(end + 1, NULL);
    assert_true(low < -3.0 && high > 3.0); // kN: the diagram has the origin in its middle
    expect_not(text, "set label 1000 at"); // no title
    free(text);

    // one joint is named in the title, and one that is given stays as it is
    q = (gud_figure_request){.results = one, .nresult = 1, .names = names, .nname = 1};
    text = script_of(folder, "load", &q);
    expect(text, "'main'\n");
    free(text);
    q.title = "mine";
    text = script_of(folder, "film", &q);
    expect(text, "'mine'\n");
    expect(text, "set ylabel 'main minimum film thickness");
    free(text);
    q.title = NULL;
    text = script_of(folder, "film", &q);
    expect(text, "'main'\n");
    expect(text, "set ylabel 'Minimum film thickness");
    free(text);
    gud_result_close(result);
    folder_remove(folder);
}

static void what_is_nothing_is_not_drawn(void **state)
{
    char folder[GUD_PATH_SIZE], path[GUD_PATH_SIZE];
    sample s;
    (void)state;
    folder_new(folder);
    sample_open(&s, NULL, 0);
    add(&s, "bodies/rod/position", 3, "m", 0.2);
    add(&s, "bodies/rod/velocity", 3, "m/s", 1e-17);
    add(&s, "constraints/position_violation", 1, "m", 1e-17);
    gud_result *result = sample_record(&s, folder, 11, 0.0, 300.0);
    const gud_result *one[] = {result};
    assert_int_equal(gud_path_join(path, folder, "b.svg", &error), GUD_OK);
    gud_figure_request q = {.results = one, .nresult = 1, .path = path};
    assert_int_equal(gud_figure_draw("velocity", &q, &error), GUD_ERR_INPUT);
    expect(error.text, "are zero");
    char *text = script_of(folder, "violation", &q); // which is rounding, and wanted
    expect(text, "set ylabel 'Constraint violation (m)'");
    free(text);
    gud_result_close(result);
    folder_empty(folder);

    // a state that does not move has no curves
    result = sample_record(&s, folder, 1, 0.0, 0.0);
    one[0] = result;
    q.path = path;
    assert_int_equal(gud_figure_draw("position", &q, &error), GUD_ERR_INPUT);
    expect(error.text, "more than one record");
    gud_result_close(result);
    folder_remove(folder);
}

// The last of an engine's cycles from 360 to 1080 degrees: 720 is 0 again, and only the lowest panel has numbers.
static void ticks_are_angles_of_the_cycle(void **state)
{
    static const gud_entry settings[] = {{.key = "abscissa", .text = "coordinates/crank.angle"},
                                         {.key = "cycle", .number = 4.0 * pi}};
    char folder[GUD_PATH_SIZE];
    sample s;
    gud_figure_cycle cycle;
    (void)state;
    folder_new(folder);
    sample_open(&s, settings, GUD_COUNT(settings));
    add(&s, "drives/crank.angle/value", 1, "rad", 20.0);
    add(&s, "drives/crank.angle/torque", 1, "N.m", 20.0);
    gud_result *result = sample_record(&s, folder, 217, 0.0, 1080.0);
    const gud_result *const one[] = {result};
    gud_figure_request q = {.results = one, .nresult = 1};
    gud_figure_cycle_find(result, &cycle);
    gud_figure_frame("drive", &cycle, &q);
    char *text = script_of(folder, "drive", &q);
    expect(text, "'Crank angle. Last full cycle, 360\xc2\xb0 to 1080\xc2\xb0'");
    expect(
        text,
        "set xtics ('360' 360, '450' 450, '540' 540, '630' 630, '0' 720, '90' 810, '180' 900, '270' 990, '360' 1080)");
    expect(text, "set xtics ('' 360, '' 450");
    free(text);
    gud_result_close(result);
    folder_remove(folder);
}

// Runs of a study that differ by the last axis share a panel; their colours are those of its cases.
static void many_results_are_in_panels(void **state)
{
    static const char *const labels[] = {"a/1", "a/2", "a/3", "b/1", "b/2", "b/3", "c/1", "c/2", "c/3"};
    char folder[GUD_PATH_SIZE];
    sample s;
    const gud_result *results[njoint];
    const char *const names[] = {"joints/pin/film_min"};
    (void)state;
    folder_new(folder);
    sample_open(&s, NULL, 0);
    add_joint(&s, "pin", true, 1000.0);
    gud_result *result = sample_record(&s, folder, 11, 0.0, 300.0);
    for (int i = 0; i < njoint; i++) results[i] = result;
    gud_figure_request q = {.results = results, .nresult = njoint, .labels = labels, .names = names, .nname = 1};
    char *text = script_of(folder, "series", &q);
    expect(text, "'pin minimum film thickness'");
    expect(text, "textcolor rgb '#222222' 'a'\n");
    expect(text, "textcolor rgb '#222222' 'c'\n");
    expect(text, "data index 8 using");
    expect(text, "linecolor rgb '#009e73' title '3'");
    expect_not(text, "title 'c/3'");
    free(text);

    // a few are told apart in one panel, by their places in the study
    static const int places[] = {2, 5};
    q = (gud_figure_request){
        .results = results, .nresult = 2, .labels = labels, .places = places, .names = names, .nname = 1};
    text = script_of(folder, "series", &q);
    expect(text, "linecolor rgb '#009e73' title 'a/1'");
    expect(text, "linecolor rgb '#56b4e9' title 'a/2'");
    free(text);
    gud_result_close(result);
    folder_remove(folder);
}

// Nine joints in one panel cannot be told apart: the six with the thinnest films are shown.
static void lubrication_shows_the_thinnest_films(void **state)
{
    char folder[GUD_PATH_SIZE], name[20];
    sample s;
    (void)state;
    folder_new(folder);
    sample_open(&s, NULL, 0);
    for (int i = 0; i < njoint; i++) {
        (void)snprintf(name, sizeof name, "main%d", i + 1);
        add_joint(&s, name, true, 1000.0 * (njoint - i));
    }
    gud_result *result = sample_record(&s, folder, 11, 0.0, 300.0);
    const gud_result *const one[] = {result};
    gud_figure_request q = {.results = one, .nresult = 1};
    char *text = script_of(folder, "lubrication", &q);
    expect(text, "'The six joints with the thinnest films'");
    expect(text, "title 'main9'");
    expect(text, "title 'main4'");
    expect_not(text, "title 'main3'");
    free(text);
    gud_result_close(result);
    folder_remove(folder);
}

// A figure with a panel for each of 41 bodies is drawn only of those that are named.
static void many_panels_need_names(void **state)
{
    char folder[GUD_PATH_SIZE], path[GUD_PATH_SIZE];
    const char *const names[] = {"link7"};
    sample s;
    (void)state;
    folder_new(folder);
    sample_open(&s, NULL, 0);
    for (int i = 0; i < 41; i++) {
        char name[40];
        (void)snprintf(name, sizeof name, "bodies/link%d/position", i);
        add(&s, name, 3, "m", 0.1);
    }
    gud_result *result = sample_record(&s, folder, 5, 0.0, 300.0);
    const gud_result *const one[] = {result};
    assert_int_equal(gud_path_join(path, folder, "b.svg", &error), GUD_OK);
    gud_figure_request q = {.results = one, .nresult = 1, .path = path};
    assert_int_equal(gud_figure_draw("position", &q, &error), GUD_ERR_INPUT);
    expect(error.text, "would have 41 panels");
    q.names = names;
    q.nname = 1;
    char *text = script_of(folder, "position", &q);
    expect(text, "'link7'\n");
    free(text);
    gud_result_close(result);
    folder_remove(folder);
}

// Of 41 bearings the figure shows the first twelve of the answer, the worst.
static void many_bearings_show_the_worst(void **state)
{
    enum { n = 41 };
    char folder[GUD_PATH_SIZE], name[40];
    sample s;
    (void)state;
    folder_new(folder);
    sample_open(&s, NULL, 0);
    for (int i = 0; i < n; i++) {
        (void)snprintf(name, sizeof name, "joints/main%d/film_min", i + 1);
        add(&s, name, 1, "m", 1e-6 * (n - i));
    }
    gud_result *result = sample_record(&s, folder, 11, 0.0, 300.0);
    const gud_result *const one[] = {result};
    gud_figure_request q = {.results = one, .nresult = 1};
    char *text = script_of(folder, "film", &q);
    expect(text, "The worst 12 of 41 bearings");
    expect(text, "'main41'");
    expect(text, "'main30'");
    expect_not(text, "'main29'");
    free(text);
    gud_result_close(result);
    folder_remove(folder);
}

// The pin of the crank and the eye of the rod go the same way, with a clearance between them; the bearing rests.
static void paths_that_follow_another_are_one(void **state)
{
    static const char *const crank_points[] = {"crank.main", "crank.pin"}, *const rod_points[] = {"rod.big"};
    static const double crank_outline[] = {-0.5, 0.0, 0.0, 0.5, 0.0, 0.0}, rod_outline[] = {0.5005, 0.0, 0.0};
    static const gud_outline outlines[] = {{"crank", 2, crank_points, crank_outline},
                                           {"rod", 1, rod_points, rod_outline}};
    static const gud_channel channels[] = {
        {.path = "time", .width = 1, .unit = "s"},
        {.path = "bodies/crank/position", .width = 2, .components = sample_xy, .unit = "m"},
        {.path = "bodies/crank/orientation", .width = 1, .unit = "rad"},
        {.path = "bodies/rod/position", .width = 2, .components = sample_xy, .unit = "m"},
        {.path = "bodies/rod/orientation", .width = 1, .unit = "rad"},
    };
    const gud_layout layout = {.channels = channels,
                               .nchannel = GUD_COUNT(channels),
                               .meta = {.title = "", .version = "", .model = "", .outlines = outlines, .noutline = 2}};
    char folder[GUD_PATH_SIZE];
    gud_recorder *recorder = NULL;
    gud_result *result = NULL;
    (void)state;
    folder_new(folder);
    if (gud_recorder_create(folder, &layout, &error, &recorder) < 0) fail_msg("%s", error.text);
    for (int i = 0; i < 100; i++) {
        const double a = 0.03 * i, c = 0.5 * cos(a), d = 0.5 * sin(a), row[] = {0.01 * i, c, d, a, c, d, a};
        assert_int_equal(gud_recorder_append(recorder, row, &error), GUD_OK);
    }
    if (gud_recorder_finish(recorder, NULL, 0, &error) < 0) fail_msg("%s", error.text);
    if (gud_result_open(folder, &error, &result) < 0) fail_msg("%s", error.text);
    const gud_result *const one[] = {result};
    gud_figure_request q = {.results = one, .nresult = 1};
    char *text = script_of(folder, "trajectory", &q);
    expect(text, "title 'crank.pin, rod.big'");
    expect_not(text, "title 'crank.main'");
    expect_not(text, "title 'rod.big'");
    free(text);
    gud_result_close(result);
    folder_remove(folder);
}

static void keys_become_words(void **state)
{
    static const char *const pairs[][2] = {{"main.angle", "angle of main"},
                                           {"crank.angle", "crank angle"},
                                           {"position.y", "position y"},
                                           {"film_min", "minimum film thickness"},
                                           {"some_key", "some key"}};
    char text[60];
    (void)state;
    for (int i = 0; i < GUD_COUNT(pairs); i++) {
        gud_words_of(pairs[i][0], text, sizeof text);
        assert_string_equal(text, pairs[i][1]);
    }
    gud_words_of("main.angle", text, sizeof text);
    gud_words_capitalise(text);
    assert_string_equal(text, "Angle of main");
    (void)snprintf(text, sizeof text, "timing-gear x"); // a name of the user
    gud_words_capitalise(text);
    assert_string_equal(text, "timing-gear x");
    gud_unit_pretty("degC", text, sizeof text);
    assert_string_equal(text, "\xc2\xb0"
                              "C");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(joints_keep_their_colours),
        cmocka_unit_test(loads_are_shown_where_they_act),
        cmocka_unit_test(what_is_nothing_is_not_drawn),
        cmocka_unit_test(ticks_are_angles_of_the_cycle),
        cmocka_unit_test(many_results_are_in_panels),
        cmocka_unit_test(lubrication_shows_the_thinnest_films),
        cmocka_unit_test(many_panels_need_names),
        cmocka_unit_test(many_bearings_show_the_worst),
        cmocka_unit_test(paths_that_follow_another_are_one),
        cmocka_unit_test(keys_become_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
