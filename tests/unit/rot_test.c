// Rotations: exponential map, its tangent and inverse, quaternions; docs/theory/rotations.md.

#include "mechanism.h"

static const double angles[] = {0.0, 1e-9, 1e-4, 9.99e-3, 1.001e-2, 0.1, 1.0, 2.5, 3.1};

// rotation vectors of all sizes, on both sides of where series take over
static void vectors(int n, double x[3])
{
    dice d = {(uint64_t)n};
    throw_many(&d, 3, 1.0, x);
    v3_scale(x, angles[n % GUD_COUNT(angles)] / v3_norm(x), x);
}

enum { cases = 10 * GUD_COUNT(angles) };

static void exponential(const double x[3], double R[9])
{
    const double start[4] = {1.0};
    double quat[4];
    gud_rot_advance(start, x, quat);
    gud_rot_matrix(quat, R);
}

static void test_exponential(void **state)
{
    (void)state;
    for (int n = 0; n < cases; n++) {
        double x[3], R[9], about[9], axis[3], back[4], again[9];
        vectors(n, x);
        exponential(x, R);
        const double angle = v3_norm(x);
        v3_set(axis, 0.0, 0.0, 1.0);
        if (angle > 0.0) v3_scale(axis, 1.0 / angle, x);
        gud_rot_about(axis, angle, about);
        gud_rot_quaternion(R, back);
        gud_rot_matrix(back, again);
        for (int k = 0; k < 9; k++) {
            assert_near(R[k], about[k], 1e-15);
            assert_near(again[k], R[k], 1e-15);
        }
    }
}

static void test_difference(void **state)
{
    (void)state;
    for (int n = 0; n < cases; n++) {
        double x[3], from[4], to[4], back[3];
        dice d = {(uint64_t)(n + 1000)};
        throw_many(&d, 4, 1.0, from);
        const double norm = sqrt(from[0] * from[0] + v3_dot(from + 1, from + 1));
        for (int k = 0; k < 4; k++) from[k] /= norm;
        vectors(n, x);
        gud_rot_advance(from, x, to);
        if (n % 2)
            for (int k = 0; k < 4; k++) to[k] = -to[k]; // the same rotation
        gud_rot_difference(from, to, back);
        for (int k = 0; k < 3; k++) assert_near(back[k], x[k], 2e-15);
    }
}

// omega = T(x) dx/dt in body axes: R' dR/dt = [omega]
static void test_tangent(void **state)
{
    (void)state;
    const double h = 1e-3;
    for (int n = 0; n < cases; n++) {
        double x[3], rate[3], T[9], omega[3], R[5][9];
        vectors(n, x);
        dice d = {(uint64_t)(n + 77)};
        throw_many(&d, 3, 1.0, rate);
        gud_rot_tangent(x, T);
        m3_apply(omega, T, rate);
        for (int i = 0; i < 5; i++) {
            double moved[3];
            v3_axpy(moved, x, (i - 2) * h, rate);
            exponential(moved, R[i]);
        }
        double R_t[9], skew[9];
        for (int k = 0; k < 9; k++) {
            const double f[5] = {R[0][k], R[1][k], R[2][k], R[3][k], R[4][k]};
            R_t[k] = slope_of(f, h);
        }
        m3_mul_t(skew, R[2], R_t);
        assert_near(omega[0], skew[7], 1e-10);
        assert_near(omega[1], skew[2], 1e-10);
        assert_near(omega[2], skew[3], 1e-10);
    }
}

static void test_inverse(void **state)
{
    (void)state;
    for (int n = 0; n < cases; n++) {
        double x[3], T[9], Ti[9], product[9];
        vectors(n, x);
        gud_rot_tangent(x, T);
        gud_rot_tangent_inverse(x, Ti);
        m3_mul(product, T, Ti);
        for (int k = 0; k < 9; k++) assert_near(product[k], k % 4 == 0 ? 1.0 : 0.0, 1e-13);
    }
}

// the closed forms and their series meet where one takes over from the other
static void test_series_meet(void **state)
{
    (void)state;
    const double below[3] = {0.0, 0.6 * 0.00999999999, 0.8 * 0.00999999999}, above[3] = {0.0, 0.6 * 0.01, 0.8 * 0.01};
    double T[2][9], Ti[2][9];
    gud_rot_tangent(below, T[0]);
    gud_rot_tangent(above, T[1]);
    gud_rot_tangent_inverse(below, Ti[0]);
    gud_rot_tangent_inverse(above, Ti[1]);
    for (int k = 0; k < 9; k++) {
        assert_near(T[0][k], T[1][k], 1e-11);
        assert_near(Ti[0][k], Ti[1][k], 1e-11);
    }
}

// a hundred thousand small turns stay a rotation
static void test_many_turns_stay_a_rotation(void **state)
{
    (void)state;
    double quat[4] = {1.0};
    const double x[3] = {0.01, -0.02, 0.015};
    for (int n = 0; n < 100000; n++) gud_rot_advance(quat, x, quat);
    assert_near(quat[0] * quat[0] + v3_dot(quat + 1, quat + 1), 1.0, 1e-15);
}

static void test_z_to(void **state)
{
    (void)state;
    for (int n = 0; n < 40; n++) {
        dice d = {(uint64_t)n};
        double axis[3], R[9], z[3];
        throw_many(&d, 3, 1.0, axis);
        if (n < 2) v3_set(axis, 0.0, 0.0, n == 0 ? 1.0 : -1.0);
        v3_scale(axis, 1.0 / v3_norm(axis), axis);
        gud_rot_z_to(axis, R);
        m3_column(z, R, 2);
        for (int k = 0; k < 3; k++) assert_near(z[k], axis[k], 1e-15);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exponential), cmocka_unit_test(test_difference),
        cmocka_unit_test(test_tangent),     cmocka_unit_test(test_inverse),
        cmocka_unit_test(test_series_meet), cmocka_unit_test(test_many_turns_stay_a_rotation),
        cmocka_unit_test(test_z_to),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
