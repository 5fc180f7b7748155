// Every body kind: displacements, velocities, poses, wrenches and inertia fit each other.

#include "mechanism.h"

static const gud_body_kind *const kinds[] = {&gud_body_planar, &gud_body_spatial};

enum { most_q = 7, most_v = 6, frames = 3 };

typedef struct {
    gud_body body;
    gud_frame frame[frames];
    double gravity[3];
    double q[most_q], x[most_v], x_t[most_v], v[most_v], a[most_v];
} scene;

// a body with an eccentric frame and a turned one, somewhere in motion
static scene random_scene(const gud_body_kind *kind, uint64_t number)
{
    dice d = {number};
    scene c = {.body = {.name = "b", .kind = kind, .nq = kind->nq, .nv = kind->nv, .mass = 2.5},
               .gravity = {1.0, -9.81, kind->nv == 3 ? 0.0 : 3.0}};
    const double inertia[9] = {2.0, 0.1, -0.2, 0.1, 3.0, 0.3, -0.2, 0.3, 2.2};
    const double z[3] = {0.0, 0.0, 1.0};
    memcpy(c.body.inertia, inertia, sizeof inertia);
    for (int i = 0; i < frames; i++) {
        gud_rot_about(z, 0.0, c.frame[i].C);
        c.frame[i].nv = kind->nv;
        if (i == 0) continue;
        throw_many(&d, kind->nv == 3 ? 2 : 3, 1.0, c.frame[i].s);
        if (i == 2) gud_rot_about(z, 0.7, c.frame[i].C);
    }
    double zero[most_q], first[most_v];
    kind->rest(&c.body, zero);
    throw_many(&d, kind->nv, 1.5, first);
    kind->displace(&c.body, zero, first, c.q);
    throw_many(&d, kind->nv, 1.0, c.x);
    throw_many(&d, kind->nv, 1.0, c.x_t);
    throw_many(&d, kind->nv, 1.0, c.v);
    throw_many(&d, kind->nv, 1.0, c.a);
    return c;
}

typedef void (*check)(const scene *c);

static void over_all(check check_one)
{
    for (int k = 0; k < GUD_COUNT(kinds); k++)
        for (uint64_t n = 0; n < 20; n++) {
            const scene c = random_scene(kinds[k], n);
            check_one(&c);
        }
}

static void check_round_trip(const scene *c)
{
    const gud_body_kind *kind = c->body.kind;
    double q[most_q], x[most_v], again[most_q];
    kind->displace(&c->body, c->q, c->x, q);
    kind->difference(&c->body, c->q, q, x);
    kind->displace(&c->body, c->q, x, again);
    for (int i = 0; i < kind->nv; i++) assert_near(x[i], c->x[i], 1e-14);
    for (int i = 0; i < kind->nq; i++) assert_near(again[i], q[i], 1e-14);
}

// displacement() inverts velocity()
static void check_inverse(const scene *c)
{
    const gud_body_kind *kind = c->body.kind;
    double v[most_v], x_t[most_v];
    kind->velocity(&c->body, c->x, c->x_t, v);
    kind->displacement(&c->body, c->x, v, x_t);
    for (int i = 0; i < kind->nv; i++) assert_near(x_t[i], c->x_t[i], 1e-14);
}

// frames move as the twist of their pose says while x moves with x_t: V = T(x) x_t
static void check_velocity(const scene *c)
{
    const gud_body_kind *kind = c->body.kind;
    const double h = 1e-3;
    gud_pose path[5][frames];
    double v[most_v];
    kind->velocity(&c->body, c->x, c->x_t, v);
    for (int i = 0; i < 5; i++) {
        double q[most_q], x[most_v];
        for (int k = 0; k < kind->nv; k++) x[k] = c->x[k] + (i - 2) * h * c->x_t[k];
        kind->displace(&c->body, c->q, x, q);
        kind->poses(c->frame, frames, q, v, path[i]);
    }
    for (int n = 0; n < frames; n++) {
        double R[5][9], w[3];
        for (int k = 0; k < 3; k++) {
            const double f[5] = {path[0][n].p[k], path[1][n].p[k], path[2][n].p[k], path[3][n].p[k], path[4][n].p[k]};
            assert_near(path[2][n].v[k], slope_of(f, h), 1e-9);
        }
        for (int i = 0; i < 5; i++) memcpy(R[i], path[i][n].R, sizeof R[i]);
        spin_of(R, h, w);
        for (int k = 0; k < 3; k++) assert_near(path[2][n].w[k], w[k], 1e-9);
    }
}

