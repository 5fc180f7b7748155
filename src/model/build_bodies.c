// Bodies, frames and joints of the model.

#include "body/beam.h"
#include "model/builder.h"
#include "num/rot.h"
#include "num/vec.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double identity[9] = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0};
static const double origin[3] = {0.0, 0.0, 0.0};

const char *gud_build_text(gud_builder *b, const char *text)
{
    const char *copy = gud_arena_text(&b->m->arena, text);
    return copy ? copy : "";
}

const char *gud_build_place(gud_builder *b, const gud_entity *e)
{
    char text[600];
    const gud_place at = gud_node_head(e->node);
    if (at.line == 0) return gud_build_text(b, at.file);
    (void)snprintf(text, sizeof text, "%s:%d:%d", at.file, at.line, at.column);
    return gud_build_text(b, text);
}

int gud_build_frame(gud_builder *b, const char *name, int body, const double s[3], const double C[9])
{
    gud_frame *f = &b->m->frame[b->m->nframe];
    *f = (gud_frame){.name = gud_build_text(b, name), .body = body};
    memcpy(f->C, C, sizeof f->C);
    const gud_body *on = &b->m->body[body];
    if (on->beam) {
        gud_beam_place(on->beam, s[0], f);
        v3_set(f->s, 0.0, s[1], s[2]);
    } else {
        f->nv = on->nv;
        f->nnode = on->nnode;
        v3_copy(f->s, s);
    }
    return b->m->nframe++;
}

// bodies are numbered as in the file, behind the ground
static int find_body(const gud_builder *b, const char *name)
{
    if (strcmp(name, "ground") == 0) return 0;
    const gud_entity *e = gud_input_find(b->in, "bodies", name);
    return e ? 1 + (int)(e - gud_input_section(b->in, "bodies")->list) : -1;
}

int gud_build_find_frame(const gud_builder *b, const char *name)
{
    const int body = find_body(b, name);
    if (body >= 0) return b->m->body[body].frame;
    const gud_entity *e = gud_input_find(b->in, "frames", name);
    return e ? b->named_frame[e - gud_input_section(b->in, "frames")->list] : -1;
}

void gud_build_orientation(const double rotation[3], double angle, double R[9])
{
    const double z[3] = {0.0, 0.0, 1.0}, start[4] = {1.0};
    double quat[4], first[9], turn[9];
    gud_rot_advance(start, rotation, quat);
    gud_rot_matrix(quat, first);
    gud_rot_about(z, angle, turn);
    m3_mul(R, first, turn);
}

// the frame seen from the one before: axes <- axes * (at, R)
static void chain_axes(gud_build_axes *axes, const gud_frame_params *p)
{
    double R[9], turned[9], arm[3];
    gud_build_orientation(p->rotation, p->angle, R);
    m3_apply(arm, axes->R, p->at);
    v3_axpy(axes->p, axes->p, 1.0, arm);
    m3_mul(turned, axes->R, R);
    memcpy(axes->R, turned, sizeof turned);
    axes->angle += p->angle;
}

static void follow_from(gud_builder *b, const gud_entity *e, const char *from, int depth, gud_build_axes *axes)
{
    enum { deepest = 64 };
    const gud_entity *frame = from ? gud_input_find(b->in, "frames", from) : NULL;
    const gud_frame_params *p = frame ? frame->common : NULL;
    if (!frame || !p->body) return;
    if (depth == deepest) {
        GUD_WRONG(b, e, "from", "from = %s: circular reference of frames, or more than %d levels", from, deepest);
        return;
    }
    if (strcmp(p->body, "ground") != 0) {
        GUD_WRONG(b, e, "from", "from = %s: this frame is on body '%s'; expected a frame on the ground", from, p->body);
        return;
    }
    follow_from(b, e, p->from, depth + 1, axes);
    chain_axes(axes, p);
}

void gud_build_from(gud_builder *b, const gud_entity *e, const char *from, gud_build_axes *axes)
{
    *axes = (gud_build_axes){.R = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0}};
    follow_from(b, e, from, 0, axes);
}

