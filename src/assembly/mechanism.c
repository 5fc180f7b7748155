#include "assembly/mechanism.h"

#include "base/index.h"
#include "num/rot.h"
#include "num/vec.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

const char *const gud_cad_types[] = {"revolute", "cylindrical", "spherical", "prismatic", "planar", "free"};

typedef struct {
    const gud_fits *fits;
    const gud_assembly *assembly;
    const gud_mechanism_spec *spec;
    gud_mechanism *out;
    int *parent;  // [npart] groups of parts that are one body
    bool *moves;  // [npart] has a joint
    bool *ground; // [npart]
    int *body_of;
    gud_cad_body *bodies;
    gud_cad_joint *joints;
    char (*plain)[GUD_CAD_NAME]; // [npart] names of bodies before they are numbered
    int *copies;                 // [npart] how many bodies have the plain name of this one, which is the first of them
    gud_index *plain_names, *body_names, *joint_names, *frame_names;
    struct pair_fit *pairs; // [nfit] fits by their two bodies
    int *group;             // [nfit] where those with the same bodies begin in `pairs`
} maker;

// a fit, and its bodies with the lower number first
typedef struct pair_fit {
    int low, high, fit;
} pair_fit;

static int root_of(int *parent, int i)
{
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
}

// ---- parts that are one body

static bool joint_within(const maker *m, int a, int b)
{
    for (int i = 0; i < m->fits->n && m->fits->list[i].verdict == GUD_FIT_JOINT; i++) {
        const int p = root_of(m->parent, gud_fit_part(m->fits, &m->fits->list[i], 0));
        const int q = root_of(m->parent, gud_fit_part(m->fits, &m->fits->list[i], 1));
        if ((p == a && q == b) || (p == b && q == a)) return true;
    }
    return false;
}

// Press fits hold parts together unless a joint connects them as well. Faces that touch do so only for parts that no
// joint holds: a cap on its block, not a rod that leans on its crank.
static void group_parts(maker *m)
{
    const gud_fits *fits = m->fits;
    for (int i = 0; i < fits->n; i++) {
        const gud_fit *f = &fits->list[i];
        const int p = gud_fit_part(fits, f, 0), q = gud_fit_part(fits, f, 1);
        if (f->verdict == GUD_FIT_JOINT) m->moves[p] = m->moves[q] = true;
    }
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < fits->n; i++) {
            const gud_fit *f = &fits->list[i];
            const int p = gud_fit_part(fits, f, 0), q = gud_fit_part(fits, f, 1);
            const bool touches = f->kind == GUD_FIT_PLANES || f->kind == GUD_FIT_FREEFORM;
            if (f->verdict != GUD_FIT_PRESS || touches != (pass == 1) || (touches && m->moves[p] && m->moves[q]))
                continue;
            const int a = root_of(m->parent, p), b = root_of(m->parent, q);
            if (a != b && !joint_within(m, a, b)) m->parent[b] = a;
        }
}

static bool has_word(const char *text, const char *word)
{
    const size_t n = strlen(word);
    for (; *text; text++)
        if (strncasecmp(text, word, n) == 0) return true;
    return false;
}

static void choose_ground(maker *m)
{
    static const char *const words[] = {"frame", "block", "housing", "casing", "base", "ground", "bed", "plate"};
    const gud_assembly *a = m->assembly;
    bool any = false;
    int heaviest = 0;
    for (int i = 0; i < a->npart; i++) {
        if (m->spec->ground && m->spec->ground[i]) any = m->ground[i] = true;
        if (a->parts[i].volume * m->spec->density[i] > a->parts[heaviest].volume * m->spec->density[heaviest])
            heaviest = i;
    }
    for (int w = 0; w < GUD_COUNT(words) && !any; w++)
        for (int i = 0; i < a->npart; i++)
            if (has_word(a->parts[i].name, words[w])) any = m->ground[i] = true;
    if (!any) m->ground[heaviest] = true;
    // a plate beside a block is meant to stand still as well
    for (int i = 0; i < a->npart && !m->spec->ground; i++)
        if (has_word(a->parts[i].name, "plate")) m->ground[i] = true;
    for (int i = 0; i < a->npart; i++)
        if (m->ground[i]) m->ground[root_of(m->parent, i)] = true;
}

