// Solids that know their mass: boxes, cylinders, turned parts, with holes. Lengths in millimetres.
#ifndef GUD_TESTS_CAD_SHAPES_HPP
#define GUD_TESTS_CAD_SHAPES_HPP

#include "mass.hpp"

#include <TopoDS_Shape.hxx>
#include <gp_Ax1.hxx>
#include <gp_Vec.hxx>
#include <vector>

struct Body {
    TopoDS_Shape shape;
    Mass mass;

    Body moved(const gp_Trsf &place) const;
};

gp_Trsf shift(double x, double y, double z);
gp_Trsf turn(const gp_Dir &axis, double angle, const gp_Vec &then = gp_Vec(0.0, 0.0, 0.0)); // about the origin
gp_Trsf z_to_x(const gp_Vec &then);                                                         // z axis to x, x to y

Body box(double x0, double y0, double z0, double x1, double y1, double z1);
Body cylinder(double radius, double z0, double z1);
Body tube(double inner, double outer, double z0, double z1);
Body frustum(double radius0, double radius1, double z0, double z1);
Body ball(double radius);
Body ball_zone(double radius, double z0, double z1); // of a ball about the origin, between two heights
Body ring(double major, double minor);
Body barrel(double radius, double drop, double z0, double z1); // radius less drop at the ends, a parabola between

// parts that touch but do not overlap; parts of which the second lies inside the first
Body operator+(const Body &a, const Body &b);
Body operator-(const Body &a, const Body &b);

// without what `tool` takes away, of which the mass is given
Body drilled(const Body &a, const TopoDS_Shape &tool, const Mass &removed);

// with all edges in the direction of z rounded
Body rounded(const Body &a, double radius, const Mass &removed);

Body all_spline(const Body &a);
Body divided(const Body &a, double angle); // no face reaches further around than this

#endif
