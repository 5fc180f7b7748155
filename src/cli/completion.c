// Completion scripts. They are made by the command that they complete, so all words stand in them and nothing
// is run while a user types.
#include "cli/help.h"
#include "cli/library.h"

#include <assert.h>
#include <string.h>

const char *const gud_shells[] = {"bash", "zsh", "fish", NULL};

static void table_words(FILE *out, const gud_catalog *catalog)
{
    for (const gud_catalog_item *item = catalog->first; item; item = item->next)
        (void)fprintf(out, "%s%s", item == catalog->first ? "" : " ", item->path);
    for (int i = 0; gud_libraries[i]; i++) (void)fprintf(out, " %s", gud_libraries[i]->row.name);
}

static void verb_words(FILE *out)
{
    for (int i = 0; gud_verbs()[i]; i++) (void)fprintf(out, "%s%s", i ? " " : "", gud_verbs()[i]->name);
}

// the words of an offer that is a list of words
static void offer_words(FILE *out, gud_offer offer, const char *const *choices, const gud_catalog *catalog)
{
    if (offer == GUD_OFFER_TABLE) table_words(out, catalog);
    if (offer == GUD_OFFER_VERB) verb_words(out);
    if (offer == GUD_OFFER_CHOICES) {
        assert(choices);
        for (int i = 0; choices[i]; i++) (void)fprintf(out, "%s%s", i ? " " : "", choices[i]);
    }
}

// text inside single quotes of a shell, with some characters behind a backslash; fish knows \' inside the quotes
static void quoted(FILE *out, const char *text, const char *escaped, const char *quote)
{
    for (; *text; text++) {
        if (*text == '\'') {
            (void)fputs(quote, out);
            continue;
        }
        if (strchr(escaped, *text)) (void)fputc('\\', out);
        (void)fputc(*text, out);
    }
}

// ---- bash

static void bash_offer(FILE *out, gud_offer offer, const char *const *choices, const gud_catalog *catalog)
{
    switch (offer) {
    case GUD_OFFER_NOTHING:
        (void)fputs(":", out);
        return;
    case GUD_OFFER_MODEL:
        (void)fputs("_gudgeon_files yaml yml", out);
        return;
    case GUD_OFFER_RESULT:
        (void)fputs("_gudgeon_files h5", out);
        return;
    case GUD_OFFER_FILE:
        (void)fputs("_gudgeon_files", out);
        return;
    case GUD_OFFER_FOLDER:
        (void)fputs("_gudgeon_files none", out);
        return;
    case GUD_OFFER_CHOICES:
    case GUD_OFFER_TABLE:
    case GUD_OFFER_VERB:
        (void)fputs("_gudgeon_words '", out);
        offer_words(out, offer, choices, catalog);
        (void)fputs("'", out);
    }
}

static void bash_verb(FILE *out, const gud_verb *verb, const gud_catalog *catalog)
{
    const gud_option *option;
    (void)fprintf(out, "    %s)\n        case $prev in\n", verb->name);
    for (int k = 0; (option = gud_verb_option(verb, k)); k++) {
        if (!option->argument) continue;
        (void)fprintf(out, "        --%s", option->name);
        if (option->letter) (void)fprintf(out, " | -%c", option->letter);
        (void)fputs(")\n            ", out);
        bash_offer(out, option->offer, option->choices, catalog);
        (void)fputs("\n            return\n            ;;\n", out);
    }
    (void)fputs("        esac\n        if [[ $cur == -* ]]; then\n            _gudgeon_words '", out);
    for (int k = 0; (option = gud_verb_option(verb, k)); k++) (void)fprintf(out, "%s--%s", k ? " " : "", option->name);
    if (verb->second) {
        (void)fputs("'\n        elif ((COMP_CWORD > 2)); then\n            ", out);
        bash_offer(out, GUD_OFFER_CHOICES, verb->second, catalog);
        (void)fputs("\n        else\n            ", out);
    } else
        (void)fputs("'\n        else\n            ", out);
    bash_offer(out, verb->offer, NULL, catalog);
    (void)fputs("\n        fi\n        ;;\n", out);
}

