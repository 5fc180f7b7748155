// Two surfaces of any shape that face each other: the gap is measured along the normals of one of them, the reference,
// which carries the grid; docs/theory/surface-film.md.
//
// All is seen from the reference body: positions, velocities and forces have components in the frame of its surface,
// moments and velocities are taken at the origin of that frame. The coordinates are the six motions of the other body
// there, three of translation and three of rotation; in the plane x, y and the turn about z.
#ifndef GUD_PAIR_BETWEEN_H
#define GUD_PAIR_BETWEEN_H

#include "pair/form.h"
#include "pair/geometry.h"
#include "pair/lines.h"
#include "surface/gap.h"

typedef struct gud_walls {
    const gud_surface *reference, *other; // they must stay
    gud_grid_spec grid;                   // on the reference surface
    double low, high;                     // window of the gap, as in gud_gap_pair
    gud_gap_mode mode;                    // how gaps are found: newton or mrep
    bool planar; // the other body moves along x and y and turns about z: other forces are not computed
    bool half;   // planar: the lower end of the grid's second parameter is a plane of symmetry; forces count twice
    double ambient, cavity; // Pa, at the edges; where the film breaks
    double ends[2];         // Pa, at the lower and upper edge of the second parameter
    // Deviations of the reference surface, at lengths along its middle lines; NULL: none. And it as they see it
    const gud_form *form;
    gud_wall wall;
    const gud_lines *lines; // of the reference surface, for feeds that ride on the other one; NULL: none do
} gud_walls;

#endif
