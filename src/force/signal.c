#include "force/signal.h"

#include <math.h>

const char *const gud_signal_interpolations[] = {"monotone", "cubic", "linear", NULL};

bool gud_signal_has_table(const gud_signal_params *p)
{
    return p->table || p->values.count > 0;
}

gud_status gud_signal_read(const gud_signal_params *p, const gud_signal_context *context, gud_curve *curve)
{
    static const gud_spline_kind spline[] = {GUD_SPLINE_MONOTONE, GUD_SPLINE_CUBIC, GUD_SPLINE_LINEAR};
    const gud_curve_file file = {.path = p->table,
                                 .y_name = p->column,
                                 .x_unit = context->x_unit,
                                 .y_unit = context->y_unit,
                                 .units = context->units};
    const gud_spline_spec spec = {.kind = spline[p->interpolation],
                                  .ends = GUD_ENDS_NATURAL,
                                  .outside = p->periodic ? GUD_OUTSIDE_PERIODIC : GUD_OUTSIDE_HOLD,
                                  .period = isnan(p->period) ? 0.0 : p->period};
    if (p->table) return gud_curve_read(&file, &spec, context->arena, context->error, curve);
    if (p->points.count != p->values.count)
        return gud_fail(context->error, GUD_ERR_INPUT, "there are %d points but %d values; give one value per point",
                        p->points.count, p->values.count);
    return gud_curve_points(&spec, p->points.count, p->points.data, p->values.data, context->arena, context->error,
                            curve);
}

double gud_signal_value(const gud_signal *signal, double s)
{
    double out[3];
    (void)gud_curve_eval(&signal->curve, s - signal->phase,
                         out); // held or periodic outside of its points: never refused
    return out[0];
}

double gud_signal_next_break(const gud_signal *signal, double t)
{
    if (signal->coordinate >= 0) return INFINITY;
    return signal->phase + gud_curve_next_break(&signal->curve, t - signal->phase);
}
