// One field from the text of its value.

#include "load/decode.h"
#include "load/near.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

bool gud_unit_depends(const char *unit)
{
    const char *power = unit ? strchr(unit, '^') : NULL;
    return power && isalpha((unsigned char)power[1]);
}

// the text of a scalar for a message; of an expression with its value
static gud_label value_shown(const gud_node *node)
{
    gud_label label;
    double number;
    const char *rest;
    if (node->written && gud_number_read(node->text, &number, &rest) == GUD_NUMBER_GOOD)
        (void)snprintf(label.text, sizeof label.text, "%s (%.6g%s%s)", gud_shown(node->written).text, number,
                       *rest ? " " : "", gud_shown(rest).text);
    else
        (void)snprintf(label.text, sizeof label.text, "%s", gud_shown(node->text).text);
    return label;
}

// "N/m^exponent" with the exponent's value in place of its name; false: the value is not known
static bool substitute(const gud_row *row, const char *unit, const void *params, char *text, size_t room)
{
    const char *name = strchr(unit, '^') + 1;
    const size_t n = strcspn(name, " /.*");
    for (int i = 0; i < row->nfield; i++) {
        const gud_field *f = &row->fields[i];
        if (f->type != GUD_NUMBER || strncmp(f->key, name, n) != 0 || f->key[n]) continue;
        const double power = *(const double *)(const void *)((const char *)params + f->offset);
        if (!isfinite(power)) return false;
        return snprintf(text, room, "%.*s%.15g%s", (int)(name - unit), unit, power, name + n) < (int)room;
    }
    return false;
}

static void complain_unit(const gud_scope *s, const gud_field *field, const gud_node *node, const char *given,
                          bool known, const char *wanted)
{
    const char *example = gud_unit_example(wanted);
    if (strcmp(wanted, "1") == 0)
        gud_complain(s, node->place, "%s%s = %s must be a number without unit", s->path, field->key,
                     value_shown(node).text);
    else
        gud_complain(s, node->place, "%s%s = %s: %s '%s'; expected %s%s%s", s->path, field->key, value_shown(node).text,
                     known ? "wrong unit" : "unknown unit", gud_shown(given).text, wanted, *example ? ", " : "",
                     example);
}

static bool scale(const gud_scope *s, const gud_field *field, const gud_node *node, const gud_measure *unit,
                  double *value)
{
    *value = gud_measure_to_si(unit, *value);
    if (isfinite(*value)) return true;
    gud_complain(s, node->place, "%s%s = %s is too large for a number", s->path, field->key, value_shown(node).text);
    return false;
}

static bool convert(const gud_scope *s, const gud_field *field, const gud_node *node, const char *given,
                    const char *wanted, double *value)
{
    gud_measure have;
    const bool known = gud_unit_measure(s->decoder->units, given, &have);
    if (!known || !gud_unit_fits(s->decoder->units, &have, wanted)) {
        complain_unit(s, field, node, given, known, wanted);
        return false;
    }
    return scale(s, field, node, &have, value);
}

// the number at the start of a scalar; *rest: its unit
static bool number(const gud_scope *s, const gud_field *field, const gud_node *node, double *value, const char **rest)
{
    if (node->broken) return false;
    if (node->kind != GUD_NODE_SCALAR) {
        gud_complain(s, node->place, "%s%s must be one value, not a %s", s->path, field->key,
                     node->kind == GUD_NODE_LIST ? "list" : "map");
        return false;
    }
    const gud_number_state state = gud_number_read(node->text, value, rest);
    if (state == GUD_NUMBER_EMPTY)
        gud_complain(s, node->place, "%s%s has no value", s->path, field->key);
    else if (state == GUD_NUMBER_BAD)
        gud_complain(s, node->place, "%s%s = %s is not a number", s->path, field->key, value_shown(node).text);
    else if (state == GUD_NUMBER_RANGE)
        gud_complain(s, node->place, "%s%s = %s is too large or too small for a number", s->path, field->key,
                     value_shown(node).text);
    return state == GUD_NUMBER_GOOD;
}

static const double longest = 1e6, shortest = 1e-12, largest = 1e30; // m, m, SI

// a positive number without unit: one may have been forgotten
static bool is_bare(const char *text)
{
    double value;
    const char *rest;
    return gud_number_read(text, &value, &rest) == GUD_NUMBER_GOOD && !*rest && value > 0.0;
}

