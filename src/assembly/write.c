#include "assembly/write.h"

#include "num/pi.h"
#include "num/rot.h"
#include "num/vec.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// what is written of drawn positions: starts are computed to 1e-9 of the size of a model
static const double least_offset = 1e-11, least_tilt = 1e-10; // m, rad

// ---- head

static void write_head(gud_cad_writer *w, gud_buffer *out)
{
    const gud_cad_settings *s = w->settings;
    gud_buffer_add(out, "gudgeon: 1\ntitle: ");
    gud_cad_text(out, w->assembly->name);
    gud_buffer_add(out, "\nspace: spatial\n");
    if (s->gravity) gud_buffer_print(out, "gravity: %s\n", s->gravity);
    gud_buffer_add(out, "\n# From ");
    gud_cad_text(out, s->source);
    gud_buffer_print(out,
                     " (%s) by `gudgeon cad`. Comments name the part and the faces that a number came from.\n"
                     "# What a CAD file does not say is stated here: densities, oil, roughness, drive%s.\n"
                     "# `gudgeon cad --update` follows a new export and keeps what you changed.\n",
                     w->assembly->schema, s->gravity ? "" : ", gravity (none)");
    gud_buffer_print(out, "\nparameters:\n  model: %s   # fidelity of the bearings%s\n", s->model,
                     w->films ? ": ideal, reynolds or mixed" : "");
    if (w->films) gud_buffer_print(out, "  oil: %s\n  supply: %s   # in oil holes and grooves\n", s->oil, s->supply);
    if (s->drive != GUD_BODY_NONE) gud_buffer_print(out, "  speed: %s\n", s->rate);
    if (strcmp(s->model, "ideal") == 0) return;
    gud_buffer_add(out, "\ndefaults:\n  joints:\n    revolute: &walls ");
    if (w->films)
        gud_buffer_add(out,
                       "{film: {oil: = oil, ambient: 1 bar, grid: [48, 4]}, friction: {coefficient: 0.1}, "
                       "rough: {model: GW, sigma: 0.3 um, radius: 20 um, density: 1e10, "
                       "materials: [bronze-CuSn8, steel-52100]}}   # typical of ground journals and bronze bushes\n");
    else
        gud_buffer_add(out,
                       "{foundation: {stiffness: 2e13 Pa/m}, friction: {law: smooth, coefficient: 0.1}}   # about 10 "
                       "mm of steel\n");
    gud_buffer_add(out, "    cylindrical: *walls\n    spherical: *walls\n    prismatic: *walls\n    free: *walls\n");
}

// ---- bodies

enum { most_named = 4 }; // parts of a body in a comment

static void body_origin(const gud_cad_writer *w, int body, double origin[3])
{
    v3_set(origin, 0.0, 0.0, 0.0);
    if (body >= 0 && w->mechanism->bodies[body].mass > 0.0) v3_copy(origin, w->mechanism->bodies[body].centre);
}

// the first of its parts that has no mass
static const char *open_part(const gud_cad_writer *w, const gud_cad_body *b)
{
    int i = 0;
    while (i + 1 < b->npart && w->assembly->parts[b->parts[i]].solid) i++;
    return w->assembly->parts[b->parts[i]].name;
}

