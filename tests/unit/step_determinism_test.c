// A run repeats to the bit: beside other runs on the same model, on any number of threads, and when all that work keeps
// between steps is lost at a step where it is made anew anyway.

#include "mechanism.h"

#include <pthread.h>

#define MODEL                                                                                                          \
    "gudgeon: 1\nspace: spatial\ngravity: [0, 0, -9.81]\n"                                                             \
    "bodies:\n  a: {mass: 1.2, inertia: [0.05, 0.06, 0.03], center: [0.4, 0, 0.1], spin: [1, 0, 2]}\n"                 \
    "  b: {mass: 0.8, inertia: [0.03, 0.02, 0.04], at: [0.8, 0, 0], center: [0.3, 0, 0], rotation: [0.2, 0.1, 0]}\n"   \
    "frames:\n  a.end: {body: a, at: [0.8, 0, 0]}\n  b.end: {body: b, at: [0.6, 0, 0]}\n"                              \
    "  post: {body: ground, at: [0.5, 0.7, 0.3]}\n"                                                                    \
    "joints:\n  hinge: {type: universal, between: [ground, a]}\n"                                                      \
    "  elbow: {type: revolute, between: [a.end, b], axis: y}\n"                                                        \
    "forces:\n  rope: {type: spring, between: [post, b.end], stiffness: 300, damping: 2, free: 1, acts: tension}\n"    \
    "simulate: {until: 3, integrator: %s, tolerance: %g}\n"

// with as many steps as work is kept for
static gud_model *model_of(const gud_row *integrator)
{
    char text[1500];
    (void)snprintf(text, sizeof text, MODEL, integrator->name, gud_integrator_of(integrator)->order > 2 ? 1e-11 : 1e-6);
    return mechanism(text);
}

static uint64_t hash_of_shared_run(const gud_model *m, int nthread)
{
    gud_sim *s;
    if (gud_sim_create(m, &s) != GUD_OK) return 0;
    gud_sim_share(s, nthread);
    gud_status st = gud_start(s);
    if (st == GUD_OK) st = gud_run(s, NULL, NULL);
    const uint64_t hash = st == GUD_OK ? gud_state_hash(&s->state) : 0;
    gud_sim_free(s);
    return hash;
}

static uint64_t hash_of_run(const gud_model *m)
{
    return hash_of_shared_run(m, 1);
}

enum { nthread = 4 };

typedef struct {
    const gud_model *m;
    uint64_t hash;
} job;

static void *run_job(void *user)
{
    job *j = user;
    j->hash = hash_of_run(j->m);
    return NULL;
}

static void test_threads_give_the_same_bits(void **state)
{
    (void)state;
    for (int i = 0; gud_integrator_rows[i]; i++) {
        gud_model *m = model_of(gud_integrator_rows[i]);
        const uint64_t alone = hash_of_run(m);
        pthread_t thread[nthread];
        job jobs[nthread];
        assert_true(alone != 0);
        for (int k = 0; k < nthread; k++) {
            jobs[k] = (job){m, 0};
            assert_int_equal(pthread_create(&thread[k], NULL, run_job, &jobs[k]), 0);
        }
        for (int k = 0; k < nthread; k++) {
            assert_int_equal(pthread_join(thread[k], NULL), 0);
            assert_true(jobs[k].hash == alone);
        }
        gud_model_free(m);
    }
}

// a shaft in three bearings of different size, with an arm that an ideal joint holds
#define SHAFT                                                                                                          \
    "gudgeon: 1\nspace: planar\ngravity: [0, -9.81]\nbodies:\n"                                                        \
    "  shaft: {mass: 20, inertia: 0.01, spin: 100}\n"                                                                  \
    "  arm: {mass: 0.5, inertia: 1e-4, center: [20 mm, 0], spin: 50}\n"                                                \
    "defaults: {joints: {revolute: {model: mixed, width: 20 mm, clearance: 30 um, friction: {coefficient: 0.1},\n"     \
    "    film: {viscosity: 10 mPa.s, grid: [32, 4]}, rough: {model: GW, sigma: 0.3 um, radius: 20 um, density: 1e10, " \
    "modulus: 115 GPa}}}}\n"                                                                                           \
    "joints:\n  a: {type: revolute, between: [ground, shaft], radius: 15 mm}\n"                                        \
    "  b: {type: revolute, between: [ground, shaft], radius: 20 mm}\n"                                                 \
    "  c: {type: revolute, between: [ground, shaft], radius: 25 mm, model: reynolds}\n"                                \
    "  d: {type: revolute, between: [shaft, arm], model: ideal}\n"                                                     \
    "simulate: {until: 5 ms}\n"

