#include "component/component.h"

#include "load/near.h"
#include "rough/material.h"

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

const gud_entity *gud_component_entity(const gud_input *input, const char *section)
{
    const gud_entities *found = gud_input_section(input, section);
    return found && found->count > 0 ? &found->list[0] : NULL;
}

gud_status gud_span_fill(const gud_entity *entity, gud_arena *arena, gud_diag *diag, int *n, double **points)
{
    const gud_span *span = entity->common;
    if (!(span->to > span->from))
        return gud_report(diag, entity, "to", "to = %g m must be greater than from = %g m", span->to, span->from);
    *n = span->points;
    *points = GUD_TAKE(arena, double, *n);
    if (!*points) return GUD_ERR_MEMORY;
    for (int i = 0; i < *n; i++) {
        const double share = (double)i / (*n - 1);
        (*points)[i] = span->from * (1.0 - share) + span->to * share;
    }
    return GUD_OK;
}

gud_status gud_materials_check(const gud_entity *entity, const char *const names[2], gud_diag *diag)
{
    gud_status status = GUD_OK;
    for (int i = 0; i < 2; i++) {
        gud_near near;
        if (!names[i] || gud_material_find(names[i])) continue;
        gud_near_start(&near, names[i]);
        for (const gud_material *m = gud_materials; m->name; m++) gud_near_try(&near, m->name);
        status = gud_report(diag, entity, "materials", "unknown material '%s'%s", gud_shown(names[i]).text,
                            gud_near_hint(&near));
    }
    return status;
}

const char *gud_message_body(const char *text, const char *prefix)
{
    const size_t n = strlen(prefix);
    return strncmp(text, prefix, n) == 0 ? text + n : text;
}
