// The crank-slider of Nascimento 2024, tables 7 and 8, for tests: configuration I unless a case says otherwise.
#ifndef GUD_TESTS_LUBRICATED_CASE_H
#define GUD_TESTS_LUBRICATED_CASE_H

#include "mechanism.h"

#include "num/pi.h"

typedef struct crank_slider {
    const char *model, *clearance, *viscosity, *grid; // of the small end
    const char *film, *joint;                         // further keys, each with a comma before it
    const char *big_end;                              // model of the big end
    const char *rate;                                 // of the crank
    const char *until, *tolerance, *simulate;
    const char *forces; // a section, or nothing
} crank_slider;

static inline const char *word(const char *given, const char *otherwise)
{
    return given ? given : otherwise;
}

static inline gud_model *crank_slider_model(const crank_slider *c)
{
    static const char *const lubricated =
        "radius: 10 mm, width: 20 mm, clearance: %s,\n"
        "    film: {viscosity: %s, grid: %s%s}, friction: {coefficient: 0.08}%s,\n"
        "    rough: {model: GW, sigma: 0.251 um, mean: 0.198 um, radius: 15.98 um, density: 10.76e9,\n"
        "      modulus: 115.18 GPa, hardness: 1373 MPa, yield: 500 MPa, poisson: 0.3}}\n";
    char joint[1000], text[4000];
    (void)snprintf(joint, sizeof joint, lubricated, word(c->clearance, "30 um"), word(c->viscosity, "1e-4"),
                   word(c->grid, "[64, 6]"), word(c->film, ""), word(c->joint, ""));
    (void)snprintf(text, sizeof text,
                   "gudgeon: 1\nspace: planar\nbodies:\n"
                   "  crank:  {mass: 0.30, inertia: 1.0e-4}\n"
                   "  rod:    {mass: 0.21, inertia: 2.5e-4, at: [110 mm, 0]}\n"
                   "  slider: {mass: 0.14, inertia: 1.0e-4, at: [170 mm, 0]}\n"
                   "frames:\n  crank.pin: {body: crank, at: [50 mm, 0]}\n  rod.big: {body: rod, at: [-60 mm, 0]}\n"
                   "  rod.small: {body: rod, at: [60 mm, 0]}\n"
                   "joints:\n  main: {type: revolute, between: [crank, ground]}\n"
                   "  guide: {type: prismatic, between: [ground, slider], axis: x}\n"
                   "  small-end: {type: revolute, between: [slider, rod.small], model: %s, %s"
                   "  big-end: {type: revolute, between: [rod.big, crank.pin], model: %s, %s"
                   "drive:\n  crank.angle: {rate: %s}\n%s"
                   "simulate: {until: %s, tolerance: %s%s}\n",
                   word(c->model, "mixed"), joint, word(c->big_end, "ideal"), joint, word(c->rate, "5000 rpm"),
                   word(c->forces, ""), c->until, word(c->tolerance, "1e-5"), word(c->simulate, ""));
    return mechanism(text);
}

// energy that appeared from nowhere, by what was turned into heat
static inline double imbalance_by_losses(gud_sim *s)
{
    return energy_imbalance(s) / s->state.ledger[GUD_WORK_LOSSES];
}

static const double degree = pi / 180.0;

// smallest film c - e at the small end, inside the step from s->state to s->next
static inline double small_end_film(gud_sim *s, double theta)
{
    double q[32], v[32], a[32], lam[32], told[16];
    gud_interpolate(s, theta, q, v, a, lam);
    gud_kinematics(s, q, v);
    const gud_force *f = &s->model->force[0];
    const gud_force_in in = gud_force_input(s, f, 0.0);
    f->law->tell(f->params, &in, told);
    return told[4];
}

#endif
