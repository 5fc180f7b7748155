// Surfaces with steep flanks: loads of pocketed pads converge wherever the flanks lie in the cells, and no place
// between cells has a film or a contact that the surfaces do not have. docs/theory/film.md, (3b) to (3e); pair.md,
// section 4.

#include "num/pi.h"
#include "pair/sample.h"
#include "pair/surfaces.h"
#include "verify/film.h"
#include "verify/surface_rig.h"

static const double size = 0.02, flank = 2e-5;

// A square with a pocket from x0 to x1 and y0 to y1, `depth` deep (a boss, if that is negative), flanks 20 um wide
static void pocketed(rig *r, int i, double x0, double x1, double y0, double y1, double depth)
{
    double *points = GUD_TAKE(&r->arena, double, 4 * 36), *knots[2];
    const double at[2][6] = {{0.0, x0 - flank / size, x0, x1, x1 + flank / size, 1.0},
                             {0.0, y0 - flank / size, y0, y1, y1 + flank / size, 1.0}};
    for (int d = 0; d < 2; d++) {
        knots[d] = GUD_TAKE(&r->arena, double, 8);
        for (int k = 0; k < 6; k++) knots[d][k + 1] = at[d][k];
        knots[d][7] = 1.0;
    }
    for (int a = 0; a < 6; a++)
        for (int b = 0; b < 6; b++) {
            const bool inner = a > 1 && a < 4 && b > 1 && b < 4;
            const double p[4] = {size * (at[0][a] - 0.5), size * (at[1][b] - 0.5), inner ? -depth : 0.0, 1.0};
            memcpy(points + 4 * (6 * a + b), p, sizeof p);
        }
    const gud_nurbs net = {{1, 1}, {6, 6}, {knots[0], knots[1]}, points};
    must(gud_surface_create(&net, "pocketed", &r->arena, &r->error, &r->surface[i]), &r->error);
}

static void flat(rig *r, int i)
{
    static const double level[4] = {0.0};
    gud_nurbs net;
    must(gud_nurbs_plane(3.0 * size, 3.0 * size, 2, 2, level, &r->arena, &r->error, &net), &r->error);
    must(gud_surface_create(&net, "flat", &r->arena, &r->error, &r->surface[i]), &r->error);
}

static double pad_load(int n, double from, double to, double depth, const gud_cavitation *row)
{
    const gud_lubricant oil = gud_lubricant_constant(0.03);
    rig r = {0};
    pocketed(&r, 0, from, to, 0.3, 0.7, depth);
    flat(&r, 1);
    const gud_walls walls = {.grid = {.cells = {n, n}, .side = 1}, .low = -1e-3, .high = 1e-3, .ambient = 1e5};
    open_film(&r, walls, row);
    const gud_pose other = {.R = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .p = {0.0, 0.0, 1e-5}, .v = {2.0, 0.0, 0.0}};
    gud_pose leaning = moved(&other, 4, 1e-4, false);
    place(&r, &leaning);
    const question in = {.oil = &oil};
    const double load = solve(&r, &in).Q[2];
    close_film(&r);
    return load;
}

// the same gap as numbers on a plain grid, pockets snapped to its cells
static double plain_load(int n, double from, double to, double depth)
{
    const gud_film_edge open = {GUD_EDGE_OPEN, 1e5, 1.0}, edge[4] = {open, open, open, open};
    const double box[4] = {0.0, size, 0.0, size};
    const gud_lubricant oil = gud_lubricant_constant(0.03);
    gud_film_rig r;
    gud_error error;
    double load = 0.0;
    must(gud_film_rig_open(&r, n, n, box, edge, 0.0, &error), &error);
    for (int f = 0; f < (n + 1) * n; f++) r.drift[f] = 1.0;
    for (int k = 0; k < n * n; k++) {
        const double x = r.grid->x[k] / size, y = r.grid->y[k] / size;
        const bool inside = x > from && x < to && y > 0.3 && y < 0.7;
        r.gap[k] = 1e-5 - 1e-4 * size * (x - 0.5) + (inside ? depth : 0.0);
    }
    const gud_film_in in = {.oil = &oil, .gap = r.gap, .drift_x = r.drift};
    r.out.warm = false;
    must(gud_film_solve(r.film, r.work, &in, &r.out, &error), &error);
    for (int k = 0; k < n * n; k++) load += (r.out.pressure[k] - 1e5) * r.grid->area[k];
    gud_film_rig_close(&r);
    return load;
}

