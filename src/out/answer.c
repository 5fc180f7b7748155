#include "out/answer.h"

#include "base/alloc.h"
#include "out/peaks.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- which records

// a tenth of a cycle before it is start-up enough
static gud_status find_start_up(const gud_result *result, gud_error *error, gud_scope *s)
{
    double *x;
    GUD_TRY(gud_result_load(result, s->window.over, error, &x));
    const double low = s->window.low, high = s->window.high;
    s->settled = fmin(fabs(x[0] - low), fabs(x[0] - high)) > 0.1 * (high - low);
    gud_free(x);
    return GUD_OK;
}

gud_status gud_scope_find(const gud_result *result, const char *text, const char *over, gud_error *error, gud_scope *s)
{
    *s = (gud_scope){.chosen = text || over};
    if (s->chosen) return gud_window_parse(result, text, over, error, &s->window);
    GUD_TRY(gud_window_last_cycle(result, error, &s->window, &s->cycles));
    return s->cycles > 0 ? find_start_up(result, error, s) : GUD_OK;
}

static void scope_write(const gud_scope *s, const gud_result *result, gud_json *json)
{
    const gud_channel *over = gud_result_channel(result, s->window.over.channel);
    const char *kind = s->chosen ? "chosen" : s->cycles > 0 ? "last full cycle" : "all records";
    gud_json_text(json, "kind", kind);
    gud_json_integer(json, "cycles", s->cycles);
    gud_json_text(json, "over", over->path);
    gud_json_text(json, "unit", over->unit);
    gud_json_number(json, "low", s->window.low);
    gud_json_number(json, "high", s->window.high);
}

// ---- statistics of channels

// what a summary shows when no pattern is given
static const char *const usual[] = {"joints/*/reaction_force.*",
                                    "joints/*/eccentricity_ratio",
                                    "joints/*/film_min*",
                                    "joints/*_pressure_max",
                                    "joints/*/loss_*",
                                    "joints/*/friction_torque",
                                    "joints/*/asperity_load",
                                    "joints/*/asperity_share",
                                    "joints/*/side_flow",
                                    "joints/*/contact_force",
                                    "drives/*/torque",
                                    "drives/*/force",
                                    "drives/*/power",
                                    "bodies/*/acceleration.*",
                                    "energy/*",
                                    "*violation"};

// patterns that match nothing are refused by the library; of the usual ones, take those that match
static gud_status summary_usual(const gud_result *result, const gud_window *window, gud_error *error, gud_summary *out)
{
    const char *found[GUD_COUNT(usual)];
    int n = 0;
    for (int i = 0; i < GUD_COUNT(usual); i++) {
        gud_summary one;
        if (gud_summary_make(result, window, &usual[i], 1, error, &one) != GUD_OK) continue;
        gud_summary_free(&one);
        found[n++] = usual[i];
    }
    return gud_summary_make(result, window, found, n, error, out);
}

static void write_statistics(gud_json *json, const char *key, const char *unit, const gud_statistics *s)
{
    gud_json_open(json, key, '{');
    gud_json_text(json, "unit", unit);
    gud_json_number(json, "mean", s->mean);
    gud_json_number(json, "min", s->min);
    gud_json_number(json, "max", s->max);
    gud_json_number(json, "std", s->std);
    gud_json_number(json, "p99", s->p99);
    gud_json_number(json, "time_min", s->time_min);
    gud_json_number(json, "time_max", s->time_max);
    gud_json_number(json, "at_min", s->at_min);
    gud_json_number(json, "at_max", s->at_max);
    gud_json_close(json);
}

// a name in parts: "joints", "small-end", "reaction_force.x"
enum { most_parts = 3 };

typedef struct {
    char text[700], *part[most_parts];
    int n;
} parts;

static void split(const gud_result *result, gud_pick pick, parts *p)
{
    gud_result_name(result, pick, p->text, sizeof p->text);
    p->part[0] = p->text;
    p->n = 1;
    for (char *c = p->text; *c && p->n < most_parts; c++)
        if (*c == '/') {
            *c = '\0';
            p->part[p->n++] = c + 1;
        }
}

// does pick i stand in the same group as pick k, down to `depth` parts?
static bool shares(const gud_result *result, const gud_summary *summary, int i, const parts *k, int depth)
{
    parts p;
    split(result, summary->picks[i], &p);
    if (p.n <= depth || k->n <= depth) return false;
    for (int d = 0; d < depth; d++)
        if (strcmp(p.part[d], k->part[d]) != 0) return false;
    return true;
}

static bool is_first(const gud_result *result, const gud_summary *summary, int i, const parts *p, int depth)
{
    for (int k = 0; k < i; k++)
        if (shares(result, summary, k, p, depth)) return false;
    return true;
}

