// Numbers packed into a chunk of results.h5, as HDF5's filters shuffle, deflate and fletcher32 would pack them one
// after the other, so that HDF5 reads and checks it. HDF5 would use zlib for all bytes; most bytes of a double are as
// good as random, and zlib takes longest to find that nothing can be gained from them.
#ifndef GUD_OUT_CHUNK_H
#define GUD_OUT_CHUNK_H

#include <stddef.h>
#include <stdint.h>

typedef struct gud_chunker gud_chunker; // of one thread at a time

gud_chunker *gud_chunker_create(void); // NULL without memory
void gud_chunker_free(gud_chunker *chunker);

// The bytes of n numbers, valid until the next call, and how many they are; NULL without memory. They depend on nothing
// but the numbers.
const unsigned char *gud_chunker_pack(gud_chunker *chunker, const double *values, size_t n, size_t *size);

// the checksum that HDF5 puts behind a chunk
uint32_t gud_fletcher32(const unsigned char *data, size_t size);

#endif
