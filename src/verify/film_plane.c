// Plane films and a journal that moves: fronts of cavities against exact solutions and converged ones.
#include "num/pi.h"
#include "verify/film.h"
#include "verify/verify.h"

#include <math.h>

// ---- oscillating plates; at: time, 0 for the front, 1 for the rupture, 2 for the closure, 3 for the balance

static gud_status squeeze(const gud_verify_case *c, gud_error *error, double *got)
{
    gud_squeeze s;
    GUD_TRY(gud_verify_squeeze(500, 2000, c->at[0], &s, error));
    const double all[] = {s.front, s.rupture, s.closure, s.worst};
    *got = all[(int)c->at[1]];
    return GUD_OK;
}

#define SQUEEZE(name, quantity, time, wanted, expected)                                                                \
    {                                                                                                                  \
        name, quantity, "1", expected, 1e-3, GUD_VERIFY_ABSOLUTE, squeeze, NULL,                                       \
        {                                                                                                              \
            time, wanted                                                                                               \
        }                                                                                                              \
    }

static const gud_verify_case squeezes[] = {
    SQUEEZE("rupture", "time of rupture", 0.3, 1, 0.25008),
    SQUEEZE("front-0.4", "position of the front at t = 0.4", 0.4, 0, 0.026781),
    SQUEEZE("front-0.5", "position of the front at t = 0.5", 0.5, 0, 0.039087),
    SQUEEZE("front-0.6", "position of the front at t = 0.6", 0.6, 0, 0.062777),
    SQUEEZE("closure", "time when the cavity closes", 0.75, 2, 0.73239),
    {"oil",
     "largest mass imbalance of a step over the flow",
     "1",
     1e-12,
     0.0,
     GUD_VERIFY_AT_MOST,
     squeeze,
     NULL,
     {1.0, 3}},
};

const gud_verify_group gud_verify_squeezes = {
    .name = "squeeze",
    .about = "film between plates that oscillate: rupture, fronts and closure of the cavity, no dimensions",
    .source = "R. F. Ausas, M. Jai, G. C. Buscaglia, J. Tribol. 131 (2009) 031702; exact fronts recomputed",
    .cases = squeezes,
    .ncase = GUD_COUNT(squeezes),
};

// ---- pad with a pocket; at: numbers of the quantity and of the pad

static gud_status pocket(const gud_verify_case *c, gud_error *error, double *got)
{
    static const gud_pocket *const pads[] = {&gud_pocket_parallel, &gud_pocket_tapered, &gud_pocket_barus,
                                             &gud_pocket_heavy};
    gud_pocket_result p;
    GUD_TRY(gud_verify_pocket(pads[(int)c->at[1]], 3200, &p, error));
    const double all[] = {p.load, p.peak, p.rupture, p.again, p.theta, p.flow};
    *got = all[(int)c->at[0]];
    return GUD_OK;
}

static gud_status narrow(const gud_verify_case *c, gud_error *error, double *got)
{
    (void)c;
    return gud_verify_narrow_pocket(&gud_pocket_narrow, 320, 80, got, error);
}

#define POCKET(name, quantity, unit, expected, tolerance, kind, wanted, pad)                                           \
    {                                                                                                                  \
        name, quantity, unit, expected, tolerance, kind, pocket, NULL,                                                 \
        {                                                                                                              \
            wanted, pad                                                                                                \
        }                                                                                                              \
    }

