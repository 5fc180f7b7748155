// Cells beside those that Newton's method moved to the other side are settled one by one: settle.h.

#include "check.h"

#include "film/settle.h"
#include "num/pi.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { nx = 64, ny = 28, n = nx * ny };

typedef struct {
    gud_film_grid *grid;
    gud_film *film;
    gud_film_work *work;
    gud_lubricant oil;
    double gap[n], drift[n + ny], pressure[n], theta[n], m[n], change[n];
    unsigned char full[n];
    gud_film_in in;
    gud_film_out out;
} ring;

// the steady film of a journal
static ring *ring_open(gud_film_solver solver)
{
    ring *r = calloc(1, sizeof *r);
    assert_non_null(r);
    const gud_film_edge around = {.kind = GUD_EDGE_PERIODIC}, open = {GUD_EDGE_OPEN, 1e5, 1.0};
    const gud_film_edge edge[4] = {around, around, open, open};
    const double box[4] = {0.0, 2.0 * pi * 0.02, 0.0, 0.02};
    const gud_film_options options = {.solver = solver};
    gud_error error;
    assert_int_equal(gud_film_grid_create(nx, ny, box, edge, &error, &r->grid), GUD_OK);
    assert_int_equal(gud_film_create(r->grid, &options, &error, &r->film), GUD_OK);
    assert_int_equal(gud_film_work_create(r->film, &error, &r->work), GUD_OK);
    for (int k = 0; k < n; k++) r->gap[k] = 3e-5 * (1.0 + 0.7 * cos(r->grid->x[k] / 0.02));
    for (int f = 0; f < n + ny; f++) r->drift[f] = 5.0;
    r->oil = gud_lubricant_constant(0.02);
    r->in = (gud_film_in){.oil = &r->oil, .gap = r->gap, .drift_x = r->drift};
    r->out = (gud_film_out){.pressure = r->pressure, .theta = r->theta, .m = r->m, .full = r->full};
    if (gud_film_solve(r->film, r->work, &r->in, &r->out, &error) != GUD_OK) fail_msg("%s", error.text);
    return r;
}

static void ring_close(ring *r)
{
    gud_film_work_free(r->work);
    gud_film_free(r->film);
    gud_film_grid_free(r->grid);
    free(r);
}

// the first cell of the middle line that is broken, behind one that is full
static int rupture(const ring *r)
{
    for (int i = 1; i < nx; i++)
        if (r->full[(i - 1) * ny + ny / 2] && !r->full[i * ny + ny / 2]) return i * ny + ny / 2;
    fail_msg("no rupture");
    return -1;
}

// puts a cell on the other side, as if it did not belong there
static void cell_move(const ring *r, int k)
{
    gud_film_work *w = r->work;
    w->full[k] = 1.0 - w->full[k], w->u[k] = 0.0, w->theta[k] = 1.0;
}

static int settle(ring *r, int flips)
{
    gud_film_residual(r->film, r->work, &r->in, r->work->residual);
    return gud_film_settle(r->film, r->work, &r->in, r->change, flips);
}

static void neighbours_come_back(void **state)
{
    (void)state;
    ring *r = ring_open(GUD_FILM_MULTIGRID);
    const int k = rupture(r);
    const int wrong[2] = {k - ny, k}; // a full cell that is broken, and the other way round
    for (int i = 0; i < 2; i++) {
        const int moved = wrong[i] + (i == 0 ? -ny : ny);
        cell_move(r, wrong[i]);
        memset(r->change, 0, sizeof r->change);
        r->change[moved] = 1.0;
        assert_int_equal(settle(r, 1), 1);
        assert_int_equal(r->work->full[wrong[i]] > 0.0, r->full[wrong[i]]);
        assert_true(r->work->u[wrong[i]] * (1.0 - r->work->theta[wrong[i]]) == 0.0);
        assert_true(r->full[wrong[i]] ? r->work->u[wrong[i]] > 0.0 : r->work->theta[wrong[i]] < 1.0);
    }
    ring_close(r);
}

// what Newton's method has decided stays, a solution stays as it is, and many cells are not for this
static void nothing_else_happens(void **state)
{
    (void)state;
    ring *r = ring_open(GUD_FILM_MULTIGRID);
    const int k = rupture(r);
    assert_int_equal(settle(r, 0), 0);
    r->change[k] = 1.0;
    assert_int_equal(settle(r, 1), 0);
    cell_move(r, k);
    assert_int_equal(settle(r, 1), 0);
    assert_true(r->work->full[k] > 0.0);
    r->change[k] = 0.0;
    for (int j = 0; j < ny; j++)
        for (int i = 0; i < 3; i++) r->change[i * ny + j] = 1.0;
    assert_int_equal(settle(r, 3 * ny), 0);
    ring_close(r);
}

// films that are solved directly take as many steps as they did
static void direct_solutions_do_without(void **state)
{
    (void)state;
    ring *r = ring_open(GUD_FILM_DIRECT);
    const int k = rupture(r);
    cell_move(r, k);
    r->change[k + ny] = 1.0;
    assert_int_equal(settle(r, 1), 0);
    ring_close(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(neighbours_come_back),
        cmocka_unit_test(nothing_else_happens),
        cmocka_unit_test(direct_solutions_do_without),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
