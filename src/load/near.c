#include "load/near.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { longest = 64, far = 1000 };

static int least(int a, int b)
{
    return a < b ? a : b;
}

static bool same(char a, char b)
{
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

// Damerau's distance with restricted transpositions, on three rows of the table
int gud_word_distance(const char *a, const char *b)
{
    const size_t na = strlen(a), nb = strlen(b);
    if (na > longest || nb > longest) return far;
    int rows[3][longest + 1];
    int *before = rows[0], *above = rows[1], *row = rows[2];

    for (size_t j = 0; j <= nb; j++) above[j] = before[j] = (int)j;
    for (size_t i = 1; i <= na; i++) {
        row[0] = (int)i;
        for (size_t j = 1; j <= nb; j++) {
            const int replaced = above[j - 1] + (same(a[i - 1], b[j - 1]) ? 0 : 1);
            row[j] = least(replaced, least(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]))
                row[j] = least(row[j], before[j - 2] + 1);
        }
        int *spare = before;
        before = above;
        above = row;
        row = spare;
    }
    return above[nb];
}

void gud_near_start(gud_near *near, const char *word)
{
    const size_t n = strlen(word);
    *near = (gud_near){.word = word, .distance = n < 3 ? 1 : n < 7 ? 2 : 3};
}

static void list(gud_near *near, const char *candidate)
{
    const size_t n = strlen(candidate), room = sizeof near->allowed - near->used;
    near->ncandidate++;
    if (n + 3 > room || near->nlisted + 1 < near->ncandidate) return;
    near->used += (size_t)snprintf(near->allowed + near->used, room, "%s%s", near->nlisted > 0 ? ", " : "", candidate);
    near->nlisted++;
}

// "elrod" for elrod-adams
static bool begins(const char *word, const char *candidate)
{
    const size_t n = strlen(word);
    return n >= 3 && strncmp(word, candidate, n) == 0;
}

void gud_near_try(gud_near *near, const char *candidate)
{
    if (near->off) return;
    list(near, candidate);
    if (begins(near->word, candidate) && near->distance > 1) {
        near->best = candidate;
        near->distance = 1;
    }
    const int n = (int)strlen(near->word), m = (int)strlen(candidate);
    if (abs(n - m) > near->distance) return;
    const int distance = gud_word_distance(near->word, candidate);
    // half of a short word may not be different
    if (2 * distance > n + 1 || distance > near->distance || (near->best && distance == near->distance)) return;
    near->best = candidate;
    near->distance = distance;
}

const char *gud_near_hint(gud_near *near)
{
    near->hint[0] = '\0';
    if (near->best)
        (void)snprintf(near->hint, sizeof near->hint, "; did you mean '%s'?", near->best);
    else if (near->nlisted > 0)
        (void)snprintf(near->hint, sizeof near->hint, "; allowed: %s%s", near->allowed,
                       near->nlisted < near->ncandidate ? ", ..." : "");
    return near->hint;
}
