// The only place that calls malloc. Tests bring their own versions (tests/heap.h) to let the k-th call fail.
#ifndef GUD_BASE_ALLOC_H
#define GUD_BASE_ALLOC_H

#include <gudgeon/status.h>

#include <stddef.h>

void *gud_alloc(size_t count, size_t size);                // zeroed; NULL on overflow or without memory
void *gud_resize(void *memory, size_t count, size_t size); // not zeroed; NULL leaves `memory` as it was
// gud_free: of gudgeon/status.h

// Pages of their own, zeroed, that go back to the system at once when they are freed; NULL without memory. What malloc
// gets back it may keep.
void *gud_pages_alloc(size_t bytes);
void gud_pages_free(void *pages, size_t bytes);

#endif
