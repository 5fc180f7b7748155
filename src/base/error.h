// One error message: what went wrong, where, and by how much.
#ifndef GUD_BASE_ERROR_H
#define GUD_BASE_ERROR_H

#include "base/status.h"

#include <stddef.h>

typedef struct gud_error {
    char text[512];
} gud_error;

void gud_error_write(gud_error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Writes the message and is `status`, so that a function can end with: return gud_fail(error, GUD_ERR_IO, ...). A
// macro, so that compilers and analysers see the status.
#define gud_fail(error, status, ...) (gud_error_write((error), __VA_ARGS__), (status))

#endif
