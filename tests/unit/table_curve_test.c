// Curves from files: columns by place and by name, units, and messages with the name of the file.

#include "check.h"

#include "num/curve.h"
#include "num/pi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    gud_arena arena;
    gud_error error;
    gud_curve curve;
    char path[32];
} fixture;

static int setup(void **state)
{
    *state = calloc(1, sizeof(fixture));
    return *state ? 0 : -1;
}

static int teardown(void **state)
{
    fixture *f = *state;
    if (f->path[0]) (void)unlink(f->path);
    gud_arena_free(&f->arena);
    free(f);
    return 0;
}

// knows milliseconds and degrees only
static gud_status convert(const void *user, const char *unit, const char *wanted, int n, double *values,
                          gud_error *error)
{
    const double degree = *(const double *)user;
    const bool time = strcmp(unit, "ms") == 0 && strcmp(wanted, "s") == 0;
    const bool angle = strcmp(unit, "deg") == 0 && strcmp(wanted, "rad") == 0;
    if (!time && !angle) return gud_fail(error, GUD_ERR_INPUT, "'%s' is no unit for %s", unit, wanted);
    for (int i = 0; i < n; i++) values[i] *= time ? 1e-3 : degree;
    return GUD_OK;
}

static gud_status read_text(fixture *f, const char *text, const char *x_name, const char *y_name)
{
    static const double degree = pi / 180.0;
    const gud_csv_units units = {convert, &degree};
    const gud_spline_spec spec = {.kind = GUD_SPLINE_LINEAR, .outside = GUD_OUTSIDE_REFUSE};

    if (f->path[0]) (void)unlink(f->path);
    strcpy(f->path, "/tmp/gud_curve_XXXXXX");
    FILE *stream = fdopen(mkstemp(f->path), "w");
    (void)fputs(text, stream);
    (void)fclose(stream);
    const gud_curve_file file = {f->path, x_name, y_name, "s", "rad", &units};
    return gud_curve_read(&file, &spec, &f->arena, &f->error, &f->curve);
}

static void test_columns_and_units(void **state)
{
    fixture *f = *state;
    const char *text = "angle [deg]; time [ms]; other\n0;0;1\n180;500;2\n";
    double out[3];
    assert_int_equal(read_text(f, text, "time", "angle"), GUD_OK);
    assert_int_equal(gud_curve_eval(&f->curve, 0.25, out), GUD_OK);
    assert_near(out[0], 0.5 * pi, 1e-14);
    assert_near(out[1], 2.0 * pi, 1e-13);
    assert_int_equal(gud_curve_eval(&f->curve, 0.6, out), GUD_ERR_NUMERIC);

    assert_int_equal(read_text(f, text, "time", "other"), GUD_OK); // no unit: taken as it stands
    assert_int_equal(gud_curve_eval(&f->curve, 0.25, out), GUD_OK);
    assert_near(out[0], 1.5, 1e-15);
    assert_near(gud_curve_next_break(&f->curve, 0.1), 0.5, 1e-15);
}

static void test_mistakes_are_told(void **state)
{
    static const struct {
        const char *text, *x, *y, *message;
    } cases[] = {
        {"a,b\n1,2\n2,3\n", "a", "c", ": no column is named 'c'"},
        {"a,b\n1,2\n2,3\n", "b", "b", ": the same column cannot be both x and y"},
        {"1\n2\n", NULL, NULL, ": has only 1 column"},
        {"a [m],b\n1,2\n2,3\n", NULL, NULL, ": column 'a': 'm' is no unit for s"},
        {"2,2\n1,3\n", NULL, NULL, ": abscissas must increase: point 2 has 1 after 2"},
        {"1,2\n1,x\n", NULL, NULL, ":2:3: 'x' is not a number"},
    };
    fixture *f = *state;
    for (int i = 0; i < GUD_COUNT(cases); i++) {
        assert_int_equal(read_text(f, cases[i].text, cases[i].x, cases[i].y), GUD_ERR_INPUT);
        assert_memory_equal(f->error.text, f->path, strlen(f->path));
        assert_string_equal(f->error.text + strlen(f->path), cases[i].message);
    }
}

static void test_a_constant_has_no_breaks(void **state)
{
    (void)state;
    const gud_curve curve = gud_curve_constant(7.0);
    double out[3];
    assert_int_equal(gud_curve_eval(&curve, -1e9, out), GUD_OK);
    assert_near(out[0], 7.0, 0.0);
    assert_near(out[1], 0.0, 0.0);
    assert_true(isinf(gud_curve_next_break(&curve, 0.0)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_columns_and_units, setup, teardown),
        cmocka_unit_test_setup_teardown(test_mistakes_are_told, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_constant_has_no_breaks, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
