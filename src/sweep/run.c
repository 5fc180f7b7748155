// The folder of a run whose result is kept holds, besides it, the file `sweep.txt`: the program's version and the
// model's hash, and "done" once the run has ended. What is done is not computed again, what was interrupted goes on.

#include "sweep/run.h"

#include "base/alloc.h"
#include "component/json.h"
#include "gudgeon/gudgeon.h"
#include "model/compile.h"
#include "out/answer.h"
#include "out/checkpoint.h"
#include "out/claim.h"
#include "out/log.h"
#include "step/simulate.h"
#include "sweep/part.h"
#include "sweep/table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define GUD_MARK_NAME "sweep.txt"

enum { path_size = 4400, mark_size = 200, cost_wall = 5 };

// ---- what a worker keeps

gud_status gud_bench_open(gud_bench *b, gud_error *error)
{
    b->rough = (gud_rough_store){0};
    b->shared = (gud_shared){.rough = &b->rough};
    return gud_units_create(error, &b->shared.units);
}

void gud_bench_close(gud_bench *b)
{
    gud_units_free(b->shared.units);
    b->shared.units = NULL;
    gud_rough_store_clear(&b->rough);
}

// ---- loading

// the file of a run with what the run sets; gud_free the list
static gud_status find_origin(const gud_bench *b, int run, gud_origin *origin, const char ***list)
{
    const int nset = gud_study_sets(b->study, run, NULL);
    const char **set = gud_alloc((size_t)nset + 1, sizeof *set);
    if (!set) return GUD_ERR_MEMORY;
    (void)gud_study_sets(b->study, run, set);
    *origin = (gud_origin){
        .path = gud_study_model(b->study, run), .set = set, .nset = nset, .plugins = b->plugins, .shared = &b->shared};
    *list = set;
    return GUD_OK;
}

gud_status gud_run_load(gud_bench *b, int run, gud_diag *diag, gud_model **m)
{
    gud_origin origin;
    const char **set;
    uint64_t hash;
    if (m) *m = NULL;
    GUD_TRY(find_origin(b, run, &origin, &set));
    const gud_status st = b->study->component ? gud_part_check(b->study->component, &origin, diag, &hash)
                                              : gud_model_from(&origin, diag, m);
    gud_free(set);
    gud_study_locate(b->study, run, diag);
    return st;
}

// ---- the folder of a run

void gud_run_folder(const gud_study *study, const char *folder, int run, char *path, size_t size)
{
    char name[GUD_STUDY_NAME];
    gud_study_folder(study, run, name);
    (void)snprintf(path, size, "%s/%s", folder, name);
}

bool gud_run_has_result(const gud_study *study, const char *folder, int run)
{
    char path[path_size], file[path_size];
    gud_run_folder(study, folder, run, path, sizeof path - 32);
    if (study->component && gud_part_is_complete(path)) return true;
    (void)snprintf(file, sizeof file, "%.4300s/%s", path, GUD_RESULT_NAME);
    return access(file, R_OK) == 0;
}

typedef struct job {
    gud_bench *bench;
    int run;
    gud_run_outcome *report;
    const char *folder; // NULL: in memory
    char mark[path_size], begun[mark_size], found[mark_size + 8];
    char path[path_size];
} job;

static void write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    if (!file) return; // the run is then taken for one that has to be computed
    (void)fputs(text, file);
    (void)fclose(file);
}

// first line of a small file, "" if there is none
static void read_line(const char *path, char *line, int size)
{
    FILE *file = fopen(path, "r");
    line[0] = 0;
    if (!file) return;
    if (!fgets(line, size, file)) line[0] = 0;
    (void)fclose(file);
    line[strcspn(line, "\n")] = 0;
}

// what the folder says about the run
static void read_mark(job *j, uint64_t hash)
{
    (void)snprintf(j->begun, sizeof j->begun, "gudgeon %s %016llx", gud_version(), (unsigned long long)hash);
    j->found[0] = 0;
    if (j->folder && !j->bench->fresh) read_line(j->mark, j->found, (int)sizeof j->found);
}