static void write_mass(gud_cad_writer *w, gud_buffer *out, const gud_cad_body *b)
{
    static const int order[6] = {0, 1, 2, 5, 4, 3}; // the file has xx yy zz xy xz yz
    if (!b->solid || !(b->mass > 0.0)) {
        const char *open = open_part(w, b);
        gud_buffer_print(out,
                         "    mass: 1 kg   # NOT from the CAD file: %s is not a closed solid\n"
                         "    inertia: [1e-3, 1e-3, 1e-3]   # likewise\n",
                         open);
        gud_cad_remark(w, "%s: mass and inertia are placeholders, 1 kg and 1e-3 kg.m2, since %s is not a closed solid",
                       b->name, open);
        return;
    }
    gud_buffer_add(out, "    mass: ");
    gud_buffer_print(out, "%.9g kg   # ", b->mass);
    for (int i = 0; i < b->npart && i < most_named; i++) {
        const int p = b->parts[i];
        gud_buffer_print(out, "%s%s: %.6g cm3 at %.6g kg/m3 (%s)", i ? ", " : "", w->assembly->parts[p].name,
                         1e6 * w->assembly->parts[p].volume, w->settings->density[p], w->settings->materials[p]);
    }
    if (b->npart > most_named) gud_buffer_print(out, ", and %d parts more", b->npart - most_named);
    gud_buffer_add(out, "\n    inertia: [");
    for (int k = 0; k < 6; k++) {
        const double value = b->inertia[order[k]], scale = b->inertia[0] + b->inertia[1] + b->inertia[2];
        gud_buffer_print(out, "%s%.9g", k ? ", " : "", fabs(value) < 1e-12 * scale ? 0.0 : value);
    }
    gud_buffer_add(out, "]   # kg.m2, about the centre of mass\n");
}

static bool is_turned_alike(const gud_part *p, const gud_part *q)
{
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            if (fabs(p->place[i][k] - q->place[i][k]) > 1e-9) return false;
    return true;
}

// The body whose triangles are those of this one as well: the first copy of a part that has the same directions. Bodies
// have the axes of the assembly, so that copies that are turned differ.
static const gud_cad_body *find_copy(gud_cad_writer *w, const gud_cad_body *b)
{
    if (b->npart != 1) return b;
    const gud_part *part = &w->assembly->parts[b->parts[0]];
    const gud_cad_body **first = &w->copies[part->shape];
    if (!*first) *first = b;
    return is_turned_alike(&w->assembly->parts[(*first)->parts[0]], part) ? *first : b;
}

static void write_shape(gud_cad_writer *w, gud_buffer *out, const gud_cad_body *b, const double origin[3])
{
    char ending[GUD_CAD_NAME + 8];
    int triangles = 0;
    for (int i = 0; i < b->npart; i++) triangles += w->assembly->parts[b->parts[i]].ntriangle;
    if (triangles == 0) return;
    const gud_cad_body *drawn = find_copy(w, b);
    (void)snprintf(ending, sizeof ending, "%s.stl", drawn->name);
    if (drawn == b) {
        gud_buffer *file = gud_cad_file_add(w, ending);
        if (!file) return;
        gud_cad_stl(w, b->parts, b->npart, origin, file);
    }
    char name[3 * GUD_CAD_NAME];
    gud_cad_file_name(w, ending, name);
    gud_buffer_add(out, "    shape: ");
    gud_cad_text(out, name);
    gud_buffer_add(out, "\n");
}

// parts that stand still, in one file
static void write_ground(gud_cad_writer *w, gud_buffer *out)
{
    static const double world[3] = {0.0, 0.0, 0.0};
    const gud_assembly *a = w->assembly;
    int n = 0, triangles = 0;
    gud_arena arena;
    gud_arena_init(&arena);
    int *parts = GUD_TAKE(&arena, int, a->npart);
    w->failed = w->failed || !parts;
    for (int i = 0; i < a->npart && parts; i++)
        if (w->mechanism->body_of[i] == GUD_BODY_GROUND) {
            parts[n++] = i;
            triangles += a->parts[i].ntriangle;
        }
    gud_buffer *file = triangles > 0 ? gud_cad_file_add(w, "ground.stl") : NULL;
    if (file) {
        gud_cad_stl(w, parts, n, world, file);
        gud_buffer_add(out, "\nground:\n  shape: ");
        gud_cad_text(out, w->model->files->name);
        gud_buffer_add(out, "\n");
    }
    gud_arena_free(&arena);
}

static void write_bodies(gud_cad_writer *w, gud_buffer *out)
{
    gud_buffer_add(out, "\nbodies:\n");
    for (int i = 0; i < w->mechanism->nbody; i++) {
        const gud_cad_body *b = &w->mechanism->bodies[i];
        double origin[3];
        body_origin(w, i, origin);
        gud_buffer_print(out, "  %s:\n", b->name);
        write_mass(w, out, b);
        gud_buffer_add(out, "    at: ");
        gud_cad_vector(out, origin);
        gud_buffer_add(out, w->settings->concentric ? "   # as drawn; the start moves it until the joints hold\n"
                                                    : "   # as drawn\n");
        write_shape(w, out, b, origin);
    }
}

