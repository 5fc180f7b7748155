// Broken film starves the film downstream of it. Along the end of a front that follows a line of cells, a step of
// Newton's method then breaks a few cells, the next step those behind them, and so on: on large grids most steps were
// spent in that way. Here each of these cells solves its own balance and complementarity, the others at rest,
//
//     full:   u' = u - r / C,  or u' = 0 and theta' = 1 - (r - C u) / V  if that is negative,     C = sum of T
//     broken: theta' = theta - r / V,  or theta' = 1 and u' from the rest  if that is above 1,
//     V = sum of V out of it, and A h/c in a stage
//
// and a cell that changes sides asks its neighbours. It is a guess for the next step, for films with plain balances.

#include "film/settle.h"

enum { few = 64, most = 4096 }; // cells that changed sides before; questions

typedef struct {
    const gud_film *film;
    gud_film_work *w;
    const double *change;
    int n, asked[most];
    int flips;
} settling;

// A neighbour and the face between: conductance, and what walls carry out of the cell
typedef struct {
    int cell; // -1: none
    double T, out;
} neighbour;

static neighbour over_face(const gud_face_flow *flow, int face, bool high, int cell)
{
    const double carry = cell >= 0 ? flow->voids[face] : flow->carry[face], V = high ? carry : -carry;
    return (neighbour){cell, flow->conduct[face], flow->carries ? gud_larger(V, 0.0) : 0.0};
}

static void neighbours_get(const gud_film *film, const gud_film_work *w, int k, neighbour n[4])
{
    const int nx = film->nx, ny = film->ny, i = k / ny, j = k % ny, ring = film->periodic ? film->ncell : 0;
    const int west = i > 0 ? k - ny : ring ? k - ny + ring : -1, east = i < nx - 1 ? k + ny : ring ? k + ny - ring : -1;
    n[0] = over_face(&w->x, k, false, west);
    n[1] = over_face(&w->x, i < nx - 1 || !ring ? k + ny : j, true, east);
    n[2] = over_face(&w->y, gud_film_face_y(film, i, j), false, j > 0 ? k - 1 : -1);
    n[3] = over_face(&w->y, gud_film_face_y(film, i, j + 1), true, j < ny - 1 ? k + 1 : -1);
}

// solves cell k, which stores so much by its film fraction; returns whether it changes sides
static bool cell_solve(settling *s, int k, const neighbour n[4], double storage)
{
    gud_film_work *w = s->w;
    double C = 0.0, V = storage;
    for (int m = 0; m < 4; m++) C += n[m].T, V += n[m].out;
    if (!(C > 0.0) || !(V > 0.0)) return false;
    const bool full = w->full[k] > 0.0;
    const double r = w->residual[k], u = w->u[k], theta = w->theta[k];
    // a full cell at no pressure and a broken one without a void are the same: what is missing there decides
    const double missing = r - C * u + V * (1.0 - theta);
    const bool fills = missing <= 0.0;
    if (fills != full && s->change[k] != 0.0) return false; // Newton's method has just decided that
    w->full[k] = fills ? 1.0 : 0.0;
    w->u[k] = fills ? -missing / C : 0.0;
    w->theta[k] = fills ? 1.0 : 1.0 - missing / V;
    const double du = w->u[k] - u, dtheta = w->theta[k] - theta;
    w->residual[k] = 0.0;
    for (int m = 0; m < 4; m++)
        if (n[m].cell >= 0) w->residual[n[m].cell] -= n[m].T * du + n[m].out * dtheta;
    return fills != full;
}

static void ask(settling *s, int k)
{
    if (k >= 0 && s->n < most) s->asked[s->n++] = k;
}

static bool can_settle(const gud_film *film, const gud_film_work *w)
{
    return w->linear == GUD_LINEAR_MULTIGRID && gud_film_is_basic(film, w) && film->options.cavitation->breaks &&
           w->nfilling == 0;
}

int gud_film_settle(const gud_film *film, gud_film_work *w, const gud_film_in *in, const double *change, int flips)
{
    if (flips == 0 || flips > few || !can_settle(film, w)) return 0;
    settling s = {.film = film, .w = w, .change = change};
    neighbour n[4];
    for (int k = 0; k < film->ncell; k++)
        if (change[k] != 0.0) ask(&s, k);
    for (int i = 0; i < s.n; i++) {
        const int k = s.asked[i];
        neighbours_get(film, w, k, n);
        const bool flipped = cell_solve(&s, k, n, film->area[k] * in->per_c * w->thick[k]);
        s.flips += flipped;
        for (int m = 0; (flipped || i < flips) && m < 4; m++) ask(&s, n[m].cell);
    }
    return s.flips;
}
