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

#include <string.h>

enum { most_rows = 36, most_velocities = 6 }; // of joints at a body that is eliminated first; of a rigid body

// E relative to the diagonal of S: as good as nothing, unless the pivots show that rows depend on each other
static const double tight = 1e-15, loose = 1e-9, dependent = 1e-11;

// one end of a joint, as its body sees it
typedef struct {
    int row0, nrow;  // its multipliers
    int jac, stride; // its Jacobian by the body's velocities
    int node;        // the joint's
    size_t with[2];  // of a body that stays: the blocks of joint and body, both ways
} reach;

typedef struct {
    int reach0, nreach;
    int node;       // of a body that stays; -1: eliminated
    size_t block;   // where it stands in `block`; of one that stays: its diagonal block
    double inverse; // 1/kg
    double turn[9]; // 1/(kg m^2): inverse inertia; a planar body uses the first number
} carrier;

struct gud_multipliers {
    int nnode;
    gud_blocklu *lu;
    carrier *body; // of every body
    reach *reach;  // of every body in turn
    size_t *block; // of bodies that are eliminated: the blocks of all pairs of their joints, row by row
    size_t *diagonal;
    double *values, *unknown;
    int *pivots, *at; // `at`: where a body that stays stands among the unknowns
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
            r->reach[b->reach0 + b->nreach++] = (reach){
                .row0 = link->row0, .nrow = link->nrow, .jac = first + (e == 0 ? 0 : na), .stride = na + nb, .node = i};
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
        b->inverse = 1.0 / m->body[i].mass;
        if (m->body[i].nv == 3)
            b->turn[0] = 1.0 / m->body[i].inertia[8];
        else
            invert_inertia(m->body[i].inertia, b->turn);
        b->node = count_rows(r, b) > most_rows ? r->nnode++ : -1;
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

// where the blocks of the matrix are
static void find_blocks(const gud_model *m, gud_multipliers *r)
{
    size_t n = 0;
    int unknown = m->nrow;
    for (int i = 0; i < m->nlink; i++) r->diagonal[i] = gud_blocklu_block(r->lu, i, i);
    for (int i = 1; i < m->nbody; i++) {
        carrier *b = &r->body[i];
        reach *first = r->reach + b->reach0;
        b->block = b->node >= 0 ? gud_blocklu_block(r->lu, b->node, b->node) : n;
        if (b->node >= 0) {
            r->at[i] = unknown;
            unknown += m->body[i].nv;
        }
        for (int k = 0; k < b->nreach; k++) {
            if (b->node >= 0) {
                first[k].with[0] = gud_blocklu_block(r->lu, first[k].node, b->node);
                first[k].with[1] = gud_blocklu_block(r->lu, b->node, first[k].node);
            }
            for (int l = 0; b->node < 0 && l < b->nreach; l++)
                r->block[n++] = gud_blocklu_block(r->lu, first[k].node, first[l].node);
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
    r->values = GUD_TAKE(memory, double, gud_blocklu_nvalue(r->lu));
    r->pivots = GUD_TAKE(memory, int, gud_blocklu_npivot(r->lu));
    r->unknown = GUD_TAKE(memory, double, m->nrow + m->nv);
    if (memory->failed) return GUD_ERR_MEMORY;
    find_blocks(m, r);
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

// S(a, b) += J_a W_b and its mirror image
INLINE void add_blocks(int nv, const reach *a, int nb, const double *jac, const double *W, double *S, double *mirror)
{
    const int na = a->nrow;
    for (int i = 0; i < na; i++) {
        const double *J = jac + a->jac + i * a->stride;
        for (int j = 0; j < nb; j++) {
            const double product = dot(nv, J, W + j * nv);
            S[j * na + i] += product;
            mirror[i * nb + j] += product;
        }
    }
}

// S(a, a) += J_a W_a
INLINE void add_diagonal(int nv, const reach *a, const double *jac, const double *W, double *S)
{
    const int na = a->nrow;
    for (int i = 0; i < na; i++) {
        const double *J = jac + a->jac + i * a->stride;
        for (int j = 0; j < i; j++) {
            const double product = dot(nv, J, W + j * nv);
            S[j * na + i] += product;
            S[i * na + j] += product;
        }
        S[i * na + i] += dot(nv, J, W + i * nv);
    }
}

// S += J M^-1 J' of one body
INLINE void add_light(const gud_multipliers *r, const carrier *b, int nv, const double *jac)
{
    const size_t *block = r->block + b->block;
    double W[most_rows * most_velocities];
    const reach *first = r->reach + b->reach0;
    const int n = b->nreach;
    double *w = W;
    for (int k = 0; k < n; k++) {
        const double *past = W;
        const double *own = w;
        for (int i = 0; i < first[k].nrow; i++, w += nv) by_mass(b, nv, jac + first[k].jac + i * first[k].stride, w);
        for (int l = 0; l < k; past += first[l].nrow * nv, l++)
            add_blocks(nv, &first[k], first[l].nrow, jac, past, r->values + block[k * n + l],
                       r->values + block[l * n + k]);
        add_diagonal(nv, &first[k], jac, own, r->values + block[k * n + k]);
    }
}

// a body that stays: -M, and -J both ways
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
            for (int k = 0; k < nv; k++) {
                const double J = jac[a->jac + i * a->stride + k];
                r->values[a->with[0] + (size_t)(k * a->nrow + i)] -= J;
                r->values[a->with[1] + (size_t)(i * nv + k)] -= J;
            }
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

static gud_status factor(gud_sim *s)
{
    const gud_model *m = s->model;
    const gud_multipliers *r = s->work.multipliers;
    gud_blocklu_clear(r->lu, r->values);
    for (int i = 1; i < m->nbody; i++) {
        const carrier *b = &r->body[i];
        if (b->node >= 0)
            add_heavy(r, &m->body[i], b, s->work.jac);
        else if (m->body[i].nv == 3)
            add_light(r, b, 3, s->work.jac);
        else
            add_light(r, b, 6, s->work.jac);
    }
    soften(s, r);
    s->state.clock.nfactor++;
    const gud_status st = gud_blocklu_factor(r->lu, r->values, r->pivots, &s->work.pivot);
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

// f := M^-1 f of a body, and u += J f
INLINE void begin_light(const gud_multipliers *r, const carrier *b, int nv, const double *jac, double *f, double *u)
{
    double y[most_velocities];
    by_mass(b, nv, f, y);
    memcpy(f, y, (size_t)nv * sizeof *f);
    for (const reach *a = r->reach + b->reach0, *end = a + b->nreach; a < end; a++)
        for (int k = 0; k < a->nrow; k++) u[a->row0 + k] += dot(nv, jac + a->jac + k * a->stride, y);
}

// x -= M^-1 J' lam of a body
INLINE void end_light(const gud_multipliers *r, const carrier *b, int nv, const double *jac, const double *lam,
                      double *x)
{
    double pull[most_velocities] = {0}, y[most_velocities];
    for (const reach *a = r->reach + b->reach0, *end = a + b->nreach; a < end; a++)
        for (int k = 0; k < a->nrow; k++)
            for (int n = 0; n < nv; n++) pull[n] += jac[a->jac + k * a->stride + n] * lam[a->row0 + k];
    by_mass(b, nv, pull, y);
    for (int n = 0; n < nv; n++) x[n] -= y[n];
}

void gud_multipliers_solve(const gud_sim *s, double *d)
{
    const gud_model *m = s->model;
    const gud_multipliers *r = s->work.multipliers;
    const double *jac = s->work.jac;
    double *u = r->unknown, *lam = d + m->nv;
    for (int i = 0; i < m->nrow; i++) u[i] = -lam[i];
    for (int i = 1; i < m->nbody; i++) {
        const carrier *b = &r->body[i];
        double *f = d + m->body[i].v0;
        if (b->node >= 0)
            for (int k = 0; k < m->body[i].nv; k++) u[r->at[i] + k] = -f[k];
        else if (m->body[i].nv == 3)
            begin_light(r, b, 3, jac, f, u);
        else
            begin_light(r, b, 6, jac, f, u);
    }
    gud_blocklu_solve(r->lu, r->values, r->pivots, u);
    memcpy(lam, u, (size_t)m->nrow * sizeof *lam);
    for (int i = 1; i < m->nbody; i++) {
        const carrier *b = &r->body[i];
        double *x = d + m->body[i].v0;
        if (b->node >= 0)
            memcpy(x, u + r->at[i], (size_t)m->body[i].nv * sizeof *x);
        else if (m->body[i].nv == 3)
            end_light(r, b, 3, jac, lam, x);
        else
            end_light(r, b, 6, jac, lam, x);
    }
}
