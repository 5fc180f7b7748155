// A model file follows a new export and keeps what the user wrote.
#include "check.h"

#include "assembly/write.h"

#include <stdio.h>
#include <string.h>

static const char before[] = "gudgeon: 1\n"
                             "parameters:\n"
                             "  model: mixed   # fidelity\n"
                             "\n"
                             "bodies:\n"
                             "  rod:\n"
                             "    mass: 1 kg   # rod: 127 cm3\n"
                             "    at: [0, 0, 0]\n"
                             "  pin:\n"
                             "    mass: 0.1 kg\n"
                             "\n"
                             "joints:\n"
                             "  rod-pin:\n"
                             "    radius: 10 mm   # rod face 3\n"
                             "    clearance: 15 um   # pin face 1\n";

static const char now[] = "gudgeon: 1\n"
                          "parameters:\n"
                          "  model: mixed   # fidelity\n"
                          "\n"
                          "bodies:\n"
                          "  rod:\n"
                          "    mass: 1.25 kg   # rod: 159 cm3\n"
                          "    at: [1 mm, 0, 0]\n"
                          "  bush:\n"
                          "    mass: 0.2 kg\n"
                          "\n"
                          "joints:\n"
                          "  rod-pin:\n"
                          "    radius: 11 mm   # rod face 3\n"
                          "    clearance: 20 um   # pin face 1\n"
                          "    width: 20 mm\n";

static void check(const char *user, const char *expected, const char *const *reports)
{
    gud_buffer merged, report;
    gud_buffer_init(&merged);
    gud_buffer_init(&report);
    assert_int_equal(gud_cad_update(before, user, now, &merged, &report), GUD_OK);
    assert_string_equal(gud_buffer_text(&merged), expected);
    for (; *reports; reports++)
        if (!strstr(gud_buffer_text(&report), *reports)) fail_msg("no '%s' in\n%s", *reports, gud_buffer_text(&report));
    gud_buffer_free(&merged);
    gud_buffer_free(&report);
}

static void test_untouched_file_follows(void **state)
{
    (void)state;
    static const char *const reports[] = {"bodies/rod/mass: 1 kg -> 1.25 kg",
                                          "bodies/pin: no longer in the CAD file, removed", "bodies/bush: new",
                                          "joints/rod-pin/width: new", NULL};
    check(before, now, reports);
}

static void test_changes_of_the_user_stay(void **state)
{
    (void)state;
    static const char user[] = "gudgeon: 1\n"
                               "# my engine\n"
                               "parameters:\n"
                               "  model: ideal   # for now\n"
                               "  load: 3 kN\n"
                               "\n"
                               "bodies:\n"
                               "  rod:\n"
                               "    mass: 1 kg   # weighed: 1.02\n"
                               "    at: [0, 0, 0]\n"
                               "  pin:\n"
                               "    mass: 0.11 kg\n"
                               "\n"
                               "joints:\n"
                               "  rod-pin:\n"
                               "    radius: 10 mm   # rod face 3\n"
                               "    clearance: 18 um   # measured\n"
                               "    lining: {thickness: 1 mm}\n"
                               "\n"
                               "forces:\n"
                               "  gas: {type: load}\n";
    static const char expected[] = "gudgeon: 1\n"
                                   "# my engine\n"
                                   "parameters:\n"
                                   "  model: ideal   # for now\n"
                                   "  load: 3 kN\n"
                                   "\n"
                                   "bodies:\n"
                                   "  rod:\n"
                                   "    mass: 1.25 kg   # weighed: 1.02\n"
                                   "    at: [1 mm, 0, 0]\n"
                                   "  pin:\n"
                                   "    mass: 0.11 kg\n"
                                   "  bush:\n"
                                   "    mass: 0.2 kg\n"
                                   "\n"
                                   "joints:\n"
                                   "  rod-pin:\n"
                                   "    radius: 11 mm   # rod face 3\n"
                                   "    clearance: 18 um   # measured\n"
                                   "    lining: {thickness: 1 mm}\n"
                                   "    width: 20 mm\n"
                                   "\n"
                                   "forces:\n"
                                   "  gas: {type: load}\n";
    static const char *const reports[] = {"joints/rod-pin/clearance: yours is kept, 18 um; the CAD file now says 20 um",
                                          "bodies/pin: no longer in the CAD file, kept since you changed it",
                                          "joints/rod-pin/radius: 10 mm -> 11 mm", NULL};
    check(user, expected, reports);
}

static void test_what_the_user_removed_stays_away(void **state)
{
    (void)state;
    static const char user[] = "gudgeon: 1\nbodies:\n  pin:\n    mass: 0.1 kg\n";
    static const char expected[] = "gudgeon: 1\nbodies:\n  bush:\n    mass: 0.2 kg\n";
    static const char *const reports[] = {"bodies/bush: new", NULL};
    check(user, expected, reports);
}

// a comment goes with the part that it stood at, but is not lost
static void test_comments_outlive_their_part(void **state)
{
    (void)state;
    static const char *const reports[] = {"bodies/pin: no longer in the CAD file, removed", NULL};
    char user[sizeof before + 40], expected[sizeof now + 40];
    const char *at = strstr(before, "    mass: 0.1 kg\n"), *to = strstr(now, "  bush:\n");
    assert_non_null(at);
    assert_non_null(to);
    (void)snprintf(user, sizeof user, "%.*s    # checked\n%s", (int)(at - before), before, at);
    (void)snprintf(expected, sizeof expected, "%.*s    # checked\n%s", (int)(to - now), now, to);
    check(user, expected, reports);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_untouched_file_follows), cmocka_unit_test(test_changes_of_the_user_stay),
        cmocka_unit_test(test_what_the_user_removed_stays_away), cmocka_unit_test(test_comments_outlive_their_part)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
