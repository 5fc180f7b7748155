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

// d(rate) by the displacements while the twists stay: the gauge's curvature times the twists
static void rate_gradient(const gud_force_in *in, const double H[144], double by[12])
{
    for (int j = 0; j < 12; j++) {
        by[j] = 0.0;
        for (int i = 0; i < 12; i++) {
            const gud_pose *p = in->pose[i / 6];
            by[j] += H[12 * i + j] * (i % 6 < 3 ? p->v[i % 3] : p->w[i % 3]);
        }
    }
}

// eqs (3) to (5)
void gud_force_along(const gud_gauge *gauge, const gud_force_in *in, double F, double F_value, double F_rate,
                     gud_force_out *out)
{
    double g[12], H[144] = {0}, rate[12];
    gud_gauge_gradient(gauge, in->pose[0], in->pose[1], g);
    for (int i = 0; i < 12; i++) out->wrench[i] -= F * g[i];
    if (!out->by_displacement) return;
    gud_gauge_curvature(gauge, in->pose[0], in->pose[1], 1.0, H);
    rate_gradient(in, H, rate);
    for (int i = 0; i < 12; i++) {
        for (int j = 0; j < 12; j++) {
            out->by_displacement[12 * i + j] -= F * H[12 * i + j] + g[i] * (F_value * g[j] + F_rate * rate[j]);
            out->by_twist[12 * i + j] -= F_rate * g[i] * g[j];
        }
    }
}
