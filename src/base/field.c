#include "base/field.h"

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
