#include "component/component.h"

#include "base/alloc.h"

#include <string.h>

#define GUD_COMPONENT(id) &gud_component_##id,
const gud_component *const gud_components[] = {
#include "component/components.def"
    NULL};
#undef GUD_COMPONENT

#define GUD_COMPONENT(id) #id,
const char *const gud_component_names[] = {
#include "component/components.def"
    NULL};
#undef GUD_COMPONENT

const gud_component *gud_component_find(const char *name)
{
    for (int i = 0; gud_components[i]; i++)
        if (strcmp(gud_components[i]->name, name) == 0) return gud_components[i];
    return NULL;
}

// ---- a sheet's life

static gud_status make(gud_component_file *file, const gud_origin *origin, void *sheet)
{
    gud_error error;
    const gud_component *component = file->component;
    const bool borrowed = origin->shared && origin->shared->units;
    if (borrowed) file->units = origin->shared->units;
    file->borrowed = borrowed;
    const gud_status st = borrowed ? GUD_OK : gud_units_create(&error, &file->units);
    if (st != GUD_OK) {
        gud_diag_add(file->diag, (gud_place){.file = origin->path}, "%s", error.text);
        return st;
    }
    GUD_TRY(gud_input_load(origin, component->sections, file->units, file->diag, &file->input));
    return component->make(sheet);
}

gud_status gud_component_load(const gud_component *component, const char *path, const char *const *set, int nset,
                              gud_diag *diag, void **sheet)
{
    const gud_origin origin = {.path = path, .set = set, .nset = nset};
    return gud_component_make(component, &origin, diag, sheet);
}

gud_status gud_component_make(const gud_component *component, const gud_origin *origin, gud_diag *diag, void **sheet)
{
    return gud_component_make_with(component, origin, NULL, 1, diag, sheet);
}

gud_status gud_component_make_with(const gud_component *component, const gud_origin *origin, const gud_watch *watch,
                                   int threads, gud_diag *diag, void **sheet)
{
    *sheet = NULL;
    void *made = gud_alloc(1, component->size);
    if (!made) return GUD_ERR_MEMORY;
    gud_component_file *file = made;
    *file = (gud_component_file){.component = component, .diag = diag, .watch = watch, .threads = threads};
    gud_arena_init(&file->arena);
    const gud_status st = make(file, origin, made);
    file->diag = NULL;
    if (st == GUD_OK)
        *sheet = made;
    else
        gud_component_free(made);
    return st;
}

void gud_component_free(void *sheet)
{
    if (!sheet) return;
    gud_component_file *file = sheet;
    if (file->component->clear) file->component->clear(sheet);
    gud_arena_free(&file->arena);
    gud_input_free(file->input);
    if (!file->borrowed) gud_units_free(file->units);
    gud_free(sheet);
}

// ---- what makers share

const gud_entity *gud_component_entity(const gud_component_file *file, const char *section)
{
    const gud_entities *found = gud_input_section(file->input, section);
    return found && found->count > 0 ? &found->list[0] : NULL;
}

const char *gud_message_body(const char *text, const char *prefix)
{
    const size_t n = strlen(prefix);
    return strncmp(text, prefix, n) == 0 ? text + n : text;
}

gud_status gud_component_check(const gud_component_file *file, const gud_entity *entity, const char *key,
                               gud_status status, const gud_error *error, const char *prefix)
{
    if (status == GUD_OK || status == GUD_ERR_MEMORY) return status;
    const gud_status mistake = gud_report(file->diag, entity, key, "%s", gud_message_body(error->text, prefix));
    return status == GUD_ERR_NUMERIC ? status : mistake;
}

gud_status gud_span_fill(gud_component_file *file, const char *section, int *n, double **points)
{
    const gud_entity *entity = gud_component_entity(file, section);
    const gud_span *span = entity->common;
    if (!(span->to > span->from))
        return gud_report(file->diag, entity, "to", "to = %g m must be greater than from = %g m", span->to, span->from);
    *n = span->points;
    *points = GUD_TAKE(&file->arena, double, *n);
    if (!*points) return GUD_ERR_MEMORY;
    for (int i = 0; i < *n; i++) {
        const double share = (double)i / (*n - 1);
        (*points)[i] = span->from * (1.0 - share) + span->to * share;
    }
    return GUD_OK;
}
