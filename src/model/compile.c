#include "model/compile.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "body/beam.h"
#include "load/expression.h"
#include "model/builder.h"
#include "num/vec.h"

#include <stdlib.h>
#include <string.h>

static int beam_nodes(const gud_entities *bodies)
{
    int sum = 0;
    for (int i = 0; i < bodies->count; i++) sum += gud_build_beam_nodes(&bodies->list[i]);
    return sum;
}

// bearings of all joints
static int count_bearings(const gud_entities *joints)
{
    int sum = 0;
    for (int i = 0; i < joints->count; i++) sum += ((const gud_joint_params *)joints->list[i].common)->bearings.count;
    return sum;
}

// points of all distributed forces
static int count_points(const gud_builder *b)
{
    const gud_entities *forces = gud_input_section(b->in, "forces");
    int sum = 0;
    for (int i = 0; i < forces->count; i++) sum += gud_build_span_points(b, &forces->list[i]);
    return sum;
}

// Upper bounds, so that everything can be taken from the arena at once.
static void take(gud_builder *b)
{
    const gud_input *in = b->in;
    gud_model *m = b->m;
    const int nbody = gud_input_section(in, "bodies")->count, nframe = gud_input_section(in, "frames")->count;
    const int njoint = gud_input_section(in, "joints")->count, ndrive = gud_input_section(in, "drive")->count;
    const int nstart = gud_input_section(in, "start")->count, nforce = gud_input_section(in, "forces")->count;
    const int nfeed = gud_input_section(in, "feeds")->count;
    b->room_coordinate = 4 * njoint + 4 * nbody + ndrive + nstart + nforce + nfeed + 2;
    m->body = GUD_TAKE(&m->arena, gud_body, nbody + 1);
    const int nbearing = count_bearings(gud_input_section(in, "joints")), npoint = count_points(b);
    m->frame = GUD_TAKE(&m->arena, gud_frame, 1 + 2 * nbody + nframe + 2 * njoint + 2 * nbearing + npoint);
    m->link = GUD_TAKE(&m->arena, gud_link, njoint + ndrive + nstart);
    m->plain = GUD_TAKE(&m->arena, gud_plain, njoint + ndrive + nstart);
    m->row = GUD_TAKE(&m->arena, gud_constraint, GUD_JOINT_ROWS * njoint + ndrive + nstart);
    m->motion = GUD_TAKE(&m->arena, gud_driver_law, ndrive);
    m->pair = GUD_TAKE(&m->arena, gud_pair, njoint + nbearing);
    m->force = GUD_TAKE(&m->arena, gud_force, nforce + npoint);
    m->coordinate = GUD_TAKE(&m->arena, gud_coordinate, b->room_coordinate);
    const int flexible = GUD_BEAM_NODE * beam_nodes(gud_input_section(in, "bodies"));
    m->q_start = GUD_TAKE(&m->arena, double, 7 * nbody + flexible);
    m->v_start = GUD_TAKE(&m->arena, double, 6 * nbody + flexible);
    m->mass_diagonal = GUD_TAKE(&m->arena, double, 6 * nbody + flexible);
    m->v_class = GUD_TAKE(&m->arena, int, 6 * nbody + flexible);
}

// fills p and returns true if the joint is plain
static bool find_plain(const gud_model *m, const gud_link *link, gud_plain *p)
{
    const gud_frame *frames[2] = {&m->frame[link->a], &m->frame[link->b]};
    *p = (gud_plain){.row0 = link->row0, .nrow = link->nrow, .jac = m->row[link->row0].jac};
    if (link->role == GUD_START) return false;
    for (int e = 0; e < 2; e++) {
        const gud_body *body = &m->body[frames[e]->body];
        if (body->beam) return false;
        p->base[e] = body->frame0;
        p->nv[e] = body->nv;
        memcpy(p->s[e], frames[e]->s, sizeof p->s[e]);
    }
    for (int i = 0; i < link->nrow; i++) {
        const gud_constraint *row = &m->row[link->row0 + i];
        const int axes[2] = {row->gauge.i, row->gauge.j}, k = i - p->nworld;
        const bool along = row->gauge.kind == GUD_WORLD && row->gauge.i == i;
        if (row->motion >= 0 || (!along && (row->gauge.kind != GUD_COSINE || k >= GUD_PLAIN_AXES))) return false;
        p->target[i] = row->target;
        if (along) p->nworld++;
        for (int e = 0; e < 2 && !along; e++) m3_column(p->axis[k][e], frames[e]->C, axes[e]);
    }
    return true;
}

