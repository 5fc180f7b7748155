#include "pair/feeds.h"

#include <math.h>
#include <string.h>

const char *const gud_feed_parts[] = {"bearing", "journal", NULL};
const char *const gud_feed_shapes[] = {"groove", "hole", NULL};

static const gud_field supply_fields[] = {
    GUD_FIELD(gud_supply_params, angle, "rad", GUD_REQUIRED, -2.0 * pi, 2.0 * pi, "from x towards y"),
    GUD_FIELD(gud_supply_params, pressure, "Pa", GUD_REQUIRED, 0.0, 1e9, "pressure of the oil in the groove"),
};
const gud_row gud_supply_row =
    GUD_ROW(gud_supply_params, "supply", "a narrow axial groove over the full width", supply_fields);

const gud_rule gud_feed_rules[GUD_FEED_NRULE] = {
    {GUD_AT_MOST_ONE_OF, {"pressure", "table", "pressures"}},
    {GUD_ALL_OR_NONE, {"points", "pressures"}},
    {GUD_NEEDS, {"column", "table"}},
    {GUD_NEEDS, {"period", "periodic"}},
    {GUD_AT_MOST_ONE_OF, {"length", "arc", "diameter"}},
    {GUD_AT_MOST_ONE_OF, {"width", "diameter"}},
};

// ---- restrictors

typedef struct {
    double coefficient, diameter, length;
} capillary;

typedef struct {
    double diameter, discharge, density;
} orifice;

static const gud_field capillary_fields[] = {
    GUD_FIELD_POSITIVE(capillary, coefficient, "m3/(s.Pa)", GUD_OPTIONAL,
                       "flow per pressure difference; alternatively `diameter` and `length`"),
    GUD_FIELD_POSITIVE(capillary, diameter, "m", GUD_OPTIONAL, "of its bore"),
    GUD_FIELD_POSITIVE(capillary, length, "m", GUD_OPTIONAL, "of its bore"),
};
static const gud_rule capillary_rules[] = {{GUD_ONE_OF, {"coefficient", "diameter"}},
                                           {GUD_ALL_OR_NONE, {"diameter", "length"}}};
static const gud_row capillary_row = {.name = "capillary",
                                      .about = "laminar: flow proportional to the pressure difference",
                                      .source = "docs/theory/film.md, eq. (3m)",
                                      .size = sizeof(capillary),
                                      .fields = capillary_fields,
                                      .nfield = GUD_COUNT(capillary_fields),
                                      .rules = capillary_rules,
                                      .nrule = GUD_COUNT(capillary_rules)};

static const gud_field orifice_fields[] = {
    GUD_FIELD_POSITIVE(orifice, diameter, "m", GUD_REQUIRED, "of its bore"),
    GUD_FIELD(orifice, discharge, "1", 0.6, 0.1, 1.0, "discharge coefficient"),
    GUD_FIELD_POSITIVE(orifice, density, "kg/m3", 870.0, "of the oil"),
};
static const gud_row orifice_row = {.name = "orifice",
                                    .about =
                                        "turbulent: flow proportional to the square root of the pressure difference",
                                    .source = "docs/theory/film.md, eq. (3m)",
                                    .size = sizeof(orifice),
                                    .fields = orifice_fields,
                                    .nfield = GUD_COUNT(orifice_fields)};

static const gud_row closed_row = {.name = "closed",
                                   .about = "no supply: a pocket with uniform pressure, at which the flows balance"};

static const gud_row *const restrictor_rows[] = {&capillary_row, &orifice_row, &closed_row, NULL};
const gud_table gud_restrictor_table = {
    .about = "restrictors of recesses", .selector = "type", .rows = restrictor_rows};

// (3m)
static void set_source(const gud_feed_params *p, double viscosity, gud_film_feed *feed)
{
    const gud_choice *r = &p->restrictor;
    feed->source = GUD_FEED_GIVEN;
    if (r->row == &closed_row) feed->source = GUD_FEED_CLOSED;
    if (r->row == &capillary_row) {
        const capillary *c = r->params;
        feed->source = GUD_FEED_CAPILLARY;
        feed->restrictor =
            isnan(c->coefficient) ? pi * pow(c->diameter, 4.0) / (128.0 * viscosity * c->length) : c->coefficient;
    }
    if (r->row == &orifice_row) {
        const orifice *o = r->params;
        feed->source = GUD_FEED_ORIFICE;
        feed->restrictor = o->discharge * 0.25 * pi * o->diameter * o->diameter * sqrt(2.0 / o->density);
    }
}

