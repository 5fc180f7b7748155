// The tables of a model file as a user sees them, from a section made up here.
#include "check.h"

#include "cli/json.c"
#include "cli/list.c"
#include "cli/table.c"
#include "cli/terminal.c"

#include <stdio.h>

typedef struct params {
    double stiffness, restitution;
    int grid;
} params;

static const char *const kinds[] = {"rigid", "soft", NULL};

static const gud_field fields[] = {
    GUD_FIELD(params, stiffness, "N/m", GUD_REQUIRED, 0.0, HUGE_VAL, "stiffness K"),
    GUD_FIELD(params, restitution, "1", 0.8, 0.0, 1.0, "coefficient of restitution"),
    {.key = "kind", .type = GUD_CHOICE, .fallback = 1.0, .choices = kinds, .about = "how it gives way"},
    {.key = "smooth", .type = GUD_SWITCH, .fallback = 0.0, .about = "a \"quoted\" word"},
    {.key = "body", .type = GUD_NAME, .fallback = GUD_OPTIONAL, .refers = "bodies", .about = "what it stands on"},
};

static const gud_rule rules[] = {{GUD_NEEDS, {"body", "kind", NULL}}, {GUD_AT_MOST_ONE_OF, {"kind", "smooth", NULL}}};

static const gud_row spring = {.name = "spring",
                               .about = "pushes back",
                               .source = "Hooke 1678",
                               .fields = fields,
                               .nfield = GUD_COUNT(fields),
                               .rules = rules,
                               .nrule = GUD_COUNT(rules)};
static const gud_row plain = {.name = "plain", .about = "has no parameters"};
static const gud_row *const rows[] = {&spring, &plain, NULL};

static const gud_section forces = {.key = "forces",
                                   .about = "what pushes",
                                   .named = true,
                                   .selector = "type",
                                   .fallback = "plain",
                                   .rows = rows,
                                   .example = "a: {type: plain}\nb: {type: spring, stiffness: 1}\n"};
static const gud_section *const sections[] = {&forces, NULL};

static char text[8192];

static FILE *open_text(void)
{
    return tmpfile();
}

static void close_text(FILE *file)
{
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    (void)fclose(file);
}

static void assert_has(const char *part)
{
    if (!strstr(text, part)) fail_msg("'%s' is missing in\n%s", part, text);
}

static void a_section_shows_all_it_needs(void **state)
{
    (void)state;
    FILE *file = open_text();
    assert_int_equal(gud_list_section(file, &forces, NULL), GUD_OK);
    close_text(file);
    assert_has("forces: what pushes\n");
    assert_has("type: spring\n  pushes back\n  source: Hooke 1678\n");
    assert_has("type: plain (default)\n");
    assert_has("stiffness    number         N/m   required  >= 0    stiffness K\n");
    assert_has("restitution  number               0.8       [0, 1]  coefficient of restitution\n");
    assert_has("kind         rigid | soft         soft              how it gives way\n");
    assert_has("smooth       switch               no ");
    assert_has("body         one of bodies        none ");
    assert_has("  body needs kind\n  at most one of kind, smooth\n");
    assert_has("example:\n  a: {type: plain}\n  b: {type: spring, stiffness: 1}\n");
}

static void one_row_hides_the_others(void **state)
{
    (void)state;
    FILE *file = open_text();
    assert_int_equal(gud_list_section(file, &forces, &plain), GUD_OK);
    close_text(file);
    assert_has("type: plain");
    assert_null(strstr(text, "type: spring\n"));
}

static void sections_are_listed(void **state)
{
    (void)state;
    FILE *file = open_text();
    assert_int_equal(gud_list_sections(file, sections), GUD_OK);
    close_text(file);
    assert_string_equal(text, "table   chosen by  what it is\nforces  type       what pushes\n");
}

static void scripts_get_numbers_and_nulls(void **state)
{
    (void)state;
    FILE *file = open_text();
    gud_list_json(file, sections, NULL, NULL);
    close_text(file);
    assert_has("\"default\": 0.8,\n");
    assert_has("\"high\": null"); // infinity
    assert_has("\"default\": \"soft\"");
    assert_has("\"choices\": [\n");
    assert_has("a \\\"quoted\\\" word");
    assert_has("\"required\": true,\n              \"default\": null");
    assert_has("\"plain\": {\n          \"about\": \"has no parameters\"");
}

static void open_ends_are_shown(void **state)
{
    (void)state;
    char shown[64];
    gud_field field = {.type = GUD_NUMBER, .low = 0.0, .high = 1.0, .flags = GUD_OPEN_LOW};
    gud_field_range_text(&field, shown, sizeof shown);
    assert_string_equal(shown, "(0, 1]");
    field.high = HUGE_VAL;
    gud_field_range_text(&field, shown, sizeof shown);
    assert_string_equal(shown, "> 0");
    field.low = -HUGE_VAL;
    gud_field_range_text(&field, shown, sizeof shown);
    assert_string_equal(shown, "");
    field.high = 3.0;
    gud_field_range_text(&field, shown, sizeof shown);
    assert_string_equal(shown, "<= 3");
}

static void control_characters_are_escaped(void **state)
{
    (void)state;
    FILE *file = open_text();
    gud_json json = gud_json_start(file);
    gud_json_open(&json, NULL, '[');
    gud_json_text(&json, NULL, "a\tb\nc\x01\\\xC2\xB5");
    gud_json_open(&json, NULL, '{');
    gud_json_close(&json, '}');
    gud_json_integer(&json, NULL, -3);
    gud_json_flag(&json, NULL, true);
    gud_json_close(&json, ']');
    close_text(file);
    assert_string_equal(text, "[\n  \"a\\tb\\nc\\u0001\\\\\xC2\xB5\",\n  {},\n  -3,\n  true\n]\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_section_shows_all_it_needs), cmocka_unit_test(one_row_hides_the_others),
        cmocka_unit_test(sections_are_listed),          cmocka_unit_test(scripts_get_numbers_and_nulls),
        cmocka_unit_test(open_ends_are_shown),          cmocka_unit_test(control_characters_are_escaped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