static const gud_verify_case pockets[] = {
    POCKET("load", "load per width, parallel pad", "N/m", 2426.08696, 1e-3, GUD_VERIFY_RELATIVE, 0, 0),
    POCKET("peak", "peak pressure, parallel pad", "Pa", 3e5, 1e-3, GUD_VERIFY_RELATIVE, 1, 0),
    POCKET("rupture", "position of rupture: the start of the pocket", "m", 0.004, 1e-5, GUD_VERIFY_ABSOLUTE, 2, 0),
    POCKET("again", "position of reformation", "m", 0.00782608696, 1e-5, GUD_VERIFY_ABSOLUTE, 3, 0),
    POCKET("theta", "film fraction of the cavity", "1", 0.52083333, 1e-3, GUD_VERIFY_RELATIVE, 4, 0),
    POCKET("flow", "flow per width, drawn in by suction", "m2/s", 5.20833333e-6, 1e-3, GUD_VERIFY_RELATIVE, 5, 0),
    POCKET("tapered-load", "load per width, tapered pad", "N/m", 310297.758, 1e-3, GUD_VERIFY_RELATIVE, 0, 1),
    POCKET("tapered-peak", "peak pressure, tapered pad", "Pa", 36948411.2, 1e-3, GUD_VERIFY_RELATIVE, 1, 1),
    POCKET("tapered-rupture", "position of rupture: the start of the pocket", "m", 0.004, 1e-5, GUD_VERIFY_ABSOLUTE, 2,
           1),
    POCKET("tapered-again", "position of reformation", "m", 0.00482307672, 1e-5, GUD_VERIFY_ABSOLUTE, 3, 1),
    POCKET("tapered-theta", "film fraction after rupture", "1", 0.73678903, 1e-3, GUD_VERIFY_RELATIVE, 4, 1),
    POCKET("tapered-flow", "flow per width, tapered pad", "m2/s", 5.45223881e-7, 1e-3, GUD_VERIFY_RELATIVE, 5, 1),
    POCKET("barus-load", "load per width, tapered pad, piezoviscous oil", "N/m", 374012.064, 1e-3, GUD_VERIFY_RELATIVE,
           0, 2),
    POCKET("barus-peak", "peak pressure, tapered pad, piezoviscous oil", "Pa", 48822416.0, 1e-3, GUD_VERIFY_RELATIVE, 1,
           2),
    POCKET("bertocchi-peak", "peak pressure, piezoviscous and compressible oil, read from a figure", "Pa", 41.81e6,
           1e-2, GUD_VERIFY_RELATIVE, 1, 3),
    {"bertocchi-narrow",
     "peak pressure of the narrow pad, read from a figure; an isoviscous oil is inferred",
     "Pa",
     8.504e6,
     1e-2,
     GUD_VERIFY_RELATIVE,
     narrow,
     NULL,
     {0}},
};

const gud_verify_group gud_verify_pocket_pad = {
    .name = "pocket",
    .about = "pad with one pocket across: cavity at its beginning, inlet suction",
    .source =
        "exact, docs/theory/film.md section 9; after M. Fowell et al., J. Tribol. 129 (2007) 336-347; L. Bertocchi "
        "et al., Tribol. Int. 67 (2013) 61-71",
    .cases = pockets,
    .ncase = GUD_COUNT(pockets),
};

// ---- pad with dimples; at: number of the quantity

static gud_status dimples(const gud_verify_case *c, gud_error *error, double *got)
{
    gud_dimples d;
    GUD_TRY(gud_verify_dimples(120, &d, error));
    const double all[] = {d.load, d.peak, d.broken};
    *got = all[(int)c->at[0]];
    return GUD_OK;
}

static const gud_verify_case dimple_cases[] = {
    {"load", "load above cavity pressure", "N", 180.8, 1e-2, GUD_VERIFY_RELATIVE, dimples, NULL, {0}},
    {"peak", "peak pressure", "Pa", 0.451e6, 3e-2, GUD_VERIFY_RELATIVE, dimples, NULL, {1}},
    {"broken",
     "fraction of the pad where the film is ruptured",
     "1",
     0.557,
     3e-2,
     GUD_VERIFY_RELATIVE,
     dimples,
     NULL,
     {2}},
};

const gud_verify_group gud_verify_dimpled = {
    .name = "dimples",
    .about = "square pad with 2 x 2 square dimples",
    .source =
        "own: converged in the grid, met by an independent relaxation within 0.5 % in load; data after T. Woloszynski, "
        "P. Podsiadlo, G. W. Stachowiak, Tribol. Lett. 58 (2015) 18",
    .cases = dimple_cases,
    .ncase = GUD_COUNT(dimple_cases),
};

// ---- journal with mass under a turning load; at: number of the quantity

static gud_status orbit(const gud_verify_case *c, gud_error *error, double *got)
{
    gud_orbit o;
    GUD_TRY(gud_verify_orbit(&gud_orbit_turning, 160, 10, 120, 4.0 * pi / gud_orbit_turning.speed, &o, error));
    const double all[] = {o.place[0], o.place[1], o.eps, o.worst, hypot(o.force[0], o.force[1])};
    *got = all[(int)c->at[0]];
    return GUD_OK;
}

