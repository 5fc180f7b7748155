// Bearings that are not round: elliptical bores and pressure dams, with two axial grooves of 20 degrees at right angles
// to the load. docs/validation/film.md.

#include "base/params.h"
#include "num/pi.h"
#include "pair/equilibrium.h"
#include "verify/verify.h"

#include <math.h>

enum { nx = 360, ny = 24, most_keys = 4 };

static const double degree = pi / 180.0, groove = 20.0 * pi / 180.0;

// a deviation of the bore: numbers by their keys
typedef struct {
    const gud_deviation_law *law;
    struct {
        const char *key;
        double value;
    } set[most_keys];
} shape;

typedef struct {
    double radius, width, clearance, viscosity, speed, load;
    shape bore;
} bearing;

static void params_set(const shape *s, void *params)
{
    gud_params_default(&s->law->row, params);
    for (int i = 0; i < most_keys && s->set[i].key; i++) {
        const gud_field *f = gud_row_find(&s->law->row, s->set[i].key);
        *(double *)(void *)((char *)params + f->offset) = s->set[i].value;
    }
}

// the load acts along x; grooves and ends have the pressure of the cavity
static gud_status find_steady(const bearing *b, gud_steady_state *state, gud_error *error)
{
    double params[32] = {0};
    const gud_deviation bore = {b->bore.law, params};
    const gud_form form = {{&bore, NULL}, {1, 0}};
    const double size = groove * b->radius;
    const gud_film_feed feeds[2] = {{.x = 0.5 * pi * b->radius, .size_x = size, .size_y = b->width},
                                    {.x = 1.5 * pi * b->radius, .size_x = size, .size_y = b->width}};
    const gud_steady_spec spec = {.bearing = {.radius = b->radius,
                                              .width = b->width,
                                              .clearance = b->clearance,
                                              .nx = nx,
                                              .ny = ny,
                                              .half = true,
                                              .cavitation = &gud_cavitation_reynolds,
                                              .feeds = feeds,
                                              .nfeed = 2,
                                              .form = b->bore.law ? &form : NULL},
                                  .oil = {.eta0 = b->viscosity}};
    gud_steady *steady;
    if (b->bore.law) params_set(&b->bore, params);
    GUD_TRY(gud_steady_create(&spec, error, &steady));
    const gud_status status = gud_steady_find(steady, b->speed, (const double[2]){b->load, 0.0}, state, error);
    gud_steady_free(steady);
    return status;
}

// ---- elliptical bores: the printed clearance is that of the arcs, twice the least one

enum { wanted_eps, wanted_attitude, wanted_stiffness, wanted_damping = wanted_stiffness + 4 };

static gud_status elliptical(const gud_verify_case *c, gud_error *error, double *got)
{
    const double S = c->at[0], arcs = 50e-6, W = 0.02 * 50.0 * 0.05 * 0.05 / S * pow(0.025 / arcs, 2.0);
    const bearing b = {0.025, 0.05, 0.5 * arcs, 0.02, 100.0 * pi, W, {&gud_deviation_lobes, {{"preload", 0.5}}}};
    const int wanted = (int)c->at[1], entry = (wanted - wanted_stiffness) % 4;
    gud_steady_state s;
    GUD_TRY(find_steady(&b, &s, error));
    if (wanted == wanted_eps)
        *got = hypot(s.place[0], s.place[1]) / arcs;
    else if (wanted == wanted_attitude)
        *got = atan2(s.place[1], s.place[0]) / degree;
    else if (wanted < wanted_damping)
        *got = s.stiffness[entry / 2][entry % 2] * arcs / W;
    else
        *got = s.damping[entry / 2][entry % 2] * arcs * b.speed / W;
    return GUD_OK;
}

#define ENTRY(name, quantity, unit, expected, tolerance, S, wanted)                                                    \
    {                                                                                                                  \
        name, quantity, unit, expected, tolerance, GUD_VERIFY_ABSOLUTE, elliptical, NULL,                              \
        {                                                                                                              \
            S, wanted                                                                                                  \
        }                                                                                                              \
    }
#define ELLIPTICAL(at, S, eps, attitude, Kxx, Kxy, Kyx, Kyy, Cxx, Cxy, Cyy)                                            \
    ENTRY("eps-" at, "eccentricity over the clearance of the arcs, S = " at, "1", eps, 2e-3, S, wanted_eps),           \
        ENTRY("attitude-" at, "attitude", "deg", attitude, 0.2, S, wanted_attitude),                                   \
        ENTRY("Kxx-" at, "c/W K along the load, motion along it", "1", Kxx, 0.03, S, wanted_stiffness),                \
        ENTRY("Kxy-" at, "c/W K along the load, motion across it", "1", Kxy, 0.03, S, wanted_stiffness + 1),           \
        ENTRY("Kyx-" at, "c/W K across the load, motion along it", "1", Kyx, 0.03, S, wanted_stiffness + 2),           \
        ENTRY("Kyy-" at, "c/W K across the load, motion across it", "1", Kyy, 0.03, S, wanted_stiffness + 3),          \
        ENTRY("Cxx-" at, "c omega/W C along the load, motion along it", "1", Cxx, 0.05, S, wanted_damping),            \
        ENTRY("Cxy-" at, "c omega/W C along the load, motion across it", "1", Cxy, 0.05, S, wanted_damping + 1),       \
        ENTRY("Cyy-" at, "c omega/W C across the load, motion across it", "1", Cyy, 0.05, S, wanted_damping + 3)

