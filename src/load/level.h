// Parameters and what is computed from them.
//
// A level is the model itself or one use of a group. Names in an expression are those of its level, then those of the
// model. A parameter is a number, a text, or a whole map or list; `= name` alone puts it in its place.
#ifndef GUD_LOAD_LEVEL_H
#define GUD_LOAD_LEVEL_H

#include "base/field.h"
#include "load/expression.h"
#include "load/node.h"

typedef enum gud_parameter_state {
    GUD_PARAMETER_NEW,
    GUD_PARAMETER_ACTIVE,
    GUD_PARAMETER_DONE,
    GUD_PARAMETER_WRONG
} gud_parameter_state;

typedef struct gud_level gud_level;
typedef struct gud_group gud_group;

typedef struct gud_parameter {
    const char *name;
    int order;       // in the file
    gud_node *node;  // its value
    gud_level *from; // where the value is written
    gud_parameter_state state;
    bool is_number;
    gud_quantity value;
} gud_parameter;

struct gud_level {
    const gud_level *outer; // where this group is used; NULL: this is the model
    const gud_group *group;
    const char *prefix;        // of its names: "" or "cyl1."
    const char *ground;        // frame that `ground` means here; NULL: the ground itself
    gud_parameter *parameters; // sorted by name
    int nparameter;
};

typedef struct gud_expander {
    gud_tree *tree;
    const gud_units *units;
    gud_diag *diag;
    const gud_section *const *sections;
    gud_level *model;
    gud_group *groups; // sorted by name
    int ngroup;
    size_t nbyte; // of all expressions so far
} gud_expander;

// Parameters from a map (NULL: none); values in `given` come first, which was written at `given_from`. Mistakes go to
// the diag.
gud_status gud_level_fill(gud_expander *x, gud_level *level, const gud_node *map, const gud_node *given,
                          gud_level *given_from, const char *label);

// evaluates all parameters of a level
gud_status gud_level_settle(gud_expander *x, gud_level *level);

bool gud_level_has_number(const gud_level *level, const gud_node *node); // the value of a parameter that is a number

// Evaluates all expressions in a tree that stands `depth` levels deep; `label` begins messages.
gud_status gud_level_resolve(gud_expander *x, gud_level *level, gud_node *node, const char *label, int depth);

#endif
