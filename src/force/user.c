// A force that a program computes: it sees how two frames move and answers with a wrench on each.
//
// Tangents that the program does not give are found by differences: frames are moved by `little` of a radian or of the
// distance that the model's frames have from each other, and their twists by as much per second.

#include "force/user.h"

#include "num/rot.h"
#include "num/vec.h"

#include <math.h>
#include <string.h>

enum { nframe = 2, nwrench = 6 * nframe };

typedef struct {
    const char *between[nframe];
    gud_user_force force; // set in the copy of a simulation
} params;

static void wire(const void *prm, gud_force_wiring *wiring)
{
    const params *p = prm;
    for (int k = 0; k < nframe; k++) wiring->frame[k] = p->between[k];
}

static void motions_of(const gud_force_in *in, gud_frame_motion motion[nframe])
{
    for (int k = 0; k < nframe; k++) {
        const gud_pose *pose = in->pose[k];
        v3_copy(motion[k].position, pose->p);
        memcpy(motion[k].rotation, pose->R, sizeof motion[k].rotation);
        v3_copy(motion[k].velocity, pose->v);
        v3_copy(motion[k].spin, pose->w);
    }
}

// moves one of the 12 displacements of both frames
static void displace(gud_frame_motion motion[nframe], int which, double by)
{
    gud_frame_motion *m = &motion[which / 6];
    const int k = which % 6;
    if (k < 3) {
        m->position[k] += by;
        return;
    }
    double axis[3] = {0.0}, turn[9], R[9];
    axis[k - 3] = 1.0;
    gud_rot_about(axis, by, turn);
    m3_mul(R, turn, m->rotation);
    memcpy(m->rotation, R, sizeof R);
}

static void change_twist(gud_frame_motion motion[nframe], int which, double by)
{
    double *twist = which % 6 < 3 ? motion[which / 6].velocity : motion[which / 6].spin;
    twist[which % 3] += by;
}

// column `which` of a matrix of tangents, by central differences
static void difference(const params *p, double t, const gud_frame_motion motion[nframe],
                       void (*move)(gud_frame_motion *, int, double), int which, double h, double *matrix)
{
    double wrench[2][nwrench] = {{0.0}};
    for (int side = 0; side < 2; side++) {
        gud_frame_motion moved[nframe];
        memcpy(moved, motion, sizeof moved);
        move(moved, which, side == 0 ? -h : h);
        (void)p->force.call(p->force.user, t, moved, wrench[side], NULL, NULL);
    }
    for (int i = 0; i < nwrench; i++) matrix[nwrench * i + which] = (wrench[1][i] - wrench[0][i]) / (2.0 * h);
}

static void differences(const params *p, double t, const gud_frame_motion motion[nframe], gud_force_out *out)
{
    const double little = 1e-6;
    double d[3];
    v3_axpy(d, motion[1].position, -1.0, motion[0].position);
    const double apart = fmax(v3_norm(d), 1e-3);
    for (int which = 0; which < nwrench; which++) {
        const double h = little * (which % 6 < 3 ? apart : 1.0);
        difference(p, t, motion, displace, which, h, out->by_displacement);
        difference(p, t, motion, change_twist, which, h, out->by_twist);
    }
}

static void eval(const void *prm, const gud_force_in *in, gud_force_out *out)
{
    const params *p = prm;
    gud_frame_motion motion[nframe];
    if (!p->force.call) return; // refused at the start
    motions_of(in, motion);
    const int bare = p->force.call(p->force.user, in->t, motion, out->wrench, out->by_displacement, out->by_twist);
    if (bare && out->by_displacement) differences(p, in->t, motion, out);
}

void gud_user_force_set(void *prm, const gud_user_force *force)
{
    ((params *)prm)->force = *force;
}

const gud_user_force *gud_user_force_get(const void *prm)
{
    return &((const params *)prm)->force;
}

static const gud_field fields[] = {
    {.key = "between",
     .type = GUD_NAMES,
     .offset = offsetof(params, between),
     .count = nframe,
     .refers = "frames|bodies",
     .fallback = GUD_REQUIRED,
     .about = "the two frames that the program observes and acts on"},
};

const gud_force_law gud_force_user = {
    .row = {.name = "user",
            .about = "forces computed by a program with gud_sim_user_force; the command cannot run it",
            .source = "docs/manual/library.md",
            .size = sizeof(params),
            .fields = fields,
            .nfield = GUD_COUNT(fields)},
    .nframe = nframe,
    .external = true,
    .own_params = true,
    .wire = wire,
    .eval = eval,
};
