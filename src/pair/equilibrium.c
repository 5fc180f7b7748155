// Equilibrium of a journal in a bearing with film and asperities, and the stability of a rotor on it.

#include "pair/steady.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    most_steps = 80,     // of Newton's method
    most_halvings = 14,  // of one step
    most_beside = 24,    // films of one way, beside places where the oil bears none
    most_portions = 400, // of a load
    most_films = 300,    // that a search from one place solves
    fewest_films = 40,   // likewise, on a grid
    large_grid = 20000   // of many more cells than so many
};

static const double converged = 1e-9; // force that is missing, by the load
static const double closing = 0.4;    // the least part of the gap that a step leaves
static const double thinnest = 1e-9;  // m; thinner films are none
static const double nearest = 1e-4;   // portion of a load, by what is carried, that is too small to try
static const double bearable = 1e-2;  // likewise, at the end of the range of the viscosity law

// ---- the search

typedef struct {
    double speed, load[2], scale; // scale: force that counts as large
} task;

static double missing(const task *t, const gud_steady_state *state)
{
    return hypot(state->force[0] + t->load[0], state->force[1] + t->load[1]);
}

// where K d = F + W leads, as far as the gap allows; false: no direction
static bool find_step(const gud_steady *s, const task *t, const gud_steady_state *at, double d[2])
{
    const double(*K)[2] = at->stiffness;
    const double r[2] = {at->force[0] + t->load[0], at->force[1] + t->load[1]};
    const double det = K[0][0] * K[1][1] - K[0][1] * K[1][0];
    const double size = fabs(K[0][0] * K[1][1]) + fabs(K[0][1] * K[1][0]);
    if (!(fabs(det) > 1e-14 * size)) return false;
    d[0] = (r[0] * K[1][1] - r[1] * K[0][1]) / det;
    d[1] = (K[0][0] * r[1] - K[1][0] * r[0]) / det;

    // no further than across the clearance, and never so far that most of the gap is gone
    const double c = s->spec.bearing.clearance, length = hypot(d[0], d[1]);
    // walls that give way may come nearer than the film is thick, by a part of what they have given way already
    const double least = at->deflection > 0.0
                             ? gud_steady_film_min(s, at->place) - (1.0 - closing) * (at->film_min + at->deflection)
                             : closing * at->film_min;
    if (length > c)
        for (int i = 0; i < 2; i++) d[i] *= c / length;
    for (int n = 0; n < 60; n++) {
        const double e[2] = {at->place[0] + d[0], at->place[1] + d[1]};
        if (gud_steady_film_min(s, e) >= least) break;
        for (int i = 0; i < 2; i++) d[i] *= 0.8;
    }
    return isfinite(d[0]) && isfinite(d[1]) && (at->film_min > thinnest || s->spec.bearing.rough);
}

// one step of Newton's method, halved until less force is missing
static gud_status improve(gud_steady *s, const task *t, const double d[2], gud_steady_trial *at, gud_error *error)
{
    const double before = missing(t, &at->state);
    double part = 1.0;
    for (int n = 0; n < most_halvings; n++, part *= 0.5) {
        const double e[2] = {at->state.place[0] + part * d[0], at->state.place[1] + part * d[1]};
        gud_steady_trial next;
        if (s->budget-- <= 0) return gud_fail(error, GUD_RETRY, "bearing: the search takes too long");
        const gud_status status = gud_steady_try(s, t->speed, e, &next, error);
        if (status < 0) return status;
        if (status == GUD_OK && missing(t, &next.state) < (1.0 - 1e-4 * part) * before) {
            *at = next;
            return GUD_OK;
        }
    }
    return GUD_RETRY;
}

static gud_status newton(gud_steady *s, const task *t, gud_steady_trial *at, int *count, gud_error *error)
{
    const double c = s->spec.bearing.clearance, W = hypot(t->load[0], t->load[1]);
    const int nsolid = s->nsolid, enough = s->budget - most_beside;
    for (int n = 0; n < most_steps; n++, ++*count) {
        double d[2];
        const double rest = missing(t, &at->state);
        if (rest <= converged * W + 1e-12 * t->scale) return GUD_OK;
        if (!find_step(s, t, &at->state, d)) return GUD_RETRY;
        const gud_status status = improve(s, t, d, at, error);
        if (status < 0) return status;
        if (s->nsolid > nsolid && s->budget < enough) return GUD_RETRY; // steps shrink without end there
        // the forces are known to so many digits only
        const bool there = hypot(d[0], d[1]) < 1e-9 * c && rest <= 1e-5 * W + 1e-9 * t->scale;
        if (status > 0) return there ? GUD_OK : GUD_RETRY;
    }
    return GUD_RETRY;
}

