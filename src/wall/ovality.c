// Waves around a round wall; two of them make it oval.
//
//     d = a cos(n (phi - phi_0))
//
//     a      amplitude             m     amplitude; an oval bore is 4 a wider along one diameter than along the other
//     n      waves around          -     count
//     phi_0  where the wall is deepest   angle

#include "wall/deviation.h"

#include "num/pi.h"

typedef struct {
    double amplitude, angle;
    int count;
} params;

static unsigned traits(const void *prm)
{
    (void)prm;
    return GUD_VARIES_AROUND | GUD_NEEDS_ANGLE;
}

static void add(const void *prm, const gud_wall *wall, int n, const double *x, const double *y,
                const gud_deviation_sum *sum)
{
    const params *p = prm;
    const double k = p->count / wall->radius;
    (void)y;
    for (int i = 0; i < n; i++) {
        const double t = k * x[i] - p->count * p->angle, c = cos(t), s = sin(t);
        gud_deviation_product(sum, i, p->amplitude, (gud_jet){c, -k * s, -k * k * c}, (gud_jet){1.0, 0.0, 0.0});
    }
}

static const gud_field fields[] = {
    GUD_FIELD(params, amplitude, "m", GUD_REQUIRED, -1e-2, 1e-2, "largest deviation of the radius"),
    {.key = "count",
     .type = GUD_INTEGER,
     .offset = offsetof(params, count),
     .fallback = 2.0,
     .low = 1.0,
     .high = 1000.0,
     .about = "waves around: 2 is oval"},
    GUD_FIELD(params, angle, "rad", 0.0, -2.0 * pi, 2.0 * pi, "where the gap is widest, from x towards y"),
};

const gud_deviation_law gud_deviation_ovality = {
    .row = GUD_ROW(params, "ovality", "waves around a round wall; two make it oval", fields),
    .traits = traits,
    .add = add,
};
