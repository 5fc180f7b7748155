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

static void check_texts(const char *old, const char *user, const char *new, const char *expected,
                        const char *const *reports)
{
    gud_buffer merged, report;
    gud_buffer_init(&merged);
    gud_buffer_init(&report);
    assert_int_equal(gud_cad_update(old, user, new, &merged, &report), GUD_OK);
    assert_string_equal(gud_buffer_text(&merged), expected);
    for (; *reports; reports++)
        if (!strstr(gud_buffer_text(&report), *reports)) fail_msg("no '%s' in\n%s", *reports, gud_buffer_text(&report));
    gud_buffer_free(&merged);
    gud_buffer_free(&report);
}

static void check(const char *user, const char *expected, const char *const *reports)
{
    check_texts(before, user, now, expected, reports);
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

// ---- names

static const char crank_before[] = "title: rod\n"
                                   "bodies:\n"
                                   "  rod:\n"
                                   "    mass: 1 kg   # rod: 127 cm3\n"
                                   "    at: [0, 0, 0]\n"
                                   "    shape: m-rod.stl\n"
                                   "  pin:\n"
                                   "    mass: 0.1 kg\n"
                                   "\n"
                                   "frames:\n"
                                   "  rod.pin: {body: rod, at: [1 mm, 0, 0]}\n"
                                   "  pin.rod: {body: pin, at: [0, 0, 0]}\n"
                                   "\n"
                                   "joints:\n"
                                   "  rod-pin:   # pin in bore\n"
                                   "    type: revolute\n"
                                   "    between: [rod.pin, pin.rod]\n"
                                   "    clearance: 15 um   # pin face 1\n"
                                   "\n"
                                   "feeds:\n"
                                   "  rod-pin-hole1:\n"
                                   "    joint: rod-pin\n"
                                   "    diameter: 4 mm\n"
                                   "\n"
                                   "simulate:\n"
                                   "  until: 720 deg of rod\n";

static const char conrod_now[] = "title: rod\n"
                                 "bodies:\n"
                                 "  conrod:\n"
                                 "    mass: 1 kg   # conrod: 127 cm3\n"
                                 "    at: [0, 0, 0]\n"
                                 "    shape: m-conrod.stl\n"
                                 "  pin:\n"
                                 "    mass: 0.1 kg\n"
                                 "\n"
                                 "frames:\n"
                                 "  conrod.pin: {body: conrod, at: [1 mm, 0, 0]}\n"
                                 "  pin.conrod: {body: pin, at: [0, 0, 0]}\n"
                                 "\n"
                                 "joints:\n"
                                 "  conrod-pin:   # pin in bore\n"
                                 "    type: revolute\n"
                                 "    between: [conrod.pin, pin.conrod]\n"
                                 "    clearance: 15 um   # pin face 1\n"
                                 "\n"
                                 "feeds:\n"
                                 "  conrod-pin-hole1:\n"
                                 "    joint: conrod-pin\n"
                                 "    diameter: 4 mm\n"
                                 "\n"
                                 "simulate:\n"
                                 "  until: 720 deg of conrod\n";
static const char rod_user[] = "title: rod\n"
                               "bodies:\n"
                               "  rod:\n"
                               "    # the rod was weighed\n"
                               "    at: [0, 0, 0]\n"
                               "    mass: 1.02 kg   # rod on the scales\n"
                               "    shape: m-rod.stl\n"
                               "  pin:\n"
                               "    mass: 0.1 kg\n"
                               "\n"
                               "frames:\n"
                               "  rod.pin: {body: rod, at: [1 mm, 0, 0]}\n"
                               "  pin.rod: {body: pin, at: [0, 0, 0]}\n"
                               "  rod.top: {body: rod, at: [2 rod, 0, 0]}\n"
                               "\n"
                               "joints:\n"
                               "  rod-pin:   # pin in bore\n"
                               "    type: revolute\n"
                               "    between: [rod.pin, pin.rod]\n"
                               "    clearance: 18 um   # measured\n"
                               "\n"
                               "feeds:\n"
                               "  rod-pin-hole1:\n"
                               "    joint: rod-pin\n"
                               "    diameter: 4 mm\n"
                               "\n"
                               "forces:\n"
                               "  gas: {type: load, on: rod, rods: 1}   # on the rod\n"
                               "drive:\n"
                               "  rod.angle: {rate: 3 rpm}\n"
                               "\n"
                               "simulate:\n"
                               "  until: 360 deg of rod\n";
static const char conrod_expected[] = "title: rod\n"
                                      "bodies:\n"
                                      "  conrod:\n"
                                      "    # the rod was weighed\n"
                                      "    at: [0, 0, 0]\n"
                                      "    mass: 1.02 kg   # rod on the scales\n"
                                      "    shape: m-conrod.stl\n"
                                      "  pin:\n"
                                      "    mass: 0.1 kg\n"
                                      "\n"
                                      "frames:\n"
                                      "  conrod.pin: {body: conrod, at: [1 mm, 0, 0]}\n"
                                      "  pin.conrod: {body: pin, at: [0, 0, 0]}\n"
                                      "  conrod.top: {body: conrod, at: [2 rod, 0, 0]}\n"
                                      "\n"
                                      "joints:\n"
                                      "  conrod-pin:   # pin in bore\n"
                                      "    type: revolute\n"
                                      "    between: [conrod.pin, pin.conrod]\n"
                                      "    clearance: 18 um   # measured\n"
                                      "\n"
                                      "feeds:\n"
                                      "  conrod-pin-hole1:\n"
                                      "    joint: conrod-pin\n"
                                      "    diameter: 4 mm\n"
                                      "\n"
                                      "forces:\n"
                                      "  gas: {type: load, on: conrod, rods: 1}   # on the rod\n"
                                      "drive:\n"
                                      "  conrod.angle: {rate: 3 rpm}\n"
                                      "\n"
                                      "simulate:\n"
                                      "  until: 360 deg of conrod\n";

// A part got another name: everything that is called after it follows, and so does what the user wrote. Comments of the
// user, the order of keys, and words that only look like names stay.
static void test_renamed_part(void **state)
{
    (void)state;
    static const char *const reports[] = {"bodies/rod: now called conrod, also in what you wrote",
                                          "joints/rod-pin: now called conrod-pin", NULL};
    check_texts(crank_before, rod_user, conrod_now, conrod_expected, reports);
    check_texts(crank_before, crank_before, conrod_now, conrod_now, reports);
}

// a pair is gone, but the user had changed its joint: that stays, with all that it refers to; the rest goes
static void test_pair_that_vanished(void **state)
{
    (void)state;
    static const char new[] = "title: rod\nbodies:\n  rod:\n    mass: 1 kg   # rod: 127 cm3\n    at: [0, 0, 0]\n"
                              "    shape: m-rod.stl\n\nsimulate:\n  until: 720 deg of rod\n";
    char user[sizeof crank_before], expected[sizeof crank_before];
    static const char *const reports[] = {
        "joints/rod-pin: no longer in the CAD file, kept since you changed it",
        "frames/rod.pin: no longer in the CAD file, kept since what you wrote refers to it",
        "frames/pin.rod: no longer in the CAD file, kept since what you wrote refers to it",
        "bodies/pin: no longer in the CAD file, kept since what you wrote refers to it",
        "feeds: no longer in the CAD file, removed",
        NULL};
    (void)snprintf(user, sizeof user, "%s", crank_before);
    char *clearance = strstr(user, "15 um");
    assert_non_null(clearance);
    clearance[1] = '8';
    const char *feeds = strstr(user, "feeds:\n"), *simulate = strstr(user, "simulate:\n");
    assert_true(feeds && simulate);
    (void)snprintf(expected, sizeof expected, "%.*s%s", (int)(feeds - user), user, simulate);
    check_texts(crank_before, user, new, expected, reports);
    static const char *const removed[] = {"bodies/pin: no longer in the CAD file, removed",
                                          "joints: no longer in the CAD file, removed", NULL};
    check_texts(crank_before, crank_before, new,
                "title: rod\nbodies:\n  rod:\n    mass: 1 kg   # rod: 127 cm3\n    at: [0, 0, 0]\n"
                "    shape: m-rod.stl\n\nsimulate:\n  until: 720 deg of rod\n",
                removed);
}

// a force of the user acts on a part that is gone
static void test_part_that_the_user_needs(void **state)
{
    (void)state;
    char user[sizeof before + 60], expected[sizeof now + 100];
    static const char forces[] = "\nforces:\n  gas: {type: load, on: pin}\n", pin[] = "  pin:\n    mass: 0.1 kg\n";
    static const char *const reports[] = {
        "bodies/pin: no longer in the CAD file, kept since what you wrote refers to it", NULL};
    const char *bush = strstr(now, "  bush:\n");
    assert_non_null(bush);
    (void)snprintf(user, sizeof user, "%s%s", before, forces);
    (void)snprintf(expected, sizeof expected, "%.*s%s%s%s", (int)(bush - now), now, pin, bush, forces);
    check(user, expected, reports);
}

// ---- the user's way of writing

static void test_other_indentation(void **state)
{
    (void)state;
    static const char user[] = "gudgeon: 1\n"
                               "joints:\n"
                               "    rod-pin:\n"
                               "        clearance: 15 um   # pin face 1\n"
                               "        radius: 10 mm\n"
                               "bodies:\n"
                               "    rod:\n"
                               "        at: [0, 0, 0]\n";
    static const char expected[] = "gudgeon: 1\n"
                                   "joints:\n"
                                   "    rod-pin:\n"
                                   "        clearance: 20 um   # pin face 1\n"
                                   "        radius: 11 mm\n"
                                   "        width: 20 mm\n"
                                   "bodies:\n"
                                   "    rod:\n"
                                   "        at: [1 mm, 0, 0]\n"
                                   "    bush:\n"
                                   "        mass: 0.2 kg\n";
    static const char *const reports[] = {"joints/rod-pin/clearance: 15 um -> 20 um", NULL};
    check(user, expected, reports);
}

static void test_entity_in_one_line(void **state)
{
    (void)state;
    static const char user[] = "gudgeon: 1\nbodies:\n  rod: {mass: 1 kg, at: [0, 0, 0]}\n";
    static const char expected[] =
        "gudgeon: 1\nbodies:\n  rod: {mass: 1 kg, at: [0, 0, 0]}\n  bush:\n    mass: 0.2 kg\n";
    static const char *const reports[] = {
        "bodies/rod/mass: yours is kept, since you wrote it in one line; the CAD file now says 1.25 kg", NULL};
    check(user, expected, reports);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_untouched_file_follows),
                                       cmocka_unit_test(test_changes_of_the_user_stay),
                                       cmocka_unit_test(test_what_the_user_removed_stays_away),
                                       cmocka_unit_test(test_comments_outlive_their_part),
                                       cmocka_unit_test(test_renamed_part),
                                       cmocka_unit_test(test_pair_that_vanished),
                                       cmocka_unit_test(test_part_that_the_user_needs),
                                       cmocka_unit_test(test_other_indentation),
                                       cmocka_unit_test(test_entity_in_one_line)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
