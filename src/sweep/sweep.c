// A run's folder holds, besides its results, the file `sweep.txt`: the program's version and the model's hash, and
// "done" once the run has ended. A sweep that is started again keeps what is done, goes on with what was interrupted,
// and computes anew what has changed.

#include "sweep/sweep.h"

#include "base/alloc.h"
#include "gudgeon/gudgeon.h"
#include "model/compile.h"
#include "out/checkpoint.h"
#include "out/claim.h"
#include "out/draft.h"
#include "out/pick.h"
#include "out/result.h"
#include "step/record.h"
#include "step/simulate.h"
#include "sweep/part.h"
#include "sweep/pool.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { path_size = 4400, mark_size = 200, code_done = 0, code_kept = 1, code_failed = 2, code_stopped = 3 };

void gud_sweep_folder(const gud_sweep *sweep, int run, char *path, size_t size)
{
    char name[GUD_STUDY_NAME];
    gud_study_folder(sweep->study, run, name);
    (void)snprintf(path, size, "%s/%s", sweep->folder, name);
}

// ---- one run, in its process

typedef struct {
    gud_sweep *sweep;
    int run;
    char folder[path_size], mark[path_size], failure[path_size]; // paths
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

static bool stop_run(void *user, double fraction, double position, long steps)
{
    const job *j = user;
    (void)fraction, (void)position, (void)steps;
    return j->sweep->stop && j->sweep->stop(j->sweep->user);
}

// are there results of a run that came to its end? Somebody may have deleted them
static bool is_complete(const char *folder)
{
    gud_error ignored;
    gud_result *result = NULL;
    const bool whole = gud_result_open(folder, &ignored, &result) == GUD_OK && gud_result_ended(result);
    gud_result_close(result);
    return whole;
}

static int simulate(job *j, const gud_model *m)
{
    char begun[mark_size], done[mark_size + 8], found[mark_size + 8], checkpoint[path_size + 40];
    (void)snprintf(begun, sizeof begun, "%s %016llx", gud_version(), (unsigned long long)m->hash);
    (void)snprintf(done, sizeof done, "%s done", begun);
    read_line(j->mark, found, (int)sizeof found);
    if (!j->sweep->fresh && strcmp(found, done) == 0 && is_complete(j->folder)) return code_kept;

    gud_simulate_options options = {.folder = j->folder, .progress = stop_run, .user = j};
    gud_simulate_report report;
    gud_error error = {""};
    (void)snprintf(checkpoint, sizeof checkpoint, "%s/%s", j->folder, GUD_CHECKPOINT_NAME);
    options.resume = !j->sweep->fresh && strcmp(found, begun) == 0 && access(checkpoint, R_OK) == 0;
    write_text(j->mark, begun);
    const gud_status st = gud_simulate(m, &options, &error, &report);
    if (st == GUD_OK) {
        write_text(j->mark, done);
        return code_done;
    }
    if (st == GUD_ERR_INTERRUPT) return code_stopped;
    write_text(j->failure, error.text);
    return code_failed;
}

// the file of a run with what the run sets; gud_free the list
static gud_status find_origin(const job *j, gud_origin *origin, const char ***list)
{
    const gud_study *study = j->sweep->study;
    const int nset = gud_study_sets(study, j->run, NULL);
    const char **set = gud_alloc((size_t)nset, sizeof *set);
    if (!set) return GUD_ERR_MEMORY;
    (void)gud_study_sets(study, j->run, set);
    *origin =
        (gud_origin){.path = gud_study_model(study, j->run), .set = set, .nset = nset, .plugins = j->sweep->plugins};
    *list = set;
    return GUD_OK;
}

static gud_status load_model(const job *j, gud_diag *diag, gud_model **m)
{
    gud_origin origin;
    const char **set;
    *m = NULL;
    GUD_TRY(find_origin(j, &origin, &set));
    const gud_status st = gud_model_from(&origin, diag, m);
    gud_free(set);
    gud_study_locate(j->sweep->study, j->run, diag);
    return st;
}

static gud_status check_part(const job *j, gud_diag *diag, uint64_t *hash)
{
    gud_origin origin;
    const char **set;
    GUD_TRY(find_origin(j, &origin, &set));
    const gud_status st = gud_part_check(j->sweep->study->component, &origin, diag, hash);
    gud_free(set);
    gud_study_locate(j->sweep->study, j->run, diag);
    return st;
}

static int compute_part(job *j, gud_diag *diag)
{
    char done[mark_size], found[mark_size];
    uint64_t hash;
    gud_origin origin;
    const char **set;
    gud_error error = {""};
    const gud_simulate_options options = {.folder = j->folder, .progress = stop_run, .user = j};
    if (check_part(j, diag, &hash) != GUD_OK) return code_failed;
    (void)snprintf(done, sizeof done, "%s %016llx done", gud_version(), (unsigned long long)hash);
    read_line(j->mark, found, (int)sizeof found);
    if (!j->sweep->fresh && strcmp(found, done) == 0 && (gud_part_is_complete(j->folder) || is_complete(j->folder)))
        return code_kept;
    write_text(j->mark, "");
    if (find_origin(j, &origin, &set) != GUD_OK) return code_failed;
    const gud_status st = gud_part_compute(j->sweep->study->component, &origin, &options, diag, &error);
    gud_free(set);
    gud_study_locate(j->sweep->study, j->run, diag);
    if (st == GUD_ERR_INTERRUPT) return code_stopped;
    if (error.text[0])
        gud_diag_add(diag, (gud_place){.file = gud_study_model(j->sweep->study, j->run)}, "%s", error.text);
    if (st == GUD_OK) write_text(j->mark, done);
    return st == GUD_OK ? code_done : code_failed;
}

// a run that failed says why
static void tell_failure(const job *j, gud_diag *diag)
{
    gud_buffer text;
    gud_buffer_init(&text);
    gud_diag_write(diag, &text);
    write_text(j->failure, text.failed || text.size == 0 ? "out of memory" : gud_buffer_text(&text));
    gud_buffer_free(&text);
}

static int load_and_simulate(job *j)
{
    gud_diag diag;
    gud_model *m;
    gud_diag_init(&diag);
    const gud_status st = load_model(j, &diag, &m);
    if (st != GUD_OK) tell_failure(j, &diag);
    gud_diag_free(&diag);
    const int code = st == GUD_OK ? simulate(j, m) : code_failed;
    gud_model_free(m);
    return code;
}

static int load_and_compute(job *j)
{
    gud_diag diag;
    gud_diag_init(&diag);
    const int code = compute_part(j, &diag);
    if (code == code_failed) tell_failure(j, &diag);
    gud_diag_free(&diag);
    return code;
}

static int work(void *user, int run)
{
    job j = {.sweep = user, .run = run};
    gud_error error;
    gud_claim claim;
    gud_sweep_folder(j.sweep, run, j.folder, sizeof j.folder - 32);
    (void)snprintf(j.mark, sizeof j.mark, "%.4300s/sweep.txt", j.folder);
    (void)snprintf(j.failure, sizeof j.failure, "%.4300s/failed.txt", j.folder);
    if (gud_folder_create(j.folder, &error) != GUD_OK) return code_failed;
    (void)unlink(j.failure);
    if (gud_claim_take(&claim, j.folder, j.sweep->force, &error) != GUD_OK) {
        write_text(j.failure, error.text);
        return code_failed;
    }
    const int code = j.sweep->study->component ? load_and_compute(&j) : load_and_simulate(&j);
    gud_claim_release(&claim);
    return code;
}

// ---- all of them

static void run_ended(void *user, int run, int code)
{
    gud_sweep *s = user;
    char path[path_size], why[600] = "";
    const gud_run_end end = code == code_done      ? GUD_RUN_DONE
                            : code == code_kept    ? GUD_RUN_KEPT
                            : code == code_stopped ? GUD_RUN_WAITING
                                                   : GUD_RUN_FAILED;
    if (code < 0) (void)snprintf(why, sizeof why, "its process was ended by signal %d", -code);
    if (code == code_failed) {
        gud_sweep_folder(s, run, path, sizeof path - 32);
        (void)strncat(path, "/failed.txt", sizeof path - strlen(path) - 1);
        read_line(path, why, (int)sizeof why);
    }
    s->ends[run] = end;
    if (end == GUD_RUN_WAITING) return;
    s->nended++;
    if (s->ended) s->ended(s->user, run, end, why);
}

static bool stop_all(void *user)
{
    const gud_sweep *s = user;
    return s->stop && s->stop(s->user);
}

// ---- before anything is written

static gud_status try_run(gud_sweep *s, int run, gud_diag *diag)
{
    const job j = {.sweep = s, .run = run};
    gud_model *m = NULL;
    uint64_t hash;
    if (s->study->component) return check_part(&j, diag, &hash);
    const gud_status st = load_model(&j, diag, &m);
    gud_model_free(m);
    return st;
}

// a path that is wrong is wrong for all values of its axis
static bool is_told(const gud_diag *diag, const gud_message *message)
{
    for (int i = 0; i < diag->nstored; i++)
        if (strcmp(diag->list[i].place.file, message->place.file) == 0 &&
            strcmp(diag->list[i].text, message->text) == 0)
            return true;
    return false;
}

// Can one of the runs with this case be loaded? If not, the messages of the first one are passed on, each once.
static gud_status check_case(gud_sweep *s, int axis, const gud_study_case *c, gud_diag *diag)
{
    enum { most_tries = 100 };
    gud_diag first, others;
    gud_status st = GUD_ERR_INPUT;
    gud_diag_init(&first);
    for (int run = 0, ntry = 0; run < s->study->nrun && ntry < most_tries && st == GUD_ERR_INPUT; run++) {
        if (gud_study_case_of(s->study, run, axis) != c) continue;
        gud_diag_init(&others);
        st = try_run(s, run, ntry++ == 0 ? &first : &others);
        gud_diag_free(&others);
    }
    for (int i = 0; i < first.nstored && st == GUD_ERR_INPUT; i++)
        if (!is_told(diag, &first.list[i])) gud_diag_add(diag, first.list[i].place, "%s", first.list[i].text);
    gud_diag_free(&first);
    return st;
}

// Does the model have the channel that windows are counted on? One that cannot start tells so in its run.
static gud_status try_over(const gud_study *study, const gud_model *m, gud_diag *diag)
{
    gud_sim *s = NULL;
    gud_record *record = NULL;
    gud_error error;
    gud_pick pick;
    gud_status st = gud_sim_create(m, &s), found = GUD_OK;
    if (st == GUD_OK && gud_start(s) == GUD_OK) st = gud_record_create(s, &record);
    if (record) found = gud_layout_pick(gud_record_layout(record), study->over, &error, &pick);
    if (found != GUD_OK) gud_diag_add(diag, study->over_place, "over: %s", error.text);
    gud_record_free(record);
    gud_sim_free(s);
    return st != GUD_OK ? st : found;
}

// of a case of the first axis: the first run that can be loaded
static gud_status load_first(gud_sweep *s, const gud_study_case *model, gud_model **m)
{
    gud_status st = GUD_ERR_INPUT;
    for (job j = {.sweep = s}; j.run < s->study->nrun && st == GUD_ERR_INPUT; j.run++) {
        gud_diag ignored;
        if (gud_study_case_of(s->study, j.run, 0) != model) continue;
        gud_diag_init(&ignored);
        st = load_model(&j, &ignored, m);
        gud_diag_free(&ignored);
    }
    return st;
}

static gud_status check_over(gud_sweep *s, const gud_study_case *model, gud_diag *diag)
{
    gud_model *m = NULL;
    gud_status st = load_first(s, model, &m);
    if (st == GUD_OK) st = try_over(s->study, m, diag);
    gud_model_free(m);
    return st;
}

gud_status gud_sweep_check(gud_sweep *s, gud_diag *diag)
{
    gud_status result = GUD_OK;
    for (int a = 0; a < s->study->naxis; a++) {
        // a part that cannot be loaded is a run that failed; a path that is wrong is wrong for all parts
        const bool drawn = s->study->design.nfactor > 0 && a == s->study->naxis - 1;
        for (int i = 0; i < (drawn ? 1 : s->study->axes[a].ncase); i++) {
            const gud_status st = check_case(s, a, &s->study->axes[a].cases[i], diag);
            if (st == GUD_ERR_MEMORY) return st;
            if (st != GUD_OK) result = st;
        }
    }
    for (int i = 0; s->study->over && !s->study->component && result == GUD_OK && i < s->study->axes[0].ncase; i++)
        result = check_over(s, &s->study->axes[0].cases[i], diag);
    return result;
}

gud_status gud_sweep_run(gud_sweep *s, gud_error *error)
{
    GUD_TRY(gud_folder_create(s->folder, error));
    s->nended = 0;
    for (int i = 0; i < s->study->nrun; i++) s->ends[i] = GUD_RUN_WAITING;
    const gud_pool pool = {
        .njob = s->study->nrun, .nworker = s->nworker, .work = work, .ended = run_ended, .stop = stop_all, .user = s};
    const gud_status st = gud_pool_run(&pool, error);
    // a run may notice the wish to stop before the pool does
    if (st == GUD_ERR_INTERRUPT || (st == GUD_OK && s->nended < s->study->nrun))
        return gud_fail(error, GUD_ERR_INTERRUPT, "ended with %d of %d runs done", s->nended, s->study->nrun);
    return st;
}
