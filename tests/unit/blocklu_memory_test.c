// Block LU when memory runs out: creation with the k-th allocation failing, for every k, reports it and leaks nothing.

#include "blocklu_case.h"
#include "heap.h"

static gud_status create_and_free(void *with)
{
    const mechanism *m = with;
    gud_blocklu *lu;
    const gud_status st = gud_blocklu_create(m->nnode, m->size, m->role, m->nedge, (const int(*)[2])m->edge, &lu);
    assert_true((st == GUD_OK) == (lu != NULL));
    gud_blocklu_free(lu);
    return st;
}

static void out_of_memory(void **state)
{
    (void)state;
    mechanism small = chain_make(3, 6, 5, GUD_BLOCKLU_JOINT, true);
    mechanism large = grid_make(40, 40, 3); // arrays beyond the arena's block: every one an allocation
    assert_true(heap_exhaust(create_and_free, &small) > 3);
    assert_true(heap_exhaust(create_and_free, &large) > 3);
    mechanism_free(&small);
    mechanism_free(&large);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(out_of_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
