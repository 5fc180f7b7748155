#include "pair/lubricated.h"

#include "num/vec.h"

#include <math.h>

static const double touching = 1e-3; // part of the clearance that is as good as none

gud_status gud_lubricated_fits(const gud_lubricated *p, const gud_journal_place *at, gud_error *error)
{
    const double eps = hypot(at->q[0], at->q[1]) / p->clearance;
    if (eps < 1.0) return GUD_OK;
    return gud_fail(error, GUD_ERR_INPUT, "the journal overlaps its bearing at the start (eccentricity ratio %.4g)",
                    eps);
}

// clearance that is left at the end where it is the least
static double thinnest(const gud_lubricated *p, const gud_journal_place *at)
{
    const double half = p->tilts ? 0.5 * p->width : 0.0;
    double e = 0.0;
    for (int end = -1; end <= 1; end += 2)
        e = fmax(e, hypot(at->q[0] + end * half * at->q[2], at->q[1] + end * half * at->q[3]));
    return p->clearance - e;
}

double gud_lubricated_fineness(const gud_lubricated *p, const gud_force_in *in)
{
    const gud_journal_place at = gud_journal_at(p->tilts, in->pose[0], in->pose[1]);
    return fmax(thinnest(p, &at), p->rough ? p->rough->params.sigma : touching * p->clearance);
}

// At the angle a from the narrowest place walls approach by r cos a + t sin a where the gap is c - e cos a. The largest
// quotient L of the two is the larger root of L^2 (c^2 - e^2) - 2 L e r - (r^2 + t^2) = 0.
double gud_lubricated_off(const void *params, const gud_force_in *in, const double off[12])
{
    const gud_lubricated *p = params;
    const gud_journal_place at = gud_journal_at(p->tilts, in->pose[0], in->pose[1]);
    const double e = hypot(at.q[0], at.q[1]), h = gud_lubricated_fineness(p, in), rest = h * (h + 2.0 * e);
    double move[3], seen[3];
    v3_axpy(move, off + 6, -1.0, off);
    m3_apply_t(seen, in->pose[0]->R, move);
    const double er = fabs(seen[0] * at.q[0] + seen[1] * at.q[1]);
    return (er + sqrt(er * er + rest * (seen[0] * seen[0] + seen[1] * seen[1]))) / rest;
}

const char *gud_lubricated_reason(const gud_lubricated *p, const gud_journal_place *at)
{
    if (thinnest(p, at) > touching * p->clearance) return "finds no pressure of its film";
    return p->closed
               ? "has no film left: its walls touch; dry contact beside the film (contact) or rough contact (model: "
                 "mixed) carries on"
               : "has no film left: smooth walls touch; a finer film.grid or rough contact (model: mixed) carries on";
}

double gud_load_share(int n, const double *part, const double *rest)
{
    double along = 0.0, whole = 0.0;
    for (int k = 0; k < n; k++) {
        along += part[k] * (part[k] + rest[k]);
        whole += (part[k] + rest[k]) * (part[k] + rest[k]);
    }
    return whole > 0.0 ? fmin(fmax(along / whole, 0.0), 1.0) : 0.0;
}

const gud_force_label gud_lubricated_labels[] = {
    {"eccentricity.x", "m", "of the journal in the bearing, along x of the bearing's frame"},
    {"eccentricity.y", "m", "along y of the bearing's frame"},
    {"eccentricity_ratio", "1", "eccentricity over clearance"},
    {"eccentricity_rate", "m/s", "rate of the eccentricity"},
    {"film_min", "m", "smallest film, clearance minus eccentricity"},
    {"loss_film", "W", "lost in the film"},
    {"loss_asperity", "W", "lost by boundary friction"},
    {"friction_torque", "N.m", "on the journal"},
    {"film_min_nodal", "m", "smallest film of the grid"},
    {"film_pressure_max", "Pa", "largest pressure of the film"},
    {"asperity_pressure_max", "Pa", "largest pressure of the asperities"},
    {"asperity_load", "N", "sum of the asperities' pressure"},
    {"asperity_share", "1", "part of the load that asperities carry"},
    {"side_flow", "m3/s", "oil out of both ends"},
};

void gud_lubricated_tell_place(const gud_lubricated *p, const gud_journal_place *at, double *values)
{
    const double e = hypot(at->q[0], at->q[1]);
    values[0] = at->q[0];
    values[1] = at->q[1];
    values[2] = e / p->clearance;
    values[3] = e > 0.0 ? (at->q[0] * at->q_t[0] + at->q[1] * at->q_t[1]) / e : 0.0;
    values[4] = p->clearance - e;
}
