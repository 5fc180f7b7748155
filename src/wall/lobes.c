// Lobes: arcs of a larger radius whose centres lie beyond the middle, as in lemon bores (two lobes) and three-lobe
// bearings. The joint's clearance c is the least one, in the middle of the lobes; an arc has the clearance c_p.
//
//     d = o (1 - cos(t - t_0)),   o = m c_p = c m / (1 - m),   t = phi - phi_k from -pi/n to pi/n
//
//     m      preload 1 - c/c_p     -     preload
//     n      lobes                 -     count
//     phi_k  middles of the lobes        angle of the first
//     t_0    (2 f - 1) pi/n              offset f: where the arc is nearest, as a fraction of its length

#include "wall/deviation.h"

#include "num/pi.h"

typedef struct {
    double preload, angle, offset;
    int count;
} params;

static unsigned traits(const void *prm)
{
    (void)prm;
    return GUD_VARIES_AROUND | GUD_NEEDS_ANGLE;
}

static gud_status check(const void *prm, const gud_wall *wall, gud_error *error)
{
    (void)prm;
    if (!isnan(wall->clearance)) return GUD_OK;
    return gud_fail(error, GUD_ERR_INPUT, "a preload refers to a clearance, which two surfaces do not have");
}

static void add(const void *prm, const gud_wall *wall, int n, const double *x, const double *y,
                const gud_deviation_sum *sum)
{
    const params *p = prm;
    const double R = wall->radius, span = 2.0 * pi / p->count, nearest = (p->offset - 0.5) * span;
    const double reach = wall->clearance * p->preload / (1.0 - p->preload);
    (void)y;
    for (int i = 0; i < n; i++) {
        const double t = gud_wall_wrap(x[i] / R - p->angle, span) - nearest, c = cos(t), s = sin(t);
        gud_deviation_product(sum, i, reach, (gud_jet){1.0 - c, s / R, c / (R * R)}, (gud_jet){1.0, 0.0, 0.0});
    }
}

static const gud_field fields[] = {
    {.key = "preload",
     .type = GUD_NUMBER,
     .offset = offsetof(params, preload),
     .unit = "1",
     .fallback = GUD_REQUIRED,
     .low = 0.0,
     .high = 1.0,
     .flags = GUD_OPEN_HIGH,
     .about = "1 - clearance/clearance of the arcs; the clearance of the joint is the smallest one"},
    {.key = "count",
     .type = GUD_INTEGER,
     .offset = offsetof(params, count),
     .fallback = 2.0,
     .low = 1.0,
     .high = 100.0,
     .about = "lobes: 2 is a lemon bore"},
    GUD_FIELD(params, angle, "rad", 0.0, -2.0 * pi, 2.0 * pi, "middle of a lobe, from x towards y"),
    GUD_FIELD(params, offset, "1", 0.5, 0.0, 1.0,
              "position of the smallest gap on an arc, as a fraction of its length from its lower angle"),
};

const gud_deviation_law gud_deviation_lobes = {
    .row = GUD_ROW(params, "lobes", "arcs with preload: lemon bores and multi-lobe bearings", fields),
    .check = check,
    .traits = traits,
    .add = add,
};
