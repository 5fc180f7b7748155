#include "base/params.h"

#include <string.h>

void gud_params_default(const gud_row *row, void *params)
{
    for (int i = 0; i < row->nfield; i++) {
        const gud_field *f = &row->fields[i];
        char *place = (char *)params + f->offset;
        double *number = (double *)(void *)place;
        if (f->type == GUD_NUMBER) *number = f->fallback; // absent is NAN
        if (f->type == GUD_VECTOR)
            for (int k = 0; k < f->count; k++) number[k] = f->fallback;
        if (f->type == GUD_INTEGER || f->type == GUD_CHOICE) *(int *)(void *)place = (int)f->fallback;
        if (f->type == GUD_NAMES || f->type == GUD_FILE) memset(place, 0, gud_field_size(f));
    }
}

void gud_params_copy(const gud_row *row, const void *from, void *to)
{
    for (int i = 0; i < row->nfield; i++) {
        const gud_field *f = &row->fields[i];
        memcpy((char *)to + f->offset, (const char *)from + f->offset, gud_field_size(f));
    }
}

// what messages begin with
static const char *subject(const char *name)
{
    return name ? name : "";
}

static const char *colon(const char *name)
{
    return name ? ": " : "";
}

// ---- ranges

static gud_status check_number(const char *name, const gud_field *f, double value, gud_error *error)
{
    if (isnan(value) && gud_is_optional(f->fallback)) return GUD_OK;
    if (isnan(value))
        return gud_fail(error, GUD_ERR_INPUT, "%s%s%s is missing%s%s", subject(name), colon(name), f->key,
                        strcmp(f->about, f->key) == 0 ? "" : ": ", strcmp(f->about, f->key) == 0 ? "" : f->about);
    if (gud_field_allows(f, value)) return GUD_OK;
    return gud_fail(error, GUD_ERR_INPUT, "%s%s%s = %g is outside %c%g, %g%c", subject(name), colon(name), f->key,
                    value, f->flags & GUD_OPEN_LOW ? '(' : '[', f->low, f->high, f->flags & GUD_OPEN_HIGH ? ')' : ']');
}

static gud_status check_choice(const char *name, const gud_field *f, int value, gud_error *error)
{
    int n = 0;
    while (f->choices[n]) n++;
    if (value >= 0 && value < n) return GUD_OK;
    return gud_fail(error, GUD_ERR_INPUT, "%s%s%s has no choice number %d", subject(name), colon(name), f->key, value);
}

static gud_status check_field(const char *name, const gud_field *f, const void *params, gud_error *error)
{
    const void *place = (const char *)params + f->offset;
    const double *numbers = place;
    const int count = f->type == GUD_NUMBER ? 1 : f->type == GUD_VECTOR ? f->count : 0;
    for (int i = 0; i < count; i++) GUD_TRY(check_number(name, f, numbers[i], error));
    if (f->type == GUD_INTEGER) GUD_TRY(check_number(name, f, *(const int *)place, error));
    if (f->type == GUD_CHOICE) GUD_TRY(check_choice(name, f, *(const int *)place, error));
    return GUD_OK;
}

// ---- rules

static bool is_given(const gud_row *row, const void *params, const char *key)
{
    const gud_field *f = gud_row_find(row, key);
    const void *place = (const char *)params + f->offset;
    const bool number = f->type == GUD_NUMBER || f->type == GUD_VECTOR;
    return number ? !isnan(*(const double *)place) : *(const char *const *)place != NULL;
}

static gud_status check_rule(const char *name, const gud_row *row, const gud_rule *rule, const void *params,
                             gud_error *error)
{
    unsigned given = 0;
    for (int k = 0; k < GUD_COUNT(rule->keys) && rule->keys[k]; k++)
        if (is_given(row, params, rule->keys[k])) given |= 1U << k;
    const gud_rule_words words = gud_rule_check(rule, given);
    return words.text[0] ? gud_fail(error, GUD_ERR_INPUT, "%s%s%s", subject(name), colon(name), words.text) : GUD_OK;
}

gud_status gud_params_check(const char *name, const gud_row *row, const void *params, gud_error *error)
{
    for (int i = 0; i < row->nfield; i++) GUD_TRY(check_field(name, &row->fields[i], params, error));
    for (int i = 0; i < row->nrule; i++) GUD_TRY(check_rule(name, row, &row->rules[i], params, error));
    return GUD_OK;
}
