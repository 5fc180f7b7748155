// Models: loading from a file or a text, with all errors as a list, and their contents.
#ifndef GUDGEON_MODEL_H
#define GUDGEON_MODEL_H

#include <gudgeon/status.h>

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gud_model gud_model;
typedef struct gud_diagnostics gud_diagnostics;

// ---- diagnostics

typedef enum gud_severity { GUD_SEVERITY_ERROR, GUD_SEVERITY_REMARK } gud_severity;

// Texts are never NULL, but may be "".
typedef struct gud_diagnostic {
    gud_severity severity;
    const char *file;    // as given; "--set PATH=VALUE" for an override
    int line, column;    // from 1; 0: the whole file
    const char *entity;  // "joint 'hinge'", "simulate"
    const char *message; // what is wrong
    const char *hint;    // what to do: "did you mean 'inertia'?"
} gud_diagnostic;

// number of diagnostics, 0 for NULL; they are sorted by file and line
GUD_API int gud_diagnostics_count(const gud_diagnostics *diagnostics);
GUD_API gud_status gud_diagnostics_get(const gud_diagnostics *diagnostics, int i, gud_diagnostic *out);

// The first 50 as text, a line each: "crank.yaml:14:9: joint 'hinge': message; hint". "" for NULL.
GUD_API const char *gud_diagnostics_text(const gud_diagnostics *diagnostics);
GUD_API void gud_diagnostics_free(gud_diagnostics *diagnostics);

// ---- loading

// Loads a model file. `set` has `nset` overrides "PATH=VALUE", such as "bodies.crank.mass=0.4 kg"; NULL and 0: none.
// `why` may be NULL; otherwise *why receives the diagnostics, NULL if there are none, and the caller frees it.
GUD_API gud_status gud_model_load(const char *path, const char *const *set, int nset, gud_model **model,
                                  gud_diagnostics **why);

// The same from a text in memory. `name`, such as "runs/crank.yaml", is used in diagnostics, and files named in the
// model, such as tables, are searched for in its folder. A text cannot include other files.
GUD_API gud_status gud_model_read(const char *name, const char *text, const char *const *set, int nset,
                                  gud_model **model, gud_diagnostics **why);

enum { GUD_LOAD_PLUGINS = 1 }; // shared libraries that the file names (`law: plugin`, gudgeon/plugin.h) may run

// Either of them with flags, 0 or the above: from the file `path`, or from `text` with `path` as its name. Without
// GUD_LOAD_PLUGINS a model that names a library is refused.
GUD_API gud_status gud_model_load_with(const char *path, const char *text, const char *const *set, int nset,
                                       unsigned flags, gud_model **model, gud_diagnostics **why);

// The simulations of a model must be freed before the model.
GUD_API void gud_model_free(gud_model *model);

// ---- contents

// "" without a title, or for NULL
GUD_API const char *gud_model_title(const gud_model *model);

// the whole model as YAML, after includes and overrides; loading it gives the same model
GUD_API const char *gud_model_text(const gud_model *model);

// Equal for equal models, including the tables that they use; 0 for NULL.
GUD_API uint64_t gud_model_hash(const gud_model *model);

// The files from which the model was loaded: the file itself, included files, tables; NULL after the last one.
GUD_API const char *gud_model_file(const gud_model *model, int i);

// The coordinate (GUD_ITEM_COORDINATE) in which the length of the run is given, -1: time; *end: the end of the run in
// rad, m or s. `end` may be NULL.
GUD_API int gud_model_end(const gud_model *model, double *end);

typedef enum gud_item_kind {
    GUD_ITEM_BODY,       // type: rigid, beam; value: mass, kg. The ground is not among them.
    GUD_ITEM_JOINT,      // type: revolute, ...; clearance: one that is not ideal; first, second: frames
    GUD_ITEM_DRIVE,      // its name is that of the coordinate
    GUD_ITEM_FORCE,      // type: spring, load, ...
    GUD_ITEM_COORDINATE, // an angle or a travel that drives, loads, ends or records refer to; unit: rad or m
    GUD_ITEM_INPUT,      // a number that gud_sim_set sets; value: its default; low, high: what may be set
    GUD_ITEM_PARAMETER,  // a parameter of the file that is a number: "parameters.NAME=VALUE" overrides it
} gud_item_kind;

typedef struct gud_item {
    const char *name;           // never NULL, as all texts here
    const char *type;           // "" without one
    const char *unit;           // of the value
    const char *first, *second; // what it connects: names of frames, or of bodies whose own frames they are
    double value;               // NAN without one
    double low, high;           // its range; infinite without one
    const char *about;
} gud_item;

// number of items; 0 for NULL or an unknown kind
GUD_API int gud_model_count(const gud_model *model, gud_item_kind kind);
GUD_API gud_status gud_model_get(const gud_model *model, gud_item_kind kind, int i, gud_item *out);

// the number of the item with this name, -1 if there is none
GUD_API int gud_model_find(const gud_model *model, gud_item_kind kind, const char *name);

// ---- the format of model files

// JSON schema of model files, for completion and checking in editors; gud_free it. NULL: out of memory.
GUD_API char *gud_schema_json(void);

#ifdef __cplusplus
}
#endif

#endif