// Sylvester's criterion, and no moment larger than the sum of the others
static bool inertia_is_possible(const double I[9])
{
    const double minor2 = I[0] * I[4] - I[1] * I[1];
    const double minor3 =
        I[0] * (I[4] * I[8] - I[5] * I[5]) - I[1] * (I[1] * I[8] - I[5] * I[2]) + I[2] * (I[1] * I[5] - I[4] * I[2]);
    const double half = 0.5 * (I[0] + I[4] + I[8]) * (1.0 + 1e-9);
    return I[0] > 0.0 && minor2 > 0.0 && minor3 > 0.0 && I[0] <= half && I[4] <= half && I[8] <= half;
}

static void read_inertia(gud_builder *b, const gud_entity *e, const gud_rigid_params *p, gud_body *body)
{
    const double *n = p->inertia.data;
    double *I = body->inertia;
    if (b->m->planar) {
        if (p->inertia.count != 1 || !(n[0] > 0.0)) {
            GUD_WRONG(b, e, "inertia", "a planar body has one moment of inertia, greater than 0");
            return;
        }
        I[8] = n[0];
        return;
    }
    if (p->inertia.count != 3 && p->inertia.count != 6) {
        GUD_WRONG(b, e, "inertia", "a spatial body has 3 principal moments of inertia, or 6 numbers xx yy zz xy xz yz");
        return;
    }
    for (int i = 0; i < 3; i++) I[4 * i] = n[i];
    if (p->inertia.count == 6) {
        I[1] = I[3] = n[3];
        I[2] = I[6] = n[4];
        I[5] = I[7] = n[5];
    }
    if (!inertia_is_possible(I))
        GUD_WRONG(b, e, "inertia",
                  "no body has this inertia: moments must be positive, and none greater than the sum of the others");
}

void gud_build_spin(gud_builder *b, const gud_entity *e, double *spin)
{
    const gud_body_params *p = e->common;
    const int n = b->m->planar ? 1 : 3;
    if (p->spin.count != 0 && p->spin.count != n) {
        GUD_WRONG(b, e, "spin", "%s has %d number%s", b->m->planar ? "in the plane, spin" : "in space, spin", n,
                  n > 1 ? "s" : "");
        return;
    }
    for (int i = 0; i < p->spin.count; i++) spin[i] = p->spin.data[i];
}

static void only_planar(gud_builder *b, const gud_entity *e, const char *key, const double v[3], bool rotation)
{
    if (b->m->planar && (v[2] != 0.0 || (rotation && (v[0] != 0.0 || v[1] != 0.0))))
        GUD_WRONG(b, e, key, "'%s' leaves the plane; set `space: spatial`, or omit z", key);
}

static void read_guess(gud_builder *b, const gud_entity *e, const gud_body *body)
{
    const gud_body_params *p = e->common;
    double *q = b->m->q_start + body->q0, *v = b->m->v_start + body->v0;
    double own[9], R[9], at[3], velocity[3];
    gud_build_axes from;
    only_planar(b, e, "at", p->at, false);
    only_planar(b, e, "rotation", p->rotation, true);
    only_planar(b, e, "velocity", p->velocity, false);
    gud_build_from(b, e, p->from, &from);
    gud_build_orientation(p->rotation, p->angle, own);
    m3_apply(at, own, body->center);
    v3_axpy(at, p->at, 1.0, at);
    m3_apply(at, from.R, (double[3]){at[0], at[1], at[2]});
    v3_axpy(q, from.p, 1.0, at);
    m3_apply(velocity, from.R, p->velocity);
    m3_mul(R, from.R, own);
    if (b->m->planar) {
        q[2] = from.angle + p->angle;
        v3_set(v, velocity[0], velocity[1], 0.0);
        gud_build_spin(b, e, v + 2);
    } else {
        gud_rot_quaternion(R, q + 3);
        v3_copy(v, velocity);
        gud_build_spin(b, e, v + 3);
    }
}

