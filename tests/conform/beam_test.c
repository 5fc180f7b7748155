// Every strain formulation and every frame on a beam: rigid motions do not strain, forces are the gradient of the
// energy, tangents are the slopes of forces, damping loses what it should, twists and wrenches fit each other.

#include "mechanism.h"

#include "body/beam.h"

enum { span = 2 * GUD_BEAM_NODE, nelement = 3, nv = GUD_BEAM_NODE * (nelement + 1) };

static const gud_beam_material material = {7800.0, 2.0e6, 0.3};

static const char *const sections[] = {"{type: rectangle, height: 0.2, width: 0.1}", "{type: circle, diameter: 0.15}"};

// a straight or a bent beam with a row of the table as strain formulation
static gud_model *beam_model(const char *strain, int section, bool bent, const char *more)
{
    char text[1200];
    (void)snprintf(text, sizeof text,
                   "gudgeon: 1\nspace: spatial\ngravity: [1, -9.81, 3]\n"
                   "bodies:\n  rod: {type: beam, length: 1.2, elements: %d, %s section: %s, density: 7800, modulus: "
                   "2e6, strain: %s, damping: 0.02, drag: 0.3}\n"
                   "%ssimulate: {until: 1, step: 1e-3}\n",
                   nelement, bent ? "radius: 1.5," : "", sections[section], strain, more);
    return mechanism(text);
}

typedef void (*check)(const gud_model *m);

static void over_all(check check_one)
{
    for (int k = 0; gud_beam_strain_rows[k]; k++)
        for (int n = 0; n < 4; n++) {
            gud_model *m = beam_model(gud_beam_strain_rows[k]->name, n % 2, n >= 2, "");
            check_one(m);
            gud_model_free(m);
        }
}

static const gud_body *rod(const gud_model *m)
{
    return &m->body[1];
}

// moved a little from its rest
static void deformed(const gud_model *m, uint64_t number, double q[nv], double v[nv])
{
    dice d = {number};
    throw_many(&d, nv, 0.05, q);
    throw_many(&d, nv, 1.0, v);
    for (int i = 0; i < nv; i++) q[i] += m->q_start[i];
}

// a rotation by any angle and a translation leave the energy zero
static void check_rigid(const gud_model *m)
{
    const double turn[3] = {0.7, -1.9, 1.1};
    double R[9] = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0}, q[nv], none[3] = {0};
    turn_in_world(R, turn);
    for (int i = 0; i < nv; i += 3) {
        m3_apply(q + i, R, m->q_start + i);
        if (i % GUD_BEAM_NODE == 0) q[i] += 4.0;
    }
    assert_near(rod(m)->kind->potential(rod(m), none, q), 0.0, 1e-20 * material.modulus);
    double f[nv], size[nv], v[nv] = {0};
    rod(m)->kind->residual(rod(m), none, q, v, v, f, size);
    for (int i = 0; i < nv; i++) assert_near(f[i], 0.0, 1e-14 * material.modulus);
}

// uniform stretch and twist of a straight beam: the energy of rod theory, E A eps^2/2 and G J kappa^2/2
static void test_stretch(void **state)
{
    (void)state;
    for (int k = 0; gud_beam_strain_rows[k]; k++) {
        const bool contracts = strcmp(gud_beam_strain_rows[k]->name, "structural") != 0;
        gud_model *m = beam_model(gud_beam_strain_rows[k]->name, 0, false, "");
        const double none[3] = {0}, eps = 1e-5, nu = contracts ? material.poisson : 0.0;
        double q[nv];
        for (int i = 0; i < nv; i++) {
            const int part = i % GUD_BEAM_NODE;
            q[i] = m->q_start[i] * (1.0 + (part < 6 ? eps : -nu * eps));
        }
        const double expected = 0.5 * material.modulus * 0.02 * eps * eps * 1.2;
        assert_close(rod(m)->kind->potential(rod(m), none, q), expected, 3e-5, 0.0);
        gud_model_free(m);
    }
}

