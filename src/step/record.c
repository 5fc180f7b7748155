#include "step/record_parts.h"

#include "base/alloc.h"
#include "body/beam.h"
#include "model/cycle.h"
#include "num/rot.h"
#include "num/vec.h"

#include "gudgeon/gudgeon.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const xy[] = {"x", "y", NULL};
static const char *const xyz[] = {"x", "y", "z", NULL};
static const char *const yz[] = {"y", "z", NULL};
static const char *const wxyz[] = {"w", "x", "y", "z", NULL};

void gud_walk_describe(gud_walk *w, const gud_channel_label *l, int width)
{
    gud_record *r = w->r;
    char path[600];
    if (l->name)
        (void)snprintf(path, sizeof path, "%s/%s/%s", l->group, l->name, l->quantity);
    else if (l->group)
        (void)snprintf(path, sizeof path, "%s/%s", l->group, l->quantity);
    else
        (void)snprintf(path, sizeof path, "%s", l->quantity);
    if (r->layout.nchannel == r->room) {
        const int room = r->room > 0 ? 2 * r->room : 64;
        gud_channel *channels = gud_resize(r->channels, (size_t)room, sizeof *channels);
        if (!channels) {
            w->failed = true;
            return;
        }
        r->channels = channels;
        r->layout.channels = channels;
        r->room = room;
    }
    r->channels[r->layout.nchannel++] = (gud_channel){.path = gud_arena_text(&r->arena, path),
                                                      .width = width,
                                                      .components = l->components,
                                                      .unit = l->unit,
                                                      .about = l->about};
}

static void put(gud_walk *w, const gud_channel_label *l, int width, const double *values)
{
    if (!w->row) {
        gud_walk_describe(w, l, width);
        return;
    }
    memcpy(w->row, values, (size_t)width * sizeof *values);
    w->row += width;
}

// a vector of the plane or of space
static void put_vector(gud_walk *w, const char *group, const char *name, const char *quantity, const char *unit,
                       const char *about, const double v[3])
{
    const bool planar = w->s->model->planar;
    const gud_channel_label l = {group, name, quantity, planar ? xy : xyz, unit, about};
    put(w, &l, planar ? 2 : 3, v);
}

// about an axis: z in the plane
static void put_axial(gud_walk *w, const char *group, const char *name, const char *quantity, const char *unit,
                      const char *about, const double v[3])
{
    const bool planar = w->s->model->planar;
    const gud_channel_label l = {group, name, quantity, planar ? NULL : xyz, unit, about};
    put(w, &l, planar ? 1 : 3, planar ? v + 2 : v);
}

static void put_number(gud_walk *w, const char *group, const char *name, const char *quantity, const char *unit,
                       const char *about, double value)
{
    const gud_channel_label l = {group, name, quantity, NULL, unit, about};
    put(w, &l, 1, &value);
}

// acceleration of a frame: J a, and what remains when dv/dt = 0
static void frame_acceleration(const gud_sim *s, int frame, const double *a, double out[6])
{
    const gud_frame *f = &s->model->frame[frame];
    const gud_body *b = &s->model->body[f->body];
    double J[6 * GUD_FRAME_VELOCITIES];
    b->kind->bias(&s->work.pose[frame], out);
    b->kind->jacobian(f, &s->work.pose[b->frame0], &s->work.pose[frame], J);
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < f->nv; k++) out[i] += J[i * f->nv + k] * a[f->v0 + k];
}

