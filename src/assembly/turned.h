// Coordinates of features that turn about an axis: the angle around it from xdir, and a second one along the profile,
// the height above the origin; on spheres it is the latitude, on tori the angle around the tube.
#ifndef GUD_ASSEMBLY_TURNED_H
#define GUD_ASSEMBLY_TURNED_H

#include "assembly/feature.h"

bool gud_feature_turns(const gud_feature *feature);

void gud_turned_point(const gud_feature *feature, const double at[2], double x[3]);
// coordinates of the point of the feature that is nearest to x, to first order in its distance
void gud_turned_locate(const gud_feature *feature, const double x[3], double at[2]);
// distance of x from the feature, to first order, positive away from the axis or out of the tube; NAN beyond a profile
double gud_turned_distance(const gud_feature *feature, const double x[3]);
// lengths on the feature for units of its two coordinates
void gud_turned_stretch(const gud_feature *feature, double second, double by[2]);

// range of the angle around the tube that the faces of a torus reach over, near the outer equator
void gud_turned_tube(const gud_features *features, const gud_feature *torus, double range[2]);

#endif
