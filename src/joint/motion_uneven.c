// A mean rate and a deviation from it that repeats: a shaft that turns unevenly, a pin in a rod that swings.
//
//     x = start + rate t + d(t),   d: periodic cubic spline through evenly spaced values; docs/theory/splines.md

#include "joint/motion.h"

typedef struct {
    double rate, start, period;
    gud_numbers values;
    gud_curve *deviation; // from prepare
} params;

static gud_status prepare(void *prm, const gud_motion_context *context)
{
    params *p = prm;
    const int n = p->values.count;
    const gud_spline_spec spec = {.kind = GUD_SPLINE_CUBIC, .outside = GUD_OUTSIDE_PERIODIC, .period = p->period};
    if (n < 3) return gud_fail(context->error, GUD_ERR_INPUT, "values: at least three are needed");
    double *t = GUD_TAKE(context->arena, double, n);
    p->deviation = GUD_TAKE(context->arena, gud_curve, 1);
    if (!t || !p->deviation) return gud_fail(context->error, GUD_ERR_MEMORY, "out of memory");
    for (int i = 0; i < n; i++) t[i] = p->period * i / n;
    return gud_curve_points(&spec, n, t, p->values.data, context->arena, context->error, p->deviation);
}

static void eval(const void *prm, double t, double out[3])
{
    const params *p = prm;
    (void)gud_curve_eval(p->deviation, t, out); // periodic: defined for every time
    out[0] += p->start + p->rate * t;
    out[1] += p->rate;
}

static const gud_field fields[] = {
    GUD_FIELD(params, rate, "rad/s|m/s", GUD_REQUIRED, -INFINITY, INFINITY, "mean rate"),
    GUD_FIELD(params, start, "rad|m", 0.0, -INFINITY, INFINITY,
              "angle or travel at time 0, without the deviation at that time"),
    GUD_FIELD_POSITIVE(params, period, "s", GUD_REQUIRED, "time after which the deviation repeats"),
    {.key = "values",
     .type = GUD_NUMBERS,
     .offset = offsetof(params, values),
     .unit = "rad|m",
     .fallback = GUD_REQUIRED,
     .low = -INFINITY,
     .high = INFINITY,
     .about =
         "deviations from uniform motion, evenly spaced over the period; the first one is not repeated at its end"},
};

const gud_motion gud_motion_uneven = {
    .row = {.name = "uneven",
            .about = "mean rate and a deviation that repeats",
            .source = "docs/theory/splines.md",
            .size = sizeof(params),
            .fields = fields,
            .nfield = GUD_COUNT(fields)},
    .prepare = prepare,
    .eval = eval,
};
