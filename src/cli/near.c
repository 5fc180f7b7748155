// Edit distance with swaps of neighbours counted as one edit (restricted Damerau-Levenshtein): the slips of a
// typing hand are a missing, an added, a wrong and two swapped letters.
#include "cli/near.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

enum { longest = 48 }; // longer words have no near misses worth a suggestion

static int smallest(int a, int b, int c)
{
    const int ab = a < b ? a : b;
    return ab < c ? ab : c;
}

// letters count without their case; '_' and '-' are the same
static int letter(char c)
{
    return c == '_' ? '-' : tolower((unsigned char)c);
}

static int edits(const char *a, int na, const char *b, int nb)
{
    int rows[3][longest + 1];
    int *before = rows[0], *last = rows[1], *row = rows[2];

    for (int j = 0; j <= nb; j++) last[j] = j;
    for (int i = 1; i <= na; i++) {
        row[0] = i;
        for (int j = 1; j <= nb; j++) {
            const int here = letter(a[i - 1]) != letter(b[j - 1]);
            row[j] = smallest(last[j] + 1, row[j - 1] + 1, last[j - 1] + here);
            const int swapped = i > 1 && j > 1 && letter(a[i - 1]) == letter(b[j - 2]) &&
                                letter(a[i - 2]) == letter(b[j - 1]) && before[j - 2] + 1 < row[j];
            if (swapped) row[j] = before[j - 2] + 1;
        }
        int *const spare = before;
        before = last, last = row, row = spare;
    }
    return last[nb];
}

// a beginning of at least two letters is as good as one slip
static int begins(const char *word, int nword, const char *candidate, int ncandidate)
{
    return nword >= 2 && nword < ncandidate && strncmp(word, candidate, (size_t)nword) == 0;
}

gud_near gud_near_start(const char *word)
{
    const size_t n = strlen(word);
    // about one slip in three letters, never all of them
    const int limit = n < 3 ? 1 : (int)(n + 2) / 3;
    return (gud_near){.word = word, .best = NULL, .distance = limit + 1};
}

void gud_near_offer(gud_near *near, const char *candidate)
{
    const size_t na = strlen(near->word), nb = strlen(candidate);
    if (na == 0 || na > longest || nb > longest) return;

    int distance = edits(near->word, (int)na, candidate, (int)nb);
    if (begins(near->word, (int)na, candidate, (int)nb)) distance = 1;
    if (distance < near->distance && distance < (int)nb) {
        near->distance = distance;
        near->best = candidate;
    }
}
