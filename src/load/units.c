#include "load/units.h"

#include "base/alloc.h"
#include "base/lock.h"

#include <ctype.h>
#include <errno.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <udunits2.h>

struct gud_units {
    ut_system *system;
    locale_t locale;
};

enum { longest_unit = 64, second = 2, radian = 7 };

static const char *const dimensions[GUD_NDIMENSION] = {"m", "kg", "s", "A", "K", "mol", "cd", "rad"};

// names that udunits does not know
static const struct {
    const char *name, *unit;
} names[] = {
    {"deg", "degree"},      {"rev", "revolution"}, {"revs", "revolution"}, {"cP", "0.001 Pa.s"},
    {"mPas", "0.001 Pa.s"}, {"Pas", "Pa.s"},       {"mph", "mile/hour"},   {"kph", "km/hour"},
};

// udunits talks on standard error unless told otherwise, for the whole process: only while we call it
static ut_error_message_handler enter_udunits(void)
{
    gud_lock_take(GUD_LOCK_UNITS);
    return ut_set_error_message_handler(ut_ignore);
}

static void leave_udunits(ut_error_message_handler before)
{
    ut_set_error_message_handler(before);
    gud_lock_give(GUD_LOCK_UNITS);
}

static bool add_names(gud_units *units)
{
    for (int i = 0; i < GUD_COUNT(names); i++) {
        ut_unit *unit = ut_parse(units->system, names[i].unit, UT_UTF8);
        const bool mapped = unit && ut_map_name_to_unit(names[i].name, UT_ASCII, unit) == UT_SUCCESS;
        ut_free(unit);
        if (!mapped) return false;
    }
    return true;
}

gud_status gud_units_create(gud_error *error, gud_units **units)
{
    *units = NULL;
    gud_units *u = gud_alloc(1, sizeof *u);
    if (!u) return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    u->locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    const ut_error_message_handler before = enter_udunits();
    u->system = u->locale ? ut_read_xml(NULL) : NULL;
    const bool complete = u->system && add_names(u);
    leave_udunits(before);
    if (!complete) {
        gud_units_free(u);
        return gud_fail(error, GUD_ERR_IO, "cannot read the unit database (package libudunits2-data)");
    }
    *units = u;
    return GUD_OK;
}

void gud_units_free(gud_units *units)
{
    if (!units) return;
    const ut_error_message_handler before = enter_udunits();
    if (units->system) ut_free_system(units->system);
    leave_udunits(before);
    if (units->locale) freelocale(units->locale);
    gud_free(units);
}

void *gud_units_enter(const gud_units *units)
{
    return uselocale(units->locale);
}

void gud_units_leave(void *previous)
{
    (void)uselocale(previous);
}

// The visitor takes a unit apart into scale, offset and powers of the base units.

static ut_status count_basic(const ut_unit *basic, int power, gud_measure *m)
{
    const char *symbol = ut_get_symbol(basic, UT_ASCII);
    for (int i = 0; symbol && i < GUD_NDIMENSION; i++) {
        if (strcmp(symbol, dimensions[i]) != 0) continue;
        m->power[i] += power;
        return UT_SUCCESS;
    }
    return UT_MEANINGLESS;
}

static ut_status visit_basic(const ut_unit *unit, void *arg)
{
    return count_basic(unit, 1, arg);
}

static ut_status visit_product(const ut_unit *unit, int count, const ut_unit *const *basic, const int *powers,
                               void *arg)
{
    (void)unit;
    for (int i = 0; i < count; i++)
        if (count_basic(basic[i], powers[i], arg) != UT_SUCCESS) return UT_MEANINGLESS;
    return UT_SUCCESS;
}

static ut_status visit_galilean(const ut_unit *unit, double scale, const ut_unit *below, double offset, void *arg);

static ut_status visit_timestamp(const ut_unit *unit, const ut_unit *time, double origin, void *arg)
{
    (void)unit, (void)time, (void)origin, (void)arg;
    return UT_MEANINGLESS;
}

static ut_status visit_logarithmic(const ut_unit *unit, double base, const ut_unit *reference, void *arg)
{
    (void)unit, (void)base, (void)reference, (void)arg;
    return UT_MEANINGLESS;
}

static const ut_visitor visitor = {visit_basic, visit_product, visit_galilean, visit_timestamp, visit_logarithmic};

static ut_status visit_galilean(const ut_unit *unit, double scale, const ut_unit *below, double offset, void *arg)
{
    (void)unit;
    gud_measure *m = arg;
    m->offset = scale * (m->offset + offset); // udunits counts the offset in the scaled unit
    m->scale *= scale;
    return ut_accept_visitor(below, &visitor, m);
}

