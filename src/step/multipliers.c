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

#include <string.h>

enum { most_rows = 36, most_velocities = 6 }; // of joints at a body that is eliminated first; of a rigid body
enum { most_unknowns = 8 };                   // of a joint, filled up

// E relative to the diagonal of S: as good as nothing, unless the pivots show that rows depend on each other
static const double tight = 1e-15, loose = 1e-9, dependent = 1e-11;

// one end of a joint, as its body sees it
typedef struct {
    int row0, nrow;  // its multipliers
    int jac, stride; // its Jacobian by the body's velocities
    int node;        // the joint's
    // how many rows hold the first displacements along the world's axes, with this sign, where no other row holds any
    int nworld;
    double sign;
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
    gud_blocklu *lu;
    carrier *body; // of every body
    reach *reach;  // of every body in turn
    size_t *block; // of bodies that are eliminated: the blocks of all pairs of their joints, later ones before
    size_t *diagonal;
    double *values, *unknown;
    int *at; // where a body that stays stands among the unknowns
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
    if (memory->failed) return GUD_ERR_MEMORY;
    list_reaches(m, r);
    take_bodies(m, r);
    const int npair = count_pairs(m, r);
    r->block = GUD_TAKE(memory, size_t, npair);
    if (memory->failed) return GUD_ERR_MEMORY;
    GUD_TRY(make_pattern(m, r, npair, nreach));
    int *rank = GUD_TAKE(memory, int, r->nnode);
    r->values = GUD_TAKE(memory, double, gud_blocklu_nvalue_symmetric(r->lu));
    r->unknown = GUD_TAKE(memory, double, m->nrow + m->nv);
    if (memory->failed) return GUD_ERR_MEMORY;
    find_blocks(m, r, rank);
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

INLINE double dot(int n, const double *a, const double *b)
{
    double sum = 0.0;
    for (int i = 0; i < n; i++) sum += a[i] * b[i];
    return sum;
}

// rows of one end: by the velocities that count, and W = J M^-1 row by row
typedef struct {
    double J[most_velocities][most_unknowns];
    double W[most_unknowns][most_velocities];
} end_rows;

// S(a, b) += J_a W_b' of a block with n rows
INLINE void add_products(int n, int from, int nv, const end_rows *restrict a, const end_rows *restrict b, int nb,
                         double *restrict S)
{
    for (int j = 0; j < nb; j++, S += n) {
        double sum[most_unknowns];
        // NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): take_rows has filled n rows of a, nb of b
        for (int i = 0; i < n; i++) sum[i] = a->J[from][i] * b->W[j][from];
        for (int c = from + 1; c < nv; c++)
            for (int i = 0; i < n; i++) sum[i] += a->J[c][i] * b->W[j][c];
        for (int i = 0; i < n; i++) S[i] += sum[i];
    }
}

INLINE void add_block(int n, int from, int nv, const end_rows *a, const end_rows *b, int nb, double *S)
{
    if (n == 5)
        add_products(5, from, nv, a, b, nb, S);
    else if (n == 3)
        add_products(3, from, nv, a, b, nb, S);
    else if (n == 2)
        add_products(2, from, nv, a, b, nb, S);
    else
        add_products(n, from, nv, a, b, nb, S);
}

// the n rows of an end without the displacements before `from`
INLINE void take_rows(const carrier *b, int from, int nv, const double *jac, const reach *a, int n, end_rows *rows)
{
    for (int i = 0; i < n; i++) {
        const double *J = jac + a->jac + i * a->stride;
        for (int c = from; c < nv; c++) rows->J[c][i] = J[c];
        if (from == 0)
            by_mass(b, nv, J, rows->W[i]);
        else if (nv == 3)
            rows->W[i][2] = b->turn[0] * J[2];
        else
            m3_apply(rows->W[i] + 3, b->turn, J + 3);
    }
}

// S += J M^-1 J' of one body; displacements along the world's axes have constant products
INLINE void add_light(const gud_multipliers *r, const carrier *b, int from, int nv, const double *jac)
{
    const size_t *block = r->block + b->block;
    end_rows rows[most_rows];
    const reach *first = r->reach + b->reach0;
    for (int k = 0; k < b->nreach; k++) {
        const int n = first[k].nrow;
        take_rows(b, from, nv, jac, &first[k], n, &rows[k]);
        for (int l = 0; l <= k; l++) {
            double *S = r->values + *block++;
            add_block(n, from, nv, &rows[k], &rows[l], first[l].nrow, S);
            const bool twice = l < k && first[l].node == first[k].node; // a joint with both ends on this body
            if (twice) add_block(n, from, nv, &rows[l], &rows[k], n, S);
            if (from == 0) continue;
            const int nworld = first[k].nworld < first[l].nworld ? first[k].nworld : first[l].nworld;
            const double product = (twice ? 2.0 : 1.0) * first[k].sign * first[l].sign * b->inverse;
            for (int i = 0; i < nworld; i++) S[i * (n + 1)] += product;
        }
    }
}

// a body that stays: -M and -J
static void add_heavy(const gud_multipliers *r, const gud_body *body, const carrier *b, const double *jac)
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
                    jac[a->jac + i * a->stride + k];
    }
}

