// gudgeon sweep STUDY
#include "cli/interrupt.h"
#include "cli/model.h"
#include "cli/output.h"
#include "cli/source.h"
#include "cli/sweep.h"
#include "out/claim.h"
#include "sweep/mpi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef gud_sweep_session session;

static bool asked_to_stop(void *user)
{
    (void)user;
    return gud_interrupt_asked();
}

static int count_mine(const gud_sweep *s)
{
    return s->nparts > 0 ? (s->study->nrun - s->part + s->nparts) / s->nparts : s->study->nrun;
}

static void ended(void *user, int run, gud_run_end end, const char *why)
{
    session *s = user;
    s->nfailed += end == GUD_RUN_FAILED;
    s->nkept += end == GUD_RUN_KEPT;
    if (end == GUD_RUN_FAILED) {
        char name[GUD_STUDY_NAME];
        gud_study_name(s->sweep.study, run, name);
        gud_progress_end(&s->progress);
        (void)fprintf(stderr, "gudgeon sweep: %s failed: %s\n", name, why);
    }
    (void)gud_progress_count(&s->progress, s->sweep.nended, count_mine(&s->sweep));
}

static int check(session *s)
{
    gud_diag diag;
    gud_diag_init(&diag);
    const gud_status st = gud_sweep_check(&s->sweep, &diag);
    const int code = st == GUD_OK ? GUD_EXIT_FINE : gud_diag_fail(s->args, &diag, st);
    gud_diag_free(&diag);
    return code;
}

static int compute(session *s)
{
    gud_error error;
    gud_progress_start(&s->progress, s->args->words[0], "runs", s->args->quiet);
    gud_interrupt_watch();
    const bool search = s->sweep.study->goals.count > 0;
    const gud_status st = search ? gud_sweep_search(s, &error) : gud_sweep_run(&s->sweep, &error);
    gud_progress_end(&s->progress);
    if (st != GUD_OK) {
        const int code = gud_verb_fail(s->args, st, &error);
        if (st == GUD_ERR_INTERRUPT) gud_remark(s->args, "run the same command again to continue");
        return code;
    }
    if (s->nkept > 0) gud_remark(s->args, "%d of %d runs were complete already", s->nkept, count_mine(&s->sweep));
    return GUD_EXIT_FINE;
}

// the folder is ours from the first run to the last figure
static int run_whole(session *s)
{
    gud_error error;
    gud_claim claim;
    const gud_status st = gud_claim_take(&claim, s->sweep.folder, s->sweep.force, &error);
    if (st != GUD_OK) return gud_verb_fail(s->args, st, &error);
    int code = compute(s);
    if (code == GUD_EXIT_FINE) code = gud_sweep_present(s, false);
    gud_claim_release(&claim);
    return code;
}

// one of many that work on the folder; the table is made by who gathers
static int run_part(session *s)
{
    const int code = compute(s);
    if (code != GUD_EXIT_FINE) return code;
    if (s->nfailed > 0) gud_remark(s->args, "%d of %d runs failed", s->nfailed, count_mine(&s->sweep));
    return s->nfailed > 0 ? GUD_EXIT_FAILED : GUD_EXIT_FINE;
}

// ---- options

static int refuse(const gud_args *args, const char *text)
{
    gud_error error;
    return gud_verb_fail(args, gud_fail(&error, GUD_ERR_INPUT, "%s", text), &error);
}

static int count_jobs(const gud_args *args, int *njob)
{
    gud_error error;
    const gud_status st = gud_args_integer(args, "jobs", 1, 1024, 0, &error, njob);
    return st == GUD_OK ? GUD_EXIT_FINE : gud_verb_fail(args, st, &error);
}

// "3/8"
static int read_part(const gud_args *args, gud_sweep *sweep)
{
    const char *text = gud_args_value(args, "part");
    char *slash = NULL, *end = NULL;
    if (!text) return GUD_EXIT_FINE;
    const long i = strtol(text, &slash, 10), n = *slash == '/' ? strtol(slash + 1, &end, 10) : 0;
    if (slash > text && end && end > slash + 1 && !*end && n >= 1 && n <= GUD_STUDY_RUNS && i >= 1 && i <= n) {
        sweep->part = (int)i;
        sweep->nparts = (int)n;
        return GUD_EXIT_FINE;
    }
    gud_error error;
    return gud_verb_fail(
        args, gud_fail(&error, GUD_ERR_INPUT, "--part: '%.40s' is not I/N, with I from 1 to N, such as 3/8", text),
        &error);
}