static void put_beam(gud_walk *w, const gud_body *b)
{
    const double *q = w->at->q + b->q0;
    const int width = 3 * gud_beam_npoint(b->beam);
    double deflection[2];
    const gud_channel_label shape = {"bodies", b->name, "shape", NULL, "m", "points of the axis"};
    const gud_channel_label middle = {
        "bodies", b->name, "deflection",
        yz,       "m",     "deflection of the middle of the axis from the chord, in axes of chord and first section"};
    const int nsection = 3 * (b->beam->nelement + 1);
    const gud_channel_label force = {"bodies", b->name, "section_force",
                                     NULL,     "N",     "of every node: normal force, shear y and z"};
    const gud_channel_label moment = {"bodies", b->name, "section_moment",
                                      NULL,     "N.m",   "of every node: torsion, bending y and z"};
    if (w->row) {
        gud_beam_shape(b->beam, q, w->row);
        gud_beam_section_forces(b->beam, w->s->model->gravity, q, w->at->v + b->v0, w->at->a + b->v0, w->row + width,
                                w->row + width + nsection);
        w->row += width + 2 * nsection;
    } else {
        gud_walk_describe(w, &shape, width);
        gud_walk_describe(w, &force, nsection);
        gud_walk_describe(w, &moment, nsection);
    }
    gud_beam_deflection(b->beam, q, deflection);
    put(w, &middle, 2, deflection);
    put_number(w, "bodies", b->name, "strain_energy", "J", "elastic", gud_beam_strain_energy(b->beam, q));
}

static void put_body(gud_walk *w, const gud_body *b)
{
    const gud_pose *p = &w->s->work.pose[b->frame];
    double quat[4], acceleration[6];
    put_vector(w, "bodies", b->name, "position", "m", "of the body's origin", p->p);
    if (w->s->model->planar) {
        put_number(w, "bodies", b->name, "orientation", "rad", "angle about z", w->at->q[b->q0 + 2]);
    } else {
        const gud_channel_label l = {"bodies", b->name, "orientation", wxyz, "1", "unit quaternion"};
        gud_rot_quaternion(p->R, quat);
        put(w, &l, 4, quat);
    }
    frame_acceleration(w->s, b->frame, w->at->a, acceleration);
    put_vector(w, "bodies", b->name, "velocity", "m/s", "of the body's origin", p->v);
    put_axial(w, "bodies", b->name, "angular_velocity", "rad/s", "world axes", p->w);
    put_vector(w, "bodies", b->name, "acceleration", "m/s2", "of the body's origin", acceleration);
    put_axial(w, "bodies", b->name, "angular_acceleration", "rad/s2", "world axes", acceleration + 3);
    if (b->beam) put_beam(w, b);
}

// what a link does to its two bodies: wrenches at its two frames
static void link_wrench(const gud_sim *s, const gud_link *link, const double *lam, double on[12])
{
    memset(on, 0, 12 * sizeof *on);
    for (int i = link->row0; i < link->row0 + link->nrow; i++) {
        const gud_gauge *gauge = &s->model->row[i].gauge;
        double g[12];
        gud_gauge_gradient(gauge, &s->work.pose[gauge->a], &s->work.pose[gauge->b], g);
        for (int k = 0; k < 12; k++) on[k] -= lam[i] * g[k];
    }
}

// wrenches of a joint on its two bodies, be it ideal or a pair
static void put_reaction(gud_walk *w, const char *name, int first_frame, const double on[12])
{
    double local[3];
    m3_apply_t(local, w->s->work.pose[first_frame].R, on + 6);
    put_vector(w, "joints", name, "reaction_force", "N", "on the second body, world axes", on + 6);
    put_axial(w, "joints", name, "reaction_torque", "N.m", "on the second body, about its frame, world axes", on + 9);
    put_vector(w, "joints", name, "reaction_force_first", "N", "on the first body, world axes", on);
    put_axial(w, "joints", name, "reaction_torque_first", "N.m", "on the first body, about its frame, world axes",
              on + 3);
    put_vector(w, "joints", name, "reaction_force_local", "N", "on the second body, axes of the first frame", local);
}

static void put_joint(gud_walk *w, const gud_link *link)
{
    double on[12];
    link_wrench(w->s, link, w->at->lam, on);
    put_reaction(w, link->name, link->a, on);
}

static void put_drive(gud_walk *w, const gud_link *link)
{
    const gud_constraint *row = &w->s->model->row[link->row0];
    const double *law = w->s->work.motion + 3 * row->motion;
    const bool angle = gud_gauge_is_angle(&row->gauge);
    const double effort = -w->at->lam[link->row0];
    put_number(w, "drives", link->name, "value", angle ? "rad" : "m", "of the driven coordinate", law[0]);
    put_number(w, "drives", link->name, "rate", angle ? "rad/s" : "m/s", "of the driven coordinate", law[1]);
    put_number(w, "drives", link->name, angle ? "torque" : "force", angle ? "N.m" : "N", "that drives it", effort);
    put_number(w, "drives", link->name, "power", "W", "power delivered by the drive", effort * law[1]);
}

