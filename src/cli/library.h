// The libraries of materials and oils for people, for scripts and for the manual.
#ifndef GUD_CLI_LIBRARY_H
#define GUD_CLI_LIBRARY_H

#include "base/json.h"
#include "base/library.h"

#include <stdio.h>

extern const gud_library *const gud_libraries[]; // ends with NULL

// `entry` < 0: all of them
gud_status gud_library_print(FILE *out, const gud_library *library, int entry);
void gud_library_json(gud_json *json, const gud_library *library, int entry);
void gud_library_markdown(gud_buffer *out, const gud_library *library);

// every library in a line
gud_status gud_libraries_print(FILE *out);

#endif
