// Lubricated joints in motion: three turns of the crank-slider's configurations I, II and III, and chains of more and
// more lubricated joints, whose cost a step should grow as they do. CPU seconds, the best of three.

#include "model.h"

#include "base/buffer.h"

typedef struct {
    double time;
    gud_clock clock;
} cost;

static cost run_of(const gud_model *m)
{
    cost best = {.time = 1e300};
    for (int n = 0; n < 3; n++) {
        gud_sim *s = NULL;
        if (gud_sim_create(m, &s) != GUD_OK) fail("out of memory");
        if (gud_start(s) != GUD_OK) fail(s->error.text);
        if (!m->run.adaptive) s->state.clock.h = m->run.step;
        const double begin = seconds();
        if (gud_run(s, NULL, NULL) != GUD_OK) fail(s->error.text);
        const double time = seconds() - begin;
        if (time < best.time) best = (cost){time, s->state.clock};
        gud_sim_free(s);
    }
    return best;
}

static void measure_configuration(int number)
{
    char path[100], name[100];
    gud_diag diag;
    gud_model *m = NULL;
    (void)snprintf(path, sizeof path, "examples/crank-slider/config-%d.yaml", number);
    (void)snprintf(name, sizeof name, "crank-slider, configuration %d, GW", number);
    gud_diag_init(&diag);
    if (gud_model_from_file(path, NULL, 0, &diag, &m) != GUD_OK) fail(path);
    gud_diag_free(&diag);
    const cost c = run_of(m);
    const double stages = 2.0 * (double)(c.clock.nstep + c.clock.nreject);
    (void)printf("%s\ttime\t%.3f\ts\n", name, c.time);
    (void)printf("%s\tsteps\t%ld\taccepted, %ld rejected\n", name, (long)c.clock.nstep, (long)c.clock.nreject);
    (void)printf("%s\tNewton\t%.2f\titerations a stage\n", name, (double)c.clock.nnewton / stages);
    (void)printf("%s\tNewton iteration\t%.1f\tus\n", name, 1e6 * c.time / (double)c.clock.nnewton);
    gud_model_free(m);
}

// rods that hang from each other, every joint lubricated
static void measure_chain(int njoint)
{
    gud_buffer text;
    gud_buffer_init(&text);
    gud_buffer_print(&text, "gudgeon: 1\nspace: planar\ngravity: [0, -9.81]\nbodies:\n");
    for (int i = 1; i <= njoint; i++)
        gud_buffer_print(&text, "  rod%d: {mass: 0.2, inertia: 2e-4, at: [%g, 0]}\n", i, 0.1 * i - 0.05);
    gud_buffer_print(&text, "frames:\n");
    for (int i = 1; i <= njoint; i++)
        gud_buffer_print(&text, "  a%d: {body: rod%d, at: [-50 mm, 0]}\n  b%d: {body: rod%d, at: [50 mm, 0]}\n", i, i,
                         i, i);
    gud_buffer_print(&text, "joints:\n");
    for (int i = 1; i <= njoint; i++) {
        char before[20] = "ground";
        if (i > 1) (void)snprintf(before, sizeof before, "b%d", i - 1);
        gud_buffer_print(&text,
                         "  j%d: {type: revolute, between: [%s, a%d], model: reynolds, radius: 10 mm, width: 20 mm,\n"
                         "       clearance: 30 um, film: {viscosity: 0.01, grid: [40, 4]}}\n",
                         i, before, i);
    }
    gud_buffer_print(&text, "simulate: {until: 0.02, step: 1e-4}\n");
    if (text.failed) fail("out of memory");
    gud_model *m = compile(text.data);
    gud_buffer_free(&text);
    const cost c = run_of(m);
    char name[80];
    (void)snprintf(name, sizeof name, "chain of %d lubricated joints", njoint);
    (void)printf("%s\ttime a step and joint\t%.1f\tus\n", name, 1e6 * c.time / (double)c.clock.nstep / njoint);
    (void)printf("%s\tNewton\t%.2f\titerations a step\n", name, (double)c.clock.nnewton / (double)c.clock.nstep);
    gud_model_free(m);
}

int main(void)
{
    gud_blas_keep();
    for (int i = 1; i <= 3; i++) measure_configuration(i);
    for (int n = 1; n <= 64; n *= 4) measure_chain(n);
    return 0;
}
