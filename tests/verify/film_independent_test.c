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
    relaxation_open(&r, edge);
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

// ---- the orbit

typedef struct {
    double x[2], v[2], a[2], F[2];
} journal;

static void film_force(const relaxation *r, double F[2])
{
    const gud_orbit_data *d = &gud_orbit_case;
    F[0] = F[1] = 0.0;
    for (int i = 0; i < r->nx; i++)
        for (int j = 0; j <= r->ny; j++) {
            const double phi = i * r->dx / d->radius, weight = j == 0 || j == r->ny ? 0.5 : 1.0;
            const double push = 2.0 * weight * r->p[i * (r->ny + 1) + j] * r->dx * r->dy;
            F[0] -= push * cos(phi), F[1] -= push * sin(phi);
        }
}

static void gap_set(relaxation *r, const double x[2])
{
    const gud_orbit_data *d = &gud_orbit_case;
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

// film and journal are relaxed together; the journal moves by its unbalanced force over an estimate of its slope
static void relaxed_step(relaxation *r, journal *s, double t, double dt)
{
    const gud_orbit_data *d = &gud_orbit_case;
    const double W[2] = {d->turning * cos(d->speed * t), d->turning * sin(d->speed * t) - d->weight};
    const double slope = 4.0 * d->mass / (dt * dt) + 4e6 / dt;
    double x[2] = {newmark(s, 0, dt, s->a[0]), newmark(s, 1, dt, s->a[1])}, a[2] = {0};
    for (int k = 0; k < (r->nx + 1) * (r->ny + 1); k++) r->old[k] = r->theta[k] * r->h[k];
    for (int n = 0; n < 4000; n++) {
        gap_set(r, x);
        double moved = 0.0;
        for (int sweep = 0; sweep < 4; sweep++) moved = relax(r, 1.5);
        film_force(r, s->F);
        double off = 0.0;
        for (int i = 0; i < 2; i++) {
            a[i] = (x[i] - s->x[i] - dt * s->v[i]) * 4.0 / (dt * dt) - s->a[i];
            const double rest = W[i] + s->F[i] - d->mass * a[i];
            x[i] += rest / slope;
            off = fmax(off, fabs(rest));
        }
        if (off < 0.05 && moved < 1e-5) break;
    }
    for (int i = 0; i < 2; i++) {
        s->v[i] += 0.5 * dt * (s->a[i] + a[i]);
        s->a[i] = a[i], s->x[i] = x[i];
    }
}

static void relaxed_orbit(int nx, int ny, int steps, double turns, gud_orbit *got)
{
    const gud_orbit_data *d = &gud_orbit_case;
    const double dt = turns * 2.0 * pi / d->speed / steps;
    relaxation r = {.nx = nx, .ny = ny, .ring = true, .entrain = 0.5 * d->speed * d->radius, .eta = d->viscosity};
    r.dx = 2.0 * pi * d->radius / nx, r.dy = 0.5 * d->width / ny, r.per_dt = 1.0 / dt;
    journal s = {.a = {d->turning / d->mass, -d->weight / d->mass}};
    relaxation_open(&r, d->ambient);
    gap_set(&r, s.x);
    *got = (gud_orbit){0};
    for (int n = 1; n <= steps; n++) {
        relaxed_step(&r, &s, n * dt, dt);
        got->eps = fmax(got->eps, hypot(s.x[0], s.x[1]) / d->clearance);
    }
    for (int i = 0; i < 2; i++) got->place[i] = s.x[i] / d->clearance, got->force[i] = s.F[i];
    relaxation_close(&r);
}

static void orbit(void **state)
{
    (void)state;
    gud_error error;
    gud_orbit ours, one, two;
    const double turns = 1.0;
    assert_int_equal(gud_verify_orbit(192, 12, 100, turns, &ours, &error), GUD_OK);
    relaxed_orbit(64, 8, 100, turns, &one);
    relaxed_orbit(128, 16, 200, turns, &two);
    print_message("orbit: place %.5f %.5f, eps %.5f, force %.3f %.3f N\n", ours.place[0], ours.place[1], ours.eps,
                  ours.force[0], ours.force[1]);
    print_message("       relaxed %.5f %.5f, eps %.5f, force %.3f %.3f N\n", one.place[0], one.place[1], one.eps,
                  one.force[0], one.force[1]);
    print_message("       relaxed %.5f %.5f, eps %.5f, force %.3f %.3f N\n", two.place[0], two.place[1], two.eps,
                  two.force[0], two.force[1]);
    for (int i = 0; i < 2; i++) {
        assert_close(2.0 * two.place[i] - one.place[i], ours.place[i], 5e-3, ours.eps);
        assert_close(2.0 * two.force[i] - one.force[i], ours.force[i], 5e-3, hypot(ours.force[0], ours.force[1]));
    }
    assert_close(2.0 * two.eps - one.eps, ours.eps, 5e-3, 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(dimpled_pad), cmocka_unit_test(orbit)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
