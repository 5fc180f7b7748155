// Every allocation fails once: building, reading, preparing and gridding surfaces must say so and leak nothing; queries
// allocate nothing at all.

#include "heap.h"

#include "surface/gap.h"

#include <string.h>

typedef struct {
    gud_arena arena;
    gud_error error;
    gud_surface surface;
    gud_grid grid;
    gud_gap_work work;
} job;

typedef gud_status (*build)(job *j, gud_nurbs *n);

static gud_status torus(job *j, gud_nurbs *n)
{
    return gud_nurbs_torus(0.02, 0.01, &j->arena, &j->error, n);
}

static gud_status finer(job *j, gud_nurbs *n)
{
    gud_nurbs coarse;
    GUD_TRY(gud_nurbs_cylinder(0.01, 0.0, 0.01, &j->arena, &j->error, &coarse));
    return gud_nurbs_insert(&coarse, 0, 0.1, &j->arena, &j->error, n);
}

static gud_status profile(job *j, gud_nurbs *n)
{
    const double r[] = {0.01, 0.0101, 0.0102, 0.01}, z[] = {0.0, 0.01, 0.02, 0.03};
    return gud_nurbs_revolve(4, r, z, 3, &j->arena, &j->error, n);
}

static gud_status plane(job *j, gud_nurbs *n)
{
    double z[16] = {0};
    z[5] = 1e-4;
    return gud_nurbs_plane(0.01, 0.01, 4, 4, z, &j->arena, &j->error, n);
}

static gud_status loft(job *j, gud_nurbs *n)
{
    static const double square[] = {1, 0, 0, 0, 1, 0, -1, 0, 0, 0, -1, 0, 1, 0, 1, 0, 1, 1, -1, 0, 1, 0, -1, 1};
    return gud_nurbs_loft(2, 4, square, true, &j->arena, &j->error, n);
}

static gud_status text(job *j, gud_nurbs *n)
{
    static const char form[] = "gudgeon-surface 1 degree 1 1 count 2 2 knots 0 0 1 1 knots 0 0 1 1 "
                               "0 0 0 1  0 1 0 1  1 0 0 1  1 1 0 1";
    return gud_nurbs_parse("t", form, strlen(form), &j->arena, &j->error, n);
}

static gud_status everything(job *j, build b)
{
    gud_nurbs n;
    const gud_grid_spec spec = {.cells = {40, 30}, .side = 1};
    const double xi[] = {0.5, 0.5};
    GUD_TRY(b(j, &n));
    GUD_TRY(gud_surface_create(&n, "t", &j->arena, &j->error, &j->surface));
    GUD_TRY(gud_grid_scatter(&j->surface, 1, xi, 1, &j->arena, &j->error, &j->grid));
    GUD_TRY(gud_grid_create(&j->surface, &spec, &j->arena, &j->error, &j->grid));
    return gud_gap_work_create(&j->surface, &j->arena, &j->error, &j->work);
}

static gud_status attempt(void *with)
{
    const build *b = with;
    job j = {0};
    const gud_status status = everything(&j, *b);
    if (status != GUD_OK) assert_string_equal(j.error.text, "out of memory");
    gud_arena_free(&j.arena);
    return status;
}

static void test_every_allocation_fails(void **state)
{
    (void)state;
    build builds[] = {torus, finer, profile, plane, loft, text};
    for (int i = 0; i < GUD_COUNT(builds); i++) assert_true(heap_exhaust(attempt, &builds[i]) > 4);
}

static void test_queries_allocate_nothing(void **state)
{
    (void)state;
    enum { n = 24 };
    job j = {0};
    gud_nurbs nurbs;
    gud_surface inner;
    const gud_grid_spec spec = {.cells = {6, 4}, .side = 1};
    assert_int_equal(everything(&j, torus), GUD_OK);
    assert_int_equal(gud_nurbs_torus(0.02, 0.00997, &j.arena, &j.error, &nurbs), GUD_OK);
    assert_int_equal(gud_surface_create(&nurbs, "t", &j.arena, &j.error, &inner), GUD_OK);
    assert_int_equal(gud_grid_create(&inner, &spec, &j.arena, &j.error, &j.grid), GUD_OK);
    double *numbers = GUD_TAKE(&j.arena, double, 16 * n), *warm = numbers + 14 * n;
    gud_gap_hits field = {.state = GUD_TAKE(&j.arena, unsigned char, n),
                          .gap = numbers,
                          .rate = numbers + n,
                          .slope = numbers + 2 * n,
                          .wall_r = numbers + 5 * n,
                          .wall_c = numbers + 8 * n,
                          .slip = numbers + 11 * n};
    assert_false(j.arena.failed);
    const gud_pose pose = {.R = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
    for (gud_gap_mode mode = GUD_GAP_NEWTON; mode <= GUD_GAP_VERIFY; mode++) {
        const gud_gap_pair pair = {.grid = &j.grid, .other = &j.surface, .mode = mode, .low = -1e-3, .high = 1e-3};
        for (int i = 0; i < 2 * n; i++) warm[i] = NAN;
        const long before = heap.calls;
        assert_int_equal(gud_gap_find(&pair, &pose, &pose, &j.work, warm, &j.error, &field), GUD_OK);
        assert_int_equal(field.nfilm, n);
        assert_int_equal(heap.calls, before);
    }
    gud_arena_free(&j.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_allocation_fails),
        cmocka_unit_test(test_queries_allocate_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
