#include "component/rough.h"

#include "load/near.h"
#include "rough/row.h"

#include <string.h>

// ---- the sections of a rough-contact file

typedef struct model_params {
    gud_names models;
} model_params;

static const gud_field model_fields[] = {
    {.key = "models",
     .type = GUD_NAME_LIST,
     .offset = offsetof(model_params, models),
     .fallback = GUD_OPTIONAL,
     .flags = GUD_SHORT,
     .about = "models by name, see `gudgeon list joints.rough`; default: all"},
};
static const gud_row model_row = {.name = "models",
                                  .about = "models to compare",
                                  .size = sizeof(model_params),
                                  .fields = model_fields,
                                  .nfield = GUD_COUNT(model_fields)};
static const gud_section models_section = {
    .key = "models",
    .about = "rough-contact models to compare",
    .common = &model_row,
    .always = true,
    .example = "models: [GW, KE, JG]",
};

// the least that every model asks for; models that let asperities yield ask for more when they are made
static const gud_row surface_row = {.name = "rough",
                                    .about = "statistics and material of two rough surfaces",
                                    .source = "docs/theory/rough.md",
                                    .size = sizeof(gud_rough_params),
                                    .fields = gud_rough_fields,
                                    .nfield = GUD_ROUGH_NFIELD,
                                    .rules = gud_rough_elastic_rules,
                                    .nrule = GUD_ROUGH_NELASTIC};
static const gud_section rough_section = {
    .key = "rough",
    .about = "the two surfaces",
    .common = &surface_row,
    .required = true,
    .example = "rough: {sigma: 0.25 um, radius: 16 um, density: 1.1e10, materials: [bronze-CuSn8, steel-52100]}",
};

static const gud_field separation_fields[] = {
    GUD_SPAN_FIELDS(-1.0, "first separation of the mean planes", "last separation of the mean planes")};
static const gud_row separation_row = {.name = "separation",
                                       .about = "separations of the curves",
                                       .size = sizeof(gud_span),
                                       .fields = separation_fields,
                                       .nfield = GUD_COUNT(separation_fields)};
static const gud_section separation_section = {
    .key = "separation",
    .about = "separations of the mean planes for which the curves are computed",
    .common = &separation_row,
    .required = true,
    .example = "separation: {to: 1.2 um, points: 121}",
};

static const gud_section *const sections[] = {&models_section, &rough_section, &separation_section, NULL};

// ---- models

static gud_status unknown_model(const gud_component_file *file, const gud_entity *entity, const char *name)
{
    gud_near near;
    gud_near_start(&near, name);
    for (int i = 0; gud_rough_models[i]; i++) gud_near_try(&near, gud_rough_models[i]->row.name);
    return gud_report(file->diag, entity, "models", "unknown model '%s'%s", gud_shown(name).text, gud_near_hint(&near));
}

static gud_status take_model(gud_rough_sheet *s, const gud_entity *entity, const char *name)
{
    const gud_rough_model *model = gud_rough_find(name);
    if (!model) return unknown_model(&s->file, entity, name);
    for (int i = 0; i < s->nmodel; i++)
        if (s->models[i] == model) return gud_report(s->file.diag, entity, "models", "model '%s' is named twice", name);
    s->names[s->nmodel] = model->row.name;
    s->models[s->nmodel++] = model;
    return GUD_OK;
}

static gud_status find_models(gud_rough_sheet *s)
{
    const gud_entity *entity = gud_component_entity(&s->file, "models");
    const gud_names given = ((const model_params *)entity->common)->models;
    int nknown = 0;
    while (gud_rough_models[nknown]) nknown++;
    const int room = given.count > nknown ? given.count : nknown;
    s->models = GUD_TAKE(&s->file.arena, const gud_rough_model *, room);
    s->names = GUD_TAKE(&s->file.arena, const char *, room);
    if (s->file.arena.failed) return GUD_ERR_MEMORY;

    gud_status status = GUD_OK;
    const int count = given.count > 0 ? given.count : nknown;
    for (int i = 0; i < count; i++) {
        const char *name = given.count > 0 ? given.data[i] : gud_rough_models[i]->row.name;
        if (take_model(s, entity, name) != GUD_OK) status = GUD_ERR_INPUT;
    }
    return status;
}

// ---- curves

// Every model checks what it needs. The first one also resolves traces and materials, once for all.
static gud_status resolve(gud_rough_sheet *s, const gud_entity *entity)
{
    const gud_rough_params *given = entity->common;
    s->params = *given;
    for (int m = 0; m < s->nmodel; m++) {
        const gud_rough_params before = s->params;
        gud_error error;
        const gud_status status = gud_rough_resolve(s->models[m], &before, &error, &s->params);
        if (status == GUD_ERR_MEMORY) return status;
        if (status == GUD_OK) continue;
        const char *body = gud_message_body(error.text, "rough: "); // of traces it is the whole text
        return body == error.text ? gud_report(s->file.diag, entity, "profile", "%s", body)
                                  : gud_report(s->file.diag, entity, NULL, "%s: %s", s->names[m], body);
    }
    return GUD_OK;
}

static gud_status fill_curves(gud_rough_sheet *s, const gud_entity *entity)
{
    gud_error error;
    const size_t size = (size_t)s->nmodel * (size_t)s->n;
    s->pressure = GUD_TAKE(&s->file.arena, double, size);
    s->area = GUD_TAKE(&s->file.arena, double, size);
    if (s->file.arena.failed) return GUD_ERR_MEMORY;
    gud_status status = GUD_OK;
    for (int m = 0; m < s->nmodel && status == GUD_OK; m++) {
        const size_t from = (size_t)m * (size_t)s->n;
        gud_watch_count(s->file.watch, m, s->nmodel);
        status =
            gud_rough_curve(s->models[m], &s->params, s->n, s->separation, s->pressure + from, s->area + from, &error);
    }
    return gud_component_check(&s->file, entity, NULL, status, &error, "rough: ");
}

static gud_status make(void *sheet)
{
    gud_rough_sheet *s = sheet;
    const gud_entity *surface = gud_component_entity(&s->file, "rough");
    GUD_TRY(find_models(s));
    GUD_TRY(gud_span_fill(&s->file, "separation", &s->n, &s->separation));
    GUD_TRY(resolve(s, surface));
    return fill_curves(s, surface);
}

void gud_rough_facts(const gud_rough_params *p, gud_rough_fact facts[GUD_ROUGH_FACTS])
{
    const gud_rough_fact list[GUD_ROUGH_FACTS] = {
        {"sigma", "standard deviation of asperity heights", "m", p->sigma},
        {"mean", "mean height of asperities above the mean plane", "m", p->mean},
        {"radius", "radius of the asperity tips", "m", p->radius},
        {"density", "asperities per area", "m-2", p->density},
        {"modulus", "equivalent modulus", "Pa", p->modulus},
        {"hardness", "hardness of the softer body", "Pa", p->hardness},
        {"yield", "yield strength of the softer body", "Pa", p->yield},
        {"poisson", "Poisson ratio of the softer body", "1", p->poisson},
    };
    memcpy(facts, list, sizeof list);
}

const gud_component gud_component_rough = {
    .name = "rough",
    .about = "pressure and real area of rough surfaces against their separation",
    .subject = "rough surfaces",
    .sections = sections,
    .size = sizeof(gud_rough_sheet),
    .make = make,
};
