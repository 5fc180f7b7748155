// Journal bearings: steady tables, closed forms and their limits, dynamic coefficients.
#include "verify/film.h"
#include "film/closed.h"
#include "num/pi.h"
#include "verify/verify.h"

#include <math.h>
#include <string.h>

// ---- the finite bearing; at: L/D, eps, number of the quantity

enum { journal_S, journal_attitude, journal_couette, journal_streamers, journal_flow };

static gud_status journal(const gud_verify_case *c, gud_error *error, double *got)
{
    const int wanted = (int)c->at[2];
    gud_journal j;
    GUD_TRY(gud_verify_journal(480, 24, c->at[0], c->at[1],
                               wanted == journal_couette ? &gud_drag_couette : &gud_drag_streamers, &j, error));
    const double all[] = {j.S, j.attitude, j.friction, j.friction, j.side_flow};
    *got = all[wanted];
    return GUD_OK;
}

#define JOURNAL_ONE(name, quantity, unit, expected, ratio, eps, wanted)                                                \
    {                                                                                                                  \
        name, quantity, unit, expected, 5e-3, GUD_VERIFY_RELATIVE, journal, NULL,                                      \
        {                                                                                                              \
            ratio, eps, wanted                                                                                         \
        }                                                                                                              \
    }

#define JOURNAL(at, ratio, eps, S, attitude, couette, streamers, flow)                                                 \
    JOURNAL_ONE("S-" at, "Sommerfeld number S, L/D-eps = " at, "1", S, ratio, eps, journal_S),                         \
        JOURNAL_ONE("attitude-" at, "attitude, L/D-eps = " at, "deg", attitude, ratio, eps, journal_attitude),         \
        JOURNAL_ONE("couette-" at, "(R/c) f, drag of a full film all around", "1", couette, ratio, eps,                \
                    journal_couette),                                                                                  \
        JOURNAL_ONE("streamers-" at, "(R/c) f, drag in proportion to the film fraction", "1", streamers, ratio, eps,   \
                    journal_streamers),                                                                                \
        JOURNAL_ONE("flow-" at, "side flow / (R c N L)", "1", flow, ratio, eps, journal_flow)

static const gud_verify_case journals[] = {
    JOURNAL("1-0.2", 1.0, 0.2, 0.632, 73.9, 12.8, 11.9, 1.005),
    JOURNAL("1-0.4", 1.0, 0.4, 0.2604, 62.6, 5.79, 5.09, 1.99),
    JOURNAL("1-0.6", 1.0, 0.6, 0.1210, 50.5, 3.22, 2.73, 2.95),
    JOURNAL("1-0.8", 1.0, 0.8, 0.0446, 36.2, 1.70, 1.42, 3.90),
    JOURNAL("1-0.9", 1.0, 0.9, 0.0188, 26.5, 1.05, 0.877, 4.37),
    JOURNAL("1/2-0.6", 0.5, 0.6, 0.3193, 48.05, 8.10, 6.72, 3.54),
    JOURNAL("1/4-0.8", 0.25, 0.8, 0.2633, 31.25, 8.87, 7.02, 4.95),
};

const gud_verify_group gud_verify_journals = {
    .name = "journal",
    .about = "steady journal bearing, supply line at the widest gap, mass-conserving cavitation",
    .source = "recomputed and grid-converged table; Raimondi and Boyd's charts differ by up to 1.5 %",
    .cases = journals,
    .ncase = GUD_COUNT(journals),
};

// ---- Butenschoen's tables; at: L/D, eps, 0 for So of rotation, 1 for its attitude, 2 for So of approach

static gud_status butenschoen(const gud_verify_case *c, gud_error *error, double *got)
{
    if (c->at[2] == 2.0) return gud_verify_approach(240, 24, c->at[0], c->at[1], got, error);
    gud_journal j;
    GUD_TRY(gud_verify_journal(480, 24, c->at[0], c->at[1], NULL, &j, error));
    *got = c->at[2] == 0.0 ? 1.0 / (2.0 * pi * j.S) : j.attitude;
    return GUD_OK;
}

