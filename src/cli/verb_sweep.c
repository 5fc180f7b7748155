// gudgeon sweep STUDY
#include "base/alloc.h"
#include "cli/interrupt.h"
#include "cli/model.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/sheet.h"
#include "cli/source.h"
#include "out/claim.h"
#include "out/draft.h"
#include "out/quantity.h"
#include "sweep/sweep.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const gud_args *args;
    gud_sweep sweep;
    gud_progress progress;
    int nfailed, nkept;
} session;

static bool asked_to_stop(void *user)
{
    (void)user;
    return gud_interrupt_asked();
}

static void ended(void *user, int run, gud_run_end end, const char *why)
{
    session *s = user;
    const int n = s->sweep.study->nrun;
    s->nfailed += end == GUD_RUN_FAILED;
    s->nkept += end == GUD_RUN_KEPT;
    if (end == GUD_RUN_FAILED) {
        char name[GUD_STUDY_NAME];
        gud_study_name(s->sweep.study, run, name);
        gud_progress_end(&s->progress);
        (void)fprintf(stderr, "gudgeon sweep: %s failed: %s\n", name, why[0] ? why : "its folder cannot be written");
    }
    (void)gud_progress_count(&s->progress, s->sweep.nended, n);
}

// one unit for all lines of a channel
static gud_display line_shown(const gud_sweep_table *table, const gud_sweep_line *line)
{
    double typical = 0.0;
    for (int i = 0; i < table->count; i++)
        if (strcmp(table->lines[i].channel, line->channel) == 0)
            typical = fmax(typical, gud_statistics_typical(&table->lines[i].statistics));
    return gud_quantity_show(line->unit, typical);
}

// components have one number, not a window of many
static int statistic_columns(const gud_sweep_table *table)
{
    for (int i = 0; i < table->count; i++)
        if (table->lines[i].statistics.max > table->lines[i].statistics.min) return 4;
    return 1;
}

static void put_line(const gud_study *study, const gud_sweep_table *table, int i, int nstatistic, gud_sheet *sheet)
{
    const gud_sweep_line *line = &table->lines[i];
    const gud_statistics *t = &line->statistics;
    const gud_display shown = line_shown(table, line);
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
    gud_sheet_init(&sheet, columns, n);
    for (int i = 0; i < table->count; i++) put_line(study, table, i, nstatistic, &sheet);
    return gud_sheet_print(&sheet, stdout);
}

typedef void table_writer(const gud_sweep *sweep, const gud_sweep_table *table, gud_buffer *out);

static gud_status save_text(const session *s, const gud_buffer *text, const char *name, gud_error *error)
{
    char path[GUD_PATH_SIZE];
    if (text->failed) return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    GUD_TRY(gud_path_join(path, s->sweep.folder, name, error));
    return gud_draft_save(path, gud_buffer_text(text), text->size, error);
}

static gud_status save(const session *s, const gud_sweep_table *table, table_writer *write, const char *name,
                       gud_error *error)
{
    gud_buffer text;
    gud_buffer_init(&text);
    write(&s->sweep, table, &text);
    const gud_status st = save_text(s, &text, name, error);
    gud_buffer_free(&text);
    return st;
}

static gud_status save_runs(const session *s, gud_error *error)
{
    gud_buffer text;
    gud_buffer_init(&text);
    gud_status st = gud_sweep_runs_csv(&s->sweep, error, &text);
    if (st == GUD_OK) st = save_text(s, &text, "runs.csv", error);
    gud_buffer_free(&text);
    return st;
}

// patterns of channels that are in no run: a slip, or a joint that has no such channel at any fidelity level
static void remark_missing(const session *s, const gud_sweep_table *table)
{
    const gud_study_texts *patterns = &s->sweep.study->channels;
    for (int c = 0; c < patterns->count; c++) {
        int i = 0;
        while (i < table->count && table->lines[i].pattern != c) i++;
        if (i == table->count && s->sweep.study->chosen)
            gud_remark(s->args, "channels: no run has '%s'", patterns->list[c]);
    }
}

static int present(session *s)
{
    gud_error error;
    gud_sweep_table table;
    gud_status st = gud_sweep_tabulate(&s->sweep, &error, &table);
    if (st == GUD_OK) st = save(s, &table, gud_sweep_table_csv, "table.csv", &error);
    if (st == GUD_OK) st = save(s, &table, gud_sweep_table_json, "table.json", &error);
    if (st == GUD_OK) st = save_runs(s, &error);
    int code = st == GUD_OK ? GUD_EXIT_FINE : gud_verb_fail(s->args, st, &error);
    if (st == GUD_OK && s->args->json) {
        gud_buffer text;
        gud_buffer_init(&text);
        gud_sweep_table_json(&s->sweep, &table, &text);
        code = gud_output_print(s->args, &text);
    } else if (st == GUD_OK) {
        st = print_table(s->sweep.study, &table);
        if (st != GUD_OK) code = gud_verb_fail(s->args, st, &(gud_error){"out of memory"});
    }
    if (st == GUD_OK) remark_missing(s, &table);
    if (st == GUD_OK && !gud_args_has(s->args, "no-figures") && gud_sweep_figures(&s->sweep, &table, &error) != GUD_OK)
        gud_remark(s->args, "no figures: %s", error.text);
    gud_sweep_table_free(&table);
    return code;
}

static int check(session *s)
{
    gud_diag diag;
    gud_diag_init(&diag);
    const gud_status st = gud_sweep_check(&s->sweep, &diag);
    const int code = st == GUD_OK ? GUD_EXIT_FINE : gud_diag_fail(s->args, &diag, st);
    gud_diag_free(&diag);
    return code;
}