// ---- frames

static void write_frame(gud_cad_writer *w, const char *name, int body, const gud_cad_frame *frame)
{
    double origin[3], at[3];
    body_origin(w, body, origin);
    v3_axpy(at, frame->at, -1.0, origin);
    gud_buffer_print(&w->frames, "  %s: {body: %s, at: ", name, body >= 0 ? w->mechanism->bodies[body].name : "ground");
    gud_cad_vector(&w->frames, at);
    gud_cad_rotation(&w->frames, frame->R);
    gud_buffer_add(&w->frames, "}\n");
}

static void frame_name(const gud_cad_joint *j, int side, int number, char name[GUD_CAD_NAME + 12])
{
    if (number)
        (void)snprintf(name, GUD_CAD_NAME + 12, "%s.%d", j->first[side], number + 1);
    else
        (void)snprintf(name, GUD_CAD_NAME + 12, "%s", j->first[side]);
}

static void joint_name(const gud_cad_joint *j, int number, char name[GUD_CAD_NAME + 12])
{
    if (number)
        (void)snprintf(name, GUD_CAD_NAME + 12, "%s.%d", j->name, number + 1);
    else
        (void)snprintf(name, GUD_CAD_NAME + 12, "%s", j->name);
}

static bool is_round(const gud_fit *f)
{
    return f->kind == GUD_FIT_PIN || f->kind == GUD_FIT_PISTON || f->kind == GUD_FIT_CONE;
}

// rotation that takes the axis of the outer feature to that of the inner one, as a vector; zero where there is no axis
static void find_tilt(const gud_cad_writer *w, const gud_fit *f, double tilt[3])
{
    const double *axis = w->features->list[f->inner].axis;
    v3_set(tilt, 0.0, 0.0, 0.0);
    if (!is_round(f) || f->tilt < 0.1 * least_tilt) return;
    v3_cross(tilt, f->axis, axis);
    v3_scale(tilt, (v3_dot(f->axis, axis) < 0.0 ? -1.0 : 1.0) * f->tilt / v3_norm(tilt), tilt);
}

// frames of both bodies on the fit's axis, the inner one where its own axis is
static void find_frames(const gud_cad_writer *w, const gud_fit *f, gud_cad_frame frames[2])
{
    double tilt[3];
    gud_fit_frame(f, frames[0].R);
    memcpy(frames[1].R, frames[0].R, sizeof frames[1].R);
    v3_copy(frames[0].at, f->middle);
    v3_axpy(frames[1].at, f->middle, 1.0, f->offset);
    find_tilt(w, f, tilt);
    const double angle = v3_norm(tilt);
    if (angle > 0.0) {
        double axis[3], turn[9];
        v3_scale(axis, 1.0 / angle, tilt);
        gud_rot_about(axis, angle, turn);
        m3_mul(frames[1].R, turn, frames[0].R);
    }
}

static void write_frames(gud_cad_writer *w, const gud_cad_joint *j, int number, const gud_cad_frame frames[2])
{
    for (int k = 0; k < 2; k++) {
        char name[GUD_CAD_NAME + 12];
        frame_name(j, k, number, name);
        write_frame(w, name, j->body[k], &frames[k]);
    }
}

// ---- joints

static void begin_joint(gud_cad_writer *w, const gud_cad_joint *j, int number, const char *type, const gud_fit *f)
{
    char name[GUD_CAD_NAME + 12], frames[2][GUD_CAD_NAME + 12];
    joint_name(j, number, name);
    for (int k = 0; k < 2; k++) frame_name(j, k, number, frames[k]);
    gud_buffer_print(&w->joints, "  %s:   # %s, score %.2f: %s\n    type: %s\n    between: [%s, %s]\n", name,
                     gud_fit_names[f->kind], f->score, f->reason, type, frames[0], frames[1]);
}

static void put_length(gud_cad_writer *w, const char *key, double value)
{
    gud_buffer_print(&w->joints, "    %s: ", key);
    gud_cad_length(&w->joints, value);
}

