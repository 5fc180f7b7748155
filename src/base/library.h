// Libraries: named things with typical numbers, of which a file names some, such as materials and oils.
// `gudgeon list` prints them, the manual has them as tables.
#ifndef GUD_BASE_LIBRARY_H
#define GUD_BASE_LIBRARY_H

#include "base/field.h"

typedef struct gud_library {
    gud_row row;         // the library's name and what it is; texts and numbers of an entry, the first one is its name
    const void *entries; // an array of structs of row.size
    int nentry;
    const char *use; // a line of YAML that names an entry
} gud_library;

const char *gud_library_text(const gud_library *library, int entry, const gud_field *field); // of a GUD_TEXT
double gud_library_number(const gud_library *library, int entry, const gud_field *field);    // of a GUD_NUMBER
const char *gud_library_name(const gud_library *library, int entry);
int gud_library_find(const gud_library *library, const char *name); // the entry, -1 when there is none

#endif
