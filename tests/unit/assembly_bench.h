// Models written from assemblies that were built face by face, and runs of them beside models written by hand.
#ifndef GUD_TESTS_ASSEMBLY_BENCH_H
#define GUD_TESTS_ASSEMBLY_BENCH_H

#include "assembly_rig.h"

#include "assembly/write.h"
#include "lib_case.h"

typedef struct {
    rig r;
    gud_mechanism mechanism;
    gud_cad_model model;
    double density[RIG_PARTS];
    const char *materials[RIG_PARTS];
} bench;

static inline void bench_write(bench *b, const char *model, int drive)
{
    gud_error error;
    rig_find(&b->r);
    for (int i = 0; i < RIG_PARTS; i++) b->density[i] = 7850.0, b->materials[i] = "default";
    const gud_mechanism_spec spec = {.density = b->density};
    assert_int_equal(gud_mechanism_find(&b->r.fits, &spec, &b->mechanism, &error), GUD_OK);
    const gud_cad_settings settings = {.source = "rig",
                                       .stem = "rig",
                                       .model = model,
                                       .oil = "{viscosity: 10 mPa.s}",
                                       .supply = "2 bar",
                                       .gravity = "[0, -9.81, 0]",
                                       .drive = drive,
                                       .rate = "1000 rpm",
                                       .density = b->density,
                                       .materials = b->materials};
    assert_int_equal(gud_cad_write(&b->mechanism, &settings, &b->model, &error), GUD_OK);
}

static inline void bench_end(bench *b)
{
    gud_cad_model_free(&b->model);
    gud_mechanism_free(&b->mechanism);
    rig_end(&b->r);
    free(b);
}

static inline bench *bench_start(void)
{
    bench *b = calloc(1, sizeof *b);
    assert_non_null(b);
    rig_start(&b->r);
    return b;
}

// runs both models for a while and compares channels of a joint that may have another name in the second
static inline void compare_runs(const char *mine, const char *hand, const char *joint, double until)
{
    static const char *const channels[] = {"film_min", "film_pressure_max", "loss_film"};
    gud_model *m[2] = {lib_model(mine), lib_model(hand)};
    gud_sim *s[2] = {lib_started(m[0]), lib_started(m[1])};
    for (int k = 0; k < 2; k++)
        if (gud_sim_advance(s[k], until) != GUD_OK) fail_msg("%s", gud_sim_error(s[k]));
    for (int i = 0; i < GUD_COUNT(channels); i++) {
        char name[200];
        (void)snprintf(name, sizeof name, "joints/%s/%s", joint, channels[i]);
        assert_close(lib_value(s[0], name), lib_value(s[1], name), 1e-6, 0.0);
    }
    for (int k = 0; k < 2; k++) {
        gud_sim_free(s[k]);
        gud_model_free(m[k]);
    }
}

#endif