static bool is_marked_done(const job *j)
{
    const size_t n = strlen(j->begun);
    return strncmp(j->found, j->begun, n) == 0 && strcmp(j->found + n, " done") == 0;
}

static void mark_done(const job *j)
{
    char done[mark_size + 8];
    (void)snprintf(done, sizeof done, "%s done", j->begun);
    write_text(j->mark, done);
}

// ---- what is taken from a result

static void fail_run(gud_run_outcome *report, gud_status st, const char *why)
{
    report->end = st == GUD_ERR_INTERRUPT ? GUD_RUN_WAITING : GUD_RUN_FAILED;
    report->lasting = st == GUD_ERR_NUMERIC || st == GUD_ERR_INPUT;
    (void)snprintf(report->why, sizeof report->why, "%s", why);
}

// numbers that a run counted
static void take_counters(const gud_result *result, gud_run_outcome *report)
{
    const gud_meta *meta = gud_result_meta(result);
    for (int k = 0; k < GUD_ROW_COSTS; k++)
        for (int i = 0; i < meta->ncounter; i++)
            if (strcmp(meta->counters[i].key, gud_row_costs[k]) == 0) report->costs[k] = meta->counters[i].number;
}

static gud_status take_summary(const gud_result *result, gud_error *error, gud_buffer *out)
{
    gud_answer answer = {0};
    gud_json json;
    GUD_TRY(gud_scope_find(result, NULL, NULL, error, &answer.scope));
    GUD_TRY(gud_answer_make(result, NULL, 0, error, &answer));
    gud_json_init(&json, out, false);
    gud_json_open(&json, NULL, '{');
    gud_answer_write(&answer, result, &json);
    gud_json_close(&json);
    gud_answer_free(&answer);
    return out->failed ? gud_fail(error, GUD_ERR_MEMORY, "out of memory") : GUD_OK;
}

static gud_status take_result(void *user, const gud_result *result, gud_error *error)
{
    const job *j = user;
    const gud_study *study = j->bench->study;
    GUD_TRY(gud_sweep_tabulate_run(study, result, j->run, error, &j->report->table));
    return study->keep == GUD_KEEP_SUMMARY ? take_summary(result, error, &j->report->summary) : GUD_OK;
}

// of a folder: is there the result of a run that came to its end? Somebody may have deleted it
static gud_status take_folder(job *j, gud_error *error)
{
    gud_result *result = NULL;
    GUD_TRY(gud_result_open(j->folder, error, &result));
    gud_status st = gud_result_ended(result) ? take_result(j, result, error)
                                             : gud_fail(error, GUD_ERR_IO, "%s: not a complete result", j->folder);
    if (st == GUD_OK) take_counters(result, j->report);
    gud_result_close(result);
    return st;
}

// ---- a mechanism

static bool check_stop(void *user, double fraction, double position, long steps)
{
    const job *j = user;
    (void)position, (void)steps;
    j->bench->fraction = fraction;
    return j->bench->stop && j->bench->stop(j->bench->user);
}

static void count_costs(const gud_simulate_report *from, gud_run_outcome *to)
{
    const gud_clock *c = &from->clock;
    const double costs[] = {(double)c->nstep, (double)c->nreject, (double)c->nnewton, (double)c->nfactor, from->cpu};
    memcpy(to->costs, costs, sizeof costs);
}

static bool has_file(const job *j, const char *name)
{
    char path[path_size + 40];
    (void)snprintf(path, sizeof path, "%s/%s", j->folder, name);
    return access(path, R_OK) == 0;
}

// A run that was killed as it ended may have left its checkpoint without the log: it is computed again.
static bool can_resume(const job *j)
{
    return strcmp(j->found, j->begun) == 0 && has_file(j, GUD_CHECKPOINT_NAME) && has_file(j, GUD_LOG_NAME);
}

