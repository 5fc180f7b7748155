#include "sweep/seek.h"

#include "base/alloc.h"
#include "out/quantity.h"
#include "sweep/drawn.h"
#include "sweep/findings.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- what runs say

// The number of a goal: the first window, and one channel only.
static gud_status take_goal(const gud_goal *goal, const gud_sweep_line *line, double *f, char unit[40],
                            gud_error *error)
{
    if (line->window != 0 || !gud_target_matches(&goal->target, line->channel)) return GUD_OK;
    if (!isnan(*f))
        return gud_fail(error, GUD_ERR_INPUT, "a run has several channels '%s': a goal is one of them, such as %s",
                        goal->target.channel, line->channel);
    *f = gud_target_value(&goal->target, line);
    (void)snprintf(unit, 40, "%s", line->unit);
    return GUD_OK;
}

static gud_status take_limit(const gud_units *units, const gud_limit *l, const gud_sweep_line *line, double *g,
                             char unit[40], gud_error *error)
{
    if (!gud_target_matches(&l->target, line->channel)) return GUD_OK;
    if (!gud_unit_fits(units, &l->measure, line->unit))
        return gud_fail(error, GUD_ERR_INPUT, "limit '%s' is '%s', but %s is in %s", l->name, l->text, line->channel,
                        line->unit);
    const double value = gud_target_value(&l->target, line);
    *g = isnan(*g) ? value : l->above ? fmax(*g, value) : fmin(*g, value);
    (void)snprintf(unit, 40, "%s", line->unit);
    return GUD_OK;
}

static gud_status take_line(const gud_units *units, const gud_sweep_line *line, gud_seeked *s, gud_error *error)
{
    gud_seek_found *r = &s->runs[line->run];
    for (int i = 0; i < s->study->goals.count; i++)
        GUD_TRY(take_goal(&s->study->goals.list[i], line, &r->f[i], s->units[i], error));
    for (int i = 0; i < s->study->nlimit; i++)
        GUD_TRY(take_limit(units, &s->study->limits[i], line, &r->g[i], s->limit_units[i], error));
    return GUD_OK;
}

// a channel that no run has is a slip, not a run that failed
static gud_status check_channels(const gud_seeked *s, const gud_sweep_table *t, gud_error *error)
{
    const gud_study *study = s->study;
    for (int i = 0; i < study->goals.count + study->nlimit && t->count > 0; i++) {
        const bool goal = i < study->goals.count;
        const char *unit = goal ? s->units[i] : s->limit_units[i - study->goals.count];
        if (!unit[0])
            return gud_fail(error, GUD_ERR_INPUT, "no run has the channel '%s' of the %s",
                            goal ? study->goals.list[i].target.channel
                                 : study->limits[i - study->goals.count].target.channel,
                            goal ? "goal" : "limit");
    }
    return GUD_OK;
}

static void judge_run(const gud_study *study, gud_seek_found *r)
{
    for (int i = 0; i < study->goals.count; i++) r->failed = r->failed || !isfinite(r->f[i]);
    for (int i = 0; i < study->nlimit; i++) r->failed = r->failed || !isfinite(r->g[i]);
    r->allowed = !r->failed;
    for (int i = 0; i < study->nlimit; i++) {
        const gud_limit *l = &study->limits[i];
        if (l->above ? r->g[i] > l->value : r->g[i] < l->value) r->allowed = false;
    }
}

static gud_status read_runs(const gud_study *study, const gud_sweep_table *t, gud_error *error, gud_seeked *s)
{
    gud_units *units;
    *s = (gud_seeked){.study = study, .best = -1, .runs = gud_alloc((size_t)study->nrun, sizeof *s->runs)};
    if (!s->runs) return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    for (int run = 0; run < study->nrun; run++) {
        for (int i = 0; i < GUD_STUDY_GOALS; i++) s->runs[run].f[i] = (double)NAN;
        for (int i = 0; i < GUD_STUDY_LIMITS; i++) s->runs[run].g[i] = (double)NAN;
    }
    gud_status st = gud_units_create(error, &units);
    for (int i = 0; i < t->count && st == GUD_OK; i++) st = take_line(units, &t->lines[i], s, error);
    gud_units_free(units);
    if (st == GUD_OK) st = check_channels(s, t, error);
    for (int run = 0; run < study->nrun && st == GUD_OK; run++) judge_run(study, &s->runs[run]);
    return st;
}

// ---- rounds

