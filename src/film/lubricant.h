// Lubricants: viscosity and density as products of laws of temperature, pressure and shear rate, each a table row.
// docs/theory/film.md, section on lubricants.
#ifndef GUD_FILM_LUBRICANT_H
#define GUD_FILM_LUBRICANT_H

#include "base/error.h"
#include "base/field.h"

// viscosity at ambient pressure by temperature
typedef struct gud_viscosity_law {
    gud_row row;
    double (*eval)(const void *params, double temperature); // Pa s
} gud_viscosity_law;

// factor by pressure (over ambient), with its slope; eta0 is the viscosity at ambient pressure
typedef struct gud_pressure_law {
    gud_row row;
    void (*eval)(const void *params, double eta0, int n, const double *pressure, double *factor, double *factor_p);
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

typedef struct gud_lubricant {
    double eta0;                      // Pa s at the given temperature and ambient pressure
    const gud_pressure_law *pressure; // NULL: no influence; likewise the others
    const void *pressure_params;
    const gud_shear_law *shear;
    const void *shear_params;
    const gud_density_law *density;
    const void *density_params;
} gud_lubricant;

// an oil of constant viscosity
gud_lubricant gud_lubricant_constant(double eta);

// true if viscosity or density change with pressure
bool gud_lubricant_varies(const gud_lubricant *oil);

typedef struct gud_lubricant_out {
    double *eta, *eta_p, *eta_rate; // viscosity and its slopes by pressure and shear rate
    double *rho, *rho_p;            // relative density and its slope by pressure
} gud_lubricant_out;

// n points at once; `rate` may be NULL (no shear thinning)
void gud_lubricant_eval(const gud_lubricant *oil, int n, const double *pressure, const double *rate,
                        gud_lubricant_out *out);

// mean over the film of the factor of a shear law, for a shear rate that goes linearly from couette - poiseuille at one
// wall to couette + poiseuille at the other
double gud_shear_mean(const gud_shear_law *law, const void *params, double couette, double poiseuille);

#endif
