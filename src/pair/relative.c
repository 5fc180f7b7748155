#include "pair/relative.h"

#include "num/vec.h"

#include <string.h>

void gud_relative_of(const gud_pair_in *in, int reference, gud_relative *relative)
{
    const gud_pose *r = in->pose[reference], *c = in->pose[1 - reference];
    double turn[3], v[3], w[3];
    relative->reference = reference;
    memcpy(relative->R, r->R, sizeof r->R);
    v3_copy(relative->w, c->w);
    v3_axpy(relative->p, c->p, -1.0, r->p);
    v3_cross(turn, c->w, relative->p);
    for (int k = 0; k < 3; k++) v[k] = c->v[k] - turn[k] - r->v[k];
    v3_axpy(w, c->w, -1.0, r->w);
    m3_apply_t(relative->twist, r->R, v);
    m3_apply_t(relative->twist + 3, r->R, w);
}

// what a shift or twist of both frames (reference first, world axes) is as seen from the reference
static void shift_seen(const gud_relative *q, const double shift[12], double local[6])
{
    double turn[3], d[3], f[3];
    v3_cross(turn, shift + 9, q->p);
    for (int k = 0; k < 3; k++) d[k] = shift[6 + k] - turn[k] - shift[k];
    v3_axpy(f, shift + 9, -1.0, shift + 3);
    m3_apply_t(local, q->R, d);
    m3_apply_t(local + 3, q->R, f);
}

// how the relative twist changes with a displacement while the twists of both frames rest
static void twist_change(const gud_relative *q, const double shift[12], double change[6])
{
    double turn[3], d[3], lever[3], local[3];
    m3_apply_t(turn, q->R, shift + 3);
    v3_axpy(d, shift + 6, -1.0, shift);
    v3_cross(lever, q->w, d);
    m3_apply_t(local, q->R, lever);
    v3_cross(change, q->twist, turn);
    v3_axpy(change, change, -1.0, local);
    v3_cross(change + 3, q->twist + 3, turn);
}

// wrenches of both frames, reference first; their change while the frames are shifted, if the wrench changes by `local`
static void spread(const gud_relative *q, const double wrench[6], const double local[6], const double *shift,
                   double both[12])
{
    double F[3], M[3], dF[3], dM[3], x[3], y[3];
    m3_apply(F, q->R, wrench);
    m3_apply(M, q->R, wrench + 3);
    if (shift) { // the axes turn, the lever changes
        double d[3], turned[3], moved[3];
        m3_apply(dF, q->R, local);
        m3_apply(dM, q->R, local + 3);
        v3_cross(turned, shift + 3, F);
        v3_axpy(dF, dF, 1.0, turned);
        v3_cross(turned, shift + 3, M);
        v3_axpy(dM, dM, 1.0, turned);
        v3_axpy(d, shift + 6, -1.0, shift);
        v3_cross(moved, d, F);
        v3_cross(x, q->p, dF);
        for (int k = 0; k < 3; k++) y[k] = dM[k] - moved[k] - x[k];
    } else {
        v3_copy(dF, F);
        v3_copy(dM, M);
        v3_cross(x, q->p, F);
        v3_axpy(y, M, -1.0, x);
    }
    for (int k = 0; k < 3; k++) {
        both[k] = -dF[k];
        both[3 + k] = -dM[k];
        both[6 + k] = dF[k];
        both[9 + k] = y[k];
    }
}

static void multiply(const double A[36], const double x[6], double y[6])
{
    for (int i = 0; i < 6; i++) {
        y[i] = 0.0;
        for (int j = 0; j < 6; j++) y[i] += A[6 * i + j] * x[j];
    }
}

// adds a number of frames with the reference first to those in the order of the law's frames
static void add_wrenches(const gud_relative *q, const double both[12], double *wrench, int stride)
{
    const int first = q->reference == 0 ? 0 : 6;
    for (int i = 0; i < 6; i++) {
        wrench[(first + i) * stride] += both[i];
        wrench[(6 - first + i) * stride] += both[6 + i];
    }
}

static void add_column(const gud_relative *q, const double column[12], int j, double *matrix)
{
    add_wrenches(q, column, matrix + (q->reference == 0 ? j : (j + 6) % 12), 12);
}

// a shift of the other frame does the opposite of a shift of the reference
static void add_columns(const gud_relative *q, const double column[12], int j, double *matrix)
{
    double opposite[12];
    add_column(q, column, j, matrix);
    if (j >= 3) return;
    for (int i = 0; i < 12; i++) opposite[i] = -column[i];
    add_column(q, opposite, j + 6, matrix);
}

void gud_relative_give(const gud_relative *q, const double wrench[6], const double by_shift[36],
                       const double by_twist[36], gud_pair_out *out)
{
    static const double still[12] = {0};
    static const int columns[] = {0, 1, 2, 3, 4, 5, 9, 10, 11};
    const double none[6] = {0};
    double both[12];
    spread(q, wrench, none, NULL, both);
    add_wrenches(q, both, out->wrench, 1);
    for (int c = 0; out->by_displacement && c < GUD_COUNT(columns); c++) {
        const int j = columns[c];
        double unit[12] = {0}, local[6], change[6], more[6];
        unit[j] = 1.0;
        shift_seen(q, unit, local);
        multiply(by_twist, local, change);
        spread(q, none, change, still, both);
        add_columns(q, both, j, out->by_twist);

        multiply(by_shift, local, change);
        twist_change(q, unit, local);
        multiply(by_twist, local, more);
        for (int k = 0; k < 6; k++) change[k] += more[k];
        spread(q, wrench, change, unit, both);
        add_columns(q, both, j, out->by_displacement);
    }
}
