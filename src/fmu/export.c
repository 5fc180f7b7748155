#include "fmu/export.h"

#include "base/alloc.h"
#include "base/file.h"
#include "base/glob.h"
#include "base/hash.h"
#include "fmu/describe.h"
#include "fmu/zip.h"
#include "out/draft.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

// ---- which variables there are

static bool is_wanted(const gud_fmu_options *options, const char *signal)
{
    if (strcmp(signal, "time") == 0 || strncmp(signal, "inputs/", 7) == 0) return false; // variables of their own
    for (int i = 0; i < options->noutput; i++)
        if (gud_glob_match(options->outputs[i], signal)) return true;
    return options->noutput == 0;
}

static void add_items(gud_fmu_sheet *sheet, const gud_model *m, gud_item_kind items, gud_fmu_kind kind)
{
    gud_item item;
    for (int i = 0; gud_model_get(m, items, i, &item) == GUD_OK; i++)
        gud_fmu_sheet_add(sheet, &(gud_fmu_variable){.kind = kind,
                                                     .name = item.name,
                                                     .unit = item.unit,
                                                     .about = item.about,
                                                     .start = item.value,
                                                     .low = item.low,
                                                     .high = item.high});
}

static void add_channel(gud_fmu_sheet *sheet, const gud_fmu_options *options, const gud_channel_info *c)
{
    char name[600];
    for (int k = 0; k < c->width; k++) {
        if (c->width == 1)
            (void)snprintf(name, sizeof name, "%s", c->path);
        else if (c->components)
            (void)snprintf(name, sizeof name, "%s.%s", c->path, c->components[k]);
        else
            (void)snprintf(name, sizeof name, "%s.%d", c->path, k);
        if (is_wanted(options, name))
            gud_fmu_sheet_add(
                sheet, &(gud_fmu_variable){.kind = GUD_FMU_OUTPUT, .name = name, .unit = c->unit, .about = c->about});
    }
}

static gud_status list_variables(const gud_model *m, const gud_fmu_options *options, gud_fmu_sheet *sheet,
                                 gud_error *error)
{
    gud_sim *sim;
    gud_channel_info channel;
    add_items(sheet, m, GUD_ITEM_PARAMETER, GUD_FMU_PARAMETER);
    add_items(sheet, m, GUD_ITEM_INPUT, GUD_FMU_INPUT);
    gud_status st = gud_sim_create(m, &sim);
    if (st == GUD_OK) st = gud_sim_start(sim);
    if (st == GUD_OK) st = gud_sim_endless(sim, true);
    if (st != GUD_OK) gud_error_write(error, "%s", sim ? gud_sim_error(sim) : "out of memory");
    for (int i = 0; st == GUD_OK && gud_sim_channel(sim, i, &channel) == GUD_OK; i++)
        add_channel(sheet, options, &channel);
    gud_sim_free(sim);
    if (st == GUD_OK && sheet->arena.failed) st = gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    if (st == GUD_OK && gud_fmu_sheet_count(sheet, GUD_FMU_OUTPUT) == 0)
        st = gud_fail(error, GUD_ERR_INPUT, "no channel matches --outputs");
    return st;
}

// ---- files

static gud_status read_file(const char *path, gud_buffer *bytes, gud_error *error)
{
    char chunk[65536];
    FILE *file = fopen(path, "rb");
    if (!file) return gud_fail(error, GUD_ERR_IO, "cannot read '%s': %s", path, strerror(errno));
    for (size_t n; (n = fread(chunk, 1, sizeof chunk, file)) > 0;) gud_buffer_append(bytes, chunk, n);
    const bool failed = ferror(file);
    (void)fclose(file);
    if (failed) return gud_fail(error, GUD_ERR_IO, "cannot read '%s'", path);
    return bytes->failed ? gud_fail(error, GUD_ERR_MEMORY, "out of memory") : GUD_OK;
}

static gud_status add_file(gud_zip *zip, const char *name, const char *path, gud_error *error)
{
    gud_buffer bytes;
    gud_buffer_init(&bytes);
    const gud_status st = read_file(path, &bytes, error);
    if (st == GUD_OK) gud_zip_add(zip, name, gud_buffer_text(&bytes), bytes.size);
    gud_buffer_free(&bytes);
    return st;
}

static size_t folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

static bool was_added(const gud_model *m, int i)
{
    for (int k = 0; k < i; k++)
        if (strcmp(gud_model_file(m, k), gud_model_file(m, i)) == 0) return true;
    return false;
}

