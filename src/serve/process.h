// Processes of the command, within limits.
#ifndef GUD_SERVE_PROCESS_H
#define GUD_SERVE_PROCESS_H

#include "base/buffer.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

typedef struct gud_process_limits {
    int64_t memory; // bytes of address space of each process
    double seconds; // on the clock
} gud_process_limits;

// Starts the program with nothing to read; *out gets the end of a pipe from its standard output, or from its standard
// error if `errors`, the other of which goes nowhere. The pipe does not block. False: nothing was started.
bool gud_process_start(const char *program, char *const *words, bool errors, int64_t memory, pid_t *pid, int *out);

// SIGTERM, and SIGKILL for one that has not ended `patience` seconds later. The status that it ended with.
int gud_process_end(pid_t pid, double patience);

// s on a clock that nobody sets
double gud_process_clock(void);

typedef enum gud_process_end_kind { GUD_ENDED, GUD_NOT_STARTED, GUD_TOO_LONG, GUD_TOO_MUCH } gud_process_end_kind;

// Starts it, waits for its end and collects what it writes to its standard output; *code is its exit code, or -1 if a
// signal ended it. GUD_TOO_LONG and GUD_TOO_MUCH: it was ended, for its time or for more than `most` bytes.
gud_process_end_kind gud_process_ask(const char *program, char *const *words, const gud_process_limits *limits,
                                     size_t most, gud_buffer *out, int *code);

#endif
