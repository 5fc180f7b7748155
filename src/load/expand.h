// From the tree as it is written to the tree that the sections decode: parameters and expressions are computed, groups
// are put in place with prefixed names, defaults are filled in, overrides are applied. What is left has only keys of
// the sections, and the parameters that are numbers; every node keeps the place where it was written.
// docs/decisions/0011-model-language.md.
#ifndef GUD_LOAD_EXPAND_H
#define GUD_LOAD_EXPAND_H

#include "load/level.h"
#include "load/override.h"

enum { GUD_MAX_USE = 16 }; // groups that use each other, one inside the other

// keys of a file besides those of its sections, described as sections are; ends with NULL
extern const gud_section *const gud_language[];
bool gud_is_language(const char *key);

// GUD_ERR_MEMORY, GUD_ERR_INPUT: a limit was passed, or GUD_OK; mistakes go to the diag
gud_status gud_expand(gud_tree *tree, const gud_units *units, const gud_section *const *sections,
                      const gud_override_list *overrides, gud_diag *diag, gud_node *root);

// ---- its parts

// names of one kind that a group defines, sorted
typedef struct gud_name_set {
    const char **list;
    int count;
} gud_name_set;

struct gud_group {
    const char *name;
    gud_node *node;
    gud_name_set *names; // of every section, in the order of the table
    gud_name_set uses;
};

bool gud_name_set_has(const gud_name_set *set, const char *name, size_t size);

// the row that a map picks from a table; NULL: none, or it is not known
const gud_row *gud_row_picked(const gud_node *map, const gud_table *table);

// Names inside an entity of a group become those of this use of it; what stands on the ground stands on its ground.
gud_status gud_entity_rename(gud_expander *x, const gud_level *level, const gud_section *section, gud_node *entity);

// fills in what `defaults` has for entities of all sections
gud_status gud_defaults_fill(gud_expander *x, const gud_node *defaults, gud_node *root);

#endif
