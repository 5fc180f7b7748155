#include "sweep/axis.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { most_points = 10000 };

static bool read_scalar(const gud_node *node, const gud_units *units, double *value, const char **unit)
{
    if (!node || node->kind != GUD_NODE_SCALAR) return false;
    void *locale = gud_units_enter(units);
    const bool good = gud_number_read(node->text, value, unit) == GUD_NUMBER_GOOD;
    gud_units_leave(locale);
    return good;
}

bool gud_axis_number(const gud_node *node, const gud_units *units, const char **unit, double *value)
{
    const char *own;
    gud_measure have, want;
    if (!read_scalar(node, units, value, &own)) return false;
    if (!*unit) *unit = own;
    if (strcmp(own, *unit) == 0) return !*own || gud_unit_measure(units, own, &have);
    if (!*own || !**unit || !gud_unit_measure(units, own, &have) || !gud_unit_measure(units, *unit, &want) ||
        !gud_measure_fits(&have, &want))
        return false;
    *value = (gud_measure_to_si(&have, *value) - want.offset) / want.scale;
    return true;
}

bool gud_axis_difference(const gud_node *node, const gud_units *units, const char **unit, double *value)
{
    const char *own;
    gud_measure have, want;
    if (!*unit || !read_scalar(node, units, value, &own)) return false;
    if (strcmp(own, *unit) == 0) return !*own || gud_unit_measure(units, own, &have);
    if (!*own || !**unit || !gud_unit_measure(units, own, &have) || !gud_unit_measure(units, *unit, &want) ||
        !gud_measure_fits(&have, &want))
        return false;
    *value *= have.scale / want.scale;
    return true;
}

static gud_status read_points(const gud_node *axis, gud_diag *diag, int *points)
{
    const gud_node *node = gud_node_find(axis, "points");
    char *end = NULL;
    const long n = node && node->kind == GUD_NODE_SCALAR ? strtol(node->text, &end, 10) : 0;
    *points = (int)n;
    if (n >= 2 && n <= most_points && !*end) return GUD_OK;
    gud_diag_add(diag, node ? node->place : gud_node_head(axis),
                 "axis '%s': points is a whole number from 2 to %d: the number of values", axis->key, most_points);
    return GUD_ERR_INPUT;
}

static gud_status read_spacing(const gud_node *axis, gud_diag *diag, gud_axis_range *r)
{
    const gud_node *node = gud_node_find(axis, "spacing");
    const char *word = node && node->kind == GUD_NODE_SCALAR ? node->text : node ? "" : "linear";
    r->log = strcmp(word, "log") == 0;
    if (!r->log && strcmp(word, "linear") != 0) {
        gud_diag_add(diag, node->place, "axis '%s': spacing is linear or log", axis->key);
        return GUD_ERR_INPUT;
    }
    if (!r->log || (r->from > 0.0 && r->to > 0.0)) return GUD_OK;
    gud_diag_add(diag, node->place, "axis '%s': equal ratios need positive values", axis->key);
    return GUD_ERR_INPUT;
}

gud_status gud_axis_bounds_read(const gud_node *axis, const gud_units *units, gud_diag *diag, gud_axis_range *r)
{
    const gud_node *from = gud_node_find(axis, "from"), *to = gud_node_find(axis, "to");
    *r = (gud_axis_range){0};
    if (!gud_axis_number(from, units, &r->unit, &r->from) || !gud_axis_number(to, units, &r->unit, &r->to)) {
        gud_diag_add(diag, from ? from->place : gud_node_head(axis),
                     "axis '%s': from and to are numbers with units of one kind, such as '10 um' and '0.1 mm'",
                     axis->key);
        return GUD_ERR_INPUT;
    }
    if (r->from == r->to) {
        gud_diag_add(diag, to->place, "axis '%s': the range is empty", axis->key);
        return GUD_ERR_INPUT;
    }
    return read_spacing(axis, diag, r);
}

gud_status gud_axis_range_read(const gud_node *axis, const gud_units *units, gud_diag *diag, gud_axis_range *r)
{
    GUD_TRY(gud_axis_bounds_read(axis, units, diag, r));
    return read_points(axis, diag, &r->points);
}

double gud_axis_range_value(const gud_axis_range *r, int i)
{
    const double part = (double)i / (r->points - 1);
    if (i == 0) return r->from;
    if (i == r->points - 1) return r->to;
    return r->log ? r->from * pow(r->to / r->from, part) : r->from + (r->to - r->from) * part;
}

bool gud_axis_is_wide(double first, double last)
{
    const double least_ratio = 5.0; // below it a logarithmic axis has no marks to read
    return fmax(first, last) >= least_ratio * fmin(first, last);
}

bool gud_axis_is_log(const double *x, int n)
{
    double ratios = 0.0, differences = 0.0; // largest deviations from the mean, relative to it
    if (n < 3) return false;
    const double ratio = x[n - 1] / x[0], mean = (x[n - 1] - x[0]) / (n - 1);
    if (!(x[0] * x[n - 1] > 0.0)) return false;
    for (int i = 1; i < n; i++) {
        if (!(x[i] * x[0] > 0.0)) return false;
        differences = fmax(differences, fabs((x[i] - x[i - 1]) / mean - 1.0));
        ratios = fmax(ratios, fabs((n - 1) * log(x[i] / x[i - 1]) / log(ratio) - 1.0));
    }
    return ratios < differences && x[0] > 0.0 && gud_axis_is_wide(x[0], x[n - 1]);
}
