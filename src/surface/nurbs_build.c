// Shapes of revolution; docs/theory/surface.md, (6). A full turn is four quarter circles of degree 2 with the weights
// 1, sqrt(1/2), 1: the corners of a square and the middles of its sides.

#include "surface/nurbs.h"

#include "num/pi.h"

#include <math.h>
#include <string.h>

static const double turn_knots[] = {0.0, 0.0, 0.0, 0.25, 0.25, 0.5, 0.5, 0.75, 0.75, 1.0, 1.0, 1.0};
static const double turn_x[] = {1, 1, 0, -1, -1, -1, 0, 1, 1}, turn_y[] = {0, 1, 1, 1, 0, -1, -1, -1, 0};

// the curve that is turned: points (radius, z, weight)
typedef struct {
    int degree, n;
    const double *knots;
    const double (*points)[3];
} profile;

static gud_status revolve_profile(const profile *p, gud_arena *arena, gud_error *error, gud_nurbs *nurbs)
{
    const int nknot = p->n + p->degree + 1;
    double *knots[2] = {GUD_TAKE(arena, double, GUD_COUNT(turn_knots)), GUD_TAKE(arena, double, nknot)};
    double *points = GUD_TAKE(arena, double, 9 * p->n * 4);
    if (!knots[0] || !knots[1] || !points) return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    memcpy(knots[0], turn_knots, sizeof turn_knots);
    memcpy(knots[1], p->knots, (size_t)nknot * sizeof *knots[1]);

    for (int i = 0; i < 9; i++)
        for (int j = 0; j < p->n; j++) {
            const double r = p->points[j][0], corner = i % 2 ? sqrt(0.5) : 1.0;
            double *q = points + 4 * (i * p->n + j);
            q[0] = r * turn_x[i];
            q[1] = r * turn_y[i];
            q[2] = p->points[j][1];
            q[3] = corner * p->points[j][2];
        }
    *nurbs = (gud_nurbs){{2, p->degree}, {9, p->n}, {knots[0], knots[1]}, points};
    return gud_nurbs_check(nurbs, "surface of revolution", error);
}

static gud_status need_positive(double value, const char *what, gud_error *error)
{
    if (value > 0.0 && isfinite(value)) return GUD_OK;
    return gud_fail(error, GUD_ERR_INPUT, "%s = %g m must be greater than 0", what, value);
}

gud_status gud_nurbs_cylinder(double radius, double low, double high, gud_arena *arena, gud_error *error,
                              gud_nurbs *nurbs)
{
    GUD_TRY(need_positive(radius, "radius", error));
    return gud_nurbs_cone(radius, radius, low, high, arena, error, nurbs);
}

gud_status gud_nurbs_cone(double radius_low, double radius_high, double low, double high, gud_arena *arena,
                          gud_error *error, gud_nurbs *nurbs)
{
    const double knots[] = {0, 0, 1, 1}, points[][3] = {{radius_low, low, 1}, {radius_high, high, 1}};
    if (!(radius_low >= 0.0) || !(radius_high >= 0.0) || !(radius_low + radius_high > 0.0))
        return gud_fail(error, GUD_ERR_INPUT, "radii %g and %g m: both must be at least 0, and one of them greater",
                        radius_low, radius_high);
    GUD_TRY(need_positive(high - low, "length", error));
    return revolve_profile(&(profile){1, 2, knots, points}, arena, error, nurbs);
}

gud_status gud_nurbs_sphere(double radius, gud_arena *arena, gud_error *error, gud_nurbs *nurbs)
{
    const double R = radius, w = sqrt(0.5), knots[] = {0, 0, 0, 0.5, 0.5, 1, 1, 1};
    const double points[][3] = {{0, -R, 1}, {R, -R, w}, {R, 0, 1}, {R, R, w}, {0, R, 1}};
    GUD_TRY(need_positive(radius, "radius", error));
    return revolve_profile(&(profile){2, 5, knots, points}, arena, error, nurbs);
}

