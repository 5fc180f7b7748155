// A shape in its own frame, in the terms of assembly.h: metres, faces with outlines, triangles, volume.
#ifndef GUD_CAD_SHAPE_HPP
#define GUD_CAD_SHAPE_HPP

#include "assembly/assembly.h"
#include "cad/moments.hpp"

#include <TopoDS_Face.hxx>
#include <TopoDS_Shape.hxx>
#include <array>
#include <string>
#include <vector>

namespace gud_cad
{

constexpr double metre = 1e-3; // of a millimetre, OpenCASCADE's unit

struct Net {
    std::array<int, 2> degree{}, count{};
    std::array<std::vector<double>, 2> knots;
    std::vector<double> points;
};

struct Face {
    gud_face as{}; // all but its arrays, part and box
    Net net;
    bool pole = false; // the whole spline surface, of which the face is a part, has a side that is a single point
    std::vector<std::vector<double>> loops;
    Moments moments;     // about the middle of the shape's box
    size_t vertices[2];  // from, to: those of its triangles in Shape::vertices
    size_t triangles[2]; // those in Shape::triangles
    double deflection;   // of its triangles, m
};

struct Volume {
    double volume = 0.0;
    std::array<double, 3> centre{};
    std::array<double, 6> inertia{};
};

struct Shape {
    bool closed = false, solid = false;
    std::string trouble; // why the volume cannot be trusted; empty: it can
    int nedge = 0;       // without those of no length
    Volume volume;
    std::vector<Face> faces;
    std::vector<double> vertices; // [][3]
    std::vector<int> triangles;   // [][3]
    std::vector<std::string> remarks;
};

// deflection: of triangles and outlines, as a fraction of the size of the shape
Shape describe_shape(const TopoDS_Shape &shape, double deflection);

// ---- the pieces of it

// the box of a shape, mm: its middle and its diagonal
struct Extent {
    gp_XYZ middle;
    double size;
};
Extent extent_of(const TopoDS_Shape &shape);

// triangles of all faces; fills vertices, triangles and each face's range; faces stand in the order of exploration
void add_triangles(const TopoDS_Shape &shape, double deflection, Shape &out); // deflection in mm

// volume, centre and inertia from the moments of the faces; the volume is compared with that of the triangles
void add_volume(const TopoDS_Shape &shape, const gp_XYZ &middle, Shape &out);

// kind, frame, outline, moments and, for splines, the net of a face
Face describe_face(const TopoDS_Face &face, const gp_XYZ &middle, double deflection, std::vector<std::string> &remarks);

} // namespace gud_cad

#endif
