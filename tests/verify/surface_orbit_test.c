// Joints made of two NURBS surfaces move as the closed forms of the same parts: a pin in its bore over one turn of the
// slider-crank at 5000 rpm with 0.5 mm of play, a ball in its socket between two falling arms, both through many
// impacts, within 1e-8 m (as rounding grows by impacts, the agreement is some 1e-12 m). A foundation bears what the
// volume of the overlap says, and gives back what it took. A run repeats to the bit when work is lost.
// docs/theory/clearance.md, sections 9 and 10.

#include "mechanism.h"

#include "base/alloc.h"
#include "pair/foundation.h"

#include <stdlib.h>

static const double pi = 3.14159265358979323846;

// ---- the same orbit

#define PIN(surfaces, joint)                                                                                           \
    "gudgeon: 1\nspace: planar\n"                                                                                      \
    "bodies:\n  crank: {mass: 0.3, inertia: 1e-4}\n  rod: {mass: 0.21, inertia: 2.5e-4, at: [110 mm, 0]}\n"            \
    "  slider: {mass: 0.14, inertia: 1e-4, at: [170 mm, 0]}\n"                                                         \
    "frames:\n  crank.pin: {body: crank, at: [50 mm, 0]}\n  rod.big: {body: rod, at: [-60 mm, 0]}\n"                   \
    "  rod.small: {body: rod, at: [60 mm, 0]}\n" surfaces                                                              \
    "joints:\n  main: {type: revolute, between: [ground, crank]}\n"                                                    \
    "  big-end: {type: revolute, between: [rod.big, crank.pin]}\n"                                                     \
    "  guide: {type: prismatic, between: [ground, slider], axis: x}\n"                                                 \
    "  small-end: {type: revolute, between: [slider, rod.small], model: dry, radius: 10 mm, clearance: 0.5 mm, " joint \
    "    friction: {law: smooth, coefficient: 0.1, speed: 10 mm/s},\n"                                                 \
    "    contact: {law: lankarani_nikravesh, modulus: 113.7 GPa, restitution: 0.9}}\n"                                 \
    "drive: {crank.angle: {rate: 5000 rpm}}\nsimulate: {until: 360 deg of crank, tolerance: 1e-6}\n"

#define BALL(surfaces, joint)                                                                                          \
    "gudgeon: 1\nspace: spatial\ngravity: [0, 0, -9.81]\n"                                                             \
    "bodies:\n  first: {mass: 0.234, inertia: [3.9e-6, 1.757e-3, 1.757e-3], at: [150 mm, 0, 0]}\n"                     \
    "  second: {mass: 0.234, inertia: [3.9e-6, 1.757e-3, 1.757e-3], at: [450 mm, 0, 0], spin: [1, 2, 0.5]}\n"          \
    "frames:\n  first.root: {body: first, at: [-150 mm, 0, 0]}\n  first.tip: {body: first, at: [150 mm, 0, 0]}\n"      \
    "  second.root: {body: second, at: [-150 mm, 0, 0]}\n" surfaces                                                    \
    "joints:\n  shoulder: {type: spherical, between: [ground, first.root]}\n"                                          \
    "  elbow: {type: spherical, between: [first.tip, second.root], model: dry, radius: 20 mm, clearance: 2 mm, " joint \
    "    friction: {law: smooth, coefficient: 0.1, speed: 10 mm/s},\n"                                                 \
    "    contact: {law: lankarani_nikravesh, modulus: 113.7 GPa, restitution: 0.9}}\n"                                 \
    "simulate: {until: 0.12, tolerance: 1e-6}\n"

#define CYLINDERS                                                                                                      \
    "surfaces:\n  bore: {shape: cylinder, radius: 10 mm, length: 20 mm}\n"                                             \
    "  pin: {shape: cylinder, radius: 9.5 mm, length: 20 mm}\n"
#define SPHERES                                                                                                        \
    "surfaces:\n  socket: {shape: sphere, radius: 20 mm, rotation: [90 deg, 0, 0]}\n"                                  \
    "  ball: {shape: sphere, radius: 18 mm, rotation: [0.3, 0.2, 0.1]}\n"

