// Factorisation of the ring's chain: chain.h says how.

#include "film/chain.h"

#include <math.h>

enum { lanes = GUD_LANES, together = 4 };
typedef gud_four four;
typedef gud_four_mask mask;

static const four ones = {1.0, 1.0, 1.0, 1.0};
static const mask places = {0, 1, 2, 3};
static const double gone = 1e-18; // part of a flow that is nothing beside the flow

// ---- blocks

// which unknowns are active
GUD_INLINE void sort_n(int n, const gud_ring *r, int s)
{
    int nactive = 0, *active = r->active + s * n;
    const int64_t *acts = r->acts + r->block[s] * n;
    for (int j = 0; j < n; j++) {
        active[nactive] = j;
        nactive += (int)acts[j];
    }
    r->nactive[s] = nactive;
}

// column q of C_s, added to what is there
GUD_INLINE void add_column_n(int n, const gud_stencil *m, int base, int q, double *column)
{
    column[q] += m->centre[base + q];
    if (q > 0) column[q - 1] += m->north[base + q - 1];
    if (q < n - 1) column[q + 1] += m->south[base + q + 1];
    if (!m->wraps) return;
    if (q == 0) column[n - 1] += m->north[base + n - 1];
    if (q == n - 1) column[0] += m->south[base];
}

// active columns of C_s
GUD_INLINE void load_n(int n, const gud_ring *r, const gud_stencil *m, int s)
{
    for (int t = 0; t < r->nactive[s]; t++) {
        const int q = r->active[s * n + t];
        double *column = gud_inverse_of(n, r, s) + q * gud_width(n);
        for (int k = 0; k < gud_vectors(n); k++) ((four *)column)[k] = (four){0.0, 0.0, 0.0, 0.0};
        add_column_n(n, m, r->block[s] * n, q, column);
    }
}

// D_s = C_s - W_s D_{s-1}^-1 E_{s-1}
GUD_INLINE void eliminate_n(int n, const gud_ring *r, const gud_stencil *m, int s)
{
    const int width = gud_width(n);
    const double *e = r->east + (s - 1) * width, *passive = r->passive + (s - 1) * width, *w = r->west + s * width;
    const double *before = gud_inverse_of(n, r, s - 1);
    for (int t = 0; t < r->nactive[s]; t++) {
        const int q = r->active[s * n + t];
        double *column = gud_inverse_of(n, r, s) + q * width;
        if (passive[q] > 0.0) {
            for (int k = 0; k < gud_vectors(n); k++) ((four *)column)[k] = (four){0.0, 0.0, 0.0, 0.0};
            column[q] = -w[q] * passive[q] * e[q];
        } else {
            gud_block_times(n, -e[q], w, before + q * width, column);
        }
        add_column_n(n, m, r->block[s] * n, q, column);
    }
}

// what the run adds to the block before it
GUD_INLINE void before_run_n(int n, const gud_ring *r, int s)
{
    const int width = gud_width(n);
    for (int t = 0; t < r->nactive[s]; t++) {
        const int q = r->active[s * n + t], at = q * width;
        gud_block_subtract(n, r->into_first[q], r->east + s * width, r->first_first + at, gud_inverse_of(n, r, s) + at);
    }
}

// and to the one behind it, with what that one sees of itself through the run and the block before
GUD_INLINE void behind_run_n(int n, const gud_ring *r, int s)
{
    const int width = gud_width(n);
    const double *w = r->west + s * width, *e = r->east + (s - 1) * width;
    double *x = r->scratch, *y = r->vector;
    for (int t = 0; t < r->nactive[s]; t++) {
        const int q = r->active[s * n + t];
        double *column = gud_inverse_of(n, r, s) + q * width;
        gud_block_subtract(n, r->into_last[q], w, r->last_last + q * width, column);
        gud_block_times(n, -r->into_last[q], e, r->first_last + q * width, x);
        gud_block_apply(n, 1, r, s - 1, false, x, y, 0);
        gud_block_through(n, r, r->last_first, r->into_first, y, x);
        gud_block_subtract(n, 1.0, w, x, column);
    }
}

// vector k of column q of a unit matrix
#define ROW_AT(q, k) (((const four *)(r->unit + width - (q)))[k])

// a small matrix, [a b; c d]
typedef struct {
    double a, b, c, d;
} matrix2;

