// Films on grids whose lines cross obliquely: a manufactured pressure on parallelograms, a flat pad and a journal whose
// parameter lines are bent, against the same with straight ones. docs/theory/film.md, eqs (3i) to (3k).

#include "num/pi.h"
#include "num/rot.h"
#include "verify/film.h"
#include "verify/surface_rig.h"

// ---- a parallelogram: p = P sin(pi a) sin(pi b) in its oblique coordinates a, b from 0 to 1

static const double side = 0.02, height = 2e-5, eta = 0.03, peak = 1e6;

typedef struct {
    double error, loss; // largest difference of pressure by its peak; of the loss by the exact one
} manufactured;

static manufactured parallelogram(int n, double angle, const gud_cavitation *row)
{
    const gud_film_edge open = {GUD_EDGE_OPEN, 0.0, 1.0}, edge[4] = {open, open, open, open};
    const double box[4] = {0.0, 1.0, 0.0, 1.0}, c = cos(angle), s = sin(angle),
                 mobility = pow(height, 3) / (12.0 * eta);
    gud_film_grid *g;
    gud_film *film;
    gud_film_work *work;
    gud_error error;
    must(gud_film_grid_create(n, n, box, edge, &error, &g), &error);
    const int ncell = n * n, nface = ncell + n;
    double *all = calloc(6 * (size_t)ncell + 2 * (size_t)nface, sizeof *all), *exact = all + 5 * ncell,
           *skew = all + 6 * ncell;
    unsigned char *full = calloc((size_t)ncell, 1);
    double *gap = all, *rate = all + ncell;
    assert_non_null(all);
    assert_non_null(full);
    for (int f = 0; f < nface; f++) {
        g->x_length[f] = g->y_length[f] = side / n;
        g->x_distance[f] *= side * s, g->y_distance[f] *= side * s;
        skew[f] = skew[nface + f] = c / s;
    }
    g->x_skew = skew, g->y_skew = skew + nface;
    for (int k = 0; k < ncell; k++) {
        const double a = pi * g->x[k], b = pi * g->y[k];
        g->area[k] = side * side * s / ncell;
        gap[k] = height;
        exact[k] = peak * sin(a) * sin(b);
        // area rate = div(mobility grad p)
        rate[k] = -mobility * peak * pi * pi * 2.0 * (sin(a) * sin(b) + c * cos(a) * cos(b)) / (side * side * s * s);
    }
    const gud_film_options options = {.cavitation = row};
    must(gud_film_create(g, &options, &error, &film), &error);
    must(gud_film_work_create(film, &error, &work), &error);
    gud_film_out out = {.pressure = all + 2 * ncell, .theta = all + 3 * ncell, .m = all + 4 * ncell, .full = full};
    const gud_lubricant oil = gud_lubricant_constant(eta);
    const gud_film_in in = {.oil = &oil, .gap = gap, .rate = rate};
    must(gud_film_solve(film, work, &in, &out, &error), &error);
    gud_film_balance balance;
    gud_film_balance_get(film, work, &in, &out, &balance);
    assert_true(fabs(balance.error) <= 1e-12 * balance.through);
    manufactured m = {0.0, 0.0};
    for (int k = 0; k < ncell; k++) m.error = fmax(m.error, fabs(out.pressure[k] - exact[k]) / peak);
    // integral of mobility |grad p|^2 over the area
    m.loss = gud_film_flow_loss(film, work) / (0.5 * mobility * peak * peak * pi * pi / s) - 1.0;
    gud_film_work_free(work);
    gud_film_free(film);
    gud_film_grid_free(g);
    free(all);
    free(full);
    return m;
}

static void parallelograms_are_of_second_order(void **state)
{
    (void)state;
    static const double angles[] = {75.0, 120.0, 45.0, 20.0};
    const gud_cavitation *const rows[] = {&gud_cavitation_none, &gud_cavitation_elrod_adams};
    for (int i = 0; i < GUD_COUNT(angles); i++)
        for (int r = 0; r < 2; r++) {
            manufactured m[4];
            for (int g = 0; g < 4; g++) m[g] = parallelogram(10 << g, angles[i] * pi / 180.0, rows[r]);
            const double order = log2(m[2].error / m[3].error);
            print_message("%3.0f degrees, %-11s: error %.2e %.2e %.2e %.2e, order %.2f; loss %.1e %.1e %.1e\n",
                          angles[i], rows[r]->row.name, m[0].error, m[1].error, m[2].error, m[3].error, order,
                          m[1].loss, m[2].loss, m[3].loss);
            assert_true(order > 1.9);
            assert_true(fabs(m[3].loss) < 0.3 * fabs(m[2].loss));
        }
}

// ---- surfaces with bent lines

