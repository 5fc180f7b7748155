// Mechanisms with ideal joints: whole simulations of model texts against analytic mechanics.
#include "verify/simulated.h"
#include "verify/verify.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- pendulum; at: amplitude in degrees

// the first two times at which the angle falls through zero
typedef struct passages {
    double time[2];
    int count;
} passages;

// the zero inside the step, from the cubic with the angles and rates at its ends
static double find_zero(double h, double x0, double v0, double x1, double v1)
{
    double low = 0.0, high = 1.0;
    for (int i = 0; i < 60; i++) {
        const double t = 0.5 * (low + high), u = 1.0 - t;
        const double x = u * u * (1.0 + 2.0 * t) * x0 + t * t * (3.0 - 2.0 * t) * x1 + h * t * u * (u * v0 - t * v1);
        if (x > 0.0)
            low = t;
        else
            high = t;
    }
    return h * low;
}

// the body's angle is the pendulum's, its third coordinate
static gud_status watch(void *user, gud_sim *s)
{
    passages *p = user;
    const double x0 = s->state.q[2], x1 = s->next.q[2];
    if (p->count < 2 && x0 > 0.0 && x1 <= 0.0)
        p->time[p->count++] =
            s->state.clock.t + find_zero(s->next.clock.t - s->state.clock.t, x0, s->state.v[2], x1, s->next.v[2]);
    return GUD_OK;
}

static gud_status period(const gud_verify_case *c, gud_error *error, double *got)
{
    char text[600];
    passages p = {.count = 0};
    (void)snprintf(text, sizeof text,
                   "gudgeon: 1\nspace: planar\ngravity: [0, -9.81]\n"
                   "bodies: {rod: {mass: 1, inertia: 0.08333333333333333, at: [0, -0.5]}}\n"
                   "frames: {top: {body: rod, at: [0, 0.5]}}\n"
                   "joints: {hinge: {type: revolute, between: [ground, top]}}\n"
                   "start: {hinge.angle: {value: %g deg, rate: 0}}\n"
                   "simulate: {until: 3 s, tolerance: 1e-9}\n",
                   c->at[0]);
    GUD_TRY(gud_verify_simulate(text, watch, NULL, &p, error));
    if (p.count < 2) return gud_fail(error, GUD_ERR_NUMERIC, "the pendulum does not swing back");
    *got = p.time[1] - p.time[0];
    return GUD_OK;
}

static const gud_verify_case pendulums[] = {
    {"30deg",
     "period of a rod of 1 m, amplitude 30 deg",
     "s",
     1.6664612665,
     1e-6,
     GUD_VERIFY_RELATIVE,
     period,
     NULL,
     {30.0}},
    {"120deg",
     "period of a rod of 1 m, amplitude 120 deg",
     "s",
     2.24870492885,
     1e-6,
     GUD_VERIFY_RELATIVE,
     period,
     NULL,
     {120.0}},
};

const gud_verify_group gud_verify_pendulum = {
    .name = "pendulum",
    .about = "period of a physical pendulum, simulated",
    .source = "analytic: complete elliptic integral",
    .cases = pendulums,
    .ncase = GUD_COUNT(pendulums),
};

// ---- spinning top in steady precession; what: the channel

// the axle leans by 30 deg; spin 200 rad/s about it and the precession that goes with it
static const char top_text[] =
    "gudgeon: 1\nspace: spatial\ngravity: [0, 0, -9.81]\n"
    "bodies:\n  top: {mass: 1, inertia: [2.5e-3, 2.5e-3, 4.0e-3], at: [0.05, 0, 0.0866025403784439],\n"
    "        rotation: [0, 30 deg, 0], velocity: [0, 0.062365101339, 0], spin: [-0.62365101339, 0, 200]}\n"
    "frames: {tip: {body: top, at: [0, 0, -0.1]}}\n"
    "joints: {socket: {type: spherical, between: [ground, tip]}}\n"
    "simulate: {until: 0.5 s, tolerance: 1e-8}\n";

static gud_status top(const gud_verify_case *c, gud_error *error, double *got)
{
    return gud_verify_channel(top_text, c->what, error, got);
}