// numbers that no mechanism has, in any field: squares of them are not numbers any more, and parts of a size are lost
// beside others
static bool check_size(const gud_scope *s, const gud_field *f, const gud_node *node, double x, const char *si)
{
    const bool length = si && strcmp(si, "m") == 0, part = length && f->low == 0.0 && f->flags & GUD_OPEN_LOW;
    const double most = length ? longest : largest, least = part ? shortest : 0.0;
    if (fabs(x) <= most && !(x > 0.0 && x < least)) return true;
    gud_complain(s, node->place, "%s%s = %s is %s than %g%s%s", s->path, f->key, value_shown(node).text,
                 x < least ? "less" : "more", x < least ? least : most, si && strcmp(si, "1") != 0 ? " " : "",
                 si && strcmp(si, "1") != 0 ? si : "");
    return false;
}

static bool check_range(const gud_scope *s, const gud_field *f, const gud_node *node, double x, const char *si)
{
    if (gud_field_allows(f, x)) return check_size(s, f, node, x, si);
    const char *unit = si && strcmp(si, "1") != 0 ? si : "";
    char range[96];
    if (isfinite(f->low) && isfinite(f->high))
        (void)snprintf(range, sizeof range, "is outside %c%g, %g%c", f->flags & GUD_OPEN_LOW ? '(' : '[', f->low,
                       f->high, f->flags & GUD_OPEN_HIGH ? ')' : ']');
    else if (isfinite(f->low))
        (void)snprintf(range, sizeof range, "must be %s %g", f->flags & GUD_OPEN_LOW ? "greater than" : "at least",
                       f->low);
    else
        (void)snprintf(range, sizeof range, "must be %s %g", f->flags & GUD_OPEN_HIGH ? "less than" : "at most",
                       f->high);
    const char *example = is_bare(node->text) ? gud_unit_example(unit) : "";
    gud_complain(s, node->place, "%s%s = %s %s%s%s%s%s", s->path, f->key, value_shown(node).text, range,
                 *unit ? " " : "", unit, *example ? "; a bare number is SI, others have a unit, " : "", example);
    return false;
}

static void quantity(const gud_scope *s, const gud_row *row, const gud_field *f, const gud_node *node,
                     const void *params, double *result)
{
    double value;
    const char *given;
    char unit[128];
    if (!number(s, f, node, &value, &given)) return;
    if (*given) {
        const char *wanted = f->unit ? f->unit : "1";
        if (gud_unit_depends(wanted)) {
            if (!substitute(row, wanted, params, unit, sizeof unit)) {
                gud_complain(s, node->place, "%s%s = %s must be a bare number in %s", s->path, f->key,
                             value_shown(node).text, wanted);
                return;
            }
            wanted = unit;
        }
        if (!convert(s, f, node, given, wanted, &value)) return;
    }
    if (check_range(s, f, node, value, f->unit)) *result = value;
}

// the default of an input; NULL, with a complaint, if there is no such input
static const gud_node *find_default(const gud_scope *s, const gud_field *f, const gud_node *node, const char *name)
{
    gud_near near;
    const gud_node *inputs = gud_node_find(s->decoder->root, "inputs"), *input = gud_node_find(inputs, name);
    if (input) return input->kind == GUD_NODE_MAP ? gud_node_find(input, "default") : input;
    gud_near_start(&near, name);
    for (const gud_node *child = inputs && inputs->kind == GUD_NODE_MAP ? inputs->first : NULL; child;
         child = child->next)
        gud_near_try(&near, child->key);
    gud_complain(s, node->place, "%s%s: no '%s' in inputs%s", s->path, f->key, gud_shown(name).text,
                 gud_near_hint(&near));
    return NULL;
}

// A number, or the input that it follows, whose default has to fit here as a number would.
static void quantity_or_input(const gud_scope *s, const gud_row *row, const gud_field *f, gud_node *node,
                              const void *params, double *result)
{
    const char *name = node->broken ? NULL : gud_node_input(node);
    if (!name) {
        quantity(s, row, f, node, params, result);
    } else if (!(f->flags & GUD_INPUT)) {
        gud_complain(s, node->place, "%s%s = %s: this number is needed when the model is loaded and cannot be an input",
                     s->path, f->key, value_shown(node).text);
    } else {
        node->follows = find_default(s, f, node, name);
        if (node->follows) quantity(s, row, f, node->follows, params, result);
    }
}

