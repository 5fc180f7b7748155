#include "pair/field.h"

#include "film/lanes.h"

#include <string.h>

static bool is_ring(const gud_film_grid *g)
{
    return g->edge[GUD_EDGE_X_LOW].kind == GUD_EDGE_PERIODIC;
}

static bool wraps(const gud_film_grid *g) // closed along y as well
{
    return g->edge[GUD_EDGE_Y_LOW].kind == GUD_EDGE_PERIODIC;
}

bool gud_field_take(gud_gap_field *f, gud_film_grid *grid, int nq, gud_arena *arena)
{
    const size_t n = (size_t)grid->nx * (size_t)grid->ny, q = (size_t)nq;
    f->grid = grid;
    f->n = grid->nx * grid->ny;
    f->nface_x = f->n + grid->ny;
    f->nface = f->nface_x + f->n + grid->nx;
    f->nmoving = f->nface;
    f->fold = f->push_unit = 1.0;
    f->nq = nq;
    f->q_t = GUD_TAKE(arena, double, q);
    f->h = GUD_TAKE(arena, double, n);
    f->h_t = GUD_TAKE(arena, double, n);
    f->h_q = GUD_TAKE(arena, const double *, q);
    f->carry = GUD_TAKE(arena, const double *, q);
    f->arm = GUD_TAKE(arena, const double *, q);
    f->push = GUD_TAKE(arena, const double *, q);
    for (int d = 0; d < 2; d++) {
        f->slip[d] = GUD_TAKE(arena, double, n);
        f->slip_v[d] = GUD_TAKE(arena, const double *, q);
        f->shear[d] = f->slip[d]; // a geometry may know better
        f->shear_v[d] = f->slip_v[d];
    }
    return !arena->failed;
}

bool gud_field_share(gud_gap_field *f, const gud_gap_field *first, gud_arena *arena)
{
    *f = *first;
    f->shares = true, f->shown = false;
    f->compliance = f->deflection = NULL, f->deflection_q = f->deflection_v = NULL, f->columns = NULL;
    f->q_t = GUD_TAKE(arena, double, f->nq);
    f->h = GUD_TAKE(arena, double, f->n);
    f->h_t = GUD_TAKE(arena, double, f->n);
    for (int d = 0; d < 2; d++) {
        const bool same = f->shear[d] == f->slip[d];
        if (f->slip[d]) f->slip[d] = GUD_TAKE(arena, double, f->n);
        if (f->shear[d]) f->shear[d] = same ? f->slip[d] : GUD_TAKE(arena, double, f->n);
    }
    return !arena->failed;
}

static void connect_face(int face, int low, int high, double length, int *lows, int *highs, double *has_low,
                         double *has_high)
{
    const bool flows = length > 0.0;
    lows[face] = low >= 0 ? low : high >= 0 ? high : 0;
    highs[face] = high >= 0 ? high : low >= 0 ? low : 0;
    has_low[face] = flows && low >= 0;
    has_high[face] = flows && high >= 0;
}

bool gud_field_connect(gud_gap_field *f, gud_arena *arena)
{
    const gud_film_grid *g = f->grid;
    const int nx = g->nx, ny = g->ny;
    const bool ring = is_ring(g), seam = wraps(g);
    int *low = GUD_TAKE(arena, int, f->nface), *high = GUD_TAKE(arena, int, f->nface);
    double *has_low = GUD_TAKE(arena, double, f->nface), *has_high = GUD_TAKE(arena, double, f->nface);
    if (arena->failed) return false;
    const bool all = f->nmoving > f->nface_x;
    for (int i = 0; i <= nx; i += all ? 1 : nx)
        for (int j = 0; j < ny; j++) {
            const int edge = i == 0 ? GUD_EDGE_X_LOW : GUD_EDGE_X_HIGH, at = i * ny + j;
            const bool outer = i == 0 || i == nx, none = outer && g->edge[edge].kind == GUD_EDGE_CLOSED;
            int l = i > 0 ? at - ny : ring ? (nx - 1) * ny + j : -1, h = i < nx ? at : -1;
            if (none || (ring && i == nx)) l = h = -1; // the faces of a seam count once
            connect_face(at, l, h, g->x_length[at], low, high, has_low, has_high);
        }
    for (int i = 0; all && i < nx; i++)
        for (int j = 0; j <= ny; j++) {
            const int edge = j == 0 ? GUD_EDGE_Y_LOW : GUD_EDGE_Y_HIGH, at = i * (ny + 1) + j, k = i * ny + j;
            const bool outer = j == 0 || j == ny, none = outer && g->edge[edge].kind == GUD_EDGE_CLOSED;
            int l = j > 0 ? k - 1 : seam ? k + ny - 1 : -1, h = j < ny ? k : -1;
            if (none || (seam && j == ny)) l = h = -1;
            connect_face(f->nface_x + at, l, h, g->y_length[at], low, high, has_low, has_high);
        }
    f->low = low, f->high = high, f->has_low = has_low, f->has_high = has_high;
    return true;
}

