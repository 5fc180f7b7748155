#include "component/points.h"

#include "base/csv.h"
#include "load/near.h"

#include <math.h>

static const double same = 1e-9; // clearances that differ by less, relatively, are one

typedef struct reader {
    const gud_component_file *file;
    const gud_entity *measured;
    gud_csv csv;
} reader;

static void report_unknown(const reader *r, const char *key, const char *name)
{
    gud_near near;
    gud_near_start(&near, name);
    for (int i = 0; i < r->csv.ncolumn; i++) gud_near_try(&near, r->csv.names[i]);
    (void)gud_report(r->file->diag, r->measured, key, "%s has no column '%s'%s", r->csv.file, gud_shown(name).text,
                     gud_near_hint(&near));
}

// the column of this name, in SI
static gud_status find_column(const reader *r, const char *key, const char *name, const char *wanted, double **values)
{
    const gud_csv_units units = {gud_units_convert, r->file->units};
    gud_error why;
    const int column = gud_csv_find(&r->csv, name);
    if (column < 0) {
        report_unknown(r, key, name);
        return GUD_ERR_INPUT;
    }
    *values = r->csv.columns[column];
    if (gud_csv_convert(&r->csv, column, wanted, &units, &why) == GUD_OK) return GUD_OK;
    return gud_report(r->file->diag, r->measured, key, "%s", why.text);
}

static gud_status check_column(const reader *r, const char *key, const double *values, double below, const char *why)
{
    for (int i = 0; i < r->csv.nrow; i++) {
        if (values[i] > 0.0 && values[i] < below) continue;
        return gud_report(r->file->diag, r->measured, key, "%s = %g in row %d of %s is outside (0, %g)%s", key,
                          values[i], i + 1, r->csv.file, below, why);
    }
    return GUD_OK;
}

// columns that are both used, one with the unit of the other, would be converted twice
static gud_status check_names(const reader *r, const gud_points_params *prm)
{
    const int depth = gud_csv_find(&r->csv, prm->depth), force = gud_csv_find(&r->csv, prm->force);
    const int clearance = prm->clearance ? gud_csv_find(&r->csv, prm->clearance) : -1;
    if (depth >= 0 && (depth == force || depth == clearance))
        return gud_report(r->file->diag, r->measured, "depth", "column '%s' is named twice", prm->depth);
    if (force >= 0 && force == clearance)
        return gud_report(r->file->diag, r->measured, "force", "column '%s' is named twice", prm->force);
    return GUD_OK;
}

static int find_group(const double *clearances, int ngroup, double clearance)
{
    for (int g = 0; g < ngroup; g++)
        if (fabs(clearances[g] - clearance) <= same * clearance) return g;
    return ngroup;
}

static gud_status sort_groups(gud_arena *arena, gud_contact_points *p)
{
    int *group = GUD_TAKE(arena, int, p->n);
    double *clearances = GUD_TAKE(arena, double, p->n);
    if (!group || !clearances) return GUD_ERR_MEMORY;
    p->ngroup = 0;
    for (int i = 0; i < p->n && p->clearance; i++) {
        group[i] = find_group(clearances, p->ngroup, p->clearance[i]);
        if (group[i] == p->ngroup) clearances[p->ngroup++] = p->clearance[i];
    }
    if (!p->clearance) clearances[p->ngroup++] = (double)NAN;
    p->group = group;
    p->group_clearance = clearances;
    return GUD_OK;
}

gud_status gud_points_read(gud_component_file *file, const gud_entity *measured, const gud_contact_pair *pair,
                           gud_contact_points *points)
{
    const gud_points_params *prm = measured->common;
    reader r = {.file = file, .measured = measured};
    double *depth = NULL, *force = NULL, *clearance = NULL;
    gud_error error;
    const gud_status status = gud_csv_read(prm->file, &file->arena, &error, &r.csv);
    GUD_TRY(gud_component_check(file, measured, "file", status, &error, ""));
    GUD_TRY(check_names(&r, prm));
    GUD_TRY(find_column(&r, "depth", prm->depth, "m", &depth));
    GUD_TRY(find_column(&r, "force", prm->force, "N", &force));
    GUD_TRY(check_column(&r, "depth", depth, (double)INFINITY, ""));
    GUD_TRY(check_column(&r, "force", force, (double)INFINITY, ""));
    if (prm->clearance) {
        if (isnan(pair->radius) || pair->curvature != GUD_CURVATURE_INTERNAL)
            return gud_report(file->diag, measured, "clearance",
                              "clearances need a pair with the radius of its hole and internal curvature");
        GUD_TRY(find_column(&r, "clearance", prm->clearance, "m", &clearance));
        GUD_TRY(check_column(&r, "clearance", clearance, pair->radius, ", the radius of the hole"));
    }
    *points = (gud_contact_points){.n = r.csv.nrow, .clearance = clearance, .depth = depth, .force = force};
    return sort_groups(&file->arena, points);
}
