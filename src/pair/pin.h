// A pin in a bore, both stiff and round but for deviations: the journal bearing. Coordinates are the eccentricity e of
// the journal's axis in the middle of the bearing, the lean s of the axis (if it may tilt), and the turn:
//
//     h = c - (e_x + z s_x) cos(phi) - (e_y + z s_y) sin(phi),   phi counted from x towards y
//
// A pin that slides along the axis has that as one more coordinate. The grid rides on the bore; or on the pin (a
// piston), which then sees the bore move: the same with the other sign.
#ifndef GUD_PAIR_PIN_H
#define GUD_PAIR_PIN_H

#include "base/limits.h"
#include "pair/form.h"
#include "pair/geometry.h"

typedef struct gud_pin {
    double radius, width, clearance;
    int nx, ny;            // cells around and along; along the half if only that is solved
    bool half;             // only 0 <= z <= width/2 is solved: both halves are alike, and the pin does not tilt
    bool tilts;            // the journal may lean; needs the whole width
    bool slides;           // it moves along the axis as well
    bool inside;           // the grid rides on the pin
    gud_film_edge ends[2]; // low and high z; the half takes the second
    bool line;             // an axial line of supply over the full width, of no width itself,
    double line_angle, line_pressure; // at this angle
    const gud_form *form;             // what the walls deviate from circular cylinders; NULL: nothing
} gud_pin;

// both walls laid flat
gud_wall gud_pin_wall(const gud_pin *pin);

enum { GUD_PIN_ALIGNED = 3, GUD_PIN_TILTED = 5, GUD_PIN_MOST = 6 }; // coordinates, without and with the slide

// Length within which pressure rises and falls beside the smallest film (docs/theory/film.md, section 2), and how many
// cells around it spans.
double gud_pin_peak_length(const gud_pin *pin, double film_min);
double gud_pin_peak_cells(const gud_pin *pin, double film_min);

// Is the grid too coarse for a film as thin as that? Then `cells`, around and along half the width, are enough.
bool gud_pin_is_coarse(const gud_pin *pin, double film_min, int cells[2]);

// the cells of its grid, and the thinnest films that they resolve
void gud_pin_limits(const gud_pin *pin, gud_limits *limits);

static inline int gud_pin_nq(const gud_pin *pin)
{
    return (pin->tilts ? GUD_PIN_TILTED : GUD_PIN_ALIGNED) + pin->slides;
}

#endif
