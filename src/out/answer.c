#include "out/answer.h"

#include "base/alloc.h"
#include "base/arena.h"
#include "base/index.h"
#include "out/peaks.h"
#include "out/select.h"

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
    const char *usual = gud_result_abscissa(result);
    *s = (gud_scope){.chosen = text || (over && (!usual || strcmp(over, usual) != 0))};
    if (s->chosen) return gud_window_parse(result, text, over, error, &s->window);
    GUD_TRY(gud_window_last_cycle(result, error, &s->window, &s->cycles));
    return s->cycles > 0 ? find_start_up(result, error, s) : GUD_OK;
}

void gud_scope_write(const gud_scope *s, const gud_result *result, const gud_summary *summary, const char *key,
                     gud_json *json)
{
    const gud_channel *over = gud_result_channel(result, s->window.over.channel);
    const char *kind = s->chosen ? "chosen" : s->cycles > 0 ? "last full cycle" : "all records";
    gud_json_open(json, key, '{');
    gud_json_number(json, "start", summary->start);
    gud_json_number(json, "end", summary->end);
    gud_json_integer(json, "records", summary->nrecord);
    gud_json_text(json, "kind", kind);
    gud_json_integer(json, "cycles", s->cycles);
    gud_json_text(json, "over", over->path);
    gud_json_text(json, "unit", over->unit);
    gud_json_number(json, "low", s->window.low);
    gud_json_number(json, "high", s->window.high);
    gud_json_close(json);
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

// patterns that match nothing are refused; of the usual ones, take those that match
static gud_status summary_usual(const gud_result *result, const gud_window *window, gud_error *error, gud_summary *out)
{
    const char *found[GUD_COUNT(usual)];
    int n = 0;
    for (int i = 0; i < GUD_COUNT(usual); i++)
        if (gud_result_matches(result, usual[i])) found[n++] = usual[i];
    return gud_summary_make(result, window, found, n, error, out);
}

void gud_statistics_write(const gud_statistics *s, const char *key, const char *unit, gud_json *json)
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

// A name in parts: "joints", "small-end", "reaction_force.x". The rows of a group ("joints", "joints/small-end") are
// linked, wherever they stand in the result: channels of a joint may stand apart from each other.
enum { most_parts = 3, most_depth = most_parts - 1 };

typedef struct row_name {
    char *part[most_parts];
    int npart;
    struct {
        int first, last, next; // rows of its group; `last` is that of the first row; -1: no more
    } group[most_depth];
} row_name;

typedef struct row_names {
    gud_arena arena;
    gud_index *groups;
    row_name *rows;
} row_names;

static void name_split(row_name *row, char *text)
{
    row->part[0] = text;
    row->npart = 1;
    for (char *c = text; *c && row->npart < most_parts; c++)
        if (*c == '/') {
            *c = '\0';
            row->part[row->npart++] = c + 1;
        }
}

// links row i, whose whole name is `text`, to the row of its group before it
static void name_link(row_names *names, int i, const char *text)
{
    row_name *row = &names->rows[i];
    size_t length = 0;
    for (int d = 0; d < row->npart - 1; d++) {
        length += strlen(row->part[d]) + (d > 0); // the slash between
        const int first = gud_index_add(names->groups, text, length, i);
        row_name *head = &names->rows[first];
        if (first != i) names->rows[head->group[d].last].group[d].next = i;
        head->group[d].last = i;
        row->group[d].first = first;
        row->group[d].next = -1;
    }
}

static bool names_make(const gud_result *result, const gud_summary *summary, row_names *names)
{
    char name[700];
    gud_arena_init(&names->arena);
    names->rows = GUD_TAKE(&names->arena, row_name, summary->count);
    names->groups = gud_index_create(most_depth * summary->count);
    for (int i = 0; names->rows && names->groups && i < summary->count; i++) {
        gud_result_name(result, summary->picks[i], name, sizeof name);
        char *whole = gud_arena_text(&names->arena, name), *cut = gud_arena_text(&names->arena, name);
        if (!whole || !cut) return false;
        name_split(&names->rows[i], cut);
        name_link(names, i, whole);
    }
    return names->rows && names->groups;
}

static void names_free(row_names *names)
{
    gud_index_free(names->groups);
    gud_arena_free(&names->arena);
}

// the rows of a group, from its first one on; depth 0: all
static void write_group(gud_json *json, const gud_result *result, const gud_summary *summary, const row_name *rows,
                        int first, int depth)
{
    for (int i = first, next; i >= 0 && i < summary->count; i = next) {
        const row_name *row = &rows[i];
        next = depth > 0 && depth <= most_depth ? row->group[depth - 1].next : i + 1;
        if (row->npart == depth + 1 || depth == most_depth) {
            const char *unit = gud_result_channel(result, summary->picks[i].channel)->unit;
            gud_statistics_write(&summary->statistics[i], row->part[depth], unit, json);
        } else if (row->group[depth].first == i) {
            gud_json_open(json, row->part[depth], '{');
            write_group(json, result, summary, rows, i, depth + 1);
            gud_json_close(json);
        }
    }
}

static void summary_write(const gud_summary *summary, const gud_result *result, gud_json *json)
{
    row_names names = {0};
    if (names_make(result, summary, &names))
        write_group(json, result, summary, names.rows, 0, 0);
    else
        json->out->failed = true;
    names_free(&names);
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
    gud_scope_write(&a->scope, result, summary, "window", json);
    bearings_write(&a->bearings, json);
    missed_peaks_write(result, json);
    summary_write(summary, result, json);
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
