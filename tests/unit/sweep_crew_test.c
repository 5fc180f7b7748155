// Workers: every job is done once, also if some crash or are killed, and if jobs come later.

#include "check.h"

#include "sweep/crew.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { njob = 40 };

typedef struct {
    int ends[njob], crashes[njob], nended, brought;
    char file[40];       // where a job leaves a mark of its first try
    bool cannot, killed; // the worker cannot begin; job 11 is killed once
    bool always;         // or every time
    bool asked;
} scene;

static gud_status open_worker(void *user, int worker, gud_error *error)
{
    const scene *s = user;
    (void)worker;
    return s->cannot ? gud_fail(error, GUD_ERR_IO, "no paper") : GUD_OK;
}

static gud_status work(void *user, int worker, int job, gud_crew_note *note, gud_error *error)
{
    const scene *s = user;
    (void)worker, (void)error;
    if (job == 7 && signal(SIGSEGV, SIG_DFL) != SIG_ERR) (void)raise(SIGSEGV); // the test library has a handler
    if (job == 11 && s->killed && (s->always || access(s->file, F_OK) != 0)) {
        FILE *file = fopen(s->file, "w");
        if (file) (void)fclose(file);
        (void)raise(SIGKILL);
    }
    note->end = 3 * job;
    (void)snprintf(note->why, sizeof note->why, "job %d", job);
    return GUD_OK;
}

static void ended(void *user, const gud_crew_note *note)
{
    scene *s = user;
    char why[20];
    (void)snprintf(why, sizeof why, "job %d", note->job);
    assert_string_equal(note->why, why);
    s->ends[note->job] += note->end;
    s->nended++;
}

static bool crashed(void *user, int worker, int job, int number)
{
    scene *s = user;
    assert_true(worker >= 0 && (number == SIGSEGV || number == SIGKILL || number == SIGTERM));
    return ++s->crashes[job] < 3 && number == SIGKILL;
}

static void scene_make(scene *s, bool killed)
{
    *s = (scene){.killed = killed};
    (void)snprintf(s->file, sizeof s->file, "/tmp/gudgeon-crew-XXXXXX");
    const int fd = mkstemp(s->file);
    assert_true(fd >= 0);
    (void)close(fd);
    (void)unlink(s->file);
}

static void assert_all_done(const scene *s, bool lost)
{
    assert_int_equal(s->nended, njob - 1 - lost);
    for (int i = 0; i < njob; i++) assert_int_equal(s->ends[i], i == 7 || (i == 11 && lost) ? 0 : 3 * i);
    assert_int_equal(s->crashes[7], 1); // a crash would come again
    assert_int_equal(s->crashes[11], lost ? 3 : s->killed);
}

static gud_crew crew_of(scene *s, const int *jobs, int nworker)
{
    return (gud_crew){.nworker = nworker,
                      .jobs = jobs,
                      .njob = njob,
                      .open = open_worker,
                      .work = work,
                      .ended = ended,
                      .crashed = crashed,
                      .user = s};
}

static void all_jobs_are_done(void **state)
{
    int jobs[njob];
    (void)state;
    for (int i = 0; i < njob; i++) jobs[i] = i;
    for (int n = 0; n < 5; n++) {
        scene s;
        gud_error error;
        scene_make(&s, n % 2 == 1);
        s.always = n == 3;
        const gud_crew crew = crew_of(&s, jobs, n);
        assert_int_equal(gud_crew_run(&crew, &error), GUD_OK);
        assert_all_done(&s, s.always);
        (void)unlink(s.file);
    }
}

// in threes, and sometimes none
static int bring(void *user, int *jobs, int room)
{
    scene *s = user;
    int n = 0;
    if (s->brought == njob) return -1;
    s->asked = !s->asked;
    if (s->asked) return 0;
    while (n < 3 && n < room && s->brought < njob) jobs[n++] = s->brought++;
    return n;
}

static void jobs_may_come_later(void **state)
{
    scene s;
    gud_error error;
    (void)state;
    scene_make(&s, false);
    gud_crew crew = crew_of(&s, NULL, 2);
    crew.njob = 0;
    crew.room = njob;
    crew.more = bring;
    assert_int_equal(gud_crew_run(&crew, &error), GUD_OK);
    assert_all_done(&s, false);
    (void)unlink(s.file);
}

static bool stop_after_five(void *user)
{
    return ((const scene *)user)->nended >= 5;
}

static gud_status work_slowly(void *user, int worker, int job, gud_crew_note *note, gud_error *error)
{
    (void)nanosleep(&(const struct timespec){0, 20000000}, NULL);
    return work(user, worker, job, note, error);
}

static void no_job_after_a_stop(void **state)
{
    int jobs[njob];
    scene s;
    gud_error error;
    (void)state;
    for (int i = 0; i < njob; i++) jobs[i] = i;
    scene_make(&s, false);
    gud_crew crew = crew_of(&s, jobs, 2);
    crew.stop = stop_after_five;
    crew.work = work_slowly;
    assert_int_equal(gud_crew_run(&crew, &error), GUD_ERR_INTERRUPT);
    assert_in_range(s.nended, 5, 20);
}

static void a_worker_that_cannot_begin_ends_all(void **state)
{
    const int jobs[] = {1, 2, 3};
    scene s;
    gud_error error = {""};
    (void)state;
    scene_make(&s, false);
    s.cannot = true;
    gud_crew crew = crew_of(&s, jobs, 2);
    crew.njob = 3;
    assert_int_equal(gud_crew_run(&crew, &error), GUD_ERR_IO);
    assert_string_equal(error.text, "no paper");
    assert_int_equal(s.nended, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_jobs_are_done),
        cmocka_unit_test(jobs_may_come_later),
        cmocka_unit_test(no_job_after_a_stop),
        cmocka_unit_test(a_worker_that_cannot_begin_ends_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
