// Every allocation fails once: the loader must say so, leak nothing and touch nothing that is not there.
// Linked with --wrap=gud_alloc,--wrap=gud_resize.

#include "unit/load_check.h"

#include "load/describe.h"

#include <stdio.h>

void *__real_gud_alloc(size_t count, size_t size);
void *__real_gud_resize(void *memory, size_t count, size_t size);
void *__wrap_gud_alloc(size_t count, size_t size);
void *__wrap_gud_resize(void *memory, size_t count, size_t size);

static long calls_left = -1; // until the call that fails; negative: none fails

static int fails_now(void)
{
    return calls_left >= 0 && calls_left-- == 0;
}

void *__wrap_gud_alloc(size_t count, size_t size)
{
    return fails_now() ? NULL : __real_gud_alloc(count, size);
}

void *__wrap_gud_resize(void *memory, size_t count, size_t size)
{
    return fails_now() ? NULL : __real_gud_resize(memory, count, size);
}

static gud_buffer large_model(bool good)
{
    gud_buffer text;
    gud_buffer_init(&text);
    gud_buffer_add(&text, "gudgeon: 1\ntitle: wrap\nbodies:\n");
    for (int i = 0; i < 600; i++)
        gud_buffer_print(&text, "  body-%d: {mass: %d g, mesh: part%d.stp, %s: [1 mm]}\n", i, i + 1, i,
                         good ? "at" : "ta");
    gud_buffer_add(&text, "joints:\n");
    for (int i = 0; i < 300; i++)
        gud_buffer_print(&text, "  j%d: {type: revolute, between: [body-%d, ground], film: {viscosity: 1}}\n", i, i);
    return text;
}

// runs with the k-th allocation failing until none fails any more
static void every_failure(const gud_units *units, bool good)
{
    static const char *const set[] = {"bodies.body-3.mass=7", "joints.j1.friction=0.1"};
    gud_buffer text = large_model(good);
    gud_status status = GUD_ERR_MEMORY;
    int k = 0;
    for (; status == GUD_ERR_MEMORY; k++) {
        gud_diag diag;
        gud_input *input;
        gud_diag_init(&diag);
        calls_left = k;
        status = gud_input_read("dir/m.yaml", gud_buffer_text(&text), text.size, set, 2, model_sections, units, &diag,
                                &input);
        const bool failed = calls_left < 0;
        calls_left = -1;
        if (diag.failed) status = GUD_ERR_MEMORY; // a lost message
        assert_true(failed == (status == GUD_ERR_MEMORY));
        assert_true((input != NULL) == (status == GUD_OK));
        gud_input_free(input);
        gud_diag_free(&diag);
    }
    assert_int_equal(status, good ? GUD_OK : GUD_ERR_INPUT);
    assert_true(k > 10);
    gud_buffer_free(&text);
}

static void test_good_model(void **state)
{
    every_failure(*state, true);
}

static void test_bad_model(void **state)
{
    every_failure(*state, false);
}

static void test_file(void **state)
{
    char path[] = "/tmp/gudgeon-wrap-XXXXXX";
    const int file = mkstemp(path);
    assert_true(file >= 0);
    FILE *stream = fdopen(file, "w");
    assert_true(fputs("gudgeon: 1\nbodies: {a: {mass: 1}}\n", stream) >= 0);
    assert_int_equal(fclose(stream), 0);
    gud_status status = GUD_ERR_MEMORY;
    for (int k = 0; status == GUD_ERR_MEMORY; k++) {
        gud_diag diag;
        gud_input *input;
        gud_diag_init(&diag);
        calls_left = k;
        status = gud_input_load(path, NULL, 0, model_sections, *state, &diag, &input);
        calls_left = -1;
        gud_input_free(input);
        gud_diag_free(&diag);
    }
    assert_int_equal(status, GUD_OK);
    (void)remove(path);
}

static void test_documents(void **state)
{
    (void)state;
    bool failed = true;
    for (int k = 0; failed; k++) {
        gud_buffer out;
        gud_buffer_init(&out);
        calls_left = k;
        gud_schema_write(&out, model_sections);
        (void)gud_manual_write(&out, model_sections, NULL, GUD_MANUAL_MARKDOWN);
        failed = calls_left < 0;
        calls_left = -1;
        assert_true(out.failed == failed);
        gud_buffer_free(&out);
    }
}

static void test_units(void **state)
{
    (void)state;
    gud_error error;
    gud_units *units;
    calls_left = 0;
    assert_int_equal(gud_units_create(&error, &units), GUD_ERR_MEMORY);
    calls_left = -1;
    assert_null(units);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good_model), cmocka_unit_test(test_bad_model), cmocka_unit_test(test_file),
        cmocka_unit_test(test_documents),  cmocka_unit_test(test_units),
    };
    return cmocka_run_group_tests(tests, units_setup, units_teardown);
}
