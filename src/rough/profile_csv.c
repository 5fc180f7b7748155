// Reading a profilometer trace from text.

#include "base/alloc.h"
#include "base/file.h"
#include "rough/profile.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double even = 0.01;                 // steps may differ by this fraction
enum { fewest = 100, largest_file = 256 << 20 }; // points that give moments worth the name; bytes
static const char digits[] = "0123456789";

typedef struct reader {
    const char *path;
    FILE *file;
    gud_error *error;
    int line, n, capacity;
    double *x, *z;
    double x_unit, z_unit;
    bool has_units;
    int strange; // line of a header in brackets that is no unit; 0: none
} reader;

// ---- units of the header

static gud_status find_unit(const reader *r, const char *text, size_t length, double *unit)
{
    static const struct {
        const char *name;
        double value;
    } units[] = {{"m", 1.0}, {"mm", 1e-3}, {"um", 1e-6}, {"\xc2\xb5m", 1e-6}, {"\xce\xbcm", 1e-6}, {"nm", 1e-9}};

    for (int i = 0; i < GUD_COUNT(units); i++) {
        if (strlen(units[i].name) == length && strncmp(units[i].name, text, length) == 0) {
            *unit = units[i].value;
            return GUD_OK;
        }
    }
    return gud_fail(r->error, GUD_ERR_INPUT, "%s:%d: unit '%.*s' is not one of m, mm, um, nm", r->path, r->line,
                    (int)length, text);
}

// a header without brackets whose words are units, as in `x mm, z um`: its numbers would be taken for metres
static bool hides_unit(const reader *r, const char *text)
{
    static const char between[] = " \t\r\n,;:/_\"";
    for (const char *word = text + strspn(text, between); *word; word += strspn(word, between)) {
        const size_t length = strcspn(word, between);
        double value;
        if (find_unit(r, word, length, &value) == GUD_OK && value != 1.0) return true;
        word += length;
    }
    return false;
}

// `x [mm], z [um]`, or with round brackets: none or both columns have a unit. Instruments write other lines before and
// after; what they put into round brackets may be no unit, and is remembered in case that none comes.
static gud_status read_header(reader *r, const char *text)
{
    double *unit[] = {&r->x_unit, &r->z_unit};
    int n = 0;
    for (const char *open = strpbrk(text, "[("); open; open = strpbrk(open + 1, "[(")) {
        const char *close = strchr(open, *open == '[' ? ']' : ')');
        const size_t length = close ? (size_t)(close - open - 1) : 0;
        double value;
        if (*open == '(' && (!close || find_unit(r, open + 1, length, &value) != GUD_OK)) {
            if (r->strange == 0) r->strange = r->line;
            continue;
        }
        if (!close || n == 2)
            return gud_fail(r->error, GUD_ERR_INPUT, "%s:%d: header is not like 'x [mm], z [um]'", r->path, r->line);
        GUD_TRY(find_unit(r, open + 1, length, unit[n++]));
    }
    if (n == 0 && r->strange == 0 && hides_unit(r, text)) r->strange = r->line;
    if (n == 1) return gud_fail(r->error, GUD_ERR_INPUT, "%s:%d: only one column has a unit", r->path, r->line);
    r->has_units = r->has_units || n == 2;
    return GUD_OK;
}

// ---- lines

static gud_status append(reader *r, double x, double z)
{
    if (r->n == r->capacity) {
        const int capacity = r->capacity ? 2 * r->capacity : 1024;
        double *xs = gud_resize(r->x, (size_t)capacity, sizeof *xs);
        if (xs) r->x = xs;
        double *zs = xs ? gud_resize(r->z, (size_t)capacity, sizeof *zs) : NULL;
        if (!zs) return gud_fail(r->error, GUD_ERR_MEMORY, "%s: no memory for %d points", r->path, capacity);
        r->z = zs;
        r->capacity = capacity;
    }
    r->x[r->n] = x * r->x_unit;
    r->z[r->n++] = z * r->z_unit;
    return GUD_OK;
}

static const char *skip_blanks(const char *text)
{
    return text + strspn(text, " \t\r\n");
}

// past blanks and at most one comma or semicolon
static const char *skip_separator(const char *text)
{
    text = skip_blanks(text);
    return *text == ',' || *text == ';' ? skip_blanks(text + 1) : text;
}

