// Values over time from two columns of a CSV file; docs/theory/splines.md.

#include "joint/motion.h"

typedef struct {
    const char *file, *time, *value;
    int interpolation, ends, outside;
    double period;
    gud_curve *curve; // from prepare
} params;

static const char *const interpolations[] = {"cubic", "monotone", "linear", NULL};
static const gud_spline_kind kinds[] = {GUD_SPLINE_CUBIC, GUD_SPLINE_MONOTONE, GUD_SPLINE_LINEAR};

static const char *const end_names[] = {"free", "natural", "flat", NULL};
static const gud_spline_ends end_kinds[] = {GUD_ENDS_NOT_A_KNOT, GUD_ENDS_NATURAL, GUD_ENDS_CLAMPED};

static const char *const outside_names[] = {"hold", "linear", "periodic", NULL};
static const gud_outside outside_kinds[] = {GUD_OUTSIDE_HOLD, GUD_OUTSIDE_LINEAR, GUD_OUTSIDE_PERIODIC};

static gud_status prepare(void *prm, const gud_motion_context *context)
{
    params *p = prm;
    const gud_spline_spec spec = {.kind = kinds[p->interpolation],
                                  .ends = end_kinds[p->ends],
                                  .outside = outside_kinds[p->outside],
                                  .period = isnan(p->period) ? 0.0 : p->period};
    if (!isnan(p->period) && spec.outside != GUD_OUTSIDE_PERIODIC)
        return gud_fail(context->error, GUD_ERR_INPUT, "period is only for outside = periodic");

    p->curve = GUD_TAKE(context->arena, gud_curve, 1);
    if (!p->curve) return gud_fail(context->error, GUD_ERR_MEMORY, "out of memory");
    const gud_curve_file file = {p->file, p->time, p->value, "s", context->unit, context->units};
    return gud_curve_read(&file, &spec, context->arena, context->error, p->curve);
}

static void eval(const void *prm, double t, double out[3])
{
    const params *p = prm;
    (void)gud_curve_eval(p->curve, t, out); // defined for every time: no choice of `outside` refuses
}

static double next_break(const void *prm, double t)
{
    const params *p = prm;
    return gud_curve_next_break(p->curve, t);
}

#define CHOICE(member, names, about_)                                                                                  \
    {                                                                                                                  \
        .key = #member, .type = GUD_CHOICE, .offset = offsetof(params, member), .fallback = 0.0, .choices = (names),   \
        .about = (about_)                                                                                              \
    }
#define COLUMN(member, about_)                                                                                         \
    {                                                                                                                  \
        .key = #member, .type = GUD_TEXT, .offset = offsetof(params, member), .fallback = GUD_OPTIONAL,                \
        .about = (about_)                                                                                              \
    }

static const gud_field fields[] = {
    {.key = "file",
     .type = GUD_FILE,
     .offset = offsetof(params, file),
     .fallback = GUD_REQUIRED,
     .about = "CSV file; units follow the column name: angle [deg]"},
    COLUMN(time, "name of the time column; default: the first"),
    COLUMN(value, "name of the value column; default: the second"),
    CHOICE(interpolation, interpolations, "cubic: smooth; monotone: no overshoot; linear: kinks"),
    CHOICE(ends, end_names, "slope of a cubic at its ends: free (not-a-knot), natural (no curvature), flat (at rest)"),
    CHOICE(outside, outside_names, "before the first and after the last time"),
    {.key = "period",
     .type = GUD_NUMBER,
     .offset = offsetof(params, period),
     .unit = "s",
     .fallback = GUD_OPTIONAL,
     .low = 0.0,
     .high = INFINITY,
     .flags = GUD_OPEN_LOW,
     .about = "period, if the last value of the file is not the first one"},
};

const gud_motion gud_motion_table = {
    .row = {.name = "table",
            .about = "values over time from a CSV file",
            .source = "docs/theory/splines.md",
            .size = sizeof(params),
            .fields = fields,
            .nfield = GUD_COUNT(fields)},
    .prepare = prepare,
    .eval = eval,
    .next_break = next_break,
};
