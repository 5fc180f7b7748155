#include "base/field.h"

#include <stdio.h>
#include <string.h>

static bool same_bits(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

bool gud_is_required(double fallback)
{
    return same_bits(fallback, GUD_REQUIRED);
}

bool gud_is_optional(double fallback)
{
    return same_bits(fallback, GUD_OPTIONAL);
}

size_t gud_field_size(const gud_field *field)
{
    switch (field->type) {
    case GUD_NUMBER:
        return sizeof(double);
    case GUD_VECTOR:
        return (size_t)field->count * sizeof(double);
    case GUD_INTEGER:
    case GUD_CHOICE:
        return sizeof(int);
    case GUD_SWITCH:
        return sizeof(bool);
    case GUD_NUMBERS:
    case GUD_NAME_LIST:
        return sizeof(gud_numbers);
    case GUD_EXTENT:
        return sizeof(gud_extent);
    case GUD_TABLE:
        return sizeof(gud_choice);
    case GUD_NAMES:
        return (size_t)field->count * sizeof(char *);
    default:
        return sizeof(char *);
    }
}

bool gud_field_allows(const gud_field *field, double value)
{
    if (field->low == field->high) return true;
    const bool low = field->flags & GUD_OPEN_LOW ? value > field->low : value >= field->low;
    const bool high = field->flags & GUD_OPEN_HIGH ? value < field->high : value <= field->high;
    return low && high;
}

const gud_field *gud_row_find(const gud_row *row, const char *key)
{
    for (int i = 0; row && i < row->nfield; i++)
        if (strcmp(row->fields[i].key, key) == 0) return &row->fields[i];
    return NULL;
}

static const char *rule_broken(gud_rule_kind kind, int ngiven, int nkey, bool first)
{
    switch (kind) {
    case GUD_ONE_OF:
        return ngiven == 1 ? NULL : "needs exactly one of";
    case GUD_AT_MOST_ONE_OF:
        return ngiven <= 1 ? NULL : "takes only one of";
    case GUD_AT_LEAST_ONE_OF:
        return ngiven >= 1 ? NULL : "needs at least one of";
    case GUD_ALL_OR_NONE:
        return ngiven == 0 || ngiven == nkey ? NULL : "needs all or none of";
    case GUD_NEEDS:
        return !first || ngiven == nkey ? NULL : "needs also";
    }
    return NULL;
}

gud_rule_words gud_rule_check(const gud_rule *rule, unsigned given)
{
    gud_rule_words words = {""};
    int nkey = 0, ngiven = 0;
    for (; nkey < GUD_COUNT(rule->keys) && rule->keys[nkey]; nkey++) ngiven += (given >> nkey & 1U) != 0;
    const char *broken = rule_broken(rule->kind, ngiven, nkey, (given & 1U) != 0);
    if (!broken) return words;

    // "clearance needs also: radius, width"
    const int first = rule->kind == GUD_NEEDS;
    size_t used = (size_t)snprintf(words.text, sizeof words.text, "%s%s%s:", first ? rule->keys[0] : "",
                                   first ? " " : "", broken);
    for (int k = first; k < nkey && used < sizeof words.text; k++)
        used +=
            (size_t)snprintf(words.text + used, sizeof words.text - used, "%s %s", k > first ? "," : "", rule->keys[k]);
    return words;
}
