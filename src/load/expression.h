// Arithmetic with units: "2*crank + 5 mm", "pi/4*bore^2", "atan2(rise, run)".
//
// Every value has a dimension, and sums, comparisons and functions check it. Directly after a number stands its unit,
// up to the next blank: "load / 10 N/mm" divides by a stiffness. A name is a parameter, a function or pi, never a unit.
#ifndef GUD_LOAD_EXPRESSION_H
#define GUD_LOAD_EXPRESSION_H

#include "load/near.h"
#include "load/units.h"

enum {
    GUD_MAX_EXPRESSION = 4096,      // bytes of one expression
    GUD_MAX_NESTING = 100,          // of parentheses, signs, powers and parameters that need each other
    GUD_MAX_EXPRESSIONS = 64 << 20, // bytes of all expressions of a model, repeated ones counted again
};

typedef struct gud_quantity {
    double value; // SI
    double power[GUD_NDIMENSION];
    bool bare; // made of numbers without units only: SI of whatever is wanted, as every bare number
} gud_quantity;

typedef enum gud_lookup {
    GUD_LOOKUP_FOUND,
    GUD_LOOKUP_ABSENT,
    GUD_LOOKUP_WRONG,  // it is there, but cannot be used; `error` says why
    GUD_LOOKUP_SILENT, // it has a mistake of its own, which was reported there
} gud_lookup;

typedef struct gud_expression_error {
    size_t offset;  // in the text
    char text[512]; // "": reported elsewhere
} gud_expression_error;

// where names are looked up
typedef struct gud_expression_names {
    const gud_units *units;
    gud_lookup (*find)(void *user, const char *name, int nesting, gud_quantity *value, gud_expression_error *error);
    bool (*has)(void *user, const char *name);
    void (*suggest)(void *user, gud_near *near); // tries all names
    void *user;
} gud_expression_names;

// Evaluates the text up to its end or to the word "of"; *end is where it stopped. false: *error says what is wrong.
bool gud_expression_eval(const char *text, const gud_expression_names *names, int nesting, gud_quantity *value,
                         const char **end, gud_expression_error *error);

// a plain number with or without a unit, as everywhere in a model; false: it is none
bool gud_quantity_read(const gud_units *units, const char *text, gud_quantity *value);

// the shortest text that reads back to the same number, with the unit in SI base units: "0.095 m"
typedef struct gud_quantity_text {
    char text[160];
} gud_quantity_text;
gud_quantity_text gud_quantity_write(const gud_quantity *value);
gud_quantity_text gud_quantity_unit(const gud_quantity *value); // SI: "kg.m2.s-2", "1" for a pure number

bool gud_is_function(const char *name); // or a constant: no name for a parameter
bool gud_is_parameter_name(const char *name);

#endif