// the power of what the body asks for is the change of its energy, and what damping loses
static void check_energy(const gud_model *m)
{
    const double h = 1e-4, g[3] = {1.0, -9.81, 3.0};
    const gud_body *b = rod(m);
    double q[nv], v[nv], a[nv], f[nv], size[nv], energy[5], power = 0.0, largest = 0.0;
    dice d = {5};
    deformed(m, 1, q, v);
    throw_many(&d, nv, 1.0, a);
    b->kind->residual(b, g, q, v, a, f, size);
    for (int i = 0; i < 5; i++) {
        const double t = (i - 2) * h;
        double moved[nv], faster[nv];
        for (int k = 0; k < nv; k++) {
            moved[k] = q[k] + t * v[k] + 0.5 * t * t * a[k];
            faster[k] = v[k] + t * a[k];
        }
        energy[i] = b->kind->kinetic(b, faster) + b->kind->potential(b, g, moved);
    }
    for (int k = 0; k < nv; k++) {
        power += f[k] * v[k];
        largest += fabs(f[k] * v[k]);
        assert_true(size[k] >= fabs(f[k]) * (1.0 - 1e-12));
    }
    const double lost = b->kind->dissipation(b, q, v);
    assert_true(lost > 0.0);
    assert_near(power - lost, slope_of(energy, h), 1e-8 * largest);
}

// K = c_x df/dx + c_v df/dv + M, column by column, against differences of the residual
static void check_tangent(const gud_model *m)
{
    const double h = 1e-4, c_x = 0.3, c_v = 0.7;
    const gud_beam *beam = rod(m)->beam;
    double q[nv], v[nv], K[span * span], largest = 0.0;
    deformed(m, 2, q, v);
    gud_beam_stiffness(beam->element[1], beam->damping, c_x, c_v, q + GUD_BEAM_NODE, v + GUD_BEAM_NODE, K);
    for (int i = 0; i < span * span; i++) largest = fmax(largest, fabs(K[i]));
    for (int j = 0; j < span; j++) {
        double f[5][span], size[span], none[span] = {0};
        for (int i = 0; i < 5; i++) {
            double x[span], x_t[span];
            memcpy(x, q + GUD_BEAM_NODE, sizeof x);
            memcpy(x_t, v + GUD_BEAM_NODE, sizeof x_t);
            x[j] += (i - 2) * h * c_x;
            x_t[j] += (i - 2) * h * c_v;
            memset(f[i], 0, sizeof f[i]);
            memset(size, 0, sizeof size);
            gud_beam_force(beam->element[1], beam->damping, x, x_t, none, f[i], size);
        }
        for (int i = 0; i < span; i++) {
            const double path[5] = {f[0][i], f[1][i], f[2][i], f[3][i], f[4][i]};
            assert_near(K[span * i + j], slope_of(path, h), 1e-9 * largest);
        }
    }
}

// momentum, kinetic energy and the diagonal belong to one matrix; a rigid motion has the energy of a rigid body
static void check_mass(const gud_model *m)
{
    const gud_body *b = rod(m);
    double v[nv], p[nv], q[nv], diagonal[nv], sum = 0.0;
    deformed(m, 3, q, v);
    b->kind->momentum(b, v, p);
    b->kind->mass_diagonal(b, diagonal);
    for (int i = 0; i < nv; i++) {
        double unit[nv] = {0}, column[nv];
        unit[i] = 1.0;
        b->kind->momentum(b, unit, column);
        assert_close(column[i], diagonal[i], 1e-14, 1e-12);
        sum += 0.5 * p[i] * v[i];
    }
    assert_close(b->kind->kinetic(b, v), sum, 1e-14, 0.0);
    for (int i = 0; i < nv; i++) v[i] = i % GUD_BEAM_NODE == 1 ? 2.0 : 0.0;
    assert_close(b->kind->kinetic(b, v), 2.0 * b->mass, 1e-13, 0.0);
}

