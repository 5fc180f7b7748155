#include "num/rot.h"

#include "num/vec.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

// Below this angle the closed forms lose digits and their series are exact to rounding.
static const double small_angle = 1e-2;

void gud_rot_matrix(const double quat[4], double R[9])
{
    const double w = quat[0], x = quat[1], y = quat[2], z = quat[3];
    R[0] = 1.0 - 2.0 * (y * y + z * z);
    R[1] = 2.0 * (x * y - w * z);
    R[2] = 2.0 * (x * z + w * y);
    R[3] = 2.0 * (x * y + w * z);
    R[4] = 1.0 - 2.0 * (x * x + z * z);
    R[5] = 2.0 * (y * z - w * x);
    R[6] = 2.0 * (x * z - w * y);
    R[7] = 2.0 * (y * z + w * x);
    R[8] = 1.0 - 2.0 * (x * x + y * y);
}

// Takes the largest of the four components as pivot, so that no division is by a small number (Shepperd).
void gud_rot_quaternion(const double R[9], double quat[4])
{
    const double four[4] = {1.0 + R[0] + R[4] + R[8], 1.0 + R[0] - R[4] - R[8], 1.0 - R[0] + R[4] - R[8],
                            1.0 - R[0] - R[4] + R[8]};
    const double mixed[4][4] = {{four[0], R[7] - R[5], R[2] - R[6], R[3] - R[1]},
                                {R[7] - R[5], four[1], R[1] + R[3], R[2] + R[6]},
                                {R[2] - R[6], R[1] + R[3], four[2], R[5] + R[7]},
                                {R[3] - R[1], R[2] + R[6], R[5] + R[7], four[3]}};
    int best = 0;
    for (int i = 1; i < 4; i++)
        if (four[i] > four[best]) best = i;
    double norm = 0.0;
    for (int i = 0; i < 4; i++) norm += mixed[best][i] * mixed[best][i];
    norm = sqrt(norm);
    for (int i = 0; i < 4; i++) quat[i] = mixed[best][i] / norm;
}

static void quat_multiply(const double a[4], const double b[4], double r[4])
{
    const double w = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
    const double x = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2];
    const double y = a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1];
    const double z = a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0];
    r[0] = w;
    r[1] = x;
    r[2] = y;
    r[3] = z;
}

void gud_rot_advance(const double quat0[4], const double x[3], double quat[4])
{
    const double n2 = v3_dot(x, x), n = sqrt(n2);
    // sin(n/2)/n and cos(n/2)
    const double s = n < small_angle ? 0.5 - n2 / 48.0 * (1.0 - n2 / 80.0 * (1.0 - n2 / 168.0)) : sin(0.5 * n) / n;
    const double step[4] = {n < small_angle ? 1.0 - n2 / 8.0 * (1.0 - n2 / 48.0 * (1.0 - n2 / 120.0)) : cos(0.5 * n),
                            s * x[0], s * x[1], s * x[2]};
    double r[4];
    quat_multiply(quat0, step, r);
    const double norm = 1.0 / sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2] + r[3] * r[3]);
    for (int i = 0; i < 4; i++) quat[i] = norm * r[i];
}

void gud_rot_difference(const double quat0[4], const double quat1[4], double x[3])
{
    const double conjugate[4] = {quat0[0], -quat0[1], -quat0[2], -quat0[3]};
    double d[4];
    quat_multiply(conjugate, quat1, d);
    const double sign = d[0] < 0.0 ? -1.0 : 1.0;
    const double sine = v3_norm(d + 1);
    const double angle = 2.0 * atan2(sine, sign * d[0]);
    const double factor = sine > 0.0 ? sign * angle / sine : 2.0 * sign;
    v3_scale(x, factor, d + 1);
}

// T = I - b [x] + c [x]^2 with b = (1 - cos n)/n^2, c = (n - sin n)/n^3
void gud_rot_tangent(const double x[3], double T[9])
{
    const double n2 = v3_dot(x, x), n = sqrt(n2);
    const bool small = n < small_angle;
    const double b = small ? 0.5 - n2 / 24.0 * (1.0 - n2 / 30.0 * (1.0 - n2 / 56.0)) : (1.0 - cos(n)) / n2;
    const double c = small ? 1.0 / 6.0 - n2 / 120.0 * (1.0 - n2 / 42.0 * (1.0 - n2 / 72.0)) : (n - sin(n)) / (n * n2);
    memset(T, 0, 9 * sizeof *T);
    m3_add_identity(T, 1.0 - c * n2);
    m3_add_skew(T, -b, x);
    m3_add_outer(T, c, x, x);
}

// T^-1 = I + [x]/2 + d [x]^2 with d = (1 - (n/2) cot(n/2))/n^2
void gud_rot_tangent_inverse(const double x[3], double Ti[9])
{
    const double n2 = v3_dot(x, x), n = sqrt(n2);
    const double d = n < small_angle ? 1.0 / 12.0 + n2 / 720.0 * (1.0 + n2 / 42.0 * (1.0 + n2 / 40.0))
                                     : (1.0 - 0.5 * n / tan(0.5 * n)) / n2;
    memset(Ti, 0, 9 * sizeof *Ti);
    m3_add_identity(Ti, 1.0 - d * n2);
    m3_add_skew(Ti, 0.5, x);
    m3_add_outer(Ti, d, x, x);
}

void gud_rot_about(const double axis[3], double angle, double R[9])
{
    const double s = sin(angle), c = cos(angle);
    memset(R, 0, 9 * sizeof *R);
    m3_add_identity(R, c);
    m3_add_skew(R, s, axis);
    m3_add_outer(R, 1.0 - c, axis, axis);
}

void gud_rot_z_to(const double axis[3], double R[9])
{
    const double z[3] = {0.0, 0.0, 1.0}, x[3] = {1.0, 0.0, 0.0};
    double turn[3];
    v3_cross(turn, z, axis);
    const double sine = v3_norm(turn);
    if (sine > 0.0)
        v3_scale(turn, 1.0 / sine, turn);
    else
        v3_copy(turn, x);
    gud_rot_about(turn, atan2(sine, axis[2]), R);
}
