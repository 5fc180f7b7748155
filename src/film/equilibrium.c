// Equilibrium of an aligned journal in a bearing with film and asperities.

#include "film/equilibrium.h"

#include "base/arena.h"

#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

enum {
    samples_per_cell = 4, // of asperity pressure, around
    batch = 64,
    most_steps = 80,     // of Newton's method
    most_halvings = 14,  // of one step
    most_portions = 400, // of a load
    most_films = 500     // that one search solves
};

static const double converged = 1e-9; // force that is missing, by the load
static const double closing = 0.4;    // the least part of the gap that a step leaves

struct gud_seat {
    gud_arena memory;
    gud_seat_spec spec;
    gud_bearing *bearing;
    gud_bearing_work *work;
    gud_film_out film;
    int ncell;
    int budget;      // films that the search may still solve
    bool settled;    // `place` was found for some load
    double place[2]; // where the last search ended
};

// ---- creation

gud_status gud_seat_create(const gud_seat_spec *spec, gud_error *error, gud_seat **out)
{
    *out = NULL;
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
    double torque, load, area, largest;
} asperities;

// one sample: normal pressure pushes the journal inwards, friction along the wall against its motion
static void add_sample(asperities *a, double phi, double load, double load_h, double grip)
{
    const double normal[2] = {cos(phi), sin(phi)};
    const double push[2] = {normal[0] - grip * normal[1], normal[1] + grip * normal[0]};
    a->load += load;
    for (int i = 0; i < 2; i++) {
        a->F[i] -= load * push[i];
        for (int j = 0; j < 2; j++) a->F_e[i][j] += load_h * push[i] * normal[j];
    }
}

static void asperities_find(const gud_seat *s, double speed, const double e[2], asperities *a)
{
    const gud_bearing_spec *b = &s->spec.bearing;
    const double grip = speed > 0.0 ? s->spec.coefficient : speed < 0.0 ? -s->spec.coefficient : 0.0;
    const int around = samples_per_cell * b->nx;
    const double dA = 2.0 * pi * b->radius / around * b->width;
    *a = (asperities){0};
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
            add_sample(a, phi[i], p[i] * dA, p_h[i] * dA, grip);
            a->largest = fmax(a->largest, p[i]);
            a->area += area[i] * dA;
        }
    }
    a->torque = -grip * a->load * b->radius;
}

