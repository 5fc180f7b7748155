// The chapter of the manual about the command.
#include "cli/help.h"

#include <string.h>

// a cell of a table: a bar would end it
static void cell(FILE *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '|') (void)fputc('\\', out);
        (void)fputc(*text == '\n' ? ' ' : *text, out);
    }
}

static void option_row(FILE *out, const gud_option *option)
{
    (void)fputs("| `", out);
    if (option->letter) (void)fprintf(out, "-%c, ", option->letter);
    (void)fprintf(out, "--%s%s", option->name, option->argument ? " " : "");
    if (option->argument) cell(out, option->argument);
    (void)fputs("` | ", out);
    cell(out, option->about);
    (void)fputs(option->repeatable ? "; may be repeated |\n" : " |\n", out);
}

static void option_table(FILE *out, const gud_option *options, int n)
{
    if (n == 0) return;
    (void)fputs("\n| option | |\n|---|---|\n", out);
    for (int k = 0; k < n; k++) option_row(out, &options[k]);
}

static void chapter(FILE *out, const gud_verb *verb)
{
    (void)fprintf(out, "\n## gudgeon %s\n\n`gudgeon %s%s%s [OPTIONS]`: %s.\n", verb->name, verb->name,
                  verb->synopsis[0] ? " " : "", verb->synopsis, verb->about);
    if (verb->details) (void)fprintf(out, "\n%s\n", verb->details);
    option_table(out, verb->options, verb->noption);
    (void)fputs("\n```\n", out);
    for (int i = 0; i < verb->nexample; i++)
        (void)fprintf(out, "# %s\n%s\n", verb->examples[i].about, verb->examples[i].line);
    (void)fputs("```\n", out);
}

void gud_help_markdown(FILE *out)
{
    (void)fputs("# The command\n\n"
                "`gudgeon VERB [WORDS] [OPTIONS]`. Results go to standard output, progress and messages to standard\n"
                "error. The exit code is 0 when all went well, 1 when the run failed and 2 when the input is wrong.\n"
                "This page is printed by `gudgeon list --markdown-commands`.\n\n"
                "Every verb takes\n",
                out);
    option_table(out, gud_common_options, gud_common_option_count);
    for (const gud_verb *const *verb = gud_verbs(); *verb; verb++) chapter(out, *verb);
}