// a straight beam turns about its first end with the inertia rho (A L^3/3 + I L)
static void test_inertia(void **state)
{
    (void)state;
    gud_model *m = beam_model("structural", 0, false, "");
    double v[nv];
    for (int i = 0; i < nv; i += 3) v3_set(v + i, -m->q_start[i + 1], m->q_start[i], 0.0); // one radian about z
    const double A = 0.02, I = 0.1 * 0.2 * 0.2 * 0.2 / 12.0, L = 1.2;
    assert_close(rod(m)->mass, 7800.0 * A * L, 1e-14, 0.0);
    assert_close(rod(m)->kind->kinetic(rod(m), v), 0.5 * 7800.0 * (A * L * L * L / 3.0 + I * L), 1e-13, 0.0);
    assert_near(rod(m)->beam->center[0], 0.6, 1e-14);
    gud_model_free(m);
}

// frames at a node, inside an element, off the axis and turned
static const char *const frames =
    "frames:\n  end: {body: rod, node: 3}\n  inside: {body: rod, at: [0.5, 0, 0]}\n"
    "  beside: {body: rod, at: [0.95, 0.03, -0.02], angle: 0.4, rotation: [0.3, 0.1, 0]}\n";

static void poses_at(const gud_model *m, const double *q, const double *v, gud_pose *pose)
{
    const gud_body *b = rod(m);
    b->kind->poses(m->frame + b->frame0, b->nframe, q, v, pose);
}

enum { most_frames = 8 };

// poses along a motion with the velocity v + a t: twist = J v, its rate = J a + bias
static void check_frame(const gud_model *m, int n, const double *v, const double *a, gud_pose path[5][most_frames],
                        double h)
{
    const gud_frame *f = &m->frame[rod(m)->frame0 + n];
    double J[6 * GUD_FRAME_VELOCITIES], bias[6], w[3], R[5][9];
    gud_beam_jacobian(f, &path[2][0], &path[2][n], J);
    gud_beam_bias(&path[2][n], bias);
    for (int i = 0; i < 5; i++) memcpy(R[i], path[i][n].R, sizeof R[i]);
    spin_of(R, h, w);
    for (int k = 0; k < 6; k++) {
        double rate[5], place[5], twist = 0.0, acceleration = bias[k];
        for (int i = 0; i < 5; i++) {
            rate[i] = k < 3 ? path[i][n].v[k] : path[i][n].w[k - 3];
            place[i] = k < 3 ? path[i][n].p[k] : 0.0;
        }
        for (int j = 0; j < f->nv; j++) {
            twist += J[f->nv * k + j] * v[f->first + j];
            acceleration += J[f->nv * k + j] * a[f->first + j];
        }
        assert_near(twist, rate[2], 1e-13);
        assert_near(twist, k < 3 ? slope_of(place, h) : w[k - 3], 1e-8);
        assert_near(acceleration, slope_of(rate, h), 1e-7);
    }
}

static void test_frames(void **state)
{
    (void)state;
    const double h = 1e-3;
    gud_model *m = beam_model("structural", 0, true, frames);
    double q[nv], v[nv], a[nv];
    dice d = {7};
    deformed(m, 4, q, v);
    throw_many(&d, nv, 1.0, a);
    gud_pose path[5][most_frames];
    assert_int_equal(rod(m)->nframe, 4);
    for (int i = 0; i < 5; i++) {
        const double t = (i - 2) * h;
        double moved[nv], faster[nv];
        for (int k = 0; k < nv; k++) {
            moved[k] = q[k] + t * v[k] + 0.5 * t * t * a[k];
            faster[k] = v[k] + t * a[k];
        }
        poses_at(m, moved, faster, path[i]);
    }
    for (int n = 0; n < rod(m)->nframe; n++) check_frame(m, n, v, a, path, h);
    gud_model_free(m);
}

