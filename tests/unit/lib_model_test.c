// Models by the public interface: what they are made of, and what is wrong with them.

#include "check.h"

#include <gudgeon/gudgeon.h>

#include <string.h>

#define PENDULUM                                                                                                       \
    "gudgeon: 1\ntitle: Pendulum\nspace: planar\ngravity: [0, -9.81]\n"                                                \
    "bodies:\n  rod: {mass: 1 kg, inertia: 0.0833, at: [0, -0.5]}\n"                                                   \
    "frames:\n  rod.top: {body: rod, at: [0, 0.5]}\n"                                                                  \
    "joints:\n  hinge: {type: revolute, between: [ground, rod.top]}\n"                                                 \
    "forces:\n  push: {type: load, on: rod, direction: [1, 0], value: 2 N}\n"                                          \
    "start:\n  hinge.angle: {value: 120 deg}\n"                                                                        \
    "simulate: {until: 1 s}\n"

static gud_model *model_of(const char *text, const char *const *set, int nset)
{
    gud_model *m;
    gud_diagnostics *why;
    if (gud_model_read("pendulum.yaml", text, set, nset, &m, &why) != GUD_OK) fail_msg("%s", gud_diagnostics_text(why));
    assert_null(why);
    return m;
}

static void test_items(void **state)
{
    (void)state;
    gud_model *m = model_of(PENDULUM, NULL, 0);
    gud_item item;
    assert_string_equal(gud_model_title(m), "Pendulum");
    assert_int_equal(gud_model_count(m, GUD_ITEM_BODY), 1);
    assert_int_equal(gud_model_count(m, GUD_ITEM_DRIVE), 0);
    assert_int_equal(gud_model_get(m, GUD_ITEM_BODY, 0, &item), GUD_OK);
    assert_string_equal(item.name, "rod");
    assert_string_equal(item.type, "rigid");
    assert_near(item.value, 1.0, 0.0);
    assert_int_equal(gud_model_get(m, GUD_ITEM_JOINT, 0, &item), GUD_OK);
    assert_string_equal(item.type, "revolute");
    assert_string_equal(item.first, "ground");
    assert_string_equal(item.second, "rod.top");
    assert_int_equal(gud_model_get(m, GUD_ITEM_FORCE, 0, &item), GUD_OK);
    assert_string_equal(item.name, "push");
    assert_string_equal(item.second, "");
    assert_int_equal(gud_model_find(m, GUD_ITEM_COORDINATE, "hinge.angle"), 0);
    assert_int_equal(gud_model_get(m, GUD_ITEM_COORDINATE, 0, &item), GUD_OK);
    assert_string_equal(item.unit, "rad");
    assert_int_equal(gud_model_find(m, GUD_ITEM_JOINT, "elbow"), -1);
    gud_model_free(m);
}

// whatever computes it
static void test_joint_with_clearance_is_a_joint(void **state)
{
    (void)state;
    gud_model *m;
    gud_item item;
    assert_int_equal(gud_model_load("examples/clearance/slider-crank-dry.yaml", NULL, 0, &m, NULL), GUD_OK);
    assert_int_equal(gud_model_count(m, GUD_ITEM_JOINT), 4);
    assert_int_equal(gud_model_count(m, GUD_ITEM_FORCE), 0);
    assert_int_equal(gud_model_count(m, GUD_ITEM_DRIVE), 1);
    assert_int_equal(gud_model_get(m, GUD_ITEM_JOINT, gud_model_find(m, GUD_ITEM_JOINT, "small-end"), &item), GUD_OK);
    assert_string_equal(item.first, "slider");
    assert_string_equal(item.second, "rod.small");
    gud_model_free(m);
}

static void test_overrides_and_text(void **state)
{
    (void)state;
    const char *set[] = {"bodies.rod.mass=3 kg"};
    gud_model *plain = model_of(PENDULUM, NULL, 0), *heavy = model_of(PENDULUM, set, 1);
    gud_model *again = model_of(gud_model_text(heavy), NULL, 0);
    gud_item item;
    assert_int_equal(gud_model_get(heavy, GUD_ITEM_BODY, 0, &item), GUD_OK);
    assert_near(item.value, 3.0, 0.0);
    assert_true(gud_model_hash(plain) != gud_model_hash(heavy));
    assert_true(gud_model_hash(again) == gud_model_hash(heavy));
    gud_model_free(plain);
    gud_model_free(heavy);
    gud_model_free(again);
}

