// Contacts of many round parts: section `contacts`.

#include "base/alloc.h"
#include "base/glob.h"
#include "model/builder.h"
#include "num/pi.h"

#include <stddef.h>
#include <string.h>

// ---- keys

static const gud_field ring_fields[] = {
    {.key = "count",
     .type = GUD_INTEGER,
     .offset = offsetof(gud_ring_params, count),
     .fallback = GUD_REQUIRED,
     .low = 1,
     .high = 100000,
     .about = "number of parts"},
    GUD_FIELD_POSITIVE(gud_ring_params, radius, "m", GUD_REQUIRED, "radius of the circle of their centres, about z"),
    GUD_FIELD(gud_ring_params, angle, "rad", 0.0, 0.0, 0.0, "angle of the first part, from x towards y"),
};
static const gud_row ring_row = GUD_ROW(gud_ring_params, "ring", "round parts in a ring", ring_fields);

static const gud_field contacts_fields[] = {
    {.key = "between",
     .type = GUD_NAMES,
     .offset = offsetof(gud_contacts_params, between),
     .count = 2,
     .fallback = GUD_REQUIRED,
     .about = "frames of the two sets: names, or patterns such as `ball*` for all frames and bodies of the model with "
              "such a name; the same one twice: parts of one set meet each other"},
    {.key = "radius",
     .type = GUD_VECTOR,
     .offset = offsetof(gud_contacts_params, radius),
     .count = 2,
     .unit = "m",
     .fallback = GUD_REQUIRED,
     .low = 0.0,
     .high = (double)INFINITY,
     .flags = GUD_OPEN_LOW | GUD_OPEN_HIGH,
     .about = "radii of the parts of the first and the second set; of a groove: of its cross-section"},
    GUD_FIELD_GROUP(gud_contacts_params, ring, &ring_row, GUD_OPTIONAL,
                    "every frame of the first set has several parts in a ring, such as the teeth of a sprocket"),
    GUD_FIELD_POSITIVE(gud_contacts_params, width, "m", GUD_OPTIONAL,
                       "length of the line contact, for laws that need it"),
    GUD_FIELD_TABLE(gud_contacts_params, contact, &gud_contact_choice, GUD_REQUIRED, "contact law"),
    GUD_FIELD_TABLE(gud_contacts_params, friction, &gud_friction_choice, GUD_OPTIONAL, "friction law; default: none"),
};
static const gud_row contacts_row = {.name = "contacts",
                                     .about = "dry contacts between two sets of round parts",
                                     .source = "docs/theory/contacts.md",
                                     .size = sizeof(gud_contacts_params),
                                     .fields = contacts_fields,
                                     .nfield = GUD_COUNT(contacts_fields)};

static const char *const faces[] = {"outer", "inner", NULL};
static const gud_field groove_fields[] = {
    GUD_FIELD_POSITIVE(gud_groove_params, pitch, "m", GUD_REQUIRED,
                       "distance of the centre of its cross-section from the axis z of the first frame"),
    {.key = "face",
     .type = GUD_CHOICE,
     .offset = offsetof(gud_groove_params, face),
     .choices = faces,
     .fallback = GUD_REQUIRED,
     .about = "half of the cross-section that the balls run on: outer, of an outer ring; inner, of an inner ring"},
};
static const gud_row round_row = {.name = "round", .about = "discs or balls that touch from outside"};
static const gud_row bore_row = {.name = "bore", .about = "circles or hollow spheres around discs or balls"};
static const gud_row groove_row =
    GUD_ROW(gud_groove_params, "groove", "circular grooves of ball bearings, in space", groove_fields);
static const gud_row *const shape_rows[] = {&round_row, &bore_row, &groove_row, NULL};

const gud_section gud_contacts_section = {
    .key = "contacts",
    .about = "dry contacts of many round parts: balls, rollers, teeth",
    .named = true,
    .common = &contacts_row,
    .selector = "type",
    .fallback = "round",
    .rows = shape_rows,
    .example = "contacts:\n  balls: {between: [ball*, ball*], radius: [4 mm, 4 mm], contact: {law: hunt_crossley, "
               "stiffness: 1e9}}\n",
};

