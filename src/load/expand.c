#include "load/expand.h"

#include "load/input.h"
#include "load/near.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const gud_section parameters_key = {
    .key = "parameters",
    .about = "named numbers, texts and maps, for expressions such as `= 2*crank + 5 mm`",
    .example = "parameters:\n  stroke: 90 mm\n  crank: stroke/2\n"
               "bodies:\n  pin: {mass: 0.2 kg, at: [= crank, 0]}\n",
};
static const gud_section groups_key = {
    .key = "groups",
    .about = "parts of a model with their own parameters, instantiated by `use`",
    .example = "groups:\n  pendulum:\n    parameters: {length: 1 m}\n"
               "    bodies: {rod: {mass: 1 kg, inertia: 0.1, at: [0, = -length/2]}}\n"
               "    joints: {hinge: {type: revolute, between: [ground, rod], at: [0, 0]}}\n",
};
static const gud_section use_key = {
    .key = "use",
    .about = "instances of groups: position (`at`, `angle`, `rotation`) and `parameters`; the names of its parts are "
             "prefixed with the name of the use",
    .example = "use:\n  left: {group: pendulum}\n"
               "  right: {group: pendulum, at: [1 m, 0], angle: 5 deg, parameters: {length: 0.8 m}}\n",
};
static const gud_section defaults_key = {
    .key = "defaults",
    .about = "default keys for the entities of a section, by type",
    .example = "defaults:\n  joints:\n    revolute: {model: dry, clearance: 0.1 mm}\n",
};
static const gud_section override_key = {
    .key = "override",
    .about = "values that replace those of included files, by path as in `--set`",
    .example = "include: engine.yaml\noverride:\n  parameters.stroke: 95 mm\n  bodies.rod.mass: 0.7 kg\n",
};
const gud_section *const gud_language[] = {&parameters_key, &groups_key, &use_key, &defaults_key, &override_key, NULL};

bool gud_is_language(const char *key)
{
    for (const gud_section *const *l = gud_language; *l; l++)
        if (strcmp((*l)->key, key) == 0) return true;
    return false;
}

static const char *const use_keys[] = {"group", "at", "angle", "rotation", "parameters", "count", NULL};

// ---- maps

// an empty map is as good as none; anything else is a mistake
static bool is_map(const gud_expander *x, const gud_node *node, const char *what)
{
    if (!node || gud_node_is_empty(node)) return false;
    if (node->kind == GUD_NODE_MAP) return true;
    gud_diag_add(x->diag, node->place, "%s must be a map of names and values", what);
    return false;
}

static gud_node *take_map(const gud_expander *x, gud_node *root, const char *key)
{
    gud_node *node = gud_node_find(root, key) ? gud_node_detach(root, key) : NULL;
    return is_map(x, node, key) ? node : NULL;
}

// the section of the whole model, made if absent
static gud_status section_map(gud_expander *x, gud_node *root, const char *key, gud_place place, gud_node **map)
{
    *map = gud_node_find(root, key);
    if (*map && gud_node_is_empty(*map)) (*map)->kind = GUD_NODE_MAP;
    if (*map) return GUD_OK;
    *map = gud_node_create(x->tree, GUD_NODE_MAP, place);
    if (!*map) return GUD_ERR_MEMORY;
    (*map)->key = key;
    (*map)->key_place = place;
    gud_node_append(root, *map);
    return GUD_OK;
}

// "joint 'big-end'" for a message
static gud_label label_of(const gud_section *section, const char *name)
{
    const gud_entity entity = {.name = name, .section = section};
    return gud_entity_label(&entity);
}

static const gud_section *find_section(const gud_expander *x, const char *key)
{
    for (const gud_section *const *s = x->sections; *s; s++)
        if (strcmp((*s)->key, key) == 0) return *s;
    return NULL;
}

// ---- expressions of the model

static gud_status resolve_section(gud_expander *x, gud_node *node)
{
    const gud_section *section = find_section(x, node->key);
    if (!section || !section->named || node->kind != GUD_NODE_MAP)
        return gud_level_resolve(x, x->model, node, node->key, 1);
    for (gud_node *child = node->first; child; child = child->next)
        GUD_TRY(gud_level_resolve(x, x->model, child, label_of(section, child->key).text, 2));
    return GUD_OK;
}

static gud_status resolve_model(gud_expander *x, gud_node *root)
{
    for (gud_node *child = root->first; child; child = child->next)
        if (strcmp(child->key, "title") != 0 && strcmp(child->key, "gudgeon") != 0) GUD_TRY(resolve_section(x, child));
    return GUD_OK;
}

