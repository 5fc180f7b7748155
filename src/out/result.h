// Reads results: of runs that ended, that go on, and that were killed.
//
// A log that is newer than results.h5 wins: the result is put together from it, and saved as results.h5 if the run is
// dead and the folder can be written. A handle belongs to one thread at a time.
#ifndef GUD_OUT_RESULT_H
#define GUD_OUT_RESULT_H

#include "out/pick.h"

#include <stdbool.h>
#include <stdint.h>

#define GUD_RESULT_NAME "results.h5"

typedef struct gud_result gud_result;

// `path` is a folder with a result in it, or an .h5 file
gud_status gud_result_open(const char *path, gud_error *error, gud_result **out);
void gud_result_close(gud_result *result); // accepts NULL

// Rows in memory as a result, which ended: series only. Layout and rows outlive it.
gud_status gud_result_of_rows(const gud_layout *layout, const double *rows, int64_t nrow, gud_error *error,
                              gud_result **out);

const char *gud_result_path(const gud_result *result); // as it was opened
const gud_meta *gud_result_meta(const gud_result *result);
bool gud_result_ended(const gud_result *result);    // false: the run goes on or was killed
uint64_t gud_result_lost(const gud_result *result); // bytes of the log that cannot be read because it is damaged

int gud_result_nchannel(const gud_result *result);
const gud_channel *gud_result_channel(const gud_result *result, int channel);
int64_t gud_result_count(const gud_result *result, int channel); // of its records; channel 0 is the time

// the channel of a path, or -1
int gud_result_find(const gud_result *result, const char *path);

// an unknown name is answered with the nearest one, unless error is NULL
gud_status gud_result_pick(const gud_result *result, const char *name, gud_error *error, gud_pick *out);

// "bodies/crank/position.x", cut off if it is longer than the buffer
void gud_result_name(const gud_result *result, gud_pick pick, char *buffer, int size);

// `count` records from the record `first` on: count * width values, or count times
gud_status gud_result_read(const gud_result *result, int channel, int64_t first, int64_t count, double *values,
                           gud_error *error);
gud_status gud_result_read_times(const gud_result *result, int channel, int64_t first, int64_t count, double *times,
                                 gud_error *error);

// all values of a component in a new array of gud_result_count numbers; gud_free it
gud_status gud_result_load(const gud_result *result, gud_pick pick, gud_error *error, double **values);

// the component that the run's length was given in, e.g. "coordinates/crank.angle"; NULL: the time
const char *gud_result_abscissa(const gud_result *result);

// a counter or setting, or NULL
const gud_entry *gud_result_counter(const gud_result *result, const char *key);
const gud_entry *gud_result_setting(const gud_result *result, const char *key);

#endif
