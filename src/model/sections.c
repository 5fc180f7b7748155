#include "model/sections.h"
#include "film/oil.h"

#include "body/beam.h"
#include "contact/contact.h"
#include "contact/foundation.h"
#include "contact/friction.h"
#include "film/drag.h"
#include "film/film.h"
#include "force/force.h"
#include "joint/joint.h"
#include "joint/motion.h"
#include "model/integrator.h"
#include "rough/rough.h"
#include "surface/shape.h"
#include "wall/deviation.h"

#define NAME(params, member, section_, fallback_, about_)                                                              \
    {                                                                                                                  \
        .key = #member, .type = GUD_NAME, .offset = offsetof(params, member), .refers = (section_),                    \
        .fallback = (fallback_), .about = (about_)                                                                     \
    }
#define VECTOR(params, member, unit_, fallback_, about_)                                                               \
    {                                                                                                                  \
        .key = #member, .type = GUD_VECTOR, .offset = offsetof(params, member), .count = 3, .unit = (unit_),           \
        .fallback = (fallback_), .about = (about_)                                                                     \
    }
#define NUMBERS(params, member, unit_, about_)                                                                         \
    {                                                                                                                  \
        .key = #member, .type = GUD_NUMBERS, .offset = offsetof(params, member), .unit = (unit_),                      \
        .fallback = GUD_OPTIONAL, .about = (about_)                                                                    \
    }
#define CHOICE(params, member, list, fallback_, about_)                                                                \
    {                                                                                                                  \
        .key = #member, .type = GUD_CHOICE, .offset = offsetof(params, member), .choices = (list),                     \
        .fallback = (fallback_), .about = (about_)                                                                     \
    }

#define ORIGIN(params, about_)                                                                                         \
    {                                                                                                                  \
        .key = "from", .type = GUD_NAME, .offset = offsetof(params, from), .refers = "frames",                         \
        .fallback = GUD_OPTIONAL, .flags = GUD_ORIGIN, .about = (about_)                                               \
    }

static const char *const spaces[] = {"planar", "spatial", NULL};
static const gud_field space_fields[] = {
    {.key = "space",
     .type = GUD_CHOICE,
     .offset = offsetof(gud_space_params, space),
     .choices = spaces,
     .fallback = GUD_REQUIRED,
     .flags = GUD_SHORT,
     .about = "planar: x, y and the angle about z; spatial: all six degrees of freedom"},
};
static const gud_row space_row = GUD_ROW(gud_space_params, "space", "the space of the mechanism", space_fields);
static const gud_section space = {
    .key = "space",
    .about = "whether the mechanism is planar or spatial",
    .common = &space_row,
    .required = true,
    .example = "space: planar\n",
};

static const gud_field gravity_fields[] = {
    {.key = "gravity",
     .type = GUD_VECTOR,
     .offset = offsetof(gud_gravity_params, gravity),
     .count = 3,
     .unit = "m/s2",
     .fallback = 0.0,
     .flags = GUD_SHORT,
     .about = "gravitational acceleration"},
};
static const gud_row gravity_row = GUD_ROW(gud_gravity_params, "gravity", "gravity", gravity_fields);
static const gud_section gravity = {
    .key = "gravity",
    .about = "gravitational acceleration; default: none",
    .common = &gravity_row,
    .example = "gravity: [0, -9.81]\n",
};

static const gud_field shape_fields[] = {
    {.key = "file",
     .type = GUD_FILE,
     .offset = offsetof(gud_shape_params, file),
     .fallback = GUD_REQUIRED,
     .flags = GUD_SHORT,
     .about = "STL or OBJ file, in the frame of the body"},
    GUD_FIELD_POSITIVE(gud_shape_params, unit, "m", 1e-3,
                       "length of one unit of the file, since STL and OBJ do not specify it"),
};
static const gud_row shape_row = GUD_ROW(
    gud_shape_params, "shape", "triangles with which a body is drawn; they do not affect the simulation", shape_fields);

static const gud_field ground_fields[] = {
    GUD_FIELD_GROUP(gud_ground_params, shape, &shape_row, GUD_OPTIONAL,
                    "with what the ground is drawn: an STL or OBJ file in the axes of the world, `shape: frame.stl`"),
};
static const gud_row ground_row = GUD_ROW(gud_ground_params, "ground", "fixed frame of reference", ground_fields);
static const gud_section ground = {
    .key = "ground",
    .about = "the fixed frame of reference, and with what it is drawn; it always exists",
    .common = &ground_row,
    .example = "ground: {shape: frame.stl}\n",
};

