// A given force or torque on a frame: constant, or from a table against time or against a coordinate. A periodic table
// against the crank angle is how gas force comes in; docs/theory/forces.md.
//
//     w = f(s - s0) n,   s = time or a coordinate
//
//     n   direction, unit vector in world axes or in the axes of the frame
//     f   value, or value x table (CSV: s, f); of a pressure: area x (table - ambient)
//     s0  phase
//
// A distributed load is one per length along a beam: the builder makes it act at two points of every element, each of
// which stands for a part of the axis. Two points are exact for a constant load: the axis is a cubic.

#include "force/force.h"
#include "force/signal.h"
#include "num/pi.h"
#include "num/vec.h"

#include <math.h>
#include <string.h>

static const char *const kinds[] = {"force", "torque", NULL};
static const char *const axes_choices[] = {"world", "frame", NULL};

typedef struct {
    const char *on, *from;
    int kind, axes;
    double value, direction[3];
    gud_signal_params signal;
    double area, bore, ambient; // of a pressure
    double begin, end;          // m, of a distributed load: where it begins and ends on the axis
    double share;               // m, of the axis that a point of it stands for; 1 of a load
    gud_gauge gauge;            // of the coordinate
    gud_curve curve;
} params;

static void wire(const void *prm, gud_force_wiring *wiring)
{
    const params *p = prm;
    wiring->frame[0] = p->on;
    wiring->coordinate = p->signal.against;
    wiring->from = p->from;
    wiring->torque = p->kind == 1;
}

static gud_status read_table(params *p, const gud_force_context *context, const char *unit)
{
    const gud_signal_context signal = {context->units, p->signal.against ? context->coordinate_unit : "s", unit,
                                       context->arena, context->error};
    return gud_signal_read(&p->signal, &signal, &p->curve);
}

static gud_status prepare_direction(params *p, const gud_force_context *context)
{
    const double norm = v3_norm(p->direction);
    if (!(norm > 0.0)) return gud_fail(context->error, GUD_ERR_INPUT, "direction has no length");
    v3_scale(p->direction, 1.0 / norm, p->direction);
    if (context->axes && p->axes == 0)
        m3_apply(p->direction, context->axes, (double[3]){p->direction[0], p->direction[1], p->direction[2]});
    if (context->gauge) p->gauge = *context->gauge;
    return GUD_OK;
}

static gud_status prepare(void *prm, const gud_force_context *context)
{
    params *p = prm;
    GUD_TRY(prepare_direction(p, context));
    p->share = 1.0;
    p->ambient = 0.0;
    if (isnan(p->value)) p->value = 1.0;
    if (gud_signal_has_table(&p->signal)) return read_table(p, context, p->kind == 0 ? "N" : "N.m");
    if (p->signal.against || p->signal.periodic)
        return gud_fail(context->error, GUD_ERR_INPUT, "%s needs a table, or points and values",
                        p->signal.against ? "against" : "periodic");
    p->curve = gud_curve_constant(1.0);
    return GUD_OK;
}

static gud_status prepare_pressure(void *prm, const gud_force_context *context)
{
    params *p = prm;
    GUD_TRY(prepare_direction(p, context));
    p->share = 1.0;
    p->value = isnan(p->area) ? 0.25 * pi * p->bore * p->bore : p->area;
    return read_table(p, context, "Pa");
}

// n in world axes; a direction that rides on the frame turns with it: dn = dphi x n
static void direction_of(const params *p, const gud_pose *pose, double n[3])
{
    if (p->axes == 0)
        v3_copy(n, p->direction);
    else
        m3_apply(n, pose->R, p->direction);
}

// how the wrench changes with the displacements: through the direction, and through the coordinate's frames 1 and 2
static void tangent(const params *p, const gud_force_in *in, const double n[3], const double f[3], gud_force_out *out)
{
    const int size = 6 * (p->signal.against ? 3 : 1), row = p->kind == 0 ? 0 : 3;
    double skew[9] = {0}, g[12];
    if (p->axes == 1) m3_add_skew(skew, -f[0], n);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) out->by_displacement[size * (row + i) + 3 + j] += skew[3 * i + j];
    if (!p->signal.against) return;
    gud_gauge_gradient(&p->gauge, in->pose[1], in->pose[2], g);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 12; j++) out->by_displacement[size * (row + i) + 6 + j] += f[1] * n[i] * g[j];
}

