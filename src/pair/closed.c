#include "pair/closed.h"

#include "num/pi.h"
#include "num/vec.h"
#include "pair/limits.h"
#include "pair/relative.h"
#include "pair/round_gap.h"
#include "pair/squeeze.h"

#include <math.h>
#include <string.h>

static const double touching = 1e-3; // part of the clearance that is as good as none

static void locate(const gud_closed_pair *p, const gud_pair_in *in, gud_location *at)
{
    gud_pose seen;
    gud_pose_seen(in->pose[0], in->pose[1], &seen);
    gud_geometry_pin.locate(&p->pin, &seen, at);
}

static double film_of(const gud_closed_pair *p, const gud_location *at)
{
    return gud_geometry_pin.closest(&p->pin, at).gap;
}

// forces and their derivatives on the coordinates of the pin
typedef struct {
    double Q[5], Q_q[25], Q_v[25];
    gud_response response;
} forces;

// drag of the walls in a film that is full all around, and the pressure's couple -(e x F)/2: docs/theory/lubricated.md
// (3)
static void add_torque(const gud_closed_pair *p, const gud_location *at, double omega, forces *f)
{
    const int n = f->response.nq, turn = n - 1;
    const double c = p->pin.clearance, R = p->pin.radius, *e = at->q;
    const double left = 1.0 - (e[0] * e[0] + e[1] * e[1]) / (c * c);
    const double drag = 2.0 * pi * p->eta * R * R * R * p->pin.width / (c * sqrt(left));
    f->Q[turn] = -drag * omega - 0.5 * (e[0] * f->Q[1] - e[1] * f->Q[0]);
    f->Q_v[turn * n + turn] = -drag;
    for (int k = 0; k < n; k++) {
        f->Q_q[turn * n + k] -= 0.5 * (e[0] * f->Q_q[n + k] - e[1] * f->Q_q[k]);
        f->Q_v[turn * n + k] -= 0.5 * (e[0] * f->Q_v[n + k] - e[1] * f->Q_v[k]);
    }
    f->Q_q[turn * n] -= 0.5 * f->Q[1] + drag * omega * e[0] / (c * c * left);
    f->Q_q[turn * n + 1] -= -0.5 * f->Q[0] + drag * omega * e[1] / (c * c * left);
}

static gud_status forces_find(const gud_closed_pair *p, const gud_location *at, forces *f)
{
    const int n = gud_pin_nq(&p->pin);
    const double omega = at->q_t[n - 1];
    const gud_closed_in given = {.radius = p->pin.radius,
                                 .width = p->pin.width,
                                 .clearance = p->pin.clearance,
                                 .eta = p->eta,
                                 .e = {at->q[0], at->q[1]},
                                 .v = {at->q_t[0], at->q_t[1]},
                                 .omega = omega};
    gud_closed_out film;
    *f = (forces){.response = {.nq = n}};
    GUD_TRY(gud_closed_eval(p->law, &given, &film));
    for (int i = 0; i < 2; i++) {
        f->Q[i] = film.F[i];
        for (int j = 0; j < 2; j++) {
            f->Q_q[i * n + j] = film.F_e[i][j];
            f->Q_v[i * n + j] = film.F_v[i][j];
        }
        f->Q_v[i * n + n - 1] = film.F_omega[i];
    }
    add_torque(p, at, omega, f);
    return GUD_OK;
}

static double loss_of(const gud_location *at, const forces *f)
{
    double loss = 0.0;
    for (int k = 0; k < f->response.nq; k++) loss -= f->Q[k] * at->q_t[k];
    return loss;
}

static void eval(const void *prm, const gud_pair_in *in, gud_pair_out *out)
{
    const gud_closed_pair *p = prm;
    double wrench[6], by_shift[36], by_twist[36];
    gud_relative relative;
    gud_location at;
    forces f;
    locate(p, in, &at);
    out->status = forces_find(p, &at, &f);
    if (out->status != GUD_OK) {
        out->reason = "has no film left: its walls touch; add dry contact (contact) or rough contact (model: mixed)";
        return;
    }
    f.response = (gud_response){f.response.nq, f.Q, f.Q_q, f.Q_v};
    gud_geometry_pin.wrench(&p->pin, &at, &f.response, wrench, by_shift, by_twist);
    gud_relative_of(in, 0, &relative);
    gud_relative_give(&relative, wrench, by_shift, by_twist, out);
    if (out->energies) out->dissipation = loss_of(&at, &f);
}

static gud_status start(const void *prm, const gud_pair_in *in, double *history, double *y, gud_error *error)
{
    const gud_closed_pair *p = prm;
    gud_location at;
    (void)history, (void)y;
    locate(p, in, &at);
    const double eps = hypot(at.q[0], at.q[1]) / p->pin.clearance;
    if (eps < 1.0) return GUD_OK;
    return gud_fail(error, GUD_ERR_INPUT, "the journal overlaps its bearing at the start (eccentricity ratio %.4g)",
                    eps);
}

static double film_error(const void *prm, const gud_pair_in *in, const double off[12])
{
    const gud_closed_pair *p = prm;
    gud_location at;
    double move[3], seen[3];
    locate(p, in, &at);
    v3_axpy(move, off + 6, -1.0, off);
    m3_apply_t(seen, in->pose[0]->R, move);
    return gud_round_gap_error(hypot(at.q[0], at.q[1]), fmax(film_of(p, &at), touching * p->pin.clearance),
                               seen[0] * at.q[0] + seen[1] * at.q[1], hypot(seen[0], seen[1]));
}

static const gud_pair_label channels[] = {
    {"eccentricity.x", "m", "of the journal in the bearing, along x of the bearing's frame"},
    {"eccentricity.y", "m", "along y of the bearing's frame"},
    {"eccentricity_ratio", "1", "eccentricity over clearance"},
    {"eccentricity_rate", "m/s", "rate of the eccentricity"},
    {"film_middle", "m", "clearance minus eccentricity, in the middle of the bearing"},
    {"film_min", "m", "smallest gap anywhere between the walls"},
    {"loss_film", "W", "power loss in the film"},
    {"friction_torque", "N.m", "on the journal"},
    {"specific_load", "Pa", "load over projected area"},
};

enum { of_position = 5 };

static void report(const void *prm, const gud_pair_in *in, double *values)
{
    const gud_closed_pair *p = prm;
    double position[7];
    gud_location at;
    forces f;
    locate(p, in, &at);
    gud_geometry_pin.report(&p->pin, &at, position);
    memcpy(values, position, of_position * sizeof *values);
    (void)forces_find(p, &at, &f);
    const double told[] = {film_of(p, &at), loss_of(&at, &f), f.Q[f.response.nq - 1],
                           hypot(f.Q[0], f.Q[1]) / (2.0 * p->pin.radius * p->pin.width)};
    memcpy(values + of_position, told, sizeof told);
}

static bool remark(const void *prm, const gud_pair_in *in, char *text, size_t size)
{
    const gud_closed_pair *p = prm;
    gud_location at;
    locate(p, in, &at);
    return gud_squeezed_out(film_of(p, &at), p->pin.clearance, text, size);
}

const gud_pair_law gud_pair_closed = {
    .eval = eval,
    .straight = true,
    .start = start,
    .film_error = film_error,
    .channels = channels,
    .nchannel = GUD_COUNT(channels),
    .report = report,
    .remark = remark,
    .limits = gud_closed_limits,
};