static int beside_x(const gud_film_grid *g, int n, int k, bool below)
{
    const int next = below ? k - g->ny : k + g->ny;
    if (next >= 0 && next < n) return next;
    return !is_ring(g) ? -1 : below ? next + n : next - n;
}

static int beside_y(const gud_film_grid *g, int k, bool below)
{
    const int j = k % g->ny;
    if (below ? j > 0 : j < g->ny - 1) return below ? k - 1 : k + 1;
    return !wraps(g) ? -1 : below ? k + g->ny - 1 : k - g->ny + 1;
}

void gud_field_release(gud_gap_field *f, void *work)
{
    (void)work;
    if (!f->shares) gud_film_grid_free(f->grid);
    f->grid = NULL;
}

int gud_field_beside(const gud_gap_field *f, int k, int side)
{
    const int next = side < 2 ? beside_x(f->grid, f->n, k, side == 0) : beside_y(f->grid, k, side == 2);
    return next >= 0 && (!f->wet || f->wet[next]) ? next : -1;
}

enum { together = 4 }; // rows of one pass

// the compiler knows the number of rows
GUD_INLINE void add_rows(int nrow, int n, const double *const *row, const double *x, const double *first, double *out)
{
    GUD_INDEPENDENT
    for (int k = 0; k < n; k++) {
        double sum = first ? first[k] + x[0] * row[0][k] : x[0] * row[0][k];
        for (int i = 1; i < nrow; i++) sum += x[i] * row[i][k];
        out[k] = sum;
    }
}

GUD_WIDE static void rows_together(int nrow, int n, const double *const *row, const double *x, const double *first,
                                   double *out)
{
    if (nrow == 1) add_rows(1, n, row, x, first, out);
    if (nrow == 2) add_rows(2, n, row, x, first, out);
    if (nrow == 3) add_rows(3, n, row, x, first, out);
    if (nrow == 4) add_rows(4, n, row, x, first, out);
}

void gud_rows_combine(int n, int nrow, const double *const *rows, const double *factors, const double *first,
                      double *out)
{
    bool none = true;
    for (int a = 0; a < nrow;) {
        const double *row[together] = {NULL};
        double x[together] = {0.0};
        int count = 0;
        for (; a < nrow && count < together; a++)
            if (rows[a]) row[count] = rows[a], x[count++] = factors[a];
        if (count == 0) break;
        rows_together(count, n, row, x, none ? first : out, out);
        none = false;
    }
    if (none && !first) memset(out, 0, (size_t)n * sizeof *out);
    if (none && first) memcpy(out, first, (size_t)n * sizeof *out);
}

bool gud_response_take(gud_response *r, int nq, gud_arena *arena)
{
    const size_t n = (size_t)nq;
    double *numbers = GUD_TAKE(arena, double, n + 2 * n * n);
    if (!numbers) return false;
    *r = (gud_response){nq, numbers, numbers + n, numbers + n + n * n};
    return true;
}

void gud_response_clear(gud_response *r, bool tangents)
{
    const size_t n = (size_t)r->nq;
    memset(r->Q, 0, (n + (tangents ? 2 * n * n : 0)) * sizeof(double));
}

void gud_response_add(gud_response *sum, const gud_response *part, bool tangents)
{
    const int n = sum->nq, all = n + (tangents ? 2 * n * n : 0);
    for (int k = 0; k < all; k++) sum->Q[k] += part->Q[k];
}