// a rectangle whose inner points are moved in its plane by `bend` of its sides: the edges stay
static void bent_plane(rig *r, int i, double size, double bend)
{
    static const double knots[8] = {0, 0, 0, 0, 1, 1, 1, 1};
    double *points = GUD_TAKE(&r->arena, double, 4 * 16);
    for (int a = 0; a < 4; a++)
        for (int b = 0; b < 4; b++) {
            const bool inner = a > 0 && a < 3 && b > 0 && b < 3;
            const double x = a / 3.0 - 0.5 + (inner ? (b == 1 ? bend : -bend) : 0.0);
            const double y = b / 3.0 - 0.5 + (inner ? 0.3 * bend : 0.0);
            const double p[4] = {size * x, size * y, 0.0, 1.0};
            memcpy(points + 4 * (4 * a + b), p, sizeof p);
        }
    const gud_nurbs net = {{3, 3}, {4, 4}, {knots, knots}, points};
    must(gud_surface_create(&net, "bent", &r->arena, &r->error, &r->surface[i]), &r->error);
}

// load, drag and loss of a pad that slides over a wedge
static void pad(int n, double bend, const gud_cavitation *row, double tilt, double out[3])
{
    const double size = 0.02, h = 2e-5;
    const gud_lubricant oil = gud_lubricant_constant(0.02);
    rig r = {0};
    bent_plane(&r, 0, size, bend);
    bent_plane(&r, 1, 2.0 * size, 0.0);
    const gud_walls walls = {
        .grid = {.cells = {n, n}, .side = 1}, .low = -1e-3, .high = 1e-3, .ambient = 1e5, .cavity = 0.0};
    open_film(&r, walls, row);
    gud_pose other = {.p = {0.0, 0.0, h}, .v = {3.0, 1.0, 0.0}};
    gud_rot_about((const double[3]){0.0, 1.0, 0.0}, tilt, other.R);
    place(&r, &other);
    const question in = {.oil = &oil};
    const answer a = solve(&r, &in);
    gud_film_balance balance;
    gud_film_layer_balance(r.work->layer_work[0], &balance);
    assert_true(fabs(balance.error) <= 1e-11 * balance.through);
    out[0] = a.Q[2], out[1] = a.Q[0], out[2] = a.Q[4];
    close_film(&r);
}

static void bent_pads_are_straight_ones(void **state)
{
    (void)state;
    const gud_cavitation *const rows[] = {&gud_cavitation_none, &gud_cavitation_elrod_adams};
    const double tilts[2] = {5e-4, -5e-4}; // full film; with a cavity
    for (int r = 0; r < 2; r++)
        for (int t = 0; t < 2; t++) {
            double exact[3], bent[3][3];
            pad(192, 0.0, rows[r], tilts[t], exact);
            for (int g = 0; g < 3; g++) pad(12 << g, 0.28, rows[r], tilts[t], bent[g]);
            for (int q = 0; q < 3; q++) {
                const double e[3] = {bent[0][q] - exact[q], bent[1][q] - exact[q], bent[2][q] - exact[q]};
                const double size = q == 2 ? 0.01 * fabs(exact[0]) : fabs(exact[q]); // a moment by half the length
                print_message("%-11s tilt %+g, %s: %.6g exact, errors %.2e %.2e %.2e\n", rows[r]->row.name, tilts[t],
                              q == 0   ? "load"
                              : q == 1 ? "drag"
                                       : "moment",
                              exact[q], e[0] / size, e[1] / size, e[2] / size);
                assert_true(fabs(e[2]) < 6e-3 * size);
                assert_true(fabs(e[1]) > (r == 1 && t == 1 ? 2.5 : 3.5) * fabs(e[2])); // with a cavity and without
            }
        }
}

// ---- a journal in a bore whose circles are bent along the axis, but for those at the ends

static const double R = 0.02, c = 2e-5, width = 0.03;

static void bent_cylinder(rig *r, int i, double radius, double bend)
{
    static const double knots[6] = {0, 0, 0, 1, 1, 1};
    gud_nurbs round;
    must(gud_nurbs_cylinder(radius, -0.5 * width, 0.5 * width, &r->arena, &r->error, &round), &r->error);
    double *points = GUD_TAKE(&r->arena, double, 4 * 3 * round.count[0]);
    for (int a = 0; a < round.count[0]; a++)
        for (int b = 0; b < 3; b++) {
            double *p = points + 4 * (3 * a + b);
            memcpy(p, round.points + 8 * a, 4 * sizeof *p);
            p[2] = 0.5 * width * (b - 1) + (b == 1 ? bend * (p[0] + 0.6 * p[1]) : 0.0);
        }
    const gud_nurbs net = {{round.degree[0], 2}, {round.count[0], 3}, {round.knots[0], knots}, points};
    must(gud_surface_create(&net, "bent", &r->arena, &r->error, &r->surface[i]), &r->error);
}

static void open_journal(rig *r, int nx, int ny, double bend, const gud_cavitation *row)
{
    bent_cylinder(r, 0, R, bend);
    bent_cylinder(r, 1, R - c, 0.0);
    const gud_walls walls = {.grid = {.cells = {nx, ny}, .side = -1}, .low = -1e-3, .high = 1e-3, .ambient = 1e5};
    open_film(r, walls, row);
}

