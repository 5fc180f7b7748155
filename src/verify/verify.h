// Published and analytic numbers that this build meets: `gudgeon verify`.
//
// A case is one line in the table of its group: what is expected, how closely, and a small function that computes the
// number through the library. A group is a table in a file of its subject and one line in groups.def.
#ifndef GUD_VERIFY_VERIFY_H
#define GUD_VERIFY_VERIFY_H

#include "base/error.h"

#include <stdbool.h>

typedef enum gud_verify_kind {
    GUD_VERIFY_RELATIVE, // |got - expected| <= tolerance |expected|
    GUD_VERIFY_ABSOLUTE, // |got - expected| <= tolerance
    GUD_VERIFY_AT_MOST,  // got <= expected; no tolerance
} gud_verify_kind;

extern const char *const gud_verify_kinds[]; // relative, absolute, at most

typedef struct gud_verify_case gud_verify_case;
struct gud_verify_case {
    const char *name; // inside its group, a word
    const char *quantity;
    const char *unit; // of expected; SI
    double expected, tolerance;
    gud_verify_kind kind;
    gud_status (*compute)(const gud_verify_case *given, gud_error *error, double *got);
    const char *what; // for compute: a law, a channel; may be NULL
    double at[3];     // for compute
};

typedef struct gud_verify_group {
    const char *name;
    const char *about;
    const char *source; // where the expected numbers come from
    const gud_verify_case *cases;
    int ncase;
} gud_verify_group;

#define GUD_VERIFY_GROUP(id) extern const gud_verify_group gud_verify_##id;
#include "verify/groups.def"
#undef GUD_VERIFY_GROUP

extern const gud_verify_group *const gud_verify_groups[]; // ends with NULL

typedef struct gud_verify_result {
    double got; // NAN: it could not be computed, and error says why
    bool pass;
    gud_error error;
} gud_verify_result;

void gud_verify_run(const gud_verify_case *given, gud_verify_result *result);

#endif
