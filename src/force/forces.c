#include "force/force.h"

#define GUD_FORCE(name) &gud_force_##name.row,
const gud_row *const gud_force_rows[] = {
#include "force/forces.def"
    NULL};
#undef GUD_FORCE

const gud_force_law *gud_force_law_of(const gud_row *row)
{
    return (const gud_force_law *)(const void *)row; // the row is its first member
}

void gud_force_along(const gud_gauge *gauge, const gud_force_in *in, double F, double F_value, double F_rate,
                     gud_force_out *out)
{
    double g[12];
    gud_gauge_gradient(gauge, in->pose[0], in->pose[1], g);
    for (int i = 0; i < 12; i++) out->wrench[i] -= F * g[i];
    if (!out->by_displacement) return;
    gud_gauge_curvature(gauge, in->pose[0], in->pose[1], -F, out->by_displacement);
    for (int i = 0; i < 12; i++) {
        for (int j = 0; j < 12; j++) {
            out->by_displacement[12 * i + j] -= F_value * g[i] * g[j];
            out->by_twist[12 * i + j] -= F_rate * g[i] * g[j];
        }
    }
}
