// The table of average-flow laws, and the law that changes nothing.

#include "rough/flow.h"

#include <string.h>

static void fill(double *values, int n, double value)
{
    for (int i = 0; i < n; i++) values[i] = value;
}

static void eval(const void *params, int n, const double *h, gud_flow_out *out)
{
    (void)params;
    fill(out->along, n, 1.0);
    fill(out->along_h, n, 0.0);
    fill(out->across, n, 1.0);
    fill(out->across_h, n, 0.0);
    fill(out->shear, n, 0.0);
    fill(out->shear_h, n, 0.0);
    if (out->shear_y) fill(out->shear_y, n, 0.0), fill(out->shear_y_h, n, 0.0);
    memcpy(out->mean, h, (size_t)n * sizeof *h);
    fill(out->mean_h, n, 1.0);
}

const gud_flow_law gud_flow_none = {
    .row = {.name = "none", .about = "flow between smooth surfaces"},
    .eval = eval,
};

const gud_row *const gud_flow_rows[] = {&gud_flow_none.row, &gud_flow_patir_cheng.row, NULL};
