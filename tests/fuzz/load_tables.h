// Sections like those of a real model, for the tests of the loader and its fuzz target.
#ifndef GUD_TESTS_LOAD_TABLES_H
#define GUD_TESTS_LOAD_TABLES_H

#include "base/field.h"

typedef struct body_params {
    double mass, inertia, at[3];
    bool fixed;
    const char *mesh;
} body_params;

static const gud_field body_fields[] = {
    {.key = "mass",
     .type = GUD_NUMBER,
     .offset = offsetof(body_params, mass),
     .unit = "kg",
     .fallback = GUD_REQUIRED,
     .low = 0.0,
     .high = GUD_INF,
     .flags = GUD_OPEN_LOW,
     .about = "mass"},
    GUD_FIELD(body_params, inertia, "kg.m2", GUD_OPTIONAL, 0.0, GUD_INF, "moment of inertia about the centre"),
    {.key = "at",
     .type = GUD_VECTOR,
     .offset = offsetof(body_params, at),
     .unit = "m",
     .count = 3,
     .about = "first position"},
    {.key = "fixed", .type = GUD_SWITCH, .offset = offsetof(body_params, fixed), .about = "does not move"},
    {.key = "mesh",
     .type = GUD_FILE,
     .offset = offsetof(body_params, mesh),
     .fallback = GUD_OPTIONAL,
     .about = "file of the surface"},
};
static const gud_row body_row = {.name = "body",
                                 .about = "a rigid body",
                                 .size = sizeof(body_params),
                                 .fields = body_fields,
                                 .nfield = GUD_COUNT(body_fields)};
static const gud_section bodies_section = {.key = "bodies",
                                           .about = "rigid bodies",
                                           .named = true,
                                           .common = &body_row,
                                           .required = true,
                                           .example = "bodies:\n  crank: {mass: 0.3, inertia: 1e-4}\n"};

typedef struct frame_params {
    const char *body, *from;
    double at[3], angle;
} frame_params;

static const gud_field frame_fields[] = {
    {.key = "body",
     .type = GUD_NAME,
     .offset = offsetof(frame_params, body),
     .fallback = GUD_REQUIRED,
     .refers = "bodies",
     .about = "body that carries the frame"},
    {.key = "at",
     .type = GUD_VECTOR,
     .offset = offsetof(frame_params, at),
     .unit = "m",
     .count = 3,
     .about = "place on the body"},
    GUD_FIELD(frame_params, angle, "rad", 0.0, -GUD_INF, GUD_INF, "angle on the body"),
    {.key = "from",
     .type = GUD_NAME,
     .offset = offsetof(frame_params, from),
     .fallback = GUD_OPTIONAL,
     .refers = "frames",
     .flags = GUD_ORIGIN,
     .about = "frame that it is seen from"},
};
static const gud_row frame_row = {.name = "frame",
                                  .about = "a place on a body",
                                  .size = sizeof(frame_params),
                                  .fields = frame_fields,
                                  .nfield = GUD_COUNT(frame_fields)};
static const gud_section frames_section = {
    .key = "frames", .about = "places on bodies", .named = true, .common = &frame_row};

typedef struct film_params {
    double viscosity, ambient;
    int grid, cavitation;
} film_params;

static const char *const cavitation_choices[] = {"half-sommerfeld", "gumbel", "elrod-adams", NULL};
static const gud_field film_fields[] = {
    {.key = "viscosity",
     .type = GUD_NUMBER,
     .offset = offsetof(film_params, viscosity),
     .unit = "Pa.s",
     .fallback = GUD_REQUIRED,
     .low = 0.0,
     .high = 100.0,
     .flags = GUD_OPEN_LOW,
     .about = "dynamic viscosity"},
    GUD_FIELD(film_params, ambient, "Pa", 101325.0, 0.0, GUD_INF, "pressure at the sides"),
    {.key = "grid",
     .type = GUD_INTEGER,
     .offset = offsetof(film_params, grid),
     .fallback = 80,
     .low = 4,
     .high = 4096,
     .about = "cells around"},
    {.key = "cavitation",
     .type = GUD_CHOICE,
     .offset = offsetof(film_params, cavitation),
     .fallback = 2,
     .choices = cavitation_choices,
     .about = "what happens where the film tears"},
};
static const gud_row film_row = {.name = "film",
                                 .about = "a lubricant film",
                                 .size = sizeof(film_params),
                                 .fields = film_fields,
                                 .nfield = GUD_COUNT(film_fields)};

