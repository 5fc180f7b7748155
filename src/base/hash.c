// Words of eight bytes are mixed in one after the other by multiplication and rotation, and the sum is stirred at
// the end so that every bit of the input reaches every bit of the hash. Words are read in the machine's byte order.

#include "base/hash.h"

#include <string.h>

static const uint64_t golden = 0x9E3779B97F4A7C15u; // 2^64 over the golden ratio, odd
static const uint64_t silver = 0x6A09E667F3BCC909u; // 2^64 times the broken part of the root of 2, odd

static uint64_t rotate_bits(uint64_t word, int bits)
{
    return word << bits | word >> (64 - bits);
}

static uint64_t mix_bits(uint64_t h)
{
    h = (h ^ h >> 32) * golden;
    h = (h ^ h >> 29) * silver;
    return h ^ h >> 32;
}

static uint64_t add_word(uint64_t h, uint64_t word)
{
    return rotate_bits(h ^ mix_bits(word + golden), 27) * silver + golden;
}

uint64_t gud_hash(uint64_t before, const void *data, size_t size)
{
    const unsigned char *at = data;
    uint64_t h = before ^ (uint64_t)size * golden; // the length counts: zeros at the end change the hash
    size_t left = size;

    for (; left >= 8; left -= 8, at += 8) {
        uint64_t word;
        memcpy(&word, at, 8);
        h = add_word(h, word);
    }
    if (left > 0) {
        uint64_t word = 0;
        memcpy(&word, at, left);
        h = add_word(h, word);
    }
    return mix_bits(h + golden);
}