static const gud_field rigid_fields[] = {
    GUD_FIELD_POSITIVE(gud_rigid_params, mass, "kg", GUD_REQUIRED, "mass"),
    NUMBERS(gud_rigid_params, inertia, "kg.m2",
            "moments of inertia about the centre of mass: one number in the plane; in space three principal moments, "
            "or xx yy zz xy xz yz"),
    VECTOR(gud_rigid_params, center, "m", 0.0, "centre of mass, relative to the origin of the body"),
    GUD_FIELD_GROUP(gud_rigid_params, shape, &shape_row, GUD_OPTIONAL,
                    "shape with which the body is drawn: an STL or OBJ file, `shape: crank.stl`"),
};
static const gud_row rigid_row = GUD_ROW(gud_rigid_params, "rigid", "a rigid body", rigid_fields);

static const gud_table section_table = {
    .about = "cross-sections", .selector = "type", .fallback = "rectangle", .rows = gud_beam_section_rows};
static const gud_table strain_table = {
    .about = "strain formulations", .selector = "type", .fallback = "structural", .rows = gud_beam_strain_rows};
static const gud_field beam_fields[] = {
    GUD_FIELD_POSITIVE(gud_beam_params, length, "m", GUD_OPTIONAL, "length, along x from the origin"),
    GUD_FIELD_POSITIVE(gud_beam_params, radius, "m", GUD_OPTIONAL,
                       "radius of the undeformed axis, if it is an arc, bent towards y"),
    NUMBERS(gud_beam_params, points, "m",
            "positions of the undeformed nodes instead of a length: x, y, z of each in turn"),
    {.key = "elements",
     .type = GUD_INTEGER,
     .offset = offsetof(gud_beam_params, elements),
     .fallback = 8,
     .low = 1,
     .high = 100000,
     .about = "number of elements (with `length`)"},
    GUD_FIELD_TABLE(gud_beam_params, section, &section_table, GUD_REQUIRED, "cross-section"),
    GUD_FIELD_POSITIVE(gud_beam_params, density, "kg/m3", GUD_REQUIRED, "density"),
    GUD_FIELD_POSITIVE(gud_beam_params, modulus, "Pa", GUD_REQUIRED, "Young's modulus"),
    {.key = "poisson",
     .type = GUD_NUMBER,
     .offset = offsetof(gud_beam_params, poisson),
     .unit = "1",
     .fallback = 0.3,
     .low = -1.0,
     .high = 0.5,
     .flags = GUD_OPEN_LOW | GUD_OPEN_HIGH,
     .about = "Poisson's ratio"},
    GUD_FIELD_POSITIVE(gud_beam_params, shear, "1", GUD_OPTIONAL, "shear factor; default: that of Cowper"),
    GUD_FIELD_POSITIVE(gud_beam_params, torsion, "m4", GUD_OPTIONAL,
                       "torsion constant; default: that of Saint-Venant (structural strains)"),
    GUD_FIELD(gud_beam_params, damping, "s", 0.0, 0.0, INFINITY,
              "Kelvin-Voigt damping: time constant that multiplies the strain rate"),
    GUD_FIELD(gud_beam_params, drag, "1/s", 0.0, 0.0, INFINITY,
              "mass-proportional damping: force per mass and velocity"),
    GUD_FIELD_TABLE(gud_beam_params, strain, &strain_table, 0.0, "strain formulation"),
};
static const gud_rule beam_rules[] = {{GUD_ONE_OF, {"length", "points"}},
                                      {GUD_NEEDS, {"radius", "length"}},
                                      {GUD_AT_MOST_ONE_OF, {"elements", "points"}}};
static const gud_row beam_row = {.name = "beam",
                                 .about = "a flexible beam (space)",
                                 .source = "docs/theory/beam.md",
                                 .size = sizeof(gud_beam_params),
                                 .fields = beam_fields,
                                 .nfield = GUD_COUNT(beam_fields),
                                 .rules = beam_rules,
                                 .nrule = GUD_COUNT(beam_rules)};
static const gud_row *const body_rows[] = {&rigid_row, &beam_row, NULL};

