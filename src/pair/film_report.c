// What the film of a pair reports.

#include "pair/film_report.h"

#include <stdio.h>

// ---- channels

enum { ch_loss, ch_least, ch_pressure, ch_side_flow, ch_flow_low, ch_flow_high, ch_feed_flow, ch_oil };

const gud_pair_label gud_film_channels[GUD_FILM_NCHANNEL] = {
    [ch_loss] = {"loss_film", "W", "power loss in the film"},
    [ch_least] = {"film_min_nodal", "m", "minimum film thickness at the cells of the grid"},
    [ch_pressure] = {"film_pressure_max", "Pa", "peak film pressure"},
    [ch_side_flow] = {"side_flow", "m3/s", "oil flow out of all ends"},
    [ch_flow_low] = {"flow_low_end", "m3/s", "oil flow out of the lower end of the second direction"},
    [ch_flow_high] = {"flow_high_end", "m3/s", "oil flow out of its upper end"},
    [ch_feed_flow] = {"feed_flow", "m3/s", "oil flow from grooves, holes and supply lines"},
    [ch_oil] = {"oil_content", "1", "fraction of the gap filled with oil"},
};

const gud_pair_label gud_film_forces[GUD_LAYER_FORCES] = {
    GUD_VECTOR_LABELS("film_force", "N", "of the film on the second part, axes of the first frame"),
    GUD_VECTOR_LABELS("film_moment", "N.m", "of the film on the second part, about its frame"),
    GUD_VECTOR_LABELS("film_moment_first", "N.m", "of the film on the first part, about its frame"),
};

// fraction of the gap filled with oil
static double oil_content(const gud_film_layer *l, void *work, const gud_layer_view *view)
{
    const gud_gap_field *f = view->field;
    const double *full = gud_film_layer_full(l, work, f);
    double oil = 0.0, room = 0.0;
    for (int k = 0; k < f->n; k++) {
        if (f->wet && !f->wet[k]) continue;
        oil += view->y[k] * f->grid->area[k];
        room += full[k] * f->grid->area[k];
    }
    return room > 0.0 ? oil / room : 0.0;
}

void gud_film_report(const void *params, void *work, const gud_layer_view *view, double *values)
{
    const double *a = view->answer, side = a[GUD_FILM_LEAK_SIDE];
    values[ch_loss] = a[GUD_FILM_LOSS_SHEAR] + a[GUD_FILM_LOSS_FLOW];
    values[ch_least] = a[GUD_FILM_LEAST];
    values[ch_pressure] = a[GUD_FILM_PRESSURE_MAX];
    values[ch_flow_low] = a[GUD_FILM_LEAK_LOW];
    values[ch_flow_high] = a[GUD_FILM_LEAK_HIGH];
    if (view->field->fold > 1.0) // a half knows the upper end, counted twice
        values[ch_flow_low] = values[ch_flow_high] = 0.5 * a[GUD_FILM_LEAK_HIGH];
    values[ch_side_flow] = values[ch_flow_low] + values[ch_flow_high] + side;
    values[ch_feed_flow] = a[GUD_FILM_FEED];
    values[ch_oil] = oil_content(params, work, view);
}

void gud_film_losses(const double *answer, double *loss, double *friction)
{
    (void)friction;
    *loss += answer[GUD_FILM_LOSS_SHEAR] + answer[GUD_FILM_LOSS_FLOW];
}

double gud_film_supplied(const double *answer)
{
    return answer[GUD_FILM_SUPPLIED];
}

const gud_pair_label *gud_film_further(const void *params)
{
    return ((const gud_film_layer *)params)->feed_channels;
}

// ---- maps

enum { map_pressure, map_fraction, map_feed };

const gud_pair_label gud_film_maps[GUD_FILM_NMAP] = {
    [map_pressure] = {"pressure", "Pa", "of the film"},
    [map_fraction] = {"film_fraction", "1", "fraction of the gap filled with oil"},
    [map_feed] = {"feed", "1", "fraction of the cell covered by grooves and holes"},
};

int gud_film_nmaps(const void *params)
{
    return ((const gud_film_layer *)params)->nfeed > 0 ? GUD_FILM_NMAP : map_feed;
}

double gud_film_map(const void *params, void *work, const gud_layer_view *view, int map, int cell)
{
    (void)params;
    const double *feeds = map == map_feed ? gud_film_layer_feeds(work) : NULL;
    if (map == map_feed) return feeds ? feeds[cell] : 0.0;
    return view->kept[(map == map_fraction ? view->field->n : 0) + cell];
}

// ---- remarks

static const double dry = 0.5; // a film with less oil than this part of its gap starves

// how oil comes into a film, and leaves it
typedef struct openings {
    bool open, fed;
} openings;

static openings openings_of(const gud_film_layer *l, const gud_gap_field *f)
{
    openings o = {.open = f->wet != NULL, .fed = l->nfeed > 0};
    for (int e = 0; e < 4; e++) {
        const gud_film_edge *edge = &f->grid->edge[e];
        o.open = o.open || edge->kind == GUD_EDGE_OPEN;
        o.fed = o.fed || (edge->kind == GUD_EDGE_OPEN && edge->pressure > l->cavity);
    }
    for (int k = 0; k < f->n; k++) {
        const bool fixed = f->grid->kind[k] == GUD_CELL_FIXED;
        o.open = o.open || fixed;
        o.fed = o.fed || (fixed && f->grid->fixed[k] > l->cavity);
    }
    return o;
}

bool gud_film_remark(const void *params, void *work, const gud_layer_view *view, char *text, size_t size)
{
    const gud_film_layer *l = params;
    const double part = oil_content(l, work, view);
    const openings o = openings_of(l, view->field);
    if ((o.fed || !o.open) && part >= dry) return false;
    const char *why = !o.open && !o.fed ? "it is closed and was not filled completely at the start (film.fill)"
                      : o.fed           ? "its ends and feeds supply it too slowly"
                              : "it has no feeds, and its ends (film.ambient) are at the pressure at which the "
                                "film ruptures (film.cavity), so that oil leaves and none returns";
    (void)snprintf(text, size, "starves: %s; at the end %.3g %% of its gap is filled with oil", why, 100.0 * part);
    return true;
}
