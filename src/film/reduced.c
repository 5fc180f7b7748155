// Tables of reduced pressure. Nodes are as far apart as f/rho changes by 1 %; between them the inverse p(P) is a cubic
// with the exact values and slopes f/rho at both ends, good to 3e-9 of the step.

#include "film/reduced.h"

#include "base/alloc.h"

#include <math.h>

enum { most = 4096, fewest = 64 };
static const double change = 0.01;   // of ln(f/rho) from node to node
static const double stiffest = 18.0; // ln f where the range of a viscosity law ends
static const double highest = 1e10;  // Pa, if the viscosity has not got there before

struct gud_reduced {
    int n;            // nodes
    double p[most];   // pressure
    double P[most];   // reduced pressure
    double p_P[most]; // f / rho
};

typedef struct {
    double ratio, slope, log_f; // rho/f, d ln(f/rho)/dp, ln f
} oil_at;

static oil_at oil_at_pressure(const gud_lubricant *oil, double p)
{
    double v[4];
    gud_lubricant_out out = {&v[0], &v[1], &v[2], &v[3]};
    gud_lubricant_eval(oil, 1, &p, &out);
    return (oil_at){v[2] * oil->eta0 / v[0], v[1] / v[0] - v[3] / v[2], log(v[0] / oil->eta0)};
}

// integral of rho/f from p to p + d: Gauss-Legendre, 5 points
static double integral(const gud_lubricant *oil, double p, double d)
{
    static const double x[] = {0.0, 0.5384693101056831, -0.5384693101056831, 0.9061798459386640, -0.9061798459386640};
    static const double w[] = {0.5688888888888889, 0.4786286704993665, 0.4786286704993665, 0.2369268850561891,
                               0.2369268850561891};
    double sum = 0.0;
    for (int i = 0; i < 5; i++) sum += 0.5 * d * w[i] * oil_at_pressure(oil, p + 0.5 * d * (1.0 + x[i])).ratio;
    return sum;
}

gud_status gud_reduced_create(const gud_lubricant *oil, gud_error *error, gud_reduced **reduced)
{
    *reduced = NULL;
    gud_reduced *r = gud_alloc(1, sizeof *r);
    if (!r) return gud_fail(error, GUD_ERR_MEMORY, "lubricant: no memory for its table");
    oil_at at = oil_at_pressure(oil, 0.0);
    r->p_P[0] = 1.0 / at.ratio;
    for (r->n = 1; r->n < most && at.log_f < stiffest && r->p[r->n - 1] < highest; r->n++) {
        const int i = r->n;
        const double step = fmin(change / fmax(fabs(at.slope), 1e-30), highest / fewest);
        r->p[i] = r->p[i - 1] + step;
        r->P[i] = r->P[i - 1] + integral(oil, r->p[i - 1], step);
        at = oil_at_pressure(oil, r->p[i]);
        r->p_P[i] = 1.0 / at.ratio;
    }
    if (!isfinite(r->P[r->n - 1]) || !isfinite(r->p_P[r->n - 1])) {
        gud_free(r);
        return gud_fail(error, GUD_ERR_INPUT, "viscosity or density at high pressure is not a number");
    }
    *reduced = r;
    return GUD_OK;
}

void gud_reduced_free(gud_reduced *reduced)
{
    gud_free(reduced);
}

// the node below x among n ascending ones, at most the last but one
static int node_below(const double *nodes, int n, double x)
{
    int low = 0, high = n - 1;
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (nodes[middle] <= x)
            low = middle;
        else
            high = middle;
    }
    return low;
}

// cubic y with its slope at x between x0 and x0 + d
static void cubic(double x, double x0, double d, const double y[2], const double y_x[2], double *value, double *slope)
{
    const double t = (x - x0) / d, s = 1.0 - t, rise = (y[1] - y[0]) / d;
    *value = y[0] + d * t * (y_x[0] * s * s + t * (rise * (1.0 + 2.0 * s) - y_x[1] * s));
    *slope = y_x[0] * s * (1.0 - 3.0 * t) + 6.0 * rise * t * s + y_x[1] * t * (3.0 * t - 2.0);
}

double gud_reduced_of(const gud_reduced *r, double pressure)
{
    const int last = r->n - 1;
    if (pressure <= 0.0) return pressure / r->p_P[0];
    if (pressure >= r->p[last]) return r->P[last] + (pressure - r->p[last]) / r->p_P[last];
    const int i = node_below(r->p, r->n, pressure);
    const double ends[2] = {1.0 / r->p_P[i], 1.0 / r->p_P[i + 1]};
    double value, slope;
    cubic(pressure, r->p[i], r->p[i + 1] - r->p[i], &r->P[i], ends, &value, &slope);
    return value;
}

static void inverse(const gud_reduced *r, double P, double *pressure, double *slope)
{
    const int last = r->n - 1;
    if (P <= 0.0) {
        *slope = r->p_P[0];
        *pressure = P * *slope;
    } else if (P >= r->P[last]) {
        *slope = r->p_P[last];
        *pressure = r->p[last] + (P - r->P[last]) * *slope;
    } else {
        const int i = node_below(r->P, r->n, P);
        cubic(P, r->P[i], r->P[i + 1] - r->P[i], &r->p[i], &r->p_P[i], pressure, slope);
    }
}

void gud_reduced_pressures(const gud_reduced *r, int n, double base, const double *u, double *pressure, double *slope)
{
    for (int k = 0; k < n; k++) inverse(r, base + u[k], &pressure[k], &slope[k]);
}

double gud_reduced_bound(const gud_reduced *r)
{
    return r->P[r->n - 1];
}

double gud_reduced_pressure(const gud_reduced *r)
{
    return r->p[r->n - 1];
}
