// Squeeze film of a ball that moves in a hemispherical socket; Tian 2009, eqs 33 and 34, rederived in
// docs/theory/lubricated.md, section 6.
//
//     F = 6 pi eta R^4 / c^3 g(eps) e_t,   f_B = -F n,   n = e/|e|,   eps = |e|/c
//
//     g(eps) = 1/(1 - eps) - S(eps),   S = sum eps^k/(k + 3) = -(ln(1 - eps) + eps + eps^2/2)/eps^3
//
// The film pushes and never pulls: F = 0 when the ball recedes from the wall; the force has a kink there, which needs
// no event (a step over it errs by h^2 once, less than the method does in all its steps). At the middle every motion
// approaches the wall, and F opposes it whatever its direction.

#include "pair/squeeze.h"

#include "num/pi.h"
#include "num/vec.h"
#include "pair/round_gap.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double centred = 1e-9;   // of the clearance: nearer to the middle the eccentricity has no direction
static const double thinnest = 1e-3;  // of the clearance: thinner films are none
static const double unmoved = 1e-2;   // of the clearance: a ball that is no further off the middle is as good as ideal
static const double series_end = 0.3; // eccentricity ratio from which on the logarithm has enough digits

// S and its slope. The logarithm cancels three orders of eps, so a series serves near the middle.
static double deficit(double eps, double *slope)
{
    if (eps < series_end) {
        enum { nterm = 32 }; // 0.3^32 is below rounding
        double sum = 0.0, bend = 0.0;
        for (int k = nterm; k >= 0; k--) {
            bend = bend * eps + sum;
            sum = sum * eps + 1.0 / (k + 3);
        }
        *slope = bend;
        return sum;
    }
    const double S = -(log1p(-eps) + eps + 0.5 * eps * eps) / (eps * eps * eps);
    *slope = (1.0 / (1.0 - eps) - 3.0 * S) / eps;
    return S;
}

double gud_squeeze_growth(double eps, double *slope)
{
    const double left = 1.0 / (1.0 - eps);
    double S_eps;
    const double S = deficit(eps, &S_eps);
    *slope = left * left - S_eps;
    return left - S;
}

// force per rate of the eccentricity ratio, without its growth
static double scale_of(const gud_squeeze *p)
{
    const double R2 = p->radius * p->radius;
    return 6.0 * pi * p->eta * R2 * R2 / (p->clearance * p->clearance);
}

gud_status gud_squeeze_eval(const gud_squeeze *p, double e, double rate, gud_squeeze_out *out)
{
    const double c = p->clearance, scale = scale_of(p) / c;
    double slope;
    if (!(e < c)) return GUD_RETRY;
    const double growth = gud_squeeze_growth(e / c, &slope);
    *out = (gud_squeeze_out){.F = scale * growth * rate, .F_e = scale * slope / c * rate, .F_rate = scale * growth};
    return GUD_OK;
}

double gud_squeeze_pressure(const gud_squeeze *p, double e, double rate)
{
    const double c = p->clearance, left = 1.0 - e / c;
    return 3.0 * p->eta * p->radius * p->radius * rate / (c * c * c) * (2.0 - e / c) / (left * left);
}

// where the ball is and how it moves, in world axes
typedef struct {
    double d[3], V[3], n[3];
    double e, rate;
    bool middle;
} place;

static place place_of(const gud_squeeze *p, const gud_pair_in *in)
{
    const gud_pose *A = in->pose[0], *B = in->pose[1];
    place at;
    v3_axpy(at.d, B->p, -1.0, A->p);
    v3_axpy(at.V, B->v, -1.0, A->v);
    at.e = v3_norm(at.d);
    at.middle = at.e <= centred * p->clearance;
    const double speed = v3_norm(at.V);
    if (!at.middle)
        v3_scale(at.n, 1.0 / at.e, at.d);
    else if (speed > 0.0)
        v3_scale(at.n, 1.0 / speed, at.V);
    else
        v3_set(at.n, 1.0, 0.0, 0.0);
    at.rate = v3_dot(at.n, at.V);
    return at;
}

// adds f on the ball and -f on the socket; no moments, as f acts along the line between the centres
static void add_force(const place *at, double F, double *wrench)
{
    for (int k = 0; k < 3; k++) {
        wrench[k] += F * at->n[k];
        wrench[6 + k] -= F * at->n[k];
    }
}

// matrix += M by the difference of the places or velocities of ball and socket
static void add_block(double M[3][3], double *matrix)
{
    static const int first[2] = {0, 6};
    for (int a = 0; a < 2; a++)
        for (int b = 0; b < 2; b++)
            for (int i = 0; i < 3; i++)
                for (int j = 0; j < 3; j++)
                    matrix[12 * (first[a] + i) + first[b] + j] += (a == b ? 1.0 : -1.0) * M[i][j];
}