// ---- groups

static int compare_texts(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

static gud_status list_names(gud_expander *x, const gud_node *map, gud_name_set *set)
{
    if (!map || map->kind != GUD_NODE_MAP) return GUD_OK;
    set->list = GUD_TAKE(x->tree->arena, const char *, map->count + 1);
    if (!set->list) return GUD_ERR_MEMORY;
    for (const gud_node *child = map->first; child; child = child->next) set->list[set->count++] = child->key;
    qsort(set->list, (size_t)set->count, sizeof *set->list, compare_texts);
    return GUD_OK;
}

// only what has names can be there several times
static void check_group(const gud_expander *x, const gud_group *group)
{
    for (const gud_node *child = group->node->first; child; child = child->next) {
        gud_near near;
        bool known = strcmp(child->key, "parameters") == 0 || strcmp(child->key, "use") == 0;
        gud_near_start(&near, child->key);
        gud_near_try(&near, "parameters");
        gud_near_try(&near, "use");
        for (const gud_section *const *s = x->sections; *s; s++) {
            if (!(*s)->named) continue;
            gud_near_try(&near, (*s)->key);
            known = known || strcmp((*s)->key, child->key) == 0;
        }
        if (!known)
            gud_diag_add(x->diag, child->key_place, "group '%s': '%s' cannot be part of a group%s", group->name,
                         gud_shown(child->key).text, gud_near_hint(&near));
    }
}

static gud_status add_group(gud_expander *x, gud_node *node)
{
    gud_group *group = &x->groups[x->ngroup];
    int n = 0;
    if (!is_map(x, node, "a group")) return GUD_OK;
    *group = (gud_group){.name = node->key, .node = node};
    check_group(x, group);
    while (x->sections[n]) n++;
    group->names = GUD_TAKE(x->tree->arena, gud_name_set, n + 1);
    if (!group->names) return GUD_ERR_MEMORY;
    for (int i = 0; i < n; i++) GUD_TRY(list_names(x, gud_node_find(node, x->sections[i]->key), &group->names[i]));
    GUD_TRY(list_names(x, gud_node_find(node, "use"), &group->uses));
    x->ngroup++;
    return GUD_OK;
}

static int compare_groups(const void *left, const void *right)
{
    return strcmp(((const gud_group *)left)->name, ((const gud_group *)right)->name);
}

static gud_status list_groups(gud_expander *x, const gud_node *map)
{
    if (!map) return GUD_OK;
    x->groups = GUD_TAKE(x->tree->arena, gud_group, map->count + 1);
    if (!x->groups) return GUD_ERR_MEMORY;
    for (gud_node *child = map->first; child; child = child->next) GUD_TRY(add_group(x, child));
    qsort(x->groups, (size_t)x->ngroup, sizeof *x->groups, compare_groups);
    return GUD_OK;
}

static const gud_group *find_group(const gud_expander *x, const gud_node *use, const gud_node *name)
{
    gud_near near;
    const bool scalar = name && name->kind == GUD_NODE_SCALAR;
    const gud_group wanted = {.name = scalar ? name->text : ""};
    const gud_group *found =
        x->ngroup > 0 ? bsearch(&wanted, x->groups, (size_t)x->ngroup, sizeof wanted, compare_groups) : NULL;
    if (found || (name && name->broken)) return found;
    gud_near_start(&near, wanted.name);
    for (int i = 0; i < x->ngroup; i++) gud_near_try(&near, x->groups[i].name);
    if (!name)
        gud_diag_add(x->diag, gud_node_head(use), "use '%s': group is missing%s", use->key, gud_near_hint(&near));
    else
        gud_diag_add(x->diag, name->place, "use '%s': there is no group '%s'%s", use->key, gud_shown(wanted.name).text,
                     gud_near_hint(&near));
    return NULL;
}

// ---- one use

static void check_use(const gud_expander *x, const gud_node *use)
{
    for (const gud_node *child = use->first; child; child = child->next) {
        gud_near near;
        bool known = false;
        gud_near_start(&near, child->key);
        for (const char *const *key = use_keys; *key; key++) {
            gud_near_try(&near, *key);
            known = known || strcmp(*key, child->key) == 0;
        }
        if (!known)
            gud_diag_add(x->diag, child->key_place, "use '%s': unknown key '%s'%s", use->key,
                         gud_shown(child->key).text, gud_near_hint(&near));
    }
}

static void report_circle(const gud_expander *x, const gud_node *use, const gud_level *level, const gud_group *again)
{
    char text[800] = "";
    size_t used = 0;
    const gud_group *list[GUD_MAX_USE + 1];
    int n = 0;
    for (; level->group && n <= GUD_MAX_USE; level = level->outer) {
        list[n++] = level->group;
        if (level->group == again) break;
    }
    while (n > 0 && used + 220 < sizeof text)
        used += (size_t)snprintf(text + used, sizeof text - used, "%.200s -> ", list[--n]->name);
    gud_diag_add(x->diag, gud_node_head(use), "groups use each other: %s%s", text, again->name);
}

// a group that is inside itself would never end
static bool may_use(const gud_expander *x, const gud_node *use, const gud_level *outer, const gud_group *group)
{
    int depth = 0;
    for (const gud_level *level = outer; level->group; level = level->outer) {
        if (level->group == group) {
            report_circle(x, use, outer, group);
            return false;
        }
        depth++;
    }
    if (depth < GUD_MAX_USE) return true;
    gud_diag_add(x->diag, gud_node_head(use), "groups are nested too deeply (limit %d)", GUD_MAX_USE);
    return false;
}

static char *prefixed(gud_expander *x, const gud_level *level, const char *name, const char *end)
{
    char text[GUD_MAX_NAME + 2];
    const int n = snprintf(text, sizeof text, "%s%s%s", level->prefix, name, end);
    return n < (int)sizeof text ? gud_tree_text(x->tree, text, (size_t)n) : NULL;
}

static bool is_too_long(const gud_expander *x, const gud_level *level, const gud_node *node)
{
    if (strlen(level->prefix) + strlen(node->key) < GUD_MAX_NAME) return false;
    gud_diag_add(x->diag, node->key_place, "the name '%s%s' is longer than %d bytes", gud_shown(level->prefix).text,
                 gud_shown(node->key).text, GUD_MAX_NAME);
    return true;
}

static gud_status add_child(gud_expander *x, gud_node *map, const char *key, const char *text, gud_place place)
{
    gud_node *child = gud_node_create(x->tree, GUD_NODE_SCALAR, place);
    if (!child) return GUD_ERR_MEMORY;
    child->key = key;
    child->key_place = place;
    child->text = text;
    gud_node_append(map, child);
    return GUD_OK;
}

// `at`, `angle` and `rotation` of a use make a frame on the ground, which the group takes for the ground
static gud_status place_group(gud_expander *x, const gud_node *use, gud_level *level, gud_node *root)
{
    gud_node *frames, *frame;
    level->ground = level->outer->ground;
    const gud_place place = gud_node_head(use);
    bool moved = false;
    for (int i = 1; i <= 3; i++) moved = moved || gud_node_find(use, use_keys[i]);
    if (!moved || !find_section(x, "frames")) return GUD_OK;
    GUD_TRY(section_map(x, root, "frames", place, &frames));
    frame = gud_node_create(x->tree, GUD_NODE_MAP, place);
    level->ground = prefixed(x, level, "ground", "");
    if (!frame || !level->ground) return GUD_ERR_MEMORY;
    frame->key = level->ground;
    frame->key_place = place;
    GUD_TRY(add_child(x, frame, "body", "ground", place));
    for (int i = 1; i <= 3; i++) {
        const gud_node *value = gud_node_find(use, use_keys[i]);
        gud_node *copy;
        if (!value) continue;
        GUD_TRY(gud_node_copy(x->tree, value, value->place, x->diag, &copy));
        copy->key = value->key;
        gud_node_append(frame, copy);
    }
    if (level->outer->ground) GUD_TRY(add_child(x, frame, "from", level->outer->ground, place));
    gud_node_append(frames, frame);
    return GUD_OK;
}

// the entities of one section of a group
static gud_status copy_entities(gud_expander *x, gud_level *level, const gud_section *section, const gud_node *from,
                                gud_node *root)
{
    gud_node *to;
    GUD_TRY(section_map(x, root, section->key, from->place, &to));
    for (const gud_node *child = from->first; child && to->kind == GUD_NODE_MAP; child = child->next) {
        gud_node *entity;
        if (is_too_long(x, level, child)) continue;
        GUD_TRY(gud_node_copy(x->tree, child, child->place, x->diag, &entity));
        entity->key = prefixed(x, level, child->key, "");
        if (!entity->key) return GUD_ERR_MEMORY;
        GUD_TRY(gud_level_resolve(x, level, entity, label_of(section, entity->key).text, 2));
        GUD_TRY(gud_entity_rename(x, level, section, entity));
        gud_node_append(to, entity);
    }
    return GUD_OK;
}

static gud_status use_groups(gud_expander *x, gud_level *level, const gud_node *uses, gud_node *root);

static gud_status copy_group(gud_expander *x, gud_level *level, gud_node *root)
{
    const gud_node *from = level->group->node;
    for (const gud_section *const *s = x->sections; *s; s++) {
        const gud_node *section = gud_node_find(from, (*s)->key);
        if ((*s)->named && is_map(x, section, (*s)->key)) GUD_TRY(copy_entities(x, level, *s, section, root));
    }
    const gud_node *uses = gud_node_find(from, "use");
    gud_node *copy;
    if (!is_map(x, uses, "use")) return GUD_OK;
    GUD_TRY(gud_node_copy(x->tree, uses, uses->place, x->diag, &copy));
    return use_groups(x, level, copy, root);
}

// a parameter without a value in the group has to get one
static void check_given(const gud_expander *x, const gud_node *use, const gud_level *level)
{
    for (int i = 0; i < level->nparameter; i++) {
        gud_parameter *p = &level->parameters[i];
        if (p->from != level || !gud_node_is_empty(p->node) || p->node->quoted) continue;
        gud_diag_add(x->diag, gud_node_head(use), "use '%s': parameter '%s' of group '%s' needs a value", use->key,
                     p->name, level->group->name);
        p->state = GUD_PARAMETER_WRONG;
    }
}

static gud_status fill_level(gud_expander *x, gud_level *outer, const gud_node *use, gud_level *level)
{
    char label[GUD_MAX_NAME + 40];
    const gud_node *own = gud_node_find(level->group->node, "parameters"), *given = gud_node_find(use, "parameters");
    gud_node *copy = NULL;
    (void)snprintf(label, sizeof label, "group '%s'", level->group->name);
    if (is_map(x, own, "parameters")) GUD_TRY(gud_node_copy(x->tree, own, own->place, x->diag, &copy));
    if (!is_map(x, given, "parameters")) given = NULL;
    GUD_TRY(gud_level_fill(x, level, copy, given, outer, label));
    check_given(x, use, level);
    return gud_level_settle(x, level);
}

// all but the parameters, which are evaluated one by one where they are used
static gud_status resolve_use(gud_expander *x, gud_level *outer, gud_node *use)
{
    char label[GUD_MAX_NAME + 40];
    (void)snprintf(label, sizeof label, "use '%s'", use->key);
    for (gud_node *child = use->first; child; child = child->next)
        if (strcmp(child->key, "parameters") != 0) GUD_TRY(gud_level_resolve(x, outer, child, label, 2));
    return GUD_OK;
}

static gud_status use_group(gud_expander *x, gud_level *outer, gud_node *use, gud_node *root)
{
    const bool brief = use->kind == GUD_NODE_SCALAR && use->text[0]; // `main1: main`
    if (!brief && !is_map(x, use, "a use")) return GUD_OK;
    check_use(x, use);
    GUD_TRY(resolve_use(x, outer, use));
    const gud_group *group = find_group(x, use, brief ? use : gud_node_find(use, "group"));
    if (!group || !may_use(x, use, outer, group) || is_too_long(x, outer, use)) return GUD_OK;
    gud_level *level = GUD_TAKE(x->tree->arena, gud_level, 1);
    if (!level) return GUD_ERR_MEMORY;
    *level = (gud_level){.outer = outer, .group = group, .prefix = prefixed(x, outer, use->key, ".")};
    if (!level->prefix) return GUD_ERR_MEMORY;
    GUD_TRY(fill_level(x, outer, use, level));
    GUD_TRY(place_group(x, use, level, root));
    return copy_group(x, level, root);
}

// ---- several uses at once

// a whole number in reasonable limits; 0 after reporting a mistake
static int read_count(const gud_expander *x, const gud_node *use, const gud_node *count)
{
    double value = 0.0;
    const char *unit = "";
    const bool scalar = count->kind == GUD_NODE_SCALAR;
    if (scalar && gud_number_read(count->text, &value, &unit) == GUD_NUMBER_GOOD && !*unit && value >= 1.0 &&
        value <= GUD_MAX_NODES && value == floor(value))
        return (int)value;
    if (!count->broken)
        gud_diag_add(x->diag, count->place, "use '%s': count must be a whole number from 1 to %d", use->key,
                     GUD_MAX_NODES);
    return 0;
}

// does the group have this parameter?
static bool has_parameter(const gud_group *group, const char *name)
{
    return gud_node_find(gud_node_find(group->node, "parameters"), name) != NULL;
}

// The use with its number behind its name. The group gets the number as its parameter `index`, if it has one.
static gud_status number_use(gud_expander *x, const gud_node *use, const gud_group *group, int number, gud_node **out)
{
    char text[GUD_MAX_NAME + 16];
    const gud_place place = gud_node_head(use);
    GUD_TRY(gud_node_copy(x->tree, use, use->place, x->diag, out));
    (void)gud_node_detach(*out, "count");
    int n = snprintf(text, sizeof text, "%s%d", use->key, number);
    (*out)->key = gud_tree_text(x->tree, text, (size_t)n);
    (*out)->key_place = use->key_place;
    if (!(*out)->key) return GUD_ERR_MEMORY;
    if (!group || !has_parameter(group, "index")) return GUD_OK;
    gud_node *map;
    GUD_TRY(section_map(x, *out, "parameters", place, &map));
    n = snprintf(text, sizeof text, "%d", number);
    const char *index = gud_tree_text(x->tree, text, (size_t)n);
    return index ? add_child(x, map, "index", index, place) : GUD_ERR_MEMORY;
}

static gud_status use_many(gud_expander *x, gud_level *level, gud_node *use, gud_node *root)
{
    gud_node *count = gud_node_find(use, "count");
    if (!count) return use_group(x, level, use, root);
    char label[GUD_MAX_NAME + 40];
    (void)snprintf(label, sizeof label, "use '%s'", use->key);
    GUD_TRY(gud_level_resolve(x, level, count, label, 2));
    const gud_group *group = find_group(x, use, gud_node_find(use, "group"));
    const int n = read_count(x, use, count);
    for (int i = 1; i <= n && group; i++) {
        gud_node *one;
        GUD_TRY(number_use(x, use, group, i, &one));
        GUD_TRY(use_group(x, level, one, root));
    }
    return GUD_OK;
}

static gud_status use_groups(gud_expander *x, gud_level *level, const gud_node *uses, gud_node *root)
{
    for (gud_node *use = uses ? uses->first : NULL; use; use = use->next) GUD_TRY(use_many(x, level, use, root));
    return GUD_OK;
}

// ---- the whole

// numbers stay in the text of the whole model, for those who read it
static void keep_numbers(const gud_level *model, gud_node *map)
{
    gud_node *child = map->first;
    map->first = map->last = NULL;
    map->count = 0;
    for (gud_node *next; child; child = next) {
        next = child->next;
        if (gud_level_has_number(model, child)) gud_node_append(map, child);
    }
}

static gud_status check_unique(gud_expander *x, const gud_node *root)
{
    for (const gud_node *child = root->first; child; child = child->next) {
        const gud_section *section = find_section(x, child->key);
        if (section && section->named && child->kind == GUD_NODE_MAP) GUD_TRY(gud_node_unique(child, x->diag));
    }
    return GUD_OK;
}

static gud_status expand(gud_expander *x, const gud_override_list *overrides, gud_node *root)
{
    GUD_TRY(gud_override_apply(x->tree, root, overrides, x->sections, true, x->diag));
    gud_node *parameters = take_map(x, root, "parameters"), *uses = take_map(x, root, "use");
    const gud_node *groups = take_map(x, root, "groups");
    gud_node *defaults = gud_node_find(root, "defaults") ? gud_node_detach(root, "defaults") : NULL;
    GUD_TRY(gud_level_fill(x, x->model, parameters, NULL, NULL, "the model"));
    GUD_TRY(gud_level_settle(x, x->model));
    GUD_TRY(resolve_model(x, root));
    GUD_TRY(list_groups(x, groups));
    GUD_TRY(use_groups(x, x->model, uses, root));
    if (uses) GUD_TRY(check_unique(x, root));
    if (defaults) {
        GUD_TRY(gud_level_resolve(x, x->model, defaults, "defaults", 1));
        GUD_TRY(gud_defaults_fill(x, defaults, root));
    }
    GUD_TRY(gud_override_apply(x->tree, root, overrides, x->sections, false, x->diag));
    if (overrides->count > 0) GUD_TRY(resolve_model(x, root));
    if (!parameters) return GUD_OK;
    keep_numbers(x->model, parameters);
    if (parameters->first) gud_node_append(root, parameters);
    return GUD_OK;
}

gud_status gud_expand(gud_tree *tree, const gud_units *units, const gud_section *const *sections,
                      const gud_override_list *overrides, gud_diag *diag, gud_node *root)
{
    gud_level model = {.prefix = ""};
    gud_expander x = {.tree = tree, .units = units, .diag = diag, .sections = sections, .model = &model};
    return expand(&x, overrides, root);
}
