// Forces that a program computes: what it is called with, and how it is set in the parameters of a simulation.
#ifndef GUD_FORCE_USER_H
#define GUD_FORCE_USER_H

#include "force/force.h"

#include <gudgeon/sim.h>

typedef struct gud_user_force {
    gud_force_callback call; // NULL: not set
    void *user;
} gud_user_force;

// of the parameters of a law gud_force_user
void gud_user_force_set(void *params, const gud_user_force *force);
const gud_user_force *gud_user_force_get(const void *params);

#endif
