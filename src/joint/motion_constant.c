// Holds the coordinate where it is told to be.

#include "joint/motion.h"

typedef struct {
    double value;
} params;

static void eval(const void *prm, double t, double out[3])
{
    const params *p = prm;
    (void)t;
    out[0] = p->value;
    out[1] = out[2] = 0.0;
}

static const gud_field fields[] = {
    GUD_FIELD(params, value, "rad|m", 0.0, -INFINITY, INFINITY, "constant angle or travel"),
};

const gud_motion gud_motion_constant = {
    .row = {.name = "constant",
            .about = "constant angle or travel",
            .size = sizeof(params),
            .fields = fields,
            .nfield = GUD_COUNT(fields)},
    .eval = eval,
};
