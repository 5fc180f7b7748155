// Constant rate:  x = start + rate t.

#include "joint/motion.h"

typedef struct {
    double rate, start;
} params;

static void eval(const void *prm, double t, double out[3])
{
    const params *p = prm;
    out[0] = p->start + p->rate * t;
    out[1] = p->rate;
    out[2] = 0.0;
}

static const gud_field fields[] = {
    GUD_FIELD(params, rate, "rad/s|m/s", GUD_REQUIRED, -INFINITY, INFINITY, "constant rate, e.g. 5000 rpm"),
    GUD_FIELD(params, start, "rad|m", 0.0, -INFINITY, INFINITY, "angle or travel at time 0"),
};

const gud_motion gud_motion_rate = {
    .row = {.name = "rate",
            .about = "constant rate",
            .size = sizeof(params),
            .fields = fields,
            .nfield = GUD_COUNT(fields)},
    .eval = eval,
};
