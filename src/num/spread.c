#include "num/spread.h"

#include "base/alloc.h"

#include <math.h>
#include <stdlib.h>

static const double z = 1.959963984540054; // 95 %

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void gud_spread_sort(double *y, int n)
{
    qsort(y, (size_t)n, sizeof *y, compare);
}

double gud_spread_percentile(const double *y, int n, double fraction)
{
    const double t = fraction * (n - 1);
    const int j = (int)t;
    return j + 1 < n ? y[j] + (t - j) * (y[j + 1] - y[j]) : y[n - 1];
}

void gud_spread_moments(const double *y, int n, double *mean, double *std)
{
    double sum = 0.0, square = 0.0;
    for (int i = 0; i < n; i++) sum += y[i] / n;
    for (int i = 0; i < n; i++) square += (y[i] - sum) * (y[i] - sum);
    *mean = sum;
    *std = n > 1 ? sqrt(square / (n - 1)) : 0.0;
}

gud_interval gud_spread_fraction(int k, int n)
{
    const double p = (double)k / n, zn = z * z / n;
    const double half = z * sqrt(p * (1.0 - p) / n + 0.25 * zn / n), middle = p + 0.5 * zn;
    // none and all are exact bounds, which rounding does not spoil
    return (gud_interval){p, k == 0 ? 0.0 : (middle - half) / (1.0 + zn), k == n ? 1.0 : (middle + half) / (1.0 + zn)};
}

// ---- ranks

typedef struct {
    double value;
    int index;
} item;

static int compare_items(const void *a, const void *b)
{
    const item *x = a, *y = b;
    if (x->value != y->value) return x->value > y->value ? 1 : -1;
    return (x->index > y->index) - (x->index < y->index);
}

// equal values share their mean rank
static void rank_all(item *items, int n, const double *y, double *ranks)
{
    for (int i = 0; i < n; i++) items[i] = (item){y[i], i};
    qsort(items, (size_t)n, sizeof *items, compare_items);
    for (int i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && items[end].value == items[i].value;) end++;
        for (int k = i; k < end; k++) ranks[items[k].index] = 0.5 * (i + end - 1);
    }
}

static double correlation(const double *a, const double *b, int n)
{
    const double mean = 0.5 * (n - 1);
    double ab = 0.0, aa = 0.0, bb = 0.0;
    for (int i = 0; i < n; i++) {
        ab += (a[i] - mean) * (b[i] - mean);
        aa += (a[i] - mean) * (a[i] - mean);
        bb += (b[i] - mean) * (b[i] - mean);
    }
    return aa > 0.0 && bb > 0.0 ? ab / sqrt(aa * bb) : (double)NAN;
}

static gud_interval with_bounds(double r, int n)
{
    if (!(fabs(r) < 1.0) || n < 4) return (gud_interval){r, r, r};
    const double half = z * sqrt((1.0 + 0.5 * r * r) / (n - 3)), middle = atanh(r);
    return (gud_interval){r, tanh(middle - half), tanh(middle + half)};
}

gud_status gud_spread_rank(const double *x, const double *y, int n, gud_interval *rho)
{
    double *ranks = gud_alloc(2 * (size_t)n, sizeof *ranks);
    item *items = gud_alloc((size_t)n, sizeof *items);
    const gud_status st = ranks && items ? GUD_OK : GUD_ERR_MEMORY;
    if (st == GUD_OK) {
        rank_all(items, n, x, ranks);
        rank_all(items, n, y, ranks + n);
        *rho = with_bounds(correlation(ranks, ranks + n, n), n);
    }
    gud_free(ranks);
    gud_free(items);
    return st;
}
