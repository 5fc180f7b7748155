// What a CSV file may look like, and what is said when it does not.

#include "check.h"

#include "base/csv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    gud_arena arena;
    gud_error error;
    gud_csv csv;
} fixture;

static gud_status parse(fixture *f, const char *text)
{
    gud_arena_free(&f->arena);
    return gud_csv_parse("data.csv", text, strlen(text), &f->arena, &f->error, &f->csv);
}

static int setup(void **state)
{
    *state = calloc(1, sizeof(fixture));
    return *state ? 0 : -1;
}

static int teardown(void **state)
{
    fixture *f = *state;
    gud_arena_free(&f->arena);
    free(f);
    return 0;
}

static void assert_two_by_two(const fixture *f)
{
    assert_int_equal(f->csv.ncolumn, 2);
    assert_int_equal(f->csv.nrow, 2);
    assert_near(f->csv.columns[0][0], 0.0, 0.0);
    assert_near(f->csv.columns[0][1], 1.5, 0.0);
    assert_near(f->csv.columns[1][0], -2e3, 0.0);
    assert_near(f->csv.columns[1][1], 0.1, 0.0);
}

static void test_separators_and_line_ends(void **state)
{
    static const char *const texts[] = {
        "0,-2e3\n1.5,0.1\n",
        "0;-2e3\n1.5;0.1",
        "0\t-2e3\n1.5\t0.1\n",
        "0;-2000\r\n1,5;,1\r\n",
        "\357\273\2770,-2e3\n1.5,0.1\n",
        "  0 , -2E+3 \r+1.50 , .1",
        "# a comment\n\n   # another\n0,-2e3\n \t \n#\n1.5,0.1\n# the end",
        "\"0\",\"-2e3\"\n\"1.5\" , \"0.1\"\n",
        "a,b\n0,-2e3\n1.5,0.1\n",
    };
    for (int i = 0; i < GUD_COUNT(texts); i++) {
        assert_int_equal(parse(*state, texts[i]), GUD_OK);
        assert_two_by_two(*state);
    }
}

static void test_header_gives_names_and_units(void **state)
{
    fixture *f = *state;
    assert_int_equal(parse(f, " time [ms] , \"gas \"\"pressure\"\", left [bar]\",plain,[N],empty []\n1,2,3,4,5\n"),
                     GUD_OK);
    assert_int_equal(f->csv.ncolumn, 5);
    assert_int_equal(f->csv.nrow, 1);
    assert_int_equal(f->csv.lines[0], 2);
    assert_string_equal(f->csv.names[0], "time");
    assert_string_equal(f->csv.units[0], "ms");
    assert_string_equal(f->csv.names[1], "gas \"pressure\", left");
    assert_string_equal(f->csv.units[1], "bar");
    assert_string_equal(f->csv.names[2], "plain");
    assert_null(f->csv.units[2]);
    assert_string_equal(f->csv.names[3], "");
    assert_string_equal(f->csv.units[3], "N");
    assert_null(f->csv.units[4]);
    assert_int_equal(gud_csv_find(&f->csv, "plain"), 2);
    assert_int_equal(gud_csv_find(&f->csv, "Plain"), -1);
}

// what looks like a unit is never taken for a part of the name: a factor would be lost
static void test_units_that_cannot_be_read_fit_to_nothing(void **state)
{
    static const struct {
        const char *head, *name, *unit;
    } cases[] = {
        {"force (kN)", "force", "kN"},
        {"k (N/(m.s))", "k", "N/(m.s)"},
        {"F (mean) [kN]", "F (mean)", "kN"},
        {"force / kN", "force", "kN"},
        {"F/kN", "F", "kN"},
        {"force in kN", "force", "kN"},
        {"v / m/s", "v", "m/s"},
        {"joints/pin/force", "joints/pin/force", ""},
        {"in kN", "in kN", ""},
        {"F/", "F/", ""},
        {"force in", "force in", ""},
        {"force [kN", "force", "[kN"},
        {"force kN]", "force kN", "]"},
        {"force (kN", "force", "(kN"},
        {"force [kN] raw", "force", "[kN] raw"},
        {"force [kN)", "force", "[kN)"},
        {"force {kN}", "force", "{kN}"},
    };
    fixture *f = *state;
    for (int i = 0; i < GUD_COUNT(cases); i++) {
        char text[100];
        (void)snprintf(text, sizeof text, "%s,b\n1,2\n", cases[i].head);
        assert_int_equal(parse(f, text), GUD_OK);
        assert_string_equal(f->csv.names[0], cases[i].name);
        assert_string_equal(f->csv.units[0] ? f->csv.units[0] : "", cases[i].unit);
    }
}

static void test_without_header_names_are_empty(void **state)
{
    fixture *f = *state;
    assert_int_equal(parse(f, "1\n2\n3"), GUD_OK);
    assert_int_equal(f->csv.ncolumn, 1);
    assert_int_equal(f->csv.nrow, 3);
    assert_string_equal(f->csv.names[0], "");
    assert_null(f->csv.units[0]);
}

static void test_numbers_are_rounded_correctly(void **state)
{
    fixture *f = *state;
    assert_int_equal(parse(f, "0.1,2.2250738585072014e-308,9007199254740993,1e-400,1.7976931348623157e308\n"), GUD_OK);
    const double expected[] = {0.1, 0x1p-1022, 0x1p53, 0.0, 0x1.fffffffffffffp1023};
    for (int i = 0; i < 5; i++) assert_near(f->csv.columns[i][0], expected[i], 0.0);
}

