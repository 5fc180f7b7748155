#include "out/bearings.h"

#include "base/alloc.h"
#include "num/pi.h"
#include "out/quantity.h"
#include "out/select.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double slack = 1e-9;    // of a cycle; a record at its end belongs to it
static const double least_law = 1e8; // Pa; laws of viscosity and pressure hold up to there at least
static const double missed = 0.05;   // of the load: what half of the records may differ by from the other half
static const double edge_contact =
    5.0;                         // of the roughness: film in the middle of a pin whose ends touch because it tilts
static const double apart = 0.5; // of the most that faced each other: less, and the parts leave each other

// ---- the last full cycle

gud_status gud_window_last_cycle(const gud_result *result, gud_error *error, gud_window *w, int *cycles)
{
    const char *over = gud_result_abscissa(result);
    const double cycle = gud_result_cycle(result);
    const int64_t n = gud_result_count(result, 0);
    double *x;
    *cycles = 0;
    GUD_TRY(gud_window_parse(result, NULL, over, error, w));
    if (!over || cycle == 0.0 || n < 2) return GUD_OK;
    GUD_TRY(gud_result_load(result, w->over, error, &x));
    const double first = x[0], last = x[n - 1], sign = last >= first ? 1.0 : -1.0;
    gud_free(x);
    *cycles = (int)fmin(floor(fabs(last - first) / cycle + slack), 1e9);
    if (*cycles < 1) return GUD_OK;
    // the only one begins with the first record, whatever the rounding of its end
    const double back = last - sign * cycle, begin = fabs(back - first) <= slack * cycle ? first : back;
    w->low = fmin(last, begin);
    w->high = fmax(last, begin);
    // of several, the last that is whole from its 0 to its end, if the records hold it
    const double end = cycle * (sign > 0.0 ? floor(last / cycle + slack) : ceil(last / cycle - slack));
    if (*cycles < 2 || (end - sign * cycle - first) * sign < -slack * cycle) return GUD_OK;
    w->low = fmin(end, end - sign * cycle);
    w->high = fmax(end, end - sign * cycle);
    return GUD_OK;
}

double gud_bearings_angle(const gud_bearings *b, double at)
{
    const double inside = gud_within_cycle(b->cycle, at);
    return b->is_angle ? inside * 180.0 / pi : inside;
}

double gud_bearings_shown(const gud_bearings *b, double at)
{
    const double inside = gud_within_cycle(b->shown_cycle, at);
    return b->is_angle ? inside * 180.0 / pi : inside;
}

// ---- rows

// what a row is made of
enum {
    FILM_MIN,
    FILM_PRESSURE_MAX,
    ASPERITY_PRESSURE_MAX,
    LOSS,
    LOSS_FILM,
    SIDE_FLOW,
    ASPERITY_SHARE,
    SPECIFIC_LOAD,
    ECCENTRICITY_RATIO,
    FILM_MIDDLE,
    FACED_SHARE,
    NQUANTITY
};

#define HEAD "joints/*/"
static const char *const quantities[NQUANTITY] = {
    [FILM_MIN] = HEAD "film_min",
    [FILM_PRESSURE_MAX] = HEAD "film_pressure_max",
    [ASPERITY_PRESSURE_MAX] = HEAD "asperity_pressure_max",
    [LOSS] = HEAD "loss",
    [LOSS_FILM] = HEAD "loss_film",
    [SIDE_FLOW] = HEAD "side_flow",
    [ASPERITY_SHARE] = HEAD "asperity_share",
    [SPECIFIC_LOAD] = HEAD "specific_load",
    [ECCENTRICITY_RATIO] = HEAD "eccentricity_ratio",
    [FILM_MIDDLE] = HEAD "film_middle",
    [FACED_SHARE] = HEAD "faced_share",
};

typedef struct source {
    const gud_result *result;
    const gud_summary *summary;
    int *row_of; // the summary's row of the first component of each channel, or -1
} source;

static gud_status source_make(const gud_result *result, const gud_summary *summary, source *s)
{
    const int n = gud_result_nchannel(result);
    *s = (source){result, summary, gud_alloc((size_t)n, sizeof *s->row_of)};
    if (!s->row_of) return GUD_ERR_MEMORY;
    for (int i = 0; i < n; i++) s->row_of[i] = -1;
    for (int i = summary->count - 1; i >= 0; i--) s->row_of[summary->picks[i].channel] = i;
    return GUD_OK;
}

// false: the joint has no such channel
static bool quantity_find(const source *s, const char *joint, int quantity, gud_statistics *out)
{
    char path[700];
    (void)snprintf(path, sizeof path, "joints/%s/%s", joint, quantities[quantity] + sizeof HEAD - 1);
    const int channel = gud_result_find(s->result, path), row = channel >= 0 ? s->row_of[channel] : -1;
    if (row >= 0) *out = s->summary->statistics[row];
    return row >= 0;
}

