#include "cli/verdict.h"

#include "cli/sheet.h"
#include "cli/terminal.h"
#include "num/pi.h"
#include "out/quantity.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- which records

static double shown_per_unit(const gud_result *result, gud_pick over)
{
    return strcmp(gud_result_channel(result, over.channel)->unit, "rad") == 0 ? 180.0 / pi : 1.0;
}

static const char *short_name(const char *path)
{
    const char *slash = strchr(path, '/');
    return slash ? slash + 1 : path;
}

void gud_scope_text(const gud_scope *s, const gud_result *result, const gud_summary *summary, char text[GUD_SCOPE_TEXT])
{
    const double start = summary->start, end = summary->end;
    const gud_channel *over = gud_result_channel(result, s->window.over.channel);
    const gud_display clock = gud_quantity_show("s", fmax(fabs(start), fabs(end)));
    const double k = shown_per_unit(result, s->window.over);
    char cycle[400] = "";
    if (s->cycles > 0)
        (void)snprintf(cycle, sizeof cycle, ", %s: %.6g to %.6g %s of %.200s",
                       s->cycles > 1 ? "the last full cycle" : "the only full cycle", k * s->window.low,
                       k * s->window.high, k == 1.0 ? over->unit : "deg", short_name(over->path));
    (void)snprintf(text, GUD_SCOPE_TEXT, "%lld records%s, time %.6g to %.6g %s%s", (long long)summary->nrecord, cycle,
                   clock.scale * start, clock.scale * end, clock.unit,
                   s->cycles == 1 && !s->settled ? "\nit includes the start-up: run two cycles or more to exclude it"
                                                 : "");
}

// ---- the table

typedef enum { as_value, as_angle, as_time } column_kind;

typedef struct {
    const char *title, *unit;
    double scale; // from SI
    bool second;  // belongs to the second half where a terminal is too narrow for all
    column_kind kind;
    double (*value)(const gud_bearing_row *row);
} column;

static const double tiny_share = 1e-6; // of the load: no contact

#define GETTER(name, expression)                                                                                       \
    static double name(const gud_bearing_row *row)                                                                     \
    {                                                                                                                  \
        return (expression);                                                                                           \
    }

GETTER(film, row->film_min.value)
GETTER(film_at, row->film_min.at)
GETTER(film_time, row->film_min.time)
GETTER(pressure, row->film_pressure.value)
GETTER(pressure_at, row->film_pressure.at)
GETTER(pressure_time, row->film_pressure.time)
GETTER(asperity, row->asperity_share > tiny_share ? row->asperity_pressure.value : (double)NAN)
GETTER(asperity_at, row->asperity_share > tiny_share ? row->asperity_pressure.at : (double)NAN)
GETTER(asperity_time, row->asperity_share > tiny_share ? row->asperity_pressure.time : (double)NAN)
GETTER(share, row->asperity_share)
GETTER(load, row->specific_load.value)
GETTER(loss_mean, row->loss_mean)
GETTER(loss_peak, row->loss.value)
GETTER(flow, row->flow_mean)

static const column columns[] = {
    {"min film", "um", 1e6, false, as_value, film},
    {"at", "deg", 1.0, false, as_angle, film_at},
    {"at", "ms", 1e3, false, as_time, film_time},
    {"film pressure", "MPa", 1e-6, false, as_value, pressure},
    {"at", "deg", 1.0, false, as_angle, pressure_at},
    {"at", "ms", 1e3, false, as_time, pressure_time},
    {"asperity pressure", "MPa", 1e-6, false, as_value, asperity},
    {"at", "deg", 1.0, false, as_angle, asperity_at},
    {"at", "ms", 1e3, false, as_time, asperity_time},
    {"asperity share", "%", 100.0, true, as_value, share},
    {"specific load", "MPa", 1e-6, true, as_value, load},
    {"mean loss", "W", 1.0, true, as_value, loss_mean},
    {"peak loss", "W", 1.0, true, as_value, loss_peak},
    {"side flow", "ml/s", 1e6, true, as_value, flow},
};

