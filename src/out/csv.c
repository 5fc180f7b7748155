#include "out/csv.h"

#include "base/alloc.h"
#include "base/json.h"
#include "out/draft.h"
#include "out/table.h"

#include <string.h>

enum { name_size = 1024 };

// text with a comma, a quote or a line break stands in quotes, and its quotes are doubled
static void put_text(gud_draft *draft, const char *text)
{
    if (!strpbrk(text, ",\"\r\n")) {
        gud_draft_print(draft, "%s", text);
        return;
    }
    gud_draft_print(draft, "\"");
    for (const char *c = text; *c != '\0'; c++) gud_draft_print(draft, *c == '"' ? "\"\"" : "%c", *c);
    gud_draft_print(draft, "\"");
}

static void put_header(gud_draft *draft, const gud_result *result, const gud_selection *selection)
{
    char name[name_size], title[name_size + 64];
    gud_draft_print(draft, "time [s]");
    for (int i = 0; i < selection->count; i++) {
        gud_result_name(result, selection->picks[i], name, sizeof name);
        const char *unit = gud_result_channel(result, selection->picks[i].channel)->unit;
        (void)snprintf(title, sizeof title, "%s [%s]", name, unit);
        gud_draft_print(draft, ",");
        put_text(draft, title);
    }
    gud_draft_print(draft, "\r\n");
}

static void put_rows(gud_draft *draft, const gud_columns *table, const gud_watch *watch)
{
    char text[32];
    for (int64_t i = 0; i < table->nrow; i++) {
        gud_watch_count(watch, (long)i, (long)table->nrow);
        for (int k = 0; k < table->ncolumn; k++) {
            gud_number_text(table->columns[k][i], text);
            gud_draft_print(draft, "%s%s", k > 0 ? "," : "", text);
        }
        gud_draft_print(draft, "\r\n");
    }
}

gud_status gud_csv_export(const gud_result *result, const char *const *patterns, int npattern, const char *path,
                          const gud_watch *watch, gud_error *error)
{
    gud_selection selection;
    gud_columns table = {0};
    gud_draft draft;
    GUD_TRY(gud_selection_find(result, patterns, npattern, error, &selection));
    gud_status st = gud_columns_load(result, selection.picks, selection.count, error, &table);
    if (st == GUD_OK) st = gud_draft_open(&draft, path, error);
    if (st == GUD_OK) {
        put_header(&draft, result, &selection);
        put_rows(&draft, &table, watch);
        st = gud_draft_keep(&draft, error);
    }
    gud_columns_free(&table);
    gud_free(selection.picks);
    return st;
}
