#include "num/random.h"

#include <assert.h>

static const uint64_t golden = 0x9e3779b97f4a7c15, other = 0xd1342543de82ef95;

// the finalizer of SplitMix64: G. L. Steele, D. Lea, C. H. Flood, OOPSLA 2014
static uint64_t mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

uint64_t gud_random_bits(uint64_t seed, uint64_t stream, uint64_t index)
{
    return mix(mix(mix(seed + golden) ^ (stream * golden)) ^ (index * other));
}

double gud_random_unit(uint64_t seed, uint64_t stream, uint64_t index)
{
    return ((double)(gud_random_bits(seed, stream, index) >> 12) + 0.5) * 0x1p-52;
}

// a bijection of 0 ... 2^(2 half) - 1
static uint32_t encipher(uint64_t seed, uint64_t stream, int half, uint32_t index)
{
    enum { rounds = 6 };
    const uint32_t mask = (1U << half) - 1U;
    uint32_t left = index >> half, right = index & mask;
    for (uint64_t r = 0; r < rounds; r++) {
        const uint32_t next = left ^ ((uint32_t)gud_random_bits(seed, rounds * stream + r, right) & mask);
        left = right;
        right = next;
    }
    return left << half | right;
}

uint32_t gud_random_place(uint64_t seed, uint64_t stream, uint32_t n, uint32_t index)
{
    int half = 1;
    assert(index < n && n <= 1U << 30);
    while (1U << (2 * half) < n) half++;
    do index = encipher(seed, stream, half, index); // a cycle that starts inside comes back
    while (index >= n);
    return index;
}
