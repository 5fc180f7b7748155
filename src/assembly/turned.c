#include "assembly/turned.h"

#include "num/pi.h"
#include "num/vec.h"

#include <math.h>

bool gud_feature_turns(const gud_feature *g)
{
    return g->kind != GUD_FACE_PLANE && (g->kind != GUD_FACE_SPLINE || g->nprofile > 0);
}

// dr/dz of a profile, which is a function of the height
static double profile_slope(const gud_feature *g, double z)
{
    const double step = 1e-4 * (g->span[1] - g->span[0]);
    const double low = fmax(z - step, g->span[0]), high = fmin(z + step, g->span[1]);
    return (gud_feature_radius(g, high) - gud_feature_radius(g, low)) / (high - low);
}

// radius and height
static void meridian(const gud_feature *g, double second, double rz[2])
{
    const bool ball = g->kind == GUD_FACE_SPHERE, ring = g->kind == GUD_FACE_TORUS;
    const double tube = ball ? g->radius : g->tube;
    rz[0] = ball || ring ? (ring ? g->radius : 0.0) + tube * cos(second) : gud_feature_radius(g, second);
    rz[1] = ball || ring ? tube * sin(second) : second;
}

void gud_turned_point(const gud_feature *g, const double at[2], double x[3])
{
    double ydir[3], rz[2];
    v3_cross(ydir, g->axis, g->xdir);
    meridian(g, at[1], rz);
    for (int k = 0; k < 3; k++)
        x[k] = g->origin[k] + rz[0] * (cos(at[0]) * g->xdir[k] + sin(at[0]) * ydir[k]) + rz[1] * g->axis[k];
}

// angle around the axis, distance from it and height
static void seen_from_axis(const gud_feature *g, const double x[3], double *angle, double *r, double *z)
{
    double ydir[3], d[3];
    v3_cross(ydir, g->axis, g->xdir);
    v3_axpy(d, x, -1.0, g->origin);
    const double a = v3_dot(d, g->xdir), b = v3_dot(d, ydir);
    *angle = atan2(b, a);
    *r = hypot(a, b);
    *z = v3_dot(d, g->axis);
}

static double held_in_span(const gud_feature *g, double z)
{
    return fmin(fmax(z, g->span[0]), g->span[1]);
}

void gud_turned_locate(const gud_feature *g, const double x[3], double at[2])
{
    double r, z;
    seen_from_axis(g, x, &at[0], &r, &z);
    at[1] = z;
    if (g->kind == GUD_FACE_SPHERE) at[1] = atan2(z, r);
    if (g->kind == GUD_FACE_TORUS) at[1] = atan2(z, r - g->radius);
    if (g->kind == GUD_FACE_CONE) at[1] = z + sin(g->angle) * cos(g->angle) * (r - gud_feature_radius(g, z));
    if (g->nprofile > 0) {
        const double held = held_in_span(g, z), slope = profile_slope(g, held);
        at[1] = held_in_span(g, held + slope / (1.0 + slope * slope) * (r - gud_feature_radius(g, held)));
    }
}

double gud_turned_distance(const gud_feature *g, const double x[3])
{
    double angle, r, z;
    seen_from_axis(g, x, &angle, &r, &z);
    if (g->kind == GUD_FACE_SPHERE) return hypot(r, z) - g->radius;
    if (g->kind == GUD_FACE_TORUS) return hypot(r - g->radius, z) - g->tube;
    if (g->nprofile > 0) return (r - gud_feature_radius(g, z)) / sqrt(1.0 + pow(profile_slope(g, z), 2.0));
    return (r - gud_feature_radius(g, z)) * cos(g->angle);
}

void gud_turned_stretch(const gud_feature *g, double second, double by[2])
{
    double rz[2];
    meridian(g, second, rz);
    by[0] = fabs(rz[0]);
    by[1] = g->kind == GUD_FACE_SPHERE  ? g->radius
            : g->kind == GUD_FACE_TORUS ? g->tube
            : g->nprofile > 0           ? sqrt(1.0 + pow(profile_slope(g, second), 2.0))
                                        : 1.0 / cos(g->angle);
}

void gud_turned_tube(const gud_features *fs, const gud_feature *g, double range[2])
{
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < g->nface; i++) {
        const gud_face *f = &fs->faces[g->faces[i]];
        const bool turned = v3_dot(f->axis, g->axis) < 0.0;
        const double from = turned ? -f->v[1] : f->v[0], to = turned ? -f->v[0] : f->v[1];
        const double turns = i == 0 ? 0.0 : 2.0 * pi * round((0.5 * (low + high - from - to)) / (2.0 * pi));
        low = fmin(low, from + turns), high = fmax(high, to + turns);
    }
    const double back = 2.0 * pi * round(0.5 * (low + high) / (2.0 * pi));
    range[0] = low - back, range[1] = high - back;
}
