#include "cli/comparison.h"

#include "cli/sheet.h"
#include "out/draft.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { most_rows = 26 }; // of a table

static const double *curve_of(const gud_comparison *c, int quantity, int law)
{
    return c->values[quantity] + (size_t)law * (size_t)c->n;
}

// a law that does not say a quantity says it nowhere
static bool is_known(const gud_comparison *c, int quantity, int law)
{
    return !isnan(curve_of(c, quantity, law)[0]);
}

// ---- tables

// every how many points so that at most most_rows are shown, and the last one is one of them if possible
static int find_stride(int n)
{
    const int least = (n - 1 + most_rows - 2) / (most_rows - 1);
    for (int stride = least < 1 ? 1 : least; stride <= 2 * least; stride++)
        if ((n - 1) % stride == 0) return stride;
    return least < 1 ? 1 : least;
}

static void fill_sheet(const gud_comparison *c, int quantity, gud_sheet *sheet)
{
    const int stride = find_stride(c->n);
    for (int i = 0; i < c->n; i += stride) {
        gud_sheet_number(sheet, c->abscissa[i]);
        for (int law = 0; law < c->nlaw; law++)
            if (is_known(c, quantity, law)) gud_sheet_number(sheet, curve_of(c, quantity, law)[i]);
    }
}

gud_status gud_comparison_print(const gud_comparison *c, int quantity, FILE *out)
{
    gud_arena arena;
    gud_sheet sheet;
    gud_arena_init(&arena);
    gud_sheet_column *columns = GUD_TAKE(&arena, gud_sheet_column, c->nlaw + 1);
    if (!columns) return GUD_ERR_MEMORY;
    int ncolumn = 0;
    columns[ncolumn++] = (gud_sheet_column){c->x.label, c->x.unit, true};
    for (int law = 0; law < c->nlaw; law++)
        if (is_known(c, quantity, law))
            columns[ncolumn++] = (gud_sheet_column){c->names[law], c->y[quantity].unit, true};
    gud_status status = GUD_OK;
    if (ncolumn > 1) {
        gud_sheet_init(&sheet, columns, ncolumn);
        sheet.indent = 2;
        fill_sheet(c, quantity, &sheet);
        (void)fprintf(out, "%s\n", c->y[quantity].label);
        status = gud_sheet_print(&sheet, out);
        (void)fprintf(out, "\n");
    }
    gud_arena_free(&arena);
    return status;
}

// ---- CSV

// names of laws are letters, digits and _.- (the loader sees to it): they need no quotes
static void put_header(gud_draft *draft, const gud_comparison *c)
{
    gud_draft_print(draft, "%s [%s]", c->x.key, c->x.unit);
    for (int q = 0; q < GUD_COUNT(c->y); q++)
        for (int law = 0; law < c->nlaw; law++)
            if (is_known(c, q, law)) gud_draft_print(draft, ",%s %s [%s]", c->names[law], c->y[q].key, c->y[q].unit);
    gud_draft_print(draft, "\r\n");
}

static void put_row(gud_draft *draft, const gud_comparison *c, int i)
{
    char text[32];
    gud_number_text(c->abscissa[i], text);
    gud_draft_print(draft, "%s", text);
    for (int q = 0; q < GUD_COUNT(c->y); q++)
        for (int law = 0; law < c->nlaw; law++) {
            if (!is_known(c, q, law)) continue;
            gud_number_text(curve_of(c, q, law)[i], text);
            gud_draft_print(draft, ",%s", text);
        }
    gud_draft_print(draft, "\r\n");
}

gud_status gud_comparison_write(const gud_comparison *c, const char *path, gud_error *error)
{
    gud_draft draft;
    GUD_TRY(gud_draft_open(&draft, path, error));
    put_header(&draft, c);
    for (int i = 0; i < c->n; i++) put_row(&draft, c, i);
    return gud_draft_keep(&draft, error);
}
