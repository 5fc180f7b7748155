// Steps per second of the ideal planar slider-crank, and cost per link of chains of 10 to 10^5 spatial links: of a
// step, of a factorisation with what belongs to it (dopri5: one a stage), and of loading and starting. With arguments:
// only chains, by that integrator, of so many links, with that joint.

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
    const double begin = seconds();
    gud_model *m = compile(text.data);
    const double loading = seconds() - begin;
    gud_clock clock = {0};
    const int nrun = nlink > 10000 ? 1 : nlink > 1000 ? 3 : nlink > 10 ? 10 : 100; // tenths of a second, or more
    const double time = best_time(m, nrun, &clock), nstep = (double)clock.nstep;
    (void)printf(
        "chain of %d, %s, %s\tcost of a link and step\t%.2f\tus; %.2f for a factorisation, %ld steps rejected, "
        "loading %.0f us for a link\n",
        nlink, joint, integrator, 1e6 * time / (nlink * nstep), 1e6 * time / (nlink * (double)clock.nfactor),
        (long)clock.nreject, 1e6 * loading / nlink);
    gud_model_free(m);
    gud_buffer_free(&text);
}

int main(int argc, char **argv)
{
    gud_blas_keep();
    static const char *const integrators[] = {"generalized-alpha", "esdirk2", "bathe", "sdirk2"};
    static const char *const joints[] = {"spherical", "revolute"};
    static const char *const of_chains[] = {"generalized-alpha", "dopri5"};
    for (int i = 0; argc < 2 && i < GUD_COUNT(integrators); i++) slider_crank(integrators[i]);
    for (int n = 10; n <= 100000; n *= 10)
        for (int i = 0; i < GUD_COUNT(of_chains); i++) {
            if (argc > 1 && strcmp(argv[1], of_chains[i]) != 0) continue;
            if (argc > 2 && strtol(argv[2], NULL, 10) != n) continue;
            for (int k = 0; k < GUD_COUNT(joints); k++)
                if (argc < 4 || strcmp(argv[3], joints[k]) == 0) chain(n, joints[k], of_chains[i]);
        }
    return 0;
}
