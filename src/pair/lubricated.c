#include "pair/lubricated.h"

#include <math.h>

gud_status gud_lubricated_fits(const gud_lubricated *p, const gud_journal_place *at, gud_error *error)
{
    const double eps = hypot(at->q[0], at->q[1]) / p->clearance;
    if (eps < 1.0) return GUD_OK;
    return gud_fail(error, GUD_ERR_INPUT, "the journal overlaps its bearing at the start (eccentricity ratio %.4g)",
                    eps);
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
