#include "step/watch.h"

#include "joint/motion.h"
#include "num/pi.h"
#include "step/run.h"

#include <math.h>
#include <time.h>

enum { window = 100000, patience = 1000000 }; // steps

static const double most_steps = 1e10; // half a day of the smallest model
static const double nearly = 0.95;     // of the way that samples of a law must come

static double seconds(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// how far a law comes in the direction of `sign`, from now to a time that no run lasts
static double farthest(const gud_driver_law *law, double sign)
{
    enum { nsample = 2000 };
    double begin[3], out[3], best = 0.0;
    law->motion->eval(law->params, 0.0, begin);
    for (int i = 0; i < nsample; i++) {
        law->motion->eval(law->params, pow(10.0, -6.0 + 15.0 * i / nsample), out);
        best = fmax(best, sign * (out[0] - begin[0])); // NaN where a table ends
    }
    return best;
}

static bool same_gauge(const gud_gauge *a, const gud_gauge *b)
{
    return a->kind == b->kind && a->i == b->i && a->j == b->j && a->a == b->a && a->b == b->b;
}

// the driven row of the coordinate that the run ends with; NULL if it moves freely
static const gud_constraint *find_driven(const gud_model *m)
{
    const int c = m->run.until_coordinate;
    for (int i = 0; c >= 0 && i < m->nrow; i++)
        if (m->row[i].motion >= 0 && same_gauge(&m->row[i].gauge, &m->coordinate[c].gauge)) return &m->row[i];
    return NULL;
}

gud_status gud_watch_start(gud_watch *w, const gud_sim *s, gud_error *error)
{
    const gud_model *m = s->model;
    *w = (gud_watch){.began = seconds(), .first = s->state.clock.nstep, .last = s->state.clock.nstep};
    w->fraction = w->best = gud_run_fraction(s);
    const gud_constraint *driven = find_driven(m);
    if (!driven) return GUD_OK;

    const double way = m->run.until - s->state.clock.until_from, sign = way < 0.0 ? -1.0 : 1.0;
    const gud_driver_law *law = &m->motion[driven->motion];
    const double reached = farthest(law, sign);
    if (reached >= nearly * fabs(way)) return GUD_OK;
    const bool angle = gud_gauge_is_angle(&driven->gauge);
    const double scale = angle ? 180.0 / pi : 1.0;
    const gud_link *link = &m->link[driven->link];
    return gud_fail(error, GUD_ERR_INPUT,
                    "%s: drive '%s': the run would never end: until = %.6g %s is %.6g %s away, and the drive "
                    "approaches it only by %.6g %s%s",
                    link->place, link->name, scale * m->run.until, angle ? "deg" : "m", scale * fabs(way),
                    angle ? "deg" : "m", scale * reached, angle ? "deg" : "m",
                    farthest(law, -sign) > reached ? "; it moves the other way" : "");
}

static gud_status check_limit(const gud_watch *w, const gud_sim *s, const gud_clock *now, gud_error *error)
{
    const double limit = s->model->run.limit;
    if (!(seconds() - w->began > limit)) return GUD_OK;
    return gud_fail(error, GUD_ERR_INTERRUPT,
                    "ended at t = %g s by simulate.limit = %g s, with %.3g %% of the run done", now->t, limit,
                    100.0 * gud_run_fraction(s));
}

static gud_status fail_hopeless(const gud_watch *w, const gud_clock *now, gud_error *error)
{
    return gud_fail(error, GUD_ERR_NUMERIC,
                    "the run is too slow to reach its end: at t = %.9g s steps are %.3g s long, and %lld of them "
                    "advanced the run by %.2g %%; check the stiffest joint and the step, or end the run earlier",
                    now->t, now->h_last, (long long)(now->nstep - w->first),
                    100.0 * (w->best > w->fraction ? w->best - w->fraction : 0.0));
}

gud_status gud_watch_look(gud_watch *w, const gud_sim *s, const gud_clock *now, gud_error *error)
{
    GUD_TRY(check_limit(w, s, now, error));
    const double fraction = gud_run_fraction(s);
    const bool timed = s->model->run.until_coordinate < 0;
    if (fraction > w->best) {
        w->best = fraction;
        w->last = now->nstep;
    }
    // a coordinate may swing before it comes nearer
    if (!timed && now->nstep - w->last > patience) return fail_hopeless(w, now, error);
    if (now->nstep - w->first < window) return GUD_OK;
    const double step = (fraction - w->fraction) / (double)(now->nstep - w->first);
    if (timed && !(step * most_steps > 1.0 - fraction)) return fail_hopeless(w, now, error);
    w->first = now->nstep;
    w->fraction = fraction;
    return GUD_OK;
}
