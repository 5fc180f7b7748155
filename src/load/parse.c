// From libyaml's events to the tree.

#include "base/plain.h"
#include "load/node.h"

#include <stdio.h>
#include <string.h>
#include <yaml.h>

typedef struct anchor anchor;
struct anchor {
    anchor *next;
    const char *name;
    gud_node *node;
    int depth; // of the tree below
};

// a map or list that is still open
typedef struct level {
    gud_node *node;
    const char *key; // the value of this key comes next
    gud_place key_place;
    const char *anchor;
    int below; // deepest nesting inside so far
} level;

typedef struct parser {
    yaml_parser_t yaml;
    gud_tree *tree;
    gud_diag *diag;
    gud_place place;
    const char *text;
    size_t size;
    gud_node *root;
    anchor *anchors;
    int nanchor;
    int ndocument;
    int depth;
    level levels[GUD_MAX_DEPTH];
} parser;

static gud_place place_of(const parser *p, yaml_mark_t mark)
{
    if (p->place.line == 0) return p->place;
    return (gud_place){p->place.file, (int)mark.line + 1, (int)mark.column + 1};
}

static gud_status refuse(parser *p, yaml_mark_t mark, const char *what)
{
    gud_diag_add(p->diag, place_of(p, mark), "%s", what);
    return GUD_ERR_INPUT;
}

static gud_status remember(parser *p, const char *name, gud_node *node, int depth, yaml_mark_t mark)
{
    if (!name) return GUD_OK;
    if (p->nanchor++ == GUD_MAX_ANCHORS) return refuse(p, mark, "too many anchors (limit 1000)");
    anchor *a = GUD_TAKE(p->tree->arena, anchor, 1);
    if (!a) return GUD_ERR_MEMORY;
    *a = (anchor){p->anchors, name, node, depth};
    p->anchors = a;
    return GUD_OK;
}

static gud_status take_key(parser *p, const char *text, size_t size, yaml_mark_t mark)
{
    if (size > GUD_MAX_NAME) return refuse(p, mark, "a key is longer than 200 bytes");
    if (size == 2 && memcmp(text, "<<", 2) == 0)
        return refuse(p, mark, "the merge key '<<' is not supported; write the keys out or use include");
    level *top = &p->levels[p->depth - 1];
    top->key = gud_tree_text(p->tree, text, size);
    top->key_place = place_of(p, mark);
    return top->key ? GUD_OK : GUD_ERR_MEMORY;
}

static bool wants_key(const parser *p)
{
    return p->depth > 0 && p->levels[p->depth - 1].node->kind == GUD_NODE_MAP && !p->levels[p->depth - 1].key;
}

// puts a complete or just opened node where it belongs
static void attach(parser *p, gud_node *node)
{
    if (p->depth == 0) {
        p->root = node;
        return;
    }
    level *top = &p->levels[p->depth - 1];
    node->key = top->key;
    node->key_place = top->key ? top->key_place : node->place;
    top->key = NULL;
    gud_node_append(top->node, node);
}

static gud_status make(parser *p, gud_node_kind kind, yaml_mark_t mark, gud_node **node)
{
    if (p->tree->nnode >= GUD_MAX_NODES) return refuse(p, mark, "the model is too large (limit 2 million values)");
    *node = gud_node_create(p->tree, kind, place_of(p, mark));
    return *node ? GUD_OK : GUD_ERR_MEMORY;
}

static gud_status anchor_text(parser *p, const yaml_char_t *name, const char **copy)
{
    *copy = NULL;
    if (!name) return GUD_OK;
    *copy = gud_tree_text(p->tree, (const char *)name, strlen((const char *)name));
    return *copy ? GUD_OK : GUD_ERR_MEMORY;
}

// where the characters of a scalar begin, if the file has them in one line and as they are
static int text_column(const parser *p, const yaml_event_t *event)
{
    const bool quoted = event->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
    size_t n = quoted ? 2 : 0;
    for (size_t i = 0; i < event->data.scalar.length; i++) n += (event->data.scalar.value[i] & 0xC0) != 0x80;
    if (p->place.line == 0 || event->start_mark.line != event->end_mark.line) return 0;
    if (event->end_mark.column - event->start_mark.column != n) return 0;
    return (int)event->start_mark.column + 1 + (quoted ? 1 : 0);
}

