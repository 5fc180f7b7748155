// Tables of fluidity, and films of oils that thin.

#include "film/thinning.h"

#include "base/alloc.h"

#include <math.h>

enum { most = 2048, points = 16 };
static const double step = 0.05;                    // of ln t from node to node
static const double slowest = 1e-3, fastest = 1e13; // 1/s, rates that the table spans
static const double steepest = 0.05;                // d ln t / d ln rate below which stress counts as constant
static const double nearly_constant = 1e-6;         // K/a below which flow is linear in K

struct gud_thinning {
    int n;
    double first;                   // ln t of the first node
    double log_F[most], rise[most]; // ln F and d ln F / d ln t
};

typedef struct {
    double log_t, slope, log_g; // at a rate; slope = d ln t / d ln rate
} law_at;

static law_at evaluate(const gud_shear_law *law, const void *params, double log_rate)
{
    const double rate = exp(log_rate);
    double g, g_rate;
    law->eval(params, 1, &rate, &g, &g_rate);
    return (law_at){log_rate + log(g), 1.0 + rate * g_rate / g, log(g)};
}

gud_status gud_thinning_create(const gud_shear_law *law, const void *params, gud_error *error, gud_thinning **thinning)
{
    *thinning = NULL;
    gud_thinning *t = gud_alloc(1, sizeof *t);
    if (!t) return gud_fail(error, GUD_ERR_MEMORY, "lubricant: no memory for its table");
    double x = log(slowest);
    t->first = evaluate(law, params, x).log_t;
    for (; t->n < most && x < log(fastest); t->n++) {
        const double y = t->first + t->n * step;
        law_at at = evaluate(law, params, x);
        for (int i = 0; i < 50 && fabs(y - at.log_t) > 1e-14 * fabs(y) && at.slope >= steepest; i++) {
            x += (y - at.log_t) / at.slope;
            at = evaluate(law, params, x);
        }
        if (!(at.slope >= steepest) || !isfinite(at.log_g)) {
            gud_free(t);
            return gud_fail(error, GUD_ERR_INPUT,
                            "lubricant: beyond a rate of %.2g 1/s stress does not grow any more: give a floor, or thin "
                            "it less",
                            exp(x));
        }
        t->log_F[t->n] = -at.log_g;
        t->rise[t->n] = 1.0 / at.slope - 1.0;
    }
    *thinning = t;
    return GUD_OK;
}

void gud_thinning_free(gud_thinning *thinning)
{
    gud_free(thinning);
}

// cubic through values and slopes of two nodes; constant before the first and a power law behind the last
double gud_thinning_fluidity(const gud_thinning *t, double stress, double *slope)
{
    if (!(stress > 0.0)) {
        *slope = 0.0;
        return exp(t->log_F[0]);
    }
    const double y = (log(stress) - t->first) / step;
    double value, rise;
    if (y <= 0.0) {
        value = t->log_F[0], rise = 0.0;
    } else if (y >= t->n - 1) {
        rise = t->rise[t->n - 1];
        value = t->log_F[t->n - 1] + rise * (y - (t->n - 1)) * step;
    } else {
        const int i = (int)y;
        const double a = y - i, b = 1.0 - a, grow = (t->log_F[i + 1] - t->log_F[i]) / step;
        value = t->log_F[i] + step * a * (t->rise[i] * b * b + a * (grow * (1.0 + 2.0 * b) - t->rise[i + 1] * b));
        rise = t->rise[i] * b * (1.0 - 3.0 * a) + 6.0 * grow * a * b + t->rise[i + 1] * a * (3.0 * a - 2.0);
    }
    const double F = exp(value);
    *slope = F * rise / stress;
    return F;
}

// sums over the film: mean rate A, flow P, and their slopes by a and K (along the sliding or across it)
typedef struct {
    double A, A_a, A_K, P, P_a, P_K;
} sums;

static const double gauss_x[] = {0.0950125098376374, 0.2816035507792589, 0.4580167776572274, 0.6178762444026438,
                                 0.7554044083550030, 0.8656312023878318, 0.9445750230732326, 0.9894009349916499};
static const double gauss_w[] = {0.1894506104550685, 0.1826034150449236, 0.1691565193950025, 0.1495959888165767,
                                 0.1246289712555339, 0.0951585116824928, 0.0622535239386479, 0.0271524594117541};

// stress (a + K s, N s): K along, N across; slopes by K are those by whichever of both `along` names
static sums film_sums(const gud_thinning *t, bool along, double a, double K, double N)
{
    sums m = {0};
    for (int i = 0; i < points; i++) {
        const double s = i < 8 ? gauss_x[i] : -gauss_x[i - 8], w = 0.5 * gauss_w[i % 8];
        const double x = a + K * s, y = N * s, size = sqrt(x * x + y * y);
        double F_t;
        const double F = gud_thinning_fluidity(t, size, &F_t), by = size > 0.0 ? F_t / size : 0.0;
        m.A += w * x * F;
        m.A_a += w * (F + by * x * x);
        m.A_K += w * s * (along ? F + by * x * x : by * x * y);
        m.P += 3.0 * w * s * F * (along ? x : y);
        m.P_a += 3.0 * w * s * (along ? F + by * x * x : by * x * y);
        m.P_K += 3.0 * w * s * s * (along ? F + by * x * x : F + by * y * y);
    }
    return m;
}

// The mean rate grows with a, faster and faster: Newton's method comes down from the right, where the oil does not
// thin.
static double find_stress(const gud_thinning *t, bool along, double rate, double K, double N, double guess, sums *m)
{
    double a = guess > 0.0 && guess < rate ? guess : rate;
    for (int n = 0; n < 200; n++) {
        *m = film_sums(t, along, a, K, N);
        const double miss = m->A - rate;
        if (fabs(miss) <= 1e-14 * rate) break;
        const double next = fmin(a - miss / m->A_a, rate);
        if (next == a) break;
        a = next > 0.0 ? next : 0.5 * a;
    }
    return a;
}

gud_sheared gud_thinning_flow(const gud_thinning *t, bool along, double rate, double K, double guess)
{
    sums m;
    const double a = find_stress(t, along, rate, along ? K : 0.0, along ? 0.0 : K, guess, &m);
    gud_sheared out = {.stress = a, .flow = m.P};
    out.flow_K = m.P_K - m.P_a * m.A_K / m.A_a;
    out.flow_rate = m.P_a / m.A_a;
    if (K <= nearly_constant * a) out.flow = K * out.flow_K;
    return out;
}

double gud_thinning_stress(const gud_thinning *t, double rate, double K_along, double K_across)
{
    sums m;
    return find_stress(t, true, rate, K_along, K_across, 0.0, &m);
}
