// What a bearing does at a point of operation, over a sweep, and at the threshold of whirl.

#include "component/bearing_params.h"
#include "num/pi.h"
#include "pair/limits.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// ---- one point

// to (-pi, pi]
static double wrapped(double angle)
{
    const double a = remainder(angle, 2.0 * pi);
    return a <= -pi ? a + 2.0 * pi : a;
}

// forces and flows that are smaller by so much than what speed and size suggest are rounding
static const double nothing = 1e-12;

static void derive_load(const gud_bearing_sheet *c, const double load[2], gud_bearing_point *p)
{
    const gud_bearing_spec *b = &c->spec.bearing;
    const gud_steady_state *s = &p->state;
    const double R = b->radius, L = b->width, psi = b->clearance / R, e = hypot(s->place[0], s->place[1]);
    const double sense = s->speed < 0.0 ? -1.0 : 1.0, eta = c->spec.oil.eta0;
    const double W = hypot(load[0], load[1]);
    p->load = W > nothing * eta * fabs(s->speed) * R * L / (psi * psi) ? W : 0.0;
    p->load_angle = p->load > 0.0 ? atan2(load[1], load[0]) : (double)NAN;
    p->attitude = e > 0.0 ? wrapped(sense * (atan2(s->place[1], s->place[0]) - p->load_angle)) : (double)NAN;
    p->So = s->speed != 0.0 ? p->load * psi * psi / (2.0 * R * L * eta * fabs(s->speed)) : (double)NAN;
    p->S = p->asperity_share = p->friction_coefficient = NAN;
    if (p->load == 0.0) return;
    p->S = eta * fabs(s->speed) / (2.0 * pi) * 2.0 * R * L / (p->load * psi * psi);
    p->asperity_share = -(s->asperity_force[0] * load[0] + s->asperity_force[1] * load[1]) / (p->load * p->load);
    p->friction_coefficient = fabs(s->torque_journal) / (R * p->load);
}

static void derive(const gud_bearing_sheet *c, const double load[2], gud_bearing_point *p)
{
    const gud_bearing_spec *b = &c->spec.bearing;
    const gud_steady_state *s = &p->state;
    p->speed = s->speed;
    p->film_min = s->film_min;
    p->eccentricity_ratio = hypot(s->place[0], s->place[1]) / b->clearance;
    p->lambda = c->rough ? s->film_min / c->rough->params.sigma : (double)NAN;
    derive_load(c, load, p);
    p->moment_x = p->moment_y = NAN;
    if (c->spec.tilt[0] != 0.0 || c->spec.tilt[1] != 0.0) p->moment_x = s->moment[0], p->moment_y = s->moment[1];
    p->pressure_max = s->pressure_max;
    p->deflection_max = s->deflection;
    p->asperity_pressure_max = s->asperity_max;
    p->contact_area_share = s->contact_area / (2.0 * pi * b->radius * b->width);
    p->full_film_share = s->full_share;
    p->friction_torque_journal = s->torque_journal;
    p->friction_torque_bearing = s->torque_bearing;
    p->loss_film = s->loss_shear + s->loss_flow;
    p->loss_asperity = s->loss_asperity;
    p->loss = p->loss_film + p->loss_asperity;
    p->side_flow = s->side_flow;
    p->feed_flow = s->feed_flow;
    const double drawn = fabs(s->speed) * b->radius * b->width * b->clearance;
    p->temperature_rise = NAN;
    if (s->side_flow > nothing * drawn)
        p->temperature_rise = p->loss / (c->oil->density * c->oil->specific_heat * s->side_flow);
    gud_whirl(s, &p->whirl_mass, &p->whirl_frequency);
    if (p->whirl_frequency == 0.0) p->whirl_frequency = NAN; // no mass begins to whirl here
    p->whirl_ratio = p->whirl_frequency / fabs(s->speed);
}

