// Mean, extremes and scatter of channels in a window.
//
// Means, standard deviations and percentiles are those over time, whatever the window is counted on: the mean of a loss
// times the duration is the energy that is lost. A record stands for the time around it; records that are equally far
// apart count alike.
#ifndef GUD_OUT_SUMMARY_H
#define GUD_OUT_SUMMARY_H

#include "out/result.h"

#include <stdio.h>

// records with low <= value of the pick <= high, up to rounding
typedef struct gud_window {
    gud_pick over;    // {0, 0}: the time
    double low, high; // SI; infinite: no limit
} gud_window;

typedef struct gud_statistics {
    int64_t count;
    double mean, min, max, std;
    double p99;                // 99 % of the time it is less
    double time_min, time_max; // when the extremes were first met
    double at_min, at_max;     // what the window is counted on, then
    double halves;             // by how much of its rms value that of every other record differs from the rest
} gud_statistics;

// size of most of the values; units are chosen by it, because a lone peak may be far larger
double gud_statistics_typical(const gud_statistics *statistics);

typedef struct gud_summary {
    gud_window window;
    int64_t nrecord;   // in the window
    double start, end; // times of the first and last of them
    int count;
    gud_pick *picks;
    gud_statistics *statistics;
} gud_summary;

// the two ends of "660:780"; what is left out is infinite
gud_status gud_window_read(const char *text, gud_error *error, double *low, double *high);

// "0.1:0.2" in s, or "660:780" in degrees over an angle, "660:" without upper limit. `over` names what is counted;
// NULL: the coordinate that the run's end was given in ("until: 1080 deg of crank"), or the time; NULL is everything.
// Numbers are SI, but degrees over channels in rad.
gud_status gud_window_parse(const gud_result *result, const char *text, const char *over, gud_error *error,
                            gud_window *out);

double gud_result_cycle(const gud_result *result); // of the coordinate that the run is counted in; 0: none

// The cycle within which tables show the window's coordinate; 0: as it is, because it has no cycle or the window is
// longer.
double gud_window_cycle(const gud_result *result, const gud_window *window);
double gud_within_cycle(double cycle, double at);

// of the components that match the patterns (select.h)
gud_status gud_summary_make(const gud_result *result, const gud_window *window, const char *const *patterns,
                            int npattern, gud_error *error, gud_summary *out);
void gud_summary_free(gud_summary *summary);

// a table for the terminal
void gud_summary_print(const gud_summary *summary, const gud_result *result, FILE *stream);

#endif