static double full_share(const gud_seat *s)
{
    const gud_film_grid *grid = gud_bearing_grid(s->bearing);
    double full = 0.0, all = 0.0;
    for (int k = 0; k < s->ncell; k++) {
        const bool wet = s->film.full[k] || grid->kind[k] == GUD_CELL_FIXED;
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
    state->film_min = s->spec.bearing.clearance - hypot(e[0], e[1]);
    state->pressure_max = out->pressure_max;
    state->asperity_max = a->largest;
    state->contact_area = a->area;
    state->torque_journal = out->torque_journal + a->torque;
    state->torque_bearing = out->torque_bearing - a->torque - (e[0] * a->F[1] - e[1] * a->F[0]);
    state->loss_shear = out->loss_shear;
    state->loss_flow = out->loss_flow;
    state->loss_asperity = -a->torque * state->speed;
    state->side_flow = out->side_flow;
    state->feed_flow = out->feed_flow;
    state->full_share = full_share(s);
}

// forces and stiffness; `in` and `out` stay for the damping
static gud_status evaluate(gud_seat *s, double speed, const double e[2], gud_bearing_in *in, gud_bearing_out *out,
                           gud_seat_state *state, gud_error *error)
{
    asperities a = {0};
    *in = (gud_bearing_in){.q = {e[0], e[1]},
                           .omega_j = speed,
                           .oil = &s->spec.oil,
                           .drag = s->spec.drag,
                           .drag_params = s->spec.drag_params};
    gud_status status = gud_bearing_solve(s->bearing, s->work, in, true, &s->film, out, error);
    if (status == GUD_RETRY && s->film.warm) { // a far guess may be worse than none
        s->film.warm = false;
        status = gud_bearing_solve(s->bearing, s->work, in, true, &s->film, out, error);
    }
    s->film.warm = status == GUD_OK;
    GUD_TRY(status);
    if (s->spec.rough) asperities_find(s, speed, e, &a);
    state->speed = speed;
    memcpy(state->place, e, sizeof state->place);
    state_fill(s, out, &a, state);
    return GUD_OK;
}

static gud_status finish(gud_seat *s, const gud_bearing_in *in, const gud_bearing_out *out, gud_seat_state *state,
                         gud_error *error)
{
    double K[2][2];
    if (gud_bearing_coefficients(s->bearing, s->work, in, &s->film, out, K, state->damping) == GUD_OK) return GUD_OK;
    return gud_fail(error, GUD_ERR_NUMERIC, "bearing: the damping of the film cannot be found");
}

gud_status gud_seat_forces(gud_seat *s, double speed, const double place[2], gud_seat_state *state, gud_error *error)
{
    gud_bearing_in in;
    gud_bearing_out out;
    *state = (gud_seat_state){0};
    const double eps = hypot(place[0], place[1]) / s->spec.bearing.clearance;
    if (!(eps < 1.0))
        return gud_fail(error, GUD_ERR_INPUT, "bearing: eccentricity ratio %g must be smaller than 1", eps);
    const gud_status status = evaluate(s, speed, place, &in, &out, state, error);
    if (status != GUD_OK) return status > 0 ? GUD_ERR_NUMERIC : status;
    return finish(s, &in, &out, state, error);
}

// ---- the search

typedef struct {
    double speed, load[2], scale; // scale: force that counts as large
} task;

static double missing(const task *t, const gud_seat_state *state)
{
    return hypot(state->force[0] + t->load[0], state->force[1] + t->load[1]);
}

// where K d = F + W leads, as far as the gap allows; false: no direction
static bool find_step(const gud_seat *s, const task *t, const gud_seat_state *at, double d[2])
{
    const double(*K)[2] = at->stiffness;
    const double r[2] = {at->force[0] + t->load[0], at->force[1] + t->load[1]};
    const double det = K[0][0] * K[1][1] - K[0][1] * K[1][0];
    const double size = fabs(K[0][0] * K[1][1]) + fabs(K[0][1] * K[1][0]);
    if (!(fabs(det) > 1e-14 * size)) return false;
    d[0] = (r[0] * K[1][1] - r[1] * K[0][1]) / det;
    d[1] = (K[0][0] * r[1] - K[1][0] * r[0]) / det;

    // eccentricity at the end of the step, against the one that leaves enough of the gap
    const double c = s->spec.bearing.clearance, e = hypot(at->place[0], at->place[1]);
    const double most = c - closing * (c - e), length = hypot(d[0], d[1]);
    if (length > c)
        for (int i = 0; i < 2; i++) d[i] *= c / length;
    for (int n = 0; n < 60 && hypot(at->place[0] + d[0], at->place[1] + d[1]) > most; n++)
        for (int i = 0; i < 2; i++) d[i] *= 0.8;
    return isfinite(d[0]) && isfinite(d[1]);
}

typedef struct {
    gud_bearing_in in;
    gud_bearing_out out;
    gud_seat_state state;
} trial;

// one step of Newton's method, halved until less force is missing
static gud_status improve(gud_seat *s, const task *t, const double d[2], trial *at, gud_error *error)
{
    const double before = missing(t, &at->state);
    double part = 1.0;
    for (int n = 0; n < most_halvings; n++, part *= 0.5) {
        const double e[2] = {at->state.place[0] + part * d[0], at->state.place[1] + part * d[1]};
        trial next;
        if (s->budget-- <= 0) return gud_fail(error, GUD_RETRY, "bearing: the search takes too long");
        const gud_status status = evaluate(s, t->speed, e, &next.in, &next.out, &next.state, error);
        if (status < 0) return status;
        if (status == GUD_OK && missing(t, &next.state) < (1.0 - 1e-4 * part) * before) {
            *at = next;
            return GUD_OK;
        }
    }
    return GUD_RETRY;
}

static gud_status newton(gud_seat *s, const task *t, trial *at, int *count, gud_error *error)
{
    const double c = s->spec.bearing.clearance;
    for (int n = 0; n < most_steps; n++, ++*count) {
        double d[2];
        const double rest = missing(t, &at->state);
        if (rest <= converged * hypot(t->load[0], t->load[1]) + 1e-12 * t->scale) return GUD_OK;
        if (!find_step(s, t, &at->state, d)) return GUD_RETRY;
        const gud_status status = improve(s, t, d, at, error);
        if (status < 0) return status;
        // the forces are known to so many digits only
        if (status > 0) return hypot(d[0], d[1]) < 1e-9 * c ? GUD_OK : GUD_RETRY;
    }
    return GUD_RETRY;
}

// The load grows from what is carried at the first place to the whole, in portions that Newton's method can follow.
static gud_status portions(gud_seat *s, const task *whole, const double start[2], trial *at, int *count,
                           gud_error *error)
{
    double done = 0.0, portion = 0.1;
    gud_status status = evaluate(s, whole->speed, start, &at->in, &at->out, &at->state, error);
    if (status != GUD_OK) return status;
    const double carried[2] = {at->state.force[0], at->state.force[1]};
    for (int n = 0; n < most_portions && portion > 1e-6 && s->budget > 0; n++) {
        const double part = fmin(done + portion, 1.0);
        task t = *whole;
        for (int i = 0; i < 2; i++) t.load[i] = part * whole->load[i] - (1.0 - part) * carried[i];
        trial next = *at;
        status = newton(s, &t, &next, count, error);
        if (status < 0) return status;
        if (status > 0) {
            portion *= 0.5;
            continue;
        }
        *at = next;
        done = part;
        portion *= 1.6;
        if (done >= 1.0) return GUD_OK;
    }
    return GUD_RETRY;
}

// A first place: halfway out, turned from the load in the direction of rotation. At rest only asperities carry, so the
// journal begins where they touch.
static void first_place(const gud_seat *s, const task *t, double e[2])
{
    const double c = s->spec.bearing.clearance;
    const double turn = t->speed > 0.0 ? 1.0 : t->speed < 0.0 ? -1.0 : 0.0;
    const double angle = atan2(t->load[1], t->load[0]) + 0.9 * turn;
    double out = 0.5 * c;
    if (turn == 0.0 && s->spec.rough)
        out = fmax(c - s->spec.rough->params.mean - 2.0 * s->spec.rough->params.sigma, 0.5 * c);
    e[0] = out * cos(angle);
    e[1] = out * sin(angle);
}

bool gud_seat_starves(const gud_seat *s)
{
    const gud_bearing_spec *b = &s->spec.bearing;
    const bool fed = b->line || b->nfeed > 0 || b->ambient[1] > b->cavity || b->ambient[0] > b->cavity;
    return !fed && (!b->cavitation || b->cavitation->transport);
}

// why there is no equilibrium
static gud_status explain(gud_seat *s, const task *t, gud_status status, gud_error *error)
{
    const double load = hypot(t->load[0], t->load[1]);
    if (status < 0) return status;
    if (gud_seat_starves(s))
        return gud_fail(error, GUD_ERR_NUMERIC,
                        "the film starves: nothing replaces the oil that leaves the ends. Give the bearing a supply, "
                        "feeds, or ends (ambient) above the cavity pressure");
    if (t->speed == 0.0 && !s->spec.rough)
        return gud_fail(error, GUD_ERR_NUMERIC, "a smooth journal at rest carries no load");
    return gud_fail(error, GUD_ERR_NUMERIC, "no place of the journal was found that carries %g N at %g rad/s", load,
                    t->speed);
}

static double force_scale(const gud_seat *s, double speed)
{
    const gud_bearing_spec *b = &s->spec.bearing;
    const double psi = b->clearance / b->radius;
    return s->spec.oil.eta0 * fabs(speed) * b->radius * b->width / (psi * psi);
}

gud_status gud_seat_find(gud_seat *s, double speed, const double load[2], gud_seat_state *state, gud_error *error)
{
    const task t = {.speed = speed, .load = {load[0], load[1]}, .scale = force_scale(s, speed)};
    double start[2];
    trial at;
    int count = 0;
    *state = (gud_seat_state){0};
    if (!isfinite(speed) || !isfinite(load[0]) || !isfinite(load[1]))
        return gud_fail(error, GUD_ERR_INPUT, "bearing: speed or load is not a number");

    s->budget = most_films;
    first_place(s, &t, start);
    gud_status status = evaluate(s, speed, s->settled ? s->place : start, &at.in, &at.out, &at.state, error);
    if (status == GUD_OK) status = newton(s, &t, &at, &count, error);
    if (status > 0) status = portions(s, &t, start, &at, &count, error);
    if (status != GUD_OK) return explain(s, &t, status, error);

    // once more where it ended: a step that was refused may have been the last one solved
    status = evaluate(s, speed, at.state.place, &at.in, &at.out, &at.state, error);
    if (status != GUD_OK) return explain(s, &t, status, error);
    *state = at.state;
    state->iterations = count;
    s->settled = true;
    memcpy(s->place, state->place, sizeof s->place);
    return finish(s, &at.in, &at.out, state, error);
}

// ---- stability

// M s^2 + C s + K has the root s = i v at M = M_c: the imaginary part of the determinant gives M v^2, the real part v
void gud_whirl(const gud_seat_state *state, double *mass, double *frequency)
{
    const double(*K)[2] = state->stiffness, (*C)[2] = state->damping;
    const double trace = C[0][0] + C[1][1], det = C[0][0] * C[1][1] - C[0][1] * C[1][0];
    const double k = (K[0][0] * C[1][1] + K[1][1] * C[0][0] - K[0][1] * C[1][0] - K[1][0] * C[0][1]) / trace;
    const double v2 = ((K[0][0] - k) * (K[1][1] - k) - K[0][1] * K[1][0]) / det;
    const bool damped = trace > 0.0 && det > 0.0;
    *mass = *frequency = 0.0;
    if (!damped || !(k > 0.0)) return;
    *frequency = v2 > 0.0 ? sqrt(v2) : 0.0;
    *mass = v2 > 0.0 ? k / v2 : (double)INFINITY;
}
