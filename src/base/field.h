// Descriptions of parameters: the one place where a key, its unit, its default, its range and its meaning stand.
// The loader, `gudgeon list`, the manual, the JSON schema and the conformance tests are made from them.
#ifndef GUD_BASE_FIELD_H
#define GUD_BASE_FIELD_H

#include "base/status.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

typedef enum gud_field_type {
    GUD_NUMBER,    // double, with a unit
    GUD_VECTOR,    // double[count], each with the unit; `[1 mm, 2 mm, 0]`; fewer items than count are filled with 0
    GUD_INTEGER,   // int
    GUD_SWITCH,    // bool: yes/no, true/false, on/off
    GUD_CHOICE,    // int, index into choices
    GUD_TEXT,      // const char *, copied into the model's arena; NULL when absent
    GUD_NAME,      // const char *, the name of an entity of section `refers`; near misses are suggested
    GUD_NAMES,     // const char *[count], e.g. between: [a, b]
    GUD_FILE,      // const char *, path resolved against the file that mentions it
    GUD_NUMBERS,   // gud_numbers: a list of any length
    GUD_EXTENT,    // gud_extent: "0.5 s" or "1080 deg of crank": a number, and what it is counted on
    GUD_NAME_LIST, // gud_names: any number of names, e.g. fields: [small-end, big-end]
    GUD_GROUP,     // void *, the parameters of `group`, from a nested map; NULL when absent
    GUD_TABLE,     // gud_choice, a nested map whose row is picked from `table`; all NULL when absent
} gud_field_type;

typedef struct gud_row gud_row;
typedef struct gud_table gud_table;

typedef struct gud_numbers {
    const double *data;
    int count;
} gud_numbers;

typedef struct gud_names {
    const char *const *data;
    int count;
} gud_names;

typedef struct gud_extent {
    double value;     // SI
    const char *of;   // NULL: of time; else the name behind "of"
    const char *unit; // the field's unit; behind "of": "rad" or "m"
} gud_extent;

// the row that a nested map picked from a table, and its parameters
typedef struct gud_choice {
    const gud_row *row; // NULL: the map is absent, or its table has no selector
    void *common;       // parameters of the table's common row, if it has one
    void *params;       // parameters of the row
} gud_choice;

typedef struct gud_field {
    const char *key;
    gud_field_type type;
    size_t offset;              // into the parameter struct
    const char *unit;           // for udunits; "1" for a pure number; may name another field: "N/m^exponent"; "*": any
    double fallback;            // GUD_REQUIRED, GUD_OPTIONAL or the default (for choices: the index)
    double low, high;           // allowed range, ends included unless GUD_OPEN is set; low == high: any number
    int count;                  // of vectors and names
    const char *const *choices; // of a choice; of names: the only ones, or NULL for any; ends with NULL
    const char *refers;         // of names: "bodies", "frames|bodies", ... (NULL: anything); `ground` is always one
    const gud_row *group;       // of a group; its fallback is GUD_OPTIONAL, GUD_REQUIRED or 0: as if {} were given
    const gud_table *table;     // of a table; fallback as of a group
    unsigned flags;
    const char *about; // one line for the manual
} gud_field;

enum {
    GUD_PERIODIC = 1 << 20, // an extent that may be "periodic of crank": infinite
    GUD_OPEN_LOW = 1,       // low itself is not allowed ("greater than 0")
    GUD_OPEN_HIGH = 2,      // high itself is not allowed
    GUD_SHORT = 4,          // a value in place of the whole map means this field: `gravity: [0, -9.81]`
    GUD_COORDINATE = 8,     // a text that names a coordinate, such as crank.angle
    GUD_ORIGIN = 16,        // the frame that places are seen from; in a group it is the ground of the group
    GUD_INPUT = 32, // a number that may follow an input of the model, `value: input torque`: laws read it at every
                    // evaluation and derive nothing from it while the model is loaded
};

// Fallbacks are compared by bits, never computed with: two quiet NaNs with different payloads.
#define GUD_REQUIRED (__builtin_nan("1")) // the key must be there
#define GUD_OPTIONAL (__builtin_nan("2")) // stays NAN, -1, NULL or of zero length when absent

#define GUD_INF (__builtin_inf()) // INFINITY as a double, for the ends of ranges (clang minds the float)

bool gud_is_required(double fallback);
bool gud_is_optional(double fallback);

size_t gud_field_size(const gud_field *field);               // of its place in the parameter struct
bool gud_field_allows(const gud_field *field, double value); // the value is in the range

