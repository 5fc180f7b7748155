// Openings of walls as feeds: where they are on the grid, how large, and what their oil comes from.

#include "assembly/write.h"
#include "num/pi.h"
#include "num/vec.h"

#include <math.h>

static const double round_fill[2] = {0.72,
                                     0.815}; // of the rectangle around it: pi/4, less for polygons with few corners
static const double rectangle_fill = 0.85;   // of it; slots with round ends count as rectangles
static const double steepest_bore = 0.9;     // cosine to the normal: beyond, outlines are no ellipses
static const double straight = 1e-3;         // sine: a bore that does not lean along a direction of the grid
static const double on_bore = 1e-4;          // of its radius
static const double deepest_chord = 0.1;     // of it
static const double nearly_circle = 0.02;    // by which the sides of the rectangle around it differ
static const double same_diameter = 0.05; // likewise, of a bore across a curved wall: the smaller one is its diameter

// ---- outlines

// extents, ends and twice the area; sums from the first point: x, y; xx, yy, xy; x r2, y r2; r2
typedef struct {
    double low[2], high[2], first[2], last[2], twice;
    double sum[2], product[3], moment[2], square;
    int npoint;
} hole;

static void add_to_hole(hole *h, const double x[2])
{
    if (h->npoint == 0)
        for (int k = 0; k < 2; k++) h->first[k] = h->low[k] = h->high[k] = x[k];
    else
        h->twice += h->last[0] * x[1] - x[0] * h->last[1];
    const double d[2] = {x[0] - h->first[0], x[1] - h->first[1]}, r = d[0] * d[0] + d[1] * d[1];
    for (int k = 0; k < 2; k++) {
        h->low[k] = fmin(h->low[k], x[k]), h->high[k] = fmax(h->high[k], x[k]);
        h->last[k] = x[k];
        h->sum[k] += d[k];
        h->product[k] += d[k] * d[k];
        h->moment[k] += d[k] * r;
    }
    h->product[2] += d[0] * d[1];
    h->square += r;
    h->npoint++;
}

// the circle nearest to the points: between them a polygon is smaller than what it stands for
static double fit_circle(const hole *h, double centre[2])
{
    const double n = h->npoint, mx = h->sum[0] / n, my = h->sum[1] / n;
    const double xx = h->product[0] - n * mx * mx, yy = h->product[1] - n * my * my, xy = h->product[2] - n * mx * my;
    const double p = 0.5 * (h->moment[0] - mx * h->square), q = 0.5 * (h->moment[1] - my * h->square);
    const double det = xx * yy - xy * xy, a = (p * yy - q * xy) / det, b = (q * xx - p * xy) / det;
    centre[0] = h->first[0] + a, centre[1] = h->first[1] + b;
    return 2.0 * sqrt(h->square / n - 2.0 * (a * mx + b * my) + a * a + b * b);
}

// coordinates of an outline, without jumps of a period; their extents
static void place_outline(const gud_cad_chart *chart, int n, const double *x, double *at, double low[2], double high[2])
{
    for (int i = 0; i < n; i++) {
        double *own = at + 2 * (size_t)i;
        chart->place(chart->wall, x + 3 * (size_t)i, own);
        for (int k = 0; k < 2; k++) {
            const double period = chart->period[k];
            if (i > 0 && period > 0.0) own[k] -= period * round((own[k] - own[k - 2]) / period);
            low[k] = fmin(low[k], own[k]), high[k] = fmax(high[k], own[k]);
        }
    }
}

static void middle_of(int n, const double *x, double middle[3])
{
    v3_set(middle, 0.0, 0.0, 0.0);
    for (int i = 0; i < n; i++) v3_axpy(middle, middle, 1.0 / n, x + 3 * (size_t)i);
}

// ---- bores

// Is an outline that of a round bore? Its corners lie on the bore, points between them on chords inside.
static bool is_on_bore(const gud_feature *bore, int n, const double *x)
{
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < n; i++) {
        const double off = gud_turned_distance(bore, x + 3 * (size_t)i);
        low = fmin(low, off), high = fmax(high, off);
    }
    return low >= -deepest_chord * bore->radius && fabs(high) <= on_bore * bore->radius;
}

