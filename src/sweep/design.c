#include "sweep/design.h"

#include "base/arena.h"
#include "num/random.h"
#include "sweep/axis.h"
#include "sweep/fit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const gud_draw_names[] = {"none", "random", "latin", "saltelli", NULL};

// ---- axes

typedef struct {
    gud_design *design;
    const gud_node *axis;
    gud_arena *arena;
    const gud_units *units;
    gud_diag *diag;
} reader;

static gud_status fail_at(const reader *r, const gud_node *node, const char *what)
{
    gud_diag_add(r->diag, node ? node->place : gud_node_head(r->axis), "axis '%s': %s", r->axis->key, what);
    return GUD_ERR_INPUT;
}

static gud_status read_paths(const reader *r, gud_setting *s)
{
    const gud_node *path = gud_node_find(r->axis, "path");
    const bool list = path && path->kind == GUD_NODE_LIST;
    if (!path || (list && path->count == 0)) return fail_at(r, path, "needs 'path': what its values set");
    const char **paths = GUD_TAKE(r->arena, const char *, list ? path->count : 1);
    if (!paths) return GUD_ERR_MEMORY;
    s->paths = paths;
    s->place = path->place;
    for (const gud_node *item = list ? path->first : path; item; item = list ? item->next : NULL) {
        if (item->kind != GUD_NODE_SCALAR || !item->text[0])
            return fail_at(r, item, "path is a text or a list of texts");
        paths[s->npath] = gud_arena_text(r->arena, item->text);
        if (!paths[s->npath++]) return GUD_ERR_MEMORY;
    }
    return GUD_OK;
}

// "clearance", or "clearance.hole"
static gud_status add_factor(const reader *r, const char *part, const char *unit, const gud_distribution *d)
{
    char name[GUD_MAX_NAME + 8];
    gud_design *design = r->design;
    if (design->nfactor == GUD_DESIGN_FACTORS) return fail_at(r, NULL, "there are more than 16 numbers to draw");
    gud_design_factor *f = &design->factors[design->nfactor++];
    (void)snprintf(name, sizeof name, "%s%s", r->axis->key, part);
    *f = (gud_design_factor){
        .name = gud_arena_text(r->arena, name), .unit = gud_arena_text(r->arena, unit), .distribution = *d};
    return f->name && f->unit ? GUD_OK : GUD_ERR_MEMORY;
}

static gud_status read_capability(const reader *r, double *capability)
{
    const gud_node *node = gud_node_find(r->axis, "capability");
    const char *none = "";
    *capability = 1.0;
    if (!node || (gud_axis_number(node, r->units, &none, capability) && *capability >= 0.1 && *capability <= 10.0))
        return GUD_OK;
    return fail_at(r, node, "capability is a number from 0.1 to 10: tolerance over six standard deviations");
}

static gud_status read_diameter(const reader *r, double *diameter)
{
    const gud_node *node = gud_node_find(r->axis, "diameter");
    const char *unit = NULL;
    gud_measure measure;
    if (!gud_axis_number(node, r->units, &unit, diameter) || !unit[0] || !gud_unit_measure(r->units, unit, &measure) ||
        !gud_unit_fits(r->units, &measure, "m"))
        return fail_at(r, node, "a fit needs 'diameter', the nominal size, such as '50 mm'");
    *diameter = gud_measure_to_si(&measure, *diameter);
    return GUD_OK;
}

// bore and journal are drawn apart; deviations in um
static gud_status read_fit(const reader *r, const gud_node *fit, gud_setting *s)
{
    static const char *const only[] = {"path", "fit", "diameter", "distribution", "capability"};
    const gud_node *form = gud_node_find(r->axis, "distribution");
    const char *name = form && form->kind == GUD_NODE_SCALAR ? form->text : form ? "" : "normal";
    double diameter, capability;
    gud_error error;
    gud_zone zones[2];
    for (const gud_node *child = r->axis->first; child; child = child->next) {
        bool known = false;
        for (int i = 0; i < GUD_COUNT(only); i++) known = known || strcmp(only[i], child->key) == 0;
        if (!known) return fail_at(r, child, "a fit takes 'path', 'fit', 'diameter', 'distribution' and 'capability'");
    }
    GUD_TRY(read_diameter(r, &diameter));
    GUD_TRY(read_capability(r, &capability));
    const char *text = fit->kind == GUD_NODE_SCALAR ? fit->text : "";
    if (gud_fit_find(text, diameter, &error, &zones[0], &zones[1]) != GUD_OK) return fail_at(r, fit, error.text);
    *s = (gud_setting){.factor = r->design->nfactor, .minus = r->design->nfactor + 1, .unit = "um"};
    for (int i = 0; i < 2; i++) {
        gud_distribution d;
        if (!gud_distribution_zone(name, 1e6 * zones[i].low, 1e6 * zones[i].high, capability, &d))
            return fail_at(r, form, "parts of a fit are distributed normal, uniform or triangular");
        GUD_TRY(add_factor(r, i == 0 ? ".hole" : ".shaft", "um", &d));
    }
    return GUD_OK;
}

