// gudgeon run MODEL
#include "base/json.h"
#include "cli/interrupt.h"
#include "cli/model.h"
#include "cli/output.h"
#include "cli/present.h"
#include "cli/progress.h"
#include "film/sizes.h"
#include "out/answer.h"
#include "out/checkpoint.h"
#include "out/claim.h"
#include "out/draft.h"
#include "out/replay.h"
#include "out/result.h"
#include "step/simulate.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

// results go to the folder of this name beside the caller, unless -o says otherwise: crank.yaml -> crank-results
static void default_folder(const char *model, char *folder, size_t size)
{
    const char *slash = strrchr(model, '/'), *name = slash ? slash + 1 : model, *dot = strrchr(name, '.');
    if (strcmp(model, "-") == 0) name = "model"; // standard input
    (void)snprintf(folder, size, "%.*s-results", dot && dot > name ? (int)(dot - name) : (int)strlen(name), name);
}

static bool is_in(const char *folder, const char *name)
{
    char path[4200];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    return access(path, F_OK) == 0;
}

// A run that was killed before its first checkpoint has left its log only. Is it a run of this model?
static gud_status check_log(const gud_model *m, const char *folder, gud_error *error)
{
    char path[GUD_PATH_SIZE];
    gud_replay *replay = NULL;
    gud_error ignored;
    GUD_TRY(gud_path_join(path, folder, GUD_LOG_NAME, error));
    if (gud_replay_open(path, UINT64_MAX, &ignored, &replay) != GUD_OK)
        return GUD_OK; // killed before it wrote anything
    const bool same = strcmp(replay->layout.meta.model, gud_model_text(m)) == 0;
    gud_replay_close(replay);
    return same
               ? GUD_OK
               : gud_fail(error, GUD_ERR_INPUT, "%s: the run belongs to another model, or the model was changed", path);
}

// what --resume finds: a checkpoint, or (*again) a run that was killed before its first one
static gud_status find_run(const gud_model *m, const char *folder, gud_error *error, bool *again)
{
    *again = false;
    if (is_in(folder, GUD_CHECKPOINT_NAME)) return GUD_OK;
    if (is_in(folder, GUD_LOG_NAME)) {
        *again = true;
        return check_log(m, folder, error);
    }
    const char *why = is_in(folder, GUD_RESULT_NAME) ? "the run is complete" : "there is no run in this folder";
    return gud_fail(error, GUD_ERR_INPUT, "%s: nothing to resume: %s; run it without --resume", folder, why);
}

// the bearings of the last cycle, as `summary --json` has them
static void write_bearings(const char *folder, gud_json *json)
{
    gud_result *result = NULL;
    gud_answer a = {0};
    gud_error ignored;
    if (gud_result_open(folder, &ignored, &result) == GUD_OK &&
        gud_scope_find(result, NULL, NULL, &ignored, &a.scope) == GUD_OK &&
        gud_bearings_make(result, &a.scope.window, &ignored, &a.bearings) == GUD_OK) {
        gud_answer_write_bearings(&a, json);
        gud_bearings_free(&a.bearings);
    }
    gud_result_close(result);
}

static int print_json(const gud_args *args, const gud_model *m, const char *folder, const gud_simulate_report *r)
{
    gud_buffer text;
    gud_json json;
    char hash[20];
    (void)snprintf(hash, sizeof hash, "%016llx", (unsigned long long)r->hash);
    gud_buffer_init(&text);
    gud_json_init(&json, &text, true);
    gud_json_open(&json, NULL, '{');
    gud_json_text(&json, "title", gud_model_title(m));
    gud_json_text(&json, "folder", folder);
    gud_json_open(&json, "run", '{');
    gud_json_integer(&json, "steps", r->clock.nstep);
    gud_json_integer(&json, "rejected", r->clock.nreject);
    gud_json_integer(&json, "newton", r->clock.nnewton);
    gud_json_integer(&json, "factorisations", r->clock.nfactor);
    gud_json_integer(&json, "events", r->clock.nevent);
    gud_json_number(&json, "time", r->clock.t);
    gud_json_number(&json, "drift_position", r->clock.drift[0]);
    gud_json_number(&json, "drift_velocity", r->clock.drift[1]);
    gud_json_number(&json, "energy_error", r->energy_error);
    gud_json_number(&json, "cpu_s", r->cpu);
    gud_json_number(&json, "wall_s", r->wall);
    gud_json_text(&json, "state_hash", hash);
    gud_json_text(&json, "remarks", r->remarks);
    gud_json_close(&json);
    write_bearings(folder, &json);
    gud_json_close(&json);
    return gud_output_print(args, &text);
}

