// The example can be read with the tables of the contact laws, and its laws become contacts.

#include "check.h"
#include "contact/contact.h"
#include "load/input.h"

typedef struct {
    double from, to;
    int points;
} range;

typedef struct {
    const char *file, *depth, *force, *where;
} measured;

static const gud_field range_fields[] = {
    GUD_FIELD(range, from, "m", 0.0, 0.0, 1.0, "first depth"),
    GUD_FIELD(range, to, "m", GUD_REQUIRED, 0.0, 1.0, "last depth"),
    {.key = "points", .type = GUD_INTEGER, .offset = offsetof(range, points), .fallback = 101.0, .about = "how many"},
};
static const gud_field measured_fields[] = {
    {.key = "file", .type = GUD_FILE, .offset = offsetof(measured, file), .fallback = GUD_REQUIRED, .about = "CSV"},
    {.key = "depth",
     .type = GUD_TEXT,
     .offset = offsetof(measured, depth),
     .fallback = GUD_REQUIRED,
     .about = "column"},
    {.key = "force",
     .type = GUD_TEXT,
     .offset = offsetof(measured, force),
     .fallback = GUD_REQUIRED,
     .about = "column"},
    {.key = "where",
     .type = GUD_TEXT,
     .offset = offsetof(measured, where),
     .fallback = GUD_OPTIONAL,
     .about = "column"},
};
static const gud_row range_row = {
    .name = "depth", .size = sizeof(range), .fields = range_fields, .nfield = GUD_COUNT(range_fields)};
static const gud_row measured_row = {
    .name = "measured", .size = sizeof(measured), .fields = measured_fields, .nfield = GUD_COUNT(measured_fields)};

static const gud_section pair_section = {.key = "pair", .common = &gud_contact_pair_row, .required = true};
static const gud_section laws_section = {
    .key = "laws", .named = true, .selector = "law", .rows = gud_contact_rows, .required = true};
static const gud_section depth_section = {.key = "depth", .common = &range_row};
static const gud_section measured_section = {.key = "measured", .common = &measured_row};
static const gud_section *const sections[] = {&pair_section, &laws_section, &depth_section, &measured_section, NULL};

static gud_input *read_example(const gud_units *units)
{
    gud_input *input;
    gud_diag diag;
    gud_buffer text;
    gud_diag_init(&diag);
    gud_buffer_init(&text);
    (void)gud_input_load("examples/contact/liu-2013.yaml", NULL, 0, sections, units, &diag, &input);
    gud_diag_write(&diag, &text);
    assert_string_equal(gud_buffer_text(&text), "");
    gud_buffer_free(&text);
    gud_diag_free(&diag);
    return input;
}

// the row's head is its first member
static const gud_contact_law *law_of(const gud_entity *entity)
{
    return gud_contact_find(entity->row->name);
}

static void the_example_becomes_contacts(void **state)
{
    (void)state;
    gud_units *units;
    gud_error error;
    assert_int_equal(gud_units_create(&error, &units), GUD_OK);
    gud_input *input = read_example(units);
    const gud_contact_pair *pair = gud_input_section(input, "pair")->list[0].common;
    const gud_entities *laws = gud_input_section(input, "laws");
    const double depth = 9.81e-6, expected[] = {872.0, 496.0, 558.0};

    assert_int_equal(laws->count, 3);
    for (int i = 0; i < laws->count; i++) {
        gud_contact contact;
        double force, half_width;
        const gud_status st = gud_contact_make(law_of(&laws->list[i]), laws->list[i].params, pair, &error, &contact);
        if (st != GUD_OK) fail_msg("%s", error.text);
        gud_contact_curves(1, &contact, 1, &depth, &force, &half_width);
        assert_near(force, expected[i], 0.6);
        assert_true(half_width > 0.1e-3 && half_width < 0.91e-3);
    }
    gud_input_free(input);
    gud_units_free(units);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_example_becomes_contacts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
