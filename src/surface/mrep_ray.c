// Where a ray meets the algebraic surface of a patch: eigenvalues of a pencil, and golden section on D;
// docs/theory/surface.md, (20) to (22).

#include "surface/mrep_matrix.h"

#include <lapacke.h>
#include <math.h>

// all in the patch's own scale
static const double nearly_real = 1e-4; // imaginary part of a double root that rounding has split
static const double same_root = 1e-9;   // two preimages of one hit
static const double on_surface = 1e-10; // largest judgement of a root
static const double first_step = 1e-3;  // of the window, in the bracketing
static const double golden = 0.6180339887498949;

// a ray in the scale of a patch
typedef struct {
    double x[4], n[4], low, high;
} ray;

static ray ray_local(const gud_mrep *a, const double x[3], const double n[3], double low, double high)
{
    ray y = {.n = {0.0, n[0], n[1], n[2]}, .low = low / a->scale, .high = high / a->scale};
    gud_mrep_local(a, x, y.x);
    return y;
}

// ascending |h|, without repetitions
static int sort_near(double *h, int n)
{
    int kept = 0;
    for (int i = 0; i < n; i++) {
        const double value = h[i];
        int at = kept;
        bool again = false;
        for (int j = 0; j < kept; j++) again = again || fabs(h[j] - value) < same_root;
        if (again) continue;
        for (; at > 0 && fabs(h[at - 1]) > fabs(value); at--) h[at] = h[at - 1];
        h[at] = value;
        kept++;
    }
    return kept;
}

// ---- pencil

static void square_sum(const gud_mrep *a, const double q[4], double *out)
{
    const size_t size = (size_t)a->m * (size_t)a->m;
    const double *s = a->square;
    for (size_t i = 0; i < size; i++)
        out[i] = q[0] * s[i] + q[1] * s[size + i] + q[2] * s[2 * size + i] + q[3] * s[3 * size + i];
}

// C = (A + shift B)^-1 B in w->pencil[1]; false if the shifted matrix is nearly singular
static bool reduce(const gud_mrep *a, const ray *y, double shift, gud_mrep_work *w)
{
    const int m = a->m;
    double q[4], least = INFINITY, most = 0.0;
    for (int c = 0; c < 4; c++) q[c] = y->x[c] + shift * y->n[c];
    square_sum(a, q, w->pencil[0]);
    square_sum(a, y->n, w->pencil[1]);
    if (LAPACKE_dgetrf_work(LAPACK_COL_MAJOR, m, m, w->pencil[0], m, w->pivot) != 0) return false;
    for (int i = 0; i < m; i++) {
        least = fmin(least, fabs(w->pencil[0][i * m + i]));
        most = fmax(most, fabs(w->pencil[0][i * m + i]));
    }
    if (least < 1e-13 * most) return false;
    LAPACKE_dgetrs_work(LAPACK_COL_MAJOR, 'N', m, m, w->pencil[0], m, w->pivot, w->pencil[1], m);
    return true;
}

// an eigenvalue mu of C is a root at shift - 1/mu
static bool root_of(double mu, double mu_imaginary, double shift, double *h)
{
    const double square = mu * mu + mu_imaginary * mu_imaginary;
    if (!(square > 1e-24)) return false;
    *h = shift - mu / square;
    return fabs(mu_imaginary) / square <= nearly_real * (1.0 + fabs(*h));
}

int gud_mrep_hits(const gud_mrep *mrep, const double x[3], const double n[3], double low, double high,
                  gud_mrep_work *work, double *h)
{
    static const double shifts[] = {-1.2345, 1.7891, -0.4321};
    const ray y = ray_local(mrep, x, n, low, high);
    const int m = mrep->m;
    int tried = 0, found = 0;
    while (tried < GUD_COUNT(shifts) && !reduce(mrep, &y, shifts[tried], work)) tried++;
    if (tried == GUD_COUNT(shifts)) return 0;

    double none[1];
    if (LAPACKE_dgeev_work(LAPACK_COL_MAJOR, 'N', 'N', m, work->pencil[1], m, work->sigma, work->imaginary, none, 1,
                           none, 1, work->lapack, work->nlapack) != 0)
        return 0;
    for (int i = 0; i < m; i++) {
        double root;
        const double slack = nearly_real * nearly_real;
        if (root_of(work->sigma[i], work->imaginary[i], shifts[tried], &root) && root >= y.low - slack &&
            root <= y.high + slack)
            h[found++] = root;
    }
    found = sort_near(h, found);
    for (int i = 0; i < found; i++) h[i] *= mrep->scale;
    return found;
}