// ways to run a study exclude each other
static int check_options(const gud_args *args)
{
    static const char *const ways[] = {"part", "gather", "slurm", "status", "cancel"};
    const char *given = NULL;
    char text[120];
    for (int i = 0; i < GUD_COUNT(ways); i++) {
        if (!gud_args_has(args, ways[i]) && !gud_args_value(args, ways[i])) continue;
        if (given) {
            (void)snprintf(text, sizeof text, "--%s and --%s exclude each other", given, ways[i]);
            return refuse(args, text);
        }
        given = ways[i];
    }
    if (given && gud_args_has(args, "fresh"))
        return refuse(args, "--fresh needs the whole study in one process; choose a new folder with -o instead");
    if ((gud_args_value(args, "tasks") || gud_args_value(args, "sbatch")) && !gud_args_has(args, "slurm"))
        return refuse(args, "--tasks and --sbatch need --slurm");
    return GUD_EXIT_FINE;
}

static int load(const gud_args *args, gud_study **study)
{
    gud_diag diag;
    gud_diag_init(&diag);
    const gud_status st = gud_study_load(args->words[0], &diag, study);
    const int code = st == GUD_OK ? GUD_EXIT_FINE : gud_diag_fail(args, &diag, st);
    gud_diag_free(&diag);
    return code;
}

// a round of a search follows from the one before it
static int check_search(const session *s)
{
    static const char *const ways[] = {"part", "gather", "slurm", "status", "cancel"};
    int rank, size = 1;
    if (s->sweep.study->goals.count == 0) return GUD_EXIT_FINE;
    bool apart = gud_mpi_started(&rank, &size) && size > 1;
    for (int i = 0; i < GUD_COUNT(ways); i++)
        apart = apart || gud_args_has(s->args, ways[i]) || gud_args_value(s->args, ways[i]);
    if (!apart) return GUD_EXIT_FINE;
    return refuse(s->args, "a search or front runs in one process with its workers: without --part, --gather, --slurm, "
                           "--status, --cancel and MPI");
}

static int dispatch(session *s)
{
    const gud_args *args = s->args;
    if (check_search(s) != GUD_EXIT_FINE) return GUD_EXIT_INPUT;
    if (gud_args_has(args, "status")) return gud_sweep_status(s);
    if (gud_args_has(args, "cancel")) return gud_sweep_cancel(s);
    if (gud_args_has(args, "gather")) return gud_sweep_gather(s);
    int rank = 0, size = 1;
    const bool ranks =
        s->sweep.nparts == 0 && !gud_args_has(args, "slurm") && gud_mpi_started(&rank, &size) && size > 1;
    const int code = rank == 0 ? check(s) : GUD_EXIT_FINE;
    if (code != GUD_EXIT_FINE) return code;
    if (ranks) return gud_sweep_on_ranks(s, rank);
    if (gud_args_has(args, "slurm")) return gud_sweep_submit(s);
    return s->sweep.nparts > 0 ? run_part(s) : run_whole(s);
}

static int run_study(session *s, gud_study *study)
{
    const gud_args *args = s->args;
    const char *path = args->words[0], *given = gud_args_value(args, "output");
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');
    char folder[3800];
    gud_error error;
    if (given)
        (void)snprintf(folder, sizeof folder, "%s", given);
    else
        (void)snprintf(folder, sizeof folder, "%.*s-results", dot && dot > name ? (int)(dot - name) : (int)strlen(name),
                       name);
    s->sweep.study = study;
    s->sweep.folder = folder;
    s->sweep.fresh = gud_args_has(args, "fresh");
    s->sweep.retry = gud_args_has(args, "retry-failed");
    s->sweep.force = gud_args_has(args, "force");
    s->sweep.plugins = gud_args_has(args, "plugins");
    s->sweep.stop = asked_to_stop;
    s->sweep.ended = ended;
    s->sweep.user = s;
    const gud_status st = gud_sweep_open(&s->sweep, &error);
    if (st != GUD_OK) return gud_verb_fail(args, st, &error);
    const int code = dispatch(s);
    gud_sweep_close(&s->sweep);
    gud_study_free(s->all);
    return code;
}

