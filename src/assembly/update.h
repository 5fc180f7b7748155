// A model file as lines, for those that compare and merge such files. Lines are known by their path: section, entity,
// key.
#ifndef GUD_ASSEMBLY_UPDATE_H
#define GUD_ASSEMBLY_UPDATE_H

#include "base/arena.h"
#include "base/buffer.h"
#include "base/index.h"

typedef struct gud_line {
    const char *text; // the whole line, without its end
    int length;
    int level;        // of its key: 0 section, 1 entity, 2 key of it; -1: no key of ours (comments, deeper values)
    const char *path; // "joints/rod-pin/radius"
    const char *key;  // in the line
    int nkey;
    const char *value; // between the colon and the comment; empty for a container
    int nvalue;
    const char *comment; // from its # on, or NULL
    int ncomment;
} gud_line;

typedef struct gud_lines {
    int n;
    gud_line *list;
    gud_index *index; // of their paths
    gud_arena arena;
} gud_lines;

// false: no memory; free in any case. The text must stay.
bool gud_lines_read(const char *text, gud_lines *lines);
void gud_lines_free(gud_lines *lines);

const gud_line *gud_lines_find(const gud_lines *lines, const char *path); // NULL: there is none
bool gud_lines_same(const gud_line *a, const gud_line *b);                // values are equal
int gud_lines_end(const gud_lines *lines, int i);                         // after the last line that belongs to line i

// ---- names

// is an entity mentioned, as a whole word or before a point ("crank" in "crank.angle")?
bool gud_line_mentions(const gud_line *line, const char *name);

// What has another name in the new text and is the same otherwise gets that name in the two other ones, which are
// replaced. Bodies and joints are reported.
gud_status gud_names_follow(gud_buffer *before, gud_buffer *user, const char *now, gud_buffer *report);

#endif
