#include "base/arena.h"

#include "base/alloc.h"

#include <stdint.h>
#include <string.h>

enum { alignment = 64, block_size = 1 << 16 };
enum { large = 1 << 17 }; // blocks of pages of their own

struct gud_arena_block {
    gud_arena_block *next;
    size_t size, all;     // bytes to be taken, and with the block itself
    unsigned char *bytes; // aligned start inside the allocation
};

static gud_arena_block *block_create(size_t size, gud_arena_block *next)
{
    if (size > SIZE_MAX - sizeof(gud_arena_block) - alignment) return NULL;
    const size_t all = sizeof(gud_arena_block) + alignment + size;
    gud_arena_block *block = all >= large ? gud_pages_alloc(all) : gud_alloc(1, all);
    if (!block) return NULL;
    block->all = all;
    const uintptr_t start = (uintptr_t)(block + 1);
    block->bytes = (unsigned char *)(block + 1) + (alignment - start % alignment) % alignment;
    block->size = size;
    block->next = next;
    return block;
}

static void block_free(gud_arena_block *block)
{
    if (block->all >= large)
        gud_pages_free(block, block->all);
    else
        gud_free(block);
}

void gud_arena_init(gud_arena *arena)
{
    *arena = (gud_arena){0};
}

void *gud_arena_take(gud_arena *arena, size_t count, size_t size)
{
    if (size > 0 && count > (SIZE_MAX - alignment) / size) {
        arena->failed = true;
        return NULL;
    }
    const size_t need = (count * size + alignment - 1) / alignment * alignment;

    if (!arena->block || arena->block->size - arena->used < need) {
        gud_arena_block *block = block_create(need > block_size ? need : block_size, arena->block);
        if (!block) {
            arena->failed = true;
            return NULL;
        }
        arena->block = block;
        arena->used = 0;
    }
    void *memory = arena->block->bytes + arena->used; // zero as its block is: what is never used takes no pages
    arena->used += need;
    return memory;
}

char *gud_arena_text(gud_arena *arena, const char *text)
{
    const size_t n = strlen(text) + 1;
    char *copy = gud_arena_take(arena, n, 1);
    return copy ? memcpy(copy, text, n) : NULL;
}

void gud_arena_free(gud_arena *arena)
{
    while (arena->block) {
        gud_arena_block *next = arena->block->next;
        block_free(arena->block);
        arena->block = next;
    }
    gud_arena_init(arena);
}
