// How far the numbers of a lubricated pair can be trusted: one place for joints and data sheets.
#ifndef GUD_PAIR_LIMITS_H
#define GUD_PAIR_LIMITS_H

#include "pair/pair.h"

static const double gud_rigid_walls = 1e8;   // Pa; above, walls deform by as much as the film is thick
static const double gud_finest_walls = 5e-8; // m; no finish is better

void gud_stacked_limits(const void *params, gud_limits *limits); // of gud_pair_stacked
void gud_closed_limits(const void *params, gud_limits *limits);  // of gud_pair_closed

#endif
