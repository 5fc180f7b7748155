#include "step/check.h"

#include "num/dense.h"

#include <stdio.h>
#include <string.h>

// Beyond the first number the factors of the mass matrix are asked whether all rows are independent; if they are not,
// beyond the second a dense rank would take minutes.
enum { few_rows = 300, most_rows = 3000 };

static const double rank_tolerance = 1e-9; // relative: a smaller pivot shows a row that depends on others
static const double takes_part = 1e-6;     // a smaller share in a combination is rounding

static void first_violation(gud_sim *s, gud_check *check)
{
    const gud_model *m = s->model;
    gud_kinematics(s, s->state.q, s->state.v);
    gud_joints(s, s->state.clock.t);
    for (int i = 0; i < m->nrow; i++) {
        const gud_link *link = &m->link[m->row[i].link];
        if (link->role == GUD_START || !(fabs(s->work.phi[i]) > check->first_violation)) continue;
        check->first_violation = fabs(s->work.phi[i]);
        check->first_link = link->name;
    }
}

// a joint with clearance begins where the ideal one would
static bool has_clearance(const gud_link *link)
{
    return link->role == GUD_START && strcmp(link->type, "start") != 0;
}

// rows that hold all the time, and those of joints with clearance if they are taken for ideal
static bool is_counted(const gud_link *link, bool ideal)
{
    return link->role != GUD_START || (ideal && has_clearance(link));
}

// rows of J, columns scaled by mass so that metres and radians compare; returns their number
static int dense_jacobian(const gud_sim *s, bool ideal, double *matrix, int *rows)
{
    const gud_model *m = s->model;
    int n = 0;
    for (int i = 0; i < m->nrow; i++) {
        const gud_constraint *row = &m->row[i];
        if (!is_counted(&m->link[row->link], ideal)) continue;
        const gud_frame *ends[2] = {&m->frame[row->gauge.a], &m->frame[row->gauge.b]};
        const double *jac = s->work.jac + row->jac;
        for (int e = 0; e < 2; jac += ends[e]->nv, e++)
            for (int k = 0; k < ends[e]->nv; k++) {
                const int column = ends[e]->v0 + k;
                matrix[(size_t)n * (size_t)m->nv + (size_t)column] += jac[k] / sqrt(m->mass_diagonal[column]);
            }
        rows[n++] = i;
    }
    return n;
}

// the links that a dependent row repeats, each once
static void name_causes(const gud_model *m, const gud_rank *rank, const int *rows, int k, gud_check_row *out)
{
    const double *share = rank->combination + (size_t)k * (size_t)rank->rank;
    const int own = m->row[rows[rank->dependent[k]]].link;
    int last = -1;
    for (int j = 0; j < rank->rank; j++) {
        const int link = m->row[rows[rank->independent[j]]].link;
        if (fabs(share[j]) < takes_part || link == last || link == own) continue;
        const size_t used = strlen(out->because);
        (void)snprintf(out->because + used, sizeof out->because - used, "%s'%s'", used > 0 ? ", " : "",
                       m->link[link].name);
        last = link;
    }
}

// Pivots of J M^-1 J' are squares of the numbers that a rank is judged by: those that gud_tangent finds good enough
// leave no doubt. Rows of joints with clearance hold while parts are placed, and so do start values: more than asked
// for.
static bool are_independent(gud_sim *s, bool ideal)
{
    s->phase = ideal ? GUD_PLACING : GUD_RUNNING;
    s->work.loose = false;
    const bool good = gud_mass_matrix(s, s->state.v) == GUD_OK && !s->work.loose;
    s->phase = GUD_RUNNING;
    return good;
}

