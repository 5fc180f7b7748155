// Five-point systems that are their own mirror image across a block. With
//
//     even_j = (x_j + x_(ny-1-j)) / sqrt 2,   odd_j = (x_j - x_(ny-1-j)) / sqrt 2
//
// for j below the middle, the cell in the middle itself being even, both kinds do not meet: they are two rings of half
// the width, which cost a quarter. What is mirrored itself, such as all flows of an aligned bearing, needs one of them.
#ifndef GUD_FILM_MIRROR_H
#define GUD_FILM_MIRROR_H

#include "film/ring.h"

typedef struct gud_mirror gud_mirror;

bool gud_across_mirrored(int ny, const gud_across *across);
// of an `across` that is mirrored; NULL without memory
gud_mirror *gud_mirror_create(int nx, int ny, bool periodic, const gud_across *across);
void gud_mirror_free(gud_mirror *mirror); // accepts NULL

bool gud_mirror_fits(const gud_mirror *mirror, const struct gud_stencil *matrix);
// do numbers of cells differ from those of their images by no more than `tolerance` times `scale`
bool gud_mirror_is_even(const gud_mirror *mirror, const double *a, const double *scale, double tolerance);
// gives a cell and its image the mean of both
void gud_mirror_make_even(const gud_mirror *mirror, double *a);
// of a matrix that fits, which stays until it is solved
gud_status gud_mirror_factor(gud_mirror *mirror, const struct gud_stencil *matrix);

// As gud_ring_solve. GUD_RETRY if odd flows meet a singular matrix.
gud_status gud_mirror_solve(gud_mirror *mirror, int n, double *columns);

#endif
