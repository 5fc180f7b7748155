#include "sweep/rows.h"

#include "base/alloc.h"
#include "base/file.h"
#include "base/json.h"
#include "out/pack.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char head[] = "gudgeon rows 1";
enum { path_size = 4400, sum_size = 10, name_size = 240 }; // of a sum: a tab, eight digits, a newline
static const int64_t largest_file = INT64_C(1) << 40;

const char *const gud_row_costs[GUD_ROW_COSTS] = {"steps", "rejected", "newton", "factorisations", "cpu_s", "wall_s"};
static const char *const kind_words[] = {"begun", "stopped", "done", "failed", "summary"};

// ---- writing

// a text between tabs
static void put_text(gud_buffer *out, const char *text)
{
    gud_buffer_add(out, "\t");
    for (; *text; text++) gud_buffer_append(out, iscntrl((unsigned char)*text) ? " " : text, 1);
}

static void put_number(gud_buffer *out, double number)
{
    char text[32] = "";
    if (!isnan(number)) gud_number_text(number, text);
    put_text(out, text);
}

static void end_line(gud_buffer *out, size_t begin)
{
    if (out->failed) return;
    gud_buffer_print(out, "\t%08" PRIx32 "\n", gud_crc32(0, out->data + begin, out->size - begin));
}

static gud_status write_all(gud_rows *rows, const gud_buffer *text, gud_error *error)
{
    if (text->failed) return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    for (size_t done = 0; done < text->size;) {
        const ssize_t n = write(rows->fd, text->data + done, text->size - done);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return gud_fail(error, GUD_ERR_IO, "%.400s: cannot write: %s", rows->path, strerror(errno));
        done += (size_t)n;
    }
    return GUD_OK;
}

static gud_status write_short(gud_rows *rows, gud_run_row_kind kind, uint64_t key, gud_error *error)
{
    gud_buffer text;
    gud_buffer_init(&text);
    gud_buffer_print(&text, "%s\t%016" PRIx64, kind_words[kind], key);
    end_line(&text, 0);
    const gud_status st = write_all(rows, &text, error);
    gud_buffer_free(&text);
    return st;
}

gud_status gud_rows_begun(gud_rows *rows, uint64_t key, gud_error *error)
{
    return write_short(rows, GUD_ROW_BEGUN, key, error);
}

gud_status gud_rows_stopped(gud_rows *rows, uint64_t key, gud_error *error)
{
    return write_short(rows, GUD_ROW_STOPPED, key, error);
}

static void put_lines(gud_buffer *out, const gud_sweep_table *table)
{
    for (int i = 0; i < table->count; i++) {
        const gud_sweep_line *line = &table->lines[i];
        const gud_statistics *s = &line->statistics;
        const double numbers[] = {(double)s->count, s->mean, s->min, s->max, s->std, s->p99};
        gud_buffer_print(out, "\t%d\t%d", line->window, line->pattern);
        put_text(out, line->channel);
        put_text(out, line->unit);
        for (int k = 0; k < GUD_COUNT(numbers); k++) put_number(out, numbers[k]);
    }
}

gud_status gud_rows_add(gud_rows *rows, const gud_run_entry *row, gud_error *error)
{
    gud_buffer text;
    gud_buffer_init(&text);
    if (row->summary) {
        gud_buffer_print(&text, "%s\t%016" PRIx64 "\t%016" PRIx64, kind_words[GUD_ROW_SUMMARY], row->key, row->view);
        put_text(&text, row->name);
        put_text(&text, row->summary);
        end_line(&text, 0);
    }
    const size_t begin = text.size;
    gud_buffer_print(&text, "%s\t%016" PRIx64 "\t%016" PRIx64, kind_words[row->failed ? GUD_ROW_FAILED : GUD_ROW_DONE],
                     row->key, row->view);
    put_text(&text, row->name);
    if (row->failed) {
        put_text(&text, row->lasting ? "lasting" : "passing");
        put_text(&text, row->why);
    } else {
        for (int k = 0; k < GUD_ROW_COSTS; k++) put_number(&text, row->costs[k]);
        put_lines(&text, row->table);
    }
    end_line(&text, begin);
    const gud_status st = write_all(rows, &text, error);
    gud_buffer_free(&text);
    return st;
}

