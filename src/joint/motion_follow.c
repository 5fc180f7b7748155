// Follows an input smoothly, from wherever it is when the input changes; docs/theory/inputs.md.
//
//     target   x(u) = x0 + quintic to the target, at rest there         u = (t - t0) / T
//     rate     dx/dt from v0 to the rate by a cubic, constant after it
//
//     T    time that it takes                   during
//     t0   when the input changed last; x0, v0, a0: position, rate and acceleration then

#include "joint/motion.h"

typedef struct {
    double target, rate, start, during;
    double memory[4]; // t0, x0, v0, a0
} params;

enum { t0_, x0_, v0_, a0_ };

// at time 0 it is where, or as fast as, the input wants it
static void begin(const void *prm, double *memory)
{
    const params *p = prm;
    const bool to_place = isnan(p->rate);
    memory[t0_] = -p->during;
    memory[x0_] = to_place ? p->target : p->start - p->rate * p->during;
    memory[v0_] = to_place ? 0.0 : p->rate;
    memory[a0_] = 0.0;
}

static gud_status prepare(void *prm, const gud_motion_context *context)
{
    params *p = prm;
    (void)context;
    begin(p, p->memory);
    return GUD_OK;
}

// docs/theory/inputs.md, eqs (2), (3): a quintic with x, x', x'' given at both ends
static void to_target(const params *p, double u, double out[3])
{
    const double T = p->during, v0 = p->memory[v0_] * T, a0 = 0.5 * p->memory[a0_] * T * T;
    const double way = p->target - p->memory[x0_] - v0 - a0; // what the cubic and higher terms add up to
    const double slope = -v0 - 2.0 * a0, bend = -2.0 * a0;   // their first and second derivative at u = 1
    const double c3 = 10.0 * way - 4.0 * slope + 0.5 * bend;
    const double c4 = -15.0 * way + 7.0 * slope - bend;
    const double c5 = 6.0 * way - 3.0 * slope + 0.5 * bend;
    out[0] = p->memory[x0_] + u * (v0 + u * (a0 + u * (c3 + u * (c4 + u * c5))));
    out[1] = (v0 + u * (2.0 * a0 + u * (3.0 * c3 + u * (4.0 * c4 + u * 5.0 * c5)))) / T;
    out[2] = (2.0 * a0 + u * (6.0 * c3 + u * (12.0 * c4 + u * 20.0 * c5))) / (T * T);
}

// eq. (4): the rate by a cubic with value and slope given at both ends
static void to_rate(const params *p, double u, double out[3])
{
    const double T = p->during, a0 = p->memory[a0_] * T, way = p->rate - p->memory[v0_] - a0;
    const double c2 = 3.0 * way + a0, c3 = -2.0 * way - a0;
    out[0] = p->memory[x0_] + T * u * (p->memory[v0_] + u * (a0 / 2.0 + u * (c2 / 3.0 + u * c3 / 4.0)));
    out[1] = p->memory[v0_] + u * (a0 + u * (c2 + u * c3));
    out[2] = (a0 + u * (2.0 * c2 + u * 3.0 * c3)) / T;
}

static void eval(const void *prm, double t, double out[3])
{
    const params *p = prm;
    const double since = t - p->memory[t0_], u = since / p->during;
    const bool to_place = isnan(p->rate);
    if (u < 1.0) {
        (to_place ? to_target : to_rate)(p, u, out);
        return;
    }
    (to_place ? to_target : to_rate)(p, 1.0, out);
    out[0] = to_place ? p->target : out[0] + p->rate * (since - p->during);
    out[1] = to_place ? 0.0 : p->rate;
    out[2] = 0.0;
}

static double next_break(const void *prm, double t)
{
    const params *p = prm;
    const double end = p->memory[t0_] + p->during;
    return t < end ? end : (double)INFINITY;
}

static void remember(const void *prm, double t, double *memory)
{
    double now[3];
    eval(prm, t, now);
    memory[t0_] = t;
    for (int k = 0; k < 3; k++) memory[x0_ + k] = now[k];
}

static const gud_field fields[] = {
    GUD_FIELD_INPUT(params, target, "rad|m", GUD_OPTIONAL, -INFINITY, INFINITY, "target angle or travel"),
    GUD_FIELD_INPUT(params, rate, "rad/s|m/s", GUD_OPTIONAL, -INFINITY, INFINITY, "target rate"),
    GUD_FIELD(params, start, "rad|m", 0.0, -INFINITY, INFINITY, "angle or travel at time 0, with a rate"),
    GUD_FIELD_POSITIVE(params, during, "s", GUD_REQUIRED, "time between a change of the input and reaching it"),
};

static const gud_rule rules[] = {{GUD_ONE_OF, {"target", "rate"}}};

const gud_motion gud_motion_follow = {
    .row = {.name = "follow",
            .about = "follows an input smoothly",
            .source = "docs/theory/inputs.md",
            .size = sizeof(params),
            .fields = fields,
            .nfield = GUD_COUNT(fields),
            .rules = rules,
            .nrule = GUD_COUNT(rules)},
    .prepare = prepare,
    .eval = eval,
    .next_break = next_break,
    .nmemory = GUD_COUNT(((params *)0)->memory),
    .memory_offset = offsetof(params, memory),
    .begin = begin,
    .remember = remember,
};