GUD_INLINE matrix2 matrix2_times(matrix2 x, matrix2 y)
{
    return (matrix2){x.a * y.a + x.b * y.c, x.a * y.b + x.b * y.d, x.c * y.a + x.d * y.c, x.c * y.b + x.d * y.d};
}

// good: both pivots of its elimination are positive
GUD_INLINE matrix2 matrix2_inverse(matrix2 x, bool *good)
{
    const double det = x.a * x.d - x.b * x.c, inverse = 1.0 / det;
    *good = *good && x.a > 0.0 && det > 0.0;
    return (matrix2){x.d * inverse, -x.b * inverse, -x.c * inverse, x.a * inverse};
}

GUD_INLINE bool invert_one(double m[together][together])
{
    const bool good = m[0][0] > 0.0;
    m[0][0] = 1.0 / m[0][0];
    return good;
}

GUD_INLINE bool invert_two(double m[together][together])
{
    bool good = true;
    const matrix2 x = matrix2_inverse((matrix2){m[0][0], m[1][0], m[0][1], m[1][1]}, &good);
    m[0][0] = x.a, m[1][0] = x.b, m[0][1] = x.c, m[1][1] = x.d;
    return good;
}

GUD_INLINE bool invert_three(double m[together][together])
{
    bool good = true;
    const matrix2 A = matrix2_inverse((matrix2){m[0][0], m[1][0], m[0][1], m[1][1]}, &good);
    const double t0 = m[0][2] * A.a + m[1][2] * A.c, t1 = m[0][2] * A.b + m[1][2] * A.d; // C A^-1
    const double u0 = A.a * m[2][0] + A.b * m[2][1], u1 = A.c * m[2][0] + A.d * m[2][1]; // A^-1 B
    const double pivot = m[2][2] - (t0 * m[2][0] + t1 * m[2][1]), s = 1.0 / pivot;
    const double s0 = s * t0, s1 = s * t1;
    m[0][0] = A.a + u0 * s0, m[1][0] = A.b + u0 * s1, m[2][0] = -u0 * s;
    m[0][1] = A.c + u1 * s0, m[1][1] = A.d + u1 * s1, m[2][1] = -u1 * s;
    m[0][2] = -s0, m[1][2] = -s1, m[2][2] = s;
    return good && pivot > 0.0;
}

GUD_INLINE bool invert_four(double m[together][together])
{
    bool good = true;
    const matrix2 A = matrix2_inverse((matrix2){m[0][0], m[1][0], m[0][1], m[1][1]}, &good);
    const matrix2 B = {m[2][0], m[3][0], m[2][1], m[3][1]}, C = {m[0][2], m[1][2], m[0][3], m[1][3]};
    const matrix2 T = matrix2_times(C, A), U = matrix2_times(A, B), TB = matrix2_times(T, B);
    const matrix2 S = matrix2_inverse((matrix2){m[2][2] - TB.a, m[3][2] - TB.b, m[2][3] - TB.c, m[3][3] - TB.d}, &good);
    const matrix2 ST = matrix2_times(S, T), US = matrix2_times(U, S), UST = matrix2_times(U, ST);
    m[0][0] = A.a + UST.a, m[1][0] = A.b + UST.b, m[2][0] = -US.a, m[3][0] = -US.b;
    m[0][1] = A.c + UST.c, m[1][1] = A.d + UST.d, m[2][1] = -US.c, m[3][1] = -US.d;
    m[0][2] = -ST.a, m[1][2] = -ST.b, m[2][2] = S.a, m[3][2] = S.b;
    m[0][3] = -ST.c, m[1][3] = -ST.d, m[2][3] = S.c, m[3][3] = S.d;
    return good;
}

// Inverts up to four columns m[column][row] in place. Pivots are taken in pairs: what follows has to wait for only one
// division per pair. False unless all pivots are positive.
GUD_INLINE bool invert_small(int n, double m[together][together])
{
    switch (n) {
    case 1:
        return invert_one(m);
    case 2:
        return invert_two(m);
    case 3:
        return invert_three(m);
    case 4:
        return invert_four(m);
    default:
        return true;
    }
}