// ---- names

static void clean_name(const char *from, char to[GUD_CAD_NAME])
{
    size_t n = 0;
    for (; *from && n < GUD_CAD_NAME / 3; from++) {
        const unsigned char c = (unsigned char)*from;
        if (c < 128 && (isalnum(c) || c == '_'))
            to[n++] = (char)c;
        else if (n > 0 && to[n - 1] != '-')
            to[n++] = '-';
    }
    while (n > 0 && to[n - 1] == '-') n--;
    to[n] = '\0';
    if (n == 0 || strcmp(to, "ground") == 0) (void)snprintf(to, GUD_CAD_NAME, "part");
}

static void number_name(char name[GUD_CAD_NAME], int number)
{
    const size_t n = strlen(name);
    (void)snprintf(name + n, GUD_CAD_NAME - n, "-%d", number);
}

// several parts of one name are numbered
static void name_body(maker *m, int n)
{
    gud_cad_body *b = &m->bodies[n];
    const char *plain = m->plain[n];
    const int first = gud_index_add(m->plain_names, plain, strlen(plain), n);
    int number = m->copies[first];
    do {
        (void)snprintf(b->name, sizeof b->name, "%s", plain);
        if (++number > 1) number_name(b->name, number);
    } while (gud_index_add(m->body_names, b->name, strlen(b->name), n) != n);
    m->copies[first]++;
}

// ---- masses

// adds a part: inertia about the world's origin until all are there
static void add_mass(gud_cad_body *b, const gud_part *p, double density)
{
    const double m = density * p->volume, *c = p->centre, cc = v3_dot(c, c);
    static const int row[6] = {0, 1, 2, 1, 0, 0}, column[6] = {0, 1, 2, 2, 2, 1};
    b->solid = b->solid && p->solid;
    b->mass += m;
    v3_axpy(b->centre, b->centre, m, c);
    for (int k = 0; k < 6; k++)
        b->inertia[k] += density * p->inertia[k] + m * ((row[k] == column[k] ? cc : 0.0) - c[row[k]] * c[column[k]]);
}

static void finish_mass(gud_cad_body *b)
{
    static const int row[6] = {0, 1, 2, 1, 0, 0}, column[6] = {0, 1, 2, 2, 2, 1};
    if (!(b->mass > 0.0)) return;
    v3_scale(b->centre, 1.0 / b->mass, b->centre);
    const double *c = b->centre, cc = v3_dot(c, c);
    for (int k = 0; k < 6; k++)
        b->inertia[k] -= b->mass * ((row[k] == column[k] ? cc : 0.0) - c[row[k]] * c[column[k]]);
}

// parts of one body stand together, each body where its root stands among the parts
static bool order_parts(maker *m, int *members, int *start)
{
    const int n = m->assembly->npart;
    int *count = GUD_TAKE(&m->out->arena, int, n);
    if (!count) return false;
    for (int i = 0; i < n; i++) start[root_of(m->parent, i) + 1]++;
    for (int i = 0; i < n; i++) start[i + 1] += start[i];
    for (int i = 0; i < n; i++) {
        const int root = root_of(m->parent, i);
        members[start[root] + count[root]++] = i;
    }
    return true;
}

static void make_body(maker *m, const int *parts, int npart)
{
    const gud_assembly *a = m->assembly;
    const int n = m->out->nbody++;
    gud_cad_body *b = &m->bodies[n];
    int largest = parts[0];
    *b = (gud_cad_body){.parts = parts, .npart = npart, .solid = true};
    for (int i = 0; i < npart; i++) {
        const int k = parts[i];
        m->body_of[k] = n;
        add_mass(b, &a->parts[k], m->spec->density[k]);
        if (a->parts[k].volume > a->parts[largest].volume) largest = k;
    }
    finish_mass(b);
    clean_name(a->parts[largest].name, m->plain[n]);
    name_body(m, n);
}