// characters beyond ASCII that stand in units; udunits takes some others for the number one
static bool known_characters(const char *text)
{
    static const char *const known[] = {"°", "²", "³", "µ", "μ", "·", "⁻", "¹"};
    while (*text) {
        size_t n = (unsigned char)*text < 0x80 ? 1 : 0;
        for (int i = 0; n == 0 && i < GUD_COUNT(known); i++)
            if (strncmp(text, known[i], strlen(known[i])) == 0) n = strlen(known[i]);
        if (n == 0) return false;
        text += n;
    }
    return true;
}

// Digits may only be powers of one or two digits, or the 1 of "1/s": udunits would read "m^1.5" as m times 0.5, take
// numbers where we want a unit, and lose memory over some of them ("m3 -0d").
static bool plain(const char *text)
{
    int digits = 0;
    for (const char *c = text; *c; c++) {
        const bool digit = isdigit((unsigned char)*c) != 0;
        digits = digit ? digits + 1 : 0;
        if (digits > 2) return false;
        if (!digit || digits > 1) continue;
        const bool one = c == text && c[0] == '1' && (c[1] == '/' || c[1] == '\0');
        const char *sign = c > text && c[-1] == '-' ? c - 1 : c;
        const bool power = sign > text && (isalpha((unsigned char)sign[-1]) || strchr("^)", sign[-1]));
        if (!one && !power) return false;
    }
    return strpbrk(text, "@#\"'") == NULL && known_characters(text);
}

static bool measure_plain(const gud_units *units, const char *text, gud_measure *m)
{
    *m = (gud_measure){.scale = 1.0};
    if (!plain(text)) return false;
    const ut_error_message_handler before = enter_udunits();
    ut_unit *unit = ut_parse(units->system, text, UT_UTF8);
    const ut_status status = unit ? ut_accept_visitor(unit, &visitor, m) : UT_UNKNOWN;
    ut_free(unit);
    leave_udunits(before);
    return status == UT_SUCCESS && isfinite(m->scale) && m->scale > 0.0;
}

static bool has_fraction(const char *unit)
{
    for (const char *c = strchr(unit, '^'); c; c = strchr(c + 1, '^')) {
        const char *end = c + 1 + strspn(c + 1, "+-0123456789");
        if (*end == '.' && isdigit((unsigned char)end[1])) return true;
    }
    return false;
}

// one factor "m^1.5" of a product; returns what follows it, or NULL
static const char *measure_factor(const gud_units *units, const char *text, double sign, gud_measure *product)
{
    char base[longest_unit + 1];
    gud_measure m;
    const size_t n = strcspn(text, "^/.* ");
    memcpy(base, text, n);
    base[n] = '\0';
    if (n == 0 || !measure_plain(units, base, &m) || m.offset != 0.0) return NULL;
    double power = 1.0;
    const char *rest = text + n;
    if (*rest == '^' && gud_number_read(rest + 1, &power, &rest) != GUD_NUMBER_GOOD) return NULL;
    power *= sign;
    product->scale *= pow(m.scale, power);
    for (int i = 0; i < GUD_NDIMENSION; i++) product->power[i] += power * m.power[i];
    return rest;
}

// products and quotients of factors with powers that are not whole numbers
static bool measure_product(const gud_units *units, const char *text, gud_measure *m)
{
    *m = (gud_measure){.scale = 1.0};
    double sign = 1.0;
    for (;;) {
        text = measure_factor(units, text, sign, m);
        if (!text) return false;
        if (!*text) return isfinite(m->scale) && m->scale > 0.0;
        sign = *text == '/' ? -1.0 : 1.0;
        if (*text == '/' || *text == '.' || *text == '*' || *text == ' ') text++;
        text += strspn(text, " ");
    }
}

bool gud_unit_measure(const gud_units *units, const char *unit, gud_measure *measure)
{
    if (!*unit || strlen(unit) > longest_unit) return false;
    return has_fraction(unit) ? measure_product(units, unit, measure) : measure_plain(units, unit, measure);
}

// Does it measure more than angles and time? Then radians are numbers: speed times radius is m.rad/s, which is m/s.
static bool is_mechanical(const gud_measure *m)
{
    for (int i = 0; i < GUD_NDIMENSION; i++)
        if (i != second && i != radian && fabs(m->power[i]) > 1e-9) return true;
    return false;
}

// Per radian may be left out ("N.m" for N.m/rad), a radian may not: rad/s is not 1/s.
bool gud_measure_fits(const gud_measure *given, const gud_measure *wanted)
{
    const bool mechanical = is_mechanical(given);
    for (int i = 0; i < GUD_NDIMENSION; i++) {
        double a = given->power[i], b = wanted->power[i];
        if (i == radian && mechanical) continue;
        if (i == radian) a = fmax(a, 0.0), b = fmax(b, 0.0);
        if (fabs(a - b) > 1e-9) return false;
    }
    return true;
}

