#include "pair/limits.h"

#include "pair/closed.h"
#include "pair/stacked.h"

#include <math.h>

static gud_limits limits_of_smooth_walls(void)
{
    return (gud_limits){.roughness = gud_finest_walls, .rigid_walls = gud_rigid_walls, .hardness = HUGE_VAL};
}

void gud_stacked_limits(const void *params, gud_limits *limits)
{
    const gud_stacked *p = params;
    *limits = limits_of_smooth_walls();
    limits->oil = p->dry ? HUGE_VAL : gud_lubricant_pressure_limit(&p->oil);
    if (p->rough) {
        limits->roughness = p->rough->params.mean + p->rough->params.sigma;
        limits->hardness = p->rough->params.hardness;
    }
    if (p->stack.geometry == &gud_geometry_pin) gud_pin_limits(&p->shape.pin, limits);
}

void gud_closed_limits(const void *params, gud_limits *limits)
{
    const gud_closed_pair *p = params;
    const gud_lubricant oil = gud_lubricant_constant(p->eta);
    *limits = limits_of_smooth_walls();
    limits->oil = gud_lubricant_pressure_limit(&oil);
}
