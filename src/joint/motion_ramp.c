// Run-up from rest to a constant rate:
//
//     x = start + rate T S(u),   dx/dt = rate s(u),   u = (t - begin) / T,   S' = s,   s(0) = 0,   s(1) = 1
//
//     smooth   s = 10 u^3 - 15 u^4 + 6 u^5    acceleration and jerk are zero at both ends
//     linear   s = u                          constant acceleration, which jumps at both ends
//
//     T   duration of the run-up   s   during

#include "joint/motion.h"

typedef struct {
    double rate, during, begin, start;
    int profile;
} params;

enum { profile_smooth, profile_linear };
static const char *const profiles[] = {"smooth", "linear", NULL};

static void eval(const void *prm, double t, double out[3])
{
    const params *p = prm;
    const double T = p->during, u = fmin(fmax((t - p->begin) / T, 0.0), 1.0), after = fmax(t - p->begin - T, 0.0);
    const bool smooth = p->profile == profile_smooth;

    const double S = smooth ? u * u * u * u * (2.5 + u * (-3.0 + u)) : 0.5 * u * u;
    const double s = smooth ? u * u * u * (10.0 + u * (-15.0 + u * 6.0)) : u;
    const double s_u = smooth ? 30.0 * u * u * (1.0 - u) * (1.0 - u) : 1.0;

    out[0] = p->start + p->rate * (T * S + after);
    out[1] = p->rate * s;
    out[2] = t >= p->begin && t < p->begin + T ? p->rate * s_u / T : 0.0;
}

static double next_break(const void *prm, double t)
{
    const params *p = prm;
    if (t < p->begin) return p->begin;
    if (t < p->begin + p->during) return p->begin + p->during;
    return INFINITY;
}

static const gud_field fields[] = {
    GUD_FIELD(params, rate, "rad/s|m/s", GUD_REQUIRED, -INFINITY, INFINITY, "rate at the end of the run-up"),
    {.key = "during",
     .type = GUD_NUMBER,
     .offset = offsetof(params, during),
     .unit = "s",
     .fallback = GUD_REQUIRED,
     .low = 0.0,
     .high = INFINITY,
     .flags = GUD_OPEN_LOW,
     .about = "duration of the run-up"},
    GUD_FIELD(params, begin, "s", 0.0, -INFINITY, INFINITY, "time at which the run-up begins"),
    GUD_FIELD(params, start, "rad|m", 0.0, -INFINITY, INFINITY, "angle or travel before the run-up"),
    {.key = "profile",
     .type = GUD_CHOICE,
     .offset = offsetof(params, profile),
     .fallback = profile_smooth,
     .choices = profiles,
     .about = "rate over time: smooth (quintic) or linear"},
};

const gud_motion gud_motion_ramp = {
    .row = {.name = "ramp",
            .about = "run-up from rest to a constant rate",
            .size = sizeof(params),
            .fields = fields,
            .nfield = GUD_COUNT(fields)},
    .eval = eval,
    .next_break = next_break,
};
