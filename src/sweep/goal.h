// What a study judges its runs by: limits of channels, and goals of a search or a Pareto front.
#ifndef GUD_SWEEP_GOAL_H
#define GUD_SWEEP_GOAL_H

#include "load/diag.h"
#include "load/node.h"
#include "load/units.h"
#include "sweep/statistic.h"

enum { GUD_STUDY_LIMITS = 16, GUD_STUDY_GOALS = 2 };

// a channel, or several that match, and which number of a run stands for it
typedef struct gud_target {
    const char *channel; // pattern
    gud_statistic statistic;
    gud_place place; // in the study
} gud_target;

// `thin film: {channel: film_min, below: 1 um}`: a run that is below is beyond the limit
typedef struct gud_limit {
    const char *name, *text; // "1 um"
    gud_target target;
    bool above;   // beyond it is what is above
    double value; // SI
    gud_measure measure;
} gud_limit;

typedef struct gud_goal {
    gud_target target;
    bool most; // maximise
} gud_goal;

typedef struct gud_goals {
    gud_goal list[GUD_STUDY_GOALS];
    int count;        // 0: none; 1: a search; 2: a Pareto front
    int runs, points; // at the most; of the front
    double tolerance; // of the variables, as a fraction of their range
    bool converged;   // of the study of all runs: the end was not their number
} gud_goals;

gud_status gud_limits_read(const gud_node *limits, gud_arena *arena, const gud_units *units, gud_diag *diag,
                           gud_limit **list, int *count);

// the section `search` (one goal) or `front` (two)
gud_status gud_goals_read(const gud_node *section, gud_arena *arena, gud_diag *diag, gud_goals *goals);

#endif
