// Steps per second of the ideal planar slider-crank, and cost per link and step of chains of spatial links.

#include "model.h"

static void slider_crank(const char *integrator)
{
    char text[1600], simulate[80];
    (void)snprintf(simulate, sizeof simulate, "until: 0.6 s, step: 1e-5, integrator: %s", integrator);
    (void)snprintf(text, sizeof text, SLIDER_CRANK, "", simulate);
    gud_model *m = compile(text);
    gud_clock clock = {0};
    const double time = best_time(m, 3, &clock);
    (void)printf("slider-crank, %s\tspeed\t%.0f\tsteps/s\n", integrator, (double)clock.nstep / time);
    gud_model_free(m);
}

// spatial links in a row along x, released at rest
static void chain(int nlink, const char *joint, const char *integrator)
{
    gud_buffer text;
    char line[200];
    gud_buffer_init(&text);
    (void)snprintf(line, sizeof line,
                   "gudgeon: 1\nspace: spatial\ngravity: [0, 0, -9.81]\ndefaults:\n"
                   "  bodies: {rigid: {mass: 1, inertia: [0.01, 0.083, 0.083]}}\n  joints: {%s: {axis: y}}\nbodies:\n",
                   joint);
    gud_buffer_add(&text, line);
    for (int i = 0; i < nlink; i++) {
        (void)snprintf(line, sizeof line, "  b%d: {at: [%d.5]}\n", i, i);
        gud_buffer_add(&text, line);
    }
    gud_buffer_add(&text, "joints:\n");
    for (int i = 0; i < nlink; i++) {
        char first[24] = "ground";
        if (i > 0) (void)snprintf(first, sizeof first, "b%d", i - 1);
        (void)snprintf(line, sizeof line, "  j%d: {type: %s, between: [%s, b%d], at: [%d]}\n", i, joint, first, i, i);
        gud_buffer_add(&text, line);
    }
    (void)snprintf(line, sizeof line, "simulate: {until: %g s, step: 1e-3, integrator: %s}\n",
                   nlink > 1000 ? 0.02 : 0.2, integrator);
    gud_buffer_add(&text, line);
    gud_model *m = compile(text.data);
    gud_clock clock = {0};
    const double time = best_time(m, 3, &clock), nstep = (double)clock.nstep;
    (void)printf("chain of %d, %s, %s\tcost of a link and step\t%.2f\tus\n", nlink, joint, integrator,
                 1e6 * time / (nlink * nstep));
    gud_model_free(m);
    gud_buffer_free(&text);
}

int main(void)
{
    static const char *const integrators[] = {"generalized-alpha", "esdirk2", "bathe", "sdirk2"};
    for (int i = 0; i < GUD_COUNT(integrators); i++) slider_crank(integrators[i]);
    for (int n = 10; n <= 100000; n *= 10) {
        chain(n, "spherical", "generalized-alpha");
        chain(n, "revolute", "generalized-alpha");
        chain(n, "revolute", "dopri5");
    }
    return 0;
}
