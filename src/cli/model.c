#include "cli/model.h"

#include "base/alloc.h"
#include "cli/source.h"

int gud_model_open(const gud_args *args, gud_model **out)
{
    int nset;
    const char **set = gud_overrides(args, &nset);
    gud_diag diag;
    gud_diag_init(&diag);
    const gud_status st = set ? gud_model_from_file(args->words[0], set, nset, &diag, out) : GUD_ERR_MEMORY;
    const int code = st == GUD_OK ? GUD_EXIT_FINE : gud_diag_fail(args, &diag, st);
    gud_diag_free(&diag);
    gud_free(set);
    return code;
}
