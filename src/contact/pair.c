// The two bodies of a contact: elasticity and radii.

#include "contact/row.h"
#include "rough/material.h"

#include <math.h>
#include <stdio.h>

static const double usual_poisson = 0.3;
static const char *const curvatures[] = {"internal", "external", NULL};

#define POSITIVE(member, unit, about) GUD_FIELD_POSITIVE(gud_contact_pair, member, unit, GUD_OPTIONAL, about)

#define TWO(member_, unit_, low_, high_, flags_, about_)                                                               \
    {                                                                                                                  \
        .key = #member_, .type = GUD_VECTOR, .offset = offsetof(gud_contact_pair, member_), .count = 2,                \
        .unit = (unit_), .fallback = GUD_OPTIONAL, .low = (low_), .high = (high_), .flags = (flags_),                  \
        .about = (about_)                                                                                              \
    }

static const gud_field fields[] = {
    {.key = "materials",
     .type = GUD_NAMES,
     .offset = offsetof(gud_contact_pair, materials),
     .count = 2,
     .choices = gud_material_names,
     .fallback = GUD_OPTIONAL,
     .about = "names of the materials of the two bodies; pin or ball first"},
    TWO(young, "Pa", 0.0, (double)INFINITY, GUD_OPEN_LOW | GUD_OPEN_HIGH, "Young's moduli of the two bodies"),
    TWO(poisson, "1", 0.0, 0.5, GUD_OPEN_LOW, "Poisson ratios of the two bodies; default: 0.3"),
    POSITIVE(modulus, "Pa", "equivalent modulus E, 1/E = (1 - nu1^2)/E1 + (1 - nu2^2)/E2"),
    {.key = "curvature",
     .type = GUD_CHOICE,
     .offset = offsetof(gud_contact_pair, curvature),
     .choices = curvatures,
     .fallback = GUD_CURVATURE_INTERNAL,
     .about = "internal: pin in hole, R1 R2/(R2 - R1); external: two convex bodies, R1 R2/(R1 + R2), which Tian 2009 "
              "prints for a ball in its socket too"},
    TWO(radii, "m", 0.0, (double)INFINITY, GUD_OPEN_LOW | GUD_OPEN_HIGH, "radius of the pin, radius of the hole"),
    POSITIVE(radius, "m", "radius of the hole or socket, instead of radii"),
    POSITIVE(clearance, "m", "radius of the hole minus radius of the pin, instead of radii"),
    POSITIVE(width, "m", "length of a line contact along the axis"),
};
enum { nbody = 5 }; // fields that do not tell of the geometry

static const gud_rule rules[] = {
    {GUD_AT_MOST_ONE_OF, {"materials", "young", "modulus"}},
    {GUD_NEEDS, {"poisson", "young"}},
    {GUD_AT_MOST_ONE_OF, {"radii", "radius"}},
    {GUD_ALL_OR_NONE, {"radius", "clearance"}},
};
enum { nbody_rule = 2 };

const gud_row gud_contact_pair_row = {
    .name = "pair",
    .about = "the two bodies of a contact",
    .source = "docs/theory/contact.md",
    .size = sizeof(gud_contact_pair),
    .fields = fields,
    .nfield = GUD_COUNT(fields),
    .rules = rules,
    .nrule = GUD_COUNT(rules),
};

const gud_row gud_contact_bodies_row = {
    .name = "bodies",
    .about = "elasticity of the two bodies of a contact",
    .source = "docs/theory/contact.md",
    .size = sizeof(gud_contact_pair),
    .fields = fields,
    .nfield = nbody,
    .rules = rules,
    .nrule = nbody_rule,
};

void gud_contact_pair_defaults(gud_contact_pair *pair)
{
    gud_params_default(&gud_contact_pair_row, pair);
}

void gud_contact_pair_set(const gud_contact_pair *bodies, double radius, double clearance, double width,
                          gud_contact_pair *pair)
{
    gud_contact_pair_defaults(pair);
    if (bodies) gud_params_copy(&gud_contact_bodies_row, bodies, pair);
    pair->radius = radius;
    pair->clearance = clearance;
    pair->width = width;
}

// ---- elasticity

static gud_status take_materials(gud_contact_pair *pair, gud_error *error)
{
    const gud_material *bodies[2];
    GUD_TRY(gud_materials_find(pair->materials, error, bodies));
    for (int i = 0; i < 2; i++) {
        pair->young[i] = bodies[i]->young;
        pair->poisson[i] = bodies[i]->poisson;
    }
    return GUD_OK;
}

static gud_status take_moduli(gud_contact_pair *pair, gud_error *error)
{
    gud_material body[2] = {{0}};
    for (int i = 0; i < 2; i++) {
        if (isnan(pair->young[i])) return gud_fail(error, GUD_ERR_INPUT, "young must have two values");
        if (isnan(pair->poisson[i])) pair->poisson[i] = usual_poisson;
        body[i].young = pair->young[i];
        body[i].poisson = pair->poisson[i];
    }
    pair->modulus = gud_material_modulus(&body[0], &body[1]);
    return GUD_OK;
}

// ---- radii

static gud_status take_radii(gud_contact_pair *pair, gud_error *error)
{
    const double *r = pair->radii;
    if (isnan(r[0]) || isnan(r[1])) return gud_fail(error, GUD_ERR_INPUT, "radii must have two values");
    pair->radius = r[1];
    pair->clearance = r[1] - r[0];
    if (pair->curvature == GUD_CURVATURE_INTERNAL && !(pair->clearance > 0.0))
        return gud_fail(error, GUD_ERR_INPUT, "a pin of radius %g m does not fit into a hole of radius %g m", r[0],
                        r[1]);
    return GUD_OK;
}

static gud_status take_clearance(gud_contact_pair *pair, gud_error *error)
{
    if (!(pair->clearance < pair->radius))
        return gud_fail(error, GUD_ERR_INPUT, "clearance = %g m leaves no pin in a hole of radius %g m",
                        pair->clearance, pair->radius);
    pair->radii[0] = pair->radius - pair->clearance;
    pair->radii[1] = pair->radius;
    return GUD_OK;
}

gud_status gud_contact_pair_resolve(const gud_contact_pair *given, gud_error *error, gud_contact_pair *pair)
{
    GUD_TRY(gud_params_check(NULL, &gud_contact_pair_row, given, error));
    *pair = *given;
    if (pair->materials[0]) GUD_TRY(take_materials(pair, error));
    if (!isnan(pair->young[0])) GUD_TRY(take_moduli(pair, error));
    if (!isnan(pair->radius)) return take_clearance(pair, error);
    if (!isnan(pair->radii[0])) return take_radii(pair, error);
    return GUD_OK;
}

double gud_contact_relative_radius(const gud_contact_pair *resolved)
{
    const double *r = resolved->radii;
    const double sum = resolved->curvature == GUD_CURVATURE_INTERNAL ? resolved->clearance : r[0] + r[1];
    return r[0] * r[1] / sum;
}
