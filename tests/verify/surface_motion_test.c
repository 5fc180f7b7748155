// Kinematics of gaps: what rigid motion promises of gap rates and wall velocities, and the metric of shapes whose area
// is known. Gap rates meet central differences to 1e-7.

#include "num/pi.h"
#include "verify/surface_case.h"

static void set_twist(gud_pose *pose, unsigned *z, double v, double w)
{
    for (int i = 0; i < 3; i++) {
        pose->v[i] = v * noise(z);
        pose->w[i] = w * noise(z);
    }
}

// the pose after a time, moving on with its twist
static gud_pose advance(const gud_pose *pose, double t)
{
    gud_pose next = *pose;
    const double speed = v3_norm(pose->w);
    v3_axpy(next.p, pose->p, t, pose->v);
    if (speed > 0.0) {
        double turn[9], axis[3];
        v3_scale(axis, 1.0 / speed, pose->w);
        gud_rot_about(axis, speed * t, turn);
        m3_mul(next.R, turn, pose->R);
    }
    return next;
}

typedef enum { CYLINDER, CONE, SPHERE, TORUS, BARREL, FREE, NKIND } kind;

static gud_nurbs make(gap_case *c, kind k, double grow, double half, unsigned *z)
{
    gud_nurbs n = {0};
    gud_arena *a = &c->arena;
    if (k == CYLINDER) assert_done(gud_nurbs_cylinder(0.01 + grow, -half, half, a, &c->error, &n));
    if (k == CONE)
        assert_done(gud_nurbs_cone(0.01 + grow - 0.1 * half, 0.01 + grow + 0.1 * half, -half, half, a, &c->error, &n));
    if (k == SPHERE) assert_done(gud_nurbs_sphere(0.01 + grow, a, &c->error, &n));
    if (k == TORUS) assert_done(gud_nurbs_torus(0.03, 0.01 + grow, a, &c->error, &n));
    if (k == BARREL) assert_done(gud_nurbs_barrel(0.01 + grow, 20e-6, 2.0 * half, a, &c->error, &n));
    if (k == FREE) n = random_patch(c, 3, 2.5 * half, 1e-3, 0.3, z);
    return n;
}

static void make_pair(gap_case *c, kind k, unsigned *z)
{
    const gud_nurbs inner = make(c, k, 0.0, 0.008, z), outer = make(c, k, 30e-6, 0.012, z);
    case_surface(c, 0, &inner);
    case_surface(c, 1, &outer);
    case_grid(c, 20, 10, 1);
    case_arrays(c, GUD_GAP_NEWTON, 3e-3);
}

// a surface of revolution that spins about its own axis, wherever that points, changes no gap
static void test_spin_has_no_rate(void **state)
{
    gap_case *c = *state;
    unsigned z = 11u;
    for (kind k = CYLINDER; k <= BARREL; k++) {
        const gud_pose r = pose_at(0.3, -0.2, 0.1, 0, 0, 0);
        gud_pose o = pose_at(0.3 + 8e-6, -0.2 - 5e-6, 0.1 + 2e-6, 3e-4, -2e-4, 0.8);
        const double spin = 500.0;
        make_pair(c, k, &z);
        for (int i = 0; i < 3; i++) o.w[i] = spin * o.R[3 * i + 2];
        for (int pass = 0; pass < 2; pass++) {
            case_find(c, &r, &o);
            for (int i = 0; i < c->grid.n; i++) {
                assert_int_equal(c->field.state[i], GUD_GAP_FILM);
                assert_near(c->field.rate[i], 0.0, 1e-10 * spin * 0.01);
            }
        }
    }
}

// both bodies move as one: nothing changes, and the walls do not slip
static void test_common_motion(void **state)
{
    gap_case *c = *state;
    unsigned z = 12u;
    make_pair(c, SPHERE, &z);
    gud_pose r = pose_at(0.1, 0.2, 0.3, 0.4, 0.5, 0.6), o = r;
    o.p[0] += 7e-6;
    set_twist(&r, &z, 3.0, 40.0);
    double d[3], turn[3];
    v3_axpy(d, o.p, -1.0, r.p);
    v3_cross(turn, r.w, d);
    v3_axpy(o.v, r.v, 1.0, turn);
    v3_copy(o.w, r.w);
    case_find(c, &r, &o);
    for (int i = 0; i < c->grid.n; i++) {
        assert_near(c->field.rate[i], 0.0, 1e-13);
        assert_near(v3_norm(c->field.slip + 3 * i), 0.0, 1e-13);
    }
}

