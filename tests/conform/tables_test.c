// The tables of all files: units, defaults, ranges and rules without a mistake.
#include "tables.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(model_files), cmocka_unit_test(component_files)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
