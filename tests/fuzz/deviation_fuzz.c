// libFuzzer target: any bytes as the table of a measured wall. It becomes a bearing whose gap is a number everywhere,
// or is refused with messages.

#include "component/component.h"
#include "fuzz/scratch.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char text[] =
    "gudgeon: 1\nbearing: {radius: 40 mm, width: 28 mm, clearance: 40 um, grid: [12, 2]}\n"
    "deviations:\n  shell: {type: measured, file: file}\n"
    "oil: {viscosity: 0.01 Pa.s}\noperate: {speed: 3000 rpm, position: {eccentricity_ratio: 0.2}}\n";

// as gud_component_load, with units that are read once: that takes far longer than everything else
static gud_status load(const char *path, gud_diag *diag, gud_component_file **out)
{
    static gud_units *units;
    gud_error error;
    const gud_component *component = gud_component_find("bearing");
    const gud_origin origin = {path, text, sizeof text - 1, NULL, 0, false, NULL};
    if (!units && gud_units_create(&error, &units) != GUD_OK) abort();
    gud_component_file *file = calloc(1, component->size);
    if (!file) abort();
    *file = (gud_component_file){.component = component, .diag = diag, .units = units};
    gud_arena_init(&file->arena);
    gud_status st = gud_input_load(&origin, component->sections, units, diag, &file->input);
    if (st == GUD_OK) st = component->make(file);
    file->units = NULL;
    *out = file;
    return st;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    gud_diag diag;
    gud_buffer messages;
    gud_component_file *file = NULL;
    char path[scratch_room + 20];
    (void)scratch_file("file", data, size);
    (void)snprintf(path, sizeof path, "%s/bearing.yaml", scratch_folder());
    gud_diag_init(&diag);
    gud_buffer_init(&messages);
    const gud_status st = load(path, &diag, &file);
    gud_diag_write(&diag, &messages);
    if (st < 0 && st != GUD_ERR_MEMORY && diag.count == 0) abort();
    gud_component_free(file);
    gud_buffer_free(&messages);
    gud_diag_free(&diag);
    return 0;
}
