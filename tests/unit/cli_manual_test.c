// The chapter of the manual from tables made up here: what rows share stands once, rules are sentences, maps are links.
#include "heap.h"

#include "cli/manual.h"

#include <string.h>

static const gud_field oil_fields[] = {{.key = "viscosity", .unit = "Pa.s", .about = "viscosity"}};
static const gud_row oil = {.name = "oil", .about = "an oil", .fields = oil_fields, .nfield = GUD_COUNT(oil_fields)};

// three rows: all share `depth`, the last two are alike
static const gud_field first_fields[] = {
    {.key = "depth", .unit = "m", .fallback = GUD_REQUIRED, .about = "depth"},
    {.key = "oil", .type = GUD_GROUP, .group = &oil, .fallback = GUD_OPTIONAL, .about = "the oil"},
};
static const gud_field second_fields[] = {
    {.key = "depth", .unit = "m", .fallback = GUD_REQUIRED, .about = "depth"},
    {.key = "gain", .unit = "rad|m", .flags = GUD_INPUT, .about = "gain"},
    {.key = "rate", .unit = "1", .about = "rate"},
};
static const gud_rule second_rules[] = {
    {GUD_NEEDS, {"gain", "depth"}}, {GUD_NEEDS, {"rate", "depth"}}, {GUD_ONE_OF, {"gain", "rate", "depth"}}};
static const gud_row first = {.name = "first",
                              .about = "one",
                              .source = "docs/theory/film.md, eq. 2",
                              .fields = first_fields,
                              .nfield = GUD_COUNT(first_fields)};
#define ALIKE(name_)                                                                                                   \
    {                                                                                                                  \
        .name = (name_), .about = "alike", .source = "Hooke 1678", .fields = second_fields,                            \
        .nfield = GUD_COUNT(second_fields), .rules = second_rules, .nrule = GUD_COUNT(second_rules)                    \
    }
static const gud_row second = ALIKE("second"), third = ALIKE("third");
static const gud_row *const rows[] = {&first, &second, &third, NULL};
static const gud_section laws = {
    .key = "laws", .about = "a table", .selector = "law", .fallback = "first", .rows = rows};
static const gud_section *const sections[] = {&laws, NULL};

static gud_buffer out;

static void assert_has(const char *part)
{
    if (!strstr(gud_buffer_text(&out), part)) fail_msg("'%s' is missing in\n%s", part, gud_buffer_text(&out));
}

static gud_status write_page(void *with)
{
    gud_catalog catalog;
    GUD_TRY(gud_catalog_create(sections, &catalog));
    gud_buffer_init(&out);
    gud_manual_write(&out, &catalog);
    gud_catalog_free(&catalog);
    const bool failed = out.failed;
    if (with) gud_buffer_free(&out);
    return failed ? GUD_ERR_MEMORY : GUD_OK;
}

static void a_page_says_everything_once(void **state)
{
    (void)state;
    assert_int_equal(write_page(NULL), GUD_OK);
    assert_has("**Sections:** [laws](#laws)\n\n**Maps inside sections:** [laws.oil](#lawsoil)\n");
    assert_has("## laws\n\nA table.\n\n| `law` | meaning | source |\n");
    assert_has("| `first` (default) | one | [film](../theory/film.md), eq. 2 |\n| `second` | alike | Hooke 1678 |\n");
    assert_has(
        "Keys for every `law`:\n\n| key | unit | default | allowed | meaning |\n| --- | --- | --- | --- | --- |\n"
        "| `depth` | m | required | number | depth |\n\n### `law: first`\n");
    assert_has("| `oil` |  |  | [laws.oil](#lawsoil) | the oil |\n");
    assert_has("### `law: second`, `third`\n");
    assert_has("| `gain` | rad\\|m | 0 | number | gain; may be an [input](#inputs) |\n");
    assert_has("- `gain` and `rate` require `depth`.\n- Give exactly one of `gain`, `rate` and `depth`.\n");
    assert_has("## laws.oil\n\nAn oil.\n");
    const char *once = strstr(gud_buffer_text(&out), "| `depth` | m |");
    assert_null(strstr(once + 1, "| `depth` | m |"));
    gud_buffer_free(&out);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    bool free_it = true;
    assert_true(heap_exhaust(write_page, &free_it) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_page_says_everything_once),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
