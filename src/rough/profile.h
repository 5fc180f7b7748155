// From a profilometer trace to the statistics of asperities; docs/theory/rough.md, eqs 23 to 28.
#ifndef GUD_ROUGH_PROFILE_H
#define GUD_ROUGH_PROFILE_H

#include "base/error.h"

typedef struct gud_profile {
    int n;
    double step;    // m
    double *height; // m
} gud_profile;

typedef struct gud_profile_filter {
    int detrend;         // degree 0 to 3 of the polynomial that is taken off by least squares
    double cutoff;       // m; longer waves are removed; NAN: none
    double short_cutoff; // m; shorter waves are removed; NAN: none
} gud_profile_filter;

// spectral moments of one trace: mean squares of height, slope and curvature
typedef struct gud_moments {
    double m0, m2, m4; // m^2, 1, 1/m^2
} gud_moments;

typedef struct gud_roughness {
    double sigma;     // m, standard deviation of summit heights
    double mean;      // m, mean height of summits above the mean plane
    double radius;    // m, of the summits
    double density;   // 1/m^2
    double bandwidth; // Nayak's m0 m4/m2^2
} gud_roughness;

// Reads a trace: two columns, position and height, between them comma, semicolon, tab or blank; lines that begin with #
// are comments. With semicolons or tabs numbers may have decimal commas. Lines before the first number are the head;
// one of them may give units in brackets, `x [mm], z [um]`; without it, metres.
gud_status gud_profile_read(const char *path, gud_error *error, gud_profile *profile);
void gud_profile_free(gud_profile *profile);

// levels and filters the trace in place
gud_status gud_profile_level(gud_profile *profile, const gud_profile_filter *filter, gud_error *error);

// mean squares of a levelled trace
gud_status gud_profile_moments(const gud_profile *profile, gud_error *error, gud_moments *moments);

// The moments of two surfaces that face each other add up; of an isotropic random surface follow its summits.
gud_moments gud_moments_add(gud_moments a, gud_moments b);
gud_status gud_moments_summits(const gud_moments *moments, gud_error *error, gud_roughness *roughness);

#endif