// pull = J' w and its tangent
static void test_pull(void **state)
{
    (void)state;
    const double w[6] = {1.0, -2.0, 0.7, 0.3, 1.1, -0.4}, h = 1e-3;
    gud_model *m = beam_model("structural", 0, true, frames);
    double q[nv], v[nv];
    deformed(m, 6, q, v);
    for (int n = 0; n < rod(m)->nframe; n++) {
        const gud_frame *f = &m->frame[rod(m)->frame0 + n];
        gud_pose pose[most_frames];
        double J[6 * span], g[span], K[span * span] = {0};
        poses_at(m, q, v, pose);
        gud_beam_jacobian(f, &pose[0], &pose[n], J);
        gud_beam_pull(f, &pose[0], &pose[n], w, g);
        gud_beam_pull_tangent(f, &pose[0], &pose[n], w, K);
        for (int j = 0; j < f->nv; j++) {
            double sum = 0.0, moved[5][span];
            for (int k = 0; k < 6; k++) sum += J[f->nv * k + j] * w[k];
            assert_near(g[j], sum, 1e-14);
            for (int i = 0; i < 5; i++) {
                double x[nv];
                memcpy(x, q, sizeof x);
                x[f->first + j] += (i - 2) * h;
                poses_at(m, x, v, pose);
                gud_beam_pull(f, &pose[0], &pose[n], w, moved[i]);
            }
            for (int i = 0; i < f->nv; i++) {
                const double path[5] = {moved[0][i], moved[1][i], moved[2][i], moved[3][i], moved[4][i]};
                assert_near(K[f->nv * i + j], slope_of(path, h), 1e-8);
            }
        }
    }
    gud_model_free(m);
}

// a frame given by a place of the world rides on the nearest section
static void test_frame_in_world(void **state)
{
    (void)state;
    gud_model *m = beam_model("structural", 0, false,
                              "joints:\n  weld: {type: fixed, between: [ground, rod], at: [0.5, 0.1, 0]}\n");
    gud_pose pose[most_frames];
    poses_at(m, m->q_start, m->v_start, pose);
    const double at[3] = {0.5, 0.1, 0.0};
    assert_int_equal(rod(m)->nframe, 2);
    for (int k = 0; k < 3; k++) assert_near(pose[1].p[k], at[k], 1e-12);
    assert_int_equal(m->frame[rod(m)->frame0 + 1].first, GUD_BEAM_NODE);
    gud_model_free(m);
}

// two beams, joined at a node and inside an element, with a load that follows a frame and a spring
static const char *const system_text =
    "gudgeon: 1\nspace: spatial\ngravity: [0, 1, -9.81]\nbodies:\n"
    "  a: {type: beam, length: 1, elements: 1, section: {height: 0.1, width: 0.08}, density: 1000, modulus: 1e6, "
    "damping: "
    "0.01}\n"
    "  b: {type: beam, length: 1.2, elements: 2, section: {type: circle, diameter: 0.1}, density: 1000, modulus: 1e6, "
    "at: "
    "[0.6, -0.4, 0], angle: 90 deg, strain: enhanced, drag: 0.2}\n"
    "frames:\n  on.a: {body: a, at: [0.6, 0.02, 0]}\n  on.b: {body: b, at: [0.4, 0, 0.01]}\n"
    "  tip: {body: b, node: 2}\n  post: {body: ground, at: [0.5, 0.7, 0.8]}\n"
    "joints:\n  hinge: {type: universal, between: [ground, a]}\n  cross: {type: revolute, between: [on.a, on.b], axis: "
    "y}\n"
    "forces:\n  spring: {type: spring, between: [post, tip], stiffness: 30, free: 0.6}\n"
    "  push: {type: load, on: on.b, direction: [1, 1, 0], value: 3, axes: frame}\n"
    "simulate: {until: 0.5, step: 2e-3}\n";