// one to a line, below each other
static void print_remarks(const char *text)
{
    const char *label = "remarks", *line;
    int length;
    for (; gud_line_next(&text, &line, &length); label = "") (void)printf("  %-11s %.*s\n", label, length, line);
}

static void print_report(const gud_args *args, const gud_model *m, const char *folder, const gud_simulate_report *r)
{
    const gud_clock *c = &r->clock;
    if (gud_model_title(m)[0]) (void)printf("%s\n", gud_model_title(m));
    (void)printf("  simulated   %.6g s in %lld steps (%lld rejected), %lld Newton iterations, %lld factorisations, "
                 "%lld event%s\n",
                 c->t, (long long)c->nstep, (long long)c->nreject, (long long)c->nnewton, (long long)c->nfactor,
                 (long long)c->nevent, c->nevent == 1 ? "" : "s");
    (void)printf("  took        %.3g s, %.0f steps/s\n", r->wall, (double)c->nstep / (r->wall > 0.0 ? r->wall : 1e-9));
    (void)printf("  constraints off by at most %.2g m (rad) and %.2g m/s (rad/s)\n", c->drift[0], c->drift[1]);
    (void)printf("  energy      off by %.2g J at the end\n", r->energy_error);
    (void)printf("  results     %s: results.h5, summary.json%s\n", folder,
                 gud_args_has(args, "no-figures") ? "" : ", figures");
    print_remarks(r->remarks);
}

// of what the length of the run is counted in
static const char *end_unit(const gud_model *m)
{
    const int k = m->run.until_coordinate;
    return k < 0 ? "s" : gud_gauge_is_angle(&m->coordinate[k].gauge) ? "rad" : "m";
}

// simulates and presents, in a folder that is ours from the first file to the last figure
static int work(const gud_args *args, const gud_model *m, const char *folder, bool resume, int threads)
{
    static const char *const kinds[] = {
        "trajectory", "position", "velocity", "acceleration", "reaction", "drive", "energy", "violation",
        "phase",      "orbit",    "contact",  "film",         "losses",   "load",  "map",    NULL};
    gud_progress progress;
    gud_progress_start(&progress, args->words[0], end_unit(m), args->quiet);
    if (gud_args_has(args, "progress")) gud_progress_json(&progress);
    gud_interrupt_watch();
    const gud_simulate_options options = {.folder = folder,
                                          .resume = resume,
                                          .threads = threads,
                                          .progress = gud_progress_step,
                                          .remark = gud_progress_remark,
                                          .user = &progress};
    gud_simulate_report report;
    gud_error error = {""};
    int code = GUD_EXIT_FINE;
    gud_status st = gud_simulate(m, &options, &error, &report);
    gud_progress_end(&progress);

    if (st == GUD_OK && !args->json && !args->quiet) print_report(args, m, folder, &report);
    const gud_presentation show = {.figures = gud_args_has(args, "no-figures") ? NULL : kinds, .format = "svg"};
    if (st == GUD_OK) st = gud_result_present(args, folder, &show, &error);
    if (st == GUD_OK && args->json) code = print_json(args, m, folder, &report);
    if (st != GUD_OK) code = gud_verb_fail(args, st, &error);
    if (st == GUD_ERR_INTERRUPT) gud_remark(args, "to continue, use the same command with --resume");
    return code;
}

