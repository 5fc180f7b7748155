#include "step/remarks.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// what passes without a remark
static const double unbalanced = 3e-3;   // of the largest energy of the run: energy that does not add up
static const double loss_doubt = 0.1;    // of the losses: the same, where losses are small beside the energy
static const double loss_matters = 1e-4; // of the largest energy: smaller losses are not what a run is about
static const double place_off = 1e-3, speed_off = 0.02; // of the model's size, of the largest speed: constraints
static const double film_off = 0.1;                     // of a film's thickness, in one step of a given size
static const double film_aim = 0.02;                    // the same, where a smaller step is proposed

typedef struct page {
    char *text;
    size_t size;
} page;

// a further line
__attribute__((format(printf, 2, 3))) static void add_line(page *p, const char *format, ...)
{
    const size_t used = strlen(p->text);
    if (used + 2 >= p->size) return;
    if (used > 0) p->text[used] = '\n';
    char *line = p->text + used + (used > 0);
    va_list list;
    va_start(list, format);
    (void)vsnprintf(line, p->size - (size_t)(line - p->text), format, list);
    va_end(list);
}

// Energy that came from nowhere, or went there. Kinematics has no motion of its own that could be wrong.
static void remark_energy(const gud_sim *s, double error, page *p)
{
    const double part = error / s->state.clock.energy_most;
    if (s->model->run.analysis != GUD_DYNAMICS || !(fabs(part) > unbalanced)) return;
    add_line(p,
             "energy: %.2g J %s, %.2g %% of the largest energy of the run; repeat with a smaller tolerance or step, "
             "and see energy/imbalance for the time at which it happened",
             fabs(error), part > 0.0 ? "too much" : "are lost", 100.0 * fabs(part));
}

// energy that does not add up is an error of the motion, and losses are known to no better
static void remark_losses(const gud_sim *s, double error, page *p)
{
    const gud_clock *clock = &s->state.clock;
    const double lost = s->state.ledger[GUD_WORK_LOSSES], left = fabs(error);
    if (s->model->run.analysis != GUD_DYNAMICS || left > unbalanced * clock->energy_most) return;
    if (lost < loss_matters * clock->energy_most || !(left > loss_doubt * lost)) return;
    add_line(p,
             "losses: the energy balance is off by %.2g J, %.2g %% of the losses, which are not more accurate than "
             "that; use a smaller tolerance or step",
             left, 100.0 * left / lost);
}

static void remark_stiffness(const gud_sim *s, page *p)
{
    const gud_clock *clock = &s->state.clock;
    if (s->model->run.automatic && clock->stiff >= GUD_STIFF_ENOUGH)
        add_line(p, "stiff motion: integrated by esdirk2 instead of dopri5 from t = %.3g s on", clock->stiff_at);
}

static void remark_constraints(const gud_sim *s, page *p)
{
    const gud_clock *clock = &s->state.clock;
    const double speed = fmax(clock->v_scale[0], clock->v_scale[1] * s->model->length);
    if (clock->drift[0] > place_off * s->model->length)
        add_line(p,
                 "constraints: joints are violated by up to %.2g m (rad), %.2g %% of the size of the model; use "
                 "simulate.constraints: stabilised, simulate.project: yes, or a smaller tolerance or step",
                 clock->drift[0], 100.0 * clock->drift[0] / s->model->length);
    if (s->model->run.analysis == GUD_DYNAMICS && clock->drift[1] > speed_off * speed)
        add_line(p,
                 "constraints: velocities violate joints by up to %.2g m/s (rad/s), %.2g %% of the largest speed; use "
                 "simulate.integrator: esdirk2, simulate.project: yes, or a smaller tolerance or step",
                 clock->drift[1], 100.0 * clock->drift[1] / speed);
}

// steps of a given size are not shortened for films: whether they were short enough is seen afterwards
static void remark_films(const gud_sim *s, page *p)
{
    const gud_clock *clock = &s->state.clock;
    const double step = s->model->run.step;
    if (!(clock->film_most > film_off)) return;
    add_line(p,
             "'%s' steps of %.3g s are too long for its film: near t = %.6g s the error was %.2g %% of the film "
             "thickness; remove simulate.step, or make it smaller than %.1g s",
             s->model->pair[clock->film_pair].name, step, clock->film_at, 100.0 * fmin(clock->film_most, 1.0),
             step * cbrt(film_aim / clock->film_most));
}

static void remark_singular(const gud_sim *s, page *p)
{
    const gud_clock *clock = &s->state.clock;
    if (clock->nsingular == 0) return;
    add_line(p,
             "singular: near t = %.6g s%s the mechanism passed a singular position, from which it could have continued "
             "in another way. The branch may depend on rounding, and shorter steps do not help",
             clock->singular_at, clock->nsingular > 1 ? " and later again" : "");
}

static void remark_contacts(const gud_sim *s, page *p)
{
    static const double too_deep = 0.02; // of the smaller radius, as in joints with clearance
    for (int i = 0; i < s->model->ncrowd; i++) {
        const gud_crowd *c = &s->model->crowd[i];
        const double radius = fmin(c->side[0].radius, c->side[1].radius);
        const double most = s->state.history[c->history0 + GUD_CROWD_MOST];
        if (most > too_deep * radius)
            add_line(p,
                     "'%s' contacts too soft: parts overlapped by up to %.3g mm, %.2g %% of their radius, beyond the "
                     "range of contact laws; check the load, and contact.stiffness or contact.young",
                     c->name, 1e3 * most, 100.0 * most / radius);
    }
}

void gud_remarks_collect(gud_sim *s, double energy_error, char *text, size_t size)
{
    const gud_model *m = s->model;
    page p = {text, size};
    text[0] = '\0';
    remark_energy(s, energy_error, &p);
    remark_losses(s, energy_error, &p);
    remark_constraints(s, &p);
    remark_stiffness(s, &p);
    remark_films(s, &p);
    remark_singular(s, &p);
    remark_contacts(s, &p);
    gud_variables_rest(s, s->state.y);
    for (int i = 0; i < m->npair; i++) {
        const gud_pair *pair = &m->pair[i];
        const gud_pair_in in = gud_pair_input(s, pair, s->state.clock.t);
        char line[300];
        if (pair->unused) add_line(&p, "'%s' %s", pair->name, pair->unused);
        if (pair->law->remark && pair->law->remark(pair->params, &in, line, sizeof line))
            add_line(&p, "'%s' %s", pair->name, line);
    }
}
