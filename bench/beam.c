// CPU time of the flexible pendulum of Tian 2009 (20 s, h = 1 ms), of a stiff double pendulum, and cost per element and
// step of beams of 5 to 1000 elements.

#include "model.h"

typedef struct {
    double time, nstep, nnewton, nfactor;
} cost;

// of a whole run, the best of three
static cost cost_of(const char *text)
{
    gud_model *m = compile(text);
    gud_clock c = {0};
    const double time = best_time(m, 3, &c);
    gud_model_free(m);
    return (cost){time, (double)c.nstep, (double)c.nnewton, (double)c.nfactor};
}

static void report(const char *name, const cost *c)
{
    (void)printf("%s\ttime\t%.3f\ts\t%.2f corrections a step, %.0f factorisations\n", name, c->time,
                 c->nnewton / c->nstep, c->nfactor);
}

static cost pendulum(const char *strain, double length, int nelement, double until, double step, double tolerance)
{
    char text[800];
    (void)snprintf(text, sizeof text,
                   "gudgeon: 1\nspace: spatial\ngravity: [0, -9.81, 0]\n"
                   "bodies:\n  rod: {type: beam, length: %g, elements: %d, section: {height: 20 mm, width: 20 mm}, "
                   "density: 6000, modulus: 6e7, poisson: 0.3, strain: %s}\n"
                   "joints:\n  hinge: {type: spherical, between: [ground, rod]}\n"
                   "simulate: {until: %g, step: %g, integrator: generalized-alpha, newton_tolerance: %g}\n",
                   length, nelement, strain, until, step, tolerance);
    return cost_of(text);
}

static void double_pendulum(void)
{
    const cost c = cost_of("gudgeon: 1\nspace: spatial\ngravity: [0, -9.81, 0]\n"
                           "bodies:\n"
                           "  a: {type: beam, length: 0.3, elements: 10, section: {height: 10 mm, width: 10 mm}, "
                           "density: 7800, modulus: 2.07e11, poisson: 0.3, strain: enhanced}\n"
                           "  b: {type: beam, length: 0.3, elements: 10, section: {height: 10 mm, width: 10 mm}, "
                           "density: 7800, modulus: 2.07e11, poisson: 0.3, strain: enhanced, at: [0.3, 0, 0]}\n"
                           "frames:\n  elbow: {body: a, node: 10}\n"
                           "joints:\n  hinge: {type: spherical, between: [ground, a]}\n"
                           "  joint: {type: spherical, between: [elbow, b]}\n"
                           "simulate: {until: 2, step: 1.25e-4, integrator: generalized-alpha, "
                           "newton_tolerance: 1e-6}\n");
    report("stiff double pendulum, 10 elements an arm, 2 s, h = 0.125 ms", &c);
}

int main(void)
{
    gud_blas_keep();
    static const char *const strains[] = {"enhanced", "structural", "continuum"};
    for (int i = 0; i < GUD_COUNT(strains); i++) {
        for (int k = 0; k < 2; k++) {
            char name[120];
            const double tolerance = k == 0 ? 1e-6 : 1e-8;
            const cost c = pendulum(strains[i], 1.0, 5, 20.0, 1e-3, tolerance);
            (void)snprintf(name, sizeof name, "pendulum, 5 %s elements, 20 s, tolerance %g", strains[i], tolerance);
            report(name, &c);
        }
    }
    double_pendulum();
    const int counts[] = {5, 20, 100, 300, 1000}; // of elements of 0.2 m
    for (int i = 0; i < GUD_COUNT(counts); i++) {
        const int n = counts[i];
        const cost c = pendulum("structural", 0.2 * n, n, 0.1, 1e-3, 1e-6);
        (void)printf("%d elements\tcost of an element and step\t%.2f\tus\t%.2f corrections a step, %.0f "
                     "factorisations\n",
                     n, 1e6 * c.time / (c.nstep * n), c.nnewton / c.nstep, c.nfactor);
    }
    return 0;
}
