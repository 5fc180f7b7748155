#include "num/surrogate.h"

#include "base/alloc.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

static double distance(const double *a, const double *b, int n)
{
    double sum = 0.0;
    for (int i = 0; i < n; i++) sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sqrt(sum);
}

static double cube(double r)
{
    return r * r * r;
}

static void swap_rows(double *a, double *b, int n)
{
    for (int i = 0; i < n; i++) {
        const double t = a[i];
        a[i] = b[i];
        b[i] = t;
    }
}

// Gauss with row pivots on a[n][n + nright]; right sides become solutions. false: singular
static bool eliminate(double *a, int n, int nright)
{
    const double least = 1e-15; // of the largest entry, which is about 1
    const size_t width = (size_t)n + (size_t)nright;
    for (int k = 0; k < n; k++) {
        int pivot = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(a[(size_t)i * width + (size_t)k]) > fabs(a[(size_t)pivot * width + (size_t)k])) pivot = i;
        double *row = a + (size_t)k * width;
        if (!(fabs(a[(size_t)pivot * width + (size_t)k]) > least)) return false;
        if (pivot != k) swap_rows(row, a + (size_t)pivot * width, n + nright);
        for (int i = 0; i < n; i++) {
            double *other = a + (size_t)i * width;
            const double factor = other[k] / row[k];
            if (i == k || factor == 0.0) continue;
            for (size_t j = (size_t)k; j < width; j++) other[j] -= factor * row[j];
        }
    }
    for (int k = 0; k < n; k++)
        for (int j = n; j < n + nright; j++) a[(size_t)k * width + (size_t)j] /= a[(size_t)k * width + (size_t)k];
    return true;
}

// of equation (24), with the values on the right
static void fill(const gud_surrogate *s, const double *y, double *a)
{
    const int size = s->n + 1 + s->nvar, width = size + s->nout;
    for (int i = 0; i < s->n; i++) {
        double *row = a + (size_t)i * (size_t)width;
        const double *x = s->x + (size_t)i * (size_t)s->nvar;
        for (int j = 0; j < s->n; j++) row[j] = cube(distance(x, s->x + (size_t)j * (size_t)s->nvar, s->nvar));
        for (int v = 0; v <= s->nvar; v++) {
            const double p = v == 0 ? 1.0 : x[v - 1];
            row[s->n + v] = p;
            a[(size_t)(s->n + v) * (size_t)width + (size_t)i] = p;
        }
        for (int o = 0; o < s->nout; o++) row[size + o] = y[i * s->nout + o];
    }
}

gud_status gud_surrogate_fit(int n, int nvar, int nout, const double *x, const double *y, gud_surrogate *s)
{
    const size_t size = (size_t)n + 1 + (size_t)nvar, width = size + (size_t)nout;
    *s = (gud_surrogate){.n = n, .nvar = nvar, .nout = nout};
    if (n < nvar + 1) return 1;
    double *a = gud_alloc(size * width, sizeof *a);
    s->x = gud_alloc((size_t)n * (size_t)nvar, sizeof *s->x);
    s->weights = gud_alloc((size_t)nout * size, sizeof *s->weights);
    gud_status st = a && s->x && s->weights ? GUD_OK : GUD_ERR_MEMORY;
    if (st == GUD_OK) {
        memcpy(s->x, x, (size_t)n * (size_t)nvar * sizeof *x);
        fill(s, y, a);
        if (!eliminate(a, (int)size, nout)) st = 1;
        for (size_t o = 0; o < (size_t)nout; o++)
            for (size_t i = 0; i < size; i++) s->weights[o * size + i] = a[i * width + size + o];
    }
    gud_free(a);
    return st;
}

void gud_surrogate_free(gud_surrogate *s)
{
    gud_free(s->x);
    gud_free(s->weights);
    *s = (gud_surrogate){0};
}

void gud_surrogate_eval(const gud_surrogate *s, const double *x, double *y)
{
    const int size = s->n + 1 + s->nvar;
    for (int o = 0; o < s->nout; o++) {
        const double *tail = s->weights + (size_t)o * (size_t)size + s->n;
        y[o] = tail[0];
        for (int v = 0; v < s->nvar; v++) y[o] += tail[v + 1] * x[v];
    }
    for (int i = 0; i < s->n; i++) {
        const double phi = cube(distance(x, s->x + (size_t)i * (size_t)s->nvar, s->nvar));
        for (int o = 0; o < s->nout; o++) y[o] += phi * s->weights[(size_t)o * (size_t)size + (size_t)i];
    }
}
