// What the law of a pair promises, whichever it is: tangents are derivatives of the wrench, wrenches
// balance, what is taken from the motion is stored or lost.
#ifndef GUD_TESTS_CONFORM_BOND_H
#define GUD_TESTS_CONFORM_BOND_H

#include "mechanism.h"

enum { n12 = 12, bond_variables = 4096 };

// a law, its parameters, and where it is looked at
typedef struct bond {
    const gud_pair_law *law;
    const void *params;
    gud_pair_in in;
    bool planar; // nothing moves out of the plane
} bond;

static inline double size_of(int n, const double *x)
{
    double most = 0.0;
    for (int i = 0; i < n; i++) most = fmax(most, fabs(x[i]));
    return most;
}

static inline bool in_plane(int k)
{
    return k % 6 < 2 || k % 6 == 5;
}

// matrices may be NULL
static inline gud_pair_out bond_eval_at(const bond *b, const gud_pose pose[2], double *wrench, double *by_displacement,
                                        double *by_twist)
{
    double y[bond_variables], y_t[bond_variables];
    gud_pair_in in = b->in;
    for (int k = 0; k < 2; k++) in.pose[k] = &pose[k];
    memset(wrench, 0, n12 * sizeof *wrench);
    if (by_displacement) memset(by_displacement, 0, n12 * n12 * sizeof *by_displacement);
    if (by_twist) memset(by_twist, 0, n12 * n12 * sizeof *by_twist);
    gud_pair_out out = {.wrench = wrench,
                        .by_displacement = by_displacement,
                        .by_twist = by_twist,
                        .y = y,
                        .y_t = y_t,
                        .powers = true,
                        .energies = true};
    b->law->eval(b->params, &in, &out);
    assert_int_equal(out.status, GUD_OK);
    out.y = out.y_t = NULL;
    return out;
}

static inline gud_pair_out bond_eval(const bond *b, double *wrench, double *by_displacement, double *by_twist)
{
    const gud_pose pose[2] = {*b->in.pose[0], *b->in.pose[1]};
    return bond_eval_at(b, pose, wrench, by_displacement, by_twist);
}

// ---- tangents

// the poses with component k of twelve changed by h: of the displacement, or of the twist
static inline void bond_move(const bond *b, int k, double h, bool twist, gud_pose pose[2])
{
    double step[6] = {0};
    for (int i = 0; i < 2; i++) pose[i] = *b->in.pose[i];
    gud_pose *p = &pose[k / 6];
    step[k % 6] = h;
    if (twist) {
        v3_axpy(p->v, p->v, 1.0, step);
        v3_axpy(p->w, p->w, 1.0, step + 3);
    } else {
        *p = displaced(p, step);
    }
}

// differences of the wrench with steps h[k % 6]; zero by motions that the plane does not have
static inline void bond_slopes(const bond *b, const double h[6], bool twist, double slopes[n12 * n12])
{
    memset(slopes, 0, n12 * n12 * sizeof *slopes);
    for (int k = 0; k < n12; k++) {
        double w[5][n12];
        if (b->planar && !in_plane(k)) continue;
        for (int i = 0; i < 5; i++) {
            gud_pose pose[2];
            bond_move(b, k, (i - 2) * h[k % 6], twist, pose);
            (void)bond_eval_at(b, pose, w[i], NULL, NULL);
        }
        for (int i = 0; i < n12; i++) {
            const double f[5] = {w[0][i], w[1][i], w[2][i], w[3][i], w[4][i]};
            slopes[n12 * i + k] = slope_of(f, h[k % 6]);
        }
    }
}

typedef struct bond_bounds {
    double step;     // of the differences
    double relative; // how far a slope may be off, by itself
    double floor;    // slopes that are smaller than this part of the largest one are judged as if they were not
    double rounding; // of the wrench, relative
} bond_bounds;

static inline void check_tangent(const bond *b, const double *matrix, bool twist, const bond_bounds *bounds)
{
    const double h = bounds->step, steps[6] = {h, h, h, h, h, h};
    const double least = bounds->floor * size_of(n12 * n12, matrix);
    double slopes[n12 * n12], wrench[n12];
    bond_slopes(b, steps, twist, slopes);
    (void)bond_eval(b, wrench, NULL, NULL);
    const double rounding = bounds->rounding * size_of(n12, wrench) / h;
    for (int i = 0; i < n12; i++)
        for (int k = 0; k < n12; k++) {
            const double got = matrix[n12 * i + k], slope = slopes[n12 * i + k];
            if (b->planar && !in_plane(k)) continue;
            if (!(fabs(got - slope) <= bounds->relative * fmax(fabs(slope), least) + rounding))
                fail_msg("component %d by %s %d: %.12g, difference %.12g", i, twist ? "twist" : "displacement", k, got,
                         slope);
        }
}

// ---- forces and energy

// forces, and moments about the origin, add up to nothing; tolerances are relative to the wrench
static inline void check_balance(const bond *b, const double *wrench, double of_force, double of_moment)
{
    const double size = size_of(n12, wrench);
    double moment[3] = {0};
    for (int i = 0; i < 3; i++) assert_near(wrench[i] + wrench[6 + i], 0.0, of_force * size);
    for (int k = 0; k < 2; k++) {
        double arm[3];
        v3_cross(arm, b->in.pose[k]->p, wrench + 6 * k);
        for (int i = 0; i < 3; i++) moment[i] += arm[i] + wrench[6 * k + 3 + i];
    }
    for (int i = 0; i < 3; i++) assert_near(moment[i], 0.0, of_moment * size);
}

// what the wrench takes from the motion
static inline double bond_power(const bond *b, const double *wrench)
{
    double power = 0.0;
    for (int k = 0; k < 2; k++) {
        const gud_pose *p = b->in.pose[k];
        power -= v3_dot(wrench + 6 * k, p->v) + v3_dot(wrench + 6 * k + 3, p->w);
    }
    return power;
}

// both poses a moment later
static inline void bond_drift(const bond *b, double time, gud_pose pose[2])
{
    for (int k = 0; k < 2; k++) {
        double step[6];
        v3_scale(step, time, b->in.pose[k]->v);
        v3_scale(step + 3, time, b->in.pose[k]->w);
        pose[k] = displaced(b->in.pose[k], step);
    }
}

// it is stored or lost: power = d(potential)/dt + dissipation, with differences over the time h
static inline void check_energy(const bond *b, const double *wrench, double dissipation, double h)
{
    double f[5], unused[n12];
    for (int i = 0; i < 5; i++) {
        gud_pose pose[2];
        bond_drift(b, (i - 2) * h, pose);
        f[i] = bond_eval_at(b, pose, unused, NULL, NULL).potential;
    }
    assert_close(bond_power(b, wrench), slope_of(f, h) + dissipation, 1e-6, 0.1 * size_of(n12, wrench));
}

#endif
