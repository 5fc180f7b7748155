// Mutants of generated STEP and IGES files, each read, searched and turned into a model in a limited child, as
// `gudgeon cad` does it. OpenCASCADE crashes on some of them: that has to end in a sentence, and the parent lives on.
//
// A finding is another status, no sentence, a word on standard output or error, a process or file left behind, numbers
// that are not finite, a hang, a crash in our own code, or a report of a sanitizer about it. OpenCASCADE writes beyond
// its memory now and then, and whose code crashes then depends on addresses: a crash without a sanitizer's report that
// names our sources is a finding only if it happens again in a new process; else it is kept and counted. With a finding
// the program ends with 1; a path instead of folders reads a mutant again. Options are those of libFuzzer that
// tools/fuzz uses; as one execution costs as much as some hundred of the others, -runs=N makes N / 50. -verbosity=1
// prints what became of each mutant.

#define _GNU_SOURCE // dladdr, sigaltstack
#include "assembly/load.h"
#include "assembly/write.h"
#include "base/sanitized.h"
#include "mutate.h"

#include <dirent.h>
#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { nseed = 18, room = 1 << 20, cost = 50, slowest = 1800 };

// Most mutants that OpenCASCADE does not finish soon run for ever: one in a hundred gets the time to show otherwise.
static const gud_cad_limits limits = {.seconds = 5.0, .bytes = 4e9};
#ifdef GUD_SANITIZED
static const long usual_time = 400000; // us
#else
static const long usual_time = 200000;
#endif

typedef struct {
    char *text;
    size_t size;
} seed_file;

typedef struct {
    seed_file seeds[nseed];
    mutant mutant;
    long runs, seconds;
    bool chatty;
    unsigned long random;
    const char *prefix; // of findings
    char folder[200], path[260], log[260];
    long done, results, messages, crashes, limits, chance;
} fuzz;

static _Noreturn void stop(const char *why)
{
    (void)fprintf(stderr, "cad_fuzz: %s\n", why);
    exit(1);
}

static const char *path_in(fuzz *f, const char *name)
{
    (void)snprintf(f->path, sizeof f->path, "%s/%s", f->folder, name);
    return f->path;
}

static void save(const char *path, const char *text, size_t n)
{
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(text, 1, n, file) != n || fclose(file) != 0) stop("cannot write a temporary file");
}

// ---- seeds

static void make_seed(fuzz *f, int k, const char *name, const char *options, bool iges)
{
    char command[700];
    seed_file *s = &f->seeds[k];
    const char *path = path_in(f, iges ? "seed.iges" : "seed.step");
    (void)snprintf(command, sizeof command, "'%s' %s '%s' %s >/dev/null", CAD_MAKE, name, path, options);
    if (system(command) != 0) stop(command); // NOLINT(cert-env33-c): a command of our own
    FILE *file = fopen(path, "rb");
    s->text = malloc(room);
    s->size = file && s->text ? fread(s->text, 1, room, file) : 0;
    if (!file || fclose(file) != 0 || s->size < 1000 || s->size == room) stop("a seed cannot be read");
    (void)remove(path);
}

static void make_seeds(fuzz *f)
{
    static const struct {
        const char *name, *options;
        bool iges;
    } rows[nseed] = {
        {"ball-joint", "", false},
        {"ball-joint", "--spline --only stud", false},
        {"slipper", "--schema AP203 --inches --no-curves", false},
        {"slipper", "--schema AP242 --no-curves", false},
        {"hinge", "--halves --mirrored --only pin", false},
        {"bush", "--no-curves", false},
        {"taper", "--spline --no-curves", false},
        {"tilted", "--no-curves", false},
        {"torus-seat", "", false},
        {"fed-ball", "--no-curves", false},
        {"fed-pad", "--no-curves", false},
        {"guide", "--no-curves", false},
        {"freeform", "--no-curves", false},
        {"solids", "--only ring", false},
        {"ball-joint", "--schema faces", true},
        {"taper", "--schema solids --inches", true},
        {"ring-pad", "--schema faces --spline", true},
        {"guide", "--schema solids", true},
    };
    for (int k = 0; k < nseed; k++) make_seed(f, k, rows[k].name, rows[k].options, rows[k].iges);
}