// films of one run are solved side by side
static void test_threads_inside_a_run_give_the_same_bits(void **state)
{
    (void)state;
    gud_model *m = mechanism(SHAFT);
    const uint64_t alone = hash_of_run(m);
    assert_true(alone != 0);
    for (int n = 2; n < 5; n++) assert_true(hash_of_shared_run(m, n) == alone);
    assert_true(hash_of_shared_run(m, GUD_THREADS_ALL) == alone);
    gud_model_free(m);
}

// one film is large enough for a team of its own, and solved by the rows; the other is not
#define LARGE                                                                                                          \
    "gudgeon: 1\nspace: planar\ngravity: [0, -9.81]\nbodies:\n"                                                        \
    "  shaft: {mass: 20, inertia: 0.01, spin: 100}\n"                                                                  \
    "  arm: {mass: 0.5, inertia: 1e-4, center: [20 mm, 0], spin: 50}\n"                                                \
    "defaults: {joints: {revolute: {model: reynolds, width: 20 mm, clearance: 30 um}}}\n"                              \
    "joints:\n"                                                                                                        \
    "  large: {type: revolute, between: [ground, shaft], radius: 20 mm, film: {viscosity: 10 mPa.s, grid: [800, "      \
    "44]}}\n"                                                                                                          \
    "  small: {type: revolute, between: [ground, shaft], radius: 22 mm, film: {viscosity: 9 mPa.s, grid: [32, 4]}}\n"  \
    "simulate: {until: 20 us}\n"

static void test_threads_inside_a_film_give_the_same_bits(void **state)
{
    (void)state;
    gud_model *m = mechanism(LARGE);
    gud_sim *s;
    assert_int_equal(gud_sim_create(m, &s), GUD_OK);
    gud_sim_share(s, 2);
    assert_true(s->work.answer[0].shared && !s->work.answer[1].shared);
    gud_sim_free(s);
    const uint64_t alone = hash_of_run(m);
    assert_true(alone != 0);
    for (int n = 2; n < 4; n++) assert_true(hash_of_shared_run(m, n) == alone);
    gud_model_free(m);
}

// everything that work holds in numbers, but not what it was told once (the ground's poses)
static void spoil_work(gud_sim *s)
{
    const gud_model *m = s->model;
    gud_work *w = &s->work;
    double *const vectors[] = {w->x, w->x_t, w->v, w->a, w->w, w->x_hat, w->v_hat, w->dx, w->r, w->size};
    for (int i = 0; i < GUD_COUNT(vectors); i++)
        for (int k = 0; k < m->nv; k++) vectors[i][k] = (double)NAN;
    for (int i = 0; i < m->nrow; i++) w->phi[i] = w->lam[i] = (double)NAN;
    for (int i = 0; i < m->njac; i++) w->jac[i] = (double)NAN;
    for (int i = 0; i < m->nq; i++) w->q[i] = (double)NAN;
    for (int i = 0; i < m->nv + m->nrow; i++) w->rhs[i] = w->rhs_position[i] = (double)NAN;
    w->rate = w->reach = w->potential = w->dissipation = w->load_power = (double)NAN;
    gud_work_forget(s);
}

static void test_work_is_disposable(void **state)
{
    (void)state;
    for (int i = 0; gud_integrator_rows[i]; i++) {
        gud_model *m = model_of(gud_integrator_rows[i]);
        gud_sim *kept = started(m), *spoilt = started(m), *moved = started(m);
        int nspoilt = 0;
        while (!gud_run_finished(kept)) {
            assert_int_equal(gud_run_piece(kept, NULL, NULL), GUD_OK);
            assert_int_equal(gud_run_piece(spoilt, NULL, NULL), GUD_OK);
            assert_int_equal(gud_run_piece(moved, NULL, NULL), GUD_OK);
            assert_true(gud_state_hash(&kept->state) == gud_state_hash(&spoilt->state));
            assert_true(gud_state_hash(&kept->state) == gud_state_hash(&moved->state));
            if (kept->state.clock.nstep % gud_run_refresh(kept->model) != 0) continue;
            spoil_work(spoilt);
            gud_sim *fresh = sim_of(m); // another simulation goes on from the state alone
            gud_state_copy(&fresh->state, &moved->state);
            gud_sim_free(moved);
            moved = fresh;
            nspoilt++;
        }
        if (nspoilt == 0) fail_msg("%s: only %ld steps", gud_integrator_rows[i]->name, (long)kept->state.clock.nstep);
        gud_sim_free(kept);
        gud_sim_free(spoilt);
        gud_sim_free(moved);
        gud_model_free(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_threads_give_the_same_bits),
        cmocka_unit_test(test_threads_inside_a_run_give_the_same_bits),
        cmocka_unit_test(test_threads_inside_a_film_give_the_same_bits),
        cmocka_unit_test(test_work_is_disposable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
