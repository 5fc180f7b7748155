#include "cli/verb.h"

#include <stddef.h>
#include <string.h>

#define GUD_VERB(name) extern const gud_verb gud_verb_##name;
#include "cli/verbs.def"
#undef GUD_VERB

#define GUD_VERB(name) &gud_verb_##name,
static const gud_verb *const verbs[] = {
#include "cli/verbs.def"
    NULL,
};
#undef GUD_VERB

const gud_verb *const *gud_verbs(void)
{
    return verbs;
}

const gud_verb *gud_verb_find(const char *name)
{
    for (int i = 0; verbs[i]; i++) {
        if (strcmp(verbs[i]->name, name) == 0) return verbs[i];
    }
    return NULL;
}
