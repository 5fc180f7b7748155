// Rough contact survives every failing allocation without a leak. This program brings its own allocator, which takes
// the place of that in the library.

#include "base/alloc.h"
#include "check.h"
#include "rough/profile.h"
#include "rough/rough.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct allocator {
    int left; // calls that still succeed
    int live; // blocks that are not freed
} allocator;

static allocator heap;

static bool is_refused(void)
{
    return heap.left-- <= 0;
}

void *gud_alloc(size_t count, size_t size)
{
    if (is_refused()) return NULL;
    heap.live++;
    return calloc(count, size);
}

void *gud_resize(void *memory, size_t count, size_t size)
{
    if (is_refused()) return NULL;
    heap.live += !memory;
    return realloc(memory, count * size);
}

void gud_free(void *memory)
{
    heap.live -= memory != NULL;
    free(memory);
}

static void make_and_use(const gud_rough_params *prm, gud_status expected)
{
    const gud_rough_model *model = gud_rough_find("KE");
    const double h[] = {0.1e-6, 0.5e-6};
    double p[2], p_h[2], a[2];
    gud_error error = {""};
    gud_rough *rough = NULL;

    gud_status st = gud_rough_make(model, prm, &error, &rough);
    if (st == GUD_OK) st = gud_rough_integrate(rough, 2, h, p, p_h, a, &error);
    gud_rough_free(rough);
    if (st == GUD_OK) st = gud_rough_curves(1, &model, prm, 2, h, p, a, &error);
    assert_int_equal(st, expected);
    assert_int_equal(heap.live, 0);
}

static void write_trace(char *path)
{
    const int handle = mkstemp(path);
    assert_true(handle >= 0);
    FILE *file = fdopen(handle, "w");
    for (int i = 0; i < 1500; i++) fprintf(file, "%g %.12g\n", i * 1e-6, 1e-7 * sin(0.1 * i) + 2e-8 * sin(1.3 * i * i));
    fclose(file);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    char path[] = "/tmp/gudgeon_memory_XXXXXX";
    write_trace(path);
    gud_rough_params prm;
    gud_rough_defaults(&prm);
    prm.profile = path;
    prm.modulus = 1e11;
    prm.hardness = 1e9;

    heap = (allocator){.left = 1000000};
    make_and_use(&prm, GUD_OK);
    const int calls = 1000000 - heap.left;
    assert_true(calls > 10);
    for (int k = 0; k < calls; k++) {
        heap = (allocator){.left = k};
        make_and_use(&prm, GUD_ERR_MEMORY);
    }
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
