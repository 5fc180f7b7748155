// A joint between any two surfaces with a lubricant film (`reynolds`), and asperities if they are rough (`mixed`);
// docs/theory/surface-film.md. The oil on every cell of the reference surface is a variable of the joint.
#ifndef GUD_PAIR_SURFACE_FILM_H
#define GUD_PAIR_SURFACE_FILM_H

#include "pair/pair.h"
#include "pair/surface_rough.h"

typedef struct gud_lubricated_surfaces {
    gud_surface_film *film;
    int reference; // which of the two frames carries the reference surface
    int ncell;
    gud_lubricant oil;
    const gud_drag *drag;
    gud_rough *rough; // NULL: smooth
    gud_rubbing rubbing;
    double ambient, cavity; // Pa
    double window;          // m, of the gap
} gud_lubricated_surfaces;

extern const gud_pair_law gud_pair_surface_film;

// numbers that it remembers: pressure, film fraction, active set and hits of every cell
int gud_lubricated_surfaces_nhistory(const gud_lubricated_surfaces *p);

#endif
