#include "sweep/mpi.h"

#include "base/alloc.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { most_chunk = 256, head = 2, message_size = most_chunk + head };

// first number of a message
enum {
    word_ask = 1,  // milliseconds of a run, -1: not known
    word_runs,     // count, runs
    word_none,     // there are no more
    word_finished, // exit status of the processes that compute; to rank 0
    word_leave,    // all have finished
};

// ---- before MPI

static bool read_number(const char *name, int *number)
{
    const char *text = getenv(name);
    char *end = NULL;
    const long n = text ? strtol(text, &end, 10) : -1;
    if (!text || !*text || *end || n < 0 || n >= 1000000) return false;
    *number = (int)n;
    return true;
}

bool gud_mpi_started(int *rank, int *size)
{
    static const char *const names[][2] = {
        {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"}, // Open MPI
        {"PMI_RANK", "PMI_SIZE"},                         // MPICH and its relatives, also under srun
        {"PMIX_RANK", "SLURM_STEP_NUM_TASKS"},            // srun --mpi=pmix
    };
    for (int i = 0; i < GUD_COUNT(names); i++) {
        int own, all;
        if (!read_number(names[i][0], &own) || !read_number(names[i][1], &all)) continue;
        *rank = own;
        *size = all;
        return true;
    }
    return false; // both stay as they are
}

int gud_mpi_chunk(int nleft, int nrank, double wall)
{
    const double longest = 2.0; // s
    double n = (double)nleft / (2.0 * nrank);
    n = fmin(n, isfinite(wall) ? longest / fmax(wall, 1e-6) : 1.0);
    n = fmin(n, most_chunk);
    return n < 1.0 ? (nleft > 0) : (int)n;
}

// ---- the process that computes

typedef struct {
    int socket;
    bool asked, none;
} customer;

// asks the process that talks, and looks whether it has answered
static int ask_for_runs(void *user, double wall, int *runs, int room)
{
    customer *c = user;
    int numbers[message_size];
    if (c->none) return -1;
    if (!c->asked) {
        const int question[head] = {word_ask, isfinite(wall) && wall < 1e6 ? (int)ceil(1e3 * wall) : -1};
        c->asked = send(c->socket, question, sizeof question, MSG_NOSIGNAL) == (ssize_t)sizeof question;
        return c->asked ? 0 : -1;
    }
    const ssize_t n = recv(c->socket, numbers, sizeof numbers, MSG_DONTWAIT);
    if (n < 0) return errno == EAGAIN || errno == EINTR ? 0 : -1;
    c->asked = false;
    c->none = n == 0 || numbers[0] != word_runs;
    if (c->none) return -1;
    const int count = numbers[1] < room ? numbers[1] : room;
    memcpy(runs, numbers + head, (size_t)count * sizeof *runs);
    return count;
}

static void end_with(pid_t parent)
{
#ifdef __linux__
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    if (getppid() != parent) _exit(1);
}

static void compute(gud_sweep s, int socket, pid_t parent)
{
    char owner[60];
    int rank = 0, size = 1;
    customer c = {.socket = socket};
    const gud_sweep_source source = {ask_for_runs, &c};
    gud_error error = {""};
    end_with(parent);
    (void)gud_mpi_started(&rank, &size);
    (void)snprintf(owner, sizeof owner, "mpi-%d-of-%d", rank + 1, size);
    s.owner = owner;
    s.source = &source;
    const gud_status st = gud_sweep_run(&s, &error);
    if (st != GUD_OK && st != GUD_ERR_INTERRUPT) (void)fprintf(stderr, "gudgeon sweep: %s\n", error.text);
    (void)fflush(NULL);
    _exit(st == GUD_OK ? 0 : st == GUD_ERR_INTERRUPT ? 2 : 1);
}

// ---- the process that talks

typedef struct {
    const gud_mpi_door *door;
    gud_sweep *sweep;
    int rank, size, socket;
    pid_t process; // that computes; 0: it has ended
    int *runs;     // of rank 0: to be done
    int nrun, next;
    int nfinished; // of rank 0: ranks that have
    int worst;     // exit status
    bool over;
} desk;

static gud_status open_door(const char *module, gud_error *error, const gud_mpi_door **door)
{
    // what libmpi loads needs its symbols
    void *library = dlopen(module, RTLD_NOW | RTLD_GLOBAL);
    if (!library) return gud_fail(error, GUD_ERR_IO, "MPI: %s", dlerror());
    const gud_mpi_door *(*get)(void);
    void *symbol = dlsym(library, GUD_MPI_SYMBOL);
    if (!symbol) return gud_fail(error, GUD_ERR_IO, "%s: not the module of gudgeon", module);
    memcpy(&get, &symbol, sizeof get);
    *door = get();
    if ((*door)->version == GUD_MPI_DOOR) return GUD_OK;
    return gud_fail(error, GUD_ERR_IO, "%s: of another version of gudgeon", module);
}

static void deliver_numbers(const desk *d, int to, const int *numbers, int count)
{
    if (to == d->rank)
        (void)send(d->socket, numbers, (size_t)count * sizeof *numbers, MSG_NOSIGNAL);
    else
        (void)d->door->send(to, numbers, count);
}

// on rank 0
static void hand_out(desk *d, int to, int milliseconds)
{
    int numbers[message_size] = {word_none};
    const double wall = milliseconds < 0 ? (double)NAN : 1e-3 * milliseconds;
    const int n = d->over ? 0 : gud_mpi_chunk(d->nrun - d->next, d->size, wall);
    if (n > 0) {
        numbers[0] = word_runs;
        numbers[1] = n;
        memcpy(numbers + head, d->runs + d->next, (size_t)n * sizeof *numbers);
        d->next += n;
    }
    deliver_numbers(d, to, numbers, n > 0 ? head + n : head);
}

static void finish_rank(desk *d, int status)
{
    d->nfinished++;
    if (status > d->worst) d->worst = status;
}

// a question of ours: to rank 0, who may be us
static void pass_question(desk *d)
{
    int numbers[head];
    if (recv(d->socket, numbers, sizeof numbers, MSG_DONTWAIT) != (ssize_t)sizeof numbers) return;
    if (d->rank == 0)
        hand_out(d, 0, numbers[1]);
    else
        deliver_numbers(d, 0, numbers, head);
}

static void check_computing(desk *d)
{
    int status = 0;
    if (d->process == 0) return;
    const pid_t ended = waitpid(d->process, &status, WNOHANG);
    if (ended == 0 || (ended < 0 && errno == EINTR)) return;
    d->process = 0;
    const int numbers[head] = {word_finished, WIFEXITED(status) ? WEXITSTATUS(status) : 1};
    if (d->rank == 0)
        finish_rank(d, numbers[1]);
    else
        deliver_numbers(d, 0, numbers, head);
}

static bool answer(desk *d, bool *left)
{
    int numbers[message_size], from;
    const int n = d->door->receive(&from, numbers, message_size);
    if (n < head) return false;
    if (numbers[0] == word_ask) hand_out(d, from, numbers[1]);
    if (numbers[0] == word_finished) finish_rank(d, numbers[1]);
    if (numbers[0] == word_runs || numbers[0] == word_none) deliver_numbers(d, d->rank, numbers, n);
    if (numbers[0] == word_leave) *left = true, d->worst = numbers[1];
    return true;
}

static void pass_on_stop(desk *d)
{
    const gud_sweep *s = d->sweep;
    if (d->over || !s->stop || !s->stop(s->user)) return;
    d->over = true;
    if (d->process > 0) (void)kill(d->process, SIGTERM);
}

static void serve_ranks(desk *d)
{
    const struct timespec pause = {0, 1000000};
    bool left = false;
    while (!left) {
        pass_on_stop(d);
        pass_question(d);
        check_computing(d);
        while (answer(d, &left)) continue;
        if (d->rank == 0 && d->nfinished == d->size) {
            const int numbers[head] = {word_leave, d->worst};
            for (int rank = 1; rank < d->size; rank++) deliver_numbers(d, rank, numbers, head);
            left = true;
        }
        if (!left) (void)nanosleep(&pause, NULL);
    }
}

// what has no row yet
static gud_status list_runs(desk *d, gud_error *error)
{
    gud_sweep *s = d->sweep;
    d->runs = gud_alloc((size_t)s->study->nrun, sizeof *d->runs);
    if (!d->runs) return gud_fail(error, GUD_ERR_MEMORY, "no memory for %d runs", s->study->nrun);
    GUD_TRY(gud_sweep_read(s, error));
    for (int run = 0; run < s->study->nrun; run++)
        if (s->ends[run] == GUD_RUN_WAITING || (s->retry && s->ends[run] == GUD_RUN_FAILED)) d->runs[d->nrun++] = run;
    return GUD_OK;
}

static gud_status talk_to_the_end(desk *d, gud_error *error)
{
    const gud_status st = d->rank == 0 ? list_runs(d, error) : GUD_OK;
    if (st != GUD_OK) {
        (void)fprintf(stderr, "gudgeon sweep: %s\n", error->text);
        d->door->abort(1);
    }
    serve_ranks(d);
    gud_free(d->runs);
    d->door->leave();
    if (d->worst == 2) return gud_fail(error, GUD_ERR_INTERRUPT, "interrupted");
    return d->worst == 0 ? GUD_OK : gud_fail(error, GUD_ERR_IO, "a rank could not continue");
}

gud_status gud_mpi_run(gud_sweep *s, const char *module, gud_error *error, bool *presents)
{
    int ends[2];
    desk d = {.sweep = s};
    *presents = false;
    if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) != 0)
        return gud_fail(error, GUD_ERR_IO, "no socket: %s", strerror(errno));
    for (int i = 0; i < 2; i++) (void)fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    (void)fflush(NULL);
    const pid_t parent = getpid();
    d.process = fork(); // before MPI, which does not like it afterwards
    if (d.process < 0) return gud_fail(error, GUD_ERR_IO, "cannot start a process: %s", strerror(errno));
    if (d.process == 0) {
        (void)close(ends[0]);
        compute(*s, ends[1], parent);
    }
    (void)close(ends[1]);
    d.socket = ends[0];
    gud_status st = open_door(module, error, &d.door);
    if (st == GUD_OK && d.door->enter(&d.rank, &d.size) != 0)
        st = gud_fail(error, GUD_ERR_IO, "MPI cannot be initialised");
    if (st == GUD_OK) {
        *presents = d.rank == 0;
        st = talk_to_the_end(&d, error);
    }
    (void)close(d.socket); // who computes ends with it
    if (d.process > 0) (void)waitpid(d.process, NULL, 0);
    return st == GUD_OK && *presents ? gud_sweep_read(s, error) : st;
}
