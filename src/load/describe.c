#include "load/describe.h"

#include <stdio.h>
#include <string.h>

static void type_words(const gud_field *f, char *text, size_t room)
{
    static const char *const words[] = {
        [GUD_NUMBER] = "number",    [GUD_INTEGER] = "whole number",
        [GUD_SWITCH] = "yes or no", [GUD_TEXT] = "text",
        [GUD_NAME] = "name",        [GUD_FILE] = "file",
        [GUD_NUMBERS] = "list",     [GUD_EXTENT] = "number",
        [GUD_NAME_LIST] = "names",  [GUD_GROUP] = "map",
        [GUD_TABLE] = "map",        [GUD_VECTOR] = "",
        [GUD_CHOICE] = "",          [GUD_NAMES] = "",
    };
    (void)snprintf(text, room, "%s", words[f->type]);
    if (f->type == GUD_VECTOR) (void)snprintf(text, room, "list of up to %d", f->count);
    if (f->type == GUD_NAMES) (void)snprintf(text, room, "list of %d names", f->count);
    size_t used = 0;
    for (int i = 0; f->type == GUD_CHOICE && f->choices[i] && used < room; i++)
        used += (size_t)snprintf(text + used, room - used, "%s%s", i > 0 ? ", " : "", f->choices[i]);
}

static bool has_number(const gud_field *f)
{
    return f->type == GUD_NUMBER || f->type == GUD_VECTOR || f->type == GUD_INTEGER || f->type == GUD_EXTENT;
}

// six digits are enough for a reader; 1e9, not 1e+09 or 1000000000
static void number_words(double value, char text[32])
{
    (void)snprintf(text, 32, "%.6g", value == 0.0 ? 0.0 : value);
    char *e = strchr(text, 'e');
    if (!e || !isfinite(value)) return;
    char *digits = e + 2 + strspn(e + 2, "0"), *to = e + (e[1] == '-' ? 2 : 1);
    memmove(to, digits, strlen(digits) + 1);
}

static void fallback_words(const gud_field *f, char *text, size_t room)
{
    char number[32];
    if (gud_is_required(f->fallback))
        (void)snprintf(text, room, "required");
    else if (f->type == GUD_CHOICE && !gud_is_optional(f->fallback))
        (void)snprintf(text, room, "%s", f->choices[(int)f->fallback]);
    else if (f->type == GUD_SWITCH && !gud_is_optional(f->fallback))
        (void)snprintf(text, room, "%s", f->fallback != 0.0 ? "yes" : "no");
    else if (has_number(f) && !gud_is_optional(f->fallback)) {
        number_words(f->fallback, number);
        (void)snprintf(text, room, "%s", number);
    } else
        (void)snprintf(text, room, "optional");
}

static void range_words(const gud_field *f, char *text, size_t room)
{
    char low[32], high[32];
    number_words(f->low, low);
    number_words(f->high, high);
    const bool open_low = f->flags & GUD_OPEN_LOW, open_high = f->flags & GUD_OPEN_HIGH;
    text[0] = '\0';
    if (f->low == f->high || (isinf(f->low) && isinf(f->high))) return;
    if (isinf(f->high))
        (void)snprintf(text, room, "%s %s", open_low ? ">" : ">=", low);
    else if (isinf(f->low))
        (void)snprintf(text, room, "%s %s", open_high ? "<" : "<=", high);
    else
        (void)snprintf(text, room, "%s%s, %s%s", open_low ? "(" : "[", low, high, open_high ? ")" : "]");
}

gud_field_words gud_field_describe(const gud_field *field)
{
    gud_field_words words;
    type_words(field, words.type, sizeof words.type);
    fallback_words(field, words.fallback, sizeof words.fallback);
    range_words(field, words.range, sizeof words.range);
    const bool pure = !field->unit || strcmp(field->unit, "1") == 0;
    const bool any = !pure && strcmp(field->unit, "*") == 0;
    (void)snprintf(words.unit, sizeof words.unit, "%s", pure ? "" : any ? "any" : field->unit);
    return words;
}

// ---- rules

static int count_keys(const gud_rule *rule)
{
    int n = 0;
    while (n < GUD_COUNT(rule->keys) && rule->keys[n]) n++;
    return n;
}

// "a", "a and b", "a, b and c"
static void add_keys(gud_buffer *out, const char *const *keys, int n, const char *quote)
{
    for (int i = 0; i < n; i++)
        gud_buffer_print(out, "%s%s%s%s", i == 0 ? "" : i + 1 < n ? ", " : " and ", quote, keys[i], quote);
}

static bool needs_the_same(const gud_rule *a, const gud_rule *b)
{
    bool same = a->kind == GUD_NEEDS && b->kind == GUD_NEEDS && count_keys(a) == count_keys(b);
    for (int i = 1; same && i < count_keys(a); i++) same = strcmp(a->keys[i], b->keys[i]) == 0;
    return same;
}

// "a and b require c.": all keys with the needs of the first rule; the number of rules said
static int add_needs(gud_buffer *out, const gud_rule *rules, int nrule, const char *quote)
{
    enum { most = 16 };
    const char *subjects[most];
    int n = 0;
    while (n < nrule && n < most && needs_the_same(&rules[0], &rules[n])) {
        subjects[n] = rules[n].keys[0];
        n++;
    }
    add_keys(out, subjects, n, quote);
    gud_buffer_add(out, n > 1 ? " require " : " requires ");
    add_keys(out, rules[0].keys + 1, count_keys(&rules[0]) - 1, quote);
    return n;
}

void gud_rules_describe(gud_buffer *out, const gud_row *row, const char *before, const char *quote)
{
    static const char *const words[] = {
        [GUD_ONE_OF] = "Give exactly one of ",
        [GUD_AT_MOST_ONE_OF] = "Give at most one of ",
        [GUD_AT_LEAST_ONE_OF] = "Give at least one of ",
        [GUD_ALL_OR_NONE] = "Give all or none of ",
        [GUD_NEEDS] = "",
    };
    for (int i = 0; i < row->nrule;) {
        const gud_rule *rule = &row->rules[i];
        gud_buffer_print(out, "%s%s", before, words[rule->kind]);
        if (rule->kind == GUD_NEEDS) {
            i += add_needs(out, rule, row->nrule - i, quote);
        } else {
            add_keys(out, rule->keys, count_keys(rule), quote);
            i++;
        }
        gud_buffer_add(out, ".\n");
    }
}
