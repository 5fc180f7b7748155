#include "cli/sheet.h"

#include "cli/terminal.h"
#include "out/quantity.h"

#include <math.h>
#include <string.h>

enum { gap = 2 }; // between columns

struct gud_sheet_cell {
    gud_sheet_cell *next;
    const char *text; // NULL: a number
    double value;
    char shown[32]; // the number as text
};

typedef struct layout {
    int width; // of the column
    int left;  // of its numbers: columns before the point
    double scale;
    char title[96];
    int nline; // that the title is broken into
} layout;

void gud_rounded_text(double value, char *text, size_t size)
{
    (void)snprintf(text, size, "%.5g", value == 0.0 ? 0.0 : value); // no negative zero
    char *e = strchr(text, 'e');
    if (!e || !isfinite(value)) return;
    // e-07 is e-7, e+05 is e5
    char *digits = e + 2;
    while (digits[0] == '0' && digits[1] != '\0') digits++;
    char *to = e[1] == '-' ? e + 2 : e + 1;
    memmove(to, digits, strlen(digits) + 1);
}

void gud_quantity_text(double value, const char *unit, char *text, size_t size)
{
    const gud_display shown = gud_quantity_show(unit, fabs(value));
    char number[32];
    gud_rounded_text(value * shown.scale, number, sizeof number);
    if (strcmp(unit, "1") == 0)
        (void)snprintf(text, size, "%s", number);
    else
        (void)snprintf(text, size, "%s %s", number, shown.unit);
}

void gud_heading_print(FILE *out, const char *name, const char *about)
{
    char text[600];
    (void)snprintf(text, sizeof text, "%s: %s", name, about);
    gud_text_wrap(out, text, 0, gud_terminal_width(out));
    (void)fputc('\n', out);
}

void gud_sheet_init(gud_sheet *sheet, const gud_sheet_column *columns, int ncolumn)
{
    *sheet = (gud_sheet){.columns = columns, .ncolumn = ncolumn};
    gud_arena_init(&sheet->arena);
}

void gud_sheet_free(gud_sheet *sheet)
{
    gud_arena_free(&sheet->arena);
    sheet->first = sheet->last = NULL;
    sheet->ncell = 0;
}

static gud_sheet_cell *add_cell(gud_sheet *sheet)
{
    gud_sheet_cell *cell = GUD_TAKE(&sheet->arena, gud_sheet_cell, 1);
    if (!cell) return NULL;
    if (sheet->last)
        sheet->last->next = cell;
    else
        sheet->first = cell;
    sheet->last = cell;
    sheet->ncell++;
    return cell;
}

void gud_sheet_text(gud_sheet *sheet, const char *text)
{
    const char *copy = gud_arena_text(&sheet->arena, text);
    gud_sheet_cell *cell = copy ? add_cell(sheet) : NULL;
    if (cell) cell->text = copy;
}

void gud_sheet_number(gud_sheet *sheet, double value)
{
    gud_sheet_cell *cell = add_cell(sheet);
    if (cell) cell->value = value;
}