static void put_origin(gud_cad_writer *w, const gud_fit *f, int which)
{
    gud_buffer_add(&w->joints, "   # ");
    gud_cad_faces(&w->joints, w, &w->features->list[which ? f->inner : f->outer]);
    gud_buffer_add(&w->joints, "\n");
}

static void put_clearance(gud_cad_writer *w, const gud_fit *f, double inner_radius)
{
    put_length(w, "clearance", f->clearance);
    gud_buffer_add(&w->joints, "   # radial; ");
    gud_cad_faces(&w->joints, w, &w->features->list[f->inner]);
    gud_buffer_add(&w->joints, ", radius ");
    gud_cad_length(&w->joints, inner_radius);
    gud_buffer_add(&w->joints, "\n");
}

static bool is_ideal(const gud_cad_writer *w)
{
    return strcmp(w->settings->model, "ideal") == 0;
}

static void put_components(gud_cad_writer *w, const char *key, const double value[3], double least,
                           void (*put)(gud_buffer *out, double value))
{
    if (!(v3_norm(value) > least)) return;
    gud_buffer_print(&w->joints, "    %s: [", key);
    for (int k = 0; k < 3; k++) {
        if (k) gud_buffer_add(&w->joints, ", ");
        if (fabs(value[k]) > 0.1 * least)
            put(&w->joints, value[k]);
        else
            gud_buffer_add(&w->joints, "0");
    }
    gud_buffer_add(&w->joints, "]   # as drawn; the run starts there\n");
}

// where the inner body starts: as drawn
static void put_start(gud_cad_writer *w, const gud_fit *f, const gud_cad_frame frames[2])
{
    double local[3], tilt[3], turned[3];
    if (w->settings->concentric || is_ideal(w)) return;
    gud_cad_into(&frames[0], frames[1].at, local);
    find_tilt(w, f, tilt);
    m3_apply_t(turned, frames[0].R, tilt);
    put_components(w, "eccentricity", local, least_offset, gud_cad_length);
    put_components(w, "tilt", turned, least_tilt, gud_cad_fine_angle);
}

// a torus all the way round within another: oil has nowhere to go
static bool is_closed_ring(const gud_cad_writer *w, const gud_fit *f)
{
    const gud_feature *outer = &w->features->list[f->outer];
    return f->kind == GUD_FIT_TORUS && outer->area > 0.999 * 4.0 * pi * pi * outer->radius * outer->tube;
}

// openings of a wall that turns about an axis; those of others are on its own grid or bound it
static int count_openings(gud_cad_writer *w, const gud_feature *g)
{
    gud_opening list[1];
    gud_arena arena;
    if (!gud_feature_turns(g)) return 0;
    gud_arena_init(&arena);
    const int n = gud_openings_find(w->features, g, &arena, list, 1);
    gud_arena_free(&arena);
    w->failed = w->failed || n < 0;
    return n < 0 ? 0 : n + g->ngap;
}

// The wall that carries the grid: the inner one, which is the smaller one of a slider or piston. Feeds are most exact
// where the grid is, so that an outer wall with openings carries it if the inner one has none and always covers it.
static int find_reference(gud_cad_writer *w, const gud_fit *f)
{
    const gud_feature *outer = &w->features->list[f->outer], *inner = &w->features->list[f->inner];
    const int open = w->films ? count_openings(w, outer) : 0;
    const bool covered = f->kind == GUD_FIT_CONE || f->kind == GUD_FIT_TORUS ||
                         (is_round(f) && outer->span[1] - outer->span[0] <= f->width * (1.0 + 1e-6));
    return open > 0 && covered && count_openings(w, inner) == 0 ? 0 : 1;
}

static void remark_other_openings(gud_cad_writer *w, const char *joint, const gud_feature *other)
{
    const int n = count_openings(w, other);
    if (n > 0)
        gud_cad_remark(w, "%s: the film ignores %d opening%s of %s, since its grid is on the other part", joint, n,
                       n == 1 ? "" : "s", w->assembly->parts[other->part].name);
}

