// Four numbers at a time, in functions for wide vectors (num/wide.h).
#ifndef GUD_FILM_LANES_H
#define GUD_FILM_LANES_H

#include "num/wide.h"

#include <math.h>
#include <stdint.h>

#define GUD_INLINE static inline __attribute__((always_inline))

// f(n, ...) with numbers n that the compiler knows, for usual grids and halves of them: it then unrolls their loops.
// Every number costs seconds of compiling; between 10 and 32 none made anything faster.
#define GUD_UNROLL(n, f, ...)                                                                                          \
    ((n) == 8    ? f(8, __VA_ARGS__)                                                                                   \
     : (n) == 10 ? f(10, __VA_ARGS__)                                                                                  \
     : (n) == 32 ? f(32, __VA_ARGS__)                                                                                  \
     : (n) == 33 ? f(33, __VA_ARGS__)                                                                                  \
                 : f(n, __VA_ARGS__))

// The same for long functions, which gcc compiles several times faster one by one. DEFINE(suffix, n) defines one
// for a number n; GUD_PICK calls name_suffix(...).
#define GUD_EACH(DEFINE, n) DEFINE(8, 8) DEFINE(10, 10) DEFINE(32, 32) DEFINE(33, 33) DEFINE(any, n)
#define GUD_PICK(n, name, ...)                                                                                         \
    ((n) == 8    ? name##_8(__VA_ARGS__)                                                                               \
     : (n) == 10 ? name##_10(__VA_ARGS__)                                                                              \
     : (n) == 32 ? name##_32(__VA_ARGS__)                                                                              \
     : (n) == 33 ? name##_33(__VA_ARGS__)                                                                              \
                 : name##_any(__VA_ARGS__))

// before a loop whose turns do not touch each other's numbers, and before a short one of known length whose numbers are
// to stay in registers
#if defined(__clang__)
#define GUD_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#define GUD_UNROLLED    _Pragma("clang loop unroll(full)")
#else
#define GUD_INDEPENDENT _Pragma("GCC ivdep")
#define GUD_UNROLLED    _Pragma("GCC unroll 16")
#endif

enum { GUD_LANES = 4, GUD_SINGLES = 8 };
typedef double gud_four __attribute__((vector_size(32), aligned(8)));
typedef float gud_eight __attribute__((vector_size(32), aligned(4))); // single numbers
typedef int gud_eight_mask __attribute__((vector_size(32), aligned(4)));

// the numbers from a on, by vectors: to read and to write
static inline const gud_eight *eights(const float *a)
{
    return (const gud_eight *)a;
}

static inline gud_eight *eights_out(float *a)
{
    return (gud_eight *)a;
}

// macros, for vectors cannot be handed to functions on machines without them

// v where it is positive, else 0
#define GUD_POSITIVE(v) GUD_WHERE((v) > 0.0f, v)
// v where the mask is set, else 0
#define GUD_WHERE(mask, v) ((gud_eight)((gud_eight_mask)(v) & (mask)))

// numbers of even and odd place of two vectors in a row, and the two vectors made of them
#define GUD_EVEN_PLACES(a, b)   __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14)
#define GUD_ODD_PLACES(a, b)    __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15)
#define GUD_FIRST_OF_BOTH(a, b) __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11)
#define GUD_LAST_OF_BOTH(a, b)  __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15)

// vectors that hold n numbers
GUD_INLINE int gud_vectors(int n)
{
    return (n + GUD_LANES - 1) / GUD_LANES;
}

// f(from, part, ...) over `count` vectors in parts whose number the compiler knows: sums then stay in registers, and
// none waits for itself
enum { GUD_PART = 6 };
#define GUD_BY_PARTS(count, f, ...)                                                                                    \
    do {                                                                                                               \
        int from_ = 0;                                                                                                 \
        for (; from_ + GUD_PART <= (count); from_ += GUD_PART) f(from_, GUD_PART, __VA_ARGS__);                        \
        if ((count)-from_ == 5) f(from_, 5, __VA_ARGS__);                                                              \
        if ((count)-from_ == 4) f(from_, 4, __VA_ARGS__);                                                              \
        if ((count)-from_ == 3) f(from_, 3, __VA_ARGS__);                                                              \
        if ((count)-from_ == 2) f(from_, 2, __VA_ARGS__);                                                              \
        if ((count)-from_ == 1) f(from_, 1, __VA_ARGS__);                                                              \
    } while (0)

// the same in parts of up to three, where several sums are formed for each vector
#define GUD_BY_THREE(count, f, ...)                                                                                    \
    do {                                                                                                               \
        int from_ = 0;                                                                                                 \
        for (; from_ + 3 <= (count); from_ += 3) f(from_, 3, __VA_ARGS__);                                             \
        if ((count)-from_ == 2) f(from_, 2, __VA_ARGS__);                                                              \
        if ((count)-from_ == 1) f(from_, 1, __VA_ARGS__);                                                              \
    } while (0)

GUD_INLINE void gud_combine_part(int from, int part, int n, const double *restrict columns, const double *factors,
                                 double *restrict out)
{
    const int count = gud_vectors(n);
    const gud_four *column = (const gud_four *)columns + from;
    gud_four sum[GUD_PART], *to = (gud_four *)out + from;
    for (int k = 0; k < part; k++) sum[k] = column[k] * factors[0];
    for (int q = 1; q < n; q++)
        for (int k = 0; k < part; k++) sum[k] += column[q * count + k] * factors[q];
    for (int k = 0; k < part; k++) to[k] = sum[k];
}

// sum of n columns of n numbers, filled up to vectors, with these factors
GUD_INLINE void gud_combine(int n, const double *restrict columns, const double *factors, double *restrict out)
{
    GUD_BY_PARTS(gud_vectors(n), gud_combine_part, n, columns, factors, out);
}

// Sums in four parts that are added at the end: one chain of additions would wait for each of them.
GUD_INLINE double gud_sum_of_products(const double *a, const double *b, int n)
{
    gud_four sum = {0.0, 0.0, 0.0, 0.0};
    double rest = 0.0;
    int k = 0;
    for (; k + GUD_LANES <= n; k += GUD_LANES) sum += *(const gud_four *)(a + k) * *(const gud_four *)(b + k);
    for (; k < n; k++) rest += a[k] * b[k];
    return ((sum[0] + sum[1]) + (sum[2] + sum[3])) + rest;
}

typedef int64_t gud_four_mask __attribute__((vector_size(32), aligned(8)));

// the numbers of `a` where the mask is set, else those of b: vectors of four
#define GUD_WHERE_ELSE(mask, a, b)                                                                                     \
    ((gud_four)(((gud_four_mask)(a) & (mask)) | ((gud_four_mask)(b) & ~(gud_four_mask)(mask))))
#define GUD_SIZES(v) ((gud_four)((gud_four_mask)(v)&INT64_MAX))

GUD_INLINE double gud_sum_of_sizes(const double *a, int n)
{
    gud_four sum = {0.0, 0.0, 0.0, 0.0};
    double rest = 0.0;
    int k = 0;
    for (; k + GUD_LANES <= n; k += GUD_LANES) sum += GUD_SIZES(*(const gud_four *)(a + k));
    for (; k < n; k++) rest += fabs(a[k]);
    return ((sum[0] + sum[1]) + (sum[2] + sum[3])) + rest;
}

// Largest of `none` and n numbers, none of them NaN, after each has been changed bit by bit: bits outside `keep` are
// cleared, then bits of `flip` inverted. Four independent vectors at a time.
GUD_INLINE double gud_largest_of_bits(const double *a, int n, double none, int64_t keep, int64_t flip)
{
    const gud_four start = {none, none, none, none};
    gud_four part[GUD_LANES] = {start, start, start, start};
    int k = 0;
    for (; k + GUD_LANES * GUD_LANES <= n; k += GUD_LANES * GUD_LANES) {
        GUD_UNROLLED
        for (int j = 0; j < GUD_LANES; j++) {
            const gud_four v = (gud_four)(((gud_four_mask) * (const gud_four *)(a + k + j * GUD_LANES) & keep) ^ flip);
            part[j] = GUD_WHERE_ELSE(v > part[j], v, part[j]);
        }
    }
    for (; k + GUD_LANES <= n; k += GUD_LANES) {
        const gud_four v = (gud_four)(((gud_four_mask) * (const gud_four *)(a + k) & keep) ^ flip);
        part[0] = GUD_WHERE_ELSE(v > part[0], v, part[0]);
    }
    for (int j = 1; j < GUD_LANES; j++) part[0] = GUD_WHERE_ELSE(part[j] > part[0], part[j], part[0]);
    double most = part[0][0];
    for (int j = 1; j < GUD_LANES; j++) most = part[0][j] > most ? part[0][j] : most;
    for (; k < n; k++) {
        const gud_four v = (gud_four)(((gud_four_mask)(gud_four){a[k]} & keep) ^ flip);
        most = v[0] > most ? v[0] : most;
    }
    return most;
}

// of numbers that are not NaN
GUD_INLINE double gud_least(const double *a, int n)
{
    return -gud_largest_of_bits(a, n, -INFINITY, -1, INT64_MIN);
}

GUD_INLINE double gud_largest(const double *a, int n)
{
    return gud_largest_of_bits(a, n, -INFINITY, -1, 0);
}

GUD_INLINE double gud_largest_size(const double *a, int n)
{
    return gud_largest_of_bits(a, n, 0.0, INT64_MAX, 0);
}

#endif