enum { most_steps = 20000, most_q = 32 };

typedef struct {
    int n, nq;
    double *t, *q; // [n], [n][most_q]
} path;

static gud_status keep(void *user, gud_sim *s)
{
    path *p = user;
    if (p->n == most_steps) return GUD_ERR_INTERRUPT;
    p->nq = s->model->nq;
    p->t[p->n] = s->next.clock.t;
    memcpy(p->q + (size_t)p->n * most_q, s->next.q, (size_t)p->nq * sizeof *p->q);
    p->n++;
    return GUD_OK;
}

static path follow(const char *text, int64_t *nevent)
{
    path p = {.t = gud_alloc(most_steps, sizeof *p.t), .q = gud_alloc((size_t)most_steps * most_q, sizeof *p.q)};
    gud_model *m = mechanism(text);
    gud_sim *s = started(m);
    if (gud_run(s, keep, &p) != GUD_OK) fail_msg("%s", s->error.text);
    *nevent = s->state.clock.nevent;
    sim_and_model_free(s, m);
    return p;
}

static void same_path(const char *closed, const char *surfaces)
{
    int64_t nevent[2];
    path a = follow(closed, &nevent[0]), b = follow(surfaces, &nevent[1]);
    double most = 0.0;
    assert_true(nevent[0] > 8); // contacts began and ended
    assert_int_equal(nevent[0], nevent[1]);
    assert_int_equal(a.n, b.n);
    for (int i = 0; i < a.n; i++) {
        assert_near(b.t[i], a.t[i], 1e-11);
        for (int k = 0; k < a.nq; k++)
            most = fmax(most, fabs(a.q[(size_t)i * most_q + (size_t)k] - b.q[(size_t)i * most_q + (size_t)k]));
    }
    print_message("  %d steps, %ld events, largest difference %.2g\n", a.n, (long)nevent[0], most);
    assert_true(most < 1e-8);
    gud_free(a.t);
    gud_free(a.q);
    gud_free(b.t);
    gud_free(b.q);
}

static void test_pin(void **state)
{
    (void)state;
    same_path(PIN("", "\n"), PIN(CYLINDERS, "surfaces: [bore, pin],\n"));
    same_path(PIN("", "\n"), PIN(CYLINDERS, "surfaces: [bore, pin], reference: second, cells: [30, 1],\n"));
}

static void test_ball(void **state)
{
    (void)state;
    same_path(BALL("", "\n"), BALL(SPHERES, "surfaces: [socket, ball],\n"));
}

// ---- a ball on a plate: force of a foundation = stiffness x volume of the cap that overlaps

#define BOUNCE                                                                                                         \
    "gudgeon: 1\nspace: spatial\ngravity: [0, 0, -9.81]\n"                                                             \
    "bodies: {ball: {mass: 0.1, inertia: [1e-5, 1e-5, 1e-5], at: [0, 0, %s], velocity: [0.1, 0, 0]}}\n"                \
    "surfaces:\n  plate: {shape: plane, size: [40 mm, 40 mm]}\n"                                                       \
    "  round: {shape: sphere, radius: 20 mm, rotation: [90 deg, 0, 0]}\n"                                              \
    "joints: {rest: {type: free, between: [ground, ball], model: dry, begin: free, surfaces: [plate, round],\n"        \
    "    window: 15 mm, cells: [120, 120], side: front, foundation: {stiffness: 1e9 Pa/m}}}\n"                         \
    "simulate: {until: 0.12, tolerance: 1e-7, largest: 1 ms}\n"

static double force_of(const gud_force *f, gud_pose *pose, void *work, double depth, double x)
{
    static const gud_pose ground = {.R = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0}};
    double wrench[12] = {0};
    pose->p[0] = x;
    pose->p[2] = 0.02 - depth;
    const gud_force_in in = {.pose = {&ground, pose}, .work = work};
    gud_force_out out = {.wrench = wrench};
    f->law->eval(f->params, &in, &out);
    for (int i = 0; i < 2; i++) assert_near(wrench[6 + i], 0.0, 2e-3 * wrench[8]);
    return wrench[8];
}

