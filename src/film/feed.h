// Feeds in the grid of a film: what they cover, and what joins them with the cells around.
#ifndef GUD_FILM_FEED_H
#define GUD_FILM_FEED_H

#include "film/work.h"

int gud_film_feed_taps(int nx, int ny);    // most that one feed can have
void gud_film_feeds_apply(gud_film *film); // again, after faces and kinds of cells have changed

// ---- flows between feeds and film

void gud_taps_prepare(const gud_film *film, gud_film_work *work, const gud_film_in *in); // T and V
void gud_taps_thin(const gud_film *film, gud_film_work *work, const gud_film_in *in);
void gud_taps_flux(const gud_film *film, gud_film_work *work);
void gud_taps_residual(const gud_film *film, gud_film_work *work, const gud_film_in *in, double *residual);
void gud_taps_slopes(const gud_film *film, gud_film_work *work, const gud_film_in *in); // for matrices
void gud_covers_set(const gud_film *film, gud_film_work *work); // pressure and content of covered cells
// what a parameter of the caller changes: taken from the right-hand side of the cells, and of the feeds
void gud_taps_tangent(const gud_film *film, const gud_film_work *work, const gud_film_in *in,
                      const gud_film_param *param, const double *thick_s, double *column, double *feed_column);
double gud_leaks_over(const gud_film *film, const gud_film_work *work, int edge); // from feeds, past the film
double gud_taps_loss(const gud_film *film, const gud_film_work *work);
void gud_taps_bring(const gud_film *film, const gud_film_work *work, double *all, double *oil);

// ---- recesses, whose pressure is unknown: rows and columns beside the matrix of the cells

gud_status gud_border_factor(const gud_film *film, gud_film_work *work);
// completes n solutions of the matrix of the cells by those of the recesses, whose right-hand sides they replace
void gud_border_solve(const gud_film *film, gud_film_work *work, int n, double *columns, double *feed_columns,
                      int stride);

#endif
