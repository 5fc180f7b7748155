// Every joint type in every space, and every driver on every coordinate: the rows vanish once assembled, the Jacobian
// and the accelerations are the derivatives of the rows, reactions do no work, drivers do the work that the motion
// gains.

#include "mechanism.h"

#include "joint/joint.h"

#include <stdlib.h>
#include <unistd.h>

#define PLANAR_BODIES                                                                                                  \
    "gudgeon: 1\nspace: planar\n"                                                                                      \
    "bodies:\n"                                                                                                        \
    "  a: {mass: 2, inertia: 0.5, at: [0.1, 0.2], angle: 0.3, velocity: [1, -2], spin: 0.7, center: [0.1, 0.05]}\n"    \
    "  b: {mass: 1, inertia: 0.2, at: [0.9, -0.3], angle: -0.4, velocity: [0.3, 0.8], spin: -1.2}\n"                   \
    "frames:\n  fa: {body: a, at: [0.3, -0.1], angle: 0.2}\n  fb: {body: b, at: [-0.2, 0.15], angle: -0.1}\n"
#define SPATIAL_BODIES                                                                                                 \
    "gudgeon: 1\nspace: spatial\n"                                                                                     \
    "bodies:\n"                                                                                                        \
    "  a: {mass: 2, inertia: [0.5, 0.6, 0.4, 0.05, 0.02, -0.03], at: [0.1, 0.2, 0.3], rotation: [0.3, -0.2, 0.1],\n"   \
    "      velocity: [1, -2, 0.5], spin: [0.7, 0.2, -0.4], center: [0.1, 0.05, -0.02]}\n"                              \
    "  b: {mass: 1, inertia: [0.2, 0.15, 0.1], at: [0.9, -0.3, 0.1], rotation: [-0.1, 0.3, 0.2],\n"                    \
    "      velocity: [0.3, 0.8, -0.6], spin: [-1.2, 0.5, 0.9]}\n"                                                      \
    "frames:\n  fa: {body: a, at: [0.3, -0.1, 0.2], rotation: [0.2, 0.1, -0.3]}\n"                                     \
    "  fb: {body: b, at: [-0.2, 0.15, 0.1], rotation: [-0.1, 0.2, 0.1]}\n"

enum { text_size = 2000 };

static void joint_text(char *text, bool planar, const char *type, const char *more)
{
    (void)snprintf(text, text_size, "%sjoints:\n  j: {type: %s, between: [fa, fb]}\n%ssimulate: {until: 1}\n",
                   planar ? PLANAR_BODIES : SPATIAL_BODIES, type, more);
}

typedef void (*check)(gud_model *m);

static void over_all(check check_one)
{
    for (int i = 0; gud_joint_rows[i]; i++) {
        const gud_joint_type *type = gud_joint_type_of(gud_joint_rows[i]);
        for (int planar = 0; planar < 2; planar++) {
            if ((planar ? &type->planar : &type->spatial)->nrow == 0) continue;
            char text[text_size];
            joint_text(text, planar, type->row.name, "");
            gud_model *m = mechanism(text);
            check_one(m);
            gud_model_free(m);
        }
    }
}

static void check_assembled(gud_model *m)
{
    gud_sim *s = started(m);
    gud_kinematics(s, s->state.q, s->state.v);
    gud_joints(s, 0.0);
    for (int i = 0; i < m->nrow; i++) {
        assert_near(s->work.phi[i], 0.0, 1e-13);
        assert_near(gud_row_rate(s, i, s->state.v), 0.0, 1e-13);
        assert_near(gud_row_acceleration(s, i, s->state.a), 0.0, 1e-11);
    }
    gud_sim_free(s);
}

static void test_assembled(void **state)
{
    (void)state;
    over_all(check_assembled);
}

// rows along the motion x = v t + a t^2/2 from q, at times around zero
static void rows_along(gud_sim *s, const double *q0, const double *v, const double *a, double h, double *f)
{
    const gud_model *m = s->model;
    double x[32], q[32];
    for (int i = 0; i < 5; i++) {
        const double t = (i - 2) * h;
        for (int k = 0; k < m->nv; k++) x[k] = t * v[k] + 0.5 * t * t * a[k];
        displace_all(m, q0, x, q);
        gud_kinematics(s, q, v);
        gud_joints(s, t);
        for (int k = 0; k < m->nrow; k++) f[5 * k + i] = s->work.phi[k];
    }
}

// rate and acceleration of every row along a random motion, away from the assembled position
static void check_derivatives(gud_model *m)
{
    gud_sim *s = sim_of(m);
    const double h = 1e-3;
    double f[5 * GUD_JOINT_ROWS + 5], v[12], a[12];
    dice d = {3};
    for (int n = 0; n < 20; n++) {
        throw_many(&d, m->nv, 1.0, v);
        throw_many(&d, m->nv, 1.0, a);
        rows_along(s, s->state.q, v, a, h, f);
        gud_kinematics(s, s->state.q, v);
        gud_joints(s, 0.0);
        for (int k = 0; k < m->nrow; k++) {
            assert_near(gud_row_rate(s, k, v), slope_of(f + 5 * k, h), 1e-8);
            assert_near(gud_row_acceleration(s, k, a), bend_of(f + 5 * k, h), 1e-7);
        }
    }
    gud_sim_free(s);
}

