// Equilibria of flexible beams against beam theory and published numbers.
#include "num/pi.h"
#include "num/vec.h"
#include "verify/simulated.h"
#include "verify/verify.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- equilibria: where the frame `tip` comes to rest

typedef struct {
    double u[3];  // m, from the place that it has in the model
    double twist; // rad, of the section about the axis at rest, as its height shows it
} tip;

static gud_status look_at_tip(gud_sim *s, void *user, gud_error *error)
{
    const gud_model *m = s->model;
    tip *t = user;
    for (int i = 0; i < m->nframe; i++) {
        if (!m->frame[i].name || strcmp(m->frame[i].name, "tip") != 0) continue;
        gud_kinematics(s, m->q_start, s->state.v);
        const gud_pose before = s->work.pose[i];
        gud_kinematics(s, s->state.q, s->state.v);
        v3_axpy(t->u, s->work.pose[i].p, -1.0, before.p);
        t->twist = atan2(s->work.pose[i].R[7], s->work.pose[i].R[4]);
        return GUD_OK;
    }
    return gud_fail(error, GUD_ERR_INPUT, "the model has no frame tip");
}

// log2 of the quotient of two errors, on a mesh and on one with twice as many elements
static double order(double coarse, double fine)
{
    return log2(fabs(coarse / fine));
}

// ---- cantilever of Nachbagauer et al.; what: strain formulation; at: elements, force, component (negative: its order)

static gud_status cantilever_tip(const char *strain, int n, double force, gud_error *error, tip *t)
{
    char text[800];
    (void)snprintf(text, sizeof text,
                   "gudgeon: 1\nspace: spatial\nbodies:\n  rod: {type: beam, length: 2, elements: %d, section: "
                   "{height: 0.5, width: 0.1}, density: 7850, modulus: 2.07e11, poisson: 0.3, strain: %s}\n"
                   "frames: {tip: {body: rod, node: %d}}\n"
                   "joints: {clamp: {type: fixed, between: [ground, rod]}}\n"
                   "forces: {load: {type: load, on: tip, direction: [0, -1, 0], value: %.17g}}\n"
                   "simulate: {analysis: statics}\n",
                   n, strain, n, force);
    return gud_verify_simulate(text, NULL, look_at_tip, t, error);
}

static gud_status cantilever(const gud_verify_case *c, gud_error *error, double *got)
{
    tip t;
    GUD_TRY(cantilever_tip(c->what, (int)c->at[0], c->at[1], error, &t));
    *got = -t.u[(int)c->at[2]];
    return GUD_OK;
}

// how fast the deflection settles from mesh to mesh: at[0] elements, twice and four times as many
static gud_status cantilever_order(const gud_verify_case *c, gud_error *error, double *got)
{
    double u[3];
    for (int k = 0; k < 3; k++) {
        tip t;
        GUD_TRY(cantilever_tip(c->what, (int)c->at[0] << k, c->at[1], error, &t));
        u[k] = t.u[1];
    }
    *got = order(u[1] - u[0], u[2] - u[1]);
    return GUD_OK;
}

#define SMALL 62500.0
#define LARGE 62.5e6

static const gud_verify_case cantilevers[] = {
    {"small-structural",
     "deflection under 62.5 kN, one structural element",
     "m",
     8.0990e-4,
     1e-5,
     GUD_VERIFY_RELATIVE,
     cantilever,
     "structural",
     {1, SMALL, 1}},
    {"small-axial",
     "shortening under 62.5 kN, 64 structural elements",
     "m",
     1.8885e-7,
     5e-5,
     GUD_VERIFY_RELATIVE,
     cantilever,
     "structural",
     {64, SMALL, 0}},
    {"small-enhanced",
     "deflection under 62.5 kN, 64 enhanced elements",
     "m",
     8.0990e-4,
     2e-4,
     GUD_VERIFY_RELATIVE,
     cantilever,
     "enhanced",
     {64, SMALL, 1}},
    {"small-enhanced-order",
     "its order of convergence",
     "1",
     2.0,
     0.05,
     GUD_VERIFY_ABSOLUTE,
     cantilever_order,
     "enhanced",
     {4, SMALL}},
    {"small-continuum",
     "deflection under 62.5 kN over that of Poisson's locking, 64 continuum elements",
     "m",
     6.0710e-4,
     3e-3,
     GUD_VERIFY_RELATIVE,
     cantilever,
     "continuum",
     {64, SMALL, 1}},
    {"small-continuum-order",
     "its order of convergence",
     "1",
     2.0,
     0.05,
     GUD_VERIFY_ABSOLUTE,
     cantilever_order,
     "continuum",
     {4, SMALL}},
    {"large-structural",
     "deflection under 62.5 MN, 32 structural elements",
     "m",
     0.71056837,
     7e-4,
     GUD_VERIFY_RELATIVE,
     cantilever,
     "structural",
     {32, LARGE, 1}},
    {"large-axial",
     "shortening under 62.5 MN, 32 structural elements",
     "m",
     0.15097103,
     1e-3,
     GUD_VERIFY_RELATIVE,
     cantilever,
     "structural",
     {32, LARGE, 0}},
    {"large-structural-order",
     "order of convergence under 62.5 MN, structural",
     "1",
     2.0,
     0.2,
     GUD_VERIFY_ABSOLUTE,
     cantilever_order,
     "structural",
     {8, LARGE}},
    {"large-enhanced",
     "deflection under 62.5 MN, 32 enhanced elements",
     "m",
     0.71056837,
     1e-2,
     GUD_VERIFY_RELATIVE,
     cantilever,
     "enhanced",
     {32, LARGE, 1}},
    {"large-enhanced-order",
     "order of convergence under 62.5 MN, enhanced",
     "1",
     2.0,
     0.2,
     GUD_VERIFY_ABSOLUTE,
     cantilever_order,
     "enhanced",
     {8, LARGE}},
};

