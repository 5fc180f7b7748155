// Bearings with two axial grooves at right angles to the load: stiffness and damping. docs/validation/film.md says what
// is wrong with the stiffness in Someya's tables.
#include "verify/film.h"
#include "verify/verify.h"

enum { nx = 288, ny = 16 };
enum { wanted_S, wanted_attitude, wanted_stiffness, wanted_damping = wanted_stiffness + 4 };

static double wanted_of(const gud_grooved *g, int wanted)
{
    if (wanted == wanted_S) return g->S;
    if (wanted == wanted_attitude) return g->attitude;
    const int entry = (wanted - wanted_stiffness) % 4;
    return wanted < wanted_damping ? g->stiffness[entry / 2][entry % 2] : g->damping[entry / 2][entry % 2];
}

// at: L/D, eps, number of the quantity
static gud_status grooved(const gud_verify_case *c, double groove, gud_error *error, double *got)
{
    gud_grooved g;
    GUD_TRY(gud_verify_grooved(nx, ny, c->at[0], groove, c->at[1], &g, error));
    *got = wanted_of(&g, (int)c->at[2]);
    return GUD_OK;
}

static gud_status lund(const gud_verify_case *c, gud_error *error, double *got)
{
    return grooved(c, 20.0, error, got);
}

static gud_status someya(const gud_verify_case *c, gud_error *error, double *got)
{
    return grooved(c, 10.0, error, got);
}

#define GROOVED(name, quantity, unit, expected, tolerance, kind, compute, ratio, eps, wanted)                          \
    {                                                                                                                  \
        name, quantity, unit, expected, tolerance, kind, compute, NULL,                                                \
        {                                                                                                              \
            ratio, eps, wanted                                                                                         \
        }                                                                                                              \
    }

// ---- Lund and Thomsen. Coefficients are printed to 0.01; small ones are differences of large numbers.

#define LUND_K(name, quantity, expected, ratio, eps, wanted)                                                           \
    GROOVED(name, quantity, "1", expected, 0.04, GUD_VERIFY_ABSOLUTE, lund, ratio, eps, wanted)
#define LUND_C(name, quantity, expected, ratio, eps, wanted)                                                           \
    GROOVED(name, quantity, "1", expected, 0.03, GUD_VERIFY_RELATIVE, lund, ratio, eps, wanted)

#define LUND(at, ratio, eps, S, attitude, Kxx, Kxy, Kyx, Kyy, Cxx, Cxy, Cyy)                                           \
    GROOVED("S-" at, "Sommerfeld number S, L/D-eps = " at, "1", S, 0.01, GUD_VERIFY_RELATIVE, lund, ratio, eps,        \
            wanted_S),                                                                                                 \
        GROOVED("attitude-" at, "attitude", "deg", attitude, 0.2, GUD_VERIFY_ABSOLUTE, lund, ratio, eps,               \
                wanted_attitude),                                                                                      \
        LUND_K("Kxx-" at, "c/W K along the load, motion along it", Kxx, ratio, eps, wanted_stiffness),                 \
        LUND_K("Kxy-" at, "c/W K along the load, motion across it", Kxy, ratio, eps, wanted_stiffness + 1),            \
        LUND_K("Kyx-" at, "c/W K across the load, motion along it", Kyx, ratio, eps, wanted_stiffness + 2),            \
        LUND_K("Kyy-" at, "c/W K across the load, motion across it", Kyy, ratio, eps, wanted_stiffness + 3),           \
        LUND_C("Cxx-" at, "c omega/W C along the load, motion along it", Cxx, ratio, eps, wanted_damping),             \
        LUND_C("Cxy-" at, "c omega/W C along the load, motion across it", Cxy, ratio, eps, wanted_damping + 1),        \
        LUND_C("Cyx-" at, "c omega/W C across the load, motion along it", Cxy, ratio, eps, wanted_damping + 2),        \
        LUND_C("Cyy-" at, "c omega/W C across the load, motion across it", Cyy, ratio, eps, wanted_damping + 3)

