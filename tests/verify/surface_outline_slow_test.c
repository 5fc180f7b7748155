// Films that end where a surface is trimmed, and films that end nowhere: circular and annular pads against their closed
// forms, surfaces closed both ways. docs/theory/surface-film.md, sections 2 and 9.

#include "num/pi.h"
#include "verify/surface_rig.h"

static const double radius = 0.02, hole = 0.008, gap = 2e-5, eta = 0.03, closing = 1e-3, ambient = 1e5;

// ---- surfaces

// A parallelogram around the circle, its middle beside the circle's; the angle between its sides
static void sheared_plane(rig *r, int i, double angle, double size)
{
    static const double knots[4] = {0, 0, 1, 1};
    double *points = GUD_TAKE(&r->arena, double, 4 * 4);
    for (int a = 0; a < 2; a++)
        for (int b = 0; b < 2; b++) {
            const double x = size * (a - 0.5), y = size * (b - 0.5);
            const double p[4] = {x + y * cos(angle), y * sin(angle), 0.0, 1.0};
            memcpy(points + 4 * (2 * a + b), p, sizeof p);
        }
    const gud_nurbs net = {{1, 1}, {2, 2}, {knots, knots}, points};
    must(gud_surface_create(&net, "sheared", &r->arena, &r->error, &r->surface[i]), &r->error);
}

// circles around (x0, y0) as curves of its parameters
static void cut_circles(rig *r, int i, double angle, double size, int n, const double *radii)
{
    enum { most = 2 };
    static const double x0 = 1.1e-3, y0 = -0.7e-3;
    double points[most][16], weights[8];
    gud_trim_curve curves[most];
    gud_trim *trim = GUD_TAKE(&r->arena, gud_trim, 1);
    for (int c = 0; c < n; c++) {
        for (int k = 0; k < 8; k++) {
            const double reach = radii[c] * (k % 2 ? sqrt(2.0) : 1.0), at = 0.25 * pi * k;
            const double x = x0 + reach * cos(at), y = y0 + reach * sin(at);
            points[c][2 * k] = (x - y / tan(angle)) / size + 0.5;
            points[c][2 * k + 1] = y / sin(angle) / size + 0.5;
            weights[k] = k % 2 ? sqrt(0.5) : 1.0;
        }
        curves[c] = (gud_trim_curve){2, 8, points[c], weights};
    }
    must(gud_trim_create(n, curves, &r->arena, &r->error, trim), &r->error);
    r->surface[i].trim = trim;
}

static const gud_pose above = {.R = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .p = {0.0, 0.0, gap}};

static gud_walls walls_of(int nx, int ny)
{
    return (gud_walls){.grid = {.cells = {nx, ny}, .side = 1}, .low = -1e-3, .high = 1e-3, .ambient = ambient};
}

// ---- squeeze between circular plates: 3 pi eta V a^4/(2 h^3), and with a hole

static double exact_load(bool with_hole)
{
    const double a = hole, b = radius, whole = 1.5 * pi * eta * closing / (gap * gap * gap);
    if (!with_hole) return whole * pow(b, 4);
    return whole * (pow(b, 4) - pow(a, 4) - pow(b * b - a * a, 2) / log(b / a));
}

static double squeeze_load(int n, double angle, bool with_hole, double *area)
{
    const gud_lubricant oil = gud_lubricant_constant(eta);
    const double size = 2.3 * radius / sin(angle), radii[2] = {radius, hole};
    rig r = {0};
    sheared_plane(&r, 0, angle, size);
    cut_circles(&r, 0, angle, size, with_hole ? 2 : 1, radii);
    sheared_plane(&r, 1, 0.5 * pi, 6.0 * radius);
    open_film(&r, walls_of(n, n), &gud_cavitation_none);
    gud_pose other = above;
    other.v[2] = -closing;
    place(&r, &other);
    const question in = {.oil = &oil};
    const answer out = solve(&r, &in);
    *area = 0.0;
    for (int k = 0; k < r.n; k++)
        if (r.work->field.wet[k]) *area += r.work->field.grid->area[k];
    close_film(&r);
    return out.Q[2];
}

static void circular_pads_meet_their_closed_forms(void **state)
{
    (void)state;
    static const double angles[] = {90.0, 60.0};
    for (int ring = 0; ring < 2; ring++)
        for (int i = 0; i < GUD_COUNT(angles); i++) {
            enum { grids = 4 };
            const double exact = exact_load(ring), whole = pi * (radius * radius - (ring ? hole * hole : 0.0));
            double off[grids], area = 0.0;
            for (int g = 0; g < grids; g++) {
                off[g] = squeeze_load(17 << g, angles[i] * pi / 180.0, ring, &area) / exact - 1.0;
                assert_near(area, whole, 1e-4 * whole);
            }
            const double order = log2(fabs(off[0] / off[grids - 1])) / (grids - 1);
            print_message("%s, lines at %g degrees: off by %.2e %.2e %.2e %.2e, order %.2f\n", ring ? "ring" : "disc",
                          angles[i], off[0], off[1], off[2], off[3], order);
            assert_true(order > 1.6);
            assert_true(fabs(off[grids - 1]) < 2e-3);
        }
}

