// A taper along y: d = H y/b, with b half of the width.

#include "wall/deviation.h"

typedef struct {
    double height;
} params;

static unsigned traits(const void *prm)
{
    (void)prm;
    return GUD_VARIES_ALONG | GUD_VARIES_UNEVENLY;
}

static void add(const void *prm, const gud_wall *wall, int n, const double *x, const double *y,
                const gud_deviation_sum *sum)
{
    const params *p = prm;
    const double per_half = 2.0 / wall->size[1];
    (void)x;
    for (int i = 0; i < n; i++)
        gud_deviation_product(sum, i, p->height, (gud_jet){1.0, 0.0, 0.0},
                              (gud_jet){per_half * (y[i] - wall->middle[1]), per_half, 0.0});
}

static const gud_field fields[] = {
    GUD_FIELD(params, height, "m", GUD_REQUIRED, -1e-2, 1e-2,
              "relief of the upper end; the lower end is raised by the same amount"),
};

const gud_deviation_law gud_deviation_taper = {
    .row = GUD_ROW(params, "taper", "straight slope along the axis", fields),
    .traits = traits,
    .add = add,
};
