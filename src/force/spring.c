// Spring and damper along the line between two points, or about an axis; docs/theory/forces.md.
//
//     F = k (l - l0) + d dl/dt,   or   F = f(l - l0) + d dl/dt with f from a table
//
//     l   gauge: distance, or angle         m | rad
//     l0  where the spring is free          free
//     k   stiffness                         stiffness
//     d   damping                           damping
//     f   force against deflection          table (CSV: deflection, force)
//
// F > 0 pulls the two frames together. `acts: tension` makes a rope: no force while l < l0; `acts: compression` a
// buffer. The kink at l0 is an event of the integrator.

#include "force/force.h"

#include <math.h>

enum { acts_both, acts_tension, acts_compression };

static const char *const acts_choices[] = {"both", "tension", "compression", NULL};

typedef struct {
    const char *between[2];
    double stiffness, damping, free;
    int acts;
    const char *table;
    gud_curve curve; // of the table
} params;

static const gud_gauge length = {.kind = GUD_DISTANCE}, turn = {.kind = GUD_ANGLE};

static void wire(const void *prm, gud_force_wiring *wiring)
{
    const params *p = prm;
    wiring->frame[0] = p->between[0];
    wiring->frame[1] = p->between[1];
}

static gud_status prepare(params *p, const gud_force_context *context, const char *x_unit, const char *y_unit)
{
    if (!p->table) return GUD_OK;
    const gud_curve_file file = {.path = p->table, .x_unit = x_unit, .y_unit = y_unit, .units = context->units};
    const gud_spline_spec spec = {.kind = GUD_SPLINE_MONOTONE, .outside = GUD_OUTSIDE_LINEAR};
    return gud_curve_read(&file, &spec, context->arena, context->error, &p->curve);
}

static gud_status spring_prepare(void *prm, const gud_force_context *context)
{
    return prepare(prm, context, "m", "N");
}

static gud_status torsion_prepare(void *prm, const gud_force_context *context)
{
    return prepare(prm, context, "rad", "N.m");
}

// the part of a step over which the energy of a table is added up: Simpson's rule on each
enum { energy_parts = 64 };

static double table_energy(const gud_curve *curve, double deflection)
{
    const double h = deflection / (2 * energy_parts);
    double sum = 0.0, out[3];
    for (int i = 0; i <= 2 * energy_parts; i++) {
        (void)gud_curve_eval(curve, i * h, out); // linear outside of its points: never refused
        sum += out[0] * (i == 0 || i == 2 * energy_parts ? 1.0 : i % 2 == 1 ? 4.0 : 2.0);
    }
    return sum * h / 3.0;
}

// elastic force and its slope
static void elastic(const params *p, double deflection, double out[3])
{
    if (p->table) {
        (void)gud_curve_eval(&p->curve, deflection, out);
        return;
    }
    out[0] = p->stiffness * deflection;
    out[1] = p->stiffness;
}

static double rate_of(const gud_gauge *gauge, const gud_force_in *in)
{
    double g[12], rate = 0.0;
    gud_gauge_gradient(gauge, in->pose[0], in->pose[1], g);
    for (int k = 0; k < 2; k++) {
        const gud_pose *p = in->pose[k];
        for (int i = 0; i < 3; i++) rate += g[6 * k + i] * p->v[i] + g[6 * k + 3 + i] * p->w[i];
    }
    return rate;
}

static double deflection_of(const params *p, const gud_gauge *gauge, const gud_force_in *in)
{
    return gud_gauge_value(gauge, in->pose[0], in->pose[1], in->near) - p->free;
}

// A step that runs over the kink is cut there later. Until then it stays on the side where it began: with a damper the
// force jumps at the kink, and no end of the step might fit both sides.
static bool acting(const params *p, double deflection, double side)
{
    const double where = side != 0.0 ? side : deflection;
    return p->acts == acts_both || (p->acts == acts_tension ? where >= 0.0 : where <= 0.0);
}