// ---- sets of parts

// frames with such a name, into `list` if there is one; returns how many
static int match_frames(const gud_builder *b, const char *pattern, int *list)
{
    const gud_entities *bodies = gud_input_section(b->in, "bodies"), *frames = gud_input_section(b->in, "frames");
    int n = 0;
    if (gud_glob_match(pattern, "ground")) {
        if (list) list[n] = b->m->body[0].frame;
        n++;
    }
    for (int i = 0; i < bodies->count; i++) {
        if (!gud_glob_match(pattern, bodies->list[i].name)) continue;
        if (list) list[n] = b->m->body[i + 1].frame;
        n++;
    }
    for (int i = 0; i < frames->count; i++) {
        if (!gud_glob_match(pattern, frames->list[i].name)) continue;
        if (list) list[n] = b->named_frame[i];
        n++;
    }
    return n;
}

static void place_parts(const gud_ring_params *ring, int frame, int body, int first, gud_crowd_side *side)
{
    const int count = ring ? ring->count : 1;
    for (int k = 0; k < count; k++) {
        const double angle = ring ? ring->angle + 2.0 * pi * k / count : 0.0, radius = ring ? ring->radius : 0.0;
        side->frame[first + k] = frame;
        side->body[first + k] = body;
        side->at[first + k][0] = radius * cos(angle);
        side->at[first + k][1] = radius * sin(angle);
    }
}

static bool make_side(gud_builder *b, const gud_entity *e, int which, gud_crowd_side *side)
{
    enum { most_parts = 1000000 };
    const gud_contacts_params *p = e->common;
    const gud_ring_params *ring = which == 0 ? p->ring : NULL;
    const int count = ring ? ring->count : 1, n = match_frames(b, p->between[which], NULL);
    gud_arena *arena = &b->m->arena;
    if (n == 0 || n > most_parts / count) {
        GUD_WRONG(b, e, "between",
                  n == 0 ? "between: no frame or body has a name like '%s'" : "between: too many parts are like '%s'",
                  p->between[which]);
        return false;
    }
    int *frames = GUD_TAKE(arena, int, n);
    side->n = n * count;
    side->radius = p->radius[which];
    side->frame = GUD_TAKE(arena, int, side->n);
    side->body = GUD_TAKE(arena, int, side->n);
    side->at = gud_arena_take(arena, (size_t)side->n, sizeof *side->at);
    if (arena->failed) return false;
    (void)match_frames(b, p->between[which], frames);
    for (int i = 0; i < n; i++) {
        const int body = b->m->frame[frames[i]].body;
        if (b->m->body[body].beam) {
            GUD_WRONG(b, e, "between", "'%s' is a beam; contacts act on rigid bodies only", b->m->body[body].name);
            return false;
        }
        place_parts(ring, frames[i], body, i * count, side);
    }
    return true;
}

// two frames that are in both sets would meet twice, with twice the force
static bool would_meet_twice(gud_builder *b, const gud_crowd *c)
{
    bool *first = GUD_TAKE(&b->m->arena, bool, b->m->nframe);
    int both = 0;
    for (int i = 0; first && i < c->side[0].n; i++) first[c->side[0].frame[i]] = true;
    for (int i = 0; first && i < c->side[1].n; i++) both += first[c->side[1].frame[i]];
    return both > 1;
}

