// Bodies are eliminated first, node after node of a matrix that has joints only:
//
//     S lam = J M^-1 f - g,   x = M^-1 (f - J' lam),   S = J M^-1 J' + E
//
// A chain has a band of blocks. A body that carries many joints would couple all of them: it stays a node,
//
//     [S  -J_h; -J_h'  -M_h] (lam, x_h) = (J M^-1 f - g, -f_h)
//
// with M^-1 of the others. Both are regular wherever [M J'; J -E] is.

#include "num/vec.h"
#include "num/wide.h"
#include "step/multipliers_pattern.h"
#include "step/plain.h"

#include <string.h>

enum { most_velocities = 6 }; // of a rigid body
enum { ahead = 4 };           // so many joints take about as long as memory

// E relative to the diagonal of S: as good as nothing, unless the pivots show that rows depend on each other
static const double tight = 1e-15, loose = 1e-9, dependent = 1e-11;

static const gud_frame *end_frame(const gud_model *m, const gud_link *link, int end)
{
    return &m->frame[end == 0 ? link->a : link->b];
}

gud_parts gud_multipliers_parts(const gud_sim *s)
{
    const gud_multipliers *r = s->work.multipliers;
    return (gud_parts){.n = r->npart, .part = r->part, .plain = r->plain};
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
INLINE void by_mass(const gud_carrier *b, int nv, const double *restrict x, double *restrict y)
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
INLINE void weigh_rows(int n, const gud_carrier *b, int from, int nv, const double *restrict J, double *restrict W)
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
        if (gud_link_holds(link))
            soften_block(s, link->row0, link->nrow, S);
        else
            for (int k = 0; k < link->nrow; k++) S[k * (link->nrow + 1)] = 1.0;
    }
}

