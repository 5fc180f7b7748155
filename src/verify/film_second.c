// Steady bearings by a second program of our own that shares neither code nor discretisation with the library: nodes on
// graded grids, the void (1 - theta) h as the second unknown, complementarity by Fischer and Burmeister's function,
// three grids of up to 512 x 64 nodes on half the width and extrapolation. docs/validation/film.md says more.
//
// Ours are those of a bearing file that names no grid: gud_bearing_grid_choose.

#include "component/bearing.h"
#include "num/pi.h"
#include "rough/flow.h"
#include "verify/verify.h"

#include <math.h>
#include <string.h>

// the unit of pressure is eta omega (R/c)^2 = 2 MPa
static const double radius = 0.025, clearance = 2.5e-5, viscosity = 0.02, speed = 100.0, unit = 2e6;

// ---- the bearings: ends and cavity at no pressure if nothing is said

static void line(gud_steady_spec *s)
{
    s->bearing.line = true;
    s->bearing.line_angle = pi; // where the gap is widest
}

static void ring(gud_steady_spec *s)
{
    s->bearing.ambient[0] = s->bearing.ambient[1] = 0.05 * unit;
}

static void ring_guembel(gud_steady_spec *s)
{
    ring(s);
    s->bearing.cavitation = &gud_cavitation_guembel;
}

static void ring_reynolds(gud_steady_spec *s)
{
    ring(s);
    s->bearing.cavitation = &gud_cavitation_reynolds;
}

static void feed_set(gud_steady_spec *s, const gud_film_feed *feed)
{
    s->bearing.feeds = feed;
    s->bearing.nfeed = 1;
}

// at the widest gap, 0.4 of a radian around and 0.6 of the width along
static void groove_narrow(gud_steady_spec *s)
{
    static const gud_film_feed feed = {.x = 0.025 * pi, .y = 0.0, .size_x = 0.01, .size_y = 0.0075, .pressure = 4e5};
    ring(s);
    feed_set(s, &feed);
}

static void groove(gud_steady_spec *s)
{
    static const gud_film_feed feed = {.x = 0.025 * pi, .y = 0.0, .size_x = 0.01, .size_y = 0.03, .pressure = 4e5};
    ring(s);
    feed_set(s, &feed);
}

static void hole(gud_steady_spec *s)
{
    static const gud_film_feed feed = {
        .x = 0.025 * 2.6, .y = 0.0, .size_x = 0.0075, .size_y = 0.0075, .round = true, .pressure = 6e5};
    feed_set(s, &feed);
}

static void hole_small(gud_steady_spec *s)
{
    static const gud_film_feed feed = {
        .x = 0.025 * 2.6, .y = 0.0, .size_x = 0.0025, .size_y = 0.0025, .round = true, .pressure = 6e5};
    feed_set(s, &feed);
}

static void leaning(gud_steady_spec *s)
{
    line(s);
    s->bearing.half = false;
    s->tilt[1] = 0.3 * clearance / radius;
}

static void thickening(gud_steady_spec *s)
{
    static const double barus = 2e-8;
    line(s);
    s->oil.pressure = (const gud_pressure_law *)(const void *)gud_pressure_rows[0];
    s->oil.pressure_params = &barus;
}

static void rough_journal(gud_steady_spec *s)
{
    static const gud_flow_patir_cheng_params grain = {1e-6, 1.0, 0.0};
    line(s);
    s->bearing.flow = &gud_flow_patir_cheng;
    s->bearing.flow_params = &grain;
}

typedef struct {
    const char *name;
    void (*set)(gud_steady_spec *spec);
} bearing;

static const bearing bearings[] = {
    {"line", line},
    {"ring", ring},
    {"ring, guembel", ring_guembel},
    {"ring, reynolds", ring_reynolds},
    {"narrow groove", groove_narrow},
    {"groove", groove},
    {"hole", hole},
    {"small hole", hole_small},
    {"leaning", leaning},
    {"barus", thickening},
    {"patir-cheng", rough_journal},
};

// ---- at: L/D, eps, which number

enum { load, attitude, torque, flow, moment };

static double number(const gud_steady_state *s, double width, int which)
{
    const double *F = s->force;
    switch (which) {
    case load:
        return hypot(F[0], F[1]) / (unit * width * 2.0 * radius);
    case attitude:
        return atan2(F[1], -F[0]) * 180.0 / pi;
    case torque:
        return -s->torque_journal * clearance / (viscosity * speed * pow(radius, 3.0) * width);
    case flow:
        return s->side_flow / (speed * clearance * radius * width);
    default:
        return hypot(s->moment[0], s->moment[1]) / (unit * radius * width * width);
    }
}

static gud_status state_of(gud_steady_spec *spec, double eps, gud_steady_state *state, gud_error *error)
{
    gud_steady *steady = NULL;
    const double place[2] = {eps * clearance, 0.0};
    gud_status status = gud_lubricant_prepare(&spec->oil, error);
    if (status == GUD_OK) status = gud_steady_create(spec, error, &steady);
    if (status == GUD_OK) status = gud_steady_forces(steady, speed, place, state, error);
    gud_steady_free(steady);
    gud_lubricant_release(&spec->oil);
    return status;
}

static gud_status second(const gud_verify_case *c, gud_error *error, double *got)
{
    const double width = 2.0 * radius * c->at[0], eps = c->at[1];
    gud_steady_spec spec = {.bearing = {.radius = radius, .width = width, .clearance = clearance, .half = true},
                            .oil = gud_lubricant_constant(viscosity)};
    gud_steady_state state;
    for (int i = 0; i < GUD_COUNT(bearings); i++)
        if (strcmp(bearings[i].name, c->what) == 0) bearings[i].set(&spec);
    gud_bearing_grid_choose(&spec, (1.0 - eps) * clearance);
    GUD_TRY(state_of(&spec, eps, &state, error));
    *got = number(&state, width, (int)c->at[2]);
    return GUD_OK;
}

