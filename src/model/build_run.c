// Coordinates, drives, start values, forces and the settings of the run.

#include "model/builder.h"
#include "model/cycle.h"
#include "model/integrator.h"
#include "num/vec.h"

#include <stdio.h>
#include <string.h>

static int add_coordinate(gud_builder *b, const char *name, const gud_gauge *gauge)
{
    gud_model *m = b->m;
    m->coordinate[m->ncoordinate] = (gud_coordinate){gud_build_text(b, name), *gauge};
    return m->ncoordinate++;
}

// joints have an angle or a position; bodies have x, y, z and an angle about z
static bool joint_gauge(const gud_builder *b, const char *name, size_t n, const char *part, gud_gauge *gauge)
{
    const gud_entities *joints = gud_input_section(b->in, "joints");
    for (int i = 0; i < joints->count; i++) {
        const gud_entity *e = &joints->list[i];
        if (strlen(e->name) != n || strncmp(e->name, name, n) != 0 || b->joint_frame[i][0] < 0) continue;
        const gud_joint_type *type = gud_joint_type_of(e->row);
        const gud_joint_form *form = b->m->planar ? &type->planar : &type->spatial;
        for (int k = 0; k < GUD_JOINT_COORDINATES; k++) {
            const gud_joint_part *c = &form->coordinate[k];
            if (!c->about || strcmp(c->about, part) != 0) continue;
            *gauge = (gud_gauge){c->kind, c->i, c->j, b->joint_frame[i][0], b->joint_frame[i][1]};
            return true;
        }
    }
    return false;
}

static bool body_gauge(const gud_builder *b, const char *name, size_t n, const char *part, gud_gauge *gauge)
{
    const gud_model *m = b->m;
    for (int i = 1; i < m->nbody; i++) {
        const gud_body *body = &m->body[i];
        if (strlen(body->name) != n || strncmp(body->name, name, n) != 0) continue;
        if (strcmp(part, "angle") == 0) {
            *gauge = (gud_gauge){GUD_ANGLE, 0, 0, 0, body->frame};
            return true;
        }
        for (int k = 0; k < (m->planar ? 2 : 3); k++) {
            if (part[0] != "xyz"[k] || part[1]) continue;
            *gauge = (gud_gauge){GUD_WORLD, k, 0, 0, body->frame};
            return true;
        }
    }
    return false;
}

static void no_coordinate(gud_builder *b, const gud_entity *e, const char *key, const char *name)
{
    GUD_WRONG(b, e, key, "%s%sthere is no coordinate '%s'; a joint has .angle or .position, a body .x .y%s .angle",
              key ? key : "", key ? ": " : "", name, b->m->planar ? "" : " .z");
}

// the coordinate "crank.angle"; -1 after reporting that there is none
static int find_coordinate(gud_builder *b, const gud_entity *e, const char *key, const char *name)
{
    gud_model *m = b->m;
    const char *dot = strrchr(name, '.');
    const size_t n = dot ? (size_t)(dot - name) : 0;
    char whole[GUD_MAX_NAME + sizeof ".angle"];
    gud_gauge gauge;
    bool found = dot && (joint_gauge(b, name, n, dot + 1, &gauge) || body_gauge(b, name, n, dot + 1, &gauge));
    // a name without a part, or one that itself has a dot: its angle is meant
    if (!found &&
        (joint_gauge(b, name, strlen(name), "angle", &gauge) || body_gauge(b, name, strlen(name), "angle", &gauge))) {
        (void)snprintf(whole, sizeof whole, "%s.angle", name);
        name = whole;
        found = true;
    }
    if (!found) {
        no_coordinate(b, e, key, name);
        return -1;
    }
    for (int i = 0; i < m->ncoordinate; i++)
        if (strcmp(m->coordinate[i].name, name) == 0) return i;
    return add_coordinate(b, name, &gauge);
}

