// One bound for all cells of a field holds for each of them, and is reached where both sides of the grid are closed.
#include "check.h"
#include "pair/sample.h"

enum { nx = 13, ny = 6, ncell = nx * ny };

static double largest_of_cells(const gud_gap_field *f)
{
    double most = 0.0;
    for (int k = 0; k < f->n; k++) most = fmax(most, gud_cell_drop(f, k));
    return most;
}

static void check_field(bool ring, bool closed_along_y, int steepest)
{
    static const double box[4] = {0.0, 1.0, 0.0, 1.0};
    const gud_film_edge_kind x = ring ? GUD_EDGE_PERIODIC : GUD_EDGE_OPEN;
    const gud_film_edge_kind y = closed_along_y ? GUD_EDGE_PERIODIC : GUD_EDGE_OPEN;
    const gud_film_edge edge[4] = {{.kind = x}, {.kind = x}, {.kind = y}, {.kind = y}};
    double h[ncell];
    gud_error error;
    gud_film_grid *grid;
    for (int k = 0; k < ncell; k++) h[k] = 1.0 + 0.1 * (double)(k * 37 % 11);
    h[steepest] = 9.0;
    assert_int_equal(gud_film_grid_create(nx, ny, box, edge, &error, &grid), GUD_OK);
    const gud_gap_field f = {.grid = grid, .n = ncell, .h = h};
    assert_true(gud_field_drop(&f) >= largest_of_cells(&f));
    if (closed_along_y) assert_true(gud_field_drop(&f) == largest_of_cells(&f));
    gud_film_grid_free(grid);
}

static void test_bound_holds_for_all_cells(void **state)
{
    (void)state;
    for (int steepest = 0; steepest < ncell; steepest++)
        for (int closed = 0; closed < 3; closed++) check_field(closed > 0, closed > 1, steepest);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_bound_holds_for_all_cells)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
