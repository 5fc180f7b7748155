// Mutants of STEP and IGES files: bytes, digits, numbers, references, whole records.
#ifndef GUD_TESTS_CAD_MUTATE_H
#define GUD_TESTS_CAD_MUTATE_H

#include <stddef.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    char *text;
    size_t size, room;
} mutant;

static inline size_t mutate_next(unsigned long *seed, size_t below)
{
    *seed = *seed * 6364136223846793005UL + 1442695040888963407UL;
    return below ? (*seed >> 33) % below : 0;
}

// `n` bytes at `at` give way to others; nothing happens where there is no room
static inline void mutate_replace(mutant *m, size_t at, size_t n, const char *by, size_t nby)
{
    if (at + n > m->size || m->size - n + nby > m->room) return;
    char copy[512];
    if (nby > sizeof copy) return;
    memcpy(copy, by, nby); // it may be a piece of the text
    memmove(m->text + at + nby, m->text + at + n, m->size - at - n);
    memcpy(m->text + at, copy, nby);
    m->size = m->size - n + nby;
}

// the next byte of a set from `at` on, or the end
static inline size_t mutate_find(const mutant *m, size_t at, const char *set)
{
    while (at < m->size && !strchr(set, m->text[at])) at++;
    return at;
}

static inline size_t mutate_span(const mutant *m, size_t at, const char *set)
{
    size_t n = 0;
    while (at + n < m->size && m->text[at + n] && strchr(set, m->text[at + n])) n++;
    return n;
}

// ---- kinds of changes

static inline void mutate_byte(mutant *m, size_t at, unsigned long *seed)
{
    m->text[at] = (char)mutate_next(seed, 256);
}

static inline void mutate_digit(mutant *m, size_t at, unsigned long *seed)
{
    const size_t digit = mutate_find(m, at, "0123456789");
    if (digit < m->size) m->text[digit] = (char)('0' + mutate_next(seed, 10));
}

static inline void mutate_number(mutant *m, size_t at, unsigned long *seed)
{
    static const char *const numbers[] = {"0.",    "-1.",        "1.E300", "-1.E-300", "1.E-12", "1.E9",
                                          "1000.", "2147483648", "-1",     "0",        "NAN",    "6.28318530718"};
    static const char set[] = "0123456789.+-Ee";
    const size_t start = mutate_find(m, at, "0123456789"), n = mutate_span(m, start, set);
    const char *number = numbers[mutate_next(seed, sizeof numbers / sizeof *numbers)];
    mutate_replace(m, start, n, number, strlen(number));
}

// to another record
static inline void mutate_reference(mutant *m, size_t at, unsigned long *seed)
{
    char other[24];
    const size_t start = mutate_find(m, at, "#") + 1;
    if (start >= m->size) return;
    const int n = snprintf(other, sizeof other, "%zu", 1 + mutate_next(seed, m->size / 40));
    mutate_replace(m, start, mutate_span(m, start, "0123456789"), other, (size_t)n);
}

static inline void mutate_parameter(mutant *m, size_t at, unsigned long *seed)
{
    static const char *const words[] = {"$", "*", "()", "''", ".T.", ".F.", ".U.", ""};
    const size_t start = mutate_find(m, at, ",(") + 1, end = mutate_find(m, start, ",);");
    const char *word = words[mutate_next(seed, sizeof words / sizeof *words)];
    if (end < m->size && end - start < 200) mutate_replace(m, start, end - start, word, strlen(word));
}

static inline void mutate_blank(mutant *m, size_t at, unsigned long *seed)
{
    const size_t n = 1 + mutate_next(seed, 60);
    if (at + n < m->size) memset(m->text + at, ' ', n);
}

static inline void mutate_copy(mutant *m, size_t at, unsigned long *seed)
{
    const size_t n = 1 + mutate_next(seed, 80), from = mutate_next(seed, m->size);
    if (at + n < m->size && from + n < m->size) memmove(m->text + at, m->text + from, n);
}

// a line is lost, or doubled somewhere else
static inline void mutate_line(mutant *m, size_t at, unsigned long *seed)
{
    const size_t start = mutate_find(m, at, "\n") + 1, end = mutate_find(m, start, "\n") + 1;
    if (end > m->size || end - start > 500) return;
    if (mutate_next(seed, 2)) {
        mutate_replace(m, start, end - start, "", 0);
        return;
    }
    const size_t to = mutate_find(m, mutate_next(seed, m->size), "\n") + 1;
    if (to < m->size) mutate_replace(m, to, 0, m->text + start, end - start);
}

// what is between two places is lost; the end of the file stays
static inline void mutate_cut(mutant *m, size_t at, unsigned long *seed)
{
    const size_t tail = 200, end = at + mutate_next(seed, m->size / 4);
    if (end + tail < m->size) mutate_replace(m, at, end - at, "", 0);
}

// Up to six changes of a good file, mostly one or two. The first bytes stay, or nothing beyond them would be read.
static inline void mutate(mutant *m, const char *good, size_t size, unsigned long *seed)
{
    typedef void change(mutant *, size_t, unsigned long *);
    static change *const changes[] = {mutate_byte,      mutate_digit, mutate_number, mutate_number, mutate_reference,
                                      mutate_parameter, mutate_blank, mutate_copy,   mutate_line,   mutate_cut};
    enum { nchange = sizeof changes / sizeof *changes, head = 100 };
    m->size = size < m->room ? size : m->room;
    memcpy(m->text, good, m->size);
    for (size_t n = 1 + mutate_next(seed, 1 + mutate_next(seed, 6)); n > 0 && m->size > 2 * head; n--)
        changes[mutate_next(seed, nchange)](m, head + mutate_next(seed, m->size - 2 * head), seed);
}

#endif
