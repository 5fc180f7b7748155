// Inside of the film library: rows of cells whose part of the matrix is out of date. Row i holds the cells (i, j).
#ifndef GUD_FILM_CHANGED_ROWS_H
#define GUD_FILM_CHANGED_ROWS_H

#include "film/work.h"

// Marks in work->rows_changed the rows of cells that have changed sides since the matrix was made, and in
// work->rows_beside these and the rows next to them. It may mark a few more.
void gud_film_rows_find(const gud_film *film, gud_film_work *work);

// the next marked rows, *first up to *end, from row *end on; false: there are no more
bool gud_film_rows_next(const gud_film *film, const bool *rows, int *first, int *end);

#endif