// two walls as surfaces of the joint
static void put_walls(gud_cad_writer *w, const gud_cad_joint *j, int number, const gud_fit *f,
                      const gud_cad_frame frames[2])
{
    char name[GUD_CAD_NAME + 12], walls[2][GUD_CAD_NAME + 24];
    const int reference = find_reference(w, f);
    const gud_feature *of[2] = {&w->features->list[f->outer], &w->features->list[f->inner]};
    joint_name(j, number, name);
    (void)snprintf(walls[0], sizeof walls[0], "%s.outer", name);
    (void)snprintf(walls[1], sizeof walls[1], "%s.inner", name);
    w->nfeed = 0;
    for (int k = 0; k < 2; k++)
        gud_cad_surface_write(w, walls[k], w->films && k == reference ? name : NULL, of[k], &frames[k]);
    if (w->films && !gud_cad_riders_write(w, name, of, frames, reference))
        remark_other_openings(w, name, of[1 - reference]);
    gud_buffer_print(&w->joints, "    surfaces: [%s, %s]\n    reference: %s\n", walls[0], walls[1],
                     reference ? "second" : "first");
    if (!w->films) return;
    // what a ring of a pad encloses is its pocket
    const bool pocket = f->kind == GUD_FIT_PLANES && f->radius > f->width * (1.0 + 1e-6);
    if (is_closed_ring(w, f)) {
        gud_buffer_add(&w->joints, "    film: {grid: [48, 8], fill: 0.999}   # a cavity that is closed all around\n");
        return;
    }
    gud_buffer_add(&w->joints,
                   pocket ? "    film: {grid: [48, 8], ends: [= supply, 1 bar]}   # pocket inside, ambient outside\n"
                          : "    film: {grid: [48, 8]}\n");
}

static bool plain_pin(const gud_cad_writer *w, const gud_fit *f)
{
    return w->features->list[f->outer].kind == GUD_FACE_CYLINDER &&
           w->features->list[f->inner].kind == GUD_FACE_CYLINDER;
}

// the walls of a pin: radius, clearance, width; of a barrel its surfaces
static void put_pin(gud_cad_writer *w, const gud_cad_joint *j, int number, const gud_fit *f,
                    const gud_cad_frame frames[2])
{
    if (!plain_pin(w, f)) {
        put_walls(w, j, number, f, frames);
        return;
    }
    put_length(w, "radius", w->features->list[f->outer].radius);
    put_origin(w, f, 0);
    put_clearance(w, f, w->features->list[f->inner].radius);
    put_length(w, "width", f->width);
    gud_buffer_add(&w->joints, "   # overlap\n");
    if (w->films) {
        char name[GUD_CAD_NAME + 12];
        joint_name(j, number, name);
        gud_cad_feeds_write(w, name, f, frames);
    }
}

// the inner frame of a pin between thrust faces, such that it is in the middle of its play where the frames meet
static void centre_play(const gud_cad_joint *j, const gud_fit *f, gud_cad_frame frames[2])
{
    if (isfinite(j->play[0]) && isfinite(j->play[1]))
        v3_axpy(frames[1].at, frames[1].at, 0.5 * (j->play[0] - j->play[1]), f->axis);
}

// equal bearings of a revolute joint are one entry: their places along the axis; false: they differ
static bool equal_bearings(const gud_cad_writer *w, const gud_cad_joint *j)
{
    const gud_fit *first = &w->fits->list[j->fits[0]];
    for (int i = 0; i < j->nfit; i++) {
        const gud_fit *f = &w->fits->list[j->fits[i]];
        if (!plain_pin(w, f) || fabs(f->radius - first->radius) > 1e-9 ||
            fabs(f->clearance - first->clearance) > 1e-9 || fabs(f->width - first->width) > 1e-9 || f->ngroove > 0)
            return false;
    }
    return j->type == GUD_CAD_REVOLUTE && j->nfit > 1;
}

