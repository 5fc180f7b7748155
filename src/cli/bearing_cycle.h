// How `gudgeon bearing` runs and shows a bearing whose loads follow a cycle.
#ifndef GUD_CLI_BEARING_CYCLE_H
#define GUD_CLI_BEARING_CYCLE_H

#include "cli/args.h"

// of gud_component_view: results, summary and figures go to the folder of -o, or nowhere
int gud_bearing_simulate(const gud_args *args, void *sheet);

#endif