// two arcs; the point between stands where the tangents at the ends meet
gud_status gud_nurbs_zone(double radius, double from, double to, gud_arena *arena, gud_error *error, gud_nurbs *nurbs)
{
    const double quarter = 0.5 * pi, knots[] = {0, 0, 0, 0.5, 0.5, 1, 1, 1};
    GUD_TRY(need_positive(radius, "radius", error));
    if (!(from >= -quarter && to <= quarter && from < to))
        return gud_fail(error, GUD_ERR_INPUT,
                        "a sphere from latitude %g to %g deg; latitudes must increase within -90 to 90 deg",
                        from * 90.0 / quarter, to * 90.0 / quarter);
    const double half = 0.25 * (to - from); // of each arc
    double points[5][3];
    for (int i = 0; i < 5; i++) {
        const double angle = from + i * half, weight = i % 2 ? cos(half) : 1.0;
        points[i][0] = fabs(angle) == quarter ? 0.0 : radius * cos(angle) / weight;
        points[i][1] = radius * sin(angle) / weight;
        points[i][2] = weight;
    }
    return revolve_profile(&(profile){2, 5, knots, (const double(*)[3])points}, arena, error, nurbs);
}

static gud_status need_ring(double ring, double tube, gud_error *error)
{
    GUD_TRY(need_positive(tube, "radius of the tube", error));
    if (ring > tube && isfinite(ring)) return GUD_OK;
    return gud_fail(error, GUD_ERR_INPUT, "a ring of radius %g m is too small for a tube of radius %g m", ring, tube);
}

gud_status gud_nurbs_torus(double ring, double tube, gud_arena *arena, gud_error *error, gud_nurbs *nurbs)
{
    GUD_TRY(need_ring(ring, tube, error));
    double points[9][3];
    for (int i = 0; i < 9; i++) {
        points[i][0] = ring + tube * turn_x[i];
        points[i][1] = tube * turn_y[i];
        points[i][2] = i % 2 ? sqrt(0.5) : 1.0;
    }
    return revolve_profile(&(profile){2, 9, turn_knots, (const double(*)[3])points}, arena, error, nurbs);
}

// four arcs, as those of the whole tube
gud_status gud_nurbs_groove(double ring, double tube, double from, double to, gud_arena *arena, gud_error *error,
                            gud_nurbs *nurbs)
{
    GUD_TRY(need_ring(ring, tube, error));
    if (!(from < to && to < from + 2.0 * pi))
        return gud_fail(error, GUD_ERR_INPUT,
                        "a tube from %g to %g deg; the angles must ascend by less than a turn, or by a turn from 0",
                        from * 180.0 / pi, to * 180.0 / pi);
    const double half = 0.125 * (to - from); // of each arc
    double points[9][3];
    for (int i = 0; i < 9; i++) {
        const double angle = from + i * half, weight = i % 2 ? cos(half) : 1.0;
        points[i][0] = ring + tube * cos(angle) / weight;
        points[i][1] = tube * sin(angle) / weight;
        points[i][2] = weight;
    }
    return revolve_profile(&(profile){2, 9, turn_knots, (const double(*)[3])points}, arena, error, nurbs);
}

// One arc of half angle a: its middle point stands where the end tangents meet, with the weight cos a. Half angle and
// radius of the arc from half length l and drop c: tan(a/2) = c/l.
gud_status gud_nurbs_barrel(double radius, double drop, double length, gud_arena *arena, gud_error *error,
                            gud_nurbs *nurbs)
{
    const double l = 0.5 * length, c = drop, t = c / l, cosine = (1.0 - t * t) / (1.0 + t * t);
    GUD_TRY(need_positive(length, "length", error));
    if (!(c >= 0.0 && c < l && c < radius) || !isfinite(radius))
        return gud_fail(error, GUD_ERR_INPUT,
                        "a crown of %g m does not fit a barrel of radius %g m and length %g m: it must be less than "
                        "the radius and half the length",
                        drop, radius, length);
    // the tangent at the end rises by l tan a over half the length
    const double peak = radius - c + l * 2.0 * t / (1.0 - t * t);
    const double knots[] = {0, 0, 0, 1, 1, 1};
    const double points[][3] = {{radius - c, -l, 1}, {peak, 0, cosine}, {radius - c, l, 1}};
    return revolve_profile(&(profile){2, 3, knots, points}, arena, error, nurbs);
}
