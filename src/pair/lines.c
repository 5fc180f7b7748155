#include "pair/lines.h"

#include "num/vec.h"

#include <math.h>
#include <stdbool.h>

// length of a piece of the middle line, by Gauss's rule
static double piece_length(const gud_surface *s, int dir, double a, double b)
{
    static const double node[] = {-0.7745966692414834, 0.0, 0.7745966692414834}, weight[] = {5.0, 8.0, 5.0};
    const double middle = 0.5 * (s->low[1 - dir] + s->high[1 - dir]);
    double sum = 0.0;
    for (int i = 0; i < 3; i++) {
        const double t = 0.5 * (a + b) + 0.5 * (b - a) * node[i];
        gud_surface_point p;
        gud_surface_eval(s, dir == 0 ? t : middle, dir == 0 ? middle : t, &p);
        sum += weight[i] / 18.0 * (b - a) * v3_norm(dir == 0 ? p.x_u : p.x_v);
    }
    return sum;
}

static double step_of(const gud_surface *s, int dir)
{
    return (s->high[dir] - s->low[dir]) / GUD_LINE_PIECES;
}

// the parameter along line d
static int parameter_of(const gud_lines *l, int d)
{
    return l->first ? 1 - d : d;
}

void gud_lines_make(const gud_surface *s, gud_lines *l)
{
    *l = (gud_lines){.surface = s, .first = s->closed[1] && !s->closed[0]};
    for (int d = 0; d < 2; d++) {
        const int dir = parameter_of(l, d);
        const double step = step_of(s, dir);
        for (int i = 0; i < GUD_LINE_PIECES; i++)
            l->done[d][i + 1] =
                l->done[d][i] + piece_length(s, dir, s->low[dir] + i * step, s->low[dir] + (i + 1) * step);
        l->low[d] = s->closed[dir] ? 0.0 : -0.5 * l->done[d][GUD_LINE_PIECES];
        l->high[d] = l->low[d] + l->done[d][GUD_LINE_PIECES];
    }
}

// the parameter at which line d has come on by a length, which is held between its ends
static double parameter_at(const gud_lines *l, int d, double length)
{
    const gud_surface *s = l->surface;
    const int dir = parameter_of(l, d);
    const double *done = l->done[d], step = step_of(s, dir);
    const double held = fmin(fmax(length, 0.0), done[GUD_LINE_PIECES]);
    int low = 0, high = GUD_LINE_PIECES;
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (done[middle] <= held)
            low = middle;
        else
            high = middle;
    }
    const double from = s->low[dir] + low * step, piece = done[low + 1] - done[low];
    double t = from;
    for (int i = 0; i < 4 && piece > 0.0; i++) t += (held - done[low] - piece_length(s, dir, from, t)) * step / piece;
    return t;
}

static double length_to(const gud_lines *l, int d, double t)
{
    const gud_surface *s = l->surface;
    const int dir = parameter_of(l, d);
    const double step = step_of(s, dir);
    const int i = (int)fmin(fmax(floor((t - s->low[dir]) / step), 0.0), GUD_LINE_PIECES - 1);
    return l->done[d][i] + piece_length(s, dir, s->low[dir] + i * step, t);
}

// a coordinate along line d, whole turns of a closed one taken away
static double length_of(const gud_lines *l, int d, double at)
{
    const double all = l->high[d] - l->low[d], length = at - l->low[d];
    return l->surface->closed[parameter_of(l, d)] ? length - all * floor(length / all) : length;
}

static void parameters_at(const gud_lines *l, const double at[2], double xi[2])
{
    for (int d = 0; d < 2; d++) xi[parameter_of(l, d)] = parameter_at(l, d, length_of(l, d, at[d]));
}