// One object for each group, wherever its channels stand in the result: those of a joint may stand apart from those of
// another.
static void write_group(gud_json *json, const gud_result *result, const gud_summary *summary, const parts *group,
                        int depth)
{
    for (int i = 0; i < summary->count; i++) {
        parts p;
        if (depth > 0 && !shares(result, summary, i, group, depth)) continue;
        split(result, summary->picks[i], &p);
        if (p.n == depth + 1 || depth + 1 == most_parts) {
            const char *unit = gud_result_channel(result, summary->picks[i].channel)->unit;
            write_statistics(json, p.part[depth], unit, &summary->statistics[i]);
        } else if (is_first(result, summary, i, &p, depth + 1)) {
            gud_json_open(json, p.part[depth], '{');
            write_group(json, result, summary, &p, depth + 1);
            gud_json_close(json);
        }
    }
}

// ---- bearings as JSON

static void write_extreme(gud_json *json, const gud_bearings *b, const char *key, const char *unit,
                          const gud_extreme *e)
{
    if (isnan(e->value)) return;
    gud_json_open(json, key, '{');
    gud_json_number(json, "value", e->value);
    gud_json_text(json, "unit", unit);
    gud_json_number(json, "time", e->time);
    if (b->abscissa) gud_json_number(json, b->is_angle ? "angle" : "at", e->at);
    if (b->abscissa && b->is_angle) gud_json_number(json, "angle_in_cycle_deg", gud_bearings_angle(b, e->at));
    gud_json_close(json);
}

static void write_value(gud_json *json, const char *key, const char *unit, double value)
{
    if (isnan(value)) return;
    gud_json_open(json, key, '{');
    gud_json_number(json, "value", value);
    gud_json_text(json, "unit", unit);
    gud_json_close(json);
}

static void write_row(gud_json *json, const gud_bearings *b, const gud_bearing_row *row)
{
    gud_json_open(json, NULL, '{');
    gud_json_text(json, "name", row->name);
    write_extreme(json, b, "film_min", "m", &row->film_min);
    write_extreme(json, b, "film_pressure_max", "Pa", &row->film_pressure);
    write_extreme(json, b, "asperity_pressure_max", "Pa", &row->asperity_pressure);
    write_extreme(json, b, "specific_load_max", "Pa", &row->specific_load);
    write_extreme(json, b, "eccentricity_ratio_max", "1", &row->eccentricity);
    write_extreme(json, b, "loss_max", "W", &row->loss);
    write_value(json, "loss_mean", "W", row->loss_mean);
    write_value(json, "side_flow_mean", "m3/s", row->flow_mean);
    write_value(json, "asperity_share_max", "1", row->asperity_share);
    gud_json_open(json, "warnings", '[');
    for (int k = 0; k < row->nwarning; k++) gud_json_text(json, NULL, row->warnings[k]);
    gud_json_close(json);
    gud_json_close(json);
}

static void bearings_write(const gud_bearings *b, gud_json *json)
{
    gud_json_open(json, "bearings", '[');
    for (int i = 0; i < b->count; i++) write_row(json, b, &b->rows[i]);
    gud_json_close(json);
}

// ---- what lies between two records

static void missed_peaks_write(const gud_result *result, gud_json *json)
{
    gud_missed_peak p;
    int channel = 0;
    gud_json_open(json, "missed_peaks", '[');
    while (gud_missed_peak_next(result, &channel, &p)) {
        gud_json_open(json, NULL, '{');
        gud_json_text(json, "joint", p.joint);
        gud_json_number(json, "force", p.largest);
        gud_json_number(json, "recorded", p.recorded);
        gud_json_number(json, "time", p.time);
        gud_json_close(json);
    }
    gud_json_close(json);
}

void gud_answer_write_bearings(const gud_answer *a, gud_json *json)
{
    bearings_write(&a->bearings, json);
}

void gud_answer_write(const gud_answer *a, const gud_result *result, gud_json *json)
{
    const gud_meta *meta = gud_result_meta(result);
    const gud_summary *summary = &a->summary;
    gud_json_open(json, "window", '{');
    gud_json_number(json, "start", summary->start);
    gud_json_number(json, "end", summary->end);
    gud_json_integer(json, "records", summary->nrecord);
    scope_write(&a->scope, result, json);
    gud_json_close(json);
    bearings_write(&a->bearings, json);
    missed_peaks_write(result, json);
    write_group(json, result, summary, NULL, 0);
    gud_json_open(json, "run", '{');
    for (int i = 0; i < meta->ncounter; i++) {
        const gud_entry *c = &meta->counters[i];
        if (c->text)
            gud_json_text(json, c->key, c->text);
        else
            gud_json_number(json, c->key, c->number);
    }
    gud_json_switch(json, "ended", gud_result_ended(result));
    gud_json_close(json);
}

// ---- the whole

gud_status gud_answer_make(const gud_result *result, const char *const *patterns, int npattern, gud_error *error,
                           gud_answer *a)
{
    GUD_TRY(gud_bearings_make(result, &a->scope.window, error, &a->bearings));
    const gud_status st = npattern > 0
                              ? gud_summary_make(result, &a->scope.window, patterns, npattern, error, &a->summary)
                              : summary_usual(result, &a->scope.window, error, &a->summary);
    if (st != GUD_OK) gud_bearings_free(&a->bearings);
    return st;
}

void gud_answer_free(gud_answer *a)
{
    gud_bearings_free(&a->bearings);
    gud_summary_free(&a->summary);
}
