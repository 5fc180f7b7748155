// Dimples in rows and columns.
//
//     d = D (1 - (2 r / a)^2)^n   inside r < a/2
//
//     D  depth                 m     depth
//     a  diameter              m     diameter
//     n  1: paraboloids, 2: without a rim    exponent
//     r  distance from the nearest middle; middles are `pitch` apart, or `count` of them stand around

#include "wall/deviation.h"

#include "num/pi.h"

typedef struct {
    double depth, diameter, pitch[2], exponent;
    int count;
} params;

static unsigned traits(const void *prm)
{
    (void)prm;
    return GUD_VARIES_AROUND | GUD_VARIES_ALONG;
}

// distance of the middles along x
static double pitch_of(const params *p, const gud_wall *wall)
{
    return p->count > 0 ? wall->size[0] / p->count : p->pitch[0];
}

static gud_status check(const void *prm, const gud_wall *wall, gud_error *error)
{
    const params *p = prm;
    if (wall->radius > 0.0 && p->count < 1)
        return gud_fail(error, GUD_ERR_INPUT, "dimples of a round wall need 'count', their number around");
    const double pitch[2] = {pitch_of(p, wall), p->pitch[1]};
    for (int d = 0; d < 2; d++) {
        if (!(pitch[d] >= p->diameter))
            return gud_fail(error, GUD_ERR_INPUT, "dimples of %g um overlap: they are %g um apart along %c",
                            1e6 * p->diameter, 1e6 * pitch[d], 'x' + d);
        if (p->diameter < 2.0 * wall->cell[d])
            return gud_fail(error, GUD_ERR_INPUT,
                            "cells of %g um along %c are too coarse for dimples of %g um; a finer film.grid is needed",
                            1e6 * wall->cell[d], 'x' + d, 1e6 * p->diameter);
    }
    return GUD_OK;
}

static void add(const void *prm, const gud_wall *wall, int n, const double *x, const double *y,
                const gud_deviation_sum *sum)
{
    const params *p = prm;
    const double pitch = pitch_of(p, wall), k = 4.0 / (p->diameter * p->diameter), m = p->exponent;
    for (int i = 0; i < n; i++) {
        const double u = gud_wall_wrap(x[i], pitch), v = gud_wall_wrap(y[i] - wall->middle[1], p->pitch[1]);
        const double rest = 1.0 - k * (u * u + v * v);
        if (rest <= 0.0) continue;
        const double f = pow(rest, m), s = -2.0 * k * m * pow(rest, m - 1.0);
        const double ss = m > 1.0 ? 4.0 * k * k * m * (m - 1.0) * pow(rest, m - 2.0) : 0.0;
        sum->d[i] += p->depth * f;
        if (!sum->x) continue;
        sum->x[i] += p->depth * s * u;
        sum->y[i] += p->depth * s * v;
        sum->xx[i] += p->depth * (s + ss * u * u);
        sum->xy[i] += p->depth * ss * u * v;
        sum->yy[i] += p->depth * (s + ss * v * v);
    }
}

static const gud_field fields[] = {
    GUD_FIELD(params, depth, "m", GUD_REQUIRED, -1e-2, 1e-2, "depth in the middle of a dimple"),
    GUD_FIELD_POSITIVE(params, diameter, "m", GUD_REQUIRED, "of a dimple"),
    {.key = "pitch",
     .type = GUD_VECTOR,
     .offset = offsetof(params, pitch),
     .count = 2,
     .unit = "m",
     .fallback = GUD_REQUIRED,
     .about = "distance of their centres along x and y; with `count` the first is not used"},
    {.key = "count",
     .type = GUD_INTEGER,
     .offset = offsetof(params, count),
     .fallback = 0.0,
     .low = 0.0,
     .high = 100000.0,
     .about = "number around a round wall, or along x of a flat one; 0: from the pitch"},
    GUD_FIELD(params, exponent, "1", 1.0, 1.0, 10.0, "1: paraboloids; 2: with smooth rims"),
};

const gud_deviation_law gud_deviation_dimples = {
    .row = GUD_ROW(params, "dimples", "texture of round dimples in rows and columns", fields),
    .check = check,
    .traits = traits,
    .add = add,
};
