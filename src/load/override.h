// Values that replace others after all files are read: `override:` of a file, then --set of the command line.
//
// Paths into parameters, groups, uses and defaults are set before the groups are put in place; all others after it, so
// that they reach what groups and defaults have made.
#ifndef GUD_LOAD_OVERRIDE_H
#define GUD_LOAD_OVERRIDE_H

#include "base/field.h"
#include "load/node.h"

typedef struct gud_override {
    const char *path;
    const gud_node *value; // NULL: the text is read as YAML
    const char *text;
    gud_place place;
} gud_override;

typedef struct gud_override_list {
    gud_override *list;
    int count;
} gud_override_list;

// takes `override:` out of the tree and adds "path=value" texts; mistakes go to the diag
gud_status gud_override_gather(gud_tree *tree, gud_node *root, const char *const *set, int nset, gud_diag *diag,
                               gud_override_list *list);

// sets those of the sections, or with `early` those of the keys that say how sections are made
gud_status gud_override_apply(gud_tree *tree, gud_node *root, const gud_override_list *list,
                              const gud_section *const *sections, bool early, gud_diag *diag);

#endif
