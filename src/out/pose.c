#include "out/pose.h"

#include "base/alloc.h"
#include "out/draft.h"

#include <math.h>
#include <string.h>

typedef struct placed {
    int npoint;
    const double *outline; // in the body's frame
    int nposition, norientation, nshape;
    double *position, *orientation, *shape; // of all records; NULL when there is no such channel
} placed;

struct gud_pose {
    int nbody;
    placed *bodies;
};

// a whole channel of a body, if there is one
static gud_status load(const gud_result *result, const char *body, const char *what, gud_error *error, int *width,
                       double **values)
{
    char path[GUD_PATH_SIZE];
    *width = 0;
    if (snprintf(path, sizeof path, "bodies/%s/%s", body, what) >= (int)sizeof path) return GUD_OK;
    const int channel = gud_result_find(result, path);
    if (channel < 0) return GUD_OK;
    if (gud_result_channel(result, channel)->kind != GUD_CHANNEL_SERIES)
        return gud_fail(error, GUD_ERR_INPUT, "'%s' is a field, which does not place a body", path);
    const int64_t n = gud_result_count(result, channel);
    *width = gud_result_channel(result, channel)->width;
    *values = gud_alloc((size_t)n, (size_t)*width * sizeof(double));
    if (!*values) return gud_fail(error, GUD_ERR_MEMORY, "not enough memory for channel '%s'", path);
    return gud_result_read(result, channel, 0, n, *values, error);
}

static gud_status load_body(const gud_result *result, const gud_outline *outline, gud_error *error, placed *b)
{
    const char *name = outline->body;
    GUD_TRY(load(result, name, "position", error, &b->nposition, &b->position));
    GUD_TRY(load(result, name, "orientation", error, &b->norientation, &b->orientation));
    GUD_TRY(load(result, name, "shape", error, &b->nshape, &b->shape));
    b->npoint = outline->npoint;
    b->outline = outline->points;

    if (b->position && b->nposition != 2 && b->nposition != 3)
        return gud_fail(error, GUD_ERR_INPUT, "body '%s' has a position of %d values", name, b->nposition);
    const int n = b->norientation;
    if (b->orientation && n != 1 && n != 4 && n != 9)
        return gud_fail(error, GUD_ERR_INPUT, "body '%s' has an orientation of %d values", name, n);
    if (!b->shape) return GUD_OK;
    const int dimension = b->position ? b->nposition : 3;
    if (b->nshape % dimension != 0)
        return gud_fail(error, GUD_ERR_INPUT, "body '%s' has a shape of %d values", name, b->nshape);
    if (b->npoint > 0) return gud_fail(error, GUD_ERR_INPUT, "body '%s' has both points and a shape", name);
    b->npoint = b->nshape / dimension;
    return GUD_OK;
}

gud_status gud_pose_load(const gud_result *result, gud_error *error, gud_pose **out)
{
    const gud_meta *meta = gud_result_meta(result);
    gud_pose *pose = gud_alloc(1, sizeof *pose);
    *out = NULL;
    if (pose) pose->bodies = gud_alloc((size_t)meta->noutline, sizeof *pose->bodies);
    gud_status st = pose && pose->bodies ? GUD_OK : gud_fail(error, GUD_ERR_MEMORY, "not enough memory to draw bodies");
    if (st == GUD_OK) pose->nbody = meta->noutline;
    for (int i = 0; i < meta->noutline && st == GUD_OK; i++)
        st = load_body(result, &meta->outlines[i], error, &pose->bodies[i]);
    if (st < 0) {
        gud_pose_free(pose);
        return st;
    }
    *out = pose;
    return GUD_OK;
}

void gud_pose_free(gud_pose *pose)
{
    if (!pose) return;
    for (int i = 0; i < pose->nbody; i++) {
        gud_free(pose->bodies[i].position);
        gud_free(pose->bodies[i].orientation);
        gud_free(pose->bodies[i].shape);
    }
    gud_free(pose->bodies);
    gud_free(pose);
}

int gud_pose_nbody(const gud_pose *pose)
{
    return pose->nbody;
}

int gud_pose_npoint(const gud_pose *pose, int body)
{
    return pose->bodies[body].npoint;
}

static void rotation_of_quaternion(const double *e, double R[9])
{
    const double w = e[0], x = e[1], y = e[2], z = e[3];
    const double rows[9] = {1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),
                            2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
                            2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y)};
    memcpy(R, rows, sizeof rows);
}

static void rotation(const placed *b, int64_t record, double R[9])
{
    const double identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    memcpy(R, identity, sizeof identity);
    if (!b->orientation) return;
    const double *o = b->orientation + record * b->norientation;
    if (b->norientation == 9) {
        memcpy(R, o, sizeof identity);
    } else if (b->norientation == 4) {
        rotation_of_quaternion(o, R);
    } else {
        R[0] = R[4] = cos(o[0]);
        R[3] = sin(o[0]);
        R[1] = -R[3];
    }
}

bool gud_pose_place(const gud_pose *pose, int body, int64_t record, int n, const double *own, double *points)
{
    const placed *b = &pose->bodies[body];
    double R[9];
    if (b->shape) return false;
    rotation(b, record, R);
    for (int i = 0; i < n; i++) {
        const double *p = own + 3 * (ptrdiff_t)i;
        for (int k = 0; k < 3; k++) {
            const double origin = b->position && k < b->nposition ? b->position[record * b->nposition + k] : 0.0;
            points[3 * (ptrdiff_t)i + k] = origin + R[3 * k] * p[0] + R[3 * k + 1] * p[1] + R[3 * k + 2] * p[2];
        }
    }
    return true;
}

void gud_pose_points(const gud_pose *pose, int body, int64_t record, double *points)
{
    const placed *b = &pose->bodies[body];
    const int dimension = b->position ? b->nposition : 3;
    if (gud_pose_place(pose, body, record, b->npoint, b->outline, points)) return;
    for (int i = 0; i < b->npoint; i++)
        for (int k = 0; k < 3; k++)
            points[3 * i + k] = k < dimension ? b->shape[record * b->nshape + i * dimension + k] : 0.0;
}

bool gud_pose_origin(const gud_pose *pose, int body, int64_t record, double origin[3])
{
    const placed *b = &pose->bodies[body];
    if (!b->position) return false;
    for (int k = 0; k < 3; k++) origin[k] = k < b->nposition ? b->position[record * b->nposition + k] : 0.0;
    return true;
}
