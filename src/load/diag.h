// What is wrong with the input: all messages at once, each with file, line and column.
#ifndef GUD_LOAD_DIAG_H
#define GUD_LOAD_DIAG_H

#include "base/arena.h"
#include "base/buffer.h"

typedef struct gud_place {
    const char *file; // or "--set path=value"
    int line, column; // from 1; line 0: the whole file
} gud_place;

typedef struct gud_message {
    gud_place place;
    int order;    // in which the messages came
    size_t named; // bytes at the beginning of the text that name the entity; ": " follows them
    const char *text;
    int others; // entities of which the same is to be said; only while messages are sorted
} gud_message;

typedef struct gud_diag {
    gud_arena arena;
    gud_message *list;
    int count;   // of all messages
    int nstored; // of them are in the list; the others are only counted
    int room;
    bool failed; // a message was lost because memory ran out
    struct gud_veil *veils;
} gud_diag;

enum { GUD_DIAG_STORED = 1000, GUD_DIAG_SHOWN = 50 };

void gud_diag_init(gud_diag *diag);
void gud_diag_free(gud_diag *diag);

void gud_diag_add(gud_diag *diag, gud_place place, const char *format, ...) __attribute__((format(printf, 3, 4)));

// the same about an entity, "joint 'hinge'": its name comes first
void gud_diag_add_about(gud_diag *diag, gud_place place, const char *entity, const char *text);

// Of a file that does not look like one of ours nothing is shown: all messages about it become one that does not quote
// it, so that including somebody's secrets does not print them.
void gud_diag_veil(gud_diag *diag, const char *file);

bool gud_diag_is_full(const gud_diag *diag); // further messages are only counted, so their text is not worth finding

// by place; what is said of the same place about several entities, the uses of a group, becomes one message
void gud_diag_sort(gud_diag *diag);

// sorted by place, at most GUD_DIAG_SHOWN lines, then "and N more"
void gud_diag_write(gud_diag *diag, gud_buffer *out);

// text of the user for a message: one line, not too long; `gud_shown(x).text` lives to the end of the expression
typedef struct gud_shown_text {
    char text[64];
} gud_shown_text;
gud_shown_text gud_shown(const char *text);

#endif