#define CASE(name, text, unit_, value, within, kind, what, ratio, eps, which)                                          \
    {                                                                                                                  \
        name, text, unit_, value, within, kind, second, what,                                                          \
        {                                                                                                              \
            ratio, eps, which                                                                                          \
        }                                                                                                              \
    }
#define SO(at, what, ratio, eps, value)                                                                                \
    CASE("So-" at, what ": So", "1", value, 3e-3, GUD_VERIFY_RELATIVE, what, ratio, eps, load)
#define ANGLE(at, what, ratio, eps, value)                                                                             \
    CASE("attitude-" at, what ": attitude", "deg", value, 0.05, GUD_VERIFY_ABSOLUTE, what, ratio, eps, attitude)
#define TORQUE(at, what, ratio, eps, value)                                                                            \
    CASE("torque-" at, what ": torque c / (eta omega R^3 L), streamers", "1", value, 2e-3, GUD_VERIFY_RELATIVE, what,  \
         ratio, eps, torque)
#define FLOW(at, what, ratio, eps, value, within)                                                                      \
    CASE("flow-" at, what ": side flow / (omega c R L)", "1", value, within, GUD_VERIFY_RELATIVE, what, ratio, eps,    \
         flow)

static const gud_verify_case cases[] = {
    SO("0.1-0.5", "line", 0.1, 0.5, 0.014868),
    TORQUE("0.1-0.5", "line", 0.1, 0.5, 6.0559),
    SO("0.25-0.9", "line", 0.25, 0.9, 2.1607),
    ANGLE("0.25-0.9", "line", 0.25, 0.9, 21.788),
    TORQUE("0.25-0.9", "line", 0.25, 0.9, 11.898),
    SO("0.5-0.7", "line", 0.5, 0.7, 0.86004),
    FLOW("0.5-0.7", "line", 0.5, 0.7, 0.65804, 2e-3),
    SO("1-0.01", "line", 1.0, 0.01, 0.011696),
    SO("1-0.3", "line", 1.0, 0.3, 0.40935),
    ANGLE("1-0.3", "line", 1.0, 0.3, 68.261),
    SO("1-0.95", "line", 1.0, 0.95, 18.840),
    ANGLE("1-0.95", "line", 1.0, 0.95, 19.441),
    TORQUE("1-0.95", "line", 1.0, 0.95, 21.805),
    FLOW("1-0.95", "line", 1.0, 0.95, 0.73318, 2e-3),
    SO("1-0.98", "line", 1.0, 0.98, 51.687),
    SO("1-0.99", "line", 1.0, 0.99, 108.38),
    SO("1-0.999", "line", 1.0, 0.999, 1176.5),
    ANGLE("1-0.999", "line", 1.0, 0.999, 3.193),
    TORQUE("1-0.999", "line", 1.0, 0.999, 175.65),
    SO("2-0.9", "line", 2.0, 0.9, 10.963),
    SO("2-0.99", "line", 2.0, 0.99, 116.13),
    SO("2-0.999", "line", 2.0, 0.999, 1201.3),
    SO("ring-0.25-0.6", "ring", 0.25, 0.6, 0.17392),
    ANGLE("ring-0.25-0.6", "ring", 0.25, 0.6, 57.336),
    SO("ring-1-0.6", "ring", 1.0, 0.6, 0.94700),
    ANGLE("ring-1-0.6", "ring", 1.0, 0.6, 35.386),
    TORQUE("ring-1-0.6", "ring", 1.0, 0.6, 6.6021),
    SO("ring-1-0.9", "ring", 1.0, 0.9, 8.0662),
    SO("guembel-1-0.8", "ring, guembel", 1.0, 0.8, 3.0457),
    ANGLE("guembel-1-0.8", "ring, guembel", 1.0, 0.8, 42.550),
    SO("reynolds-0.25-0.8", "ring, reynolds", 0.25, 0.8, 0.60985),
    SO("groove-0.25-0.1", "narrow groove", 0.25, 0.1, 0.044956),
    FLOW("groove-0.25-0.1", "narrow groove", 0.25, 0.1, 0.42390, 1e-2),
    SO("groove-1-0.6", "groove", 1.0, 0.6, 1.3369),
    FLOW("groove-1-0.6", "groove", 1.0, 0.6, 0.39550, 5e-3),
    FLOW("hole-1-0.8", "hole", 1.0, 0.8, 0.4125, 1e-2),
    FLOW("small-hole-1-0.8", "small hole", 1.0, 0.8, 0.2574, 1.5e-2),
    SO("leaning-1-0.5", "leaning", 1.0, 0.5, 0.90459),
    CASE("moment-leaning", "leaning: moment / (eta omega (R/c)^2 R L^2)", "1", 0.076931, 5e-3, GUD_VERIFY_RELATIVE,
         "leaning", 1.0, 0.5, moment),
    SO("barus-1-0.85", "barus", 1.0, 0.85, 6.9179),
    SO("rough-1-0.8", "patir-cheng", 1.0, 0.8, 3.4941),
};

const gud_verify_group gud_verify_second = {
    .name = "second",
    .about = "steady bearings, named by L/D and eps, on the default grid: feeds, oils and cavitation laws",
    .source = "a second program of our own: other unknowns, grid and iteration; docs/validation/film.md",
    .cases = cases,
    .ncase = GUD_COUNT(cases),
};
