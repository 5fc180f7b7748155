#include "out/quantity.h"

#include "base/status.h"
#include "num/pi.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// units that are used with prefixes; a prefix is never squared
static const char *const prefixable[] = {"m",   "s",   "N",   "Pa", "J",    "W", "N.m",
                                         "N m", "N/m", "m/s", "Hz", "Pa.s", "V", "A"};

typedef struct prefix {
    double factor;
    const char *text;
} prefix;

static const prefix prefixes[] = {{1e9, "G"},  {1e6, "M"},  {1e3, "k"},  {1.0, ""},
                                  {1e-3, "m"}, {1e-6, "u"}, {1e-9, "n"}, {1e-12, "p"}};

// large lengths, times and speeds are not given in km, ks, km/s
static int first_prefix(const char *unit)
{
    return unit[0] == 'm' || unit[0] == 's' ? 3 : 0;
}

// units that people use in place of a power of a metre; large areas stay in m2
typedef struct other_unit {
    const char *unit, *shown;
    double scale, most;
} other_unit;

static const other_unit others[] = {{"rad", "deg", 180.0 / pi, (double)INFINITY},
                                    {"m2", "mm2", 1e6, 0.1},
                                    {"m2/s", "mm2/s", 1e6, 0.1},
                                    {"m3/s", "ml/s", 1e6, (double)INFINITY}};

// mPa would be read as MPa
static int last_prefix(const char *unit)
{
    return strcmp(unit, "Pa") == 0 ? 3 : GUD_COUNT(prefixes) - 1;
}

static const prefix *find_prefix(const char *unit, double largest)
{
    const int first = first_prefix(unit), last = last_prefix(unit);
    for (int i = first; i <= last; i++)
        if (largest >= 0.9995 * prefixes[i].factor) return &prefixes[i];
    return largest > 0.0 ? &prefixes[last] : &prefixes[3];
}

gud_display gud_quantity_show(const char *unit, double largest)
{
    gud_display shown = {.scale = 1.0};
    (void)snprintf(shown.unit, sizeof shown.unit, "%s", unit);
    for (int i = 0; i < GUD_COUNT(others); i++) {
        const other_unit *o = &others[i];
        if (strcmp(unit, o->unit) != 0 || !(fabs(largest) < o->most)) continue;
        (void)snprintf(shown.unit, sizeof shown.unit, "%s", o->shown);
        shown.scale = o->scale;
    }
    for (int i = 0; i < GUD_COUNT(prefixable); i++) {
        if (strcmp(unit, prefixable[i]) != 0) continue;
        const prefix *p = find_prefix(unit, fabs(largest));
        shown.scale = 1.0 / p->factor;
        (void)snprintf(shown.unit, sizeof shown.unit, "%s%s", p->text, unit);
    }
    return shown;
}

static const char *raised(char digit)
{
    switch (digit) {
    case '1':
        return "\xc2\xb9";
    case '2':
        return "\xc2\xb2";
    case '3':
        return "\xc2\xb3";
    case '4':
        return "\xe2\x81\xb4";
    case '-':
        return "\xe2\x81\xbb";
    default:
        return NULL;
    }
}

void gud_unit_pretty(const char *unit, char *text, int size)
{
    size_t n = 0;
    const size_t room = (size_t)size - 4;
    if (strcmp(unit, "deg") == 0) unit = "\xc2\xb0";
    if (strcmp(unit, "degC") == 0)
        unit = "\xc2\xb0"
               "C";
    text[0] = '\0';
    for (const char *c = unit; *c != '\0' && n < room; c++) {
        char plain[2] = {*c, '\0'};
        const char *part = plain;
        if (*c == '^' && raised(c[1]))
            part = raised(*++c);
        else if (n > 0 && isalpha((unsigned char)c[-1]) && raised(*c)) // m/s2, kg.m2
            part = raised(*c);
        else if (*c == '.' && n > 0)
            part = "\xc2\xb7";
        else if (*c == 'u' && n == 0 && c[1] != '\0')
            part = "\xc2\xb5";
        memcpy(text + n, part, strlen(part) + 1);
        n += strlen(part);
    }
}
