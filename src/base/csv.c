#include "base/csv.h"

#include "base/alloc.h"
#include "base/file.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { longest_number = 127 };

// one cell of a row, without blanks around it and without its quotes
typedef struct {
    const char *text;
    size_t size;
    int column; // of the first character in the line, from 1
    bool quoted;
} cell;

typedef struct {
    const char *file;
    const char *next, *end; // what is still to be read
    const char *row, *stop; // the row at hand, and the rest of it
    int line;               // of the row, from 1
    char separator;         // 0 until the first row is seen
    bool more;              // the row has another cell
    gud_error *error;
} reader;

// ---- characters, lines and cells

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static const char *skip_blanks(const reader *r, const char *at, const char *end)
{
    while (at < end && is_blank(*at) && *at != r->separator) at++;
    return at;
}

static gud_status fail_at(const reader *r, int column, const char *what)
{
    return gud_fail(r->error, GUD_ERR_INPUT, "%s:%d:%d: %s", r->file, r->line, column, what);
}

static gud_status fail_cell(const reader *r, const cell *c, const char *what)
{
    const int shown = c->size < 40 ? (int)c->size : 40;
    return gud_fail(r->error, GUD_ERR_INPUT, "%s:%d:%d: '%.*s%s' %s", r->file, r->line, c->column, shown, c->text,
                    c->size > 40 ? "..." : "", what);
}

static const char *line_end(const char *at, const char *end)
{
    while (at < end && *at != '\n' && *at != '\r') at++;
    return at;
}

// moves to the next line that is neither empty nor a comment; false at the end of the text
static bool next_row(reader *r)
{
    while (r->next < r->end) {
        const char *start = r->next, *stop = line_end(start, r->end);
        r->next = stop;
        if (r->next < r->end) r->next += stop + 1 < r->end && stop[0] == '\r' && stop[1] == '\n' ? 2 : 1;
        r->line++;

        const char *first = start;
        while (first < stop && is_blank(*first)) first++;
        if (first == stop || *first == '#') continue;
        r->row = start;
        r->stop = stop;
        r->more = true;
        return true;
    }
    return false;
}

static char find_separator(const reader *r)
{
    bool quoted = false, semicolon = false, tab = false;
    for (const char *c = r->row; c < r->stop; c++) {
        if (*c == '"') quoted = !quoted;
        if (!quoted && *c == ';') semicolon = true;
        if (!quoted && *c == '\t') tab = true;
    }
    return (char)(semicolon ? ';' : tab ? '\t' : ',');
}

// a quoted cell, from behind its first quote; a doubled quote inside is left for the header to undouble
static gud_status quoted_cell(const reader *r, const char **at, cell *c)
{
    const char *p = *at;
    c->quoted = true;
    c->text = p;
    while (p < r->stop && (*p != '"' || (p + 1 < r->stop && p[1] == '"'))) p += *p == '"' ? 2 : 1;
    if (p == r->stop) return fail_at(r, c->column, "the quote is not closed on this line");
    c->size = (size_t)(p - c->text);
    p = skip_blanks(r, p + 1, r->stop);
    if (p < r->stop && *p != r->separator) return fail_at(r, c->column, "text after the closing quote");
    *at = p;
    return GUD_OK;
}

static gud_status next_cell(reader *r, const char *start, cell *c)
{
    const char *at = skip_blanks(r, r->row, r->stop);
    *c = (cell){.text = at, .column = (int)(at - start) + 1};

    if (at < r->stop && *at == '"') {
        at++;
        GUD_TRY(quoted_cell(r, &at, c));
    } else {
        while (at < r->stop && *at != r->separator) at++;
        const char *last = at;
        while (last > c->text && is_blank(last[-1])) last--;
        c->size = (size_t)(last - c->text);
    }
    r->more = at < r->stop;
    r->row = r->more ? at + 1 : at;
    return GUD_OK;
}

// ---- numbers

typedef enum { is_number, is_not_finite, is_too_large, is_text } number_kind;

static bool same_word(const char *text, const char *word)
{
    for (; *text && *word; text++, word++)
        if ((*text | 0x20) != *word) return false;
    return *text == *word;
}

static bool names_no_finite(const char *text)
{
    static const char *const words[] = {"nan", "inf", "infinity", "-nan(ind)", "1.#inf", "1.#qnan"};
    if (*text == '+' || *text == '-') text++;
    for (int i = 0; i < GUD_COUNT(words); i++)
        if (same_word(text, words[i])) return true;
    return false;
}

