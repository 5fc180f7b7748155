// Documents made from the tables, the writer of JSON, near misses, and the check of the tables themselves.

#include "unit/load_check.h"

#include "base/json.h"
#include "load/describe.h"
#include "load/near.h"

static void test_json_is_escaped(void **state)
{
    (void)state;
    gud_buffer out;
    gud_json j;
    const double numbers[] = {0.1, -0.0, 1e300, GUD_OPTIONAL, GUD_INF};
    gud_buffer_init(&out);
    gud_json_init(&j, &out, false);
    gud_json_open(&j, NULL, '{');
    gud_json_text(&j, "a\"\\\n\t\x01", "\xC3\xA9");
    gud_json_text(&j, "t", NULL);
    gud_json_null(&j, "n");
    gud_json_numbers(&j, "x", numbers, 5);
    gud_json_open(&j, "list", '[');
    gud_json_integer(&j, NULL, -7);
    gud_json_switch(&j, NULL, true);
    gud_json_open(&j, NULL, '{');
    gud_json_close(&j);
    gud_json_number(&j, NULL, 1.0 / 3.0);
    gud_json_close(&j);
    gud_json_close(&j);
    assert_string_equal(gud_buffer_text(&out),
                        "{\"a\\\"\\\\\\n\\t\\u0001\": \"\xC3\xA9\", \"t\": null, \"n\": null, \"x\": [0.1, -0, 1e+300, "
                        "null, null], \"list\": [-7, true, {}, 0.3333333333333333]}\n");
    gud_buffer_free(&out);

    gud_json_init(&j, &out, true);
    gud_json_open(&j, NULL, '[');
    gud_json_integer(&j, NULL, 1);
    gud_json_open(&j, NULL, '{');
    gud_json_integer(&j, "b", 2);
    gud_json_close(&j);
    gud_json_close(&j);
    assert_string_equal(gud_buffer_text(&out), "[\n  1,\n  {\n    \"b\": 2\n  }\n]\n");
    gud_buffer_free(&out);
}

// every number reads back to the same bits
static void test_numbers_read_back(void **state)
{
    (void)state;
    uint64_t bits = 0x9E3779B97F4A7C15U;
    for (int i = 0; i < 20000; i++) {
        bits = bits * 6364136223846793005U + 1442695040888963407U;
        double x, back;
        char text[32];
        memcpy(&x, &bits, sizeof x);
        if (!isfinite(x)) continue;
        gud_number_text(x, text);
        back = strtod(text, NULL);
        assert_memory_equal(&x, &back, sizeof x);
    }
}

static void test_distance_of_words(void **state)
{
    (void)state;
    assert_int_equal(gud_word_distance("", ""), 0);
    assert_int_equal(gud_word_distance("", "abc"), 3);
    assert_int_equal(gud_word_distance("stifness", "stiffness"), 1);
    assert_int_equal(gud_word_distance("crnak", "crank"), 1); // neighbours swapped
    assert_int_equal(gud_word_distance("kitten", "sitting"), 3);
    assert_int_equal(gud_word_distance("KE", "ke"), 0);
    assert_int_equal(gud_word_distance("ab", "ba"), 1);
}

static void test_near_misses_are_offered(void **state)
{
    (void)state;
    gud_near near;
    gud_near_start(&near, "xy");
    assert_string_equal(gud_near_hint(&near), "");
    gud_near_try(&near, "mass");
    gud_near_try(&near, "inertia");
    assert_string_equal(gud_near_hint(&near), "; allowed: mass, inertia");
    gud_near_start(&near, "intertia");
    gud_near_try(&near, "mass");
    gud_near_try(&near, "inertia");
    assert_string_equal(gud_near_hint(&near), "; did you mean 'inertia'?");
    gud_near_start(&near, "q");
    for (int i = 0; i < 200; i++) gud_near_try(&near, "candidate");
    const char *hint = gud_near_hint(&near);
    assert_string_equal(hint + strlen(hint) - 5, ", ...");
}

static void test_tables_are_good(void **state)
{
    gud_diag diag;
    gud_diag_init(&diag);
    gud_tables_check(model_sections, *state, &diag);
    assert_messages(&diag, "");
    gud_diag_free(&diag);
}

