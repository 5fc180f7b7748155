#include "cli/model.h"

#include "base/alloc.h"
#include "cli/source.h"

int gud_model_open(const gud_args *args, gud_model **out)
{
    int nset;
    const char **set = gud_overrides(args, &nset);
    gud_diagnostics *why = NULL;
    const gud_status st = set ? gud_model_load(args->words[0], set, nset, out, &why) : GUD_ERR_MEMORY;
    const int code = st == GUD_OK ? GUD_EXIT_FINE : gud_load_fail(args, gud_diagnostics_text(why), st);
    gud_diagnostics_free(why);
    gud_free(set);
    return code;
}
