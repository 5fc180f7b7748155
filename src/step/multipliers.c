// Bodies are eliminated first, node after node of a matrix that has joints only:
//
//     S lam = J M^-1 f - g,   x = M^-1 (f - J' lam),   S = J M^-1 J' + E
//
// A chain has a band of blocks. A body that carries many joints would couple all of them: it stays a node,
//
//     [S  -J_h; -J_h'  -M_h] (lam, x_h) = (J M^-1 f - g, -f_h)
//
// with M^-1 of the others. Both are regular wherever [M J'; J -E] is.

#include "step/multipliers.h"

#include "base/alloc.h"
#include "num/vec.h"
#include "num/wide.h"
#include "step/plain.h"

#include <string.h>

enum { most_rows = 36, most_velocities = 6 }; // of joints at a body that is eliminated first; of a rigid body

// E relative to the diagonal of S: as good as nothing, unless the pivots show that rows depend on each other
enum { ahead = 4 }; // so many joints take about as long as memory

static const double tight = 1e-15, loose = 1e-9, dependent = 1e-11;

// one end of a joint, as its body sees it
typedef struct {
    int row0, nrow;  // its multipliers
    int jac, stride; // its Jacobian by the body's velocities
    int node;        // the joint's
    // how many rows hold the first displacements along the world's axes, with this sign, where no other row holds any
    int nworld;
    double sign;
    int rows;    // where its rows stand in `rows`,
    bool whole;  // with the displacements along the world's axes, or only what the body turns by
    size_t with; // of a body that stays: the block of joint and body
    bool late;   // of that block: the joint is eliminated after the body
} reach;

typedef struct {
    int v0, nv; // its velocities
    int reach0, nreach;
    bool turns_only; // all rows have the displacements that `nworld` says, others only turn
    int node;        // of a body that stays; -1: eliminated
    size_t block;    // where it stands in `block`; of one that stays: its diagonal block
    double inverse;  // 1/kg
    double turn[9];  // 1/(kg m^2): inverse inertia; a planar body uses the first number
} carrier;

struct gud_multipliers {
    int nnode;
    int next; // the first body that has not been added to the matrix yet
    gud_blocklu *lu;
    carrier *body; // of every body
    reach *reach;  // of every body in turn
    size_t *block; // of bodies that are eliminated: the blocks of all pairs of their joints, later ones before
    size_t *diagonal;
    double *values, *unknown;
    double *rows;   // of the matrix, end by end
    int (*end)[2];  // the reaches of every joint; -1: it has none on that side
    int *last;      // the last joint of every body
    bool *fresh;    // of all in `block`: is the body the first that contributes to it?
    bool *complete; // is it the last?
    bool uncovered; // there are blocks that no body contributes to
    int *idle;      // joints whose diagonal block is not completed by a body,
    int nidle;      // so many
    int *at;        // where a body that stays stands among the unknowns
    gud_arena memory;
};

static bool takes_part(const gud_link *link)
{
    return link->role != GUD_START; // start values do not hold any more
}

static const gud_frame *end_frame(const gud_model *m, const gud_link *link, int end)
{
    return &m->frame[end == 0 ? link->a : link->b];
}

// rows along the world's axes come first in a joint; -1: other rows hold displacements, too
static int count_world_rows(const gud_model *m, const gud_link *link)
{
    int n = 0;
    for (int i = 0; i < link->nrow; i++) {
        const gud_gauge *g = &m->row[link->row0 + i].gauge;
        const bool turns = g->kind == GUD_COSINE || g->kind == GUD_ANGLE;
        if (g->kind == GUD_WORLD && g->i == i)
            n++;
        else if (!turns)
            return -1;
    }
    return n;
}