static gud_status make_bodies(maker *m)
{
    const gud_assembly *a = m->assembly;
    int *members = GUD_TAKE(&m->out->arena, int, a->npart), *start = GUD_TAKE(&m->out->arena, int, a->npart + 1);
    bool *alive = GUD_TAKE(&m->out->arena, bool, a->npart);
    if (!members || !start || !alive || !order_parts(m, members, start)) return GUD_ERR_MEMORY;
    for (int i = 0; i < a->npart; i++)
        if (m->moves[i]) alive[root_of(m->parent, i)] = true;
    for (int i = 0; i < a->npart; i++) {
        const int root = root_of(m->parent, i);
        m->body_of[i] = m->ground[root] ? GUD_BODY_GROUND : GUD_BODY_NONE;
    }
    for (int i = 0; i < a->npart; i++)
        if (root_of(m->parent, i) == i && !m->ground[i] && alive[i])
            make_body(m, members + start[i], start[i + 1] - start[i]);
    return GUD_OK;
}

// ---- joints

static bool on_one_axis(const gud_fit *f, const gud_fit *g)
{
    double across[3], d[3];
    v3_cross(across, f->axis, g->axis);
    v3_axpy(d, g->middle, -1.0, f->middle);
    v3_axpy(d, d, -v3_dot(d, f->axis), f->axis);
    return v3_norm(across) < 1e-3 && v3_norm(d) <= 1e-3 * fmax(f->radius, g->radius);
}

static bool is_shaft(const gud_fit *f)
{
    return f->kind == GUD_FIT_PIN || f->kind == GUD_FIT_PISTON;
}

static bool same_joint(const gud_fit *f, const gud_fit *g)
{
    if (is_shaft(f) && is_shaft(g)) return on_one_axis(f, g);
    return f->kind == GUD_FIT_GUIDE && g->kind == GUD_FIT_GUIDE && f->group == g->group;
}

static void fit_bodies(const maker *m, const gud_fit *f, int body[2])
{
    for (int k = 0; k < 2; k++) body[k] = m->body_of[gud_fit_part(m->fits, f, k)];
}

static int compare_pairs(const void *a, const void *b)
{
    const pair_fit *x = a, *y = b;
    if (x->low != y->low) return x->low - y->low;
    if (x->high != y->high) return x->high - y->high;
    return x->fit - y->fit;
}

static void order_fits(maker *m)
{
    const int n = m->fits->n;
    for (int i = 0; i < n; i++) {
        int body[2];
        fit_bodies(m, &m->fits->list[i], body);
        const bool ascending = body[0] < body[1];
        m->pairs[i] = (pair_fit){body[!ascending], body[ascending], i};
    }
    if (n > 0) qsort(m->pairs, (size_t)n, sizeof *m->pairs, compare_pairs);
    for (int i = 0, first = 0; i < n; i++) {
        if (m->pairs[i].low != m->pairs[first].low || m->pairs[i].high != m->pairs[first].high) first = i;
        m->group[m->pairs[i].fit] = first;
    }
}

// the next fit of the same two bodies, from `at` on, which it moves; NULL: there is none
static const gud_fit *next_of_pair(const maker *m, int fit, int *at)
{
    const pair_fit *first = &m->pairs[m->group[fit]], *p = first + *at;
    if (p == m->pairs + m->fits->n || p->low != first->low || p->high != first->high) return NULL;
    ++*at;
    return &m->fits->list[p->fit];
}

