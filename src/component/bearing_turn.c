// How the journal turns in a bearing that turns or swings itself, while the loads repeat. Film and contact depend on
// the relative rotation only, and loads are given in axes of the bearing, so the angle of the joint is all that
// changes:
//
//     d(angle)/dt = w_j - w_b                                          w_b  from a column of the table
//     angle       = w_j t + asin(ratio sin(crank t - top))             the big end of a rod of a crank-slider
//
//     w_j, w_b   speeds of journal and bearing, constant and variable
//     ratio      crank radius over rod length: the rod's angle from the cylinder axis is -asin(ratio sin(angle))

#include "component/bearing_params.h"
#include "num/curve.h"
#include "num/pi.h"

#include <math.h>

enum { fewest = 24, most = 7200 };

// one instant for each degree of the crank
static gud_status make_room(gud_arena *arena, double crank, gud_bearing_turn *turn)
{
    turn->count = (int)fmin(fmax(round(turn->period * crank * 180.0 / pi), fewest), most);
    turn->deviation = GUD_TAKE(arena, double, turn->count);
    return turn->deviation ? GUD_OK : GUD_ERR_MEMORY;
}

gud_status gud_bearing_turn_swing(gud_arena *arena, const gud_bearing_swing_params *swing, double speed, double crank,
                                  gud_bearing_turn *turn)
{
    const double sense = speed < 0.0 ? -1.0 : 1.0;
    turn->rate = speed;
    turn->period = 2.0 * pi / crank;
    GUD_TRY(make_room(arena, crank, turn));
    for (int i = 0; i < turn->count; i++)
        turn->deviation[i] = sense * asin(swing->ratio * sin(2.0 * pi * i / turn->count - swing->top));
    return GUD_OK;
}

static double rate_at(const gud_curve *rate, double t)
{
    double out[3];
    (void)gud_curve_eval(rate, t, out); // periodic: defined for every time
    return out[0];
}

gud_status gud_bearing_turn_table(gud_arena *arena, const gud_bearing_rates *rates, double speed, double crank,
                                  gud_error *error, gud_bearing_turn *turn)
{
    enum { parts = 4 };
    const gud_spline_spec spec = {.kind = GUD_SPLINE_CUBIC, .outside = GUD_OUTSIDE_PERIODIC, .period = rates->period};
    gud_curve rate;
    turn->period = rates->period > 0.0 ? rates->period : rates->t[rates->n - 1] - rates->t[0];
    GUD_TRY(gud_curve_points(&spec, rates->n, rates->t, rates->rate, arena, error, &rate));
    GUD_TRY(make_room(arena, crank, turn));
    const double h = turn->period / turn->count / parts;
    double way = 0.0; // of the bearing, by Simpson's rule
    for (int i = 0; i < turn->count; i++) {
        turn->deviation[i] = -way;
        for (int k = 0; k < parts; k++) {
            const double t = (i * parts + k) * h;
            way += h / 6.0 * (rate_at(&rate, t) + 4.0 * rate_at(&rate, t + 0.5 * h) + rate_at(&rate, t + h));
        }
    }
    turn->rate = speed - way / turn->period;
    for (int i = 0; i < turn->count; i++) turn->deviation[i] += way * i / turn->count;
    return GUD_OK;
}
