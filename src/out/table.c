#include "out/table.h"

#include "base/alloc.h"

// columns for the picks at the beginning of the list that belong to one channel, which is read once; *n: how many
static gud_status load_channel(const gud_result *result, const gud_pick *picks, int npick, gud_error *error,
                               double **columns, int *n)
{
    const int channel = picks[0].channel;
    const gud_channel *c = gud_result_channel(result, channel);
    const size_t count = (size_t)gud_result_count(result, channel), width = (size_t)c->width;
    double *all = gud_alloc(count, width * sizeof *all);
    gud_status st = all ? gud_result_read(result, channel, 0, (int64_t)count, all, error)
                        : gud_fail(error, GUD_ERR_MEMORY, "not enough memory for channel '%s'", c->path);
    for (*n = 0; *n < npick && picks[*n].channel == channel && st == GUD_OK; ++*n) {
        double *column = columns[*n] = gud_alloc(count, sizeof *column);
        if (!column) st = gud_fail(error, GUD_ERR_MEMORY, "not enough memory for channel '%s'", c->path);
        for (size_t i = 0; column && i < count; i++) column[i] = all[i * width + (size_t)picks[*n].component];
    }
    gud_free(all);
    return st;
}

gud_status gud_columns_load(const gud_result *result, const gud_pick *picks, int npick, gud_error *error,
                            gud_columns *out)
{
    *out = (gud_columns){.nrow = gud_result_count(result, 0), .ncolumn = npick + 1};
    out->columns = gud_alloc((size_t)npick + 1, sizeof *out->columns);
    gud_status st =
        out->columns ? GUD_OK : gud_fail(error, GUD_ERR_MEMORY, "not enough memory for a table of the result");
    if (st == GUD_OK) st = gud_result_load(result, (gud_pick){0, 0}, error, &out->columns[0]);
    for (int i = 0, n = 0; i < npick && st == GUD_OK; i += n)
        st = load_channel(result, picks + i, npick - i, error, out->columns + 1 + i, &n);
    if (st < 0) gud_columns_free(out);
    return st;
}

void gud_columns_free(gud_columns *table)
{
    for (int i = 0; table->columns && i < table->ncolumn; i++) gud_free(table->columns[i]);
    gud_free(table->columns);
    *table = (gud_columns){0};
}