static const gud_field body_fields[] = {
    VECTOR(gud_body_params, at, "m", 0.0, "initial guess of the position of the origin"),
    GUD_FIELD(gud_body_params, angle, "rad", 0.0, 0.0, 0.0, "initial guess of the angle about z"),
    VECTOR(gud_body_params, rotation, "rad", 0.0, "initial guess of the rotation vector, before the angle (space)"),
    VECTOR(gud_body_params, velocity, "m/s", 0.0, "initial guess of the velocity of the centre of mass"),
    NUMBERS(gud_body_params, spin, "rad/s", "initial guess of the angular velocity: one number, or three in body axes"),
    ORIGIN(gud_body_params, "frame on the ground to which these guesses refer; default: the ground"),
};
static const gud_row body_row =
    GUD_ROW(gud_body_params, "body", "a body and the initial guess of its position and velocity", body_fields);
static const gud_section bodies = {
    .key = "bodies",
    .about = "the moving bodies; `ground` always exists",
    .named = true,
    .common = &body_row,
    .selector = "type",
    .fallback = "rigid",
    .rows = body_rows,
    .required = true,
    .example = "bodies:\n  crank: {mass: 0.30 kg, inertia: 1e-4}\n",
};

static const gud_field frame_fields[] = {
    NAME(gud_frame_params, body, "bodies", GUD_REQUIRED, "body to which it is fixed"),
    VECTOR(gud_frame_params, at, "m", 0.0,
           "position relative to the origin of the body; on a beam: along its axis, then y and z in the section"),
    {.key = "node",
     .type = GUD_INTEGER,
     .offset = offsetof(gud_frame_params, node),
     .fallback = GUD_OPTIONAL,
     .low = 0,
     .high = 100000,
     .about = "node of a beam instead of a position; the first is 0"},
    GUD_FIELD(gud_frame_params, angle, "rad", 0.0, 0.0, 0.0, "turn about z"),
    VECTOR(gud_frame_params, rotation, "rad", 0.0, "rotation vector, before the angle (space)"),
    ORIGIN(gud_frame_params, "for a frame on the ground: another one to which it is relative"),
};
static const gud_rule frame_rules[] = {{GUD_AT_MOST_ONE_OF, {"at", "node"}}};
static const gud_row frame_row = {.name = "frame",
                                  .about = "a point on a body, with axes",
                                  .size = sizeof(gud_frame_params),
                                  .fields = frame_fields,
                                  .nfield = GUD_COUNT(frame_fields),
                                  .rules = frame_rules,
                                  .nrule = GUD_COUNT(frame_rules)};
static const gud_section frames = {
    .key = "frames",
    .about = "named points on bodies; the name of a body is the frame at its origin",
    .named = true,
    .common = &frame_row,
    .example = "frames:\n  crank.pin: {body: crank, at: [50 mm, 0]}\n",
};

const gud_table gud_contact_choice = {.about = "contact laws",
                                      .common = &gud_contact_bodies_row,
                                      .selector = "law",
                                      .fallback = "lankarani_nikravesh",
                                      .rows = gud_contact_rows};
static const gud_table foundation_table = {
    .about = "elastic foundations", .selector = "law", .fallback = "winkler", .rows = gud_foundation_rows};
const gud_table gud_friction_choice = {
    .about = "friction laws", .selector = "law", .fallback = "coulomb", .rows = gud_friction_rows};
static const gud_table rough_table = {.about = "rough contact", .selector = "model", .rows = gud_rough_rows};
static const gud_table flow_table = {.about = "flow between rough surfaces", .selector = "type", .rows = gud_flow_rows};
static const gud_table cavitation_table = {
    .about = "cavitation model", .selector = "type", .fallback = "elrod_adams", .rows = gud_cavitation_rows};
static const gud_table drag_table = {
    .about = "drag in ruptured film", .selector = "type", .fallback = "streamers", .rows = gud_drag_rows};