static gud_status find_rank(gud_sim *s, bool ideal, gud_arena *arena, gud_error *error, gud_check_rows *out)
{
    const gud_model *m = s->model;
    for (int i = 0; i < m->nlink; i++) out->nrow += is_counted(&m->link[i], ideal) ? m->link[i].nrow : 0;
    if (out->nrow == 0) return GUD_OK;
    gud_kinematics(s, s->state.q, s->state.v);
    gud_joints(s, s->state.clock.t);
    out->rank = out->nrow > few_rows && are_independent(s, ideal) ? out->nrow : -1;
    if (out->rank >= 0 || out->nrow > most_rows) return GUD_OK;
    double *matrix = GUD_TAKE(arena, double, (size_t)out->nrow *(size_t)m->nv);
    int *rows = GUD_TAKE(arena, int, out->nrow);
    if (!matrix || !rows) return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    const int n = dense_jacobian(s, ideal, matrix, rows);
    gud_rank rank;
    GUD_TRY(gud_rank_find(n, m->nv, matrix, rank_tolerance, arena, error, &rank));
    out->rank = rank.rank;
    out->nredundant = rank.ndependent;
    out->redundant = GUD_TAKE(arena, gud_check_row, rank.ndependent);
    if (!out->redundant) return gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    for (int k = 0; k < rank.ndependent; k++) {
        const gud_constraint *row = &m->row[rows[rank.dependent[k]]];
        out->redundant[k] = (gud_check_row){.link = m->link[row->link].name, .about = row->about};
        name_causes(m, &rank, rows, k, &out->redundant[k]);
    }
    return GUD_OK;
}

// ---- loops

// the joint that leads from a body towards the root of its tree, and how far that is
typedef struct {
    int link, depth; // -1: a root
} branch;

static int other_body(const gud_model *m, int link, int body)
{
    const int a = m->frame[m->link[link].a].body;
    return a == body ? m->frame[m->link[link].b].body : a;
}

// drives and start values join nothing
static bool joins(const gud_link *link)
{
    return link->role != GUD_DRIVER && strcmp(link->type, "start") != 0;
}

// the joints at each body, in the order of the file: those of body i are link[first[i]] to link[first[i + 1] - 1]
typedef struct {
    int *first, *link;
} meetings;

static void find_meetings(const gud_model *m, const meetings *at)
{
    for (int i = 0; i < m->nlink; i++)
        for (int e = 0; e < 2 && joins(&m->link[i]); e++)
            at->first[m->frame[e == 0 ? m->link[i].a : m->link[i].b].body + 2]++;
    for (int i = 2; i < m->nbody + 2; i++) at->first[i] += at->first[i - 1];
    for (int i = 0; i < m->nlink; i++)
        for (int e = 0; e < 2 && joins(&m->link[i]); e++)
            at->link[at->first[m->frame[e == 0 ? m->link[i].a : m->link[i].b].body + 1]++] = i;
}

// a heap with the smallest number on top
typedef struct {
    int64_t *number;
    int count;
} heap;

static void heap_push(heap *h, int64_t number)
{
    int at = h->count++;
    for (; at > 0 && h->number[(at - 1) / 2] > number; at = (at - 1) / 2) h->number[at] = h->number[(at - 1) / 2];
    h->number[at] = number;
}

static int64_t heap_pop(heap *h)
{
    const int64_t top = h->number[0], moved = h->number[--h->count];
    int at = 0;
    for (int next = 1; next < h->count; next = 2 * at + 1) {
        if (next + 1 < h->count && h->number[next + 1] < h->number[next]) next++;
        if (moved <= h->number[next]) break;
        h->number[at] = h->number[next];
        at = next;
    }
    h->number[at] = moved;
    return top;
}

// joints of a body that was reached, to be followed: those behind `link` in this round, the others in the next
static void follow_joints(const gud_model *m, const meetings *at, int body, int64_t round, int link, heap *next)
{
    for (int k = at->first[body]; k < at->first[body + 1]; k++)
        heap_push(next, (at->link[k] > link ? round : round + 1) * m->nlink + at->link[k]);
}

// Spanning trees of the bodies, the ground's first. Joints are followed in the order of the file, round after round
// until no more bodies are reached.
static void grow_trees(const gud_model *m, const meetings *at, heap *next, branch *tree, bool *seen)
{
    for (int root = 0; root < m->nbody; root++) {
        if (seen[root]) continue;
        seen[root] = true;
        tree[root] = (branch){-1, 0};
        follow_joints(m, at, root, 0, -1, next);
        while (next->count > 0) {
            const int64_t number = heap_pop(next);
            const int i = (int)(number % m->nlink), a = m->frame[m->link[i].a].body, b = m->frame[m->link[i].b].body;
            if (seen[a] == seen[b]) continue;
            const int from = seen[a] ? a : b, to = seen[a] ? b : a;
            tree[to] = (branch){i, tree[from].depth + 1};
            seen[to] = true;
            follow_joints(m, at, to, number / m->nlink, i, next);
        }
    }
}

