// Making implicit matrices and evaluating them; docs/theory/surface.md, (10) to (17).

#include "surface/mrep.h"

#include "num/dense.h"
#include "num/vec.h"
#include "surface/mrep_matrix.h"
#include "surface/nurbs.h"

#include <assert.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

static const double null_tolerance = 1e-11; // singular values of S that count as none
static const double full_rank = 1e-10;      // least judgement beside the surface for a matrix that is of use
static const double lost_rank = 1e-11;      // largest judgement on the surface

enum { nprobe = 5, blocked = 32 };

static gud_status no_memory(gud_error *error)
{
    return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
}

// ---- work

gud_status gud_mrep_work_create(int m, int r, gud_arena *arena, gud_error *error, gud_mrep_work *work)
{
    const size_t size = (size_t)m * (size_t)r;
    *work = (gud_mrep_work){.m = m, .r = r, .nlapack = 40 * (m + r) + 64};
    work->matrix = GUD_TAKE(arena, double, size);
    for (int i = 0; i < 2; i++) {
        work->ray[i] = GUD_TAKE(arena, double, size);
        work->pencil[i] = GUD_TAKE(arena, double, (size_t)m *(size_t)m);
    }
    work->tau = GUD_TAKE(arena, double, m);
    work->sigma = GUD_TAKE(arena, double, m);
    work->imaginary = GUD_TAKE(arena, double, m);
    work->null = GUD_TAKE(arena, double, GUD_MREP_PREIMAGES *m);
    work->lapack = GUD_TAKE(arena, double, work->nlapack);
    work->pivot = GUD_TAKE(arena, int, m);
    return work->pivot && work->lapack && !arena->failed ? GUD_OK : no_memory(error);
}

// ---- S and its null space

static double binomial(int n, int k)
{
    double b = 1.0;
    for (int i = 1; i <= k; i++) b = b * (n - k + i) / i;
    return b;
}

// (13): products of Bernstein polynomials; row of degree (i + k, j + l), column (k, l) of block b
static void fill_S(const int d[2], const int nu[2], const double *f, double *S)
{
    const int m = (nu[0] + 1) * (nu[1] + 1), columns = 4 * m, width = nu[1] + d[1] + 1;
    for (int i = 0; i <= d[0]; i++)
        for (int k = 0; k <= nu[0]; k++) {
            const double first = binomial(d[0], i) * binomial(nu[0], k) / binomial(d[0] + nu[0], i + k);
            for (int j = 0; j <= d[1]; j++)
                for (int l = 0; l <= nu[1]; l++) {
                    const double both = first * binomial(d[1], j) * binomial(nu[1], l) / binomial(d[1] + nu[1], j + l);
                    double *row = S + (size_t)((i + k) * width + j + l) * (size_t)columns + k * (nu[1] + 1) + l;
                    for (int b = 0; b < 4; b++) row[b * m] += both * f[4 * (i * (d[1] + 1) + j) + b];
                }
        }
}

static gud_status null_of_S(const gud_mrep *a, const double *f, gud_arena *scratch, gud_error *error, gud_null *null)
{
    const int *d = a->degree, *nu = a->nu;
    const int rows = (nu[0] + d[0] + 1) * (nu[1] + d[1] + 1), columns = 4 * a->m;
    double *S = gud_arena_take(scratch, (size_t)rows, (size_t)columns * sizeof *S);
    if (!S) return no_memory(error);
    fill_S(d, nu, f, S);
    return gud_null_find(rows, columns, S, null_tolerance, scratch, error, null);
}

// (14): column j of block b is the b-th quarter of null vector j
static void fill_blocks(const gud_mrep *a, const double *basis, double *blocks)
{
    const size_t m = (size_t)a->m, r = (size_t)a->r;
    for (size_t b = 0; b < 4; b++)
        for (size_t j = 0; j < r; j++) memcpy(blocks + (b * r + j) * m, basis + j * 4 * m + b * m, m * sizeof *blocks);
}

// r columns mixed down to m with fixed numbers that look random, so that no root is lost (20)
static void fill_square(const gud_mrep *a, double *square)
{
    const size_t m = (size_t)a->m, r = (size_t)a->r;
    unsigned z = 12345u;
    for (size_t j = 0; j < m; j++)
        for (size_t i = 0; i < r; i++) {
            z = z * 1664525u + 1013904223u;
            const double mix = (z >> 8) / 8388608.0 - 1.0;
            for (size_t b = 0; b < 4; b++)
                for (size_t k = 0; k < m; k++) square[(b * m + j) * m + k] += mix * a->blocks[(b * r + i) * m + k];
        }
}

