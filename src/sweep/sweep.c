#include "sweep/sweep.h"

#include "base/alloc.h"
#include "out/claim.h"
#include "sweep/crew.h"
#include "sweep/keys.h"

#include <dirent.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { path_size = 4400, owner_size = 64, most_attempts = 3, cost_wall = 5 };

// ---- life

gud_status gud_sweep_open(gud_sweep *s, gud_error *error)
{
    const size_t n = (size_t)s->study->nrun;
    gud_bench bench = {.study = s->study, .folder = s->folder};
    s->ends = gud_alloc(n, sizeof *s->ends);
    s->keys = gud_alloc(n, sizeof *s->keys);
    s->attempts = gud_alloc(n, sizeof *s->attempts);
    s->rows = gud_alloc(n, sizeof *s->rows);
    s->summaries = gud_alloc(n, sizeof *s->summaries);
    s->view = gud_study_view(s->study);
    gud_status st = GUD_ERR_MEMORY;
    if (s->ends && s->keys && s->attempts && s->rows && s->summaries) st = gud_bench_open(&bench, error);
    if (st == GUD_OK) st = gud_study_keys_make(s->study, &bench.shared, s->plugins, s->keys);
    gud_bench_close(&bench);
    if (st == GUD_OK) return GUD_OK;
    gud_sweep_close(s);
    return st == GUD_ERR_MEMORY ? gud_fail(error, st, "no memory for %d runs", s->study->nrun) : st;
}

void gud_sweep_close(gud_sweep *s)
{
    gud_free(s->ends);
    gud_free(s->keys);
    gud_free(s->attempts);
    gud_free(s->rows);
    gud_free(s->summaries);
    gud_archive_free(&s->archive);
    s->ends = NULL;
    s->keys = NULL;
    s->attempts = NULL;
    s->rows = s->summaries = NULL;
}

bool gud_sweep_is_mine(const gud_sweep *s, int run)
{
    return s->nparts < 1 || run % s->nparts == s->part - 1;
}

bool gud_sweep_is_computed(const gud_sweep *s, int run)
{
    return s->ends[run] == GUD_RUN_DONE || s->ends[run] == GUD_RUN_KEPT;
}

int gud_sweep_count(const gud_sweep *s, gud_run_end end)
{
    int n = 0;
    for (int run = 0; run < s->study->nrun; run++) n += s->ends[run] == end;
    return n;
}

// ---- what is known

typedef struct {
    uint64_t key;
    int run;
} entry;

static int compare_keys(const void *a, const void *b)
{
    const entry *x = a, *y = b;
    return x->key != y->key ? (x->key > y->key) - (x->key < y->key) : (x->run > y->run) - (x->run < y->run);
}

// One row is as good as another, but a run that is done has not failed.
static void take_row(gud_sweep *s, int run, const gud_run_row *row)
{
    if (row->kind == GUD_ROW_BEGUN) s->attempts[run]++;
    if (row->kind == GUD_ROW_STOPPED) s->attempts[run]--;
    if ((row->kind == GUD_ROW_DONE || row->kind == GUD_ROW_FAILED) && s->attempts[run] > 0) s->attempts[run]--;
    if (row->view != s->view) return;
    if (row->kind == GUD_ROW_SUMMARY) s->summaries[run] = row;
    if (row->kind == GUD_ROW_DONE) s->rows[run] = row;
    if (row->kind == GUD_ROW_FAILED && row->lasting && !s->rows[run]) s->rows[run] = row;
}

static void match_rows(gud_sweep *s, entry *index)
{
    const int n = s->study->nrun;
    for (int run = 0; run < n; run++) {
        index[run] = (entry){s->keys[run], run};
        s->rows[run] = s->summaries[run] = NULL;
        s->attempts[run] = 0;
    }
    qsort(index, (size_t)n, sizeof *index, compare_keys);
    for (int i = 0; i < s->archive.count; i++) {
        const gud_run_row *row = &s->archive.rows[i];
        int low = 0, high = n;
        while (low < high) {
            const int middle = low + (high - low) / 2;
            if (index[middle].key < row->key)
                low = middle + 1;
            else
                high = middle;
        }
        for (; low < n && index[low].key == row->key; low++) take_row(s, index[low].run, row);
    }
}

