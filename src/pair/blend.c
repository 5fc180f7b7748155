// Tian 2009, eq. 35, read as in docs/theory/lubricated.md, section 7: the dry joint (dry.c) takes its share w of the
// contact law by itself; here the film gives way,
//
//     W_film' = (1 - w) W_film,   d(W_film') = (1 - w) d(W_film) - W_film dw
//
// In space a bore has two ends which touch one by one: w is the mean of both.

#include "pair/blend.h"

#include "num/vec.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// what is left for the film, and how it changes with the displacements of both frames
static double film_share(const gud_blend *p, const gud_pair_in *in, double by_displacement[12])
{
    gud_spot spots[GUD_SPOTS];
    (void)gud_pair_spots(&p->dry.geometry, in->pose[0], in->pose[1], spots);
    const int n = gud_dry_nfading(&p->dry);
    double share = 1.0;
    memset(by_displacement, 0, 12 * sizeof *by_displacement);
    for (int k = 0; k < n; k++) {
        double by_depth, turnA[3], turnB[3];
        share -= gud_dry_weight(&p->dry, in, k, spots[k].depth, &by_depth) / n;
        v3_cross(turnA, spots[k].rA, spots[k].m);
        v3_cross(turnB, spots[k].rB, spots[k].m);
        for (int i = 0; i < 3; i++) {
            by_displacement[i] += by_depth / n * spots[k].m[i];
            by_displacement[3 + i] += by_depth / n * turnA[i];
            by_displacement[6 + i] -= by_depth / n * spots[k].m[i];
            by_displacement[9 + i] -= by_depth / n * turnB[i];
        }
    }
    return share;
}

// the film's answer, not yet scaled; matrices are asked for where `out` asks for them
typedef struct {
    double wrench[12], by_x[144], by_v[144];
    gud_pair_out out;
} film_answer;

static void film_eval(const gud_blend *p, const gud_pair_in *in, bool tangents, bool energies, film_answer *film)
{
    memset(film, 0, sizeof *film);
    film->out = (gud_pair_out){.wrench = film->wrench,
                               .by_displacement = tangents ? film->by_x : NULL,
                               .by_twist = tangents ? film->by_v : NULL,
                               .energies = energies};
    p->film->eval(p->film_params, in, &film->out);
}

static void eval(const void *prm, const gud_pair_in *in, gud_pair_out *out)
{
    const gud_blend *p = prm;
    const bool tangents = out->by_displacement;
    double share_x[12];
    film_answer film;
    gud_pair_dry.eval(&p->dry, in, out);
    const double share = film_share(p, in, share_x);
    if (share == 0.0) return;
    film_eval(p, in, tangents, out->energies, &film);
    out->status = film.out.status;
    if (out->status != GUD_OK) return;

    for (int i = 0; i < 12; i++) out->wrench[i] += share * film.wrench[i];
    for (int i = 0; tangents && i < 12; i++)
        for (int j = 0; j < 12; j++) {
            out->by_displacement[12 * i + j] += share * film.by_x[12 * i + j] + film.wrench[i] * share_x[j];
            out->by_twist[12 * i + j] += share * film.by_v[12 * i + j];
        }
    out->dissipation += share * film.out.dissipation;
}

static void events(const void *prm, const gud_pair_in *in, double *values)
{
    const gud_blend *p = prm;
    gud_pair_dry.events(&p->dry, in, values);
}

static gud_status start(const void *prm, const gud_pair_in *in, double *history, double *y, gud_error *error)
{
    const gud_blend *p = prm;
    GUD_TRY(gud_pair_dry.start(&p->dry, in, history, y, error));
    return p->film->start(p->film_params, in, history, y, error);
}

static void accept(const void *prm, const gud_pair_in *in, double *history, double *y)
{
    const gud_blend *p = prm;
    gud_pair_dry.accept(&p->dry, in, history, y);
}

static int log_contacts(const void *prm, const double *before, const double *after, double (*records)[GUD_PAIR_LOGGED])
{
    const gud_blend *p = prm;
    return gud_pair_dry.log(&p->dry, before, after, records);
}

