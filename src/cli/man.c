// The man page gudgeon(1), in the man macros that every troff and mandoc know.
#include "cli/help.h"

#include <gudgeon/gudgeon.h>

#include <string.h>

// text of a roff line: a backslash and a leading dot or quote would be commands, a dash would become a hyphen
static void roff(FILE *out, const char *text)
{
    bool starts = true;
    for (const char *s = text; *s; s++) {
        if (starts && (*s == '.' || *s == '\'')) (void)fputs("\\&", out);
        starts = *s == '\n';
        if (*s == '\\')
            (void)fputs("\\e", out);
        else if (*s == '-')
            (void)fputs("\\-", out);
        else if (s[0] == '\n' && s[1] == '\n')
            (void)fputs("\n.PP", out);
        else
            (void)fputc(*s, out);
    }
}

static void option_entry(FILE *out, const gud_option *option)
{
    (void)fputs(".TP\n", out);
    if (option->letter) (void)fprintf(out, "\\fB\\-%c\\fR, ", option->letter);
    (void)fputs("\\fB\\-\\-", out);
    roff(out, option->name);
    (void)fputs("\\fR", out);
    if (option->argument) {
        (void)fputs(" \\fI", out);
        roff(out, option->argument);
        (void)fputs("\\fR", out);
    }
    (void)fputc('\n', out);
    roff(out, option->about);
    (void)fputc('\n', out);
}

static void verb_section(FILE *out, const gud_verb *verb)
{
    (void)fprintf(out, ".SS \"gudgeon %s%s", verb->name, verb->synopsis[0] ? " " : "");
    roff(out, verb->synopsis);
    (void)fputs("\"\n", out);
    roff(out, verb->about);
    (void)fputc('\n', out);
    if (verb->details) {
        (void)fputs(".PP\n", out);
        roff(out, verb->details);
        (void)fputc('\n', out);
    }
    for (int k = 0; k < verb->noption; k++) option_entry(out, &verb->options[k]);
}

static void example_section(FILE *out)
{
    (void)fputs(".SH EXAMPLES\n", out);
    for (const gud_verb *const *verb = gud_verbs(); *verb; verb++) {
        for (int i = 0; i < (*verb)->nexample; i++) {
            (void)fputs(".TP\n.B ", out);
            roff(out, (*verb)->examples[i].line);
            (void)fputc('\n', out);
            roff(out, (*verb)->examples[i].about);
            (void)fputc('\n', out);
        }
    }
}

void gud_help_man(FILE *out)
{
    (void)fprintf(out, ".TH GUDGEON 1 \"\" \"gudgeon %s\" \"Gudgeon manual\"\n", gud_version());
    (void)fputs(".SH NAME\n"
                "gudgeon \\- simulate mechanisms with lubricated, rough and flexible joints\n"
                ".SH SYNOPSIS\n"
                ".B gudgeon\n"
                ".I COMMAND\n"
                "[\\fIARGUMENT\\fR ...] [\\fIOPTION\\fR ...]\n"
                ".br\n"
                ".B gudgeon\n"
                "\\fB\\-\\-help\\fR | \\fB\\-\\-version\\fR\n"
                ".SH DESCRIPTION\n"
                "Gudgeon reads a mechanism from a text file and simulates it with real joints: with clearance,\n"
                "a lubricant film, rough surfaces and flexible links.\n"
                "Results go to standard output, progress and messages to standard error.\n"
                ".SH COMMANDS\n",
                out);
    for (const gud_verb *const *verb = gud_verbs(); *verb; verb++) verb_section(out, *verb);

    (void)fputs(".SH OPTIONS OF EVERY COMMAND\n", out);
    for (int k = 0; k < gud_common_option_count; k++) option_entry(out, &gud_common_options[k]);
    (void)fputs(".PP\n"
                "The value of a long option follows after a space or an equals sign; \\fB\\-\\-\\fR ends the options.\n"
                ".SH EXIT STATUS\n"
                ".TP\n"
                ".B 0\n"
                "success\n"
                ".TP\n"
                ".B 1\n"
                "the run failed; the reason is on standard error\n"
                ".TP\n"
                ".B 2\n"
                "wrong input; the position is on standard error\n"
                ".SH ENVIRONMENT\n"
                ".TP\n"
                ".B NO_COLOR\n"
                "if set and not empty, output is not coloured\n",
                out);
    example_section(out);
}
