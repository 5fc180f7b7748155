// Films on NURBS surfaces against the classical bearing, the squeeze film of a sphere (Tian 2009, eq. 34), and what the
// equations promise: oil is conserved, forces are balanced, tangents are derivatives.

#include "check.h"
#include "num/pi.h"
#include "num/vec.h"
#include "pair/bearing.h"
#include "verify/surface_rig.h"

typedef enum { cylinder, sphere, barrel, plane } shape;

static void make_surface(rig *r, int i, shape what, double radius, double length, double crown)
{
    gud_nurbs net;
    static const double flat[4] = {0.0};
    if (what == cylinder)
        must(gud_nurbs_cylinder(radius, -0.5 * length, 0.5 * length, &r->arena, &r->error, &net), &r->error);
    else if (what == sphere)
        must(gud_nurbs_sphere(radius, &r->arena, &r->error, &net), &r->error);
    else if (what == barrel)
        must(gud_nurbs_barrel(radius, crown, length, &r->arena, &r->error, &net), &r->error);
    else
        must(gud_nurbs_plane(length, radius, 2, 2, flat, &r->arena, &r->error, &net), &r->error);
    must(gud_surface_create(&net, "test", &r->arena, &r->error, &r->surface[i]), &r->error);
}

// ---- cylinder

static const double R = 50e-3, c = 10e-6, width = 100e-3, omega = 200.0, ambient = 1e5;

typedef struct {
    double e[2], v[2]; // of the journal in the bore
    double dt;         // 0: steady
    const gud_cavitation *row;
} journal;

static void bearing_force(const journal *j, const gud_lubricant *oil, double F[2], double *torque)
{
    const gud_bearing_spec spec = {.radius = R,
                                   .width = width,
                                   .clearance = c,
                                   .nx = 80,
                                   .ny = 32,
                                   .ambient = {ambient, ambient},
                                   .cavitation = j->row};
    gud_error error;
    gud_bearing *b;
    gud_bearing_work *w;
    must(gud_bearing_create(&spec, &error, &b), &error);
    must(gud_bearing_work_create(b, &error, &w), &error);
    const int n = gud_bearing_ncell(b);
    double *all = calloc(4 * (size_t)n, sizeof *all);
    unsigned char *full = calloc((size_t)n, 1);
    assert_non_null(all);
    assert_non_null(full);
    gud_film_out state = {.pressure = all, .theta = all + n, .m = all + 2 * n, .full = full};
    gud_bearing_in in = {.omega_j = omega, .oil = oil, .per_c = j->dt > 0.0 ? 1.0 / j->dt : 0.0, .m_hat = all + 3 * n};
    gud_bearing_out out;
    double before[4] = {0};
    for (int i = 0; i < 2; i++) {
        in.q[i] = j->e[i];
        in.q_t[i] = j->v[i];
        before[i] = j->e[i] - j->dt * j->v[i];
    }
    gud_bearing_flood(b, before, all + 3 * n);
    must(gud_bearing_solve(b, w, &in, false, &state, &out, &error), &error);
    memcpy(F, out.Q, 2 * sizeof *F);
    *torque = out.torque_journal;
    free(all);
    free(full);
    gud_bearing_work_free(w);
    gud_bearing_free(b);
}

// the journal as the bore sees it, or the bore as the journal sees it
static gud_pose seen(const journal *j, bool from_journal, double ago)
{
    const double s = from_journal ? -1.0 : 1.0;
    gud_pose p = {.R = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .w = {0.0, 0.0, s * omega}};
    const double e[2] = {j->e[0] - ago * j->v[0], j->e[1] - ago * j->v[1]};
    const double turn = from_journal ? omega * ago : 0.0; // the journal's frame stood back by this angle
    p.p[0] = s * (cos(turn) * e[0] - sin(turn) * e[1]);
    p.p[1] = s * (sin(turn) * e[0] + cos(turn) * e[1]);
    p.v[0] = s * j->v[0] + (from_journal ? -omega * j->e[1] : 0.0);
    p.v[1] = s * j->v[1] + (from_journal ? omega * j->e[0] : 0.0);
    return p;
}

