#include "sweep/kind.h"

#include "load/source.h"
#include "model/sections.h"

#include <string.h>

static int count_known(const gud_section *const *sections, const gud_node *root)
{
    int n = 0;
    for (const gud_node *child = root->first; child; child = child->next)
        for (int i = 0; sections[i]; i++) n += strcmp(sections[i]->key, child->key) == 0;
    return n;
}

static const gud_component *likely_component(const gud_node *root)
{
    const gud_component *best = NULL;
    int most = count_known(gud_sections, root);
    for (int i = 0; gud_components[i]; i++) {
        const int known = count_known(gud_components[i]->sections, root);
        if (known > most) best = gud_components[i], most = known;
    }
    return best;
}

gud_status gud_study_component(const char *path, const gud_component **component)
{
    gud_arena arena;
    gud_diag ignored;
    gud_node *root = NULL;
    gud_arena_init(&arena);
    gud_diag_init(&ignored);
    gud_tree tree = {.arena = &arena};
    const gud_status st = gud_source_load(&tree, path, &ignored, &root);
    *component = st == GUD_OK && root && root->kind == GUD_NODE_MAP ? likely_component(root) : NULL;
    const bool lost = st == GUD_ERR_MEMORY || ignored.failed || arena.failed;
    gud_diag_free(&ignored);
    gud_arena_free(&arena);
    return lost ? GUD_ERR_MEMORY : GUD_OK;
}
