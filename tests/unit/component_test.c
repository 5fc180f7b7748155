// Files about one component: the shipped examples become sheets, and every allocation may fail.
#include "heap.h"

#include "cli/bearing.h"
#include "cli/picture.h"
#include "component/contact.h"
#include "component/gap.h"
#include "component/json.h"
#include "component/rough.h"

static const char contact_file[] = "examples/contact/liu-2013.yaml";
static const char rough_file[] = "examples/rough/trace.yaml";
static const char bearing_file[] = "examples/bearing/mixed.yaml";
static const char gap_file[] = "examples/gap/crowned-journal.yaml";

// NULL without memory; every other failure is one of the test
static void *load(const gud_component *component, const char *path, const char *const *set, int nset)
{
    gud_diag diag;
    gud_diag_init(&diag);
    void *sheet;
    const gud_status st = gud_component_load(component, path, set, nset, &diag, &sheet);
    assert_true(st == GUD_OK || st == GUD_ERR_MEMORY);
    assert_true((st == GUD_OK) == (sheet != NULL));
    gud_diag_free(&diag);
    return sheet;
}

static void the_contact_example_becomes_a_sheet(void **state)
{
    (void)state;
    const double expected[] = {872.0, 496.0, 558.0}; // first row of table 1 of Liu 2013
    gud_contact_sheet *s = load(&gud_component_contact, contact_file, NULL, 0);
    assert_non_null(s);

    assert_int_equal(s->nlaw, 3);
    assert_int_equal(s->measured.n, 11);
    assert_int_equal(s->measured.ngroup, 3);
    for (int law = 0; law < 3; law++) assert_near(s->measured.model[law * 11], expected[law], 0.6);
    for (int law = 0; law < 2; law++) assert_true(s->measured.error[2] < s->measured.error[law]);

    // the pair is the first of the measured joints
    assert_near(s->measured.group_clearance[0], s->pair.clearance, 1e-15);
    assert_memory_equal(s->measured.group_force, s->force, 3U * (size_t)s->ndepth * sizeof(double));
    gud_component_free(s);
}

static void the_trace_becomes_a_sheet(void **state)
{
    (void)state;
    gud_rough_sheet *s = load(&gud_component_rough, rough_file, NULL, 0);
    assert_non_null(s);

    assert_int_equal(s->nmodel, 3);
    assert_string_equal(s->names[1], "KE");
    assert_near(s->params.sigma, 0.25e-6, 0.01e-6); // as its README says
    for (int i = 1; i < s->n; i++) assert_true(s->pressure[i] < s->pressure[i - 1]);
    gud_component_free(s);
}

// ---- memory

static gud_status use(const gud_component *component, const char *path, const char *const *set, int nset)
{
    void *sheet = load(component, path, set, nset);
    gud_component_free(sheet);
    return sheet ? GUD_OK : GUD_ERR_MEMORY;
}

static gud_status use_contact(void *with)
{
    (void)with;
    return use(&gud_component_contact, contact_file, NULL, 0);
}

static gud_status use_rough(void *with)
{
    (void)with;
    return use(&gud_component_rough, rough_file, NULL, 0);
}

static gud_status use_gap(void *with)
{
    (void)with;
    static const char *const set[] = {"gap.cells=[6, 2]"};
    return use(&gud_component_gap, gap_file, set, GUD_COUNT(set));
}

static gud_status write_bearing(gud_bearing_sheet *c)
{
    gud_bearing_map map;
    gud_buffer text;
    gud_error error;
    assert_int_equal(c->nmissing, 0);
    assert_true(c->point.load > 2499.0 && c->point.load < 2501.0);
    assert_true(c->point.moment_x != 0.0 && isfinite(c->point.moment_y));
    GUD_TRY(gud_bearing_map_make(c, &error, &map));
    gud_buffer_init(&text);
    gud_component_json(c, &text);
    const gud_status st = text.failed ? GUD_ERR_MEMORY : GUD_OK;
    gud_buffer_free(&text);
    return st;
}

// a coarse bearing, its points of operation, and all that is written about them
static gud_status use_bearing(void *with)
{
    (void)with;
    static const char *const set[] = {"bearing.grid=[24, 3]", "sweep.speed={from: 100 rpm, to: 900 rpm, points: 3}",
                                      "oil.pressure={type: barus, coefficient: 2e-8}", "operate.tilt=[1e-4, 0]",
                                      "bearing.flow_factors={type: patir-cheng, sigma: 0.4 um}"};
    gud_bearing_sheet *c = load(&gud_component_bearing, bearing_file, set, GUD_COUNT(set));
    const gud_status st = c ? write_bearing(c) : GUD_ERR_MEMORY;
    gud_component_free(c);
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

static gud_status use_picture(void *with)
{
    (void)with;
    gud_picture picture;
    FILE *out = fopen("/dev/null", "w");
    assert_non_null(out);
    gud_status st = gud_comparison_print(&comparison, 0, out);
    assert_int_equal(fclose(out), 0);
    if (st != GUD_OK) return st;
    gud_picture_init(&picture, NULL, &comparison.x, 2, 1);
    gud_picture_panel(&picture, 0, &comparison.y[0], true);
    gud_picture_laws(&picture, 0, &comparison, values);
    if (picture.arena.failed) {
        st = GUD_ERR_MEMORY;
    } else {
        assert_int_equal(picture.plot.ncurve, 1);      // what is not known is not drawn
        assert_int_equal(picture.plot.curves[0].n, 2); // nor is zero on a logarithmic axis
    }
    gud_picture_free(&picture);
    return st;
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    gud_status (*const uses[])(void *) = {use_contact, use_rough, use_bearing, use_gap, use_picture};
    for (int i = 0; i < GUD_COUNT(uses); i++) assert_true(heap_exhaust(uses[i], NULL) > 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_contact_example_becomes_a_sheet),
        cmocka_unit_test(the_trace_becomes_a_sheet),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
