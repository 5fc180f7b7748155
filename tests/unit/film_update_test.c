// Residual and matrix that are updated only where cells have changed sides have the bits of a complete computation.

#include "check.h"
#include "uniform.h"

#include "film/changed_rows.h"
#include "film/filling.h"
#include "num/pi.h"

#include <stdlib.h>
#include <string.h>

enum { most_cells = 40 * 17, most_faces = most_cells + 2 * 40 + 17 + 1 };

typedef struct {
    int nx, ny;
    bool ring, open_x, low, high; // the ends that are open
    bool stage, rate, slides, fills;
} film_case;

typedef struct {
    gud_film_grid *grid;
    gud_film *film;
    gud_film_work *work;
    gud_lubricant oil;
    double gap[most_cells], m_hat[most_cells], began[most_cells], opening[most_cells], rate[most_cells];
    double drift_x[most_faces], drift_y[most_faces];
    gud_film_in in;
} rig;

static void numbers_fill(rig *r, const film_case *c)
{
    const int n = c->nx * c->ny;
    for (int k = 0; k < n; k++) {
        r->gap[k] = 3e-5 * (1.0 + 0.05 * cos(2.0 * pi * (k / c->ny) / c->nx) + 0.01 * uniform());
        r->m_hat[k] = r->gap[k] * (uniform() < 0.4 ? 1.0 : 0.5 + 0.5 * uniform());
        r->began[k] = r->m_hat[k] < r->gap[k] ? 1.0 - r->m_hat[k] / r->gap[k] : 0.0;
        r->opening[k] = -1e-3 * uniform(), r->rate[k] = 1e-4 * (uniform() - 0.5);
    }
    for (int f = 0; f < most_faces; f++) r->drift_x[f] = 5.0, r->drift_y[f] = uniform() - 0.5;
    r->in = (gud_film_in){.oil = &r->oil, .gap = r->gap, .m_hat = r->m_hat, .drift_x = r->drift_x};
    if (c->stage) r->in.per_c = 1e4;
    if (c->rate) r->in.rate = r->rate;
    if (c->slides) r->in.drift_y = r->drift_y;
    if (c->fills) r->in.began = r->began, r->in.opening = r->opening;
}

static rig *rig_open(const film_case *c)
{
    rig *r = calloc(1, sizeof *r);
    assert_non_null(r);
    const gud_film_edge around = {.kind = GUD_EDGE_PERIODIC}, open = {GUD_EDGE_OPEN, 1e5, 1.0}, closed = {0};
    const gud_film_edge x = c->ring ? around : c->open_x ? open : closed;
    const gud_film_edge edge[4] = {x, x, c->low ? open : closed, c->high ? open : closed};
    const double box[4] = {0.0, 0.1, 0.0, 0.02};
    const gud_film_options options = {.solver = GUD_FILM_DIRECT};
    gud_error error;
    assert_int_equal(gud_film_grid_create(c->nx, c->ny, box, edge, &error, &r->grid), GUD_OK);
    assert_int_equal(gud_film_create(r->grid, &options, &error, &r->film), GUD_OK);
    assert_int_equal(gud_film_work_create(r->film, &error, &r->work), GUD_OK);
    r->oil = gud_lubricant_constant(0.02);
    numbers_fill(r, c);
    return r;
}

static void rig_close(rig *r)
{
    gud_film_work_free(r->work);
    gud_film_free(r->film);
    gud_film_grid_free(r->grid);
    free(r);
}

static void side_set(const rig *r, int k, bool full)
{
    gud_film_work *w = r->work;
    w->full[k] = full ? 1.0 : 0.0;
    w->u[k] = full ? 1e6 * uniform() : 0.0;
    w->theta[k] = full ? 1.0 : uniform();
}

// a filling cell that becomes full, or is so no more, and has pressure before and after
static void soft_change(const rig *r, const gud_filling *f)
{
    const double brink = (1.0 - f->brim) / f->give;
    if (f->full && r->work->full[f->cell] > 0.0) r->work->u[f->cell] = f->soft ? 2.0 * brink : 0.5 * brink;
}

static void begin(const rig *r)
{
    gud_film_work *w = r->work;
    w->varies = false;
    gud_film_prepare(r->film, w, &r->in);
    for (int k = 0; k < r->film->ncell; k++) side_set(r, k, uniform() < 0.6);
    (void)gud_filling_settle(w);
    gud_film_residual(r->film, w, &r->in, w->residual);
    gud_film_matrix(r->film, w, &r->in);
}

typedef struct {
    double residual[most_cells], x[most_faces], y[most_faces], is_full[most_cells + 34], carried[most_cells + 34];
    double matrix[5][most_cells];
} answer;

static void answer_get(const rig *r, answer *a)
{
    const gud_film *film = r->film;
    gud_film_work *w = r->work;
    const size_t cells = (size_t)film->ncell * sizeof(double), row = (size_t)film->ny * sizeof(double);
    memset(a, 0, sizeof *a);
    gud_film_couplings(film, w);
    memcpy(a->residual, w->residual, cells);
    memcpy(a->x, w->x.flux, cells + row);
    memcpy(a->y, w->y.flux, (size_t)gud_film_nface_y(film) * sizeof(double));
    memcpy(a->is_full, w->is_full - film->ny, cells + 2 * row);
    memcpy(a->carried, w->carried - film->ny, cells + 2 * row);
    const double *numbers[5] = {w->matrix.centre, w->matrix.west, w->matrix.east, w->matrix.south, w->matrix.north};
    for (int i = 0; i < 5; i++) memcpy(a->matrix[i], numbers[i], cells);
}

