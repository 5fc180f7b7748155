// Every allocation of a simulated case fails once: the case is not met, says why, and leaks nothing (the sanitizer
// looks). Linked with --wrap=gud_alloc,--wrap=gud_resize.
#include "check.h"

#include "verify/verify.h"

#include <string.h>

void *__real_gud_alloc(size_t count, size_t size);
void *__real_gud_resize(void *memory, size_t count, size_t size);
void *__wrap_gud_alloc(size_t count, size_t size);
void *__wrap_gud_resize(void *memory, size_t count, size_t size);

static long calls_left = -1; // until the call that fails; negative: none fails

static int fails_now(void)
{
    return calls_left >= 0 && calls_left-- == 0;
}

void *__wrap_gud_alloc(size_t count, size_t size)
{
    return fails_now() ? NULL : __real_gud_alloc(count, size);
}

void *__wrap_gud_resize(void *memory, size_t count, size_t size)
{
    return fails_now() ? NULL : __real_gud_resize(memory, count, size);
}

static void a_simulated_case_without_memory(void **state)
{
    (void)state;
    const gud_verify_case *c = &gud_verify_crank.cases[0];
    gud_verify_result result = {.pass = false};
    int k = 0;
    for (bool failed = true; failed; k++) {
        calls_left = k;
        gud_verify_run(c, &result);
        failed = calls_left < 0;
        calls_left = -1;
        assert_true(result.pass == !failed);
        assert_true(failed == (result.error.text[0] != '\0'));
    }
    assert_true(k > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_simulated_case_without_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