// ---- lines of a file

// the line at `text`, if it is whole: its length without the sum; 0: it is not
static size_t whole_line(const char *text, size_t size, size_t *next)
{
    const char *end = memchr(text, '\n', size);
    char *rest;
    if (!end) return 0;
    const size_t length = (size_t)(end - text) + 1;
    *next = length;
    if (length <= sum_size || text[length - sum_size] != '\t') return 0;
    const unsigned long sum = strtoul(text + length - sum_size + 1, &rest, 16);
    return rest == end && sum == gud_crc32(0, text, length - sum_size) ? length - sum_size : 0;
}

// bytes up to the end of the last whole line; 0: not a file of rows
static size_t whole_part(const char *text, size_t size)
{
    size_t next = 0, good = 0, at = 0;
    if (whole_line(text, size, &next) != sizeof head - 1 || memcmp(text, head, sizeof head - 1) != 0) return 0;
    for (; at < size; at += next) {
        next = size - at;
        if (whole_line(text + at, size - at, &next) > 0) good = at + next;
    }
    return good;
}

// the file with a zero byte behind it; NULL in *text: it is not there
static gud_status read_file(const char *path, gud_error *error, char **text, size_t *size)
{
    char why[GUD_FILE_WHY];
    struct stat info;
    *text = NULL;
    *size = 0;
    if (stat(path, &info) != 0) return GUD_OK;
    FILE *file = gud_file_open(path, largest_file, why);
    if (!file) return gud_fail(error, GUD_ERR_IO, "%.400s: %s", path, why);
    *text = gud_alloc((size_t)info.st_size + 1, 1);
    if (*text) *size = fread(*text, 1, (size_t)info.st_size, file); // it may grow meanwhile
    (void)fclose(file);
    return *text ? GUD_OK : gud_fail(error, GUD_ERR_MEMORY, "%.400s: no memory for its rows", path);
}

static gud_status begin_file(gud_rows *rows, size_t keep, gud_error *error)
{
    gud_buffer text;
    gud_buffer_init(&text);
    gud_buffer_add(&text, head);
    end_line(&text, 0);
    gud_status st = GUD_OK;
    if (ftruncate(rows->fd, (off_t)keep) != 0)
        st = gud_fail(error, GUD_ERR_IO, "%.400s: cannot be repaired: %s", rows->path, strerror(errno));
    else if (keep == 0)
        st = write_all(rows, &text, error);
    gud_buffer_free(&text);
    return st;
}

