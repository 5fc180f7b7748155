// What is refused as a text, before any field is looked at.

#include "unit/load_check.h"

static void test_mistakes_of_syntax_are_placed(void **state)
{
    read_bad(*state, "", "m.yaml:1:1: the text is empty\n");
    read_bad(*state, "# nothing\n", "m.yaml:1:1: the text is empty\n");
    read_bad(*state, "- a\n", "m.yaml:1:1: a model is a map of sections\n");
    read_bad(*state, "gudgeon: 1\nbodies: {a\n",
             "m.yaml:3:1: not valid YAML: did not find expected ',' or '}' while parsing a flow mapping\n");
    read_bad(*state, "gudgeon: 1\n---\nbodies:\n", "m.yaml:2:1: a second document ('---') is not allowed\n");
    read_bad(*state, "gudgeon: !!int 1\n", "m.yaml:1:10: YAML tags are not supported\n");
    read_bad(*state, "gudgeon: 1\nbodies: !x {}\n", "m.yaml:2:9: YAML tags are not supported\n");
    read_bad(*state, "gudgeon: 1\n[a, b]: 3\n", "m.yaml:2:1: a key must be a plain word\n");
    read_bad(*state, "gudgeon: 1\n? {a: b}\n: 3\n", "m.yaml:2:3: a key must be a plain word\n");
    read_bad(*state, "gudgeon: 1\nx: &a 1\n*a : 3\n", "m.yaml:3:1: a key must be a plain word\n");
}

static void test_bad_characters_are_placed(void **state)
{
    read_bad(*state, "gudgeon: 1\ntitle: a\x01\n", "m.yaml:2:9: not UTF-8 text, or a control character\n");
    read_bad(*state, "gudgeon: 1\ntitle: \xC3\xA9\xFF\n", "m.yaml:2:9: not UTF-8 text, or a control character\n");
    read_bad(*state, "gudgeon: 1\ntitle: \xED\xA0\x80\n", "m.yaml:2:8: not UTF-8 text, or a control character\n");
    read_bad(*state, "gudgeon: 1\ntitle: \xC0\x80\n", "m.yaml:2:8: not UTF-8 text, or a control character\n");
    read_bad(*state, "gudgeon: 1\ntitle: \xE2\x82", "m.yaml:2:8: not UTF-8 text, or a control character\n");
    read_bad(*state, "gudgeon: 1\ntitle: \"a\\0b\"\n", "m.yaml:2:8: a control character is not allowed\n");
    read_bad_set(*state, "gudgeon: 1\n\0", 12, NULL, 0, "m.yaml:2:1: not UTF-8 text, or a control character\n");
    gud_input *input = read_good(*state, "gudgeon: 1\ntitle: \xC3\xA9\nbodies: {}\n", NULL, 0);
    assert_string_equal(input->title, "\xC3\xA9");
    gud_input_free(input);
}

static void test_second_definitions_are_placed(void **state)
{
    read_bad(*state, "gudgeon: 1\nbodies:\n  a: {mass: 1}\n  b: {mass: 1}\n  a: {mass: 1, mass: 2}\n",
             "m.yaml:5:3: 'a' is defined twice; the other one is at m.yaml:3:3\n"
             "m.yaml:5:16: 'mass' is defined twice; the other one is at m.yaml:5:7\n");
}

static void test_version_comes_first(void **state)
{
    read_bad(*state, "bodies: {}\n", "m.yaml:1:1: the first key must be 'gudgeon: 1', the version of the format\n");
    read_bad(*state, "bodies: {}\ngudgeon: 1\n",
             "m.yaml:1:1: the first key must be 'gudgeon: 1', the version of the format\n");
    read_bad(*state, "gudgeon: 2\nbodies: {}\n", "m.yaml:1:10: gudgeon: this program reads version 1 of the format\n");
    read_bad(*state, "{}\n",
             "m.yaml:1:1: the first key must be 'gudgeon: 1', the version of the format\n"
             "m.yaml:1:1: section 'bodies' is missing: rigid bodies\n");
}

static void test_aliases_are_copies(void **state)
{
    gud_input *input =
        read_good(*state, "gudgeon: 1\nbodies:\n  a: &half {mass: 500 g, at: [1, 2]}\n  b: *half\n", NULL, 0);
    const body_params *b = gud_input_find(input, "bodies", "b")->common;
    assert_true(b->mass == 0.5);
    assert_true(b->at[1] == 2.0);
    gud_input_free(input);

    read_bad(*state, "gudgeon: 1\nbodies: {a: *nothing}\n",
             "m.yaml:2:13: alias '*nothing' has no anchor '&nothing' before it\n");
    read_bad(*state, "gudgeon: 1\nbodies: &a {a: *a}\n", "m.yaml:2:16: alias '*a' has no anchor '&a' before it\n");
    read_bad(*state, "gudgeon: 1\nbodies:\n  a: &h {mass: 1}\n  b: {<<: *h}\n",
             "m.yaml:4:7: the merge key '<<' is not supported; write the keys out or use include\n");
}