const gud_verify_group gud_verify_cantilever = {
    .name = "cantilever",
    .about = "cantilever of 2 m, small and large tip force",
    .source = "Nachbagauer et al. 2011 (converged); locking: E (1 - nu)/((1 + nu)(1 - 2 nu)) in place of E",
    .cases = cantilevers,
    .ncase = GUD_COUNT(cantilevers),
};

// ---- a moment bends a slender beam to an arc; at: elements, turns

static gud_status arc_error(int n, double turns, gud_error *error, double *off)
{
    const double EI = 1e7 * 1e-4 / 12.0, L = 10.0, phi = 2.0 * pi * turns;
    char text[800];
    tip t;
    (void)snprintf(text, sizeof text,
                   "gudgeon: 1\nspace: spatial\nbodies:\n  rod: {type: beam, length: 10, elements: %d, section: "
                   "{height: 0.1, width: 0.1}, density: 1000, modulus: 1e7, poisson: 0}\n"
                   "frames: {tip: {body: rod, node: %d}}\n"
                   "joints: {clamp: {type: fixed, between: [ground, rod]}}\n"
                   "forces: {load: {type: load, on: tip, kind: torque, direction: [0, 0, 1], value: %.17g}}\n"
                   "simulate: {analysis: statics}\n",
                   n, n, phi * EI / L);
    GUD_TRY(gud_verify_simulate(text, NULL, look_at_tip, &t, error));
    *off = hypot(t.u[0] + L - L * sin(phi) / phi, t.u[1] - L * (1.0 - cos(phi)) / phi) / L;
    return GUD_OK;
}

static gud_status arc(const gud_verify_case *c, gud_error *error, double *got)
{
    return arc_error((int)c->at[0], c->at[1], error, got);
}

static gud_status arc_order(const gud_verify_case *c, gud_error *error, double *got)
{
    double coarse, fine;
    GUD_TRY(arc_error((int)c->at[0], c->at[1], error, &coarse));
    GUD_TRY(arc_error(2 * (int)c->at[0], c->at[1], error, &fine));
    *got = order(coarse, fine);
    return GUD_OK;
}

static const gud_verify_case arcs[] = {
    {"circle",
     "error of the tip over the length, a whole circle, 32 elements",
     "1",
     1e-4,
     0.0,
     GUD_VERIFY_AT_MOST,
     arc,
     NULL,
     {32, 1.0}},
    {"circle-order", "its order of convergence", "1", 4.0, 0.1, GUD_VERIFY_ABSOLUTE, arc_order, NULL, {16, 1.0}},
    {"two-turns",
     "error of the tip over the length, two turns, 32 elements",
     "1",
     1.5e-3,
     0.0,
     GUD_VERIFY_AT_MOST,
     arc,
     NULL,
     {32, 2.0}},
    {"two-turns-order", "its order of convergence", "1", 4.0, 0.1, GUD_VERIFY_ABSOLUTE, arc_order, NULL, {16, 2.0}},
};

const gud_verify_group gud_verify_arcs = {
    .name = "arcs",
    .about = "beam bent to a circle by an end moment, structural",
    .source = "analytic: curvature M/(E I)",
    .cases = arcs,
    .ncase = GUD_COUNT(arcs),
};