// calls f with the place of every number of a frame that joints, plain ones among them or not, have
static void each_frame_of_links(gud_model *m, bool plain_too, void (*f)(void *user, int *frame), void *user)
{
    gud_plain plain;
    for (int i = 0; i < m->nlink; i++) {
        gud_link *link = &m->link[i];
        if (!plain_too && find_plain(m, link, &plain)) continue;
        f(user, &link->a);
        f(user, &link->b);
        for (int k = link->row0; k < link->row0 + link->nrow; k++) {
            f(user, &m->row[k].gauge.a);
            f(user, &m->row[k].gauge.b);
        }
    }
}

// the same for coordinates, pairs and forces
static void each_frame(gud_model *m, void (*f)(void *user, int *frame), void *user)
{
    for (int i = 0; i < m->ncoordinate; i++) {
        f(user, &m->coordinate[i].gauge.a);
        f(user, &m->coordinate[i].gauge.b);
    }
    for (int i = 0; i < m->npair; i++)
        for (int k = 0; k < 2; k++) f(user, &m->pair[i].frame[k]);
    for (int i = 0; i < m->ncrowd; i++)
        for (int k = 0; k < (m->crowd[i].same ? 1 : 2); k++)
            for (int j = 0; j < m->crowd[i].side[k].n; j++) f(user, &m->crowd[i].side[k].frame[j]);
    for (int i = 0; i < m->nforce; i++)
        for (int k = 0; k < m->force[i].nframe; k++) f(user, &m->force[i].frame[k]);
}

// where frames go
typedef struct {
    int *place;
    bool *acts;
} frame_order;

static void note_acting(void *user, int *frame)
{
    const frame_order *o = user;
    o->acts[*frame] = true;
}

static void replace_frame(void *user, int *frame)
{
    const frame_order *o = user;
    *frame = o->place[*frame];
}

// a body's own frame comes first, then those that act, then the others
static void place_frames(gud_model *m, const gud_frame *old, const frame_order *o)
{
    for (int k = 0; k < m->nframe; k++)
        if (m->body[old[k].body].nframe++ == 0) o->acts[k] = true;
    for (int i = 1; i < m->nbody; i++) m->body[i].frame0 = m->body[i - 1].frame0 + m->body[i - 1].nframe;
    for (int i = 0; i < m->nbody; i++) m->body[i].nframe = 0;
    for (int others = 0; others < 2; others++) {
        for (int k = 0; k < m->nframe; k++) {
            gud_body *body = &m->body[old[k].body];
            if (o->acts[k] == (others == 0)) o->place[k] = body->frame0 + body->nframe++;
        }
        for (int i = 0; i < m->nbody && others == 0; i++) m->body[i].nacting = m->body[i].nframe;
    }
}

// frames of one body stand together
static gud_status sort_frames(gud_model *m)
{
    frame_order o = {.place = gud_alloc((size_t)m->nframe, sizeof *o.place),
                     .acts = gud_alloc((size_t)m->nframe, sizeof *o.acts)};
    gud_frame *old = gud_alloc((size_t)m->nframe, sizeof *old);
    const bool fine = o.place && o.acts && old;
    if (fine) {
        memcpy(old, m->frame, (size_t)m->nframe * sizeof *old);
        each_frame_of_links(m, false, note_acting, &o);
        each_frame(m, note_acting, &o);
        place_frames(m, old, &o);
        for (int k = 0; k < m->nframe; k++) m->frame[o.place[k]] = old[k];
        each_frame_of_links(m, true, replace_frame, &o);
        each_frame(m, replace_frame, &o);
        for (int i = 0; i < m->nbody; i++) m->body[i].frame = o.place[m->body[i].frame];
        for (int i = 0; i < m->record.npoint; i++) m->record.point[i] = o.place[m->record.point[i]];
    }
    gud_free(o.place);
    gud_free(o.acts);
    gud_free(old);
    return fine ? GUD_OK : GUD_ERR_MEMORY;
}