// h(t + dt) - h(t - dt), extrapolated from two steps
static void test_rates_meet_differences(void **state)
{
    gap_case *c = *state;
    unsigned z = 13u;
    for (kind k = CYLINDER; k < NKIND; k++) {
        make_pair(c, k, &z);
        const int n = c->grid.n;
        gud_pose r = pose_at(0.02, 0.01, -0.03, 0.3, -0.2, 0.5), o = r;
        o.p[0] += 6e-6;
        o.p[1] -= 4e-6;
        set_twist(&r, &z, 0.1, 5.0);
        set_twist(&o, &z, 0.1, 5.0);
        case_find(c, &r, &o);
        double *rate = GUD_TAKE(&c->arena, double, n), *gap[4];
        bool *film = GUD_TAKE(&c->arena, bool, n);
        memcpy(rate, c->field.rate, (size_t)n * sizeof *rate);
        for (int i = 0; i < n; i++) film[i] = c->field.state[i] == GUD_GAP_FILM;
        const double dt = 2e-6, at[] = {-2, -1, 1, 2};
        for (int s = 0; s < 4; s++) {
            const gud_pose r_s = advance(&r, at[s] * dt), o_s = advance(&o, at[s] * dt);
            case_find(c, &r_s, &o_s);
            gap[s] = GUD_TAKE(&c->arena, double, n);
            memcpy(gap[s], c->field.gap, (size_t)n * sizeof *rate);
            for (int i = 0; i < n; i++) film[i] = film[i] && c->field.state[i] == GUD_GAP_FILM;
        }
        int nfilm = 0;
        for (int i = 0; i < n; i++) {
            if (!film[i]) continue;
            nfilm++;
            const double inner = (gap[2][i] - gap[1][i]) / (2.0 * dt), outer = (gap[3][i] - gap[0][i]) / (4.0 * dt);
            assert_close((4.0 * inner - outer) / 3.0, rate[i], 1e-7, 0.1);
        }
        assert_true(nfilm > n / 2);
    }
}

// velocities in the world, from the poses alone
static void rigid_velocity(const gud_pose *pose, const double at[3], double V[3])
{
    double d[3];
    v3_axpy(d, at, -1.0, pose->p);
    v3_cross(V, pose->w, d);
    v3_axpy(V, V, 1.0, pose->v);
}

static void assert_local(const gap_case *c, const gud_pose *r, int i, const double V[3], const double *local)
{
    const double *axes[3] = {c->grid.along + 3 * i, c->grid.normal + 3 * i, c->grid.across + 3 * i};
    for (int k = 0; k < 3; k++) {
        double axis[3];
        m3_apply(axis, r->R, axes[k]);
        assert_near(local[k], v3_dot(axis, V), 1e-13);
    }
}

static void test_wall_velocities(void **state)
{
    gap_case *c = *state;
    unsigned z = 14u;
    make_pair(c, BARREL, &z);
    gud_pose r = pose_at(0.02, 0.01, -0.03, 0.3, -0.2, 0.5), o = r;
    o.p[2] += 6e-6;
    set_twist(&r, &z, 1.0, 20.0);
    set_twist(&o, &z, 1.0, 20.0);
    case_find(c, &r, &o);
    for (int i = 0; i < c->grid.n; i++) {
        double local[3], x[3], x_c[3], V_r[3], V_c[3], d[3];
        m3_apply(x, r.R, c->grid.place + 3 * i);
        v3_axpy(x, x, 1.0, r.p);
        v3_axpy(local, c->grid.place + 3 * i, c->field.gap[i], c->grid.normal + 3 * i);
        m3_apply(x_c, r.R, local);
        v3_axpy(x_c, x_c, 1.0, r.p);
        rigid_velocity(&r, x, V_r);
        rigid_velocity(&o, x_c, V_c);
        assert_local(c, &r, i, V_r, c->field.wall_r + 3 * i);
        assert_local(c, &r, i, V_c, c->field.wall_c + 3 * i);
        rigid_velocity(&r, x_c, V_r);
        v3_axpy(d, V_c, -1.0, V_r);
        assert_local(c, &r, i, d, c->field.slip + 3 * i);
    }
}

