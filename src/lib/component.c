// Components by the public interface.

#include "component/json.h"
#include "lib/diagnostics.h"
#include "num/blas.h"

#include <gudgeon/gudgeon.h>

#include <string.h>

static gud_status evaluate(const gud_component *component, const gud_origin *origin, gud_diag *diag, char **json)
{
    void *sheet;
    gud_buffer text;
    GUD_TRY(gud_component_make(component, origin, diag, &sheet));
    gud_buffer_init(&text);
    gud_component_json(sheet, &text);
    gud_component_free(sheet);
    if (!text.failed) {
        *json = text.data;
        return GUD_OK;
    }
    gud_buffer_free(&text);
    return GUD_ERR_MEMORY;
}

gud_status gud_component_evaluate(const char *kind, const char *path, const char *text, const char *const *set,
                                  int nset, char **json, gud_diagnostics **why)
{
    if (why) *why = NULL;
    if (!json) return GUD_ERR_USE;
    *json = NULL;
    const gud_component *component = kind ? gud_component_find(kind) : NULL;
    if (!component || !path || nset < 0 || (nset > 0 && !set)) return GUD_ERR_USE;
    for (int i = 0; i < nset; i++)
        if (!set[i]) return GUD_ERR_USE;
    const gud_origin origin = {path, text, text ? strlen(text) : 0, set, nset};
    gud_diag diag;
    gud_diag_init(&diag);
    gud_blas_enter();
    const gud_status st = evaluate(component, &origin, &diag, json);
    gud_blas_leave();
    const gud_status told = gud_diagnostics_make(&diag, st, why);
    gud_diag_free(&diag);
    return told;
}
