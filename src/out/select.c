#include "out/select.h"

#include "base/alloc.h"

#include <string.h>

enum { name_size = 1024 };

// Series components one after the other, without the time: advances `pick`, which begins as {0, 0}; false: no more.
static bool next_component(const gud_result *result, gud_pick *pick)
{
    const int n = gud_result_nchannel(result);
    if (pick->channel > 0 && ++pick->component < gud_result_channel(result, pick->channel)->width) return true;
    do {
        *pick = (gud_pick){pick->channel + 1, 0};
    } while (pick->channel < n && gud_result_channel(result, pick->channel)->kind != GUD_CHANNEL_SERIES);
    return pick->channel < n;
}

// Does any of the patterns match? All that do are marked in `used`, unless that is NULL.
static bool matches(const gud_result *result, gud_pick pick, const char *const *patterns, int npattern, bool *used)
{
    char name[name_size];
    const char *path = gud_result_channel(result, pick.channel)->path;
    bool any = npattern == 0;
    gud_result_name(result, pick, name, sizeof name);
    for (int i = 0; i < npattern; i++) {
        if (!gud_glob_match(patterns[i], name) && !gud_glob_match(patterns[i], path)) continue;
        any = true;
        if (used) used[i] = true;
    }
    return any;
}

bool gud_result_matches(const gud_result *result, const char *pattern)
{
    gud_pick pick = {0, 0};
    while (next_component(result, &pick))
        if (matches(result, pick, &pattern, 1, NULL)) return true;
    return false;
}

static gud_status fail_unmatched(const gud_result *result, const char *pattern, gud_error *error)
{
    gud_pick ignored;
    if (strpbrk(pattern, "*?"))
        return gud_fail(error, GUD_ERR_INPUT,
                        "no channel matches '%.150s'; 'gudgeon summary %.100s \"*\"' lists them all", pattern,
                        gud_result_path(result));
    const gud_status st = gud_result_pick(result, pattern, error, &ignored);
    return st < 0 ? st : gud_fail(error, GUD_ERR_INPUT, "'%s' is not a series of its own", pattern);
}

static int count_components(const gud_result *result)
{
    int n = 0;
    for (gud_pick pick = {0, 0}; next_component(result, &pick);) n++;
    return n;
}

static gud_status select_components(const gud_result *result, const char *const *patterns, int npattern, bool *used,
                                    gud_error *error, gud_selection *out)
{
    for (gud_pick pick = {0, 0}; next_component(result, &pick);)
        if (matches(result, pick, patterns, npattern, used)) out->picks[out->count++] = pick;
    for (int i = 0; i < npattern; i++)
        if (!used[i]) return fail_unmatched(result, patterns[i], error);
    return GUD_OK;
}

gud_status gud_selection_find(const gud_result *result, const char *const *patterns, int npattern, gud_error *error,
                              gud_selection *out)
{
    *out = (gud_selection){.picks = gud_alloc((size_t)count_components(result), sizeof *out->picks)};
    bool *used = gud_alloc((size_t)npattern, sizeof *used);
    const gud_status st = out->picks && used ? select_components(result, patterns, npattern, used, error, out)
                                             : gud_fail(error, GUD_ERR_MEMORY, "not enough memory to choose channels");
    gud_free(used);
    if (st == GUD_OK) return GUD_OK;
    gud_free(out->picks);
    *out = (gud_selection){0};
    return st;
}