static int sweep(session *s, const char *path)
{
    gud_error error;
    gud_progress_start(&s->progress, path, "runs", s->args->quiet);
    gud_interrupt_watch();
    const gud_status st = gud_sweep_run(&s->sweep, &error);
    gud_progress_end(&s->progress);
    if (st != GUD_OK) {
        const int code = gud_verb_fail(s->args, st, &error);
        if (st == GUD_ERR_INTERRUPT) gud_remark(s->args, "run the same command again to continue");
        return code;
    }
    if (s->nkept > 0) gud_remark(s->args, "%d of %d runs were complete already", s->nkept, s->sweep.study->nrun);
    const int code = present(s);
    if (s->nfailed > 0) gud_remark(s->args, "%d of %d runs failed", s->nfailed, s->sweep.study->nrun);
    return code != GUD_EXIT_FINE ? code : s->nfailed > 0 ? GUD_EXIT_FAILED : GUD_EXIT_FINE;
}

// the folder is ours from the first run to the last figure
static int claim_and_sweep(session *s, const char *path)
{
    gud_error error;
    gud_claim claim;
    const gud_status st = gud_claim_take(&claim, s->sweep.folder, s->sweep.force, &error);
    if (st != GUD_OK) return gud_verb_fail(s->args, st, &error);
    const int code = sweep(s, path);
    gud_claim_release(&claim);
    return code;
}

static int load(const gud_args *args, gud_study **study)
{
    gud_diag diag;
    gud_diag_init(&diag);
    const gud_status st = gud_study_load(args->words[0], &diag, study);
    const int code = st == GUD_OK ? GUD_EXIT_FINE : gud_diag_fail(args, &diag, st);
    gud_diag_free(&diag);
    return code;
}

static int count_jobs(const gud_args *args, int *njob)
{
    const char *text = gud_args_value(args, "jobs");
    char *end = NULL;
    *njob = 0;
    if (!text) return GUD_EXIT_FINE;
    const long n = strtol(text, &end, 10);
    if (*text && !*end && n >= 1 && n <= 1024) {
        *njob = (int)n;
        return GUD_EXIT_FINE;
    }
    gud_error error;
    return gud_verb_fail(args, gud_fail(&error, GUD_ERR_INPUT, "--jobs: '%.40s' is not a number from 1 to 1024", text),
                         &error);
}

static int run(const gud_args *args)
{
    const char *path = args->words[0], *given = gud_args_value(args, "output");
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');
    char folder[3800];
    session s = {.args = args};
    gud_study *study;
    int code = count_jobs(args, &s.sweep.nworker);
    if (code == GUD_EXIT_FINE) code = load(args, &study);
    if (code != GUD_EXIT_FINE) return code;
    if (given)
        (void)snprintf(folder, sizeof folder, "%s", given);
    else
        (void)snprintf(folder, sizeof folder, "%.*s-results", dot && dot > name ? (int)(dot - name) : (int)strlen(name),
                       name);
    s.sweep.study = study;
    s.sweep.folder = folder;
    s.sweep.fresh = gud_args_has(args, "fresh");
    s.sweep.force = gud_args_has(args, "force");
    s.sweep.plugins = gud_args_has(args, "plugins");
    s.sweep.stop = asked_to_stop;
    s.sweep.ended = ended;
    s.sweep.user = &s;
    s.sweep.ends = gud_alloc((size_t)study->nrun, sizeof *s.sweep.ends);
    code = s.sweep.ends ? check(&s) : GUD_EXIT_FAILED;
    if (code == GUD_EXIT_FINE) code = claim_and_sweep(&s, path);
    gud_free(s.sweep.ends);
    gud_study_free(study);
    return code;
}

static const gud_option options[] = {
    {.name = "jobs",
     .letter = 'j',
     .argument = "N",
     .about = "number of simultaneous runs; default: the number of cores"},
    {.name = "output", .letter = 'o', .argument = "DIR", .about = "folder of the results", .offer = GUD_OFFER_FOLDER},
    GUD_OPTION_FORCE,
    GUD_OPTION_PLUGINS,
    {.name = "fresh", .about = "compute all runs again"},
    {.name = "no-figures", .about = "results and table only"},
};

static const gud_example examples[] = {
    {"gudgeon sweep campaign.yaml -o campaign", "all runs of a study on all cores, with a table at the end"},
    {"gudgeon sweep campaign.yaml -o campaign -j 1", "one run at a time: bitwise identical results"},
};

const gud_verb gud_verb_sweep = {
    .name = "sweep",
    .synopsis = "STUDY",
    .about = "run a study: a grid of runs over models and parameters, with a table and figures",
    .details = "A study names one or more files (of models, bearings, contacts, rough surfaces or gaps) and axes: a "
               "path in the file with values or a range of numbers, or cases that set several paths. Every combination "
               "is run in a process and a folder of its own.\n"
               "\n"
               "A run that fails is reported and the others continue. Started again, the command keeps complete runs "
               "whose model is unchanged and continues interrupted ones. Statistics of the channels in the windows are "
               "printed and saved as table.csv and table.json; runs.csv lists how every run ended and what it cost. "
               "Figures show each quantity against each axis of numbers, and, if the study asks for them, bifurcation "
               "diagrams and Poincare sections.",
    .examples = examples,
    .nexample = GUD_COUNT(examples),
    .options = options,
    .noption = GUD_COUNT(options),
    .min_words = 1,
    .max_words = 1,
    .offer = GUD_OFFER_MODEL,
    .run = run,
};