// E, and ones where a start value does not hold
static void soften(const gud_sim *s, const gud_multipliers *r)
{
    const gud_model *m = s->model;
    const double share = s->work.soft ? loose : tight;
    for (int i = 0; i < m->nlink; i++) {
        const gud_link *link = &m->link[i];
        double *S = r->values + r->diagonal[i];
        for (int k = 0; k < link->nrow; k++, S += link->nrow + 1) {
            if (*S > 0.0)
                *S += share * *S;
            else
                *S = takes_part(link) ? gud_row_softness(s, link->row0 + k) : 1.0;
        }
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

GUD_WIDE static gud_status factor(gud_sim *s)
{
    const gud_model *m = s->model;
    const gud_multipliers *r = s->work.multipliers;
    memset(r->values, 0, gud_blocklu_nvalue_symmetric(r->lu) * sizeof *r->values);
    for (int i = 1; i < m->nbody; i++) {
        const carrier *b = &r->body[i];
        if (b->node >= 0)
            add_heavy(r, &m->body[i], b, s->work.jac);
        else
            WITH_BODY(add_light, r, b, b->nv, s->work.jac);
    }
    soften(s, r);
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
        st = factor(s);
    }
    return st == GUD_OK ? GUD_OK : gud_singular(s);
}

// f := M^-1 f of a body, and u += J f; rows hold displacements before `from` as `nworld` says
INLINE void begin_light(const gud_multipliers *r, const carrier *b, int from, int nv, const double *jac, double *f,
                        double *u)
{
    double y[most_velocities] = {0};
    by_mass(b, nv, f, y);
    for (int i = 0; i < nv; i++) f[i] = y[i];
    for (const reach *a = r->reach + b->reach0, *end = a + b->nreach; a < end; a++) {
        const double *J = jac + a->jac + from;
        double *rows = u + a->row0;
        for (int k = 0; k < a->nrow; k++, J += a->stride) rows[k] += dot(nv - from, J, y + from);
        for (int k = 0; from > 0 && k < a->nworld; k++) rows[k] += a->sign * y[k];
    }
}

// x -= M^-1 J' lam of a body
INLINE void end_light(const gud_multipliers *r, const carrier *b, int from, int nv, const double *jac,
                      const double *lam, double *x)
{
    double pull[most_velocities] = {0}, y[most_velocities];
    for (const reach *a = r->reach + b->reach0, *end = a + b->nreach; a < end; a++) {
        const double *J = jac + a->jac, *rows = lam + a->row0;
        for (int k = 0; k < a->nrow; k++, J += a->stride)
            for (int n = from; n < nv; n++) pull[n] += J[n] * rows[k];
        for (int k = 0; from > 0 && k < a->nworld; k++) pull[k] += a->sign * rows[k];
    }
    by_mass(b, nv, pull, y);
    for (int n = 0; n < nv; n++) x[n] -= y[n];
}

GUD_WIDE void gud_multipliers_solve(const gud_sim *s, double *d)
{
    const gud_model *m = s->model;
    const gud_multipliers *r = s->work.multipliers;
    const double *jac = s->work.jac;
    double *u = r->unknown, *lam = d + m->nv;
    for (int i = 0; i < m->nrow; i++) u[i] = -lam[i];
    for (int i = 1; i < m->nbody; i++) {
        const carrier *b = &r->body[i];
        double *f = d + b->v0;
        if (b->node >= 0)
            for (int k = 0; k < b->nv; k++) u[r->at[i] + k] = -f[k];
        else
            WITH_BODY(begin_light, r, b, b->nv, jac, f, u);
    }
    gud_blocklu_solve_symmetric(r->lu, r->values, u);
    memcpy(lam, u, (size_t)m->nrow * sizeof *lam);
    for (int i = 1; i < m->nbody; i++) {
        const carrier *b = &r->body[i];
        double *x = d + b->v0;
        if (b->node >= 0)
            memcpy(x, u + r->at[i], (size_t)b->nv * sizeof *x);
        else
            WITH_BODY(end_light, r, b, b->nv, jac, lam, x);
    }
}