static int claim_and_work(const gud_args *args, const gud_model *m, const char *folder)
{
    gud_error error;
    gud_claim claim = {.fd = -1};
    bool resume = gud_args_has(args, "resume"), again = false;
    int threads = 1;
    gud_status st = gud_args_integer(args, "threads", 1, 1024, GUD_THREADS_ALL, &error, &threads);
    if (st == GUD_OK && resume) st = find_run(m, folder, &error, &again);
    if (st == GUD_OK) st = gud_claim_take(&claim, folder, gud_args_has(args, "force"), &error);
    if (st != GUD_OK) return gud_verb_fail(args, st, &error);
    if (again) {
        gud_remark(args, "%s: the run ended before its first checkpoint and starts again", folder);
        resume = false;
    }
    const int code = work(args, m, folder, resume, threads);
    gud_claim_release(&claim);
    return code;
}

// a grid that takes its time says so before it does
static void foretell_cost(const gud_args *args, const gud_model *m)
{
    enum { many = 50000 };
    const gud_film_cost cost = gud_film_cost_of(m->nvariable);
    if (m->nvariable < many) return;
    gud_remark(args, "films have %d cells: about %.2g GB of memory, and about %.2g s per step", m->nvariable,
               1e-9 * cost.bytes, cost.step);
}

static int run(const gud_args *args)
{
    gud_model *m = NULL;
    int code = gud_model_open(args, &m);
    if (code != GUD_EXIT_FINE) return code;

    char folder[4096];
    const char *given = gud_args_value(args, "output");
    if (given)
        (void)snprintf(folder, sizeof folder, "%s", given);
    else
        default_folder(args->words[0], folder, sizeof folder);
    foretell_cost(args, m);
    code = claim_and_work(args, m, folder);
    gud_model_free(m);
    return code;
}

static const char *const progress_formats[] = {"json", NULL};

static const gud_option options[] = {
    {.name = "output", .letter = 'o', .argument = "DIR", .about = "folder of the results", .offer = GUD_OFFER_FOLDER},
    GUD_OPTION_SET,
    GUD_OPTION_PLUGINS,
    {.name = "no-figures", .about = "results and summary only"},
    {.name = "progress",
     .argument = "FORMAT",
     .about = "json: progress as lines of JSON on standard error, for programs",
     .offer = GUD_OFFER_CHOICES,
     .choices = progress_formats},
    GUD_OPTION_FORCE,
    {.name = "threads",
     .argument = "N",
     .about =
         "threads that solve the films of different joints in parallel, the rows of films with more than 32768 cells "
         "and 512 or more contacts of `contacts`; default: one per core, but not more than there are such joints "
         "unless a film or a set of contacts is that large. Results do not depend on it"},
    {.name = "resume", .about = "continue a run that was stopped or killed; the results are bitwise identical"},
};

static const gud_example examples[] = {
    {"gudgeon run slider-crank.yaml -o out", "simulate, with results in the folder out"},
    {"gudgeon run slider-crank.yaml --set 'drive.crank.angle.rate=3000 rpm'", "the same at another speed"},
    {"gudgeon run slider-crank.yaml -o out --resume", "continue after Ctrl-C or a power cut"},
};

const gud_verb gud_verb_run = {
    .name = "run",
    .synopsis = "MODEL",
    .about = "simulate a model: results, summary and figures",
    .details =
        "Shows its progress on a terminal. Ctrl-C ends it cleanly after the current step; a run that was stopped or "
        "killed leaves readable results and can be resumed.",
    .examples = examples,
    .nexample = GUD_COUNT(examples),
    .options = options,
    .noption = GUD_COUNT(options),
    .min_words = 1,
    .max_words = 1,
    .offer = GUD_OFFER_MODEL,
    .run = run,
};
