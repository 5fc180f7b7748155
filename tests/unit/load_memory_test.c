// Every allocation fails once: the loader must say so, leak nothing and touch nothing that is not there.

#include "heap.h"
#include "unit/load_check.h"

#include "load/describe.h"

#include <stdio.h>

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

typedef struct reading {
    const gud_units *units;
    const char *path;
    gud_buffer text;     // of the model
    gud_status expected; // when there is memory
} reading;

static gud_status read_model(void *with)
{
    static const char *const set[] = {"bodies.body-3.mass=7", "joints.j1.friction=0.1"};
    const reading *r = with;
    gud_diag diag;
    gud_input *input;
    gud_diag_init(&diag);
    const gud_origin origin = {"dir/m.yaml", gud_buffer_text(&r->text), r->text.size, set, GUD_COUNT(set), false, NULL};
    gud_status status = gud_input_load(&origin, model_sections, r->units, &diag, &input);
    assert_true((input != NULL) == (status == GUD_OK));
    if (diag.failed) status = GUD_ERR_MEMORY; // a lost message
    gud_input_free(input);
    gud_diag_free(&diag);
    return status == r->expected ? GUD_OK : status;
}

// parameters, groups, defaults and overrides, many enough for several blocks of memory
static gud_buffer large_language(bool good)
{
    gud_buffer text;
    gud_buffer_init(&text);
    gud_buffer_add(&text, "gudgeon: 1\nparameters:\n  p0: 1 mm\n");
    for (int i = 1; i < 200; i++) gud_buffer_print(&text, "  p%d: p%d + 1 mm\n", i, i - 1);
    gud_buffer_print(
        &text,
        "defaults: {joints: {revolute: {radius: = %s}}}\ngroups:\n  g:\n    parameters: {a: = p3, on: "
        "ground}\n    bodies: {rod: {mass: 1, at: [= a]}}\n    frames: {base: {body: ground}}\n    joints: "
        "{pin: {type: revolute, between: [= on, rod]}}\n  h: {use: {x: {group: g, at: [1]}}}\nbodies: "
        "{body-3: {mass: 1}}\njoints: {j1: {type: revolute, between: [ground, body-3]}}\noverride: "
        "{bodies.body-3.fixed: yes}\nuse:\n",
        good ? "p5" : "q5");
    for (int i = 0; i < 100; i++)
        gud_buffer_print(&text, "  u%d: {group: h, at: [= p%d]}\n  v%d: {group: g, parameters: {a: 2*p%d}}\n", i, i, i,
                         i);
    return text;
}

static void test_language(void **state)
{
    for (int good = 0; good < 2; good++) {
        reading r = {
            .units = *state, .text = large_language(good == 1), .expected = good == 1 ? GUD_OK : GUD_ERR_INPUT};
        assert_true(heap_exhaust(read_model, &r) > 9);
        gud_buffer_free(&r.text);
    }
}

static void test_good_model(void **state)
{
    reading r = {.units = *state, .text = large_model(true), .expected = GUD_OK};
    assert_true(heap_exhaust(read_model, &r) > 9);
    gud_buffer_free(&r.text);
}

static void test_bad_model(void **state)
{
    reading r = {.units = *state, .text = large_model(false), .expected = GUD_ERR_INPUT};
    assert_true(heap_exhaust(read_model, &r) > 9);
    gud_buffer_free(&r.text);
}

static gud_status load_file(void *with)
{
    const reading *r = with;
    gud_diag diag;
    gud_input *input;
    gud_diag_init(&diag);
    const gud_status status = gud_input_load(&(gud_origin){.path = r->path}, model_sections, r->units, &diag, &input);
    gud_input_free(input);
    gud_diag_free(&diag);
    return status;
}

static void test_model_of_a_file(void **state)
{
    char path[] = "/tmp/gudgeon-memory-XXXXXX";
    const int file = mkstemp(path);
    assert_true(file >= 0);
    FILE *stream = fdopen(file, "w");
    assert_true(fputs("gudgeon: 1\nbodies: {a: {mass: 1}}\n", stream) >= 0);
    assert_int_equal(fclose(stream), 0);
    reading r = {.units = *state, .path = path};
    (void)heap_exhaust(load_file, &r);
    (void)remove(path);
}

static gud_status write_schema(void *with)
{
    (void)with;
    gud_buffer out;
    gud_buffer_init(&out);
    gud_schema_write(&out, model_sections);
    const gud_status status = out.failed ? GUD_ERR_MEMORY : GUD_OK;
    gud_buffer_free(&out);
    return status;
}

static void test_schema(void **state)
{
    (void)state;
    (void)heap_exhaust(write_schema, NULL);
}

static gud_status make_units(void *with)
{
    (void)with;
    gud_error error;
    gud_units *units;
    const gud_status status = gud_units_create(&error, &units);
    assert_true((units != NULL) == (status == GUD_OK));
    gud_units_free(units);
    return status;
}

static void test_table_of_units(void **state)
{
    (void)state;
    assert_true(heap_exhaust(make_units, NULL) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good_model),      cmocka_unit_test(test_bad_model),
        cmocka_unit_test(test_model_of_a_file), cmocka_unit_test(test_schema),
        cmocka_unit_test(test_table_of_units),  cmocka_unit_test(test_language),
    };
    return cmocka_run_group_tests(tests, units_setup, units_teardown);
}
