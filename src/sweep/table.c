// What a study's runs have to say: one table.

#include "base/alloc.h"
#include "base/csv.h"
#include "base/json.h"
#include "out/answer.h"
#include "out/select.h"
#include "sweep/conclusions.h"
#include "sweep/drawn.h"
#include "sweep/sweep.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { path_size = 4500 };

gud_status gud_sweep_open_result(const gud_sweep *s, int run, gud_error *error, gud_result **result)
{
    char folder[path_size];
    gud_run_folder(s->study, s->folder, run, folder, sizeof folder);
    GUD_TRY(gud_result_open(folder, error, result));
    if (gud_result_ended(*result)) return GUD_OK;
    gud_result_close(*result);
    *result = NULL;
    return gud_fail(error, GUD_ERR_IO, "%s: the run is not finished and is not in the table", folder);
}

// head: what is known of the lines before
static gud_status add_summary(const gud_result *result, const gud_summary *summary, const gud_sweep_line *head,
                              gud_error *error, gud_sweep_table *t)
{
    for (int i = 0; i < summary->count; i++) {
        char channel[200];
        gud_result_name(result, summary->picks[i], channel, sizeof channel);
        gud_sweep_line *line =
            gud_sweep_table_add(t, channel, gud_result_channel(result, summary->picks[i].channel)->unit);
        if (!line) return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
        line->run = head->run;
        line->window = head->window;
        line->pattern = head->pattern;
        line->statistics = summary->statistics[i];
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
    gud_scope scope;
    GUD_TRY(gud_scope_find(result, text[0] ? text : NULL, study->over, error, &scope));
    *out = scope.window;
    return GUD_OK;
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

// a pattern takes the names that match it
gud_status gud_sweep_tabulate_numbers(const gud_study *study, int pattern, const gud_part_number *numbers, int n,
                                      int run, gud_error *error, gud_sweep_table *t)
{
    for (int i = 0; i < n; i++) {
        if (!gud_glob_match(study->channels.list[pattern], numbers[i].name)) continue;
        gud_sweep_line *line = gud_sweep_table_add(t, numbers[i].name, numbers[i].unit);
        if (!line) return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
        line->run = run;
        line->pattern = pattern;
        line->statistics = numbers[i].statistics;
    }
    return GUD_OK;
}

// ---- the whole table

static bool is_sound(const gud_study *study, const gud_sweep_line *line)
{
    return line->window >= 0 && line->window < study->windows.count && line->pattern >= 0 &&
           line->pattern < study->channels.count;
}

static gud_status tabulate_rows(const gud_sweep *s, gud_error *error, gud_sweep_table *table)
{
    for (int run = 0; run < s->study->nrun; run++) {
        if (!gud_sweep_is_computed(s, run)) continue;
        const int before = table->count;
        GUD_TRY(gud_row_read_lines(s->rows[run], run, error, table));
        for (int i = before; i < table->count; i++)
            if (!is_sound(s->study, &table->lines[i]))
                return gud_fail(error, GUD_ERR_IO, "%s/%s: a row was not written by this version of gudgeon", s->folder,
                                GUD_ROWS_FOLDER);
    }
    return GUD_OK;
}

gud_status gud_sweep_tabulate(const gud_sweep *s, gud_error *error, gud_sweep_table *table)
{
    *table = (gud_sweep_table){0};
    const gud_status st = tabulate_rows(s, error, table);
    if (st != GUD_OK) gud_sweep_table_free(table);
    return st;
}

// ---- texts

static void csv_text(gud_buffer *out, const char *text)
{
    gud_csv_cell(out, text);
    gud_buffer_add(out, ",");
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

void gud_sweep_runs_csv(const gud_sweep *s, gud_buffer *out)
{
    enum { ncost = GUD_ROW_COSTS - 1 }; // time on the clock depends on what else the machine does
    const gud_study *study = s->study;
    for (int a = 0; a < study->naxis; a++) csv_text(out, study->axes[a].name);
    gud_buffer_add(out, "state");
    for (int k = 0; k < ncost; k++) gud_buffer_print(out, ",%s", gud_row_costs[k]);
    gud_buffer_add(out, "\r\n");
    for (int run = 0; run < study->nrun; run++) {
        double costs[GUD_ROW_COSTS];
        const bool computed = gud_sweep_is_computed(s, run);
        if (computed) gud_row_read_costs(s->rows[run], costs);
        for (int a = 0; a < study->naxis; a++) csv_text(out, gud_study_case_of(study, run, a)->label);
        gud_buffer_add(out, end_words[s->ends[run]]);
        for (int k = 0; k < ncost; k++) {
            char text[32] = "";
            if (computed && !isnan(costs[k])) gud_number_text(costs[k], text);
            gud_buffer_print(out, ",%s", text);
        }
        gud_buffer_add(out, "\r\n");
    }
}

static void json_cases(gud_json *json, const gud_study *study, int run)
{
    for (int a = 0; a < study->naxis; a++)
        gud_json_text(json, study->axes[a].name, gud_study_case_of(study, run, a)->label);
}

void gud_sweep_summaries(const gud_sweep *s, gud_buffer *out)
{
    for (int run = 0; run < s->study->nrun; run++) {
        char name[GUD_STUDY_NAME];
        gud_json json;
        if (!gud_sweep_is_computed(s, run) || !s->summaries[run]) continue;
        gud_study_name(s->study, run, name);
        gud_json_init(&json, out, false);
        gud_json_open(&json, NULL, '{');
        gud_json_text(&json, "run", name);
        gud_json_open(&json, "cases", '{');
        json_cases(&json, s->study, run);
        gud_json_close(&json);
        gud_json_raw(&json, "summary", s->summaries[run]->body);
        gud_json_close(&json);
    }
}

static void json_run(gud_json *json, const gud_sweep *s, int run)
{
    char name[GUD_STUDY_NAME];
    gud_json_open(json, NULL, '{');
    json_cases(json, s->study, run);
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