static void test_cap(void **state)
{
    (void)state;
    char text[2000];
    (void)snprintf(text, sizeof text, BOUNCE, "21 mm");
    gud_model *m = mechanism(text);
    gud_pose pose = {.R = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0}};
    void *work = m->force[0].law->work_create(m->force[0].params);
    for (int i = 0; i < 5; i++) {
        const double depth = 1e-3 / (1 << i), cap = pi * depth * depth * (0.02 - depth / 3.0);
        // wherever the ball stands on the grid of 0.33 mm
        for (int k = 0; k < 4; k++)
            assert_near(force_of(&m->force[0], &pose, work, depth, 0.1e-3 * k) / (1e9 * cap), 1.0, i < 3 ? 5e-3 : 2e-2);
    }
    m->force[0].law->work_free(work);
    gud_model_free(m);
}

static void test_bounce(void **state)
{
    (void)state;
    char text[2000];
    (void)snprintf(text, sizeof text, BOUNCE, "25 mm");
    gud_model *m = mechanism(text);
    gud_sim *s = started(m);
    run_to_end(s);
    // free fall from 5 mm, an elastic bounce, and up again: the same energy, hence the same height for the same way
    const double v = sqrt(2.0 * 9.81 * 5e-3), fall = v / 9.81, up = s->state.clock.t - 2.0 * fall;
    gud_kinematics(s, s->state.q, s->state.v);
    const gud_energy e = gud_energy_of(s, s->state.q, s->state.v);
    assert_near((e.kinetic + e.potential) / s->state.clock.energy_start, 1.0, 1e-5);
    assert_near(s->state.v[0], 0.1, 1e-3);                                      // no friction; cells have little effect
    assert_true(fabs(s->state.q[2] - (25e-3 - 0.5 * 9.81 * up * up)) < 0.6e-3); // the contact takes 3 ms
    sim_and_model_free(s, m);
}

// ---- to the bit

#define PENDULUM                                                                                                       \
    "gudgeon: 1\nspace: planar\ngravity: [0, -9.81]\n"                                                                 \
    "bodies: {arm: {mass: 1, inertia: 0.01, at: [0, 0], center: [0.2, 0], angle: 0.4}}\n"                              \
    "surfaces:\n  bore: {shape: cylinder, radius: 10.2 mm, length: 20 mm}\n"                                           \
    "  pin: {shape: barrel, radius: 10 mm, crown: 0.1 mm, length: 20 mm}\n"                                            \
    "joints: {pin: {type: revolute, between: [arm, ground], model: dry, surfaces: [bore, pin],\n"                      \
    "    friction: {law: smooth, coefficient: 0.1, speed: 10 mm/s}, %s}}\n"                                            \
    "simulate: {until: 0.2, step: 0.05 ms}\n"

static void check_disposable(const char *law)
{
    char text[2000];
    (void)snprintf(text, sizeof text, PENDULUM, law);
    gud_model *m = mechanism(text);
    gud_sim *kept = started(m), *moved = started(m);
    int n = 0;
    while (!gud_run_finished(kept)) {
        assert_int_equal(gud_run_piece(kept, NULL, NULL), GUD_OK);
        assert_int_equal(gud_run_piece(moved, NULL, NULL), GUD_OK);
        assert_true(gud_state_hash(&kept->state) == gud_state_hash(&moved->state));
        if (kept->state.clock.nstep % GUD_REFRESH != 0) continue;
        gud_sim *fresh = sim_of(m); // another simulation goes on from the state alone
        gud_state_copy(&fresh->state, &moved->state);
        gud_sim_free(moved);
        moved = fresh;
        n++;
    }
    assert_true(n > 1);
    gud_sim_free(kept);
    gud_sim_free(moved);
    gud_model_free(m);
}

static void test_disposable(void **state)
{
    (void)state;
    check_disposable("contact: {law: hunt_crossley, stiffness: 1e9, restitution: 0.5}");
    check_disposable("foundation: {stiffness: 1e11 Pa/m, damping: 0.5 s/m}, cells: [40, 3]");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pin),    cmocka_unit_test(test_ball),       cmocka_unit_test(test_cap),
        cmocka_unit_test(test_bounce), cmocka_unit_test(test_disposable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
