// What `gudgeon cad` prints of what it found.
#ifndef GUD_CLI_CAD_PRINT_H
#define GUD_CLI_CAD_PRINT_H

#include "assembly/mechanism.h"
#include "base/buffer.h"
#include "cli/args.h"

typedef struct gud_cad_found {
    const gud_args *args;
    const gud_assembly *assembly;
    const gud_fits *fits;
    const gud_mechanism *mechanism;
    const double *density;        // [npart] kg/m3
    const char *const *materials; // [npart]
    const gud_buffer *remarks;    // what the model leaves out or assumes
} gud_cad_found;

// Tables or JSON on standard output, remarks on standard error; `report`: what --update changed, line by line.
gud_status gud_cad_show(const gud_cad_found *found, const gud_buffer *report, gud_error *error);

#endif
