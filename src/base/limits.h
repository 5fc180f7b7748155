// How far the model of a lubricated pair reaches: numbers of a result beyond these call for a warning. A run writes
// them into its result, so that any window of it can be judged later.
#ifndef GUD_BASE_LIMITS_H
#define GUD_BASE_LIMITS_H

typedef struct gud_limits {
    double roughness;    // m: thinner films lie within the roughness of the walls
    double hardness;     // Pa: asperities that press harder flow
    double rigid_walls;  // Pa: film pressures above deform walls that are rigid in the model
    double oil;          // Pa: film pressures above exceed the range of the viscosity law
    double film_around;  // m: thinner films need more cells around
    double film_along;   // m: and more along
    double cells_around; // of the grid
    double cells_along;  // along half the width; 0: there is no grid
} gud_limits;

typedef struct gud_limit_field {
    const char *key;
    int offset; // in gud_limits
} gud_limit_field;

extern const gud_limit_field gud_limit_fields[]; // ends with a key of NULL

// number `field` of the limits
double *gud_limit_at(gud_limits *limits, const gud_limit_field *field);

// Cells around and along that a film needs. The length of its pressure peak grows with the root of the film.
void gud_limits_cells(const gud_limits *limits, double film_min, int cells[2]);

#endif
