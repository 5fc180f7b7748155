#include "cli/summary.h"

#include "base/json.h"

#include <stdio.h>
#include <string.h>

// what a summary shows when no pattern is given
static const char *const usual[] = {"joints/*/reaction_force.*", "drives/*/torque", "drives/*/force", "drives/*/power",
                                    "bodies/*/acceleration.*",   "energy/*",        "*violation"};

// patterns that match nothing are refused by the library; of the usual ones, take those that match
gud_status gud_summary_usual(const gud_result *result, const gud_window *window, gud_error *error, gud_summary *out)
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

static void write_statistics(gud_json *json, const char *key, const gud_statistics *s)
{
    gud_json_open(json, key, '{');
    gud_json_number(json, "mean", s->mean);
    gud_json_number(json, "min", s->min);
    gud_json_number(json, "max", s->max);
    gud_json_number(json, "std", s->std);
    gud_json_close(json);
}

// "joints/small-end/reaction_force.x" opens "joints", "small-end" and writes "reaction_force.x"; groups stay open as
// long as names share them, which they do because channels of one entity stand together
static void write_picks(gud_json *json, const gud_result *result, const gud_summary *summary)
{
    char open[3][300] = {"", "", ""};
    int depth = 0;
    for (int i = 0; i < summary->count; i++) {
        char name[700], *part[3] = {name, NULL, NULL};
        int npart = 1;
        gud_result_name(result, summary->picks[i], name, sizeof name);
        for (char *c = name; *c && npart < 3; c++)
            if (*c == '/') {
                *c = '\0';
                part[npart++] = c + 1;
            }
        int same = 0;
        while (same < depth && same < npart - 1 && strcmp(open[same], part[same]) == 0) same++;
        for (; depth > same; depth--) gud_json_close(json);
        for (; depth < npart - 1; depth++) {
            gud_json_open(json, part[depth], '{');
            (void)snprintf(open[depth], sizeof open[depth], "%s", part[depth]);
        }
        write_statistics(json, part[npart - 1], &summary->statistics[i]);
    }
    for (; depth > 0; depth--) gud_json_close(json);
}

void gud_summary_write(gud_buffer *text, const gud_result *result, const gud_summary *summary)
{
    const gud_meta *meta = gud_result_meta(result);
    gud_json json;
    gud_json_init(&json, text, true);
    gud_json_open(&json, NULL, '{');
    gud_json_text(&json, "title", meta->title);
    gud_json_open(&json, "window", '{');
    gud_json_number(&json, "start", summary->start);
    gud_json_number(&json, "end", summary->end);
    gud_json_integer(&json, "records", summary->nrecord);
    gud_json_close(&json);
    write_picks(&json, result, summary);
    gud_json_open(&json, "run", '{');
    for (int i = 0; i < meta->ncounter; i++) {
        const gud_entry *c = &meta->counters[i];
        if (c->text)
            gud_json_text(&json, c->key, c->text);
        else
            gud_json_number(&json, c->key, c->number);
    }
    gud_json_switch(&json, "ended", gud_result_ended(result));
    gud_json_close(&json);
    gud_json_close(&json);
}