// ---- golden section

// log D at h, without the root that is known already (22); NAN: none is known
static double log_D(const gud_mrep *a, double h, double known, gud_mrep_work *w)
{
    const size_t size = (size_t)a->m * (size_t)a->r;
    for (size_t i = 0; i < size; i++) w->matrix[i] = w->ray[0][i] + h * w->ray[1][i];
    const double f = gud_mrep_log_triangle(a, w->matrix, w);
    return isnan(known) ? f : f - a->corank * log(fmax(fabs(h - known), 1e-12));
}

// the minimum between a and c, to rounding
static double section(const gud_mrep *mrep, double a, double c, double known, gud_mrep_work *w)
{
    double low = c - golden * (c - a), high = a + golden * (c - a);
    double f_low = log_D(mrep, low, known, w), f_high = log_D(mrep, high, known, w);
    for (int i = 0; i < 100 && c - a > 2e-16 * (fabs(a) + fabs(c)); i++) {
        if (f_low < f_high) {
            c = high;
            high = low;
            f_high = f_low;
            low = c - golden * (c - a);
            f_low = log_D(mrep, low, known, w);
        } else {
            a = low;
            low = high;
            f_low = f_high;
            high = a + golden * (c - a);
            f_high = log_D(mrep, high, known, w);
        }
    }
    return f_low < f_high ? low : high;
}

enum { nside = 20, nsample = 2 * nside + 1, nfine = 12 };

// (21): steps that grow by the golden ratio from zero to both ends of the window, and one step beyond; returns how many
static int sample(const gud_mrep *a, const ray *y, gud_mrep_work *w, double *h, double *f)
{
    const double delta = first_step * fmax(-y->low, y->high);
    double side[2][nside];
    int n[2] = {0, 0}, count = 0;
    for (int s = 0; s < 2; s++) {
        const double end = s == 0 ? -y->low : y->high;
        double step = delta, at = delta;
        while (n[s] < nside) {
            side[s][n[s]++] = at;
            if (at > end) break;
            step /= golden;
            at += step;
        }
    }
    for (int i = n[0] - 1; i >= 0; i--) h[count++] = -side[0][i];
    h[count++] = 0.0;
    for (int i = 0; i < n[1]; i++) h[count++] = side[1][i];
    for (int i = 0; i < count; i++) f[i] = log_D(a, h[i], NAN, w);
    return count;
}

// true if the minimum at h is a root
static bool take_minimum(const gud_mrep *a, const ray *y, double h, gud_mrep_work *w, gud_mrep_minima *minima)
{
    double x[3];
    for (int c = 0; c < 3; c++) x[c] = a->centre[c] + a->scale * (y->x[c + 1] + h * y->n[c + 1]);
    if (gud_mrep_judge(a, x, w) > on_surface || minima->nroot == GUD_MREP_MINIMA) return false;
    if (h >= y->low && h <= y->high) minima->root[minima->nroot++] = h;
    return true;
}

// One root in a bracket may hide another: with the first divided out, the same bracket is searched again, finer.
static void search_bracket(const gud_mrep *a, const ray *y, double low, double high, gud_mrep_work *w,
                           gud_mrep_minima *minima)
{
    double f[nfine + 1];
    const double known = section(a, low, high, NAN, w), step = (high - low) / nfine;
    if (!take_minimum(a, y, known, w, minima)) return;
    for (int i = 0; i <= nfine; i++) f[i] = log_D(a, low + step * i, known, w);
    for (int i = 1; i < nfine; i++)
        if (f[i] <= f[i - 1] && f[i] <= f[i + 1])
            take_minimum(a, y, section(a, low + step * (i - 1), low + step * (i + 1), known, w), w, minima);
}

void gud_mrep_search(const gud_mrep *mrep, const double x[3], const double n[3], double low, double high,
                     gud_mrep_work *work, gud_mrep_minima *minima)
{
    double h[nsample], f[nsample];
    const ray y = ray_local(mrep, x, n, low, high);
    minima->nroot = 0;
    gud_mrep_transposed(mrep, y.x, work->ray[0]);
    gud_mrep_transposed(mrep, y.n, work->ray[1]);
    const int count = sample(mrep, &y, work, h, f);
    for (int i = 1; i + 1 < count; i++)
        if (f[i] <= f[i - 1] && f[i] <= f[i + 1]) search_bracket(mrep, &y, h[i - 1], h[i + 1], work, minima);
    minima->nroot = sort_near(minima->root, minima->nroot);
    for (int i = 0; i < minima->nroot; i++) minima->root[i] *= mrep->scale;
}