// Gauss-Jordan elimination of up to four columns in place: with the rows of their pivots set first, [A ; B] becomes
// [A^-1 ; F B A^-1]. F is diagonal, with zeros in the rows of the pivots; `minus`: it is -factors, else factors.
GUD_INLINE bool sweep_few_n(int n, const gud_ring *r, int npivot, const int *pivots, bool minus, const double *factors,
                            double *columns)
{
    const int width = gud_width(n);
    double m[together][together];
    for (int t = 0; t < npivot; t++)
        for (int u = 0; u < npivot; u++) m[t][u] = columns[pivots[t] * width + pivots[u]];
    if (!invert_small(npivot, m)) return false;
    for (int k = 0; k < gud_vectors(n); k++) {
        four rows[together];
        for (int t = 0; t < npivot; t++) {
            const four row = ((const four *)factors)[k] * ((const four *)(columns + pivots[t] * width))[k];
            rows[t] = minus ? ROW_AT(pivots[t], k) - row : ROW_AT(pivots[t], k) + row;
        }
        for (int u = 0; u < npivot; u++) {
            four sum = m[u][0] * rows[0];
            for (int t = 1; t < npivot; t++) sum += m[u][t] * rows[t];
            ((four *)(columns + pivots[u] * width))[k] = sum;
        }
    }
    return true;
}

// What that does to another column [c ; d]: -[A^-1 ; B A^-1] c + [0 ; d]. `keep`: 0 in the rows of the pivots, else 1.
GUD_INLINE void follow_n(int n, int npivot, const int *pivots, const double *keep, const double *columns,
                         double *column)
{
    const int width = gud_width(n);
    double c[together];
    for (int g = 0; g < npivot; g++) c[g] = column[pivots[g]];
    for (int k = 0; k < gud_vectors(n); k++) {
        four rest = ((const four *)keep)[k] * ((const four *)column)[k];
        for (int g = 0; g < npivot; g++) rest -= c[g] * ((const four *)(columns + pivots[g] * width))[k];
        ((four *)column)[k] = rest;
    }
}

// the next pivots, and what they do to all other columns
GUD_INLINE bool sweep_part_n(int n, const gud_ring *r, int from, int npivot, int nactive, const int *active,
                             double *keep, double *columns)
{
    const int width = gud_width(n), *pivots = active + from;
    for (int k = 0; k < width; k++) keep[k] = 1.0;
    for (int g = 0; g < npivot; g++) keep[pivots[g]] = 0.0;
    if (!sweep_few_n(n, r, npivot, pivots, false, keep, columns)) return false;
    for (int u = 0; u < nactive; u++)
        if (u < from || u >= from + npivot) follow_n(n, npivot, pivots, keep, columns, columns + active[u] * width);
    return true;
}

// All active pivots, up to four at a time: the other columns are read and written less often.
GUD_INLINE bool sweep_n(int n, const gud_ring *r, int nactive, const int *active, double *keep, double *columns)
{
    int from = 0;
    for (; from + together <= nactive; from += together)
        if (!sweep_part_n(n, r, from, together, nactive, active, keep, columns)) return false;
    switch (nactive - from) {
    case 3:
        return sweep_part_n(n, r, from, 3, nactive, active, keep, columns);
    case 2:
        return sweep_part_n(n, r, from, 2, nactive, active, keep, columns);
    case 1:
        return sweep_part_n(n, r, from, 1, nactive, active, keep, columns);
    default:
        return true;
    }
}

// B A^-1 becomes -P^-1 B A^-1
GUD_INLINE void passive_rows_n(int n, const gud_ring *r, int s)
{
    const int count = gud_vectors(n), nactive = r->nactive[s], *active = r->active + s * n;
    const four *passive = (const four *)r->passive + s * count;
    four *columns = (four *)gud_inverse_of(n, r, s);
    for (int k = 0; k < count; k++) ((four *)r->scratch)[k] = (four)((mask)ones & (passive[k] == 0.0)) - passive[k];
    for (int t = 0; t < nactive; t++) {
        four *column = columns + active[t] * count;
        for (int k = 0; k < count; k++) column[k] *= ((const four *)r->scratch)[k];
    }
}

// With few active unknowns all at once: [A^-1 ; -P^-1 B A^-1], where `passive` has P^-1 and zeros in active rows.
GUD_INLINE bool invert_few_n(int n, int nactive, const gud_ring *r, int s)
{
    const double *passive = r->passive + s * gud_width(n);
    return sweep_few_n(n, r, nactive, r->active + s * n, true, passive, gud_inverse_of(n, r, s));
}