// of the depth of contact where it is off by small displacements and turns of both frames, the largest of all spots
static double depth_error(const gud_blend *p, const gud_pair_in *in, const double off[12])
{
    gud_spot spots[GUD_SPOTS];
    gud_shift shift;
    double worst = 0.0;
    memcpy(&shift, off, sizeof shift);
    (void)gud_pair_spots(&p->dry.geometry, in->pose[0], in->pose[1], spots);
    for (int k = 0; k < gud_dry_nfading(&p->dry); k++) {
        double move[3];
        gud_spot_move(&spots[k], &shift, move);
        worst = fmax(worst, fabs(v3_dot(spots[k].m, move)) / fmax(spots[k].depth, p->dry.fade));
    }
    return worst;
}

// by the film where that carries, and by the depth of contact where contact does
static double film_error(const void *prm, const gud_pair_in *in, const double off[12])
{
    const gud_blend *p = prm;
    double share_x[12];
    const double share = film_share(p, in, share_x);
    const double of_film = share > 0.0 ? share * p->film->film_error(p->film_params, in, off) : 0.0;
    return share < 1.0 ? of_film + (1.0 - share) * depth_error(p, in, off) : of_film;
}

static bool remark(const void *prm, const gud_pair_in *in, char *text, size_t size)
{
    const gud_blend *p = prm;
    if (gud_pair_dry.remark(&p->dry, in, text, size)) return true;
    const double most = gud_dry_deepest(&p->dry, in->history);
    if (!(most > 0.0)) return p->film->remark && p->film->remark(p->film_params, in, text, size);
    (void)snprintf(text, size,
                   "film gave way to dry contact, up to %.3g um deep: films and losses depend on blend.depth and "
                   "blend.margin; use model: mixed for rough surfaces",
                   1e6 * most);
    return true;
}

static const gud_pair_label channels[] = {
    GUD_DRY_CHANNELS,
    {"eccentricity_rate", "m/s", "rate of the eccentricity"},
    {"film_min", "m", "minimum film thickness, clearance minus eccentricity; negative in contact"},
    {"film_force", "N", "of the film"},
    {"loss_film", "W", "power loss in the film"},
};

static double eccentricity_rate(const gud_blend *p, const gud_pair_in *in)
{
    const gud_pose *A = in->pose[0], *B = in->pose[1];
    gud_spot spots[GUD_SPOTS];
    gud_shift twist;
    double move[3];
    (void)gud_pair_spots(&p->dry.geometry, A, B, spots);
    v3_copy(twist.pA, A->v);
    v3_copy(twist.fA, A->w);
    v3_copy(twist.pB, B->v);
    v3_copy(twist.fB, B->w);
    gud_spot_move(&spots[0], &twist, move);
    return v3_dot(spots[0].m, move);
}

static void report(const void *prm, const gud_pair_in *in, double *values)
{
    const gud_blend *p = prm;
    double dry[GUD_DRY_NCHANNEL], share_x[12];
    film_answer film;
    gud_pair_dry.report(&p->dry, in, dry);
    const double share = film_share(p, in, share_x);
    bool acts = share != 0.0;
    if (acts) {
        film_eval(p, in, false, true, &film);
        acts = film.out.status == GUD_OK;
    }
    const double of_film[] = {eccentricity_rate(p, in), -dry[GUD_DRY_DEPTH], acts ? share * v3_norm(film.wrench) : 0.0,
                              acts ? share * film.out.dissipation : 0.0};
    memcpy(values, dry, GUD_DRY_SHARED * sizeof *dry);
    memcpy(values + GUD_DRY_SHARED, of_film, sizeof of_film);
}

const gud_pair_law gud_pair_blend = {
    .eval = eval,
    .straight = true,
    .events = events,
    .start = start,
    .accept = accept,
    .logged = gud_dry_logged,
    .nlogged = GUD_SPOT_NRECORD,
    .log = log_contacts,
    .film_error = film_error,
    .remark = remark,
    .channels = channels,
    .nchannel = GUD_COUNT(channels),
    .report = report,
};