static void bash(FILE *out, const gud_catalog *catalog)
{
    (void)fputs("# bash completion of gudgeon; made by: gudgeon list --completion bash\n\n"
                "_gudgeon_words() { mapfile -t COMPREPLY < <(compgen -W \"$1\" -- \"$cur\"); }\n\n"
                "# folders, and files that end in one of the given words (any file without a word)\n"
                "_gudgeon_files()\n"
                "{\n"
                "    local ending\n"
                "    compopt -o filenames 2>/dev/null\n"
                "    if (($# == 0)); then\n"
                "        mapfile -t COMPREPLY < <(compgen -f -- \"$cur\")\n"
                "        return\n"
                "    fi\n"
                "    mapfile -t COMPREPLY < <(\n"
                "        compgen -d -- \"$cur\"\n"
                "        for ending in \"$@\"; do compgen -f -X \"!*.$ending\" -- \"$cur\"; done\n"
                "    )\n"
                "}\n\n"
                "_gudgeon()\n"
                "{\n"
                "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}\n"
                "    COMPREPLY=()\n"
                "    # --option=value is three words here\n"
                "    if [[ $cur == = ]]; then\n"
                "        cur=\n"
                "    elif [[ $prev == = ]]; then\n"
                "        prev=${COMP_WORDS[COMP_CWORD - 2]}\n"
                "    fi\n"
                "    if ((COMP_CWORD == 1)); then\n"
                "        _gudgeon_words '",
                out);
    verb_words(out);
    (void)fputs(" --help --version'\n        return\n    fi\n    case ${COMP_WORDS[1]} in\n", out);
    for (const gud_verb *const *verb = gud_verbs(); *verb; verb++) bash_verb(out, *verb, catalog);
    (void)fputs("    esac\n}\n\ncomplete -F _gudgeon gudgeon\n", out);
}

// ---- zsh

static const char zsh_quote[] = "'\\''";

// the action of an _arguments specification
static void zsh_offer(FILE *out, gud_offer offer, const char *const *choices, const gud_catalog *catalog)
{
    switch (offer) {
    case GUD_OFFER_NOTHING:
        (void)fputs(" ", out);
        return;
    case GUD_OFFER_MODEL:
        (void)fputs("_files -g \"*.(yaml|yml)\"", out);
        return;
    case GUD_OFFER_RESULT:
        (void)fputs("_files -g \"*.h5\"", out);
        return;
    case GUD_OFFER_FILE:
        (void)fputs("_files", out);
        return;
    case GUD_OFFER_FOLDER:
        (void)fputs("_files -/", out);
        return;
    case GUD_OFFER_CHOICES:
    case GUD_OFFER_TABLE:
    case GUD_OFFER_VERB:
        (void)fputs("(", out);
        offer_words(out, offer, choices, catalog);
        (void)fputs(")", out);
    }
}

static void zsh_option(FILE *out, const gud_option *option, const gud_catalog *catalog)
{
    (void)fputs(" \\\n            ", out);
    if (option->repeatable)
        (void)fputs("'*'", out);
    else if (option->letter)
        (void)fprintf(out, "'(-%c --%s)'", option->letter, option->name);
    if (option->letter)
        (void)fprintf(out, "{-%c%s,--%s%s}", option->letter, option->argument ? "+" : "", option->name,
                      option->argument ? "=" : "");
    else
        (void)fprintf(out, "--%s%s", option->name, option->argument ? "=" : "");
    (void)fputs("'[", out);
    quoted(out, option->about, "[]\\", zsh_quote);
    (void)fputs("]", out);
    if (option->argument) {
        (void)fputs(":", out);
        quoted(out, option->argument, ":\\", zsh_quote);
        (void)fputs(":", out);
        zsh_offer(out, option->offer, option->choices, catalog);
    }
    (void)fputs("'", out);
}

static void zsh(FILE *out, const gud_catalog *catalog)
{
    (void)fputs("#compdef gudgeon\n# zsh completion of gudgeon; made by: gudgeon list --completion zsh\n\n"
                "_gudgeon() {\n    local -a verbs=(\n",
                out);
    for (const gud_verb *const *verb = gud_verbs(); *verb; verb++) {
        (void)fprintf(out, "        '%s:", (*verb)->name);
        quoted(out, (*verb)->about, ":\\", zsh_quote);
        (void)fputs("'\n", out);
    }
    (void)fputs("    )\n    if ((CURRENT == 2)); then\n        _describe verb verbs\n        return\n    fi\n"
                "    shift words\n    ((CURRENT--))\n    case ${words[1]} in\n",
                out);
    for (const gud_verb *const *verb = gud_verbs(); *verb; verb++) {
        const gud_option *option;
        (void)fprintf(out, "    %s)\n        _arguments", (*verb)->name);
        for (int k = 0; (option = gud_verb_option(*verb, k)); k++) zsh_option(out, option, catalog);
        if ((*verb)->max_words != 0) {
            (void)fprintf(out, " \\\n            '%s:word:", (*verb)->second ? "1" : "*");
            zsh_offer(out, (*verb)->offer, NULL, catalog);
            (void)fputs("'", out);
        }
        if ((*verb)->second) {
            (void)fputs(" \\\n            '*:word:", out);
            zsh_offer(out, GUD_OFFER_CHOICES, (*verb)->second, catalog);
            (void)fputs("'", out);
        }
        (void)fputs("\n        ;;\n", out);
    }
    (void)fputs("    esac\n}\n\n"
                "# as a file _gudgeon in fpath this is the function itself; otherwise it was sourced\n"
                "if [[ ${funcstack[1]} == _gudgeon ]]; then\n    _gudgeon \"$@\"\nelse\n"
                "    compdef _gudgeon gudgeon\nfi\n",
                out);
}

