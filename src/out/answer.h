// The answer of a run: which records it is made of, one row for each bearing, and statistics of channels; as JSON.
#ifndef GUD_OUT_ANSWER_H
#define GUD_OUT_ANSWER_H

#include "base/json.h"
#include "out/bearings.h"

// the records that an answer is made of: those that were asked for, or the last full cycle
typedef struct gud_scope {
    gud_window window;
    bool chosen;  // was it asked for?
    int cycles;   // full cycles in the records; 0: none
    bool settled; // the last one begins after the start-up, not with the first record
} gud_scope;

typedef struct gud_answer {
    gud_scope scope;
    gud_bearings bearings;
    gud_summary summary;
} gud_answer;

// `text` and `over` as given by --window and --over, or NULL. Without `text`: the last full cycle, unless `over` is
// another coordinate than the one that the run's length was given in.
gud_status gud_scope_find(const gud_result *result, const char *text, const char *over, gud_error *error,
                          gud_scope *scope);

// Of the records of a->scope; without patterns of the channels that most users want to see. gud_answer_free it.
gud_status gud_answer_make(const gud_result *result, const char *const *patterns, int npattern, gud_error *error,
                           gud_answer *a);
void gud_answer_free(gud_answer *a);

// an object: which records, counted on what
void gud_scope_write(const gud_scope *scope, const gud_result *result, const gud_summary *summary, const char *key,
                     gud_json *json);

// Members of an object: "window": ..., "bearings": [...], "joints": {"small-end": {"reaction_force.x": {"mean": ...}}},
// ..., "run": {...}
void gud_answer_write(const gud_answer *a, const gud_result *result, gud_json *json);
void gud_answer_write_bearings(const gud_answer *a, gud_json *json); // the member "bearings" alone

// an object with the numbers of one channel
void gud_statistics_write(const gud_statistics *statistics, const char *key, const char *unit, gud_json *json);

#endif
