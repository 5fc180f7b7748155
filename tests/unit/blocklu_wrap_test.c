// Block LU when memory runs out: creation with the k-th allocation failing, for every k, reports it and leaks nothing.
// Linked with --wrap=gud_alloc,--wrap=gud_resize.

#include "blocklu_case.h"
#include "check.h"

#include <malloc.h>

void *__real_gud_alloc(size_t count, size_t size);
void *__real_gud_resize(void *memory, size_t count, size_t size);
void *__wrap_gud_alloc(size_t count, size_t size);
void *__wrap_gud_resize(void *memory, size_t count, size_t size);

static int calls_left; // until the one that fails

void *__wrap_gud_alloc(size_t count, size_t size)
{
    return calls_left-- == 0 ? NULL : __real_gud_alloc(count, size);
}

void *__wrap_gud_resize(void *memory, size_t count, size_t size)
{
    return calls_left-- == 0 ? NULL : __real_gud_resize(memory, count, size);
}

static size_t bytes_in_use(void)
{
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

static gud_status create_and_free(const mechanism *m, int calls)
{
    gud_blocklu *lu;
    calls_left = calls;
    const gud_status st = gud_blocklu_create(m->nnode, m->size, m->role, m->nedge, (const int(*)[2])m->edge, &lu);
    assert_true(st == GUD_OK || (st == GUD_ERR_MEMORY && !lu));
    gud_blocklu_free(lu);
    return st;
}

// The allocator keeps a few freed blocks at hand that it counts as used, so each failure is rehearsed first.
static void every_failure(mechanism *m)
{
    int failures = 0;
    while (create_and_free(m, failures) != GUD_OK) {
        for (int k = 0; k < 8; k++) create_and_free(m, failures);
        const size_t before = bytes_in_use();
        create_and_free(m, failures++);
        assert_int_equal(bytes_in_use(), before);
    }
    assert_true(failures > 3);
    mechanism_free(m);
}

static void out_of_memory(void **state)
{
    (void)state;
    mechanism small = chain_make(3, 6, 5, GUD_BLOCKLU_JOINT, true);
    every_failure(&small);
    mechanism large = grid_make(40, 40, 3); // arrays beyond the arena's block: every one an allocation
    every_failure(&large);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(out_of_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
