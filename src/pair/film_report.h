// The part of the film layer that reports. Not for callers.
#ifndef GUD_PAIR_FILM_REPORT_H
#define GUD_PAIR_FILM_REPORT_H

#include "pair/film_layer.h"

enum { GUD_FILM_NCHANNEL = 8, GUD_FILM_NMAP = 3 };
extern const gud_pair_label gud_film_channels[GUD_FILM_NCHANNEL], gud_film_forces[GUD_LAYER_FORCES],
    gud_film_maps[GUD_FILM_NMAP];

// functions of gud_layer
void gud_film_report(const void *params, void *work, const gud_layer_view *view, double *values);
void gud_film_losses(const double *answer, double *loss, double *friction);
double gud_film_supplied(const double *answer);
const gud_pair_label *gud_film_further(const void *params);
int gud_film_nmaps(const void *params);
double gud_film_map(const void *params, void *work, const gud_layer_view *view, int map, int cell);
bool gud_film_remark(const void *params, void *work, const gud_layer_view *view, char *text, size_t size);

// oil that would fill the gap of every cell; valid until the film is asked again
const double *gud_film_layer_full(const gud_film_layer *layer, void *work, const gud_gap_field *field);

// [cells] what feeds cover of each cell; NULL: there are none
const double *gud_film_layer_feeds(const void *work);

#endif
