// The table of a study: on the screen, in files, in figures.
#include "base/alloc.h"
#include "cli/conclude.h"
#include "cli/output.h"
#include "cli/sheet.h"
#include "cli/sweep.h"
#include "out/claim.h"
#include "out/draft.h"
#include "out/quantity.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { most_printed = 2000 };

// one unit for all lines of a channel
typedef struct {
    const gud_sweep_table *table;
    double *typical; // [names]
} channel_scale;

static int name_index(const gud_sweep_table *table, const char *name)
{
    int i = 0;
    while (i < table->nname && table->names[i] != name) i++;
    return i;
}

static bool find_scale(const gud_sweep_table *table, channel_scale *out)
{
    *out = (channel_scale){table, gud_alloc((size_t)table->nname + 1, sizeof *out->typical)};
    for (int i = 0; i < table->count && out->typical; i++) {
        double *typical = &out->typical[name_index(table, table->lines[i].channel)];
        *typical = fmax(*typical, gud_statistics_typical(&table->lines[i].statistics));
    }
    return out->typical != NULL;
}

// components have one number, not a window of many
static int statistic_columns(const gud_sweep_table *table)
{
    for (int i = 0; i < table->count; i++)
        if (table->lines[i].statistics.max > table->lines[i].statistics.min) return 4;
    return 1;
}

static void put_line(const gud_study *study, const channel_scale *scale, int i, int nstatistic, gud_sheet *sheet)
{
    const gud_sweep_line *line = &scale->table->lines[i];
    const gud_statistics *t = &line->statistics;
    const gud_display shown = gud_quantity_show(line->unit, scale->typical[name_index(scale->table, line->channel)]);
    const double numbers[] = {t->mean, t->min, t->max, t->std};
    for (int a = 0; a < study->naxis; a++)
        if (a > 0 || study->axes[a].ncase > 1) gud_sheet_text(sheet, gud_study_case_of(study, line->run, a)->label);
    if (nstatistic > 1) gud_sheet_text(sheet, study->windows.list[line->window]);
    gud_sheet_text(sheet, line->channel);
    gud_sheet_text(sheet, shown.unit);
    for (int k = 0; k < nstatistic; k++) gud_sheet_number(sheet, shown.scale * numbers[k]);
}

static gud_status print_table(const gud_study *study, const gud_sweep_table *table)
{
    static const char *const statistics[] = {"mean", "min", "max", "std"};
    gud_sheet_column columns[GUD_STUDY_AXES + 7];
    const int nstatistic = statistic_columns(table);
    int n = 0;
    for (int a = 0; a < study->naxis; a++)
        if (a > 0 || study->axes[a].ncase > 1) columns[n++] = (gud_sheet_column){.title = study->axes[a].name};
    if (nstatistic > 1) columns[n++] = (gud_sheet_column){.title = "window"};
    columns[n++] = (gud_sheet_column){.title = "channel"};
    columns[n++] = (gud_sheet_column){.title = "unit"};
    for (int i = 0; i < nstatistic; i++)
        columns[n++] = (gud_sheet_column){.title = nstatistic > 1 ? statistics[i] : "value"};
    gud_sheet sheet;
    channel_scale scale;
    if (!find_scale(table, &scale)) return GUD_ERR_MEMORY;
    gud_sheet_init(&sheet, columns, n);
    for (int i = 0; i < table->count; i++) put_line(study, &scale, i, nstatistic, &sheet);
    gud_free(scale.typical);
    return gud_sheet_print(&sheet, stdout);
}

typedef void table_writer(const gud_sweep *sweep, const gud_sweep_table *table, gud_buffer *out);

static void write_runs(const gud_sweep *sweep, const gud_sweep_table *table, gud_buffer *out)
{
    (void)table;
    gud_sweep_runs_csv(sweep, out);
}

static void write_summaries(const gud_sweep *sweep, const gud_sweep_table *table, gud_buffer *out)
{
    (void)table;
    gud_sweep_summaries(sweep, out);
}

static gud_status save(const gud_sweep_session *s, const gud_sweep_table *table, table_writer *write, const char *name,
                       gud_error *error)
{
    char path[GUD_PATH_SIZE];
    gud_buffer text;
    GUD_TRY(gud_path_join(path, s->sweep.folder, name, error));
    gud_buffer_init(&text);
    write(&s->sweep, table, &text);
    const gud_status st = text.failed ? gud_fail(error, GUD_ERR_MEMORY, "out of memory")
                                      : gud_draft_save(path, gud_buffer_text(&text), text.size, error);
    gud_buffer_free(&text);
    return st;
}

static gud_status save_all(const gud_sweep_session *s, const gud_sweep_table *table, gud_error *error)
{
    GUD_TRY(save(s, table, gud_sweep_table_csv, "table.csv", error));
    GUD_TRY(save(s, table, gud_sweep_table_json, "table.json", error));
    GUD_TRY(save(s, table, write_runs, "runs.csv", error));
    if (s->sweep.study->keep != GUD_KEEP_SUMMARY) return GUD_OK;
    return save(s, table, write_summaries, "summaries.jsonl", error);
}

