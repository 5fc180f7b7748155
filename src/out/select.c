#include "out/select.h"

#include "base/alloc.h"

#include <string.h>

enum { name_size = 1024 };

bool gud_glob_match(const char *pattern, const char *text)
{
    const char *star = NULL, *retry = NULL;
    while (*text != '\0') {
        if (*pattern == '*') {
            star = pattern++;
            retry = text;
        } else if (*pattern == '?' || *pattern == *text) {
            pattern++;
            text++;
        } else if (star) { // the star takes one character more
            pattern = star + 1;
            text = ++retry;
        } else {
            return false;
        }
    }
    while (*pattern == '*') pattern++;
    return *pattern == '\0';
}

static bool matches(const gud_result *result, gud_pick pick, const char *pattern)
{
    char name[name_size];
    gud_result_name(result, pick, name, sizeof name);
    return gud_glob_match(pattern, name) || gud_glob_match(pattern, gud_result_channel(result, pick.channel)->path);
}

static bool matches_any(const gud_result *result, gud_pick pick, const char *const *patterns, int npattern)
{
    for (int i = 0; i < npattern; i++)
        if (matches(result, pick, patterns[i])) return true;
    return npattern == 0;
}

// fills `picks` (unless NULL) and returns how many there are
static int collect(const gud_result *result, const char *const *patterns, int npattern, gud_pick *picks)
{
    int n = 0;
    for (int i = 1; i < gud_result_nchannel(result); i++) {
        const gud_channel *c = gud_result_channel(result, i);
        for (int k = 0; c->kind == GUD_CHANNEL_SERIES && k < c->width; k++) {
            const gud_pick pick = {i, k};
            if (!matches_any(result, pick, patterns, npattern)) continue;
            if (picks) picks[n] = pick;
            n++;
        }
    }
    return n;
}

gud_status gud_selection_find(const gud_result *result, const char *const *patterns, int npattern, gud_error *error,
                              gud_selection *out)
{
    *out = (gud_selection){0};
    for (int i = 0; i < npattern; i++) {
        gud_pick ignored;
        if (collect(result, &patterns[i], 1, NULL) > 0) continue;
        if (strpbrk(patterns[i], "*?"))
            return gud_fail(error, GUD_ERR_INPUT,
                            "no channel matches '%.150s'; 'gudgeon summary %.100s \"*\"' lists them all", patterns[i],
                            gud_result_path(result));
        const gud_status st = gud_result_pick(result, patterns[i], error, &ignored);
        return st < 0 ? st : gud_fail(error, GUD_ERR_INPUT, "'%s' is not a series of its own", patterns[i]);
    }
    const int n = collect(result, patterns, npattern, NULL);
    gud_pick *picks = gud_alloc((size_t)n, sizeof *picks);
    if (!picks) return gud_fail(error, GUD_ERR_MEMORY, "not enough memory to choose channels");
    *out = (gud_selection){picks, collect(result, patterns, npattern, picks)};
    return GUD_OK;
}
