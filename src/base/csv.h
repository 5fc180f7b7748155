// Columns of numbers from a text file: comma, semicolon or tab between cells, `#` before comments, and, if wanted,
// one header row with names and units, in square or round brackets, or behind a slash or `in`:
//
//     # measured on 3 March
//     angle [deg], "gas pressure [bar]"
//     0, 1.013
//
// The separator is read off the first row: semicolon if there is one, else tab, else comma. Only where semicolons
// separate may a comma stand for the decimal point, as spreadsheets write it in half of Europe. The locale of the
// process has no say.
#ifndef GUD_BASE_CSV_H
#define GUD_BASE_CSV_H

#include "base/arena.h"
#include "base/buffer.h"
#include "base/error.h"

#include <stddef.h>

enum { GUD_CSV_LIMIT = 256 << 20 }; // bytes

typedef struct gud_csv {
    const char *file;
    int ncolumn, nrow;
    double *const *columns;   // [ncolumn][nrow], all finite
    const char *const *names; // [ncolumn]; "" without a header
    const char *const *units; // [ncolumn]; NULL where the header gives no unit
    const int *lines;         // [nrow] where the rows stand, for messages
} gud_csv;

gud_status gud_csv_read(const char *path, gud_arena *arena, gud_error *error, gud_csv *csv);

// the same from `size` bytes in memory; `file` is the name for messages
gud_status gud_csv_parse(const char *file, const char *text, size_t size, gud_arena *arena, gud_error *error,
                         gud_csv *csv);

// Converts numbers from the unit in a header to the wanted one, or fails with a message if `unit` is unknown or
// measures something else. The loader provides it, so that what reads tables needs no library of units.
typedef struct gud_csv_units {
    gud_status (*convert)(const void *user, const char *unit, const char *wanted, int n, double *values,
                          gud_error *error);
    const void *user;
} gud_csv_units;

// A column to the wanted unit, in place; without a unit in its header it is taken to be in that. Refused with a message
// are other units, and names that seem to end in one. Without `units` no unit but the wanted one is known.
gud_status gud_csv_convert(const gud_csv *csv, int column, const char *wanted, const gud_csv_units *units,
                           gud_error *error);

// a cell of a table that is written, in quotes where they are needed (RFC 4180)
void gud_csv_cell(gud_buffer *out, const char *text);

// index of the column with this name, or -1
int gud_csv_find(const gud_csv *csv, const char *name);

#endif