// every end of a joint that moves, listed with its body
static void list_reaches(const gud_model *m, gud_multipliers *r)
{
    for (int i = 0; i < m->nlink; i++)
        for (int e = 0; e < 2; e++)
            if (takes_part(&m->link[i])) r->body[end_frame(m, &m->link[i], e)->body].nreach++;
    int n = 0;
    for (int i = 1; i < m->nbody; i++) {
        r->body[i].reach0 = n;
        n += r->body[i].nreach;
        r->body[i].nreach = 0;
    }
    for (int i = 0; i < m->nlink; i++) {
        const gud_link *link = &m->link[i];
        const int first = m->row[link->row0].jac, na = m->frame[link->a].nv, nb = m->frame[link->b].nv;
        for (int e = 0; e < 2; e++) {
            carrier *b = &r->body[end_frame(m, link, e)->body];
            if (b == r->body || !takes_part(link)) continue;
            r->last[b - r->body] = i;
            r->reach[b->reach0 + b->nreach++] = (reach){.row0 = link->row0,
                                                        .nrow = link->nrow,
                                                        .jac = first + (e == 0 ? 0 : na),
                                                        .stride = na + nb,
                                                        .node = i,
                                                        .nworld = count_world_rows(m, link),
                                                        .sign = e == 0 ? -1.0 : 1.0};
        }
    }
}

static int count_rows(const gud_multipliers *r, const carrier *b)
{
    int n = 0;
    for (int k = 0; k < b->nreach; k++) n += r->reach[b->reach0 + k].nrow;
    return n;
}

// inverse of a symmetric matrix, whose eigenvalues are moments of inertia
static void invert_inertia(const double A[9], double B[9])
{
    double x[3], y[3], z[3];
    v3_cross(x, A + 3, A + 6);
    v3_cross(y, A + 6, A);
    v3_cross(z, A, A + 3);
    const double determinant = v3_dot(A, x);
    for (int i = 0; i < 3; i++) {
        B[3 * i] = x[i] / determinant;
        B[3 * i + 1] = y[i] / determinant;
        B[3 * i + 2] = z[i] / determinant;
    }
}

// masses; bodies with many rows become nodes behind those of the joints
static void take_bodies(const gud_model *m, gud_multipliers *r)
{
    for (int i = 1; i < m->nbody; i++) {
        carrier *b = &r->body[i];
        b->v0 = m->body[i].v0;
        b->nv = m->body[i].nv;
        b->inverse = 1.0 / m->body[i].mass;
        if (m->body[i].nv == 3)
            b->turn[0] = 1.0 / m->body[i].inertia[8];
        else
            invert_inertia(m->body[i].inertia, b->turn);
        b->node = count_rows(r, b) > most_rows ? r->nnode++ : -1;
        b->turns_only = true;
        for (int k = 0; k < b->nreach; k++) b->turns_only = b->turns_only && r->reach[b->reach0 + k].nworld >= 0;
    }
}

// where the rows of all ends are kept; returns how many numbers that takes
static int place_rows(const gud_model *m, gud_multipliers *r)
{
    int n = 0;
    for (int i = 0; i < m->nlink; i++) r->end[i][0] = r->end[i][1] = -1;
    for (int i = 1; i < m->nbody; i++) {
        const carrier *b = &r->body[i];
        const bool whole = b->node >= 0 || !b->turns_only;
        for (int k = b->reach0; k < b->reach0 + b->nreach; k++) {
            reach *a = &r->reach[k];
            a->rows = n;
            a->whole = whole;
            n += (whole ? b->nv : b->nv == 3 ? 1 : 3) * a->nrow;
            r->end[a->node][a->sign < 0.0 ? 0 : 1] = k;
        }
    }
    return n;
}

// Which body is the first to contribute to a block, and which the last; `last` has a place for every number of the
// matrix: 1 + the last so far
static void find_fresh(const gud_model *m, gud_multipliers *r, size_t *last)
{
    size_t covered = 0;
    for (int i = 1; i < m->nbody; i++) {
        const carrier *b = &r->body[i];
        const reach *first = r->reach + b->reach0;
        size_t n = b->block;
        for (int k = 0; b->node < 0 && k < b->nreach; k++)
            for (int l = 0; l <= k; l++, n++) {
                size_t *before = &last[r->block[n]];
                r->fresh[n] = *before == 0;
                r->complete[n] = true;
                if (*before > 0) r->complete[*before - 1] = false;
                *before = n + 1;
                if (r->fresh[n]) covered += (size_t)(first[k].nrow * first[l].nrow);
            }
    }
    r->uncovered = covered < gud_blocklu_nvalue_symmetric(r->lu);
    for (int i = 0; i < m->nlink; i++)
        if (last[r->diagonal[i]] == 0) r->idle[r->nidle++] = i;
}