#define GUD_FIELD(params, member, unit_, fallback_, low_, high_, about_)                                               \
    {                                                                                                                  \
        .key = #member, .type = GUD_NUMBER, .offset = offsetof(params, member), .unit = (unit_),                       \
        .fallback = (fallback_), .low = (double)(low_), .high = (double)(high_), .about = (about_)                     \
    }

// a number that may follow an input
#define GUD_FIELD_INPUT(params, member, unit_, fallback_, low_, high_, about_)                                         \
    {                                                                                                                  \
        .key = #member, .type = GUD_NUMBER, .offset = offsetof(params, member), .unit = (unit_),                       \
        .fallback = (fallback_), .low = (double)(low_), .high = (double)(high_), .flags = GUD_INPUT, .about = (about_) \
    }

// a finite number greater than zero
#define GUD_FIELD_POSITIVE(params, member, unit_, fallback_, about_)                                                   \
    {                                                                                                                  \
        .key = #member, .type = GUD_NUMBER, .offset = offsetof(params, member), .unit = (unit_),                       \
        .fallback = (fallback_), .low = 0.0, .high = (double)INFINITY, .flags = GUD_OPEN_LOW | GUD_OPEN_HIGH,          \
        .about = (about_)                                                                                              \
    }

// a gud_row of a struct and its list of fields
#define GUD_ROW(params, name_, about_, list)                                                                           \
    {                                                                                                                  \
        .name = (name_), .about = (about_), .size = sizeof(params), .fields = (list), .nfield = GUD_COUNT(list)        \
    }

#define GUD_FIELD_GROUP(params, member, group_, fallback_, about_)                                                     \
    {                                                                                                                  \
        .key = #member, .type = GUD_GROUP, .offset = offsetof(params, member), .group = (group_),                      \
        .fallback = (fallback_), .about = (about_)                                                                     \
    }

#define GUD_FIELD_TABLE(params, member, table_, fallback_, about_)                                                     \
    {                                                                                                                  \
        .key = #member, .type = GUD_TABLE, .offset = offsetof(params, member), .table = (table_),                      \
        .fallback = (fallback_), .about = (about_)                                                                     \
    }

// a condition between fields of one row, e.g. exactly one of stiffness and material
typedef enum gud_rule_kind {
    GUD_ONE_OF,
    GUD_AT_MOST_ONE_OF,
    GUD_AT_LEAST_ONE_OF,
    GUD_ALL_OR_NONE,
    GUD_NEEDS
} gud_rule_kind;

typedef struct gud_rule {
    gud_rule_kind kind;
    const char *keys[6]; // ends with NULL; GUD_NEEDS: the first key needs all the others
} gud_rule;

typedef struct gud_rule_words {
    char text[256];
} gud_rule_words;

// What is wrong when the keys are given whose bits are set, "needs exactly one of: stiffness, material"; "": nothing
gud_rule_words gud_rule_check(const gud_rule *rule, unsigned given);

// Head of every table row; a table's own struct has it as first member.
struct gud_row {
    const char *name;
    const char *about;
    const char *source; // paper or docs/theory page, or NULL
    size_t size;        // of the parameter struct
    const gud_field *fields;
    int nfield;
    const gud_rule *rules;
    int nrule;
};

const gud_field *gud_row_find(const gud_row *row, const char *key); // NULL for a NULL row

// Rows of which a nested map picks one: `friction: {type: coulomb, ...}`; also `friction: coulomb`.
struct gud_table {
    const char *about;
    const gud_row *common;      // fields that go with every row; may be NULL
    const char *selector;       // key that picks the row
    const char *fallback;       // row that is taken when the selector is absent; NULL: selector required
    const gud_row *const *rows; // ends with NULL
};

// A section of the model file: `bodies:`, `joints:`, `simulate:` ...
typedef struct gud_section {
    const char *key;
    const char *about;
    bool named;                 // a map from names to entities; otherwise the section is one entity
    const gud_row *common;      // fields that every entity of the section has; may be NULL
    const char *selector;       // key that picks the row ("type"); NULL when there is no table of rows
    const char *fallback;       // row that is taken when the selector is absent; NULL: selector required
    const gud_row *const *rows; // ends with NULL; NULL without selector
    bool required;
    bool always;         // a section that is not named: when absent, as if it were there and empty
    const char *example; // a line or two of YAML for the manual
} gud_section;

#endif
