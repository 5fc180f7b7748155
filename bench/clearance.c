// The dry slider-crank over two turns of its crank, every contact resolved, and the same with an ideal joint; the two
// arms with a dry ball joint. CPU seconds, the best of five.

#include "model.h"

static void measure(const char *name, const char *text)
{
    gud_model *m = compile(text);
    gud_clock clock = {0};
    const double best = best_time(m, 5, &clock);
    (void)printf("%s\ttime\t%.3f\ts\n", name, best);
    (void)printf("%s\tsteps\t%ld\taccepted, %ld rejected, %ld events\n", name, (long)clock.nstep, (long)clock.nreject,
                 (long)clock.nevent);
    (void)printf("%s\tNewton\t%.2f\titerations a step, %.2f factorisations\n", name,
                 (double)clock.nnewton / (double)clock.nstep, (double)clock.nfactor / (double)clock.nstep);
    gud_model_free(m);
}

static void slider_crank(const char *model, double tolerance)
{
    char text[2000], name[80], joint[300], simulate[80];
    (void)snprintf(joint, sizeof joint,
                   ", model: %s, radius: 10 mm,\n              clearance: 0.5 mm, "
                   "contact: {young: [207 GPa, 207 GPa], restitution: 0.9}",
                   model);
    (void)snprintf(simulate, sizeof simulate, "until: 0.024 s, tolerance: %g", tolerance);
    (void)snprintf(text, sizeof text, SLIDER_CRANK, joint, simulate);
    (void)snprintf(name, sizeof name, "slider-crank, %s, %.0e", model, tolerance);
    measure(name, text);
}

static void two_arms(void)
{
    measure("two arms, dry, 1e-06",
            "gudgeon: 1\nspace: spatial\ngravity: [0, 0, -9.81]\n"
            "bodies:\n  first:  {mass: 0.234, inertia: [3.9e-6, 1.75695e-3, 1.75695e-3], at: [150 mm, 0, 0]}\n"
            "  second: {mass: 0.234, inertia: [3.9e-6, 1.75695e-3, 1.75695e-3], at: [450 mm, 0, 0]}\n"
            "frames:\n  first.root:  {body: first, at: [-150 mm, 0, 0]}\n"
            "  first.tip:   {body: first, at: [150 mm, 0, 0]}\n"
            "  second.root: {body: second, at: [-150 mm, 0, 0]}\n"
            "joints:\n  shoulder: {type: spherical, between: [ground, first.root]}\n"
            "  elbow: {type: spherical, between: [first.tip, second.root], model: dry, radius: 20 mm,\n"
            "          clearance: 2 mm, contact: {young: [207 GPa, 207 GPa], curvature: external}}\n"
            "simulate: {until: 0.3, tolerance: 1e-6}\n");
}

int main(void)
{
    gud_blas_keep();
    slider_crank("ideal", 1e-6);
    slider_crank("dry", 1e-5);
    slider_crank("dry", 1e-6);
    slider_crank("dry", 1e-7);
    two_arms();
    return 0;
}
