// Laws from outside, by tables and by shared libraries: what they promise, and what is refused. The library is
// examples/library/laws.c; GUD_PLUGINS is the folder where it and tests/plugins/bad.c, in several versions, are.

#include "check.h"

#include "contact/contact.h"
#include "contact/friction.h"
#include "film/oil.h"
#include "film/viscosity_outside.h"

#include <gudgeon/gudgeon.h>

#include <stdio.h>
#include <string.h>

typedef struct scene {
    gud_arena arena;
    gud_units *units;
    gud_error error;
    gud_law_context context;
} scene;

static void scene_make(scene *s, bool plugins)
{
    gud_arena_init(&s->arena);
    assert_int_equal(gud_units_create(&s->error, &s->units), GUD_OK);
    s->context = (gud_law_context){&s->arena, s->units, plugins, &s->error};
}

static void scene_free(scene *s)
{
    gud_units_free(s->units);
    gud_arena_free(&s->arena);
}

// ---- tables

static const double depths[] = {0.0, 1e-5, 3e-5, 1e-4, 2e-4}, forces[] = {0.0, 20.0, 100.0, 900.0, 2500.0};

static gud_contact table_contact(scene *s, double restitution_out)
{
    const gud_contact_law *law = gud_contact_find("table");
    gud_contact_params prm;
    gud_contact_pair pair;
    gud_contact contact;
    gud_contact_defaults(law, &prm);
    gud_contact_pair_defaults(&pair);
    prm.restitution_out = restitution_out;
    prm.source.x = (gud_numbers){depths, GUD_COUNT(depths)};
    prm.source.y = (gud_numbers){forces, GUD_COUNT(forces)};
    if (gud_contact_source(&s->context, &prm) != GUD_OK) fail_msg("%s", s->error.text);
    if (gud_contact_make(law, &prm, &pair, &s->error, &contact) != GUD_OK) fail_msg("%s", s->error.text);
    return contact;
}

static double force_at(const gud_contact *c, double depth, double rate, double *F_depth, double *F_rate)
{
    const double rate0 = 0.5;
    double force;
    const gud_contact_in in = {&depth, &rate, &rate0};
    gud_contact_out out = {&force, F_depth, F_rate};
    gud_contact_eval(c, 1, &in, &out);
    return force;
}

// slopes are differences, away from the points, where a second derivative jumps
static void check_slopes(const gud_contact *c, double step)
{
    for (double d = 0.7e-6; d < 3e-4; d *= 1.31)
        for (double v = -0.2; v < 0.5; v += 0.3) {
            double F_depth, F_rate, ignored[2];
            const double h = step * d, k = 1e-3;
            const double force = force_at(c, d, v, &F_depth, &F_rate);
            const double deep = force_at(c, d + h, v, &ignored[0], &ignored[1]),
                         flat = force_at(c, d - h, v, &ignored[0], &ignored[1]),
                         fast = force_at(c, d, v + k, &ignored[0], &ignored[1]),
                         slow = force_at(c, d, v - k, &ignored[0], &ignored[1]);
            assert_true(force > 0.0);
            assert_close(F_depth, (deep - flat) / (2.0 * h), 1e-5, 0.0);
            assert_close(F_rate, (fast - slow) / (2.0 * k), 1e-6, 1e-9 * force);
        }
}

static void a_table_of_forces_is_a_law(void **state)
{
    (void)state;
    scene s;
    scene_make(&s, false);
    const gud_contact elastic = table_contact(&s, (double)NAN), damped = table_contact(&s, 0.7);
    double slope[2], last;
    for (int i = 0; i < GUD_COUNT(depths); i++)
        assert_close(force_at(&elastic, depths[i], 0.3, &slope[0], &slope[1]), forces[i], 1e-12, 1e-12);
    double before = 0.0; // it rises, and goes straight on behind the last point
    for (double d = 1e-7; d < 4e-4; d *= 1.1) {
        const double force = force_at(&elastic, d, 0.0, &slope[0], &slope[1]);
        assert_true(force > before);
        before = force;
    }
    (void)force_at(&elastic, depths[4] + 1e-12, 0.0, &last, &slope[1]);
    assert_close(force_at(&elastic, depths[4] + 1e-4, 0.0, &slope[0], &slope[1]), forces[4] + 1e-4 * last, 1e-9, 0.0);
    assert_true(force_at(&damped, -1e-6, 0.0, &slope[0], &slope[1]) == 0.0 && slope[0] == 0.0 && slope[1] == 0.0);
    check_slopes(&elastic, 1e-7);
    check_slopes(&damped, 1e-7);
    scene_free(&s);
}

