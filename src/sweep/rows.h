// Rows of a study: how each run ended, what it cost and its lines of the table. A worker appends them to a file of its
// own, FOLDER/rows/PART/WORKER.rows, so that many machines work on one folder and nobody waits for anybody.
//
//     gudgeon rows 1
//     begun <tab> key
//     done <tab> key <tab> view <tab> name <tab> costs ... <tab> lines ...
//
// Every line is text, ends with a tab and the crc32 of what stands before it, and is written at once: the file can be
// read while it grows, and a program killed at any moment leaves at most its last line torn. Readers pass over lines
// whose sum is wrong. A row is found by its key, a hash of all that the run depends on, and not by its number: studies
// that grow keep their rows. docs/manual/sweep.md describes the file for others.
#ifndef GUD_SWEEP_ROWS_H
#define GUD_SWEEP_ROWS_H

#include "base/buffer.h"
#include "base/error.h"
#include "sweep/lines.h"

#include <stdint.h>

#define GUD_ROWS_FOLDER "rows"

enum { GUD_ROW_COSTS = 6 };
extern const char *const gud_row_costs[GUD_ROW_COSTS]; // "steps", ..., "cpu_s", "wall_s"

typedef struct gud_run_entry {
    uint64_t key;  // of all that the run depends on
    uint64_t view; // of what the study wants to know of it
    const char *name;
    bool failed;
    bool lasting;                // a failure that would come again: it is not tried again
    double costs[GUD_ROW_COSTS]; // NAN: not known
    const char *why;             // it failed
    const gud_sweep_table *table;
    const char *summary; // a line of JSON; NULL: none
} gud_run_entry;

// ---- writing

typedef struct gud_rows {
    int fd; // -1: not open
    char path[4400];
} gud_rows;

// Opens FOLDER/WORKER.rows for writing behind its last whole line; a torn line is cut off. A file of that name that is
// not ours is refused unless `force`. The folder belongs to the caller (out/claim.h).
gud_status gud_rows_open(gud_rows *rows, const char *folder, int worker, bool force, gud_error *error);
gud_status gud_rows_begun(gud_rows *rows, uint64_t key, gud_error *error);
gud_status gud_rows_stopped(gud_rows *rows, uint64_t key, gud_error *error); // it was asked to, and will go on later
gud_status gud_rows_add(gud_rows *rows, const gud_run_entry *row, gud_error *error);
void gud_rows_close(gud_rows *rows); // accepts what is not open

// ---- reading

typedef enum gud_run_row_kind {
    GUD_ROW_BEGUN,
    GUD_ROW_STOPPED,
    GUD_ROW_DONE,
    GUD_ROW_FAILED,
    GUD_ROW_SUMMARY
} gud_run_row_kind;

// a line of a file; the texts end at a tab and live as long as the archive
typedef struct gud_run_row {
    gud_run_row_kind kind;
    uint64_t key, view;
    bool lasting;
    const char *body; // what follows: costs and lines, why it failed, or JSON; ends with a zero byte
} gud_run_row;

// all rows of a folder
typedef struct gud_archive {
    char **texts; // of the files, cut into lines
    int ntext, room;
    gud_run_row *rows; // in the order of the files
    int count, row_room;
    int ndamaged; // lines whose sum is wrong, besides the last one of a file
} gud_archive;

// Reads FOLDER/rows/*/*.rows; no such folder is no failure. gud_archive_free it.
gud_status gud_archive_read(const char *folder, gud_error *error, gud_archive *archive);
void gud_archive_free(gud_archive *archive);

void gud_row_read_costs(const gud_run_row *row, double costs[GUD_ROW_COSTS]); // of a run that is done
// adds the lines of a run that is done to a table
gud_status gud_row_read_lines(const gud_run_row *row, int run, gud_error *error, gud_sweep_table *table);

#endif
