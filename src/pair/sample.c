#include "pair/sample.h"

#include "film/lanes.h"

enum { self, west, west2, east, east2, south, south2, north, north2 };

// second difference around a node, by the gaps of its neighbours
typedef struct {
    double value;
    int low, middle, high; // nodes; low < 0: unknown
} bend;

static bend bend_of(const gud_gap_field *f, const gud_cell_shape *s, int low, int middle, int high)
{
    if (s->cell[low] < 0 || s->cell[high] < 0) return (bend){0.0, -1, middle, high};
    return (bend){f->h[s->cell[low]] - 2.0 * f->h[s->cell[middle]] + f->h[s->cell[high]], low, middle, high};
}

// the one in the middle, if those beside it agree in sign and are not smaller by far: across a step they are not
static void curve_set(const gud_gap_field *f, gud_cell_shape *s)
{
    const bend all[3] = {bend_of(f, s, west, self, east), bend_of(f, s, west2, west, self),
                         bend_of(f, s, self, east, east2)};
    const bend *use = &all[0];
    double factor = 1.0, least = fabs(all[0].value);
    if (all[0].low < 0) return;
    for (int i = 1; i < 3; i++) {
        if (all[i].low < 0) return; // beside an edge nothing tells a step from a parabola
        if (all[i].value * all[0].value <= 0.0) return;
        if (2.0 * fabs(all[i].value) < least) use = &all[i], factor = 2.0, least = 2.0 * fabs(all[i].value);
    }
    s->curve[use->low] += factor;
    s->curve[use->middle] -= 2.0 * factor;
    s->curve[use->high] += factor;
}

static double sum_of(const gud_gap_field *f, const gud_cell_shape *s, const double *weight)
{
    double sum = 0.0;
    for (int i = 0; i < gud_sample_nodes(f); i++)
        if (s->cell[i] >= 0) sum += weight[i] * f->h[s->cell[i]];
    return sum;
}

// Slope at an edge: straight on from the one neighbour, but not steeper than twice the difference beyond it, which a
// step beside the edge is
static void edge_slope(const gud_gap_field *f, const gud_cell_shape *s, int next, int far, double way, double *slope)
{
    const double d = f->h[s->cell[next]] - f->h[s->cell[self]];
    const double beyond = s->cell[far] >= 0 ? f->h[s->cell[far]] - f->h[s->cell[next]] : (double)INFINITY;
    const bool steep = fabs(d) > 2.0 * fabs(beyond);
    const double factor = !steep ? way : d * beyond >= 0.0 ? 2.0 * way : -2.0 * way;
    slope[steep ? far : next] += factor;
    slope[steep ? next : self] -= factor;
}

// Slope between the neighbours low and high, limited to twice the smaller one of both sides (in the list of nodes
// the cell beyond a neighbour follows it); `curve` is what the parabola takes of each side, or NULL
static void slope_set(const gud_gap_field *f, const gud_cell_shape *s, int low, int high, const double *curve,
                      double *slope)
{
    const double h = f->h[s->cell[self]], half = curve ? 0.5 * sum_of(f, s, curve) : 0.0;
    const bool has_low = s->cell[low] >= 0, has_high = s->cell[high] >= 0;
    if (!has_low && !has_high) return;
    if (!has_low || !has_high) { // at an edge, straight on
        edge_slope(f, s, has_high ? high : low, (has_high ? high : low) + 1, has_high ? 1.0 : -1.0, slope);
        return;
    }
    const double below = h - f->h[s->cell[low]] + half, above = f->h[s->cell[high]] - h - half;
    const double middle = 0.5 * (below + above);
    if (below * above <= 0.0 && fabs(half) < fabs(middle)) return; // a peak that is no parabola
    const double limit = 2.0 * fmin(fabs(below), fabs(above));
    if (fabs(middle) <= limit || below * above <= 0.0) {
        slope[high] += 0.5, slope[low] -= 0.5;
        return;
    }
    const bool lower = fabs(below) < fabs(above);
    slope[self] += lower ? 2.0 : -2.0;
    slope[lower ? low : high] += lower ? -2.0 : 2.0;
    for (int i = 0; curve && i < GUD_SAMPLE_LINE; i++) slope[i] += (lower ? 1.0 : -1.0) * curve[i];
}

void gud_cell_shape_of(const gud_gap_field *f, int k, gud_cell_shape *s)
{
    *s = (gud_cell_shape){.cell = {k, -1, -1, -1, -1, -1, -1, -1, -1}};
    s->cell[west] = gud_field_beside(f, k, 0);
    s->cell[east] = gud_field_beside(f, k, 1);
    if (s->cell[west] >= 0) s->cell[west2] = gud_field_beside(f, s->cell[west], 0);
    if (s->cell[east] >= 0) s->cell[east2] = gud_field_beside(f, s->cell[east], 1);
    curve_set(f, s);
    slope_set(f, s, west, east, s->curve, s->slope);
    if (f->prismatic) return;
    s->cell[south] = gud_field_beside(f, k, 2);
    s->cell[north] = gud_field_beside(f, k, 3);
    if (s->cell[south] >= 0) s->cell[south2] = gud_field_beside(f, s->cell[south], 2);
    if (s->cell[north] >= 0) s->cell[north2] = gud_field_beside(f, s->cell[north], 3);
    slope_set(f, s, south, north, NULL, s->rise);
}

double gud_cell_gap(const gud_cell_shape *s, const gud_gap_field *f, double x, double y,
                    double weight[GUD_SAMPLE_NODES])
{
    double h = 0.0;
    for (int i = 0; i < gud_sample_nodes(f); i++) {
        weight[i] = (i == self) + x * (s->slope[i] + 0.5 * x * s->curve[i]) + y * s->rise[i];
        if (s->cell[i] >= 0) h += weight[i] * f->h[s->cell[i]];
    }
    return h;
}