static void number_frames(gud_model *m)
{
    static const double one[9] = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0};
    for (int k = 0; k < m->nframe; k++) {
        m->frame[k].aligned = true;
        for (int i = 0; i < 9; i++) m->frame[k].aligned = m->frame[k].aligned && m->frame[k].C[i] == one[i];
        m->frame[k].central = m->frame[k].aligned && v3_dot(m->frame[k].s, m->frame[k].s) == 0.0;
        const gud_body *body = &m->body[m->frame[k].body];
        m->frame[k].v0 = body->v0 + m->frame[k].first;
        m->frame[k].node0 = body->node0 + m->frame[k].first / GUD_BEAM_NODE;
    }
}

static void number_rows(gud_model *m)
{
    for (int i = 0; i < m->nrow; i++) {
        m->row[i].jac = m->njac;
        m->njac += m->frame[m->row[i].gauge.a].nv + m->frame[m->row[i].gauge.b].nv;
    }
    for (int i = 0; i < m->nlink; i++) {
        m->link[i].plain = find_plain(m, &m->link[i], &m->plain[i]);
        if (!m->link[i].plain) m->plain[i] = (gud_plain){0};
    }
}

// groups of unknowns: bodies first, then links
static void number_nodes(gud_model *m)
{
    int most = m->nlink;
    for (int i = 1; i < m->nbody; i++) most += m->body[i].nnode;
    m->node_size = GUD_TAKE(&m->arena, int, most);
    m->node_owner = GUD_TAKE(&m->arena, int, most);
    if (m->arena.failed) return;
    for (int i = 1; i < m->nbody; i++) {
        m->body[i].node0 = m->nnode;
        for (int k = 0; k < m->body[i].nnode; k++) {
            m->node_owner[m->nnode] = i;
            m->node_size[m->nnode++] = m->body[i].nv / m->body[i].nnode;
        }
    }
    for (int i = 0; i < m->nlink; i++) {
        m->link[i].node = m->nnode;
        m->node_owner[m->nnode] = -1 - i;
        m->node_size[m->nnode++] = m->link[i].nrow;
    }
}

// all pairs of groups that a set of frames, and a link if there is one, couples
static int couple(const gud_model *m, const int *frames, int n, int link, int (*edge)[2])
{
    int nodes[2 * GUD_FORCE_FRAMES + 1], nnode = 0, nedge = 0;
    if (link >= 0) nodes[nnode++] = link;
    for (int k = 0; k < n; k++)
        for (int j = 0; j < m->frame[frames[k]].nnode; j++) nodes[nnode++] = m->frame[frames[k]].node0 + j;
    for (int i = 0; i < nnode; i++) {
        for (int j = i + 1; j < nnode; j++) {
            if (nodes[i] == nodes[j]) continue;
            edge[nedge][0] = nodes[i];
            edge[nedge++][1] = nodes[j];
        }
    }
    return nedge;
}

static gud_status lay_out_matrix(gud_model *m)
{
    enum { most = (2 * GUD_FORCE_FRAMES + 1) * (2 * GUD_FORCE_FRAMES) / 2 };
    size_t room = (size_t)(m->nlink + m->npair + m->nforce) * most + (size_t)m->nnode;
    for (int i = 0; i < m->ncrowd; i++) room += (size_t)m->crowd[i].most;
    int(*edge)[2] = gud_alloc(room, sizeof *edge);
    gud_blocklu_role *role = gud_alloc((size_t)m->nnode, sizeof *role);
    gud_status st = GUD_ERR_MEMORY;
    int nedge = 0;
    if (!edge || !role || gud_model_couple_contacts(m, edge, &nedge) != GUD_OK) goto done;
    for (int i = 0; i < m->nlink; i++) {
        const int frames[2] = {m->link[i].a, m->link[i].b};
        nedge += couple(m, frames, 2, m->link[i].node, edge + nedge);
        role[m->link[i].node] = m->link[i].role == GUD_START ? GUD_BLOCKLU_LATE : GUD_BLOCKLU_JOINT;
    }
    for (int i = 1; i < m->nbody; i++) { // the nodes of a beam in a row
        for (int k = 0; k + 1 < m->body[i].nnode; k++, nedge++) {
            edge[nedge][0] = m->body[i].node0 + k;
            edge[nedge][1] = m->body[i].node0 + k + 1;
        }
    }
    for (int i = 0; i < m->npair; i++) nedge += couple(m, m->pair[i].frame, 2, -1, edge + nedge);
    for (int i = 0; i < m->nforce; i++) nedge += couple(m, m->force[i].frame, m->force[i].nframe, -1, edge + nedge);
    st = gud_blocklu_create(m->nnode, m->node_size, role, nedge, (const int(*)[2])edge, &m->lu);
done:
    gud_free(edge);
    gud_free(role);
    return st;
}

