// The tables of a model file as a user sees them, from a section made up here.
#include "heap.h"

#include "cli/list.h"

#include <stdio.h>
#include <string.h>

typedef struct params {
    double stiffness, restitution;
    int grid;
} params;

static const char *const kinds[] = {"rigid", "soft", NULL};

// nested: a group that two rows share, with a table inside
static const gud_field oil_fields[] = {
    {.key = "weight", .type = GUD_VECTOR, .count = 3, .unit = "m", .about = "three numbers without a range"},
};
static const gud_row oil = {.name = "oil", .about = "an oil", .fields = oil_fields, .nfield = GUD_COUNT(oil_fields)};
static const gud_row *const fluid_rows[] = {&oil, NULL};
static const gud_table fluids = {.about = "what flows", .selector = "type", .rows = fluid_rows};
static const gud_field film_fields[] = {
    {.key = "fluid", .type = GUD_TABLE, .table = &fluids, .fallback = GUD_REQUIRED, .about = "the fluid"},
};
static const gud_row film = {
    .name = "film", .about = "a film", .fields = film_fields, .nfield = GUD_COUNT(film_fields)};

static const gud_field fields[] = {
    GUD_FIELD(params, stiffness, "N/m", GUD_REQUIRED, 0.0, HUGE_VAL, "stiffness K"),
    GUD_FIELD(params, restitution, "1", 0.8, 0.0, 1.0, "coefficient of restitution"),
    {.key = "kind", .type = GUD_CHOICE, .fallback = 1.0, .choices = kinds, .about = "how it gives way"},
    {.key = "smooth", .type = GUD_SWITCH, .fallback = 0.0, .about = "a \"quoted\" word"},
    {.key = "film", .type = GUD_GROUP, .fallback = 0.0, .group = &film, .about = "lubricant"},
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
static const gud_field dashpot_fields[] = {
    {.key = "film", .type = GUD_GROUP, .fallback = GUD_OPTIONAL, .group = &film, .about = "lubricant"},
};
static const gud_row dashpot = {
    .name = "dashpot", .about = "damps", .fields = dashpot_fields, .nfield = GUD_COUNT(dashpot_fields)};
static const gud_row *const rows[] = {&spring, &plain, &dashpot, NULL};

static const gud_section forces = {.key = "forces",
                                   .about = "what pushes",
                                   .named = true,
                                   .selector = "type",
                                   .fallback = "plain",
                                   .rows = rows,
                                   .example = "a: {type: plain}\nb: {type: spring, stiffness: 1}\n"};
static const gud_section *const sections[] = {&forces, NULL};

static char text[16384];
static gud_catalog catalog;

static int set_up(void **state)
{
    (void)state;
    return gud_catalog_create(sections, &catalog);
}

static int tear_down(void **state)
{
    (void)state;
    gud_catalog_free(&catalog);
    return (int)heap.held;
}

static void print_item(const char *name, const gud_row *only)
{
    FILE *file = tmpfile();
    assert_int_equal(gud_list_item(file, &catalog, gud_catalog_find(&catalog, name), only), GUD_OK);
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    (void)fclose(file);
}

static void assert_has(const char *part)
{
    if (!strstr(text, part)) fail_msg("'%s' is missing in\n%s", part, text);
}

static void a_table_shows_all_it_needs(void **state)
{
    (void)state;
    print_item("forces", NULL);
    assert_has("forces: what pushes\n");
    assert_has("type: spring\n  pushes back\n  source: Hooke 1678\n");
    assert_has("type: plain (default)\n");
    assert_has("  key          value           unit  default   range   meaning\n");
    assert_has("  stiffness    number          N/m   required  >= 0    stiffness K\n");
    assert_has("restitution  number                0.8       [0, 1]  coefficient of restitution\n");
    assert_has("  film         {forces.film} ");
    assert_has("  body         name of bodies ");
    assert_has("  how it gives way\n");
    assert_has("  body requires kind.\n  Give at most one of kind and smooth.\n");
    assert_has("example:\n  a: {type: plain}\n  b: {type: spring, stiffness: 1}\n");
}

static void nested_tables_have_a_path(void **state)
{
    (void)state;
    print_item("forces.film", NULL);
    assert_has("forces.film: a film\n");
    assert_has("fluid  {forces.film.fluid}        required");
    print_item("fluid", NULL); // the last word is enough
    assert_has("forces.film.fluid: what flows\n\ntype: oil\n");
    assert_has("  m     0               three numbers without a range\n");
    assert_null(gud_catalog_find(&catalog, "forces.fluid"));
    assert_null(gud_catalog_find(&catalog, ""));
}

static void one_row_hides_the_others(void **state)
{
    (void)state;
    print_item("forces", &plain);
    assert_has("type: plain");
    assert_null(strstr(text, "type: spring\n"));
}

static void every_table_is_listed_once(void **state)
{
    (void)state;
    FILE *file = tmpfile();
    assert_int_equal(gud_list_catalog(file, &catalog), GUD_OK);
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    (void)fclose(file);
    const char expected[] = "table              chosen by  what it is\n"
                            "forces             type       what pushes\n"
                            "forces.film                   a film\n"
                            "forces.film.fluid  type       what flows\n"
                            "parameters                    ";
    assert_memory_equal(text, expected, sizeof expected - 1);
    assert_has("\noverride ");
}

static void scripts_get_numbers_and_nulls(void **state)
{
    (void)state;
    gud_buffer out;
    gud_json json;
    gud_buffer_init(&out);
    gud_json_init(&json, &out, true);
    gud_json_open(&json, NULL, '{');
    gud_list_json(&json, &catalog, NULL, NULL);
    gud_json_close(&json);
    assert_false(out.failed);
    (void)snprintf(text, sizeof text, "%s", gud_buffer_text(&out));
    gud_buffer_free(&out);
    assert_has("\"default\": 0.8,\n");
    assert_has("\"high\": null"); // infinity
    assert_has("\"default\": \"soft\"");
    assert_has("\"choices\": [\n");
    assert_has("a \\\"quoted\\\" word");
    assert_has("\"required\": true,\n              \"default\": null");
    assert_has("\"plain\": {\n          \"about\": \"has no parameters\"");
    assert_has("\"table\": \"forces.film.fluid\"");
}

static gud_status create_and_free(void *with)
{
    (void)with;
    gud_catalog small;
    const gud_status status = gud_catalog_create(sections, &small);
    if (status != GUD_OK) assert_null(small.first);
    gud_catalog_free(&small);
    return status;
}

static gud_status list_first(void *file)
{
    return gud_list_item(file, &catalog, catalog.first, NULL);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    FILE *file = tmpfile();
    assert_true(heap_exhaust(create_and_free, NULL) > 0);
    assert_true(heap_exhaust(list_first, file) > 0);
    (void)fclose(file);
}

static void a_row_is_found_in_its_table(void **state)
{
    (void)state;
    const gud_row *row = NULL;
    const gud_catalog_item *item = gud_catalog_next(&catalog, NULL, "oil", &row);
    assert_ptr_equal(item, gud_catalog_find(&catalog, "fluid"));
    assert_ptr_equal(row, &oil);
    assert_null(gud_catalog_next(&catalog, item, "oil", &row));
    assert_null(gud_catalog_next(&catalog, NULL, "water", &row));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_shows_all_it_needs),    cmocka_unit_test(nested_tables_have_a_path),
        cmocka_unit_test(one_row_hides_the_others),      cmocka_unit_test(every_table_is_listed_once),
        cmocka_unit_test(scripts_get_numbers_and_nulls), cmocka_unit_test(a_row_is_found_in_its_table),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
