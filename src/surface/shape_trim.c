// `trim`: what is left of a surface, from the keys of its entry.

#include "surface/shape.h"

static const gud_field fields[] = {
    {.key = "points",
     .type = GUD_NUMBERS,
     .offset = offsetof(gud_trim_params, points),
     .unit = "1",
     .fallback = GUD_REQUIRED,
     .about = "u, v of the points of closed curves, one after the other; shapes run from 0 to 1 in both parameters"},
    {.key = "degree",
     .type = GUD_INTEGER,
     .offset = offsetof(gud_trim_params, degree),
     .fallback = 1.0,
     .low = 1.0,
     .high = GUD_DEGREE_MAX,
     .about = "1: polygons; otherwise Bezier pieces of this degree, each ending at the first point of the next"},
    {.key = "weights",
     .type = GUD_NUMBERS,
     .offset = offsetof(gud_trim_params, weights),
     .unit = "1",
     .fallback = GUD_OPTIONAL,
     .about = "weights of the points; 1 if absent"},
    {.key = "loops",
     .type = GUD_NUMBERS,
     .offset = offsetof(gud_trim_params, loops),
     .unit = "1",
     .fallback = GUD_OPTIONAL,
     .about = "number of points of each curve; default: one curve. A curve inside another is a hole"},
};

const gud_row gud_trim_row = GUD_ROW(gud_trim_params, "trim", "curves that trim a surface", fields);

static gud_status check(const gud_trim_params *p, gud_error *error)
{
    const int n = p->points.count / 2;
    double sum = 0.0;
    if (p->points.count % 2 != 0 || (p->weights.count > 0 && p->weights.count != n))
        return gud_fail(error, GUD_ERR_INPUT, "trim: %d numbers do not form pairs u, v, or do not match %d weights",
                        p->points.count, p->weights.count);
    for (int i = 0; i < p->loops.count; i++) {
        if (!(p->loops.data[i] >= 1.0) || p->loops.data[i] != floor(p->loops.data[i]))
            return gud_fail(error, GUD_ERR_INPUT, "trim: %g is not a number of points", p->loops.data[i]);
        sum += p->loops.data[i];
    }
    if (p->loops.count > 0 && sum != n)
        return gud_fail(error, GUD_ERR_INPUT, "trim: loops have %g points in total, but there are %d", sum, n);
    return GUD_OK;
}

gud_status gud_shape_trim(const gud_trim_params *p, const gud_shape_context *c, gud_surface *surface)
{
    GUD_TRY(check(p, c->error));
    const int n = p->loops.count > 0 ? p->loops.count : 1;
    gud_trim_curve *curves = GUD_TAKE(c->arena, gud_trim_curve, n);
    gud_trim *trim = GUD_TAKE(c->arena, gud_trim, 1);
    if (!curves || !trim) return gud_fail(c->error, GUD_ERR_MEMORY, "out of memory");
    for (int i = 0, from = 0; i < n; from += curves[i++].n)
        curves[i] = (gud_trim_curve){.degree = p->degree,
                                     .n = p->loops.count > 0 ? (int)p->loops.data[i] : p->points.count / 2,
                                     .points = p->points.data + 2 * from,
                                     .weights = p->weights.count > 0 ? p->weights.data + from : NULL};
    GUD_TRY(gud_trim_create(n, curves, c->arena, c->error, trim));
    surface->trim = trim;
    return GUD_OK;
}
