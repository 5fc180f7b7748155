// The tables of all files: units, defaults, ranges and rules without a mistake.
#include "tables.h"

#include "cli/library.h"
#include "component/component.h"
#include "model/sections.h"

static void model_files(void **state)
{
    (void)state;
    assert_tables_are_sound(gud_sections);
}

static void component_files(void **state)
{
    (void)state;
    for (int i = 0; gud_components[i]; i++) {
        assert_tables_are_sound(gud_components[i]->sections);
        assert_string_equal(gud_components[i]->name, gud_component_names[i]);
    }
}

// a library's entry is a row of numbers with units, each in its range, under a name of its own
static void libraries_are_rows_of_numbers(void **state)
{
    (void)state;
    for (int i = 0; gud_libraries[i]; i++) {
        const gud_library *library = gud_libraries[i];
        const gud_section section = {.key = library->row.name, .about = library->row.about, .common = &library->row};
        assert_tables_are_sound((const gud_section *const[]){&section, NULL});
        assert_true(library->nentry > 0);
        for (int k = 0; k < library->nentry; k++) {
            assert_int_equal(gud_library_find(library, gud_library_name(library, k)), k);
            for (int j = 0; j < library->row.nfield; j++) {
                const gud_field *field = &library->row.fields[j];
                if (field->type == GUD_NUMBER)
                    assert_true(gud_field_allows(field, gud_library_number(library, k, field)));
            }
        }
        assert_int_equal(gud_library_find(library, "no such name"), -1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(model_files), cmocka_unit_test(component_files),
                                       cmocka_unit_test(libraries_are_rows_of_numbers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
