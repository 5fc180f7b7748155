#include "cli/verb.h"

#include <stddef.h>

const gud_option gud_common_options[] = {
    {.name = "json", .about = "print the result as JSON, numbers in SI units, and nothing else"},
    {.name = "quiet", .letter = 'q', .about = "no progress and no remarks on standard error, errors only"},
    {.name = "help", .letter = 'h', .about = "explain this command, with examples"},
};

const int gud_common_option_count = GUD_COUNT(gud_common_options);

const gud_option *gud_verb_option(const gud_verb *verb, int k)
{
    if (k < verb->noption) return &verb->options[k];
    k -= verb->noption;
    return k < gud_common_option_count ? &gud_common_options[k] : NULL;
}
