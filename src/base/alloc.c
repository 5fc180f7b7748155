#define _DEFAULT_SOURCE // MAP_ANONYMOUS

#include "base/alloc.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

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

void *gud_pages_alloc(size_t bytes)
{
    void *pages = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return pages == MAP_FAILED ? NULL : pages;
}

void gud_pages_free(void *pages, size_t bytes)
{
    (void)munmap(pages, bytes);
}
