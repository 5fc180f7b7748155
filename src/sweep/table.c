// What a study's runs have to say: one table, and figures.

#include "base/alloc.h"
#include "base/json.h"
#include "out/bearings.h"
#include "out/select.h"
#include "sweep/conclusions.h"
#include "sweep/drawn.h"
#include "sweep/part.h"
#include "sweep/sweep.h"

#include <stdio.h>
#include <string.h>

enum { path_size = 4500 };

bool gud_sweep_is_computed(const gud_sweep *s, int run)
{
    return s->ends[run] == GUD_RUN_DONE || s->ends[run] == GUD_RUN_KEPT;
}

gud_status gud_sweep_open(const gud_sweep *s, int run, gud_error *error, gud_result **result)
{
    char folder[path_size];
    gud_sweep_folder(s, run, folder, sizeof folder);
    GUD_TRY(gud_result_open(folder, error, result));
    if (gud_result_ended(*result)) return GUD_OK;
    gud_result_close(*result);
    *result = NULL;
    return gud_fail(error, GUD_ERR_IO, "%s: the run has not come to its end, and has no place in the table", folder);
}

static gud_sweep_line *add_line(gud_sweep_table *t)
{
    if (t->count == t->room) {
        const int room = t->room ? 2 * t->room : 64;
        gud_sweep_line *lines = gud_resize(t->lines, (size_t)room, sizeof *lines);
        if (!lines) return NULL;
        t->lines = lines;
        t->room = room;
    }
    return &t->lines[t->count++];
}

// head: what is known of the lines before
static gud_status add_summary(const gud_result *result, const gud_summary *summary, const gud_sweep_line *head,
                              gud_error *error, gud_sweep_table *t)
{
    for (int i = 0; i < summary->count; i++) {
        gud_sweep_line *line = add_line(t);
        if (!line) return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
        *line = *head;
        line->statistics = summary->statistics[i];
        gud_result_name(result, summary->picks[i], line->channel, sizeof line->channel);
        (void)snprintf(line->unit, sizeof line->unit, "%s",
                       gud_result_channel(result, summary->picks[i].channel)->unit);
    }
    return GUD_OK;
}

// does a result have what the pattern asks for?
bool gud_sweep_has_channel(const gud_result *result, const char *pattern)
{
    gud_error error;
    gud_selection found = {0};
    const bool has = gud_selection_find(result, &pattern, 1, &error, &found) == GUD_OK;
    gud_free(found.picks);
    return has;
}

// Without a window of the study: the last full cycle, if the run has several.
static gud_status find_window(const gud_study *study, const gud_result *result, int w, gud_error *error,
                              gud_window *out)
{
    const char *text = study->windows.list[w];
    int cycles;
    if (text[0] || study->over) return gud_window_parse(result, text[0] ? text : NULL, study->over, error, out);
    return gud_window_last_cycle(result, error, out, &cycles);
}

static gud_status tabulate_pattern(const gud_study *study, const gud_result *result, const char *pattern,
                                   const gud_sweep_line *head, gud_error *error, gud_sweep_table *t)
{
    for (int w = 0; w < study->windows.count; w++) {
        gud_window window;
        gud_summary summary;
        gud_sweep_line own = *head;
        own.window = w;
        GUD_TRY(find_window(study, result, w, error, &window));
        GUD_TRY(gud_summary_make(result, &window, &pattern, 1, error, &summary));
        const gud_status st = add_summary(result, &summary, &own, error, t);
        gud_summary_free(&summary);
        GUD_TRY(st);
    }
    return GUD_OK;
}

// the lines of a pattern, if the result has it
static gud_status try_pattern(const gud_study *study, const gud_result *result, const char *pattern,
                              const gud_sweep_line *head, gud_error *error, gud_sweep_table *t)
{
    gud_selection found = {0};
    const gud_status st = gud_selection_find(result, &pattern, 1, error, &found);
    gud_free(found.picks);
    if (st == GUD_ERR_MEMORY) return st;
    return st == GUD_OK ? tabulate_pattern(study, result, pattern, head, error, t) : GUD_OK;
}

