#include "cli/help.h"

#include "cli/terminal.h"

#include <string.h>

enum { widest = 100, usual = 80 };

static int page_width(FILE *out)
{
    const int width = gud_terminal_width(out);
    if (width == 0) return usual;
    return width < widest ? width : widest;
}

// "-o, --output DIR"
static void option_text(const gud_option *option, char *text, size_t size)
{
    const char letter[] = {'-', option->letter, ',', ' ', '\0'};
    (void)snprintf(text, size, "%s--%s%s%s", option->letter ? letter : "    ", option->name,
                   option->argument ? " " : "", option->argument ? option->argument : "");
}

// two columns: a term and its explanation, which stands below where the terminal is narrow
static void entry(FILE *out, const char *term, int term_width, const char *about)
{
    enum { narrowest = 20 };
    const bool below = page_width(out) - term_width - 4 < narrowest;
    const int indent = below ? 6 : term_width + 4;
    if (below)
        (void)fprintf(out, "  %s\n%*s", term, indent, "");
    else
        (void)fprintf(out, "  %s%*s", term, term_width - gud_text_width(term) + 2, "");
    gud_text_wrap(out, about, indent, page_width(out));
    (void)fputc('\n', out);
}

static void usage(char *text, size_t size, const gud_verb *verb)
{
    (void)snprintf(text, size, "%s%s%s", verb->name, verb->synopsis[0] ? " " : "", verb->synopsis);
}

void gud_help_all(FILE *out)
{
    const gud_verb *const *verbs = gud_verbs();
    char text[128];
    int width = 0;
    for (int i = 0; verbs[i]; i++) {
        usage(text, sizeof text, verbs[i]);
        if (gud_text_width(text) > width) width = gud_text_width(text);
    }
    (void)fputs("gudgeon: mechanisms with lubricated, rough and flexible joints\n"
                "\n"
                "usage: gudgeon COMMAND [ARGS] [OPTIONS]\n"
                "\n",
                out);
    for (int i = 0; verbs[i]; i++) {
        usage(text, sizeof text, verbs[i]);
        entry(out, text, width, verbs[i]->about);
    }
    (void)fputs("\n"
                "'gudgeon help COMMAND' explains a command, with examples.\n"
                "Exit codes: 0 success, 1 the run failed, 2 wrong input.\n",
                out);
}

static void options(FILE *out, const gud_verb *verb)
{
    const gud_option *option;
    char text[96];
    int width = 0;
    for (int k = 0; (option = gud_verb_option(verb, k)); k++) {
        option_text(option, text, sizeof text);
        if (gud_text_width(text) > width) width = gud_text_width(text);
    }
    (void)fputs("\noptions:\n", out);
    for (int k = 0; (option = gud_verb_option(verb, k)); k++) {
        option_text(option, text, sizeof text);
        entry(out, text, width, option->about);
    }
}

static void examples(FILE *out, const gud_verb *verb)
{
    (void)fputs(verb->nexample > 1 ? "\nexamples:\n" : "\nexample:\n", out);
    for (int i = 0; i < verb->nexample; i++) {
        (void)fputs("  ", out);
        gud_text_wrap(out, verb->examples[i].about, 2, page_width(out));
        (void)fprintf(out, "\n      %s\n", verb->examples[i].line);
    }
}

void gud_help_verb(FILE *out, const gud_verb *verb)
{
    char text[256];
    (void)snprintf(text, sizeof text, "gudgeon %s: %s", verb->name, verb->about);
    gud_text_wrap(out, text, 0, page_width(out));
    usage(text, sizeof text, verb);
    (void)fprintf(out, "\n\nusage: gudgeon %s [OPTIONS]\n", text);
    if (verb->details) {
        (void)fputc('\n', out);
        gud_text_wrap(out, verb->details, 0, page_width(out));
        (void)fputc('\n', out);
    }
    options(out, verb);
    examples(out, verb);
}
