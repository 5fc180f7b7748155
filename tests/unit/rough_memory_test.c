// Rough contact survives every failing allocation without a leak.

#include "heap.h"

#include "rough/profile.h"
#include "rough/rough.h"

#include <stdio.h>
#include <unistd.h>

static gud_status make_and_use(void *params)
{
    const gud_rough_params *prm = params;
    const gud_rough_model *model = gud_rough_find("KE");
    const double h[] = {0.1e-6, 0.5e-6};
    double p[2], p_h[2], a[2];
    gud_error error = {""};
    gud_rough *rough = NULL;

    gud_status st = gud_rough_make(model, prm, &error, &rough);
    if (st == GUD_OK) st = gud_rough_integrate(rough, 2, h, p, p_h, a, &error);
    gud_rough_free(rough);
    if (st == GUD_OK) st = gud_rough_curve(model, prm, 2, h, p, a, &error);
    return st;
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

    assert_true(heap_exhaust(make_and_use, &prm) > 10);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