static void test_derivatives(void **state)
{
    (void)state;
    over_all(check_derivatives);
}

// every column of the Jacobian
static void check_jacobian(gud_model *m)
{
    gud_sim *s = sim_of(m);
    const double h = 1e-3, none[12] = {0};
    for (int j = 0; j < m->nv; j++) {
        double f[5 * GUD_JOINT_ROWS + 5], unit[12] = {0};
        unit[j] = 1.0;
        rows_along(s, s->state.q, unit, none, h, f);
        gud_kinematics(s, s->state.q, none);
        gud_joints(s, 0.0);
        for (int k = 0; k < m->nrow; k++) assert_near(gud_row_dot(s, k, unit), slope_of(f + 5 * k, h), 1e-9);
    }
    gud_sim_free(s);
}

static void test_jacobian(void **state)
{
    (void)state;
    over_all(check_jacobian);
}

static double reaction_power(gud_sim *s, const double *lam, const double *v)
{
    const size_t bytes = (size_t)s->model->nv * sizeof(double);
    memset(s->work.r, 0, bytes);
    memset(s->work.size, 0, bytes);
    gud_reactions(s, lam);
    double power = 0.0;
    for (int i = 0; i < s->model->nv; i++) power += s->work.r[i] * v[i];
    return power;
}

// whatever the multipliers are: no work on a motion that the joint allows, and work on one that it forbids
static void check_no_work(gud_model *m)
{
    gud_sim *s = started(m);
    dice d = {11};
    for (int n = 0; n < 20; n++) {
        double v[12], lam[GUD_JOINT_ROWS], forbidden = 0.0;
        throw_many(&d, m->nv, 1.0, v);
        throw_many(&d, m->nrow, 1.0, lam);
        gud_kinematics(s, s->state.q, v);
        gud_joints(s, 0.0);
        for (int i = 0; i < m->nrow; i++) forbidden += lam[i] * gud_row_rate(s, i, v);
        assert_near(reaction_power(s, lam, v), forbidden, 1e-12);
        assert_int_equal(gud_velocities_solve(s, 0.0, s->state.q, v), GUD_OK);
        assert_near(reaction_power(s, lam, v), 0.0, 1e-12);
    }
    gud_sim_free(s);
}

static void test_no_work(void **state)
{
    (void)state;
    over_all(check_no_work);
}

// reactions act and react: they change neither the momentum nor the angular momentum of the two bodies together
static void check_action_and_reaction(gud_model *m)
{
    gud_sim *s = started(m);
    double lam[GUD_JOINT_ROWS], force[3] = {0}, moment[3] = {0}, unused[12] = {0};
    dice d = {17};
    throw_many(&d, m->nrow, 1.0, lam);
    gud_kinematics(s, s->state.q, s->state.v);
    gud_joints(s, 0.0);
    (void)reaction_power(s, lam, unused);
    for (int i = 1; i < m->nbody; i++) {
        const gud_body *b = &m->body[i];
        const double *r = s->work.r + b->v0;
        double f[3] = {r[0], r[1], m->planar ? 0.0 : r[2]}, own[3] = {0.0, 0.0, r[2]}, arm[3];
        if (!m->planar) m3_apply(own, s->work.pose[b->frame0].R, r + 3);
        v3_cross(arm, s->work.pose[b->frame0].p, f);
        v3_axpy(force, force, 1.0, f);
        v3_axpy(moment, moment, 1.0, arm);
        v3_axpy(moment, moment, 1.0, own);
    }
    for (int k = 0; k < 3; k++) {
        assert_near(force[k], 0.0, 1e-13);
        assert_near(moment[k], 0.0, 1e-12);
    }
    gud_sim_free(s);
}

static void test_action_and_reaction(void **state)
{
    (void)state;
    over_all(check_action_and_reaction);
}

// drivers

typedef struct {
    const char *name, *params;
} law;

static const law laws[] = {
    {"constant", "value: 0.4"},
    {"harmonic", "amplitude: 0.3, frequency: 0.7, phase: 0.4, offset: 0.1"},
    {"polynomial", "coefficients: [0.2, 1.1, -0.6, 0.3]"},
    {"ramp", "rate: 0.9, during: 2, begin: -0.7, start: 0.1"},
    {"rate", "rate: 0.8, start: 0.3"},
    {"uneven",
     "rate: 0.8, start: 0.1, period: 3, values: [0, 0.2, 0, -0.2]"}, // odd: no jump in the third derivative at 0
    {"table", "file: %s"},
    {"follow", "rate: 0.7, start: 0.2, during: 1"},
};

