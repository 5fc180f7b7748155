// gudgeon sweep STUDY --slurm, --status, --cancel
#define _GNU_SOURCE // realpath

#include "base/alloc.h"
#include "base/json.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/sweep.h"
#include "out/claim.h"
#include "sweep/slurm.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef gud_sweep_session session;

enum { nprobe = 5, path_size = 4096 };
static const double probe_seconds = 20.0;

// ---- how long a run takes

typedef struct {
    session *s;
    double end; // of the time for probing
    bool given;
} probe;

static double seconds_now(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static bool probe_is_over(void *user)
{
    const probe *p = user;
    return gud_interrupt_asked() || seconds_now() > p->end;
}

static void probe_ended(void *user, int run, gud_run_end end, const char *why)
{
    (void)user, (void)run, (void)end, (void)why; // who does its part says so
}

// a few runs, evenly spread over those that wait
static int choose_probes(void *user, double wall, int *runs, int room)
{
    probe *p = user;
    const gud_sweep *s = &p->s->sweep;
    const int nwaiting = gud_sweep_count(s, GUD_RUN_WAITING);
    int n = 0, seen = 0;
    (void)wall;
    if (p->given) return -1;
    p->given = true;
    for (int run = 0; run < s->study->nrun && n < nprobe && n < room; run++) {
        if (s->ends[run] != GUD_RUN_WAITING) continue;
        if (seen++ * nprobe >= n * nwaiting) runs[n++] = run;
    }
    return n;
}

// what runs that are done took
static double known_seconds(const gud_sweep *s)
{
    double sum = 0.0;
    int n = 0;
    for (int run = 0; run < s->study->nrun; run++) {
        const double one = gud_sweep_seconds(s, run);
        if (isfinite(one)) sum += one, n++;
    }
    return n >= nprobe ? sum / n : (double)NAN;
}

// Computes a few runs, which are then done, or begun: those that are not done in time tell how far they came.
static gud_status measure(session *s, double *seconds, gud_error *error)
{
    gud_sweep *w = &s->sweep;
    const gud_sweep before = *w;
    probe p = {.s = s, .end = seconds_now() + probe_seconds};
    const gud_sweep_source source = {choose_probes, &p};
    *seconds = known_seconds(w);
    if (isfinite(*seconds)) return GUD_OK;
    w->source = &source;
    w->owner = "probe";
    w->nworker = 1;
    w->stop = probe_is_over;
    w->ended = probe_ended;
    w->user = &p;
    gud_interrupt_watch();
    const gud_status st = gud_sweep_run(w, error);
    w->source = NULL;
    w->owner = NULL;
    w->nworker = before.nworker;
    w->stop = before.stop;
    w->ended = before.ended;
    w->user = before.user;
    *seconds = isfinite(w->seconds) ? w->seconds : probe_seconds; // not even begun to move
    return st == GUD_ERR_INTERRUPT && !gud_interrupt_asked() ? GUD_OK : st;
}

// ---- submitting

static gud_status check_queue(const session *s, gud_error *error)
{
    gud_slurm_jobs jobs;
    gud_buffer lines;
    gud_slurm_recall(s->sweep.folder, &jobs);
    if (jobs.array <= 0) return GUD_OK;
    gud_buffer_init(&lines);
    gud_status st = gud_slurm_query(&jobs, error, &lines);
    if (st == GUD_OK && lines.size > 0)
        st = gud_fail(error, GUD_ERR_INPUT, "%s: job %ld is still in the queue: see --status, --cancel",
                      s->sweep.folder, jobs.array);
    gud_buffer_free(&lines);
    return st;
}

static gud_status count_tasks(const session *s, int nwaiting, double seconds, int ncore, int *ntask, gud_error *error)
{
    const int most = nwaiting / 2 > 0 ? nwaiting / 2 : 1;
    GUD_TRY(gud_args_integer(s->args, "tasks", 1, GUD_STUDY_RUNS, 0, error, ntask));
    if (*ntask == 0) *ntask = gud_slurm_tasks(nwaiting, seconds, ncore);
    if (*ntask > most && gud_args_has(s->args, "tasks"))
        gud_remark(s->args, "%d tasks: each computes at least two runs", most);
    if (*ntask > most) *ntask = most;
    return GUD_OK;
}

static void job_name(const char *path, char name[80])
{
    const char *slash = strrchr(path, '/'), *stem = slash ? slash + 1 : path;
    (void)snprintf(name, 80, "gudgeon-%.*s", (int)(strcspn(stem, ".") < 60 ? strcspn(stem, ".") : 60), stem);
    for (char *c = name; *c; c++)
        if (!isalnum((unsigned char)*c) && *c != '-' && *c != '_') *c = '-';
}

static int report_jobs(const session *s, const gud_slurm_jobs *jobs, int nrun, double seconds)
{
    gud_buffer text;
    gud_json json;
    gud_buffer_init(&text);
    if (s->args->json) {
        gud_json_init(&json, &text, true);
        gud_json_open(&json, NULL, '{');
        gud_json_integer(&json, "array", jobs->array);
        gud_json_integer(&json, "gather", jobs->gather);
        gud_json_integer(&json, "tasks", jobs->ntask);
        gud_json_integer(&json, "runs", nrun);
        gud_json_number(&json, "seconds_per_run", seconds);
        gud_json_close(&json);
    } else {
        gud_buffer_print(&text, "%d runs of about %.3g s in %d tasks: job %ld, gathered by job %ld\n", nrun, seconds,
                         jobs->ntask, jobs->array, jobs->gather);
    }
    return gud_output_print(s->args, &text);
}

static gud_status submit(session *s, double seconds, gud_slurm_jobs *jobs, gud_error *error)
{
    char name[80], program[path_size], flags[80], folder[path_size], study[path_size];
    const gud_args *args = s->args;
    const char *options = gud_args_value(args, "sbatch");
    const int nwaiting = gud_sweep_count(&s->sweep, GUD_RUN_WAITING);
    const ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
    program[n > 0 ? n : 0] = 0;
    if (!realpath(s->sweep.folder, folder) || !realpath(args->words[0], study))
        return gud_fail(error, GUD_ERR_IO, "%s: no such folder", s->sweep.folder);
    job_name(args->words[0], name);
    (void)snprintf(flags, sizeof flags, "%s%s%s", s->sweep.plugins ? "--plugins " : "",
                   s->sweep.retry ? "--retry-failed " : "", gud_args_has(args, "no-figures") ? "--no-figures" : "");
    gud_slurm_plan plan = {.program = program,
                           .study = study,
                           .folder = folder,
                           .name = name,
                           .options = options ? options : "",
                           .flags = flags,
                           .ncore = s->sweep.nworker > 0 ? s->sweep.nworker : 1};
    GUD_TRY(count_tasks(s, nwaiting, seconds, plan.ncore, &plan.ntask, error));
    return gud_slurm_submit(&plan, error, jobs);
}

static int submit_claimed(session *s)
{
    gud_error error;
    gud_slurm_jobs jobs;
    double seconds = 0.0;
    gud_status st = gud_sweep_read(&s->sweep, &error);
    if (st == GUD_OK) st = check_queue(s, &error);
    if (st == GUD_OK && gud_sweep_count(&s->sweep, GUD_RUN_WAITING) > 0) st = measure(s, &seconds, &error);
    if (st != GUD_OK) return gud_verb_fail(s->args, st, &error);
    const int nwaiting = gud_sweep_count(&s->sweep, GUD_RUN_WAITING);
    if (nwaiting == 0 && !(s->sweep.retry && gud_sweep_count(&s->sweep, GUD_RUN_FAILED) > 0)) {
        gud_remark(s->args, "all runs are finished; nothing was submitted");
        return gud_sweep_present(s, true);
    }
    st = submit(s, seconds, &jobs, &error);
    return st == GUD_OK ? report_jobs(s, &jobs, nwaiting, seconds) : gud_verb_fail(s->args, st, &error);
}

int gud_sweep_submit(gud_sweep_session *s)
{
    gud_error error;
    gud_claim claim;
    const gud_status st = gud_claim_take(&claim, s->sweep.folder, s->sweep.force, &error);
    if (st != GUD_OK) return gud_verb_fail(s->args, st, &error);
    const int code = submit_claimed(s);
    gud_claim_release(&claim);
    return code;
}

// ---- how far it is

typedef struct {
    int nrun, ndone, nfailed, nwaiting, nbegun;
    double left; // seconds of one core; NAN: not known
    gud_slurm_jobs jobs;
    gud_buffer queue;
} state;

static void count(const gud_sweep *s, state *st)
{
    st->nrun = s->study->nrun;
    st->ndone = gud_sweep_count(s, GUD_RUN_KEPT);
    st->nfailed = gud_sweep_count(s, GUD_RUN_FAILED);
    st->nwaiting = gud_sweep_count(s, GUD_RUN_WAITING);
    for (int run = 0; run < st->nrun; run++) st->nbegun += s->ends[run] == GUD_RUN_WAITING && s->attempts[run] > 0;
    st->left = known_seconds(s) * st->nwaiting;
}

// how many tasks are in a state of Slurm, such as RUNNING
static int count_tasks_in(const state *st, const char *word)
{
    const char *text = gud_buffer_text(&st->queue);
    const size_t n = strlen(word);
    int tasks = 0;
    for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        const char *blank = strchr(line, ' ');
        tasks += blank && strncmp(blank + 1, word, n) == 0 && (blank[n + 1] == '\n' || !blank[n + 1]);
    }
    return tasks;
}

