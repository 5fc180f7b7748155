// Results: complete runs into a folder, as `gudgeon run` makes them, and reading such a folder.
#ifndef GUDGEON_RESULTS_H
#define GUDGEON_RESULTS_H

#include <gudgeon/sim.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---- runs

// Progress of a run: its fraction, the time or the coordinate in which its length is given, the number of steps. Called
// from time to time; a return value other than 0 ends the run, which can be resumed later.
typedef int (*gud_run_progress)(void *user, double fraction, double position, int64_t steps);

typedef struct gud_run_report {
    gud_counters counters;
    double time;         // s, simulated
    double energy_error; // J, error of the energy balance at the end
    double cpu, wall;    // s
    uint64_t hash;       // of the last state
    int64_t records;     // written by this call
    char remarks[1000];  // remarks for the user, one per line
} gud_run_report;

enum {
    GUD_RUN_RESUME = 1, // continue from the last checkpoint in the folder
    GUD_RUN_FORCE = 2   // replace files with the names of results that Gudgeon did not write
};

// Simulates from start to end with results in `folder`, which is created if necessary and locked during the run; it can
// be read meanwhile. `flags`: 0, or some of the above. `progress`, `report` and `why` may be NULL.
// GUD_ERR_INTERRUPT: `progress` ended it.
GUD_API gud_status gud_model_run(const gud_model *model, const char *folder, unsigned flags, gud_run_progress progress,
                                 void *user, gud_run_report *report, gud_diagnostics **why);

// ---- reading

typedef struct gud_results gud_results;

// Opens a folder with results, or an .h5 file, in its current state; open a run in progress again to see new records.
GUD_API gud_status gud_results_open(const char *path, gud_results **results, gud_diagnostics **why);
GUD_API void gud_results_free(gud_results *results);

// Message of the last failed call, "" if none failed. Accepts NULL.
GUD_API const char *gud_results_error(const gud_results *results);

GUD_API bool gud_results_ended(const gud_results *results); // false: the run is in progress, or was stopped
GUD_API const char *gud_results_title(const gud_results *results);
GUD_API const char *gud_results_model(const gud_results *results); // its text as YAML

// A setting or a counter of the run, such as "tolerance", "steps", "remarks": *number, or the text that is returned,
// which is NULL for numbers. GUD_ERR_INPUT: there is no entry with this name.
GUD_API gud_status gud_results_entry(const gud_results *results, const char *key, double *number, const char **text);

typedef enum gud_channel_kind {
    GUD_CHANNEL_SERIES, // a row with every record; the times are those of the channel 0, "time"
    GUD_CHANNEL_FIELD   // rows x columns values, at times of its own: maps, contacts
} gud_channel_kind;

typedef struct gud_results_channel_info {
    const char *path, *unit, *about;
    gud_channel_kind kind;
    int width;                     // values of a record
    int rows, columns;             // of a field; of a series 1 and its width
    const char *const *components; // `width` names and NULL; NULL where they are numbered
    int64_t records;
} gud_results_channel_info;

GUD_API int gud_results_channel_count(const gud_results *results);
GUD_API gud_status gud_results_channel(const gud_results *results, int channel, gud_results_channel_info *out);
GUD_API int gud_results_find(const gud_results *results, const char *path); // the channel, -1: there is none

// The summary as JSON in SI units, as printed by `gudgeon summary --json`: one row for each bearing and statistics of
// channels, over the last full cycle; gud_free it.
GUD_API gud_status gud_results_summary(gud_results *results, char **json);

// outlines and shapes for drawing
GUD_API int gud_results_outline_count(const gud_results *results);
GUD_API gud_status gud_results_outline(const gud_results *results, int i, gud_outline_info *out);
GUD_API int gud_results_part_count(const gud_results *results);
GUD_API gud_status gud_results_part(const gud_results *results, int i, gud_part_info *out);

// `count` records of a channel, starting with the record `first`: count x width values, or count times; there is room
// for `room` numbers
GUD_API gud_status gud_results_read(gud_results *results, int channel, int64_t first, int64_t count, double *values,
                                    int64_t room);
GUD_API gud_status gud_results_read_times(gud_results *results, int channel, int64_t first, int64_t count,
                                          double *times, int64_t room);

#ifdef __cplusplus
}
#endif

#endif
