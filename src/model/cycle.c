#include "model/cycle.h"

#include "num/pi.h"

#include <math.h>

enum { most_turns = 64 };

static double period_of(const gud_force *f, int coordinate)
{
    return f->coordinate == coordinate && f->law->period ? f->law->period(f->params) : 0.0;
}

static bool is_multiple(const gud_model *m, int coordinate, double length)
{
    for (int i = 0; i < m->nforce; i++) {
        const double period = period_of(&m->force[i], coordinate), count = period > 0.0 ? length / period : 1.0;
        if (count < 0.5 || fabs(count - round(count)) > 1e-9 * count) return false;
    }
    return true;
}

double gud_model_cycle(const gud_model *m, int coordinate)
{
    double longest = 0.0;
    if (coordinate < 0) return 0.0;
    for (int i = 0; i < m->nforce; i++) longest = fmax(longest, period_of(&m->force[i], coordinate));
    if (!gud_gauge_is_angle(&m->coordinate[coordinate].gauge)) return longest;
    for (int turns = 1; turns <= most_turns; turns++)
        if (is_multiple(m, coordinate, 2.0 * pi * turns)) return 2.0 * pi * turns;
    return longest;
}
