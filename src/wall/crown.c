// A crown along y: a barrel that lies back towards its ends.
//
//     d = H s^n,   s = (|y| - l/2) / (b - l/2) beyond the land, 0 on it
//
//     H  depth at the ends    m     height
//     n  exponent             -     exponent
//     l  straight land        m     land
//     b  half of the width    m     of the wall

#include "wall/deviation.h"

typedef struct {
    double height, exponent, land;
} params;

static unsigned traits(const void *prm)
{
    (void)prm;
    return GUD_VARIES_ALONG;
}

static gud_status check(const void *prm, const gud_wall *wall, gud_error *error)
{
    const params *p = prm;
    if (p->land < wall->size[1]) return GUD_OK;
    return gud_fail(error, GUD_ERR_INPUT, "a land of %g mm leaves nothing of a wall of %g mm", 1e3 * p->land,
                    1e3 * wall->size[1]);
}

static void add(const void *prm, const gud_wall *wall, int n, const double *x, const double *y,
                const gud_deviation_sum *sum)
{
    const params *p = prm;
    const double flank = 0.5 * (wall->size[1] - p->land), m = p->exponent;
    (void)x;
    for (int i = 0; i < n; i++) {
        const double off = y[i] - wall->middle[1], side = off < 0.0 ? -1.0 : 1.0;
        const double s = (fabs(off) - 0.5 * p->land) / flank;
        if (s <= 0.0) continue;
        const gud_jet g = {pow(s, m), side * m * pow(s, m - 1.0) / flank,
                           m > 1.0 ? m * (m - 1.0) * pow(s, m - 2.0) / (flank * flank) : 0.0};
        gud_deviation_product(sum, i, p->height, (gud_jet){1.0, 0.0, 0.0}, g);
    }
}

static const gud_field fields[] = {
    GUD_FIELD(params, height, "m", GUD_REQUIRED, -1e-2, 1e-2, "depth of the relief at the ends"),
    GUD_FIELD(params, exponent, "1", 2.0, 1.0, 20.0, "of the distance from the land: 2 is a parabola"),
    GUD_FIELD(params, land, "m", 0.0, 0.0, 1e3, "length of the straight part in the middle"),
};

const gud_deviation_law gud_deviation_crown = {
    .row = GUD_ROW(params, "crown", "relief towards the ends: barrels and crowned journals", fields),
    .check = check,
    .traits = traits,
    .add = add,
};