// Where the axis of a bore meets the wall, near a point; returns the cosine between axis and normal, 0: nowhere.
static double meet_wall(const gud_cad_chart *chart, const gud_feature *bore, const double near[3], double x[3])
{
    double d[3];
    v3_axpy(d, near, -1.0, bore->origin);
    v3_axpy(x, bore->origin, v3_dot(d, bore->axis), bore->axis);
    const double step = 1e-3 * bore->radius;
    double cosine = 0.0;
    for (int i = 0; i < 20; i++) {
        double ahead[3], behind[3];
        v3_axpy(ahead, x, step, bore->axis);
        v3_axpy(behind, x, -step, bore->axis);
        cosine = (chart->distance(chart->wall, ahead) - chart->distance(chart->wall, behind)) / (2.0 * step);
        const double way = -chart->distance(chart->wall, x) / cosine;
        if (!(fabs(way) < 4.0 * bore->radius)) return 0.0;
        v3_axpy(x, x, way, bore->axis);
        if (fabs(way) < 1e-12 * bore->radius) break;
    }
    return fmin(fabs(cosine), 1.0);
}

// the bore that ends in an outline, if it crosses the wall
static const gud_feature *find_bore(const gud_cad_writer *w, const gud_feature *g, const gud_cad_chart *chart, int n,
                                    const double *x, double meeting[3], double *cosine)
{
    const gud_feature *own = g, *end = w->features->list + w->features->n;
    double middle[3];
    middle_of(n, x, middle);
    while (own > w->features->list && own[-1].part == g->part) own--;
    for (; own < end && own->part == g->part; own++) {
        if (own == g || own->kind != GUD_FACE_CYLINDER || !own->inward || !is_on_bore(own, n, x)) continue;
        *cosine = meet_wall(chart, own, middle, meeting);
        if (*cosine > 0.5) return own;
    }
    return NULL;
}

// what sits in a bore
static const gud_fit *find_guest(const gud_cad_writer *w, const gud_feature *bore)
{
    for (int i = 0; bore && i < w->fits->n; i++) {
        const gud_fit *f = &w->fits->list[i];
        if (&w->features->list[f->outer] == bore && f->verdict != GUD_FIT_AMBIGUOUS) return f;
    }
    return NULL;
}

// ---- mouths

static void stretch_at(const gud_cad_chart *chart, const double at[2], double by[2])
{
    by[0] = by[1] = 1.0;
    if (chart->stretch) chart->stretch(chart->wall, at, by);
}

// A bore that crosses the wall at a right angle, or leans along one direction of the grid, is a circle or an ellipse
// about the point where its axis meets the wall; this is more accurate than the outline.
static void drill_mouth(const gud_cad_chart *chart, const double meeting[3], double cosine, gud_cad_mouth *m)
{
    const double diameter = 2.0 * m->drill->radius, step = 1e-3 * diameter;
    double at[2], by[2], ahead[3], on[2], lean[2];
    if (cosine < steepest_bore) return;
    chart->place(chart->wall, meeting, at);
    stretch_at(chart, at, by);
    v3_axpy(ahead, meeting, step, m->drill->axis);
    chart->place(chart->wall, ahead, on);
    for (int k = 0; k < 2; k++) {
        const double way = on[k] - at[k], period = chart->period[k];
        lean[k] = fabs(period > 0.0 ? way - period * round(way / period) : way) * by[k] / step;
    }
    const bool along = lean[0] < straight, across = lean[1] < straight;
    if (!along && !across) return;
    for (int k = 0; k < 2; k++) m->at[k] = at[k];
    m->size[0] = along ? diameter : diameter / cosine;
    m->size[1] = across ? diameter : diameter / cosine;
}

// what the outline says by itself
static void measure_mouth(const gud_cad_chart *chart, int n, const double *at, const double low[2],
                          const double high[2], gud_cad_mouth *m)
{
    const double from[2] = {0.5 * (low[0] + high[0]), 0.5 * (low[1] + high[1])};
    double by[2], centre[2];
    hole h = {.npoint = 0};
    stretch_at(chart, from, by);
    for (int i = 0; i < n; i++)
        add_to_hole(&h, (double[2]){(at[2 * (size_t)i] - from[0]) * by[0], (at[2 * (size_t)i + 1] - from[1]) * by[1]});
    for (int k = 0; k < 2; k++) m->at[k] = from[k], m->size[k] = (high[k] - low[k]) * by[k];
    m->area = 0.5 * fabs(h.twice + h.last[0] * h.first[1] - h.first[0] * h.last[1]);
    const double filled = m->area / (m->size[0] * m->size[1]);
    const bool round = n >= 8 && filled >= round_fill[0] && filled <= round_fill[1];
    m->shape = round ? GUD_MOUTH_ROUND : filled >= rectangle_fill ? GUD_MOUTH_RECTANGLE : GUD_MOUTH_ODD;
    if (!round || fabs(m->size[0] - m->size[1]) > nearly_circle * m->size[1]) return;
    m->size[0] = m->size[1] = fit_circle(&h, centre);
    for (int k = 0; k < 2; k++) m->at[k] += centre[k] / by[k];
}

