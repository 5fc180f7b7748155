// results.h5: what a log holds, in the form that other programs read.
//
//     /time                          every series under its own path, one row a record
//     /bodies/<name>/position ...      attributes: unit, about, components
//     /fields/<path>/time, data      snapshots: n times, n x rows x cols values
//     /geometry/<body>               points to draw a body by; attribute: names
//     /model/text  /settings/<key>  /counters/<key>
//     /channels                      paths of all channels, in order
//     /layout                        bytes: all of this but the numbers, read at once (pack.h)
//     attributes of the root: gudgeon_format, gudgeon_version, title, ended, log_size
//
// The file is built in memory and then written at once (draft.h), so that HDF5 never meets a full disk.
// HDF5 as Debian builds it is not safe for threads: these calls wait for each other. While one of them works, HDF5's
// own printing of errors is off.
#ifndef GUD_OUT_HDF5_H
#define GUD_OUT_HDF5_H

#include "base/arena.h"
#include "out/packing.h"
#include "out/replay.h"

#include <stdint.h>

typedef int64_t gud_hdf5; // a file that is open in HDF5

// what goes into a file
typedef struct gud_hdf5_content {
    const gud_layout *layout;
    gud_packing *packing;
    bool ended;        // the run came to its end
    uint64_t log_size; // of the log with the same records
    bool last;         // chunks are given up as soon as the file has them
} gud_hdf5_content;

gud_status gud_hdf5_build(const gud_hdf5_content *content, gud_error *error, gud_hdf5 *out);
gud_status gud_hdf5_build_log(gud_replay *replay, gud_error *error, gud_hdf5 *out); // from the records of a log
gud_status gud_hdf5_save(gud_hdf5 file, const char *path, gud_error *error);
gud_status gud_hdf5_open(const char *path, gud_error *error, gud_hdf5 *out);
void gud_hdf5_close(gud_hdf5 file);

// A file may come from anybody: links, values kept in other files, filters that we do not use, and sizes that the
// file's own size does not justify are not opened (-1). Rank, size and type are checked where it is read.
int64_t gud_hdf5_open_dataset(gud_hdf5 file, int64_t place, const char *path);
// could the file hold `count` records of `width` numbers?
bool gud_hdf5_justifies(gud_hdf5 file, int64_t count, int width);
int64_t gud_hdf5_open_group(gud_hdf5 file, const char *path);

// What a file says about itself. If it has a layout, only the time and the fields are opened; what it says of other
// channels is checked when they are read.
typedef struct gud_hdf5_info {
    gud_layout layout;
    int64_t *count; // of records of every channel
    bool ended;     // the run came to its end
    int64_t log_size;
} gud_hdf5_info;

// texts and arrays go to the arena; `path` is for messages
gud_status gud_hdf5_describe(gud_hdf5 file, const char *path, gud_arena *arena, gud_error *error, gud_hdf5_info *info);

// `count` records from the record `first` on: count * width values
gud_status gud_hdf5_read(gud_hdf5 file, const gud_channel *channel, int64_t first, int64_t count, double *values,
                         gud_error *error);
gud_status gud_hdf5_read_times(gud_hdf5 file, const gud_channel *channel, int64_t first, int64_t count, double *times,
                               gud_error *error);

#endif