// ---- in the child

typedef struct {
    const char *path;
    int report;   // the log under a number that nothing in the child closes or diverts
    bool patient; // stopped by the limits only
} task;

static int crash_report; // for the handler, which has no other way to it

// the C library and its like; a sanitizer puts functions of its own, with the same names, into our program
static bool is_of_system(const Dl_info *about)
{
    static const char *const names[] = {"/libc.", "/libc-", "/libstdc++", "/libgcc", "/ld-", "/libm.", "linux-vdso"};
    for (int i = 0; i < GUD_COUNT(names); i++)
        if (strstr(about->dli_fname, names[i])) return true;
    return about->dli_sname && !strstr(about->dli_fname, ".so") && dlsym(RTLD_NEXT, about->dli_sname);
}

// A function without a name that one of the C library's calls is part of it: those of a sanitizer have static ones.
static bool is_inside_system(void *const frame[2])
{
    Dl_info about, caller;
    return dladdr(frame[0], &about) && !about.dli_sname && dladdr(frame[1], &caller) && is_of_system(&caller);
}

// whose code crashed: the innermost frame that is neither this handler nor the C library
static void report_crash(int number)
{
    void *frames[64];
    Dl_info about = {0}, own = {0};
    void *handler;
    void (*self)(int) = report_crash;
    memcpy(&handler, &self, sizeof handler);
    (void)dladdr(handler, &own);
    const int n = backtrace(frames, 64);
    bool inside = true; // the handler and what called it
    for (int i = 0; i < n; i++) {
        if (!dladdr(frames[i], &about) || !about.dli_fname) continue;
        const bool system = is_of_system(&about) || (i + 1 < n && is_inside_system(frames + i));
        if (inside && !system) continue;
        inside = false;
        if (system) continue;
        const bool ours = about.dli_fbase == own.dli_fbase || strstr(about.dli_fname, "gudgeon_cad");
        (void)dprintf(crash_report, "crash %d of %s: %s at %s+%lx\n", number, ours ? "ours" : "OpenCASCADE",
                      about.dli_sname ? about.dli_sname : "?", about.dli_fname,
                      (unsigned long)((const char *)frames[i] - (const char *)about.dli_fbase));
        break;
    }
    (void)signal(number, SIG_DFL);
    (void)raise(number);
}