static void simulate(job *j, const gud_model *m)
{
    gud_simulate_options options = {.folder = j->folder, .take = take_result, .progress = check_stop, .user = j};
    gud_simulate_report report;
    gud_error error = {""};
    read_mark(j, m->hash);
    if (is_marked_done(j) && take_folder(j, &error) == GUD_OK) {
        j->report->end = GUD_RUN_KEPT;
        return;
    }
    if (j->folder) {
        options.resume = can_resume(j);
        write_text(j->mark, j->begun);
    }
    gud_status st = gud_simulate(m, &options, &error, &report);
    count_costs(&report, j->report);
    if (st == GUD_OK && j->folder) {
        mark_done(j);
        st = take_folder(j, &error);
    }
    if (st == GUD_OK)
        j->report->end = GUD_RUN_DONE;
    else
        fail_run(j->report, st, error.text[0] ? error.text : gud_status_text(st));
}

static void fail_loading(gud_run_outcome *report, gud_status st, gud_diag *diag)
{
    gud_buffer text;
    gud_buffer_init(&text);
    gud_diag_write(diag, &text);
    fail_run(report, st, text.failed || text.size == 0 ? gud_status_text(st) : gud_buffer_text(&text));
    report->why[strcspn(report->why, "\n")] = 0;
    gud_buffer_free(&text);
}

static void compute_model(job *j)
{
    gud_diag diag;
    gud_model *m;
    gud_diag_init(&diag);
    const gud_status st = gud_run_load(j->bench, j->run, &diag, &m);
    if (st == GUD_OK)
        simulate(j, m);
    else
        fail_loading(j->report, st, &diag);
    gud_model_free(m);
    gud_diag_free(&diag);
}

// ---- a component

static gud_status take_numbers(job *j, const char *text, gud_error *error)
{
    gud_part_number *numbers;
    int n;
    const gud_study *study = j->bench->study;
    GUD_TRY(gud_part_parse(text, error, &numbers, &n));
    gud_status st = GUD_OK;
    for (int c = 0; c < study->channels.count && st == GUD_OK; c++)
        st = gud_sweep_tabulate_numbers(study, c, numbers, n, j->run, error, &j->report->table);
    gud_free(numbers);
    return st;
}

// what was computed before, in the folder
static bool take_kept_part(job *j)
{
    gud_error ignored;
    char *text = NULL;
    if (!is_marked_done(j)) return false;
    if (!gud_part_is_complete(j->folder)) return take_folder(j, &ignored) == GUD_OK;
    gud_status st = gud_part_load(j->folder, &ignored, &text);
    if (st == GUD_OK) st = take_numbers(j, text, &ignored);
    gud_free(text);
    return st == GUD_OK;
}

// a bearing with a load cycle leaves a result, in a folder that goes again unless it is kept
static gud_status run_cycle(job *j, void *sheet, gud_error *error)
{
    const gud_component *component = j->bench->study->component;
    const char *kept = j->folder;
    if (!kept) {
        GUD_TRY(gud_folder_create(j->bench->scratch, error));
        j->folder = j->bench->scratch;
    }
    const gud_simulate_options options = {.folder = j->folder, .progress = check_stop, .user = j};
    gud_status st = component->run(sheet, &options, error);
    if (st == GUD_OK) st = take_folder(j, error);
    static const char *const files[] = {GUD_RESULT_NAME, GUD_LOG_NAME, GUD_CHECKPOINT_NAME};
    for (int i = 0; i < GUD_COUNT(files) && !kept; i++) {
        char path[path_size + 40];
        (void)snprintf(path, sizeof path, "%s/%s", j->folder, files[i]);
        (void)unlink(path);
    }
    if (!kept) (void)rmdir(j->folder);
    j->folder = kept;
    return st;
}

static gud_status take_sheet(job *j, const void *sheet, gud_error *error)
{
    gud_buffer numbers;
    gud_buffer_init(&numbers);
    gud_part_write(sheet, &numbers);
    gud_status st = numbers.failed ? gud_fail(error, GUD_ERR_MEMORY, "out of memory") : GUD_OK;
    if (st == GUD_OK) st = take_numbers(j, gud_buffer_text(&numbers), error);
    if (st == GUD_OK && j->folder) st = gud_part_save(sheet, j->folder, &numbers, error);
    gud_buffer_free(&numbers);
    if (st != GUD_OK || j->bench->study->keep != GUD_KEEP_SUMMARY) return st;
    gud_component_json(sheet, &j->report->summary);
    if (j->report->summary.failed) st = gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    return st;
}

