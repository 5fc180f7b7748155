// Beams of the model: nodes at rest, material and guess of the start.

#include "body/beam.h"
#include "model/builder.h"
#include "num/vec.h"

#include <math.h>
#include <string.h>

int gud_build_beam_nodes(const gud_entity *e)
{
    if (!e->row || strcmp(e->row->name, "beam") != 0) return 0;
    const gud_beam_params *p = e->params;
    return p->points.count > 0 ? p->points.count / 3 : p->elements + 1;
}

// along x, or bent to a circle towards y
static void nodes_by_length(const gud_beam_params *p, int n, double *nodes, double *slope)
{
    for (int i = 0; i < n; i++) {
        const double x = p->length * i / (n - 1), turn = isnan(p->radius) ? 0.0 : x / p->radius;
        if (isnan(p->radius))
            v3_set(nodes + 3 * i, x, 0.0, 0.0);
        else
            v3_set(nodes + 3 * i, p->radius * sin(turn), p->radius * (1.0 - cos(turn)), 0.0);
        v3_set(slope + 3 * i, cos(turn), sin(turn), 0.0);
    }
}

// a direction that a circle has in its first point if it has the direction t in its second
static void mirrored(const double chord[3], const double t[3], double mirror[3])
{
    v3_scale(mirror, 2.0 * v3_dot(t, chord) / v3_dot(chord, chord), chord);
    v3_axpy(mirror, mirror, -1.0, t);
}

// inside: of the circle through a node and its neighbours
static void slopes_by_points(int n, const double *nodes, double *slope)
{
    double d[3], next[3];
    for (int i = 1; i + 1 < n; i++) {
        v3_axpy(d, nodes + 3 * i, -1.0, nodes + 3 * (i - 1));
        v3_axpy(next, nodes + 3 * (i + 1), -1.0, nodes + 3 * i);
        const double d2 = v3_dot(d, d), next2 = v3_dot(next, next);
        v3_scale(slope + 3 * i, 1.0 / d2, d);
        v3_axpy(slope + 3 * i, slope + 3 * i, 1.0 / next2, next);
        v3_scale(slope + 3 * i, 1.0 / v3_norm(slope + 3 * i), slope + 3 * i);
    }
    double *first = slope, *last = slope + 3 * (n - 1);
    v3_axpy(d, nodes + 3, -1.0, nodes);
    v3_axpy(next, nodes + 3 * (n - 1), -1.0, nodes + 3 * (n - 2));
    if (n == 2) {
        v3_scale(first, 1.0 / v3_norm(d), d);
        v3_copy(last, first);
        return;
    }
    mirrored(d, first + 3, first);
    mirrored(next, last - 3, last);
}

static bool points_are_good(gud_builder *b, const gud_entity *e, const gud_numbers *points)
{
    const double *p = points->data;
    if (points->count % 3 != 0 || points->count < 6) {
        GUD_WRONG(b, e, "points", "%d numbers are not x, y, z of two or more nodes", points->count);
        return false;
    }
    for (int i = 0; i + 3 < points->count; i += 3) {
        double d[3], next[3];
        v3_axpy(d, p + i + 3, -1.0, p + i);
        if (!(v3_norm(d) > 0.0)) {
            GUD_WRONG(b, e, "points", "nodes %d and %d coincide", i / 3, i / 3 + 1);
            return false;
        }
        if (i + 6 >= points->count) continue;
        v3_axpy(next, p + i + 6, -1.0, p + i + 3);
        if (v3_dot(d, next) > 0.0 || v3_norm(next) == 0.0) continue;
        GUD_WRONG(b, e, "points", "the beam turns by a right angle or more at node %d; give more nodes", i / 3 + 1);
        return false;
    }
    return true;
}

// the section's y at the first node: the body's y, or its z where the beam begins along y
static void first_y(const double slope[3], double y[3])
{
    if (fabs(slope[1]) < 0.9)
        v3_set(y, 0.0, 1.0, 0.0);
    else
        v3_set(y, 0.0, 0.0, 1.0);
}

