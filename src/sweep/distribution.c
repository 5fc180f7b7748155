#include "sweep/distribution.h"

#include "load/near.h"
#include "num/normal.h"
#include "sweep/axis.h"

#include <math.h>
#include <string.h>

// ---- rows

static double uniform_quantile(double middle, double width, double low, double high, double u)
{
    (void)middle, (void)width;
    return low + u * (high - low);
}

static double normal_cdf(double mean, double std, double x)
{
    return gud_normal_cdf((x - mean) / std);
}

static double normal_quantile(double mean, double std, double low, double high, double u)
{
    (void)low, (void)high;
    return mean + std * gud_normal_quantile(u);
}

static double lognormal_cdf(double median, double factor, double x)
{
    return x > 0.0 ? gud_normal_cdf(log(x / median) / log(factor)) : 0.0;
}

static double lognormal_quantile(double median, double factor, double low, double high, double u)
{
    (void)low, (void)high;
    return median * pow(factor, gud_normal_quantile(u));
}

static double triangular_quantile(double mode, double width, double low, double high, double u)
{
    (void)width;
    if (u * (high - low) < mode - low) return low + sqrt(u * (high - low) * (mode - low));
    return high - sqrt((1.0 - u) * (high - low) * (high - mode));
}

static const gud_distribution_row uniform = {
    .name = "uniform", .about = "equally likely between from and to", .bounded = true, .quantile = uniform_quantile};
static const gud_distribution_row normal = {.name = "normal",
                                            .about = "mean and standard deviation std",
                                            .middle = "mean",
                                            .width = "std",
                                            .cdf = normal_cdf,
                                            .quantile = normal_quantile};
static const gud_distribution_row lognormal = {.name = "lognormal",
                                               .about = "median, and the factor that is one standard deviation",
                                               .middle = "median",
                                               .width = "factor",
                                               .pure = true,
                                               .cdf = lognormal_cdf,
                                               .quantile = lognormal_quantile};
static const gud_distribution_row triangular = {.name = "triangular",
                                                .about = "most likely at mode, never outside from and to",
                                                .middle = "mode",
                                                .bounded = true,
                                                .quantile = triangular_quantile};

const gud_distribution_row *const gud_distribution_rows[] = {&uniform, &normal, &lognormal, &triangular, NULL};

static const gud_distribution_row *find_row(const char *name, gud_near *near)
{
    gud_near_start(near, name);
    for (int i = 0; gud_distribution_rows[i]; i++) {
        if (strcmp(gud_distribution_rows[i]->name, name) == 0) return gud_distribution_rows[i];
        gud_near_try(near, gud_distribution_rows[i]->name);
    }
    return NULL;
}

double gud_distribution_quantile(const gud_distribution *d, double u)
{
    const gud_distribution_row *row = d->row;
    if (d->log) return d->low * pow(d->high / d->low, u);
    if (!row->bounded && (isfinite(d->low) || isfinite(d->high))) {
        const double below = isfinite(d->low) ? row->cdf(d->middle, d->width, d->low) : 0.0;
        const double upto = isfinite(d->high) ? row->cdf(d->middle, d->width, d->high) : 1.0;
        u = below + u * (upto - below);
    }
    // rounding does not leave the bounds
    return fmin(fmax(row->quantile(d->middle, d->width, d->low, d->high, u), d->low), d->high);
}

const gud_distribution_row *gud_distribution_zone(const char *name, double low, double high, double capability,
                                                  gud_distribution *d)
{
    gud_near ignored;
    const gud_distribution_row *row = find_row(name, &ignored);
    if (!row || row == &lognormal) return NULL;
    *d = (gud_distribution){
        .row = row, .low = low, .high = high, .middle = 0.5 * (low + high), .width = (high - low) / (6.0 * capability)};
    return row;
}

// ---- reading

typedef struct {
    const gud_node *axis;
    const gud_units *units;
    gud_diag *diag;
    const char **unit;
} reader;

