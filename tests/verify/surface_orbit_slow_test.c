// Joints made of two NURBS surfaces move as the closed forms of the same parts: a pin in its bore over one turn of the
// slider-crank at 5000 rpm with 0.5 mm of play, a ball in its socket between two falling arms, both through many
// impacts, within 1e-8 m (as rounding grows by impacts, the agreement is some 1e-12 m). A foundation bears what the
// volume of the overlap says, and gives back what it took. A run repeats to the bit when work is lost.
// docs/theory/clearance.md, sections 9 and 10.

#include "mechanism.h"

#include "base/alloc.h"
#include "num/pi.h"

#include <stdlib.h>

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
    "    contact: {law: lankarani_nikravesh, modulus: 113.7 GPa, restitution: 0.9}}\n"                                 \
    "drive: {crank.angle: {rate: 5000 rpm}}\nsimulate: {until: 360 deg of crank, step: 2 us}\n"

#define BALL(surfaces, joint)                                                                                          \
    "gudgeon: 1\nspace: spatial\ngravity: [0, 0, -9.81]\n"                                                             \
    "bodies:\n  first: {mass: 0.234, inertia: [3.9e-6, 1.757e-3, 1.757e-3], at: [150 mm, 0, 0]}\n"                     \
    "  second: {mass: 0.234, inertia: [3.9e-6, 1.757e-3, 1.757e-3], at: [450 mm, 0, 0], spin: [1, 2, 0.5]}\n"          \
    "frames:\n  first.root: {body: first, at: [-150 mm, 0, 0]}\n  first.tip: {body: first, at: [150 mm, 0, 0]}\n"      \
    "  second.root: {body: second, at: [-150 mm, 0, 0]}\n" surfaces                                                    \
    "joints:\n  shoulder: {type: spherical, between: [ground, first.root]}\n"                                          \
    "  elbow: {type: spherical, between: [first.tip, second.root], model: dry, radius: 20 mm, clearance: 2 mm, " joint \
    "    friction: {law: smooth, coefficient: 0.1, speed: 10 mm/s},\n"                                                 \
    "    contact: {law: lankarani_nikravesh, modulus: 1 GPa, restitution: 0.9}}\n"                                     \
    "simulate: {until: 0.15, step: 30 us}\n"

#define CYLINDERS                                                                                                      \
    "surfaces:\n  bore: {shape: cylinder, radius: 10 mm, length: 20 mm}\n"                                             \
    "  pin: {shape: cylinder, radius: 9.5 mm, length: 20 mm}\n"
#define SPHERES                                                                                                        \
    "surfaces:\n  socket: {shape: sphere, radius: 20 mm, rotation: [90 deg, 0, 0]}\n"                                  \
    "  ball: {shape: sphere, radius: 18 mm, rotation: [0.3, 0.2, 0.1]}\n"

enum { most_steps = 20000, most_places = 9 };

// places and velocities of all centres of mass at the ends of all steps
typedef struct {
    int n, nplace;
    double *t, *x, *v; // [n], [n][most_places]
} path;

static gud_status keep(void *user, gud_sim *s)
{
    path *p = user;
    const gud_model *m = s->model;
    const int k = m->planar ? 2 : 3;
    if (p->n == most_steps) return GUD_ERR_INTERRUPT;
    p->t[p->n] = s->next.clock.t;
    p->nplace = k * (m->nbody - 1);
    for (int i = 1; i < m->nbody; i++)
        for (int j = 0; j < k; j++) {
            const size_t at = (size_t)p->n * most_places + (size_t)(k * (i - 1) + j);
            p->x[at] = s->next.q[m->body[i].q0 + j];
            p->v[at] = s->next.v[m->body[i].v0 + j];
        }
    p->n++;
    return GUD_OK;
}

static path follow(const char *text, int64_t *nevent)
{
    const size_t size = (size_t)most_steps * most_places;
    path p = {
        .t = gud_alloc(most_steps, sizeof *p.t), .x = gud_alloc(size, sizeof *p.x), .v = gud_alloc(size, sizeof *p.v)};
    gud_model *m = mechanism(text);
    gud_sim *s = started(m);
    if (gud_run(s, keep, &p) != GUD_OK) fail_msg("%s", s->error.text);
    *nevent = s->state.clock.nevent;
    sim_and_model_free(s, m);
    return p;
}

static void path_free(path *p)
{
    gud_free(p->t);
    gud_free(p->x);
    gud_free(p->v);
}

// Fixed steps are cut at touches, which are found to some 1e-11 s, and at rare grazes that one of two runs may see and
// the other not: ends of steps are compared that come at the same time.
static void same_path(const char *closed, const char *surfaces)
{
    int64_t nevent[2];
    path a = follow(closed, &nevent[0]), b = follow(surfaces, &nevent[1]);
    double most = 0.0;
    int same = 0;
    for (int i = 0, j = 0; i < a.n && j < b.n;) {
        const double late = b.t[j] - a.t[i];
        if (fabs(late) > 1e-9) {
            late > 0.0 ? i++ : j++;
            continue;
        }
        for (int k = 0; k < a.nplace; k++) {
            const size_t from = (size_t)i * most_places + (size_t)k, to = (size_t)j * most_places + (size_t)k;
            most = fmax(most, fabs(b.x[to] - a.x[from] - late * a.v[from]));
        }
        same++;
        i++;
        j++;
    }
    print_message("  %d of %d steps, %ld events, largest difference %.2g m\n", same, a.n, (long)nevent[0], most);
    assert_true(nevent[0] > 10); // contacts began and ended
    assert_true(same > 0.95 * a.n);
    assert_true(most < 1e-8);
    path_free(&a);
    path_free(&b);
}

