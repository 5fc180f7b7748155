#define _GNU_SOURCE // pipe2, prlimit

#include "serve/process.h"

#include "base/sanitized.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const double nap_seconds = 0.02;

static void pause_briefly(void)
{
    const struct timespec pause = {.tv_nsec = (long)(1e9 * nap_seconds)};
    (void)nanosleep(&pause, NULL);
}

double gud_process_clock(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// Children of the child have the same limit.
static void limit_memory(pid_t pid, int64_t memory)
{
#ifdef GUD_SANITIZED
    const rlim_t most = RLIM_INFINITY;
    (void)memory;
#else
    const rlim_t most = (rlim_t)memory;
#endif
    const struct rlimit limit = {.rlim_cur = most, .rlim_max = most};
    (void)prlimit(pid, RLIMIT_AS, &limit, NULL);
}

bool gud_process_start(const char *program, char *const *words, bool errors, int64_t memory, pid_t *pid, int *out)
{
    int ends[2];
    posix_spawn_file_actions_t actions;
    const int kept = errors ? 2 : 1, dropped = errors ? 1 : 2;
    if (pipe2(ends, O_CLOEXEC) != 0) return false;
    bool fine = posix_spawn_file_actions_init(&actions) == 0;
    if (fine) {
        fine = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0) == 0 &&
               posix_spawn_file_actions_addopen(&actions, dropped, "/dev/null", O_WRONLY, 0) == 0 &&
               posix_spawn_file_actions_adddup2(&actions, ends[1], kept) == 0 &&
               posix_spawn(pid, program, &actions, NULL, words, environ) == 0;
        (void)posix_spawn_file_actions_destroy(&actions);
    }
    (void)close(ends[1]);
    if (fine) {
        limit_memory(*pid, memory);
        (void)fcntl(ends[0], F_SETFL, O_NONBLOCK);
    } else {
        (void)close(ends[0]);
    }
    *out = fine ? ends[0] : -1;
    return fine;
}

int gud_process_end(pid_t pid, double patience)
{
    int status = 0;
    (void)kill(pid, SIGTERM);
    for (double left = patience; left > 0.0; left -= nap_seconds) {
        if (waitpid(pid, &status, WNOHANG) == pid) return status;
        pause_briefly();
    }
    (void)kill(pid, SIGKILL);
    (void)waitpid(pid, &status, 0);
    return status;
}

// what there is to read; false: nothing more will come
static bool read_some(int pipe, gud_buffer *out)
{
    char bytes[1 << 14];
    for (;;) {
        const ssize_t n = read(pipe, bytes, sizeof bytes);
        if (n > 0) gud_buffer_append(out, bytes, (size_t)n);
        if (n == 0) return false;
        if (n < 0) return errno == EAGAIN || errno == EINTR;
    }
}

gud_process_end_kind gud_process_ask(const char *program, char *const *words, const gud_process_limits *limits,
                                     size_t most, gud_buffer *out, int *code)
{
    pid_t pid;
    int pipe, status = 0;
    const double end = gud_process_clock() + limits->seconds;
    gud_process_end_kind how = GUD_ENDED;
    *code = -1;
    if (!gud_process_start(program, words, false, limits->memory, &pid, &pipe)) return GUD_NOT_STARTED;
    while (read_some(pipe, out) && how == GUD_ENDED) {
        struct pollfd ready = {.fd = pipe, .events = POLLIN};
        if (gud_process_clock() > end) how = GUD_TOO_LONG;
        if (out->size > most || out->failed) how = GUD_TOO_MUCH;
        (void)poll(&ready, 1, 100);
    }
    (void)close(pipe);
    if (how == GUD_ENDED)
        (void)waitpid(pid, &status, 0);
    else
        status = gud_process_end(pid, 1.0);
    if (WIFEXITED(status)) *code = WEXITSTATUS(status);
    return how;
}
