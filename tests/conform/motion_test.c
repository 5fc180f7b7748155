// Every time law, with every combination of its choices: derivatives are those of the value, and nothing jumps at a
// break that the law promises to be continuous.

#include "check.h"

#include "joint/motion.h"
#include "num/pi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const double polynomial[] = {0.3, -1.2, 0.7, 0.25, -0.1};

enum { most_bytes = 256, most_choices = 8 };

typedef struct {
    const gud_motion *motion;
    _Alignas(16) unsigned char params[most_bytes];
    gud_arena arena;
    gud_error error;
    char file[32];
} trial;

// the table is in milliseconds and radians
static gud_status to_si(const void *user, const char *unit, const char *wanted, int n, double *values, gud_error *error)
{
    (void)user;
    const bool time = strcmp(unit, "ms") == 0 && strcmp(wanted, "s") == 0;
    if (!time && strcmp(unit, wanted) != 0) return gud_fail(error, GUD_ERR_INPUT, "unit %s for %s", unit, wanted);
    for (int i = 0; i < n; i++) values[i] *= time ? 1e-3 : 1.0;
    return GUD_OK;
}

// ten points of a periodic function over three seconds
static void write_table(char *path)
{
    strcpy(path, "/tmp/gud_motion_XXXXXX");
    FILE *stream = fdopen(mkstemp(path), "w");
    (void)fprintf(stream, "time [ms], value [rad]\n");
    for (int i = 0; i <= 9; i++) {
        const double time = i / 3.0 + (i == 1 || i == 5 ? 0.05 : 0.0);
        (void)fprintf(stream, "%.17g, %.17g\n", 1e3 * time, sin(2 * pi * (i % 9) / 9.0));
    }
    (void)fclose(stream);
}

// of keys of which one is wanted, the first
static bool is_wanted(const gud_row *row, const char *key)
{
    for (int i = 0; i < row->nrule; i++)
        if (row->rules[i].kind == GUD_ONE_OF && strcmp(row->rules[i].keys[0], key) == 0) return true;
    return false;
}

// a number that is in range and different for every field
static double some_number(const gud_field *field, int i)
{
    const double x = 0.8 + 0.13 * i;
    return fmax(fmin(x, field->high), field->low);
}

static void fill_field(trial *t, const gud_field *field, int i)
{
    unsigned char *place = t->params + field->offset;
    const bool optional = gud_is_optional(field->fallback) && !is_wanted(&t->motion->row, field->key);
    const double number = optional ? (double)NAN : some_number(field, i);
    const char *text = field->type == GUD_FILE ? t->file : NULL;
    const gud_numbers numbers = {polynomial, GUD_COUNT(polynomial)};

    if (field->type == GUD_NUMBER)
        memcpy(place, &number, sizeof number);
    else if (field->type == GUD_TEXT || field->type == GUD_FILE)
        memcpy(place, &text, sizeof text);
    else if (field->type == GUD_NUMBERS)
        memcpy(place, &numbers, sizeof numbers);
    else if (field->type != GUD_CHOICE)
        fail_msg("this test cannot fill %s", field->key);
}

// the n-th combination of all choices of a row; false if there are fewer
static bool set_choices(trial *t, int n)
{
    for (int i = 0; i < t->motion->row.nfield; i++) {
        const gud_field *field = &t->motion->row.fields[i];
        if (field->type != GUD_CHOICE) continue;
        int count = 0;
        while (field->choices[count]) count++;
        const int choice = n % count;
        memcpy(t->params + field->offset, &choice, sizeof choice);
        n /= count;
    }
    return n == 0;
}

// a law that follows inputs is on its way to new ones, changed twice
static void lead(trial *t)
{
    const gud_motion *motion = t->motion;
    for (int change = 0; motion->nmemory > 0 && change < 2; change++) {
        double memory[8];
        assert_true(motion->nmemory <= GUD_COUNT(memory));
        motion->remember(t->params, 0.7 + 0.4 * change, memory);
        memcpy(t->params + motion->memory_offset, memory, (size_t)motion->nmemory * sizeof *memory);
        for (int i = 0; i < motion->row.nfield; i++) {
            const gud_field *field = &motion->row.fields[i];
            double number;
            memcpy(&number, t->params + field->offset, sizeof number);
            number += 1.3;
            if (field->flags & GUD_INPUT) memcpy(t->params + field->offset, &number, sizeof number);
        }
    }
}

