#include "step/control.h"

#include "num/pi.h"
#include "num/vec.h"

#include <string.h>

// Errors that are allowed, in tolerances: of a film's thickness, with and without oil of its own, of that oil, of the
// load that it carries (to the power 3/2), and of its impulse in the time that the film changes in
static const double film_share = 3e3, closed_share = 50.0, oil_share = 40.0, load_share = 2.0, impulse_share = 1.0;
static const double most_film_share = 0.03;   // of a film's thickness, however loose the tolerance is
static const double most_closed_share = 2e-3; // the same for films without oil of their own, which keep every error
static const double least_load = 1e-3;        // of the largest force in the model: smaller loads count as that
static const double no_load = 1e-6;           // N
static const double safety = 0.9;             // aims at less than the allowed error
static const double most_growth = 1.6, most_growth_films = 1.4, most_shrink = 0.2;
static const double least_error = 1e-10; // its power is still a number
static const double least_last = 1e-3;   // an error that was smaller does not hold the next step back more than this

static double speed_floor(const gud_model *m, int kind)
{
    return 1e-3 * (kind == 0 ? m->length : 1.0);
}

// Largest error of positions and velocities, 1 is allowed. At index 3 velocities leave their constraints a little, and
// that does not shrink with the step; beams that were hit ring at frequencies that nobody wants to follow. So there
// velocities count only by what they move in a step; so does a journal, whose film stops it at once.
// docs/theory/integrators.md, eq. (25).
static double error_size(const gud_sim *s, double h)
{
    const gud_model *m = s->model;
    const bool loose = m->run.treatment == GUD_INDEX3 || m->has_beams || m->has_films;
    double x[2] = {0.0, 0.0}, v[2] = {0.0, 0.0}, worst = 0.0; // the largest of either kind
    bool finite = true;
    for (int i = 0; i < m->nv; i++) {
        const int kind = m->v_class[i];
        const double x_i = fabs(s->work.error[i]), v_i = fabs(s->work.error[m->nv + i]);
        finite = finite && x_i < (double)INFINITY && v_i < (double)INFINITY;
        x[kind] = x_i > x[kind] ? x_i : x[kind];
        v[kind] = v_i > v[kind] ? v_i : v[kind];
    }
    for (int kind = 0; kind < 2; kind++) {
        const double size = kind == 0 ? m->length : 1.0;
        const double speed = fmax(s->state.clock.v_scale[kind], speed_floor(m, kind));
        worst = fmax(worst, fmax(x[kind] / size, v[kind] / (loose ? fmax(speed, size / h) : speed)));
    }
    return finite ? worst / m->run.tolerance : (double)INFINITY;
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

// is it a film whose oil is a variable?
static bool has_oil(const gud_pair *p)
{
    return p->law->film_error && p->nvariable > 0;
}

// by how much of its thickness the step may have missed a film
static double thickness_error(const gud_sim *s, const gud_pair *p)
{
    const gud_pair_in in = gud_pair_input(s, p, s->next.clock.t);
    double off[12] = {0.0};
    for (int side = 0; side < 2; side++) move_by_error(s, p->frame[side], off + 6 * side);
    return p->law->film_error(p->params, &in, off);
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
        const double allowed = has_oil(p) ? fmin(film_share * m->run.tolerance, most_film_share)
                                          : fmin(closed_share * m->run.tolerance, most_closed_share);
        worst = fmax(worst, thickness_error(s, p) / allowed);
    }
    return worst;
}

// steps of a given size are taken as they are, and the worst of them is remembered
static void note_films(gud_sim *s)
{
    gud_clock *clock = &s->next.clock;
    for (int i = 0; i < s->model->npair; i++) {
        if (!s->model->pair[i].law->film_error) continue;
        const double error = thickness_error(s, &s->model->pair[i]);
        if (!(error > clock->film_most)) continue;
        clock->film_most = error;
        clock->film_pair = i;
        clock->film_at = clock->t;
    }
}

// 1/s, how fast a film changes: by its thickness, and by walls that turn against each other
static double film_pace(const gud_sim *s, const gud_pair *p)
{
    const gud_pair_in in = gud_pair_input(s, p, s->next.clock.t);
    double twist[12], turn[3];
    for (int side = 0; side < 2; side++) {
        memcpy(twist + 6 * side, in.pose[side]->v, 3 * sizeof(double));
        memcpy(twist + 6 * side + 3, in.pose[side]->w, 3 * sizeof(double));
    }
    v3_axpy(turn, twist + 9, -1.0, twist + 3);
    return p->law->film_error(p->params, &in, twist) + v3_norm(turn);
}

// a load below which errors of it are not worth a step
static double load_floor(const gud_sim *s)
{
    double most = no_load / least_load;
    for (int i = 0; i < s->model->nv; i++)
        if (s->model->v_class[i] == 0) most = fmax(most, s->work.size[i]);
    return least_load * most;
}

