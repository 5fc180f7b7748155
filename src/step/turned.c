// K(now) is about R K(then) R', with R the rotation of each beam's nodes between the two and, for joints that hold a
// point of a beam in world axes, that of the multipliers as well. Exact where the whole beam has turned; else as good
// as a node's neighbours have turned with it.

#include "step/turned.h"

#include "body/beam.h"
#include "num/vec.h"

#include <string.h>

// change of a slope in a step beyond which a guess says too little about directions; nor does it in runs that need
// damping
static const double largest_turn = 0.02;
static const double longest_turn = 0.04; // beyond, a new matrix at the guess is no better than an old one

int gud_turned_size(const gud_model *m)
{
    return m->has_beams ? 9 * m->nnode : 0;
}

// right-handed axes from the slopes of a node, its first one along the beam
static void axes_of_slopes(const double *slopes, double A[9])
{
    double x[3], y[3], z[3];
    v3_scale(x, 1.0 / v3_norm(slopes), slopes);
    v3_axpy(y, slopes + 3, -v3_dot(slopes + 3, x), x);
    v3_scale(y, 1.0 / v3_norm(y), y);
    v3_cross(z, x, y);
    v3_copy(A, x);
    v3_copy(A + 3, y);
    v3_copy(A + 6, z);
}

static const double *slopes_of(const gud_sim *s, const gud_body *b, int node)
{
    return s->work.q + b->q0 + GUD_BEAM_NODE * node + 3;
}

void gud_turned_note(gud_sim *s)
{
    const gud_model *m = s->model;
    gud_factor *K = s->work.K;
    K->turned = false;
    if (!m->has_beams) return;
    for (int i = 1; i < m->nbody; i++)
        for (int k = 0; m->body[i].beam && k < m->body[i].nnode; k++)
            axes_of_slopes(slopes_of(s, &m->body[i], k), K->axes + 9 * (m->body[i].node0 + k));
}

// the node of a beam that a joint holds in world axes; -1: it holds none, or in other axes
static int held_node(const gud_model *m, const gud_link *link)
{
    if (link->nrow != 3) return -1;
    for (int i = 0; i < 3; i++)
        if (m->row[link->row0 + i].gauge.kind != GUD_WORLD || m->row[link->row0 + i].gauge.i != i) return -1;
    const gud_frame *a = &m->frame[link->a], *b = &m->frame[link->b];
    return m->body[a->body].beam ? a->node0 : m->body[b->body].beam ? b->node0 : -1;
}

// does the guess of a stage keep close to the step's start?
static bool is_close(const gud_sim *s, double most)
{
    const gud_model *m = s->model;
    for (int i = 1; i < m->nbody; i++)
        for (int k = 0; m->body[i].beam && k < m->body[i].nnode; k++) {
            const double *now = slopes_of(s, &m->body[i], k), *then = s->state.q + (now - s->work.q);
            double change[3];
            v3_axpy(change, now, -1.0, then);
            if (!(v3_norm(change) <= most)) return false;
        }
    return true;
}

void gud_turned_begin(gud_sim *s)
{
    const gud_model *m = s->model;
    gud_factor *K = s->work.K;
    if (!m->has_beams || !K->valid) return;
    K->turned = !s->work.damped && is_close(s, largest_turn);
    if (!K->turned) return;
    for (int i = 1; i < m->nbody; i++) {
        for (int k = 0; m->body[i].beam && k < m->body[i].nnode; k++) {
            const int node = m->body[i].node0 + k;
            double now[9];
            axes_of_slopes(slopes_of(s, &m->body[i], k), now);
            m3_mul_t(s->work.turn + 9 * node, now, K->axes + 9 * node); // rows are axes: R = sum now then'
        }
    }
}

bool gud_turned_outdated(const gud_sim *s)
{
    const gud_factor *K = s->work.K;
    if (!s->model->has_beams || s->model->has_films || !K->valid || K->turned) return false;
    return is_close(s, longest_turn);
}

// vectors of three in a row
static void turn_vectors(const double R[9], bool back, int n, double *b)
{
    for (int i = 0; i < n; i++, b += 3) {
        double r[3];
        (back ? m3_apply_t : m3_apply)(r, R, b);
        v3_copy(b, r);
    }
}

static void turn_all(const gud_sim *s, bool back, double *b)
{
    const gud_model *m = s->model;
    for (int i = 1; i < m->nbody; i++)
        for (int k = 0; m->body[i].beam && k < m->body[i].nnode; k++)
            turn_vectors(s->work.turn + 9 * (m->body[i].node0 + k), back, GUD_BEAM_NODE / 3,
                         b + m->body[i].v0 + GUD_BEAM_NODE * k);
    for (int i = 0; i < m->nlink; i++) {
        const int node = held_node(m, &m->link[i]);
        if (node >= 0) turn_vectors(s->work.turn + 9 * node, back, 1, b + m->nv + m->link[i].row0);
    }
}

void gud_turned_solve(const gud_sim *s, double *b)
{
    const gud_factor *K = s->work.K;
    if (K->turned) turn_all(s, true, b);
    gud_matrix_solve(&K->matrix, b);
    if (K->turned) turn_all(s, false, b);
}