// The C locale is in force here (see gud_csv_parse), so strtod reads a decimal point.
static number_kind read_number(const reader *r, const cell *c, double *value)
{
    char text[longest_number + 1];
    if (c->size == 0 || c->size > longest_number) return is_text;
    memcpy(text, c->text, c->size);
    text[c->size] = '\0';

    if (names_no_finite(text)) return is_not_finite;
    if (strspn(text, r->separator == ';' ? "0123456789+-.,eE" : "0123456789+-.eE") != c->size) return is_text;
    char *comma = strchr(text, ',');
    if (comma) *comma = '.';

    char *end;
    *value = strtod(text, &end);
    if (end == text || *end) return is_text;
    return isfinite(*value) ? is_number : is_too_large;
}

static gud_status need_number(const reader *r, const cell *c, double *value)
{
    switch (read_number(r, c, value)) {
    case is_number:
        return GUD_OK;
    case is_not_finite:
        return fail_cell(r, c, "is not a finite number");
    case is_too_large:
        return fail_cell(r, c, "is too large");
    default:
        break;
    }
    if (c->size == 0) return fail_at(r, c->column, "empty cell; a number is needed");
    return fail_cell(r, c, "is not a number");
}

// ---- header

// The first row is a header if it has words and no numbers; a row with both is a mistake in the numbers.
static gud_status look_at_first_row(reader r, bool *header, int *ncolumn)
{
    int nword = 0, nnumber = 0;
    const char *start = r.row;
    *ncolumn = 0;
    while (r.more) {
        cell c;
        double value;
        GUD_TRY(next_cell(&r, start, &c));
        if (read_number(&r, &c, &value) != is_text)
            nnumber++;
        else if (c.size > 0)
            nword++;
        ++*ncolumn;
    }
    *header = nword > 0 && nnumber == 0;
    return GUD_OK;
}

static char *trimmed_copy(gud_arena *arena, const char *text, size_t size)
{
    for (; size > 0 && is_blank(*text); size--) text++;
    while (size > 0 && is_blank(text[size - 1])) size--;
    char *copy = gud_arena_take(arena, size + 1, 1), *to = copy;
    if (!copy) return NULL;
    for (size_t i = 0; i < size; i++) {
        if (text[i] == '"' && i + 1 < size && text[i + 1] == '"') i++;
        *to++ = text[i];
    }
    return copy;
}

// where the bracket opens that the last character closes; `size` if it closes none
static size_t find_open(const char *text, size_t size)
{
    const char close = text[size - 1], open = (char)(close == ']' ? '[' : '(');
    int depth = 0;
    for (size_t i = size; i-- > 0;) {
        depth += (text[i] == close) - (text[i] == open);
        if (depth == 0) return i;
    }
    return size;
}

// is the text at i " / " or " in "?
static size_t divider_at(const char *text, size_t size, size_t i)
{
    if (!is_blank(text[i])) return 0;
    if (i + 3 < size && text[i + 1] == '/' && is_blank(text[i + 2])) return 3;
    return i + 4 < size && strncmp(text + i + 1, "in", 2) == 0 && is_blank(text[i + 3]) ? 4 : 0;
}

// where the unit of "force / kN", "F/kN" or "force in kN" begins, and where the name ends; `size`: it has none. Names
// with several slashes are those of channels.
static size_t find_divided(const char *text, size_t size, size_t *end)
{
    size_t nslash = 0, slash = 0;
    for (size_t i = 1; i < size; i++) {
        const size_t divider = divider_at(text, size, i);
        if (divider > 0) {
            *end = i;
            return i + divider;
        }
        if (text[i] == '/') nslash++, slash = i;
    }
    if (nslash != 1 || slash + 1 == size) return size;
    *end = slash;
    return slash + 1;
}

// "angle [deg]", "angle (deg)", "angle / deg" or "angle in deg" -> "angle" and "deg". What looks like a unit but cannot
// be read, as in "force [kN", is the unit, too: it fits to nothing, and who uses the column is told so.
static void split_name(const cell *c, gud_arena *arena, const char **name, const char **unit)
{
    size_t size = c->size;
    while (size > 0 && is_blank(c->text[size - 1])) size--;
    *unit = NULL;
    size_t open = size;
    if (size > 0 && (c->text[size - 1] == ']' || c->text[size - 1] == ')')) open = find_open(c->text, size);
    if (open < size) {
        *unit = trimmed_copy(arena, c->text + open + 1, size - open - 2);
        if (*unit && !**unit) *unit = NULL;
    } else {
        open = 0;
        while (open < size && !strchr("[](){}", c->text[open])) open++;
        const size_t first = open < size ? open : find_divided(c->text, size, &open);
        if (first < size) *unit = trimmed_copy(arena, c->text + first, size - first);
    }
    *name = trimmed_copy(arena, c->text, open);
}

