#include "step/control.h"

#include "num/pi.h"
#include "num/vec.h"

#include <string.h>

static const double film_share = 0.03; // of a film's thickness: error of it that is allowed
static const double safety = 0.9;      // aims at less than the allowed error
static const double most_growth = 1.6, most_shrink = 0.2;
static const double least_error = 1e-10; // its power is still a number

static double speed_floor(const gud_model *m, int kind)
{
    return 1e-3 * (kind == 0 ? m->length : 1.0);
}

// Largest error of positions and velocities, 1 is allowed. At index 3 velocities leave their constraints a little, and
// that does not shrink with the step; beams that were hit ring at frequencies that nobody wants to follow. So there
// velocities count only by what they move in a step; docs/theory/integrators.md, eq. (25).
static double error_size(const gud_sim *s, double h)
{
    const gud_model *m = s->model;
    const bool loose = m->run.treatment == GUD_INDEX3 || m->has_beams;
    double worst = 0.0;
    for (int i = 0; i < m->nv; i++) {
        const int kind = m->v_class[i];
        const double size = kind == 0 ? m->length : 1.0;
        const double speed = fmax(s->state.clock.v_scale[kind], speed_floor(m, kind));
        const double x = fabs(s->work.error[i]) / size;
        const double v = fabs(s->work.error[m->nv + i]) / (loose ? fmax(speed, size / h) : speed);
        if (!isfinite(x) || !isfinite(v)) return INFINITY;
        worst = fmax(worst, fmax(x, v));
    }
    return worst / m->run.tolerance;
}

// how far an error of the step moves and turns a frame
static void move_by_error(const gud_sim *s, int frame, double move[6])
{
    const gud_frame *f = &s->model->frame[frame];
    const gud_body *b = &s->model->body[f->body];
    double J[6 * GUD_FRAME_VELOCITIES];
    if (f->nv == 0) return;
    b->kind->jacobian(f, &s->work.pose[b->frame0], &s->work.pose[frame], J);
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < f->nv; k++) move[i] += J[i * f->nv + k] * s->work.error[f->v0 + k];
}

// The same for bodies beside films, which are thin against the model: films have to be known to a part of their
// own thickness, however loose the tolerance is; docs/theory/integrators.md, eq. (26b).
static double film_error(const gud_sim *s)
{
    const gud_model *m = s->model;
    double worst = 0.0;
    for (int i = 0; i < m->npair; i++) {
        const gud_pair *p = &m->pair[i];
        if (!p->law->film_error) continue;
        const gud_pair_in in = gud_pair_input(s, p, s->next.clock.t);
        double off[12] = {0.0};
        for (int side = 0; side < 2; side++) move_by_error(s, p->frame[side], off + 6 * side);
        worst = fmax(worst, p->law->film_error(p->params, &in, off) / film_share);
    }
    return worst;
}

double gud_step_turn(const gud_sim *s, double h)
{
    double fastest = 0.0;
    for (int i = 0; i < s->model->nv; i++)
        if (s->model->v_class[i] == 1) fastest = fmax(fastest, fmax(fabs(s->state.v[i]), fabs(s->next.v[i])));
    return fastest * h / (0.5 * pi);
}

static double bounded(double factor)
{
    return fmin(fmax(safety * factor, most_shrink), most_growth);
}

// ---- loads of pairs

void gud_loads(gud_sim *s, double t, double *load)
{
    const gud_model *m = s->model;
    if (isinf(m->run.load_change)) return;
    for (int i = 0; i < m->npair; i++) {
        gud_pair_out out;
        gud_pair_eval(s, &m->pair[i], t, GUD_WRENCH, &out);
        memcpy(load + 3 * i, out.wrench, 3 * sizeof(double));
    }
}

// largest change of a load in the step, 1 is allowed; docs/theory/integrators.md, eq. (26c)
static double load_size(gud_sim *s)
{
    const gud_model *m = s->model;
    double worst = 0.0;
    if (isinf(m->run.load_change)) return 0.0;
    gud_loads(s, s->next.clock.t, s->next.load);
    for (int i = 0; i < m->npair; i++) {
        double change[3];
        v3_axpy(change, s->next.load + 3 * i, -1.0, s->state.load + 3 * i);
        worst = fmax(worst, v3_norm(change));
    }
    return worst / m->run.load_change;
}

bool gud_step_accepted(gud_sim *s, double h, int *repeats, double *factor)
{
    const gud_run_settings *run = &s->model->run;
    if (!run->adaptive) return true;
    const double error = fmax(gud_step_turn(s, h), fmax(error_size(s, h), film_error(s)));
    *factor = bounded(pow(fmax(error, least_error), -1.0 / (run->integrator->order + 1)));
    if (!(error <= 1.0)) return false;

    // a load that jumps however short the step is has no say after so many repeats
    const double load = load_size(s), by_load = bounded(1.0 / fmax(load, least_error));
    const bool refused = load > 1.0 && *repeats < run->load_repeats;
    if (refused) (*repeats)++;
    if (refused || load <= 1.0) *factor = fmin(*factor, by_load);
    return !refused;
}
