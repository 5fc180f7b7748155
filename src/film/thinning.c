// Tables of fluidity, and films of oils that thin.

#include "film/thinning.h"

#include "base/alloc.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { octave_bits = 7, mantissa_bits = 52 - octave_bits, most = 64 << octave_bits };
static const double slowest = 1e-3, fastest = 1e13; // 1/s, rates that the table spans
static const double steepest = 0.05;                // d ln t / d ln rate below which stress counts as constant
static const double nearly_constant = 1e-6;         // K/a below which flow is linear in K

// F on n intervals, each 1/128 of an octave of t: cubics with the exact values and slopes at both ends. The first bits
// of t are the number of its interval, the others the place in it, so that neither logarithm nor power is needed.
struct gud_thinning {
    int n;
    uint64_t first;    // bits of the first node
    double from, to;   // t of the first and the last node
    double last, rise; // F at the last node, and d ln F / d ln t from there on
    double cubic[most][4];
};

static double node_at(uint64_t first, int i)
{
    const uint64_t bits = (first + (uint64_t)i) << mantissa_bits;
    double t;
    memcpy(&t, &bits, sizeof t);
    return t;
}

static uint64_t node_of(double t)
{
    uint64_t bits;
    memcpy(&bits, &t, sizeof bits);
    return bits >> mantissa_bits;
}

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

// 128 over the power of two below the node
static double per_width_at(uint64_t node)
{
    const uint64_t bits = (uint64_t)(2 * 1023 + octave_bits - (int)(node >> octave_bits)) << 52;
    double per_width;
    memcpy(&per_width, &bits, sizeof per_width);
    return per_width;
}

// the law at a stress, from a guess of the rate; its slope is below `steepest` where stress does not get there
static law_at law_at_stress(const gud_shear_law *law, const void *params, double log_t, double *log_rate)
{
    law_at at = evaluate(law, params, *log_rate);
    for (int i = 0; i < 50 && fabs(log_t - at.log_t) > 1e-14 * fabs(log_t) && at.slope >= steepest; i++) {
        *log_rate += (log_t - at.log_t) / at.slope;
        at = evaluate(law, params, *log_rate);
    }
    return at;
}

// values and slopes by t, times the width d of the interval, at both its ends
static void cubic_set(double *c, const double F[2], const double F_t[2], double d)
{
    const double rise = F[1] - F[0], low = d * F_t[0], high = d * F_t[1];
    c[0] = F[0];
    c[1] = low;
    c[2] = 3.0 * rise - 2.0 * low - high;
    c[3] = low + high - 2.0 * rise;
}

static gud_status refuse(gud_thinning *t, double log_rate, gud_error *error)
{
    gud_free(t);
    return gud_fail(
        error, GUD_ERR_INPUT,
        "lubricant: beyond a rate of %.2g 1/s the stress no longer grows: give a floor, or less shear thinning",
        exp(log_rate));
}

gud_status gud_thinning_create(const gud_shear_law *law, const void *params, gud_error *error, gud_thinning **thinning)
{
    *thinning = NULL;
    gud_thinning *t = gud_alloc(1, sizeof *t);
    if (!t) return gud_fail(error, GUD_ERR_MEMORY, "lubricant: no memory for its table");
    double x = log(slowest), F[2] = {0}, F_t[2] = {0};
    t->first = node_of(exp(evaluate(law, params, x).log_t));
    t->from = node_at(t->first, 0);
    for (int i = 0; i <= most && x < log(fastest); i++) {
        t->to = node_at(t->first, i);
        const law_at at = law_at_stress(law, params, log(t->to), &x);
        if (!(at.slope >= steepest) || !isfinite(at.log_g)) return refuse(t, x, error);
        t->rise = 1.0 / at.slope - 1.0;
        F[0] = F[1], F_t[0] = F_t[1];
        F[1] = t->last = exp(-at.log_g);
        F_t[1] = F[1] * t->rise / t->to;
        if (i > 0) cubic_set(t->cubic[i - 1], F, F_t, t->to - node_at(t->first, i - 1));
        t->n = i;
    }
    *thinning = t;
    return GUD_OK;
}

void gud_thinning_free(gud_thinning *thinning)
{
    gud_free(thinning);
}

// constant before the first node and a power law behind the last
static double fluidity_beyond(const gud_thinning *t, double stress, double *slope)
{
    const bool behind = stress >= t->to;
    const double F = behind ? t->last * pow(stress / t->to, t->rise) : t->cubic[0][0];
    *slope = behind ? F * t->rise / stress : 0.0;
    return F;
}