// the place of a load, on a grid that fits the film there if none is given
static gud_status find(gud_bearing_sheet *c, double speed, const double load[2], gud_steady_state *state,
                       gud_error *error)
{
    for (bool finer = true;;) {
        const gud_status status = gud_steady_find(c->steady, speed, load, state, error);
        const bool coarse = status == GUD_ERR_NUMERIC && state->film_min > gud_finest_walls &&
                            gud_bearing_peak_cells(&c->spec.bearing, state->film_min) < 3.0;
        if (status != GUD_OK && !coarse) return status;
        gud_error why;
        if (gud_bearing_grid_fit(c, state->film_min + state->deflection, &finer, &why) != GUD_OK)
            return gud_fail(error, GUD_ERR_MEMORY, "%s", why.text);
        if (!finer) return status;
    }
}

static gud_status point_at_load(gud_bearing_sheet *c, double speed, const double load[2], gud_bearing_point *p,
                                gud_error *error)
{
    GUD_TRY(find(c, speed, load, &p->state, error));
    derive(c, load, p);
    return GUD_OK;
}

static gud_status point_of(gud_bearing_sheet *c, gud_bearing_point *p, gud_error *error)
{
    bool finer;
    if (!c->placed) return point_at_load(c, c->speed, c->load, p, error);
    GUD_TRY(gud_bearing_grid_fit(c, gud_steady_film_min(c->steady, c->place), &finer, error));
    GUD_TRY(gud_steady_forces(c->steady, c->speed, c->place, &p->state, error));
    const double load[2] = {-p->state.force[0], -p->state.force[1]};
    derive(c, load, p);
    return GUD_OK;
}

// ---- sweep

static void point_forget(gud_bearing_point *p, double speed, double load)
{
    for (int i = 0; i < gud_bearing_nitem; i++) {
        double *value = (double *)(void *)((char *)p + gud_bearing_items[i].offset);
        *value = NAN;
    }
    p->speed = speed;
    p->load = load;
}

static gud_status sweep(gud_bearing_sheet *c, gud_error *error)
{
    const double W = hypot(c->load[0], c->load[1]);
    c->sweep = GUD_TAKE(&c->file.arena, gud_bearing_point, c->nsweep + 1);
    if (!c->sweep) return gud_fail(error, GUD_ERR_MEMORY, "out of memory");

    // from the last value on, where the search has just been or films are thick
    for (int i = c->nsweep - 1; i >= 0; i--) {
        const double speed = c->sweeps_load ? c->speed : copysign(c->over[i], c->speed);
        const double scale = c->sweeps_load ? c->over[i] / W : 1.0;
        const double load[2] = {scale * c->load[0], scale * c->load[1]};
        gud_error why;
        gud_watch_count(c->file.watch, c->nsweep - i, c->nsweep + 1);
        const gud_status status = point_at_load(c, speed, load, &c->sweep[i], &why);
        if (status == GUD_OK) continue;
        if (status != GUD_ERR_NUMERIC) return gud_fail(error, status, "%s", why.text);
        point_forget(&c->sweep[i], speed, scale * W);
        if (c->nmissing++ == 0) c->missing = why;
    }
    return GUD_OK;
}

// ---- whirl

// stable mass at a speed beyond the rotor's? NAN: no equilibrium there
static double reserve(gud_bearing_sheet *c, double speed, const double load[2])
{
    gud_steady_state state;
    gud_error error;
    double mass, frequency;
    if (find(c, speed, load, &state, &error) != GUD_OK) return NAN;
    gud_whirl(&state, &mass, &frequency);
    return mass - 0.5 * c->rotor_mass;
}

// The speed next to that of operation where the rotor passes from stable to unstable under the same load.
static double threshold(gud_bearing_sheet *c, const gud_bearing_point *p)
{
    enum { most = 48, halvings = 36 };
    const double load[2] = {p->load * cos(p->load_angle), p->load * sin(p->load_angle)};
    const bool stable = p->whirl_mass > 0.5 * c->rotor_mass;
    const double factor = stable ? 1.25 : 0.8;
    double near, far = p->speed;
    for (int n = 0;; n++) {
        if (n == most) return NAN;
        near = far;
        far *= factor;
        const double rest = reserve(c, far, load);
        if (isnan(rest)) return NAN;
        if ((rest > 0.0) != stable) break;
    }
    for (int n = 0; n < halvings; n++) {
        const double middle = 0.5 * (near + far), rest = reserve(c, middle, load);
        if (isnan(rest)) return NAN;
        if ((rest > 0.0) == stable)
            near = middle;
        else
            far = middle;
    }
    return 0.5 * (near + far);
}