// `0,5; 1,25`: where something else parts the columns, commas between digits are decimal
static void decimals_read(char *text)
{
    if (!strpbrk(text, ";\t")) return;
    for (char *c = strchr(text, ','); c; c = strchr(c + 1, ','))
        if (c > text && strchr(digits, c[-1]) && c[1] && strchr(digits, c[1])) *c = '.';
}

static gud_status read_point(reader *r, char *text)
{
    char *end;
    decimals_read(text);
    const double x = strtod(text, &end);
    bool whole = end != text && isfinite(x);
    const char *second = skip_separator(end);
    const double z = strtod(second, &end);
    whole = whole && end != second && isfinite(z);
    if (!whole)
        return gud_fail(r->error, GUD_ERR_INPUT,
                        "%s:%d: not a position and a height, a number is missing; fill or cut gaps in the trace",
                        r->path, r->line);
    if (*skip_blanks(end))
        return gud_fail(r->error, GUD_ERR_INPUT,
                        "%s:%d: more than two columns, or decimal commas; separate columns with semicolons or tabs",
                        r->path, r->line);
    return append(r, x, z);
}

static gud_status read_line(reader *r, char *line)
{
    static const char byte_order_mark[] = "\xef\xbb\xbf";
    const bool marked = r->line == 1 && strncmp(line, byte_order_mark, 3) == 0;
    char *text = line + (marked ? 3 : 0);
    text += strspn(text, " \t\r\n");
    if (*text == '\0' || *text == '#') return GUD_OK;

    char *end;
    strtod(text, &end);
    return r->n == 0 && end == text ? read_header(r, text) : read_point(r, text);
}

static gud_status read_lines(reader *r)
{
    char line[512];
    while (fgets(line, sizeof line, r->file)) {
        r->line++;
        if (strlen(line) == sizeof line - 1)
            return gud_fail(r->error, GUD_ERR_INPUT, "%s:%d: the line is too long", r->path, r->line);
        GUD_TRY(read_line(r, line));
    }
    if (ferror(r->file)) return gud_fail(r->error, GUD_ERR_IO, "%s: %s", r->path, strerror(errno));
    if (r->strange > 0 && !r->has_units)
        return gud_fail(r->error, GUD_ERR_INPUT,
                        "%s:%d: the units of the header are not understood; write 'x [mm], z [um]'", r->path,
                        r->strange);
    return GUD_OK;
}

// ---- the whole trace

static gud_status check_steps(const reader *r)
{
    if (r->n < fewest)
        return gud_fail(r->error, GUD_ERR_INPUT, "%s: %d points; at least %d are needed", r->path, r->n, fewest);
    const double step = r->x[1] - r->x[0];
    if (!(step > 0.0)) return gud_fail(r->error, GUD_ERR_INPUT, "%s: positions must increase", r->path);
    for (int i = 1; i + 1 < r->n; i++) {
        const double this_step = r->x[i + 1] - r->x[i];
        if (this_step > 1.5 * step)
            return gud_fail(r->error, GUD_ERR_INPUT, "%s: a gap of %g um after x = %g um (steps are %g um)", r->path,
                            1e6 * this_step, 1e6 * r->x[i], 1e6 * step);
        if (!(fabs(this_step - step) <= even * step))
            return gud_fail(r->error, GUD_ERR_INPUT, "%s: uneven steps: %g um after x = %g um, %g um before", r->path,
                            1e6 * this_step, 1e6 * r->x[i], 1e6 * step);
    }
    return GUD_OK;
}

gud_status gud_profile_read(const char *path, gud_error *error, gud_profile *profile)
{
    reader r = {.path = path, .error = error, .x_unit = 1.0, .z_unit = 1.0};
    char why[GUD_FILE_WHY];
    r.file = gud_file_open(path, largest_file, why);
    if (!r.file) return gud_fail(error, GUD_ERR_IO, "%s: %s", path, why);
    gud_status st = read_lines(&r);
    fclose(r.file);
    if (st == GUD_OK) st = check_steps(&r);
    if (st == GUD_OK && r.x)
        *profile = (gud_profile){.n = r.n, .step = (r.x[r.n - 1] - r.x[0]) / (r.n - 1), .height = r.z};
    else
        gud_free(r.z);
    gud_free(r.x);
    return st;
}
