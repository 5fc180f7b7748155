// Planar slider-crank at 5000 rpm, data of Nascimento 2024, table 7, against closed-form kinematics and inverse
// dynamics at every 5 degrees of a turn.
//
// With crank angle th = w t, crank radius r, rod length l between its pins, centre of the rod in the middle:
//     sin(be) = -(r/l) sin(th),   x_s = r cos(th) + l cos(be)
//     be'  = -(r w cos(th))/(l cos(be)),   be'' = (r w^2 sin(th) + l be'^2 sin(be))/(l cos(be))
// Newton and Euler from the slider to the crank; A is the crank pin, B the small end, forces act on the rod at A, from
// the rod on the slider at B:
//     B_x = m_s x_s'',   A = m_r a + B
//     I_r be'' = -(l/2) (cos(be) (A_y + B_y) - sin(be) (A_x + B_x))
//     torque on the crank = r (cos(th) A_y - sin(th) A_x)
// The crank turns about its centre of mass at a constant rate, so that the main bearing carries A.

#include "mechanism_case.h"

#include "num/pi.h"

static const double r = 0.05, l = 0.12, m_r = 0.21, m_s = 0.14, I_r = 2.5e-4;
static const double w = 5000.0 / 60.0 * 2.0 * pi;

typedef struct {
    double q[9], v[9], a[9]; // x, y, angle of crank, rod, slider
    double A[2], B[2], torque;
} exact;

static exact exact_at(double t)
{
    const double th = w * t, c = cos(th), s = sin(th);
    const double sb = -r / l * s, cb = sqrt(1.0 - sb * sb);
    const double be_t = -r * w * c / (l * cb), be_tt = (r * w * w * s + l * be_t * be_t * sb) / (l * cb);
    exact e = {.q = {0.0, 0.0, th, r * c + 0.5 * l * cb, r * s + 0.5 * l * sb, asin(sb), r * c + l * cb},
               .v = {0.0, 0.0, w, -r * w * s - 0.5 * l * be_t * sb, r * w * c + 0.5 * l * be_t * cb, be_t,
                     -r * w * s - l * be_t * sb}};
    const double along = be_tt * sb + be_t * be_t * cb, across = be_tt * cb - be_t * be_t * sb;
    e.a[3] = -r * w * w * c - 0.5 * l * along;
    e.a[4] = -r * w * w * s + 0.5 * l * across;
    e.a[5] = be_tt;
    e.a[6] = -r * w * w * c - l * along;

    e.B[0] = m_s * e.a[6];
    e.A[0] = m_r * e.a[3] + e.B[0];
    const double sum_y = (sb * (e.A[0] + e.B[0]) - 2.0 * I_r * be_tt / l) / cb; // A_y + B_y
    e.A[1] = 0.5 * (sum_y + m_r * e.a[4]);
    e.B[1] = 0.5 * (sum_y - m_r * e.a[4]);
    e.torque = r * (c * e.A[1] - s * e.A[0]);
    return e;
}

enum { QUANTITIES = 5 }; // positions, velocities, accelerations, reactions, torque

static const char *const quantity_names[QUANTITIES] = {"positions", "velocities", "accelerations", "reactions",
                                                       "torque"};

typedef struct {
    int every, count; // steps between two comparisons
    double error[QUANTITIES];
} comparison;

static double scaled(const double *got, const double *expected, const double *length_angle, double worst)
{
    for (int i = 0; i < 9; i++) worst = fmax(worst, fabs(got[i] - expected[i]) / length_angle[i % 3 == 2]);
    return worst;
}

static void compare(bench *b, const gud_state *at)
{
    comparison *c = b->user;
    if (++c->count % c->every != 0) return;
    const exact e = exact_at(at->clock.t);
    const double scale[3][2] = {{r, 1.0}, {r * w, w}, {r * w * w, w * w}};
    c->error[0] = scaled(at->q, e.q, scale[0], c->error[0]);
    c->error[1] = scaled(at->v, e.v, scale[1], c->error[1]);
    c->error[2] = scaled(at->a, e.a, scale[2], c->error[2]);

    // multipliers act on the first frame, their opposites on the second
    const double *main_ = at->lam + bench_link(b, "main")->row0, *big = at->lam + bench_link(b, "big-end")->row0;
    const double *guide = at->lam + bench_link(b, "guide")->row0, *small = at->lam + bench_link(b, "small-end")->row0;
    const double got[8] = {big[0], big[1], small[0], small[1], -main_[0], -main_[1], -guide[0], -guide[1] / r};
    const double expected[8] = {e.A[0], e.A[1], e.B[0], e.B[1], e.A[0], e.A[1], -e.B[1], 0.0};
    const double force = (m_r + m_s) * r * w * w;
    for (int i = 0; i < 8; i++) c->error[3] = fmax(c->error[3], fabs(got[i] - expected[i]) / force);
    const double torque = -at->lam[bench_link(b, "crank.angle")->row0];
    c->error[4] = fmax(c->error[4], fabs(torque - e.torque) / (force * r));
}

static void turn(const char *const *set, int every, const double tolerance[QUANTITIES])
{
    bench b = bench_load("slider-crank", set);
    comparison c = {.every = every};
    b.look = compare;
    b.user = &c;
    bench_start(&b);
    bench_run(&b);
    assert_int_equal(c.count, 72 * every);
    for (int i = 0; i < QUANTITIES; i++) {
        print_message("  %s, %s: %.1e\n", b.model->run.integrator->row.name, quantity_names[i], c.error[i]);
        assert_near(c.error[i], 0.0, tolerance[i]);
    }
    bench_report(&b, "slider-crank, reactions", c.error[3], "");
    bench_free(&b);
}

static void test_kinematics_are_exact(void **state)
{
    (void)state;
    static const double tolerance[QUANTITIES] = {1e-10, 1e-10, 1e-9, 1e-9, 1e-9};
    static const char *const set[] = {"simulate.analysis=kinematics", "simulate.step=1.6666666666666667e-4", NULL};
    turn(set, 1, tolerance);
}

// 1440 steps a turn, w h = 4e-3: positions are held by the constraints; accelerations and reactions of a method that
// damps are of first order in h at index 3 (Bathe) or with an implicit first stage (SDIRK2)
static void test_dynamics_meet_kinematics_and_reactions(void **state)
{
    (void)state;
    static const double tolerance[QUANTITIES] = {1e-6, 5e-6, 5e-3, 5e-3, 5e-3};
    static const double esdirk2[QUANTITIES] = {1e-9, 1e-8, 1e-5, 1e-5, 5e-5};
    for (int i = 0; gud_integrator_rows[i]; i++) {
        char type[80];
        (void)snprintf(type, sizeof type, "simulate.integrator=%s", gud_integrator_rows[i]->name);
        const char *const set[] = {type, NULL};
        turn(set, 20, i == 0 ? esdirk2 : tolerance);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kinematics_are_exact),
        cmocka_unit_test(test_dynamics_meet_kinematics_and_reactions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