#define TURNS(at, ratio, eps, So, attitude)                                                                            \
    {                                                                                                                  \
        "So-" at,       "So of rotation, L/D-eps = " at, "1", So, 5e-3, GUD_VERIFY_RELATIVE, butenschoen, NULL,        \
        {ratio, eps, 0}},                                                                                              \
    {                                                                                                                  \
        "attitude-" at, "attitude, L/D-eps = " at, "deg", attitude, 2e-3, GUD_VERIFY_RELATIVE, butenschoen, NULL,      \
        {                                                                                                              \
            ratio, eps, 1                                                                                              \
        }                                                                                                              \
    }

#define APPROACHES(at, ratio, eps, So)                                                                                 \
    {                                                                                                                  \
        "squeeze-" at, "So of approach, L/D-eps = " at, "1", So, 5e-3, GUD_VERIFY_RELATIVE, butenschoen, NULL,         \
        {                                                                                                              \
            ratio, eps, 2                                                                                              \
        }                                                                                                              \
    }

static const gud_verify_case butenschoens[] = {
    TURNS("1-0.1", 1.0, 0.1, 0.1196, 79.410),    TURNS("1-0.3", 1.0, 0.3, 0.4091, 68.264),
    TURNS("1-0.5", 1.0, 0.5, 0.8903, 56.705),    TURNS("1-0.7", 1.0, 0.7, 2.0432, 43.859),
    TURNS("1-0.9", 1.0, 0.9, 8.4352, 26.482),    TURNS("1-0.95", 1.0, 0.95, 18.7895, 19.450),
    TURNS("1/2-0.2", 0.5, 0.2, 0.0783, 75.142),  TURNS("1/2-0.5", 0.5, 0.5, 0.3124, 54.993),
    TURNS("1/2-0.8", 0.5, 0.8, 1.7339, 32.938),  TURNS("1/4-0.5", 0.25, 0.5, 0.0888, 54.069),
    TURNS("1/4-0.7", 0.25, 0.7, 0.2708, 39.326), TURNS("1/4-0.9", 0.25, 0.9, 2.1595, 21.790),
    APPROACHES("1--0.9", 1.0, -0.9, 0.5518),     APPROACHES("1--0.5", 1.0, -0.5, 0.971),
    APPROACHES("1-0", 1.0, 0.0, 2.4076),         APPROACHES("1-0.5", 1.0, 0.5, 9.7319),
    APPROACHES("1-0.8", 1.0, 0.8, 50.349),       APPROACHES("1-0.9", 1.0, 0.9, 160.25),
    APPROACHES("1/2--0.5", 0.5, -0.5, 0.2664),   APPROACHES("1/2-0.5", 0.5, 0.5, 3.675),
    APPROACHES("1/2-0.9", 0.5, 0.9, 104.75),     APPROACHES("1/4-0.5", 0.25, 0.5, 1.0715),
    APPROACHES("1/4-0.9", 0.25, 0.9, 46.559),
};

const gud_verify_group gud_verify_butenschoen = {
    .name = "butenschoen",
    .about = "finite journal bearing in rotation and in approach (negative eps: parting)",
    .source = "H. J. Butenschoen, thesis, Karlsruhe (1976), tables",
    .cases = butenschoens,
    .ncase = GUD_COUNT(butenschoens),
};

// ---- closed forms; what: the row; at: eps, 0 for S (times (L/D)^2 if short), 1 for the attitude

static const gud_closed_law *closed_find(const char *name)
{
    for (int i = 0; gud_closed_rows[i]; i++)
        if (strcmp(gud_closed_rows[i]->name, name) == 0) return (const gud_closed_law *)gud_closed_rows[i];
    return NULL;
}

// a bearing of radius, width, clearance and viscosity 1 whose journal turns at 1 rad/s
static gud_status closed(const gud_verify_case *c, gud_error *error, double *got)
{
    const gud_closed_in in = {1.0, 1.0, 1.0, 1.0, {c->at[0], 0.0}, {0.0, 0.0}, 1.0};
    gud_closed_out out;
    (void)error;
    GUD_TRY(gud_closed_eval(closed_find(c->what), &in, &out));
    const double W = hypot(out.F[0], out.F[1]), S = 1.0 / (2.0 * pi) * 2.0 / W;
    if (c->at[1] == 1.0)
        *got = atan2(out.F[1], -out.F[0]) * 180.0 / pi;
    else
        *got = strcmp(c->what, "short") == 0 ? S * 0.25 : S; // (L/D)^2 = 1/4
    return GUD_OK;
}