static void test_diagnostics(void **state)
{
    (void)state;
    gud_model *m = (gud_model *)&m;
    gud_diagnostics *why;
    gud_diagnostic d;
    const char *set[] = {"bodies.rod.inerta=1", "simulate.until=-1 s"};
    assert_int_equal(gud_model_read("pendulum.yaml", PENDULUM, set, 2, &m, &why), GUD_ERR_INPUT);
    assert_null(m);
    assert_true(gud_diagnostics_count(why) >= 1);
    assert_int_equal(gud_diagnostics_get(why, 0, &d), GUD_OK);
    assert_int_equal(d.severity, GUD_SEVERITY_ERROR);
    assert_string_equal(d.entity, "body 'rod'");
    assert_string_equal(d.message, "unknown key 'inerta'");
    assert_string_equal(d.hint, "did you mean 'inertia'?");
    assert_non_null(strstr(gud_diagnostics_text(why), "body 'rod': unknown key 'inerta'; did you mean 'inertia'?\n"));
    assert_int_equal(gud_diagnostics_get(why, gud_diagnostics_count(why), &d), GUD_ERR_USE);
    assert_int_equal(gud_diagnostics_get(why, -1, &d), GUD_ERR_USE);
    gud_diagnostics_free(why);

    // where it is, in the text
    assert_int_equal(gud_model_read("p.yaml", "gudgeon: 1\nspace: planar\nbodies: {rod: {mass: 1 km, inertia: 1}}\n",
                                    NULL, 0, &m, &why),
                     GUD_ERR_INPUT);
    bool found = false;
    for (int i = 0; gud_diagnostics_get(why, i, &d) == GUD_OK; i++) {
        if (strcmp(d.entity, "body 'rod'") != 0) continue;
        assert_string_equal(d.file, "p.yaml");
        assert_int_equal(d.line, 3);
        assert_int_equal(d.column, 22);
        assert_string_equal(d.hint, "expected kg, such as '0.3 kg' or '300 g'");
        found = true;
    }
    assert_true(found);
    gud_diagnostics_free(why);

    assert_int_equal(gud_model_load("/nowhere/crank.yaml", NULL, 0, &m, &why), GUD_ERR_INPUT);
    assert_int_equal(gud_diagnostics_count(why), 1);
    gud_diagnostics_free(why);
    assert_int_equal(gud_model_load("/nowhere/crank.yaml", NULL, 0, &m, NULL), GUD_ERR_INPUT);
}

static void test_bad_arguments(void **state)
{
    (void)state;
    gud_model *m;
    gud_diagnostics *why;
    gud_item item;
    const char *const holes[] = {"a=1", NULL};
    assert_int_equal(gud_model_load(NULL, NULL, 0, &m, &why), GUD_ERR_USE);
    assert_int_equal(gud_model_load("x", NULL, 1, &m, &why), GUD_ERR_USE);
    assert_int_equal(gud_model_load("x", holes, 2, &m, &why), GUD_ERR_USE);
    assert_int_equal(gud_model_load("x", NULL, -1, &m, &why), GUD_ERR_USE);
    assert_int_equal(gud_model_load("x", NULL, 0, NULL, &why), GUD_ERR_USE);
    assert_int_equal(gud_model_read(NULL, PENDULUM, NULL, 0, &m, &why), GUD_ERR_USE);
    assert_int_equal(gud_model_read("x", NULL, NULL, 0, &m, &why), GUD_ERR_USE);
    assert_int_equal(gud_model_read("x", PENDULUM, NULL, 0, NULL, NULL), GUD_ERR_USE);
    gud_model_free(NULL);
    gud_diagnostics_free(NULL);
    assert_int_equal(gud_diagnostics_count(NULL), 0);
    assert_string_equal(gud_diagnostics_text(NULL), "");
    assert_string_equal(gud_model_title(NULL), "");
    assert_string_equal(gud_model_text(NULL), "");
    assert_true(gud_model_hash(NULL) == 0);
    assert_int_equal(gud_model_count(NULL, GUD_ITEM_BODY), 0);
    assert_int_equal(gud_model_get(NULL, GUD_ITEM_BODY, 0, &item), GUD_ERR_USE);
    assert_int_equal(gud_model_find(NULL, GUD_ITEM_BODY, "rod"), -1);

    m = model_of(PENDULUM, NULL, 0);
    assert_int_equal(gud_model_get(m, GUD_ITEM_BODY, 1, &item), GUD_ERR_USE);
    assert_int_equal(gud_model_get(m, GUD_ITEM_BODY, 0, NULL), GUD_ERR_USE);
    assert_int_equal(gud_model_count(m, (gud_item_kind)99), 0);
    assert_int_equal(gud_model_find(m, GUD_ITEM_BODY, NULL), -1);
    gud_model_free(m);
}

static void test_schema_and_status(void **state)
{
    (void)state;
    char *schema = gud_schema_json();
    assert_non_null(schema);
    assert_non_null(strstr(schema, "\"gravity\""));
    gud_free(schema);
    for (int st = -8; st < 4; st++) assert_true(gud_status_text(st)[0] != '\0');
    assert_int_equal(gud_abi(), GUD_ABI);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_items),
        cmocka_unit_test(test_joint_with_clearance_is_a_joint),
        cmocka_unit_test(test_overrides_and_text),
        cmocka_unit_test(test_diagnostics),
        cmocka_unit_test(test_bad_arguments),
        cmocka_unit_test(test_schema_and_status),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
