// Faces that are not analytic, as NURBS.
#ifndef GUD_CAD_NET_HPP
#define GUD_CAD_NET_HPP

#include "cad/shape.hpp"

#include <Geom_BSplineSurface.hxx>
#include <Geom_Surface.hxx>

namespace gud_cad
{

// The net of a surface over the range of the face, periodic ones cut open. Where the conversion changes parameters
// (surfaces of revolution), the outlines are moved to the new ones.
Net net_of(const Handle(Geom_Surface) & surface, const TopoDS_Face &face, std::vector<std::vector<double>> &loops,
           std::vector<std::string> &remarks);

// a side of the rectangle of parameters is a single point
bool has_pole(const Handle(Geom_Surface) & surface);

} // namespace gud_cad

#endif