static const gud_beam *make(gud_builder *b, const gud_entity *e)
{
    gud_arena *arena = &b->m->arena;
    const gud_beam_params *p = e->params;
    const int n = gud_build_beam_nodes(e);
    double *nodes = GUD_TAKE(arena, double, 3 * n), *slope = GUD_TAKE(arena, double, 3 * n);
    if (!nodes || !slope) return NULL;
    if (p->points.count > 0) {
        memcpy(nodes, p->points.data, 3 * (size_t)n * sizeof *nodes);
        slopes_by_points(n, nodes, slope);
    } else {
        nodes_by_length(p, n, nodes, slope);
    }
    gud_beam_design design = {.material = {p->density, p->modulus, p->poisson},
                              .strain = (const gud_beam_strain *)p->strain.row,
                              .damping = p->damping,
                              .drag = p->drag,
                              .nelement = n - 1,
                              .nodes = nodes,
                              .slope = slope};
    ((const gud_beam_section_kind *)p->section.row)->measure(p->section.params, p->poisson, &design.section);
    if (!isnan(p->shear)) design.section.shear[0] = design.section.shear[1] = p->shear;
    if (!isnan(p->torsion)) design.section.torsion = p->torsion;
    first_y(slope, design.first_y);
    return gud_beam_make(arena, &design);
}

// the shape at rest, placed and moved as a rigid body: velocity is that of the centre of mass, spin in body axes
static void read_guess(gud_builder *b, const gud_entity *e, const gud_body *body)
{
    const gud_body_params *p = e->common;
    const gud_beam *beam = body->beam;
    double own[9], R[9], spin[3] = {0}, w[3], at[3], velocity[3];
    gud_build_axes from;
    gud_build_from(b, e, p->from, &from);
    gud_build_orientation(p->rotation, p->angle, own);
    m3_mul(R, from.R, own);
    m3_apply(at, from.R, p->at);
    v3_axpy(at, at, 1.0, from.p);
    m3_apply(velocity, from.R, p->velocity);
    gud_build_spin(b, e, spin);
    m3_apply(w, R, spin);
    for (int i = 0; i < body->nv; i += 3) {
        const bool is_place = i % GUD_BEAM_NODE == 0;
        double *q = b->m->q_start + body->q0 + i, *v = b->m->v_start + body->v0 + i, arm[3], from_center[3];
        m3_apply(q, R, beam->rest + i);
        v3_axpy(from_center, beam->rest + i, is_place ? -1.0 : 0.0, beam->center);
        m3_apply(arm, R, from_center);
        v3_cross(v, w, arm);
        if (!is_place) continue;
        v3_axpy(q, q, 1.0, at);
        v3_axpy(v, v, 1.0, velocity);
    }
}

void gud_build_beam(gud_builder *b, const gud_entity *e, gud_body *body)
{
    static const double identity[9] = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0}, origin[3] = {0.0, 0.0, 0.0};
    gud_model *m = b->m;
    const gud_beam_params *p = e->params;
    body->kind = &gud_body_beam;
    if (m->planar) {
        GUD_WRONG(b, e, "type", "beams exist only in space (`space: spatial`)");
        return;
    }
    if (p->points.count > 0 && !points_are_good(b, e, &p->points)) return;
    const gud_beam *beam = make(b, e);
    if (!beam) return;
    m->has_beams = m->stiff = true;
    body->beam = beam;
    body->mass = beam->mass;
    body->nnode = beam->nelement + 1;
    body->nq = body->nv = GUD_BEAM_NODE * body->nnode;
    for (int i = 0; i < body->nv; i++) m->v_class[body->v0 + i] = i % GUD_BEAM_NODE >= 3; // slopes are pure numbers
    read_guess(b, e, body);
    body->frame = gud_build_frame(b, e->name, (int)(body - m->body), origin, identity);
}

// ---- distributed forces

int gud_build_span_points(const gud_builder *b, const gud_entity *e)
{
    const gud_force_law *law = gud_force_law_of(e->row);
    if (!law->span) return 0;
    const gud_entity *on = gud_input_find(b->in, "bodies", law->span(e->params).body);
    const int nodes = on ? gud_build_beam_nodes(on) : 0;
    return nodes > 0 ? 2 * (nodes - 1) : 0;
}