// a number of the axis; absent ones leave the value as it is
static bool read_number(const reader *r, const char *key, bool needed, double *value)
{
    const gud_node *node = key ? gud_node_find(r->axis, key) : NULL;
    if (!key || (!node && !needed)) return true;
    if (node && gud_axis_number(node, r->units, r->unit, value)) return true;
    gud_diag_add(r->diag, node ? node->place : gud_node_head(r->axis),
                 "axis '%s': %s is a number with a unit, of one kind on the whole axis", r->axis->key, key);
    return false;
}

// a difference in the unit of the others, or a pure number
static bool read_width(const reader *r, const gud_distribution_row *row, double *value)
{
    const gud_node *node = row->width ? gud_node_find(r->axis, row->width) : NULL;
    const char *none = "";
    if (!row->width) return true;
    if (node && gud_axis_difference(node, r->units, row->pure ? &none : r->unit, value)) return true;
    gud_diag_add(r->diag, node ? node->place : gud_node_head(r->axis),
                 row->pure ? "axis '%s': %s is a number without unit"
                           : "axis '%s': %s is a number with a unit, of one kind on the whole axis",
                 r->axis->key, row->width);
    return false;
}

static bool is_sound(const gud_distribution *d)
{
    if (!(d->low < d->high)) return false;
    if (d->row == &triangular) return d->low <= d->middle && d->middle <= d->high;
    if (d->row == &lognormal) return d->middle > 0.0 && d->width > 1.0 && d->high > 0.0;
    if (d->row == &normal) return d->width > 0.0;
    return !d->log || d->low > 0.0;
}

// truncated far from where its values are, nothing is left
static bool is_possible(const gud_distribution *d)
{
    if (d->row->bounded) return true;
    const double below = isfinite(d->low) ? d->row->cdf(d->middle, d->width, d->low) : 0.0;
    const double upto = isfinite(d->high) ? d->row->cdf(d->middle, d->width, d->high) : 1.0;
    return upto - below > 1e-9;
}

static bool check_spacing(const reader *r, gud_distribution *d)
{
    const gud_node *node = gud_node_find(r->axis, "spacing");
    const char *word = node && node->kind == GUD_NODE_SCALAR ? node->text : node ? "" : "linear";
    d->log = strcmp(word, "log") == 0;
    if ((d->log && d->row == &uniform) || strcmp(word, "linear") == 0) return true;
    gud_diag_add(r->diag, node->place, "axis '%s': spacing is linear, or log of a uniform distribution", r->axis->key);
    return false;
}

gud_status gud_distribution_read(const gud_node *axis, const gud_units *units, gud_diag *diag, const char **unit,
                                 gud_distribution *d)
{
    const reader r = {axis, units, diag, unit};
    const gud_node *node = gud_node_find(axis, "distribution");
    const char *name = node && node->kind == GUD_NODE_SCALAR ? node->text : "";
    const gud_place place = node ? node->place : gud_node_head(axis);
    gud_near near;
    *d = (gud_distribution){.low = -(double)INFINITY, .high = (double)INFINITY};
    d->row = find_row(name, &near);
    if (!d->row) {
        gud_diag_add(diag, place, "axis '%s': distribution '%s' is unknown%s", axis->key, gud_shown(name).text,
                     gud_near_hint(&near));
        return GUD_ERR_INPUT;
    }
    const gud_distribution_row *row = d->row;
    const bool good = read_number(&r, row->middle, true, &d->middle) && read_width(&r, row, &d->width) &&
                      read_number(&r, "from", row->bounded, &d->low) && read_number(&r, "to", row->bounded, &d->high) &&
                      check_spacing(&r, d);
    if (good && is_sound(d) && is_possible(d)) return GUD_OK;
    if (good)
        gud_diag_add(diag, place, "axis '%s': no %s distribution has these numbers: %s%s", axis->key, row->name,
                     row->about, row->bounded ? "" : "; from and to truncate it");
    return GUD_ERR_INPUT;
}
