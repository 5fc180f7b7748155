#include "out/script.h"

#include "base/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

// The child says through the pipe what gnuplot complains about. No shell is involved, and gnuplot sees no name but its
// own folder's: to it, a script "<cmd" and a figure "|cmd" are commands. Settings at home would change the figure.
static void child(const char *folder, int pipe_end)
{
    char name[] = "gnuplot", plain[] = "-d", file[] = GUD_GNUPLOT_SCRIPT;
    char *const arguments[] = {name, plain, file, NULL};
    sigset_t none;
    (void)sigemptyset(&none);
    (void)pthread_sigmask(SIG_SETMASK, &none, NULL);
    if (chdir(folder) != 0) _exit(126);
    (void)dup2(pipe_end, STDERR_FILENO);
    (void)dup2(pipe_end, STDOUT_FILENO);
    (void)execvp(name, arguments);
    _exit(127);
}

// the beginning of what is said; the rest is read and dropped
static void listen(int pipe_end, char *text, size_t size)
{
    char rest[512];
    size_t n = 0;
    for (;;) {
        const bool room = n + 1 < size;
        const ssize_t got = read(pipe_end, room ? text + n : rest, room ? size - 1 - n : sizeof rest);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        if (room) n += (size_t)got;
    }
    while (n > 0 && text[n - 1] == '\n') n--;
    text[n] = '\0';
}

// starts gnuplot: its process, or -1, and the end of the pipe from which it is heard
static pid_t start_child(const char *folder, int *heard)
{
    int ends[2];
    gud_lock_take(GUD_LOCK_FORK);
    pid_t pid = pipe(ends) == 0 ? 0 : -1;
    if (pid == 0) {
        (void)fcntl(ends[0], F_SETFD, FD_CLOEXEC);
        (void)fcntl(ends[1], F_SETFD, FD_CLOEXEC);
        pid = fork();
        if (pid == 0) child(folder, ends[1]);
        const int why = errno;
        (void)close(ends[1]);
        if (pid < 0) (void)close(ends[0]);
        errno = why;
    }
    gud_lock_give(GUD_LOCK_FORK);
    *heard = ends[0];
    return pid;
}

gud_status gud_gnuplot_run(const char *folder, const char *script, gud_error *error)
{
    int heard, status = 0;
    char said[300];
    const pid_t pid = start_child(folder, &heard);
    if (pid < 0) return gud_fail(error, GUD_ERR_IO, "cannot start gnuplot: %s", strerror(errno));
    listen(heard, said, sizeof said);
    (void)close(heard);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;

    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return GUD_OK;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
        return gud_fail(error, GUD_ERR_IO, "gnuplot is not installed; its script is %s, with the data next to it",
                        script);
    if (WIFSIGNALED(status))
        return gud_fail(error, GUD_ERR_IO, "gnuplot was ended by signal %d while it drew %s", WTERMSIG(status), script);
    return gud_fail(error, GUD_ERR_IO, "gnuplot cannot draw %s: %s", script, said);
}