static void journal(int level, double bend, const gud_cavitation *row, double dt, double F[3])
{
    const gud_lubricant oil = gud_lubricant_constant(0.01);
    rig r = {0};
    open_journal(&r, 48 << level, 16 << level, bend, row);
    gud_pose other = {.R = {1, 0, 0, 0, 1, 0, 0, 0, 1},
                      .p = {0.5 * c, 0.4 * c, 0.0},
                      .v = {2e-3, -4e-3, 0.0},
                      .w = {0.0, 0.0, 300.0}};
    gud_pose before = other;
    v3_axpy(before.p, other.p, -dt, other.v);
    place(&r, &before);
    memcpy(r.m_hat, r.work->field.h, (size_t)r.n * sizeof(double));
    place(&r, &other);
    const question in = {.oil = &oil, .m_hat = r.m_hat, .per_c = dt > 0.0 ? 1.0 / dt : 0.0};
    const answer a = solve(&r, &in);
    gud_film_balance balance;
    gud_film_layer_balance(r.work->layer_work[0], &balance);
    if (row != &gud_cavitation_reynolds) // that one loses oil
        assert_true(fabs(balance.error) <= 1e-10 * balance.through);
    F[0] = a.Q[0], F[1] = a.Q[1], F[2] = a.Q[5];
    close_film(&r);
}

static void bent_journals_are_straight_ones(void **state)
{
    (void)state;
    const struct {
        const gud_cavitation *row;
        double dt, off[2]; // off: what the two grids may miss of the force
    } cases[] = {{&gud_cavitation_none, 0.0, {0.02, 0.005}},
                 {&gud_cavitation_guembel, 0.0, {0.02, 0.005}},
                 {&gud_cavitation_reynolds, 0.0, {0.02, 0.005}},
                 // broken film is carried across oblique lines from cell to cell: first order
                 {&gud_cavitation_elrod_adams, 0.0, {0.08, 0.04}},
                 {&gud_cavitation_elrod_adams, 1e-4, {0.02, 0.008}}};
    for (int i = 0; i < GUD_COUNT(cases); i++) {
        double exact[3], bent[2][3];
        journal(2, 0.0, cases[i].row, cases[i].dt, exact);
        for (int g = 0; g < 2; g++) journal(g, 0.3, cases[i].row, cases[i].dt, bent[g]);
        const double size = hypot(exact[0], exact[1]);
        print_message("%-11s, dt %g: %.5g %.5g N, %.5g N.m; off by %.2e %.2e %.2e, %.2e %.2e %.2e\n",
                      cases[i].row->row.name, cases[i].dt, exact[0], exact[1], exact[2], (bent[0][0] - exact[0]) / size,
                      (bent[0][1] - exact[1]) / size, bent[0][2] / exact[2] - 1.0, (bent[1][0] - exact[0]) / size,
                      (bent[1][1] - exact[1]) / size, bent[1][2] / exact[2] - 1.0);
        for (int q = 0; q < 2; q++) {
            assert_near(bent[0][q], exact[q], cases[i].off[0] * size);
            assert_near(bent[1][q], exact[q], cases[i].off[1] * size);
        }
        assert_near(bent[1][2], exact[2], 3e-3 * fabs(exact[2]));
    }
}

static void tangents_are_derivatives(void **state)
{
    (void)state;
    const gud_lubricant oil = gud_lubricant_constant(0.02);
    const gud_cavitation *const rows[] = {NULL, &gud_cavitation_none};
    for (int row = 0; row < GUD_COUNT(rows); row++) {
        rig r = {0};
        open_journal(&r, 24, 8, 0.5, rows[row]);
        gud_pose at = {.R = {1, 0, 0, 0, 1, 0, 0, 0, 1},
                       .p = {0.4 * c, -0.3 * c, 1e-4},
                       .v = {2e-3, 3e-3, 1e-2},
                       .w = {0.4, -0.3, 150.0}};
        at = moved(&at, 3, 1e-4, false);
        place(&r, &at);
        for (int k = 0; k < r.n; k++) r.m_hat[k] = r.work->field.h[k] * (1.0 + 0.01 * sin(0.41 * k));
        const question in = {.oil = &oil, .m_hat = r.m_hat, .per_c = 1e5, .drag = &gud_drag_couette};
        const tangent_steps steps = {R, row == 0 ? 1e-11 : 2e-8, row == 0 ? 1e-3 : 1e-6, row == 0 ? 2e-6 : 2e-3};
        check_tangents(&r, &at, &in, &steps, rows[row] ? "none" : "elrod_adams");
        close_film(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parallelograms_are_of_second_order),
        cmocka_unit_test(bent_pads_are_straight_ones),
        cmocka_unit_test(bent_journals_are_straight_ones),
        cmocka_unit_test(tangents_are_derivatives),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