// the gap follows a shift of the other body as `slope` says
static void test_slope_meets_differences(void **state)
{
    gap_case *c = *state;
    unsigned z = 15u;
    make_pair(c, TORUS, &z);
    const gud_pose r = pose_at(0, 0, 0, 0, 0, 0), o = pose_at(4e-6, 1e-6, -3e-6, 2e-4, 0, 1);
    const int n = c->grid.n;
    case_find(c, &r, &o);
    double *slope = GUD_TAKE(&c->arena, double, 3 * n), *up = GUD_TAKE(&c->arena, double, n);
    memcpy(slope, c->field.slope, 3 * (size_t)n * sizeof *slope);
    for (int k = 0; k < 3; k++) {
        gud_pose moved = o;
        moved.p[k] += 1e-7;
        case_find(c, &r, &moved);
        memcpy(up, c->field.gap, (size_t)n * sizeof *up);
        moved.p[k] -= 2e-7;
        case_find(c, &r, &moved);
        for (int i = 0; i < n; i++) assert_near((up[i] - c->field.gap[i]) / 2e-7, slope[3 * i + k], 1e-8);
    }
}

// ---- metric

static double total_area(const gud_grid *g)
{
    double sum = 0.0;
    for (int i = 0; i < g->n; i++) sum += g->area[i];
    return sum;
}

static void test_areas(void **state)
{
    gap_case *c = *state;
    unsigned z = 16u;
    const double area[] = {[CYLINDER] = 2.0 * pi * 0.01 * 0.016,
                           [CONE] = 2.0 * pi * 0.01 * 0.016 * sqrt(1.01),
                           [SPHERE] = 4.0 * pi * 1e-4,
                           [TORUS] = 4.0 * pi * pi * 0.03 * 0.01};
    for (kind k = CYLINDER; k <= TORUS; k++) {
        // cells that end where patches end; halved, they leave a sixteenth of the error
        make_pair(c, k, &z);
        case_grid(c, 16, 16, 1);
        const double coarse = total_area(&c->grid) - area[k];
        case_grid(c, 32, 32, 1);
        const double fine = total_area(&c->grid) - area[k];
        assert_near(coarse / area[k], 0.0, 3e-5);
        assert_near(log2(coarse / fine), 4.0, 0.1);
    }
}

// a cylinder's metric is known, a seam's two faces are one, a pole's faces have no length
static void test_faces(void **state)
{
    gap_case *c = *state;
    unsigned z = 17u;
    make_pair(c, CYLINDER, &z);
    const gud_grid *g = &c->grid;
    assert_true(g->closed[0] && !g->closed[1]);
    for (int i = 0; i < g->n; i++) {
        assert_close(g->metric[i].G, 0.016 * 0.016, 1e-13, 0.0);
        assert_near(g->metric[i].F, 0.0, 1e-18);
        assert_close(g->metric[i].root, sqrt(g->metric[i].E * g->metric[i].G), 1e-13, 0.0);
    }
    for (int j = 0; j < 10; j++) assert_close(g->faces[0][j].E, g->faces[0][20 * 10 + j].E, 1e-12, 0.0);

    make_pair(c, SPHERE, &z);
    assert_true(g->pole[1][0] && g->pole[1][1] && g->closed[0]);
    for (int i = 0; i < 20; i++) {
        assert_true(g->faces[1][i * 11].root == 0.0 && g->faces[1][i * 11].E == 0.0);
        assert_true(g->faces[1][i * 11 + 10].root == 0.0);
        assert_true(g->faces[1][i * 11 + 5].root > 0.0);
        assert_true(g->faces[1][i * 11].G > 0.0);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, case_setup, case_teardown)

int main(void)
{
    gud_blas_enter();
    const struct CMUnitTest tests[] = {
        TEST(test_spin_has_no_rate),
        TEST(test_common_motion),
        TEST(test_rates_meet_differences),
        TEST(test_wall_velocities),
        TEST(test_slope_meets_differences),
        TEST(test_areas),
        TEST(test_faces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
