#include "verify/verify.h"

#include <math.h>
#include <stddef.h>

#define GUD_VERIFY_GROUP(id) &gud_verify_##id,
const gud_verify_group *const gud_verify_groups[] = {
#include "verify/groups.def"
    NULL};
#undef GUD_VERIFY_GROUP

const char *const gud_verify_kinds[] = {"relative", "absolute", "at most", NULL};

static bool meets_expected(const gud_verify_case *c, double got)
{
    const double off = got - c->expected;
    switch (c->kind) {
    case GUD_VERIFY_RELATIVE:
        return fabs(off) <= c->tolerance * fabs(c->expected);
    case GUD_VERIFY_ABSOLUTE:
        return fabs(off) <= c->tolerance;
    case GUD_VERIFY_AT_MOST:
        return off <= 0.0;
    }
    return false;
}

void gud_verify_run(const gud_verify_case *given, gud_verify_result *result)
{
    *result = (gud_verify_result){.got = (double)NAN, .error = {""}};
    double got = (double)NAN;
    const gud_status status = given->compute(given, &result->error, &got);
    if (status == GUD_ERR_MEMORY) gud_error_write(&result->error, "out of memory");
    if (status != GUD_OK) return;
    result->error.text[0] = '\0';
    result->got = got;
    result->pass = meets_expected(given, got); // false for a NAN
}