static gud_status note_fresh(const gud_model *m, gud_multipliers *r)
{
    size_t *last = gud_alloc(gud_blocklu_nvalue_symmetric(r->lu), sizeof *last);
    if (!last) return GUD_ERR_MEMORY;
    find_fresh(m, r, last);
    gud_free(last);
    return GUD_OK;
}

static int count_pairs(const gud_model *m, const gud_multipliers *r)
{
    int n = 0;
    for (int i = 1; i < m->nbody; i++) n += r->body[i].node < 0 ? r->body[i].nreach * r->body[i].nreach : 0;
    return n;
}

// pattern of the matrix
static gud_status order_nodes(const gud_model *m, gud_multipliers *r, int *size, gud_blocklu_role *role, int (*edge)[2])
{
    int nedge = 0;
    for (int i = 0; i < m->nlink; i++) size[i] = m->link[i].nrow;
    for (int i = 1; i < m->nbody; i++) {
        const carrier *b = &r->body[i];
        const reach *first = r->reach + b->reach0;
        if (b->node >= 0) size[b->node] = m->body[i].nv;
        for (int k = 0; k < b->nreach; k++) {
            if (b->node >= 0) { // a joint without another body has no pivot of its own before
                role[first[k].node] = GUD_BLOCKLU_LATE;
                edge[nedge][0] = b->node;
                edge[nedge++][1] = first[k].node;
            }
            for (int l = 0; b->node < 0 && l < k; l++) {
                if (first[k].node == first[l].node) continue;
                edge[nedge][0] = first[k].node;
                edge[nedge++][1] = first[l].node;
            }
        }
    }
    return gud_blocklu_create(r->nnode, size, role, nedge, (const int(*)[2])edge, &r->lu);
}

static gud_status make_pattern(const gud_model *m, gud_multipliers *r, int npair, int nreach)
{
    int *size = gud_alloc((size_t)r->nnode + 1, sizeof *size);
    gud_blocklu_role *role = gud_alloc((size_t)r->nnode + 1, sizeof *role); // GUD_BLOCKLU_BODY: at any time
    int(*edge)[2] = gud_alloc((size_t)(npair + nreach) + 1, sizeof *edge);
    const gud_status st = size && role && edge ? order_nodes(m, r, size, role, edge) : GUD_ERR_MEMORY;
    gud_free(size);
    gud_free(role);
    gud_free(edge);
    return st;
}

// ends at a body in the order in which their joints are eliminated
static void sort_reaches(reach *first, int n, const int *rank)
{
    for (int k = 1; k < n; k++) {
        const reach moved = first[k];
        int at = k;
        for (; at > 0 && rank[first[at - 1].node] > rank[moved.node]; at--) first[at] = first[at - 1];
        first[at] = moved;
    }
}

// where the blocks of the matrix are
static void find_blocks(const gud_model *m, gud_multipliers *r, int *rank)
{
    size_t n = 0;
    int unknown = m->nrow;
    const int *sequence = gud_blocklu_sequence(r->lu);
    for (int i = 0; i < r->nnode; i++) rank[sequence[i]] = i;
    for (int i = 0; i < m->nlink; i++) r->diagonal[i] = gud_blocklu_block(r->lu, i, i);
    for (int i = 1; i < m->nbody; i++) {
        carrier *b = &r->body[i];
        reach *first = r->reach + b->reach0;
        sort_reaches(first, b->nreach, rank);
        b->block = b->node >= 0 ? gud_blocklu_block(r->lu, b->node, b->node) : n;
        if (b->node >= 0) {
            r->at[i] = unknown;
            unknown += m->body[i].nv;
        }
        for (int k = 0; k < b->nreach; k++) {
            const int node = first[k].node;
            first[k].late = b->node >= 0 && rank[node] > rank[b->node];
            if (b->node >= 0)
                first[k].with =
                    gud_blocklu_block(r->lu, first[k].late ? node : b->node, first[k].late ? b->node : node);
            for (int l = 0; b->node < 0 && l <= k; l++) r->block[n++] = gud_blocklu_block(r->lu, node, first[l].node);
        }
    }
}