static inline double fluidity(const gud_thinning *t, double stress, double *slope)
{
    if (!(stress >= t->from) || !(stress < t->to)) return fluidity_beyond(t, stress, slope);
    const uint64_t node = node_of(stress);
    const double per_width = per_width_at(node), a = (stress - node_at(node, 0)) * per_width;
    const double *c = t->cubic[node - t->first];
    *slope = (c[1] + a * (2.0 * c[2] + a * 3.0 * c[3])) * per_width;
    return c[0] + a * (c[1] + a * (c[2] + a * c[3]));
}

double gud_thinning_fluidity(const gud_thinning *t, double stress, double *slope)
{
    return fluidity(t, stress, slope);
}

// ---- sums over the film: mean rate A, flow P, their slopes by a and by K; that of P by a is 3 A_K
typedef struct {
    double A, A_a, A_K, P, P_K;
} sums;

static const double gauss_x[] = {0.0950125098376374, 0.2816035507792589, 0.4580167776572274, 0.6178762444026438,
                                 0.7554044083550030, 0.8656312023878318, 0.9445750230732326, 0.9894009349916499};
static const double gauss_w[] = {0.1894506104550685, 0.1826034150449236, 0.1691565193950025, 0.1495959888165767,
                                 0.1246289712555339, 0.0951585116824928, 0.0622535239386479, 0.0271524594117541};
enum { points = GUD_COUNT(gauss_x) }; // on either side of the middle

// stress a + K s in the direction of sliding
static sums sums_along(const gud_thinning *t, double a, double K, double N)
{
    (void)N;
    sums m = {0};
    for (int i = 0; i < 2 * points; i++) {
        const double s = i < points ? gauss_x[i] : -gauss_x[i - points], w = 0.5 * gauss_w[i % points], x = a + K * s;
        double F_t;
        const double F = fluidity(t, fabs(x), &F_t), grow = F + F_t * fabs(x);
        m.A += w * x * F;
        m.A_a += w * grow;
        m.A_K += w * s * grow;
        m.P += 3.0 * w * s * x * F;
        m.P_K += 3.0 * w * s * s * grow;
    }
    return m;
}

// stress (a, K s), the same on either side of the middle
static sums sums_across(const gud_thinning *t, double a, double K, double N)
{
    (void)N;
    sums m = {0};
    for (int i = 0; i < points; i++) {
        const double s = gauss_x[i], w = gauss_w[i], y = K * s, size = sqrt(a * a + y * y);
        double F_t;
        const double F = fluidity(t, size, &F_t), by = size > 0.0 ? F_t / size : 0.0;
        m.A += w * a * F;
        m.A_a += w * (F + by * a * a);
        m.A_K += w * s * by * a * y;
        m.P += 3.0 * w * s * F * y;
        m.P_K += 3.0 * w * s * s * (F + by * y * y);
    }
    return m;
}

// stress (a + K s, N s); the mean rate alone
static sums sums_both(const gud_thinning *t, double a, double K, double N)
{
    sums m = {0};
    for (int i = 0; i < 2 * points; i++) {
        const double s = i < points ? gauss_x[i] : -gauss_x[i - points], w = 0.5 * gauss_w[i % points];
        const double x = a + K * s, size = sqrt(x * x + N * N * s * s);
        double F_t;
        const double F = fluidity(t, size, &F_t), by = size > 0.0 ? F_t / size : 0.0;
        m.A += w * x * F;
        m.A_a += w * (F + by * x * x);
    }
    return m;
}

// The mean rate grows with a, faster and faster: Newton's method comes down from the right, where the oil does not
// thin. The last step is so small that its square is rounding, and needs no new sums.
static double find_stress(const gud_thinning *t, sums (*sum)(const gud_thinning *, double, double, double), double rate,
                          double K, double N, double guess, sums *m)
{
    static const double small = 1e-8;
    double a = guess > 0.0 && guess < rate ? guess : rate;
    for (int n = 0; n < 200; n++) {
        *m = sum(t, a, K, N);
        const double step = (rate - m->A) / m->A_a, next = fmin(a + step, rate);
        if (fabs(step) <= small * a || next == a) {
            m->P += 3.0 * m->A_K * (next - a);
            return next;
        }
        a = next > 0.0 ? next : 0.5 * a;
    }
    return a;
}

gud_sheared gud_thinning_flow(const gud_thinning *t, bool along, double rate, double K, double guess)
{
    sums m;
    const double a = find_stress(t, along ? sums_along : sums_across, rate, K, 0.0, guess, &m), P_a = 3.0 * m.A_K;
    gud_sheared out = {.stress = a, .flow = m.P};
    out.flow_K = m.P_K - P_a * m.A_K / m.A_a;
    out.flow_rate = P_a / m.A_a;
    if (K <= nearly_constant * a) out.flow = K * out.flow_K;
    return out;
}

double gud_thinning_stress(const gud_thinning *t, double rate, double K_along, double K_across, double guess)
{
    sums m;
    return find_stress(t, sums_both, rate, K_along, K_across, guess, &m);
}
