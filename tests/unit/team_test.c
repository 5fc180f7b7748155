// A team does every item once, whatever its size, and returns when all are done.

#include "check.h"

#include "base/team.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

enum { most = 300 };

typedef struct {
    int done[most];
    double sum[most];
} record;

static void work(void *user, int i)
{
    record *r = user;
    r->done[i]++;
    for (int k = 0; k < 50 * (i % 7); k++) r->sum[i] += 1.0 / (i + k + 1.0);
}

static void check_rounds(gud_team *team, const record *expected)
{
    for (int round = 0; round < 400; round++) {
        record r = {{0}, {0}};
        const int n = round % 3 == 0 ? most : round % 17;
        (round % 2 == 0 ? gud_team_share : gud_team_share_short)(team, n, work, &r);
        for (int i = 0; i < most; i++) {
            assert_int_equal(r.done[i], i < n);
            if (i < n) assert_true(r.sum[i] == expected->sum[i]);
        }
    }
}

static void test_every_item_once(void **state)
{
    (void)state;
    record expected = {{0}, {0}};
    for (int i = 0; i < most; i++) work(&expected, i);
    check_rounds(NULL, &expected);
    for (int n = 2; n < 6; n++) {
        gud_team *team = gud_team_create(n);
        assert_non_null(team);
        check_rounds(team, &expected);
        gud_team_free(team);
    }
}

static void work_range(void *user, int first, int end)
{
    for (int i = first; i < end; i++) work(user, i);
}

static void test_ranges_make_up_the_whole(void **state)
{
    (void)state;
    record expected = {{0}, {0}};
    for (int i = 0; i < most; i++) work(&expected, i);
    for (int n = 1; n < 4; n++) {
        gud_team *team = gud_team_create(n);
        assert_int_equal(gud_team_size(team), n);
        for (int count = 0; count <= most; count += 37)
            for (int size = 1; size < 50; size += 7) {
                record r = {{0}, {0}};
                gud_team_parts(team, count, size, work_range, &r);
                for (int i = 0; i < most; i++) assert_int_equal(r.done[i], i < count);
            }
        gud_team_free(team);
    }
}

typedef struct {
    pthread_t caller;
    int others; // items that another thread took
} delay;

// a thread that is late: the caller does not wait for it
static void be_late(void *user, int i)
{
    delay *d = user;
    (void)i;
    if (pthread_equal(pthread_self(), d->caller)) return;
    d->others++;
    const struct timespec nap = {0, 20000000};
    (void)nanosleep(&nap, NULL);
}

static void test_the_caller_takes_over_from_late_threads(void **state)
{
    (void)state;
    gud_team *team = gud_team_create(2);
    assert_non_null(team);
    for (int round = 0; round < 5; round++) {
        delay d = {pthread_self(), 0};
        gud_team_share_short(team, 200, be_late, &d);
        assert_in_range(d.others, 0, 1);
    }
    gud_team_free(team);
}

static void count_item(void *user, int i)
{
    unsigned char *done = user;
    done[i]++;
}

// more items than a range can number are taken in groups
static void test_very_many_items(void **state)
{
    (void)state;
    enum { many = 200001 };
    unsigned char *done = calloc(many, 1);
    gud_team *team = gud_team_create(3);
    assert_non_null(done);
    assert_non_null(team);
    gud_team_share(team, many, count_item, done);
    for (int i = 0; i < many; i++) assert_int_equal(done[i], 1);
    gud_team_free(team);
    free(done);
}

enum { own_items = 4 };

typedef struct {
    atomic_int begun;
    pthread_t thread[own_items];
} meeting;

// waits until as many items as there are threads have begun, so that every thread has to take one
static void meet(void *user, int i)
{
    meeting *m = user;
    m->thread[i] = pthread_self();
    atomic_fetch_add(&m->begun, 1);
    while (atomic_load(&m->begun) < own_items) {
    }
}

static void test_threads_begin_with_their_own_items(void **state)
{
    (void)state;
    meeting first, again;
    gud_team *team = gud_team_create(own_items);
    assert_non_null(team);
    atomic_init(&first.begun, 0);
    gud_team_share(team, own_items, meet, &first);
    assert_true(pthread_equal(first.thread[0], pthread_self()));
    for (int round = 0; round < 20; round++) {
        atomic_init(&again.begun, 0);
        gud_team_share(team, own_items, meet, &again);
        for (int i = 0; i < own_items; i++) assert_true(pthread_equal(again.thread[i], first.thread[i]));
    }
    gud_team_free(team);
}

static void test_one_is_no_team(void **state)
{
    (void)state;
    assert_null(gud_team_create(1));
    assert_null(gud_team_create(0));
    gud_team_free(NULL);
    gud_team *unused = gud_team_create(3);
    assert_non_null(unused);
    gud_team_free(unused);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_item_once),
        cmocka_unit_test(test_ranges_make_up_the_whole),
        cmocka_unit_test(test_the_caller_takes_over_from_late_threads),
        cmocka_unit_test(test_very_many_items),
        cmocka_unit_test(test_threads_begin_with_their_own_items),
        cmocka_unit_test(test_one_is_no_team),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
