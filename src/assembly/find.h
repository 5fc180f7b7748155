// Fits: pairs of features of two parts that could be a joint, as drawn: pin in bore, ball in socket, cones, tori,
// planes that face each other, and nets whose gaps were sampled. What a fit is taken for has a verdict, a score and a
// reason.
#ifndef GUD_ASSEMBLY_FIND_H
#define GUD_ASSEMBLY_FIND_H

#include "assembly/feature.h"

typedef enum gud_fit_kind {
    GUD_FIT_PIN,    // pin in bore
    GUD_FIT_PISTON, // piston in cylinder: the bore is longer than what slides in it, and nothing holds it axially
    GUD_FIT_BALL,   // ball in socket
    GUD_FIT_CONE,
    GUD_FIT_TORUS,
    GUD_FIT_THRUST, // planes across the axis of a pin of the same two parts
    GUD_FIT_GUIDE,  // planes on opposite sides of a slider
    GUD_FIT_PLANES, // other planes that face each other
    GUD_FIT_FREEFORM,
    GUD_NFIT_KIND
} gud_fit_kind;

extern const char *const gud_fit_names[GUD_NFIT_KIND]; // "pin in bore", ...

typedef enum gud_fit_verdict {
    GUD_FIT_JOINT,     // a clearance fit that moves
    GUD_FIT_PRESS,     // no clearance: press fit, thread, or faces that touch
    GUD_FIT_AMBIGUOUS, // could be a joint; `reason` says what speaks against it
} gud_fit_verdict;

extern const char *const gud_fit_verdicts[]; // "joint", "fixed", "ambiguous"

enum { GUD_FIT_BINS = 10, GUD_FIT_REASON = 160, GUD_FIT_GROOVES = 4 };

typedef struct gud_fit {
    gud_fit_kind kind;
    gud_fit_verdict verdict;
    int outer, inner;            // features: bore, socket or rail first, then pin, ball or slider
    double radius;               // of the outer feature; of a ring in a plane: its outer radius; other planes: 0
    double clearance;            // smallest gap when concentric; between planes: as drawn
    double width;                // of the overlap along the axis, of a socket its height; of planes: the longer side
    double breadth;              // of planes: the shorter side of the overlap
    double middle[3];            // of the overlap, on the axis of the outer feature or in the outer plane
    double axis[3];              // of the outer feature; of planes: its normal
    double along[3];             // of planes: direction of the longer side
    double offset[3];            // eccentricity: from the outer to the inner axis or centre, at the middle
    double tilt;                 // rad between the axes or planes
    double share;                // of the samples of the smaller feature that face the other one
    int histogram[GUD_FIT_BINS]; // of sampled gaps from the smallest to the largest (freeform)
    double gap_max;              // largest sampled gap (freeform)
    int ngroove;                 // rings between bands of one feature that were joined
    double grooves[GUD_FIT_GROOVES][2]; // from, to along the axis from the middle, m
    bool groove_inner;                  // they are in the inner feature
    int group;                          // guides: a number that the sides of one slider have in common; others: -1
    double score;                       // 0 to 1
    char reason[GUD_FIT_REASON];
} gud_fit;

typedef struct gud_fits {
    gud_arena arena;
    const gud_features *features; // must stay
    int n;
    gud_fit *list;  // joints first, then press fits, then ambiguous ones, each by score
    int nguide;     // numbers of guides that were given: `group` is below
    int ncandidate; // pairs of features whose boxes meet: the work that was done
} gud_fits;

gud_status gud_fits_find(const gud_features *features, gud_fits *fits, gud_error *error);
void gud_fits_free(gud_fits *fits);

// parts of a fit: that of the outer feature first
int gud_fit_part(const gud_fits *fits, const gud_fit *fit, int which);

// ---- the tests of two features, in files of their own; false: they do not fit
bool gud_fit_round(const gud_features *fs, int outer, int inner, gud_fit *fit);    // coaxial surfaces of revolution
bool gud_fit_spheres(const gud_features *fs, int outer, int inner, gud_fit *fit);  // concentric
bool gud_fit_planes(const gud_features *fs, int first, int second, gud_fit *fit);  // opposed
bool gud_fit_sampled(const gud_features *fs, int first, int second, gud_fit *fit); // nets
// fits of one another's neighbourhood: occlusion, joined bands, thrust faces, guides
gud_status gud_fits_settle(gud_fits *fits); // GUD_ERR_MEMORY

#endif