static void a_table_of_coefficients_is_a_law(void **state)
{
    (void)state;
    static const double speeds[] = {0.0, 0.01, 0.1, 1.0}, coefficients[] = {0.0, 0.2, 0.12, 0.1};
    const gud_friction_law *law = gud_friction_find("table");
    scene s;
    gud_friction_params prm;
    gud_friction friction;
    scene_make(&s, false);
    gud_friction_defaults(law, &prm);
    prm.source.x = (gud_numbers){speeds, 4};
    prm.source.y = (gud_numbers){coefficients, 4};
    assert_int_equal(gud_friction_source(&s.context, &prm), GUD_OK);
    assert_int_equal(gud_friction_make(law, &prm, &s.error, &friction), GUD_OK);
    const double at[] = {0.0, 0.005, 0.01, 0.05, 1.0, 7.0};
    double mu[6], slope[6];
    law->curve(&friction.params, 6, at, mu, slope);
    assert_true(mu[0] == 0.0 && mu[1] > 0.0 && mu[1] < 0.2 && mu[3] < 0.2 && mu[3] > 0.12);
    assert_near(mu[2], 0.2, 1e-14);
    assert_true(mu[4] == mu[5] && slope[5] == 0.0); // held
    scene_free(&s);
}

// ---- a library

static void set_library(gud_law_source *source, const char *library, const char *name, const char *const *settings,
                        int n)
{
    source->library = library;
    source->name = name;
    source->settings = (gud_names){settings, n};
}

static gud_contact library_contact(scene *s)
{
    static const char *const settings[] = {"stiffness=200 N/mm", "damping = 0.8 s/m"};
    const gud_contact_law *law = gud_contact_find("plugin");
    gud_contact_params prm;
    gud_contact_pair pair;
    gud_contact contact;
    gud_contact_defaults(law, &prm);
    gud_contact_pair_defaults(&pair);
    set_library(&prm.source, GUD_PLUGINS "/laws.so", "rubber", settings, 2);
    if (gud_contact_source(&s->context, &prm) != GUD_OK) fail_msg("%s", s->error.text);
    if (gud_contact_make(law, &prm, &pair, &s->error, &contact) != GUD_OK) fail_msg("%s", s->error.text);
    return contact;
}

static void a_library_has_a_contact_law(void **state)
{
    (void)state;
    scene s;
    scene_make(&s, true);
    const gud_contact c = library_contact(&s);
    double slope[2];
    assert_close(force_at(&c, 1e-3, 0.5, &slope[0], &slope[1]), 200e3 * 2e-3 * 1.4, 1e-12, 0.0);
    assert_true(force_at(&c, 0.0, 0.5, &slope[0], &slope[1]) == 0.0 && slope[0] == 0.0);
    assert_true(isnan(force_at(&c, (double)NAN, 0.5, &slope[0], &slope[1])));
    check_slopes(&c, 1e-5);
    scene_free(&s);
}

static void a_library_has_a_viscosity(void **state)
{
    (void)state;
    scene s;
    gud_lubricant oil;
    const char *key;
    scene_make(&s, true);
    union {
        gud_law_source source;
        char block[512];
    } params = {.block = {0}};
    static const char *const settings[] = {"viscosity=200 cP"};
    assert_true(gud_viscosity_plugin.row.size <= sizeof params);
    set_library(&params.source, GUD_PLUGINS "/laws.so", "silicone", settings, 1);
    gud_oil_params p = {.temperature = 318.15, .grade = -1, .law = {&gud_viscosity_plugin.row, NULL, &params}};
    assert_int_equal(gud_viscosity_source(&s.context, &p.law), GUD_OK);
    assert_int_equal(gud_oil_make(&p, &oil, &key, &s.error), GUD_OK);
    assert_close(oil.eta0, 0.2 * exp(-0.3), 1e-12, 0.0);
    gud_lubricant_release(&oil);
    scene_free(&s);
}