bool gud_unit_fits(const gud_units *units, const gud_measure *given, const char *wanted)
{
    if (strcmp(wanted, "*") == 0) return true;
    while (*wanted) {
        const size_t n = strcspn(wanted, "|");
        char one[64];
        gud_measure want;
        const bool fits = snprintf(one, sizeof one, "%.*s", (int)n, wanted) < (int)sizeof one &&
                          gud_unit_measure(units, one, &want) && gud_measure_fits(given, &want);
        if (fits) return true;
        wanted += n + (wanted[n] == '|');
    }
    return false;
}

double gud_measure_to_si(const gud_measure *measure, double number)
{
    const double inverse = rint(1.0 / measure->scale);
    const bool decimal = measure->scale < 1.0 && inverse < 1e15 && fabs(inverse * measure->scale - 1.0) < 1e-14;
    return (decimal ? number / inverse : number * measure->scale) + measure->offset;
}

gud_number_state gud_number_read(const char *text, double *number, const char **rest)
{
    const char *c = text + strspn(text, " \t\n");
    if (!*c) return GUD_NUMBER_EMPTY;

    // only decimal numbers: strtod would also read hexadecimal ones, "inf" and "nan"
    const char *start = c;
    c += *c == '+' || *c == '-';
    const size_t whole = strspn(c, "0123456789");
    c += whole;
    size_t fraction = 0;
    if (*c == '.') {
        fraction = strspn(c + 1, "0123456789");
        c += 1 + fraction;
    }
    if (whole + fraction == 0) return GUD_NUMBER_BAD;
    if (*c == 'e' || *c == 'E') {
        const char *digits = c + 1 + (c[1] == '+' || c[1] == '-');
        const size_t n = strspn(digits, "0123456789");
        if (n > 0) c = digits + n;
    }
    if (*start != '-' && *start != '+' && whole == 1 && *start == '0' && (*c == 'x' || *c == 'X'))
        return GUD_NUMBER_BAD;

    errno = 0;
    *number = strtod(start, NULL);
    *rest = c + strspn(c, " \t\n");
    return errno == ERANGE || !isfinite(*number) ? GUD_NUMBER_RANGE : GUD_NUMBER_GOOD;
}

const char *gud_unit_example(const char *unit)
{
    static const char *const examples[][2] = {
        {"m", "such as '30 um' or '0.05 m'"},
        {"K", "such as '60 degC' or '333 K'"},
        {"kg", "such as '0.3 kg' or '300 g'"},
        {"s", "such as '0.5 s' or '10 ms'"},
        {"rad", "such as '30 deg' or '0.5 rad'"},
        {"rad/s", "such as '5000 rpm' or '100 rad/s'"},
        {"Pa", "such as '1 bar', '115 GPa' or '1e5 Pa'"},
        {"Pa.s", "such as '400 cP' or '0.4 Pa.s'"},
        {"N", "such as '10 N' or '2 kN'"},
        {"N.m", "such as '10 N.m'"},
        {"N/m", "such as '1e5 N/m' or '2 kN/mm'"},
        {"m/s", "such as '0.2 m/s' or '10 mm/s'"},
        {"m/s2", "such as '9.81 m/s2'"},
        {"m2/s", "such as '100 cSt'"},
        {"kg.m2", "such as '1e-4 kg.m2' or '10 kg.cm2'"},
        {"kg/m3", "such as '870 kg/m3'"},
        {"K", "such as '293 K' or '20 degC'"},
        {"1/m2", "such as '1e10 1/m2'"},
    };
    for (int i = 0; i < GUD_COUNT(examples); i++)
        if (strcmp(examples[i][0], unit) == 0) return examples[i][1];
    return "";
}

gud_status gud_units_convert(const void *units, const char *unit, const char *wanted, int n, double *values,
                             gud_error *error)
{
    gud_measure have, want;
    if (!gud_unit_measure(units, unit, &have))
        return gud_fail(error, GUD_ERR_INPUT, "unknown unit '%s' in the table's header", unit);
    if (!gud_unit_measure(units, wanted, &want) || !gud_measure_fits(&have, &want))
        return gud_fail(error, GUD_ERR_INPUT, "unit '%s' in the table's header is not compatible with '%s'", unit,
                        wanted);
    for (int i = 0; i < n; i++) values[i] = gud_measure_to_si(&have, values[i]);
    return GUD_OK;
}