typedef struct {
    const gud_study *study;
    gud_seek_compute compute;
    void *user;
    gud_search *search;
    double *u; // [runs][factors] all that was asked for
    int n;
    double zero_scales[GUD_STUDY_LIMITS]; // of limits at 0
} seeker;

static gud_trial trial_of(const seeker *k, const gud_seek_found *r)
{
    const gud_study *study = k->study;
    gud_trial t = {.failed = r->failed};
    for (int i = 0; i < study->goals.count; i++) t.f[i] = study->goals.list[i].most ? -r->f[i] : r->f[i];
    for (int i = 0; i < study->nlimit; i++) {
        const gud_limit *l = &study->limits[i];
        const double scale = l->value != 0.0 ? fabs(l->value) : k->zero_scales[i];
        t.g[i] = (l->above ? r->g[i] - l->value : l->value - r->g[i]) / scale;
    }
    return t;
}

// a limit at 0 is measured by the largest value of the first round
static void scale_limits(seeker *k, const gud_seeked *s)
{
    for (int i = 0; i < k->study->nlimit; i++) {
        double most = 0.0;
        for (int run = 0; run < s->study->nrun; run++) most = fmax(most, fabs(s->runs[run].g[i]));
        k->zero_scales[i] = most > 0.0 ? most : 1.0;
    }
}

static gud_status compute_round(seeker *k, const double *u, int n, gud_error *error)
{
    gud_study *round;
    gud_sweep_table table = {0};
    gud_seeked found = {0};
    gud_trial trials[GUD_SEARCH_BATCH];
    GUD_TRY(gud_study_with(k->study, u, n, k->n + 1, &round));
    gud_status st = k->compute(k->user, round, &table, error);
    if (st == GUD_OK) st = read_runs(round, &table, error, &found);
    if (st == GUD_OK) {
        if (k->n == 0) scale_limits(k, &found);
        for (int i = 0; i < n; i++) trials[i] = trial_of(k, &found.runs[i]);
        st = gud_search_tell(k->search, trials, n);
        k->n += n;
    }
    gud_seeked_free(&found);
    gud_sweep_table_free(&table);
    gud_study_free(round);
    return st;
}

static gud_status follow_search(seeker *k, gud_error *error)
{
    const int nvar = k->study->design.nfactor;
    for (int n = 1; n > 0;) {
        double u[GUD_SEARCH_BATCH * GUD_SEARCH_VARIABLES];
        GUD_TRY(gud_search_ask(k->search, u, &n));
        memcpy(k->u + (size_t)k->n * (size_t)nvar, u, (size_t)n * (size_t)nvar * sizeof *u);
        if (n > 0) GUD_TRY(compute_round(k, u, n, error));
    }
    return GUD_OK;
}

gud_status gud_seek_run(const gud_study *study, gud_seek_compute compute, void *user, gud_error *error, gud_study **all)
{
    const gud_goals *g = &study->goals;
    const int nvar = study->design.nfactor;
    const gud_search_task task = {.nvar = nvar,
                                  .nlimit = study->nlimit,
                                  .ngoal = g->count,
                                  .npoint = g->points,
                                  .most = g->runs,
                                  .tolerance = g->tolerance};
    seeker k = {.study = study, .compute = compute, .user = user};
    *all = NULL;
    error->text[0] = '\0';
    k.u = gud_alloc((size_t)(g->runs + GUD_SEARCH_FIRST + GUD_SEARCH_BATCH) * (size_t)nvar, sizeof *k.u);
    gud_status st = k.u ? gud_search_create(&task, &k.search) : GUD_ERR_MEMORY;
    if (st == GUD_OK) st = follow_search(&k, error);
    if (st == GUD_OK) st = gud_study_with(study, k.u, k.n, 1, all);
    if (st == GUD_OK) (*all)->goals.converged = gud_search_converged(k.search);
    gud_search_free(k.search);
    gud_free(k.u);
    if (st == GUD_ERR_MEMORY && !error->text[0]) return gud_fail(error, st, "out of memory");
    return st;
}

// ---- the whole

static double sign_of(const gud_study *study, int goal)
{
    return study->goals.list[goal].most ? -1.0 : 1.0;
}

static bool is_dominated(const gud_seeked *s, int run)
{
    const double a = sign_of(s->study, 0), b = sign_of(s->study, 1);
    const double *f = s->runs[run].f;
    for (int k = 0; k < s->study->nrun; k++) {
        const double *o = s->runs[k].f;
        if (k == run || !s->runs[k].allowed || a * o[0] > a * f[0] || b * o[1] > b * f[1]) continue;
        if (a * o[0] < a * f[0] || b * o[1] < b * f[1]) return true;
    }
    return false;
}

