// Tables of rough surfaces that were made before: a table takes some 2e8 instructions, and joints of a model and runs
// of a study often have the same ones. A copy is the table to the bit.
#ifndef GUD_ROUGH_STORE_H
#define GUD_ROUGH_STORE_H

#include "rough/rough.h"

enum { GUD_ROUGH_STORED = 16 };

typedef struct gud_rough_store {
    gud_rough *tables[GUD_ROUGH_STORED]; // NULL: free
    int oldest;
} gud_rough_store;

// gud_rough_make, but for the table, which may be in the store and is there afterwards; NULL: no store
gud_status gud_rough_take(gud_rough_store *store, const gud_rough_model *model, const gud_rough_params *params,
                          gud_error *error, gud_rough **rough);
void gud_rough_store_clear(gud_rough_store *store);

#endif