static const gud_field film_fields[] = {
    GUD_FIELD_INPUT(gud_film_params, viscosity, "Pa.s", GUD_OPTIONAL, GUD_VISCOSITY_LEAST, GUD_VISCOSITY_MOST,
                    "dynamic viscosity; alternatively `oil`"),
    GUD_FIELD_GROUP(gud_film_params, oil, &gud_oil_row, GUD_OPTIONAL,
                    "an oil given by its grade or by laws of temperature, pressure and shear rate"),
    GUD_FIELD(gud_film_params, ambient, "Pa", 1e5, 0.0, 1e9, "pressure at the ends of the bearing"),
    NUMBERS(gud_film_params, ends, "Pa", "pressures at the lower and the upper end, if they differ"),
    GUD_FIELD(gud_film_params, cavity, "Pa", 0.0, 0.0, 1e9, "pressure at which the film ruptures"),
    NUMBERS(gud_film_params, grid, "1",
            "cells around and along half the width, default 80 and 8; ball: around the axis and along the meridians, "
            "default 64 and 32; block: along a face and across half of it, default 40 and 8; `surfaces`: along the two "
            "parameters of the whole reference surface, default 80 and 16"),
    GUD_FIELD_TABLE(gud_film_params, cavitation, &cavitation_table, 0.0, "cavitation model"),
    GUD_FIELD_TABLE(gud_film_params, drag, &drag_table, 0.0, "drag where the film is ruptured"),
    GUD_FIELD(gud_film_params, fill, "1", 1.0, 0.0, 1.0,
              "fraction of the gap filled with oil at the start: 1 flooded, 0 dry"),
    GUD_FIELD_TABLE(gud_film_params, flow_factors, &flow_table, GUD_OPTIONAL,
                    "effect of roughness on the flow; the bearing is the first surface"),
    GUD_FIELD_GROUP(gud_film_params, supply, &gud_supply_row, GUD_OPTIONAL, "axial supply groove in the bore of a pin"),
};
static const gud_rule film_rules[] = {{GUD_ONE_OF, {"viscosity", "oil"}}};
static const gud_row film_row = {.name = "film",
                                 .about = "the lubricant film of a joint",
                                 .size = sizeof(gud_film_params),
                                 .fields = film_fields,
                                 .nfield = GUD_COUNT(film_fields),
                                 .rules = film_rules,
                                 .nrule = GUD_COUNT(film_rules)};
static const gud_field blend_fields[] = {
    GUD_FIELD_POSITIVE(gud_blend_params, depth, "m", GUD_OPTIONAL,
                       "contact depth over which the film force fades; default: 0.5 % of the clearance"),
    GUD_FIELD_POSITIVE(gud_blend_params, margin, "m", GUD_OPTIONAL,
                       "difference between the clearance of the film and that of the joint, larger than the depth; "
                       "default: 1 % of the clearance"),
};
static const gud_row blend_row =
    GUD_ROW(gud_blend_params, "blend", "transition from film to dry contact", blend_fields);
#define GUD_FIDELITY(id, word, by_type, by_surfaces) word,
const char *const gud_fidelities[] = {
#include "model/fidelities.def"
    NULL};