// each line holds ten times the line before: ten thousand million nodes from half a kilobyte
static void test_billion_laughs(void **state)
{
    read_bad(*state,
             "gudgeon: 1\nx0: &x0 [1,1,1,1,1,1,1,1,1,1]\nx1: &x1 [*x0,*x0,*x0,*x0,*x0,*x0,*x0,*x0,*x0,*x0]\n"
             "x2: &x2 [*x1,*x1,*x1,*x1,*x1,*x1,*x1,*x1,*x1,*x1]\nx3: &x3 [*x2,*x2,*x2,*x2,*x2,*x2,*x2,*x2,*x2,*x2]\n"
             "x4: &x4 [*x3,*x3,*x3,*x3,*x3,*x3,*x3,*x3,*x3,*x3]\nx5: &x5 [*x4,*x4,*x4,*x4,*x4,*x4,*x4,*x4,*x4,*x4]\n"
             "x6: &x6 [*x5,*x5,*x5,*x5,*x5,*x5,*x5,*x5,*x5,*x5]\n",
             "m.yaml:8:10: the model is too large (limit 2 million values)\n");
}

static void repeat(gud_buffer *text, const char *piece, int count)
{
    for (int i = 0; i < count; i++) gud_buffer_add(text, piece);
}

static void test_depth_is_limited(void **state)
{
    gud_buffer text;
    gud_buffer_init(&text);
    gud_buffer_add(&text, "gudgeon: 1\nbodies: ");
    repeat(&text, "[", 32);
    read_bad(*state, gud_buffer_text(&text), "m.yaml:2:40: nested too deeply (limit 32)\n");
    gud_buffer_free(&text);

    // by aliases that hold aliases
    gud_buffer_add(&text, "gudgeon: 1\na0: &a0 []\n");
    for (int i = 1; i < 40; i++) gud_buffer_print(&text, "a%d: &a%d [*a%d]\n", i, i, i - 1);
    read_bad(*state, gud_buffer_text(&text), "m.yaml:33:12: nested too deeply (limit 32)\n");
    gud_buffer_free(&text);
}

static void test_sizes_are_limited(void **state)
{
    gud_buffer text;
    gud_buffer_init(&text);
    gud_buffer_add(&text, "gudgeon: 1\n");
    repeat(&text, "k", 201);
    gud_buffer_add(&text, ": 1\n");
    read_bad(*state, gud_buffer_text(&text), "m.yaml:2:1: a key is longer than 200 bytes\n");
    gud_buffer_free(&text);

    gud_buffer_add(&text, "gudgeon: 1\ntitle: ");
    repeat(&text, "0123456789abcdef", 4097);
    read_bad(*state, gud_buffer_text(&text), "m.yaml:2:8: a value is longer than 64 KiB\n");
    gud_buffer_free(&text);

    gud_buffer_add(&text, "gudgeon: 1\n");
    for (int i = 0; i < 1002; i++) gud_buffer_print(&text, "a%d: &a%d 1\n", i, i);
    read_bad(*state, gud_buffer_text(&text), "m.yaml:1002:8: too many anchors (limit 1000)\n");
    gud_buffer_free(&text);

    const size_t huge = (64u << 20) + 1;
    char *spaces = malloc(huge);
    assert_non_null(spaces);
    memset(spaces, ' ', huge);
    read_bad_set(*state, spaces, huge, NULL, 0, "m.yaml:1:1: the text is larger than 64 MiB\n");
    free(spaces);
}

static void test_many_messages(void **state)
{
    gud_diag diag;
    gud_input *input;
    gud_buffer text, messages;
    gud_diag_init(&diag);
    gud_buffer_init(&text);
    gud_buffer_init(&messages);
    gud_buffer_add(&text, "gudgeon: 1\nbodies:\n");
    for (int i = 0; i < 2000; i++) gud_buffer_print(&text, "  b%d: {mas: 1}\n", i);
    const gud_origin origin = {"m.yaml", gud_buffer_text(&text), text.size, NULL, 0, false, NULL};
    assert_int_equal(gud_input_load(&origin, model_sections, *state, &diag, &input), GUD_ERR_INPUT);
    assert_int_equal(diag.count, 4000);
    gud_diag_write(&diag, &messages);
    int lines = 0;
    for (const char *c = gud_buffer_text(&messages); *c; c++) lines += *c == '\n';
    assert_int_equal(lines, GUD_DIAG_SHOWN + 1);
    assert_non_null(strstr(gud_buffer_text(&messages), "\nand 3950 more\n"));
    gud_buffer_free(&text);
    gud_buffer_free(&messages);
    gud_diag_free(&diag);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mistakes_of_syntax_are_placed),
        cmocka_unit_test(test_bad_characters_are_placed),
        cmocka_unit_test(test_second_definitions_are_placed),
        cmocka_unit_test(test_version_comes_first),
        cmocka_unit_test(test_aliases_are_copies),
        cmocka_unit_test(test_billion_laughs),
        cmocka_unit_test(test_depth_is_limited),
        cmocka_unit_test(test_sizes_are_limited),
        cmocka_unit_test(test_many_messages),
    };
    return cmocka_run_group_tests(tests, units_setup, units_teardown);
}
