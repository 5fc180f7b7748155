// Drag of a broken film: viscosity times g(theta), Nascimento 2024, eq. 2.51, with g(1) = 1. Rows of the table `drag`.
#ifndef GUD_FILM_DRAG_H
#define GUD_FILM_DRAG_H

#include "base/field.h"

typedef struct gud_drag {
    gud_row row;
    void (*share)(const void *params, int n, const double *theta, double *share);
} gud_drag;

extern const gud_row *const gud_drag_rows[]; // ends with NULL; each is the head of a gud_drag
extern const gud_drag gud_drag_couette, gud_drag_streamers;

#endif