gud_status gud_rows_open(gud_rows *rows, const char *folder, int worker, bool force, gud_error *error)
{
    char *text;
    size_t size;
    rows->fd = -1;
    (void)snprintf(rows->path, sizeof rows->path, "%.4300s/%d.rows", folder, worker);
    GUD_TRY(read_file(rows->path, error, &text, &size));
    const size_t keep = text ? whole_part(text, size) : 0;
    const bool torn = size < sizeof head - 1 ? !text || memcmp(text, head, size) == 0
                                             : memcmp(text, head, sizeof head - 1) == 0; // by its first writer
    gud_free(text);
    if (keep == 0 && !torn && !force)
        return gud_fail(error, GUD_ERR_INPUT, "%.400s: was not written by Gudgeon and would be replaced; use --force",
                        rows->path);
    rows->fd = open(rows->path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (rows->fd < 0) return gud_fail(error, GUD_ERR_IO, "%.400s: cannot open: %s", rows->path, strerror(errno));
    const gud_status st = begin_file(rows, keep, error);
    if (st != GUD_OK) gud_rows_close(rows);
    return st;
}

void gud_rows_close(gud_rows *rows)
{
    if (rows->fd >= 0) (void)close(rows->fd);
    rows->fd = -1;
}

// ---- reading

// the field at *at, which goes on behind it; "" behind the last one
static char *next_field(char **at)
{
    char *begin = *at, *tab = strchr(begin, '\t');
    if (tab) *tab = 0;
    *at = tab ? tab + 1 : begin + strlen(begin);
    return begin;
}

// a line without its sum; false: it is of no kind that is known
static bool parse_row(char *line, gud_run_row *row)
{
    char *at = line;
    const char *word = next_field(&at);
    int kind = 0;
    while (kind < GUD_COUNT(kind_words) && strcmp(kind_words[kind], word) != 0) kind++;
    if (kind == GUD_COUNT(kind_words)) return false;
    *row = (gud_run_row){.kind = (gud_run_row_kind)kind, .key = strtoull(next_field(&at), NULL, 16)};
    if (kind == GUD_ROW_BEGUN || kind == GUD_ROW_STOPPED) return true;
    row->view = strtoull(next_field(&at), NULL, 16);
    (void)next_field(&at); // the name is for people
    if (kind == GUD_ROW_FAILED) row->lasting = strcmp(next_field(&at), "lasting") == 0;
    row->body = at;
    return true;
}

static gud_status add_row(gud_archive *a, const gud_run_row *row, gud_error *error)
{
    if (a->count == a->row_room) {
        const int room = a->row_room ? 2 * a->row_room : 1024;
        gud_run_row *rows = gud_resize(a->rows, (size_t)room, sizeof *rows);
        if (!rows) return gud_fail(error, GUD_ERR_MEMORY, "no memory for the rows of the study");
        a->rows = rows;
        a->row_room = room;
    }
    a->rows[a->count++] = *row;
    return GUD_OK;
}

static gud_status cut_text(gud_archive *a, char *text, size_t size, gud_error *error)
{
    for (size_t at = 0, next = 0; at < size; at += next) {
        gud_run_row row;
        next = size - at;
        const size_t length = whole_line(text + at, size - at, &next);
        a->ndamaged += length == 0 && at + next < size;
        if (length == 0) continue;
        text[at + length] = 0;
        if (at > 0 && parse_row(text + at, &row)) GUD_TRY(add_row(a, &row, error));
    }
    return GUD_OK;
}

static gud_status add_file(gud_archive *a, const char *path, gud_error *error)
{
    char *text;
    size_t size, next = 0;
    GUD_TRY(read_file(path, error, &text, &size));
    if (!text || whole_line(text, size, &next) != sizeof head - 1 || memcmp(text, head, sizeof head - 1) != 0) {
        gud_free(text); // not ours, or not begun
        return GUD_OK;
    }
    if (a->ntext == a->room) {
        const int room = a->room ? 2 * a->room : 16;
        char **texts = gud_resize(a->texts, (size_t)room, sizeof *texts);
        if (!texts) {
            gud_free(text);
            return gud_fail(error, GUD_ERR_MEMORY, "no memory for the rows of the study");
        }
        a->texts = texts;
        a->room = room;
    }
    a->texts[a->ntext++] = text;
    return cut_text(a, text, size, error);
}

// entries of a folder in the order of their names, so that the same files are read alike everywhere; -1: none
static int list(const char *folder, struct dirent ***entries)
{
    return scandir(folder, entries, NULL, alphasort);
}

static bool ends_with(const char *text, const char *end)
{
    const size_t n = strlen(text), k = strlen(end);
    return n > k && strcmp(text + n - k, end) == 0;
}

static gud_status add_part(gud_archive *a, const char *folder, gud_error *error)
{
    struct dirent **entries;
    gud_status st = GUD_OK;
    const int n = list(folder, &entries);
    for (int i = 0; i < n; i++) {
        char path[path_size];
        (void)snprintf(path, sizeof path, "%.4100s/%.250s", folder, entries[i]->d_name);
        if (st == GUD_OK && ends_with(path, ".rows")) st = add_file(a, path, error);
        free(entries[i]); // NOLINT: taken by scandir
    }
    if (n >= 0) free(entries); // NOLINT
    return st;
}

gud_status gud_archive_read(const char *folder, gud_error *error, gud_archive *archive)
{
    struct dirent **entries;
    char path[path_size];
    gud_status st = GUD_OK;
    *archive = (gud_archive){0};
    (void)snprintf(path, sizeof path, "%.4000s/%s", folder, GUD_ROWS_FOLDER);
    const int n = list(path, &entries);
    for (int i = 0; i < n; i++) {
        (void)snprintf(path, sizeof path, "%.3800s/%s/%.250s", folder, GUD_ROWS_FOLDER, entries[i]->d_name);
        if (st == GUD_OK && entries[i]->d_name[0] != '.') st = add_part(archive, path, error);
        free(entries[i]); // NOLINT
    }
    if (n >= 0) free(entries); // NOLINT
    if (st != GUD_OK) gud_archive_free(archive);
    return st;
}

void gud_archive_free(gud_archive *archive)
{
    for (int i = 0; i < archive->ntext; i++) gud_free(archive->texts[i]);
    gud_free(archive->texts);
    gud_free(archive->rows);
    *archive = (gud_archive){0};
}

// ---- costs and lines of a row

// copies the field at `at`, as far as it fits; where the next one begins, NULL: there is none
static const char *copy_field(const char *at, char *field, size_t size)
{
    const size_t length = strcspn(at, "\t"), n = length < size ? length : size - 1;
    memcpy(field, at, n);
    field[n] = 0;
    return at[length] ? at + length + 1 : NULL;
}

static const char *read_number(const char *at, double *number)
{
    char field[40];
    const char *next = copy_field(at, field, sizeof field);
    *number = field[0] ? strtod(field, NULL) : (double)NAN;
    return next;
}

// a place in a list; -1: a file that others wrote
static int to_index(double number)
{
    return number >= 0.0 && number < 1e6 ? (int)number : -1;
}

static const char *read_costs(const gud_run_row *row, double costs[GUD_ROW_COSTS])
{
    const char *at = row->body;
    for (int k = 0; k < GUD_ROW_COSTS; k++) {
        costs[k] = (double)NAN;
        if (at) at = read_number(at, &costs[k]);
    }
    return at;
}

void gud_row_read_costs(const gud_run_row *row, double costs[GUD_ROW_COSTS])
{
    (void)read_costs(row, costs);
}

gud_status gud_row_read_lines(const gud_run_row *row, int run, gud_error *error, gud_sweep_table *table)
{
    double costs[GUD_ROW_COSTS];
    for (const char *at = read_costs(row, costs); at;) {
        char channel[name_size], unit[name_size];
        double numbers[8] = {0.0}; // window, pattern; count, mean, min, max, std, p99
        for (int k = 0; k < 2 && at; k++) at = read_number(at, &numbers[k]);
        if (at) at = copy_field(at, channel, sizeof channel);
        if (at) at = copy_field(at, unit, sizeof unit);
        if (!at) break; // of another version
        for (int k = 2; k < GUD_COUNT(numbers) && at; k++) at = read_number(at, &numbers[k]);
        gud_sweep_line *line = gud_sweep_table_add(table, channel, unit);
        if (!line) return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
        line->run = run;
        line->window = to_index(numbers[0]);
        line->pattern = to_index(numbers[1]);
        line->statistics = (gud_statistics){.count = to_index(numbers[2]),
                                            .mean = numbers[3],
                                            .min = numbers[4],
                                            .max = numbers[5],
                                            .std = numbers[6],
                                            .p99 = numbers[7]};
    }
    return GUD_OK;
}