static void pocketed_pads_converge(void **state)
{
    (void)state;
    enum { grids = 4 };
    static const double places[][2] = {{0.25, 0.5}, {0.27, 0.53}, {0.2371, 0.5117}};
    static const double depths[] = {1e-5, 4e-5};
    for (int p = 0; p < GUD_COUNT(places); p++)
        for (int d = 0; d < GUD_COUNT(depths); d++) {
            double load[grids];
            for (int g = 0; g < grids; g++) load[g] = pad_load(20 << g, places[p][0], places[p][1], depths[d], NULL);
            print_message("pocket from %g to %g, %2.0f um: %.3f %.3f %.3f %.3f N\n", places[p][0], places[p][1],
                          1e6 * depths[d], load[0], load[1], load[2], load[3]);
            for (int g = 0; g < grids; g++) assert_close(load[g], load[grids - 1], g == 0 ? 0.012 : 0.004, 0.0);
            for (int g = 2; g < grids; g++) // what is left of a wobble is 0.05 %
                assert_true(fabs(load[g] - load[g - 1]) < 0.6 * fabs(load[g - 1] - load[g - 2]) + 5e-4 * load[g]);
            if (p == 0) assert_close(load[2], plain_load(80, 0.25, 0.5, depths[d]), 2e-3, 0.0);
        }
}

// ---- between the cells

// a boss 9 um high under a wall 10 um above: nowhere is less than 1 um, and the boss has that on every grid
static void no_film_is_thinner_than_the_step(void **state)
{
    (void)state;
    static const double places[][2] = {{0.3, 0.6}, {0.013, 0.06}, {0.9, 0.985}};
    for (int p = 0; p < GUD_COUNT(places); p++)
        for (int n = 9; n < 60; n += 7) {
            rig r = {0};
            pocketed(&r, 0, places[p][0], places[p][1], 0.37, 0.61, -9e-6);
            flat(&r, 1);
            const gud_walls walls = {.grid = {.cells = {n, n}, .side = 1}, .low = -1e-3, .high = 1e-3};
            open_film(&r, walls, NULL);
            const gud_pose other = {.R = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .p = {0.0, 0.0, 1e-5}};
            place(&r, &other);
            const gud_closest least = gud_field_closest(&r.work->field);
            if (!(least.gap >= 1e-6 - 1e-13)) fail_msg("%d cells, boss %d: %.9g um", n, p, 1e6 * least.gap);
            if (p == 0) assert_near(least.gap, 1e-6, 1e-12);
            close_film(&r);
        }
}

// the same walls 19.9 um apart at the boss, as dry foundations see them: no cell reaches the other wall
static void no_contact_without_touch(void **state)
{
    (void)state;
    static const double places[][2] = {{0.3, 0.6}, {0.013, 0.06}, {0.9, 0.985}};
    for (int p = 0; p < GUD_COUNT(places); p++)
        for (int n = 9; n < 60; n += 7)
            for (int reference = 0; reference < 2; reference++) {
                rig r = {0};
                gud_surface_pair pair;
                pocketed(&r, 0, places[p][0], places[p][1], 0.37, 0.61, -1e-4);
                flat(&r, 1);
                const gud_surface_spec spec = {
                    .surface = {&r.surface[0], &r.surface[1]}, .reference = reference, .window = 1e-3, .cells = {n, n}};
                gud_pose poses[2] = {{.R = {1, 0, 0, 0, 1, 0, 0, 0, 1}}, {.R = {1, 0, 0, 0, 1, 0, 0, 0, 1}}};
                const gud_pose *const two[2] = {&poses[0], &poses[1]};
                poses[1].p[2] = 119.9e-6;
                must(gud_surface_pair_make(&spec, poses, &r.arena, &r.error, &pair), &r.error);
                gud_surface_work *work = gud_surface_work_create(&pair);
                assert_non_null(work);
                must(gud_surface_gaps(&pair, two, NULL, work), &r.error);
                for (int k = 0; k < pair.grid.n; k++) {
                    gud_surface_cell cell;
                    if (!gud_surface_cell_of(&pair, &work->field, k, &cell)) continue;
                    const double deepest = cell.x[0] + 0.5 * (fabs(cell.x[1]) + fabs(cell.x[2]));
                    if (!(deepest < 0.0)) fail_msg("%d cells, boss %d: %.9g um deep", n, p, 1e6 * deepest);
                }
                gud_surface_work_free(work);
                gud_arena_free(&r.arena);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pocketed_pads_converge),
        cmocka_unit_test(no_film_is_thinner_than_the_step),
        cmocka_unit_test(no_contact_without_touch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