enum { most = 80 };

// c_x r and Phi at a displacement x of a step with a = x/c_x, v = v0 + c_v a
static void residual_at(gud_sim *s, const gud_stage *g, const double *x, const double *lam, double *out)
{
    const gud_model *m = s->model;
    double q[most], v[most], a[most];
    for (int i = 0; i < m->nv; i++) {
        q[i] = s->state.q[i] + x[i];
        a[i] = x[i] / g->c_x;
        v[i] = s->state.v[i] + g->c_v * a[i];
    }
    gud_residual(s, g->t, q, v, a, lam);
    for (int i = 0; i < m->nv; i++) out[i] = g->c_x * s->work.r[i];
    for (int i = 0; i < m->nrow; i++) out[m->nv + i] = s->work.phi[i];
}

static void difference_column(gud_sim *s, const gud_stage *g, const double *lam, int k, double *out)
{
    const int nx = s->model->nv, n = nx + s->model->nrow;
    const double size = k < nx ? 1e-5 * g->c_v : 1e-2;
    double f[5][most];
    for (int i = 0; i < 5; i++) {
        double x[most] = {0}, moved[most];
        memcpy(moved, lam, (size_t)s->model->nrow * sizeof *lam);
        if (k < nx)
            x[k] = (i - 2) * size;
        else
            moved[k - nx] += (i - 2) * size / g->c_x;
        residual_at(s, g, x, moved, f[i]);
    }
    for (int j = 0; j < n; j++) {
        const double path[5] = {f[0][j], f[1][j], f[2][j], f[3][j], f[4][j]};
        out[j] = slope_of(path, size);
    }
}

// K^-1 K_difference = I: the blocks of a system with beams are where they belong, and nothing is missing in them
static void test_system_tangent(void **state)
{
    (void)state;
    gud_model *m = mechanism(system_text);
    gud_sim *s = started(m);
    double lam[most], x[most] = {0}, v[most], a[most] = {0}, columns[most][most], unused[most], worst = 0.0;
    const int n = m->nv + m->nrow;
    assert_true(n <= most);
    dice d = {3};
    throw_many(&d, m->nrow, 4.0, lam);
    throw_many(&d, m->nv, 0.5, s->state.v);
    memcpy(v, s->state.v, (size_t)m->nv * sizeof *v);
    memcpy(s->work.q, s->state.q, (size_t)m->nq * sizeof *x);
    const gud_stage g = {.t = 0.1, .c_x = 1e-4, .c_v = 0.02, .x = x, .x_t = x, .v = v, .a = a, .lam = lam};
    for (int k = 0; k < n; k++) difference_column(s, &g, lam, k, columns[k]);
    residual_at(s, &g, x, lam, unused);
    assert_int_equal(gud_tangent(s, &g), GUD_OK);
    for (int k = 0; k < n; k++) {
        solve_with_tangent(s, columns[k]);
        for (int j = 0; j < n; j++) worst = fmax(worst, fabs(columns[k][j] - (j == k ? 1.0 : 0.0)));
    }
    assert_near(worst, 0.0, 1e-5);
    sim_and_model_free(s, m);
}

#define TEST(name)                                                                                                     \
    static void test_##name(void **state)                                                                              \
    {                                                                                                                  \
        (void)state;                                                                                                   \
        over_all(check_##name);                                                                                        \
    }

TEST(rigid)
TEST(energy)
TEST(tangent)
TEST(mass)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rigid),          cmocka_unit_test(test_stretch), cmocka_unit_test(test_energy),
        cmocka_unit_test(test_tangent),        cmocka_unit_test(test_mass),    cmocka_unit_test(test_inertia),
        cmocka_unit_test(test_frames),         cmocka_unit_test(test_pull),    cmocka_unit_test(test_frame_in_world),
        cmocka_unit_test(test_system_tangent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