// With all of eight unknowns active, columns stay in registers. A number of a column is spread over a vector instead of
// being taken out: for the latter gcc uses an instruction that valgrind 3.19 does not know.
enum { in_registers = 8 };
#define SAME(v, lane) __builtin_shufflevector(v, v, lane, lane, lane, lane)
#define PIVOT(p)                                                                                                       \
    do {                                                                                                               \
        const four pivot = SAME(c[p][(p) / lanes], (p) % lanes), inverse = ones / pivot;                               \
        const mask row = places == (p) % lanes;                                                                        \
        good &= pivot > 0.0;                                                                                           \
        c[p][(p) / lanes] = (four)(((mask)c[p][(p) / lanes] & ~row) | ((mask)ones & row));                             \
        for (int k = 0; k < 2; k++) c[p][k] *= inverse;                                                                \
        GUD_UNROLLED                                                                                                   \
        for (int u = 0; u < in_registers; u++) {                                                                       \
            const four f = SAME(c[u][(p) / lanes], (p) % lanes);                                                       \
            if (u == (p)) continue;                                                                                    \
            c[u][(p) / lanes] = (four)((mask)c[u][(p) / lanes] & ~row);                                                \
            for (int k = 0; k < 2; k++) c[u][k] -= f * c[p][k];                                                        \
        }                                                                                                              \
    } while (0)

GUD_INLINE bool invert_columns(four c[in_registers][2], double *columns)
{
    mask good = {-1, -1, -1, -1};
    PIVOT(0);
    PIVOT(1);
    PIVOT(2);
    PIVOT(3);
    PIVOT(4);
    PIVOT(5);
    PIVOT(6);
    PIVOT(7);
    for (int q = 0; q < in_registers; q++)
        for (int k = 0; k < 2; k++) ((four *)columns)[2 * q + k] = c[q][k];
    return (good[0] & good[1] & good[2] & good[3]) != 0;
}

GUD_INLINE bool invert_all(double *columns)
{
    four c[in_registers][2];
    for (int q = 0; q < in_registers; q++)
        for (int k = 0; k < 2; k++) c[q][k] = ((const four *)columns)[2 * q + k];
    return invert_columns(c, columns);
}

// what column q of C_s has in this row
#define ENTRY(row)                                                                                                     \
    ((row) == q       ? m->centre[base + q]                                                                            \
     : (row) == q - 1 ? m->north[base + q - 1]                                                                         \
     : (row) == q + 1 ? m->south[base + q + 1]                                                                         \
                      : 0.0)

// D_s and its inverse where all of eight unknowns are active, the block is not beside the run, and no coupling closes
// it: as eliminate_n and invert_all, but nothing is written in between.
GUD_INLINE bool block_all(const gud_ring *r, const gud_stencil *m, int s)
{
    enum { n = in_registers, width = in_registers };
    const int base = r->block[s] * n;
    const double *e = r->east + (s - 1) * width, *passive = r->passive + (s - 1) * width;
    const four *w = (const four *)(r->west + s * width), *x = (const four *)gud_inverse_of(n, r, s - 1);
    four c[n][2];
    GUD_UNROLLED
    for (int q = 0; q < n; q++) {
        const bool rests = passive[q] > 0.0;
        const double f = rests ? -r->west[s * width + q] * passive[q] * e[q] : -e[q];
        for (int k = 0; k < 2; k++) {
            const four own = (four)((mask)(f * ones) & (places == q - lanes * k));
            const four entries = {ENTRY(lanes * k), ENTRY(lanes * k + 1), ENTRY(lanes * k + 2), ENTRY(lanes * k + 3)};
            c[q][k] = (rests ? own : f * w[k] * x[2 * q + k]) + entries;
        }
    }
    return invert_columns(c, gud_inverse_of(n, r, s));
}

static bool is_inner_and_full(const gud_ring *r, const gud_stencil *m, int s)
{
    return r->nactive[s] == r->ny && s > 0 && s != r->gap && s + 1 != r->gap && !m->wraps;
}

// D_s
GUD_INLINE void block_n(int n, const gud_ring *r, const gud_stencil *m, int s)
{
    if (s == 0 || s == r->gap)
        load_n(n, r, m, s);
    else
        eliminate_n(n, r, m, s);
    if (s == r->gap) behind_run_n(n, r, s);
    if (s + 1 == r->gap) before_run_n(n, r, s);
}