static void write_shaft(gud_cad_writer *w, const gud_cad_joint *j)
{
    const bool several = equal_bearings(w, j);
    const int entries = several || is_ideal(w) ? 1 : j->nfit;
    for (int i = 0; i < entries; i++) {
        const gud_fit *f = &w->fits->list[j->fits[i]];
        gud_cad_frame frames[2];
        find_frames(w, f, frames);
        if (i == 0) centre_play(j, f, frames);
        write_frames(w, j, i, frames);
        begin_joint(w, j, i, gud_cad_types[j->type], f);
        gud_buffer_add(&w->joints, "    model: = model\n");
        put_pin(w, j, i, f, frames);
        put_start(w, f, frames);
        if (several) {
            gud_buffer_add(&w->joints, "    bearings: [");
            for (int k = 0; k < j->nfit; k++) {
                double d[3];
                v3_axpy(d, w->fits->list[j->fits[k]].middle, -1.0, f->middle);
                if (k) gud_buffer_add(&w->joints, ", ");
                gud_cad_length(&w->joints, v3_dot(d, f->axis));
            }
            gud_buffer_add(&w->joints, "]\n");
        }
        if (i == 0 && isfinite(j->play[0]) && isfinite(j->play[1]) && !w->films) {
            put_length(w, "play", 0.5 * (j->play[0] + j->play[1]));
            gud_buffer_add(&w->joints, "   # between thrust faces\n");
        }
    }
    for (int i = entries; i < j->nfit && !several; i++)
        gud_buffer_add(&w->joints, "    # a second bearing on this axis adds nothing to an ideal joint\n");
}

static void write_ball(gud_cad_writer *w, const gud_cad_joint *j)
{
    gud_fit f = w->fits->list[j->fits[0]];
    gud_cad_frame frames[2];
    double cup[2];
    const gud_feature *socket = &w->features->list[f.outer];
    const bool open = gud_cad_cup(w->features, socket, f.axis, cup);
    find_frames(w, &f, frames);
    if (open && w->films) gud_cad_socket_feeds(w, j->name, socket, &frames[0], cup);
    write_frames(w, j, 0, frames);
    begin_joint(w, j, 0, "spherical", &f);
    gud_buffer_add(&w->joints, "    model: = model\n");
    put_length(w, "radius", f.radius);
    put_origin(w, &f, 0);
    put_clearance(w, &f, w->features->list[f.inner].radius);
    put_start(w, &f, frames);
    if (open) {
        gud_buffer_add(&w->joints, "    cup: [");
        gud_cad_angle(&w->joints, cup[0]);
        gud_buffer_add(&w->joints, ", ");
        gud_cad_angle(&w->joints, cup[1]);
        gud_buffer_add(&w->joints, "]   # what the socket encloses, from z of its frame\n");
    }
    if (w->films)
        gud_buffer_add(&w->joints,
                       open ? "    film: {grid: [48, 16]}\n"
                            : "    film: {grid: [48, 16], fill: 0.999}   # a socket that is closed all around\n");
}

// ---- sliders

typedef struct {
    double play[2], height[2]; // of the pairs of sides across y and x: mean gap, and size of the block
    double breadth[2], length;
    double offset[3]; // of the block from the middle, as drawn
    int pairs;
    gud_cad_frame frame;
} guide;