static gud_status fill(const gud_model *m, gud_multipliers *r)
{
    gud_arena *memory = &r->memory;
    const int nreach = 2 * m->nlink;
    r->nnode = m->nlink;
    r->body = GUD_TAKE(memory, carrier, m->nbody);
    r->reach = GUD_TAKE(memory, reach, nreach);
    r->diagonal = GUD_TAKE(memory, size_t, m->nlink);
    r->at = GUD_TAKE(memory, int, m->nbody);
    r->idle = GUD_TAKE(memory, int, m->nlink);
    r->last = GUD_TAKE(memory, int, m->nbody);
    r->end = gud_arena_take(memory, (size_t)m->nlink, sizeof *r->end);
    if (memory->failed) return GUD_ERR_MEMORY;
    list_reaches(m, r);
    take_bodies(m, r);
    const int npair = count_pairs(m, r);
    r->block = GUD_TAKE(memory, size_t, npair);
    r->fresh = GUD_TAKE(memory, bool, npair);
    r->complete = GUD_TAKE(memory, bool, npair);
    if (memory->failed) return GUD_ERR_MEMORY;
    GUD_TRY(make_pattern(m, r, npair, nreach));
    int *rank = GUD_TAKE(memory, int, r->nnode);
    r->values = GUD_TAKE(memory, double, gud_blocklu_nvalue_symmetric(r->lu));
    r->unknown = GUD_TAKE(memory, double, m->nrow + m->nv);
    if (memory->failed) return GUD_ERR_MEMORY;
    find_blocks(m, r, rank);
    r->rows = GUD_TAKE(memory, double, place_rows(m, r));
    if (memory->failed) return GUD_ERR_MEMORY;
    GUD_TRY(note_fresh(m, r));
    return GUD_OK;
}

gud_status gud_multipliers_create(const gud_model *m, gud_multipliers **out)
{
    gud_multipliers *r = gud_alloc(1, sizeof *r);
    *out = r;
    if (!r) return GUD_ERR_MEMORY;
    const gud_status st = fill(m, r);
    if (st == GUD_OK) return GUD_OK;
    gud_multipliers_free(r);
    *out = NULL;
    return st;
}

void gud_multipliers_free(gud_multipliers *r)
{
    if (!r) return;
    gud_blocklu_free(r->lu);
    gud_arena_free(&r->memory);
    gud_free(r);
}

// Functions below are written once and inlined with the number of velocities of a body as a constant.
#define INLINE static inline __attribute__((always_inline))

// calls f with what it has to know of a body as constants
#define WITH_BODY(f, r, b, nv, ...)                                                                                    \
    do {                                                                                                               \
        if ((nv) == 3 && (b)->turns_only)                                                                              \
            f(r, b, 2, 3, __VA_ARGS__);                                                                                \
        else if ((nv) == 3)                                                                                            \
            f(r, b, 0, 3, __VA_ARGS__);                                                                                \
        else if ((b)->turns_only)                                                                                      \
            f(r, b, 3, 6, __VA_ARGS__);                                                                                \
        else                                                                                                           \
            f(r, b, 0, 6, __VA_ARGS__);                                                                                \
    } while (0)

// y = M^-1 x
INLINE void by_mass(const carrier *b, int nv, const double *restrict x, double *restrict y)
{
    if (nv == 3) {
        v3_set(y, b->inverse * x[0], b->inverse * x[1], b->turn[0] * x[2]);
        return;
    }
    v3_scale(y, b->inverse, x);
    m3_apply(y + 3, b->turn, x + 3);
}

// Rows of one end that a body's velocities c from `from` on move: J(i, c) stands at (c - from) n + i. Blocks with n
// rows are worked on by fours and what is left over.
#define WITH_ROWS(f, n, ...)                                                                                           \
    do {                                                                                                               \
        if ((n) == 5)                                                                                                  \
            f(5, __VA_ARGS__);                                                                                         \
        else if ((n) == 3)                                                                                             \
            f(3, __VA_ARGS__);                                                                                         \
        else if ((n) == 2)                                                                                             \
            f(2, __VA_ARGS__);                                                                                         \
        else                                                                                                           \
            f(n, __VA_ARGS__);                                                                                         \
    } while (0)

