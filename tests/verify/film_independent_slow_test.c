// Films against a second solver that shares nothing with src/film (film_relaxation.h): the dimpled pad of Woloszynski,
// Podsiadlo and Stachowiak, Tribol. Lett. 58 (2015) 18, and a journal with mass under a turning load in the manner of
// Ausas, Jai and Buscaglia 2009 (Newmark's rule for the journal, implicit Euler for the film, both relaxed together).
// The orbit by relaxation is of first order in the step: two runs are extrapolated. Loads, places and forces agree
// within 0.5 %.

#include "check.h"
#include "verify/film_relaxation.h"

#include "verify/film.h"

static const double pi = 3.14159265358979323846;

static double dimple_at(double x, double pitch)
{
    const double beyond = fabs(fmod(x, pitch) / pitch - 0.5) - 0.5 * gud_dimple_side;
    return fmax(fmin(0.5 - beyond / gud_dimple_wall, 1.0), 0.0);
}

// load of the pad with 2 x 2 dimples by relaxation
static double relaxed_load(int cells)
{
    const double side = 0.08, pitch = 0.5 * side, edge = 7e4;
    relaxation r = {.nx = 2 * cells, .ny = cells, .entrain = 2.5, .eta = 0.03};
    r.dx = side / r.nx, r.dy = 0.5 * side / r.ny;
    relaxation_open(&r, edge, edge);
    for (int i = 0; i <= r.nx; i++)
        for (int j = 0; j <= r.ny; j++)
            r.h[i * (r.ny + 1) + j] = 15e-6 + 12e-6 * fmin(dimple_at(i * r.dx, pitch), dimple_at(j * r.dy, pitch));
    int sweeps = 0;
    while (relax(&r, 1.7) > 1e-7 && sweeps < 40000) sweeps++;
    assert_true(sweeps < 40000);
    double load = 0.0;
    for (int i = 0; i <= r.nx; i++)
        for (int j = 0; j <= r.ny; j++) {
            const double weight = (i == 0 || i == r.nx ? 0.5 : 1.0) * (j == 0 || j == r.ny ? 0.5 : 1.0);
            load += 2.0 * weight * r.p[i * (r.ny + 1) + j] * r.dx * r.dy;
        }
    relaxation_close(&r);
    return load;
}

static void dimpled_pad(void **state)
{
    (void)state;
    gud_error error;
    gud_dimples coarse, fine;
    assert_int_equal(gud_verify_dimples(2, 60, &coarse, &error), GUD_OK);
    assert_int_equal(gud_verify_dimples(2, 120, &fine, &error), GUD_OK);
    const double relaxed[2] = {relaxed_load(60), relaxed_load(120)};
    print_message("dimples: load %.3f %.3f N, by relaxation %.3f %.3f N\n", coarse.load, fine.load, relaxed[0],
                  relaxed[1]);
    assert_close(relaxed[1], fine.load + (fine.load - coarse.load) / 3.0, 5e-3, 0.0);
    assert_true(fabs(relaxed[1] - fine.load) < fabs(relaxed[0] - coarse.load)); // both tend to one number
}

// ---- orbits

typedef struct {
    double x[2], v[2], a[2], F[2];
    double pressure; // largest
} journal;

typedef struct {
    const gud_orbit_data *data;
    double load, damping; // sizes: force that is balanced to 5e-5, slope of the force by the velocity in the middle
} relaxed_case;

static void film_force(const gud_orbit_data *d, const relaxation *r, journal *s)
{
    s->F[0] = s->F[1] = 0.0;
    for (int i = 0; i < r->nx; i++)
        for (int j = 0; j <= r->ny; j++) {
            const double phi = i * r->dx / d->radius, weight = j == 0 || j == r->ny ? 0.5 : 1.0;
            const double p = r->p[i * (r->ny + 1) + j], push = (r->whole ? 1.0 : 2.0) * weight * p * r->dx * r->dy;
            s->F[0] -= push * cos(phi), s->F[1] -= push * sin(phi);
            s->pressure = fmax(s->pressure, p);
        }
}

static void gap_set(const gud_orbit_data *d, relaxation *r, const double x[2])
{
    for (int i = 0; i <= r->nx; i++)
        for (int j = 0; j <= r->ny; j++)
            r->h[i * (r->ny + 1) + j] =
                d->clearance - x[0] * cos(i * r->dx / d->radius) - x[1] * sin(i * r->dx / d->radius);
}

// place at the end of a step from the acceleration there: Newmark with 1/4 and 1/2
static double newmark(const journal *s, int i, double dt, double a)
{
    return s->x[i] + dt * s->v[i] + 0.25 * dt * dt * (s->a[i] + a);
}

