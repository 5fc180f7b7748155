#include "cli/source.h"

#include "base/alloc.h"

#include <stdio.h>

int gud_diag_fail(gud_diag *diag, gud_status status)
{
    gud_buffer text;
    gud_buffer_init(&text);
    gud_diag_write(diag, &text);
    (void)fprintf(stderr, "%s", text.data ? text.data : "gudgeon: out of memory\n");
    gud_buffer_free(&text);
    return status == GUD_ERR_INPUT ? GUD_EXIT_INPUT : GUD_EXIT_FAILED;
}

const char **gud_overrides(const gud_args *args, int *count)
{
    const char **set = gud_alloc((size_t)args->ngiven + 1, sizeof *set);
    *count = 0;
    for (int at = 0; set && (set[*count] = gud_args_next(args, "set", &at)); ++*count) continue;
    return set;
}

static gud_status load(const gud_args *args, const gud_component *component, gud_source *source)
{
    int nset;
    gud_error error;
    const char **set = gud_overrides(args, &nset);
    gud_status st = set ? gud_units_create(&error, &source->units) : GUD_ERR_MEMORY;
    if (set && st != GUD_OK) gud_diag_add(&source->diag, (gud_place){.file = args->words[0]}, "%s", error.text);
    if (st == GUD_OK)
        st = gud_input_load(args->words[0], set, nset, component->sections, source->units, &source->diag,
                            &source->input);
    gud_free(set);
    return st;
}

int gud_source_open(const gud_args *args, const gud_component *component, gud_source *source)
{
    *source = (gud_source){0};
    gud_diag_init(&source->diag);
    const gud_status st = load(args, component, source);
    if (st == GUD_OK) return GUD_EXIT_FINE;
    const int code = gud_diag_fail(&source->diag, st);
    gud_source_close(source);
    return code;
}

void gud_source_close(gud_source *source)
{
    gud_input_free(source->input);
    gud_units_free(source->units);
    gud_diag_free(&source->diag);
}
