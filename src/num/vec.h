// Vectors of three and 3x3 matrices (row by row), small enough to be inlined everywhere.
#ifndef GUD_NUM_VEC_H
#define GUD_NUM_VEC_H

#include <math.h>

static inline void v3_set(double r[3], double x, double y, double z)
{
    r[0] = x;
    r[1] = y;
    r[2] = z;
}

static inline void v3_copy(double r[3], const double a[3])
{
    v3_set(r, a[0], a[1], a[2]);
}

static inline double v3_dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline double v3_norm(const double a[3])
{
    return sqrt(v3_dot(a, a));
}

// r = a + s b
static inline void v3_axpy(double r[3], const double a[3], double s, const double b[3])
{
    v3_set(r, a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]);
}

static inline void v3_scale(double r[3], double s, const double a[3])
{
    v3_set(r, s * a[0], s * a[1], s * a[2]);
}

static inline void v3_cross(double r[3], const double a[3], const double b[3])
{
    v3_set(r, a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]);
}

// column j of a matrix: the j-th axis of a rotated frame
static inline void m3_column(double r[3], const double A[9], int j)
{
    v3_set(r, A[j], A[3 + j], A[6 + j]);
}

// r = A x
static inline void m3_apply(double r[3], const double A[9], const double x[3])
{
    v3_set(r, v3_dot(A, x), v3_dot(A + 3, x), v3_dot(A + 6, x));
}

// r = A' x
static inline void m3_apply_t(double r[3], const double A[9], const double x[3])
{
    v3_set(r, A[0] * x[0] + A[3] * x[1] + A[6] * x[2], A[1] * x[0] + A[4] * x[1] + A[7] * x[2],
           A[2] * x[0] + A[5] * x[1] + A[8] * x[2]);
}

// R = A B
static inline void m3_mul(double R[9], const double A[9], const double B[9])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) R[3 * i + j] = A[3 * i] * B[j] + A[3 * i + 1] * B[3 + j] + A[3 * i + 2] * B[6 + j];
}

// R = A' B
static inline void m3_mul_t(double R[9], const double A[9], const double B[9])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) R[3 * i + j] = A[i] * B[j] + A[3 + i] * B[3 + j] + A[6 + i] * B[6 + j];
}

// R += s [a]x, the matrix of the cross product
static inline void m3_add_skew(double R[9], double s, const double a[3])
{
    R[1] -= s * a[2];
    R[2] += s * a[1];
    R[3] += s * a[2];
    R[5] -= s * a[0];
    R[6] -= s * a[1];
    R[7] += s * a[0];
}

// R += s a b'
static inline void m3_add_outer(double R[9], double s, const double a[3], const double b[3])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) R[3 * i + j] += s * a[i] * b[j];
}

static inline void m3_add_identity(double R[9], double s)
{
    R[0] += s;
    R[4] += s;
    R[8] += s;
}

#endif
