// Functions marked GUD_WIDE are compiled for wide vectors as well, with the same operations in the same order at either
// width: results do not depend on the machine.
#ifndef GUD_NUM_WIDE_H
#define GUD_NUM_WIDE_H

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__clang__)
#define GUD_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define GUD_WIDE
#endif

#endif
