// Recesses: one unknown each beside those of the cells. With A the matrix of the cells, C and R the columns and rows of
// the recesses and D their own slopes,
//
//     [ A C ] [x]   [f]        Z = A^-1 C,   S = D - R Z,
//     [ R D ] [y] = [g]:       y = S^-1 (g - R A^-1 f),   x = A^-1 f - Z y.
//
// All together they are an M-matrix, and so is S: no pivoting.

#include "film/feed.h"

#include <math.h>
#include <string.h>

// R x of the recess n
static double row_times(const gud_film *film, const gud_film_work *w, int n, const double *x)
{
    double sum = 0.0;
    for (int t = 0; t < film->ntap; t++) {
        if (film->taps[t].feed != film->recess[n]) continue;
        const int k = film->taps[t].cell;
        sum -= (w->is_full[k] * w->tap.slope[t] + w->carried[k] * gud_larger(w->tap.carry[t], 0.0)) * x[k];
    }
    return sum;
}

gud_status gud_border_factor(const gud_film *film, gud_film_work *w)
{
    static const double accurate = 1e-10; // of the iterative solver
    const int nr = film->nrecess, ncell = film->ncell;
    memset(w->border, 0, (size_t)nr * (size_t)ncell * sizeof(double));
    for (int t = 0; t < film->ntap; t++)
        for (int n = 0; n < nr; n++) {
            const int f = film->taps[t].feed, k = film->taps[t].cell;
            if (f != film->recess[n]) continue;
            w->border[(size_t)n * (size_t)ncell + (size_t)k] -=
                w->feed_full[f] * w->tap.slope[t] + w->feed_carried[f] * gud_larger(-w->tap.carry[t], 0.0);
        }
    (void)gud_film_linear(w, nr, w->border, accurate);
    double *S = w->schur;
    for (int a = 0; a < nr; a++)
        for (int b = 0; b < nr; b++)
            S[a * nr + b] = (a == b ? w->matrix.centre[ncell + film->recess[a]] : 0.0) -
                            row_times(film, w, a, w->border + (size_t)b * (size_t)ncell);
    for (int p = 0; p < nr; p++) {
        if (!(S[p * nr + p] > 0.0)) return GUD_RETRY;
        for (int a = p + 1; a < nr; a++) {
            S[a * nr + p] /= S[p * nr + p];
            for (int b = p + 1; b < nr; b++) S[a * nr + b] -= S[a * nr + p] * S[p * nr + b];
        }
    }
    return GUD_OK;
}

static void schur_solve(int n, const double *S, double *y)
{
    for (int a = 0; a < n; a++)
        for (int b = 0; b < a; b++) y[a] -= S[a * n + b] * y[b];
    for (int a = n - 1; a >= 0; a--) {
        for (int b = a + 1; b < n; b++) y[a] -= S[a * n + b] * y[b];
        y[a] /= S[a * n + a];
    }
}

void gud_border_solve(const gud_film *film, gud_film_work *w, int n, double *columns, double *feed_columns, int stride)
{
    const int nr = film->nrecess, ncell = film->ncell;
    double *y = w->recess_rhs;
    for (int c = 0; c < n; c++) {
        double *x = columns + (size_t)c * (size_t)ncell, *g = feed_columns + (size_t)c * (size_t)stride;
        for (int a = 0; a < nr; a++) y[a] = g[film->recess[a]] - row_times(film, w, a, x);
        schur_solve(nr, w->schur, y);
        for (int a = 0; a < nr; a++) {
            const double *z = w->border + (size_t)a * (size_t)ncell;
            for (int k = 0; k < ncell; k++) x[k] -= z[k] * y[a];
            g[film->recess[a]] = y[a];
        }
    }
}