// ---- the matrix at a point

void gud_mrep_local(const gud_mrep *a, const double x[3], double local[4])
{
    local[0] = 1.0;
    for (int c = 0; c < 3; c++) local[c + 1] = (x[c] - a->centre[c]) / a->scale;
}

void gud_mrep_transposed(const gud_mrep *a, const double q[4], double *T)
{
    const size_t m = (size_t)a->m, r = (size_t)a->r, size = m * r;
    for (size_t j = 0; j < r; j++)
        for (size_t k = 0; k < m; k++) {
            const double *at = a->blocks + j * m + k;
            T[k * r + j] = q[0] * at[0] + q[1] * at[size] + q[2] * at[2 * size] + q[3] * at[3 * size];
        }
}

// the triangle of T = QR is left in T; T has r rows and m columns
double gud_mrep_log_triangle(const gud_mrep *a, double *T, gud_mrep_work *w)
{
    if (a->m < blocked)
        LAPACKE_dgeqr2_work(LAPACK_COL_MAJOR, a->r, a->m, T, a->r, w->tau, w->lapack);
    else
        LAPACKE_dgeqrf_work(LAPACK_COL_MAJOR, a->r, a->m, T, a->r, w->tau, w->lapack, w->nlapack);
    double sum = 0.0;
    for (int i = 0; i < a->m; i++) sum += log(fabs(T[(size_t)i * (size_t)a->r + (size_t)i]));
    return sum;
}

double gud_mrep_log_qr(const gud_mrep *mrep, const double x[3], gud_mrep_work *work)
{
    double q[4];
    gud_mrep_local(mrep, x, q);
    gud_mrep_transposed(mrep, q, work->matrix);
    return gud_mrep_log_triangle(mrep, work->matrix, work);
}

// singular values into work->sigma; false if LAPACK gave up
static bool singular_values(const gud_mrep *a, const double q[4], gud_mrep_work *w)
{
    double none[1];
    gud_mrep_transposed(a, q, w->matrix);
    return LAPACKE_dgesvd_work(LAPACK_COL_MAJOR, 'N', 'N', a->r, a->m, w->matrix, a->r, w->sigma, none, 1, none, 1,
                               w->lapack, w->nlapack) == 0;
}

double gud_mrep_log_svd(const gud_mrep *mrep, const double x[3], gud_mrep_work *work)
{
    double q[4], sum = 0.0;
    gud_mrep_local(mrep, x, q);
    if (!singular_values(mrep, q, work)) return INFINITY;
    for (int i = 0; i < mrep->m; i++) sum += log(work->sigma[i]);
    return sum;
}

double gud_mrep_judge(const gud_mrep *mrep, const double x[3], gud_mrep_work *work)
{
    double q[4];
    gud_mrep_local(mrep, x, q);
    if (!singular_values(mrep, q, work)) return 1.0;
    return work->sigma[mrep->m - 1] / work->sigma[0];
}

// ---- which degree works

// the point of the net at (s, t), homogeneous
static void net_point(const int d[2], const double *f, double s, double t, double q[4])
{
    memset(q, 0, 4 * sizeof *q);
    for (int i = 0; i <= d[0]; i++)
        for (int j = 0; j <= d[1]; j++) {
            const double b = binomial(d[0], i) * pow(s, i) * pow(1.0 - s, d[0] - i) * binomial(d[1], j) * pow(t, j) *
                             pow(1.0 - t, d[1] - j);
            for (int c = 0; c < 4; c++) q[c] += b * f[4 * (i * (d[1] + 1) + j) + c];
        }
    for (int c = 3; c >= 0; c--) q[c] /= q[0];
}

// full rank beside the surface, and the same loss of rank at several points of it
static bool matrix_works(gud_mrep *a, const double *f, gud_mrep_work *w)
{
    unsigned z = 1u;
    double beside = 0.0;
    a->corank = a->m;
    for (int i = 0; i < nprobe; i++) {
        double q[4] = {1.0}, st[2];
        for (int c = 0; c < 5; c++) {
            z = z * 1664525u + 1013904223u;
            const double noise = (z >> 8) / 16777216.0;
            if (c < 3)
                q[c + 1] = 2.0 * noise - 1.0;
            else
                st[c - 3] = 0.1 + 0.8 * noise;
        }
        if (!singular_values(a, q, w)) return false;
        beside = fmax(beside, w->sigma[a->m - 1] / w->sigma[0]);
        net_point(a->degree, f, st[0], st[1], q);
        if (!singular_values(a, q, w) || w->sigma[a->m - 1] > lost_rank * w->sigma[0]) return false;
        int corank = 0;
        for (int k = 0; k < a->m; k++) corank += w->sigma[k] <= 10.0 * lost_rank * w->sigma[0];
        if (corank < a->corank) a->corank = corank;
    }
    return beside > full_rank;
}

