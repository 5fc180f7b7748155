// What benchmarks of whole mechanisms share: processor time, and a model from a text.
#ifndef GUD_BENCH_MODEL_H
#define GUD_BENCH_MODEL_H

#include "base/buffer.h"
#include "model/compile.h"
#include "model/sections.h"
#include "num/blas.h"
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

static inline gud_model *compile(const char *text)
{
    gud_diag diag;
    gud_model *m = NULL;
    gud_diag_init(&diag);
    if (gud_model_from_text("bench", text, NULL, 0, &diag, &m) != GUD_OK) {
        gud_buffer messages;
        gud_buffer_init(&messages);
        gud_diag_write(&diag, &messages);
        fail(messages.data);
    }
    gud_diag_free(&diag);
    return m;
}

// CPU time of a whole run, the best of some; what its clock counted
static inline double best_time(const gud_model *m, int nrun, gud_clock *clock)
{
    double best = 1e300;
    for (int n = 0; n < nrun; n++) {
        gud_sim *s = NULL;
        if (gud_sim_create(m, &s) != GUD_OK) fail("out of memory");
        if (gud_start(s) != GUD_OK) fail(s->error.text);
        const double begin = seconds();
        if (gud_run(s, NULL, NULL) != GUD_OK) fail(s->error.text);
        const double time = seconds() - begin;
        if (time < best) best = time;
        *clock = s->state.clock;
        gud_sim_free(s);
    }
    return best;
}

// bodies of Nascimento 2024, table 7, at 5000 rpm; the keys of the small end, then those of `simulate`
#define SLIDER_CRANK                                                                                                   \
    "gudgeon: 1\nspace: planar\n"                                                                                      \
    "bodies:\n  crank: {mass: 0.30, inertia: 1.0e-4}\n"                                                                \
    "  rod: {mass: 0.21, inertia: 2.5e-4, at: [0.11, 0]}\n"                                                            \
    "  slider: {mass: 0.14, inertia: 1.0e-4, at: [0.17, 0]}\n"                                                         \
    "frames:\n  crank.pin: {body: crank, at: [50 mm, 0]}\n  rod.big: {body: rod, at: [-60 mm, 0]}\n"                   \
    "  rod.small: {body: rod, at: [60 mm, 0]}\n"                                                                       \
    "joints:\n  main: {type: revolute, between: [ground, crank]}\n"                                                    \
    "  big-end: {type: revolute, between: [rod.big, crank.pin]}\n"                                                     \
    "  guide: {type: prismatic, between: [ground, slider], axis: x}\n"                                                 \
    "  small-end: {type: revolute, between: [slider, rod.small]%s}\n"                                                  \
    "drive:\n  crank.angle: {rate: 5000 rpm}\n"                                                                        \
    "simulate: {%s}\n"

#endif
