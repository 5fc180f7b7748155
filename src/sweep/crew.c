#define _DEFAULT_SOURCE // MAP_ANONYMOUS

#include "sweep/crew.h"

#include "base/alloc.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { idle = -1, code_broken = 3, look_ms = 20, most_lost = 10 };

// what parent and workers see alike
typedef struct board {
    atomic_int next, available;           // jobs taken and brought so far
    atomic_int closed;                    // there will be no more
    atomic_int current[GUD_CREW_WORKERS]; // job of each worker, or idle
    atomic_int again[GUD_CREW_WORKERS];   // job that a new worker takes first, or idle
    int jobs[];
} board;

typedef struct shift {
    const gud_crew *crew;
    board *board;
    size_t board_size;
    int nworker, room;
    int in, out;                     // ends of the pipe for notes
    pid_t process[GUD_CREW_WORKERS]; // 0: none
    int nbusy;
    int nlost;   // workers that were ended between two jobs
    bool broken; // a worker cannot continue: why is in the error
} shift;

int gud_crew_size(int nworker)
{
    long n = nworker < 1 ? sysconf(_SC_NPROCESSORS_ONLN) : nworker;
    return n < 1 ? 1 : n > GUD_CREW_WORKERS ? GUD_CREW_WORKERS : (int)n;
}

// ---- in a worker

static void sleep_briefly(long milliseconds)
{
    const struct timespec pause = {0, milliseconds * 1000000};
    (void)nanosleep(&pause, NULL);
}

// A worker does not outlive its parent: it would go on writing where the study is resumed.
static void end_with(pid_t parent)
{
#ifdef __linux__
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    if (getppid() != parent) _exit(1); // it ended before the line above
}

static int take_job(const shift *s, int worker)
{
    board *b = s->board;
    const int again = atomic_exchange(&b->again[worker], idle);
    if (again != idle) return again;
    for (;;) {
        int next = atomic_load(&b->next);
        if (next < atomic_load(&b->available)) {
            if (atomic_compare_exchange_weak(&b->next, &next, next + 1)) return b->jobs[next];
        } else if (atomic_load(&b->closed)) {
            if (next >= atomic_load(&b->available)) return idle;
        } else {
            if (s->crew->stop && s->crew->stop(s->crew->user)) return idle;
            sleep_briefly(1);
        }
    }
}

static void send_note(const shift *s, const gud_crew_note *note)
{
    while (write(s->out, note, sizeof *note) < 0 && errno == EINTR) continue;
}

static gud_status do_jobs(const shift *s, int worker, gud_error *error)
{
    const gud_crew *c = s->crew;
    GUD_TRY(c->open(c->user, worker, error));
    for (;;) {
        gud_crew_note note = {.why = ""};
        if (c->stop && c->stop(c->user)) return GUD_OK;
        const int job = take_job(s, worker);
        if (job == idle) return GUD_OK;
        note.job = job;
        atomic_store(&s->board->current[worker], job);
        GUD_TRY(c->work(c->user, worker, job, &note, error));
        atomic_store(&s->board->current[worker], idle);
        send_note(s, &note);
    }
}

static void work(const shift *s, int worker, pid_t parent)
{
    gud_error error = {""};
    (void)signal(SIGINT, SIG_IGN); // Ctrl-C on a terminal reaches us all; who started us passes it on
    end_with(parent);
    (void)close(s->in);
    const gud_status st = do_jobs(s, worker, &error);
    if (st != GUD_OK) {
        gud_crew_note note = {.job = idle};
        (void)snprintf(note.why, sizeof note.why, "%s", error.text);
        send_note(s, &note);
    }
    (void)fflush(NULL);
    _exit(st == GUD_OK ? 0 : code_broken);
}

// ---- in the parent

static gud_status launch(shift *s, int worker, gud_error *error)
{
    (void)fflush(NULL); // or the child would write what waits in our buffers once more
    atomic_store(&s->board->current[worker], idle);
    const pid_t parent = getpid(), process = fork();
    if (process < 0) return gud_fail(error, GUD_ERR_IO, "cannot start a process: %s", strerror(errno));
    if (process == 0) work(s, worker, parent);
    s->process[worker] = process;
    s->nbusy++;
    return GUD_OK;
}

static void read_notes(shift *s, gud_error *error)
{
    gud_crew_note note;
    while (read(s->in, &note, sizeof note) == (ssize_t)sizeof note) {
        if (note.job != idle) {
            s->crew->ended(s->crew->user, &note);
        } else {
            s->broken = true;
            gud_error_write(error, "%s", note.why[0] ? note.why : "a worker cannot continue");
        }
    }
}