void gud_cad_mouth_find(gud_cad_writer *w, const gud_feature *g, const gud_cad_chart *chart, int n, const double *x,
                        gud_cad_mouth *m)
{
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY}, meeting[3], cosine = 0.0;
    gud_arena arena;
    *m = (gud_cad_mouth){.shape = GUD_MOUTH_ODD};
    gud_arena_init(&arena);
    double *at = GUD_TAKE(&arena, double, 2 * (size_t)n);
    w->failed = w->failed || !at;
    if (at) {
        place_outline(chart, n, x, at, low, high);
        measure_mouth(chart, n, at, low, high, m);
    }
    gud_arena_free(&arena);
    const bool round = m->shape == GUD_MOUTH_ROUND;
    m->drill = find_bore(w, g, chart, n, x, meeting, &cosine);
    if (m->drill && round) drill_mouth(chart, meeting, cosine, m);
    if (round && fabs(m->size[0] - m->size[1]) < same_diameter * m->size[1])
        m->size[0] = m->size[1] = fmin(m->size[0], m->size[1]);
    if (round) m->area = 0.25 * pi * m->size[0] * m->size[1];
    for (int k = 0; k < 2; k++)
        if (chart->period[k] > 0.0) m->at[k] -= chart->period[k] * floor(m->at[k] / chart->period[k] + 1e-12);
}

// a round hole by its diameter, others by length and width
void gud_cad_mouth_size(gud_cad_writer *w, const gud_cad_mouth *m)
{
    const bool round = m->shape == GUD_MOUTH_ROUND;
    if (round && m->size[0] == m->size[1]) {
        gud_buffer_add(&w->feeds, "\n    diameter: ");
        gud_cad_length(&w->feeds, m->size[0]);
        return;
    }
    gud_buffer_add(&w->feeds, "\n    length: ");
    gud_cad_length(&w->feeds, m->size[0]);
    gud_buffer_add(&w->feeds, "\n    width: ");
    gud_cad_length(&w->feeds, m->size[1]);
    if (round) gud_buffer_add(&w->feeds, "\n    shape: hole");
}

// Oil under pressure, unless another part is in the bore: if that moves, what is around it is at ambient pressure; if
// it is pressed in, the rest of the bore is a pocket.
void gud_cad_mouth_source(gud_cad_writer *w, const gud_feature *g, const gud_cad_mouth *m)
{
    const gud_fit *guest = find_guest(w, m->drill);
    gud_buffer_add(&w->feeds, "   # open in ");
    gud_cad_faces(&w->feeds, w, g);
    if (!guest) {
        gud_buffer_add(&w->feeds, "\n    pressure: = supply\n");
        return;
    }
    const char *name = w->assembly->parts[gud_fit_part(w->fits, guest, 1)].name;
    if (guest->verdict == GUD_FIT_PRESS)
        gud_buffer_print(&w->feeds, "\n    restrictor: closed   # %s is pressed in\n", name);
    else
        gud_buffer_print(&w->feeds, "\n    pressure: 1 bar   # ambient: %s is in it\n", name);
}

void gud_cad_feed_begin(gud_cad_writer *w, const char *joint, const char *what, const char *on, const double at[2])
{
    gud_buffer_print(&w->feeds, "  %s-%s%d:\n    joint: %s\n", joint, what, ++w->nfeed, joint);
    if (on) gud_buffer_print(&w->feeds, "    on: %s\n", on);
    gud_buffer_add(&w->feeds, "    at: [");
    gud_cad_length(&w->feeds, at[0]);
    gud_buffer_add(&w->feeds, ", ");
    gud_cad_length(&w->feeds, at[1]);
    gud_buffer_add(&w->feeds, "]");
}

void gud_cad_mouth_write(gud_cad_writer *w, const char *joint, const char *on, const gud_feature *g,
                         const gud_cad_mouth *m)
{
    gud_cad_feed_begin(w, joint, m->shape == GUD_MOUTH_ROUND ? "hole" : "groove", on, m->at);
    gud_cad_mouth_size(w, m);
    gud_cad_mouth_source(w, g, m);
}
