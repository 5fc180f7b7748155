// Many threads load models, simulate, save and read results at the same time, and all get the bits of one alone. Built
// with ThreadSanitizer (preset tsan) it also says that they do not meet where they should not.

#include "lib_case.h"

#include "out/result.h"
#include "step/simulate.h"

#include <pthread.h>

enum { nthread = 4 };

typedef struct job {
    const gud_model *shared; // NULL: a model of its own
    char folder[64];         // of results; "": none
    uint64_t hash;
    char why[200];
} job;

static void complain(job *j, const char *text)
{
    (void)snprintf(j->why, sizeof j->why, "%s", text[0] ? text : "failed");
}

static bool simulate(job *j, const gud_model *m)
{
    gud_sim *s = NULL, *copy = NULL;
    bool good = gud_sim_create(m, &s) == GUD_OK && gud_sim_start(s) == GUD_OK && gud_sim_advance(s, 0.3) == GUD_OK &&
                gud_sim_copy(s, &copy) == GUD_OK && gud_sim_advance(copy, 0.8) == GUD_OK &&
                gud_sim_equilibrium(s) == GUD_OK;
    if (!good) complain(j, gud_sim_error(s));
    j->hash = gud_sim_hash(copy);
    gud_sim_free(s);
    gud_sim_free(copy);
    return good;
}

// HDF5 is shared by all threads
static void write_and_read(job *j, const gud_model *m)
{
    gud_error error = {""};
    gud_simulate_report report;
    gud_result *result = NULL;
    double last;
    const gud_simulate_options options = {.folder = j->folder};
    bool good = gud_simulate(m, &options, &error, &report) == GUD_OK &&
                gud_result_open(j->folder, &error, &result) == GUD_OK &&
                gud_result_read(result, 0, gud_result_count(result, 0) - 1, 1, &last, &error) == GUD_OK;
    if (!good)
        complain(j, error.text);
    else if (last != 3.0)
        complain(j, "the result does not end at 3 s");
    gud_result_close(result);
}

static void *run_job(void *user)
{
    job *j = user;
    gud_model *own = NULL;
    if (!j->shared && gud_model_read("test.yaml", LIB_PENDULUM, NULL, 0, &own, NULL) != GUD_OK) {
        complain(j, "the model does not load");
        return NULL;
    }
    const gud_model *m = j->shared ? j->shared : own;
    if (simulate(j, m) && j->folder[0]) write_and_read(j, m);
    gud_model_free(own);
    return NULL;
}

static void run_jobs(const gud_model *shared, const char *folder)
{
    pthread_t thread[nthread];
    job jobs[nthread] = {0}, alone = {.shared = shared};
    (void)run_job(&alone);
    for (int k = 0; k < nthread; k++) {
        jobs[k].shared = shared;
        if (folder) (void)snprintf(jobs[k].folder, sizeof jobs[k].folder, "%s/%d", folder, k);
        assert_int_equal(pthread_create(&thread[k], NULL, run_job, &jobs[k]), 0);
    }
    for (int k = 0; k < nthread; k++) assert_int_equal(pthread_join(thread[k], NULL), 0);
    assert_string_equal(alone.why, "");
    for (int k = 0; k < nthread; k++) {
        assert_string_equal(jobs[k].why, "");
        assert_true(jobs[k].hash == alone.hash && alone.hash != 0);
    }
}

static void test_shared_model(void **state)
{
    (void)state;
    gud_model *m = lib_model(LIB_PENDULUM);
    run_jobs(m, NULL);
    gud_model_free(m);
}

static void test_own_models(void **state)
{
    (void)state;
    run_jobs(NULL, NULL);
}

static void test_results(void **state)
{
    (void)state;
    char folder[] = "/tmp/gudgeon-threads-XXXXXX";
    assert_non_null(mkdtemp(folder));
    run_jobs(NULL, folder);
    for (int k = 0; k < nthread; k++) {
        char inside[80];
        (void)snprintf(inside, sizeof inside, "%s/%d", folder, k);
        lib_folder_remove(inside);
    }
    assert_int_equal(rmdir(folder), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shared_model),
        cmocka_unit_test(test_own_models),
        cmocka_unit_test(test_results),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