static gud_extreme largest_of(const source *s, const char *joint, int quantity)
{
    gud_statistics q;
    if (!quantity_find(s, joint, quantity, &q)) return (gud_extreme){(double)NAN, (double)NAN, (double)NAN};
    return (gud_extreme){q.max, q.time_max, q.at_max};
}

static gud_extreme smallest_of(const source *s, const char *joint, int quantity)
{
    gud_statistics q;
    if (!quantity_find(s, joint, quantity, &q)) return (gud_extreme){(double)NAN, (double)NAN, (double)NAN};
    return (gud_extreme){q.min, q.time_min, q.at_min};
}

static double mean_of(const source *s, const char *joint, int quantity)
{
    gud_statistics q;
    return quantity_find(s, joint, quantity, &q) ? q.mean : (double)NAN;
}

static double halves_of(const source *s, const char *joint, int quantity)
{
    gud_statistics q;
    return quantity_find(s, joint, quantity, &q) ? q.halves : 0.0;
}

static void limits_read(const gud_result *result, const char *joint, gud_limits *limits)
{
    for (const gud_limit_field *f = gud_limit_fields; f->key; f++) {
        char key[600];
        (void)snprintf(key, sizeof key, "limit %s %s", f->key, joint);
        const gud_entry *e = gud_result_setting(result, key);
        *gud_limit_at(limits, f) = e && !e->text ? e->number : 0.0;
    }
}

// ---- warnings

