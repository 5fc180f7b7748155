#include "sweep/pool.h"

#include "base/alloc.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef struct {
    pid_t process; // 0: idle
    int job;
} worker;

enum { most_workers = 1024 };

static int count_workers(const gud_pool *pool)
{
    long n = pool->nworker;
    if (n < 1) n = sysconf(_SC_NPROCESSORS_ONLN);
    if (n > pool->njob) n = pool->njob;
    return n < 1 ? 1 : n > most_workers ? most_workers : (int)n;
}

// A child does not outlive its parent: it would go on writing where the study is resumed.
static void end_with(pid_t parent)
{
#ifdef __linux__
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    if (getppid() != parent) _exit(1); // it ended before the line above
}

static gud_status launch(const gud_pool *pool, worker *w, int job, gud_error *error)
{
    (void)fflush(NULL); // or the child would write what waits in our buffers once more
    const pid_t parent = getpid(), process = fork();
    if (process < 0) return gud_fail(error, GUD_ERR_IO, "no process can be started: %s", strerror(errno));
    if (process == 0) {
        (void)signal(SIGINT, SIG_IGN); // Ctrl-C on a terminal reaches us all; who started us passes it on
        end_with(parent);
        const int code = pool->work(pool->user, job);
        (void)fflush(NULL);
        _exit(code);
    }
    *w = (worker){process, job};
    return GUD_OK;
}

// takes in a child that has ended; only our own are asked for
static void collect(const gud_pool *pool, worker *w, int *nbusy)
{
    int status = 0;
    const pid_t process = waitpid(w->process, &status, WNOHANG);
    if (process == 0 || (process < 0 && errno == EINTR)) return;
    w->process = 0;
    (*nbusy)--;
    pool->ended(pool->user, w->job, process > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status));
}

// asks those at work to end; a run does so after its step
static void pass_on(const worker *workers, int nworker)
{
    for (int i = 0; i < nworker; i++)
        if (workers[i].process > 0) (void)kill(workers[i].process, SIGTERM);
}

static void rest(void)
{
    const struct timespec pause = {0, 5000000};
    (void)nanosleep(&pause, NULL);
}

static gud_status tend(const gud_pool *pool, worker *workers, int nworker, gud_error *error)
{
    int next = 0, nbusy = 0;
    gud_status st = GUD_OK;
    while (nbusy > 0 || (next < pool->njob && st == GUD_OK)) {
        if (st == GUD_OK && pool->stop && pool->stop(pool->user)) {
            st = gud_fail(error, GUD_ERR_INTERRUPT, "interrupted");
            pass_on(workers, nworker);
        }
        for (int i = 0; i < nworker; i++) {
            if (workers[i].process > 0) collect(pool, &workers[i], &nbusy);
            if (workers[i].process > 0 || next == pool->njob || st != GUD_OK) continue;
            st = launch(pool, &workers[i], next, error);
            if (st != GUD_OK) break;
            next++;
            nbusy++;
        }
        if (nbusy > 0) rest();
    }
    return st;
}

gud_status gud_pool_run(const gud_pool *pool, gud_error *error)
{
    const int nworker = count_workers(pool);
    worker *workers = gud_alloc((size_t)nworker, sizeof *workers);
    if (!workers) return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    const gud_status st = tend(pool, workers, nworker, error);
    gud_free(workers);
    return st;
}
