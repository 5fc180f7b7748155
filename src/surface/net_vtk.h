// Surfaces with their control nets for ParaView.
#ifndef GUD_SURFACE_NET_VTK_H
#define GUD_SURFACE_NET_VTK_H

#include "body/pose.h"
#include "surface/surface.h"

// Legacy VTK: n surfaces as polygons and their control nets as lines. The cells carry the number of their surface, the
// points their weight, 0 where they are no control points.
void gud_nets_vtk(int n, const gud_surface *surfaces, const gud_pose *poses, gud_buffer *out);

#endif
