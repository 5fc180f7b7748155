// One bound for all cells of a field holds for each of them, and is reached where both sides of the grid are closed;
// gaps of a line of samples are those of its places one by one.
#include "check.h"
#include "uniform.h"

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

// ---- fields of any size

enum { most_cells = 13 * 9 };

typedef struct {
    gud_film_grid *grid;
    double h[most_cells];
    unsigned char wet[most_cells];
    gud_gap_field field;
} rig;

static void rig_open(rig *r, int around, int along, bool ring, bool seam, bool prismatic)
{
    static const double box[4] = {0.0, 1.0, 0.0, 1.0};
    const gud_film_edge_kind x = ring ? GUD_EDGE_PERIODIC : GUD_EDGE_OPEN, y = seam ? GUD_EDGE_PERIODIC : GUD_EDGE_OPEN;
    const gud_film_edge edge[4] = {{.kind = x}, {.kind = x}, {.kind = y}, {.kind = y}};
    gud_error error;
    assert_int_equal(gud_film_grid_create(around, along, box, edge, &error, &r->grid), GUD_OK);
    for (int k = 0; k < around * along; k++) {
        r->h[k] = prismatic && k % along > 0 ? r->h[k - 1] : 1.0 + uniform() * (uniform() < 0.2 ? 5.0 : 0.5);
        r->wet[k] = uniform() < 0.8;
    }
    r->field = (gud_gap_field){.grid = r->grid, .n = around * along, .h = r->h, .prismatic = prismatic};
}

static void check_line(const gud_gap_field *f, const gud_cell_shape *shape, double y)
{
    gud_cell_line line;
    gud_cell_line_of(shape, f, y, &line);
    for (int i = 0; i < GUD_SAMPLES_X; i++) {
        double weight[GUD_SAMPLE_NODES];
        const double gap = gud_cell_gap(shape, f, (i + 0.5) / GUD_SAMPLES_X - 0.5, y, weight);
        assert_memory_equal(&line.gap[i], &gap, sizeof gap);
        for (int node = 0; node < gud_sample_nodes(f); node++)
            assert_memory_equal(&line.weight[node][i], &weight[node], sizeof gap);
    }
}

static void test_lines_have_the_bits_of_samples(void **unused)
{
    (void)unused;
    for (int bits = 0; bits < 16; bits++)
        for (int try = 0; try < 20; try++) {
            rig r;
            const bool ring = (bits & 1) != 0, prismatic = (bits & 4) != 0;
            rig_open(&r, 4 + try % 7, 3 + try % 4, ring, ring && (bits & 2) != 0, prismatic);
            if (bits & 8) r.field.wet = r.wet;
            for (int k = 0; k < r.field.n; k++) {
                gud_cell_shape shape;
                gud_cell_shape_of(&r.field, k, &shape);
                if (prismatic) check_line(&r.field, &shape, 0.0);
                for (int j = 0; !prismatic && j < GUD_SAMPLES_Y; j++)
                    check_line(&r.field, &shape, (j + 0.5) / GUD_SAMPLES_Y - 0.5);
            }
            gud_film_grid_free(r.grid);
        }
}

// between all neighbours; the first and the last row count as such
static double drop_of(const rig *r, bool seam)
{
    const int n = r->field.n, row = r->grid->ny;
    double most = 0.0;
    for (int k = 0; k < n; k++) {
        const double around = fabs(r->h[k] - r->h[(k + row) % n]),
                     along = k % row > 0 ? fabs(r->h[k] - r->h[k - 1]) : 0.0;
        const double over = seam && k % row == 0 ? fabs(r->h[k] - r->h[k + row - 1]) : 0.0;
        const double all[3] = {around, along, over};
        for (int i = 0; i < 3; i++) most = all[i] > most ? all[i] : most;
    }
    return most;
}

static double least_of(const rig *r)
{
    double least = INFINITY;
    for (int k = 0; k < r->field.n; k++) least = r->h[k] < least ? r->h[k] : least;
    return least;
}

static void test_drop_and_least_are_those_of_plain_loops(void **unused)
{
    (void)unused;
    for (int around = 2; around <= 13; around++)
        for (int along = 1; along <= 9; along++)
            for (int bits = 0; bits < 8; bits++)
                for (int try = 0; try < 5; try++) {
                    rig r;
                    const bool ring = (bits & 1) != 0 && around > 2, seam = ring && (bits & 2) != 0 && along > 2;
                    rig_open(&r, around, along, ring, seam, (bits & 4) != 0);
                    assert_true(gud_field_drop(&r.field) == drop_of(&r, seam));
                    assert_true(gud_field_least(&r.field) == least_of(&r));
                    assert_true(gud_field_drop(&r.field) >= largest_of_cells(&r.field));
                    gud_film_grid_free(r.grid);
                }
}

// a gap that is not a number is left out, wherever it is
static void test_drop_without_numbers(void **unused)
{
    (void)unused;
    for (int prismatic = 0; prismatic < 2; prismatic++)
        for (int row = 0; row < 7; row++) {
            rig r;
            rig_open(&r, 7, 4, true, false, prismatic == 1);
            for (int j = 0; j < 4; j++) r.h[row * 4 + j] = (double)NAN;
            assert_true(gud_field_drop(&r.field) == drop_of(&r, false));
            gud_film_grid_free(r.grid);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bound_holds_for_all_cells),
        cmocka_unit_test(test_lines_have_the_bits_of_samples),
        cmocka_unit_test(test_drop_and_least_are_those_of_plain_loops),
        cmocka_unit_test(test_drop_without_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