static gud_status read_plain(const reader *r, gud_setting *s)
{
    gud_distribution d = {0};
    const char *unit = NULL;
    if (gud_node_find(r->axis, "distribution")) {
        GUD_TRY(gud_distribution_read(r->axis, r->units, r->diag, &unit, &d));
    } else {
        gud_axis_range range;
        GUD_TRY(gud_axis_bounds_read(r->axis, r->units, r->diag, &range));
        unit = range.unit;
        d = (gud_distribution){.row = gud_distribution_rows[0],
                               .low = fmin(range.from, range.to),
                               .high = fmax(range.from, range.to),
                               .log = range.log};
    }
    GUD_TRY(add_factor(r, "", unit, &d));
    const gud_design_factor *f = &r->design->factors[r->design->nfactor - 1];
    *s = (gud_setting){.factor = r->design->nfactor - 1, .minus = -1, .unit = f->unit};
    return GUD_OK;
}

gud_status gud_design_read_axis(gud_design *design, const gud_node *axis, gud_arena *arena, const gud_units *units,
                                gud_diag *diag)
{
    const reader r = {design, axis, arena, units, diag};
    const gud_node *fit = gud_node_find(axis, "fit");
    gud_setting s;
    GUD_TRY(fit ? read_fit(&r, fit, &s) : read_plain(&r, &s));
    GUD_TRY(read_paths(&r, &s));
    s.name = gud_arena_text(arena, axis->key);
    if (!s.name) return GUD_ERR_MEMORY;
    design->settings[design->nsetting++] = s; // there are as many factors at least
    return GUD_OK;
}

// ---- sample

static bool read_whole(const gud_node *node, long long least, long long most, long long *value)
{
    char *end = NULL;
    if (!node || node->kind != GUD_NODE_SCALAR || !node->text[0]) return false;
    *value = strtoll(node->text, &end, 10);
    return !*end && *value >= least && *value <= most;
}

static gud_status read_method(gud_design *design, const gud_node *node, gud_diag *diag)
{
    design->draw = GUD_DRAW_LATIN;
    if (!node) return GUD_OK;
    for (int i = GUD_DRAW_RANDOM; gud_draw_names[i]; i++) {
        design->draw = (gud_draw)i;
        if (node->kind == GUD_NODE_SCALAR && strcmp(node->text, gud_draw_names[i]) == 0) return GUD_OK;
    }
    gud_diag_add(diag, node->place, "sample: method is random, latin or saltelli");
    return GUD_ERR_INPUT;
}

gud_status gud_design_read_sample(gud_design *design, const gud_node *sample, gud_diag *diag)
{
    const gud_node *points = gud_node_find(sample, "points"), *seed = gud_node_find(sample, "seed");
    long long n = 0, s = 1;
    GUD_TRY(read_method(design, gud_node_find(sample, "method"), diag));
    if (!read_whole(points, 2, 100000, &n)) {
        gud_diag_add(diag, points ? points->place : sample->place, "sample: points is a whole number from 2 to 100000");
        return GUD_ERR_INPUT;
    }
    if (seed && !read_whole(seed, 0, (1LL << 53) - 1, &s)) {
        gud_diag_add(diag, seed->place, "sample: seed is a whole number from 0 to 2^53 - 1");
        return GUD_ERR_INPUT;
    }
    design->points = (int)n;
    design->seed = (uint64_t)s;
    return GUD_OK;
}

int gud_design_rows(const gud_design *d)
{
    return d->draw == GUD_DRAW_SALTELLI ? d->points * (d->nfactor + 2) : d->points;
}

static double latin(const gud_design *d, int column, int row)
{
    const uint64_t seed = d->seed, stream = (uint64_t)column;
    const double v = gud_random_unit(seed, 2 * stream, (uint64_t)row);
    const uint32_t stratum = gud_random_place(seed, 2 * stream + 1, (uint32_t)d->points, (uint32_t)row);
    return fmin((stratum + v) / d->points, 1.0 - 0x1p-53);
}

void gud_design_row(const gud_design *d, int row, double *u)
{
    const int width = d->nfactor + 2, block = row / width, member = row % width; // of a Saltelli design
    for (int k = 0; k < d->nfactor; k++) {
        const bool second = member == 1 || member == k + 2; // the column of B
        if (d->draw == GUD_DRAW_SALTELLI)
            u[k] = latin(d, second ? d->nfactor + k : k, block);
        else if (d->draw == GUD_DRAW_LATIN)
            u[k] = latin(d, k, row);
        else
            u[k] = gud_random_unit(d->seed, 2 * (uint64_t)k, (uint64_t)row);
    }
}

// ---- values

int gud_design_columns(const gud_design *d)
{
    int n = d->nfactor;
    for (int s = 0; s < d->nsetting; s++) n += d->settings[s].minus >= 0;
    return n;
}

int gud_design_column_of(const gud_design *d, int setting)
{
    int column = d->nfactor;
    if (d->settings[setting].minus < 0) return d->settings[setting].factor;
    for (int s = 0; s < setting; s++) column += d->settings[s].minus >= 0;
    return column;
}

const char *gud_design_column(const gud_design *d, int column, const char **unit)
{
    if (column < d->nfactor) {
        *unit = d->factors[column].unit;
        return d->factors[column].name;
    }
    int s = 0;
    while (gud_design_column_of(d, s) != column) s++;
    *unit = d->settings[s].unit;
    return d->settings[s].name;
}

void gud_design_values(const gud_design *d, const double *u, double *values)
{
    for (int k = 0; k < d->nfactor; k++) values[k] = gud_distribution_quantile(&d->factors[k].distribution, u[k]);
    for (int s = 0; s < d->nsetting; s++)
        if (d->settings[s].minus >= 0)
            values[gud_design_column_of(d, s)] = 0.5 * (values[d->settings[s].factor] - values[d->settings[s].minus]);
}
