#define _GNU_SOURCE // pipe2

#include "serve/jobs.h"

#include "base/alloc.h"
#include "base/json.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { jobs_most = 200, text_most = 4000 };

typedef enum job_state { job_waits, job_runs, job_done, job_failed, job_cancelled } job_state;

static const char *const state_names[] = {"waits", "runs", "done", "failed", "cancelled"};

typedef struct job {
    char *name, *model, *draft, *folder, *set[GUD_JOB_SETS];
    int nset;
    bool study;
    job_state state;
    double fraction;
    pid_t pid;
    int pipe; // its standard error: progress and messages
    char text[text_most];
    size_t ntext;
} job;

struct gud_jobs {
    pthread_mutex_t lock;
    pthread_t keeper; // starts, reads and ends them
    bool started, ending;
    uint64_t version;
    char *program;
    int nside, njob;
    job *all[jobs_most];
};

// ---- one job

static void free_job(job *j)
{
    if (!j) return;
    for (int i = 0; i < j->nset; i++) gud_free(j->set[i]);
    gud_free(j->name);
    gud_free(j->model);
    gud_free(j->draft);
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
    free_job(j);
    return NULL;
}

// starts the program with nothing to read, its standard error in a pipe
static bool spawn_words(const char *program, char *const *words, job *j)
{
    int ends[2];
    posix_spawn_file_actions_t actions;
    if (pipe2(ends, O_CLOEXEC) != 0) return false;
    bool fine = posix_spawn_file_actions_init(&actions) == 0;
    if (fine) {
        fine = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0) == 0 &&
               posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0) == 0 &&
               posix_spawn_file_actions_adddup2(&actions, ends[1], 2) == 0 &&
               posix_spawn(&j->pid, program, &actions, NULL, words, environ) == 0;
        (void)posix_spawn_file_actions_destroy(&actions);
    }
    (void)close(ends[1]);
    if (fine)
        (void)fcntl(ends[0], F_SETFL, O_NONBLOCK);
    else
        (void)close(ends[0]);
    j->pipe = fine ? ends[0] : -1;
    return fine;
}

// gudgeon run --no-figures -o FOLDER --progress=json --set A=B ... -- MODEL
// gudgeon sweep --no-figures -o FOLDER -- STUDY
static bool spawn_job(const gud_jobs *jobs, job *j)
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
    return spawn_words(jobs->program, words, j);
}

// A line of progress is a number between 0 and 1, as JSON; all others are messages.
static bool take_line(job *j, const char *line, size_t n)
{
    static const char key[] = "{\"fraction\":";
    if (strncmp(line, key, strlen(key)) == 0) {
        j->fraction = strtod(line + strlen(key), NULL);
        return true;
    }
    if (j->ntext + n + 2 < text_most) {
        memcpy(j->text + j->ntext, line, n);
        j->ntext += n;
        j->text[j->ntext++] = '\n';
        j->text[j->ntext] = '\0';
    }
    return n > 0;
}

static bool read_lines(job *j)
{
    char bytes[8192];
    bool changed = false;
    for (ssize_t n; (n = read(j->pipe, bytes, sizeof bytes - 1)) > 0;) {
        bytes[n] = '\0';
        for (char *line = bytes; *line;) {
            const size_t length = strcspn(line, "\n");
            const bool last = line[length] == '\0';
            line[length] = '\0';
            changed |= take_line(j, line, length);
            if (last) break;
            line += length + 1;
        }
    }
    return changed;
}

static void end_job(job *j, int status)
{
    (void)read_lines(j);
    (void)close(j->pipe);
    j->pipe = -1;
    j->pid = 0;
    if (j->draft) (void)unlink(j->draft);
    if (j->state == job_cancelled) return;
    j->state = WIFEXITED(status) && WEXITSTATUS(status) == 0 ? job_done : job_failed;
    if (j->state == job_done) j->fraction = 1.0;
    if (WIFSIGNALED(status))
        (void)snprintf(j->text + j->ntext, text_most - j->ntext, "the run was ended by signal %d", WTERMSIG(status));
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
            j->state = spawn_job(jobs, j) ? job_runs : job_failed;
            changed = true;
        }
        if (j->pid <= 0) continue;
        changed |= read_lines(j);
        if (waitpid(j->pid, &status, WNOHANG) == j->pid) {
            end_job(j, status);
            changed = true;
        }
    }
    return changed;
}

static void *keep(void *user)
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

gud_status gud_jobs_create(const char *program, int nside, gud_error *error, gud_jobs **out)
{
    gud_jobs *jobs = gud_alloc(1, sizeof *jobs);
    *out = NULL;
    if (!jobs || !(jobs->program = copy(program))) {
        gud_free(jobs);
        return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    }
    jobs->nside = nside;
    jobs->version = 1;
    (void)pthread_mutex_init(&jobs->lock, NULL);
    jobs->started = pthread_create(&jobs->keeper, NULL, keep, jobs) == 0;
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
        int status = 0;
        if (j->pid <= 0) continue;
        j->state = job_cancelled;
        (void)kill(j->pid, SIGTERM);
        (void)waitpid(j->pid, &status, 0);
        end_job(j, status);
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

int gud_jobs_add(gud_jobs *jobs, const gud_job_request *request, gud_error *error)
{
    job *j = make_job(request);
    if (!j) return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    (void)pthread_mutex_lock(&jobs->lock);
    const int number = jobs->njob < jobs_most ? jobs->njob++ : -1;
    if (number >= 0) {
        jobs->all[number] = j;
        jobs->version++;
    }
    (void)pthread_mutex_unlock(&jobs->lock);
    if (number >= 0) return number;
    free_job(j);
    return gud_fail(error, GUD_ERR_INPUT, "there have been %d runs: start the server again", jobs_most);
}

bool gud_jobs_cancel(gud_jobs *jobs, int number)
{
    (void)pthread_mutex_lock(&jobs->lock);
    job *j = number >= 0 && number < jobs->njob ? jobs->all[number] : NULL;
    const bool can = j && (j->state == job_waits || j->state == job_runs);
    if (can) {
        j->state = job_cancelled;
        if (j->pid > 0) (void)kill(j->pid, SIGTERM);
        jobs->version++;
    }
    (void)pthread_mutex_unlock(&jobs->lock);
    return can;
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
        gud_json_integer(&json, "job", i);
        gud_json_text(&json, "name", j->name);
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