static bool make_sides(gud_builder *b, const gud_entity *e, gud_crowd *c)
{
    const gud_contacts_params *p = e->common;
    c->same = strcmp(p->between[0], p->between[1]) == 0;
    if (!make_side(b, e, 0, &c->side[0])) return false;
    if (!c->same && !make_side(b, e, 1, &c->side[1])) return false;
    if (!c->same && would_meet_twice(b, c)) {
        GUD_WRONG(b, e, "between",
                  "between: some parts are in both sets and would meet twice; use one pattern twice, or "
                  "sets without common parts");
        return false;
    }
    if (!c->same) return true;
    if (c->shape != GUD_CROWD_ROUND || p->radius[0] != p->radius[1] || p->ring) {
        GUD_WRONG(b, e, "between", "parts of one set meet from outside, with one radius and without 'ring'");
        return false;
    }
    c->side[1] = c->side[0];
    return true;
}

// ---- laws

static bool make_contact(gud_builder *b, const gud_entity *e, gud_crowd *c)
{
    const gud_contacts_params *p = e->common;
    const gud_contact_law *law = gud_contact_find(p->contact.row->name);
    gud_contact_params params;
    gud_contact_pair pair;
    gud_error error;
    if (law->sudden) {
        GUD_WRONG(b, e, "contact", "the force of %s jumps where a contact begins; use hunt_crossley", law->row.name);
        return false;
    }
    memcpy(&params, p->contact.params, sizeof params);
    const gud_law_context context = gud_build_law_context(b, &error);
    if (law->outside &&
        !gud_build_sourced(b, e, "contact", &params.source, gud_contact_source(&context, &params), &error))
        return false;
    gud_contact_pair_set(p->contact.common, (double)NAN, (double)NAN, p->width, &pair);
    pair.curvature = c->shape == GUD_CROWD_ROUND ? GUD_CURVATURE_EXTERNAL : GUD_CURVATURE_INTERNAL;
    pair.radii[0] = c->side[1].radius; // the ball, then the hole
    pair.radii[1] = c->side[0].radius;
    return gud_build_made(b, e, "contact", gud_contact_make(law, &params, &pair, &error, &c->contact), &error);
}

static bool make_friction(gud_builder *b, const gud_entity *e, gud_crowd *c)
{
    const gud_contacts_params *p = e->common;
    gud_friction_params params;
    gud_error error;
    c->rubs = p->friction.row != NULL;
    if (!c->rubs) return true;
    const gud_friction_law *law = gud_friction_find(p->friction.row->name);
    if (law->state) {
        GUD_WRONG(b, e, "friction", "friction law %s needs a state of every contact; `contacts` have none",
                  law->row.name);
        return false;
    }
    memcpy(&params, p->friction.params, sizeof params);
    const gud_law_context context = gud_build_law_context(b, &error);
    if (law->outside &&
        !gud_build_sourced(b, e, "friction", &params.source, gud_friction_source(&context, &params), &error))
        return false;
    return gud_build_made(b, e, "friction", gud_friction_make(law, &params, &error, &c->friction), &error);
}

// ---- the whole

static bool check_shape(gud_builder *b, const gud_entity *e, gud_crowd *c)
{
    const gud_contacts_params *p = e->common;
    if (c->shape != GUD_CROWD_ROUND && p->radius[0] <= p->radius[1]) {
        GUD_WRONG(b, e, "radius", "the first radius must be larger than the second, which runs inside it");
        return false;
    }
    if (c->shape != GUD_CROWD_GROOVE) return true;
    const gud_groove_params *groove = e->params;
    c->pitch = groove->pitch;
    c->face = groove->face == 0 ? 1.0 : -1.0;
    if (!b->m->planar && groove->pitch > p->radius[0]) return true;
    GUD_WRONG(b, e, "type", "a groove has its place in space, with a pitch larger than its radius");
    return false;
}

// near pairs and contacts that there is room for
static bool take_room(gud_builder *b, const gud_entity *e, gud_crowd *c)
{
    const double all = (double)c->side[0].n * c->side[1].n;
    const int n = c->side[0].n + (c->same ? 0 : c->side[1].n), room = gud_crowd_room(n, b->m->planar);
    c->most = all < room ? (int)all : room;
    if (c->shape == GUD_CROWD_ROUND || all <= room) return true;
    GUD_WRONG(b, e, "between", "%d bores or grooves around %d parts are too many", c->side[0].n, c->side[1].n);
    return false;
}

