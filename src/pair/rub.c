#include "pair/rub.h"

#include <math.h>

// slip of cell k along the two directions; returns its size
static double slip_of(const gud_gap_field *f, int k, double s[2])
{
    s[0] = f->slip[0][k];
    s[1] = f->slip[1] ? f->slip[1][k] : 0.0;
    return f->slip[1] ? hypot(s[0], s[1]) : fabs(s[0]);
}

// slip by the rate of every coordinate, along the two directions, and its part along `unit`
static void pulls_set(const gud_gap_field *f, int k, const double unit[2], double *u, double *v, double *pull)
{
    for (int a = 0; a < f->nq; a++) {
        u[a] = f->slip_v[0][a] ? f->slip_v[0][a][k] : 0.0;
        v[a] = f->slip[1] && f->slip_v[1][a] ? f->slip_v[1][a][k] : 0.0;
        pull[a] = u[a] * unit[0] + v[a] * unit[1];
    }
}

double gud_rub(const gud_friction *friction, const gud_gap_field *f, const gud_cell_load *on, gud_response *r,
               double *pulls)
{
    const int n = f->nq, k = on->cell;
    double s[2], unit[2], mu, mu_speed, *pull = pulls, *u = pulls + n, *v = pulls + 2 * n;
    const double speed = slip_of(f, k, s), tiny = 1e-300, load = on->load;
    friction->law->curve(&friction->params, 1, &speed, &mu, &mu_speed);
    const double grip = speed > tiny ? mu / speed : mu_speed; // by the slip, across it as well as along it at rest
    for (int d = 0; d < 2; d++) unit[d] = speed > tiny ? s[d] / speed : 0.0;
    pulls_set(f, k, unit, u, v, pull);
    for (int a = 0; a < n; a++) {
        double *Q_q = r->Q_q + a * n, *Q_v = r->Q_v + a * n;
        r->Q[a] -= load * mu * pull[a];
        for (int b = 0; b < n; b++) {
            const double both = u[a] * u[b] + v[a] * v[b];
            Q_v[b] -= load * (grip * both + (mu_speed - grip) * pull[a] * pull[b]);
            Q_q[b] -= mu * pull[a] * on->load_q[b];
        }
        for (int b = 0; on->load_v && b < n; b++) Q_v[b] -= mu * pull[a] * on->load_v[b];
    }
    for (int a = 0; a < n; a++) pull[a] *= -mu;
    return load * mu * speed;
}
