// Faces across which the gap jumps. The pressure is continuous there, the gap is not: two half cells in series
// (docs/theory/film.md, eq. (3b)). Smooth gaps keep the mean, which is several times more accurate for them; what tells
// one from the other are the differences to the next cells on either side.

#include "film/jump.h"

#include "film/lanes.h"

#include <math.h>
#include <stdint.h>

static const double least = 0.05, clear = 0.1; // relative differences below which nothing, above which all is a jump
static const double continued = 1.5, isolated = 3.0; // the same for differences divided by those beside them

// from 0 at x = a to 1 at x = b, with its slope
static double ramp(double x, double a, double b, double *slope)
{
    const double t = (x - a) / (b - a);
    *slope = t > 0.0 && t < 1.0 ? 6.0 * t * (1.0 - t) / (b - a) : 0.0;
    return t <= 0.0 ? 0.0 : t >= 1.0 ? 1.0 : t * t * (3.0 - 2.0 * t);
}

double gud_jump_weight(double relative, double d, double beside, double slope[3])
{
    double by_relative, by_ratio = 0.0;
    const double size = fabs(d), large = ramp(relative, least, clear, &by_relative);
    const double alone = size > isolated * beside ? 1.0 : ramp(size / beside, continued, isolated, &by_ratio);
    slope[0] = by_relative * alone;
    slope[1] = by_ratio > 0.0 ? large * by_ratio / beside : 0.0;
    slope[2] = by_ratio > 0.0 ? -large * by_ratio * size / (beside * beside) : 0.0;
    return large * alone;
}

// the four cells around a face that has two
static void cells_of(const gud_film *film, bool along, int f, int cell[GUD_JUMP_CELLS])
{
    const int ny = film->ny, n = film->ncell, step = along ? ny : 1;
    const int low = f >= step ? f - step : f - step + n; // the first row of a ring follows the last one
    const bool ring = along && film->periodic, has_below = along ? low >= ny || ring : low % ny > 0;
    const bool has_above = along ? f + ny < n || ring : f % ny < ny - 1;
    cell[GUD_JUMP_LOW] = low, cell[GUD_JUMP_HIGH] = f;
    cell[GUD_JUMP_BELOW] = !has_below ? low : low >= step ? low - step : low - step + n;
    cell[GUD_JUMP_ABOVE] = !has_above ? f : f + step < n ? f + step : f + step - n;
}

// weight of a jump, with its derivatives with respect to the four gaps
static double weigh(const double h[GUD_JUMP_CELLS], double by[GUD_JUMP_CELLS])
{
    const double a = h[GUD_JUMP_LOW], b = h[GUD_JUMP_HIGH], sum = a + b, sign = b > a ? 1.0 : -1.0;
    const double before = sign * (a - h[GUD_JUMP_BELOW]), after = sign * (h[GUD_JUMP_ABOVE] - b);
    const double beside = gud_larger(0.0, gud_larger(before, after)), relative = fabs(b - a) / sum;
    double s[3];
    const double weight = gud_jump_weight(relative, b - a, beside, s);
    const double by_before = before > 0.0 && before >= after ? s[2] : 0.0;
    const double by_after = after > 0.0 && after > before ? s[2] : 0.0;
    by[GUD_JUMP_BELOW] = -sign * by_before;
    by[GUD_JUMP_LOW] = sign * (by_before - s[1]) - s[0] * 2.0 * sign * b / (sum * sum);
    by[GUD_JUMP_HIGH] = sign * (s[1] - by_after) + s[0] * 2.0 * sign * a / (sum * sum);
    by[GUD_JUMP_ABOVE] = sign * by_after;
    return weight;
}

void gud_jump_get(const gud_film *film, const double *gap, bool along, int face, gud_jump *j)
{
    double h[GUD_JUMP_CELLS];
    cells_of(film, along, face, j->cell);
    for (int c = 0; c < GUD_JUMP_CELLS; c++) h[c] = gap[j->cell[c]];
    j->weight = weigh(h, j->weight_h);
    const double w = j->weight, *by = j->weight_h, a = h[GUD_JUMP_LOW], b = h[GUD_JUMP_HIGH], mean = 0.5 * (a + b);
    const double a3 = a * a * a, b3 = b * b * b, sum = a3 + b3, half = a3 * b3 / (sum * sum);
    const double smooth = mean * mean * mean, series = 2.0 * a3 * b3 / sum, cube = (1.0 - w) * smooth + w * series;
    const double far = b3 / sum; // share of the low cell beside a jump
    j->gap = cbrt(cube);
    j->share = (1.0 - w) * 0.5 + w * far;
    for (int c = 0; c < GUD_JUMP_CELLS; c++)
        j->gap_h[c] = (series - smooth) * by[c], j->share_h[c] = (far - 0.5) * by[c];
    j->gap_h[GUD_JUMP_LOW] += (1.0 - w) * 1.5 * mean * mean + w * 6.0 * half * b3 / a;
    j->gap_h[GUD_JUMP_HIGH] += (1.0 - w) * 1.5 * mean * mean + w * 6.0 * half * a3 / b;
    j->share_h[GUD_JUMP_LOW] -= w * 3.0 * half / a;
    j->share_h[GUD_JUMP_HIGH] += w * 3.0 * half / b;
    for (int c = 0; c < GUD_JUMP_CELLS; c++) j->gap_h[c] /= 3.0 * j->gap * j->gap;
}

