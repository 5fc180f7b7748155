// What a study says beyond its table: findings of a sample, verdicts on limits, the result of a search.
#ifndef GUD_SWEEP_CONCLUSIONS_H
#define GUD_SWEEP_CONCLUSIONS_H

#include "sweep/findings.h"
#include "sweep/seek.h"

typedef struct gud_conclusions {
    gud_findings findings;
    gud_seeked seeked; // runs is NULL: no search
} gud_conclusions;

gud_status gud_conclusions_make(const gud_study *study, const gud_sweep_table *table, gud_error *error,
                                gud_conclusions *conclusions);
void gud_conclusions_free(gud_conclusions *conclusions);

// its members of the object that is open; limits that do not fit their channels are left out
gud_status gud_conclusions_json(const gud_study *study, const gud_sweep_table *table, gud_json *json);

// FOLDER/figures: histograms, scatter, sensitivities, what a search has seen, the front
gud_status gud_conclusions_draw(const gud_conclusions *conclusions, const char *folder, gud_error *error);

#endif
