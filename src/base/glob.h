// Patterns of names, the same wherever a user gives one: channels, figures, outputs of FMUs, sets of contacts.
#ifndef GUD_BASE_GLOB_H
#define GUD_BASE_GLOB_H

#include <stdbool.h>

// '*' stands for any characters, slashes too; '?' for one
bool gud_glob_match(const char *pattern, const char *text);

#endif
