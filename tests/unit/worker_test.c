// A worker does every task once, in order, and what it has done can be read when it was waited for.

#include "check.h"

#include "base/worker.h"

enum { most = 500 };

typedef struct {
    gud_task task; // the first member
    int number, *next, *order;
} note;

static void write_down(gud_task *task)
{
    note *n = (note *)task;
    n->order[(*n->next)++] = n->number;
}

static void check_order(gud_worker *worker)
{
    static note notes[most];
    static int order[most];
    int next = 0;
    for (int i = 0; i < most; i++) {
        order[i] = -1;
        notes[i] = (note){.task.run = write_down, .number = i, .next = &next, .order = order};
        gud_worker_give(worker, &notes[i].task);
        gud_worker_wait(worker, i % 3 == 0 ? 7 : most);
    }
    gud_worker_wait(worker, 0);
    assert_int_equal(next, most);
    for (int i = 0; i < most; i++) assert_int_equal(order[i], i);
}

static void test_tasks_in_order(void **state)
{
    (void)state;
    gud_worker *worker = gud_worker_create();
    check_order(worker);
    check_order(worker);
    gud_worker_free(worker);
}

static void test_without_a_thread(void **state)
{
    (void)state;
    check_order(NULL);
    gud_worker_free(NULL);
}

// what was given before is done first
static void test_end(void **state)
{
    (void)state;
    gud_worker *worker = gud_worker_create();
    note notes[20];
    int order[20], next = 0;
    for (int i = 0; i < 20; i++) {
        notes[i] = (note){.task.run = write_down, .number = i, .next = &next, .order = order};
        gud_worker_give(worker, &notes[i].task);
    }
    gud_worker_free(worker);
    if (worker) assert_int_equal(next, 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tasks_in_order),
        cmocka_unit_test(test_without_a_thread),
        cmocka_unit_test(test_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
