// Gaps against exact rays: the normals of the analytic reference shape meet the analytic other shape, in long double.
// Cylinder, cone, sphere and torus of 10 mm with gaps of 30 um, eccentric and tilted, also overlapping by 5 um.
// Tolerances: 1e-15 m for Newton, cold and warm, and 1e-12 m for the golden section on D.

#include "verify/surface_case.h"

#include <float.h>

typedef long double real;

static const double newton_tolerance = 1e-15, mrep_tolerance = 1e-12;

typedef enum { CYLINDER, CONE, SPHERE, TORUS } kind;

typedef struct {
    kind kind;
    double a, b; // radius; cone: radius at z = 0 and slope dr/dz; torus: ring and tube
} shape;

static gud_nurbs shape_nurbs(gap_case *c, shape s, double half)
{
    gud_nurbs n = {0};
    switch (s.kind) {
    case CYLINDER:
        assert_done(gud_nurbs_cylinder(s.a, -half, half, &c->arena, &c->error, &n));
        break;
    case CONE:
        assert_done(gud_nurbs_cone(s.a - s.b * half, s.a + s.b * half, -half, half, &c->arena, &c->error, &n));
        break;
    case SPHERE:
        assert_done(gud_nurbs_sphere(s.a, &c->arena, &c->error, &n));
        break;
    case TORUS:
        assert_done(gud_nurbs_torus(s.a, s.b, &c->arena, &c->error, &n));
        break;
    }
    return n;
}

// the exact point and outward normal of the shape next to a computed point
static void exact_point(shape s, const double near[3], real x[3], real n[3])
{
    const real r = hypotl(near[0], near[1]), cosine = near[0] / r, sine = near[1] / r;
    real radial = 1.0L, axial = 0.0L, at_r, at_z;
    if (s.kind == CYLINDER || s.kind == CONE) {
        const real slope = s.kind == CONE ? (real)s.b : 0.0L, length = sqrtl(1.0L + slope * slope);
        at_z = near[2];
        at_r = (real)s.a + slope * at_z;
        radial = 1.0L / length;
        axial = -slope / length;
    } else {
        const real ring = s.kind == TORUS ? (real)s.a : 0.0L, tube = s.kind == TORUS ? (real)s.b : (real)s.a;
        const real length = hypotl(r - ring, near[2]);
        radial = (r - ring) / length;
        axial = near[2] / length;
        at_r = ring + tube * radial;
        at_z = tube * axial;
    }
    x[0] = at_r * cosine;
    x[1] = at_r * sine;
    x[2] = at_z;
    n[0] = radial * cosine;
    n[1] = radial * sine;
    n[2] = axial;
}

// signed measure of a point against the shape, zero on it
static real measure(shape s, const real x[3])
{
    const real r = hypotl(x[0], x[1]);
    if (s.kind == CYLINDER) return r - (real)s.a;
    if (s.kind == CONE) return r - (real)s.a - (real)s.b * x[2];
    if (s.kind == SPHERE) return hypotl(r, x[2]) - (real)s.a;
    return hypotl(r - (real)s.a, x[2]) - (real)s.b;
}

// the root of the measure on the ray near h = 0, by secants to the end of long double
static real exact_gap(shape s, const real x[3], const real n[3])
{
    real h[2] = {0.0L, 1e-5L}, f[2];
    for (int step = 0; step < 60; step++) {
        for (int k = 0; k < 2; k++) {
            real y[3];
            for (int i = 0; i < 3; i++) y[i] = x[i] + h[k] * n[i];
            f[k] = measure(s, y);
        }
        if (f[1] == f[0]) break;
        const real next = h[1] - f[1] * (h[1] - h[0]) / (f[1] - f[0]);
        h[0] = h[1];
        h[1] = next;
    }
    return h[1];
}

// x into the frame of the other surface
static void transform(const gud_pose *r, const gud_pose *c, const real x[3], bool place, real out[3])
{
    real w[3];
    for (int i = 0; i < 3; i++) {
        w[i] = place ? (real)r->p[i] - (real)c->p[i] : 0.0L;
        for (int j = 0; j < 3; j++) w[i] += (real)r->R[3 * i + j] * x[j];
    }
    for (int i = 0; i < 3; i++) out[i] = c->R[i] * w[0] + c->R[3 + i] * w[1] + c->R[6 + i] * w[2];
}