static const gud_verify_case tops[] = {
    {"x",
     "x of the disc after 0.5 s",
     "m",
     0.0405875834886,
     1e-6,
     GUD_VERIFY_ABSOLUTE,
     top,
     "bodies/top/position.x",
     {0}},
    {"y",
     "y of the disc after 0.5 s",
     "m",
     0.0292001381257,
     1e-6,
     GUD_VERIFY_ABSOLUTE,
     top,
     "bodies/top/position.y",
     {0}},
    {"z",
     "z of the disc after 0.5 s",
     "m",
     0.0866025403784,
     1e-6,
     GUD_VERIFY_ABSOLUTE,
     top,
     "bodies/top/position.z",
     {0}},
};

const gud_verify_group gud_verify_top = {
    .name = "top",
    .about = "spinning top in steady precession, simulated",
    .source = "analytic: I1 cos(theta) p^2 - I3 w p + m g d = 0",
    .cases = tops,
    .ncase = GUD_COUNT(tops),
};

// ---- slider-crank at constant speed; what: the channel; at: crank angle in degrees, and 1 for dynamics, 0 for
//      kinematics with the forces that follow from it

static gud_status crank(const gud_verify_case *c, gud_error *error, double *got)
{
    char text[1200];
    (void)snprintf(text, sizeof text,
                   "gudgeon: 1\nspace: planar\n"
                   "bodies:\n  crank: {mass: 0.30, inertia: 1.0e-4}\n"
                   "  rod: {mass: 0.21, inertia: 2.5e-4, at: [0.11, 0]}\n"
                   "  slider: {mass: 0.14, inertia: 1.0e-4, at: [0.17, 0]}\n"
                   "frames:\n  crank.pin: {body: crank, at: [50 mm, 0]}\n  rod.big: {body: rod, at: [-60 mm, 0]}\n"
                   "  rod.small: {body: rod, at: [60 mm, 0]}\n"
                   "joints:\n  main: {type: revolute, between: [ground, crank]}\n"
                   "  big-end: {type: revolute, between: [rod.big, crank.pin]}\n"
                   "  small-end: {type: revolute, between: [slider, rod.small]}\n"
                   "  guide: {type: prismatic, between: [ground, slider], axis: x}\n"
                   "drive: {crank.angle: {rate: 5000 rpm}}\n"
                   "simulate: {until: %.17g s, %s}\n",
                   c->at[0] / 30e3, // 5000 rpm are 30 degrees a millisecond
                   c->at[1] == 0.0 ? "analysis: kinematics, step: 0.1 ms" : "tolerance: 1e-8");
    return gud_verify_channel(text, c->what, error, got);
}

#define CRANK(angle, analysis, name, quantity, unit, channel, expected, within)                                        \
    {                                                                                                                  \
        name "-" #angle, quantity " at " #angle " deg", unit, expected, within, GUD_VERIFY_RELATIVE, crank, channel,   \
        {                                                                                                              \
            angle, analysis                                                                                            \
        }                                                                                                              \
    }
#define CRANK_AT(angle, analysis, within, position, acceleration, force_x, force_y, torque)                            \
    CRANK(angle, analysis, "position", "position of the slider", "m", "bodies/slider/position.x", position, within),   \
        CRANK(angle, analysis, "acceleration", "acceleration of the slider", "m/s2", "bodies/slider/acceleration.x",   \
              acceleration, within),                                                                                   \
        CRANK(angle, analysis, "small-end-x", "force along the guide on the rod's small end", "N",                     \
              "joints/small-end/reaction_force.x", force_x, within),                                                   \
        CRANK(angle, analysis, "small-end-y", "force across the guide on the rod's small end", "N",                    \
              "joints/small-end/reaction_force.y", force_y, within),                                                   \
        CRANK(angle, analysis, "torque", "torque of the drive", "N.m", "drives/crank.angle/torque", torque, within)

static const gud_verify_case cranks[] = {
    CRANK_AT(30, 0, 1e-8, 0.1606682161, -14989.86501, 2098.581101, -999.7685271, 135.1041703),
    CRANK_AT(90, 0, 1e-8, 0.1090871211, 6282.952445, -879.6133423, 122.6789062, -76.96616745),
    CRANK_AT(240, 0, 1e-8, 0.08691514643, 9686.786457, -1356.150104, -462.5839661, 91.20068947),
    CRANK_AT(150, 1, 5e-5, 0.07406567575, 8752.713151, -1225.379841, 239.2795715, -43.24925867),
};

const gud_verify_group gud_verify_crank = {
    .name = "crank",
    .about = "slider-crank at 5000 rpm, bodies of Nascimento 2024, table 7; 150 deg by time integration",
    .source = "analytic: kinematics, and Newton and Euler for rod and slider",
    .cases = cranks,
    .ncase = GUD_COUNT(cranks),
};