// ---- models

static const char head[] = "gudgeon: 1\nspace: planar\ngravity: [0, -9.81]\n"
                           "bodies: {rod: {mass: 1 kg, inertia: 0.1, at: [0, -0.5]}}\n"
                           "frames: {rod.top: {body: rod, at: [0, 0.5]}}\n"
                           "joints:\n  hinge: {type: revolute, between: [rod.top, ground], model: dry, radius: 10 mm,\n"
                           "    clearance: 0.2 mm,\n";
static const char tail[] = "}\nsimulate: {until: 0.02 s}\n";
static const char hertz[] = "contact: {law: hertz_point, stiffness: 1e9}";

static gud_model *load(const char *laws, unsigned flags, gud_diagnostics **why)
{
    char text[2000];
    gud_model *m;
    (void)snprintf(text, sizeof text, "%s    %s%s", head, laws, tail);
    (void)gud_model_load_with("model.yaml", text, NULL, 0, flags, &m, why);
    return m;
}

static void refused(const char *laws, unsigned flags, const char *why_not)
{
    gud_diagnostics *why;
    gud_model *m = load(laws, flags, &why);
    const char *text = gud_diagnostics_text(why);
    if (m || !strstr(text, why_not) || !strstr(text, "joint 'hinge'"))
        fail_msg("%s\ngave: %s\nnot: %s", laws, text, why_not);
    gud_diagnostics_free(why);
}

static void bad_tables_are_refused(void **state)
{
    (void)state;
    refused("contact: {law: table}", 0, "needs exactly one of: file, depth");
    refused("contact: {law: table, depth: [0, 1 um]}", 0, "force");
    refused("contact: {law: table, depth: [0, 1 um], force: [0]}", 0, "2 and 1 numbers");
    refused("contact: {law: table, depth: [0, 1 um, 2 um], force: [0, 5 N, 4 N]}", 0, "it must increase");
    refused("contact: {law: table, depth: [0, 2 um, 1 um], force: [0, 4 N, 5 N]}", 0, "increase");
    refused("contact: {law: table, depth: [1 um, 2 um], force: [1 N, 4 N]}", 0, "must begin at 0 m with 0 N");
    refused("contact: {law: table, depth: [0, 2 s], force: [0 N, 4 N]}", 0, "wrong unit");
    refused("contact: {law: table, file: none.csv}", 0, "none.csv");
    char laws[300];
    (void)snprintf(laws, sizeof laws, "%s,\n    friction: {law: table, speed: [0, 1], coefficient: [0.1, 0.2]}", hertz);
    refused(laws, 0, "must begin at 0 m/s");
}

static void bad_library(int number, const char *settings, unsigned flags, const char *why_not)
{
    char laws[600];
    (void)snprintf(laws, sizeof laws,
                   "%s,\n    friction: {law: plugin, library: " GUD_PLUGINS "/bad%d.so, name: jumps%s}", hertz, number,
                   settings);
    refused(laws, flags, why_not);
}

