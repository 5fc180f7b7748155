#include "sweep/lines.h"

#include "base/alloc.h"

#include <string.h>

static char *add_name(gud_sweep_table *t, const char *text)
{
    if (t->nname == t->name_room) {
        const int room = t->name_room ? 2 * t->name_room : 8;
        char **names = gud_resize(t->names, (size_t)room, sizeof *names);
        if (!names) return NULL;
        t->names = names;
        t->name_room = room;
    }
    const size_t size = strlen(text) + 1;
    char *copy = gud_alloc(size, 1);
    if (copy) t->names[t->nname++] = memcpy(copy, text, size);
    return copy;
}

// The text as the table has it. Runs have their channels in the same order: the name behind the last one is tried
// first.
static const char *intern(gud_sweep_table *t, const char *text)
{
    for (int i = 0; i < t->nname; i++) {
        const int k = (t->next_name + i) % t->nname;
        if (strcmp(t->names[k], text) != 0) continue;
        t->next_name = k + 1;
        return t->names[k];
    }
    return add_name(t, text);
}

gud_sweep_line *gud_sweep_table_add(gud_sweep_table *t, const char *channel, const char *unit)
{
    if (t->count == t->room) {
        const int room = t->room ? 2 * t->room : 16;
        gud_sweep_line *lines = gud_resize(t->lines, (size_t)room, sizeof *lines);
        if (!lines) return NULL;
        t->lines = lines;
        t->room = room;
    }
    gud_sweep_line *line = &t->lines[t->count];
    *line = (gud_sweep_line){.channel = intern(t, channel), .unit = intern(t, unit)};
    if (!line->channel || !line->unit) return NULL;
    t->count++;
    return line;
}

void gud_sweep_table_free(gud_sweep_table *t)
{
    for (int i = 0; i < t->nname; i++) gud_free(t->names[i]);
    gud_free(t->names);
    gud_free(t->lines);
    *t = (gud_sweep_table){0};
}
