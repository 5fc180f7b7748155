// A block in its guide: flat faces on two or four sides of it, each opposite to a flat wall of the guide. The grid
// rides on the block; faces follow each other along its first direction, apart by cells without film.
//
// Coordinates are the motions of the guide at the origin of the block's frame, as between any two surfaces. With the
// wall's normal m = R n and its distance a from that origin, n being that of a face, the gap at the point x of it is
//
//     h = (a - x . m) / (n . m),   a = p . m + (half of the block) + clearance
//
// docs/theory/form.md, section 3.
#ifndef GUD_PAIR_BLOCK_H
#define GUD_PAIR_BLOCK_H

#include "pair/form.h"
#include "pair/geometry.h"

enum { GUD_BLOCK_FACES = 4 };

typedef struct gud_block_face {
    double normal[3], along[3], across[3]; // outward; in the direction of the slide, and across it
    double height;                         // m, of the face above the middle of the block
    double breadth;                        // m, across
} gud_block_face;

typedef struct gud_block {
    gud_block_face face[GUD_BLOCK_FACES];
    int nface;
    double length;        // m, along the slide
    double clearance;     // m, on every side
    bool planar;          // the guide moves along x and y and turns about z, and half of the breadth is solved
    int nx, ny;           // cells of a face along and across; across half of it if planar
    double ambient;       // Pa, around the faces
    const gud_form *form; // deviations of the block's and of the guide's faces, alike on all of them; NULL: none
} gud_block;

extern const gud_geometry gud_geometry_block;

// the faces of a block laid flat; of the narrowest one
gud_wall gud_block_wall(const gud_block *block);

// faces above and below, and on the other two sides if there is a breadth there: `size` is along the slide, from face
// to face, and across. In the plane the block slides along x, in space along z.
void gud_block_faces(gud_block *block, const double size[3], int nface);

#endif
