// Standard streams: results on standard output, everything else on standard error.
#ifndef GUD_CLI_OUTPUT_H
#define GUD_CLI_OUTPUT_H

#include "base/buffer.h"
#include "base/error.h"
#include "cli/args.h"

// Before anything is opened: streams that the caller closed get a place holder, so that no result file becomes
// "standard output", and a reader that hangs up does not kill a running simulation.
void gud_output_start(void);

// Behind the last word: flushes standard output. The exit code, or GUD_EXIT_FAILED and a message when results were
// lost. A reader that hung up has read what it wanted: no message, the exit code stays.
int gud_output_end(int code);

// The same for a child process, whose streams end with it: GUD_ERR_IO if what it printed was lost.
gud_status gud_output_flush(gud_error *error);

// Prints a text that was made in memory, JSON above all, and frees it: a result is printed whole or not at all.
// The exit code of the verb.
int gud_output_print(const gud_args *args, gud_buffer *text);

// with --json: {"files": [...]} of verbs whose result is the files that they wrote; NULLs are left out. The exit code.
int gud_output_files(const gud_args *args, int n, const char *const *paths);

// refuses "-" for a file where --json needs standard output
gud_status gud_output_check(const gud_args *args, const char *path, gud_error *error);

// "gudgeon run: message" on standard error, and with --json an object on standard output; the exit code that belongs to
// the status
int gud_verb_fail(const gud_args *args, gud_status status, const gud_error *error);

// with --json: {"errors": [{"file":, "line":, "column":, "message":, "hint":}]} of messages, a line each
void gud_errors_print(const gud_args *args, const char *messages);

// "gudgeon run: message" on standard error, unless --quiet
void gud_remark(const gud_args *args, const char *format, ...) __attribute__((format(printf, 2, 3)));

// the next line of *text, which goes on behind it; false if there is none
bool gud_line_next(const char **text, const char **line, int *length);

#endif
