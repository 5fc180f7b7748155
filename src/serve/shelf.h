// Results that were open a moment ago: the next request for the same one need not open it again.
#ifndef GUD_SERVE_SHELF_H
#define GUD_SERVE_SHELF_H

#include <gudgeon/results.h>

typedef struct gud_shelf gud_shelf;

gud_shelf *gud_shelf_create(void); // NULL without memory
void gud_shelf_free(gud_shelf *shelf);

// The result in a folder, as gud_results_open opens it; it is the caller's alone until it is put back.
gud_status gud_shelf_take(gud_shelf *shelf, const char *folder, gud_results **results, gud_diagnostics **why);
void gud_shelf_put(gud_shelf *shelf, const char *folder, gud_results *results); // accepts NULL

#endif
