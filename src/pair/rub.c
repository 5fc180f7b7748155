#include "pair/rub.h"

#include <math.h>

// slip of cell k along the two directions; returns its size
static double slip_of(const gud_gap_field *f, int k, double s[2])
{
    s[0] = f->slip[0][k];
    s[1] = f->slip[1] ? f->slip[1][k] : 0.0;
    return f->slip[1] ? hypot(s[0], s[1]) : fabs(s[0]);
}

static double along(const gud_gap_field *f, int a, int k, const double s[2])
{
    const double *u = f->slip_v[0][a], *v = f->slip[1] ? f->slip_v[1][a] : NULL;
    return (u ? u[k] * s[0] : 0.0) + (v ? v[k] * s[1] : 0.0);
}

double gud_rub(const gud_friction *friction, const gud_gap_field *f, const gud_cell_load *on, gud_response *r,
               double *pulls)
{
    const int n = f->nq, k = on->cell;
    double s[2], unit[2], mu, mu_speed;
    const double speed = slip_of(f, k, s), tiny = 1e-300, load = on->load;
    friction->law->curve(&friction->params, 1, &speed, &mu, &mu_speed);
    const double grip = speed > tiny ? mu / speed : mu_speed; // by the slip, across it as well as along it at rest
    for (int d = 0; d < 2; d++) unit[d] = speed > tiny ? s[d] / speed : 0.0;
    for (int a = 0; a < n; a++) {
        const double pull = along(f, a, k, unit);
        r->Q[a] -= load * mu * pull;
        if (pulls) pulls[a] = -mu * pull;
        for (int b = 0; b < n; b++) {
            double both = 0.0;
            for (int d = 0; d < 2; d++)
                if (f->slip[d] && f->slip_v[d][a] && f->slip_v[d][b]) both += f->slip_v[d][a][k] * f->slip_v[d][b][k];
            r->Q_v[a * n + b] -= load * (grip * both + (mu_speed - grip) * pull * along(f, b, k, unit));
            r->Q_q[a * n + b] -= mu * pull * on->load_q[b];
            if (on->load_v) r->Q_v[a * n + b] -= mu * pull * on->load_v[b];
        }
    }
    return load * mu * speed;
}