static gud_status read_header(reader *r, gud_arena *arena, const char **names, const char **units)
{
    const char *start = r->row;
    for (int i = 0; r->more; i++) {
        cell c;
        GUD_TRY(next_cell(r, start, &c));
        split_name(&c, arena, &names[i], &units[i]);
    }
    return GUD_OK;
}

// ---- rows of numbers

static gud_status read_row(reader *r, int ncolumn, int row, int line, double *const *columns)
{
    const char *start = r->row;
    int i = 0;
    for (; r->more && i < ncolumn; i++) {
        cell c;
        GUD_TRY(next_cell(r, start, &c));
        GUD_TRY(need_number(r, &c, &columns[i][row]));
    }
    if (i < ncolumn || r->more)
        return gud_fail(r->error, GUD_ERR_INPUT, "%s:%d:%d: %s than the %d values of line %d", r->file, r->line,
                        (int)(r->row - start) + 1, r->more ? "more" : "fewer", ncolumn, line);
    return GUD_OK;
}

// No more rows than line ends, and no more than there is room for: a row of n cells takes at least 2n characters.
static size_t most_rows(const reader *r, int ncolumn)
{
    size_t nline = 2; // this one and, should it end without a line end, the last
    for (const char *c = r->next; c < r->end; c++) nline += *c == '\n' || *c == '\r';
    assert(ncolumn > 0);
    const size_t fit = (size_t)(r->end - r->row) / (2 * (size_t)ncolumn) + 1;
    return nline < fit ? nline : fit;
}

static gud_status take_columns(gud_arena *arena, gud_error *error, int ncolumn, size_t capacity, double **columns)
{
    double *values = GUD_TAKE(arena, double, capacity *(size_t)ncolumn);
    if (!values) return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    for (int i = 0; i < ncolumn; i++) columns[i] = values + (size_t)i * capacity;
    return GUD_OK;
}

static gud_status read_rows(reader *r, bool at_row, gud_arena *arena, gud_csv *csv, double **columns)
{
    if (!at_row && !next_row(r)) return fail_at(r, 1, "no numbers below the header");
    const size_t capacity = most_rows(r, csv->ncolumn);
    GUD_TRY(take_columns(arena, r->error, csv->ncolumn, capacity, columns));
    int *lines = GUD_TAKE(arena, int, capacity);
    if (!lines) return gud_fail(r->error, GUD_ERR_MEMORY, "out of memory");

    csv->lines = lines;
    lines[0] = r->line;
    do {
        assert((size_t)csv->nrow < capacity);
        lines[csv->nrow] = r->line;
        GUD_TRY(read_row(r, csv->ncolumn, csv->nrow, lines[0], columns));
        csv->nrow++;
    } while (next_row(r));
    return GUD_OK;
}

static gud_status parse(reader *r, gud_arena *arena, gud_csv *csv)
{
    if (!next_row(r)) return gud_fail(r->error, GUD_ERR_INPUT, "%s: no numbers in this file", r->file);
    r->separator = find_separator(r);
    bool header;
    GUD_TRY(look_at_first_row(*r, &header, &csv->ncolumn));

    const size_t n = (size_t)csv->ncolumn;
    const char **names = GUD_TAKE(arena, const char *, n), **units = GUD_TAKE(arena, const char *, n);
    double **columns = GUD_TAKE(arena, double *, n);
    if (!names || !units || !columns) return gud_fail(r->error, GUD_ERR_MEMORY, "out of memory");
    for (size_t i = 0; i < n; i++) names[i] = "";

    if (header) GUD_TRY(read_header(r, arena, names, units));
    if (arena->failed) return gud_fail(r->error, GUD_ERR_MEMORY, "out of memory");
    csv->names = names;
    csv->units = units;
    csv->columns = columns;
    return read_rows(r, !header, arena, csv, columns);
}