gud_status gud_sweep_tabulate_run(const gud_study *study, const gud_result *result, int run, gud_error *error,
                                  gud_sweep_table *t)
{
    static const char joints[] = "joints/*";
    const int before = t->count;
    for (int c = 0; c < study->channels.count; c++) {
        const gud_sweep_line head = {.run = run, .pattern = c};
        GUD_TRY(try_pattern(study, result, study->channels.list[c], &head, error, t));
    }
    const gud_sweep_line head = {.run = run};
    const bool none = !study->chosen && t->count == before;
    return none ? try_pattern(study, result, joints, &head, error, t) : GUD_OK;
}

// of a component that does not run in time; a pattern takes the names that match it
static gud_status tabulate_part(const gud_sweep *s, const char *folder, int run, gud_error *error, gud_sweep_table *t)
{
    gud_part_number *numbers;
    int n;
    gud_status st = gud_part_read(folder, error, &numbers, &n);
    for (int c = 0; c < s->study->channels.count && st == GUD_OK; c++)
        for (int i = 0; i < n && st == GUD_OK; i++) {
            if (!gud_glob_match(s->study->channels.list[c], numbers[i].name)) continue;
            gud_sweep_line *line = add_line(t);
            if (!line) {
                st = gud_fail(error, GUD_ERR_MEMORY, "out of memory");
                break;
            }
            *line = (gud_sweep_line){.run = run, .pattern = c, .statistics = numbers[i].statistics};
            (void)snprintf(line->channel, sizeof line->channel, "%s", numbers[i].name);
            (void)snprintf(line->unit, sizeof line->unit, "%s", numbers[i].unit);
        }
    gud_free(numbers);
    return st;
}

static gud_status tabulate_any(const gud_sweep *s, int run, gud_error *error, gud_sweep_table *t)
{
    char folder[path_size];
    gud_result *result = NULL;
    gud_sweep_folder(s, run, folder, sizeof folder);
    if (s->study->component && gud_part_is_complete(folder)) return tabulate_part(s, folder, run, error, t);
    gud_status st = gud_sweep_open(s, run, error, &result);
    if (st == GUD_OK) st = gud_sweep_tabulate_run(s->study, result, run, error, t);
    gud_result_close(result);
    return st;
}

gud_status gud_sweep_tabulate(const gud_sweep *s, gud_error *error, gud_sweep_table *table)
{
    *table = (gud_sweep_table){0};
    for (int run = 0; run < s->study->nrun; run++) {
        if (!gud_sweep_is_computed(s, run)) continue;
        const gud_status st = tabulate_any(s, run, error, table);
        if (st != GUD_OK) {
            gud_sweep_table_free(table);
            return st;
        }
    }
    return GUD_OK;
}

void gud_sweep_table_free(gud_sweep_table *table)
{
    gud_free(table->lines);
    *table = (gud_sweep_table){0};
}

// ---- texts

// RFC 4180: quotes where they are needed
static void csv_text(gud_buffer *out, const char *text)
{
    if (!text[strcspn(text, ",\"\n\r")]) {
        gud_buffer_print(out, "%s,", text);
        return;
    }
    gud_buffer_add(out, "\"");
    for (; *text; text++) gud_buffer_print(out, *text == '"' ? "\"\"" : "%c", *text);
    gud_buffer_add(out, "\",");
}

void gud_sweep_table_csv(const gud_sweep *s, const gud_sweep_table *table, gud_buffer *out)
{
    const gud_study *study = s->study;
    for (int a = 0; a < study->naxis; a++) csv_text(out, study->axes[a].name);
    gud_drawn_csv_head(study, out);
    gud_buffer_add(out, "window,channel,unit,mean,min,max,std,p99\r\n");
    for (int i = 0; i < table->count; i++) {
        const gud_sweep_line *line = &table->lines[i];
        const gud_statistics *t = &line->statistics;
        const double numbers[] = {t->mean, t->min, t->max, t->std, t->p99};
        for (int a = 0; a < study->naxis; a++) csv_text(out, gud_study_case_of(study, line->run, a)->label);
        gud_drawn_csv(study, line->run, out);
        csv_text(out, study->windows.list[line->window]);
        csv_text(out, line->channel);
        csv_text(out, line->unit);
        for (int k = 0; k < GUD_COUNT(numbers); k++) {
            char text[32];
            gud_number_text(numbers[k], text);
            gud_buffer_print(out, "%s%s", text, k + 1 < GUD_COUNT(numbers) ? "," : "\r\n");
        }
    }
}