// play that thrust faces of the same two bodies leave, against and along the axis
static void find_play(const maker *m, gud_cad_joint *j)
{
    const gud_fit *pin = &m->fits->list[j->fits[0]];
    j->play[0] = j->play[1] = INFINITY;
    const gud_fit *f;
    for (int at = 0; (f = next_of_pair(m, j->fits[0], &at));) {
        int body[2];
        fit_bodies(m, f, body);
        if (f->kind != GUD_FIT_THRUST || f->verdict != GUD_FIT_JOINT) continue;
        const bool same = body[0] == j->body[0];
        // the outer plane stops the inner body, which comes from where its normal points
        const double way = v3_dot(f->axis, pin->axis) * (same ? -1.0 : 1.0);
        double *play = &j->play[way > 0.0];
        *play = fmin(*play, f->clearance);
    }
}

static gud_cad_type type_of(const gud_fit *f)
{
    switch (f->kind) {
    case GUD_FIT_PIN:
    case GUD_FIT_PISTON:
        return GUD_CAD_CYLINDRICAL;
    case GUD_FIT_CONE:
        return GUD_CAD_REVOLUTE;
    case GUD_FIT_BALL:
        return GUD_CAD_SPHERICAL;
    case GUD_FIT_GUIDE:
        return GUD_CAD_PRISMATIC;
    case GUD_FIT_PLANES:
        return GUD_CAD_PLANAR;
    default:
        return GUD_CAD_FREE;
    }
}

// the name of a body, or of the part of the ground that takes part
static const char *side_name(const maker *m, const gud_cad_joint *j, int k, char plain[GUD_CAD_NAME])
{
    const gud_fit *f = &m->fits->list[j->fits[0]];
    if (j->body[k] >= 0) return m->bodies[j->body[k]].name;
    clean_name(m->assembly->parts[gud_fit_part(m->fits, f, k)].name, plain);
    return plain;
}

static void write_name(char to[GUD_CAD_NAME], const char *from, int number)
{
    (void)snprintf(to, GUD_CAD_NAME, "%.*s", GUD_CAD_NAME - 8, from);
    if (number > 1) number_name(to, number);
}

static bool is_taken(const gud_index *names, const char *name)
{
    return gud_index_find(names, name, strlen(name)) >= 0;
}

static void name_joint(const maker *m, gud_cad_joint *j)
{
    char plain[2][GUD_CAD_NAME], frame[2][3 * GUD_CAD_NAME], name[3 * GUD_CAD_NAME];
    const char *side[2] = {side_name(m, j, 0, plain[0]), side_name(m, j, 1, plain[1])};
    const bool thrust = m->fits->list[j->fits[0]].kind == GUD_FIT_THRUST;
    int number = 1;
    (void)snprintf(name, sizeof name, "%s-%s%s", side[0], side[1], thrust ? "-thrust" : "");
    for (int k = 0; k < 2; k++)
        (void)snprintf(frame[k], sizeof frame[k], "%s.%s%s", side[k], side[!k], thrust ? "-thrust" : "");
    // frames need a number as well where each of two bodies holds a pin of the other
    do {
        write_name(j->name, name, number);
        for (int k = 0; k < 2; k++) write_name(j->first[k], frame[k], number);
        number++;
    } while (is_taken(m->joint_names, j->name) || is_taken(m->frame_names, j->first[0]) ||
             is_taken(m->frame_names, j->first[1]));
    (void)gud_index_add(m->joint_names, j->name, strlen(j->name), m->out->njoint);
    for (int k = 0; k < 2; k++) (void)gud_index_add(m->frame_names, j->first[k], strlen(j->first[k]), m->out->njoint);
}

