#include "assembly/load.h"

#include "base/beside.h"
#include "base/sanitized.h"

#include <dlfcn.h>
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

const gud_cad_limits gud_cad_usual_limits = {.seconds = 600.0, .bytes = 8e9};

// what the child reports
typedef struct {
    gud_status status;
    gud_error error;
} report;

static gud_status open_module(const gud_cad_module **module, gud_error *error)
{
    char path[4400];
    gud_cad_entry entry;
    if (!gud_beside_find("gudgeon_cad.so", "GUDGEON_CAD", path, sizeof path))
        return gud_fail(error, GUD_ERR_IO,
                        "CAD files need the module gudgeon_cad.so, which is built where OpenCASCADE is installed "
                        "(Debian: libocct-data-exchange-dev); GUDGEON_CAD names it if it is elsewhere");
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    void *symbol = library ? dlsym(library, "gudgeon_cad") : NULL;
    if (!symbol) {
        const char *why = dlerror();
        return gud_fail(error, GUD_ERR_IO, "%.200s cannot be loaded: %.250s", path,
                        why ? why : "it is not a CAD module");
    }
    memcpy(&entry, &symbol, sizeof entry);
    *module = entry();
    if ((*module)->abi != GUD_CAD_ABI)
        return gud_fail(error, GUD_ERR_IO, "%.300s is of another version: its interface is %d, not %d", path,
                        (*module)->abi, GUD_CAD_ABI);
    return GUD_OK;
}

static double least_of_limits(rlim_t limit, double most)
{
    return limit == RLIM_INFINITY || (double)limit > most ? most : (double)limit;
}

static void limit(int resource, double most)
{
    struct rlimit now;
    if (getrlimit(resource, &now) != 0) return;
    now.rlim_cur = now.rlim_max = (rlim_t)least_of_limits(now.rlim_max, most);
    (void)setrlimit(resource, &now);
}

// Processor time that a child may take. The limit that ends it with SIGXCPU stays below the one that would kill it: a
// SIGKILL is always somebody else's.
static double time_allowed(const gud_cad_limits *limits)
{
    struct rlimit now;
    double seconds = fmax(limits->seconds, 1.0);
    if (getrlimit(RLIMIT_CPU, &now) != 0) return seconds;
    seconds = least_of_limits(now.rlim_cur, seconds);
    return fmax(least_of_limits(now.rlim_max, seconds + 1.0) - 1.0, 1.0);
}

static void limit_time(const gud_cad_limits *limits)
{
    const double seconds = time_allowed(limits);
    const struct rlimit both = {(rlim_t)seconds, (rlim_t)(seconds + 1.0)};
    (void)signal(SIGXCPU, SIG_DFL);
    (void)setrlimit(RLIMIT_CPU, &both);
}

// a crash ends the child: handlers of the parent would not know that they are in a copy
static void drop_handlers(void)
{
    static const int fatal[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    for (int i = 0; i < GUD_COUNT(fatal); i++) (void)signal(fatal[i], SIG_DFL);
}

// never returns; nothing of the parent is undone on the way out
static _Noreturn void work_alone(const gud_cad_limits *limits, gud_cad_work *work, void *context, int out)
{
    report r = {.status = GUD_OK};
    const gud_cad_module *module = NULL;
    drop_handlers();
    limit(RLIMIT_CORE, 0.0);
    limit_time(limits);
#ifndef GUD_SANITIZED
    limit(RLIMIT_AS, limits->bytes);
#endif
    r.status = open_module(&module, &r.error);
    if (r.status == GUD_OK) r.status = work(module, context, &r.error);
    (void)fflush(NULL);
    _exit(write(out, &r, sizeof r) == (ssize_t)sizeof r ? 0 : 1);
}

// true: the child got as far as reporting
static bool read_report(int in, report *r)
{
    size_t got = 0;
    while (got < sizeof *r) {
        const ssize_t n = read(in, (char *)r + got, sizeof *r - got);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        got += (size_t)n;
    }
    r->error.text[sizeof r->error.text - 1] = '\0';
    return true;
}

static gud_status explain_death(const gud_cad_limits *limits, int how, gud_error *error)
{
    const int killer = WIFSIGNALED(how) ? WTERMSIG(how) : 0;
    if (killer == SIGINT || killer == SIGTERM) return gud_fail(error, GUD_ERR_INTERRUPT, "interrupted");
    if (killer == SIGXCPU)
        return gud_fail(error, GUD_ERR_INPUT, "reading was stopped: it took more than %g s of processor time",
                        time_allowed(limits));
    if (killer == SIGKILL)
        return gud_fail(error, GUD_ERR_MEMORY,
                        "reading was killed from outside (signal 9), most likely by the system because memory ran out: "
                        "close other programs, or use a machine with more memory");
    return gud_fail(
        error, GUD_ERR_INPUT,
        "reading failed: OpenCASCADE crashed (%s %d): the file is damaged, or needs more than %.3g GB of memory",
        killer ? "signal" : "exit code", killer ? killer : WEXITSTATUS(how), limits->bytes / 1e9);
}

gud_status gud_cad_run(const gud_cad_limits *limits, gud_cad_work *work, void *context, gud_error *error)
{
    int ends[2], how = 0;
    report r;
    if (pipe(ends) != 0)
        return gud_fail(error, GUD_ERR_IO, "cannot create a pipe to a child process: %s", strerror(errno));
    (void)fflush(NULL); // or both would print it
    const pid_t child = fork();
    if (child == 0) {
        (void)close(ends[0]);
        work_alone(limits, work, context, ends[1]);
    }
    (void)close(ends[1]);
    if (child < 0) {
        (void)close(ends[0]);
        return gud_fail(error, GUD_ERR_IO, "cannot start a child process: %s", strerror(errno));
    }
    const bool reported = read_report(ends[0], &r);
    (void)close(ends[0]);
    while (waitpid(child, &how, 0) < 0 && errno == EINTR) continue;
    if (!reported) return explain_death(limits, how, error);
    *error = r.error;
    return r.status;
}