static void test_cylinders_go_as_a_pin(void **state)
{
    (void)state;
    same_path(PIN("", "\n"), PIN(CYLINDERS, "surfaces: [bore, pin], cells: [24, 1],\n"));
}

static void test_spheres_go_as_a_ball(void **state)
{
    (void)state;
    same_path(BALL("", "\n"), BALL(SPHERES, "surfaces: [socket, ball], cells: [16, 7],\n"));
}

// ---- a ball on a plate: force of a foundation = stiffness x volume of the cap that overlaps

#define BOUNCE                                                                                                         \
    "gudgeon: 1\nspace: spatial\ngravity: [0, 0, -9.81]\n"                                                             \
    "bodies: {ball: {mass: 0.1, inertia: [1e-5, 1e-5, 1e-5], at: [0, 0, %s], velocity: [0.02, 0, 0]}}\n"               \
    "surfaces:\n  plate: {shape: plane, size: [16 mm, 16 mm]}\n"                                                       \
    "  round: {shape: sphere, radius: 20 mm, rotation: [90 deg, 0, 0]}\n"                                              \
    "joints: {rest: {type: free, between: [ground, ball], model: dry, begin: free, surfaces: [plate, round],\n"        \
    "    window: 15 mm, cells: [32, 32], side: front, foundation: {stiffness: 1e9 Pa/m}}}\n"                           \
    "simulate: {until: 0.12, tolerance: 1e-7, largest: 1 ms}\n"

static double force_of(const gud_pair *pair, gud_pose *pose, void *work, double depth, double x)
{
    static const gud_pose ground = {.R = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0}};
    double wrench[12] = {0};
    pose->p[0] = x;
    pose->p[2] = 0.02 - depth;
    const gud_pair_in in = {.pose = {&ground, pose}, .work = work};
    gud_pair_out out = {.wrench = wrench};
    pair->law->eval(pair->params, &in, &out);
    for (int i = 0; i < 2; i++) assert_near(wrench[6 + i], 0.0, 2e-3 * wrench[8]);
    return wrench[8];
}

static void test_force_is_that_of_the_cap(void **state)
{
    (void)state;
    char text[2000];
    (void)snprintf(text, sizeof text, BOUNCE, "21 mm");
    gud_model *m = mechanism(text);
    gud_pose pose = {.R = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0}};
    void *work = m->pair[0].law->work_create(m->pair[0].params);
    for (int i = 0; i < 4; i++) {
        const double depth = 1e-3 / (1 << i), cap = pi * depth * depth * (0.02 - depth / 3.0);
        // wherever the ball stands on the grid of 0.5 mm
        for (int k = 0; k < 4; k++)
            assert_near(force_of(&m->pair[0], &pose, work, depth, 0.1e-3 * k) / (1e9 * cap), 1.0, i < 2 ? 1e-2 : 5e-2);
    }
    m->pair[0].law->work_free(work);
    gud_model_free(m);
}

static void test_a_bounce_keeps_energy(void **state)
{
    (void)state;
    char text[2000];
    (void)snprintf(text, sizeof text, BOUNCE, "25 mm");
    gud_model *m = mechanism(text);
    gud_sim *s = started(m);
    run_to_end(s);
    // it fell 5 mm, bounced and rises again
    gud_kinematics(s, s->state.q, s->state.v);
    const gud_energy e = gud_energy_of(s, s->state.q, s->state.v);
    assert_near((e.kinetic + e.potential) / s->state.clock.energy_start, 1.0, 1e-5);
    assert_near(s->state.v[0], 0.02, 1e-3); // no friction; cells have little effect
    assert_true(s->state.v[2] > -0.3 && s->state.q[2] > 0.02);
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
    "simulate: {until: 0.06, step: 0.05 ms}\n"

static void check_law(const char *law)
{
    char text[2000];
    (void)snprintf(text, sizeof text, PENDULUM, law);
    gud_model *m = mechanism(text);
    check_disposable(m);
    gud_model_free(m);
}

static void test_work_is_disposable(void **state)
{
    (void)state;
    check_law("contact: {law: hunt_crossley, stiffness: 1e9, restitution: 0.5}");
    check_law("foundation: {stiffness: 1e11 Pa/m, damping: 0.5 s/m}, cells: [40, 1]");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cylinders_go_as_a_pin),    cmocka_unit_test(test_spheres_go_as_a_ball),
        cmocka_unit_test(test_force_is_that_of_the_cap), cmocka_unit_test(test_a_bounce_keeps_energy),
        cmocka_unit_test(test_work_is_disposable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