void gud_lines_stretch(const void *lines, const double at[2], double by[2])
{
    const gud_lines *l = lines;
    const gud_surface *s = l->surface;
    const double middle[2] = {0.5 * (s->low[0] + s->high[0]), 0.5 * (s->low[1] + s->high[1])};
    double t[2];
    gud_surface_point here, on_first, on_second;
    parameters_at(l, at, t);
    gud_surface_eval(s, t[0], t[1], &here);
    gud_surface_eval(s, t[0], middle[1], &on_first);
    gud_surface_eval(s, middle[0], t[1], &on_second);
    by[l->first] = v3_norm(here.x_u) / v3_norm(on_first.x_u);
    by[1 - l->first] = v3_norm(here.x_v) / v3_norm(on_second.x_v);
}

// ---- points in space

static const double *tangent(const gud_surface_point *p, int dir)
{
    return dir ? p->x_v : p->x_u;
}

void gud_lines_point(const gud_lines *l, const double at[2], double x[3])
{
    double xi[2];
    gud_surface_point p;
    parameters_at(l, at, xi);
    gud_surface_eval(l->surface, xi[0], xi[1], &p);
    v3_copy(x, p.x);
    for (int d = 0; d < 2; d++) {
        const int dir = parameter_of(l, d);
        const double beyond = at[d] < l->low[d] ? at[d] - l->low[d] : at[d] > l->high[d] ? at[d] - l->high[d] : 0.0;
        if (!l->surface->closed[dir]) v3_axpy(x, x, beyond / v3_norm(tangent(&p, dir)), tangent(&p, dir));
    }
}

// the best of a coarse grid
static void start_search(const gud_surface *s, const double x[3], double xi[2])
{
    enum { starts = 13 };
    double best = INFINITY;
    for (int i = 0; i < starts; i++)
        for (int j = 0; j < starts; j++) {
            const double at[2] = {s->low[0] + (s->high[0] - s->low[0]) * i / (starts - 1),
                                  s->low[1] + (s->high[1] - s->low[1]) * j / (starts - 1)};
            gud_surface_point p;
            double d[3];
            gud_surface_eval(s, at[0], at[1], &p);
            v3_axpy(d, x, -1.0, p.x);
            if (v3_dot(d, d) >= best) continue;
            best = v3_dot(d, d);
            xi[0] = at[0], xi[1] = at[1];
        }
}

// Gauss-Newton: distances are small beside radii of curvature, for walls of a film lie close together
static void search_nearest(const gud_surface *s, const double x[3], double xi[2], gud_surface_point *p, double d[3])
{
    enum { iterations = 12 };
    start_search(s, x, xi);
    for (int i = 0;; i++) {
        gud_surface_eval(s, xi[0], xi[1], p);
        v3_axpy(d, x, -1.0, p->x);
        const double E = v3_dot(p->x_u, p->x_u), F = v3_dot(p->x_u, p->x_v), G = v3_dot(p->x_v, p->x_v);
        const double a = v3_dot(d, p->x_u), b = v3_dot(d, p->x_v), root = E * G - F * F;
        if (i == iterations || !(root > 0.0)) return;
        xi[0] = gud_surface_wrap(s, 0, xi[0] + (G * a - F * b) / root);
        xi[1] = gud_surface_wrap(s, 1, xi[1] + (E * b - F * a) / root);
    }
}

void gud_lines_locate(const gud_lines *l, const double x[3], double at[2])
{
    const gud_surface *s = l->surface;
    double xi[2], off[3];
    gud_surface_point p;
    search_nearest(s, x, xi, &p, off);
    for (int d = 0; d < 2; d++) {
        const int dir = parameter_of(l, d);
        const double along = v3_dot(off, tangent(&p, dir)) / v3_norm(tangent(&p, dir));
        at[d] = l->low[d] + length_to(l, d, xi[dir]);
        const bool beyond = (xi[dir] <= s->low[dir] && along < 0.0) || (xi[dir] >= s->high[dir] && along > 0.0);
        if (!s->closed[dir] && beyond) at[d] += along;
    }
}