// false: there is no room for more
static bool add_name(gud_check_loop *loop, const char *name)
{
    const size_t used = strlen(loop->joints);
    (void)snprintf(loop->joints + used, sizeof loop->joints - used, "%s'%s'", used > 0 ? ", " : "", name);
    return used + 1 < sizeof loop->joints;
}

// from both ends of the joint that closes the loop to where their ways to the root meet
static void name_loop(const gud_model *m, const branch *tree, int link, gud_check_loop *loop)
{
    int a = m->frame[m->link[link].a].body, b = m->frame[m->link[link].b].body;
    bool room = add_name(loop, m->link[link].name);
    while (a != b && room) {
        int *deeper = tree[a].depth >= tree[b].depth ? &a : &b;
        room = add_name(loop, m->link[tree[*deeper].link].name);
        *deeper = other_body(m, tree[*deeper].link, *deeper);
    }
}

// does an earlier joint connect the same two bodies? Several bearings of one shaft are no loop.
static bool is_parallel(const gud_model *m, const meetings *at, int link)
{
    const int a = m->frame[m->link[link].a].body, b = m->frame[m->link[link].b].body;
    const bool fewer = at->first[a + 1] - at->first[a] < at->first[b + 1] - at->first[b];
    const int body = fewer ? a : b, other = fewer ? b : a;
    for (int k = at->first[body]; k < at->first[body + 1] && at->link[k] < link; k++)
        if (other_body(m, at->link[k], body) == other) return true;
    return false;
}

// does it close a loop?
static bool is_closing(const gud_model *m, const meetings *at, const branch *tree, int link)
{
    const int a = m->frame[m->link[link].a].body, b = m->frame[m->link[link].b].body;
    return joins(&m->link[link]) && tree[a].link != link && tree[b].link != link && !is_parallel(m, at, link);
}

static gud_status find_loops(const gud_model *m, gud_arena *arena, gud_check *check)
{
    branch *tree = GUD_TAKE(arena, branch, m->nbody);
    bool *seen = GUD_TAKE(arena, bool, m->nbody);
    const meetings at = {GUD_TAKE(arena, int, m->nbody + 2), GUD_TAKE(arena, int, 2 * m->nlink)};
    heap next = {.number = GUD_TAKE(arena, int64_t, 2 * m->nlink)};
    if (arena->failed) return GUD_ERR_MEMORY;
    find_meetings(m, &at);
    grow_trees(m, &at, &next, tree, seen);
    for (int i = 0; i < m->nlink; i++) check->nloop += is_closing(m, &at, tree, i);
    check->loops = GUD_TAKE(arena, gud_check_loop, check->nloop);
    if (arena->failed) return GUD_ERR_MEMORY;
    int n = 0;
    for (int i = 0; i < m->nlink; i++)
        if (is_closing(m, &at, tree, i)) name_loop(m, tree, i, &check->loops[n++]);
    return GUD_OK;
}

gud_status gud_check_model(const gud_model *m, gud_arena *arena, gud_error *error, gud_check *check)
{
    gud_sim *s = NULL;
    *check = (gud_check){.nbody = m->nbody - 1, .nv = m->nv, .first_link = ""};
    for (int i = 0; i < m->nlink; i++) check->nclearance += has_clearance(&m->link[i]);
    gud_status st = gud_sim_create(m, &s);
    if (st != GUD_OK) return gud_fail(error, st, "out of memory");
    first_violation(s, check);
    st = gud_start(s);
    check->assembled = st == GUD_OK;
    if (st != GUD_OK) check->problem = s->error;
    st = find_rank(s, false, arena, error, &check->rows);
    if (st == GUD_OK && check->nclearance > 0) st = find_rank(s, true, arena, error, &check->ideal);
    if (st == GUD_OK && find_loops(m, arena, check) != GUD_OK) st = gud_fail(error, GUD_ERR_MEMORY, "out of memory");
    gud_sim_free(s);
    return st;
}