// a number that cannot be recorded: the pair may know why
static void note_trouble(gud_walk *w, const gud_pair *p, const gud_pair_in *in, const gud_pair_label *l)
{
    char why[300];
    if (!p->law->remark || !p->law->remark(p->params, in, why, sizeof why)) return;
    gud_error_write(&w->r->trouble, "joint '%s': %s is not finite at t = %.6g s: %s", p->name, l->name, w->at->t, why);
}

// what the pair reports besides its wrench
static void put_pair_channels(gud_walk *w, const gud_pair *p)
{
    double values[GUD_PAIR_CHANNELS];
    const gud_pair_in in = gud_pair_input(w->s, p, w->at->t);
    if (p->nchannel > 0) p->law->report(p->params, &in, values);
    for (int k = 0; k < p->nchannel; k++) {
        const gud_pair_label *l = &p->channels[k];
        if (w->row && !isfinite(values[k])) note_trouble(w, p, &in, l);
        put_number(w, "joints", p->name, l->name, l->unit, l->about, values[k]);
    }
}

static void put_pairs(gud_walk *w)
{
    const gud_model *m = w->s->model;
    for (int i = 0; i < m->npair; i++) {
        const gud_pair *p = &m->pair[i];
        gud_pair_out out;
        gud_pair_eval(w->s, p, w->at->t, GUD_WRENCH, &out);
        put_reaction(w, p->name, p->frame[0], out.wrench);
        put_pair_channels(w, p);
    }
}

// the contacts of the last evaluation of forces
static void put_contacts(gud_walk *w)
{
    const gud_model *m = w->s->model;
    for (int i = 0; i < m->ncrowd; i++) {
        double values[GUD_CROWD_NCHANNEL];
        gud_crowd_report(w->s->work.crowd[i], w->s->state.history + m->crowd[i].history0, values);
        for (int k = 0; k < GUD_CROWD_NCHANNEL; k++) {
            const gud_pair_label *l = &gud_crowd_channels[k];
            put_number(w, "contacts", m->crowd[i].name, l->name, l->unit, l->about, values[k]);
        }
    }
}

static void put_forces(gud_walk *w)
{
    const gud_model *m = w->s->model;
    for (int i = 0; i < m->nforce; i++) {
        const gud_force *f = &m->force[i];
        gud_force_out out;
        if (!f->name[0]) continue; // a point of a distributed force
        gud_force_eval(w->s, f, w->at->t, GUD_WRENCH, &out);
        put_vector(w, "forces", f->name, "force", "N", "on the first frame, world axes", out.wrench);
        put_axial(w, "forces", f->name, "torque", "N.m", "on the first frame, world axes", out.wrench + 3);
    }
}

static void put_energies(gud_walk *w)
{
    const gud_sim *s = w->s;
    const double *ledger = w->at->ledger;
    const gud_energy e = gud_energy_of(s, w->at->q, w->at->v);
    const double total = e.kinetic + e.potential;
    const double work = ledger[GUD_WORK_DRIVERS] + ledger[GUD_WORK_LOADS] - ledger[GUD_WORK_LOSSES];
    put_number(w, "energy", NULL, "kinetic", "J", "of all bodies", e.kinetic);
    put_number(w, "energy", NULL, "potential", "J", "of gravity and springs", e.potential);
    put_number(w, "energy", NULL, "drive_work", "J", "done by drives since the start", ledger[GUD_WORK_DRIVERS]);
    put_number(w, "energy", NULL, "load_work", "J", "done by loads and by oil that is pumped in since the start",
               ledger[GUD_WORK_LOADS]);
    put_number(w, "energy", NULL, "losses", "J", "turned into heat since the start", ledger[GUD_WORK_LOSSES]);
    put_number(w, "energy", NULL, "imbalance", "J", "error of the energy balance: an estimate of the integration error",
               total - s->state.clock.energy_start - work);
}

