// The least of a function that is expensive and has no derivatives, within limits that are as expensive; or the front
// of two such functions. The search proposes points, the caller computes them and reports. All that it does follows
// from what was reported. docs/theory/studies.md, sections 7 and 8.
//
//     while (gud_search_ask(s, x, &n) == GUD_OK && n > 0) {
//         ... compute f and g at the n points x[n][nvar], each in [0, 1]^nvar ...
//         gud_search_tell(s, trials, n);
//     }
#ifndef GUD_NUM_SEARCH_H
#define GUD_NUM_SEARCH_H

#include "base/status.h"

#include <stdbool.h>

enum {
    GUD_SEARCH_VARIABLES = 8,
    GUD_SEARCH_LIMITS = 16,
    GUD_SEARCH_GOALS = 2,
    GUD_SEARCH_FIRST = 2 * GUD_SEARCH_VARIABLES + 5, // points at the start, at the most
    GUD_SEARCH_BATCH = 64,                           // points of one proposal, at the most
};

typedef struct gud_trial {
    double x[GUD_SEARCH_VARIABLES];
    double f[GUD_SEARCH_GOALS];  // to be made small
    double g[GUD_SEARCH_LIMITS]; // <= 0: within the limit; about 1 where it is far beyond
    bool failed;                 // no numbers
} gud_trial;

typedef struct gud_search_task {
    int nvar, nlimit;
    int ngoal;        // 1: the least of f[0]; 2: the front
    int npoint;       // of the front
    int most;         // points to compute, at the most
    double tolerance; // of the variables
} gud_search_task;

typedef struct gud_search gud_search;

gud_status gud_search_create(const gud_search_task *task, gud_search **search);
void gud_search_free(gud_search *search);

// the points that every search starts with; returns how many. Also what the first gud_search_ask proposes.
int gud_search_first(int nvar, double *x);

gud_status gud_search_ask(gud_search *search, double *x, int *n); // 0: the search has ended
// in the order of the proposal
gud_status gud_search_tell(gud_search *search, const gud_trial *trials, int n);

int gud_search_count(const gud_search *search);
const gud_trial *gud_search_trial(const gud_search *search, int i);
// the best trial for a goal; -1: none is within the limits
int gud_search_best(const gud_search *search, int goal);
// did it end because the region became small, rather than with the number of points?
bool gud_search_converged(const gud_search *search);
// is the trial within the limits, and none that is, better in both goals?
bool gud_search_on_front(const gud_search *search, int i);

#endif
