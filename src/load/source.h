// Files and includes: everything up to the one tree of the whole model.
#ifndef GUD_LOAD_SOURCE_H
#define GUD_LOAD_SOURCE_H

#include "load/node.h"

// the tree of a file with all that it includes; "-" is standard input
gud_status gud_source_load(gud_tree *tree, const char *path, gud_diag *diag, gud_node **root);

// the tree of a text in memory, which may not include anything
gud_status gud_source_read(gud_tree *tree, const char *name, const char *text, size_t size, gud_diag *diag,
                           gud_node **root);

#endif
