// The figure `map`: fields of one joint at one snapshot.

#include "base/alloc.h"
#include "num/pi.h"
#include "out/bearings.h"
#include "out/figure_parts.h"
#include "out/heat.h"
#include "out/quantity.h"
#include "out/words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most_layers = 4, name_size = 700 };

static const double degree = pi / 180.0;

// what maps there may be, in the order of drawing
static const struct {
    const char *name, *label;
    gud_heat_colors colors;
} kinds[] = {
    {"pressure", "Film pressure", GUD_HEAT_BLUE},
    {"film_fraction", "Film fraction", GUD_HEAT_GREEN},
    {"asperity_pressure", "Asperity pressure", GUD_HEAT_ORANGE},
    {"gap", "Gap", GUD_HEAT_BLUE},
};

typedef struct {
    const gud_result *result;
    char joint[name_size]; // "joints/small-end"
    int pressure;          // its channel
    int64_t snapshot;
    double time;
    double *values[most_layers];
    double *feed; // what grooves and holes cover of the cells; NULL: none
    double *points;
} map;

static int channel_of(const map *m, const char *quantity)
{
    char path[name_size + 40];
    (void)snprintf(path, sizeof path, "%s/%s", m->joint, quantity);
    return gud_result_find(m->result, path);
}

// the joint that was asked for, or the first that has maps
static gud_status find_joint(const gud_figure_request *q, gud_error *error, map *m)
{
    for (int i = 0; i < gud_result_nchannel(m->result); i++) {
        const gud_channel *c = gud_result_channel(m->result, i);
        const char *last = strrchr(c->path, '/');
        if (c->kind != GUD_CHANNEL_FIELD || !last || strcmp(last + 1, "pressure") != 0) continue;
        (void)snprintf(m->joint, sizeof m->joint, "%.*s", (int)(last - c->path), c->path);
        m->pressure = i;
        const char *name = strchr(m->joint, '/');
        if (q->nname == 0 || (name && strcmp(name + 1, q->names[0]) == 0)) return GUD_OK;
    }
    return gud_fail(error, GUD_ERR_INPUT, "%s: there are no maps%s%s; name the joint in record.fields of the model",
                    gud_result_path(m->result), q->nname > 0 ? " of " : "", q->nname > 0 ? q->names[0] : "");
}

static gud_status load_snapshot(const map *m, int channel, int64_t snapshot, gud_error *error, double **values)
{
    *values = gud_alloc((size_t)gud_result_channel(m->result, channel)->width, sizeof(double));
    if (!*values) return gud_fail(error, GUD_ERR_MEMORY, "not enough memory for a map");
    return gud_result_read(m->result, channel, snapshot, 1, *values, error);
}

// is there a map of the joint that fits to its pressure, `values` for each of its cells?
static bool is_beside(const map *m, int channel, int values)
{
    if (channel < 0) return false;
    const gud_channel *c = gud_result_channel(m->result, channel);
    const gud_channel *pressure = gud_result_channel(m->result, m->pressure);
    return c->kind == GUD_CHANNEL_FIELD && c->width % values == 0 && c->width / values == pressure->width &&
           gud_result_count(m->result, channel) > m->snapshot;
}

// times of the first and the last record of the request's window
static gud_status find_span(const gud_figure_request *q, gud_error *error, double span[2])
{
    double *times;
    int64_t count;
    GUD_TRY(gud_figure_load_values(q, 0, (gud_pick){0, 0}, error, &times, &count));
    span[0] = count > 0 ? times[0] : -(double)INFINITY;
    span[1] = count > 0 ? times[count - 1] : (double)INFINITY;
    gud_free(times);
    return GUD_OK;
}

static gud_status find_highest(const gud_figure_request *q, map *m, const double *times, int64_t n, gud_error *error)
{
    const int width = gud_result_channel(m->result, m->pressure)->width;
    double highest = -HUGE_VAL, span[2];
    GUD_TRY(find_span(q, error, span));
    for (int64_t i = 0; i < n; i++) {
        double *values;
        if (gud_figure_window(q, 0) && (times[i] < span[0] || times[i] > span[1])) continue;
        const gud_status st = load_snapshot(m, m->pressure, i, error, &values);
        for (int k = 0; k < width && st == GUD_OK; k++)
            if (values[k] > highest) {
                highest = values[k];
                m->snapshot = i;
            }
        gud_free(values);
        if (st != GUD_OK) return st;
    }
    return GUD_OK;
}

