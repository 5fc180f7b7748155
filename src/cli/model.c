#include "cli/model.h"

#include "base/alloc.h"
#include "cli/output.h"

#include <stdio.h>

static int complain(gud_diag *diag, gud_status status)
{
    gud_buffer text;
    gud_buffer_init(&text);
    gud_diag_write(diag, &text);
    (void)fprintf(stderr, "%s", text.data ? text.data : "gudgeon: out of memory\n");
    gud_buffer_free(&text);
    return status == GUD_ERR_INPUT ? GUD_EXIT_INPUT : GUD_EXIT_FAILED;
}

int gud_model_open(const gud_args *args, gud_model **out)
{
    const char **set = gud_alloc((size_t)args->ngiven, sizeof *set);
    gud_diag diag;
    int nset = 0;
    gud_diag_init(&diag);
    gud_status st = GUD_ERR_MEMORY;
    if (set) {
        for (int at = 0; (set[nset] = gud_args_next(args, "set", &at)); nset++) continue;
        st = gud_model_load(args->words[0], set, nset, &diag, out);
    }
    const int code = st == GUD_OK ? GUD_EXIT_FINE : complain(&diag, st);
    gud_diag_free(&diag);
    gud_free(set);
    return code;
}
