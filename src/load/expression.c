#include "load/expression.h"

#include "num/pi.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { radian = 7, longest_name = 64, most_arguments = 8 };

typedef struct parser {
    const gud_expression_names *names;
    gud_expression_error *error;
    const char *text, *c;
    int nesting;
} parser;

static bool fail_at(const parser *p, const char *at, const char *format, ...) __attribute__((format(printf, 3, 4)));
static bool fail_at(const parser *p, const char *at, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    (void)vsnprintf(p->error->text, sizeof p->error->text, format, list);
    va_end(list);
    p->error->offset = (size_t)(at - p->text);
    return false;
}

// ---- dimensions

static bool is_pure(const gud_quantity *q)
{
    for (int i = 0; i < GUD_NDIMENSION; i++)
        if (fabs(q->power[i]) > 1e-9) return false;
    return true;
}

// an angle, or a number without unit: a radian is one
static bool is_turn(const gud_quantity *q)
{
    gud_quantity rest = *q;
    if (fabs(rest.power[radian] - 1.0) < 1e-9) rest.power[radian] = 0.0;
    return is_pure(&rest);
}

static bool same_dimension(const gud_quantity *a, const gud_quantity *b)
{
    for (int i = 0; i < GUD_NDIMENSION; i++)
        if (fabs(a->power[i] - b->power[i]) > 1e-9) return false;
    return true;
}

static bool is_zero(const gud_quantity *q)
{
    return q->bare && q->value == 0.0;
}

typedef struct unit_text {
    char text[96];
} unit_text;

static bool is_whole(const double *power)
{
    for (int i = 0; i < GUD_NDIMENSION; i++)
        if (power[i] != rint(power[i]) || fabs(power[i]) > 99.0) return false;
    return true;
}

// "kg.m2.s-2"; with broken powers "kg m^-0.5 s^-2"
static unit_text unit_of(const gud_quantity *q)
{
    static const char *const names[GUD_NDIMENSION] = {"m", "kg", "s", "A", "K", "mol", "cd", "rad"};
    static const int order[GUD_NDIMENSION] = {1, 0, 2, 3, 4, 5, 6, 7};
    const bool whole = is_whole(q->power);
    unit_text unit = {""};
    size_t used = 0;
    for (int k = 0; k < GUD_NDIMENSION && used < sizeof unit.text; k++) {
        const int i = order[k];
        const double power = q->power[i];
        if (fabs(power) < 1e-9) continue;
        const char *gap = used == 0 ? "" : whole ? "." : " ";
        if (power == 1.0)
            used += (size_t)snprintf(unit.text + used, sizeof unit.text - used, "%s%s", gap, names[i]);
        else
            used += (size_t)snprintf(unit.text + used, sizeof unit.text - used, "%s%s%s%.12g", gap, names[i],
                                     whole ? "" : "^", power);
    }
    if (used == 0 && !q->bare) memcpy(unit.text, "1", 2);
    return unit;
}

// for messages
static unit_text named_unit(const gud_quantity *q)
{
    static const unit_text number = {"a number without unit"};
    return is_pure(q) ? number : unit_of(q);
}

gud_quantity_text gud_quantity_unit(const gud_quantity *q)
{
    gud_quantity_text out;
    const unit_text unit = unit_of(q);
    (void)snprintf(out.text, sizeof out.text, "%s", *unit.text ? unit.text : "1");
    return out;
}

gud_quantity_text gud_quantity_write(const gud_quantity *q)
{
    gud_quantity_text out;
    const unit_text unit = unit_of(q);
    char number[40];
    for (int digits = 15; digits <= 17; digits++) {
        double back;
        const char *rest;
        (void)snprintf(number, sizeof number, "%.*g", digits, q->value);
        if (gud_number_read(number, &back, &rest) == GUD_NUMBER_GOOD && back == q->value) break;
    }
    (void)snprintf(out.text, sizeof out.text, "%s%s%s", number, *unit.text ? " " : "", unit.text);
    return out;
}

static bool from_unit(const gud_units *units, const char *unit, double number, gud_quantity *q)
{
    gud_measure m;
    if (!gud_unit_measure(units, unit, &m)) return false;
    *q = (gud_quantity){.value = gud_measure_to_si(&m, number)};
    memcpy(q->power, m.power, sizeof q->power);
    return isfinite(q->value);
}