// what the complete computation does not write would not be noticed
static void answer_spoil(const rig *r)
{
    gud_film_work *w = r->work;
    for (int k = 0; k < r->film->ncell; k++)
        w->residual[k] = w->is_full[k] = w->carried[k] = w->matrix.centre[k] = (double)NAN;
    w->assembled = false;
}

static void check_update(const rig *r)
{
    static answer updated, complete;
    assert_true(gud_film_update(r->film, r->work, &r->in));
    answer_get(r, &updated);
    answer_spoil(r);
    gud_film_residual(r->film, r->work, &r->in, r->work->residual);
    gud_film_matrix(r->film, r->work, &r->in);
    answer_get(r, &complete);
    assert_memory_equal(updated.residual, complete.residual, sizeof updated.residual);
    assert_memory_equal(updated.x, complete.x, sizeof updated.x);
    assert_memory_equal(updated.y, complete.y, sizeof updated.y);
    assert_memory_equal(updated.is_full, complete.is_full, sizeof updated.is_full);
    assert_memory_equal(updated.carried, complete.carried, sizeof updated.carried);
    assert_memory_equal(updated.matrix, complete.matrix, sizeof updated.matrix);
}

// returns how many cells filled at the brim
static int check_case(const film_case *c)
{
    rig *r = rig_open(c);
    begin(r);
    const int nfilling = r->work->nfilling;
    for (int round = 0; round < (SANITIZED ? 4 : 12); round++) {
        const double part = round % 4 == 3 ? 0.5 : (double)(round % 4) / r->film->ncell;
        for (int k = 0; k < r->film->ncell; k++)
            if (uniform() < part) side_set(r, k, r->work->full[k] == 0.0);
        for (int i = 0; i < nfilling; i++)
            if (uniform() < 0.3) soft_change(r, &r->work->filling[i]);
        (void)gud_filling_settle(r->work);
        check_update(r);
    }
    rig_close(r);
    return nfilling;
}

static void updates_have_the_same_bits(void **unused)
{
    static const int along[] = {1, 2, 3, 5, 8, 17}, around[] = {3, 4, 13, 40};
    (void)unused;
    int nfilling = 0;
    for (int a = 0; a < GUD_COUNT(around); a++)
        for (int b = 0; b < GUD_COUNT(along); b++)
            for (int bits = 0; bits < 256; bits += SANITIZED ? 7 : 1) {
                const film_case c = {around[a],        along[b],         (bits & 1) != 0,  (bits & 2) != 0,
                                     (bits & 4) != 0,  (bits & 8) != 0,  (bits & 16) != 0, (bits & 32) != 0,
                                     (bits & 64) != 0, (bits & 128) != 0};
                nfilling += check_case(&c);
            }
    assert_true(nfilling > 1000);
}

static int count_marked(const bool *rows, int n)
{
    int count = 0;
    for (int i = 0; i < n; i++) count += rows[i];
    return count;
}

// one cell of a large film changes sides: few rows are computed, and beyond the ends of a strip none
static void few_rows_are_marked(void **unused)
{
    (void)unused;
    for (int ring = 0; ring < 2; ring++)
        for (int i = 0; i < 40; i++) {
            const film_case c = {.nx = 40, .ny = 17, .ring = ring == 1, .low = true, .high = true, .stage = true};
            rig *r = rig_open(&c);
            begin(r);
            gud_film_rows_find(r->film, r->work);
            assert_int_equal(count_marked(r->work->rows_changed, 40) + count_marked(r->work->rows_beside, 40), 0);
            side_set(r, i * 17 + 8, r->work->full[i * 17 + 8] == 0.0);
            gud_film_rows_find(r->film, r->work);
            assert_in_range(count_marked(r->work->rows_changed, 40), 1, 2);
            assert_in_range(count_marked(r->work->rows_beside, 40), ring || (i > 0 && i < 39) ? 3 : 2, 4);
            rig_close(r);
        }
}

// films with more than plain balances are left to the complete computation
static void other_films_are_refused(void **unused)
{
    (void)unused;
    const film_case c = {.nx = 13, .ny = 5, .ring = true, .low = true, .high = true, .stage = true};
    rig *r = rig_open(&c);
    gud_film_work *w = r->work;
    begin(r);
    assert_true(gud_film_update(r->film, w, &r->in));
    w->varies = true;
    assert_false(gud_film_update(r->film, w, &r->in));
    w->varies = false, w->assembled = false;
    assert_false(gud_film_update(r->film, w, &r->in));
    w->assembled = true, w->incompressible = false;
    assert_false(gud_film_update(r->film, w, &r->in));
    w->incompressible = true;
    r->grid->kind[7] = GUD_CELL_FIXED, r->grid->fixed[7] = 1e5;
    gud_film_kinds_set(r->film, r->grid);
    assert_false(gud_film_update(r->film, w, &r->in));
    rig_close(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(updates_have_the_same_bits),
        cmocka_unit_test(few_rows_are_marked),
        cmocka_unit_test(other_films_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