static const char *const states[] = {"PENDING", "RUNNING", "COMPLETING", "SUSPENDED"};

static void write_json(const state *st, gud_buffer *text)
{
    gud_json json;
    gud_json_init(&json, text, true);
    gud_json_open(&json, NULL, '{');
    gud_json_integer(&json, "runs", st->nrun);
    gud_json_integer(&json, "done", st->ndone);
    gud_json_integer(&json, "failed", st->nfailed);
    gud_json_integer(&json, "waiting", st->nwaiting);
    gud_json_integer(&json, "begun", st->nbegun);
    gud_json_number(&json, "core_seconds_left", st->left);
    if (st->jobs.array > 0) {
        gud_json_open(&json, "slurm", '{');
        gud_json_integer(&json, "array", st->jobs.array);
        gud_json_integer(&json, "gather", st->jobs.gather);
        gud_json_integer(&json, "tasks", st->jobs.ntask);
        for (int i = 0; i < GUD_COUNT(states); i++) {
            char key[20];
            (void)snprintf(key, sizeof key, "%s", states[i]);
            for (char *c = key; *c; c++) *c = (char)tolower((unsigned char)*c);
            gud_json_integer(&json, key, count_tasks_in(st, states[i]));
        }
        gud_json_close(&json);
    }
    gud_json_close(&json);
}