static void eval(const void *prm, const gud_force_in *in, gud_force_out *out)
{
    const params *p = prm;
    const double s = p->signal.against ? gud_gauge_value(&p->gauge, in->pose[1], in->pose[2], in->near) : in->t;
    double f[3], n[3];
    (void)gud_curve_eval(&p->curve, s - p->signal.phase, f); // held or periodic outside of its points: never refused
    f[0] -= p->ambient;
    for (int k = 0; k < 3; k++) f[k] *= p->share * p->value;
    direction_of(p, in->pose[0], n);
    v3_scale(out->wrench + (p->kind == 0 ? 0 : 3), f[0], n);
    if (out->by_displacement) tangent(p, in, n, f, out);
}

static double period_of(const void *prm)
{
    const params *p = prm;
    return p->signal.against && p->signal.periodic && !p->curve.constant ? p->curve.spline.period : 0.0;
}

static double next_break(const void *prm, double t)
{
    const params *p = prm;
    if (p->signal.against) return INFINITY;
    return p->signal.phase + gud_curve_next_break(&p->curve, t - p->signal.phase);
}

#define AXES(about_)                                                                                                   \
    {                                                                                                                  \
        .key = "axes", .type = GUD_CHOICE, .offset = offsetof(params, axes), .choices = axes_choices, .fallback = 0,   \
        .about = (about_)                                                                                              \
    }

#define FROM                                                                                                           \
    {                                                                                                                  \
        .key = "from", .type = GUD_NAME, .offset = offsetof(params, from), .refers = "frames",                         \
        .fallback = GUD_OPTIONAL, .flags = GUD_ORIGIN,                                                                 \
        .about = "frame on the ground to which a world direction refers; default: the ground"                          \
    }

// what acts and where it points to
#define WAY(kind_, axes_)                                                                                              \
    {.key = "kind",                                                                                                    \
     .type = GUD_CHOICE,                                                                                               \
     .offset = offsetof(params, kind),                                                                                 \
     .choices = kinds,                                                                                                 \
     .fallback = 0,                                                                                                    \
     .about = (kind_)},                                                                                                \
        {.key = "direction",                                                                                           \
         .type = GUD_VECTOR,                                                                                           \
         .offset = offsetof(params, direction),                                                                        \
         .count = 3,                                                                                                   \
         .unit = "1",                                                                                                  \
         .fallback = GUD_REQUIRED,                                                                                     \
         .about = "direction of positive values"},                                                                     \
        AXES(axes_)

static const gud_field fields[] = {
    {.key = "on",
     .type = GUD_NAME,
     .offset = offsetof(params, on),
     .refers = "frames|bodies",
     .fallback = GUD_REQUIRED,
     .about = "frame on which it acts"},
    WAY("a force or a torque", "axes of the direction: world, or frame (a follower load)"),
    FROM,
    {.key = "value",
     .type = GUD_NUMBER,
     .offset = offsetof(params, value),
     .unit = "N|N.m",
     .fallback = GUD_OPTIONAL,
     .flags = GUD_INPUT,
     .about = "constant value; with a table, a factor on it"},
    GUD_SIGNAL_FIELDS(params, signal, "table in the model file: times or coordinates, with `values`", "values", "N|N.m",
                      "values at the `points`", 0),
};

static const gud_rule rules[] = {
    {GUD_AT_LEAST_ONE_OF, {"value", "table", "values"}},
    {GUD_AT_MOST_ONE_OF, {"table", "values"}},
    {GUD_ALL_OR_NONE, {"points", "values"}},
    {GUD_NEEDS, {"column", "table"}},
    {GUD_NEEDS, {"period", "periodic"}},
};

const gud_force_law gud_force_load = {
    .row = {.name = "load",
            .about = "a given force or torque: constant, or from a table against time or a coordinate",
            .source = "docs/theory/forces.md",
            .size = sizeof(params),
            .fields = fields,
            .nfield = GUD_COUNT(fields),
            .rules = rules,
            .nrule = GUD_COUNT(rules)},
    .nframe = 1,
    .external = true,
    .wire = wire,
    .prepare = prepare,
    .eval = eval,
    .next_break = next_break,
    .period = period_of,
};

