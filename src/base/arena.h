// Memory that is freed all at once: for what is made piece by piece while its size is not known yet.
#ifndef GUD_BASE_ARENA_H
#define GUD_BASE_ARENA_H

#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct gud_arena_block gud_arena_block;

typedef struct gud_arena {
    gud_arena_block *block; // newest block
    size_t used;            // bytes taken in the newest block
    bool failed;            // some allocation failed since the arena was made
} gud_arena;

void gud_arena_init(gud_arena *arena);

// zeroed, 64-byte aligned memory, or NULL if memory has run out (then arena->failed is set)
void *gud_arena_take(gud_arena *arena, size_t count, size_t size);

char *gud_arena_text(gud_arena *arena, const char *text); // a copy of the text, or NULL
void gud_arena_free(gud_arena *arena);                    // accepts an arena that was never used

#define GUD_TAKE(arena, type, count) ((type *)gud_arena_take((arena), (size_t)(count), sizeof(type)))

#endif