static void watch_crashes(const task *t)
{
    static const int fatal[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    static char stack[1 << 16];
    const stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action = {.sa_handler = report_crash, .sa_flags = SA_ONSTACK};
    void *frames[4];
    (void)backtrace(frames, 4); // loads what it needs, which a handler must not
    crash_report = t->report;
    (void)sigaltstack(&other, NULL);
    for (int i = 0; i < GUD_COUNT(fatal); i++) (void)sigaction(fatal[i], &action, NULL);
}

// less processor time than the limits of a process can express
static void limit_time(const task *t)
{
    const struct itimerval timer = {.it_value = {.tv_usec = usual_time}};
    if (!t->patient) (void)setitimer(ITIMER_PROF, &timer, NULL);
}

static bool finite_numbers(const double *x, int n)
{
    for (int i = 0; i < n; i++)
        if (!isfinite(x[i])) return false;
    return true;
}

static bool sound_part(const gud_part *p)
{
    bool sound = finite_numbers(&p->place[0][0], 12) && isfinite(p->volume) && finite_numbers(p->centre, 3) &&
                 finite_numbers(p->inertia, 6) && p->name && p->name[0];
    for (int i = 0; i < 3 * p->ntriangle && sound; i++) sound = p->triangles[i] >= 0 && p->triangles[i] < p->nvertex;
    return sound;
}

static bool sound_face(const gud_assembly *a, const gud_face *face)
{
    bool sound = face->part >= 0 && face->part < a->npart && isfinite(face->area) && face->nloop > 0;
    if (face->kind != GUD_FACE_SPLINE) sound = sound && finite_numbers(face->axis, 3) && isfinite(face->radius);
    for (int k = 0; k < face->nloop && sound; k++)
        sound = face->loops[k].npoint > 2 && finite_numbers(face->loops[k].points, 2 * face->loops[k].npoint);
    return sound;
}

static gud_status check_assembly(const gud_assembly *a, gud_error *error)
{
    for (int i = 0; i < a->npart; i++)
        if (!sound_part(&a->parts[i])) return gud_fail(error, GUD_ERR_NUMERIC, "part %d is unsound", i);
    for (int i = 0; i < a->nface; i++)
        if (!sound_face(a, &a->faces[i])) return gud_fail(error, GUD_ERR_NUMERIC, "face %d is unsound", i);
    return GUD_OK;
}

typedef struct {
    gud_features features;
    gud_fits fits;
    gud_mechanism mechanism;
    gud_cad_model model;
} found;

static gud_status search_and_write(gud_assembly *a, found *out, gud_error *error)
{
    double *density = calloc((size_t)a->npart + 1, sizeof *density);
    const char **materials = calloc((size_t)a->npart + 1, sizeof *materials);
    if (!density || !materials) stop("out of memory");
    for (int i = 0; i < a->npart; i++) density[i] = 7850.0, materials[i] = "default, steel";
    const gud_mechanism_spec spec = {density, NULL};
    const gud_cad_settings settings = {.source = "mutant",
                                       .stem = "mutant",
                                       .model = "mixed",
                                       .oil = "{grade: ISO VG 46, temperature: 60 degC}",
                                       .supply = "2 bar",
                                       .drive = GUD_BODY_NONE,
                                       .density = density,
                                       .materials = materials};
    gud_status st = gud_features_find(a, &out->features, error);
    if (st == GUD_OK) st = gud_fits_find(&out->features, &out->fits, error);
    if (st == GUD_OK) st = gud_mechanism_find(&out->fits, &spec, &out->mechanism, error);
    if (st == GUD_OK) st = gud_cad_write(&out->mechanism, &settings, &out->model, error);
    free(density);
    free(materials);
    return st;
}

static gud_status work(const gud_cad_module *module, void *context, gud_error *error)
{
    const gud_cad_options options = {.deflection = 1e-2};
    const task *t = context;
    const char *path = t->path;
    gud_assembly *a = NULL;
    found all = {0};
    watch_crashes(t);
    limit_time(t);
    if (module->read(1, &path, &options, &a, error->text, sizeof error->text) != 0) return GUD_ERR_INPUT;
    gud_status st = check_assembly(a, error);
    if (st == GUD_OK) st = search_and_write(a, &all, error);
    gud_cad_model_free(&all.model);
    gud_mechanism_free(&all.mechanism);
    gud_fits_free(&all.fits);
    gud_features_free(&all.features);
    module->free(a);
    return st;
}

// ---- judgement

static bool left_behind(const fuzz *f)
{
    DIR *folder = opendir(f->folder);
    if (!folder) stop("the temporary folder is gone");
    int n = 0;
    while (readdir(folder)) n++;
    (void)closedir(folder);
    return n != 4 || waitpid(-1, NULL, WNOHANG) >= 0; // ".", "..", the mutant and its log
}

// does a sanitizer's report name our sources?
static bool reports_us(const char *text)
{
    const char *summary = strstr(text, "SUMMARY: ");
    char line[400];
    if (!summary) return false;
    (void)snprintf(line, sizeof line, "%.*s", (int)strcspn(summary, "\n"), summary);
    return strstr(line, "/src/") || strstr(line, "/tests/");
}

// What a crash says of its place: the handler's word, else the sanitizer's. Its allocator notices an overwritten header
// long after the fact: code with instruments would have been stopped at the write.
static bool blames_us(const char *text)
{
    if (strstr(text, " of ours: ")) return true;
    if (strstr(text, " of OpenCASCADE: ")) return false;
    return strstr(text, "SUMMARY: ") ? reports_us(text) : !strstr(text, "CHECK failed: asan_allocator");
}

static const char crashed_ours[] = "crashed our own code";

// what a child printed: nothing, unless OpenCASCADE crashed or a sanitizer stopped it there
static const char *judge_log(const fuzz *f, const char *error)
{
    static char text[1 << 16];
    FILE *log = fopen(f->log, "rb");
    const size_t n = log ? fread(text, 1, sizeof text - 1, log) : 0;
    if (log) (void)fclose(log);
    text[n] = '\0';
    if (f->chatty) (void)fprintf(stderr, "%ld: %s\n%s", f->done, error, text);
    if (n == 0) return NULL;
    const bool crashed = strstr(error, "crashed");
    if (crashed && !blames_us(text)) return NULL;
    (void)fprintf(stderr, "%s\n", text);
    if (!crashed) return "printed";
    return reports_us(text) ? "made a sanitizer report our own code" : crashed_ours;
}

static const char *judge(fuzz *f, gud_status st, const gud_error *error)
{
    if (left_behind(f)) return "left a file or a process";
    const char *printed = judge_log(f, error->text);
    if (printed) return printed;
    if (st == GUD_OK) {
        f->results++;
        return NULL;
    }
    if (st != GUD_ERR_INPUT) return "ended with another status";
    if (!error->text[0]) return "says nothing";
    char stopped[40];
    (void)snprintf(stopped, sizeof stopped, "crashed (signal %d)", SIGPROF);
    if (strstr(error->text, "processor time") || strstr(error->text, stopped))
        f->limits++;
    else if (strstr(error->text, "crashed"))
        f->crashes++;
    else
        f->messages++;
    return NULL;
}

static void keep_mutant(const fuzz *f, const char *kind, const char *why, const gud_error *error, char path[400])
{
    (void)snprintf(path, 400, "%s%s-%ld", f->prefix, kind, f->done);
    save(path, f->mutant.text, f->mutant.size);
    (void)fprintf(stderr, "cad_fuzz: a mutant %s: %s\n%s\n", why, error->text, path);
}

// the child's standard output and error go to the log
static gud_status run_child(fuzz *f, bool patient, gud_error *error)
{
    int kept[2];
    save(path_in(f, "mutant"), f->mutant.text, f->mutant.size);
    const int log = open(f->log, O_RDWR | O_CREAT | O_TRUNC | O_APPEND, 0600);
    task t = {f->path, fcntl(log, F_DUPFD, 100), patient};
    (void)fflush(NULL);
    for (int k = 0; k < 2; k++) {
        kept[k] = dup(k + 1);
        (void)dup2(log, k + 1);
    }
    (void)alarm(slowest); // a child that sleeps is not stopped by its limits
    const gud_status st = gud_cad_run(&limits, work, &t, error);
    (void)alarm(0);
    for (int k = 0; k < 2; k++) {
        (void)dup2(kept[k], k + 1);
        (void)close(kept[k]);
    }
    (void)close(log);
    (void)close(t.report);
    f->done++;
    return st;
}

// the mutant that was kept, in another program with addresses of its own
static bool shows_again(const char *path)
{
    int status = 1;
    const pid_t child = fork();
    if (child == 0) {
        (void)execl("/proc/self/exe", "cad_fuzz", path, (char *)NULL);
        _exit(1);
    }
    return child > 0 && waitpid(child, &status, 0) == child && !(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

// false: a finding
static bool run_one(fuzz *f)
{
    const seed_file *s = &f->seeds[mutate_next(&f->random, nseed)];
    char path[400];
    gud_error error = {""};
    mutate(&f->mutant, s->text, s->size, &f->random);
    const bool patient = mutate_next(&f->random, 100) == 0;
    const gud_status st = run_child(f, patient, &error);
    const long stopped = f->limits;
    const char *why = judge(f, st, &error);
    if (!why && patient && f->limits > stopped) keep_mutant(f, "slow", "was stopped", &error, path); // as it should be
    if (!why) return true;
    keep_mutant(f, "mutant", why, &error, path);
    if (why != crashed_ours || shows_again(path)) return false;
    f->chance++;
    return true;
}

// ---- the program

// a mutant that was kept, once more
static bool run_again(fuzz *f, const char *path)
{
    gud_error error = {""};
    FILE *file = fopen(path, "rb");
    f->mutant.size = file ? fread(f->mutant.text, 1, f->mutant.room, file) : 0;
    if (!file || fclose(file) != 0) stop("the mutant cannot be read");
    const gud_status st = run_child(f, true, &error);
    const char *why = judge(f, st, &error);
    (void)printf("status %d: %s: %s\n", (int)st, why ? why : "no finding", error.text);
    return !why;
}

static const char *named_file(int argc, char **argv)
{
    struct stat about;
    for (int i = 1; i < argc; i++)
        if (stat(argv[i], &about) == 0 && S_ISREG(about.st_mode)) return argv[i];
    return NULL;
}

static void parse(fuzz *f, int argc, char **argv)
{
    f->random = (unsigned long)time(NULL) ^ (unsigned long)getpid() << 20;
    f->prefix = "./";
    for (int i = 1; i < argc; i++) {
        if (strncmp(argv[i], "-runs=", 6) == 0) f->runs = (strtol(argv[i] + 6, NULL, 10) + cost - 1) / cost;
        if (strncmp(argv[i], "-max_total_time=", 16) == 0) f->seconds = strtol(argv[i] + 16, NULL, 10);
        if (strcmp(argv[i], "-verbosity=1") == 0) f->chatty = true;
        if (strncmp(argv[i], "-seed=", 6) == 0) f->random = strtoul(argv[i] + 6, NULL, 10);
        if (strncmp(argv[i], "-artifact_prefix=", 17) == 0) f->prefix = argv[i] + 17;
    }
}

// The module and OpenCASCADE's tables are made ready here, once, so that a child costs little.
static void warm_up(fuzz *f)
{
    const gud_cad_options options = {.deflection = 1e-2};
    char error[512] = "";
    gud_cad_entry entry;
    if (setenv("GUDGEON_CAD", CAD_MODULE, 0) != 0) stop("no environment");
    void *library = dlopen(getenv("GUDGEON_CAD"), RTLD_NOW | RTLD_LOCAL);
    void *symbol = library ? dlsym(library, "gudgeon_cad") : NULL;
    if (!symbol) stop(dlerror());
    memcpy(&entry, &symbol, sizeof entry);
    for (int k = 0; k < nseed; k++) {
        gud_assembly *a = NULL;
        const char *path = path_in(f, "seed");
        save(path, f->seeds[k].text, f->seeds[k].size);
        if (entry()->read(1, &path, &options, &a, error, sizeof error) != 0) stop(error);
        entry()->free(a);
        (void)remove(path);
    }
}

int main(int argc, char **argv)
{
    static fuzz f;
    bool fine = true;
    parse(&f, argc, argv);
    const unsigned long start = f.random;
    (void)snprintf(f.folder, sizeof f.folder, "%s/gudgeon-fuzz-XXXXXX",
                   access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    if (!mkdtemp(f.folder)) stop("no temporary folder");
    (void)snprintf(f.log, sizeof f.log, "%s/log", f.folder);
    f.mutant.room = room;
    f.mutant.text = malloc(room);
    if (!f.mutant.text) stop("out of memory");
    make_seeds(&f);
    warm_up(&f);
    const char *again = named_file(argc, argv);
    if (again) fine = run_again(&f, again);
    const time_t end = time(NULL) + (again ? 0 : f.seconds);
    while (fine && (f.runs > 0 ? f.done < f.runs : time(NULL) < end)) fine = run_one(&f);
    (void)remove(path_in(&f, "mutant"));
    (void)remove(f.log);
    (void)rmdir(f.folder);
    for (int k = 0; k < nseed; k++) free(f.seeds[k].text);
    free(f.mutant.text);
    (void)printf("-seed=%lu: %ld results, %ld messages, %ld crashes of OpenCASCADE, %ld stopped by a limit, %ld that "
                 "did not show again\n",
                 start, f.results, f.messages, f.crashes, f.limits, f.chance);
    (void)printf("stat::number_of_executed_units: %ld\n", f.done);
    (void)fflush(stdout);
    _exit(fine ? 0 : 1); // what OpenCASCADE leaves in memory is none of our findings
}
