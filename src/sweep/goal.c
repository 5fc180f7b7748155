#include "sweep/goal.h"

#include "base/arena.h"
#include "load/near.h"
#include "sweep/axis.h"

#include <stdlib.h>
#include <string.h>

static bool is_text(const gud_node *node)
{
    return node && node->kind == GUD_NODE_SCALAR && node->text[0];
}

static gud_status read_target(const gud_node *node, gud_arena *arena, gud_target *t)
{
    t->place = node->place;
    t->channel = gud_arena_text(arena, gud_statistic_read(node->text, &t->statistic));
    return t->channel ? GUD_OK : GUD_ERR_MEMORY;
}

// ---- limits

static gud_status fail_limit(gud_diag *diag, const gud_node *at, const gud_node *limit)
{
    gud_diag_add(diag, at ? at->place : gud_node_head(limit),
                 "limit '%s' has 'channel', and 'below' or 'above' with a number such as '1 um'", limit->key);
    return GUD_ERR_INPUT;
}

static gud_status read_limit(const gud_node *node, gud_arena *arena, const gud_units *units, gud_diag *diag,
                             gud_limit *l)
{
    if (node->kind != GUD_NODE_MAP) return fail_limit(diag, node, node);
    const gud_node *channel = gud_node_find(node, "channel"), *below = gud_node_find(node, "below");
    const gud_node *above = gud_node_find(node, "above"), *bound = below ? below : above;
    const char *unit = NULL;
    for (const gud_node *child = node->first; child; child = child->next)
        if (child != channel && child != below && child != above) return fail_limit(diag, child, node);
    if (!is_text(channel)) return fail_limit(diag, channel, node);
    if (!bound || (below && above) || !gud_axis_number(bound, units, &unit, &l->value))
        return fail_limit(diag, bound, node);
    l->above = above != NULL;
    if (!gud_unit_measure(units, unit[0] ? unit : "1", &l->measure)) return fail_limit(diag, bound, node);
    l->value = gud_measure_to_si(&l->measure, l->value);
    l->name = gud_arena_text(arena, node->key);
    l->text = gud_arena_text(arena, bound->text);
    GUD_TRY(read_target(channel, arena, &l->target));
    return l->name && l->text ? GUD_OK : GUD_ERR_MEMORY;
}

gud_status gud_limits_read(const gud_node *limits, gud_arena *arena, const gud_units *units, gud_diag *diag,
                           gud_limit **list, int *count)
{
    *count = 0;
    if (limits->kind != GUD_NODE_MAP || limits->count == 0 || limits->count > GUD_STUDY_LIMITS) {
        gud_diag_add(diag, limits->place, "limits is a map of 1 to %d named limits", GUD_STUDY_LIMITS);
        return GUD_ERR_INPUT;
    }
    *list = GUD_TAKE(arena, gud_limit, limits->count);
    if (!*list) return GUD_ERR_MEMORY;
    for (const gud_node *node = limits->first; node; node = node->next)
        GUD_TRY(read_limit(node, arena, units, diag, &(*list)[(*count)++]));
    return GUD_OK;
}

// ---- goals

// a text, or a list of them
static gud_status read_some(const gud_node *node, bool most, gud_arena *arena, gud_diag *diag, gud_goals *g)
{
    const bool list = node && node->kind == GUD_NODE_LIST;
    for (const gud_node *item = list ? node->first : node; item; item = list ? item->next : NULL) {
        if (!is_text(item) || g->count == GUD_STUDY_GOALS) {
            gud_diag_add(diag, item->place, "minimise and maximise are names of channels, at most two in total");
            return GUD_ERR_INPUT;
        }
        g->list[g->count].most = most;
        GUD_TRY(read_target(item, arena, &g->list[g->count++].target));
    }
    return GUD_OK;
}

static gud_status read_number(const gud_node *section, const char *key, double least, double most, gud_diag *diag,
                              double *value)
{
    const gud_node *node = gud_node_find(section, key);
    char *end = NULL;
    if (!node) return GUD_OK;
    const double given = is_text(node) ? strtod(node->text, &end) : 0.0;
    if (end && !*end && given >= least && given <= most) {
        *value = given;
        return GUD_OK;
    }
    gud_diag_add(diag, node->place, "%s: %s is a number from %g to %g", section->key, key, least, most);
    return GUD_ERR_INPUT;
}

static gud_status check_keys(const gud_node *section, bool front, gud_diag *diag)
{
    static const char *const keys[] = {"minimise", "maximise", "runs", "tolerance", "points"};
    for (const gud_node *child = section->first; child; child = child->next) {
        bool known = false;
        gud_near near;
        gud_near_start(&near, child->key);
        for (int i = 0; i < GUD_COUNT(keys) - !front; i++) {
            known = known || strcmp(keys[i], child->key) == 0;
            gud_near_try(&near, keys[i]);
        }
        if (known) continue;
        gud_diag_add(diag, child->key_place, "%s: unknown key '%s'%s", section->key, gud_shown(child->key).text,
                     gud_near_hint(&near));
        return GUD_ERR_INPUT;
    }
    return GUD_OK;
}

gud_status gud_goals_read(const gud_node *section, gud_arena *arena, gud_diag *diag, gud_goals *g)
{
    const bool front = strcmp(section->key, "front") == 0;
    double runs = front ? 80.0 : 40.0, points = 9.0;
    *g = (gud_goals){.tolerance = front ? 0.01 : 0.002};
    if (section->kind != GUD_NODE_MAP) {
        gud_diag_add(diag, section->place, "%s is a map with 'minimise' or 'maximise'", section->key);
        return GUD_ERR_INPUT;
    }
    GUD_TRY(check_keys(section, front, diag));
    GUD_TRY(read_some(gud_node_find(section, "minimise"), false, arena, diag, g));
    GUD_TRY(read_some(gud_node_find(section, "maximise"), true, arena, diag, g));
    if (g->count != (front ? 2 : 1)) {
        gud_diag_add(diag, section->place,
                     front ? "a front has two goals: channels to minimise or maximise"
                           : "a search has one goal: a channel to minimise or maximise");
        return GUD_ERR_INPUT;
    }
    GUD_TRY(read_number(section, "runs", 3.0, 1000.0, diag, &runs));
    GUD_TRY(read_number(section, "points", 3.0, 50.0, diag, &points));
    GUD_TRY(read_number(section, "tolerance", 1e-4, 0.1, diag, &g->tolerance));
    g->runs = (int)runs;
    g->points = (int)points;
    return GUD_OK;
}