gud_status gud_seek_judge(const gud_study *all, const gud_sweep_table *table, gud_error *error, gud_seeked *s)
{
    GUD_TRY(read_runs(all, table, error, s));
    const double sign = sign_of(all, 0);
    for (int run = 0; run < all->nrun; run++) {
        gud_seek_found *r = &s->runs[run];
        if (r->allowed && (s->best < 0 || sign * r->f[0] < sign * s->runs[s->best].f[0])) s->best = run;
        r->front = all->goals.count > 1 && r->allowed && !is_dominated(s, run);
    }
    if (s->best >= 0) s->runs[s->best].best = true;
    s->converged = all->goals.converged;
    return GUD_OK;
}

void gud_seeked_free(gud_seeked *s)
{
    gud_free(s->runs);
    *s = (gud_seeked){0};
}

// ---- texts

static void add_values(const gud_seeked *s, int run, char *text, size_t size)
{
    const double *values = gud_study_drawn(s->study, run);
    for (int c = 0; c < s->study->design.nfactor; c++) {
        const size_t used = strlen(text);
        const char *unit, *name = gud_design_column(&s->study->design, c, &unit);
        (void)snprintf(text + used, size - used, "%s%s %.5g%s%s", c > 0 ? ", " : "", name, values[c],
                       unit[0] ? " " : "", unit);
    }
}

void gud_seeked_text(const gud_seeked *s, char *text, int size)
{
    const gud_goals *g = &s->study->goals;
    int nfront = 0;
    for (int run = 0; run < s->study->nrun; run++) nfront += s->runs[run].front;
    if (s->best < 0) {
        (void)snprintf(text, (size_t)size, "no run of %d is within the limits", s->study->nrun);
        return;
    }
    if (g->count > 1) {
        (void)snprintf(text, (size_t)size, "front of %s and %s: %d of %d runs", g->list[0].target.channel,
                       g->list[1].target.channel, nfront, s->study->nrun);
    } else {
        const double f = s->runs[s->best].f[0];
        const gud_display shown = gud_quantity_show(s->units[0], fabs(f));
        (void)snprintf(text, (size_t)size, "%s %s: %.5g %s at ", g->list[0].most ? "largest" : "least",
                       g->list[0].target.channel, f * shown.scale, shown.unit);
        add_values(s, s->best, text, (size_t)size);
        const size_t used = strlen(text);
        (void)snprintf(text + used, (size_t)size - used, " (run %d of %d)", s->best + 1, s->study->nrun);
    }
    const size_t used = strlen(text);
    if (!s->converged)
        (void)snprintf(text + used, (size_t)size - used, "; the search ended at its limit of runs: increase 'runs'");
}

static void json_run(const gud_seeked *s, int run, const char *key, gud_json *json)
{
    const gud_study *study = s->study;
    gud_json_open(json, key, '{');
    gud_json_text(json, "run", study->axes[study->naxis - 1].cases[run].label);
    gud_drawn_json(study, run, json);
    gud_json_open(json, "goals", '{');
    for (int i = 0; i < study->goals.count; i++)
        gud_json_number(json, study->goals.list[i].target.channel, s->runs[run].f[i]);
    gud_json_close(json);
    gud_json_open(json, "limits", '{');
    for (int i = 0; i < study->nlimit; i++) gud_json_number(json, study->limits[i].name, s->runs[run].g[i]);
    gud_json_close(json);
    gud_json_close(json);
}

void gud_seeked_json(const gud_seeked *s, gud_json *json)
{
    const bool front = s->study->goals.count > 1;
    char text[600];
    gud_json_open(json, front ? "front" : "search", '{');
    gud_json_switch(json, "converged", s->converged);
    gud_json_integer(json, "runs", s->study->nrun);
    gud_seeked_text(s, text, sizeof text);
    gud_json_text(json, "text", text);
    if (front) {
        gud_json_open(json, "points", '[');
        for (int run = 0; run < s->study->nrun; run++)
            if (s->runs[run].front) json_run(s, run, NULL, json);
        gud_json_close(json);
    } else if (s->best >= 0) {
        json_run(s, s->best, "best", json);
    } else {
        gud_json_null(json, "best");
    }
    gud_json_close(json);
}
