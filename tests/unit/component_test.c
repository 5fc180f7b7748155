// Files about one component: the shipped examples become sheets, the tables are sound, and every allocation may fail.
#include "check.h"

#include "base/alloc.h"
#include "cli/bearing.h"
#include "cli/comparison.h"
#include "component/contact.h"
#include "component/gap.h"
#include "component/rough.h"
#include "load/describe.h"

#include <stdlib.h>
#include <string.h>

// allocations that let the k-th one fail; the library's own are not linked then
static int alloc_countdown = -1, alloc_open = 0;

void *gud_alloc(size_t count, size_t size)
{
    if (alloc_countdown >= 0 && alloc_countdown-- == 0) return NULL;
    alloc_open++;
    return calloc(count + 1, size);
}

void *gud_resize(void *memory, size_t count, size_t size)
{
    if (alloc_countdown >= 0 && alloc_countdown-- == 0) return NULL;
    if (!memory) alloc_open++;
    return realloc(memory, count * size + 1);
}

void gud_free(void *memory)
{
    if (memory) alloc_open--;
    free(memory);
}

typedef struct fixture {
    gud_units *units;
    gud_diag diag;
    gud_input *input;
} fixture;

static gud_status load(fixture *f, const char *path, const gud_component *component)
{
    gud_diag_init(&f->diag);
    return gud_input_load(path, NULL, 0, component->sections, f->units, &f->diag, &f->input);
}

static void unload(fixture *f)
{
    gud_input_free(f->input);
    gud_diag_free(&f->diag);
    f->input = NULL;
}

static fixture with_units(void)
{
    fixture f = {0};
    gud_error error;
    assert_int_equal(gud_units_create(&error, &f.units), GUD_OK);
    return f;
}

static const char contact_file[] = "examples/contact/liu-2013.yaml";
static const char rough_file[] = "examples/rough/trace.yaml";
static const char bearing_file[] = "examples/bearing/mixed.yaml";

static void the_contact_example_becomes_a_sheet(void **state)
{
    (void)state;
    const double expected[] = {872.0, 496.0, 558.0}; // first row of table 1 of Liu 2013
    fixture f = with_units();
    gud_contact_sheet *s = NULL;
    assert_int_equal(load(&f, contact_file, &gud_component_contact), GUD_OK);
    assert_int_equal(gud_contact_sheet_make(f.input, f.units, &f.diag, &s), GUD_OK);
    unload(&f); // the sheet stands alone

    assert_int_equal(s->nlaw, 3);
    assert_int_equal(s->measured.n, 11);
    assert_int_equal(s->measured.ngroup, 3);
    for (int law = 0; law < 3; law++) assert_near(s->measured.model[law * 11], expected[law], 0.6);
    for (int law = 0; law < 2; law++) assert_true(s->measured.error[2] < s->measured.error[law]);

    // the pair is the first of the measured joints
    assert_near(s->measured.group_clearance[0], s->pair.clearance, 1e-15);
    assert_memory_equal(s->measured.group_force, s->force, 3U * (size_t)s->ndepth * sizeof(double));
    gud_contact_sheet_free(s);
    gud_units_free(f.units);
}

static void the_trace_becomes_a_sheet(void **state)
{
    (void)state;
    fixture f = with_units();
    gud_rough_sheet *s = NULL;
    assert_int_equal(load(&f, rough_file, &gud_component_rough), GUD_OK);
    assert_int_equal(gud_rough_sheet_make(f.input, &f.diag, &s), GUD_OK);
    unload(&f);

    assert_int_equal(s->nmodel, 3);
    assert_string_equal(s->names[1], "KE");
    assert_near(s->params.sigma, 0.25e-6, 0.01e-6); // as its README says
    for (int i = 1; i < s->n; i++) assert_true(s->pressure[i] < s->pressure[i - 1]);
    gud_rough_sheet_free(s);
    gud_units_free(f.units);
}

static void the_tables_have_no_mistakes(void **state)
{
    (void)state;
    fixture f = with_units();
    for (int i = 0; gud_components[i]; i++) {
        gud_diag diag;
        gud_buffer text;
        gud_diag_init(&diag);
        gud_buffer_init(&text);
        gud_tables_check(gud_components[i]->sections, f.units, &diag);
        gud_diag_write(&diag, &text);
        assert_string_equal(gud_buffer_text(&text), "");
        assert_string_equal(gud_components[i]->name, gud_component_names[i]);
        gud_buffer_free(&text);
        gud_diag_free(&diag);
    }
    gud_units_free(f.units);
}

// ---- memory

static gud_status use_contact(fixture *f)
{
    gud_contact_sheet *s = NULL;
    gud_status st = load(f, contact_file, &gud_component_contact);
    if (st == GUD_OK) st = gud_contact_sheet_make(f->input, f->units, &f->diag, &s);
    assert_true((st == GUD_OK) == (s != NULL));
    gud_contact_sheet_free(s);
    unload(f);
    return st;
}