gud_status gud_csv_parse(const char *file, const char *text, size_t size, gud_arena *arena, gud_error *error,
                         gud_csv *csv)
{
    *csv = (gud_csv){0};
    if (size > GUD_CSV_LIMIT)
        return gud_fail(error, GUD_ERR_INPUT, "%s: larger than %d MiB", file, GUD_CSV_LIMIT >> 20);
    if (size > 0 && memchr(text, '\0', size))
        return gud_fail(error, GUD_ERR_INPUT, "%s: not a plain text file (it may be UTF-16 or binary)", file);
    csv->file = gud_arena_text(arena, file);
    const locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (!csv->file || !plain) {
        if (plain) freelocale(plain);
        return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    }

    reader r = {.file = file, .next = text, .end = text + size, .error = error};
    if (size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) r.next += 3; // byte order mark
    const locale_t before = uselocale(plain);
    const gud_status status = parse(&r, arena, csv);
    uselocale(before);
    freelocale(plain);
    return status;
}

// ---- files

static gud_status read_all(FILE *stream, const char *path, gud_error *error, char **text, size_t *size)
{
    size_t room = 0, used = 0;
    for (;;) {
        if (used == room) {
            room = room > 0 ? 2 * room : (size_t)1 << 16;
            char *larger = gud_resize(*text, room, 1);
            if (!larger) return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
            *text = larger;
        }
        const size_t got = fread(*text + used, 1, room - used, stream);
        used += got;
        if (got == 0 || used > GUD_CSV_LIMIT) break; // gud_csv_parse refuses what is too long
    }
    *size = used;
    if (ferror(stream)) return gud_fail(error, GUD_ERR_IO, "%s: %s", path, strerror(errno));
    return GUD_OK;
}

gud_status gud_csv_read(const char *path, gud_arena *arena, gud_error *error, gud_csv *csv)
{
    *csv = (gud_csv){0};
    char why[GUD_FILE_WHY];
    FILE *stream = gud_file_open(path, GUD_CSV_LIMIT, why);
    if (!stream) return gud_fail(error, GUD_ERR_IO, "%s: %s", path, why);

    char *text = NULL;
    size_t size = 0;
    gud_status status = read_all(stream, path, error, &text, &size);
    if (status == GUD_OK) status = gud_csv_parse(path, text, size, arena, error, csv);
    gud_free(text);
    (void)fclose(stream);
    return status;
}

int gud_csv_find(const gud_csv *csv, const char *name)
{
    for (int i = 0; i < csv->ncolumn; i++)
        if (strcmp(csv->names[i], name) == 0) return i;
    return -1;
}

// ---- units

// A last word that is a unit but stands without brackets, as in "force kN": numbers would be taken for SI.
static bool hides_unit(const char *name, const char *wanted, const gud_csv_units *units)
{
    gud_error ignored;
    double one = 1.0;
    const char *word = name + strlen(name);
    while (word > name && !strchr(" _-,:.", word[-1])) word--;
    return word > name && *word && units->convert(units->user, word, wanted, 1, &one, &ignored) == GUD_OK && one != 1.0;
}

static gud_status fail_column(const gud_csv *csv, int column, const char *why, gud_error *error)
{
    const char *name = csv->names[column];
    if (!*name) return gud_fail(error, GUD_ERR_INPUT, "%s: column %d: %.200s", csv->file, column + 1, why);
    return gud_fail(error, GUD_ERR_INPUT, "%s: column '%.60s': %.200s", csv->file, name, why);
}

gud_status gud_csv_convert(const gud_csv *csv, int column, const char *wanted, const gud_csv_units *units,
                           gud_error *error)
{
    gud_error why = {"a unit that cannot be converted here"};
    const char *unit = csv->units[column];
    if (!unit && units && hides_unit(csv->names[column], wanted, units))
        return fail_column(csv, column, "the name seems to end in a unit; put it in brackets", error);
    if (!unit || strcmp(unit, wanted) == 0) return GUD_OK;
    if (units && units->convert(units->user, unit, wanted, csv->nrow, csv->columns[column], &why) == GUD_OK)
        return GUD_OK;
    return fail_column(csv, column, why.text, error);
}

void gud_csv_cell(gud_buffer *out, const char *text)
{
    if (!text[strcspn(text, ",\"\n\r")]) {
        gud_buffer_add(out, text);
        return;
    }
    gud_buffer_add(out, "\"");
    for (; *text; text++) gud_buffer_print(out, *text == '"' ? "\"\"" : "%c", *text);
    gud_buffer_add(out, "\"");
}