static void test_tables_with_mistakes(void **state)
{
    typedef struct wrong_params {
        double a, b;
        int c;
    } wrong_params;
    static const char *const words[] = {"x", NULL};
    static const gud_field fields[] = {
        GUD_FIELD(wrong_params, a, "mm", 1.0, 2.0, 3.0, "a"),
        GUD_FIELD(wrong_params, a, "N/m^n", 1.0, 0.0, 3.0, ""),
        GUD_FIELD(wrong_params, b, "foo", 1.0, 0.0, 3.0, "b"),
        {.key = "c",
         .type = GUD_CHOICE,
         .offset = offsetof(wrong_params, c),
         .choices = words,
         .fallback = 1,
         .about = "c"},
        {.key = "d", .type = GUD_NAME, .offset = sizeof(wrong_params), .refers = "bodies|cats", .about = "d"},
        {.key = "e", .type = GUD_GROUP, .about = "e"},
    };
    static const gud_rule rules[] = {{GUD_ONE_OF, {"a", "z"}}};
    static const gud_row row = {.name = "r",
                                .size = sizeof(wrong_params),
                                .fields = fields,
                                .nfield = GUD_COUNT(fields),
                                .rules = rules,
                                .nrule = 1};
    static const gud_row *const rows[] = {&row, NULL};
    static const gud_section section = {.key = "s", .selector = "type", .fallback = "q", .rows = rows};
    static const gud_section *const sections[] = {&section, &bodies_section, NULL};
    gud_diag diag;
    gud_diag_init(&diag);
    gud_tables_check(sections, *state, &diag);
    assert_messages(&diag, "s: rows are missing, or the default row is not one of them\n"
                           "s(r): a rule is about 'z', which is not a key\n"
                           "s(r).a: the default is outside the range\n"
                           "s(r).a: unit 'mm' is not SI\n"
                           "s(r).a: key repeats\n"
                           "s(r).a: has no description\n"
                           "s(r).a: unit 'N/m^n' depends on 'n', which is not a number of this row\n"
                           "s(r).b: unknown unit 'foo'\n"
                           "s(r).c: choices are missing, or the default is not one of them\n"
                           "s(r).d: lies outside the parameter struct\n"
                           "s(r).d: refers to 'cats', which is not a section\n"
                           "s(r).e: the group or table is missing\n");
    gud_diag_free(&diag);
}

// brackets and quotes balance, and every key of the tables is there
static void test_schema_is_json(void **state)
{
    (void)state;
    gud_buffer out;
    gud_buffer_init(&out);
    gud_schema_write(&out, model_sections);
    assert_false(out.failed);
    const char *text = gud_buffer_text(&out);
    const char *const parts[] = {
        "\"$schema\": \"https://json-schema.org/draft/2020-12/schema\"",
        "\"const\": \"revolute\"",
        "\"exclusiveMinimum\": 0",
        "\"dependentRequired\": {",
        "\"additionalProperties\": false",
        "\"description\": \"radial clearance [m], (0, 0.1) (optional)\"",
        "\"propertyNames\": {",
    };
    for (int i = 0; i < GUD_COUNT(parts); i++)
        if (!strstr(text, parts[i])) fail_msg("the schema lacks %s", parts[i]);
    int depth = 0;
    bool inside = false;
    for (const char *c = text; *c; c++) {
        if (*c == '\\') {
            c++;
            continue;
        }
        if (*c == '"') inside = !inside;
        if (!inside) depth += (*c == '{' || *c == '[') - (*c == '}' || *c == ']');
        assert_true(depth >= 0);
    }
    assert_int_equal(depth, 0);
    gud_buffer_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_json_is_escaped),   cmocka_unit_test(test_numbers_read_back),
        cmocka_unit_test(test_distance_of_words), cmocka_unit_test(test_near_misses_are_offered),
        cmocka_unit_test(test_tables_are_good),   cmocka_unit_test(test_tables_with_mistakes),
        cmocka_unit_test(test_schema_is_json),
    };
    return cmocka_run_group_tests(tests, units_setup, units_teardown);
}
