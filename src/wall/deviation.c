// The table of deviations, and what its rows share.

#include "wall/deviation.h"

#include <math.h>
#include <string.h>

#define GUD_DEVIATION(name) &gud_deviation_##name.row,
const gud_row *const gud_deviation_rows[] = {
#include "wall/deviations.def"
    NULL};
#undef GUD_DEVIATION

#define WALL_ABOUT                                                                                                     \
    "wall that it is on: that of the first frame (the bearing) or of the second (the journal, with which it moves)"
static const char *const walls[] = {"first", "second", NULL};
static const gud_field place_fields[] = {
    {.key = "joint",
     .type = GUD_NAME,
     .offset = offsetof(gud_deviation_place, joint),
     .refers = "joints",
     .fallback = GUD_REQUIRED,
     .about = "joint with a film (reynolds, mixed) to which the wall belongs"},
    {.key = "wall",
     .type = GUD_CHOICE,
     .offset = offsetof(gud_deviation_place, wall),
     .choices = walls,
     .fallback = 0.0,
     .about = WALL_ABOUT},
};
static const gud_row place_row =
    GUD_ROW(gud_deviation_place, "deviation", "by how much a wall lies back from its ideal shape", place_fields);
const gud_section gud_deviations_section = {
    .key = "deviations",
    .about = "deviations of walls from the shape of their joint: lobes, profiles, measured errors, textures; those of "
             "one wall add up",
    .named = true,
    .common = &place_row,
    .selector = "type",
    .rows = gud_deviation_rows,
    .example = "deviations:\n  lemon: {joint: big-end, type: lobes, preload: 0.5, angle: 90 deg}\n"
               "  crown: {joint: big-end, wall: second, type: crown, height: 3 um}\n",
};

static const gud_field bearing_fields[] = {
    {.key = "wall",
     .type = GUD_CHOICE,
     .offset = offsetof(gud_deviation_place, wall),
     .choices = walls,
     .fallback = 0.0,
     .about = WALL_ABOUT},
};
static const gud_row bearing_row =
    GUD_ROW(gud_deviation_place, "deviation", "by how much a wall lies back from its ideal shape", bearing_fields);
const gud_section gud_bearing_deviations_section = {
    .key = "deviations",
    .about = "deviations of bearing and journal from circular cylinders; those of one wall add up",
    .named = true,
    .common = &bearing_row,
    .selector = "type",
    .rows = gud_deviation_rows,
    .example = "deviations:\n  lemon: {type: lobes, preload: 0.5, angle: 90 deg}\n",
};

const gud_deviation_law *gud_deviation_law_of(const gud_row *row)
{
    return (const gud_deviation_law *)(const void *)row;
}

gud_status gud_deviation_make(const gud_row *row, const void *params, const gud_deviation_context *context,
                              gud_deviation *deviation)
{
    const gud_deviation_law *law = gud_deviation_law_of(row);
    void *kept = GUD_TAKE(context->arena, char, row->size);
    if (!kept) return gud_fail(context->error, GUD_ERR_MEMORY, "out of memory");
    memcpy(kept, params, row->size);
    *deviation = (gud_deviation){law, kept};
    return law->prepare ? law->prepare(kept, context) : GUD_OK;
}

// ---- functions of one coordinate

double gud_wall_wrap(double x, double period)
{
    return x - period * floor(x / period + 0.5);
}

gud_jet gud_wall_box(double x, double half, double rim)
{
    const double side = x < 0.0 ? -1.0 : 1.0, t = 0.5 + (half - fabs(x)) / rim;
    if (t <= 0.0) return (gud_jet){0.0, 0.0, 0.0};
    if (t >= 1.0) return (gud_jet){1.0, 0.0, 0.0};
    return (gud_jet){t * t * (3.0 - 2.0 * t), -side * 6.0 * t * (1.0 - t) / rim, (6.0 - 12.0 * t) / (rim * rim)};
}

void gud_deviation_product(const gud_deviation_sum *sum, int i, double factor, gud_jet f, gud_jet g)
{
    sum->d[i] += factor * f.f * g.f;
    if (!sum->x) return;
    sum->x[i] += factor * f.s * g.f;
    sum->y[i] += factor * f.f * g.s;
    sum->xx[i] += factor * f.ss * g.f;
    sum->xy[i] += factor * f.s * g.s;
    sum->yy[i] += factor * f.f * g.ss;
}
