// Solids, and faces that belong together.
#ifndef GUD_CAD_BODIES_HPP
#define GUD_CAD_BODIES_HPP

#include <TopoDS_Shape.hxx>
#include <vector>

namespace gud_cad
{

// The solids of a shape, then what its other faces make when they are sewn together.
std::vector<TopoDS_Shape> bodies_of(const TopoDS_Shape &shape);

// The same of a file without products, whose groups of faces may be parts: each group is sewn for itself, and then all
// that stays open, together.
std::vector<TopoDS_Shape> bodies_of_groups(const std::vector<TopoDS_Shape> &shapes);

} // namespace gud_cad

#endif
