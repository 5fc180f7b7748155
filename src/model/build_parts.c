// Pieces that are drawn to scale: solids of bodies, what meets in joints, and round parts of contacts.

#include "model/builder.h"
#include "num/vec.h"
#include "surface/mesh.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { surface_cells = 40 };
enum { most_rounds = 1000 }; // of contacts in a model; more than that would not be told apart

// of a joint, the outer and the inner piece
typedef struct piece_names {
    const char *type, *outer, *inner;
} piece_names;

static const piece_names round_pieces[] = {
    {"revolute", "bore", "pin"},
    {"cylindrical", "bore", "pin"},
    {"prismatic", "bore", "pin"},
    {"spherical", "socket", "ball"},
};

static gud_part_info *add_part(gud_builder *b, const char *kind, int body, const char *joint)
{
    gud_part_info *p = &b->m->part[b->m->npart++];
    *p = (gud_part_info){.kind = kind,
                         .body = b->m->body[body].name,
                         .joint = joint,
                         .axes = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0},
                         .radius = (double)NAN,
                         .width = (double)NAN,
                         .length = (double)NAN,
                         .height = (double)NAN,
                         .clearance = (double)NAN};
    return p;
}

// A frame as the page knows it: from the origin that the user means, and `along` farther on its third axis. Frames on
// beams have no place that could be told so.
static bool place_part(const gud_builder *b, int frame, double along, gud_part_info *p)
{
    const gud_frame *f = &b->m->frame[frame];
    const gud_body *body = &b->m->body[f->body];
    double axis[3];
    if (body->beam) return false;
    memcpy(p->axes, f->C, sizeof p->axes);
    v3_axpy(p->at, f->s, 1.0, body->center);
    m3_column(axis, f->C, 2);
    if (!b->m->planar) v3_axpy(p->at, p->at, along, axis);
    return true;
}

static void add_sized(gud_builder *b, const gud_entity *e, const char *joint, int end, const char *kind, double along)
{
    const gud_joint_params *j = e->common;
    const int frame = b->joint_frame[e - gud_input_section(b->in, "joints")->list][end];
    gud_part_info *p = add_part(b, kind, b->m->frame[frame].body, joint);
    p->radius = j->radius;
    p->width = j->width;
    p->clearance = j->clearance;
    if (strcmp(kind, "block") == 0 || strcmp(kind, "guide") == 0) {
        p->length = j->size[0];
        p->height = j->size[1];
    }
    if (!place_part(b, frame, along, p)) b->m->npart--;
}

static void add_round(gud_builder *b, const gud_entity *e, const piece_names *names)
{
    const gud_joint_params *j = e->common;
    const int n = j->bearings.count;
    for (int k = 0; k < (n > 0 ? n : 1); k++) {
        char name[300];
        if (n > 0)
            (void)snprintf(name, sizeof name, "%s.%d", e->name, k + 1);
        else
            (void)snprintf(name, sizeof name, "%s", e->name);
        const char *own = gud_build_text(b, name);
        const double along = n > 0 ? j->bearings.data[k] : 0.0;
        add_sized(b, e, own, 0, names->outer, along);
        add_sized(b, e, own, 1, names->inner, along);
    }
}

// a mesh in the frame that carries it, as vertices in the frame of the body
static void fix_mesh(gud_builder *b, int frame, const gud_mesh *mesh, gud_part_info *p)
{
    double *vertices = GUD_TAKE(&b->m->arena, double, 3 * (size_t)mesh->nvertex);
    if (!vertices || !place_part(b, frame, 0.0, p)) {
        b->m->npart--;
        return;
    }
    for (int i = 0; i < mesh->nvertex; i++) {
        double arm[3];
        m3_apply(arm, p->axes, mesh->vertices + 3 * (ptrdiff_t)i);
        v3_axpy(vertices + 3 * (ptrdiff_t)i, p->at, 1.0, arm);
    }
    p->nvertex = mesh->nvertex;
    p->ntriangle = mesh->ntriangle;
    p->vertices = vertices;
    p->triangles = mesh->triangles;
}

static void add_surfaces(gud_builder *b, const gud_entity *e)
{
    const gud_joint_params *j = e->common;
    const int *frames = b->joint_frame[e - gud_input_section(b->in, "joints")->list];
    const gud_entities *list = gud_input_section(b->in, "surfaces");
    for (int k = 0; k < 2; k++) {
        const gud_entity *s = gud_input_find(b->in, "surfaces", j->surfaces[k]);
        gud_mesh mesh;
        if (gud_mesh_surface(&b->m->surface[s - list->list], surface_cells, &b->m->arena, &mesh) != GUD_OK) return;
        fix_mesh(b, frames[k], &mesh, add_part(b, "surface", b->m->frame[frames[k]].body, gud_build_text(b, e->name)));
    }
}