static void build_rigid(gud_builder *b, const gud_entity *e, gud_body *body)
{
    gud_model *m = b->m;
    const gud_rigid_params *p = e->params;
    body->kind = m->planar ? &gud_body_planar : &gud_body_spatial;
    body->mass = p->mass;
    body->nq = body->kind->nq;
    body->nv = body->kind->nv;
    body->nnode = 1;
    for (int i = 0; i < body->nv; i++) m->v_class[body->v0 + i] = m->planar ? i == 2 : i >= 3;

    v3_copy(body->center, p->center);
    read_inertia(b, e, p, body);
    read_guess(b, e, body);
    only_planar(b, e, "center", p->center, false);

    // its own frame at the centre of mass, and the one that the user means
    const int index = (int)(body - m->body);
    const bool offset = v3_norm(p->center) > 0.0;
    body->frame = gud_build_frame(b, offset ? "" : e->name, index, origin, identity);
    if (offset) {
        double s[3];
        v3_scale(s, -1.0, p->center);
        body->frame = gud_build_frame(b, e->name, index, s, identity);
    }
}

static void build_body(gud_builder *b, const gud_entity *e)
{
    gud_model *m = b->m;
    gud_body *body = &m->body[m->nbody++];
    *body = (gud_body){.name = gud_build_text(b, e->name), .q0 = m->nq, .v0 = m->nv};
    if (gud_build_beam_nodes(e) > 0)
        gud_build_beam(b, e, body);
    else
        build_rigid(b, e, body);
    m->nq += body->nq;
    m->nv += body->nv;
}

// place of a frame on a beam along its axis: given, or that of a node
static bool place_on_beam(gud_builder *b, const gud_entity *e, const gud_body *body, double *x)
{
    const gud_frame_params *p = e->common;
    const int last = body->beam->nelement;
    const double length = body->beam->along[last];
    const double slack = 1e-3 * length; // an arc is a little longer than the cubics that stand for it
    if (p->node > last) {
        GUD_WRONG(b, e, "node", "node = %d: beam '%s' has the nodes 0 to %d", p->node, body->name, last);
        return false;
    }
    if (p->node >= 0) *x = body->beam->along[p->node];
    if (*x >= -slack && *x <= length + slack) return true;
    GUD_WRONG(b, e, "at", "at = %g m along the axis: beam '%s' extends from 0 to %g m", *x, body->name, length);
    return false;
}

static void build_frame(gud_builder *b, const gud_entity *e)
{
    const gud_frame_params *p = e->common;
    const int index = find_body(b, p->body);
    if (find_body(b, e->name) >= 0) {
        GUD_WRONG(b, e, NULL, "a body has this name already");
        return;
    }
    if (index < 0) return;
    only_planar(b, e, "at", p->at, false);
    only_planar(b, e, "rotation", p->rotation, true);
    double s[3], C[9], own[9];
    gud_build_axes from;
    const gud_body *body = &b->m->body[index];
    if (p->from && index != 0) GUD_WRONG(b, e, "from", "only a frame on the ground can be relative to another one");
    gud_build_from(b, e, index == 0 ? p->from : NULL, &from);
    m3_apply(s, from.R, p->at);
    v3_axpy(s, s, 1.0, from.p);
    v3_axpy(s, s, -1.0, body->center);
    const bool flexible = body->kind == &gud_body_beam; // a beam that failed has no nodes to look at
    if (flexible && (!body->beam || !place_on_beam(b, e, body, &s[0]))) return;
    if (!flexible && p->node >= 0) GUD_WRONG(b, e, "node", "only beams have nodes");
    gud_build_orientation(p->rotation, p->angle, own);
    m3_mul(C, from.R, own);
    b->named_frame[e - gud_input_section(b->in, "frames")->list] = gud_build_frame(b, e->name, index, s, C);
}

void gud_build_bodies(gud_builder *b)
{
    gud_model *m = b->m;
    const gud_entities *bodies = gud_input_section(b->in, "bodies"), *frames = gud_input_section(b->in, "frames");
    const gud_space_params *space = gud_input_section(b->in, "space")->list[0].common;
    const gud_entities *gravity = gud_input_section(b->in, "gravity");
    m->planar = space->space == 0;
    b->named_frame = GUD_TAKE(&m->arena, int, frames->count);
    if (!b->named_frame) return;
    if (gravity->count > 0) {
        v3_copy(m->gravity, ((const gud_gravity_params *)gravity->list[0].common)->gravity);
        only_planar(b, &gravity->list[0], "gravity", m->gravity, false);
    }
    m->body[m->nbody++] = (gud_body){.name = "ground", .kind = &gud_body_ground};
    m->body[0].frame = gud_build_frame(b, "ground", 0, origin, identity);
    for (int i = 0; i < bodies->count; i++) build_body(b, &bodies->list[i]);
    for (int i = 0; i < frames->count; i++) build_frame(b, &frames->list[i]);
}

