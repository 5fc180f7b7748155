// Sizes that a film or a joint with clearance can be computed with: what is not a thin gap, and what a grid will cost.
#ifndef GUD_FILM_SIZES_H
#define GUD_FILM_SIZES_H

#include "base/error.h"
#include "base/status.h"

#include <stdbool.h>

// GUD_ERR_INPUT with a message that begins with "clearance = ..." if it is too small or too large for the radius of a
// bore or socket; a film has to be thinner than dry contact has
gud_status gud_clearance_check(double radius, double clearance, bool film, gud_error *error);

// the same of the width of a bore: "width = ..."
gud_status gud_width_check(double radius, double width, gud_error *error);

// the same of the roughness in a clearance: "sigma = ..."
gud_status gud_roughness_check(double sigma, double clearance, gud_error *error);

// What films of that many cells cost: bytes of memory, and seconds for a time step, both within a factor of two.
typedef struct gud_film_cost {
    double bytes, step;
} gud_film_cost;

gud_film_cost gud_film_cost_of(double cells);

// GUD_ERR_INPUT with a message if films of that many cells need more memory than this machine has
gud_status gud_film_cost_check(double cells, gud_error *error);

#endif