// ---- fish

static void fish_offer(FILE *out, gud_offer offer, const char *const *choices, const gud_catalog *catalog)
{
    switch (offer) {
    case GUD_OFFER_NOTHING:
        return;
    case GUD_OFFER_MODEL:
        (void)fputs(" -k -a '(__fish_complete_suffix .yaml)'", out);
        return;
    case GUD_OFFER_RESULT:
        (void)fputs(" -k -a '(__fish_complete_suffix .h5)'", out);
        return;
    case GUD_OFFER_FILE:
        (void)fputs(" -a '(__fish_complete_path)'", out);
        return;
    case GUD_OFFER_FOLDER:
        (void)fputs(" -a '(__fish_complete_directories)'", out);
        return;
    case GUD_OFFER_CHOICES:
    case GUD_OFFER_TABLE:
    case GUD_OFFER_VERB:
        (void)fputs(" -a '", out);
        offer_words(out, offer, choices, catalog);
        (void)fputs("'", out);
    }
}

static void fish_option(FILE *out, const gud_verb *verb, const gud_option *option, const gud_catalog *catalog)
{
    (void)fprintf(out, "complete -c gudgeon -n '__gudgeon_verb %s' -l %s", verb->name, option->name);
    if (option->letter) (void)fprintf(out, " -s %c", option->letter);
    if (option->argument) {
        (void)fputs(" -x", out);
        fish_offer(out, option->offer, option->choices, catalog);
    }
    (void)fputs(" -d '", out);
    quoted(out, option->about, "\\", "\\'");
    (void)fputs("'\n", out);
}

static void fish(FILE *out, const gud_catalog *catalog)
{
    (void)fputs("# fish completion of gudgeon; made by: gudgeon list --completion fish\n"
                "\n"
                "function __gudgeon_verb\n"
                "    set -l typed (commandline -opc)\n"
                "    test (count $typed) -ge 2; and test $typed[2] = $argv[1]\n"
                "end\n"
                "\n"
                "function __gudgeon_second\n"
                "    test (count (commandline -opc)) -ge 3\n"
                "end\n"
                "\n"
                "function __gudgeon_no_verb\n"
                "    test (count (commandline -opc)) -eq 1\n"
                "end\n"
                "\n"
                "complete -c gudgeon -f\n"
                "complete -c gudgeon -n __gudgeon_no_verb -l help -s h -d 'list the commands'\n"
                "complete -c gudgeon -n __gudgeon_no_verb -l version -s V -d 'print the version'\n",
                out);
    for (const gud_verb *const *verb = gud_verbs(); *verb; verb++) {
        const gud_option *option;
        (void)fprintf(out, "complete -c gudgeon -n __gudgeon_no_verb -a %s -d '", (*verb)->name);
        quoted(out, (*verb)->about, "\\", "\\'");
        (void)fputs("'\n", out);
        for (int k = 0; (option = gud_verb_option(*verb, k)); k++) fish_option(out, *verb, option, catalog);
        if ((*verb)->second) {
            (void)fprintf(out, "complete -c gudgeon -n '__gudgeon_verb %s; and __gudgeon_second'", (*verb)->name);
            fish_offer(out, GUD_OFFER_CHOICES, (*verb)->second, catalog);
            (void)fputc('\n', out);
        }
        if ((*verb)->offer == GUD_OFFER_NOTHING) continue;
        (void)fprintf(out, "complete -c gudgeon -n '__gudgeon_verb %s'", (*verb)->name);
        fish_offer(out, (*verb)->offer, NULL, catalog);
        (void)fputc('\n', out);
    }
}

void gud_help_completion(FILE *out, const char *shell, const gud_catalog *catalog)
{
    if (strcmp(shell, "bash") == 0) bash(out, catalog);
    if (strcmp(shell, "zsh") == 0) zsh(out, catalog);
    if (strcmp(shell, "fish") == 0) fish(out, catalog);
}
