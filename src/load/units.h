// Numbers with units. "30 um", "5000 rpm", "400 cP", "1 bar"; a bare number is SI.
//
// Units come from the udunits2 database, with names on top that engineers write (deg, rev, cP). Angles are kept apart
// from pure numbers: "50 Hz" is not an angular velocity and "3000 rpm" is not a frequency, although udunits would
// convert both.
//
// udunits parses with process-wide state, which is locked here: threads may use gud_units of their own. A load call
// takes the C locale for its own thread, so that numbers are read the same way everywhere.
#ifndef GUD_LOAD_UNITS_H
#define GUD_LOAD_UNITS_H

#include "base/error.h"

#include <stdbool.h>

typedef struct gud_units gud_units;

enum { GUD_NDIMENSION = 8 };

// what a unit is worth in SI base units: SI = number * scale + offset
typedef struct gud_measure {
    double scale, offset;
    double power[GUD_NDIMENSION]; // of m, kg, s, A, K, mol, cd, rad
} gud_measure;

gud_status gud_units_create(gud_error *error, gud_units **units); // reads the database of units
void gud_units_free(gud_units *units);

// meaning of a unit such as "N/m", "kg.m2" or "N/m^1.5"; false: not a unit
bool gud_unit_measure(const gud_units *units, const char *unit, gud_measure *measure);

// can a quantity in `given` stand where `wanted` is expected?
bool gud_measure_fits(const gud_measure *given, const gud_measure *wanted);

// the same for `wanted` as text; "rad/s|m/s" takes either, "*" any
bool gud_unit_fits(const gud_units *units, const gud_measure *given, const char *wanted);

// number * scale + offset; exact decimal scales give the double nearest to the decimal number
double gud_measure_to_si(const gud_measure *measure, double number);

// Converts numbers from a unit in the header of a table to the wanted one; `units` is a gud_units. Fits
// gud_csv_units.
gud_status gud_units_convert(const void *units, const char *unit, const char *wanted, int n, double *values,
                             gud_error *error);

typedef enum gud_number_state {
    GUD_NUMBER_GOOD,
    GUD_NUMBER_EMPTY,
    GUD_NUMBER_BAD,   // not a decimal number
    GUD_NUMBER_RANGE, // larger or smaller than a double
} gud_number_state;

// between gud_units_enter and leave: the decimal number at the start of the text; *rest is what follows it, without
// leading blanks
gud_number_state gud_number_read(const char *text, double *number, const char **rest);

// "such as '30 um'" for a unit in a message, or ""
const char *gud_unit_example(const char *unit);

// makes the C locale that of this thread until gud_units_leave
void *gud_units_enter(const gud_units *units);
void gud_units_leave(void *previous);

#endif
