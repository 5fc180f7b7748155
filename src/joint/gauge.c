#include "joint/gauge.h"

#include "num/pi.h"
#include "num/vec.h"

#include <math.h>
#include <string.h>

// Places of the displacements in a gradient.
enum { PA = 0, FA = 3, PB = 6, FB = 9 };

static void separation(const gud_pose *A, const gud_pose *B, double d[3])
{
    v3_axpy(d, B->p, -1.0, A->p);
}

// ANGLE: s = y_A . x_B and c = x_A . x_B; the turn is atan2(s, c)
typedef struct {
    double xA[3], yA[3], xB[3], s, c, r2;
} turn;

static turn turn_of(const gud_pose *A, const gud_pose *B)
{
    turn u;
    m3_column(u.xA, A->R, 0);
    m3_column(u.yA, A->R, 1);
    m3_column(u.xB, B->R, 0);
    u.s = v3_dot(u.yA, u.xB);
    u.c = v3_dot(u.xA, u.xB);
    u.r2 = u.s * u.s + u.c * u.c;
    return u;
}

// g with d(turn) = g . (dphi_A - dphi_B); eq. (9)
static void turn_gradient(const turn *u, double g[3])
{
    double ns[3], nc[3];
    v3_cross(ns, u->yA, u->xB);
    v3_cross(nc, u->xA, u->xB);
    for (int k = 0; k < 3; k++) g[k] = (u->c * ns[k] - u->s * nc[k]) / u->r2;
}

double gud_gauge_value(const gud_gauge *m, const gud_pose *A, const gud_pose *B, double near)
{
    double d[3], a[3], b[3];
    separation(A, B, d);
    m3_column(a, A->R, m->i);
    switch (m->kind) {
    case GUD_WORLD:
        return d[m->i];
    case GUD_ALONG:
        return v3_dot(a, d);
    case GUD_COSINE:
        m3_column(b, B->R, m->j);
        return v3_dot(a, b);
    case GUD_DISTANCE:
        return v3_norm(d);
    case GUD_ANGLE:
        break;
    }
    const turn u = turn_of(A, B);
    const double angle = atan2(u.s, u.c);
    return angle + 2.0 * pi * nearbyint((near - angle) / (2.0 * pi));
}

void gud_gauge_gradient(const gud_gauge *m, const gud_pose *A, const gud_pose *B, double g[12])
{
    double d[3], a[3], b[3], n[3] = {0};
    memset(g, 0, 12 * sizeof *g);
    switch (m->kind) {
    case GUD_WORLD:
        g[PA + m->i] = -1.0;
        g[PB + m->i] = 1.0;
        return;
    case GUD_ALONG:
        separation(A, B, d);
        m3_column(a, A->R, m->i);
        v3_scale(g + PA, -1.0, a);
        v3_copy(g + PB, a);
        v3_cross(g + FA, a, d);
        return;
    case GUD_COSINE:
        m3_column(a, A->R, m->i);
        m3_column(b, B->R, m->j);
        v3_cross(n, a, b);
        break;
    case GUD_DISTANCE:
        separation(A, B, d);
        v3_scale(g + PB, 1.0 / v3_norm(d), d);
        v3_scale(g + PA, -1.0, g + PB);
        return;
    case GUD_ANGLE: {
        const turn u = turn_of(A, B);
        turn_gradient(&u, n);
        break;
    }
    }
    v3_copy(g + FA, n);
    v3_scale(g + FB, -1.0, n);
}

// H[row.., column..] += s (3x3 block)
static void add_block(double H[144], int row, int column, double s, const double block[9])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) H[12 * (row + i) + column + j] += s * block[3 * i + j];
}

// d(a x b) by dphi_A is a b' - (a.b) I, by dphi_B is (a.b) I - b a'; eq. (6)
static void cosine_blocks(const double a[3], const double b[3], double byA[9], double byB[9])
{
    const double ab = v3_dot(a, b);
    memset(byA, 0, 9 * sizeof *byA);
    memset(byB, 0, 9 * sizeof *byB);
    m3_add_outer(byA, 1.0, a, b);
    m3_add_identity(byA, -ab);
    m3_add_outer(byB, -1.0, b, a);
    m3_add_identity(byB, ab);
}

static void along_curvature(const gud_gauge *m, const gud_pose *A, const gud_pose *B, double scale, double H[144])
{
    double d[3], a[3], skew[9] = {0}, turning[9] = {0};
    separation(A, B, d);
    m3_column(a, A->R, m->i);
    m3_add_skew(skew, 1.0, a);
    m3_add_outer(turning, 1.0, a, d);
    m3_add_identity(turning, -v3_dot(a, d));
    add_block(H, PA, FA, scale, skew);
    add_block(H, PB, FA, -scale, skew);
    add_block(H, FA, PA, -scale, skew);
    add_block(H, FA, PB, scale, skew);
    add_block(H, FA, FA, scale, turning);
}

static void distance_curvature(const gud_pose *A, const gud_pose *B, double scale, double H[144])
{
    double d[3], block[9] = {0};
    separation(A, B, d);
    const double length = v3_norm(d);
    m3_add_identity(block, 1.0 / length);
    m3_add_outer(block, -1.0 / (length * length * length), d, d);
    add_block(H, PA, PA, scale, block);
    add_block(H, PB, PB, scale, block);
    add_block(H, PA, PB, -scale, block);
    add_block(H, PB, PA, -scale, block);
}

