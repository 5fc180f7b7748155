#include "cli/present.h"

#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/summary.h"
#include "out/draft.h"
#include "out/figure.h"

#include <errno.h>
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

// false: the others would not come off either
static bool draw_figure(const gud_args *args, const gud_result *result, const char *folder, const char *kind,
                        const char *format, const gud_figure_cycle *cycle)
{
    char path[4200];
    gud_error error;
    (void)snprintf(path, sizeof path, "%s/figures/%s.%s", folder, kind, format);
    gud_figure_request request = {.results = &result, .nresult = 1, .path = path};
    gud_figure_frame(kind, cycle, &request);
    const gud_status st = gud_figure_draw(kind, &request, &error);
    if (gud_interrupt_asked()) { // which ends gnuplot, too
        gud_remark(args, "the results are complete, but not their figures: draw them with 'gudgeon plot %s FIGURE'",
                   folder);
        return false;
    }
    if (st != GUD_OK && st != GUD_ERR_INPUT) { // no gnuplot, or a full disk
        gud_remark(args, "no figures: %s", error.text);
        return false;
    }
    if (st == GUD_ERR_INPUT) remove_figure(folder, kind);
    return true;
}

// figures that the results have channels for
static void draw_figures(const gud_args *args, const gud_result *result, const char *folder,
                         const gud_presentation *show)
{
    const char *const *kinds = show->figures;
    char figures[4200];
    gud_figure_cycle cycle;
    gud_progress progress;
    int n = 0;
    gud_figure_cycle_find(result, &cycle);
    (void)snprintf(figures, sizeof figures, "%s/figures", folder);
    if (mkdir(figures, 0777) != 0 && errno != EEXIST) {
        gud_remark(args, "no figures: %s: %s", figures, strerror(errno));
        return;
    }
    while (kinds[n]) n++;
    gud_progress_start(&progress, figures, "figures", args->quiet);
    for (int i = 0; i < n; i++) {
        (void)gud_progress_count(&progress, i, n);
        if (!draw_figure(args, result, folder, kinds[i], show->format, &cycle)) break;
    }
    gud_progress_end(&progress);
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
