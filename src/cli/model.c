#include "cli/model.h"

#include "base/alloc.h"
#include "cli/source.h"

int gud_model_open(const gud_args *args, gud_model **out)
{
    int nset;
    const char **set = gud_overrides(args, &nset);
    gud_diagnostics *why = NULL;
    const unsigned flags = gud_args_offers(args, "plugins") && gud_args_has(args, "plugins") ? GUD_LOAD_PLUGINS : 0;
    const gud_status st = set ? gud_model_load_with(args->words[0], NULL, set, nset, flags, out, &why) : GUD_ERR_MEMORY;
    const int code = st == GUD_OK ? GUD_EXIT_FINE : gud_load_fail(args, gud_diagnostics_text(why), st);
    gud_diagnostics_free(why);
    gud_free(set);
    return code;
}
