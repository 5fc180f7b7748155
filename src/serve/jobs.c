#include "serve/jobs.h"

#include "base/alloc.h"
#include "base/json.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { jobs_most = 200, text_most = 4000, line_most = 2000 };
static const double grace = 5.0; // s, for a run to end when it was asked to

typedef enum job_state { job_waits, job_runs, job_done, job_failed, job_cancelled } job_state;

static const char *const state_names[] = {"waits", "runs", "done", "failed", "cancelled"};

typedef struct job {
    int number;
    char *name, *model, *draft, *folder, *set[GUD_JOB_SETS];
    int nset;
    bool study;
    job_state state;
    double fraction;
    pid_t pid;
    double began, asked; // s on the clock: when it was started, and asked to end; 0: not
    int pipe;            // its standard error: progress and messages
    char line[line_most], text[text_most];
    size_t nline, ntext;
} job;

struct gud_jobs {
    pthread_mutex_t lock;
    pthread_t keeper; // starts, reads and ends them
    bool started, ending;
    uint64_t version;
    char *program;
    int nside, njob, next; // next: number of the next job
    gud_process_limits limits;
    job *all[jobs_most]; // by number
};

// ---- one job

static void drop_draft(job *j)
{
    if (j->draft) (void)unlink(j->draft);
    gud_free(j->draft);
    j->draft = NULL;
}

static void free_job(job *j)
{
    if (!j) return;
    drop_draft(j);
    for (int i = 0; i < j->nset; i++) gud_free(j->set[i]);
    gud_free(j->name);
    gud_free(j->model);
    gud_free(j->folder);
    gud_free(j);
}

static char *copy(const char *text)
{
    const size_t n = strlen(text) + 1;
    char *to = gud_alloc(n, 1);
    if (to) memcpy(to, text, n);
    return to;
}

static job *make_job(const gud_job_request *r)
{
    job *j = gud_alloc(1, sizeof *j);
    if (!j) return NULL;
    bool fine = (j->name = copy(r->name)) && (j->model = copy(r->model)) && (j->folder = copy(r->folder));
    if (r->draft) fine = fine && (j->draft = copy(r->draft));
    for (int i = 0; i < r->nset && fine; i++) {
        fine = (j->set[i] = copy(r->sets[i])) != NULL;
        if (fine) j->nset++;
    }
    j->pipe = -1;
    j->study = r->study;
    if (fine) return j;
    gud_free(j->draft); // the file is the caller's still
    j->draft = NULL;
    free_job(j);
    return NULL;
}

// gudgeon run --no-figures -o FOLDER --progress=json --set A=B ... -- MODEL
// gudgeon sweep --no-figures -o FOLDER -- STUDY
static bool start_job(const gud_jobs *jobs, job *j)
{
    char run[] = "run", sweep[] = "sweep", bare[] = "--no-figures", output[] = "-o", progress[] = "--progress=json";
    char set[] = "--set", end[] = "--";
    char *words[2 * GUD_JOB_SETS + 9] = {jobs->program, j->study ? sweep : run, bare, output, j->folder};
    int n = 5;
    if (!j->study) words[n++] = progress;
    for (int i = 0; i < j->nset; i++) {
        words[n++] = set;
        words[n++] = j->set[i];
    }
    words[n++] = end;
    words[n++] = j->model;
    j->began = gud_process_clock();
    return gud_process_start(jobs->program, words, true, jobs->limits.memory, &j->pid, &j->pipe);
}

static void add_text(job *j, const char *text, size_t n)
{
    if (j->ntext + n >= text_most) return;
    memcpy(j->text + j->ntext, text, n);
    j->ntext += n;
    j->text[j->ntext] = '\0';
}

// A message speaks of the text that is being edited under its hidden name; the user knows it as the model.
static void add_message(job *j, const char *line)
{
    const char *slash = j->draft ? strrchr(j->draft, '/') : NULL, *hidden = slash ? slash + 1 : NULL;
    for (const char *found; hidden && (found = strstr(line, hidden)); line = found + strlen(hidden)) {
        const char *path = found - (slash + 1 - j->draft);
        const bool whole = path >= line && strncmp(path, j->draft, strlen(j->draft)) == 0;
        add_text(j, line, (size_t)((whole ? path : found) - line));
        add_text(j, "the text", strlen("the text"));
    }
    add_text(j, line, strlen(line));
    add_text(j, "\n", 1);
}

