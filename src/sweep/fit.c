// Tables of ISO 286-1: standard tolerances and fundamental deviations, um.
#include "sweep/fit.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { nrange = 13, nnarrow = 23, first_grade = 5, last_grade = 12, ngrade = last_grade - first_grade + 1 };

// nominal sizes, mm: above the one before, up to and including this one
static const double sizes[nrange] = {3, 6, 10, 18, 30, 50, 80, 120, 180, 250, 315, 400, 500};
static const double narrow_sizes[nnarrow] = {3,   6,   10,  18,  30,  40,  50,  65,  80,  100, 120, 140,
                                             160, 180, 200, 225, 250, 280, 315, 355, 400, 450, 500};

static const short widths[ngrade][nrange] = {
    {4, 5, 6, 8, 9, 11, 13, 15, 18, 20, 23, 25, 27},                   // IT5
    {6, 8, 9, 11, 13, 16, 19, 22, 25, 29, 32, 36, 40},                 // IT6
    {10, 12, 15, 18, 21, 25, 30, 35, 40, 46, 52, 57, 63},              // IT7
    {14, 18, 22, 27, 33, 39, 46, 54, 63, 72, 81, 89, 97},              // IT8
    {25, 30, 36, 43, 52, 62, 74, 87, 100, 115, 130, 140, 155},         // IT9
    {40, 48, 58, 70, 84, 100, 120, 140, 160, 185, 210, 230, 250},      // IT10
    {60, 75, 90, 110, 130, 160, 190, 220, 250, 290, 320, 360, 400},    // IT11
    {100, 120, 150, 180, 210, 250, 300, 350, 400, 460, 520, 570, 630}, // IT12
};

// how far below the nominal size the zone of a shaft ends; that of the hole begins as far above it
static const struct {
    char letter;
    short distance[nrange];
} clear[] = {
    {'d', {20, 30, 40, 50, 65, 80, 100, 120, 145, 170, 190, 210, 230}},
    {'e', {14, 20, 25, 32, 40, 50, 60, 72, 85, 100, 110, 125, 135}},
    {'f', {6, 10, 13, 16, 20, 25, 30, 36, 43, 50, 56, 62, 68}},
    {'g', {2, 4, 5, 6, 7, 9, 10, 12, 14, 15, 17, 18, 20}},
    {'h', {0}},
};
static const short loose[nnarrow] = {60,  70,  80,  95,  110, 120, 130, 140, 150, 170, 180, 200,
                                     210, 230, 240, 260, 280, 300, 330, 360, 400, 440, 480}; // c

// how far above the nominal size the zone of a shaft begins
static const struct {
    char letter;
    short distance[nrange];
} tight[] = {
    {'k', {0, 1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4, 5}}, // up to IT7; 0 above
    {'m', {2, 4, 6, 7, 8, 9, 11, 13, 15, 17, 20, 21, 23}},
    {'n', {4, 8, 10, 12, 15, 17, 20, 23, 27, 31, 34, 37, 40}},
};

// a class as it is written
typedef struct {
    char letters[3];
    int grade;
    bool hole;
} class;

static bool read_class(const char *text, size_t size, class *c)
{
    size_t n = 0;
    char *end;
    while (n < size && n < 3 && isalpha((unsigned char)text[n])) n++;
    if (n == 0 || n > 2 || n == size || !isdigit((unsigned char)text[n])) return false;
    *c = (class){.hole = isupper((unsigned char)text[0]) != 0};
    for (size_t i = 0; i < n; i++) {
        if ((isupper((unsigned char)text[i]) != 0) != c->hole) return false;
        c->letters[i] = (char)tolower((unsigned char)text[i]);
    }
    c->grade = (int)strtol(text + n, &end, 10);
    return end == text + size;
}

static int range_of(const double *limits, int n, double mm)
{
    int i = 0;
    while (i < n - 1 && mm > limits[i] * (1.0 + 1e-12)) i++;
    return i;
}

// the zone of a shaft in um
static bool shaft_zone(const class *c, double mm, double width, gud_zone *z)
{
    const int i = range_of(sizes, nrange, mm);
    const bool one = c->letters[1] == '\0';
    if (strcmp(c->letters, "js") == 0) {
        *z = (gud_zone){-0.5 * width, 0.5 * width};
        return true;
    }
    if (strcmp(c->letters, "c") == 0) {
        const double high = -loose[range_of(narrow_sizes, nnarrow, mm)];
        *z = (gud_zone){high - width, high};
        return true;
    }
    for (int k = 0; one && k < GUD_COUNT(clear); k++) {
        const double high = -clear[k].distance[i];
        if (clear[k].letter != c->letters[0]) continue;
        *z = (gud_zone){high - width, high};
        return true;
    }
    for (int k = 0; one && k < GUD_COUNT(tight) && !c->hole; k++) {
        const double low = c->letters[0] == 'k' && c->grade > 7 ? 0.0 : tight[k].distance[i];
        if (tight[k].letter != c->letters[0]) continue;
        *z = (gud_zone){low, low + width};
        return true;
    }
    return false;
}

static gud_status find_zone(const char *text, size_t size, double meters, gud_error *error, bool *hole, gud_zone *zone)
{
    const double um = 1e-6, mm = meters * 1e3;
    class c;
    gud_zone z;
    if (!read_class(text, size, &c))
        return gud_fail(error, GUD_ERR_INPUT, "'%.*s' is not a tolerance class such as H7 or f7", (int)size, text);
    if (!(mm > 0.0) || mm > sizes[nrange - 1] * (1.0 + 1e-12))
        return gud_fail(error, GUD_ERR_INPUT, "%g mm: tolerance classes are tabulated up to 500 mm", mm);
    if (c.grade < first_grade || c.grade > last_grade)
        return gud_fail(error, GUD_ERR_INPUT, "%.*s: grades from %d to %d are supported", (int)size, text, first_grade,
                        last_grade);
    if (!shaft_zone(&c, mm, widths[c.grade - first_grade][range_of(sizes, nrange, mm)], &z))
        return gud_fail(
            error, GUD_ERR_INPUT,
            "%.*s: supported are the holes C, D, E, F, G, H, JS and the shafts c, d, e, f, g, h, js, k, m, n",
            (int)size, text);
    *hole = c.hole;
    *zone = c.hole ? (gud_zone){-z.high * um, -z.low * um} : (gud_zone){z.low * um, z.high * um};
    return GUD_OK;
}

gud_status gud_zone_find(const char *tolerance, double size, gud_error *error, gud_zone *zone)
{
    bool hole;
    return find_zone(tolerance, strlen(tolerance), size, error, &hole, zone);
}

gud_status gud_fit_find(const char *fit, double size, gud_error *error, gud_zone *hole, gud_zone *shaft)
{
    const size_t n = strcspn(fit, "/ ");
    const size_t gap = strspn(fit + n, "/ ");
    bool first, second;
    if (gap == 0) return gud_fail(error, GUD_ERR_INPUT, "'%.40s' is not a fit such as H7/f7: hole, then shaft", fit);
    GUD_TRY(find_zone(fit, n, size, error, &first, hole));
    GUD_TRY(find_zone(fit + n + gap, strlen(fit + n + gap), size, error, &second, shaft));
    if (!first || second)
        return gud_fail(error, GUD_ERR_INPUT, "'%.40s': the hole comes first, in capitals, such as H7/f7", fit);
    if (hole->low - shaft->high < -1e-12)
        return gud_fail(error, GUD_ERR_INPUT, "%.40s can have an interference of %g um; a bearing needs clearance", fit,
                        (shaft->high - hole->low) * 1e6);
    return GUD_OK;
}
