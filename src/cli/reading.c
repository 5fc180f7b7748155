#include "cli/reading.h"

#include "cli/output.h"
#include "lib/kind.h"

gud_status gud_reading_open(const gud_args *args, const char *path, gud_error *error, gud_result **out)
{
    gud_place place;
    gud_error why;
    const gud_status st = gud_result_open(path, error, out);
    if (st == GUD_ERR_IO && gud_kind_differs(args->verb->name, path, &place, &why))
        return gud_fail(error, GUD_ERR_INPUT, "%s: not a result: %.900s", path, why.text);
    GUD_TRY(st);
    if (!gud_result_ended(*out)) gud_remark(args, "%s: the run is not complete: these are the records so far", path);
    if (gud_result_lost(*out) > 0)
        gud_remark(args, "%s: the log is damaged: its last %llu bytes cannot be read; the records before them are used",
                   path, (unsigned long long)gud_result_lost(*out));
    return GUD_OK;
}
