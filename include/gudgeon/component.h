// Components: a single bearing, contact, pair of rough surfaces or gap, evaluated without a mechanism.
#ifndef GUDGEON_COMPONENT_H
#define GUDGEON_COMPONENT_H

#include <gudgeon/model.h>

#ifdef __cplusplus
extern "C" {
#endif

// Evaluates a file of the kind "bearing", "contact", "rough" or "gap", or `text` in its place if that is not
// NULL. *json: all results, in SI units, as printed by `gudgeon bearing --json`; gud_free it. `set` and `why` as in
// gud_model_load. GUD_ERR_NUMERIC: the component has no such operating point, and *why gives the reason.
GUD_API gud_status gud_component_evaluate(const char *kind, const char *path, const char *text, const char *const *set,
                                          int nset, char **json, gud_diagnostics **why);

#ifdef __cplusplus
}
#endif

#endif
