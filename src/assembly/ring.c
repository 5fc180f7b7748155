// Planes whose outline is a disc or a ring.

#include "assembly/feature.h"
#include "num/pi.h"
#include "num/vec.h"

#include <math.h>

// outline points of all faces of a plane, in the frame of the first one, to `visit`
static void each_point(const gud_features *fs, const gud_feature *g, void (*visit)(void *, const double[2]), void *to)
{
    double ydir[3];
    v3_cross(ydir, g->axis, g->xdir);
    for (int i = 0; i < g->nface; i++) {
        const gud_face *f = &fs->faces[g->faces[i]];
        for (int l = 0; l < f->nloop; l++)
            for (int k = 0; k < f->loops[l].npoint; k++) {
                gud_face_point p;
                double d[3];
                gud_face_eval(f, f->loops[l].points[2 * (size_t)k], f->loops[l].points[2 * (size_t)k + 1], &p);
                v3_axpy(d, p.x, -1.0, g->origin);
                visit(to, (double[2]){v3_dot(d, g->xdir), v3_dot(d, ydir)});
            }
    }
}

// sums of a circle through the points beyond a radius: x2 + y2 = 2 a x + 2 b y + c
typedef struct {
    double centre[2], beyond, low[2], high[2], nearest, farthest;
    double n, x, y, xx, xy, yy, xr, yr, r;
} circle;

static void see_extent(void *to, const double p[2])
{
    circle *c = to;
    for (int k = 0; k < 2; k++) c->low[k] = fmin(c->low[k], p[k]), c->high[k] = fmax(c->high[k], p[k]);
}

static void see_sums(void *to, const double p[2])
{
    circle *c = to;
    const double x = p[0] - c->centre[0], y = p[1] - c->centre[1], r = x * x + y * y;
    if (hypot(x, y) < c->beyond) return;
    c->n += 1.0, c->x += x, c->y += y, c->xx += x * x, c->xy += x * y, c->yy += y * y;
    c->xr += x * r, c->yr += y * r, c->r += r;
}

static void see_distance(void *to, const double p[2])
{
    circle *c = to;
    const double r = hypot(p[0] - c->centre[0], p[1] - c->centre[1]);
    c->nearest = fmin(c->nearest, r), c->farthest = fmax(c->farthest, r);
}

// moves the centre to that of the circle through the points beyond; false: they are on a line
static bool fit_circle(circle *c)
{
    const double xm = c->x / c->n, ym = c->y / c->n;
    const double xx = c->xx - c->n * xm * xm, xy = c->xy - c->n * xm * ym, yy = c->yy - c->n * ym * ym;
    const double p = 0.5 * (c->xr - xm * c->r), q = 0.5 * (c->yr - ym * c->r), det = xx * yy - xy * xy;
    if (!(det > 1e-6 * xx * yy)) return false;
    c->centre[0] += (p * yy - q * xy) / det;
    c->centre[1] += (q * xx - p * xy) / det;
    return true;
}

bool gud_feature_ring(const gud_features *fs, const gud_feature *g, double centre[3], double radii[2])
{
    circle c = {.low = {INFINITY, INFINITY}, .high = {-INFINITY, -INFINITY}, .nearest = INFINITY};
    if (g->kind != GUD_FACE_PLANE) return false;
    each_point(fs, g, see_extent, &c);
    for (int k = 0; k < 2; k++) c.centre[k] = 0.5 * (c.low[k] + c.high[k]);
    c.beyond = 0.475 * fmax(c.high[0] - c.low[0], c.high[1] - c.low[1]);
    each_point(fs, g, see_sums, &c);
    if (c.n < 8.0 || !fit_circle(&c)) return false;
    each_point(fs, g, see_distance, &c);
    radii[0] = c.nearest < 0.02 * c.farthest ? 0.0 : c.nearest;
    // a disc without edges towards its middle has only points on its rim
    if (c.nearest > 0.98 * c.farthest) radii[0] = 0.0;
    radii[1] = c.farthest;
    const double area = pi * (radii[1] * radii[1] - radii[0] * radii[0]);
    if (!(fabs(g->area - area) <= 2e-3 * area)) return false;
    double ydir[3];
    v3_cross(ydir, g->axis, g->xdir);
    v3_axpy(centre, g->origin, c.centre[0], g->xdir);
    v3_axpy(centre, centre, c.centre[1], ydir);
    return true;
}
