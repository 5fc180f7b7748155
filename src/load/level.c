#include "load/level.h"

#include "load/near.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// parameters that are being evaluated, the innermost first
typedef struct chain {
    const struct chain *up;
    const gud_parameter *parameter;
} chain;

typedef struct lookup {
    gud_expander *x;
    gud_level *level;
    const chain *chain;
    gud_status status; // what ended the evaluation, besides mistakes
} lookup;

// ---- names

static int to_name(const void *name, const void *parameter)
{
    return strcmp(name, ((const gud_parameter *)parameter)->name);
}

static gud_parameter *find_here(const gud_level *level, const char *name)
{
    if (level->nparameter == 0) return NULL;
    return bsearch(name, level->parameters, (size_t)level->nparameter, sizeof *level->parameters, to_name);
}

bool gud_level_has_number(const gud_level *level, const gud_node *node)
{
    const gud_parameter *p = find_here(level, node->key);
    return p && p->node == node && p->is_number;
}

static gud_parameter *find(const lookup *l, const char *name)
{
    gud_parameter *p = find_here(l->level, name);
    return p ? p : find_here(l->x->model, name);
}

static bool has_name(void *user, const char *name)
{
    return find(user, name) != NULL;
}

static void suggest_names(void *user, gud_near *near)
{
    const lookup *l = user;
    const gud_level *levels[] = {l->level, l->x->model};
    if (gud_diag_is_full(l->x->diag)) return;
    for (int k = 0; k < (l->level == l->x->model ? 1 : 2); k++)
        for (int i = 0; i < levels[k]->nparameter; i++) gud_near_try(near, levels[k]->parameters[i].name);
}

// ---- messages

// of a character of a scalar
static gud_place place_at(const gud_node *node, size_t offset)
{
    gud_place place = node->place;
    if (node->column == 0) return place;
    place.column = node->column;
    for (size_t i = 0; i < offset; i++) place.column += ((unsigned char)node->text[i] & 0xC0) != 0x80;
    return place;
}

static void report_expression(const gud_expander *x, const gud_node *node, const char *label, const char *key,
                              size_t offset, const char *what)
{
    const char *text = node->text + strspn(node->text, " \t\n");
    text += *text == '=';
    text += strspn(text, " \t\n");
    char message[900];
    (void)snprintf(message, sizeof message, "%s%s%s: %s", key, *key ? " = " : "", gud_shown(text).text, what);
    gud_diag_add_about(x->diag, place_at(node, offset), label, message);
}

static void report_circle(const gud_expander *x, const chain *active, const gud_parameter *again)
{
    char text[800] = "";
    size_t used = 0;
    const gud_parameter *list[GUD_MAX_NESTING + 1];
    int n = 0;
    for (const chain *c = active; c && n <= GUD_MAX_NESTING; c = c->parameter == again ? NULL : c->up)
        list[n++] = c->parameter;
    while (n > 0 && used + 80 < sizeof text)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s -> ", list[--n]->name);
    gud_diag_add(x->diag, again->node->place, "parameters: '%s' depends on itself: %s%s%s", again->name, text,
                 n > 0 ? "... -> " : "", again->name);
}

// ---- expressions

static gud_status settle(const lookup *l, gud_parameter *p, int nesting);

static gud_lookup find_number(void *user, const char *name, int nesting, gud_quantity *value,
                              gud_expression_error *error)
{
    lookup *l = user;
    gud_parameter *p = find(l, name);
    if (!p) return GUD_LOOKUP_ABSENT;
    l->status = settle(l, p, nesting + 1);
    if (l->status != GUD_OK || p->state != GUD_PARAMETER_DONE) return GUD_LOOKUP_SILENT;
    *value = p->value;
    if (p->is_number) return GUD_LOOKUP_FOUND;
    const char *kind = p->node->kind == GUD_NODE_MAP ? "map" : p->node->kind == GUD_NODE_LIST ? "list" : "text";
    (void)snprintf(error->text, sizeof error->text, "parameter '%s' is a %s%s%s%s, not a number", name, kind,
                   p->node->text ? " '" : "", p->node->text ? gud_shown(p->node->text).text : "",
                   p->node->text ? "'" : "");
    return GUD_LOOKUP_WRONG;
}

// where the expression of a scalar begins, behind the equals sign
static size_t expression_start(const char *text)
{
    const size_t blanks = strspn(text, " \t\n");
    return text[blanks] == '=' ? blanks + 1 : blanks;
}

