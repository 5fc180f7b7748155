// The double pendulum in space of Tian 2009, section 6.1, as examples/double-pendulum has it: arms of 0.3 m with a
// section of 10 mm square, level at the start, the second turned by 60 degrees; a ball of 18 mm in a socket of 20 mm.
#ifndef GUD_TESTS_DOUBLE_PENDULUM_CASE_H
#define GUD_TESTS_DOUBLE_PENDULUM_CASE_H

#include "clearance_case.h"

#include "body/beam.h"

typedef struct {
    const char *name, *modulus, *density, *blend;
} material;

static const material stiff = {"stiff", "207 GPa", "7800", "depth: 2 um, margin: 4 um"};
static const material soft = {"soft", "60 MPa", "6000", "depth: 0.1 mm, margin: 0.2 mm"};

#define PENDULUM_JOINTS                                                                                                \
    "frames:\n  A: {body: arm, at: [0.3, 0, 0]}\n  B: {body: forearm, at: [0.3, 0, 0]}\n"                              \
    "joints:\n  shoulder: {type: spherical, between: [ground, arm]}\n"                                                 \
    "  elbow: {type: spherical, between: [A, forearm], model: %s, radius: 20 mm, clearance: 2 mm,\n"                   \
    "    film: {viscosity: 400 cP}, blend: {%s}, contact: {law: lankarani_nikravesh, young: [%s, %s],\n"               \
    "    poisson: [0.3, 0.3], curvature: external, restitution: 0.9}}\n"                                               \
    "simulate: {until: %g, tolerance: %g, integrator: %s}\n"

#define PENDULUM_BEAM                                                                                                  \
    "type: beam, length: 0.3, elements: %d, section: {height: 10 mm, width: 10 mm}, density: %s, modulus: %s,"         \
    " poisson: 0.3"

#define PENDULUM_HEAD "gudgeon: 1\nspace: spatial\ngravity: [0, -9.81, 0]\nbodies:\n"

typedef struct {
    const char *model, *integrator;
    double until, tolerance;
} setting;

static inline gud_model *pendulum_of_beams(const material *m, int elements, const setting *s)
{
    char text[2400];
    (void)snprintf(text, sizeof text,
                   PENDULUM_HEAD "  arm: {" PENDULUM_BEAM "}\n  forearm: {" PENDULUM_BEAM
                                 ", at: [0.3, 0, 0], rotation: [0, -60 deg, 0]}\n" PENDULUM_JOINTS,
                   elements, m->density, m->modulus, elements, m->density, m->modulus, s->model, m->blend, m->modulus,
                   m->modulus, s->until, s->tolerance, s->integrator);
    return mechanism(text);
}

// the stiff arms as rigid bodies
static inline gud_model *pendulum_of_rods(const setting *s)
{
    char text[2400];
    (void)snprintf(text, sizeof text,
                   PENDULUM_HEAD
                   "  arm: {mass: 0.234, inertia: [3.9e-6, 1.75695e-3, 1.75695e-3], center: [0.15, 0, 0]}\n"
                   "  forearm: {mass: 0.234, inertia: [3.9e-6, 1.75695e-3, 1.75695e-3], center: [0.15, 0, "
                   "0], at: [0.3, 0, 0], rotation: [0, -60 deg, 0]}\n" PENDULUM_JOINTS,
                   s->model, stiff.blend, stiff.modulus, stiff.modulus, s->until, s->tolerance, s->integrator);
    return mechanism(text);
}

static inline int frame_named(const gud_model *m, const char *name)
{
    for (int i = 0; i < m->nframe; i++)
        if (strcmp(m->frame[i].name, name) == 0) return i;
    fail_msg("no frame '%s'", name);
    return -1;
}

#endif