#define CLOSED(name, law, eps, S, attitude)                                                                            \
    {"S-" name, law " bearing: S, times (L/D)^2 if short", "1", S, 1e-3, GUD_VERIFY_RELATIVE, closed, law, {eps, 0}},  \
    {                                                                                                                  \
        "attitude-" name, law " bearing: attitude", "deg", attitude, 1e-3, GUD_VERIFY_RELATIVE, closed, law,           \
        {                                                                                                              \
            eps, 1                                                                                                     \
        }                                                                                                              \
    }

// ---- limits; what: the row; at: L/D, 0 for the radial defect, 1 tangential, 2 load, 3 by that at twice or half L/D

static gud_status limit(const gud_verify_case *c, gud_error *error, double *got)
{
    enum { nx = 480, ny = 48 };
    gud_limit one, other;
    GUD_TRY(gud_verify_limit(nx, ny, c->at[0], c->what, &one, error));
    const double defects[] = {1.0 - one.radial, 1.0 - one.tangential, 1.0 - one.load};
    if (c->at[1] < 3.0) {
        *got = defects[(int)c->at[1]];
        return GUD_OK;
    }
    GUD_TRY(gud_verify_limit(nx, ny, c->at[0] * (strcmp(c->what, "short") == 0 ? 0.5 : 2.0), c->what, &other, error));
    *got = defects[2] / (1.0 - other.load);
    return GUD_OK;
}

static const gud_verify_case closeds[] = {
    CLOSED("short-0.2", "short", 0.2, 0.46119, 75.4192),
    CLOSED("short-0.5", "short", 0.5, 0.10605, 53.6842),
    CLOSED("short-0.8", "short", 0.8, 0.01388, 30.5001),
    CLOSED("long-0.2", "long", 0.2, 0.16736, 82.60),
    CLOSED("long-0.5", "long", 0.5, 0.06177, 69.82),
    CLOSED("long-0.8", "long", 0.8, 0.02549, 49.67),
    {"radial-0.1",
     "fraction of Ocvirk\'s radial force missing at L/D = 0.1",
     "1",
     0.019,
     5e-4,
     GUD_VERIFY_ABSOLUTE,
     limit,
     "short",
     {0.1, 0}},
    {"tangential-0.1",
     "fraction of Ocvirk\'s tangential force missing at L/D = 0.1",
     "1",
     0.009,
     5e-4,
     GUD_VERIFY_ABSOLUTE,
     limit,
     "short",
     {0.1, 1}},
    {"radial-0.025",
     "fraction of Ocvirk\'s radial force missing at L/D = 0.025",
     "1",
     0.0013,
     2e-4,
     GUD_VERIFY_ABSOLUTE,
     limit,
     "short",
     {0.025, 0}},
    {"tangential-0.025",
     "fraction of Ocvirk\'s tangential force missing at L/D = 0.025",
     "1",
     0.0006,
     2e-4,
     GUD_VERIFY_ABSOLUTE,
     limit,
     "short",
     {0.025, 1}},
    {"order-short",
     "missing load at L/D = 0.1 over that at 0.05: as (L/D)^2",
     "1",
     4.0,
     0.03,
     GUD_VERIFY_RELATIVE,
     limit,
     "short",
     {0.1, 3}},
    {"order-long",
     "missing load at L/D = 8 over that at 16: as D/L",
     "1",
     2.0,
     0.03,
     GUD_VERIFY_RELATIVE,
     limit,
     "long",
     {8.0, 3}},
};

const gud_verify_group gud_verify_closed = {
    .name = "closed",
    .about = "short and long bearing, and the finite one with half a film in both limits",
    .source = "F. W. Ocvirk, NACA TN 2808 (1952); A. Sommerfeld (1904), half; analytic",
    .cases = closeds,
    .ncase = GUD_COUNT(closeds),
};

// ---- dynamic coefficients at eps = 0.5, first the direction of the load
// at: row, column, 0 for stiffness and 1 for damping

