#define _DEFAULT_SOURCE // htole64

#include "out/chunk.h"

#include "base/alloc.h"

#include <endian.h>
#include <stdbool.h>
#include <string.h>
#include <zlib.h>

enum {
    level = 1, // of zlib; higher ones take longer and gain a hundredth
    window_bits = 15,
    memory_level = 8,
    sample = 2048, // bytes from which it is guessed whether zlib gains anything
    sum_bytes = 4, // of the checksum
};

struct gud_chunker {
    z_stream zlib;
    unsigned char *planes; // the first bytes of all numbers, then the second ones, and so on
    unsigned char *packed;
    size_t room; // numbers
};

static void *zlib_alloc(void *unused, unsigned count, unsigned size)
{
    (void)unused;
    return gud_alloc(count, size);
}

static void zlib_free(void *unused, void *memory)
{
    (void)unused;
    gud_free(memory);
}

gud_chunker *gud_chunker_create(void)
{
    gud_chunker *c = gud_alloc(1, sizeof *c);
    if (!c) return NULL;
    c->zlib.zalloc = zlib_alloc;
    c->zlib.zfree = zlib_free;
    if (deflateInit2(&c->zlib, level, Z_DEFLATED, window_bits, memory_level, Z_DEFAULT_STRATEGY) == Z_OK) return c;
    gud_free(c);
    return NULL;
}

void gud_chunker_free(gud_chunker *c)
{
    if (!c) return;
    (void)deflateEnd(&c->zlib);
    gud_free(c->planes);
    gud_free(c->packed);
    gud_free(c);
}

// exchanges blocks of bits with those of another word: a step of the transposition
static void exchange_bits(uint64_t *a, uint64_t *b, int shift, uint64_t mask)
{
    const uint64_t t = (*a >> shift ^ *b) & mask;
    *b ^= t;
    *a ^= t << shift;
}

// eight words of eight bytes, seen as a matrix
static void transpose_words(uint64_t x[8])
{
    for (int i = 0; i < 4; i++) exchange_bits(&x[i], &x[i + 4], 32, 0x00000000ffffffff);
    for (int i = 0; i < 8; i += 4)
        for (int k = i; k < i + 2; k++) exchange_bits(&x[k], &x[k + 2], 16, 0x0000ffff0000ffff);
    for (int i = 0; i < 8; i += 2) exchange_bits(&x[i], &x[i + 1], 8, 0x00ff00ff00ff00ff);
}

static void shuffle_bytes(const double *values, size_t n, unsigned char *planes)
{
    const unsigned char *bytes = (const unsigned char *)values;
    size_t i = 0;
    for (; i + 8 <= n; i += 8) {
        uint64_t x[8];
        memcpy(x, bytes + 8 * i, sizeof x);
        for (int k = 0; k < 8; k++) x[k] = le64toh(x[k]);
        transpose_words(x);
        for (size_t k = 0; k < 8; k++) {
            const uint64_t word = htole64(x[k]);
            memcpy(planes + k * n + i, &word, sizeof word);
        }
    }
    for (; i < n; i++)
        for (size_t k = 0; k < 8; k++) planes[k * n + i] = bytes[8 * i + k];
}

// Do some values occur more often than in random bytes? Of those, pairs are equal once in 256 times.
static bool has_pattern(const unsigned char *bytes, size_t n)
{
    uint32_t count[256] = {0};
    uint64_t pairs = 0;
    for (size_t i = 0; i < n; i++) count[bytes[i]]++;
    for (int i = 0; i < 256; i++) pairs += (uint64_t)count[i] * count[i];
    return (pairs - n) * 256 > 2 * (uint64_t)n * n;
}

// Do words of four bytes come again, as in the rows of a symmetric film?
static bool has_repeats(const unsigned char *bytes, size_t n)
{
    enum { bits = 10 };
    uint16_t last[1 << bits] = {0}; // place where such a word was seen
    size_t found = 0;
    for (size_t i = 0; i + 4 <= n; i++) {
        uint32_t word, earlier;
        memcpy(&word, bytes + i, 4);
        const uint32_t slot = word * UINT32_C(2654435761) >> (32 - bits); // multiplicative hash
        memcpy(&earlier, bytes + last[slot], 4);
        found += word == earlier;
        last[slot] = (uint16_t)i;
    }
    return 20 * found > n;
}

static bool is_compressible(const unsigned char *bytes, size_t n)
{
    const size_t few = n < sample ? n : sample;
    return has_pattern(bytes, few) || has_repeats(bytes, few);
}

// bytes: at worst all are stored, in blocks with a head of a few bytes
static size_t most_packed(size_t n)
{
    const size_t bytes = n * sizeof(double);
    return bytes + bytes / 64 + 1024;
}

static bool reserve_numbers(gud_chunker *c, size_t n)
{
    if (n <= c->room) return true;
    gud_free(c->planes);
    gud_free(c->packed);
    c->planes = gud_resize(NULL, n, sizeof(double));
    c->packed = gud_resize(NULL, most_packed(n) + sum_bytes, 1);
    c->room = c->planes && c->packed ? n : 0;
    return c->room > 0;
}

// planes that zlib cannot shorten are stored as they are
static bool deflate_planes(gud_chunker *c, size_t n)
{
    z_stream *z = &c->zlib;
    bool good = deflateReset(z) == Z_OK;
    for (int k = 0; k < 8 && good; k++) {
        unsigned char *plane = c->planes + (size_t)k * n;
        z->avail_in = 0;
        good = deflateParams(z, is_compressible(plane, n) ? level : 0, Z_DEFAULT_STRATEGY) == Z_OK;
        z->next_in = plane;
        z->avail_in = (uInt)n;
        good = good && deflate(z, k < 7 ? Z_NO_FLUSH : Z_FINISH) == (k < 7 ? Z_OK : Z_STREAM_END);
    }
    return good;
}

uint32_t gud_fletcher32(const unsigned char *data, size_t size)
{
    enum { run = 1 << 15 }; // words after which the sums are reduced
    uint64_t a = 0, b = 0;
    bool empty = true; // all bytes so far are zero
    size_t i = 0;
    while (i + 2 <= size) {
        for (int k = 0; k < run && i + 2 <= size; k++, i += 2) {
            a += (uint64_t)data[i] << 8 | data[i + 1];
            b += a;
        }
        empty = empty && a == 0;
        a %= 65535;
        b %= 65535;
    }
    if (i < size) {
        empty = empty && data[i] == 0;
        a = (a + ((uint64_t)data[i] << 8)) % 65535;
        b = (b + a) % 65535;
    }
    // HDF5 reduces by adding halves, which leaves 65535 where the remainder is zero
    if (!empty && a == 0) a = 65535;
    if (!empty && b == 0) b = 65535;
    return (uint32_t)(b << 16 | a);
}

const unsigned char *gud_chunker_pack(gud_chunker *c, const double *values, size_t n, size_t *size)
{
    if (!reserve_numbers(c, n)) return NULL;
    shuffle_bytes(values, n, c->planes);
    c->zlib.next_out = c->packed;
    c->zlib.avail_out = (uInt)most_packed(n);
    if (!deflate_planes(c, n)) return NULL;
    const size_t used = c->zlib.total_out;
    const uint32_t sum = gud_fletcher32(c->packed, used);
    for (size_t k = 0; k < sum_bytes; k++) c->packed[used + k] = (unsigned char)(sum >> 8 * k);
    *size = used + sum_bytes;
    return c->packed;
}
