// Every shape of `contacts`: the force follows from an energy and a dissipation, both bodies feel opposite wrenches,
// and the tangents agree with differences; docs/theory/contacts.md.

#include "mechanism.h"

#include "pair/crowd.h"

// one part on each of two frames
typedef struct {
    int frame[2], body[2];
    double at[2][3];
    gud_crowd crowd;
    gud_crowd_work *work;
    double history[GUD_CROWD_LIST + GUD_CROWD_MEMORY];
    gud_pose pose[2];
} rig;

static void rig_make(rig *r, gud_crowd_shape shape, const char *friction, dice *d)
{
    gud_contact_params law;
    gud_friction_params rub;
    gud_contact_pair pair;
    gud_error error;
    *r = (rig){.frame = {0, 1}, .body = {1, 2}};
    gud_crowd *c = &r->crowd;
    *c = (gud_crowd){.shape = shape, .pitch = 0.05, .face = 1.0, .most = 1, .rubs = friction != NULL};
    for (int k = 0; k < 2; k++) {
        if (shape != GUD_CROWD_GROOVE || k == 1) throw_many(d, 3, 0.01, r->at[k]);
        c->side[k] = (gud_crowd_side){1, &r->frame[k], &r->body[k], &r->at[k], k == 0 ? 0.012 : 0.01};
    }
    const gud_contact_law *row = gud_contact_find("hunt_crossley");
    gud_contact_defaults(row, &law);
    law.stiffness = 1e9;
    law.restitution = 0.8;
    gud_contact_pair_defaults(&pair);
    assert_int_equal(gud_contact_make(row, &law, &pair, &error, &c->contact), GUD_OK);
    if (friction) {
        gud_friction_defaults(gud_friction_find(friction), &rub);
        rub.coefficient = 0.2;
        assert_int_equal(gud_friction_make(gud_friction_find(friction), &rub, &error, &c->friction), GUD_OK);
    }
    r->work = gud_crowd_work_create(c);
    assert_non_null(r->work);
    r->history[GUD_CROWD_COUNT] = 1.0;
    r->history[GUD_CROWD_LIST + 1] = 0.3; // m/s, when the contact began
}

// poses with the second part at a depth, in any direction that the shape allows
static void rig_place(rig *r, double depth, dice *d)
{
    const gud_crowd *c = &r->crowd;
    double n[3], arm[3], center[3], way = c->side[0].radius + c->side[1].radius - depth;
    for (int k = 0; k < 2; k++) r->pose[k] = random_pose(d);
    throw_many(d, 3, 1.0, n);
    v3_scale(n, 1.0 / v3_norm(n), n);
    m3_apply(arm, r->pose[0].R, r->at[0]);
    v3_axpy(center, r->pose[0].p, 1.0, arm);
    if (c->shape != GUD_CROWD_ROUND) way = c->side[0].radius - c->side[1].radius + depth;
    if (c->shape == GUD_CROWD_GROOVE) {
        double x[3], z[3];
        m3_column(x, r->pose[0].R, 0);
        m3_column(z, r->pose[0].R, 2);
        v3_axpy(center, center, c->pitch, x);
        for (int i = 0; i < 3; i++) n[i] = 0.8 * x[i] + 0.6 * z[i];
    }
    v3_axpy(center, center, way, n);
    m3_apply(arm, r->pose[1].R, r->at[1]);
    v3_axpy(r->pose[1].p, center, -1.0, arm);
}

static const gud_crowd_hit *touch(rig *r, const gud_pose pose[2])
{
    gud_crowd_work_forget(r->work);
    assert_int_equal(gud_crowd_eval(&r->crowd, pose, r->history, GUD_CROWD_TANGENTS | GUD_CROWD_LOSSES, NULL, r->work),
                     GUD_OK);
    assert_int_equal(r->work->nhit, 1);
    return &r->work->hit[0];
}

// displacement of the second over the first body at places r from their frames
static void relative_move(double r[2][3], const double step[12], double move[3])
{
    double a[3], b[3];
    v3_cross(a, step + 3, r[0]);
    v3_cross(b, step + 9, r[1]);
    for (int i = 0; i < 3; i++) move[i] = step[6 + i] + b[i] - step[i] - a[i];
}

static const gud_crowd_shape shapes[] = {GUD_CROWD_ROUND, GUD_CROWD_BORE, GUD_CROWD_GROOVE};

