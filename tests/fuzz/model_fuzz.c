// Any text as a model file, with the real tables: it is refused with messages, or it becomes a model whose start is
// found or refused. Nothing is read from or written to the disk.

#include "model/compile.h"
#include "model/sections.h"
#include "step/run.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

enum { most_bodies = 12, most_steps = 3 };

static gud_status count_steps(void *user, gud_sim *s)
{
    int *n = user;
    (void)s;
    return ++*n < most_steps ? GUD_OK : GUD_ERR_INTERRUPT;
}

static void start(const gud_model *m)
{
    gud_sim *s = NULL;
    int n = 0;
    if (m->nbody > most_bodies || gud_sim_create(m, &s) != GUD_OK) return;
    if (gud_start(s) == GUD_OK) (void)gud_run(s, count_steps, &n);
    gud_sim_free(s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static gud_units *units; // reading the database of units takes far longer than everything else
    gud_error error;
    gud_diag diag;
    gud_input *in = NULL;
    gud_model *m = NULL;
    if (!units && gud_units_create(&error, &units) != GUD_OK) abort();
    gud_diag_init(&diag);
    const gud_origin origin = {"fuzz.yaml", (const char *)data, size, NULL, 0, false, NULL};
    if (gud_input_load(&origin, gud_sections, units, &diag, &in) == GUD_OK &&
        gud_model_compile(in, units, &diag, &m) == GUD_OK)
        start(m);
    gud_model_free(m);
    gud_input_free(in);
    gud_diag_free(&diag);
    return 0;
}
