// gudgeon run MODEL
#include "base/json.h"
#include "cli/interrupt.h"
#include "cli/model.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/summary.h"
#include "film/sizes.h"
#include "num/pi.h"
#include "out/checkpoint.h"
#include "out/claim.h"
#include "out/draft.h"
#include "out/figure.h"
#include "out/replay.h"
#include "out/result.h"
#include "step/simulate.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
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
    const char *why = is_in(folder, GUD_RESULT_NAME) ? "the run came to its end" : "there is no run in this folder";
    return gud_fail(error, GUD_ERR_INPUT, "%s: nothing to resume: %s; run it without --resume", folder, why);
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
                 "%lld events\n",
                 c->t, (long long)c->nstep, (long long)c->nreject, (long long)c->nnewton, (long long)c->nfactor,
                 (long long)c->nevent);
    (void)printf("  took        %.3g s, %.0f steps/s\n", r->wall, (double)c->nstep / (r->wall > 0.0 ? r->wall : 1e-9));
    (void)printf("  constraints off by %.2g m (rad) and %.2g m/s (rad/s) at the most\n", c->drift[0], c->drift[1]);
    (void)printf("  energy      off by %.2g J at the end\n", r->energy_error);
    (void)printf("  results     %s: results.h5, summary.json%s\n", folder,
                 gud_args_has(args, "no-figures") ? "" : ", figures");
    print_remarks(r->remarks);
}

// summary.json beside the results
static gud_status write_summary(const gud_result *result, const gud_scope *scope, const gud_bearings *bearings,
                                const gud_summary *summary, const char *folder, gud_error *error)
{
    char path[GUD_PATH_SIZE];
    gud_buffer text;
    GUD_TRY(gud_path_join(path, folder, "summary.json", error));
    gud_buffer_init(&text);
    gud_summary_write(&text, result, scope, bearings, summary);
    const gud_status st = text.failed ? gud_fail(error, GUD_ERR_MEMORY, "out of memory")
                                      : gud_draft_save(path, text.data, text.size, error);
    gud_buffer_free(&text);
    return st;
}

// a figure that an earlier run has left and that this one has nothing for
static void remove_figure(const char *folder, const char *kind)
{
    static const char *const endings[] = {"svg", "gp", "dat"};
    for (int i = 0; i < GUD_COUNT(endings); i++) {
        char path[4200];
        (void)snprintf(path, sizeof path, "%s/figures/%s.%s", folder, kind, endings[i]);
        (void)unlink(path);
    }
}

// the last of several cycles, as --window takes it: the start-up is left out
static void choose_records(const gud_result *result, char *window, size_t size, char *title, size_t room)
{
    gud_scope s;
    gud_error error;
    if (gud_scope_find(result, NULL, NULL, &error, &s) != GUD_OK || s.cycles < 2) return;
    const bool is_angle = strcmp(gud_result_channel(result, s.window.over.channel)->unit, "rad") == 0;
    const double k = is_angle ? 180.0 / pi : 1.0, slack = 1e-9 * fabs(s.window.high);
    (void)snprintf(window, size, "%.15g:%.15g", k * (s.window.low - slack), k * (s.window.high + slack));
    (void)snprintf(title, room, "Last full cycle, %.6g to %.6g %s", k * s.window.low, k * s.window.high,
                   is_angle ? "deg" : "m");
}

// figures that the results have channels for
static void draw_figures(const gud_args *args, const gud_result *result, const char *folder)
{
    static const char *const kinds[] = {"trajectory", "position", "velocity",  "acceleration", "reaction",
                                        "drive",      "energy",   "violation", "phase",        "orbit",
                                        "contact",    "film",     "losses",    "load",         "map"};
    const char *over = gud_result_abscissa(result);
    char figures[4200], window[80] = "", title[120] = "";
    choose_records(result, window, sizeof window, title, sizeof title);
    (void)snprintf(figures, sizeof figures, "%s/figures", folder);
    if (mkdir(figures, 0777) != 0 && errno != EEXIST) {
        gud_remark(args, "no figures: %s: %s", figures, strerror(errno));
        return;
    }
    for (int i = 0; i < GUD_COUNT(kinds); i++) {
        char path[4200];
        gud_error error;
        (void)snprintf(path, sizeof path, "%s/figures/%s.svg", folder, kinds[i]);
        const bool plane = strcmp(kinds[i], "trajectory") == 0 || strcmp(kinds[i], "phase") == 0;
        const bool whole = plane || strcmp(kinds[i], "energy") == 0 || strcmp(kinds[i], "violation") == 0;
        const gud_figure_request request = {.results = &result,
                                            .nresult = 1,
                                            .over = plane ? NULL : over,
                                            .window = whole || !window[0] ? NULL : window,
                                            .title = whole || !window[0] ? NULL : title,
                                            .path = path};
        const gud_status st = gud_figure_draw(kinds[i], &request, &error);
        if (gud_interrupt_asked()) { // which ends gnuplot, too
            gud_remark(args, "the results are complete, their figures are not: 'gudgeon plot %s FIGURE' draws one",
                       folder);
            return;
        }
        if (st != GUD_OK && st != GUD_ERR_INPUT) { // no gnuplot, or a full disk: it will not get better
            gud_remark(args, "no figures: %s", error.text);
            return;
        }
        if (st == GUD_ERR_INPUT) remove_figure(folder, kinds[i]);
    }
}

