// Inside of the film library: what walls carry of broken film, of second order. docs/theory/film.md, section 12
#ifndef GUD_FILM_TRANSPORT_H
#define GUD_FILM_TRANSPORT_H

#include "film/work.h"

// sets the voids that walls carry over the faces, x.voids and y.voids; V and everything known before the stage is there
void gud_transport_prepare(const gud_film *film, gud_film_work *work, const gud_film_in *in);

// finds at_face and how these voids change with the gaps, for gud_transport_tangent, which adds that to derivatives of
// the fluxes
void gud_transport_slopes(const gud_film *film, gud_film_work *work, const gud_film_in *in);
void gud_transport_tangent(const gud_film *film, gud_film_work *work, const double *thick_s);

#endif