// *good: the node has its number now; a word "of" and what follows it stays
static gud_status evaluate(lookup *l, gud_node *node, const char *label, const char *key, int nesting,
                           gud_quantity *value, bool *good)
{
    const size_t start = expression_start(node->text);
    const gud_expression_names names = {l->x->units, find_number, has_name, suggest_names, l};
    gud_expression_error error;
    const char *rest;
    *good = false;
    l->x->nbyte += strlen(node->text);
    if (l->x->nbyte > GUD_MAX_EXPRESSIONS) {
        gud_diag_add(l->x->diag, node->place, "the expressions are too long altogether (limit 64 MiB)");
        return GUD_ERR_INPUT;
    }
    l->status = GUD_OK;
    if (!gud_expression_eval(node->text + start, &names, nesting, value, &rest, &error)) {
        if (l->status == GUD_OK && error.text[0])
            report_expression(l->x, node, label, key, start + error.offset, error.text);
        node->broken = true;
        return l->status;
    }
    char text[sizeof(gud_quantity_text) + GUD_MAX_EXPRESSION + 2];
    const int n = snprintf(text, sizeof text, "%s%s%s", gud_quantity_write(value).text, *rest ? " " : "", rest);
    const char *copy = gud_tree_text(l->x->tree, text, (size_t)n);
    if (!copy) return GUD_ERR_MEMORY;
    node->written = node->text + start + strspn(node->text + start, " \t\n");
    node->text = copy;
    *good = true;
    return GUD_OK;
}

static bool is_expression(const gud_node *node)
{
    return node->kind == GUD_NODE_SCALAR && node->text[strspn(node->text, " \t\n")] == '=';
}

// the one name that an expression consists of; NULL: it is something else, or there is no such parameter
static gud_parameter *only_name(const lookup *l, const gud_node *node)
{
    char name[80];
    const char *c = node->text + expression_start(node->text);
    c += strspn(c, " \t\n");
    const size_t n = strcspn(c, " \t\n");
    if (n >= sizeof name || c[n + strspn(c + n, " \t\n")]) return NULL;
    memcpy(name, c, n);
    name[n] = '\0';
    return find(l, name);
}

// puts the text, map or list of a parameter in place of a node, whose key stays
static gud_status substitute(const lookup *l, const gud_parameter *p, gud_node *node, const char *label, int depth)
{
    gud_node *copy;
    if (depth + gud_node_height(p->node) > GUD_MAX_DEPTH) {
        gud_diag_add_about(l->x->diag, node->place, label, "nested too deeply (limit 32)");
        return GUD_ERR_INPUT;
    }
    GUD_TRY(gud_node_copy(l->x->tree, p->node, node->place, l->x->diag, &copy));
    copy->key = node->key;
    copy->key_place = node->key_place;
    copy->next = node->next;
    if (!copy->level) copy->level = p->from;
    *node = *copy;
    return GUD_OK;
}

static gud_status resolve(lookup *l, gud_node *node, const char *label, const char *key, int nesting, int depth)
{
    if (node->key) key = node->key;
    if (node->broken) return GUD_OK;
    if (is_expression(node)) {
        gud_quantity value;
        bool good;
        gud_parameter *p = only_name(l, node);
        if (p) GUD_TRY(settle(l, p, nesting + 1));
        if (p && p->state == GUD_PARAMETER_DONE && !p->is_number) return substitute(l, p, node, label, depth);
        return evaluate(l, node, label, key, nesting, &value, &good);
    }
    for (gud_node *child = node->first; child; child = child->next)
        GUD_TRY(resolve(l, child, label, key, nesting, depth + 1));
    return GUD_OK;
}

gud_status gud_level_resolve(gud_expander *x, gud_level *level, gud_node *node, const char *label, int depth)
{
    lookup l = {.x = x, .level = level};
    return resolve(&l, node, label, "", 0, depth);
}

// ---- parameters

// "mixed", "crank.pin", "big-end", "gas.csv": a word that is not a parameter is a text
static bool is_word(const lookup *l, const gud_node *node)
{
    const char *c = node->text;
    if (node->quoted) return true;
    if (!isalpha((unsigned char)*c) || find(l, c) || gud_is_function(c)) return false;
    while (isalnum((unsigned char)*c) || (*c && strchr("_-.", *c))) c++;
    return !*c;
}

// what a value without an equals sign is
static gud_status settle_scalar(lookup *l, gud_parameter *p, int nesting)
{
    gud_node *node = p->node;
    const bool expression = is_expression(node);
    bool good = true;
    if (!expression && gud_quantity_read(l->x->units, node->text, &p->value) && !node->quoted) {
        p->is_number = true;
    } else if (expression || !is_word(l, node)) {
        const gud_parameter *other = only_name(l, node);
        if (other) GUD_TRY(settle(l, find(l, other->name), nesting + 1));
        const bool done = other && other->state == GUD_PARAMETER_DONE;
        if (done && !other->is_number) return substitute(l, other, node, "parameters", 0);
        GUD_TRY(evaluate(l, node, "parameters", p->name, nesting, &p->value, &good));
        p->is_number = good;
    }
    if (!good) p->state = GUD_PARAMETER_WRONG;
    return GUD_OK;
}

