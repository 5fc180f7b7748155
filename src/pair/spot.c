#include "pair/spot.h"

#include "num/vec.h"

#include <math.h>
#include <string.h>

// Below this part of the clearance the direction of an eccentricity is not defined; nothing touches there.
static const double centred = 1e-9;

int gud_pair_nspot(const gud_pair_geometry *g)
{
    switch (g->shape) {
    case GUD_SHAPE_PIN:
    case GUD_SHAPE_BALL:
    case GUD_SHAPE_SURFACES:
        return 1;
    case GUD_SHAPE_CYLINDER:
        return isfinite(g->play) ? 4 : 2;
    case GUD_SHAPE_BLOCK:
        break;
    }
    return 4;
}

void gud_spot_move(const gud_spot *at, const gud_shift *shift, double move[3])
{
    double turnA[3], turnB[3];
    v3_cross(turnA, shift->fA, at->rA);
    v3_cross(turnB, shift->fB, at->rB);
    for (int k = 0; k < 3; k++) move[k] = shift->pB[k] + turnB[k] - shift->pA[k] - turnA[k];
}

// direction of e, or any that is normal to nothing in particular while the parts are concentric
static double direction(const double e[3], double clearance, const double fallback[3], double n[3])
{
    const double rho = v3_norm(e);
    if (rho > centred * clearance)
        v3_scale(n, 1.0 / rho, e);
    else
        v3_copy(n, fallback);
    return rho;
}

// a pin in the plane and a ball in its socket: Q is the centre of the second
static void round_spot(const gud_pair_geometry *g, const gud_pose *A, const gud_pose *B, gud_spot *s)
{
    const double x[3] = {1.0, 0.0, 0.0};
    v3_axpy(s->rA, B->p, -1.0, A->p);
    v3_set(s->rB, 0.0, 0.0, 0.0);
    s->depth = direction(s->rA, g->clearance, x, s->m) - g->clearance;
    s->reach = g->radius - g->clearance - s->depth;
}

static void round_shift(const gud_pair_geometry *g, const gud_spot *at, const gud_shift *shift, gud_spot *c)
{
    const double rho = fmax(at->depth + g->clearance, centred * g->clearance);
    v3_axpy(c->rA, shift->pB, -1.0, shift->pA);
    v3_set(c->rB, 0.0, 0.0, 0.0);
    c->depth = v3_dot(at->m, c->rA);
    for (int k = 0; k < 3; k++) c->m[k] = (c->rA[k] - c->depth * at->m[k]) / rho;
    c->reach = -c->depth;
}

// End k of the bore: Q is where the journal's axis b passes the plane of that end. m = n - (n.b)/(a.b) a is normal to
// the journal's axis: the bore's edge presses on the journal's surface. docs/theory/clearance.md, eqs (5) to (8)
static void end_spot(const gud_pair_geometry *g, const gud_pose *A, const gud_pose *B, int end, gud_spot *s)
{
    double a[3], b[3], x[3], P[3], d[3], e[3], n[3];
    m3_column(a, A->R, 2);
    m3_column(b, B->R, 2);
    m3_column(x, A->R, 0);
    v3_scale(P, (end == 0 ? -0.5 : 0.5) * g->width, a); // from A's origin
    v3_axpy(d, B->p, -1.0, A->p);
    for (int k = 0; k < 3; k++) e[k] = P[k] - d[k];
    v3_scale(s->rB, v3_dot(a, e) / v3_dot(a, b), b);
    v3_axpy(s->rA, d, 1.0, s->rB);
    v3_axpy(e, s->rA, -1.0, P);
    s->depth = direction(e, g->clearance, x, n) - g->clearance;
    v3_axpy(s->m, n, -v3_dot(n, b) / v3_dot(a, b), a);
    s->reach = g->radius - g->clearance - s->depth;
}

