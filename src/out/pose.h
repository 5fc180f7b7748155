// Where the points of a mechanism are at every record: from the outlines and the channels that place bodies
// (channel.h says which).
#ifndef GUD_OUT_POSE_H
#define GUD_OUT_POSE_H

#include "out/result.h"

typedef struct gud_pose gud_pose;

gud_status gud_pose_load(const gud_result *result, gud_error *error, gud_pose **out);
void gud_pose_free(gud_pose *pose); // accepts NULL

int gud_pose_nbody(const gud_pose *pose); // as many as there are outlines
int gud_pose_npoint(const gud_pose *pose, int body);

// the body's points at a record: npoint triples
void gud_pose_points(const gud_pose *pose, int body, int64_t record, double *points);

// n points that are fixed to a body, given in its own frame, at a record; false for a body that bends
bool gud_pose_place(const gud_pose *pose, int body, int64_t record, int n, const double *own, double *points);

// where the body's own frame is; false for a body without a position channel
bool gud_pose_origin(const gud_pose *pose, int body, int64_t record, double origin[3]);

#endif
