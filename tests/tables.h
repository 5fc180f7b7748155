// Tables of parameters that describe themselves without a mistake: units, defaults, ranges, rules.
#ifndef GUD_TESTS_TABLES_H
#define GUD_TESTS_TABLES_H

#include "check.h"

#include "load/describe.h"

#include <string.h>

static inline bool has_field(const gud_row *row, const char *key)
{
    for (int i = 0; i < row->nfield; i++)
        if (strcmp(row->fields[i].key, key) == 0) return true;
    return false;
}

// `sections` ends with NULL
static inline void assert_tables_are_sound(const gud_section *const *sections)
{
    gud_units *units;
    gud_error error;
    gud_diag diag;
    gud_buffer text;
    assert_int_equal(gud_units_create(&error, &units), GUD_OK);
    gud_diag_init(&diag);
    gud_buffer_init(&text);
    gud_tables_check(sections, units, &diag);
    gud_diag_write(&diag, &text);
    assert_string_equal(gud_buffer_text(&text), "");
    gud_buffer_free(&text);
    gud_diag_free(&diag);
    gud_units_free(units);
}

#endif
