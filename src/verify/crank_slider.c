#include "verify/crank_slider.h"

#include "num/pi.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *word_or(const char *given, const char *otherwise)
{
    return given ? given : otherwise;
}

void gud_crank_slider_write(const gud_crank_slider *c, char text[GUD_CRANK_SLIDER_TEXT])
{
    (void)snprintf(text, GUD_CRANK_SLIDER_TEXT,
                   "gudgeon: 1\nspace: planar\nbodies:\n"
                   "  crank:  {mass: 0.30, inertia: 1.0e-4}\n"
                   "  rod:    {mass: 0.21, inertia: 2.5e-4, at: [110 mm, 0]}\n"
                   "  slider: {mass: 0.14, inertia: 1.0e-4, at: [170 mm, 0]}\n"
                   "frames:\n  crank.pin: {body: crank, at: [50 mm, 0]}\n  rod.big: {body: rod, at: [-60 mm, 0]}\n"
                   "  rod.small: {body: rod, at: [60 mm, 0]}\n"
                   "joints:\n  main: {type: revolute, between: [crank, ground]}\n"
                   "  big-end: {type: revolute, between: [rod.big, crank.pin]}\n"
                   "  guide: {type: prismatic, between: [ground, slider], axis: x}\n"
                   "  small-end: {type: revolute, between: [slider, rod.small], model: %s, radius: 10 mm,\n"
                   "    width: 20 mm, clearance: %s, film: {viscosity: %s, grid: %s%s}%s,\n"
                   "    friction: {coefficient: 0.08}, rough: {model: GW, sigma: 0.251 um, mean: 0.198 um,\n"
                   "      radius: 15.98 um, density: 10.76e9, modulus: 115.18 GPa, hardness: 1373 MPa,\n"
                   "      yield: 500 MPa, poisson: 0.3}}\n"
                   "drive: {crank.angle: {rate: %s}}\n%s"
                   "simulate: {until: %g deg of crank, tolerance: %s%s}\n",
                   word_or(c->model, "mixed"), word_or(c->clearance, "30 um"), word_or(c->viscosity, "1e-4"),
                   word_or(c->grid, "[48, 5]"), word_or(c->film, ""), word_or(c->joint, ""),
                   word_or(c->rate, "5000 rpm"), word_or(c->sections, ""), c->until, word_or(c->tolerance, "1e-5"),
                   word_or(c->simulate, ""));
}

double gud_crank_slider_film(gud_sim *s, double theta)
{
    enum { most = 32 };
    double q[most], v[most], a[most], lam[most], values[GUD_PAIR_CHANNELS];
    const gud_pair *p = &s->model->pair[0];
    int k = 0;
    while (strcmp(p->channels[k].name, "film_min") != 0) k++;
    gud_interpolate(s, theta, q, v, a, lam);
    gud_kinematics(s, q, v);
    const gud_pair_in in = gud_pair_input(s, p, s->state.clock.t);
    p->law->report(p->params, &in, values);
    return values[k];
}

gud_status gud_crank_slider_watch(void *films, gud_sim *s)
{
    static const double degree = pi / 180.0;
    gud_crank_slider_films *f = films;
    const int c = s->model->run.until_coordinate;
    const double from = s->state.coordinate[c] / degree, to = s->next.coordinate[c] / degree;
    for (; f->next <= fmin(to, f->end) + 1e-9; f->next += f->every) {
        const double h = gud_crank_slider_film(s, (f->next - from) / (to - from));
        f->sum += h;
        f->min = fmin(f->min, h);
        f->max = fmax(f->max, h);
        if (f->each) f->each[f->count] = h;
        f->count++;
    }
    return GUD_OK;
}