// with one row, on a gauge
static gud_constraint *add_link(gud_builder *b, const gud_entity *e, gud_link_role role, const gud_gauge *gauge)
{
    gud_model *m = b->m;
    gud_constraint *row = &m->row[m->nrow];
    m->link[m->nlink] = (gud_link){.name = gud_build_text(b, e->name),
                                   .place = gud_build_place(b, e),
                                   .type = role == GUD_DRIVER ? "drive" : "start",
                                   .role = role,
                                   .row0 = m->nrow,
                                   .nrow = 1,
                                   .a = gauge->a,
                                   .b = gauge->b};
    *row = (gud_constraint){.gauge = *gauge, .motion = -1, .link = m->nlink, .about = "its law"};
    m->nrow++;
    m->nlink++;
    return row;
}

static const char *coordinate_unit(const gud_gauge *gauge)
{
    return gud_gauge_is_angle(gauge) ? "rad" : "m";
}

// a mistake of a law, or of the table that it reads
static void wrong_file(gud_builder *b, const gud_entity *e, const gud_error *error)
{
    const char *key = gud_entity_file(e, error->text);
    GUD_WRONG(b, e, key, "%s%s%s", key ? key : "", key ? ": " : "", error->text);
}

// what a parameter points to belongs to the input, which goes away: the model keeps a copy
static void keep_copy(gud_builder *b, const gud_field *f, void *member)
{
    if (f->type == GUD_NUMBERS) {
        gud_numbers *n = member;
        const double *from = n->data;
        double *copy = GUD_TAKE(&b->m->arena, double, n->count);
        n->data = copy && n->count > 0 ? memcpy(copy, from, (size_t)n->count * sizeof *copy) : copy;
    } else if (f->type == GUD_FILE && *(const char **)member) {
        const char **path = member;
        *path = gud_build_text(b, *path);
        gud_build_hash_file(b, *path);
    } else if (f->type == GUD_TEXT || f->type == GUD_NAME || f->type == GUD_NAMES) {
        const char **text = member;
        for (int k = 0; k < (f->type == GUD_NAMES ? f->count : 1); k++)
            if (text[k]) text[k] = gud_build_text(b, text[k]);
    }
}

static void *copy_params(gud_builder *b, const gud_entity *e)
{
    const gud_row *row = e->row;
    unsigned char *params = gud_arena_take(&b->m->arena, 1, row->size);
    if (!params || row->size == 0) return params;
    memcpy(params, e->params, row->size);
    for (int i = 0; i < row->nfield; i++) keep_copy(b, &row->fields[i], params + row->fields[i].offset);
    return params;
}

// fields in "rad|m" and the like: the part before the bar is for angles, the one behind it for lengths
static void check_units(gud_builder *b, const gud_entity *e, const gud_row *row, const gud_gauge *gauge)
{
    for (int i = 0; i < row->nfield; i++) {
        const gud_field *f = &row->fields[i];
        const char *bar = f->type == GUD_NUMBER && f->unit ? strchr(f->unit, '|') : NULL;
        char unit[64];
        if (!bar) continue;
        if (gud_gauge_is_angle(gauge))
            (void)snprintf(unit, sizeof unit, "%.*s", (int)(bar - f->unit), f->unit);
        else
            (void)snprintf(unit, sizeof unit, "%s", bar + 1);
        if (!gud_entity_unit_fits(e, f->key, b->units, unit))
            GUD_WRONG(b, e, f->key, "%s is not in %s, but '%s' is %s", f->key, unit, e->name,
                      gud_gauge_is_angle(gauge) ? "an angle" : "a length");
    }
}

static void build_drive(gud_builder *b, const gud_entity *e)
{
    gud_model *m = b->m;
    const int c = find_coordinate(b, e, NULL, e->name);
    void *params = copy_params(b, e);
    if (c < 0 || !params) return;
    const gud_gauge gauge = m->coordinate[c].gauge;
    const gud_motion *motion = gud_motion_of(e->row);
    check_units(b, e, e->row, &gauge);
    gud_error error;
    const gud_motion_context context = {coordinate_unit(&gauge), &b->curve_units, &m->arena, &error};
    if (gud_motion_prepare(motion, params, &context) != GUD_OK) {
        wrong_file(b, e, &error);
        return;
    }
    m->motion[m->nmotion] = (gud_driver_law){motion, params, m->nmemory};
    m->nmemory += motion->nmemory;
    gud_build_followers(b, e, GUD_FOLLOWS_MOTION, m->nmotion);
    add_link(b, e, GUD_DRIVER, &gauge)->motion = m->nmotion++;
}