static void test_all_laws(void **state)
{
    (void)state;
    for (int i = 0; gud_motion_rows[i]; i++) {
        bool found = false;
        for (int k = 0; k < GUD_COUNT(laws); k++) found = found || strcmp(laws[k].name, gud_motion_rows[i]->name) == 0;
        if (!found) fail_msg("law '%s' is not tested", gud_motion_rows[i]->name);
    }
}

// energy that the bodies gain per second while they move with v and a
static double gain(const gud_sim *s)
{
    const gud_model *m = s->model;
    double sum = 0.0, p[6];
    for (int i = 1; i < m->nbody; i++) {
        const gud_body *b = &m->body[i];
        b->kind->momentum(b, s->state.a + b->v0, p);
        for (int k = 0; k < b->nv; k++) sum += p[k] * s->state.v[b->v0 + k];
    }
    return sum;
}

// the driver holds its coordinate to its law, and its torque times its rate is what the bodies gain
static void check_driver(gud_model *m)
{
    gud_sim *s = started(m);
    const double h = 1e-3;
    double f[5 * GUD_JOINT_ROWS + 5], power = 0.0;
    gud_residual(s, 0.0, s->state.q, s->state.v, s->state.a, s->state.lam);
    for (int i = 0; i < m->nv; i++) assert_near(s->work.r[i], 0.0, 1e-11);
    for (int i = 0; i < m->nrow; i++) {
        assert_near(s->work.phi[i], 0.0, 1e-13);
        assert_near(gud_row_rate(s, i, s->state.v), 0.0, 1e-13);
        assert_near(gud_row_acceleration(s, i, s->state.a), 0.0, 1e-11);
        if (m->row[i].motion >= 0) power -= s->state.lam[i] * s->work.motion[3 * m->row[i].motion + 1];
    }
    assert_near(power, gain(s), 1e-11);
    rows_along(s, s->state.q, s->state.v, s->state.a, h, f); // the law's own derivatives take part here
    for (int i = 0; i < m->nrow; i++) {
        assert_near(slope_of(f + 5 * i, h), 0.0, 1e-8);
        assert_near(bend_of(f + 5 * i, h), 0.0, 1e-7);
    }
    gud_sim_free(s);
}

static void check_laws(bool planar, const char *type, const char *coordinate, const char *table)
{
    for (int i = 0; i < GUD_COUNT(laws); i++) {
        char text[text_size], drive[300], params[200];
        const char *mark = strstr(laws[i].params, "%s");
        (void)snprintf(params, sizeof params, "%.*s%s", mark ? (int)(mark - laws[i].params) : 199, laws[i].params,
                       mark ? table : "");
        (void)snprintf(drive, sizeof drive, "drive:\n  %s: {type: %s, %s}\n", coordinate, laws[i].name, params);
        joint_text(text, planar, type, drive);
        gud_model *m = mechanism(text);
        check_driver(m);
        gud_model_free(m);
    }
}

static void test_drivers(void **state)
{
    int ncoordinate = 0;
    for (int i = 0; gud_joint_rows[i]; i++) {
        const gud_joint_type *type = gud_joint_type_of(gud_joint_rows[i]);
        for (int planar = 0; planar < 2; planar++) {
            const gud_joint_form *form = planar ? &type->planar : &type->spatial;
            for (int k = 0; form->nrow > 0 && k < GUD_JOINT_COORDINATES && form->coordinate[k].about; k++) {
                char name[40];
                (void)snprintf(name, sizeof name, "j.%s", form->coordinate[k].about);
                check_laws(planar, type->row.name, name, *state);
                ncoordinate++;
            }
        }
    }
    assert_true(ncoordinate >= 8);
}

static void test_body_drivers(void **state)
{
    static const char *const names[] = {"b.x", "b.y", "b.angle", "b.z"};
    for (int k = 0; k < 4; k++) {
        check_laws(false, "spherical", names[k], *state);
        if (k < 3) check_laws(true, "revolute", names[k], *state);
    }
}

static int setup(void **state)
{
    static char path[] = "/tmp/gudgeon-joint-XXXXXX";
    const int file = mkstemp(path);
    if (file < 0) return -1;
    FILE *stream = fdopen(file, "w");
    for (int i = -10; i <= 10; i++) (void)fprintf(stream, "%.17g,%.17g\n", 0.2 * i + 0.01, 0.3 * sin(0.4 * i));
    *state = path;
    return fclose(stream);
}

static int teardown(void **state)
{
    return remove(*state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_assembled), cmocka_unit_test(test_derivatives),
        cmocka_unit_test(test_jacobian),  cmocka_unit_test(test_no_work),
        cmocka_unit_test(test_drivers),   cmocka_unit_test(test_action_and_reaction),
        cmocka_unit_test(test_all_laws),  cmocka_unit_test(test_body_drivers),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
