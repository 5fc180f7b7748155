// Finds names among many: a hash table from texts to numbers.
#ifndef GUD_BASE_INDEX_H
#define GUD_BASE_INDEX_H

#include "base/status.h"

#include <stddef.h>

typedef struct gud_index gud_index;

// with room for `most` names; NULL without memory
gud_index *gud_index_create(int most);
void gud_index_free(gud_index *index); // accepts NULL

// Names are the first `length` characters of a text.

// Enters a name whose text outlives the index. Returns `number`, or the number of the same name if it is there already:
// that one stays.
int gud_index_add(gud_index *index, const char *text, size_t length, int number);

// number of the name, or -1
int gud_index_find(const gud_index *index, const char *text, size_t length);

#endif