_Static_assert((int)GUD_SAMPLES_X == (int)GUD_LANES, "the samples of a line fill one vector");

GUD_WIDE void gud_cell_line_of(const gud_cell_shape *s, const gud_gap_field *f, double y, gud_cell_line *line)
{
    static const double place[GUD_SAMPLES_X] = {-0.375, -0.125, 0.125, 0.375};
    const gud_four x = *(const gud_four *)place;
    gud_four h = {0.0};
    for (int i = 0; i < gud_sample_nodes(f); i++) {
        const double here = i == self ? 1.0 : 0.0;
        const gud_four weight = here + x * (s->slope[i] + 0.5 * x * s->curve[i]) + y * s->rise[i];
        *(gud_four *)line->weight[i] = weight;
        if (s->cell[i] >= 0) h += weight * f->h[s->cell[i]];
    }
    *(gud_four *)line->gap = h;
}

double gud_cell_drop(const gud_gap_field *f, int k)
{
    double most = 0.0;
    for (int side = 0; side < (f->prismatic ? 2 : 4); side++) {
        const int next = gud_field_beside(f, k, side);
        const double drop = next >= 0 ? fabs(f->h[k] - f->h[next]) : 0.0;
        most = drop > most ? drop : most;
    }
    return most;
}

// of a gap that does not change along y
static double prismatic_drop(const gud_gap_field *f)
{
    const int ny = f->grid->ny;
    const double *h = f->h;
    double most = 0.0;
    for (int k = 0, before = f->n - ny; k < f->n; before = k, k += ny) {
        const double drop = fabs(h[k] - h[before]);
        most = drop > most ? drop : most;
    }
    return most;
}

// keeps the largest sizes of a - b, four at a time
GUD_INLINE void keep_difference(gud_four *chain, const double *a, const double *b)
{
    const gud_four size = GUD_SIZES(*(const gud_four *)a - *(const gud_four *)b);
    *chain = GUD_WHERE_ELSE(size > *chain, size, *chain);
}

// of n of them, in two chains of which none waits for the other; the last vector may overlap with the one before
GUD_INLINE void keep_differences(gud_four chain[2], const double *a, const double *b, int n)
{
    int k = 0;
    for (; k + 2 * GUD_LANES <= n; k += 2 * GUD_LANES)
        for (int c = 0; c < 2; c++) keep_difference(&chain[c], a + k + c * GUD_LANES, b + k + c * GUD_LANES);
    if (k + GUD_LANES <= n) keep_difference(&chain[0], a + k, b + k), k += GUD_LANES;
    if (k < n && n >= GUD_LANES) keep_difference(&chain[1], a + n - GUD_LANES, b + n - GUD_LANES), k = n;
    for (; k < n; k++) chain[0][0] = fabs(a[k] - b[k]) > chain[0][0] ? fabs(a[k] - b[k]) : chain[0][0];
}

GUD_INLINE double largest_of_chains(const gud_four chain[2])
{
    double most = 0.0;
    for (int c = 0; c < 2; c++)
        for (int j = 0; j < GUD_LANES; j++) most = chain[c][j] > most ? chain[c][j] : most;
    return most;
}

// between all neighbours, those over the seam of a ring among them; a gap that is not a number has no drop
GUD_WIDE double gud_field_drop(const gud_gap_field *f)
{
    const int n = f->n, ny = f->grid->ny;
    const bool seam = f->grid->edge[GUD_EDGE_Y_LOW].kind == GUD_EDGE_PERIODIC;
    gud_four chain[2] = {{0.0}, {0.0}};
    double over = 0.0;
    if (f->prismatic) return prismatic_drop(f);
    keep_differences(chain, f->h, f->h + ny, n - ny);
    keep_differences(chain, f->h, f->h + n - ny, ny);
    for (int k = 0; k < n; k += ny) keep_differences(chain, f->h + k, f->h + k + 1, ny - 1);
    for (int k = 0; seam && k < n; k += ny) over = fmax(over, fabs(f->h[k] - f->h[k + ny - 1]));
    return fmax(over, largest_of_chains(chain));
}

GUD_WIDE double gud_field_least(const gud_gap_field *f)
{
    return gud_least(f->h, f->n);
}

gud_closest gud_field_closest(const gud_gap_field *f)
{
    gud_closest least = {.gap = INFINITY};
    const int rim = f->prismatic ? 0 : 1;
    for (int k = 0; k < f->n; k++) {
        const double given = f->deflection ? f->deflection[k] : 0.0;
        if ((f->wet && !f->wet[k]) || f->h[k] + given - gud_cell_drop(f, k) > least.gap) continue;
        gud_cell_shape shape;
        double weight[GUD_SAMPLE_NODES];
        gud_cell_shape_of(f, k, &shape);
        for (int i = 0; i <= GUD_SAMPLES_X; i++)
            for (int j = -rim; j <= rim; j++) {
                const double x = (double)i / GUD_SAMPLES_X - 0.5;
                const double h = gud_cell_gap(&shape, f, x, 0.5 * j, weight) + given;
                if (h < least.gap) least = (gud_closest){h, f->grid->x[k], f->grid->y[k]};
            }
    }
    return least;
}

gud_closest gud_walls_closest(const gud_geometry *geometry, const void *shape, const gud_location *at,
                              const gud_gap_field *f)
{
    const bool stiff = geometry->closest && !f->deflection;
    const gud_closest least = stiff ? geometry->closest(shape, at) : (gud_closest){.gap = NAN};
    return isnan(least.gap) ? gud_field_closest(f) : least;
}
