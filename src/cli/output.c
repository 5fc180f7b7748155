#include "cli/output.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// An empty handler instead of SIG_IGN: programs that we start, such as gnuplot, get the default back.
static void hang_up(int signal_number)
{
    (void)signal_number;
}

void gud_output_start(void)
{
    // open takes the lowest free number, which is `fd`: the wrong direction lets every use fail as on a closed stream
    for (int fd = 0; fd <= 2; fd++) {
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF) (void)open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
    }
    struct sigaction action = {.sa_handler = hang_up, .sa_flags = SA_RESTART};
    (void)sigemptyset(&action.sa_mask);
    (void)sigaction(SIGPIPE, &action, NULL);
    // a file at its limit is then an error of the write, told as any other; programs that we start inherit SIG_IGN
    struct sigaction before;
    if (sigaction(SIGXFSZ, NULL, &before) == 0 && before.sa_handler != SIG_IGN) (void)sigaction(SIGXFSZ, &action, NULL);
}

// the reading end of standard output is closed
static bool reader_left(void)
{
    struct pollfd output = {.fd = STDOUT_FILENO, .events = POLLOUT};
    return poll(&output, 1, 0) > 0 && (output.revents & (POLLERR | POLLHUP)) != 0;
}

int gud_output_end(int code)
{
    const bool left = reader_left(); // errno of a write that failed earlier is gone, so the stream itself is asked
    const bool failed_before = ferror(stdout) != 0;
    errno = 0;
    const bool failed_now = fclose(stdout) != 0;
    const int reason = errno; // 0 when an earlier write failed and the last one did not
    if (!failed_before && !failed_now) return code;
    if (left || reason == EPIPE) return code;
    (void)fprintf(stderr, "gudgeon: results are lost: cannot write to standard output%s%s\n", reason ? ": " : "",
                  reason ? strerror(reason) : "");
    return GUD_EXIT_FAILED;
}

int gud_output_print(const gud_args *args, gud_buffer *text)
{
    int code = GUD_EXIT_FINE;
    if (text->failed)
        code = gud_verb_fail(args->verb, GUD_ERR_MEMORY, &(gud_error){"out of memory"});
    else
        (void)fwrite(gud_buffer_text(text), 1, text->size, stdout); // gud_output_end sees whether it failed
    gud_buffer_free(text);
    return code;
}

int gud_verb_fail(const gud_verb *verb, gud_status status, const gud_error *error)
{
    (void)fprintf(stderr, "gudgeon%s%s: %s\n", verb ? " " : "", verb ? verb->name : "", error->text);
    return status == GUD_ERR_INPUT ? GUD_EXIT_INPUT : GUD_EXIT_FAILED;
}

void gud_remark(const gud_args *args, const char *format, ...)
{
    if (args->quiet) return;
    va_list list;
    va_start(list, format);
    (void)fprintf(stderr, "gudgeon %s: ", args->verb->name);
    (void)vfprintf(stderr, format, list);
    (void)fputc('\n', stderr);
    va_end(list);
}

bool gud_line_next(const char **text, const char **line, int *length)
{
    *line = *text;
    *length = (int)strcspn(*line, "\n");
    *text += *length + ((*line)[*length] == '\n');
    return **line != '\0';
}
