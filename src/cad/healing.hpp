// How shapes are mended after their translation.
#ifndef GUD_CAD_HEALING_HPP
#define GUD_CAD_HEALING_HPP

namespace gud_cad
{

// For all files read after this call. poles: faces that reach a pole get an edge of no length there, which they need,
// and which confuses OpenCASCADE where a spline's seam begins at a pole and ends at the rim of a hole.
void set_healing(bool poles);

} // namespace gud_cad

#endif
