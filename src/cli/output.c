#include "cli/output.h"

#include "base/alloc.h"
#include "base/json.h"
#include "base/plain.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
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

// flushes or closes standard output; GUD_OK also if its reader has left
static gud_status finish_output(int (*finish)(FILE *), gud_error *error)
{
    const bool left = reader_left(); // errno of a write that failed earlier is gone, so the stream itself is asked
    const bool failed_before = ferror(stdout) != 0;
    errno = 0;
    const bool failed_now = finish(stdout) != 0;
    const int reason = errno; // 0 when an earlier write failed and the last one did not
    if ((!failed_before && !failed_now) || left || reason == EPIPE) return GUD_OK;
    return gud_fail(error, GUD_ERR_IO, "results are lost: cannot write to standard output%s%s", reason ? ": " : "",
                    reason ? strerror(reason) : "");
}

gud_status gud_output_flush(gud_error *error)
{
    return finish_output(fflush, error);
}

int gud_output_end(int code)
{
    gud_error error;
    if (finish_output(fclose, &error) == GUD_OK) return code;
    (void)fprintf(stderr, "gudgeon: %s\n", error.text);
    return GUD_EXIT_FAILED;
}

int gud_output_print(const gud_args *args, gud_buffer *text)
{
    int code = GUD_EXIT_FINE;
    if (text->failed)
        code = gud_verb_fail(args, GUD_ERR_MEMORY, &(gud_error){"out of memory"});
    else
        (void)fwrite(gud_buffer_text(text), 1, text->size, stdout); // gud_output_end sees whether it failed
    gud_buffer_free(text);
    return code;
}

int gud_output_files(const gud_args *args, int n, const char *const *paths)
{
    gud_buffer text;
    gud_json json;
    if (!args->json) return GUD_EXIT_FINE;
    gud_buffer_init(&text);
    gud_json_init(&json, &text, true);
    gud_json_open(&json, NULL, '{');
    gud_json_open(&json, "files", '[');
    for (int i = 0; i < n; i++)
        if (paths[i]) gud_json_text(&json, NULL, paths[i]);
    gud_json_close(&json);
    gud_json_close(&json);
    return gud_output_print(args, &text);
}

gud_status gud_output_check(const gud_args *args, const char *path, gud_error *error)
{
    if (!args->json || !path || strcmp(path, "-") != 0) return GUD_OK;
    return gud_fail(error, GUD_ERR_INPUT, "'-' and --json both print to standard output; give the name of a file");
}

// "FILE:LINE:COLUMN: " at the beginning of a line; its length, or 0
static int place_length(const char *line, int length, int *file, int number[2])
{
    for (int i = 1; i < length; i++) {
        char *next = NULL;
        if (line[i] != ':' || !isdigit((unsigned char)line[i + 1])) continue;
        number[0] = (int)strtol(line + i + 1, &next, 10);
        if (*next != ':' || !isdigit((unsigned char)next[1])) continue;
        number[1] = (int)strtol(next + 1, &next, 10);
        if (next[0] != ':' || next[1] != ' ') continue;
        *file = i;
        const int used = (int)(next + 2 - line);
        return used <= length ? used : 0;
    }
    return 0;
}

static void write_part(gud_json *json, const char *key, const char *text, int length)
{
    char part[2000];
    (void)snprintf(part, sizeof part, "%.*s", length, text);
    gud_json_text(json, key, length > 0 ? part : NULL);
}

// "FILE:LINE:COLUMN: message; hint"
static void write_error(gud_json *json, const char *line, int length)
{
    int file = 0, number[2] = {0, 0};
    const int head = place_length(line, length, &file, number);
    const char *message = line + head, *end = line + length, *hint = strstr(message, "; ");
    if (!hint || hint >= end) hint = end;
    gud_json_open(json, NULL, '{');
    write_part(json, "file", line, file);
    if (head > 0) {
        gud_json_integer(json, "line", number[0]);
        gud_json_integer(json, "column", number[1]);
    } else {
        gud_json_null(json, "line");
        gud_json_null(json, "column");
    }
    write_part(json, "message", message, (int)(hint - message));
    write_part(json, "hint", hint < end ? hint + 2 : end, hint < end ? (int)(end - hint) - 2 : 0);
    gud_json_close(json);
}

void gud_errors_print(const gud_args *args, const char *messages)
{
    gud_buffer text;
    gud_json json;
    const char *line;
    int length;
    if (!args->json) return;
    gud_buffer_init(&text);
    gud_json_init(&json, &text, true);
    gud_json_open(&json, NULL, '{');
    gud_json_open(&json, "errors", '[');
    while (gud_line_next(&messages, &line, &length)) write_error(&json, line, length);
    gud_json_close(&json);
    gud_json_close(&json);
    if (!text.failed) (void)fwrite(gud_buffer_text(&text), 1, text.size, stdout);
    gud_buffer_free(&text);
}

int gud_verb_fail(const gud_args *args, gud_status status, const gud_error *error)
{
    (void)fprintf(stderr, "gudgeon %s: %s\n", args->verb->name, error->text);
    gud_errors_print(args, error->text);
    return status == GUD_ERR_INPUT ? GUD_EXIT_INPUT : GUD_EXIT_FAILED;
}

void gud_remark(const gud_args *args, const char *format, ...)
{
    va_list list, again;
    if (args->quiet) return;
    va_start(list, format);
    va_copy(again, list);
    const int size = vsnprintf(NULL, 0, format, list);
    char *text = size < 0 ? NULL : gud_alloc((size_t)size + 1, 1);
    if (text) {
        (void)vsnprintf(text, (size_t)size + 1, format, again);
        gud_make_plain(text); // names of files, and words in them
        (void)fprintf(stderr, "gudgeon %s: %s\n", args->verb->name, text);
    }
    gud_free(text);
    va_end(again);
    va_end(list);
}

bool gud_line_next(const char **text, const char **line, int *length)
{
    *line = *text;
    *length = (int)strcspn(*line, "\n");
    *text += *length + ((*line)[*length] == '\n');
    return **line != '\0';
}
