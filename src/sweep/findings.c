#include "sweep/findings.h"

#include "base/alloc.h"
#include "num/sobol.h"
#include "out/select.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const double gud_percentiles[GUD_PERCENTILES] = {0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99};

// ---- lines

bool gud_target_matches(const gud_target *t, const char *channel)
{
    return gud_glob_match(t->channel, channel);
}

double gud_target_value(const gud_target *t, const gud_sweep_line *line)
{
    const gud_statistic which =
        t->statistic == GUD_TAKE_USUAL ? gud_statistic_usual(gud_quantity_of(line->channel)) : t->statistic;
    return gud_statistic_value(&line->statistics, which);
}

static bool is_same(const gud_finding *f, const gud_sweep_line *line)
{
    return f->window == line->window && strcmp(f->channel, line->channel) == 0;
}

// ---- spread

// Rows of a Saltelli design that mix two others are no parts of their own.
bool gud_findings_is_own(const gud_study *s, int part)
{
    return s->design.draw != GUD_DRAW_SALTELLI || part % (s->design.nfactor + 2) < 2;
}

// the statistic that a limit or a goal names is the one of the spread, too
static gud_statistic statistic_for(const gud_study *s, const gud_sweep_line *line)
{
    for (int i = 0; i < s->nlimit; i++)
        if (s->limits[i].target.statistic != GUD_TAKE_USUAL && gud_target_matches(&s->limits[i].target, line->channel))
            return s->limits[i].target.statistic;
    return gud_statistic_usual(gud_quantity_of(line->channel));
}

// channels of all runs, each once, for group 0; returns how many
static int collect(const gud_study *study, const gud_sweep_table *t, gud_finding *list, int room)
{
    int n = 0;
    for (int i = 0; i < t->count; i++) {
        int k = 0;
        while (k < n && !is_same(&list[k], &t->lines[i])) k++;
        if (k == room) continue;
        if (k == n)
            list[n++] = (gud_finding){.channel = t->lines[i].channel,
                                      .unit = t->lines[i].unit,
                                      .window = t->lines[i].window,
                                      .statistic = statistic_for(study, &t->lines[i])};
        list[k].spread = list[k].spread || t->lines[i].statistics.max > t->lines[i].statistics.min;
    }
    return n;
}

static void summarise(const gud_study *study, gud_finding *f, int nparts, double *scratch)
{
    f->n = 0;
    for (int i = 0; i < nparts; i++)
        if (isfinite(f->y[i]) && gud_findings_is_own(study, i)) scratch[f->n++] = f->y[i];
    if (f->n == 0) return;
    gud_spread_moments(scratch, f->n, &f->mean, &f->std);
    gud_spread_sort(scratch, f->n);
    f->min = scratch[0];
    f->max = scratch[f->n - 1];
    for (int i = 0; i < GUD_PERCENTILES; i++)
        f->percentiles[i] = gud_spread_percentile(scratch, f->n, gud_percentiles[i]);
}

// with every column of the design
static gud_status correlate(const gud_study *study, gud_finding *f, int nparts, double *scratch)
{
    const int ncolumn = gud_design_columns(&study->design);
    for (int c = 0; c < ncolumn; c++) {
        int n = 0;
        for (int i = 0; i < nparts; i++) {
            if (!isfinite(f->y[i]) || !gud_findings_is_own(study, i)) continue;
            scratch[n] = gud_study_drawn(study, i)[c];
            scratch[nparts + n++] = f->y[i];
        }
        GUD_TRY(gud_spread_rank(scratch, scratch + nparts, n, &f->rank[c]));
    }
    return GUD_OK;
}

