#include "step/record_extremes.h"

#include "out/select.h"

#include <math.h>
#include <string.h>

// A watched number: a column of the row, or the magnitude of several
typedef struct {
    int at, width;
    double low, high; // at the record that the interval began with
    int held[2];      // rows of the smallest and the largest value; -1: none
} watched;

struct gud_extremes {
    int nwatched, width;
    watched *watched;
    double *rows; // [2 nwatched][width], the smallest and the largest of each
    int *order;   // [2 nwatched] rows that are held, by time
};

static double value_in(const watched *w, const double *row)
{
    double sum = 0.0;
    if (w->width == 1) return row[w->at];
    for (int i = 0; i < w->width; i++) sum += row[w->at + i] * row[w->at + i];
    return sqrt(sum);
}

static bool is_watched(const gud_channel *c, const gud_names *names)
{
    if (c->kind != GUD_CHANNEL_SERIES) return false;
    for (int i = 0; i < names->count; i++)
        if (gud_glob_match(names->data[i], c->path)) return true;
    return false;
}

static gud_status check_names(const gud_layout *layout, const gud_names *names, gud_error *error)
{
    for (int i = 0; i < names->count; i++) {
        bool found = false;
        for (int k = 0; k < layout->nchannel && !found; k++)
            found = layout->channels[k].kind == GUD_CHANNEL_SERIES &&
                    gud_glob_match(names->data[i], layout->channels[k].path);
        if (!found)
            return gud_fail(error, GUD_ERR_INPUT,
                            "record.extremes: no channel matches '%.100s'; a name is, for example, "
                            "'joints/*/reaction_force'",
                            names->data[i]);
    }
    return GUD_OK;
}

// every component of a watched channel, and the magnitude of a vector; returns how many
static int list_watched(const gud_layout *layout, const gud_names *names, watched *list)
{
    int at = 0, n = 0;
    for (int k = 0; k < layout->nchannel; k++) {
        const gud_channel *c = &layout->channels[k];
        if (c->kind != GUD_CHANNEL_SERIES) continue;
        const int nvector = c->components && c->width > 1 ? 1 : 0;
        for (int i = 0; i < c->width + nvector && is_watched(c, names); i++, n++)
            if (list) list[n] = i < c->width ? (watched){.at = at + i, .width = 1} : (watched){.at = at, .width = i};
        at += c->width;
    }
    return n;
}

// the interval begins at the row of a record, or where none is known
static void begin(gud_extremes *x, const double *record)
{
    for (int i = 0; i < x->nwatched; i++) {
        watched *w = &x->watched[i];
        w->low = record ? value_in(w, record) : (double)INFINITY;
        w->high = record ? w->low : -(double)INFINITY;
        w->held[0] = w->held[1] = -1;
    }
}

gud_status gud_extremes_create(const gud_layout *layout, const gud_names *names, gud_arena *arena, gud_error *error,
                               gud_extremes **out)
{
    GUD_TRY(check_names(layout, names, error));
    gud_extremes *x = GUD_TAKE(arena, gud_extremes, 1);
    if (!x) return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    x->width = gud_layout_width(layout);
    x->nwatched = list_watched(layout, names, NULL);
    x->watched = GUD_TAKE(arena, watched, x->nwatched);
    x->rows = GUD_TAKE(arena, double, 2 * (size_t)x->nwatched * (size_t)x->width);
    x->order = GUD_TAKE(arena, int, 2 * x->nwatched);
    if (arena->failed) return gud_fail(error, GUD_ERR_MEMORY, "out of memory for record.extremes");
    (void)list_watched(layout, names, x->watched);
    begin(x, NULL);
    *out = x;
    return GUD_OK;
}

static double *row_of(const gud_extremes *x, int slot)
{
    return x->rows + (size_t)slot * (size_t)x->width;
}

static void hold_row(gud_extremes *x, int i, int side, const double *row)
{
    x->watched[i].held[side] = 2 * i + side;
    memcpy(row_of(x, 2 * i + side), row, (size_t)x->width * sizeof *row);
}

void gud_extremes_see(gud_extremes *x, const double *row)
{
    for (int i = 0; i < x->nwatched; i++) {
        const watched *w = &x->watched[i];
        const double value = value_in(w, row);
        const double low = w->held[0] < 0 ? w->low : value_in(w, row_of(x, w->held[0]));
        const double high = w->held[1] < 0 ? w->high : value_in(w, row_of(x, w->held[1]));
        if (value < low) hold_row(x, i, 0, row);
        if (value > high) hold_row(x, i, 1, row);
    }
}

// is the extreme beyond the record that ends the interval, too?
static bool is_beyond(const gud_extremes *x, const watched *w, int side, const double *record)
{
    if (w->held[side] < 0) return false;
    if (!record) return true;
    const double value = value_in(w, row_of(x, w->held[side])), end = value_in(w, record);
    return side == 0 ? value < end : value > end;
}

// rows to be written, by time; several watched numbers may hold the same step
static int sort_held(gud_extremes *x, const double *record)
{
    int n = 0;
    for (int i = 0; i < 2 * x->nwatched; i++) {
        if (!is_beyond(x, &x->watched[i / 2], i % 2, record)) continue;
        const double t = row_of(x, i)[0];
        int k = n;
        while (k > 0 && row_of(x, x->order[k - 1])[0] > t) k--;
        if (k > 0 && row_of(x, x->order[k - 1])[0] == t) continue;
        memmove(x->order + k + 1, x->order + k, (size_t)(n - k) * sizeof *x->order);
        x->order[k] = i;
        n++;
    }
    return n;
}

gud_status gud_extremes_write(gud_extremes *x, const double *record, gud_record_writer write, void *user,
                              double *last_t)
{
    const int n = sort_held(x, record);
    for (int i = 0; i < n; i++) {
        const double *row = row_of(x, x->order[i]);
        GUD_TRY(write(user, row));
        *last_t = row[0];
    }
    begin(x, record);
    return GUD_OK;
}