// entry of c/W times stiffness or damping (journal of unit clearance and speed) in the axes of the load, from
// derivatives D = (D[0], D[1]; D[2], D[3]) of the force F
static double turned(const double D[4], const double F[2], int row, int column)
{
    const double W = hypot(F[0], F[1]), u[2][2] = {{-F[0] / W, -F[1] / W}, {F[1] / W, -F[0] / W}};
    double sum = 0.0;
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++) sum -= u[row][i] * D[2 * i + k] * u[column][k];
    return sum / W;
}

static const double short_width = 0.04; // of a bearing of unit radius

static gud_status closed_coefficient(const gud_verify_case *c, gud_error *error, double *got)
{
    const gud_closed_in in = {1.0, short_width, 1.0, 1.0, {0.5, 0.0}, {0.0, 0.0}, 1.0};
    gud_closed_out out;
    double D[4];
    (void)error;
    GUD_TRY(gud_closed_eval(closed_find("short"), &in, &out));
    for (int i = 0; i < 4; i++) D[i] = c->at[2] == 0.0 ? out.F_e[i / 2][i % 2] : out.F_v[i / 2][i % 2];
    *got = turned(D, out.F, (int)c->at[0], (int)c->at[1]);
    return GUD_OK;
}

static gud_status grid_coefficient(const gud_verify_case *c, gud_error *error, double *got)
{
    const gud_bearing_spec spec = {.radius = 1.0,
                                   .width = short_width,
                                   .clearance = 1.0,
                                   .nx = 360,
                                   .ny = 24,
                                   .half = true,
                                   .cavitation = &gud_cavitation_guembel};
    const gud_lubricant oil = gud_lubricant_constant(1.0);
    const gud_bearing_in in = {.q = {0.5}, .omega_j = 1.0, .oil = &oil};
    gud_bearing_out out;
    gud_bearing_rig r;
    double D[4];
    gud_status status = gud_bearing_rig_open(&r, &spec, error);
    if (status == GUD_OK) status = gud_bearing_solve(r.bearing, r.work, &in, true, &r.film, &out, error);
    gud_bearing_rig_close(&r);
    GUD_TRY(status);
    for (int i = 0; i < 4; i++) D[i] = c->at[2] == 0.0 ? out.Q_q[i / 2][i % 2] : out.Q_v[i / 2][i % 2];
    *got = turned(D, out.Q, (int)c->at[0], (int)c->at[1]);
    return GUD_OK;
}

#define COEFFICIENT(name, symbol, row, column, damping, expected)                                                      \
    {name, symbol ", closed form", "1", expected, 1e-6, GUD_VERIFY_RELATIVE, closed_coefficient,                       \
     NULL, {row, column, damping}},                                                                                    \
    {                                                                                                                  \
        name "-grid", symbol ", L/D = 0.02 on a grid", "1", expected, 5e-3, GUD_VERIFY_RELATIVE, grid_coefficient,     \
            NULL,                                                                                                      \
        {                                                                                                              \
            row, column, damping                                                                                       \
        }                                                                                                              \
    }

static const gud_verify_case coefficients[] = {
    COEFFICIENT("K-load-load", "c/W K along the load, motion along it", 0, 0, 0, 2.9232504982),
    COEFFICIENT("K-load-cross", "c/W K along the load, motion across it", 0, 1, 0, 3.9766424213),
    COEFFICIENT("K-cross-load", "c/W K across the load, motion along it", 1, 0, 0, -0.8576995103),
    COEFFICIENT("K-cross-cross", "c/W K across the load, motion across it", 1, 1, 0, 2.2099437483),
    COEFFICIENT("C-load-load", "c omega/W C along the load, motion along it", 0, 0, 1, 6.6147597222),
    COEFFICIENT("C-load-cross", "c omega/W C along the load, motion across it", 0, 1, 1, 2.2449554978),
    COEFFICIENT("C-cross-load", "c omega/W C across the load, motion along it", 1, 0, 1, 2.2449554978),
    COEFFICIENT("C-cross-cross", "c omega/W C across the load, motion across it", 1, 1, 1, 3.0539241409),
};

const gud_verify_group gud_verify_coefficients = {
    .name = "coefficients",
    .about = "stiffness and damping of a short bearing with half a film at eps = 0.5",
    .source = "closed forms of the short bearing: D. Childs, Turbomachinery Rotordynamics, Wiley (1993)",
    .cases = coefficients,
    .ncase = GUD_COUNT(coefficients),
};