// of blocks without a failure
static gud_status find_indices(const gud_study *study, gud_finding *f, int nparts, double *scratch)
{
    const int nfactor = study->design.nfactor, width = nfactor + 2;
    int n = 0;
    for (int b = 0; b < nparts / width; b++) {
        bool whole = true;
        for (int m = 0; m < width; m++) {
            scratch[n * width + m] = f->y[b * width + m];
            whole = whole && isfinite(f->y[b * width + m]);
        }
        n += whole;
    }
    for (int k = 0; k < nfactor; k++) f->first[k] = f->total[k] = (gud_interval){(double)NAN, (double)NAN, (double)NAN};
    return n > 1 ? gud_sobol_find(scratch, n, nfactor, study->design.seed, f->first, f->total) : GUD_OK;
}

static gud_status judge_all(const gud_findings *f)
{
    double *scratch = gud_alloc(2 * (size_t)f->nparts, sizeof *scratch);
    gud_status st = scratch ? GUD_OK : GUD_ERR_MEMORY;
    for (int i = 0; i < f->count && st == GUD_OK; i++) {
        gud_finding *one = &f->list[i];
        summarise(f->study, one, f->nparts, scratch);
        if (one->n > 1) st = correlate(f->study, one, f->nparts, scratch);
        if (st == GUD_OK && f->study->design.draw == GUD_DRAW_SALTELLI)
            st = find_indices(f->study, one, f->nparts, scratch);
    }
    gud_free(scratch);
    return st;
}

static gud_status spread_out(const gud_sweep_table *t, gud_findings *f)
{
    enum { most = 200 };
    f->list = gud_alloc((size_t)most * (size_t)f->ngroup, sizeof *f->list);
    if (!f->list) return GUD_ERR_MEMORY;
    const int n = collect(f->study, t, f->list, most);
    const size_t size = (size_t)n * (size_t)f->ngroup * (size_t)f->nparts;
    f->values = gud_alloc(size + 1, sizeof *f->values);
    if (!f->values) return GUD_ERR_MEMORY;
    for (size_t i = 0; i < size; i++) f->values[i] = (double)NAN;
    for (int g = 0; g < f->ngroup; g++)
        for (int k = 0; k < n; k++) {
            gud_finding *one = &f->list[g * n + k];
            *one = f->list[k];
            one->group = g;
            one->y = f->values + (size_t)(g * n + k) * (size_t)f->nparts;
        }
    for (int i = 0; i < t->count; i++) {
        const gud_sweep_line *line = &t->lines[i];
        for (int k = 0; k < n; k++)
            if (is_same(&f->list[k], line))
                f->values[(size_t)(line->run / f->nparts * n + k) * (size_t)f->nparts +
                          (size_t)(line->run % f->nparts)] =
                    gud_statistic_value(&line->statistics, f->list[k].statistic);
    }
    f->count = n * f->ngroup;
    return judge_all(f);
}

// ---- limits

static gud_status check_unit(const gud_units *units, const gud_limit *l, const gud_sweep_line *line, gud_error *error)
{
    if (gud_unit_fits(units, &l->measure, line->unit)) return GUD_OK;
    return gud_fail(error, GUD_ERR_INPUT, "limit '%s' is '%s', but %s is in %s", l->name, l->text, line->channel,
                    line->unit);
}

// a run is beyond if one of the channels that match is, in one of the windows
static gud_status judge_limit(const gud_units *units, const gud_sweep_table *t, const gud_limit *l, gud_findings *f,
                              gud_error *error)
{
    gud_verdict *v = f->verdicts + f->nverdict;
    const char *last = NULL;
    int run = -1;
    bool beyond = false;
    for (int g = 0; g < f->ngroup; g++) v[g] = (gud_verdict){.limit = l, .group = g};
    for (int i = 0; i <= t->count; i++) {
        const gud_sweep_line *line = &t->lines[i];
        if (run >= 0 && (i == t->count || line->run != run)) {
            if (gud_findings_is_own(f->study, run % f->nparts))
                v[run / f->nparts].n++, v[run / f->nparts].beyond += beyond;
            run = -1;
        }
        if (i == t->count || !gud_target_matches(&l->target, line->channel)) continue;
        if (!last || strcmp(last, line->unit) != 0) GUD_TRY(check_unit(units, l, line, error));
        last = line->unit;
        const double value = gud_target_value(&l->target, line);
        beyond = (run >= 0 && beyond) || (l->above ? value > l->value : value < l->value);
        run = line->run;
    }
    for (int g = 0; g < f->ngroup; g++)
        if (v[g].n > 0) v[g].fraction = gud_spread_fraction(v[g].beyond, v[g].n);
    f->nverdict += f->ngroup;
    return GUD_OK;
}

