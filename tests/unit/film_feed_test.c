// Feeds of films (docs/theory/film.md, eqs (3f) to (3h)): their true place and size on any grid, also narrower than a
// cell; flows of each; feeds that move; recesses with a pressure of their own.

#include "check.h"

#include "num/pi.h"
#include "pair/bearing.h"

#include <stdlib.h>
#include <string.h>

static const double eta = 0.03, side = 0.02, gap_0 = 1e-5;

typedef struct {
    gud_film_grid *grid;
    gud_film *film;
    gud_film_work *work;
    double *gap, *m_hat, *drift, feed[8];
    gud_film_out out;
    int n;
    gud_lubricant oil;
    gud_film_in in;
} plate;

static void plate_open(plate *p, int nx, int ny, const gud_film_edge edge[4], int nfeed, const gud_film_feed *feeds,
                       const gud_film_options *with)
{
    const double box[4] = {0.0, side, 0.0, side};
    gud_film_options options = with ? *with : (gud_film_options){0};
    gud_error error;
    const int n = nx * ny;
    options.nfeed = nfeed;
    *p = (plate){.n = n, .oil = gud_lubricant_constant(eta)};
    assert_int_equal(gud_film_grid_create(nx, ny, box, edge, &error, &p->grid), GUD_OK);
    assert_int_equal(gud_film_create(p->grid, &options, &error, &p->film), GUD_OK);
    if (gud_film_feeds_set(p->film, nfeed, feeds, &error) != GUD_OK) fail_msg("%s", error.text);
    assert_int_equal(gud_film_work_create(p->film, &error, &p->work), GUD_OK);
    p->gap = calloc((size_t)n, sizeof(double)), p->m_hat = calloc((size_t)n, sizeof(double));
    p->drift = calloc((size_t)(n + ny), sizeof(double));
    p->out = (gud_film_out){.pressure = calloc((size_t)n, sizeof(double)),
                            .theta = calloc((size_t)n, sizeof(double)),
                            .m = calloc((size_t)n, sizeof(double)),
                            .full = calloc((size_t)n, 1),
                            .feed = p->feed};
    for (int k = 0; k < n; k++) p->gap[k] = gap_0;
    p->in = (gud_film_in){.gap = p->gap, .m_hat = p->m_hat, .drift_x = p->drift};
}

static void plate_close(plate *p)
{
    free(p->gap), free(p->m_hat), free(p->drift);
    free(p->out.pressure), free(p->out.theta), free(p->out.m), free(p->out.full);
    gud_film_work_free(p->work);
    gud_film_free(p->film);
    gud_film_grid_free(p->grid);
}

static void plate_solve(plate *p)
{
    gud_error error;
    p->in.oil = &p->oil;
    if (gud_film_solve(p->film, p->work, &p->in, &p->out, &error) != GUD_OK) fail_msg("%s", error.text);
}

static const gud_film_edge open = {GUD_EDGE_OPEN, 0.0, 1.0}, closed = {GUD_EDGE_CLOSED, 0.0, 1.0};

// a groove across a strip, of any width and at any place: flows to both sides are those of one dimension
static void grooves_are_exact(void **state)
{
    (void)state;
    const gud_film_edge edge[4] = {open, open, closed, closed};
    static const double widths[] = {1e-6, 3e-4, 1.1e-3, 4.7e-3};
    static const int cells[] = {6, 20, 55};
    const double conduct = gap_0 * gap_0 * gap_0 / (12.0 * eta) * side, p = 3e5;
    for (int w = 0; w < GUD_COUNT(widths); w++)
        for (int c = 0; c < GUD_COUNT(cells); c++)
            for (int i = 0; i < 9; i++) {
                const double x = 0.0048 + 0.00117 * i, a = widths[w];
                const gud_film_feed groove = {
                    .x = x, .y = 0.4 * side, .size_x = a, .size_y = 2.0 * side, .pressure = p};
                plate s;
                plate_open(&s, cells[c], 3, edge, 1, &groove, NULL);
                plate_solve(&s);
                gud_film_balance b;
                gud_film_balance_get(s.film, s.work, &s.in, &s.out, &b);
                // a rim within a hundredth of a cell of a centre is taken to be that far away
                assert_close(b.edge[0], -conduct * p / (x - 0.5 * a), 3e-3, 0.0);
                assert_close(b.edge[1], -conduct * p / (side - x - 0.5 * a), 3e-3, 0.0);
                assert_close(gud_film_feed_flow(s.film, s.work, 0), -(b.edge[0] + b.edge[1]), 1e-12, 0.0);
                plate_close(&s);
            }
}