typedef struct friction_params {
    double coefficient, stribeck;
} friction_params;

static const gud_field coulomb_fields[] = {
    {.key = "coefficient",
     .type = GUD_NUMBER,
     .offset = offsetof(friction_params, coefficient),
     .unit = "1",
     .fallback = GUD_REQUIRED,
     .low = 0.0,
     .high = 2.0,
     .flags = GUD_SHORT,
     .about = "coefficient of friction"},
};
static const gud_field stribeck_fields[] = {
    GUD_FIELD(friction_params, coefficient, "1", 0.1, 0.0, 2.0, "coefficient of friction"),
    {.key = "velocity",
     .type = GUD_NUMBER,
     .offset = offsetof(friction_params, stribeck),
     .unit = "m/s",
     .fallback = 0.01,
     .low = 0.0,
     .high = GUD_INF,
     .about = "velocity of Stribeck"},
};
static const gud_row coulomb_row = {.name = "coulomb",
                                    .about = "dry friction",
                                    .size = sizeof(friction_params),
                                    .fields = coulomb_fields,
                                    .nfield = GUD_COUNT(coulomb_fields)};
static const gud_row stribeck_row = {.name = "stribeck",
                                     .about = "friction that falls with speed",
                                     .size = sizeof(friction_params),
                                     .fields = stribeck_fields,
                                     .nfield = GUD_COUNT(stribeck_fields)};
static const gud_row *const friction_rows[] = {&coulomb_row, &stribeck_row, NULL};
static const gud_table friction_table = {
    .about = "friction laws", .selector = "type", .fallback = "coulomb", .rows = friction_rows};

typedef struct joint_params {
    const char *between[2];
    film_params *film;
    gud_choice friction;
} joint_params;

typedef struct revolute_params {
    double radius, clearance;
} revolute_params;

typedef struct contact_params {
    double stiffness, exponent, restitution, hardness, yield;
} contact_params;

static const gud_field joint_fields[] = {
    {.key = "between",
     .type = GUD_NAMES,
     .offset = offsetof(joint_params, between),
     .fallback = GUD_REQUIRED,
     .count = 2,
     .refers = "frames|bodies",
     .about = "the two frames"},
    GUD_FIELD_GROUP(joint_params, film, &film_row, GUD_OPTIONAL, "the lubricant"),
    GUD_FIELD_TABLE(joint_params, friction, &friction_table, GUD_OPTIONAL, "friction of the dry surfaces"),
};
static const gud_row joint_row = {.name = "joint",
                                  .about = "a joint",
                                  .size = sizeof(joint_params),
                                  .fields = joint_fields,
                                  .nfield = GUD_COUNT(joint_fields)};
static const gud_field revolute_fields[] = {
    {.key = "radius",
     .type = GUD_NUMBER,
     .offset = offsetof(revolute_params, radius),
     .unit = "m",
     .fallback = GUD_OPTIONAL,
     .low = 0.0,
     .high = GUD_INF,
     .flags = GUD_OPEN_LOW,
     .about = "radius of the bore"},
    {.key = "clearance",
     .type = GUD_NUMBER,
     .offset = offsetof(revolute_params, clearance),
     .unit = "m",
     .fallback = GUD_OPTIONAL,
     .low = 0.0,
     .high = 0.1,
     .flags = GUD_OPEN_LOW | GUD_OPEN_HIGH,
     .about = "radial clearance"},
};
static const gud_rule revolute_rules[] = {{GUD_NEEDS, {"clearance", "radius"}}};
static const gud_field contact_fields[] = {
    GUD_FIELD(contact_params, stiffness, "N/m^exponent", GUD_REQUIRED, 0.0, GUD_INF, "stiffness K"),
    GUD_FIELD(contact_params, exponent, "1", 1.5, 1.0, 3.0, "exponent of the penetration"),
    GUD_FIELD(contact_params, restitution, "1", 0.8, 0.0, 1.0, "coefficient of restitution e"),
    GUD_FIELD(contact_params, hardness, "Pa", GUD_OPTIONAL, 0.0, GUD_INF, "hardness"),
    GUD_FIELD(contact_params, yield, "Pa", GUD_OPTIONAL, 0.0, GUD_INF, "yield stress"),
};
static const gud_rule contact_rules[] = {{GUD_AT_MOST_ONE_OF, {"hardness", "yield"}}};
static const gud_row revolute_row = {.name = "revolute",
                                     .about = "a pin in a bore",
                                     .size = sizeof(revolute_params),
                                     .fields = revolute_fields,
                                     .nfield = GUD_COUNT(revolute_fields),
                                     .rules = revolute_rules,
                                     .nrule = GUD_COUNT(revolute_rules)};
