#include "base/limits.h"

#include <math.h>
#include <stddef.h>

#define FIELD(name)                                                                                                    \
    {                                                                                                                  \
#name, (int)offsetof(gud_limits, name)                                                                         \
    }

const gud_limit_field gud_limit_fields[] = {FIELD(roughness),    FIELD(hardness),    FIELD(rigid_walls),
                                            FIELD(oil),          FIELD(film_around), FIELD(film_along),
                                            FIELD(cells_around), FIELD(cells_along), {NULL, 0}};

double *gud_limit_at(gud_limits *limits, const gud_limit_field *field)
{
    return (double *)(void *)((char *)limits + field->offset);
}

static int cells_needed(double cells, double resolved, double film_min, int multiple)
{
    if (film_min >= resolved) return (int)cells;
    return multiple * (int)ceil(fmin(cells * sqrt(resolved / fmax(film_min, 0.0)) / multiple, 1e6));
}

void gud_limits_cells(const gud_limits *l, double film_min, int cells[2])
{
    cells[0] = cells_needed(l->cells_around, l->film_around, film_min, 10);
    cells[1] = cells_needed(l->cells_along, l->film_along, film_min, 1);
}
