// Polynomial in time:  x = c0 + c1 t + c2 t^2 + ...

#include "joint/motion.h"

typedef struct {
    gud_numbers coefficients;
} params;

static gud_status prepare(void *prm, const gud_motion_context *context)
{
    const gud_numbers *c = &((const params *)prm)->coefficients;
    if (c->count == 0) return gud_fail(context->error, GUD_ERR_INPUT, "coefficients: at least one is needed");
    for (int i = 0; i < c->count; i++)
        if (!isfinite(c->data[i]))
            return gud_fail(context->error, GUD_ERR_INPUT, "coefficients: item %d is not finite", i + 1);
    return GUD_OK;
}

// Horner's scheme for the polynomial, its derivative and half its second derivative
static void eval(const void *prm, double t, double out[3])
{
    const gud_numbers *c = &((const params *)prm)->coefficients;
    out[0] = out[1] = out[2] = 0.0;
    for (int i = c->count - 1; i >= 0; i--) {
        out[2] = out[2] * t + out[1];
        out[1] = out[1] * t + out[0];
        out[0] = out[0] * t + c->data[i];
    }
    out[2] *= 2.0;
}

static const gud_field fields[] = {
    {.key = "coefficients",
     .type = GUD_NUMBERS,
     .offset = offsetof(params, coefficients),
     .unit = "1",
     .fallback = GUD_REQUIRED,
     .low = -INFINITY,
     .high = INFINITY,
     .about = "c0, c1, c2 ... in SI: rad or m, rad/s or m/s, ..."},
};

const gud_motion gud_motion_polynomial = {
    .row = {.name = "polynomial",
            .about = "polynomial in time",
            .size = sizeof(params),
            .fields = fields,
            .nfield = GUD_COUNT(fields)},
    .prepare = prepare,
    .eval = eval,
};
