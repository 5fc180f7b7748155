// The tables of a model file for people and for scripts.
#ifndef GUD_CLI_LIST_H
#define GUD_CLI_LIST_H

#include "base/field.h"

#include <stdio.h>

// every section in a line
gud_status gud_list_sections(FILE *out, const gud_section *const *sections);

// one section with all its rows, or with one row only
gud_status gud_list_section(FILE *out, const gud_section *section, const gud_row *only);

// the same as JSON; `section` and `row` may be NULL: all
void gud_list_json(FILE *out, const gud_section *const *sections, const gud_section *section, const gud_row *row);

// words of the description of a field, also used by tests
void gud_field_type_text(const gud_field *field, char *text, size_t size);
void gud_field_default_text(const gud_field *field, char *text, size_t size);
void gud_field_range_text(const gud_field *field, char *text, size_t size);

#endif
