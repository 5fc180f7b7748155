// Parameters of contact and friction laws, from the descriptions in their rows: defaults and checks for callers that
// fill the structs themselves.

#include "contact/row.h"

#include <stdio.h>
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
        if (f->type == GUD_NAMES) memset(place, 0, (size_t)f->count * sizeof(char *));
    }
}

static size_t field_size(const gud_field *f)
{
    switch (f->type) {
    case GUD_NUMBER:
        return sizeof(double);
    case GUD_VECTOR:
        return (size_t)f->count * sizeof(double);
    case GUD_NAMES:
        return (size_t)f->count * sizeof(char *);
    default: // integers and choices
        return sizeof(int);
    }
}

void gud_params_copy(const gud_row *row, const void *from, void *to)
{
    for (int i = 0; i < row->nfield; i++) {
        const gud_field *f = &row->fields[i];
        memcpy((char *)to + f->offset, (const char *)from + f->offset, field_size(f));
    }
}

// ---- ranges

static gud_status check_number(const gud_row *row, const gud_field *f, double value, gud_error *error)
{
    if (isnan(value) && gud_is_optional(f->fallback)) return GUD_OK;
    if (isnan(value)) return gud_fail(error, GUD_ERR_INPUT, "%s: %s is missing: %s", row->name, f->key, f->about);
    const bool low = f->flags & GUD_OPEN_LOW ? value > f->low : value >= f->low;
    const bool high = f->flags & GUD_OPEN_HIGH ? value < f->high : value <= f->high;
    if (low && high) return GUD_OK;
    return gud_fail(error, GUD_ERR_INPUT, "%s: %s = %g is outside %c%g, %g%c", row->name, f->key, value,
                    f->flags & GUD_OPEN_LOW ? '(' : '[', f->low, f->high, f->flags & GUD_OPEN_HIGH ? ')' : ']');
}

static gud_status check_choice(const gud_row *row, const gud_field *f, int value, gud_error *error)
{
    int n = 0;
    while (f->choices[n]) n++;
    if (value >= 0 && value < n) return GUD_OK;
    return gud_fail(error, GUD_ERR_INPUT, "%s: %s has no choice number %d", row->name, f->key, value);
}

static gud_status check_field(const gud_row *row, const gud_field *f, const void *params, gud_error *error)
{
    const void *place = (const char *)params + f->offset;
    const double *numbers = place;
    const int count = f->type == GUD_NUMBER ? 1 : f->type == GUD_VECTOR ? f->count : 0;
    for (int i = 0; i < count; i++) GUD_TRY(check_number(row, f, numbers[i], error));
    if (f->type == GUD_INTEGER) GUD_TRY(check_number(row, f, *(const int *)place, error));
    if (f->type == GUD_CHOICE) GUD_TRY(check_choice(row, f, *(const int *)place, error));
    return GUD_OK;
}

// ---- rules

static bool is_given(const gud_row *row, const void *params, const char *key)
{
    const gud_field *f = row->fields;
    while (key && strcmp(f->key, key) != 0) f++;
    const void *place = (const char *)params + f->offset;
    return f->type == GUD_NAMES ? *(const char *const *)place != NULL : !isnan(*(const double *)place);
}

static const char *rule_broken(gud_rule_kind kind, int ngiven, int nkey, bool first)
{
    switch (kind) {
    case GUD_ONE_OF:
        return ngiven == 1 ? NULL : "give exactly one of";
    case GUD_AT_MOST_ONE_OF:
        return ngiven <= 1 ? NULL : "give at most one of";
    case GUD_AT_LEAST_ONE_OF:
        return ngiven >= 1 ? NULL : "give at least one of";
    case GUD_ALL_OR_NONE:
        return ngiven == 0 || ngiven == nkey ? NULL : "give all or none of";
    case GUD_NEEDS:
        return !first || ngiven == nkey ? NULL : "needs also";
    }
    return NULL;
}

static gud_status check_rule(const gud_row *row, const gud_rule *rule, const void *params, gud_error *error)
{
    char keys[128] = "";
    const char *comma = "";
    const bool needs = rule->kind == GUD_NEEDS;
    int nkey = 0, ngiven = 0;
    size_t used = 0;
    for (; nkey < GUD_COUNT(rule->keys) && rule->keys[nkey]; nkey++) {
        ngiven += is_given(row, params, rule->keys[nkey]);
        if ((needs && nkey == 0) || used >= sizeof keys) continue;
        used += (size_t)snprintf(keys + used, sizeof keys - used, "%s%s", comma, rule->keys[nkey]);
        comma = ", ";
    }
    const char *broken = rule_broken(rule->kind, ngiven, nkey, is_given(row, params, rule->keys[0]));
    if (!broken) return GUD_OK;
    return gud_fail(error, GUD_ERR_INPUT, "%s: %s%s%s %s", row->name, needs ? rule->keys[0] : "", needs ? " " : "",
                    broken, keys);
}

gud_status gud_params_check(const gud_row *row, const void *params, gud_error *error)
{
    for (int i = 0; i < row->nfield; i++) GUD_TRY(check_field(row, &row->fields[i], params, error));
    for (int i = 0; i < row->nrule; i++) GUD_TRY(check_rule(row, &row->rules[i], params, error));
    return GUD_OK;
}
