// What a matrix of multipliers is made of: joints seen from their bodies, blocks, and the parts of a large model.

#include "step/multipliers_pattern.h"

#include "base/alloc.h"
#include "num/vec.h"

// Bodies of a part: some 2 MB, which the second and the third cache hold between passes. Every pass over a part reads
// another array, which the processor fetches in advance only after the first misses: short parts were slower.
enum { group = 512 };

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
            if (gud_link_holds(&m->link[i])) r->body[end_frame(m, &m->link[i], e)->body].nreach++;
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
            gud_carrier *b = &r->body[end_frame(m, link, e)->body];
            if (b == r->body || !gud_link_holds(link)) continue;
            r->reach[b->reach0 + b->nreach++] = (gud_reach){.row0 = link->row0,
                                                            .nrow = (unsigned char)link->nrow,
                                                            .jac = first + (e == 0 ? 0 : na),
                                                            .stride = (short)(na + nb),
                                                            .node = i,
                                                            .nworld = (signed char)count_world_rows(m, link),
                                                            .sign = e == 0 ? -1 : 1};
        }
    }
}

static int count_rows(const gud_multipliers *r, const gud_carrier *b)
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
        gud_carrier *b = &r->body[i];
        b->v0 = m->body[i].v0;
        b->nv = m->body[i].nv;
        b->inverse = 1.0 / m->body[i].mass;
        if (m->body[i].nv == 3)
            b->turn[0] = 1.0 / m->body[i].inertia[8];
        else
            invert_inertia(m->body[i].inertia, b->turn);
        b->node = count_rows(r, b) > GUD_LIGHT_ROWS ? r->nnode++ : -1;
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
        const gud_carrier *b = &r->body[i];
        const bool whole = b->node >= 0 || !b->turns_only;
        for (int k = b->reach0; k < b->reach0 + b->nreach; k++) {
            gud_reach *a = &r->reach[k];
            a->rows = n;
            a->whole = whole;
            n += (whole ? b->nv : b->nv == 3 ? 1 : 3) * a->nrow;
            r->end[a->node][a->sign < 0 ? 0 : 1] = k;
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
        const gud_carrier *b = &r->body[i];
        const gud_reach *first = r->reach + b->reach0;
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
        const gud_carrier *b = &r->body[i];
        const gud_reach *first = r->reach + b->reach0;
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
static void sort_reaches(gud_reach *first, int n, const int *rank)
{
    for (int k = 1; k < n; k++) {
        const gud_reach moved = first[k];
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
        gud_carrier *b = &r->body[i];
        gud_reach *first = r->reach + b->reach0;
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

// ---- parts

// joints from `link` on that need bodies before `nbody` only: the first that needs another
static int joints_ready(const gud_model *m, int link, int nbody)
{
    while (link < m->nlink && m->frame[m->link[link].a].body < nbody && m->frame[m->link[link].b].body < nbody) link++;
    return link;
}

// the first body from `body` on, before `nbody`, with a joint that is not before `link`
static int bodies_ready(const gud_multipliers *r, int body, int nbody, int link)
{
    for (; body < nbody; body++) {
        const gud_carrier *b = &r->body[body];
        for (int k = 0; k < b->nreach; k++)
            if (r->reach[b->reach0 + k].node >= link) return body;
    }
    return body;
}

// bodies and joints of every part
static void divide_model(const gud_model *m, gud_multipliers *r)
{
    gud_part before = {.to = 1, .complete = 1};
    for (int n = 0; n < r->npart; n++) {
        gud_part *p = &r->part[n];
        p->from = before.to;
        p->to = p->from + group < m->nbody ? p->from + group : m->nbody;
        p->first_link = before.behind;
        p->behind = joints_ready(m, p->first_link, p->to);
        p->row0 = before.row0 + before.nrow;
        for (int i = p->first_link; i < p->behind; i++) p->nrow += m->link[i].nrow;
        p->first_body = before.complete;
        p->complete = bodies_ready(r, p->first_body, p->to, p->behind);
        before = *p;
    }
}

// in which part nodes are complete: that of the last of their bodies
static void date_nodes(const gud_multipliers *r, int *when)
{
    for (int n = 0; n < r->npart; n++)
        for (int i = r->part[n].first_body; i < r->part[n].complete; i++) {
            const gud_carrier *b = &r->body[i];
            for (int k = 0; k < b->nreach; k++) when[r->reach[b->reach0 + k].node] = n;
            if (b->node >= 0) when[b->node] = n;
        }
    for (int i = 0; i < r->nidle; i++) when[r->idle[i]] = r->npart - 1;
}

// A node is eliminated when it, those before it and those that it changes are complete: sums have the same order as
// without parts then.
static void divide_nodes(gud_multipliers *r, const int *when)
{
    const int *sequence = gud_blocklu_sequence(r->lu);
    int part = 0;
    for (int k = 0; k < r->nnode; k++) {
        int nlater;
        const int *later = gud_blocklu_changed(r->lu, k, &nlater);
        if (when[sequence[k]] > part) part = when[sequence[k]];
        for (int l = 0; l < nlater; l++)
            if (when[sequence[later[l]]] > part) part = when[sequence[later[l]]];
        r->part[part].node_end = k + 1;
    }
    for (int n = 1; n < r->npart; n++) {
        gud_part *p = &r->part[n];
        p->first_node = p[-1].node_end;
        if (p->node_end < p->first_node) p->node_end = p->first_node;
    }
}

// the lowest rank of a body's nodes, or `low`
static int lowest_node(const gud_multipliers *r, const gud_carrier *b, const int *rank, int low)
{
    if (b->node >= 0 && rank[b->node] < low) low = rank[b->node];
    for (int k = 0; k < b->nreach; k++) {
        const int at = rank[r->reach[b->reach0 + k].node];
        if (at < low) low = at;
    }
    return low;
}

static void divide_backward(gud_multipliers *r, const int *rank)
{
    int low = r->nnode;
    for (int n = r->npart - 1; n >= 0; n--) {
        gud_part *p = &r->part[n];
        p->back_end = low;
        for (int i = p->from; i < p->to; i++) low = lowest_node(r, &r->body[i], rank, low);
        p->back = n == 0 ? 0 : low;
    }
}

static gud_status make_parts(const gud_model *m, gud_multipliers *r, const int *rank)
{
    int *when = gud_alloc((size_t)r->nnode + 1, sizeof *when);
    if (!when) return GUD_ERR_MEMORY;
    divide_model(m, r);
    date_nodes(r, when);
    divide_nodes(r, when);
    divide_backward(r, rank);
    gud_free(when);
    return GUD_OK;
}

// ---- all of it

static bool all_plain(const gud_model *m)
{
    for (int i = 0; i < m->nlink; i++)
        if (!m->link[i].plain) return false;
    return true;
}

static gud_status fill(const gud_model *m, gud_multipliers *r)
{
    gud_arena *memory = &r->memory;
    const int nreach = 2 * m->nlink;
    r->plain = all_plain(m);
    r->npart = (m->nbody + group - 2) / group; // the ground is none of them
    r->part = GUD_TAKE(memory, gud_part, r->npart);
    r->nnode = m->nlink;
    r->body = GUD_TAKE(memory, gud_carrier, m->nbody);
    r->reach = GUD_TAKE(memory, gud_reach, nreach);
    r->diagonal = GUD_TAKE(memory, size_t, m->nlink);
    r->at = GUD_TAKE(memory, int, m->nbody);
    r->idle = GUD_TAKE(memory, int, m->nlink);
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
    return make_parts(m, r, rank);
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