// the time at which the abscissa has a value, degrees if it is an angle
static gud_status time_of(const gud_figure_request *q, const char *at, gud_error *error, double *time)
{
    const gud_result *result = q->results[0];
    gud_pick pick = {0, 0};
    double *over, *times;
    char *end;
    double wanted = strtod(at, &end);
    if (end == at || *end != '\0' || !isfinite(wanted))
        return gud_fail(error, GUD_ERR_INPUT, "'%s' is not a number; --at takes s, or degrees over an angle", at);
    if (q->over) GUD_TRY(gud_result_pick(result, q->over, error, &pick));
    if (strcmp(gud_result_channel(result, pick.channel)->unit, "rad") == 0) wanted *= degree;
    GUD_TRY(gud_result_load(result, pick, error, &over));
    const gud_status st = gud_result_load(result, (gud_pick){0, 0}, error, &times);
    int64_t best = 0;
    for (int64_t i = 1; i < gud_result_count(result, 0) && st == GUD_OK; i++)
        if (fabs(over[i] - wanted) < fabs(over[best] - wanted)) best = i;
    *time = st == GUD_OK ? times[best] : 0.0;
    gud_free(over);
    gud_free(times);
    return st;
}

static gud_status find_nearest(const gud_figure_request *q, const double *times, int64_t n, gud_error *error, map *m)
{
    double wanted;
    GUD_TRY(time_of(q, q->at, error, &wanted));
    for (int64_t i = 0; i < n; i++)
        if (fabs(times[i] - wanted) < fabs(times[m->snapshot] - wanted)) m->snapshot = i;
    return GUD_OK;
}

static gud_status find_snapshot(const gud_figure_request *q, gud_error *error, map *m)
{
    const int64_t n = gud_result_count(m->result, m->pressure);
    if (n == 0) return gud_fail(error, GUD_ERR_INPUT, "%s: no snapshot was taken", gud_result_path(m->result));
    double *times = gud_alloc((size_t)n, sizeof(double));
    if (!times) return gud_fail(error, GUD_ERR_MEMORY, "not enough memory for a map");
    gud_status st = gud_result_read_times(m->result, m->pressure, 0, n, times, error);
    if (st == GUD_OK) st = q->at ? find_nearest(q, times, n, error, m) : find_highest(q, m, times, n, error);
    m->time = times[m->snapshot];
    gud_free(times);
    return st;
}

static double distance(const double *a, const double *b)
{
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) + (a[2] - b[2]) * (a[2] - b[2]));
}

// Lengths of the middle row and the middle column, half a cell beyond their ends. A row that closes is an angle.
static void find_axes(const map *m, gud_heat *h)
{
    const double *row = m->points + (size_t)3 * (size_t)(h->rows / 2) * (size_t)h->cols;
    const double *column = m->points + (size_t)3 * (size_t)(h->cols / 2);
    double around = 0.0, along = 0.0;
    for (int c = 1; c < h->cols; c++) around += distance(row + 3 * c, row + 3 * (c - 1));
    for (int r = 1; r < h->rows; r++)
        along += distance(column + (size_t)3 * (size_t)r * (size_t)h->cols,
                          column + (size_t)3 * (size_t)(r - 1) * (size_t)h->cols);
    const double cell = h->cols > 1 ? around / (h->cols - 1) : 0.0;
    const bool closed = distance(row, row + 3 * (h->cols - 1)) < 1.5 * cell;
    along *= h->rows > 1 ? (double)h->rows / (h->rows - 1) : 1.0;
    h->x = closed ? (gud_heat_axis){"Angle in the bearing (°)", 0.0, 360.0}
                  : (gud_heat_axis){"Along (mm)", -500.0 * (around + cell), 500.0 * (around + cell)};
    h->y = (gud_heat_axis){"Across (mm)", -500.0 * along, 500.0 * along};
    h->tall = !closed && along > 0.4 * around;
}

// a gap that is full of oil everywhere needs no map of it
static bool is_full(const char *name, const double *values, int n)
{
    for (int i = 0; i < n; i++)
        if (values[i] < 1.0 - 1e-6) return false;
    return strcmp(name, "film_fraction") == 0;
}

static gud_status load_layers(map *m, gud_heat_layer *layers, int *nlayer, gud_error *error)
{
    double pressure = 0.0; // the largest: asperities that press a ten-thousandth of it are not worth a map
    for (int k = 0; k < GUD_COUNT(kinds); k++) {
        const int channel = channel_of(m, kinds[k].name);
        if (!is_beside(m, channel, 1)) continue;
        GUD_TRY(load_snapshot(m, channel, m->snapshot, error, &m->values[k]));
        double most = 0.0;
        const gud_channel *c = gud_result_channel(m->result, channel);
        for (int i = 0; i < c->width; i++) most = fmax(most, fabs(m->values[k][i]));
        if (k == 0) pressure = most;
        const bool tiny = strcmp(c->unit, "Pa") == 0 && most < 1e-4 * pressure;
        if (most > 0.0 && !tiny && !is_full(kinds[k].name, m->values[k], c->width))
            layers[(*nlayer)++] = (gud_heat_layer){kinds[k].label, c->unit, kinds[k].colors, m->values[k]};
    }
    return GUD_OK;
}

static gud_status load_feed(map *m, gud_error *error)
{
    const int channel = channel_of(m, "feed");
    return is_beside(m, channel, 1) ? load_snapshot(m, channel, m->snapshot, error, &m->feed) : GUD_OK;
}

