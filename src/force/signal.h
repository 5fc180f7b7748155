// A number that follows time or a coordinate, as files describe it: a table from a CSV file or in the model file
// itself. Loads, gas pressures and the pressures of oil feeds are such numbers; docs/theory/forces.md.
#ifndef GUD_FORCE_SIGNAL_H
#define GUD_FORCE_SIGNAL_H

#include "base/field.h"
#include "num/curve.h"

typedef struct gud_signal_params {
    const char *table, *column, *against;
    gud_numbers points, values; // a table in the model file
    bool periodic;
    double period, phase;
    int interpolation;
} gud_signal_params;

// what a table needs while it is read
typedef struct gud_signal_context {
    const gud_csv_units *units;
    const char *x_unit, *y_unit;
    gud_arena *arena;
    gud_error *error;
} gud_signal_context;

// ready for use: curve(s - phase), s being time or a coordinate of the model
typedef struct gud_signal {
    const char *name; // of the entry that it belongs to
    gud_curve curve;
    double phase;
    int coordinate; // -1: time
} gud_signal;

double gud_signal_value(const gud_signal *signal, double s);
double gud_signal_next_break(const gud_signal *signal, double t); // after t; INFINITY: none, or not of time

extern const char *const gud_signal_interpolations[]; // ends with NULL

bool gud_signal_has_table(const gud_signal_params *params);
gud_status gud_signal_read(const gud_signal_params *params, const gud_signal_context *context, gud_curve *curve);

// NOLINTBEGIN(bugprone-macro-parentheses): types and members take none
// The fields of a gud_signal_params that is the member `member` of the struct `params`.
#define GUD_SIGNAL_FIELDS(params, member, points_, values_key, values_unit, values_about, periodic_)                   \
    {.key = "table",                                                                                                   \
     .type = GUD_FILE,                                                                                                 \
     .offset = offsetof(params, member.table),                                                                         \
     .fallback = GUD_OPTIONAL,                                                                                         \
     .about = "CSV of the value against time or against a coordinate"},                                                \
        {.key = "column",                                                                                              \
         .type = GUD_TEXT,                                                                                             \
         .offset = offsetof(params, member.column),                                                                    \
         .fallback = GUD_OPTIONAL,                                                                                     \
         .about = "name of the column of the table; default: the second"},                                             \
        {.key = "points",                                                                                              \
         .type = GUD_NUMBERS,                                                                                          \
         .offset = offsetof(params, member.points),                                                                    \
         .unit = "s|rad|m",                                                                                            \
         .fallback = GUD_OPTIONAL,                                                                                     \
         .about = (points_)},                                                                                          \
        {.key = (values_key),                                                                                          \
         .type = GUD_NUMBERS,                                                                                          \
         .offset = offsetof(params, member.values),                                                                    \
         .unit = (values_unit),                                                                                        \
         .fallback = GUD_OPTIONAL,                                                                                     \
         .about = (values_about)},                                                                                     \
        {.key = "against",                                                                                             \
         .type = GUD_TEXT,                                                                                             \
         .offset = offsetof(params, member.against),                                                                   \
         .fallback = GUD_OPTIONAL,                                                                                     \
         .flags = GUD_COORDINATE,                                                                                      \
         .about = "coordinate such as crank.angle; default: time"},                                                    \
        {.key = "phase",                                                                                               \
         .type = GUD_NUMBER,                                                                                           \
         .offset = offsetof(params, member.phase),                                                                     \
         .unit = "s|rad|m",                                                                                            \
         .fallback = 0.0,                                                                                              \
         .about = "time or coordinate that corresponds to 0 in the table"},                                            \
        {.key = "periodic",                                                                                            \
         .type = GUD_SWITCH,                                                                                           \
         .offset = offsetof(params, member.periodic),                                                                  \
         .fallback = (periodic_),                                                                                      \
         .about = "the table repeats"},                                                                                \
        {.key = "period",                                                                                              \
         .type = GUD_NUMBER,                                                                                           \
         .offset = offsetof(params, member.period),                                                                    \
         .unit = "s|rad|m",                                                                                            \
         .fallback = GUD_OPTIONAL,                                                                                     \
         .low = 0.0,                                                                                                   \
         .high = INFINITY,                                                                                             \
         .flags = GUD_OPEN_LOW,                                                                                        \
         .about = "period of the table; default: from its first to its last point"},                                   \
    {                                                                                                                  \
        .key = "interpolation", .type = GUD_CHOICE, .offset = offsetof(params, member.interpolation),                  \
        .choices = gud_signal_interpolations, .fallback = 0,                                                           \
        .about = "interpolation between the points: "                                                                  \
                 "monotone: no overshoot; cubic: smooth, for dense points; linear: kinks"                              \
    }
// NOLINTEND(bugprone-macro-parentheses)

#endif
