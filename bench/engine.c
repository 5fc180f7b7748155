// The four-cylinder engine with nine tilting bearings in mixed lubrication: one cycle on one thread and on two, and a
// part of it on a grid with three times as many cells. Seconds on the clock, the best of three in turns; how far a line
// of memory is from core to core, which decides about threads on some machines.

#include "model.h"
#include "wall.h"

#include <pthread.h>
#include <stdatomic.h>

static double run_on(const gud_model *m, int nthread)
{
    gud_sim *s = NULL;
    if (gud_sim_create(m, &s) != GUD_OK) fail("out of memory");
    gud_sim_share(s, nthread);
    if (gud_start(s) != GUD_OK) fail(s->error.text);
    const double begin = wall();
    if (gud_run(s, NULL, NULL) != GUD_OK) fail(s->error.text);
    const double time = wall() - begin;
    gud_sim_free(s);
    return time;
}

static void measure(const char *name, const char *const *set, int nset)
{
    double best[2] = {1e300, 1e300};
    gud_diag diag;
    gud_model *m = NULL;
    gud_diag_init(&diag);
    if (gud_model_from_file("examples/inline-four/inline-four.yaml", set, nset, &diag, &m) != GUD_OK) fail(name);
    gud_diag_free(&diag);
    for (int n = 0; n < 3; n++)
        for (int k = 0; k < 2; k++) best[k] = fmin(best[k], run_on(m, k + 1));
    (void)printf("%s\tone thread\t%.2f\ts\n", name, best[0]);
    (void)printf("%s\ttwo threads\t%.2f\ts, %.2f times faster\n", name, best[1], best[0] / best[1]);
    gud_model_free(m);
}

enum { passes = 100000 };

typedef struct {
    _Alignas(128) atomic_int there;
    _Alignas(128) atomic_int back;
} ball;

static void *pass_back(void *user)
{
    ball *b = user;
    for (int i = 1; i <= passes; i++) {
        while (atomic_load(&b->there) != i) {
        }
        atomic_store(&b->back, i);
    }
    return NULL;
}

// a line of memory from one core to another and back
static void measure_distance(void)
{
    ball b;
    pthread_t other;
    atomic_init(&b.there, 0), atomic_init(&b.back, 0);
    if (gud_thread_count(GUD_THREADS_ALL) < 2 || pthread_create(&other, NULL, pass_back, &b) != 0) return;
    const double begin = wall();
    for (int i = 1; i <= passes; i++) {
        atomic_store(&b.there, i);
        while (atomic_load(&b.back) != i) {
        }
    }
    const double time = wall() - begin;
    (void)pthread_join(other, NULL);
    (void)printf("a line of memory\tto another core and back\t%.0f\tns\n", 1e9 * time / passes);
}

int main(void)
{
    gud_blas_keep();
    const char *const cycle[] = {"simulate.until=720 deg of crank"};
    const char *const fine[] = {"simulate.until=60 deg of crank", "defaults.joints.revolute.film.grid=[90, 12]",
                                "groups.cylinder.joints.big-end.film.grid=[110, 12]"};
    measure_distance();
    measure("nine bearings, four cells across, 720 deg", cycle, 1);
    measure("nine bearings, twelve cells across, 60 deg", fine, 3);
    measure_distance();
    return 0;
}
