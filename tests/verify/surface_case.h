// Surfaces, grids and result arrays for the tests of gaps. Everything is freed with the case.
#ifndef GUD_TESTS_SURFACE_CASE_H
#define GUD_TESTS_SURFACE_CASE_H

#include "check.h"

#include "num/blas.h"
#include "num/rot.h"
#include "num/vec.h"
#include "surface/gap.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    gud_arena arena;
    gud_error error;
    gud_surface surface[2]; // reference and other
    gud_grid grid;
    gud_gap_pair pair;
    gud_gap_work work;
    gud_gap_hits field;
    double *warm;
} gap_case;

#define assert_done(call) assert_int_equal((call), GUD_OK)

// numbers in [-1, 1] that are the same on every machine
static inline double noise(unsigned *z)
{
    *z = *z * 1664525u + 1013904223u;
    return (*z >> 8) / 8388608.0 - 1.0;
}

static inline int case_setup(void **state)
{
    *state = calloc(1, sizeof(gap_case));
    return *state ? 0 : -1;
}

static inline int case_teardown(void **state)
{
    gap_case *c = *state;
    gud_arena_free(&c->arena);
    free(c);
    return 0;
}

static inline void case_surface(gap_case *c, int which, const gud_nurbs *nurbs)
{
    assert_done(gud_surface_create(nurbs, "test", &c->arena, &c->error, &c->surface[which]));
}

// arrays for the grid that is there, everything cold
static inline void case_arrays(gap_case *c, gud_gap_mode mode, double window)
{
    const int n = c->grid.n;
    double **vectors[] = {&c->field.slope, &c->field.wall_r, &c->field.wall_c, &c->field.slip};
    c->pair = (gud_gap_pair){.grid = &c->grid, .other = &c->surface[1], .mode = mode, .low = -window, .high = window};
    assert_done(gud_gap_work_create(&c->surface[1], &c->arena, &c->error, &c->work));
    c->field.state = GUD_TAKE(&c->arena, unsigned char, n);
    c->field.gap = GUD_TAKE(&c->arena, double, n);
    c->field.rate = GUD_TAKE(&c->arena, double, n);
    for (int i = 0; i < 4; i++) *vectors[i] = GUD_TAKE(&c->arena, double, 3 * n);
    c->warm = GUD_TAKE(&c->arena, double, 2 * n);
    for (int i = 0; i < 2 * n; i++) c->warm[i] = NAN;
    assert_false(c->arena.failed);
}

static inline void case_grid(gap_case *c, int n0, int n1, int side)
{
    const gud_grid_spec spec = {.cells = {n0, n1}, .side = side};
    assert_done(gud_grid_create(&c->surface[0], &spec, &c->arena, &c->error, &c->grid));
}

static inline void case_find(gap_case *c, const gud_pose *reference, const gud_pose *other)
{
    assert_done(gud_gap_find(&c->pair, reference, other, &c->work, c->warm, &c->error, &c->field));
}

// a pose at p, turned by the rotation vector x
static inline gud_pose pose_at(double px, double py, double pz, double x, double y, double z)
{
    const double none[4] = {1, 0, 0, 0}, turn[3] = {x, y, z};
    double quat[4];
    gud_pose pose = {.p = {px, py, pz}};
    gud_rot_advance(none, turn, quat);
    gud_rot_matrix(quat, pose.R);
    return pose;
}

// a rational patch of degree d x d over a square of this size, with random heights and weights
static inline gud_nurbs random_patch(gap_case *c, int d, double size, double height, double rational, unsigned *z)
{
    double *knots = GUD_TAKE(&c->arena, double, 2 * (d + 1)),
           *points = GUD_TAKE(&c->arena, double, 4 * (d + 1) * (d + 1));
    assert_false(c->arena.failed);
    for (int i = 0; i < 2 * (d + 1); i++) knots[i] = i > d;
    for (int i = 0; i <= d; i++)
        for (int j = 0; j <= d; j++) {
            double *p = points + 4 * (i * (d + 1) + j);
            p[0] = size * ((double)i / d - 0.5 + 0.08 * noise(z));
            p[1] = size * ((double)j / d - 0.5 + 0.08 * noise(z));
            p[2] = height * noise(z);
            p[3] = 1.0 + rational * noise(z);
        }
    return (gud_nurbs){{d, d}, {d + 1, d + 1}, {knots, knots}, points};
}

#endif