bool gud_quantity_read(const gud_units *units, const char *text, gud_quantity *q)
{
    double number;
    const char *rest;
    if (gud_number_read(text, &number, &rest) != GUD_NUMBER_GOOD) return false;
    *q = (gud_quantity){.value = number, .bare = true};
    return !*rest || from_unit(units, rest, number, q);
}

// ---- functions

typedef enum { TURN_TO_NUMBER, NUMBER_TO_TURN, NUMBER_TO_NUMBER, KEEPS, KEEPS_ALL, ROOT, TURN_OF_TWO, SIGN } signature;

static double least(double a, double b)
{
    return fmin(a, b);
}

static double largest(double a, double b)
{
    return fmax(a, b);
}

static double sign_of(double x)
{
    return (x > 0.0) - (x < 0.0);
}

static double remainder_of(double a, double b)
{
    return a - b * floor(a / b);
}

static const struct function {
    const char *name;
    signature kind;
    int narg; // -1: one or more
    double (*one)(double);
    double (*two)(double, double);
} functions[] = {
    {"sin", TURN_TO_NUMBER, 1, sin, NULL},
    {"cos", TURN_TO_NUMBER, 1, cos, NULL},
    {"tan", TURN_TO_NUMBER, 1, tan, NULL},
    {"asin", NUMBER_TO_TURN, 1, asin, NULL},
    {"acos", NUMBER_TO_TURN, 1, acos, NULL},
    {"atan", NUMBER_TO_TURN, 1, atan, NULL},
    {"atan2", TURN_OF_TWO, 2, NULL, atan2},
    {"sinh", NUMBER_TO_NUMBER, 1, sinh, NULL},
    {"cosh", NUMBER_TO_NUMBER, 1, cosh, NULL},
    {"tanh", NUMBER_TO_NUMBER, 1, tanh, NULL},
    {"exp", NUMBER_TO_NUMBER, 1, exp, NULL},
    {"log", NUMBER_TO_NUMBER, 1, log, NULL},
    {"log10", NUMBER_TO_NUMBER, 1, log10, NULL},
    {"floor", NUMBER_TO_NUMBER, 1, floor, NULL},
    {"ceil", NUMBER_TO_NUMBER, 1, ceil, NULL},
    {"round", NUMBER_TO_NUMBER, 1, round, NULL},
    {"sqrt", ROOT, 1, sqrt, NULL},
    {"abs", KEEPS, 1, fabs, NULL},
    {"sign", SIGN, 1, sign_of, NULL},
    {"min", KEEPS_ALL, -1, NULL, least},
    {"max", KEEPS_ALL, -1, NULL, largest},
    {"hypot", KEEPS_ALL, 2, NULL, hypot},
    {"mod", KEEPS_ALL, 2, NULL, remainder_of},
};

static const struct function *find_function(const char *name)
{
    for (int i = 0; i < GUD_COUNT(functions); i++)
        if (strcmp(functions[i].name, name) == 0) return &functions[i];
    return NULL;
}

bool gud_is_function(const char *name)
{
    return find_function(name) || strcmp(name, "pi") == 0 || strcmp(name, "of") == 0;
}

static bool starts_name(char c)
{
    return isalpha((unsigned char)c) || c == '_';
}

static size_t name_length(const char *c)
{
    size_t n = 0;
    if (!starts_name(*c)) return 0;
    while (isalnum((unsigned char)c[n]) || c[n] == '_') n++;
    return n;
}

bool gud_is_parameter_name(const char *name)
{
    const size_t n = name_length(name);
    return n > 0 && n <= longest_name && !name[n];
}

// may a and b be added or compared? a zero goes with everything, a radian with a number
static bool go_together(const gud_quantity *a, const gud_quantity *b)
{
    return same_dimension(a, b) || is_zero(a) || is_zero(b) || (is_turn(a) && is_turn(b));
}

// the dimension of a sum: that of the one that has one
static void take_dimension(gud_quantity *to, const gud_quantity *a, const gud_quantity *b)
{
    const gud_quantity *from = is_pure(a) ? b : a;
    memcpy(to->power, from->power, sizeof to->power);
    to->bare = a->bare && b->bare;
}

