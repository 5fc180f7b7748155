#include "base/alloc.h"

#include <stdint.h>
#include <stdlib.h>

void *gud_alloc(size_t count, size_t size)
{
    return calloc(count > 0 ? count : 1, size > 0 ? size : 1);
}

void *gud_resize(void *memory, size_t count, size_t size)
{
    if (size > 0 && count > SIZE_MAX / size) return NULL;
    const size_t bytes = count * size;
    return realloc(memory, bytes > 0 ? bytes : 1);
}

void gud_free(void *memory)
{
    free(memory);
}
