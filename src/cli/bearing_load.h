// Bearing files.
#ifndef GUD_CLI_BEARING_LOAD_H
#define GUD_CLI_BEARING_LOAD_H

#include "cli/bearing.h"
#include "load/input.h"

extern const gud_section *const gud_bearing_sections[]; // of a bearing file; ends with NULL

// `input` was read with gud_bearing_sections and outlives the case. On failure the messages are in `diag`.
gud_status gud_bearing_case_make(const gud_input *input, gud_diag *diag, gud_bearing_case **out);

#endif