#undef GUD_FIDELITY
static const char *const begins[] = {"ideal", "free", NULL};
static const char *const references[] = {"first", "second", NULL};
static const char *const searches[] = {"newton", "implicit", NULL};
static const char *const sides[] = {"front", "back", NULL};
static const char *const axes[] = {"x", "y", "z", "-x", "-y", "-z", NULL};
static const gud_field joint_fields[] = {
    {.key = "between",
     .type = GUD_NAMES,
     .offset = offsetof(gud_joint_params, between),
     .count = 2,
     .refers = "frames|bodies",
     .fallback = GUD_REQUIRED,
     .about = "the two frames: bearing first, journal second"},
    CHOICE(gud_joint_params, axis, axes, GUD_OPTIONAL,
           "axis of both frames (with `at`: of the world); default: x in the plane, z in space"),
    VECTOR(gud_joint_params, direction, "1", 0.0, "the axis as a vector instead of a letter"),
    VECTOR(gud_joint_params, at, "m", GUD_OPTIONAL,
           "position in world coordinates in the initial guess, instead of frames on the two bodies"),
    ORIGIN(gud_joint_params, "frame on the ground to which `at` and its axis refer; default: the ground"),
    CHOICE(gud_joint_params, model, gud_fidelities, 0,
           "fidelity level: ideal; with clearance: dry contact, or a film (squeeze: spherical joints)"),
    CHOICE(gud_joint_params, begin, begins, 0,
           "start of a joint with clearance: ideal (concentric, with the velocities of the ideal joint) or free (as "
           "guessed)"),
    VECTOR(gud_joint_params, eccentricity, "m", 0.0,
           "initial eccentricity of a pin, ball or block with clearance, in axes of the first frame"),
    VECTOR(gud_joint_params, tilt, "rad", 0.0,
           "initial tilt of a pin or block with clearance: turn of its axis about x and y of the first frame"),
    GUD_FIELD_POSITIVE(gud_joint_params, radius, "m", GUD_OPTIONAL, "radius of the bore or socket (with clearance)"),
    GUD_FIELD_POSITIVE(gud_joint_params, clearance, "m", GUD_OPTIONAL,
                       "difference of the radii of bore and pin; of a slider: gap on either side"),
    GUD_FIELD_POSITIVE(gud_joint_params, width, "m", GUD_OPTIONAL,
                       "width of the bore along its axis; for a slider: of its faces, across the plane"),
    GUD_FIELD_POSITIVE(gud_joint_params, play, "m", GUD_OPTIONAL,
                       "axial play of a pin in space on either side; default: no stops"),
    VECTOR(gud_joint_params, size, "m", 0.0,
           "length and height of a sliding block; for a lubricated block in space also its breadth: four faces"),
    NUMBERS(gud_joint_params, bearings, "m",
            "positions of several bearings along the axis, each of this width; default: one in the middle"),
    NUMBERS(gud_joint_params, cup, "rad",
            "for a lubricated spherical joint: the two angles from z of the first frame between which the socket "
            "extends; default: the whole sphere"),
    GUD_FIELD_TABLE(gud_joint_params, contact, &gud_contact_choice, GUD_OPTIONAL, "contact law (with clearance)"),
    GUD_FIELD_TABLE(gud_joint_params, foundation, &foundation_table, GUD_OPTIONAL,
                    "pressure over the cells of the walls, instead of a contact law at the closest point (dry)"),
    GUD_FIELD_TABLE(gud_joint_params, friction, &gud_friction_choice, GUD_OPTIONAL, "friction law; default: none"),
    GUD_FIELD_GROUP(gud_joint_params, film, &film_row, GUD_OPTIONAL,
                    "lubricant film (squeeze, short, long, finite, reynolds, mixed)"),
#define GUD_LAYER_KEY(id, word, about_)                                                                                \
    {.key = #word,                                                                                                     \
     .type = GUD_GROUP,                                                                                                \
     .offset = offsetof(gud_joint_params, layers) + GUD_LAYER_##id * sizeof(void *),                                   \
     .group = &gud_##word##_row,                                                                                       \
     .fallback = GUD_OPTIONAL,                                                                                         \
     .about = about_ " (reynolds, mixed)"},
#include "pair/layers.def"
    GUD_FIELD_GROUP(gud_joint_params, blend, &blend_row, 0.0,
                    "transition from film to dry contact (squeeze, short, long, finite; with `contact`)"),
    GUD_FIELD_TABLE(gud_joint_params, rough, &rough_table, GUD_OPTIONAL, "roughness of the surfaces (mixed)"),
    {.key = "surfaces",
     .type = GUD_NAMES,
     .offset = offsetof(gud_joint_params, surfaces),
     .count = 2,
     .refers = "surfaces",
     .fallback = GUD_OPTIONAL,
     .about = "the two walls, on the first and the second frame, instead of the geometry that follows from the joint "
              "type; in space z of a shape is the axis of the joint"},
    CHOICE(gud_joint_params, reference, references, 0, "which of `surfaces` carries the grid"),
    CHOICE(gud_joint_params, side, sides, GUD_OPTIONAL,
           "side of the reference surface that faces the other: front, where its normal points (out of a cylinder), or "
           "back; default: found from the initial position"),
    GUD_FIELD_POSITIVE(gud_joint_params, window, "m", GUD_OPTIONAL,
                       "largest gap and depth between `surfaces` that is searched; default: a twentieth of the smaller "
                       "one, or three times the largest initial gap"),
    CHOICE(gud_joint_params, search, searches, 0,
           "how gaps between `surfaces` are found: Newton's method from the last result, or the implicit matrices of "
           "Cerimagic 2020 in every evaluation (tens of times slower, for comparison)"),
    NUMBERS(
        gud_joint_params, cells, "1",
        "cells of the reference surface along its two parameters; for a foundation without `surfaces`: as `film.grid`"),
};
static const gud_rule joint_rules[] = {
    {GUD_AT_MOST_ONE_OF, {"axis", "direction"}}, {GUD_NEEDS, {"reference", "surfaces"}},
    {GUD_NEEDS, {"side", "surfaces"}},           {GUD_NEEDS, {"window", "surfaces"}},
    {GUD_NEEDS, {"search", "surfaces"}},         {GUD_AT_MOST_ONE_OF, {"contact", "foundation"}}};
