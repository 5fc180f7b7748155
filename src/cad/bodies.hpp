// Solids, and faces that belong together.
#ifndef GUD_CAD_BODIES_HPP
#define GUD_CAD_BODIES_HPP

#include <TopoDS_Shape.hxx>
#include <TopoDS_TShape.hxx>
#include <map>
#include <string>
#include <vector>

namespace gud_cad
{

// The solids of a shape, then what its other faces make when they are sewn together.
std::vector<TopoDS_Shape> bodies_of(const TopoDS_Shape &shape);

// names of shapes of a file without products, wherever they are placed
using Names = std::map<const TopoDS_TShape *, std::string>;

struct Body {
    std::string name, path; // of the innermost group with a name, and of those above; may be empty
    TopoDS_Shape shape;
};

// The same of a file without products, whose groups of faces may be parts: each group is sewn for itself, and then all
// that stays open, together. A closed shell within another one of its group is a cavity of it.
std::vector<Body> bodies_of_groups(const std::vector<TopoDS_Shape> &shapes, const Names &names);

} // namespace gud_cad

#endif