// Error of the loads that films carry, 1 is allowed: of second order in the step, and taken to the power 3/2, as sizes
// of steps follow errors of third order. A load that jumps counts by its impulse. docs/theory/integrators.md, eq. (26d)
static double load_error(const gud_sim *s, double h)
{
    const gud_model *m = s->model;
    const double least = load_floor(s), tolerance = m->run.tolerance;
    double worst = 0.0;
    for (int i = 0; i < m->npair; i++) {
        if (!has_oil(&m->pair[i])) continue;
        const double most = fmax(fmax(least, s->state.load_most[i]), v3_norm(s->next.load + 3 * i));
        const double off = v3_norm(s->work.error_load + 3 * i) / most;
        const double bend = off * sqrt(off) / (load_share * tolerance);
        const double jump = h * film_pace(s, &m->pair[i]) * off / (impulse_share * tolerance);
        worst = fmax(worst, fmin(bend, jump));
    }
    return worst;
}

static void find_oil_error(gud_sim *s, const gud_pair *p, const void *user)
{
    (void)user;
    const gud_pair_in in = gud_pair_input(s, p, s->next.clock.t);
    const double *y = s->next.y + p->variable0, *error = s->work.error_y + p->variable0;
    const bool asked = has_oil(p) && p->law->oil_error;
    s->work.answer[p - s->model->pair].oil_error = asked ? p->law->oil_error(p->params, &in, y, error) : 0.0;
}

// error of the oil, 1 is allowed; docs/theory/integrators.md, eq. (26e)
static double oil_error(gud_sim *s)
{
    double worst = 0.0;
    gud_pairs_share(s, find_oil_error, NULL);
    for (int i = 0; i < s->model->npair; i++) worst = fmax(worst, s->work.answer[i].oil_error);
    return worst / (oil_share * s->model->run.tolerance);
}

double gud_step_turn(const gud_sim *s, double h)
{
    double fastest = 0.0;
    for (int i = 0; i < s->model->nv; i++)
        if (s->model->v_class[i] == 1) {
            const double from = fabs(s->state.v[i]), to = fabs(s->next.v[i]);
            fastest = from > fastest ? from : fastest;
            fastest = to > fastest ? to : fastest;
        }
    return fastest * h / (0.5 * pi);
}

static double bounded(const gud_sim *s, double factor)
{
    return fmin(fmax(safety * factor, most_shrink), s->model->has_films ? most_growth_films : most_growth);
}

// ---- loads of pairs

void gud_loads(gud_sim *s, double t, double *load)
{
    const gud_model *m = s->model;
    const bool limited = isfinite(m->run.load_change);
    if (!m->has_films && !limited) return;
    gud_pairs_eval(s, t, GUD_WRENCH);
    for (int i = 0; i < m->npair; i++)
        if (has_oil(&m->pair[i]) || limited) memcpy(load + 3 * i, s->work.answer[i].wrench, 3 * sizeof(double));
}

void gud_loads_follow(gud_sim *s)
{
    const gud_model *m = s->model;
    memcpy(s->next.load_last, s->state.load, 3 * (size_t)m->npair * sizeof(double));
    for (int i = 0; i < m->npair; i++)
        s->next.load_most[i] = fmax(s->state.load_most[i], v3_norm(s->next.load + 3 * i));
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

// The size of the next step by this one. With films an error that grew since the last step will go on growing: without
// regard to that steps go up and down for ever (K. Gustafsson, ACM Trans. Math. Softw. 17 (1991) 533-554).
// docs/theory/integrators.md, eqs (26), (26g).
static double next_size(const gud_sim *s, double error)
{
    const double power = gud_integrator_now(s)->estimate, last = s->state.clock.error_last;
    const double now = fmax(error, least_error);
    if (!s->model->has_films || !(error <= 1.0) || last == 0.0) return bounded(s, pow(now, -1.0 / power));
    return bounded(s, pow(now, -0.7 / power) * pow(last, 0.4 / power));
}

const char *const gud_step_limits[GUD_NLIMIT] = {"limited_by_turn", "limited_by_motion", "limited_by_film",
                                                 "limited_by_load", "limited_by_oil"};

// the largest of all errors, 1 is allowed, and which it is
static double largest_error(gud_sim *s, double h, int *limit)
{
    const double errors[GUD_NLIMIT] = {gud_step_turn(s, h), error_size(s, h), film_error(s), load_error(s, h),
                                       oil_error(s)};
    *limit = 0;
    for (int i = 1; i < GUD_NLIMIT; i++)
        if (!(errors[i] <= errors[*limit])) *limit = i;
    return errors[*limit];
}

bool gud_step_accepted(gud_sim *s, double h, int *repeats, double *factor)
{
    const gud_run_settings *run = &s->model->run;
    if (!run->adaptive) {
        note_films(s);
        return true;
    }
    int limit;
    const double error = largest_error(s, h, &limit);
    *factor = next_size(s, error);
    if (!(error <= 1.0)) return false;
    s->next.clock.error_last = fmax(error, least_last);

    // a load that jumps however short the step is has no say after so many repeats
    const double load = load_size(s), by_load = bounded(s, 1.0 / fmax(load, least_error));
    const bool refused = load > 1.0 && *repeats < run->load_repeats;
    if (refused) (*repeats)++;
    if (refused || load <= 1.0) *factor = fmin(*factor, by_load);
    if (!refused) s->next.clock.nlimited[limit]++;
    return !refused;
}
