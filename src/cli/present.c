#include "cli/present.h"

#include "base/team.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/summary.h"
#include "out/draft.h"
#include "out/figure.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// summary.json beside the results
static gud_status write_summary(const gud_result *result, const gud_answer *a, const char *folder, gud_error *error)
{
    char path[GUD_PATH_SIZE];
    gud_buffer text;
    GUD_TRY(gud_path_join(path, folder, "summary.json", error));
    gud_buffer_init(&text);
    gud_summary_write(&text, result, a);
    const gud_status st = text.failed ? gud_fail(error, GUD_ERR_MEMORY, "out of memory")
                                      : gud_draft_save(path, text.data, text.size, error);
    gud_buffer_free(&text);
    return st;
}

// a figure that an earlier run has left and that this one has nothing for
static void remove_figure(const char *folder, const char *kind)
{
    static const char *const endings[] = {"svg", "png", "pdf", "gp", "dat"};
    for (int i = 0; i < GUD_COUNT(endings); i++) {
        char path[4200];
        (void)snprintf(path, sizeof path, "%s/figures/%s.%s", folder, kind, endings[i]);
        (void)unlink(path);
    }
}

// the figures of a result, drawn side by side: most of the time gnuplot is at work
typedef struct {
    const gud_args *args;
    const gud_result *result;
    const char *folder, *format, *const *kinds;
    int nkind;
    gud_figure_cycle cycle;
    gud_progress progress;
    atomic_int next;    // figure that nobody draws yet
    atomic_int stopped; // the others would not come off either
} drawing;

enum { most_drawers = 8 };

static void stop_drawing(drawing *d, const char *why)
{
    if (atomic_exchange(&d->stopped, 1)) return; // it was said
    if (why)
        gud_remark(d->args, "no figures: %s", why);
    else
        gud_remark(d->args, "the results are complete, but not their figures: draw them with 'gudgeon plot %s FIGURE'",
                   d->folder);
}

static void draw_figure(drawing *d, const gud_result *result, const char *kind)
{
    char path[4200];
    gud_error error;
    (void)snprintf(path, sizeof path, "%s/figures/%s.%s", d->folder, kind, d->format);
    gud_figure_request request = {.results = &result, .nresult = 1, .path = path};
    gud_figure_frame(kind, &d->cycle, &request);
    const gud_status st = gud_figure_draw(kind, &request, &error);
    if (gud_interrupt_asked()) // which ends gnuplot, too
        stop_drawing(d, NULL);
    else if (st != GUD_OK && st != GUD_ERR_INPUT) // no gnuplot, or a full disk
        stop_drawing(d, error.text);
    else if (st == GUD_ERR_INPUT)
        remove_figure(d->folder, kind);
}

// one of those who draw; the first has the result at hand, others open it again
static void draw_some(void *user, int drawer)
{
    drawing *d = user;
    gud_error error;
    gud_result *own = NULL;
    if (drawer > 0 && gud_result_open(d->folder, &error, &own) != GUD_OK) return; // the first draws all of them then
    for (int i; !atomic_load(&d->stopped) && (i = atomic_fetch_add(&d->next, 1)) < d->nkind;) {
        if (drawer == 0) (void)gud_progress_count(&d->progress, i, d->nkind);
        draw_figure(d, own ? own : d->result, d->kinds[i]);
    }
    gud_result_close(own);
}

// figures that the results have channels for
static void draw_figures(const gud_args *args, const gud_result *result, const char *folder,
                         const gud_presentation *show)
{
    char figures[4200];
    drawing d = {.args = args, .result = result, .folder = folder, .format = show->format, .kinds = show->figures};
    gud_figure_cycle_find(result, &d.cycle);
    (void)snprintf(figures, sizeof figures, "%s/figures", folder);
    if (mkdir(figures, 0777) != 0 && errno != EEXIST) {
        gud_remark(args, "no figures: %s: %s", figures, strerror(errno));
        return;
    }
    while (d.kinds[d.nkind]) d.nkind++;
    const long ncore = sysconf(_SC_NPROCESSORS_ONLN);
    const int ndrawer = ncore < 1 ? 1 : ncore > most_drawers ? most_drawers : (int)ncore;
    gud_team *team = gud_team_create(ndrawer);
    gud_progress_start(&d.progress, figures, "figures", args->quiet);
    gud_team_share(team, team ? ndrawer : 1, draw_some, &d);
    gud_progress_end(&d.progress);
    gud_team_free(team);
}

static gud_status print_answer(const gud_result *result, const gud_answer *a)
{
    const gud_summary *s = &a->summary;
    gud_status st = GUD_OK;
    char scope[GUD_SCOPE_TEXT];
    gud_scope_text(&a->scope, result, s, scope);
    (void)printf("\n%s\n\n", scope);
    if (a->bearings.count > 0)
        st = gud_bearings_print(&a->bearings, stdout);
    else
        gud_summary_print(s, result, stdout);
    gud_missed_peaks_print(result, stdout);
    return st;
}

static gud_status summarise(const gud_args *args, const gud_result *result, const char *folder, gud_error *error)
{
    gud_answer a = {0};
    GUD_TRY(gud_scope_find(result, NULL, NULL, error, &a.scope));
    GUD_TRY(gud_answer_make(result, NULL, 0, error, &a));
    gud_status st = write_summary(result, &a, folder, error);
    if (st == GUD_OK && !args->json && !args->quiet) st = print_answer(result, &a);
    gud_answer_free(&a);
    return st;
}

gud_status gud_result_present(const gud_args *args, const char *folder, const gud_presentation *show, gud_error *error)
{
    gud_result *result = NULL;
    GUD_TRY(gud_result_open(folder, error, &result));
    const gud_status st = summarise(args, result, folder, error);
    if (st == GUD_OK && show->figures) draw_figures(args, result, folder, show);
    gud_result_close(result);
    return st;
}
