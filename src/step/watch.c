#include "step/watch.h"

#include "joint/motion.h"
#include "num/pi.h"
#include "step/control.h"
#include "step/run.h"

#include <math.h>
#include <stdio.h>
#include <time.h>

// Time that a run takes is estimated from its model, so that the answer does not depend on the machine.
static const double seconds_per_body = 3e-6;     // a step of a pendulum
static const double seconds_per_cell = 5e-7;     // of a film on a small grid
static const double seconds_per_velocity = 3e-6; // of a mechanism with beams
static const double look_after = 10.0;           // s: the pace is measured over about so many
static const double slow = 60.0;                 // s: the user wants to know
static const double hopeless = 43200.0;          // s: half a day
enum { least_window = 2000, most_window = 100000, patience = 2, patience_swing = 10 }; // steps; windows
static const double nearly = 0.95; // of the way that samples of a law must come

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
    const gud_constraint *driven = find_driven(m);
    *w = (gud_watch){.began = seconds(), .clock = s->state.clock};
    w->fraction = w->best = gud_run_fraction(s);
    w->swings = m->run.until_coordinate >= 0 && !driven;
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

// s, of one step
static double step_cost(const gud_model *m)
{
    const double beams = m->has_beams ? seconds_per_velocity * m->nv : 0.0;
    return seconds_per_body * m->nbody + seconds_per_cell * m->nvariable + beams;
}

static int window_of(const gud_model *m)
{
    return (int)fmin(fmax(look_after / step_cost(m), least_window), most_window);
}

// what keeps the steps of the window short, and what to do about it
static const char *reason(const gud_watch *w, const gud_model *m, const gud_clock *now)
{
    static const char *const why[GUD_NLIMIT] = {
        "because bodies turn fast; check speeds",
        "by the error of the motion; check masses, stiffnesses, forces and simulate.tolerance",
        "by the error of the film thickness; check clearances, viscosities and simulate.tolerance",
        "by the change of loads of joints; check stiffnesses, clearances and simulate.tolerance",
        "by the oil in the films; check clearances, viscosities and simulate.tolerance",
    };
    int most = 0;
    if (!m->run.adaptive) return "by simulate.step; use a larger one, or simulate.tolerance";
    for (int i = 1; i < GUD_NLIMIT; i++)
        if (now->nlimited[i] - w->clock.nlimited[i] > now->nlimited[most] - w->clock.nlimited[most]) most = i;
    return why[most];
}

static void explain(const gud_watch *w, const gud_sim *s, const gud_clock *now, double steps, gud_error *error)
{
    char needed[60] = "and the run comes no nearer to its end";
    if (isfinite(steps)) (void)snprintf(needed, sizeof needed, "and about %.1e more are needed", steps);
    (void)gud_fail(error, GUD_ERR_NUMERIC,
                   "at t = %.6g s steps are %.3g s long, %s. They are limited %s, or end the run earlier", now->t,
                   now->h_last, needed, reason(w, s->model, now));
}

static void next_window(gud_watch *w, const gud_clock *now)
{
    w->clock = *now;
    w->fraction = w->best;
}

gud_status gud_watch_look(gud_watch *w, const gud_sim *s, const gud_clock *now, gud_error *error)
{
    GUD_TRY(check_limit(w, s, now, error));
    w->best = fmax(w->best, gud_run_fraction(s));
    const double done = (double)(now->nstep - w->clock.nstep);
    if (done < window_of(s->model)) return GUD_OK;

    const double advance = w->best - w->fraction;
    const double steps = advance > 0.0 ? (1.0 - w->best) * done / advance : (double)INFINITY;
    const double time = steps * step_cost(s->model);
    w->nhopeless = time > hopeless ? w->nhopeless + 1 : 0;
    if (time > slow && !w->swings && !w->slow) {
        w->slow = true;
        explain(w, s, now, steps, &w->why);
    }
    if (w->nhopeless >= (w->swings ? patience_swing : patience)) {
        gud_error why;
        explain(w, s, now, steps, &why);
        return gud_fail(error, GUD_ERR_NUMERIC, "the run is too slow to reach its end: %.400s", why.text);
    }
    next_window(w, now);
    return GUD_OK;
}

const char *gud_watch_remark(gud_watch *w)
{
    if (!w->slow || w->told) return NULL;
    w->told = true;
    return w->why.text;
}
