#include "cli/reading.h"

#include "cli/output.h"

gud_status gud_reading_open(const gud_args *args, const char *path, gud_error *error, gud_result **out)
{
    GUD_TRY(gud_result_open(path, error, out));
    if (!gud_result_ended(*out))
        gud_remark(args, "%s: the run has not come to its end: this is what there is so far", path);
    return GUD_OK;
}
