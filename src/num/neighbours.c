// Cells are cubes as wide as the reach, found by a hash of their three numbers; points of one bucket stand together, in
// their order. A point's neighbours are in its own cell and in those around it.

#include "num/neighbours.h"

#include "base/alloc.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct {
    int64_t at[3];
} cell;

struct gud_neighbours {
    int room;        // points of the second set
    unsigned mask;   // buckets - 1
    int *begin;      // of every bucket in `order`, and the end
    int *order;      // points, bucket by bucket
    unsigned *where; // bucket of every point
    cell *cells;     // of every point
};

gud_neighbours *gud_neighbours_create(int nsecond)
{
    unsigned nbucket = 1;
    while (nbucket < 2 * (unsigned)nsecond) nbucket *= 2;
    gud_neighbours *g = gud_alloc(1, sizeof *g);
    if (!g) return NULL;
    *g = (gud_neighbours){.room = nsecond, .mask = nbucket - 1};
    const size_t n = (size_t)(nsecond > 0 ? nsecond : 1);
    g->begin = gud_alloc((size_t)nbucket + 1, sizeof *g->begin);
    g->order = gud_alloc(n, sizeof *g->order);
    g->where = gud_alloc(n, sizeof *g->where);
    g->cells = gud_alloc(n, sizeof *g->cells);
    if (g->begin && g->order && g->where && g->cells) return g;
    gud_neighbours_free(g);
    return NULL;
}

void gud_neighbours_free(gud_neighbours *g)
{
    if (!g) return;
    gud_free(g->begin);
    gud_free(g->order);
    gud_free(g->where);
    gud_free(g->cells);
    gud_free(g);
}

// points that are not numbers, or absurdly far away, share one cell: no pair of theirs is near enough
static cell cell_of(const double p[3], double reach)
{
    static const double farthest = 1e15;
    cell c;
    for (int k = 0; k < 3; k++) {
        const double x = floor(p[k] / reach);
        c.at[k] = fabs(x) < farthest ? (int64_t)x : INT64_MAX / 2;
    }
    return c;
}

static unsigned bucket_of(const gud_neighbours *g, const cell *c)
{
    const uint64_t mixed = (uint64_t)c->at[0] * 0x9e3779b97f4a7c15U ^ (uint64_t)c->at[1] * 0xc2b2ae3d27d4eb4fU ^
                           (uint64_t)c->at[2] * 0x165667b19e3779f9U;
    return (unsigned)(mixed >> 32) & g->mask;
}

// counting sort: the order inside a bucket is that of the points
static void fill_buckets(gud_neighbours *g, int n, const double (*points)[3], double reach)
{
    memset(g->begin, 0, ((size_t)g->mask + 2) * sizeof *g->begin);
    for (int j = 0; j < n; j++) {
        g->cells[j] = cell_of(points[j], reach);
        g->where[j] = bucket_of(g, &g->cells[j]);
        g->begin[g->where[j] + 1]++;
    }
    for (unsigned b = 0; b <= g->mask; b++) g->begin[b + 1] += g->begin[b];
    for (int j = n - 1; j >= 0; j--) g->order[--g->begin[g->where[j] + 1]] = j;
    // begin[b + 1] is where bucket b begins now; move it to its place
    memmove(g->begin, g->begin + 1, ((size_t)g->mask + 1) * sizeof *g->begin);
    g->begin[g->mask + 1] = n;
}

static double distance2(const double a[3], const double b[3])
{
    const double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
    return x * x + y * y + z * z;
}

typedef struct {
    const double (*second)[3];
    double reach;
    int first, after; // the point whose neighbours are looked for; only numbers above `after` count
    int count, most;
    int (*pairs)[2];
} search;

// false: there is no more room
static bool search_cell(const gud_neighbours *g, const cell *c, const double p[3], search *s)
{
    const unsigned b = bucket_of(g, c);
    for (int k = g->begin[b]; k < g->begin[b + 1]; k++) {
        const int j = g->order[k];
        if (j <= s->after || memcmp(&g->cells[j], c, sizeof *c) != 0) continue;
        if (!(distance2(p, s->second[j]) <= s->reach * s->reach)) continue;
        if (s->count == s->most) return false;
        s->pairs[s->count][0] = s->first;
        s->pairs[s->count++][1] = j;
    }
    return true;
}

static bool search_around(const gud_neighbours *g, const double p[3], bool flat, search *s)
{
    const cell home = cell_of(p, s->reach);
    const int deep = flat ? 0 : 1;
    for (int x = -1; x <= 1; x++)
        for (int y = -1; y <= 1; y++)
            for (int z = -deep; z <= deep; z++) {
                const cell c = {{home.at[0] + x, home.at[1] + y, home.at[2] + z}};
                if (!search_cell(g, &c, p, s)) return false;
            }
    return true;
}

// pairs of one point, by the second number (Shell's method): a few as a rule, all points if it is large
static void sort_pairs(int (*pairs)[2], int n)
{
    int gap = 1;
    while (gap < n / 3) gap = 3 * gap + 1;
    for (; gap > 0; gap /= 3)
        for (int i = gap; i < n; i++) {
            const int j = pairs[i][1];
            int k = i;
            for (; k >= gap && pairs[k - gap][1] > j; k -= gap) pairs[k][1] = pairs[k - gap][1];
            pairs[k][1] = j;
        }
}

static bool is_flat(int n, const double (*points)[3], double z)
{
    for (int i = 0; i < n; i++)
        if (points[i][2] != z) return false;
    return true;
}

int gud_neighbours_find(gud_neighbours *g, int nfirst, const double (*first)[3], int nsecond,
                        const double (*second)[3], double reach, bool same, int most, int (*pairs)[2])
{
    if (nsecond == 0 || nfirst == 0) return 0;
    const bool flat = is_flat(nsecond, second, second[0][2]) && is_flat(nfirst, first, second[0][2]);
    search s = {.second = second, .reach = reach, .most = most, .pairs = pairs};
    fill_buckets(g, nsecond, second, reach);
    for (int i = 0; i < nfirst; i++) {
        const int before = s.count;
        s.first = i;
        s.after = same ? i : -1;
        if (!search_around(g, first[i], flat, &s)) return -1;
        sort_pairs(pairs + before, s.count - before);
    }
    return s.count;
}