static const gud_row joint_row = {.name = "joint",
                                  .about = "a connection of two frames",
                                  .size = sizeof(gud_joint_params),
                                  .fields = joint_fields,
                                  .nfield = GUD_COUNT(joint_fields),
                                  .rules = joint_rules,
                                  .nrule = GUD_COUNT(joint_rules)};
static const gud_section joints = {
    .key = "joints",
    .about = "connections between bodies",
    .named = true,
    .common = &joint_row,
    .selector = "type",
    .rows = gud_joint_rows,
    .example = "joints:\n  big-end: {type: revolute, between: [rod.big, crank.pin]}\n",
};

static const gud_field feed_fields[] = {
    NAME(gud_joint_feed_params, joint, "joints", GUD_REQUIRED, "lubricated joint that it feeds"),
    GUD_FEED_FIELDS,
};
static const gud_row feed_row = {.name = "feed",
                                 .about = "a groove, a hole, a recess or a pocket in a lubricated joint",
                                 .source = "docs/theory/film.md, section 2",
                                 .size = sizeof(gud_joint_feed_params),
                                 .fields = feed_fields,
                                 .nfield = GUD_COUNT(feed_fields),
                                 .rules = gud_feed_rules,
                                 .nrule = GUD_FEED_NRULE};
static const gud_section feeds = {
    .key = "feeds",
    .about = "grooves, holes and recesses that supply oil to lubricated joints, and closed pockets",
    .named = true,
    .common = &feed_row,
    .example = "feeds:\n  drill: {joint: big-end, on: journal, angle: 60 deg, diameter: 5 mm, pressure: 4 bar}\n",
};

static const gud_section drive = {
    .key = "drive",
    .about = "coordinates with prescribed motion: JOINT.angle, JOINT.position, BODY.x ...",
    .named = true,
    .selector = "type",
    .fallback = "rate",
    .rows = gud_motion_rows,
    .example = "drive:\n  crank.angle: {rate: 5000 rpm}\n",
};

static const gud_field start_fields[] = {
    {.key = "value",
     .type = GUD_NUMBER,
     .offset = offsetof(gud_start_params, value),
     .unit = "rad|m",
     .fallback = GUD_OPTIONAL,
     .about = "value at the start"},
    {.key = "rate",
     .type = GUD_NUMBER,
     .offset = offsetof(gud_start_params, rate),
     .unit = "rad/s|m/s",
     .fallback = GUD_OPTIONAL,
     .about = "rate at the start"},
};
static const gud_rule start_rules[] = {{GUD_AT_LEAST_ONE_OF, {"value", "rate"}}};
static const gud_row start_row = {.name = "start",
                                  .about = "initial value of a coordinate",
                                  .size = sizeof(gud_start_params),
                                  .fields = start_fields,
                                  .nfield = GUD_COUNT(start_fields),
                                  .rules = start_rules,
                                  .nrule = GUD_COUNT(start_rules)};
static const gud_section start = {
    .key = "start",
    .about = "exact initial values of coordinates",
    .named = true,
    .common = &start_row,
    .example = "start:\n  hinge.angle: {value: 90 deg, rate: 0}\n",
};

static const gud_section forces = {
    .key = "forces",
    .about = "springs, dampers and loads",
    .named = true,
    .selector = "type",
    .rows = gud_force_rows,
    .example = "forces:\n  gas: {type: load, on: slider, direction: [-1, 0], table: gas.csv, against: crank.angle, "
               "periodic: yes}\n",
};

static const gud_field input_fields[] = {
    {.key = "default",
     .type = GUD_NUMBER,
     .offset = offsetof(gud_scalar_params, value),
     .unit = "*",
     .fallback = GUD_REQUIRED,
     .flags = GUD_SHORT,
     .about = "initial value, with the unit of the quantity that follows it"},
    {.key = "min",
     .type = GUD_NUMBER,
     .offset = offsetof(gud_scalar_params, low),
     .unit = "*",
     .fallback = GUD_OPTIONAL,
     .about = "smallest value that may be set"},
    {.key = "max",
     .type = GUD_NUMBER,
     .offset = offsetof(gud_scalar_params, high),
     .unit = "*",
     .fallback = GUD_OPTIONAL,
     .about = "largest value that may be set"},
    {.key = "about",
     .type = GUD_TEXT,
     .offset = offsetof(gud_scalar_params, about),
     .fallback = GUD_OPTIONAL,
     .about = "description of the input"},
};
static const gud_row input_row = GUD_ROW(gud_scalar_params, "input", "an input", input_fields);