static void integer(const gud_scope *s, const gud_field *f, const gud_node *node, int *result)
{
    double value;
    const char *rest;
    if (!number(s, f, node, &value, &rest)) return;
    const bool pure = !*rest || strcmp(rest, "1") == 0; // "1": computed from quantities with units
    if (!pure || value != rint(value) || fabs(value) > INT_MAX)
        gud_complain(s, node->place, "%s%s = %s must be a whole number", s->path, f->key, value_shown(node).text);
    else if (check_range(s, f, node, value, NULL))
        *result = (int)value;
}

static bool is_list(const gud_scope *s, const gud_field *f, const gud_node *node)
{
    if (node->kind == GUD_NODE_LIST || node->broken) return !node->broken;
    gud_complain(s, node->place, "%s%s must be a list such as [a, b]", s->path, f->key);
    return false;
}

static void vector(const gud_scope *s, const gud_row *row, const gud_field *f, const gud_node *node, char *params)
{
    double *result = (double *)(void *)(params + f->offset);
    if (!is_list(s, f, node)) return;
    if (node->count > f->count || node->count == 0) {
        gud_complain(s, node->place, "%s%s has %d items; expected 1 to %d", s->path, f->key, node->count, f->count);
        return;
    }
    int i = 0;
    for (const gud_node *item = node->first; item; item = item->next, i++) {
        result[i] = 0.0;
        quantity(s, row, f, item, params, &result[i]);
    }
    for (; i < f->count; i++) result[i] = 0.0;
}

static gud_status numbers(const gud_scope *s, const gud_row *row, const gud_field *f, const gud_node *node,
                          char *params)
{
    gud_numbers *result = (gud_numbers *)(void *)(params + f->offset);
    const bool one = node->kind == GUD_NODE_SCALAR && !node->broken; // a list of one
    if (!one && !is_list(s, f, node)) return GUD_OK;
    const int count = one ? 1 : node->count;
    double *data = GUD_TAKE(&s->decoder->input->arena, double, count);
    if (!data) return GUD_ERR_MEMORY;
    if (one) quantity(s, row, f, node, params, data);
    int i = 0;
    for (const gud_node *item = node->first; item; item = item->next) quantity(s, row, f, item, params, &data[i++]);
    *result = (gud_numbers){data, count};
    return GUD_OK;
}

// a word: a scalar that is not empty
static bool check_word(const gud_scope *s, const gud_field *f, const gud_node *node)
{
    if (node->broken) return false;
    if (node->kind == GUD_NODE_SCALAR && node->text[0]) return true;
    if (node->kind == GUD_NODE_SCALAR)
        gud_complain(s, node->place, "%s%s has no value", s->path, f->key);
    else
        gud_complain(s, node->place, "%s%s must be one word, not a %s", s->path, f->key,
                     node->kind == GUD_NODE_LIST ? "list" : "map");
    return false;
}

static void yes_or_no(const gud_scope *s, const gud_field *f, const gud_node *node, bool *result)
{
    static const char *const words[] = {"no", "yes", "false", "true", "off", "on"};
    if (!check_word(s, f, node)) return;
    for (int i = 0; i < GUD_COUNT(words); i++) {
        if (strcmp(node->text, words[i]) != 0) continue;
        *result = i % 2 == 1;
        return;
    }
    gud_complain(s, node->place, "%s%s = %s must be yes or no", s->path, f->key, value_shown(node).text);
}

// one of the field's choices; -1, with a complaint, if it is none
static int find_choice(const gud_scope *s, const gud_field *f, const gud_node *node)
{
    gud_near near;
    gud_near_start(&near, node->text);
    for (int i = 0; f->choices[i]; i++) {
        gud_near_try(&near, f->choices[i]);
        if (strcmp(f->choices[i], node->text) == 0) return i;
    }
    gud_complain(s, node->place, "%s%s = %s is not known%s", s->path, f->key, value_shown(node).text,
                 gud_near_hint(&near));
    return -1;
}

static void choice(const gud_scope *s, const gud_field *f, const gud_node *node, int *result)
{
    if (!check_word(s, f, node)) return;
    const int i = find_choice(s, f, node);
    if (i >= 0) *result = i;
}

static gud_status name(const gud_scope *s, const gud_field *f, const gud_node *node, const char **result)
{
    if (!check_word(s, f, node)) return GUD_OK;
    if (f->choices && find_choice(s, f, node) < 0) return GUD_OK;
    *result = node->text;
    return gud_reference_add(s, f, node->text, node->place);
}

