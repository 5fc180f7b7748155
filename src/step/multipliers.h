// Accelerations of rigid bodies, with few unknowns: the masses are known once and for all, so that bodies are
// eliminated in advance and only the multipliers are solved for; docs/theory/integrators.md, section 6a.
#ifndef GUD_STEP_MULTIPLIERS_H
#define GUD_STEP_MULTIPLIERS_H

#include "step/sim.h"

// for a model without beams
gud_status gud_multipliers_create(const gud_model *m, gud_multipliers **out);
void gud_multipliers_free(gud_multipliers *r);

// A large model does not fit into the caches. It is worked on by parts, each of which does: all that can be done with
// a part and those before it is done before the next one.
typedef struct gud_part {
    int from, to;             // bodies
    int first_link, behind;   // joints that need none of the later bodies,
    int row0, nrow;           // and their rows
    int first_body, complete; // bodies whose joints are all before `behind`
    int first_node, node_end; // of the matrix, by rank: what is eliminated once these bodies are known
    int back, back_end;       // by rank: what has to be known of later nodes, and of these, for bodies from `from` on
} gud_part;

typedef struct gud_parts {
    int n;
    const gud_part *part;
    bool plain; // all joints are plain
} gud_parts;

gud_parts gud_multipliers_parts(const gud_sim *s);

// [M J'; J -E] is begun, gets rows of the joints where bodies and frames stand, part after part, and is factored on the
// way; s->work.pivot says how regular it is. Unless bias is NULL it gets d2(Phi)/dt2 at dv/dt = 0. The end of it may
// find that rows depend on each other, and factors the matrix again with a larger E: then s->work.soft becomes true,
// and sweeps have to be repeated. On failure s->error names what is singular.
void gud_multipliers_begin(gud_sim *s);
void gud_multipliers_rows(gud_sim *s, const gud_part *p, double *bias);
gud_status gud_multipliers_end(gud_sim *s);

// x and lam with M x + J' lam = sign f, J x - E lam = -g, in two sweeps: forwards from the first part to the last,
// backwards from the last to the first. u is g before and lam after; it has room for nrow + nv numbers. x may be f.
// f = NULL: no forces, x is what it was. The backward sweep adds to x what the multipliers contribute.
void gud_multipliers_forward(const gud_sim *s, const gud_part *p, const double *f, double sign, double *x, double *u);
void gud_multipliers_backward(const gud_sim *s, const gud_part *p, double *u, double *x);

// d = (f, g) becomes (x, lam) with M x + J' lam = f, J x - E lam = g; J as it was factored
void gud_multipliers_solve(const gud_sim *s, double *d);

// rates of all rows, J v + Phi_t; by parts where all joints are plain
void gud_multipliers_rates(const gud_sim *s, const double *v, double *rate);
void gud_multipliers_rates_part(const gud_sim *s, const gud_part *p, const double *v, double *rate);

#endif
