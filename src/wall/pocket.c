// A pocket: a rectangle that lies deeper than the rest of the wall, such as the relief of a pressure dam bearing.
// Flanks narrower than a cell are as wide as a cell: edges on the faces of the grid are steps, others leave the cell
// its mean depth.

#include "wall/deviation.h"

#include "num/pi.h"

typedef struct {
    double angle, arc, x, length, y, width, depth, rim;
} params;

static unsigned traits(const void *prm)
{
    const params *p = prm;
    const unsigned whole = isnan(p->width) ? 0u : GUD_VARIES_ALONG,
                   side = whole && p->y != 0.0 ? GUD_VARIES_UNEVENLY : 0u;
    return GUD_VARIES_AROUND | whole | side | (isnan(p->angle) ? 0u : GUD_NEEDS_ANGLE);
}

static gud_status check(const void *prm, const gud_wall *wall, gud_error *error)
{
    const params *p = prm;
    if (isnan(p->angle) && wall->radius > 0.0)
        return gud_fail(error, GUD_ERR_INPUT, "a pocket of a round wall has 'angle' and 'arc', not 'x' and 'length'");
    return GUD_OK;
}

static void add(const void *prm, const gud_wall *wall, int n, const double *x, const double *y,
                const gud_deviation_sum *sum)
{
    const params *p = prm;
    const bool turned = wall->radius > 0.0;
    const double at = turned ? p->angle * wall->radius : wall->middle[0] + p->x;
    const double half = 0.5 * (turned ? p->arc * wall->radius : p->length);
    const double rim_x = fmax(p->rim, wall->cell[0]), rim_y = fmax(p->rim, wall->cell[1]);
    for (int i = 0; i < n; i++) {
        const double off = turned ? gud_wall_wrap(x[i] - at, wall->size[0]) : x[i] - at;
        const gud_jet g = isnan(p->width) ? (gud_jet){1.0, 0.0, 0.0}
                                          : gud_wall_box(y[i] - wall->middle[1] - p->y, 0.5 * p->width, rim_y);
        gud_deviation_product(sum, i, p->depth, gud_wall_box(off, half, rim_x), g);
    }
}

static const gud_field fields[] = {
    GUD_FIELD(params, depth, "m", GUD_REQUIRED, -1e-2, 1e-2, "depth of the pocket"),
    GUD_FIELD(params, angle, "rad", GUD_OPTIONAL, -2.0 * pi, 2.0 * pi, "angle of its centre on a round wall"),
    GUD_FIELD(params, arc, "rad", GUD_OPTIONAL, 0.0, 2.0 * pi, "angle that it spans on a round wall"),
    GUD_FIELD(params, x, "m", GUD_OPTIONAL, -1e3, 1e3,
              "position of its centre on a flat wall, from the middle of the wall"),
    GUD_FIELD_POSITIVE(params, length, "m", GUD_OPTIONAL, "length along x on a flat wall"),
    GUD_FIELD(params, y, "m", 0.0, -1e3, 1e3, "position of its centre along y, from the middle of the wall"),
    GUD_FIELD_POSITIVE(params, width, "m", GUD_OPTIONAL, "width along y; default: the whole wall"),
    GUD_FIELD(params, rim, "m", 0.0, 0.0, 1.0, "width of its flanks; at least a cell"),
};
static const gud_rule rules[] = {
    {GUD_ONE_OF, {"angle", "x"}}, {GUD_ALL_OR_NONE, {"angle", "arc"}}, {GUD_ALL_OR_NONE, {"x", "length"}}};

const gud_deviation_law gud_deviation_pocket = {
    .row = {.name = "pocket",
            .about = "a rectangular recess: pressure dams, steps, reliefs",
            .size = sizeof(params),
            .fields = fields,
            .nfield = GUD_COUNT(fields),
            .rules = rules,
            .nrule = GUD_COUNT(rules)},
    .check = check,
    .traits = traits,
    .add = add,
};