static void film_force(const journal *j, const gud_lubricant *oil, int along, bool from_journal, bool half, double F[2],
                       double *torque)
{
    rig r = {0};
    make_surface(&r, from_journal ? 1 : 0, cylinder, R, width, 0.0);
    make_surface(&r, from_journal ? 0 : 1, cylinder, R - c, width, 0.0);
    const gud_walls walls = {.grid = {.cells = {80, half ? along / 2 : along},
                                      .low = {0.0, half ? 0.5 : 0.0},
                                      .high = {1.0, 1.0},
                                      .side = from_journal ? 1 : -1},
                             .low = -1e-3,
                             .high = 1e-3,
                             .ambient = ambient,
                             .planar = half,
                             .half = half};
    open_film(&r, walls, j->row);
    gud_pose now = seen(j, from_journal, 0.0), before = seen(j, from_journal, j->dt);
    place(&r, &before);
    memcpy(r.m_hat, r.work->field.h, (size_t)r.n * sizeof(double));
    place(&r, &now);
    const question in = {.oil = oil, .m_hat = r.m_hat, .per_c = j->dt > 0.0 ? 1.0 / j->dt : 0.0};
    const answer out = solve(&r, &in);
    for (int i = 0; i < 2; i++) F[i] = from_journal ? -out.Q[i] : out.Q[i];
    // about the journal's centre: out.Q is about the bore's centre or the journal's
    *torque = from_journal ? -out.Q[5] : out.Q[5] - (j->e[0] * F[1] - j->e[1] * F[0]);
    close_film(&r);
}

static void cylinder_is_the_bearing(void **state)
{
    (void)state;
    // Steady broken film is steady for the bore only: a grid on the journal runs through it.
    const journal cases[] = {
        {{0.3 * c, 0.1 * c}, {0.0, 0.0}, 0.0, NULL},
        {{0.9 * c, 0.0}, {0.0, 0.0}, 0.0, NULL},
        {{0.9 * c, 0.0}, {0.0, 0.0}, 0.0, &gud_cavitation_reynolds},
        {{-0.2 * c, 0.6 * c}, {1e-3, 2e-3}, 0.0, &gud_cavitation_reynolds},
        {{0.5 * c, -0.4 * c}, {3e-3, -2e-3}, 1e-5, NULL},
    };
    const gud_lubricant oil = gud_lubricant_constant(1e-3);
    for (int i = 0; i < GUD_COUNT(cases); i++) {
        double F[2], torque;
        bearing_force(&cases[i], &oil, F, &torque);
        const double size = hypot(F[0], F[1]);
        for (int way = 0; way < 4; way++) {
            if ((way & 1) && !cases[i].row && cases[i].dt == 0.0) continue;
            double G[2], drag;
            film_force(&cases[i], &oil, 32, way & 1, way & 2, G, &drag);
            print_message("case %d, way %d: %.6g %.6g N, %.6g N.m; bearing %.6g %.6g, %.6g\n", i, way, G[0], G[1], drag,
                          F[0], F[1], torque);
            assert_near(G[0], F[0], 3e-3 * size);
            assert_near(G[1], F[1], 3e-3 * size);
            assert_near(drag, torque, 4e-3 * fabs(torque));
        }
    }
}

