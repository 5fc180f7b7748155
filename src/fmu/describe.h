// What the description of an FMU and the list in its resources say of its variables.
#ifndef GUD_FMU_DESCRIBE_H
#define GUD_FMU_DESCRIBE_H

#include "base/arena.h"
#include "base/buffer.h"
#include "base/error.h"

typedef enum gud_fmu_kind { GUD_FMU_PARAMETER, GUD_FMU_INPUT, GUD_FMU_OUTPUT } gud_fmu_kind;

typedef struct gud_fmu_variable {
    gud_fmu_kind kind;
    const char *name, *unit, *about;
    double start;
    double low, high; // of an input; infinite: none
    struct gud_fmu_variable *next;
} gud_fmu_variable;

// variables in the order of their numbers: parameters, inputs, outputs; the time is number 0
typedef struct gud_fmu_sheet {
    int version;
    const char *title;
    char identifier[600], token[64];
    double stop; // s, of the default experiment
    gud_fmu_variable *first, *last;
    gud_arena arena;
} gud_fmu_sheet;

void gud_fmu_sheet_init(gud_fmu_sheet *sheet, int version, const char *title);
void gud_fmu_sheet_add(gud_fmu_sheet *sheet, const gud_fmu_variable *variable); // copies it; arena.failed: no memory
int gud_fmu_sheet_count(const gud_fmu_sheet *sheet, gud_fmu_kind kind);
void gud_fmu_sheet_free(gud_fmu_sheet *sheet);

// modelDescription.xml of the version
gud_status gud_fmu_describe(const gud_fmu_sheet *sheet, gud_buffer *out, gud_error *error);

// variables.txt, which an instance reads: token, name of the model file, number of variables, variables
void gud_fmu_list(const gud_fmu_sheet *sheet, const char *model, gud_buffer *out);

#endif