static gud_status take_scalar(parser *p, const yaml_event_t *event)
{
    const char *text = (const char *)event->data.scalar.value;
    const size_t size = event->data.scalar.length;
    if (event->data.scalar.tag) return refuse(p, event->start_mark, "YAML tags are not supported");
    if (size > GUD_MAX_SCALAR) return refuse(p, event->start_mark, "a value is longer than 64 KiB");
    if (gud_plain_length(text, size) < size) return refuse(p, event->start_mark, "a control character is not allowed");
    if (wants_key(p)) return take_key(p, text, size, event->start_mark);

    gud_node *node;
    const char *name;
    GUD_TRY(make(p, GUD_NODE_SCALAR, event->start_mark, &node));
    node->text = gud_tree_text(p->tree, text, size);
    if (!node->text) return GUD_ERR_MEMORY;
    node->column = text_column(p, event);
    node->quoted = event->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
    attach(p, node);
    GUD_TRY(anchor_text(p, event->data.scalar.anchor, &name));
    return remember(p, name, node, 0, event->start_mark);
}

static gud_status open_level(parser *p, gud_node_kind kind, const yaml_char_t *name, const yaml_char_t *tag,
                             yaml_mark_t mark)
{
    if (tag) return refuse(p, mark, "YAML tags are not supported");
    if (wants_key(p)) return refuse(p, mark, "a key must be a plain word");
    if (p->depth == GUD_MAX_DEPTH) return refuse(p, mark, "nested too deeply (limit 32)");
    gud_node *node;
    GUD_TRY(make(p, kind, mark, &node));
    attach(p, node);
    level *top = &p->levels[p->depth++];
    *top = (level){.node = node};
    return anchor_text(p, name, &top->anchor);
}

static gud_status close_level(parser *p, yaml_mark_t mark)
{
    const level *top = &p->levels[--p->depth];
    if (top->node->kind == GUD_NODE_MAP) GUD_TRY(gud_node_unique(top->node, p->diag));
    const int below = top->below + 1;
    if (p->depth > 0 && p->levels[p->depth - 1].below < below) p->levels[p->depth - 1].below = below;
    return remember(p, top->anchor, top->node, below, mark);
}

static gud_status take_alias(parser *p, const yaml_event_t *event)
{
    const char *name = (const char *)event->data.alias.anchor;
    if (wants_key(p)) return refuse(p, event->start_mark, "a key must be a plain word");
    const anchor *a = p->anchors;
    while (a && strcmp(a->name, name) != 0) a = a->next;
    if (!a) {
        gud_diag_add(p->diag, place_of(p, event->start_mark), "alias '*%s' has no anchor '&%s' before it",
                     gud_shown(name).text, gud_shown(name).text);
        return GUD_ERR_INPUT;
    }
    if (p->depth + a->depth > GUD_MAX_DEPTH) return refuse(p, event->start_mark, "nested too deeply (limit 32)");
    gud_node *node;
    GUD_TRY(gud_node_copy(p->tree, a->node, place_of(p, event->start_mark), p->diag, &node));
    attach(p, node);
    if (p->depth > 0 && p->levels[p->depth - 1].below < a->depth) p->levels[p->depth - 1].below = a->depth;
    return GUD_OK;
}

static gud_status take(parser *p, const yaml_event_t *event)
{
    switch (event->type) {
    case YAML_DOCUMENT_START_EVENT:
        if (p->ndocument++ > 0) return refuse(p, event->start_mark, "a second document ('---') is not allowed");
        return GUD_OK;
    case YAML_SCALAR_EVENT:
        return take_scalar(p, event);
    case YAML_ALIAS_EVENT:
        return take_alias(p, event);
    case YAML_MAPPING_START_EVENT:
        return open_level(p, GUD_NODE_MAP, event->data.mapping_start.anchor, event->data.mapping_start.tag,
                          event->start_mark);
    case YAML_SEQUENCE_START_EVENT:
        return open_level(p, GUD_NODE_LIST, event->data.sequence_start.anchor, event->data.sequence_start.tag,
                          event->start_mark);
    case YAML_MAPPING_END_EVENT:
    case YAML_SEQUENCE_END_EVENT:
        return close_level(p, event->start_mark);
    default:
        return GUD_OK;
    }
}

