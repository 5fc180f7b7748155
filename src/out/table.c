#include "out/table.h"

#include "base/alloc.h"

gud_status gud_columns_load(const gud_result *result, const gud_pick *picks, int npick, gud_error *error,
                            gud_columns *out)
{
    *out = (gud_columns){.nrow = gud_result_count(result, 0), .ncolumn = npick + 1};
    out->columns = gud_alloc((size_t)npick + 1, sizeof *out->columns);
    gud_status st =
        out->columns ? GUD_OK : gud_fail(error, GUD_ERR_MEMORY, "not enough memory for a table of the result");
    for (int i = 0; i <= npick && st == GUD_OK; i++)
        st = gud_result_load(result, i == 0 ? (gud_pick){0, 0} : picks[i - 1], error, &out->columns[i]);
    if (st < 0) gud_columns_free(out);
    return st;
}

void gud_columns_free(gud_columns *table)
{
    for (int i = 0; table->columns && i < table->ncolumn; i++) gud_free(table->columns[i]);
    gud_free(table->columns);
    *table = (gud_columns){0};
}
