// gudgeon serve [PATH]
#define _GNU_SOURCE // realpath

#include "base/file.h"
#include "base/json.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/page.h"
#include "cli/verb.h"
#include "serve/serve.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { jobs_default = 2, jobs_highest = 64 };
static const double hours_default = 24.0, hours_highest = 1e5, memory_lowest = 0.25, memory_highest = 1e6,
                    gib = 1 << 30;

// What is shown: a folder, and in it the model or the result to begin with.
typedef struct shown {
    char folder[GUD_PATH_SIZE];
    char fragment[GUD_PATH_SIZE]; // of the address: "#model=crank.yaml"; "": the list
} shown;

static bool is_result(const char *folder)
{
    static const char *const names[] = {"results.h5", "results.log"};
    char path[GUD_PATH_SIZE + 20];
    for (int i = 0; i < 2; i++) {
        (void)snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        if (access(path, F_OK) == 0) return true;
    }
    return false;
}

// "runs/crank.yaml" -> "runs" and "#model=crank.yaml"
static void begin_with(const char *real, const char *kind, shown *out)
{
    const char *slash = strrchr(real, '/');
    (void)snprintf(out->folder, sizeof out->folder, "%.*s", slash == real ? 1 : (int)(slash - real), real);
    (void)snprintf(out->fragment, sizeof out->fragment, "#%s=%.1000s", kind, slash + 1);
}

static gud_status choose_folder(const char *path, gud_error *error, shown *out)
{
    struct stat about;
    char *real = realpath(path, NULL);
    *out = (shown){.fragment = ""};
    if (!real || stat(real, &about) != 0 || strlen(real) >= GUD_PATH_SIZE - 20) {
        free(real);
        return gud_fail(error, GUD_ERR_INPUT, "%s: %s", path, real ? "the path is too long" : strerror(errno));
    }
    if (!S_ISDIR(about.st_mode))
        begin_with(real, "model", out);
    else if (is_result(real))
        begin_with(real, "result", out);
    else
        (void)snprintf(out->folder, sizeof out->folder, "%s", real);
    free(real);
    return GUD_OK;
}

static void open_browser(char *address)
{
    char command[] = "xdg-open", *words[] = {command, address, NULL};
    posix_spawn_file_actions_t actions;
    pid_t pid;
    if (posix_spawn_file_actions_init(&actions) != 0) return;
    (void)posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    (void)posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    (void)posix_spawnp(&pid, words[0], &actions, NULL, words, environ); // without one: the user opens it
    (void)posix_spawn_file_actions_destroy(&actions);
}

static gud_status limit_option(const gud_args *args, const char *name, double low, double high, double missing,
                               gud_error *error, double *out)
{
    const char *text = gud_args_value(args, name);
    char *end = NULL;
    const double number = text ? strtod(text, &end) : missing;
    if (text && (*end || end == text || !(number >= low && number <= high)))
        return gud_fail(error, GUD_ERR_INPUT, "--%s '%s' is not a number from %g to %g", name, text, low, high);
    *out = number;
    return GUD_OK;
}

// three quarters of what the machine has, for each run
static double usual_memory(void)
{
    return fmax(1.0, 0.75 * (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE) / gib);
}

static gud_status read_limits(const gud_args *args, gud_error *error, gud_process_limits *out)
{
    double memory, hours;
    GUD_TRY(limit_option(args, "memory", memory_lowest, memory_highest, usual_memory(), error, &memory));
    GUD_TRY(limit_option(args, "hours", 0.0, hours_highest, hours_default, error, &hours));
    *out = (gud_process_limits){.memory = (int64_t)(memory * gib), .seconds = 3600.0 * hours};
    return GUD_OK;
}

static void announce(const gud_args *args, const char *address)
{
    if (args->json) {
        gud_buffer text;
        gud_json json;
        gud_buffer_init(&text);
        gud_json_init(&json, &text, false);
        gud_json_open(&json, NULL, '{');
        gud_json_text(&json, "address", address);
        gud_json_close(&json);
        (void)printf("%s\n", gud_buffer_text(&text));
        gud_buffer_free(&text);
    } else {
        (void)printf("%s\n", address);
        if (!args->quiet) (void)printf("Press Ctrl-C to end the server.\n");
    }
    (void)fflush(stdout);
}

static void wait_for_interrupt(void)
{
    const struct timespec pause = {.tv_nsec = 100000000};
    while (!gud_interrupt_asked()) (void)nanosleep(&pause, NULL);
}

static gud_status serve(const gud_args *args, gud_error *error)
{
    char self[GUD_PATH_SIZE], page[GUD_PATH_SIZE], address[GUD_PATH_SIZE + 200];
    shown what;
    gud_server *server = NULL;
    gud_serve_options options = {.page = page, .program = self};
    gud_program_path(self);
    GUD_TRY(choose_folder(args->nword > 0 ? args->words[0] : ".", error, &what));
    GUD_TRY(gud_args_integer(args, "port", 0, 65535, 0, error, &options.port));
    GUD_TRY(gud_args_integer(args, "jobs", 1, jobs_highest, jobs_default, error, &options.njob));
    GUD_TRY(read_limits(args, error, &options.limits));
    GUD_TRY(gud_page_find(args, error, page));
    if (setenv(GUD_FILE_INSIDE, what.folder, 1) != 0) return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    options.root = what.folder;
    gud_interrupt_watch();
    GUD_TRY(gud_server_start(&options, error, &server));
    (void)snprintf(address, sizeof address, "%s%s", gud_server_address(server), what.fragment);
    announce(args, address);
    if (!gud_args_has(args, "no-browser")) open_browser(address);
    wait_for_interrupt();
    gud_server_stop(server);
    return GUD_OK;
}

static int run(const gud_args *args)
{
    gud_error error;
    const gud_status st = serve(args, &error);
    return st == GUD_OK ? GUD_EXIT_FINE : gud_verb_fail(args, st, &error);
}

static const gud_option options[] = {
    {.name = "port", .argument = "N", .about = "port on the loopback address; default: any free one"},
    {.name = "jobs", .letter = 'j', .argument = "N", .about = "number of simultaneous runs; default: 2"},
    {.name = "memory", .argument = "GIB", .about = "address space of each run; default: three quarters of the memory"},
    {.name = "hours", .argument = "N", .about = "time limit of each run; default: 24"},
    {.name = "no-browser", .about = "print the address only"},
    GUD_OPTION_PAGE,
};

static const gud_example examples[] = {
    {"gudgeon serve", "models and results of this folder"},
    {"gudgeon serve crank.yaml", "edit and run a model"},
    {"gudgeon serve crank-results --no-browser", "look at a result; the address is printed"},
};

const gud_verb gud_verb_serve = {
    .name = "serve",
    .synopsis = "[PATH]",
    .about = "show models and results in the browser",
    .details = "Prints an address and opens it in the browser. The page shows the mechanism in motion, its films, "
               "curves and bearing table, and the effect of changes. PATH is a folder, a model or a result. The server "
               "is reachable from this computer only, by anyone who has the address, and gives no access to files "
               "outside the folder. Ctrl-C ends it together with its runs.",
    .examples = examples,
    .nexample = GUD_COUNT(examples),
    .options = options,
    .noption = GUD_COUNT(options),
    .min_words = 0,
    .max_words = 1,
    .offer = GUD_OFFER_FILE,
    .run = run,
};