// Ends of cylinders: second order along the axis, and 0.3 % of a light load on four cells from the middle to the end,
// where ends at half a cell are off by 3 %.
static void ends_are_of_second_order(void **state)
{
    (void)state;
    const journal cases[] = {{{0.3 * c, 0.1 * c}, {0.0, 0.0}, 0.0, &gud_cavitation_none},
                             {{0.8 * c, 0.0}, {0.0, 0.0}, 0.0, &gud_cavitation_reynolds}};
    const gud_lubricant oil = gud_lubricant_constant(1e-3);
    for (int i = 0; i < GUD_COUNT(cases); i++) {
        double F[3], torque;
        for (int level = 0; level < 3; level++) {
            double G[2];
            film_force(&cases[i], &oil, 8 << level, false, true, G, &torque);
            F[level] = hypot(G[0], G[1]);
        }
        const double exact = F[2] + (F[2] - F[1]) / 3.0;
        print_message("%g %g %g: off by %g, %g\n", F[0], F[1], F[2], F[0] / exact - 1.0, F[1] / exact - 1.0);
        assert_near(F[0] / exact, 1.0, i == 0 ? 4e-3 : 1e-2);
        assert_near(F[1] / exact, 1.0, i == 0 ? 1e-3 : 2.5e-3);
        assert_near(log2((F[0] - F[1]) / (F[1] - F[2])), 2.0, 0.2);
    }
}

// A net whose second parameter goes around is the same surface, seen from its other side.
static void parameters_may_be_exchanged(void **state)
{
    (void)state;
    const gud_lubricant oil = gud_lubricant_constant(1e-3);
    const question in = {.oil = &oil};
    answer out[2];
    for (int turned = 0; turned < 2; turned++) {
        rig r = {0};
        double knots[2][16], points[9][2][4], flipped[2][9][4];
        gud_nurbs net;
        make_surface(&r, 1, cylinder, R - c, 1.2 * width, 0.0);
        must(gud_nurbs_cylinder(R, -0.5 * width, 0.5 * width, &r.arena, &r.error, &net), &r.error);
        memcpy(points, net.points, sizeof points);
        for (int i = 0; i < 9; i++)
            for (int j = 0; j < 2; j++) memcpy(flipped[j][i], points[i][j], sizeof flipped[j][i]);
        memcpy(knots[0], net.knots[0], 12 * sizeof(double));
        memcpy(knots[1], net.knots[1], 4 * sizeof(double));
        const gud_nurbs other = {{1, 2}, {2, 9}, {knots[1], knots[0]}, &flipped[0][0][0]};
        must(gud_surface_create(turned ? &other : &net, "test", &r.arena, &r.error, &r.surface[0]), &r.error);
        const gud_walls walls = {.grid = {.cells = {turned ? 8 : 32, turned ? 32 : 8}, .side = turned ? 1 : -1},
                                 .low = -1e-3,
                                 .high = 1e-3,
                                 .ambient = ambient};
        open_film(&r, walls, NULL);
        const gud_pose pin = {.R = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .p = {0.3 * c, -0.5 * c, 0.0}, .w = {0.0, 0.0, omega}};
        place(&r, &pin);
        out[turned] = solve(&r, &in);
        close_film(&r);
    }
    const double size = hypot(out[0].Q[0], out[0].Q[1]);
    for (int a = 0; a < 6; a++) assert_near(out[1].Q[a], out[0].Q[a], 1e-9 * size);
}

// ---- sphere

// bracket of Tian 2009, eq. 34, with the sign of REFERENCES: 2/3 at eps = 0
static double bracket(double eps)
{
    return log(1.0 - eps) / (eps * eps * eps) + 1.0 / (eps * eps * (1.0 - eps)) - 0.5 / eps;
}

static void socket(rig *r, double clearance, int around, int down, const gud_cavitation *row, double outside)
{
    make_surface(r, 0, sphere, R, 0.0, 0.0);
    make_surface(r, 1, sphere, R - clearance, 0.0, 0.0);
    const gud_walls walls = {.grid = {.cells = {around, down}, .low = {0.0, 0.0}, .high = {1.0, 0.5}, .side = -1},
                             .low = -1e-3,
                             .high = 1e-3,
                             .ambient = outside};
    open_film(r, walls, row);
}

