// The model file as checked parameter structs, made entirely from tables of fields (base/field.h). No physics here.
//
//     const gud_origin origin = {.path = path};
//     gud_status st = gud_input_load(&origin, sections, units, &diag, &input);
//     if (st < 0) gud_diag_write(&diag, &text);
//
// `sections` ends with NULL and outlives the input. Everything else belongs to the input and is freed with it.
#ifndef GUD_LOAD_INPUT_H
#define GUD_LOAD_INPUT_H

#include "base/field.h"
#include "load/node.h"
#include "load/units.h"

typedef struct gud_entity {
    const char *name; // of a section that is not named: its key
    const gud_section *section;
    const gud_row *row; // picked by the selector; NULL without one
    void *common;       // parameters of section->common; NULL without one
    void *params;       // parameters of row; NULL without one
    const gud_node *node;
} gud_entity;

// the entities of one section, in the order of the file
typedef struct gud_entities {
    const gud_section *section;
    gud_entity *list;
    int count;
    gud_entity **sorted; // by name
} gud_entities;

// What loads that follow each other share instead of making it again; a member may be NULL. For one thread at a time.
typedef struct gud_shared {
    gud_units *units;
    struct gud_rough_store *rough; // rough/store.h
} gud_shared;

typedef struct gud_input {
    gud_arena arena;
    const char *title; // "" when absent
    const char *text;  // the whole model as YAML after includes and overrides; reads back to the same input
    const gud_node *root;
    const gud_used_file *files; // that it was made of, the last one first
    gud_entities *sections;     // as many and in the order of the table of sections
    int nsection;
    bool plugins;             // shared libraries that it names may run
    const gud_shared *shared; // NULL: nothing is
} gud_input;

// a file, or a text without includes, such as input->text for a run that is resumed
typedef struct gud_origin {
    const char *path;       // stands in messages; GUD_FILE fields are looked for in its folder
    const char *text;       // NULL: that of the file
    size_t size;            // of text
    const char *const *set; // overrides "path=value"
    int nset;
    bool plugins;             // shared libraries that the file names may run
    const gud_shared *shared; // NULL: everything is made for this load; outlives what is loaded
} gud_origin;

// on failure *out is NULL and the messages are in `diag`
gud_status gud_input_load(const gud_origin *origin, const gud_section *const *sections, const gud_units *units,
                          gud_diag *diag, gud_input **out);

void gud_input_free(gud_input *input);

const gud_entities *gud_input_section(const gud_input *input, const char *section); // NULL: no such section
const gud_entity *gud_input_find(const gud_input *input, const char *section, const char *name);

// Reports a mistake that only a later stage can see, at the key's value ("film.viscosity" looks inside), or at the
// entity if the key is absent or NULL. Returns GUD_ERR_INPUT.
gud_status gud_report(gud_diag *diag, const gud_entity *entity, const char *key, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

// the key of the file whose path a message begins with, where it should be reported; NULL: it is about no file
const char *gud_entity_file(const gud_entity *entity, const char *message);

// Does the quantity at this key, or a list of them, if it is there and has a unit, measure what `unit` does? For fields
// whose unit is one of several ("rad|m") until a later stage knows which.
bool gud_entity_unit_fits(const gud_entity *entity, const char *key, const gud_units *units, const char *unit);

// does the quantity at this key say its unit?
bool gud_entity_has_unit(const gud_entity *entity, const char *key);

// is this key ("film.fill" looks inside) in the file?
bool gud_entity_has(const gud_entity *entity, const char *key);

// the input that the number at this key ("film.viscosity" looks inside) follows; NULL: none
const char *gud_entity_input(const gud_entity *entity, const char *key);

// "joint 'small-end'" or "simulate"
typedef struct gud_label {
    char text[256];
} gud_label;
gud_label gud_entity_label(const gud_entity *entity);

#endif