static void build_one(gud_builder *b, const gud_entity *e)
{
    gud_crowd *c = &b->m->crowd[b->m->ncrowd];
    *c = (gud_crowd){.name = gud_build_text(b, e->name),
                     .shape = e->row == &bore_row     ? GUD_CROWD_BORE
                              : e->row == &groove_row ? GUD_CROWD_GROOVE
                                                      : GUD_CROWD_ROUND};
    if (check_shape(b, e, c) && make_sides(b, e, c) && take_room(b, e, c) && make_contact(b, e, c) &&
        make_friction(b, e, c))
        b->m->ncrowd++;
}

void gud_build_contacts(gud_builder *b)
{
    const gud_entities *contacts = gud_input_section(b->in, "contacts");
    b->m->crowd = GUD_TAKE(&b->m->arena, gud_crowd, contacts->count);
    for (int i = 0; i < contacts->count && b->m->crowd && !b->wrong; i++) build_one(b, &contacts->list[i]);
}

// ---- edges of the Newton matrix

static int add_edge(const gud_model *m, int a, int b, int (*edge)[2])
{
    const gud_frame *first = &m->frame[a], *second = &m->frame[b];
    if (first->nv == 0 || second->nv == 0 || first->node0 == second->node0) return 0;
    edge[0][0] = first->node0;
    edge[0][1] = second->node0;
    return 1;
}

static int distinct_bodies(const gud_crowd_side *side)
{
    int n = 1;
    for (int i = 1; i < side->n; i++) n += side->body[i] != side->body[i - 1];
    return n;
}

// One body among many meets any of them. Of many among many those are coupled that are near each other in the initial
// guess, and so may stay neighbours, as balls in a race do; but not those of a heap, whose factors would fill up.
enum { most_neighbours = 2 };
static gud_status couple_crowd(const gud_model *m, const gud_crowd *c, const gud_pose *pose, int (*edge)[2], int *nedge)
{
    if (distinct_bodies(&c->side[0]) == 1 || distinct_bodies(&c->side[1]) == 1) {
        for (int i = 0; i < c->side[0].n; i++)
            for (int j = 0; j < c->side[1].n; j++) {
                const bool again = (i > 0 && c->side[0].body[i] == c->side[0].body[i - 1]) ||
                                   (j > 0 && c->side[1].body[j] == c->side[1].body[j - 1]);
                if (!again) *nedge += add_edge(m, c->side[0].frame[i], c->side[1].frame[j], edge + *nedge);
            }
        return GUD_OK;
    }
    gud_crowd_work *w = gud_crowd_work_create(c);
    if (!w) return GUD_ERR_MEMORY;
    (void)gud_crowd_near(c, pose, fmin(c->side[0].radius, c->side[1].radius), w); // too many: none
    const bool heap = w->nnear > most_neighbours * c->side[1].n;
    for (int i = 0; i < w->nnear && !heap; i++)
        *nedge += add_edge(m, c->side[0].frame[w->near[i][0]], c->side[1].frame[w->near[i][1]], edge + *nedge);
    gud_crowd_work_free(w);
    return GUD_OK;
}

gud_status gud_model_couple_contacts(const gud_model *m, int (*edge)[2], int *nedge)
{
    if (m->ncrowd == 0) return GUD_OK;
    gud_pose *pose = gud_alloc((size_t)m->nframe, sizeof *pose);
    if (!pose) return GUD_ERR_MEMORY;
    gud_status st = GUD_OK;
    for (int i = 0; i < m->nbody; i++) {
        const gud_body *b = &m->body[i];
        b->kind->poses(&m->frame[b->frame0], b->nframe, m->q_start + b->q0, m->v_start + b->v0, &pose[b->frame0]);
    }
    for (int i = 0; i < m->ncrowd && st == GUD_OK; i++) st = couple_crowd(m, &m->crowd[i], pose, edge, nedge);
    gud_free(pose);
    return st;
}
