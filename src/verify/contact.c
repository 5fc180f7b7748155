// Dry contact: restitution of damped laws, an experiment on a pin in a hole, a stiffness.
#include "contact/contact.h"
#include "verify/verify.h"

static gud_status make(const char *name, const gud_contact_params *given, const gud_contact_pair *pair,
                       gud_error *error, gud_contact *contact)
{
    gud_contact_params prm;
    const gud_contact_law *law = gud_contact_find(name);
    gud_contact_defaults(law, &prm);
    return gud_contact_make(law, given ? given : &prm, pair, error, contact);
}

// ---- restitution: a mass flies against a wall, in units in which mass, stiffness and speed are 1
//      what: the law; at: the letter e, choice of the solution (gonthier)

typedef struct motion {
    double depth, rate;
} motion;

static motion slope_of(const gud_contact *contact, motion m)
{
    const double first = 1.0;
    double force, F_depth, F_rate;
    const gud_contact_in in = {&m.depth, &m.rate, &first};
    gud_contact_out out = {&force, &F_depth, &F_rate};
    gud_contact_eval(contact, 1, &in, &out);
    return (motion){m.rate, -force};
}

static motion ahead(motion m, double h, motion slope)
{
    return (motion){m.depth + h * slope.depth, m.rate + h * slope.rate};
}

// one step of the classical Runge-Kutta method
static motion step(const gud_contact *contact, motion m, double h)
{
    const motion a = slope_of(contact, m), b = slope_of(contact, ahead(m, 0.5 * h, a));
    const motion c = slope_of(contact, ahead(m, 0.5 * h, b)), d = slope_of(contact, ahead(m, h, c));
    return (motion){m.depth + h / 6.0 * (a.depth + 2.0 * (b.depth + c.depth) + d.depth),
                    m.rate + h / 6.0 * (a.rate + 2.0 * (b.rate + c.rate) + d.rate)};
}

static gud_status rebound(const gud_verify_case *c, gud_error *error, double *got)
{
    gud_contact contact;
    gud_contact_params prm;
    gud_contact_pair pair;
    gud_contact_pair_defaults(&pair);
    gud_contact_defaults(gud_contact_find(c->what), &prm);
    prm.stiffness = 1.0;
    prm.restitution = c->at[0];
    prm.solution = (int)c->at[1];
    GUD_TRY(make(c->what, &prm, &pair, error, &contact));
    motion m = {0.0, 1.0};
    for (int i = 0; i < 100000; i++) {
        m = step(&contact, m, 1e-3);
        if (m.depth <= 0.0) {
            *got = -m.rate;
            return GUD_OK;
        }
    }
    return gud_fail(error, GUD_ERR_NUMERIC, "the mass does not return");
}

#define REBOUND(name, law, label, e, expected, solution)                                                               \
    {                                                                                                                  \
        name, label ", e = " #e, "1", expected, 1e-3, GUD_VERIFY_ABSOLUTE, rebound, law,                               \
        {                                                                                                              \
            e, solution                                                                                                \
        }                                                                                                              \
    }

static const gud_verify_case restitutions[] = {
    REBOUND("lankarani-nikravesh-0.3", "lankarani_nikravesh", "Lankarani-Nikravesh", 0.3, 0.684, 0),
    REBOUND("lankarani-nikravesh-0.5", "lankarani_nikravesh", "Lankarani-Nikravesh", 0.5, 0.725, 0),
    REBOUND("lankarani-nikravesh-0.7", "lankarani_nikravesh", "Lankarani-Nikravesh", 0.7, 0.796, 0),
    REBOUND("lankarani-nikravesh-0.9", "lankarani_nikravesh", "Lankarani-Nikravesh", 0.9, 0.913, 0),
    REBOUND("hunt-crossley-0.3", "hunt_crossley", "Hunt-Crossley", 0.3, 0.581, 0),
    REBOUND("hunt-crossley-0.5", "hunt_crossley", "Hunt-Crossley", 0.5, 0.663, 0),
    REBOUND("hunt-crossley-0.7", "hunt_crossley", "Hunt-Crossley", 0.7, 0.768, 0),
    REBOUND("hunt-crossley-0.9", "hunt_crossley", "Hunt-Crossley", 0.9, 0.909, 0),
    REBOUND("flores-0.3", "flores", "Flores", 0.3, 0.256, 0),
    REBOUND("flores-0.5", "flores", "Flores", 0.5, 0.470, 0),
    REBOUND("flores-0.7", "flores", "Flores", 0.7, 0.683, 0),
    REBOUND("flores-0.9", "flores", "Flores", 0.9, 0.894, 0),
    REBOUND("gonthier-0.3", "gonthier", "Gonthier, approximate", 0.3, 0.304, 1),
    REBOUND("gonthier-0.5", "gonthier", "Gonthier, approximate", 0.5, 0.488, 1),
    REBOUND("gonthier-0.7", "gonthier", "Gonthier, approximate", 0.7, 0.670, 1),
    REBOUND("gonthier-0.9", "gonthier", "Gonthier, approximate", 0.9, 0.876, 1),
};

const gud_verify_group gud_verify_restitution = {
    .name = "restitution",
    .about = "restitution of an impact for a given coefficient e, by time integration",
    .source = "analytic: G(1) = G(-e_out), G(v) = v/chi - ln(1 + chi v)/chi^2",
    .cases = restitutions,
    .ncase = GUD_COUNT(restitutions),
};

// ---- Liu 2013, table 1; what: the law; at: clearance and depth in mm

