// A run of a study of a component file: what it computes is a text with a line for each number. Where results are kept
// it stands in `numbers.txt` of the run's folder, and the sheet whole in `sheet.json`. A bearing with a load cycle
// leaves a result instead, as a mechanism does.
#ifndef GUD_SWEEP_PART_H
#define GUD_SWEEP_PART_H

#include "base/buffer.h"
#include "out/summary.h"
#include "sweep/study.h"

#define GUD_NUMBERS_NAME "numbers.txt"
#define GUD_SHEET_NAME   "sheet.json"

// Is the file with these values a file of the component? Computes nothing.
gud_status gud_part_check(const gud_component *component, const gud_origin *origin, gud_diag *diag, uint64_t *hash);

// The numbers of a sheet as text, a line each; gud_part_parse reads it.
void gud_part_write(const void *sheet, gud_buffer *numbers);

// leaves them in the folder, and the whole sheet
gud_status gud_part_save(const void *sheet, const char *folder, const gud_buffer *numbers, gud_error *error);

// is there what gud_part_save leaves?
bool gud_part_is_complete(const char *folder);

// a number: name, unit and statistics of its points
typedef struct gud_part_number {
    char name[200], unit[40];
    gud_statistics statistics;
} gud_part_number;

gud_status gud_part_load(const char *folder, gud_error *error, char **text);                          // gud_free it
gud_status gud_part_parse(const char *text, gud_error *error, gud_part_number **numbers, int *count); // gud_free them

#endif
