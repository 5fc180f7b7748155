// Ten thousand dry runs of a study, whose physics is nothing: processor time and bytes on disk per run, and the same
// table from one process, four parts, four ranks of MPI and a Slurm of two nodes on this machine. An engine that is not
// installed is left out.
#define _XOPEN_SOURCE 700 // nftw

#include "wall.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { path_size = 200 };

// of processes that have ended
static double children_cpu(void)
{
    struct rusage used;
    (void)getrusage(RUSAGE_CHILDREN, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

static int discard(const char *path, const struct stat *what, int kind, struct FTW *place)
{
    (void)what, (void)kind, (void)place;
    return remove(path);
}

// ---- engines: a command line, in a folder

static int run_command(const char *const *words)
{
    int status = 1;
    (void)fflush(NULL);
    const pid_t process = fork();
    if (process == 0) {
        char *arguments[16];
        int n = 0;
        for (; words[n]; n++) memcpy(&arguments[n], &words[n], sizeof *words);
        arguments[n] = NULL;
        if (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr)) _exit(1);
        (void)execvp(arguments[0], arguments);
        _exit(127);
    }
    (void)waitpid(process, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

static const char program[] = "build/release/gudgeon", study[] = "bench/study.yaml";

static int run_parts(const char *folder)
{
    int worst = 0;
    for (int i = 1; i <= 4; i++) {
        char part[20];
        (void)snprintf(part, sizeof part, "%d/4", i);
        const char *const words[] = {program, "sweep", study, "-o", folder, "--part", part, "-j", "1", NULL};
        worst |= run_command(words);
    }
    const char *const gather[] = {program, "sweep", study, "-o", folder, "--gather", "--no-figures", NULL};
    return worst | run_command(gather);
}

static int run_one(const char *folder)
{
    const char *const words[] = {program, "sweep", study, "-o", folder, "-j", "1", "--no-figures", NULL};
    return run_command(words);
}

static int run_mpi(const char *folder)
{
    const char *const words[] = {"mpirun", "--oversubscribe", "-n", "4", program, "sweep", study, "-o",
                                 folder,   "--no-figures",    NULL};
    (void)setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);
    (void)setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
    return run_command(words);
}

static int run_slurm(const char *folder)
{
    const char *const words[] = {"bash", "bench/slurm.sh", program, study, folder, NULL};
    return run_command(words);
}

static const struct {
    const char *name;
    int (*run)(const char *folder);
    const char *needs; // a program
} engines[] = {{"one process", run_one, NULL},
               {"four parts", run_parts, NULL},
               {"four ranks of MPI", run_mpi, "mpirun"},
               {"Slurm, two nodes", run_slurm, "sbatch"}};

static int is_there(const char *name)
{
    const char *const words[] = {name, "--version", NULL};
    return !name || run_command(words) != 127;
}

// ---- what is left

static double size_of(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 ? (double)info.st_size : 0.0;
}

static char *read_text(const char *path)
{
    FILE *file = fopen(path, "rb");
    const size_t size = (size_t)size_of(path);
    char *text = calloc(size + 1, 1);
    if (file && text && fread(text, 1, size, file) != size) text[0] = 0;
    if (file) (void)fclose(file);
    return text;
}

enum { nrun = 10000 };

static void report(const char *engine, const char *quantity, double value, const char *unit)
{
    (void)printf("%d dry runs, %s\t%s\t%.4g\t%s\n", nrun, engine, quantity, value, unit);
}

// rows and tables; the files of Slurm itself do not count
static double size_on_disk(const char *folder)
{
    static const char *const files[] = {"table.csv", "table.json", "runs.csv"};
    char path[2 * path_size], command[2 * path_size];
    double size = 0.0;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        (void)snprintf(path, sizeof path, "%s/%s", folder, files[i]);
        size += size_of(path);
    }
    (void)snprintf(command, sizeof command, "cat %s/rows/*/*.rows | wc -c", folder);
    FILE *pipe = popen(command, "r"); // NOLINT(cert-env33-c): our own names
    char text[40] = "";
    if (pipe && fgets(text, sizeof text, pipe)) size += strtod(text, NULL);
    if (pipe) (void)pclose(pipe);
    return size;
}

static int measure(const char *top, int e, char **table)
{
    char folder[path_size], path[2 * path_size];
    (void)snprintf(folder, sizeof folder, "%s/%d", top, e);
    (void)snprintf(path, sizeof path, "%s/table.csv", folder);
    const double cpu = children_cpu(), begin = wall();
    const int code = engines[e].run(folder);
    if (code != 0) {
        (void)fprintf(stderr, "%s failed with %d\n", engines[e].name, code);
        return 1;
    }
    if (engines[e].run == run_slurm)
        report(engines[e].name, "time on the clock, all", wall() - begin, "s"); // daemons are no children of ours
    else
        report(engines[e].name, "processor time per run", 1e3 * (children_cpu() - cpu) / nrun, "ms");
    report(engines[e].name, "size on disk per run", size_on_disk(folder) / nrun, "B");
    char *own = read_text(path);
    const int same = own && own[0] && (!*table || strcmp(*table, own) == 0);
    report(engines[e].name, "same table as one process", same, "1");
    if (*table)
        free(own);
    else
        *table = own;
    return !same;
}

int main(void)
{
    char top[] = "/tmp/gudgeon-study-XXXXXX";
    char *table = NULL;
    int failed = !mkdtemp(top);
    for (int e = 0; e < (int)(sizeof engines / sizeof *engines) && !failed; e++)
        if (is_there(engines[e].needs)) failed = measure(top, e, &table);
    free(table);
    (void)nftw(top, discard, 16, FTW_DEPTH | FTW_PHYS);
    return failed;
}
