// Contact of rough surfaces by statistics of their asperities; docs/theory/rough.md.
//
// A model is one row: the law of a single asperity, F(delta) and A(delta), and the places where it breaks. The
// pressure of many asperities follows by an integral over their heights. It is tabulated once, when a model is
// loaded, and then read for n points at once.
//
//     gud_rough_params prm;
//     gud_rough_defaults(&prm);
//     prm.sigma = 0.251e-6; ...
//     GUD_TRY(gud_rough_make(gud_rough_find("KE"), &prm, &error, &rough));
//     gud_rough_eval(rough, n, h, pressure, p_h, area);
//     gud_rough_free(rough);
#ifndef GUD_ROUGH_ROUGH_H
#define GUD_ROUGH_ROUGH_H

#include "base/error.h"
#include "base/field.h"

typedef enum gud_rough_heights { GUD_HEIGHTS_GAUSSIAN, GUD_HEIGHTS_EXPONENTIAL } gud_rough_heights;

// mean pressure over hardness at which ZMC begins to yield: k = 2 K/3 or, as the annex of Nascimento 2024 prints, K
typedef enum gud_rough_onset { GUD_ONSET_TWO_THIRDS, GUD_ONSET_FULL } gud_rough_onset;

// What a user says about two rough surfaces, under `rough:`. Everything is SI; absent numbers are NAN.
typedef struct gud_rough_params {
    double sigma;   // standard deviation of asperity heights
    double mean;    // mean height of asperities above the mean plane from which h is measured
    double radius;  // of the asperities' tips
    double density; // asperities per area
    int heights;    // gud_rough_heights
    const char *profile, *counterface;
    double cutoff, short_cutoff;
    int detrend;
    double modulus;  // 1/E = (1 - nu1^2)/E1 + (1 - nu2^2)/E2
    double hardness; // of the softer body
    double yield;    // strength of the softer body
    double poisson;  // of the softer body
    const char *materials[2];
    double exponent; // of PW
    int onset;       // of ZMC: gud_rough_onset
} gud_rough_params;

// The law of one asperity with its constants. Lengths are divided by sigma, forces by radius sigma modulus, areas by
// pi radius sigma (rough.md, eq. 3). A row's `prepare` sets what it needs.
typedef struct gud_asperity {
    double hertz;    // (4/3) sqrt(sigma/radius), the elastic force at w = 1
    double aspect;   // sigma/radius
    double crowd;    // density radius sigma
    double onset;    // interference where yielding begins, delta_c/sigma
    double factor;   // K of CEB, ZMC and KE, or C of JG
    double hard;     // hardness/modulus
    double strength; // yield strength/modulus
    double exponent; // of a law that is a single power
    double growth;   // B of JG
    double breaks[3];
    int nbreak; // the law is smooth between 0, the breaks (they ascend) and infinity
} gud_asperity;

typedef struct gud_rough_model {
    gud_row row; // its parameter struct is gud_rough_params, the same for all rows
    void (*prepare)(const gud_rough_params *params, gud_asperity *law); // NULL: nothing beyond the common constants
    void (*eval)(const gud_asperity *law, int n, const double *w, double *force, double *area); // w > 0
} gud_rough_model;

extern const gud_rough_model *const gud_rough_models[];  // ends with NULL
extern const gud_row *const gud_rough_rows[];            // the heads of the same rows
const gud_rough_model *gud_rough_find(const char *name); // NULL if there is none

// ---- parameters

void gud_rough_defaults(gud_rough_params *params);

// Checks ranges and rules, then fills what follows from other parameters: moments of profiles, moduli of materials,
// hardness = 2.8 yield strength or the reverse. Relative paths are taken as they are. Done by gud_rough_make.
gud_status gud_rough_resolve(const gud_rough_model *model, const gud_rough_params *given, gud_error *error,
                             gud_rough_params *params);

// ---- pressure and area

typedef struct gud_rough {
    const gud_rough_model *model;
    gud_rough_params params; // resolved
    gud_asperity law;
    int npiece;
    double *pieces;                               // polynomials of degree 5 of pressure and area, table.h
    double error_pressure, error_p_h, error_area; // largest relative errors against quadrature
} gud_rough;

gud_status gud_rough_make(const gud_rough_model *model, const gud_rough_params *params, gud_error *error,
                          gud_rough **rough);
void gud_rough_free(gud_rough *rough);

// Pressure, its slope dp/dh and the fraction of real contact area at n separations h of the mean planes.
// Zero from h = mean + 10 sigma on; below mean - 10 sigma, where the statistics have long lost their meaning, the
// curves go on along their tangents. The area stops at 1. A NAN in h gives a NAN in pressure and area. area may be
// NULL.
void gud_rough_eval(const gud_rough *rough, int n, const double *h, double *pressure, double *p_h, double *area);
double gud_rough_reach(const gud_rough *rough); // mean + 10 sigma

// Work per area that brought the surfaces as near as n separations h, J/m2: the integral of that pressure from h on.
void gud_rough_work(const gud_rough *rough, int n, const double *h, double *work);

// The same by quadrature, slow: what the tables are measured against.
gud_status gud_rough_integrate(const gud_rough *rough, int n, const double *h, double *pressure, double *p_h,
                               double *area, gud_error *error);

// Force (N) and contact area (m^2) of one asperity at n interferences (m). For GT, a mean over the opposing asperities.
void gud_rough_asperity(const gud_rough *rough, int n, const double *depth, double *force, double *area);

// pressure and area of a model over n separations
gud_status gud_rough_curve(const gud_rough_model *model, const gud_rough_params *params, int n,
                           const double *separation, double *pressure, double *area, gud_error *error);

// F_n(h) = int_h^inf (s - h)^n phi(s) ds of the standard Gaussian with n = twice/2, relative accuracy 1e-10
double gud_rough_integral(int twice, double h);

#endif