static void end_shift(const gud_pair_geometry *g, const gud_pose *A, const gud_pose *B, int end, const gud_spot *at,
                      const gud_shift *shift, gud_spot *c)
{
    double a[3], b[3], P[3], e[3], n[3], da[3], db[3], move[3], slide[3], turn[3], dn[3];
    m3_column(a, A->R, 2);
    m3_column(b, B->R, 2);
    v3_scale(P, (end == 0 ? -0.5 : 0.5) * g->width, a);
    v3_axpy(e, at->rA, -1.0, P);
    const double x[3] = {A->R[0], A->R[3], A->R[6]};
    const double rho = fmax(direction(e, g->clearance, x, n), centred * g->clearance);
    v3_cross(da, shift->fA, a);
    v3_cross(db, shift->fB, b);

    // Q slides along the journal's axis so that it stays in the plane of the end
    const double ab = v3_dot(a, b), nb = v3_dot(n, b);
    gud_spot_move(at, shift, move);
    const double s = -v3_dot(a, move) / ab;
    v3_cross(turn, shift->fB, at->rB);
    v3_axpy(c->rB, turn, s, b);
    for (int k = 0; k < 3; k++) c->rA[k] = shift->pB[k] + c->rB[k] - shift->pA[k];

    // seen from A, e changes by move + s b; n turns with A
    v3_axpy(slide, move, s, b);
    c->depth = v3_dot(n, slide);
    v3_cross(dn, shift->fA, n);
    for (int k = 0; k < 3; k++) dn[k] += (slide[k] - c->depth * n[k]) / rho;

    // m = n - kappa a
    const double kappa = nb / ab;
    const double dkappa = (v3_dot(dn, b) + v3_dot(n, db) - kappa * (v3_dot(da, b) + v3_dot(a, db))) / ab;
    for (int k = 0; k < 3; k++) c->m[k] = dn[k] - dkappa * a[k] - kappa * da[k];
    c->reach = -c->depth;
}

// axial stop: Q is the centre of the journal
static void stop_spot(const gud_pair_geometry *g, const gud_pose *A, const gud_pose *B, int end, gud_spot *s)
{
    double a[3];
    m3_column(a, A->R, 2);
    v3_axpy(s->rA, B->p, -1.0, A->p);
    v3_set(s->rB, 0.0, 0.0, 0.0);
    v3_scale(s->m, end == 0 ? -1.0 : 1.0, a);
    s->depth = v3_dot(s->m, s->rA) - g->play;
    s->reach = 0.0;
}

// walls that ride on A: m turns with A
static void wall_shift(const gud_spot *at, const gud_shift *shift, gud_spot *c)
{
    double move[3];
    gud_spot_move(at, shift, move);
    v3_cross(c->rB, shift->fB, at->rB);
    for (int k = 0; k < 3; k++) c->rA[k] = shift->pB[k] + c->rB[k] - shift->pA[k];
    v3_cross(c->m, shift->fA, at->m);
    c->depth = v3_dot(at->m, move);
    c->reach = 0.0;
}

// corner k of the block against the wall on its side
static void corner_spot(const gud_pair_geometry *g, const gud_pose *A, const gud_pose *B, int k, gud_spot *s)
{
    const double side = k < 2 ? -1.0 : 1.0, end = k % 2 == 0 ? -1.0 : 1.0;
    const double corner[3] = {end * g->half_length, side * g->half_height, 0.0};
    double y[3], d[3];
    m3_column(y, A->R, 1);
    m3_apply(s->rB, B->R, corner);
    v3_axpy(d, B->p, -1.0, A->p);
    v3_axpy(s->rA, d, 1.0, s->rB);
    v3_scale(s->m, side, y);
    s->depth = v3_dot(s->m, s->rA) - g->half_height - g->clearance;
    s->reach = 0.0;
}

int gud_pair_spots(const gud_pair_geometry *g, const gud_pose *A, const gud_pose *B, gud_spot *spots)
{
    const int n = gud_pair_nspot(g);
    switch (g->shape) {
    case GUD_SHAPE_PIN:
    case GUD_SHAPE_BALL:
        round_spot(g, A, B, &spots[0]);
        break;
    case GUD_SHAPE_CYLINDER:
        for (int k = 0; k < 2; k++) end_spot(g, A, B, k, &spots[k]);
        for (int k = 2; k < n; k++) stop_spot(g, A, B, k - 2, &spots[k]);
        break;
    case GUD_SHAPE_BLOCK:
        for (int k = 0; k < n; k++) corner_spot(g, A, B, k, &spots[k]);
        break;
    case GUD_SHAPE_SURFACES:
        break; // gud_surface_spot
    }
    return n;
}

void gud_pair_spot_shift(const gud_pair_geometry *g, const gud_pose *A, const gud_pose *B, int spot, const gud_spot *at,
                         const gud_shift *shift, gud_spot *change)
{
    if (g->shape == GUD_SHAPE_PIN || g->shape == GUD_SHAPE_BALL)
        round_shift(g, at, shift, change);
    else if (g->shape == GUD_SHAPE_CYLINDER && spot < 2)
        end_shift(g, A, B, spot, at, shift, change);
    else
        wall_shift(at, shift, change);
}
