// What the parts of a sample say together: spread, sensitivities, and how many are beyond a limit. Made from the table
// alone, so that it is the same wherever the runs were computed. docs/theory/studies.md, sections 5 and 6.
#ifndef GUD_SWEEP_FINDINGS_H
#define GUD_SWEEP_FINDINGS_H

#include "base/json.h"
#include "num/spread.h"
#include "sweep/sweep.h"

enum { GUD_PERCENTILES = 7 };
extern const double gud_percentiles[GUD_PERCENTILES]; // fractions, ascending

// a channel over all parts, for one case of each other axis
typedef struct gud_finding {
    const char *channel, *unit; // of the table
    int window, group;          // group: the first run has this index times the number of parts
    gud_statistic statistic;
    bool spread;     // does a run have more than one value of it?
    const double *y; // [parts]; NAN: it has none
    int n;           // parts that have one; of a Saltelli design the rows of A and B
    double mean, std, min, max, percentiles[GUD_PERCENTILES];
    gud_interval rank[GUD_DESIGN_FACTORS * 2];                         // by columns of the design
    gud_interval first[GUD_DESIGN_FACTORS], total[GUD_DESIGN_FACTORS]; // Sobol indices; of a Saltelli design
} gud_finding;

// a limit in one group
typedef struct gud_verdict {
    const gud_limit *limit;
    int group;
    int beyond, n; // of n runs that have the channel
    gud_interval fraction;
} gud_verdict;

typedef struct gud_findings {
    const gud_study *study;
    int nparts; // of a group: runs of the sample, or all runs of a grid
    int ngroup;
    gud_finding *list; // empty without a sample
    int count;
    gud_verdict *verdicts; // [nlimit of each group]
    int nverdict;
    double *values;
} gud_findings;

gud_status gud_findings_make(const gud_study *study, const gud_sweep_table *table, gud_error *error,
                             gud_findings *findings);
void gud_findings_free(gud_findings *findings);

// is the channel one of a target, and what is its number in a line?
bool gud_target_matches(const gud_target *target, const char *channel);
double gud_target_value(const gud_target *target, const gud_sweep_line *line);

// Is a part drawn independently of the others? Those of a design for indices that are mixed of two others are not: they
// do not count in the spread.
bool gud_findings_is_own(const gud_study *study, int part);

// "H7 f7, 60 degC": the other axes of a group; "" if there is one group
void gud_findings_group(const gud_findings *findings, int group, char *text, int size);
// "film_min below 1 um in 2.3 % of the parts (46 of 2000; 1.7 to 3.1 % with 95 % confidence)"
void gud_verdict_text(const gud_findings *findings, const gud_verdict *verdict, char *text, int size);

// members "sample", "spread", "sensitivities" and "limits" of an object that is open
void gud_findings_json(const gud_findings *findings, gud_json *json);
void gud_findings_csv(const gud_findings *findings, gud_buffer *out);

#endif