static double hole_flow(int nx, int ny, double x, double y, double d, bool half)
{
    const gud_film_edge edge[4] = {open, open, half ? closed : open, open};
    const gud_film_feed hole = {.x = x, .y = y, .size_x = d, .size_y = d, .round = true, .pressure = 1e5};
    plate s;
    plate_open(&s, nx, ny, edge, 1, &hole, NULL);
    plate_solve(&s);
    const double flow = gud_film_feed_flow(s.film, s.work, 0);
    plate_close(&s);
    return flow;
}

// round holes from a hundredth of a cell to many cells
static void holes_converge(void **state)
{
    (void)state;
    static const double size[] = {5e-5, 4e-4, 1.6e-3, 5e-3};
    for (int i = 0; i < GUD_COUNT(size); i++)
        for (int at = 0; at < 4; at++) {
            const double x = 0.01 + 3.7e-4 * at, y = 0.0097 - 2.1e-4 * at;
            const double exact = hole_flow(320, 320, x, y, size[i], false);
            print_message("hole of %4.0f um:", 1e6 * size[i]);
            for (int n = 8; n <= 64; n *= 2) {
                const double square = hole_flow(n, n, x, y, size[i], false) / exact - 1.0;
                const double long_cells = hole_flow(3 * n, n, x, y, size[i], false) / exact - 1.0;
                print_message(" %+.3f %+.3f", square, long_cells);
                assert_near(square, 0.0, n > 32 ? 0.025 : 0.07);
                assert_near(long_cells, 0.0, n > 32 ? 0.025 : 0.07);
            }
            print_message("\n");
        }
}

// a hole on a plane of symmetry: half of the flow of the whole plate
static void holes_on_a_plane_of_symmetry(void **state)
{
    (void)state;
    static const double size[] = {5e-5, 4e-4, 1.6e-3, 5e-3};
    for (int i = 0; i < GUD_COUNT(size); i++) {
        const double box_half = hole_flow(24, 24, 0.0107, 0.0, size[i], true);
        const gud_film_feed hole = {
            .x = 0.0107, .y = 0.0, .size_x = size[i], .size_y = size[i], .round = true, .pressure = 1e5};
        const double box[4] = {0.0, side, -side, side};
        const gud_film_edge edge[4] = {open, open, open, open};
        gud_error error;
        plate s;
        plate_open(&s, 24, 48, edge, 0, NULL, NULL);
        gud_film_work_free(s.work), gud_film_free(s.film), gud_film_grid_free(s.grid);
        assert_int_equal(gud_film_grid_create(24, 48, box, edge, &error, &s.grid), GUD_OK);
        assert_int_equal(gud_film_create(s.grid, &(gud_film_options){.nfeed = 1}, &error, &s.film), GUD_OK);
        assert_int_equal(gud_film_feeds_set(s.film, 1, &hole, &error), GUD_OK);
        assert_int_equal(gud_film_work_create(s.film, &error, &s.work), GUD_OK);
        plate_solve(&s);
        assert_close(box_half, 0.5 * gud_film_feed_flow(s.film, s.work, 0), 1e-9, 0.0);
        plate_close(&s);
    }
}

