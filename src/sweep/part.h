// A run of a study of a component file: what it computes stands in `numbers.txt` of its folder, a line for each number,
// and whole in `sheet.json`. A bearing with a load cycle leaves a result instead, as a mechanism does.
#ifndef GUD_SWEEP_PART_H
#define GUD_SWEEP_PART_H

#include "out/summary.h"
#include "sweep/study.h"

#define GUD_NUMBERS_NAME "numbers.txt"

// Is the file with these values a file of the component? Computes nothing.
gud_status gud_part_check(const gud_component *component, const gud_origin *origin, gud_diag *diag, uint64_t *hash);

// Computes the component into the folder. Why it failed is in `diag` or in `error`.
gud_status gud_part_compute(const gud_component *component, const gud_origin *origin,
                            const gud_simulate_options *options, gud_diag *diag, gud_error *error);

// is there what gud_part_compute leaves of a component that does not run in time?
bool gud_part_is_complete(const char *folder);

// a number of a folder: name, unit and statistics of its points
typedef struct gud_part_number {
    char name[200], unit[40];
    gud_statistics statistics;
} gud_part_number;

// All numbers of a folder; gud_free them.
gud_status gud_part_read(const char *folder, gud_error *error, gud_part_number **numbers, int *count);

#endif
