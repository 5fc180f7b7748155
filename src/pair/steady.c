// Forces on a journal in a bearing with film and asperities.

#include "pair/steady.h"

#include <math.h>
#include <string.h>

// ---- creation

static gud_status check(const gud_steady_spec *spec, gud_error *error)
{
    const double tilt = hypot(spec->tilt[0], spec->tilt[1]), most = 2.0 * spec->bearing.clearance / spec->bearing.width;
    if (tilt == 0.0) return GUD_OK;
    if (spec->bearing.half) return gud_fail(error, GUD_ERR_INPUT, "bearing: a tilted journal needs the whole width");
    if (tilt < most) return GUD_OK;
    return gud_fail(error, GUD_ERR_INPUT,
                    "bearing: tilted by %g the journal touches both ends; the clearance leaves less than %g", tilt,
                    most);
}

gud_status gud_steady_create(const gud_steady_spec *spec, gud_error *error, gud_steady **out)
{
    *out = NULL;
    GUD_TRY(check(spec, error));
    gud_bearing *bearing = NULL;
    gud_bearing_work *work = NULL;
    gud_status status = gud_bearing_create(&spec->bearing, error, &bearing);
    if (status == GUD_OK) status = gud_bearing_work_create(bearing, error, &work);
    gud_arena memory;
    gud_arena_init(&memory);
    if (status == GUD_OK) {
        const int n = gud_bearing_ncell(bearing);
        gud_steady *s = GUD_TAKE(&memory, gud_steady, 1);
        double *arrays = GUD_TAKE(&memory, double, 4 * (size_t)n);
        unsigned char *full = GUD_TAKE(&memory, unsigned char, n);
        double *feed = GUD_TAKE(&memory, double, spec->bearing.nfeed + 1);
        if (!memory.failed) {
            *s = (gud_steady){.memory = memory, .spec = *spec, .bearing = bearing, .work = work, .ncell = n};
            s->gap = arrays + 3 * (size_t)n;
            s->film = (gud_film_out){
                .pressure = arrays, .theta = arrays + n, .m = arrays + 2 * (size_t)n, .full = full, .feed = feed};
            if (gud_bearing_work_share(work, NULL)) s->team = gud_team_create(spec->threads);
            (void)gud_bearing_work_share(work, s->team);
            *out = s;
            return GUD_OK;
        }
        status = gud_fail(error, GUD_ERR_MEMORY, "bearing: no memory for %d cells", n);
    }
    gud_arena_free(&memory);
    gud_bearing_work_free(work);
    gud_bearing_free(bearing);
    return status;
}

void gud_steady_free(gud_steady *steady)
{
    if (!steady) return;
    gud_team_free(steady->team);
    gud_bearing_work_free(steady->work);
    gud_bearing_free(steady->bearing);
    gud_arena memory = steady->memory; // holds the steady bearing itself
    gud_arena_free(&memory);
}

const gud_film_out *gud_steady_film(const gud_steady *steady)
{
    return &steady->film;
}

const gud_film_grid *gud_steady_grid(const gud_steady *steady)
{
    return gud_bearing_grid(steady->bearing);
}

// ---- forces

static gud_closest closest_at(const gud_steady *s, const double e[2])
{
    const double q[4] = {e[0], e[1], s->spec.tilt[0], s->spec.tilt[1]};
    return gud_bearing_closest(s->bearing, q, s->gap);
}

double gud_steady_film_min(const gud_steady *s, const double e[2])
{
    return closest_at(s, e).gap;
}

const double *gud_steady_gaps(const gud_steady *s, const double e[2])
{
    const double q[4] = {e[0], e[1], s->spec.tilt[0], s->spec.tilt[1]};
    gud_bearing_gaps(s->bearing, q, s->gap);
    return s->gap;
}