// two grooves of four degrees in a bearing, on grids whose cells are wider and narrower than that
static void narrow_grooves_in_a_bearing(void **state)
{
    (void)state;
    const double R = 0.025, c = 3e-5, L = 0.03;
    gud_film_feed groove[2] = {{.size_x = 4.0 * pi / 180.0 * R, .size_y = 0.8 * L, .pressure = 3e5}};
    groove[0].x = 0.5 * pi * R, groove[1] = groove[0], groove[1].x = 1.5 * pi * R;
    const gud_lubricant oil = gud_lubricant_constant(0.02);
    static const int cells[] = {48, 60, 80, 90, 97, 120, 180, 720};
    double load[GUD_COUNT(cells)], flow[GUD_COUNT(cells)];
    for (int i = 0; i < GUD_COUNT(cells); i++) {
        const gud_bearing_spec spec = {.radius = R,
                                       .width = L,
                                       .clearance = c,
                                       .nx = cells[i],
                                       .ny = 12,
                                       .half = true,
                                       .feeds = groove,
                                       .nfeed = 2};
        const gud_bearing_in in = {.q = {0.5 * c, 0.1 * c}, .omega_j = 300.0, .oil = &oil};
        const size_t n = (size_t)(cells[i] * 12);
        gud_film_out film = {.pressure = calloc(n, sizeof(double)),
                             .theta = calloc(n, sizeof(double)),
                             .m = calloc(n, sizeof(double)),
                             .full = calloc(n, 1)};
        gud_bearing *b;
        gud_bearing_work *w;
        gud_bearing_out out;
        gud_error error;
        assert_int_equal(gud_bearing_create(&spec, &error, &b), GUD_OK);
        assert_int_equal(gud_bearing_work_create(b, &error, &w), GUD_OK);
        if (gud_bearing_solve(b, w, &in, false, &film, &out, &error) != GUD_OK) fail_msg("%s", error.text);
        load[i] = hypot(out.Q[0], out.Q[1]), flow[i] = out.feed_flow;
        print_message("%3d cells around: load %.1f N, flow %.3f ml/s\n", cells[i], load[i], 1e6 * flow[i]);
        gud_bearing_work_free(w);
        gud_bearing_free(b);
        free(film.pressure), free(film.theta), free(film.m), free(film.full);
    }
    for (int i = 0; i < GUD_COUNT(cells) - 1; i++) {
        assert_close(load[i], load[GUD_COUNT(cells) - 1], 0.012, 0.0);
        assert_close(flow[i], flow[GUD_COUNT(cells) - 1], 0.03, 0.0);
    }
}

// a feed that goes round fills a film that is half empty: oil is accounted for
static void feeds_move(void **state)
{
    (void)state;
    enum { steps = 400, n = 16 };
    const gud_film_edge ring = {GUD_EDGE_PERIODIC, 0.0, 1.0}, edge[4] = {ring, ring, open, open};
    gud_film_feed hole = {.y = 0.009, .size_x = 3e-3, .size_y = 2e-3, .round = true, .pressure = 2e5};
    plate s;
    gud_error error;
    plate_open(&s, n, n, edge, 1, &hole, NULL);
    for (int k = 0; k < s.n; k++) s.gap[k] = gap_0 * (1.0 + 0.3 * cos(2.0 * pi * s.grid->x[k] / side));
    for (int f = 0; f < s.n + n; f++) s.drift[f] = 0.5;
    for (int k = 0; k < s.n; k++) s.m_hat[k] = 0.5 * s.gap[k];
    s.in.per_c = 1.0 / 2e-3;
    for (int i = 0; i < steps; i++) {
        hole.x = 2.0 * side * i / steps;
        assert_int_equal(gud_film_feeds_set(s.film, 1, &hole, &error), GUD_OK);
        plate_solve(&s);
        gud_film_balance b;
        gud_film_balance_get(s.film, s.work, &s.in, &s.out, &b);
        assert_near(b.error, 0.0, 1e-12 * b.through);
        assert_close(b.feed, gud_film_feed_flow(s.film, s.work, 0), 1e-12, 0.0);
        for (int k = 0; k < s.n; k++) assert_true(s.out.theta[k] >= 0.0 && s.out.theta[k] <= 1.0);
        memcpy(s.m_hat, s.out.m, (size_t)s.n * sizeof(double));
        s.out.warm = true;
    }
    plate_close(&s);
}

