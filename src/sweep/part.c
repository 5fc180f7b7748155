#include "sweep/part.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "base/json.h"
#include "component/json.h"
#include "component/numbers.h"
#include "out/draft.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// a file that cannot be read says so later
static uint64_t hash_file(uint64_t hash, const char *path)
{
    char bytes[4096];
    FILE *file = fopen(path, "rb");
    for (size_t n; file && (n = fread(bytes, 1, sizeof bytes, file)) > 0;) hash = gud_hash(hash, bytes, n);
    if (file) (void)fclose(file);
    return hash;
}

gud_status gud_part_check(const gud_component *component, const gud_origin *origin, gud_diag *diag, uint64_t *hash)
{
    gud_units *units = NULL;
    gud_input *in = NULL;
    gud_error error;
    gud_status st = gud_units_create(&error, &units);
    if (st != GUD_OK) {
        gud_diag_add(diag, (gud_place){.file = origin->path}, "%s", error.text);
        return st;
    }
    st = gud_input_load(origin, component->sections, units, diag, &in);
    *hash = st == GUD_OK ? gud_hash(0, in->text, strlen(in->text)) : 0;
    for (const gud_used_file *f = st == GUD_OK ? in->files : NULL; f; f = f->next) *hash = hash_file(*hash, f->path);
    gud_input_free(in);
    gud_units_free(units);
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

static gud_status save(const char *folder, const char *name, gud_buffer *text, gud_error *error)
{
    char path[GUD_PATH_SIZE];
    gud_status st = text->failed ? gud_fail(error, GUD_ERR_MEMORY, "out of memory") : GUD_OK;
    if (st == GUD_OK) st = gud_path_join(path, folder, name, error);
    if (st == GUD_OK) st = gud_draft_save(path, gud_buffer_text(text), text->size, error);
    gud_buffer_free(text);
    return st;
}

static gud_status save_sheet(const void *sheet, const char *folder, gud_error *error)
{
    gud_buffer numbers, json;
    gud_buffer_init(&json);
    gud_component_json(sheet, &json);
    GUD_TRY(save(folder, "sheet.json", &json, error));
    gud_buffer_init(&numbers);
    gud_component_numbers(sheet, write_number, &numbers);
    return save(folder, GUD_NUMBERS_NAME, &numbers, error);
}

gud_status gud_part_compute(const gud_component *component, const gud_origin *origin,
                            const gud_simulate_options *options, gud_diag *diag, gud_error *error)
{
    void *sheet;
    GUD_TRY(gud_component_make(component, origin, diag, &sheet));
    const gud_status st = component->runs && component->runs(sheet) ? component->run(sheet, options, error)
                                                                    : save_sheet(sheet, options->folder, error);
    gud_component_free(sheet);
    return st;
}

bool gud_part_is_complete(const char *folder)
{
    char path[GUD_PATH_SIZE];
    gud_error ignored;
    return gud_path_join(path, folder, GUD_NUMBERS_NAME, &ignored) == GUD_OK && access(path, R_OK) == 0;
}

// ---- and read again

static bool read_line(FILE *file, gud_part_number *number)
{
    char line[600];
    gud_statistics *s = &number->statistics;
    *number = (gud_part_number){.statistics = {.count = 1}};
    if (!fgets(line, sizeof line, file)) return false;
    // NOLINTNEXTLINE(cert-err34-c): written by save_sheet, and what was read is counted
    const int n = sscanf(line, "%199[^\t]\t%39[^\t]\t%lf\t%lf\t%lf\t%lf", number->name, number->unit, &s->mean, &s->min,
                         &s->max, &s->std);
    s->p99 = s->max;
    return n == 6;
}

gud_status gud_part_read(const char *folder, gud_error *error, gud_part_number **numbers, int *count)
{
    enum { most = 4096 };
    char path[GUD_PATH_SIZE];
    *count = 0;
    *numbers = NULL;
    GUD_TRY(gud_path_join(path, folder, GUD_NUMBERS_NAME, error));
    FILE *file = fopen(path, "r");
    if (!file) return gud_fail(error, GUD_ERR_IO, "%s: cannot be read", path);
    *numbers = gud_alloc(most, sizeof **numbers);
    while (*numbers && *count < most && read_line(file, &(*numbers)[*count])) (*count)++;
    (void)fclose(file);
    return *numbers ? GUD_OK : gud_fail(error, GUD_ERR_MEMORY, "out of memory");
}