void gud_build_guess(const gud_builder *b, int frame, gud_pose *pose)
{
    const gud_frame *f = &b->m->frame[frame];
    const gud_body *body = &b->m->body[f->body];
    body->kind->poses(f, 1, b->m->q_start + body->q0, b->m->v_start + body->v0, pose);
}

// rotation that takes the joint's own axis (x in the plane, z in space) to the one asked for; false: already there
static bool axis_rotation(gud_builder *b, const gud_entity *e, double Q[9])
{
    const gud_joint_params *p = e->common;
    const double z[3] = {0.0, 0.0, 1.0};
    double axis[3];
    v3_copy(axis, p->direction);
    if (p->axis >= 0) {
        v3_set(axis, 0.0, 0.0, 0.0);
        axis[p->axis % 3] = p->axis < 3 ? 1.0 : -1.0;
    }
    const double norm = v3_norm(axis);
    memcpy(Q, identity, sizeof identity);
    if (norm == 0.0) return false;
    v3_scale(axis, 1.0 / norm, axis);
    if (!b->m->planar) {
        gud_rot_z_to(axis, Q);
        return axis[2] < 1.0;
    }
    if (axis[2] == 0.0) {
        gud_rot_about(z, atan2(axis[1], axis[0]), Q);
        return axis[0] < 1.0;
    }
    if (p->axis != 2 && p->axis != 5) GUD_WRONG(b, e, "direction", "in the plane a direction has no z");
    return false; // z is the axis of every turn in the plane
}

// a frame on the body of `frame`, at the place of the world that the joint is at
static int frame_in_world(gud_builder *b, const gud_entity *e, int frame, const double Q[9])
{
    const gud_joint_params *p = e->common;
    gud_build_axes from;
    double at[3], turned[9];
    gud_build_from(b, e, p->from, &from);
    m3_apply(at, from.R, p->at);
    v3_axpy(at, at, 1.0, from.p);
    m3_mul(turned, from.R, Q);
    const int body = b->m->frame[frame].body;
    const gud_beam *beam = b->m->body[body].beam;
    const double x = beam ? gud_beam_nearest(beam, b->m->q_start + b->m->body[body].q0, at) : 0.0;
    const double own[3] = {x, 0.0, 0.0};
    const int index = gud_build_frame(b, "", body, own, identity);
    gud_frame *f = &b->m->frame[index];
    gud_pose pose;
    double d[3];
    gud_build_guess(b, index, &pose);
    v3_axpy(d, at, -1.0, pose.p);
    m3_apply_t(f->s, pose.R, d);
    m3_mul_t(f->C, pose.R, turned);
    return index;
}

static int joint_frame(gud_builder *b, const gud_entity *e, int end, const double Q[9], bool turned)
{
    const gud_joint_params *p = e->common;
    const int frame = gud_build_find_frame(b, p->between[end]);
    if (frame < 0) return -1;
    if (!isnan(p->at[0])) return frame_in_world(b, e, frame, Q);
    if (!turned) return frame;
    gud_frame *copy = &b->m->frame[b->m->nframe];
    *copy = b->m->frame[frame];
    copy->name = "";
    m3_mul(copy->C, b->m->frame[frame].C, Q);
    return b->m->nframe++;
}

static double held_length(gud_builder *b, const gud_entity *e, const gud_gauge *gauge)
{
    const gud_joint_length *p = e->params;
    if (!isnan(p->length)) return p->length;
    gud_pose A, B;
    gud_build_guess(b, gauge->a, &A);
    gud_build_guess(b, gauge->b, &B);
    const double length = gud_gauge_value(gauge, &A, &B, 0.0);
    if (!(length > 0.0)) GUD_WRONG(b, e, NULL, "the two points coincide in the initial guess: give 'length'");
    return length;
}