// a coarse bearing, its points of operation, and all that is written about them
static gud_status use_bearing(fixture *f)
{
    static const char *const set[] = {"bearing.grid=[24, 3]", "sweep.speed={from: 100 rpm, to: 900 rpm, points: 3}",
                                      "oil.pressure={type: barus, coefficient: 2e-8}", "operate.tilt=[1e-4, 0]",
                                      "bearing.flow_factors={type: patir-cheng, sigma: 0.4 um}"};
    gud_bearing_case *c = NULL;
    gud_bearing_study study;
    gud_bearing_map map;
    gud_error error = {"memory"};
    gud_diag_init(&f->diag);
    gud_status st = gud_input_load(bearing_file, set, GUD_COUNT(set), gud_component_bearing.sections, f->units,
                                   &f->diag, &f->input);
    if (st == GUD_OK) st = gud_bearing_case_make(f->input, &f->diag, &c);
    assert_true((st == GUD_OK) == (c != NULL));
    if (st == GUD_OK) st = gud_bearing_study_make(c, &study, &error);
    if (st == GUD_OK) {
        assert_int_equal(study.nmissing, 0);
        assert_true(study.point.load > 2499.0 && study.point.load < 2501.0);
        assert_true(study.point.moment_x != 0.0 && isfinite(study.point.moment_y));
        st = gud_bearing_map_make(c, &study, &error, &map);
    }
    if (st == GUD_OK) {
        gud_buffer text;
        gud_json json;
        gud_buffer_init(&text);
        gud_json_init(&json, &text, true);
        gud_bearing_json(c, &study, &json);
        if (text.failed) st = GUD_ERR_MEMORY;
        gud_buffer_free(&text);
    }
    gud_bearing_case_free(c);
    unload(f);
    return st;
}

static gud_status use_rough(fixture *f)
{
    gud_rough_sheet *s = NULL;
    gud_status st = load(f, rough_file, &gud_component_rough);
    if (st == GUD_OK) st = gud_rough_sheet_make(f->input, &f->diag, &s);
    assert_true((st == GUD_OK) == (s != NULL));
    gud_rough_sheet_free(s);
    unload(f);
    return st;
}

static gud_status use_gap(fixture *f)
{
    static const char text[] =
        "gudgeon: 1\nsurfaces: {a: {shape: cylinder, radius: 1.1, length: 2}, b: {shape: barrel, "
        "radius: 1, crown: 0.01, length: 2}}\ngap: {between: [a, b], cells: [6, 2]}\n";
    gud_gap_sheet *s = NULL;
    gud_diag_init(&f->diag);
    gud_status st = gud_input_read("gap.yaml", text, strlen(text), NULL, 0, gud_component_gap.sections, f->units,
                                   &f->diag, &f->input);
    if (st == GUD_OK) st = gud_gap_sheet_make(f->input, f->units, &f->diag, &s);
    assert_true((st == GUD_OK) == (s != NULL));
    gud_gap_sheet_free(s);
    unload(f);
    return st;
}

static const double abscissa[] = {0.0, 1.0, 2.0}, values[] = {0.0, 1.0, 4.0, (double)NAN, (double)NAN, (double)NAN};
static const char *const names[] = {"square", "unknown"};
static const gud_comparison comparison = {.x = {"depth", "depth", "m"},
                                          .y = {{"force", "force", "N"}, {"width", "width", "m"}},
                                          .n = 3,
                                          .nlaw = 2,
                                          .names = names,
                                          .abscissa = abscissa,
                                          .values = {values, values}};

static gud_status use_picture(fixture *f)
{
    (void)f;
    gud_picture picture;
    FILE *out = fopen("/dev/null", "w");
    assert_non_null(out);
    gud_status st = gud_comparison_print(&comparison, 0, out);
    assert_int_equal(fclose(out), 0);
    if (st == GUD_OK) st = gud_picture_create(2, 1, &picture);
    if (st != GUD_OK) return st;
    gud_picture_panel(&picture, 0, &comparison.y[0], true);
    st = gud_picture_laws(&picture, 0, &comparison, values);
    if (st == GUD_OK) {
        assert_int_equal(picture.plot.ncurve, 1);      // what is not known is not drawn
        assert_int_equal(picture.plot.curves[0].n, 2); // nor is zero on a logarithmic axis
    }
    gud_picture_free(&picture);
    return st;
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    gud_status (*const uses[])(fixture *) = {use_contact, use_rough, use_bearing, use_gap, use_picture};
    fixture f = with_units();
    for (int i = 0; i < GUD_COUNT(uses); i++) {
        const int before = alloc_open;
        gud_status st = GUD_ERR_MEMORY;
        int k = 0;
        for (; st == GUD_ERR_MEMORY; k++) {
            alloc_countdown = k;
            st = uses[i](&f);
            alloc_countdown = -1;
            assert_int_equal(alloc_open, before);
        }
        assert_int_equal(st, GUD_OK);
        assert_true(k > 3);
    }
    gud_units_free(f.units);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_contact_example_becomes_a_sheet),
        cmocka_unit_test(the_trace_becomes_a_sheet),
        cmocka_unit_test(the_tables_have_no_mistakes),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
