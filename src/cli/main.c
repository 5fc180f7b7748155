// gudgeon VERB [WORDS] [OPTIONS]
#include "cli/args.h"
#include "cli/help.h"
#include "cli/output.h"
#include "load/near.h"
#include "num/blas.h"

#include <gudgeon/gudgeon.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

// also of arguments that cannot be read
static bool wants_json(int argc, char *const *argv)
{
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--json") == 0) return true;
    return false;
}

static int unknown_verb(int argc, char *const *argv)
{
    const char *word = argv[0];
    gud_error text;
    gud_near near;
    gud_near_start(&near, word);
    for (const gud_verb *const *verb = gud_verbs(); *verb; verb++) gud_near_try(&near, (*verb)->name);
    gud_error_write(&text, "unknown command '%.60s'%.400s", word, gud_near_hint(&near));
    (void)fprintf(stderr, "gudgeon: %s\n'gudgeon --help' lists the commands\n", text.text);
    gud_errors_print(&(gud_args){.json = wants_json(argc, argv)}, text.text);
    return GUD_EXIT_INPUT;
}

static int run_verb(const gud_verb *verb, int argc, char *const *argv)
{
    gud_args args;
    gud_error error;
    const gud_status status = gud_args_parse(verb, argc, argv, &error, &args);
    if (status != GUD_OK) {
        const int code = gud_verb_fail(&(gud_args){.verb = verb, .json = wants_json(argc, argv)}, status, &error);
        if (code == GUD_EXIT_INPUT) (void)fprintf(stderr, "'gudgeon help %s' explains it\n", verb->name);
        return code;
    }
    int code = GUD_EXIT_FINE;
    if (args.help)
        gud_help_verb(stdout, verb);
    else
        code = verb->run(&args);
    gud_args_free(&args);
    return code;
}

// options in front of the verb
static int run_option(int argc, char *const *argv)
{
    const char *word = argv[0];
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
        return run_verb(gud_verb_find("help"), argc - 1, argv + 1);
    if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0) {
        (void)printf("gudgeon %s\n", gud_version());
        return GUD_EXIT_FINE;
    }
    gud_near near;
    gud_near_start(&near, word);
    gud_near_try(&near, "--help");
    gud_near_try(&near, "--version");
    if (near.best)
        (void)fprintf(stderr, "gudgeon: unknown option '%s'; did you mean '%s'?\n", word, near.best);
    else
        (void)fprintf(stderr, "gudgeon: '%s' comes before the command; options follow it: gudgeon COMMAND %s\n", word,
                      word);
    return GUD_EXIT_INPUT;
}

static int dispatch(int argc, char *const *argv)
{
    if (argc < 2) {
        gud_help_all(stderr);
        return GUD_EXIT_INPUT;
    }
    if (argv[1][0] == '-') return run_option(argc - 1, argv + 1);
    const gud_verb *verb = gud_verb_find(argv[1]);
    return verb ? run_verb(verb, argc - 2, argv + 2) : unknown_verb(argc - 1, argv + 1);
}

static bool is_limited(int resource)
{
    struct rlimit limit;
    return getrlimit(resource, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

// OpenBLAS starts threads when it is loaded. One that gets no memory tries again for ever, on a core of its own, and
// the program never ends. Told so before, OpenBLAS starts none: where memory is limited, the program starts itself
// again.
static void begin_again_without_threads(char **argv)
{
    static const char setting[] = "OPENBLAS_NUM_THREADS";
    if (getenv(setting) || (!is_limited(RLIMIT_AS) && !is_limited(RLIMIT_DATA))) return;
    if (setenv(setting, "1", 1) == 0) (void)execv("/proc/self/exe", argv); // if that fails, it goes on as it is
}

int main(int argc, char **argv)
{
    begin_again_without_threads(argv);
    gud_output_start();
    gud_blas_keep(); // also for what verbs compute by other doors than the public interface
    return gud_output_end(dispatch(argc, argv));
}