static void eval(const params *p, const gud_gauge *gauge, const gud_force_in *in, gud_force_out *out)
{
    const double deflection = deflection_of(p, gauge, in);
    if (!acting(p, deflection, in->side[0])) return;
    const double rate = rate_of(gauge, in);
    double spring[3];
    elastic(p, deflection, spring);
    if (out->energies) {
        out->potential = p->table ? table_energy(&p->curve, deflection) : 0.5 * p->stiffness * deflection * deflection;
        out->dissipation = p->damping * rate * rate;
    }
    gud_force_along(gauge, in, spring[0] + p->damping * rate, spring[1], p->damping, out);
}

static void spring_eval(const void *prm, const gud_force_in *in, gud_force_out *out)
{
    eval(prm, &length, in, out);
}

static void torsion_eval(const void *prm, const gud_force_in *in, gud_force_out *out)
{
    eval(prm, &turn, in, out);
}

static void spring_events(const void *prm, const gud_force_in *in, double *values)
{
    const params *p = prm;
    values[0] = p->acts == acts_both ? 1.0 : deflection_of(p, &length, in);
}

static void torsion_events(const void *prm, const gud_force_in *in, double *values)
{
    const params *p = prm;
    values[0] = p->acts == acts_both ? 1.0 : deflection_of(p, &turn, in);
}

#define BETWEEN(what)                                                                                                  \
    {                                                                                                                  \
        .key = "between", .type = GUD_NAMES, .offset = offsetof(params, between), .count = 2,                          \
        .refers = "frames|bodies", .fallback = GUD_REQUIRED, .about = (what)                                           \
    }
#define ACTS                                                                                                           \
    {                                                                                                                  \
        .key = "acts", .type = GUD_CHOICE, .offset = offsetof(params, acts), .choices = acts_choices, .fallback = 0,   \
        .about = "when it acts: tension for a rope, compression for a buffer"                                          \
    }
#define TABLE(what)                                                                                                    \
    {                                                                                                                  \
        .key = "table", .type = GUD_FILE, .offset = offsetof(params, table), .fallback = GUD_OPTIONAL, .about = (what) \
    }

static const gud_field spring_fields[] = {
    BETWEEN("the two frames that it connects"),
    GUD_FIELD_INPUT(params, stiffness, "N/m", GUD_OPTIONAL, 0.0, INFINITY, "stiffness k"),
    GUD_FIELD_INPUT(params, damping, "N.s/m", 0.0, 0.0, INFINITY, "damping d"),
    GUD_FIELD_INPUT(params, free, "m", 0.0, 0.0, INFINITY, "free length"),
    TABLE("CSV of force against deflection, instead of a stiffness"),
    ACTS,
};

static const gud_field torsion_fields[] = {
    BETWEEN("the two frames; it acts about the z axis of the first"),
    GUD_FIELD_INPUT(params, stiffness, "N.m/rad", GUD_OPTIONAL, 0.0, INFINITY, "stiffness k"),
    GUD_FIELD_INPUT(params, damping, "N.m.s/rad", 0.0, 0.0, INFINITY, "damping d"),
    GUD_FIELD_INPUT(params, free, "rad", 0.0, 0.0, 0.0, "free angle"),
    TABLE("CSV of moment against angle, instead of a stiffness"),
    ACTS,
};

static const gud_rule rules[] = {{GUD_ONE_OF, {"stiffness", "table"}}};

const gud_force_law gud_force_spring = {
    .row = {.name = "spring",
            .about = "spring and damper along the line between two points",
            .source = "docs/theory/forces.md",
            .size = sizeof(params),
            .fields = spring_fields,
            .nfield = GUD_COUNT(spring_fields),
            .rules = rules,
            .nrule = GUD_COUNT(rules)},
    .nframe = 2,
    .wire = wire,
    .prepare = spring_prepare,
    .eval = spring_eval,
    .nevent = 1,
    .events = spring_events,
};

const gud_force_law gud_force_torsion_spring = {
    .row = {.name = "torsion-spring",
            .about = "spring and damper about the axis of the first frame",
            .source = "docs/theory/forces.md",
            .size = sizeof(params),
            .fields = torsion_fields,
            .nfield = GUD_COUNT(torsion_fields),
            .rules = rules,
            .nrule = GUD_COUNT(rules)},
    .nframe = 2,
    .counts_turns = true,
    .wire = wire,
    .prepare = torsion_prepare,
    .eval = torsion_eval,
    .nevent = 1,
    .events = torsion_events,
};
