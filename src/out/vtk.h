// The moving mechanism and the fields for ParaView.
//
// In `folder`: mechanism.pvd, a list of times, and a .vtp file (points and lines, the body's number on each) for every
// record drawn; for every field <field>.pvd and a .vti file (an image of rows x cols values) for every snapshot.
#ifndef GUD_OUT_VTK_H
#define GUD_OUT_VTK_H

#include "out/result.h"

// every `stride`-th record is drawn; refuses a result without anything to draw
gud_status gud_vtk_export(const gud_result *result, const char *folder, int64_t stride, gud_error *error);

#endif
