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