static void write_text(const state *st, gud_buffer *text)
{
    gud_buffer_print(text, "runs     %8d\ndone     %8d\nfailed   %8d\nwaiting  %8d", st->nrun, st->ndone, st->nfailed,
                     st->nwaiting);
    if (st->nbegun > 0) gud_buffer_print(text, ", %d of them started", st->nbegun);
    if (st->left > 0.0) gud_buffer_print(text, "; about %.3g h of one core", st->left / 3600.0);
    gud_buffer_add(text, "\n");
    if (st->jobs.array <= 0) return;
    gud_buffer_print(text, "slurm    job %ld with %d tasks, gathered by job %ld; in the queue:", st->jobs.array,
                     st->jobs.ntask, st->jobs.gather);
    for (int i = 0; i < GUD_COUNT(states); i++) {
        const int n = count_tasks_in(st, states[i]);
        if (n > 0) gud_buffer_print(text, " %d %s", n, states[i]);
    }
    gud_buffer_add(text, st->queue.size > 0 ? "\n" : " nothing\n");
}

int gud_sweep_status(gud_sweep_session *s)
{
    gud_error error;
    gud_buffer text;
    state st = {0};
    const gud_status read = gud_sweep_read(&s->sweep, &error);
    if (read != GUD_OK) return gud_verb_fail(s->args, read, &error);
    gud_buffer_init(&st.queue);
    gud_buffer_init(&text);
    count(&s->sweep, &st);
    gud_slurm_recall(s->sweep.folder, &st.jobs);
    if (st.jobs.array > 0 && gud_slurm_query(&st.jobs, &error, &st.queue) != GUD_OK)
        gud_remark(s->args, "%s", error.text);
    (s->args->json ? write_json : write_text)(&st, &text);
    gud_buffer_free(&st.queue);
    return gud_output_print(s->args, &text);
}

int gud_sweep_cancel(gud_sweep_session *s)
{
    gud_error error;
    gud_slurm_jobs jobs;
    gud_slurm_recall(s->sweep.folder, &jobs);
    gud_status st = GUD_OK;
    if (jobs.array <= 0)
        st = gud_fail(&error, GUD_ERR_INPUT, "%s: nothing was submitted from here", s->sweep.folder);
    else
        st = gud_slurm_cancel(&jobs, &error);
    if (st != GUD_OK) return gud_verb_fail(s->args, st, &error);
    gud_remark(s->args, "jobs %ld and %ld are cancelled; finished runs are kept", jobs.array, jobs.gather);
    return GUD_EXIT_FINE;
}
