// Steps per second of the ideal planar slider-crank, and cost per link and step of chains of spatial links.

#include "model.h"

// CPU time of a whole run, the best of three; steps in *nstep
static double run_time(const gud_model *m, double *nstep)
{
    double best = 1e300;
    for (int n = 0; n < 3; n++) {
        gud_sim *s = NULL;
        if (gud_sim_create(m, &s) != GUD_OK) fail("out of memory");
        if (gud_start(s) != GUD_OK) fail(s->error.text);
        const double begin = seconds();
        if (gud_run(s, NULL, NULL) != GUD_OK) fail(s->error.text);
        const double time = seconds() - begin;
        if (time < best) best = time;
        *nstep = (double)s->state.clock.nstep;
        gud_sim_free(s);
    }
    return best;
}

// bodies of Nascimento 2024, table 7, at 5000 rpm
static void slider_crank(const char *integrator)
{
    char text[1600];
    (void)snprintf(text, sizeof text,
                   "gudgeon: 1\nspace: planar\n"
                   "bodies:\n  crank: {mass: 0.30, inertia: 1.0e-4}\n"
                   "  rod: {mass: 0.21, inertia: 2.5e-4, at: [0.11, 0]}\n"
                   "  slider: {mass: 0.14, inertia: 1.0e-4, at: [0.17, 0]}\n"
                   "frames:\n  crank.pin: {body: crank, at: [50 mm, 0]}\n  rod.big: {body: rod, at: [-60 mm, 0]}\n"
                   "  rod.small: {body: rod, at: [60 mm, 0]}\n"
                   "joints:\n  main: {type: revolute, between: [ground, crank]}\n"
                   "  big-end: {type: revolute, between: [rod.big, crank.pin]}\n"
                   "  guide: {type: prismatic, between: [ground, slider], axis: x}\n"
                   "  small-end: {type: revolute, between: [slider, rod.small]}\n"
                   "drive:\n  crank.angle: {rate: 5000 rpm}\n"
                   "simulate: {until: 0.6 s, step: 1e-5, integrator: %s}\n",
                   integrator);
    gud_model *m = compile(text);
    double nstep;
    const double time = run_time(m, &nstep);
    (void)printf("slider-crank, %s\tspeed\t%.0f\tsteps/s\n", integrator, nstep / time);
    gud_model_free(m);
}

static void chain(int nlink, const char *joint)
{
    gud_buffer text;
    char line[200];
    gud_buffer_init(&text);
    gud_buffer_add(&text, "gudgeon: 1\nspace: spatial\ngravity: [0, 0, -9.81]\nbodies:\n");
    for (int i = 0; i < nlink; i++) {
        (void)snprintf(line, sizeof line, "  b%d: {mass: 1, inertia: [0.01, 0.083, 0.083], at: [%d.5, 0, 0]}\n", i, i);
        gud_buffer_add(&text, line);
    }
    gud_buffer_add(&text, "joints:\n");
    for (int i = 0; i < nlink; i++) {
        char first[24] = "ground";
        if (i > 0) (void)snprintf(first, sizeof first, "b%d", i - 1);
        (void)snprintf(line, sizeof line, "  j%d: {type: %s, between: [%s, b%d], at: [%d, 0, 0], axis: y}\n", i, joint,
                       first, i, i);
        gud_buffer_add(&text, line);
    }
    (void)snprintf(line, sizeof line, "simulate: {until: %g s, step: 1e-3, integrator: generalized-alpha}\n",
                   nlink > 1000 ? 0.02 : 0.2);
    gud_buffer_add(&text, line);
    gud_model *m = compile(text.data);
    double nstep;
    const double time = run_time(m, &nstep);
    (void)printf("chain of %d, %s\tcost of a link and step\t%.2f\tus\n", nlink, joint, 1e6 * time / (nlink * nstep));
    gud_model_free(m);
    gud_buffer_free(&text);
}

int main(void)
{
    static const char *const integrators[] = {"generalized-alpha", "esdirk2", "bathe", "sdirk2"};
    for (int i = 0; i < GUD_COUNT(integrators); i++) slider_crank(integrators[i]);
    for (int n = 10; n <= 10000; n *= 10) {
        chain(n, "spherical");
        chain(n, "revolute");
    }
    return 0;
}
