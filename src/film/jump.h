// Faces across which the gap jumps: rims of pockets, steps, steep flanks. docs/theory/film.md, eqs (3b) to (3d).
#ifndef GUD_FILM_JUMP_H
#define GUD_FILM_JUMP_H

#include "film/work.h"

enum { GUD_JUMP_BELOW, GUD_JUMP_LOW, GUD_JUMP_HIGH, GUD_JUMP_ABOVE, GUD_JUMP_CELLS };

// the gap on such a face, with derivatives with respect to the gaps of four cells in a row
typedef struct gud_jump {
    int cell[GUD_JUMP_CELLS]; // below and above may be missing: then they repeat low and high, and derivatives are 0
    double weight, weight_h[GUD_JUMP_CELLS]; // w of (3d)
    double gap, gap_h[GUD_JUMP_CELLS];       // that conducts
    double share, share_h[GUD_JUMP_CELLS];   // of the low cell in the gap that carries
} gud_jump;

// 1 where the difference `d` of two gaps is a jump, 0 where it continues the differences of the neighbours (the larger
// one in its direction is `beside`); derivatives with respect to `relative` = |d| / (sum of the gaps), and to |d| and
// `beside` at constant `relative`
double gud_jump_weight(double relative, double d, double beside, double slope[3]);

// a number of the cells on the face, with the shares of the gap that carries
static inline double gud_jump_mean(const gud_jump *j, const double *a)
{
    return j->share * a[j->cell[GUD_JUMP_LOW]] + (1.0 - j->share) * a[j->cell[GUD_JUMP_HIGH]];
}

// whether two gaps differ enough for a jump
static inline bool gud_jump_is_possible(double a, double b)
{
    const double d = b - a;
    return (d < 0.0 ? -d : d) > 0.05 * (a + b);
}

// gap on an edge of which the two cells beside it differ so much; weights as gud_film_edge_gap has made them for
// smooth gaps
double gud_film_edge_jump(const gud_film_side *side, const double *gap, int cell, double weight[3]);

// Gap on an edge, with its derivatives with respect to the gaps of the edge's cell and the next two: extrapolated from
// the two cells beside the edge, limited so that it stays positive; beside a jump it is that of the cell.
static inline double gud_film_edge_gap(const gud_film_side *side, const double *gap, int cell, double weight[3])
{
    weight[0] = 1.0, weight[1] = weight[2] = 0.0;
    if (side->inner == 0) return gap[cell];
    const double h0 = gap[cell], h1 = gap[cell + side->inner], d = h1 - h0;
    weight[0] = d <= h0 ? 1.5 : 0.5, weight[1] = d <= h0 ? -0.5 : 0.0;
    if (d == 0.0 && h0 > 0.0) return h0;                // all over an aligned film
    const double part = d <= h0 ? -0.5 * d : -0.5 * h0; // h1 > 2 h0: half the gap of the cell
    if (side->third == 0 || !gud_jump_is_possible(h0, h1)) return h0 + part;
    return gud_film_edge_jump(side, gap, cell, weight);
}

void gud_jumps_find(const gud_film *film, gud_film_work *work, const double *gap);
void gud_jump_get(const gud_film *film, const double *gap, bool along, int face, gud_jump *jump);

// the cube that conducts in the upstream half of the face alone, with its derivatives; low: that is the low cell's
double gud_jump_up(const gud_jump *jump, const double *gap, bool low, double by[GUD_JUMP_CELLS]);

// ---- rupture at such faces

void gud_ruptures_find(const gud_film *film, gud_film_work *work, const gud_film_in *in);
void gud_ruptures_flux(gud_film_work *work);
int gud_ruptures_switch(const gud_film *film, gud_film_work *work); // returns how many faces open or close
void gud_ruptures_matrix(const gud_film *film, gud_film_work *work);
void gud_ruptures_subtract(const gud_film_work *work, const double *x, double *residual); // for symmetric matrices

#endif
