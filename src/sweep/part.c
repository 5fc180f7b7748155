#include "sweep/part.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "base/json.h"
#include "component/json.h"
#include "component/numbers.h"
#include "out/draft.h"
#include "out/private.h"
#include "sweep/keys.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

gud_status gud_part_check(const gud_component *component, const gud_origin *origin, gud_diag *diag, uint64_t *hash)
{
    gud_input *in = NULL;
    const gud_status st = gud_input_load(origin, component->sections, origin->shared->units, diag, &in);
    *hash = st == GUD_OK ? gud_hash(0, in->text, strlen(in->text)) : 0;
    for (const gud_used_file *f = st == GUD_OK ? in->files : NULL; f; f = f->next)
        *hash = gud_hash_file(*hash, f->path);
    gud_input_free(in);
    return st;
}

// ---- what is left in the folder

// name, unit, mean, min, max, std
static void write_number(void *user, const char *name, const char *unit, const double *values, int n)
{
    gud_buffer *out = user;
    double mean = 0.0, square = 0.0, low = values[0], high = values[0];
    for (int i = 0; i < n; i++) {
        mean += values[i] / n;
        low = fmin(low, values[i]);
        high = fmax(high, values[i]);
    }
    for (int i = 0; i < n; i++) square += (values[i] - mean) * (values[i] - mean) / n;
    const double numbers[] = {mean, low, high, sqrt(square)};
    gud_buffer_print(out, "%s\t%s", name, unit);
    for (int i = 0; i < GUD_COUNT(numbers); i++) {
        char text[32];
        gud_number_text(numbers[i], text);
        gud_buffer_print(out, "\t%s", text);
    }
    gud_buffer_add(out, "\n");
}

void gud_part_write(const void *sheet, gud_buffer *numbers)
{
    gud_component_numbers(sheet, write_number, numbers);
}

static gud_status save(const char *folder, const char *name, const gud_buffer *text, gud_error *error)
{
    char path[GUD_PATH_SIZE];
    if (text->failed) return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    GUD_TRY(gud_path_join(path, folder, name, error));
    return gud_draft_save(path, gud_buffer_text(text), text->size, error);
}

gud_status gud_part_save(const void *sheet, const char *folder, const gud_buffer *numbers, gud_error *error)
{
    gud_buffer json;
    gud_buffer_init(&json);
    gud_component_json(sheet, &json);
    const gud_status st = save(folder, GUD_SHEET_NAME, &json, error);
    gud_buffer_free(&json);
    return st == GUD_OK ? save(folder, GUD_NUMBERS_NAME, numbers, error) : st;
}

bool gud_part_is_complete(const char *folder)
{
    char path[GUD_PATH_SIZE];
    gud_error ignored;
    return gud_path_join(path, folder, GUD_NUMBERS_NAME, &ignored) == GUD_OK && access(path, R_OK) == 0;
}

// ---- and read again

gud_status gud_part_load(const char *folder, gud_error *error, char **text)
{
    char path[GUD_PATH_SIZE];
    *text = NULL;
    GUD_TRY(gud_path_join(path, folder, GUD_NUMBERS_NAME, error));
    return gud_private_read(path, text, NULL, error);
}

static bool parse_line(const char *line, gud_part_number *number)
{
    gud_statistics *s = &number->statistics;
    *number = (gud_part_number){.statistics = {.count = 1}};
    // NOLINTNEXTLINE(cert-err34-c): written by gud_part_write, and what was read is counted
    const int n = sscanf(line, "%199[^\t]\t%39[^\t]\t%lf\t%lf\t%lf\t%lf", number->name, number->unit, &s->mean, &s->min,
                         &s->max, &s->std);
    s->p99 = s->max;
    return n == 6;
}

gud_status gud_part_parse(const char *text, gud_error *error, gud_part_number **numbers, int *count)
{
    size_t room = 1;
    for (const char *c = text; *c; c++) room += *c == '\n';
    *count = 0;
    *numbers = gud_alloc(room, sizeof **numbers);
    if (!*numbers) return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    for (const char *line = text; *line && parse_line(line, &(*numbers)[*count]);) {
        (*count)++;
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
    return GUD_OK;
}