static bool is_eccentric(const gud_joint_params *p)
{
    return v3_norm(p->eccentricity) > 0.0;
}

// A pin, ball or block that begins away from the middle, by components along the bearing's axes instead of the world's,
// or with its axis turned about them.
static void shift_row(const gud_joint_params *p, gud_constraint *row)
{
    const double turn = v3_norm(p->tilt), sine = turn > 0.0 ? sin(turn) / turn : 1.0;
    gud_gauge *gauge = &row->gauge;
    if (gauge->kind == GUD_WORLD && is_eccentric(p)) gauge->kind = GUD_ALONG;
    if (gauge->kind == GUD_ALONG) row->target = p->eccentricity[gauge->i];
    if (gauge->kind == GUD_COSINE && gauge->j == 2)
        row->target = gauge->i == 0 ? sine * p->tilt[1] : -sine * p->tilt[0];
}

// The rows of an ideal joint. At the start they hold for a joint with clearance as well: it begins where, and as fast
// as, the ideal one would, so that the two can be compared.
static void add_rows(gud_builder *b, const gud_entity *e, int frame_a, int frame_b, gud_link_role role)
{
    gud_model *m = b->m;
    const gud_joint_type *type = gud_joint_type_of(e->row);
    const gud_joint_form *form = m->planar ? &type->planar : &type->spatial;
    gud_link *link = &m->link[m->nlink];
    *link = (gud_link){.name = gud_build_text(b, e->name),
                       .place = gud_build_place(b, e),
                       .type = e->row->name,
                       .role = role,
                       .row0 = m->nrow,
                       .nrow = form->nrow,
                       .a = frame_a,
                       .b = frame_b};
    for (int i = 0; i < form->nrow; i++) {
        const gud_joint_part *part = &form->row[i];
        gud_constraint *row = &m->row[m->nrow++];
        *row = (gud_constraint){.gauge = {part->kind, part->i, part->j, frame_a, frame_b},
                                .motion = -1,
                                .link = m->nlink,
                                .place = role == GUD_START,
                                .speed = role == GUD_START,
                                .about = part->about};
        if (type->has_length) row->target = held_length(b, e, &row->gauge);
        if (role == GUD_START) shift_row(e->common, row);
    }
    m->nlink++;
}

// does the joint hold the component, once for displacements and once for turns of the axis?
static bool holds_component(const gud_joint_form *form, bool turn, int component)
{
    for (int i = 0; i < form->nrow; i++) {
        const gud_joint_part *part = &form->row[i];
        if (turn ? part->kind == GUD_COSINE && part->j == 2 && part->i == 1 - component
                 : (part->kind == GUD_WORLD || part->kind == GUD_ALONG) && part->i == component)
            return true;
    }
    return false;
}

static void check_offset(gud_builder *b, const gud_entity *e, const char *key, const double offset[3], bool turn)
{
    const gud_joint_form *form =
        b->m->planar ? &gud_joint_type_of(e->row)->planar : &gud_joint_type_of(e->row)->spatial;
    const gud_joint_params *p = e->common;
    for (int k = 0; k < 3; k++)
        if (offset[k] != 0.0 && !holds_component(form, turn, k)) {
            GUD_WRONG(b, e, key, "a %s joint does not hold %c, so that there is no %s along it", e->row->name, "xyz"[k],
                      key);
            return;
        }
    if (v3_norm(offset) > 0.0 && p->begin == GUD_BEGIN_FREE)
        GUD_WRONG(b, e, key,
                  "%s and `begin: free` contradict each other: with it the initial guess is the start of the joint",
                  key);
}

// how a joint with clearance begins; surfaces of any form are compared when the run starts
static void check_begin(gud_builder *b, const gud_entity *e)
{
    const gud_joint_params *p = e->common;
    const bool pin = holds_component(&gud_joint_type_of(e->row)->spatial, true, 0); // bounded across its axis only
    const double size = pin ? hypot(p->eccentricity[0], p->eccentricity[1]) : v3_norm(p->eccentricity);
    check_offset(b, e, "eccentricity", p->eccentricity, false);
    check_offset(b, e, "tilt", p->tilt, true);
    if (!p->surfaces[0] && size > 0.0 && size >= p->clearance)
        GUD_WRONG(b, e, "eccentricity", "eccentricity = %g m is not less than the clearance, %g m", size, p->clearance);
}

