// Laws from outside: a curve through points of the file or of a CSV file, or a function of a shared library.
//
// A row of such a law has a gud_law_source among its parameters, with the fields below. What the file says becomes a
// curve or a function by gud_law_prepare, before the law is made.
#ifndef GUD_LOAD_LAW_H
#define GUD_LOAD_LAW_H

#include "base/field.h"
#include "load/units.h"
#include "num/curve.h"

#include <gudgeon/plugin.h>

typedef struct gud_law_source {
    // a table
    const char *file;
    const char *columns[2];
    gud_numbers x, y;
    // a library
    const char *library, *name;
    gud_names settings;
    // made by gud_law_prepare
    const gud_curve *curve;
    const gud_plugin_law *law;
    const double *values; // of its parameters
} gud_law_source;

// of parameters whose member `source` is a gud_law_source; x_, y_: keys and units of the two lists
#define GUD_LAW_TABLE_FIELDS(params, x_key, x_unit, x_about, y_key, y_unit, y_about)                                   \
    {.key = "file",                                                                                                    \
     .type = GUD_FILE,                                                                                                 \
     .offset = offsetof(params, source.file),                                                                          \
     .fallback = GUD_OPTIONAL,                                                                                         \
     .about = "CSV file with two columns; units follow the column name: " x_key " [" x_unit "]"},                      \
        {.key = "columns",                                                                                             \
         .type = GUD_NAMES,                                                                                            \
         .offset = offsetof(params, source.columns),                                                                   \
         .fallback = GUD_OPTIONAL,                                                                                     \
         .count = 2,                                                                                                   \
         .about = "names of the two columns of the file; default: the first two"},                                     \
        {.key = (x_key),                                                                                               \
         .type = GUD_NUMBERS,                                                                                          \
         .offset = offsetof(params, source.x),                                                                         \
         .unit = (x_unit),                                                                                             \
         .fallback = GUD_OPTIONAL,                                                                                     \
         .low = 0.0,                                                                                                   \
         .high = (double)INFINITY,                                                                                     \
         .about = (x_about)},                                                                                          \
    {                                                                                                                  \
        .key = (y_key), .type = GUD_NUMBERS, .offset = offsetof(params, source.y), .unit = (y_unit),                   \
        .fallback = GUD_OPTIONAL, .low = 0.0, .high = (double)INFINITY, .about = (y_about)                             \
    }

#define GUD_LAW_TABLE_RULES(x_key, y_key)                                                                              \
    {GUD_ONE_OF, {"file", x_key}}, {GUD_ALL_OR_NONE, {x_key, y_key}},                                                  \
    {                                                                                                                  \
        GUD_NEEDS,                                                                                                     \
        {                                                                                                              \
            "columns", "file"                                                                                          \
        }                                                                                                              \
    }

#define GUD_LAW_PLUGIN_FIELDS(params)                                                                                  \
    {.key = "library",                                                                                                 \
     .type = GUD_FILE,                                                                                                 \
     .offset = offsetof(params, source.library),                                                                       \
     .fallback = GUD_REQUIRED,                                                                                         \
     .about = "shared library with the law (gudgeon/plugin.h); its code runs only with --plugins"},                    \
        {.key = "name",                                                                                                \
         .type = GUD_TEXT,                                                                                             \
         .offset = offsetof(params, source.name),                                                                      \
         .fallback = GUD_REQUIRED,                                                                                     \
         .about = "name of the law in the library"},                                                                   \
    {                                                                                                                  \
        .key = "settings", .type = GUD_NAME_LIST, .offset = offsetof(params, source.settings),                         \
        .fallback = GUD_OPTIONAL, .about = "parameters of the law: [stiffness=2e6 N/m, exponent=1.5]"                  \
    }

// what a table promises beside increasing abscissas
typedef enum gud_law_shape {
    GUD_LAW_RISING,    // from (0, 0) on, never falling
    GUD_LAW_FROM_ZERO, // from (0, 0) on
    GUD_LAW_POSITIVE,  // everywhere greater than 0
} gud_law_shape;

typedef struct gud_law_wanted {
    gud_plugin_kind kind;
    gud_law_shape shape;
    gud_outside outside; // beyond the points of a table
    const char *x_unit, *y_unit;
} gud_law_wanted;

// who asks: where results are kept, and what is allowed
typedef struct gud_law_context {
    gud_arena *arena;
    const gud_units *units;
    bool plugins; // code of libraries may run
    gud_error *error;
} gud_law_context;

// GUD_ERR_INPUT: context->error says what is wrong with table or library. A source without either is left alone.
gud_status gud_law_prepare(const gud_law_context *context, const gud_law_wanted *wanted, gud_law_source *source);

// the key that a message of gud_law_prepare is about: "file", "library", "settings"; NULL: the law as a whole
const char *gud_law_key(const gud_law_source *source, const gud_error *error);

// the laws of a library, checked; it stays loaded
gud_status gud_plugin_open(const char *path, gud_error *error, const gud_plugin **plugin);

#endif
