#include "cli/present.h"

#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/summary.h"
#include "num/pi.h"
#include "out/draft.h"
#include "out/figure.h"

#include <errno.h>
#include <math.h>
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

// the last of several cycles, as --window takes it: the start-up is left out
static void choose_records(const gud_result *result, char *window, size_t size, char *title, size_t room,
                           double *origin)
{
    gud_scope s;
    gud_error error;
    if (gud_scope_find(result, NULL, NULL, &error, &s) != GUD_OK || s.cycles < 2) return;
    const bool is_angle = strcmp(gud_result_channel(result, s.window.over.channel)->unit, "rad") == 0;
    const double k = is_angle ? 180.0 / pi : 1.0, slack = 1e-9 * fabs(s.window.high);
    (void)snprintf(window, size, "%.15g:%.15g", k * (s.window.low - slack), k * (s.window.high + slack));
    *origin = s.window.low;
    (void)snprintf(title, room, "Last full cycle, %.6g to %.6g %s", k * s.window.low, k * s.window.high,
                   is_angle ? "deg" : "m");
}

// figures that the results have channels for
static void draw_figures(const gud_args *args, const gud_result *result, const char *folder,
                         const gud_presentation *show)
{
    const char *const *kinds = show->figures;
    const char *over = gud_result_abscissa(result);
    char figures[4200], window[80] = "", title[120] = "";
    double origin = 0.0;
    choose_records(result, window, sizeof window, title, sizeof title, &origin);
    (void)snprintf(figures, sizeof figures, "%s/figures", folder);
    if (mkdir(figures, 0777) != 0 && errno != EEXIST) {
        gud_remark(args, "no figures: %s: %s", figures, strerror(errno));
        return;
    }
    for (int i = 0; kinds[i]; i++) {
        char path[4200];
        gud_error error;
        (void)snprintf(path, sizeof path, "%s/figures/%s.%s", folder, kinds[i], show->format);
        const bool plane = strcmp(kinds[i], "trajectory") == 0 || strcmp(kinds[i], "phase") == 0;
        const bool whole = plane || strcmp(kinds[i], "energy") == 0 || strcmp(kinds[i], "violation") == 0;
        const bool shown = !whole && window[0], map = strcmp(kinds[i], "map") == 0; // maps are of an instant
        const gud_figure_request request = {.results = &result,
                                            .nresult = 1,
                                            .over = plane ? NULL : over,
                                            .window = shown ? window : NULL,
                                            .origin = shown ? origin : 0.0,
                                            .title = shown && !map ? title : NULL,
                                            .path = path};
        const gud_status st = gud_figure_draw(kinds[i], &request, &error);
        if (gud_interrupt_asked()) { // which ends gnuplot, too
            gud_remark(args, "the results are complete, but not their figures: draw them with 'gudgeon plot %s FIGURE'",
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

static gud_status print_answer(const gud_result *result, const gud_answer *a)
{
    const gud_summary *s = &a->summary;
    gud_status st = GUD_OK;
    (void)printf("\n");
    gud_scope_print(&a->scope, result, s->nrecord, s->start, s->end, stdout);
    (void)printf("\n");
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
