// Cost of a contact and step at some 10^2, 10^3 and 10^4 contacts: balls between an inner ring that turns and a fixed
// outer ring, two contacts each, and discs packed under their weight, three each. CPU time, the best of two.

#include "model.h"

#include <math.h>

// contacts at the ends of all steps
typedef struct {
    double count;
} tally;

static gud_status count_contacts(void *user, gud_sim *s)
{
    tally *t = user;
    for (int i = 0; i < s->model->ncrowd; i++) t->count += s->next.history[s->model->crowd[i].history0];
    return GUD_OK;
}

static void measure(const char *name, const char *text)
{
    gud_model *m = compile(text);
    double best = 1e300;
    for (int n = 0; n < 2; n++) {
        gud_sim *s = NULL;
        tally t = {0.0};
        if (gud_sim_create(m, &s) != GUD_OK || gud_start(s) != GUD_OK) fail(s ? s->error.text : NULL);
        const double begin = seconds();
        if (gud_run(s, count_contacts, &t) != GUD_OK) fail(s->error.text);
        const double time = seconds() - begin;
        if (time < best) best = time;
        const double nstep = (double)s->state.clock.nstep;
        if (n == 1)
            (void)printf("%s\tcost of a contact and step\t%.2f\tus; %.0f contacts, %.0f steps (%ld rejected), %.1f "
                         "iterations and %.2f factorisations a step\n",
                         name, 1e6 * best / t.count, t.count / nstep, nstep, (long)s->state.clock.nreject,
                         (double)s->state.clock.nnewton / nstep, (double)s->state.clock.nfactor / nstep);
        gud_sim_free(s);
    }
    gud_model_free(m);
}

#define STEEL                                                                                                          \
    "contact: {law: hunt_crossley, stiffness: 1e8, restitution: 0.7, slowest: 10 mm/s}, friction: {law: smooth, "      \
    "coefficient: 0.1}"

// so many balls that they nearly fill the ring
static void race(int n)
{
    char text[2500], name[80];
    const double ball = 5e-3, middle = 1.002 * ball / sin(3.14159265358979 / n), play = 2e-6;
    (void)snprintf(text, sizeof text,
                   "gudgeon: 1\nspace: planar\n"
                   "groups:\n  ball:\n    parameters: {index: , a: 360 deg*index/%d}\n    bodies:\n"
                   "      ball: {mass: 4e-3, inertia: 4e-8, at: [\"= %.15g m*cos(a)\", \"= %.15g m*sin(a)\"],\n"
                   "             velocity: [\"= 0.5 m/s*sin(a)\", \"= -0.5 m/s*cos(a)\"]}\n"
                   "use: {b: {group: ball, count: %d}}\n"
                   "bodies:\n  ring: {mass: 1, inertia: %.15g}\n"
                   "contacts:\n"
                   "  inner: {between: [ring, b*.ball], radius: [%.15g, %.15g], " STEEL "}\n"
                   "  outer: {type: bore, between: [ground, b*.ball], radius: [%.15g, %.15g], " STEEL "}\n"
                   "  balls: {between: [b*.ball, b*.ball], radius: [%.15g, %.15g], " STEEL "}\n"
                   "drive:\n  ring.angle: {rate: %.15g}\n"
                   "simulate: {until: %g}\n",
                   n, middle, middle, n, middle * middle, middle - ball + play, ball, middle + ball - play, ball, ball,
                   ball, -1.0 / (middle - ball), n > 3000 ? 2e-4 : 1e-3);
    (void)snprintf(name, sizeof name, "race of %d balls", n);
    measure(name, text);
}

static void pile(int n)
{
    char text[2000], name[80];
    const int wide = (int)ceil(sqrt(n));
    (void)snprintf(
        text, sizeof text,
        "gudgeon: 1\nspace: planar\ngravity: [0, -9.81]\n"
        "groups:\n  disc:\n    parameters: {index: , row: floor((index - 1)/%d), column: index - 1 - %d*row}\n"
        "    bodies:\n      disc: {mass: 0.1, inertia: 5e-6, at: [\"= 19.998 mm*(column + 0.5*mod(row, 2))\", "
        "\"= 17.319 mm*row\"],\n             velocity: [\"= 0.05 m/s*0.1*sin(index)\", 0]}\n"
        "use: {d: {group: disc, count: %d}}\n"
        "frames:\n  floor: {body: ground, at: [%.15g, -1000.01]}\n"
        "contacts:\n"
        "  discs: {between: [d*.disc, d*.disc], radius: [10 mm, 10 mm], " STEEL "}\n"
        "  floor: {between: [floor, d*.disc], radius: [1000, 10 mm], " STEEL "}\n"
        "simulate: {until: %g}\n",
        wide, wide, n, 0.01 * wide, n > 3000 ? 5e-4 : 2e-3);
    (void)snprintf(name, sizeof name, "pile of %d discs", n);
    measure(name, text);
}

int main(void)
{
    gud_blas_keep();
    for (int n = 50; n <= 5000; n *= 10) race(n);
    for (int n = 37; n <= 3700; n *= 10) pile(n);
    return 0;
}
