#include "joint/motion.h"

#include <math.h>

#define GUD_MOTION(name) &gud_motion_##name.row,
const gud_row *const gud_motion_rows[] = {
#include "joint/motions.def"
    NULL};
#undef GUD_MOTION

const gud_motion *gud_motion_of(const gud_row *row)
{
    return (const gud_motion *)row;
}

gud_status gud_motion_prepare(const gud_motion *motion, void *params, const gud_motion_context *context)
{
    return motion->prepare ? motion->prepare(params, context) : GUD_OK;
}

double gud_motion_next_break(const gud_motion *motion, const void *params, double t)
{
    if (!motion->next_break) return INFINITY;
    return motion->next_break(params, t);
}