static void build_start(gud_builder *b, const gud_entity *e)
{
    const gud_start_params *p = e->common;
    const int c = find_coordinate(b, e, NULL, e->name);
    if (c < 0) return;
    check_units(b, e, e->section->common, &b->m->coordinate[c].gauge);
    gud_constraint *row = add_link(b, e, GUD_START, &b->m->coordinate[c].gauge);
    row->place = !isnan(p->value);
    row->speed = !isnan(p->rate);
    row->target = row->place ? p->value : 0.0;
    row->rate = row->speed ? p->rate : 0.0;
}

void gud_build_drives(gud_builder *b)
{
    const gud_entities *drive = gud_input_section(b->in, "drive"), *start = gud_input_section(b->in, "start");
    for (int i = 0; i < drive->count; i++) build_drive(b, &drive->list[i]);
    for (int i = 0; i < start->count; i++) build_start(b, &start->list[i]);
}

// frames that a force acts on, then those of its coordinate
static bool wire(gud_builder *b, const gud_entity *e, gud_force *f)
{
    gud_force_wiring wiring = {0};
    f->law->wire(e->params, &wiring);
    for (int k = 0; k < f->law->nframe; k++) f->frame[k] = gud_build_find_frame(b, wiring.frame[k]);
    f->nframe = f->law->nframe;
    f->coordinate = -1;
    if (f->nframe == 2 && b->m->frame[f->frame[0]].body == b->m->frame[f->frame[1]].body) {
        GUD_WRONG(b, e, "between", "both frames are on body '%s'", b->m->body[b->m->frame[f->frame[0]].body].name);
        return false;
    }
    if (f->law->counts_turns) {
        const gud_gauge turn = {GUD_ANGLE, 0, 0, f->frame[0], f->frame[1]};
        f->coordinate = add_coordinate(b, e->name, &turn);
    }
    if (!wiring.coordinate) return true;
    f->coordinate = find_coordinate(b, e, "against", wiring.coordinate);
    if (f->coordinate < 0) return false;
    f->frame[f->nframe++] = b->m->coordinate[f->coordinate].gauge.a;
    f->frame[f->nframe++] = b->m->coordinate[f->coordinate].gauge.b;
    return true;
}

// fields in "s|rad|m" are in the unit of what the table is counted in
static void check_argument(gud_builder *b, const gud_entity *e, const gud_row *row, const char *unit)
{
    for (int i = 0; i < row->nfield; i++) {
        const gud_field *f = &row->fields[i];
        if (f->unit && strcmp(f->unit, "s|rad|m") == 0 && !gud_entity_unit_fits(e, f->key, b->units, unit))
            GUD_WRONG(b, e, f->key, "%s is not in %s, as the first column of the table is", f->key, unit);
    }
}

// numbers that are a force or a torque, as the entry's kind says
static void check_kind(gud_builder *b, const gud_entity *e, bool torque)
{
    static const struct {
        const char *either, *force, *torque;
    } units[] = {{"N|N.m", "N", "N.m"}, {"N/m|N", "N/m", "N"}};
    for (int i = 0; i < e->row->nfield; i++)
        for (int k = 0; k < GUD_COUNT(units); k++) {
            const gud_field *f = &e->row->fields[i];
            const char *unit = torque ? units[k].torque : units[k].force;
            if (f->unit && strcmp(f->unit, units[k].either) == 0 && !gud_entity_unit_fits(e, f->key, b->units, unit))
                GUD_WRONG(b, e, f->key, "%s is not in %s, but the load's kind is %s", f->key, unit,
                          torque ? "torque" : "force");
        }
}

