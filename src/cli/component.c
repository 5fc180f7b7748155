#include "cli/component.h"

#include "base/alloc.h"
#include "base/team.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/source.h"
#include "component/json.h"

#include <stdio.h>

typedef gud_status writer(void *sheet, const char *path, gud_error *error);

static gud_status write_file(const gud_args *args, const char *option, writer *write, void *sheet, gud_error *error)
{
    const char *path = write ? gud_args_value(args, option) : NULL;
    return path ? write(sheet, path, error) : GUD_OK;
}

static gud_status write_files(const gud_args *args, const gud_component_view *view, void *sheet, gud_error *error)
{
    GUD_TRY(write_file(args, "csv", view->csv, sheet, error));
    GUD_TRY(write_file(args, "vtk", view->vtk, sheet, error));
    GUD_TRY(write_file(args, "nets", view->nets, sheet, error));
    GUD_TRY(write_file(args, "step", view->step, sheet, error));
    GUD_TRY(write_file(args, "iges", view->iges, sheet, error));
    return gud_args_has(args, "output") ? view->draw(args, sheet, error) : GUD_OK;
}

static int print_json(const gud_args *args, const void *sheet)
{
    gud_buffer text;
    gud_buffer_init(&text);
    gud_component_json(sheet, &text);
    return gud_output_print(args, &text);
}

static int present(const gud_args *args, const gud_component_view *view, void *sheet, gud_progress *progress)
{
    const char *title = ((const gud_component_file *)sheet)->input->title;
    if (view->component->runs && view->component->runs(sheet)) return view->simulate(args, sheet);
    gud_error error = {"out of memory"};
    if (view->remark) view->remark(args, sheet);
    gud_status st = write_files(args, view, sheet, &error);
    gud_progress_end(progress);
    if (st == GUD_OK && args->json) return print_json(args, sheet);
    if (st == GUD_OK && title[0]) (void)printf("%s\n\n", title);
    if (st == GUD_OK) st = view->print(sheet);
    return st == GUD_OK ? GUD_EXIT_FINE : gud_verb_fail(args, st, &error);
}

int gud_component_run(const gud_args *args, const gud_component_view *view)
{
    int nset;
    void *sheet = NULL;
    const char **set = gud_overrides(args, &nset);
    gud_diag diag;
    gud_diag_init(&diag);
    const gud_origin origin = {.path = args->words[0],
                               .set = set,
                               .nset = nset,
                               .plugins = gud_args_offers(args, "plugins") && gud_args_has(args, "plugins")};
    gud_progress progress;
    const gud_watch watch = {gud_progress_watch, &progress};
    gud_progress_start(&progress, args->words[0], view->pieces, args->quiet);
    const gud_status st =
        set ? gud_component_make_with(view->component, &origin, &watch, GUD_THREADS_ALL, &diag, &sheet)
            : GUD_ERR_MEMORY;
    gud_progress_end(&progress);
    const int code = st == GUD_OK ? present(args, view, sheet, &progress) : gud_diag_fail(args, &diag, st);
    gud_component_free(sheet);
    gud_diag_free(&diag);
    gud_free(set);
    return code;
}
