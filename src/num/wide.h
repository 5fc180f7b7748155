// Functions marked GUD_WIDE are compiled for wide vectors as well, with the same operations in the same order at every
// width: results do not depend on the machine.
#ifndef GUD_NUM_WIDE_H
#define GUD_NUM_WIDE_H

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__clang__)
#define GUD_WIDE __attribute__((target_clones("arch=x86-64-v4", "avx2", "default"))) // v4: vectors of eight numbers
#else
#define GUD_WIDE
#endif

// four numbers at once, wherever they stand
typedef double gud_double4 __attribute__((vector_size(32), aligned(8), may_alias));

#define GUD_DOUBLE4(a)    (*(gud_double4 *)(a))
#define GUD_DOUBLE4_OF(a) (*(const gud_double4 *)(a))

// Asks for memory that is needed soon and that the processor cannot foresee, because parts of it are skipped.
static inline void gud_prefetch(const void *memory, int size)
{
    for (int at = 0; at < size; at += 64) __builtin_prefetch((const char *)memory + at);
}

#endif