static gud_status pin_force(const char *law, double clearance, double depth, gud_error *error, double *force)
{
    gud_contact contact;
    gud_contact_pair pair;
    gud_contact_pair_defaults(&pair);
    pair.young[0] = pair.young[1] = 206e9;
    pair.poisson[0] = pair.poisson[1] = 0.3;
    pair.radius = 0.91e-3; // not printed; inferred from the conformal column
    pair.clearance = clearance;
    pair.width = 1e-3;
    GUD_TRY(make(law, NULL, &pair, error, &contact));
    gud_contact_curves(1, &contact, 1, &depth, force, NULL);
    return GUD_OK;
}

static gud_status pin(const gud_verify_case *c, gud_error *error, double *got)
{
    return pin_force(c->what, 1e-3 * c->at[0], 1e-3 * c->at[1], error, got);
}

// clearance and depth in mm, load of the experiment in N
static const double experiment[][3] = {
    {0.067, 0.00981, 500}, {0.067, 0.01971, 1000}, {0.067, 0.03253, 2000}, {0.067, 0.04484, 3000},
    {0.094, 0.01156, 500}, {0.094, 0.02308, 1000}, {0.094, 0.03232, 2000}, {0.094, 0.04484, 3000},
    {0.104, 0.00734, 500}, {0.104, 0.01436, 1000}, {0.104, 0.02512, 1640},
};

static gud_status mean_error(const char *law, gud_error *error, double *mean)
{
    *mean = 0.0;
    for (int i = 0; i < GUD_COUNT(experiment); i++) {
        const double *row = experiment[i];
        double force;
        GUD_TRY(pin_force(law, 1e-3 * row[0], 1e-3 * row[1], error, &force));
        *mean += fabs(force / row[2] - 1.0) / GUD_COUNT(experiment);
    }
    return GUD_OK;
}

// mean error of the geometric model, as a multiple of that of another one
static gud_status closeness(const gud_verify_case *c, gud_error *error, double *got)
{
    double geometric, other;
    GUD_TRY(mean_error("liu_geometric", error, &geometric));
    GUD_TRY(mean_error(c->what, error, &other));
    *got = geometric / other;
    return GUD_OK;
}

#define PIN(row, clearance, depth, hertz, conformal)                                                                   \
    {"hertz-" #row,                                                                                                    \
     "Hertz load, clearance " #clearance " mm, depth " #depth " mm",                                                   \
     "N",                                                                                                              \
     hertz,                                                                                                            \
     5e-3,                                                                                                             \
     GUD_VERIFY_RELATIVE,                                                                                              \
     pin,                                                                                                              \
     "liu_nonconformal",                                                                                               \
     {clearance, depth}},                                                                                              \
    {                                                                                                                  \
        "conformal-" #row, "conformal load, clearance " #clearance " mm, depth " #depth " mm", "N", conformal, 1.5e-2, \
            GUD_VERIFY_RELATIVE, pin, "liu_conformal",                                                                 \
        {                                                                                                              \
            clearance, depth                                                                                           \
        }                                                                                                              \
    }

static const gud_verify_case pins[] = {
    PIN(1, 0.067, 0.00981, 871, 494),
    PIN(2, 0.067, 0.01971, 1751, 1410),
    PIN(3, 0.067, 0.03253, 2889, 2988),
    PIN(4, 0.067, 0.04484, 3983, 4836),
    PIN(5, 0.094, 0.01156, 1026, 527),
    PIN(6, 0.094, 0.02308, 2054, 1502),
    PIN(7, 0.094, 0.03232, 2871, 2483),
    PIN(8, 0.094, 0.04484, 3983, 4056),
    PIN(9, 0.104, 0.00734, 653, 252),
    PIN(10, 0.104, 0.01436, 1275, 696),
    PIN(11, 0.104, 0.02512, 2231, 1607),
    {"closer-than-hertz",
     "mean error of the geometric model over that of Hertz",
     "1",
     1.0,
     0.0,
     GUD_VERIFY_AT_MOST,
     closeness,
     "liu_nonconformal",
     {0}},
    {"closer-than-conformal",
     "mean error of the geometric model over that of the conformal one",
     "1",
     1.0,
     0.0,
     GUD_VERIFY_AT_MOST,
     closeness,
     "liu_conformal",
     {0}},
};

const gud_verify_group gud_verify_liu = {
    .name = "liu",
    .about = "a steel pin pressed into a hole, loads for 1 mm width",
    .source = "Liu 2013, table 1; nu = 0.3 and the hole's radius 0.91 mm are inferred",
    .cases = pins,
    .ncase = GUD_COUNT(pins),
};

// ---- stiffness

static gud_status stiffness(const gud_verify_case *c, gud_error *error, double *got)
{
    gud_contact contact;
    gud_contact_pair pair;
    gud_contact_pair_defaults(&pair);
    pair.young[0] = pair.young[1] = 207e9;
    pair.poisson[0] = pair.poisson[1] = 0.3;
    pair.radius = 0.010;
    pair.clearance = 0.5e-3;
    GUD_TRY(make(c->what, NULL, &pair, error, &contact));
    *got = contact.stiffness;
    return GUD_OK;
}

static const gud_verify_case stiffnesses[] = {
    {"slider-crank",
     "generalised stiffness, bearing radius 10 mm, clearance 0.5 mm, steel",
     "N/m^1.5",
     6.61e10,
     1e-3,
     GUD_VERIFY_RELATIVE,
     stiffness,
     "lankarani_nikravesh",
     {0}},
};

const gud_verify_group gud_verify_stiffness = {
    .name = "stiffness",
    .about = "stiffness of a pin in a hole from materials and radii",
    .source = "slider-crank of Flores, Ambrosio and Claro with a dry clearance joint: E 207 GPa, nu 0.3",
    .cases = stiffnesses,
    .ncase = GUD_COUNT(stiffnesses),
};