static gud_status make_part(job *j, const gud_origin *origin, gud_diag *diag, gud_error *error)
{
    const gud_component *component = j->bench->study->component;
    void *sheet;
    if (j->folder) write_text(j->mark, "");
    GUD_TRY(gud_component_make(component, origin, diag, &sheet));
    const gud_status st =
        component->runs && component->runs(sheet) ? run_cycle(j, sheet, error) : take_sheet(j, sheet, error);
    gud_component_free(sheet);
    return st;
}

static void compute_part(job *j)
{
    const gud_study *study = j->bench->study;
    gud_origin origin;
    const char **set = NULL;
    gud_diag diag;
    gud_error error = {""};
    uint64_t hash = 0;
    gud_diag_init(&diag);
    gud_status st = find_origin(j->bench, j->run, &origin, &set);
    if (st == GUD_OK && j->folder) st = gud_part_check(study->component, &origin, &diag, &hash);
    read_mark(j, hash);
    if (st == GUD_OK && take_kept_part(j))
        j->report->end = GUD_RUN_KEPT;
    else if (st == GUD_OK && (st = make_part(j, &origin, &diag, &error)) == GUD_OK) {
        if (j->folder) mark_done(j);
        j->report->end = GUD_RUN_DONE;
    }
    gud_study_locate(study, j->run, &diag);
    if (st != GUD_OK && error.text[0]) gud_diag_add(&diag, (gud_place){.file = origin.path}, "%s", error.text);
    if (st != GUD_OK) fail_loading(j->report, st, &diag);
    gud_free(set);
    gud_diag_free(&diag);
}

// ---- any run

static double seconds(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void compute(job *j)
{
    if (j->bench->study->component)
        compute_part(j);
    else
        compute_model(j);
}

// what a study writes into the folder of a run, besides what a run does
static gud_status claim_files(const gud_claim *claim, bool part, bool force, gud_error *error)
{
    GUD_TRY(gud_claim_file(claim, GUD_MARK_NAME, "gudgeon ", force, error));
    if (!part) return GUD_OK;
    GUD_TRY(gud_claim_file(claim, GUD_SHEET_NAME, "{\n", force, error));
    return gud_claim_file(claim, GUD_NUMBERS_NAME, "", force, error); // rows of any names: it has to be no link
}

// in a folder of its own, which belongs to one process at a time
static void compute_in_folder(job *j)
{
    gud_error error;
    gud_claim claim;
    const bool force = j->bench->force;
    gud_run_folder(j->bench->study, j->bench->folder, j->run, j->path, sizeof j->path - 32);
    (void)snprintf(j->mark, sizeof j->mark, "%.4300s/%s", j->path, GUD_MARK_NAME);
    j->folder = j->path;
    gud_status st = gud_claim_take(&claim, j->path, force, &error);
    if (st == GUD_OK) st = claim_files(&claim, j->bench->study->component != NULL, force, &error);
    if (st == GUD_OK)
        compute(j);
    else
        fail_run(j->report, GUD_ERR_IO, error.text);
    gud_claim_release(&claim);
}

void gud_run_compute(gud_bench *b, int run, gud_run_outcome *report)
{
    const double begin = seconds();
    job *j = gud_alloc(1, sizeof *j);
    *report = (gud_run_outcome){.end = GUD_RUN_WAITING};
    for (int k = 0; k < GUD_ROW_COSTS; k++) report->costs[k] = (double)NAN;
    b->fraction = 0.0;
    if (!j) {
        fail_run(report, GUD_ERR_MEMORY, "out of memory");
        return;
    }
    *j = (job){.bench = b, .run = run, .report = report};
    if (b->study->keep == GUD_KEEP_ALL)
        compute_in_folder(j);
    else
        compute(j);
    if (report->end != GUD_RUN_KEPT) report->costs[cost_wall] = seconds() - begin;
    if (report->end == GUD_RUN_FAILED) gud_sweep_table_free(&report->table);
    gud_free(j);
}

void gud_run_outcome_free(gud_run_outcome *report)
{
    gud_sweep_table_free(&report->table);
    gud_buffer_free(&report->summary);
}
