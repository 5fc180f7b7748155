// The seam of a grid that closes along y as well, as that of a torus: the last cell of every row along y meets its
// first. Its faces are those on the lower edge of y, with the last cell below them. Called only where film->wraps.
#ifndef GUD_FILM_SEAM_H
#define GUD_FILM_SEAM_H

#include "film/work.h"

void gud_seam_prepare(const gud_film *film, gud_film_work *work, const gud_film_in *in); // T and V
void gud_seam_flux(const gud_film *film, gud_film_work *work);
void gud_seam_outflow(const gud_film *film, double sign, const double *y, double *sum);
void gud_seam_matrix(const gud_film *film, gud_film_work *work);
double gud_seam_loss(const gud_film *film, const gud_film_work *work);

// derivatives of the fluxes: of the gap, and length times those of the drift, or NULL
void gud_seam_tangent(const gud_film *film, gud_film_work *work, const gud_film_in *in, const double *gap_s,
                      const double *speed_s);

// what walls bring over the seam: all of it, and the oil in it
void gud_seam_bring(const gud_film *film, const gud_film_work *work, const double *theta, double *all, double *oil);

#endif
