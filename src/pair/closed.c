// Journal bearings with a closed form of the film force: short and long.

#include "film/closed.h"
#include "num/pi.h"
#include "pair/lubricated.h"

#include <math.h>

static void closed_eval(const void *prm, const gud_pair_in *in, gud_pair_out *out)
{
    const gud_lubricated *p = prm;
    const gud_journal_place at = gud_journal_at(p->tilts, in->pose[0], in->pose[1]);
    const gud_closed_in given = {.radius = p->radius,
                                 .width = p->width,
                                 .clearance = p->clearance,
                                 .eta = p->oil.eta0,
                                 .e = {at.q[0], at.q[1]},
                                 .v = {at.q_t[0], at.q_t[1]},
                                 .omega = at.omega_j - at.omega_b};
    gud_closed_out film;
    out->status = gud_closed_eval(p->closed, &given, &film);
    if (out->status != GUD_OK) out->reason = gud_lubricated_reason(p, &at);
    if (out->status != GUD_OK) return;

    // drag of the walls in a film that is full all around, and the pressure's couple
    const double left = 1.0 - (at.q[0] * at.q[0] + at.q[1] * at.q[1]) / (p->clearance * p->clearance);
    const double drag =
        2.0 * pi * p->oil.eta0 * p->radius * p->radius * p->radius * p->width / (p->clearance * sqrt(left));
    gud_journal_answer a = {0};
    for (int i = 0; i < 2; i++) {
        a.F[i] = film.F[i];
        for (int j = 0; j < 2; j++) {
            a.F_q[i][j] = film.F_e[i][j];
            a.F_v[i][j] = film.F_v[i][j];
        }
        a.F_v[i][4] = film.F_omega[i];
        a.F_q[4][i] = -drag * given.omega * at.q[i] / (p->clearance * p->clearance * left);
    }
    a.F[4] = -drag * given.omega;
    a.F_v[4][4] = -drag;
    gud_journal_couple(at.q, &a);
    gud_journal_give(p->tilts, in, &at, &a, out);
    if (out->energies) out->dissipation = -a.F[0] * at.q_t[0] - a.F[1] * at.q_t[1] - a.F[4] * given.omega;
}

static gud_status closed_start(const void *prm, const gud_pair_in *in, double *history, double *y, gud_error *error)
{
    const gud_lubricated *p = prm;
    (void)history;
    (void)y;
    const gud_journal_place at = gud_journal_at(p->tilts, in->pose[0], in->pose[1]);
    return gud_lubricated_fits(p, &at, error);
}

static void closed_report(const void *prm, const gud_pair_in *in, double *values)
{
    const gud_lubricated *p = prm;
    const gud_journal_place at = gud_journal_at(p->tilts, in->pose[0], in->pose[1]);
    double wrench[12] = {0};
    gud_pair_out out = {.wrench = wrench, .energies = true};
    closed_eval(prm, in, &out);
    gud_lubricated_report_place(p, &at, values);
    values[5] = out.dissipation;
}

const gud_pair_law gud_pair_closed = {
    .eval = closed_eval,
    .start = closed_start,
    .film_error = gud_lubricated_film_error,
    .channels = gud_lubricated_channels,
    .nchannel = GUD_LUBRICATED_CLOSED,
    .report = closed_report,
};
