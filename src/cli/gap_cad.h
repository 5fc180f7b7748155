// Surfaces for a CAD program.
#ifndef GUD_CLI_GAP_CAD_H
#define GUD_CLI_GAP_CAD_H

#include "component/gap.h"

// both surfaces of a gap, each in its own frame, as NURBS; the path ends with .step, .stp, .iges or .igs
gud_status gud_gap_step(void *sheet, const char *path, gud_error *error);
gud_status gud_gap_iges(void *sheet, const char *path, gud_error *error);

#endif