// blocks and a verdict for one degree, all in scratch; a->m is 0 if it does not work
static gud_status try_degree(const double *f, gud_arena *scratch, gud_error *error, gud_mrep *a)
{
    gud_null null = {0};
    a->m = (a->nu[0] + 1) * (a->nu[1] + 1);
    GUD_TRY(null_of_S(a, f, scratch, error, &null));
    a->r = null.nbasis;
    if (a->r < a->m) {
        a->m = 0;
        return GUD_OK;
    }
    double *blocks = gud_arena_take(scratch, 4 * (size_t)a->r, (size_t)a->m * sizeof *blocks);
    gud_mrep_work w;
    if (!blocks) return no_memory(error);
    GUD_TRY(gud_mrep_work_create(a->m, a->r, scratch, error, &w));
    fill_blocks(a, null.basis, blocks);
    a->blocks = blocks;
    if (!matrix_works(a, f, &w)) a->m = 0;
    return GUD_OK;
}

static int at_least_one(int x)
{
    return x > 1 ? x : 1;
}

static gud_status pick_degree(const double *f, gud_arena *scratch, gud_error *error, gud_mrep *a)
{
    const int *d = a->degree;
    const int candidates[3][2] = {{1, 1},
                                  {at_least_one(d[0] - 1), at_least_one(2 * d[1] - 1)},
                                  {at_least_one(2 * d[0] - 1), at_least_one(d[1] - 1)}};
    for (int i = 0; i < 3; i++) {
        a->nu[0] = candidates[i][0];
        a->nu[1] = candidates[i][1];
        GUD_TRY(try_degree(f, scratch, error, a));
        if (a->m > 0) return GUD_OK;
    }
    return GUD_OK;
}

// coordinates of the net in the patch's own scale, as f_0 = w, f_1 = w x', ...; weights of mean 1
static void scale_net(const double *net, int n, gud_mrep *a, double *f)
{
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY}, d[3], weight = 0.0;
    for (int i = 0; i < n; i++) {
        weight += net[4 * i + 3] / n;
        for (int c = 0; c < 3; c++) {
            low[c] = fmin(low[c], net[4 * i + c] / net[4 * i + 3]);
            high[c] = fmax(high[c], net[4 * i + c] / net[4 * i + 3]);
        }
    }
    v3_axpy(d, high, -1.0, low);
    a->scale = 0.5 * v3_norm(d);
    for (int c = 0; c < 3; c++) a->centre[c] = 0.5 * (low[c] + high[c]);
    for (int i = 0; i < n; i++) {
        const double w = net[4 * i + 3];
        f[4 * i] = w / weight;
        for (int c = 0; c < 3; c++) f[4 * i + 1 + c] = (net[4 * i + c] - w * a->centre[c]) / (a->scale * weight);
    }
}

static gud_status mrep_keep(const gud_mrep *found, gud_arena *arena, gud_error *error, gud_mrep *mrep)
{
    const size_t m = (size_t)found->m, r = (size_t)found->r;
    assert(found->blocks);
    double *blocks = gud_arena_take(arena, 4 * r, m * sizeof *blocks);
    if (!blocks) return no_memory(error);
    memcpy(blocks, found->blocks, 4 * r * m * sizeof *blocks);
    *mrep = *found;
    mrep->blocks = mrep->square = blocks;
    if (r == m) return GUD_OK;
    double *square = gud_arena_take(arena, 4 * m, m * sizeof *square);
    if (!square) return no_memory(error);
    fill_square(mrep, square);
    mrep->square = square;
    return GUD_OK;
}

gud_status gud_mrep_create(const int degree[2], const double *net, gud_arena *arena, gud_error *error, gud_mrep *mrep)
{
    gud_arena scratch;
    double f[4 * (GUD_DEGREE_MAX + 1) * (GUD_DEGREE_MAX + 1)];
    gud_mrep a = {.degree = {degree[0], degree[1]}};
    scale_net(net, (degree[0] + 1) * (degree[1] + 1), &a, f);
    gud_arena_init(&scratch);
    gud_status status = pick_degree(f, &scratch, error, &a);
    *mrep = (gud_mrep){.degree = {degree[0], degree[1]}};
    if (status == GUD_OK && a.m > 0) status = mrep_keep(&a, arena, error, mrep);
    gud_arena_free(&scratch);
    return status;
}