static gud_status judge_limits(const gud_sweep_table *t, gud_findings *f, gud_error *error)
{
    gud_units *units;
    f->verdicts = gud_alloc((size_t)f->study->nlimit * (size_t)f->ngroup, sizeof *f->verdicts);
    if (!f->verdicts) return GUD_ERR_MEMORY;
    gud_status st = gud_units_create(error, &units);
    for (int i = 0; i < f->study->nlimit && st == GUD_OK; i++)
        st = judge_limit(units, t, &f->study->limits[i], f, error);
    gud_units_free(units);
    return st;
}

gud_status gud_findings_make(const gud_study *study, const gud_sweep_table *table, gud_error *error, gud_findings *f)
{
    const bool sampled = study->design.draw != GUD_DRAW_NOTHING;
    const int nparts = sampled ? study->axes[study->naxis - 1].ncase : study->nrun;
    *f = (gud_findings){.study = study, .nparts = nparts, .ngroup = study->nrun / nparts};
    error->text[0] = '\0';
    gud_status st = sampled ? spread_out(table, f) : GUD_OK;
    if (st == GUD_OK && study->nlimit > 0) st = judge_limits(table, f, error);
    if (st == GUD_OK) return GUD_OK;
    gud_findings_free(f);
    return error->text[0] ? st : gud_fail(error, st, "out of memory");
}

void gud_findings_free(gud_findings *f)
{
    gud_free(f->list);
    gud_free(f->verdicts);
    gud_free(f->values);
    *f = (gud_findings){0};
}

// ---- texts

void gud_findings_group(const gud_findings *f, int group, char *text, int size)
{
    const gud_study *s = f->study;
    text[0] = '\0';
    for (int a = 0; a < s->naxis - 1 && f->ngroup > 1; a++) {
        const size_t used = strlen(text);
        if (s->axes[a].ncase > 1)
            (void)snprintf(text + used, (size_t)size - used, "%s%s", used > 0 ? ", " : "",
                           gud_study_case_of(s, group * f->nparts, a)->label);
    }
}

// 2.3 %, 0.012 %
static void percent(double fraction, char text[16])
{
    (void)snprintf(text, 16, "%.2g", 100.0 * fraction);
    if (fraction >= 0.0995) (void)snprintf(text, 16, "%.1f", 100.0 * fraction);
}

void gud_verdict_text(const gud_findings *f, const gud_verdict *v, char *text, int size)
{
    const bool sampled = f->study->design.draw != GUD_DRAW_NOTHING;
    const gud_limit *l = v->limit;
    char share[16], low[16], high[16], of[GUD_STUDY_NAME];
    gud_findings_group(f, v->group, of, sizeof of);
    percent(v->fraction.value, share);
    percent(v->fraction.low, low);
    percent(v->fraction.high, high);
    if (v->n == 0)
        (void)snprintf(text, (size_t)size, "%s: no run has %s", l->name, l->target.channel);
    else if (sampled)
        (void)snprintf(text, (size_t)size,
                       "%s%s%s: %s %s %s in %s %% of the parts (%d of %d; %s to %s %% with 95 %% confidence)", l->name,
                       of[0] ? ", " : "", of, l->target.channel, l->above ? "above" : "below", l->text, share,
                       v->beyond, v->n, low, high);
    else
        (void)snprintf(text, (size_t)size, "%s: %s %s %s in %d of %d runs", l->name, l->target.channel,
                       l->above ? "above" : "below", l->text, v->beyond, v->n);
}
