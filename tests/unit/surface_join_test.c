// Patches made one surface: rings and rectangles of patches in any order and direction give back the surface that they
// were cut from; what does not line up is named.

#include "check.h"
#include "num/pi.h"
#include "num/vec.h"
#include "surface/surface.h"

#include <string.h>

static gud_arena arena;
static gud_error error;

static void must(gud_status status)
{
    if (status != GUD_OK) fail_msg("%s", error.text);
}

// the part of a cylinder between two angles and two heights, as an arc by straight lines; heights in `pieces` pieces
static gud_nurbs sector(double from, double to, double low, double high, int pieces)
{
    static const double arc[6] = {0, 0, 0, 1, 1, 1};
    const double r = 0.02, middle = 0.5 * (from + to), w = cos(0.5 * (to - from));
    const double angle[3] = {from, middle, to}, reach[3] = {r, r / w, r}, weight[3] = {1.0, w, 1.0};
    double *points = GUD_TAKE(&arena, double, 4 * 3 * (pieces + 1)), *knots = GUD_TAKE(&arena, double, pieces + 3);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j <= pieces; j++) {
            const double p[4] = {reach[i] * cos(angle[i]), reach[i] * sin(angle[i]), low + (high - low) * j / pieces,
                                 2.5 * weight[i]};
            memcpy(points + 4 * (i * (pieces + 1) + j), p, sizeof p);
        }
    for (int j = 0; j <= pieces; j++) knots[j + 1] = j;
    knots[pieces + 2] = pieces;
    return (gud_nurbs){{2, 1}, {3, pieces + 1}, {arc, knots}, points};
}

// the same patch with its parameters exchanged or turned round
static gud_nurbs turned(const gud_nurbs *n, bool exchange, bool flip0, bool flip1)
{
    double *points = GUD_TAKE(&arena, double, 4 * n->count[0] * n->count[1]);
    gud_nurbs out = {{n->degree[exchange], n->degree[!exchange]},
                     {n->count[exchange], n->count[!exchange]},
                     {n->knots[exchange], n->knots[!exchange]},
                     points};
    for (int i = 0; i < n->count[0]; i++)
        for (int j = 0; j < n->count[1]; j++) {
            const int a = flip0 ? n->count[0] - 1 - i : i, b = flip1 ? n->count[1] - 1 - j : j;
            const int to = exchange ? b * n->count[0] + a : a * n->count[1] + b;
            memcpy(points + 4 * to, n->points + 4 * (i * n->count[1] + j), 4 * sizeof *points);
        }
    return out;
}

static double off_cylinder(const gud_surface *s, double *low, double *high)
{
    double most = 0.0;
    for (int i = 0; i <= 40; i++)
        for (int j = 0; j <= 20; j++) {
            gud_surface_point p;
            gud_surface_eval(s, i / 40.0, j / 20.0, &p);
            most = fmax(most, fabs(hypot(p.x[0], p.x[1]) - 0.02));
            *low = fmin(*low, p.x[2]), *high = fmax(*high, p.x[2]);
        }
    return most;
}

// Three sectors of unequal width times two heights, knots that differ, directions that differ: a whole cylinder.
static void rings_close(void **state)
{
    (void)state;
    static const char *const names[6] = {"a", "b", "c", "d", "e", "f"};
    gud_nurbs parts[6], joined;
    gud_surface s;
    gud_arena_init(&arena);
    const double at[4] = {0.3, 2.0, 4.6, 0.3 + 2.0 * pi};
    for (int k = 0; k < 6; k++) {
        const gud_nurbs one =
            sector(at[k % 3], at[k % 3 + 1], k < 3 ? -0.01 : 0.005, k < 3 ? 0.005 : 0.02, k < 3 ? 1 : 3);
        parts[(5 * k + 2) % 6] = turned(&one, k % 2, k % 3 == 1, k == 2 || k == 4);
    }
    must(gud_nurbs_join(6, parts, names, &arena, &error, &joined));
    must(gud_surface_create(&joined, "joined", &arena, &error, &s));
    double low = 1.0, high = -1.0;
    assert_true(off_cylinder(&s, &low, &high) < 1e-12);
    assert_near(low, -0.01, 1e-12);
    assert_near(high, 0.02, 1e-12);
    assert_true(s.closed[0] != s.closed[1]);
    gud_arena_free(&arena);
}

static void check_refused(int n, const gud_nurbs *parts, const char *says)
{
    static const char *const names[4] = {"one", "two", "three", "four"};
    gud_nurbs joined;
    assert_int_equal(gud_nurbs_join(n, parts, names, &arena, &error, &joined), GUD_ERR_INPUT);
    if (!strstr(error.text, says)) fail_msg("'%s' does not say '%s'", error.text, says);
}

static void what_does_not_fit_is_named(void **state)
{
    (void)state;
    gud_arena_init(&arena);
    const gud_nurbs apart[2] = {sector(0.0, 1.0, 0.0, 0.01, 1), sector(1.1, 2.0, 0.0, 0.01, 1)};
    check_refused(2, apart, "'two' has no edge in common");
    const gud_nurbs corner[3] = {sector(0.0, 1.0, 0.0, 0.01, 1), sector(1.0, 2.0, 0.0, 0.01, 1),
                                 sector(0.0, 1.0, 0.01, 0.02, 1)};
    check_refused(3, corner, "do not fill a rectangle of 2 x 2");
    const gud_nurbs twice[3] = {corner[0], corner[1], corner[1]};
    check_refused(3, twice, "meet along one edge");
    const gud_nurbs steps[2] = {corner[0], sector(1.0, 2.0, 0.0, 0.005, 1)};
    check_refused(2, steps, "no edge in common");
    gud_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(rings_close), cmocka_unit_test(what_does_not_fit_is_named)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