// flow and force of a full film change little by little while a hole or a groove passes over the grid
static void motion_is_smooth(void **state)
{
    (void)state;
    enum { steps = 1000, n = 16 };
    static const double sizes[][2] = {{2e-4, 2e-4}, {7e-4, 7e-4}, {3e-3, 2e-3}, {3e-4, 8e-3}};
    const gud_film_edge ring = {GUD_EDGE_PERIODIC, 0.0, 1.0}, edge[4] = {ring, ring, open, open};
    for (int i = 0; i < GUD_COUNT(sizes); i++) {
        gud_film_feed feed = {.y = 0.009, .size_x = sizes[i][0], .size_y = sizes[i][1], .pressure = 2e5};
        double last[2] = {0.0}, most[2] = {0.0}, mean[2] = {0.0};
        plate s;
        gud_error error;
        feed.round = i < 3;
        plate_open(&s, n, n, edge, 1, &feed, &(gud_film_options){.cavitation = &gud_cavitation_none});
        for (int m = 0; m < steps; m++) { // two cells
            feed.x = 2.0 / n * side * m / steps;
            assert_int_equal(gud_film_feeds_set(s.film, 1, &feed, &error), GUD_OK);
            plate_solve(&s);
            double now[2] = {gud_film_feed_flow(s.film, s.work, 0), 0.0};
            for (int k = 0; k < s.n; k++) now[1] += s.out.pressure[k] * s.grid->area[k];
            for (int a = 0; a < 2; a++) {
                if (m > 0) most[a] = fmax(most[a], fabs(now[a] - last[a]));
                mean[a] += now[a] / steps, last[a] = now[a];
            }
        }
        print_message("%.1f x %.1f mm: changes of a step up to %.4f of the flow, %.4f of the force\n",
                      1e3 * sizes[i][0], 1e3 * sizes[i][1], most[0] / mean[0], most[1] / mean[1]);
        for (int a = 0; a < 2; a++) assert_true(most[a] < 0.05 * mean[a]);
        plate_close(&s);
    }
}

// ---- recesses

// a recess across a strip behind a restrictor: lands and restrictor in series
static void restrictors_are_exact(void **state)
{
    (void)state;
    const gud_film_edge edge[4] = {open, open, closed, closed};
    const double from = 0.0061, to = 0.0128, supply = 5e5, conduct = gap_0 * gap_0 * gap_0 / (12.0 * eta) * side;
    const double land = conduct * (1.0 / from + 1.0 / (side - to)), k = 0.7 * land, o = 0.4 * land * sqrt(supply);
    for (int orifice = 0; orifice < 2; orifice++) {
        const gud_film_feed recess = {.x = 0.5 * (from + to),
                                      .y = 0.5 * side,
                                      .size_x = to - from,
                                      .size_y = 2.0 * side,
                                      .pressure = supply,
                                      .source = orifice ? GUD_FEED_ORIFICE : GUD_FEED_CAPILLARY,
                                      .restrictor = orifice ? o : k};
        const double a = 0.5 * o * o / (land * land); // land p = o sqrt(supply - p)
        const double exact = orifice ? sqrt(a * a + 2.0 * a * supply) - a : k * supply / (k + land);
        plate s;
        plate_open(&s, 20, 4, edge, 1, &recess, NULL);
        plate_solve(&s);
        const double p = s.feed[0], flow = gud_film_feed_flow(s.film, s.work, 0);
        assert_close(p, exact, 1e-9, 0.0);
        assert_close(flow, land * exact, 1e-9, 0.0);
        assert_near(gud_film_feed_pressure(s.film, s.work, 0), p, 1e-9 * p);
        for (int i = 0; i < s.n; i++)
            if (fabs(s.grid->x[i] - recess.x) < 0.5 * recess.size_x) assert_near(s.out.pressure[i], p, 1e-9 * p);
        plate_close(&s);
    }
}