static bool is_indented_by_tab(const parser *p, size_t line)
{
    size_t i = 0;
    for (; i < p->size && line > 0; i++) line -= p->text[i] == '\n';
    while (i < p->size && p->text[i] == ' ') i++;
    return i < p->size && p->text[i] == '\t';
}

static gud_status syntax_error(parser *p)
{
    const yaml_parser_t *y = &p->yaml;
    if (y->error == YAML_MEMORY_ERROR) return GUD_ERR_MEMORY;
    if (is_indented_by_tab(p, y->problem_mark.line))
        return refuse(p, y->problem_mark, "not valid YAML: the line begins with a tab; indent with blanks");
    gud_diag_add(p->diag, place_of(p, y->problem_mark), "not valid YAML: %s%s%s", y->problem ? y->problem : "syntax",
                 y->context ? " " : "", y->context ? y->context : "");
    return GUD_ERR_INPUT;
}

static gud_status parse(parser *p)
{
    for (;;) {
        yaml_event_t event;
        if (!yaml_parser_parse(&p->yaml, &event)) return syntax_error(p);
        const bool end = event.type == YAML_STREAM_END_EVENT;
        const gud_status status = take(p, &event);
        yaml_event_delete(&event);
        if (status != GUD_OK || end) return status;
    }
}

// length of the UTF-8 character at text[0..size), 0 if it is not one that a model may hold
static size_t character(const unsigned char *text, size_t size)
{
    const unsigned char c = text[0];
    if (c < 0x80) return c == '\t' || c == '\n' || c == '\r' || (c >= ' ' && c != 0x7F) ? 1 : 0;
    const size_t n = c >= 0xF0 ? 4 : c >= 0xE0 ? 3 : 2;
    if (c < 0xC2 || c > 0xF4 || n > size) return 0;
    unsigned long code = c & (0xFFU >> (n + 1));
    for (size_t i = 1; i < n; i++) {
        if ((text[i] & 0xC0) != 0x80) return 0;
        code = code << 6 | (text[i] & 0x3FU);
    }
    const bool surrogate = code >= 0xD800 && code <= 0xDFFF, shorter = code < (n == 4 ? 0x10000U : n == 3 ? 0x800U : 0);
    return surrogate || shorter || code > 0x10FFFF || (code >= 0x80 && code < 0xA0) ? 0 : n;
}

static gud_status check_characters(parser *p, const char *text, size_t size)
{
    yaml_mark_t mark = {0};
    for (size_t i = 0; i < size;) {
        const size_t n = character((const unsigned char *)text + i, size - i);
        if (n == 0) return refuse(p, mark, "not UTF-8 text, or a control character");
        mark.column++;
        if (text[i] == '\n') mark = (yaml_mark_t){.line = mark.line + 1};
        i += n;
    }
    return GUD_OK;
}

gud_status gud_tree_read(gud_tree *tree, gud_place place, const char *text, size_t size, gud_diag *diag,
                         gud_node **root)
{
    const size_t mark = size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0; // byte order, by some editors
    text += mark;
    size -= mark;
    parser p = {.tree = tree, .diag = diag, .place = place, .text = text, .size = size};
    *root = NULL;
    if (size > GUD_MAX_BYTES) return refuse(&p, (yaml_mark_t){0}, "the text is larger than 64 MiB");
    GUD_TRY(check_characters(&p, text, size));
    if (!yaml_parser_initialize(&p.yaml)) return GUD_ERR_MEMORY;
    yaml_parser_set_encoding(&p.yaml, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&p.yaml, (const unsigned char *)text, size);
    const gud_status status = parse(&p);
    yaml_parser_delete(&p.yaml);
    if (status == GUD_OK) *root = p.root;
    return status;
}
