// An arena and an error for each test of a group: cmocka_unit_test_setup_teardown(test, setup, teardown), where *state
// is a fixture.
#ifndef GUD_TESTS_FIXTURE_H
#define GUD_TESTS_FIXTURE_H

#include "check.h"

#include "base/arena.h"
#include "base/error.h"

#include <stdlib.h>

typedef struct fixture {
    gud_arena arena;
    gud_error error;
} fixture;

static inline int setup(void **state)
{
    *state = calloc(1, sizeof(fixture));
    return *state ? 0 : -1;
}

static inline int teardown(void **state)
{
    fixture *f = *state;
    gud_arena_free(&f->arena);
    free(f);
    return 0;
}

#endif