// the files of the model as they stand in its folder
static gud_status add_model(gud_zip *zip, const gud_model *m, const char *path, gud_error *error)
{
    char name[GUD_PATH_SIZE];
    const size_t folder = folder_length(path);
    const char *file;
    for (int i = 0; (file = gud_model_file(m, i)); i++) {
        if (was_added(m, i)) continue;
        if (strncmp(file, path, folder) != 0 || file[folder] == '/' || strstr(file + folder, ".."))
            return gud_fail(error, GUD_ERR_INPUT,
                            "'%s' is outside the model's folder; the FMU contains only files of that folder", file);
        (void)snprintf(name, sizeof name, "resources/%s", file + folder);
        GUD_TRY(add_file(zip, name, file, error));
    }
    return GUD_OK;
}

static void add_text(gud_zip *zip, const char *name, gud_buffer *text)
{
    gud_zip_add(zip, name, gud_buffer_text(text), text->size);
    zip->out.failed = zip->out.failed || text->failed;
    gud_buffer_free(text);
}

// ---- the archive

// a name that may be one of C: letters, digits and underscores
static void identify(const char *path, char *name, size_t room)
{
    size_t n = 0;
    const char *stem = path + folder_length(path), *dot = strrchr(stem, '.');
    const size_t length = dot ? (size_t)(dot - stem) : strlen(stem);
    if (length == 0 || (stem[0] >= '0' && stem[0] <= '9')) name[n++] = '_';
    for (size_t i = 0; i < length && n + 1 < room; i++) {
        const char c = stem[i];
        const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        name[n++] = plain ? c : '_';
    }
    name[n] = '\0';
}

// equal for equal FMUs: of the model, its variables and the version
static void make_token(const gud_model *m, gud_fmu_sheet *sheet)
{
    uint64_t hash = gud_hash(gud_model_hash(m), sheet->identifier, strlen(sheet->identifier));
    for (const gud_fmu_variable *v = sheet->first; v; v = v->next) hash = gud_hash(hash, v->name, strlen(v->name));
    hash = gud_hash(hash, gud_version(), strlen(gud_version()));
    (void)snprintf(sheet->token, sizeof sheet->token, "{67756467-656f-6e%02x-%04x-%012llx}", (unsigned)(hash >> 56),
                   (unsigned)(hash >> 40 & 0xffff), (unsigned long long)(hash & 0xffffffffffff));
}

static gud_status fill_archive(gud_zip *zip, const gud_model *m, const char *path, const gud_fmu_options *options,
                               gud_fmu_sheet *sheet, gud_error *error)
{
    char name[700];
    gud_buffer description, list;
    GUD_TRY(list_variables(m, options, sheet, error));
    make_token(m, sheet);
    gud_buffer_init(&description);
    gud_status st = gud_fmu_describe(sheet, &description, error);
    add_text(zip, "modelDescription.xml", &description);
    if (st != GUD_OK) return st;
    (void)snprintf(name, sizeof name, "binaries/%s/%s.so", options->version == 2 ? "linux64" : "x86_64-linux",
                   sheet->identifier);
    GUD_TRY(add_file(zip, name, options->library, error));
    gud_buffer_init(&list);
    gud_fmu_list(sheet, path + folder_length(path), &list);
    add_text(zip, "resources/variables.txt", &list);
    st = add_model(zip, m, path, error);
    return st == GUD_OK ? gud_zip_finish(zip) : st;
}

gud_status gud_fmu_export(const gud_model *m, const char *path, const gud_fmu_options *options, const char *out,
                          gud_error *error)
{
    gud_zip zip;
    gud_fmu_sheet sheet;
    gud_error_write(error, "out of memory");
    gud_zip_init(&zip);
    gud_fmu_sheet_init(&sheet, options->version, gud_model_title(m));
    identify(path, sheet.identifier, sizeof sheet.identifier);
    (void)gud_model_end(m, &sheet.stop);
    if (gud_model_end(m, NULL) >= 0) sheet.stop = 1.0; // its length is that of a coordinate
    gud_status st = fill_archive(&zip, m, path, options, &sheet, error);
    if (st == GUD_OK) st = gud_draft_save(out, gud_buffer_text(&zip.out), zip.out.size, error);
    gud_fmu_sheet_free(&sheet);
    gud_zip_free(&zip);
    return st;
}