// W = J M^-1, stored as J is
INLINE void weigh_rows(int n, const carrier *b, int from, int nv, const double *restrict J, double *restrict W)
{
    const int turns = nv == 3 ? 2 : 3;
    for (int k = 0; from == 0 && k < turns * n; k++) W[k] = b->inverse * J[k];
    const double *T = J + (turns - from) * n;
    double *to = W + (turns - from) * n;
    if (nv == 3) {
        for (int i = 0; i < n; i++) to[i] = b->turn[0] * T[i];
        return;
    }
    for (int c = 0; c < 3; c++) {
        const double *A = b->turn + 3 * c;
        int i = 0;
        for (; i + 4 <= n; i += 4)
            GUD_DOUBLE4(to + c * n + i) =
                GUD_DOUBLE4_OF(T + i) * A[0] + GUD_DOUBLE4_OF(T + n + i) * A[1] + GUD_DOUBLE4_OF(T + 2 * n + i) * A[2];
        for (; i < n; i++) to[c * n + i] = T[i] * A[0] + T[n + i] * A[1] + T[2 * n + i] * A[2];
    }
}

// S(a, b) += J_a W_b' of a block with n rows, of which `size` velocities count; a fresh block holds nothing yet
INLINE void add_products(int n, int size, bool fresh, const double *restrict J, const double *restrict W, int nb,
                         double *restrict S)
{
    for (int j = 0; j < nb; j++, S += n, W++) {
        int i = 0;
        for (; i + 4 <= n; i += 4) {
            gud_double4 sum = GUD_DOUBLE4_OF(J + i) * W[0];
            for (int c = 1; c < size; c++) sum += GUD_DOUBLE4_OF(J + c * n + i) * W[c * nb];
            if (!fresh) sum += GUD_DOUBLE4_OF(S + i);
            GUD_DOUBLE4(S + i) = sum;
        }
        for (; i < n; i++) {
            double sum = J[i] * W[0];
            for (int c = 1; c < size; c++) sum += J[c * n + i] * W[c * nb];
            S[i] = fresh ? sum : S[i] + sum;
        }
    }
}

INLINE void add_square(int n, int size, bool fresh, const double *J, const double *W, double *S)
{
    if (fresh)
        add_products(n, size, true, J, W, n, S);
    else
        add_products(n, size, false, J, W, n, S);
}

// x[0], x[stride], ... += factor y of the rows along the world's axes
INLINE void add_world(int nworld, int stride, double factor, const double *y, double *x)
{
    if (nworld == 3)
        for (int i = 0; i < 3; i++) x[i * stride] += factor * y[i];
    else
        for (int i = 0; i < nworld; i++) x[i * stride] += factor * y[i];
}

// E of a joint's diagonal block
INLINE void soften_block(const gud_sim *s, int row0, int n, double *S)
{
    const double share = s->work.soft ? loose : tight;
    for (int k = 0; k < n; k++, S += n + 1) *S = *S > 0.0 ? *S + share * *S : gud_row_softness(s, row0 + k);
}

#define soften_rows(n, s, row0, S) soften_block(s, row0, n, S)

// the same for joints that no body completes, and ones where a start value does not hold
static void soften_idle(const gud_sim *s, const gud_multipliers *r)
{
    for (int i = 0; i < r->nidle; i++) {
        const gud_link *link = &s->model->link[r->idle[i]];
        double *S = r->values + r->diagonal[r->idle[i]];
        if (takes_part(link))
            soften_block(s, link->row0, link->nrow, S);
        else
            for (int k = 0; k < link->nrow; k++) S[k * (link->nrow + 1)] = 1.0;
    }
}