static gud_run_end judge_run(const gud_sweep *s, int run)
{
    const gud_run_row *row = s->rows[run];
    if (!row) return s->attempts[run] >= most_attempts ? GUD_RUN_FAILED : GUD_RUN_WAITING;
    if (row->kind == GUD_ROW_FAILED) return GUD_RUN_FAILED;
    const bool there = s->study->keep != GUD_KEEP_ALL || gud_run_has_result(s->study, s->folder, run);
    return there ? GUD_RUN_KEPT : GUD_RUN_WAITING; // somebody may have deleted its result
}

gud_status gud_sweep_read(gud_sweep *s, gud_error *error)
{
    const int n = s->study->nrun;
    gud_archive_free(&s->archive);
    GUD_TRY(gud_archive_read(s->folder, error, &s->archive));
    entry *index = gud_alloc((size_t)n, sizeof *index);
    if (!index) return gud_fail(error, GUD_ERR_MEMORY, "no memory for %d runs", n);
    match_rows(s, index);
    gud_free(index);
    for (int run = 0; run < n; run++) s->ends[run] = judge_run(s, run);
    return GUD_OK;
}

const char *gud_sweep_failure(const gud_sweep *s, int run)
{
    if (s->ends[run] != GUD_RUN_FAILED) return "";
    return s->rows[run] ? s->rows[run]->body : "was started several times and never finished";
}

double gud_sweep_seconds(const gud_sweep *s, int run)
{
    double costs[GUD_ROW_COSTS];
    if (!s->rows[run] || s->rows[run]->kind != GUD_ROW_DONE) return (double)NAN;
    gud_row_read_costs(s->rows[run], costs);
    return costs[cost_wall];
}

// ---- in a worker

typedef struct {
    gud_sweep *s;
    char folder[path_size], scratch[path_size]; // of our rows
    gud_bench bench;
    gud_rows rows;
    double wall; // seconds of all runs that ended
    int nwall;
} crowd;

static gud_status open_worker(void *user, int worker, gud_error *error)
{
    crowd *c = user;
    const gud_sweep *s = c->s;
    (void)snprintf(c->scratch, sizeof c->scratch, "%.4300s/%d.scratch", c->folder, worker);
    c->bench = (gud_bench){.study = s->study,
                           .folder = s->folder,
                           .scratch = c->scratch,
                           .fresh = s->fresh,
                           .plugins = s->plugins,
                           .force = s->force,
                           .stop = s->stop,
                           .user = s->user};
    GUD_TRY(gud_bench_open(&c->bench, error));
    return gud_rows_open(&c->rows, c->folder, worker, s->force, error);
}

static gud_status save_row(crowd *c, int run, const gud_run_outcome *report, gud_error *error)
{
    char name[GUD_STUDY_NAME];
    gud_run_entry row = {.key = c->s->keys[run],
                         .view = c->s->view,
                         .name = name,
                         .failed = report->end == GUD_RUN_FAILED,
                         .lasting = report->lasting,
                         .why = report->why,
                         .table = &report->table,
                         .summary = report->summary.size > 0 ? gud_buffer_text(&report->summary) : NULL};
    gud_study_name(c->s->study, run, name);
    memcpy(row.costs, report->costs, sizeof row.costs);
    if (report->end == GUD_RUN_WAITING) return gud_rows_stopped(&c->rows, row.key, error);
    return gud_rows_add(&c->rows, &row, error);
}

