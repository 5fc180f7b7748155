// What can be said about a model before it runs: freedoms, dependent constraints, violations of the first guess.
#ifndef GUD_STEP_CHECK_H
#define GUD_STEP_CHECK_H

#include "step/sim.h"

typedef struct gud_check_row {
    const char *link; // joint or drive
    const char *about;
    char because[320]; // the joints and drives whose rows say the same
} gud_check_row;

// constraints where the parts fit together
typedef struct gud_check_rows {
    int nrow;
    int rank; // -1: too large to tell
    int nredundant;
    gud_check_row *redundant;
} gud_check_rows;

// joints that close a chain of bodies
typedef struct gud_check_loop {
    char joints[320]; // their names: "'main', 'big-end', 'small-end', 'guide'"
} gud_check_loop;

typedef struct gud_check {
    int nbody, nv;
    gud_check_rows rows;  // that hold all the time
    int nclearance;       // joints with clearance, which hold at the start only
    gud_check_rows ideal; // as if those had none
    int nloop;            // independent ones, of joints with and without clearance between different bodies
    gud_check_loop *loops;
    double first_violation; // of the guess: m or rad
    const char *first_link; // where it is
    bool assembled;         // a start that fits exists; else `problem` says why not
    gud_error problem;
} gud_check;

gud_status gud_check_model(const gud_model *m, gud_arena *arena, gud_error *error, gud_check *check);

#endif
