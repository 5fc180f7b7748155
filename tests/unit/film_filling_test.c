// Cells that are filling: the list, which is made of marked cells only, against a plain search over all of them.

#include "check.h"
#include "uniform.h"

#include "film/filling.h"

#include <string.h>

enum { most_cells = 23 * 9, most_faces = most_cells + 2 * 23 + 9 + 1 };

typedef struct {
    int nx, ny;
    bool ring, wraps;
    bool presses[2]; // ends of y, with pressure
    bool fixed;      // some cells hold a pressure, and others have no film
} film_case;

typedef struct {
    gud_film_grid *grid;
    gud_film *film;
    gud_film_work *work;
    gud_lubricant oil;
    double gap[most_cells], m_hat[most_cells], m_guess[most_cells], began[most_cells], opening[most_cells];
    double drift[most_faces];
    gud_film_in in;
} rig;

// voids of all sizes, and none
static double void_make(void)
{
    return uniform() < 0.3 ? 0.0 : 0.5 * pow(10.0, -5.0 * uniform());
}

static void rig_open(rig *r, const film_case *c)
{
    const gud_film_edge around = {.kind = GUD_EDGE_PERIODIC}, open = {GUD_EDGE_OPEN, 0.0, 1.0};
    const gud_film_edge pressed = {GUD_EDGE_OPEN, 1e5, 1.0}, x = c->ring ? around : open;
    const gud_film_edge edge[4] = {x, x,
                                   c->wraps        ? around
                                   : c->presses[0] ? pressed
                                                   : open,
                                   c->wraps        ? around
                                   : c->presses[1] ? pressed
                                                   : open};
    const double box[4] = {0.0, 0.1, 0.0, 0.02};
    const gud_film_options options = {.solver = GUD_FILM_DIRECT};
    gud_error error;
    memset(r, 0, sizeof *r);
    assert_int_equal(gud_film_grid_create(c->nx, c->ny, box, edge, &error, &r->grid), GUD_OK);
    for (int k = 0; c->fixed && k < c->nx * c->ny; k++) {
        const double kind = uniform();
        r->grid->kind[k] = kind < 0.1 ? GUD_CELL_FIXED : kind < 0.2 ? GUD_CELL_SOLID : GUD_CELL_FREE;
    }
    assert_int_equal(gud_film_create(r->grid, &options, &error, &r->film), GUD_OK);
    assert_int_equal(gud_film_work_create(r->film, &error, &r->work), GUD_OK);
    r->oil = gud_lubricant_constant(0.02);
    for (int k = 0; k < c->nx * c->ny; k++) {
        const double had = void_make();
        r->gap[k] = 3e-5 * (1.0 + 0.01 * uniform());
        r->began[k] = had;
        r->m_hat[k] = r->gap[k] * (1.0 - had);
        r->m_guess[k] = r->gap[k] * (1.0 - void_make());
        r->opening[k] = 1e-2 * (uniform() - 0.5);
    }
    for (int f = 0; f < most_faces; f++) r->drift[f] = 5.0;
    r->in = (gud_film_in){.oil = &r->oil,
                          .gap = r->gap,
                          .m_hat = r->m_hat,
                          .m_guess = r->m_guess,
                          .began = r->began,
                          .opening = r->opening,
                          .per_c = 1e4,
                          .drift_x = r->drift};
}

static void rig_close(rig *r)
{
    gud_film_work_free(r->work);
    gud_film_free(r->film);
    gud_film_grid_free(r->grid);
}

// ---- docs/theory/film.md, section 13

static double void_of(const rig *r, int k)
{
    if (r->grid->kind[k] != GUD_CELL_FREE || !(r->began[k] > 1e-12)) return 0.0;
    return fmax(1.0 - r->m_guess[k] / r->gap[k], 0.0);
}

// the neighbour d cells away along x or y; -1: none
static int beside(const film_case *c, int k, bool along, int d)
{
    const int i = k / c->ny + (along ? d : 0), j = k % c->ny + (along ? 0 : d);
    if ((i < 0 || i >= c->nx) && !c->ring) return -1;
    if ((j < 0 || j >= c->ny) && !c->wraps) return -1;
    return (i + c->nx) % c->nx * c->ny + (j + c->ny) % c->ny;
}

// the part of what flows in that pressure turns away
static double part_of(const rig *r, const film_case *c, int k)
{
    const double v = void_of(r, k);
    double least = 1.0, most = 0.02;
    for (int side = 0; side < 4; side++) {
        const int next = beside(c, k, side < 2, side % 2 ? 1 : -1);
        if (next >= 0) least = fmin(least, void_of(r, next)), most = fmax(most, void_of(r, next));
    }
    const bool low = k % c->ny == 0 && c->presses[0], high = k % c->ny == c->ny - 1 && c->presses[1];
    if (!c->wraps && (low || high)) least = 0.0;
    const double front = v > 1e-12 ? 1.0 - least / (0.1 * v) : 1.0;
    const double s = fmax(fmin(v / most, 1.0), 1e-3);
    return front < 1e-3 ? 0.0 : front * (1.0 - pow(s * (2.0 - s), 2.0 / 3.0));
}

static bool may_fill(const rig *r, int k)
{
    if (r->grid->kind[k] != GUD_CELL_FREE || !(r->began[k] > 1e-12)) return false;
    return (r->m_hat[k] + r->opening[k] / r->in.per_c) / r->gap[k] < 1.0 - 1e-12;
}

// returns how many cells are filling
static int check_case(const film_case *c)
{
    static rig r;
    rig_open(&r, c);
    gud_film_prepare(r.film, r.work, &r.in);
    int found = 0;
    for (int k = 0; k < c->nx * c->ny; k++) {
        const double part = may_fill(&r, k) ? part_of(&r, c, k) : 0.0;
        if (part < 1e-3) continue;
        assert_true(found < r.work->nfilling);
        assert_int_equal(r.work->filling[found].cell, k);
        assert_close(r.work->filling[found].chi, part, 1e-10, 0.0);
        found++;
    }
    assert_int_equal(found, r.work->nfilling);
    rig_close(&r);
    return found;
}

static void all_cells_are_found(void **unused)
{
    static const int around[] = {3, 4, 13, 23}, along[] = {1, 2, 3, 5, 8, 9};
    (void)unused;
    int found = 0;
    for (int a = 0; a < GUD_COUNT(around); a++)
        for (int b = 0; b < GUD_COUNT(along); b++)
            for (int bits = 0; bits < 32 * (SANITIZED ? 1 : 8); bits++) {
                const bool wraps = (bits & 2) != 0 && along[b] >= 3;
                const film_case c = {
                    around[a],       along[b], (bits & 1) != 0 || wraps, wraps, {(bits & 4) != 0, (bits & 8) != 0},
                    (bits & 16) != 0};
                found += check_case(&c);
            }
    assert_true(found > (SANITIZED ? 1000 : 8000));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_cells_are_found)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