static gud_status work(void *user, int worker, int run, gud_crew_note *note, gud_error *error)
{
    crowd *c = user;
    gud_run_outcome report;
    (void)worker;
    GUD_TRY(gud_rows_begun(&c->rows, c->s->keys[run], error));
    gud_run_compute(&c->bench, run, &report);
    const gud_status st = save_row(c, run, &report, error);
    note->end = (int)report.end;
    (void)snprintf(note->why, sizeof note->why, "%s", report.end == GUD_RUN_FAILED ? report.why : "");
    note->seconds = report.costs[cost_wall];
    if (report.end == GUD_RUN_WAITING) note->seconds /= c->bench.fraction; // what it would have taken
    gud_run_outcome_free(&report);
    return st;
}

// ---- in the parent

static void report_end(gud_sweep *s, int run, gud_run_end end, const char *why)
{
    s->ends[run] = end;
    if (end == GUD_RUN_WAITING) return;
    s->nended++;
    if (s->ended) s->ended(s->user, run, end, why);
}

static void run_ended(void *user, const gud_crew_note *note)
{
    crowd *c = user;
    if (isfinite(note->seconds) && note->end != GUD_RUN_KEPT) c->wall += note->seconds, c->nwall++;
    c->s->seconds = c->nwall > 0 ? c->wall / c->nwall : (double)NAN;
    report_end(c->s, note->job, (gud_run_end)note->end, note->why);
}

// A run that crashes would do so again: its row says so. One that was killed from outside, or by the kernel for want of
// memory, is tried again, but not for ever.
static bool run_crashed(void *user, int worker, int run, int signal)
{
    crowd *c = user;
    gud_sweep *s = c->s;
    gud_error error;
    gud_run_outcome report = {.end = GUD_RUN_FAILED, .lasting = true};
    if ((signal == SIGKILL || signal == SIGTERM) && ++s->attempts[run] < most_attempts) return true;
    if (signal > 0)
        (void)snprintf(report.why, sizeof report.why, "its process was ended by signal %d (%s)", signal,
                       strsignal(signal));
    else
        (void)snprintf(report.why, sizeof report.why, "its process ended with exit code %d", -signal);
    if (gud_rows_open(&c->rows, c->folder, worker, s->force, &error) == GUD_OK) {
        (void)save_row(c, run, &report, &error); // without a row it is tried again by the next sweep
        gud_rows_close(&c->rows);
    }
    report_end(s, run, GUD_RUN_FAILED, report.why);
    return false;
}

static bool stop_all(void *user)
{
    const gud_sweep *s = ((const crowd *)user)->s;
    return s->stop && s->stop(s->user);
}

static int bring_more(void *user, int *runs, int room)
{
    const crowd *c = user;
    const gud_sweep_source *source = c->s->source;
    return source->more(source->user, c->s->seconds, runs, room);
}

static bool is_wanted(const gud_sweep *s, int run)
{
    return s->ends[run] == GUD_RUN_WAITING || (s->retry && s->ends[run] == GUD_RUN_FAILED);
}

// runs of this part that have no row; those that have one are told
static int list_jobs(gud_sweep *s, int *jobs)
{
    int n = 0;
    for (int run = 0; run < s->study->nrun && !s->source; run++) {
        if (!gud_sweep_is_mine(s, run)) continue;
        if (is_wanted(s, run)) {
            jobs[n++] = run;
            if (s->retry) s->attempts[run] = 0;
        } else {
            report_end(s, run, s->ends[run], gud_sweep_failure(s, run));
        }
    }
    return n;
}

static gud_status run_crew(crowd *c, gud_error *error)
{
    gud_sweep *s = c->s;
    int *jobs = gud_alloc((size_t)s->study->nrun, sizeof *jobs);
    if (!jobs) return gud_fail(error, GUD_ERR_MEMORY, "no memory for %d runs", s->study->nrun);
    const gud_crew crew = {.nworker = s->nworker,
                           .jobs = jobs,
                           .njob = list_jobs(s, jobs),
                           .room = s->source ? s->study->nrun : 0,
                           .open = open_worker,
                           .work = work,
                           .ended = run_ended,
                           .crashed = run_crashed,
                           .more = s->source ? bring_more : NULL,
                           .stop = stop_all,
                           .user = c};
    const gud_status st = gud_crew_run(&crew, error);
    gud_free(jobs);
    return st;
}