static void bad_libraries_are_refused(void **state)
{
    (void)state;
    bad_library(0, "", 0, "allow it with --plugins");
    bad_library(0, "", GUD_LOAD_PLUGINS, "has a coefficient of 0.5 at rest");
    bad_library(0, ", settings: [offset]", GUD_LOAD_PLUGINS, "not of the form name=value");
    bad_library(0, ", settings: [ofset=1]", GUD_LOAD_PLUGINS, "did you mean 'offset'?");
    bad_library(0, ", settings: [offset=2]", GUD_LOAD_PLUGINS, "outside [0, 1]");
    bad_library(0, ", settings: [offset=1 kg]", GUD_LOAD_PLUGINS, "wrong unit 'kg'");
    bad_library(0, ", settings: [offset=many]", GUD_LOAD_PLUGINS, "not a number");
    bad_library(1, "", GUD_LOAD_PLUGINS, "version 2 of the plugin interface");
    bad_library(2, "", GUD_LOAD_PLUGINS, "exports no function gudgeon_plugin");
    bad_library(3, "", GUD_LOAD_PLUGINS, "outside its range");
    bad_library(4, "", GUD_LOAD_PLUGINS, "has no name");
    bad_library(5, "", GUD_LOAD_PLUGINS, "has no function");
    bad_library(6, "", GUD_LOAD_PLUGINS, "has no laws");
    bad_library(7, "", GUD_LOAD_PLUGINS, "returns nothing");
    bad_library(99, "", GUD_LOAD_PLUGINS, "no such file");
    refused("contact: {law: plugin, library: " GUD_PLUGINS "/laws.so, name: grease}", GUD_LOAD_PLUGINS,
            "is a law of friction, not of contact");
    refused("contact: {law: plugin, library: " GUD_PLUGINS "/laws.so, name: ruber}", GUD_LOAD_PLUGINS,
            "did you mean 'rubber'?");
    refused("contact: {law: plugin, library: " GUD_PLUGINS "/laws.so, name: rubber}", GUD_LOAD_PLUGINS,
            "stiffness is missing");
    refused("contact: {law: plugin, library: " GUD_PLUGINS "/text.so, name: rubber}", GUD_LOAD_PLUGINS,
            "not a shared library that can be loaded");
    assert_int_equal(gud_model_load_with("x.yaml", "", NULL, 0, 8, &(gud_model *){NULL}, NULL), GUD_ERR_USE);
}

// the same law by a table of its own curve and by the library; and a library repeats to the bit
static uint64_t run(const char *laws, unsigned flags, double *angle)
{
    gud_diagnostics *why;
    gud_sim *sim;
    gud_model *m = load(laws, flags, &why);
    if (!m) fail_msg("%s", gud_diagnostics_text(why));
    assert_int_equal(gud_sim_create(m, &sim), GUD_OK);
    if (gud_sim_start(sim) < 0) fail_msg("%s", gud_sim_error(sim));
    gud_status st;
    while ((st = gud_sim_step(sim)) == GUD_OK) continue;
    if (st != GUD_END) fail_msg("%s", gud_sim_error(sim));
    int signal;
    assert_int_equal(gud_sim_find(sim, "bodies/rod/position.y", &signal, NULL), GUD_OK);
    assert_int_equal(gud_sim_read(sim, &signal, 1, angle), GUD_OK);
    const uint64_t hash = gud_sim_hash(sim);
    gud_sim_free(sim);
    gud_model_free(m);
    return hash;
}

static void table_and_library_move_alike(void **state)
{
    (void)state;
    static const char library[] =
        "contact: {law: plugin, library: " GUD_PLUGINS "/laws.so, name: rubber, settings: [stiffness=200 N/mm]}";
    char table[2000];
    int n = snprintf(table, sizeof table, "contact: {law: table, depth: [0");
    for (int i = 1; i <= 40; i++) n += snprintf(table + n, sizeof table - (size_t)n, ", %d um", 10 * i);
    n += snprintf(table + n, sizeof table - (size_t)n, "], force: [0");
    for (int i = 1; i <= 40; i++)
        n += snprintf(table + n, sizeof table - (size_t)n, ", %.10g", 200e3 * (i * 1e-5 + i * i * 1e-10 / 1e-3));
    (void)snprintf(table + n, sizeof table - (size_t)n, "]}");
    double first, second, third;
    const uint64_t hash = run(library, GUD_LOAD_PLUGINS, &first);
    assert_true(hash == run(library, GUD_LOAD_PLUGINS, &second));
    (void)run(table, 0, &third);
    assert_near(first, third, 1e-7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_of_forces_is_a_law),   cmocka_unit_test(a_table_of_coefficients_is_a_law),
        cmocka_unit_test(a_library_has_a_contact_law),  cmocka_unit_test(a_library_has_a_viscosity),
        cmocka_unit_test(bad_tables_are_refused),       cmocka_unit_test(bad_libraries_are_refused),
        cmocka_unit_test(table_and_library_move_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
