#include "component/contact.h"

#include "component/points.h"

#include <math.h>
#include <string.h>

// ---- the sections of a contact file

static const gud_section pair_section = {
    .key = "pair",
    .about = "the two bodies: elasticity, radii, width",
    .common = &gud_contact_pair_row,
    .required = true,
    .example = "pair: {materials: [steel-52100, bronze-CuSn8], radius: 10 mm, clearance: 50 um, width: 20 mm}",
};

static const gud_section laws_section = {
    .key = "laws",
    .about = "contact laws to compare, under names of your choice",
    .named = true,
    .selector = "law",
    .rows = gud_contact_rows,
    .required = true,
    .example = "laws:\n  Hertz: {law: hertz_line}\n  geometric: {law: liu_geometric}",
};

static const gud_field depth_fields[] = {GUD_SPAN_FIELDS(0.0, "first depth of the curves", "last depth of the curves")};
static const gud_row depth_row = {.name = "depth",
                                  .about = "depths of the curves",
                                  .size = sizeof(gud_span),
                                  .fields = depth_fields,
                                  .nfield = GUD_COUNT(depth_fields)};
static const gud_section depth_section = {
    .key = "depth",
    .about = "depths for which the curves are computed",
    .common = &depth_row,
    .required = true,
    .example = "depth: {to: 50 um, points: 101}",
};

#define COLUMN(member, fallback_, about_)                                                                              \
    {                                                                                                                  \
        .key = #member, .type = GUD_TEXT, .offset = offsetof(gud_points_params, member), .fallback = (fallback_),      \
        .about = (about_)                                                                                              \
    }
static const gud_field measured_fields[] = {
    {.key = "file",
     .type = GUD_FILE,
     .offset = offsetof(gud_points_params, file),
     .fallback = GUD_REQUIRED,
     .about = "CSV file with a header; units follow the column name: depth [um]"},
    COLUMN(depth, GUD_REQUIRED, "name of the depth column"),
    COLUMN(force, GUD_REQUIRED, "name of the force column"),
    COLUMN(clearance, GUD_OPTIONAL,
           "name of the clearance column, if the points belong to several joints; default: all belong to the pair"),
};
static const gud_row measured_row = {.name = "measured",
                                     .about = "measured points",
                                     .size = sizeof(gud_points_params),
                                     .fields = measured_fields,
                                     .nfield = GUD_COUNT(measured_fields)};
static const gud_section measured_section = {
    .key = "measured",
    .about = "measured forces, tabulated and drawn with the laws",
    .common = &measured_row,
    .example = "measured: {file: test.csv, depth: depth, force: load}",
};

static const gud_section *const sections[] = {&pair_section, &laws_section, &depth_section, &measured_section, NULL};

// ---- contacts

static gud_status resolve_pair(gud_contact_sheet *s)
{
    const gud_entity *entity = gud_component_entity(&s->file, "pair");
    const gud_contact_pair *given = entity->common;
    gud_error error;
    const gud_status status = gud_contact_pair_resolve(given, &error, &s->pair);
    return gud_component_check(&s->file, entity, isnan(given->radii[0]) ? "clearance" : "radii", status, &error, "");
}

// a law from outside gets its table or its library
static gud_status take_source(gud_contact_sheet *s, const gud_entity *law)
{
    gud_error error;
    gud_contact_params *params = law->params;
    const gud_law_context context = {&s->file.arena, s->file.units, s->file.input->plugins, &error};
    if (!gud_contact_find(law->row->name)->outside || gud_contact_source(&context, params) == GUD_OK) return GUD_OK;
    return gud_report(s->file.diag, law, gud_law_key(&params->source, &error), "%s", error.text);
}

static gud_status make_contacts(gud_contact_sheet *s)
{
    const gud_entities *laws = gud_input_section(s->file.input, "laws");
    const gud_contact_pair *pair = gud_component_entity(&s->file, "pair")->common;
    gud_status status = GUD_OK;
    if (laws->count == 0) {
        gud_diag_add(s->file.diag, gud_node_find(s->file.input->root, "laws")->place,
                     "laws: name at least one law, such as 'Hertz: {law: hertz_line}'");
        return GUD_ERR_INPUT;
    }
    s->nlaw = laws->count;
    s->contacts = GUD_TAKE(&s->file.arena, gud_contact, s->nlaw);
    s->names = GUD_TAKE(&s->file.arena, const char *, s->nlaw);
    if (s->file.arena.failed) return GUD_ERR_MEMORY;
    for (int i = 0; i < s->nlaw; i++) {
        const gud_entity *law = &laws->list[i];
        gud_error error;
        s->names[i] = law->name;
        if (take_source(s, law) != GUD_OK)
            status = GUD_ERR_INPUT;
        else if (gud_contact_make(gud_contact_find(law->row->name), law->params, pair, &error, &s->contacts[i]) !=
                 GUD_OK)
            status = gud_report(s->file.diag, law, NULL, "%s", error.text);
    }
    return status;
}