static bool check_argument(const parser *p, const char *at, const struct function *f, const gud_quantity *x)
{
    const bool turn = f->kind == TURN_TO_NUMBER, number = f->kind == NUMBER_TO_TURN || f->kind == NUMBER_TO_NUMBER;
    if (turn && !is_turn(x)) return fail_at(p, at, "%s needs an angle, not %s", f->name, named_unit(x).text);
    if (number && !is_pure(x))
        return fail_at(p, at, "%s needs a number without unit, not %s", f->name, named_unit(x).text);
    return true;
}

static bool finite_result(const parser *p, const char *at, const char *what, const gud_quantity *q)
{
    return isfinite(q->value) || fail_at(p, at, "%s is not finite here", what);
}

static bool apply(const parser *p, const char *at, const struct function *f, const gud_quantity *x, int n,
                  gud_quantity *q)
{
    *q = x[0];
    if (f->one) q->value = f->one(x[0].value);
    for (int i = 1; i < n; i++) {
        if (!go_together(q, &x[i]))
            return fail_at(p, at, "%s compares %s with %s", f->name, named_unit(q).text, named_unit(&x[i]).text);
        const gud_quantity before = *q;
        take_dimension(q, &before, &x[i]);
        q->value = f->two(before.value, x[i].value);
    }
    if (f->kind == TURN_TO_NUMBER || f->kind == SIGN || f->kind == TURN_OF_TWO || f->kind == NUMBER_TO_TURN)
        memset(q->power, 0, sizeof q->power);
    if (f->kind == TURN_OF_TWO || f->kind == NUMBER_TO_TURN) {
        q->power[radian] = 1.0;
        q->bare = false;
    }
    for (int i = 0; f->kind == ROOT && i < GUD_NDIMENSION; i++) q->power[i] *= 0.5;
    return finite_result(p, at, f->name, q);
}

// ---- text to value

static bool sum(parser *p, gud_quantity *q);

static void skip_blanks(parser *p)
{
    p->c += strspn(p->c, " \t\n");
}

static bool descend(parser *p, const char *at)
{
    return ++p->nesting <= GUD_MAX_NESTING || fail_at(p, at, "nested too deeply (limit %d)", GUD_MAX_NESTING);
}

// a letter, or a character beyond ASCII such as the micro sign
static bool starts_unit(char c)
{
    return isalpha((unsigned char)c) || (unsigned char)c >= 0x80 || c == '%';
}

// length of "m3", "s^-2" or "m^1.5"
static size_t unit_word(const char *c)
{
    size_t n = 0;
    while (starts_unit(c[n]) || c[n] == '_') n++;
    n += strspn(c + n, "0123456789");
    if (c[n] != '^') return n;
    size_t k = n + 1 + (c[n + 1] == '-' || c[n + 1] == '+');
    const size_t digits = strspn(c + k, "0123456789");
    if (digits == 0) return n;
    k += digits;
    if (c[k] == '.' && isdigit((unsigned char)c[k + 1])) k += 1 + strspn(c + k + 1, "0123456789");
    return k;
}

// Is the word at `c` a unit, or a factor of one? One that is a parameter as well is refused: nobody could tell.
static bool unit_factor(const parser *p, const char *c, size_t n, bool *is_unit)
{
    char word[longest_name + 1];
    gud_measure m;
    *is_unit = false;
    if (n == 0 || n > longest_name || c[n] == '(') return true;
    (void)snprintf(word, sizeof word, "%.*s", (int)n, c);
    if (!gud_unit_measure(p->names->units, word, &m)) return true;
    *is_unit = true;
    if (!p->names->has(p->names->user, word)) return true;
    return fail_at(p, c, "'%s' is a unit and a parameter: write blanks around the operator, or rename the parameter",
                   word);
}

