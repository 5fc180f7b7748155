// What benchmarks of whole mechanisms share: processor time, and a model from a text.
#ifndef GUD_BENCH_MODEL_H
#define GUD_BENCH_MODEL_H

#include "base/buffer.h"
#include "model/compile.h"
#include "model/sections.h"
#include "step/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static inline double seconds(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static inline void fail(const char *text)
{
    (void)fprintf(stderr, "bench: %s\n", text ? text : "out of memory");
    exit(1);
}

// everything else of the load is freed
static inline gud_model *compile(const char *text)
{
    gud_diag diag;
    gud_error error = {""};
    gud_units *units = NULL;
    gud_input *in = NULL;
    gud_model *m = NULL;
    gud_diag_init(&diag);
    if (gud_units_create(&error, &units) != GUD_OK) fail(error.text);
    if (gud_input_read("bench", text, strlen(text), NULL, 0, gud_sections, units, &diag, &in) != GUD_OK ||
        gud_model_compile(in, units, &diag, &m) != GUD_OK) {
        gud_buffer messages;
        gud_buffer_init(&messages);
        gud_diag_write(&diag, &messages);
        fail(messages.data);
    }
    gud_input_free(in);
    gud_units_free(units);
    gud_diag_free(&diag);
    return m;
}

#endif