static void turn_rows(const gud_heat *h, double *values, int shift, double *row)
{
    for (int r = 0; values && r < h->rows; r++) {
        double *v = values + (size_t)r * (size_t)h->cols;
        memcpy(row, v, (size_t)h->cols * sizeof *row);
        for (int c = 0; c < h->cols; c++) v[c] = row[(c + shift) % h->cols];
    }
}

// Columns around a closed row start half a turn before the peak, so that the seam does not cut it.
static void turn_columns(map *m, gud_heat *h)
{
    int peak = 0;
    const double *p = m->values[0];
    if (fabs(h->x.high - h->x.low - 360.0) > 1e-6 || !p) return;
    for (int i = 0; i < h->rows * h->cols; i++)
        if (p[i] > p[peak]) peak = i;
    const int shift = (peak % h->cols + h->cols - h->cols / 2) % h->cols;
    double *row = gud_alloc((size_t)h->cols, sizeof *row);
    for (int k = 0; row && k < most_layers; k++) turn_rows(h, m->values[k], shift, row);
    if (row) turn_rows(h, m->feed, shift, row);
    if (row) h->x.low = 360.0 * shift / h->cols, h->x.high = h->x.low + 360.0;
    gud_free(row);
}

// " at 376° crank angle (12.5 ms)", or the time alone
static gud_status name_instant(const gud_figure_request *q, const map *m, char *text, size_t size, gud_error *error)
{
    const char *over = q->over ? q->over : gud_result_abscissa(m->result);
    gud_pick pick;
    double *angle, *times, at = 0.0;
    const gud_display shown = gud_quantity_show("s", m->time);
    char unit[60];
    gud_unit_pretty(shown.unit, unit, sizeof unit);
    (void)snprintf(text, size, " at %.4g %.10s", shown.scale * m->time, unit);
    if (!over || gud_result_pick(m->result, over, error, &pick) != GUD_OK) return GUD_OK;
    if (strcmp(gud_result_channel(m->result, pick.channel)->unit, "rad") != 0) return GUD_OK;
    GUD_TRY(gud_result_load(m->result, pick, error, &angle));
    const gud_status st = gud_result_load(m->result, (gud_pick){0, 0}, error, &times);
    int64_t best = 0;
    for (int64_t i = 1; st == GUD_OK && i < gud_result_count(m->result, 0); i++)
        if (fabs(times[i] - m->time) < fabs(times[best] - m->time)) best = i;
    if (st == GUD_OK) at = angle[best];
    gud_free(angle);
    gud_free(times);
    const double cycle = gud_result_cycle(m->result);
    if (cycle > 0.0) at -= cycle * floor(at / cycle + 1e-9);
    char words[name_size];
    gud_words_of(strchr(over, '/') ? strchr(over, '/') + 1 : over, words, name_size);
    (void)snprintf(text, size, " at %.4g\xc2\xb0 %.80s (%.4g %.10s)", round(1e6 * at / degree) / 1e6, words,
                   shown.scale * m->time, unit);
    return st;
}

static gud_status show_map(const gud_figure_request *q, gud_error *error, map *m)
{
    char title[name_size + 200];
    gud_heat_layer layers[most_layers];
    const gud_channel *pressure = gud_result_channel(m->result, m->pressure);
    gud_heat h = {.title = title, .rows = pressure->rows, .cols = pressure->cols, .layers = layers};
    GUD_TRY(load_layers(m, layers, &h.nlayer, error));
    GUD_TRY(load_feed(m, error));
    h.outline = m->feed;
    const int points = channel_of(m, "points");
    if (!is_beside(m, points, 3))
        return gud_fail(error, GUD_ERR_INPUT, "%s: the points of the maps of '%.200s' are missing",
                        gud_result_path(m->result), m->joint);
    GUD_TRY(load_snapshot(m, points, m->snapshot, error, &m->points));
    find_axes(m, &h);
    const char *slash = strchr(m->joint, '/');
    char instant[160];
    turn_columns(m, &h);
    GUD_TRY(name_instant(q, m, instant, sizeof instant, error));
    (void)snprintf(title, sizeof title, "%.200s%s", slash ? slash + 1 : m->joint, instant);
    if (q->title) h.title = q->title;
    return gud_heat_draw(&h, q->path, error);
}

static gud_status draw(const gud_figure_request *q, gud_error *error)
{
    map m = {.result = q->results[0]};
    gud_status st = find_joint(q, error, &m);
    if (st == GUD_OK) st = find_snapshot(q, error, &m);
    if (st == GUD_OK) st = show_map(q, error, &m);
    for (int k = 0; k < most_layers; k++) gud_free(m.values[k]);
    gud_free(m.points);
    gud_free(m.feed);
    return st;
}

const gud_figure_kind gud_figure_map = {
    .name = "map",
    .about = "maps of a film at the snapshot with the highest pressure (--at: another time); names: joints",
    .draw = draw,
    .instant = true,
};