static int run(const gud_args *args)
{
    session s = {.args = args};
    gud_study *study;
    int code = check_options(args);
    if (code == GUD_EXIT_FINE) code = count_jobs(args, &s.sweep.nworker);
    if (code == GUD_EXIT_FINE) code = read_part(args, &s.sweep);
    if (code == GUD_EXIT_FINE) code = load(args, &study);
    if (code != GUD_EXIT_FINE) return code;
    code = run_study(&s, study);
    gud_study_free(study);
    return code;
}

static const gud_option options[] = {
    {.name = "jobs",
     .letter = 'j',
     .argument = "N",
     .about = "number of simultaneous runs; default: the number of cores"},
    {.name = "output", .letter = 'o', .argument = "DIR", .about = "folder of the results", .offer = GUD_OFFER_FOLDER},
    {.name = "part", .argument = "I/N", .about = "compute the I-th of N parts, without a table"},
    {.name = "gather", .about = "make table and figures from finished runs; compute nothing"},
    {.name = "slurm", .about = "submit to Slurm: an array of jobs, and one that gathers the results"},
    {.name = "tasks", .argument = "N", .about = "tasks of the array; default: from measured run times"},
    {.name = "sbatch",
     .argument = "OPTIONS",
     .about = "additional options of sbatch, such as '--partition=long --time=60'"},
    {.name = "status", .about = "print how many runs are done, failed and waiting, and the state of Slurm jobs"},
    {.name = "cancel", .about = "cancel the Slurm jobs; finished runs are kept"},
    {.name = "retry-failed", .about = "compute failed runs again"},
    GUD_OPTION_FORCE,
    GUD_OPTION_PLUGINS,
    {.name = "fresh", .about = "compute all runs again"},
    {.name = "no-figures", .about = "results and table only"},
};

static const gud_example examples[] = {
    {"gudgeon sweep campaign.yaml -o campaign", "all runs of a study on all cores, with a table at the end"},
    {"gudgeon sweep campaign.yaml -o campaign --part 3/8", "the third of eight parts, under any scheduler"},
    {"gudgeon sweep campaign.yaml -o campaign --slurm --sbatch '--time=60'", "the same on a cluster"},
    {"mpirun gudgeon sweep campaign.yaml -o campaign", "the same on all MPI ranks"},
};

const gud_verb gud_verb_sweep = {
    .name = "sweep",
    .synopsis = "STUDY",
    .about = "run a study: a grid or sample of runs, or a search, with a table and figures",
    .details =
        "A study names one or more files (of models, bearings, contacts, rough surfaces or gaps) and axes: a "
        "path in the file with values or a range of numbers, or cases that set several paths. Every combination "
        "is a run. Worker processes compute one run after the other; `keep` in the study determines what is kept of "
        "each: a folder with its result (all), a line of summaries.jsonl (summary), or only its lines of the table "
        "(none).\n"
        "\n"
        "A run that fails or crashes is reported and the others continue. Started again, the command keeps complete "
        "runs whose model is unchanged and continues interrupted ones. Statistics of the channels in the windows are "
        "printed and saved as table.csv and table.json; runs.csv lists how every run ended and what it cost. "
        "Figures show each quantity against each axis of numbers, and, if the study asks for them, bifurcation "
        "diagrams and Poincare sections.\n"
        "\n"
        "Values of axes with a distribution or an ISO fit are drawn at random; for such a sample, spread, "
        "sensitivities and the fraction of parts beyond the limits of the study are printed. A study with a search or "
        "a front finds the best values of its axes in few runs.\n"
        "\n"
        "Several processes on several machines can work on one folder: --part I/N, --slurm, or MPI ranks. The table is "
        "bitwise the same.",
    .examples = examples,
    .nexample = GUD_COUNT(examples),
    .options = options,
    .noption = GUD_COUNT(options),
    .min_words = 1,
    .max_words = 1,
    .offer = GUD_OFFER_MODEL,
    .run = run,
};
