// libFuzzer target: any bytes as a file of `gudgeon bearing`, `contact`, `rough` or `gap`; the first byte picks which.
// It becomes a sheet or is refused with messages. Sizes that only take time are overridden.

#include "component/component.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const small_bearing[] = {"bearing.grid=[12, 2]"};
static const char *const small_depth[] = {"depth.points=2"};
static const char *const small_separation[] = {"separation.points=2"};
static const char *const small_gap[] = {"gap.cells=[3, 3]"};

typedef struct pick {
    const char *component;
    const char *const *set;
} pick;

static const pick picks[] = {
    {"bearing", small_bearing}, {"contact", small_depth}, {"rough", small_separation}, {"gap", small_gap}};

// ranges of many values and tables of the disk take time, and no other way
static int is_slow(const char *text)
{
    return strstr(text, "sweep") || strstr(text, "file") || strstr(text, "heights") || strstr(text, "include") ||
           strstr(text, "profile");
}

// as gud_component_load, with units that are read once: that takes far longer than everything else
static gud_status load(const pick *p, const char *text, size_t size, gud_diag *diag, void **sheet)
{
    static gud_units *units;
    gud_error error;
    const gud_component *component = gud_component_find(p->component);
    const gud_origin origin = {"fuzz.yaml", text, size, p->set, 1, false, NULL};
    if (!units && gud_units_create(&error, &units) != GUD_OK) abort();
    gud_component_file *file = calloc(1, component->size);
    if (!file) abort();
    *file = (gud_component_file){.component = component, .diag = diag, .units = units};
    gud_arena_init(&file->arena);
    gud_status st = gud_input_load(&origin, component->sections, units, diag, &file->input);
    if (st == GUD_OK) st = component->make(file);
    file->units = NULL;
    *sheet = file;
    return st;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    gud_diag diag;
    gud_buffer messages;
    void *sheet = NULL;
    if (size < 2) return 0;
    char *text = calloc(size, 1);
    if (!text) abort();
    memcpy(text, data + 1, size - 1);
    if (!is_slow(text)) {
        gud_diag_init(&diag);
        gud_buffer_init(&messages);
        const gud_status st = load(&picks[data[0] % 4], text, size - 1, &diag, &sheet);
        gud_diag_write(&diag, &messages);
        if (st < 0 && st != GUD_ERR_MEMORY && diag.count == 0) abort();
        gud_component_free(sheet);
        gud_buffer_free(&messages);
        gud_diag_free(&diag);
    }
    free(text);
    return 0;
}