enum { most_columns = GUD_COUNT(columns) + 1, wide_enough = 150 };

// four digits are what these numbers are worth; no column has such tiny ones
static double rounded(double value)
{
    if (fabs(value) < 1e-4) return 0.0;
    char text[32];
    (void)snprintf(text, sizeof text, "%.4g", value);
    return strtod(text, NULL);
}

// a column that has a number for at least one bearing, in the coordinate or else in time
static bool is_shown(const gud_bearings *b, const column *c)
{
    if (c->kind == (b->abscissa ? as_time : as_angle)) return false;
    for (int i = 0; i < b->count; i++)
        if (isfinite(c->value(&b->rows[i]))) return true;
    return false;
}

static void put_cell(gud_sheet *sheet, const gud_bearings *b, const column *c, const gud_bearing_row *row)
{
    const double value = c->value(row);
    if (!isfinite(value))
        gud_sheet_text(sheet, "");
    else
        gud_sheet_number(sheet, rounded(c->kind == as_angle ? gud_bearings_shown(b, value) : c->scale * value));
}

static gud_status print_half(const gud_bearings *b, bool first, bool second, FILE *out)
{
    gud_sheet_column heads[most_columns] = {{.title = "bearing"}};
    const column *chosen[most_columns] = {NULL};
    gud_sheet sheet;
    int n = 1;
    for (int i = 0; i < GUD_COUNT(columns); i++) {
        const column *c = &columns[i];
        if (!(c->second ? second : first) || !is_shown(b, c)) continue;
        chosen[n] = c;
        heads[n++] = (gud_sheet_column){.title = c->title, .unit = c->kind == as_angle && !b->is_angle ? "m" : c->unit};
    }
    gud_sheet_init(&sheet, heads, n);
    for (int i = 0; i < b->count; i++) {
        gud_sheet_text(&sheet, b->rows[i].name);
        for (int k = 1; k < n; k++) put_cell(&sheet, b, chosen[k], &b->rows[i]);
    }
    return gud_sheet_print(&sheet, out);
}

// do two warnings differ by their numbers only?
static bool is_same_warning(const char *a, const char *b)
{
    static const char number[] = "0123456789.";
    for (;; a++, b++) {
        a += strspn(a, number);
        b += strspn(b, number);
        if (*a != *b) return false;
        if (*a == '\0') return true;
    }
}

static bool has_warning(const gud_bearing_row *row, const char *warning)
{
    for (int k = 0; k < row->nwarning; k++)
        if (is_same_warning(row->warnings[k], warning)) return true;
    return false;
}

// a warning that many bearings share is printed once, for the worst of them
static void print_warning(const gud_bearings *b, int row, const char *warning, FILE *out)
{
    enum { apart = 4 }; // up to so many have lines of their own
    int sharing = 0, before = 0;
    for (int i = 0; i < b->count; i++) {
        const bool same = has_warning(&b->rows[i], warning);
        sharing += same;
        before += same && i < row;
    }
    if (sharing <= apart)
        (void)fprintf(out, "%s: %s\n", b->rows[row].name, warning);
    else if (before == 0)
        (void)fprintf(out, "%s and %d others: %s\n", b->rows[row].name, sharing - 1, warning);
}

static void print_warnings(const gud_bearings *b, FILE *out)
{
    int n = 0;
    for (int i = 0; i < b->count; i++) n += b->rows[i].nwarning;
    if (n > 0) (void)fputc('\n', out);
    for (int i = 0; i < b->count; i++)
        for (int k = 0; k < b->rows[i].nwarning; k++) print_warning(b, i, b->rows[i].warnings[k], out);
}

gud_status gud_bearings_print(const gud_bearings *b, FILE *out)
{
    const int page = gud_terminal_width(out);
    if (page == 0 || page >= wide_enough) {
        GUD_TRY(print_half(b, true, true, out));
    } else {
        GUD_TRY(print_half(b, true, false, out));
        (void)fputc('\n', out);
        GUD_TRY(print_half(b, false, true, out));
    }
    print_warnings(b, out);
    return GUD_OK;
}