static gud_status fill_curves(gud_contact_sheet *s)
{
    GUD_TRY(gud_span_fill(&s->file, "depth", &s->ndepth, &s->depth));
    const size_t size = (size_t)s->nlaw * (size_t)s->ndepth;
    s->force = GUD_TAKE(&s->file.arena, double, size);
    s->half_width = GUD_TAKE(&s->file.arena, double, size);
    s->pressure = GUD_TAKE(&s->file.arena, double, size);
    if (s->file.arena.failed) return GUD_ERR_MEMORY;
    gud_contact_curves(s->nlaw, s->contacts, s->ndepth, s->depth, s->force, NULL);
    for (int law = 0; law < s->nlaw; law++) {
        const gud_contact *c = &s->contacts[law];
        const size_t from = (size_t)law * (size_t)s->ndepth;
        gud_watch_count(s->file.watch, law, s->nlaw);
        if (!gud_contact_half_width(c, s->ndepth, s->depth, s->half_width + from))
            for (int i = 0; i < s->ndepth; i++) s->half_width[from + (size_t)i] = (double)NAN;
        if (!gud_contact_pressure(c, s->ndepth, s->depth, s->force + from, s->pressure + from))
            for (int i = 0; i < s->ndepth; i++) s->pressure[from + (size_t)i] = (double)NAN;
    }
    return GUD_OK;
}

// ---- measured points

// the contact of a law for the same bodies with another clearance: the pin's radius changes
static gud_status contact_with(gud_contact_sheet *s, int law, double clearance, gud_error *error, gud_contact *contact)
{
    const gud_entity *entity = &gud_input_section(s->file.input, "laws")->list[law];
    gud_contact_pair pair = *(const gud_contact_pair *)gud_component_entity(&s->file, "pair")->common;
    if (!isnan(clearance)) {
        pair.radius = s->pair.radius;
        pair.clearance = clearance;
        pair.radii[0] = pair.radii[1] = (double)NAN;
    }
    return gud_contact_make(gud_contact_find(entity->row->name), entity->params, &pair, error, contact);
}

static gud_status fill_group(gud_contact_sheet *s, const gud_entity *measured, int group)
{
    gud_contact_points *p = &s->measured;
    for (int law = 0; law < s->nlaw; law++) {
        gud_contact contact;
        gud_error error;
        if (contact_with(s, law, p->group_clearance[group], &error, &contact) != GUD_OK)
            return gud_report(s->file.diag, measured, "clearance", "%s", error.text);
        gud_contact_curves(1, &contact, s->ndepth, s->depth,
                           p->group_force + ((size_t)group * (size_t)s->nlaw + (size_t)law) * (size_t)s->ndepth, NULL);
        for (int i = 0; i < p->n; i++)
            if (p->group[i] == group)
                gud_contact_curves(1, &contact, 1, &p->depth[i], &p->model[(size_t)law * (size_t)p->n + (size_t)i],
                                   NULL);
    }
    return GUD_OK;
}

static void fill_errors(gud_contact_points *p, int nlaw)
{
    for (int law = 0; law < nlaw; law++) {
        for (int i = 0; i < p->n; i++) {
            const double distance = fabs(p->model[(size_t)law * (size_t)p->n + (size_t)i] - p->force[i]);
            p->distance[law] += distance / p->n;
            p->error[law] += distance / p->force[i] / p->n;
        }
    }
}

static gud_status fill_measured(gud_contact_sheet *s)
{
    gud_contact_points *p = &s->measured;
    const gud_entity *measured = gud_component_entity(&s->file, "measured");
    if (!measured) return GUD_OK;
    GUD_TRY(gud_points_read(&s->file, measured, &s->pair, p));
    p->model = GUD_TAKE(&s->file.arena, double, (size_t)s->nlaw *(size_t)p->n);
    p->error = GUD_TAKE(&s->file.arena, double, s->nlaw);
    p->distance = GUD_TAKE(&s->file.arena, double, s->nlaw);
    p->group_force = GUD_TAKE(&s->file.arena, double, (size_t)p->ngroup *(size_t)s->nlaw *(size_t)s->ndepth);
    if (s->file.arena.failed) return GUD_ERR_MEMORY;
    for (int g = 0; g < p->ngroup; g++) GUD_TRY(fill_group(s, measured, g));
    fill_errors(p, s->nlaw);
    return GUD_OK;
}

// ---- the whole

static gud_status make(void *sheet)
{
    gud_contact_sheet *s = sheet;
    GUD_TRY(resolve_pair(s));
    GUD_TRY(make_contacts(s));
    GUD_TRY(fill_curves(s));
    return fill_measured(s);
}

const gud_component gud_component_contact = {
    .name = "contact",
    .about = "force and width of a dry contact against its depth",
    .subject = "a dry contact",
    .sections = sections,
    .size = sizeof(gud_contact_sheet),
    .make = make,
};