static gud_status settle_value(const lookup *outer, gud_parameter *p, int nesting)
{
    const chain here = {outer->chain, p};
    lookup l = {.x = outer->x, .level = p->from, .chain = &here};
    if (p->node->kind == GUD_NODE_SCALAR && !is_expression(p->node) && !p->node->text[0] && !p->node->quoted) {
        gud_diag_add(l.x->diag, gud_node_head(p->node), "parameters: '%s' has no value", p->name);
        p->state = GUD_PARAMETER_WRONG;
        return GUD_OK;
    }
    if (p->node->kind == GUD_NODE_SCALAR) return settle_scalar(&l, p, nesting);
    const int before = l.x->diag->count;
    GUD_TRY(resolve(&l, p->node, "parameters", p->name, nesting, 0));
    if (l.x->diag->count > before) p->state = GUD_PARAMETER_WRONG;
    return GUD_OK;
}

static gud_status settle(const lookup *l, gud_parameter *p, int nesting)
{
    if (p->state == GUD_PARAMETER_ACTIVE) {
        report_circle(l->x, l->chain, p);
        p->state = GUD_PARAMETER_WRONG;
    }
    if (p->state != GUD_PARAMETER_NEW) return GUD_OK;
    if (nesting > GUD_MAX_NESTING) {
        gud_diag_add(l->x->diag, p->node->place, "parameters: '%s' is nested too deeply (limit %d)", p->name,
                     GUD_MAX_NESTING);
        p->state = GUD_PARAMETER_WRONG;
        return GUD_OK;
    }
    p->state = GUD_PARAMETER_ACTIVE;
    GUD_TRY(settle_value(l, p, nesting));
    if (p->state == GUD_PARAMETER_ACTIVE) p->state = GUD_PARAMETER_DONE;
    return GUD_OK;
}

// In the order of the file, so that values built on earlier ones do not nest.
gud_status gud_level_settle(gud_expander *x, gud_level *level)
{
    lookup l = {.x = x, .level = level};
    gud_parameter **list = GUD_TAKE(x->tree->arena, gud_parameter *, level->nparameter + 1);
    if (!list) return GUD_ERR_MEMORY;
    for (int i = 0; i < level->nparameter; i++) list[level->parameters[i].order] = &level->parameters[i];
    for (int i = 0; i < level->nparameter; i++) GUD_TRY(settle(&l, list[i], 0));
    return GUD_OK;
}

static bool check_name(const gud_expander *x, const gud_node *node)
{
    if (gud_is_function(node->key))
        gud_diag_add(x->diag, node->key_place, "parameters: '%s' is a word of expressions and cannot be a parameter",
                     node->key);
    else if (!gud_is_parameter_name(node->key))
        gud_diag_add(x->diag, node->key_place,
                     "parameters: '%s' is not a name for a parameter; use letters, digits and '_'",
                     gud_shown(node->key).text);
    else
        return true;
    return false;
}

static int by_name(const void *left, const void *right)
{
    return strcmp(((const gud_parameter *)left)->name, ((const gud_parameter *)right)->name);
}

static gud_status assign_parameters(gud_expander *x, const gud_level *level, const gud_node *given, gud_level *from,
                                    const char *label)
{
    for (gud_node *child = given ? given->first : NULL; child; child = child->next) {
        gud_parameter *p = find_here(level, child->key);
        if (p) {
            p->node = child;
            p->from = from;
            continue;
        }
        gud_near near;
        gud_near_start(&near, child->key);
        for (int i = 0; i < level->nparameter; i++) gud_near_try(&near, level->parameters[i].name);
        gud_diag_add(x->diag, child->key_place, "%s has no parameter '%s'%s", label, gud_shown(child->key).text,
                     gud_near_hint(&near));
    }
    return GUD_OK;
}

gud_status gud_level_fill(gud_expander *x, gud_level *level, const gud_node *map, const gud_node *given,
                          gud_level *given_from, const char *label)
{
    level->parameters = GUD_TAKE(x->tree->arena, gud_parameter, (map ? map->count : 0) + 1);
    if (!level->parameters) return GUD_ERR_MEMORY;
    for (gud_node *child = map ? map->first : NULL; child; child = child->next) {
        const int n = level->nparameter;
        if (!check_name(x, child)) continue;
        level->parameters[n] = (gud_parameter){.name = child->key, .order = n, .node = child, .from = level};
        level->nparameter++;
    }
    qsort(level->parameters, (size_t)level->nparameter, sizeof *level->parameters, by_name);
    return assign_parameters(x, level, given, given_from, label);
}