static const gud_beam *beam_of_span(gud_builder *b, const gud_entity *e, const gud_force_span *span, int *body)
{
    *body = b->m->frame[gud_build_find_frame(b, span->body)].body;
    const gud_beam *beam = b->m->body[*body].beam;
    if (!beam) {
        GUD_WRONG(b, e, "on", "a distributed force acts on beams; body '%s' is not a beam", span->body);
        return NULL;
    }
    const double length = beam->along[beam->nelement];
    if (span->from < length && !(span->to <= span->from) && !(span->to > length * (1.0 + 1e-9))) return beam;
    GUD_WRONG(b, e, isnan(span->to) ? "from" : "to",
              "the part from %g m to %g m is not on the axis of beam '%s', which is %g m long", span->from,
              isnan(span->to) ? length : span->to, span->body, length);
    return NULL;
}

int gud_build_span(gud_builder *b, const gud_entity *e, const gud_force_span *span, int *frame, double *share)
{
    static const double identity[9] = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0};
    int body, n = 0;
    const gud_beam *beam = beam_of_span(b, e, span, &body);
    for (int i = 0; beam && i < beam->nelement; i++) {
        const double last = isnan(span->to) ? beam->along[beam->nelement] : span->to;
        const double begin = fmax(beam->along[i], span->from), end = fmin(beam->along[i + 1], last);
        for (int k = -1; begin < end && k < 2; k += 2, n++) {
            const double at[3] = {0.5 * (begin + end) + k * 0.5 * (end - begin) / sqrt(3.0), 0.0, 0.0};
            frame[n] = gud_build_frame(b, "", body, at, identity);
            share[n] = 0.5 * (end - begin);
        }
    }
    return n;
}

// ---- joints that hold one section twice

// turns or places that a joint holds
static int held_count(const gud_entity *e, bool turns)
{
    const gud_joint_form *form = &gud_joint_type_of(e->row)->spatial;
    int n = 0;
    for (int i = 0; i < form->nrow; i++)
        n += (form->row[i].kind == GUD_ANGLE || form->row[i].kind == GUD_COSINE) == turns;
    return n;
}

// an ideal joint that holds a beam
static bool holds_beam(const gud_builder *b, const gud_entity *e, const int frame[2])
{
    const gud_model *m = b->m;
    return ((const gud_joint_params *)e->common)->model == GUD_FIDELITY_IDEAL && frame[0] >= 0 &&
           (m->body[m->frame[frame[0]].body].beam || m->body[m->frame[frame[1]].body].beam);
}

// do two joints hold the same section of a beam to the same other body?
static const gud_body *shared_section(const gud_builder *b, const int one[2], const int other[2])
{
    const gud_model *m = b->m;
    for (int i = 0; i < 4; i++) {
        const gud_frame *f = &m->frame[one[i % 2]], *g = &m->frame[other[i / 2]];
        const bool same = f->body == g->body && f->first == g->first && f->section[0] == g->section[0];
        const int f_to = m->frame[one[1 - i % 2]].body, g_to = m->frame[other[1 - i / 2]].body;
        if (m->body[f->body].beam && same && f_to == g_to) return &m->body[f->body];
    }
    return NULL;
}

void gud_build_check_sections(gud_builder *b)
{
    const gud_entities *joints = gud_input_section(b->in, "joints");
    for (int i = 0; i < joints->count; i++) {
        const gud_entity *e = &joints->list[i];
        if (!holds_beam(b, e, b->joint_frame[i])) continue;
        for (int k = 0; k < i; k++) {
            const gud_entity *before = &joints->list[k];
            if (!holds_beam(b, before, b->joint_frame[k])) continue;
            const gud_body *beam = shared_section(b, b->joint_frame[i], b->joint_frame[k]);
            const int turns = held_count(e, true) + held_count(before, true),
                      places = held_count(e, false) + held_count(before, false);
            if (!beam || (turns <= 3 && places <= 3)) continue;
            GUD_WRONG(b, e, "between",
                      "a section of beam '%s' is already constrained by joint '%s': %d %s are constrained in total, "
                      "but a section has 3",
                      beam->name, before->name, turns > 3 ? turns : places, turns > 3 ? "rotations" : "displacements");
        }
    }
}
