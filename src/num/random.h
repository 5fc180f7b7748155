// Numbers that look random and are a function of where they are used: any of them can be drawn alone, in any order, by
// any process, with the same bits. docs/theory/studies.md, sections 1 and 2.
#ifndef GUD_NUM_RANDOM_H
#define GUD_NUM_RANDOM_H

#include <stdint.h>

uint64_t gud_random_bits(uint64_t seed, uint64_t stream, uint64_t index);

// in the open interval (0, 1)
double gud_random_unit(uint64_t seed, uint64_t stream, uint64_t index);

// the place of `index` in a random order of 0 ... n-1; index < n
uint32_t gud_random_place(uint64_t seed, uint64_t stream, uint32_t n, uint32_t index);

#endif