// its inverse, in its place
GUD_INLINE bool invert_n(int n, const gud_ring *r, int s)
{
    const int nactive = r->nactive[s];
    if (n == in_registers && nactive == n) return invert_all(gud_inverse_of(n, r, s));
    switch (nactive) {
    case 0:
        return true;
    case 1:
        return invert_few_n(n, 1, r, s);
    case 2:
        return invert_few_n(n, 2, r, s);
    case 3:
        return invert_few_n(n, 3, r, s);
    case 4:
        return invert_few_n(n, 4, r, s);
    default:
        break;
    }
    if (!sweep_n(n, r, nactive, r->active + s * n, r->seen, gud_inverse_of(n, r, s))) return false;
    if (nactive < n) passive_rows_n(n, r, s);
    return true;
}

// ---- what z does to them

// Diagonal of Z_s: flows of z into passive cells that only one of its columns has reached. Such a column goes on as a
// flow into one cell; where that is active it becomes a column of its own. At the chain's end z is the next block as
// well. False if there are no such flows.
GUD_INLINE bool alone_n(int n, const gud_ring *r, int s, double *flow)
{
    const int count = gud_vectors(n);
    const bool first = s == 0, comes = first || (s != r->gap && r->lone[s - 1]), last = s == r->length - 2;
    if (!comes && !last) return false;
    const four *w = (const four *)r->west + s * count, *e = (const four *)r->east + s * count;
    const four *passive = (const four *)r->passive + s * count, *of_z = (const four *)r->west;
    const four none = {0.0, 0.0, 0.0, 0.0};
    four *alone = (four *)r->alone + s * count, *into = (four *)flow;
    mask any = {0, 0, 0, 0};
    for (int k = 0; k < count; k++) {
        const four in = first ? w[k] : comes ? -w[k] * alone[k - count] : none;
        const four least = -gone * of_z[k]; // couplings are not positive
        into[k] = (four)((mask)in & ((in > least) | (-in > least)));
        if (last) into[k] += e[k];
        any |= into[k] != 0.0;
        alone[k] = passive[k] * into[k];
    }
    return (any[0] | any[1] | any[2] | any[3]) != 0;
}

static bool listed(const int *list, int count, int q)
{
    for (int t = 0; t < count; t++)
        if (list[t] == q) return true;
    return false;
}

// does any part of a flow out of a column count
GUD_INLINE bool passes_n(int n, const double *coupling, const double *column, double least)
{
    mask any = {0, 0, 0, 0};
    for (int k = 0; k < gud_vectors(n); k++) {
        const four flow = ((const four *)coupling)[k] * ((const four *)column)[k];
        any |= (flow > least) | (-flow > least);
    }
    return (any[0] | any[1] | any[2] | any[3]) != 0;
}

// a flow out of cell q of z beside which less is nothing
GUD_INLINE double least_of_z_n(int n, const gud_ring *r, int q)
{
    return gone * (fabs(r->west[q]) + fabs(r->east[(r->length - 2) * gud_width(n) + q]));
}

// columns of Z_s that the block before passes on; returns how many
GUD_INLINE int passed_n(int n, const gud_ring *r, int s)
{
    const int width = gud_width(n);
    const double *w = r->west + s * width, *out = s == r->gap ? r->into_first : w;
    int nlive = 0, *live = r->live + s * n;
    for (int t = 0; t < r->nlive[s - 1]; t++) {
        const int q = r->live[(s - 1) * n + t];
        const double *x = gud_from_z_of(n, r, s - 1) + q * width;
        double *column = gud_from_z_of(n, r, s) + q * width;
        if (!passes_n(n, out, x, least_of_z_n(n, r, q))) continue;
        if (s == r->gap) gud_block_through(n, r, r->last_first, r->into_first, x, column);
        gud_block_times(n, -1.0, w, s == r->gap ? column : x, r->scratch);
        gud_block_apply(n, 1, r, s, false, r->scratch, column, 0);
        live[nlive++] = q;
    }
    return nlive;
}