static void put_violations(gud_walk *w)
{
    const gud_sim *s = w->s;
    double position = 0.0, velocity = 0.0;
    for (int i = 0; i < s->model->nrow; i++) {
        if (!gud_link_active(s, &s->model->link[s->model->row[i].link])) continue;
        position = fmax(position, fabs(s->work.phi[i]));
        velocity = fmax(velocity, fabs(gud_row_rate(s, i, w->at->v)));
    }
    put_number(w, "constraints", NULL, "position_violation", "m", "largest violation (m or rad)", position);
    put_number(w, "constraints", NULL, "velocity_violation", "m/s", "largest violation (m/s or rad/s)", velocity);
}

static double gauge_rate(const gud_gauge *gauge, const gud_pose *A, const gud_pose *B)
{
    double g[12];
    gud_gauge_gradient(gauge, A, B, g);
    return v3_dot(g, A->v) + v3_dot(g + 3, A->w) + v3_dot(g + 6, B->v) + v3_dot(g + 9, B->w);
}

static void put_coordinates(gud_walk *w)
{
    const gud_model *m = w->s->model;
    for (int i = 0; i < m->ncoordinate; i++) {
        const gud_gauge *c = &m->coordinate[i].gauge;
        const gud_pose *A = &w->s->work.pose[c->a], *B = &w->s->work.pose[c->b];
        const bool angle = gud_gauge_is_angle(c);
        char rate[300];
        (void)snprintf(rate, sizeof rate, "%s_rate", m->coordinate[i].name);
        put_number(w, "coordinates", NULL, m->coordinate[i].name, angle ? "rad" : "m", NULL,
                   gud_gauge_value(c, A, B, w->s->state.coordinate[i]));
        put_number(w, "coordinates", NULL, rate, angle ? "rad/s" : "m/s", NULL, gauge_rate(c, A, B));
    }
}

static void put_inputs(gud_walk *w)
{
    const gud_model *m = w->s->model;
    for (int i = 0; i < m->ninput; i++)
        put_number(w, "inputs", NULL, m->input[i].name, m->input[i].unit, m->input[i].about, w->s->state.input[i]);
}

static void walk_channels(gud_walk *w)
{
    const gud_model *m = w->s->model;
    gud_variables_rest(w->s, w->r->inside ? w->s->next.y : w->s->state.y);
    gud_kinematics(w->s, w->at->q, w->at->v);
    gud_joints(w->s, w->at->t);
    gud_forces(w->s, w->at->t, GUD_ENERGIES);
    put_number(w, NULL, NULL, "time", "s", NULL, w->at->t);
    put_coordinates(w);
    put_inputs(w);
    for (int i = 1; i < m->nbody; i++) put_body(w, &m->body[i]);
    for (int i = 0; i < m->record.npoint; i++) {
        const gud_frame *f = &m->frame[m->record.point[i]];
        const gud_pose *p = &w->s->work.pose[m->record.point[i]];
        put_vector(w, "points", f->name, "position", "m", NULL, p->p);
        put_vector(w, "points", f->name, "velocity", "m/s", NULL, p->v);
    }
    for (int i = 0; i < m->nlink; i++) {
        if (m->link[i].role == GUD_JOINT) put_joint(w, &m->link[i]);
        if (m->link[i].role == GUD_DRIVER) put_drive(w, &m->link[i]);
    }
    put_contacts(w);
    put_energies(w);
    put_violations(w);
    put_pairs(w); // last: laws share the room of their answers
    put_forces(w);
}

// which frames joints, pairs and forces refer to
static void mark_frames(const gud_model *m, bool *used)
{
    for (int i = 0; i < m->nlink; i++) used[m->link[i].a] = used[m->link[i].b] = true;
    for (int i = 0; i < m->npair; i++) used[m->pair[i].frame[0]] = used[m->pair[i].frame[1]] = true;
    for (int i = 0; i < m->nforce; i++)
        for (int k = 0; k < m->force[i].nframe; k++) used[m->force[i].frame[k]] = true;
}

// Every use of a group has a frame on the ground, which most of them need for nothing.
static bool is_of_group(const gud_frame *f)
{
    static const char tail[] = ".ground";
    const size_t n = strlen(f->name), end = sizeof tail - 1;
    return f->body == 0 && n > end && strcmp(f->name + n - end, tail) == 0;
}