// a polygon along lines of the grid is the smaller plane itself
static void polygon_along_lines(void **state)
{
    (void)state;
    static const double square[8] = {0.25, 0.25, 0.75, 0.25, 0.75, 0.75, 0.25, 0.75};
    const gud_trim_curve curve = {1, 4, square, NULL};
    const gud_lubricant oil = gud_lubricant_constant(eta);
    double load[2];
    for (int small = 0; small < 2; small++) {
        rig r = {0};
        gud_trim trim;
        sheared_plane(&r, 0, 0.5 * pi, small ? radius : 2.0 * radius);
        sheared_plane(&r, 1, 0.5 * pi, 6.0 * radius);
        must(gud_trim_create(1, &curve, &r.arena, &r.error, &trim), &r.error);
        if (!small) r.surface[0].trim = &trim;
        open_film(&r, walls_of(small ? 8 : 16, small ? 8 : 16), &gud_cavitation_none);
        gud_pose other = above;
        other.v[2] = -closing;
        place(&r, &other);
        const question in = {.oil = &oil};
        load[small] = solve(&r, &in).Q[2];
        close_film(&r);
    }
    assert_close(load[0], load[1], 1e-9, 0.0);
}

// the other surface is trimmed: rays that miss it find no film, and the edge is known to half a cell
static void trimmed_other_surface(void **state)
{
    (void)state;
    const gud_lubricant oil = gud_lubricant_constant(eta);
    const double size = 2.3 * radius;
    for (int g = 0; g < 2; g++) {
        rig r = {0};
        sheared_plane(&r, 0, 0.5 * pi, size);
        sheared_plane(&r, 1, 0.5 * pi, size);
        cut_circles(&r, 1, 0.5 * pi, size, 1, &radius);
        open_film(&r, walls_of(40 << g, 40 << g), &gud_cavitation_none);
        gud_pose other = above;
        other.v[2] = -closing;
        place(&r, &other);
        const question in = {.oil = &oil};
        const double off = solve(&r, &in).Q[2] / exact_load(false) - 1.0;
        print_message("trimmed other surface, %d cells: off by %.2e\n", 40 << g, off);
        assert_true(fabs(off) < (g == 0 ? 0.06 : 0.03));
        close_film(&r);
    }
}

// sliding over a wedge, with a cavity: oil is kept to rounding, and tangents are derivatives
static void trimmed_pads_keep_their_oil(void **state)
{
    (void)state;
    const gud_lubricant oil = gud_lubricant_constant(eta);
    for (int i = 0; i < 2; i++) {
        const double angle = i ? 0.5 * pi : pi / 3.0, size = 2.3 * radius / sin(angle);
        rig r = {0};
        sheared_plane(&r, 0, angle, size);
        cut_circles(&r, 0, angle, size, 1, &radius);
        sheared_plane(&r, 1, 0.5 * pi, 6.0 * radius);
        open_film(&r, walls_of(14, 14), NULL);
        gud_pose at = above;
        at.v[0] = 2.0, at.v[1] = -1.0, at.v[2] = 1e-4, at.w[2] = 3.0;
        at = moved(&at, 4, 3e-4, false);
        at = moved(&at, 3, 1e-4, false);
        place(&r, &at);
        for (int k = 0; k < r.n; k++) r.m_hat[k] = r.work->field.h[k] * (1.0 + 0.01 * sin(0.41 * k));
        const question in = {.oil = &oil, .m_hat = r.m_hat, .per_c = 1e4, .drag = &gud_drag_couette};
        (void)solve(&r, &in);
        gud_film_balance balance;
        gud_film_layer_balance(r.work->layer_work[0], &balance);
        assert_true(fabs(balance.error) <= 1e-11 * balance.through);
        const tangent_steps steps = {radius, 1e-11, 1e-4, 3e-6};
        check_tangents(&r, &at, &in, &steps, i ? "straight" : "oblique");
        close_film(&r);
    }
}

// ---- closed both ways

// a torus whose second parameter begins on the other side of the tube, if asked
static void torus(rig *r, int i, double ring, double tube, bool turned)
{
    gud_nurbs net;
    must(gud_nurbs_torus(ring, tube, &r->arena, &r->error, &net), &r->error);
    const int n = net.count[1];
    double *points = GUD_TAKE(&r->arena, double, 4 * net.count[0] * n);
    for (int a = 0; a < net.count[0]; a++)
        for (int b = 0; b < n; b++) {
            const int from = turned ? (b + (n - 1) / 2) % (n - 1) : b;
            memcpy(points + 4 * (a * n + b), net.points + 4 * (a * n + from), 4 * sizeof *points);
        }
    net.points = points;
    must(gud_surface_create(&net, "torus", &r->arena, &r->error, &r->surface[i]), &r->error);
}