// Z_s = D_s^-1 F_s
GUD_INLINE void from_z_n(int n, const gud_ring *r, int s)
{
    const int width = gud_width(n);
    double *flow = r->scratch;
    int nlive = s > 0 ? passed_n(n, r, s) : 0, *live = r->live + s * n;
    r->lone[s] = alone_n(n, r, s, flow);
    for (int t = 0; r->lone[s] && t < r->nactive[s]; t++) {
        const int q = r->active[s * n + t];
        if (flow[q] == 0.0) continue;
        four *column = (four *)(gud_from_z_of(n, r, s) + q * width);
        const four *inverse = (const four *)(gud_inverse_of(n, r, s) + q * width);
        const bool adds = listed(live, nlive, q);
        for (int k = 0; k < gud_vectors(n); k++)
            column[k] = adds ? column[k] + flow[q] * inverse[k] : flow[q] * inverse[k];
        if (!adds) live[nlive++] = q;
    }
    r->nlive[s] = nlive;
}

// X_s = Z_s - D_s^-1 E_s X_{s+1}, in the place of Z_s
GUD_INLINE void back_from_z_n(int n, const gud_ring *r, int s)
{
    const int width = gud_width(n);
    const double *e = r->east + s * width, *out = s + 1 == r->gap ? r->into_last : e;
    for (int t = 0; t < r->nlive[s + 1]; t++) {
        const int q = r->live[(s + 1) * n + t];
        const double *next = gud_from_z_of(n, r, s + 1) + q * width;
        if (!passes_n(n, out, next, least_of_z_n(n, r, q))) continue;
        double *column = gud_from_z_of(n, r, s) + q * width;
        if (!listed(r->live + s * n, r->nlive[s], q)) {
            r->live[s * n + r->nlive[s]++] = q;
            for (int k = 0; k < width; k++) column[k] = 0.0;
        }
        if (s + 1 == r->gap) gud_block_through(n, r, r->first_last, r->into_last, next, r->scratch);
        gud_block_times(n, 1.0, e, s + 1 == r->gap ? r->scratch : next, r->scratch);
        gud_block_apply(n, 1, r, s, true, r->scratch, column, 0);
    }
}

// Schur complement of the separator: S = C_z - W_z Z_last - E_z X_0
GUD_INLINE void separator_n(int n, const gud_ring *r, const gud_stencil *m)
{
    const int z = r->length - 1, last = z - 1, width = gud_width(n);
    const double *w = r->west + z * width, *e = r->east + z * width;
    double *columns = gud_inverse_of(n, r, z);
    r->nactive[z] = n;
    for (int j = 0; j < n; j++) r->active[z * n + j] = j, r->passive[z * width + j] = 0.0;
    load_n(n, r, m, z);
    for (int j = 0; r->lone[last] && j < n; j++) columns[j * width + j] -= w[j] * r->alone[last * width + j];
    for (int t = 0; t < r->nlive[last]; t++) {
        const int q = r->live[last * n + t] * width;
        gud_block_subtract(n, 1.0, w, gud_from_z_of(n, r, last) + q, columns + q);
    }
    for (int t = 0; r->needs && t < r->nlive[0]; t++) {
        const int q = r->live[t] * width;
        gud_block_subtract(n, 1.0, e, gud_from_z_of(n, r, 0) + q, columns + q);
    }
}

// The blocks one after the other, z behind them all
GUD_INLINE bool chain_n(int n, const gud_ring *r, const gud_stencil *m)
{
    const int z = r->length - 1;
    for (int s = 0; s <= z; s++) {
        if (s < z) {
            sort_n(n, r, s);
            if (n == in_registers && is_inner_and_full(r, m, s)) {
                if (!block_all(r, m, s)) return false;
                from_z_n(n, r, s);
                continue;
            }
            block_n(n, r, m, s);
        } else {
            for (int t = z - 2; r->needs && t >= 0; t--)
                if (r->ahead[t]) back_from_z_n(n, r, t);
            separator_n(n, r, m);
        }
        if (!invert_n(n, r, s)) return false;
        if (s < z) from_z_n(n, r, s);
    }
    return true;
}

#define CHAIN(suffix, n)                                                                                               \
    GUD_WIDE static bool chain_##suffix(const gud_ring *r, const gud_stencil *m)                                       \
    {                                                                                                                  \
        return chain_n(n, r, m);                                                                                       \
    }
GUD_EACH(CHAIN, r->ny)

bool gud_chain_factor(const gud_ring *r, const gud_stencil *m)
{
    return GUD_PICK(r->ny, chain, r, m);
}
