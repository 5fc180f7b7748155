// The heap of a test program that includes this file. It takes the place of src/base/alloc.c: any call can be made to
// fail, and what is not given back is known.
#ifndef GUD_TESTS_HEAP_H
#define GUD_TESTS_HEAP_H

#include "check.h"

#include "base/alloc.h"
#include "base/status.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

static struct {
    long calls; // of gud_alloc, gud_resize and gud_pages_alloc
    long left;  // calls until one fails; negative: none fails
    long held;  // blocks that are not given back
} heap = {.left = -1};

static inline bool heap_refuses(void)
{
    heap.calls++;
    return heap.left >= 0 && heap.left-- == 0;
}

void *gud_alloc(size_t count, size_t size)
{
    if (heap_refuses()) return NULL;
    heap.held++;
    return calloc(count > 0 ? count : 1, size > 0 ? size : 1);
}

void *gud_resize(void *memory, size_t count, size_t size)
{
    if (heap_refuses() || (size > 0 && count > SIZE_MAX / size)) return NULL;
    heap.held += !memory;
    return realloc(memory, count * size > 0 ? count * size : 1);
}

void gud_free(void *memory)
{
    heap.held -= memory != NULL;
    free(memory);
}

void *gud_pages_alloc(size_t bytes)
{
    return gud_alloc(1, bytes);
}

void gud_pages_free(void *pages, size_t bytes)
{
    (void)bytes;
    gud_free(pages);
}

// Lets the first, second, ... allocation of `use` fail until none does. Every failure is answered by GUD_ERR_MEMORY and
// leaves nothing behind; without one `use` succeeds. How many allocations there are.
static inline long heap_exhaust(gud_status (*use)(void *with), void *with)
{
    for (long k = 0;; k++) {
        const long before = heap.held;
        heap.left = k;
        const gud_status status = use(with);
        const bool failed = heap.left < 0;
        heap.left = -1;
        if (heap.held != before) fail_msg("%ld blocks are lost when allocation %ld fails", heap.held - before, k);
        if (status != (failed ? GUD_ERR_MEMORY : GUD_OK)) fail_msg("status %d when allocation %ld fails", status, k);
        if (!failed) return k;
    }
}

#endif
