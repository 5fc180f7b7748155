// A profile along y from points: a smooth curve that does not overshoot, constant beyond the first and last point.

#include "wall/deviation.h"

#include <stddef.h>

typedef struct {
    const char *file;
    gud_numbers at, deviation;
    gud_curve *curve; // from prepare
} params;

static gud_status prepare(void *prm, const gud_deviation_context *c)
{
    params *p = prm;
    const gud_spline_spec spec = {.kind = GUD_SPLINE_MONOTONE, .outside = GUD_OUTSIDE_HOLD};
    const gud_curve_file file = {.path = p->file, .x_unit = "m", .y_unit = "m", .units = c->units};
    p->curve = GUD_TAKE(c->arena, gud_curve, 1);
    if (!p->curve) return gud_fail(c->error, GUD_ERR_MEMORY, "out of memory");
    if (p->file) return gud_curve_read(&file, &spec, c->arena, c->error, p->curve);
    if (p->at.count != p->deviation.count || p->at.count < 2)
        return gud_fail(c->error, GUD_ERR_INPUT, "%d positions and %d deviations: as many are needed, and at least 2",
                        p->at.count, p->deviation.count);
    return gud_curve_points(&spec, p->at.count, p->at.data, p->deviation.data, c->arena, c->error, p->curve);
}

static unsigned traits(const void *prm)
{
    (void)prm;
    return GUD_VARIES_ALONG | GUD_VARIES_UNEVENLY;
}

static void add(const void *prm, const gud_wall *wall, int n, const double *x, const double *y,
                const gud_deviation_sum *sum)
{
    const params *p = prm;
    (void)x;
    for (int i = 0; i < n; i++) {
        double g[3];
        (void)gud_curve_eval(p->curve, y[i] - wall->middle[1], g); // defined everywhere
        gud_deviation_product(sum, i, 1.0, (gud_jet){1.0, 0.0, 0.0}, (gud_jet){g[0], g[1], g[2]});
    }
}

static const gud_field fields[] = {
    {.key = "file",
     .type = GUD_FILE,
     .offset = offsetof(params, file),
     .fallback = GUD_OPTIONAL,
     .about = "CSV file: position along the axis from the middle, and deviation"},
    {.key = "at",
     .type = GUD_NUMBERS,
     .offset = offsetof(params, at),
     .unit = "m",
     .fallback = GUD_OPTIONAL,
     .about = "positions along the axis from the middle"},
    {.key = "deviation",
     .type = GUD_NUMBERS,
     .offset = offsetof(params, deviation),
     .unit = "m",
     .fallback = GUD_OPTIONAL,
     .about = "deviations at these positions, positive where the gap is wider"},
};
static const gud_rule rules[] = {{GUD_ONE_OF, {"file", "at"}}, {GUD_ALL_OR_NONE, {"at", "deviation"}}};

const gud_deviation_law gud_deviation_profile = {
    .row = {.name = "profile",
            .about = "tabulated profile along the axis",
            .size = sizeof(params),
            .fields = fields,
            .nfield = GUD_COUNT(fields),
            .rules = rules,
            .nrule = GUD_COUNT(rules)},
    .prepare = prepare,
    .traits = traits,
    .add = add,
};
