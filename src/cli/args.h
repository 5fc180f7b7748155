// The words behind a verb, checked against the verb's row.
#ifndef GUD_CLI_ARGS_H
#define GUD_CLI_ARGS_H

#include "base/error.h"
#include "cli/verb.h"

typedef struct gud_given {
    const gud_option *option;
    const char *value; // NULL for a switch
} gud_given;

struct gud_args {
    const gud_verb *verb;
    gud_given *given; // in the order of the command line
    int ngiven;
    const char **words; // positional words
    int nword;
    bool json, quiet, help; // the common options
};

// Reads argv[0..argc) behind the verb. The texts of argv must outlive the arguments. After a failure
// gud_args_free is not needed. With --help anywhere before `--` nothing else is checked.
gud_status gud_args_parse(const gud_verb *verb, int argc, char *const *argv, gud_error *error, gud_args *args);
void gud_args_free(gud_args *args);

bool gud_args_offers(const gud_args *args, const char *name); // does the verb have this option?
bool gud_args_has(const gud_args *args, const char *name);
const char *gud_args_value(const gud_args *args, const char *name); // NULL when it is not given

// the next value of a repeatable option: `for (int at = 0; (value = gud_args_next(args, "set", &at));)`
const char *gud_args_next(const gud_args *args, const char *name, int *at);

// the value of an option as a whole number in a range, or `fallback` if it is not given
gud_status gud_args_integer(const gud_args *args, const char *name, int low, int high, int fallback, gud_error *error,
                            int *value);

#endif
