// The parser of the command line: what is given is what is read, and a slip is answered with what was meant.
#include "heap.h"

#include "cli/args.h"

#include <string.h>

static const char *const formats[] = {"csv", "vtk", NULL};

static const gud_option options[] = {
    {.name = "output", .letter = 'o', .argument = "DIR", .about = "folder", .offer = GUD_OFFER_FOLDER},
    {.name = "set", .letter = 's', .argument = "PATH=VALUE", .about = "change", .repeatable = true},
    {.name = "as", .argument = "FORMAT", .about = "format", .offer = GUD_OFFER_CHOICES, .choices = formats},
    {.name = "resume", .letter = 'r', .about = "go on"},
};

static const gud_verb verb = {
    .name = "run",
    .synopsis = "MODEL",
    .about = "simulate",
    .options = options,
    .noption = GUD_COUNT(options),
    .min_words = 1,
    .max_words = 1,
};

static gud_error error;

#define PARSE(args, ...)                                                                                               \
    gud_args_parse(&verb, GUD_COUNT(((const char *[]){__VA_ARGS__})), (char *const *)(char *[]){__VA_ARGS__}, &error,  \
                   (args))

#define REFUSED(part, ...)                                                                                             \
    do {                                                                                                               \
        gud_args refused_args;                                                                                         \
        assert_int_equal(PARSE(&refused_args, __VA_ARGS__), GUD_ERR_INPUT);                                            \
        if (!strstr(error.text, (part))) fail_msg("'%s' is not in '%s'", (part), error.text);                          \
        assert_int_equal(heap.held, 0);                                                                                \
    } while (0)

static char model[] = "m.yaml", dir[] = "out", dashes[] = "--", set_a[] = "a=1", set_b[] = "b=--2";

static void every_spelling_gives_the_same_value(void **state)
{
    (void)state;
    char equals[] = "--output=out", spaced[] = "--output", letter[] = "-o", glued[] = "-oout", bundle[] = "-qro";
    gud_args args[5];
    assert_int_equal(PARSE(&args[0], model, equals), GUD_OK);
    assert_int_equal(PARSE(&args[1], model, spaced, dir), GUD_OK);
    assert_int_equal(PARSE(&args[2], letter, dir, model), GUD_OK);
    assert_int_equal(PARSE(&args[3], glued, model), GUD_OK);
    assert_int_equal(PARSE(&args[4], bundle, dir, model), GUD_OK);
    for (int i = 0; i < 5; i++) {
        assert_string_equal(gud_args_value(&args[i], "output"), "out");
        assert_int_equal(args[i].nword, 1);
        assert_string_equal(args[i].words[0], "m.yaml");
        assert_int_equal(args[i].quiet, i == 4);
        assert_int_equal(gud_args_has(&args[i], "resume"), i == 4);
        assert_false(gud_args_has(&args[i], "json"));
        gud_args_free(&args[i]);
    }
    assert_int_equal(heap.held, 0);
}

static void repeated_options_keep_their_order(void **state)
{
    (void)state;
    char set[] = "--set", joined[] = "--set=b=--2", quiet[] = "-q";
    gud_args args;
    assert_int_equal(PARSE(&args, set, set_a, model, joined, quiet, set, set_b), GUD_OK);
    int at = 0;
    assert_string_equal(gud_args_next(&args, "set", &at), "a=1");
    assert_string_equal(gud_args_next(&args, "set", &at), "b=--2");
    assert_string_equal(gud_args_next(&args, "set", &at), "b=--2");
    assert_null(gud_args_next(&args, "set", &at));
    gud_args_free(&args);
}

static void two_dashes_end_the_options(void **state)
{
    (void)state;
    char odd[] = "--json", lone[] = "-";
    gud_args args;
    assert_int_equal(PARSE(&args, dashes, odd), GUD_OK);
    assert_string_equal(args.words[0], "--json");
    assert_false(args.json);
    gud_args_free(&args);

    assert_int_equal(PARSE(&args, lone), GUD_OK); // a lone dash is a word: standard input
    assert_string_equal(args.words[0], "-");
    gud_args_free(&args);
}

static void an_empty_value_is_a_value(void **state)
{
    (void)state;
    char empty[] = "--output=";
    gud_args args;
    assert_int_equal(PARSE(&args, model, empty), GUD_OK);
    assert_string_equal(gud_args_value(&args, "output"), "");
    gud_args_free(&args);
}

static void slips_are_answered(void **state)
{
    (void)state;
    char near_option[] = "--ouptut=x", unknown[] = "--zzzz", output[] = "--output", valued[] = "--json=1";
    char short_unknown[] = "-x", single_dash[] = "-json", near_choice[] = "--as=cvs", choice[] = "--as=hdf";
    char set[] = "--set", json[] = "--json", start[] = "--res";
    REFUSED("did you mean '--output'?", model, near_option);
    REFUSED("did you mean '--resume'?", model, start);
    REFUSED("unknown option '--zzzz'", model, unknown);
    REFUSED("--output DIR", model, output);
    REFUSED("takes no value", model, valued);
    REFUSED("'-x'", model, short_unknown);
    REFUSED("two dashes", model, single_dash);
    REFUSED("did you mean 'csv'?", model, near_choice);
    REFUSED("csv, vtk", model, choice);
    REFUSED("given twice", model, output, dir, output, dir);
    REFUSED("one argument too many", model, dir);
    REFUSED("missing argument: gudgeon run MODEL", json);
    // a forgotten value does not swallow the option behind it
    REFUSED("'--json' follows", model, set, json);
    REFUSED("'--' follows", output, dashes, model);
}

static void a_long_word_is_answered_without_harm(void **state)
{
    (void)state;
    char word[2048];
    memset(word, '-', sizeof word - 1);
    word[sizeof word - 1] = '\0';
    REFUSED("unknown option", model, word);
    memset(word, 'a', sizeof word - 1);
    REFUSED("too many", model, word);
}

static void help_wins_over_mistakes(void **state)
{
    (void)state;
    char help[] = "--help", letter[] = "-h", unknown[] = "--zzzz";
    gud_args args;
    assert_int_equal(PARSE(&args, unknown, help), GUD_OK);
    assert_true(args.help);
    gud_args_free(&args);
    assert_int_equal(PARSE(&args, letter), GUD_OK);
    assert_true(args.help);
    gud_args_free(&args);
    assert_int_equal(PARSE(&args, dashes, help), GUD_OK);
    assert_false(args.help);
    gud_args_free(&args);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    gud_args args;
    for (int k = 0; k < 2; k++) {
        heap.left = k;
        assert_int_equal(PARSE(&args, model), GUD_ERR_MEMORY);
        assert_int_equal(heap.held, 0);
    }
    heap.left = -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_spelling_gives_the_same_value),
        cmocka_unit_test(repeated_options_keep_their_order),
        cmocka_unit_test(two_dashes_end_the_options),
        cmocka_unit_test(an_empty_value_is_a_value),
        cmocka_unit_test(slips_are_answered),
        cmocka_unit_test(a_long_word_is_answered_without_harm),
        cmocka_unit_test(help_wins_over_mistakes),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
