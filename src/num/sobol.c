#include "num/sobol.h"

#include "base/alloc.h"
#include "num/random.h"

#include <math.h>

enum { replicates = 1000 };

// blocks of a replicate; NULL: all of them, once
typedef struct {
    const double *y;
    const int *chosen;
    int n, nfactor;
} blocks;

static const double *block_of(const blocks *b, int i)
{
    return b->y + (size_t)(b->chosen ? b->chosen[i] : i) * (size_t)(b->nfactor + 2);
}

// of f(A) and f(B) together
static void mean_and_variance(const blocks *b, double *mean, double *variance)
{
    double sum = 0.0, square = 0.0;
    for (int i = 0; i < b->n; i++) sum += block_of(b, i)[0] + block_of(b, i)[1];
    *mean = sum / (2 * b->n);
    for (int i = 0; i < b->n; i++)
        for (int k = 0; k < 2; k++) square += (block_of(b, i)[k] - *mean) * (block_of(b, i)[k] - *mean);
    *variance = square / (2 * b->n - 1);
}

// equations (21) and (22): first[nfactor], total[nfactor], `stride` apart
static void estimate(const blocks *b, double *first, double *total, size_t stride)
{
    double mean, variance;
    mean_and_variance(b, &mean, &variance);
    for (int k = 0; k < b->nfactor; k++) {
        double weak = 0.0, strong = 0.0, other = 0.0;
        for (int i = 0; i < b->n; i++) {
            const double *y = block_of(b, i), change = y[k + 2] - y[0], off = y[k + 2] - y[1];
            weak += (y[1] - mean) * change;
            strong += off * off;
            other += change * change;
        }
        const double t = other / (2.0 * b->n * variance), weight = fmin(t, 1.0);
        const double s = (1.0 - weight) * weak / (b->n * variance) + weight * (1.0 - strong / (2.0 * b->n * variance));
        first[(size_t)k * stride] = variance > 0.0 ? s : (double)NAN;
        total[(size_t)k * stride] = variance > 0.0 ? t : (double)NAN;
    }
}

static gud_interval interval_of(double *all)
{
    gud_spread_sort(all, replicates);
    return (gud_interval){.low = gud_spread_percentile(all, replicates, 0.025),
                          .high = gud_spread_percentile(all, replicates, 0.975)};
}

gud_status gud_sobol_find(const double *y, int n, int nfactor, uint64_t seed, gud_interval *first, gud_interval *total)
{
    const uint64_t bootstrap = 1 << 20; // a stream that no factor uses
    const size_t half = (size_t)nfactor * replicates;
    double *all = gud_alloc(2 * half, sizeof *all);
    int *chosen = gud_alloc((size_t)n, sizeof *chosen);
    const gud_status st = all && chosen ? GUD_OK : GUD_ERR_MEMORY;
    for (int r = 0; r < replicates && st == GUD_OK; r++) {
        for (int i = 0; i < n; i++) {
            const uint64_t bits = gud_random_bits(seed, bootstrap + (uint64_t)r, (uint64_t)i);
            chosen[i] = (int)((bits >> 32) * (uint64_t)n >> 32);
        }
        estimate(&(blocks){y, chosen, n, nfactor}, all + r, all + half + r, replicates);
    }
    for (int k = 0; k < nfactor && st == GUD_OK; k++) {
        first[k] = interval_of(all + (size_t)k * replicates);
        total[k] = interval_of(all + half + (size_t)k * replicates);
    }
    if (st == GUD_OK) estimate(&(blocks){y, NULL, n, nfactor}, all, all + half, 1); // of all blocks
    for (int k = 0; k < nfactor && st == GUD_OK; k++) {
        first[k].value = all[k];
        total[k].value = all[half + (size_t)k];
    }
    gud_free(all);
    gud_free(chosen);
    return st;
}
