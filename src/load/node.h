// A YAML text as a tree of maps, lists and scalars; every key and value knows its place.
//
// Scalars stay text: a field's description gives them a type later. Refused are tags, several documents, keys that
// are not scalars, keys that repeat, text that is not UTF-8, control characters, and absurd sizes (see the limits).
// Aliases are copied; the copies count as nodes, so that a small text cannot become a huge tree.
#ifndef GUD_LOAD_NODE_H
#define GUD_LOAD_NODE_H

#include "base/status.h"
#include "load/diag.h"

enum {
    GUD_MAX_BYTES = 64 << 20,  // of a file
    GUD_MAX_DEPTH = 32,        // of nested maps and lists
    GUD_MAX_NODES = 2000000,   // of a model with all its includes
    GUD_MAX_SCALAR = 64 << 10, // bytes
    GUD_MAX_NAME = 200,        // bytes of a key
    GUD_MAX_ANCHORS = 1000,
};

typedef enum gud_node_kind { GUD_NODE_SCALAR, GUD_NODE_MAP, GUD_NODE_LIST } gud_node_kind;

typedef struct gud_node gud_node;
struct gud_node {
    gud_node_kind kind;
    int count; // children
    gud_node *first, *last, *next;
    const char *key;     // of a map's child
    gud_place key_place; // of a map's child
    gud_place place;
    const char *text; // of a scalar
    int column;       // where the text of a scalar begins if it stands on one line as it is; 0: it does not
    bool quoted;
    bool broken;             // an expression with a mistake, which was reported
    const char *written;     // the expression that the text was computed from; NULL: the text is the user's
    const void *level;       // of a text that came from a parameter: where its names belong (load/level.h); NULL: here
    const gud_node *follows; // of a number that follows an input: the input's default; NULL: it does not
};

// a file that a tree was made of, or that a value of it names
typedef struct gud_used_file gud_used_file;
struct gud_used_file {
    gud_used_file *next; // the one that was used before
    const char *path;
};

typedef struct gud_tree {
    gud_arena *arena;
    gud_used_file *files; // the last one first
    int nnode;
    gud_node *nodes; // unused ones of the newest chunk
    int nspare;
    char *chars; // unused bytes of the newest chunk of text
    size_t nchar;
} gud_tree;

// Reads the text of `place.file`. With place.line = 0 all nodes get `place` (text from the command line).
// GUD_ERR_INPUT: the text is not a tree; *root is NULL. GUD_OK with messages in `diag`: a tree with mistakes.
gud_status gud_tree_read(gud_tree *tree, gud_place place, const char *text, size_t size, gud_diag *diag,
                         gud_node **root);

// A deep copy without key, which the limit of nodes may refuse with a message at `place` (GUD_ERR_INPUT).
gud_status gud_node_copy(gud_tree *tree, const gud_node *from, gud_place place, gud_diag *diag, gud_node **to);
int gud_node_height(const gud_node *node); // levels of maps and lists, 0 for a scalar

gud_status gud_tree_use(gud_tree *tree, const char *path); // makes a note of a file; GUD_ERR_MEMORY or GUD_OK
gud_node *gud_node_create(gud_tree *tree, gud_node_kind kind, gud_place place); // NULL without memory
char *gud_tree_text(gud_tree *tree, const char *bytes, size_t size);            // a copy that ends with zero, or NULL
void gud_node_append(gud_node *parent, gud_node *child);
gud_node *gud_node_find(const gud_node *map, const char *key); // NULL when absent or `map` is no map
gud_node *gud_node_find_n(const gud_node *map, const char *key, size_t size);
const char *gud_node_input(const gud_node *node); // the name in a scalar such as `input torque`; NULL: something else
bool gud_node_is_empty(const gud_node *node);     // an empty scalar, as after `bodies:`
gud_place gud_node_head(const gud_node *node);    // of its key, or of itself without one
gud_node *gud_node_detach(gud_node *map, const char *key); // takes the child out of the map; NULL: there is none

// reports keys that are in the map twice; GUD_ERR_MEMORY or GUD_OK
gud_status gud_node_unique(const gud_node *map, gud_diag *diag);

// the tree as YAML text
gud_status gud_node_write(const gud_node *root, gud_buffer *out);

#endif
