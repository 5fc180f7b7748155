// Plain joints, gud_plain: rows, violations and biases from the poses of the two bodies alone. Inlined with the numbers
// of rows as constants.
#ifndef GUD_STEP_PLAIN_H
#define GUD_STEP_PLAIN_H

#include "model/model.h"
#include "num/vec.h"

#include <assert.h>

#define GUD_PLAIN_INLINE static inline __attribute__((always_inline))

// calls f with the numbers of rows along the world's axes and in all, as constants where they are common
#define GUD_WITH_PLAIN(f, nworld, nrow, ...)                                                                           \
    do {                                                                                                               \
        if ((nworld) == 3 && (nrow) == 5)                                                                              \
            f(3, 5, __VA_ARGS__);                                                                                      \
        else if ((nworld) == 3 && (nrow) == 3)                                                                         \
            f(3, 3, __VA_ARGS__);                                                                                      \
        else if ((nworld) == 2 && (nrow) == 2)                                                                         \
            f(2, 2, __VA_ARGS__);                                                                                      \
        else                                                                                                           \
            f(nworld, nrow, __VA_ARGS__);                                                                              \
    } while (0)

// where one end of a joint is, in world axes
typedef struct {
    const gud_pose *base;
    double arm[3];
    double axis[GUD_PLAIN_AXES][3];
} gud_plain_end;

GUD_PLAIN_INLINE void gud_plain_place(int naxis, const gud_plain *p, int e, const gud_pose *pose, gud_plain_end *end)
{
    end->base = &pose[p->base[e]];
    m3_apply(end->arm, end->base->R, p->s[e]);
    for (int k = 0; k < naxis; k++) m3_apply(end->axis[k], end->base->R, p->axis[k][e]);
}

// -1 for the first body, 1 for the second
GUD_PLAIN_INLINE double gud_plain_sign(int e)
{
    return e == 0 ? -1.0 : 1.0;
}

// moved[k][i]: how far the end moves along the world's axis i where the body turns about its axis k
GUD_PLAIN_INLINE void gud_plain_moved(const gud_plain_end *end, double moved[3][3])
{
    for (int k = 0; k < 3; k++) {
        double axis[3];
        m3_column(axis, end->base->R, k);
        v3_cross(moved[k], axis, end->arm);
    }
}

// the moment of row k beyond those along the world's axes, about the body's own axes
GUD_PLAIN_INLINE void gud_plain_moment(const gud_plain_end end[2], int e, int k, double moment[3])
{
    double n[3];
    v3_cross(n, end[0].axis[k], end[1].axis[k]);
    v3_scale(n, -gud_plain_sign(e), n);
    m3_apply_t(moment, end[e].base->R, n);
}

GUD_PLAIN_INLINE void gud_plain_values(int nworld, int nrow, const gud_plain *p, const gud_pose *pose, double *phi)
{
    assert(nworld <= 3);
    gud_plain_end end[2];
    for (int e = 0; e < 2; e++) gud_plain_place(nrow - nworld, p, e, pose, &end[e]);
    for (int i = 0; i < nworld; i++)
        phi[i] = end[1].base->p[i] + end[1].arm[i] - (end[0].base->p[i] + end[0].arm[i]) - p->target[i];
    for (int k = 0; k < nrow - nworld; k++)
        phi[nworld + k] = v3_dot(end[0].axis[k], end[1].axis[k]) - p->target[nworld + k];
}

// second derivative of the product of two axes that turn steadily: that of (w_A - w_B) . (a x b)
GUD_PLAIN_INLINE double gud_plain_turning(const double wA[3], const double a[3], const double wB[3], const double b[3])
{
    double a_t[3], b_t[3], n[3], m[3];
    v3_cross(a_t, wA, a);
    v3_cross(b_t, wB, b);
    v3_cross(n, a_t, b);
    v3_cross(m, a, b_t);
    return (wA[0] - wB[0]) * (n[0] + m[0]) + (wA[1] - wB[1]) * (n[1] + m[1]) + (wA[2] - wB[2]) * (n[2] + m[2]);
}

GUD_PLAIN_INLINE void gud_plain_biases(int nworld, int nrow, const gud_plain_end end[2], double *bias)
{
    assert(nworld <= 3);
    double a[2][3], turning[3];
    const double *wA = end[0].base->w, *wB = end[1].base->w;
    for (int e = 0; e < 2; e++) {
        v3_cross(turning, end[e].base->w, end[e].arm);
        v3_cross(a[e], end[e].base->w, turning);
    }
    for (int i = 0; i < nworld; i++) bias[i] = a[1][i] - a[0][i];
    for (int k = 0; k < nrow - nworld; k++)
        bias[nworld + k] = gud_plain_turning(wA, end[0].axis[k], wB, end[1].axis[k]);
}

#endif
