// libFuzzer target: lines of any bytes as values of `--set` and `override` of a good model, with the real tables. What
// is accepted becomes a model; what is not is refused at its own place.

#include "model/compile.h"
#include "model/sections.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const char text[] =
    "gudgeon: 1\nspace: planar\ngravity: [0, -9.81]\nparameters: {arm: 0.5 m}\n"
    "bodies:\n  rod: {mass: 1, inertia: 0.0833, at: [0, = -arm]}\n"
    "frames:\n  rod.top: {body: rod, at: [0, = arm]}\n"
    "joints:\n  hinge: {type: revolute, between: [ground, rod.top], model: short, radius: 10 mm, width: 10 mm, "
    "clearance: 20 um, film: {viscosity: 0.01}}\n"
    "forces:\n  push: {type: load, on: rod, direction: [1, 0], value: 3 N}\n"
    "simulate: {until: 0.5, tolerance: 1e-3}\nrecord: {every: 1 ms}\n";

enum { most_sets = 8 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// the lines of the input; files are not read
static int split(char *lines, const char *set[most_sets])
{
    int n = 0;
    for (char *line = strtok(lines, "\n"); line && n < most_sets; line = strtok(NULL, "\n"))
        if (!strstr(line, "file") && !strstr(line, "table") && !strstr(line, "include")) set[n++] = line;
    return n;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static gud_units *units; // reading the database of units takes far longer than everything else
    gud_error error;
    gud_diag diag;
    gud_buffer messages;
    gud_input *in = NULL;
    gud_model *m = NULL;
    const char *set[most_sets];
    if (!units && gud_units_create(&error, &units) != GUD_OK) abort();
    char *lines = calloc(size + 1, 1);
    if (!lines) abort();
    if (size > 0) memcpy(lines, data, size);
    gud_diag_init(&diag);
    gud_buffer_init(&messages);
    const gud_origin origin = {"fuzz.yaml", text, sizeof text - 1, set, split(lines, set), false, NULL};
    gud_status st = gud_input_load(&origin, gud_sections, units, &diag, &in);
    if (st == GUD_OK) st = gud_model_compile(in, units, &diag, &m);
    gud_diag_write(&diag, &messages);
    if ((st == GUD_OK) != (m != NULL) || (st == GUD_ERR_INPUT && diag.count == 0)) abort();
    gud_model_free(m);
    gud_input_free(in);
    gud_buffer_free(&messages);
    gud_diag_free(&diag);
    free(lines);
    return 0;
}
