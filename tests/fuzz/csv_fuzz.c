// libFuzzer target: any bytes as a table. What is read has finite numbers in all its cells, and names that are found.

#include "base/csv.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_table(const gud_csv *csv)
{
    if (csv->ncolumn < 1 || csv->nrow < 1) abort();
    for (int i = 0; i < csv->ncolumn; i++) {
        for (int k = 0; k < csv->nrow; k++)
            if (!isfinite(csv->columns[i][k])) abort();
        const int found = csv->names[i][0] ? gud_csv_find(csv, csv->names[i]) : 0;
        if (found < 0 || found >= csv->ncolumn) abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    gud_arena arena;
    gud_error error = {0};
    gud_csv csv;
    gud_arena_init(&arena);
    const gud_status st = gud_csv_parse("fuzz.csv", (const char *)data, size, &arena, &error, &csv);
    if (st == GUD_OK)
        check_table(&csv);
    else if (!error.text[0])
        abort(); // refused without a word
    gud_arena_free(&arena);
    return 0;
}