// S += J M^-1 J' of one body; displacements along the world's axes have constant products
INLINE void add_light(const gud_multipliers *r, const gud_carrier *b, int from, int nv, const gud_sim *s)
{
    const size_t *block = r->block + b->block;
    const bool *fresh = r->fresh + b->block, *complete = r->complete + b->block;
    double W[GUD_LIGHT_ROWS * most_velocities];
    const double *weighed[GUD_LIGHT_ROWS], inverses[3] = {b->inverse, b->inverse, b->inverse};
    const gud_reach *first = r->reach + b->reach0;
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
static void add_heavy(const gud_multipliers *r, const gud_body *body, const gud_carrier *b)
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
        const gud_reach *a = &r->reach[b->reach0 + n];
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

GUD_WIDE static void add_bodies(const gud_sim *s, const gud_multipliers *r, int from, int to)
{
    const gud_model *m = s->model;
    for (int i = from; i < to; i++) {
        const gud_carrier *b = &r->body[i];
        if (b->node >= 0)
            add_heavy(r, &m->body[i], b);
        else
            WITH_BODY(add_light, r, b, b->nv, s);
    }
}

void gud_multipliers_begin(gud_sim *s)
{
    gud_multipliers *r = s->work.multipliers;
    if (r->uncovered) memset(r->values, 0, gud_blocklu_nvalue_symmetric(r->lu) * sizeof *r->values);
    r->done = gud_blocklu_factor_begin();
    r->status = GUD_OK;
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
static void take_rows(const gud_multipliers *r, const gud_reach *a, const double *jac, int nv)
{
    const int from = a->whole ? 0 : nv == 3 ? 2 : 3;
    for (int i = 0; i < a->nrow; i++)
        for (int c = from; c < nv; c++) r->rows[a->rows + (c - from) * a->nrow + i] = jac[a->jac + i * a->stride + c];
}

GUD_WIDE static void fill_rows(gud_sim *s, const gud_part *part, double *bias)
{
    const gud_model *m = s->model;
    const gud_multipliers *r = s->work.multipliers;
    for (int i = part->first_link; i < part->behind; i++) {
        const gud_plain *p = &m->plain[i];
        gud_prefetch(p + ahead, 192);
        if (p->nrow > 0) {
            GUD_WITH_PLAIN(fill_plain, p->nworld, p->nrow, p, r, r->end[i], s->work.pose, bias);
            continue;
        }
        gud_joint_rows_part(s, bias, i, i + 1);
        for (int e = 0; e < 2; e++)
            if (r->end[i][e] >= 0) take_rows(r, &r->reach[r->end[i][e]], s->work.jac, end_frame(m, &m->link[i], e)->nv);
    }
}

// blocks of complete bodies, and the factors of complete nodes
static void eliminate(gud_sim *s, const gud_part *p)
{
    gud_multipliers *r = s->work.multipliers;
    add_bodies(s, r, p->first_body, p->complete);
    if (p == r->part + r->npart - 1) soften_idle(s, r);
    if (r->status == GUD_OK) r->status = gud_blocklu_factor_symmetric(r->lu, r->values, p->node_end, &r->done);
}

void gud_multipliers_rows(gud_sim *s, const gud_part *p, double *bias)
{
    fill_rows(s, p, bias);
    eliminate(s, p);
}

// what the factors say
static gud_status finish_matrix(gud_sim *s)
{
    const gud_multipliers *r = s->work.multipliers;
    s->state.clock.nfactor++;
    s->work.pivot = r->done.report;
    s->work.pivot.node = whole_node(s->model, r, s->work.pivot.node);
    return r->status;
}

gud_status gud_multipliers_end(gud_sim *s)
{
    const gud_multipliers *r = s->work.multipliers;
    gud_status st = finish_matrix(s);
    if (!s->work.soft && (st != GUD_OK || s->work.pivot.pivot < dependent)) {
        s->work.soft = true;
        gud_multipliers_begin(s);
        for (int n = 0; n < r->npart; n++) eliminate(s, &r->part[n]);
        st = finish_matrix(s);
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

// x = sign M^-1 f of a body, and u += J x; rows hold displacements before `from` as `nworld` says
INLINE void begin_light(const gud_multipliers *r, const gud_carrier *b, int from, int nv, const double *f, double sign,
                        double *x, double *u)
{
    double y[most_velocities] = {0};
    by_mass(b, nv, f, y);
    for (int i = 0; i < nv; i++) x[i] = y[i] = sign * y[i];
    for (const gud_reach *a = r->reach + b->reach0, *end = a + b->nreach; a < end; a++) {
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
INLINE void end_light(const gud_multipliers *r, const gud_carrier *b, int from, int nv, const double *lam, double *x)
{
    double pull[most_velocities] = {0}, y[most_velocities];
    for (const gud_reach *a = r->reach + b->reach0, *end = a + b->nreach; a < end; a++) {
        const double *rows = lam + a->row0;
        WITH_ROWS(add_pull, a->nrow, nv - from, r->rows + a->rows, rows, pull + from);
        if (from > 0) add_world(a->nworld, 1, a->sign, rows, pull);
    }
    by_mass(b, nv, pull, y);
    for (int n = 0; n < nv; n++) x[n] -= y[n];
}

// a body that stays is an unknown
static void begin_heavy(const gud_carrier *b, const double *f, double sign, double *x, double *u)
{
    for (int k = 0; k < b->nv; k++) {
        u[k] = f ? -sign * f[k] : 0.0;
        if (f) x[k] = 0.0;
    }
}

GUD_WIDE static void begin_bodies(const gud_multipliers *r, const gud_part *p, const double *f, double sign, double *x,
                                  double *u)
{
    for (int i = p->first_body; i < p->complete; i++) {
        const gud_carrier *b = &r->body[i];
        if (b->node >= 0)
            begin_heavy(b, f ? f + b->v0 : NULL, sign, x + b->v0, u + r->at[i]);
        else if (f)
            WITH_BODY(begin_light, r, b, b->nv, f + b->v0, sign, x + b->v0, u);
    }
}

void gud_multipliers_forward(const gud_sim *s, const gud_part *p, const double *f, double sign, double *x, double *u)
{
    const gud_multipliers *r = s->work.multipliers;
    if (f || r->nnode > s->model->nlink) begin_bodies(r, p, f, sign, x, u);
    gud_blocklu_forward_symmetric(r->lu, r->values, p->first_node, p->node_end, u);
}

GUD_WIDE void gud_multipliers_backward(const gud_sim *s, const gud_part *p, double *u, double *x)
{
    const gud_multipliers *r = s->work.multipliers;
    gud_blocklu_backward_symmetric(r->lu, r->values, p->back, p->back_end, u);
    for (int i = p->from; i < p->to; i++) {
        const gud_carrier *b = &r->body[i];
        double *y = x + b->v0;
        if (b->node < 0)
            WITH_BODY(end_light, r, b, b->nv, u, y);
        else
            for (int k = 0; k < b->nv; k++) y[k] += u[r->at[i] + k];
    }
}

void gud_multipliers_solve(const gud_sim *s, double *d)
{
    const gud_multipliers *r = s->work.multipliers;
    const int nv = s->model->nv, nrow = s->model->nrow;
    double *u = r->unknown;
    for (int i = 0; i < nrow; i++) u[i] = -d[nv + i];
    for (int n = 0; n < r->npart; n++) gud_multipliers_forward(s, &r->part[n], d, 1.0, d, u);
    for (int n = r->npart - 1; n >= 0; n--) gud_multipliers_backward(s, &r->part[n], u, d);
    memcpy(d + nv, u, (size_t)nrow * sizeof *u);
}

// rows of one end, multiplied with the velocities of its body
INLINE void add_rates(const gud_carrier *b, const gud_reach *a, const double *J, const double *y, double *rate)
{
    const int from = a->whole ? 0 : b->nv == 3 ? 2 : 3;
    if (b->nv - from == 3)
        WITH_ROWS(add_motion, a->nrow, 3, J, y + from, rate);
    else
        WITH_ROWS(add_motion, a->nrow, b->nv - from, J, y + from, rate);
    if (from > 0) add_world(a->nworld, 1, a->sign, y, rate);
}

GUD_WIDE void gud_multipliers_rates_part(const gud_sim *s, const gud_part *p, const double *v, double *rate)
{
    const gud_multipliers *r = s->work.multipliers;
    memset(rate + p->row0, 0, (size_t)p->nrow * sizeof *rate);
    for (int i = p->first_body; i < p->complete; i++) {
        const gud_carrier *b = &r->body[i];
        for (const gud_reach *a = r->reach + b->reach0, *end = a + b->nreach; a < end; a++)
            add_rates(b, a, r->rows + a->rows, v + b->v0, rate + a->row0);
    }
}

void gud_multipliers_rates(const gud_sim *s, const double *v, double *rate)
{
    const gud_model *m = s->model;
    const gud_multipliers *r = s->work.multipliers;
    for (int n = 0; n < r->npart; n++) gud_multipliers_rates_part(s, &r->part[n], v, rate);
    for (int n = 0; !r->plain && n < m->nlink; n++) {
        const gud_link *link = &m->link[n];
        for (int i = link->row0; !link->plain && i < link->row0 + link->nrow; i++) {
            const gud_constraint *row = &m->row[i];
            rate[i] -= row->motion >= 0 ? s->work.motion[3 * row->motion + 1] : row->rate;
        }
    }
}
