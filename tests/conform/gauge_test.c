// Every gauge: its gradient, its curvature and its bias are the derivatives of its value.

#include "mechanism.h"

static const char *const names[] = {"world", "along", "cosine", "angle", "distance"};

// where an angle is far from its singular place, and a distance from zero
static bool regular(const gud_gauge *g, const gud_pose *A, const gud_pose *B)
{
    double x[3], z[3], d[3];
    m3_column(x, B->R, 0);
    m3_column(z, A->R, 2);
    v3_axpy(d, B->p, -1.0, A->p);
    return g->kind == GUD_ANGLE ? fabs(v3_dot(x, z)) < 0.9 : v3_norm(d) > 0.3;
}

typedef void (*check)(const gud_gauge *g, const gud_pose *A, const gud_pose *B);

static void over_all(check check_one)
{
    dice d = {1};
    for (int kind = GUD_WORLD; kind <= GUD_DISTANCE; kind++) {
        int done = 0;
        for (int n = 0; n < 60; n++) {
            const gud_gauge g = {(gud_gauge_kind)kind, n % 3, n / 3 % 3, 0, 1};
            const gud_pose A = random_pose(&d), B = random_pose(&d);
            if (!regular(&g, &A, &B)) continue;
            check_one(&g, &A, &B);
            done++;
        }
        if (done < 20) fail_msg("only %d poses for %s", done, names[kind]);
    }
}

// both poses after a displacement of size h along one of the 12 directions
static void displace_pair(const gud_pose *A, const gud_pose *B, int k, double h, gud_pose out[2])
{
    double step[12] = {0};
    step[k] = h;
    out[0] = displaced(A, step);
    out[1] = displaced(B, step + 6);
}

static void check_gradient(const gud_gauge *g, const gud_pose *A, const gud_pose *B)
{
    const double h = 1e-3, near = gud_gauge_value(g, A, B, 0.0);
    double gradient[12];
    gud_gauge_gradient(g, A, B, gradient);
    for (int k = 0; k < 12; k++) {
        double f[5];
        for (int i = 0; i < 5; i++) {
            gud_pose pair[2];
            displace_pair(A, B, k, (i - 2) * h, pair);
            f[i] = gud_gauge_value(g, &pair[0], &pair[1], near);
        }
        assert_near(gradient[k], slope_of(f, h), 1e-8);
    }
}

static void check_curvature(const gud_gauge *g, const gud_pose *A, const gud_pose *B)
{
    const double h = 1e-3, scale = -1.7;
    double H[144] = {0};
    gud_gauge_curvature(g, A, B, scale, H);
    for (int j = 0; j < 12; j++) {
        double gradient[5][12];
        for (int i = 0; i < 5; i++) {
            gud_pose pair[2];
            displace_pair(A, B, j, (i - 2) * h, pair);
            gud_gauge_gradient(g, &pair[0], &pair[1], gradient[i]);
        }
        for (int k = 0; k < 12; k++) {
            const double f[5] = {gradient[0][k], gradient[1][k], gradient[2][k], gradient[3][k], gradient[4][k]};
            assert_near(H[12 * k + j], scale * slope_of(f, h), 1e-7);
        }
    }
}

// along a motion with constant twists, the second time derivative is the bias and the first is gradient times twist
static void check_bias(const gud_gauge *g, const gud_pose *A, const gud_pose *B)
{
    const double h = 2e-3, near = gud_gauge_value(g, A, B, 0.0);
    double f[5], gradient[12];
    for (int i = 0; i < 5; i++) {
        const double t = (i - 2) * h;
        double step[12];
        v3_scale(step, t, A->v);
        v3_scale(step + 3, t, A->w);
        v3_scale(step + 6, t, B->v);
        v3_scale(step + 9, t, B->w);
        const gud_pose moved_A = displaced(A, step), moved_B = displaced(B, step + 6);
        f[i] = gud_gauge_value(g, &moved_A, &moved_B, near);
    }
    gud_gauge_gradient(g, A, B, gradient);
    const double rate =
        v3_dot(gradient, A->v) + v3_dot(gradient + 3, A->w) + v3_dot(gradient + 6, B->v) + v3_dot(gradient + 9, B->w);
    assert_near(rate, slope_of(f, h), 1e-8);
    assert_near(gud_gauge_bias(g, A, B), bend_of(f, h), 1e-7);
}

static void test_gradient(void **state)
{
    (void)state;
    over_all(check_gradient);
}

static void test_curvature(void **state)
{
    (void)state;
    over_all(check_curvature);
}

static void test_bias(void **state)
{
    (void)state;
    over_all(check_bias);
}

// moving and turning both frames together changes no gauge but the one in world axes
static void check_rigid(const gud_gauge *g, const gud_pose *A, const gud_pose *B)
{
    if (g->kind == GUD_WORLD) return;
    const double turn[3] = {0.3, -0.8, 1.1}, none[6] = {0.0, 0.0, 0.0, 0.3, -0.8, 1.1}, start[4] = {1.0};
    double quat[4], Q[9];
    gud_rot_advance(start, turn, quat);
    gud_rot_matrix(quat, Q);
    gud_pose moved[2] = {displaced(A, none), displaced(B, none)};
    m3_apply(moved[0].p, Q, A->p);
    m3_apply(moved[1].p, Q, B->p);
    const double value = gud_gauge_value(g, A, B, 0.0);
    assert_near(gud_gauge_value(g, &moved[0], &moved[1], value), value, 1e-14);
}

static void test_rigid_motion(void **state)
{
    (void)state;
    over_all(check_rigid);
}

// an angle is counted on over full turns
static void test_turns(void **state)
{
    (void)state;
    const gud_gauge g = {.kind = GUD_ANGLE};
    const gud_pose A = {.R = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0}};
    const double z[3] = {0.0, 0.0, 1.0};
    for (int n = -40; n <= 40; n++) {
        const double angle = 0.37 * n;
        gud_pose B = {0};
        gud_rot_about(z, angle, B.R);
        assert_near(gud_gauge_value(&g, &A, &B, angle + 1.0), angle, 1e-13);
        assert_near(gud_gauge_value(&g, &A, &B, angle - 1.0), angle, 1e-13);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gradient),     cmocka_unit_test(test_curvature), cmocka_unit_test(test_bias),
        cmocka_unit_test(test_rigid_motion), cmocka_unit_test(test_turns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
