// Texts made from a table of verbs that uses everything a verb can have: the shells and roff must understand them.
#include "check.h"

#include "cli/help.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const formats[] = {"csv", "vtk", NULL};

static const gud_option run_options[] = {
    {.name = "output", .letter = 'o', .argument = "DIR", .about = "folder of [the] results", .offer = GUD_OFFER_FOLDER},
    {.name = "set", .argument = "PATH=VALUE", .about = "a change: joint's key", .repeatable = true},
    {.name = "as", .argument = "A|B", .about = "form \\ format", .offer = GUD_OFFER_CHOICES, .choices = formats},
    {.name = "against", .argument = "FILE", .about = "another result", .offer = GUD_OFFER_RESULT},
    {.name = "resume", .letter = 'r', .about = "go on"},
};

static const gud_example run_examples[] = {{"gudgeon run a.yaml --set 'x=1'", ".5 of what's possible"}};

static const gud_verb run_verb = {
    .name = "run",
    .synopsis = "MODEL",
    .about = "simulate: the joint's motion",
    .details = "'quoted' at the start.\n.dot at the start of a line\n\nA second paragraph with a \\ in it.",
    .examples = run_examples,
    .nexample = GUD_COUNT(run_examples),
    .options = run_options,
    .noption = GUD_COUNT(run_options),
    .min_words = 1,
    .max_words = 1,
    .offer = GUD_OFFER_MODEL,
};

static const gud_verb list_verb = {
    .name = "list", .synopsis = "[TABLE]", .about = "list", .max_words = 1, .offer = GUD_OFFER_TABLE};
static const gud_verb plot_verb = {
    .name = "plot", .synopsis = "RESULT", .about = "plot", .max_words = -1, .offer = GUD_OFFER_RESULT};

const gud_verb *const *gud_verbs(void)
{
    static const gud_verb *const verbs[] = {&run_verb, &list_verb, &plot_verb, NULL};
    return verbs;
}

static const gud_catalog_item film_item = {.path = "joints.film"};
static const gud_catalog_item joints_item = {.next = &film_item, .path = "joints"};
static const gud_catalog catalog = {.first = &joints_item};

// a folder with a script in each language and files to be completed
static char folder[64], output[4096];

// what a command of bash prints; its exit code must be 0
static void shell(const char *command)
{
    char line[1024];
    (void)snprintf(line, sizeof line, "cd %s && exec bash -c '%s' 2>&1", folder, command);
    FILE *pipe = popen(line, "r"); // NOLINT(cert-env33-c): our own words
    assert_non_null(pipe);
    output[fread(output, 1, sizeof output - 1, pipe)] = '\0';
    if (pclose(pipe) != 0) fail_msg("%s: %s", command, output);
}

static FILE *open_file(const char *name)
{
    char path[128];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    return file;
}

static int set_up(void **state)
{
    (void)state;
    (void)snprintf(folder, sizeof folder, "/tmp/gudgeon-test-XXXXXX");
    if (!mkdtemp(folder)) return -1;
    const char *const names[] = {"bash", "zsh", "fish"};
    for (int i = 0; i < 3; i++) {
        FILE *file = open_file(names[i]);
        gud_help_completion(file, names[i], &catalog);
        (void)fclose(file);
    }
    shell("mkdir data && cd data && mkdir sub && touch a.yaml b.yml c.txt d.h5");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    shell("rm -r data bash zsh fish; [[ ! -e page ]] || rm page");
    return rmdir(folder);
}

// what bash offers behind "gudgeon WORDS" for the last word, in which "" is empty
static void assert_offered(const char *words, const char *expected)
{
    char command[512];
    (void)snprintf(command, sizeof command,
                   "source ./bash; cd data; COMP_WORDS=(gudgeon %s); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _gudgeon; "
                   "echo \"${COMPREPLY[*]}\"",
                   words);
    shell(command);
    output[strcspn(output, "\n")] = '\0';
    assert_string_equal(output, expected);
}

static void bash_completes_every_kind_of_word(void **state)
{
    (void)state;
    assert_offered("\"\"", "run list plot --help --version");
    assert_offered("run \"\"", "sub a.yaml b.yml");
    assert_offered("plot \"\"", "sub d.h5");
    assert_offered("run -o \"\"", "sub");
    assert_offered("run --output = s", "sub");
    assert_offered("run --as \"\"", "csv vtk");
    assert_offered("run --as = v", "vtk");
    assert_offered("run --set \"\"", "");
    assert_offered("run --against \"\"", "sub d.h5");
    assert_offered("run a.yaml --r", "--resume");
    assert_offered("list joints.", "joints.film");
}

static void shells_can_read_their_scripts(void **state)
{
    (void)state;
    shell("bash -n ./bash");
    shell("if command -v zsh >/dev/null; then zsh -n ./zsh; fi");
    shell("if command -v fish >/dev/null; then HOME=$PWD fish -n ./fish; fi");
}

static void read_page(void (*print)(FILE *), char *text, size_t size)
{
    FILE *file = tmpfile();
    print(file);
    rewind(file);
    text[fread(text, 1, size - 1, file)] = '\0';
    (void)fclose(file);
}

static void roff_sees_no_commands_in_our_words(void **state)
{
    (void)state;
    char page[8192];
    read_page(gud_help_man, page, sizeof page);
    assert_non_null(strstr(page, "\n\\&'quoted' at the start.\n\\&.dot at the start"));
    assert_non_null(strstr(page, "\n.PP\nA second paragraph with a \\e in it.\n"));
    assert_non_null(strstr(page, "\\fB\\-o\\fR, \\fB\\-\\-output\\fR \\fIDIR\\fR\n"));
    assert_non_null(strstr(page, "\n\\&.5 of what's possible\n"));

    FILE *file = open_file("page");
    gud_help_man(file);
    (void)fclose(file);
    shell("if command -v groff >/dev/null; then groff -man -ww -z page; fi");
    assert_string_equal(output, ""); // no warnings
}

static void a_bar_does_not_end_a_cell_of_markdown(void **state)
{
    (void)state;
    char page[8192];
    read_page(gud_help_markdown, page, sizeof page);
    assert_non_null(strstr(page, "| `--as A\\|B` | form \\ format |\n"));
    assert_non_null(strstr(page, "| `--set PATH=VALUE` | a change: joint's key; may be repeated |\n"));
    assert_non_null(strstr(page, "## gudgeon run\n\n`gudgeon run MODEL [OPTIONS]`: simulate: the joint's motion.\n"));
}

static void help_stays_within_the_page(void **state)
{
    (void)state;
    char page[8192];
    read_page(gud_help_all, page, sizeof page);
    assert_non_null(strstr(page, "\n  run MODEL     simulate: the joint's motion\n"));
    FILE *file = tmpfile();
    gud_help_verb(file, &run_verb);
    rewind(file);
    while (fgets(page, sizeof page, file)) assert_true(strlen(page) <= 81);
    (void)fclose(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bash_completes_every_kind_of_word),  cmocka_unit_test(shells_can_read_their_scripts),
        cmocka_unit_test(roff_sees_no_commands_in_our_words), cmocka_unit_test(a_bar_does_not_end_a_cell_of_markdown),
        cmocka_unit_test(help_stays_within_the_page),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
