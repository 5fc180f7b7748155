// Findings as JSON and CSV.

#include "sweep/findings.h"

#include "base/csv.h"

#include <stdio.h>

static const char *const percentile_names[GUD_PERCENTILES] = {"p1", "p5", "p25", "p50", "p75", "p95", "p99"};

static void json_interval(gud_json *json, const char *key, gud_interval i)
{
    const double numbers[] = {i.low, i.high};
    char name[60];
    gud_json_number(json, key, i.value);
    (void)snprintf(name, sizeof name, "%s_95", key);
    gud_json_numbers(json, name, numbers, 2);
}

static void json_group(const gud_findings *f, int group, gud_json *json)
{
    const gud_study *s = f->study;
    if (f->ngroup < 2) return;
    for (int a = 0; a < s->naxis - 1; a++)
        if (s->axes[a].ncase > 1)
            gud_json_text(json, s->axes[a].name, gud_study_case_of(s, group * f->nparts, a)->label);
}

static const char *statistic_word(gud_statistic which)
{
    return which == GUD_TAKE_MIN ? "min" : which == GUD_TAKE_MAX ? "max" : which == GUD_TAKE_STD ? "std" : "mean";
}

static void json_head(const gud_findings *f, const gud_finding *one, gud_json *json)
{
    gud_json_open(json, NULL, '{');
    json_group(f, one->group, json);
    gud_json_text(json, "channel", one->channel);
    gud_json_text(json, "unit", one->unit);
    gud_json_text(json, "window", f->study->windows.list[one->window]);
    gud_json_text(json, "of", statistic_word(one->statistic));
}

static void json_spread(const gud_findings *f, gud_json *json)
{
    gud_json_open(json, "spread", '[');
    for (int i = 0; i < f->count; i++) {
        const gud_finding *one = &f->list[i];
        json_head(f, one, json);
        gud_json_integer(json, "parts", one->n);
        gud_json_number(json, "mean", one->mean);
        gud_json_number(json, "std", one->std);
        gud_json_number(json, "min", one->min);
        for (int p = 0; p < GUD_PERCENTILES; p++) gud_json_number(json, percentile_names[p], one->percentiles[p]);
        gud_json_number(json, "max", one->max);
        gud_json_close(json);
    }
    gud_json_close(json);
}

static void json_sensitivities(const gud_findings *f, gud_json *json)
{
    const gud_design *d = &f->study->design;
    gud_json_open(json, "sensitivities", '[');
    for (int i = 0; i < f->count; i++)
        for (int c = 0; c < gud_design_columns(d) && f->list[i].n > 1; c++) {
            const gud_finding *one = &f->list[i];
            const char *unit;
            json_head(f, one, json);
            gud_json_text(json, "parameter", gud_design_column(d, c, &unit));
            json_interval(json, "rank_correlation", one->rank[c]);
            if (d->draw == GUD_DRAW_SALTELLI && c < d->nfactor) {
                json_interval(json, "sobol_first", one->first[c]);
                json_interval(json, "sobol_total", one->total[c]);
            }
            gud_json_close(json);
        }
    gud_json_close(json);
}

static void json_limits(const gud_findings *f, gud_json *json)
{
    gud_json_open(json, "limits", '[');
    for (int i = 0; i < f->nverdict; i++) {
        const gud_verdict *v = &f->verdicts[i];
        char text[600];
        gud_json_open(json, NULL, '{');
        json_group(f, v->group, json);
        gud_json_text(json, "name", v->limit->name);
        gud_json_text(json, "channel", v->limit->target.channel);
        gud_json_number(json, v->limit->above ? "above" : "below", v->limit->value);
        gud_json_integer(json, "beyond", v->beyond);
        gud_json_integer(json, "runs", v->n);
        if (f->count > 0) json_interval(json, "fraction", v->fraction);
        gud_verdict_text(f, v, text, sizeof text);
        gud_json_text(json, "text", text);
        gud_json_close(json);
    }
    gud_json_close(json);
}

void gud_findings_json(const gud_findings *f, gud_json *json)
{
    const gud_design *d = &f->study->design;
    if (d->draw != GUD_DRAW_NOTHING) {
        gud_json_open(json, "sample", '{');
        gud_json_text(json, "method", gud_draw_names[d->draw]);
        gud_json_integer(json, "points", d->points);
        gud_json_integer(json, "seed", (long long)d->seed);
        gud_json_close(json);
        json_spread(f, json);
        json_sensitivities(f, json);
    }
    if (f->nverdict > 0) json_limits(f, json);
}

static void csv_number(gud_buffer *out, double number)
{
    char text[32];
    gud_number_text(number, text);
    gud_buffer_print(out, ",%s", text);
}

static void csv_head(gud_buffer *out, const char *what, const char *name)
{
    char text[GUD_MAX_NAME + 20];
    (void)snprintf(text, sizeof text, "%s%s", what, name);
    gud_buffer_add(out, ",");
    gud_csv_cell(out, text);
}

// a line for each channel: its spread, then rank correlations and indices by parameter
void gud_findings_csv(const gud_findings *f, gud_buffer *out)
{
    const gud_design *d = &f->study->design;
    const char *unit;
    const bool indices = d->draw == GUD_DRAW_SALTELLI;
    gud_buffer_add(out, "group,window,channel,unit,parts,mean,std,min");
    for (int p = 0; p < GUD_PERCENTILES; p++) gud_buffer_print(out, ",%s", percentile_names[p]);
    gud_buffer_add(out, ",max");
    for (int c = 0; c < gud_design_columns(d); c++) csv_head(out, "rank ", gud_design_column(d, c, &unit));
    for (int c = 0; c < d->nfactor && indices; c++) {
        csv_head(out, "first ", d->factors[c].name);
        csv_head(out, "total ", d->factors[c].name);
    }
    gud_buffer_add(out, "\r\n");
    for (int i = 0; i < f->count; i++) {
        const gud_finding *one = &f->list[i];
        char group[GUD_STUDY_NAME];
        gud_findings_group(f, one->group, group, sizeof group);
        const char *const cells[] = {group, f->study->windows.list[one->window], one->channel, one->unit};
        for (int c = 0; c < GUD_COUNT(cells); c++) {
            gud_csv_cell(out, cells[c]);
            gud_buffer_add(out, ",");
        }
        gud_buffer_print(out, "%d", one->n);
        csv_number(out, one->mean);
        csv_number(out, one->std);
        csv_number(out, one->min);
        for (int p = 0; p < GUD_PERCENTILES; p++) csv_number(out, one->percentiles[p]);
        csv_number(out, one->max);
        for (int c = 0; c < gud_design_columns(d); c++) csv_number(out, one->rank[c].value);
        for (int c = 0; c < d->nfactor && indices; c++) {
            csv_number(out, one->first[c].value);
            csv_number(out, one->total[c].value);
        }
        gud_buffer_add(out, "\r\n");
    }
}