static void angle_curvature(const gud_pose *A, const gud_pose *B, double scale, double H[144])
{
    const turn u = turn_of(A, B);
    double g[3], ns[3], nc[3], sA[9], sB[9], cA[9], cB[9];
    turn_gradient(&u, g);
    v3_cross(ns, u.yA, u.xB);
    v3_cross(nc, u.xA, u.xB);
    cosine_blocks(u.yA, u.xB, sA, sB);
    cosine_blocks(u.xA, u.xB, cA, cB);

    // product rule on g = (c ns - s nc)/r2 with ds = ns.(A - B), dc = nc.(A - B), dr2 = 2 s ds + 2 c dc
    double common[9] = {0}, dr2[3], byA[9], byB[9];
    m3_add_outer(common, 1.0 / u.r2, ns, nc);
    m3_add_outer(common, -1.0 / u.r2, nc, ns);
    for (int k = 0; k < 3; k++) dr2[k] = 2.0 * (u.s * ns[k] + u.c * nc[k]);
    m3_add_outer(common, -1.0 / u.r2, g, dr2);
    for (int k = 0; k < 9; k++) {
        byA[k] = (u.c * sA[k] - u.s * cA[k]) / u.r2 + common[k];
        byB[k] = (u.c * sB[k] - u.s * cB[k]) / u.r2 - common[k];
    }
    add_block(H, FA, FA, scale, byA);
    add_block(H, FA, FB, scale, byB);
    add_block(H, FB, FA, -scale, byA);
    add_block(H, FB, FB, -scale, byB);
}

void gud_gauge_curvature(const gud_gauge *m, const gud_pose *A, const gud_pose *B, double scale, double H[144])
{
    double a[3], b[3], byA[9], byB[9];
    switch (m->kind) {
    case GUD_WORLD:
        return;
    case GUD_ALONG:
        along_curvature(m, A, B, scale, H);
        return;
    case GUD_DISTANCE:
        distance_curvature(A, B, scale, H);
        return;
    case GUD_ANGLE:
        angle_curvature(A, B, scale, H);
        return;
    case GUD_COSINE:
        break;
    }
    m3_column(a, A->R, m->i);
    m3_column(b, B->R, m->j);
    cosine_blocks(a, b, byA, byB);
    add_block(H, FA, FA, scale, byA);
    add_block(H, FA, FB, scale, byB);
    add_block(H, FB, FA, -scale, byA);
    add_block(H, FB, FB, -scale, byB);
}

// an axis that turns steadily: its first and second derivative
static void axis_rates(const double w[3], const double a[3], double a_t[3], double a_tt[3])
{
    v3_cross(a_t, w, a);
    v3_cross(a_tt, w, a_t);
}

// second derivative of the product of two axes that turn steadily, and in *rate the first
static double cosine_bias(const double wA[3], const double a[3], const double wB[3], const double b[3], double *rate)
{
    double a_t[3], a_tt[3], b_t[3], b_tt[3];
    axis_rates(wA, a, a_t, a_tt);
    axis_rates(wB, b, b_t, b_tt);
    *rate = v3_dot(a_t, b) + v3_dot(a, b_t);
    return v3_dot(a_tt, b) + 2.0 * v3_dot(a_t, b_t) + v3_dot(a, b_tt);
}

static double angle_bias(const gud_pose *A, const gud_pose *B)
{
    const turn u = turn_of(A, B);
    double s_t, c_t;
    const double s_tt = cosine_bias(A->w, u.yA, B->w, u.xB, &s_t), c_tt = cosine_bias(A->w, u.xA, B->w, u.xB, &c_t);
    const double rate = (u.c * s_t - u.s * c_t) / u.r2;
    return (u.c * s_tt - u.s * c_tt - 2.0 * rate * (u.s * s_t + u.c * c_t)) / u.r2;
}

double gud_gauge_bias(const gud_gauge *m, const gud_pose *A, const gud_pose *B)
{
    double d[3], d_t[3], a[3], b[3], a_t[3], a_tt[3], rate;
    switch (m->kind) {
    case GUD_WORLD:
        return 0.0;
    case GUD_ALONG:
        separation(A, B, d);
        v3_axpy(d_t, B->v, -1.0, A->v);
        m3_column(a, A->R, m->i);
        axis_rates(A->w, a, a_t, a_tt);
        return v3_dot(a_tt, d) + 2.0 * v3_dot(a_t, d_t);
    case GUD_DISTANCE:
        separation(A, B, d);
        v3_axpy(d_t, B->v, -1.0, A->v);
        rate = v3_dot(d, d_t) / v3_norm(d);
        return (v3_dot(d_t, d_t) - rate * rate) / v3_norm(d);
    case GUD_ANGLE:
        return angle_bias(A, B);
    case GUD_COSINE:
        break;
    }
    m3_column(a, A->R, m->i);
    m3_column(b, B->R, m->j);
    return cosine_bias(A->w, a, B->w, b, &rate);
}
