// Files about one component alone: `gudgeon contact FILE`, `gudgeon rough FILE`. They are read by the loader of model
// files, with sections of their own, and become a sheet: all that is computed about the component.
//
// To add one: a row gud_component_<name> with its sections and its maker, one line in components.def.
#ifndef GUD_COMPONENT_COMPONENT_H
#define GUD_COMPONENT_COMPONENT_H

#include "base/watch.h"
#include "load/input.h"
#include "step/simulate.h"

typedef struct gud_component {
    const char *name; // of the verb that reads the files
    const char *about;
    const char *subject;                // what a file describes, in a message
    const gud_section *const *sections; // ends with NULL
    size_t size;                        // of the sheet, a struct whose first member is a gud_component_file
    gud_status (*make)(void *sheet);    // fills the sheet, which is zero but for its file
    // What takes its time, into a folder, where the sheet asks for it (runs); NULL: nothing ever does.
    bool (*runs)(const void *sheet);
    gud_status (*run)(void *sheet, const gud_simulate_options *options, gud_error *error);
    void (*clear)(void *sheet); // frees what is not in the arena of a sheet, made or half made; may be NULL
} gud_component;

// the file that a sheet was made of
typedef struct gud_component_file {
    const gud_component *component;
    gud_units *units;
    bool borrowed; // are the units those of others?
    gud_input *input;
    gud_diag *diag;         // for messages of the maker; NULL when the sheet is made
    gud_arena arena;        // for arrays of the sheet
    const gud_watch *watch; // how far work on the sheet is, as long as it lives; NULL: nobody looks
    int threads;            // that may work on it, see base/team.h
} gud_component_file;

// Reads a file with its overrides "path=value" and makes its sheet. On failure *sheet is NULL and the messages are in
// `diag`.
gud_status gud_component_load(const gud_component *component, const char *path, const char *const *set, int nset,
                              gud_diag *diag, void **sheet);
// the same of any origin, also a text
gud_status gud_component_make(const gud_component *component, const gud_origin *origin, gud_diag *diag, void **sheet);
// the same with somebody who looks how far it is, or NULL, and with up to so many threads (base/team.h)
gud_status gud_component_make_with(const gud_component *component, const gud_origin *origin, const gud_watch *watch,
                                   int threads, gud_diag *diag, void **sheet);
void gud_component_free(void *sheet);

#define GUD_COMPONENT(id) extern const gud_component gud_component_##id;
#include "component/components.def"
#undef GUD_COMPONENT

extern const gud_component *const gud_components[]; // ends with NULL
extern const char *const gud_component_names[];     // ends with NULL
const gud_component *gud_component_find(const char *name);

// ---- what the files share

// `depth: {from: 0 um, to: 50 um, points: 201}`
typedef struct gud_span {
    double from, to;
    int points;
} gud_span;

enum { GUD_SPAN_POINTS = 100000 };

#define GUD_SPAN_FIELDS(from_low, about_from, about_to)                                                                \
    GUD_FIELD(gud_span, from, "m", 0.0, from_low, 1.0, about_from),                                                    \
        {.key = "to",                                                                                                  \
         .type = GUD_NUMBER,                                                                                           \
         .offset = offsetof(gud_span, to),                                                                             \
         .unit = "m",                                                                                                  \
         .fallback = GUD_REQUIRED,                                                                                     \
         .low = 0.0,                                                                                                   \
         .high = 1.0,                                                                                                  \
         .flags = GUD_OPEN_LOW,                                                                                        \
         .about = (about_to)},                                                                                         \
    {                                                                                                                  \
        .key = "points", .type = GUD_INTEGER, .offset = offsetof(gud_span, points), .fallback = 201.0, .low = 2.0,     \
        .high = GUD_SPAN_POINTS, .about = "number of points of a curve"                                                \
    }

// The evenly spaced points of the span of a section; one that does not ascend is reported. GUD_ERR_MEMORY,
// GUD_ERR_INPUT or GUD_OK.
gud_status gud_span_fill(gud_component_file *file, const char *section, int *n, double **points);

// the only entity of a section that is not named; NULL when it is absent
const gud_entity *gud_component_entity(const gud_component_file *file, const char *section);

// a message of a library without its beginning "rough: ", which the report of an entity says anyway
const char *gud_message_body(const char *text, const char *prefix);

// What a library's function returned. Unless it is GUD_OK or GUD_ERR_MEMORY, the body of its message is reported at a
// key of the entity; all but GUD_ERR_NUMERIC are mistakes of the file then, GUD_ERR_INPUT.
gud_status gud_component_check(const gud_component_file *file, const gud_entity *entity, const char *key,
                               gud_status status, const gud_error *error, const char *prefix);

#endif