// a ball that moves towards the bottom of a hemispherical socket: second order
static void sphere_in_squeeze(void **state)
{
    (void)state;
    static const double ratios[] = {0.2, 0.5, 0.8};
    const double clearance = 1e-5 * R, eta = 0.05, speed = 1e-4;
    const gud_lubricant oil = gud_lubricant_constant(eta);
    for (int i = 0; i < GUD_COUNT(ratios); i++) {
        const double eps = ratios[i], rate = speed / clearance;
        const double expected = 6.0 * pi * eta * pow(R, 4.0) * rate / (clearance * clearance) * bracket(eps);
        double error[3];
        for (int k = 0; k < 3; k++) {
            rig r = {0};
            socket(&r, clearance, 12, 10 << k, &gud_cavitation_none, 0.0);
            const gud_pose ball = {
                .R = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .p = {0.0, 0.0, -eps * clearance}, .v = {0.0, 0.0, -speed}};
            place(&r, &ball);
            const question in = {.oil = &oil};
            const answer out = solve(&r, &in);
            error[k] = out.Q[2] / expected - 1.0;
            assert_near(out.Q[0], 0.0, 1e-9 * expected);
            assert_near(out.Q[4], 0.0, 1e-9 * expected * R);
            close_film(&r);
        }
        print_message("eps %g: errors %g %g %g\n", eps, error[0], error[1], error[2]);
        assert_near(error[2], 0.0, 2e-3);
        assert_near(log2(error[1] / error[2]), 2.0, 0.15);
    }
}

// a ball that turns in the middle of its socket makes no pressure, whatever the axis: faces see the same rotation
static void turning_in_the_middle(void **state)
{
    (void)state;
    rig r = {0};
    socket(&r, 20e-6, 24, 8, &gud_cavitation_none, 0.0);
    const gud_pose ball = {.R = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .w = {100.0, -50.0, 70.0}};
    const gud_lubricant oil = gud_lubricant_constant(0.02);
    const question in = {.oil = &oil};
    place(&r, &ball);
    (void)solve(&r, &in);
    const double scale = 0.02 * 100.0 * R * R / (20e-6 * 20e-6);
    for (int k = 0; k < r.n; k++) assert_near(r.state->pressure[k], 0.0, 1e-6 * scale);
    close_film(&r);
}

// A ball that turns by w at the eccentricity e drags oil as if it moved by e x w / 2: on a sphere
// (w x x) . grad h / 2 = -n . (e x w) / 2 (Tian 2009, eqs 27-30).
static void rotation_is_half_a_squeeze(void **state)
{
    (void)state;
    const double clearance = 1e-4 * R, e[3] = {0.3 * clearance, -0.2 * clearance, -0.4 * clearance};
    const double w[3] = {40.0, 70.0, -30.0};
    const gud_lubricant oil = gud_lubricant_constant(0.02);
    const question in = {.oil = &oil};
    rig r = {0};
    socket(&r, clearance, 48, 24, &gud_cavitation_none, 0.0);
    gud_pose turning = {.R = {1, 0, 0, 0, 1, 0, 0, 0, 1}}, moving = turning;
    v3_copy(turning.p, e);
    v3_copy(moving.p, e);
    v3_copy(turning.w, w);
    v3_cross(moving.v, e, w);
    v3_scale(moving.v, 0.5, moving.v);
    double *pressure = calloc((size_t)r.n, sizeof *pressure), most = 0.0, off = 0.0;
    assert_non_null(pressure);
    place(&r, &turning);
    (void)solve(&r, &in);
    memcpy(pressure, r.state->pressure, (size_t)r.n * sizeof *pressure);
    place(&r, &moving);
    (void)solve(&r, &in);
    for (int k = 0; k < r.n; k++) {
        most = fmax(most, fabs(pressure[k]));
        off = fmax(off, fabs(pressure[k] - r.state->pressure[k]));
    }
    print_message("rotation and squeeze differ by %g of the largest pressure\n", off / most);
    assert_true(off <= 3e-3 * most);
    free(pressure);
    close_film(&r);
}

