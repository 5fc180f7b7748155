// Forces on a journal in a bearing with film and asperities.

#include "film/seat.h"

#include "num/pi.h"

#include <math.h>
#include <string.h>

enum {
    samples_per_cell = 4, // of asperity pressure, around
    samples_along = 48,   // of a tilted journal
    batch = 64,
};

// ---- creation

static gud_status check(const gud_seat_spec *spec, gud_error *error)
{
    const double tilt = hypot(spec->tilt[0], spec->tilt[1]), most = 2.0 * spec->bearing.clearance / spec->bearing.width;
    if (tilt == 0.0) return GUD_OK;
    if (spec->bearing.half) return gud_fail(error, GUD_ERR_INPUT, "bearing: a tilted journal needs the whole width");
    if (tilt < most) return GUD_OK;
    return gud_fail(error, GUD_ERR_INPUT,
                    "bearing: tilted by %g the journal touches both ends; the clearance leaves less than %g", tilt,
                    most);
}

gud_status gud_seat_create(const gud_seat_spec *spec, gud_error *error, gud_seat **out)
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
        gud_seat *s = GUD_TAKE(&memory, gud_seat, 1);
        double *arrays = GUD_TAKE(&memory, double, 3 * (size_t)n);
        unsigned char *full = GUD_TAKE(&memory, unsigned char, n);
        if (!memory.failed) {
            *s = (gud_seat){.memory = memory, .spec = *spec, .bearing = bearing, .work = work, .ncell = n};
            s->film =
                (gud_film_out){.pressure = arrays, .theta = arrays + n, .m = arrays + 2 * (size_t)n, .full = full};
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

void gud_seat_free(gud_seat *seat)
{
    if (!seat) return;
    gud_bearing_work_free(seat->work);
    gud_bearing_free(seat->bearing);
    gud_arena memory = seat->memory; // holds the seat itself
    gud_arena_free(&memory);
}

const gud_film_out *gud_seat_film(const gud_seat *seat)
{
    return &seat->film;
}

const gud_film_grid *gud_seat_grid(const gud_seat *seat)
{
    return gud_bearing_grid(seat->bearing);
}

// ---- forces

typedef struct {
    double F[2], F_e[2][2];
    double moment[2]; // sum of z F
    double torque, load, area, largest;
} asperities;

// one sample: normal pressure pushes the journal inwards, friction along the wall against its motion
static void add_sample(asperities *a, double phi, double z, double load, double load_h, double grip)
{
    const double normal[2] = {cos(phi), sin(phi)};
    const double push[2] = {normal[0] - grip * normal[1], normal[1] + grip * normal[0]};
    a->load += load;
    for (int i = 0; i < 2; i++) {
        a->F[i] -= load * push[i];
        a->moment[i] -= z * load * push[i];
        for (int j = 0; j < 2; j++) a->F_e[i][j] += load_h * push[i] * normal[j];
    }
}

// samples around at one z, each of the area dA; e is where the journal's centre is there
static void add_ring(const gud_seat *s, double grip, const double e[2], double z, double dA, asperities *a)
{
    const gud_bearing_spec *b = &s->spec.bearing;
    const int around = samples_per_cell * b->nx;
    for (int from = 0; from < around; from += batch) {
        const int n = around - from < batch ? around - from : batch;
        double phi[batch], h[batch], p[batch], p_h[batch], area[batch];
        for (int i = 0; i < n; i++) {
            phi[i] = 2.0 * pi * (from + i + 0.5) / around;
            h[i] = b->clearance - e[0] * cos(phi[i]) - e[1] * sin(phi[i]);
        }
        gud_rough_eval(s->spec.rough, n, h, p, p_h, area);
        for (int i = 0; i < n; i++) {
            if (p[i] <= 0.0) continue;
            add_sample(a, phi[i], z, p[i] * dA, p_h[i] * dA, grip);
            a->largest = fmax(a->largest, p[i]);
            a->area += area[i] * dA;
        }
    }
}

static bool is_tilted(const gud_seat *s)
{
    return s->spec.tilt[0] != 0.0 || s->spec.tilt[1] != 0.0;
}

static void asperities_find(const gud_seat *s, double speed, const double e[2], asperities *a)
{
    const gud_bearing_spec *b = &s->spec.bearing;
    const double grip = speed > 0.0 ? s->spec.coefficient : speed < 0.0 ? -s->spec.coefficient : 0.0;
    const int along = is_tilted(s) ? samples_along : 1;
    const double dA = 2.0 * pi * b->radius / (samples_per_cell * b->nx) * b->width / along;
    *a = (asperities){0};
    for (int j = 0; j < along; j++) {
        const double z = b->width * ((j + 0.5) / along - 0.5);
        const double at[2] = {e[0] + z * s->spec.tilt[0], e[1] + z * s->spec.tilt[1]};
        add_ring(s, grip, at, z, dA, a);
    }
    a->torque = -grip * a->load * b->radius;
}

double gud_seat_film_min(const gud_seat *s, const double e[2])
{
    const double x = 0.5 * s->spec.bearing.width * s->spec.tilt[0], y = 0.5 * s->spec.bearing.width * s->spec.tilt[1];
    return s->spec.bearing.clearance - fmax(hypot(e[0] + x, e[1] + y), hypot(e[0] - x, e[1] - y));
}

static double full_share(const gud_seat *s)
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

static void state_fill(const gud_seat *s, const gud_bearing_out *out, const asperities *a, gud_seat_state *state)
{
    const double *e = state->place;
    for (int i = 0; i < 2; i++) {
        state->force[i] = out->Q[i] + a->F[i];
        state->asperity_force[i] = a->F[i];
        for (int j = 0; j < 2; j++) state->stiffness[i][j] = -out->Q_q[i][j] - a->F_e[i][j];
    }
    state->moment[0] = -(out->Q[3] + a->moment[1]);
    state->moment[1] = out->Q[2] + a->moment[0];
    state->film_min = gud_seat_film_min(s, e);
    state->pressure_max = out->pressure_max;
    state->asperity_max = a->largest;
    state->contact_area = a->area;
    state->torque_journal = out->torque_journal + a->torque;
    state->torque_bearing = out->torque_bearing - a->torque - (e[0] * a->F[1] - e[1] * a->F[0]) -
                            (s->spec.tilt[0] * a->moment[1] - s->spec.tilt[1] * a->moment[0]);
    state->loss_shear = out->loss_shear;
    state->loss_flow = out->loss_flow;
    state->loss_asperity = -a->torque * state->speed;
    state->side_flow = out->side_flow;
    state->feed_flow = out->feed_flow;
    state->full_share = full_share(s);
}

gud_status gud_seat_try(gud_seat *s, double speed, const double e[2], gud_seat_trial *t, gud_error *error)
{
    asperities a = {0};
    t->state = (gud_seat_state){.speed = speed, .place = {e[0], e[1]}};
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
    if (s->spec.rough) asperities_find(s, speed, e, &a);
    state_fill(s, &t->out, &a, &t->state);
    return GUD_OK;
}

gud_status gud_seat_damping(gud_seat *s, gud_seat_trial *t, gud_error *error)
{
    double K[2][2];
    const gud_status status =
        gud_bearing_coefficients(s->bearing, s->work, &t->in, &s->film, &t->out, K, t->state.damping);
    if (status == GUD_OK) return GUD_OK;
    return gud_fail(error, GUD_ERR_NUMERIC, "bearing: the damping of the film cannot be found");
}

gud_status gud_seat_forces(gud_seat *s, double speed, const double place[2], gud_seat_state *state, gud_error *error)
{
    gud_seat_trial t;
    *state = (gud_seat_state){0};
    const double left = gud_seat_film_min(s, place);
    if (!(left > 0.0))
        return gud_fail(error, GUD_ERR_INPUT, "bearing: the journal touches: its smallest film would be %g um",
                        1e6 * left);
    gud_status status = gud_seat_try(s, speed, place, &t, error);
    if (status == GUD_OK) status = gud_seat_damping(s, &t, error);
    if (status == GUD_OK) *state = t.state;
    return status > 0 ? GUD_ERR_NUMERIC : status;
}