static gud_status check_pressure(const gud_feed_params *p, const char **key, gud_error *error)
{
    const bool given = !isnan(p->pressure) || gud_signal_has_table(&p->signal), none = p->restrictor.row == &closed_row;
    *key = given ? (isnan(p->pressure) ? "table" : "pressure") : NULL;
    if (given && none)
        return gud_fail(error, GUD_ERR_INPUT, "a closed pocket has no supply, and so no pressure is given");
    if (!given && !none)
        return gud_fail(error, GUD_ERR_INPUT,
                        "needs 'pressure', a table of it, or 'restrictor: closed' for a pocket without supply");
    return GUD_OK;
}

// ---- position and size

typedef struct {
    bool given;
    const char *key;
} position_key;

// keys of the other geometries
static gud_status check_keys(const gud_feed_params *p, const gud_feed_wall *wall, const char **key, gud_error *error)
{
    static const char *const hint[] = {"feeds of a pin are positioned by angle and z",
                                       "feeds of a ball are positioned by angle and polar",
                                       "feeds between surfaces are positioned by at: [x, y]"};
    const bool taken[][4] = {{true, true, false, false}, {true, false, true, false}, {false, false, false, true}};
    const position_key keys[4] = {
        {!isnan(p->angle), "angle"}, {!isnan(p->z), "z"}, {!isnan(p->polar), "polar"}, {p->at.count > 0, "at"}};
    for (int k = 0; k < 4; k++) {
        if (!keys[k].given || taken[wall->kind][k]) continue;
        *key = keys[k].key;
        return gud_fail(error, GUD_ERR_INPUT, "'%s' has no meaning here: %s", *key, hint[wall->kind]);
    }
    *key = "arc";
    if (!isnan(p->arc) && wall->kind == GUD_WALL_NET)
        return gud_fail(error, GUD_ERR_INPUT, "'arc' has no meaning here: give the length");
    *key = "at";
    if (wall->kind == GUD_WALL_NET && p->at.count != 0 && p->at.count != 2)
        return gud_fail(error, GUD_ERR_INPUT, "'at' must be two lengths, along the parameters of the reference");
    return GUD_OK;
}

// lengths for a unit of the grid's coordinates
static void stretch_at(const gud_feed_wall *wall, const gud_film_feed *feed, double by[2])
{
    const double at[2] = {feed->x, feed->y};
    by[0] = by[1] = 1.0;
    if (wall->kind == GUD_WALL_BALL) by[0] = sin(feed->y / wall->radius);
    if (wall->stretch) wall->stretch(wall->net, at, by);
}

static gud_status set_middle(const gud_feed_params *p, const gud_feed_wall *wall, gud_film_feed *feed, const char **key,
                             gud_error *error)
{
    const bool around = isnan(p->length) && isnan(p->arc) && isnan(p->diameter);
    *key = NULL;
    if (wall->kind == GUD_WALL_NET) {
        feed->x = p->at.count ? p->at.data[0] : 0.5 * (wall->low[0] + wall->high[0]);
        feed->y = p->at.count ? p->at.data[1] : 0.5 * (wall->low[1] + wall->high[1]);
        if (!p->at.count && !around)
            return gud_fail(error, GUD_ERR_INPUT, "needs 'at': [x, y] of its middle on the reference surface");
        return GUD_OK;
    }
    if (isnan(p->angle) && !around && !(wall->kind == GUD_WALL_BALL && p->polar == 0.0))
        return gud_fail(error, GUD_ERR_INPUT,
                        "needs 'angle'; only a feed all the way round (no length, arc or diameter) has none");
    // angles are counted from the seam of the grid
    const double from = wall->low[0] / wall->radius, angle = (isnan(p->angle) ? from : p->angle) - from;
    feed->x = wall->low[0] + wall->radius * (angle - 2.0 * pi * floor(angle / (2.0 * pi)));
    feed->y = isnan(p->z) ? 0.0 : p->z;
    if (wall->kind != GUD_WALL_BALL) return GUD_OK;
    feed->y = wall->radius * p->polar;
    return isnan(p->polar) ? gud_fail(error, GUD_ERR_INPUT, "needs 'polar': the angle of its middle from the z axis")
                           : GUD_OK;
}

static void set_size(const gud_feed_params *p, const gud_feed_wall *wall, gud_film_feed *feed)
{
    const double all[2] = {wall->high[0] - wall->low[0], wall->high[1] - wall->low[1]};
    double by[2];
    stretch_at(wall, feed, by);
    feed->round = p->shape == 1 || !isnan(p->diameter);
    feed->size_x = !isnan(p->diameter) ? p->diameter / by[0]
                   : !isnan(p->length) ? p->length / by[0]
                   : !isnan(p->arc)    ? p->arc * wall->radius
                                       : all[0];
    feed->size_y = !isnan(p->diameter) ? p->diameter / by[1] : !isnan(p->width) ? p->width / by[1] : all[1];
}