// frames of every rigid body, from its origin, to draw it by
static void take_outlines(gud_record *r, const gud_model *m)
{
    gud_outline *outlines = GUD_TAKE(&r->arena, gud_outline, m->nbody);
    bool *used = GUD_TAKE(&r->arena, bool, m->nframe);
    if (!outlines || !used) return;
    mark_frames(m, used);
    for (int i = 0; i < m->nbody; i++) {
        const gud_body *b = &m->body[i];
        double *points = GUD_TAKE(&r->arena, double, 3 * b->nframe);
        const char **names = GUD_TAKE(&r->arena, const char *, b->nframe);
        int npoint = 0;
        if (!points || !names) return;
        for (int frame = b->frame0; !b->beam && frame < b->frame0 + b->nframe; frame++) {
            if (is_of_group(&m->frame[frame]) && !used[frame]) continue;
            v3_axpy(points + 3 * (ptrdiff_t)npoint, m->frame[frame].s, 1.0, b->center);
            names[npoint++] = gud_arena_text(&r->arena, m->frame[frame].name);
        }
        outlines[i] = (gud_outline){gud_arena_text(&r->arena, b->name), npoint, names, points};
    }
    r->layout.meta.outlines = outlines;
    r->layout.meta.noutline = m->nbody;
}

// a further setting; there is room
static void put_setting(gud_record *r, const char *key, const char *text, double number)
{
    gud_entry *settings = r->settings;
    const char *own_key = gud_arena_text(&r->arena, key), *own_text = text ? gud_arena_text(&r->arena, text) : NULL;
    if (!own_key || (text && !own_text)) return;
    settings[r->layout.meta.nsetting++] = (gud_entry){own_key, own_text, number};
}

// "limit roughness small-end": what warnings about any window of the result are decided by
static void take_limits(gud_record *r, const gud_pair *p)
{
    gud_limits limits = {0};
    if (!p->law->limits) return;
    p->law->limits(p->params, &limits);
    for (const gud_limit_field *f = gud_limit_fields; f->key; f++) {
        char key[600];
        (void)snprintf(key, sizeof key, "limit %s %s", f->key, p->name);
        put_setting(r, key, NULL, *gud_limit_at(&limits, f));
    }
}

static void take_settings(gud_record *r, const gud_model *m)
{
    enum { own = 8, of_a_pair = 8 };
    static const char *const treatments[] = {"index3", "index2", "stabilised", "baumgarte"};
    char abscissa[600] = "time";
    if (m->run.until_coordinate >= 0)
        (void)snprintf(abscissa, sizeof abscissa, "coordinates/%s", m->coordinate[m->run.until_coordinate].name);
    r->settings = GUD_TAKE(&r->arena, gud_entry, own + of_a_pair * m->npair);
    if (!r->settings) return;
    r->layout.meta.settings = r->settings;
    put_setting(r, "abscissa", abscissa, 0.0);
    put_setting(r, "cycle", NULL, gud_model_cycle(m, m->run.until_coordinate));
    put_setting(r, "integrator", m->run.integrator->row.name, 0.0);
    put_setting(r, "constraints", treatments[m->run.treatment], 0.0);
    put_setting(r, "tolerance", NULL, m->run.tolerance);
    put_setting(r, "newton_tolerance", NULL, m->run.newton_tolerance);
    put_setting(r, "step", NULL, m->run.step);
    put_setting(r, "length", NULL, m->length);
    for (int i = 0; i < m->npair; i++) take_limits(r, &m->pair[i]);
}

static bool is_force(const gud_channel *c)
{
    static const char *const units[] = {"N", "N.m", "Pa", "W"};
    for (int i = 0; i < GUD_COUNT(units); i++)
        if (strcmp(c->unit, units[i]) == 0) return true;
    return false;
}

// is it a force, a pressure or a loss of a pair whose film follows velocities?
static bool is_straight(const gud_model *m, const gud_channel *c)
{
    for (int i = 0; i < m->npair; i++) {
        const size_t n = strlen(m->pair[i].name);
        if (m->pair[i].law->straight && is_force(c) && strncmp(c->path, "joints/", 7) == 0 &&
            strncmp(c->path + 7, m->pair[i].name, n) == 0 && c->path[7 + n] == '/')
            return true;
    }
    return false;
}