// adds the force f, wired already; its parameters are those of the entry
static bool add_force(gud_builder *b, const gud_entity *e, gud_force *f)
{
    gud_model *m = b->m;
    void *params = copy_params(b, e);
    if (!params) return false;
    f->params = params;
    gud_error error;
    gud_force_wiring wiring = {0};
    gud_build_axes from;
    f->law->wire(e->params, &wiring);
    gud_build_from(b, e, wiring.from, &from);
    gud_force_context context = {.units = &b->curve_units, .axes = from.R, .arena = &m->arena, .error = &error};
    if (f->coordinate >= 0) {
        context.gauge = &m->coordinate[f->coordinate].gauge;
        context.coordinate_unit = coordinate_unit(context.gauge);
    }
    check_argument(b, e, e->row, wiring.coordinate ? context.coordinate_unit : "s");
    check_kind(b, e, wiring.torque);
    if (f->law->prepare && f->law->prepare(params, &context) != GUD_OK) {
        wrong_file(b, e, &error);
        return false;
    }
    gud_build_followers(b, e, GUD_FOLLOWS_FORCE, m->nforce);
    m->force[m->nforce++] = *f;
    return true;
}

// a force at each of the points of a distributed one; they have no name and are not recorded one by one
static void build_distributed(gud_builder *b, const gud_entity *e)
{
    gud_model *m = b->m;
    const gud_force_law *law = gud_force_law_of(e->row);
    const gud_force_span span = law->span(e->params);
    const int most = gud_build_span_points(b, e);
    int *frame = GUD_TAKE(&m->arena, int, most);
    double *share = GUD_TAKE(&m->arena, double, most);
    if (!frame || !share) return;
    const int n = gud_build_span(b, e, &span, frame, share);
    for (int i = 0; i < n; i++) {
        gud_force f = {.name = "", .law = law, .nframe = 1, .coordinate = -1};
        f.frame[0] = frame[i];
        if (!add_force(b, e, &f)) return;
        law->take_share(m->force[m->nforce - 1].params, share[i]);
    }
}

static void build_force(gud_builder *b, const gud_entity *e)
{
    gud_force f = {.name = gud_build_text(b, e->name), .law = gud_force_law_of(e->row)};
    if (f.law->span)
        build_distributed(b, e);
    else if (wire(b, e, &f))
        (void)add_force(b, e, &f);
}

void gud_build_forces(gud_builder *b)
{
    const gud_entities *forces = gud_input_section(b->in, "forces");
    for (int i = 0; i < forces->count; i++) build_force(b, &forces->list[i]);
}

// "periodic of crank": cycles are compared, and their number is limited
static void build_periodic(gud_builder *b, const gud_entity *e, const gud_simulate_params *p)
{
    gud_run_settings *run = &b->m->run;
    if (run->until_coordinate < 0) return; // unknown, and reported
    const double cycle = gud_model_cycle(b->m, run->until_coordinate);
    if (!(cycle > 0.0)) GUD_WRONG(b, e, "until", "'%s' has no cycle; name an angle that makes full turns", p->until.of);
    run->until = p->cycles * cycle;
    run->repeat = p->repeat;
}

// a number of a pair that follows a table: the pressure of a feed
static void build_signal(gud_builder *b, const gud_entity *e, gud_signal *signal)
{
    const gud_signal_params *p = &((const gud_joint_feed_params *)e->common)->feed.signal;
    const char *unit = "s";
    gud_error error;
    if (!gud_signal_has_table(p)) return;
    signal->phase = p->phase;
    if (p->against) {
        signal->coordinate = find_coordinate(b, e, "against", p->against);
        if (signal->coordinate < 0) return;
        unit = coordinate_unit(&b->m->coordinate[signal->coordinate].gauge);
    }
    check_argument(b, e, e->section->common, unit);
    const gud_signal_context context = {&b->curve_units, unit, "Pa", &b->m->arena, &error};
    const gud_status status = gud_signal_read(p, &context, &signal->curve);
    (void)gud_build_made(b, e, status == GUD_OK ? NULL : gud_entity_file(e, error.text), status, &error);
}

void gud_build_signals(gud_builder *b)
{
    for (int i = 0; i < b->m->npair; i++)
        for (int k = 0; k < b->m->pair[i].nsignal; k++) {
            gud_signal *signal = &b->m->pair[i].signal[k];
            build_signal(b, gud_input_find(b->in, "feeds", signal->name), signal);
        }
}

