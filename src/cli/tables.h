// Where the command finds the sections of a model file.
#ifndef GUD_CLI_TABLES_H
#define GUD_CLI_TABLES_H

#include "base/field.h"

const gud_section *const *gud_cli_sections(void); // ends with NULL

#endif