static const gud_verify_case orbits[] = {
    {"x", "x/c of the journal after two turns", "1", 0.398, 1e-2, GUD_VERIFY_RELATIVE, orbit, NULL, {0}},
    {"y", "y/c of the journal after two turns", "1", -0.4125, 1e-2, GUD_VERIFY_RELATIVE, orbit, NULL, {1}},
    {"eps", "largest eccentricity ratio", "1", 0.6214, 5e-3, GUD_VERIFY_RELATIVE, orbit, NULL, {2}},
    {"force", "film force after two turns", "N", 1432.6, 5e-3, GUD_VERIFY_RELATIVE, orbit, NULL, {4}},
    {"oil", "largest mass imbalance of a step over the flow", "1", 1e-12, 0.0, GUD_VERIFY_AT_MOST, orbit, NULL, {3}},
};

const gud_verify_group gud_verify_orbits = {
    .name = "orbit",
    .about = "journal with mass under its weight and a load that turns, from rest in a full bearing",
    .source = "own: converged in grid and step, met by an independent relaxation and Newmark's rule within 0.5 %; "
              "problem after R. F. Ausas, M. Jai, G. C. Buscaglia, J. Tribol. 131 (2009) 031702",
    .cases = orbits,
    .ncase = GUD_COUNT(orbits),
};

// ---- the dynamically loaded bearing of Ausas, Jai and Buscaglia when the second blow is strongest; at: the quantity

static gud_status second_blow(const gud_verify_case *c, gud_error *error, double *got)
{
    gud_orbit o;
    GUD_TRY(gud_verify_orbit(&gud_orbit_ausas, 100, 8, 125, 0.5, &o, error));
    const double all[] = {-o.place[0], -o.place[1], o.eps, o.pressure, o.worst};
    *got = all[(int)c->at[0]];
    return GUD_OK;
}

static const gud_verify_case blow_cases[] = {
    {"X", "X at t = 0.5", "1", 0.7854, 5e-3, GUD_VERIFY_RELATIVE, second_blow, NULL, {0}},
    {"Y", "Y at t = 0.5", "1", 0.5051, 5e-3, GUD_VERIFY_RELATIVE, second_blow, NULL, {1}},
    {"eps", "largest eccentricity ratio until then", "1", 0.9337, 2e-3, GUD_VERIFY_RELATIVE, second_blow, NULL, {2}},
    {"pressure", "peak pressure until then", "1", 1.967, 2e-2, GUD_VERIFY_RELATIVE, second_blow, NULL, {3}},
    {"oil",
     "largest mass imbalance of a step over the flow",
     "1",
     1e-12,
     0.0,
     GUD_VERIFY_AT_MOST,
     second_blow,
     NULL,
     {4}},
};

const gud_verify_group gud_verify_blows = {
    .name = "blows",
    .about = "light journal under two load pulses per period, oil fed at one end, dimensionless",
    .source = "problem of R. F. Ausas, M. Jai, G. C. Buscaglia, J. Tribol. 131 (2009) 031702, section 5, whose results "
              "are figures; numbers: own, converged, met by relaxation and Newmark's rule as in the paper within 0.5 %",
    .cases = blow_cases,
    .ncase = GUD_COUNT(blow_cases),
};

// ---- a bearing that starves and is filled again

static gud_status supply(const gud_verify_case *c, gud_error *error, double *got)
{
    gud_supply s;
    (void)c;
    GUD_TRY(gud_verify_supply(40, 8, &s, error));
    *got = s.worst;
    return GUD_OK;
}

static const gud_verify_case supplies[] = {
    {"oil", "largest mass imbalance of a step over the flow", "1", 1e-12, 0.0, GUD_VERIFY_AT_MOST, supply, NULL, {0}},
};

const gud_verify_group gud_verify_supplies = {
    .name = "supply",
    .about = "oil of a bearing that starves and is filled again, inflow = outflow + storage",
    .source = "conservation of mass",
    .cases = supplies,
    .ncase = GUD_COUNT(supplies),
};