// twist = J v, and d(twist)/dt = J a + bias along a motion with the velocity v + a t
static void check_jacobian_and_bias(const scene *c)
{
    const gud_body_kind *kind = c->body.kind;
    const double h = 1e-3;
    gud_pose path[5][frames];
    for (int i = 0; i < 5; i++) {
        const double t = (i - 2) * h;
        double x[most_v], x_t[most_v], q[most_q], v[most_v];
        for (int k = 0; k < kind->nv; k++) {
            x[k] = t * c->v[k] + 0.5 * t * t * c->a[k];
            x_t[k] = c->v[k] + t * c->a[k];
        }
        kind->displace(&c->body, c->q, x, q);
        kind->velocity(&c->body, x, x_t, v);
        kind->poses(c->frame, frames, q, v, path[i]);
    }
    for (int n = 0; n < frames; n++) {
        double J[6 * most_v], bias[6];
        kind->jacobian(&c->frame[n], &path[2][0], &path[2][n], J);
        kind->bias(&path[2][n], bias);
        for (int k = 0; k < 6; k++) {
            double f[5], twist = 0.0, acceleration = bias[k];
            for (int i = 0; i < 5; i++) f[i] = k < 3 ? path[i][n].v[k] : path[i][n].w[k - 3];
            for (int j = 0; j < kind->nv; j++) {
                twist += J[kind->nv * k + j] * c->v[j];
                acceleration += J[kind->nv * k + j] * c->a[j];
            }
            assert_near(twist, f[2], 1e-14);
            assert_near(acceleration, slope_of(f, h), 1e-8);
        }
    }
}

// pull = J' w, and its tangent by displacements
static void check_pull(const scene *c)
{
    const gud_body_kind *kind = c->body.kind;
    const double w[6] = {1.0, -2.0, 0.7, 0.3, 1.1, -0.4}, h = 1e-3;
    const int nv = kind->nv;
    for (int n = 0; n < frames; n++) {
        gud_pose pose[frames];
        double J[6 * most_v], g[most_v], K[most_v * most_v] = {0};
        kind->poses(c->frame, frames, c->q, c->v, pose);
        kind->jacobian(&c->frame[n], &pose[0], &pose[n], J);
        kind->pull(&c->frame[n], &pose[0], &pose[n], w, g);
        kind->pull_tangent(&c->frame[n], &pose[0], &pose[n], w, K);
        for (int j = 0; j < nv; j++) {
            double sum = 0.0, moved[5][most_v];
            for (int k = 0; k < 6; k++) sum += J[nv * k + j] * w[k];
            assert_near(g[j], sum, 1e-14);
            for (int i = 0; i < 5; i++) {
                double x[most_v] = {0}, q[most_q];
                x[j] = (i - 2) * h;
                kind->displace(&c->body, c->q, x, q);
                kind->poses(c->frame, frames, q, c->v, pose);
                kind->pull(&c->frame[n], &pose[0], &pose[n], w, moved[i]);
            }
            for (int i = 0; i < nv; i++) {
                const double f[5] = {moved[0][i], moved[1][i], moved[2][i], moved[3][i], moved[4][i]};
                assert_near(K[nv * i + j], slope_of(f, h), 1e-9);
            }
        }
    }
}