static void warn(gud_bearing_row *row, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void warn(gud_bearing_row *row, const char *format, ...)
{
    va_list list;
    if (row->nwarning == GUD_BEARING_WARNINGS_MOST) return;
    va_start(list, format);
    (void)vsnprintf(row->warnings[row->nwarning++], GUD_WARNING_SIZE, format, list);
    va_end(list);
}

static bool exceeds(double value, double limit)
{
    return limit > 0.0 && value > limit;
}

// Thin films with a reason that lies in the machine: a pin that a moment tilts, walls that leave each other.
static void judge_machine(gud_bearing_row *row)
{
    const double film = row->film_min.value, rough = row->limits.roughness;
    if (film < rough && row->film_middle.value > edge_contact * rough)
        warn(
            row,
            "the pin tilts: the film in the middle stays above %.3g um; a second bearing on this axis, or a wider one, "
            "would carry the moment",
            1e6 * row->film_middle.value);
    if (row->faced.value < apart * row->faced_most)
        warn(row,
             "at %.4g ms only %.2g %% of the wall faces the other one: the parts leave each other; use a longer wall "
             "or a "
             "shorter stroke",
             1e3 * row->faced.time, 100.0 * row->faced.value);
}

static void judge_bearing(gud_bearing_row *row)
{
    const gud_limits *l = &row->limits;
    const double film = row->film_min.value, pressure = row->film_pressure.value;
    int cells[2];
    gud_limits_cells(l, fmax(film, l->roughness), cells); // within the roughness asperities carry
    if (film < 0.0 && l->roughness == 0.0)                // contact that blends with a closed form
        warn(row, "walls overlap by up to %.3g um: contact carries there, not the film", -1e6 * film);
    else if (film < l->roughness)
        warn(row, "film of %.3g um is thinner than the roughness of %.3g um", 1e6 * film, 1e6 * l->roughness);
    judge_machine(row);
    if (exceeds(row->asperity_pressure.value, l->hardness))
        warn(row, "asperity pressure of %.3g MPa exceeds the hardness of %.3g MPa", 1e-6 * row->asperity_pressure.value,
             1e-6 * l->hardness);
    if (exceeds(pressure, l->oil))
        warn(row, "film pressure of %.3g MPa exceeds the range of the viscosity law (%.3g MPa)%s", 1e-6 * pressure,
             1e-6 * l->oil, l->oil < least_law ? "; give the oil a pressure law: film.oil.pressure" : "");
    if (exceeds(pressure, l->rigid_walls))
        warn(row, "film pressure of %.3g MPa deforms the walls, which are rigid here", 1e-6 * pressure);
    if (cells[0] > (int)l->cells_around || cells[1] > (int)l->cells_along)
        warn(row, "grid too coarse for a film of %.3g um; use film.grid: [%d, %d]", 1e6 * film, cells[0], cells[1]);
    if (row->load_halves > missed)
        warn(row,
             "load changes faster than it is recorded: the rms values of even and odd records differ by %.0f %%; use a "
             "smaller record.every",
             100.0 * row->load_halves);
}

// ---- the table

static void row_fill(const source *s, gud_bearing_row *row)
{
    const char *joint = row->name;
    row->film_min = smallest_of(s, joint, FILM_MIN);
    row->film_pressure = largest_of(s, joint, FILM_PRESSURE_MAX);
    row->asperity_pressure = largest_of(s, joint, ASPERITY_PRESSURE_MAX);
    row->loss = largest_of(s, joint, LOSS);
    row->loss_mean = mean_of(s, joint, LOSS);
    if (isnan(row->loss_mean)) { // closed forms have a film only
        row->loss = largest_of(s, joint, LOSS_FILM);
        row->loss_mean = mean_of(s, joint, LOSS_FILM);
    }
    row->flow_mean = mean_of(s, joint, SIDE_FLOW);
    row->asperity_share = largest_of(s, joint, ASPERITY_SHARE).value;
    row->specific_load = largest_of(s, joint, SPECIFIC_LOAD);
    row->eccentricity = largest_of(s, joint, ECCENTRICITY_RATIO);
    row->film_middle = smallest_of(s, joint, FILM_MIDDLE);
    row->faced = smallest_of(s, joint, FACED_SHARE);
    row->faced_most = largest_of(s, joint, FACED_SHARE).value;
    row->load_halves = halves_of(s, joint, SPECIFIC_LOAD);
    limits_read(s->result, joint, &row->limits);
    judge_bearing(row);
}

// The smaller the film is against the roughness of its walls, the worse.
static double badness(const gud_bearing_row *row)
{
    return row->film_min.value / (row->limits.roughness > 0.0 ? row->limits.roughness : 1e-7);
}

static int worst_first(const void *a, const void *b)
{
    const gud_bearing_row *x = a, *y = b;
    const double p = badness(x), q = badness(y);
    return p != q ? (p > q) - (p < q) : strcmp(x->name, y->name);
}

// "joints/small-end/film_min" -> "small-end"; false: another channel
static bool joint_of(const char *path, char *name, size_t size)
{
    static const char head[] = "joints/", tail[] = "/film_min";
    const size_t n = strlen(path), outside = sizeof head - 1 + sizeof tail - 1;
    if (n <= outside || strncmp(path, head, sizeof head - 1) != 0 || strcmp(path + n - (sizeof tail - 1), tail) != 0)
        return false;
    (void)snprintf(name, size, "%.*s", (int)(n - outside), path + sizeof head - 1);
    return true;
}

int gud_bearings_count(const gud_result *result)
{
    int count = 0;
    char name[256];
    for (int i = 0; i < gud_result_nchannel(result); i++)
        count += joint_of(gud_result_channel(result, i)->path, name, sizeof name);
    return count;
}

static gud_status rows_make(const source *s, gud_bearings *b)
{
    const gud_result *result = s->result;
    b->rows = gud_alloc((size_t)b->count, sizeof *b->rows);
    if (!b->rows) return GUD_ERR_MEMORY;
    for (int i = 0, k = 0; i < gud_result_nchannel(result); i++) {
        gud_bearing_row *row = &b->rows[k];
        if (k == b->count || !joint_of(gud_result_channel(result, i)->path, row->name, sizeof row->name)) continue;
        row_fill(s, row);
        k++;
    }
    qsort(b->rows, (size_t)b->count, sizeof *b->rows, worst_first);
    return GUD_OK;
}

static void name_abscissa(const gud_result *result, gud_bearings *b)
{
    const gud_channel *over = gud_result_channel(result, b->window.over.channel);
    const char *slash = strchr(over->path, '/');
    if (b->window.over.channel == 0) return;
    b->abscissa = slash ? slash + 1 : over->path;
    b->is_angle = strcmp(over->unit, "rad") == 0;
    b->cycle = gud_result_abscissa(result) && strcmp(gud_result_abscissa(result), over->path) == 0
                   ? gud_result_cycle(result)
                   : 0.0;
    b->shown_cycle = gud_window_cycle(result, &b->window);
}

gud_status gud_bearings_make(const gud_result *result, const gud_window *window, gud_error *error, gud_bearings *out)
{
    const char *found[NQUANTITY];
    int n = 0;
    gud_summary s;
    *out = (gud_bearings){.window = *window, .count = gud_bearings_count(result)};
    if (out->count == 0) return GUD_OK;
    for (int q = 0; q < NQUANTITY; q++)
        if (gud_result_matches(result, quantities[q])) found[n++] = quantities[q];
    GUD_TRY(gud_summary_make(result, window, found, n, error, &s));
    name_abscissa(result, out);
    source from;
    gud_status st = source_make(result, &s, &from);
    if (st == GUD_OK) st = rows_make(&from, out);
    gud_free(from.row_of);
    if (st == GUD_ERR_MEMORY) gud_error_write(error, "not enough memory for a summary");
    gud_summary_free(&s);
    if (st != GUD_OK) gud_bearings_free(out);
    return st;
}

void gud_bearings_free(gud_bearings *b)
{
    gud_free(b->rows);
    *b = (gud_bearings){0};
}