// the smallest part of `contacts`, whose depths have to be resolved; INFINITY: there are none
static double smallest_part(const gud_model *m)
{
    double least = INFINITY;
    for (int i = 0; i < m->ncrowd; i++)
        for (int k = 0; k < 2; k++) least = fmin(least, m->crowd[i].side[k].radius);
    return least;
}

// the largest distance of a frame from its body's centre, or of a ground frame from the origin; a beam's length
static double typical_length(const gud_model *m)
{
    double most = 0.0;
    if (m->ncrowd > 0) return smallest_part(m);
    for (int k = 0; k < m->nframe; k++) {
        const double *s = m->frame[k].s;
        most = fmax(most, sqrt(s[0] * s[0] + s[1] * s[1] + s[2] * s[2]));
    }
    for (int i = 1; i < m->nbody; i++)
        if (m->body[i].beam) most = fmax(most, m->body[i].beam->along[m->body[i].beam->nelement]);
    return most > 0.0 ? most : 1.0;
}

// places of events, histories and variables: pairs first, then forces, then the end of the run
static void number_events(gud_model *m)
{
    for (int i = 0; i < m->npair; i++) {
        gud_pair *p = &m->pair[i];
        p->event0 = m->nevent;
        p->history0 = m->nhistory;
        p->variable0 = m->nvariable;
        p->signal0 = m->nsignal;
        m->nsignal += p->nsignal;
        m->nevent += p->nevent;
        m->nhistory += p->nhistory;
        m->nvariable += p->nvariable;
    }
    for (int i = 0; i < m->ncrowd; i++) {
        m->crowd[i].history0 = m->nhistory;
        m->nhistory += gud_crowd_nhistory(&m->crowd[i]);
    }
    for (int i = 0; i < m->nforce; i++) {
        m->force[i].event0 = m->nevent;
        m->nevent += m->force[i].law->nevent;
    }
    if (m->run.until_coordinate >= 0) m->nevent++;
}

static gud_status finish(gud_builder *b)
{
    gud_model *m = b->m;
    number_nodes(m);
    if (m->arena.failed) return GUD_ERR_MEMORY;
    GUD_TRY(sort_frames(m));
    number_frames(m);
    number_rows(m);
    if (isnan(m->length)) m->length = typical_length(m);
    number_events(m);
    for (int i = 1; i < m->nbody; i++) m->body[i].kind->mass_diagonal(&m->body[i], m->mass_diagonal + m->body[i].v0);
    return lay_out_matrix(m);
}

static void list_files(gud_builder *b)
{
    gud_model *m = b->m;
    int n = 0;
    for (const gud_used_file *f = b->in->files; f; f = f->next) n++;
    m->file = GUD_TAKE(&m->arena, const char *, n);
    m->nfile = m->file ? n : 0;
    for (const gud_used_file *f = b->in->files; f && m->file; f = f->next) m->file[--n] = gud_build_text(b, f->path);
}

// parameters that are numbers, as those who run the model from outside know them
static void list_parameters(gud_builder *b)
{
    gud_model *m = b->m;
    const gud_node *map = gud_node_find(b->in->root, "parameters");
    m->parameter = GUD_TAKE(&m->arena, gud_scalar, map ? map->count : 0);
    for (const gud_node *node = map ? map->first : NULL; node && m->parameter; node = node->next) {
        gud_quantity q = {.bare = true};
        const char *unit;
        gud_measure measure;
        if (gud_number_read(node->text, &q.value, &unit) != GUD_NUMBER_GOOD) continue;
        if (*unit && gud_unit_measure(b->units, unit, &measure)) {
            q = (gud_quantity){.value = gud_measure_to_si(&measure, q.value)};
            memcpy(q.power, measure.power, sizeof q.power);
        }
        m->parameter[m->nparameter++] = (gud_scalar){.name = gud_build_text(b, node->key),
                                                     .about = "",
                                                     .unit = gud_build_text(b, gud_quantity_unit(&q).text),
                                                     .value = q.value,
                                                     .low = -(double)INFINITY,
                                                     .high = (double)INFINITY};
    }
}