static gud_status name_list(const gud_scope *s, const gud_field *f, const gud_node *node, gud_names *result)
{
    const bool one = node->kind == GUD_NODE_SCALAR && !node->broken;
    if (!one && !is_list(s, f, node)) return GUD_OK;
    const int count = one ? 1 : node->count;
    const char **data = GUD_TAKE(&s->decoder->input->arena, const char *, count);
    if (!data) return GUD_ERR_MEMORY;
    if (one) GUD_TRY(name(s, f, node, data));
    int i = 0;
    for (const gud_node *item = node->first; item; item = item->next) GUD_TRY(name(s, f, item, &data[i++]));
    *result = (gud_names){data, count};
    return GUD_OK;
}

static gud_status names(const gud_scope *s, const gud_field *f, const gud_node *node, const char **result)
{
    if (!is_list(s, f, node)) return GUD_OK;
    if (node->count != f->count) {
        gud_complain(s, node->place, "%s%s has %d name%s; expected %d", s->path, f->key, node->count,
                     node->count == 1 ? "" : "s", f->count);
        return GUD_OK;
    }
    int i = 0;
    for (const gud_node *item = node->first; item; item = item->next) GUD_TRY(name(s, f, item, &result[i++]));
    return GUD_OK;
}

// The path of a file is relative to the file that mentions it. The node gets the path relative to the main file's
// folder, so that the text of the whole model means the same without the includes.
static gud_status file(const gud_scope *s, const gud_field *f, gud_node *node, const char **result)
{
    if (!check_word(s, f, node)) return GUD_OK;
    const char *from = node->place.line > 0 ? node->place.file : s->decoder->folder;
    const char *slash = strrchr(from, '/');
    const size_t n = node->text[0] == '/' || !slash ? 0 : (size_t)(slash - from) + 1, size = strlen(node->text);
    char *path = gud_arena_take(&s->decoder->input->arena, n + size + 1, 1);
    if (!path) return GUD_ERR_MEMORY;
    memcpy(path, from, n);
    memcpy(path + n, node->text, size + 1);
    *result = path;
    GUD_TRY(gud_tree_use(s->decoder->tree, path));
    const size_t folder = strlen(s->decoder->folder);
    node->text = strncmp(path, s->decoder->folder, folder) == 0 ? path + folder : path;
    return GUD_OK;
}

static gud_status text(const gud_scope *s, const gud_field *f, const gud_node *node, const char **result)
{
    if (node->kind == GUD_NODE_SCALAR)
        *result = node->text;
    else
        gud_complain(s, node->place, "%s%s must be text, not a %s", s->path, f->key,
                     node->kind == GUD_NODE_LIST ? "list" : "map");
    return GUD_OK;
}

// "of" between blanks; NULL without it
static const char *find_of(const char *text)
{
    const char *of = strstr(text, " of ");
    return of && of[4 + strspn(of + 4, " ")] ? of : NULL;
}

// "1080 deg of crank": an angle or a length of something, never without unit
static gud_status extent_of(const gud_scope *s, const gud_field *f, const gud_node *node, const char *of,
                            gud_extent *result)
{
    char unit[80];
    double value;
    const char *given;
    gud_measure have, angle, length;
    const char *who = of + 4 + strspn(of + 4, " ");
    if ((f->flags & GUD_PERIODIC) && strncmp(node->text, "periodic ", 9) == 0 && of < node->text + 9) {
        *result = (gud_extent){(double)INFINITY, who, "rad"};
        return gud_reference_add(s, f, who, node->place);
    }
    if (!number(s, f, node, &value, &given)) return GUD_OK;
    const int n = given < of ? (int)(of - given) : 0;
    (void)snprintf(unit, sizeof unit, "%.*s", n, given);
    if (!gud_unit_measure(s->decoder->units, "rad", &angle) || !gud_unit_measure(s->decoder->units, "m", &length) ||
        !gud_unit_measure(s->decoder->units, unit, &have) ||
        (!gud_measure_fits(&have, &angle) && !gud_measure_fits(&have, &length))) {
        gud_complain(s, node->place, "%s%s = %s: expected an angle or a length, such as '720 deg of crank'", s->path,
                     f->key, value_shown(node).text);
        return GUD_OK;
    }
    const char *si = gud_measure_fits(&have, &angle) ? "rad" : "m";
    if (scale(s, f, node, &have, &value) && check_range(s, f, node, value, si)) *result = (gud_extent){value, who, si};
    return gud_reference_add(s, f, who, node->place);
}