static void test_mistakes_are_located(void **state)
{
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"1,2\n3,x4\n", "data.csv:2:3: 'x4' is not a number"},
        {"time,value\n1, nan\n", "data.csv:2:4: 'nan' is not a finite number"},
        {"1,-INF\n", "data.csv:1:3: '-INF' is not a finite number"},
        {"1,1e999\n", "data.csv:1:3: '1e999' is too large"},
        {"1,0x10\n", "data.csv:1:3: '0x10' is not a number"},
        {"1,1.5.2\n", "data.csv:1:3: '1.5.2' is not a number"},
        {"1;1,5,2\n", "data.csv:1:3: '1,5,2' is not a number"},
        {"1,2 3\n", "data.csv:1:3: '2 3' is not a number"},
        {"1,word\n", "data.csv:1:3: 'word' is not a number"},
        {"a,b\nc,d\n", "data.csv:2:1: 'c' is not a number"},
        {"1,2\n3,\n", "data.csv:2:3: empty cell; a number is needed"},
        {",\n", "data.csv:1:1: empty cell; a number is needed"},
        {"# x\n1,2\n\n3\n", "data.csv:4:2: fewer than the 2 values of line 2"},
        {"a,b\n1,2\n3,4,5\n", "data.csv:3:5: more than the 2 values of line 2"},
        {"a,b\n1,2,3\n", "data.csv:2:5: more than the 2 values of line 2"},
        {"a,\"b\n1,2\n", "data.csv:1:3: the quote is not closed on this line"},
        {"a,\"b\"c\n1,2\n", "data.csv:1:3: text after the closing quote"},
        {"a,b\n# only\n", "data.csv:2:1: no numbers below the header"},
        {"", "data.csv: no numbers in this file"},
        {"# nothing\n\n", "data.csv: no numbers in this file"},
        {"1,aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeee\n",
         "data.csv:1:3: 'aaaaaaaaaabbbbbbbbbbccccccccccdddddddddd...' is not a number"},
    };
    fixture *f = *state;
    for (int i = 0; i < GUD_COUNT(cases); i++) {
        assert_int_equal(parse(f, cases[i].text), GUD_ERR_INPUT);
        assert_string_equal(f->error.text, cases[i].message);
    }
}

static void test_binary_is_refused(void **state)
{
    fixture *f = *state;
    assert_int_equal(gud_csv_parse("data.csv", "1\0,2\0", 5, &f->arena, &f->error, &f->csv), GUD_ERR_INPUT);
    assert_non_null(strstr(f->error.text, "not a plain text file"));
}

// many cells in the first row and many short rows must not reserve their product
static void test_memory_is_bounded_by_the_size_of_the_file(void **state)
{
    enum { n = 60000 };
    fixture *f = *state;
    char *text = malloc(2 * n + 2 * n + 1), *at = text;
    for (int i = 0; i < n; i++) *at++ = '1', *at++ = i < n - 1 ? ',' : '\n';
    for (int i = 0; i < n; i++) *at++ = '1', *at++ = '\n';
    *at = '\0';
    assert_int_equal(parse(f, text), GUD_ERR_INPUT);
    assert_false(f->arena.failed);
    assert_non_null(strstr(f->error.text, "fewer than the 60000 values"));
    free(text);
}

static void test_file_is_read(void **state)
{
    fixture *f = *state;
    char path[] = "/tmp/gud_csv_XXXXXX";
    const int handle = mkstemp(path);
    FILE *stream = fdopen(handle, "wb");
    for (int i = 0; i < 20000; i++) (void)fprintf(stream, "%d,%.17g\n", i, i / 3.0);
    (void)fclose(stream);

    assert_int_equal(gud_csv_read(path, &f->arena, &f->error, &f->csv), GUD_OK);
    assert_int_equal(f->csv.nrow, 20000);
    for (int i = 0; i < 20000; i++) assert_near(f->csv.columns[1][i], i / 3.0, 0.0);

    // a file with a hole, longer than the limit
    assert_int_equal(truncate(path, (off_t)GUD_CSV_LIMIT + 1), 0);
    assert_int_equal(gud_csv_read(path, &f->arena, &f->error, &f->csv), GUD_ERR_IO);
    assert_non_null(strstr(f->error.text, "larger than 256 MiB"));
    (void)unlink(path);

    assert_int_equal(gud_csv_read(path, &f->arena, &f->error, &f->csv), GUD_ERR_IO);
    assert_int_equal(gud_csv_read("/tmp", &f->arena, &f->error, &f->csv), GUD_ERR_IO);
}

static void cells_are_quoted(void **state)
{
    (void)state;
    gud_buffer out;
    gud_buffer_init(&out);
    gud_csv_cell(&out, "plain text");
    gud_buffer_add(&out, ",");
    gud_csv_cell(&out, "H7, \"f7\"");
    assert_string_equal(gud_buffer_text(&out), "plain text,\"H7, \"\"f7\"\"\"");
    gud_buffer_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_are_quoted),
        cmocka_unit_test_setup_teardown(test_separators_and_line_ends, setup, teardown),
        cmocka_unit_test_setup_teardown(test_header_gives_names_and_units, setup, teardown),
        cmocka_unit_test_setup_teardown(test_units_that_cannot_be_read_fit_to_nothing, setup, teardown),
        cmocka_unit_test_setup_teardown(test_without_header_names_are_empty, setup, teardown),
        cmocka_unit_test_setup_teardown(test_numbers_are_rounded_correctly, setup, teardown),
        cmocka_unit_test_setup_teardown(test_mistakes_are_located, setup, teardown),
        cmocka_unit_test_setup_teardown(test_binary_is_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(test_memory_is_bounded_by_the_size_of_the_file, setup, teardown),
        cmocka_unit_test_setup_teardown(test_file_is_read, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