static void build_until(gud_builder *b, const gud_entity *e, const gud_simulate_params *p)
{
    gud_run_settings *run = &b->m->run;
    run->until = p->until.value;
    run->until_coordinate = -1;
    if (p->analysis == GUD_STATICS) {
        run->until = 0.0;
        return;
    }
    if (isnan(p->until.value)) GUD_WRONG(b, e, NULL, "'until' is missing: the end of the run");
    if (p->until.of) run->until_coordinate = find_coordinate(b, e, "until", p->until.of);
    if (p->until.of && isinf(run->until))
        build_periodic(b, e, p);
    else if (p->until.of)
        return;
    else if (p->until.value <= 0.0)
        GUD_WRONG(b, e, "until", "until = %g s is not after the start", p->until.value);
}

// below this tolerance smooth motion is integrated by a method of higher order
static const double small_tolerance = 1e-6;

static const gud_integrator *integrator_named(const char *name)
{
    int i = 0;
    while (strcmp(gud_integrator_rows[i]->name, name) != 0) i++;
    return gud_integrator_of(gud_integrator_rows[i]);
}

static const gud_integrator *choose_integrator(const gud_model *m, const gud_simulate_params *p)
{
    if (p->analysis == GUD_KINEMATICS) return &gud_integrator_kinematics;
    if (p->integrator.row) return gud_integrator_of(p->integrator.row);
    const bool smooth = !m->stiff && m->npair == 0 && m->ncrowd == 0, adaptive = isnan(p->step);
    const bool free = p->constraints < 0 && p->newton != GUD_NEWTON_BROYDEN;
    return integrator_named(smooth && adaptive && free && p->tolerance < small_tolerance ? "dopri5" : "esdirk2");
}

static void build_integrator(gud_builder *b, const gud_entity *e, const gud_simulate_params *p)
{
    gud_run_settings *run = &b->m->run;
    run->integrator = choose_integrator(b->m, p);
    run->automatic = !p->integrator.row;
    if (p->integrator.row && p->integrator.params && p->integrator.row->size > 0) {
        void *params = gud_arena_take(&b->m->arena, 1, p->integrator.row->size);
        run->integrator_params = params ? memcpy(params, p->integrator.params, p->integrator.row->size) : NULL;
    }
    run->treatment = p->constraints >= 0 ? (gud_treatment)p->constraints : run->integrator->treatment;
    if (!(run->integrator->treatments & 1U << run->treatment))
        GUD_WRONG(b, e, "constraints", "%s does not offer this treatment of constraints", run->integrator->row.name);
    if (b->m->has_films && run->integrator->why_no_films)
        GUD_WRONG(b, e, "integrator", "%s cannot be used with films: %s; use esdirk2", run->integrator->row.name,
                  run->integrator->why_no_films);
    if ((b->m->stiff || b->m->npair > 0 || b->m->ncrowd > 0) && run->integrator->why_not_stiff)
        GUD_WRONG(b, e, "integrator", "%s cannot be used with films, beams or contacts: %s; use esdirk2",
                  run->integrator->row.name, run->integrator->why_not_stiff);
    if (p->newton == GUD_NEWTON_BROYDEN && run->treatment == GUD_GGL)
        GUD_WRONG(b, e, "newton",
                  "Broyden updates cannot be used with stabilised constraints; use index3 or baumgarte");
}

// kinematics follows drives; what is not driven would stand still or float
static void check_driven(gud_builder *b, const gud_entity *e)
{
    const gud_model *m = b->m;
    int freedoms = m->nv;
    for (int i = 0; i < m->nlink; i++) freedoms -= m->link[i].role == GUD_START ? 0 : m->link[i].nrow;
    if (freedoms > 0)
        GUD_WRONG(b, e, "analysis", "kinematics needs a drive for every degree of freedom; %d of them ha%s none",
                  freedoms, freedoms == 1 ? "s" : "ve");
}

// Joints whose maps are wanted: all of them if they have maps. A joint that is ideal now may be a film in another run
// of the same file, so its name is no mistake.
static void build_fields(gud_builder *b, const gud_entity *e, const gud_record_params *p)
{
    gud_record_settings *record = &b->m->record;
    record->snapshot = isnan(p->snapshots.value) ? 0.0 : p->snapshots.value;
    record->snapshot_coordinate = p->snapshots.of ? find_coordinate(b, e, "snapshots", p->snapshots.of) : -1;
    record->field = GUD_TAKE(&b->m->arena, int, p->fields.count);
    for (int i = 0; i < p->fields.count && record->field; i++)
        for (int k = 0; k < b->m->npair; k++)
            if (b->m->pair[k].nmap > 0 && strcmp(b->m->pair[k].name, p->fields.data[i]) == 0)
                record->field[record->nfield++] = k;
}