static gud_status make_joints(maker *m)
{
    const gud_fits *fits = m->fits;
    int *members = GUD_TAKE(&m->out->arena, int, fits->n), n = 0;
    bool *taken = GUD_TAKE(&m->out->arena, bool, fits->n);
    if (fits->n > 0 && (!members || !taken)) return GUD_ERR_MEMORY;
    order_fits(m);
    for (int i = 0; i < fits->n; i++) {
        gud_cad_joint *j = &m->joints[m->out->njoint];
        const gud_fit *f = &fits->list[i];
        int body[2];
        fit_bodies(m, f, body);
        if (taken[i] || f->verdict != GUD_FIT_JOINT || body[0] == body[1]) continue;
        *j = (gud_cad_joint){.type = type_of(f), .body = {body[0], body[1]}, .fits = members + n};
        const gud_fit *g;
        for (int at = 0; (g = next_of_pair(m, i, &at));) {
            const int k = (int)(g - fits->list);
            int other[2];
            fit_bodies(m, g, other);
            if (k < i ||
                (k != i && (taken[k] || g->verdict != GUD_FIT_JOINT || other[0] != body[0] || !same_joint(f, g))))
                continue;
            taken[k] = true;
            members[n++] = k;
            j->nfit++;
        }
        find_play(m, j);
        if (j->type == GUD_CAD_CYLINDRICAL && isfinite(j->play[0]) && isfinite(j->play[1])) j->type = GUD_CAD_REVOLUTE;
        name_joint(m, j);
        m->out->njoint++;
    }
    return GUD_OK;
}

static gud_status make_all(maker *m)
{
    for (int i = 0; i < m->assembly->npart; i++) m->parent[i] = i;
    group_parts(m);
    choose_ground(m);
    m->out->bodies = m->bodies;
    m->out->body_of = m->body_of;
    m->out->joints = m->joints;
    GUD_TRY(make_bodies(m));
    return make_joints(m);
}

gud_status gud_mechanism_find(const gud_fits *fits, const gud_mechanism_spec *spec, gud_mechanism *out,
                              gud_error *error)
{
    const gud_assembly *a = fits->features->assembly;
    *out = (gud_mechanism){.fits = fits};
    gud_arena_init(&out->arena);
    maker m = {.fits = fits,
               .assembly = a,
               .spec = spec,
               .out = out,
               .parent = GUD_TAKE(&out->arena, int, a->npart),
               .moves = GUD_TAKE(&out->arena, bool, a->npart),
               .ground = GUD_TAKE(&out->arena, bool, a->npart),
               .body_of = GUD_TAKE(&out->arena, int, a->npart),
               .bodies = GUD_TAKE(&out->arena, gud_cad_body, a->npart),
               .joints = GUD_TAKE(&out->arena, gud_cad_joint, fits->n),
               .plain = gud_arena_take(&out->arena, (size_t)a->npart, GUD_CAD_NAME),
               .copies = GUD_TAKE(&out->arena, int, a->npart),
               .pairs = GUD_TAKE(&out->arena, pair_fit, fits->n),
               .group = GUD_TAKE(&out->arena, int, fits->n),
               .plain_names = gud_index_create(a->npart),
               .body_names = gud_index_create(a->npart),
               .joint_names = gud_index_create(fits->n),
               .frame_names = gud_index_create(2 * fits->n)};
    const bool made =
        !out->arena.failed && m.plain_names && m.body_names && m.joint_names && m.frame_names && make_all(&m) == GUD_OK;
    gud_index_free(m.plain_names);
    gud_index_free(m.body_names);
    gud_index_free(m.joint_names);
    gud_index_free(m.frame_names);
    return made ? GUD_OK : gud_fail(error, GUD_ERR_MEMORY, "out of memory");
}
void gud_mechanism_free(gud_mechanism *mechanism)
{
    gud_arena_free(&mechanism->arena);
}

void gud_fit_frame(const gud_fit *fit, double R[9])
{
    double axis[3];
    v3_copy(axis, fit->axis);
    for (int k = 0; k < 3; k++) // directions that are meant to be those of the axes are
        if (fabs(fabs(axis[k]) - 1.0) < 1e-12)
            v3_set(axis, k == 0 ? axis[0] : 0.0, k == 1 ? axis[1] : 0.0, k == 2 ? axis[2] : 0.0);
    gud_rot_z_to(axis, R);
}