// A closed pocket is what a very deep one in the gap comes to. Its rims are on faces.
static void closed_pockets(void **state)
{
    (void)state;
    enum { nx = 40, ny = 20 };
    const gud_film_edge edge[4] = {{GUD_EDGE_OPEN, 2e5, 1.0}, {GUD_EDGE_OPEN, 2e5, 1.0}, open, open};
    const gud_film_feed pocket = {
        .x = 0.4 * side, .y = 0.5 * side, .size_x = 0.3 * side, .size_y = 0.5 * side, .source = GUD_FEED_CLOSED};
    double load[2];
    for (int deep = 0; deep < 2; deep++) {
        plate s;
        plate_open(&s, nx, ny, edge, deep ? 0 : 1, &pocket, NULL);
        for (int f = 0; f < s.n + ny; f++) s.drift[f] = 0.3;
        for (int k = 0; k < s.n; k++) {
            const bool in = fabs(s.grid->x[k] - pocket.x) < 0.5 * pocket.size_x &&
                            fabs(s.grid->y[k] - pocket.y) < 0.5 * pocket.size_y;
            s.gap[k] = gap_0 * (1.5 - 0.5 * s.grid->x[k] / side) + (in && deep ? 1e3 * gap_0 : 0.0);
        }
        plate_solve(&s);
        load[deep] = 0.0;
        for (int k = 0; k < s.n; k++) load[deep] += s.out.pressure[k] * s.grid->area[k];
        if (!deep) assert_near(gud_film_feed_flow(s.film, s.work, 0), 0.0, 1e-16);
        plate_close(&s);
    }
    print_message("closed pocket: %.4f N, a deep one %.4f N\n", load[0], load[1]);
    assert_close(load[0], load[1], 5e-3, 0.0);
}

// feeds and recesses of all kinds
static const gud_film_feed scene_feeds[6] = {
    {.x = 0.0021, .y = 0.011, .size_x = 3e-4, .size_y = 0.011, .pressure = 3e5},
    {.x = 0.0077, .y = 0.006, .size_x = 2e-3, .size_y = 3e-3, .round = true, .pressure = 2e5},
    {.x = 0.0112, .y = 0.0152, .size_x = 2e-4, .size_y = 2e-4, .round = true, .pressure = 4e5},
    {.x = 0.0141,
     .y = 0.0101,
     .size_x = 3.3e-3,
     .size_y = 6e-3,
     .pressure = 6e5,
     .source = GUD_FEED_CAPILLARY,
     .restrictor = 2e-15},
    {.x = 0.0185, .y = 0.006, .size_x = 2e-3, .size_y = 4e-3, .source = GUD_FEED_CLOSED},
    {.x = 0.0192, .y = 0.019, .size_x = 1.2e-3, .size_y = 6e-4, .pressure = 3e5}, // leaks over the end at once
};

// they and a film that breaks, in a stage
static void scene_open(plate *s, gud_film_solver solver, int ny)
{
    const gud_film_edge ring = {GUD_EDGE_PERIODIC, 0.0, 1.0}, edge[4] = {ring, ring, {GUD_EDGE_OPEN, 5e4, 1.0}, open};
    const gud_film_options options = {.nparam = 3, .solver = solver};
    plate_open(s, 26, ny, edge, 6, scene_feeds, &options);
    for (int k = 0; k < s->n; k++) {
        const double x = 2.0 * pi * s->grid->x[k] / side;
        s->gap[k] = gap_0 * (1.0 + 0.6 * cos(x) + 0.05 * s->grid->y[k] / side);
        s->m_hat[k] = s->gap[k] * (1.0 - 0.2 * sin(x));
        if (k % 7 == 0) s->gap[k] *= 1.7;
    }
    for (int f = 0; f < s->n + ny; f++) s->drift[f] = 0.7;
    s->in.per_c = 3e3;
}