static const gud_section inputs = {
    .key = "inputs",
    .about =
        "numbers that a program sets while the model runs; numbers of loads, springs, drives and films follow them: "
        "`value: input torque`",
    .named = true,
    .common = &input_row,
    .example = "inputs:\n  torque: 0 N.m\n  target: {default: 0 deg, min: -45 deg, max: 45 deg}\n",
};

static const gud_table integrator_table = {
    .about = "time integrators", .selector = "type", .rows = gud_integrator_rows};
static const char *const analyses[] = {"dynamics", "kinematics", "statics", NULL};
static const char *const newtons[] = {"modified", "broyden", NULL};
static const char *const treatments[] = {"index3", "index2", "stabilised", "baumgarte", NULL};

static const gud_field simulate_fields[] = {
    CHOICE(gud_simulate_params, analysis, analyses, 0,
           "dynamics; kinematics of a fully driven mechanism; statics: the equilibrium"),
    {.key = "until",
     .type = GUD_EXTENT,
     .offset = offsetof(gud_simulate_params, until),
     .unit = "s",
     .fallback = GUD_OPTIONAL,
     .flags = GUD_PERIODIC,
     .about = "end of the run: a time, an angle such as `720 deg of crank`, or `periodic of crank`: when a cycle "
              "repeats the previous one"},
    GUD_FIELD(
        gud_simulate_params, repeat, "1", 0.01, 1e-6, 1.0,
        "with `until: periodic of ...`: rms difference of films and reactions of two cycles, relative to their range, "
        "below which the motion is periodic"),
    {.key = "cycles",
     .type = GUD_INTEGER,
     .offset = offsetof(gud_simulate_params, cycles),
     .fallback = 20,
     .low = 2,
     .high = 100000,
     .about = "with `until: periodic of ...`: number of cycles after which the run ends, periodic or not"},
    GUD_FIELD_TABLE(gud_simulate_params, integrator, &integrator_table, GUD_OPTIONAL,
                    "time integrator; default: esdirk2, or dopri5 at tolerances below 1e-6 where nothing is stiff"),
    CHOICE(gud_simulate_params, constraints, treatments, GUD_OPTIONAL,
           "treatment of constraints; default: that of the integrator"),
    GUD_FIELD(gud_simulate_params, alpha, "1/s", 0.0, 0.0, INFINITY, "Baumgarte's alpha"),
    GUD_FIELD(gud_simulate_params, beta, "1/s", 0.0, 0.0, INFINITY, "Baumgarte's beta"),
    GUD_FIELD_POSITIVE(gud_simulate_params, step, "s", GUD_OPTIONAL, "fixed step; default: adaptive steps"),
    GUD_FIELD_POSITIVE(gud_simulate_params, smallest, "s", GUD_OPTIONAL,
                       "smallest step that is tried before a run ends without convergence"),
    GUD_FIELD_POSITIVE(gud_simulate_params, largest, "s", GUD_OPTIONAL, "largest adaptive step"),
    GUD_FIELD_POSITIVE(
        gud_simulate_params, limit, "s", GUD_OPTIONAL,
        "wall-clock time after which the run ends in an orderly way, such as `10 min`; --resume continues"),
    {.key = "tolerance",
     .type = GUD_NUMBER,
     .offset = offsetof(gud_simulate_params, tolerance),
     .unit = "1",
     .fallback = 1e-5,
     .low = 1e-12,
     .high = 0.1,
     .about = "error of a step, relative to the size and speed of the model"},
    {.key = "newton_tolerance",
     .type = GUD_NUMBER,
     .offset = offsetof(gud_simulate_params, newton_tolerance),
     .unit = "1",
     .fallback = GUD_OPTIONAL,
     .low = 1e-14,
     .high = 1e-2,
     .about = "error of Newton's method, relative to the accelerations; default: 1e-8, or with films and adaptive "
              "steps the tolerance, but at most 1e-5"},
    GUD_FIELD_POSITIVE(gud_simulate_params, load_change, "N", GUD_OPTIONAL,
                       "largest change of the force of a joint with clearance in an adaptive step: larger changes "
                       "repeat the step with a smaller one; default: no limit"),
    {.key = "load_repeats",
     .type = GUD_INTEGER,
     .offset = offsetof(gud_simulate_params, load_repeats),
     .fallback = 10,
     .low = 0,
     .high = 100,
     .about = "number of repetitions of a step for `load_change` before it is accepted"},
    CHOICE(gud_simulate_params, newton, newtons, 0, "modified Newton, or Broyden updates"),
    {.key = "project",
     .type = GUD_SWITCH,
     .offset = offsetof(gud_simulate_params, project),
     .fallback = 0,
     .about = "project positions and velocities onto the constraints after each step"},
    GUD_FIELD_POSITIVE(gud_simulate_params, length, "m", GUD_OPTIONAL,
                       "length to which position tolerances refer; default: the size of the largest body, or the "
                       "smallest radius of `contacts`"),
};
static const gud_row simulate_row =
    GUD_ROW(gud_simulate_params, "simulate", "how the motion is computed", simulate_fields);