// a slip in a unit must not fill the disk
static void check_count(gud_builder *b, const gud_entity *e)
{
    const gud_record_settings *record = &b->m->record;
    const gud_run_settings *run = &b->m->run;
    const double most = 1e8;
    if (record->every <= 0.0 || record->coordinate != run->until_coordinate) return;
    const double count = fabs(run->until) / record->every;
    if (count > most)
        GUD_WRONG(b, e, "every", "every = %g makes %.1e records until %g; at most %.0e are possible", record->every,
                  count, run->until, most);
}

// channels are known when the run starts: the patterns are checked then
static void build_extremes(gud_builder *b, const gud_record_params *p)
{
    const char **patterns = GUD_TAKE(&b->m->arena, const char *, p->extremes.count);
    for (int i = 0; i < p->extremes.count && patterns; i++)
        patterns[i] = gud_arena_text(&b->m->arena, p->extremes.data[i]);
    b->m->record.extremes = (gud_names){.data = patterns, .count = patterns ? p->extremes.count : 0};
}

static void build_record(gud_builder *b)
{
    const gud_entity *e = &gud_input_section(b->in, "record")->list[0];
    const gud_record_params *p = e->common;
    gud_record_settings *record = &b->m->record;
    record->checkpoint = p->checkpoint;
    record->every = isnan(p->every.value) ? 0.0 : p->every.value;
    record->coordinate = p->every.of ? find_coordinate(b, e, "every", p->every.of) : -1;
    check_count(b, e);
    build_fields(b, e, p);
    build_extremes(b, p);
    record->point = GUD_TAKE(&b->m->arena, int, p->points.count);
    if (!record->point) return;
    for (int i = 0; i < p->points.count; i++)
        record->point[record->npoint++] = gud_build_find_frame(b, p->points.data[i]);
}

// Newton's error has to be small against that of a step, and no smaller: films are dear. Steps limit the error of their
// loads, docs/theory/integrators.md, (26d), to 160 times the tolerance at 1e-6 and 70 times at 1e-5.
static double newton_tolerance(const gud_model *m, const gud_simulate_params *p)
{
    if (!isnan(p->newton_tolerance)) return p->newton_tolerance;
    return m->has_films && isnan(p->step) ? fmin(fmax(1e-8, p->tolerance), 1e-5) : 1e-8;
}

void gud_build_run(gud_builder *b)
{
    const gud_entity *e = &gud_input_section(b->in, "simulate")->list[0];
    const gud_simulate_params *p = e->common;
    gud_run_settings *run = &b->m->run;
    run->analysis = (gud_analysis)p->analysis;
    build_until(b, e, p);
    build_integrator(b, e, p);
    if (run->analysis == GUD_KINEMATICS && isnan(p->step))
        GUD_WRONG(b, e, NULL, "'step' is missing: kinematics has no error estimate to control it");
    if (run->analysis == GUD_KINEMATICS) check_driven(b, e);
    run->alpha = p->alpha;
    run->beta = p->beta;
    run->adaptive = isnan(p->step);
    run->step = isnan(p->step) ? 0.0 : p->step;
    run->step_min = !isnan(p->smallest) ? p->smallest : run->adaptive ? 1e-13 : 1e-4 * p->step;
    run->step_max = isnan(p->largest) ? (double)INFINITY : p->largest;
    run->limit = isnan(p->limit) ? (double)INFINITY : p->limit;
    run->tolerance = p->tolerance;
    run->newton_tolerance = newton_tolerance(b->m, p);
    run->load_change = isnan(p->load_change) ? (double)INFINITY : p->load_change;
    run->load_repeats = p->load_repeats;
    if (!isnan(p->load_change) && !run->adaptive)
        GUD_WRONG(b, e, "load_change", "load_change needs adaptive steps: remove 'step'");
    run->broyden = p->newton == GUD_NEWTON_BROYDEN;
    run->project = p->project;
    b->m->length = p->length;

    build_record(b);
}