// A line of progress is a number between 0 and 1, as JSON; all others are messages.
static void take_line(job *j)
{
    static const char key[] = "{\"fraction\":";
    j->line[j->nline] = '\0';
    j->nline = 0;
    if (strncmp(j->line, key, strlen(key)) == 0)
        j->fraction = strtod(j->line + strlen(key), NULL);
    else if (*j->line)
        add_message(j, j->line);
}

static bool read_lines(job *j)
{
    char bytes[8192];
    bool changed = false;
    for (ssize_t n; (n = read(j->pipe, bytes, sizeof bytes)) > 0;) {
        for (ssize_t i = 0; i < n; i++) {
            if (bytes[i] == '\n')
                take_line(j);
            else if (j->nline < line_most - 1)
                j->line[j->nline++] = bytes[i];
        }
        changed = true;
    }
    return changed;
}

static void end_job(job *j, int status)
{
    (void)read_lines(j);
    if (j->nline > 0) take_line(j);
    (void)close(j->pipe);
    j->pipe = -1;
    j->pid = 0;
    drop_draft(j);
    if (j->state != job_runs) return; // cancelled, or over its time
    j->state = WIFEXITED(status) && WEXITSTATUS(status) == 0 ? job_done : job_failed;
    if (j->state == job_done) j->fraction = 1.0;
    if (WIFSIGNALED(status)) {
        char message[80];
        (void)snprintf(message, sizeof message, "the run was ended by signal %d", WTERMSIG(status));
        add_message(j, message);
    }
}

// "1.5 GiB", and what to do about it
static void explain_memory(const gud_jobs *jobs, job *j)
{
    char message[200];
    if (j->state != job_failed || !strstr(j->text, "memory")) return;
    (void)snprintf(message, sizeof message, "a run of this server may use %.3g GiB: 'gudgeon serve --memory' sets it",
                   (double)jobs->limits.memory / (double)(1 << 30));
    add_message(j, message);
}

static void ask_to_end(job *j)
{
    if (j->pid <= 0) {
        drop_draft(j);
        return;
    }
    (void)kill(j->pid, SIGTERM);
    j->asked = gud_process_clock();
}

// true: it was over its time
static bool limit_time(const gud_jobs *jobs, job *j)
{
    char message[200];
    const double now = gud_process_clock();
    if (j->asked > 0.0 && now - j->asked > grace) (void)kill(j->pid, SIGKILL);
    if (j->state != job_runs || now - j->began <= jobs->limits.seconds) return false;
    (void)snprintf(message, sizeof message,
                   "the run was ended after %.3g hours: 'gudgeon serve --hours' sets how long one may take",
                   jobs->limits.seconds / 3600.0);
    j->state = job_failed;
    add_message(j, message);
    ask_to_end(j);
    return true;
}

// ---- all of them

static int count_running(const gud_jobs *jobs)
{
    int n = 0;
    for (int i = 0; i < jobs->njob; i++) n += jobs->all[i]->pid > 0;
    return n;
}

// starts what there is room for, hears what they say, notices which have ended
static bool look_after(gud_jobs *jobs)
{
    bool changed = false;
    for (int i = 0; i < jobs->njob; i++) {
        job *j = jobs->all[i];
        int status;
        if (j->state == job_waits && count_running(jobs) < jobs->nside) {
            j->state = start_job(jobs, j) ? job_runs : job_failed;
            changed = true;
        }
        if (j->pid <= 0) continue;
        changed |= read_lines(j);
        changed |= limit_time(jobs, j);
        if (waitpid(j->pid, &status, WNOHANG) == j->pid) {
            end_job(j, status);
            explain_memory(jobs, j);
            changed = true;
        }
    }
    return changed;
}

static void *keep_jobs(void *user)
{
    gud_jobs *jobs = user;
    const struct timespec pause = {.tv_nsec = 20000000};
    for (bool ending = false; !ending;) {
        (void)pthread_mutex_lock(&jobs->lock);
        if (look_after(jobs)) jobs->version++;
        ending = jobs->ending;
        (void)pthread_mutex_unlock(&jobs->lock);
        (void)nanosleep(&pause, NULL);
    }
    return NULL;
}

gud_status gud_jobs_create(const char *program, int nside, const gud_process_limits *limits, gud_error *error,
                           gud_jobs **out)
{
    gud_jobs *jobs = gud_alloc(1, sizeof *jobs);
    *out = NULL;
    if (!jobs || !(jobs->program = copy(program))) {
        gud_free(jobs);
        return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    }
    jobs->nside = nside;
    jobs->limits = *limits;
    jobs->version = 1;
    (void)pthread_mutex_init(&jobs->lock, NULL);
    jobs->started = pthread_create(&jobs->keeper, NULL, keep_jobs, jobs) == 0;
    if (!jobs->started) {
        gud_jobs_free(jobs);
        return gud_fail(error, GUD_ERR_IO, "cannot start a thread");
    }
    *out = jobs;
    return GUD_OK;
}