// the block between walls: slides along z, sides across y and, if there are four, x
static void measure_guide(const gud_cad_writer *w, const gud_cad_joint *j, guide *g)
{
    const gud_fit *first = &w->fits->list[j->fits[0]];
    double side[2][3], slide[3], centre[3] = {0.0, 0.0, 0.0};
    memset(g, 0, sizeof *g);
    v3_copy(side[0], first->axis);
    v3_copy(slide, first->along);
    g->pairs = 1;
    for (int i = 1; i < j->nfit; i++) {
        const gud_fit *f = &w->fits->list[j->fits[i]];
        if (fabs(v3_dot(f->axis, side[0])) > 0.5 || g->pairs == 2) continue;
        v3_copy(side[1], f->axis);
        v3_cross(slide, side[1], side[0]);
        g->pairs = 2;
    }
    for (int p = 0; p < g->pairs; p++) {
        double ends[2] = {INFINITY, -INFINITY};
        g->breadth[p] = INFINITY;
        for (int i = 0; i < j->nfit; i++) {
            const gud_fit *f = &w->fits->list[j->fits[i]];
            if (fabs(v3_dot(f->axis, side[p])) < 0.5) continue;
            const double at = v3_dot(f->middle, side[p]);
            ends[0] = fmin(ends[0], at), ends[1] = fmax(ends[1], at);
            g->play[p] += 0.5 * f->clearance;
            v3_axpy(g->offset, g->offset, 0.5 * f->clearance, f->axis);
            const bool lengthwise = fabs(v3_dot(f->along, slide)) > 0.5;
            g->length = lengthwise ? f->width : f->breadth;
            g->breadth[p] = fmin(g->breadth[p], lengthwise ? f->breadth : f->width);
            if (p == 0) v3_axpy(centre, centre, 0.5, f->middle);
        }
        g->height[p] = ends[1] - ends[0] - 2.0 * g->play[p];
        if (p == 1) v3_axpy(centre, centre, 0.5 * (ends[0] + ends[1]) - v3_dot(centre, side[1]), side[1]);
    }
    v3_axpy(g->offset, g->offset, -v3_dot(g->offset, slide), slide); // of sides that are not quite parallel to it
    v3_copy(g->frame.at, centre);
    double across[3];
    v3_cross(across, side[0], slide);
    for (int k = 0; k < 3; k++) {
        g->frame.R[3 * k] = across[k];
        g->frame.R[3 * k + 1] = side[0][k];
        g->frame.R[3 * k + 2] = slide[k];
    }
}

// can the built-in block stand for it? All sides have the same gap and reach over the whole block
static bool is_block(const guide *g)
{
    if (g->pairs == 1) return true;
    return fabs(g->play[0] - g->play[1]) <= 1e-3 * g->play[0] &&
           fabs(g->breadth[0] - g->height[1]) <= 0.01 * g->height[1] &&
           fabs(g->breadth[1] - g->height[0]) <= 0.01 * g->height[0];
}

// a pair of walls without a lower pair, in a joint of its own
static void write_free(gud_cad_writer *w, const gud_cad_joint *j, int number, const gud_fit *f)
{
    gud_cad_frame frames[2];
    if (is_ideal(w)) return;
    find_frames(w, f, frames);
    v3_copy(frames[1].at, frames[0].at);
    write_frames(w, j, number, frames);
    begin_joint(w, j, number, "free", f);
    gud_buffer_add(&w->joints, "    model: = model\n");
    put_walls(w, j, number, f, frames);
}

static void write_guide(gud_cad_writer *w, const gud_cad_joint *j)
{
    const gud_fit *f = &w->fits->list[j->fits[0]];
    guide g;
    measure_guide(w, j, &g);
    const bool block = is_block(&g);
    // an ideal joint holds the start; films of unequal sides take over in joints of their own
    if (block || is_ideal(w)) {
        gud_cad_frame frames[2] = {g.frame, g.frame};
        v3_axpy(frames[1].at, frames[1].at, 1.0, g.offset);
        write_frames(w, j, 0, frames);
        begin_joint(w, j, 0, "prismatic", f);
        gud_buffer_add(&w->joints, "    model: = model\n    size: [");
        gud_cad_length(&w->joints, g.length);
        gud_buffer_add(&w->joints, ", ");
        gud_cad_length(&w->joints, g.height[0]);
        if (g.pairs == 2) {
            gud_buffer_add(&w->joints, ", ");
            gud_cad_length(&w->joints, g.height[1]);
        }
        gud_buffer_add(&w->joints, "]");
        put_origin(w, f, 1);
        put_length(w, "clearance", g.play[0]);
        gud_buffer_add(&w->joints, "   # mean of both sides\n");
        put_start(w, f, frames);
        if (g.pairs == 1) {
            put_length(w, "width", g.breadth[0]);
            gud_buffer_add(&w->joints, "\n");
        }
        return;
    }
    for (int i = 0; i < j->nfit; i++) write_free(w, j, i, &w->fits->list[j->fits[i]]);
}

