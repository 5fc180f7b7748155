// A surface ready for queries: its Bezier patches, their boxes and cones of normals, their implicit matrices.
// Made once, never changed, shared by threads. Evaluation allocates nothing.
#ifndef GUD_SURFACE_SURFACE_H
#define GUD_SURFACE_SURFACE_H

#include "surface/mrep.h"
#include "surface/nurbs.h"
#include "surface/trim.h"

enum { GUD_MREP_PATCHES = 1024 }; // implicit matrices of more would take too much memory; samples start the search then

// what is known of a patch before any query
typedef struct gud_patch {
    double low[3], high[3]; // box around its control points, which holds the patch
    double axis[3];         // of a cone that holds its normals, estimated from samples
    double cone;            // half angle, rad; above pi/2 it says nothing
    double curvature;       // largest normal curvature, 1/m, estimated from the same samples
    gud_mrep mrep;          // mrep.m == 0: none is usable, or the surface has more than GUD_MREP_PATCHES
} gud_patch;

typedef struct gud_surface {
    gud_nurbs nurbs; // the caller's
    gud_bezier bezier;
    double low[2], high[2]; // domain
    bool closed[2];         // the ends of this parameter meet: it wraps
    bool pole[2][2];        // the edge where this parameter is [0] lowest, [1] highest is a single point
    double size;            // diagonal of the box around all
    const gud_patch *patches;
    const gud_trim *trim; // what is left of it; NULL: all. Evaluation and searches see the whole surface
} gud_surface;

// The surface keeps the knots and points of `nurbs`, which must stay. GUD_ERR_INPUT if a patch has no area.
gud_status gud_surface_create(const gud_nurbs *nurbs, const char *name, gud_arena *arena, gud_error *error,
                              gud_surface *surface);

typedef struct gud_surface_point {
    double x[3];
    double x_u[3], x_v[3];
    double x_uu[3], x_uv[3], x_vv[3];
    double normal[3]; // unit, along x_u cross x_v; at a pole, its limit along the parameter line
} gud_surface_point;

// Parameters beyond the ends wrap where the surface is closed and are held at the end elsewhere.
void gud_surface_eval(const gud_surface *surface, double u, double v, gud_surface_point *point);

// ---- for the search: one patch, local coordinates from 0 to 1

typedef struct gud_patch_point {
    double x[3], x_s[3], x_t[3];
} gud_patch_point;

// also beyond 0 and 1, where the patch goes on as the rational function that it is
void gud_patch_eval(const gud_bezier *bezier, int patch, double s, double t, gud_patch_point *point);

// patch and local coordinates of parameters that lie in the domain; at an inner break, those behind it
int gud_patch_locate(const gud_bezier *bezier, double u, double v, double local[2]);

// x into the domain: wrapped where closed, held elsewhere
double gud_surface_wrap(const gud_surface *surface, int direction, double x);

#endif