// A film without oil of its own answers velocities at once, and the velocities inside a step are not good enough for
// that: docs/theory/integrators.md, section 9.
static void find_straight(gud_record *r, const gud_model *m)
{
    const int width = gud_layout_width(&r->layout);
    int column = 0;
    r->ends_t = -1.0;
    r->straight = GUD_TAKE(&r->arena, int, width);
    for (int i = 0; i < 2; i++) r->ends[i] = GUD_TAKE(&r->arena, double, width);
    for (int i = 0; i < r->layout.nchannel && r->straight; i++) {
        const gud_channel *c = &r->layout.channels[i];
        if (c->kind != GUD_CHANNEL_SERIES) continue;
        for (int k = 0; k < c->width && is_straight(m, c); k++) r->straight[r->nstraight++] = column + k;
        column += c->width;
    }
}

gud_status gud_record_create(gud_sim *s, gud_record **out)
{
    const gud_model *m = s->model;
    gud_record *r = gud_alloc(1, sizeof *r);
    *out = NULL;
    if (!r) return GUD_ERR_MEMORY;
    r->layout.meta = (gud_meta){.title = m->title, .version = gud_version(), .model = m->text};
    r->last_t = -1.0;
    r->q = GUD_TAKE(&r->arena, double, m->nq);
    r->v = GUD_TAKE(&r->arena, double, m->nv);
    r->a = GUD_TAKE(&r->arena, double, m->nv);
    r->lam = GUD_TAKE(&r->arena, double, m->nrow);
    take_outlines(r, m);
    r->layout.meta.parts = m->part;
    r->layout.meta.npart = m->npart;
    take_settings(r, m);
    const gud_instant now = {s->state.clock.t, s->state.q, s->state.v, s->state.a, s->state.lam, s->state.ledger};
    gud_walk w = {.r = r, .s = s, .at = &now};
    walk_channels(&w);
    find_straight(r, m);
    gud_walk_fields(&w);
    r->row = GUD_TAKE(&r->arena, double, gud_layout_width(&r->layout));
    r->layout.index = r->index = w.failed || r->arena.failed ? NULL : gud_layout_index(&r->layout);
    if (!r->index) {
        gud_record_free(r);
        return GUD_ERR_MEMORY;
    }
    *out = r;
    return GUD_OK;
}

void gud_record_free(gud_record *r)
{
    if (!r) return;
    gud_free(r->channels);
    gud_index_free(r->index);
    gud_arena_free(&r->arena);
    gud_free(r);
}

const gud_layout *gud_record_layout(const gud_record *r)
{
    return &r->layout;
}

const double *gud_record_row(gud_record *r, gud_sim *s, const gud_instant *at)
{
    gud_walk w = {.r = r, .s = s, .at = at, .row = r->row};
    walk_channels(&w);
    r->last_t = at->t;
    return r->row;
}

const char *gud_record_trouble(const gud_record *r)
{
    return r->trouble.text;
}

gud_status gud_record_state(gud_record *r, gud_sim *s, gud_record_writer write, void *user)
{
    const gud_state *now = &s->state;
    const double close = fmax(1e-9 * now->clock.h, 1e-14 * now->clock.t);
    if (fabs(r->last_t - now->clock.t) <= close) return GUD_OK; // recorded as the step's end
    const gud_instant at = {now->clock.t, now->q, now->v, now->a, now->lam, now->ledger};
    return write(user, gud_record_row(r, s, &at));
}

static const double *row_at(gud_record *r, gud_sim *s, double theta)
{
    double ledger[GUD_NLEDGER];
    const double h = s->next.clock.h_last;
    const double t = theta < 1.0 ? s->state.clock.t + theta * h : s->next.clock.t;
    gud_interpolate(s, theta, r->q, r->v, r->a, r->lam);
    gud_interpolate_ledger(s, theta, ledger);
    const gud_instant at = {t, r->q, r->v, r->a, r->lam, ledger};
    r->inside = true;
    s->work.before = 1.0 - theta;
    const double *row = gud_record_row(r, s, &at);
    s->work.before = 0.0;
    r->inside = false;
    return row;
}

