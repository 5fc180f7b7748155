// The tree as YAML text, so that a result can say what was computed and a run can go on from it.

#include "load/node.h"

#include <string.h>
#include <yaml.h>

static int to_buffer(void *data, unsigned char *bytes, size_t size)
{
    gud_buffer *out = data;
    gud_buffer_append(out, (const char *)bytes, size);
    return out->failed ? 0 : 1;
}

// yaml_emitter_emit takes the event over, also when it fails
static bool scalar(yaml_emitter_t *emitter, const char *text)
{
    yaml_event_t event;
    return yaml_scalar_event_initialize(&event, NULL, NULL, (const yaml_char_t *)text, (int)strlen(text), 1, 1,
                                        YAML_ANY_SCALAR_STYLE) &&
           yaml_emitter_emit(emitter, &event);
}

static bool flat(const gud_node *node)
{
    for (const gud_node *child = node->first; child; child = child->next)
        if (child->kind != GUD_NODE_SCALAR) return false;
    return true;
}

static bool open(yaml_emitter_t *emitter, const gud_node *node)
{
    yaml_event_t event;
    const int made =
        node->kind == GUD_NODE_MAP
            ? yaml_mapping_start_event_initialize(&event, NULL, NULL, 1, YAML_BLOCK_MAPPING_STYLE)
            : yaml_sequence_start_event_initialize(&event, NULL, NULL, 1,
                                                   flat(node) ? YAML_FLOW_SEQUENCE_STYLE : YAML_BLOCK_SEQUENCE_STYLE);
    return made && yaml_emitter_emit(emitter, &event);
}

static bool close(yaml_emitter_t *emitter, const gud_node *node)
{
    yaml_event_t event;
    const int made = node->kind == GUD_NODE_MAP ? yaml_mapping_end_event_initialize(&event)
                                                : yaml_sequence_end_event_initialize(&event);
    return made && yaml_emitter_emit(emitter, &event);
}

static bool emit(yaml_emitter_t *emitter, const gud_node *node)
{
    if (node->kind == GUD_NODE_SCALAR) return scalar(emitter, node->text);
    if (!open(emitter, node)) return false;
    for (const gud_node *child = node->first; child; child = child->next) {
        if (node->kind == GUD_NODE_MAP && !scalar(emitter, child->key)) return false;
        if (!emit(emitter, child)) return false;
    }
    return close(emitter, node);
}

static bool document(yaml_emitter_t *emitter, const gud_node *root)
{
    yaml_event_t event;
    if (!yaml_stream_start_event_initialize(&event, YAML_UTF8_ENCODING) || !yaml_emitter_emit(emitter, &event))
        return false;
    if (!yaml_document_start_event_initialize(&event, NULL, NULL, NULL, 1) || !yaml_emitter_emit(emitter, &event))
        return false;
    if (!emit(emitter, root)) return false;
    if (!yaml_document_end_event_initialize(&event, 1) || !yaml_emitter_emit(emitter, &event)) return false;
    return yaml_stream_end_event_initialize(&event) && yaml_emitter_emit(emitter, &event);
}

gud_status gud_node_write(const gud_node *root, gud_buffer *out)
{
    yaml_emitter_t emitter;
    if (!yaml_emitter_initialize(&emitter)) return GUD_ERR_MEMORY;
    yaml_emitter_set_output(&emitter, to_buffer, out);
    yaml_emitter_set_unicode(&emitter, 1);
    yaml_emitter_set_width(&emitter, -1);
    const bool done = document(&emitter, root);
    yaml_emitter_delete(&emitter);
    return done && !out->failed ? GUD_OK : GUD_ERR_MEMORY;
}
