// Open addressing with linear probing; at most half of the slots are taken.

#include "base/index.h"

#include "base/alloc.h"
#include "base/hash.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

typedef struct slot {
    const char *text; // NULL: free
    size_t length;
    int number;
} slot;

struct gud_index {
    slot *slots;
    size_t mask; // number of slots, a power of two, less one
    int room;    // names that may still be added
};

gud_index *gud_index_create(int most)
{
    size_t nslot = 4;
    while (nslot < 2 * (size_t)most) nslot *= 2;
    gud_index *index = gud_alloc(1, sizeof *index);
    slot *slots = gud_alloc(nslot, sizeof *slots);
    if (!index || !slots) {
        gud_free(index);
        gud_free(slots);
        return NULL;
    }
    *index = (gud_index){slots, nslot - 1, most};
    return index;
}

void gud_index_free(gud_index *index)
{
    if (!index) return;
    gud_free(index->slots);
    gud_free(index);
}

// the slot of a name, or the free one where it would stand
static slot *find_slot(const gud_index *index, const char *text, size_t length)
{
    for (size_t at = gud_hash(0, text, length);; at++) {
        slot *s = &index->slots[at & index->mask];
        if (!s->text || (s->length == length && memcmp(s->text, text, length) == 0)) return s;
    }
}

int gud_index_add(gud_index *index, const char *text, size_t length, int number)
{
    slot *s = find_slot(index, text, length);
    if (s->text) return s->number;
    assert(index->room > 0);
    index->room--;
    *s = (slot){text, length, number};
    return number;
}

int gud_index_find(const gud_index *index, const char *text, size_t length)
{
    const slot *s = find_slot(index, text, length);
    return s->text ? s->number : -1;
}