static void add_joint(gud_builder *b, const gud_entity *e)
{
    const gud_joint_params *j = e->common;
    const int *frames = b->joint_frame[e - gud_input_section(b->in, "joints")->list];
    if (frames[0] < 0 || frames[1] < 0) return;
    if (j->surfaces[0]) {
        add_surfaces(b, e);
        return;
    }
    for (int i = 0; i < GUD_COUNT(round_pieces) && j->radius > 0.0; i++)
        if (strcmp(round_pieces[i].type, e->row->name) == 0) add_round(b, e, &round_pieces[i]);
    if (strcmp(e->row->name, "prismatic") == 0 && !(j->radius > 0.0) && j->size[0] > 0.0 && j->size[1] > 0.0) {
        const char *own = gud_build_text(b, e->name);
        add_sized(b, e, own, 0, "guide", 0.0);
        add_sized(b, e, own, 1, "block", 0.0);
    }
}

static void add_solid(gud_builder *b, const gud_entity *e, const gud_shape_params *shape, int body)
{
    gud_mesh mesh;
    gud_error error;
    if (!shape) return;
    const gud_status st = gud_mesh_read(shape->file, shape->unit, &b->m->arena, &error, &mesh);
    if (!gud_build_made(b, e, "shape", st, &error)) return;
    gud_part_info *part = add_part(b, "solid", body, "");
    v3_set(part->at, 0.0, 0.0, 0.0);
    part->nvertex = mesh.nvertex;
    part->ntriangle = mesh.ntriangle;
    part->vertices = mesh.vertices;
    part->triangles = mesh.triangles;
}

// ---- contacts

static int count_rounds(const gud_model *m)
{
    int n = 0;
    for (int i = 0; i < m->ncrowd && n <= most_rounds; i++)
        n += m->crowd[i].side[0].n + (m->crowd[i].same ? 0 : m->crowd[i].side[1].n);
    return n <= most_rounds ? n : 0;
}

// a part may be in several sets: balls meet each other and two rings
static bool is_drawn(const gud_builder *b, int first, const gud_part_info *p)
{
    for (int i = first; i < b->m->npart - 1; i++) {
        const gud_part_info *q = &b->m->part[i];
        if (strcmp(p->kind, q->kind) == 0 && strcmp(p->body, q->body) == 0 && p->radius == q->radius &&
            memcmp(p->at, q->at, sizeof p->at) == 0)
            return true;
    }
    return false;
}

static void add_round_part(gud_builder *b, const gud_crowd *c, int side, int i, int first)
{
    const gud_crowd_side *parts = &c->side[side];
    const bool hole = side == 0 && c->shape == GUD_CROWD_BORE, groove = side == 0 && c->shape == GUD_CROWD_GROOVE;
    const char *kind = groove         ? (c->face > 0.0 ? "ring" : "disc")
                       : b->m->planar ? (hole ? "ring" : "disc")
                                      : (hole ? "hollow" : "sphere");
    gud_part_info *p = add_part(b, kind, parts->body[i], c->name);
    double arm[3];
    (void)place_part(b, parts->frame[i], 0.0, p); // there are no beams among them
    m3_apply(arm, p->axes, parts->at[i]);
    v3_axpy(p->at, p->at, 1.0, arm);
    p->radius = groove ? c->pitch + c->face * parts->radius : parts->radius; // the bottom of the groove
    if (groove) p->width = 2.0 * parts->radius;
    if (is_drawn(b, first, p)) b->m->npart--;
}

static void add_contacts(gud_builder *b)
{
    const int first = b->m->npart;
    if (count_rounds(b->m) == 0) return;
    for (int k = 0; k < b->m->ncrowd; k++) {
        const gud_crowd *c = &b->m->crowd[k];
        for (int side = 0; side < (c->same ? 1 : 2); side++)
            for (int i = 0; i < c->side[side].n; i++) add_round_part(b, c, side, i, first);
    }
}

void gud_build_parts(gud_builder *b)
{
    const gud_entities *bodies = gud_input_section(b->in, "bodies"), *joints = gud_input_section(b->in, "joints");
    const gud_entities *ground = gud_input_section(b->in, "ground");
    int room = 1 + bodies->count + 2 * joints->count + count_rounds(b->m);
    if (b->wrong) return;
    for (int i = 0; i < joints->count; i++)
        room += 2 * ((const gud_joint_params *)joints->list[i].common)->bearings.count;
    b->m->part = GUD_TAKE(&b->m->arena, gud_part_info, room);
    if (!b->m->part) return;
    if (ground->count > 0)
        add_solid(b, &ground->list[0], ((const gud_ground_params *)ground->list[0].common)->shape, 0);
    for (int i = 0; i < bodies->count; i++)
        if (gud_build_beam_nodes(&bodies->list[i]) == 0)
            add_solid(b, &bodies->list[i], ((const gud_rigid_params *)bodies->list[i].params)->shape, i + 1);
    for (int i = 0; i < joints->count; i++) add_joint(b, &joints->list[i]);
    add_contacts(b);
}
