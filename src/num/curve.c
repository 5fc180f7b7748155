#include "num/curve.h"

#include <math.h>
#include <string.h>

gud_curve gud_curve_constant(double value)
{
    return (gud_curve){.constant = true, .value = value};
}

static gud_status pick_column(const gud_csv *csv, const char *name, int otherwise, gud_error *error, int *column)
{
    *column = name ? gud_csv_find(csv, name) : otherwise;
    if (*column < 0) return gud_fail(error, GUD_ERR_INPUT, "%s: no column is named '%s'", csv->file, name);
    if (*column >= csv->ncolumn) return gud_fail(error, GUD_ERR_INPUT, "%s: has only 1 column", csv->file);
    return GUD_OK;
}

// before units are converted, so that the numbers are those of the file
static gud_status check_order(const gud_csv *csv, int column, gud_error *error)
{
    const double *x = csv->columns[column];
    const char *unit = csv->units[column] ? csv->units[column] : "", *blank = *unit ? " " : "";
    for (int i = 1; i < csv->nrow; i++)
        if (x[i] <= x[i - 1])
            return gud_fail(error, GUD_ERR_INPUT, "%s: abscissas must increase: point %d has %.12g%s%s after %.12g%s%s",
                            csv->file, i + 1, x[i], blank, unit, x[i - 1], blank, unit);
    return GUD_OK;
}

// `table` holds the file's columns, which go when the spline is made
static gud_status read_into(const gud_curve_file *file, const gud_spline_spec *spec, gud_arena *table, gud_arena *arena,
                            gud_error *error, gud_curve *curve)
{
    gud_csv csv;
    int x, y;
    GUD_TRY(gud_csv_read(file->path, table, error, &csv));
    GUD_TRY(pick_column(&csv, file->x_name, 0, error, &x));
    GUD_TRY(pick_column(&csv, file->y_name, 1, error, &y));
    if (x == y) return gud_fail(error, GUD_ERR_INPUT, "%s: the same column cannot be both x and y", file->path);
    GUD_TRY(check_order(&csv, x, error));
    GUD_TRY(gud_csv_convert(&csv, x, file->x_unit, file->units, error));
    GUD_TRY(gud_csv_convert(&csv, y, file->y_unit, file->units, error));

    gud_error why = {{0}};
    const gud_status status =
        gud_spline_create(spec, csv.nrow, csv.columns[x], csv.columns[y], arena, &why, &curve->spline);
    if (status == GUD_OK) return GUD_OK;
    return gud_fail(error, status, "%s: %.200s", file->path, why.text);
}

gud_status gud_curve_read(const gud_curve_file *file, const gud_spline_spec *spec, gud_arena *arena, gud_error *error,
                          gud_curve *curve)
{
    gud_arena table;
    gud_arena_init(&table);
    *curve = (gud_curve){0};
    const gud_status status = read_into(file, spec, &table, arena, error, curve);
    gud_arena_free(&table);
    return status;
}

gud_status gud_curve_points(const gud_spline_spec *spec, int n, const double *x, const double *y, gud_arena *arena,
                            gud_error *error, gud_curve *curve)
{
    *curve = (gud_curve){0};
    return gud_spline_create(spec, n, x, y, arena, error, &curve->spline);
}

gud_status gud_curve_eval(const gud_curve *curve, double x, double out[3])
{
    if (!curve->constant) return gud_spline_eval(&curve->spline, x, out);
    out[0] = curve->value;
    out[1] = out[2] = 0.0;
    return GUD_OK;
}

double gud_curve_next_break(const gud_curve *curve, double from)
{
    if (curve->constant) return INFINITY;
    return gud_spline_next_break(&curve->spline, from);
}
