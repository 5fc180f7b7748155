// The axis of a study whose cases are rows of its design.
#ifndef GUD_SWEEP_DRAWN_H
#define GUD_SWEEP_DRAWN_H

#include "base/json.h"
#include "sweep/study.h"

// n cases at the quantiles u[n][factors]; NULL: at those of the design. They are counted from `first`. Memory is that
// of the arena. GUD_ERR_MEMORY or GUD_OK.
gud_status gud_study_draw(gud_study *study, gud_arena *arena, const double *u, int n, int first, gud_study_axis *axis);

// What a run has drawn, for tables: heads and cells of its columns, each with a comma behind it; the member "drawn".
// Nothing where there is no design.
void gud_drawn_csv_head(const gud_study *study, gud_buffer *out);
void gud_drawn_csv(const gud_study *study, int run, gud_buffer *out);
void gud_drawn_json(const gud_study *study, int run, gud_json *json);

#endif
