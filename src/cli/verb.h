// A verb of the command is a row of a table. The parser, the help texts, the man page, the completions and the
// manual are made from the rows; an option is never described in a second place.
//
// To add a verb: one file verb_<name>.c with the row gud_verb_<name>, one line in verbs.def.
#ifndef GUD_CLI_VERB_H
#define GUD_CLI_VERB_H

#include "base/status.h"

#include <stdbool.h>

enum {
    GUD_EXIT_FINE = 0,
    GUD_EXIT_FAILED = 1, // the run failed, and standard error says why
    GUD_EXIT_INPUT = 2,  // the input is wrong, and standard error says where
};

// what a shell offers behind an option or as a positional word
typedef enum gud_offer {
    GUD_OFFER_NOTHING,
    GUD_OFFER_CHOICES, // the words of gud_option.choices; others are refused
    GUD_OFFER_MODEL,   // *.yaml, *.yml
    GUD_OFFER_RESULT,  // *.h5 and folders
    GUD_OFFER_FILE,    // any file
    GUD_OFFER_FOLDER,
    GUD_OFFER_TABLE, // paths of the tables of a model file
    GUD_OFFER_VERB,
} gud_offer;

typedef struct gud_option {
    const char *name;     // long name without dashes
    char letter;          // short name; 0: none
    const char *argument; // name of the value in the help; NULL: a switch
    const char *about;
    bool repeatable;
    gud_offer offer;
    const char *const *choices; // of GUD_OFFER_CHOICES; ends with NULL
} gud_option;

typedef struct gud_example {
    const char *line; // a whole command
    const char *about;
} gud_example;

typedef struct gud_args gud_args;

typedef struct gud_verb {
    const char *name;
    const char *synopsis; // positional words only, e.g. "MODEL"; options are added
    const char *about;    // one line, starts with a small letter, no full stop
    const char *details;  // a paragraph or more, separated by empty lines; may be NULL
    const gud_example *examples;
    int nexample;
    const gud_option *options; // besides the common ones
    int noption;
    int min_words, max_words;  // positional words; max_words < 0: any number
    gud_offer offer;           // what the positional words are
    const char *const *second; // words that are offered behind the first one instead; NULL: none; ends with NULL
    int (*run)(const gud_args *args);
} gud_verb;

const gud_verb *const *gud_verbs(void); // ends with NULL
const gud_verb *gud_verb_find(const char *name);

// options that every verb takes: --json, --quiet, --help
extern const gud_option gud_common_options[];
extern const int gud_common_option_count;

// the k-th option of a verb, its own first, then the common ones; NULL behind the last one
const gud_option *gud_verb_option(const gud_verb *verb, int k);

#endif