// The load grows from what is carried at the first place to the whole, in portions that Newton's method can follow.
// Once the oil has refused one, what it bears is found to a part `bearable` only.
static gud_status portions(gud_steady *s, const task *whole, gud_steady_trial *at, int *count, gud_error *error)
{
    const double carried[2] = {at->state.force[0], at->state.force[1]}, W = hypot(whole->load[0], whole->load[1]);
    const double first = fmin(0.1, fmax(0.5 * hypot(carried[0], carried[1]) / W, 1e-6));
    double done = 0.0, portion = first, least = nearest;
    for (int n = 0; n < most_portions && portion > least * (done + first) && s->budget > 0; n++) {
        const double part = fmin(done + portion, 1.0);
        const int nsolid = s->nsolid;
        task t = *whole;
        for (int i = 0; i < 2; i++) t.load[i] = part * whole->load[i] - (1.0 - part) * carried[i];
        gud_steady_trial next = *at;
        const gud_status status = newton(s, &t, &next, count, error);
        if (status < 0) return status;
        if (status > 0) {
            portion *= 0.5;
            if (s->nsolid > nsolid) least = bearable;
            continue;
        }
        *at = next;
        done = part;
        portion *= 1.6;
        if (done >= 1.0) return GUD_OK;
    }
    s->ends = least == bearable;
    return GUD_RETRY;
}

// Places to begin at: halfway out, and where the surfaces almost touch, for films that carry little; turned from the
// load in the direction of rotation. What a film cannot bear there is tried nearer to the middle.
enum { nstart = 4 };

static gud_status start_at(gud_steady *s, const task *t, int which, gud_steady_trial *at, gud_error *error)
{
    static const double turned[nstart] = {0.9, 0.4, 0.1, 0.0};
    const double c = gud_steady_film_min(s, (const double[2]){0.0, 0.0}); // what a tilt leaves of the clearance
    const double turn = t->speed > 0.0 ? 1.0 : t->speed < 0.0 ? -1.0 : 0.0;
    const double angle = atan2(t->load[1], t->load[0]) + turned[which] * turn;
    double out = which == 0 ? 0.5 * c : 0.95 * c;
    if (which > 0 && s->spec.bearing.rough)
        out = fmax(c - s->spec.bearing.rough->params.mean - 2.0 * s->spec.bearing.rough->params.sigma, 0.5 * c);
    gud_status status = GUD_RETRY;
    for (int n = 0; n < 8 && status == GUD_RETRY; n++, out *= 0.5) {
        s->film.warm = false;
        status = gud_steady_try(s, t->speed, (const double[2]){out * cos(angle), out * sin(angle)}, at, error);
    }
    return status;
}

static int budget_of(const gud_steady *s)
{
    return s->ncell <= large_grid ? most_films : (int)fmax((double)most_films * large_grid / s->ncell, fewest_films);
}

// from one first place, at once or in portions
static gud_status search_from(gud_steady *s, const task *t, int which, gud_steady_trial *at, int *count,
                              gud_error *error)
{
    gud_steady_trial start;
    s->budget = budget_of(s);
    GUD_TRY(start_at(s, t, which, &start, error));
    *at = start;
    const gud_status status = newton(s, t, at, count, error);
    if (status <= 0) return status;
    *at = start;
    return portions(s, t, at, count, error);
}

bool gud_steady_starves(const gud_steady *s)
{
    const gud_bearing_spec *b = &s->spec.bearing;
    const bool fed = b->line || b->nfeed > 0 || b->ambient[1] > b->cavity || b->ambient[0] > b->cavity;
    return !fed && (!b->cavitation || b->cavitation->transport);
}

// cells around that the thinnest film spans
static double film_cells(const gud_steady *s, const gud_steady_state *at)
{
    return gud_bearing_peak_cells(&s->spec.bearing, at->film_min);
}

// a film so thin that no other way to it will help
static bool exhausted(const gud_steady *s, const gud_steady_state *at)
{
    const double part = gud_bearing_yields(s->bearing) ? -2.0 : 0.1; // walls that give way spread the load
    if (s->spec.bearing.rough) return at->film_min < part * s->spec.bearing.rough->params.sigma;
    return at->film_min <= thinnest || film_cells(s, at) < 1.0;
}

