// Documents made from the tables: JSON schema, words for the manual and the terminal.
#ifndef GUD_LOAD_DESCRIBE_H
#define GUD_LOAD_DESCRIBE_H

#include "base/buffer.h"
#include "base/field.h"
#include "load/diag.h"
#include "load/units.h"

// JSON schema (draft 2020-12) of the model file, with which editors complete and check
void gud_schema_write(gud_buffer *out, const gud_section *const *sections);

// Mistakes in the tables themselves, one line each: units that do not exist, rules about unknown keys, defaults
// outside their range, names that repeat, offsets outside the struct. For the conformance tests of the tables.
void gud_tables_check(const gud_section *const *sections, const gud_units *units, gud_diag *diag);

// words for one field, as the manual shows them
typedef struct gud_field_words {
    char type[400]; // "number", "list of up to 3", "elrod-adams | gumbel"
    char unit[48], fallback[64], range[80];
} gud_field_words;
gud_field_words gud_field_describe(const gud_field *field);

// The rules of a row as sentences, a line each: "radius requires length."; `before` begins a line, `quote` surrounds
// keys
void gud_rules_describe(gud_buffer *out, const gud_row *row, const char *before, const char *quote);

#endif