// the power of what the body asks for is the change of its energy
static void check_energy(const scene *c)
{
    const gud_body_kind *kind = c->body.kind;
    const double h = 1e-3;
    double f[most_v], size[most_v], energy[5], power = 0.0;
    kind->residual(&c->body, c->gravity, c->q, c->v, c->a, f, size);
    for (int i = 0; i < 5; i++) {
        const double t = (i - 2) * h;
        double x[most_v], v[most_v], q[most_q];
        for (int k = 0; k < kind->nv; k++) {
            x[k] = t * c->v[k] + 0.5 * t * t * c->a[k];
            v[k] = c->v[k] + t * c->a[k];
        }
        kind->displace(&c->body, c->q, x, q);
        energy[i] = kind->kinetic(&c->body, v) + kind->potential(&c->body, c->gravity, q);
    }
    for (int k = 0; k < kind->nv; k++) {
        power += f[k] * c->v[k];
        assert_true(size[k] >= fabs(f[k]) * (1.0 - 1e-12));
    }
    assert_near(power, slope_of(energy, h), 1e-8);
}

// momentum is the gradient of the kinetic energy, and its own diagonal is that of M
static void check_momentum(const scene *c)
{
    const gud_body_kind *kind = c->body.kind;
    double p[most_v], diagonal[most_v], sum = 0.0;
    kind->momentum(&c->body, c->v, p);
    kind->mass_diagonal(&c->body, diagonal);
    for (int k = 0; k < kind->nv; k++) {
        double up[most_v], unit[most_v] = {0}, column[most_v];
        memcpy(up, c->v, sizeof up);
        up[k] += 1.0;
        unit[k] = 1.0;
        kind->momentum(&c->body, unit, column);
        const double slope = kind->kinetic(&c->body, up) - kind->kinetic(&c->body, c->v) - 0.5 * diagonal[k];
        assert_near(p[k], slope, 1e-13);
        assert_near(column[k], diagonal[k], 1e-15);
        sum += 0.5 * p[k] * c->v[k];
    }
    assert_near(kind->kinetic(&c->body, c->v), sum, 1e-14);
}

// without a moment a free body keeps its angular momentum in the world: M a + gyroscopic terms = 0
static void check_spin(const scene *c)
{
    if (c->body.kind->nv != 6) return;
    const double none[3] = {0};
    const double h = 1e-3;
    double f[most_v], size[most_v], a[most_v] = {0}, world[5][3];
    c->body.kind->residual(&c->body, none, c->q, c->v, a, f, size);
    for (int i = 0; i < 5; i++) { // h dL/dt in the world while w keeps its value in the body
        double x[most_v], q[most_q], p[most_v], R[9];
        for (int k = 0; k < 6; k++) x[k] = (i - 2) * h * c->v[k];
        c->body.kind->displace(&c->body, c->q, x, q);
        c->body.kind->momentum(&c->body, c->v, p);
        gud_rot_matrix(q + 3, R);
        m3_apply(world[i], R, p + 3);
    }
    double R[9], L_t[3], moment[3];
    for (int k = 0; k < 3; k++) {
        const double g[5] = {world[0][k], world[1][k], world[2][k], world[3][k], world[4][k]};
        L_t[k] = slope_of(g, h);
    }
    gud_rot_matrix(c->q + 3, R);
    m3_apply(moment, R, f + 3);
    for (int k = 0; k < 3; k++) assert_near(moment[k], L_t[k], 1e-9);
}

#define TEST(name)                                                                                                     \
    static void test_##name(void **state)                                                                              \
    {                                                                                                                  \
        (void)state;                                                                                                   \
        over_all(check_##name);                                                                                        \
    }

TEST(round_trip)
TEST(inverse)
TEST(velocity)
TEST(jacobian_and_bias)
TEST(pull)
TEST(energy)
TEST(momentum)
TEST(spin)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),        cmocka_unit_test(test_inverse), cmocka_unit_test(test_velocity),
        cmocka_unit_test(test_jacobian_and_bias), cmocka_unit_test(test_pull),    cmocka_unit_test(test_energy),
        cmocka_unit_test(test_momentum),          cmocka_unit_test(test_spin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
