// Average flow between rough surfaces: factors on the terms of the Reynolds equation; docs/theory/rough.md, section 7.
//
//     div( phi h^3/(12 mu) grad p ) = (u1 + u2)/2 d(h_T)/dx + (u1 - u2)/2 sigma d(phi_s)/dx + d(h_T)/dt
//     d(h_T) = phi_c dh,   h_T mean gap, u1 and u2 the walls' velocities along x; likewise along y
//
// Laws are rows; the factors and their derivatives by h are given for n points at once.
#ifndef GUD_ROUGH_FLOW_H
#define GUD_ROUGH_FLOW_H

#include "base/field.h"

// every array has n places; x is the direction that the lay of the surfaces is referred to, y lies across
typedef struct gud_flow_out {
    double *along, *along_h;     // pressure flow factor phi_x
    double *across, *across_h;   // pressure flow factor phi_y
    double *shear, *shear_h;     // sigma phi_s with the shear flow factor phi_s of walls that slide along x, m
    double *mean, *mean_h;       // mean gap h_T, m; its slope is the contact factor phi_c
    double *shear_y, *shear_y_h; // sigma phi_s of walls that slide along y, m; NULL: not asked
} gud_flow_out;

typedef struct gud_flow_law {
    gud_row row;
    void (*eval)(const void *params, int n, const double *h, gud_flow_out *out);
} gud_flow_law;

typedef struct gud_flow_patir_cheng_params {
    double sigma;       // m, of the sum of both surfaces' heights
    double orientation; // gamma, correlation length along x over that along y
    double share;       // of the first surface in sigma^2
} gud_flow_patir_cheng_params;

extern const gud_flow_law gud_flow_none, gud_flow_patir_cheng;
extern const gud_row *const gud_flow_rows[]; // their heads; ends with NULL

#endif
