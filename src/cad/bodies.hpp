// Solids, and faces that belong together.
#ifndef GUD_CAD_BODIES_HPP
#define GUD_CAD_BODIES_HPP

#include <TopoDS_Shape.hxx>
#include <vector>

namespace gud_cad
{

// The solids of a shape, then what its other faces make when they are sewn together.
std::vector<TopoDS_Shape> bodies_of(const TopoDS_Shape &shape);

// Faces sewn together where they share edges: a solid where that closes, else a shell.
std::vector<TopoDS_Shape> bodies_of_faces(const std::vector<TopoDS_Shape> &shapes);

} // namespace gud_cad

#endif