static int print(const gud_sweep_session *s, const gud_sweep_table *table, const gud_conclusions *conclusions)
{
    gud_status st = GUD_OK; // parts of a sample are said together
    if (s->args->json) {
        gud_buffer text;
        gud_buffer_init(&text);
        gud_sweep_table_json(&s->sweep, table, &text);
        return gud_output_print(s->args, &text);
    }
    const bool whole = !gud_conclusions_replace(s->sweep.study);
    if (whole && table->count > most_printed)
        gud_remark(s->args, "the table has %d lines: %s/table.csv", table->count, s->sweep.folder);
    else if (whole)
        st = print_table(s->sweep.study, table);
    if (st == GUD_OK) st = gud_conclusions_print(conclusions);
    return st == GUD_OK ? GUD_EXIT_FINE : gud_verb_fail(s->args, st, &(gud_error){"out of memory"});
}

// patterns of channels that are in no run: a slip, or a joint that has no such channel at any fidelity level
static void remark_missing(const gud_sweep_session *s, const gud_sweep_table *table)
{
    const gud_study_texts *patterns = &s->sweep.study->channels;
    for (int c = 0; c < patterns->count; c++) {
        int i = 0;
        while (i < table->count && table->lines[i].pattern != c) i++;
        if (i == table->count && s->sweep.study->chosen)
            gud_remark(s->args, "channels: no run has '%s'", patterns->list[c]);
    }
}

static gud_status save_spread(const gud_sweep_session *s, const gud_conclusions *conclusions, gud_error *error)
{
    char path[GUD_PATH_SIZE];
    gud_buffer text;
    if (conclusions->findings.count == 0) return GUD_OK;
    GUD_TRY(gud_path_join(path, s->sweep.folder, "spread.csv", error));
    gud_buffer_init(&text);
    gud_findings_csv(&conclusions->findings, &text);
    const gud_status st = text.failed ? gud_fail(error, GUD_ERR_MEMORY, "out of memory")
                                      : gud_draft_save(path, gud_buffer_text(&text), text.size, error);
    gud_buffer_free(&text);
    return st;
}

static void draw(const gud_sweep_session *s, const gud_sweep_table *table, const gud_conclusions *conclusions)
{
    gud_error error;
    if (gud_args_has(s->args, "no-figures")) return;
    gud_status st = gud_sweep_figures(&s->sweep, table, &error);
    if (st == GUD_OK) st = gud_conclusions_draw(conclusions, s->sweep.folder, &error);
    if (st != GUD_OK) gud_remark(s->args, "no figures: %s", error.text);
}

static int present_table(const gud_sweep_session *s)
{
    gud_error error;
    gud_sweep_table table;
    gud_conclusions conclusions = {0};
    gud_status st = gud_sweep_tabulate(&s->sweep, &error, &table);
    if (st == GUD_OK) st = save_all(s, &table, &error);
    if (st == GUD_OK) st = gud_conclusions_make(s->sweep.study, &table, &error, &conclusions);
    if (st == GUD_OK) st = save_spread(s, &conclusions, &error);
    const int code = st == GUD_OK ? print(s, &table, &conclusions) : gud_verb_fail(s->args, st, &error);
    if (st == GUD_OK) remark_missing(s, &table);
    if (st == GUD_OK) draw(s, &table, &conclusions);
    gud_conclusions_free(&conclusions);
    gud_sweep_table_free(&table);
    return code;
}

int gud_sweep_present(gud_sweep_session *s, bool whole)
{
    const int nrun = s->sweep.study->nrun, nfailed = gud_sweep_count(&s->sweep, GUD_RUN_FAILED);
    const int nwaiting = gud_sweep_count(&s->sweep, GUD_RUN_WAITING);
    if (s->sweep.archive.ndamaged > 0)
        gud_remark(s->args, "damaged lines in %s/%s were not used: %d", s->sweep.folder, GUD_ROWS_FOLDER,
                   s->sweep.archive.ndamaged);
    const int code = present_table(s);
    if (nfailed > 0) gud_remark(s->args, "%d of %d runs failed", nfailed, nrun);
    if (nwaiting > 0)
        gud_remark(s->args, "%d of %d runs are not finished; start the study again to compute them", nwaiting, nrun);
    if (code != GUD_EXIT_FINE) return code;
    return nfailed > 0 || (whole && nwaiting > 0) ? GUD_EXIT_FAILED : GUD_EXIT_FINE;
}

int gud_sweep_gather(gud_sweep_session *s)
{
    gud_error error;
    gud_claim claim;
    gud_status st = gud_claim_take(&claim, s->sweep.folder, s->sweep.force, &error);
    if (st != GUD_OK) return gud_verb_fail(s->args, st, &error);
    st = gud_sweep_read(&s->sweep, &error);
    const int code = st == GUD_OK ? gud_sweep_present(s, true) : gud_verb_fail(s->args, st, &error);
    gud_claim_release(&claim);
    return code;
}
