// Components by the public interface.

#include "base/team.h"
#include "component/json.h"
#include "lib/diagnostics.h"
#include "num/blas.h"
#include "out/private.h"

#include <gudgeon/gudgeon.h>

#include <string.h>

// what takes its time runs in a folder that nobody sees
static gud_status run(void *sheet, gud_private *folder, gud_error *error)
{
    GUD_TRY(gud_private_open(folder, error));
    const gud_simulate_options options = {.folder = folder->path};
    return ((gud_component_file *)sheet)->component->run(sheet, &options, error);
}

static gud_status write(const void *sheet, char **json)
{
    gud_buffer text;
    gud_buffer_init(&text);
    gud_component_json(sheet, &text);
    if (!text.failed) {
        *json = text.data;
        return GUD_OK;
    }
    gud_buffer_free(&text);
    return GUD_ERR_MEMORY;
}

static gud_status evaluate(const gud_component *component, const gud_origin *origin, gud_diag *diag, char **json)
{
    void *sheet;
    gud_error error;
    gud_private folder = {.path = ""};
    GUD_TRY(gud_component_make_with(component, origin, NULL, GUD_THREADS_ALL, diag, &sheet));
    gud_status st = component->runs && component->runs(sheet) ? run(sheet, &folder, &error) : GUD_OK;
    if (st == GUD_OK)
        st = write(sheet, json);
    else
        gud_diag_add(diag, (gud_place){.file = origin->path}, "%s", error.text);
    gud_component_free(sheet);
    if (folder.path[0]) gud_private_close(&folder);
    return st;
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
    const gud_origin origin = {.path = path, .text = text, .size = text ? strlen(text) : 0, .set = set, .nset = nset};
    gud_diag diag;
    gud_diag_init(&diag);
    gud_blas_enter();
    const gud_status st = evaluate(component, &origin, &diag, json);
    gud_blas_leave();
    const gud_status told = gud_diagnostics_make(&diag, st, why);
    gud_diag_free(&diag);
    return told;
}