// the unit after a number: words joined by '.' and '/' without blanks
static bool read_unit(parser *p, double number, gud_quantity *q)
{
    const char *start = p->c, *c = start;
    bool is_unit;
    char unit[longest_name + 1];
    for (size_t n = unit_word(c);; n = unit_word(c + 1)) {
        const char *word = c == start ? c : c + 1;
        if (!unit_factor(p, word, n, &is_unit)) return false;
        if (!is_unit) break;
        c = word + n;
        if ((*c != '.' && *c != '/') || !starts_unit(c[1])) break;
    }
    if (c == start)
        return fail_at(p, start, "'%.*s' is not a unit; if it is a parameter, write '*' before it",
                       (int)unit_word(start), start);
    if (c - start > longest_name) return fail_at(p, start, "the unit is too long");
    (void)snprintf(unit, sizeof unit, "%.*s", (int)(c - start), start);
    if (!from_unit(p->names->units, unit, number, q)) return fail_at(p, start, "unknown unit '%s'", unit);
    p->c = c;
    return true;
}

static bool starts_word(const char *c, const char *word)
{
    const size_t n = strlen(word);
    return strncmp(c, word, n) == 0 && name_length(c) == n;
}

static bool number(parser *p, gud_quantity *q)
{
    double value;
    const char *rest;
    const gud_number_state state = gud_number_read(p->c, &value, &rest);
    if (state != GUD_NUMBER_GOOD)
        return fail_at(p, p->c, state == GUD_NUMBER_RANGE ? "the number is too large or too small" : "not a number");
    *q = (gud_quantity){.value = value, .bare = true};
    p->c = rest;
    if (!starts_unit(*p->c) || starts_word(p->c, "of")) return true;
    return read_unit(p, value, q);
}

static bool expect(parser *p, char c, const char *what)
{
    skip_blanks(p);
    if (*p->c != c) return fail_at(p, p->c, "'%c' is missing%s", c, what);
    p->c++;
    return true;
}

static bool call(parser *p, const char *at, const struct function *f, gud_quantity *q)
{
    gud_quantity x[most_arguments];
    int n = 0;
    p->c++; // the parenthesis
    do {
        if (n == most_arguments) return fail_at(p, p->c, "%s takes at most %d values", f->name, most_arguments);
        skip_blanks(p);
        const char *start = p->c;
        if (!sum(p, &x[n]) || !check_argument(p, start, f, &x[n])) return false;
        n++;
        skip_blanks(p);
    } while (*p->c == ',' && p->c++);
    if (!expect(p, ')', " after the values of a function")) return false;
    if (f->narg >= 0 && n != f->narg)
        return fail_at(p, at, "%s takes %d value%s, not %d", f->name, f->narg, f->narg == 1 ? "" : "s", n);
    return apply(p, at, f, x, n, q);
}

static bool unknown_name(const parser *p, const char *at, const char *name)
{
    gud_near near;
    gud_near_start(&near, name);
    p->names->suggest(p->names->user, &near);
    return fail_at(p, at, "there is no parameter '%s'%s", name, gud_near_hint(&near));
}

static bool name(parser *p, gud_quantity *q)
{
    const char *at = p->c;
    char word[longest_name + 1];
    const size_t n = name_length(at);
    if (n > longest_name) return fail_at(p, at, "a name is longer than %d characters", longest_name);
    (void)snprintf(word, sizeof word, "%.*s", (int)n, at);
    p->c += n;
    skip_blanks(p);
    const struct function *f = find_function(word);
    if (f && *p->c == '(') return call(p, at, f, q);
    if (f) return fail_at(p, at, "%s is a function: write %s(...)", word, word);
    if (*p->c == '(') return fail_at(p, at, "there is no function '%s'", word);
    if (strcmp(word, "pi") == 0) {
        *q = (gud_quantity){.value = pi, .bare = true};
        return true;
    }
    const gud_lookup found = p->names->find(p->names->user, word, p->nesting, q, p->error);
    p->error->offset = (size_t)(at - p->text);
    if (found == GUD_LOOKUP_ABSENT) return unknown_name(p, at, word);
    if (found == GUD_LOOKUP_SILENT) p->error->text[0] = '\0';
    return found == GUD_LOOKUP_FOUND;
}

static bool unexpected(const parser *p)
{
    if ((unsigned char)*p->c >= 0x80) return fail_at(p, p->c, "this character is not expected here");
    return fail_at(p, p->c, "'%c' is not expected here", *p->c);
}

