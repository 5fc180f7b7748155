// Implicit matrix representation of a Bezier patch (Cerimagic 2020, eqs 21-34; docs/theory/surface.md, (10) to (22)).
//
// M(x) = M_0 + M_1 x + M_2 y + M_3 z has m rows and r >= m columns. Its rank is m away from the algebraic surface that
// the patch is a part of, and less on it. Coordinates are those of the surface; inside, they are shifted and scaled
// so that the patch has size one.
#ifndef GUD_SURFACE_MREP_H
#define GUD_SURFACE_MREP_H

#include "base/arena.h"
#include "base/error.h"

#include <stdbool.h>

typedef struct gud_mrep {
    int degree[2], nu[2];
    int m, r;             // m = (nu[0] + 1) (nu[1] + 1); 0: there is none
    int corank;           // at a general point of the patch: how many parameters lead there
    double centre[3];     // x' = (x - centre) / scale
    double scale;         // m
    const double *blocks; // [4][r][m]: M_b by columns, for x'
    const double *square; // [4][m][m]: columns mixed down to m; the blocks themselves if r == m
} gud_mrep;

// Picks the smallest degree nu that works, of (1, 1) and the two that theory guarantees, with nu >= 1 so that points
// can be inverted. net: (degree[0] + 1) x (degree[1] + 1) points w x, w y, w z, w. If none works, mrep->m is 0.
gud_status gud_mrep_create(const int degree[2], const double *net, gud_arena *arena, gud_error *error, gud_mrep *mrep);

// Scratch for the functions below, one for each thread
typedef struct gud_mrep_work {
    int m, r; // largest that fits
    double *matrix, *ray[2], *pencil[2], *tau, *sigma, *imaginary, *null, *lapack;
    int *pivot, nlapack;
} gud_mrep_work;

gud_status gud_mrep_work_create(int m, int r, gud_arena *arena, gud_error *error, gud_mrep_work *work);

// log of D(x), the product of all singular values: from the triangle of a QR factorization, and by definition
double gud_mrep_log_qr(const gud_mrep *mrep, const double x[3], gud_mrep_work *work);
double gud_mrep_log_svd(const gud_mrep *mrep, const double x[3], gud_mrep_work *work);

// smallest by largest singular value: about 1e-15 on the surface
double gud_mrep_judge(const gud_mrep *mrep, const double x[3], gud_mrep_work *work);

// Local parameters of a point on the algebraic surface, from the left null space; also beyond [0, 1]. Returns how many
// preimages were found (0, 1 or 2): none if the matrix has full rank within `tolerance`, or loses more than two ranks.
enum { GUD_MREP_PREIMAGES = 2 };
int gud_mrep_invert(const gud_mrep *mrep, const double x[3], double tolerance, gud_mrep_work *work,
                    double st[GUD_MREP_PREIMAGES][2]);

// A ray x + h n, h from low to high, |n| = 1: the (nearly) real eigenvalues of the pencil M(x) + h (n . M), which
// contain every hit of the algebraic surface. Writes at most m values, nearest to zero first, and returns how many.
int gud_mrep_hits(const gud_mrep *mrep, const double x[3], const double n[3], double low, double high,
                  gud_mrep_work *work, double *h);

// The same ray by golden-ratio bracketing and golden section on D (Cerimagic 2020, eqs 36, 37, with both signs of h).
// A minimum is a root if the judge says so.
enum { GUD_MREP_MINIMA = 16 };
typedef struct gud_mrep_minima {
    int nroot;
    double root[GUD_MREP_MINIMA]; // nearest to zero first
} gud_mrep_minima;

void gud_mrep_search(const gud_mrep *mrep, const double x[3], const double n[3], double low, double high,
                     gud_mrep_work *work, gud_mrep_minima *minima);

#endif