static void write_planes(gud_cad_writer *w, const gud_cad_joint *j)
{
    const gud_fit *f = &w->fits->list[j->fits[0]];
    gud_cad_frame frames[2];
    if (!is_ideal(w)) {
        write_free(w, j, 0, f);
        return;
    }
    find_frames(w, f, frames);
    write_frames(w, j, 0, frames);
    begin_joint(w, j, 0, "planar", f);
}

static void write_joints(gud_cad_writer *w)
{
    for (int i = 0; i < w->mechanism->njoint; i++) {
        const gud_cad_joint *j = &w->mechanism->joints[i];
        switch (j->type) {
        case GUD_CAD_REVOLUTE:
        case GUD_CAD_CYLINDRICAL:
            write_shaft(w, j);
            break;
        case GUD_CAD_SPHERICAL:
            write_ball(w, j);
            break;
        case GUD_CAD_PRISMATIC:
            write_guide(w, j);
            break;
        case GUD_CAD_PLANAR:
            write_planes(w, j);
            break;
        case GUD_CAD_FREE:
            write_free(w, j, 0, &w->fits->list[j->fits[0]]);
            break;
        }
    }
}

// ---- the run

static void write_run(gud_cad_writer *w, gud_buffer *out)
{
    const gud_cad_settings *s = w->settings;
    if (s->drive != GUD_BODY_NONE) {
        const char *name = w->mechanism->bodies[s->drive].name;
        gud_buffer_print(out, "\ndrive:\n  %s.angle: {rate: = speed}\n", name);
        gud_buffer_print(out,
                         "\nsimulate:\n  until: 720 deg of %s\n  tolerance: 1e-4\n\nrecord:\n  every: 2 deg of %s\n",
                         name, name);
        return;
    }
    gud_buffer_add(out,
                   "\nsimulate:\n  until: 20 ms   # nothing drives it: see --drive\n  tolerance: 1e-4\n\nrecord:\n  "
                   "every: 0.2 ms\n");
}

static void add_section(gud_buffer *out, const char *key, const gud_buffer *section)
{
    if (section->size > 0) gud_buffer_print(out, "\n%s:\n%s", key, gud_buffer_text(section));
}

gud_status gud_cad_write(const gud_mechanism *mechanism, const gud_cad_settings *settings, gud_cad_model *model,
                         gud_error *error)
{
    gud_cad_writer w = {.mechanism = mechanism,
                        .fits = mechanism->fits,
                        .features = mechanism->fits->features,
                        .assembly = mechanism->fits->features->assembly,
                        .settings = settings,
                        .model = model,
                        .films = strcmp(settings->model, "mixed") == 0 || strcmp(settings->model, "reynolds") == 0};
    int nshape = 0;
    gud_arena arena;
    gud_arena_init(&arena);
    for (int i = 0; i < w.assembly->npart; i++)
        if (w.assembly->parts[i].shape >= nshape) nshape = w.assembly->parts[i].shape + 1;
    w.copies = GUD_TAKE(&arena, const gud_cad_body *, nshape);
    gud_buffer *const sections[] = {&w.frames, &w.surfaces, &w.joints, &w.feeds, &model->text, &model->remarks};
    *model = (gud_cad_model){0};
    for (int i = 0; i < GUD_COUNT(sections); i++) gud_buffer_init(sections[i]);
    if (!w.copies) {
        gud_arena_free(&arena);
        return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    }
    write_head(&w, &model->text);
    gud_cad_remark_parts(&w);
    write_ground(&w, &model->text);
    write_bodies(&w, &model->text);
    write_joints(&w);
    add_section(&model->text, "frames", &w.frames);
    add_section(&model->text, "surfaces", &w.surfaces);
    add_section(&model->text, "joints", &w.joints);
    add_section(&model->text, "feeds", &w.feeds);
    write_run(&w, &model->text);
    for (int i = 0; i < GUD_COUNT(sections); i++) w.failed = w.failed || sections[i]->failed;
    for (int i = 0; i < 4; i++) gud_buffer_free(sections[i]);
    gud_arena_free(&arena);
    return w.failed ? gud_fail(error, GUD_ERR_MEMORY, "out of memory") : GUD_OK;
}