static void test_power_is_loss_and_storage(void **state)
{
    (void)state;
    dice d = {5};
    for (int i = 0; i < GUD_COUNT(shapes); i++) {
        rig r;
        rig_make(&r, shapes[i], "smooth", &d);
        for (int round = 0; round < 20; round++) {
            rig_place(&r, 2e-5, &d);
            const gud_crowd_hit *h = touch(&r, r.pose);
            double arm[2][3], step[12], V[3], power;
            memcpy(arm, h->r, sizeof arm);
            for (int k = 0; k < 2; k++) {
                memcpy(step + 6 * k, r.pose[k].v, 3 * sizeof(double));
                memcpy(step + 6 * k + 3, r.pose[k].w, 3 * sizeof(double));
            }
            relative_move(arm, step, V);
            power = v3_dot(h->force, V);
            // both wrenches act at one place
            for (int k = 0; k < 3; k++) assert_near(r.pose[0].p[k] + arm[0][k], r.pose[1].p[k] + arm[1][k], 1e-15);
            const double losses = h->loss + h->friction_loss, dt = 1e-7 / (1.0 + fabs(h->rate));
            double energy[2], size = fabs(h->normal * h->rate) + fabs(h->loss) + h->friction_loss;
            assert_true(h->friction_loss >= 0.0);
            for (int k = 0; k < 2; k++) {
                gud_pose moved[2];
                for (int b = 0; b < 2; b++) {
                    double way[6];
                    for (int q = 0; q < 6; q++) way[q] = (k == 0 ? -dt : dt) * step[6 * b + q];
                    moved[b] = displaced(&r.pose[b], way);
                }
                (void)touch(&r, moved);
                energy[k] = gud_crowd_energy(&r.crowd, r.work);
            }
            assert_near(power + losses + (energy[1] - energy[0]) / (2.0 * dt), 0.0, 1e-5 * size);
        }
        gud_crowd_work_free(r.work);
    }
}

static void check_tangent(rig *r, int direction, bool by_twist, double tolerance)
{
    const gud_crowd_hit at = *touch(r, r->pose);
    const double h = by_twist ? 1e-6 : 1e-9;
    double step[12] = {0}, move[3], turn[3], predicted[3], got[2][3], arm[2][3], center[2][3];
    step[direction] = 1.0;
    for (int k = 0; k < 2; k++) {
        gud_pose moved[2] = {r->pose[0], r->pose[1]};
        double way[6] = {0};
        way[direction % 6] = k == 0 ? -h : h;
        gud_pose *p = &moved[direction / 6];
        for (int q = 0; q < 3 && by_twist; q++) {
            p->v[q] += way[q];
            p->w[q] += way[3 + q];
        }
        if (!by_twist) *p = displaced(p, way);
        memcpy(got[k], touch(r, moved)->force, sizeof got[k]);
    }
    memcpy(arm, at.r, sizeof arm);
    memcpy(center, at.center, sizeof center);
    relative_move(arm, step, move);
    relative_move(center, step, turn);
    m3_apply(predicted, by_twist ? at.F_v : at.F_x, move);
    const double along = v3_dot(at.m, turn);
    double size = 0.0;
    for (int q = 0; q < 9; q++) size = fmax(size, fabs(by_twist ? at.F_v[q] : at.F_x[q]));
    size *= fmax(v3_norm(move), 1e-3);
    for (int q = 0; q < 3; q++) {
        if (!by_twist) predicted[q] += at.F_turn * (turn[q] - along * at.m[q]);
        assert_near((got[1][q] - got[0][q]) / (2.0 * h), predicted[q], tolerance * size);
    }
}

// Velocities exactly; displacements up to terms of the order of the depth over the distance of the centres.
static void test_tangents(void **state)
{
    (void)state;
    dice d = {6};
    for (int i = 0; i < GUD_COUNT(shapes); i++)
        for (int rubs = 0; rubs < 2; rubs++) {
            rig r;
            rig_make(&r, shapes[i], rubs ? "smooth" : NULL, &d);
            const double depth = 2e-5, r1 = r.crowd.side[0].radius, r2 = r.crowd.side[1].radius;
            const double distance = shapes[i] == GUD_CROWD_ROUND ? r1 + r2 : r1 - r2;
            for (int round = 0; round < 10; round++) {
                rig_place(&r, depth, &d);
                for (int k = 0; k < 2; k++) { // slow, so that damping does not swallow the force
                    v3_scale(r.pose[k].v, 0.05, r.pose[k].v);
                    v3_scale(r.pose[k].w, 0.05, r.pose[k].w);
                }
                for (int k = 0; k < 12; k++) {
                    check_tangent(&r, k, true, 1e-6);
                    check_tangent(&r, k, false, 5.0 * depth / distance);
                }
            }
            gud_crowd_work_free(r.work);
        }
}

static void test_apart(void **state)
{
    (void)state;
    dice d = {7};
    for (int i = 0; i < GUD_COUNT(shapes); i++) {
        rig r;
        rig_make(&r, shapes[i], NULL, &d);
        rig_place(&r, -1e-6, &d);
        assert_int_equal(gud_crowd_eval(&r.crowd, r.pose, r.history, GUD_CROWD_FORCES, NULL, r.work), GUD_OK);
        assert_int_equal(r.work->nhit, 0);
        gud_crowd_accept(&r.crowd, r.work, r.history);
        assert_near(r.history[GUD_CROWD_COUNT], 0.0, 0.0);
        gud_crowd_work_free(r.work);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_power_is_loss_and_storage),
        cmocka_unit_test(test_tangents),
        cmocka_unit_test(test_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
