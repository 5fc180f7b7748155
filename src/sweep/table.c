// What a study's runs have to say: one table, and figures.

#include "base/alloc.h"
#include "base/json.h"
#include "out/figure.h"
#include "out/select.h"
#include "sweep/sweep.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { path_size = 4500 };

static bool computed(const gud_sweep *s, int run)
{
    return s->ends[run] == GUD_RUN_DONE || s->ends[run] == GUD_RUN_KEPT;
}

static gud_status open_run(const gud_sweep *s, int run, gud_error *error, gud_result **result)
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
static bool has_channel(const gud_result *result, const char *pattern)
{
    gud_error error;
    gud_selection found = {0};
    const bool has = gud_selection_find(result, &pattern, 1, &error, &found) == GUD_OK;
    gud_free(found.picks);
    return has;
}

static gud_status tabulate_run(const gud_sweep *s, const gud_result *result, int run, gud_error *error,
                               gud_sweep_table *t)
{
    const gud_study *study = s->study;
    for (int c = 0; c < study->channels.count; c++) {
        if (!has_channel(result, study->channels.list[c])) continue;
        for (int w = 0; w < study->windows.count; w++) {
            const char *text = study->windows.list[w];
            gud_window window;
            gud_summary summary;
            GUD_TRY(gud_window_parse(result, text[0] ? text : NULL, study->over, error, &window));
            GUD_TRY(gud_summary_make(result, &window, &study->channels.list[c], 1, error, &summary));
            const gud_sweep_line head = {.run = run, .window = w, .pattern = c};
            const gud_status st = add_summary(result, &summary, &head, error, t);
            gud_summary_free(&summary);
            GUD_TRY(st);
        }
    }
    return GUD_OK;
}

gud_status gud_sweep_tabulate(const gud_sweep *s, gud_error *error, gud_sweep_table *table)
{
    *table = (gud_sweep_table){0};
    for (int run = 0; run < s->study->nrun; run++) {
        gud_result *result = NULL;
        if (!computed(s, run)) continue;
        gud_status st = open_run(s, run, error, &result);
        if (st == GUD_OK) st = tabulate_run(s, result, run, error, table);
        gud_result_close(result);
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
    gud_buffer_add(out, "window,channel,unit,mean,min,max,std,p99\r\n");
    for (int i = 0; i < table->count; i++) {
        const gud_sweep_line *line = &table->lines[i];
        const gud_statistics *t = &line->statistics;
        const double numbers[] = {t->mean, t->min, t->max, t->std, t->p99};
        for (int a = 0; a < study->naxis; a++) csv_text(out, gud_study_case_of(study, line->run, a)->label);
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
    for (int a = 0; a < study->naxis; a++) csv_text(out, study->axes[a].name);
    gud_buffer_add(out, "state,steps,rejected,newton,factorisations,cpu_s\r\n");
    for (int run = 0; run < study->nrun; run++) {
        gud_result *result = NULL;
        if (computed(s, run)) GUD_TRY(open_run(s, run, error, &result));
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
    gud_json_close(&json);
}

// ---- figures

enum { most_results = 64 };

typedef struct {
    gud_result *results[most_results];
    char names[most_results][GUD_STUDY_NAME];
    const char *labels[most_results];
    int n;
} gallery;

static gud_status open_all(const gud_sweep *s, gallery *g, gud_error *error)
{
    for (int run = 0; run < s->study->nrun && g->n < most_results; run++) {
        if (!computed(s, run)) continue;
        GUD_TRY(open_run(s, run, error, &g->results[g->n]));
        gud_study_name(s->study, run, g->names[g->n]);
        g->labels[g->n] = g->names[g->n];
        g->n++;
    }
    return GUD_OK;
}

static gud_status draw(const gud_sweep *s, const gallery *g, int channel, gud_error *error)
{
    const char *pattern = s->study->channels.list[channel], *labels[most_results];
    const gud_result *having[most_results];
    char path[path_size];
    gud_figure_request request = {
        .results = having, .labels = labels, .names = &pattern, .nname = 1, .over = s->study->over, .path = path};
    for (int i = 0; i < g->n; i++) {
        if (!has_channel(g->results[i], pattern)) continue;
        having[request.nresult] = g->results[i];
        labels[request.nresult++] = g->labels[i];
    }
    (void)snprintf(path, sizeof path, "%.4000s/figures/%d.svg", s->folder, channel + 1);
    return request.nresult > 0 ? gud_figure_draw("series", &request, error) : GUD_OK;
}

gud_status gud_sweep_figures(const gud_sweep *s, gud_error *error)
{
    char folder[path_size];
    (void)snprintf(folder, sizeof folder, "%.4000s/figures", s->folder);
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return gud_fail(error, GUD_ERR_IO, "%s: %s", folder, strerror(errno));
    gallery *g = gud_alloc(1, sizeof *g);
    if (!g) return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    gud_status st = open_all(s, g, error);
    for (int c = 0; c < s->study->channels.count && st == GUD_OK; c++) st = draw(s, g, c, error);
    for (int i = 0; i < g->n; i++) gud_result_close(g->results[i]);
    gud_free(g);
    return st;
}