static const gud_verify_case lunds[] = {
    LUND("1/2-0.244", 0.5, 0.244, 1.656, 65.85, 1.69, 5.06, -2.2, 1.95, 9.93, 2.15, 4.8),
    LUND("1/2-0.372", 0.5, 0.372, 0.917, 57.45, 2.12, 4.01, -1.3, 1.85, 7.7, 2.06, 3.23),
    LUND("1/2-0.477", 0.5, 0.477, 0.58, 51.01, 2.67, 3.7, -0.78, 1.75, 6.96, 1.94, 2.4),
    LUND("1/2-0.57", 0.5, 0.57, 0.379, 45.43, 3.33, 3.64, -0.43, 1.68, 6.76, 1.87, 1.89),
    LUND("1/2-0.655", 0.5, 0.655, 0.244, 40.25, 4.21, 3.74, -0.13, 1.64, 6.87, 1.82, 1.54),
    LUND("1-0.15", 1, 0.15, 0.991, 70.58, 1.56, 7.29, -2.16, 1.52, 14.66, 1.58, 4.49),
    LUND("1-0.224", 1, 0.224, 0.635, 63.54, 1.62, 5.33, -1.57, 1.56, 10.8, 1.7, 3.41),
    LUND("1-0.46", 1, 0.46, 0.235, 49.27, 2.19, 3.57, -0.8, 1.55, 7.36, 1.89, 2.19),
    LUND("1-0.559", 1, 0.559, 0.159, 44.33, 2.73, 3.36, -0.48, 1.48, 6.94, 1.78, 1.74),
    LUND("1-0.65", 1, 0.65, 0.108, 39.72, 3.45, 3.34, -0.23, 1.44, 6.89, 1.72, 1.43),
};

const gud_verify_group gud_verify_lund = {
    .name = "lund",
    .about = "bearing with two axial grooves of 20 degrees at right angles to the load, Reynolds rupture",
    .source = "J. W. Lund, K. K. Thomsen, in Topics in Fluid Film Bearing and Rotor Bearing System Design and "
              "Optimization, ASME (1978) 1-28",
    .cases = lunds,
    .ncase = GUD_COUNT(lunds),
};

// ---- Someya's tables

#define SOMEYA(name, quantity, unit, expected, tolerance, ratio, eps, wanted)                                          \
    GROOVED(name, quantity, unit, expected, tolerance, GUD_VERIFY_RELATIVE, someya, ratio, eps, wanted)

#define PLACE(at, ratio, eps, S, attitude)                                                                             \
    SOMEYA("S-" at, "Sommerfeld number S, L/D-eps = " at, "1", S, 5e-3, ratio, eps, wanted_S),                         \
        SOMEYA("attitude-" at, "attitude, L/D-eps = " at, "deg", attitude, 1e-2, ratio, eps, wanted_attitude)

static const gud_verify_case someyas[] = {
    PLACE("1/2-0.4", 0.5, 0.4, 0.798, 57.5),
    PLACE("1/2-0.6", 0.5, 0.6, 0.323, 44.7),
    PLACE("1/2-0.8", 0.5, 0.8, 0.0926, 31.2),
    PLACE("1-0.4", 1.0, 0.4, 0.284, 54.6),
    PLACE("1-0.6", 1.0, 0.6, 0.131, 43.8),
    PLACE("1-0.8", 1.0, 0.8, 0.0469, 32.1),
    SOMEYA("damping-1/2-0.4", "c omega/W C along the load", "1", 7.32, 2e-2, 0.5, 0.4, wanted_damping),
    SOMEYA("damping-1/2-0.6", "c omega/W C along the load", "1", 6.81, 2e-2, 0.5, 0.6, wanted_damping),
    SOMEYA("damping-1-0.4", "c omega/W C along the load", "1", 7.57, 2e-2, 1.0, 0.4, wanted_damping),
    SOMEYA("damping-1-0.6", "c omega/W C along the load", "1", 6.69, 2e-2, 1.0, 0.6, wanted_damping),
};

const gud_verify_group gud_verify_someya = {
    .name = "someya",
    .about = "bearing with two axial grooves of 10 degrees at right angles to the load, Reynolds rupture",
    .source = "T. Someya (ed.), Journal-Bearing Databook, Springer (1989), pages 14 and 17",
    .cases = someyas,
    .ncase = GUD_COUNT(someyas),
};
