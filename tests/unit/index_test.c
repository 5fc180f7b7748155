// Names are found by what they spell, whatever their number and wherever their text stands.

#include "check.h"

#include "base/index.h"

#include <stdio.h>
#include <string.h>

enum { most = 3000 };

static void test_finds_every_name(void **state)
{
    (void)state;
    static char names[most][16];
    gud_index *index = gud_index_create(most);
    assert_non_null(index);
    for (int i = 0; i < most; i++) {
        (void)snprintf(names[i], sizeof names[i], "joint-%d", i);
        assert_int_equal(gud_index_add(index, names[i], strlen(names[i]), i), i);
    }
    for (int i = 0; i < most; i++) {
        char copy[16];
        memcpy(copy, names[i], sizeof copy);
        assert_int_equal(gud_index_find(index, copy, strlen(copy)), i);
    }
    assert_int_equal(gud_index_find(index, "joint-3000", 10), -1);
    assert_int_equal(gud_index_find(index, "joint-", 6), -1);
    gud_index_free(index);
}

// a name is a stretch of a text: "joints" of "joints/big-end"; what came first stays
static void test_names_are_stretches(void **state)
{
    (void)state;
    gud_index *index = gud_index_create(3);
    assert_non_null(index);
    assert_int_equal(gud_index_add(index, "joints/big-end", 6, 1), 1);
    assert_int_equal(gud_index_add(index, "joints/small-end", 6, 2), 1);
    assert_int_equal(gud_index_add(index, "joints/small-end", 16, 3), 3);
    assert_int_equal(gud_index_add(index, "", 0, 4), 4);
    assert_int_equal(gud_index_find(index, "joints", 6), 1);
    assert_int_equal(gud_index_find(index, "joints/small-end/film", 16), 3);
    assert_int_equal(gud_index_find(index, "joints/big-end", 14), -1);
    assert_int_equal(gud_index_find(index, "x", 0), 4);
    gud_index_free(index);
    gud_index_free(NULL);
}

static void test_may_be_empty(void **state)
{
    (void)state;
    gud_index *index = gud_index_create(0);
    assert_non_null(index);
    assert_int_equal(gud_index_find(index, "", 0), -1);
    assert_int_equal(gud_index_find(index, "a", 1), -1);
    gud_index_free(index);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_finds_every_name),
        cmocka_unit_test(test_names_are_stretches),
        cmocka_unit_test(test_may_be_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
