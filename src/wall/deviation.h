// Deviations of a wall from the shape that its geometry stands for: lobes, crowns, measured errors, textures. A
// deviation is a row; it says by how much the wall lies back from the film at a point of its development.
// docs/theory/form.md.
#ifndef GUD_WALL_DEVIATION_H
#define GUD_WALL_DEVIATION_H

#include "base/arena.h"
#include "base/error.h"
#include "base/field.h"
#include "num/curve.h"

// A wall laid flat. x and y are lengths along it; around a round wall x is an angle times `radius`.
typedef struct gud_wall {
    double radius;    // 0: flat
    double size[2];   // extent along x and y; of a round wall the circumference
    double middle[2]; // coordinates of its middle
    double cell[2];   // size of the film's cells, below which nothing is resolved
    double clearance; // least gap when both walls are in the middle of each other; NAN: there is no such thing
} gud_wall;

// arrays to which a deviation adds itself: the depth by which the gap grows, and its derivatives (all, or NULL)
typedef struct gud_deviation_sum {
    double *d, *x, *y, *xx, *xy, *yy;
} gud_deviation_sum;

typedef struct gud_deviation_context {
    const gud_csv_units *units; // converts columns of CSV files
    gud_arena *arena;
    gud_error *error;
} gud_deviation_context;

// how a deviation changes over its wall
enum {
    GUD_VARIES_AROUND = 1,   // along x
    GUD_VARIES_ALONG = 2,    // along y
    GUD_VARIES_UNEVENLY = 4, // y and -y differ, seen from the middle
    GUD_NEEDS_ANGLE = 8      // its x is an angle: the wall must be round
};

typedef struct gud_deviation_law {
    gud_row row;
    gud_status (*prepare)(void *params, const gud_deviation_context *context);       // reads files; NULL: nothing to do
    gud_status (*check)(const void *params, const gud_wall *wall, gud_error *error); // NULL: fits every wall
    unsigned (*traits)(const void *params);
    void (*add)(const void *params, const gud_wall *wall, int n, const double *x, const double *y,
                const gud_deviation_sum *sum);
} gud_deviation_law;

#define GUD_DEVIATION(name) extern const gud_deviation_law gud_deviation_##name;
#include "wall/deviations.def"
#undef GUD_DEVIATION

extern const gud_row *const gud_deviation_rows[]; // ends with NULL; each is the head of a gud_deviation_law

// keys of every deviation
typedef struct gud_deviation_place {
    const char *joint; // NULL in files of one bearing
    int wall;          // 0: of the first frame, the bearing; 1: of the second, the journal
} gud_deviation_place;

// `deviations:`, of files with joints, and of files that describe one bearing
extern const gud_section gud_deviations_section, gud_bearing_deviations_section;

typedef struct gud_deviation {
    const gud_deviation_law *law;
    const void *params;
} gud_deviation;

// the law whose head this row is
const gud_deviation_law *gud_deviation_law_of(const gud_row *row);

// Prepared parameters that outlive the file; checks nothing that depends on the wall.
gud_status gud_deviation_make(const gud_row *row, const void *params, const gud_deviation_context *context,
                              gud_deviation *deviation);

// ---- for rows

// derivatives of a function of one coordinate: value, slope, second derivative
typedef struct gud_jet {
    double f, s, ss;
} gud_jet;

// x inside a period, from -period/2 to period/2
double gud_wall_wrap(double x, double period);

// 1 inside |x| < half, 0 outside; the flank is smooth and `rim` wide, its middle at the edge
gud_jet gud_wall_box(double x, double half, double rim);

// adds factor f(x) g(y) at point i
void gud_deviation_product(const gud_deviation_sum *sum, int i, double factor, gud_jet f, gud_jet g);

#endif