static void find_ends(gud_record *r, gud_sim *s)
{
    const size_t bytes = (size_t)gud_layout_width(&r->layout) * sizeof(double);
    if (r->ends_t == s->state.clock.t) return;
    for (int i = 0; i < 2; i++) memcpy(r->ends[i], row_at(r, s, i), bytes);
    r->ends_t = s->state.clock.t;
}

static const double *row_inside(gud_record *r, gud_sim *s, double theta)
{
    if (r->nstraight == 0 || theta >= 1.0) return row_at(r, s, theta);
    find_ends(r, s);
    (void)row_at(r, s, theta);
    for (int i = 0; i < r->nstraight; i++) {
        const int k = r->straight[i];
        r->row[k] = r->ends[0][k] + theta * (r->ends[1][k] - r->ends[0][k]);
    }
    return r->row;
}

const double *gud_record_end(gud_record *r, gud_sim *s)
{
    return row_inside(r, s, 1.0);
}

// A record inside a step, after the extremes since the last one
static gud_status write_inside(gud_record *r, gud_sim *s, double theta, gud_record_writer write, void *user)
{
    const double *row = row_inside(r, s, theta);
    if (r->extremes) GUD_TRY(gud_extremes_write(r->extremes, row, write, user, &r->last_t));
    r->last_t = row[0];
    return write(user, row);
}

// the end of a step that is no record may be an extreme
static void see_end(gud_record *r, gud_sim *s)
{
    const double last_t = r->last_t;
    gud_extremes_see(r->extremes, row_inside(r, s, 1.0));
    r->last_t = last_t; // nothing was written
}

gud_status gud_record_watch(gud_record *r, const gud_model *m, gud_error *error)
{
    if (m->record.extremes.count == 0) return GUD_OK;
    return gud_extremes_create(&r->layout, &m->record.extremes, &r->arena, error, &r->extremes);
}

gud_status gud_record_settle(gud_record *r, gud_record_writer write, void *user)
{
    return r->extremes ? gud_extremes_write(r->extremes, NULL, write, user, &r->last_t) : GUD_OK;
}

// where inside the step a coordinate has the value `mark`: secants on the interpolated motion
static double theta_of(gud_record *r, gud_sim *s, double mark)
{
    const int c = s->model->record.coordinate;
    const gud_gauge *gauge = &s->model->coordinate[c].gauge;
    const double from = s->state.coordinate[c], to = s->next.coordinate[c];
    double theta = (mark - from) / (to - from);
    for (int n = 0; n < 4; n++) {
        gud_interpolate_motion(s, theta, r->q, r->v);
        gud_kinematics(s, r->q, r->v);
        const double value = gud_gauge_value(gauge, &s->work.pose[gauge->a], &s->work.pose[gauge->b], mark);
        theta = fmin(fmax(theta - (value - mark) / (to - from), 0.0), 1.0);
    }
    return theta;
}

gud_status gud_record_step(gud_record *r, gud_sim *s, gud_record_writer write, void *user)
{
    const gud_record_settings *set = &s->model->record;
    if (set->every <= 0.0) return write_inside(r, s, 1.0, write, user);
    const bool by_time = set->coordinate < 0;
    const double from = by_time ? s->state.clock.t : s->state.coordinate[set->coordinate];
    const double to = by_time ? s->next.clock.t : s->next.coordinate[set->coordinate];
    const double sign = to >= from ? 1.0 : -1.0, slack = 1e-9; // of the distance of marks: rounding
    // marks k with from < k every <= to, counted in the direction of motion
    const double first = floor(sign * from / set->every + slack) + 1.0, last = floor(sign * to / set->every + slack);
    for (double k = first; k <= last; k += 1.0) {
        const double mark = sign * k * set->every;
        const double theta = by_time ? (mark - from) / (to - from) : theta_of(r, s, mark);
        GUD_TRY(write_inside(r, s, theta > 1.0 - slack ? 1.0 : theta, write, user));
    }
    if (r->extremes && r->last_t < s->next.clock.t) see_end(r, s);
    return GUD_OK;
}