static void tangents_are_derivatives(void **state)
{
    (void)state;
    plate s;
    scene_open(&s, GUD_FILM_DIRECT, 10);
    const size_t n = (size_t)s.n, size = n * sizeof(double);
    double *shape = calloc(n, sizeof(double)), *one = calloc(n + 10, sizeof(double)), *p_s[3], *m_s[3], *side_p[2],
           *side_m[2];
    for (int a = 0; a < 3; a++) p_s[a] = calloc(n, sizeof(double)), m_s[a] = calloc(n, sizeof(double));
    for (int a = 0; a < 2; a++) side_p[a] = calloc(n, sizeof(double)), side_m[a] = calloc(n, sizeof(double));
    for (int k = 0; k < s.n; k++) shape[k] = cos(0.3 * k);
    for (int f = 0; f < s.n + 10; f++) one[f] = 1.0;
    const gud_film_param param[3] = {{.gap = shape}, {.drift_x = one}, {.rate = shape}};
    double *rate = calloc(n, sizeof(double));
    s.in.rate = rate;
    plate_solve(&s);
    assert_int_equal(gud_film_tangent(s.film, s.work, &s.in, &s.out, 3, param, p_s, m_s), GUD_OK);
    s.out.warm = true;
    for (int a = 0; a < 3; a++) {
        static const double steps[3] = {1e-12, 1e-7, 1e-8};
        double scale = 0.0, scale_m = 0.0;
        for (int d = 0; d < 2; d++) {
            const double by = d ? -2.0 * steps[a] : steps[a];
            for (int k = 0; a == 0 && k < s.n; k++) s.gap[k] += by * shape[k];
            for (int f = 0; a == 1 && f < s.n + 10; f++) s.drift[f] += by;
            for (int k = 0; a == 2 && k < s.n; k++) rate[k] += by * shape[k];
            plate_solve(&s);
            memcpy(side_p[d], s.out.pressure, size), memcpy(side_m[d], s.out.m, size);
        }
        for (int k = 0; a == 0 && k < s.n; k++) s.gap[k] += steps[a] * shape[k];
        for (int f = 0; a == 1 && f < s.n + 10; f++) s.drift[f] += steps[a];
        for (int k = 0; a == 2 && k < s.n; k++) rate[k] += steps[a] * shape[k];
        for (int k = 0; k < s.n; k++) scale = fmax(scale, fabs(p_s[a][k])), scale_m = fmax(scale_m, fabs(m_s[a][k]));
        for (int k = 0; k < s.n; k++) {
            assert_near(p_s[a][k], (side_p[0][k] - side_p[1][k]) / (2.0 * steps[a]), 2e-6 * scale);
            assert_near(m_s[a][k], (side_m[0][k] - side_m[1][k]) / (2.0 * steps[a]), 2e-6 * scale_m + 1e-18 / steps[a]);
        }
    }
    for (int a = 0; a < 3; a++) free(p_s[a]), free(m_s[a]);
    for (int a = 0; a < 2; a++) free(side_p[a]), free(side_m[a]);
    free(shape), free(one), free(rate);
    plate_close(&s);
}