// Film and journal are relaxed together; the journal moves by its unbalanced force over an estimate of its slope.
static void relaxed_step(const relaxed_case *c, relaxation *r, journal *s, double t, double dt)
{
    const gud_orbit_data *d = c->data;
    const double left = 1.0 - hypot(s->x[0], s->x[1]) / d->clearance;
    const double slope = 4.0 * d->mass / (dt * dt) + c->damping / (left * left * dt);
    double W[2], x[2], a[2] = {0};
    d->load(t, W);
    for (int i = 0; i < 2; i++) x[i] = newmark(s, i, dt, s->a[i]);
    for (int k = 0; k < (r->nx + 1) * (r->ny + 1); k++) r->old[k] = r->theta[k] * r->h[k];
    for (int n = 0; n < 4000; n++) {
        gap_set(d, r, x);
        double moved = 0.0, off = 0.0;
        for (int sweep = 0; sweep < 4; sweep++) moved = relax(r, 1.5);
        s->pressure = 0.0;
        film_force(d, r, s);
        for (int i = 0; i < 2; i++) {
            a[i] = (x[i] - s->x[i] - dt * s->v[i]) * 4.0 / (dt * dt) - s->a[i];
            const double rest = W[i] + s->F[i] - d->mass * a[i];
            x[i] += rest / slope;
            off = fmax(off, fabs(rest));
        }
        if (off < 5e-5 * c->load && moved < 1e-5) break;
    }
    for (int i = 0; i < 2; i++) {
        s->v[i] += 0.5 * dt * (s->a[i] + a[i]);
        s->a[i] = a[i], s->x[i] = x[i];
    }
}

static void relaxed_orbit(const relaxed_case *c, int nx, int ny, int steps, double until, gud_orbit *got)
{
    const gud_orbit_data *d = c->data;
    const double dt = until / steps;
    relaxation r = {.nx = nx, .ny = ny, .ring = true, .whole = d->ambient[0] != d->ambient[1], .eta = d->viscosity};
    r.entrain = 0.5 * d->speed * d->radius;
    r.dx = 2.0 * pi * d->radius / nx, r.dy = (r.whole ? 1.0 : 0.5) * d->width / ny, r.per_dt = 1.0 / dt;
    journal s = {.x = {d->start[0] * d->clearance, d->start[1] * d->clearance}};
    double W[2];
    d->load(0.0, W);
    for (int i = 0; i < 2; i++) s.a[i] = W[i] / d->mass;
    relaxation_open(&r, d->ambient[0], d->ambient[1]);
    gap_set(d, &r, s.x);
    *got = (gud_orbit){0};
    for (int n = 1; n <= steps; n++) {
        relaxed_step(c, &r, &s, n * dt, dt);
        got->eps = fmax(got->eps, hypot(s.x[0], s.x[1]) / d->clearance);
        got->pressure = fmax(got->pressure, s.pressure);
    }
    for (int i = 0; i < 2; i++) got->place[i] = s.x[i] / d->clearance, got->force[i] = s.F[i];
    relaxation_close(&r);
}

static void orbit_show(const char *who, const gud_orbit *o)
{
    print_message("%s place %.5f %.5f, eps %.5f, force %.6g %.6g, pressure %.5g\n", who, o->place[0], o->place[1],
                  o->eps, o->force[0], o->force[1], o->pressure);
}

static void turning_load(void **state)
{
    (void)state;
    gud_error error;
    gud_orbit ours, one, two;
    const gud_orbit_data *d = &gud_orbit_turning;
    const relaxed_case c = {d, 1000.0, 7e5};
    const double turn = 2.0 * pi / d->speed;
    assert_int_equal(gud_verify_orbit(d, 192, 12, 100, turn, 0.0, &ours, &error), GUD_OK);
    relaxed_orbit(&c, 64, 8, 100, turn, &one);
    relaxed_orbit(&c, 128, 16, 200, turn, &two);
    orbit_show("turning load, ours:  ", &ours);
    orbit_show("turning load, relaxed", &one);
    orbit_show("turning load, relaxed", &two);
    for (int i = 0; i < 2; i++) {
        assert_close(2.0 * two.place[i] - one.place[i], ours.place[i], 5e-3, ours.eps);
        assert_close(2.0 * two.force[i] - one.force[i], ours.force[i], 5e-3, hypot(ours.force[0], ours.force[1]));
    }
    assert_close(2.0 * two.eps - one.eps, ours.eps, 5e-3, 0.0);
}

// the dynamically loaded bearing of the paper, until the second blow is strongest
static void two_blows(void **state)
{
    (void)state;
    gud_error error;
    gud_orbit ours, one, two;
    const gud_orbit_data *d = &gud_orbit_ausas;
    const relaxed_case c = {d, 0.01, 1e-4};
    const double until = 0.5;
    assert_int_equal(gud_verify_orbit(d, 160, 8, 200, until, 0.0, &ours, &error), GUD_OK);
    relaxed_orbit(&c, 40, 8, 100, until, &one);
    relaxed_orbit(&c, 80, 16, 200, until, &two);
    orbit_show("two blows, ours:  ", &ours);
    orbit_show("two blows, relaxed", &one);
    orbit_show("two blows, relaxed", &two);
    for (int i = 0; i < 2; i++) assert_close(2.0 * two.place[i] - one.place[i], ours.place[i], 5e-3, ours.eps);
    assert_close(2.0 * two.eps - one.eps, ours.eps, 5e-3, 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(dimpled_pad), cmocka_unit_test(turning_load),
                                       cmocka_unit_test(two_blows)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