static double full_share(const gud_steady *s)
{
    const gud_film_grid *grid = gud_bearing_grid(s->bearing);
    const gud_cavitation *row = s->spec.bearing.cavitation;
    double full = 0.0, all = 0.0;
    for (int k = 0; k < s->ncell; k++) {
        const bool clipped = row && row->clips && s->film.pressure[k] <= s->spec.bearing.cavity;
        const bool wet = (s->film.full[k] && !clipped) || grid->kind[k] == GUD_CELL_FIXED;
        full += wet ? grid->area[k] : 0.0;
        all += grid->area[k];
    }
    return full / all;
}

static void state_fill(const gud_steady *s, const gud_bearing_out *out, gud_steady_state *state)
{
    for (int i = 0; i < 2; i++) {
        state->force[i] = out->Q[i];
        state->asperity_force[i] = out->asperity_Q[i];
        for (int j = 0; j < 2; j++) state->stiffness[i][j] = -out->Q_q[i][j];
    }
    state->moment[0] = -out->Q[3];
    state->moment[1] = out->Q[2];
    const gud_closest least = gud_bearing_yields(s->bearing) ? out->closest : closest_at(s, state->place);
    state->film_min = least.gap;
    state->film_min_angle = least.x / s->spec.bearing.radius;
    state->deflection = out->deflection;
    state->pressure_max = out->pressure_max;
    state->asperity_max = out->asperity_max;
    state->contact_area = out->contact_area;
    state->torque_journal = out->torque_journal;
    state->torque_bearing = out->torque_bearing;
    state->loss_shear = out->loss_shear;
    state->loss_flow = out->loss_flow;
    state->loss_asperity = out->loss_asperity;
    state->side_flow = out->side_flow;
    state->feed_flow = out->feed_flow;
    state->feed = out->feed;
    state->full_share = full_share(s);
}

gud_status gud_steady_try(gud_steady *s, double speed, const double e[2], gud_steady_trial *t, gud_error *error)
{
    t->state = (gud_steady_state){.speed = speed, .place = {e[0], e[1]}};
    t->in = (gud_bearing_in){.q = {e[0], e[1], s->spec.tilt[0], s->spec.tilt[1]},
                             .omega_j = speed,
                             .oil = &s->spec.oil,
                             .drag = s->spec.drag,
                             .drag_params = s->spec.drag_params};
    const bool guessed = s->film.warm;
    gud_status status = gud_bearing_solve(s->bearing, s->work, &t->in, true, &s->film, &t->out, error);
    if (status == GUD_RETRY && guessed && !s->film.solid) { // a far guess may be worse than none
        s->film.warm = false;
        status = gud_bearing_solve(s->bearing, s->work, &t->in, true, &s->film, &t->out, error);
    }
    s->film.warm = status == GUD_OK || (guessed && s->film.solid); // a film that was refused leaves the guess
    if (status == GUD_RETRY) s->why = *error, s->nsolid += s->film.solid;
    GUD_TRY(status);
    state_fill(s, &t->out, &t->state);
    return GUD_OK;
}

gud_status gud_steady_damping(gud_steady *s, gud_steady_trial *t, gud_error *error)
{
    double K[2][2];
    const gud_status status = gud_bearing_coefficients(s->work, &t->in, &t->out, K, t->state.damping);
    if (status == GUD_OK) return GUD_OK;
    return gud_fail(error, GUD_ERR_NUMERIC, "bearing: the damping of the film cannot be found");
}

gud_status gud_steady_forces(gud_steady *s, double speed, const double place[2], gud_steady_state *state,
                             gud_error *error)
{
    gud_steady_trial t;
    *state = (gud_steady_state){0};
    const double left = gud_steady_film_min(s, place);
    if (!(left > 0.0) && !gud_bearing_yields(s->bearing))
        return gud_fail(error, GUD_ERR_INPUT, "bearing: the journal touches: its minimum film thickness would be %g um",
                        1e6 * left);
    gud_status status = gud_steady_try(s, speed, place, &t, error);
    if (status == GUD_OK) status = gud_steady_damping(s, &t, error);
    if (status == GUD_OK) *state = t.state;
    return status > 0 ? GUD_ERR_NUMERIC : status;
}
