// What can be said about a model before it runs: freedoms, dependent constraints, violations of the first guess.
#ifndef GUD_STEP_CHECK_H
#define GUD_STEP_CHECK_H

#include "step/sim.h"

typedef struct gud_check_row {
    const char *link; // joint or drive
    const char *about;
    char because[320]; // the joints and drives whose rows say the same
} gud_check_row;

typedef struct gud_check {
    int nbody, nv, nrow;
    int rank; // of the constraints where the parts fit together; -1: too large to tell
    int nredundant;
    gud_check_row *redundant;
    double first_violation; // of the guess: m or rad
    const char *first_link; // where it is
    bool assembled;         // a start that fits exists; else `problem` says why not
    gud_error problem;
} gud_check;

gud_status gud_check_model(const gud_model *m, gud_arena *arena, gud_error *error, gud_check *check);

#endif
