// A 64-bit hash of memory, for asking whether two runs agree to the bit. Not for guarding against malice.
#ifndef GUD_BASE_HASH_H
#define GUD_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

// hash of `size` bytes that continues from `before`: 0 to begin, or the hash of what came earlier
uint64_t gud_hash(uint64_t before, const void *data, size_t size);

#endif
