// Texts that are made from the table of verbs.
#ifndef GUD_CLI_HELP_H
#define GUD_CLI_HELP_H

#include "cli/catalog.h"
#include "cli/verb.h"

#include <stdio.h>

void gud_help_all(FILE *out);                        // gudgeon --help
void gud_help_verb(FILE *out, const gud_verb *verb); // gudgeon help VERB
void gud_help_man(FILE *out);                        // the man page gudgeon(1)
void gud_help_markdown(FILE *out);                   // the chapter of the manual

// a completion script; `shell` is one of gud_shells
extern const char *const gud_shells[];
void gud_help_completion(FILE *out, const char *shell, const gud_catalog *catalog);

#endif
