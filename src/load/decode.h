// From the tree to parameter structs.
#ifndef GUD_LOAD_DECODE_H
#define GUD_LOAD_DECODE_H

#include "load/input.h"

// a name that must exist once all sections are read
typedef struct gud_reference gud_reference;

typedef struct gud_decoder {
    gud_input *input;
    gud_tree *tree;
    const gud_units *units;
    gud_diag *diag;
    const gud_node *root;
    const char *folder; // of the main file, "" for the current one
    const gud_section *const *table;
    gud_reference *references, **last_reference;
} gud_decoder;

// reads all sections of the model; messages go to the diag; GUD_ERR_MEMORY or GUD_OK
gud_status gud_decode(gud_decoder *decoder, gud_node *root);

// where in an entity we are, for messages
typedef struct gud_scope {
    gud_decoder *decoder;
    const gud_entity *entity;
    const char *path; // "" or "film."
} gud_scope;

void gud_complain(const gud_scope *scope, gud_place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// one field from its value; GUD_ERR_MEMORY or GUD_OK
gud_status gud_field_decode(const gud_scope *scope, const gud_row *row, const gud_field *field, gud_node *node,
                            void *params);

// the value of a field whose key is absent
gud_status gud_field_default(const gud_scope *scope, const gud_field *field, const gud_node *map, void *params);

// a map by its common row and the row that its selector picks
gud_status gud_map_decode(const gud_scope *scope, gud_node *node, const gud_table *table, gud_choice *pick);

// makes a note that `name` must exist; GUD_ERR_MEMORY or GUD_OK
gud_status gud_reference_add(const gud_scope *scope, const gud_field *field, const char *name, gud_place place);

bool gud_unit_depends(const char *unit); // "N/m^exponent"

#endif