static const char *const end_words[] = {"waiting", "done", "done", "failed"};

// numbers that a run counted; a run that failed has none
static void csv_counters(const gud_result *result, gud_buffer *out)
{
    static const char *const keys[] = {"steps", "rejected", "newton", "factorisations", "cpu_s"};
    for (int k = 0; k < GUD_COUNT(keys); k++) {
        char text[32] = "";
        const gud_meta *meta = result ? gud_result_meta(result) : NULL;
        for (int i = 0; meta && i < meta->ncounter; i++)
            if (strcmp(meta->counters[i].key, keys[k]) == 0) gud_number_text(meta->counters[i].number, text);
        gud_buffer_print(out, ",%s", text);
    }
    gud_buffer_add(out, "\r\n");
}

gud_status gud_sweep_runs_csv(const gud_sweep *s, gud_error *error, gud_buffer *out)
{
    const gud_study *study = s->study;
    char folder[path_size];
    for (int a = 0; a < study->naxis; a++) csv_text(out, study->axes[a].name);
    gud_buffer_add(out, "state,steps,rejected,newton,factorisations,cpu_s\r\n");
    for (int run = 0; run < study->nrun; run++) {
        gud_result *result = NULL;
        gud_sweep_folder(s, run, folder, sizeof folder);
        const bool part = s->study->component && gud_part_is_complete(folder); // it has no counters
        if (gud_sweep_is_computed(s, run) && !part) GUD_TRY(gud_sweep_open(s, run, error, &result));
        for (int a = 0; a < study->naxis; a++) csv_text(out, gud_study_case_of(study, run, a)->label);
        gud_buffer_add(out, end_words[s->ends[run]]);
        csv_counters(result, out);
        gud_result_close(result);
    }
    return GUD_OK;
}

static void json_run(gud_json *json, const gud_sweep *s, int run)
{
    char name[GUD_STUDY_NAME];
    gud_json_open(json, NULL, '{');
    for (int a = 0; a < s->study->naxis; a++)
        gud_json_text(json, s->study->axes[a].name, gud_study_case_of(s->study, run, a)->label);
    gud_drawn_json(s->study, run, json);
    gud_study_folder(s->study, run, name);
    gud_json_text(json, "folder", name);
    gud_json_text(json, "state", end_words[s->ends[run]]);
    gud_json_open(json, "statistics", '[');
}

void gud_sweep_table_json(const gud_sweep *s, const gud_sweep_table *table, gud_buffer *out)
{
    gud_json json;
    gud_json_init(&json, out, true);
    gud_json_open(&json, NULL, '{');
    gud_json_text(&json, "title", s->study->title);
    gud_json_open(&json, "runs", '[');
    for (int run = 0, i = 0; run < s->study->nrun; run++) {
        json_run(&json, s, run);
        for (; i < table->count && table->lines[i].run == run; i++) {
            const gud_sweep_line *line = &table->lines[i];
            gud_json_open(&json, NULL, '{');
            gud_json_text(&json, "channel", line->channel);
            gud_json_text(&json, "unit", line->unit);
            gud_json_text(&json, "window", s->study->windows.list[line->window]);
            gud_json_number(&json, "mean", line->statistics.mean);
            gud_json_number(&json, "min", line->statistics.min);
            gud_json_number(&json, "max", line->statistics.max);
            gud_json_number(&json, "std", line->statistics.std);
            gud_json_number(&json, "p99", line->statistics.p99);
            gud_json_close(&json);
        }
        gud_json_close(&json);
        gud_json_close(&json);
    }
    gud_json_close(&json);
    if (gud_conclusions_json(s->study, table, &json) != GUD_OK) out->failed = true;
    gud_json_close(&json);
}
