// Figures of a gap file: maps over the reference surface, and the least gap along a sweep.
#ifndef GUD_CLI_GAP_DRAW_H
#define GUD_CLI_GAP_DRAW_H

#include "cli/args.h"
#include "component/gap.h"

// DIR/gap.svg of the pose whose field is shown, and DIR/sweep.svg if one number is swept, as -o and --format say;
// gud_component_view.draw
gud_status gud_gap_draw(const gud_args *args, void *sheet, gud_error *error);

#endif
