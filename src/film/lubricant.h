// Lubricants: viscosity and density as products of laws of temperature, pressure and shear rate, each a table row.
// docs/theory/film.md, section on lubricants.
#ifndef GUD_FILM_LUBRICANT_H
#define GUD_FILM_LUBRICANT_H

#include "base/error.h"
#include "base/library.h"

// viscosity at ambient pressure by temperature
typedef struct gud_viscosity_law {
    gud_row row;
    double (*eval)(const void *params, double temperature); // Pa s
} gud_viscosity_law;

// factor by pressure (over ambient), with its slope; eta0 is the viscosity at ambient pressure
typedef struct gud_pressure_law {
    gud_row row;
    void (*eval)(const void *params, double eta0, int n, const double *pressure, double *factor, double *factor_p);
    double highest; // Pa, up to which measured oils follow it
} gud_pressure_law;

// factor by shear rate, with its slope
typedef struct gud_shear_law {
    gud_row row;
    void (*eval)(const void *params, int n, const double *rate, double *factor, double *factor_rate);
} gud_shear_law;

// density relative to ambient pressure, with its slope
typedef struct gud_density_law {
    gud_row row;
    void (*eval)(const void *params, int n, const double *pressure, double *rho, double *rho_p);
} gud_density_law;

extern const gud_row *const gud_viscosity_rows[]; // each ends with NULL
extern const gud_row *const gud_pressure_rows[];
extern const gud_row *const gud_shear_rows[];
extern const gud_row *const gud_density_rows[];

// a library of typical oils: names, and the viscosity of one at a temperature in Pa s
extern const char *const gud_oil_grades[]; // ends with NULL
extern const gud_library gud_oil_library;
double gud_oil_grade_viscosity(int grade, double temperature);

typedef struct gud_reduced gud_reduced;
typedef struct gud_thinning gud_thinning;

typedef struct gud_lubricant {
    double eta0;                      // Pa s at the given temperature and ambient pressure
    const gud_pressure_law *pressure; // NULL: no influence; likewise the others
    const void *pressure_params;
    const gud_shear_law *shear;
    const void *shear_params;
    const gud_density_law *density;
    const void *density_params;
    gud_reduced *reduced;   // made by gud_lubricant_prepare; NULL if pressure has no influence
    gud_thinning *thinning; // likewise; NULL without a shear law
} gud_lubricant;

// an oil of constant viscosity
gud_lubricant gud_lubricant_constant(double eta);

// Tables that a film needs of an oil that changes with pressure or shear rate; other oils need none. The oil may be
// copied, but is released once.
gud_status gud_lubricant_prepare(gud_lubricant *oil, gud_error *error);
void gud_lubricant_release(gud_lubricant *oil);

// Film pressure up to which the laws of an oil describe a mineral oil. One whose viscosity does not change with
// pressure does so until the viscosity of a real one has doubled.
double gud_lubricant_pressure_limit(const gud_lubricant *oil);

typedef struct gud_lubricant_out {
    double *eta, *eta_p; // viscosity at rest and its slope by pressure
    double *rho, *rho_p; // relative density and its slope by pressure
} gud_lubricant_out;

// n points at once
void gud_lubricant_eval(const gud_lubricant *oil, int n, const double *pressure, gud_lubricant_out *out);

#endif