// f = -F n, dn = (1 - n n') dd/e, d(rate) = n.dV + V.dn
static void add_tangent(const place *at, const gud_squeeze_out *film, gud_pair_out *out)
{
    double by_d[3][3] = {{0}}, by_V[3][3] = {{0}};
    const double *n = at->n, per_e = at->middle ? 0.0 : 1.0 / at->e;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            const double across = (i == j) - n[i] * n[j], rate_d = (at->V[j] - at->rate * n[j]) * per_e;
            by_d[i][j] = -n[i] * (film->F_e * n[j] + film->F_rate * rate_d) - film->F * across * per_e;
            by_V[i][j] = -film->F_rate * (at->middle ? i == j : n[i] * n[j]);
        }
    if (!at->middle) add_block(by_d, out->by_displacement);
    add_block(by_V, out->by_twist);
}

static void eval(const void *prm, const gud_pair_in *in, gud_pair_out *out)
{
    const gud_squeeze *p = prm;
    const place at = place_of(p, in);
    gud_squeeze_out film;
    out->status = gud_squeeze_eval(p, at.e, at.rate, &film);
    if (out->status != GUD_OK) out->reason = "has no film left: its walls touch; add dry contact (contact)";
    if (out->status != GUD_OK || at.rate < 0.0) return;
    add_force(&at, film.F, out->wrench);
    if (out->by_displacement) add_tangent(&at, &film, out);
    if (out->powers) out->dissipation = film.F * at.rate;
}

static gud_status start(const void *prm, const gud_pair_in *in, double *history, double *y, gud_error *error)
{
    const gud_squeeze *p = prm;
    const place at = place_of(p, in);
    (void)history;
    (void)y;
    if (at.e < p->clearance) return GUD_OK;
    return gud_fail(error, GUD_ERR_INPUT, "the ball overlaps its socket at the start (eccentricity ratio %.4g)",
                    at.e / p->clearance);
}

static const gud_pair_label channels[] = {
    {"eccentricity.x", "m", "of the ball in the socket, along x of the first frame"},
    {"eccentricity.y", "m", "along y of the first frame"},
    {"eccentricity.z", "m", "along z of the first frame"},
    {"eccentricity_ratio", "1", "eccentricity over clearance"},
    {"depth", "m", "negative: smallest gap"},
    {"eccentricity_rate", "m/s", "rate of the eccentricity"},
    {"film_min", "m", "minimum film thickness, clearance minus eccentricity"},
    {"film_force", "N", "of the film"},
    {"film_pressure_max", "Pa", "peak film pressure"},
    {"loss_film", "W", "power loss in the film"},
};

static void report(const void *prm, const gud_pair_in *in, double *values)
{
    const gud_squeeze *p = prm;
    const place at = place_of(p, in);
    gud_squeeze_out film = {0};
    const bool acts = gud_squeeze_eval(p, at.e, at.rate, &film) == GUD_OK && at.rate >= 0.0;
    const double F = acts ? film.F : 0.0, gap = p->clearance - at.e;
    const double further[] = {
        at.e / p->clearance, -gap, at.rate, gap, F, acts ? gud_squeeze_pressure(p, at.e, at.rate) : 0.0, F * at.rate};
    m3_apply_t(values, in->pose[0]->R, at.d);
    memcpy(values + 3, further, sizeof further);
}

static double film_error(const void *prm, const gud_pair_in *in, const double off[12])
{
    const gud_squeeze *p = prm;
    const place at = place_of(p, in);
    double move[3];
    v3_axpy(move, off + 6, -1.0, off);
    return gud_round_gap_error(at.e, fmax(p->clearance - at.e, thinnest * p->clearance), v3_dot(move, at.d),
                               v3_norm(move));
}

bool gud_squeezed_out(double gap, double clearance, char *text, size_t size)
{
    if (!(gap < thinnest * clearance)) return false;
    (void)snprintf(text, size,
                   "film is squeezed out: %.2g nm remain at the end, less than the roughness of most surfaces; use dry "
                   "contact (contact) or rough contact (model: mixed)",
                   1e9 * gap);
    return true;
}

// A film that nothing feeds thins for ever. One that hardly gives way acts on and off as its ball goes to and fro by
// nanometres, and its force follows the steps.
static bool remark(const void *prm, const gud_pair_in *in, char *text, size_t size)
{
    const gud_squeeze *p = prm;
    const double e = place_of(p, in).e;
    if (e > 0.0 && e < unmoved * p->clearance) {
        (void)snprintf(
            text, size,
            "film is so stiff that its ball is in the middle of the socket at the end (eccentricity ratio "
            "%.1g): peaks of its force may be due to the step size; use an ideal joint, or simulate.integrator: bathe",
            e / p->clearance);
        return true;
    }
    return gud_squeezed_out(p->clearance - e, p->clearance, text, size);
}

const gud_pair_law gud_pair_squeeze = {
    .eval = eval,
    .straight = true,
    .start = start,
    .film_error = film_error,
    .channels = channels,
    .nchannel = GUD_COUNT(channels),
    .report = report,
    .remark = remark,
};