static void end_all(gud_jobs *jobs)
{
    for (int i = 0; i < jobs->njob; i++) {
        job *j = jobs->all[i];
        if (j->pid <= 0) continue;
        j->state = job_cancelled;
        end_job(j, gud_process_end(j->pid, grace));
    }
}

void gud_jobs_end(gud_jobs *jobs)
{
    (void)pthread_mutex_lock(&jobs->lock);
    jobs->ending = true;
    (void)pthread_mutex_unlock(&jobs->lock);
}

void gud_jobs_free(gud_jobs *jobs)
{
    if (!jobs) return;
    gud_jobs_end(jobs);
    if (jobs->started) (void)pthread_join(jobs->keeper, NULL);
    end_all(jobs);
    (void)pthread_mutex_destroy(&jobs->lock);
    for (int i = 0; i < jobs->njob; i++) free_job(jobs->all[i]);
    gud_free(jobs->program);
    gud_free(jobs);
}

// The oldest that has ended makes room for a new one; its result stays in its folder.
static bool make_room(gud_jobs *jobs)
{
    if (jobs->njob < jobs_most) return true;
    for (int i = 0; i < jobs->njob; i++) {
        if (jobs->all[i]->state < job_done || jobs->all[i]->pid > 0) continue;
        free_job(jobs->all[i]);
        memmove(jobs->all + i, jobs->all + i + 1, (size_t)(--jobs->njob - i) * sizeof *jobs->all);
        return true;
    }
    return false;
}

int gud_jobs_add(gud_jobs *jobs, const gud_job_request *request, gud_error *error)
{
    job *j = make_job(request);
    int number = -1;
    if (!j) return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    (void)pthread_mutex_lock(&jobs->lock);
    if (make_room(jobs)) {
        j->number = number = jobs->next++;
        jobs->all[jobs->njob++] = j;
        jobs->version++;
    }
    (void)pthread_mutex_unlock(&jobs->lock);
    if (number >= 0) return number;
    gud_free(j->draft); // the caller's again
    j->draft = NULL;
    free_job(j);
    return gud_fail(error, GUD_ERR_INPUT, "%d runs are waiting: cancel some of them", jobs_most);
}

static job *find_job(const gud_jobs *jobs, int number)
{
    for (int i = 0; i < jobs->njob; i++)
        if (jobs->all[i]->number == number) return jobs->all[i];
    return NULL;
}

bool gud_jobs_cancel(gud_jobs *jobs, int number)
{
    (void)pthread_mutex_lock(&jobs->lock);
    job *j = find_job(jobs, number);
    const bool can = j && (j->state == job_waits || j->state == job_runs);
    if (can) {
        j->state = job_cancelled;
        ask_to_end(j);
        jobs->version++;
    }
    (void)pthread_mutex_unlock(&jobs->lock);
    return can;
}

const char *gud_jobs_program(const gud_jobs *jobs)
{
    return jobs->program;
}

uint64_t gud_jobs_version(gud_jobs *jobs)
{
    (void)pthread_mutex_lock(&jobs->lock);
    const uint64_t version = jobs->ending ? UINT64_MAX : jobs->version;
    (void)pthread_mutex_unlock(&jobs->lock);
    return version;
}

void gud_jobs_write(gud_jobs *jobs, gud_buffer *out)
{
    gud_json json;
    gud_json_init(&json, out, false);
    (void)pthread_mutex_lock(&jobs->lock);
    gud_json_open(&json, NULL, '[');
    for (int i = 0; i < jobs->njob; i++) {
        const job *j = jobs->all[i];
        gud_json_open(&json, NULL, '{');
        gud_json_integer(&json, "job", j->number);
        gud_json_text(&json, "name", j->name);
        gud_json_switch(&json, "study", j->study);
        gud_json_text(&json, "state", state_names[j->state]);
        gud_json_number(&json, "fraction", j->fraction);
        gud_json_text(&json, "text", j->text);
        gud_json_open(&json, "set", '[');
        for (int k = 0; k < j->nset; k++) gud_json_text(&json, NULL, j->set[k]);
        gud_json_close(&json);
        gud_json_close(&json);
    }
    gud_json_close(&json);
    (void)pthread_mutex_unlock(&jobs->lock);
}