static void build_joint(gud_builder *b, const gud_entity *e)
{
    gud_model *m = b->m;
    const gud_joint_type *type = gud_joint_type_of(e->row);
    const gud_joint_form *form = m->planar ? &type->planar : &type->spatial;
    if (form->nrow == 0 && !type->is_free) {
        GUD_WRONG(b, e, "type", "a %s joint exists only in %s", e->row->name,
                  m->planar ? "space (`space: spatial`)" : "the plane");
        return;
    }
    double Q[9];
    const bool turned = axis_rotation(b, e, Q);
    const int frame_a = joint_frame(b, e, 0, Q, turned), frame_b = joint_frame(b, e, 1, Q, turned);
    if (frame_a < 0 || frame_b < 0) return;
    if (m->frame[frame_a].body == m->frame[frame_b].body) {
        GUD_WRONG(b, e, "between", "both frames are on body '%s'", m->body[m->frame[frame_a].body].name);
        return;
    }
    int *ends = b->joint_frame[e - gud_input_section(b->in, "joints")->list];
    ends[0] = frame_a;
    ends[1] = frame_b;
    const gud_joint_params *p = e->common;
    const bool real = p->model != GUD_FIDELITY_IDEAL;
    if (type->is_free && !real)
        GUD_WRONG(b, e, "type", "a free joint imposes no constraint: give it `surfaces` and a model other than ideal");
    if (!gud_build_check_walls(b, e)) return;
    if (real && p->surfaces[0])
        gud_build_surface_joint(b, e, frame_a, frame_b);
    else if (real)
        gud_build_pair(b, e, frame_a, frame_b);
    if (real) check_begin(b, e);
    if (type->is_free || (real && p->begin == GUD_BEGIN_FREE)) return;
    add_rows(b, e, frame_a, frame_b, real ? GUD_START : GUD_JOINT);
}

// A body whose inertia is nothing beside its mass on the lever of a joint makes rows of constraints look as if they
// depended on each other: 1e-11 of the diagonal is the limit there (tangent.c).
static void check_inertia(gud_builder *b, const gud_entity *e, const gud_body *body, double lever)
{
    static const double least = 1e-9;
    const double inertia = fmax(body->inertia[0], fmax(body->inertia[4], body->inertia[8]));
    const double wanted = least * body->mass * lever * lever;
    if (inertia > 0.0 && inertia < wanted)
        GUD_WRONG(b, e, "inertia",
                  "inertia = %.3g kg.m2 is lost in rounding compared with mass times distance^2 of a frame at %.3g m; "
                  "use at least %.3g kg.m2, which does not change the motion",
                  inertia, lever, 1.01 * wanted);
}

static void check_inertias(gud_builder *b)
{
    const gud_model *m = b->m;
    const gud_entities *bodies = gud_input_section(b->in, "bodies");
    double *lever = GUD_TAKE(&b->m->arena, double, m->nbody); // of the frame farthest from the centre of mass
    if (!lever) return;
    for (int k = 0; k < m->nframe; k++) lever[m->frame[k].body] = fmax(lever[m->frame[k].body], v3_norm(m->frame[k].s));
    for (int i = 0; i < bodies->count; i++)
        if (gud_build_beam_nodes(&bodies->list[i]) == 0)
            check_inertia(b, &bodies->list[i], &m->body[i + 1], lever[i + 1]);
}

void gud_build_joints(gud_builder *b)
{
    const gud_entities *joints = gud_input_section(b->in, "joints");
    b->joint_frame = gud_arena_take(&b->m->arena, (size_t)joints->count, sizeof *b->joint_frame);
    if (!b->joint_frame) return;
    for (int i = 0; i < joints->count; i++) {
        b->joint_frame[i][0] = b->joint_frame[i][1] = -1;
        build_joint(b, &joints->list[i]);
    }
    gud_build_check_sections(b);
    gud_build_check_deviations(b);
    check_inertias(b);
}
