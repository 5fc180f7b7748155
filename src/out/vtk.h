// The moving mechanism and the fields for ParaView.
//
// In `folder`: mechanism.pvd, a list of times, and a .vtp file (points and lines, the body's number on each) for every
// record drawn; for the maps of a joint <joint>.pvd and a .vts file (all its maps on the surface, where it was) for
// every snapshot; for other fields <field>.pvd and .vti files (images of rows x cols values).
#ifndef GUD_OUT_VTK_H
#define GUD_OUT_VTK_H

#include "base/watch.h"
#include "out/result.h"

// Every `stride`-th record is drawn; `watch` counts the mechanism and the fields. Refuses a result without anything to
// draw.
gud_status gud_vtk_export(const gud_result *result, const char *folder, int64_t stride, const gud_watch *watch,
                          gud_error *error);

#endif