static gud_status extent(const gud_scope *s, const gud_row *row, const gud_field *f, const gud_node *node, char *params)
{
    gud_extent *result = (gud_extent *)(void *)(params + f->offset);
    const char *of = node->kind == GUD_NODE_SCALAR ? find_of(node->text) : NULL;
    if (of) return extent_of(s, f, node, of, result);
    result->unit = f->unit;
    quantity(s, row, f, node, params, &result->value);
    return GUD_OK;
}

static gud_status nested(const gud_scope *s, const gud_field *f, gud_node *node, void *place)
{
    char path[256];
    (void)snprintf(path, sizeof path, "%s%s.", s->path, f->key);
    const gud_scope inner = {s->decoder, s->entity, path};
    const gud_table alone = {.common = f->group};
    gud_choice pick = {0};
    GUD_TRY(gud_map_decode(&inner, node, f->type == GUD_GROUP ? &alone : f->table, &pick));
    if (f->type == GUD_GROUP)
        *(void **)place = pick.common;
    else
        *(gud_choice *)place = pick;
    return GUD_OK;
}

gud_status gud_field_decode(const gud_scope *s, const gud_row *row, const gud_field *f, gud_node *node, void *params)
{
    void *place = (char *)params + f->offset;
    switch (f->type) {
    case GUD_NUMBER:
        quantity_or_input(s, row, f, node, params, place);
        return GUD_OK;
    case GUD_VECTOR:
        vector(s, row, f, node, params);
        return GUD_OK;
    case GUD_INTEGER:
        integer(s, f, node, place);
        return GUD_OK;
    case GUD_SWITCH:
        yes_or_no(s, f, node, place);
        return GUD_OK;
    case GUD_CHOICE:
        choice(s, f, node, place);
        return GUD_OK;
    case GUD_TEXT:
        return text(s, f, node, place);
    case GUD_NAME:
        return name(s, f, node, place);
    case GUD_NAMES:
        return names(s, f, node, place);
    case GUD_NAME_LIST:
        return name_list(s, f, node, place);
    case GUD_FILE:
        return file(s, f, node, place);
    case GUD_NUMBERS:
        return numbers(s, row, f, node, params);
    case GUD_EXTENT:
        return extent(s, row, f, node, params);
    case GUD_GROUP:
    case GUD_TABLE:
        return nested(s, f, node, place);
    }
    return GUD_OK;
}

static void fill(const gud_field *f, double value, void *place)
{
    double *numbers_place = place;
    switch (f->type) {
    case GUD_NUMBER:
        numbers_place[0] = value;
        break;
    case GUD_VECTOR:
        for (int i = 0; i < f->count; i++) numbers_place[i] = value;
        break;
    case GUD_INTEGER:
    case GUD_CHOICE:
        *(int *)place = isfinite(value) ? (int)value : -1;
        break;
    case GUD_SWITCH:
        *(bool *)place = isfinite(value) && value != 0.0;
        break;
    case GUD_EXTENT:
        *(gud_extent *)place = (gud_extent){.value = value, .unit = f->unit};
        break;
    default: // names, texts and lists stay NULL, as the struct was made
        break;
    }
}

// "mass is missing; expected kg, such as '0.3 kg' or '300 g'": its meaning only where that says more than the key
static void complain_missing(const gud_scope *s, const gud_field *f, const gud_node *map)
{
    const bool plain = !f->about || strcmp(f->about, f->key) == 0;
    const bool number = f->unit && *f->unit && strcmp(f->unit, "1") != 0 && !strchr(f->unit, '|');
    const char *example = number ? gud_unit_example(f->unit) : "";
    gud_complain(s, gud_node_head(map), "%s%s is missing%s%s%s%s%s%s", s->path, f->key, plain ? "" : ": ",
                 plain ? "" : f->about, *example ? "; expected " : "", *example ? f->unit : "", *example ? ", " : "",
                 example);
}

gud_status gud_field_default(const gud_scope *s, const gud_field *f, const gud_node *map, void *params)
{
    void *place = (char *)params + f->offset;
    if (gud_is_required(f->fallback)) {
        complain_missing(s, f, map);
        return GUD_OK;
    }
    const bool optional = gud_is_optional(f->fallback);
    fill(f, optional ? (double)NAN : f->fallback, place);
    if (optional || (f->type != GUD_GROUP && f->type != GUD_TABLE)) return GUD_OK;
    gud_node *empty = gud_node_create(s->decoder->tree, GUD_NODE_MAP, map->place);
    return empty ? nested(s, f, empty, place) : GUD_ERR_MEMORY;
}
