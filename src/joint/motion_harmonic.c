// Oscillation:  x = offset + amplitude sin(w t + phase),   w = 2 pi frequency or speed.
//
// Cycles and radians have the same dimension, so a unit cannot tell them apart: each has its own key.

#include "joint/motion.h"
#include "num/pi.h"

typedef struct {
    double amplitude, frequency, speed, phase, offset;
    double w; // rad/s, from prepare
} params;

static gud_status prepare(void *prm, const gud_motion_context *context)
{
    params *p = prm;
    p->w = isnan(p->frequency) ? p->speed : 2.0 * pi * p->frequency;
    if (isfinite(p->w)) return GUD_OK;
    return gud_fail(context->error, GUD_ERR_INPUT, "frequency = %g Hz is too large", p->frequency);
}

static void eval(const void *prm, double t, double out[3])
{
    const params *p = prm;
    const double angle = p->w * t + p->phase, A = p->amplitude;
    out[0] = p->offset + A * sin(angle);
    out[1] = A * p->w * cos(angle);
    out[2] = -A * p->w * p->w * sin(angle);
}

static const gud_field fields[] = {
    GUD_FIELD(params, amplitude, "rad|m", GUD_REQUIRED, -INFINITY, INFINITY, "amplitude, half of peak to peak"),
    GUD_FIELD(params, frequency, "Hz", GUD_OPTIONAL, 0.0, INFINITY, "cycles per second"),
    GUD_FIELD(params, speed, "rad/s", GUD_OPTIONAL, 0.0, INFINITY, "angular frequency, instead of frequency"),
    GUD_FIELD(params, phase, "rad", 0.0, -INFINITY, INFINITY, "phase of the sine at time 0"),
    GUD_FIELD(params, offset, "rad|m", 0.0, -INFINITY, INFINITY, "mean angle or travel"),
};

static const gud_rule rules[] = {{GUD_ONE_OF, {"frequency", "speed"}}};

const gud_motion gud_motion_harmonic = {
    .row = {.name = "harmonic",
            .about = "sine oscillation",
            .size = sizeof(params),
            .fields = fields,
            .nfield = GUD_COUNT(fields),
            .rules = rules,
            .nrule = GUD_COUNT(rules)},
    .prepare = prepare,
    .eval = eval,
};
