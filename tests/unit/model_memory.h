// What models promise of memory: steps take none, and making one survives the failure of every single allocation.
#ifndef GUD_TESTS_UNIT_MODEL_MEMORY_H
#define GUD_TESTS_UNIT_MODEL_MEMORY_H

#include "heap.h"
#include "mechanism.h"

#include "step/record.h"

// runs a simulation to its end; the caller looks at it and frees it
static inline gud_sim *run_without_memory(gud_model *m)
{
    gud_sim *s = started(m);
    const long before = heap.calls;
    run_to_end(s);
    assert_int_equal(heap.calls, before);
    return s;
}

static inline gud_status make_simulation(void *text)
{
    gud_model *m;
    gud_sim *s = NULL;
    gud_record *record = NULL;
    gud_status st = mechanism_try(text, &m);
    if (st == GUD_OK) st = gud_sim_create(m, &s);
    if (st == GUD_OK) st = gud_record_create(s, &record);
    if (st == GUD_OK) st = gud_start(s);
    gud_record_free(record);
    sim_and_model_free(s, m);
    return st;
}

// from the text to the assembled start, with its record
static inline void model_exhausts_memory(const char *text)
{
    char *copy = malloc(strlen(text) + 1);
    assert_non_null(copy);
    memcpy(copy, text, strlen(text) + 1);
    assert_true(heap_exhaust(make_simulation, copy) > 8);
    free(copy);
}

#endif
