#include "pair/motions.h"

#include "num/vec.h"

#include <math.h>
#include <string.h>

int gud_motions(bool planar)
{
    return planar ? 3 : 6;
}

int gud_motion(bool planar, int a)
{
    static const int of_plane[3] = {0, 1, 5};
    return planar ? of_plane[a] : a;
}

void gud_motions_twist(const gud_pose *seen, double twist[6])
{
    double turn[3];
    v3_cross(turn, seen->w, seen->p);
    v3_axpy(twist, seen->v, -1.0, turn);
    v3_copy(twist + 3, seen->w);
}

void gud_motions_locate(bool planar, const gud_pose *seen, gud_location *at)
{
    double twist[6];
    *at = (gud_location){.seen = *seen};
    gud_motions_twist(seen, twist);
    for (int a = 0; a < gud_motions(planar); a++) at->q_t[a] = twist[gud_motion(planar, a)];
}

void gud_motions_wrench(bool planar, const gud_response *r, double w[6], double *by_shift, double *by_twist)
{
    const int n = gud_motions(planar);
    memset(w, 0, 6 * sizeof *w);
    if (by_shift) memset(by_shift, 0, 36 * sizeof *by_shift), memset(by_twist, 0, 36 * sizeof *by_twist);
    for (int a = 0; a < n; a++) {
        const int i = gud_motion(planar, a);
        w[i] = r->Q[a];
        for (int b = 0; by_shift && b < n; b++) {
            const int j = gud_motion(planar, b);
            by_shift[6 * i + j] = r->Q_q[a * n + b];
            by_twist[6 * i + j] = r->Q_v[a * n + b];
        }
    }
}

const gud_pair_label gud_displacement_channels[GUD_DISPLACEMENTS] = {
    {"displacement.x", "m", "of the other frame, along x of the frame that carries the grid"},
    {"displacement.y", "m", "along y of it"},
    {"displacement.z", "m", "along z of it"},
    {"tilt.x", "rad", "of the other frame: about x, after y and z"},
    {"tilt.y", "rad", "about y"},
    {"tilt.z", "rad", "about z"},
};

int gud_displacement_nchannel(const void *shape)
{
    (void)shape;
    return GUD_DISPLACEMENTS;
}

void gud_displacement_report(const void *shape, const gud_location *at, double *values)
{
    const double *R = at->seen.R;
    (void)shape;
    v3_copy(values, at->seen.p);
    values[3] = atan2(R[7], R[8]);
    values[4] = atan2(-R[6], hypot(R[7], R[8]));
    values[5] = atan2(R[3], R[0]);
}