// oil of a ball that turns and moves in its socket while the film breaks and closes
static void rotating_sphere_keeps_its_oil(void **state)
{
    (void)state;
    const double clearance = 20e-6, dt = 2e-5;
    rig r = {0};
    socket(&r, clearance, 32, 12, NULL, 1e5);
    const gud_lubricant oil = gud_lubricant_constant(0.02);
    gud_pose ball = {.R = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .w = {150.0, 80.0, 30.0}};
    int broken = 0;
    for (int step = 0; step < 20; step++) {
        const double a = 0.3 * step;
        v3_set(ball.p, 0.6 * clearance * cos(a), 0.5 * clearance * sin(a), -0.4 * clearance);
        place(&r, &ball);
        if (step == 0) memcpy(r.m_hat, r.work->field.h, (size_t)r.n * sizeof(double));
        const question in = {.oil = &oil, .m_hat = r.m_hat, .per_c = 1.0 / dt};
        (void)solve(&r, &in);
        gud_film_balance b;
        gud_film_layer_balance(r.work->layer_work[0], &b);
        assert_near(b.error / b.through, 0.0, 1e-12);
        for (int k = 0; k < r.n; k++) broken += r.state->theta[k] < 1.0;
        memcpy(r.m_hat, r.state->m, (size_t)r.n * sizeof(double));
    }
    assert_true(broken > 100);
    close_film(&r);
}

// ---- tangents

static const gud_pose leaning = {
    .R = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .p = {3e-6, -2e-6, 1e-4}, .v = {2e-3, 3e-3, 1e-2}, .w = {0.4, -0.3, 150.0}};

static void tangents_are_derivatives(void **state)
{
    (void)state;
    const gud_lubricant oil = gud_lubricant_constant(0.02);
    const gud_cavitation *const rows[] = {NULL, &gud_cavitation_none};
    for (int row = 0; row < GUD_COUNT(rows); row++)
        for (int what = 0; what < 3; what++) {
            static const char *const names[] = {"cylinder", "barrel", "sphere"};
            rig r = {0};
            if (what == 2) {
                socket(&r, c, 24, 8, rows[row], ambient);
            } else {
                make_surface(&r, 0, cylinder, R, width, 0.0);
                make_surface(&r, 1, what == 1 ? barrel : cylinder, R - c, 1.5 * width, 3e-6);
                const gud_walls walls = {
                    .grid = {.cells = {24, 8}, .side = -1}, .low = -1e-3, .high = 1e-3, .ambient = ambient};
                open_film(&r, walls, rows[row]);
            }
            gud_pose at = leaning;
            if (what == 2) at.p[2] = -2e-6, at.v[2] = 1e-3;
            at = moved(&at, 3, 1e-4, false);
            place(&r, &at);
            memcpy(r.m_hat, r.work->field.h, (size_t)r.n * sizeof(double));
            // oil in a pattern that leaves no cell so near to breaking or filling that a step of the differences does
            // it
            for (int k = 0; k < r.n; k++) r.m_hat[k] *= 1.0 + 0.01 * sin(0.41 * k);
            const question in = {.oil = &oil, .m_hat = r.m_hat, .per_c = 1e5, .drag = &gud_drag_couette};
            const tangent_steps steps = {R, row == 0 ? 1e-11 : 2e-8, row == 0 ? 1e-3 : 1e-6, row == 0 ? 1e-6 : 3e-4};
            check_tangents(&r, &at, &in, &steps, names[what]);
            close_film(&r);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cylinder_is_the_bearing),       cmocka_unit_test(ends_are_of_second_order),
        cmocka_unit_test(parameters_may_be_exchanged),   cmocka_unit_test(sphere_in_squeeze),
        cmocka_unit_test(turning_in_the_middle),         cmocka_unit_test(rotation_is_half_a_squeeze),
        cmocka_unit_test(rotating_sphere_keeps_its_oil), cmocka_unit_test(tangents_are_derivatives),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