static gud_status build(gud_builder *b)
{
    gud_model *m = b->m;
    take(b);
    m->title = gud_arena_text(&m->arena, b->in->title);
    m->text = gud_arena_text(&m->arena, b->in->text);
    if (m->arena.failed) return GUD_ERR_MEMORY;
    m->hash = gud_hash(0, m->text, strlen(m->text));
    list_files(b);
    list_parameters(b);
    void (*const stages[])(gud_builder *) = {gud_build_bodies,       gud_build_surfaces, gud_build_inputs,
                                             gud_build_joints,       gud_build_contacts, gud_build_drives,
                                             gud_build_forces,       gud_build_signals,  gud_build_run,
                                             gud_build_check_inputs, gud_build_parts};
    for (int i = 0; i < GUD_COUNT(stages); i++) {
        stages[i](b);
        if (m->arena.failed) return GUD_ERR_MEMORY;
        if (i <= 1 && b->wrong) break; // the rest would only repeat it
    }
    return b->wrong ? GUD_ERR_INPUT : finish(b);
}

bool gud_build_made(gud_builder *b, const gud_entity *e, const char *key, gud_status status, const gud_error *error)
{
    if (status == GUD_ERR_MEMORY)
        b->m->arena.failed = true;
    else if (status != GUD_OK) {
        const bool named = !key || strstr(error->text, key);
        GUD_WRONG(b, e, key, "%s%s%s", named ? "" : key, named ? "" : ": ", error->text);
    }
    return status == GUD_OK;
}

gud_status gud_model_compile(const gud_input *in, const gud_units *units, gud_diag *diag, gud_model **out)
{
    *out = NULL;
    gud_model *m = gud_alloc(1, sizeof *m);
    if (!m) return GUD_ERR_MEMORY;
    gud_builder b = {.in = in, .units = units, .diag = diag, .m = m};
    b.curve_units = (gud_csv_units){gud_units_convert, units};
    const gud_status st = build(&b);
    gud_rough_store_clear(&b.rough);
    if (st != GUD_OK) {
        gud_model_free(m);
        return st;
    }
    *out = m;
    return GUD_OK;
}

gud_status gud_model_from(const gud_origin *origin, gud_diag *diag, gud_model **out)
{
    gud_units *own = NULL, *units = origin->shared ? origin->shared->units : NULL;
    gud_input *in = NULL;
    gud_error error;
    *out = NULL;
    gud_status st = units ? GUD_OK : gud_units_create(&error, &own);
    if (st != GUD_OK) {
        gud_diag_add(diag, (gud_place){.file = origin->path}, "%s", error.text);
        return st;
    }
    if (!units) units = own;
    st = gud_input_load(origin, gud_sections, units, diag, &in);
    if (st == GUD_OK) st = gud_model_compile(in, units, diag, out);
    gud_input_free(in);
    gud_units_free(own);
    return st;
}

gud_status gud_model_from_file(const char *path, const char *const *set, int nset, gud_diag *diag, gud_model **out)
{
    const gud_origin file = {.path = path, .set = set, .nset = nset};
    return gud_model_from(&file, diag, out);
}

gud_status gud_model_from_text(const char *name, const char *text, const char *const *set, int nset, gud_diag *diag,
                               gud_model **out)
{
    const gud_origin memory = {.path = name, .text = text, .size = strlen(text), .set = set, .nset = nset};
    return gud_model_from(&memory, diag, out);
}

void gud_model_free(gud_model *m)
{
    if (!m) return;
    for (int i = 0; i < m->npair; i++)
        if (m->pair[i].law->release) m->pair[i].law->release(m->pair[i].params);
    gud_blocklu_free(m->lu);
    gud_arena_free(&m->arena);
    gud_free(m);
}
