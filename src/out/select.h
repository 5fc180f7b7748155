// Picks components of a result by patterns: "bodies/*/position.x", "energy/*", "joints/big-end/reaction_force".
#ifndef GUD_OUT_SELECT_H
#define GUD_OUT_SELECT_H

#include "base/glob.h"
#include "out/result.h"

typedef struct gud_selection {
    gud_pick *picks; // gud_free it
    int count;
} gud_selection;

// Series components whose name, or whose channel's path, matches any of the patterns, in the order of the file and
// without the time. No patterns: all of them. A pattern that matches nothing is refused.
gud_status gud_selection_find(const gud_result *result, const char *const *patterns, int npattern, gud_error *error,
                              gud_selection *out);

// is there a component that a selection with this pattern would hold?
bool gud_result_matches(const gud_result *result, const char *pattern);

#endif