static int digits_before_point(const char *number)
{
    return (int)strcspn(number, ".e");
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

// every cell of a column in turn
static gud_sheet_cell *cell_below(const gud_sheet *sheet, gud_sheet_cell *cell)
{
    for (int i = 0; cell && i < sheet->ncolumn; i++) cell = cell->next;
    return cell;
}

static gud_sheet_cell *cell_top(const gud_sheet *sheet, int column)
{
    gud_sheet_cell *cell = sheet->first;
    for (int i = 0; cell && i < column; i++) cell = cell->next;
    return cell;
}

static void scale_column(const gud_sheet *sheet, int k, layout *l)
{
    const gud_sheet_column *column = &sheet->columns[k];
    gud_display shown = {.scale = 1.0};
    (void)snprintf(shown.unit, sizeof shown.unit, "%s", column->unit ? column->unit : "1");
    if (column->scaled) {
        double largest = 0.0;
        for (gud_sheet_cell *c = cell_top(sheet, k); c; c = cell_below(sheet, c)) {
            if (!c->text && isfinite(c->value)) largest = fmax(largest, fabs(c->value));
        }
        shown = gud_quantity_show(shown.unit, largest);
    }
    l->scale = shown.scale;
    if (strcmp(shown.unit, "1") != 0)
        (void)snprintf(l->title, sizeof l->title, "%s [%s]", column->title, shown.unit);
    else
        (void)snprintf(l->title, sizeof l->title, "%s", column->title);
}

// The next line of a title that is broken between words where it is wider than the column; *rest follows it.
static size_t title_line(const char **rest, int width)
{
    const char *text = *rest;
    size_t length = strcspn(text, " ");
    while (text[length]) {
        const size_t next = length + 1 + strcspn(text + length + 1, " ");
        if (gud_text_part_width(text, next) > width) break;
        length = next;
    }
    *rest = text + length + (text[length] ? 1 : 0);
    return length;
}

static int count_lines(const layout *l)
{
    const char *rest = l->title;
    int n = 0;
    for (; rest[0]; n++) (void)title_line(&rest, l->width);
    return n;
}

static int longest_word(const char *text)
{
    int longest = 0;
    while (text[0]) {
        const char *word = text;
        const size_t length = title_line(&text, 0);
        longest = larger(longest, gud_text_part_width(word, length));
    }
    return longest;
}

// narrow: the title may be broken between its words
static void measure_column(const gud_sheet *sheet, int k, bool narrow, layout *l)
{
    scale_column(sheet, k, l);
    int right = 0;
    l->left = 0;
    l->width = narrow ? longest_word(l->title) : gud_text_width(l->title);
    for (gud_sheet_cell *c = cell_top(sheet, k); c; c = cell_below(sheet, c)) {
        if (c->text) {
            l->width = larger(l->width, gud_text_width(c->text));
            continue;
        }
        gud_rounded_text(l->scale * c->value, c->shown, sizeof c->shown);
        const int before = digits_before_point(c->shown);
        l->left = larger(l->left, before);
        right = larger(right, (int)strlen(c->shown) - before);
    }
    // numbers stand at the right edge, under the end of their title
    if (l->left + right > 0) {
        l->width = larger(l->width, l->left + right);
        l->left = l->width - right;
    }
    l->nline = count_lines(l);
}

static int place_of_column(const gud_sheet *sheet, const layout *layouts, int column)
{
    int place = sheet->indent;
    for (int k = 0; k < column; k++) place += layouts[k].width + gap;
    return place;
}

static void spaces(FILE *out, int n)
{
    if (n > 0) (void)fprintf(out, "%*s", n, "");
}

// A last column of text that has no room on the terminal stands in lines of its own, below the others.
static bool stands_below(const gud_sheet *sheet, const layout *layouts, int page)
{
    enum { narrowest = 20 };
    const layout *last = &layouts[sheet->ncolumn - 1];
    const int column = place_of_column(sheet, layouts, sheet->ncolumn - 1);
    return page > 0 && sheet->ncolumn > 1 && last->left == 0 && page - column < narrowest &&
           column + last->width > page;
}

static void print_below(const gud_sheet *sheet, const char *text, int page, FILE *out)
{
    const int column = sheet->indent + 2 * gap;
    (void)fputc('\n', out);
    spaces(out, column);
    gud_text_wrap(out, text, column, page);
}

// line number `line` from the bottom of the title, or nothing
static size_t title_part(const layout *l, int line, const char **text)
{
    const char *rest = l->title;
    size_t length = 0;
    *text = rest;
    for (int i = l->nline; i > line && rest[0]; i--) {
        *text = rest;
        length = title_line(&rest, l->width);
    }
    return line < l->nline ? length : 0;
}

// the title of a column of numbers stands right, like the numbers
static void print_title_line(const gud_sheet *sheet, const layout *layouts, int ncolumn, int line, FILE *out)
{
    const bool colour = gud_terminal_has_colour(out);
    int owed = sheet->indent; // blanks are printed only before something
    for (int k = 0; k < ncolumn; k++) {
        const char *text;
        const size_t length = title_part(&layouts[k], line, &text);
        const int free_columns = layouts[k].width - gud_text_part_width(text, length);
        const bool right = layouts[k].left > 0;
        if (length > 0) {
            spaces(out, owed + (right ? free_columns : 0));
            (void)fprintf(out, colour ? "\033[1m%.*s\033[0m" : "%.*s", (int)length, text);
            owed = right ? 0 : free_columns;
        } else {
            owed += free_columns;
        }
        owed += gap;
    }
    (void)fputc('\n', out);
}

static void print_titles(const gud_sheet *sheet, const layout *layouts, int ncolumn, FILE *out)
{
    int nline = 1;
    for (int k = 0; k < ncolumn; k++) nline = larger(nline, layouts[k].nline);
    for (int line = nline - 1; line >= 0; line--) print_title_line(sheet, layouts, ncolumn, line, out);
}

static void print_row(const gud_sheet *sheet, const layout *layouts, const gud_sheet_cell *cell, bool below, FILE *out)
{
    const int page = gud_terminal_width(out);
    int column = sheet->indent, owed = sheet->indent; // blanks are printed only before something
    for (int k = 0; k < sheet->ncolumn; k++, cell = cell->next) {
        const layout *l = &layouts[k];
        const int before = cell->text ? 0 : l->left - digits_before_point(cell->shown);
        const char *text = cell->text ? cell->text : cell->shown;
        const bool last = k == sheet->ncolumn - 1;
        if (text[0] && last && below) {
            print_below(sheet, text, page, out);
        } else if (text[0]) {
            spaces(out, owed + before);
            if (last && cell->text && page > column)
                gud_text_wrap(out, text, column, page);
            else
                (void)fputs(text, out);
            owed = 0;
        }
        const int used = text[0] ? before + gud_text_width(text) : 0;
        owed += l->width - used + gap;
        column += l->width + gap;
    }
    (void)fputc('\n', out);
}

static void print_all(const gud_sheet *sheet, layout *layouts, FILE *out)
{
    const int page = gud_terminal_width(out);
    for (int k = 0; k < sheet->ncolumn; k++) measure_column(sheet, k, false, &layouts[k]);
    bool below = stands_below(sheet, layouts, page);
    const int ncolumn = below ? sheet->ncolumn - 1 : sheet->ncolumn;
    const bool narrow = page > 0 && place_of_column(sheet, layouts, ncolumn) - gap > page;
    for (int k = 0; narrow && k < sheet->ncolumn; k++) measure_column(sheet, k, true, &layouts[k]);
    if (narrow) below = stands_below(sheet, layouts, page);
    print_titles(sheet, layouts, below ? sheet->ncolumn - 1 : sheet->ncolumn, out);
    const gud_sheet_cell *cell = sheet->first;
    for (int row = 0; row < sheet->ncell / sheet->ncolumn; row++) {
        print_row(sheet, layouts, cell, below, out);
        for (int k = 0; k < sheet->ncolumn; k++) cell = cell->next;
    }
}

gud_status gud_sheet_print(gud_sheet *sheet, FILE *out)
{
    layout *layouts = GUD_TAKE(&sheet->arena, layout, sheet->ncolumn);
    const gud_status status = sheet->arena.failed ? GUD_ERR_MEMORY : GUD_OK;
    if (status == GUD_OK) print_all(sheet, layouts, out);
    gud_sheet_free(sheet);
    return status;
}