static double worst_error(const gap_case *c, shape reference, shape other, int side, const gud_pose *r,
                          const gud_pose *o)
{
    double worst = 0.0;
    for (int i = 0; i < c->grid.n; i++) {
        real x[3], n[3], x_c[3], n_c[3];
        if (c->field.state[i] == GUD_GAP_NONE) fail_msg("point %d has no film", i);
        exact_point(reference, c->grid.place + 3 * i, x, n);
        for (int k = 0; k < 3; k++) n[k] *= side;
        transform(r, o, x, true, x_c);
        transform(r, o, n, false, n_c);
        worst = fmax(worst, (double)fabsl(exact_gap(other, x_c, n_c) - (real)c->field.gap[i]));
    }
    return worst;
}

// the other surface is longer, so that every normal meets it
static void compare(void **state, shape reference, shape other, int side, gud_pose o, gud_gap_mode mode, int n0, int n1)
{
    gap_case *c = *state;
    const double tolerance = mode == GUD_GAP_MREP ? mrep_tolerance : newton_tolerance;
    const gud_pose r = pose_at(0, 0, 0, 0, 0, 0);
    const gud_nurbs nurbs[2] = {shape_nurbs(c, reference, 0.010), shape_nurbs(c, other, 0.012)};
    for (int i = 0; i < 2; i++) case_surface(c, i, &nurbs[i]);
    case_grid(c, n0, n1, side);
    case_arrays(c, mode, 1e-3);
    case_find(c, &r, &o);
    assert_near(worst_error(c, reference, other, side, &r, &o), 0.0, tolerance);
    if (mode == GUD_GAP_MREP) return;

    // the same warm, and after a small move
    case_find(c, &r, &o);
    assert_near(worst_error(c, reference, other, side, &r, &o), 0.0, tolerance);
    assert_int_equal(c->field.ncold, 0);
    o.p[0] += 1e-6;
    case_find(c, &r, &o);
    assert_near(worst_error(c, reference, other, side, &r, &o), 0.0, tolerance);
    assert_int_equal(c->field.ncold, 0);
}

// bore as reference with its normal inwards, and journal as reference with its normal outwards
static void compare_both(void **state, shape bore, shape journal, gud_pose pose, gud_gap_mode mode)
{
    const int n0 = mode == GUD_GAP_MREP ? 12 : 40, n1 = mode == GUD_GAP_MREP ? 5 : 20;
    compare(state, bore, journal, -1, pose, mode, n0, n1);
    compare(state, journal, bore, 1, pose, mode, n0, n1);
}

static const shape cylinder[] = {{CYLINDER, 0.01003, 0}, {CYLINDER, 0.01, 0}};
static const shape cone[] = {{CONE, 0.01003, 0.2}, {CONE, 0.01, 0.2}};
static const shape sphere[] = {{SPHERE, 0.01003, 0}, {SPHERE, 0.01, 0}};
static const shape torus[] = {{TORUS, 0.025, 0.01003}, {TORUS, 0.025, 0.01}};

static void all_poses(void **state, const shape pair[2], gud_gap_mode mode)
{
    compare_both(state, pair[0], pair[1], pose_at(0, 0, 0, 0, 0, 0), mode);
    compare_both(state, pair[0], pair[1], pose_at(18e-6, -11e-6, 3e-6, 0, 0, 0.7), mode);
    compare_both(state, pair[0], pair[1], pose_at(5e-6, 9e-6, -2e-6, 4e-4, -6e-4, 1.1), mode);
    compare_both(state, pair[0], pair[1], pose_at(35e-6, 0, 0, 0, 0, -2.0), mode); // overlap of 5 um
}

#define EXACT(name)                                                                                                    \
    static void test_##name##_newton(void **state)                                                                     \
    {                                                                                                                  \
        all_poses(state, name, GUD_GAP_NEWTON);                                                                        \
    }                                                                                                                  \
    static void test_##name##_mrep(void **state)                                                                       \
    {                                                                                                                  \
        all_poses(state, name, GUD_GAP_MREP);                                                                          \
    }

EXACT(cylinder)
EXACT(cone)
EXACT(sphere)
EXACT(torus)

#define TEST(name) cmocka_unit_test_setup_teardown(name, case_setup, case_teardown)

int main(void)
{
    gud_blas_enter();
    const struct CMUnitTest tests[] = {
        TEST(test_cylinder_newton), TEST(test_cone_newton), TEST(test_sphere_newton), TEST(test_torus_newton),
        TEST(test_cylinder_mrep),   TEST(test_cone_mrep),   TEST(test_sphere_mrep),   TEST(test_torus_mrep),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
