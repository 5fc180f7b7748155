// The text form of surfaces: words between blanks, comments behind `#`. The locale of the process has no say.

#include "base/alloc.h"
#include "base/file.h"
#include "base/json.h"
#include "surface/nurbs.h"

#include <errno.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { longest_word = 63, largest_file = 64 << 20 };

typedef struct {
    const char *file;
    const char *at, *end;
    int line;
    char word[longest_word + 1];
    gud_error *error;
} reader;

static gud_status fail(const reader *r, const char *what)
{
    return gud_fail(r->error, GUD_ERR_INPUT, "%s:%d: %s", r->file, r->line, what);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static void skip(reader *r)
{
    bool comment = false;
    for (; r->at < r->end && (comment || is_blank(*r->at) || *r->at == '#'); r->at++) {
        if (*r->at == '#') comment = true;
        if (*r->at == '\n') {
            comment = false;
            r->line++;
        }
    }
}

static gud_status next_word(reader *r, const char *expected)
{
    skip(r);
    if (r->at == r->end) {
        return gud_fail(r->error, GUD_ERR_INPUT, "%s:%d: the file ends; expected %s", r->file, r->line, expected);
    }
    size_t n = 0;
    for (; r->at < r->end && !is_blank(*r->at) && *r->at != '#'; r->at++) {
        if (n == longest_word || *r->at == '\0') return fail(r, "a word is too long or is not text");
        r->word[n++] = *r->at;
    }
    r->word[n] = '\0';
    return GUD_OK;
}

static gud_status expect(reader *r, const char *word)
{
    GUD_TRY(next_word(r, word));
    if (strcmp(r->word, word) == 0) return GUD_OK;
    return gud_fail(r->error, GUD_ERR_INPUT, "%s:%d: found '%s', expected '%s'", r->file, r->line, r->word, word);
}

static gud_status read_number(reader *r, double *number)
{
    GUD_TRY(next_word(r, "a number"));
    char *stop;
    *number = strtod(r->word, &stop);
    // strtod also reads hexadecimal numbers, "inf" and "nan"
    if (*stop != '\0' || strpbrk(r->word, "xXnN") || !isfinite(*number))
        return gud_fail(r->error, GUD_ERR_INPUT, "%s:%d: '%s' is not a finite number", r->file, r->line, r->word);
    return GUD_OK;
}

static gud_status read_integer(reader *r, int *number)
{
    GUD_TRY(next_word(r, "an integer"));
    char *stop;
    errno = 0;
    const long value = strtol(r->word, &stop, 10);
    if (*stop != '\0' || errno != 0 || value < 0 || value > GUD_NET_MAX)
        return gud_fail(r->error, GUD_ERR_INPUT, "%s:%d: '%s' is not an integer from 0 to %d", r->file, r->line,
                        r->word, GUD_NET_MAX);
    *number = (int)value;
    return GUD_OK;
}

static gud_status read_numbers(reader *r, size_t n, double *numbers)
{
    for (size_t i = 0; i < n; i++) GUD_TRY(read_number(r, &numbers[i]));
    return GUD_OK;
}

static gud_status read_head(reader *r, gud_nurbs *s)
{
    int version;
    if (r->end - r->at >= 3 && memcmp(r->at, "\xEF\xBB\xBF", 3) == 0) r->at += 3; // byte order, by some editors
    GUD_TRY(next_word(r, "gudgeon-surface"));
    if (strcmp(r->word, "gudgeon-surface") != 0)
        return fail(r, "not the text form of a surface, which begins with 'gudgeon-surface 1': see examples/surface; "
                       "STEP, IGES and STL are not read");
    GUD_TRY(read_integer(r, &version));
    if (version != 1) return fail(r, "this program reads version 1 of the format");
    GUD_TRY(expect(r, "degree"));
    for (int dir = 0; dir < 2; dir++) {
        GUD_TRY(read_integer(r, &s->degree[dir]));
        if (s->degree[dir] < 1 || s->degree[dir] > GUD_DEGREE_MAX) return fail(r, "the degree must be from 1 to 9");
    }
    GUD_TRY(expect(r, "count"));
    for (int dir = 0; dir < 2; dir++) {
        GUD_TRY(read_integer(r, &s->count[dir]));
        if (s->count[dir] < 2 || s->count[dir] > GUD_COUNT_MAX)
            return fail(r, "each direction must have 2 to 1024 points");
    }
    if (s->count[0] * s->count[1] > GUD_NET_MAX) return fail(r, "a net may have at most 65536 points");
    return GUD_OK;
}

static gud_status read_all(reader *r, gud_arena *arena, gud_nurbs *s)
{
    GUD_TRY(read_head(r, s));
    double *knots[2];
    for (int dir = 0; dir < 2; dir++) {
        const int n = s->count[dir] + s->degree[dir] + 1;
        knots[dir] = GUD_TAKE(arena, double, n);
        if (!knots[dir]) return gud_fail(r->error, GUD_ERR_MEMORY, "out of memory");
        GUD_TRY(expect(r, "knots"));
        GUD_TRY(read_numbers(r, (size_t)n, knots[dir]));
        s->knots[dir] = knots[dir];
    }
    const size_t n = 4 * (size_t)s->count[0] * (size_t)s->count[1];
    double *points = GUD_TAKE(arena, double, n);
    if (!points) return gud_fail(r->error, GUD_ERR_MEMORY, "out of memory");
    GUD_TRY(read_numbers(r, n, points));
    s->points = points;
    skip(r);
    if (r->at != r->end) return fail(r, "there is text after the end of the net");
    return gud_nurbs_check(s, r->file, r->error);
}

gud_status gud_nurbs_parse(const char *file, const char *text, size_t size, gud_arena *arena, gud_error *error,
                           gud_nurbs *nurbs)
{
    const locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (!plain) return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    const locale_t before = uselocale(plain);
    reader r = {.file = file, .at = text, .end = text + size, .line = 1, .error = error};
    const gud_status status = read_all(&r, arena, nurbs);
    uselocale(before);
    freelocale(plain);
    return status;
}

// ---- files

static gud_status read_stream(FILE *stream, const char *path, gud_arena *arena, gud_error *error, gud_nurbs *nurbs)
{
    struct stat info;
    if (fstat(fileno(stream), &info) != 0) return gud_fail(error, GUD_ERR_IO, "%s: %s", path, strerror(errno));
    const size_t size = (size_t)info.st_size;
    char *text = gud_alloc(size + 1, 1);
    if (!text) return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    gud_status status =
        fread(text, 1, size, stream) == size ? GUD_OK : gud_fail(error, GUD_ERR_IO, "%s: cannot be read", path);
    if (status == GUD_OK) status = gud_nurbs_parse(path, text, size, arena, error, nurbs);
    gud_free(text);
    return status;
}

gud_status gud_nurbs_read(const char *path, gud_arena *arena, gud_error *error, gud_nurbs *nurbs)
{
    char why[GUD_FILE_WHY];
    FILE *stream = gud_file_open(path, largest_file, why);
    if (!stream) return gud_fail(error, GUD_ERR_IO, "%s: %s", path, why);
    const gud_status status = read_stream(stream, path, arena, error, nurbs);
    fclose(stream);
    return status;
}

static void write_numbers(gud_buffer *out, const char *before, size_t n, const double *numbers)
{
    char text[32];
    gud_buffer_add(out, before);
    for (size_t i = 0; i < n; i++) {
        gud_number_text(numbers[i], text);
        if (i > 0) gud_buffer_add(out, " ");
        gud_buffer_add(out, text);
    }
    gud_buffer_add(out, "\n");
}

void gud_nurbs_write(const gud_nurbs *nurbs, gud_buffer *out)
{
    gud_buffer_add(out, "gudgeon-surface 1\n");
    gud_buffer_print(out, "degree %d %d\n", nurbs->degree[0], nurbs->degree[1]);
    gud_buffer_print(out, "count %d %d\n", nurbs->count[0], nurbs->count[1]);
    for (int dir = 0; dir < 2; dir++)
        write_numbers(out, "knots ", (size_t)nurbs->count[dir] + (size_t)nurbs->degree[dir] + 1, nurbs->knots[dir]);
    for (size_t i = 0; i < (size_t)nurbs->count[0] * (size_t)nurbs->count[1]; i++)
        write_numbers(out, "", 4, nurbs->points + 4 * i);
}