static bool begin(trial *t, const gud_row *row, int n)
{
    *t = (trial){.motion = gud_motion_of(row)};
    assert_true(row->size <= most_bytes);
    for (int i = 0; i < row->nfield; i++) fill_field(t, &row->fields[i], i);
    if (!set_choices(t, n)) return false;

    write_table(t->file);
    const gud_csv_units units = {to_si, NULL};
    const gud_motion_context context = {"rad", &units, &t->arena, &t->error};
    if (gud_motion_prepare(t->motion, t->params, &context) != GUD_OK) fail_msg("%s: %s", row->name, t->error.text);
    (void)unlink(t->file);
    lead(t);
    return true;
}

static void for_every_law(void (*test)(const trial *))
{
    int ntrial = 0;
    for (const gud_row *const *row = gud_motion_rows; *row; row++) {
        trial t;
        for (int n = 0; begin(&t, *row, n); n++, ntrial++) {
            test(&t);
            gud_arena_free(&t.arena);
        }
    }
    assert_true(ntrial >= 6);
}

static double at(const trial *t, double time, int derivative)
{
    double out[3] = {NAN, NAN, NAN};
    t->motion->eval(t->params, time, out);
    for (int d = 0; d < 3; d++) assert_true(isfinite(out[d]));
    return out[derivative];
}

static bool near_break(const trial *t, double time, double distance)
{
    return gud_motion_next_break(t->motion, t->params, time - distance) <= time + distance;
}

static void check_derivatives(const trial *t)
{
    const double h = 1e-6; // a jump of the third derivative, as of cubic splines, costs h times the jump
    for (double time = -4.0; time < 8.0; time += 0.0137) {
        if (near_break(t, time, h)) continue;
        for (int d = 0; d < 2; d++) {
            const double difference = (at(t, time + h, d) - at(t, time - h, d)) / (2.0 * h);
            assert_close(at(t, time, d + 1), difference, 1e-6, 30.0);
        }
    }
}

static void check_breaks(const trial *t)
{
    const double h = 1e-9;
    int n = 0;
    for (double b = gud_motion_next_break(t->motion, t->params, -4.0); b < 8.0; n++) {
        assert_near(at(t, b + h, 0), at(t, b - h, 0), 1e-6);
        for (int d = 0; d < 3; d++) assert_near(at(t, b, d), at(t, b + h, d), 1e-6); // at a break: what follows it
        const double next = gud_motion_next_break(t->motion, t->params, b);
        assert_true(next > b);
        b = next;
    }
    assert_true(n < 1000);
}

// value and rate change by the integral of their derivatives: no kink goes without a break
static void check_kinks(const trial *t)
{
    const double h = 2e-4; // a jump of the third derivative costs an eighth of it times the jump
    for (double time = -4.0; time < 8.0; time += h) {
        if (gud_motion_next_break(t->motion, t->params, time) <= time + h) continue;
        for (int d = 0; d < 2; d++) {
            const double mean = 0.5 * (at(t, time, d + 1) + at(t, time + h, d + 1));
            assert_near((at(t, time + h, d) - at(t, time, d)) / h, mean, 1e-2);
        }
    }
}

static void test_derivatives(void **state)
{
    (void)state;
    for_every_law(check_derivatives);
}

static void test_breaks(void **state)
{
    (void)state;
    for_every_law(check_breaks);
}

static void test_kinks(void **state)
{
    (void)state;
    for_every_law(check_kinks);
}

static void test_rows_are_described(void **state)
{
    (void)state;
    for (const gud_row *const *row = gud_motion_rows; *row; row++) {
        assert_true(strlen((*row)->name) > 0 && strlen((*row)->about) > 0);
        for (int i = 0; i < (*row)->nfield; i++) {
            const gud_field *field = &(*row)->fields[i];
            assert_true(strlen(field->about) > 0);
            assert_true(field->offset < (*row)->size);
            if (field->type == GUD_NUMBER) assert_non_null(field->unit);
            if (field->type == GUD_CHOICE) assert_non_null(field->choices);
            for (int j = 0; j < i; j++) assert_string_not_equal(field->key, (*row)->fields[j].key);
        }
        for (const gud_row *const *other = gud_motion_rows; other < row; other++)
            assert_string_not_equal((*row)->name, (*other)->name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_derivatives),
        cmocka_unit_test(test_breaks),
        cmocka_unit_test(test_kinks),
        cmocka_unit_test(test_rows_are_described),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