// ---- Princeton beam; at: load, angle in degrees, what is asked for: 1 along the height, 2 across, 3 the twist

static gud_status princeton_tip(int n, double load, double angle, gud_error *error, tip *t)
{
    char text[900];
    (void)snprintf(text, sizeof text,
                   "gudgeon: 1\nspace: spatial\nbodies:\n  strip: {type: beam, length: 0.508, elements: %d, section: "
                   "{height: 12.3777 mm, width: 3.2024 mm}, density: 2700, modulus: 71.7 GPa, poisson: 0.31}\n"
                   "frames: {tip: {body: strip, node: %d}}\n"
                   "joints: {clamp: {type: fixed, between: [ground, strip]}}\n"
                   "forces: {load: {type: load, on: tip, direction: [0, %.17g, %.17g], value: %.17g}}\n"
                   "simulate: {analysis: statics}\n",
                   n, n, -cos(angle * pi / 180.0), sin(angle * pi / 180.0), load);
    return gud_verify_simulate(text, NULL, look_at_tip, t, error);
}

static gud_status princeton(const gud_verify_case *c, gud_error *error, double *got)
{
    tip t;
    GUD_TRY(princeton_tip(32, c->at[0], c->at[1], error, &t));
    *got = c->at[2] == 3.0 ? t.twist * 180.0 / pi : fabs(t.u[(int)c->at[2]]);
    return GUD_OK;
}

static gud_status princeton_order(const gud_verify_case *c, gud_error *error, double *got)
{
    double twist[3];
    for (int k = 0; k < 3; k++) {
        tip t;
        GUD_TRY(princeton_tip(8 << k, c->at[0], c->at[1], error, &t));
        twist[k] = t.twist;
    }
    *got = order(twist[1] - twist[0], twist[2] - twist[1]);
    return GUD_OK;
}

#define STRIP(name, quantity, unit, expected, within, load, angle, part)                                               \
    {                                                                                                                  \
        name, quantity, unit, expected, within, GUD_VERIFY_RELATIVE, princeton, NULL,                                  \
        {                                                                                                              \
            load, angle, part                                                                                          \
        }                                                                                                              \
    }
#define STRIP_AT(load, angle, along, across, rs_along, rs_across, twist)                                               \
    STRIP("along-" #load "-" #angle, #load " N at " #angle " deg: along the height, finite elements", "m", along,      \
          0.015, load, angle, 1),                                                                                      \
        STRIP("across-" #load "-" #angle, #load " N at " #angle " deg: across, finite elements", "m", across, 0.003,   \
              load, angle, 2),                                                                                         \
        STRIP("rod-along-" #load "-" #angle, #load " N at " #angle " deg: along the height, integrated rod", "m",      \
              rs_along, 5e-4, load, angle, 1),                                                                         \
        STRIP("rod-across-" #load "-" #angle, #load " N at " #angle " deg: across, integrated rod", "m", rs_across,    \
              5e-4, load, angle, 2),                                                                                   \
        STRIP("rod-twist-" #load "-" #angle, #load " N at " #angle " deg: twist, integrated rod", "deg", twist, 5e-4,  \
              load, angle, 3)

static const gud_verify_case princetons[] = {
    STRIP_AT(8.896, 15, 1.061328706e-2, 4.208232124e-2, 0.01062388, 0.04212276, 0.90570),
    STRIP_AT(8.896, 45, 8.837226265e-3, 0.108987937, 0.00888733, 0.10903582, 1.66482),
    STRIP_AT(8.896, 75, 3.538889001e-3, 0.142194370, 0.00356830, 0.14220751, 0.77385),
    STRIP_AT(13.345, 15, 1.645825752e-2, 6.435812858e-2, 0.01649997, 0.06449244, 2.09343),
    STRIP_AT(13.345, 45, 1.518618440e-2, 0.156467239, 0.01533975, 0.15658032, 3.48429),
    STRIP_AT(13.345, 75, 6.248967384e-3, 0.196097131, 0.00632747, 0.19611655, 1.51854),
    {"order",
     "order of convergence of the twist, 13.345 N at 45 deg",
     "1",
     2.0,
     0.1,
     GUD_VERIFY_ABSOLUTE,
     princeton_order,
     NULL,
     {13.345, 45.0}},
};

const gud_verify_group gud_verify_princeton = {
    .name = "princeton",
    .about = "Princeton beam: a strip bent and twisted by a load at an angle; 32 structural elements",
    .source = "finite elements of Obrezkov et al. 2022 (beam elements); Reissner's equations in space, integrated",
    .cases = princetons,
    .ncase = GUD_COUNT(princetons),
};