// S += J M^-1 J' of one body; displacements along the world's axes have constant products
INLINE void add_light(const gud_multipliers *r, const carrier *b, int from, int nv, const gud_sim *s)
{
    const size_t *block = r->block + b->block;
    const bool *fresh = r->fresh + b->block, *complete = r->complete + b->block;
    double W[most_rows * most_velocities];
    const double *weighed[most_rows], inverses[3] = {b->inverse, b->inverse, b->inverse};
    const reach *first = r->reach + b->reach0;
    double *end = W;
    for (int k = 0; k < b->nreach; k++) {
        const int n = first[k].nrow;
        const double *J = r->rows + first[k].rows;
        WITH_ROWS(weigh_rows, n, b, from, nv, J, end);
        weighed[k] = end;
        end += n * (nv - from);
        for (int l = 0; l <= k; l++) {
            const int nl = l == k ? n : first[l].nrow;
            double *S = r->values + *block++;
            if (nl == n)
                WITH_ROWS(add_square, n, nv - from, *fresh++, J, weighed[l], S);
            else
                add_products(n, nv - from, *fresh++, J, weighed[l], nl, S);
            const bool twice = l < k && first[l].node == first[k].node; // a joint with both ends on this body
            if (twice) add_products(n, nv - from, false, r->rows + first[l].rows, weighed[k], n, S);
            const int nworld = first[k].nworld < first[l].nworld ? first[k].nworld : first[l].nworld;
            if (from > 0) add_world(nworld, n + 1, (twice ? 2.0 : 1.0) * first[k].sign * first[l].sign, inverses, S);
            const bool diagonal = first[l].node == first[k].node;
            if (*complete++ && diagonal) WITH_ROWS(soften_rows, n, s, first[k].row0, S);
        }
    }
}

// a body that stays: -M and -J
static void add_heavy(const gud_multipliers *r, const gud_body *body, const carrier *b)
{
    double *M = r->values + b->block;
    const int nv = body->nv;
    for (int i = 0; i < nv; i++) {
        double unit[most_velocities] = {0}, column[most_velocities];
        unit[i] = 1.0;
        body->kind->momentum(body, unit, column);
        for (int k = 0; k < nv; k++) M[i * nv + k] -= column[k];
    }
    for (int n = 0; n < b->nreach; n++) {
        const reach *a = &r->reach[b->reach0 + n];
        for (int i = 0; i < a->nrow; i++)
            for (int k = 0; k < nv; k++)
                r->values[a->with + (size_t)(a->late ? k * a->nrow + i : i * nv + k)] -=
                    r->rows[a->rows + k * a->nrow + i];
    }
}

// the node of the whole system that a node here stands for
static int whole_node(const gud_model *m, const gud_multipliers *r, int node)
{
    if (node < m->nlink) return m->link[node].node;
    for (int i = 1; i < m->nbody; i++)
        if (r->body[i].node == node) return m->body[i].node0;
    return 0;
}

// adds bodies from r->next on whose joints are all before `link`
GUD_WIDE static void add_bodies(const gud_sim *s, gud_multipliers *r, int link)
{
    const gud_model *m = s->model;
    for (; r->next < m->nbody && r->last[r->next] < link; r->next++) {
        const carrier *b = &r->body[r->next];
        if (b->node >= 0)
            add_heavy(r, &m->body[r->next], b);
        else
            WITH_BODY(add_light, r, b, b->nv, s);
    }
}

static void begin_matrix(gud_multipliers *r)
{
    if (r->uncovered) memset(r->values, 0, gud_blocklu_nvalue_symmetric(r->lu) * sizeof *r->values);
    r->next = 1;
}

void gud_multipliers_begin(gud_sim *s)
{
    begin_matrix(s->work.multipliers);
}

// rows of one end of a plain joint
INLINE void fill_end(int nworld, int n, const gud_plain *p, const gud_plain_end end[2], int e, bool whole, double *J)
{
    const int nv = p->nv[e], moves = nv == 3 ? 2 : 3;
    const double sign = gud_plain_sign(e), *arm = end[e].arm;
    for (int c = 0; whole && c < moves; c++, J += n)
        for (int i = 0; i < n; i++) J[i] = i == c && i < nworld ? sign : 0.0;
    if (nv == 3)
        for (int i = 0; i < nworld; i++) J[i] = i == 0 ? -sign * arm[1] : i == 1 ? sign * arm[0] : 0.0;
    if (nv == 6) {
        double moved[3][3];
        gud_plain_moved(&end[e], moved);
        for (int c = 0; c < 3; c++)
            for (int i = 0; i < nworld; i++) J[c * n + i] = sign * moved[c][i];
    }
    for (int k = 0; k < n - nworld; k++) {
        double moment[3];
        gud_plain_moment(end, e, k, moment);
        if (nv == 3) J[nworld + k] = moment[2]; // its z is the world's
        for (int c = 0; nv == 6 && c < 3; c++) J[c * n + nworld + k] = moment[c];
    }
}