// A hole at the pole of a ball is all that lies nearer to it than its radius.
static gud_status set_pole(const gud_feed_params *p, const gud_feed_wall *wall, gud_film_feed *feed, const char **key,
                           gud_error *error)
{
    const double R = wall->radius, off = fmin(p->polar, pi - p->polar) * R;
    if (wall->kind != GUD_WALL_BALL || off > 0.5 * (isnan(p->diameter) ? feed->size_y : p->diameter)) return GUD_OK;
    *key = "polar";
    if (off > 1e-9 * R || isnan(p->diameter))
        return gud_fail(error, GUD_ERR_INPUT,
                        "a feed over the pole must be a hole with 'diameter' centred on the pole");
    feed->round = false;
    feed->size_x = 2.0 * pi * R;
    feed->size_y = p->diameter;
    return GUD_OK;
}

static gud_status check_place(const gud_feed_params *p, const gud_feed_wall *wall, const gud_film_feed *feed,
                              const char **key, gud_error *error)
{
    const bool pole = wall->kind == GUD_WALL_BALL && feed->size_x >= 2.0 * pi * wall->radius * (1.0 - 1e-12);
    const double slack = 1.0 + 1e-12, length = wall->high[0] - wall->low[0];
    const double low = feed->y - 0.5 * feed->size_y, high = feed->y + 0.5 * feed->size_y;
    const double off = 1e-12 * (wall->high[1] - wall->low[1]);
    *key = !isnan(p->diameter) ? "diameter" : !isnan(p->arc) ? "arc" : "length";
    if (feed->size_x > length * slack)
        return gud_fail(error, GUD_ERR_INPUT, "length = %g mm is longer than the %s of %g mm", 1e3 * feed->size_x,
                        wall->closed ? "circumference" : "surface", 1e3 * length);
    if (wall->moves) return GUD_OK;
    if (!wall->closed &&
        (feed->x - 0.5 * feed->size_x < wall->low[0] - off || feed->x + 0.5 * feed->size_x > wall->high[0] + off))
        return gud_fail(error, GUD_ERR_INPUT, "extends from %g to %g mm: outside the surface, from %g to %g mm",
                        1e3 * (feed->x - 0.5 * feed->size_x), 1e3 * (feed->x + 0.5 * feed->size_x), 1e3 * wall->low[0],
                        1e3 * wall->high[0]);
    *key = wall->kind == GUD_WALL_PIN ? (isnan(p->z) ? "width" : "z") : wall->kind == GUD_WALL_BALL ? "polar" : "at";
    const bool inside = low >= wall->low[1] - off && high <= wall->high[1] + off;
    const bool capped = pole && feed->y >= wall->low[1] - off && feed->y <= wall->high[1] + off;
    if (inside || capped) return GUD_OK;
    if (wall->kind == GUD_WALL_PIN)
        return gud_fail(error, GUD_ERR_INPUT, "extends from z = %g to %g mm: outside the bearing, which ends at %g mm",
                        1e3 * low, 1e3 * high, 1e3 * wall->high[1]);
    return gud_fail(error, GUD_ERR_INPUT, "extends from y = %g to %g mm: outside the surface, from %g to %g mm",
                    1e3 * low, 1e3 * high, 1e3 * wall->low[1], 1e3 * wall->high[1]);
}

gud_status gud_feed_make(const gud_feed_params *p, const gud_feed_wall *wall, double viscosity, gud_film_feed *feed,
                         const char **key, gud_error *error)
{
    *feed = (gud_film_feed){.pressure = isnan(p->pressure) ? 0.0 : p->pressure, .moves = wall->moves};
    GUD_TRY(check_pressure(p, key, error));
    GUD_TRY(check_keys(p, wall, key, error));
    GUD_TRY(set_middle(p, wall, feed, key, error));
    set_size(p, wall, feed);
    GUD_TRY(set_pole(p, wall, feed, key, error));
    GUD_TRY(check_place(p, wall, feed, key, error));
    set_source(p, viscosity, feed);
    return GUD_OK;
}

bool gud_feed_is_lopsided(const gud_film_feed *feed, const gud_feed_wall *wall)
{
    return fabs(feed->y - 0.5 * (wall->low[1] + wall->high[1])) > 1e-12 * (wall->high[1] - wall->low[1]);
}