// takes in a worker that has ended; a crash leaves its job to the caller, who says whether to try it again
static void collect(shift *s, int worker, gud_error *error)
{
    int status = 0;
    const pid_t process = waitpid(s->process[worker], &status, WNOHANG);
    if (process == 0 || (process < 0 && errno == EINTR)) return;
    s->process[worker] = 0;
    s->nbusy--;
    read_notes(s, error);
    const int job = atomic_load(&s->board->current[worker]);
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    if (process < 0 || code == code_broken || (WIFEXITED(status) && code == 0)) return;
    if (job == idle && ++s->nlost > most_lost) {
        s->broken = true;
        gud_error_write(error, "workers end before they start");
    }
    if (job != idle && s->crew->crashed(s->crew->user, worker, job, WIFSIGNALED(status) ? WTERMSIG(status) : -code))
        atomic_store(&s->board->again[worker], job);
}

// asks those at work to end; a run does so after its step
static void pass_on(const shift *s)
{
    for (int i = 0; i < s->nworker; i++)
        if (s->process[i] > 0) (void)kill(s->process[i], SIGTERM);
}

static void bring_more(shift *s)
{
    board *b = s->board;
    const int there = atomic_load(&b->available);
    if (atomic_load(&b->closed) || there - atomic_load(&b->next) >= s->nworker) return;
    const int n = s->crew->more ? s->crew->more(s->crew->user, b->jobs + there, s->room - there) : -1;
    if (n > 0) atomic_store(&b->available, there + n);
    if (n < 0) atomic_store(&b->closed, 1);
}

static bool has_work(const shift *s, int worker)
{
    const board *b = s->board;
    return atomic_load(&b->again[worker]) != idle || atomic_load(&b->next) < atomic_load(&b->available) ||
           !atomic_load(&b->closed);
}

static gud_status tend_workers(shift *s, gud_error *error)
{
    gud_status st = GUD_OK;
    bool more = true;
    while (s->nbusy > 0 || (more && st == GUD_OK)) {
        struct pollfd news = {.fd = s->in, .events = POLLIN};
        more = false;
        if (st == GUD_OK && s->crew->stop && s->crew->stop(s->crew->user)) {
            st = gud_fail(error, GUD_ERR_INTERRUPT, "interrupted");
            pass_on(s);
        }
        bring_more(s);
        for (int i = 0; i < s->nworker; i++) {
            if (s->process[i] > 0) collect(s, i, error);
            if (s->process[i] > 0 || st != GUD_OK || s->broken || !has_work(s, i)) continue;
            more = true;
            st = launch(s, i, error);
        }
        if (st == GUD_OK && s->broken) {
            st = GUD_ERR_IO;
            pass_on(s);
        }
        if (s->nbusy > 0 && poll(&news, 1, s->crew->more ? 1 : look_ms) > 0) read_notes(s, error);
    }
    return st;
}

static gud_status prepare(shift *s, gud_error *error)
{
    const gud_crew *c = s->crew;
    int ends[2];
    s->room = c->njob > c->room ? c->njob : c->room;
    s->nworker = gud_crew_size(c->nworker);
    if (s->room < s->nworker) s->nworker = s->room > 0 ? s->room : 1;
    s->board_size = sizeof *s->board + (size_t)s->room * sizeof(int);
    s->board = mmap(NULL, s->board_size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (s->board == MAP_FAILED) return gud_fail(error, GUD_ERR_MEMORY, "no memory for %d jobs", s->room);
    if (c->njob > 0) memcpy(s->board->jobs, c->jobs, (size_t)c->njob * sizeof(int));
    atomic_store(&s->board->available, c->njob);
    for (int i = 0; i < GUD_CREW_WORKERS; i++) {
        atomic_store(&s->board->current[i], idle);
        atomic_store(&s->board->again[i], idle);
    }
    if (pipe(ends) != 0) {
        (void)munmap(s->board, s->board_size);
        return gud_fail(error, GUD_ERR_IO, "no pipe: %s", strerror(errno));
    }
    s->in = ends[0];
    s->out = ends[1];
    for (int i = 0; i < 2; i++) (void)fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    (void)fcntl(s->in, F_SETFL, O_NONBLOCK);
    return GUD_OK;
}

gud_status gud_crew_run(const gud_crew *crew, gud_error *error)
{
    if (crew->njob == 0 && !crew->more) return GUD_OK;
    shift *s = gud_alloc(1, sizeof *s);
    if (!s) return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    s->crew = crew;
    gud_status st = prepare(s, error);
    if (st == GUD_OK) {
        st = tend_workers(s, error);
        (void)close(s->in);
        (void)close(s->out);
        (void)munmap(s->board, s->board_size);
    }
    gud_free(s);
    return st;
}
