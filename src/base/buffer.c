#include "base/buffer.h"

#include "base/alloc.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

void gud_buffer_init(gud_buffer *buffer)
{
    *buffer = (gud_buffer){0};
}

void gud_buffer_free(gud_buffer *buffer)
{
    gud_free(buffer->data);
    gud_buffer_init(buffer);
}

// room for `extra` more bytes and the final zero
static bool reserve(gud_buffer *buffer, size_t extra)
{
    if (buffer->failed) return false;
    if (buffer->data && extra < buffer->room - buffer->size) return true;
    size_t room = buffer->room > 0 ? buffer->room : 256;
    while (room <= SIZE_MAX / 2 && room - buffer->size <= extra) room *= 2;
    char *data = room - buffer->size > extra ? gud_resize(buffer->data, room, 1) : NULL;
    if (!data) {
        buffer->failed = true;
        return false;
    }
    buffer->data = data;
    buffer->room = room;
    return true;
}

void gud_buffer_append(gud_buffer *buffer, const char *bytes, size_t size)
{
    if (!reserve(buffer, size)) return;
    memcpy(buffer->data + buffer->size, bytes, size);
    buffer->size += size;
    buffer->data[buffer->size] = '\0';
}

void gud_buffer_add(gud_buffer *buffer, const char *text)
{
    gud_buffer_append(buffer, text, strlen(text));
}

void gud_buffer_print(gud_buffer *buffer, const char *format, ...)
{
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    const int size = vsnprintf(NULL, 0, format, list);
    if (size < 0)
        buffer->failed = true;
    else if (reserve(buffer, (size_t)size)) {
        (void)vsnprintf(buffer->data + buffer->size, (size_t)size + 1, format, again);
        buffer->size += (size_t)size;
    }
    va_end(again);
    va_end(list);
}

const char *gud_buffer_text(const gud_buffer *buffer)
{
    return buffer->data ? buffer->data : "";
}