// The other torus is a trough around the outside of the reference: film lies across the seam of the second parameter,
// or far from it. Both give the same forces.
static void seam_of_a_torus_does_not_matter(void **state)
{
    (void)state;
    static const double trough[2][16] = {
        {-0.1, -0.1, 1.1, -0.1, 1.1, 0.23, -0.1, 0.23, -0.1, 0.77, 1.1, 0.77, 1.1, 1.1, -0.1, 1.1},
        {-0.1, 0.27, 1.1, 0.27, 1.1, 0.73, -0.1, 0.73}};
    const gud_lubricant oil = gud_lubricant_constant(eta);
    const gud_cavitation *const rows[] = {&gud_cavitation_none, &gud_cavitation_elrod_adams};
    for (int row = 0; row < 2; row++) {
        answer out[2];
        for (int turned = 0; turned < 2; turned++) {
            rig r = {0};
            gud_trim trim;
            torus(&r, 0, 0.03, 0.01, turned);
            torus(&r, 1, 0.03, 0.01 + gap, turned);
            const gud_trim_curve curves[2] = {{1, 4, trough[turned], NULL}, {1, 4, trough[turned] + 8, NULL}};
            must(gud_trim_create(turned ? 1 : 2, curves, &r.arena, &r.error, &trim), &r.error);
            r.surface[1].trim = &trim;
            open_film(&r, walls_of(32, 24), rows[row]);
            assert_true(r.work->field.grid->edge[GUD_EDGE_Y_LOW].kind == GUD_EDGE_PERIODIC);
            gud_pose at = above;
            at.p[0] = 0.4 * gap, at.p[1] = 0.0, at.p[2] = 0.3 * gap;
            at.v[1] = 2e-3, at.v[2] = 0.05, at.w[2] = 100.0, at.w[0] = 2.0;
            place(&r, &at);
            memcpy(r.m_hat, r.work->field.h, (size_t)r.n * sizeof(double));
            const question in = {.oil = &oil, .m_hat = r.m_hat, .per_c = 1e4, .drag = &gud_drag_couette};
            out[turned] = solve(&r, &in);
            gud_film_balance balance;
            gud_film_layer_balance(r.work->layer_work[0], &balance);
            assert_true(fabs(balance.error) <= 1e-11 * balance.through);
            if (!turned) {
                const tangent_steps steps = {0.03, row ? 1e-11 : 2e-8, row ? 1e-3 : 1e-6, row ? 1e-5 : 5e-3};
                check_tangents(&r, &at, &in, &steps, "torus");
            }
            close_film(&r);
        }
        for (int a = 0; a < 6; a++) {
            const double size = hypot(out[0].Q[0], hypot(out[0].Q[1], out[0].Q[2])) * (a < 3 ? 1.0 : 0.03);
            print_message("%d: %.9g %.9g\n", a, out[0].Q[a], out[1].Q[a]);
            assert_near(out[0].Q[a], out[1].Q[a], 1e-7 * size);
        }
    }
}

// a ball in a whole sphere, a torus in a torus: no edge anywhere, and not a drop is lost
static void closed_films_keep_their_oil(void **state)
{
    (void)state;
    const gud_lubricant oil = gud_lubricant_constant(eta);
    for (int ball = 0; ball < 2; ball++) {
        rig r = {0};
        for (int i = 0; i < 2; i++) {
            gud_nurbs net;
            if (!ball) torus(&r, i, 0.03, 0.01 - i * gap, false);
            if (!ball) continue;
            must(gud_nurbs_sphere(0.02 - i * gap, &r.arena, &r.error, &net), &r.error);
            must(gud_surface_create(&net, "ball", &r.arena, &r.error, &r.surface[i]), &r.error);
        }
        gud_walls walls = walls_of(24, 16);
        walls.grid.side = -1;
        open_film(&r, walls, NULL);
        gud_pose at = above;
        at.p[0] = 0.5 * gap, at.p[2] = 0.2 * gap;
        at.v[0] = 1e-2, at.w[1] = 30.0, at.w[2] = 60.0;
        place(&r, &at);
        for (int k = 0; k < r.n; k++) r.m_hat[k] = 0.995 * r.work->field.h[k];
        const question in = {.oil = &oil, .m_hat = r.m_hat, .per_c = 2e3};
        (void)solve(&r, &in);
        double before = 0.0, after = 0.0, full = 0.0;
        for (int k = 0; k < r.n; k++) {
            const double area = r.work->field.grid->area[k];
            before += area * r.m_hat[k], after += area * r.state->m[k], full += r.state->full[k];
        }
        print_message("%s: %.0f of %d cells full, oil %.15g %.15g\n", ball ? "ball" : "torus", full, r.n, before,
                      after);
        assert_true(full > 0.1 * r.n && full < 0.9 * r.n);
        assert_close(after, before, 1e-13, 0.0);
        close_film(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(circular_pads_meet_their_closed_forms),
        cmocka_unit_test(polygon_along_lines),
        cmocka_unit_test(trimmed_other_surface),
        cmocka_unit_test(trimmed_pads_keep_their_oil),
        cmocka_unit_test(seam_of_a_torus_does_not_matter),
        cmocka_unit_test(closed_films_keep_their_oil),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
