// Studies: the grid of runs, what each sets, names, and mistakes with their places.

#include "check.h"

#include "sweep/study.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void write_file(char *path, const char *text)
{
    const int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, text, strlen(text)), strlen(text));
    assert_int_equal(close(file), 0);
}

// the study of a text; NULL with the messages in `said`
static gud_study *study_of(const char *text, char *said, size_t size)
{
    char path[] = "/tmp/study-XXXXXX";
    gud_diag diag;
    gud_study *study;
    gud_buffer messages;
    write_file(path, text);
    gud_diag_init(&diag);
    gud_buffer_init(&messages);
    const gud_status st = gud_study_load(path, &diag, &study);
    gud_diag_write(&diag, &messages);
    (void)snprintf(said, size, "%s", gud_buffer_text(&messages));
    assert_int_equal(st, said[0] ? GUD_ERR_INPUT : GUD_OK);
    gud_buffer_free(&messages);
    gud_diag_free(&diag);
    (void)unlink(path);
    return study;
}

static void grid_of_runs(void **state)
{
    (void)state;
    char said[2000], name[GUD_STUDY_NAME];
    gud_study *s = study_of("gudgeon: 1\ntitle: Grid\nmodel: [a.yaml, /b/c.yaml]\naxes:\n"
                            "  law: {path: [x.law, y.law], values: [GW, 1 bar]}\n"
                            "  mesh: {path: film.grid, values: [[80, 8], [40, 4], [20, 2]]}\n"
                            "  set:\n    cases:\n      plain: {}\n"
                            "over: coordinates/crank\nwindow: 660:780\nchannels: [a/*, b]\n",
                            said, sizeof said);
    assert_string_equal(said, "");
    assert_int_equal(s->nrun, 2 * 2 * 3);
    assert_string_equal(s->title, "Grid");
    assert_string_equal(s->windows.list[0], "660:780");
    assert_int_equal(s->channels.count, 2);
    assert_string_equal(s->over, "coordinates/crank");

    // the last axis varies fastest; a path is taken from the study's folder; axes of one case are not in names
    const char *set[3];
    assert_string_equal(gud_study_model(s, 0), "/tmp/a.yaml");
    assert_string_equal(gud_study_model(s, 11), "/b/c.yaml");
    gud_study_name(s, 4, name);
    assert_string_equal(name, "a/1 bar/40-4");
    gud_study_folder(s, 4, name);
    assert_true(strstr(name, "_1-bar_40-4") != NULL);
    assert_int_equal(gud_study_sets(s, 4, NULL), 3);
    assert_int_equal(gud_study_sets(s, 4, set), 3);
    assert_string_equal(set[0], "x.law=1 bar");
    assert_string_equal(set[1], "y.law=1 bar");
    assert_string_equal(set[2], "film.grid=[40, 4]");
    gud_study_free(s);
}

// every run has a folder of its own
static void names_differ(void **state)
{
    (void)state;
    char said[2000], names[24][GUD_STUDY_NAME];
    gud_study *s = study_of("gudgeon: 1\nmodel: a.yaml\naxes:\n  a: {path: p, values: [1, 2, 3, 4]}\n"
                            "  b: {path: q, values: [x, y]}\n  c: {path: r, values: [a b, a/b c, '..']}\n",
                            said, sizeof said);
    assert_string_equal(said, "");
    assert_int_equal(s->nrun, 24);
    for (int i = 0; i < 24; i++) {
        gud_study_folder(s, i, names[i]);
        assert_null(strchr(names[i], '/'));
        for (int k = 0; k < i; k++) assert_string_not_equal(names[i], names[k]);
    }
    gud_study_free(s);
}

static void one_run_without_axes(void **state)
{
    (void)state;
    char said[2000], name[GUD_STUDY_NAME];
    gud_study *s = study_of("gudgeon: 1\nmodel: a.yaml\n", said, sizeof said);
    assert_string_equal(said, "");
    assert_int_equal(s->nrun, 1);
    gud_study_folder(s, 0, name);
    assert_string_equal(name, "a");
    assert_int_equal(s->windows.count, 1);
    gud_study_free(s);
}

static void mistakes_are_explained(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"gudgeon: 1\n", "'model' is missing"},
        {"gudgeon: 2\nmodel: a\n", "version 1"},
        {"gudgeon: 1\nmodel: []\n", ":2:8: model is empty"},
        {"gudgeon: 1\nmodel: {a: 1}\n", "model must be a text or a list of texts"},
        {"gudgeon: 1\nmodel: a\nchanels: b\n", ":3:1: unknown key 'chanels'; did you mean 'channels'?"},
        {"gudgeon: 1\nmodel: a\naxes: [1]\n", "axes is a map"},
        {"gudgeon: 1\nmodel: a\naxes:\n  a: 3\n", "an axis is a map"},
        {"gudgeon: 1\nmodel: a\naxes:\n  a: {path: x, vales: [1]}\n", "did you mean 'values'?"},
        {"gudgeon: 1\nmodel: a\naxes:\n  a: {path: x, values: []}\n", "axis 'a' needs"},
        {"gudgeon: 1\nmodel: a\naxes:\n  a: {path: x, values: [a b, a-b]}\n", "would share a folder"},
        {"gudgeon: 1\nmodel: a\naxes:\n  a: {cases: [1]}\n", "cases is a map"},
        {"gudgeon: 1\nmodel: a\naxes:\n  a: {cases: {x: 3}}\n", "case 'x' is a map"},
        {"gudgeon: 1\nmodel: a\nover: [a]\n", "over is the name of one channel"},
        {"gudgeon: 1\nmodel: [d/a.yaml, e/a.yaml]\n", "would share a folder"},
    };
    for (int i = 0; i < GUD_COUNT(cases); i++) {
        char said[2000];
        gud_study *s = study_of(cases[i].text, said, sizeof said);
        assert_null(s);
        if (!strstr(said, cases[i].message)) fail_msg("'%s' was answered '%s'", cases[i].text, said);
    }
}

static void what_is_kept(void **state)
{
    (void)state;
    static const char *const words[] = {"", "keep: all\n", "keep: summary\n", "keep: none\n"};
    static const gud_keep keeps[] = {GUD_KEEP_ALL, GUD_KEEP_ALL, GUD_KEEP_SUMMARY, GUD_KEEP_NONE};
    char said[2000], text[200];
    for (int i = 0; i < GUD_COUNT(words); i++) {
        (void)snprintf(text, sizeof text, "gudgeon: 1\nmodel: a.yaml\n%s", words[i]);
        gud_study *s = study_of(text, said, sizeof said);
        assert_non_null(s);
        assert_int_equal(s->keep, keeps[i]);
        gud_study_free(s);
    }
    assert_null(study_of("gudgeon: 1\nmodel: a.yaml\nkeep: some\n", said, sizeof said));
    assert_non_null(strstr(said, ":3:7: keep is all (a folder for each run), summary or none"));
    assert_null(study_of("gudgeon: 1\nmodel: a.yaml\nkeep: none\npoincare: a/b\n", said, sizeof said));
    assert_non_null(strstr(said, ":3:7: bifurcation and poincare need the results of the runs: keep: all"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grid_of_runs),         cmocka_unit_test(names_differ),
        cmocka_unit_test(one_run_without_axes), cmocka_unit_test(mistakes_are_explained),
        cmocka_unit_test(what_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