static void solvers_agree(void **state)
{
    (void)state;
    for (int steady = 0; steady < 2; steady++) {
        plate s[2];
        double peak = 0.0;
        int broken = 0;
        for (int i = 0; i < 2; i++) {
            scene_open(&s[i], i ? GUD_FILM_MULTIGRID : GUD_FILM_DIRECT, 30);
            if (steady) s[i].in.per_c = 0.0;
            plate_solve(&s[i]);
        }
        for (int k = 0; k < s[0].n; k++) peak = fmax(peak, s[0].out.pressure[k]), broken += !s[0].out.full[k];
        assert_in_range(broken, 10, s[0].n / 2);
        for (int k = 0; k < s[0].n; k++) assert_near(s[0].out.pressure[k], s[1].out.pressure[k], 1e-8 * peak);
        for (int f = 0; f < 6; f++)
            assert_near(gud_film_feed_flow(s[0].film, s[0].work, f), gud_film_feed_flow(s[1].film, s[1].work, f),
                        1e-16);
        plate_close(&s[0]);
        plate_close(&s[1]);
    }
}

// rate at which the oil under feed f of the scene grows
static double storage_under(const plate *s, const gud_film_feed *f)
{
    double sum = 0.0;
    for (int k = 0; k < s->n; k++)
        if (fabs(s->grid->x[k] - f->x) < 0.5 * f->size_x && fabs(s->grid->y[k] - f->y) < 0.5 * f->size_y)
            sum += s->grid->area[k] * s->in.per_c * (s->out.m[k] - s->m_hat[k]);
    return sum;
}

// oil in stages with recesses: what they hold counts
static void oil_is_conserved(void **state)
{
    (void)state;
    plate s;
    scene_open(&s, GUD_FILM_DIRECT, 10);
    for (int n = 0; n < 50; n++) {
        plate_solve(&s);
        gud_film_balance b;
        gud_film_balance_get(s.film, s.work, &s.in, &s.out, &b);
        assert_near(b.error, 0.0, 1e-12 * b.through);
        for (int f = 3; f < 5; f++) {
            const double supply = scene_feeds[f].restrictor * (scene_feeds[f].pressure - s.feed[f]);
            const double out = gud_film_feed_flow(s.film, s.work, f) + storage_under(&s, &scene_feeds[f]);
            assert_near(supply, out, 1e-12 * b.through);
        }
        memcpy(s.m_hat, s.out.m, (size_t)s.n * sizeof(double));
        for (int k = 0; k < s.n; k++) s.gap[k] *= k % 3 ? 1.004 : 0.997;
        s.out.warm = true;
    }
    plate_close(&s);
}

static void wrong_feeds(void **state)
{
    (void)state;
    const gud_film_edge edge[4] = {open, open, open, open};
    const gud_film_feed good = {.x = 0.01, .y = 0.01, .size_x = 1e-3, .size_y = 1e-3, .pressure = 1e5};
    gud_film_feed bad[4] = {good, good, good, good};
    gud_error error;
    plate s;
    bad[0].x = 0.03, bad[1].size_y = 0.0, bad[2].pressure = -1.0, bad[3].source = GUD_FEED_CAPILLARY;
    plate_open(&s, 10, 10, edge, 1, &good, NULL);
    for (int i = 0; i < 4; i++) assert_int_equal(gud_film_feeds_set(s.film, 1, &bad[i], &error), GUD_ERR_INPUT);
    assert_int_equal(gud_film_feeds_set(s.film, 4, bad, &error), GUD_ERR_INPUT);
    plate_solve(&s); // the good one is still there
    assert_true(gud_film_feed_flow(s.film, s.work, 0) > 0.0);
    plate_close(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grooves_are_exact),
        cmocka_unit_test(holes_converge),
        cmocka_unit_test(holes_on_a_plane_of_symmetry),
        cmocka_unit_test(narrow_grooves_in_a_bearing),
        cmocka_unit_test(feeds_move),
        cmocka_unit_test(motion_is_smooth),
        cmocka_unit_test(restrictors_are_exact),
        cmocka_unit_test(closed_pockets),
        cmocka_unit_test(tangents_are_derivatives),
        cmocka_unit_test(solvers_agree),
        cmocka_unit_test(oil_is_conserved),
        cmocka_unit_test(wrong_feeds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
