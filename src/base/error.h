// One error message: what went wrong, where, and by how much.
#ifndef GUD_BASE_ERROR_H
#define GUD_BASE_ERROR_H

#include "base/status.h"

#include <stddef.h>

typedef struct gud_error {
    char text[512];
} gud_error;

// writes the message and returns `status`, so that a function can end with: return gud_fail(err, GUD_ERR_IO, ...)
gud_status gud_fail(gud_error *error, gud_status status, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
