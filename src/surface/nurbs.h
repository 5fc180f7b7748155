// NURBS surfaces as data: degrees, knots, weights and control points; docs/theory/surface.md.
//
// Point (i, j) of the net stands at points[4 (i count[1] + j)] as x, y, z, weight; x, y, z are the place itself, not
// multiplied with the weight. The surface is defined where both parameters run from knots[degree] to knots[count].
// Nets live in the caller's arena.
#ifndef GUD_SURFACE_NURBS_H
#define GUD_SURFACE_NURBS_H

#include "base/arena.h"
#include "base/buffer.h"
#include "base/error.h"

#include <stdbool.h>

enum {
    GUD_DEGREE_MAX = 9,
    GUD_COUNT_MAX = 1024, // control points in a direction
    GUD_NET_MAX = 65536,  // in all
};

typedef struct gud_nurbs {
    int degree[2], count[2];
    const double *knots[2]; // [count + degree + 1]
    const double *points;   // [count[0]][count[1]][4]
} gud_nurbs;

// GUD_ERR_INPUT and what is wrong, `name` in front: degrees, number of points, knots that fall or tear the surface,
// weights that are not positive, numbers that are not finite. Every function below expects a net that passed.
gud_status gud_nurbs_check(const gud_nurbs *nurbs, const char *name, gud_error *error);

// the same surface with one more knot in a direction; GUD_ERR_INPUT outside of the domain and beyond multiplicity
// `degree`
gud_status gud_nurbs_insert(const gud_nurbs *nurbs, int direction, double knot, gud_arena *arena, gud_error *error,
                            gud_nurbs *finer);

// The polynomial pieces. Patch (a, b) lies between breaks a, a + 1 and b, b + 1; its net of (degree[0] + 1) x
// (degree[1] + 1) points starts at nets[(a npatch[1] + b) net_size], as w x, w y, w z, w.
typedef struct gud_bezier {
    int degree[2], npatch[2];
    const double *breaks[2]; // [npatch + 1], strictly rising
    const double *nets;
    int net_size;
} gud_bezier;

gud_status gud_bezier_extract(const gud_nurbs *nurbs, gud_arena *arena, gud_error *error, gud_bezier *bezier);

// One net of patches that line up as a rectangle (a row, a ring, rows of rows), in any order and with their parameters
// in any directions; the first patch says which way the normal points. Joins are edges that run through the same points
// at the same parameters. GUD_ERR_INPUT with the `names` of those that do not fit. At most 256.
gud_status gud_nurbs_join(int n, const gud_nurbs *parts, const char *const *names, gud_arena *arena, gud_error *error,
                          gud_nurbs *joined);

// ---- shapes that users have
//
// Shapes of revolution turn about z; the first parameter goes around counterclockwise from the x axis, the second along
// the profile, and their cross product points away from the axis (out of a sphere, out of the ring of a torus).
// Lengths in metres. GUD_ERR_INPUT if a size makes no sense.

gud_status gud_nurbs_cylinder(double radius, double low, double high, gud_arena *arena, gud_error *error,
                              gud_nurbs *nurbs);
gud_status gud_nurbs_cone(double radius_low, double radius_high, double low, double high, gud_arena *arena,
                          gud_error *error, gud_nurbs *nurbs);
gud_status gud_nurbs_sphere(double radius, gud_arena *arena, gud_error *error, gud_nurbs *nurbs);

// the part of a sphere between two latitudes, rad, from -pi/2 (a pole) to pi/2: a socket, a cap, a ring
gud_status gud_nurbs_zone(double radius, double from, double to, gud_arena *arena, gud_error *error, gud_nurbs *nurbs);

gud_status gud_nurbs_torus(double ring, double tube, gud_arena *arena, gud_error *error, gud_nurbs *nurbs);

// the part of a torus between two angles around its tube, rad from the outer equator towards +z
gud_status gud_nurbs_groove(double ring, double tube, double from, double to, gud_arena *arena, gud_error *error,
                            gud_nurbs *nurbs);

// a crowned journal: `radius` at z = 0, less by `drop` at z = -length/2 and length/2, a circular arc between
gud_status gud_nurbs_barrel(double radius, double drop, double length, gud_arena *arena, gud_error *error,
                            gud_nurbs *nurbs);

// a profile through n points (radius, z), as spline of this degree (or n - 1 if that is less)
gud_status gud_nurbs_revolve(int n, const double *radius, const double *z, int degree, gud_arena *arena,
                             gud_error *error, gud_nurbs *nurbs);

// a rectangle in the xy plane around the origin, with heights z[i][j] at nx x ny equally spaced points; bicubic between
gud_status gud_nurbs_plane(double length_x, double length_y, int nx, int ny, const double *heights, gud_arena *arena,
                           gud_error *error, gud_nurbs *nurbs);

// A surface through nsection curves of npoint points each, points[section][point][3]. The first parameter goes along a
// section. A closed section is smooth where it meets itself and does not repeat its first point (npoint >= 4).
gud_status gud_nurbs_loft(int nsection, int npoint, const double *points, bool closed, gud_arena *arena,
                          gud_error *error, gud_nurbs *nurbs);

// ---- text form
//
//     gudgeon-surface 1
//     degree 2 1
//     count 9 2
//     knots 0 0 0 0.25 0.25 0.5 0.5 0.75 0.75 1 1 1
//     knots 0 0 1 1
//     0.01 0 -0.01 1          # x, y, z in metres, weight; the second index runs faster
//     ...
//
// Words are separated by blanks and ends of lines; `#` begins a comment. What is written reads back to the bit.

gud_status gud_nurbs_parse(const char *file, const char *text, size_t size, gud_arena *arena, gud_error *error,
                           gud_nurbs *nurbs);
gud_status gud_nurbs_read(const char *path, gud_arena *arena, gud_error *error, gud_nurbs *nurbs);
void gud_nurbs_write(const gud_nurbs *nurbs, gud_buffer *out);

#endif
