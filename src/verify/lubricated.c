// The crank-slider of Nascimento 2024 in mixed lubrication, configuration I with the data of its tables 7 and 8:
// whole simulations.
#include "verify/crank_slider.h"
#include "verify/simulated.h"
#include "verify/verify.h"

#include <math.h>
#include <string.h>

// ---- the smallest film c - e between two angles; what: which number of it

static gud_status film_number(const gud_verify_case *c, gud_error *error, double *got)
{
    char text[GUD_CRANK_SLIDER_TEXT];
    const gud_crank_slider as_printed = {.until = c->at[1]};
    gud_crank_slider_films f = {.next = c->at[0], .every = 0.5, .end = c->at[1], .min = INFINITY};
    gud_crank_slider_write(&as_printed, text);
    GUD_TRY(gud_verify_simulate(text, gud_crank_slider_watch, NULL, &f, error));
    *got = strcmp(c->what, "mean") == 0 ? f.sum / f.count : strcmp(c->what, "min") == 0 ? f.min : f.max;
    return GUD_OK;
}

static const gud_verify_case slider_films[] = {
    {"film-mean",
     "mean of the small end's film c - e, 840 to 960 deg",
     "m",
     0.496e-6,
     0.015,
     GUD_VERIFY_RELATIVE,
     film_number,
     "mean",
     {840.0, 960.0}},
    {"film-min",
     "minimum of the small end's film c - e, 840 to 960 deg",
     "m",
     0.479e-6,
     0.015,
     GUD_VERIFY_RELATIVE,
     film_number,
     "min",
     {840.0, 960.0}},
    {"film-max",
     "maximum of the small end's film c - e, 840 to 960 deg",
     "m",
     0.510e-6,
     0.015,
     GUD_VERIFY_RELATIVE,
     film_number,
     "max",
     {840.0, 960.0}},
};

const gud_verify_group gud_verify_slider = {
    .name = "slider",
    .about = "crank-slider in mixed lubrication, configuration I, GW, data of Nascimento 2024 as printed",
    .source = "an independent implementation, converged in grid and step; docs/validation/crank-slider.md",
    .cases = slider_films,
    .ncase = GUD_COUNT(slider_films),
};

// ---- hard cases; what: the case

static const struct {
    const char *name;
    gud_crank_slider model;
} hard[] = {
    {"eccentricity-0.99", {.joint = ", eccentricity: [-21 um, 21 um]", .until = 60.0}},
    {"viscosity-1e-5", {.viscosity = "1e-5", .until = 30.0}},
    {"viscosity-1", {.viscosity = "1", .until = 60.0}},
    {"500rpm", {.rate = "500 rpm", .until = 60.0}},
    {"15000rpm", {.rate = "15000 rpm", .until = 60.0}},
    {"clearance-5um", {.clearance = "5 um", .until = 60.0}},
    {"clearance-200um", {.clearance = "200 um", .until = 15.0}},
    {"starving", {.film = ", ambient: 0 Pa, cavity: 0 Pa", .until = 60.0}},
    {"20kN",
     {.sections = "forces: {gas: {type: load, on: slider, direction: [-1, 0], value: 20 kN}}\n", .until = 60.0}},
};

static const gud_crank_slider *hard_model(const char *name)
{
    int i = 0;
    while (strcmp(hard[i].name, name) != 0) i++;
    return &hard[i].model;
}

// energy that appeared from nowhere, by the kinetic energy, which the drive puts in and takes out
static gud_status look_at_ledger(gud_sim *s, void *user, gud_error *error)
{
    double *off = user;
    gud_state *now = &s->state;
    (void)error;
    gud_variables_rest(s, now->y);
    gud_kinematics(s, now->q, now->v);
    gud_forces(s, now->clock.t, GUD_ENERGIES);
    const gud_energy e = gud_energy_of(s, now->q, now->v);
    const double *w = now->ledger, work = w[GUD_WORK_DRIVERS] + w[GUD_WORK_LOADS];
    *off = fabs(e.kinetic + e.potential - now->clock.energy_start - work + w[GUD_WORK_LOSSES]) / e.kinetic;
    return GUD_OK;
}

static gud_status ledger(const gud_verify_case *c, gud_error *error, double *got)
{
    char text[GUD_CRANK_SLIDER_TEXT];
    gud_crank_slider_write(hard_model(c->what), text);
    return gud_verify_simulate(text, NULL, look_at_ledger, got, error);
}

#define HARD(name, about)                                                                                              \
    {                                                                                                                  \
        name, about ": energy from nowhere by kinetic energy", "1", 2e-4, 0.0, GUD_VERIFY_AT_MOST, ledger, name,       \
        {                                                                                                              \
            0                                                                                                          \
        }                                                                                                              \
    }

static const gud_verify_case hards[] = {
    HARD("eccentricity-0.99", "begins at eccentricity ratio 0.99"),
    HARD("viscosity-1e-5", "viscosity 1e-5 Pa s"),
    HARD("viscosity-1", "viscosity 1 Pa s"),
    HARD("500rpm", "500 rpm"),
    HARD("15000rpm", "15 000 rpm"),
    HARD("clearance-5um", "clearance 5 um"),
    HARD("clearance-200um", "clearance 200 um"),
    HARD("starving", "ends at cavity pressure"),
    HARD("20kN", "20 kN on the slider"),
};

const gud_verify_group gud_verify_hard = {
    .name = "hard",
    .about = "crank-slider in mixed lubrication, hard cases: each comes to its end and closes its ledger",
    .source = "conservation of energy",
    .cases = hards,
    .ncase = GUD_COUNT(hards),
};

// ---- thick oil: the joint becomes ideal

static gud_status thick(const gud_verify_case *c, gud_error *error, double *got)
{
    char text[GUD_CRANK_SLIDER_TEXT];
    const gud_crank_slider oil = {.viscosity = "10", .tolerance = "1e-8", .until = c->at[0]};
    gud_crank_slider_write(&oil, text);
    return gud_verify_channel(text, c->what, error, got);
}

static const gud_verify_case thicks[] = {
    {"position-150",
     "position of the slider at 150 deg, viscosity 10 Pa s",
     "m",
     0.07406567575,
     1e-5,
     GUD_VERIFY_RELATIVE,
     thick,
     "bodies/slider/position.x",
     {150.0}},
    {"acceleration-150",
     "acceleration of the slider at 150 deg, viscosity 10 Pa s",
     "m/s2",
     8752.713151,
     2e-3,
     GUD_VERIFY_RELATIVE,
     thick,
     "bodies/slider/acceleration.x",
     {150.0}},
};

const gud_verify_group gud_verify_thick = {
    .name = "thick",
    .about = "crank-slider whose small end has very viscous oil: the ideal mechanism",
    .source = "analytic: kinematics",
    .cases = thicks,
    .ncase = GUD_COUNT(thicks),
};