INLINE void fill_plain(int nworld, int n, const gud_plain *p, const gud_multipliers *r, const int ends[2],
                       const gud_pose *pose, double *bias)
{
    gud_plain_end end[2];
    for (int e = 0; e < 2; e++) gud_plain_place(n - nworld, p, e, pose, &end[e]);
    for (int e = 0; e < 2; e++)
        if (ends[e] >= 0) fill_end(nworld, n, p, end, e, r->reach[ends[e]].whole, r->rows + r->reach[ends[e]].rows);
    if (bias) gud_plain_biases(nworld, n, end, bias + p->row0);
}

// rows of one end of any joint, from the Jacobian
static void take_rows(const gud_multipliers *r, const reach *a, const double *jac, int nv)
{
    const int from = a->whole ? 0 : nv == 3 ? 2 : 3;
    for (int i = 0; i < a->nrow; i++)
        for (int c = from; c < nv; c++) r->rows[a->rows + (c - from) * a->nrow + i] = jac[a->jac + i * a->stride + c];
}

GUD_WIDE void gud_multipliers_rows_part(gud_sim *s, double *bias, int from, int to)
{
    const gud_model *m = s->model;
    gud_multipliers *r = s->work.multipliers;
    for (int i = from; i < to; i++) {
        const gud_plain *p = &m->plain[i];
        gud_prefetch(p + ahead, 192);
        if (m->link[i].plain) {
            GUD_WITH_PLAIN(fill_plain, p->nworld, p->nrow, p, r, r->end[i], s->work.pose, bias);
            continue;
        }
        gud_joint_rows_part(s, bias, i, i + 1);
        for (int e = 0; e < 2; e++)
            if (r->end[i][e] >= 0) take_rows(r, &r->reach[r->end[i][e]], s->work.jac, end_frame(m, &m->link[i], e)->nv);
    }
    add_bodies(s, r, to);
}

static gud_status factor(gud_sim *s)
{
    const gud_model *m = s->model;
    const gud_multipliers *r = s->work.multipliers;
    soften_idle(s, r);
    s->state.clock.nfactor++;
    const gud_status st = gud_blocklu_factor_symmetric(r->lu, r->values, &s->work.pivot);
    s->work.pivot.node = whole_node(m, r, s->work.pivot.node);
    return st;
}

gud_status gud_multipliers_factor(gud_sim *s)
{
    gud_status st = factor(s);
    if (!s->work.soft && (st != GUD_OK || s->work.pivot.pivot < dependent)) {
        s->work.soft = true;
        begin_matrix(s->work.multipliers);
        add_bodies(s, s->work.multipliers, s->model->nlink);
        st = factor(s);
    }
    return st == GUD_OK ? GUD_OK : gud_singular(s);
}

// u += J y of one end
INLINE void add_motion(int n, int size, const double *restrict J, const double *restrict y, double *restrict u)
{
    int i = 0;
    for (; i + 4 <= n; i += 4) {
        gud_double4 sum = GUD_DOUBLE4_OF(J + i) * y[0];
        for (int c = 1; c < size; c++) sum += GUD_DOUBLE4_OF(J + c * n + i) * y[c];
        GUD_DOUBLE4(u + i) = GUD_DOUBLE4_OF(u + i) + sum;
    }
    for (; i < n; i++) {
        double sum = J[i] * y[0];
        for (int c = 1; c < size; c++) sum += J[c * n + i] * y[c];
        u[i] += sum;
    }
}