static gud_status summarise(const gud_args *args, const gud_result *result, const char *folder, gud_error *error)
{
    gud_scope scope;
    gud_bearings bearings;
    gud_summary summary = {0};
    GUD_TRY(gud_scope_find(result, NULL, NULL, error, &scope));
    GUD_TRY(gud_bearings_make(result, &scope.window, error, &bearings));
    gud_status st = gud_summary_usual(result, &scope.window, error, &summary);
    if (st == GUD_OK) st = write_summary(result, &scope, &bearings, &summary, folder, error);
    if (st == GUD_OK && !args->json && !args->quiet) {
        (void)printf("\n");
        gud_scope_print(&scope, result, summary.nrecord, summary.start, summary.end, stdout);
        (void)printf("\n");
        if (bearings.count > 0)
            st = gud_bearings_print(&bearings, stdout);
        else
            gud_summary_print(&summary, result, stdout);
        gud_missed_peaks_print(result, stdout);
    }
    gud_bearings_free(&bearings);
    gud_summary_free(&summary);
    return st;
}

static gud_status present(const gud_args *args, const char *folder, gud_error *error)
{
    gud_result *result = NULL;
    GUD_TRY(gud_result_open(folder, error, &result));
    const gud_status st = summarise(args, result, folder, error);
    if (st == GUD_OK && !gud_args_has(args, "no-figures")) draw_figures(args, result, folder);
    gud_result_close(result);
    return st;
}

// of what the length of the run is counted in
static const char *end_unit(const gud_model *m)
{
    const int k = m->run.until_coordinate;
    return k < 0 ? "s" : gud_gauge_is_angle(&m->coordinate[k].gauge) ? "rad" : "m";
}

// simulates and presents, in a folder that is ours from the first file to the last figure
static int work(const gud_args *args, const gud_model *m, const char *folder, bool resume)
{
    gud_progress progress;
    gud_progress_start(&progress, args->words[0], end_unit(m), args->quiet);
    gud_interrupt_watch();
    const gud_simulate_options options = {
        .folder = folder, .resume = resume, .progress = gud_progress_step, .user = &progress};
    gud_simulate_report report;
    gud_error error = {""};
    int code = GUD_EXIT_FINE;
    gud_status st = gud_simulate(m, &options, &error, &report);
    gud_progress_end(&progress);

    if (st == GUD_OK && !args->json && !args->quiet) print_report(args, m, folder, &report);
    if (st == GUD_OK) st = present(args, folder, &error);
    if (st == GUD_OK && args->json) code = print_json(args, m, folder, &report);
    if (st != GUD_OK) code = gud_verb_fail(args, st, &error);
    if (st == GUD_ERR_INTERRUPT) gud_remark(args, "resume it with the same words and --resume");
    return code;
}

static int claim_and_work(const gud_args *args, const gud_model *m, const char *folder)
{
    gud_error error;
    gud_claim claim = {.fd = -1};
    bool resume = gud_args_has(args, "resume"), again = false;
    gud_status st = resume ? find_run(m, folder, &error, &again) : GUD_OK;
    if (st == GUD_OK) st = gud_claim_take(&claim, folder, gud_args_has(args, "force"), &error);
    if (st != GUD_OK) return gud_verb_fail(args, st, &error);
    if (again) {
        gud_remark(args, "%s: the run was ended before its first checkpoint and begins again", folder);
        resume = false;
    }
    const int code = work(args, m, folder, resume);
    gud_claim_release(&claim);
    return code;
}

// a grid that takes its time says so before it does
static void foretell_cost(const gud_args *args, const gud_model *m)
{
    enum { many = 50000 };
    const gud_film_cost cost = gud_film_cost_of(m->nvariable);
    if (m->nvariable < many) return;
    gud_remark(args, "films have %d cells: about %.2g GB of memory, and some %.2g s for every step", m->nvariable,
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

static const gud_option options[] = {
    {.name = "output", .letter = 'o', .argument = "DIR", .about = "folder of the results", .offer = GUD_OFFER_FOLDER},
    GUD_OPTION_SET,
    {.name = "no-figures", .about = "results and summary only"},
    GUD_OPTION_FORCE,
    {.name = "resume", .about = "continue a run that was stopped or killed; the results are the same to the bit"},
};

static const gud_example examples[] = {
    {"gudgeon run slider-crank.yaml -o out", "simulate, with results in the folder out"},
    {"gudgeon run slider-crank.yaml --set 'drive.crank.angle.rate=3000 rpm'", "the same at another speed"},
    {"gudgeon run slider-crank.yaml -o out --resume", "go on after Ctrl-C or a power cut"},
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
