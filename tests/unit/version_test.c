#include "check.h"

#include <gudgeon/gudgeon.h>

#include <ctype.h>

// skips digits, of which there must be some
static const char *number(const char *text)
{
    assert_true(isdigit((unsigned char)*text));
    while (isdigit((unsigned char)*text)) text++;
    return text;
}

static void version_is_three_numbers(void **state)
{
    (void)state;
    const char *text = number(gud_version());
    assert_int_equal(*text, '.');
    text = number(text + 1);
    assert_int_equal(*text, '.');
    text = number(text + 1);
    assert_int_equal(*text, '\0');
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(version_is_three_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