static const gud_field pressure_fields[] = {
    {.key = "on",
     .type = GUD_NAME,
     .offset = offsetof(params, on),
     .refers = "frames|bodies",
     .fallback = GUD_REQUIRED,
     .about = "frame of the piston that it acts on"},
    {.key = "direction",
     .type = GUD_VECTOR,
     .offset = offsetof(params, direction),
     .count = 3,
     .unit = "1",
     .fallback = GUD_REQUIRED,
     .about = "direction of the force"},
    AXES("axes of the direction: world or frame"),
    FROM,
    GUD_FIELD_POSITIVE(params, area, "m2", GUD_OPTIONAL, "area on which the pressure acts; alternatively `bore`"),
    GUD_FIELD_POSITIVE(params, bore, "m", GUD_OPTIONAL, "diameter of a round piston"),
    GUD_FIELD_INPUT(params, ambient, "Pa", 0.0, 0.0, 1e9,
                    "pressure on the other side of the piston, subtracted from the table"),
    GUD_SIGNAL_FIELDS(params, signal, "table in the model file: crank angles (or times), with `pressures`", "pressures",
                      "Pa", "pressures at the `points`", 1),
};

static const gud_rule pressure_rules[] = {
    {GUD_ONE_OF, {"area", "bore"}},
    {GUD_ONE_OF, {"table", "pressures"}},
    {GUD_ALL_OR_NONE, {"points", "pressures"}},
    {GUD_NEEDS, {"column", "table"}},
};

const gud_force_law gud_force_pressure = {
    .row = {.name = "pressure",
            .about = "gas or oil pressure on a piston, from a table against crank angle or time",
            .source = "docs/theory/forces.md",
            .size = sizeof(params),
            .fields = pressure_fields,
            .nfield = GUD_COUNT(pressure_fields),
            .rules = pressure_rules,
            .nrule = GUD_COUNT(pressure_rules)},
    .nframe = 1,
    .external = true,
    .wire = wire,
    .prepare = prepare_pressure,
    .eval = eval,
    .next_break = next_break,
    .period = period_of,
};

static gud_force_span span_of(const void *prm)
{
    const params *p = prm;
    return (gud_force_span){p->on, p->begin, p->end};
}

static void take_share(void *prm, double length)
{
    params *p = prm;
    p->share = length;
}

static const gud_field distributed_fields[] = {
    {.key = "on",
     .type = GUD_NAME,
     .offset = offsetof(params, on),
     .refers = "bodies",
     .fallback = GUD_REQUIRED,
     .about = "beam that it acts on"},
    WAY("a force or a torque per length", "axes of the direction: world, or sections (a follower load)"),
    {.key = "value",
     .type = GUD_NUMBER,
     .offset = offsetof(params, value),
     .unit = "N/m|N",
     .fallback = GUD_REQUIRED,
     .flags = GUD_INPUT,
     .about = "value per length of the undeformed axis"},
    {.key = "from",
     .type = GUD_NUMBER,
     .offset = offsetof(params, begin),
     .unit = "m",
     .fallback = 0.0,
     .low = 0.0,
     .high = INFINITY,
     .about = "position on the axis where it starts"},
    {.key = "to",
     .type = GUD_NUMBER,
     .offset = offsetof(params, end),
     .unit = "m",
     .fallback = GUD_OPTIONAL,
     .low = 0.0,
     .high = INFINITY,
     .flags = GUD_OPEN_LOW,
     .about = "position on the axis where it ends; default: the end of the beam"},
};

const gud_force_law gud_force_distributed = {
    .row = {.name = "distributed",
            .about = "a force or torque per length along a beam, dead or following its sections",
            .source = "docs/theory/beam.md, section 5",
            .size = sizeof(params),
            .fields = distributed_fields,
            .nfield = GUD_COUNT(distributed_fields)},
    .nframe = 1,
    .external = true,
    .wire = wire,
    .prepare = prepare,
    .eval = eval,
    .span = span_of,
    .take_share = take_share,
};