// the rows of all parts; only while the whole folder is ours
static void remove_rows(const char *folder)
{
    char part[path_size], path[path_size];
    struct dirent **parts, **files;
    (void)snprintf(path, sizeof path, "%.4000s/%s", folder, GUD_ROWS_FOLDER);
    const int n = scandir(path, &parts, NULL, alphasort);
    for (int i = 0; i < n; i++) {
        (void)snprintf(part, sizeof part, "%.4000s/%s/%.250s", folder, GUD_ROWS_FOLDER, parts[i]->d_name);
        const int nfile = parts[i]->d_name[0] == '.' ? -1 : scandir(part, &files, NULL, alphasort);
        for (int k = 0; k < nfile; k++) {
            const char *dot = strrchr(files[k]->d_name, '.');
            (void)snprintf(path, sizeof path, "%.4100s/%.250s", part, files[k]->d_name);
            if (dot && strcmp(dot, ".rows") == 0) (void)unlink(path);
            free(files[k]); // NOLINT: taken by scandir
        }
        if (nfile >= 0) free(files); // NOLINT
        free(parts[i]);              // NOLINT
    }
    if (n >= 0) free(parts); // NOLINT
}

static gud_status run_part(crowd *c, gud_error *error)
{
    gud_sweep *s = c->s;
    if (s->fresh) remove_rows(s->folder);
    GUD_TRY(gud_sweep_read(s, error));
    s->nended = 0;
    s->seconds = (double)NAN;
    GUD_TRY(run_crew(c, error));
    return GUD_OK;
}

// what this sweep has done is told from what was there
static gud_status read_again(gud_sweep *s, gud_error *error)
{
    const int n = s->study->nrun;
    gud_run_end *now = gud_alloc((size_t)n, sizeof *now);
    if (!now) return gud_fail(error, GUD_ERR_MEMORY, "no memory for %d runs", n);
    memcpy(now, s->ends, (size_t)n * sizeof *now);
    const gud_status st = gud_sweep_read(s, error);
    for (int run = 0; run < n; run++)
        if (now[run] == GUD_RUN_DONE || (now[run] == GUD_RUN_FAILED && s->ends[run] == GUD_RUN_WAITING))
            s->ends[run] = now[run]; // a failure that will be tried again has no row that counts
    gud_free(now);
    return st;
}

gud_status gud_sweep_run(gud_sweep *s, gud_error *error)
{
    char owner[owner_size];
    gud_claim claim;
    crowd *c = gud_alloc(1, sizeof *c);
    if (!c) return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    *c = (crowd){.s = s, .rows = {.fd = -1}};
    (void)snprintf(owner, sizeof owner, "%d-of-%d", s->nparts > 0 ? s->part : 1, s->nparts > 0 ? s->nparts : 1);
    (void)snprintf(c->folder, sizeof c->folder, "%.4000s/%s/%.60s", s->folder, GUD_ROWS_FOLDER,
                   s->owner ? s->owner : owner);
    gud_status st = gud_claim_take(&claim, c->folder, s->force, error);
    if (st == GUD_OK) {
        st = run_part(c, error);
        gud_claim_release(&claim);
    }
    gud_free(c);
    if (st != GUD_OK && st != GUD_ERR_INTERRUPT) return st;
    GUD_TRY(read_again(s, error));
    int mine = 0, nwaiting = 0;
    for (int run = 0; run < s->study->nrun; run++) {
        if (!gud_sweep_is_mine(s, run)) continue;
        mine++;
        nwaiting += s->ends[run] == GUD_RUN_WAITING;
    }
    // a run may notice the wish to stop before we do
    if (st == GUD_OK && (nwaiting == 0 || s->source)) return GUD_OK;
    return gud_fail(error, GUD_ERR_INTERRUPT, "ended with %d of %d runs done", mine - nwaiting, mine);
}
