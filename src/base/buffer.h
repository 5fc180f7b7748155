// Text that grows. A failed allocation sets `failed` and turns all further writing into nothing, so that a writer
// checks once, at the end.
#ifndef GUD_BASE_BUFFER_H
#define GUD_BASE_BUFFER_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct gud_buffer {
    char *data; // ends with a zero byte once anything was written; NULL before
    size_t size, room;
    bool failed;
} gud_buffer;

void gud_buffer_init(gud_buffer *buffer);
void gud_buffer_free(gud_buffer *buffer);
void gud_buffer_add(gud_buffer *buffer, const char *text);
void gud_buffer_append(gud_buffer *buffer, const char *bytes, size_t size);
void gud_buffer_print(gud_buffer *buffer, const char *format, ...) __attribute__((format(printf, 2, 3)));
const char *gud_buffer_text(const gud_buffer *buffer); // never NULL; "" when nothing was written

#endif
