// Features: what the faces of a part make together. Cylinders, cones, spheres and tori that come in halves or quarters
// are one feature, and so are coplanar faces that touch and patches of one net; nets that have a closed form are
// replaced by it.
#ifndef GUD_ASSEMBLY_FEATURE_H
#define GUD_ASSEMBLY_FEATURE_H

#include "assembly/face.h"
#include "base/arena.h"
#include "base/error.h"

enum { GUD_FEATURE_GAPS = 8 }; // at most; further ones are joined with the last

typedef struct gud_feature {
    gud_face_kind kind;
    int part;
    bool inward;     // a bore, a socket: as in gud_face
    bool recognised; // from a net
    bool winds;      // a net that winds about its axis: a thread
    int nface;
    const int *faces; // ascending numbers
    int whole;        // the face that stands for all of a net's patches, or the first one
    double origin[3], axis[3], xdir[3];
    double radius, tube, angle;
    double span[2];                   // extent along the axis from the origin, m; of a plane: nothing
    double arc;                       // rad around the axis that its faces reach over
    int ngap;                         // angles that no face reaches over
    double gaps[GUD_FEATURE_GAPS][2]; // from, to; ascending
    double area;                      // m2
    double coverage; // area over that of the full turn between the ends of the span; planes and nets: 1
    double box[2][3];
    int nprofile;               // a net that is a surface of revolution: its profile; 0: it is none
    const double (*profile)[2]; // height above the origin, ascending, and radius
} gud_feature;

typedef struct gud_features {
    gud_arena arena;
    const gud_assembly *assembly; // must stay
    const gud_face *faces;        // those of the assembly, or their closed forms; nets of revolution with their axis;
                                  // then faces that stand for several patches
    int n;
    const gud_feature *list; // those of a part stand together
} gud_features;

// GUD_ERR_MEMORY, or GUD_ERR_INPUT for an assembly without faces. Free with gud_features_free in any case.
gud_status gud_features_find(const gud_assembly *assembly, gud_features *features, gud_error *error);
void gud_features_free(gud_features *features);

// radius at a height above the origin; NAN where the feature has none
double gud_feature_radius(const gud_feature *feature, double z);

// Is it an arc or another curve turned about an axis, whose slope stays below 20 degrees? Fillets turn further.
bool gud_feature_is_barrel(const gud_feature *feature);

// A plane whose outline is a disc or a ring: its centre and radii, the inner one (or 0) first. False: it is none.
bool gud_feature_ring(const gud_features *features, const gud_feature *feature, double centre[3], double radii[2]);

#endif