static const gud_section simulate = {
    .key = "simulate",
    .about = "what is computed, how long and how accurately",
    .common = &simulate_row,
    .required = true,
    .example = "simulate: {until: 720 deg of crank, tolerance: 1e-6}\n",
};

static const gud_field record_fields[] = {
    {.key = "every",
     .type = GUD_EXTENT,
     .offset = offsetof(gud_record_params, every),
     .unit = "s",
     .fallback = GUD_OPTIONAL,
     .low = 0.0,
     .high = INFINITY,
     .flags = GUD_OPEN_LOW | GUD_SHORT,
     .about = "interval of records in time or in a coordinate; default: every step"},
    {.key = "points",
     .type = GUD_NAME_LIST,
     .offset = offsetof(gud_record_params, points),
     .refers = "frames|bodies",
     .fallback = GUD_OPTIONAL,
     .about = "frames whose position and velocity are recorded"},
    {.key = "extremes",
     .type = GUD_NAME_LIST,
     .offset = offsetof(gud_record_params, extremes),
     .fallback = GUD_OPTIONAL,
     .about = "channels (`joints/*/reaction_force`) whose smallest and largest values between two records are recorded "
              "as well, at the ends of the steps that have them (with `every`)"},
    GUD_FIELD_POSITIVE(gud_record_params, checkpoint, "s", 2.0,
                       "wall-clock time between checkpoints, from which a run can be resumed"),
    {.key = "fields",
     .type = GUD_NAME_LIST,
     .offset = offsetof(gud_record_params, fields),
     .refers = "joints",
     .fallback = GUD_OPTIONAL,
     .about = "lubricated joints whose maps of pressure, film fraction, gap and asperity pressure are recorded"},
    {.key = "snapshots",
     .type = GUD_EXTENT,
     .offset = offsetof(gud_record_params, snapshots),
     .unit = "s",
     .fallback = GUD_OPTIONAL,
     .low = 0.0,
     .high = INFINITY,
     .flags = GUD_OPEN_LOW,
     .about = "interval of maps in time or in a coordinate, taken at the end of the step (with `fields`)"},
};
static const gud_rule record_rules[] = {{GUD_ALL_OR_NONE, {"fields", "snapshots"}}, {GUD_NEEDS, {"extremes", "every"}}};
static const gud_row record_row = {.name = "record",
                                   .about = "what goes into the results",
                                   .size = sizeof(gud_record_params),
                                   .fields = record_fields,
                                   .nfield = GUD_COUNT(record_fields),
                                   .rules = record_rules,
                                   .nrule = GUD_COUNT(record_rules)};
static const gud_section record = {
    .key = "record",
    .always = true,
    .about = "what is recorded, and how often",
    .common = &record_row,
    .example = "record: {every: 0.5 deg of crank, points: [rod.small]}\n",
};

const gud_section *const gud_sections[] = {
    &space,    &gravity,
    &ground,   &bodies,
    &frames,   &gud_surfaces_section,
    &joints,   &gud_contacts_section,
    &feeds,    &gud_deviations_section,
    &drive,    &start,
    &forces,   &inputs,
    &simulate, &record,
    NULL,
};