// why there is no equilibrium; `at` is as far as the search got
static gud_status explain(gud_steady *s, const task *t, gud_status status, const gud_steady_state *at, gud_error *error)
{
    const double load = hypot(t->load[0], t->load[1]), carried = hypot(at->force[0], at->force[1]);
    if (status < 0) return status;
    if (gud_steady_starves(s))
        return gud_fail(error, GUD_ERR_NUMERIC,
                        "the film starves: nothing replaces the oil that leaves the ends. Add a supply, feeds, or ends "
                        "(ambient) above the cavity pressure");
    if (t->speed == 0.0 && !s->spec.bearing.rough)
        return gud_fail(error, GUD_ERR_NUMERIC, "a smooth journal at rest carries no load");
    char why[sizeof s->why.text] = "";
    if (s->spec.bearing.rough && exhausted(s, at))
        (void)snprintf(why, sizeof why, "the mean planes of the rough surfaces meet");
    else if (at->film_min <= thinnest)
        (void)snprintf(why, sizeof why, "the film between smooth walls would be thinner than 1 nm");
    else if (!s->ends && film_cells(s, at) < 3.0)
        (void)snprintf(why, sizeof why, "the pressure peak of the thinnest film spans only %.1f cells of the grid",
                       film_cells(s, at));
    else if (s->why.text[0])
        (void)snprintf(why, sizeof why, "%s", s->why.text);
    else if (isfinite(at->film_min))
        (void)snprintf(why, sizeof why, "the search ended at a film of %.3g um", 1e6 * at->film_min);
    return gud_fail(error, GUD_ERR_NUMERIC, "no equilibrium was found for %g N at %g rad/s, only for %.3g N%s%s", load,
                    t->speed, carried, why[0] ? ": " : "", why);
}

static double force_scale(const gud_steady *s, double speed)
{
    const gud_bearing_spec *b = &s->spec.bearing;
    const double psi = b->clearance / b->radius;
    return s->spec.oil.eta0 * fabs(speed) * b->radius * b->width / (psi * psi);
}

// from the last place that was found, else from first ones; of failures the one that carried most is left in *at
static gud_status search(gud_steady *s, const task *t, gud_steady_trial *at, int *count, gud_error *error)
{
    gud_status status = GUD_RETRY;
    s->budget = budget_of(s);
    if (s->settled) status = gud_steady_try(s, t->speed, s->place, at, error);
    if (status == GUD_OK) status = newton(s, t, at, count, error);
    if (status <= 0) return status;
    gud_steady_trial best = {.state = {.film_min = INFINITY}};
    for (int which = 0; which < nstart; which++) {
        status = search_from(s, t, which, at, count, error);
        if (status <= 0 || gud_steady_starves(s)) return status;
        if (hypot(at->state.force[0], at->state.force[1]) > hypot(best.state.force[0], best.state.force[1])) best = *at;
        if (s->ends || exhausted(s, &at->state)) break;
    }
    *at = best;
    return status;
}

gud_status gud_steady_find(gud_steady *s, double speed, const double load[2], gud_steady_state *state, gud_error *error)
{
    const task t = {.speed = speed, .load = {load[0], load[1]}, .scale = force_scale(s, speed)};
    gud_steady_trial at = {.state = {.film_min = INFINITY}};
    int count = 0;
    *state = (gud_steady_state){0};
    if (!isfinite(speed) || !isfinite(load[0]) || !isfinite(load[1]))
        return gud_fail(error, GUD_ERR_INPUT, "bearing: speed or load is not a number");

    s->why = (gud_error){{0}};
    s->ends = false;
    gud_status status = search(s, &t, &at, &count, error);
    // once more where it ended: a step that was refused may have been the last one solved
    if (status == GUD_OK)
        status = gud_steady_try(s, speed, (const double[2]){at.state.place[0], at.state.place[1]}, &at, error);
    *state = at.state;
    state->iterations = count;
    if (status != GUD_OK) return explain(s, &t, status, &at.state, error);
    GUD_TRY(gud_steady_damping(s, &at, error));
    memcpy(state->damping, at.state.damping, sizeof state->damping);
    s->settled = true;
    memcpy(s->place, state->place, sizeof s->place);
    return GUD_OK;
}

void gud_steady_follow(gud_steady *s, const gud_steady *leader)
{
    s->settled = leader->settled;
    memcpy(s->place, leader->place, sizeof s->place);
}

// ---- stability

// M s^2 + C s + K has the root s = i v at M = M_c: the imaginary part of the determinant gives M v^2, the real part v
void gud_whirl(const gud_steady_state *state, double *mass, double *frequency)
{
    const double(*K)[2] = state->stiffness, (*C)[2] = state->damping;
    const double trace = C[0][0] + C[1][1], det = C[0][0] * C[1][1] - C[0][1] * C[1][0];
    const double k = (K[0][0] * C[1][1] + K[1][1] * C[0][0] - K[0][1] * C[1][0] - K[1][0] * C[0][1]) / trace;
    const double v2 = ((K[0][0] - k) * (K[1][1] - k) - K[0][1] * K[1][0]) / det;
    const bool damped = trace > 0.0 && det > 0.0;
    *mass = *frequency = 0.0;
    if (!damped || !(k > 0.0)) return;
    *frequency = v2 > 0.0 ? sqrt(v2) : 0.0;
    *mass = v2 > 0.0 ? k / v2 : (double)INFINITY;
}