static bool primary(parser *p, gud_quantity *q)
{
    skip_blanks(p);
    if (*p->c == '(') {
        p->c++;
        return sum(p, q) && expect(p, ')', "");
    }
    if (isdigit((unsigned char)*p->c) || *p->c == '.') return number(p, q);
    if (starts_name(*p->c) && !starts_word(p->c, "of")) return name(p, q);
    if (!*p->c || starts_word(p->c, "of")) return fail_at(p, p->c, "a value is missing");
    return unexpected(p);
}

static bool unary(parser *p, gud_quantity *q);

static bool raise_to(const parser *p, const char *at, const gud_quantity *exponent, gud_quantity *q)
{
    if (!is_pure(exponent)) return fail_at(p, at, "an exponent has no unit; this one is %s", named_unit(exponent).text);
    q->value = pow(q->value, exponent->value);
    for (int i = 0; i < GUD_NDIMENSION; i++) q->power[i] *= exponent->value;
    q->bare = q->bare && exponent->bare;
    return finite_result(p, at, "the power", q);
}

static bool power(parser *p, gud_quantity *q)
{
    gud_quantity exponent;
    if (!primary(p, q)) return false;
    skip_blanks(p);
    const char *at = p->c;
    const bool twin = at[0] == '*' && at[1] == '*';
    if (*at != '^' && !twin) return true;
    p->c += twin ? 2 : 1;
    return unary(p, &exponent) && raise_to(p, at, &exponent, q);
}

// a sign binds weaker than a power: -2^2 is -4
static bool unary(parser *p, gud_quantity *q)
{
    skip_blanks(p);
    const char sign = *p->c;
    if (!descend(p, p->c)) return false;
    const bool has_sign = sign == '-' || sign == '+';
    if (has_sign) p->c++;
    const bool good = has_sign ? unary(p, q) : power(p, q);
    if (good && sign == '-') q->value = -q->value;
    p->nesting--;
    return good;
}

static bool product(parser *p, gud_quantity *q)
{
    if (!unary(p, q)) return false;
    for (;;) {
        gud_quantity right;
        skip_blanks(p);
        const char *at = p->c;
        if (*at != '*' && *at != '/') return true;
        p->c++;
        if (!unary(p, &right)) return false;
        const double way = *at == '*' ? 1.0 : -1.0;
        q->value = *at == '*' ? q->value * right.value : q->value / right.value;
        for (int i = 0; i < GUD_NDIMENSION; i++) q->power[i] += way * right.power[i];
        q->bare = q->bare && right.bare;
        if (!finite_result(p, at, *at == '*' ? "the product" : "the quotient", q)) return false;
    }
}

static bool sum(parser *p, gud_quantity *q)
{
    if (!product(p, q)) return false;
    for (;;) {
        gud_quantity right;
        skip_blanks(p);
        const char *at = p->c;
        if (*at != '+' && *at != '-') return true;
        p->c++;
        if (!product(p, &right)) return false;
        if (!go_together(q, &right))
            return fail_at(p, at, "%s and %s cannot be %s", named_unit(q).text, named_unit(&right).text,
                           *at == '+' ? "added" : "subtracted");
        const gud_quantity left = *q;
        take_dimension(q, &left, &right);
        q->value = *at == '+' ? left.value + right.value : left.value - right.value;
        if (!finite_result(p, at, "the sum", q)) return false;
    }
}

bool gud_expression_eval(const char *text, const gud_expression_names *names, int nesting, gud_quantity *value,
                         const char **end, gud_expression_error *error)
{
    parser p = {names, error, text, text, nesting};
    *error = (gud_expression_error){0};
    if (strlen(text) > GUD_MAX_EXPRESSION)
        return fail_at(&p, text, "the expression is longer than %d bytes", GUD_MAX_EXPRESSION);
    if (!sum(&p, value)) return false;
    skip_blanks(&p);
    *end = p.c;
    if (!*p.c || starts_word(p.c, "of")) return true;
    if (starts_name(*p.c) || isdigit((unsigned char)*p.c) || *p.c == '(')
        return fail_at(&p, p.c, "an operator is missing before this");
    return unexpected(&p);
}