// does any of n pairs of gaps differ enough, across a face that there is
GUD_WIDE static bool any_differs(int n, const double *restrict low, const double *restrict high,
                                 const double *restrict length)
{
    int64_t odd = 0;
    for (int k = 0; k < n; k++) odd |= (fabs(high[k] - low[k]) > least * (low[k] + high[k])) & (length[k] > 0.0);
    return odd;
}

// Might a face of x be one of n jumps? Between inner cells the gaps of four in a row tell; `high` are those above.
GUD_WIDE static bool any_stands_out(int n, int ny, const double *high)
{
    static const double nearly = 0.999 * continued; // rounding does not matter here
    int64_t odd = 0;
    for (int k = 0; k < n; k++) {
        const double a = high[k - ny], b = high[k], d = b - a, part = nearly * d;
        const double before = a - high[k - 2 * ny], after = high[k + ny] - b;
        odd |= (fabs(d) > least * (a + b)) & (d * d > part * before) & (d * d > part * after);
    }
    return odd;
}

static bool is_jump(const gud_film *film, const double *gap, bool along, int f)
{
    int cell[GUD_JUMP_CELLS];
    double h[GUD_JUMP_CELLS], by[GUD_JUMP_CELLS];
    cells_of(film, along, f, cell);
    for (int c = 0; c < GUD_JUMP_CELLS; c++) h[c] = gap[cell[c]];
    return weigh(h, by) > 0.0;
}

double gud_film_edge_jump(const gud_film_side *side, const double *gap, int cell, double weight[3])
{
    const double h0 = gap[cell], h1 = gap[cell + side->inner], d = h1 - h0;
    const double part = d <= h0 ? -0.5 * d : -0.5 * h0;
    const double sign = d > 0.0 ? 1.0 : -1.0, sum = h0 + h1, next = sign * (gap[cell + side->third] - h1);
    double s[3];
    const double smooth = 1.0 - gud_jump_weight(fabs(d) / sum, d, gud_larger(next, 0.0), s);
    const double by_next = next > 0.0 ? s[2] : 0.0;
    weight[0] = 1.0 + smooth * (weight[0] - 1.0) + part * sign * (s[1] + s[0] * 2.0 * h1 / (sum * sum));
    weight[1] = smooth * weight[1] - part * sign * (s[1] - by_next + s[0] * 2.0 * h0 / (sum * sum));
    weight[2] = -part * sign * by_next;
    return h0 + smooth * part;
}

// Faces from f on that are looked at together, at most to `end`: rows beside the first and the last one of the grid do
// not have four cells in a row.
static int portion_of(const gud_film *film, bool along, int f, int end)
{
    enum { portion = 128 };
    const int ny = film->ny, bound[] = {2 * ny, film->ncell - ny, end};
    int stop = f + portion;
    for (int i = along ? 0 : 2; i < GUD_COUNT(bound); i++)
        if (f < bound[i] && bound[i] < stop) stop = bound[i];
    return stop - f;
}

// might any of `count` faces from f on be a jump?
static bool any_might(const gud_film *film, const double *gap, const gud_film_range *g, bool along, int f, int count)
{
    const int ny = film->ny;
    if (along && f >= 2 * ny && f + count <= film->ncell - ny) return any_stands_out(count, ny, gap + f);
    return any_differs(count, gap + g->low + f - g->first, gap + f, (along ? &film->x : &film->y)->length + f);
}

void gud_jumps_find(const gud_film *film, gud_film_work *w, const double *gap)
{
    w->njump[0] = w->njump[1] = 0;
    if (film->options.yields) return; // the mean serves: derivatives would reach beyond the neighbours
    for (int r = 0; r < 3; r++) {
        const gud_film_range *g = &film->inner[r];
        const gud_film_faces *faces = r < 2 ? &film->x : &film->y;
        const int end = g->first + g->n;
        int *list = w->jump[r < 2 ? 0 : 1], *n = &w->njump[r < 2 ? 0 : 1];
        if (r == 2 && !any_differs(g->n, gap + g->low, gap + g->first, faces->length + g->first)) continue; // aligned
        for (int from = g->first, count; from < end; from += count) {
            count = portion_of(film, r < 2, from, end);
            if (!any_might(film, gap, g, r < 2, from, count)) continue;
            for (int f = from; f < from + count; f++) {
                const double low = gap[g->low + f - g->first], high = gap[f];
                if (!gud_jump_is_possible(low, high) || faces->length[f] == 0.0) continue;
                if (faces->weight[f] == 0.5 && is_jump(film, gap, r < 2, f)) list[(*n)++] = f;
            }
        }
    }
}
