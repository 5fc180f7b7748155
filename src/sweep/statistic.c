#include "sweep/statistic.h"

#include "out/plot.h"
#include "out/words.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *word, *head;
} names[] = {
    [GUD_TAKE_USUAL] = {NULL, ""},           [GUD_TAKE_MEAN] = {"mean", "mean "},
    [GUD_TAKE_MIN] = {"min", "smallest "},   [GUD_TAKE_MAX] = {"max", "largest "},
    [GUD_TAKE_STD] = {"std", "scatter of "},
};

static bool contains_any(const char *text, const char *const *words)
{
    for (int i = 0; words[i]; i++)
        if (strstr(text, words[i])) return true;
    return false;
}

gud_statistic gud_statistic_usual(const char *quantity)
{
    static const char *const least[] = {"_min", "gap", NULL};
    static const char *const means[] = {"loss", "flow", "power", "torque", "friction", NULL};
    if (contains_any(quantity, least)) return GUD_TAKE_MIN;
    return contains_any(quantity, means) ? GUD_TAKE_MEAN : GUD_TAKE_MAX;
}

double gud_statistic_value(const gud_statistics *s, gud_statistic which)
{
    return which == GUD_TAKE_MIN ? s->min : which == GUD_TAKE_MAX ? s->max : which == GUD_TAKE_STD ? s->std : s->mean;
}

const char *gud_statistic_read(const char *text, gud_statistic *which)
{
    static const char of[] = " of ";
    *which = GUD_TAKE_USUAL;
    for (int i = GUD_TAKE_MEAN; i < GUD_COUNT(names); i++) {
        const size_t n = strlen(names[i].word);
        if (strncmp(text, names[i].word, n) != 0 || strncmp(text + n, of, sizeof of - 1) != 0) continue;
        *which = (gud_statistic)i;
        return text + n + sizeof of - 1;
    }
    return text;
}

const char *gud_quantity_of(const char *channel)
{
    const char *slash = strrchr(channel, '/');
    return slash ? slash + 1 : channel;
}

void gud_statistic_label(const char *quantity, gud_statistic which, bool spread, char *label, int size)
{
    char words[GUD_LABEL_SIZE];
    // of what is called smallest or largest already nothing is said
    const bool said = !spread || strstr(quantity, which == GUD_TAKE_MIN ? "_min" : "_max") != NULL;
    gud_words_of(quantity, words, sizeof words);
    (void)snprintf(label, (size_t)size, "%s%.120s", said ? "" : names[which].head, words);
    label[0] = (char)toupper((unsigned char)label[0]);
}