// f := M^-1 f of a body, and u += J f; rows hold displacements before `from` as `nworld` says
INLINE void begin_light(const gud_multipliers *r, const carrier *b, int from, int nv, double *f, double *u)
{
    double y[most_velocities] = {0};
    by_mass(b, nv, f, y);
    for (int i = 0; i < nv; i++) f[i] = y[i];
    for (const reach *a = r->reach + b->reach0, *end = a + b->nreach; a < end; a++) {
        double *rows = u + a->row0;
        WITH_ROWS(add_motion, a->nrow, nv - from, r->rows + a->rows, y + from, rows);
        if (from > 0) add_world(a->nworld, 1, a->sign, y, rows);
    }
}

// pull += J' lam of one end
INLINE void add_pull(int n, int size, const double *restrict J, const double *restrict lam, double *restrict pull)
{
    for (int c = 0; c < size; c++) {
        double sum = J[c * n] * lam[0];
        for (int i = 1; i < n; i++) sum += J[c * n + i] * lam[i];
        pull[c] += sum;
    }
}

// x -= M^-1 J' lam of a body
INLINE void end_light(const gud_multipliers *r, const carrier *b, int from, int nv, const double *lam, double *x)
{
    double pull[most_velocities] = {0}, y[most_velocities];
    for (const reach *a = r->reach + b->reach0, *end = a + b->nreach; a < end; a++) {
        const double *rows = lam + a->row0;
        WITH_ROWS(add_pull, a->nrow, nv - from, r->rows + a->rows, rows, pull + from);
        if (from > 0) add_world(a->nworld, 1, a->sign, rows, pull);
    }
    by_mass(b, nv, pull, y);
    for (int n = 0; n < nv; n++) x[n] -= y[n];
}

GUD_WIDE void gud_multipliers_solve(const gud_sim *s, double *d)
{
    const gud_model *m = s->model;
    const gud_multipliers *r = s->work.multipliers;
    double *u = r->unknown, *lam = d + m->nv;
    for (int i = 0; i < m->nrow; i++) u[i] = -lam[i];
    for (int i = 1; i < m->nbody; i++) {
        const carrier *b = &r->body[i];
        double *f = d + b->v0;
        if (b->node >= 0)
            for (int k = 0; k < b->nv; k++) u[r->at[i] + k] = -f[k];
        else
            WITH_BODY(begin_light, r, b, b->nv, f, u);
    }
    gud_blocklu_solve_symmetric(r->lu, r->values, u);
    memcpy(lam, u, (size_t)m->nrow * sizeof *lam);
    for (int i = 1; i < m->nbody; i++) {
        const carrier *b = &r->body[i];
        double *x = d + b->v0;
        if (b->node >= 0)
            memcpy(x, u + r->at[i], (size_t)b->nv * sizeof *x);
        else
            WITH_BODY(end_light, r, b, b->nv, lam, x);
    }
}

GUD_WIDE void gud_multipliers_rates(const gud_sim *s, const double *v, double *rate)
{
    const gud_model *m = s->model;
    const gud_multipliers *r = s->work.multipliers;
    memset(rate, 0, (size_t)m->nrow * sizeof *rate);
    for (int i = 1; i < m->nbody; i++) {
        const carrier *b = &r->body[i];
        const double *y = v + b->v0;
        for (const reach *a = r->reach + b->reach0, *end = a + b->nreach; a < end; a++) {
            const int from = a->whole ? 0 : b->nv == 3 ? 2 : 3;
            double *rows = rate + a->row0;
            if (b->nv - from == 3)
                WITH_ROWS(add_motion, a->nrow, 3, r->rows + a->rows, y + from, rows);
            else
                WITH_ROWS(add_motion, a->nrow, b->nv - from, r->rows + a->rows, y + from, rows);
            if (from > 0) add_world(a->nworld, 1, a->sign, y, rows);
        }
    }
    for (int n = 0; n < m->nlink; n++) {
        const gud_link *link = &m->link[n];
        for (int i = link->row0; !link->plain && i < link->row0 + link->nrow; i++) {
            const gud_constraint *row = &m->row[i];
            rate[i] -= row->motion >= 0 ? s->work.motion[3 * row->motion + 1] : row->rate;
        }
    }
}
