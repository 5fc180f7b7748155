// Outlines of faces as polylines in the parameters of their surface.
#ifndef GUD_CAD_OUTLINE_HPP
#define GUD_CAD_OUTLINE_HPP

#include <Geom_Surface.hxx>
#include <TopoDS_Face.hxx>
#include <vector>

namespace gud_cad
{

// The outer outline first; u, v of each point, the face on the left. A face that closes on itself is cut open along its
// seam, whose edge is run through twice; where it shrinks to a point (a pole), the outline follows that side of the
// rectangle of parameters. deflection: as a fraction of the size of the face.
std::vector<std::vector<double>> outlines_of(const TopoDS_Face &face, const Handle(Geom_Surface) & surface,
                                             double deflection);

// does an outline have three points or more?
bool bounds_area(const std::vector<double> &loop);

} // namespace gud_cad

#endif
