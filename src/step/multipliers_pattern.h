// What a matrix of multipliers is made of. Private to src/step/multipliers*.c.
#ifndef GUD_STEP_MULTIPLIERS_PATTERN_H
#define GUD_STEP_MULTIPLIERS_PATTERN_H

#include "num/blocklu.h"
#include "step/multipliers.h"

enum { GUD_LIGHT_ROWS = 36 }; // the most rows of joints at a body that is eliminated first

// One end of a joint, as its body sees it: every sweep reads all of them, so they are small.
typedef struct gud_reach {
    int row0;    // its multipliers
    int rows;    // where its rows stand in `rows`
    int jac;     // its Jacobian by the body's velocities
    int node;    // the joint's
    size_t with; // of a body that stays: the block of joint and body
    short stride;
    unsigned char nrow;
    // how many rows hold the first displacements along the world's axes, with this sign, where no other row holds any
    signed char nworld, sign;
    bool whole; // its rows have the displacements along the world's axes, or only what the body turns by
    bool late;  // of the block of joint and body: the joint is eliminated after the body
} gud_reach;

typedef struct gud_carrier {
    int v0, nv; // its velocities
    int reach0, nreach;
    bool turns_only; // all rows have the displacements that `nworld` says, others only turn
    int node;        // of a body that stays; -1: eliminated
    size_t block;    // where it stands in `block`; of one that stays: its diagonal block
    double inverse;  // 1/kg
    double turn[9];  // 1/(kg m^2): inverse inertia; a planar body uses the first number
} gud_carrier;

struct gud_multipliers {
    int nnode;
    gud_blocklu *lu;
    gud_carrier *body; // of every body
    gud_reach *reach;  // of every body in turn
    size_t *block;     // of bodies that are eliminated: the blocks of all pairs of their joints, later ones before
    size_t *diagonal;
    double *values, *unknown;
    double *rows;   // of the matrix, end by end
    int (*end)[2];  // the reaches of every joint; -1: it has none on that side
    bool *fresh;    // of all in `block`: is the body the first that contributes to it?
    bool *complete; // is it the last?
    bool uncovered; // there are blocks that no body contributes to
    int *idle;      // joints whose diagonal block is not completed by a body,
    int nidle;      // so many
    int *at;        // where a body that stays stands among the unknowns
    gud_part *part;
    int npart;
    bool plain;                // all joints are
    gud_blocklu_progress done; // of the matrix
    gud_status status;         // of what is done
    gud_arena memory;
};

// does it take part? Start values do not hold any more
static inline bool gud_link_holds(const gud_link *link)
{
    return link->role != GUD_START;
}

#endif
