#include "film/changed_rows.h"

#include "film/lanes.h"

#include <string.h>

GUD_INLINE bool any_changed(int n, const double *a, const double *b)
{
    gud_four_mask differs = {0, 0, 0, 0};
    int64_t rest = 0;
    int k = 0;
    for (; k + GUD_LANES <= n; k += GUD_LANES) differs |= *(const gud_four *)(a + k) != *(const gud_four *)(b + k);
    for (; k < n; k++) rest |= a[k] != b[k];
    return (differs[0] | differs[1] | differs[2] | differs[3] | rest) != 0;
}

static void mark_rows(const gud_film *film, gud_film_work *w, int first, int end)
{
    const int nx = film->nx;
    for (int i = first; i < end; i++) {
        w->rows_changed[i] = w->rows_beside[i] = true;
        if (i > 0 || film->periodic) w->rows_beside[i > 0 ? i - 1 : nx - 1] = true;
        if (i < nx - 1 || film->periodic) w->rows_beside[i < nx - 1 ? i + 1 : 0] = true;
    }
}

// Cells are compared in groups that may reach into the next row, which is then marked as well.
GUD_WIDE void gud_film_rows_find(const gud_film *film, gud_film_work *w)
{
    enum { group = 16 };
    const int n = film->ncell, ny = film->ny;
    memset(w->rows_changed, 0, (size_t)film->nx * sizeof(bool));
    memset(w->rows_beside, 0, (size_t)film->nx * sizeof(bool));
    for (int from = 0; from < n; from += group) {
        const int count = n - from < group ? n - from : group;
        if (any_changed(count, w->full + from, w->is_full + from))
            mark_rows(film, w, from / ny, (from + count - 1) / ny + 1);
    }
    for (int f = 0; f < w->nfilling; f++) { // a filling cell can become soft and stay on its side
        const int k = w->filling[f].cell;
        const double carried = w->filling[f].soft ? w->filling[f].give : 1.0 - w->is_full[k];
        if (carried != w->carried[k]) mark_rows(film, w, k / ny, k / ny + 1);
    }
}

bool gud_film_rows_next(const gud_film *film, const bool *rows, int *first, int *end)
{
    const bool *marked = memchr(rows + *end, 1, (size_t)(film->nx - *end));
    if (!marked) return false;
    *first = *end = (int)(marked - rows);
    while (*end < film->nx && rows[*end]) (*end)++;
    return true;
}