// ---- what a reader of the numbers should know

static void warn(gud_bearing_sheet *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void warn(gud_bearing_sheet *c, const char *format, ...)
{
    va_list list;
    if (c->nwarning == GUD_BEARING_WARNINGS) return;
    gud_error *text = &c->warning[c->nwarning++];
    va_start(list, format);
    (void)vsnprintf(text->text, sizeof text->text, format, list);
    va_end(list);
}

static void warn_of_point(gud_bearing_sheet *c)
{
    const gud_bearing_spec *b = &c->spec.bearing;
    const gud_bearing_point *p = &c->point;
    int cells[2];
    if (gud_steady_starves(c->steady))
        warn(c, "the film starves: without a supply, feeds, or ends (ambient) above the cavity pressure there is no "
                "steady film; the results are those of an empty bearing");
    if (gud_bearing_is_coarse(b, p->film_min + p->deflection_max, cells) && !gud_steady_starves(c->steady))
        warn(c,
             "grid too coarse: the pressure peak of the thinnest film spans %.1f cells; use at least %d around and %d "
             "along",
             gud_bearing_peak_cells(b, p->film_min + p->deflection_max), cells[0], cells[1]);
    if (p->pressure_max > gud_rigid_walls && p->deflection_max == 0.0)
        warn(c,
             "a film pressure of %.3g MPa deforms the walls, which are rigid here: the real film is thicker at the "
             "peak, and the pressure lower. A `lining` makes them elastic",
             1e-6 * p->pressure_max);
    if (!c->rough && p->film_min < gud_finest_walls)
        warn(c, "a film of %.3g nm is thinner than any surface finish: give the roughness of the surfaces",
             1e9 * p->film_min);
    if (c->rough && p->asperity_pressure_max > c->rough->params.hardness)
        warn(c, "asperity pressure of %.3g MPa exceeds the hardness of %.3g MPa: the surfaces yield",
             1e-6 * p->asperity_pressure_max, 1e-6 * c->rough->params.hardness);
    if (p->temperature_rise > 1000.0)
        warn(c, "the oil would warm up by %.3g K: check the units; a bare number is SI", p->temperature_rise);
    else if (p->temperature_rise > 60.0)
        warn(c, "the oil would warm up by %.3g K: an isothermal film is a poor approximation", p->temperature_rise);
}

// the journal should move outwards as the load grows
static void warn_of_sweep(gud_bearing_sheet *c)
{
    double last = NAN;
    if (c->nmissing > 0)
        warn(c, "%d of %d points of the sweep have no equilibrium: %s", c->nmissing, c->nsweep, c->missing.text);
    for (int i = 0; c->sweeps_load && i < c->nsweep; i++) {
        const int k = c->over[0] < c->over[c->nsweep - 1] ? i : c->nsweep - 1 - i;
        const double eps = c->sweep[k].eccentricity_ratio;
        if (eps < last - 1e-6) {
            warn(c,
                 "the eccentricity falls although the load grows, from %.4f to %.4f at %.4g N: the supply or the grid "
                 "dominates the film there, or there are several equilibria",
                 last, eps, c->sweep[k].load);
            return;
        }
        if (!isnan(eps)) last = eps;
    }
}

// flows and pressures of the feeds stay with the sheet
static gud_status feeds_keep(gud_bearing_sheet *c, const double *feed, gud_error *error)
{
    const size_t n = (size_t)c->spec.bearing.nfeed * GUD_FEED_NANSWER;
    double *kept = GUD_TAKE(&c->file.arena, double, n + 1);
    if (!kept) return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    memcpy(kept, feed, n * sizeof *kept);
    c->point.state.feed = kept;
    for (int i = 0; i < c->nsweep; i++) c->sweep[i].state.feed = NULL;
    return GUD_OK;
}

gud_status gud_bearing_study(gud_bearing_sheet *c, gud_error *error)
{
    c->threshold = NAN;
    gud_watch_count(c->file.watch, 0, c->nsweep + 1);
    GUD_TRY(point_of(c, &c->point, error));
    if (c->nsweep > 0) GUD_TRY(sweep(c, error));
    if (!isnan(c->rotor_mass) && c->speed != 0.0 && c->point.load > 0.0) c->threshold = threshold(c, &c->point);
    bool finer;
    GUD_TRY(gud_bearing_grid_fit(c, c->point.film_min + c->point.deflection_max, &finer, error));
    warn_of_point(c);
    warn_of_sweep(c);
    gud_steady_state last;
    GUD_TRY(gud_steady_forces(c->steady, c->speed, c->point.state.place, &last, error));
    return feeds_keep(c, last.feed, error);
}

// ---- the numbers of a point

#define ITEM(member, unit_, about_)                                                                                    \
    {                                                                                                                  \
        .key = #member, .unit = (unit_), .offset = offsetof(gud_bearing_point, member), .about = (about_)              \
    }
#define HEAD(member, unit_, about_)                                                                                    \
    {                                                                                                                  \
        .key = #member, .unit = (unit_), .offset = offsetof(gud_bearing_point, member), .about = (about_),             \
        .heads = true                                                                                                  \
    }
#define ROUGH(member, unit_, about_)                                                                                   \
    {                                                                                                                  \
        .key = #member, .unit = (unit_), .offset = offsetof(gud_bearing_point, member), .about = (about_),             \
        .rough = true                                                                                                  \
    }

const gud_bearing_item gud_bearing_items[] = {
    HEAD(speed, "rad/s", "speed of the journal"),
    ITEM(load, "N", "load carried by the bearing"),
    ITEM(load_angle, "rad", "direction of the load, from x towards y"),
    ITEM(S, "1", "Sommerfeld number eta N D L / W (R/c)^2"),
    ITEM(So, "1", "Sommerfeld number W (c/R)^2 / (D L eta omega)"),
    HEAD(eccentricity_ratio, "1", "eccentricity over clearance"),
    ITEM(attitude, "rad", "from the load to the line of centres, in the direction of rotation"),
    ITEM(film_min, "m", "minimum film thickness"),
    ROUGH(lambda, "1", "minimum film thickness over the standard deviation of asperity heights"),
    ITEM(deflection_max, "m", "largest deflection of the lining"),
    ITEM(full_film_share, "1", "fraction of the surface covered by full film"),
    ITEM(moment_x, "N.m", "moment on the tilted journal about x, in the middle of the width"),
    ITEM(moment_y, "N.m", "the same about y"),
    HEAD(pressure_max, "Pa", "peak film pressure"),
    ROUGH(asperity_pressure_max, "Pa", "peak asperity pressure"),
    ROUGH(asperity_share, "1", "fraction of the load that asperities carry"),
    ROUGH(contact_area_share, "1", "real contact area over nominal area"),
    HEAD(friction_coefficient, "1", "torque on the journal over radius and load"),
    ITEM(friction_torque_journal, "N.m", "torque on the journal, about its centre"),
    ITEM(friction_torque_bearing, "N.m", "torque on the bearing, about its centre"),
    ITEM(loss, "W", "power loss, film and asperities"),
    ROUGH(loss_film, "W", "of which in the film"),
    ROUGH(loss_asperity, "W", "of which by boundary friction"),
    HEAD(side_flow, "m3/s", "oil flow out of both ends"),
    ITEM(feed_flow, "m3/s", "oil flow from grooves and holes"),
    ITEM(temperature_rise, "K", "estimate: the whole loss heats the side flow"),
    HEAD(whirl_mass, "kg", "largest stable mass per bearing (rigid rotor)"),
    ITEM(whirl_frequency, "rad/s", "whirl frequency at that mass"),
    ITEM(whirl_ratio, "1", "whirl frequency over speed"),
};
const int gud_bearing_nitem = GUD_COUNT(gud_bearing_items);

double gud_bearing_value(const gud_bearing_point *point, const gud_bearing_item *item)
{
    return *(const double *)(const void *)((const char *)point + item->offset);
}