static const gud_row contact_row = {.name = "contact",
                                    .about = "two surfaces that hit",
                                    .source = "docs/theory/contact.md",
                                    .size = sizeof(contact_params),
                                    .fields = contact_fields,
                                    .nfield = GUD_COUNT(contact_fields),
                                    .rules = contact_rules,
                                    .nrule = GUD_COUNT(contact_rules)};
static const gud_row *const joint_rows[] = {&revolute_row, &contact_row, NULL};
static const gud_section joints_section = {.key = "joints",
                                           .about = "joints between frames",
                                           .named = true,
                                           .common = &joint_row,
                                           .selector = "type",
                                           .rows = joint_rows};

typedef struct simulate_params {
    gud_extent until;
    gud_numbers times;
    gud_names record;
    const char *note;
    double rate;
} simulate_params;

static const gud_field simulate_fields[] = {
    {.key = "until",
     .type = GUD_EXTENT,
     .offset = offsetof(simulate_params, until),
     .unit = "s",
     .fallback = 1.0,
     .low = 0.0,
     .high = GUD_INF,
     .refers = "bodies|joints",
     .about = "when the run ends"},
    {.key = "times",
     .type = GUD_NUMBERS,
     .offset = offsetof(simulate_params, times),
     .unit = "s",
     .fallback = GUD_OPTIONAL,
     .about = "times of snapshots"},
    {.key = "record",
     .type = GUD_NAME_LIST,
     .offset = offsetof(simulate_params, record),
     .fallback = GUD_OPTIONAL,
     .refers = "joints",
     .about = "joints whose fields are kept"},
    {.key = "note",
     .type = GUD_TEXT,
     .offset = offsetof(simulate_params, note),
     .fallback = GUD_OPTIONAL,
     .about = "free text"},
    {.key = "rate",
     .type = GUD_NUMBER,
     .offset = offsetof(simulate_params, rate),
     .unit = "rad/s",
     .fallback = 0.0,
     .about = "speed of the crank"},
};
static const gud_row simulate_row = {.name = "simulate",
                                     .about = "the run",
                                     .size = sizeof(simulate_params),
                                     .fields = simulate_fields,
                                     .nfield = GUD_COUNT(simulate_fields)};
static const gud_section simulate_section = {
    .key = "simulate", .about = "how long and how", .common = &simulate_row, .always = true};

typedef struct gravity_params {
    double vector[3];
} gravity_params;

static const gud_field gravity_fields[] = {
    {.key = "vector",
     .type = GUD_VECTOR,
     .offset = offsetof(gravity_params, vector),
     .unit = "m/s2",
     .count = 3,
     .flags = GUD_SHORT,
     .about = "gravitational acceleration"},
};
static const gud_row gravity_row = {.name = "gravity",
                                    .about = "gravity",
                                    .size = sizeof(gravity_params),
                                    .fields = gravity_fields,
                                    .nfield = GUD_COUNT(gravity_fields)};
static const gud_section gravity_section = {.key = "gravity", .about = "gravity", .common = &gravity_row};

static const gud_section *const model_sections[] = {&bodies_section,   &frames_section,  &joints_section,
                                                    &simulate_section, &gravity_section, NULL};

#endif
