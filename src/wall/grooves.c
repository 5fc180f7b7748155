// Shallow grooves at equal distances: along y, slanted (spiral), or as a herringbone. Flanks narrower than a cell are
// as wide as a cell.
//
//     d = D box(s),   s = x + tan(slant) y, or tan(slant) |y| in a herringbone, within one pitch

#include "wall/deviation.h"

#include "num/pi.h"

typedef struct {
    double depth, pitch, share, slant, rim;
    int count;
    bool herringbone;
} params;

static unsigned traits(const void *prm)
{
    const params *p = prm;
    if (p->slant == 0.0) return GUD_VARIES_AROUND;
    return GUD_VARIES_AROUND | GUD_VARIES_ALONG | (p->herringbone ? 0u : GUD_VARIES_UNEVENLY);
}

static double pitch_of(const params *p, const gud_wall *wall)
{
    return p->count > 0 ? wall->size[0] / p->count : p->pitch;
}

static gud_status check(const void *prm, const gud_wall *wall, gud_error *error)
{
    const params *p = prm;
    if (wall->radius > 0.0 && p->count < 1)
        return gud_fail(error, GUD_ERR_INPUT, "grooves of a round wall need 'count', their number around");
    const double width = fmin(p->share, 1.0 - p->share) * pitch_of(p, wall);
    if (width >= 2.0 * wall->cell[0]) return GUD_OK;
    return gud_fail(error, GUD_ERR_INPUT,
                    "cells of %g um along x are too coarse for grooves or lands of %g um; a finer film.grid is needed",
                    1e6 * wall->cell[0], 1e6 * width);
}

static void add(const void *prm, const gud_wall *wall, int n, const double *x, const double *y,
                const gud_deviation_sum *sum)
{
    const params *p = prm;
    const double pitch = pitch_of(p, wall), slope = tan(p->slant);
    const double rim = fmax(p->rim, wall->cell[0] + fabs(slope) * wall->cell[1]);
    for (int i = 0; i < n; i++) {
        const double off = y[i] - wall->middle[1], side = p->herringbone && off < 0.0 ? -slope : slope;
        const gud_jet f = gud_wall_box(gud_wall_wrap(x[i] + side * off, pitch), 0.5 * p->share * pitch, rim);
        sum->d[i] += p->depth * f.f;
        if (!sum->x) continue;
        sum->x[i] += p->depth * f.s;
        sum->y[i] += p->depth * f.s * side;
        sum->xx[i] += p->depth * f.ss;
        sum->xy[i] += p->depth * f.ss * side;
        sum->yy[i] += p->depth * f.ss * side * side;
    }
}

static const gud_field fields[] = {
    GUD_FIELD(params, depth, "m", GUD_REQUIRED, -1e-2, 1e-2, "of the grooves"),
    GUD_FIELD_POSITIVE(params, pitch, "m", GUD_OPTIONAL, "distance along x on a flat wall, instead of `count`"),
    {.key = "count",
     .type = GUD_INTEGER,
     .offset = offsetof(params, count),
     .fallback = GUD_OPTIONAL,
     .low = 1.0,
     .high = 100000.0,
     .about = "number around a round wall, or along x of a flat one"},
    {.key = "share",
     .type = GUD_NUMBER,
     .offset = offsetof(params, share),
     .unit = "1",
     .fallback = 0.5,
     .low = 0.0,
     .high = 1.0,
     .flags = GUD_OPEN_LOW | GUD_OPEN_HIGH,
     .about = "width of a groove over the pitch"},
    {.key = "slant",
     .type = GUD_NUMBER,
     .offset = offsetof(params, slant),
     .unit = "rad",
     .fallback = 0.0,
     .low = -1.5,
     .high = 1.5,
     .about = "angle between the grooves and y"},
    {.key = "herringbone",
     .type = GUD_SWITCH,
     .offset = offsetof(params, herringbone),
     .fallback = 0.0,
     .about = "the two halves of the wall are mirror images"},
    GUD_FIELD(params, rim, "m", 0.0, 0.0, 1.0, "width of the flanks; at least a cell"),
};
static const gud_rule rules[] = {{GUD_ONE_OF, {"pitch", "count"}}};

const gud_deviation_law gud_deviation_grooves = {
    .row = {.name = "grooves",
            .about = "texture of straight, slanted or herringbone grooves",
            .size = sizeof(params),
            .fields = fields,
            .nfield = GUD_COUNT(fields),
            .rules = rules,
            .nrule = GUD_COUNT(rules)},
    .check = check,
    .traits = traits,
    .add = add,
};