static const gud_verify_case ellipses[] = {
    ELLIPTICAL("0.211", 0.211, 0.260, 87.79, 6.65, 4.36, -3.21, 0.86, 13.09, -2.23, 3.70),
    ELLIPTICAL("0.120", 0.120, 0.350, 81.80, 4.99, 3.54, -1.52, 1.14, 9.04, -0.01, 2.49),
};

const gud_verify_group gud_verify_elliptical = {
    .name = "elliptical",
    .about = "elliptical bearing, preload 0.5, L/D = 1, two axial grooves of 20 degrees at right angles to the load",
    .source = "J. W. Lund, K. K. Thomsen, in Topics in Fluid Film Bearing and Rotor Bearing System Design and "
              "Optimization, ASME (1978) 1-28",
    .cases = ellipses,
    .ncase = GUD_COUNT(ellipses),
};

// ---- pressure dams: a relief of three quarters of the width in the upper half, from its groove to the dam, whose
// angle is counted from the middle of the groove. Width L = D and grooves of 20 degrees are our reading.

static const double mil = 25.4e-6;

static bearing dam_of(const gud_verify_case *c)
{
    const double from = 0.5 * pi + 0.5 * groove, to = 0.5 * pi + c->at[2] * degree;
    bearing b = {12.7e-3, 25.4e-3, c->at[0] * mil, 0.0524, 8000.0 * pi / 30.0, 66.278, {NULL, {{NULL, 0.0}}}};
    if (c->at[1] > 0.0)
        b.bore = (shape){
            &gud_deviation_pocket,
            {{"depth", c->at[1] * mil}, {"angle", 0.5 * (from + to)}, {"arc", to - from}, {"width", 0.75 * b.width}}};
    return b;
}

static gud_status dam_eccentricity(const gud_verify_case *c, gud_error *error, double *got)
{
    const bearing b = dam_of(c);
    gud_steady_state s;
    GUD_TRY(find_steady(&b, &s, error));
    *got = hypot(s.place[0], s.place[1]) / b.clearance;
    return GUD_OK;
}

// speed at which a rotor that is as heavy as the load begins to whirl, by sqrt(g/c)
static gud_status dam_threshold(const gud_verify_case *c, gud_error *error, double *got)
{
    const bearing b = dam_of(c);
    gud_steady_state s;
    double mass, frequency;
    GUD_TRY(find_steady(&b, &s, error));
    gud_whirl(&s, &mass, &frequency);
    *got = b.speed * sqrt(mass * b.clearance / b.load);
    return GUD_OK;
}

#define DAM(name, quantity, expected, tolerance, compute, clearance, depth, angle)                                     \
    {                                                                                                                  \
        name, quantity, "1", expected, tolerance, GUD_VERIFY_RELATIVE, compute, NULL,                                  \
        {                                                                                                              \
            clearance, depth, angle                                                                                    \
        }                                                                                                              \
    }
static const gud_verify_case dams[] = {
    DAM("eps-2.4", "eccentricity ratio, dam of 2.4 mil at 145 deg", 0.29, 0.06, dam_eccentricity, 2.2, 2.4, 145.0),
    DAM("eps-13.4", "eccentricity ratio, dam of 13.4 mil at 150 deg", 0.21, 0.06, dam_eccentricity, 2.4, 13.4, 150.0),
    DAM("threshold-2.4", "threshold of whirl omega sqrt(c/g)", 7.5, 0.06, dam_threshold, 2.2, 2.4, 145.0),
    DAM("threshold-13.4", "threshold of whirl omega sqrt(c/g)", 4.6, 0.06, dam_threshold, 2.4, 13.4, 150.0),
    DAM("threshold-plain", "threshold of whirl without a dam", 2.1, 0.02, dam_threshold, 2.2, 0.0, 0.0),
};

const gud_verify_group gud_verify_dams = {
    .name = "dams",
    .about = "pressure dam bearing, two axial grooves of 20 degrees at right angles to the load",
    .source = "J. C. Nicholas, L. E. Barrett, M. E. Leader, J. Mech. Design 102 (1980) 344-351; width and grooves are "
              "our reading",
    .cases = dams,
    .ncase = GUD_COUNT(dams),
};
