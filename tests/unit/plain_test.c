// Control characters in texts from elsewhere: found wherever they stand, and made harmless without touching the rest.
#include "check.h"

#include "base/error.h"
#include "base/plain.h"
#include "out/channel.h"

#include <string.h>

static void control_characters_are_found(void **state)
{
    (void)state;
    assert_true(gud_is_plain(NULL));
    assert_true(gud_is_plain(""));
    assert_true(gud_is_plain("two lines\nand a\ttab"));
    assert_false(gud_is_one_line("two lines\nand more"));
    assert_true(
        gud_is_one_line("\xC3\x9B \xC2\xB5m \xE2\x82\xAC \xF0\x9F\x94\xA7")); // their bytes include 0x80 to 0x9F
    for (int c = 1; c < 0x20; c++) {
        const char text[] = {'a', (char)c, 'b', '\0'};
        assert_int_equal(gud_is_plain(text), c == '\n' || c == '\t');
        assert_false(gud_is_one_line(text));
    }
    assert_false(gud_is_plain("\x7F"));
    assert_false(gud_is_plain("\xC2\x9B"
                              "31m")); // the short form of ESC [
    assert_int_equal(gud_plain_length("ab\0cd", 5), 2);
}

static void messages_are_plain(void **state)
{
    gud_error error;
    (void)state;
    gud_error_write(&error, "'%s' is not a number", "\033[31m1\r2\xC2\x9B!");
    assert_string_equal(error.text, "'?[31m1?2?\?!' is not a number");
}

// a result with such a name is refused, and neither written nor read
static void layouts_are_plain(void **state)
{
    static const char bad[] = "x\033[31m";
    static const char *const components[] = {"x", bad, NULL};
    const gud_entry entry = {.key = "note", .text = bad}, key = {.key = bad};
    const gud_channel good = {.path = "time", .width = 1, .unit = "s"};
    const gud_channel wrong[] = {
        {.path = bad, .width = 1, .unit = "s"},
        {.path = "a/b\nc", .width = 1, .unit = "s"},
        {.path = "a", .width = 1, .unit = bad},
        {.path = "a", .width = 1, .unit = "s", .about = bad},
        {.path = "a", .width = 2, .unit = "s", .components = components},
    };
    const gud_outline outline = {.body = bad};
    const gud_meta metas[] = {{.title = bad},
                              {.version = bad},
                              {.settings = &entry, .nsetting = 1},
                              {.counters = &key, .ncounter = 1},
                              {.outlines = &outline, .noutline = 1}};
    gud_error error;
    (void)state;
    for (int i = 0; i < GUD_COUNT(wrong); i++) {
        const gud_channel channels[] = {good, wrong[i]};
        const gud_layout layout = {.channels = channels, .nchannel = 2};
        assert_int_equal(gud_layout_check(&layout, &error), GUD_ERR_INPUT);
        assert_non_null(strstr(error.text, "control character"));
    }
    for (int i = 0; i < GUD_COUNT(metas); i++) {
        const gud_layout layout = {.channels = &good, .nchannel = 1, .meta = metas[i]};
        assert_int_equal(gud_layout_check(&layout, &error), GUD_ERR_INPUT);
        assert_non_null(strstr(error.text, "control character"));
    }
    const gud_entry remark = {.key = "remarks", .text = "one\ntwo"};
    const gud_layout layout = {
        .channels = &good, .nchannel = 1, .meta = {.title = "a\nb", .counters = &remark, .ncounter = 1}};
    assert_int_equal(gud_layout_check(&layout, &error), GUD_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(control_characters_are_found),
        cmocka_unit_test(messages_are_plain),
        cmocka_unit_test(layouts_are_plain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
